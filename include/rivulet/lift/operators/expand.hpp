// SPDX-License-Identifier: BSL-1.0
// Grouping sets: each row once a set.
#pragma once
#include <cstddef>
#include <cstdint>

#include <rivulet/lift/operators/state.hpp>

namespace rivulet::detail {

template <class Tag, int O>
struct CoreOf<Tag, O, NodeKind::expand> {
    using Type = GroupingSetRow<KeptRow<Tag, O>, physicalOp<Tag, O>.keyCount, physicalInput<Tag, O, 0>.columnCount>;
};
template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::expand> {
    static constexpr bool keeps = true;
    OperatorState(const OperatorOptions&, const typename Tag::Context&) {}
    template <int, class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context&, Down down) {
        for (const std::int64_t bits : sets.bits) down(kind, GroupingSetRow<Row, physicalOp<Tag, O>.keyCount, physicalInput<Tag, O, 0>.columnCount>{row, bits});
    }
    template <class Down> void finish(const typename Tag::Context&, Down) {}

private:
    struct Sets { std::int64_t bits[static_cast<std::size_t>(physicalOp<Tag, O>.itemCount)]{}; };
    static constexpr Sets sets = [] {
        Sets s{};
        for (int i = 0; i < physicalOp<Tag, O>.itemCount; ++i) s.bits[i] = physicalOf<Tag>.exprs[physicalOf<Tag>.items[physicalOp<Tag, O>.firstItem + i]].integer;
        return s;
    }();
};

}  // namespace rivulet::detail
