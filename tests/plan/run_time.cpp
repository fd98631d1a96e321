// SPDX-License-Identifier: BSL-1.0
// Text -> plan -> text at run time: what is accepted and how it is typed, what is refused and where.
#include <string>
#include <string_view>

#include "plan/planner.hpp"

using namespace rivulet;

namespace {

std::string physicalOf(const plan::RuntimePlan& p) {
    const std::string all = p.explain();
    return all.substr(all.find("\n\n") + 2);
}

// ---- accepted -------------------------------------------------------------------------------------------------------

struct AcceptedQuery {
    std::string_view sql, columns;
    std::string_view printed{};  // where it is not the text itself
};
constexpr AcceptedQuery accepted[] = {
    // names
    {"SELECT user FROM clicks", "user STRING NOT NULL"},
    {"SELECT clicks.user FROM clicks", "user STRING NOT NULL", "SELECT user FROM clicks"},
    {"SELECT c.user AS who FROM clicks AS c", "who STRING NOT NULL", "SELECT user AS who FROM clicks"},
    {"SELECT * FROM clicks", "user STRING NOT NULL, n INT NOT NULL, bytes BIGINT, price DOUBLE"},
    {"SELECT c.* FROM clicks c WHERE c.n > 1", "user STRING NOT NULL, n INT NOT NULL, bytes BIGINT, price DOUBLE", "SELECT * FROM clicks WHERE n > 1"},
    {"SELECT user, n, bytes, price FROM clicks", "user STRING NOT NULL, n INT NOT NULL, bytes BIGINT, price DOUBLE", "SELECT * FROM clicks"},
    {"SELECT *, n + 1 FROM clicks", "user STRING NOT NULL, n INT NOT NULL, bytes BIGINT, price DOUBLE, EXPR$4 INT NOT NULL", "SELECT user, n, bytes, price, n + 1 FROM clicks"},
    {"SELECT EXPR$0 + 1 FROM (SELECT n + 1, user FROM clicks)", "EXPR$0 INT NOT NULL"},
    {"SELECT n AS EXPR$0, n + 1 FROM clicks", "EXPR$0 INT NOT NULL, EXPR$1 INT NOT NULL"},
    {"SELECT user user, n FROM clicks", "user STRING NOT NULL, n INT NOT NULL", "SELECT user, n FROM clicks"},
    {"SELECT `user` AS `a b`, n AS `select` FROM clicks", "a b STRING NOT NULL, select INT NOT NULL", "SELECT user AS `a b`, n AS `select` FROM clicks"},
    // a qualifier or a column with fields
    {"SELECT address.city FROM orders", "city STRING NOT NULL"},
    {"SELECT orders.address.city AS c FROM orders", "c STRING NOT NULL", "SELECT address.city AS c FROM orders"},
    {"SELECT (address).zip FROM orders", "zip INT", "SELECT address.zip FROM orders"},
    {"SELECT clicks.n FROM clicks", "n INT NOT NULL", "SELECT n FROM clicks"},
    {"SELECT clicks.n FROM orders", "n BIGINT"},
    {"SELECT clicks.clicks.n FROM orders AS clicks", "n BIGINT", "SELECT clicks.n FROM orders"},
    {"SELECT (clicks).n FROM (SELECT clicks FROM orders) AS clicks", "n BIGINT", "SELECT clicks.n FROM (SELECT clicks FROM orders)"},
    {"SELECT tags[1] AS t, scores['a'] AS s FROM orders", "t STRING, s INT"},
    // literals
    {"SELECT 1, 2147483648, -2147483648, -9223372036854775808", "EXPR$0 INT NOT NULL, EXPR$1 BIGINT NOT NULL, EXPR$2 INT NOT NULL, EXPR$3 BIGINT NOT NULL"},
    {"SELECT 5., -5., 2147483647., 2147483648., 5.e0, 5.0", "EXPR$0 INT NOT NULL, EXPR$1 INT NOT NULL, EXPR$2 INT NOT NULL, EXPR$3 BIGINT NOT NULL, EXPR$4 DOUBLE NOT NULL, EXPR$5 DECIMAL(2, 1) NOT NULL",
     "SELECT 5, -5, 2147483647, 2147483648, 5.e0, 5.0"},
    {"SELECT CAST(1 AS VARCHAR), CAST(1 AS CHARACTER VARYING), CAST('a' AS VARBINARY), CAST(1 AS CHAR), CAST('a' AS BINARY)",
     "EXPR$0 STRING NOT NULL, EXPR$1 STRING NOT NULL, EXPR$2 BYTES NOT NULL, EXPR$3 CHAR(1) NOT NULL, EXPR$4 BINARY(1) NOT NULL",
     "SELECT CAST(1 AS STRING), CAST(1 AS STRING), CAST('a' AS BYTES), CAST(1 AS CHAR(1)), CAST('a' AS BINARY(1))"},
    {"SELECT CAST(ARRAY[1] AS ARRAY<VARCHAR>), CAST(MAP[1, 'x'] AS MAP<VARCHAR, VARBINARY>), CAST(ROW(1, 2) AS ROW<a VARCHAR, b CHAR>)",
     "EXPR$0 ARRAY<STRING> NOT NULL, EXPR$1 MAP<STRING, BYTES> NOT NULL, EXPR$2 ROW<`a` STRING, `b` CHAR(1)> NOT NULL",
     "SELECT CAST(ARRAY[1] AS ARRAY<STRING>), CAST(MAP[1, 'x'] AS MAP<STRING, BYTES>), CAST(ROW(1, 2) AS ROW<`a` STRING, `b` CHAR(1)>)"},
    {"SELECT 0.5, .5, -1.50, 00.25", "EXPR$0 DECIMAL(2, 1) NOT NULL, EXPR$1 DECIMAL(1, 1) NOT NULL, EXPR$2 DECIMAL(3, 2) NOT NULL, EXPR$3 DECIMAL(4, 2) NOT NULL"},
    {"SELECT 1e3, -1.5E-3, 1.7976931348623157E308, 1e-400", "EXPR$0 DOUBLE NOT NULL, EXPR$1 DOUBLE NOT NULL, EXPR$2 DOUBLE NOT NULL, EXPR$3 DOUBLE NOT NULL"},
    {"SELECT 'it''s', '', 'äö'", "EXPR$0 CHAR(4) NOT NULL, EXPR$1 CHAR(0) NOT NULL, EXPR$2 CHAR(2) NOT NULL"},
    {"SELECT X'1Faa', X''", "EXPR$0 BINARY(2) NOT NULL, EXPR$1 BINARY(0) NOT NULL"},
    {"SELECT TRUE, FALSE, CAST(NULL AS INT)", "EXPR$0 BOOLEAN NOT NULL, EXPR$1 BOOLEAN NOT NULL, EXPR$2 INT"},
    {"SELECT DATE '2024-02-29', TIME '12:30:00', TIMESTAMP '2024-02-29 12:30:00.123', TIMESTAMP WITH LOCAL TIME ZONE '2024-02-29 12:30:00'",
     "EXPR$0 DATE NOT NULL, EXPR$1 TIME(0) NOT NULL, EXPR$2 TIMESTAMP(3) NOT NULL, EXPR$3 TIMESTAMP_LTZ(0) NOT NULL"},
    {"SELECT INTERVAL '1-2' YEAR TO MONTH, INTERVAL '3' QUARTER, INTERVAL '2' WEEK, INTERVAL '1 02:03:04.5' DAY TO SECOND, INTERVAL '10:20' MINUTE TO SECOND, -INTERVAL '1' DAY",
     "EXPR$0 INTERVAL YEAR(4) TO MONTH NOT NULL, EXPR$1 INTERVAL YEAR(4) TO MONTH NOT NULL, EXPR$2 INTERVAL DAY(9) TO SECOND(9) NOT NULL, "
     "EXPR$3 INTERVAL DAY(9) TO SECOND(9) NOT NULL, EXPR$4 INTERVAL DAY(9) TO SECOND(9) NOT NULL, EXPR$5 INTERVAL DAY(9) TO SECOND(9) NOT NULL"},
    {"SELECT -n, - -n, -(-5), - - 5, -(-0) FROM clicks", "EXPR$0 INT NOT NULL, EXPR$1 INT NOT NULL, EXPR$2 INT NOT NULL, EXPR$3 INT NOT NULL, EXPR$4 INT NOT NULL",
     "SELECT -n, - -n, - -5, - -5, - -0 FROM clicks"},
    // implicit casts come back by themselves
    {"SELECT n + bytes, n + 1.5, price + amount AS x FROM (SELECT n, bytes, price, 1.25 AS amount FROM clicks)", "EXPR$0 BIGINT, EXPR$1 DECIMAL(12, 1) NOT NULL, x DOUBLE"},
    {"SELECT day FROM orders WHERE day > '2024-01-01' AND at < DATE '2024-01-01'", "day DATE NOT NULL", "SELECT `day` FROM orders WHERE `day` > '2024-01-01' AND at < DATE '2024-01-01'"},
    {"SELECT COALESCE(bytes, n), IF(n > 1, n, NULL), NULLIF(n, 1) FROM clicks", "EXPR$0 BIGINT NOT NULL, EXPR$1 INT, EXPR$2 INT"},
    {"SELECT id FROM orders WHERE NULL", "id BIGINT NOT NULL"},
    {"SELECT id FROM orders WHERE open", "id BIGINT NOT NULL"},
    {"SELECT CAST(n AS STRING) AS a, TRY_CAST(user AS DECIMAL(5, 2)) AS b FROM clicks", "a STRING NOT NULL, b DECIMAL(5, 2)"},
    {"SELECT (at - at) DAY TO SECOND AS d, (DATE '2024-01-01' - `day`) YEAR AS y FROM orders", "d INTERVAL DAY(9) TO SECOND(9), y INTERVAL YEAR(4) TO MONTH NOT NULL"},
    {"SELECT (day, INTERVAL '1' DAY) OVERLAPS (at, at) AS o FROM orders", "o BOOLEAN", "SELECT ROW(`day`, INTERVAL '1' DAY) OVERLAPS ROW(at, at) AS o FROM orders"},
    // CASE
    {"SELECT CASE WHEN n > 1 THEN 'a' ELSE 'bc' END FROM clicks", "EXPR$0 VARCHAR(2) NOT NULL"},
    {"SELECT CASE n WHEN 1 THEN 'a' WHEN 2, 3 THEN 'b' END FROM clicks", "EXPR$0 CHAR(1)", "SELECT CASE WHEN n = 1 THEN 'a' WHEN n IN (2, 3) THEN 'b' END FROM clicks"},
    {"SELECT CASE n + 1 WHEN 1 THEN 'a' WHEN 2, 3 THEN 'b' ELSE user END FROM clicks", "EXPR$0 STRING NOT NULL"},
    {"SELECT CASE n + 1 WHEN 1 THEN CASE n * 2 WHEN 3 THEN 4 WHEN 5 THEN 6 END WHEN CASE n / 2 WHEN 7 THEN 8 WHEN 9 THEN 10 END THEN 11 END FROM clicks", "EXPR$0 INT"},
    // calls
    {"SELECT twice(n), Twice(1), lengthOf(user), lengthof(NULL) FROM clicks", "EXPR$0 INT NOT NULL, EXPR$1 INT NOT NULL, EXPR$2 INT, EXPR$3 INT",
     "SELECT twice(n), twice(1), lengthOf(user), lengthOf(NULL) FROM clicks"},
    {"SELECT upper(user), substr(user, 2), mod(n, 2), TRIM(user), TRIM(LEADING 'x' FROM user), EXTRACT(YEAR FROM DATE '2024-01-01') FROM clicks",
     "EXPR$0 STRING NOT NULL, EXPR$1 STRING, EXPR$2 INT NOT NULL, EXPR$3 STRING NOT NULL, EXPR$4 STRING NOT NULL, EXPR$5 BIGINT NOT NULL",
     "SELECT UPPER(user), SUBSTRING(user, 2), n % 2, TRIM(user), TRIM(LEADING 'x' FROM user), EXTRACT(YEAR FROM DATE '2024-01-01') FROM clicks"},
    {"SELECT OR_THROW(bytes) AS b FROM clicks", "b BIGINT NOT NULL"},
    {"SELECT n BETWEEN 1 AND 2, n NOT IN (1, 2), user LIKE 'a!%' ESCAPE '!', n IS NOT DISTINCT FROM bytes, NOT (n = 1 OR n = 2 AND bytes IS NULL) FROM clicks",
     "EXPR$0 BOOLEAN NOT NULL, EXPR$1 BOOLEAN NOT NULL, EXPR$2 BOOLEAN NOT NULL, EXPR$3 BOOLEAN NOT NULL, EXPR$4 BOOLEAN NOT NULL"},
    // relations
    {"SELECT who FROM late WHERE m > 1", "who STRING NOT NULL"},
    {"SELECT * FROM late", "who STRING NOT NULL, m INT NOT NULL"},
    {"SELECT n FROM two", "n BIGINT NOT NULL", "SELECT * FROM two"},
    {"SELECT a FROM (SELECT user AS a, n FROM clicks WHERE n > 1 LIMIT 3) WHERE n < 5", "a STRING NOT NULL"},
    {"SELECT a FROM (SELECT a FROM (SELECT n AS a FROM clicks) AS x WHERE a > 1) AS y WHERE y.a > 2", "a INT NOT NULL",
     "SELECT * FROM (SELECT * FROM (SELECT n AS a FROM clicks) WHERE a > 1) WHERE a > 2"},
    {"SELECT n FROM clicks UNION ALL SELECT 1.5 UNION ALL (SELECT bytes FROM clicks LIMIT 3) LIMIT 2 OFFSET 1", "n DECIMAL(20, 1)"},
    {"SELECT n FROM clicks UNION ALL (SELECT 1 UNION ALL SELECT bytes FROM clicks)", "n BIGINT"},
    {"SELECT CAST(NULL AS INT) AS x UNION ALL SELECT n FROM clicks", "x INT"},
    {"(SELECT n FROM clicks LIMIT 5) LIMIT 3", "n INT NOT NULL", "SELECT * FROM (SELECT n FROM clicks LIMIT 5) LIMIT 3"},
    {"SELECT n FROM clicks OFFSET 3", "n INT NOT NULL"},
    {"SELECT n FROM clicks LIMIT 0", "n INT NOT NULL"},
    {"SELECT n FROM clicks LIMIT ALL OFFSET 0", "n INT NOT NULL", "SELECT n FROM clicks"},
    {"SELECT 1 AS one UNION ALL SELECT 2", "one INT NOT NULL"},
    // outputs of one name are numbered
    {"SELECT user, n, user FROM clicks", "user STRING NOT NULL, n INT NOT NULL, user0 STRING NOT NULL", "SELECT user, n, user AS user0 FROM clicks"},
    {"SELECT *, n FROM clicks", "user STRING NOT NULL, n INT NOT NULL, bytes BIGINT, price DOUBLE, n0 INT NOT NULL", "SELECT user, n, bytes, price, n AS n0 FROM clicks"},
};

// ---- refused --------------------------------------------------------------------------------------------------------

struct RefusedQuery {
    std::string_view sql;
    ErrorCode code;
    int position;
    std::string_view message;  // what comes after the sentence
};
constexpr RefusedQuery refused[] = {
    {"SELECT usr FROM clicks", ErrorCode::unknownColumn, 7, ": 'usr'; did you mean 'user'; at line 1, column 8; there are: user, n, bytes, price"},
    {"SELECT\n  c.usr FROM clicks c", ErrorCode::unknownColumn, 9, ": 'usr'; did you mean 'user'; at line 2, column 3; there are: user, n, bytes, price"},
    {"SELECT clicks.user FROM clicks AS c", ErrorCode::unknownTable, 7, ": 'clicks'; at line 1, column 8; there are: c"},
    {"SELECT adress.city FROM orders AS o", ErrorCode::unknownColumn, 7,
     ": 'adress'; did you mean 'address'; at line 1, column 8; there are: id, amount, address, tags, scores, day, at, open, code, clicks"},
    {"SELECT address.town FROM orders", ErrorCode::unknownColumn, 7, ": 'town'; at line 1, column 8; there are: city, zip"},
    {"SELECT id.x FROM orders", ErrorCode::typeMismatch, 7, ": 'x'; wants a column with fields; found BIGINT; at line 1, column 8"},
    {"SELECT who FROM clicks WHERE who = 'x'", ErrorCode::unknownColumn, 29, ": 'who'; at line 1, column 30; there are: user, n, bytes, price"},
    {"SELECT user AS who FROM clicks WHERE who = 'x'", ErrorCode::unknownColumn, 37, ": 'who'; at line 1, column 38; there are: user, n, bytes, price"},
    {"SELECT x FROM clics", ErrorCode::unknownTable, 14, ": 'clics'; did you mean 'clicks'; at line 1, column 15; there are: clicks, orders, late, two"},
    {"SELECT q.* FROM clicks AS c", ErrorCode::unknownTable, 7, ": 'q'; did you mean 'c'; at line 1, column 8; there are: c"},
    {"SELECT UPER(user) FROM clicks", ErrorCode::unknownFunction, 7, ": 'UPER'; did you mean 'UPPER'; at line 1, column 8; there are: twice, lengthOf"},
    {"SELECT twise(n) FROM clicks", ErrorCode::unknownFunction, 7, ": 'twise'; did you mean 'twice'; at line 1, column 8; there are: twice, lengthOf"},
    {"SELECT UPPER(user, 1) FROM clicks", ErrorCode::argumentCount, 7, ": 'UPPER'; wants 1; at line 1, column 8"},
    {"SELECT SUBSTRING(user) FROM clicks", ErrorCode::argumentCount, 7, ": 'SUBSTRING'; wants 2 to 3; at line 1, column 8"},
    {"SELECT COALESCE() FROM clicks", ErrorCode::argumentCount, 7, ": 'COALESCE'; wants 1 or more; at line 1, column 8"},
    {"SELECT twice(n, n) FROM clicks", ErrorCode::argumentCount, 7, ": 'twice'; wants 1; at line 1, column 8"},
    {"SELECT twice(user) FROM clicks", ErrorCode::typeMismatch, 13, ": 'twice'; wants INT; found STRING; at line 1, column 14"},
    {"SELECT twice(NULL) FROM clicks", ErrorCode::typeMismatch, 13, ": 'twice'; wants INT; found NULL; at line 1, column 14"},
    {"SELECT lengthOf(TRY_CAST(n AS STRING)), twice(CAST(bytes AS INT)) FROM clicks", ErrorCode::nullIntoNotNull, 46, ": 'twice'; wants INT; found a nullable value; at line 1, column 47"},
    {"SELECT n + user FROM clicks", ErrorCode::typeMismatch, 11, ": '+'; wants a number; found STRING; at line 1, column 12"},
    {"SELECT n = user FROM clicks", ErrorCode::typeMismatch, 11, ": '='; wants a number; found STRING; at line 1, column 12"},
    {"SELECT n FROM clicks WHERE n", ErrorCode::typeMismatch, 27, ": 'WHERE'; wants BOOLEAN; found INT; at line 1, column 28"},
    {"SELECT CASE n WHEN 'a' THEN 1 END FROM clicks", ErrorCode::typeMismatch, 19, ": '='; wants a number; found CHAR(1); at line 1, column 20"},
    {"SELECT CASE n + 1 WHEN 1 THEN 1 WHEN 'a' THEN 1 END FROM clicks", ErrorCode::typeMismatch, 37, ": '='; wants a number; found CHAR(1); at line 1, column 38"},
    {"SELECT n, NULL AS x FROM clicks", ErrorCode::typeMismatch, 10, ": 'NULL'; wants a value with a type, such as CAST(NULL AS INT); found NULL; at line 1, column 11"},
    {"SELECT day OVERLAPS (day, day) FROM orders", ErrorCode::syntax, 7, ": 'OVERLAPS'; wants a period such as (start, end); at line 1, column 8"},
    {"SELECT (day, day) OVERLAPS (id, day) FROM orders", ErrorCode::typeMismatch, 18, ": 'OVERLAPS'; wants DATE; found BIGINT; at line 1, column 19"},
    {"SELECT (at - id) DAY FROM orders", ErrorCode::typeMismatch, 13, ": 'MINUS_DATE'; wants a date or time; found BIGINT; at line 1, column 14"},
    {"SELECT COALESCE(NULL, NULL)", ErrorCode::typeMismatch, 16, ": 'COALESCE'; wants a value with a type, such as CAST(NULL AS INT); found NULL; at line 1, column 17"},
    {"SELECT CAST(day AS INT) FROM orders", ErrorCode::invalidCast, 7, ": 'CAST'; wants INT; found DATE; at line 1, column 8"},
    {"SELECT TRY_CAST(n AS DATE) FROM clicks", ErrorCode::invalidCast, 7, ": 'TRY_CAST'; wants DATE; found INT; at line 1, column 8"},
    {"SELECT UPPER(*) FROM clicks", ErrorCode::syntax, 13, ": '*'; wants an expression; at line 1, column 14"},
    // literals that are none
    {"SELECT 9223372036854775808", ErrorCode::outOfRange, 7, ": '9223372036854775808'; wants at most 64 bits; at line 1, column 8"},
    {"SELECT -9223372036854775809", ErrorCode::outOfRange, 8, ": '9223372036854775809'; wants at most 64 bits; at line 1, column 9"},
    {"SELECT 123456789012345678901234567890123456789.5", ErrorCode::outOfRange, 7, ": '123456789012345678901234567890123456789.5'; wants at most 18 digits; CAST a text for more; at line 1, column 8"},
    {"SELECT 1e309", ErrorCode::outOfRange, 7, ": '1e309'; wants at most 1.7976931348623157E308; at line 1, column 8"},
    {"SELECT -1.7976931348623159E308", ErrorCode::outOfRange, 8, ": '1.7976931348623159E308'; wants at most 1.7976931348623157E308; at line 1, column 9"},
    {"SELECT DATE '2023-13-01'", ErrorCode::outOfRange, 7, ": '2023-13-01'; wants yyyy-MM-dd; at line 1, column 8"},
    {"SELECT DATE '2023-02-29'", ErrorCode::outOfRange, 7, ": '2023-02-29'; wants yyyy-MM-dd; at line 1, column 8"},
    {"SELECT DATE '2023'", ErrorCode::outOfRange, 7, ": '2023'; wants yyyy-MM-dd; at line 1, column 8"},
    {"SELECT TIME '24:00:00'", ErrorCode::outOfRange, 7, ": '24:00:00'; wants HH:mm:ss[.fraction]; at line 1, column 8"},
    {"SELECT TIME '12'", ErrorCode::outOfRange, 7, ": '12'; wants HH:mm:ss[.fraction]; at line 1, column 8"},
    {"SELECT TIMESTAMP '2023-02-30 00:00:00'", ErrorCode::outOfRange, 7, ": '2023-02-30 00:00:00'; wants yyyy-MM-dd HH:mm:ss[.fraction]; at line 1, column 8"},
    {"SELECT INTERVAL '1-12' YEAR TO MONTH", ErrorCode::outOfRange, 7, ": '1-12'; wants years-months; at line 1, column 8"},
    {"SELECT INTERVAL 'x' DAY", ErrorCode::outOfRange, 7, ": 'x'; wants a whole number; at line 1, column 8"},
    {"SELECT INTERVAL '1 25:00' DAY TO MINUTE", ErrorCode::outOfRange, 7, ": '1 25:00'; wants days hours:minutes; at line 1, column 8"},
    {"SELECT INTERVAL '99999999999' HOUR TO SECOND", ErrorCode::outOfRange, 7, ": '99999999999'; wants hours:minutes:seconds; at line 1, column 8"},
    // unions
    {"SELECT user FROM clicks UNION ALL SELECT n FROM clicks", ErrorCode::unionType, 24, ": 'user'; wants STRING; found INT; at line 1, column 25"},
    {"SELECT user FROM clicks UNION ALL SELECT user, n FROM clicks", ErrorCode::columnCount, 24, ": 'UNION ALL'; wants 1; found 2; at line 1, column 25"},
    // not there yet
    {"SELECT n FROM clicks WHERE max(n) > 1", ErrorCode::misplacedAggregate, 27, ": 'MAX'; at line 1, column 28"},
    {"SELECT FROM clicks", ErrorCode::syntax, 7, ": 'FROM'; wants an expression; at line 1, column 8"},
};

// ---- what is left to run --------------------------------------------------------------------------------------------

struct Physical { std::string_view sql, operators; };
constexpr Physical physical[] = {
    {"SELECT user FROM clicks", "#0 Scan(clicks) -> result\n  emit user\n"},
    // once used: put back; unused: dropped; twice used: a slot
    {"SELECT a + 1 AS b FROM (SELECT twice(n) AS a, twice(n + 1) AS unread FROM clicks)", "#0 Scan(clicks) -> result\n  emit twice(n) + 1 AS b\n"},
    {"SELECT a + a AS b FROM (SELECT twice(n) AS a FROM clicks)", "#0 Scan(clicks) -> result\n  $0 = twice(n), once\n  emit $0 + $0 AS b\n"},
    {"SELECT a AS b, a AS c FROM (SELECT twice(n) AS a FROM clicks) WHERE a > 1",
     "#0 Scan(clicks) -> result\n  $0 = twice(n), once\n  where $0 > 1\n  emit $0 AS b, $0 AS c\n"},
    // a slot over a slot; the one in between is read once
    {"SELECT c + c AS d FROM (SELECT b - 1 AS c FROM (SELECT a * a AS b FROM (SELECT twice(n) AS a FROM clicks)))",
     "#0 Scan(clicks) -> result\n  $0 = twice(n), once\n  $1 = $0 * $0 - 1, once\n  emit $1 + $1 AS d\n"},
    // columns and literals are no slots
    {"SELECT a + a AS b, l + l AS m FROM (SELECT n AS a, 1 AS l FROM clicks)", "#0 Scan(clicks) -> result\n  emit n + n AS b, 1 + 1 AS m\n"},
    // filters in their order; what is unknown below is not seen above
    {"SELECT n FROM (SELECT n, 10 / n AS q FROM clicks WHERE n <> 0) WHERE q > 1", "#0 Scan(clicks) -> result\n  where n <> 0 AND 10 / n > 1\n  emit n\n"},
    {"SELECT n FROM (SELECT * FROM (SELECT * FROM clicks WHERE bytes > 0) WHERE n > 1) WHERE price > 2",
     "#0 Scan(clicks) -> result\n  where (bytes > 0) IS TRUE AND n > 1 AND (price > 2) IS TRUE\n  emit n\n"},
    {"SELECT n FROM (SELECT * FROM clicks WHERE n > 1 AND n < 9) WHERE n <> 5", "#0 Scan(clicks) -> result\n  where (n > 1 AND n < 9) AND n <> 5\n  emit n\n"},
    // unions: a branch each, with what is above on each of them
    {"SELECT x + x AS y FROM (SELECT twice(n) AS x FROM clicks UNION ALL SELECT 5) WHERE x > 1",
     "#0 Scan(clicks) -> result\n  $0 = twice(n), once\n  where $0 > 1\n  emit $0 + $0 AS y\n#1 OneRow -> result\n  where 5 > 1\n  emit 5 + 5 AS y\n"},
    {"SELECT n FROM clicks UNION ALL SELECT id FROM orders",
     "#0 Scan(clicks) -> result\n  emit CAST(n AS BIGINT) AS n\n#1 Scan(orders) -> result\n  emit id AS n\n"},
    // a limit is a boundary; what reaches it computed is computed once beyond it too
    {"SELECT n FROM clicks WHERE n > 1 LIMIT 5", "#0 Limit(5) -> result\n  emit n\n#1 Scan(clicks) -> #0\n  where n > 1\n  emit n\n"},
    {"SELECT x + x AS y FROM (SELECT twice(n) AS x FROM clicks LIMIT 5 OFFSET 2)",
     "#0 Limit(5, offset 2) -> result\n  $0 = x, once\n  emit $0 + $0 AS y\n#1 Scan(clicks) -> #0\n  emit twice(n)\n"},
    {"SELECT x + x AS y FROM (SELECT n AS x FROM clicks LIMIT 5)", "#0 Limit(5) -> result\n  emit x + x AS y\n#1 Scan(clicks) -> #0\n  emit n\n"},
    {"SELECT x FROM (SELECT n AS x FROM clicks UNION ALL SELECT twice(n) FROM clicks LIMIT 5) WHERE x > 1",
     "#0 Limit(5) -> result\n  $0 = x, once\n  where $0 > 1\n  emit $0 AS x\n#1 Scan(clicks) -> #0\n  emit n\n#2 Scan(clicks) -> #0\n  emit twice(n)\n"},
    {"SELECT n FROM (SELECT n FROM clicks LIMIT 5) LIMIT 3",
     "#0 Limit(3) -> result\n  emit n\n#1 Limit(5) -> #0\n  emit n\n#2 Scan(clicks) -> #1\n  emit n\n"},
    // a simple CASE computes its operand once
    {"SELECT CASE twice(n) WHEN 1 THEN 2 WHEN 3, 4 THEN 5 ELSE 6 END AS c FROM clicks",
     "#0 Scan(clicks) -> result\n  $0 = twice(n), once\n  emit CASE WHEN $0 = 1 THEN 2 WHEN $0 IN (3, 4) THEN 5 ELSE 6 END AS c\n"},
    {"SELECT CASE twice(n) WHEN 1 THEN 2 END AS c FROM clicks", "#0 Scan(clicks) -> result\n  emit CASE WHEN twice(n) = 1 THEN 2 END AS c\n"},
    {"SELECT n FROM clicks WHERE CASE twice(n) WHEN 1 THEN TRUE WHEN 2 THEN FALSE END",
     "#0 Scan(clicks) -> result\n  $0 = twice(n), once\n  where CASE WHEN $0 = 1 THEN TRUE WHEN $0 = 2 THEN FALSE END\n  emit n\n"},
    {"SELECT 1 + 2 AS three", "#0 OneRow -> result\n  emit 1 + 2 AS three\n"},
};

}  // namespace

