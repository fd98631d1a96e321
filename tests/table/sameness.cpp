// SPDX-License-Identifier: BSL-1.0
// Which values are one, wherever that is asked: the two zeros, NaN, and arrays, maps and rows with NULL in them.
// Keys go by bits with one NaN (Flink); orders and comparisons by number; = of rows knows UNKNOWN, keys and IS DISTINCT FROM take NULL for a value.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "table/texts.hpp"

using namespace rivulet;
using test::rowsOf;
using test::Texts;

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
struct Number { double k; float f; int n; };
const std::vector<Number> numbers{{0.0, 0.0f, 2}, {-0.0, -0.0f, 1}, {notANumber, std::numeric_limits<float>::quiet_NaN(), 3}, {-notANumber, -std::numeric_limits<float>::quiet_NaN(), 4}};

/// What is left of a table when its changes are applied, in order of the text.
Texts materialised(const Texts& changes) {
    std::map<std::string, int> rows;
    for (const std::string& change : changes) {
        const std::string row = change.substr(2);
        if (change[0] == '+') ++rows[row];
        else if (--rows[row] == 0) rows.erase(row);
    }
    Texts left;
    for (const auto& [row, copies] : rows) left.insert(left.end(), static_cast<std::size_t>(std::max(copies, 0)), copies > 0 ? row : row + " was never there");
    return left;
}
/// The answer of batch mode in its order.
template <FixedString Sql, class T> Texts batchOf(const std::vector<T>& rows) {
    StreamExecutionEnvironment env;
    const auto tenv = BatchTableEnvironment::create(env);
    return rowsOf(tenv.createTemporaryView<"t">(env.fromCollection(rows)).template sqlQuery<Sql>());
}
/// One answer of both modes, in order of the text.
template <FixedString Sql, class T> Texts answerOf(const std::vector<T>& rows) {
    test::Environment s;
    const Texts streamed = materialised(rowsOf(s.tenv.template createTemporaryView<"t">(s.env.fromCollection(rows)).template sqlQuery<Sql>()));
    CHECK(streamed == materialised(batchOf<Sql>(rows)));
    return streamed;
}

}  // namespace

TEST_CASE("in an order the zeros are equal and the next key decides; NaN is the greatest") {
    CHECK(batchOf<"SELECT k, n FROM t ORDER BY k, n">(numbers) == Texts{"+I[-0.0, 1]", "+I[0.0, 2]", "+I[NaN, 3]", "+I[NaN, 4]"});
    CHECK(batchOf<"SELECT f, n FROM t ORDER BY f DESC, n DESC">(numbers) == Texts{"+I[NaN, 4]", "+I[NaN, 3]", "+I[0.0, 2]", "+I[-0.0, 1]"});
    CHECK(batchOf<"SELECT n, RANK() OVER (ORDER BY k) AS r, DENSE_RANK() OVER (ORDER BY k DESC) AS d, SUM(n) OVER (ORDER BY k) AS s, "
                  "COUNT(*) OVER (ORDER BY k RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) AS c FROM t ORDER BY n">(numbers) ==
          Texts{"+I[1, 1, 2, 3, 2]", "+I[2, 1, 2, 3, 2]", "+I[3, 3, 1, 10, 2]", "+I[4, 3, 1, 10, 2]"});
    CHECK(answerOf<"SELECT n FROM t ORDER BY k, n LIMIT 2">(numbers) == Texts{"[1]", "[2]"});
    CHECK(answerOf<"SELECT n FROM t ORDER BY k, n LIMIT 1">(numbers) == Texts{"[1]"});
    CHECK(answerOf<"SELECT n FROM t ORDER BY k DESC, n LIMIT 3">(numbers) == Texts{"[1]", "[3]", "[4]"});
    CHECK(answerOf<"SELECT n, r FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY k, n DESC) AS r FROM t) WHERE r <= 3">(numbers) == Texts{"[1, 2]", "[2, 1]", "[4, 3]"});
    CHECK(answerOf<"SELECT n FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY k, n) AS r FROM t) WHERE r = 1">(numbers) == Texts{"[1]"});
}

