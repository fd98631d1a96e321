// SPDX-License-Identifier: BSL-1.0
// The decimal digits that Java prints for a floating point number (up to JDK 18, on which Flink's recorded outputs were made).
#pragma once
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include <rivulet/types/int128.hpp>

namespace rivulet::detail {

/// digits[0].digits[1].. * 10^exponent
struct FloatDigits {
    char digits[24]{};
    int count{}, exponent{};

    void dropZeros() { while (count > 1 && digits[count - 1] == '0') --count; }
    void roundUp() {
        int i = count - 1;
        while (i >= 0 && digits[i] == '9') digits[i--] = '0';
        if (i >= 0) ++digits[i];
        else {
            digits[0] = '1';
            ++exponent;
        }
    }
};

/// An unsigned number of up to 1280 bits, for the few numbers whose digits need exact arithmetic.
struct LargeNumber {
    static constexpr int limbs = 40;
    std::uint32_t limb[limbs]{};

    explicit LargeNumber(std::uint64_t v) { limb[0] = static_cast<std::uint32_t>(v); limb[1] = static_cast<std::uint32_t>(v >> 32); }
    void multiply(std::uint32_t by) {
        std::uint64_t carry = 0;
        for (std::uint32_t& l : limb) {
            carry += std::uint64_t{l} * by;
            l = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
    }
    void multiplyPowers(int twos, int fives) {
        for (; twos >= 16; twos -= 16) multiply(65536);
        multiply(1u << twos);
        for (; fives > 0; --fives) multiply(5);
    }
    void add(const LargeNumber& b) {
        std::uint64_t carry = 0;
        for (int i = 0; i < limbs; ++i) {
            carry += std::uint64_t{limb[i]} + b.limb[i];
            limb[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
    }
    void subtract(const LargeNumber& b) {
        std::int64_t borrow = 0;
        for (int i = 0; i < limbs; ++i) {
            borrow += std::int64_t{limb[i]} - b.limb[i];
            limb[i] = static_cast<std::uint32_t>(borrow);
            borrow >>= 32;
        }
    }
    int compare(const LargeNumber& b) const {
        for (int i = limbs - 1; i >= 0; --i)
            if (limb[i] != b.limb[i]) return limb[i] < b.limb[i] ? -1 : 1;
        return 0;
    }
    // the quotient, less than ten; the remainder stays
    int takeDigit(const LargeNumber& divisor) {
        int q = 0;
        while (compare(divisor) >= 0) {
            subtract(divisor);
            ++q;
        }
        return q;
    }
};

// Digit by digit until what is left is within half a unit in the last place: Steele and White's free format, with Java's
// habits: a power of two gets half of the interval, the first guess of the exponent may be one too large and is corrected
// only if no rounding makes up for it, and scientific notation has at least two digits.
// v = mantissa * 2^twos, the mantissa odd; `ulpTwos` the exponent of the last place.
inline FloatDigits exactDigits(std::uint64_t mantissa, int twos, int ulpTwos) {
    int bits = -1;
    for (std::uint64_t m = mantissa; m; m >>= 1) ++bits;
    const double leading = static_cast<double>(mantissa) / static_cast<double>(std::uint64_t{1} << bits);  // 1 to below 2
    int exponent = static_cast<int>(__builtin_floor((leading - 1.5) * 0.289529654 + 0.176091259 + (bits + twos) * 0.301029995663981));
    const int halfTwos = ulpTwos - 1 - (mantissa == 1 ? 1 : 0);
    // rest / one = v / 10^exponent; half likewise
    int least = twos < halfTwos ? twos : halfTwos;
    if (least > exponent) least = exponent;
    LargeNumber rest(mantissa), half(1), one(1);
    rest.multiplyPowers(twos - least, exponent < 0 ? -exponent : 0);
    half.multiplyPowers(halfTwos - least, exponent < 0 ? -exponent : 0);
    one.multiplyPowers(exponent - least, exponent > 0 ? exponent : 0);
    FloatDigits d;
    for (bool first = true;; first = false) {
        const int digit = rest.takeDigit(one);
        bool low = rest.compare(half) < 0;
        LargeNumber above = rest;
        above.add(half);
        bool high = above.compare(one) > 0;
        if (first && digit == 0 && !high) --exponent;
        else d.digits[d.count++] = static_cast<char>('0' + digit);
        if (first && (exponent < -3 || exponent >= 8)) low = high = false;
        if (low || high || d.count == 20) {
            d.exponent = exponent;
            LargeNumber twice = rest;
            twice.add(rest);
            const int middle = twice.compare(one);
            if (high && (!low || middle > 0 || (middle == 0 && (d.digits[d.count - 1] & 1)))) d.roundUp();
            return d;
        }
        rest.multiply(10);
        half.multiply(10);
    }
}

/// v is finite and positive.
template <class F>
FloatDigits javaDigits(F v) {
    using Bits = std::conditional_t<sizeof(F) == 8, std::uint64_t, std::uint32_t>;
    constexpr int stored = std::numeric_limits<F>::digits - 1, bias = std::numeric_limits<F>::max_exponent - 1;
    Bits raw{};
    std::memcpy(&raw, &v, sizeof v);
    const int field = static_cast<int>(raw >> stored);
    std::uint64_t mantissa = raw & ((Bits{1} << stored) - 1);
    int twos = (field ? field : 1) - bias - stored;
    const int ulpTwos = twos;
    if (field) mantissa |= std::uint64_t{1} << stored;
    while (!(mantissa & 1)) {
        mantissa >>= 1;
        ++twos;
    }
    if (twos >= 0 && v < static_cast<F>(9223372036854775808.0)) {  // a whole number of 63 bits prints its digits, but for those below its precision
        FloatDigits d;
        std::uint64_t whole = mantissa << twos;
        int dropped = 0;
        if (ulpTwos > 2) {
            for (std::uint64_t spare = std::uint64_t{1} << (ulpTwos - 2); spare >= 10; spare /= 10) ++dropped;
            std::uint64_t unit = 1;
            for (int i = 0; i < dropped; ++i) unit *= 10;
            const std::uint64_t rest = whole % unit;
            whole /= unit;
            if (dropped && rest >= unit / 2) ++whole;
        }
        const auto r = std::to_chars(d.digits, d.digits + sizeof d.digits, whole);
        d.count = static_cast<int>(r.ptr - d.digits);
        d.exponent = d.count - 1 + dropped;
        d.dropZeros();
        return d;
    }
    if (mantissa == 1 || field == 0) return exactDigits(mantissa, twos, ulpTwos);
    char text[40];  // d[.ddd]e[+-]xx, the shortest that reads back
    const auto r = std::to_chars(text, text + sizeof text, v, std::chars_format::scientific);
    FloatDigits d;
    const char* p = text;
    std::uint64_t number = 0;
    for (; *p != 'e'; ++p) {
        if (*p == '.') continue;
        d.digits[d.count++] = *p;
        number = number * 10 + static_cast<std::uint64_t>(*p - '0');
    }
    const bool down = *++p == '-';
    for (++p; p != r.ptr; ++p) d.exponent = d.exponent * 10 + (*p - '0');
    if (down) d.exponent = -d.exponent;
    // the shortest digits may lie just between two numbers; then Java looks more closely
    const int scale = d.exponent - (d.count - 1);
    UInt128 between = number;
    if (scale >= 0 && scale <= 27) between *= powerOfTen(scale);
    else if (scale < 0 && scale >= -27) {
        for (int i = 0; i < -scale; ++i) {
            if (between % 5 != 0) return d;
            between /= 5;
        }
    } else return d;
    while (between && !(between & 1)) between >>= 1;
    return between >> (stored + 1) ? exactDigits(mantissa, twos, ulpTwos) : d;
}

}  // namespace rivulet::detail
