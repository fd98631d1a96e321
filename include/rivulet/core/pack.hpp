// SPDX-License-Identifier: BSL-1.0
// Values of several types, flat and by number: what std::tuple is, without its cost to compile.
#pragma once
#include <cstddef>
#include <utility>

namespace rivulet::detail {

template <std::size_t I, class T> struct Leaf { T value; };
template <class I, class... T> struct PackBase;
template <std::size_t... I, class... T> struct PackBase<std::index_sequence<I...>, T...> : Leaf<I, T>... {};
template <class... T> struct Pack : PackBase<std::index_sequence_for<T...>, T...> {
    static constexpr std::size_t size = sizeof...(T);
};

template <std::size_t I, class T> constexpr const T& leafAt(const Leaf<I, T>& l) { return l.value; }
template <std::size_t I, class T> constexpr T& leafAt(Leaf<I, T>& l) { return l.value; }
template <int I, class... T> constexpr const auto& get(const Pack<T...>& p) { return leafAt<static_cast<std::size_t>(I)>(p); }
template <int I, class... T> constexpr auto& get(Pack<T...>& p) { return leafAt<static_cast<std::size_t>(I)>(p); }

template <std::size_t I, class T> T leafType(const Leaf<I, T>&);
template <int I, class P> using PackElement = decltype(leafType<static_cast<std::size_t>(I)>(std::declval<const P&>()));

}  // namespace rivulet::detail
