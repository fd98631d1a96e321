// SPDX-License-Identifier: BSL-1.0
// Characters of UTF-8 text. SQL counts code points; bytes that are no UTF-8 count one each and are kept as they are.
#pragma once
#include <cstddef>
#include <string_view>

namespace rivulet::detail {

constexpr bool continuesCharacter(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// What is at the front of a text: the bytes that a character would have, and how many of them are there.
struct CharacterFront {
    std::size_t wanted, there;
};
constexpr CharacterFront characterFront(std::string_view s) {
    const auto lead = static_cast<unsigned char>(s[0]);
    const std::size_t wanted = lead < 0xC2 || lead > 0xF4 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (wanted == 1 || s.size() < 2) return {wanted, 1};
    // The second byte tells longer forms than needed, surrogates and what is beyond U+10FFFF: they are no characters.
    const auto second = static_cast<unsigned char>(s[1]);
    if (second < (lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80) || second > (lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF)) return {wanted, 1};
    std::size_t n = 2;
    while (n < wanted && n < s.size() && continuesCharacter(s[n])) ++n;
    return {wanted, n};
}

/// Bytes of the character at the front of s, 0 if s is empty.
constexpr std::size_t characterSize(std::string_view s) {
    if (s.empty()) return 0;
    const CharacterFront f = characterFront(s);
    return f.there == f.wanted ? f.wanted : 1;
}

constexpr std::size_t characterCount(std::string_view s) {
    std::size_t n = 0;
    while (!s.empty()) {
        s.remove_prefix(characterSize(s));
        ++n;
    }
    return n;
}

/// The bytes of the first `count` characters, or all.
constexpr std::size_t prefixSize(std::string_view s, std::size_t count) {
    if (s.size() <= count) return s.size();
    std::size_t bytes = 0;
    while (count-- && bytes < s.size()) bytes += characterSize(s.substr(bytes));
    return bytes;
}

}  // namespace rivulet::detail
