// SPDX-License-Identifier: BSL-1.0
// FLOAT and DOUBLE as text, as Java prints and reads them.
#pragma once
#include <charconv>
#include <cstddef>
#include <limits>
#include <string_view>
#include <system_error>
#include <type_traits>
#if !defined(__cpp_lib_to_chars)  // libc++ before 20 writes floating point but does not read it
#include <clocale>
#include <cstdlib>
#include <string>
#if defined(__APPLE__)
#include <xlocale.h>
#endif
#endif

#include <rivulet/core/text.hpp>
#include <rivulet/types/float_digits.hpp>

namespace rivulet::detail {

/// Double.toString and Float.toString: plain from 1e-3 to below 1e7 (`12.0`), else scientific (`1.0E7`); at least one
/// digit on each side of the point. The digits are those of JDK 18 and before, which Flink's recorded outputs have: mostly
/// the shortest that read back the same, but whole numbers keep more (FLOAT 123456789 is `1.23456792E8`).
template <class F>
void writeFloating(TextWriter& w, F v) {
    static_assert(std::is_same_v<F, float> || std::is_same_v<F, double>);  // built-in functions, as <cmath> costs each unit 40 ms
    if (__builtin_isnan(v)) { w << "NaN"; return; }
    if (__builtin_signbit(v)) {
        w.put('-');
        v = -v;
    }
    if (__builtin_isinf(v)) { w << "Infinity"; return; }
    if (v == F{0}) { w << "0.0"; return; }
    const FloatDigits d = javaDigits(v);
    const auto digit = [&d](int i) { return i < d.count ? d.digits[i] : '0'; };
    const bool plain = d.exponent >= -3 && d.exponent < 7;
    const int before = plain ? d.exponent : 0;  // place of the last digit before the point
    if (before < 0) {
        w << "0.";
        for (int i = -1; i > before; --i) w.put('0');
        for (int i = 0; i < d.count; ++i) w.put(d.digits[i]);
        return;
    }
    for (int i = 0; i <= before; ++i) w.put(digit(i));
    w.put('.');
    w.put(digit(before + 1));
    for (int i = before + 2; i < d.count; ++i) w.put(d.digits[i]);
    if (plain) return;
    w.put('E');
    w.number(d.exponent);
}

/// `[+-]digits[.digits][e[+-]digits][f|d]`, NaN, Infinity, blanks around, as Double.parseDouble reads them (but for hexadecimal).
/// Too large is infinite, too small is zero.
template <class F>
bool parseFloating(std::string_view s, F& out) {
    const auto isBlank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
    while (!s.empty() && isBlank(s.front())) s.remove_prefix(1);
    while (!s.empty() && isBlank(s.back())) s.remove_suffix(1);
    bool negative = false;
    if (!s.empty() && (s.front() == '+' || s.front() == '-')) {
        negative = s.front() == '-';
        s.remove_prefix(1);
    }
    F v{};
    if (s == "NaN") v = std::numeric_limits<F>::quiet_NaN();
    else if (s == "Infinity") v = std::numeric_limits<F>::infinity();
    else {
        if (!s.empty() && (s.back() == 'f' || s.back() == 'F' || s.back() == 'd' || s.back() == 'D')) s.remove_suffix(1);
        // the syntax is checked here: what the library function takes beyond it differs from Java
        std::size_t i = 0, digits = 0;
        long long leading = 0;  // decimal exponent of the first digit that is not zero
        bool point = false, nonZero = false;
        for (; i < s.size(); ++i) {
            if (s[i] == '.' && !point) { point = true; continue; }
            if (s[i] < '0' || s[i] > '9') break;
            ++digits;
            if (!nonZero && s[i] == '0') { leading -= point ? 1 : 0; continue; }
            if (!nonZero && point) --leading;
            if (nonZero && !point) ++leading;
            nonZero = true;
        }
        if (!digits) return false;
        if (i < s.size()) {
            if (s[i] != 'e' && s[i] != 'E') return false;
            ++i;
            const bool down = i < s.size() && s[i] == '-';
            if (i < s.size() && (s[i] == '+' || s[i] == '-')) ++i;
            if (i == s.size()) return false;
            long long exponent = 0;
            for (; i < s.size(); ++i) {
                if (s[i] < '0' || s[i] > '9') return false;
                if (exponent < 1'000'000) exponent = exponent * 10 + (s[i] - '0');
            }
            leading += down ? -exponent : exponent;
        }
        if (nonZero && leading > 400) v = std::numeric_limits<F>::infinity();
        else if (nonZero && leading >= -400) {
#if defined(__cpp_lib_to_chars)
            const auto r = std::from_chars(s.data(), s.data() + s.size(), v);
            if (r.ec == std::errc::result_out_of_range) v = leading > 0 ? std::numeric_limits<F>::infinity() : F{0};
            else if (r.ec != std::errc() || r.ptr != s.data() + s.size()) return false;
#else
            static const locale_t plain = newlocale(LC_ALL_MASK, "C", locale_t{});
            const std::string copy(s);
            if constexpr (std::is_same_v<F, float>) v = strtof_l(copy.c_str(), nullptr, plain);
            else v = strtod_l(copy.c_str(), nullptr, plain);
#endif
        }
    }
    out = negative ? -v : v;
    return true;
}

}  // namespace rivulet::detail
