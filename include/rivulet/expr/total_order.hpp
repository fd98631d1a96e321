// SPDX-License-Identifier: BSL-1.0
// One order over all values of a type, NULL and NaN included: for sets of values (DISTINCT, COLLECT) and for aggregates
// that have to find a value again. Unlike SQL's comparison it never answers UNKNOWN.
#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <rivulet/expr/compare.hpp>
#include <rivulet/reflect/reflection.hpp>
#include <rivulet/types/sql_traits.hpp>

namespace rivulet::detail {

template <class T> inline constexpr bool isTupleValue = false;
template <class... T> inline constexpr bool isTupleValue<std::tuple<T...>> = true;
template <class A, class B> inline constexpr bool isTupleValue<std::pair<A, B>> = true;

/// Below, at or above 0 as a comes before b, is b, or comes after it. NULL is first; floating point as Java's compare: -0.0 before
/// 0.0 (or, as ORDER BY has it, equal to it), NaN last and equal to itself; text by code point; arrays, maps, rows and structs part by part.
/// Text compares with views of text and optional values with bare ones, so that a lookup needs no copy.
template <bool SplitsZeros = true, class A, class B>
constexpr int totalOrder(const A& a, const B& b) {
    constexpr auto sign = [](bool less, bool greater) { return less ? -1 : greater ? 1 : 0; };
    if constexpr (Optional<A> || Optional<B>) {
        if (!present(a) || !present(b)) return sign(!present(a) && present(b), present(a) && !present(b));
        return totalOrder<SplitsZeros>(bare(a), bare(b));
    } else if constexpr (std::is_floating_point_v<A>) {
        if (a < b) return -1;
        if (b < a) return 1;
        if (a != a || b != b) return sign(b != b && a == a, a != a && b == b);
        return SplitsZeros && a == 0 ? sign(1 / a < 1 / b, 1 / b < 1 / a) : 0;
    } else if constexpr (std::is_convertible_v<const A&, std::string_view>) {
        const int order = std::string_view(a).compare(std::string_view(b));
        return sign(order < 0, order > 0);
    } else if constexpr (ElementSequence<A>) {
        auto x = a.begin();
        auto y = b.begin();
        for (; x != a.end() && y != b.end(); ++x, ++y) {
            using Element = typename A::value_type;  // not the proxy of std::vector<bool>
            if (const int order = totalOrder<SplitsZeros, Element, Element>(*x, *y)) return order;
        }
        return sign(x == a.end() && y != b.end(), x != a.end() && y == b.end());
    } else if constexpr (isTupleValue<A>) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            int order = 0;
            (void)(((order = totalOrder<SplitsZeros>(std::get<I>(a), std::get<I>(b))) != 0) || ...);
            return order;
        }(std::make_index_sequence<std::tuple_size_v<A>>{});
    } else if constexpr (requires { { a < b } -> std::convertible_to<bool>; }) {
        return sign(a < b, b < a);
    } else if constexpr (reflectionError<A>.code == ErrorCode::none) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            int order = 0;
            (void)(((order = totalOrder<SplitsZeros>(Reflection<A>::template get<static_cast<int>(I)>(a), Reflection<A>::template get<static_cast<int>(I)>(b))) != 0) || ...);
            return order;
        }(std::make_index_sequence<static_cast<std::size_t>(Reflection<A>::count)>{});
    } else static_assert(sizeof(A) == 0, "rivulet: values of this type cannot be told apart; give it operator<");
}

/// Whether a present value is greater (Most) or less than the best so far, for MAX, MIN and their kin: by the total order, so that with NaN and the
/// two zeros as well the answer does not depend on what came first.
template <bool Most, class A, class B>
constexpr bool isBeyond(const A& value, const B& best) {
    if constexpr (std::is_floating_point_v<A>) {
        if (value < best || best < value) return Most == (best < value);
        return value != value || best != best || value == 0 ? totalOrder(value, static_cast<A>(best)) * (Most ? 1 : -1) > 0 : false;
    } else return Most ? lessValues(best, value) : lessValues(value, best);
}

/// For ordered containers; looks up views without a copy.
struct TotalOrder {
    using is_transparent = void;
    template <class A, class B> constexpr bool operator()(const A& a, const B& b) const { return totalOrder(a, b) < 0; }
};

template <class T>
consteval bool ordersItself() {
    if constexpr (SqlMapped<T>) return SqlTraits<T>::type.root < TypeRoot::array && !SqlTraits<T>::type.isApproximate();
    else return false;
}

}  // namespace rivulet::detail

namespace rivulet {

/// The C++ type of MULTISET<T>: from each value to how often it is there.
template <class T>
using Multiset = std::conditional_t<detail::ordersItself<Bare<T>>(), std::map<Bare<T>, std::int32_t>, std::map<Bare<T>, std::int32_t, detail::TotalOrder>>;

}  // namespace rivulet
