// SPDX-License-Identifier: BSL-1.0
// EXTRACT and its short forms, FLOOR and CEIL to a unit (see math.hpp for their names), TIMESTAMPADD, TIMESTAMPDIFF, differences, OVERLAPS.
#pragma once
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include <rivulet/expr/number.hpp>
#include <rivulet/expr/temporal.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

namespace shared {

constexpr bool hasField(const SqlType& t, detail::MomentField f) {
    if (t.root == TypeRoot::date) return detail::isDateField(f) || f == detail::MomentField::epoch;
    if (t.root == TypeRoot::time) return !detail::isDateField(f);
    return t.isTimestamp();
}
constexpr std::string_view wantedFor(detail::MomentField f) { return detail::isDateField(f) ? "a date or timestamp" : "a time or timestamp"; }

template <detail::MomentField F>
constexpr void fieldOf(Typing& t) {
    if (t.isNull(0)) t.coerce(0, sqltype::timestamp(3));
    else if (!hasField(t.type(0), F)) return t.refuse(0, wantedFor(F));
    t.result = sqltype::bigint.orNull(t.anyNullable());
}

}  // namespace shared

/// EXTRACT(unit FROM x) of DATE, TIME or a timestamp, as EXTRACT('UNIT', x): BIGINT. WEEK is the ISO week, DOW counts from
/// Sunday = 1, MILLISECOND is that of the second, EPOCH counts seconds. Right before 1970, where Flink 2.3 is not.
struct Extract {
    static constexpr void typing(Typing& t) {
        const detail::MomentField f = t.arguments[0].isText ? detail::momentField(t.arguments[0].text) : detail::MomentField::none;
        if (f == detail::MomentField::none) return t.refuse(0, "a unit such as YEAR, MONTH, DAY, HOUR");
        if (t.isNull(1)) t.coerce(1, sqltype::timestamp(3));
        else if (!shared::hasField(t.type(1), f)) return t.refuse(1, shared::wantedFor(f));
        t.result = sqltype::bigint.orNull(t.anyNullable());
    }
    static constexpr FunctionInfo info{.name = "EXTRACT", .minArguments = 2, .maxArguments = 2, .spelling = Spelling::special, .typing = &typing};
    template <class V, class A> static constexpr V call(std::string_view unit, const A& moment) { return detail::extract(detail::momentField(unit), moment); }
};

/// YEAR(x) and the other short forms of EXTRACT.
struct Year {
    static constexpr FunctionInfo info{.name = "YEAR", .minArguments = 1, .maxArguments = 1, .typing = &shared::fieldOf<detail::MomentField::year>};
    template <class V, class A> static constexpr V call(const A& moment) { return detail::extract(detail::MomentField::year, moment); }
};
struct Quarter {
    static constexpr FunctionInfo info{.name = "QUARTER", .minArguments = 1, .maxArguments = 1, .typing = &shared::fieldOf<detail::MomentField::quarter>};
    template <class V, class A> static constexpr V call(const A& moment) { return detail::extract(detail::MomentField::quarter, moment); }
};
struct Month {
    static constexpr FunctionInfo info{.name = "MONTH", .minArguments = 1, .maxArguments = 1, .quoted = true, .typing = &shared::fieldOf<detail::MomentField::month>};
    template <class V, class A> static constexpr V call(const A& moment) { return detail::extract(detail::MomentField::month, moment); }
};
struct Week {
    static constexpr FunctionInfo info{.name = "WEEK", .minArguments = 1, .maxArguments = 1, .typing = &shared::fieldOf<detail::MomentField::week>};
    template <class V, class A> static constexpr V call(const A& moment) { return detail::extract(detail::MomentField::week, moment); }
};
struct DayOfYear {
    static constexpr FunctionInfo info{.name = "DAYOFYEAR", .minArguments = 1, .maxArguments = 1, .typing = &shared::fieldOf<detail::MomentField::dayOfYear>};
    template <class V, class A> static constexpr V call(const A& moment) { return detail::extract(detail::MomentField::dayOfYear, moment); }
};
struct DayOfMonth {
    static constexpr FunctionInfo info{.name = "DAYOFMONTH", .minArguments = 1, .maxArguments = 1, .typing = &shared::fieldOf<detail::MomentField::day>};
    template <class V, class A> static constexpr V call(const A& moment) { return detail::extract(detail::MomentField::day, moment); }
};
struct DayOfWeek {
    static constexpr FunctionInfo info{.name = "DAYOFWEEK", .minArguments = 1, .maxArguments = 1, .typing = &shared::fieldOf<detail::MomentField::dayOfWeek>};
    template <class V, class A> static constexpr V call(const A& moment) { return detail::extract(detail::MomentField::dayOfWeek, moment); }
};
struct Hour {
    static constexpr FunctionInfo info{.name = "HOUR", .minArguments = 1, .maxArguments = 1, .quoted = true, .typing = &shared::fieldOf<detail::MomentField::hour>};
    template <class V, class A> static constexpr V call(const A& moment) { return detail::extract(detail::MomentField::hour, moment); }
};
struct Minute {
    static constexpr FunctionInfo info{.name = "MINUTE", .minArguments = 1, .maxArguments = 1, .quoted = true, .typing = &shared::fieldOf<detail::MomentField::minute>};
    template <class V, class A> static constexpr V call(const A& moment) { return detail::extract(detail::MomentField::minute, moment); }
};
struct Second {
    static constexpr FunctionInfo info{.name = "SECOND", .minArguments = 1, .maxArguments = 1, .quoted = true, .typing = &shared::fieldOf<detail::MomentField::second>};
    template <class V, class A> static constexpr V call(const A& moment) { return detail::extract(detail::MomentField::second, moment); }
};