TEST_CASE("accepted queries: columns, and the plan as text plans to itself") {
    const plan::RuntimePlanner planner = testPlanner();
    for (const AcceptedQuery& c : accepted) {
        CAPTURE(c.sql);
        const plan::RuntimePlan p = planner.plan(std::string(c.sql));
        CHECK(p.message() == "");
        CHECK(columnTexts(p.view()) == c.columns);
        CHECK(p.toSql() == (c.printed.empty() ? c.sql : c.printed));
        const plan::RuntimePlan again = planner.plan(p.toSql());
        CHECK(again.message() == "");
        CHECK(again.view() == p.view());
        CHECK(again.explain() == p.explain());
    }
}

TEST_CASE("refused queries: code, position, facts") {
    const plan::RuntimePlanner planner = testPlanner();
    for (const RefusedQuery& c : refused) {
        CAPTURE(c.sql);
        const plan::RuntimePlan p = planner.plan(std::string(c.sql));
        CHECK(static_cast<int>(p.error().code) == static_cast<int>(c.code));
        CHECK(p.error().position == c.position);
        CHECK(p.message() == std::string(sentence(c.code)) + std::string(c.message));
        CHECK(p.view().root == -1);
    }
}

TEST_CASE("what is left to run") {
    const plan::RuntimePlanner planner = testPlanner();
    for (const Physical& c : physical) {
        CAPTURE(c.sql);
        const plan::RuntimePlan p = planner.plan(std::string(c.sql));
        REQUIRE(p.message() == "");
        CHECK(physicalOf(p) == c.operators);
    }
}

