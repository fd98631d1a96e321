// SPDX-License-Identifier: BSL-1.0
// Time zones by name: local times as java.time has them, and the session's zone in queries.
#include <doctest/doctest.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/connector/zones.hpp>
#include <rivulet/rivulet.hpp>

using namespace rivulet;

namespace {

std::int64_t millis(const char* text) { return Timestamp<3>(text).millis(); }

struct Moment {
    std::optional<TimestampLtz<3>> at;
    std::optional<std::string> text;
};

}  // namespace

TEST_CASE("moments and local times") {
    const struct { const char *zone, *utc, *local; } rows[] = {
        {"UTC", "2024-03-31 00:59:59.999", "2024-03-31 00:59:59.999"},
        {"Europe/Berlin", "2024-03-31 00:59:59.999", "2024-03-31 01:59:59.999"},
        {"Europe/Berlin", "2024-03-31 01:00:00", "2024-03-31 03:00:00"},
        {"Europe/Berlin", "2024-10-27 01:00:00", "2024-10-27 02:00:00"},
        {"Asia/Kolkata", "2024-05-06 10:10:00", "2024-05-06 15:40:00"},
        {"America/New_York", "1969-12-31 23:59:59.001", "1969-12-31 18:59:59.001"},
    };
    for (const auto& r : rows) {
        CAPTURE(r.utc);
        CHECK(timeZone(r.zone)->toLocal(millis(r.utc)) == millis(r.local));
    }
}

TEST_CASE("local times that clocks skip or show twice, as java.time resolves them") {
    const struct { const char *zone, *local, *utc; } rows[] = {
        {"Europe/Berlin", "2024-03-31 02:30:00", "2024-03-31 01:30:00"},   // skipped: 03:30
        {"Europe/Berlin", "2024-10-27 02:30:00", "2024-10-27 00:30:00"},   // twice: the earlier, in summer time
        {"Europe/Berlin", "2024-06-01 12:00:00.5", "2024-06-01 10:00:00.5"},
        {"America/New_York", "1969-12-31 18:59:59.001", "1969-12-31 23:59:59.001"},
    };
    for (const auto& r : rows) {
        CAPTURE(r.local);
        CHECK(timeZone(r.zone)->toUtc(millis(r.local)) == millis(r.utc));
    }
}

TEST_CASE("a zone that is not there") {
    CHECK_THROWS_WITH_AS(timeZone("Europe/Atlantis"), "there is no time zone of this name: 'Europe/Atlantis'", DataError);
}

TEST_CASE("casts and functions see TIMESTAMP_LTZ in the session's zone") {
    StreamExecutionEnvironment env;
    const auto none = StreamTableEnvironment::create(env);
    const auto db = none.createTemporaryView<"moments">(none.fromDataStream(env.fromElements(Moment{TimestampLtz<3>("2024-03-30T23:30:00Z"), "2024-03-31 00:30:00"})));
    const auto answer = [&](const std::shared_ptr<const TimeZone>& zone) {
        db.setLocalTimeZone(zone);
        std::string text;
        for (const auto& row : db.sqlQuery<"SELECT CAST(at AS STRING) AS s, CAST(at AS TIMESTAMP(3)) AS t, CAST(at AS DATE) AS d, EXTRACT(HOUR FROM at) AS h, "
                                           "DATE_FORMAT(at, 'dd HH:mm') AS f, FLOOR(at TO DAY) AS day_, CAST(text AS TIMESTAMP_LTZ(3)) AS l, "
                                           "CAST('2024-03-31T00:30:00+05:00' AS TIMESTAMP_LTZ(3)) AS given FROM moments">().execute().collect())
            appendText(text, row);
        return text;
    };
    CHECK(answer(nullptr) == "+I[2024-03-30 23:30:00.000, 2024-03-30T23:30, 2024-03-30, 23, 30 23:30, 2024-03-30T00:00:00Z, 2024-03-31T00:30:00Z, 2024-03-30T19:30:00Z]");
    CHECK(answer(timeZone("Europe/Berlin")) ==
          "+I[2024-03-31 00:30:00.000, 2024-03-31T00:30, 2024-03-31, 0, 31 00:30, 2024-03-30T23:00:00Z, 2024-03-30T23:30:00Z, 2024-03-30T19:30:00Z]");
}

