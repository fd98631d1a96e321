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