namespace shared {

// The unit of TIMESTAMPADD and TIMESTAMPDIFF, the first argument; none if it is no unit.
constexpr detail::MomentField spanUnit(const Typing& t) {
    using F = detail::MomentField;
    const F f = t.arguments[0].isText ? detail::momentField(t.arguments[0].text) : F::none;
    const bool fits = f == F::year || f == F::quarter || f == F::month || f == F::week || f == F::day || f == F::hour || f == F::minute || f == F::second;
    return fits ? f : F::none;
}

}  // namespace shared

/// TIMESTAMPADD(unit, n, t) as TIMESTAMPADD('UNIT', n, t): of t's type. 31 January plus a month is the last of February.
struct TimestampAdd {
    static constexpr void typing(Typing& t) {
        const detail::MomentField f = shared::spanUnit(t);
        if (f == detail::MomentField::none) return t.refuse(0, "a unit such as YEAR, MONTH, DAY, HOUR");
        if (t.isNull(1)) t.coerce(1, sqltype::integer);
        else if (!t.type(1).isInteger()) return t.refuse(1, "an integer");
        if (t.isNull(2)) t.coerce(2, sqltype::timestamp(3));
        else if (!shared::hasField(t.type(2), f)) return t.refuse(2, shared::wantedFor(f));
        t.result = rules::effective(t, 2).withNullable(t.anyNullable());
    }
    static constexpr FunctionInfo info{.name = "TIMESTAMPADD", .minArguments = 3, .maxArguments = 3, .spelling = Spelling::special, .typing = &typing};
    template <class V, class A> static constexpr V call(std::string_view unit, std::int64_t n, const A& moment) {
        return detail::plusUnits(moment, detail::momentField(unit), n);
    }
};

/// TIMESTAMPDIFF(unit, a, b) as TIMESTAMPDIFF('UNIT', a, b): whole units from a to b, toward zero; INT. Of dates and timestamps.
struct TimestampDiff {
    static constexpr void typing(Typing& t) {
        if (shared::spanUnit(t) == detail::MomentField::none) return t.refuse(0, "a unit such as YEAR, MONTH, DAY, HOUR");
        for (int i = 1; i <= 2; ++i) {
            if (t.isNull(i)) t.coerce(i, sqltype::timestamp(3));
            else if (t.type(i).root != TypeRoot::date && !t.type(i).isTimestamp()) return t.refuse(i, "a date or timestamp");
        }
        t.result = sqltype::integer.orNull(t.anyNullable());
    }
    static constexpr FunctionInfo info{.name = "TIMESTAMPDIFF", .minArguments = 3, .maxArguments = 3, .spelling = Spelling::special, .typing = &typing};
    template <class V, class A, class B> static constexpr V call(std::string_view unit, const A& a, const B& b) {
        return static_cast<V>(detail::unitsBetween(detail::momentField(unit), detail::instantOf(a), detail::instantOf(b)));
    }
};

