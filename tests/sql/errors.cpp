// SPDX-License-Identifier: BSL-1.0
// Texts that are no queries, or not yet: which error, where, and what would have been right.
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>

#include <rivulet/core/facts.hpp>

#include "sql/tree_text.hpp"

namespace {

using namespace sqltest;

struct Case {
    std::string_view sql;
    ErrorCode code;
    int position;
    std::string_view subject, expected{}, nearest{}, found{};
};
constexpr ErrorCode syntax = ErrorCode::syntax, notSupported = ErrorCode::notSupported;

constexpr Case cases[] = {
    // what was expected
    {"", syntax, 0, "end of the query", "SELECT"},
    {"   -- nothing", syntax, 13, "end of the query", "SELECT"},
    {"SELECT", syntax, 6, "end of the query", "an expression"},
    {"SELECT FROM t", syntax, 7, "FROM", "an expression"},
    {"SELECT a AND FROM t", syntax, 13, "FROM", "an expression"},
    {"SELECT a FROM", syntax, 13, "end of the query", "a table or a subquery"},
    {"SELECT a FROM WHERE b", syntax, 14, "WHERE", "a table or a subquery"},
    {"SELECT a FROM t WHERE", syntax, 21, "end of the query", "an expression"},
    {"SELECT a FROM t WHERE b = AND c", syntax, 26, "AND", "an expression"},
    {"SELECT a FROM t WHERE a = 1 1", syntax, 28, "1", "an operator or the end"},
    {"SELECT a b c FROM t", syntax, 11, "c", "a comma, FROM or the end"},
    {"SELECT a FROM t u v", syntax, 18, "v", "WHERE, LIMIT or the end"},
    {"SELECT a, FROM t", syntax, 10, "FROM", "an expression"},
    {"SELECT a AS FROM t", syntax, 12, "FROM", "a name"},
    {"SELECT (a FROM t", syntax, 10, "FROM", ")"},
    {"SELECT a) FROM t", syntax, 8, ")", "a comma, FROM or the end"},
    {"SELECT f(a FROM t", syntax, 11, "FROM", ", or )"},
    {"SELECT f(a,) FROM t", syntax, 11, ")", "an expression"},
    {"SELECT a[1 FROM t", syntax, 11, "FROM", "]"},
    {"SELECT ARRAY[1 FROM t", syntax, 15, "FROM", ", or ]"},
    {"SELECT a. FROM t", syntax, 10, "FROM", "a field's name"},
    {"SELECT a.1", syntax, 8, ".1", "a comma, FROM or the end"},
    {"SELECT *", syntax, 8, "end of the query", "FROM"},
    {"SELECT 1 WHERE TRUE", syntax, 9, "WHERE", "FROM"},
    {"SELECT a IS 5", syntax, 12, "5", "NULL, TRUE, FALSE, .."},
    {"SELECT a BETWEEN 1 OR 2", syntax, 19, "OR", "AND"},
    {"SELECT a IN 1", syntax, 12, "1", "( and a list"},
    {"SELECT a IN ()", syntax, 13, ")", "an expression"},
    {"SELECT a NOT = b", syntax, 9, "NOT", "a comma, FROM or the end"},
    {"SELECT CASE a END", syntax, 14, "END", "WHEN"},
    {"SELECT CASE WHEN a ELSE 1 END", syntax, 19, "ELSE", "THEN"},
    {"SELECT CASE WHEN a THEN 1", syntax, 25, "end of the query", "END"},
    {"SELECT CAST(a INT)", syntax, 14, "INT", "AS"},
    {"SELECT CAST(a AS 5)", syntax, 17, "5", "a type"},
    {"SELECT EXTRACT(YEAR, a)", syntax, 19, ",", "FROM"},
    {"SELECT POSITION(a, b)", syntax, 17, ",", "IN"},
    {"SELECT INTERVAL '1' FORTNIGHT", syntax, 20, "FORTNIGHT", "YEAR, MONTH, DAY, .."},
    {"SELECT INTERVAL '1' DAY TO YEAR", syntax, 27, "YEAR", "a finer unit of its kind"},
    {"SELECT a FROM t LIMIT b", syntax, 22, "b", "a number of rows"},
    {"SELECT a FROM t LIMIT 1, 2", syntax, 23, ",", "OFFSET"},
    {"SELECT a FROM t LIMIT 1 LIMIT 2", syntax, 24, "LIMIT", "one LIMIT"},
    {"SELECT a FROM t FETCH 5 ROWS ONLY", syntax, 22, "5", "FIRST or NEXT"},
    {"SELECT a FROM t FETCH FIRST 5 ROWS", syntax, 34, "end of the query", "ONLY"},
    {"SELECT a FROM t LIMIT 1 UNION ALL SELECT b", syntax, 24, "UNION", "parentheses around LIMIT"},
    {"SELECT a FROM t LIMIT 99999999999999999999", ErrorCode::outOfRange, 22, "99999999999999999999", "at most 64 bits"},
    {"SELECT a UNION ALL", syntax, 18, "end of the query", "SELECT"},
    {"(SELECT a", syntax, 9, "end of the query", "a comma, FROM or )"},
    {"SELECT a FROM (SELECT b", syntax, 23, "end of the query", "a comma, FROM or )"},
    {"SELECT a FROM (1)", syntax, 15, "1", "SELECT or a table"},
    {"(SELECT a FROM t x y)", syntax, 19, "y", "WHERE, LIMIT or )"},
    {"SELECT 1 UNION SELECT a b c", syntax, 26, "c", "a comma, FROM or the end"},
    {"SELECT 1 UNION (SELECT a) b", syntax, 26, "b", "UNION, LIMIT or the end"},
    {"SELECT a FROM t GROUP BY b c", syntax, 27, "c", "HAVING, LIMIT or the end"},
    {"SELECT a FROM t GROUP BY b HAVING c d", syntax, 36, "d", "an operator or the end"},
    {"SELECT a FROM t ORDER BY b DSC", syntax, 27, "DSC", "a comma, LIMIT or the end"},
    {"SELECT a FROM t ORDER BY b LIMIT 1 c", syntax, 35, "c", "the end"},
    {"SELECT a FROM (SELECT b FROM t LIMIT 1 c)", syntax, 39, "c", ")"},
    {"SELECT a FROM t GROUP b", syntax, 22, "b", "BY"},
    {"SELECT a FROM t GROUP BY", syntax, 24, "end of the query", "an expression"},
    {"SELECT a FROM t GROUP BY ROLLUP ()", syntax, 33, ")", "an expression"},
    {"SELECT a FROM t GROUP BY GROUPING SETS (a", syntax, 41, "end of the query", ", or )"},
    {"SELECT a FROM t GROUP BY GROUPING SETS a", syntax, 34, "SETS", "HAVING, LIMIT or the end"},
    {"SELECT a GROUP BY a", syntax, 9, "GROUP", "FROM"},
    {"SELECT a HAVING a", syntax, 9, "HAVING", "FROM"},
    {"SELECT a FROM t ORDER b", syntax, 22, "b", "BY"},
    {"SELECT a FROM t ORDER BY b NULLS", syntax, 32, "end of the query", "FIRST or LAST"},
    {"SELECT a FROM t LIMIT 1 ORDER BY a", syntax, 24, "ORDER", "ORDER BY before LIMIT"},
    {"SELECT a FROM t ORDER BY a ORDER BY b", syntax, 27, "ORDER", "one ORDER BY"},
    {"SELECT a ORDER BY a UNION SELECT b", syntax, 20, "UNION", "parentheses and ORDER BY"},
    {"SELECT a UNION ORDER BY a", syntax, 15, "ORDER", "SELECT"},
    {"SELECT a UNION ALL DISTINCT SELECT b", syntax, 19, "DISTINCT", "SELECT"},
    {"SELECT a MINUS SELECT b", syntax, 9, "MINUS", "EXCEPT", "EXCEPT"},
    {"SELECT a INTERSECT WITH x AS (SELECT 1) SELECT b", syntax, 19, "WITH", "SELECT"},
    {"SELECT DISTINCT ALL a", syntax, 16, "ALL", "an expression"},
    {"VALUES", syntax, 6, "end of the query", "an expression"},
    {"VALUES ()", syntax, 8, ")", "an expression"},
    {"VALUES (1) (2)", syntax, 11, "(", "a comma or the end"},
    {"VALUES (1) + 1", syntax, 11, "+", "a comma or the end"},
    {"VALUES (ROW(1, 2)) + 3", syntax, 19, "+", "a comma or the end"},
    {"TABLE", syntax, 5, "end of the query", "a table's name"},
    // joins
    {"SELECT * FROM t,", syntax, 16, "end of the query", "a table or a subquery"},
    {"SELECT * FROM t JOIN u", syntax, 22, "end of the query", "ON or USING"},
    {"SELECT * FROM t JOIN u JOIN v ON a ON b", syntax, 23, "JOIN", "ON or USING"},
    {"SELECT * FROM t JOIN u ON a ON b", syntax, 28, "ON", "WHERE, LIMIT or the end"},
    {"SELECT * FROM t CROSS JOIN u ON a", syntax, 29, "ON", "WHERE, LIMIT or the end"},
    {"SELECT * FROM t NATURAL JOIN u USING (a)", syntax, 31, "USING", "WHERE, LIMIT or the end"},
    {"SELECT * FROM t LEFT u ON a", syntax, 21, "u", "JOIN"},
    {"SELECT * FROM t LEFT SEMI JOIN u ON a", syntax, 21, "SEMI", "JOIN"},
    {"SELECT * FROM t NATURAL CROSS JOIN u", syntax, 24, "CROSS", "JOIN"},
    {"SELECT * FROM t CROSS LEFT JOIN u", syntax, 22, "LEFT", "JOIN"},
    {"SELECT * FROM t OUTER JOIN u ON a", syntax, 16, "OUTER", "WHERE, LIMIT or the end"},
    {"SELECT * FROM t JOIN u USING a", syntax, 29, "a", "("},
    {"SELECT * FROM t JOIN u USING ()", syntax, 30, ")", "a column's name"},
    {"SELECT * FROM t JOIN u USING (t.a)", syntax, 31, ".", ", or )"},
    {"SELECT * FROM (t, u)", syntax, 16, ",", ")"},
    {"SELECT * FROM (t JOIN u ON a", syntax, 28, "end of the query", ")"},
    {"SELECT * FROM t x (a, b", syntax, 23, "end of the query", ", or )"},
    {"SELECT * FROM LATERAL t", syntax, 22, "t", "a subquery or a function"},
    {"SELECT * FROM LATERAL (t)", syntax, 24, ")", "a subquery or a function"},
    {"SELECT * FROM UNNEST()", syntax, 21, ")", "an expression"},
    {"SELECT * FROM UNNEST(a) WITH b", syntax, 29, "b", "ORDINALITY"},
    {"WITH SELECT 1", syntax, 5, "SELECT", "a name", ""},
    {"WITH x AS SELECT 1", syntax, 10, "SELECT", "("},
    {"WITH x (a) (SELECT 1) SELECT 2", syntax, 11, "(", "AS"},
    {"WITH x AS (SELECT 1)", syntax, 20, "end of the query", "SELECT"},
    {"WITH x AS (SELECT 1), SELECT 2", syntax, 22, "SELECT", "a name"},
    // aggregates and queries in expressions
    {"SELECT COUNT(DISTINCT) FROM t", syntax, 21, ")", "an expression"},
    {"SELECT COUNT(DISTINCT *) FROM t", syntax, 22, "*", "an expression"},
    {"SELECT SUM(a) FILTER (b) FROM t", syntax, 22, "b", "WHERE"},
    {"SELECT SUM(a) FILTER (WHERE b FROM t", syntax, 30, "FROM", ")"},
    {"SELECT LISTAGG(a) WITHIN (ORDER BY b)", syntax, 25, "(", "GROUP"},
    {"SELECT LISTAGG(a) WITHIN GROUP (b)", syntax, 32, "b", "ORDER"},
    {"SELECT ARRAY_AGG(a ORDER BY b) WITHIN GROUP (ORDER BY c)", syntax, 31, "WITHIN", "one ORDER BY"},
    {"SELECT SUM(a) OVER PARTITION BY b", syntax, 19, "PARTITION", "("},
    {"SELECT SUM(a) OVER (PARTITION b)", syntax, 30, "b", "BY"},
    {"SELECT SUM(a) OVER (PARTITION BY b c)", syntax, 35, "c", "ORDER BY, a frame or )"},
    {"SELECT SUM(a) OVER (ORDER BY b c)", syntax, 31, "c", ", a frame or )"},
    {"SELECT TRIM(a) OVER ()", syntax, 15, "OVER", "a comma, FROM or the end"},
    {"SELECT JSON_OBJECTAGG(k v)", syntax, 24, "v", "VALUE"},
    {"SELECT JSON_ARRAYAGG(a, b)", syntax, 22, ",", ")"},
    {"SELECT JSON_ARRAYAGG(a NULL)", syntax, 27, ")", "ON"},
    {"SELECT JSON_ARRAYAGG(a ABSENT ON b)", syntax, 33, "b", "NULL"},
    {"SELECT EXISTS (1)", syntax, 15, "1", "SELECT"},
    {"SELECT EXISTS ((SELECT 1) + 1)", syntax, 29, ")", "a query alone"},
    {"SELECT a IN SELECT 1", syntax, 12, "SELECT", "( and a list"},
    {"SELECT a IN (SELECT 1", syntax, 21, "end of the query", "a comma, FROM or )"},
    {"SELECT (SELECT 1, 2", syntax, 19, "end of the query", "a comma, FROM or )"},
    {"SELECT ((SELECT 1) UNION 2)", syntax, 25, "2", "SELECT"},
    {"SELECT ((SELECT 1), 2 UNION SELECT 3)", syntax, 22, "UNION", ")"},
    {"SELECT (+(SELECT 1) UNION SELECT 3)", syntax, 20, "UNION", ")"},
    {"SELECT a => 1", syntax, 9, "=>", "a comma, FROM or the end"},
    // windows of OVER
    {"SELECT SUM(a) OVER", syntax, 18, "end of the query", "("},
    {"SELECT SUM(a) OVER (ROWS 1)", syntax, 26, ")", "PRECEDING or FOLLOWING"},
    {"SELECT SUM(a) OVER (ROWS)", ErrorCode::unknownWindow, 20, "ROWS"},
    {"SELECT SUM(a) OVER (ORDER BY b RANGE)", syntax, 36, ")", "an expression"},
    {"SELECT SUM(a) OVER (ROWS UNBOUNDED)", syntax, 34, ")", "PRECEDING or FOLLOWING"},
    {"SELECT SUM(a) OVER (ROWS BETWEEN 1 PRECEDING)", syntax, 44, ")", "AND"},
    {"SELECT SUM(a) OVER (ROWS BETWEEN CURRENT ROW AND 1 PRECEDING)", syntax, 33, "ROWS", "an end behind the begin"},
    {"SELECT SUM(a) OVER (ORDER BY b RANGE 1 FOLLOWING)", syntax, 37, "RANGE", "an end behind the begin"},
    {"SELECT SUM(a) OVER (ROWS BETWEEN UNBOUNDED FOLLOWING AND UNBOUNDED FOLLOWING)", syntax, 33, "ROWS", "an end behind the begin"},
    {"SELECT SUM(a) OVER (ROWS 1 PRECEDING c)", syntax, 37, "c", ")"},
    {"SELECT SUM(a) OVER w FROM t", ErrorCode::unknownWindow, 19, "w"},
    {"SELECT SUM(a) OVER win1 FROM t WINDOW win2 AS ()", ErrorCode::unknownWindow, 19, "win1", "", "win2"},
    {"SELECT SUM(a) OVER (w ORDER BY b) FROM t WINDOW w AS (ORDER BY c)", syntax, 20, "w", "a window without ORDER BY"},
    {"SELECT SUM(a) OVER (w ROWS 1 PRECEDING) FROM t WINDOW w AS (ROWS 2 PRECEDING)", syntax, 20, "w", "a window without frame"},
    {"SELECT SUM(a) OVER (w PARTITION BY b) FROM t WINDOW w AS ()", syntax, 22, "PARTITION", "ORDER BY, a frame or )"},
    {"SELECT a FROM t WINDOW w AS (), w AS ()", syntax, 32, "w", "another name"},
    {"SELECT a FROM t WINDOW w AS (v), v AS ()", ErrorCode::unknownWindow, 29, "v"},
    {"SELECT a FROM t WINDOW w AS (ORDER BY COUNT(*) OVER w)", ErrorCode::unknownWindow, 52, "w"},
    {"SELECT a FROM t WINDOW w (ORDER BY b)", syntax, 25, "(", "AS"},
    {"SELECT a FROM t WINDW w AS ()", syntax, 16, "WINDW", "WHERE, LIMIT or the end", "WINDOW"},
    {"SELECT a WINDOW w AS ()", syntax, 9, "WINDOW", "FROM"},
    {"SELECT (SELECT SUM(a) OVER w FROM u) FROM t WINDOW w AS ()", ErrorCode::unknownWindow, 27, "w"},
    {"(SELECT a FROM t WINDOW w AS ()) ORDER BY SUM(a) OVER w", ErrorCode::unknownWindow, 54, "w"},
    // table functions
    {"SELECT * FROM TABLE t", syntax, 20, "t", "("},
    {"SELECT * FROM TABLE(1)", syntax, 20, "1", "a table function"},
    {"SELECT * FROM TABLE(f)", syntax, 21, ")", "("},
    {"SELECT * FROM TABLE(f(x)", syntax, 24, "end of the query", ")"},
    {"SELECT * FROM TABLE(f(TABLE)) ", syntax, 27, ")", "a table's name"},
    {"SELECT * FROM TABLE(f(TABLE t PARTITION a))", syntax, 40, "a", "BY"},
    {"SELECT * FROM TABLE(f(TABLE t PARTITION BY ()))", syntax, 44, ")", "a column's name"},
    {"SELECT * FROM TABLE(f(x => ))", syntax, 27, ")", "an expression"},
    {"SELECT * FROM TABLE(f(x => y => 1))", syntax, 27, "y", "a value"},
    {"SELECT * FROM TABLE(f(x y))", syntax, 24, "y", ", or )"},
    // tables of a time, and patterns
    {"SELECT * FROM t FOR SYSTEM_TME AS OF x", syntax, 20, "SYSTEM_TME", "SYSTEM_TIME", "SYSTEM_TIME"},
    {"SELECT * FROM t FOR SYSTEM_TIME OF x", syntax, 32, "OF", "AS"},
    {"SELECT * FROM t FOR SYSTEM_TIME AS OF", syntax, 37, "end of the query", "an expression"},
    {"SELECT * FROM t AS u FOR SYSTEM_TIME AS OF x", syntax, 21, "FOR", "the alias behind it"},
    {"SELECT * FROM t u MATCH_RECOGNIZE (PATTERN (A) DEFINE A AS TRUE)", syntax, 18, "MATCH_RECOGNIZE", "the alias behind it"},
    {"SELECT * FROM t MATCH_RECOGNIZE x", syntax, 32, "x", "("},
    {"SELECT * FROM t MATCH_RECOGNIZE (x)", syntax, 33, "x", "MEASURES or PATTERN"},
    {"SELECT * FROM t MATCH_RECOGNIZE (ODER BY a PATTERN (A) DEFINE A AS b)", syntax, 33, "ODER", "MEASURES or PATTERN", "ORDER"},
    {"SELECT * FROM t MATCH_RECOGNIZE (ORDER BY a MESURES A.b AS c PATTERN (A) DEFINE A AS b)", syntax, 44, "MESURES", "MEASURES or PATTERN", "MEASURES"},
    {"SELECT * FROM t MATCH_RECOGNIZE (MEASURES A.b c PATTERN (A) DEFINE A AS b)", syntax, 46, "c", "AS"},
    {"SELECT * FROM t MATCH_RECOGNIZE (MEASURES A.b AS c PATERN (A) DEFINE A AS b)", syntax, 51, "PATERN", "PATTERN", "PATTERN"},
    {"SELECT * FROM t MATCH_RECOGNIZE (MEASURES A.b AS c DEFINE A AS b)", syntax, 51, "DEFINE", "PATTERN"},  // not "did you mean DEFINE"
    {"SELECT * FROM t MATCH_RECOGNIZE (ONE ROW PATTERN (A) DEFINE A AS b)", syntax, 41, "PATTERN", "ONE ROW PER MATCH"},
    {"SELECT * FROM t MATCH_RECOGNIZE (AFTER MATCH SKIP LAST ROW PATTERN (A) DEFINE A AS b)", syntax, 50, "LAST", "PAST LAST ROW or TO .."},
    {"SELECT * FROM t MATCH_RECOGNIZE (AFTER MATCH SKIP TO (A) PATTERN (A) DEFINE A AS b)", syntax, 53, "(", "NEXT ROW or a variable"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN () DEFINE A AS b)", syntax, 42, ")", "a pattern variable"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A | ) DEFINE A AS b)", syntax, 46, ")", "a pattern variable"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A = B) DEFINE A AS b)", syntax, 44, "=", "a variable, | or )"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A{) DEFINE A AS b)", syntax, 44, ")", "a number of times"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A{,}) DEFINE A AS b)", syntax, 45, "}", "a number of times", "", "no SQL symbol"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A{2;3}) DEFINE A AS b)", syntax, 45, ";", "}"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A{3,2}) DEFINE A AS b)", syntax, 44, "{..}", "the smaller number first"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A{2147483648}) DEFINE A AS b)", ErrorCode::outOfRange, 44, "2147483648", "at most 32 bits"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A) WITHIN 5 DEFINE A AS b)", syntax, 52, "5", "INTERVAL '..' and a unit"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A))", syntax, 44, ")", "WITHIN or DEFINE"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A) DEFNE A AS b)", syntax, 45, "DEFNE", "WITHIN or DEFINE", "DEFINE"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A) DEFINE)", syntax, 51, ")", "a pattern variable"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A) DEFINE A b)", syntax, 54, "b", "AS"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A) DEFINE A AS b c)", syntax, 59, "c", ", or )"},
    {"SELECT {a}", syntax, 7, "{", "an expression", "", "no SQL symbol"},
    // words misspelled or reserved
    {"SELEC a FROM t", syntax, 0, "SELEC", "SELECT", "SELECT"},
    {"SELECT a FORM t", syntax, 9, "FORM", "a comma, FROM or the end", "FROM"},
    {"SELECT a FROM t WERE b", syntax, 16, "WERE", "WHERE, LIMIT or the end", "WHERE"},
    {"SELECT a FROM t LIMT 5", syntax, 16, "LIMT", "WHERE, LIMIT or the end", "LIMIT"},
    {"SELECT a FROM t GRUOP BY b", syntax, 16, "GRUOP", "WHERE, LIMIT or the end", "GROUP"},
    {"SELECT a FROM t JION u ON b", syntax, 16, "JION", "WHERE, LIMIT or the end", "JOIN"},
    {"SELECT a FROM t x LEFT JION u", syntax, 23, "JION", "JOIN", "JOIN"},
    {"SELECT a FROM t JOIN u OM b", syntax, 23, "OM", "ON or USING", "ON"},
    {"SELECT a FROM t x INTERSCT SELECT b", syntax, 18, "INTERSCT", "WHERE, LIMIT or the end"},
    {"SELECT a BETWEEN 1 ADN 2", syntax, 19, "ADN", "AND"},
    {"SELECT EXTRACT(YAER FROM a)", syntax, 15, "YAER", "a unit of time", "YEAR"},
    {"SELECT order AS o FROM t", syntax, 7, "order", "an expression", "", "a reserved word; use `..`"},
    {"SELECT a AS select, b", syntax, 12, "select", "a name", "", "a reserved word; use `..`"},
    {"SELECT a FROM t WHERE group = 1", syntax, 22, "group", "an expression", "", "a reserved word; use `..`"},
    // tokens
    {"SELECT 'abc", syntax, 7, "'abc", "a closing quote", "", "text without end"},
    {"SELECT `abc", syntax, 7, "`abc", "a closing backtick", "", "a name without end"},
    {"SELECT a /* b", syntax, 9, "/* b", "*/", "", "a comment without end"},
    {"SELECT /*/", syntax, 7, "/*/", "*/", "", "a comment without end"},
    {"SELECT \"a\" FROM t", syntax, 7, "\"a\"", "`name` or 'text'", "", "double quotes"},
    {"SELECT ``", syntax, 7, "``", "a name in the backticks"},
    {"SELECT 12ab", syntax, 7, "12ab", "a number", "", "a number with letters"},
    {"SELECT 1e", syntax, 7, "1e", "a number", "", "a number with letters"},
    {"SELECT X'1'", syntax, 7, "X'1'", "pairs of hex digits"},
    {"SELECT X'1G'", syntax, 7, "X'1G'", "pairs of hex digits"},
    {"SELECT E'\\q'", syntax, 7, "E'\\q'", "an escape: \\n, \\u0041"},
    {"SELECT U&'\\00g1'", syntax, 7, "U&'\\00g1'", "an escape: \\0041 \\+01F600"},
    {"SELECT U&'\\+110000'", syntax, 7, "U&'\\+110000'", "an escape: \\0041 \\+01F600"},
    {"SELECT U&'\\D83D!'", syntax, 7, "U&'\\D83D!'", "an escape: \\0041 \\+01F600"},
    {"SELECT U&'!0041' UESCAPE '+'", syntax, 7, "U&'!0041' UESCAPE", "an escape: \\0041 \\+01F600"},
    {"SELECT U&'!0041' UESCAPE", syntax, 7, "U&'!0041' UESCAPE", "an escape: \\0041 \\+01F600"},
    {"SELECT U&'abc", syntax, 7, "U&'abc", "a closing quote", "", "text without end"},
    {"SELECT /*+ BRODCAST(t) */ a FROM t", syntax, 11, "BRODCAST", "a hint of Flink's", "BROADCAST"},
    {"SELECT /*+ BROADCAST(t), FAST */ a FROM t", syntax, 25, "FAST", "a hint of Flink's"},
    {"SELECT a FROM t /*+ OPTION('a'='FAST') */", syntax, 20, "OPTION", "a hint of Flink's", "OPTIONS"},
    {"SELECT E'\\ud800'", syntax, 7, "E'\\ud800'", "an escape: \\n, \\u0041"},
    {"SELECT a # b", syntax, 9, "#", "a comma, FROM or the end", "", "no SQL symbol"},
    {"SELECT a & b", syntax, 9, "&", "a comma, FROM or the end", "", "no SQL symbol"},
    {"SELECT ?", syntax, 7, "?", "an expression", "", "no SQL symbol"},
    {"SELECT a | b", syntax, 9, "|", "a comma, FROM or the end", "", "no SQL symbol"},
    {"SELECT a::INT", syntax, 8, ":", "a comma, FROM or the end", "", "no SQL symbol"},
    // types
    {"SELECT CAST(a AS INTT)", ErrorCode::unknownType, 17, "INTT", "", "INT"},
    {"SELECT CAST(a AS DECIMAL(99))", ErrorCode::outOfRange, 25, "99", "a precision of 1 to 38"},
    {"SELECT CAST(a AS ARRAY<INTT>)", ErrorCode::unknownType, 23, "INTT", "", "INT"},
    {"SELECT CAST(a AS INT NOT NULL)", notSupported, 17, "NOT NULL in a cast"},
    // what Flink has and we do not
    {"WITH RECURSIVE x AS (SELECT 1) SELECT * FROM x", notSupported, 5, "WITH RECURSIVE"},
    {"SELECT a FROM t GROUP BY DISTINCT a", notSupported, 25, "GROUP BY DISTINCT"},
    {"SELECT a FROM t QUALIFY b WINDOW w AS (ORDER BY a)", ErrorCode::syntax, 26, "WINDOW", "an operator or the end"},
    {"INSERT INTO t SELECT 1", notSupported, 0, "INSERT"},
    {"create view v as select 1", notSupported, 0, "CREATE"},
    {"EXPLAIN SELECT 1", notSupported, 0, "EXPLAIN"},
    {"SELECT a FROM (t JOIN u ON x) y", notSupported, 30, "an alias of a join"},
    {"SELECT COUNT(*) WITHIN DISTINCT (a) FROM t", notSupported, 16, "WITHIN DISTINCT"},
    {"SELECT LAST_VALUE(a) IGNORE NULLS FROM t", notSupported, 21, "IGNORE NULLS"},
    {"SELECT COUNT(*) OVER (GROUPS 1 PRECEDING) FROM t", notSupported, 22, "GROUPS in OVER"},
    {"SELECT COUNT(*) OVER (ROWS 1 PRECEDING EXCLUDE TIES) FROM t", notSupported, 39, "EXCLUDE in OVER"},
    {"SELECT COUNT(*) FROM t GROUP BY a EMIT CHANGES", notSupported, 34, "EMIT"},
    {"SELECT COUNT(*) FROM t EMIT CHANGES", notSupported, 23, "EMIT"},
    {"SELECT * FROM TABLE(f(TABLE t, MODEL m))", notSupported, 31, "MODEL"},
    {"SELECT * FROM TABLE(f(TABLE c.t))", notSupported, 28, "a table's name with dots"},
    {"SELECT * FROM TABLE(c.f(x))", notSupported, 20, "a function's name with dots"},
    {"SELECT * FROM TABLE(f(SELECT x))", notSupported, 22, "a query as an argument"},
    {"SELECT * FROM TABLE(f(TABLE t PARTITION BY a ORDER BY b))", notSupported, 45, "ORDER BY of an argument"},
    {"SELECT * FROM t MATCH_RECOGNIZE (ALL ROWS PER MATCH PATTERN (A) DEFINE A AS b)", notSupported, 33, "ALL ROWS PER MATCH"},
    {"SELECT * FROM t MATCH_RECOGNIZE (MEASURES RUNNING LAST(A.b) AS c PATTERN (A) DEFINE A AS b)", notSupported, 42, "RUNNING in MEASURES"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A B) SUBSET C = (A, B) DEFINE A AS b)", notSupported, 47, "SUBSET"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (PERMUTE(A, B)) DEFINE A AS b)", notSupported, 42, "PERMUTE in PATTERN"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A {- B -}) DEFINE A AS b)", notSupported, 44, "{- .. -} in PATTERN"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN ({- B -} A) DEFINE A AS b)", notSupported, 42, "{- .. -} in PATTERN"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (^ A) DEFINE A AS b)", notSupported, 42, "^ and $ in PATTERN"},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (A $) DEFINE A AS b)", notSupported, 44, "^ and $ in PATTERN"},
    {"SELECT a FROM UNNEST(SELECT x)", notSupported, 29, "UNNEST of a query"},
    {"SELECT a FROM c.d.t", notSupported, 14, "a table's name with dots"},
    {"SELECT a FROM t TABLESAMPLE BERNOULLI(5)", notSupported, 16, "TABLESAMPLE"},
    {"SELECT a FROM t PIVOT (x)", notSupported, 16, "PIVOT"},
    {"SELECT (a, b) > ALL (SELECT 1, 2)", notSupported, 14, "a row before ALL (SELECT ..)"},
    {"SELECT (a, b) < SOME (SELECT 1, 2)", notSupported, 14, "a row before ANY (SELECT ..)"},
    {"SELECT ARRAY(SELECT 1)", notSupported, 13, "a query as an argument"},
    {"SELECT f(TABLE t)", notSupported, 9, "a query as an argument"},
    {"SELECT MULTISET[1]", notSupported, 7, "MULTISET"},
    {"SELECT JSON_OBJECT(KEY 'a' VALUE b)", notSupported, 23, "options of JSON functions"},
    {"SELECT JSON_VALUE(a, 'x' RETURNING INT)", notSupported, 25, "options of JSON functions"},
    {"SELECT f(x => 1)", notSupported, 9, "named arguments"},
    {"SELECT c.d.f(x)", notSupported, 11, "a function's name with dots"},
    {"SELECT COUNT(a.b.*) FROM t", notSupported, 16, "..*"},
    {"SELECT * REPLACE (a) FROM t", notSupported, 9, "* REPLACE (..)"},
    {"SELECT t.* RENAME (a AS b) FROM t", notSupported, 11, "* RENAME (..)"},
    {"SELECT * EXCLUDE (a + 1) FROM t", syntax, 20, "+", ", or )"},
    {"SELECT 'a' 'b'", notSupported, 11, "adjacent strings"},
    {"SELECT N'a'", notSupported, 7, "a string with a character set"},
    {"SELECT 1; SELECT 2", notSupported, 10, "a second statement"},
    {"SELECT CAST(a AS DATE FORMAT 'x')", notSupported, 22, "CAST .. FORMAT"},
    // names of operators are no functions
    {"SELECT NEGATE(a)", ErrorCode::unknownFunction, 7, "NEGATE"},
    {"SELECT `is null`(a)", ErrorCode::unknownFunction, 7, "is null"},
    {"SELECT `+`(a, b)", ErrorCode::unknownFunction, 7, "+"},
    {"SELECT rollup(a)", ErrorCode::unknownFunction, 7, "rollup"},
    {"SELECT a FROM t GROUP BY `CUBE`(a)", ErrorCode::unknownFunction, 25, "CUBE"},
    {"SELECT `grouping sets`(a)", ErrorCode::unknownFunction, 7, "grouping sets"},
};

