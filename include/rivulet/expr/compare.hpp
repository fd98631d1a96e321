// SPDX-License-Identifier: BSL-1.0
// Comparison of values as SQL has it: across number types, text by code point, IEEE for NaN and -0.0.
#pragma once
#include <optional>
#include <type_traits>

#include <rivulet/expr/evaluate.hpp>
#include <rivulet/expr/number.hpp>

namespace rivulet {

namespace detail {

template <class T> concept ElementSequence = requires(const T& v) { v.size(); v.begin(); typename T::value_type; } && !std::is_convertible_v<T, std::string_view>;

// A value as it compares with a B: C++ numbers promote as in Java (INT with FLOAT is FLOAT), DECIMAL with a floating number is DOUBLE.
template <class B, class A>
constexpr decltype(auto) beside(const A& a) {
    if constexpr (std::is_arithmetic_v<A> && std::is_arithmetic_v<B>) return static_cast<std::common_type_t<A, B>>(a);
    else if constexpr ((isDecimal<A> && std::is_floating_point_v<B>) || (std::is_floating_point_v<A> && isDecimal<B>)) return number<double>(a);
    else return (a);
}

}  // namespace detail

/// a = b for present values without parts; see equality.hpp for all.
template <class A, class B>
constexpr bool equalValues(const A& a, const B& b) { return detail::beside<B>(a) == detail::beside<A>(b); }

/// a < b for present values.
template <class A, class B>
constexpr bool lessValues(const A& a, const B& b) { return detail::beside<B>(a) < detail::beside<A>(b); }

/// a <= b for present values; not the negation of b < a, because of NaN.
template <class A, class B>
constexpr bool lessEqualValues(const A& a, const B& b) { return detail::beside<B>(a) <= detail::beside<A>(b); }

namespace detail {

// For values that may be missing: bool, or std::optional<bool> where UNKNOWN is possible.
template <class A, class B>
constexpr auto lessEqual3(const A& a, const B& b) {
    if constexpr (Optional<A> || Optional<B>) return present(a) && present(b) ? std::optional<bool>(lessEqualValues(bare(a), bare(b))) : std::nullopt;
    else return lessEqualValues(bare(a), bare(b));
}

}  // namespace detail
}  // namespace rivulet
