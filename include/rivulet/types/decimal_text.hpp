// SPDX-License-Identifier: BSL-1.0
// Decimal digits to text, from text, and to floating point; on bare (unscaled, scale) pairs so that all Decimals share it.
#pragma once
#include <cstdint>
#include <string_view>

#include <rivulet/core/text.hpp>
#include <rivulet/types/int128.hpp>

namespace rivulet::detail {

// The digits of m, most significant first; returns how many.
constexpr int decimalDigits(UInt128 m, char (&out)[40]) {
    char reversed[40]{};
    int n = 0;
    do {
        reversed[n++] = static_cast<char>('0' + static_cast<int>(m % 10));
        m /= 10;
    } while (m);
    for (int i = 0; i < n; ++i) out[i] = reversed[n - 1 - i];
    return n;
}

constexpr void writePlainDecimal(TextWriter& w, Int128 v, int scale) {
    char digits[40]{};
    const int n = decimalDigits(magnitude(v), digits);
    if (v < 0) w.put('-');
    if (n <= scale) {
        w << "0.";
        for (int i = n; i < scale; ++i) w.put('0');
        for (int i = 0; i < n; ++i) w.put(digits[i]);
        return;
    }
    for (int i = 0; i < n; ++i) {
        if (i == n - scale) w.put('.');
        w.put(digits[i]);
    }
}

// BigDecimal.toString: plain while the adjusted exponent is at least -6, scientific below.
constexpr void writeJavaDecimal(TextWriter& w, Int128 v, int scale) {
    char digits[40]{};
    const int n = decimalDigits(magnitude(v), digits);
    const int adjusted = n - 1 - scale;
    if (adjusted >= -6) {
        writePlainDecimal(w, v, scale);
        return;
    }
    if (v < 0) w.put('-');
    w.put(digits[0]);
    if (n > 1) w.put('.');
    for (int i = 1; i < n; ++i) w.put(digits[i]);
    w << "E";
    w.number(adjusted);
}

/// A number read from text and rounded half up to a scale.
struct ParsedDecimal {
    bool isNumber{};
    bool isExact{true};   // no digit was lost to rounding
    bool tooLarge{};      // more than 38 digits
    Int128 unscaled{};
    constexpr bool fits(int precision) const { return !tooLarge && magnitude(unscaled) < powerOfTen(precision); }
};

/// `[+-]digits[.digits][(e|E)[+-]digits]`, at least one digit, nothing around it.
constexpr ParsedDecimal parseDecimal(std::string_view text, int scale) {
    ParsedDecimal result;
    std::size_t i = 0;
    bool negative = false;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) negative = text[i++] == '-';
    const std::size_t first = i;
    int digits = 0;
    long long afterPoint = 0;
    bool point = false;
    for (; i < text.size(); ++i) {
        if (text[i] == '.' && !point) point = true;
        else if (text[i] >= '0' && text[i] <= '9') {
            digits = 1;
            if (point) ++afterPoint;
        } else break;
    }
    if (!digits) return result;
    const std::size_t last = i;
    long long exponent = 0;
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        ++i;
        bool down = false;
        if (i < text.size() && (text[i] == '+' || text[i] == '-')) down = text[i++] == '-';
        if (i == text.size()) return result;
        for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i)
            if (exponent < 1000000000) exponent = exponent * 10 + (text[i] - '0');
        if (down) exponent = -exponent;
    }
    if (i != text.size()) return result;
    result.isNumber = true;
    // the text's digits stand for digits * 10^(exponent - afterPoint); `keep` of them lie above the last wanted place
    long long total = 0;
    for (std::size_t k = first; k < last; ++k) total += text[k] != '.';
    const long long keep = total + exponent - afterPoint + scale;
    UInt128 m = 0;
    long long seen = 0;
    bool roundUp = false;
    for (std::size_t k = first; k < last; ++k) {
        if (text[k] == '.') continue;
        const unsigned d = static_cast<unsigned>(text[k] - '0');
        if (seen < keep) {
            if (m >= powerOfTen(38)) result.tooLarge = true;
            else m = m * 10 + d;
        } else {
            if (seen == keep && d >= 5) roundUp = true;
            if (d) result.isExact = false;
        }
        ++seen;
    }
    if (m)
        for (; seen < keep && !result.tooLarge; ++seen) {
            if (m >= powerOfTen(38)) result.tooLarge = true;
            else m *= 10;
        }
    if (roundUp) ++m;
    if (m >= powerOfTen(38)) result.tooLarge = true;
    if (!result.tooLarge) result.unscaled = negative ? -static_cast<Int128>(m) : static_cast<Int128>(m);
    return result;
}

// Correctly rounded: the quotient gets 65 significant bits and a sticky one, then one rounding to F's.
template <class F>
constexpr F decimalToFloating(Int128 v, int scale) {
    if (v == 0) return F{0};
    constexpr int bits = sizeof(F) == 8 ? 53 : 24;
    const UInt128 m = magnitude(v), divisor = powerOfTen(scale);
    int shift = 0;  // m is less than 2^127, the divisor too: the shifted quotient has at least 64 bits
    UInt128 top = m;
    while (!(top >> 127)) { top <<= 1; ++shift; }
    Wide numerator{top, 0};  // m * 2^(shift + 128)
    const WideQuotient q = divide(numerator, divisor);
    bool sticky = q.remainder != 0;
    Wide value = q.quotient;
    int exponent = -(shift + 128);
    const auto half = [&] {
        sticky = sticky || (value.low & 1);
        value.low = value.low >> 1 | value.high << 127;
        value.high >>= 1;
        ++exponent;
    };
    while (value.high || value.low >> (bits + 1)) half();
    std::uint64_t mantissa = static_cast<std::uint64_t>(value.low);  // bits + 1 of them
    const bool roundBit = mantissa & 1;
    mantissa >>= 1;
    ++exponent;
    if (roundBit && (sticky || (mantissa & 1))) ++mantissa;
    F result = static_cast<F>(mantissa);
    for (; exponent > 0; --exponent) result *= F{2};
    for (; exponent < 0; ++exponent) result /= F{2};
    return v < 0 ? -result : result;
}

}  // namespace rivulet::detail
