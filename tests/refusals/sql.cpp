// SPDX-License-Identifier: BSL-1.0
// SQL texts that are refused, each with line and column in the text.
#include <rivulet/rivulet.hpp>

#include <optional>
#include <string>
#include <vector>

using namespace rivulet;

struct Home { int unit; std::string town; };
struct Order { std::string user; int product; std::optional<long> amount; Home home; };

struct Start {
    StreamExecutionEnvironment env;
    DataStream<Order> stream = env.fromCollection(std::vector<Order>{});
    decltype(StreamTableEnvironment::create(env).createTemporaryView<"orders">(stream)) db = StreamTableEnvironment::create(env).createTemporaryView<"orders">(stream);
};

#if RIVULET_CASE == 1 // expect: unknown column | "usr" | did you mean: user | line 1, column 8 | there are: user product amount
void f(Start s) { s.db.sqlQuery<"SELECT usr FROM orders">(); }
#endif
#if RIVULET_CASE == 101
void f(Start s) { s.db.sqlQuery<"SELECT user FROM orders">(); }
#endif

#if RIVULET_CASE == 2 // expect: unknown table | "order" | did you mean: orders | line 2, column 6
void f(Start s) { s.db.sqlQuery<"SELECT user\nFROM `order`">(); }
#endif
#if RIVULET_CASE == 102
void f(Start s) { s.db.sqlQuery<"SELECT user\nFROM `orders`">(); }
#endif

#if RIVULET_CASE == 3 // expect: unknown column | "User" | did you mean: user | line 1, column 8
void f(Start s) { s.db.sqlQuery<"SELECT User FROM orders">(); }
#endif
#if RIVULET_CASE == 103
void f(Start s) { s.db.sqlQuery<"select user from orders">(); }
#endif

#if RIVULET_CASE == 4 // expect: syntax error in SQL | "FROM" | an expression | line 1, column 14
void f(Start s) { s.db.sqlQuery<"SELECT user, FROM orders">(); }
#endif
#if RIVULET_CASE == 104
void f(Start s) { s.db.sqlQuery<"SELECT user, product FROM orders">(); }
#endif

#if RIVULET_CASE == 5 // expect: syntax error in SQL | "1" | line 1, column 25
void f(Start s) { s.db.sqlQuery<"SELECT user FROM orders 1">(); }
#endif
#if RIVULET_CASE == 105
void f(Start s) { s.db.sqlQuery<"SELECT user FROM orders o">(); }
#endif

#if RIVULET_CASE == 6 // expect: types do not fit | "WHERE" | wants: BOOLEAN | found: INT | line 1, column 31
void f(Start s) { s.db.sqlQuery<"SELECT user FROM orders WHERE product">(); }
#endif
#if RIVULET_CASE == 106
void f(Start s) { s.db.sqlQuery<"SELECT user FROM orders WHERE product > 0">(); }
#endif

#if RIVULET_CASE == 7 // expect: types do not fit | "+" | found: STRING | line 1
void f(Start s) { s.db.sqlQuery<"SELECT product + user FROM orders">(); }
#endif
#if RIVULET_CASE == 107
void f(Start s) { s.db.sqlQuery<"SELECT product + amount FROM orders">(); }
#endif

#if RIVULET_CASE == 8 // expect: column is not being grouped | "product" | line 1, column 14 | there are: user
void f(Start s) { s.db.sqlQuery<"SELECT user, product FROM orders GROUP BY user">(); }
#endif
#if RIVULET_CASE == 108
void f(Start s) { s.db.sqlQuery<"SELECT user, MAX(product) AS p FROM orders GROUP BY user">(); }
#endif

#if RIVULET_CASE == 9 // expect: ambiguous column | "user" | line 1, column 8
void f(Start s) { s.db.sqlQuery<"SELECT user FROM orders a JOIN orders b ON a.user = b.user">(); }
#endif
#if RIVULET_CASE == 109
void f(Start s) { s.db.sqlQuery<"SELECT a.user FROM orders a JOIN orders b ON a.user = b.user">(); }
#endif

#if RIVULET_CASE == 10 // expect: unknown column | "unti" | did you mean: unit
void f(Start s) { s.db.sqlQuery<"SELECT home.unti FROM orders">(); }
#endif
#if RIVULET_CASE == 110
void f(Start s) { s.db.sqlQuery<"SELECT home.unit FROM orders">(); }
#endif

