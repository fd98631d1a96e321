// SPDX-License-Identifier: BSL-1.0
// Text functions. Positions and lengths are characters: Unicode code points, counted from 1, as in Flink (whose padding
// functions count UTF-16 units: ours count code points there, too).
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <rivulet/core/text.hpp>
#include <rivulet/expr/characters.hpp>
#include <rivulet/expr/evaluate.hpp>
#include <rivulet/expr/like.hpp>
#include <rivulet/expr/typing_rules.hpp>
#include <rivulet/expr/unicode_case.hpp>

namespace rivulet::functions {

namespace shared {

// Result types: the argument's own, its varying form, STRING.
constexpr void sameText(Typing& t) {
    if (rules::arguments(t, "T")) t.result = rules::effective(t, 0).withNullable(t.anyNullable());
}
constexpr SqlType varying(const SqlType& text) { return sqltype::varchar(text.precision); }
constexpr void integerOfText(Typing& t) { rules::call(t, "T", sqltype::integer); }
constexpr void stringOfTexts(Typing& t) { rules::call(t, "T", sqltype::string); }

// The sum of the lengths of texts, at most unbounded.
constexpr int lengthSum(int a, int b) { return a > SqlType::unbounded - b ? SqlType::unbounded : a + b; }

// Whether a set of characters holds the one at the front of s.
constexpr bool holds(std::string_view set, std::string_view character) {
    for (std::size_t i = 0; i < set.size(); i += detail::characterSize(set.substr(i)))
        if (set.substr(i, character.size()) == character) return true;
    return false;
}
constexpr std::string_view trimFront(std::string_view s, std::string_view set) {
    while (!s.empty() && holds(set, s.substr(0, detail::characterSize(s)))) s.remove_prefix(detail::characterSize(s));
    return s;
}
constexpr std::string_view trimBack(std::string_view s, std::string_view set) {
    while (!s.empty()) {
        const std::size_t last = detail::characterBefore(s, s.size());
        if (!holds(set, s.substr(last))) break;
        s = s.substr(0, last);
    }
    return s;
}

// The 1-based position of `needle`, looking from character `from` on; 0 if absent. The empty needle is at 1 (Flink).
constexpr std::int32_t position(std::string_view needle, std::string_view text, std::int64_t from) {
    if (needle.empty()) return 1;
    const std::size_t start = detail::skipCharacters(text, 0, from > 1 ? from - 1 : 0);
    const std::size_t at = text.find(needle, start);
    return at == std::string_view::npos ? 0 : static_cast<std::int32_t>(detail::lengthOf(text.substr(0, at)) + 1);
}

}  // namespace shared

/// UPPER, LOWER: full Unicode mapping (`größe` is `GRÖSSE`), never dependent on a locale. The type stays.
struct Upper {
    static constexpr FunctionInfo info{.name = "UPPER", .minArguments = 1, .maxArguments = 1, .typing = &shared::sameText};
    template <class V> static constexpr V call(std::string_view s) { return detail::upperText(s); }
};
struct Lower {
    static constexpr FunctionInfo info{.name = "LOWER", .minArguments = 1, .maxArguments = 1, .typing = &shared::sameText};
    template <class V> static constexpr V call(std::string_view s) { return detail::lowerText(s); }
};

/// INITCAP: the first character of every word in upper case, the others in lower case; words are runs of ASCII letters
/// and digits (Flink), all other characters stay.
struct InitCap {
    static constexpr FunctionInfo info{.name = "INITCAP", .minArguments = 1, .maxArguments = 1, .typing = &shared::sameText};
    template <class V> static constexpr V call(std::string_view s) {
        V out(s);
        bool inWord = false;
        for (char& c : out) {
            const bool capital = c >= 'A' && c <= 'Z', small = c >= 'a' && c <= 'z';
            if (inWord && capital) c = static_cast<char>(c + 32);
            if (!inWord && small) c = static_cast<char>(c - 32);
            inWord = capital || small || (c >= '0' && c <= '9');
        }
        return out;
    }
};

/// CHAR_LENGTH(text): its characters.
struct CharLength {
    static constexpr FunctionInfo info{.name = "CHAR_LENGTH", .alias = "CHARACTER_LENGTH", .minArguments = 1, .maxArguments = 1, .typing = &shared::integerOfText};
    template <class V> static constexpr V call(std::string_view s) { return static_cast<V>(detail::lengthOf(s)); }
};

/// CONCAT(a, b, ..): NULL if a part is; STRING.
struct Concat {
    static constexpr FunctionInfo info{.name = "CONCAT", .minArguments = 1, .maxArguments = -1, .typing = &shared::stringOfTexts};
    template <class V, class... A> static constexpr V call(const A&... part) {
        V out;
        out.reserve((std::string_view(part).size() + ...));
        (void(out.append(std::string_view(part))), ...);
        return out;
    }
};

/// a || b: as CONCAT of two, but the type keeps the length: CHAR(5) || CHAR(1) is CHAR(6).
struct Concatenation {
    static constexpr void typing(Typing& t) {
        if (!rules::arguments(t, "T")) return;
        const SqlType a = rules::effective(t, 0), b = rules::effective(t, 1);
        const bool fixed = a.root == TypeRoot::char_ && b.root == TypeRoot::char_;
        const int length = shared::lengthSum(a.precision, b.precision);
        t.result = (fixed ? sqltype::char_(length) : sqltype::varchar(length)).orNull(t.anyNullable());
    }
    static constexpr FunctionInfo info{.name = "||", .minArguments = 2, .maxArguments = 2, .spelling = Spelling::infix, .precedence = 9, .typing = &typing};
    template <class V> static constexpr V call(std::string_view a, std::string_view b) { return Concat::call<V>(a, b); }
};

/// CONCAT_WS(separator, a, b, ..): NULL parts are skipped, empty ones are not; NULL only for a NULL separator.
struct ConcatWs {
    static constexpr FunctionInfo info{.name = "CONCAT_WS", .minArguments = 1, .maxArguments = -1, .strict = false, .typing = &shared::stringOfTexts};
    template <class R, class S, class... A> static constexpr R call(const S& separator, const A&... part) {
        if constexpr (Optional<R>) {
            if (!present(separator)) return std::nullopt;
        }
        Bare<R> out;
        bool first = true;
        const auto take = [&](const auto& p) {
            if (!present(p)) return;
            if (!first) out.append(std::string_view(bare(separator)));
            first = false;
            out.append(std::string_view(bare(p)));
        };
        (take(part), ...);
        return out;
    }
};

/// SUBSTRING(text, start[, length]): start counts from 1, 0 is 1, a negative one counts from the end; one that lies n
/// characters before the first skips n characters (Flink). A negative length is NULL. VARCHAR of the text's length, nullable.
struct Substring {
    static constexpr void typing(Typing& t) {
        if (rules::arguments(t, "TII")) t.result = shared::varying(rules::effective(t, 0)).orNull(true);
    }
    static constexpr FunctionInfo info{.name = "SUBSTRING", .alias = "SUBSTR", .minArguments = 2, .maxArguments = 3, .slices = true, .typing = &typing};
    template <class V> static constexpr std::optional<V> call(std::string_view s, std::int64_t start) {
        return call<V>(s, start, 2147483647);
    }
    template <class V> static constexpr std::optional<V> call(std::string_view s, std::int64_t start, std::int64_t length) {
        constexpr std::int64_t most = 2147483647;  // no text is longer, and nothing below overflows
        if (length < 0) return std::nullopt;
        if (length > most) length = most;
        if (start < -most) start = -most;
        std::int64_t skip = start > 0 ? start - 1 : 0;
        if (start < 0) {
            const std::int64_t all = detail::lengthOf(s);
            skip = all + start;
            if (skip < 0) {
                if (length < all - skip) length += 2 * skip;
                skip = -skip;
            }
        }
        const std::size_t from = detail::skipCharacters(s, 0, skip);
        return V(s.substr(from, detail::skipCharacters(s, from, length) - from));
    }
};

/// LEFT(text, n), RIGHT(text, n): the first or last n characters; empty for n < 1.
struct Left {
    static constexpr void typing(Typing& t) {
        if (rules::arguments(t, "TI")) t.result = shared::varying(rules::effective(t, 0)).orNull(true);
    }
    static constexpr FunctionInfo info{.name = "LEFT", .minArguments = 2, .maxArguments = 2, .slices = true, .quoted = true, .typing = &typing};
    template <class V> static constexpr V call(std::string_view s, std::int64_t n) { return V(s.substr(0, detail::skipCharacters(s, 0, n))); }
};
struct Right {
    static constexpr FunctionInfo info{.name = "RIGHT", .minArguments = 2, .maxArguments = 2, .slices = true, .quoted = true, .typing = &Left::typing};
    template <class V> static constexpr V call(std::string_view s, std::int64_t n) {
        std::size_t from = s.size();
        for (; n > 0 && from > 0; --n) from = detail::characterBefore(s, from);
        return V(s.substr(from));
    }
};

/// TRIM(text), or TRIM(flag characters FROM text) as TRIM('FLAG', characters, text) with BOTH, LEADING or TRAILING: without
/// the characters of the set at the ends; blanks by default. VARCHAR of the text's length.
struct Trim {
    static constexpr void typing(Typing& t) {
        if (t.count == 2) return t.refuse(1, "TRIM(text) or TRIM(BOTH characters FROM text)");
        if (!rules::arguments(t, "T")) return;
        if (t.count == 3 && !(t.arguments[0].isText && (t.arguments[0].text == "BOTH" || t.arguments[0].text == "LEADING" || t.arguments[0].text == "TRAILING")))
            return t.refuse(0, "BOTH, LEADING or TRAILING");
        t.result = shared::varying(rules::effective(t, t.count - 1)).orNull(t.anyNullable());
    }
    static constexpr FunctionInfo info{.name = "TRIM", .minArguments = 1, .maxArguments = 3, .spelling = Spelling::special, .slices = true, .typing = &typing};
    template <class V> static constexpr V call(std::string_view s) { return V(shared::trimBack(shared::trimFront(s, " "), " ")); }
    template <class V> static constexpr V call(std::string_view flag, std::string_view set, std::string_view s) {
        if (flag != "TRAILING") s = shared::trimFront(s, set);
        if (flag != "LEADING") s = shared::trimBack(s, set);
        return V(s);
    }
};

/// BTRIM, LTRIM, RTRIM(text[, characters]): as TRIM of both ends, the front, the back.
struct BTrim {
    static constexpr void typing(Typing& t) {
        if (rules::arguments(t, "T")) t.result = shared::varying(rules::effective(t, 0)).orNull(t.anyNullable());
    }
    static constexpr FunctionInfo info{.name = "BTRIM", .minArguments = 1, .maxArguments = 2, .slices = true, .typing = &typing};
    template <class V> static constexpr V call(std::string_view s, std::string_view set = " ") { return V(shared::trimBack(shared::trimFront(s, set), set)); }
};
struct LTrim {
    static constexpr FunctionInfo info{.name = "LTRIM", .minArguments = 1, .maxArguments = 2, .slices = true, .typing = &BTrim::typing};
    template <class V> static constexpr V call(std::string_view s, std::string_view set = " ") { return V(shared::trimFront(s, set)); }
};
struct RTrim {
    static constexpr FunctionInfo info{.name = "RTRIM", .minArguments = 1, .maxArguments = 2, .slices = true, .typing = &BTrim::typing};
    template <class V> static constexpr V call(std::string_view s, std::string_view set = " ") { return V(shared::trimBack(s, set)); }
};

namespace shared {

// The text that pads, `count` characters of `pad` over and over.
constexpr void appendPadding(std::string& out, std::string_view pad, std::int64_t count) {
    if (count > 2147483647) detail::throwTooLong("LPAD or RPAD");
    for (std::size_t i = 0; count > 0; --count) {
        const std::size_t size = detail::characterSize(pad.substr(i));
        out.append(pad.substr(i, size));
        i = i + size < pad.size() ? i + size : 0;
    }
}
constexpr void pad(Typing& t) { rules::call(t, "TIT", sqltype::string); }

}  // namespace shared

/// LPAD, RPAD(text, length, pad): cut to the length, or padded to it; NULL for a negative length or an empty pad.
struct LPad {
    static constexpr FunctionInfo info{.name = "LPAD", .minArguments = 3, .maxArguments = 3, .typing = &shared::pad};
    template <class V> static constexpr std::optional<V> call(std::string_view s, std::int64_t length, std::string_view pad) {
        if (length < 0 || pad.empty()) return std::nullopt;
        V out;
        shared::appendPadding(out, pad, length - detail::lengthOf(s));
        out.append(s.substr(0, detail::skipCharacters(s, 0, length)));
        return out;
    }
};
struct RPad {
    static constexpr FunctionInfo info{.name = "RPAD", .minArguments = 3, .maxArguments = 3, .typing = &shared::pad};
    template <class V> static constexpr std::optional<V> call(std::string_view s, std::int64_t length, std::string_view pad) {
        if (length < 0 || pad.empty()) return std::nullopt;
        V out(s.substr(0, detail::skipCharacters(s, 0, length)));
        shared::appendPadding(out, pad, length - detail::lengthOf(s));
        return out;
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

/// REPEAT(text, n): empty for n < 1.
struct Repeat {
    static constexpr void typing(Typing& t) { rules::call(t, "TI", sqltype::string); }
    static constexpr FunctionInfo info{.name = "REPEAT", .minArguments = 2, .maxArguments = 2, .typing = &typing};
    template <class V> static constexpr V call(std::string_view s, std::int64_t n) {
        constexpr std::size_t most = std::size_t{1} << 31;  // a Java string ends there, too
        V out;
        if (n < 1 || s.empty()) return out;
        if (static_cast<std::uint64_t>(n) > most / s.size()) detail::throwTooLong(info.name);
        out.reserve(s.size() * static_cast<std::size_t>(n));
        while (n-- > 0) out.append(s);
        return out;
    }
};

/// REVERSE(text): its characters from the last to the first.
struct Reverse {
    static constexpr void typing(Typing& t) {
        if (rules::arguments(t, "T")) t.result = sqltype::string.orNull(true);
    }
    static constexpr FunctionInfo info{.name = "REVERSE", .minArguments = 1, .maxArguments = 1, .typing = &typing};
    template <class V> static constexpr V call(std::string_view s) {
        V out;
        out.reserve(s.size());
        for (std::size_t end = s.size(); end > 0;) {
            const std::size_t from = detail::characterBefore(s, end);
            out.append(s.substr(from, end - from));
            end = from;
        }
        return out;
    }
};

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

/// OVERLAY(text PLACING new FROM start [FOR length]) as OVERLAY(text, new, start[, length]): unchanged where start lies
/// outside; length defaults to that of `new`, and one below 1 drops the rest (Flink).
struct Overlay {
    static constexpr void typing(Typing& t) {
        if (!rules::arguments(t, "TTII")) return;
        const SqlType a = rules::effective(t, 0), b = rules::effective(t, 1);
        t.result = sqltype::varchar(shared::lengthSum(a.precision, b.precision)).orNull(t.anyNullable());
    }
    static constexpr FunctionInfo info{.name = "OVERLAY", .minArguments = 3, .maxArguments = 4, .spelling = Spelling::special, .typing = &typing};
    template <class V> static constexpr V call(std::string_view s, std::string_view placed, std::int64_t start) {
        return call<V>(s, placed, start, detail::lengthOf(placed));
    }
    template <class V> static constexpr V call(std::string_view s, std::string_view placed, std::int64_t start, std::int64_t length) {
        if (start < 1 || start > detail::lengthOf(s)) return V(s);
        const std::size_t from = detail::skipCharacters(s, 0, start - 1);
        V out(s.substr(0, from));
        out.append(placed);
        if (length > 0) out.append(s.substr(detail::skipCharacters(s, from, length)));
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
