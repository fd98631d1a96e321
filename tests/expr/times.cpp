// SPDX-License-Identifier: BSL-1.0
// Functions of dates, times and intervals. The answers of Flink 2.3, row by row, unless a line says otherwise.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "expr/evaluation.hpp"

using namespace evaluation;

TEST_CASE("dates, times and intervals") {
    using Day = IntervalDayTime;
    CHECK(run<Plus, Date>(Date(2024, 2, 28), Day::ofDays(2)) == Date(2024, 3, 1));
    CHECK(run<Plus, Date>(Date(2024, 2, 28), Day::ofHours(25)) == Date(2024, 2, 29));
    CHECK(run<Plus, Date>(Date(2024, 12, 31), Day::ofHours(1)) == Date(2024, 12, 31));
    CHECK(run<Plus, Time<0>>(Time<0>(23, 30), Day::ofMinutes(45)) == Time<0>(0, 15));
    CHECK(run<Minus, Time<0>>(Time<0>(0, 10), Day::ofHours(1)) == Time<0>(23, 10));
    CHECK(run<Plus, Timestamp<3>>(Timestamp<3>("2024-02-28 23:30"), Day::parse("1 02:03:04.5")) == Timestamp<3>("2024-03-01 01:33:04.5"));
    CHECK(run<Minus, Timestamp<3>>(Timestamp<3>("2024-02-28 23:30"), Day::ofSeconds(90)) == Timestamp<3>("2024-02-28 23:28:30"));
    CHECK(run<Plus, Timestamp<3>>(Day::ofSeconds(3), Timestamp<3>("2024-02-28 23:30")) == Timestamp<3>("2024-02-28 23:30:03"));
    CHECK(run<Plus, Date>(Date(2024, 1, 31), IntervalYearMonth{1}) == Date(2024, 2, 29));
    CHECK(run<Times, Day>(Day::ofSeconds(1), 3) == Day::ofSeconds(3));
    CHECK(run<Times, IntervalYearMonth>(std::int64_t{2}, IntervalYearMonth{7}) == IntervalYearMonth{14});
    CHECK(run<Plus, Day>(Day::ofSeconds(1), Day::ofSeconds(2)) == Day::ofSeconds(3));
    CHECK(run<Minus, Day>(Day::ofSeconds(1), Day::ofSeconds(2)) == Day::ofSeconds(-1));
    CHECK(run<Negate, Day>(Day::ofSeconds(1)) == Day::ofSeconds(-1));
    CHECK(run<Plus, Date>(std::optional<Date>(), Day::ofDays(1)) == null);
}

