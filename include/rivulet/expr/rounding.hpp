// SPDX-License-Identifier: BSL-1.0
// ROUND, TRUNCATE, FLOOR and CEIL of every number type, at a digit before or behind the point.
#pragma once
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include <rivulet/core/exception.hpp>
#include <rivulet/expr/number.hpp>
#include <rivulet/types/number_text.hpp>

namespace rivulet::detail {

enum class Rounding : unsigned char { halfUp, down, floor, ceil };

/// The result of a function that is no value of the argument's type.
[[noreturn, gnu::cold]] inline void throwBeyond(std::string_view function, std::int64_t value) {
    throw DataError("the result is beyond the range of the type, in " + std::string(function), std::to_string(value));
}

/// The integer of this sign and magnitude, where V has it.
template <class V>
constexpr V integerOf(bool negative, std::uint64_t magnitude, std::string_view function, V of) {
    if (magnitude > static_cast<std::uint64_t>(std::numeric_limits<V>::max()) + negative) throwBeyond(function, of);
    return static_cast<V>(negative ? std::uint64_t{0} - magnitude : magnitude);
}

/// An integer at 10^(-digits); only negative digits change it. Half goes away from zero; DataError for a result that V does not have.
template <class V>
constexpr V roundInteger(V v, std::int64_t digits, Rounding how) {
    if (digits >= 0) return v;
    if (digits < -19) return 0;
    using U = std::uint64_t;
    const auto wide = static_cast<std::int64_t>(v);
    const U magnitude = wide < 0 ? U{0} - static_cast<U>(wide) : static_cast<U>(wide);
    U unit = 1;
    for (std::int64_t i = digits; i < 0; ++i) unit *= 10;  // 10^19 fits
    const U rest = magnitude % unit;
    U result = magnitude - rest;
    if (how == Rounding::halfUp && rest >= unit - rest) result += unit;
    return integerOf(wide < 0, result, "ROUND", v);
}

/// A decimal at `digits` behind the point, as DECIMAL V; no value where it does not fit.
template <class V, int P, int S>
constexpr std::optional<V> roundDecimal(const Decimal<P, S>& v, std::int64_t digits, Rounding how) {
    if (digits >= S) return V::rounded(v);
    const std::int64_t dropped = S - digits;
    const Int128 unscaled = v.unscaled();
    const UInt128 m = magnitude(unscaled);
    UInt128 kept = 0;
    bool inexact = m != 0;
    if (dropped <= 38) {
        kept = how == Rounding::halfUp ? divideHalfUp({0, m}, static_cast<int>(dropped)).low : m / powerOfTen(static_cast<int>(dropped));
        inexact = m % powerOfTen(static_cast<int>(dropped)) != 0;
    }
    if (inexact && ((how == Rounding::floor && unscaled < 0) || (how == Rounding::ceil && unscaled > 0))) ++kept;
    // kept has scale `digits`; V has at least as many
    const Wide w = kept == 0 ? Wide{} : multiply(kept, powerOfTen(static_cast<int>(V::scale - digits)));
    if (!w.fits128() || w.low >= powerOfTen(V::precision)) return std::nullopt;
    return V::fromUnscaled(unscaled < 0 ? -static_cast<Int128>(w.low) : static_cast<Int128>(w.low));
}

/// A FLOAT or DOUBLE: its shortest decimal digits are rounded, so 1.005 to two digits is 1.01. NaN and infinities stay.
template <class F>
F roundFloating(F v, std::int64_t digits, Rounding how) {
    constexpr F largest = std::numeric_limits<F>::max();
    if (!(v <= largest && v >= -largest) || v == F{0}) return v;
    char text[40];  // -d[.ddd]e[+-]xx
    const std::to_chars_result end = std::to_chars(text, text + sizeof text, v < F{0} ? -v : v, std::chars_format::scientific);
    char significant[20];
    int count = 0, exponent = 0;
    const char* p = text;
    for (; *p != 'e'; ++p)
        if (*p != '.') significant[count++] = *p;
    const bool below = *++p == '-';
    for (++p; p != end.ptr; ++p) exponent = exponent * 10 + (*p - '0');
    if (below) exponent = -exponent;
    const std::int64_t keep = digits + exponent + 1;  // so many significant digits stay
    if (keep >= count) return v;
    if (keep < 0) return F{0};
    const auto kept = static_cast<int>(keep);
    std::uint64_t whole = 0;
    for (int i = 0; i < kept; ++i) whole = whole * 10 + static_cast<std::uint64_t>(significant[i] - '0');
    if (how == Rounding::halfUp && significant[kept] >= '5') ++whole;
    if (whole == 0) return F{0};
    char result[48];
    TextWriter w{result};
    if (v < F{0}) w.put('-');
    w.number(static_cast<long long>(whole)).put('e');
    w.number(exponent + 1 - kept);
    F out{};
    parseFloating(std::string_view(result, w.size), out);
    return out;
}

}  // namespace rivulet::detail
