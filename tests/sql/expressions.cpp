// SPDX-License-Identifier: BSL-1.0
// What expressions mean: text, and the tree it becomes.
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>

#include "sql/tree_text.hpp"

namespace {

using namespace sqltest;

struct Case { std::string_view text, tree; };

constexpr Case cases[] = {
    // names
    {"SELECT a", "a"},
    {"SELECT `a``b`", "a`b"},
    {"SELECT `select`", "select"},
    {"SELECT t.a", "t.a"},
    {"SELECT t.a.b.c", "t.a->b->c"},
    {"SELECT t.order", "t.order"},
    {"SELECT (a).b", "a->b"},
    {"SELECT größe + 名前 + $x_1", "+(+(größe, 名前), $x_1)"},
    {"SELECT user + value + year + date + time + timestamp + interval", "+(+(+(+(+(+(user, value), year), date), time), timestamp), interval)"},
    {"SELECT row + array + map + trim + position + count + floor", "+(+(+(+(+(+(row, array), map), trim), position), count), floor)"},
    {"SELECT interval - 1", "-(interval, 1)"},
    {"SELECT date - time", "-(date, time)"},
    {"SELECT current_date", "CURRENT_DATE()"},
    {"SELECT `current_date`", "current_date"},
    {"SELECT localtimestamp(3)", "localtimestamp(3)"},
    // literals
    {"SELECT 1", "1"},
    {"SELECT 1.50", "1.50"},
    {"SELECT .5", ".5"},
    {"SELECT 5.", "5."},
    {"SELECT 1e3", "1e3!"},
    {"SELECT 1.5E-10", "1.5E-10!"},
    {"SELECT 007", "007"},
    {"SELECT 'it''s'", "'it's'"},
    {"SELECT ''", "''"},
    {"SELECT ''''", "'''"},
    {"SELECT '-- /* no comment */'", "'-- /* no comment */'"},
    {"SELECT E'a\\tb\\\\\\'\\u00e9\\x41\\101\\uD83D\\uDE00'", "'a\tb\\'\xC3\xA9" "AA\xF0\x9F\x98\x80'"},
    {"SELECT U&'d\\0061t\\\\''\\+01F600\\D83D\\DE00'", "'dat\\'\xF0\x9F\x98\x80\xF0\x9F\x98\x80'"},
    {"SELECT u&'a!0041!!\\' UESCAPE '!'", "'aA!\\'"},
    {"SELECT e'x''y'", "'x'y'"},
    {"SELECT X'1fA0'", "X1fA0"},
    {"SELECT x''", "X"},
    {"SELECT TRUE AND false", "AND(TRUE, FALSE)"},
    {"SELECT NULL", "NULL"},
    {"SELECT DATE '2020-01-01'", "DATE '2020-01-01'"},
    {"SELECT date'2020-01-01'", "DATE '2020-01-01'"},
    {"SELECT TIME '10:11:12.50'", "TIME(2) '10:11:12.50'"},
    {"SELECT TIMESTAMP '2020-01-01 00:00:00'", "TIMESTAMP(0) '2020-01-01 00:00:00'"},
    {"SELECT TIMESTAMP '2020-01-01 00:00:00.123456'", "TIMESTAMP(6) '2020-01-01 00:00:00.123456'"},
    {"SELECT TIMESTAMP WITH LOCAL TIME ZONE '2020-01-01 00:00:00.1'", "TIMESTAMP_LTZ(1) '2020-01-01 00:00:00.1'"},
    {"SELECT INTERVAL '5' DAY", "INTERVAL DAY(9) TO SECOND(9) '5' DAY"},
    {"SELECT INTERVAL '1-2' YEAR(4) TO MONTH", "INTERVAL YEAR(4) TO MONTH '1-2' YEAR..MONTH"},
    {"SELECT INTERVAL '1 02:03' day(3) to minute", "INTERVAL DAY(9) TO SECOND(9) '1 02:03' DAY..MINUTE"},
    {"SELECT INTERVAL '2' WEEKS", "INTERVAL DAY(9) TO SECOND(9) '2' WEEK"},
    {"SELECT INTERVAL '3' QUARTER", "INTERVAL YEAR(4) TO MONTH '3' QUARTER"},
    {"SELECT INTERVAL '1.5' SECOND(2, 3)", "INTERVAL DAY(9) TO SECOND(9) '1.5' SECOND"},
    {"SELECT INTERVAL -'5' HOUR", "NEGATE(INTERVAL DAY(9) TO SECOND(9) '5' HOUR)"},
    {"SELECT INTERVAL 5 MINUTE", "INTERVAL DAY(9) TO SECOND(9) '5' MINUTE"},
    // precedence
    {"SELECT a + b * c", "+(a, *(b, c))"},
    {"SELECT (a + b) * c", "*(+(a, b), c)"},
    {"SELECT a - b - c", "-(-(a, b), c)"},
    {"SELECT a - (b - c)", "-(a, -(b, c))"},
    {"SELECT a / b % c * d", "*(%(/(a, b), c), d)"},
    {"SELECT a || b * c", "*(||(a, b), c)"},
    {"SELECT a + b || c", "+(a, ||(b, c))"},
    {"SELECT -a * b", "*(NEGATE(a), b)"},
    {"SELECT a - -b", "-(a, NEGATE(b))"},
    {"SELECT - - a", "NEGATE(NEGATE(a))"},
    {"SELECT +a - +1", "-(a, 1)"},
    {"SELECT -a[1]", "NEGATE(ITEM(a, 1))"},
    {"SELECT a = b OR c < d AND e >= f", "OR(=(a, b), AND(<(c, d), >=(e, f)))"},
    {"SELECT a AND b AND c AND d", "AND(a, b, c, d)"},
    {"SELECT (a AND b) AND (c AND d)", "AND(a, b, c, d)"},
    {"SELECT a OR (b OR c) OR d AND e", "OR(a, b, c, AND(d, e))"},
    {"SELECT (a OR b) AND c", "AND(OR(a, b), c)"},
    {"SELECT NOT a AND b", "AND(NOT(a), b)"},
    {"SELECT NOT a = b", "NOT(=(a, b))"},
    {"SELECT NOT NOT a", "NOT(NOT(a))"},
    {"SELECT a = NOT b", "=(a, NOT(b))"},
    {"SELECT a = b = c", "=(=(a, b), c)"},
    {"SELECT a <> b", "<>(a, b)"},
    {"SELECT a != b", "<>(a, b)"},
    {"SELECT a<=b", "<=(a, b)"},
    {"SELECT a IS NULL", "IS NULL(a)"},
    {"SELECT a + b IS NOT NULL", "IS NOT NULL(+(a, b))"},
    {"SELECT n > 5 IS TRUE", "IS TRUE(>(n, 5))"},
    {"SELECT NOT a IS NULL", "NOT(IS NULL(a))"},
    {"SELECT a IS NULL IS NOT FALSE", "IS NOT FALSE(IS NULL(a))"},
    {"SELECT a IS UNKNOWN OR b IS NOT UNKNOWN", "OR(IS UNKNOWN(a), IS NOT UNKNOWN(b))"},
    {"SELECT a IS DISTINCT FROM b", "IS DISTINCT FROM(a, b)"},
    {"SELECT a + 1 IS NOT DISTINCT FROM b + 1", "IS NOT DISTINCT FROM(+(a, 1), +(b, 1))"},
    {"SELECT a = b IS DISTINCT FROM c", "=(a, IS DISTINCT FROM(b, c))"},
    {"SELECT a IS DISTINCT FROM b IS DISTINCT FROM c", "IS DISTINCT FROM(IS DISTINCT FROM(a, b), c)"},
    {"SELECT a IN (1, b, 'c')", "IN(a, 1, b, 'c')"},
    {"SELECT a + 1 NOT IN (1)", "NOT IN(+(a, 1), 1)"},
    {"SELECT a = b IN (c)", "=(a, IN(b, c))"},
    {"SELECT NOT a IN (b)", "NOT(IN(a, b))"},
    {"SELECT a BETWEEN 1 AND 2 AND b", "AND(BETWEEN(a, 1, 2), b)"},
    {"SELECT a NOT BETWEEN b + 1 AND c * 2", "NOT BETWEEN(a, +(b, 1), *(c, 2))"},
    {"SELECT a BETWEEN SYMMETRIC 2 AND 1", "BETWEEN SYMMETRIC(a, 2, 1)"},
    {"SELECT a NOT BETWEEN SYMMETRIC 2 AND 1", "NOT BETWEEN SYMMETRIC(a, 2, 1)"},
    {"SELECT a BETWEEN ASYMMETRIC 1 AND 2", "BETWEEN(a, 1, 2)"},
    {"SELECT a BETWEEN symmetric AND b", "BETWEEN(a, symmetric, b)"},
    {"SELECT a LIKE b", "LIKE(a, b)"},
    {"SELECT a || b NOT LIKE 'x' || '%' ESCAPE '!'", "NOT LIKE(||(a, b), ||('x', '%'), '!')"},
    {"SELECT a SIMILAR TO 'b+'", "SIMILAR TO(a, 'b+')"},
    {"SELECT a NOT SIMILAR TO b ESCAPE c", "NOT SIMILAR TO(a, b, c)"},
    {"SELECT (a, b) OVERLAPS (c, d)", "OVERLAPS(ROW(a, b), ROW(c, d))"},
    {"SELECT a IS JSON", "IS JSON VALUE(a)"},
    {"SELECT a IS NOT JSON VALUE", "IS NOT JSON VALUE(a)"},
    {"SELECT a || b IS JSON SCALAR OR c IS NOT JSON ARRAY", "OR(IS JSON SCALAR(||(a, b)), IS NOT JSON ARRAY(c))"},
    {"SELECT NOT a IS JSON OBJECT IS TRUE", "NOT(IS TRUE(IS JSON OBJECT(a)))"},
    {"SELECT a LIKE b = c SIMILAR TO d", "=(LIKE(a, b), SIMILAR TO(c, d))"},
    {"SELECT a NOT SIMILAR TO b || c AND d", "AND(NOT SIMILAR TO(a, ||(b, c)), d)"},
    {"SELECT a IN (1) IN (2)", "IN(IN(a, 1), 2)"},
    {"SELECT a LIKE b NOT IN (c)", "NOT IN(LIKE(a, b), c)"},
    {"SELECT (a, b) IN ((1, 2), ROW(3, 4))", "IN(ROW(a, b), ROW(1, 2), ROW(3, 4))"},
    // queries within expressions
    {"SELECT (SELECT 1)", "QUERY()"},
    {"SELECT ((SELECT 1)) + 1", "+(QUERY(), 1)"},
    {"SELECT ((SELECT 1) + 1)", "+(QUERY(), 1)"},
    {"SELECT (((SELECT 1)), 2)", "ROW(QUERY(), 2)"},
    {"SELECT ((SELECT 1) UNION SELECT 2) * 3", "*(QUERY(), 3)"},
    {"SELECT (((SELECT 1) LIMIT 1) INTERSECT VALUES 1)", "QUERY()"},
    {"SELECT (+(SELECT 1))", "QUERY()"},
    {"SELECT (TABLE t)", "QUERY()"},
    {"SELECT (SELECT r FROM t).a[1]", "ITEM(QUERY()->a, 1)"},
    {"SELECT f((SELECT 1), 2)", "f(QUERY(), 2)"},
    {"SELECT EXISTS (SELECT 1) AND NOT EXISTS ((VALUES 1) EXCEPT SELECT 1)", "AND(EXISTS(), NOT(EXISTS()))"},
    {"SELECT exists", "exists"},
    {"SELECT a IN (SELECT 1)", "IN QUERY(a)"},
    {"SELECT a + 1 NOT IN (WITH x AS (SELECT 1) SELECT * FROM x)", "NOT IN QUERY(+(a, 1))"},
    {"SELECT (a, b) IN (VALUES (1, 2))", "IN QUERY(ROW(a, b))"},
    {"SELECT a IN ((SELECT 1))", "IN QUERY(a)"},
    {"SELECT a IN ((SELECT 1) UNION (SELECT 2))", "IN QUERY(a)"},
    {"SELECT a IN ((SELECT 1), 2)", "IN(a, QUERY(), 2)"},
    {"SELECT a IN ((SELECT 1) + 2)", "IN(a, +(QUERY(), 2))"},
    {"SELECT a = b IN (SELECT 1)", "=(a, IN QUERY(b))"},
    {"SELECT (a = b) IN (SELECT 1)", "IN QUERY(=(a, b))"},
    {"SELECT NOT a IN (SELECT 1) OR b", "OR(NOT(IN QUERY(a)), b)"},
    {"SELECT a IN (SELECT 1) IS NULL", "IS NULL(IN QUERY(a))"},
    {"SELECT CASE (SELECT 1) WHEN 1 THEN 2 WHEN (SELECT 3) THEN 4 END", "CASE(=(QUERY(), 1), 2, =(same, QUERY()), 4)"},
    // rows, arrays, maps, paths
    {"SELECT (1, 'a', b)", "ROW(1, 'a', b)"},
    {"SELECT ROW(1)", "ROW(1)"},
    {"SELECT ROW()", "ROW()"},
    {"SELECT ARRAY[1, 2]", "ARRAY(1, 2)"},
    {"SELECT ARRAY[]", "ARRAY()"},
    {"SELECT MAP['k', 1, 'l', 2]", "MAP('k', 1, 'l', 2)"},
    {"SELECT a[i + 1][2]", "ITEM(ITEM(a, +(i, 1)), 2)"},
    {"SELECT m['k'].x.y", "ITEM(m, 'k')->x->y"},
    {"SELECT f(a).b", "f(a)->b"},
    // calls
    {"SELECT f()", "f()"},
    {"SELECT Upper(a)", "Upper(a)"},
    {"SELECT `upper`(a)", "upper(a)"},
    {"SELECT f(a, g(b, 1), 'c')", "f(a, g(b, 1), 'c')"},
    {"SELECT COUNT(*)", "COUNT(*)"},
    {"SELECT SUM(ALL a)", "SUM(a)"},
    {"SELECT COUNT(DISTINCT a, b)", "COUNT(DISTINCT a, b)"},
    {"SELECT SUM(a) FILTER (WHERE b AND c) + 1", "+(SUM(a) FILTER(AND(b, c)), 1)"},
    {"SELECT COUNT(*) FILTER", "COUNT(*)"},
    {"SELECT LISTAGG(a, ';') WITHIN GROUP (ORDER BY b DESC, c)", "LISTAGG(a, ';') ORDER(b DESC, c)"},
    {"SELECT ARRAY_AGG(DISTINCT a ORDER BY a + 1 NULLS LAST) FILTER (WHERE b)", "ARRAY_AGG(DISTINCT a) ORDER(+(a, 1) NULLS LAST) FILTER(b)"},
    {"SELECT ROW_NUMBER() OVER (PARTITION BY a, b + 1 ORDER BY c ASC NULLS FIRST, d DESC) <= 3",
     "<=(ROW_NUMBER() OVER(PARTITION(a, +(b, 1)) ORDER(c NULLS FIRST, d DESC)), 3)"},
    {"SELECT SUM(a) FILTER (WHERE b) OVER ()", "SUM(a) FILTER(b) OVER()"},
    {"SELECT COUNT(*) OVER (ORDER BY a)", "COUNT(*) OVER( ORDER(a))"},
    {"SELECT GROUPING(a) + GROUPING_ID(a, b)", "+(GROUPING(a), GROUPING_ID(a, b))"},
    {"SELECT JSON_OBJECTAGG(KEY k VALUE v)", "JSON_OBJECTAGG(k, v, FALSE)"},
    {"SELECT json_objectagg(k VALUE v + 1 ABSENT ON NULL)", "JSON_OBJECTAGG(k, +(v, 1), TRUE)"},
    {"SELECT JSON_OBJECTAGG(key VALUE value)", "JSON_OBJECTAGG(key, value, FALSE)"},
    {"SELECT JSON_OBJECTAGG(key.a VALUE key)", "JSON_OBJECTAGG(key.a, key, FALSE)"},
    {"SELECT JSON_OBJECTAGG(key || 'x' VALUE 1)", "JSON_OBJECTAGG(||(key, 'x'), 1, FALSE)"},
    {"SELECT JSON_OBJECTAGG(key IS NULL VALUE 1)", "JSON_OBJECTAGG(IS NULL(key), 1, FALSE)"},
    {"SELECT JSON_OBJECTAGG(KEY -key VALUE -v)", "JSON_OBJECTAGG(NEGATE(key), NEGATE(v), FALSE)"},
    {"SELECT JSON_OBJECTAGG(KEY VALUE -v)", "JSON_OBJECTAGG(KEY, NEGATE(v), FALSE)"},
    {"SELECT JSON_OBJECTAGG(KEY value.a VALUE v)", "JSON_OBJECTAGG(value.a, v, FALSE)"},
    {"SELECT JSON_OBJECTAGG(KEY value VALUE value)", "JSON_OBJECTAGG(value, value, FALSE)"},
    {"SELECT JSON_OBJECTAGG(KEY (a || b) VALUE 1)", "JSON_OBJECTAGG(||(a, b), 1, FALSE)"},
    {"SELECT JSON_OBJECTAGG(KEY key VALUE NULL NULL ON NULL)", "JSON_OBJECTAGG(key, NULL, FALSE)"},
    {"SELECT JSON_ARRAYAGG(v) FILTER (WHERE a)", "JSON_ARRAYAGG(v, TRUE) FILTER(a)"},
    {"SELECT JSON_ARRAYAGG(v ORDER BY a NULL ON NULL)", "JSON_ARRAYAGG(v, FALSE) ORDER(a)"},
    {"SELECT `JSON_ARRAYAGG`(v)", "JSON_ARRAYAGG(v)"},
    {"SELECT LEFT(a, 2) || RIGHT(a, 1)", "||(LEFT(a, 2), RIGHT(a, 1))"},
    {"SELECT `LEFT`(a, 2)", "LEFT(a, 2)"},
    {"SELECT IF(a, b, c)", "IF(a, b, c)"},
    {"SELECT YEAR(d) + DATE(x)", "+(YEAR(d), DATE(x))"},
    {"SELECT CAST(a AS INT)", "CAST(a AS INT)"},
    {"SELECT try_cast(a + 1 as decimal(10, 2))", "TRY_CAST(+(a, 1) AS DECIMAL(10, 2))"},
    {"SELECT CAST(a AS VARCHAR(5)) || CAST(b AS STRING)", "||(CAST(a AS VARCHAR(5)), CAST(b AS STRING))"},
    {"SELECT CAST(NULL AS TIMESTAMP(3))", "CAST(NULL AS TIMESTAMP(3))"},
    {"SELECT cast", "cast"},
    {"SELECT EXTRACT(year FROM a)", "EXTRACT('YEAR', a)"},
    {"SELECT EXTRACT(DOW FROM a + b)", "EXTRACT('DOW', +(a, b))"},
    {"SELECT FLOOR(a TO DAY)", "FLOOR(a, 'DAY')"},
    {"SELECT FLOOR(a)", "FLOOR(a)"},
    {"SELECT CEILING(a TO month)", "CEIL(a, 'MONTH')"},
    {"SELECT CEIL(a)", "CEIL(a)"},
    {"SELECT TIMESTAMPADD(MONTH, 1, a)", "TIMESTAMPADD('MONTH', 1, a)"},
    {"SELECT TIMESTAMPDIFF(SQL_TSI_DAY, a, b)", "TIMESTAMPDIFF('DAY', a, b)"},
    {"SELECT TRIM(a)", "TRIM(a)"},
    {"SELECT TRIM('x' FROM a)", "TRIM('BOTH', 'x', a)"},
    {"SELECT TRIM(BOTH FROM a)", "TRIM('BOTH', ' ', a)"},
    {"SELECT TRIM(LEADING 'x' FROM a)", "TRIM('LEADING', 'x', a)"},
    {"SELECT TRIM(trailing)", "TRIM(trailing)"},
    {"SELECT TRIM(both || 'x')", "TRIM(||(both, 'x'))"},
    {"SELECT SUBSTRING(a FROM 2 FOR 3)", "SUBSTRING(a, 2, 3)"},
    {"SELECT SUBSTRING(a FROM 2)", "SUBSTRING(a, 2)"},
    {"SELECT SUBSTRING(a, 2, 3)", "SUBSTRING(a, 2, 3)"},
    {"SELECT POSITION('a' IN b)", "POSITION('a', b)"},
    {"SELECT POSITION(a || 'x' IN b FROM 2)", "POSITION(||(a, 'x'), b, 2)"},
    {"SELECT OVERLAY(a PLACING b FROM 2 FOR 3)", "OVERLAY(a, b, 2, 3)"},
    {"SELECT (a - b) DAY TO SECOND", "MINUS_DATE(a, b) DAY..SECOND"},
    {"SELECT (a - b) YEAR", "MINUS_DATE(a, b) YEAR"},
    // CASE
    {"SELECT CASE WHEN a THEN 1 WHEN b THEN 2 ELSE 3 END", "CASE(a, 1, b, 2, 3)"},
    {"SELECT CASE WHEN a THEN 1 END", "CASE(a, 1)"},
    {"SELECT CASE a WHEN 1 THEN 'x' ELSE 'y' END", "CASE(=(a, 1), 'x', 'y')"},
    {"SELECT CASE a + 1 WHEN 1 THEN 'x' WHEN 2, 3 THEN 'y' END", "CASE(=(+(a, 1), 1), 'x', IN(same, 2, 3), 'y')"},
    // blanks and comments
    {"SELECT/* one */a--two\n+\tb//three\r\n+/**/c", "+(+(a, b), c)"},
    {"select /*+ SHUFFLE_HASH(x) */ a", "a"},
    {"\xEF\xBB\xBFSELECT a;", "a"},
    {"SELECT a -- no line end", "a"},
};

constexpr bool holds(const Case& c) {
    const ShortParse p(c.text);
    if (p.result.error || treeOf(p.view()).view() != c.tree) return false;
    const TextBuffer text = printed(p.view());
    const ShortParse again(text.view());
    return !again.result.error && sql::sameSyntax(p.view(), again.view()) && printed(again.view()).view() == text.view();
}

template <std::size_t I> constexpr bool holdsAt = holds(cases[I]);
// Each is an evaluation of its own; one in two keeps the compilers quick.
template <std::size_t... I> constexpr bool halfHold(std::index_sequence<I...>) { return (... && holdsAt<2 * I>); }
static_assert(halfHold(std::make_index_sequence<sizeof cases / sizeof *cases / 2>{}));

}  // namespace

