// SPDX-License-Identifier: BSL-1.0
// Elements of arrays and maps: as functions see them, and of what type they are made.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/expr/evaluate.hpp>
#include <rivulet/expr/total_order.hpp>
#include <rivulet/types/sql_traits.hpp>

namespace rivulet::detail {

/// A value as an element that owns itself: text as std::string, optional where the value is.
template <class A> struct OwnElement { using Type = A; };
template <> struct OwnElement<std::string_view> { using Type = std::string; };
template <> struct OwnElement<std::optional<std::string_view>> { using Type = std::optional<std::string>; };
template <class A> using OwnElementOf = typename OwnElement<std::remove_cvref_t<A>>::Type;

/// The element type of values that are of one SQL type, and optional where one of them is.
template <class First, class... Rest>
struct ElementOfAll {
    using Type = std::conditional_t<(Optional<First> || ... || Optional<Rest>), std::optional<Bare<OwnElementOf<First>>>, Bare<OwnElementOf<First>>>;
};

/// An element's canonical value as functions compare it; only of one that is not NULL.
template <class E>
constexpr decltype(auto) elementValue(const E& element) {
    if constexpr (Optional<E>) return elementValue(*element);
    else if constexpr (std::is_convertible_v<const E&, std::string_view>) return std::string_view(element);
    else if constexpr (SqlMapped<E>) return SqlTraits<E>::toValue(element);
    else return (element);
}

/// Equal as `=` has it for present values: IEEE for floating point.
template <class A, class B>
constexpr bool sameElement(const A& a, const B& b) {
    if constexpr (std::is_floating_point_v<A>) return a == b;
    else return totalOrder(a, b) == 0;
}

/// An element of another array of the same SQL type.
template <class To, class From>
constexpr To elementFrom(const From& from) {
    if constexpr (std::is_same_v<To, From>) return from;
    else if constexpr (Optional<To>) return present(from) ? To(elementFrom<Bare<To>>(bare(from))) : To();
    else if constexpr (std::is_constructible_v<To, decltype(elementValue(bare(from)))>) return To(elementValue(bare(from)));
    else return SqlTraits<To>::fromValue(elementValue(bare(from)));
}

}  // namespace rivulet::detail
