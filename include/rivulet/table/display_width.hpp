// SPDX-License-Identifier: BSL-1.0
// How many columns of a terminal a text takes, as Flink counts them, and the part of it that fits into some.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/expr/characters.hpp>
#include <rivulet/table/wide_characters.hpp>

namespace rivulet::detail {

constexpr bool isWide(char32_t c) {
    if (c < wideCharacters[0].first) return false;
    std::size_t low = 0, high = sizeof wideCharacters / sizeof wideCharacters[0];
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (wideCharacters[middle].last < c) low = middle + 1;
        else high = middle;
    }
    return low < sizeof wideCharacters / sizeof wideCharacters[0] && wideCharacters[low].first <= c;
}

// Flink adds one for a wide character to the length in UTF-16 units: characters beyond U+FFFF, such as emoji, take one more than they show.
constexpr int utf16Units(char32_t c) { return c > 0xFFFF ? 2 : 1; }

constexpr int utf16Length(std::string_view s) {
    int n = 0;
    for (std::size_t i = 0; i < s.size(); i += characterSize(s.substr(i))) n += utf16Units(codePoint(s.substr(i)));
    return n;
}

struct Fitting {
    std::size_t bytes{};
    int width{};
};

/// The longest prefix of whole characters that takes at most `most` columns.
constexpr Fitting fitting(std::string_view s, int most) {
    Fitting fit;
    while (fit.bytes < s.size()) {
        const std::string_view rest = s.substr(fit.bytes);
        const bool ascii = static_cast<unsigned char>(rest[0]) < 0x80;
        const char32_t c = ascii ? 'a' : codePoint(rest);
        const int width = ascii ? 1 : utf16Units(c) + isWide(c);
        if (fit.width + width > most) break;
        fit.width += width;
        fit.bytes += ascii ? 1 : characterSize(rest);
    }
    return fit;
}

constexpr int displayWidth(std::string_view s) { return fitting(s, 2147483644).width; }

}  // namespace rivulet::detail
