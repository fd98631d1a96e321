// SPDX-License-Identifier: BSL-1.0
// Casts to BOOLEAN and to numbers, by source: each says done, missing (no such DECIMAL), or failed (the text is none).
#pragma once
#include <concepts>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

#include <rivulet/core/text.hpp>
#include <rivulet/types/decimal.hpp>
#include <rivulet/types/number_text.hpp>
#include <rivulet/types/temporal_parse.hpp>

namespace rivulet::detail {

enum class CastOutcome : unsigned char { done, missing, failed };

constexpr CastOutcome doneIf(bool ok) { return ok ? CastOutcome::done : CastOutcome::failed; }

template <class T> concept TextLike = std::convertible_to<const T&, std::string_view>;
template <class T> inline constexpr bool isDecimal = false;
template <int P, int S> inline constexpr bool isDecimal<Decimal<P, S>> = true;

// Toward zero; NaN is 0, what is too large the limit (Java's narrowing, also in constant evaluation).
template <class I, class F>
constexpr I saturate(F v) {
    if (v != v) return 0;
    constexpr F limit = static_cast<F>(std::uint64_t{1} << (sizeof(I) * 8 - 1));  // exact: a power of two
    if (v >= limit) return std::numeric_limits<I>::max();
    if (v < -limit) return std::numeric_limits<I>::min();
    return static_cast<I>(v);
}

// Blanks around, a sign, digits; a fraction is cut off. What I cannot hold fails.
template <class I>
constexpr bool parseInteger(std::string_view text, I& out) {
    text = trimBlanks(text);
    std::size_t i = 0;
    bool negative = false, any = false;
    if (!text.empty() && (text[0] == '+' || text[0] == '-')) { negative = text[0] == '-'; i = 1; }
    const std::uint64_t limit = static_cast<std::uint64_t>(std::numeric_limits<I>::max()) + (negative ? 1 : 0);
    std::uint64_t v = 0;
    for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) {
        const auto d = static_cast<std::uint64_t>(text[i] - '0');
        if (v > (limit - d) / 10) return false;
        v = v * 10 + d;
        any = true;
    }
    if (i < text.size() && text[i] == '.')
        for (++i; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) any = true;
    if (!any || i != text.size()) return false;
    out = static_cast<I>(static_cast<std::int64_t>(negative ? std::uint64_t{0} - v : v));
    return true;
}

constexpr bool parseBoolean(std::string_view s, bool& out) {
    for (const std::string_view t : {"true", "t", "yes", "y", "1"})
        if (equalsIgnoringCase(s, t)) { out = true; return true; }
    for (const std::string_view f : {"false", "f", "no", "n", "0"})
        if (equalsIgnoringCase(s, f)) { out = false; return true; }
    return false;
}

template <class From>
constexpr CastOutcome castNumber(const From& v, bool& out) {
    if constexpr (TextLike<From>) return doneIf(parseBoolean(v, out));
    else if constexpr (isDecimal<From>) out = !v.isZero();
    else out = v != From{};
    return CastOutcome::done;
}

// Integers drop high bits. From floating point BIGINT and INT saturate, smaller ones take the low bits of that INT.
template <std::integral I, class From> requires(!std::same_as<I, bool>)
constexpr CastOutcome castNumber(const From& v, I& out) {
    if constexpr (TextLike<From>) return doneIf(parseInteger(std::string_view(v), out));
    else if constexpr (isDecimal<From>) out = static_cast<I>(v.toInteger());
    else if constexpr (std::floating_point<From>) {
        if constexpr (sizeof(I) == 8) out = saturate<I>(v);
        else out = static_cast<I>(saturate<std::int32_t>(v));
    }
    else out = static_cast<I>(v);
    return CastOutcome::done;
}

template <std::floating_point F, class From>
constexpr CastOutcome castNumber(const From& v, F& out) {
    if constexpr (TextLike<From>) return doneIf(parseFloating(std::string_view(v), out));
    else if constexpr (isDecimal<From>) out = v.template toFloating<F>();
    else out = static_cast<F>(v);
    return CastOutcome::done;
}

// Half up. Floating point goes by its shortest digits (a FLOAT by those of its DOUBLE, as in Flink).
template <int P, int S, class From>
constexpr CastOutcome castNumber(const From& v, Decimal<P, S>& out) {
    if constexpr (TextLike<From>) {
        const ParsedDecimal d = parseDecimal(trimBlanks(v), S);
        if (!d.isNumber || !d.fits(P)) return CastOutcome::failed;
        out = Decimal<P, S>::fromUnscaled(d.unscaled);
    } else if constexpr (std::floating_point<From>) {
        if (v != v || v > std::numeric_limits<From>::max() || v < -std::numeric_limits<From>::max()) return CastOutcome::failed;
        char text[40];
        TextWriter w{text};
        writeFloating(w, static_cast<double>(v));
        const ParsedDecimal d = parseDecimal({text, w.size}, S);
        if (!d.fits(P)) return CastOutcome::missing;
        out = Decimal<P, S>::fromUnscaled(d.unscaled);
    } else {
        Int128 unscaled{};
        bool ok = false;
        if constexpr (isDecimal<From>) ok = rescale(v.unscaled(), From::scale, S, P, unscaled);
        else ok = rescale(static_cast<Int128>(v), 0, S, P, unscaled);
        if (!ok) return CastOutcome::missing;
        out = Decimal<P, S>::fromUnscaled(unscaled);
    }
    return CastOutcome::done;
}

}  // namespace rivulet::detail
