// SPDX-License-Identifier: BSL-1.0
// Finds delimiters, quotes and line feeds, 64 bytes at a time.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace rivulet::detail {

/// A bit for each of 64 bytes that is one of three characters; the first byte is the lowest bit. Reads exactly 64 bytes.
class CsvFinder {
public:
    static constexpr std::size_t block = 64;

    CsvFinder(char delimiter, char quote) : a_(delimiter), b_(quote ? quote : delimiter) {}

    std::uint64_t operator()(const char* p) const {
#if defined(__SSE2__)
        return wide(p);
#else
        return portable(p);
#endif
    }

    /// Eight bytes at a time in an ordinary register; exact for every byte value.
    std::uint64_t portable(const char* p) const {
        if constexpr (std::endian::native == std::endian::little) {
            std::uint64_t mask = 0;
            for (unsigned i = 0; i < block; i += 8) {
                std::uint64_t x;
                std::memcpy(&x, p + i, 8);
                mask |= gather(equal(x, a_) | equal(x, b_) | equal(x, '\n')) << i;
            }
            return mask;
        } else {
            std::uint64_t mask = 0;
            for (unsigned i = 0; i < block; ++i)
                mask |= static_cast<std::uint64_t>(p[i] == a_ || p[i] == b_ || p[i] == '\n') << i;
            return mask;
        }
    }

private:
    static constexpr std::uint64_t ones = 0x0101010101010101u, lows = 0x7F7F7F7F7F7F7F7Fu;

    // The highest bit of each byte that equals c.
    static std::uint64_t equal(std::uint64_t x, char c) {
        x ^= ones * static_cast<unsigned char>(c);
        return ~(((x & lows) + lows) | x | lows);
    }
    static std::uint64_t gather(std::uint64_t highBits) { return ((highBits >> 7) * 0x0102040810204080u) >> 56; }

#if defined(__SSE2__)
    // The compilers' own vectors instead of <emmintrin.h>, which every user's unit would have to read.
    using Wide [[gnu::vector_size(16)]] = char;

    std::uint64_t wide(const char* p) const {
        const Wide zero{};
        const Wide a = zero + a_, b = zero + b_, c = zero + '\n';
        std::uint64_t mask = 0;
        for (unsigned i = 0; i < block; i += 16) {
            Wide x;
            std::memcpy(&x, p + i, 16);
            const auto hit = reinterpret_cast<Wide>((x == a) | (x == b) | (x == c));
            mask |= static_cast<std::uint64_t>(static_cast<unsigned>(__builtin_ia32_pmovmskb128(hit)) & 0xFFFFu) << i;
        }
        return mask;
    }
#endif

    char a_, b_;
};

}  // namespace rivulet::detail
