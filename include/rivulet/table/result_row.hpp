// SPDX-License-Identifier: BSL-1.0
// The row type of a table that no struct was named for.
#pragma once
#include <optional>
#include <type_traits>
#include <utility>

#include <rivulet/lift/pipeline.hpp>
#include <rivulet/reflect/row.hpp>
#include <rivulet/table/tag.hpp>

namespace rivulet::detail {

template <class Tag, int O> consteval auto coreRowOf();
template <class Tag, int O> using CoreRow = typename decltype(coreRowOf<Tag, O>())::type;

// The operator's row with its slots, as withSlots makes it.
template <class Tag, int O, int K, class Row>
consteval auto slotRowOf() {
    if constexpr (K == physicalOp<Tag, O>.slotCount) return std::type_identity<Row>{};
    else return slotRowOf<Tag, O, K + 1, SlotRow<Row, typename Tag::Context, K, Lifted<Tag, physicalOf<Tag>.items[physicalOp<Tag, O>.firstSlot + K]>>>();
}
template <class Tag, int O> using FullRow = typename decltype(slotRowOf<Tag, O, 0, CoreRow<Tag, O>>())::type;

template <class Tag>
consteval int producerOf(int consumer) {
    int o = 0;
    while (physicalOf<Tag>.ops[o].consumer != consumer) ++o;
    return o;
}
template <class Tag, int O>
consteval auto coreRowOf() {
    constexpr plan::PhysicalOp op = physicalOp<Tag, O>;
    if constexpr (op.kind == plan::NodeKind::scan) return std::type_identity<StreamRow<typename Tag::template Source<op.source>>>{};
    else if constexpr (op.kind == plan::NodeKind::values) return std::type_identity<NoColumns>{};
    else {
        constexpr int from = producerOf<Tag>(O);
        return []<std::size_t... J>(std::index_sequence<J...>) {
            return std::type_identity<OutputRow<FullRow<Tag, from>, typename Tag::Context, OutputOf<Tag, from, static_cast<int>(J)>...>>{};
        }(std::make_index_sequence<static_cast<std::size_t>(physicalOp<Tag, from>.outputCount)>{});
    }
}

/// The C++ type of column I: by its SQL type, or, where that does not spell it out (nested and RAW), what computes it.
template <class Tag, int I>
consteval auto columnType() {
    constexpr plan::Column c = relationOf<Tag>.columns[I];
    if constexpr (c.type.root == TypeRoot::null) return std::type_identity<std::optional<bool>>{};
    else if constexpr (c.type.root >= TypeRoot::array) {
        constexpr int o = producerOf<Tag>(-1);
        using Computed = std::remove_cvref_t<decltype(OutputOf<Tag, o, I>::of(std::declval<const FullRow<Tag, o>&>(), std::declval<const typename Tag::Context&>()))>;
        return std::type_identity<Computed>{};
    } else {
        using V = CppType<c.type.root, c.type.precision, c.type.scale>;
        return std::type_identity<std::conditional_t<c.type.nullable, std::optional<V>, V>>{};
    }
}

/// A name of N characters for Field.
template <std::size_t N>
consteval auto fixedName(std::string_view name) {
    FixedString<N + 1> text;
    for (std::size_t i = 0; i < N; ++i) text.chars[i] = name[i];
    return text;
}
template <class Tag, int I>
consteval auto columnName() {
    constexpr std::string_view name = relationOf<Tag>.columns[I].name;
    return fixedName<name.size()>(name);
}

template <class Tag>
consteval auto resultRow() {
    return []<std::size_t... I>(std::index_sequence<I...>) {
        return std::type_identity<Row<Field<columnName<Tag, static_cast<int>(I)>(), typename decltype(columnType<Tag, static_cast<int>(I)>())::type>...>>{};
    }(std::make_index_sequence<static_cast<std::size_t>(relationOf<Tag>.count)>{});
}

/// `Row<Field<"name", type>, ..>` for all columns of a table.
template <class Tag> using ResultRow = typename decltype(resultRow<Tag>())::type;

template <class T, class Tag> struct TargetRowOf { using type = T; };
template <class Tag> struct TargetRowOf<Row<>, Tag> { using type = ResultRow<Tag>; };
/// T, or where no type was named (`Row<>`) the row of all columns.
template <class T, class Tag> using TargetRow = typename TargetRowOf<T, Tag>::type;

}  // namespace rivulet::detail
