// SPDX-License-Identifier: BSL-1.0
// Windows in SQL, running: by the clock, out of order, in slices and with each window, user aggregates.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <rivulet/stream/feed.hpp>

#include "stable_sort.hpp"
#include "table/readings.hpp"
#include "table/texts.hpp"

using namespace rivulet;
using test::lateByTen;
using test::Reading;
using test::rowsOf;
using test::sortedRowsOf;
using test::Texts;

namespace {

/// Two minutes of readings, in order of time or up to ten seconds out of it.
std::vector<Reading> readings(bool inOrder) {
    std::vector<std::int64_t> times;
    std::vector<Reading> rows;
    test::Random random;
    for (int i = 0; i < 500; ++i) {
        const std::int64_t at = 1'700'000'000'000 + random.below(120) * 1000 + random.below(4) * 250;
        rows.push_back(random.reading(5, 9, at));
        const std::int64_t delay = random.below(10'000);
        times.push_back(at + (inOrder ? 0 : delay));
    }
    std::vector<std::size_t> order(rows.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    test::stableSort(order, [&times](std::size_t a, std::size_t b) { return times[a] < times[b]; });
    std::vector<Reading> sorted;
    for (const std::size_t i : order) sorted.push_back(rows[i]);
    return sorted;
}
template <FixedString Sql, class Environment = StreamTableEnvironment>
Texts answer(bool inOrder) {
    StreamExecutionEnvironment env;
    const auto tenv = Environment::create(env);
    return sortedRowsOf(tenv.template createTemporaryView<"r">(tenv.fromDataStream(env.fromCollection(readings(inOrder)), lateByTen)).template sqlQuery<Sql>());
}
/// Out of order within the bound, in order, and in batch mode the answer is the same.
template <FixedString Sql, bool Batch = true>
Texts sameAlways() {
    const Texts rows = answer<Sql>(true);
    CHECK(!rows.empty());
    CHECK(answer<Sql>(false) == rows);
    if constexpr (Batch) CHECK(answer<Sql, BatchTableEnvironment>(false) == rows);
    return rows;
}

// The product of what it sees; parts of a group can be put together.
struct Product {
    std::int64_t is = 1;
    void accumulate(std::int32_t v) { is = is * (v + 1) % 1'000'003; }
    void merge(const Product& later) { is = is * later.is % 1'000'003; }
    std::int64_t result() const { return is; }
};

}  // namespace

TEST_CASE("windows do not depend on the order of rows within the bound, nor on the mode") {
    sameAlways<"SELECT sensor, window_start, window_end, COUNT(*) AS n, SUM(`value`) AS s, MAX(`value`) AS m FROM TABLE(TUMBLE(TABLE r, DESCRIPTOR(at), INTERVAL '10' SECOND, INTERVAL '3' SECOND)) GROUP BY sensor, window_start, window_end">();
    sameAlways<"SELECT window_start, COUNT(DISTINCT sensor) AS d, AVG(`value`) AS a FROM TABLE(CUMULATE(TABLE r, DESCRIPTOR(at), INTERVAL '5' SECOND, INTERVAL '1' MINUTE)) GROUP BY window_start, window_end">();
    sameAlways<"SELECT sensor, window_start, window_end, SUM(`value`) AS s FROM TABLE(SESSION(TABLE r PARTITION BY sensor, DESCRIPTOR(at), INTERVAL '2' SECOND)) GROUP BY sensor, window_start, window_end", false>();
    sameAlways<"SELECT DISTINCT sensor, window_start, window_end FROM TABLE(HOP(TABLE r, DESCRIPTOR(at), INTERVAL '5' SECOND, INTERVAL '15' SECOND))">();
    sameAlways<"SELECT sensor, window_start, GROUPING(sensor) AS g, SUM(`value`) AS s FROM TABLE(HOP(TABLE r, DESCRIPTOR(at), INTERVAL '20' SECOND, INTERVAL '40' SECOND)) GROUP BY window_start, window_end, ROLLUP(sensor)">();
    // Windows of windows, and of rows that change.
    sameAlways<"SELECT window_start, window_end, MAX(n) AS m FROM (SELECT sensor, window_start, window_end, COUNT(*) AS n FROM TABLE(HOP(TABLE r, DESCRIPTOR(at), INTERVAL '5' SECOND, INTERVAL '15' SECOND)) GROUP BY sensor, window_start, window_end) GROUP BY window_start, window_end">();
    sameAlways<"SELECT window_end, SUM(n) AS s FROM TABLE(HOP((SELECT window_time AS rt, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE r, DESCRIPTOR(at), INTERVAL '5' SECOND)) GROUP BY window_start, window_end, window_time), DESCRIPTOR(rt), INTERVAL '10' SECOND, INTERVAL '30' SECOND)) GROUP BY window_start, window_end">();
    sameAlways<"SELECT sensor, HOP_START(at, INTERVAL '4' SECOND, INTERVAL '10' SECOND) AS w, SUM(`value`) AS s FROM r GROUP BY sensor, HOP(at, INTERVAL '4' SECOND, INTERVAL '10' SECOND)">();
}

TEST_CASE("windows of slices are those of rows") {
    // The condition holds for all; who computes with the window gets the rows of each.
    const Texts slices = sameAlways<"SELECT sensor, window_end, COUNT(*) AS n, SUM(`value`) AS s, COUNT(DISTINCT `value`) AS d FROM TABLE(HOP(TABLE r, DESCRIPTOR(at), INTERVAL '1' SECOND, INTERVAL '10' SECOND)) GROUP BY sensor, window_start, window_end">();
    CHECK(sameAlways<"SELECT sensor, window_end, COUNT(*) AS n, SUM(`value`) AS s, COUNT(DISTINCT `value`) AS d FROM TABLE(HOP(TABLE r, DESCRIPTOR(at), INTERVAL '1' SECOND, INTERVAL '10' SECOND)) WHERE window_end > TIMESTAMP '2000-01-01 00:00:00' GROUP BY sensor, window_start, window_end">() == slices);
    // Sums alone leave a window as they came.
    const Texts sums = sameAlways<"SELECT sensor, window_end, COUNT(*) AS n, SUM(`value`) FILTER (WHERE `value` > 3) AS s FROM TABLE(HOP(TABLE r, DESCRIPTOR(at), INTERVAL '1' SECOND, INTERVAL '10' SECOND)) GROUP BY sensor, window_start, window_end">();
    CHECK(sameAlways<"SELECT sensor, window_end, COUNT(*) AS n, SUM(`value`) FILTER (WHERE `value` > 3) AS s FROM TABLE(HOP(TABLE r, DESCRIPTOR(at), INTERVAL '1' SECOND, INTERVAL '10' SECOND)) WHERE window_end > TIMESTAMP '2000-01-01 00:00:00' GROUP BY sensor, window_start, window_end">() == sums);
}

TEST_CASE("user aggregates of parts of windows") {
    StreamExecutionEnvironment env;
    const auto tenv = StreamTableEnvironment::create(env);
    const auto db = tenv.createTemporaryView<"r">(tenv.fromDataStream(env.fromCollection(readings(false)), lateByTen)).createTemporaryFunction<"PRODUCT">(Product{});
    CHECK(sortedRowsOf(db.sqlQuery<"SELECT sensor, window_end, PRODUCT(`value`) AS p FROM TABLE(HOP(TABLE r, DESCRIPTOR(at), INTERVAL '2' SECOND, INTERVAL '20' SECOND)) GROUP BY sensor, window_start, window_end">()) ==
          sortedRowsOf(db.sqlQuery<"SELECT sensor, window_end, PRODUCT(`value`) AS p FROM TABLE(HOP(TABLE r, DESCRIPTOR(at), INTERVAL '2' SECOND, INTERVAL '20' SECOND)) WHERE window_end > TIMESTAMP '2000-01-01 00:00:00' GROUP BY sensor, window_start, window_end">()));
}

TEST_CASE("windows by the clock are over when it shows their end, and with the stream") {
    struct Tick { std::string who; std::int32_t n; };
    const auto by = [](auto run) {
        test::Environment e;
        SourceFeed feed(e.env);
        const auto stream = feed.source<Tick>("ticks");
        feed.push(stream, Tick{"a", 1});
        feed.advanceProcessingTime(4'000);
        feed.push(stream, Tick{"b", 2});
        feed.push(stream, Tick{"a", 4});
        feed.advanceProcessingTime(9'999);
        feed.push(stream, Tick{"at 9.999", 100});
        feed.advanceProcessingTime(10'000);
        feed.push(stream, Tick{"at 10", 100});
        feed.push(stream, Tick{"a", 8});
        const auto db = e.tenv.createTemporaryView<"r">(e.tenv.fromDataStream(stream, Schema().columnByExpression<"pt", "PROCTIME()">()));
        return run(db);
    };
    CHECK(by([](const auto& db) {
        return rowsOf(db.template sqlQuery<"SELECT who, SUM(n) AS s, window_start FROM TABLE(TUMBLE((SELECT * FROM r WHERE n < 100), DESCRIPTOR(pt), INTERVAL '10' SECOND)) GROUP BY who, window_start, window_end "
                                           "UNION ALL SELECT who, n, CAST(NULL AS TIMESTAMP(3)) FROM r WHERE n = 100">());
    }) == Texts{"+I[at 9.999, 100, null]", "+I[a, 5, 1970-01-01T00:00]", "+I[b, 2, 1970-01-01T00:00]", "+I[at 10, 100, null]", "+I[a, 8, 1970-01-01T00:00:10]"});
    CHECK(by([](const auto& db) {
        return rowsOf(db.template sqlQuery<"SELECT who, SUM(n) AS s, window_end FROM TABLE(SESSION((SELECT * FROM r WHERE n < 100) PARTITION BY who, DESCRIPTOR(pt), INTERVAL '5' SECOND)) GROUP BY who, window_start, window_end "
                                           "UNION ALL SELECT who, n, CAST(NULL AS TIMESTAMP(3)) FROM r WHERE n = 100">());
    }) == Texts{"+I[a, 5, 1970-01-01T00:00:09]", "+I[b, 2, 1970-01-01T00:00:09]", "+I[at 9.999, 100, null]", "+I[at 10, 100, null]", "+I[a, 8, 1970-01-01T00:00:15]"});
    CHECK(by([](const auto& db) {
        return rowsOf(db.template sqlQuery<"SELECT HOP_END(pt, INTERVAL '5' SECOND, INTERVAL '10' SECOND) AS e, SUM(n) AS s FROM r WHERE n < 100 GROUP BY HOP(pt, INTERVAL '5' SECOND, INTERVAL '10' SECOND)">());
    }) == Texts{"+I[1970-01-01T00:00:05, 7]", "+I[1970-01-01T00:00:10, 7]", "+I[1970-01-01T00:00:15, 8]", "+I[1970-01-01T00:00:20, 8]"});
    CHECK(by([](const auto& db) {
        return rowsOf(db.template sqlQuery<"SELECT who, window_end FROM TABLE(SESSION(TABLE r PARTITION BY who, DESCRIPTOR(pt), INTERVAL '3' SECOND)) WHERE who = 'a'">());
    }) == Texts{"+I[a, 1970-01-01T00:00:03]", "+I[a, 1970-01-01T00:00:07]", "+I[a, 1970-01-01T00:00:13]"});
}