namespace {

constexpr std::int64_t minute = 60'000;
// A second of the clocks in which a unit begins: they show a border, or have just jumped over one.
bool begins(std::int64_t moment, std::int64_t unit) {
    const std::int64_t shown = detail::sessionLocal(moment), before = detail::sessionLocal(moment - 1);
    return detail::floorModulo(shown, unit) == 0 || (shown > before + 1 && detail::floorDivide(before, unit) != detail::floorDivide(shown, unit));
}

}  // namespace

TEST_CASE("FLOOR, CEIL and TIMESTAMPADD where clocks are put forward and back") {
    using F = detail::MomentField;
    using L = TimestampLtz<6>;
    const struct { const char *zone, *change; } changes[] = {
        {"America/Los_Angeles", "2023-11-05T09:00:00Z"}, {"America/Los_Angeles", "2023-03-12T10:00:00Z"},  // an hour twice, an hour skipped
        {"Australia/Lord_Howe", "2023-04-01T15:00:00Z"}, {"Australia/Lord_Howe", "2023-09-30T15:30:00Z"},  // half an hour
        {"America/Havana", "2023-11-05T05:00:00Z"}, {"America/Havana", "2023-03-12T05:00:00Z"},            // midnight twice, and skipped
        {"America/Sao_Paulo", "2018-02-18T02:00:00Z"}, {"America/Sao_Paulo", "2018-11-04T03:00:00Z"}, {"Asia/Kolkata", "2023-06-01T12:00:00Z"},
        {"Pacific/Apia", "2011-12-30T10:00:00Z"}, {"UTC", "2023-06-01T12:00:00Z"},
    };
    for (const auto& c : changes) {
        const auto zone = timeZone(c.zone);
        const detail::SessionZone session(zone.get());
        const std::int64_t change = L(c.change).millis();
        for (std::int64_t m = change - 150 * minute; m <= change + 150 * minute; m += 15 * minute)
            for (const std::int32_t nanos : {0, 1000, -1000}) {
                const L at = L::fromNanos(m * 1'000'000 + nanos);
                CAPTURE(c.zone);
                CAPTURE(at.millis());
                for (const auto& [unit, millis] : {std::pair{F::hour, 60 * minute}, std::pair{F::minute, minute}, std::pair{F::second, std::int64_t{1000}}}) {
                    CAPTURE(millis);
                    const std::int64_t step = millis < minute ? millis : minute;
                    std::int64_t last = detail::floorDivide(at.millis(), step) * step, next = last + (last == at.millis() && at.nanoOfMilli() == 0 ? 0 : step);
                    while (!begins(last, millis)) last -= step;
                    while (!begins(next, millis)) next += step;
                    CHECK(detail::toUnit(at, unit, false).millis() == last);
                    CHECK(detail::toUnit(at, unit, true).millis() == next);
                }
                for (const F unit : {F::day, F::week, F::month, F::quarter, F::year, F::decade, F::century, F::millennium}) {
                    const L floor = detail::toUnit(at, unit, false), ceil = detail::toUnit(at, unit, true);
                    CHECK(floor <= at);
                    CHECK(at <= ceil);
                    CHECK((floor == at) == (ceil == at));
                    CHECK(detail::toUnit(floor, unit, false) == floor);
                    CHECK(detail::toUnit(ceil, unit, false) == ceil);
                    CHECK(detail::unitStart(unit, detail::clockOf(floor).epochDay(), false) != detail::unitStart(unit, detail::clockOf(L::fromNanos(floor.instant().millis * 1'000'000 - 1)).epochDay(), false));
                }
                for (const F unit : {F::second, F::minute, F::hour, F::day, F::week, F::month, F::quarter, F::year}) {
                    CHECK(detail::plusUnits(at, unit, 0) == at);
                    if (unit <= F::month) continue;  // a month later and back may be another day
                    CHECK(detail::plusUnits(detail::plusUnits(at, unit, 25), unit, -25) == at);
                }
                CHECK(detail::plusUnits(at, F::month, 1) == at + IntervalYearMonth{1});
                CHECK(detail::plusUnits(at, F::year, 2) == at + IntervalYearMonth{24});
                CHECK(detail::plusUnits(at, F::day, 3) == at + IntervalDayTime::ofDays(3));
                CHECK(detail::unitsBetween(F::month, detail::instantOf(at), detail::instantOf(detail::plusUnits(at, F::month, 1))) == 1);
            }
    }
}

