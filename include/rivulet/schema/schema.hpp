// SPDX-License-Identifier: BSL-1.0
// The schema builder. A schema is an empty object; everything it says is known to the compiler.
#pragma once
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <rivulet/core/fixed_string.hpp>
#include <rivulet/reflect/reflection.hpp>
#include <rivulet/schema/description.hpp>
#include <rivulet/schema/parts.hpp>

namespace rivulet {

/// What a table's columns shall be. Each call gives a longer schema; nothing is checked before the schema meets a stream.
/// Names are exact. Once a physical column is declared only the declared columns remain, in declared order; otherwise the
/// stream's columns stay and the declared ones follow. Rules and texts are Flink's.
///
///     constexpr auto schema = Schema()
///         .column<"user", std::string>()
///         .column<"amount", "DECIMAL(10, 2)">()                          // text: nullable unless NOT NULL
///         .columnByExpression<"twice", "amount * 2">()
///         .columnByMetadata<"ts", TimestampLtz<3>, "rowtime">()
///         .watermark<"ts", "ts - INTERVAL '5' SECOND">()
///         .primaryKey<"user">();
template <class... Parts>
class Schema {
    template <class... More> using With = Schema<Parts..., detail::ShortPart<More>...>;
    using Counts = detail::SchemaParts<Parts...>;

public:
    /// What the schema says, as values of static storage.
    static constexpr SchemaDescription description() {
        const auto& s = detail::storedSchema<Parts...>;
        return {s.columns, Counts::columnCount, s.watermarks, Counts::watermarkCount, s.keys, Counts::keyCount};
    }
    static constexpr int columnCount = Counts::columnCount;
    /// The expression object of a part (DeclaredColumn::expression, DeclaredWatermark::expression).
    template <int Part> using Expression = typename std::tuple_element_t<static_cast<std::size_t>(Part), std::tuple<Parts...>>::Expression;

    /// A physical column, matched by name to a field of the stream, with the SQL type of a C++ type or a type in SQL text.
    template <FixedString Name, class T> constexpr auto column() const { return With<detail::ColumnPart<Name, detail::DeclaredAs<T>>>{}; }
    template <FixedString Name, FixedString Type> constexpr auto column() const { return With<detail::ColumnPart<Name, detail::DeclaredTypeText<Type>>>{}; }

    /// A column computed from physical and metadata columns (also from fields that are not declared), by SQL text or an
    /// expression object.
    template <FixedString Name, FixedString Sql> constexpr auto columnByExpression() const { return With<detail::TextColumnPart<Name, Sql>>{}; }
    template <FixedString Name, class E> constexpr auto columnByExpression(const E&) const { return With<detail::ExpressionColumnPart<Name, E>>{}; }

    /// A column that travels beside the row. Streams have one key: `rowtime`, the record's timestamp. The key is the
    /// column's name where it is not given; a virtual column is read only.
    template <FixedString Name, class T, FixedString Key = "", bool Virtual = false>
    constexpr auto columnByMetadata() const { return With<detail::MetadataPart<Name, detail::DeclaredAs<T>, Key, Virtual>>{}; }
    template <FixedString Name, FixedString Type, FixedString Key = "", bool Virtual = false>
    constexpr auto columnByMetadata() const { return With<detail::MetadataPart<Name, detail::DeclaredTypeText<Type>, Key, Virtual>>{}; }

    /// Makes the column event time; the expression says how far behind it the watermark is. `SOURCE_WATERMARK()` takes the
    /// stream's own watermarks.
    template <FixedString Column, FixedString Sql> constexpr auto watermark() const { return With<detail::WatermarkPart<Column, Sql>>{}; }
    template <FixedString Column, class E> constexpr auto watermark(const E&) const { return With<detail::ExpressionWatermarkPart<Column, E>>{}; }

    /// Names and SQL text are read while compiling: between parentheses, as Flink has them, they come too late.
    template <class Text, class... More> constexpr Schema watermark(const Text&, const More&...) const {
        static_assert(std::is_void_v<Text>, "rivulet: watermark: column and expression stand in angle brackets: watermark<\"at\", \"at - INTERVAL '5' SECOND\">()");
        return {};
    }
    template <FixedString Column> constexpr Schema watermark() const {
        constexpr bool expressed = sizeof(Column) == 0;
        static_assert(expressed, "rivulet: watermark: behind the column stands the watermark's expression: watermark<\"at\", \"at - INTERVAL '5' SECOND\">()");
        return {};
    }
    template <class Text, class... More> constexpr Schema primaryKey(const Text&, const More&...) const {
        static_assert(std::is_void_v<Text>, "rivulet: primaryKey: columns stand in angle brackets: primaryKey<\"id\">()");
        return {};
    }
    template <class Text, class... More> constexpr Schema column(const Text&, const More&...) const {
        static_assert(std::is_void_v<Text>, "rivulet: column: name and type stand in angle brackets: column<\"id\", \"BIGINT\">()");
        return {};
    }
    template <class Text, class... More> constexpr Schema columnByExpression(const Text&, const More&...) const {
        static_assert(std::is_void_v<Text>, "rivulet: columnByExpression: name and SQL text stand in angle brackets: columnByExpression<\"at\", \"TO_TIMESTAMP_LTZ(ms, 3)\">()");
        return {};
    }

    /// What the rows are unique by. Not enforced. Named PK_<column>_<column> unless a name is given.
    template <FixedString... Columns> requires (sizeof...(Columns) > 0) constexpr auto primaryKey() const { return With<detail::KeyPart<"", Columns...>>{}; }
    template <FixedString... Columns> requires (sizeof...(Columns) == 0) constexpr Schema primaryKey() const {
        static_assert(sizeof...(Columns) > 0, "rivulet: primaryKey: needs at least one column: primaryKey<\"id\">()");
        return {};
    }
    template <FixedString Name, FixedString... Columns> requires (sizeof...(Columns) == 0) constexpr Schema primaryKeyNamed() const {
        static_assert(sizeof...(Columns) > 0, "rivulet: primaryKeyNamed: behind the name stands at least one column: primaryKeyNamed<\"pk\", \"id\">()");
        return {};
    }
    template <FixedString Name, FixedString... Columns> requires (sizeof...(Columns) > 0)
    constexpr auto primaryKeyNamed() const { return With<detail::KeyPart<Name, Columns...>>{}; }

    /// Physical columns `Field<"name", T>...`.
    template <class... F> constexpr auto fromFields() const { return With<detail::ColumnPart<F::fixedName, detail::DeclaredAs<typename F::Type>>...>{}; }
    /// The fields of a row type, such as a struct, as physical columns.
    template <class T> constexpr auto fromRow() const { return fromRowFields<T>(std::make_index_sequence<static_cast<std::size_t>(Reflection<T>::count)>{}); }
    /// Everything that another schema says.
    template <class... More> constexpr auto fromSchema(const Schema<More...>&) const { return Schema<Parts..., More...>{}; }

    /// Equal if they say the same in the same order.
    template <class... Others> friend constexpr bool operator==(const Schema&, const Schema<Others...>&) { return std::is_same_v<Schema, Schema<Others...>>; }

private:
    template <class T, std::size_t... I> static constexpr auto fromRowFields(std::index_sequence<I...>) {
        if constexpr (sizeof...(I) == 0) return With<detail::FieldPart<T, 0>>{};
        else return With<detail::FieldPart<T, static_cast<int>(I)>...>{};
    }
};
Schema() -> Schema<>;

}  // namespace rivulet
