// SPDX-License-Identifier: BSL-1.0
// TIMESTAMP(p) and TIMESTAMP_LTZ(p).
#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <rivulet/core/exception.hpp>
#include <rivulet/types/date_time.hpp>

namespace rivulet {

namespace detail {

/// What both kinds of timestamp are made of: milliseconds since 1970-01-01T00:00 (before it negative) and the
/// nanoseconds, 0..999999, that follow them. Precision p cuts toward the past, also before 1970.
struct Instant {
    std::int64_t millis{};
    std::int32_t nanos{};

    constexpr auto operator<=>(const Instant&) const = default;

    constexpr Instant cut(int precision) const {
        if (precision >= 3) {
            const auto unit = static_cast<std::int32_t>(smallPowerOfTen(9 - precision));
            return {millis, unit >= 1'000'000 ? 0 : nanos - nanos % unit};
        }
        const std::int64_t rest = floorModulo(millis, smallPowerOfTen(3 - precision));
        return {millis - rest, 0};
    }
    /// DataError for what 64 bits of milliseconds do not have.
    static constexpr Instant of(std::int64_t days, std::int64_t nanoOfDay) {
        const bool before = days < 0;  // counted from the day's end: the first day has no beginning
        const std::int64_t day = checkedProduct(days + before, millisPerDay), inDay = nanoOfDay / 1'000'000 - (before ? millisPerDay : 0);
        return {checkedSum(day, inDay), static_cast<std::int32_t>(nanoOfDay % 1'000'000)};
    }
    constexpr std::int64_t epochDay() const { return floorDivide(millis, millisPerDay); }
    constexpr std::int64_t nanoOfDay() const { return floorModulo(millis, millisPerDay) * 1'000'000 + nanos; }
    constexpr Instant plusMonths(std::int64_t months) const { return of(addMonths(epochDay(), months), nanoOfDay()); }
};

/// The part that TIMESTAMP(p) and TIMESTAMP_LTZ(p) share.
template <class Self, int P>
class TimestampBase {
    static_assert(P >= 0 && P <= 9, "rivulet: a timestamp has 0 to 9 digits of a second");

public:
    static constexpr int precision = P;

    constexpr TimestampBase() = default;

    static constexpr Self fromInstant(Instant i) {
        Self t;
        t.instant_ = i.cut(P);
        return t;
    }
    static constexpr Self fromMillis(std::int64_t millis, std::int32_t nanoOfMilli = 0) { return fromInstant({millis, nanoOfMilli}); }
    static constexpr Self fromSeconds(std::int64_t seconds, std::int32_t nano = 0) {
        if (seconds > 9'223'372'036'854'775 || seconds < -9'223'372'036'854'775) throw DataError("beyond the range of a timestamp");
        return fromInstant({seconds * 1000 + nano / 1'000'000, nano % 1'000'000});
    }
    static constexpr Self fromNanos(std::int64_t nanos) {
        return fromInstant({floorDivide(nanos, 1'000'000), static_cast<std::int32_t>(floorModulo(nanos, 1'000'000))});
    }

    constexpr Instant instant() const { return instant_; }
    constexpr std::int64_t millis() const { return instant_.millis; }
    constexpr std::int32_t nanoOfMilli() const { return instant_.nanos; }
    constexpr Date date() const { return Date::fromEpochDay(instant_.epochDay()); }
    constexpr Time<P> time() const { return Time<P>::fromNanoOfDay(instant_.nanoOfDay()); }

