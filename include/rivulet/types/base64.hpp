// SPDX-License-Identifier: BSL-1.0
// Base64 (RFC 4648, with padding): how text formats carry BYTES.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rivulet::detail {

inline void appendBase64(std::string& out, const std::vector<std::byte>& bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t n = bytes.size() - i < 3 ? bytes.size() - i : 3;
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < n ? static_cast<std::uint32_t>(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k) out += k <= n ? digits[group >> (18 - 6 * k) & 63u] : '=';
    }
}

/// False if it is not base64: a wrong character, length or padding, or bits that no byte holds.
inline bool parseBase64(std::string_view text, std::vector<std::byte>& out) {
    out.clear();
    if (text.size() % 4) return false;
    out.resize(text.size() / 4 * 3);
    std::size_t size = 0;
    const auto value = [](char c) -> int {
        if (c >= 'A' && c <= 'Z') return c - 'A';
        if (c >= 'a' && c <= 'z') return c - 'a' + 26;
        if (c >= '0' && c <= '9') return c - '0' + 52;
        return c == '+' ? 62 : c == '/' ? 63 : -1;
    };
    for (std::size_t i = 0; i < text.size(); i += 4) {
        const bool last = i + 4 == text.size();
        const std::size_t n = last && text[i + 3] == '=' ? (text[i + 2] == '=' ? 1u : 2u) : 3u;  // bytes in this group
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            const int v = k <= n ? value(text[i + k]) : 0;
            if (v < 0) return false;
            group = group << 6 | static_cast<std::uint32_t>(v);
        }
        if (group & (n == 1 ? 0xFFFFu : n == 2 ? 0xFFu : 0u)) return false;
        for (std::size_t k = 0; k < n; ++k) out[size++] = static_cast<std::byte>(group >> (16 - 8 * k) & 255u);
    }
    out.resize(size);
    return true;
}

}  // namespace rivulet::detail
