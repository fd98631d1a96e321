// SPDX-License-Identifier: BSL-1.0
// How many members an aggregate has, exact up to one above the limit. Boost.PFR's own count splits C arrays into their
// elements and costs seconds where a member has no default constructor, so this one is used instead.
#pragma once
#include <cstddef>
#include <type_traits>
#include <utility>

namespace rivulet::detail {

/// The most members a reflected aggregate may have.
inline constexpr int mostMembers = 100;

// The conversions are never called. They have bodies because GCC takes an undefined one to a local type for an error.
/// Initialises any member: by reference for lvalue references, as a value for everything else, movable or not.
struct AnyMember {
    template <class U> operator U&() const& { __builtin_unreachable(); }
    template <class U> operator U() const&& { __builtin_unreachable(); }
};
/// Initialises a base class of T that is empty, or one that is not, and nothing else.
template <class T, bool Empty>
struct AnyBase {
    AnyBase(const AnyBase&) = delete;  // keeps std::any and its like from taking it
    template <class U> requires (std::is_base_of_v<U, T> && !std::is_same_v<U, T> && std::is_empty_v<U> == Empty) operator U() const&& { __builtin_unreachable(); }
};
struct NoMember { NoMember(const NoMember&) = delete; };
/// Anything but a union, and a union only.
struct NotUnion {
    template <class U> requires (!std::is_union_v<U>) operator U&() const& { __builtin_unreachable(); }
    template <class U> requires (!std::is_union_v<U>) operator U() const&& { __builtin_unreachable(); }
};
struct AnyUnion {
    AnyUnion(const AnyUnion&) = delete;
    template <class U> requires std::is_union_v<U> operator U() const&& { __builtin_unreachable(); }
};
template <std::size_t> using AnyMemberAt = AnyMember;

template <class T, class... First, std::size_t... I>
constexpr bool bracesTake(std::index_sequence<I...>) {
    return requires { T{std::declval<First>()..., AnyMemberAt<I>{}...}; };
}
// Parentheses know no brace elision: a C array stops them, where braces run on into its elements.
template <class T, std::size_t... I>
constexpr bool parenthesesTake(std::index_sequence<I...>) {
    return requires { T(AnyMemberAt<I>{}...); };
}

/// T can be made from N members. One alone would be a copy in parentheses, so that is asked with braces.
template <class T, int N>
inline constexpr bool takes = parenthesesTake<T>(std::make_index_sequence<static_cast<std::size_t>(N)>{});
template <class T> inline constexpr bool takes<T, 1> = bracesTake<T>(std::make_index_sequence<1>{});
template <class T, int N>
inline constexpr bool takesFlat = bracesTake<T>(std::make_index_sequence<static_cast<std::size_t>(N)>{});

// Low is taken, High is not.
template <class T, int Low, int High>
consteval int bisect() {
    constexpr int middle = (Low + High) / 2;
    if constexpr (middle == Low) return Low;
    else if constexpr (takes<T, middle>) return bisect<T, middle, High>();
    else return bisect<T, Low, middle>();
}
// Low is taken.
template <class T, int Low>
consteval int gallop() {
    constexpr int next = Low < 4 ? Low + 4 : Low * 2;
    if constexpr (next > mostMembers) return takes<T, mostMembers + 1> ? mostMembers + 1 : bisect<T, Low, mostMembers + 1>();
    else if constexpr (takes<T, next>) return gallop<T, next>();
    else return bisect<T, Low, next>();
}
// A member without default constructor: only lists that reach it are taken. From above, the first that is.
template <class T, int N>
consteval int firstTakenFrom() {
    if constexpr (N == 0) return 0;
    else if constexpr (takes<T, N>) return N;
    else return firstTakenFrom<T, N - 1>();
}

/// The number of bases and members before the first C array (all, if there is none); mostMembers + 1 for more than the limit.
template <class T>
consteval int countParts() {
    if constexpr (std::is_empty_v<T> && !takes<T, 1>) return 0;
    else if constexpr (requires { T{}; }) return takes<T, 1> ? gallop<T, 1>() : 0;
    else return firstTakenFrom<T, mostMembers + 1>();
}

/// What initialises a T: its bases come first.
template <class T> inline constexpr int partCount = countParts<T>();

}  // namespace rivulet::detail
