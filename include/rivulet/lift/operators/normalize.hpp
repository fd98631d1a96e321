// SPDX-License-Identifier: BSL-1.0
// Upserts made whole.
#pragma once
#include <rivulet/lift/operators/state.hpp>
#include <rivulet/runtime/normalize.hpp>

namespace rivulet::detail {

template <class Tag, int O> struct CoreOf<Tag, O, NodeKind::normalize> { using Type = WholeKeptRow<Tag, O>; };
template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::normalize> {
    static constexpr bool keeps = true;
    ChangelogNormalize<KeyRow<Tag, O>, KeptRow<Tag, O>, physicalOp<Tag, O>.before> state;
    OperatorState(const OperatorOptions& options, const typename Tag::Context&) : state(options.ttl) {}
    template <int, class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context& context, Down down) {
        const auto passes = [&] {
            bool all = true;
            withSlots<Tag, O>(row, context, [&](const auto& slotted) { all = accepts<Tag, O>(slotted, context); });
            return all;
        };
        state.process(kind, keyOfRow<Tag, O, 0>(row, context), row, passes, [&down](RowKind k, const KeyRow<Tag, O>& key, const KeptRow<Tag, O>& kept) { down(k, CoreRow<Tag, O>{key, kept}); });
    }
    template <class Down> void finish(const typename Tag::Context&, Down) {}
};

}  // namespace rivulet::detail
