// SPDX-License-Identifier: BSL-1.0
// DATE and TIME(p).
#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <rivulet/core/exception.hpp>
#include <rivulet/types/interval.hpp>

namespace rivulet {

/// DATE: days since 1970-01-01, before it negative. `Date(2024, 2, 29)`, `Date("2024-02-29")`; DataError for a day that
/// the calendar does not have. Rows and SQL print `2024-02-29`.
class Date {
public:
    constexpr Date() = default;
    constexpr Date(std::int64_t year, int month, int day) {
        if (month < 1 || month > 12 || day < 1 || day > detail::daysInMonth(year, month)) throw DataError("no such day in the calendar");
        *this = fromEpochDay(detail::daysFromCivil(year, month, day));
    }
    constexpr explicit Date(std::string_view text) {
        std::int64_t days = 0;
        if (!detail::parseDate(text, days)) throw DataError("not a DATE", text);
        days_ = static_cast<std::int32_t>(days);
    }
    constexpr explicit Date(const char* text) : Date(std::string_view(text)) {}
    explicit Date(int) = delete;  // 0 would be text at no address; fromEpochDay counts days
    static constexpr Date fromEpochDay(std::int64_t days) {
        if (days < -2147483648LL || days > 2147483647LL) throw DataError("beyond the range of DATE");
        Date d;
        d.days_ = static_cast<std::int32_t>(days);
        return d;
    }

    constexpr std::int32_t epochDay() const { return days_; }
    constexpr std::int64_t year() const { return detail::civilFromDays(days_).year; }
    constexpr int month() const { return detail::civilFromDays(days_).month; }
    constexpr int day() const { return detail::civilFromDays(days_).day; }

    constexpr auto operator<=>(const Date&) const = default;

    /// Whole days of the interval: DATE + 25 hours is the next day, as in Flink.
    friend constexpr Date operator+(Date d, IntervalDayTime i) { return fromEpochDay(d.days_ + i.millis / detail::millisPerDay); }
    friend constexpr Date operator-(Date d, IntervalDayTime i) { return fromEpochDay(d.days_ - i.millis / detail::millisPerDay); }
    /// 31 January + 1 month is the last day of February.
    friend constexpr Date operator+(Date d, IntervalYearMonth i) { return fromEpochDay(detail::addMonths(d.days_, i.months)); }
    friend constexpr Date operator-(Date d, IntervalYearMonth i) { return fromEpochDay(detail::addMonths(d.days_, -std::int64_t{i.months})); }
    friend constexpr IntervalDayTime operator-(Date a, Date b) { return IntervalDayTime::ofDays(std::int64_t{a.days_} - b.days_); }
    friend std::size_t hash_value(Date d) noexcept { return static_cast<std::size_t>(d.days_) * 0x9E3779B97F4A7C15u; }

private:
    std::int32_t days_{};
};

/// TIME(P): nanoseconds of the day, P digits of the second's fraction (further ones are cut). `Time<0>(13, 5)`,
/// `Time<3>("10:11:12.5")`; DataError otherwise. Rows print `13:05`, `10:11:12.500`. (Flink keeps milliseconds whatever P is.)
template <int P>
class Time {
    static_assert(P >= 0 && P <= 9, "rivulet: TIME has 0 to 9 digits of a second");

public:
    static constexpr int precision = P;

    constexpr Time() = default;
    constexpr Time(int hour, int minute, int second = 0, int nano = 0) {
        if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 || nano < 0 || nano > 999'999'999)
            throw DataError("no such time of day");
        *this = fromNanoOfDay(((hour * 60 + minute) * 60 + second) * detail::nanosPerSecond + nano);
    }
    constexpr explicit Time(std::string_view text) {
        std::int64_t nanos = 0;
        if (!detail::parseTime(text, nanos)) throw DataError("not a TIME", text);
        *this = fromNanoOfDay(nanos);
    }
    constexpr explicit Time(const char* text) : Time(std::string_view(text)) {}
    explicit Time(int) = delete;  // 0 would be text at no address
    /// Implicit to more digits; fewer are cut.
    template <int Q> requires(Q != P)
    constexpr explicit(Q > P) Time(Time<Q> t) { *this = fromNanoOfDay(t.nanoOfDay()); }
    static constexpr Time fromNanoOfDay(std::int64_t nanos) {
        if (nanos < 0 || nanos >= detail::nanosPerDay) throw DataError("no such time of day");
        Time t;
        t.nanos_ = nanos - nanos % detail::smallPowerOfTen(9 - P);
        return t;
    }

    constexpr std::int64_t nanoOfDay() const { return nanos_; }
    constexpr int hour() const { return static_cast<int>(nanos_ / (3600 * detail::nanosPerSecond)); }
    constexpr int minute() const { return static_cast<int>(nanos_ / (60 * detail::nanosPerSecond) % 60); }
    constexpr int second() const { return static_cast<int>(nanos_ / detail::nanosPerSecond % 60); }
    constexpr int nano() const { return static_cast<int>(nanos_ % detail::nanosPerSecond); }

    template <int Q> friend constexpr bool operator==(Time a, Time<Q> b) { return a.nanos_ == b.nanoOfDay(); }
    template <int Q> friend constexpr std::strong_ordering operator<=>(Time a, Time<Q> b) { return a.nanos_ <=> b.nanoOfDay(); }

    /// Wraps at midnight.
    friend constexpr Time operator+(Time t, IntervalDayTime i) {
        return fromNanoOfDay(detail::floorModulo(t.nanos_ + i.millis % detail::millisPerDay * 1'000'000, detail::nanosPerDay));
    }
    friend constexpr Time operator-(Time t, IntervalDayTime i) {
        return fromNanoOfDay(detail::floorModulo(t.nanos_ - i.millis % detail::millisPerDay * 1'000'000, detail::nanosPerDay));
    }
    friend constexpr IntervalDayTime operator-(Time a, Time b) { return {(a.nanos_ - b.nanos_) / 1'000'000}; }
    friend std::size_t hash_value(Time t) noexcept { return static_cast<std::size_t>(t.nanos_) * 0x9E3779B97F4A7C15u; }

private:
    std::int64_t nanos_{};
};

}  // namespace rivulet

template <> struct std::hash<rivulet::Date> {
    std::size_t operator()(rivulet::Date v) const noexcept { return hash_value(v); }
};
template <int P> struct std::hash<rivulet::Time<P>> {
    std::size_t operator()(rivulet::Time<P> v) const noexcept { return hash_value(v); }
};
