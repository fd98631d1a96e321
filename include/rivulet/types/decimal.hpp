// SPDX-License-Identifier: BSL-1.0
// DECIMAL(p, s): exact decimal numbers of up to 38 digits.
#pragma once
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include <rivulet/core/exception.hpp>
#include <rivulet/types/decimal_text.hpp>
#include <rivulet/types/int128.hpp>

namespace rivulet {

namespace detail {

// v * 10^(to - from), half up; no value beyond `precision` digits.
constexpr bool rescale(Int128 v, int from, int to, int precision, Int128& out) {
    UInt128 m = magnitude(v);
    if (to > from) {
        const Wide w = to - from > 38 ? Wide{m ? UInt128(1) : UInt128(0), 0} : multiply(m, powerOfTen(to - from));
        if (!w.fits128()) return false;
        m = w.low;
    } else if (to < from) {
        m = divideHalfUp({0, m}, from - to).low;
    }
    if (m >= powerOfTen(precision)) return false;
    out = v < 0 ? -static_cast<Int128>(m) : static_cast<Int128>(m);
    return true;
}

constexpr std::strong_ordering compareDecimals(Int128 a, int scaleA, Int128 b, int scaleB) {
    if (scaleA == scaleB) return a < b ? std::strong_ordering::less : a > b ? std::strong_ordering::greater : std::strong_ordering::equal;
    if ((a < 0) != (b < 0)) return a < 0 ? std::strong_ordering::less : std::strong_ordering::greater;
    const int scale = scaleA > scaleB ? scaleA : scaleB;
    const Wide x = multiply(magnitude(a), powerOfTen(scale - scaleA)), y = multiply(magnitude(b), powerOfTen(scale - scaleB));
    if (x == y) return std::strong_ordering::equal;
    return (x < y) != (a < 0) ? std::strong_ordering::less : std::strong_ordering::greater;
}

}  // namespace detail

/// DECIMAL(P, S): P digits (1..38), S of them after the point. Exact; a value that needs more digits is refused with a
/// DataError, never rounded in silence (`rounded` and casts round half up). 16 bytes, no allocation, constexpr.
///
///     constexpr Decimal<10, 2> price("1.50");   // checked while compiling; so is 1.50_dec
///     price > 1;  price.toString();             // true, "1.50"
///
/// Arithmetic: see decimal_arithmetic.hpp. Source of the rules: Flink's DECIMAL, Java's BigDecimal for the text.
template <int P, int S>
class Decimal {
    static_assert(P >= 1 && P <= 38, "rivulet: DECIMAL has 1 to 38 digits");
    static_assert(S >= 0 && S <= P, "rivulet: the scale of a DECIMAL is 0 to its precision");

public:
    static constexpr int precision = P, scale = S;

    constexpr Decimal() = default;

    /// A whole number; DataError if it has more than P - S digits.
    template <std::integral I> requires(!std::same_as<I, bool>)
    constexpr Decimal(I whole) {
        if (!detail::rescale(static_cast<Int128>(whole), 0, S, P, unscaled_)) overflow(static_cast<Int128>(whole), 0);
    }

    /// `[+-]digits[.digits][e[+-]digits]`; DataError if it is no number or does not fit exactly.
    constexpr explicit Decimal(std::string_view text) {
        const detail::ParsedDecimal d = detail::parseDecimal(text, S);
        if (!d.isNumber) throw DataError("not a DECIMAL", text);
        if (!d.isExact || !d.fits(P)) throw DataError("does not fit DECIMAL(" + std::to_string(P) + ", " + std::to_string(S) + ")", text);
        unscaled_ = d.unscaled;
    }
    constexpr explicit Decimal(const char* text) : Decimal(std::string_view(text)) {}

    /// A DECIMAL of other digits: implicit where nothing can be lost, else `rounded` or a cast.
    template <int P2, int S2> requires(S >= S2 && P - S >= P2 - S2 && (P != P2 || S != S2))
    constexpr Decimal(const Decimal<P2, S2>& other) {
        detail::rescale(other.unscaled(), S2, S, 38, unscaled_);
    }

    /// The value times 10^S; DataError if it has more than P digits.
    static constexpr Decimal fromUnscaled(Int128 v) {
        if (detail::magnitude(v) >= detail::powerOfTen(P)) overflow(v, S);
        Decimal d;
        d.unscaled_ = v;
        return d;
    }

