// SPDX-License-Identifier: BSL-1.0
// Batch equals streaming: set operations and Top-N. A Top-N orders by enough columns to leave no choice among rows that are shown.
#include "agrees.hpp"

namespace property {

TEST_CASE("batch equals streaming: set operations") {
    agrees<"SELECT k, s FROM a UNION ALL SELECT k, t FROM b">();
    agrees<"SELECT k, s FROM a UNION SELECT k, t FROM b">();
    agrees<"SELECT k, s FROM a INTERSECT SELECT k, t FROM b">();
    agrees<"SELECT k, s FROM a EXCEPT SELECT k, t FROM b">();
    agrees<"SELECT k FROM a INTERSECT ALL SELECT k FROM b">();
    agrees<"SELECT k FROM a EXCEPT ALL SELECT k FROM b">();
    agrees<"SELECT k, COUNT(*) AS n, SUM(x) AS t FROM (SELECT k, v AS x FROM a UNION ALL SELECT k, w AS x FROM b) GROUP BY k">();
}

TEST_CASE("batch equals streaming: Top-N") {
    agrees<"SELECT v, k, s FROM a ORDER BY v DESC, k, s NULLS LAST LIMIT 3">();
    agrees<"SELECT v, k, s FROM a ORDER BY v, k DESC, s LIMIT 3 OFFSET 2">();
    agrees<"SELECT k, v, s FROM (SELECT k, v, s, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v DESC, s) AS place FROM a) WHERE place <= 2">();
    agrees<"SELECT k, v, s, place FROM (SELECT k, v, s, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v DESC NULLS LAST, s) AS place FROM a) WHERE place <= 3">();
    agrees<"SELECT k, n FROM (SELECT k, COUNT(*) AS n FROM a GROUP BY k) ORDER BY n DESC, k LIMIT 2">();
    // Groups that only rise are ranked by their new rows; one whose first values are NULL may fall.
    agrees<"SELECT k, m FROM (SELECT k, MAX(v) AS m FROM a GROUP BY k) ORDER BY m DESC, k LIMIT 2">();
    agrees<"SELECT k, m FROM (SELECT k, MIN(v) AS m FROM a GROUP BY k) ORDER BY m, k LIMIT 2">();
    agrees<"SELECT k, m FROM (SELECT k, MIN(v) AS m FROM a GROUP BY k) ORDER BY m NULLS LAST, k LIMIT 2">();
    agrees<"SELECT s, SUM(v) AS t FROM (SELECT v, s FROM a ORDER BY v DESC, s LIMIT 4) GROUP BY s">();
    agrees<"SELECT x.v AS v, b.t AS t FROM (SELECT k, v FROM a ORDER BY v, k LIMIT 3) AS x LEFT JOIN b ON x.k = b.k">();
}

}  // namespace property