    friend constexpr Self operator+(Self t, IntervalDayTime i) { return fromInstant({checkedSum(t.millis(), i.millis), t.nanoOfMilli()}); }
    friend constexpr Self operator-(Self t, IntervalDayTime i) { return fromInstant({checkedDifference(t.millis(), i.millis), t.nanoOfMilli()}); }
    /// 31 January + 1 month is the last day of February.
    friend constexpr Self operator+(Self t, IntervalYearMonth i) { return fromInstant(t.instant().plusMonths(i.months)); }
    friend constexpr Self operator-(Self t, IntervalYearMonth i) { return fromInstant(t.instant().plusMonths(-std::int64_t{i.months})); }
    /// Milliseconds between; finer parts are dropped, as in Flink.
    friend constexpr IntervalDayTime operator-(Self a, Self b) { return {checkedDifference(a.millis(), b.millis())}; }
    friend std::size_t hash_value(const Self& t) noexcept {
        return (static_cast<std::size_t>(t.millis()) * 1'000'003u + static_cast<std::size_t>(t.nanoOfMilli())) * 0x9E3779B97F4A7C15u;
    }

protected:
    Instant instant_{};
};

}  // namespace detail

/// TIMESTAMP(P): a date and time of day without a zone, P digits of the second's fraction (further ones are cut, as in
/// Flink). `Timestamp<3>("2021-08-21 13:00")`, `Timestamp<3>(Date(2021, 8, 21), Time<0>(13, 0))`,
/// `Timestamp<3>::fromMillis(ms)`; DataError for nonsense. Any year that fits 64 bits of milliseconds.
/// Rows print `2021-08-21T13:00`, SQL `2021-08-21 13:00:00.000`.
template <int P>
class Timestamp : public detail::TimestampBase<Timestamp<P>, P> {
public:
    constexpr Timestamp() = default;
    template <int Q = 0>
    constexpr explicit Timestamp(Date d, Time<Q> t = {}) { this->instant_ = detail::Instant::of(d.epochDay(), t.nanoOfDay()).cut(P); }
    constexpr explicit Timestamp(std::string_view text) {
        std::int64_t days = 0, nanos = 0;
        if (!detail::parseTimestamp(text, false, days, nanos)) throw DataError("not a TIMESTAMP", text);
        this->instant_ = detail::Instant::of(days, nanos).cut(P);
    }
    constexpr explicit Timestamp(const char* text) : Timestamp(std::string_view(text)) {}
    explicit Timestamp(int) = delete;  // 0 would be text at no address
    /// Implicit to more digits; fewer are cut.
    template <int Q> requires(Q != P)
    constexpr explicit(Q > P) Timestamp(Timestamp<Q> t) { this->instant_ = t.instant().cut(P); }

    template <int Q> friend constexpr bool operator==(Timestamp a, Timestamp<Q> b) { return a.instant() == b.instant(); }
    template <int Q> friend constexpr std::strong_ordering operator<=>(Timestamp a, Timestamp<Q> b) { return a.instant() <=> b.instant(); }
};

/// TIMESTAMP_LTZ(P): a point on the time line, shown in the session's zone. The session zone is UTC unless the environment says otherwise; zones
/// change only how the text is read and written and what a cast to TIMESTAMP gives, never the value.
/// Text may carry `Z` or an offset: `TimestampLtz<3>("1970-01-01T00:00:01.001Z")`. Rows print that, SQL
/// `1970-01-01 00:00:01.001`.
template <int P>
class TimestampLtz : public detail::TimestampBase<TimestampLtz<P>, P> {
public:
    constexpr TimestampLtz() = default;
    constexpr explicit TimestampLtz(std::string_view text) {
        std::int64_t days = 0, nanos = 0;
        if (!detail::parseTimestamp(text, true, days, nanos)) throw DataError("not a TIMESTAMP_LTZ", text);
        this->instant_ = detail::Instant::of(days, nanos).cut(P);
    }
    constexpr explicit TimestampLtz(const char* text) : TimestampLtz(std::string_view(text)) {}
    explicit TimestampLtz(int) = delete;  // 0 would be text at no address
    /// Implicit to more digits; fewer are cut.
    template <int Q> requires(Q != P)
    constexpr explicit(Q > P) TimestampLtz(TimestampLtz<Q> t) { this->instant_ = t.instant().cut(P); }

    template <int Q> friend constexpr bool operator==(TimestampLtz a, TimestampLtz<Q> b) { return a.instant() == b.instant(); }
    template <int Q> friend constexpr std::strong_ordering operator<=>(TimestampLtz a, TimestampLtz<Q> b) { return a.instant() <=> b.instant(); }
};

}  // namespace rivulet

template <int P> struct std::hash<rivulet::Timestamp<P>> {
    std::size_t operator()(const rivulet::Timestamp<P>& v) const noexcept { return hash_value(v); }
};
template <int P> struct std::hash<rivulet::TimestampLtz<P>> {
    std::size_t operator()(const rivulet::TimestampLtz<P>& v) const noexcept { return hash_value(v); }
};
