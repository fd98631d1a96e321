// SPDX-License-Identifier: BSL-1.0
// VALUES of more rows than stay code: the same rows as of two short ones put together. Texts of several lengths are VARCHAR, unpadded (Flink).
#include <doctest/doctest.h>

#include <string>

#include <rivulet/core/list.hpp>
#include <rivulet/rivulet.hpp>

using namespace rivulet;

namespace {

template <FixedString Sql> std::string answer() {
    StreamExecutionEnvironment env;
    auto db = StreamTableEnvironment::create(env);
    std::string text;
    for (const auto& r : db.template sqlQuery<Sql>().execute().collect()) appendText(text, r);
    return text;
}

#define LITERALS_A "(1, 'a', 1.5, TRUE, DATE '2024-01-01', 1e0), (2, 'bcd', 2.25, FALSE, DATE '2024-01-02', -2e0), (3000000000, '', -3.125, TRUE, DATE '2024-01-03', 3e0)"
#define LITERALS_B "(-4, NULL, NULL, NULL, NULL, NULL), (5, 'e', 5, TRUE, DATE '2024-01-05', 5e0), (6, 'f', 6.5, NULL, DATE '2024-01-06', 6e0)"
#define FOUR_MORE "(7, 'g', 7, TRUE, DATE '2024-01-07', 7e0), (8, 'h', 8, TRUE, DATE '2024-01-08', 8e0), (9, 'it''s', 9, TRUE, DATE '2024-01-09', 9e0), (10, 'j', 10, TRUE, DATE '2024-01-10', 10e0)"

// All three parts have all types, so the parts of the union are of those of the long VALUES.
#define LONG "(VALUES " LITERALS_A ", " LITERALS_B ", " FOUR_MORE ", " LITERALS_A ", " LITERALS_B ", " FOUR_MORE ") AS v(i, s, n, b, d, f)"
#define SHORT                                                                                                                                                       \
    "(SELECT * FROM (VALUES " LITERALS_A ", " LITERALS_B ", " FOUR_MORE ") UNION ALL SELECT * FROM (VALUES " LITERALS_A ", " LITERALS_B ", " FOUR_MORE ")) AS v(i, s, n, b, d, f)"

TEST_CASE("many rows of VALUES") {
    CHECK(answer<"SELECT * FROM " LONG>() == answer<"SELECT * FROM " SHORT>());
    CHECK(answer<"SELECT * FROM " LONG " LIMIT 4">() ==
          "+I[1, a, 1.500, true, 2024-01-01, 1.0]+I[2, bcd, 2.250, false, 2024-01-02, -2.0]+I[3000000000, , -3.125, true, 2024-01-03, 3.0]+I[-4, null, null, null, null, null]");
    CHECK(answer<"SELECT s, i + 1, n * 2 FROM " LONG " WHERE b AND i > 8">() == answer<"SELECT s, i + 1, n * 2 FROM " SHORT " WHERE b AND i > 8">());
    CHECK(answer<"SELECT b, COUNT(*), SUM(i), MAX(d) FROM " LONG " WHERE i = 6 OR i = 7 GROUP BY b">() == answer<"SELECT b, COUNT(*), SUM(i), MAX(d) FROM " SHORT " WHERE i = 6 OR i = 7 GROUP BY b">());
    CHECK(answer<"SELECT x.i FROM " LONG " JOIN (VALUES (9)) AS x(i) ON v.i = x.i">() == "+I[9]+I[9]");
    CHECK(answer<"SELECT i FROM " LONG " WHERE i = 10 UNION ALL SELECT 11">() == "+I[10]+I[10]+I[11]");
    // One row that is no literal: as before, row by row.
    CHECK(answer<"SELECT i FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18 + 1)) AS v(i) WHERE i > 16">() == "+I[17]+I[19]");
}

}  // namespace
