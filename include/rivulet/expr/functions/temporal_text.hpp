// SPDX-License-Identifier: BSL-1.0
// Dates and times from text and numbers, and as text: TO_DATE, TO_TIMESTAMP, TO_TIMESTAMP_LTZ, DATE_FORMAT, FROM_UNIXTIME, UNIX_TIMESTAMP.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <rivulet/core/exception.hpp>
#include <rivulet/expr/date_format.hpp>
#include <rivulet/expr/number.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

namespace shared {

inline constexpr std::string_view usualPattern = "yyyy-MM-dd HH:mm:ss";

// A pattern that is known while compiling must be one.
constexpr bool patternFits(Typing& t, int i) {
    if (t.count <= i || !t.arguments[i].isText || detail::isPattern(t.arguments[i].text)) return true;
    t.refuse(i, "a pattern such as yyyy-MM-dd HH:mm:ss");
    return false;
}
constexpr void checkPattern(std::string_view pattern) {
    if (!detail::isPattern(pattern)) detail::throwBadPattern(pattern);
}
// A moment by a pattern. The text is made where it is returned.
template <class V>
constexpr std::optional<V> formatted(detail::Instant moment, std::string_view pattern) {
    detail::LastFormatted* const last = std::is_constant_evaluated() ? nullptr : &detail::LastFormatted::of(pattern);
    if (last && last->knows(moment.millis, pattern)) return std::optional<V>(std::in_place, last->text());
    checkPattern(pattern);
    std::optional<V> out(std::in_place);
    detail::appendFormatted(*out, moment, pattern);
    if (last) last->keep(moment.millis, pattern, *out);
    return out;
}

}  // namespace shared

/// TO_DATE(text[, pattern]): a DATE in the form yyyy-MM-dd, or that of the pattern; NULL for anything else, also for a day
/// that the calendar does not have. Reads leniently: what comes behind the pattern is ignored (Flink).
struct ToDate {
    static constexpr void typing(Typing& t) {
        if (rules::arguments(t, "T") && shared::patternFits(t, 1)) t.result = sqltype::date.orNull(true);
    }
    static constexpr FunctionInfo info{.name = "TO_DATE", .minArguments = 1, .maxArguments = 2, .typing = &typing};
    template <class V> static constexpr std::optional<V> call(std::string_view text) {
        std::int64_t days = 0;
        if (!detail::readDate(text, days)) return std::nullopt;
        return V::fromEpochDay(days);
    }
    template <class V> static constexpr std::optional<V> call(std::string_view text, std::string_view pattern) {
        shared::checkPattern(pattern);
        detail::Instant moment;
        if (!detail::readFormatted(text, pattern, true, moment)) return std::nullopt;
        const std::int64_t day = moment.epochDay();
        return day == static_cast<std::int32_t>(day) ? std::optional<V>(V::fromEpochDay(day)) : std::nullopt;
    }
};

/// TO_TIMESTAMP(text[, pattern]): TIMESTAMP(3) of `yyyy-MM-dd[ HH:mm:ss[.fraction]]`, or of the pattern; NULL for anything else. A day up to
/// the 31st that the month does not have is its last one (Flink): `TO_TIMESTAMP('2024-02-30')` is 29 February.
struct ToTimestamp {
    static constexpr void typing(Typing& t) {
        if (rules::arguments(t, "T") && shared::patternFits(t, 1)) t.result = sqltype::timestamp(3).orNull(true);
    }
    static constexpr FunctionInfo info{.name = "TO_TIMESTAMP", .minArguments = 1, .maxArguments = 2, .typing = &typing};
    template <class V> static constexpr std::optional<V> call(std::string_view text) {
        std::int64_t days = 0, nanos = 0;
        if (!detail::readTimestamp(text, days, nanos, detail::DayBeyond::last)) return std::nullopt;
        return V::fromInstant(detail::Instant::of(days, nanos));
    }
    template <class V> static constexpr std::optional<V> call(std::string_view text, std::string_view pattern) {
        shared::checkPattern(pattern);
        detail::Instant moment;
        if (!detail::readFormatted(text, pattern, false, moment)) return std::nullopt;
        return V::fromInstant(moment);
    }
};

