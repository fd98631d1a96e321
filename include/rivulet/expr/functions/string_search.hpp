// SPDX-License-Identifier: BSL-1.0
// Finding in text: POSITION and its kin, LIKE, REPLACE, SPLIT_INDEX.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <rivulet/expr/characters.hpp>
#include <rivulet/expr/functions/string.hpp>
#include <rivulet/expr/like.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

namespace shared {

// The 1-based position of `needle`, looking from character `from` on; 0 if absent. The empty needle is at 1 (Flink).
constexpr std::int32_t position(std::string_view needle, std::string_view text, std::int64_t from) {
    if (needle.empty()) return 1;
    const std::size_t start = detail::skipCharacters(text, 0, from > 1 ? from - 1 : 0);
    const std::size_t at = text.find(needle, start);
    return at == std::string_view::npos ? 0 : static_cast<std::int32_t>(detail::lengthOf(text.substr(0, at)) + 1);
}

}  // namespace shared

/// POSITION(needle IN text [FROM n]) as POSITION(needle, text[, n]), and LOCATE of the same arguments; INSTR(text, needle):
/// from 1, 0 if absent. The empty needle is at 1.
struct Position {
    static constexpr void typing(Typing& t) { rules::call(t, "TTI", sqltype::integer); }
    static constexpr FunctionInfo info{.name = "POSITION", .minArguments = 2, .maxArguments = 3, .spelling = Spelling::special, .typing = &typing};
    template <class V> static constexpr V call(std::string_view needle, std::string_view s, std::int64_t from = 1) { return shared::position(needle, s, from); }
};
struct Locate {
    static constexpr FunctionInfo info{.name = "LOCATE", .minArguments = 2, .maxArguments = 3, .typing = &Position::typing};
    template <class V> static constexpr V call(std::string_view needle, std::string_view s, std::int64_t from = 1) { return shared::position(needle, s, from); }
};
struct InStr {
    static constexpr FunctionInfo info{.name = "INSTR", .minArguments = 2, .maxArguments = 2, .typing = &shared::integerOfText};
    template <class V> static constexpr V call(std::string_view s, std::string_view needle) { return shared::position(needle, s, 1); }
};

/// STARTSWITH, ENDSWITH(text, part): the empty part fits always.
struct StartsWith {
    static constexpr void typing(Typing& t) { rules::call(t, "T", sqltype::boolean); }
    static constexpr FunctionInfo info{.name = "STARTSWITH", .minArguments = 2, .maxArguments = 2, .typing = &typing};
    template <class V> static constexpr V call(std::string_view s, std::string_view part) { return s.substr(0, part.size()) == part; }
};
struct EndsWith {
    static constexpr FunctionInfo info{.name = "ENDSWITH", .minArguments = 2, .maxArguments = 2, .typing = &StartsWith::typing};
    template <class V> static constexpr V call(std::string_view s, std::string_view part) {
        return s.size() >= part.size() && s.substr(s.size() - part.size()) == part;
    }
};

/// REPLACE(text, from, to): all occurrences without overlap; an empty `from` is between all characters (Java).
struct Replace {
    static constexpr FunctionInfo info{.name = "REPLACE", .minArguments = 3, .maxArguments = 3, .typing = &shared::stringOfTexts};
    template <class V> static constexpr V call(std::string_view s, std::string_view from, std::string_view to) {
        V out;
        if (from.empty()) {
            out.append(to);
            for (std::size_t i = 0; i < s.size();) {
                const std::size_t size = detail::characterSize(s.substr(i));
                out.append(s.substr(i, size)).append(to);
                i += size;
            }
            return out;
        }
        std::size_t done = 0;
        for (std::size_t at = s.find(from); at != std::string_view::npos; at = s.find(from, done)) {
            out.append(s.substr(done, at - done)).append(to);
            done = at + from.size();
        }
        out.append(s.substr(done));
        return out;
    }
};

/// SPLIT_INDEX(text, separator, index): the piece of that index from 0, empty ones count; NULL out of range. An empty
/// separator is a blank; an integer one (1 to 255) is that character.
struct SplitIndex {
    static constexpr void typing(Typing& t) {
        const bool byCode = t.type(1).isInteger();
        if (rules::arguments(t, byCode ? "TII" : "TTI")) t.result = sqltype::string.orNull(true);
    }
    static constexpr FunctionInfo info{.name = "SPLIT_INDEX", .minArguments = 3, .maxArguments = 3, .slices = true, .typing = &typing};
    template <class V> static constexpr std::optional<V> call(std::string_view s, std::string_view separator, std::int64_t index) {
        if (index < 0 || s.empty()) return std::nullopt;
        if (separator.empty()) separator = " ";
        std::size_t from = 0, end = s.find(separator);
        for (; index > 0; --index) {
            if (end == std::string_view::npos) return std::nullopt;
            from = end + separator.size();
            end = s.find(separator, from);
        }
        return V(s.substr(from, end == std::string_view::npos ? end : end - from));
    }
    template <class V> static constexpr std::optional<V> call(std::string_view s, std::int64_t code, std::int64_t index) {
        if (code < 1 || code > 255) return std::nullopt;
        char bytes[2]{static_cast<char>(code), 0};
        if (code >= 0x80) {
            bytes[0] = static_cast<char>(0xC0 | code >> 6);
            bytes[1] = static_cast<char>(0x80 | (code & 0x3F));
        }
        return call<V>(s, std::string_view(bytes, code >= 0x80 ? 2 : 1), index);
    }
};

namespace shared {

constexpr void like(Typing& t) {
    if (!rules::arguments(t, "T")) return;
    if (t.count == 3 && t.arguments[2].isText) {
        if (detail::lengthOf(t.arguments[2].text) != 1) return t.refuse(2, "one character");
        if (t.arguments[1].isText && detail::badEscape(t.arguments[1].text, t.arguments[2].text) != std::string_view::npos)
            return t.refuse(1, "the escape character before %, _ or itself");
    }
    t.result = sqltype::boolean.orNull(t.anyNullable());
}

constexpr bool likeEscaped(std::string_view s, std::string_view pattern, std::string_view escape) {
    if (detail::lengthOf(escape) != 1) detail::throwBadEscape(escape);
    return detail::like(s, pattern, escape);
}

}  // namespace shared

/// text LIKE pattern [ESCAPE character]: % is any text, _ one character; there is no default escape.
struct Like {
    static constexpr FunctionInfo info{.name = "LIKE", .minArguments = 2, .maxArguments = 3, .spelling = Spelling::special, .precedence = 6, .typing = &shared::like};
    template <class V> static constexpr V call(std::string_view s, std::string_view pattern) { return detail::like(s, pattern, {}); }
    template <class V> static constexpr V call(std::string_view s, std::string_view pattern, std::string_view escape) { return shared::likeEscaped(s, pattern, escape); }
};
struct NotLike {
    static constexpr FunctionInfo info{.name = "NOT LIKE", .minArguments = 2, .maxArguments = 3, .spelling = Spelling::special, .precedence = 6, .typing = &shared::like};
    template <class V> static constexpr V call(std::string_view s, std::string_view pattern) { return !detail::like(s, pattern, {}); }
    template <class V> static constexpr V call(std::string_view s, std::string_view pattern, std::string_view escape) { return !shared::likeEscaped(s, pattern, escape); }
};

}  // namespace rivulet::functions
