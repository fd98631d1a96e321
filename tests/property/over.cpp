// SPDX-License-Identifier: BSL-1.0
// Batch equals streaming: OVER ordered by columns that are no time, over rows that come, go and replace each other.
#include "agrees.hpp"

namespace property {

TEST_CASE("batch equals streaming: OVER by a column") {
    agrees<"SELECT k, v, SUM(v) OVER (PARTITION BY k ORDER BY v) AS t, COUNT(*) OVER (PARTITION BY k ORDER BY v) AS n FROM a">();
    agrees<"SELECT k, v, RANK() OVER w AS r, DENSE_RANK() OVER w AS d, MAX(s) OVER w AS m FROM a WINDOW w AS (PARTITION BY k ORDER BY v)">();
    agrees<"SELECT k, n, SUM(n) OVER (ORDER BY k) AS t FROM (SELECT k, COUNT(*) AS n FROM a GROUP BY k)">();
}

// Rows that are equal in the order: whoever looks at single rows must see the same ones as batch does. All columns are read, so that rows are told apart.
TEST_CASE("batch equals streaming: OVER by rows, with rows that are equal in the order") {
    agrees<"SELECT *, LAG(v) OVER w AS x, LAG(s, 2, '-') OVER w AS y FROM a WINDOW w AS (PARTITION BY k ORDER BY v)">();
    agrees<"SELECT *, LAG(id, 0) OVER w AS x, LAG(id, 3, -1) OVER w AS y FROM a WINDOW w AS (ORDER BY s)">();
    agrees<"SELECT *, ROW_NUMBER() OVER (PARTITION BY s ORDER BY v) AS r FROM a">();
    agrees<"SELECT *, SUM(v) OVER w AS t, COUNT(v) OVER w AS n, MIN(s) OVER w AS f, MAX(id) OVER w AS l, AVG(v) OVER w AS m FROM a WINDOW w AS (PARTITION BY k ORDER BY s ROWS UNBOUNDED PRECEDING)">();
    agrees<"SELECT *, FIRST_VALUE(id) OVER w AS f, LAST_VALUE(id) OVER w AS l FROM a WINDOW w AS (PARTITION BY k ORDER BY v ROWS UNBOUNDED PRECEDING)">();
    agrees<"SELECT *, FIRST_VALUE(id) OVER w AS f, LAST_VALUE(v) OVER w AS l, SUM(v) OVER w AS t FROM a WINDOW w AS (PARTITION BY s ORDER BY k)">();
}

TEST_CASE("batch equals streaming: OVER by several columns, and from the greatest on") {
    agrees<"SELECT *, SUM(v) OVER w AS t, RANK() OVER w AS r, DENSE_RANK() OVER w AS d FROM a WINDOW w AS (PARTITION BY k ORDER BY v DESC)">();
    agrees<"SELECT *, LAG(id) OVER w AS x, FIRST_VALUE(id) OVER w AS f, COUNT(*) OVER w AS n FROM a WINDOW w AS (PARTITION BY k ORDER BY v, s DESC)">();
    agrees<"SELECT *, ROW_NUMBER() OVER (ORDER BY s DESC, k, v DESC NULLS LAST) AS r FROM a">();
}

TEST_CASE("batch equals streaming: several windows, of one order or of orders in which no rows are equal") {
    agrees<"SELECT *, SUM(v) OVER (PARTITION BY k ORDER BY v) AS t, LAG(id) OVER (PARTITION BY k ORDER BY v) AS x, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v) AS r FROM a">();
    agrees<"SELECT *, COUNT(*) OVER (ORDER BY s) AS n, FIRST_VALUE(id) OVER (ORDER BY s ROWS UNBOUNDED PRECEDING) AS f, RANK() OVER (ORDER BY s DESC) AS r FROM a">();
    agrees<"SELECT *, MAX(v) OVER (PARTITION BY k ORDER BY s) AS m, MIN(v) OVER (PARTITION BY s ORDER BY k) AS l, SUM(n) OVER (ORDER BY v DESC) AS t FROM (SELECT k, s, v, COUNT(*) AS n FROM a GROUP BY k, s, v)">();
}

}  // namespace property