TEST_CASE("expressions become the trees they mean, and print to texts of the same tree") {
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const ShortParse p(c.text);
        CHECK(p.result.error == Error{});
        if (p.result.error) continue;
        CHECK(treeOf(p.view()).view() == c.tree);
        CAPTURE(printedText(p.view()));
        CHECK(holds(c));
    }
}

TEST_CASE("printing puts parentheses only where they are needed") {
    constexpr Case printings[] = {
        {"SELECT (a+b)+c, a+(b+c), (a*b)+c, (a+b)*c", "SELECT a + b + c, a + (b + c), a * b + c, (a + b) * c"},
        {"SELECT -(-a), -(a+b), (-a)*b", "SELECT - -a, -(a + b), -a * b"},
        {"SELECT a AND (b OR c), (a AND b) OR c, NOT (a AND b), (NOT a) AND b", "SELECT a AND (b OR c), a AND b OR c, NOT (a AND b), NOT a AND b"},
        {"SELECT (a = b) IS NULL, a = (b IS NULL), NOT (a = b)", "SELECT (a = b) IS NULL, a = (b IS NULL), NOT a = b"},
        {"SELECT a IN (b + 1, (c AND d)), (a IN (b)) = c", "SELECT a IN (b + 1, c AND d), (a IN (b)) = c"},
        {"SELECT (a).b, (a.b).c, (1)[2], CAST(a AS INT)[1]", "SELECT (a).b, a.b.c, (1)[2], CAST(a AS INT)[1]"},
        {"SELECT `a b`, `order`, `date`, t.`1x`, `ä`", "SELECT `a b`, `order`, `date`, t.`1x`, ä"},
        {"select 'it''s' x, e'\\n' y from t u", "SELECT 'it''s' AS x, '\n' AS y FROM t AS u"},
        {"SELECT trim(a), trim('x' from a), `trim`('x', a), extract(day from a), `extract`(a)",
         "SELECT TRIM(a), TRIM(BOTH 'x' FROM a), `trim`('x', a), EXTRACT(DAY FROM a), `extract`(a)"},
        {"SELECT (a in (select 1)) = b, a = (b in (select 1)), (a in (select 1)) in (2), not (a in (select 1))",
         "SELECT (a IN (SELECT 1)) = b, a = (b IN (SELECT 1)), (a IN (SELECT 1)) IN (2), NOT a IN (SELECT 1)"},
        {"SELECT ((select 1)), ((select 1) + 1), (select r from t).a", "SELECT (SELECT 1), (SELECT 1) + 1, ((SELECT r FROM t)).a"},
        {"SELECT f(a order by b) over (order by c), count(distinct a), `floor`(a) over ()",
         "SELECT f(a) WITHIN GROUP (ORDER BY b) OVER (ORDER BY c), count(DISTINCT a), `floor`(a) OVER ()"},
        {"SELECT json_arrayagg(v), json_objectagg(k value v), `json_arrayagg`(v, true), `JSON_OBJECTAGG`(distinct k, v, true)",
         "SELECT JSON_ARRAYAGG(v ABSENT ON NULL), JSON_OBJECTAGG(KEY `k` VALUE v NULL ON NULL), `json_arrayagg`(v, TRUE), `JSON_OBJECTAGG`(DISTINCT k, v, TRUE)"},
        {"SELECT case a when 1 then 2 when 3, 4 then 5 else 6 end", "SELECT CASE a WHEN 1 THEN 2 WHEN 3, 4 THEN 5 ELSE 6 END"},
    };
    for (const Case& c : printings) {
        CAPTURE(c.text);
        const ShortParse p(c.text);
        REQUIRE(p.result.error == Error{});
        CHECK(printedText(p.view()) == c.tree);
    }
}

TEST_CASE("with every name in backticks a text avoids the words that Flink reserves") {
    const ShortParse p("SELECT user, t.value AS year, f(date).x, COUNT(*), t.* FROM t AS `order`");
    REQUIRE(p.result.error == Error{});
    TextBuffer b;
    detail::TextWriter w{b.chars};
    sql::writeSyntax(w, p.view(), true);
    b.size = w.size;
    CHECK(b.view() == "SELECT `user`, `t`.`value` AS `year`, f(`date`).`x`, COUNT(*), `t`.* FROM `t` AS `order`");
    const ShortParse again(b.view());
    CHECK(again.result.error == Error{});
    CHECK(sql::sameSyntax(p.view(), again.view()));
}