TEST_CASE("EXTRACT and its short forms") {
    struct Row { Date d; int year, quarter, month, week, dayOfYear, day, dayOfWeek, isoDay, isoYear; };
    constexpr Row rows[] = {{Date(2024, 12, 30), 2024, 4, 12, 1, 365, 30, 2, 1, 2025}, {Date(1969, 1, 1), 1969, 1, 1, 1, 1, 1, 4, 3, 1969},
                            {Date(1994, 9, 27), 1994, 3, 9, 39, 270, 27, 3, 2, 1994},  {Date(2021, 1, 1), 2021, 1, 1, 53, 1, 1, 6, 5, 2020}};
    for (const Row& r : rows) {
        CHECK(run<Year, std::int64_t>(r.d) == r.year);
        CHECK(run<Quarter, std::int64_t>(r.d) == r.quarter);
        CHECK(run<Month, std::int64_t>(r.d) == r.month);
        CHECK(run<Week, std::int64_t>(r.d) == r.week);
        CHECK(run<DayOfYear, std::int64_t>(r.d) == r.dayOfYear);
        CHECK(run<DayOfMonth, std::int64_t>(r.d) == r.day);
        CHECK(run<DayOfWeek, std::int64_t>(r.d) == r.dayOfWeek);
        CHECK(run<Extract, std::int64_t>("ISODOW"sv, r.d) == r.isoDay);
        CHECK(run<Extract, std::int64_t>("ISOYEAR"sv, r.d) == r.isoYear);
        CHECK(run<Extract, std::int64_t>("DOW"sv, Timestamp<3>(r.d)) == r.dayOfWeek);
    }
    static_assert(applyStrict<Year, std::int64_t>(Date(2024, 2, 29)) == 2024);
    const Time<0> t("23:59:58");
    CHECK(run<Hour, std::int64_t>(t) == 23);
    CHECK(run<Minute, std::int64_t>(t) == 59);
    CHECK(run<Second, std::int64_t>(t) == 58);
    CHECK(run<Extract, std::int64_t>("CENTURY"sv, Date(2001, 1, 1)) == 21);
    CHECK(run<Extract, std::int64_t>("CENTURY"sv, Date(2000, 1, 1)) == 20);
    CHECK(run<Extract, std::int64_t>("MILLENNIUM"sv, Date(2001, 1, 1)) == 3);
    CHECK(run<Extract, std::int64_t>("DECADE"sv, Date(1999, 1, 1)) == 199);
    // before 1970, where Flink 2.3 counts from the wrong side
    const Timestamp<3> before("1969-07-20 20:17:40.250");
    CHECK(run<Extract, std::int64_t>("YEAR"sv, before) == 1969);
    CHECK(run<Extract, std::int64_t>("DAY"sv, before) == 20);
    CHECK(run<Extract, std::int64_t>("HOUR"sv, before) == 20);
    CHECK(run<Extract, std::int64_t>("MINUTE"sv, before) == 17);
    CHECK(run<Extract, std::int64_t>("SECOND"sv, before) == 40);
    CHECK(run<Extract, std::int64_t>("MILLISECOND"sv, before) == 250);
    CHECK(run<Extract, std::int64_t>("EPOCH"sv, Timestamp<3>("1969-12-31 23:59:58.500")) == -2);
    CHECK(run<Extract, std::int64_t>("EPOCH"sv, Date(1970, 1, 2)) == 86400);
    CHECK(run<Extract, std::int64_t>("HOUR"sv, TimestampLtz<3>("2024-01-01T12:00:00Z")) == 12);
    CHECK(run<Year, std::int64_t>(std::optional<Date>()) == null);
}

TEST_CASE("FLOOR and CEIL to a unit") {
    struct Row { std::string_view unit; const char *floor, *ceil; };
    constexpr Row rows[] = {{"SECOND", "2024-05-16 13:45:59", "2024-05-16 13:46:00"}, {"MINUTE", "2024-05-16 13:45", "2024-05-16 13:46"}, {"HOUR", "2024-05-16 13:00", "2024-05-16 14:00"},
                            {"DAY", "2024-05-16", "2024-05-17"}, {"WEEK", "2024-05-12", "2024-05-19"}, {"MONTH", "2024-05-01", "2024-06-01"}, {"QUARTER", "2024-04-01", "2024-07-01"}, {"YEAR", "2024-01-01", "2025-01-01"}};
    const Timestamp<3> t("2024-05-16 13:45:59.750"), border("2024-01-01 00:00:00");
    for (const Row& r : rows) {
        CHECK(run<Floor, Timestamp<3>>(t, r.unit) == Timestamp<3>(r.floor));
        CHECK(run<Ceil, Timestamp<3>>(t, r.unit) == Timestamp<3>(r.ceil));
        if (r.unit != "WEEK") {
            CHECK(run<Floor, Timestamp<3>>(border, r.unit) == border);
            CHECK(run<Ceil, Timestamp<3>>(border, r.unit) == border);
        }
    }
    CHECK(run<Ceil, Timestamp<3>>(border, "WEEK"sv) == Timestamp<3>("2024-01-07"));
    const Timestamp<3> before("1969-12-31 23:59:59.500");
    CHECK(run<Floor, Timestamp<3>>(before, "SECOND"sv) == Timestamp<3>("1969-12-31 23:59:59"));
    CHECK(run<Floor, Timestamp<3>>(before, "WEEK"sv) == Timestamp<3>("1969-12-28"));
    CHECK(run<Floor, Timestamp<3>>(before, "MONTH"sv) == Timestamp<3>("1969-12-01"));  // Flink: 1970-01-01
    CHECK(run<Ceil, Timestamp<3>>(before, "YEAR"sv) == Timestamp<3>("1970-01-01"));
    CHECK(run<Floor, Time<0>>(Time<0>("12:44:31"), "MINUTE"sv) == Time<0>("12:44"));
    CHECK(run<Ceil, Time<0>>(Time<0>("12:44:31"), "MINUTE"sv) == Time<0>("12:45"));
    CHECK(run<Ceil, Time<0>>(Time<0>("23:59:31"), "HOUR"sv) == Time<0>("00:00"));
    CHECK(run<Ceil, Date>(Date(2024, 2, 2), "QUARTER"sv) == Date(2024, 4, 1));
    CHECK(run<Floor, Date>(Date(2024, 2, 2), "DAY"sv) == Date(2024, 2, 2));
}

