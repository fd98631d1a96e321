// SPDX-License-Identifier: BSL-1.0
// INTERVAL YEAR TO MONTH and INTERVAL DAY TO SECOND.
#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <rivulet/core/exception.hpp>
#include <rivulet/core/text.hpp>
#include <rivulet/types/temporal_parse.hpp>

namespace rivulet {

/// The units of interval literals and of time functions, coarse to fine.
enum class TimeUnit : unsigned char { year, quarter, month, week, day, hour, minute, second, millisecond };

namespace detail {

// Sums and products of times and intervals: what does not fit is an error, never another time.
template <class I>
constexpr I checkedSum(I a, I b) {
    I r{};
    if (__builtin_add_overflow(a, b, &r)) throw DataError("beyond the range of dates, times and intervals");
    return r;
}
template <class I>
constexpr I checkedDifference(I a, I b) {
    I r{};
    if (__builtin_sub_overflow(a, b, &r)) throw DataError("beyond the range of dates, times and intervals");
    return r;
}
template <class I>
constexpr I checkedProduct(I a, I b) {
    I r{};
    if (__builtin_mul_overflow(a, b, &r)) throw DataError("beyond the range of dates, times and intervals");
    return r;
}

}  // namespace detail

/// A span in months: `INTERVAL '1-2' YEAR TO MONTH` is 14. Rows print it as Java's Period (`P1Y2M`), SQL as `+1-02`.
struct IntervalYearMonth {
    std::int32_t months{};

    static constexpr IntervalYearMonth of(std::int32_t years, std::int32_t months) { return {detail::checkedSum(detail::checkedProduct(years, std::int32_t{12}), months)}; }
    /// `[+-]years-months`; DataError otherwise.
    static constexpr IntervalYearMonth parse(std::string_view text);

    constexpr auto operator<=>(const IntervalYearMonth&) const = default;
    constexpr IntervalYearMonth operator-() const { return {detail::checkedDifference(std::int32_t{0}, months)}; }
    friend constexpr IntervalYearMonth operator+(IntervalYearMonth a, IntervalYearMonth b) { return {detail::checkedSum(a.months, b.months)}; }
    friend constexpr IntervalYearMonth operator-(IntervalYearMonth a, IntervalYearMonth b) { return {detail::checkedDifference(a.months, b.months)}; }
    friend constexpr IntervalYearMonth operator*(IntervalYearMonth a, std::int32_t n) { return {detail::checkedProduct(a.months, n)}; }
    friend std::size_t hash_value(IntervalYearMonth v) noexcept { return static_cast<std::size_t>(v.months) * 0x9E3779B97F4A7C15u; }
};

/// A span in milliseconds, as in Flink (its INTERVAL DAY TO SECOND keeps no finer parts). Rows print it as Java's Duration
/// (`PT36H`), SQL as `+1 12:00:00.000`.
struct IntervalDayTime {
    std::int64_t millis{};