TEST_CASE("what queries give in the hour that clocks show twice") {
    StreamExecutionEnvironment env;
    const auto none = StreamTableEnvironment::create(env);
    const auto db = none.createTemporaryView<"moments">(none.fromDataStream(env.fromElements(Moment{TimestampLtz<3>("2023-11-05T09:40:30.500Z"), {}})));
    db.setLocalTimeZone(timeZone("America/Los_Angeles"));
    std::string text;
    for (const auto& row : db.sqlQuery<"SELECT FLOOR(at TO HOUR), CEIL(at TO HOUR), FLOOR(at TO MINUTE), CEIL(at TO SECOND), TIMESTAMPADD(YEAR, 0, at), TIMESTAMPADD(MONTH, 1, at), at + INTERVAL '1' MONTH, "
                                       "FLOOR(at TO DECADE), CEIL(at TO CENTURY) FROM moments">().execute().collect()) appendText(text, row);
    CHECK(text == "+I[2023-11-05T09:00:00Z, 2023-11-05T10:00:00Z, 2023-11-05T09:40:00Z, 2023-11-05T09:40:31Z, 2023-11-05T09:40:30.500Z, 2023-12-05T09:40:30.500Z, 2023-12-05T09:40:30.500Z, "
                  "2020-01-01T08:00:00Z, 2101-01-01T08:00:00Z]");
}

TEST_CASE("CONVERT_TZ goes from the clocks of one zone to those of another") {
    StreamExecutionEnvironment env;
    const auto none = StreamTableEnvironment::create(env);
    const auto db = none.createTemporaryView<"moments">(none.fromDataStream(env.fromElements(Moment{{}, "1970-01-01 00:00:00"}, Moment{{}, "soon"}, Moment{})));
    std::string text;
    for (const auto& row : db.sqlQuery<"SELECT CONVERT_TZ(text, 'UTC', 'America/Los_Angeles') AS c FROM moments">().execute().collect()) appendText(text, row);
    CHECK(text == "+I[1969-12-31 16:00:00]+I[null]+I[null]");
}

TEST_CASE("windows over TIMESTAMP_LTZ are cut by the session's clocks, those over TIMESTAMP are not (P72, P87)") {
    struct Tick { TimestampLtz<3> at; Timestamp<3> ts; };
    const auto ticks = [](std::initializer_list<std::int64_t> millis) {
        std::vector<Tick> rows;
        for (const std::int64_t m : millis) rows.push_back({TimestampLtz<3>::fromMillis(m), Timestamp<3>::fromMillis(m)});
        return rows;
    };
    const auto rowsOf = [](const auto& table) {
        std::string text;
        for (const auto& row : table.execute().collect()) appendText(text, row);
        return text;
    };
    {
        StreamExecutionEnvironment env;
        const auto none = StreamTableEnvironment::create(env);
        none.setLocalTimeZone(timeZone("Asia/Kolkata"));
        const auto db = none.createTemporaryView<"t">(none.fromDataStream(env.fromCollection(ticks({0})), Schema().watermark<"at", "at">()))
                            .createTemporaryView<"u">(none.fromDataStream(env.fromCollection(ticks({0})), Schema().watermark<"ts", "ts">()));
        CHECK(rowsOf(db.sqlQuery<"SELECT window_start, window_end, window_time FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(at), INTERVAL '10' SECOND)) GROUP BY window_start, window_end, window_time">()) ==
              "+I[1970-01-01T05:30, 1970-01-01T05:30:10, 1970-01-01T00:00:09.999Z]");
        CHECK(rowsOf(db.sqlQuery<"SELECT window_start, window_end FROM TABLE(TUMBLE(TABLE u, DESCRIPTOR(ts), INTERVAL '10' SECOND)) GROUP BY window_start, window_end">()) ==
              "+I[1970-01-01T00:00, 1970-01-01T00:00:10]");
    }
    {
        StreamExecutionEnvironment env;
        const auto none = StreamTableEnvironment::create(env);
        none.setLocalTimeZone(timeZone("America/Los_Angeles"));
        const auto day = ticks({1647158400000, 1647162000000, 1647165600000, 1647169200000});  // 00:00, 01:00, 03:00, 04:00
        const auto db = none.createTemporaryView<"t">(none.fromDataStream(env.fromCollection(day), Schema().watermark<"at", "at">()));
        CHECK(rowsOf(db.sqlQuery<"SELECT window_start, window_end, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(at), INTERVAL '4' HOUR)) GROUP BY window_start, window_end">()) ==
              "+I[2022-03-13T00:00, 2022-03-13T04:00, 3]+I[2022-03-13T04:00, 2022-03-13T08:00, 1]");
    }
}
