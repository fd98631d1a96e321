// SPDX-License-Identifier: BSL-1.0
// OVER windows, end to end: by row time, by the clock, by another column, in batch; what is late; all the kinds of calls and of values.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
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

struct Sale {
    std::string shop, item;
    std::optional<std::int32_t> pieces;
    double weight;
    Timestamp<3> tm;
};
Sale sale(std::string shop, std::string item, std::optional<std::int32_t> pieces, double weight, std::int64_t second) {
    return {std::move(shop), std::move(item), pieces, weight, Timestamp<3>::fromMillis(1'000'000'000'000 + second * 1000)};
}
const std::vector<Sale> sales{sale("a", "pen", 3, 0.5, 1), sale("b", "ink", 1, 2, 2), sale("a", "pad", {}, 1, 3), sale("a", "pen", 5, 0.25, 3), sale("b", "pen", 2, 4, 9), sale("a", "ink", 7, 8, 8), sale("b", "pad", 4, 1, 30)};

constexpr auto slow = Schema().columnByExpression<"pt", "PROCTIME()">().watermark<"tm", "tm - INTERVAL '5' SECOND">();
constexpr auto atOnce = Schema().watermark<"tm", "tm">();
template <class Tables, class S>
auto viewOf(const Tables& tables, const StreamExecutionEnvironment& env, const std::vector<Sale>& rows, S schema) {
    return tables.template createTemporaryView<"Sales">(tables.fromDataStream(env.fromCollection(rows), schema));
}

// How many letters texts have.
struct Letters {
    std::int64_t n{};
    void accumulate(const std::string& text) { n += static_cast<std::int64_t>(text.size()); }
    void retract(const std::string& text) { n -= static_cast<std::int64_t>(text.size()); }
    std::int64_t result() const { return n; }
};

}  // namespace

TEST_CASE("OVER by row time: aggregates of all kinds over bounded and unbounded frames") {
    test::Environment e;
    const auto db = viewOf(e.tenv, e.env, sales, slow);
    // Of pens and pads: text, DISTINCT, FILTER, the first and the last value that is not NULL.
    CHECK(rowsOf(db.sqlQuery<"SELECT shop, item, COUNT(DISTINCT item) OVER w AS d, SUM(pieces) FILTER (WHERE item <> 'pad') OVER w AS s, MAX(item) OVER w AS m, LISTAGG(item, '+') OVER w AS l, "
                             "FIRST_VALUE(pieces) OVER w AS f, LAST_VALUE(pieces) OVER w AS t FROM Sales WINDOW w AS (PARTITION BY shop ORDER BY tm ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)">()) ==
          Texts{"+I[a, pen, 1, 3, pen, pen, 3, 3]", "+I[b, ink, 1, 1, ink, ink, 1, 1]", "+I[a, pad, 2, 3, pen, pen+pad, 3, 3]", "+I[a, pen, 2, 5, pen, pad+pen, 5, 5]", "+I[a, ink, 2, 12, pen, pen+ink, 5, 7]",
                "+I[b, pen, 2, 3, pen, ink+pen, 1, 2]", "+I[b, pad, 2, 2, pen, pen+pad, 2, 4]"});
}

TEST_CASE("OVER by row time: places, LAG, computed arguments and keys, and time goes on from there") {
    test::Environment e;
    const auto db = viewOf(e.tenv, e.env, sales, slow);
    CHECK(rowsOf(db.sqlQuery<"SELECT item, RANK() OVER w AS r, DENSE_RANK() OVER w AS d, LAG(item, 1, '-') OVER w AS l, SUM(pieces * 2) OVER w AS s FROM Sales WINDOW w AS (PARTITION BY UPPER(shop) ORDER BY tm)">()) ==
          Texts{"+I[pen, 1, 1, -, 6]", "+I[ink, 1, 1, -, 2]", "+I[pad, 2, 2, pad, 16]", "+I[pen, 2, 2, pad, 16]", "+I[ink, 4, 3, pen, 30]", "+I[pen, 2, 2, ink, 6]", "+I[pad, 3, 3, pen, 14]"});
    // The time is a row time behind it: another OVER orders by it.
    CHECK(rowsOf(db.sqlQuery<"SELECT item, SUM(n) OVER (ORDER BY tm ROWS 1 PRECEDING) AS s FROM (SELECT item, tm, COUNT(*) OVER (PARTITION BY shop ORDER BY tm) AS n FROM Sales)">()) ==
          Texts{"+I[pen, 1]", "+I[ink, 2]", "+I[pad, 4]", "+I[pen, 6]", "+I[ink, 7]", "+I[pen, 6]", "+I[pad, 5]"});
}

