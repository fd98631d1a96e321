// SPDX-License-Identifier: BSL-1.0
// Walking over text in characters (Unicode code points of UTF-8), both ways; building on types/utf8.hpp.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include <rivulet/types/utf8.hpp>

namespace rivulet::detail {

constexpr bool isAscii(char c) { return static_cast<unsigned char>(c) < 0x80; }

/// Whether every character is one byte.
constexpr bool isAscii(std::string_view s) {
    std::size_t i = 0;
    if (!std::is_constant_evaluated())
        for (; i + 8 <= s.size(); i += 8) {
            std::uint64_t eight = 0;
            __builtin_memcpy(&eight, s.data() + i, 8);
            if (eight & 0x8080808080808080u) return false;
        }
    for (; i < s.size(); ++i)
        if (!isAscii(s[i])) return false;
    return true;
}

/// The number of characters, as the integers of SQL count.
constexpr long long lengthOf(std::string_view s) { return static_cast<long long>(isAscii(s) ? s.size() : characterCount(s)); }

/// The offset `count` characters after offset `from`, or the end.
constexpr std::size_t skipCharacters(std::string_view s, std::size_t from, long long count) {
    for (; count > 0 && from < s.size(); --count) from += isAscii(s[from]) ? 1 : characterSize(s.substr(from));
    return from;
}

/// The offset of the character that ends at offset `end` (> 0).
constexpr std::size_t characterBefore(std::string_view s, std::size_t end) {
    for (std::size_t back = 2; back <= 4 && back <= end; ++back)
        if (characterSize(s.substr(end - back)) == back) return end - back;
    return end - 1;
}

/// The code point at the front of a text that is not empty; a byte that is no UTF-8 gives U+FFFD.
constexpr char32_t codePoint(std::string_view s) {
    const auto byte = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(s[i])); };
    switch (characterSize(s)) {
        case 1: return byte(0) < 0x80u ? byte(0) : 0xFFFDu;
        case 2: return (byte(0) & 0x1Fu) << 6 | (byte(1) & 0x3Fu);
        case 3: return (byte(0) & 0x0Fu) << 12 | (byte(1) & 0x3Fu) << 6 | (byte(2) & 0x3Fu);
        default: return (byte(0) & 0x07u) << 18 | (byte(1) & 0x3Fu) << 12 | (byte(2) & 0x3Fu) << 6 | (byte(3) & 0x3Fu);
    }
}

constexpr void appendCharacter(std::string& out, char32_t code) {
    const auto put = [&out](char32_t byte) { out.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
    if (code < 0x80u) return put(code);
    if (code < 0x800u) put(0xC0u | code >> 6);
    else {
        if (code < 0x10000u) put(0xE0u | code >> 12);
        else {
            put(0xF0u | code >> 18);
            put(0x80u | (code >> 12 & 0x3Fu));
        }
        put(0x80u | (code >> 6 & 0x3Fu));
    }
    put(0x80u | (code & 0x3Fu));
}

/// Text in which each beginning of a character that is cut off, and each other byte that is no UTF-8, has become U+FFFD (Java).
constexpr void appendDecoded(std::string& out, std::string_view text) {
    while (!text.empty()) {
        const CharacterFront f = characterFront(text);
        if (f.there == f.wanted && (f.wanted > 1 || isAscii(text[0]))) out.append(text.substr(0, f.wanted));
        else appendCharacter(out, 0xFFFD);
        text.remove_prefix(f.there);
    }
}

}  // namespace rivulet::detail
