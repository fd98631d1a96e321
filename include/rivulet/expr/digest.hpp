// SPDX-License-Identifier: BSL-1.0
// Digests of text: MD5 (RFC 1321), SHA-1, SHA-224, SHA-256, SHA-384, SHA-512 (FIPS 180-4). For keys and comparison, not for secrets.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rivulet::detail {

/// The bytes of a digest.
struct Digest {
    unsigned char bytes[64]{};
    std::size_t size{};
};

// The tables of the standards; SHA-256 uses the upper halves of the first one.
inline constexpr std::uint64_t sha512Constants[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc, 0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118,
    0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2, 0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694,
    0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65, 0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
    0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70,
    0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df, 0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
    0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
    0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec, 0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b,
    0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
    0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817};
inline constexpr std::uint32_t md5Constants[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122,
    0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8, 0x21e1cde6, 0xc33707d6,
    0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60,
    0xbebfbc70, 0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665, 0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039,
    0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

/// Calls block(bytes) for the text in blocks of Size bytes: padded with a one bit, zeros, and the length in bits.
template <std::size_t Size, bool LittleEnd, class F>
constexpr void forEachBlock(std::string_view text, F block) {
    constexpr std::size_t lengthSize = Size / 8;
    const std::uint64_t bits = static_cast<std::uint64_t>(text.size()) * 8;
    bool marked = false;
    for (bool done = false; !done;) {
        unsigned char bytes[Size]{};
        const std::size_t n = text.size() < Size ? text.size() : Size;
        for (std::size_t i = 0; i < n; ++i) bytes[i] = static_cast<unsigned char>(text[i]);
        text.remove_prefix(n);
        if (n < Size && !marked) {
            bytes[n] = 0x80;
            marked = true;
        }
        if (n + (n < Size && marked ? 1 : 0) <= Size - lengthSize && marked) {
            for (std::size_t i = 0; i < 8; ++i) bytes[LittleEnd ? Size - 8 + i : Size - 1 - i] = static_cast<unsigned char>(bits >> (8 * i));
            done = true;
        }
        block(bytes);
    }
}

template <class Word>
constexpr Word bigWord(const unsigned char* bytes) {
    Word w = 0;
    for (std::size_t i = 0; i < sizeof(Word); ++i) w = static_cast<Word>(w << 8) | bytes[i];
    return w;
}
constexpr std::uint32_t byteSwapped(std::uint32_t v) { return v << 24 | (v << 8 & 0xFF0000u) | (v >> 8 & 0xFF00u) | v >> 24; }
template <class Word>
constexpr Digest digestOf(const Word* state, std::size_t size) {
    Digest d{.size = size};
    for (std::size_t i = 0; i < size; ++i) d.bytes[i] = static_cast<unsigned char>(state[i / sizeof(Word)] >> (8 * (sizeof(Word) - 1 - i % sizeof(Word))));
    return d;
}

// SHA-2 of both word sizes. Constants of 32 bits are the upper halves.
template <class Word>
constexpr Digest sha2(std::string_view text, const Word (&initial)[8], std::size_t size) {
    constexpr bool wide = sizeof(Word) == 8;
    constexpr int rounds = wide ? 80 : 64;
    Word state[8]{};
    for (int i = 0; i < 8; ++i) state[i] = initial[i];
    forEachBlock<16 * sizeof(Word), false>(text, [&](const unsigned char* bytes) {
        Word w[static_cast<std::size_t>(rounds)]{};
        for (int i = 0; i < 16; ++i) w[i] = bigWord<Word>(bytes + static_cast<std::size_t>(i) * sizeof(Word));
        for (int i = 16; i < rounds; ++i) {
            const Word a = w[i - 15], b = w[i - 2];
            const Word s0 = wide ? std::rotr(a, 1) ^ std::rotr(a, 8) ^ (a >> 7) : std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3);
            const Word s1 = wide ? std::rotr(b, 19) ^ std::rotr(b, 61) ^ (b >> 6) : std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10);
            w[i] = w[i - 16] + s0 + w[i - 7] + s1;
        }
        Word v[8]{};
        for (int i = 0; i < 8; ++i) v[i] = state[i];
        for (int i = 0; i < rounds; ++i) {
            const Word a = v[0], e = v[4];
            const Word s1 = wide ? std::rotr(e, 14) ^ std::rotr(e, 18) ^ std::rotr(e, 41) : std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
            const Word s0 = wide ? std::rotr(a, 28) ^ std::rotr(a, 34) ^ std::rotr(a, 39) : std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
            const Word t1 = v[7] + s1 + ((e & v[5]) ^ (~e & v[6])) + static_cast<Word>(sha512Constants[i] >> (64 - 8 * sizeof(Word))) + w[i];
            const Word t2 = s0 + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
            for (int k = 7; k > 0; --k) v[k] = v[k - 1];
            v[4] += t1;
            v[0] = t1 + t2;
        }
        for (int i = 0; i < 8; ++i) state[i] += v[i];
    });
    return digestOf(state, size);
}
constexpr Digest sha224(std::string_view text) {
    return sha2<std::uint32_t>(text, {0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4}, 28);
}
constexpr Digest sha256(std::string_view text) {
    return sha2<std::uint32_t>(text, {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}, 32);
}
constexpr Digest sha384(std::string_view text) {
    return sha2<std::uint64_t>(text, {0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939, 0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7,
                                      0x47b5481dbefa4fa4}, 48);
}
constexpr Digest sha512(std::string_view text) {
    return sha2<std::uint64_t>(text, {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b,
                                      0x5be0cd19137e2179}, 64);
}

constexpr Digest sha1(std::string_view text) {
    std::uint32_t state[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    forEachBlock<64, false>(text, [&](const unsigned char* bytes) {
        std::uint32_t w[80]{}, a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
        for (int i = 0; i < 16; ++i) w[i] = bigWord<std::uint32_t>(bytes + 4 * i);
        for (int i = 16; i < 80; ++i) w[i] = std::rotl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
        for (int i = 0; i < 80; ++i) {
            const std::uint32_t f = i < 20 ? (b & c) | (~b & d) : i < 40 || i >= 60 ? b ^ c ^ d : (b & c) | (b & d) | (c & d);
            const std::uint32_t k = i < 20 ? 0x5a827999 : i < 40 ? 0x6ed9eba1 : i < 60 ? 0x8f1bbcdc : 0xca62c1d6;
            const std::uint32_t t = std::rotl(a, 5) + f + e + k + w[i];
            e = d;
            d = c;
            c = std::rotl(b, 30);
            b = a;
            a = t;
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
    });
    return digestOf(state, 20);
}

constexpr Digest md5(std::string_view text) {
    constexpr int shifts[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    std::uint32_t state[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    forEachBlock<64, true>(text, [&](const unsigned char* bytes) {
        std::uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
        for (int i = 0; i < 64; ++i) {
            const int kind = i / 16, g = (kind == 0 ? i : kind == 1 ? 5 * i + 1 : kind == 2 ? 3 * i + 5 : 7 * i) % 16;
            const std::uint32_t f = kind == 0 ? (b & c) | (~b & d) : kind == 1 ? (d & b) | (~d & c) : kind == 2 ? b ^ c ^ d : c ^ (b | ~d);
            const std::uint32_t t = a + f + md5Constants[i] + byteSwapped(bigWord<std::uint32_t>(bytes + 4 * g));
            a = d;
            d = c;
            c = b;
            b += std::rotl(t, shifts[kind][i % 4]);
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
    });
    for (std::uint32_t& s : state) s = byteSwapped(s);
    return digestOf(state, 16);
}

}  // namespace rivulet::detail
