// SPDX-License-Identifier: BSL-1.0
// Problems with time, windows and joins over time that people met elsewhere, by their number (see PROBLEMS.md).
#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <rivulet/stream/feed.hpp>

#include "table/texts.hpp"

using namespace rivulet;
using test::rowsOf;
using test::sortedRowsOf;
using test::Texts;

namespace {

/// The one row of most cases: a key, when it was, a value.
struct Reading { std::string k; Timestamp<3> ts; std::int64_t v; };
using Change = Row<Field<"k", std::string>, Field<"ts", Timestamp<3>>, Field<"v", std::int64_t>>;

constexpr Timestamp<3> at(double seconds) { return Timestamp<3>::fromMillis(static_cast<std::int64_t>(seconds * 1000 + (seconds < 0 ? -0.5 : 0.5))); }
constexpr auto timed = Schema().watermark<"ts", "ts">();  // after a row nothing of its time or before comes any more

struct Answer {
    Texts rows;
    std::uint64_t late{};
};
/// A query over the view `t` of these rows, a watermark after each.
template <FixedString Sql> Answer answerTo(std::vector<Reading> rows) {
    test::Environment s;
    const auto answer = rowsOf(s.tenv.createTemporaryView<"t">(s.tenv.fromDataStream(s.env.fromCollection(std::move(rows)), timed)).template sqlQuery<Sql>());
    return {answer, s.env.lastResult().lateRows()};
}
/// What is in order of the text; rows of one watermark have none of their own.
template <FixedString Sql> Texts sortedAnswerTo(std::vector<Reading> rows) {
    test::Environment s;
    return sortedRowsOf(s.tenv.createTemporaryView<"t">(s.tenv.fromDataStream(s.env.fromCollection(std::move(rows)), timed)).template sqlQuery<Sql>());
}

/// Rows with timestamps and watermarks where they are pushed.
struct Pushed : test::Environment {
    SourceFeed feed{env};
    DataStream<Reading> source = feed.source<Reading>();
    void row(double seconds, std::int64_t v = 1) { feed.push(source, {"k", at(seconds), v}, at(seconds).millis()); }
    void watermark(std::int64_t millis) { feed.watermark(source, millis); }
    auto table() const {
        return tenv.fromDataStream(source, Schema().column<"k", "STRING NOT NULL">().column<"v", "BIGINT NOT NULL">().columnByMetadata<"rt", "TIMESTAMP_LTZ(3)", "rowtime">().watermark<"rt", "SOURCE_WATERMARK()">());
    }
    template <FixedString Sql> Answer answer() const {
        Texts rows = rowsOf(tenv.createTemporaryView<"t">(table()).template sqlQuery<Sql>());
        return {std::move(rows), env.lastResult().lateRows()};
    }
};
constexpr FixedString tumble10 = "SELECT window_start, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(rt), INTERVAL '10' SECOND)) GROUP BY window_start, window_end";

}  // namespace

// ---- F: time -------------------------------------------------------------------------------------------------------------

TEST_CASE("P71 seconds and milliseconds are said") {
    test::Environment s;
    CHECK(rowsOf(s.tenv.sqlQuery<"SELECT TO_TIMESTAMP_LTZ(1700000000, 0) AS s, TO_TIMESTAMP_LTZ(1700000000, 3) AS m">()) == Texts{"+I[2023-11-14T22:13:20Z, 1970-01-20T16:13:20Z]"});
}

TEST_CASE("P75 timestamps of several precisions keep the finer one") {
    test::Environment s;
    const auto coarse = s.tenv.fromDataStream(s.env.fromElements(Row<Field<"t", Timestamp<3>>>(Timestamp<3>("2024-01-01 00:00:00.123"))));
    const auto fine = s.tenv.fromDataStream(s.env.fromElements(Row<Field<"t", Timestamp<6>>>(Timestamp<6>("2024-01-01 00:00:00.123456"))));
    const auto both = coarse.unionAll(fine);
    CHECK(both.schemaText() == "(\n  `t` TIMESTAMP(6) NOT NULL\n)\n");
    CHECK(sortedRowsOf(both) == Texts{"+I[2024-01-01T00:00:00.123456]", "+I[2024-01-01T00:00:00.123]"});
}

