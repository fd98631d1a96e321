// SPDX-License-Identifier: BSL-1.0
// Time zones by name: local times as java.time has them, and the session's zone in queries.
#include <doctest/doctest.h>

#include <initializer_list>
#include <limits>
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

namespace {

struct Change { const char *zone, *at; };
constexpr Change clockChanges[] = {
    {"America/Los_Angeles", "2023-11-05T09:00:00Z"}, {"America/Los_Angeles", "2023-03-12T10:00:00Z"},  // an hour twice, an hour skipped
    {"Europe/Berlin", "2023-10-29T01:00:00Z"}, {"Europe/Berlin", "2023-03-26T01:00:00Z"},
    {"Australia/Lord_Howe", "2023-04-01T15:00:00Z"}, {"Australia/Lord_Howe", "2023-09-30T15:30:00Z"},  // half an hour
    {"America/Havana", "2023-11-05T05:00:00Z"}, {"America/Havana", "2023-03-12T05:00:00Z"},            // midnight twice, and skipped
    {"America/Sao_Paulo", "2018-02-18T02:00:00Z"}, {"America/Sao_Paulo", "2018-11-04T03:00:00Z"},
    {"Antarctica/Troll", "2023-10-29T01:00:00Z"}, {"Antarctica/Troll", "2023-03-26T01:00:00Z"},        // two hours
    {"Antarctica/Casey", "2010-03-04T15:00:00Z"},          // three hours twice, midnight too
    {"Pacific/Apia", "2011-12-30T10:00:00Z"},                                                          // a day skipped
    {"Asia/Kathmandu", "1985-12-31T18:30:00Z"}, {"Asia/Kolkata", "2023-06-01T12:00:00Z"}, {"UTC", "2023-06-01T12:00:00Z"},
};
// The moments around, a step apart.
template <class F> void around(const Change& c, std::int64_t before, std::int64_t step, F f) {
    CAPTURE(std::string(c.zone));
    CAPTURE(std::string(c.at));
    const auto zone = timeZone(c.zone);
    const detail::SessionZone session(zone.get());
    const std::int64_t change = TimestampLtz<3>(c.at).millis();
    for (std::int64_t m = change - before; m <= change + before; m += step) f(m);
}

}  // namespace

TEST_CASE("moments to what clocks show and back") {
    using F = detail::MomentField;
    for (const Change& c : clockChanges) {
        std::vector<std::int64_t> moments;
        around(c, 400 * minute, 5 * minute, [&](std::int64_t m) { moments.push_back(m); });
        around(c, 400 * minute, 5 * minute, [&](std::int64_t m) {
            const TimestampLtz<3> at = TimestampLtz<3>::fromMillis(m);
            CAPTURE(m);
            std::int64_t first = m;  // the first moment at which clocks show that
            for (const std::int64_t other : moments)
                if (other < first && detail::sessionLocal(other) == detail::sessionLocal(m)) first = other;
            const auto shown = castValue(CastTo<TypeRoot::timestamp, 3>{}, at);
            CHECK(castValue(CastTo<TypeRoot::timestampLtz, 3>{}, shown).millis() == first);
            CHECK(castValue(CastTo<TypeRoot::date>{}, at) == shown.date());
            CHECK(castValue(CastTo<TypeRoot::time, 3>{}, at) == shown.time());
            const std::string text = castValue(CastTo<TypeRoot::varchar, SqlType::unbounded>{}, at);
            CHECK(text == castValue(CastTo<TypeRoot::varchar, SqlType::unbounded>{}, shown));
            CHECK(castValue(CastTo<TypeRoot::timestampLtz, 3>{}, std::string_view(text)).millis() == first);
            CHECK(functions::DateFormat::call<std::string>(at, "yyyy-MM-dd HH:mm:ss.SSS") == text);
            const std::string seconds = functions::FromUnixtime::call<std::string>(m / 1000).value();
            CHECK(seconds == text.substr(0, 19));
            CHECK(functions::UnixTimestamp::call<std::int64_t>(seconds) == first / 1000);
            CHECK(functions::ToTimestamp::call<Timestamp<3>>(text) == shown);
            CHECK(functions::ConvertTz::call<std::string>(seconds, c.zone, c.zone) == seconds);
            CHECK(functions::ConvertTz::call<std::string>(seconds, c.zone, "UTC") == castValue(CastTo<TypeRoot::varchar, SqlType::unbounded>{}, Timestamp<3>::fromMillis(first)).substr(0, 19));
            for (int f = 1; f < static_cast<int>(F::epoch); ++f) CHECK(detail::extract(static_cast<F>(f), at) == detail::extract(static_cast<F>(f), shown));
            CHECK(detail::extract(F::epoch, at) == detail::floorDivide(m, 1000));
            for (const F unit : {F::second, F::minute, F::hour, F::day, F::week, F::month, F::quarter, F::year})
                for (const int n : {-25, -1, 0, 1, 25}) CHECK(functions::TimestampDiff::call<std::int32_t>(unit == F::second ? "SECOND" : unit == F::minute ? "MINUTE" : unit == F::hour ? "HOUR" : unit == F::day ? "DAY" : unit == F::week ? "WEEK" : unit == F::month ? "MONTH" : unit == F::quarter ? "QUARTER" : "YEAR", at, detail::plusUnits(at, unit, n)) == n);
        });
        // The end of a window: the last moment at which clocks show it, or the first at which they show more. Ends that follow each other are over one after the other.
        around(c, 0, 1, [&](std::int64_t change) {
            std::int64_t before = std::numeric_limits<std::int64_t>::min();
            for (std::int64_t local = detail::sessionLocal(change) - 190 * minute; local <= detail::sessionLocal(change) + 190 * minute; local += 5 * minute) {
                std::int64_t last = 0, above = 0;
                for (std::size_t i = moments.size(); i-- > 0;) {
                    if (last == 0 && detail::sessionLocal(moments[i]) == local) last = moments[i];
                    if (detail::sessionLocal(moments[i]) > local) above = moments[i];
                }
                const std::int64_t over = detail::AlignedInSession::instant(local);
                CAPTURE(local);
                CHECK(over == (last ? last : above));
                CHECK(over >= before);
                before = over;
            }
        });
    }
}

