// SPDX-License-Identifier: BSL-1.0
// Grouping sets: each row once a set.
#pragma once
#include <cstddef>
#include <cstdint>

#include <rivulet/lift/operators/state.hpp>

namespace rivulet::detail {

/// The keys that each set leaves out, as bits.
template <class Tag, int O>
struct GroupingSetsOf {
    std::int64_t bits[static_cast<std::size_t>(physicalOp<Tag, O>.itemCount)]{};
    std::int64_t leftOut{};  // by any of them
    consteval GroupingSetsOf() {
        for (int i = 0; i < physicalOp<Tag, O>.itemCount; ++i) leftOut |= bits[i] = physicalOf<Tag>.exprs[physicalOf<Tag>.items[physicalOp<Tag, O>.firstItem + i]].integer;
    }
};
template <class Tag, int O> inline constexpr GroupingSetsOf<Tag, O> groupingSetsOf{};
template <class Tag, int O, class Row>
using RowOfGroupingSet = GroupingSetRow<Row, physicalOp<Tag, O>.keyCount, physicalInput<Tag, O, 0>.columnCount, groupingSetsOf<Tag, O>.leftOut>;

template <class Tag, int O> struct CoreOf<Tag, O, NodeKind::expand> { using Type = RowOfGroupingSet<Tag, O, KeptRow<Tag, O>>; };
template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::expand> {
    static constexpr bool keeps = true;
    OperatorState(const OperatorOptions&, const typename Tag::Context&) {}
    template <int, class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context&, Down down) {
        for (const std::int64_t bits : groupingSetsOf<Tag, O>.bits) down(kind, RowOfGroupingSet<Tag, O, Row>{row, bits});
    }
    template <class Down> void finish(const typename Tag::Context&, Down) {}
};

}  // namespace rivulet::detail
