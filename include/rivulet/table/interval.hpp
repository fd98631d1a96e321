// SPDX-License-Identifier: BSL-1.0
// Lengths of time in Table API expressions, and numbers of rows.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/core/text.hpp>
#include <rivulet/table/expression.hpp>

namespace rivulet {

namespace detail {

/// INTERVAL 'n' unit, of the number n that L is; `Millis`: n thousandths of the unit.
template <class L, sql::TimeUnit Unit, bool Millis = false>
struct Interval : Verbs<Interval<L, Unit, Millis>> {
    static constexpr int syntaxCount = L::negative ? 2 : 1, parameterCount = 0;
    static constexpr auto text = staticText<[](TextWriter& w) {
        const std::string_view digits = L::text.view();
        const std::size_t whole = !Millis ? digits.size() : digits.size() < 4 ? 0 : digits.size() - 3;
        w << (whole ? digits.substr(0, whole) : std::string_view("0"));
        if constexpr (Millis) w << "." << std::string_view("000").substr(digits.size() < 3 ? digits.size() : 3) << digits.substr(whole);
    }>();
    static constexpr short write(SyntaxWriter& w) {
        constexpr bool months = Unit <= sql::TimeUnit::month || Unit == sql::TimeUnit::quarter;
        const short at = w.add({.kind = sql::SyntaxKind::typed, .unit = Unit, .text = text.view(), .type = months ? sqltype::intervalYearMonth : sqltype::intervalDayTime});
        return L::negative ? w.add({.kind = sql::SyntaxKind::call, .first = at, .text = "NEGATE"}) : at;
    }
};

template <class Self> constexpr auto Lengths<Self, true>::years() const { return Interval<Self, sql::TimeUnit::year>{}; }
template <class Self> constexpr auto Lengths<Self, true>::quarters() const { return Interval<Self, sql::TimeUnit::quarter>{}; }
template <class Self> constexpr auto Lengths<Self, true>::months() const { return Interval<Self, sql::TimeUnit::month>{}; }
template <class Self> constexpr auto Lengths<Self, true>::weeks() const { return Interval<Self, sql::TimeUnit::week>{}; }
template <class Self> constexpr auto Lengths<Self, true>::days() const { return Interval<Self, sql::TimeUnit::day>{}; }
template <class Self> constexpr auto Lengths<Self, true>::hours() const { return Interval<Self, sql::TimeUnit::hour>{}; }
template <class Self> constexpr auto Lengths<Self, true>::minutes() const { return Interval<Self, sql::TimeUnit::minute>{}; }
template <class Self> constexpr auto Lengths<Self, true>::seconds() const { return Interval<Self, sql::TimeUnit::second>{}; }
template <class Self> constexpr auto Lengths<Self, true>::millis() const { return Interval<Self, sql::TimeUnit::second, true>{}; }

/// A number of rows, where a length of time is no expression.
template <long long N> struct RowInterval {};

}  // namespace detail

/// N rows, in `preceding` and `following` of a window: `preceding(rowInterval<2>)`.
template <long long N> inline constexpr detail::RowInterval<(N < 0 ? 0 : N)> rowInterval = [] {
    static_assert(N >= 0, "rivulet: a number of rows is at least 0");
    return detail::RowInterval<(N < 0 ? 0 : N)>{};
}();

}  // namespace rivulet
