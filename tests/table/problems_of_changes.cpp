// SPDX-License-Identifier: BSL-1.0
// Problems with changes, Top-N, sums and joins that people met elsewhere, by their number (see PROBLEMS.md).
#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
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

constexpr auto insert = RowKind::insert, before = RowKind::updateBefore, after = RowKind::updateAfter, gone = RowKind::delete_;
constexpr std::nullopt_t null = std::nullopt;

// The one row of most cases, so that queries share operators: a key and a value, both of which may be null.
using Pair = Row<Field<"k", std::optional<std::string>>, Field<"v", std::optional<std::int32_t>>>;
using Keyed = Row<Field<"k", std::string>, Field<"v", std::optional<std::int32_t>>>;
using Price = Row<Field<"k", std::string>, Field<"d", std::optional<double>>>;

/// What is left of a table when its changes are applied.
Texts materialised(const Texts& changes) {
    std::map<std::string, int> rows;
    for (const std::string& change : changes) {
        const std::string row = change.substr(2);
        if (change[0] == '+') ++rows[row];
        else if (--rows[row] == 0) rows.erase(row);
    }
    Texts left;
    for (const auto& [row, copies] : rows) {
        CHECK(copies > 0);  // never less than nothing
        for (int i = 0; i < copies; ++i) left.push_back(row);
    }
    return left;
}

/// The answer of a query over the view `t` of these changes.
template <FixedString Sql, class T> Texts changesOf(std::vector<T> rows) {
    test::Environment s;
    return rowsOf(s.tenv.template createTemporaryView<"t">(s.tenv.fromChangelogStream(s.env.fromCollection(std::move(rows)))).template sqlQuery<Sql>());
}
template <FixedString Sql, class T> Texts upsertsOf(std::vector<T> rows) {
    test::Environment s;
    return rowsOf(s.tenv.template createTemporaryView<"t">(s.tenv.fromChangelogStream(s.env.fromCollection(std::move(rows)), Schema().primaryKey<"k">(), ChangelogMode::upsert())).template sqlQuery<Sql>());
}
/// The same over inserts, in streaming and in batch.
template <FixedString Sql, class T> Texts insertsOf(std::vector<T> rows) {
    test::Environment s;
    return rowsOf(s.tenv.template createTemporaryView<"t">(s.tenv.fromDataStream(s.env.fromCollection(std::move(rows)))).template sqlQuery<Sql>());
}
template <FixedString Sql, class T> Texts batchOf(std::vector<T> rows) {
    StreamExecutionEnvironment env;
    const auto tenv = BatchTableEnvironment::create(env);
    return sortedRowsOf(tenv.createTemporaryView<"t">(tenv.fromDataStream(env.fromCollection(std::move(rows)))).template sqlQuery<Sql>());
}

/// Views `l` and `r` of changes, which come in the order in which they are pushed.
template <class L, class R> struct TwoSides : test::Environment {
    SourceFeed feed{env};
    DataStream<L> left = feed.source<L>();
    DataStream<R> right = feed.source<R>();
    auto views() const { return tenv.template createTemporaryView<"l">(tenv.fromChangelogStream(left)).template createTemporaryView<"r">(tenv.fromChangelogStream(right)); }
    auto viewsWithUpserts() const {
        return tenv.template createTemporaryView<"l">(tenv.fromChangelogStream(left)).template createTemporaryView<"r">(tenv.fromChangelogStream(right, Schema().primaryKey<"k">(), ChangelogMode::upsert()));
    }
};

}  // namespace

// ---- B: nulls in keys and in results of aggregates ----------------------------------------------------------------------------

