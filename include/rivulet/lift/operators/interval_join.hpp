// SPDX-License-Identifier: BSL-1.0
// Joins of rows whose times are near each other.
#pragma once
#include <rivulet/lift/operators/join_rows.hpp>
#include <rivulet/lift/operators/watermark.hpp>
#include <rivulet/runtime/interval_join.hpp>

namespace rivulet::detail {

template <class Tag, int O> struct CoreOf<Tag, O, NodeKind::intervalJoin> { using Type = typename JoinRows<Tag, O>::Row; };

template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::intervalJoin> {
    static constexpr bool keeps = true, timed = true;
    using Rows = JoinRows<Tag, O>;
    /// By processing time each row says how late it is; else the watermark does.
    static constexpr bool byClock = physicalOp<Tag, O>.orderTime == TimeAttribute::proctime;
    static constexpr TimeDistance distance{physicalOp<Tag, O>.bounds.lower, physicalOp<Tag, O>.bounds.upper};
    IntervalJoin<Rows::form, typename Rows::Key, typename Rows::KeptLeft, typename Rows::KeptRight> state;
    OperatorState(const OperatorOptions& options, const typename Tag::Context&) : state({.distance = distance, .memoryLimit = options.limitOf("JOIN")}) {}

    template <int S, class Row, class Down>
    void receive(RowKind, const Row& row, const typename Tag::Context& context, Down down) {
        const Millis time = timeOf<Tag, O, S>(row, context);
        if constexpr (byClock) state.advance(time - 1, Rows::handOn(down));
        Rows::template withKey<S>(row, context, [&](bool keyIsNull, const auto& key) {
            state.template process<Rows::template input<S>>(time, keyIsNull, key, row, Rows::condition(context), Rows::handOn(down));
        });
    }
    template <class Down> void advance(Millis watermark, const typename Tag::Context&, Down down) {
        if (!byClock || watermark == lastWatermark) state.advance(watermark, Rows::handOn(down));
    }
    template <class Down> void finish(const typename Tag::Context&, Down) {}
    /// By processing time what has no match in time goes when the clock says so.
    Millis due() const requires byClock { return addMillis(state.due(), 1); }
    template <class Down> void fire(Millis now, const typename Tag::Context&, Down down) { state.advance(now - 1, Rows::handOn(down)); }
    /// Rows come out as much as that behind the watermark; so the times of both sides stay row times.
    static constexpr Millis delay() { return byClock || distance.empty() ? 0 : distance.most > -distance.least ? distance.most : -distance.least; }
};

}  // namespace rivulet::detail
