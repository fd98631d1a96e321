// SPDX-License-Identifier: BSL-1.0
// SQL over views: three-valued logic, types of conditionals, subqueries, unions, views on views, columns of every type.
#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "table/texts.hpp"

using namespace rivulet;
using test::rowsOf;
using test::sortedRowsOf;
using test::Texts;

namespace {

struct Pair {
    std::optional<bool> p, q;
};
struct Order {
    std::string user;
    std::int32_t product;
    std::optional<std::int64_t> amount;
    Decimal<8, 2> price;
    std::optional<double> weight;
    Date day;
};
struct Start : test::Environment {
    DataStream<Order> stream = env.fromCollection(std::vector<Order>{{"ann", 1, 5, Decimal<8, 2>("1.50"), 0.5, Date(2024, 2, 29)}, {"bob", 2, {}, Decimal<8, 2>("20.00"), {}, Date(1969, 12, 31)}});
    decltype(tenv.createTemporaryView<"orders">(stream)) db = tenv.createTemporaryView<"orders">(stream);
};

}  // namespace

// ---- three-valued logic --------------------------------------------------------------------------------------------------

TEST_CASE("three-valued logic: the truth tables, by SQL and by steps") {
    test::Environment s;
    constexpr std::optional<bool> t = true, f = false, n = std::nullopt;
    const auto pairs = s.tenv.createTemporaryView<"v">(s.env.fromCollection(std::vector<Pair>{{t, t}, {t, f}, {t, n}, {f, t}, {f, f}, {f, n}, {n, t}, {n, f}, {n, n}}));
    const auto bySql = pairs.sqlQuery<"SELECT p AND q AS a, p OR q AS o, NOT p AS x, p = q AS e, p <> q AS d, p IS DISTINCT FROM q AS i, p IS TRUE AS it, p IS NOT TRUE AS nt, p IS FALSE AS f, p IS NOT FALSE AS nf, p IS UNKNOWN AS u, p IS NOT UNKNOWN AS nu FROM v">();
    const Texts table{
        //    AND    OR     NOT    =      <>     DISTINCT TRUE NOT TRUE FALSE NOT FALSE UNKNOWN NOT UNKNOWN
        "+I[true, true, false, true, false, false, true, false, false, true, false, true]",
        "+I[false, true, false, false, true, true, true, false, false, true, false, true]",
        "+I[null, true, false, null, null, true, true, false, false, true, false, true]",
        "+I[false, true, true, false, true, true, false, true, true, false, false, true]",
        "+I[false, false, true, true, false, false, false, true, true, false, false, true]",
        "+I[false, null, true, null, null, true, false, true, true, false, false, true]",
        "+I[null, true, null, null, null, true, false, true, false, true, true, false]",
        "+I[false, null, null, null, null, true, false, true, false, true, true, false]",
        "+I[null, null, null, null, null, false, false, true, false, true, true, false]",
    };
    CHECK(rowsOf(bySql) == table);
    constexpr auto p = col<"p">;
    constexpr auto q = col<"q">;
    const auto byApi = pairs.from<"v">().select((p && q).as<"a">(), (p || q).as<"o">(), (!p).as<"x">(), (p == q).as<"e">(), (p != q).as<"d">(), p.isDistinctFrom(q).as<"i">(), p.isTrue().as<"it">(), p.isNotTrue().as<"nt">(),
                                                p.isFalse().as<"f">(), p.isNotFalse().as<"nf">(), call<"IS UNKNOWN">(p).as<"u">(), call<"IS NOT UNKNOWN">(p).as<"nu">());
    static_assert(byApi.plan() == bySql.plan());
    static_assert(bySql.column(0).type.nullable && !bySql.column(5).type.nullable && !bySql.column(6).type.nullable && !bySql.column(10).type.nullable);
    // a WHERE keeps TRUE only; De Morgan
    CHECK(rowsOf(pairs.sqlQuery<"SELECT * FROM v WHERE NOT (p AND q)">()) == rowsOf(pairs.sqlQuery<"SELECT * FROM v WHERE NOT p OR NOT q">()));
    CHECK(rowsOf(pairs.sqlQuery<"SELECT * FROM v WHERE p = NULL">()).empty());
    CHECK(rowsOf(pairs.sqlQuery<"SELECT * FROM v WHERE p IN (TRUE, NULL)">()).size() == 3);
    CHECK(rowsOf(pairs.sqlQuery<"SELECT * FROM v WHERE p NOT IN (TRUE, NULL)">()).empty());
    CHECK(rowsOf(pairs.sqlQuery<"SELECT * FROM v WHERE p NOT IN (TRUE)">()).size() == 3);
}

// ---- types of conditionals -----------------------------------------------------------------------------------------------

