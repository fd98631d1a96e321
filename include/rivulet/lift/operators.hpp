// SPDX-License-Identifier: BSL-1.0
// Operators that keep state: from the plan's to the runtime's. Each takes rows of an input and hands on rows of its own:
//     receive<Side>(kind, row, context, down)     down(kind, core row)
//     finish(context, down)                       no more rows on any side
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <rivulet/core/row_kind.hpp>
#include <rivulet/lift/aggregate.hpp>
#include <rivulet/lift/kept.hpp>
#include <rivulet/lift/operator_options.hpp>
#include <rivulet/lift/row.hpp>
#include <rivulet/runtime/group_aggregate.hpp>
#include <rivulet/runtime/join.hpp>
#include <rivulet/runtime/normalize.hpp>
#include <rivulet/runtime/rank.hpp>
#include <rivulet/runtime/set_counts.hpp>
#include <rivulet/runtime/sort.hpp>

namespace rivulet::detail {

using plan::NodeKind;

/// The state of operator O.
template <class Tag, int O, NodeKind Kind = physicalOp<Tag, O>.kind>
struct OperatorState {
    static constexpr bool keeps = false;
    explicit OperatorState(const OperatorOptions&) {}
};

// ---- without state ------------------------------------------------------------------------------------------------------

template <class Tag, int O> struct CoreOf<Tag, O, NodeKind::scan> { using Type = StreamRow<typename Tag::template Source<physicalOp<Tag, O>.source>>; };
template <class Tag, int O> struct CoreOf<Tag, O, NodeKind::values> { using Type = NoColumns; };

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
    explicit OperatorState(const OperatorOptions&) {}
    std::int64_t seen{};
    /// Whether the next row is one of those that LIMIT and OFFSET let through.
    bool next() {
        constexpr long long offset = physicalOp<Tag, O>.offset, limit = physicalOp<Tag, O>.limit;
        const std::int64_t row = seen++;
        return row >= offset && (limit < 0 || row - offset < limit);
    }
};

// ---- grouping sets --------------------------------------------------------------------------------------------------------

template <class Tag, int O>
struct CoreOf<Tag, O, NodeKind::expand> {
    using Type = GroupingSetRow<KeptRow<Tag, O>, physicalOp<Tag, O>.keyCount, physicalInput<Tag, O, 0>.columnCount>;
};
template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::expand> {
    static constexpr bool keeps = true;
    explicit OperatorState(const OperatorOptions&) {}
    template <int, class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context&, Down down) {
        const auto kept = KeptRow<Tag, O>::from(row);
        for (const std::int64_t bits : sets.bits) down(kind, typename CoreOf<Tag, O>::Type{kept, bits});
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

// ---- groups -----------------------------------------------------------------------------------------------------------------

template <class Tag, int O>
struct CoreOf<Tag, O, NodeKind::aggregate> {
    using Type = PairRow<KeyRow<Tag, O>, typename Aggregates<Tag, O>::Results::View, physicalOp<Tag, O>.keyCount>;
};
template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::aggregate> {
    static constexpr bool keeps = true;
    using Set = Aggregates<Tag, O>;
    GroupAggregate<KeyRow<Tag, O>, Set, physicalInput<Tag, O, 0>.updates, physicalOp<Tag, O>.before> state;
    explicit OperatorState(const OperatorOptions& options)
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

// ---- joins ------------------------------------------------------------------------------------------------------------------

template <class Tag, int O>
struct JoinRows {
    using Left = KeptRow<Tag, O, 0>;
    using Right = KeptRow<Tag, O, 1>;
    static constexpr int width = physicalInput<Tag, O, 0>.columnCount;
    static constexpr plan::JoinKind join = physicalOp<Tag, O>.join;
    static constexpr bool leftOnly = join == plan::JoinKind::semi || join == plan::JoinKind::anti;
    static constexpr bool leftMissing = join == plan::JoinKind::right || join == plan::JoinKind::full;
    static constexpr bool rightMissing = join == plan::JoinKind::left || join == plan::JoinKind::full;
    using LeftView = std::conditional_t<leftMissing, PaddedRow<Left>, Left>;
    using RightView = std::conditional_t<rightMissing, PaddedRow<Right>, Right>;
    using Row = std::conditional_t<leftOnly, Left, PairRow<LeftView, RightView, width>>;
    using Pair = PairRow<Left, Right, width>;
};
template <class Tag, int O> struct CoreOf<Tag, O, NodeKind::join> { using Type = typename JoinRows<Tag, O>::Row; };

/// The columns of a unique key.
template <class Tag, int O, int S, class I> struct UniqueKeyOf;
template <class Tag, int O, int S, std::size_t... I>
struct UniqueKeyOf<Tag, O, S, std::index_sequence<I...>> {
    template <class Row> auto operator()(const Row& row) const {
        return ChosenColumns<Row, physicalOf<Tag>.exprs[physicalOf<Tag>.items[physicalInput<Tag, O, S>.firstUnique + static_cast<int>(I)]].index...>{row};
    }
    using Type = StoredRow<KeptColumn<Tag, O, S, physicalOf<Tag>.exprs[physicalOf<Tag>.items[physicalInput<Tag, O, S>.firstUnique + static_cast<int>(I)]].index>...>;
};

// ---- what is told apart by its order -------------------------------------------------------------------------------------------

/// One sort key: NULLs where they are wanted, everything else by its order.
template <class Expression, bool Descending, bool NullsFirst>
struct SortKey {
    template <class Row, class Context>
    static constexpr int compare(const Row& a, const Row& b, const Context& context) {
        decltype(auto) x = Expression::of(a, context);
        decltype(auto) y = Expression::of(b, context);
        const bool hasX = present(x), hasY = present(y);
        if (!hasX || !hasY) return hasX == hasY ? 0 : hasX == NullsFirst ? 1 : -1;
        const int order = compareValues(bare(x), bare(y));
        return Descending ? -order : order;
    }
};

}  // namespace rivulet::detail
