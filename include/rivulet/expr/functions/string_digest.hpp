// SPDX-License-Identifier: BSL-1.0
// Digests of text in lower-case hexadecimal: MD5, SHA1, SHA224, SHA256, SHA384, SHA512, SHA2.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <rivulet/core/exception.hpp>
#include <rivulet/expr/digest.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

namespace shared {

template <int Digits> constexpr void digestTyping(Typing& t) { rules::call(t, "T", sqltype::char_(Digits)); }

template <class V>
constexpr V hexadecimal(const detail::Digest& d) {
    V out;
    for (std::size_t i = 0; i < d.size; ++i) {
        out.push_back("0123456789abcdef"[d.bytes[i] >> 4]);
        out.push_back("0123456789abcdef"[d.bytes[i] & 15u]);
    }
    return out;
}

}  // namespace shared

/// MD5(text) and SHA1 to SHA512: of the text's UTF-8, CHAR of as many digits.
struct Md5 {
    static constexpr FunctionInfo info{.name = "MD5", .minArguments = 1, .maxArguments = 1, .typing = &shared::digestTyping<32>};
    template <class V> static constexpr V call(std::string_view text) { return shared::hexadecimal<V>(detail::md5(text)); }
};
struct Sha1 {
    static constexpr FunctionInfo info{.name = "SHA1", .minArguments = 1, .maxArguments = 1, .typing = &shared::digestTyping<40>};
    template <class V> static constexpr V call(std::string_view text) { return shared::hexadecimal<V>(detail::sha1(text)); }
};
struct Sha224 {
    static constexpr FunctionInfo info{.name = "SHA224", .minArguments = 1, .maxArguments = 1, .typing = &shared::digestTyping<56>};
    template <class V> static constexpr V call(std::string_view text) { return shared::hexadecimal<V>(detail::sha224(text)); }
};
struct Sha256 {
    static constexpr FunctionInfo info{.name = "SHA256", .minArguments = 1, .maxArguments = 1, .typing = &shared::digestTyping<64>};
    template <class V> static constexpr V call(std::string_view text) { return shared::hexadecimal<V>(detail::sha256(text)); }
};
struct Sha384 {
    static constexpr FunctionInfo info{.name = "SHA384", .minArguments = 1, .maxArguments = 1, .typing = &shared::digestTyping<96>};
    template <class V> static constexpr V call(std::string_view text) { return shared::hexadecimal<V>(detail::sha384(text)); }
};
struct Sha512 {
    static constexpr FunctionInfo info{.name = "SHA512", .minArguments = 1, .maxArguments = 1, .typing = &shared::digestTyping<128>};
    template <class V> static constexpr V call(std::string_view text) { return shared::hexadecimal<V>(detail::sha512(text)); }
};

/// SHA2(text, bits): bits are 224, 256, 384 or 512. VARCHAR(128).
struct Sha2 {
    static constexpr std::string_view sizes = "224, 256, 384 or 512";
    static constexpr bool fits(std::int64_t bits) { return bits == 224 || bits == 256 || bits == 384 || bits == 512; }
    static constexpr void typing(Typing& t) {
        if (t.arguments[1].isLiteral && !fits(t.arguments[1].integer)) return t.refuse(1, sizes);
        rules::call(t, "TI", sqltype::varchar(128));
    }
    static constexpr FunctionInfo info{.name = "SHA2", .minArguments = 2, .maxArguments = 2, .typing = &typing};
    template <class V> static constexpr V call(std::string_view text, std::int64_t bits) {
        if (!fits(bits)) throw DataError("SHA2 takes 224, 256, 384 or 512 bits", std::to_string(bits));
        return shared::hexadecimal<V>(bits == 224 ? detail::sha224(text) : bits == 256 ? detail::sha256(text) : bits == 384 ? detail::sha384(text) : detail::sha512(text));
    }
};

}  // namespace rivulet::functions