TEST_CASE("P76 an input without rows holds everything back until it is idle") {
    const auto run = [](bool becomesIdle) {
        test::Environment s;
        SourceFeed feed(s.env);
        const auto one = feed.source<Reading>(), other = feed.source<Reading>();
        const auto push = [&](const DataStream<Reading>& to, double seconds, std::int64_t v) {
            feed.push(to, {"k", at(seconds), v}, at(seconds).millis());
            feed.watermark(to, at(seconds).millis() - 1);
        };
        push(one, 1, 1);
        if (becomesIdle) feed.idle(other);
        push(one, 12, 2);
        push(other, 2, 4);
        push(other, 12, 8);
        const auto declared = Schema().column<"v", "BIGINT NOT NULL">().columnByMetadata<"rt", "TIMESTAMP_LTZ(3)", "rowtime">().watermark<"rt", "SOURCE_WATERMARK()">();
        const auto all = s.tenv.fromDataStream(one.unionWith(other), declared);
        Texts rows = rowsOf(s.tenv.createTemporaryView<"t">(all).sqlQuery<"SELECT window_start, SUM(v) AS v FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(rt), INTERVAL '10' SECOND)) "
                                                                         "GROUP BY window_start, window_end">());
        return Answer{std::move(rows), s.env.lastResult().lateRows()};
    };
    const Answer waits = run(false), goesOn = run(true);
    CHECK(waits.rows == Texts{"+I[1970-01-01T00:00, 5]", "+I[1970-01-01T00:00:10, 10]"});
    CHECK(waits.late == 0);
    CHECK(goesOn.rows == Texts{"+I[1970-01-01T00:00, 1]", "+I[1970-01-01T00:00:10, 10]"});
    CHECK(goesOn.late == 1);
}

TEST_CASE("P79 a watermark of t: no more rows of t or before") {
    Pushed s;
    s.row(5);
    s.watermark(9998);
    s.row(5);
    s.watermark(9999);
    s.row(5);
    s.row(10);
    const Answer a = s.answer<tumble10>();
    CHECK(a.rows == Texts{"+I[1970-01-01T00:00, 2]", "+I[1970-01-01T00:00:10, 1]"});
    CHECK(a.late == 1);
}

TEST_CASE("P80 a row at the watermark is late for OVER") {
    const Answer a = answerTo<"SELECT k, v, SUM(v) OVER (PARTITION BY k ORDER BY ts ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS s FROM t">({{"g", at(1), 4}, {"g", at(1), 6}, {"g", at(2), 9}});
    CHECK(a.rows == Texts{"+I[g, 4, 4]", "+I[g, 9, 13]"});
    CHECK(a.late == 1);
}

TEST_CASE("P83 a window over the results of a window is not late") {
    const Answer a = answerTo<"WITH five AS (SELECT window_time AS wt, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '5' SECOND)) GROUP BY window_start, window_end, window_time) "
                              "SELECT window_start, SUM(n) AS n FROM TABLE(TUMBLE(TABLE five, DESCRIPTOR(wt), INTERVAL '10' SECOND)) GROUP BY window_start, window_end">(
        {{"k", at(1), 1}, {"k", at(6), 1}, {"k", at(11), 1}});
    CHECK(a.rows == Texts{"+I[1970-01-01T00:00, 2]", "+I[1970-01-01T00:00:10, 1]"});
    CHECK(a.late == 0);
}

// ---- G: windows ------------------------------------------------------------------------------------------------------------

TEST_CASE("P84 the end of a window belongs to the next") {
    const Answer a = answerTo<"SELECT window_start, window_end, window_time, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND)) "
                              "GROUP BY window_start, window_end, window_time">({{"k", at(9.999), 1}, {"k", at(10), 1}});
    CHECK(a.rows == Texts{"+I[1970-01-01T00:00, 1970-01-01T00:00:10, 1970-01-01T00:00:09.999, 1]", "+I[1970-01-01T00:00:10, 1970-01-01T00:00:20, 1970-01-01T00:00:19.999, 1]"});
}

TEST_CASE("P85 windows before 1970") {
    const Texts rows = sortedAnswerTo<"SELECT window_start, window_end, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' SECOND)) GROUP BY window_start, window_end">(
        {{"k", at(-0.001), 1}, {"k", at(-1), 1}, {"k", at(-1.001), 1}, {"k", at(-7.001), 1}, {"k", at(0), 1}});
    CHECK(rows == Texts{"+I[1969-12-31T23:59:52, 1969-12-31T23:59:53, 1]", "+I[1969-12-31T23:59:58, 1969-12-31T23:59:59, 1]", "+I[1969-12-31T23:59:59, 1970-01-01T00:00, 2]",
                        "+I[1970-01-01T00:00, 1970-01-01T00:00:01, 1]"});
}

