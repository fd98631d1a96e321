// SPDX-License-Identifier: BSL-1.0
// From a tag to its plans. A tag is an empty type that stands for one query; plans hang on variable templates and not on
// static members, because GCC initialises a class's `static constexpr auto` members with the class, so a query that is only
// checked would pay for its physical plan.
#pragma once
#include <rivulet/plan/physical.hpp>
#include <rivulet/plan/relations.hpp>

namespace rivulet::detail {

/// A tag has: `template <int Factor> static consteval plan::Room room()`, how much room its plan surely needs and more on
/// a retry; `static constexpr short build(plan::PlanBuilder&)`, which writes the whole plan and returns its root; `catalogue`, what
/// it may refer to; `sql`, the text that error positions point into, or nothing; and what lifting needs: `Source<I>`, `Context`.
template <class Tag, int Factor>
constexpr auto draftPlan(const plan::Made& made) {
    constexpr plan::Room room = Tag::template room<Factor>();
    plan::Plan<room.exprs, room.nodes, room.columns, room.items> draft{};
    ArgumentType scratch[static_cast<std::size_t>(room.scratch) + 1]{};
    plan::PlanBuilder b = draft.builder(scratch, room.scratch);
    b.made = made;
    b.batch = Tag::catalogue.batch;
    b.root = Tag::build(b);
    if (b.error) b.root = -1;
    draft.finish(b);
    return draft;
}

/// What binding makes for a plan, where it stays; only of plans that need it.
template <class Tag, int Factor>
struct MadeFor {
    static constexpr int nameRoom = 512 * Factor;
    TypePool pool{};
    char names[static_cast<std::size_t>(nameRoom)]{};
    constexpr MadeFor() { draftPlan<Tag, Factor>({.types = {.pool = &pool, .hasPool = true}, .writeNames = names, .nameRoom = nameRoom}); }
    MadeFor(const MadeFor&) = delete;
};
template <class Tag, int Factor> inline constexpr MadeFor<Tag, Factor> madeFor{};

template <class Tag, int Factor>
consteval auto draftWithMade() {
    constexpr auto draft = draftPlan<Tag, Factor>({});
    if constexpr (!draft.wantsMade) return draft;
    else return draftPlan<Tag, Factor>({.types = {.known = &madeFor<Tag, Factor>.pool, .hasKnown = true}, .names = {madeFor<Tag, Factor>.names, static_cast<std::size_t>(MadeFor<Tag, Factor>::nameRoom)}});
}

template <class Tag, int Factor = 1>
consteval auto fittedPlan() {
    constexpr auto draft = draftWithMade<Tag, Factor>();
    if constexpr (draft.error.code == ErrorCode::tooLarge && Factor < 256) return fittedPlan<Tag, Factor * 4>();
    else return plan::exactCopy<draft.exprCount, draft.nodeCount, draft.columnCount, draft.itemCount>(draft);
}

template <class Tag> inline constexpr auto planOf = fittedPlan<Tag>();

/// The kinds of change that the target of a tag's rows takes.
template <class Tag> inline constexpr plan::ChangelogMode takenKinds{plan::ChangelogMode::all};
template <class Tag> requires requires { Tag::sinkMode; } inline constexpr plan::ChangelogMode takenKinds<Tag> = Tag::sinkMode;

template <class Tag, int Factor = 1>
consteval auto fittedPhysical() {
    constexpr auto& p = planOf<Tag>;
    constexpr auto draft = plan::planPhysical<Factor * (2 * p.exprCount + 2 * p.columnCount + 8), Factor * (p.nodeCount + 1),
                                              Factor * (2 * p.columnCount + p.itemCount + 8)>(p.view(), takenKinds<Tag>);
    if constexpr (draft.error.code == ErrorCode::tooLarge && Factor < 256) return fittedPhysical<Tag, Factor * 4>();
    else return plan::exactPhysical<draft.exprCount, draft.opCount, draft.itemCount>(draft);
}

template <class Tag> inline constexpr auto physicalOf = fittedPhysical<Tag>();

}  // namespace rivulet::detail
