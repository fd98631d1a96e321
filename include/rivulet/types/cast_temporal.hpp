// SPDX-License-Identifier: BSL-1.0
// Casts to dates, times and intervals. TIMESTAMP_LTZ is seen in the session zone, which is UTC for now.
#pragma once
#include <cstdint>
#include <string_view>

#include <rivulet/types/cast_number.hpp>
#include <rivulet/types/timestamp.hpp>

namespace rivulet::detail {

template <class T> concept AnyTimestamp = requires(const T& t) { t.instant(); };

template <class From>
constexpr CastOutcome castTemporal(const From& v, Date& out) {
    std::int64_t days = 0;
    if constexpr (TextLike<From>) {
        if (!parseDate(v, days)) return CastOutcome::failed;
    } else if constexpr (AnyTimestamp<From>) {
        days = v.instant().epochDay();
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
    } else if constexpr (AnyTimestamp<From>) nanos = v.instant().nanoOfDay();
    else nanos = v.nanoOfDay();
    out = Time<P>::fromNanoOfDay(nanos);
    return CastOutcome::done;
}

// A TIME alone becomes that time on 1970-01-01, as in Flink.
template <bool Zone, class From>
constexpr CastOutcome castInstant(const From& v, Instant& out) {
    if constexpr (TextLike<From>) {
        std::int64_t days = 0, nanos = 0;
        if (!parseTimestamp(v, Zone, days, nanos)) return CastOutcome::failed;
        out = Instant::of(days, nanos);
    } else if constexpr (AnyTimestamp<From>) out = v.instant();
    else if constexpr (requires { v.nanoOfDay(); }) out = Instant::of(0, v.nanoOfDay());
    else out = Instant::of(v.epochDay(), 0);
    return CastOutcome::done;
}

template <int P, class From>
constexpr CastOutcome castTemporal(const From& v, Timestamp<P>& out) {
    Instant i;
    const CastOutcome outcome = castInstant<false>(v, i);
    out = Timestamp<P>::fromInstant(i);
    return outcome;
}
template <int P, class From>
constexpr CastOutcome castTemporal(const From& v, TimestampLtz<P>& out) {
    Instant i;
    const CastOutcome outcome = castInstant<true>(v, i);
    out = TimestampLtz<P>::fromInstant(i);
    return outcome;
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
