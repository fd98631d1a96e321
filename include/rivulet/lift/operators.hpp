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
#include <rivulet/expr/total_order.hpp>
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
    OperatorState(const OperatorOptions&, const typename Tag::Context&) {}
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
    OperatorState(const OperatorOptions&, const typename Tag::Context&) {}
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

// ---- elements of collections ----------------------------------------------------------------------------------------------

template <class Tag, int O>
struct UnnestOf {
    static constexpr plan::PhysicalOp op = physicalOp<Tag, O>;
    static constexpr int item = physicalOf<Tag>.items[op.firstItem], width = physicalInput<Tag, O, 0>.columnCount;
    static constexpr TypeRoot root = physicalOf<Tag>.exprs[item].type.root;
    static constexpr bool padded = op.join == plan::JoinKind::left;
    static consteval int parts() {
        const SqlType t = physicalOf<Tag>.exprs[item].type;
        if (t.root == TypeRoot::map) return 2;
        const SqlType element = t.field(0).type;
        return element.root == TypeRoot::row || element.root == TypeRoot::structured ? element.fieldCount() : 1;
    }
    template <class Row> using Collection = Bare<decltype(Lifted<Tag, item>::of(std::declval<const Row&>(), std::declval<const typename Tag::Context&>()))>;
    template <class Row> using Element = std::conditional_t<root == TypeRoot::multiset, typename KeyOfMap<Collection<Row>>::Type, typename Collection<Row>::value_type>;
    template <class Row> using Pair = PairRow<Row, ElementRow<Element<Row>, padded>, width>;
    using Place = std::conditional_t<padded, std::optional<std::int32_t>, std::int32_t>;
    template <class Row> using Core = std::conditional_t<op.ordinality, PlacedRow<Pair<Row>, width + parts(), Place>, Pair<Row>>;
};
template <class Tag, int O> struct CoreOf<Tag, O, NodeKind::unnest> { using Type = typename UnnestOf<Tag, O>::template Core<KeptRow<Tag, O>>; };
template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::unnest> {
    static constexpr bool keeps = true;
    using U = UnnestOf<Tag, O>;
    OperatorState(const OperatorOptions&, const typename Tag::Context&) {}

    template <int, class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context& context, Down down) {
        using Element = typename U::template Element<Row>;
        bool any = false;
        std::int32_t place = 0;
        const auto give = [&](const Element* element, typename U::Place at) {
            const ElementRow<Element, U::padded> part{element};
            const typename U::template Pair<Row> pair{row, part};
            if constexpr (U::op.ordinality) pass(kind, typename U::template Core<Row>{pair, at}, element != nullptr, any, context, down);
            else {
                (void)at;
                pass(kind, pair, element != nullptr, any, context, down);
            }
        };
        decltype(auto) collection = Lifted<Tag, U::item>::of(row, context);
        if (present(collection)) {
            if constexpr (U::root == TypeRoot::multiset) {
                for (const auto& [element, count] : bare(collection))
                    for (std::int32_t i = 0; i < count; ++i) give(&element, ++place);
            } else {
                for (const Element& element : bare(collection)) give(&element, ++place);  // a copy only of std::vector<bool>'s proxies
            }
        }
        if constexpr (U::padded)
            if (!any) give(nullptr, std::nullopt);
    }
    template <class Down> void finish(const typename Tag::Context&, Down) {}

private:
    template <class Core, class Down>
    static void pass(RowKind kind, const Core& core, bool isElement, bool& any, [[maybe_unused]] const typename Tag::Context& context, Down& down) {
        if constexpr (U::op.condition >= 0)
            if (isElement && !isTrue(Lifted<Tag, U::op.condition>::of(core, context))) return;
        any = true;
        down(kind, core);
    }
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

// ---- joins ------------------------------------------------------------------------------------------------------------------

consteval JoinForm joinForm(plan::JoinKind join) {
    switch (join) {
        case plan::JoinKind::inner: return JoinForm::inner;
        case plan::JoinKind::left: return JoinForm::left;
        case plan::JoinKind::right: return JoinForm::right;
        case plan::JoinKind::full: return JoinForm::full;
        case plan::JoinKind::semi: return JoinForm::semi;
        case plan::JoinKind::anti: return JoinForm::anti;
    }
    return JoinForm::inner;
}

/// What tells the rows of a side apart.
template <class Tag, int O, int S, class I> struct UniqueOf;
template <class Tag, int O, int S, std::size_t... I>
struct UniqueOf<Tag, O, S, std::index_sequence<I...>> {
    using Type = UniqueColumns<physicalOf<Tag>.exprs[physicalOf<Tag>.items[physicalInput<Tag, O, S>.firstUnique + static_cast<int>(I)]].index...>;
};
template <class Tag, int O, int S>
consteval auto identityOf() {
    if constexpr (physicalInput<Tag, O, S>.unique == plan::UniqueForm::inJoinKey) return std::type_identity<OneRow>{};
    else if constexpr (physicalInput<Tag, O, S>.unique == plan::UniqueForm::own)
        return std::type_identity<typename UniqueOf<Tag, O, S, std::make_index_sequence<static_cast<std::size_t>(physicalInput<Tag, O, S>.uniqueCount)>>::Type>{};
    else return std::type_identity<WholeRow>{};
}

