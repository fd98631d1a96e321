// SPDX-License-Identifier: BSL-1.0
// Aggregates that Flink lacks or writes otherwise, and the order of an aggregate's rows: in SQL and the Table API, streaming and batch, in windows and frames.
#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "texts.hpp"

using namespace rivulet;
using namespace test;

namespace {

using T = Row<Field<"k", std::string>, Field<"n", std::optional<std::int32_t>>, Field<"x", double>, Field<"s", std::optional<std::string>>, Field<"b", std::optional<bool>>>;

std::vector<T> rows() { return {T("a", 1, 2.0, "x", true), T("a", 3, 1.0, "z", false), T("a", std::nullopt, 7.0, "y", std::nullopt), T("a", 2, 4.0, std::nullopt, true)}; }

/// Without the row (3, 1.0, z), which is taken back: its last row. Batch has the others from the start.
template <FixedString Sql> Texts bothModes() {
    std::vector<T> changes = rows(), left = rows();
    changes.push_back(changes[1]);
    changes.back().kind = RowKind::delete_;
    left.erase(left.begin() + 1);
    StreamExecutionEnvironment env;
    const auto streaming = StreamTableEnvironment::create(env);
    const auto batch = BatchTableEnvironment::create(env);
    const auto s = streaming.createTemporaryView<"t">(streaming.fromChangelogStream(env.fromCollection(changes)));
    const auto b = batch.createTemporaryView<"t">(batch.fromDataStream(env.fromCollection(left)));
    return {rowsOf(s.sqlQuery<Sql>()).back().substr(2), rowsOf(b.sqlQuery<Sql>()).back().substr(2)};
}
Texts twice(const char* row) { return {row, row}; }

}  // namespace

TEST_CASE("bits, truths and pairs") {
    CHECK(bothModes<"SELECT BIT_AND(n) AS a, BIT_OR(n) AS o, BIT_XOR(n) AS x, BOOL_AND(b) AS ba, EVERY(b) AS e, BOOL_OR(b) AS bo, BIT_OR(DISTINCT n) FILTER (WHERE x > 3) AS f FROM t">() ==
          twice("[0, 3, 3, true, true, true, 2]"));
    CHECK(bothModes<"SELECT COVAR_POP(n, x) AS cp, COVAR_SAMP(n, x) AS cs, CORR(n, x) AS c, REGR_SLOPE(n, x) AS rs, REGR_INTERCEPT(n, x) AS ri, REGR_R2(n, x) AS r, REGR_COUNT(n, x) AS rc FROM t">() ==
          twice("[0.5, 1.0, 1.0, 0.5, 0.0, 1.0, 2]"));
}

TEST_CASE("the best row, percentiles") {
    CHECK(bothModes<"SELECT ARG_MAX(s, x) AS a, MIN_BY(s, n) AS b, PERCENTILE(n, 0.5) AS p, PERCENTILE(x, ARRAY[0.25, 0.75]) AS q, PERCENTILE(x, 1, n) AS r, MEDIAN(x) AS m, "
                    "PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY x DESC) AS pc, PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY s) FILTER (WHERE x > 0) AS pd, "
                    "PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY s DESC) AS de FROM t">() == twice("[y, x, 1.5, [3.0, 5.5], 4.0, 4.0, 5.5, x, y]"));
}

TEST_CASE("aggregates of rows in an order") {
    CHECK(bothModes<"SELECT ARRAY_AGG(s ORDER BY x DESC) AS a, LISTAGG(s, '-') WITHIN GROUP (ORDER BY n DESC NULLS LAST, x) AS l, LISTAGG(DISTINCT s ORDER BY s DESC) AS d, "
                    "FIRST_VALUE(n ORDER BY x) FILTER (WHERE x > 3) AS f, LAST_VALUE(n ORDER BY x DESC) AS z, JSON_ARRAYAGG(n ORDER BY x DESC) AS j FROM t">() ==
          twice("[[y, null, x], x-y, y,x, 2, 1, [2,1]]"));
}

TEST_CASE("in frames and windows") {
    StreamExecutionEnvironment env;
    const auto none = StreamTableEnvironment::create(env);
    struct Reading { std::int64_t at; std::int32_t n; };
    const auto db = none.createTemporaryView<"t">(none.fromDataStream(env.fromCollection(std::vector<Reading>{{1000, 6}, {2000, 3}, {3000, 5}, {11000, 1}}),
        Schema().columnByExpression<"ts", "TO_TIMESTAMP_LTZ(at, 3)">().watermark<"ts", "ts">()));
    CHECK(rowsOf(db.sqlQuery<"SELECT n, BIT_AND(n) OVER w AS a, MEDIAN(n) OVER w AS m, ARRAY_AGG(n ORDER BY n) OVER w AS o FROM t WINDOW w AS (ORDER BY ts ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)">()) ==
          Texts{"+I[6, 6, 6.0, [6]]", "+I[3, 2, 4.5, [3, 6]]", "+I[5, 1, 4.0, [3, 5]]", "+I[1, 1, 3.0, [1, 5]]"});
    CHECK(rowsOf(db.sqlQuery<"SELECT BIT_OR(n) AS o, PERCENTILE(n, 0.5) AS p, ARRAY_AGG(n ORDER BY n DESC) AS l, VAR_POP(CAST(n AS DOUBLE)) AS v FROM "
                             "TABLE(HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '10' SECOND)) GROUP BY window_start, window_end">()) ==
          Texts{"+I[7, 5.0, [6, 5, 3], 1.5555555555555556]", "+I[7, 5.0, [6, 5, 3], 1.5555555555555556]", "+I[1, 1.0, [1], 0.0]", "+I[1, 1.0, [1], 0.0]"});
}

TEST_CASE("in the Table API") {
    StreamExecutionEnvironment env;
    const auto t = StreamTableEnvironment::create(env).fromDataStream(env.fromCollection(rows()));
    CHECK(rowsOf(t.groupBy(col<"k">).select(call<"BIT_OR">(col<"n">).as<"o">(), call<"PERCENTILE">(col<"x">, 0.5).as<"p">(), call<"ARG_MIN">(col<"s">, col<"x">).as<"s">(),
                                            call<"CORR">(col<"n">, col<"x">).as<"c">())).back() == "+U[3, 3.0, z, -0.3273268353539886]");
}
