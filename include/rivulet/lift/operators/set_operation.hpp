// SPDX-License-Identifier: BSL-1.0
// Counted sets: INTERSECT ALL and EXCEPT ALL.
#pragma once
#include <rivulet/lift/operators/state.hpp>
#include <rivulet/runtime/set_counts.hpp>

namespace rivulet::detail {

template <class Tag, int O>
struct SetState {
    static constexpr bool keeps = true;
    static constexpr SetForm form = physicalOp<Tag, O>.kind == NodeKind::intersectAll ? SetForm::intersectAll : SetForm::exceptAll;
    SetCounts<form, KeptRow<Tag, O>, physicalInput<Tag, O, 0>.updates || physicalInput<Tag, O, 1>.updates, physicalOp<Tag, O>.before> state;
    SetState(const OperatorOptions& options, const typename Tag::Context&)
        : state({.ttl = options.ttl, .batch = options.batch, .memoryLimit = options.limitOf(form == SetForm::intersectAll ? "INTERSECT ALL" : "EXCEPT ALL")}) {}
    template <int S, class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context&, Down down) {
        state.process(kind, S == 0, row, [&down](RowKind k, const KeptRow<Tag, O>& kept) { down(k, kept); });
    }
    template <class Down> void finish(const typename Tag::Context&, Down down) {
        state.finish([&down](RowKind k, const KeptRow<Tag, O>& kept) { down(k, kept); });
    }
};
template <class Tag, int O> struct CoreOf<Tag, O, NodeKind::intersectAll> { using Type = KeptRow<Tag, O>; };
template <class Tag, int O> struct CoreOf<Tag, O, NodeKind::exceptAll> { using Type = KeptRow<Tag, O>; };
template <class Tag, int O> struct OperatorState<Tag, O, NodeKind::intersectAll> : SetState<Tag, O> { using SetState<Tag, O>::SetState; };
template <class Tag, int O> struct OperatorState<Tag, O, NodeKind::exceptAll> : SetState<Tag, O> { using SetState<Tag, O>::SetState; };

}  // namespace rivulet::detail
