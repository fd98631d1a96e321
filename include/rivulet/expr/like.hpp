// SPDX-License-Identifier: BSL-1.0
// LIKE: % is any text, _ one character; an escape character only if one is given. Time is bounded by text times pattern.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include <rivulet/core/exception.hpp>
#include <rivulet/expr/characters.hpp>

namespace rivulet::detail {

/// Where the pattern breaks the rule for escapes (the escape character stands before %, _ or itself), or npos.
constexpr std::size_t badEscape(std::string_view pattern, std::string_view escape) {
    if (escape.empty()) return std::string_view::npos;
    for (std::size_t i = 0; i < pattern.size();) {
        if (pattern.substr(i, escape.size()) != escape) { i = skipCharacters(pattern, i, 1); continue; }
        const std::size_t next = i + escape.size();
        const bool good = next < pattern.size() && (pattern[next] == '%' || pattern[next] == '_' || pattern.substr(next, escape.size()) == escape);
        if (!good) return i;
        i = skipCharacters(pattern, next, 1);
    }
    return std::string_view::npos;
}

[[noreturn]] inline void throwBadEscape(std::string_view pattern) {
    throw DataError("the escape character of LIKE must stand before %, _ or itself", pattern);
}

/// `escape` is empty or one character. On a mismatch only the last % is tried again further on: that suffices, since
/// an earlier one could not reach more.
constexpr bool like(std::string_view text, std::string_view pattern, std::string_view escape) {
    if (badEscape(pattern, escape) != std::string_view::npos) throwBadEscape(pattern);
    constexpr std::size_t none = std::string_view::npos;
    std::size_t t = 0, p = 0, retryText = 0, retryPattern = none;
    while (t < text.size() || p < pattern.size()) {
        if (p < pattern.size()) {
            const bool escaped = !escape.empty() && pattern.substr(p, escape.size()) == escape;
            if (!escaped && pattern[p] == '%') {
                retryPattern = ++p;
                retryText = t;
                continue;
            }
            if (t < text.size()) {
                if (!escaped && pattern[p] == '_') {
                    ++p;
                    t = skipCharacters(text, t, 1);
                    continue;
                }
                const std::size_t literal = escaped ? p + escape.size() : p;
                if (text[t] == pattern[literal]) {
                    p = literal + 1;
                    ++t;
                    continue;
                }
            }
        }
        if (retryPattern == none || retryText >= text.size()) return false;
        retryText = skipCharacters(text, retryText, 1);
        t = retryText;
        p = retryPattern;
    }
    return true;
}

}  // namespace rivulet::detail
