// SPDX-License-Identifier: BSL-1.0
// Members of an aggregate and their names, through Boost.PFR. Only for what the gate has let through.
#pragma once
#include <boost/pfr/core.hpp>
#if __has_include(<boost/pfr/core_name.hpp>)
#include <boost/pfr/core_name.hpp>
#endif
#include <cstddef>
#include <string_view>
#include <type_traits>

#include <rivulet/reflect/count.hpp>

namespace rivulet::detail {

/// References to all N members. PFR's own count is not asked: see count.hpp.
template <int N, class T>
constexpr auto tieMembers(T& value) noexcept {
#if defined(BOOST_PFR_USE_CPP26) && BOOST_PFR_USE_CPP26
    return boost::pfr::detail::tie_as_tuple(value);
#else
    return boost::pfr::detail::tie_as_tuple(value, boost::pfr::detail::size_t_<static_cast<std::size_t>(N)>{});
#endif
}

template <int I, int N, class T>
constexpr auto& memberOf(T& value) noexcept {
    static_assert(I >= 0 && I < N);
    return boost::pfr::detail::sequence_tuple::get<static_cast<std::size_t>(I)>(tieMembers<N>(value));
}

// The address of a member of an object that is never defined is a constant, and the compiler spells it with the member's name.
template <class T> struct Holder { T value; };
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-var-template"
#pragma clang diagnostic ignored "-Wundefined-internal"
#endif
template <class T> extern const Holder<T> imaginary;
template <class P> struct Address { P pointer; };
template <class P> Address(P) -> Address<P>;
template <class T, auto Member>
consteval auto spelledMember() { return __PRETTY_FUNCTION__; }

constexpr bool isNameByte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}
constexpr std::string_view lastName(std::string_view s) {
    std::size_t end = s.size();
    while (end && !isNameByte(s[end - 1])) --end;
    std::size_t begin = end;
    while (begin && isNameByte(s[begin - 1])) --begin;
    return s.substr(begin, end - begin);
}
/// The name of member I of N, as it stands in the source (UTF-8).
template <class T, int I, int N>
consteval std::string_view spelledName() { return lastName(spelledMember<T, Address{&memberOf<I, N>(imaginary<T>.value)}>()); }

struct KnownNames { int first; const char* second_2; };
static_assert(spelledName<KnownNames, 0, 2>() == "first" && spelledName<KnownNames, 1, 2>() == "second_2", "rivulet: this compiler spells the names of members in a way of its own");
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

/// Boost.PFR's name where it has names (1.84) and can count T (it takes bases for members, and is not asked where counting would be dear); else ours.
template <class T, int I, int N>
consteval std::string_view memberName() {
#if defined(BOOST_PFR_CORE_NAME_ENABLED) && BOOST_PFR_CORE_NAME_ENABLED
    if constexpr (partCount<T> == N && std::is_default_constructible_v<T> && std::is_copy_constructible_v<T>) return boost::pfr::get_name<static_cast<std::size_t>(I), T>();
    else return spelledName<T, I, N>();
#else
    return spelledName<T, I, N>();
#endif
}

}  // namespace rivulet::detail
