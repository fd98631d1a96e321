// SPDX-License-Identifier: BSL-1.0
// Making text shorter or longer: TRIM, LPAD, RPAD, REPEAT, OVERLAY.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <rivulet/expr/characters.hpp>
#include <rivulet/expr/evaluate.hpp>
#include <rivulet/expr/functions/string.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

namespace shared {

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

}  // namespace shared

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

/// OVERLAY(text PLACING new FROM start [FOR length]) as OVERLAY(text, new, start[, length]): unchanged where start lies
/// outside; length defaults to that of `new`. What follows is the text from start + length on, as in the standard: 0 inserts (in Flink the rest is lost).
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
        if (length >= 0) out.append(s.substr(detail::skipCharacters(s, from, length)));
        else out.append(s.substr(start + length > 0 ? detail::skipCharacters(s, 0, start - 1 + length) : 0));
        return out;
    }
};

}  // namespace rivulet::functions
