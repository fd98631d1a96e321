// SPDX-License-Identifier: BSL-1.0
// The proleptic Gregorian calendar: days since 1970-01-01 to year, month, day and back. Right for any sign.
#pragma once
#include <cstdint>

namespace rivulet::detail {

inline constexpr std::int64_t millisPerDay = 86'400'000, nanosPerSecond = 1'000'000'000, nanosPerDay = 86'400 * nanosPerSecond;

constexpr std::int64_t floorDivide(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }
constexpr std::int64_t floorModulo(std::int64_t a, std::int64_t b) { const std::int64_t r = a % b; return r < 0 ? r + b : r; }

/// 10^n for n in 0..18.
constexpr std::int64_t smallPowerOfTen(int n) {
    std::int64_t p = 1;
    while (n-- > 0) p *= 10;
    return p;
}

struct Civil { std::int64_t year{1970}; int month{1}, day{1}; };

// Hinnant's algorithm: eras of 400 years that begin in March.
constexpr std::int64_t daysFromCivil(std::int64_t year, int month, int day) {
    year -= month <= 2;
    const std::int64_t era = floorDivide(year, 400), yearOfEra = year - era * 400;
    const std::int64_t dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719468;
}

constexpr Civil civilFromDays(std::int64_t days) {
    days += 719468;
    const std::int64_t era = floorDivide(days, 146097), dayOfEra = days - era * 146097;
    const std::int64_t yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
    const std::int64_t dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    const std::int64_t m = (5 * dayOfYear + 2) / 153;
    Civil c;
    c.day = static_cast<int>(dayOfYear - (153 * m + 2) / 5 + 1);
    c.month = static_cast<int>(m < 10 ? m + 3 : m - 9);
    c.year = yearOfEra + era * 400 + (c.month <= 2);
    return c;
}

constexpr bool isLeapYear(std::int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

constexpr int daysInMonth(std::int64_t year, int month) {
    if (month == 2) return isLeapYear(year) ? 29 : 28;
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

// Months later; a day that the month does not have becomes its last.
constexpr std::int64_t addMonths(std::int64_t days, std::int64_t months) {
    const Civil c = civilFromDays(days);
    const std::int64_t total = c.year * 12 + (c.month - 1) + months;
    const std::int64_t year = floorDivide(total, 12);
    const int month = static_cast<int>(floorModulo(total, 12)) + 1, last = daysInMonth(year, month);
    return daysFromCivil(year, month, c.day < last ? c.day : last);
}

}  // namespace rivulet::detail
