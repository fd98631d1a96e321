// SPDX-License-Identifier: BSL-1.0
// The session's time zone: how TIMESTAMP_LTZ looks as a local time. UTC where nobody says otherwise; rules of other zones come from
// <rivulet/connector/zones.hpp>.
#pragma once
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

#include <rivulet/types/timestamp.hpp>

namespace rivulet {

/// The rules of a time zone; milliseconds since 1970-01-01 00:00, of the time line and of the zone's clocks.
class TimeZone {
public:
    TimeZone() = default;
    TimeZone(const TimeZone&) = delete;
    TimeZone& operator=(const TimeZone&) = delete;
    virtual ~TimeZone() = default;
    virtual std::string_view name() const = 0;
    virtual std::int64_t toLocal(std::int64_t utc) const = 0;
    /// As java.time: a local time that clocks skip is moved on by what they skip; of one that they show twice the earlier.
    virtual std::int64_t toUtc(std::int64_t local) const = 0;
};

namespace detail {

// That of the job that this thread runs; null is UTC.
inline constinit thread_local const TimeZone* sessionZone = nullptr;

/// The session's zone while a job runs.
class SessionZone {
public:
    explicit SessionZone(const TimeZone* zone) : before_(sessionZone) { sessionZone = zone; }
    SessionZone(const SessionZone&) = delete;
    SessionZone& operator=(const SessionZone&) = delete;
    ~SessionZone() { sessionZone = before_; }

private:
    const TimeZone* before_;
};

inline std::int64_t sessionLocal(std::int64_t utc) { return sessionZone ? sessionZone->toLocal(utc) : utc; }
inline std::int64_t sessionUtc(std::int64_t local) { return sessionZone ? sessionZone->toUtc(local) : local; }

/// How far the session's clocks are ahead of UTC.
inline std::int64_t sessionOffset(std::int64_t utc) { return sessionLocal(utc) - utc; }
/// The last moment at which the session's clocks show what they show at this one, the first.
inline std::int64_t sessionLater(std::int64_t first) {
    constexpr std::int64_t day = 86'400'000;  // no zone shows more than that twice
    if (first > std::numeric_limits<std::int64_t>::max() - 2 * day || first < std::numeric_limits<std::int64_t>::min() + 2 * day) return first;
    const std::int64_t later = first + sessionOffset(first) - sessionOffset(first + day);
    return later > first && sessionLocal(later) == sessionLocal(first) ? later : first;
}
/// The first moment of the second one's offset, where that changes once between the two.
inline std::int64_t sessionChange(std::int64_t from, std::int64_t to) {
    const std::int64_t after = sessionOffset(to);
    if (sessionOffset(from) == after) return from;
    while (to - from > 1) {
        const std::int64_t middle = from + (to - from) / 2;
        (sessionOffset(middle) == after ? to : from) = middle;
    }
    return to;
}

/// A moment as the session's clocks show it, and back. While compiling the zone is UTC.
constexpr Instant localOf(Instant moment) {
    return std::is_constant_evaluated() ? moment : Instant{sessionLocal(moment.millis), moment.nanos};
}
constexpr Instant momentOf(Instant local) {
    return std::is_constant_evaluated() ? local : Instant{sessionUtc(local.millis), local.nanos};
}

/// What clocks show: of a TIMESTAMP what it says, of a TIMESTAMP_LTZ in the session's zone.
template <int P> constexpr Instant clockOf(const Timestamp<P>& t) { return t.instant(); }
template <int P> constexpr Instant clockOf(const TimestampLtz<P>& t) { return localOf(t.instant()); }
/// The timestamp of which clocks show this.
template <class T> struct FromClock;
template <int P> struct FromClock<Timestamp<P>> {
    static constexpr Timestamp<P> of(Instant shown) { return Timestamp<P>::fromInstant(shown); }
};
template <int P> struct FromClock<TimestampLtz<P>> {
    static constexpr TimestampLtz<P> of(Instant shown) { return TimestampLtz<P>::fromInstant(momentOf(shown)); }
};

}  // namespace detail

}  // namespace rivulet
