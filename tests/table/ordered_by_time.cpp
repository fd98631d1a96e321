// SPDX-License-Identifier: BSL-1.0
// Rows chosen and ordered by time, end to end: streaming and batch, what is late, the environment's clock.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <rivulet/connector/collect.hpp>
#include <rivulet/stream/feed.hpp>

#include "table/texts.hpp"

using namespace rivulet;
using test::rowsOf;
using test::sortedRowsOf;
using test::Texts;

namespace {

struct Scan {
    std::string parcel, place;
    Timestamp<3> tm;
};
Scan scan(std::string parcel, std::string place, std::int64_t second) { return {std::move(parcel), std::move(place), Timestamp<3>::fromMillis(1'000'000'000'000 + second * 1000)}; }
const std::vector<Scan> scans{scan("p1", "depot", 5), scan("p1", "van", 9), scan("p2", "depot", 6), scan("p1", "gate", 2), scan("p1", "dock", 9), scan("p1", "gate2", 2), scan("p1", "lost", 7)};

// A table of scans, whose watermark is a minute behind, or at once.
constexpr auto minute = Schema().columnByExpression<"pt", "PROCTIME()">().watermark<"tm", "tm - INTERVAL '1' MINUTE">();
constexpr auto atOnce = Schema().watermark<"tm", "tm">();

template <class Tables, class S>
auto viewOf(const Tables& tables, const StreamExecutionEnvironment& env, const std::vector<Scan>& rows, S schema) {
    return tables.template createTemporaryView<"Scans">(tables.fromDataStream(env.fromCollection(rows), schema));
}
// The table that changes add up to, in order.
Texts folded(const Texts& changes) {
    Texts rows;
    for (const std::string& c : changes) {
        const std::string row = "+I" + c.substr(2);
        if (c[0] == '+') rows.push_back(row);
        else rows.erase(std::find(rows.begin(), rows.end(), row));
    }
    std::sort(rows.begin(), rows.end());
    return rows;
}
#define CHOSEN(columns, order) "SELECT " columns " FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY parcel ORDER BY " order ") AS rn FROM Scans) WHERE rn = 1"

#define WINDOWED(columns, partition, order, condition)                                                          \
    "SELECT " columns " FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY " partition " ORDER BY " order ") AS rn " \
    "FROM TABLE(TUMBLE(TABLE Scans, DESCRIPTOR(tm), INTERVAL '10' SECOND))) WHERE " condition

}  // namespace

TEST_CASE("first and last rows by time, also with the place as a column; what is late is left out") {
    test::Environment e;
    const auto db = viewOf(e.tenv, e.env, scans, minute);
    CHECK(rowsOf(db.sqlQuery<CHOSEN("parcel, place", "tm")>()) == Texts{"+I[p1, gate]", "+I[p2, depot]"});
    CHECK(rowsOf(db.sqlQuery<CHOSEN("rn, parcel, place", "tm")>()) == Texts{"+I[1, p1, gate]", "+I[1, p2, depot]"});
    CHECK(rowsOf(db.sqlQuery<CHOSEN("parcel, place", "tm DESC")>()) == Texts{"+I[p1, depot]", "-U[p1, depot]", "+U[p1, van]", "+I[p2, depot]", "-U[p1, van]", "+U[p1, dock]"});
    CHECK(rowsOf(db.sqlQuery<CHOSEN("rn, parcel", "pt")>()) == Texts{"+I[1, p1]", "+I[1, p2]"});
    CHECK(rowsOf(db.sqlQuery<CHOSEN("place", "pt DESC")>()).size() == 12);
    // rows that say the same are not sent again in order of arrival, those of a time are
    CHECK(rowsOf(db.sqlQuery<CHOSEN("parcel", "pt DESC")>()) == Texts{"+I[p1]", "+I[p2]"});
    CHECK(rowsOf(db.sqlQuery<CHOSEN("parcel", "tm DESC")>()) == Texts{"+I[p1]", "-U[p1]", "+U[p1]", "+I[p2]", "-U[p1]", "+U[p1]"});
    const auto late = viewOf(e.tenv, e.env, scans, atOnce);
    CHECK(rowsOf(late.sqlQuery<CHOSEN("parcel, place", "tm")>()) == Texts{"+I[p1, depot]"});
    CHECK(e.env.lastResult().lateRows() == 5);
    CHECK(rowsOf(late.sqlQuery<CHOSEN("parcel, place", "tm DESC")>()).size() == 6);
}