    static constexpr IntervalDayTime ofDays(std::int64_t n) { return {detail::checkedProduct(n, detail::millisPerDay)}; }
    static constexpr IntervalDayTime ofHours(std::int64_t n) { return {detail::checkedProduct(n, std::int64_t{3'600'000})}; }
    static constexpr IntervalDayTime ofMinutes(std::int64_t n) { return {detail::checkedProduct(n, std::int64_t{60'000})}; }
    static constexpr IntervalDayTime ofSeconds(std::int64_t n) { return {detail::checkedProduct(n, std::int64_t{1000})}; }
    /// `[+-]days hours:minutes:seconds[.fraction]`; DataError otherwise.
    static constexpr IntervalDayTime parse(std::string_view text);

    constexpr auto operator<=>(const IntervalDayTime&) const = default;
    constexpr IntervalDayTime operator-() const { return {detail::checkedDifference(std::int64_t{0}, millis)}; }
    friend constexpr IntervalDayTime operator+(IntervalDayTime a, IntervalDayTime b) { return {detail::checkedSum(a.millis, b.millis)}; }
    friend constexpr IntervalDayTime operator-(IntervalDayTime a, IntervalDayTime b) { return {detail::checkedDifference(a.millis, b.millis)}; }
    friend constexpr IntervalDayTime operator*(IntervalDayTime a, std::int64_t n) { return {detail::checkedProduct(a.millis, n)}; }
    friend std::size_t hash_value(IntervalDayTime v) noexcept { return static_cast<std::size_t>(v.millis) * 0x9E3779B97F4A7C15u; }
};

/// The text of an INTERVAL literal between its units: `'1-2' YEAR TO MONTH`, `'3' QUARTER`. No value if it does not fit them.
constexpr std::optional<IntervalYearMonth> parseYearMonth(std::string_view text, TimeUnit from, TimeUnit to) {
    detail::Scanner s{detail::trimBlanks(text)};
    const bool negative = s.take('-');
    if (!negative) s.take('+');
    std::int64_t months = s.number(1, 9);
    if (months < 0) return std::nullopt;
    if (from == TimeUnit::quarter) months *= 3;
    if (from == TimeUnit::year) months *= 12;
    if (from == TimeUnit::year && to == TimeUnit::month) {
        if (!s.take('-')) return std::nullopt;
        const std::int64_t rest = s.number(1, 2);
        if (rest < 0 || rest > 11) return std::nullopt;
        months += rest;
    } else if (from != to || from > TimeUnit::month) return std::nullopt;
    if (!s.done() || months > 2147483647) return std::nullopt;
    return IntervalYearMonth{static_cast<std::int32_t>(negative ? -months : months)};
}

/// The same for DAY to SECOND (and WEEK): `'1 02:03:04.5' DAY TO SECOND`, `'90' SECOND`, `'10:20' MINUTE TO SECOND`.
/// Digits of a second beyond the third are cut.
constexpr std::optional<IntervalDayTime> parseDayTime(std::string_view text, TimeUnit from, TimeUnit to) {
    constexpr auto millisOf = [](TimeUnit u) -> std::int64_t {
        switch (u) {
            case TimeUnit::week: return 7 * detail::millisPerDay;
            case TimeUnit::day: return detail::millisPerDay;
            case TimeUnit::hour: return 3'600'000;
            case TimeUnit::minute: return 60'000;
            case TimeUnit::second: return 1000;
            case TimeUnit::millisecond: return 1;
            default: return 0;
        }
    };
    if (!millisOf(from) || !millisOf(to) || from > to || (from == TimeUnit::week && to != from)) return std::nullopt;
    detail::Scanner s{detail::trimBlanks(text)};
    const bool negative = s.take('-');
    if (!negative) s.take('+');
    std::int64_t total = 0;
    for (int u = static_cast<int>(from); u <= static_cast<int>(to); ++u) {
        const auto unit = static_cast<TimeUnit>(u);
        const bool first = unit == from;
        if (!first && !s.take(u == static_cast<int>(TimeUnit::day) + 1 ? ' ' : ':')) return std::nullopt;
        const std::int64_t n = first ? s.number(1, 12) : s.number(1, 2);
        if (n < 0 || (!first && n > (unit == TimeUnit::hour ? 23 : 59))) return std::nullopt;
        std::int64_t part = 0;
        if (__builtin_mul_overflow(n, millisOf(unit), &part) || __builtin_add_overflow(total, part, &total)) return std::nullopt;
        if (unit == TimeUnit::second && s.take('.')) {
            const std::int64_t nanos = s.fraction();
            if (nanos < 0) return std::nullopt;
            if (__builtin_add_overflow(total, nanos / 1'000'000, &total)) return std::nullopt;
        }
    }
    if (!s.done()) return std::nullopt;
    return IntervalDayTime{negative ? -total : total};
}

constexpr IntervalYearMonth IntervalYearMonth::parse(std::string_view text) {
    const auto v = parseYearMonth(text, TimeUnit::year, TimeUnit::month);
    if (!v) throw DataError("not an INTERVAL YEAR TO MONTH", text);
    return *v;
}

constexpr IntervalDayTime IntervalDayTime::parse(std::string_view text) {
    const auto v = parseDayTime(text, TimeUnit::day, TimeUnit::second);
    if (!v) throw DataError("not an INTERVAL DAY TO SECOND", text);
    return *v;
}

namespace detail {

constexpr void writePadded(TextWriter& w, std::int64_t v, int digits) {
    std::int64_t limit = smallPowerOfTen(digits - 1);
    while (limit > v && limit > 1) {
        w.put('0');
        limit /= 10;
    }
    w.number(v);
}

// CAST to STRING
constexpr void writeSql(TextWriter& w, IntervalYearMonth v) {
    const std::int64_t m = v.months < 0 ? -std::int64_t{v.months} : v.months;
    w.put(v.months < 0 ? '-' : '+');
    w.number(m / 12).put('-');
    writePadded(w, m % 12, 2);
}

constexpr void writeSql(TextWriter& w, IntervalDayTime v) {
    w.put(v.millis < 0 ? '-' : '+');
    // the least millis has no positive twin, so the parts are negated one by one
    const auto part = [&](std::int64_t x) { return x < 0 ? -x : x; };
    w.number(part(v.millis / millisPerDay)).put(' ');
    const std::int64_t rest = part(v.millis % millisPerDay);
    writePadded(w, rest / 3'600'000, 2);
    w.put(':');
    writePadded(w, rest / 60'000 % 60, 2);
    w.put(':');
    writePadded(w, rest / 1000 % 60, 2);
    w.put('.');
    writePadded(w, rest % 1000, 3);
}

// java.time.Period.toString
constexpr void writeRow(TextWriter& w, IntervalYearMonth v) {
    w.put('P');
    if (v.months == 0) { w << "0D"; return; }
    if (v.months / 12) w.number(v.months / 12).put('Y');
    if (v.months % 12) w.number(v.months % 12).put('M');
}

// java.time.Duration.toString
constexpr void writeRow(TextWriter& w, IntervalDayTime v) {
    w << "PT";
    if (v.millis == 0) { w << "0S"; return; }
    const std::int64_t seconds = v.millis / 1000;  // toward zero, the sign of the rest is that of v
    std::int64_t rest = v.millis % 1000;
    if (seconds / 3600) w.number(seconds / 3600).put('H');
    if (seconds / 60 % 60) w.number(seconds / 60 % 60).put('M');
    if (seconds % 60 == 0 && rest == 0) return;
    if (seconds % 60 == 0 && rest < 0) w << "-0";
    else w.number(seconds % 60);
    if (rest < 0) rest = -rest;
    if (rest) {
        w.put('.');
        int digits = 3;
        while (rest % 10 == 0) { rest /= 10; --digits; }
        writePadded(w, rest, digits);
    }
    w.put('S');
}

}  // namespace detail
}  // namespace rivulet

template <> struct std::hash<rivulet::IntervalYearMonth> {
    std::size_t operator()(rivulet::IntervalYearMonth v) const noexcept { return hash_value(v); }
};
template <> struct std::hash<rivulet::IntervalDayTime> {
    std::size_t operator()(rivulet::IntervalDayTime v) const noexcept { return hash_value(v); }
};