TEST_CASE("explain is a tree with the columns that each step makes") {
    const plan::RuntimePlanner planner = testPlanner();
    CHECK(logicalOf(planner.plan("SELECT user AS who, n + bytes AS s FROM clicks WHERE bytes IS NOT NULL UNION ALL SELECT who, m FROM late LIMIT 7")) ==
          "Limit(7) [I] keeps a count\n"
          "  UnionAll [I] -> who STRING NOT NULL, s BIGINT\n"
          "    Project(user AS who, n + bytes AS s) [I] -> who STRING NOT NULL, s BIGINT\n"
          "      Filter(bytes IS NOT NULL) [I] -> user STRING NOT NULL, n INT NOT NULL, bytes BIGINT (never null), price DOUBLE\n"
          "        Scan(clicks) [I] -> user STRING NOT NULL, n INT NOT NULL, bytes BIGINT, price DOUBLE\n"
          "    Project(who, CAST(m AS BIGINT) AS m) [I] -> who STRING NOT NULL, m BIGINT NOT NULL\n"
          "      Project(user AS who, n * 2 AS m) = view late [I] -> who STRING NOT NULL, m INT NOT NULL\n"
          "        Filter(bytes > 5) [I]\n"
          "          Scan(clicks) [I] -> user STRING NOT NULL, n INT NOT NULL, bytes BIGINT, price DOUBLE\n");
    CHECK(logicalOf(planner.plan("SELECT 1 AS one")) == "Project(1 AS one) [I] key () -> one INT NOT NULL\n  OneRow [I] key ()\n");
}

