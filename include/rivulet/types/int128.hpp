// SPDX-License-Identifier: BSL-1.0
// 128-bit integers, and the little of 256 bits that decimal arithmetic needs between them. All constexpr.
#pragma once
#include <cstdint>

namespace rivulet {

/// The signed 128-bit integer of GCC and Clang; a Decimal's digits are one.
__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

namespace detail {

struct PowersOfTen {
    UInt128 of[39]{};
    constexpr PowersOfTen() {
        of[0] = 1;
        for (int i = 1; i < 39; ++i) of[i] = of[i - 1] * 10;
    }
};
inline constexpr PowersOfTen powersOfTen{};

/// 10^n for n in 0..38.
constexpr UInt128 powerOfTen(int n) { return powersOfTen.of[n]; }

constexpr UInt128 magnitude(Int128 v) { return v < 0 ? UInt128(0) - static_cast<UInt128>(v) : static_cast<UInt128>(v); }

/// How many decimal digits v has; 0 has one.
constexpr int digitCount(UInt128 v) {
    int n = 1;
    while (n < 39 && v >= powersOfTen.of[n]) ++n;
    return n;
}

/// An unsigned 256-bit number.
struct Wide {
    UInt128 high{}, low{};
    constexpr bool fits128() const { return high == 0; }
    friend constexpr bool operator==(const Wide&, const Wide&) = default;
    friend constexpr bool operator<(const Wide& a, const Wide& b) { return a.high != b.high ? a.high < b.high : a.low < b.low; }
};

constexpr Wide plus(Wide a, Wide b) {
    Wide r{a.high + b.high, a.low + b.low};
    if (r.low < a.low) ++r.high;
    return r;
}

constexpr Wide minus(Wide a, Wide b) {
    Wide r{a.high - b.high, a.low - b.low};
    if (a.low < b.low) --r.high;
    return r;
}

constexpr Wide multiply(UInt128 a, UInt128 b) {
    constexpr UInt128 mask = ~std::uint64_t{0};
    const UInt128 a0 = a & mask, a1 = a >> 64, b0 = b & mask, b1 = b >> 64;
    const UInt128 p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
    const UInt128 middle = (p00 >> 64) + (p01 & mask) + (p10 & mask);
    return {p11 + (p01 >> 64) + (p10 >> 64) + (middle >> 64), (middle << 64) | (p00 & mask)};
}

/// a * b; `overflow` is set if that needs more than 256 bits.
constexpr Wide multiply(Wide a, UInt128 b, bool& overflow) {
    const Wide low = multiply(a.low, b), high = multiply(a.high, b);
    const UInt128 top = low.high + high.low;
    if (high.high != 0 || top < low.high) overflow = true;
    return {top, low.low};
}

struct WideQuotient {
    Wide quotient{};
    UInt128 remainder{};
};

/// Long division in 32-bit digits (Knuth's algorithm D); b is not 0.
constexpr WideQuotient divide(Wide a, UInt128 b) {
    if (a.high == 0) return {{0, a.low / b}, a.low % b};
    std::uint32_t u[9]{}, v[4]{}, q[8]{};
    for (int i = 0; i < 4; ++i) {
        u[i] = static_cast<std::uint32_t>(a.low >> (32 * i));
        u[i + 4] = static_cast<std::uint32_t>(a.high >> (32 * i));
        v[i] = static_cast<std::uint32_t>(b >> (32 * i));
    }
    int n = 4;
    while (v[n - 1] == 0) --n;
    UInt128 rest = 0;
    if (n == 1) {
        std::uint64_t r = 0;
        for (int i = 7; i >= 0; --i) {
            r = r << 32 | u[i];
            q[i] = static_cast<std::uint32_t>(r / v[0]);
            r %= v[0];
        }
        rest = r;
    } else {
        int shift = 0;
        while (!(v[n - 1] << shift & 0x80000000u)) ++shift;
        const auto up = [shift](std::uint32_t hi, std::uint32_t lo) {
            return static_cast<std::uint32_t>((std::uint64_t{hi} << 32 | lo) << shift >> 32);
        };
        for (int i = n - 1; i > 0; --i) v[i] = up(v[i], v[i - 1]);
        v[0] <<= shift;
        u[8] = up(0, u[7]);
        for (int i = 7; i > 0; --i) u[i] = up(u[i], u[i - 1]);
        u[0] <<= shift;
        for (int j = 8 - n; j >= 0; --j) {
            const std::uint64_t top = std::uint64_t{u[j + n]} << 32 | u[j + n - 1];
            std::uint64_t guess = top / v[n - 1], r = top % v[n - 1];
            while (guess >> 32 || guess * v[n - 2] > (r << 32 | u[j + n - 2])) {
                --guess;
                r += v[n - 1];
                if (r >> 32) break;
            }
            std::uint64_t carry = 0;
            std::int64_t borrow = 0;
            for (int i = 0; i < n; ++i) {
                const std::uint64_t p = guess * v[i] + carry;
                carry = p >> 32;
                const std::int64_t t = std::int64_t{u[i + j]} - borrow - static_cast<std::int64_t>(p & 0xFFFFFFFFu);
                u[i + j] = static_cast<std::uint32_t>(t);
                borrow = t < 0 ? 1 : 0;
            }
            const std::int64_t t = std::int64_t{u[j + n]} - borrow - static_cast<std::int64_t>(carry);
            u[j + n] = static_cast<std::uint32_t>(t);
            if (t < 0) {  // the guess was one too large
                --guess;
                std::uint64_t c = 0;
                for (int i = 0; i < n; ++i) {
                    c += std::uint64_t{u[i + j]} + v[i];
                    u[i + j] = static_cast<std::uint32_t>(c);
                    c >>= 32;
                }
                u[j + n] += static_cast<std::uint32_t>(c);
            }
            if (j < 8) q[j] = static_cast<std::uint32_t>(guess);
        }
        for (int i = n - 1; i >= 0; --i) rest = rest << 32 | u[i];
        rest >>= shift;
    }
    Wide quotient;
    for (int i = 3; i >= 0; --i) {
        quotient.low = quotient.low << 32 | q[i];
        quotient.high = quotient.high << 32 | q[i + 4];
    }
    return {quotient, rest};
}

/// v / 10^digits, half away from zero; digits in 0..76.
constexpr Wide divideHalfUp(Wide v, int digits) {
    if (digits > 38) {  // cutting first changes no half: the half of the rest is a whole number
        v = divide(v, powerOfTen(38)).quotient;
        digits -= 38;
    }
    if (digits == 0) return v;
    const WideQuotient q = divide(v, powerOfTen(digits));
    return q.remainder >= powerOfTen(digits) / 2 ? plus(q.quotient, {0, 1}) : q.quotient;
}

}  // namespace detail
}  // namespace rivulet