#if RIVULET_CASE == 11 // expect: unknown table | "o" | line 1, column 8
void f(Start s) { s.db.sqlQuery<"SELECT o.user FROM orders">(); }
#endif
#if RIVULET_CASE == 111
void f(Start s) { s.db.sqlQuery<"SELECT o.user FROM orders AS o">(); }
#endif

#if RIVULET_CASE == 12 // expect: literal out of range | "9223372036854775808" | at most 64 bits
void f(Start s) { s.db.sqlQuery<"SELECT 9223372036854775808 AS n FROM orders">(); }
#endif
#if RIVULET_CASE == 112
void f(Start s) { s.db.sqlQuery<"SELECT -9223372036854775808 AS n FROM orders">(); }
#endif

#if RIVULET_CASE == 13 // expect: literal out of range | "2023-02-30"
void f(Start s) { s.db.sqlQuery<"SELECT DATE '2023-02-30' AS d FROM orders">(); }
#endif
#if RIVULET_CASE == 113
void f(Start s) { s.db.sqlQuery<"SELECT DATE '2023-02-28' AS d FROM orders">(); }
#endif

#if RIVULET_CASE == 14 // expect: columns of a set operation have no common type | "user" | wants: STRING | found: INT
void f(Start s) { s.db.sqlQuery<"SELECT user FROM orders UNION ALL SELECT product FROM orders">(); }
#endif
#if RIVULET_CASE == 114
void f(Start s) { s.db.sqlQuery<"SELECT amount FROM orders UNION ALL SELECT product FROM orders">(); }
#endif

#if RIVULET_CASE == 15 // expect: different number of columns | "UNION ALL" | wants: 2 | found: 1
void f(Start s) { s.db.sqlQuery<"SELECT user, product FROM orders UNION ALL SELECT user FROM orders">(); }
#endif
#if RIVULET_CASE == 115
void f(Start s) { s.db.sqlQuery<"SELECT user, product FROM orders UNION ALL SELECT user, 1 FROM orders">(); }
#endif

#if RIVULET_CASE == 16 // expect: aggregate not allowed here | "SUM" | line 1, column 31
void f(Start s) { s.db.sqlQuery<"SELECT user FROM orders WHERE SUM(product) > 3">(); }
#endif
#if RIVULET_CASE == 116
void f(Start s) { s.db.sqlQuery<"SELECT user FROM orders GROUP BY user HAVING SUM(product) > 3">(); }
#endif

#if RIVULET_CASE == 17 // expect: aggregate not allowed here | "SUM"
void f(Start s) { s.db.sqlQuery<"SELECT user FROM orders WHERE SUM(product) > 1">(); }
#endif
#if RIVULET_CASE == 117
void f(Start s) { s.db.sqlQuery<"SELECT user FROM orders WHERE ABS(product) > 1">(); }
#endif

#if RIVULET_CASE == 18 // expect: unknown function | "UPER" | did you mean: UPPER | line 1, column 8
void f(Start s) { s.db.sqlQuery<"SELECT UPER(user) FROM orders">(); }
#endif
#if RIVULET_CASE == 118
void f(Start s) { s.db.sqlQuery<"SELECT UPPER(user) FROM orders">(); }
#endif

#if RIVULET_CASE == 19 // expect: no such cast | "CAST" | wants: DATE | found: INT
void f(Start s) { s.db.sqlQuery<"SELECT CAST(product AS DATE) FROM orders">(); }
#endif
#if RIVULET_CASE == 119
void f(Start s) { s.db.sqlQuery<"SELECT CAST(user AS DATE) FROM orders">(); }
#endif

#if RIVULET_CASE == 20 // expect: types do not fit | "CASE"
void f(Start s) { s.db.sqlQuery<"SELECT CASE WHEN product > 1 THEN 'x' ELSE 1 END AS c FROM orders">(); }
#endif
#if RIVULET_CASE == 120
void f(Start s) { s.db.sqlQuery<"SELECT CASE WHEN product > 1 THEN 'x' ELSE 'y' END AS c FROM orders">(); }
#endif

