// SPDX-License-Identifier: BSL-1.0
// Batch equals streaming: joins of all kinds, subqueries, joins of aggregates and the other way round.
#include "agrees.hpp"

namespace property {

TEST_CASE("batch equals streaming: joins") {
    agrees<"SELECT a.id AS i, a.s AS s, b.t AS t, b.w AS w FROM a JOIN b ON a.k = b.k">();
    agrees<"SELECT a.id AS i, a.k AS k, b.t AS t FROM a LEFT JOIN b ON a.k = b.k">();
    agrees<"SELECT a.s AS s, b.id AS i, b.k AS k FROM a RIGHT JOIN b ON a.k = b.k">();
    agrees<"SELECT a.k AS ka, a.s AS s, b.k AS kb, b.t AS t FROM a FULL JOIN b ON a.k = b.k AND a.s = b.t">();
    agrees<"SELECT a.id AS i, a.v AS v, b.w AS w FROM a LEFT JOIN b ON a.k = b.k AND a.v < b.w">();
    agrees<"SELECT a.v AS v, b.w AS w FROM a FULL JOIN b ON a.k = b.k AND a.v + b.w > 3">();
    agrees<"SELECT a.id AS i, b.id AS j FROM a, b WHERE a.v > b.w">();
    agrees<"SELECT x.id AS i, y.id AS j FROM a AS x JOIN a AS y ON x.k = y.k AND x.v < y.v">();
    agrees<"SELECT a.id AS i, b.w AS w, c.s AS s FROM a LEFT JOIN b ON a.k = b.k JOIN a AS c ON c.s = b.t">();
    agrees<"SELECT a.id AS i, x.n AS n, x.name AS name FROM a JOIN (VALUES (1, 'one'), (2, 'two'), (2, 'zwei')) AS x (n, name) ON a.k = x.n">();
    agrees<"SELECT x.e AS e, COUNT(*) AS n, MIN(a.s) AS s FROM a CROSS JOIN UNNEST(ARRAY[a.k, a.id]) AS x (e) GROUP BY x.e">();
}

TEST_CASE("batch equals streaming: subqueries") {
    agrees<"SELECT id, k, s FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.k = a.k)">();
    agrees<"SELECT id, k, s FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE b.k = a.k AND b.w > 0)">();
    agrees<"SELECT id, k FROM a WHERE k IN (SELECT k FROM b WHERE t = 'a')">();
    agrees<"SELECT id, k FROM a WHERE k NOT IN (SELECT k FROM b WHERE w > 1)">();
    agrees<"SELECT id, v FROM a WHERE v >= (SELECT MAX(w) FROM b)">(true);
    agrees<"SELECT id, k, (SELECT MAX(w) FROM b WHERE b.k = a.k) AS m FROM a">();
}

TEST_CASE("batch equals streaming: joins and aggregates") {
    agrees<"SELECT x.k AS k, x.n AS n, y.m AS m FROM (SELECT k, COUNT(*) AS n FROM a GROUP BY k) AS x LEFT JOIN (SELECT k, MAX(w) AS m FROM b GROUP BY k) AS y ON x.k = y.k">();
    agrees<"SELECT b.t AS t, COUNT(*) AS n, SUM(a.v) AS s, MIN(a.s) AS lo FROM a LEFT JOIN b ON a.k = b.k GROUP BY b.t">();
    agrees<"SELECT DISTINCT a.k AS k, b.t AS t FROM a FULL JOIN b ON a.k = b.k">();
}

}  // namespace property
