// SPDX-License-Identifier: BSL-1.0
// From a C++ type to the columns of its rows.
#pragma once
#include <array>
#include <concepts>
#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/core/error.hpp>
#include <rivulet/core/text.hpp>
#include <rivulet/reflect/reflection.hpp>
#include <rivulet/reflect/row.hpp>
#include <rivulet/schema/column.hpp>
#include <rivulet/types/sql_traits.hpp>

namespace rivulet {
namespace detail {

/// The name in STRUCTURED<'..'>: the class's own, `Tuple2` for tuples and pairs as in Flink.
template <class T>
consteval std::string_view structuredName() {
    if constexpr (shapeOf<T>() == Shape::tuple) {
        constexpr std::string_view names[] = {"Tuple0", "Tuple1", "Tuple2", "Tuple3", "Tuple4", "Tuple5", "Tuple6", "Tuple7", "Tuple8", "Tuple9", "Tuple10", "Tuple11", "Tuple12"};
        return Reflection<T>::count <= 12 ? names[Reflection<T>::count] : std::string_view("Tuple");
    }
    else return className<T>();
}

template <class T, std::size_t... I>
consteval auto typeFields(std::index_sequence<I...>) {
    struct Fields { TypeField at[sizeof...(I) + 1]; };
    return Fields{{TypeField{Reflection<T>::names[I], SqlTraits<typename Reflection<T>::template Type<static_cast<int>(I)>>::type}...}};
}
template <class T> using FieldIndexes = std::make_index_sequence<static_cast<std::size_t>(Reflection<T>::count)>;
template <class T> inline constexpr auto typeFieldsOf = typeFields<T>(FieldIndexes<T>{});
template <class T> inline constexpr TypeDetail compositeDetail{shapeOf<T>() == Shape::row ? std::string_view{} : structuredName<T>(), typeFieldsOf<T>.at, Reflection<T>::count};

}  // namespace detail

/// A struct, tuple or adapted class inside a row is STRUCTURED<'Name', ..>, a Row is ROW<..>. Its value is the C++ object itself.
template <class T> requires detail::CompositeType<T>
struct SqlTraits<T> : detail::SameTraits<T> {
    static constexpr bool isComposite = true;
    static constexpr SqlType type{detail::shapeOf<T>() == Shape::row ? TypeRoot::row : TypeRoot::structured, false, 0, 0, &detail::compositeDetail<T>};
};

namespace detail {

// ---- why a type has no columns ----------------------------------------------------------------------------------------

/// What could be written instead; empty where the sentence says it already.
template <class T>
consteval std::string_view wayOut() {
    if constexpr (isOptional<T>) return wayOut<typename T::value_type>();
    else if constexpr (std::is_same_v<T, char> || std::is_same_v<T, char8_t> || std::is_same_v<T, char16_t> || std::is_same_v<T, char32_t> || std::is_same_v<T, wchar_t>) return "std::string or Char<1>";
    else if constexpr (std::is_unsigned_v<T>) return sizeof(T) == 1 ? "std::int16_t" : sizeof(T) == 2 ? "std::int32_t" : sizeof(T) == 4 ? "std::int64_t" : "Decimal<20, 0>";
    else return {};
}

// A type inside T by which a row holds others: the element of a container, the fields of a struct.
template <class T> struct Inner { static constexpr bool is = false; };
template <class T> struct Inner<std::optional<T>> { static constexpr bool is = true; using First = T; using Second = T; };
template <class T, class A> struct Inner<std::vector<T, A>> { static constexpr bool is = true; using First = T; using Second = T; };
template <class T, std::size_t N> struct Inner<std::array<T, N>> { static constexpr bool is = true; using First = T; using Second = T; };
template <class K, class V, class C, class A> struct Inner<std::map<K, V, C, A>> { static constexpr bool is = true; using First = K; using Second = V; };

template <class T, int I> inline constexpr auto fieldPath = staticText<[](TextWriter& w) { w << className<T>() << "." << Reflection<T>::names[I]; }>();
template <class T> inline constexpr auto foundType = staticText<[](TextWriter& w) { w << typeName<T>(); }>();

// The first error of T as a value, with the outer types in Path: one that holds itself has no SQL type.
template <class T, class... Path> consteval Error valueError();

// The types of most fields are of few kinds, and the name of a wide row is long: a path is only written for the field that has an error.
template <class T, class... Path> inline constexpr bool hasValueError = valueError<T, Path...>().code != ErrorCode::none;
constexpr int firstOf(const bool* is, int count) {
    for (int i = 0; i < count; ++i)
        if (is[i]) return i;
    return -1;
}
template <class T, int I>
consteval Error errorOfField(Error e) {
    if (e.subject.empty()) {
        e.subject = fieldPath<T, I>.view();
        e.found = typeName<typename Reflection<T>::template Type<I>>();
    }
    return e;
}

template <class T, class... Path, std::size_t... I>
consteval Error fieldErrors(std::index_sequence<I...>) {
    constexpr bool wrong[] = {hasValueError<typename Reflection<T>::template Type<static_cast<int>(I)>, Path..., T>..., false};
    constexpr int first = firstOf(wrong, static_cast<int>(sizeof...(I)));
    if constexpr (first < 0) return {};
    else return errorOfField<T, first>(valueError<typename Reflection<T>::template Type<first>, Path..., T>());
}

template <class T, class... Path>
consteval Error valueError() {
    if constexpr ((std::is_same_v<T, Path> || ...)) return {.code = ErrorCode::notSupported, .expected = "no type inside itself"};
    else if constexpr (shapeOf<T>() != Shape::atomic && (CompositeType<T> || sizeof...(Path) == 0)) {
        if constexpr (constexpr Error e = reflectionError<T>; e.code != ErrorCode::none) return e;
        else return fieldErrors<T, Path...>(FieldIndexes<T>{});
    }
    else if constexpr (mappingError<T> != ErrorCode::none) return {.code = mappingError<T>, .expected = wayOut<T>()};
    else if constexpr (Inner<T>::is && !std::is_same_v<T, Bytes>) {
        constexpr Error e = valueError<typename Inner<T>::First, Path...>();
        if constexpr (e.code != ErrorCode::none) return e;
        else return valueError<typename Inner<T>::Second, Path...>();
    }
    else return {};
}

template <class T>
consteval Error rowErrorOf() {
    Error e = valueError<T>();
    if (e && e.subject.empty()) { e.subject = foundType<T>.view(); }
    return e;
}

// ---- views: can be read, not kept -------------------------------------------------------------------------------------

template <class T> consteval Error viewError();
template <class T> inline constexpr bool hasViewError = viewError<T>().code != ErrorCode::none;
template <class T, std::size_t... I>
consteval Error viewErrors(std::index_sequence<I...>) {
    constexpr bool wrong[] = {hasViewError<typename Reflection<T>::template Type<static_cast<int>(I)>>..., false};
    constexpr int first = firstOf(wrong, static_cast<int>(sizeof...(I)));
    if constexpr (first < 0) return {};
    else return errorOfField<T, first>(viewError<typename Reflection<T>::template Type<first>>());
}
template <class T>
consteval Error viewError() {
    if constexpr (isView<T>) return {.code = ErrorCode::viewMember};
    else if constexpr (shapeOf<T>() != Shape::atomic) return viewErrors<T>(FieldIndexes<T>{});
    else if constexpr (Inner<T>::is) {
        if (const Error e = viewError<typename Inner<T>::First>()) return e;
        return viewError<typename Inner<T>::Second>();
    }
    else return {};
}
template <class T>
consteval Error keptErrorOf() {
    if (const Error e = rowErrorOf<T>()) return e;
    Error e = viewError<T>();
    if (e && e.subject.empty()) e.subject = foundType<T>.view();
    return e;
}

}  // namespace detail

/// Why a T is no row of columns, naming member and type; no error if it is.
///
///     struct Reading { std::string zone; unsigned amp; };
///     static_assert(rowError<Reading>.code == ErrorCode::unsignedMember && rowError<Reading>.subject == "Reading.amp");
template <class T> inline constexpr Error rowError = detail::rowErrorOf<T>();

/// The same for rows that outlive the call (state, queues, sinks): a string_view member is refused there too.
template <class T> inline constexpr Error keptRowError = detail::keptErrorOf<T>();

/// Some columns, in order.
template <int N>
struct ColumnList {
    static constexpr int count = N;
    Column columns[N > 0 ? static_cast<std::size_t>(N) : 1]{};

