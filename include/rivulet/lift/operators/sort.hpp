// SPDX-License-Identifier: BSL-1.0
// Rows in order, of bounded input.
#pragma once
#include <rivulet/lift/operators/order.hpp>
#include <rivulet/lift/operators/state.hpp>
#include <rivulet/runtime/sort.hpp>

namespace rivulet::detail {

template <class Tag, int O> struct CoreOf<Tag, O, NodeKind::sort> { using Type = KeptRow<Tag, O>; };
template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::sort> {
    static constexpr bool keeps = true;
    Sort<KeptRow<Tag, O>, RowOrderOf<Tag, O>> state;
    OperatorState(const OperatorOptions& options, const typename Tag::Context& context) : state(options.limitOf("ORDER BY"), {&context}) {}
    template <int, class Row, class Down> void receive(RowKind, const Row& row, const typename Tag::Context&, Down) { state.process(row); }
    template <class Down> void finish(const typename Tag::Context&, Down down) {
        state.finish([&down](RowKind kind, const KeptRow<Tag, O>& row) { down(kind, row); });
    }
};

}  // namespace rivulet::detail
