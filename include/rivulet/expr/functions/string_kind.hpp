// SPDX-License-Identifier: BSL-1.0
// What a text is made of (IS_ALPHA, IS_DIGIT, IS_DECIMAL), characters for characters (TRANSLATE), one text of several (ELT), UNHEX.
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
#include <rivulet/types/cast.hpp>
#include <rivulet/types/text.hpp>

namespace rivulet::functions {

namespace shared {

constexpr void truthOfText(Typing& t) {
    if (rules::arguments(t, "T")) t.result = sqltype::boolean;
}
// Not empty, and all characters are of the kind; NULL is not.
template <class T, class Kind> constexpr bool allAre(const T& value, Kind kind) {
    if (!present(value)) return false;
    std::string_view rest = bare(value);
    if (rest.empty()) return false;
    for (; !rest.empty(); rest.remove_prefix(detail::characterSize(rest)))
        if (!kind(rest.substr(0, detail::characterSize(rest)))) return false;
    return true;
}

}  // namespace shared

/// IS_ALPHA(text): all characters are letters, and there is one. Letters are those that have an upper and a lower case. FALSE for NULL.
struct IsAlpha {
    static constexpr FunctionInfo info{.name = "IS_ALPHA", .minArguments = 1, .maxArguments = 1, .strict = false, .typing = &shared::truthOfText};
    template <class R, class T> static constexpr R call(const T& text) {
        return shared::allAre(text, [](std::string_view c) { return detail::isCased(c); });
    }
};
/// IS_DIGIT(text): all characters are digits 0 to 9, and there is one. FALSE for NULL.
struct IsDigit {
    static constexpr FunctionInfo info{.name = "IS_DIGIT", .minArguments = 1, .maxArguments = 1, .strict = false, .typing = &shared::truthOfText};
    template <class R, class T> static constexpr R call(const T& text) {
        return shared::allAre(text, [](std::string_view c) { return c.size() == 1 && c[0] >= '0' && c[0] <= '9'; });
    }
};
/// IS_DECIMAL(text): whether it reads as a number. FALSE for NULL.
struct IsDecimal {
    static constexpr FunctionInfo info{.name = "IS_DECIMAL", .minArguments = 1, .maxArguments = 1, .strict = false, .typing = &shared::truthOfText};
    template <class R, class T> static constexpr R call(const T& text) {
        return present(text) && tryCastValue(CastTo<TypeRoot::double_>{}, std::string_view(bare(text))).has_value();
    }
};

/// TRANSLATE(text, from, to): each character of `from` by the one at its place in `to`, or by none where `to` is shorter. The first of equal
/// characters of `from` counts. NULL for a NULL text only; a NULL `from` changes nothing, a NULL `to` is empty.
struct Translate {
    static constexpr void typing(Typing& t) {
        if (rules::arguments(t, "T")) t.result = sqltype::string.orNull(rules::effective(t, 0).nullable);
    }
    static constexpr FunctionInfo info{.name = "TRANSLATE", .alias = "TRANSLATE3", .minArguments = 3, .maxArguments = 3, .strict = false, .typing = &typing};
    template <class R, class T, class From, class To> static constexpr R call(const T& text, const From& from, const To& to) {
        if constexpr (Optional<T>) {
            if (!text) return std::nullopt;
        }
        const std::string_view whole = bare(text), wanted = present(from) ? std::string_view(bare(from)) : std::string_view(), by = present(to) ? std::string_view(bare(to)) : std::string_view();
        Bare<R> out;
        for (std::string_view rest = whole; !rest.empty();) {
            const std::string_view c = rest.substr(0, detail::characterSize(rest));
            out.append(replacement(c, wanted, by));
            rest.remove_prefix(c.size());
        }
        return out;
    }

private:
    static constexpr std::string_view replacement(std::string_view c, std::string_view from, std::string_view to) {
        while (!from.empty()) {
            const std::size_t size = detail::characterSize(from), other = to.empty() ? 0 : detail::characterSize(to);
            if (from.substr(0, size) == c) return to.substr(0, other);
            from.remove_prefix(size);
            to.remove_prefix(other);
        }
        return c;
    }
};

/// ELT(n, a, b, ..): the n-th of the texts, from 1; NULL outside.
struct Elt {
    static constexpr void typing(Typing& t) {
        if (rules::arguments(t, "IT")) t.result = sqltype::string.orNull(true);
    }
    static constexpr FunctionInfo info{.name = "ELT", .minArguments = 2, .maxArguments = -1, .strict = false, .typing = &typing};
    template <class R, class N, class... A> static constexpr R call(const N& n, const A&... text) {
        R result;
        const std::int64_t wanted = present(n) ? static_cast<std::int64_t>(bare(n)) : 0;
        std::int64_t at = 0;
        const auto take = [&](const auto& v) {
            if (++at == wanted && present(v)) result.emplace(bare(v));
        };
        (take(text), ...);
        return result;
    }
};

/// UNHEX(text): the bytes of which two hexadecimal digits each are written; of an odd number the first is left out and a zero byte put there
/// (Flink). NULL for what is no digit.
struct Unhex {
    static constexpr void typing(Typing& t) { rules::call(t, "T", sqltype::bytes.orNull(true)); }
    static constexpr FunctionInfo info{.name = "UNHEX", .minArguments = 1, .maxArguments = 1, .typing = &typing};
    template <class V> static constexpr std::optional<V> call(std::string_view text) {
        V out;
        std::size_t i = text.size() % 2;
        if (i == 1) {
            if (digit(text[0]) < 0) return std::nullopt;
            out.push_back(std::byte{0});
        }
        for (; i < text.size(); i += 2) {
            const int high = digit(text[i]), low = digit(text[i + 1]);
            if (high < 0 || low < 0) return std::nullopt;
            out.push_back(static_cast<std::byte>(high * 16 + low));
        }
        return out;
    }

private:
    static constexpr int digit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1; }
};

}  // namespace rivulet::functions