    template <std::integral I> constexpr const Column& operator[](I i) const { return columns[static_cast<std::size_t>(i)]; }
    constexpr const Column* begin() const { return columns; }
    constexpr const Column* end() const { return columns + N; }
    friend constexpr bool operator==(const ColumnList&, const ColumnList&) = default;
};

namespace detail {

template <class T, std::size_t... I>
consteval auto columnList(std::index_sequence<I...>) {
    constexpr int n = static_cast<int>(sizeof...(I));
    if constexpr (n == 0) return ColumnList<0>{};
    else return ColumnList<n>{{Column{.name = Reflection<T>::names[I], .type = SqlTraits<typename Reflection<T>::template Type<static_cast<int>(I)>>::type}...}};
}
template <class T>
consteval auto columnsIf() {
    if constexpr (rowError<T>.code != ErrorCode::none) return ColumnList<0>{};
    else return columnList<T>(FieldIndexes<T>{});
}

}  // namespace detail

/// The physical columns of a T's rows: its fields in the order of declaration, one level deep; `f0` of an atomic type. No
/// columns where rowError<T> is an error. Everything is NOT NULL but std::optional (Flink: what Java can hold as null is nullable).
///
///     struct User { std::string name; std::optional<int> score; };
///     static_assert(columnsOf<User>[1].type == sqltype::integer.orNull(true));
template <class T> inline constexpr auto columnsOf = detail::columnsIf<T>();

}  // namespace rivulet
