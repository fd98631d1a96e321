// SPDX-License-Identifier: BSL-1.0
// Types as they are declared and cast to: lengths that nobody gave, and values that do not fit.
#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "table/texts.hpp"

using namespace rivulet;
using test::rowsOf;
using test::Texts;

namespace {

struct Number { int i; };

}  // namespace

TEST_CASE("VARCHAR and VARBINARY without a length keep everything") {
    test::Environment s;
    const auto db = s.tenv.createTemporaryView<"t">(s.env.fromElements(Number{12345}, Number{-7}));
    CHECK(rowsOf(db.sqlQuery<"SELECT CAST(i AS VARCHAR) AS a, CAST(i AS CHARACTER VARYING) AS b, TRY_CAST(i AS CHAR VARYING) AS c, CAST(ARRAY[i] AS ARRAY<VARCHAR>) AS d, "
                             "CAST(MAP['k', i] AS MAP<VARCHAR, VARCHAR>) AS e, CAST(ROW(i, 'xyz') AS ROW<p VARCHAR, q VARBINARY>) AS f FROM t WHERE CAST(i AS VARCHAR) = '12345'">()) ==
          Texts{"+I[12345, 12345, 12345, [12345], {k=12345}, +I[12345, [120, 121, 122]]]"});
    CHECK(rowsOf(db.sqlQuery<"SELECT i FROM t">().select(col<"i">.cast<"VARCHAR">(), col<"i">.cast<"VARCHAR">().cast<"VARBINARY">(), col<"i">.cast<"CHAR">())) ==
          Texts{"+I[12345, [49, 50, 51, 52, 53], 1]", "+I[-7, [45, 55], -]"});
    struct Word { std::string w; };
    const auto declared = s.tenv.fromDataStream(s.env.fromElements(Word{"abcdef"}), Schema().column<"w", "VARCHAR">().columnByExpression<"n", "CAST(CHAR_LENGTH(w) AS VARCHAR)">());
    CHECK(declared.schemaText() == "(\n  `w` STRING,\n  `n` STRING AS CAST(CHAR_LENGTH(w) AS VARCHAR)\n)\n");
    CHECK(rowsOf(declared) == Texts{"+I[abcdef, 6]"});
}

TEST_CASE("a NULL row time in batch mode is for those who use it") {
    struct Seen { std::optional<Timestamp<3>> ts; int v; };
    const std::vector<Seen> rows{{Timestamp<3>("2024-05-06 10:00:00"), 1}, {std::nullopt, 2}};
    StreamExecutionEnvironment env;
    const auto tenv = BatchTableEnvironment::create(env);
    const auto db = tenv.createTemporaryView<"t">(tenv.fromDataStream(env.fromCollection(rows), Schema().column<"ts", "TIMESTAMP(3)">().column<"v", "INT NOT NULL">().watermark<"ts", "ts">()));
    CHECK(rowsOf(db.sqlQuery<"SELECT SUM(v) AS s, COUNT(ts) AS n, MAX(ts) AS m FROM t">()) == Texts{"+I[3, 1, 2024-05-06T10:00]"});
    CHECK(rowsOf(db.sqlQuery<"SELECT v FROM t ORDER BY ts DESC">()) == Texts{"+I[1]", "+I[2]"});
    CHECK(rowsOf(db.sqlQuery<"SELECT window_start, SUM(v) AS s FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE)) GROUP BY window_start, window_end">()) ==
          Texts{"+I[2024-05-06T10:00, 1]"});  // in no window
    const auto streaming = StreamTableEnvironment::create(env);
    const auto timed = streaming.fromDataStream(env.fromCollection(rows), Schema().column<"ts", "TIMESTAMP(3)">().column<"v", "INT NOT NULL">().watermark<"ts", "ts">());
    CHECK(test::thrownBy<DataError>([&] { timed.execute().collect(); }).find("column 'ts': the row time is NULL") != std::string::npos);
}
