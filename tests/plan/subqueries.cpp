// SPDX-License-Identifier: BSL-1.0
// Subqueries, Top-N, UNNEST and grouping sets: the steps that they are made of, the SQL that they print as, what is refused.
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include <rivulet/core/fixed_string.hpp>
#include <rivulet/lift/tag.hpp>
#include <rivulet/plan/query.hpp>
#include <rivulet/plan/run_time.hpp>
#include <rivulet/plan/to_sql.hpp>
#include <rivulet/sql/parse.hpp>

#include "plan/planner.hpp"

using namespace rivulet;

namespace {

plan::RuntimePlanner plannerOf(bool batch = false) {
    using Mode = plan::ChangelogMode;
    plan::RuntimePlanner p(batch);
    REQUIRE(!p.table("Cust", {{"id", "INT"}, {"name", "STRING"}}));
    REQUIRE(!p.table("Buy", {{"cid", "INT"}, {"amt", "INT"}, {"item", "STRING NOT NULL"}}));
    REQUIRE(!p.table("Acct", {{"acc", "INT NOT NULL"}, {"tier", "INT"}}, {{"acc"}, batch ? Mode{} : Mode{Mode::insert | Mode::updateAfter | Mode::delete_}}));
    REQUIRE(!p.table("Bags", {{"bag", "INT"}, {"items", "ARRAY<STRING>"}, {"nums", "ARRAY<INT NOT NULL> NOT NULL"}, {"m", "MAP<STRING NOT NULL, INT>"},
                              {"rows", "ARRAY<ROW<sku STRING, qty INT NOT NULL>>"}, {"ms", "MULTISET<STRING>"}}));
    REQUIRE(!p.table("Bids", {{"auction", "STRING"}, {"bidder", "STRING"}, {"price", "INT"}}));
    REQUIRE(!p.table("Ride", {{"region", "STRING"}, {"kind", "STRING NOT NULL"}, {"fare", "INT"}}));
    return p;
}

struct Case {
    std::string_view sql, columns, steps, printed;
};

constexpr Case subqueries[] = {
    {"SELECT id FROM Cust WHERE id IN (SELECT cid FROM Buy)", "id INT",
     "Project(id)\n  Join(SEMI ON id = cid)\n    Scan(Cust)\n    Project(cid)\n      Scan(Buy)\n",
     "SELECT Cust.id FROM Cust WHERE EXISTS (SELECT * FROM (SELECT cid FROM Buy) AS t0 WHERE Cust.id = t0.cid)"},
    // NOT IN: a NULL on either side decides nothing, and so drops the row; where there can be none it is a plain equality
    {"SELECT id FROM Cust WHERE id NOT IN (SELECT cid FROM Buy)", "id INT",
     "Project(id)\n  Join(ANTI ON (id = cid) IS NOT FALSE)\n    Scan(Cust)\n    Project(cid)\n      Scan(Buy)\n",
     "SELECT Cust.id FROM Cust WHERE NOT EXISTS (SELECT * FROM (SELECT cid FROM Buy) AS t0 WHERE (Cust.id = t0.cid) IS NOT FALSE)"},
    {"SELECT acc FROM Acct WHERE NOT acc IN (SELECT acc FROM Acct)", "acc INT NOT NULL",
     "Project(acc)\n  Join(ANTI ON l.acc = r.acc)\n    Normalize(BY acc) = view Acct\n      Scan(Acct)\n    Project(acc)\n      Normalize(BY acc) = view Acct\n        Scan(Acct)\n",
     "SELECT Acct.acc FROM Acct WHERE NOT EXISTS (SELECT * FROM (SELECT acc FROM Acct) AS t0 WHERE Acct.acc = t0.acc)"},
    {"SELECT id FROM Cust WHERE (id, name) IN (SELECT cid, item FROM Buy)", "id INT",
     "Project(id)\n  Join(SEMI ON id = cid AND name = item)\n    Scan(Cust)\n    Project(cid, item)\n      Scan(Buy)\n",
     "SELECT Cust.id FROM Cust WHERE EXISTS (SELECT * FROM (SELECT cid, item FROM Buy) AS t0 WHERE Cust.id = t0.cid AND Cust.name = t0.item)"},
    {"SELECT id FROM Cust WHERE id NOT IN (SELECT cid FROM Buy WHERE item = name)", "id INT",
     "Project(id)\n  Join(ANTI ON (id = cid) IS NOT FALSE AND item = name)\n    Scan(Cust)\n    Scan(Buy)\n",
     "SELECT Cust.id FROM Cust WHERE NOT EXISTS (SELECT * FROM Buy WHERE (Cust.id = Buy.cid) IS NOT FALSE AND Buy.item = Cust.name)"},
    {"SELECT id FROM Cust WHERE 5 IN (SELECT cid FROM Buy)", "id INT", "Project(id)\n  Join(SEMI ON 5 = cid)\n    Scan(Cust)\n    Project(cid)\n      Scan(Buy)\n",
     "SELECT Cust.id FROM Cust WHERE 5 IN (SELECT cid FROM Buy)"},
    // a name of the query around is one where the subquery has no such column
    {"SELECT id FROM Cust WHERE id IN (SELECT id FROM Buy)", "id INT", "Project(id)\n  Join(SEMI ON id = id)\n    Scan(Cust)\n    Scan(Buy)\n",
     "SELECT Cust.id FROM Cust WHERE EXISTS (SELECT * FROM Buy WHERE Cust.id = Cust.id)"},
    // own conditions of the subquery stay with it, those that read the query around join
    {"SELECT id FROM Cust c WHERE EXISTS (SELECT 1 FROM Buy WHERE cid = c.id AND amt > 3 AND item <> name)", "id INT",
     "Project(id)\n  Join(SEMI ON cid = id AND item <> name)\n    Scan(Cust)\n    Filter(amt > 3)\n      Scan(Buy)\n",
     "SELECT Cust.id FROM Cust WHERE EXISTS (SELECT * FROM (SELECT * FROM Buy WHERE amt > 3) AS t0 WHERE t0.cid = Cust.id AND t0.item <> Cust.name)"},
    // without any it is whether there is a row
    {"SELECT id FROM Cust WHERE NOT EXISTS (SELECT 1 FROM Buy WHERE amt > 3)", "id INT",
     "Project(id)\n  Join(ANTI)\n    Scan(Cust)\n    Aggregate(BY i)\n      Project(TRUE AS i)\n        Project(1 AS EXPR$0)\n          Filter(amt > 3)\n            Scan(Buy)\n",
     "SELECT Cust.id FROM Cust WHERE NOT EXISTS (SELECT 1 FROM Buy WHERE amt > 3)"},
    // whatever the order: plain conditions, then values, then IN and EXISTS
    {"SELECT id FROM Cust WHERE id IN (SELECT cid FROM Buy) AND id > (SELECT AVG(amt) FROM Buy) AND name <> 'x'", "id INT",
     "Project(id)\n  Join(SEMI ON id = cid)\n    Filter(id > EXPR$0)\n      Join(LEFT)\n        Filter(name <> 'x')\n          Scan(Cust)\n        Aggregate(AVG(amt) AS EXPR$0)\n"
     "          Scan(Buy)\n"
     "    Project(cid)\n      Scan(Buy)\n",
     "SELECT Cust.id FROM Cust LEFT JOIN (SELECT AVG(amt) FROM Buy) AS t0 ON TRUE WHERE Cust.id > t0.EXPR$0 AND Cust.name <> 'x' AND "
     "EXISTS (SELECT * FROM (SELECT cid FROM Buy) AS t1 WHERE Cust.id = t1.cid)"},
    {"SELECT id FROM Cust WHERE id IN (SELECT cid FROM Buy WHERE cid IN (SELECT acc FROM Acct))", "id INT",
     "Project(id)\n  Join(SEMI ON id = cid)\n    Scan(Cust)\n    Project(cid)\n      Join(SEMI ON cid = acc)\n        Scan(Buy)\n        Project(acc)\n"
     "          Normalize(BY acc) = view Acct\n"
     "            Scan(Acct)\n",
     "SELECT Cust.id FROM Cust WHERE EXISTS (SELECT * FROM (SELECT Buy.cid FROM Buy WHERE EXISTS (SELECT * FROM (SELECT acc FROM Acct) AS t0 WHERE Buy.cid = t0.acc)) AS t1 "
     "WHERE Cust.id = t1.cid)"},
    // values: of one row by itself, or of what must be one
    {"SELECT id, (SELECT MAX(amt) FROM Buy) AS m FROM Cust", "id INT, m INT",
     "Project(id, EXPR$0 AS m)\n  Join(LEFT)\n    Scan(Cust)\n    Aggregate(MAX(amt) AS EXPR$0)\n      Scan(Buy)\n", "SELECT id, (SELECT MAX(amt) FROM Buy) AS m FROM Cust"},
    {"SELECT id FROM Cust WHERE id > (SELECT amt FROM Buy)", "id INT",
     "Project(id)\n  Filter(id > amt)\n    Join(LEFT)\n      Scan(Cust)\n      Aggregate(SINGLE_VALUE(amt) AS amt)\n        Project(amt)\n          Scan(Buy)\n",
     "SELECT Cust.id FROM Cust LEFT JOIN (SELECT SINGLE_VALUE(amt) AS amt FROM (SELECT amt FROM Buy)) AS t0 ON TRUE WHERE Cust.id > t0.amt"},
    // correlated: groups by what is equal; a COUNT of none is 0
    {"SELECT id, (SELECT COUNT(*) FROM Buy WHERE cid = id) AS n, (SELECT SUM(amt) + 1 FROM Buy WHERE id = cid AND amt > 2) AS s FROM Cust", "id INT, n BIGINT, s INT",
     "Project(id, CASE WHEN EXPR$0 IS NULL THEN 0 ELSE EXPR$0 END AS n, EXPR$0 AS s)\n  Join(LEFT ON id = r.cid)\n    Join(LEFT ON id = cid)\n      Scan(Cust)\n"
     "      Aggregate(COUNT(*) AS EXPR$0 BY cid)\n        Scan(Buy)\n    Project(cid, EXPR$0 + 1 AS EXPR$0)\n      Aggregate(SUM(amt) AS EXPR$0 BY cid)\n        Filter(amt > 2)\n"
     "          Scan(Buy)\n",
     "SELECT Cust.id, CASE WHEN t0.EXPR$0 IS NULL THEN 0 ELSE t0.EXPR$0 END AS n, t1.EXPR$0 AS s FROM Cust LEFT JOIN (SELECT cid, COUNT(*) AS EXPR$0 FROM Buy GROUP BY cid) AS t0 "
     "ON Cust.id = t0.cid LEFT JOIN (SELECT cid, EXPR$0 + 1 AS EXPR$0 FROM (SELECT cid, SUM(amt) AS EXPR$0 FROM Buy WHERE amt > 2 GROUP BY cid)) AS t1 ON Cust.id = t1.cid"},
    {"SELECT id, (SELECT amt FROM Buy WHERE cid = id) AS a FROM Cust", "id INT, a INT",
     "Project(id, amt AS a)\n  Join(LEFT ON id = cid)\n    Scan(Cust)\n    Aggregate(SINGLE_VALUE(amt) AS amt BY cid)\n      Project(cid, amt)\n        Scan(Buy)\n",
     "SELECT Cust.id, t0.amt AS a FROM Cust LEFT JOIN (SELECT cid, SINGLE_VALUE(amt) AS amt FROM (SELECT cid, amt FROM Buy) GROUP BY cid) AS t0 ON Cust.id = t0.cid"},
    // what is no plain equality, or has a value where there are no rows: a domain of the values that are read goes through all steps
    {"SELECT (SELECT COUNT(*) + 1 FROM Buy WHERE cid > id) AS n FROM Cust", "n BIGINT",
     "Project(EXPR$0 AS n)\n  Join(LEFT ON l.id IS NOT DISTINCT FROM r.id)\n    Scan(Cust)\n    Project(id, EXPR$0 + 1 AS EXPR$0)\n"
     "      Project(id, COALESCE(EXPR$0, 0) AS EXPR$0)\n        Join(LEFT ON l.id IS NOT DISTINCT FROM r.id)\n          Aggregate(BY id)\n            Project(id)\n"
     "              Scan(Cust)\n          Aggregate(COUNT(*) AS EXPR$0 BY id)\n            Join(INNER ON cid > id)\n              Aggregate(BY id)\n                Project(id)\n"
     "                  Scan(Cust)\n              Scan(Buy)\n",
     "SELECT t3.EXPR$0 AS n FROM Cust LEFT JOIN (SELECT id, EXPR$0 + 1 AS EXPR$0 FROM (SELECT t0.id, COALESCE(t2.EXPR$0, 0) AS EXPR$0 FROM (SELECT DISTINCT id FROM Cust) AS t0 "
     "LEFT JOIN (SELECT t1.id, COUNT(*) AS EXPR$0 FROM (SELECT DISTINCT id FROM Cust) AS t1 JOIN Buy ON Buy.cid > t1.id GROUP BY t1.id) AS t2 ON t0.id IS NOT DISTINCT FROM t2.id)) "
     "AS t3 ON Cust.id IS NOT DISTINCT FROM t3.id"},
    {"SELECT (SELECT COALESCE(MAX(amt), 0) FROM Buy WHERE cid = id) AS n FROM Cust", "n INT",
     "Project(EXPR$0 AS n)\n  Join(LEFT ON l.id IS NOT DISTINCT FROM r.id)\n    Scan(Cust)\n    Project(id, COALESCE(EXPR$0, 0) AS EXPR$0)\n      Project(id, EXPR$0)\n"
     "        Join(LEFT ON l.id IS NOT DISTINCT FROM r.id)\n          Aggregate(BY id)\n            Project(id)\n              Scan(Cust)\n"
     "          Aggregate(MAX(amt) AS EXPR$0 BY id)\n            Join(INNER ON cid = id)\n              Aggregate(BY id)\n                Project(id)\n"
     "                  Scan(Cust)\n              Scan(Buy)\n",
     "SELECT t3.EXPR$0 AS n FROM Cust LEFT JOIN (SELECT id, COALESCE(EXPR$0, 0) AS EXPR$0 FROM (SELECT t0.id, t2.EXPR$0 FROM (SELECT DISTINCT id FROM Cust) AS t0 LEFT JOIN (SELECT "
     "t1.id, MAX(Buy.amt) AS EXPR$0 FROM (SELECT DISTINCT id FROM Cust) AS t1 JOIN Buy ON Buy.cid = t1.id GROUP BY t1.id) AS t2 ON t0.id IS NOT DISTINCT FROM t2.id)) AS t3 ON "
     "Cust.id IS NOT DISTINCT FROM t3.id"},
    {"SELECT (SELECT amt FROM Buy WHERE cid = id ORDER BY item LIMIT 1) AS n FROM Cust", "n INT",
     "Project(amt AS n)\n  Join(LEFT ON id = cid)\n    Scan(Cust)\n    Project(cid, amt)\n      Rank(BY cid ORDER BY item, place 1)\n        Scan(Buy)\n",
     "SELECT t0.amt AS n FROM Cust LEFT JOIN (SELECT cid, amt FROM (SELECT cid, amt, ROW_NUMBER() OVER (PARTITION BY cid ORDER BY item) AS place FROM Buy) WHERE place = 1) AS t0 "
     "ON Cust.id = t0.cid"},
    {"SELECT (SELECT amt FROM Buy WHERE cid <> id ORDER BY item LIMIT 1) AS n FROM Cust", "n INT",
     "Project(amt AS n)\n  Join(LEFT ON l.id IS NOT DISTINCT FROM r.id)\n    Scan(Cust)\n    Project(id, amt)\n      Rank(BY id ORDER BY item, place 1)\n"
     "        Project(id, amt, item)\n          Join(INNER ON cid <> id)\n            Aggregate(BY id)\n              Project(id)\n                Scan(Cust)\n            Scan(Buy)\n",
     "SELECT t1.amt AS n FROM Cust LEFT JOIN (SELECT id, amt FROM (SELECT id, amt, ROW_NUMBER() OVER (PARTITION BY id ORDER BY item) AS place FROM (SELECT t0.id, Buy.amt, Buy.item "
     "FROM (SELECT DISTINCT id FROM Cust) AS t0 JOIN Buy ON Buy.cid <> t0.id)) WHERE place = 1) AS t1 ON Cust.id IS NOT DISTINCT FROM t1.id"},
    {"SELECT id FROM Cust c WHERE EXISTS (SELECT MAX(amt) FROM Buy WHERE cid = c.id)", "id INT",
     "Project(id)\n  Join(SEMI ON l.id IS NOT DISTINCT FROM r.id)\n    Scan(Cust)\n    Project(id, EXPR$0)\n      Join(LEFT ON l.id IS NOT DISTINCT FROM r.id)\n"
     "        Aggregate(BY id)\n          Project(id)\n            Scan(Cust)\n        Aggregate(MAX(amt) AS EXPR$0 BY id)\n          Join(INNER ON cid = id)\n"
     "            Aggregate(BY id)\n              Project(id)\n                Scan(Cust)\n            Scan(Buy)\n",
     "SELECT Cust.id FROM Cust WHERE EXISTS (SELECT * FROM (SELECT t0.id, t2.EXPR$0 FROM (SELECT DISTINCT id FROM Cust) AS t0 LEFT JOIN (SELECT t1.id, MAX(Buy.amt) AS EXPR$0 FROM "
     "(SELECT DISTINCT id FROM Cust) AS t1 JOIN Buy ON Buy.cid = t1.id GROUP BY t1.id) AS t2 ON t0.id IS NOT DISTINCT FROM t2.id) AS t3 WHERE Cust.id IS NOT DISTINCT FROM t3.id)"},
    {"SELECT id FROM Cust c WHERE EXISTS (SELECT DISTINCT item FROM Buy WHERE cid = c.id ORDER BY item LIMIT 1)", "id INT",
     "Project(id)\n  Join(SEMI ON cid = id)\n    Scan(Cust)\n    Scan(Buy)\n",
     "SELECT Cust.id FROM Cust WHERE EXISTS (SELECT * FROM Buy WHERE Buy.cid = Cust.id)"},
    {"SELECT id FROM Cust c WHERE EXISTS (SELECT 1 FROM Buy b WHERE EXISTS (SELECT 1 FROM Acct WHERE acc = b.amt AND tier = c.id))", "id INT",
     "Project(id)\n  Join(SEMI ON l.id IS NOT DISTINCT FROM r.id)\n    Scan(Cust)\n    Join(SEMI ON l.id IS NOT DISTINCT FROM r.id AND acc = amt)\n      Join(INNER)\n"
     "        Aggregate(BY id)\n          Project(id)\n            Scan(Cust)\n        Scan(Buy)\n      Join(INNER ON tier = id)\n        Aggregate(BY id)\n          Project(id)\n"
     "            Scan(Cust)\n        Normalize(BY acc) = view Acct\n          Scan(Acct)\n",
     "SELECT Cust.id FROM Cust WHERE EXISTS (SELECT * FROM (SELECT * FROM (SELECT DISTINCT id FROM Cust) AS t0 CROSS JOIN Buy WHERE EXISTS (SELECT * FROM (SELECT DISTINCT id FROM "
     "Cust) AS t1 JOIN Acct ON Acct.tier = t1.id WHERE t0.id IS NOT DISTINCT FROM t1.id AND Acct.acc = Buy.amt)) AS t2 WHERE Cust.id IS NOT DISTINCT FROM t2.id)"},
    {"SELECT name, (SELECT COUNT(*) FROM Buy WHERE item = name) AS n FROM Cust GROUP BY name HAVING MAX(id) IN (SELECT amt FROM Buy)", "name STRING, n BIGINT",
     "Project(name, CASE WHEN EXPR$0 IS NULL THEN 0 ELSE EXPR$0 END AS n)\n  Filter(CASE WHEN i IS NULL THEN FALSE WHEN i = 2 THEN TRUE END)\n"
     "    Join(LEFT ON l.EXPR$0 IS NOT DISTINCT FROM r.EXPR$0)\n      Join(LEFT ON name = item)\n        Aggregate(MAX(id) AS EXPR$0 BY name)\n          Scan(Cust)\n"
     "        Aggregate(COUNT(*) AS EXPR$0 BY item)\n          Scan(Buy)\n      Aggregate(MAX(i) AS i BY EXPR$0)\n"
     "        Project(EXPR$0, CASE WHEN EXPR$0 = amt THEN 2 ELSE 1 END AS i)\n          Join(INNER ON (EXPR$0 = amt) IS NOT FALSE)\n            Aggregate(BY EXPR$0)\n"
     "              Project(EXPR$0)\n                Join(LEFT ON name = item)\n                  Aggregate(MAX(id) AS EXPR$0 BY name)\n                    Scan(Cust)\n"
     "                  Aggregate(COUNT(*) AS EXPR$0 BY item)\n                    Scan(Buy)\n            Project(amt)\n              Scan(Buy)\n",
     "SELECT t0.name, CASE WHEN t1.EXPR$0 IS NULL THEN 0 ELSE t1.EXPR$0 END AS n FROM (SELECT name, MAX(id) AS EXPR$0 FROM Cust GROUP BY name) AS t0 LEFT JOIN (SELECT item, "
     "COUNT(*) AS EXPR$0 FROM Buy GROUP BY item) AS t1 ON t0.name = t1.item LEFT JOIN (SELECT EXPR$0, MAX(i) AS i FROM (SELECT t4.EXPR$0, CASE WHEN t4.EXPR$0 = t5.amt THEN 2 ELSE "
     "1 END AS i FROM (SELECT DISTINCT t2.EXPR$0 FROM (SELECT name, MAX(id) AS EXPR$0 FROM Cust GROUP BY name) AS t2 LEFT JOIN (SELECT item, COUNT(*) AS EXPR$0 FROM Buy GROUP BY "
     "item) AS t3 ON t2.name = t3.item) AS t4 JOIN (SELECT amt FROM Buy) AS t5 ON (t4.EXPR$0 = t5.amt) IS NOT FALSE) GROUP BY EXPR$0) AS t6 ON t0.EXPR$0 IS NOT DISTINCT FROM "
     "t6.EXPR$0 WHERE CASE WHEN t6.i IS NULL THEN FALSE WHEN t6.i = 2 THEN TRUE END"},
    {"SELECT id FROM Cust WHERE id IN (SELECT cid FROM Buy) OR EXISTS (SELECT 1 FROM Acct WHERE acc = id)", "id INT",
     "Project(id)\n  Filter(CASE WHEN i IS NULL THEN FALSE WHEN i = 2 THEN TRUE END OR i IS NOT NULL)\n    Join(LEFT ON id = acc)\n"
     "      Join(LEFT ON l.id IS NOT DISTINCT FROM r.id)\n        Scan(Cust)\n        Aggregate(MAX(i) AS i BY id)\n"
     "          Project(id, CASE WHEN id = cid THEN 2 ELSE 1 END AS i)\n            Join(INNER ON (id = cid) IS NOT FALSE)\n              Aggregate(BY id)\n"
     "                Project(id)\n                  Scan(Cust)\n              Project(cid)\n                Scan(Buy)\n      Project(acc, 1 AS i)\n"
     "        Normalize(BY acc) = view Acct\n          Scan(Acct)\n",
     "SELECT Cust.id FROM Cust LEFT JOIN (SELECT id, MAX(i) AS i FROM (SELECT t0.id, CASE WHEN t0.id = t1.cid THEN 2 ELSE 1 END AS i FROM (SELECT DISTINCT id FROM Cust) AS t0 JOIN "
     "(SELECT cid FROM Buy) AS t1 ON (t0.id = t1.cid) IS NOT FALSE) GROUP BY id) AS t2 ON Cust.id IS NOT DISTINCT FROM t2.id LEFT JOIN (SELECT acc, 1 AS i FROM Acct) AS t3 ON "
     "Cust.id = t3.acc WHERE CASE WHEN t2.i IS NULL THEN FALSE WHEN t2.i = 2 THEN TRUE END OR t3.i IS NOT NULL"},
    {"SELECT * FROM Cust c, LATERAL (SELECT * FROM Buy WHERE cid = c.id) b", "id INT, name STRING, cid INT, amt INT, item STRING NOT NULL",
     "Join(INNER ON cid = id)\n  Scan(Cust)\n  Scan(Buy)\n",
     "SELECT * FROM Cust JOIN Buy ON Buy.cid = Cust.id"},
    {"SELECT c.id, t.item FROM Cust c LEFT JOIN LATERAL (SELECT item FROM Buy WHERE cid <> c.id) t ON t.item > c.name", "id INT, item STRING",
     "Project(id, item)\n  Join(LEFT ON cid <> id AND item > name)\n    Scan(Cust)\n    Project(cid, item)\n      Scan(Buy)\n",
     "SELECT Cust.id, t0.item FROM Cust LEFT JOIN (SELECT cid, item FROM Buy) AS t0 ON t0.cid <> Cust.id AND t0.item > Cust.name"},
    {"SELECT * FROM Cust c, LATERAL (SELECT amt, item FROM Buy WHERE cid = c.id ORDER BY amt DESC LIMIT 2) t", "id INT, name STRING, amt INT, item STRING NOT NULL",
     "Project(id, name, amt, item)\n  Join(INNER ON id = cid)\n    Scan(Cust)\n    Rank(BY cid ORDER BY amt DESC, places 1 to 2)\n      Scan(Buy)\n",
     "SELECT Cust.id, Cust.name, t0.amt, t0.item FROM Cust JOIN (SELECT cid, amt, item FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY cid ORDER BY amt DESC) AS place FROM Buy) "
     "WHERE place <= 2) AS t0 ON Cust.id = t0.cid"},
    {"SELECT c.id, t.n FROM Cust c LEFT JOIN LATERAL (SELECT COUNT(*) AS n FROM Buy WHERE cid = c.id) t ON TRUE", "id INT, n BIGINT",
     "Project(id, n)\n  Join(LEFT ON l.id IS NOT DISTINCT FROM r.id)\n    Scan(Cust)\n    Project(id, COALESCE(n, 0) AS n)\n      Join(LEFT ON l.id IS NOT DISTINCT FROM r.id)\n"
     "        Aggregate(BY id)\n          Project(id)\n            Scan(Cust)\n        Aggregate(COUNT(*) AS n BY id)\n          Join(INNER ON cid = id)\n"
     "            Aggregate(BY id)\n              Project(id)\n                Scan(Cust)\n            Scan(Buy)\n",
     "SELECT Cust.id, t3.n FROM Cust LEFT JOIN (SELECT t0.id, COALESCE(t2.n, 0) AS n FROM (SELECT DISTINCT id FROM Cust) AS t0 LEFT JOIN (SELECT t1.id, COUNT(*) AS n FROM (SELECT "
     "DISTINCT id FROM Cust) AS t1 JOIN Buy ON Buy.cid = t1.id GROUP BY t1.id) AS t2 ON t0.id IS NOT DISTINCT FROM t2.id) AS t3 ON Cust.id IS NOT DISTINCT FROM t3.id"},
    {"SELECT id FROM Cust t1 WHERE EXISTS (SELECT 1 FROM Buy b JOIN Acct a ON a.acc = b.cid AND a.tier = t1.id)", "id INT",
     "Project(id)\n  Join(SEMI ON l.id IS NOT DISTINCT FROM r.id)\n    Scan(Cust)\n    Join(INNER ON acc = cid AND tier = id)\n      Join(INNER)\n        Aggregate(BY id)\n"
     "          Project(id)\n            Scan(Cust)\n        Scan(Buy)\n      Normalize(BY acc) = view Acct\n        Scan(Acct)\n",
     "SELECT Cust.id FROM Cust WHERE EXISTS (SELECT * FROM (SELECT DISTINCT id FROM Cust) AS t0 CROSS JOIN Buy JOIN Acct ON Acct.acc = Buy.cid AND Acct.tier = t0.id WHERE Cust.id "
     "IS NOT DISTINCT FROM t0.id)"},
    {"SELECT id, (SELECT COUNT(*) FROM (SELECT cid FROM Buy WHERE cid <= id EXCEPT SELECT acc FROM Acct)) AS x FROM Cust", "id INT, x BIGINT",
     "Project(id, CASE WHEN EXPR$0 IS NULL THEN 0 ELSE EXPR$0 END AS x)\n  Join(LEFT ON l.id IS NOT DISTINCT FROM r.id)\n    Scan(Cust)\n    Aggregate(COUNT(*) AS EXPR$0 BY id)\n"
     "      Aggregate(BY id, cid)\n        Join(ANTI ON cid IS NOT DISTINCT FROM acc)\n          Project(id, cid)\n            Join(INNER ON cid <= id)\n"
     "              Aggregate(BY id)\n                Project(id)\n                  Scan(Cust)\n              Scan(Buy)\n          Project(acc)\n"
     "            Normalize(BY acc) = view Acct\n              Scan(Acct)\n",
     "SELECT Cust.id, CASE WHEN t3.EXPR$0 IS NULL THEN 0 ELSE t3.EXPR$0 END AS x FROM Cust LEFT JOIN (SELECT id, COUNT(*) AS EXPR$0 FROM (SELECT DISTINCT * FROM (SELECT t0.id, "
     "Buy.cid FROM (SELECT DISTINCT id FROM Cust) AS t0 JOIN Buy ON Buy.cid <= t0.id) AS t1 WHERE NOT EXISTS (SELECT * FROM (SELECT acc FROM Acct) AS t2 WHERE t1.cid IS NOT "
     "DISTINCT FROM t2.acc)) GROUP BY id) AS t3 ON Cust.id IS NOT DISTINCT FROM t3.id"},
    // what is aggregated is a matter of the rows; stars without some columns; orders of rows
    {"SELECT name, SUM((SELECT COUNT(*) FROM Buy WHERE cid = id)) AS s, (SELECT MAX(amt) FROM Buy) AS m FROM Cust GROUP BY name", "name STRING, s BIGINT, m INT",
     "Project(name, s, EXPR$0 AS m)\n  Join(LEFT)\n    Aggregate(SUM(EXPR$0) AS s BY name)\n      Project(name, CASE WHEN EXPR$0 IS NULL THEN 0 ELSE EXPR$0 END AS EXPR$0)\n"
     "        Join(LEFT ON id = cid)\n          Scan(Cust)\n          Aggregate(COUNT(*) AS EXPR$0 BY cid)\n            Scan(Buy)\n    Aggregate(MAX(amt) AS EXPR$0)\n      Scan(Buy)\n",
     "SELECT name, s, (SELECT MAX(amt) FROM Buy) AS m FROM (SELECT name, SUM(EXPR$0) AS s FROM (SELECT Cust.name, CASE WHEN t0.EXPR$0 IS NULL THEN 0 ELSE t0.EXPR$0 END AS EXPR$0 "
     "FROM Cust LEFT JOIN (SELECT cid, COUNT(*) AS EXPR$0 FROM Buy GROUP BY cid) AS t0 ON Cust.id = t0.cid) GROUP BY name)"},
    {"SELECT c.* EXCLUDE (name), b.* EXCEPT (cid, item) FROM Cust c JOIN Buy b ON c.id = b.cid", "id INT, amt INT",
     "Project(id, amt)\n  Join(INNER ON id = cid)\n    Scan(Cust)\n    Scan(Buy)\n",
     "SELECT Cust.id, Buy.amt FROM Cust JOIN Buy ON Cust.id = Buy.cid"},
    {"SELECT (id, name) < (2, 'b') AS x, (id, name) >= (1, 'b') AS y FROM Cust", "x BOOLEAN, y BOOLEAN",
     "Project(id < 2 OR id = 2 AND name < 'b' AS x, id > 1 OR id = 1 AND name >= 'b' AS y)\n  Scan(Cust)\n",
     "SELECT id < 2 OR id = 2 AND name < 'b' AS x, id > 1 OR id = 1 AND name >= 'b' AS y FROM Cust"},
    // in ON of an inner join, and over groups
    {"SELECT name FROM Cust JOIN Buy ON id = cid AND amt IN (SELECT acc FROM Acct)", "name STRING",
     "Project(name)\n  Join(SEMI ON amt = acc)\n    Join(INNER ON id = cid)\n      Scan(Cust)\n      Scan(Buy)\n    Project(acc)\n      Normalize(BY acc) = view Acct\n        Scan(Acct)\n",
     "SELECT Cust.name FROM Cust JOIN Buy ON Cust.id = Buy.cid WHERE EXISTS (SELECT * FROM (SELECT acc FROM Acct) AS t0 WHERE Buy.amt = t0.acc)"},
    {"SELECT name, COUNT(*) AS n FROM Cust GROUP BY name HAVING COUNT(*) > (SELECT COUNT(*) FROM Buy)", "name STRING, n BIGINT NOT NULL",
     "Project(name, n)\n  Filter(n > EXPR$0)\n    Join(LEFT)\n      Aggregate(COUNT(*) AS n BY name)\n        Scan(Cust)\n      Aggregate(COUNT(*) AS EXPR$0)\n        Scan(Buy)\n",
     "SELECT t0.name, t0.n FROM (SELECT name, COUNT(*) AS n FROM Cust GROUP BY name) AS t0 LEFT JOIN (SELECT COUNT(*) FROM Buy) AS t1 ON TRUE WHERE t0.n > t1.EXPR$0"},
    // a value alone, of a name that the output has anyway: still a SELECT without FROM
    {"SELECT (SELECT amt + 1 FROM Buy)", "EXPR$0 INT",
     "Project(EXPR$0)\n  Join(LEFT)\n    OneRow\n    Aggregate(SINGLE_VALUE(EXPR$0) AS EXPR$0)\n      Project(amt + 1 AS EXPR$0)\n        Scan(Buy)\n",
     "SELECT (SELECT SINGLE_VALUE(EXPR$0) FROM (SELECT amt + 1 FROM Buy))"},
};

constexpr Case ranks[] = {
    {"SELECT auction, bidder, price FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY auction ORDER BY price DESC) AS p FROM Bids) WHERE p <= 2", "auction STRING, bidder STRING, price INT",
     "Rank(BY auction ORDER BY price DESC, places 1 to 2)\n  Scan(Bids)\n",
     "SELECT auction, bidder, price FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY auction ORDER BY price DESC) AS place FROM Bids) WHERE place <= 2"},
    // the place is a column only where something reads it
    {"SELECT auction, p FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY auction ORDER BY price DESC NULLS FIRST) AS p FROM Bids) WHERE 3 > p", "auction STRING, p BIGINT NOT NULL",
     "Project(auction, p)\n  Rank(BY auction ORDER BY price DESC NULLS FIRST, places 1 to 2)\n    Scan(Bids)\n",
     "SELECT * FROM (SELECT auction, ROW_NUMBER() OVER (PARTITION BY auction ORDER BY price DESC NULLS FIRST) AS p FROM Bids) WHERE p <= 2"},
    {"SELECT * FROM (SELECT ROW_NUMBER() OVER (ORDER BY price) AS p, bidder FROM Bids) WHERE p BETWEEN 2 AND 3 AND bidder <> 'x'", "p BIGINT NOT NULL, bidder STRING",
     "Filter(bidder <> 'x')\n  Project(p, bidder)\n    Rank(ORDER BY price, places 2 to 3)\n      Scan(Bids)\n",
     "SELECT * FROM (SELECT * FROM (SELECT ROW_NUMBER() OVER (ORDER BY price) AS p, bidder FROM Bids) WHERE p BETWEEN 2 AND 3) WHERE bidder <> 'x'"},
    {"SELECT COUNT(*) AS n FROM (SELECT ROW_NUMBER() OVER (PARTITION BY auction ORDER BY price) AS p, auction, bidder, price FROM Bids) WHERE p = 2", "n BIGINT NOT NULL",
     "Aggregate(COUNT(*) AS n)\n  Rank(BY auction ORDER BY price, place 2)\n    Scan(Bids)\n",
     "SELECT COUNT(*) AS n FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY auction ORDER BY price) AS place FROM Bids) WHERE place = 2"},
    {"WITH r (a, b, c, d) AS (SELECT *, ROW_NUMBER() OVER (PARTITION BY bidder ORDER BY price) AS p FROM Bids) SELECT b FROM r WHERE d > 1 AND d < 4 AND a = 'x'", "b STRING",
     "Project(b)\n  Filter(a = 'x')\n    Project(auction AS a, bidder AS b, price AS c)\n      Rank(BY bidder ORDER BY price, places 2 to 3)\n        Scan(Bids)\n",
     "SELECT b FROM (SELECT a, b, c FROM (SELECT auction AS a, bidder AS b, price AS c, ROW_NUMBER() OVER (PARTITION BY bidder ORDER BY price) AS place FROM Bids) "
     "WHERE place BETWEEN 2 AND 3) WHERE a = 'x'"},
    {"SELECT auction FROM (SELECT auction, ROW_NUMBER() OVER (PARTITION BY auction ORDER BY price) AS p FROM Bids) WHERE p <= 0", "auction STRING",
     "Project(auction)\n  Rank(BY auction ORDER BY price, places 1 to 0)\n    Scan(Bids)\n",
     "SELECT auction FROM (SELECT auction, ROW_NUMBER() OVER (PARTITION BY auction ORDER BY price) AS place FROM Bids) WHERE place <= 0"},
    // a column of the partition says how many
    {"SELECT bidder FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY price, auction ORDER BY bidder) AS p FROM Bids) WHERE p <= price", "bidder STRING",
     "Project(bidder)\n  Rank(BY price, auction ORDER BY bidder, places 1 to price)\n    Scan(Bids)\n",
     "SELECT bidder FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY price, auction ORDER BY bidder) AS place FROM Bids) WHERE place <= price"},
    {"SELECT n, p FROM (SELECT price AS n, bidder AS b, ROW_NUMBER() OVER (PARTITION BY price ORDER BY bidder) AS p FROM Bids) WHERE n >= p AND b <> 'x'", "n INT, p BIGINT NOT NULL",
     "Project(n, p)\n  Filter(b <> 'x')\n    Project(price AS n, bidder AS b, p)\n      Rank(BY price ORDER BY bidder, places 1 to price)\n        Scan(Bids)\n",
     "SELECT n, p FROM (SELECT * FROM (SELECT price AS n, bidder AS b, ROW_NUMBER() OVER (PARTITION BY price ORDER BY bidder) AS p FROM Bids) WHERE p <= n) WHERE b <> 'x'"},
    {"SELECT bidder FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY price ORDER BY bidder) AS p FROM Bids) WHERE p <= price AND p <= 5", "bidder STRING",
     "Project(bidder)\n  Filter(p <= price)\n    Rank(BY price ORDER BY bidder, places 1 to 5)\n      Scan(Bids)\n",
     "SELECT bidder FROM (SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY price ORDER BY bidder) AS p FROM Bids) WHERE p <= 5) WHERE p <= price"},
    // places that a query around leaves out
    {"SELECT bidder FROM (SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY auction ORDER BY price) AS p FROM Bids) WHERE p <= 3)", "bidder STRING",
     "Project(bidder)\n  Rank(BY auction ORDER BY price, places 1 to 3)\n    Scan(Bids)\n",
     "SELECT bidder FROM (SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY auction ORDER BY price) AS p FROM Bids) WHERE p <= 3)"},
    // places of groups
    {"SELECT auction, n FROM (SELECT auction, bidder, COUNT(*) AS n, ROW_NUMBER() OVER (PARTITION BY auction ORDER BY SUM(price) DESC) AS p FROM Bids GROUP BY auction, bidder) WHERE p <= 2",
     "auction STRING, n BIGINT NOT NULL",
     "Project(auction, n)\n  Project(auction, bidder, n)\n    Rank(BY auction ORDER BY EXPR$0 DESC, places 1 to 2)\n"
     "      Aggregate(COUNT(*) AS n, SUM(price) AS EXPR$0 BY auction, bidder)\n        Scan(Bids)\n",
     "SELECT auction, n FROM (SELECT auction, bidder, n, ROW_NUMBER() OVER (PARTITION BY auction ORDER BY EXPR$0 DESC) AS place FROM "
     "(SELECT auction, bidder, COUNT(*) AS n, SUM(price) AS EXPR$0 FROM Bids GROUP BY auction, bidder)) WHERE place <= 2"},
};

constexpr Case unnested[] = {
    {"SELECT bag, x FROM Bags, UNNEST(items) AS x", "bag INT, x STRING", "Project(bag, x)\n  Unnest(items)\n    Scan(Bags)\n", "SELECT Bags.bag, t0.x FROM Bags CROSS JOIN UNNEST(Bags.items) AS t0 (x)"},
    {"SELECT bag, t.x, t.p FROM Bags LEFT JOIN UNNEST(nums) WITH ORDINALITY AS t (x, p) ON TRUE", "bag INT, x INT, p INT",
     "Project(bag, x, p)\n  Unnest(nums WITH ORDINALITY, LEFT)\n    Scan(Bags)\n", "SELECT Bags.bag, t0.x, t0.p FROM Bags LEFT JOIN UNNEST(Bags.nums) WITH ORDINALITY AS t0 (x, p) ON TRUE"},
    {"SELECT bag, e FROM Bags LEFT JOIN UNNEST(nums) AS t (e) ON e > bag", "bag INT, e INT", "Project(bag, e)\n  Unnest(nums, LEFT ON e > bag)\n    Scan(Bags)\n",
     "SELECT Bags.bag, t0.e FROM Bags LEFT JOIN UNNEST(Bags.nums) AS t0 (e) ON t0.e > Bags.bag"},
    {"SELECT bag, e FROM Bags JOIN UNNEST(nums) AS t (e) ON e > bag", "bag INT, e INT NOT NULL", "Project(bag, e)\n  Filter(e > bag)\n    Unnest(nums)\n      Scan(Bags)\n",
     "SELECT Bags.bag, t0.e FROM Bags CROSS JOIN UNNEST(Bags.nums) AS t0 (e) WHERE t0.e > Bags.bag"},
    {"SELECT * FROM (SELECT m FROM Bags) CROSS JOIN UNNEST(m) WITH ORDINALITY", "m MAP<STRING NOT NULL, INT>, KEY STRING NOT NULL, VALUE INT, ORDINALITY INT NOT NULL",
     "Unnest(m WITH ORDINALITY)\n  Project(m)\n    Scan(Bags)\n", "SELECT * FROM (SELECT m FROM Bags) AS t0 CROSS JOIN UNNEST(t0.m) WITH ORDINALITY AS t1 (KEY, VALUE, ORDINALITY)"},
    {"SELECT sku, qty FROM Bags CROSS JOIN UNNEST(`rows`)", "sku STRING, qty INT", "Project(sku, qty)\n  Unnest(`rows`)\n    Scan(Bags)\n",
     "SELECT t0.sku, t0.qty FROM Bags CROSS JOIN UNNEST(Bags.`rows`) AS t0 (sku, qty)"},
    {"SELECT bag, b FROM Bags CROSS JOIN UNNEST(ms) AS t (b)", "bag INT, b STRING", "Project(bag, b)\n  Unnest(ms)\n    Scan(Bags)\n",
     "SELECT Bags.bag, t0.b FROM Bags CROSS JOIN UNNEST(Bags.ms) AS t0 (b)"},
    {"SELECT * FROM UNNEST(ARRAY[1, 2]), UNNEST(ARRAY['a']) AS t", "EXPR$0 INT NOT NULL, t CHAR(1) NOT NULL", "Unnest(ARRAY['a'])\n  Unnest(ARRAY[1, 2])\n    OneRow\n",
     "SELECT * FROM UNNEST(ARRAY[1, 2]) AS t0 (EXPR$0) CROSS JOIN UNNEST(ARRAY['a']) AS t1 (t)"},
};

constexpr Case sets[] = {
    {"SELECT region, kind, SUM(fare) AS s FROM Ride GROUP BY ROLLUP (region, kind)", "region STRING, kind STRING, s INT",
     "Project(region, kind, s)\n  Aggregate(SUM(fare) AS s BY region, kind, EXPR$0)\n    Expand((region, kind), (region), ())\n      Scan(Ride)\n",
     "SELECT region, kind, SUM(fare) AS s FROM Ride GROUP BY GROUPING SETS ((region, kind), region, ())"},
    // as Calcite sorts them
    {"SELECT region, SUM(fare) AS s FROM Ride GROUP BY GROUPING SETS ((), (kind), (region), (region, kind))", "region STRING, s INT",
     "Project(region, s)\n  Aggregate(SUM(fare) AS s BY kind, region, EXPR$0)\n    Expand((kind, region), (kind), (region), ())\n      Project(kind, region, fare)\n        Scan(Ride)\n",
     "SELECT region, SUM(fare) AS s FROM (SELECT kind, region, fare FROM Ride) GROUP BY GROUPING SETS ((kind, region), kind, region, ())"},
    {"SELECT COUNT(*) AS n FROM Ride GROUP BY fare, CUBE (region, kind)", "n BIGINT NOT NULL",
     "Project(n)\n  Aggregate(COUNT(*) AS n BY fare, region, kind, EXPR$0)\n    Expand((fare, region, kind), (fare, region), (fare, kind), (fare))\n"
     "      Project(fare, region, kind)\n        Scan(Ride)\n",
     "SELECT COUNT(*) AS n FROM (SELECT fare, region, kind FROM Ride) GROUP BY GROUPING SETS ((fare, region, kind), (fare, region), (fare, kind), fare)"},
    // what a set takes from a key, an aggregate of it keeps; a repeated set has groups of its own
    {"SELECT kind, MAX(kind) AS m, GROUP_ID() AS g FROM Ride GROUP BY GROUPING SETS (kind, kind)", "kind STRING NOT NULL, m STRING NOT NULL, g BIGINT NOT NULL",
     "Project(kind, m, GROUP_ID() AS g)\n  Aggregate(MAX(EXPR$0) AS m BY kind, EXPR$1)\n    Expand((kind), (kind))\n      Project(kind, kind AS EXPR$0)\n        Scan(Ride)\n",
     "SELECT kind, MAX(EXPR$0) AS m, GROUP_ID() AS g FROM (SELECT kind, kind AS EXPR$0 FROM Ride) GROUP BY GROUPING SETS (kind, kind)"},
    {"SELECT UPPER(kind) AS k, GROUPING(UPPER(kind)) AS g, GROUPING_ID(region, UPPER(kind)) AS i FROM Ride GROUP BY ROLLUP (region, UPPER(kind)) HAVING GROUPING(region) = 0",
     "k STRING, g BIGINT NOT NULL, i BIGINT NOT NULL",
     "Project(k, GROUPING(k) AS g, GROUPING_ID(region, k) AS i)\n  Filter(GROUPING(region) = 0)\n    Aggregate(BY region, EXPR$0, EXPR$1)\n      Expand((region, EXPR$0), (region), ())\n"
     "        Project(region, UPPER(kind) AS EXPR$0)\n          Scan(Ride)\n",
     "SELECT EXPR$0 AS k, GROUPING(EXPR$0) AS g, GROUPING_ID(region, EXPR$0) AS i FROM (SELECT region, UPPER(kind) AS EXPR$0 FROM Ride) "
     "GROUP BY GROUPING SETS ((region, EXPR$0), region, ()) HAVING GROUPING(region) = 0"},
    {"SELECT region, GROUPING(region) AS g FROM Ride GROUP BY region", "region STRING, g BIGINT NOT NULL", "Project(region, GROUPING(region) AS g)\n  Aggregate(BY region)\n    Scan(Ride)\n",
     "SELECT region, GROUPING(region) AS g FROM Ride GROUP BY region"},
};

struct RefusedQuery {
    std::string_view sql;
    ErrorCode code;
    std::string_view message;  // behind the sentence
};
using enum ErrorCode;
constexpr RefusedQuery refused[] = {
    {"SELECT id FROM Cust WHERE id IN (SELECT cid, amt FROM Buy)", columnCount, ": 'IN'; wants 1; found 2; at line 1, column 30"},
    {"SELECT id FROM Cust WHERE (id, name) IN (SELECT * FROM Buy WHERE cid = id)", columnCount, ": 'IN'; wants 2; found 3; at line 1, column 38"},
    {"SELECT id FROM Cust WHERE id IN (SELECT item FROM Buy)", typeMismatch, ": '='; wants a number; found STRING; at line 1, column 30"},
    {"SELECT id FROM Cust WHERE id > (SELECT amt, cid FROM Buy)", columnCount, ": 'a subquery as a value'; wants 1; found 2; at line 1, column 32"},
    {"SELECT (SELECT * FROM Buy WHERE cid = id) AS x FROM Cust", columnCount, ": 'a subquery as a value'; wants 1; found 3; at line 1, column 8"},
    {"SELECT id FROM Cust c WHERE EXISTS (SELECT 1 FROM Buy LIMIT (SELECT 1))", syntax, {}},
    {"SELECT id FROM Cust c WHERE EXISTS (SELECT nothing FROM Buy WHERE cid = c.id)", unknownColumn, ": 'nothing'; at line 1, column 44; there are: cid, amt, item, id, name"},
    {"SELECT id FROM Cust c WHERE EXISTS (SELECT cid FROM Buy WHERE cid = c.nothing)", unknownColumn, ": 'nothing'; at line 1, column 69; there are: id, name"},
    {"SELECT c.id FROM Cust c LEFT JOIN Buy b ON c.id = b.cid AND b.amt IN (SELECT acc FROM Acct)", notSupported, ": 'a subquery here'; at line 1, column 67"},
    {"SELECT id, (SELECT SUM(c.id) FROM Buy) AS s FROM Cust c", notSupported, ": 'an aggregate of the query around in a subquery'; wants it in a table below; at line 1, column 20"},
    {"SELECT name, (SELECT MAX(amt) FROM Buy WHERE cid = id) AS m FROM Cust GROUP BY name", notGrouped,
     ": 'id'; wants a column of GROUP BY or an aggregate; at line 1, column 8; there are: name"},
    {"SELECT c.id FROM Cust c RIGHT JOIN LATERAL (SELECT amt FROM Buy WHERE cid = c.id) t ON TRUE", notSupported,
     ": 'LATERAL in RIGHT and FULL JOIN'; wants LEFT or CROSS JOIN; at line 1, column 36"},
    {"SELECT c.id FROM Cust c JOIN (SELECT amt FROM Buy WHERE cid = c.id) t ON TRUE", unknownTable, {}},
    {"SELECT * EXCLUDE (nam) FROM Cust", unknownColumn, ": 'nam'; did you mean 'name'; at line 1, column 19; there are: id, name"},
    {"SELECT * EXCLUDE (id, name) FROM Cust", ErrorCode::syntax, ": '*'; wants at least one column that is left; at line 1, column 8"},
    {"SELECT COUNT(*) AS c FROM Cust GROUP BY ROLLUP (name) HAVING COUNT(*) > (SELECT MAX(amt) FROM Buy)", notSupported, ": 'a subquery or OVER beside grouping sets'; at line 1, column 71"},

    {"SELECT bidder FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY price) AS p FROM Bids) WHERE p >= 2", notSupported,
     ": 'a place without a last one'; wants a condition such as place <= 3; at line 1, column 31"},
    {"SELECT price FROM Bids QUALIFY price > 3", notSupported, ": 'QUALIFY without OVER'; wants WHERE, or HAVING; at line 1, column 38"},
    {"SELECT bidder, COUNT(*) AS n FROM Bids GROUP BY bidder QUALIFY RANK() OVER (ORDER BY bidder) = 1", notSupported,
     ": 'QUALIFY of groups'; wants a query around the groups; at line 1, column 94"},
    {"SELECT bidder, COUNT(*) AS n FROM Bids GROUP BY bidder HAVING RANK() OVER (ORDER BY bidder) = 1", notSupported,
     ": 'OVER in HAVING'; wants a query around the groups; at line 1, column 93"},
    {"SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY auction) AS p FROM Bids) WHERE p < 3", notSupported,
     ": 'an OVER window without ORDER BY'; wants ORDER BY a time attribute, or batch mode; at line 1, column 26"},
    {"SELECT * FROM (SELECT *, ROW_NUMBER(price) OVER (ORDER BY price) AS p FROM Bids) WHERE p < 3", argumentCount, ": 'ROW_NUMBER'; wants 0; at line 1, column 26"},
    {"SELECT * FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY nothing) AS p FROM Bids) WHERE p < 3", unknownColumn, ": 'nothing'; at line 1, column 54; there are: auction, bidder, price"},

    {"SELECT bag FROM Bags RIGHT JOIN UNNEST(items) ON TRUE", notSupported, ": 'UNNEST in RIGHT and FULL JOIN'; at line 1, column 33"},
    {"SELECT bag FROM Bags CROSS JOIN UNNEST(items, nums)", notSupported, ": 'UNNEST of several collections'; at line 1, column 47"},
    {"SELECT bag FROM Bags CROSS JOIN UNNEST(bag)", typeMismatch, ": 'UNNEST'; wants an array, a map or a multiset; found INT; at line 1, column 40"},
    {"SELECT bag FROM Bags CROSS JOIN UNNEST(items) AS t (a, b)", nameCount, ": 't'; wants 1; found 2; at line 1, column 53"},
    {"SELECT bag FROM Bags AS t CROSS JOIN UNNEST(items) AS t (a)", duplicateAlias, ": 't'; wants another name with AS; at line 1, column 38"},

    {"SELECT region, GROUPING(kind) AS g FROM Ride GROUP BY region", notGrouped, ": 'kind'; wants a key of GROUP BY; at line 1, column 25"},
    {"SELECT GROUPING() AS g FROM Ride GROUP BY ROLLUP (region)", argumentCount, ": 'GROUPING'; wants 1 or more; at line 1, column 8"},
    {"SELECT region FROM Ride WHERE GROUPING(region) = 1 GROUP BY region", misplacedAggregate, ": 'GROUPING'; at line 1, column 31"},
    {"SELECT COUNT(*) AS n FROM Ride GROUP BY CUBE (region, kind, fare, fare + 1, fare + 2, fare + 3, fare + 4)", notSupported,
     ": 'more than 64 grouping sets'; at line 1, column 41"},
};

void check(const plan::RuntimePlanner& planner, const Case& c) {
    CAPTURE(c.sql);
    const plan::RuntimePlan p = planner.plan(std::string(c.sql));
    CHECK(p.message() == "");
    CHECK(columnTexts(p.view()) == c.columns);
    CHECK(stepsOf(p) == c.steps);
    CHECK(p.toSql() == c.printed);
    const plan::RuntimePlan again = planner.plan(p.toSql());
    CHECK(again.message() == "");
    CHECK(again.view() == p.view());
    CHECK(plan::runtime::physical(p.view()).error.code == none);
}

}  // namespace