TEST_CASE("FLOOR, CEIL and TIMESTAMPADD where clocks are put forward and back") {
    using F = detail::MomentField;
    using L = TimestampLtz<6>;
    for (const Change& c : clockChanges)
        around(c, 150 * minute, 15 * minute, [&](std::int64_t m) {
            for (const std::int32_t nanos : {0, 1000, -1000}) {
                const L at = L::fromNanos(m * 1'000'000 + nanos);
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
                    CHECK(detail::clockOf(detail::toUnit(ceil, unit, false)) == detail::clockOf(ceil));  // a midnight that comes twice began the day when it came first
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
        });
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

TEST_CASE("no row is late for its window where clocks are put forward or back, and none is outside of it") {
    struct Tick { TimestampLtz<3> at; };
    for (const Change& c : clockChanges) {
        std::vector<Tick> ticks;
        around(c, 300 * minute, 10 * minute, [&](std::int64_t m) { ticks.push_back({TimestampLtz<3>::fromMillis(m)}); });
        CAPTURE(std::string(c.zone));
        CAPTURE(std::string(c.at));
        StreamExecutionEnvironment env;
        const auto none = StreamTableEnvironment::create(env);
        none.setLocalTimeZone(timeZone(c.zone));
        const auto db = none.createTemporaryView<"t">(none.fromDataStream(env.fromCollection(ticks), Schema().watermark<"at", "at">()));
        std::int64_t rows = 0;
        for (const auto& row : db.sqlQuery<"SELECT window_start, window_end, COUNT(*), MIN(CAST(at AS TIMESTAMP(3))), MAX(CAST(at AS TIMESTAMP(3))) FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(at), INTERVAL '30' MINUTE)) "
                                           "GROUP BY window_start, window_end">().execute().collect()) {
            rows += row.template get<2>();
            CHECK(row.template get<0>() <= row.template get<3>());
            CHECK(row.template get<4>() < row.template get<1>());
        }
        CHECK(rows == static_cast<std::int64_t>(ticks.size()));
        std::int64_t ofHops = 0;
        for (const auto& row : db.sqlQuery<"SELECT COUNT(*) FROM TABLE(HOP(TABLE t, DESCRIPTOR(at), INTERVAL '20' MINUTE, INTERVAL '60' MINUTE)) GROUP BY window_start, window_end">().execute().collect())
            ofHops += row.template get<0>();
        CHECK(ofHops == 3 * rows);
    }
}
