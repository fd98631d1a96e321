// SPDX-License-Identifier: BSL-1.0
// The schema builder. A schema is an empty object; everything it says is known to the compiler.
#pragma once
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <rivulet/core/error.hpp>
#include <rivulet/core/fixed_string.hpp>
#include <rivulet/schema/derive.hpp>
#include <rivulet/schema/description.hpp>
#include <rivulet/types/type_text.hpp>

namespace rivulet {
namespace detail {

// ---- types, from C++ and from text ------------------------------------------------------------------------------------

template <class T>
struct DeclaredCppType {
    static consteval SqlType typeOf() {
        if constexpr (rowError<T>.code == ErrorCode::none) return SqlTraits<T>::type;
        else return {};
    }
    static constexpr SqlType type = typeOf();
    static constexpr Error error = rowError<T>;
    static constexpr std::string_view text{};
};
// The parts of a nested type live here, because the type points to them; flat types need no such room.
template <FixedString Text>
struct NestedTypeText {
    TypePool pool{};
    ParsedType parsed{};
    constexpr NestedTypeText() : parsed(parseType(Text.view(), &pool)) {}
};
template <FixedString Text> inline constexpr NestedTypeText<Text> nestedTypeText{};
template <FixedString Text>
struct DeclaredTypeText {
    static consteval ParsedType parse() {
        ParsedType flat = parseType(Text.view());
        if (flat.error) flat = nestedTypeText<Text>.parsed;
        if (!flat.error && flat.end != Text.view().size())
            flat.error = {.code = ErrorCode::syntax, .position = static_cast<int>(flat.end), .subject = Text.view().substr(flat.end), .expected = "the end of the type"};
        return flat;
    }
    static constexpr ParsedType parsed = parse();
    static constexpr SqlType type = parsed.type;
    static constexpr Error error = parsed.error;
    static constexpr std::string_view text = Text.view();
};

/// How an expression object is printed in a schema; the table room says it for its expressions.
template <class E> inline constexpr std::string_view expressionText = E::text;

// ---- parts of a schema: each is a type that knows its value -----------------------------------------------------------

enum class PartKind : unsigned char { column, watermark, key };

template <FixedString Name, class Type>
struct ColumnPart {
    static constexpr PartKind kind = PartKind::column;
    static constexpr DeclaredColumn value(int) { return {.column = {.name = Name.view(), .type = Type::type}, .error = Type::error, .errorText = Type::text}; }
};
template <FixedString Name, FixedString Sql>
struct TextColumnPart {
    static constexpr PartKind kind = PartKind::column;
    static constexpr DeclaredColumn value(int) { return {.column = {.name = Name.view(), .kind = ColumnKind::computed, .expression = Sql.view()}}; }
};
template <FixedString Name, class E>
struct ExpressionColumnPart {
    static constexpr PartKind kind = PartKind::column;
    using Expression = E;
    static constexpr DeclaredColumn value(int part) { return {.column = {.name = Name.view(), .kind = ColumnKind::computed, .expression = expressionText<E>}, .expression = part}; }
};
template <FixedString Name, class Type, FixedString Key, bool Virtual>
struct MetadataPart {
    static constexpr PartKind kind = PartKind::column;
    static constexpr DeclaredColumn value(int) {
        return {.column = {.name = Name.view(), .type = Type::type, .kind = ColumnKind::metadata, .metadataKey = Key.view(), .isVirtual = Virtual}, .error = Type::error, .errorText = Type::text};
    }
};
/// Field I of a row type as a physical column.
template <class T, int I>
struct FieldPart {
    static constexpr PartKind kind = PartKind::column;
    static constexpr DeclaredColumn value(int) {
        if constexpr (rowError<T>.code != ErrorCode::none) return {.error = rowError<T>};
        else return {.column = columnsOf<T>[I]};
    }
};
template <FixedString Column, FixedString Sql>
struct WatermarkPart {
    static constexpr PartKind kind = PartKind::watermark;
    static constexpr DeclaredWatermark value(int) { return {.column = Column.view(), .text = Sql.view()}; }
};
template <FixedString Column, class E>
struct ExpressionWatermarkPart {
    static constexpr PartKind kind = PartKind::watermark;
    using Expression = E;
    static constexpr DeclaredWatermark value(int part) { return {.column = Column.view(), .text = expressionText<E>, .expression = part}; }
};
template <FixedString Name, FixedString... Columns>
struct KeyPart {
    static constexpr PartKind kind = PartKind::key;
    static constexpr std::string_view columns[sizeof...(Columns) + 1]{Columns.view()...};
    static constexpr DeclaredKey value(int) { return {.name = Name.view(), .columns = columns, .count = static_cast<int>(sizeof...(Columns))}; }
};

template <class... Parts>
struct SchemaParts {
    static constexpr int columnCount = (0 + ... + (Parts::kind == PartKind::column));
    static constexpr int watermarkCount = (0 + ... + (Parts::kind == PartKind::watermark));
    static constexpr int keyCount = (0 + ... + (Parts::kind == PartKind::key));
    struct Stored {
        DeclaredColumn columns[static_cast<std::size_t>(columnCount) + 1]{};
        DeclaredWatermark watermarks[static_cast<std::size_t>(watermarkCount) + 1]{};
        DeclaredKey keys[static_cast<std::size_t>(keyCount) + 1]{};
    };
    static consteval Stored store() {
        Stored s;
        [[maybe_unused]] int part = 0, column = 0, watermark = 0, key = 0;
        [[maybe_unused]] const auto put = [&]<class Part>(std::type_identity<Part>) {
            if constexpr (Part::kind == PartKind::column) s.columns[column++] = Part::value(part);
            else if constexpr (Part::kind == PartKind::watermark) s.watermarks[watermark++] = Part::value(part);
            else s.keys[key++] = Part::value(part);
            ++part;
        };
        (put(std::type_identity<Parts>{}), ...);
        return s;
    }
};
template <class... Parts> inline constexpr typename SchemaParts<Parts...>::Stored storedSchema = SchemaParts<Parts...>::store();

}  // namespace detail

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
    template <class... More> using With = Schema<Parts..., More...>;
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
    template <FixedString Name, class T> constexpr auto column() const { return With<detail::ColumnPart<Name, detail::DeclaredCppType<T>>>{}; }
    template <FixedString Name, FixedString Type> constexpr auto column() const { return With<detail::ColumnPart<Name, detail::DeclaredTypeText<Type>>>{}; }