TEST_CASE("P26 all null keys are one group; a null key meets nothing, but by IS NOT DISTINCT FROM") {
    CHECK(changesOf<"SELECT k, SUM(v) AS s FROM t GROUP BY k">(std::vector{Pair(null, 1), Pair(null, 2), Pair("a", 3)}) == Texts{"+I[null, 1]", "-U[null, 1]", "+U[null, 3]", "+I[a, 3]"});
    TwoSides<Pair, Pair> s;
    s.feed.push(s.left, Pair(null, 1));
    s.feed.push(s.left, Pair("k", 2));
    s.feed.push(s.right, Pair(null, 10));
    s.feed.push(s.right, Pair("k", 20));
    const auto db = s.views();
    CHECK(rowsOf(db.sqlQuery<"SELECT l.v, r.v AS x FROM l JOIN r ON l.k = r.k">()) == Texts{"+I[2, 20]"});
    CHECK(materialised(rowsOf(db.sqlQuery<"SELECT l.v, r.v AS x FROM l LEFT JOIN r ON l.k = r.k">())) == Texts{"[1, null]", "[2, 20]"});
    CHECK(rowsOf(db.sqlQuery<"SELECT l.v, r.v AS x FROM l JOIN r ON l.k IS NOT DISTINCT FROM r.k">()) == Texts{"+I[1, 10]", "+I[2, 20]"});
}

TEST_CASE("P28 the result of an aggregate is nullable where its argument is, or where there may be no rows") {
    test::Environment s;
    struct Item { std::string k; std::int32_t sure; std::optional<std::int32_t> v; };
    const auto db = s.tenv.createTemporaryView<"t">(s.env.fromElements(Item{"k", 1, {}}));
    const auto grouped = db.sqlQuery<"SELECT k, SUM(sure) AS a, SUM(v) AS b, MAX(sure) AS c, AVG(v) AS d, COUNT(v) AS e, COUNT(*) AS f FROM t GROUP BY k">();
    static_assert(grouped.schemaText() == "(\n  `k` STRING NOT NULL,\n  `a` INT NOT NULL,\n  `b` INT,\n  `c` INT NOT NULL,\n  `d` INT,\n  `e` BIGINT NOT NULL,\n  `f` BIGINT NOT NULL\n)\n");
    CHECK(rowsOf(grouped) == Texts{"+I[k, 1, null, 1, null, 0, 1]"});
    const auto all = db.sqlQuery<"SELECT SUM(sure) AS a, MIN(sure) AS b, COUNT(sure) AS c FROM t">();
    static_assert(all.schemaText() == "(\n  `a` INT,\n  `b` INT,\n  `c` BIGINT NOT NULL\n)\n");
}

// ---- C: changes ------------------------------------------------------------------------------------------------------------------

TEST_CASE("P29 P30 an update that empties its group is -D and +I, of a changelog and of upserts; what is grouped by its key needs no groups") {
    const Texts answer{"+I[k1, 31]", "+I[k2, 6]", "-D[k1, 31]", "+I[k1, 90]"};
    CHECK(changesOf<"SELECT k, SUM(v) AS s FROM t GROUP BY k">(std::vector{Keyed("k1", 31), Keyed("k2", 6), Keyed(before, "k1", 31), Keyed(after, "k1", 90)}) == answer);
    const std::vector upserts{Keyed("k1", 31), Keyed("k2", 6), Keyed(after, "k1", 90)};
    CHECK(upsertsOf<"SELECT k, SUM(v) AS s, COUNT(*) AS n FROM t GROUP BY k">(upserts) == Texts{"+I[k1, 31, 1]", "+I[k2, 6, 1]", "-D[k1, 31, 1]", "+I[k1, 90, 1]"});
    CHECK(upsertsOf<"SELECT k, SUM(v) AS s FROM t GROUP BY k">(upserts) == Texts{"+I[k1, 31]", "+I[k2, 6]", "-U[k1, 31]", "+U[k1, 90]"});
}

TEST_CASE("P31 P32 the same groups in streaming and in batch") {
    const std::vector rows{Keyed("k1", 11), Keyed("k2", 12), Keyed("k3", 13), Keyed("k1", 14)};
    const auto streaming = insertsOf<"SELECT k, SUM(v) AS s FROM t GROUP BY k">(rows);
    CHECK(streaming == Texts{"+I[k1, 11]", "+I[k2, 12]", "+I[k3, 13]", "-U[k1, 11]", "+U[k1, 25]"});
    CHECK(batchOf<"SELECT k, SUM(v) AS s FROM t GROUP BY k">(rows) == Texts{"+I[k1, 25]", "+I[k2, 12]", "+I[k3, 13]"});
    CHECK(materialised(streaming) == Texts{"[k1, 25]", "[k2, 12]", "[k3, 13]"});
}

