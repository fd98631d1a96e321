// SPDX-License-Identifier: BSL-1.0
// std::chrono types as columns. A header of its own: <chrono> is dear to include.
#pragma once
#include <chrono>
#include <cstdint>
#include <ratio>
#include <type_traits>

#include <rivulet/types/sql_text.hpp>
#include <rivulet/types/sql_traits.hpp>

namespace rivulet {

namespace detail {

// The digits of a second that a duration has: seconds 0, milliseconds 3; -1 for one that no TIMESTAMP(n) matches.
template <class Duration>
constexpr int fractionDigits() {
    using Period = typename Duration::period;
    int digits = 0;
    std::intmax_t unit = 1;
    for (; digits < 9 && unit < Period::den; ++digits) unit *= 10;
    return std::is_integral_v<typename Duration::rep> && Period::num == 1 && unit == Period::den ? digits : -1;
}

template <class Point>
constexpr Instant instantOfPoint(const Point& p) {
    const auto since = p.time_since_epoch();
    const auto millis = std::chrono::floor<std::chrono::duration<std::int64_t, std::milli>>(since);
    return {millis.count(), static_cast<std::int32_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(since - millis).count())};
}
template <class Point>
constexpr Point pointOfInstant(const Instant& i) {
    using Duration = typename Point::duration;
    const auto whole = std::chrono::floor<Duration>(std::chrono::duration<std::int64_t, std::milli>(i.millis));
    if constexpr (std::ratio_less_v<typename Duration::period, std::milli>)
        return Point(whole + std::chrono::floor<Duration>(std::chrono::nanoseconds(i.nanos)));
    else return Point(whole);
}

template <class Point, class Stamp>
struct ChronoPointTraits {
    static constexpr SqlType type = SqlTraits<Stamp>::type;
    using Value = Stamp;
    static constexpr Stamp toValue(const Point& v) { return Stamp::fromInstant(instantOfPoint(v)); }
    template <class V> static constexpr Point fromValue(V&& v) { return pointOfInstant<Point>(v.instant()); }
    template <class V> static constexpr void assign(Point& field, V&& v) { field = pointOfInstant<Point>(v.instant()); }
};

// Printed like the SQL value that they are.
template <class T, template <class> class Printer>
struct PrintAsValue {
    static void append(std::string& out, const T& v) { Printer<typename SqlTraits<T>::Value>::append(out, SqlTraits<T>::toValue(v)); }
};

}  // namespace detail

/// sys_time<D>: TIMESTAMP_LTZ(n), n the digits of D (sys_seconds 0, milliseconds 3, microseconds 6, nanoseconds 9); others are opaque.
template <class D> requires(detail::fractionDigits<D>() >= 0)
struct SqlTraits<std::chrono::time_point<std::chrono::system_clock, D>>
    : detail::ChronoPointTraits<std::chrono::time_point<std::chrono::system_clock, D>, TimestampLtz<detail::fractionDigits<D>()>> {};

/// local_time<D>: TIMESTAMP(n).
template <class D> requires(detail::fractionDigits<D>() >= 0)
struct SqlTraits<std::chrono::time_point<std::chrono::local_t, D>>
    : detail::ChronoPointTraits<std::chrono::time_point<std::chrono::local_t, D>, Timestamp<detail::fractionDigits<D>()>> {};

/// sys_days, local_days and year_month_day: DATE.
template <class Clock> requires std::is_same_v<Clock, std::chrono::system_clock> || std::is_same_v<Clock, std::chrono::local_t>
struct SqlTraits<std::chrono::time_point<Clock, std::chrono::days>> {
    using Days = std::chrono::time_point<Clock, std::chrono::days>;
    static constexpr SqlType type = sqltype::date;
    using Value = Date;
    static constexpr Date toValue(const Days& v) { return Date::fromEpochDay(v.time_since_epoch().count()); }
    static constexpr Days fromValue(const Date& v) { return Days(std::chrono::days(v.epochDay())); }
    static constexpr void assign(Days& field, const Date& v) { field = fromValue(v); }
};
template <> struct SqlTraits<std::chrono::year_month_day> {
    static constexpr SqlType type = sqltype::date;
    using Value = Date;
    /// DataError for a day that the calendar does not have.
    static constexpr Date toValue(const std::chrono::year_month_day& v) {
        if (!v.ok()) throw DataError("no such day in the calendar");
        return Date::fromEpochDay(std::chrono::sys_days(v).time_since_epoch().count());
    }
    static constexpr std::chrono::year_month_day fromValue(const Date& v) { return std::chrono::sys_days(std::chrono::days(v.epochDay())); }
    static constexpr void assign(std::chrono::year_month_day& field, const Date& v) { field = fromValue(v); }
};

/// Durations: INTERVAL DAY TO SECOND, which counts milliseconds. A value with finer parts is a DataError, as is one that
/// the duration cannot hold (an interval of 1.5 seconds in std::chrono::seconds): neither is cut in silence.
template <class R, class P> requires std::is_integral_v<R>
struct SqlTraits<std::chrono::duration<R, P>> {
    using Span = std::chrono::duration<R, P>;
    using Millis = std::chrono::duration<std::int64_t, std::milli>;
    static constexpr SqlType type = sqltype::intervalDayTime;
    using Value = IntervalDayTime;
    static constexpr IntervalDayTime toValue(const Span& v) {
        const Millis m = std::chrono::duration_cast<Millis>(v);
        if (m != v) throw DataError("an INTERVAL DAY TO SECOND has whole milliseconds only", std::to_string(v.count()));
        return {m.count()};
    }
    static constexpr Span fromValue(const IntervalDayTime& v) {
        const Span s = std::chrono::duration_cast<Span>(Millis(v.millis));
        if (s != Millis(v.millis)) throw DataError("the interval has finer parts than the field", std::to_string(v.millis) + " ms");
        return s;
    }
    static constexpr void assign(Span& field, const IntervalDayTime& v) { field = fromValue(v); }
};

template <class C, class D> struct TextOf<std::chrono::time_point<C, D>> : detail::PrintAsValue<std::chrono::time_point<C, D>, TextOf> {};
template <class C, class D> struct SqlTextOf<std::chrono::time_point<C, D>> : detail::PrintAsValue<std::chrono::time_point<C, D>, SqlTextOf> {};
template <> struct TextOf<std::chrono::year_month_day> : detail::PrintAsValue<std::chrono::year_month_day, TextOf> {};
template <> struct SqlTextOf<std::chrono::year_month_day> : detail::PrintAsValue<std::chrono::year_month_day, SqlTextOf> {};
template <class R, class P> struct TextOf<std::chrono::duration<R, P>> : detail::PrintAsValue<std::chrono::duration<R, P>, TextOf> {};
template <class R, class P> struct SqlTextOf<std::chrono::duration<R, P>> : detail::PrintAsValue<std::chrono::duration<R, P>, SqlTextOf> {};

}  // namespace rivulet
