// SPDX-License-Identifier: BSL-1.0
// The types of what operators keep: rows and keys that own their values. Found by what feeds an operator, named by values only.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <rivulet/expr/equality.hpp>
#include <rivulet/lift/expression.hpp>
#include <rivulet/lift/row.hpp>
#include <rivulet/lift/tag.hpp>
#include <rivulet/runtime/packed_row.hpp>
#include <rivulet/runtime/stored_row.hpp>

namespace rivulet::detail {

template <class Tag, int O> inline constexpr plan::PhysicalOp physicalOp = physicalOf<Tag>.ops[O];
template <class Tag, int O, int S> inline constexpr plan::PhysicalInput physicalInput = physicalOf<Tag>.ops[O].inputs[S];

// ---- a value that may be kept -----------------------------------------------------------------------------------------

template <class T> struct OwnedValue { using Type = T; };
template <> struct OwnedValue<std::string_view> { using Type = std::string; };
template <> struct OwnedValue<std::optional<std::string_view>> { using Type = std::optional<std::string>; };
template <> struct OwnedValue<std::nullopt_t> { using Type = std::optional<bool>; };  // an untyped NULL

/// What a value becomes where it is kept: of its own, and optional exactly where the plan says nullable.
template <class T, bool Nullable>
using Kept = std::conditional_t<Nullable, std::optional<Bare<typename OwnedValue<std::remove_cvref_t<T>>::Type>>,
                                Bare<typename OwnedValue<std::remove_cvref_t<T>>::Type>>;

// ---- rows between operators -------------------------------------------------------------------------------------------

/// The raw row of operator O; specialised beside each operator.
template <class Tag, int O, plan::NodeKind Kind = physicalOp<Tag, O>.kind> struct CoreOf;
template <class Tag, int O> using CoreRow = typename CoreOf<Tag, O>::Type;

template <class Tag, int O, int Slots = physicalOp<Tag, O>.slotCount>
struct SlottedOf {
    using Type = SlotRow<typename SlottedOf<Tag, O, Slots - 1>::Type, typename Tag::Context, Slots - 1, Lifted<Tag, physicalOf<Tag>.items[physicalOp<Tag, O>.firstSlot + Slots - 1]>>;
};
template <class Tag, int O> struct SlottedOf<Tag, O, 0> { using Type = CoreRow<Tag, O>; };

/// The operator's row with its slots.
template <class Tag, int O, int K = 0, class Row, class Context, class F>
constexpr void withSlots(const Row& row, const Context& context, F&& f) {
    if constexpr (K == physicalOp<Tag, O>.slotCount) f(row);
    else {
        using Definition = Lifted<Tag, physicalOf<Tag>.items[physicalOp<Tag, O>.firstSlot + K]>;
        withSlots<Tag, O, K + 1>(SlotRow<Row, Context, K, Definition>(row, context), context, f);
    }
}

template <class Tag, int O, class Row, class Context>
constexpr bool accepts(const Row& row, const Context& context) {
    if constexpr (physicalOp<Tag, O>.predicate < 0) return true;
    else return isTrue(Lifted<Tag, physicalOp<Tag, O>.predicate>::of(row, context));
}

/// Output J of operator O.
template <class Tag, int O, int J> inline constexpr int outputItem = physicalOf<Tag>.items[physicalOp<Tag, O>.firstOutput + J];
template <class Tag, int O, int J> using OutputOf = Lifted<Tag, outputItem<Tag, O, J>>;

template <class Tag, int O, int J, class Row>
constexpr decltype(auto) outputValue(const Row& row, const typename Tag::Context& context) {
    if constexpr (outputItem<Tag, O, J> < 0) return Absent{};
    else return OutputOf<Tag, O, J>::of(row, context);
}
/// The outputs of an operator of which few are read, computed there.
template <class Tag, int O, class Row>
struct UncapturedRow {
    const Row& row;
    const typename Tag::Context& context;
    template <int J> constexpr decltype(auto) at() const { return outputValue<Tag, O, J>(row, context); }
};
/// All outputs of an operator, each computed once.
template <class Tag, int O, class Row>
constexpr auto captureOutputs(const Row& row, const typename Tag::Context& context) {
    return [&]<std::size_t... J>(std::index_sequence<J...>) {
        return CapturedRow<decltype(outputValue<Tag, O, static_cast<int>(J)>(row, context))...>{
            {{outputValue<Tag, O, static_cast<int>(J)>(row, context)}...}};
    }(std::make_index_sequence<static_cast<std::size_t>(physicalOp<Tag, O>.outputCount)>{});
}

// ---- rows that are kept -------------------------------------------------------------------------------------------------

/// The first operator that feeds side S of operator O; all of them bring the same types.
template <class Tag>
consteval int producerOf(int consumer, int side) {
    for (int o = consumer + 1; o < physicalOf<Tag>.opCount; ++o)
        if (physicalOf<Tag>.ops[o].consumer == consumer && physicalOf<Tag>.ops[o].side == side) return o;
    return -1;
}

template <class Tag, int O, int S, int J>
consteval auto inputColumn() {
    constexpr int item = physicalOf<Tag>.items[physicalInput<Tag, O, S>.firstColumn + J];
    if constexpr (item < 0) return std::type_identity<Absent>{};
    else {
        constexpr int producer = producerOf<Tag>(O, S);
        using Row = typename SlottedOf<Tag, producer>::Type;
        using Value = decltype(outputValue<Tag, producer, J>(std::declval<const Row&>(), std::declval<const typename Tag::Context&>()));
        return std::type_identity<Kept<Value, physicalOf<Tag>.exprs[item].type.nullable>>{};
    }
}
/// The type of a column of side S of operator O, as it may be kept.
template <class Tag, int O, int S, int J> using InputColumn = typename decltype(inputColumn<Tag, O, S, J>())::type;

template <class Tag, int O, int S, int J>
inline constexpr bool isKept = J >= plan::ColumnSet::most || physicalInput<Tag, O, S>.kept.has(J);
template <class Tag, int O, int S, class I> struct InputRowOf;
template <class Tag, int O, int S, std::size_t... J>
struct InputRowOf<Tag, O, S, std::index_sequence<J...>> {
    using Type = StoredRow<InputColumn<Tag, O, S, static_cast<int>(J)>...>;
    using KeptType = RowToKeep<std::conditional_t<isKept<Tag, O, S, static_cast<int>(J)>, InputColumn<Tag, O, S, static_cast<int>(J)>, Absent>...>;
};
template <class Tag, int O, int S> using InputColumns = InputRowOf<Tag, O, S, std::make_index_sequence<static_cast<std::size_t>(physicalInput<Tag, O, S>.columnCount)>>;
/// A row of side S of operator O, of the columns that come.
template <class Tag, int O, int S = 0> using InputRow = typename InputColumns<Tag, O, S>::Type;
/// The same as it is kept: without what is only computed with, what nobody reads, and what the key holds.
template <class Tag, int O, int S = 0> using KeptRow = typename InputColumns<Tag, O, S>::KeptType;

/// Key K of side S of operator O, an expression over the rows of that side.
template <class Tag, int O, int S, int K> using KeyExpression = Lifted<Tag, physicalOf<Tag>.items[physicalInput<Tag, O, S>.firstKey + K]>;

template <class Tag, int O, int S, int K> inline constexpr bool mayLackKey = physicalOf<Tag>.exprs[physicalOf<Tag>.items[physicalInput<Tag, O, S>.firstKey + K]].type.nullable;
template <class Tag, int O, int K>
consteval bool isNullableKey() {
    // Keys of a join that do not match NULL, or have it on one side only, are compared without their optional: a missing one is told before.
    if constexpr (plan::isJoin(physicalOp<Tag, O>.kind)) return (physicalOp<Tag, O>.nullSafe >> K & 1) != 0 && mayLackKey<Tag, O, 0, K> && mayLackKey<Tag, O, 1, K>;
    else return mayLackKey<Tag, O, 0, K>;
}
template <class Tag, int O, int K> inline constexpr bool nullableKey = isNullableKey<Tag, O, K>();
template <class Tag, int O, class I> struct KeyRowOf;
template <class Tag, int O, std::size_t... K>
struct KeyRowOf<Tag, O, std::index_sequence<K...>> {
    template <int J> using Value = decltype(KeyExpression<Tag, O, 0, J>::of(std::declval<const InputRow<Tag, O>&>(), std::declval<const typename Tag::Context&>()));
    using Type = StoredRow<Kept<Value<static_cast<int>(K)>, nullableKey<Tag, O, static_cast<int>(K)>>...>;
};
/// The key of operator O.
template <class Tag, int O> using KeyRow = typename KeyRowOf<Tag, O, std::make_index_sequence<static_cast<std::size_t>(physicalOp<Tag, O>.keyCount)>>::Type;

/// Which part of the key is column J of side S, that is not kept with the row; -1: none.
template <class Tag, int O, int S>
consteval int keyPartOf(int column, bool kept) {
    if (kept) return -1;
    for (int k = 0; k < physicalOp<Tag, O>.keyCount; ++k) {
        const plan::Expr& e = physicalOf<Tag>.exprs[physicalOf<Tag>.items[physicalInput<Tag, O, S>.firstKey + k]];
        if (e.kind == plan::ExprKind::column && e.index == column) return k;
    }
    return -1;
}
template <class Tag, int O, int S, class I> struct KeyedRowOf;
template <class Tag, int O, int S, std::size_t... J>
struct KeyedRowOf<Tag, O, S, std::index_sequence<J...>> {
    using Type = KeyedRow<KeyRow<Tag, O>, KeptRow<Tag, O, S>, keyPartOf<Tag, O, S>(static_cast<int>(J), isKept<Tag, O, S, static_cast<int>(J)>)...>;
};
/// A kept row of side S with its key: all columns again.
template <class Tag, int O, int S = 0> using WholeKeptRow = typename KeyedRowOf<Tag, O, S, std::make_index_sequence<static_cast<std::size_t>(physicalInput<Tag, O, S>.columnCount)>>::Type;

template <class Tag, int O, int S, int K, class Row>
constexpr decltype(auto) keyValue(const Row& row, const typename Tag::Context& context) {
    using Value = decltype(KeyExpression<Tag, O, S, K>::of(row, context));
    if constexpr (nullableKey<Tag, O, K> || !Optional<Value>) return KeyExpression<Tag, O, S, K>::of(row, context);
    else if constexpr (std::is_reference_v<Value>) return bare(KeyExpression<Tag, O, S, K>::of(row, context));
    else return Bare<Value>(*KeyExpression<Tag, O, S, K>::of(row, context));
}
/// The key of a row, to look up with. None of its parts that must not be NULL is.
template <class Tag, int O, int S, class Row>
constexpr auto keyOfRow(const Row& row, const typename Tag::Context& context) {
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
        return CapturedRow<decltype(keyValue<Tag, O, S, static_cast<int>(K)>(row, context))...>{{{keyValue<Tag, O, S, static_cast<int>(K)>(row, context)}...}};
    }(std::make_index_sequence<static_cast<std::size_t>(physicalOp<Tag, O>.keyCount)>{});
}
template <class Tag, int O, int S, int K, class Row>
constexpr bool lacksKeyAt([[maybe_unused]] const Row& row, [[maybe_unused]] const typename Tag::Context& context) {
    constexpr bool safe = (physicalOp<Tag, O>.nullSafe >> K & 1) != 0;
    if constexpr (nullableKey<Tag, O, K>) return false;
    else if constexpr (safe || physicalOf<Tag>.exprs[physicalOf<Tag>.items[physicalInput<Tag, O, S>.firstKey + K]].type.root < TypeRoot::array)
        return !present(KeyExpression<Tag, O, S, K>::of(row, context));
    else return hasNullInside(KeyExpression<Tag, O, S, K>::of(row, context));  // equal to nothing, as `=` has it
}
/// Whether a part of a join's key is NULL that matches nothing then.
template <class Tag, int O, int S, class Row>
constexpr bool lacksKey(const Row& row, const typename Tag::Context& context) {
    return [&]<std::size_t... K>(std::index_sequence<K...>) {
        return (lacksKeyAt<Tag, O, S, static_cast<int>(K)>(row, context) || ... || false);
    }(std::make_index_sequence<static_cast<std::size_t>(physicalOp<Tag, O>.keyCount)>{});
}

}  // namespace rivulet::detail
