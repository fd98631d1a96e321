// SPDX-License-Identifier: BSL-1.0
// Which types own what they hold, and so may be kept beyond the call that brought them.
#pragma once
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/core/error.hpp>
#include <rivulet/reflect/reflection.hpp>

namespace rivulet::detail {

// `Seen` are the structs around this one: a tree may hold trees.
template <class T, class... Seen> struct Owns;

template <class T, class... Seen, std::size_t... I>
consteval bool membersOwn(std::index_sequence<I...>) {
    return (Owns<typename Reflection<T>::template Type<static_cast<int>(I)>, T, Seen...>::value && ...);
}
template <class T, class... Seen>
consteval bool ownsAll() {
    if constexpr (std::is_reference_v<T> || std::is_pointer_v<T>) return false;
    else if constexpr ((std::is_same_v<T, Seen> || ...)) return true;
    else if constexpr (std::is_class_v<T> && std::is_aggregate_v<T>) {
        constexpr ErrorCode code = reflectionError<T>.code;
        if constexpr (code == ErrorCode::none) return membersOwn<T, Seen...>(std::make_index_sequence<static_cast<std::size_t>(Reflection<T>::count)>{});
        else return code != ErrorCode::referenceMember && code != ErrorCode::pointerMember;
    } else return true;
}

template <class T, class... Seen> struct Owns : std::bool_constant<ownsAll<T, Seen...>()> {};
template <class C, class R, class... Seen> struct Owns<std::basic_string_view<C, R>, Seen...> : std::false_type {};
template <class T, std::size_t N, class... Seen> struct Owns<std::span<T, N>, Seen...> : std::false_type {};
template <class T, class... Seen> struct Owns<std::optional<T>, Seen...> : Owns<T, Seen...> {};
template <class T, class A, class... Seen> struct Owns<std::vector<T, A>, Seen...> : Owns<T, Seen...> {};
template <class T, std::size_t N, class... Seen> struct Owns<std::array<T, N>, Seen...> : Owns<T, Seen...> {};
template <class A, class B, class... Seen> struct Owns<std::pair<A, B>, Seen...> : std::bool_constant<Owns<A, Seen...>::value && Owns<B, Seen...>::value> {};
template <class K, class V, class C, class A, class... Seen> struct Owns<std::map<K, V, C, A>, Seen...> : std::bool_constant<Owns<K, Seen...>::value && Owns<V, Seen...>::value> {};
template <class... T, class... Seen> struct Owns<std::tuple<T...>, Seen...> : std::bool_constant<(Owns<T, Seen...>::value && ...)> {};

// False for views, spans, pointers and references, also as members of plain structs and in standard containers. Classes with
// constructors are trusted.
template <class T> inline constexpr bool owns = Owns<T>::value;

}  // namespace rivulet::detail