TEST_CASE("as keys the zeros are two and NaN is one") {
    CHECK(answerOf<"SELECT k, SUM(n) AS s FROM t GROUP BY k">(numbers) == Texts{"[-0.0, 1]", "[0.0, 2]", "[NaN, 7]"});
    CHECK(answerOf<"SELECT f, SUM(n) AS s FROM t GROUP BY f">(numbers) == Texts{"[-0.0, 1]", "[0.0, 2]", "[NaN, 7]"});
    CHECK(answerOf<"SELECT DISTINCT k FROM t">(numbers) == Texts{"[-0.0]", "[0.0]", "[NaN]"});
    CHECK(answerOf<"SELECT COUNT(DISTINCT k) AS n, COUNT(DISTINCT f) AS m FROM t">(numbers) == Texts{"[3, 3]"});
    CHECK(answerOf<"SELECT a.n, b.n AS m FROM t AS a JOIN t AS b ON a.k = b.k">(numbers) == Texts{"[1, 1]", "[2, 2]", "[3, 3]", "[3, 4]", "[4, 3]", "[4, 4]"});
    CHECK(answerOf<"SELECT n FROM t WHERE k IN (SELECT k FROM t WHERE n > 1)">(numbers) == Texts{"[2]", "[3]", "[4]"});
    CHECK(answerOf<"SELECT k FROM t UNION SELECT k FROM t">(numbers) == Texts{"[-0.0]", "[0.0]", "[NaN]"});
    CHECK(answerOf<"SELECT k FROM t WHERE n > 1 INTERSECT SELECT k FROM t WHERE n < 4">(numbers) == Texts{"[0.0]", "[NaN]"});
    CHECK(answerOf<"SELECT k FROM t EXCEPT SELECT k FROM t WHERE n > 1">(numbers) == Texts{"[-0.0]"});
    CHECK(answerOf<"SELECT k, n FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY n) AS r FROM t) WHERE r = 1">(numbers) == Texts{"[-0.0, 1]", "[0.0, 2]", "[NaN, 3]"});
    CHECK(answerOf<"SELECT ARRAY[k] AS a, SUM(n) AS s FROM t GROUP BY ARRAY[k]">(numbers) == Texts{"[[-0.0], 1]", "[[0.0], 2]", "[[NaN], 7]"});
    CHECK(answerOf<"SELECT CARDINALITY(ARRAY_DISTINCT(ARRAY[k, 0.0e0, f])) AS c, n FROM t">(numbers) == Texts{"[1, 2]", "[2, 1]", "[2, 3]", "[2, 4]"});
}

TEST_CASE("as upsert keys as well; a result that goes from one zero to the other is told to whoever keeps it") {
    using Keyed = Row<Field<"k", double>, Field<"v", double>>;
    test::Environment s;
    const auto upserts = s.env.fromElements(Keyed(0.0, 1.0), Keyed(RowKind::updateAfter, -0.0, 2.0), Keyed(RowKind::updateAfter, notANumber, 0.0), Keyed(RowKind::updateAfter, -notANumber, -0.0));
    const auto db = s.tenv.createTemporaryView<"t">(s.tenv.fromChangelogStream(upserts, Schema().primaryKey<"k">(), ChangelogMode::upsert()));
    CHECK(materialised(rowsOf(db.sqlQuery<"SELECT k, v FROM t">())) == Texts{"[-0.0, 2.0]", "[0.0, 1.0]", "[NaN, -0.0]"});
    CHECK(materialised(rowsOf(db.sqlQuery<"SELECT v, COUNT(*) AS n FROM t GROUP BY v">())) == Texts{"[-0.0, 1]", "[1.0, 1]", "[2.0, 1]"});
    const std::vector<Number> sums{{-0.0, 0, 1}, {0.0, 0, 1}, {1.0, 0, 1}};  // -0.0, 0.0, 1.0: three sums of one group
    CHECK(answerOf<"SELECT s, COUNT(*) AS c FROM (SELECT n, SUM(k) AS s FROM t GROUP BY n) GROUP BY s">(sums) == Texts{"[1.0, 1]"});
    CHECK(answerOf<"SELECT s, COUNT(*) AS c FROM (SELECT n, MIN(k) AS s FROM t GROUP BY n) GROUP BY s">(std::vector<Number>{{0.0, 0, 1}, {-0.0, 0, 1}, {0.0, 0, 1}}) == Texts{"[-0.0, 1]"});
}

