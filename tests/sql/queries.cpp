// SPDX-License-Identifier: BSL-1.0
// Tokens and queries: text, and the text that its tree prints to.
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sql/tree_text.hpp"

namespace {

using namespace sqltest;

struct Case { std::string_view text, printed; };

constexpr Case cases[] = {
    {"SELECT 1", "SELECT 1"},
    {"select all a, b as x, c y from t;", "SELECT a, b AS x, c AS y FROM t"},
    {"SELECT * FROM t", "SELECT * FROM t"},
    {"SELECT t.*, *, `t x`.* FROM t", "SELECT t.*, *, `t x`.* FROM t"},
    {"SELECT a FROM t AS t", "SELECT a FROM t"},
    {"SELECT a FROM t u WHERE u.a > 1", "SELECT a FROM t AS u WHERE u.a > 1"},
    {"SELECT a FROM (t) AS u", "SELECT a FROM t AS u"},
    {"SELECT a FROM ((t x))", "SELECT a FROM t AS x"},
    {"SELECT a FROM (SELECT b AS a FROM u)", "SELECT a FROM (SELECT b AS a FROM u)"},
    {"SELECT a FROM (SELECT 1 AS a) x", "SELECT a FROM (SELECT 1 AS a) AS x"},
    {"SELECT a FROM ((SELECT 1 AS a))", "SELECT a FROM (SELECT 1 AS a)"},
    {"SELECT a FROM (SELECT 1 AS a UNION ALL SELECT 2) AS x", "SELECT a FROM (SELECT 1 AS a UNION ALL SELECT 2) AS x"},
    {"SELECT user, value FROM user value", "SELECT user, value FROM user AS value"},
    {"SELECT date FROM `order` `group`", "SELECT `date` FROM `order` AS `group`"},
    // UNION ALL groups to the left
    {"SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3", "SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3"},
    {"(SELECT 1 UNION ALL SELECT 2) UNION ALL SELECT 3", "SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3"},
    {"SELECT 1 UNION ALL (SELECT 2 UNION ALL SELECT 3)", "SELECT 1 UNION ALL (SELECT 2 UNION ALL SELECT 3)"},
    {"((SELECT 1)) UNION ALL ((SELECT 2))", "SELECT 1 UNION ALL SELECT 2"},
    // other set operations; INTERSECT binds more tightly
    {"SELECT 1 UNION SELECT 2", "SELECT 1 UNION SELECT 2"},
    {"SELECT 1 UNION DISTINCT SELECT 2 EXCEPT ALL SELECT 3", "SELECT 1 UNION SELECT 2 EXCEPT ALL SELECT 3"},
    {"SELECT 1 UNION (SELECT 2 INTERSECT SELECT 3)", "SELECT 1 UNION SELECT 2 INTERSECT SELECT 3"},
    {"(SELECT 1 UNION SELECT 2) INTERSECT ALL SELECT 3", "(SELECT 1 UNION SELECT 2) INTERSECT ALL SELECT 3"},
    {"SELECT 1 INTERSECT (SELECT 2 EXCEPT SELECT 3)", "SELECT 1 INTERSECT (SELECT 2 EXCEPT SELECT 3)"},
    {"(SELECT 1 INTERSECT SELECT 2) INTERSECT (SELECT 3 INTERSECT SELECT 4)", "SELECT 1 INTERSECT SELECT 2 INTERSECT (SELECT 3 INTERSECT SELECT 4)"},
    {"SELECT 1 EXCEPT (SELECT 2 UNION SELECT 3) UNION SELECT 4", "SELECT 1 EXCEPT (SELECT 2 UNION SELECT 3) UNION SELECT 4"},
    {"(SELECT 1 EXCEPT SELECT 2) EXCEPT SELECT 3 INTERSECT SELECT 4", "SELECT 1 EXCEPT SELECT 2 EXCEPT SELECT 3 INTERSECT SELECT 4"},
    {"TABLE t UNION VALUES (1)", "SELECT * FROM t UNION VALUES (1)"},
    // VALUES
    {"VALUES (1, 'a'), (2, NULL)", "VALUES (1, 'a'), (2, NULL)"},
    {"VALUES 1, ROW(2), a + 1", "VALUES (1), (2), (a + 1)"},
    {"VALUES (SELECT 1), ((SELECT 2) UNION SELECT 3), ((SELECT 4), 5)", "VALUES ((SELECT 1)), ((SELECT 2 UNION SELECT 3)), ((SELECT 4), 5)"},
    {"VALUES (ROW(1, 2)), ((3, 4)), ROW(ROW(5, 6))", "VALUES (1, 2), ROW(ROW(3, 4)), ROW(ROW(5, 6))"},
    {"VALUES (ROW(1, 2), 3), (ROW(1) = b), ((1, 2).a IS NULL), (row, 1)", "VALUES ROW(ROW(1, 2), 3), ROW(ROW(1) = b), ROW(ROW(1, 2).a IS NULL), (`row`, 1)"},
    {"VALUES (ROW()), ROW(ROW()), `ROW`(1, 2)", "VALUES ROW(ROW()), ROW(ROW()), ROW(ROW(1, 2))"},
    {"(VALUES (1)) LIMIT 1", "VALUES (1) LIMIT 1"},
    {"SELECT * FROM (VALUES (1, 2), (3, 4)) AS v (a, b)", "SELECT * FROM (VALUES (1, 2), (3, 4)) AS v (a, b)"},
    // joins
    {"SELECT * FROM t, u x, v", "SELECT * FROM t CROSS JOIN u AS x CROSS JOIN v"},
    {"SELECT * FROM t, u JOIN v ON a, w", "SELECT * FROM t CROSS JOIN (u JOIN v ON a) CROSS JOIN w"},
    {"SELECT * FROM t INNER JOIN u ON t.a = u.a AND b LEFT OUTER JOIN v ON c WHERE d", "SELECT * FROM t JOIN u ON t.a = u.a AND b LEFT JOIN v ON c WHERE d"},
    {"SELECT * FROM t RIGHT JOIN u USING (a, `b c`) FULL OUTER JOIN v ON TRUE", "SELECT * FROM t RIGHT JOIN u USING (a, `b c`) FULL JOIN v ON TRUE"},
    {"SELECT * FROM t NATURAL JOIN u NATURAL LEFT OUTER JOIN v natural inner join w", "SELECT * FROM t NATURAL JOIN u NATURAL LEFT JOIN v NATURAL JOIN w"},
    {"SELECT * FROM (t JOIN u ON a) JOIN (v CROSS JOIN w) ON b", "SELECT * FROM t JOIN u ON a JOIN (v CROSS JOIN w) ON b"},
    {"SELECT * FROM ((t) x LEFT JOIN ((u)) ON a)", "SELECT * FROM t AS x LEFT JOIN u ON a"},
    {"SELECT * FROM t JOIN u ON LEFT(a, 1) = b LEFT JOIN v ON c", "SELECT * FROM t JOIN u ON `LEFT`(a, 1) = b LEFT JOIN v ON c"},
    {"SELECT * FROM t JOIN (SELECT a FROM u) AS x (b) ON a = b", "SELECT * FROM t JOIN (SELECT a FROM u) AS x (b) ON a = b"},
    {"SELECT * FROM t AS t (a, b), (t x (c)) y", "SELECT * FROM t AS t (a, b) CROSS JOIN t AS y (c)"},
    {"SELECT * EXCEPT (a, b), t.* exclude (c) FROM t", "SELECT * EXCLUDE (a, b), t.* EXCLUDE (c) FROM t"},
    {"SELECT * FROM t, LATERAL (SELECT t.a + u.b FROM u) x", "SELECT * FROM t CROSS JOIN LATERAL (SELECT t.a + u.b FROM u) AS x"},
    {"SELECT * FROM t, LATERAL ((SELECT t.a) UNION SELECT 1) x", "SELECT * FROM t CROSS JOIN LATERAL (SELECT t.a UNION SELECT 1) AS x"},
    {"SELECT * FROM t CROSS JOIN UNNEST(t.a) AS x (b)", "SELECT * FROM t CROSS JOIN UNNEST(t.a) AS x (b)"},
    {"SELECT * FROM t, lateral unnest(a, ARRAY[1]) with ordinality x", "SELECT * FROM t CROSS JOIN UNNEST(a, ARRAY[1]) WITH ORDINALITY AS x"},
    {"SELECT * FROM UNNEST(MAP['a', 1])", "SELECT * FROM UNNEST(MAP['a', 1])"},
    {"SELECT * FROM unnest", "SELECT * FROM `unnest`"},
    // a parenthesis in FROM is a query or a join, which shows behind its first operand
    {"SELECT * FROM ((SELECT 1) UNION SELECT 2)", "SELECT * FROM (SELECT 1 UNION SELECT 2)"},
    {"SELECT * FROM (((SELECT 1) LIMIT 2) INTERSECT (VALUES (1))) x", "SELECT * FROM ((SELECT 1 LIMIT 2) INTERSECT VALUES (1)) AS x"},
    {"SELECT * FROM ((SELECT 1) ORDER BY 1)", "SELECT * FROM (SELECT 1 ORDER BY 1)"},
    {"SELECT * FROM ((SELECT 1) x CROSS JOIN t)", "SELECT * FROM (SELECT 1) AS x CROSS JOIN t"},
    {"SELECT * FROM ((SELECT 1) NATURAL JOIN t)", "SELECT * FROM (SELECT 1) NATURAL JOIN t"},
    {"SELECT * FROM (TABLE t) x", "SELECT * FROM (SELECT * FROM t) AS x"},
    // windows of OVER
    {"SELECT SUM(a) OVER (PARTITION BY b ORDER BY c ROWS UNBOUNDED PRECEDING)",
     "SELECT SUM(a) OVER (PARTITION BY b ORDER BY c ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)"},
    {"SELECT SUM(a) OVER (range between INTERVAL '1' HOUR preceding and 2 + 3 following)",
     "SELECT SUM(a) OVER (RANGE BETWEEN INTERVAL '1' HOUR PRECEDING AND 2 + 3 FOLLOWING)"},
    {"SELECT SUM(a) OVER (ROWS BETWEEN unbounded PRECEDING AND unbounded FOLLOWING)",
     "SELECT SUM(a) OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)"},
    {"SELECT SUM(a) OVER (ROWS BETWEEN `unbounded` PRECEDING AND `current` FOLLOWING)",
     "SELECT SUM(a) OVER (ROWS BETWEEN `unbounded` PRECEDING AND `current` FOLLOWING)"},
    {"SELECT SUM(a) OVER w, COUNT(*) FILTER (WHERE b) OVER (w ROWS 1 PRECEDING) x FROM t WINDOW v AS (PARTITION BY a), w AS (v ORDER BY b) ORDER BY MAX(a) OVER (v)",
     "SELECT SUM(a) OVER w, COUNT(*) FILTER (WHERE b) OVER (w ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS x FROM t WINDOW v AS (PARTITION BY a), w AS (v ORDER BY b) ORDER BY MAX(a) OVER v"},
    {"SELECT f() OVER rows, f() OVER (range), f() OVER (partition ORDER BY a) FROM t GROUP BY b HAVING c WINDOW rows AS (), range AS (ROWS CURRENT ROW), partition AS (rows)",
     "SELECT f() OVER `rows`, f() OVER range, f() OVER (partition ORDER BY a) FROM t GROUP BY b HAVING c WINDOW `rows` AS (), range AS (ROWS BETWEEN CURRENT ROW AND CURRENT ROW), partition AS (`rows`)"},
    {"SELECT * FROM (SELECT f() OVER w FROM t WINDOW w AS (ORDER BY a)) WHERE b", "SELECT * FROM (SELECT f() OVER w FROM t WINDOW w AS (ORDER BY a)) WHERE b"},
    // table functions
    {"SELECT * FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(a), INTERVAL '1' DAY, INTERVAL '8' HOUR)) AS w (b)",
     "SELECT * FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(a), INTERVAL '1' DAY, INTERVAL '8' HOUR)) AS w (b)"},
    {"SELECT * FROM TABLE(HOP(`data` => table t, TIMECOL => DESCRIPTOR(a), SLIDE => 1, `OFFSET` => (2)))",
     "SELECT * FROM TABLE(HOP(data => TABLE t, TIMECOL => DESCRIPTOR(a), SLIDE => 1, `OFFSET` => 2))"},
    {"SELECT * FROM TABLE(SESSION(TABLE `t u` PARTITION BY a, DESCRIPTOR(b), c)), TABLE(SESSION((SELECT * FROM t) PARTITION BY (a, b), c))",
     "SELECT * FROM TABLE(SESSION(TABLE `t u` PARTITION BY (a), DESCRIPTOR(b), c)) CROSS JOIN TABLE(SESSION(TABLE t PARTITION BY (a, b), c))"},
    {"SELECT * FROM TABLE(CUMULATE((SELECT a FROM t WHERE b), c)) JOIN TABLE(f(DATA => (VALUES (1)))) ON d",
     "SELECT * FROM TABLE(CUMULATE((SELECT a FROM t WHERE b), c)) JOIN TABLE(f(DATA => (VALUES (1)))) ON d"},
    {"SELECT * FROM t LEFT JOIN LATERAL TABLE(f(t.a, 'x')) AS s (b, c) ON TRUE, lateral g(), h(1) AS i",
     "SELECT * FROM t LEFT JOIN LATERAL TABLE(f(t.a, 'x')) AS s (b, c) ON TRUE CROSS JOIN LATERAL TABLE(g()) CROSS JOIN TABLE(h(1)) AS i"},
    {"SELECT * FROM (TABLE(f(x)) AS a CROSS JOIN `date`(y) b)", "SELECT * FROM TABLE(f(x)) AS a CROSS JOIN TABLE(`date`(y)) AS b"},
    // group windows are calls
    {"SELECT TUMBLE_START(a, INTERVAL '1' DAY) FROM t GROUP BY TUMBLE(a, INTERVAL '1' DAY), HOP(a, b, c), SESSION(a, b)",
     "SELECT TUMBLE_START(a, INTERVAL '1' DAY) FROM t GROUP BY TUMBLE(a, INTERVAL '1' DAY), HOP(a, b, c), SESSION(a, b)"},
    {"SELECT CURRENT_WATERMARK(a), PROCTIME(), DESCRIPTOR(a) FROM t", "SELECT CURRENT_WATERMARK(a), PROCTIME(), DESCRIPTOR(a) FROM t"},
    // tables of a time
    {"SELECT * FROM t a JOIN u FOR SYSTEM_TIME AS OF a.b c ON d LEFT JOIN v FOR SYSTEM_TIME AS OF PROCTIME() AS e ON f",
     "SELECT * FROM t AS a JOIN u FOR SYSTEM_TIME AS OF a.b AS c ON d LEFT JOIN v FOR SYSTEM_TIME AS OF PROCTIME() AS e ON f"},
    {"SELECT * FROM t, u FOR SYSTEM_TIME AS OF x - INTERVAL '1' DAY, system_time",
     "SELECT * FROM t CROSS JOIN u FOR SYSTEM_TIME AS OF x - INTERVAL '1' DAY CROSS JOIN system_time"},
    // patterns
    {"SELECT * FROM t MATCH_RECOGNIZE (PARTITION BY a, b + 1 ORDER BY c, d DESC MEASURES A.e AS x, FINAL LAST(B.f, 1) + 1 AS `y z`, MATCH_ROWTIME() AS r ONE ROW PER MATCH AFTER MATCH SKIP PAST LAST ROW PATTERN (A B+) DEFINE A AS A.e > 1, B AS b OR c) AS m (p, q)",
     "SELECT * FROM t MATCH_RECOGNIZE (PARTITION BY a, b + 1 ORDER BY c, d DESC MEASURES A.e AS x, LAST(B.f, 1) + 1 AS `y z`, MATCH_ROWTIME() AS r ONE ROW PER MATCH AFTER MATCH SKIP PAST LAST ROW PATTERN (A B+) DEFINE A AS A.e > 1, B AS b OR c) AS m (p, q)"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A) DEFINE A AS TRUE)",
     "SELECT * FROM t MATCH_RECOGNIZE (ONE ROW PER MATCH AFTER MATCH SKIP TO NEXT ROW PATTERN (A) DEFINE A AS TRUE)"},
    {"SELECT * FROM t MATCH_RECOGNIZE (AFTER MATCH SKIP TO NEXT ROW PATTERN (((A B) (C)* (D | (E F | G)) | H)) WITHIN INTERVAL -'1' HOUR DEFINE A AS b) m",
     "SELECT * FROM t MATCH_RECOGNIZE (ONE ROW PER MATCH AFTER MATCH SKIP TO NEXT ROW PATTERN (A B C* (D | E F | G) | H) WITHIN INTERVAL -'1' HOUR DEFINE A AS b) AS m"},
    {"SELECT * FROM t MATCH_RECOGNIZE (AFTER MATCH SKIP TO FIRST A PATTERN (A* B+ C? D{2} E{2,} F{2,3} G{,3} H{0,} I{1,} J{0,1}) DEFINE A AS b)",
     "SELECT * FROM t MATCH_RECOGNIZE (ONE ROW PER MATCH AFTER MATCH SKIP TO FIRST A PATTERN (A* B+ C? D{2} E{2,} F{2,3} G{0,3} H* I+ J?) DEFINE A AS b)"},
    {"SELECT * FROM t MATCH_RECOGNIZE (AFTER MATCH SKIP TO A PATTERN (A*? B+? C?? D{2}? E{2,}? (F G)+? ((H)+)* (I | J){2}) DEFINE A AS b)",
     "SELECT * FROM t MATCH_RECOGNIZE (ONE ROW PER MATCH AFTER MATCH SKIP TO LAST A PATTERN (A*? B+? C?? D{2}? E{2,}? (F G)+? (H+)* (I | J){2}) DEFINE A AS b)"},
    {"SELECT * FROM t MATCH_RECOGNIZE (AFTER MATCH SKIP TO LAST PATTERN (`$` `PERMUTE` (PERMUTE) first next pattern) DEFINE define AS b)",
     "SELECT * FROM t MATCH_RECOGNIZE (ONE ROW PER MATCH AFTER MATCH SKIP TO LAST LAST PATTERN (`$` `PERMUTE` `PERMUTE` `first` `next` pattern) DEFINE define AS b)"},
    {"SELECT * FROM (SELECT a FROM t) MATCH_RECOGNIZE (AFTER MATCH SKIP TO LAST pattern PATTERN (a) DEFINE a AS b) JOIN TABLE(f(x)) MATCH_RECOGNIZE (PATTERN (A) DEFINE A AS b) ON c",
     "SELECT * FROM (SELECT a FROM t) MATCH_RECOGNIZE (ONE ROW PER MATCH AFTER MATCH SKIP TO LAST pattern PATTERN (a) DEFINE a AS b) JOIN TABLE(f(x)) MATCH_RECOGNIZE (ONE ROW PER MATCH AFTER MATCH SKIP TO NEXT ROW PATTERN (A) DEFINE A AS b) ON c"},
    // groups
    {"SELECT a, COUNT(*) FROM t GROUP BY a, b + 1 HAVING COUNT(*) > 1", "SELECT a, COUNT(*) FROM t GROUP BY a, b + 1 HAVING COUNT(*) > 1"},
    {"SELECT COUNT(*) FROM t HAVING TRUE", "SELECT COUNT(*) FROM t HAVING TRUE"},
    {"SELECT COUNT(*) FROM t GROUP BY ()", "SELECT COUNT(*) FROM t GROUP BY ()"},
    {"SELECT 1 FROM t GROUP BY ALL a, (), (b), (c, d)", "SELECT 1 FROM t GROUP BY a, b, (c, d)"},
    {"SELECT 1 FROM t GROUP BY GROUPING SETS ((a, b), (a), b, ()), c", "SELECT 1 FROM t GROUP BY GROUPING SETS ((a, b), a, b, ()), c"},
    {"SELECT 1 FROM t GROUP BY rollup(a, (b, c)), Cube (d)", "SELECT 1 FROM t GROUP BY ROLLUP (a, (b, c)), CUBE (d)"},
    {"SELECT 1 FROM t GROUP BY GROUPING SETS (ROLLUP (a, b), GROUPING SETS (c), CUBE (d), ())",
     "SELECT 1 FROM t GROUP BY GROUPING SETS (ROLLUP (a, b), GROUPING SETS (c), CUBE (d), ())"},
    {"SELECT 1 FROM t GROUP BY grouping, sets, cube, ROW(a), GROUPING(b)", "SELECT 1 FROM t GROUP BY grouping, sets, cube, ROW(a), GROUPING(b)"},
    {"SELECT 1 FROM t GROUP BY ROW(), GROUPING SETS (ROW(), a), ROLLUP (ROW(), a)", "SELECT 1 FROM t GROUP BY GROUPING SETS ((), a), ROLLUP (ROW(), a)"},
    {"SELECT DISTINCT a, b FROM t WHERE c", "SELECT DISTINCT a, b FROM t WHERE c"},
    // orders
    {"SELECT a FROM t ORDER BY 1, b + 1 DESC, c ASC NULLS LAST, d DESC NULLS FIRST LIMIT 3", "SELECT a FROM t ORDER BY 1, b + 1 DESC, c NULLS LAST, d DESC NULLS FIRST LIMIT 3"},
    {"SELECT a UNION SELECT b ORDER BY a OFFSET 1", "SELECT a UNION SELECT b ORDER BY a OFFSET 1"},
    {"(SELECT a ORDER BY a) UNION (SELECT b ORDER BY b LIMIT 1)", "(SELECT a ORDER BY a) UNION (SELECT b ORDER BY b LIMIT 1)"},
    {"(SELECT a FROM t) ORDER BY b", "SELECT a FROM t ORDER BY b"},
    {"(SELECT a FROM t ORDER BY a) LIMIT 1", "SELECT * FROM (SELECT a FROM t ORDER BY a) LIMIT 1"},
    {"(SELECT a FROM t LIMIT 1) ORDER BY a", "SELECT * FROM (SELECT a FROM t LIMIT 1) ORDER BY a"},
    {"SELECT desc FROM t ORDER BY desc DESC, nulls NULLS FIRST", "SELECT desc FROM t ORDER BY desc DESC, nulls NULLS FIRST"},
    // WITH
    {"WITH x AS (SELECT 1), y (a, b) AS (SELECT 2, 3 FROM x) SELECT * FROM x, y", "WITH x AS (SELECT 1), y (a, b) AS (SELECT 2, 3 FROM x) SELECT * FROM x CROSS JOIN y"},
    {"WITH x AS (SELECT 1) SELECT 2 UNION TABLE x ORDER BY 1 LIMIT 2", "WITH x AS (SELECT 1) SELECT 2 UNION SELECT * FROM x ORDER BY 1 LIMIT 2"},
    {"(WITH x AS (SELECT 1) TABLE x) UNION (WITH y AS (VALUES (2)) TABLE y)", "(WITH x AS (SELECT 1) SELECT * FROM x) UNION (WITH y AS (VALUES (2)) SELECT * FROM y)"},
    {"WITH x AS (SELECT 1) (TABLE x LIMIT 1)", "WITH x AS (SELECT 1) SELECT * FROM x LIMIT 1"},
    {"WITH x AS (SELECT 1) (WITH y AS (TABLE x) TABLE y)", "WITH x AS (SELECT 1) SELECT * FROM (WITH y AS (SELECT * FROM x) SELECT * FROM y)"},
    {"(WITH x AS (SELECT 1) TABLE x) ORDER BY 1", "WITH x AS (SELECT 1) SELECT * FROM x ORDER BY 1"},
    {"WITH x AS (WITH y AS (SELECT 1) TABLE y) SELECT * FROM (WITH z AS (TABLE x) TABLE z)",
     "WITH x AS (WITH y AS (SELECT 1) SELECT * FROM y) SELECT * FROM (WITH z AS (SELECT * FROM x) SELECT * FROM z)"},
    {"WITH recursive AS (SELECT 1) SELECT * FROM recursive", "WITH recursive AS (SELECT 1) SELECT * FROM recursive"},
    // hints say nothing
    {"SELECT /*+ STATE_TTL('t' = '1d') */ a FROM t /*+ OPTIONS('k' = 'v') */ AS x, /*+ Multi_Join */ u", "SELECT a FROM t AS x CROSS JOIN u"},
    // limits
    {"SELECT a FROM t LIMIT 5", "SELECT a FROM t LIMIT 5"},
    {"SELECT a FROM t LIMIT 0", "SELECT a FROM t LIMIT 0"},
    {"SELECT a FROM t LIMIT ALL OFFSET 3", "SELECT a FROM t OFFSET 3"},
    {"SELECT a FROM t OFFSET 3 ROWS FETCH NEXT 5 ROWS ONLY", "SELECT a FROM t LIMIT 5 OFFSET 3"},
    {"SELECT a FROM t FETCH FIRST ROW ONLY", "SELECT a FROM t LIMIT 1"},
    {"SELECT a FROM t LIMIT 9223372036854775807 OFFSET 0", "SELECT a FROM t LIMIT 9223372036854775807"},
    {"SELECT 1 UNION ALL SELECT 2 LIMIT 1", "SELECT 1 UNION ALL SELECT 2 LIMIT 1"},
    {"(SELECT 1 LIMIT 1) UNION ALL (SELECT 2 OFFSET 1) LIMIT 1", "(SELECT 1 LIMIT 1) UNION ALL (SELECT 2 OFFSET 1) LIMIT 1"},
    {"(SELECT 1) LIMIT 2", "SELECT 1 LIMIT 2"},
    {"(SELECT a FROM t LIMIT 9) LIMIT 2", "SELECT * FROM (SELECT a FROM t LIMIT 9) LIMIT 2"},
    {"SELECT a FROM (SELECT b FROM t LIMIT 9) OFFSET 2", "SELECT a FROM (SELECT b FROM t LIMIT 9) OFFSET 2"},
};

