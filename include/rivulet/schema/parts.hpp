// SPDX-License-Identifier: BSL-1.0
// What a schema is put together from: each part is an empty type that knows its value and has a short name.
#pragma once
#include <cstddef>
#include <string_view>
#include <type_traits>

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
/// A flat type is named by its numbers: `long` and `long long` are one part.
template <TypeRoot Root, bool Nullable, int Precision, int Scale>
struct DeclaredFlatType {
    static constexpr SqlType type{Root, Nullable, Precision, Scale, nullptr};
    static constexpr Error error{};
    static constexpr std::string_view text{};
};
template <class T>
consteval auto declaredTypeOf() {
    using Type = DeclaredCppType<T>;
    if constexpr (Type::type.root != TypeRoot::unknown && !Type::type.hasDetail())
        return std::type_identity<DeclaredFlatType<Type::type.root, Type::type.nullable, Type::type.precision, Type::type.scale>>{};
    else return std::type_identity<Type>{};
}
template <class T> using DeclaredAs = typename decltype(declaredTypeOf<T>())::type;

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

// ---- short names ------------------------------------------------------------------------------------------------------
// A schema spelled in full would fill pages of every message and symbol. So a part is named by a hash of what it says, and a
// friend function that its maker defines leads back to the full part. C++ types that a part holds stay in its name.

template <class... T> struct PartTypes {};
struct PartHash {
    unsigned long long value{14695981039346656037ull};
    constexpr PartHash& add(std::string_view s) {
        for (const char c : s) value = (value ^ static_cast<unsigned char>(c)) * 1099511628211ull;
        return add(static_cast<int>(s.size()));
    }
    constexpr PartHash& add(int v) {
        for (int i = 0; i < 4; ++i, v >>= 8) value = (value ^ static_cast<unsigned char>(v)) * 1099511628211ull;
        return *this;
    }
    constexpr unsigned long long name() const { return value >> 28; }  // 36 bits: two parts of one name would not compile
};
template <TypeRoot R, bool Nullable, int P, int S>
constexpr PartHash& addType(PartHash& h, DeclaredFlatType<R, Nullable, P, S>) { return h.add("flat").add(static_cast<int>(R) * 2 + Nullable).add(P).add(S); }
template <FixedString Text> constexpr PartHash& addType(PartHash& h, DeclaredTypeText<Text>) { return h.add("text").add(Text.view()); }
template <class T> constexpr PartHash& addType(PartHash& h, DeclaredCppType<T>) { return h.add("class"); }
template <class Type> struct TypesOfDeclared { using type = PartTypes<>; };
template <class T> struct TypesOfDeclared<DeclaredCppType<T>> { using type = PartTypes<T>; };

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnon-template-friend"
#endif
template <unsigned long long Name, class... T> struct PartSlot { friend constexpr auto partIn(PartSlot<Name, T...>); };
template <class Slot, class Full> struct FillPart {
    friend constexpr auto partIn(Slot) { return static_cast<Full*>(nullptr); }
    using type = Slot;
};
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

// ---- parts: each is a type that knows its value -----------------------------------------------------------------------

enum class PartKind : unsigned char { column, watermark, key };

