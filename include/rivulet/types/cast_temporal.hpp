// SPDX-License-Identifier: BSL-1.0
// Casts to dates, times and intervals. TIMESTAMP_LTZ is seen in the session's zone.
#pragma once
#include <cstdint>
#include <string_view>

#include <rivulet/types/cast_number.hpp>
#include <rivulet/types/session_zone.hpp>

namespace rivulet::detail {

template <class T> concept AnyTimestamp = requires(const T& t) { t.instant(); };
template <class T> inline constexpr bool isZoned = false;
template <int P> inline constexpr bool isZoned<TimestampLtz<P>> = true;

template <class From>
constexpr CastOutcome castTemporal(const From& v, Date& out) {
    std::int64_t days = 0;
    if constexpr (TextLike<From>) {
        if (!readDate(v, days)) return CastOutcome::failed;
    } else if constexpr (AnyTimestamp<From>) {
        days = clockOf(v).epochDay();
        if (days < -2147483648LL || days > 2147483647LL) return CastOutcome::failed;
    } else days = v.epochDay();
    out = Date::fromEpochDay(days);
    return CastOutcome::done;
}

template <int P, class From>
constexpr CastOutcome castTemporal(const From& v, Time<P>& out) {
    std::int64_t nanos = 0;
    if constexpr (TextLike<From>) {
        if (!parseTime(v, nanos)) return CastOutcome::failed;
    } else if constexpr (AnyTimestamp<From>) nanos = clockOf(v).nanoOfDay();
    else nanos = v.nanoOfDay();
    out = Time<P>::fromNanoOfDay(nanos);
    return CastOutcome::done;
}

// What clocks show. A TIME alone becomes that time on 1970-01-01, as in Flink.
template <class From>
constexpr CastOutcome castClock(const From& v, Instant& out) {
    if constexpr (TextLike<From>) {
        std::int64_t days = 0, nanos = 0;
        if (!readTimestamp(v, days, nanos)) return CastOutcome::failed;
        out = Instant::of(days, nanos);
    } else if constexpr (AnyTimestamp<From>) out = clockOf(v);
    else if constexpr (requires { v.nanoOfDay(); }) out = Instant::of(0, v.nanoOfDay());
    else out = Instant::of(v.epochDay(), 0);
    return CastOutcome::done;
}

template <int P, class From>
constexpr CastOutcome castTemporal(const From& v, Timestamp<P>& out) {
    Instant i;
    const CastOutcome outcome = castClock(v, i);
    out = Timestamp<P>::fromInstant(i);
    return outcome;
}
template <int P, class From>
constexpr CastOutcome castTemporal(const From& v, TimestampLtz<P>& out) {
    Instant i;
    if constexpr (isZoned<From>) i = v.instant();
    else if constexpr (TextLike<From>) {
        std::int64_t days = 0, nanos = 0;
        bool hasZone = false;
        if (!readMoment(v, days, nanos, &hasZone)) return CastOutcome::failed;
        i = Instant::of(days, nanos);
        if (!hasZone) i = momentOf(i);
    } else {
        if (castClock(v, i) == CastOutcome::failed) return CastOutcome::failed;
        i = momentOf(i);
    }
    out = TimestampLtz<P>::fromInstant(i);
    return CastOutcome::done;
}

template <class From>
constexpr CastOutcome castTemporal(const From& v, IntervalYearMonth& out) {
    if constexpr (TextLike<From>) {
        const auto i = parseYearMonth(v, TimeUnit::year, TimeUnit::month);
        if (!i) return CastOutcome::failed;
        out = *i;
    } else out = v;
    return CastOutcome::done;
}
template <class From>
constexpr CastOutcome castTemporal(const From& v, IntervalDayTime& out) {
    if constexpr (TextLike<From>) {
        const auto i = parseDayTime(v, TimeUnit::day, TimeUnit::second);
        if (!i) return CastOutcome::failed;
        out = *i;
    } else out = v;
    return CastOutcome::done;
}

}  // namespace rivulet::detail