constexpr bool holds(const Case& c) {
    const ShortParse p(c.text);
    if (p.result.error || printed(p.view()).view() != c.printed) return false;
    const ShortParse again(c.printed);
    return !again.result.error && sql::sameSyntax(p.view(), again.view());
}
template <std::size_t I> constexpr bool holdsAt = holds(cases[I]);
template <std::size_t... I> constexpr bool allHold(std::index_sequence<I...>) { return (... && holdsAt<I>); }
static_assert(allHold(std::make_index_sequence<sizeof cases / sizeof *cases>{}));

// Sameness is worth something only if it can fail.
struct Pair { std::string_view a, b; };
constexpr Pair different[] = {
    {"SELECT a", "SELECT b"}, {"SELECT a", "SELECT t.a"}, {"SELECT a", "SELECT a AS x"}, {"SELECT a", "SELECT a FROM t"}, {"SELECT a", "SELECT a, a"},
    {"SELECT a FROM t", "SELECT a FROM u"}, {"SELECT a FROM t", "SELECT a FROM t x"}, {"SELECT a FROM t", "SELECT a FROM (SELECT a FROM t)"},
    {"SELECT a FROM t LIMIT 1", "SELECT a FROM t LIMIT 2"}, {"SELECT a FROM t LIMIT 1", "SELECT a FROM t LIMIT 1 OFFSET 1"},
    {"SELECT a FROM t WHERE a", "SELECT a FROM t"}, {"SELECT 1 UNION ALL SELECT 2", "SELECT 1"}, {"SELECT 1 UNION ALL SELECT 2", "SELECT 2 UNION ALL SELECT 1"},
    {"SELECT a + b", "SELECT b + a"}, {"SELECT a + b + c", "SELECT a + (b + c)"}, {"SELECT CAST(a AS INT)", "SELECT TRY_CAST(a AS INT)"},
    {"SELECT CAST(a AS INT)", "SELECT CAST(a AS BIGINT)"}, {"SELECT 1", "SELECT '1'"}, {"SELECT 1", "SELECT 1.0"},
    {"SELECT INTERVAL '1' DAY", "SELECT INTERVAL '1' HOUR"}, {"SELECT INTERVAL '1' DAY", "SELECT INTERVAL '1' DAY TO HOUR"},
    {"SELECT CASE a WHEN 1 THEN 2 WHEN 3 THEN 4 END", "SELECT CASE WHEN a = 1 THEN 2 WHEN a = 3 THEN 4 END"}, {"SELECT f(a)", "SELECT F(a)"},
    {"SELECT f(a)", "SELECT f(DISTINCT a)"}, {"SELECT f(a)", "SELECT f(a ORDER BY b)"}, {"SELECT f(a ORDER BY b)", "SELECT f(a ORDER BY b DESC)"},
    {"SELECT f(a ORDER BY b)", "SELECT f(a ORDER BY b NULLS LAST)"}, {"SELECT f(a)", "SELECT f(a) FILTER (WHERE b)"},
    {"SELECT f(a) FILTER (WHERE b)", "SELECT f(a) FILTER (WHERE c)"}, {"SELECT f(a)", "SELECT f(a) OVER ()"}, {"SELECT f() OVER ()", "SELECT f() OVER (ORDER BY a)"},
    {"SELECT f() OVER (PARTITION BY a)", "SELECT f() OVER (ORDER BY a)"}, {"SELECT JSON_ARRAYAGG(a)", "SELECT JSON_ARRAYAGG(a NULL ON NULL)"},
    {"SELECT (SELECT 1)", "SELECT (SELECT 2)"}, {"SELECT EXISTS (SELECT 1)", "SELECT (SELECT 1)"}, {"SELECT EXISTS (SELECT 1)", "SELECT EXISTS (SELECT 2)"},
    {"SELECT a IN (SELECT 1)", "SELECT a NOT IN (SELECT 1)"}, {"SELECT a IN (SELECT 1)", "SELECT a IN (SELECT 2)"}, {"SELECT a IN (SELECT 1)", "SELECT b IN (SELECT 1)"},
    {"SELECT a IN (SELECT 1)", "SELECT a IN (1)"}, {"SELECT 1 UNION ALL SELECT 2", "SELECT 1 UNION SELECT 2"}, {"SELECT 1 UNION SELECT 2", "SELECT 1 EXCEPT SELECT 2"},
    {"SELECT 1 INTERSECT SELECT 2", "SELECT 1 EXCEPT SELECT 2"}, {"SELECT 1 UNION SELECT 2 INTERSECT SELECT 3", "(SELECT 1 UNION SELECT 2) INTERSECT SELECT 3"},
    {"SELECT a FROM t", "SELECT DISTINCT a FROM t"}, {"SELECT a FROM t", "SELECT a FROM t GROUP BY ()"}, {"SELECT a FROM t GROUP BY a", "SELECT a FROM t GROUP BY b"},
    {"SELECT a FROM t GROUP BY a, b", "SELECT a FROM t GROUP BY (a, b)"}, {"SELECT a FROM t GROUP BY ROLLUP (a)", "SELECT a FROM t GROUP BY CUBE (a)"},
    {"SELECT a FROM t GROUP BY GROUPING SETS (a)", "SELECT a FROM t GROUP BY GROUPING SETS (a, ())"},
    {"SELECT a FROM t", "SELECT a FROM t HAVING a"}, {"SELECT a FROM t WHERE a", "SELECT a FROM t HAVING a"}, {"SELECT a FROM t", "SELECT a FROM t ORDER BY a"},
    {"SELECT a FROM t ORDER BY a", "SELECT a FROM t ORDER BY a DESC"}, {"SELECT a FROM t ORDER BY a", "SELECT a FROM t ORDER BY a, b"},
    {"SELECT a FROM t ORDER BY a NULLS FIRST", "SELECT a FROM t ORDER BY a NULLS LAST"}, {"VALUES (1)", "VALUES (2)"}, {"VALUES (1)", "VALUES (1), (1)"},
    {"VALUES (1)", "SELECT 1"}, {"VALUES (1, 2)", "VALUES ((1, 2))"}, {"SELECT * FROM t", "SELECT * FROM t, t"}, {"SELECT * FROM t, u", "SELECT * FROM t JOIN u ON TRUE"},
    {"SELECT * FROM t JOIN u ON a", "SELECT * FROM t JOIN u ON b"}, {"SELECT * FROM t JOIN u ON a", "SELECT * FROM t JOIN u USING (a)"},
    {"SELECT * FROM t JOIN u USING (a)", "SELECT * FROM t JOIN u USING (b)"}, {"SELECT * FROM t JOIN u ON a", "SELECT * FROM t LEFT JOIN u ON a"},
    {"SELECT * FROM t RIGHT JOIN u ON a", "SELECT * FROM t FULL JOIN u ON a"}, {"SELECT * FROM t, u", "SELECT * FROM t NATURAL JOIN u"},
    {"SELECT * FROM t, u, v", "SELECT * FROM t, (u CROSS JOIN v)"}, {"SELECT * FROM t x (a)", "SELECT * FROM t x (b)"}, {"SELECT * FROM t x (a)", "SELECT * FROM t x"},
    {"SELECT * FROM (SELECT 1)", "SELECT * FROM LATERAL (SELECT 1)"}, {"SELECT * FROM UNNEST(a)", "SELECT * FROM UNNEST(b)"},
    {"SELECT * FROM UNNEST(a)", "SELECT * FROM UNNEST(a) WITH ORDINALITY"}, {"SELECT * FROM (SELECT 1) x", "SELECT * FROM (SELECT 1) y"},
    {"WITH x AS (SELECT 1) SELECT 1", "SELECT 1"}, {"WITH x AS (SELECT 1) SELECT 1", "WITH y AS (SELECT 1) SELECT 1"},
    {"WITH x AS (SELECT 1) SELECT 1", "WITH x AS (SELECT 2) SELECT 1"}, {"WITH x AS (SELECT 1) SELECT 1", "WITH x (a) AS (SELECT 1) SELECT 1"},
    {"WITH x AS (SELECT 1) SELECT 1", "WITH x AS (SELECT 1), y AS (SELECT 1) SELECT 1"},
    {"SELECT f() OVER (ROWS CURRENT ROW)", "SELECT f() OVER (RANGE CURRENT ROW)"},
    {"SELECT f() OVER (ROWS CURRENT ROW)", "SELECT f() OVER ()"},
    {"SELECT f() OVER (ROWS 1 PRECEDING)", "SELECT f() OVER (ROWS 2 PRECEDING)"},
    {"SELECT f() OVER (ROWS 1 PRECEDING)", "SELECT f() OVER (ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING)"},
    {"SELECT f() OVER w FROM t WINDOW w AS ()", "SELECT f() OVER () FROM t WINDOW w AS ()"},
    {"SELECT 1 FROM t", "SELECT 1 FROM t WINDOW w AS ()"},
    {"SELECT 1 FROM t WINDOW v AS ()", "SELECT 1 FROM t WINDOW w AS ()"},
    {"SELECT 1 FROM t WINDOW v AS ()", "SELECT 1 FROM t WINDOW v AS (ORDER BY a)"},
    {"SELECT * FROM f(a)", "SELECT * FROM g(a)"},
    {"SELECT * FROM f(a)", "SELECT * FROM f(b)"},
    {"SELECT * FROM f(a)", "SELECT * FROM LATERAL TABLE(f(a))"},
    {"SELECT * FROM f(a => 1)", "SELECT * FROM f(b => 1)"},
    {"SELECT * FROM f(a => 1)", "SELECT * FROM f(1)"},
    {"SELECT * FROM f(TABLE t)", "SELECT * FROM f(TABLE u)"},
    {"SELECT * FROM f(TABLE t)", "SELECT * FROM f(TABLE t PARTITION BY a)"},
    {"SELECT * FROM f(TABLE t)", "SELECT * FROM f(t)"},
    {"SELECT * FROM t", "SELECT * FROM t FOR SYSTEM_TIME AS OF a"},
    {"SELECT * FROM t FOR SYSTEM_TIME AS OF a", "SELECT * FROM t FOR SYSTEM_TIME AS OF b"},
    {"SELECT * FROM t", "SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A) DEFINE A AS b)"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A) DEFINE A AS b)", "SELECT * FROM t MATCH_RECOGNIZE (PARTITION BY a PATTERN (A) DEFINE A AS b)"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A) DEFINE A AS b)", "SELECT * FROM t MATCH_RECOGNIZE (ORDER BY a PATTERN (A) DEFINE A AS b)"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A) DEFINE A AS b)", "SELECT * FROM t MATCH_RECOGNIZE (MEASURES a AS b PATTERN (A) DEFINE A AS b)"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A) DEFINE A AS b)", "SELECT * FROM t MATCH_RECOGNIZE (AFTER MATCH SKIP PAST LAST ROW PATTERN (A) DEFINE A AS b)"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A) DEFINE A AS b)", "SELECT * FROM t MATCH_RECOGNIZE (PATTERN (B) DEFINE A AS b)"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A) DEFINE A AS b)", "SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A) DEFINE B AS b)"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A) DEFINE A AS b)", "SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A) DEFINE A AS c)"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A) DEFINE A AS b)", "SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A) WITHIN INTERVAL '1' DAY DEFINE A AS b)"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A) DEFINE A AS b)", "SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A+) DEFINE A AS b)"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A B) DEFINE A AS b)", "SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A | B) DEFINE A AS b)"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A+) DEFINE A AS b)", "SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A*) DEFINE A AS b)"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A+) DEFINE A AS b)", "SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A+?) DEFINE A AS b)"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A{2}) DEFINE A AS b)", "SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A{3}) DEFINE A AS b)"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A{2}) DEFINE A AS b)", "SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A{2,}) DEFINE A AS b)"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A (B C)+) DEFINE A AS b)", "SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A B C+) DEFINE A AS b)"},
    {"SELECT * FROM t MATCH_RECOGNIZE (AFTER MATCH SKIP TO FIRST A PATTERN (A) DEFINE A AS b)", "SELECT * FROM t MATCH_RECOGNIZE (AFTER MATCH SKIP TO LAST A PATTERN (A) DEFINE A AS b)"},
    {"SELECT * FROM t MATCH_RECOGNIZE (AFTER MATCH SKIP TO LAST A PATTERN (A) DEFINE A AS b)", "SELECT * FROM t MATCH_RECOGNIZE (AFTER MATCH SKIP TO LAST B PATTERN (A) DEFINE A AS b)"},
    {"SELECT * FROM t MATCH_RECOGNIZE (MEASURES a AS b PATTERN (A) DEFINE A AS b)", "SELECT * FROM t MATCH_RECOGNIZE (MEASURES a AS c PATTERN (A) DEFINE A AS b)"}};
