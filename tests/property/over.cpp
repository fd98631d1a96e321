// SPDX-License-Identifier: BSL-1.0
// Batch equals streaming: OVER ordered by columns that are no time, over rows that come, go and replace each other.
#include "agrees.hpp"

namespace property {

TEST_CASE("batch equals streaming: OVER by a column") {
    agrees<"SELECT k, v, SUM(v) OVER (PARTITION BY k ORDER BY v) AS t, COUNT(*) OVER (PARTITION BY k ORDER BY v) AS n FROM a">();
    agrees<"SELECT k, v, RANK() OVER w AS r, DENSE_RANK() OVER w AS d, MAX(s) OVER w AS m FROM a WINDOW w AS (PARTITION BY k ORDER BY v)">();
    agrees<"SELECT k, n, SUM(n) OVER (ORDER BY k) AS t FROM (SELECT k, COUNT(*) AS n FROM a GROUP BY k)">();
}

}  // namespace property