TEST_CASE("P33 a result that stays is not sent again, and still remembered") {
    CHECK(changesOf<"SELECT k, MAX(v) AS m FROM t GROUP BY k">(std::vector{Keyed("k", 40), Keyed("k", 15), Keyed("k", 30), Keyed(gone, "k", 40)}) == Texts{"+I[k, 40]", "-U[k, 40]", "+U[k, 30]"});
    CHECK(upsertsOf<"SELECT k, v FROM t">(std::vector{Keyed("a", 1), Keyed(after, "a", 1)}) == Texts{"+I[a, 1]"});
}

TEST_CASE("P34 an aggregate of aggregates forgets groups that are empty") {
    CHECK(changesOf<"SELECT MAX(m) AS top FROM (SELECT k, MAX(v) AS m FROM t GROUP BY k)">(std::vector{Keyed("a", 7), Keyed("b", 3), Keyed(gone, "a", 7), Keyed(gone, "b", 3)}) ==
          Texts{"+I[7]", "-U[7]", "+U[3]", "-D[3]"});
}

TEST_CASE("P35 a row that takes away from nothing is dropped, as is one whose group was forgotten") {
    CHECK(changesOf<"SELECT k, SUM(v) AS s, COUNT(*) AS n FROM t GROUP BY k">(std::vector{Keyed(before, "k", 5), Keyed(after, "k", 7), Keyed(gone, "x", 1)}) == Texts{"+I[k, 7, 1]"});
}

TEST_CASE("P36 upserts that are declared as a changelog are added, as in Flink; in upsert mode the last row of a key counts") {
    const std::vector rows{Keyed("k1", 31), Keyed(after, "k1", 90)};
    CHECK(materialised(upsertsOf<"SELECT SUM(v) AS s FROM t">(rows)) == Texts{"[90]"});
    CHECK(materialised(changesOf<"SELECT SUM(v) AS s FROM t">(rows)) == Texts{"[121]"});
}

TEST_CASE("P39 a target of upserts gets no -U that could overtake") {
    test::Environment s;
    const auto counts = s.tenv.fromDataStream(s.env.fromElements(Keyed("a", 1), Keyed("a", 2), Keyed("b", 3))).groupBy(col<"k">).select(col<"k">, count().as<"n">());
    CHECK(test::textsOf(s.tenv.toChangelogStream(counts, Schema().primaryKey<"k">(), ChangelogMode::upsert()).executeAndCollect()) == Texts{"+I[a, 1]", "+U[a, 2]", "+I[b, 1]"});
}

TEST_CASE("P40 P41 left and full joins: the padded row goes with the first match and comes back with the last") {
    using Left = Row<Field<"k", std::int32_t>>;
    using Right = Row<Field<"k", std::int32_t>, Field<"x", std::optional<std::string>>>;
    TwoSides<Left, Right> s;
    s.feed.push(s.left, Left(1));
    s.feed.push(s.right, Right(1, "a"));
    CHECK(rowsOf(s.views().sqlQuery<"SELECT l.k, r.x FROM l LEFT JOIN r ON l.k = r.k">()) == Texts{"+I[1, null]", "-D[1, null]", "+I[1, a]"});
    s.feed.push(s.right, Right(after, 1, "b"));
    s.feed.push(s.right, Right(gone, 1, null));
    const auto left = rowsOf(s.viewsWithUpserts().sqlQuery<"SELECT l.k, r.x FROM l LEFT JOIN r ON l.k = r.k">());
    CHECK(materialised(left) == Texts{"[1, null]"});
    s.feed.push(s.left, Left(gone, 1));
    const auto full = rowsOf(s.viewsWithUpserts().sqlQuery<"SELECT l.k, r.x FROM l FULL JOIN r ON l.k = r.k">());
    CHECK(materialised(full).empty());
    for (const std::string& row : full) CHECK(row.substr(2) != "[null, null]");
}

