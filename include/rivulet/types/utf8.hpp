// SPDX-License-Identifier: BSL-1.0
// Characters of UTF-8 text. SQL counts code points; bytes that are no UTF-8 count one each and are kept as they are.
#pragma once
#include <cstddef>
#include <string_view>

namespace rivulet::detail {

constexpr bool continuesCharacter(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// Bytes of the character at the front of s, 0 if s is empty.
constexpr std::size_t characterSize(std::string_view s) {
    if (s.empty()) return 0;
    const auto lead = static_cast<unsigned char>(s[0]);
    const std::size_t wanted = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF8 ? 4 : 1;
    std::size_t n = 1;
    while (n < wanted && n < s.size() && continuesCharacter(s[n])) ++n;
    return n == wanted ? n : 1;
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
