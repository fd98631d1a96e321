// SPDX-License-Identifier: BSL-1.0
// Boost.Hana as a way in: hana::tuple is a tuple, and a class adapted with BOOST_HANA_ADAPT_STRUCT (or _ADT, or defined with
// BOOST_HANA_DEFINE_STRUCT) is a row of its members. Include it where such types are used; the umbrella does not.
#pragma once
#include <boost/hana/accessors.hpp>
#include <boost/hana/adapt_adt.hpp>
#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/at.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/define_struct.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/second.hpp>
#include <boost/hana/size.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/tuple.hpp>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

#include <rivulet/reflect/shape.hpp>

namespace rivulet::detail {

template <class... M>
struct Adaptation<boost::hana::tuple<M...>> {
    static constexpr Shape shape = Shape::tuple;
    static constexpr int count = static_cast<int>(sizeof...(M));
    template <int I> static consteval std::string_view name() { return positionNames[I]; }
    template <int I> using Type = std::tuple_element_t<static_cast<std::size_t>(I), std::tuple<M...>>;
    template <int I, class Self> static constexpr auto& get(Self& value) { return boost::hana::at_c<static_cast<std::size_t>(I)>(value); }
    template <class... A> static constexpr auto make(A&&... values) { return boost::hana::tuple<M...>(std::forward<A>(values)...); }
};

/// A class that no one could read otherwise: private members, constructors, a base. The names are those given to the macro.
/// A row of an aggregate is made by T{} and assignment, in whatever order the macro has the members; one of a class by the constructor that
/// takes all members, else by T{} and assignment. The members of a base stand in the list like any other.
///
///     BOOST_HANA_ADAPT_STRUCT(app::Account, id, owner);
template <class T>
    requires boost::hana::Struct<T>::value
struct Adaptation<T> {
    static constexpr Shape shape = Shape::adapted;
    static constexpr int count = static_cast<int>(decltype(boost::hana::size(boost::hana::accessors<T>()))::value);

private:
    template <int I> static constexpr auto accessor() { return boost::hana::at_c<static_cast<std::size_t>(I)>(boost::hana::accessors<T>()); }
    template <class... A, std::size_t... I>
    static consteval bool isAssignable(std::index_sequence<I...>) { return (std::is_assignable_v<decltype(get<static_cast<int>(I)>(std::declval<T&>())), A&&> && ...); }
    template <class... A, std::size_t... I>
    static constexpr void assign(T& value, std::index_sequence<I...>, A&&... values) {
        ((get<static_cast<int>(I)>(value) = std::forward<A>(values)), ...);
    }

public:
    template <int I> static consteval std::string_view name() { return std::remove_cvref_t<decltype(boost::hana::first(accessor<I>()))>::c_str(); }
    template <int I, class Self> static constexpr decltype(auto) get(Self& value) { return boost::hana::second(accessor<I>())(value); }
    template <int I> using Type = std::remove_cvref_t<decltype(get<I>(std::declval<T&>()))>;
    template <class... A>
    static constexpr T make(A&&... values) {
        constexpr auto all = std::index_sequence_for<A...>{};
        constexpr bool inAnyOrder = std::is_aggregate_v<T> && std::is_default_constructible_v<T> && isAssignable<A...>(all);
        if constexpr (!inAnyOrder && std::is_constructible_v<T, A&&...>) return T(std::forward<A>(values)...);
        else if constexpr (!inAnyOrder && requires { T{std::forward<A>(values)...}; }) return T{std::forward<A>(values)...};
        else {
            T value{};
            assign(value, all, std::forward<A>(values)...);
            return value;
        }
    }
};

}  // namespace rivulet::detail
