// SPDX-License-Identifier: BSL-1.0
// Which types own what they hold, and so may be kept beyond the call that brought them.
#pragma once
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace rivulet::detail {

template <class T> struct Owns : std::bool_constant<!std::is_reference_v<T> && !std::is_pointer_v<T>> {};
template <class C, class R> struct Owns<std::basic_string_view<C, R>> : std::false_type {};
template <class T, std::size_t N> struct Owns<std::span<T, N>> : std::false_type {};
template <class T> struct Owns<std::optional<T>> : Owns<T> {};
template <class T, class A> struct Owns<std::vector<T, A>> : Owns<T> {};
template <class T, std::size_t N> struct Owns<std::array<T, N>> : Owns<T> {};
template <class A, class B> struct Owns<std::pair<A, B>> : std::bool_constant<Owns<A>::value && Owns<B>::value> {};
template <class... T> struct Owns<std::tuple<T...>> : std::bool_constant<(Owns<T>::value && ...)> {};
template <class K, class V, class C, class A> struct Owns<std::map<K, V, C, A>> : std::bool_constant<Owns<K>::value && Owns<V>::value> {};

// False for views, spans, pointers and references, also inside of standard containers.
template <class T> inline constexpr bool owns = Owns<T>::value;

}  // namespace rivulet::detail