    /// A column computed from physical and metadata columns (also from fields that are not declared), by SQL text or an
    /// expression object.
    template <FixedString Name, FixedString Sql> constexpr auto columnByExpression() const { return With<detail::TextColumnPart<Name, Sql>>{}; }
    template <FixedString Name, class E> constexpr auto columnByExpression(const E&) const { return With<detail::ExpressionColumnPart<Name, E>>{}; }

    /// A column that travels beside the row. Streams have one key: `rowtime`, the record's timestamp. The key is the
    /// column's name where it is not given; a virtual column is read only.
    template <FixedString Name, class T, FixedString Key = "", bool Virtual = false>
    constexpr auto columnByMetadata() const { return With<detail::MetadataPart<Name, detail::DeclaredCppType<T>, Key, Virtual>>{}; }
    template <FixedString Name, FixedString Type, FixedString Key = "", bool Virtual = false>
    constexpr auto columnByMetadata() const { return With<detail::MetadataPart<Name, detail::DeclaredTypeText<Type>, Key, Virtual>>{}; }

    /// Makes the column event time; the expression says how far behind it the watermark is. `SOURCE_WATERMARK()` takes the
    /// stream's own watermarks.
    template <FixedString Column, FixedString Sql> constexpr auto watermark() const { return With<detail::WatermarkPart<Column, Sql>>{}; }
    template <FixedString Column, class E> constexpr auto watermark(const E&) const { return With<detail::ExpressionWatermarkPart<Column, E>>{}; }

    /// What the rows are unique by. Not enforced. Named PK_<column>_<column> unless a name is given.
    template <FixedString... Columns> requires (sizeof...(Columns) > 0) constexpr auto primaryKey() const { return With<detail::KeyPart<"", Columns...>>{}; }
    template <FixedString Name, FixedString... Columns> requires (sizeof...(Columns) > 0)
    constexpr auto primaryKeyNamed() const { return With<detail::KeyPart<Name, Columns...>>{}; }

    /// Physical columns `Field<"name", T>...`.
    template <class... F> constexpr auto fromFields() const { return With<detail::ColumnPart<F::fixedName, detail::DeclaredCppType<typename F::Type>>...>{}; }
    /// The fields of a row type, such as a struct, as physical columns.
    template <class T> constexpr auto fromRow() const { return fromRowFields<T>(std::make_index_sequence<static_cast<std::size_t>(Reflection<T>::count)>{}); }
    /// Everything that another schema says.
    template <class... More> constexpr auto fromSchema(const Schema<More...>&) const { return With<More...>{}; }

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