TEST_CASE("C++ values print as numbers of parameters, or as what the caller gives for them") {
    const plan::RuntimePlanner planner = testPlanner();
    const plan::RuntimePlan p = planner.plan("SELECT n + 1 AS m FROM clicks WHERE n > 5 AND user = 'x'");
    // The plan of the Table API's `where(col<"n"> > 5 && col<"user"> == "x").select((col<"n"> + 1).as<"m">())`: literals are parameters there.
    std::vector<plan::Expr> exprs(p.view().exprs, p.view().exprs + p.view().exprCount);
    short number = 0;
    for (plan::Expr& e : exprs)
        if (e.kind == plan::ExprKind::literal) { e.kind = plan::ExprKind::parameter; e.index = number++; }
    plan::PlanView view = p.view();
    view.exprs = exprs.data();
    CHECK(plan::runtime::text([&](detail::TextWriter& w) { plan::writeSql(w, view); }) == "SELECT n + ?2 AS m FROM clicks WHERE n > ?0 AND user = ?1");
    constexpr std::string_view values[] = {"7", "'it''s'"};
    CHECK(plan::runtime::text([&](detail::TextWriter& w) { plan::writeSql(w, view, values, 2); }) == "SELECT n + ?2 AS m FROM clicks WHERE n > 7 AND user = 'it''s'");
}