TEST_CASE("P42 a row that leaves a filter leaves the table; HAVING too") {
    CHECK(changesOf<"SELECT k, v FROM t WHERE v < 2">(std::vector{Keyed("a", 1), Keyed(before, "a", 1), Keyed(after, "a", 2)}) == Texts{"+I[a, 1]", "-U[a, 1]"});
    CHECK(upsertsOf<"SELECT k, v FROM t WHERE v < 2">(std::vector{Keyed("a", 1), Keyed(after, "a", 2)}) == Texts{"+I[a, 1]", "-D[a, 1]"});
    CHECK(changesOf<"SELECT k, SUM(v) AS s FROM t GROUP BY k HAVING SUM(v) > 10">(std::vector{Keyed("k", 11), Keyed("k", -5), Keyed("k", 9)}) == Texts{"+I[k, 11]", "-U[k, 11]", "+U[k, 15]"});
}

TEST_CASE("P43 a deletion of a key alone takes the last row back; one of an unknown key says nothing") {
    CHECK(upsertsOf<"SELECT k, v FROM t">(std::vector{Keyed("k1", 5), Keyed(gone, "k1", null), Keyed(gone, "k9", null)}) == Texts{"+I[k1, 5]", "-D[k1, 5]"});
}

// ---- D: Top-N and DISTINCT ---------------------------------------------------------------------------------------------------------

TEST_CASE("P46 a row pushed out of a Top-N and deleted outside does not come back") {
    CHECK(changesOf<"SELECT k, v FROM t ORDER BY v DESC LIMIT 2">(std::vector{Keyed("a", 10), Keyed("b", 8), Keyed("c", 9), Keyed(gone, "b", 8), Keyed(gone, "a", 10)}) ==
          Texts{"+I[a, 10]", "+I[b, 8]", "-D[b, 8]", "+I[c, 9]", "-D[a, 10]"});
}

TEST_CASE("P47 two rows that change places: both old ones go before a new one comes") {
    CHECK(upsertsOf<"SELECT k, v, n FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY v DESC) AS n FROM t) WHERE n <= 2">(std::vector{Keyed("p1", 5), Keyed("p2", 3), Keyed(after, "p2", 9)}) ==
          Texts{"+I[p1, 5, 1]", "+I[p2, 3, 2]", "-D[p2, 3, 2]", "-U[p1, 5, 1]", "+U[p2, 9, 1]", "+I[p1, 5, 2]"});
    CHECK(insertsOf<"SELECT k, n, p FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY n DESC) AS p FROM (SELECT k, COUNT(*) AS n FROM t GROUP BY k)) WHERE p <= 2">(
              std::vector{Keyed("p1", 5), Keyed("p2", 3), Keyed("p2", 9)}) == Texts{"+I[p1, 1, 1]", "+I[p2, 1, 2]", "-U[p1, 1, 1]", "-U[p2, 1, 2]", "+U[p2, 2, 1]", "+U[p1, 1, 2]"});
}

TEST_CASE("P49 equal rows in a Top-N are counted") {
    const std::vector rows{Keyed("a", 5), Keyed("a", 5), Keyed(gone, "a", 5)};
    CHECK(materialised(changesOf<"SELECT k, v FROM t ORDER BY v LIMIT 3">(rows)) == Texts{"[a, 5]"});
    std::vector more = rows;
    more.push_back(Keyed("b", 5));
    CHECK(materialised(changesOf<"SELECT k, v FROM t ORDER BY v LIMIT 3">(more)) == Texts{"[a, 5]", "[b, 5]"});
}

