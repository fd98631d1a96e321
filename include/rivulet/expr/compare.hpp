// SPDX-License-Identifier: BSL-1.0
// Comparison of values as SQL has it: across number types, text by code point, IEEE for NaN and -0.0.
#pragma once
#include <optional>
#include <type_traits>

#include <rivulet/expr/evaluate.hpp>

namespace rivulet {

namespace detail {
template <class T> concept ElementSequence = requires(const T& v) { v.size(); v.begin(); typename T::value_type; } && !std::is_convertible_v<T, std::string_view>;
}  // namespace detail

/// a = b for present values. Arrays are equal element by element, and an element that is NULL equals nothing.
template <class A, class B>
constexpr bool equalValues(const A& a, const B& b) {
    if constexpr (std::is_arithmetic_v<A> && std::is_arithmetic_v<B>) {
        using C = std::common_type_t<A, B>;  // as Java promotes: INT with FLOAT compares as FLOAT
        return static_cast<C>(a) == static_cast<C>(b);
    } else if constexpr (detail::ElementSequence<A> && detail::ElementSequence<B>) {
        if (a.size() != b.size()) return false;
        auto other = b.begin();
        for (const auto& element : a) {
            if (!present(element) || !present(*other) || !equalValues(bare(element), bare(*other))) return false;
            ++other;
        }
        return true;
    } else return a == b;
}

/// a < b for present values.
template <class A, class B>
constexpr bool lessValues(const A& a, const B& b) {
    if constexpr (std::is_arithmetic_v<A> && std::is_arithmetic_v<B>) {
        using C = std::common_type_t<A, B>;
        return static_cast<C>(a) < static_cast<C>(b);
    } else return a < b;
}

/// a <= b for present values; not the negation of b < a, because of NaN.
template <class A, class B>
constexpr bool lessEqualValues(const A& a, const B& b) {
    if constexpr (std::is_arithmetic_v<A> && std::is_arithmetic_v<B>) {
        using C = std::common_type_t<A, B>;
        return static_cast<C>(a) <= static_cast<C>(b);
    } else return a <= b;
}

namespace detail {

// Each of the three for values that may be missing: bool, or std::optional<bool> where UNKNOWN is possible.
template <class A, class B>
constexpr auto equal3(const A& a, const B& b) {
    if constexpr (Optional<A> || Optional<B>) return present(a) && present(b) ? std::optional<bool>(equalValues(bare(a), bare(b))) : std::nullopt;
    else return equalValues(bare(a), bare(b));
}
template <class A, class B>
constexpr auto lessEqual3(const A& a, const B& b) {
    if constexpr (Optional<A> || Optional<B>) return present(a) && present(b) ? std::optional<bool>(lessEqualValues(bare(a), bare(b))) : std::nullopt;
    else return lessEqualValues(bare(a), bare(b));
}
template <class A, class B>
constexpr bool distinct(const A& a, const B& b) {
    if (present(a) != present(b)) return true;
    return present(a) && !equalValues(bare(a), bare(b));
}

}  // namespace detail
}  // namespace rivulet
