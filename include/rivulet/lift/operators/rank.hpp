// SPDX-License-Identifier: BSL-1.0
// Top-N.
#pragma once
#include <cstdint>
#include <type_traits>

#include <rivulet/lift/operators/identity.hpp>
#include <rivulet/lift/operators/order.hpp>
#include <rivulet/lift/operators/state.hpp>
#include <rivulet/runtime/rank.hpp>

namespace rivulet::detail {

template <class Tag, int O>
struct CoreOf<Tag, O, NodeKind::rank> {
    using Type = std::conditional_t<physicalOp<Tag, O>.ranked, PlacedRow<WholeKeptRow<Tag, O>, physicalInput<Tag, O, 0>.columnCount>, WholeKeptRow<Tag, O>>;
};
template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::rank> {
    static constexpr bool keeps = true;
    static constexpr plan::PhysicalOp op = physicalOp<Tag, O>;
    static constexpr RankInput input = !physicalInput<Tag, O, 0>.updates ? RankInput::append
                                       : physicalInput<Tag, O, 0>.unique == plan::UniqueForm::own ? RankInput::upsert : RankInput::retract;
    static constexpr bool byPlace = op.ranked || op.offset > 0;
    TopN<KeyRow<Tag, O>, KeptRow<Tag, O>, RowOrderOf<Tag, O>, input, byPlace, op.before, typename decltype(identityOf<Tag, O, 0>())::type> state;
    OperatorState(const OperatorOptions& options, const typename Tag::Context& context)
        : state({.range = RankRange::limit(op.limit, op.offset), .ttl = options.ttl, .batch = options.batch, .memoryLimit = options.limitOf("Top-N")}, {&context}) {}

    template <int, class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context& context, Down down) {
        if constexpr (op.condition < 0) state.process(kind, keyOfRow<Tag, O, 0>(row, context), row, handOn(down));
        else {
            decltype(auto) last = Lifted<Tag, op.condition>::of(row, context);
            if (present(last)) state.process(kind, keyOfRow<Tag, O, 0>(row, context), row, std::int64_t{bare(last)}, handOn(down));
        }
    }
    template <class Down> void finish(const typename Tag::Context&, Down down) { state.finish(handOn(down)); }

private:
    template <class Down> static auto handOn(Down& down) {
        return [&down](RowKind kind, const KeyRow<Tag, O>& key, const KeptRow<Tag, O>& row, [[maybe_unused]] std::int64_t place) {
            if constexpr (op.ranked) down(kind, CoreRow<Tag, O>{{key, row}, place});
            else down(kind, CoreRow<Tag, O>{key, row});
        };
    }
};

}  // namespace rivulet::detail
