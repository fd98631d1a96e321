// SPDX-License-Identifier: BSL-1.0
// The row type of a table that no struct was named for.
#pragma once
#include <optional>
#include <type_traits>
#include <utility>

#include <rivulet/lift/query_origin.hpp>
#include <rivulet/reflect/row.hpp>
#include <rivulet/table/tag.hpp>

namespace rivulet::detail {

/// The C++ type of column I: by its SQL type, or, where that does not spell it out (nested and RAW), what computes it.
template <class Tag, int I>
consteval auto columnType() {
    constexpr plan::Column c = relationOf<Tag>.columns[I];
    if constexpr (c.type.root == TypeRoot::null) return std::type_identity<std::optional<bool>>{};
    else if constexpr (c.type.root >= TypeRoot::array) {
        constexpr int o = producerOf<Tag>(-1, 0);
        using Computed = std::remove_cvref_t<decltype(OutputOf<Tag, o, I>::of(std::declval<const typename SlottedOf<Tag, o>::Type&>(), std::declval<const typename Tag::Context&>()))>;
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
