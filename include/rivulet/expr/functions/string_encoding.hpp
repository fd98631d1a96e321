// SPDX-License-Identifier: BSL-1.0
// Text as bytes and back: ENCODE, DECODE in a character set, TO_BASE64, FROM_BASE64.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/core/exception.hpp>
#include <rivulet/core/text.hpp>
#include <rivulet/expr/characters.hpp>
#include <rivulet/expr/typing_rules.hpp>
#include <rivulet/types/base64.hpp>

namespace rivulet::detail {

enum class CharacterSet : unsigned char { none, ascii, latin1, utf8, utf16, utf16be, utf16le };

constexpr CharacterSet characterSet(std::string_view name) {
    constexpr std::string_view names[] = {"", "US-ASCII", "ISO-8859-1", "UTF-8", "UTF-16", "UTF-16BE", "UTF-16LE"};
    static_assert(sizeof names / sizeof *names == static_cast<std::size_t>(CharacterSet::utf16le) + 1, "a name for each set");
    for (int i = 1; i < 7; ++i)
        if (equalsIgnoringCase(names[i], name)) return static_cast<CharacterSet>(i);
    return CharacterSet::none;
}
[[noreturn]] inline void throwBadCharacterSet(std::string_view name) { throw DataError("not a character set", name); }

/// What a set of bytes does not have becomes `?`, as in Java. UTF-16 without an order is written with a mark, in big endian.
template <class B>
void encode(B& out, std::string_view text, CharacterSet set) {
    const auto put = [&](char32_t byte) { out.push_back(static_cast<std::byte>(byte & 0xFFu)); };
    const auto unit = [&](char32_t u) {
        const bool little = set == CharacterSet::utf16le;
        put(little ? u : u >> 8);
        put(little ? u >> 8 : u);
    };
    if (set == CharacterSet::utf16 && !text.empty()) unit(0xFEFF);
    for (; !text.empty(); text.remove_prefix(characterSize(text))) {
        const char32_t c = codePoint(text);
        if (set == CharacterSet::utf8)
            for (const char byte : text.substr(0, characterSize(text))) put(static_cast<unsigned char>(byte));
        else if (set <= CharacterSet::latin1) put(c < (set == CharacterSet::ascii ? 0x80u : 0x100u) ? c : U'?');
        else if (c < 0x10000) unit(c);
        else {
            unit(0xD800u + ((c - 0x10000u) >> 10));
            unit(0xDC00u + ((c - 0x10000u) & 0x3FFu));
        }
    }
}

/// What is no character becomes U+FFFD.
template <class B>
std::string decode(const B& bytes, CharacterSet set) {
    std::string out;
    const auto at = [&](std::size_t i) { return static_cast<char32_t>(bytes[i]); };
    if (set == CharacterSet::utf8) {
        std::string text(bytes.size(), '\0');
        for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>(bytes[i]);
        appendDecoded(out, text);
        return out;
    }
    if (set <= CharacterSet::latin1) {
        for (std::size_t i = 0; i < bytes.size(); ++i) appendCharacter(out, set == CharacterSet::ascii && at(i) > 0x7F ? char32_t{0xFFFD} : at(i));
        return out;
    }
    bool little = set == CharacterSet::utf16le;
    std::size_t i = 0;
    if (set == CharacterSet::utf16 && bytes.size() >= 2 && ((at(0) == 0xFE && at(1) == 0xFF) || (at(0) == 0xFF && at(1) == 0xFE))) {
        little = at(0) == 0xFF;
        i = 2;
    }
    const auto unit = [&](std::size_t k) { return little ? at(k) | at(k + 1) << 8 : at(k) << 8 | at(k + 1); };
    for (; i + 1 < bytes.size(); i += 2) {
        const char32_t u = unit(i);
        if (u < 0xD800 || u > 0xDFFF) appendCharacter(out, u);
        else if (u < 0xDC00 && i + 3 < bytes.size() && unit(i + 2) >= 0xDC00 && unit(i + 2) <= 0xDFFF) {
            appendCharacter(out, 0x10000u + ((u - 0xD800u) << 10) + (unit(i + 2) - 0xDC00u));
            i += 2;
        } else appendCharacter(out, 0xFFFD);
    }
    if (i < bytes.size()) appendCharacter(out, 0xFFFD);
    return out;
}

}  // namespace rivulet::detail

namespace rivulet::functions {

namespace shared {
constexpr bool characterSetFits(Typing& t) {
    if (!t.arguments[1].isText || detail::characterSet(t.arguments[1].text) != detail::CharacterSet::none) return true;
    t.refuse(1, "US-ASCII, ISO-8859-1, UTF-8, UTF-16, UTF-16BE or UTF-16LE");
    return false;
}
inline detail::CharacterSet knownCharacterSet(std::string_view name) {
    const detail::CharacterSet set = detail::characterSet(name);
    if (set == detail::CharacterSet::none) detail::throwBadCharacterSet(name);
    return set;
}
}  // namespace shared

/// ENCODE(text, set): its BYTES in US-ASCII, ISO-8859-1, UTF-8, UTF-16, UTF-16BE or UTF-16LE.
struct Encode {
    static constexpr void typing(Typing& t) {
        if (rules::arguments(t, "T") && shared::characterSetFits(t)) t.result = sqltype::bytes.orNull(true);
    }
    static constexpr FunctionInfo info{.name = "ENCODE", .minArguments = 2, .maxArguments = 2, .typing = &typing};
    template <class V> static V call(std::string_view text, std::string_view set) {
        V out;
        detail::encode(out, text, shared::knownCharacterSet(set));
        return out;
    }
};
/// DECODE(bytes, set): the text that the bytes are.
struct Decode {
    static constexpr void typing(Typing& t) {
        if (rules::arguments(t, "YT") && shared::characterSetFits(t)) t.result = sqltype::string.orNull(true);
    }
    static constexpr FunctionInfo info{.name = "DECODE", .minArguments = 2, .maxArguments = 2, .typing = &typing};
    template <class V, class B> static V call(const B& bytes, std::string_view set) { return detail::decode(bytes, shared::knownCharacterSet(set)); }
};

/// TO_BASE64(text): of its bytes, with padding.
struct ToBase64 {
    static constexpr void typing(Typing& t) { rules::call(t, "T", sqltype::string); }
    static constexpr FunctionInfo info{.name = "TO_BASE64", .minArguments = 1, .maxArguments = 1, .typing = &typing};
    template <class V> static V call(std::string_view text) {
        std::vector<std::byte> bytes;
        detail::encode(bytes, text, detail::CharacterSet::utf8);
        V out;
        detail::appendBase64(out, bytes);
        return out;
    }
};
/// FROM_BASE64(text): the text that was encoded; DataError if it is not base64.
struct FromBase64 {
    static constexpr FunctionInfo info{.name = "FROM_BASE64", .minArguments = 1, .maxArguments = 1, .typing = &ToBase64::typing};
    template <class V> static V call(std::string_view text) {
        std::vector<std::byte> bytes;
        std::string padded(text);
        while (padded.size() % 4 > 1) padded += '=';  // Java does without it, too
        if (!detail::parseBase64(padded, bytes)) throw DataError("not base64", text);
        return detail::decode(bytes, detail::CharacterSet::utf8);
    }
};

}  // namespace rivulet::functions
