// SPDX-License-Identifier: BSL-1.0
// Dates, times and intervals as arguments of operators: what adds to what, and the fields of a moment.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include <rivulet/expr/function.hpp>
#include <rivulet/types/temporal.hpp>

namespace rivulet::detail {

template <class T> inline constexpr bool isInterval = std::is_same_v<T, IntervalYearMonth> || std::is_same_v<T, IntervalDayTime>;
template <class T> inline constexpr bool isMoment = std::is_same_v<T, Date>;
template <int P> inline constexpr bool isMoment<Time<P>> = true;
template <int P> inline constexpr bool isMoment<Timestamp<P>> = true;
template <int P> inline constexpr bool isMoment<TimestampLtz<P>> = true;
template <class T> inline constexpr bool isTimeOfDay = false;
template <int P> inline constexpr bool isTimeOfDay<Time<P>> = true;
template <class T> concept Temporal = isInterval<T> || isMoment<T>;

template <class V, class A, class B>
constexpr V plusInterval(const A& a, const B& b, int sign) {
    if constexpr (isInterval<A> && !isInterval<B>) return V(b + a);
    else return sign > 0 ? V(a + b) : V(a - b);
}

// Wraps, as all integer arithmetic.
template <class V, class A>
constexpr V timesInterval(const A& a, std::int64_t n) {
    const auto count = static_cast<std::uint64_t>(n);
    if constexpr (std::is_same_v<A, IntervalYearMonth>)
        return V{static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(a.months) * count))};
    else return V{static_cast<std::int64_t>(static_cast<std::uint64_t>(a.millis) * count)};
}

/// What EXTRACT takes from a moment.
enum class MomentField : unsigned char {
    none, millennium, century, decade, isoYear, year, quarter, month, week, day, dayOfYear, dayOfWeek, isoDayOfWeek,  // of a date
    hour, minute, second, millisecond, epoch
};

/// The field of that name (upper case), or none.
constexpr MomentField momentField(std::string_view name) {
    constexpr std::string_view names[] = {"", "MILLENNIUM", "CENTURY", "DECADE", "ISOYEAR", "YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "DOY", "DOW", "ISODOW",
                                          "HOUR", "MINUTE", "SECOND", "MILLISECOND", "EPOCH"};
    static_assert(sizeof names / sizeof *names == static_cast<std::size_t>(MomentField::epoch) + 1, "a name for each field");
    for (int i = 1; i < static_cast<int>(sizeof names / sizeof *names); ++i)
        if (names[i] == name) return static_cast<MomentField>(i);
    return MomentField::none;
}
constexpr bool isDateField(MomentField f) { return f <= MomentField::isoDayOfWeek; }

// 1 Monday .. 7 Sunday; 1970-01-01 was a Thursday.
constexpr std::int64_t isoDayOfWeek(std::int64_t day) { return floorModulo(day + 3, 7) + 1; }
// The Thursday of a day's ISO week decides the week's year.
constexpr std::int64_t isoYear(std::int64_t day) { return civilFromDays(day - isoDayOfWeek(day) + 4).year; }

constexpr std::int64_t dateField(MomentField field, std::int64_t day) {
    const Civil c = civilFromDays(day);
    switch (field) {
        case MomentField::year: return c.year;
        case MomentField::quarter: return (c.month + 2) / 3;
        case MomentField::month: return c.month;
        case MomentField::day: return c.day;
        case MomentField::dayOfYear: return day - daysFromCivil(c.year, 1, 1) + 1;
        case MomentField::dayOfWeek: return isoDayOfWeek(day) % 7 + 1;
        case MomentField::isoDayOfWeek: return isoDayOfWeek(day);
        case MomentField::isoYear: return isoYear(day);
        case MomentField::week: {
            const std::int64_t thursday = day - isoDayOfWeek(day) + 4;
            return (thursday - daysFromCivil(isoYear(day), 1, 1)) / 7 + 1;
        }
        case MomentField::decade: return floorDivide(c.year, 10);
        case MomentField::century: return c.year > 0 ? (c.year + 99) / 100 : -((99 - c.year) / 100);
        case MomentField::millennium: return c.year > 0 ? (c.year + 999) / 1000 : -((999 - c.year) / 1000);
        default: return 0;
    }
}

constexpr std::int64_t timeField(MomentField field, std::int64_t nanoOfDay) {
    switch (field) {
        case MomentField::hour: return nanoOfDay / (3600 * nanosPerSecond);
        case MomentField::minute: return nanoOfDay / (60 * nanosPerSecond) % 60;
        case MomentField::second: return nanoOfDay / nanosPerSecond % 60;
        case MomentField::millisecond: return nanoOfDay / 1'000'000 % 1000;
        default: return nanoOfDay / nanosPerSecond;  // epoch
    }
}