/// TO_TIMESTAMP_LTZ(n, 0) takes seconds, (n, 3) milliseconds since 1970; TIMESTAMP_LTZ(3). NULL where n is out of range.
struct ToTimestampLtz {
    static constexpr void typing(Typing& t) {
        if (!rules::arguments(t, "NI")) return;
        if (t.arguments[1].isLiteral && t.arguments[1].integer != 0 && t.arguments[1].integer != 3) return t.refuse(1, "0 (seconds) or 3 (milliseconds)");
        t.result = sqltype::timestampLtz(3).orNull(true);
    }
    static constexpr FunctionInfo info{.name = "TO_TIMESTAMP_LTZ", .minArguments = 2, .maxArguments = 2, .typing = &typing};
    template <class V, class A> static constexpr std::optional<V> call(const A& n, std::int64_t digits) {
        if (digits != 0 && digits != 3) throw DataError("TO_TIMESTAMP_LTZ takes 0 (seconds) or 3 (milliseconds)", std::to_string(digits));
        constexpr double most = 9.2233720368547e15;  // seconds that fit milliseconds of 64 bits
        const double scale = digits == 0 ? 1000 : 1, x = detail::number<double>(n);
        if (!(x < most * 1000 / scale && x > -most * 1000 / scale)) return std::nullopt;
        if constexpr (std::is_integral_v<A>) return V::fromMillis(static_cast<std::int64_t>(n) * (digits == 0 ? 1000 : 1));
        else return V::fromMillis(static_cast<std::int64_t>(x * scale));
    }
};

/// DATE_FORMAT(timestamp, pattern) in the letters of Java's DateTimeFormatter, in English; text is read as a timestamp, NULL
/// where it is none. STRING. `DATE_FORMAT(ts, 'EEE d MMM yyyy, HH:mm')`.
struct DateFormat {
    static constexpr void typing(Typing& t) {
        if (t.isNull(0)) t.coerce(0, sqltype::timestamp(3));
        else if (!t.type(0).isTimestamp() && !t.type(0).isCharacter()) return t.refuse(0, "a timestamp or text");
        if (t.isNull(1)) t.coerce(1, sqltype::string);
        else if (!t.type(1).isCharacter()) return t.refuse(1, "text");
        if (shared::patternFits(t, 1)) t.result = sqltype::string.orNull(true);
    }
    static constexpr FunctionInfo info{.name = "DATE_FORMAT", .minArguments = 2, .maxArguments = 2, .typing = &typing};
    template <class V, class A> static constexpr std::optional<V> call(const A& moment, std::string_view pattern) {
        if constexpr (std::is_convertible_v<A, std::string_view>) {
            std::int64_t days = 0, nanos = 0;
            if (!detail::readTimestamp(moment, days, nanos)) {
                shared::checkPattern(pattern);
                return std::nullopt;
            }
            return shared::formatted<V>(detail::Instant::of(days, nanos), pattern);
        } else return shared::formatted<V>(detail::clockOf(moment), pattern);
    }
};

/// FROM_UNIXTIME(seconds[, pattern]): that moment in the session zone, as yyyy-MM-dd HH:mm:ss or by the pattern.
struct FromUnixtime {
    static constexpr void typing(Typing& t) {
        if (rules::arguments(t, "IT") && shared::patternFits(t, 1)) t.result = sqltype::string.orNull(true);
    }
    static constexpr FunctionInfo info{.name = "FROM_UNIXTIME", .minArguments = 1, .maxArguments = 2, .typing = &typing};
    template <class V> static constexpr std::optional<V> call(std::int64_t seconds, std::string_view pattern = shared::usualPattern) {
        shared::checkPattern(pattern);
        std::int64_t millis = 0;
        if (__builtin_mul_overflow(seconds, std::int64_t{1000}, &millis)) return std::nullopt;
        return shared::formatted<V>(detail::localOf({millis, 0}), pattern);
    }
};

/// UNIX_TIMESTAMP(text[, pattern]): seconds since 1970 of a moment in the session zone; the least BIGINT for a text that is
/// none (Flink).
struct UnixTimestamp {
    static constexpr void typing(Typing& t) {
        if (rules::arguments(t, "T") && shared::patternFits(t, 1)) t.result = sqltype::bigint.orNull(t.anyNullable());
    }
    static constexpr FunctionInfo info{.name = "UNIX_TIMESTAMP", .minArguments = 1, .maxArguments = 2, .typing = &typing};
    template <class V> static constexpr V call(std::string_view text, std::string_view pattern = shared::usualPattern) {
        shared::checkPattern(pattern);
        detail::Instant moment;
        if (!detail::readFormatted(text, pattern, true, moment)) return static_cast<V>(-9223372036854775807LL - 1);
        return static_cast<V>(detail::floorDivide(detail::momentOf(moment).millis, 1000));
    }
};

}  // namespace rivulet::functions
