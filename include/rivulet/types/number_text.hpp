// SPDX-License-Identifier: BSL-1.0
// FLOAT and DOUBLE as text, as Java prints and reads them.
#pragma once
#include <charconv>
#include <cmath>
#include <cstddef>
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

namespace rivulet::detail {

/// Double.toString and Float.toString of JDK 19 and later: the shortest digits that read back the same, plain from 1e-3 to
/// below 1e7 (`12.0`), else scientific (`1.0E7`); at least one digit on each side of the point.
template <class F>
void writeFloating(TextWriter& w, F v) {
    static_assert(std::is_same_v<F, float> || std::is_same_v<F, double>);
    if (std::isnan(v)) { w << "NaN"; return; }
    if (std::signbit(v)) {
        w.put('-');
        v = -v;
    }
    if (std::isinf(v)) { w << "Infinity"; return; }
    if (v == F{0}) { w << "0.0"; return; }
    char text[40];  // d[.ddd]e[+-]xx
    std::to_chars_result r = std::to_chars(text, text + sizeof text, v, std::chars_format::scientific);
    if (text[1] == 'e' && std::fpclassify(v) == FP_SUBNORMAL)  // Java takes the nearest of two digits here: 4.9E-324
        r = std::to_chars(text, text + sizeof text, v, std::chars_format::scientific, 1);
    char digits[20];
    int count = 0, exponent = 0;
    const char* p = text;
    for (; *p != 'e'; ++p)
        if (*p != '.') digits[count++] = *p;
    const bool down = *++p == '-';
    for (++p; p != r.ptr; ++p) exponent = exponent * 10 + (*p - '0');
    if (down) exponent = -exponent;
    while (count > 1 && digits[count - 1] == '0') --count;
    if (exponent >= -3 && exponent < 7) {
        if (exponent < 0) {
            w << "0.";
            for (int i = -1; i > exponent; --i) w.put('0');
        }
        int i = 0;
        for (; i < count || i <= exponent; ++i) {
            if (exponent >= 0 && i == exponent + 1) w.put('.');
            w.put(i < count ? digits[i] : '0');
        }
        if (exponent >= 0 && i == exponent + 1) w << ".0";
        return;
    }
    w.put(digits[0]);
    w.put('.');
    if (count == 1) w.put('0');
    for (int i = 1; i < count; ++i) w.put(digits[i]);
    w.put('E');
    w.number(exponent);
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
    if (s == "NaN") v = static_cast<F>(NAN);
    else if (s == "Infinity") v = static_cast<F>(INFINITY);
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
        if (nonZero && leading > 400) v = static_cast<F>(INFINITY);
        else if (nonZero && leading >= -400) {
#if defined(__cpp_lib_to_chars)
            const auto r = std::from_chars(s.data(), s.data() + s.size(), v);
            if (r.ec == std::errc::result_out_of_range) v = leading > 0 ? static_cast<F>(INFINITY) : F{0};
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