TEST_CASE("comparisons go by number; MIN, MAX and their kin do not depend on what comes first") {
    CHECK(answerOf<"SELECT n FROM t WHERE k = 0">(numbers) == Texts{"[1]", "[2]"});
    CHECK(answerOf<"SELECT n FROM t WHERE k IN (0.0e0, 7.0e0)">(numbers) == Texts{"[1]", "[2]"});
    CHECK(answerOf<"SELECT n FROM t WHERE k <> k OR k > 0">(numbers) == Texts{"[3]", "[4]"});
    CHECK(answerOf<"SELECT n FROM t WHERE k IS NOT DISTINCT FROM 0.0e0">(numbers) == Texts{"[1]", "[2]"});
    CHECK(answerOf<"SELECT n FROM t WHERE ARRAY[k] = ARRAY[0.0e0]">(numbers) == Texts{"[1]", "[2]"});
    CHECK(answerOf<"SELECT n, CASE k WHEN 0 THEN 'zero' ELSE 'none' END AS c FROM t">(numbers) == Texts{"[1, zero]", "[2, zero]", "[3, none]", "[4, none]"});
    std::vector<Number> turned = numbers;
    for (int i = 0; i < 4; ++i) {
        std::rotate(turned.begin(), turned.begin() + 1, turned.end());
        CHECK(answerOf<"SELECT MIN(k) AS a, MAX(k) AS b, MIN(f) AS c, MAX(f) AS d FROM t">(turned) == Texts{"[-0.0, NaN, -0.0, NaN]"});
        CHECK(answerOf<"SELECT MAX(k) AS b FROM t WHERE n < 3">(turned) == Texts{"[0.0]"});
    }
    CHECK(answerOf<"SELECT n, GREATEST(k, 1.0e0) AS a, GREATEST(1.0e0, k) AS b, LEAST(k, 1.0e0) AS c, LEAST(1.0e0, k) AS d, ARRAY_MAX(ARRAY[1.0e0, k]) AS e, "
                   "ARRAY_MIN(ARRAY[0.0e0, k]) AS g FROM t">(numbers) ==
          Texts{"[1, 1.0, 1.0, -0.0, -0.0, 1.0, -0.0]", "[2, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0]", "[3, NaN, NaN, 1.0, 1.0, NaN, 0.0]", "[4, NaN, NaN, 1.0, 1.0, NaN, 0.0]"});
}

namespace {

struct Place { std::optional<int> x; std::optional<std::string> y; };
struct Holder {
    int id;
    std::vector<std::optional<int>> a;
    std::map<std::string, std::optional<int>> m;
    std::optional<Place> p;
};
// 1 and 2 are alike and have a NULL in each; 3 and 4 are alike and have none; 5 differs from all.
const std::vector<Holder> holders{{1, {1, std::nullopt}, {{"k", std::nullopt}}, Place{1, std::nullopt}}, {2, {1, std::nullopt}, {{"k", std::nullopt}}, Place{1, std::nullopt}},
                                  {3, {1, 2}, {{"k", 2}}, Place{1, "y"}},                                {4, {1, 2}, {{"k", 2}}, Place{1, "y"}},
                                  {5, {9}, {{"o", 2}}, Place{9, "y"}}};

}  // namespace

