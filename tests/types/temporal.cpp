// SPDX-License-Identifier: BSL-1.0
// Dates, times, timestamps and intervals: the calendar against <chrono>, texts against what Java and Flink print.
#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <random>
#include <string>

#include <rivulet/types/cast.hpp>
#include <rivulet/types/chrono.hpp>
#include <rivulet/types/temporal.hpp>

using namespace rivulet;

namespace {

template <class T> std::string row(const T& v) { std::string s; appendText(s, v); return s; }
template <class T> std::string sql(const T& v) { std::string s; appendSqlText(s, v); return s; }

static_assert(Date("2024-02-29").epochDay() == 19782 && Date(1969, 12, 31).epochDay() == -1 && Date("1970-1-1") == Date());
static_assert(Date(2024, 1, 31) + IntervalYearMonth{1} == Date(2024, 2, 29) && Date(2024, 3, 31) - IntervalYearMonth{1} == Date(2024, 2, 29));
static_assert(Date(2024, 2, 28) + IntervalDayTime::ofHours(25) == Date(2024, 2, 29) && Date(2024, 12, 31) + IntervalDayTime::ofHours(1) == Date(2024, 12, 31));
static_assert(Timestamp<3>("2024-02-28T23:30:00") + IntervalDayTime::parse("1 02:03:04.5") == Timestamp<3>("2024-03-01 01:33:04.5"));
static_assert(Timestamp<3>("2024-01-31 23:00:00") + IntervalYearMonth{3} == Timestamp<3>("2024-04-30 23:00:00"));
static_assert(Time<0>("23:30:00") + IntervalDayTime::ofMinutes(45) == Time<0>(0, 15) && Time<0>("00:10:00") - IntervalDayTime::ofHours(1) == Time<0>(23, 10));
static_assert(Timestamp<0>(Timestamp<9>("1969-12-31 23:59:59.999999999")) == Timestamp<0>("1969-12-31 23:59:59"));
static_assert(Timestamp<1>(Timestamp<9>("1969-06-15 12:30:00.55")) == Timestamp<1>("1969-06-15 12:30:00.5"));
static_assert(Timestamp<3>("2024-03-01 00:00:00") - Timestamp<3>("2024-02-28 12:30:15.5") == IntervalDayTime::parse("1 11:29:44.5"));
static_assert(TimestampLtz<3>("1970-01-01T01:00:00+01:00") == TimestampLtz<9>() && TimestampLtz<3>("1969-12-31T23:00-01:00") == TimestampLtz<3>());
static_assert(Timestamp<3>::fromMillis(1) < Timestamp<9>::fromNanos(1'000'001) && Timestamp<3>::fromMillis(-1) < Timestamp<9>::fromNanos(-1));
static_assert(TimestampLtz<3>::fromSeconds(1'700'000'000) == TimestampLtz<0>("2023-11-14T22:13:20Z"));  // P71
static_assert(IntervalYearMonth::parse("-10-03").months == -123 && IntervalDayTime::parse("1 10:17:36.789").millis == 123456789);
static_assert(std::is_convertible_v<Timestamp<3>, Timestamp<6>> && !std::is_convertible_v<Timestamp<6>, Timestamp<3>>);

}  // namespace

TEST_CASE("the calendar agrees with <chrono>, on both sides of 1970") {
    using namespace std::chrono;
    for (int day = -800'000; day <= 800'000; day += 1) {  // years -220 to 4160
        const year_month_day ymd{sys_days{days{day}}};
        const detail::Civil c = detail::civilFromDays(day);
        REQUIRE(c.year == static_cast<int>(ymd.year()));
        REQUIRE(static_cast<unsigned>(c.month) == static_cast<unsigned>(ymd.month()));
        REQUIRE(static_cast<unsigned>(c.day) == static_cast<unsigned>(ymd.day()));
        REQUIRE(detail::daysFromCivil(c.year, c.month, c.day) == day);
    }
    std::mt19937_64 random(7);
    for (int i = 0; i < 20000; ++i) {
        const auto day = static_cast<std::int64_t>(random() % 200'000'000'000) - 100'000'000'000;
        const detail::Civil c = detail::civilFromDays(day);
        REQUIRE(c.day >= 1);
        REQUIRE(c.day <= detail::daysInMonth(c.year, c.month));
        REQUIRE(detail::daysFromCivil(c.year, c.month, c.day) == day);
    }
    for (int i = 0; i < 20000; ++i) {
        const int day = static_cast<int>(random() % 400'000) - 200'000, count = static_cast<int>(random() % 600) - 300;
        const year_month_day from{sys_days{days{day}}};
        year_month_day to = from + months{count};
        if (!to.ok()) to = to.year() / to.month() / last;
        REQUIRE(detail::addMonths(day, count) == sys_days{to}.time_since_epoch().count());
    }
}

TEST_CASE("row text is java.time's, SQL text has all the digits") {
    struct Case { const char* in; const char* row; const char* sql; };
    for (const Case& c : {Case{"2021-08-21 13:00:00", "2021-08-21T13:00", "2021-08-21 13:00:00.000000000"},
                          {"2021-08-21 13:00:01.1", "2021-08-21T13:00:01.100", "2021-08-21 13:00:01.100000000"},
                          {"2024-02-29 10:11:12.123456", "2024-02-29T10:11:12.123456", "2024-02-29 10:11:12.123456000"},
                          {"1969-12-31 23:59:59.999999999", "1969-12-31T23:59:59.999999999", "1969-12-31 23:59:59.999999999"},
                          {"0001-01-01 00:00:00.000001", "0001-01-01T00:00:00.000001", "0001-01-01 00:00:00.000001000"},
                          {"0000-02-29", "0000-02-29T00:00", "0000-02-29 00:00:00.000000000"},
                          {"-0044-03-15 12:00", "-0044-03-15T12:00", "-0044-03-15 12:00:00.000000000"},
                          {"+12345-01-02 03:04:05", "+12345-01-02T03:04:05", "12345-01-02 03:04:05.000000000"}}) {
        CHECK(row(Timestamp<9>(c.in)) == c.row);
        CHECK(sql(Timestamp<9>(c.in)) == c.sql);
    }
    CHECK(row(TimestampLtz<9>::fromMillis(0)) == "1970-01-01T00:00:00Z");
    CHECK(row(TimestampLtz<9>::fromMillis(1001)) == "1970-01-01T00:00:01.001Z");
    CHECK(row(TimestampLtz<9>::fromNanos(1'123'456'789)) == "1970-01-01T00:00:01.123456789Z");
    CHECK(row(TimestampLtz<9>::fromMillis(-1)) == "1969-12-31T23:59:59.999Z");
    CHECK(sql(TimestampLtz<3>::fromMillis(-1)) == "1969-12-31 23:59:59.999");
    CHECK(sql(Timestamp<0>("2024-05-06 10:00:10.9")) == "2024-05-06 10:00:10");
    CHECK(sql(Timestamp<1>("1970-01-01 00:00")) == "1970-01-01 00:00:00.0");
    CHECK(row(Date("0001-01-01")) == "0001-01-01");
    CHECK(sql(Date(10000, 1, 1)) == "10000-01-01");
    CHECK(row(Time<9>("01:02")) == "01:02");
    CHECK(row(Time<9>("01:02:03.5")) == "01:02:03.500");
    CHECK(row(Time<9>("01:02:03.000123456")) == "01:02:03.000123456");
    CHECK(row(Time<0>("01:02:03.9")) == "01:02:03");
    CHECK(sql(Time<0>("1:2:3")) == "01:02:03");
    CHECK(sql(Time<3>("10:11:12.5")) == "10:11:12.5");
    CHECK(sql(Time<3>("10:11:12")) == "10:11:12.0");
    CHECK(sql(Time<9>("10:11:12.000000120")) == "10:11:12.00000012");
    CHECK(sql(IntervalDayTime::parse("1 10:17:36.789")) == "+1 10:17:36.789");
    CHECK(sql(IntervalDayTime::ofDays(2)) == "+2 00:00:00.000");
    CHECK(sql(-IntervalDayTime::parse("1 11:29:44.5")) == "-1 11:29:44.500");
    CHECK(sql(IntervalDayTime{INT64_MIN}) == "-106751991167 07:12:55.808");
    CHECK(sql(IntervalYearMonth::of(10, 3)) == "+10-03");
    CHECK(sql(IntervalYearMonth{-14}) == "-1-02");
    CHECK(sql(IntervalYearMonth{INT32_MIN}) == "-178956970-08");
    struct Span { std::int64_t millis; const char* text; };
    for (const Span& s : {Span{0, "PT0S"}, {36 * 3'600'000, "PT36H"}, {90'000, "PT1M30S"}, {1, "PT0.001S"}, {-1, "PT-0.001S"}, {-1500, "PT-1.5S"},
                          {60'000, "PT1M"}, {3'600'500, "PT1H0.5S"}, {-3'660'000, "PT-1H-1M"}, {1'010, "PT1.01S"}, {-60'500, "PT-1M-0.5S"}})
        CHECK(row(IntervalDayTime{s.millis}) == s.text);
    CHECK(row(IntervalYearMonth{0}) == "P0D");
    CHECK(row(IntervalYearMonth{14}) == "P1Y2M");
    CHECK(row(IntervalYearMonth{-24}) == "P-2Y");
}

TEST_CASE("which texts are dates, times and timestamps (Flink's, P73)") {
    const auto date = [](const char* s) { const auto v = tryCastValue(CastTo<TypeRoot::date>{}, std::string_view(s)); return v ? row(*v) : "null"; };
    const auto time = [](const char* s) { const auto v = tryCastValue(CastTo<TypeRoot::time>{}, std::string_view(s)); return v ? row(*v) : "null"; };
    const auto stamp = [](const char* s) { const auto v = tryCastValue(CastTo<TypeRoot::timestamp, 3>{}, std::string_view(s)); return v ? row(*v) : "null"; };
    const auto ltz = [](const char* s) { const auto v = tryCastValue(CastTo<TypeRoot::timestampLtz, 3>{}, std::string_view(s)); return v ? row(*v) : "null"; };
    struct Case { const char* in; const char* out; };
    for (const Case& c : {Case{"2024-02-29", "2024-02-29"}, {" 2024-2-9 ", "2024-02-09"}, {"2024-02-29 10:11:12.5", "2024-02-29"}, {"123", "0123-01-01"},
                          {"2024-02", "2024-02-01"}, {"2023-02-29", "null"}, {"2024-13-01", "null"}, {"2024-00-01", "null"}, {"2024-01-00", "null"},
                          {"2024/02/29", "null"}, {"", "null"}, {" ", "null"}, {"abc", "null"}, {"2024-02-29x", "null"}, {"2024-02-29 99:00", "null"},
                          {"2024-02-", "null"}, {"2024-02-09T10:11:12", "null"}, {"2024-02-09T10", "null"}, {"99999999999", "null"}})
        CHECK_MESSAGE(date(c.in) == c.out, c.in);
    for (const Case& c : {Case{"10:11:12", "10:11:12"}, {"10:11", "10:11"}, {"10", "10:00"}, {"1:2:3", "01:02:03"}, {"24:00:00", "null"}, {"23:59:60", "null"},
                          {"10:11:12.5", "10:11:12"}, {" 10:11:12 ", "10:11:12"}, {"2024-02-29 10:11:12", "null"}, {"", "null"}, {"10:60", "null"}, {"10:", "null"},
                          {"10:11:12.", "null"}, {"-1:00", "null"}})
        CHECK_MESSAGE(time(c.in) == c.out, c.in);
    for (const Case& c : {Case{"2024-03-05 07:08", "2024-03-05T07:08"}, {"2024-03-05 07:08:09.123999", "2024-03-05T07:08:09.123"}, {"2024-03-05", "2024-03-05T00:00"},
                          {"2024-03-05 07:08:09.1234567891234", "2024-03-05T07:08:09.123"}, {"2024-03-05T07:08:09", "null"}, {"2024-02-30 00:00:00", "null"}, {"2024-03-05 24:00:00", "null"},
                          {"1700000000", "null"}, {"2024", "null"}, {"2024-03-05 07:08:09Z", "null"}, {"2024-03-05  07:08", "null"}})
        CHECK_MESSAGE(stamp(c.in) == c.out, c.in);
    for (const Case& c : {Case{"1970-01-01T00:00:01.001Z", "1970-01-01T00:00:01.001Z"}, {"1970-01-01 00:00:01", "1970-01-01T00:00:01Z"},
                          {"2024-01-01 00:30+01:00", "2023-12-31T23:30:00Z"}, {"2024-01-01 00:30-05", "2024-01-01T05:30:00Z"}, {"2024-01-01 00:30 UTC", "null"},
                          {"2024-01-01 00:30+99:00", "null"}, {"1970-01-01T00:00:01", "null"}, {"2024-01-01T00:30+01:00", "2023-12-31T23:30:00Z"}})
        CHECK_MESSAGE(ltz(c.in) == c.out, c.in);
    CHECK_THROWS_AS(Date("2023-02-29"), DataError);
    CHECK_THROWS_AS(Date(2023, 2, 29), DataError);
    CHECK_THROWS_AS(Time<0>("24:00"), DataError);
    CHECK_THROWS_AS(Time<0>(0, 60), DataError);
    CHECK_THROWS_AS(Timestamp<3>("soon"), DataError);
    CHECK_THROWS_AS(TimestampLtz<3>("2024-01-01T00:00:00+1"), DataError);
}

TEST_CASE("the texts of INTERVAL literals") {
    using U = TimeUnit;
    struct Case { const char* text; U from, to; std::int64_t millis; };
    for (const Case& c : {Case{"10", U::second, U::second, 10'000}, {"90.5", U::second, U::second, 90'500}, {"1 02:03:04.5", U::day, U::second, 93'784'500},
                          {"10:20", U::minute, U::second, 620'000}, {"10:20", U::hour, U::minute, 37'200'000}, {"-1 12", U::day, U::hour, -129'600'000},
                          {"2", U::week, U::week, 1'209'600'000}, {"+3", U::day, U::day, 259'200'000}}) {
        const auto v = parseDayTime(c.text, c.from, c.to);
        REQUIRE_MESSAGE(v.has_value(), c.text);
        CHECK(v->millis == c.millis);
    }
    for (const Case& c : {Case{"", U::day, U::day, 0}, {"1 24:00:00", U::day, U::second, 0}, {"1:60", U::hour, U::minute, 0}, {"1 2", U::minute, U::second, 0},
                          {"1", U::second, U::day, 0}, {"1.5", U::day, U::day, 0}, {"99999999999999", U::day, U::day, 0}, {"999999999999", U::week, U::week, 0}, {"1", U::month, U::month, 0}})
        CHECK_MESSAGE(!parseDayTime(c.text, c.from, c.to), c.text);
    CHECK(parseYearMonth("1-2", U::year, U::month) == IntervalYearMonth{14});
    CHECK(parseYearMonth("-3", U::quarter, U::quarter) == IntervalYearMonth{-9});
    CHECK(parseYearMonth("5", U::month, U::month) == IntervalYearMonth{5});
    CHECK(!parseYearMonth("1-12", U::year, U::month));
    CHECK(!parseYearMonth("999999999", U::year, U::year));
    CHECK(!parseYearMonth("1", U::day, U::day));
}

TEST_CASE("what does not fit the range is an error, not another time") {
    CHECK_THROWS_AS(Timestamp<3>::fromMillis(INT64_MAX) + IntervalDayTime{1}, DataError);
    CHECK_THROWS_AS(Timestamp<3>::fromMillis(INT64_MIN) - IntervalDayTime{1}, DataError);
    CHECK_THROWS_AS(TimestampLtz<0>::fromSeconds(INT64_MAX), DataError);
    CHECK_THROWS_AS(Date::fromEpochDay(INT32_MAX) + IntervalDayTime::ofDays(1), DataError);
    CHECK_THROWS_AS(Timestamp<3>::fromMillis(INT64_MAX).date(), DataError);
    CHECK_THROWS_AS(IntervalDayTime{INT64_MAX} + IntervalDayTime{1}, DataError);
    CHECK_THROWS_AS(-IntervalYearMonth{INT32_MIN}, DataError);
    CHECK_THROWS_AS(IntervalDayTime::ofDays(INT64_MAX), DataError);
    CHECK(Timestamp<9>::fromMillis(INT64_MIN).time() == Time<3>("16:47:04.192"));
}

TEST_CASE("random timestamps survive both texts") {
    std::mt19937_64 random(11);
    for (int i = 0; i < 20000; ++i) {
        // years -2000 to 12000
        const auto t = Timestamp<9>::fromMillis(static_cast<std::int64_t>(random() % 441'797'328'000'000) - 125'280'000'000'000, static_cast<std::int32_t>(random() % 1'000'000));
        REQUIRE(Timestamp<9>(row(t)) == t);
        REQUIRE(Timestamp<9>(sql(t)) == t);
        REQUIRE(Timestamp<9>(t.date(), t.time()) == t);
        const auto z = TimestampLtz<6>::fromInstant(t.instant());
        REQUIRE(TimestampLtz<6>(row(z)) == z);
        for (const Timestamp<9> cut : {Timestamp<9>(Timestamp<0>(t)), Timestamp<9>(Timestamp<2>(t)), Timestamp<9>(Timestamp<5>(t))}) REQUIRE(cut <= t);
        REQUIRE(Timestamp<9>(Timestamp<0>(t)) + IntervalDayTime{1000} > t);
    }
}

TEST_CASE("std::chrono types as columns") {
    using namespace std::chrono;
    static_assert(SqlTraits<sys_time<milliseconds>>::type == sqltype::timestampLtz(3) && SqlTraits<sys_seconds>::type == sqltype::timestampLtz(0));
    static_assert(SqlTraits<local_time<microseconds>>::type == sqltype::timestamp(6) && SqlTraits<local_time<nanoseconds>>::type == sqltype::timestamp(9));
    static_assert(SqlTraits<sys_days>::type == sqltype::date && SqlTraits<local_days>::type == sqltype::date && SqlTraits<year_month_day>::type == sqltype::date);
    static_assert(SqlTraits<minutes>::type == sqltype::intervalDayTime && SqlTraits<std::optional<sys_days>>::type == sqltype::date.orNull(true));
    static_assert(!SqlMapped<sys_time<hours>> && !SqlMapped<sys_time<duration<int, std::ratio<1, 3>>>> && !SqlMapped<steady_clock::time_point>);
    using Micros = SqlTraits<sys_time<microseconds>>;
    for (const std::int64_t n : {0L, 1L, -1L, 1'700'000'000'123'456L, -62'135'596'800'000'001L}) {
        const sys_time<microseconds> t{microseconds{n}};
        CHECK(Micros::fromValue(Micros::toValue(t)) == t);
        CHECK(Micros::toValue(t) == TimestampLtz<6>::fromInstant({detail::floorDivide(n, 1000), static_cast<std::int32_t>(detail::floorModulo(n, 1000) * 1000)}));
    }
    CHECK(row(sys_time<milliseconds>{milliseconds{-1}}) == "1969-12-31T23:59:59.999Z");
    CHECK(sql(local_time<seconds>{seconds{86400}}) == "1970-01-02 00:00:00");
    CHECK(row(2024y / February / 29d) == "2024-02-29");
    CHECK(row(hours{36}) == "PT36H");
    CHECK_THROWS_AS(SqlTraits<year_month_day>::toValue(2023y / February / 29d), DataError);
    CHECK_THROWS_AS(SqlTraits<microseconds>::toValue(microseconds{1}), DataError);
    CHECK(SqlTraits<microseconds>::toValue(microseconds{-2000}) == IntervalDayTime{-2});
    CHECK_THROWS_AS(SqlTraits<seconds>::fromValue(IntervalDayTime{1500}), DataError);
    sys_time<milliseconds> field{};
    SqlTraits<sys_time<milliseconds>>::assign(field, TimestampLtz<3>::fromMillis(5));
    CHECK(field == sys_time<milliseconds>{milliseconds{5}});
}

TEST_CASE("dates and times are keys") {
    CHECK(std::hash<Timestamp<3>>{}(Timestamp<3>("2024-01-01 00:00")) == hash_value(Timestamp<3>("2024-01-01")));
    CHECK(std::hash<Date>{}(Date(2024, 1, 1)) != std::hash<Date>{}(Date(2024, 1, 2)));
    std::map<TimestampLtz<3>, int> byTime{{TimestampLtz<3>::fromMillis(1), 1}, {TimestampLtz<3>::fromMillis(-1), 2}};
    CHECK(byTime.begin()->second == 2);
}