/// The field of a moment; also before 1970, where Flink 2.3 is wrong.
template <class T>
constexpr std::int64_t extract(MomentField field, const T& moment) {
    if constexpr (std::is_same_v<T, Date>) return field == MomentField::epoch ? moment.epochDay() * std::int64_t{86400} : dateField(field, moment.epochDay());
    else if constexpr (isTimeOfDay<T>) return timeField(field, moment.nanoOfDay());
    else {
        if (field == MomentField::epoch) return floorDivide(moment.millis(), 1000);
        const Instant i = clockOf(moment);
        if (isDateField(field)) return dateField(field, i.epochDay());
        return timeField(field, i.nanoOfDay());
    }
}

/// The first day of the unit that holds `day` (WEEK begins on Sunday), or of the next one.
constexpr std::int64_t unitStart(MomentField unit, std::int64_t day, bool next) {
    if (unit == MomentField::day) return day + next;
    if (unit == MomentField::week) return day - isoDayOfWeek(day) % 7 + (next ? 7 : 0);
    const Civil c = civilFromDays(day);
    if (const int years = unit == MomentField::decade ? 10 : unit == MomentField::century ? 100 : unit == MomentField::millennium ? 1000 : 0) {
        const int first = unit == MomentField::decade ? 0 : 1;  // a century begins with its year 1
        return daysFromCivil(floorDivide(c.year - first, years) * years + first + (next ? years : 0), 1, 1);
    }
    const int months = unit == MomentField::month ? 1 : unit == MomentField::quarter ? 3 : 12;
    const std::int64_t first = daysFromCivil(c.year, (c.month - 1) / months * months + 1, 1);
    return next ? addMonths(first, months) : first;
}

// Nanoseconds of a unit below the day; 0 for a day and above.
constexpr std::int64_t unitNanos(MomentField unit) {
    switch (unit) {
        case MomentField::hour: return 3600 * nanosPerSecond;
        case MomentField::minute: return 60 * nanosPerSecond;
        case MomentField::second: return nanosPerSecond;
        case MomentField::millisecond: return 1'000'000;
        default: return 0;
    }
}

/// Where clocks pass from one unit below the day into the next, as they are shown in the session's zone: a border that they show, or over which they jump.
class ClockBorders {
public:
    constexpr explicit ClockBorders(std::int64_t unitMillis) : unit_(unitMillis) {}
    /// The last one up to this moment of the time line, whole milliseconds.
    std::int64_t last(std::int64_t moment) const {
        const std::int64_t now = sessionOffset(moment), border = floored(moment + now);
        const std::int64_t before = sessionOffset(border - now);
        if (before == now) return border - now;
        const std::int64_t change = sessionChange(border - now, moment);
        if (now > before && border >= change + before) return change;
        return floored(change - 1 + before) - before;
    }
    /// The first one from this moment on.
    std::int64_t next(std::int64_t moment) const {
        const std::int64_t now = sessionOffset(moment), shown = moment + now, border = floored(shown) == shown ? shown : floored(shown) + unit_;
        const std::int64_t after = sessionOffset(border - now);
        if (border == shown || last(moment) == moment) return moment;
        if (after == now) return border - now;
        const std::int64_t change = sessionChange(moment, border - now);
        if (after > now && border <= change + after) return change;
        return floored(change + after - 1) + unit_ - after;
    }

private:
    std::int64_t floored(std::int64_t millis) const { return millis - floorModulo(millis, unit_); }
    std::int64_t unit_;
};

/// FLOOR and CEIL of a moment to a unit; a moment on the border stays. Right before 1970, too, and where clocks are put forward or back: FLOOR is where the
/// unit began that they show, and never later; in an hour that they show twice it is the second beginning of the second one.
template <class T>
constexpr T toUnit(const T& moment, MomentField unit, bool up) {
    const std::int64_t nanos = unitNanos(unit);
    if constexpr (std::is_same_v<T, Date>) {
        const std::int64_t floor = unitStart(unit, moment.epochDay(), false);
        return Date::fromEpochDay(up && floor != moment.epochDay() ? unitStart(unit, moment.epochDay(), true) : floor);
    } else if constexpr (isTimeOfDay<T>) {
        const std::int64_t rest = moment.nanoOfDay() % nanos, floor = moment.nanoOfDay() - rest;
        return T::fromNanoOfDay((up && rest ? floor + nanos : floor) % nanosPerDay);
    } else {
        const Instant i = clockOf(moment);
        if (nanos == 0) {
            const T floor = FromClock<T>::of(Instant::of(unitStart(unit, i.epochDay(), false), 0));
            if (!up || floor == moment) return floor;
            const T ceil = FromClock<T>::of(Instant::of(unitStart(unit, i.epochDay(), true), 0));
            if (moment <= ceil || std::is_constant_evaluated()) return ceil;
            return T::fromMillis(sessionLater(ceil.millis()));  // clocks were put back over midnight: it comes once more
        }
        if constexpr (requires { moment.instant().millis; } && !std::is_same_v<T, Timestamp<T::precision>>)
            if (!std::is_constant_evaluated() && sessionZone) {
                const Instant at = moment.instant();
                const ClockBorders borders(nanos / 1'000'000);
                return T::fromInstant({up ? borders.next(at.millis + (at.nanos > 0)) : borders.last(at.millis), 0});
            }
        const std::int64_t rest = i.nanoOfDay() % nanos, floor = i.nanoOfDay() - rest;
        return FromClock<T>::of(Instant::of(i.epochDay(), up && rest ? floor + nanos : floor));
    }
}

