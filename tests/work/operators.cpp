// SPDX-License-Identifier: BSL-1.0
// Operators with state: twice as many rows are about twice the work, in whatever order they go, with keys of their own and with few keys.
#include <doctest/doctest.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include <rivulet/rivulet.hpp>

#include "work.hpp"

namespace {

using namespace rivulet;
using R = Row<Field<"id", std::int32_t>, Field<"k", std::int32_t>, Field<"s", std::string>>;

std::vector<R> rowsOf(work::Order order, int n, int keys) {
    std::vector<R> all;
    for (const work::Change& c : work::history(order, n)) {
        R row(std::int32_t{c.row}, std::int32_t{keys == 0 ? c.row : c.row % keys}, "row " + std::to_string(c.row % 50));
        row.kind = c.comes ? RowKind::insert : RowKind::delete_;
        all.push_back(std::move(row));
    }
    return all;
}
/// `a` comes and goes; `b` has a few rows that stay.
template <FixedString Sql> void run(const std::vector<R>& rows) {
    StreamExecutionEnvironment env;
    const auto none = StreamTableEnvironment::create(env);
    std::vector<R> few;
    for (std::int32_t i = 0; i < 3; ++i) few.emplace_back(i, i, "row " + std::to_string(i));
    const auto one = none.createTemporaryView<"b">(none.fromDataStream(env.fromCollection(few)));
    const auto db = one.createTemporaryView<"a">(one.fromChangelogStream(env.fromCollection(rows)));
    (void)db.toChangelogStream(db.template sqlQuery<Sql>()).executeAndCollect();
}
/// `keys`: how many there are, 0: each row has its own.
template <FixedString Sql> void growsWithTheRows(std::initializer_list<int> keys = {0, 2}) {
    CAPTURE(std::string(Sql.view()));
    for (const int k : keys)
        for (const work::Order order : work::orders) {
            CAPTURE(k);
            CAPTURE(std::string(work::nameOf(order)));
            const std::vector<R> half = rowsOf(order, work::rows, k), whole = rowsOf(order, 2 * work::rows, k), first = rowsOf(order, 8, k);
            CHECK(work::growth([&](int n) { run<Sql>(n == work::rows ? half : n == 2 * work::rows ? whole : first); }) < work::mostGrowth);
        }
}

}  // namespace

TEST_CASE("the work of groups, and of DISTINCT, grows with the rows") {
    growsWithTheRows<"SELECT k, COUNT(*) AS n, SUM(id) AS t, MAX(s) AS m, COUNT(DISTINCT s) AS d, FIRST_VALUE(id) AS f, LAST_VALUE(s) AS l FROM a GROUP BY k">();
    growsWithTheRows<"SELECT DISTINCT k, s FROM a">();
}

TEST_CASE("the work of joins grows with the rows") {
    growsWithTheRows<"SELECT a.id, b.s FROM a JOIN b ON a.k = b.k">();
    growsWithTheRows<"SELECT a.id, b.s FROM a FULL JOIN b ON a.k = b.k">();
    growsWithTheRows<"SELECT id, s FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.k = a.k)">();
    growsWithTheRows<"SELECT id, s FROM b WHERE k NOT IN (SELECT k FROM a)">();
}

TEST_CASE("the work of Top-N and of the first row grows with the rows") {
    growsWithTheRows<"SELECT id, k, n FROM (SELECT id, k, ROW_NUMBER() OVER (PARTITION BY k ORDER BY id DESC) AS n FROM a) WHERE n <= 3">();
    growsWithTheRows<"SELECT id, k FROM (SELECT id, k, ROW_NUMBER() OVER (PARTITION BY k ORDER BY id) AS n FROM a) WHERE n = 1">();
    growsWithTheRows<"SELECT id, s FROM a ORDER BY s, id LIMIT 5">({0});
}

TEST_CASE("the work of set operations grows with the rows") {
    growsWithTheRows<"SELECT k, s FROM a UNION SELECT k, s FROM b">();
    growsWithTheRows<"SELECT k, s FROM a INTERSECT ALL SELECT k, s FROM b">();
    growsWithTheRows<"SELECT k, s FROM a EXCEPT SELECT k, s FROM b">();
    growsWithTheRows<"SELECT id, s FROM a EXCEPT ALL SELECT k, s FROM b">();  // of a row that is there many times each change gives all copies anew, as Flink does
}

TEST_CASE("the work of upserts grows with the rows") {
    for (const work::Order order : work::orders) {
        CAPTURE(std::string(work::nameOf(order)));
        CHECK(work::growth([&](int n) {
            StreamExecutionEnvironment env;
            const auto db = StreamTableEnvironment::create(env);
            (void)db.toChangelogStream(db.fromChangelogStream(env.fromCollection(rowsOf(order, n, 2)), Schema().primaryKey<"id">(), ChangelogMode::upsert())).executeAndCollect();
        }) < work::mostGrowth);
    }
}
