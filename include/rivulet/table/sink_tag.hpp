// SPDX-License-Identifier: BSL-1.0
// Tags of tables on their way out: the columns as the fields of a target type, and the kinds of change that the target takes.
#pragma once
#include <type_traits>
#include <utility>

#include <rivulet/lift/told_apart.hpp>
#include <rivulet/plan/sink.hpp>
#include <rivulet/table/result_row.hpp>
#include <rivulet/table/source_tag.hpp>
#include <rivulet/table/step_tag.hpp>

namespace rivulet::detail {

/// The columns as the fields of T. Kinds are bits of plan::ChangelogMode.
template <class T, plan::Matching M, unsigned char Kinds>
struct IntoStep {
    using Target = T;
    using Types = typename UserTypes<T>::type;
    static constexpr plan::ChangelogMode sinkMode{Kinds};
    static constexpr short apply(plan::FieldBinder& b, short input, short) { return b.into(input, fieldColumns<T>.at, Reflection<T>::count, M); }
};
template <class T, plan::Matching M, unsigned char Kinds, class Tag> using SinkTag = ShortTag<StepTag<IntoStep<T, M, Kinds>, Tag, Expressions<>>>;

/// The same in pairs with a flag: Flink 1.12's retract streams.
template <class T, plan::Matching M>
struct IntoPairsStep : IntoStep<T, M, plan::ChangelogMode::all> {
    static constexpr bool givesPairs = true;
};
template <class T, plan::Matching M, class Tag> using PairSinkTag = ShortTag<StepTag<IntoPairsStep<T, M>, Tag, Expressions<>>>;

// What a conversion is made of: the row type of its fields, the element of its stream, and the tag that fills it.

/// Rows of `Asked`, or, with Row<>, of all columns.
template <class Asked, class Tag, unsigned char Kinds>
struct SinkInto {
    using Target = TargetRow<Asked, Tag>;
    using Element = Target;
    using Sink = SinkTag<Target, std::is_same_v<Asked, Row<>> ? plan::Matching::byPosition : matchingOf<Target>, Kinds, Tag>;
};
/// The same by Flink 1.12's rules: names are exact, a Row goes by position.
template <class Asked, class Target>
inline constexpr plan::Matching oldMatching = std::is_same_v<Asked, Row<>> || Reflection<Target>::shape == Shape::row ? plan::Matching::byPosition
                                              : matchingOf<Target> == plan::Matching::byName                         ? plan::Matching::byExactName
                                                                                                                     : matchingOf<Target>;
template <class Asked, class Tag>
struct SinkAppended {
    using Target = TargetRow<Asked, Tag>;
    using Element = Target;
    using Sink = SinkTag<Target, oldMatching<Asked, Target>, plan::ChangelogMode::insert, Tag>;
};
template <class T, class Tag>
struct SinkByPosition {
    using Target = T;
    using Element = T;
    using Sink = SinkTag<T, plan::Matching::byPosition, plan::ChangelogMode::insert, Tag>;
};
template <class Asked, class Tag>
struct SinkOfPairs {
    using Target = TargetRow<Asked, Tag>;
    using Element = std::pair<bool, Target>;
    using Sink = PairSinkTag<Target, oldMatching<Asked, Target>, Tag>;
};

/// The verdict on a table as a stream: first on its last step, which is cheap and names the field, then on its whole plan, then on what is kept.
template <class Sink>
struct SinkHolder {
    static consteval Error find() {
        if constexpr (relationOf<Sink>.error.code != ErrorCode::none) return relationOf<Sink>.error;
        else if constexpr (planOf<Sink>.error.code != ErrorCode::none) return planOf<Sink>.error;
        else if constexpr (physicalOf<Sink>.error.code != ErrorCode::none) return physicalOf<Sink>.error;
        else return indistinctOf<Sink>();
    }
    static constexpr Error error = find();
    static constexpr std::string_view sql = Sink::sql;
};
/// The verdict on a conversion: on the row type, then on the table.
template <class Into>
struct IntoHolder {
    static consteval Error find() {
        if constexpr (relationOf<typename Into::Sink::Input>.error.code != ErrorCode::none) return relationOf<typename Into::Sink::Input>.error;
        else if constexpr (keptRowError<typename Into::Target>.code != ErrorCode::none) return keptRowError<typename Into::Target>;
        else return SinkHolder<typename Into::Sink>::error;
    }
    static constexpr Error error = find();
    static constexpr std::string_view sql{};
};

}  // namespace rivulet::detail