TEST_CASE("a table of first rows is one that rows only come to; a group over it counts each once") {
    test::Environment e;
    const auto db = viewOf(e.tenv, e.env, scans, minute);
    const auto first = db.sqlQuery<CHOSEN("parcel, place", "tm")>();
    std::vector<std::string> places;
    e.tenv.toDataStream<std::string>(first.select(col<"place">)).addSink(CollectSink(places));
    e.env.execute("places");
    CHECK(places == std::vector<std::string>{"gate", "depot"});
    CHECK(folded(rowsOf(db.sqlQuery<"SELECT place, COUNT(*) AS n FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY parcel ORDER BY tm DESC) AS rn FROM Scans) WHERE rn = 1 GROUP BY place">())) ==
          Texts{"+I[depot, 1]", "+I[dock, 1]"});
}

TEST_CASE("batch chooses and orders the same rows, whatever the order within the bound") {
    std::uint32_t state = 7;
    const auto random = [&](std::uint32_t n) { return (state = state * 1664525u + 1013904223u) >> 16 & 0x7fff ? state / 65536u % n : 0u; };
    for (int round = 0; round < 6; ++round) {
        std::vector<Scan> rows;
        for (int i = 0; i < 80; ++i) rows.push_back(scan("p" + std::to_string(random(6)), "place " + std::to_string(i), i + static_cast<int>(random(30))));  // times meet
        test::Environment e;
        e.env.setBatchRows(round % 2 ? 7 : 1);
        const auto streaming = viewOf(e.tenv, e.env, rows, minute);
        const auto batch = viewOf(BatchTableEnvironment::create(e.env), e.env, rows, minute);
        CHECK(folded(rowsOf(streaming.sqlQuery<CHOSEN("parcel, place", "tm")>())) == sortedRowsOf(batch.sqlQuery<CHOSEN("parcel, place", "tm")>()));
        CHECK(folded(rowsOf(streaming.sqlQuery<CHOSEN("parcel, place", "tm DESC")>())) == sortedRowsOf(batch.sqlQuery<CHOSEN("parcel, place", "tm DESC")>()));
        CHECK(folded(rowsOf(streaming.sqlQuery<CHOSEN("parcel, place", "pt DESC")>())) == sortedRowsOf(batch.sqlQuery<CHOSEN("parcel, place", "pt DESC")>()));
        CHECK(rowsOf(streaming.sqlQuery<"SELECT place, tm FROM Scans ORDER BY tm, place DESC">()) == rowsOf(batch.sqlQuery<"SELECT place, tm FROM Scans ORDER BY tm, place DESC">()));
        CHECK(rowsOf(streaming.sqlQuery<"SELECT place FROM Scans ORDER BY tm">()) == rowsOf(batch.sqlQuery<"SELECT place FROM Scans ORDER BY tm">()));
    }
}

