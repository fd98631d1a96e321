// SPDX-License-Identifier: BSL-1.0
// Rows in order of time, as the watermark releases them.
#pragma once
#include <rivulet/lift/operators/order.hpp>
#include <rivulet/lift/operators/state.hpp>
#include <rivulet/lift/operators/watermark.hpp>
#include <rivulet/runtime/temporal_sort.hpp>

namespace rivulet::detail {

template <class Tag, int O> struct CoreOf<Tag, O, NodeKind::temporalSort> { using Type = KeptRow<Tag, O>; };
template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::temporalSort> {
    static constexpr bool keeps = true, timed = true;
    TemporalSort<KeptRow<Tag, O>, RowOrderOf<Tag, O>> state;
    OperatorState(const OperatorOptions&, const typename Tag::Context& context) : state({&context}) {}
    template <int, class Row, class Down>
    void receive(RowKind, const Row& row, const typename Tag::Context& context, Down) { state.process(timeOf<Tag, O, 0>(row, context), row); }
    template <class Down>
    void advance(Millis watermark, const typename Tag::Context&, Down down) {
        state.advance(watermark, [&down](RowKind kind, const KeptRow<Tag, O>& row) { down(kind, row); });
    }
    template <class Down> void finish(const typename Tag::Context&, Down) {}
};

}  // namespace rivulet::detail