constexpr bool allDiffer() {
    for (const Pair& p : different)
        if (sql::sameSyntax(ShortParse(p.a).view(), ShortParse(p.b).view())) return false;
    return true;
}
static_assert(allDiffer());

// ---- what does not show in print ----------------------------------------------------------------------------------------

struct Query { static constexpr std::string_view sql = "SELECT a, CAST(r AS STRING) AS x\nFROM t WHERE `b``c` > 1"; };
constexpr auto& tree = sql::syntaxOf<Query>;
static_assert(tree.error.code == ErrorCode::none && tree.size.queries == 1 && tree.size.relations == 1);
static_assert(tree.nodes[0].position == 7 && tree.queries[0].position == 0 && tree.relations[tree.queries[0].from].position == 38);
static_assert(tree.nodes[tree.queries[0].where].text == ">" && tree.nodes[tree.nodes[tree.queries[0].where].first].text == "b`c");
static_assert(tree.nodes[tree.queries[0].where].height == 2 && tree.nodes[tree.queries[0].where].position == 53);
// exactly as large as it must be, but for one node that keeps the array from being empty
static_assert(sizeof tree.nodes / sizeof *tree.nodes == static_cast<std::size_t>(tree.size.nodes) + 1);

struct NestedTypes { static constexpr std::string_view sql = "SELECT CAST(r AS ROW<n BIGINT, `t u` ARRAY<STRING NOT NULL>>).n AS x, CAST(m AS MAP<INT, INT>), CAST(b AS INT ARRAY), a AS `row`, ARRAY[1]"; };
#if defined(__clang__) || !defined(__SANITIZE_ADDRESS__)  // GCC with sanitizers compares no address of a static object in a constant expression
constexpr auto& nested = sql::syntaxOf<NestedTypes>;
static_assert(nested.error.code == ErrorCode::none && nested.nodes[1].kind == sql::SyntaxKind::cast);
static_assert(nested.nodes[1].type.fieldCount() == 2 && nested.nodes[1].type.field(1).name == "t u" && nested.nodes[1].type.nullable);
static_assert(!nested.nodes[1].type.field(1).type.field(0).type.nullable);
#endif

}  // namespace