TEST_CASE("P50 UNION forgets a row with its last copy") {
    TwoSides<Pair, Pair> s;
    s.feed.push(s.left, Pair("a", 1));
    s.feed.push(s.right, Pair("a", 1));
    s.feed.push(s.left, Pair(gone, "a", 1));
    CHECK(rowsOf(s.views().sqlQuery<"SELECT v FROM l UNION SELECT v FROM r">()) == Texts{"+I[1]"});
    s.feed.push(s.right, Pair(gone, "a", 1));
    CHECK(rowsOf(s.views().sqlQuery<"SELECT v FROM l UNION SELECT v FROM r">()) == Texts{"+I[1]", "-D[1]"});
}

TEST_CASE("P51 COUNT(DISTINCT) changes with the first copy and the last, and does not count nulls") {
    CHECK(changesOf<"SELECT k, COUNT(DISTINCT v) AS n FROM t GROUP BY k">(std::vector{Keyed("g", 1), Keyed("g", 1), Keyed("g", 2), Keyed(gone, "g", 1), Keyed(gone, "g", 1), Keyed("g", null)}) ==
          Texts{"+I[g, 1]", "-U[g, 1]", "+U[g, 2]", "-U[g, 2]", "+U[g, 1]"});
}

TEST_CASE("P54 what DISTINCT remembers ends with the retention; then a row is new again") {
    test::Environment s;
    static std::int64_t now;
    now = 0;
    s.env.core()->stateTtl.clock = [](const void*) { return now; };
    s.tenv.setIdleStateRetention(std::chrono::seconds(10));
    const auto db = s.tenv.createTemporaryView<"t">(s.tenv.fromDataStream(s.env.fromElements(Keyed("id1", 1), Keyed("id1", 2), Keyed("id1", 3))));
    Texts seen;
    s.tenv.toChangelogStream(db.sqlQuery<"SELECT DISTINCT k FROM t">()).addSink([&seen](const auto& row) {
        seen.push_back(test::textOf(row));
        now += row.kind == insert ? 5'000 : 15'000;  // the second row comes in time, the third one too late
    });
    s.env.execute();
    CHECK(seen == Texts{"+I[id1]", "-U[id1]", "+U[id1]", "+I[id1]"});
}

// ---- E: numbers --------------------------------------------------------------------------------------------------------------------

TEST_CASE("P55 P57 SUM and AVG have the type of their argument, as in Flink; a CAST gives room") {
    const std::vector rows{Keyed("k", 2147483647), Keyed("k", 1)};
    CHECK(batchOf<"SELECT SUM(v) AS a, SUM(CAST(v AS BIGINT)) AS b, SUM(CAST(v AS DECIMAL(38, 0))) AS c, AVG(v) AS d, AVG(CAST(v AS DOUBLE)) AS e FROM t">(rows) ==
          Texts{"+I[-2147483648, 2147483648, 2147483648, 1073741824, 1.073741824E9]"});
    test::Environment s;
    const auto t = s.tenv.fromDataStream(s.env.fromCollection(rows)).select(col<"v">.sum().as<"a">(), col<"v">.cast<std::int64_t>().sum().as<"b">(), col<"v">.avg().as<"c">(), col<"v">.cast<double>().avg().as<"d">());
    static_assert(t.schemaText() == "(\n  `a` INT,\n  `b` BIGINT,\n  `c` INT,\n  `d` DOUBLE\n)\n");  // what is cut stands in the type
}

TEST_CASE("P59 P60 SUM over DECIMAL keeps the scale; beyond 38 digits it is NULL, and the next value begins anew, as in Flink") {
    using Amount = Row<Field<"k", std::string>, Field<"m", std::optional<Decimal<10, 8>>>>;
    const auto sums = changesOf<"SELECT k, SUM(m) AS s FROM t GROUP BY k">(
        std::vector{Amount("a", Decimal<10, 8>("3.12345678")), Amount("a", Decimal<10, 8>("4.00000001")), Amount(gone, "a", Decimal<10, 8>("3.12345678"))});
    CHECK(sums == Texts{"+I[a, 3.12345678]", "-U[a, 3.12345678]", "+U[a, 7.12345679]", "-U[a, 7.12345679]", "+U[a, 4.00000001]"});
    CHECK(batchOf<"SELECT SUM(CAST(k AS DECIMAL(38, 0))) AS s FROM t">(std::vector{Keyed(std::string("9") + std::string(37, '0'), 0), Keyed(std::string("9") + std::string(37, '0'), 0)}) == Texts{"+I[null]"});
    CHECK(insertsOf<"SELECT TRY_CAST(k AS DECIMAL(4, 2)) AS a FROM t">(std::vector{Keyed("99.994", 0), Keyed("99.995", 0), Keyed("-99.995", 0)}) == Texts{"+I[99.99]", "+I[null]", "+I[null]"});
    CHECK(test::thrownBy<DataError>([] { insertsOf<"SELECT CAST(k AS DECIMAL(4, 2)) AS a FROM t">(std::vector{Keyed("99.995", 0)}); }).find("'99.995'") != std::string::npos);
}

