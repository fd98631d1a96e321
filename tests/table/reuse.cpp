// SPDX-License-Identifier: BSL-1.0
// Equal parts of a query run once, and the query's rows are those of one whose parts are apart.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/stream/feed.hpp>

#include "table/readings.hpp"
#include "table/texts.hpp"

using namespace rivulet;
using test::lateByTen;
using test::Reading;
using test::rowsOf;
using test::Texts;

namespace {

const std::vector<Reading>& readings() {
    static const std::vector<Reading> rows = [] {
        std::vector<Reading> made;
        test::Random random;
        for (std::int64_t i = 0; i < 300; ++i) made.push_back(random.reading(4, 6, 1'700'000'000'000 + i * 250 - random.below(9'000)));
        return made;
    }();
    return rows;
}

/// Rows as they came, and what is left of them.
struct Answer {
    Texts rows;
    std::map<std::string, int> left;
    int calls{};
};
/// A query over `r` and `s`, two views of one stream: what reads both of them is never equal. CALLED tells how often it was called.
template <FixedString Sql, class Environment>
Answer answer(std::size_t batchRows) {
    StreamExecutionEnvironment env;
    env.setBatchRows(batchRows);
    const auto tenv = Environment::create(env);
    Answer a;
    const auto table = tenv.fromDataStream(env.fromCollection(readings()), lateByTen);
    const auto db = tenv.template createTemporaryFunction<"CALLED">([&a](std::int32_t n) { ++a.calls; return n; }).template createTemporaryView<"r">(table).template createTemporaryView<"s">(table);
    a.rows = rowsOf(db.template sqlQuery<Sql>());
    for (const std::string& row : a.rows) {
        const bool taken = row.starts_with("-");
        if ((a.left[row.substr(2)] += taken ? -1 : 1) == 0) a.left.erase(row.substr(2));
    }
    return a;
}
template <FixedString Shared, FixedString Apart, class Environment, bool InOrder>
void checkSame() {
    const int calls = static_cast<int>(readings().size());
    const Answer once = answer<Shared, Environment>(1024);
    CHECK(once.calls == calls);
    CHECK(!once.left.empty());
    for (const std::size_t batchRows : {1u, 2u, 7u, 1024u}) {
        CAPTURE(batchRows);
        const Answer apart = answer<Apart, Environment>(batchRows);
        CHECK(apart.calls == 2 * calls);
        CHECK(apart.left == once.left);
        if (InOrder) CHECK(apart.rows == once.rows);
        CHECK(answer<Shared, Environment>(batchRows).rows == once.rows);
    }
}
/// `InOrder`: also the order of the rows is that of the query whose parts are apart.
template <FixedString Shared, FixedString Apart, bool InOrder>
void checkStreaming() { checkSame<Shared, Apart, StreamTableEnvironment, InOrder>(); }
template <FixedString Shared, FixedString Apart>
void checkBatch() { checkSame<Shared, Apart, BatchTableEnvironment, false>(); }

}  // namespace

#define COUNTS(view) "(SELECT sensor, window_start AS b, window_end AS e, COUNT(*) AS n, SUM(CALLED(`value`)) AS s FROM TABLE(HOP(TABLE " view ", DESCRIPTOR(at), INTERVAL '5' SECOND, INTERVAL '15' SECOND)) GROUP BY sensor, window_start, window_end)"
#define HOT(left, right) "SELECT c.sensor, c.e, c.n, c.s, m.most, m.s AS greatest FROM " COUNTS(left) " AS c JOIN (SELECT b, e, MAX(n) AS most, MAX(s) AS s FROM " COUNTS(right) " GROUP BY b, e) AS m ON c.b = m.b AND c.e = m.e AND c.n >= m.most"
#define GROUPS(view) "(SELECT sensor, SUM(CALLED(`value`)) AS s, COUNT(*) AS n FROM " view " GROUP BY sensor)"
#define PAIRS(left, right) "SELECT l.sensor, l.s, l.n, q.s AS s2, q.n AS n2 FROM " GROUPS(left) " AS l JOIN " GROUPS(right) " AS q ON l.sensor = q.sensor"
#define FIRST(view) "(SELECT * FROM (SELECT sensor, `value` AS v, ROW_NUMBER() OVER (PARTITION BY sensor ORDER BY `value` DESC) AS place FROM " view " WHERE CALLED(`value`) >= 0) WHERE place <= 3)"
#define PLACES(left, right) "SELECT sensor, v, place FROM " FIRST(left) " WHERE place = 1 UNION ALL SELECT sensor, v, place FROM " FIRST(right) " WHERE v > 3"
#define RISING(view) "(SELECT sensor, COUNT(*) AS n FROM " view " WHERE CALLED(`value`) >= 0 GROUP BY sensor)"
#define MOST(view) "SELECT sensor, n FROM (SELECT * FROM " RISING(view) " ORDER BY n DESC LIMIT 2)"
#define MANY(view) "SELECT sensor, n FROM " RISING(view) " WHERE n > 3"
#define TOP(left, right) MOST(left) " UNION ALL " MANY(right)
#define TOP_LAST(left, right) MANY(left) " UNION ALL " MOST(right)

TEST_CASE("windows that are counted twice are counted once") {
    checkStreaming<HOT("r", "r"), HOT("r", "s"), true>();
    checkBatch<HOT("r", "r"), HOT("r", "s")>();
}
TEST_CASE("groups that are joined with themselves are one") {
    checkStreaming<PAIRS("r", "r"), PAIRS("r", "s"), false>();
    checkBatch<PAIRS("r", "r"), PAIRS("r", "s")>();
}
TEST_CASE("a ranking that two filters read is one") {
    checkStreaming<PLACES("r", "r"), PLACES("r", "s"), false>();
    checkBatch<PLACES("r", "r"), PLACES("r", "s")>();
}

TEST_CASE("who wants no rows before an update gets none of those that another reader asks for") {
    // Ranks of counts that only rise need new rows only, a filter needs both.
    checkStreaming<TOP("r", "r"), TOP("r", "s"), false>();
    checkStreaming<TOP_LAST("r", "r"), TOP_LAST("s", "r"), false>();
    checkBatch<TOP("r", "r"), TOP("r", "s")>();
    test::Environment e;
    const auto db = e.tenv.createTemporaryFunction<"CALLED">([](std::int32_t n) { return n; }).createTemporaryView<"r">(e.tenv.fromDataStream(e.env.fromCollection(readings()), lateByTen));
    CHECK(db.sqlQuery<TOP("r", "r")>().explain().find("\n#1 Reused(reference_id=[1]) without -U -> #0\n") != std::string_view::npos);
    CHECK(db.sqlQuery<TOP("r", "r")>().explain().find("\n#2 Group(COUNT(*) BY sensor)(reuse_id=[1]) -> result\n") != std::string_view::npos);
    CHECK(db.sqlQuery<TOP_LAST("r", "r")>().explain().find("\n#0 Reused(reference_id=[1]) -> result\n") != std::string_view::npos);
    CHECK(db.sqlQuery<TOP_LAST("r", "r")>().explain().find("\n#2 Group(COUNT(*) BY sensor)(reuse_id=[1]) without -U -> #1\n") != std::string_view::npos);
}

TEST_CASE("all that read an operator hear that it is idle, and when it is over") {
    struct Tick { std::int64_t v; };
    const auto run = [](bool becomesIdle) {
        test::Environment s;
        SourceFeed feed(s.env);
        const auto one = feed.source<Tick>(), other = feed.source<Tick>();
        const auto push = [&](const DataStream<Tick>& to, std::int64_t seconds) {
            feed.push(to, Tick{seconds}, seconds * 1000);
            feed.watermark(to, seconds * 1000 - 1);
        };
        push(one, 1);
        if (becomesIdle) feed.idle(one);
        push(other, 12);
        if (becomesIdle) feed.idle(one, false);
        push(one, 12);  // its first five seconds are over; for who went on without them they are late
        const auto declared = Schema().column<"v", "BIGINT NOT NULL">().columnByMetadata<"rt", "TIMESTAMP_LTZ(3)", "rowtime">().watermark<"rt", "SOURCE_WATERMARK()">();
        const auto tables = s.tenv.createTemporaryView<"one">(s.tenv.fromDataStream(one, declared)).createTemporaryView<"other">(s.tenv.fromDataStream(other, declared));
        const auto db = tables.createTemporaryView<"counts">(
            tables.sqlQuery<"SELECT window_time AS rt, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE one, DESCRIPTOR(rt), INTERVAL '5' SECOND)) GROUP BY window_start, window_end, window_time">());
        return rowsOf(db.sqlQuery<"SELECT SUM(n) AS n FROM TABLE(TUMBLE((SELECT rt, n FROM counts UNION ALL SELECT rt, n + 100 AS n FROM counts UNION ALL SELECT rt, 1000 AS n FROM other), "
                                  "DESCRIPTOR(rt), INTERVAL '10' SECOND)) GROUP BY window_start, window_end">());
    };
    CHECK(run(false) == Texts{"+I[102]", "+I[1102]"});
    CHECK(run(true) == Texts{"+I[1102]"});
}
