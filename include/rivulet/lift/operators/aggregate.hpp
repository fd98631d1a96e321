// SPDX-License-Identifier: BSL-1.0
// Groups.
#pragma once
#include <rivulet/lift/aggregate.hpp>
#include <rivulet/lift/operators/state.hpp>
#include <rivulet/runtime/group_aggregate.hpp>

namespace rivulet::detail {

template <class Tag, int O>
struct CoreOf<Tag, O, NodeKind::aggregate> {
    using Groups = GroupAggregate<KeyRow<Tag, O>, Aggregates<Tag, O>, physicalInput<Tag, O, 0>.updates, physicalOp<Tag, O>.before>;
    using Type = PairRow<KeyRow<Tag, O>, typename Groups::ResultView, physicalOp<Tag, O>.keyCount>;
};
template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::aggregate> {
    static constexpr bool keeps = true;
    using Set = Aggregates<Tag, O>;
    typename CoreOf<Tag, O>::Groups state;
    OperatorState(const OperatorOptions& options, const typename Tag::Context&)
        : state({.ttl = options.ttl, .batch = options.batch, .oneRowOverNothing = physicalOp<Tag, O>.keyCount == 0, .memoryLimit = options.limitOf("GROUP BY")}) {}

    template <int, class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context& context, Down down) {
        state.process(kind, keyOfRow<Tag, O, 0>(row, context), [&row](Set& set, [[maybe_unused]] bool add) {
            if constexpr (!physicalInput<Tag, O, 0>.updates) set.add(row);
            else if (add) set.add(row);
            else set.retract(row);
        }, handOn(down));
    }
    template <class Down> void finish(const typename Tag::Context&, Down down) { state.finish(handOn(down)); }

private:
    template <class Down> static auto handOn(Down& down) {
        return [&down](RowKind kind, const auto& key, const auto& results) { down(kind, CoreRow<Tag, O>{key, results}); };
    }
};

}  // namespace rivulet::detail