TEST_CASE("the first rows of windows: once, when a window is over; in batch the same") {
    std::uint32_t state = 3;
    const auto random = [&](std::uint32_t n) { return (state = state * 1664525u + 1013904223u) / 65536u % n; };
    std::vector<Scan> rows;
    for (int i = 0; i < 150; ++i) rows.push_back(scan("p" + std::to_string(random(4)), "place " + std::to_string(random(9)), i + static_cast<int>(random(40))));
    test::Environment e;
    const auto streaming = viewOf(e.tenv, e.env, rows, minute);
    const auto batch = viewOf(BatchTableEnvironment::create(e.env), e.env, rows, minute);
    const auto all = rowsOf(streaming.sqlQuery<WINDOWED("rn, window_start, parcel, place", "window_start, window_end, parcel", "place", "rn <= 2")>());
    CHECK(all.size() > 60);
    CHECK(folded(all) == sortedRowsOf(batch.sqlQuery<WINDOWED("rn, window_start, parcel, place", "window_start, window_end, parcel", "place", "rn <= 2")>()));
    for (const std::size_t size : {std::size_t{1}, std::size_t{2}, std::size_t{7}}) {
        e.env.setBatchRows(size);
        CHECK(rowsOf(streaming.sqlQuery<WINDOWED("rn, window_start, parcel, place", "window_start, window_end, parcel", "place", "rn <= 2")>()) == all);
    }
    CHECK(folded(rowsOf(streaming.sqlQuery<WINDOWED("window_start, parcel, place", "parcel, window_start, window_end", "tm DESC", "rn = 1")>())) ==
          sortedRowsOf(batch.sqlQuery<WINDOWED("window_start, parcel, place", "parcel, window_start, window_end", "tm DESC", "rn = 1")>()));
    CHECK(folded(rowsOf(streaming.sqlQuery<WINDOWED("window_start, place", "window_start, window_end", "tm", "rn BETWEEN 2 AND 3")>())) ==
          sortedRowsOf(batch.sqlQuery<WINDOWED("window_start, place", "window_start, window_end", "tm", "rn BETWEEN 2 AND 3")>()));
    // what updates at once adds up to the same
    CHECK(folded(rowsOf(streaming.sqlQuery<WINDOWED("window_start, parcel, place", "window_start, parcel", "place", "rn <= 2")>())) ==
          folded(rowsOf(streaming.sqlQuery<WINDOWED("window_start, parcel, place", "window_start, window_end, parcel", "place", "rn <= 2")>())));
    const auto best = [&](const auto& tables) {
        return folded(rowsOf(tables.template sqlQuery<"SELECT window_start, parcel, n FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY n DESC, parcel) AS rn FROM (SELECT window_start, "
            "window_end, parcel, COUNT(*) AS n FROM TABLE(HOP(TABLE Scans, DESCRIPTOR(tm), INTERVAL '5' SECOND, INTERVAL '20' SECOND)) GROUP BY window_start, window_end, parcel)) WHERE rn <= 2">()));
    };
    CHECK(best(streaming) == best(batch));
    CHECK(best(streaming).size() > 60);
}

TEST_CASE("the first rows of windows that are over leave late rows out, and may be put into windows again") {
    test::Environment e;
    const auto db = viewOf(e.tenv, e.env, {scan("p1", "a", 1), scan("p1", "b", 9), scan("p1", "c", 12), scan("p1", "late", 3), scan("p2", "d", 30)}, atOnce);
    CHECK(rowsOf(db.sqlQuery<WINDOWED("place", "window_start, window_end", "place DESC", "rn = 1")>()) == Texts{"+I[b]", "+I[c]", "+I[d]"});
    CHECK(e.env.lastResult().lateRows() == 1);
    CHECK(rowsOf(db.sqlQuery<"SELECT window_start, COUNT(*) AS n FROM TABLE(TUMBLE((SELECT window_time AS t FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY place) AS rn "
                             "FROM TABLE(TUMBLE(TABLE Scans, DESCRIPTOR(tm), INTERVAL '10' SECOND))) WHERE rn = 1), DESCRIPTOR(t), INTERVAL '20' SECOND)) GROUP BY window_start, window_end">()) ==
          Texts{"+I[2001-09-09T01:46:40, 2]", "+I[2001-09-09T01:47, 1]"});
}

TEST_CASE("a sort by time leaves late rows out, and its rows are of a row time again") {
    test::Environment e;
    const auto db = viewOf(e.tenv, e.env, scans, atOnce);
    CHECK(rowsOf(db.sqlQuery<"SELECT place FROM Scans ORDER BY tm">()) == Texts{"+I[depot]", "+I[van]"});
    CHECK(e.env.lastResult().lateRows() == 5);
    const auto slow = viewOf(e.tenv, e.env, scans, minute);
    CHECK(rowsOf(slow.from<"Scans">().orderBy(col<"tm">, col<"place">.desc()).select(col<"place">)) == Texts{"+I[gate2]", "+I[gate]", "+I[depot]", "+I[depot]", "+I[lost]", "+I[van]", "+I[dock]"});
}

