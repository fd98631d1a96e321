// SPDX-License-Identifier: BSL-1.0
// The double nearest to a number as written, in constant evaluation (std::from_chars is not constexpr before C++26).
#pragma once
#include <cstdint>
#include <limits>
#include <string_view>

namespace rivulet::detail {

/// A natural number of up to 2,560 bits: room for any double's digits as an exact fraction.
struct Natural {
    static constexpr int most = 80;
    std::uint32_t words[most]{};  // the lowest first
    int size{};

    constexpr void multiplyAdd(std::uint32_t by, std::uint32_t plus) {
        std::uint64_t carry = plus;
        for (int i = 0; i < size; ++i) {
            carry += static_cast<std::uint64_t>(words[i]) * by;
            words[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        if (carry && size < most) words[size++] = static_cast<std::uint32_t>(carry);
    }
    constexpr void shiftLeft(int bits) {
        for (; bits >= 31; bits -= 31) multiplyAdd(0x80000000u, 0);
        if (bits) multiplyAdd(1u << bits, 0);
    }
    constexpr int bits() const {
        if (size == 0) return 0;
        int n = (size - 1) * 32;
        for (std::uint32_t top = words[size - 1]; top; top >>= 1) ++n;
        return n;
    }
    constexpr bool less(const Natural& other) const {
        if (size != other.size) return size < other.size;
        for (int i = size - 1; i >= 0; --i)
            if (words[i] != other.words[i]) return words[i] < other.words[i];
        return false;
    }
    constexpr void subtract(const Natural& other) {
        std::int64_t borrow = 0;
        for (int i = 0; i < size; ++i) {
            std::int64_t d = static_cast<std::int64_t>(words[i]) - (i < other.size ? other.words[i] : 0) - borrow;
            borrow = d < 0;
            if (d < 0) d += std::int64_t{1} << 32;
            words[i] = static_cast<std::uint32_t>(d);
        }
        while (size && !words[size - 1]) --size;
    }
};

/// `digits[.digits][E[+-]digits]`, rounded to nearest, ties to even. Beyond the range: infinity or zero.
constexpr double nearestDouble(std::string_view text) {
    Natural numerator, denominator;
    denominator.multiplyAdd(0, 1);
    long long exponent = 0;
    std::size_t i = 0;
    int kept = 0;
    bool point = false, cut = false;
    for (; i < text.size() && text[i] != 'e' && text[i] != 'E'; ++i) {
        if (text[i] == '.') { point = true; continue; }
        const auto digit = static_cast<std::uint32_t>(text[i] - '0');
        if (kept || digit) ++kept;
        if (kept > 400) {  // no double needs more to be told from its neighbours, but that something follows
            cut = cut || digit;
            exponent += !point;
            continue;
        }
        numerator.multiplyAdd(10, digit);
        exponent -= point;
    }
    if (cut) { numerator.multiplyAdd(10, 1); --exponent; }
    if (i < text.size()) {
        ++i;
        const bool negative = i < text.size() && text[i] == '-';
        if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
        long long e = 0;
        for (; i < text.size(); ++i) e = e < 100000 ? e * 10 + (text[i] - '0') : e;
        exponent += negative ? -e : e;
    }
    if (numerator.size == 0) return 0.0;
    const long long magnitude = kept + exponent;  // the value is below 10^magnitude
    if (magnitude > 310) return std::numeric_limits<double>::infinity();
    if (magnitude < -330) return 0.0;
    for (; exponent > 0; --exponent) numerator.multiplyAdd(10, 0);
    for (; exponent < 0; ++exponent) denominator.multiplyAdd(10, 0);

    // value = numerator / denominator = quotient * 2^scale, the quotient of 55 or 56 bits; fewer where doubles are subnormal.
    int scale = numerator.bits() - denominator.bits() - 55;
    if (scale < -1076) scale = -1076;
    if (scale > 0) denominator.shiftLeft(scale);
    else numerator.shiftLeft(-scale);
    std::uint64_t quotient = 0;
    int steps = numerator.bits() - denominator.bits();
    if (steps < 0) steps = 0;
    denominator.shiftLeft(steps);
    for (int s = steps; s >= 0; --s) {  // long division, bit by bit: the remainder is doubled instead of the divisor halved
        quotient <<= 1;
        if (!numerator.less(denominator)) {
            numerator.subtract(denominator);
            quotient |= 1;
        }
        if (s) numerator.shiftLeft(1);
    }
    const bool sticky = numerator.size != 0;
    int drop = 0;
    for (std::uint64_t q = quotient >> 53; q; q >>= 1) ++drop;
    if (scale + drop < -1074) drop = -1074 - scale;
    const std::uint64_t half = drop ? std::uint64_t{1} << (drop - 1) : 0, rest = drop ? quotient & ((half << 1) - 1) : 0;
    std::uint64_t mantissa = quotient >> drop;
    if (drop && (rest > half || (rest == half && (sticky || (mantissa & 1))))) ++mantissa;
    double result = static_cast<double>(mantissa);
    for (int k = scale + drop; k > 0; --k) result *= 2;
    for (int k = scale + drop; k < 0; ++k) result /= 2;  // exact: the mantissa was made for the subnormal range
    return result;
}

}  // namespace rivulet::detail
