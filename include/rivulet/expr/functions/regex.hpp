// SPDX-License-Identifier: BSL-1.0
// Regular expressions. What matches them is a library that not every program links: <rivulet/connector/regex.hpp>.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/core/list.hpp>
#include <rivulet/expr/characters.hpp>
#include <rivulet/expr/similar.hpp>
#include <rivulet/expr/typing_rules.hpp>
#include <rivulet/types/sql_traits.hpp>

namespace rivulet {

/// Defined by <rivulet/connector/regex.hpp>, for any `Dependent`. It has a type `Pattern` and
///
///     static const Pattern* compile(std::string_view pattern);   // null if it is no regular expression; to be used at once
///     static const Pattern* compileSimilar(std::string_view pattern, std::string_view escape);   // of similarAsRegex
///     static int groups(const Pattern&);                         // how many groups it captures
///     // The first match at or after offset `from`: `count` groups, 0 being the whole match; data() null for one that did not take part.
///     static bool find(const Pattern&, std::string_view text, std::size_t from, std::string_view* group, int count);
///     static bool matches(const Pattern&, std::string_view text);   // the whole text
template <class Dependent> struct RegexEngine;

namespace functions {

namespace shared {

inline constexpr std::string_view regexHeader = "connector/regex.hpp";

// In place of the engine that is missing, so that its absence is one error.
struct NoRegexEngine {
    struct Pattern {};
    static const Pattern* compile(std::string_view);
    static const Pattern* compileSimilar(std::string_view, std::string_view);
    static int groups(const Pattern&);
    static bool find(const Pattern&, std::string_view, std::size_t, std::string_view*, int);
    static bool matches(const Pattern&, std::string_view);
};
template <class V> consteval auto regexEngine() {
    if constexpr (requires { sizeof(RegexEngine<V>); }) return std::type_identity<RegexEngine<V>>{};
    else {
        static_assert(sizeof(V) == 0, "rivulet: regular expressions need #include <rivulet/connector/regex.hpp> and the CMake target rivulet::regex");
        return std::type_identity<NoRegexEngine>{};
    }
}
template <class V> using Regex = typename decltype(regexEngine<V>())::type;

// `f(match)` of each match, as Java finds them: behind an empty one the search goes on a character further.
template <class V, class F>
void eachMatch(const typename Regex<V>::Pattern& pattern, std::string_view text, std::string_view* group, int count, F f) {
    for (std::size_t from = 0; from <= text.size();) {
        if (!Regex<V>::find(pattern, text, from, group, count)) return;
        f(group);
        const auto end = static_cast<std::size_t>(group[0].data() - text.data()) + group[0].size();
        from = !group[0].empty() ? end : end < text.size() ? detail::skipCharacters(text, end, 1) : text.size() + 1;
    }
}

constexpr void regexText(Typing& t) { rules::call(t, "TTI", sqltype::string.orNull(true)); }
constexpr void regexNumber(Typing& t) { rules::call(t, "T", sqltype::integer.orNull(true)); }

}  // namespace shared

/// REGEXP(text, pattern): whether a part of the text matches. FALSE for an empty pattern and for one that is none.
struct Regexp {
    static constexpr void typing(Typing& t) { rules::call(t, "T", sqltype::boolean); }
    static constexpr FunctionInfo info{.name = "REGEXP", .minArguments = 2, .maxArguments = 2, .engine = shared::regexHeader, .typing = &typing};
    template <class V> static V call(std::string_view text, std::string_view pattern) {
        if (pattern.empty()) return false;
        const auto* const p = shared::Regex<V>::compile(pattern);
        std::string_view match;
        return p && shared::Regex<V>::find(*p, text, 0, &match, 1);
    }
};

/// REGEXP_EXTRACT(text, pattern[, group]): that group of the first match, 0 being the whole. NULL without a match, for a group that is not
/// there or took no part, and for a pattern that is none.
struct RegexpExtract {
    static constexpr FunctionInfo info{.name = "REGEXP_EXTRACT", .minArguments = 2, .maxArguments = 3, .slices = true, .engine = shared::regexHeader, .typing = &shared::regexText};
    template <class V> static std::optional<V> call(std::string_view text, std::string_view pattern, std::int64_t group = 0) {
        const auto* const p = shared::Regex<V>::compile(pattern);
        if (!p || group < 0 || group > shared::Regex<V>::groups(*p)) return std::nullopt;
        detail::List<std::string_view> found(static_cast<std::size_t>(group) + 1);
        if (!shared::Regex<V>::find(*p, text, 0, found.data(), static_cast<int>(group) + 1) || !found.back().data()) return std::nullopt;
        return V(found.back());
    }
};

/// REGEXP_EXTRACT_ALL(text, pattern[, group]): that group of each match, the first if none is said; NULL where it took no part. ARRAY<STRING>;
/// NULL for a group that is not there and for a pattern that is none.
struct RegexpExtractAll {
    static constexpr void typing(Typing& t) { rules::call(t, "TTI", SqlTraits<std::vector<std::optional<std::string>>>::type.orNull(true)); }
    static constexpr FunctionInfo info{.name = "REGEXP_EXTRACT_ALL", .minArguments = 2, .maxArguments = 3, .engine = shared::regexHeader, .typing = &typing};
    template <class... A> using Result = std::vector<std::optional<std::string>>;
    template <class V> static std::optional<V> call(std::string_view text, std::string_view pattern, std::int64_t group = 1) {
        const auto* const p = shared::Regex<V>::compile(pattern);
        if (!p || group < 0 || group > shared::Regex<V>::groups(*p)) return std::nullopt;
        V all;
        detail::List<std::string_view> found(static_cast<std::size_t>(group) + 1);
        shared::eachMatch<V>(*p, text, found.data(), static_cast<int>(group) + 1, [&](const std::string_view* at) {
            if (at[group].data()) all.emplace_back(at[group]);
            else all.emplace_back();
        });
        return all;
    }
};

/// REGEXP_REPLACE(text, pattern, replacement): with each match replaced; the replacement is text, `$1` in it too. NULL for a pattern that is none.
struct RegexpReplace {
    static constexpr void typing(Typing& t) { rules::call(t, "T", sqltype::string.orNull(true)); }
    static constexpr FunctionInfo info{.name = "REGEXP_REPLACE", .minArguments = 3, .maxArguments = 3, .engine = shared::regexHeader, .typing = &typing};
    template <class V> static std::optional<V> call(std::string_view text, std::string_view pattern, std::string_view replacement) {
        const auto* const p = shared::Regex<V>::compile(pattern);
        if (!p) return std::nullopt;
        V out;
        std::size_t done = 0;
        std::string_view match;
        shared::eachMatch<V>(*p, text, &match, 1, [&](const std::string_view* at) {
            const auto begin = static_cast<std::size_t>(at->data() - text.data());
            out.append(text.substr(done, begin - done)).append(replacement);
            done = begin + at->size();
        });
        out.append(text.substr(done));
        return out;
    }
};

/// REGEXP_COUNT(text, pattern): how many matches there are. REGEXP_INSTR: where the first begins, from 1; 0 if there is none.
/// REGEXP_SUBSTR: the first. All NULL for a pattern that is none, REGEXP_SUBSTR without a match, too.
struct RegexpCount {
    static constexpr FunctionInfo info{.name = "REGEXP_COUNT", .minArguments = 2, .maxArguments = 2, .engine = shared::regexHeader, .typing = &shared::regexNumber};
    template <class V> static std::optional<V> call(std::string_view text, std::string_view pattern) {
        const auto* const p = shared::Regex<V>::compile(pattern);
        if (!p) return std::nullopt;
        V n = 0;
        std::string_view match;
        shared::eachMatch<V>(*p, text, &match, 1, [&n](const std::string_view*) { ++n; });
        return n;
    }
};
struct RegexpInStr {
    static constexpr FunctionInfo info{.name = "REGEXP_INSTR", .minArguments = 2, .maxArguments = 2, .engine = shared::regexHeader, .typing = &shared::regexNumber};
    template <class V> static std::optional<V> call(std::string_view text, std::string_view pattern) {
        const auto* const p = shared::Regex<V>::compile(pattern);
        if (!p) return std::nullopt;
        std::string_view match;
        if (!shared::Regex<V>::find(*p, text, 0, &match, 1)) return 0;
        return static_cast<V>(detail::lengthOf(text.substr(0, static_cast<std::size_t>(match.data() - text.data()))) + 1);
    }
};
struct RegexpSubstr {
    static constexpr void typing(Typing& t) { rules::call(t, "T", sqltype::string.orNull(true)); }
    static constexpr FunctionInfo info{.name = "REGEXP_SUBSTR", .minArguments = 2, .maxArguments = 2, .slices = true, .engine = shared::regexHeader, .typing = &typing};
    template <class V> static std::optional<V> call(std::string_view text, std::string_view pattern) { return RegexpExtract::call<V>(text, pattern); }
};

/// text SIMILAR TO pattern [ESCAPE character]: the whole text; see `similarAsRegex`. DataError for a pattern that is none.
struct SimilarTo {
    static constexpr void typing(Typing& t) {
        if (!rules::arguments(t, "T")) return;
        if (t.count == 3 && t.arguments[2].isText && detail::lengthOf(t.arguments[2].text) != 1) return t.refuse(2, "one character");
        t.result = sqltype::boolean.orNull(t.anyNullable());
    }
    static constexpr FunctionInfo info{.name = "SIMILAR TO", .minArguments = 2, .maxArguments = 3, .spelling = Spelling::special, .precedence = 6, .engine = shared::regexHeader, .typing = &typing};
    template <class V> static V call(std::string_view text, std::string_view pattern) { return matches<V>(text, pattern, {}); }
    template <class V> static V call(std::string_view text, std::string_view pattern, std::string_view escape) {
        if (detail::lengthOf(escape) != 1) detail::throwBadSimilar("no single character to escape with", escape);
        return matches<V>(text, pattern, escape);
    }

private:
    template <class V> static V matches(std::string_view text, std::string_view pattern, std::string_view escape) {
        const auto* const p = shared::Regex<V>::compileSimilar(pattern, escape);
        if (!p) detail::throwBadSimilar("no meaning as a regular expression", pattern);
        return shared::Regex<V>::matches(*p, text);
    }
};
struct NotSimilarTo {
    static constexpr FunctionInfo info{.name = "NOT SIMILAR TO", .minArguments = 2, .maxArguments = 3, .spelling = Spelling::special, .precedence = 6, .engine = shared::regexHeader, .typing = &SimilarTo::typing};
    template <class V, class... E> static V call(std::string_view text, std::string_view pattern, const E&... escape) { return !SimilarTo::call<V>(text, pattern, escape...); }
};

}  // namespace functions
}  // namespace rivulet