TEST_CASE("P61 integers divided by zero are an error; the smallest one by -1 wraps, as in Flink") {
    const std::vector rows{Keyed("k", std::numeric_limits<std::int32_t>::min())};
    CHECK(insertsOf<"SELECT v / -1 AS a, v % -1 AS b, MOD(v, -1) AS c, 1.0e0 / (v - v) AS d FROM t">(rows) == Texts{"+I[-2147483648, 0, 0, Infinity]"});
    CHECK(test::thrownBy<DataError>([&] { insertsOf<"SELECT 7 / (v - v) AS a FROM t">(rows); }).find("by zero") != std::string::npos);
    CHECK(test::thrownBy<DataError>([&] { insertsOf<"SELECT 7 % (v - v) AS a FROM t">(rows); }).find("by zero") != std::string::npos);
}

TEST_CASE("P63 P64 P66 NaN and -0.0: compared as numbers, but keys are told apart by their bits") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector numbers{Price("a", nan), Price("a", -0.0), Price("a", 1.0)};
    CHECK(insertsOf<"SELECT d FROM t WHERE d > 0">(numbers) == Texts{"+I[1.0]"});
    CHECK(insertsOf<"SELECT d FROM t WHERE d = 0">(numbers) == Texts{"+I[-0.0]"});
    CHECK(insertsOf<"SELECT d FROM t WHERE d >= 0">(numbers) == Texts{"+I[-0.0]", "+I[1.0]"});
    CHECK(insertsOf<"SELECT d FROM t WHERE d <> d">(numbers) == Texts{"+I[NaN]"});
    const std::vector keys{Price("a", 0.0), Price("a", -0.0), Price("a", nan), Price("a", std::nan("2")), Price(gone, "a", nan)};
    CHECK(materialised(changesOf<"SELECT d, COUNT(*) AS n FROM t GROUP BY d">(keys)) == Texts{"[-0.0, 1]", "[0.0, 1]", "[NaN, 1]"});
    CHECK(materialised(changesOf<"SELECT a.d FROM t AS a JOIN t AS b ON a.d = b.d">(keys)) == Texts{"[-0.0]", "[0.0]", "[NaN]"});
    CHECK(changesOf<"SELECT MIN(d) AS a, MAX(d) AS b FROM t">(std::vector{Price("a", nan), Price("a", 2.0)}).back() == "+U[2.0, NaN]");
    CHECK(changesOf<"SELECT MIN(d) AS a, MAX(d) AS b FROM t">(std::vector{Price("a", 2.0), Price("a", nan)}).back() == "+U[2.0, NaN]");
}

TEST_CASE("P67 doubles that are taken back leave no residue") {
    const auto rows = changesOf<"SELECT k, SUM(d) AS s, AVG(d) AS a, COUNT(*) AS n FROM t GROUP BY k">(
        std::vector{Price("k", 0.1), Price("k", 0.2), Price("k", null), Price(gone, "k", 0.1), Price(gone, "k", 0.2), Price("k", 0.5)});
    CHECK(rows[rows.size() - 2] == "-U[k, null, null, 1]");
    CHECK(rows.back() == "+U[k, 0.5, 0.5, 2]");
}

