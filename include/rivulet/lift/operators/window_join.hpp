// SPDX-License-Identifier: BSL-1.0
// Joins of rows in the same window.
#pragma once
#include <rivulet/lift/operators/join_rows.hpp>
#include <rivulet/lift/operators/watermark.hpp>
#include <rivulet/lift/operators/window.hpp>
#include <rivulet/runtime/window_join.hpp>

namespace rivulet::detail {

template <class Tag, int O> struct CoreOf<Tag, O, NodeKind::windowJoin> { using Type = typename JoinRows<Tag, O>::Row; };

template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::windowJoin> {
    static constexpr bool keeps = true, timed = true;
    using Rows = JoinRows<Tag, O>;
    WindowJoin<Rows::form, typename Rows::Key, typename Rows::KeptLeft, typename Rows::KeptRight, WindowAlignment<Tag, O>> state;
    OperatorState(const OperatorOptions& options, const typename Tag::Context&) : state(options.limitOf("JOIN")) {}

    template <int S, class Row, class Down>
    void receive(RowKind, const Row& row, const typename Tag::Context& context, Down) {
        const Millis end = windowEndOf<Tag, O, S>(row, context);
        Rows::template withKey<S>(row, context, [&](bool keyIsNull, const auto& key) { state.template process<Rows::template input<S>>(end, keyIsNull, key, row); });
    }
    template <class Down> void advance(Millis watermark, const typename Tag::Context& context, Down down) {
        state.advance(watermark, Rows::condition(context), Rows::handOn(down));
    }
    template <class Down> void finish(const typename Tag::Context&, Down) {}
};

}  // namespace rivulet::detail