TEST_CASE("subqueries are joins, ROW_NUMBER is a rank, UNNEST and grouping sets have steps of their own") {
    const plan::RuntimePlanner planner = plannerOf();
    for (const Case& c : subqueries) check(planner, c);
    for (const Case& c : ranks) check(planner, c);
    for (const Case& c : unnested) check(planner, c);
    for (const Case& c : sets) check(planner, c);
}

TEST_CASE("in batch they are made of the same steps") {
    const plan::RuntimePlanner planner = plannerOf(true);
    for (const Case& c : subqueries) {
        CAPTURE(c.sql);
        const plan::RuntimePlan p = planner.plan(std::string(c.sql));
        CHECK(columnTexts(p.view()) == c.columns);
        for (int i = 0; i < p.view().nodeCount; ++i) CHECK(p.view().nodes[i].mode.insertOnly());
        CHECK(planner.plan(p.toSql()).view() == p.view());
    }
}

TEST_CASE("subqueries, places, UNNEST and grouping sets that are refused") {
    const plan::RuntimePlanner planner = plannerOf();
    for (const RefusedQuery& c : refused) {
        CAPTURE(c.sql);
        const plan::RuntimePlan p = planner.plan(std::string(c.sql));
        CHECK(static_cast<int>(p.error().code) == static_cast<int>(c.code));
        if (!c.message.empty()) CHECK(p.message() == std::string(sentence(c.code)) + std::string(c.message));
        CHECK(p.view().root == -1);
    }
}