/// (a - b) unit as MINUS_DATE(a, b): the interval between two dates, times or timestamps; its kind is that of the unit, which
/// the planner puts into the result. Days and below keep milliseconds: `(a - b) DAY` may be 1 day and a half. Months are whole.
struct MinusDate {
    static constexpr void typing(Typing& t) {
        const auto moment = [&](int i) { return t.type(i).root >= TypeRoot::date && t.type(i).root <= TypeRoot::timestampLtz; };
        for (int i = 0; i < 2; ++i) {
            if (t.isNull(i)) t.coerce(i, moment(1 - i) ? t.type(1 - i) : sqltype::timestamp(3));
            else if (!moment(i)) return t.refuse(i, "a date or time");
        }
        if (!t.isNull(0) && !t.isNull(1) && (t.type(0).root == TypeRoot::time) != (t.type(1).root == TypeRoot::time)) return t.refuse(1, rules::kindName(t.type(0)));
        t.result = sqltype::intervalDayTime.orNull(t.anyNullable());
    }
    static constexpr FunctionInfo info{.name = "MINUS_DATE", .minArguments = 2, .maxArguments = 2, .spelling = Spelling::infix, .typing = &typing};
    template <class V, class A, class B> static constexpr V call(const A& a, const B& b) {
        if constexpr (detail::isTimeOfDay<A>) {
            if constexpr (std::is_same_v<V, IntervalYearMonth>) return V{};
            else return V{(a.nanoOfDay() - b.nanoOfDay()) / 1'000'000};
        } else {
            const detail::Instant to = detail::instantOf(a), from = detail::instantOf(b);
            if constexpr (std::is_same_v<V, IntervalYearMonth>) return V{static_cast<std::int32_t>(detail::unitsBetween(detail::MomentField::month, from, to))};
            else return V{detail::checkedDifference(to.millis, from.millis)};
        }
    }
};

namespace shared {

// A place on the time line, or in the day.
template <class T>
constexpr auto placeOf(const T& moment) {
    if constexpr (detail::isTimeOfDay<T>) return moment.nanoOfDay();
    else return detail::instantOf(moment);
}
// The end of a period that is given as an end or as a length.
template <class Start, class End>
constexpr auto endOf(const Start& start, const End& end) {
    if constexpr (detail::isInterval<End>) return placeOf(start + end);
    else return placeOf(end);
}

}  // namespace shared

/// (a, b) OVERLAPS (c, d) as OVERLAPS(a, b, c, d): whether two periods have a moment in common, their ends included. A period
/// is a start and an end, in any order, or a start and an interval.
struct Overlaps {
    static constexpr void typing(Typing& t) {
        for (int i = 0; i < 4; i += 2) {
            if (!rules::comparable(t, 0, i, true)) return;
            if (t.type(i + 1).isInterval() ? t.type(i).root == TypeRoot::time && t.type(i + 1).root == TypeRoot::intervalYearMonth : !rules::comparable(t, 0, i + 1, true))
                return t.refuse(i + 1, "the end of a period, or an interval");
        }
        if (!rules::accepts('D', rules::effective(t, 0))) return t.refuse(0, "a date or time");
        t.result = sqltype::boolean.orNull(t.anyNullable());
    }
    static constexpr FunctionInfo info{.name = "OVERLAPS", .minArguments = 4, .maxArguments = 4, .spelling = Spelling::infix, .typing = &typing};
    template <class V, class A, class B, class C, class D> static constexpr V call(const A& a, const B& b, const C& c, const D& d) {
        auto startAB = shared::placeOf(a), endAB = shared::endOf(a, b), startCD = shared::placeOf(c), endCD = shared::endOf(c, d);
        if (endAB < startAB) std::swap(startAB, endAB);
        if (endCD < startCD) std::swap(startCD, endCD);
        return startAB <= endCD && startCD <= endAB;
    }
};

}  // namespace rivulet::functions