TEST_CASE("P86 an offset moves the windows and the moment at which they end") {
    const std::vector<Reading> rows{{"k", Timestamp<3>("2023-05-20 03:00"), 1}, {"k", Timestamp<3>("2023-05-20 07:59:59.999"), 1}, {"k", Timestamp<3>("2023-05-20 03:00"), 1}};
    const Answer east = answerTo<"SELECT window_start, window_end, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' DAY, INTERVAL '8' HOUR)) GROUP BY window_start, window_end">(rows);
    CHECK(east.rows == Texts{"+I[2023-05-19T08:00, 2023-05-20T08:00, 2]"});
    CHECK(east.late == 1);  // the window was over with 07:59:59.999
    CHECK(answerTo<"SELECT window_start, window_end, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' DAY, INTERVAL '-16' HOUR)) GROUP BY window_start, window_end">(rows).rows == east.rows);
}

TEST_CASE("P89 sessions that touch are one") {
    static constexpr FixedString sessions = "SELECT window_start, window_end, COUNT(*) AS n FROM TABLE(SESSION(TABLE t PARTITION BY k, DESCRIPTOR(rt), INTERVAL '5' SECOND)) GROUP BY k, window_start, window_end";
    const auto run = [](std::vector<int> seconds) {
        Pushed s;
        for (const int second : seconds) s.row(second);
        return s.answer<sessions>().rows;
    };
    CHECK(run({0, 5}) == Texts{"+I[1970-01-01T00:00, 1970-01-01T00:00:10, 2]"});
    CHECK(run({0, 6}) == Texts{"+I[1970-01-01T00:00, 1970-01-01T00:00:05, 1]", "+I[1970-01-01T00:00:06, 1970-01-01T00:00:11, 1]"});
    CHECK(run({0, 8, 4}) == Texts{"+I[1970-01-01T00:00, 1970-01-01T00:00:13, 3]"});
}

TEST_CASE("P92 late for one window, not for the next") {
    Pushed s;
    s.row(1);
    s.watermark(4999);
    s.row(4);
    s.watermark(9999);
    const Answer a = s.answer<"SELECT window_start, COUNT(*) AS n FROM TABLE(HOP(TABLE t, DESCRIPTOR(rt), INTERVAL '5' SECOND, INTERVAL '10' SECOND)) GROUP BY window_start, window_end">();
    CHECK(a.rows == Texts{"+I[1969-12-31T23:59:55, 1]", "+I[1970-01-01T00:00, 2]"});
    CHECK(a.late == 0);
}

TEST_CASE("P94 windows that have become empty give nothing") {
    test::Environment s;
    const auto changes = s.env.fromElements(Change("k", at(1), 1), Change(RowKind::delete_, "k", at(1), 1), Change("k", at(21), 1));
    CHECK(rowsOf(s.tenv.createTemporaryView<"t">(s.tenv.fromChangelogStream(changes, timed))
                     .sqlQuery<"SELECT window_start, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND)) GROUP BY window_start, window_end">()) ==
          Texts{"+I[1970-01-01T00:00:20, 1]"});
}

TEST_CASE("P95 the end of input closes windows; before it an open one waits") {
    CHECK(answerTo<"SELECT window_start, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND)) GROUP BY window_start, window_end">({{"k", at(1), 1}}).rows ==
          Texts{"+I[1970-01-01T00:00, 1]"});
}