constexpr Error errorOf(std::string_view sql) { return ShortParse(sql).result.error; }
constexpr bool holds(const Case& c) {
    const Error e = errorOf(c.sql);
    return e.code == c.code && e.position == c.position && e.subject == c.subject && e.expected == c.expected && e.nearest == c.nearest && e.found == c.found;
}
template <std::size_t I> constexpr bool holdsAt = holds(cases[I]);
template <std::size_t... I> constexpr bool halfHold(std::index_sequence<I...>) { return (... && holdsAt<2 * I>); }
static_assert(halfHold(std::make_index_sequence<sizeof cases / sizeof *cases / 2>{}));

}  // namespace

TEST_CASE("errors name the place, what stands there and what was expected") {
    for (const Case& c : cases) {
        CAPTURE(c.sql);
        const Error e = errorOf(c.sql);
        CHECK(sentence(e.code) == sentence(c.code));
        CHECK(e.position == c.position);
        CHECK(e.subject == c.subject);
        CHECK(e.expected == c.expected);
        CHECK(e.nearest == c.nearest);
        CHECK(e.found == c.found);
        // with its label each must fit into one fact of a compile error
        CHECK(detail::Facts::room >= 7 + e.expected.size());
        CHECK(detail::Facts::room >= 7 + e.found.size());
    }
}

TEST_CASE("every beginning and every end of a query is parsed or refused, within the text") {
    for (const Case& c : cases)
        for (std::size_t n = 0; n <= c.sql.size(); ++n)
            for (const std::string_view part : {c.sql.substr(0, n), c.sql.substr(n)}) {
                const sql::ParsedText p = sql::parse(std::string(part));
                CAPTURE(part);
                if (!p) CHECK((p.error().position >= 0 && p.error().position <= static_cast<int>(part.size())));
                else CHECK(sql::sameSyntax(p.view(), sql::parse(printedText(p.view())).view()));
            }
}