TEST_CASE("tables, views and functions that cannot be") {
    plan::RuntimePlanner p = testPlanner();
    CHECK(p.table("clicks", {{"a", "INT"}}).code == ErrorCode::viewExists);
    CHECK(p.table("empty", {}).code == ErrorCode::noMembers);
    CHECK(p.table("twice_a", {{"a", "INT"}, {"a", "STRING"}}).code == ErrorCode::duplicateColumn);
    CHECK(p.table("badType", {{"a", "INTT"}}).code == ErrorCode::unknownType);
    CHECK(p.table("rest", {{"a", "INT NOT NULL x"}}).code == ErrorCode::syntax);
    CHECK(p.view("clicks", p.plan("SELECT 1")).code == ErrorCode::viewExists);
    CHECK(p.view("broken", p.plan("SELECT x")).code == ErrorCode::unknownColumn);
    CHECK(p.function("twice", "INT", {}).code == ErrorCode::functionExists);
    CHECK(p.function("TWICE", "INT", {}).code == ErrorCode::functionExists);
    CHECK(p.function("upper", "INT", {}).code == ErrorCode::functionExists);
    CHECK(p.function("g", "INT", {"WHAT"}).code == ErrorCode::unknownType);
    CHECK(p.plan("SELECT * FROM badType").error().code == ErrorCode::unknownTable);
}