    /// Half away from zero to S digits; no value if more than P digits are needed.
    template <int P2, int S2>
    static constexpr std::optional<Decimal> rounded(const Decimal<P2, S2>& other) {
        Decimal d;
        if (!detail::rescale(other.unscaled(), S2, S, P, d.unscaled_)) return std::nullopt;
        return d;
    }

    constexpr Int128 unscaled() const { return unscaled_; }
    constexpr bool isZero() const { return unscaled_ == 0; }
    constexpr Decimal operator-() const { Decimal d; d.unscaled_ = -unscaled_; return d; }
    constexpr Decimal operator+() const { return *this; }

    /// The nearest double (and with `float`, float).
    template <std::floating_point F = double>
    constexpr F toFloating() const { return detail::decimalToFloating<F>(unscaled_, S); }

    /// Cut toward zero; beyond 64 bits the low ones stay, as in Flink.
    constexpr std::int64_t toInteger() const {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(unscaled_ / static_cast<Int128>(detail::powerOfTen(S))));
    }

    /// As Java's BigDecimal.toString, which rows print: `0E-18`, `1.00000000000E-7`.
    std::string toString() const {
        char text[64];
        detail::TextWriter w{text};
        detail::writeJavaDecimal(w, unscaled_, S);
        return std::string(text, w.size);
    }
    /// Digits only, as CAST to STRING: `0.000000000000000000`.
    std::string toPlainString() const {
        char text[64];
        detail::TextWriter w{text};
        detail::writePlainDecimal(w, unscaled_, S);
        return std::string(text, w.size);
    }

    template <int P2, int S2>
    friend constexpr bool operator==(const Decimal& a, const Decimal<P2, S2>& b) {
        return detail::compareDecimals(a.unscaled_, S, b.unscaled(), S2) == 0;
    }
    template <int P2, int S2>
    friend constexpr std::strong_ordering operator<=>(const Decimal& a, const Decimal<P2, S2>& b) {
        return detail::compareDecimals(a.unscaled_, S, b.unscaled(), S2);
    }
    template <std::integral I> requires(!std::same_as<I, bool>)
    friend constexpr bool operator==(const Decimal& a, I b) { return detail::compareDecimals(a.unscaled_, S, static_cast<Int128>(b), 0) == 0; }
    template <std::integral I> requires(!std::same_as<I, bool>)
    friend constexpr std::strong_ordering operator<=>(const Decimal& a, I b) {
        return detail::compareDecimals(a.unscaled_, S, static_cast<Int128>(b), 0);
    }

    friend std::size_t hash_value(const Decimal& d) noexcept {
        const auto low = static_cast<std::uint64_t>(d.unscaled_), high = static_cast<std::uint64_t>(d.unscaled_ >> 64);
        return static_cast<std::size_t>((low ^ (high * 0x9E3779B97F4A7C15u)) * 0xBF58476D1CE4E5B9u);
    }

private:
    [[noreturn]] static void overflow(Int128 v, int scaleOfV) {
        char text[64];
        detail::TextWriter w{text};
        detail::writePlainDecimal(w, v, scaleOfV);
        throw DataError("does not fit DECIMAL(" + std::to_string(P) + ", " + std::to_string(S) + ")", {text, w.size});
    }
    Int128 unscaled_{};
};

inline namespace literals {

/// `12.50_dec` is a Decimal<4, 2>, as a literal in SQL is a DECIMAL(4, 2). Checked while compiling.
template <char... C>
consteval auto operator""_dec() {
    constexpr int digits = ((C >= '0' && C <= '9' ? 1 : 0) + ...);
    constexpr int afterPoint = [] {
        int n = 0;
        bool point = false;
        for (const char c : {C...}) {
            if (c == '.') point = true;
            else if (point && c != '\'') ++n;
        }
        return n;
    }();
    static_assert(((C == '.' || C == '\'' || (C >= '0' && C <= '9')) && ...), "rivulet: a _dec literal has digits and at most one point");
    char plain[sizeof...(C)]{};
    std::size_t size = 0;
    for (const char c : {C...})
        if (c != '\'') plain[size++] = c;
    return Decimal<digits, afterPoint>(std::string_view(plain, size));
}

}  // namespace literals

}  // namespace rivulet

template <int P, int S>
struct std::hash<rivulet::Decimal<P, S>> {
    std::size_t operator()(const rivulet::Decimal<P, S>& d) const noexcept { return hash_value(d); }
};