TEST_CASE("TIMESTAMPADD and TIMESTAMPDIFF") {
    struct Add { const char* t; int n; const char *month, *hour, *week, *quarter; };
    for (const Add& r : {Add{"2024-01-31 23:00", 1, "2024-02-29 23:00", "2024-02-01 00:00", "2024-02-07 23:00", "2024-04-30 23:00"},
                         Add{"2024-03-31 00:30", -1, "2024-02-29 00:30", "2024-03-30 23:30", "2024-03-24 00:30", "2023-12-31 00:30"}}) {
        const Timestamp<3> t(r.t);
        CHECK(run<TimestampAdd, Timestamp<3>>("MONTH"sv, r.n, t) == Timestamp<3>(r.month));
        CHECK(run<TimestampAdd, Timestamp<3>>("HOUR"sv, r.n, t) == Timestamp<3>(r.hour));
        CHECK(run<TimestampAdd, Timestamp<3>>("WEEK"sv, r.n, t) == Timestamp<3>(r.week));
        CHECK(run<TimestampAdd, Timestamp<3>>("QUARTER"sv, r.n, t) == Timestamp<3>(r.quarter));
        CHECK(run<TimestampAdd, Date>("MONTH"sv, r.n, t.date()) == Date(2024, 2, 29));
    }
    CHECK(run<TimestampAdd, Date>("DAY"sv, -1, Date(2024, 3, 31)) == Date(2024, 3, 30));
    CHECK(run<TimestampAdd, Date>("DAY"sv, Int(), Date(2024, 3, 31)) == null);
    CHECK(run<TimestampAdd, Time<0>>("HOUR"sv, 2, Time<0>(23, 0)) == Time<0>(1, 0));
    CHECK_THROWS_AS((run<TimestampAdd, Date>("YEAR"sv, mostLong, Date(2024, 3, 31))), DataError);
    // beyond 64 bits of milliseconds is an error, never another time
    const Timestamp<3> first = Timestamp<3>::fromMillis(leastLong), last = Timestamp<3>::fromMillis(mostLong);
    for (const std::string_view unit : {"YEAR"sv, "QUARTER"sv, "MONTH"sv}) {
        CHECK_THROWS_AS((run<TimestampAdd, Timestamp<3>>(unit, 1, last)), DataError);
        CHECK_THROWS_AS((run<TimestampAdd, Timestamp<3>>(unit, -1, first)), DataError);
    }
    CHECK_THROWS_AS((run<TimestampAdd, Timestamp<3>>("YEAR"sv, mostInt, Timestamp<3>())), DataError);
    CHECK_THROWS_AS((run<TimestampDiff, std::int32_t>("DAY"sv, first, last)), DataError);
    CHECK_THROWS_AS((run<Floor, Timestamp<3>>(first, "YEAR"sv)), DataError);
    CHECK(run<Floor, Timestamp<3>>(Timestamp<3>::fromMillis(leastLong / 1000 * 1000 + 5), "SECOND"sv) == Timestamp<3>::fromMillis(leastLong / 1000 * 1000));
    CHECK(run<Floor, Timestamp<3>>(last, "DAY"sv) == Timestamp<3>::fromMillis(mostLong - mostLong % 86'400'000));
    CHECK(run<ToTimestamp, Timestamp<3>>("999999999-01-01"sv, "y-MM-dd"sv) == null);
    CHECK(run<ToDate, Date>("5881581-01-01"sv, "y-MM-dd"sv) == null);
    CHECK(run<ToDate, Date>("5881580-01-01"sv, "y-MM-dd"sv) == Date(5881580, 1, 1));
    struct Diff { const char *a, *b; int units[8]; };
    constexpr std::string_view names[] = {"SECOND", "MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "QUARTER", "YEAR"};
    for (const Diff& r : {Diff{"2024-01-31 10:00:00", "2024-02-29 10:00:00", {2505600, 41760, 696, 29, 4, 1, 0, 0}},
                          Diff{"2024-01-31 10:00:00", "2024-03-31 09:59:59", {5183999, 86399, 1439, 59, 8, 1, 0, 0}},
                          Diff{"2024-03-01 00:00:00", "2024-02-28 23:59:59.999", {-86400, -1440, -24, -1, 0, 0, 0, 0}},
                          Diff{"2024-01-01 00:00:00", "2025-01-01 00:00:00", {31622400, 527040, 8784, 366, 52, 12, 4, 1}}})
        for (int u = 0; u < 8; ++u)
            CHECK(run<TimestampDiff, std::int32_t>(names[u], Timestamp<3>(r.a), Timestamp<3>(r.b)) == r.units[u]);
    CHECK(run<TimestampDiff, std::int32_t>("DAY"sv, Date(2024, 1, 1), Timestamp<6>("2024-01-02 12:00")) == 1);
    CHECK(run<TimestampDiff, std::int32_t>("SECOND"sv, Timestamp<9>("2024-01-01 00:00:00.000000002"), Timestamp<9>("2024-01-01 00:00:01.000000001")) == 0);
}

TEST_CASE("(a - b) unit, OVERLAPS") {
    using Moment = Timestamp<3>;
    const Moment a("2024-03-01"), b("2024-02-28 12:30:15.5");
    CHECK(run<MinusDate, IntervalDayTime>(a, b) == IntervalDayTime::parse("1 11:29:44.5"));
    CHECK(run<MinusDate, IntervalDayTime>(b, a) == IntervalDayTime::parse("-1 11:29:44.5"));
    CHECK(run<MinusDate, IntervalDayTime>(Date(2024, 3, 1), b) == IntervalDayTime::parse("1 11:29:44.5"));
    CHECK(run<MinusDate, IntervalDayTime>(Time<3>("10:00"), Time<0>("11:30")) == IntervalDayTime{-90 * 60'000});
    CHECK(run<MinusDate, IntervalYearMonth>(a, Moment("2022-12-31")) == IntervalYearMonth{14});
    CHECK(run<MinusDate, IntervalYearMonth>(Date(2022, 12, 31), Date(2024, 3, 1)) == IntervalYearMonth{-14});
    CHECK(run<MinusDate, IntervalDayTime>(std::optional<Moment>(), b) == null);
    struct Row { int a, b, c, d; bool common; };
    constexpr Row rows[] = {{1, 5, 4, 9, true}, {1, 5, 5, 9, true}, {5, 1, 4, 4, true}, {1, 2, 4, 5, false}, {4, 5, 1, 2, false}, {4, 5, 2, 1, false}, {2, 2, 2, 2, true}, {9, 1, 3, 2, true}};
    const auto day = [](int n) { return Date(2024, 1, n); };
    for (const Row& r : rows) {
        INFO(r.a, " ", r.b, " ", r.c, " ", r.d);
        CHECK(run<Overlaps, bool>(day(r.a), day(r.b), day(r.c), day(r.d)) == r.common);
        CHECK(run<Overlaps, bool>(day(r.a), IntervalDayTime::ofDays(r.b - r.a), day(r.c), day(r.d)) == r.common);
        CHECK(run<Overlaps, bool>(day(r.c), day(r.d), Moment(day(r.a)), Moment(day(r.b))) == r.common);
    }
    CHECK(run<Overlaps, bool>(day(1), std::optional<Date>(), day(1), day(2)) == null);
}

TEST_CASE("TO_DATE, TO_TIMESTAMP, TO_TIMESTAMP_LTZ") {
    CHECK(run<ToDate, Date>("2024-02-29"sv) == Date(2024, 2, 29));
    CHECK(run<ToDate, Date>("29/02/2024"sv) == null);
    CHECK(run<ToDate, Date>("2023-02-29"sv) == null);
    CHECK(run<ToDate, Date>("2024-02-09 15:04:05"sv) == Date(2024, 2, 9));
    CHECK(run<ToDate, Date>("soon"sv) == null);  // Flink gives an odd date
    CHECK(run<ToTimestamp, Timestamp<3>>("2024-02-09 15:04:05"sv) == Timestamp<3>("2024-02-09 15:04:05"));
    CHECK(run<ToTimestamp, Timestamp<3>>("nonsense"sv) == null);
    CHECK(run<ToTimestamp, Timestamp<3>>("2024-02-09T15:04:05"sv) == null);
    CHECK(run<ToDate, Date>("2024-02-09T15:04:05"sv) == null);
    struct Day { std::string_view text, last; };  // a day that the month does not have is its last one
    for (const Day& d : {Day{"2024-02-30", "2024-02-29"}, {"2023-02-29", "2023-02-28"}, {"2023-02-31", "2023-02-28"}, {"2024-04-31", "2024-04-30"}, {"1900-02-29", "1900-02-28"},
                         {"2024-12-31", "2024-12-31"}, {"2024-02-32", ""}, {"2024-02-00", ""}, {"2024-13-01", ""}}) {
        INFO(d.text);
        const auto whole = [&](std::string_view time) { return d.last.empty() ? std::optional<Timestamp<3>>() : Timestamp<3>(std::string(d.last) + std::string(time)); };
        CHECK(run<ToTimestamp, Timestamp<3>>(std::string(d.text) + " 23:59:59") == whole(" 23:59:59"));
        CHECK(run<ToTimestamp, Timestamp<3>>(d.text) == whole(" 00:00:00"));
        CHECK(run<ToTimestamp, Timestamp<3>>(std::string(d.text) + " 23:59:59", "yyyy-MM-dd HH:mm:ss"sv) == whole(" 23:59:59"));
        CHECK(run<ToTimestamp, Timestamp<3>>(d.text, "yyyy-MM-dd"sv) == whole(" 00:00:00"));
    }
    CHECK(run<ToDate, Date>("29/02/2024"sv, "dd/MM/yyyy"sv) == Date(2024, 2, 29));
    CHECK(run<ToDate, Date>("2024-02-09 15:04:05"sv, "yyyy-MM-dd HH:mm:ss"sv) == Date(2024, 2, 9));
    CHECK(run<ToDate, Date>("2024-2-9 and more"sv, "yyyy-MM-dd"sv) == Date(2024, 2, 9));
    CHECK(run<ToDate, Date>("20240209"sv, "yyyyMMdd"sv) == Date(2024, 2, 9));
    CHECK(run<ToDate, Date>("9 feb 24"sv, "d MMM yy"sv) == Date(2024, 2, 9));
    CHECK(run<ToDate, Date>("2023-02-29"sv, "yyyy-MM-dd"sv) == null);  // Flink: 1 March
    CHECK(run<ToTimestamp, Timestamp<3>>("9.2.2024 3:04 PM"sv, "d.M.yyyy h:mm a"sv) == Timestamp<3>("2024-02-09 15:04"));
    CHECK(run<ToTimestamp, Timestamp<3>>("2024-02-09T15:04:05.678"sv, "yyyy-MM-dd'T'HH:mm:ss.SSS"sv) == Timestamp<3>("2024-02-09 15:04:05.678"));
    CHECK(run<ToTimestamp, Timestamp<3>>("2024-02-09 15:04:05"sv, "yyyy-MM-dd"sv) == null);
    CHECK(run<ToTimestamp, Timestamp<3>>("2024-2-9"sv, "yyyy-MM-dd"sv) == null);
    CHECK_THROWS_AS((run<ToDate, Date>("2024"sv, "nope"sv)), DataError);
    using Ltz = TimestampLtz<3>;
    CHECK(run<ToTimestampLtz, Ltz>(std::int64_t{1700000000}, 0) == Ltz("2023-11-14T22:13:20Z"));
    CHECK(run<ToTimestampLtz, Ltz>(std::int64_t{1700000000}, 3) == Ltz("1970-01-20T16:13:20Z"));
    CHECK(run<ToTimestampLtz, Ltz>(std::int64_t{-1}, 0) == Ltz("1969-12-31T23:59:59Z"));
    CHECK(run<ToTimestampLtz, Ltz>(std::int64_t{-1}, 3) == Ltz("1969-12-31T23:59:59.999Z"));
    CHECK(run<ToTimestampLtz, Ltz>(std::optional<std::int64_t>(), 3) == null);
    CHECK(run<ToTimestampLtz, Ltz>(mostLong, 0) == null);
    CHECK(run<ToTimestampLtz, Ltz>(std::nan(""), 0) == null);
    CHECK(run<ToTimestampLtz, Ltz>(1.5, 0) == Ltz("1970-01-01T00:00:01.500Z"));
    CHECK_THROWS_AS((run<ToTimestampLtz, Ltz>(1, 6)), DataError);
}

TEST_CASE("DATE_FORMAT, FROM_UNIXTIME, UNIX_TIMESTAMP") {
    struct Row { std::string_view pattern; const char *a, *b; };
    constexpr Row rows[] = {{"yyyy-MM-dd HH:mm:ss.SSS", "2024-02-09 15:04:05.678", "2021-12-31 00:00:00.000"}, {"d/M/yy h:mm a", "9/2/24 3:04 PM", "31/12/21 12:00 AM"},
                            {"EEE MMM", "Fri Feb", "Fri Dec"}, {"EEEE, MMMM", "Friday, February", "Friday, December"}, {"yyyyMMdd'T'HH", "20240209T15", "20211231T00"},
                            {"DDD", "040", "365"}, {"'it''s' Q, ''k k K", "it's 1, '15 15 3", "it's 4, '24 24 0"}, {"YYYY w", "2024 6", "2022 1"}};
    for (const Row& r : rows) {
        INFO(std::string(r.pattern));
        CHECK(run<DateFormat, std::string>(Timestamp<3>("2024-02-09 15:04:05.678"), r.pattern) == r.a);
        CHECK(run<DateFormat, std::string>(TimestampLtz<3>("2021-12-31 00:00:00.000Z"), r.pattern) == r.b);
    }
    CHECK(run<DateFormat, std::string>(Timestamp<3>("2024-12-30 08:00"), "yyyy YYYY"sv) == "2024 2025");
    CHECK(run<DateFormat, std::string>("2024-02-09 15:04:05"sv, "HH-mm"sv) == "15-04");
    CHECK(run<DateFormat, std::string>("noon"sv, "HH-mm"sv) == null);
    CHECK(run<DateFormat, std::string>(std::optional<Timestamp<3>>(), "HH"sv) == null);
    CHECK_THROWS_AS((run<DateFormat, std::string>(Timestamp<3>(), "yyyy 'x"sv)), DataError);
    CHECK(run<FromUnixtime, std::string>(std::int64_t{44}) == "1970-01-01 00:00:44");
    CHECK(run<FromUnixtime, std::string>(std::int64_t{-1}, "yyyy/MM/dd"sv) == "1969/12/31");
    CHECK(run<FromUnixtime, std::string>(mostLong) == null);
    CHECK(run<UnixTimestamp, std::int64_t>("1970-01-01 08:00:01.001"sv) == 28801);
    CHECK(run<UnixTimestamp, std::int64_t>("1969/12/31"sv, "yyyy/MM/dd"sv) == -86400);
    CHECK(run<UnixTimestamp, std::int64_t>("noon"sv) == leastLong);
}

TEST_CASE("DATE_FORMAT of moments in any order, near each other and at the ends of time") {
    constexpr std::int64_t spans[] = {900, 50'000, 3'000'000, 80'000'000, 600'000'000, 300'000'000'000};  // within a second, a minute, an hour, a day, a week, ten years
    std::uint64_t state = 1;
    for (int i = 0; i < 5000; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const std::int64_t span = spans[i / 50 % 6];
        std::int64_t millis = static_cast<std::int64_t>(state >> 20) % span - span / 2;
        if (i % 1000 == 0) millis = i % 2000 ? mostLong : leastLong;
        for (const std::string_view pattern : {"yyyy-MM-dd"sv, "HH:mm"sv, "h a"sv, "mm:ss"sv, "ss.SSS"sv, "YYYY w E"sv, "''''"sv, "yyyy-MM-dd HH:mm:ss, EEEE MMMM"sv, ""sv}) {
            std::string expected;
            rivulet::detail::appendFormatted(expected, {millis, 0}, pattern);
            if (run<DateFormat, std::string>(Timestamp<3>::fromMillis(millis), pattern) != expected) FAIL_CHECK(millis << " by " << std::string(pattern) << " is " << expected);
        }
    }
}