TEST_CASE("PROCTIME() is the environment's clock, read where somebody wants it") {
    test::Environment e;
    SourceFeed feed(e.env);
    const auto stream = feed.source<Scan>("scans");
    feed.push(stream, scan("p1", "depot", 5));
    feed.advanceProcessingTime(60'000);
    feed.push(stream, scan("p2", "van", 9));
    feed.push(stream, scan("p1", "gate", 9));
    const auto db = e.tenv.createTemporaryView<"Scans">(e.tenv.fromDataStream(stream, minute));
    CHECK(rowsOf(db.sqlQuery<"SELECT place, pt FROM Scans">()) == Texts{"+I[depot, 1970-01-01T00:00:00Z]", "+I[van, 1970-01-01T00:01:00Z]", "+I[gate, 1970-01-01T00:01:00Z]"});
    CHECK(rowsOf(db.sqlQuery<"SELECT place FROM Scans WHERE EXTRACT(MINUTE FROM PROCTIME()) = 1">()) == Texts{"+I[van]", "+I[gate]"});
    CHECK(folded(rowsOf(db.sqlQuery<CHOSEN("place, pt", "pt DESC")>())) == Texts{"+I[gate, 1970-01-01T00:01:00Z]", "+I[van, 1970-01-01T00:01:00Z]"});
    CHECK(rowsOf(db.sqlQuery<"SELECT place, pt FROM Scans ORDER BY pt">()) == rowsOf(db.sqlQuery<"SELECT place, pt FROM Scans">()));
}

TEST_CASE("CURRENT_WATERMARK is that of the step that reads it: before the row; of a union the least; in groups and conditions too; NULL in batch") {
    test::Environment e;
    SourceFeed feed(e.env);
    const auto left = feed.source<Scan>("left"), right = feed.source<Scan>("right");
    const auto db = e.tenv.createTemporaryView<"L">(e.tenv.fromDataStream(left, atOnce)).createTemporaryView<"R">(e.tenv.fromDataStream(right, atOnce));
    feed.push(left, scan("p1", "a", 5));
    feed.push(left, scan("p1", "b", 9));
    feed.push(right, scan("p2", "c", 2));
    feed.push(right, scan("p2", "d", 7));
    feed.push(left, scan("p1", "e", 3));
    const auto seconds = [](Texts rows) {
        for (std::string& r : rows) r = r.replace(r.find("2001"), 17, "");  // 2001-09-09T01:46:45
        return rows;
    };
    CHECK(rowsOf(db.sqlQuery<"SELECT place, CURRENT_WATERMARK(tm) AS w FROM L">()) == Texts{"+I[a, null]", "+I[b, 2001-09-09T01:46:45]", "+I[e, 2001-09-09T01:46:49]"});
    CHECK(rowsOf(db.sqlQuery<"SELECT place FROM L WHERE tm <= CURRENT_WATERMARK(tm)">()) == Texts{"+I[e]"});
    CHECK(rowsOf(db.sqlQuery<"SELECT place, CURRENT_WATERMARK(tm) AS w FROM (SELECT * FROM L UNION ALL SELECT * FROM R)">()) ==
          Texts{"+I[a, null]", "+I[b, null]", "+I[c, null]", "+I[d, 2001-09-09T01:46:42]", "+I[e, 2001-09-09T01:46:47]"});
    CHECK(seconds(rowsOf(db.sqlQuery<"SELECT place, CURRENT_WATERMARK(tm) AS w FROM L WHERE place = 'b' UNION ALL SELECT place, CURRENT_WATERMARK(tm) FROM R WHERE place = 'd'">())) == Texts{"+I[b, 45]", "+I[d, 42]"});
    CHECK(folded(rowsOf(db.sqlQuery<"SELECT parcel, COUNT(*) AS n, COUNT(*) FILTER (WHERE tm <= CURRENT_WATERMARK(tm)) AS late FROM L GROUP BY parcel">())) == Texts{"+I[p1, 3, 1]"});
    CHECK(folded(rowsOf(db.sqlQuery<"SELECT CURRENT_WATERMARK(tm) IS NULL AS early, COUNT(*) AS n FROM L GROUP BY CURRENT_WATERMARK(tm) IS NULL">())) == Texts{"+I[false, 2]", "+I[true, 1]"});
    const auto batch = viewOf(BatchTableEnvironment::create(e.env), e.env, scans, atOnce);
    CHECK(rowsOf(batch.sqlQuery<"SELECT parcel FROM Scans WHERE CURRENT_WATERMARK(tm) IS NULL">()).size() == scans.size());
}