TEST_CASE("P69 aggregates over nothing: one row in batch, none in streaming, none of a group") {
    const std::vector<Keyed> nothing;
    CHECK(batchOf<"SELECT COUNT(*) AS n, SUM(v) AS s, AVG(v) AS a FROM t">(nothing) == Texts{"+I[0, null, null]"});
    CHECK(batchOf<"SELECT k, COUNT(*) AS n FROM t GROUP BY k">(nothing).empty());
    CHECK(insertsOf<"SELECT COUNT(*) AS n, SUM(v) AS s, AVG(v) AS a FROM t">(nothing).empty());
    CHECK(changesOf<"SELECT COUNT(*) AS n, SUM(v) AS s, AVG(v) AS a FROM t">(std::vector{Keyed("k", 5), Keyed(gone, "k", 5)}) == Texts{"+I[1, 5, 5]", "-D[1, 5, 5]"});
}

// ---- H: regular joins ----------------------------------------------------------------------------------------------------------------

TEST_CASE("P103 one column joined with two") {
    using B = Row<Field<"x", std::string>, Field<"y", std::string>, Field<"v", std::int32_t>>;
    TwoSides<Keyed, B> s;
    s.feed.push(s.left, Keyed("1", 1));
    s.feed.push(s.right, B("1", "1", 5));
    s.feed.push(s.right, B("1", "2", 6));
    CHECK(rowsOf(s.views().sqlQuery<"SELECT l.k, r.v FROM l JOIN r ON l.k = r.x AND l.k = r.y">()) == Texts{"+I[1, 5]"});
}

TEST_CASE("P154 joins of many columns: also those behind the 128th are kept, and compared") {
    struct Wide { std::int32_t a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, e0, e1, e2, e3, e4, e5, e6, e7, e8, e9; };
    std::vector<Wide> rows(3);
    for (std::size_t i = 0; i < 3; ++i) rows[i].a0 = static_cast<std::int32_t>(i), rows[i].e9 = static_cast<std::int32_t>(i + 1) % 3;
    test::Environment s;
    const auto db = s.tenv.createTemporaryView<"t">(s.env.fromCollection(rows));
    const auto chain = db.sqlQuery<"SELECT x.a0, z.a0 AS b, w.a0 AS c, w.e9 AS d FROM t x JOIN t y ON x.e9 = y.a0 JOIN t z ON y.e9 = z.a0 JOIN t w ON z.e9 = w.a0">();
    CHECK(sortedRowsOf(chain) == Texts{"+I[0, 2, 0, 1]", "+I[1, 0, 1, 2]", "+I[2, 1, 2, 0]"});
}

TEST_CASE("a type that the query makes is the same type as that of the C++ field, also under sanitizers") {
    CHECK(insertsOf<"SELECT ARRAY_AGG(k) AS a FROM t">(std::vector{Keyed("x", 1), Keyed("y", 2)}).back() == "+U[[x, y]]");
}

TEST_CASE("P105 a reference that changes: one pair of updates, one deletion, no null between") {
    using OrderRow = Row<Field<"o", std::string>, Field<"ref", std::string>>;
    TwoSides<OrderRow, Row<Field<"k", std::string>, Field<"name", std::string>>> s;
    s.feed.push(s.right, {"a", "A"});
    s.feed.push(s.right, {"b", "B"});
    s.feed.push(s.left, OrderRow("o1", "a"));
    s.feed.push(s.left, OrderRow(before, "o1", "a"));
    s.feed.push(s.left, OrderRow(after, "o1", "b"));
    s.feed.push(s.left, OrderRow(gone, "o1", "b"));
    CHECK(rowsOf(s.views().sqlQuery<"SELECT l.o, r.name FROM l JOIN r ON l.ref = r.k">()) == Texts{"+I[o1, A]", "-U[o1, A]", "+U[o1, B]", "-D[o1, B]"});
    CHECK(rowsOf(s.views().sqlQuery<"SELECT l.o, r.name FROM l LEFT JOIN r ON l.ref = r.k">()) == Texts{"+I[o1, A]", "-D[o1, A]", "+I[o1, B]", "-D[o1, B]"});
}
