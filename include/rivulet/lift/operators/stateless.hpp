// SPDX-License-Identifier: BSL-1.0
// Sources, the row of a SELECT without FROM, and LIMIT.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <rivulet/lift/constant_row.hpp>
#include <rivulet/lift/operators/state.hpp>
#include <rivulet/types/timestamp.hpp>

namespace rivulet::detail {

template <class Tag, int O>
struct CoreOf<Tag, O, NodeKind::scan> {
    using Element = typename Tag::template Source<physicalOp<Tag, O>.source>;
    using Type = std::conditional_t<physicalOp<Tag, O>.stamped, StampedRow<Element, TimestampLtz<3>>, StreamRow<Element>>;
};
template <class Tag, int O> struct CoreOf<Tag, O, NodeKind::values> { using Type = std::conditional_t<(physicalOp<Tag, O>.itemCount > 0), lifted::ConstantRow<Tag, O>, NoColumns>; };

template <class Tag, int O, class I> struct OutputRowOf;
template <class Tag, int O, std::size_t... J>
struct OutputRowOf<Tag, O, std::index_sequence<J...>> {
    using Type = OutputRow<typename SlottedOf<Tag, O>::Type, typename Tag::Context, OutputOf<Tag, O, static_cast<int>(J)>...>;
};
template <class Tag, int O>
struct CoreOf<Tag, O, NodeKind::limit> {
    static constexpr int producer = producerOf<Tag>(O, 0);
    using Type = typename OutputRowOf<Tag, producer, std::make_index_sequence<static_cast<std::size_t>(physicalOp<Tag, producer>.outputCount)>>::Type;
};
template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::limit> {
    static constexpr bool keeps = false;
    OperatorState(const OperatorOptions&, const typename Tag::Context&) {}
    std::int64_t seen{};
    /// Whether the next row is one of those that LIMIT and OFFSET let through.
    bool next() {
        constexpr long long offset = physicalOp<Tag, O>.offset, limit = physicalOp<Tag, O>.limit;
        const std::int64_t row = seen++;
        return row >= offset && (limit < 0 || row - offset < limit);
    }
};

}  // namespace rivulet::detail