/// A date or timestamp as a point of the time line.
constexpr Instant instantOf(const Date& d) { return Instant::of(d.epochDay(), 0); }
template <class Self, int P> constexpr Instant instantOf(const TimestampBase<Self, P>& t) { return t.instant(); }

/// A moment moved by n units, as + INTERVAL moves it: a TIMESTAMP_LTZ on the time line, by the calendar of UTC (Flink). Months keep the day where the month has it.
template <class T>
constexpr T plusUnits(const T& moment, MomentField unit, std::int64_t n) {
    if (n > 2147483647 || n < -2147483647) throw DataError("beyond the range of TIMESTAMPADD", std::to_string(n));
    const std::int64_t months = unit == MomentField::year ? 12 : unit == MomentField::quarter ? 3 : unit == MomentField::month ? 1 : 0;
    const std::int64_t millis = unit == MomentField::week ? 7 * millisPerDay : unit == MomentField::day ? millisPerDay : unitNanos(unit) / 1'000'000;
    if constexpr (isTimeOfDay<T>) return moment + IntervalDayTime{millis * n};
    else if constexpr (std::is_same_v<T, Date>)
        return Date::fromEpochDay(months ? addMonths(moment.epochDay(), months * n) : moment.epochDay() + millis / millisPerDay * n);
    else if (months) return T::fromInstant(moment.instant().plusMonths(months * n));
    else return moment + IntervalDayTime{millis * n};
}

/// Whole units from a to b, toward zero. A month is over when its day and time of day come again (or the month ends).
constexpr std::int64_t unitsBetween(MomentField unit, Instant a, Instant b) {
    if (b < a) return -unitsBetween(unit, b, a);
    const std::int64_t months = unit == MomentField::year ? 12 : unit == MomentField::quarter ? 3 : unit == MomentField::month ? 1 : 0;
    if (months == 0) {
        const std::int64_t millis = unit == MomentField::week ? 7 * millisPerDay : unit == MomentField::day ? millisPerDay : unitNanos(unit) / 1'000'000;
        const std::int64_t wholeMillis = checkedDifference(b.millis, a.millis) - (b.nanos < a.nanos ? 1 : 0);
        return wholeMillis / millis;
    }
    const Civil from = civilFromDays(a.epochDay()), to = civilFromDays(b.epochDay());
    std::int64_t n = (to.year - from.year) * 12 + (to.month - from.month);
    if (b < a.plusMonths(n)) --n;
    return n / months;
}

}  // namespace rivulet::detail

namespace rivulet::rules {

/// + and - with an interval: two of one kind, or a moment and one. False if neither argument is one.
constexpr bool withInterval(Typing& t, bool plus) {
    const SqlType a = t.type(0), b = t.type(1);
    const auto moment = [](const SqlType& x) { return x.root >= TypeRoot::date && x.root <= TypeRoot::timestampLtz; };
    const auto fits = [&](const SqlType& m, const SqlType& interval) {
        return moment(m) && interval.isInterval() && !(m.root == TypeRoot::time && interval.root == TypeRoot::intervalYearMonth);
    };
    if (!moment(a) && !moment(b) && !a.isInterval() && !b.isInterval()) return false;
    if (a.isInterval() && a.root == b.root) t.result = a.withNullable(t.anyNullable());
    else if (fits(a, b)) t.result = a.withNullable(t.anyNullable());
    else if (plus && fits(b, a)) t.result = b.withNullable(t.anyNullable());
    else t.refuse(1, a.isInterval() ? (plus ? "an interval of the same kind, or a date or time" : "an interval of the same kind") : "an interval");
    return true;
}

}  // namespace rivulet::rules