TEST_CASE("queries print to texts of the same tree") {
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const ShortParse p(c.text);
        CHECK(p.result.error == Error{});
        if (p.result.error) continue;
        CHECK(printedText(p.view()) == c.printed);
        CHECK(holds(c));
    }
    for (const Pair& p : different) {
        CAPTURE(p.a);
        CAPTURE(p.b);
        CHECK(ShortParse(p.a).result.error == Error{});
        CHECK(ShortParse(p.b).result.error == Error{});
        CHECK_FALSE(sql::sameSyntax(ShortParse(p.a).view(), ShortParse(p.b).view()));
    }
}

TEST_CASE("the tree of a text is the same in the compiler and at run time") {
    const sql::ParsedText p = sql::parse(std::string(Query::sql));
    REQUIRE(p.error() == Error{});
    CHECK(sql::sameSyntax(p.view(), tree.view(Query::sql)));
    CHECK(p.size().nodes == tree.size.nodes);
}

TEST_CASE("types with fields stay where they are, also when the text is moved") {
    sql::ParsedText first = sql::parse(std::string(NestedTypes::sql));
    REQUIRE(first.error() == Error{});
    const sql::ParsedText p = std::move(first);
    CHECK(p.view().nodes[1].type.field(0).name == "n");
    CHECK(printedText(p.view()) ==
          "SELECT CAST(r AS ROW<`n` BIGINT, `t u` ARRAY<STRING NOT NULL>>).n AS x, CAST(m AS MAP<INT, INT>), CAST(b AS ARRAY<INT>), a AS `row`, ARRAY[1]");
    const sql::ParsedText again = sql::parse(printedText(p.view()));
    CHECK(again.error() == Error{});
    CHECK(sql::sameSyntax(p.view(), again.view()));
    // the pool has an end, and says so
    std::string many = "SELECT a";
    for (int i = 0; i < 40; ++i) many += ", CAST(a AS ARRAY<INT>)";
    CHECK(sql::parse(many).error().code == ErrorCode::tooLarge);
}