TEST_CASE("a plan outlives its planner") {
    plan::RuntimePlan p = [] { return testPlanner().plan("SELECT who FROM late"); }();
    CHECK(p.toSql() == "SELECT who FROM late");
}

TEST_CASE("plans larger than the first guess") {
    plan::RuntimePlanner planner = testPlanner();
    std::string sql = "SELECT n AS c0";
    for (int i = 1; i < 200; ++i) sql += ", n + " + std::to_string(i) + " AS c" + std::to_string(i);
    REQUIRE(planner.view("wide", planner.plan(sql + " FROM clicks")).code == ErrorCode::none);
    const plan::RuntimePlan p = planner.plan("SELECT * FROM (SELECT * FROM (SELECT *, 1 AS x FROM wide) WHERE c1 > 1) UNION ALL SELECT *, 2 FROM wide");
    CHECK(p.message() == "");
    CHECK(p.view().width() == 201);
    CHECK(planner.plan(p.toSql()).view() == p.view());

    std::string views = "SELECT c0 FROM wide";
    for (int i = 0; i < 150; ++i) views += " UNION ALL SELECT c0 FROM wide";
    const plan::RuntimePlan large = planner.plan(views);  // 151 copies of 599 expressions are more than indexes can count
    CHECK(large.error().code == ErrorCode::tooLarge);
}

TEST_CASE("lists of names in messages of the compiler say that they go on") {
    Error e{.code = ErrorCode::unknownColumn, .subject = "x"};
    for (const std::string_view name : {"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth"}) e.know(name);
    const rivulet::detail::Facts facts = rivulet::detail::factsOf(e, {});
    REQUIRE(facts.count == 6);
    CHECK(facts.fact(1) == "there are: first second third");
    CHECK(facts.fact(2) == ".. fourth fifth sixth seventh");
    CHECK(facts.fact(3) == ".. eighth ninth tenth eleventh");
    CHECK(facts.fact(4) == ".. twelfth thirteenth");
    CHECK(facts.fact(5) == ".. fourteenth fifteenth ..");
}