TEST_CASE("CASE, COALESCE, IFNULL, NULLIF, IF: types and values") {
    Start s;
    const auto t = s.db.sqlQuery<
        "SELECT CASE WHEN product = 1 THEN product END AS a, CASE WHEN product = 1 THEN product ELSE 2.5 END AS b, CASE product WHEN 1 THEN 'one' WHEN 2 THEN 'second' END AS c, "
        "COALESCE(amount, product) AS d, COALESCE(amount, NULL) AS e, COALESCE(weight, amount, 0) AS f, IFNULL(amount, 0) AS g, NULLIF(product, 1) AS h, NULLIF(user, 'x') AS i, "
        "CASE WHEN amount > 0 THEN 'yes' ELSE 'no' END AS j, IF(amount > 0, 1, 2) AS k, COALESCE(NULL, user) AS l FROM orders">();
    static_assert(t.schemaText() == "(\n  `a` INT,\n  `b` DECIMAL(11, 1) NOT NULL,\n  `c` VARCHAR(6),\n  `d` BIGINT NOT NULL,\n  `e` BIGINT,\n  `f` DOUBLE NOT NULL,\n  `g` BIGINT NOT NULL,\n"
                                    "  `h` INT,\n  `i` STRING,\n  `j` VARCHAR(3) NOT NULL,\n  `k` INT,\n  `l` STRING NOT NULL\n)\n");
    CHECK(rowsOf(t) == Texts{"+I[1, 1.0, one, 5, 5, 0.5, 5, null, ann, yes, 1, ann]", "+I[null, 2.5, second, 2, null, 0.0, 0, 2, bob, no, 2, bob]"});
}

TEST_CASE("arithmetic: types and values") {
    Start s;
    const auto t = s.db.sqlQuery<"SELECT product + amount AS a, price * product AS b, price + 1 AS c, product / 2 AS d, product * 1e0 AS e, price / 4 AS f, -price AS g, product % 2 AS h, amount + weight AS i, 7 - 2.5 AS j FROM orders">();
    static_assert(t.schemaText() == "(\n  `a` BIGINT,\n  `b` DECIMAL(19, 2) NOT NULL,\n  `c` DECIMAL(13, 2) NOT NULL,\n  `d` INT NOT NULL,\n  `e` DOUBLE NOT NULL,\n  `f` DECIMAL(19, 13) NOT NULL,\n  `g` DECIMAL(8, 2) NOT NULL,\n"
                                    "  `h` INT NOT NULL,\n  `i` DOUBLE,\n  `j` DECIMAL(12, 1) NOT NULL\n)\n");
    CHECK(rowsOf(t) == Texts{"+I[6, 1.50, 2.50, 0, 1.0, 0.3750000000000, -1.50, 1, 5.5, 4.5]", "+I[null, 40.00, 21.00, 1, 2.0, 5.0000000000000, -20.00, 0, null, 4.5]"});
}

// ---- relations -----------------------------------------------------------------------------------------------------------

TEST_CASE("subqueries, aliases, stars, nothing of FROM") {
    Start s;
    CHECK(rowsOf(s.db.sqlQuery<"SELECT t.u FROM (SELECT o.user AS u, o.* FROM orders AS o WHERE o.product > 1) AS t WHERE t.product < 10">()) == Texts{"+I[bob]"});
    CHECK(rowsOf(s.db.sqlQuery<"SELECT x + 1 FROM (SELECT y * 2 AS x FROM (SELECT product AS y FROM orders)) WHERE x > 2">()) == Texts{"+I[5]"});
    const auto unnamed = s.db.sqlQuery<"SELECT 1, 'a', product + 1, UPPER(user), user FROM orders LIMIT 1">();
    static_assert(unnamed.schemaText() == "(\n  `EXPR$0` INT NOT NULL,\n  `EXPR$1` CHAR(1) NOT NULL,\n  `EXPR$2` INT NOT NULL,\n  `EXPR$3` STRING NOT NULL,\n  `user` STRING NOT NULL\n)\n");
    CHECK(rowsOf(unnamed) == Texts{"+I[1, a, 2, ANN, ann]"});
    CHECK(rowsOf(s.db.sqlQuery<"SELECT 1 + 1 AS two, CAST(NULL AS INT) AS n, 'it''s' AS t, TRUE AS b, DATE '2024-02-29' AS d, TIMESTAMP '2024-01-01 00:00:01.5' AS ts, X'1F' AS x, 1.5 AS m, 1e3 AS e">()) ==
          Texts{"+I[2, null, it's, true, 2024-02-29, 2024-01-01T00:00:01.500, [31], 1.5, 1000.0]"});
    CHECK(sortedRowsOf(s.db.sqlQuery<"SELECT 1 UNION ALL SELECT 2.5 UNION ALL SELECT product FROM orders">()) == Texts{"+I[1.0]", "+I[1.0]", "+I[2.0]", "+I[2.5]"});
    CHECK(rowsOf(s.db.sqlQuery<"(SELECT user FROM orders LIMIT 1) UNION ALL (SELECT user FROM orders OFFSET 1) LIMIT 5">()).size() == 2);
    CHECK(rowsOf(s.db.sqlQuery<"SELECT `user` FROM `orders` -- comment\n WHERE /* another */ `product` = 2">()) == Texts{"+I[bob]"});
    CHECK(rowsOf(s.db.sqlQuery<"SELECT user FROM orders LIMIT 0">()).empty());
}

