// SPDX-License-Identifier: BSL-1.0
// Tags of tables on their way out: the columns as the fields of a target type, and the kinds of change that the target takes.
#pragma once
#include <type_traits>

#include <rivulet/plan/sink.hpp>
#include <rivulet/table/result_row.hpp>
#include <rivulet/table/source_tag.hpp>
#include <rivulet/table/step_tag.hpp>

namespace rivulet::detail {

/// The columns as the fields of T. Kinds are bits of plan::ChangelogMode.
template <class T, plan::Matching M, unsigned char Kinds>
struct IntoStep {
    using Types = TypeList<T>;
    static constexpr plan::ChangelogMode sinkMode{Kinds};
    static constexpr short apply(plan::FieldBinder& b, short input, short) { return b.into(input, fieldColumns<T>.at, Reflection<T>::count, M); }
};
template <class T, plan::Matching M, unsigned char Kinds, class Tag> using SinkTag = ShortTag<StepTag<IntoStep<T, M, Kinds>, Tag, Expressions<>>>;

/// The type of rows where `Asked` was asked for, or, with Row<>, of all columns; and the tag that fills it.
template <class Asked, class Tag, unsigned char Kinds>
struct SinkInto {
    using Target = TargetRow<Asked, Tag>;
    static constexpr plan::Matching matching = std::is_same_v<Asked, Row<>> ? plan::Matching::byPosition : matchingOf<Target>;
    using Sink = SinkTag<Target, matching, Kinds, Tag>;
};

/// The verdict on a table as a stream: first on its last step, which is cheap and names the field, then on its whole plan.
template <class Sink>
struct SinkHolder {
    static consteval Error find() {
        if constexpr (relationOf<Sink>.error.code != ErrorCode::none) return relationOf<Sink>.error;
        else return planOf<Sink>.error;
    }
    static constexpr Error error = find();
    static constexpr std::string_view sql = Sink::sql;
};

}  // namespace rivulet::detail