TEST_CASE("LAG from far behind: what is kept grows with the rows, not with the distance") {
    test::Environment e;
    const auto db = viewOf(e.tenv, e.env, sales, slow);
    CHECK(rowsOf(db.sqlQuery<"SELECT item, LAG(item, 99999999999, '-') OVER w AS far, LAG(item, 0) OVER w AS own, LAG(item, 2, '-') OVER w AS two FROM Sales WINDOW w AS (PARTITION BY shop ORDER BY tm)">()) ==
          Texts{"+I[pen, -, pen, -]", "+I[ink, -, ink, -]", "+I[pad, -, pen, pen]", "+I[pen, -, pen, pen]", "+I[ink, -, ink, pad]", "+I[pen, -, pen, -]", "+I[pad, -, pad, ink]"});
    const auto batch = viewOf(BatchTableEnvironment::create(e.env), e.env, sales, slow);
    CHECK(sortedRowsOf(batch.sqlQuery<"SELECT item, LAG(item, 9223372036854775807, '-') OVER w AS a, LEAD(item, 9223372036854775807, '-') OVER w AS b FROM Sales WINDOW w AS (PARTITION BY shop ORDER BY tm)">()) ==
          Texts{"+I[ink, -, -]", "+I[ink, -, -]", "+I[pad, -, -]", "+I[pad, -, -]", "+I[pen, -, -]", "+I[pen, -, -]", "+I[pen, -, -]"});
}

TEST_CASE("OVER by row time: rows behind the watermark are late for unbounded frames, rows behind their key for bounded ones") {
    test::Environment e;
    const auto db = viewOf(e.tenv, e.env, sales, atOnce);  // the second row of 3 s, and `ink` behind 9 s
    CHECK(rowsOf(db.sqlQuery<"SELECT item, SUM(pieces) OVER (PARTITION BY shop ORDER BY tm) AS s FROM Sales">()) == Texts{"+I[pen, 3]", "+I[ink, 1]", "+I[pad, 3]", "+I[pen, 3]", "+I[pad, 7]"});
    CHECK(e.env.lastResult().lateRows() == 2);
    CHECK(rowsOf(db.sqlQuery<"SELECT item, SUM(pieces) OVER (PARTITION BY shop ORDER BY tm RANGE INTERVAL '1' HOUR PRECEDING) AS s FROM Sales">()) ==
          Texts{"+I[pen, 3]", "+I[ink, 1]", "+I[pad, 3]", "+I[pen, 3]", "+I[ink, 10]", "+I[pad, 7]"});
    CHECK(e.env.lastResult().lateRows() == 1);
}

TEST_CASE("OVER of a streaming query in an environment of batch mode: nothing is late") {
    test::Environment e;
    e.env.setRuntimeMode(RuntimeExecutionMode::Batch);
    const auto db = viewOf(e.tenv, e.env, sales, atOnce);
    CHECK(rowsOf(db.sqlQuery<"SELECT item, SUM(pieces) OVER (PARTITION BY shop ORDER BY tm ROWS 1 PRECEDING) AS s FROM Sales">()) ==
          Texts{"+I[pen, 3]", "+I[ink, 1]", "+I[pad, 3]", "+I[pen, 5]", "+I[ink, 12]", "+I[pen, 3]", "+I[pad, 6]"});
}

