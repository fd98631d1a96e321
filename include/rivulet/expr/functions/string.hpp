// SPDX-License-Identifier: BSL-1.0
// Text functions; more in string_search.hpp, string_trim.hpp and string_code.hpp. Positions and lengths are characters:
// Unicode code points, counted from 1, as in Flink (whose padding functions count UTF-16 units; ours count code points).
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <rivulet/expr/characters.hpp>
#include <rivulet/expr/evaluate.hpp>
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
        [[maybe_unused]] const auto take = [&](const auto& p) {
            if (!present(p)) return;
            if (!first) out.append(std::string_view(bare(separator)));
            first = false;
            out.append(std::string_view(bare(p)));
        };
        (take(part), ...);
        return out;
    }
};

/// SUBSTRING(text, start[, length]): start counts from 1, 0 is 1, a negative one counts from the end; one that lies
/// before the first character gives the empty text (Flink). A negative length is NULL. VARCHAR of the text's length, nullable.
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
        std::int64_t skip = start > 0 ? start - 1 : 0;
        if (start < 0) {
            const std::int64_t all = detail::lengthOf(s);
            if (start < -all) return V(s.substr(0, 0));
            skip = all + start;
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

}  // namespace rivulet::functions
