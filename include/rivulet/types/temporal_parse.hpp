// SPDX-License-Identifier: BSL-1.0
// Reading dates, times and intervals. Answers, never throws, so that TRY_CAST and the planner share it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <rivulet/types/civil.hpp>

namespace rivulet::detail {

constexpr std::string_view trimBlanks(std::string_view s) {
    while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
    while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
    return s;
}

/// A cursor over text.
struct Scanner {
    std::string_view text{};
    std::size_t at{};

    constexpr bool done() const { return at == text.size(); }
    constexpr char peek() const { return done() ? '\0' : text[at]; }
    constexpr bool take(char c) {
        if (done() || text[at] != c) return false;
        ++at;
        return true;
    }
    // between `least` and `most` digits; -1 otherwise
    constexpr std::int64_t number(int least, int most) {
        std::int64_t v = 0;
        int n = 0;
        for (; n < most && !done() && text[at] >= '0' && text[at] <= '9'; ++n) v = v * 10 + (text[at++] - '0');
        return n >= least && !(!done() && text[at] >= '0' && text[at] <= '9') ? v : -1;
    }
    // digits after a point as nanoseconds; those beyond the ninth are cut
    constexpr std::int64_t fraction() {
        std::int64_t v = 0;
        int n = 0;
        for (; !done() && text[at] >= '0' && text[at] <= '9'; ++at, ++n)
            if (n < 9) v = v * 10 + (text[at] - '0');
        return n == 0 ? -1 : n < 9 ? v * smallPowerOfTen(9 - n) : v;
    }
};

/// What becomes of a day up to the 31st that its month does not have: none, or the month's last one (Java's SMART).
enum class DayBeyond : unsigned char { none, last };

// [+-]year[-month[-day]]; a whole date is year-month-day
constexpr bool scanDate(Scanner& s, bool whole, std::int64_t& days, DayBeyond beyond = DayBeyond::none) {
    const bool negative = s.take('-');
    if (!negative) s.take('+');
    const std::int64_t year = s.number(1, 9);
    if (year < 0) return false;
    std::int64_t month = 1, day = 1;
    bool isWhole = false;
    if (s.take('-')) {
        month = s.number(1, 2);
        if (month < 1 || month > 12) return false;
        if (s.take('-')) {
            isWhole = true;
            day = s.number(1, 2);
            const std::int64_t most = daysInMonth(negative ? -year : year, static_cast<int>(month));
            if (day > most && day <= 31 && beyond == DayBeyond::last) day = most;
            if (day < 1 || day > most) return false;
        }
    }
    if (whole && !isWhole) return false;
    days = daysFromCivil(negative ? -year : year, static_cast<int>(month), static_cast<int>(day));
    return true;
}

// hour[:minute[:second[.fraction]]], as nanoseconds of the day
constexpr bool scanTime(Scanner& s, std::int64_t& nanos) {
    std::int64_t minute = 0, second = 0, fraction = 0;
    const std::int64_t hour = s.number(1, 2);
    if (hour < 0 || hour > 23) return false;
    if (s.take(':')) {
        minute = s.number(1, 2);
        if (minute < 0 || minute > 59) return false;
        if (s.take(':')) {
            second = s.number(1, 2);
            if (second < 0 || second > 59) return false;
            if (s.take('.') && (fraction = s.fraction()) < 0) return false;
        }
    }
    nanos = ((hour * 60 + minute) * 60 + second) * nanosPerSecond + fraction;
    return true;
}

/// A DATE (`2024` and `2024-02` are their first days, as in Flink); a time of day after a blank or T must be one, and is dropped.
constexpr bool parseDate(std::string_view text, std::int64_t& days) {
    Scanner s{trimBlanks(text)};
    if (!scanDate(s, false, days)) return false;
    if (s.take(' ') || s.take('T')) {
        std::int64_t nanos = 0;
        if (!scanTime(s, nanos)) return false;
    }
    return s.done() && days >= -2147483648LL && days <= 2147483647LL;
}

constexpr bool parseTime(std::string_view text, std::int64_t& nanos) {
    Scanner s{trimBlanks(text)};
    return scanTime(s, nanos) && s.done();
}

/// A date, and after a blank or T a time of day. With `zone`, also Z or [+-]hh[:mm] behind it; the result is then UTC.
constexpr bool parseTimestamp(std::string_view text, bool zone, std::int64_t& days, std::int64_t& nanos, bool* hasZone = nullptr, DayBeyond beyond = DayBeyond::none) {
    Scanner s{trimBlanks(text)};
    nanos = 0;
    if (!scanDate(s, true, days, beyond)) return false;
    if (s.take(' ') || s.take('T')) {
        if (!scanTime(s, nanos)) return false;
        if (hasZone) *hasZone = !s.done();
        if (zone && !s.done() && !s.take('Z')) {
            const bool west = s.take('-');
            if (!west && !s.take('+')) return false;
            const std::int64_t hours = s.number(2, 2);
            const std::int64_t minutes = s.take(':') ? s.number(2, 2) : 0;
            if (hours < 0 || hours > 18 || minutes < 0 || minutes > 59) return false;
            nanos += (west ? 1 : -1) * (hours * 60 + minutes) * 60 * nanosPerSecond;
            days += floorDivide(nanos, nanosPerDay);
            nanos = floorModulo(nanos, nanosPerDay);
        }
    }
    return s.done() && days >= -100'000'000'000LL && days <= 100'000'000'000LL;
}

// ---- as SQL reads text ------------------------------------------------------------------------------------------------
// CAST, literals and functions have no T between date and time (Flink).

constexpr bool readDate(std::string_view text, std::int64_t& days) { return text.find('T') == text.npos && parseDate(text, days); }
constexpr bool readTimestamp(std::string_view text, std::int64_t& days, std::int64_t& nanos, DayBeyond beyond = DayBeyond::none) {
    return text.find('T') == text.npos && parseTimestamp(text, false, days, nanos, nullptr, beyond);
}
/// A TIMESTAMP_LTZ. With a zone, which Flink does not read, it may be written as in ISO 8601.
constexpr bool readMoment(std::string_view text, std::int64_t& days, std::int64_t& nanos, bool* hasZone = nullptr) {
    bool zoned = false;
    if (!parseTimestamp(text, true, days, nanos, &zoned) || (!zoned && text.find('T') != text.npos)) return false;
    if (hasZone) *hasZone = zoned;
    return true;
}

}  // namespace rivulet::detail