#if RIVULET_CASE == 21 // expect: two tables have the same name | "orders" | wants: another name with AS | line 1, column 34
void f(Start s) { s.db.sqlQuery<"SELECT 1 AS one FROM orders JOIN orders ON TRUE">(); }
#endif
#if RIVULET_CASE == 121
void f(Start s) { s.db.sqlQuery<"SELECT 1 AS one FROM orders JOIN orders o ON TRUE">(); }
#endif

#if RIVULET_CASE == 22 // expect: Sort on a non-time-attribute | line 1, column 34
void f(Start s) { s.db.sqlQuery<"SELECT user FROM orders ORDER BY user">(); }
#endif
#if RIVULET_CASE == 122
void f(Start s) { s.db.sqlQuery<"SELECT user FROM orders ORDER BY user LIMIT 3">(); }
#endif

#if RIVULET_CASE == 23 // expect: a nullable column cannot land in a field that cannot be null | "amount"
struct Out { std::string user; long amount; };
void f(Start s) { s.db.toDataStream<Out>(s.db.sqlQuery<"SELECT user, amount FROM orders">()); }
#endif
#if RIVULET_CASE == 123
struct Out { std::string user; long amount; };
void f(Start s) { s.db.toDataStream<Out>(s.db.sqlQuery<"SELECT user, amount FROM orders WHERE amount IS NOT NULL">()); }
#endif

#if RIVULET_CASE == 24 // expect: syntax error in SQL | a closing quote | line 1, column 32
void f(Start s) { s.db.sqlQuery<"SELECT user FROM orders WHERE ('x">(); }
#endif
#if RIVULET_CASE == 124
void f(Start s) { s.db.sqlQuery<"SELECT user FROM orders WHERE ('x' = user)">(); }
#endif

#if RIVULET_CASE == 25 // expect: syntax error in SQL | SELECT
void f(Start s) { s.db.sqlQuery<"">(); }
#endif
#if RIVULET_CASE == 125
void f(Start s) { s.db.sqlQuery<"SELECT 1">(); }
#endif

#if RIVULET_CASE == 26 // expect: not supported | "SIMILAR TO" | wants: connector/regex.hpp
void f(Start s) { s.db.sqlQuery<"SELECT user SIMILAR TO 'a%' AS a FROM orders">(); }
#endif
#if RIVULET_CASE == 126
void f(Start s) { s.db.sqlQuery<"SELECT user LIKE 'a%' AS a FROM orders">(); }
#endif

#if RIVULET_CASE == 27 // expect: not supported | "CONVERT_TZ" | wants: connector/zones.hpp
void f(Start s) { s.db.sqlQuery<"SELECT CONVERT_TZ(user, 'UTC', 'Asia/Kolkata') AS a FROM orders">(); }
#endif
#if RIVULET_CASE == 127
void f(Start s) { s.db.sqlQuery<"SELECT TO_TIMESTAMP(user) AS a FROM orders">(); }
#endif

#if RIVULET_CASE == 28 // expect: unknown window | "places" | did you mean: place | line 1, column 56 | there are: place
void f(Start s) { s.db.sqlQuery<"SELECT n FROM (SELECT product AS n, ROW_NUMBER() OVER (places) AS p FROM orders WINDOW place AS (ORDER BY product)) WHERE p < 3">(); }
#endif
#if RIVULET_CASE == 128
void f(Start s) { s.db.sqlQuery<"SELECT n FROM (SELECT product AS n, ROW_NUMBER() OVER (place) AS p FROM orders WINDOW place AS (ORDER BY product)) WHERE p < 3">(); }
#endif

#if RIVULET_CASE == 29 // expect: syntax error in SQL | "ROWS" | wants: an end behind the begin | line 1, column 57
void f(Start s) { s.db.sqlQuery<"SELECT SUM(product) OVER (ORDER BY product ROWS BETWEEN CURRENT ROW AND 1 PRECEDING) FROM orders">(); }
#endif
#if RIVULET_CASE == 129
void f(Start s) { s.db.sqlQuery<"SELECT SUM(product) FROM orders">(); }
#endif

#if RIVULET_CASE == 30 // expect: syntax error in SQL | "PATERN" | did you mean: PATTERN | line 1, column 69
void f(Start s) { s.db.sqlQuery<"SELECT * FROM orders MATCH_RECOGNIZE (MEASURES A.product AS product PATERN (A) DEFINE A AS A.product > 1)">(); }
#endif
#if RIVULET_CASE == 130
void f(Start s) { s.db.sqlQuery<"SELECT * FROM orders">(); }
#endif

