// SPDX-License-Identifier: BSL-1.0
// Literals: which type a text has, and whether it is a value of that type at all.
#pragma once
#include <cstdint>
#include <string_view>

#include <rivulet/plan/plan.hpp>
#include <rivulet/sql/syntax.hpp>
#include <rivulet/types/interval.hpp>

namespace rivulet::detail {

constexpr int charactersIn(std::string_view text) {
    int n = 0;
    for (const char c : text) n += (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
    return n;
}

// How often c stands in the text.
constexpr int countOf(std::string_view text, char c) {
    int n = 0;
    for (const char x : text) n += x == c;
    return n;
}

// Whether 1.5e300 and the like is a finite DOUBLE: its digits against those of the greatest one.
constexpr bool isFiniteDouble(std::string_view text) {
    constexpr std::string_view greatest = "17976931348623157";  // .. e308; what rounds to it or below
    char digits[17]{};
    std::size_t n = 0;
    long long exponent = -1, written = 0;
    bool point = false, begun = false, negative = false;
    std::size_t i = 0;
    for (; i < text.size() && text[i] != 'e' && text[i] != 'E'; ++i) {
        if (text[i] == '.') { point = true; continue; }
        begun = begun || text[i] != '0';
        if (begun && n < sizeof digits) digits[n++] = text[i];
        exponent += begun && !point;
        exponent -= !begun && point;
    }
    if (!begun) return true;
    for (++i; i < text.size(); ++i) {
        if (text[i] == '-') negative = true;
        if (text[i] >= '0' && text[i] <= '9' && written < 1000000) written = written * 10 + (text[i] - '0');
    }
    exponent += negative ? -written : written;
    if (exponent != 308) return exponent < 308;
    for (std::size_t k = 0; k < greatest.size(); ++k)
        if (const char d = k < n ? digits[k] : '0'; d != greatest[k]) return d < greatest[k];
    return true;
}

constexpr TimeUnit intervalUnit(sql::TimeUnit u) {
    switch (u) {
        case sql::TimeUnit::year: return TimeUnit::year;
        case sql::TimeUnit::quarter: return TimeUnit::quarter;
        case sql::TimeUnit::month: return TimeUnit::month;
        case sql::TimeUnit::week: return TimeUnit::week;
        case sql::TimeUnit::day: return TimeUnit::day;
        case sql::TimeUnit::hour: return TimeUnit::hour;
        case sql::TimeUnit::minute: return TimeUnit::minute;
        default: return TimeUnit::second;
    }
}

constexpr std::string_view intervalForm(sql::TimeUnit from, sql::TimeUnit to) {
    using Unit = sql::TimeUnit;
    if (to == Unit::month && from == Unit::year) return "years-months";
    if (to == Unit::none || to == from) return from == Unit::second ? "seconds" : "a whole number";
    if (from == Unit::day) return to == Unit::hour ? "days hours" : to == Unit::minute ? "days hours:minutes" : "days hours:minutes:seconds";
    if (from == Unit::hour) return to == Unit::minute ? "hours:minutes" : "hours:minutes:seconds";
    return "minutes:seconds";
}

}  // namespace rivulet::detail

namespace rivulet::plan {

/// A literal as the plan has it, or what would have been right.
struct Literal {
    Expr expr{};
    std::string_view expected{};  // set: refused