TEST_CASE("arrays, maps and rows with NULL in them: alike to keys and IS NOT DISTINCT FROM, equal to nothing") {
    // the pairs of different rows that meet, the smaller id first
    CHECK(answerOf<"SELECT u.id, v.id AS o FROM t AS u JOIN t AS v ON u.a = v.a WHERE u.id < v.id">(holders) == Texts{"[3, 4]"});
    CHECK(answerOf<"SELECT u.id, v.id AS o FROM t AS u JOIN t AS v ON u.m = v.m WHERE u.id < v.id">(holders) == Texts{"[3, 4]"});
    CHECK(answerOf<"SELECT u.id, v.id AS o FROM t AS u JOIN t AS v ON u.p = v.p WHERE u.id < v.id">(holders) == Texts{"[3, 4]"});
    CHECK(answerOf<"SELECT u.id, v.id AS o FROM t AS u JOIN t AS v ON u.a IS NOT DISTINCT FROM v.a WHERE u.id < v.id">(holders) == Texts{"[1, 2]", "[3, 4]"});
    CHECK(answerOf<"SELECT u.id, v.id AS o FROM t AS u JOIN t AS v ON u.m IS NOT DISTINCT FROM v.m AND u.p IS NOT DISTINCT FROM v.p WHERE u.id < v.id">(holders) == Texts{"[1, 2]", "[3, 4]"});
    // a join whose condition is no key says the same
    CHECK(answerOf<"SELECT u.id, v.id AS o FROM t AS u JOIN t AS v ON u.id < v.id AND (u.a = v.a OR u.id = 100)">(holders) == Texts{"[3, 4]"});
    CHECK(answerOf<"SELECT u.id FROM t AS u LEFT JOIN t AS v ON u.a = v.a AND u.id <> v.id WHERE v.id IS NULL">(holders) == Texts{"[1]", "[2]", "[5]"});
    CHECK(answerOf<"SELECT id FROM t WHERE a IN (SELECT a FROM t)">(holders) == Texts{"[3]", "[4]", "[5]"});
    CHECK(answerOf<"SELECT id, a = a AS e, a <> a AS n, m = m AS f, p = p AS g, a IS DISTINCT FROM a AS d, m IS DISTINCT FROM m AS h, p IS NOT DISTINCT FROM p AS i FROM t">(holders) ==
          Texts{"[1, false, true, false, null, false, false, true]", "[2, false, true, false, null, false, false, true]", "[3, true, false, true, true, false, false, true]",
                "[4, true, false, true, true, false, false, true]", "[5, true, false, true, true, false, false, true]"});
    CHECK(answerOf<"SELECT id, a IN (ARRAY[9], ARRAY[1, 2]) AS e, CASE a WHEN ARRAY[1, 2] THEN 'yes' ELSE 'no' END AS c, NULLIF(a, ARRAY[1, 2]) IS NULL AS n FROM t">(holders) ==
          Texts{"[1, false, no, false]", "[2, false, no, false]", "[3, true, yes, true]", "[4, true, yes, true]", "[5, true, no, false]"});
    CHECK(answerOf<"SELECT id FROM t WHERE NOT (a = ARRAY[1, 2])">(holders) == Texts{"[1]", "[2]", "[5]"});
    CHECK(answerOf<"SELECT a, COUNT(*) AS n FROM t GROUP BY a">(holders) == Texts{"[[1, 2], 2]", "[[1, null], 2]", "[[9], 1]"});
    CHECK(answerOf<"SELECT m, COUNT(*) AS n FROM t GROUP BY m">(holders) == Texts{"[{k=2}, 2]", "[{k=null}, 2]", "[{o=2}, 1]"});
    CHECK(answerOf<"SELECT COUNT(*) AS n FROM t GROUP BY p">(holders) == Texts{"[1]", "[2]", "[2]"});
    CHECK(answerOf<"SELECT COUNT(*) AS n FROM (SELECT DISTINCT a, m, p FROM t)">(holders) == Texts{"[3]"});
    CHECK(answerOf<"SELECT COUNT(DISTINCT a) AS n FROM t">(holders) == Texts{"[3]"});
    CHECK(answerOf<"SELECT COUNT(*) AS n FROM (SELECT a FROM t UNION SELECT a FROM t)">(holders) == Texts{"[3]"});
    CHECK(answerOf<"SELECT COUNT(*) AS n FROM (SELECT a FROM t WHERE id IN (1, 3) INTERSECT SELECT a FROM t WHERE id IN (2, 4))">(holders) == Texts{"[2]"});
    CHECK(answerOf<"SELECT id FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY a ORDER BY id) AS r FROM t) WHERE r = 1">(holders) == Texts{"[1]", "[3]", "[5]"});
}