TEST_CASE("OVER by the clock: rows at once, but RANGE waits for the millisecond to end") {
    test::Environment e;
    SourceFeed feed(e.env);
    const auto stream = feed.source<Sale>("sales");
    const std::int64_t clock[] = {0, 0, 500, 500, 1400, 1400, 3000};
    for (std::size_t i = 0; i < sales.size(); ++i) {
        feed.advanceProcessingTime(clock[i]);
        feed.push(stream, sales[i]);
    }
    const auto db = e.tenv.createTemporaryView<"Sales">(e.tenv.fromDataStream(stream, slow));
    CHECK(rowsOf(db.sqlQuery<"SELECT item, SUM(pieces) OVER (PARTITION BY shop ORDER BY pt) AS s FROM Sales">()) ==
          Texts{"+I[pen, 3]", "+I[ink, 1]", "+I[pad, 3]", "+I[pen, 8]", "+I[pen, 3]", "+I[ink, 15]", "+I[pad, 7]"});
    CHECK(rowsOf(db.sqlQuery<"SELECT item, SUM(pieces) OVER (PARTITION BY shop ORDER BY pt ROWS 1 PRECEDING) AS s FROM Sales">()) ==
          Texts{"+I[pen, 3]", "+I[ink, 1]", "+I[pad, 3]", "+I[pen, 5]", "+I[pen, 3]", "+I[ink, 12]", "+I[pad, 6]"});
    CHECK(rowsOf(db.sqlQuery<"SELECT item, SUM(pieces) OVER (ORDER BY pt RANGE INTERVAL '1' SECOND PRECEDING) AS s FROM Sales">()) ==
          Texts{"+I[pen, 4]", "+I[ink, 4]", "+I[pad, 9]", "+I[pen, 9]", "+I[pen, 14]", "+I[ink, 14]", "+I[pad, 4]"});
}

TEST_CASE("OVER by another column in streaming: the changes of a table") {
    test::Environment e;
    const auto db = viewOf(e.tenv, e.env, sales, slow);
    CHECK(rowsOf(db.sqlQuery<"SELECT item, RANK() OVER (PARTITION BY shop ORDER BY item) AS r FROM Sales WHERE shop = 'b'">()) ==
          Texts{"+I[ink, 1]", "+I[pen, 2]", "+I[pad, 2]", "-U[pen, 2]", "+U[pen, 3]"});
    // Of groups, whose counts change: the row of a group is told from others by its key.
    CHECK(rowsOf(db.sqlQuery<"SELECT shop, n, SUM(n) OVER (ORDER BY shop) AS t FROM (SELECT shop, COUNT(*) AS n FROM Sales GROUP BY shop)">()).size() > 7);
}

TEST_CASE("OVER in batch: functions of the place, rows behind, distances of all types") {
    test::Environment e;
    const auto db = viewOf(BatchTableEnvironment::create(e.env), e.env, sales, slow);
    CHECK(sortedRowsOf(db.sqlQuery<"SELECT item, NTILE(2) OVER w AS t, PERCENT_RANK() OVER w AS p, CUME_DIST() OVER w AS c, LEAD(item) OVER w AS l, LEAD(pieces, 2, 0) OVER w AS k, LAG(item, 1, 'none') OVER w AS g FROM Sales "
                                   "WINDOW w AS (PARTITION BY shop ORDER BY item)">()) ==
          Texts{"+I[ink, 1, 0.0, 0.25, pad, 3, none]", "+I[ink, 1, 0.0, 0.3333333333333333, pad, 2, none]", "+I[pad, 1, 0.3333333333333333, 0.5, pen, 5, ink]", "+I[pad, 1, 0.5, 0.6666666666666666, pen, 0, ink]",
                "+I[pen, 2, 0.6666666666666666, 1.0, null, 0, pen]", "+I[pen, 2, 0.6666666666666666, 1.0, pen, 0, pad]", "+I[pen, 2, 1.0, 1.0, null, 0, pad]"});
    CHECK(sortedRowsOf(db.sqlQuery<"SELECT shop, weight, COUNT(*) OVER (PARTITION BY shop ORDER BY weight RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) AS n, SUM(weight) OVER (PARTITION BY shop ORDER BY weight DESC RANGE "
                                   "BETWEEN UNBOUNDED PRECEDING AND 3 FOLLOWING) AS s FROM Sales">()) ==
          Texts{"+I[a, 0.25, 1, 9.75]", "+I[a, 0.5, 2, 9.75]", "+I[a, 1.0, 3, 9.75]", "+I[a, 8.0, 1, 8.0]", "+I[b, 1.0, 1, 7.0]", "+I[b, 2.0, 2, 7.0]", "+I[b, 4.0, 1, 7.0]"});
    CHECK(sortedRowsOf(db.sqlQuery<"SELECT item, COUNT(*) OVER (ORDER BY tm RANGE BETWEEN INTERVAL '1' SECOND FOLLOWING AND INTERVAL '5' SECOND FOLLOWING) AS t, "
                                   "COUNT(*) OVER (ORDER BY CAST(tm AS DATE) RANGE INTERVAL '1' DAY PRECEDING) AS d, COUNT(*) OVER (ORDER BY CAST(tm AS TIME) RANGE BETWEEN CURRENT ROW AND INTERVAL '1' MINUTE FOLLOWING) AS c, "
                                   "SUM(pieces) OVER (ORDER BY CAST(pieces AS DECIMAL(10, 2)) NULLS LAST RANGE BETWEEN 2 PRECEDING AND 1 PRECEDING) AS m FROM Sales WHERE shop = 'a'">()) ==
          Texts{"+I[ink, 0, 4, 1, 5]", "+I[pad, 1, 4, 3, null]", "+I[pen, 1, 4, 3, 3]", "+I[pen, 2, 4, 4, null]"});
    // A sum of floating-point numbers keeps nothing of those that have left the frame.
    const auto big = viewOf(BatchTableEnvironment::create(e.env), e.env, {sale("a", "x", 1, 1e20, 1), sale("a", "y", 1, 1, 2), sale("a", "z", 1, 2, 3)}, slow);
    CHECK(rowsOf(big.sqlQuery<"SELECT item, SUM(weight) OVER (ORDER BY tm ROWS 1 PRECEDING) AS s FROM Sales">()) == Texts{"+I[x, 1.0E20]", "+I[y, 1.0E20]", "+I[z, 3.0]"});
}

