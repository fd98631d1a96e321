// SPDX-License-Identifier: BSL-1.0
// C++ types <-> SQL types: the table, and the door for further types.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/types/cpp_type.hpp>
#include <rivulet/types/mapping_error.hpp>
#include <rivulet/types/sql_type.hpp>
#include <rivulet/types/type_name.hpp>

namespace rivulet {

/// What SQL type a C++ type is, and how values cross:
///
///     static constexpr SqlType type;                       // of std::optional nullable, of all else NOT NULL
///     using Value;                                         // the canonical C++ type, see CppType
///     static decltype(auto) toValue(const T&);             // by reference where T is canonical
///     template <class V> static T fromValue(V&&);          // from a canonical value or a view of one
///     template <class V> static void assign(T&, V&&);      // the same into what is there, reusing its memory
///
/// Specialise it for a type of your own. Types without one are opaque: `mappingError<T>` says why, Raw<T> carries them along.
template <class T> struct SqlTraits;  // declared here for the reader; see mapping_error.hpp

namespace detail {

/// T is its own canonical type.
template <class T>
struct SameTraits {
    using Value = T;
    static constexpr const T& toValue(const T& v) noexcept { return v; }
    template <class V> static constexpr T fromValue(V&& v) { return T(std::forward<V>(v)); }
    template <class V> static constexpr void assign(T& field, V&& v) {
        if constexpr (std::is_assignable_v<T&, V&&>) field = std::forward<V>(v);
        else field = T(std::forward<V>(v));
    }
};

/// T holds the same values as `Canonical`, by static_cast both ways.
template <class T, class Canonical>
struct NumberTraits {
    using Value = Canonical;
    static constexpr Canonical toValue(const T& v) noexcept { return static_cast<Canonical>(v); }
    template <class V> static constexpr T fromValue(V&& v) { return static_cast<T>(v); }
    template <class V> static constexpr void assign(T& field, V&& v) { field = static_cast<T>(v); }
};

template <class Element>
struct ArrayTypeDetail {
    static constexpr TypeField fields[1]{{"element", SqlTraits<Element>::type}};
    static constexpr TypeDetail detail{{}, fields, 1};
};

template <class Key, class Mapped>
struct MapTypeDetail {
    static constexpr TypeField fields[2]{{"key", SqlTraits<Key>::type}, {"value", SqlTraits<Mapped>::type}};
    static constexpr TypeDetail detail{{}, fields, 2};
};

template <class T>
struct RawTypeDetail {
    static constexpr TypeDetail detail{typeName<T>(), nullptr, 0};
};

template <class T> inline constexpr bool isOptional = false;
template <class T> inline constexpr bool isOptional<std::optional<T>> = true;

constexpr SqlType integerOfSize(std::size_t bytes) {
    return bytes == 1 ? sqltype::tinyint : bytes == 2 ? sqltype::smallint : bytes == 4 ? sqltype::integer : sqltype::bigint;
}

}  // namespace detail

template <> struct SqlTraits<bool> : detail::SameTraits<bool> { static constexpr SqlType type = sqltype::boolean; };
template <> struct SqlTraits<signed char> : detail::SameTraits<signed char> { static constexpr SqlType type = sqltype::tinyint; };
template <> struct SqlTraits<short> : detail::SameTraits<short> { static constexpr SqlType type = sqltype::smallint; };
template <> struct SqlTraits<int> : detail::SameTraits<int> { static constexpr SqlType type = sqltype::integer; };
template <> struct SqlTraits<long> : detail::NumberTraits<long, std::int64_t> { static constexpr SqlType type = sqltype::bigint; };
template <> struct SqlTraits<long long> : detail::NumberTraits<long long, std::int64_t> { static constexpr SqlType type = sqltype::bigint; };
template <> struct SqlTraits<float> : detail::SameTraits<float> { static constexpr SqlType type = sqltype::float_; };
template <> struct SqlTraits<double> : detail::SameTraits<double> { static constexpr SqlType type = sqltype::double_; };
template <int P, int S> struct SqlTraits<Decimal<P, S>> : detail::SameTraits<Decimal<P, S>> { static constexpr SqlType type = sqltype::decimal(P, S); };
template <> struct SqlTraits<std::string> : detail::SameTraits<std::string> {
    static constexpr SqlType type = sqltype::string;
    using detail::SameTraits<std::string>::assign;
    /// A text as long as the one before, as dates and codes are, is written over it: std::string::assign takes three times as long.
    static constexpr void assign(std::string& field, std::string_view v) {
        if (v.size() == field.size()) std::char_traits<char>::move(field.data(), v.data(), v.size());
        else field.assign(v);
    }
};
template <> struct SqlTraits<Bytes> : detail::SameTraits<Bytes> { static constexpr SqlType type = sqltype::bytes; };
template <> struct SqlTraits<Date> : detail::SameTraits<Date> { static constexpr SqlType type = sqltype::date; };
template <int P> struct SqlTraits<Time<P>> : detail::SameTraits<Time<P>> { static constexpr SqlType type = sqltype::time(P); };
template <int P> struct SqlTraits<Timestamp<P>> : detail::SameTraits<Timestamp<P>> { static constexpr SqlType type = sqltype::timestamp(P); };
template <int P> struct SqlTraits<TimestampLtz<P>> : detail::SameTraits<TimestampLtz<P>> { static constexpr SqlType type = sqltype::timestampLtz(P); };
template <> struct SqlTraits<IntervalYearMonth> : detail::SameTraits<IntervalYearMonth> { static constexpr SqlType type = sqltype::intervalYearMonth; };
template <> struct SqlTraits<IntervalDayTime> : detail::SameTraits<IntervalDayTime> { static constexpr SqlType type = sqltype::intervalDayTime; };

/// Text by reference: reads as STRING, but `isView` says that it may not be kept.
template <> struct SqlTraits<std::string_view> : detail::SameTraits<std::string_view> { static constexpr SqlType type = sqltype::string; };

template <int N> struct SqlTraits<Char<N>> {
    static constexpr SqlType type = sqltype::char_(N);
    using Value = std::string;
    static const std::string& toValue(const Char<N>& v) noexcept { return v.str(); }
    template <class V> static Char<N> fromValue(V&& v) { return Char<N>(std::forward<V>(v)); }
    template <class V> static void assign(Char<N>& field, V&& v) { field = Char<N>(std::forward<V>(v)); }
};
template <int N> struct SqlTraits<Varchar<N>> {
    static constexpr SqlType type = sqltype::varchar(N);
    using Value = std::string;
    static const std::string& toValue(const Varchar<N>& v) noexcept { return v.str(); }
    template <class V> static Varchar<N> fromValue(V&& v) { return Varchar<N>(std::forward<V>(v)); }
    template <class V> static void assign(Varchar<N>& field, V&& v) { field = Varchar<N>(std::forward<V>(v)); }
};

template <class T> struct SqlTraits<Raw<T>> : detail::SameTraits<Raw<T>> {
    static constexpr SqlType type{TypeRoot::raw, false, 0, 0, &detail::RawTypeDetail<T>::detail};
};

/// An enumeration is an integer of its size: of a signed one the same, of an unsigned one the next larger, so that every
/// enumerator keeps its number. One without a written underlying type is INT. (Flink has RAW here.)
template <class T> requires(std::is_enum_v<T> && !std::is_same_v<T, std::byte>)
struct SqlTraits<T> : detail::NumberTraits<T, typename detail::EnumInteger<T>::Type> {
    static constexpr SqlType type = detail::integerOfSize(sizeof(typename detail::EnumInteger<T>::Type));
};

/// An optional is the nullable T.
template <class T> struct SqlTraits<std::optional<T>> {
    static constexpr SqlType type = SqlTraits<T>::type.withNullable(true);
    using Value = std::optional<typename SqlTraits<T>::Value>;
    static constexpr decltype(auto) toValue(const std::optional<T>& v) {
        if constexpr (std::is_same_v<Value, std::optional<T>>) return (v);
        else return v ? Value(SqlTraits<T>::toValue(*v)) : Value();
    }
    /// From a value, an optional or nullopt.
    template <class V> static constexpr std::optional<T> fromValue(V&& v) {
        using Bare = std::remove_cvref_t<V>;
        if constexpr (std::is_same_v<Bare, std::nullopt_t>) return std::nullopt;
        else if constexpr (detail::isOptional<Bare>) return v ? std::optional<T>(SqlTraits<T>::fromValue(*std::forward<V>(v))) : std::nullopt;
        else return SqlTraits<T>::fromValue(std::forward<V>(v));
    }
    template <class V> static constexpr void assign(std::optional<T>& field, V&& v) {
        using Bare = std::remove_cvref_t<V>;
        if constexpr (std::is_same_v<Bare, std::nullopt_t>) field.reset();
        else if constexpr (detail::isOptional<Bare>) {
            if (!v) field.reset();
            else if (field) SqlTraits<T>::assign(*field, *std::forward<V>(v));
            else field.emplace(SqlTraits<T>::fromValue(*std::forward<V>(v)));
        }
        else if (field) SqlTraits<T>::assign(*field, std::forward<V>(v));
        else field.emplace(SqlTraits<T>::fromValue(std::forward<V>(v)));
    }
};

// Containers are canonical as they are; what their elements map to shows in the type only.
template <class T, class A> struct SqlTraits<std::vector<T, A>> : detail::SameTraits<std::vector<T, A>> {
    static constexpr SqlType type{TypeRoot::array, false, 0, 0, &detail::ArrayTypeDetail<T>::detail};
};
template <class T, std::size_t N> struct SqlTraits<std::array<T, N>> : detail::SameTraits<std::array<T, N>> {
    static constexpr SqlType type{TypeRoot::array, false, 0, 0, &detail::ArrayTypeDetail<T>::detail};
};
template <class K, class V, class C, class A> struct SqlTraits<std::map<K, V, C, A>> : detail::SameTraits<std::map<K, V, C, A>> {
    static constexpr SqlType type{TypeRoot::map, false, 0, 0, &detail::MapTypeDetail<K, V>::detail};
};

}  // namespace rivulet