template <FixedString Name, class Type>
struct ColumnPart {
    static constexpr unsigned long long hash = [] { PartHash h; return addType(h.add("column").add(Name.view()), Type{}).name(); }();
    using Types = typename TypesOfDeclared<Type>::type;
    static constexpr PartKind kind = PartKind::column;
    static constexpr DeclaredColumn value(int) { return {.column = {.name = Name.view(), .type = Type::type}, .error = Type::error, .errorText = Type::text}; }
};
template <FixedString Name, FixedString Sql>
struct TextColumnPart {
    static constexpr unsigned long long hash = PartHash{}.add("computed").add(Name.view()).add(Sql.view()).name();
    using Types = PartTypes<>;
    static constexpr PartKind kind = PartKind::column;
    static constexpr DeclaredColumn value(int) { return {.column = {.name = Name.view(), .kind = ColumnKind::computed, .expression = Sql.view()}}; }
};
template <FixedString Name, class E>
struct ExpressionColumnPart {
    static constexpr unsigned long long hash = PartHash{}.add("object").add(Name.view()).name();
    using Types = PartTypes<E>;
    static constexpr PartKind kind = PartKind::column;
    using Expression = E;
    static constexpr DeclaredColumn value(int part) { return {.column = {.name = Name.view(), .kind = ColumnKind::computed, .expression = expressionText<E>}, .expression = part}; }
};
template <FixedString Name, class Type, FixedString Key, bool Virtual>
struct MetadataPart {
    static constexpr unsigned long long hash = [] { PartHash h; return addType(h.add("metadata").add(Name.view()).add(Key.view()).add(Virtual), Type{}).name(); }();
    using Types = typename TypesOfDeclared<Type>::type;
    static constexpr PartKind kind = PartKind::column;
    static constexpr DeclaredColumn value(int) {
        return {.column = {.name = Name.view(), .type = Type::type, .kind = ColumnKind::metadata, .metadataKey = Key.view(), .isVirtual = Virtual}, .error = Type::error, .errorText = Type::text};
    }
};
/// Field I of a row type as a physical column.
template <class T, int I>
struct FieldPart {
    static constexpr unsigned long long hash = PartHash{}.add("field").add(I).name();
    using Types = PartTypes<T>;
    static constexpr PartKind kind = PartKind::column;
    static constexpr DeclaredColumn value(int) {
        if constexpr (rowError<T>.code != ErrorCode::none) return {.error = rowError<T>};
        else return {.column = columnsOf<T>[I]};
    }
};
template <FixedString Column, FixedString Sql>
struct WatermarkPart {
    static constexpr unsigned long long hash = PartHash{}.add("watermark").add(Column.view()).add(Sql.view()).name();
    using Types = PartTypes<>;
    static constexpr PartKind kind = PartKind::watermark;
    static constexpr DeclaredWatermark value(int) { return {.column = Column.view(), .text = Sql.view()}; }
};
template <FixedString Column, class E>
struct ExpressionWatermarkPart {
    static constexpr unsigned long long hash = PartHash{}.add("watermark object").add(Column.view()).name();
    using Types = PartTypes<E>;
    static constexpr PartKind kind = PartKind::watermark;
    using Expression = E;
    static constexpr DeclaredWatermark value(int part) { return {.column = Column.view(), .text = expressionText<E>, .expression = part}; }
};
template <FixedString Name, FixedString... Columns>
struct KeyPart {
    static constexpr unsigned long long hash = [] { PartHash h; h.add("key").add(Name.view()); (h.add(Columns.view()), ...); return h.name(); }();
    using Types = PartTypes<>;
    static constexpr PartKind kind = PartKind::key;
    static constexpr std::string_view columns[sizeof...(Columns) + 1]{Columns.view()...};
    static constexpr DeclaredKey value(int) { return {.name = Name.view(), .columns = columns, .count = static_cast<int>(sizeof...(Columns))}; }
};

}  // namespace detail

/// A clause of a schema, by its short name.
template <unsigned long long Name, class... T> struct Clause : std::remove_pointer_t<decltype(partIn(detail::PartSlot<Name, T...>{}))> {};

namespace detail {

template <class Full, class Types> struct ShortPartOf;
template <class Full, class... T> struct ShortPartOf<Full, PartTypes<T...>> {
    using Slot = typename FillPart<PartSlot<Full::hash, T...>, Full>::type;
    template <unsigned long long N, class... U> static Clause<N, U...> named(PartSlot<N, U...>);
    using type = decltype(named(Slot{}));
};
template <class Full> using ShortPart = typename ShortPartOf<Full, typename Full::Types>::type;

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
}  // namespace rivulet