// Whoever binds comes back with more room: until then nothing is read or written where nothing is.
TEST_CASE("binding with too little room says so, whatever there is too little of") {
    const plan::RuntimePlanner planner = plannerOf();
    const auto bind = [&](std::string_view text, const plan::Room& room) {
        const sql::ParsedText parsed = sql::parse(std::string(text));
        plan::runtime::Storage storage;
        plan::PlanBuilder& p = storage.start(room);
        plan::bindQuery(p, parsed.view(), planner.catalogue());
        return p.error.code;
    };
    const auto tryAll = [&](std::string_view text) {
        CAPTURE(text);
        constexpr int plenty = 400;
        for (const auto room : {&plan::Room::exprs, &plan::Room::nodes, &plan::Room::columns, &plan::Room::items, &plan::Room::scratch}) {
            int least = 0;
            for (ErrorCode code = tooLarge; code == tooLarge && least < plenty; ++least) {
                plan::Room r{plenty, plenty, plenty, plenty, plenty};
                r.*room = least;
                code = bind(text, r);
                CHECK((code == tooLarge || code == none));
            }
            CHECK(least < plenty);
        }
    };
    for (const Case& c : subqueries) tryAll(c.sql);
    for (const Case& c : ranks) tryAll(c.sql);
    for (const Case& c : unnested) tryAll(c.sql);
    for (const Case& c : sets) tryAll(c.sql);
    for (const std::string_view sql : {"SELECT id FROM Cust UNION SELECT cid FROM Buy", "SELECT id FROM Cust EXCEPT SELECT cid FROM Buy", "SELECT * FROM Cust AS a JOIN Cust AS b USING (id)",
                                       "SELECT DISTINCT name FROM Cust ORDER BY name LIMIT 3", "VALUES (1, 'a'), (2, 'b')", "SELECT name FROM Cust GROUP BY name, id ORDER BY SUM(id) LIMIT 2"})
        tryAll(sql);
}