    static constexpr Literal refused(std::string_view expected) {
        Literal l;
        l.expected = expected;
        return l;
    }
};

/// 5 is INT, more is BIGINT up to 64 bits. `negative` belongs to the literal, so that -2147483648 is an INT (Flink: BIGINT).
constexpr Literal integerLiteral(std::string_view text, bool negative) {
    constexpr unsigned long long most = 9223372036854775807ull;
    unsigned long long v = 0;
    for (const char c : text) {
        const auto digit = static_cast<unsigned long long>(c - '0');
        if (v > (most + (negative ? 1u : 0u) - digit) / 10) return Literal::refused("at most 64 bits");
        v = v * 10 + digit;
    }
    const auto value = static_cast<long long>(negative ? 0ull - v : v);
    const bool small = value <= 2147483647 && value >= -2147483648ll;
    return {{.kind = ExprKind::literal, .index = static_cast<short>(negative), .type = small ? sqltype::integer : sqltype::bigint, .text = text, .integer = value}, {}};
}

/// Precision and scale are those of the number as written, as in Flink: 0.5 is DECIMAL(2, 1), .5 is DECIMAL(1, 1), and 5. is an integer. Zeros in
/// front count as long as 38 digits are enough; the digits without the point must fit 64 bits.
constexpr Literal decimalLiteral(std::string_view text, bool negative) {
    if (text.back() == '.') return integerLiteral(text.substr(0, text.size() - 1), negative);
    constexpr unsigned long long most = 9223372036854775807ull;
    int digits = 0, zeros = 0, scale = 0;
    bool point = false, leading = true;
    unsigned long long unscaled = 0;
    for (const char c : text) {
        if (c == '.') { point = true; continue; }
        scale += point;
        leading = leading && c == '0';
        zeros += leading;
        ++digits;
        const auto digit = static_cast<unsigned long long>(c - '0');
        if (unscaled > (most - digit) / 10) return Literal::refused("at most 18 digits; CAST a text for more");
        unscaled = unscaled * 10 + digit;
    }
    int precision = digits;
    if (precision > 38) precision = digits - zeros > scale ? digits - zeros : scale;
    if (precision > 38) return Literal::refused("at most 38 digits");
    return {{.kind = ExprKind::literal, .index = static_cast<short>(negative), .type = sqltype::decimal(precision > 0 ? precision : 1, scale), .text = text}, {}};
}

/// 1e3 is DOUBLE; what is beyond the greatest one is refused.
constexpr Literal approximateLiteral(std::string_view text, bool negative) {
    if (!detail::isFiniteDouble(text)) return Literal::refused("at most 1.7976931348623157E308");
    return {{.kind = ExprKind::literal, .index = static_cast<short>(negative), .type = sqltype::double_, .text = text}, {}};
}

/// DATE '..', TIME '..', TIMESTAMP '..', INTERVAL '..' unit: the text must be such a value. The calendar is checked: there is
/// no DATE '2023-02-30'. An interval's value is kept in months or milliseconds.
constexpr Literal typedLiteral(const sql::Syntax& s) {
    Literal l{{.kind = ExprKind::literal, .type = s.type, .text = s.text}, {}};
    std::int64_t days = 0, nanos = 0;
    switch (s.type.root) {
        case TypeRoot::date: {
            const std::string_view text = detail::trimBlanks(s.text);
            if (detail::countOf(text, ' ') || detail::countOf(text, 'T') || detail::countOf(text, '-') < 2 || !detail::parseDate(text, days)) l.expected = "yyyy-MM-dd";
            break;
        }
        case TypeRoot::time:
            if (detail::countOf(s.text, ':') != 2 || !detail::parseTime(s.text, nanos)) l.expected = "HH:mm:ss[.fraction]";
            break;
        case TypeRoot::timestamp: case TypeRoot::timestampLtz:
            if (!(s.type.root == TypeRoot::timestampLtz ? detail::readMoment(s.text, days, nanos) : detail::readTimestamp(s.text, days, nanos))) l.expected = "yyyy-MM-dd HH:mm:ss[.fraction]";
            break;
        case TypeRoot::intervalYearMonth: {
            const sql::TimeUnit from = s.unit == sql::TimeUnit::none ? sql::TimeUnit::year : s.unit;
            const sql::TimeUnit to = s.unit == sql::TimeUnit::none ? sql::TimeUnit::month : s.unitTo;
            const auto v = parseYearMonth(s.text, detail::intervalUnit(from), detail::intervalUnit(to == sql::TimeUnit::none ? from : to));
            if (!v) l.expected = detail::intervalForm(from, to);
            else l.expr.integer = v->months;
            l.expr.index = packUnits(static_cast<int>(from), static_cast<int>(to));
            break;
        }
        case TypeRoot::intervalDayTime: {
            const sql::TimeUnit from = s.unit == sql::TimeUnit::none ? sql::TimeUnit::day : s.unit;
            const sql::TimeUnit to = s.unit == sql::TimeUnit::none ? sql::TimeUnit::second : s.unitTo;
            const auto v = parseDayTime(s.text, detail::intervalUnit(from), detail::intervalUnit(to == sql::TimeUnit::none ? from : to));
            if (!v) l.expected = detail::intervalForm(from, to);
            else l.expr.integer = v->millis;
            l.expr.index = packUnits(static_cast<int>(from), static_cast<int>(to));
            break;
        }
        default: break;
    }
    return l;
}

}  // namespace rivulet::plan
