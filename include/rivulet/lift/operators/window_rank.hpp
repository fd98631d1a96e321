// SPDX-License-Identifier: BSL-1.0
// Top-N of each window, when it is over.
#pragma once
#include <cstdint>
#include <type_traits>

#include <rivulet/lift/operators/order.hpp>
#include <rivulet/lift/operators/state.hpp>
#include <rivulet/lift/operators/window.hpp>
#include <rivulet/runtime/window_rank.hpp>

namespace rivulet::detail {

template <class Tag, int O>
struct CoreOf<Tag, O, NodeKind::windowRank> {
    using Type = std::conditional_t<physicalOp<Tag, O>.ranked, PlacedRow<WholeKeptRow<Tag, O>, physicalInput<Tag, O, 0>.columnCount>, WholeKeptRow<Tag, O>>;
};
template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::windowRank> {
    static constexpr bool keeps = true, timed = true;
    static constexpr plan::PhysicalOp op = physicalOp<Tag, O>;
    WindowRank<KeyRow<Tag, O>, KeptRow<Tag, O>, RowOrderOf<Tag, O>, op.last ? Ties::lastCome : Ties::firstCome> state;
    OperatorState(const OperatorOptions& options, const typename Tag::Context& context)
        : state(RankRange::limit(op.limit, op.offset), options.batch ? options.limitOf("Top-N") : MemoryLimit{}, {&context}) {}

    template <int, class Row, class Down>
    void receive(RowKind, const Row& row, const typename Tag::Context& context, Down) {
        state.process(WindowAlignment<Tag, O>::instant(windowEndOf<Tag, O, 0>(row, context) - 1), keyOfRow<Tag, O, 0>(row, context), row);
    }
    template <class Down>
    void advance(Millis watermark, const typename Tag::Context&, Down down) {
        state.advance(watermark, [&down](RowKind kind, const KeyRow<Tag, O>& key, const KeptRow<Tag, O>& row, [[maybe_unused]] std::int64_t place) {
            if constexpr (op.ranked) down(kind, CoreRow<Tag, O>{{key, row}, place});
            else down(kind, CoreRow<Tag, O>{key, row});
        });
    }
    template <class Down> void finish(const typename Tag::Context&, Down) {}
};

}  // namespace rivulet::detail
