// SPDX-License-Identifier: BSL-1.0
// Regular joins.
#pragma once
#include <rivulet/lift/operators/identity.hpp>
#include <rivulet/lift/operators/join_rows.hpp>
#include <rivulet/runtime/time.hpp>

namespace rivulet::detail {

/// When a row of side S was that is kept until its time has passed, for RegularJoin. Times so far from now that lengths cannot be added to them stay.
template <class Tag, int O, int S>
struct PassingTime {
    template <class Key, class Row>
    static Millis of([[maybe_unused]] const Key& key, const Row& row) {
        constexpr int column = physicalOf<Tag>.exprs[physicalInput<Tag, O, S>.time].index;
        if constexpr (std::is_same_v<Row, KeptRow<Tag, O, S>>) return millis(WholeKeptRow<Tag, O, S>{key, row}.template at<column>());
        else return millis(row.template at<column>());
    }

private:
    template <class V>
    static Millis millis(const V& value) {
        if (!present(value)) return noTimestamp;
        const Millis time = bare(value).millis();
        return time < -farthestTime ? lastWatermark : time;
    }
};
/// Whether a regular join forgets rows of side S by their time.
template <class Tag, int O, int S> inline constexpr bool keepsByTime = physicalOp<Tag, O>.kind == NodeKind::join && physicalInput<Tag, O, S>.time >= 0;

template <class Tag, int O> struct CoreOf<Tag, O, NodeKind::join> { using Type = typename JoinRows<Tag, O>::Row; };

template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::join> {
    static constexpr bool keeps = true;
    using Rows = JoinRows<Tag, O>;
    template <int S, class Kept>
    using Side = JoinSide<Kept, typename decltype(identityOf<Tag, O, S>())::type, std::conditional_t<keepsByTime<Tag, O, S>, PassingTime<Tag, O, S>, Timeless>>;
    RegularJoin<Rows::form, typename Rows::Key, Side<0, typename Rows::KeptLeft>, Side<1, typename Rows::KeptRight>> state;
    OperatorState(const OperatorOptions& options, const typename Tag::Context&) : state({.ttl = options.ttl, .batch = options.batch, .memoryLimit = options.limitOf("JOIN")}) {}

    template <int S, class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context& context, Down down) {
        Rows::template withKey<S>(row, context, [&](bool keyIsNull, const auto& key) {
            state.template process<Rows::template input<S>>(kind, keyIsNull, key, row, Rows::condition(context), Rows::handOn(down));
        });
    }
    /// Side S has handed on this watermark.
    template <int S> void passed(Millis watermark) {
        state.template forgetUntil<Rows::template input<1 - S>>(watermark == lastWatermark ? watermark : addMillis(watermark, physicalInput<Tag, O, 1 - S>.keptAfter));
    }
    template <class Down> void finish(const typename Tag::Context&, Down down) { state.finish(Rows::handOn(down)); }
};

}  // namespace rivulet::detail