TEST_CASE("a union widens and mixes NOT NULL with NULL, whichever side comes first") {
    Start s;
    const auto t = s.db.sqlQuery<"SELECT CAST(NULL AS INT) AS n, product AS m, price AS p, 'ab' AS c FROM orders UNION ALL SELECT product, amount, 1000000000, user FROM orders">();
    static_assert(t.schemaText() == "(\n  `n` INT,\n  `m` BIGINT,\n  `p` DECIMAL(12, 2) NOT NULL,\n  `c` STRING NOT NULL\n)\n");
    CHECK(sortedRowsOf(t) == Texts{"+I[1, 5, 1000000000.00, ann]", "+I[2, null, 1000000000.00, bob]", "+I[null, 1, 1.50, ab]", "+I[null, 2, 20.00, ab]"});
}

TEST_CASE("views on views, each used several times; a table of another environment's views") {
    Start s;
    const auto db = s.db.createTemporaryView<"cheap">(s.db.sqlQuery<"SELECT user, product * 10 AS p FROM orders WHERE price < 5">());
    const auto more = db.createTemporaryView<"both">(db.sqlQuery<"SELECT p FROM cheap UNION ALL SELECT product FROM orders">());
    const auto most = more.createTemporaryView<"all">(more.sqlQuery<"SELECT p + 1 AS p FROM both UNION ALL SELECT p FROM both UNION ALL SELECT p FROM cheap">());
    CHECK(sortedRowsOf(most.sqlQuery<"SELECT p FROM `all` WHERE p > 1">()) == Texts{"+I[10]", "+I[10]", "+I[11]", "+I[2]", "+I[2]", "+I[3]"});
    CHECK(rowsOf(s.db.sqlQuery<"SELECT user FROM orders">()).size() == 2);  // the environment before knows what it knew
    const auto other = s.tenv.createTemporaryView<"x">(most.from<"all">().where(col<"p"> == 10));
    CHECK(rowsOf(other.sqlQuery<"SELECT * FROM x">()) == Texts{"+I[10]", "+I[10]"});
}

TEST_CASE("names: case counts for columns and views, not for functions and keywords; backticks; words of the grammar") {
    struct Odd { int select, Select, order, a_b; };
    test::Environment s;
    const auto t = s.tenv.fromDataStream(s.env.fromElements(std::tuple{1, 2, 3}), col<"Select">, col<"a b">, col<"user">);
    const auto db = s.tenv.createTemporaryView<"odd view">(t);
    CHECK(rowsOf(db.sqlQuery<"select `Select`, `a b` + `user` as `c``d`, aBs(-1) from `odd view` wHeRe `a b` is not null">()) == Texts{"+I[1, 5, 1]"});
    static_assert(decltype(db.sqlQuery<"SELECT `a b` AS `x``y` FROM `odd view`">())::schemaText() == "(\n  `x``y` INT NOT NULL\n)\n");
    const auto odd = s.tenv.createTemporaryView<"o">(s.env.fromElements(Odd{1, 2, 3, 4}));
    CHECK(rowsOf(odd.sqlQuery<"SELECT `select`, `Select`, `order`, a_b FROM o">()) == Texts{"+I[1, 2, 3, 4]"});
}

TEST_CASE("an expression that is read twice is computed once") {
    test::Environment s;
    int calls = 0;
    const auto db = s.tenv.createTemporaryFunction<"SLOW">([&calls](std::int32_t n) { ++calls; return n + 1; }).createTemporaryView<"v">(s.env.fromElements(1, 2, 3), col<"n">);
    const auto twice = db.sqlQuery<"SELECT x, x * 2 AS y, CASE WHEN x > 2 THEN x ELSE 0 END AS z FROM (SELECT SLOW(n) AS x FROM v) WHERE x <> 3">();
    CHECK(rowsOf(twice) == Texts{"+I[2, 4, 0]", "+I[4, 8, 4]"});
    CHECK(calls == 3);
    calls = 0;
    CHECK(rowsOf(db.createTemporaryView<"w">(db.sqlQuery<"SELECT n, SLOW(n) AS s FROM v">()).sqlQuery<"SELECT s + s FROM w WHERE n > 2">()) == Texts{"+I[8]"});
    CHECK(calls == 1);  // the filter reads n only
}

TEST_CASE("text functions keep Unicode; LIKE has no default escape") {
    test::Environment s;
    const auto db = s.tenv.createTemporaryView<"v">(s.env.fromElements("a😀b"), col<"t">);
    CHECK(rowsOf(db.sqlQuery<"SELECT CHAR_LENGTH(t), SUBSTRING(t, 2, 1), SUBSTRING(t, -1), UPPER(t), CAST('quartz' AS VARCHAR(3)), CAST('ab' AS CHAR(4)) || '|' FROM v">()) == Texts{"+I[3, 😀, b, A😀B, qua, ab  |]"});
    CHECK(rowsOf(db.sqlQuery<"SELECT 'm_n' LIKE 'm\\_n', 'm_n' LIKE 'm\\_n' ESCAPE '\\', 'mxn' LIKE 'm\\_n' ESCAPE '\\', t LIKE 'a_b', t NOT LIKE '%b' FROM v">()) == Texts{"+I[false, true, false, true, false]"});
}
