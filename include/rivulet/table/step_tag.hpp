// SPDX-License-Identifier: BSL-1.0
// Tags of Table API steps on one input: the input and the expressions of the call. They keep the input's sources, functions
// and C++ values, and add values of their own.
#pragma once
#include <memory>
#include <utility>

#include <rivulet/plan/sink.hpp>
#include <rivulet/table/source_tag.hpp>
#include <rivulet/table/tag.hpp>

namespace rivulet::detail {

constexpr plan::Scope scopeOver(const plan::RelationBinder& b, short input) { return plan::Scope::over(input, b.plan.nodes[input].columnCount); }

// What each step does to its input; `items` are the call's expressions.
struct SelectStep {  // with an aggregate among the items: one group of all rows
    static constexpr short apply(plan::FieldBinder& b, short input, short items) { return b.select(scopeOver(b, input), input, items); }
};
struct GroupByStep {};  // names an input and the keys: what is selected of the groups is said by the next call
struct WindowsStep {};  // likewise, and windows
struct GroupedSelectStep {  // two lists: keys and items
    static constexpr short apply(plan::FieldBinder& b, short input, short lists) {
        return b.groupedSelect(scopeOver(b, input), input, b.syntax[lists].first, true, b.syntax[lists].next, -1);
    }
};
struct DistinctStep {
    static constexpr short apply(plan::FieldBinder& b, short input, short) { return b.distinct(input); }
};
struct WhereStep {
    static constexpr short apply(plan::FieldBinder& b, short input, short items) { return b.filter(scopeOver(b, input), input, items); }
};
struct AddColumnsStep {
    static constexpr short apply(plan::FieldBinder& b, short input, short items) { return b.addColumns(input, items, false); }
};
struct AddOrReplaceColumnsStep {
    static constexpr short apply(plan::FieldBinder& b, short input, short items) { return b.addColumns(input, items, true); }
};
struct RenameColumnsStep {
    static constexpr short apply(plan::FieldBinder& b, short input, short items) { return b.renameColumns(input, items); }
};
struct DropColumnsStep {
    static constexpr short apply(plan::FieldBinder& b, short input, short items) { return b.dropColumns(input, items); }
};
struct AsStep {
    static constexpr short apply(plan::FieldBinder& b, short input, short items) { return b.as(input, items); }
};
template <long long Count, long long Offset>
struct LimitStep {
    static constexpr bool isPage = Count < 0;  // offset alone: fetch may follow
    static constexpr long long offset = Offset;
    template <long long C, long long O> using Page = LimitStep<C, O>;
    static constexpr short apply(plan::FieldBinder& b, short input, short) { return b.limit(input, Count, Offset); }
};
/// ORDER BY, then LIMIT if Count is not negative, and OFFSET.
template <long long Count, long long Offset>
struct OrderStep {
    static constexpr bool isPage = Count < 0;
    static constexpr long long offset = Offset;
    template <long long C, long long O> using Page = OrderStep<C, O>;
    static constexpr short apply(plan::FieldBinder& b, short input, short items) { return b.ordered(scopeOver(b, input), input, items, Count, Offset); }
};
template <plan::Matching M>
struct FieldsStep {
    static constexpr short apply(plan::FieldBinder& b, short input, short items) { return b.fields(input, items, M); }
};
struct PositionStep {
    static constexpr short apply(plan::FieldBinder& b, short input, short items) { return b.byPosition(input, items); }
};
/// Names a step in a tag's hash.
template <class Kind> consteval unsigned long long hashKind() {
    Hash h;
    h.add(spelling<Kind>());
    if constexpr (requires { typename Kind::Target; }) addRowType<typename Kind::Target>(h);
    return h.value;
}

/// Row types that a step names besides those of its input.
template <class Kind> struct TypesOf { using type = TypeList<>; };
template <class Kind> requires requires { typename Kind::Types; } struct TypesOf<Kind> { using type = typename Kind::Types; };

/// What a step adds to its input's context: its C++ values. A step without any hands its input's on, so that queries over the
/// same sources share the type, and the code that is named by it.
template <class Input, int FirstParameter, class Items>
struct StepContext {
    Input input;
    Items items;
    template <int I> constexpr const auto& source() const { return input.template source<I>(); }
    template <int I> constexpr const auto& function() const { return input.template function<I>(); }
    template <int I> constexpr const auto& parameter() const {
        if constexpr (I < FirstParameter) return input.template parameter<I>();
        else return items.template parameter<I - FirstParameter>();
    }
};

/// The kinds of change that a step takes; one without says nothing.
template <class Kind> struct KindsTaken {};
template <class Kind> requires requires { Kind::sinkMode; } struct KindsTaken<Kind> { static constexpr plan::ChangelogMode sinkMode = Kind::sinkMode; };

template <class Kind, class In, class Items>
struct StepTag : KindsTaken<Kind> {
    using Step = Kind;
    using Input = In;
    using Arguments = Items;
    using Types = WithValues<JoinedTypes<typename In::Types, typename TypesOf<Kind>::type>, Items>;
    static constexpr bool isStep = true;
    static constexpr std::string_view sql{};
    static constexpr unsigned long long hash = Hash{}.add(hashKind<Kind>()).add(In::hash).add(hashItems<Items>()).value;
    static constexpr const plan::Catalogue& catalogue = In::catalogue;
    static constexpr int sourceCount = In::sourceCount;
    static constexpr int parameterCount = In::parameterCount + Items::parameterCount;
    static constexpr int functionCount = In::functionCount;
    static constexpr int syntaxCount = Items::syntaxCount;
    static constexpr int draftNodes = 6;
    static consteval int draftSize() { return syntaxCount + relationOf<In>.count; }
    template <int I> using Source = typename In::template Source<I>;

    using Context = std::conditional_t<Items::parameterCount == 0, typename In::Context, StepContext<typename In::Context, In::parameterCount, Items>>;
    static constexpr Context contextOf(const typename In::Context& input, [[maybe_unused]] const Items& items) {
        if constexpr (Items::parameterCount == 0) return input;
        else return {input, items};
    }

    static constexpr short apply(plan::FieldBinder& b, short input) {
        sql::Syntax nodes[static_cast<std::size_t>(syntaxCount) + 1]{};
        SyntaxWriter w{nodes, 0, static_cast<short>(In::parameterCount)};
        const short items = Items::write(w);
        b.syntax = nodes;
        const short at = Kind::apply(b, input, items);
        b.syntax = nullptr;
        return at;
    }
    template <int Factor> static consteval plan::Room room() {
        constexpr plan::Room in = In::template room<Factor>();
        constexpr int n = syntaxCount + relationOf<In>.count + 4;
        return {in.exprs + Factor * 2 * n, in.nodes + 4, in.columns + Factor * 2 * n, in.items + Factor * 2 * n, in.scratch > n ? in.scratch : n};
    }
    static constexpr short draft(plan::FieldBinder& b) {
        if (relationOf<In>.error) {
            b.plan.fail(relationOf<In>.error);
            return -1;
        }
        return apply(b, relationOf<In>.draft(b));
    }
    static constexpr short build(plan::PlanBuilder& p) {
        const short input = In::build(p);
        if (input < 0 || p.error) return -1;
        plan::FieldBinder b{{{p, nullptr, catalogue, false}}};
        if constexpr (requires { Kind::sinkMode; })  // here, not in the draft of the step: this knows what makes the changes
            if (b.refuseChanges(input, Kind::sinkMode)) return -1;
        return apply(b, input);
    }
};

}  // namespace rivulet::detail
