// SPDX-License-Identifier: BSL-1.0
// Characters and their numbers: ASCII, CHR, HEX, BIN.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <rivulet/expr/characters.hpp>
#include <rivulet/expr/functions/string.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

/// ASCII(text): the code point of the first character, 0 for the empty text.
struct Ascii {
    static constexpr FunctionInfo info{.name = "ASCII", .minArguments = 1, .maxArguments = 1, .typing = &shared::integerOfText};
    template <class V> static constexpr V call(std::string_view s) { return s.empty() ? V{} : static_cast<V>(detail::codePoint(s)); }
};

/// CHR(n): the character of code n modulo 256; empty for negative n.
struct Chr {
    static constexpr void typing(Typing& t) {
        if (rules::arguments(t, "I")) t.result = sqltype::string.orNull(true);
    }
    static constexpr FunctionInfo info{.name = "CHR", .minArguments = 1, .maxArguments = 1, .typing = &typing};
    template <class V> static constexpr V call(std::int64_t n) {
        V out;
        if (n >= 0) detail::appendCharacter(out, static_cast<char32_t>(n & 0xFF));
        return out;
    }
};

namespace shared {

// The digits of n in base 2^bits, without leading zeros.
template <class V>
constexpr V digits(std::uint64_t n, int bits) {
    char text[64]{};
    int size = 0;
    do {
        text[size++] = "0123456789ABCDEF"[n & ((1u << bits) - 1)];
        n >>= bits;
    } while (n);
    V out;
    while (size > 0) out.push_back(text[--size]);
    return out;
}

}  // namespace shared

/// HEX(integer) in two's complement of 64 bits, HEX(text) of its bytes; upper case.
struct Hex {
    static constexpr void typing(Typing& t) { rules::call(t, t.type(0).isInteger() ? "I" : "T", sqltype::string); }
    static constexpr FunctionInfo info{.name = "HEX", .minArguments = 1, .maxArguments = 1, .typing = &typing};
    template <class V> static constexpr V call(std::int64_t n) { return shared::digits<V>(static_cast<std::uint64_t>(n), 4); }
    template <class V> static constexpr V call(std::string_view s) {
        V out;
        out.reserve(s.size() * 2);
        for (const char c : s) {
            const auto byte = static_cast<unsigned char>(c);
            out.push_back("0123456789ABCDEF"[byte >> 4]);
            out.push_back("0123456789ABCDEF"[byte & 15u]);
        }
        return out;
    }
};

/// BIN(integer): its binary digits, in two's complement of 64 bits.
struct Bin {
    static constexpr void typing(Typing& t) { rules::call(t, "I", sqltype::string); }
    static constexpr FunctionInfo info{.name = "BIN", .minArguments = 1, .maxArguments = 1, .typing = &typing};
    template <class V> static constexpr V call(std::int64_t n) { return shared::digits<V>(static_cast<std::uint64_t>(n), 1); }
};

}  // namespace rivulet::functions