struct Wide { int first, second, third, fourth, fifth, sixth, seventh; };
struct WideStart {
    StreamExecutionEnvironment env;
    DataStream<Wide> stream = env.fromCollection(std::vector<Wide>{});
    decltype(StreamTableEnvironment::create(env).createTemporaryView<"wide">(stream)) db = StreamTableEnvironment::create(env).createTemporaryView<"wide">(stream);
};
#if RIVULET_CASE == 31 // expect: unknown column | "x" | there are: first second third | .. fourth fifth sixth seventh
void f(WideStart s) { s.db.sqlQuery<"SELECT x FROM wide">(); }
#endif
#if RIVULET_CASE == 131
void f(WideStart s) { s.db.sqlQuery<"SELECT seventh FROM wide">(); }
#endif

#if RIVULET_CASE == 32 // expect: types do not fit | "MAP" | wants: keys that are no rows | found: STRUCTURED | line 1, column 12
void f(Start s) { s.db.sqlQuery<"SELECT MAP[home, user] AS m FROM orders">(); }
#endif
#if RIVULET_CASE == 132
void f(Start s) { s.db.sqlQuery<"SELECT MAP[home.town, user] AS m FROM orders">(); }
#endif
#if RIVULET_CASE == 33 // expect: types do not fit | "MAP_FROM_ARRAYS" | wants: keys that are no rows
void f(Start s) { s.db.sqlQuery<"SELECT MAP_FROM_ARRAYS(ARRAY[ROW(product, user)], ARRAY[user]) AS m FROM orders">(); }
#endif
#if RIVULET_CASE == 133
void f(Start s) { s.db.sqlQuery<"SELECT MAP_FROM_ARRAYS(ARRAY[product], ARRAY[user]) AS m FROM orders">(); }
#endif
#if RIVULET_CASE == 34 // expect: types do not fit | "MAP_FROM_ENTRIES" | wants: keys that are no rows
void f(Start s) { s.db.sqlQuery<"SELECT MAP_FROM_ENTRIES(ARRAY[ROW(home, user)]) AS m FROM orders">(); }
#endif
#if RIVULET_CASE == 134
void f(Start s) { s.db.sqlQuery<"SELECT MAP_FROM_ENTRIES(ARRAY[ROW(product, user)]) AS m FROM orders">(); }
#endif

#if RIVULET_CASE == 35 // expect: types do not fit | "product" | wants: a column with fields
void f(Start s) { s.db.sqlQuery<"SELECT user, orders.product.* FROM orders">(); }
#endif
#if RIVULET_CASE == 135
void f(Start s) { s.db.sqlQuery<"SELECT user, orders.home.* FROM orders">(); }
#endif
#if RIVULET_CASE == 36 // expect: syntax error in SQL | wants: an escape
void f(Start s) { s.db.sqlQuery<"SELECT U&'\\0g41' AS x FROM orders">(); }
#endif
#if RIVULET_CASE == 136
void f(Start s) { s.db.sqlQuery<"SELECT U&'\\0041' AS x FROM orders">(); }
#endif
#if RIVULET_CASE == 37 // expect: not supported | a row before ALL
void f(Start s) { s.db.sqlQuery<"SELECT user FROM orders WHERE (user, product) > ALL (SELECT user, product FROM orders)">(); }
#endif
#if RIVULET_CASE == 137
void f(Start s) { s.db.sqlQuery<"SELECT user FROM orders WHERE user > ALL (SELECT user FROM orders)">(); }
#endif
#if RIVULET_CASE == 38 // expect: wrong number of new column names | ANY (..)
void f(Start s) { s.db.sqlQuery<"SELECT user FROM orders WHERE user < ANY (SELECT user, product FROM orders)">(); }
#endif
#if RIVULET_CASE == 138
void f(Start s) { s.db.sqlQuery<"SELECT user FROM orders WHERE user < ANY (SELECT user FROM orders)">(); }
#endif
#if RIVULET_CASE == 39 // expect: rivulet: | flatten gives several columns
void f(Start s) { s.db.from<"orders">().select(col<"home">.flatten().as<"a">()); }
#endif
#if RIVULET_CASE == 139
void f(Start s) { s.db.from<"orders">().select(col<"home">.flatten()); }
#endif