// ---- in the compiler ------------------------------------------------------------------------------------------------

namespace {

constexpr plan::Column columns[] = {{.name = "a", .type = sqltype::integer}, {.name = "b", .type = sqltype::integer.orNull(true)}, {.name = "s", .type = sqltype::string}};
constexpr plan::Node scan{.kind = plan::NodeKind::scan, .source = 0, .columnCount = 3, .view = "t"};
constexpr plan::View views[] = {{.name = "t", .plan = {nullptr, &scan, columns, nullptr, 0, 1, 3, 0, 0}}};

// A query over the table t(a, b, s), planned as the environment plans it. Text::sql is its text.
template <class Text>
struct Query {
    static constexpr std::string_view sql = Text::sql;
    static constexpr plan::Catalogue catalogue{views, nullptr, 1, 0};
    template <int Factor> static consteval plan::Room room() {
        const auto& syntax = sql::syntaxOf<Query>;
        return plan::roomFor(syntax.size.nodes, syntax.relations, syntax.size.relations, catalogue, Factor);
    }
    static constexpr short build(plan::PlanBuilder& p) {
        plan::bindQuery(p, sql::syntaxOf<Query>.view(sql), catalogue);
        return p.root;
    }
};
template <FixedString Sql> struct Written { static constexpr std::string_view sql = Sql.view(); };
template <class Q> constexpr void print(detail::TextWriter& w) { plan::writeSql(w, detail::planOf<Q>.view()); }
template <class Q> struct Printed {
    static constexpr auto text = detail::staticText<&print<Q>>();
    static constexpr std::string_view sql = text.view();
};
/// Binds, prints and plans again to the same.
template <FixedString Sql> constexpr bool holds() {
    using Q = Query<Written<Sql>>;
    return !detail::planOf<Q>.error && detail::planOf<Q>.view() == detail::planOf<Query<Printed<Q>>>.view();
}

static_assert(holds<"SELECT a FROM t WHERE b NOT IN (SELECT b FROM t AS u WHERE u.s = t.s) AND EXISTS (SELECT 1 FROM t) AND a > (SELECT MAX(b) FROM t)">());
static_assert(holds<"SELECT a, (SELECT COUNT(*) FROM t AS u WHERE u.a = t.a) AS n FROM t">());
static_assert(holds<"SELECT s, a FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY s ORDER BY b DESC, a) AS place FROM t) WHERE place <= 3">());
static_assert(detail::planOf<Query<Written<"SELECT s, e FROM t CROSS JOIN UNNEST(ARRAY[a, b]) AS u (e)">>>.view().width() == 2);
static_assert(holds<"SELECT s, a, GROUPING(s) + COUNT(*) AS n FROM t GROUP BY ROLLUP (s, a) HAVING MAX(b) > 1">());
static_assert(holds<"SELECT a, b NOT IN (SELECT b FROM t) AS x FROM t WHERE a IN (SELECT b FROM t) OR EXISTS (SELECT 1 FROM t AS u WHERE u.b < t.a)">());
static_assert(holds<"SELECT t.a, x.b, y.n FROM t, LATERAL (SELECT b FROM t AS u WHERE u.s = t.s ORDER BY a DESC LIMIT 2) AS x, LATERAL (SELECT COUNT(*) AS n FROM t AS u WHERE u.a <> t.a) AS y">());
static_assert(detail::planOf<Query<Written<"SELECT a FROM t WHERE EXISTS (SELECT 1 FROM (SELECT a, COUNT(*) OVER (ORDER BY a) AS n FROM t AS u WHERE u.a < t.b))">>>.error.code == ErrorCode::none);

}  // namespace