template <class Tag, int O>
struct JoinRows {
    using Left = WholeKeptRow<Tag, O, 0>;
    using Right = WholeKeptRow<Tag, O, 1>;
    static constexpr int width = physicalInput<Tag, O, 0>.columnCount;
    static constexpr JoinForm form = joinForm(physicalOp<Tag, O>.join);
    static constexpr bool leftOnly = form == JoinForm::semi || form == JoinForm::anti;
    using Row = std::conditional_t<leftOnly, Left,
                                   PairRow<std::conditional_t<form == JoinForm::right || form == JoinForm::full, PaddedRow<KeyRow<Tag, O>, KeptRow<Tag, O, 0>, Left>, Left>,
                                           std::conditional_t<form == JoinForm::left || form == JoinForm::full, PaddedRow<KeyRow<Tag, O>, KeptRow<Tag, O, 1>, Right>, Right>, width>>;
};
template <class Tag, int O> struct CoreOf<Tag, O, NodeKind::join> { using Type = typename JoinRows<Tag, O>::Row; };

template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::join> {
    static constexpr bool keeps = true;
    using Rows = JoinRows<Tag, O>;
    using Left = KeptRow<Tag, O, 0>;
    using Right = KeptRow<Tag, O, 1>;
    using Key = KeyRow<Tag, O>;
    RegularJoin<Rows::form, Key, JoinSide<Left, typename decltype(identityOf<Tag, O, 0>())::type>, JoinSide<Right, typename decltype(identityOf<Tag, O, 1>())::type>> state;
    OperatorState(const OperatorOptions& options, const typename Tag::Context&) : state({.ttl = options.ttl, .batch = options.batch, .memoryLimit = options.limitOf("JOIN")}) {}

    template <int S, class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context& context, Down down) {
        constexpr JoinInput input = S == 0 ? JoinInput::left : JoinInput::right;
        const auto condition = [&]([[maybe_unused]] const Key& k, [[maybe_unused]] const Left& left, [[maybe_unused]] const Right& right) {
            if constexpr (physicalOp<Tag, O>.condition < 0) return true;
            else return isTrue(Lifted<Tag, physicalOp<Tag, O>.condition>::of(PairRow<typename Rows::Left, typename Rows::Right, Rows::width>{{k, left}, {k, right}}, context));
        };
        if (lacksKey<Tag, O, S>(row, context)) state.template process<input>(kind, true, Key(), row, condition, handOn(down));
        else state.template process<input>(kind, false, keyOfRow<Tag, O, S>(row, context), row, condition, handOn(down));
    }
    template <class Down> void finish(const typename Tag::Context&, Down down) { state.finish(handOn(down)); }

private:
    template <class Down> static auto handOn(Down& down) {
        return [&down](RowKind kind, const Key& key, const Left* left, [[maybe_unused]] const Right* right) {
            if constexpr (Rows::leftOnly) down(kind, typename Rows::Row{key, *left});
            else if constexpr (Rows::form == JoinForm::inner) down(kind, typename Rows::Row{{key, *left}, {key, *right}});
            else if constexpr (Rows::form == JoinForm::left) down(kind, typename Rows::Row{{key, *left}, {key, right}});
            else if constexpr (Rows::form == JoinForm::right) down(kind, typename Rows::Row{{key, left}, {key, *right}});
            else down(kind, typename Rows::Row{{key, left}, {key, right}});
        };
    }
};

// ---- what is in order ---------------------------------------------------------------------------------------------------------

/// One sort key: NULLs where they are wanted, everything else in its order.
template <class Expression, bool Descending, bool NullsFirst>
struct SortKey {
    template <class Context, class A, class B>
    static constexpr int compare(const Context& context, const A& a, const B& b) {
        decltype(auto) x = Expression::of(a, context);
        decltype(auto) y = Expression::of(b, context);
        const bool hasX = present(x), hasY = present(y);
        if (!hasX || !hasY) return hasX == hasY ? 0 : hasX == NullsFirst ? 1 : -1;
        const int order = totalOrder(bare(x), bare(y));
        return Descending ? -order : order;
    }
};
/// Whether a row comes before another.
template <class Context, class... Keys>
struct RowOrder {
    const Context* context;
    template <class A, class B>
    constexpr bool operator()([[maybe_unused]] const A& a, [[maybe_unused]] const B& b) const {
        int order = 0;
        (void)(((order = Keys::compare(*context, a, b)) != 0) || ... || false);
        return order < 0;
    }
};
template <class Tag, int O, int I>
struct SortKeyAt {
    static constexpr int item = physicalOf<Tag>.items[physicalOp<Tag, O>.firstItem + I];
    static constexpr short packed = physicalOf<Tag>.exprs[item].index;
    using Type = SortKey<Lifted<Tag, physicalOf<Tag>.exprs[item].first>, plan::isDescending(packed), plan::putsNullsFirst(packed)>;
};
template <class Tag, int O, class I> struct RowOrderFor;
template <class Tag, int O, std::size_t... I>
struct RowOrderFor<Tag, O, std::index_sequence<I...>> {
    using Type = RowOrder<typename Tag::Context, typename SortKeyAt<Tag, O, static_cast<int>(I)>::Type...>;
};
template <class Tag, int O> using RowOrderOf = typename RowOrderFor<Tag, O, std::make_index_sequence<static_cast<std::size_t>(physicalOp<Tag, O>.itemCount)>>::Type;

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
        state.process(kind, keyOfRow<Tag, O, 0>(row, context), row, handOn(down));
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

// ---- upserts, and counted sets -------------------------------------------------------------------------------------------------

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