TEST_CASE("tokens have kinds, places and values") {
    using sql::Symbol;
    using sql::TokenKind;
    struct Expected { TokenKind kind; std::string_view text, value; };
    const std::string text = "SELECT `a``b`,'x''y' X'1f'1.5e3 .5 5. 7<=8<>9!=a||b>=c=>d[e]%f/g;--z\n/*+ broadcast(1) */\xC3\xA9t\xC3\xA9 $_1";
    const std::vector<Expected> expected = {
        {TokenKind::name, "SELECT", "SELECT"}, {TokenKind::quotedName, "`a``b`", "a`b"}, {TokenKind::symbol, ",", ""}, {TokenKind::string, "'x''y'", "x'y"},
        {TokenKind::binary, "X'1f'", "1f"}, {TokenKind::approximate, "1.5e3", "1.5e3"}, {TokenKind::decimal, ".5", ".5"}, {TokenKind::decimal, "5.", "5."},
        {TokenKind::integer, "7", "7"}, {TokenKind::symbol, "<=", ""}, {TokenKind::integer, "8", "8"}, {TokenKind::symbol, "<>", ""},
        {TokenKind::integer, "9", "9"}, {TokenKind::symbol, "!=", ""}, {TokenKind::name, "a", "a"}, {TokenKind::symbol, "||", ""}, {TokenKind::name, "b", "b"},
        {TokenKind::symbol, ">=", ""}, {TokenKind::name, "c", "c"}, {TokenKind::symbol, "=>", ""}, {TokenKind::name, "d", "d"}, {TokenKind::symbol, "[", ""},
        {TokenKind::name, "e", "e"}, {TokenKind::symbol, "]", ""}, {TokenKind::symbol, "%", ""}, {TokenKind::name, "f", "f"}, {TokenKind::symbol, "/", ""},
        {TokenKind::name, "g", "g"}, {TokenKind::symbol, ";", ""}, {TokenKind::name, "\xC3\xA9t\xC3\xA9", "\xC3\xA9t\xC3\xA9"}, {TokenKind::name, "$_1", "$_1"},
        {TokenKind::end, "", ""}};
    const sql::ParsedText p = sql::parse(text);
    const sql::TokenView tokens = p.tokens();
    REQUIRE(tokens.count == static_cast<int>(expected.size()));
    for (int i = 0; i < tokens.count; ++i) {
        const Expected& e = expected[static_cast<std::size_t>(i)];
        CAPTURE(e.text);
        CHECK(tokens.tokens[i].kind == e.kind);
        CHECK(tokens.text(i) == e.text);
        CHECK(tokens.value(i) == e.value);
        CHECK(text.substr(static_cast<std::size_t>(tokens.tokens[i].begin), e.text.size()) == e.text);
    }
}

TEST_CASE("every word of the grammar is found in any case, and no other word") {
    for (int i = 1; i < sql::keywordCount; ++i) {
        std::string word(sql::keywordNames[i]);
        CAPTURE(word);
        CHECK(static_cast<int>(sql::keywordOf(word)) == i);
        for (char& c : word) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
        CHECK(static_cast<int>(sql::keywordOf(word)) == i);
        word += "x";
        CHECK(sql::keywordOf(word) == sql::Keyword::none);
        for (char& c : word) c = static_cast<char>(c - 1);
        CHECK(sql::keywordOf(word) == sql::Keyword::none);
    }
    CHECK(sql::keywordOf("") == sql::Keyword::none);
}