TEST_CASE("OVER with a user aggregate takes rows out of a bounded frame again") {
    test::Environment e;
    const auto tenv = e.tenv.createTemporaryFunction<"LETTERS">(Letters{});
    const auto db = viewOf(tenv, e.env, sales, slow);
    CHECK(rowsOf(db.sqlQuery<"SELECT item, LETTERS(item || shop) OVER (PARTITION BY shop ORDER BY tm ROWS 1 PRECEDING) AS n FROM Sales WHERE shop = 'b'">()) == Texts{"+I[ink, 4]", "+I[pen, 8]", "+I[pad, 8]"});
}

TEST_CASE("property: streaming answers out-of-order rows as batch does, whatever the batches of rows") {
    std::uint32_t state = 11;
    const auto random = [&](std::uint32_t n) { return (state = state * 1664525u + 1013904223u) / 65536u % n; };
    for (int round = 0; round < 8; ++round) {
        std::vector<Sale> rows;
        for (int i = 0; i < 60; ++i)
            rows.push_back(sale(std::string(1, static_cast<char>('a' + random(3))), "i" + std::to_string(i), random(4) ? std::optional<std::int32_t>(random(50)) : std::nullopt, 1, i + static_cast<int>(random(5))));
        test::Environment e;
        e.env.setBatchRows(round % 2 ? 7 : 1);
        const auto streaming = viewOf(e.tenv, e.env, rows, slow);
        const auto batch = viewOf(BatchTableEnvironment::create(e.env), e.env, rows, slow);
        const auto agree = [&]<FixedString Sql>() { CHECK(sortedRowsOf(streaming.template sqlQuery<Sql>()) == sortedRowsOf(batch.template sqlQuery<Sql>())); };
        agree.operator()<"SELECT item, SUM(pieces) OVER w AS s, MIN(pieces) OVER w AS m, COUNT(*) OVER w AS n FROM Sales WINDOW w AS (PARTITION BY shop ORDER BY tm ROWS 3 PRECEDING)">();
        agree.operator()<"SELECT item, SUM(pieces) OVER w AS s, COUNT(DISTINCT pieces) OVER w AS n FROM Sales WINDOW w AS (PARTITION BY shop ORDER BY tm RANGE INTERVAL '9' SECOND PRECEDING)">();
        agree.operator()<"SELECT item, SUM(pieces) OVER w AS s, RANK() OVER w AS r FROM Sales WINDOW w AS (PARTITION BY shop ORDER BY tm)">();
        agree.operator()<"SELECT item, ROW_NUMBER() OVER w AS r FROM Sales WINDOW w AS (ORDER BY tm)">();
    }
}
