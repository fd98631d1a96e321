// SPDX-License-Identifier: BSL-1.0
// What kind of row a C++ type is.
#pragma once
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <rivulet/core/numbered_names.hpp>
#include <rivulet/types/sql_traits.hpp>

namespace rivulet {

/// aggregate: a plain struct. tuple: std::tuple, std::pair, boost::hana::tuple. adapted: a class adapted with
/// BOOST_HANA_ADAPT_STRUCT. row: rivulet::Row. atomic: one value, the single field `f0`.
enum class Shape : unsigned char { aggregate, tuple, adapted, row, atomic };

namespace detail {

/// What a type that is no plain struct says of itself: shape, count, name<I>(), Type<I>, get<I>(value), make(values...).
template <class T> struct Adaptation {};

// May have fields. Asks no SqlTraits: it decides which of them there are.
template <class T> concept CompositeType = std::is_class_v<T> && (std::is_aggregate_v<T> || requires { Adaptation<T>::shape; });

// SQL traits that the types room knows; those of composite types are derived from reflection and say so.
template <class T>
inline constexpr bool isLeaf = [] {
    if constexpr (isOptional<T>) return true;  // also of what has no SQL type: that is said where the columns are derived
    else if constexpr (requires { SqlTraits<T>::isComposite; }) return false;
    else return requires { typename SqlTraits<T>::Value; };
}();

template <class T>
consteval Shape shapeOf() {
    if constexpr (requires { Adaptation<T>::shape; }) return Adaptation<T>::shape;
    else if constexpr ((std::is_class_v<T> || std::is_union_v<T>) && !isLeaf<T>) return Shape::aggregate;
    else return Shape::atomic;
}

template <class T, class... M>
struct TupleAdaptation {
    static constexpr Shape shape = Shape::tuple;
    static constexpr int count = static_cast<int>(sizeof...(M));
    template <int I> static consteval std::string_view name() { return positionNames[I]; }
    template <int I> using Type = std::tuple_element_t<static_cast<std::size_t>(I), std::tuple<M...>>;
    template <int I, class Self> static constexpr auto& get(Self& value) { return std::get<static_cast<std::size_t>(I)>(value); }
    template <class... A> static constexpr T make(A&&... values) { return T(std::forward<A>(values)...); }
};
template <class... M> struct Adaptation<std::tuple<M...>> : TupleAdaptation<std::tuple<M...>, M...> {};
template <class A, class B> struct Adaptation<std::pair<A, B>> : TupleAdaptation<std::pair<A, B>, A, B> {};

}  // namespace detail
}  // namespace rivulet