TEST_CASE("times at the ends of 64 bits are refused where windows would be computed with them") {
    constexpr std::string_view refused = "column 'ts': the row time is out of the range of windows and joins over time: '";
    const auto says = [&](auto run) { return test::thrownBy<DataError>(run).substr(0, refused.size()); };
    for (const std::int64_t millis : {INT64_MAX, INT64_MAX - 1, INT64_MIN + 1'000, farthestTime + 1, -farthestTime - 1}) {
        CAPTURE(millis);
        const std::vector<Reading> rows{{"k", Timestamp<3>::fromMillis(millis), 1}};
        CHECK(says([&] { answerTo<"SELECT window_start, COUNT(*) AS n FROM TABLE(HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '6' SECOND, INTERVAL '1' SECOND)) GROUP BY window_start, window_end">(rows); }) == refused);
        CHECK(says([&] { answerTo<"SELECT k, window_start FROM TABLE(CUMULATE(TABLE t, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '8' SECOND))">(rows); }) == refused);
        CHECK(says([&] { answerTo<"SELECT a.v AS x, b.v AS y FROM t AS a FULL JOIN t AS b ON a.k = b.k AND b.ts BETWEEN a.ts - INTERVAL '99999' DAY AND a.ts - INTERVAL '5' SECOND">(rows); }) == refused);
        CHECK(says([&] { answerTo<"SELECT k, SUM(v) OVER (ORDER BY ts RANGE BETWEEN INTERVAL '1' DAY PRECEDING AND CURRENT ROW) AS s FROM t">(rows); }) == refused);
    }
    // the nearest that are taken
    CHECK(sortedAnswerTo<"SELECT COUNT(*) AS n FROM TABLE(HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '6' SECOND)) GROUP BY window_start, window_end">(
              {{"k", Timestamp<3>::fromMillis(-farthestTime), 1}, {"k", Timestamp<3>::fromMillis(farthestTime), 1}}) == Texts{"+I[1]", "+I[1]", "+I[1]", "+I[1]", "+I[1]", "+I[1]"});
}

// ---- H: joins over time ------------------------------------------------------------------------------------------------------

namespace {

struct Left { std::int32_t id; Timestamp<3> lt; };
struct Right { std::int32_t id; Timestamp<3> rt; };
struct Probe { std::string cur; Timestamp<3> pt; };
using Version = Row<Field<"cur", std::string>, Field<"vt", Timestamp<3>>, Field<"name", std::string>>;

struct TwoSides : test::Environment {
    SourceFeed feed{env};
    DataStream<Left> left = feed.source<Left>();
    DataStream<Right> right = feed.source<Right>();
    template <FixedString Sql> Texts answer() const {
        return rowsOf(tenv.createTemporaryView<"l">(tenv.fromDataStream(left, Schema().watermark<"lt", "lt">()))
                          .template createTemporaryView<"r">(tenv.fromDataStream(right, Schema().watermark<"rt", "rt">()))
                          .template sqlQuery<Sql>());
    }
};
struct Versions : test::Environment {
    SourceFeed feed{env};
    DataStream<Probe> probes = feed.source<Probe>();
    DataStream<Version> versions = feed.source<Version>();
    template <FixedString Sql> Answer answer() const {
        Texts rows = rowsOf(tenv.createTemporaryView<"p">(tenv.fromDataStream(probes, Schema().watermark<"pt", "pt">()))
                                .template createTemporaryView<"v">(tenv.fromChangelogStream(versions, Schema().watermark<"vt", "vt">().primaryKey<"cur">()))
                                .template sqlQuery<Sql>());
        return {std::move(rows), env.lastResult().lateRows()};
    }
};

}  // namespace

TEST_CASE("P96 the bounds of an interval join belong to it") {
    TwoSides s;
    s.feed.push(s.left, {1, at(10)});
    for (const double seconds : {4.0, 5.0, 15.0, 16.0}) s.feed.push(s.right, {1, at(seconds)});
    CHECK(s.answer<"SELECT rt FROM l JOIN r ON l.id = r.id AND rt BETWEEN lt - INTERVAL '5' SECOND AND lt + INTERVAL '5' SECOND">() ==
          Texts{"+I[1970-01-01T00:00:05]", "+I[1970-01-01T00:00:15]"});
}

TEST_CASE("P97 an outer interval join pads once, and never what matched") {
    TwoSides s;
    s.feed.push(s.left, {1, at(10)});
    s.feed.push(s.left, {2, at(11)});
    s.feed.push(s.right, {1, at(12)});
    s.feed.push(s.left, {9, at(30)});
    s.feed.push(s.right, {8, at(30)});
    CHECK(s.answer<"SELECT l.id AS l, r.id AS r FROM l LEFT JOIN r ON l.id = r.id AND rt BETWEEN lt AND lt + INTERVAL '5' SECOND">() ==
          Texts{"+I[1, 1]", "+I[2, null]", "+I[9, null]"});
}

TEST_CASE("a row time that an outer join left NULL: in no window; groups by windows, orders and the rest say so in streaming") {
    const auto run = [](const auto& tables, auto& e, auto use) {
        const auto db = tables.template createTemporaryView<"l">(tables.fromDataStream(e.env.fromElements(Left{1, at(10)}, Left{2, at(11)}, Left{3, at(99)}), Schema().watermark<"lt", "lt">()))
                            .template createTemporaryView<"r">(tables.fromDataStream(e.env.fromElements(Right{1, at(12)}, Right{9, at(99)}), Schema().watermark<"rt", "rt">()));
        return use(db.template createTemporaryView<"j">(db.template sqlQuery<"SELECT l.id AS id, rt FROM l LEFT JOIN r ON l.id = r.id AND rt BETWEEN lt AND lt + INTERVAL '5' SECOND">()));
    };
    const auto windowed = [](const auto& db) { return rowsOf(db.template sqlQuery<"SELECT id, window_start FROM TABLE(TUMBLE(TABLE j, DESCRIPTOR(rt), INTERVAL '10' SECOND))">()); };
    const auto grouped = [](const auto& db) { return rowsOf(db.template sqlQuery<"SELECT window_start, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE j, DESCRIPTOR(rt), INTERVAL '10' SECOND)) GROUP BY window_start, window_end">()); };
    const auto ordered = [](const auto& db) { return rowsOf(db.template sqlQuery<"SELECT id FROM j ORDER BY rt">()); };
    const auto kept = [](const auto& db) { return rowsOf(db.template sqlQuery<"SELECT window_start, COUNT(*) AS n FROM TABLE(TUMBLE((SELECT * FROM j WHERE rt IS NOT NULL), DESCRIPTOR(rt), INTERVAL '10' SECOND)) GROUP BY window_start, window_end">()); };
    test::Environment e;
    const auto batch = BatchTableEnvironment::create(e.env);
    for (int mode = 0; mode < 2; ++mode) {
        CAPTURE(mode);
        CHECK((mode == 0 ? run(e.tenv, e, windowed) : run(batch, e, windowed)) == Texts{"+I[1, 1970-01-01T00:00:10]"});
        CHECK(e.env.lastResult().counter("rowsWithoutTime") == 2);
        CHECK(e.env.lastResult().lateRows() == 0);
        CHECK((mode == 0 ? run(e.tenv, e, kept) : run(batch, e, kept)) == Texts{"+I[1970-01-01T00:00:10, 1]"});
    }
    CHECK_THROWS_WITH_AS(run(e.tenv, e, grouped), "column 'rt': the row time is NULL", DataError);
    CHECK_THROWS_WITH_AS(run(e.tenv, e, ordered), "column 'rt': the row time is NULL", DataError);
    CHECK(run(batch, e, grouped) == Texts{"+I[1970-01-01T00:00:10, 1]"});
    CHECK(e.env.lastResult().counter("rowsWithoutTime") == 2);
    CHECK(run(batch, e, ordered) == Texts{"+I[2]", "+I[3]", "+I[1]"});
}

TEST_CASE("P100 which version counts") {
    Versions s;
    for (const auto& [seconds, name] : {std::pair(1, "v1"), std::pair(4, "v4"), std::pair(7, "v7")}) s.feed.push(s.versions, Version("c", at(seconds), name));
    s.feed.push(s.versions, Version(RowKind::delete_, "c", at(9), "v7"));
    s.feed.push(s.versions, Version("c", at(12), "v12"));
    s.feed.push(s.versions, Version("other", at(20), "x"));
    for (const int seconds : {0, 4, 6, 8, 9, 11, 12, 20}) s.feed.push(s.probes, {seconds < 20 ? "c" : "none", at(seconds)});
    CHECK(s.answer<"SELECT pt, name FROM p LEFT JOIN v FOR SYSTEM_TIME AS OF pt ON p.cur = v.cur">().rows ==
          Texts{"+I[1970-01-01T00:00, null]", "+I[1970-01-01T00:00:04, v4]", "+I[1970-01-01T00:00:06, v4]", "+I[1970-01-01T00:00:08, v7]", "+I[1970-01-01T00:00:09, null]",
                "+I[1970-01-01T00:00:11, null]", "+I[1970-01-01T00:00:12, v12]", "+I[1970-01-01T00:00:20, null]"});
}

TEST_CASE("P103 a column may be equal to two") {
    test::Environment s;
    using A = Row<Field<"k", std::int32_t>>;
    using B = Row<Field<"x", std::int32_t>, Field<"y", std::int32_t>, Field<"v", std::int32_t>>;
    const auto db = s.tenv.createTemporaryView<"a">(s.tenv.fromDataStream(s.env.fromElements(A(1))))
                        .createTemporaryView<"b">(s.tenv.fromDataStream(s.env.fromElements(B(1, 1, 5), B(1, 2, 6))));
    CHECK(rowsOf(db.sqlQuery<"SELECT k, v FROM a JOIN b ON a.k = b.x AND a.k = b.y">()) == Texts{"+I[1, 5]"});
}
