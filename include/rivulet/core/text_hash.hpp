// SPDX-License-Identifier: BSL-1.0
// A hash of texts that is inlined: std::hash calls a function in the library, which costs more than finding a short key does.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace rivulet::detail {

// Both halves of the product: every bit of a and b reaches every bit.
inline std::uint64_t multiplyMix(std::uint64_t a, std::uint64_t b) {
    __extension__ using Product = unsigned __int128;
    const Product product = static_cast<Product>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}
template <class Word>
std::uint64_t loadWord(const char* from) {
    Word word;
    std::memcpy(&word, from, sizeof(word));
    return word;
}

/// In the manner of wyhash: sixteen bytes a step, the last ones by words that may overlap.
inline std::size_t hashText(std::string_view text) {
    constexpr std::uint64_t first = 0xD6E8FEB86659FD93u, second = 0xA0761D6478BD642Fu;
    const char* p = text.data();
    std::size_t n = text.size();
    std::uint64_t h = 0x9E3779B97F4A7C15u * (n + 1);  // not to be undone by one changed byte
    for (; n > 16; p += 16, n -= 16) h = multiplyMix(loadWord<std::uint64_t>(p) ^ h, loadWord<std::uint64_t>(p + 8) ^ first);
    std::uint64_t a = 0, b = 0;
    if (n >= 8) {
        a = loadWord<std::uint64_t>(p);
        b = loadWord<std::uint64_t>(p + n - 8);
    } else if (n >= 4) {
        a = loadWord<std::uint32_t>(p);
        b = loadWord<std::uint32_t>(p + n - 4);
    } else if (n > 0) {
        a = loadWord<unsigned char>(p) << 16 | loadWord<unsigned char>(p + n / 2) << 8 | loadWord<unsigned char>(p + n - 1);
    }
    return static_cast<std::size_t>(multiplyMix(a ^ h, b ^ second));
}

}  // namespace rivulet::detail
