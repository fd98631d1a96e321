// SPDX-License-Identifier: BSL-1.0
// What SQL queries of several relations mean: their columns, which changes they carry, what tells their rows apart, what is refused.
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include <rivulet/lift/tag.hpp>
#include <rivulet/plan/query.hpp>
#include <rivulet/plan/run_time.hpp>
#include <rivulet/sql/parse.hpp>

using namespace rivulet;

namespace {

using Mode = plan::ChangelogMode;

plan::RuntimePlanner plannerOf(bool batch = false) {
    plan::RuntimePlanner p(batch);
    REQUIRE(!p.table("t", {{"k", "STRING"}, {"v", "INT"}, {"w", "INT NOT NULL"}}));
    REQUIRE(!p.table("a", {{"id", "INT NOT NULL"}, {"name", "STRING NOT NULL"}, {"x", "INT"}}));
    REQUIRE(!p.table("b", {{"id", "INT NOT NULL"}, {"qty", "INT NOT NULL"}, {"y", "INT"}}));
    REQUIRE(!p.table("c", {{"id", "BIGINT"}, {"s", "STRING"}, {"d", "DATE"}, {"ts", "TIMESTAMP(3)"}, {"e", "DOUBLE"}}));
    REQUIRE(!p.view("sized", p.plan("SELECT CASE v + 1 WHEN 2 THEN 'one' WHEN 3 THEN 'two' END AS size, w FROM t")));
    REQUIRE(!p.view("joined", p.plan("SELECT a.id AS one, b.id AS two, y FROM a LEFT JOIN b ON a.id = b.id")));
    if (batch) return p;
    REQUIRE(!p.table("u", {{"id", "INT NOT NULL"}, {"town", "STRING"}, {"pay", "INT"}}, {{"id"}, {Mode::insert | Mode::updateAfter | Mode::delete_}}));
    REQUIRE(!p.table("o", {{"uid", "INT NOT NULL"}, {"no", "INT NOT NULL"}, {"eur", "DECIMAL(8, 2)"}}, {{"uid", "no"}, {Mode::insert | Mode::updateAfter | Mode::delete_}}));
    REQUIRE(!p.table("r", {{"id", "INT"}, {"n", "STRING"}}, {{}, {Mode::all}}));
    return p;
}

// `k STRING, n BIGINT NOT NULL [I,UB,UA] (k)`: columns, kinds of change, keys.
std::string meaningOf(const plan::PlanView& p) {
    return plan::runtime::text([&](detail::TextWriter& w) {
        for (int i = 0; i < p.width(); ++i) {
            if (i) w << ", ";
            w << p.column(i).name << " ";
            detail::writeType(w, p.column(i).type);
        }
        constexpr std::string_view kinds[] = {"I", "UB", "UA", "D"};
        for (unsigned i = 0; i < 4; ++i)
            if (p.nodes[p.root].mode.bits >> i & 1u) w << (i ? "," : " [") << kinds[i];
        w << "]";
        const plan::Keys& keys = p.nodes[p.root].keys;
        for (int k = 0; k < keys.count; ++k) {
            w << " (";
            bool any = false;
            for (int c = 0; c < p.width(); ++c) {
                if (!keys.sets[k].has(c)) continue;
                if (any) w << ", ";
                w << p.column(c).name;
                any = true;
            }
            w << ")";
        }
    });
}

struct Meaning { std::string_view sql, meaning; };
constexpr Meaning meanings[] = {
    // groups
    {"SELECT k, SUM(v) AS s FROM t GROUP BY k", "k STRING, s INT [I,UB,UA] (k)"},
    {"SELECT COUNT(*), k, SUM(w), MIN(v) FROM t GROUP BY k", "EXPR$0 BIGINT NOT NULL, k STRING, EXPR$2 INT NOT NULL, EXPR$3 INT [I,UB,UA] (k)"},
    {"SELECT COUNT(*) AS c, SUM(w) AS s, COUNT(DISTINCT v) AS d FROM t", "c BIGINT NOT NULL, s INT, d BIGINT NOT NULL [I,UB,UA] ()"},
    {"SELECT k, SUM(w) FILTER (WHERE v > 1) AS s, COUNT(*) FILTER (WHERE v > 1) AS c FROM t GROUP BY k", "k STRING, s INT, c BIGINT NOT NULL [I,UB,UA] (k)"},
    {"SELECT v / 10 AS d, SUM(w) + 1 AS s FROM t GROUP BY v / 10, k", "d INT, s INT NOT NULL [I,UB,UA]"},
    {"SELECT t.k AS kk, k || '!' AS x FROM t GROUP BY k", "kk STRING, x STRING [I,UB,UA] (kk)"},
    {"SELECT SUM(v) AS s FROM t GROUP BY 'all'", "s INT [I,UB,UA]"},
    {"SELECT SUM(v) AS s FROM t HAVING COUNT(*) > 1", "s INT [I,UB,UA] ()"},
    {"SELECT k FROM t GROUP BY (k, v), k", "k STRING [I,UB,UA]"},
    {"SELECT c, COUNT(*) AS n FROM (SELECT k, COUNT(*) AS c FROM t GROUP BY k) GROUP BY c", "c BIGINT NOT NULL, n BIGINT NOT NULL [I,UB,UA,D] (c)"},
    {"SELECT n, COUNT(*) AS c FROM r GROUP BY n", "n STRING, c BIGINT NOT NULL [I,UB,UA,D] (n)"},
    {"SELECT k, COLLECT(v) AS m, ARRAY_AGG(w) AS x, LISTAGG(k, '|') AS l FROM t GROUP BY k",
     "k STRING, m MULTISET<INT> NOT NULL, x ARRAY<INT NOT NULL> NOT NULL, l STRING [I,UB,UA] (k)"},
    {"SELECT DISTINCT k, v + 1 AS x FROM t", "k STRING, x INT [I,UB,UA] (k, x)"},
    {"SELECT DISTINCT n FROM r", "n STRING [I,UB,UA,D] (n)"},
    {"SELECT MAX(e) AS k, id FROM c GROUP BY id, s", "k DOUBLE, id BIGINT [I,UB,UA]"},
    // groups that are rows
    {"SELECT id, SUM(pay) AS s, MIN(town) AS t FROM u GROUP BY id", "id INT NOT NULL, s INT, t STRING [I,UB,UA,D] (id)"},
    {"SELECT uid, no, SUM(eur) AS s FROM o GROUP BY no, uid", "uid INT NOT NULL, no INT NOT NULL, s DECIMAL(38, 2) [I,UB,UA,D] (uid, no)"},
    {"SELECT uid, SUM(eur) AS s FROM o GROUP BY uid", "uid INT NOT NULL, s DECIMAL(38, 2) [I,UB,UA,D] (uid)"},
    {"SELECT DISTINCT id, town FROM u", "id INT NOT NULL, town STRING [I,UB,UA,D] (id)"},
    // joins
    {"SELECT * FROM a, b WHERE a.id = b.id", "id INT NOT NULL, name STRING NOT NULL, x INT, id0 INT NOT NULL, qty INT NOT NULL, y INT [I]"},
    {"SELECT b.*, a.id, a.* FROM a a JOIN b b ON a.id = b.id", "id INT NOT NULL, qty INT NOT NULL, y INT, id0 INT NOT NULL, id00 INT NOT NULL, name STRING NOT NULL, x INT [I]"},
    {"SELECT a.id AS km, b.id AS km, a.id + 1, a.id FROM a CROSS JOIN b", "km INT NOT NULL, km0 INT NOT NULL, EXPR$1 INT NOT NULL, id INT NOT NULL [I]"},
    {"SELECT k, k, v + 1, k AS EXPR$1, v FROM t", "k STRING, k0 STRING, EXPR$1 INT, EXPR$10 STRING, v INT [I]"},
    {"SELECT a.id FROM a LEFT JOIN b ON 1 = 2", "id INT NOT NULL [I]"},
    {"SELECT a.id FROM a LEFT JOIN b ON 1 <> 2", "id INT NOT NULL [I,UB,UA,D]"},
    {"SELECT a.id, b.id, c.id FROM a, b, c", "id INT NOT NULL, id0 INT NOT NULL, id1 BIGINT [I]"},
    {"SELECT a.id, b.id AS i2, b.qty + 1 AS q, COALESCE(b.qty, 0) AS z FROM a LEFT JOIN b ON a.id = b.id", "id INT NOT NULL, i2 INT, q INT, z INT NOT NULL [I,UB,UA,D]"},
    {"SELECT a.id, b.id AS i2 FROM a RIGHT JOIN b ON a.id = b.id", "id INT, i2 INT NOT NULL [I,UB,UA,D]"},
    {"SELECT a.id, b.id AS i2 FROM a FULL OUTER JOIN b ON a.id = b.id", "id INT, i2 INT [I,UB,UA,D]"},
    {"SELECT name, A.qty FROM a B JOIN b A ON x = y", "name STRING NOT NULL, qty INT NOT NULL [I]"},
    {"SELECT a.x, s FROM a LEFT JOIN (b JOIN c ON b.id = c.id) ON a.x = b.y", "x INT, s STRING [I,UB,UA,D]"},
    {"SELECT * FROM a NATURAL LEFT JOIN b", "id INT NOT NULL, name STRING NOT NULL, x INT, qty INT, y INT [I,UB,UA,D]"},
    {"SELECT * FROM a RIGHT JOIN b USING (id)", "id INT NOT NULL, name STRING, x INT, qty INT NOT NULL, y INT [I,UB,UA,D]"},
    {"SELECT id, name, a.id AS i1, b.id AS i2 FROM a FULL JOIN b USING (id)", "id INT, name STRING, i1 INT, i2 INT [I,UB,UA,D]"},
    {"SELECT id, COUNT(*) AS n FROM a FULL JOIN b USING (id) GROUP BY id", "id INT, n BIGINT NOT NULL [I,UB,UA,D] (id)"},
    {"SELECT * FROM a NATURAL JOIN b NATURAL JOIN c",
     "id BIGINT NOT NULL, name STRING NOT NULL, x INT, qty INT NOT NULL, y INT, s STRING, d DATE, ts TIMESTAMP(3), e DOUBLE [I]"},
    {"SELECT a.id FROM a JOIN c ON a.id = e AND name = s", "id INT NOT NULL [I]"},
    {"SELECT b.id FROM a LEFT JOIN b ON a.id = b.id WHERE b.y > 6", "id INT [I]"},
    {"SELECT b.id FROM a FULL JOIN b ON a.id = b.id WHERE a.x > b.y", "id INT [I]"},
    {"SELECT b.id FROM a LEFT JOIN b ON a.id = b.id WHERE b.y IS NULL", "id INT [I,UB,UA,D]"},
    {"SELECT b.id FROM a LEFT JOIN b ON a.id = b.id WHERE b.y > 6 OR a.x > 6", "id INT [I,UB,UA,D]"},
    // keys of joins
    {"SELECT u.id, town, no FROM u JOIN o ON id = uid", "id INT NOT NULL, town STRING, no INT NOT NULL [I,UB,UA,D]"},
    {"SELECT uid, no, town FROM u JOIN o ON id = uid", "uid INT NOT NULL, no INT NOT NULL, town STRING [I,UB,UA,D] (uid, no)"},
    {"SELECT o.*, u.pay FROM o LEFT JOIN u ON id = uid", "uid INT NOT NULL, no INT NOT NULL, eur DECIMAL(8, 2), pay INT [I,UB,UA,D] (uid, no)"},
    {"SELECT u.id, e.id, e.pay FROM u JOIN u AS e ON u.id = e.id", "id INT NOT NULL, id0 INT NOT NULL, pay INT [I,UB,UA,D] (id) (id0)"},
    {"SELECT u.id, e.id FROM u JOIN u AS e ON u.pay = e.pay", "id INT NOT NULL, id0 INT NOT NULL [I,UB,UA,D] (id, id0)"},
    {"SELECT u.id, uid FROM u FULL JOIN (SELECT uid, SUM(eur) AS s FROM o GROUP BY uid) ON id = uid", "id INT, uid INT [I,UB,UA,D] (id, uid)"},
    {"SELECT s.k, z.k FROM (SELECT k FROM t GROUP BY k) s FULL JOIN (SELECT k FROM t GROUP BY k) z ON s.k = z.k", "k STRING, k0 STRING [I,UB,UA,D]"},
    // set operations
    {"SELECT v, w FROM t UNION ALL SELECT id, x FROM a", "v INT, w INT [I]"},
    {"SELECT k, v FROM t UNION SELECT name, id FROM a", "k STRING, v INT [I,UB,UA] (k, v)"},
    {"SELECT w FROM t UNION ALL SELECT id FROM c", "w BIGINT [I]"},
    {"SELECT k, SUM(v) AS v FROM t GROUP BY k UNION ALL SELECT name, x FROM a", "k STRING, v INT [I,UB,UA]"},
    {"SELECT x FROM a INTERSECT SELECT w FROM t", "x INT [I,UB,UA] (x)"},
    {"SELECT x FROM a EXCEPT SELECT id FROM r", "x INT [I,UB,UA,D] (x)"},
    {"SELECT x FROM a INTERSECT ALL SELECT w FROM t", "x INT [I,UB,UA]"},
    {"SELECT x FROM a EXCEPT ALL SELECT id FROM r", "x INT [I,UB,UA,D]"},
    {"VALUES (1, 'a'), (2.5, NULL), (NULL, 'abc')", "EXPR$0 DECIMAL(11, 1), EXPR$1 VARCHAR(3) [I]"},
    {"SELECT x + 1 AS y FROM (VALUES (1), (2)) AS v (x)", "y INT NOT NULL [I]"},
    {"WITH p (kk, total) AS (SELECT k, SUM(v) FROM t GROUP BY k), q AS (SELECT MAX(total) AS m FROM p) SELECT * FROM q, p", "m INT, kk STRING, total INT [I,UB,UA,D] (kk)"},
    {"WITH t AS (SELECT v FROM t) SELECT * FROM t WHERE v > 1", "v INT [I]"},
    // order and places
    {"SELECT k, v FROM t ORDER BY v DESC LIMIT 2", "k STRING, v INT [I,UB,UA,D]"},
    {"SELECT k FROM t ORDER BY v + w LIMIT 1", "k STRING [I,UB,UA,D] ()"},
    {"SELECT k AS x, v AS k FROM t ORDER BY k, 1 LIMIT 2 OFFSET 1", "x STRING, k INT [I,UB,UA,D]"},
    {"SELECT k FROM t GROUP BY k HAVING SUM(v) > 0 ORDER BY SUM(v) DESC, k LIMIT 3", "k STRING [I,UB,UA,D] (k)"},
    {"SELECT id, town FROM u ORDER BY pay DESC NULLS FIRST LIMIT 3", "id INT NOT NULL, town STRING [I,UB,UA,D] (id)"},
    {"SELECT k FROM t LIMIT 2", "k STRING [I]"},
    {"SELECT n FROM r LIMIT 2", "n STRING [I,UB,UA,D]"},
    {"SELECT v FROM (SELECT k, v FROM t ORDER BY k) WHERE v > 1", "v INT [I]"},
    {"SELECT v FROM t UNION ALL SELECT w FROM t ORDER BY v + 1 LIMIT 3", "v INT [I,UB,UA,D]"},
    // upserts
    {"SELECT * FROM u", "id INT NOT NULL, town STRING, pay INT [I,UB,UA,D] (id)"},
    {"SELECT id FROM u WHERE town = 'Bern'", "id INT NOT NULL [I,UB,UA,D] (id)"},
    {"SELECT town FROM u", "town STRING [I,UB,UA,D]"},
};

// ---- shapes ---------------------------------------------------------------------------------------------------------

struct Steps { std::string_view sql; std::string_view nodes; };
// A line a node, inputs indented: kind and what it works with.
std::string shapeOf(const plan::PlanView& p) {
    std::string text = plan::runtime::text([&](detail::TextWriter& w) { plan::writeExplain(w, p); });
    std::string lines;
    for (std::size_t at = 0; at < text.size();) {  // without modes, keys and columns
        const std::size_t end = text.find('\n', at);
        const std::string_view line = std::string_view(text).substr(at, end - at);
        lines += line.substr(0, line.rfind(" [I") == std::string_view::npos ? line.size() : line.rfind(" [I"));
        lines += '\n';
        at = end + 1;
    }
    return lines;
}
constexpr Steps shapes[] = {
    // each key and argument is computed once, below
    {"SELECT UPPER(k) AS c, SUM(v * 2) AS s, MAX(v * 2) + 1 AS m, COUNT(*) FILTER (WHERE v > 1) AS n FROM t GROUP BY UPPER(k)",
     "Project(c, s, EXPR$0 + 1 AS m, n)\n  Aggregate(SUM(EXPR$1) AS s, MAX(EXPR$1) AS EXPR$0, COUNT(*) FILTER (WHERE EXPR$2) AS n BY EXPR$0)\n"
     "    Project(UPPER(k) AS EXPR$0, v * 2 AS EXPR$1, v > 1 AS EXPR$2)\n      Scan(t)\n"},
    // columns need no projection, keys in front none above
    {"SELECT k, SUM(v) AS s FROM t GROUP BY k", "Aggregate(SUM(v) AS s BY k)\n  Scan(t)\n"},
    {"SELECT k FROM t GROUP BY k HAVING MAX(v) > SUM(w) AND k <> ''",
     "Project(k)\n  Filter(EXPR$0 > EXPR$1 AND k <> '')\n    Aggregate(MAX(v) AS EXPR$0, SUM(w) AS EXPR$1 BY k)\n      Scan(t)\n"},
    {"SELECT CASE v + 1 WHEN 2 THEN 'a' WHEN 3 THEN 'b' END AS c, v + 1 + 1 AS d FROM t GROUP BY v + 1",
     "Project(CASE WHEN EXPR$0 = 2 THEN 'a' WHEN EXPR$0 = 3 THEN 'b' END AS c, EXPR$0 + 1 AS d)\n  Aggregate(BY EXPR$0)\n    Project(v + 1 AS EXPR$0)\n      Scan(t)\n"},
    // what a key makes unique is not grouped
    {"SELECT id, SUM(pay) AS s FROM u GROUP BY id", "Project(id, pay AS s)\n  Normalize(BY id) = view u\n    Scan(u)\n"},
    {"SELECT id, SUM(pay) AS s, COUNT(pay) AS n FROM u GROUP BY id", "Aggregate(SUM(pay) AS s, COUNT(pay) AS n BY id)\n  Normalize(BY id) = view u\n    Scan(u)\n"},
    {"SELECT id, SUM(pay) FILTER (WHERE pay > 1) AS s FROM u GROUP BY id",
     "Aggregate(SUM(pay) FILTER (WHERE EXPR$0) AS s BY id)\n  Project(id, pay, pay > 1 AS EXPR$0)\n    Normalize(BY id) = view u\n      Scan(u)\n"},
    // conditions find their joins and sides
    {"SELECT a.x FROM a, b, c WHERE a.id = b.id AND b.qty = c.id AND s = '' AND a.x > 1 AND a.x + b.y > c.id AND a.x < 9",
     "Project(x)\n  Join(INNER ON qty = r.id AND x + y > r.id)\n    Join(INNER ON l.id = r.id)\n      Filter(x > 1 AND x < 9)\n        Scan(a)\n      Scan(b)\n"
     "    Filter(s = '')\n      Scan(c)\n"},
    {"SELECT a.x FROM a LEFT JOIN b ON a.id = b.id WHERE a.x > 1 AND b.y > 2",
     "Project(x)\n  Filter(y > 2)\n    Join(LEFT ON l.id = r.id)\n      Filter(x > 1)\n        Scan(a)\n      Scan(b)\n"},
    {"SELECT a.x FROM a RIGHT JOIN b ON a.id = b.id WHERE a.x > 1 AND b.y > 2",
     "Project(x)\n  Filter(x > 1)\n    Join(RIGHT ON l.id = r.id)\n      Scan(a)\n      Filter(y > 2)\n        Scan(b)\n"},
    {"SELECT a.x FROM a FULL JOIN b ON a.id = b.id WHERE b.y > 2", "Project(x)\n  Filter(y > 2)\n    Join(FULL ON l.id = r.id)\n      Scan(a)\n      Scan(b)\n"},
    {"SELECT one FROM joined WHERE two > 1", "Project(one)\n  Filter(two > 1)\n    Project(id AS one, id AS two, y) = view joined\n      Join(LEFT ON l.id = r.id)\n        Scan(a)\n        Scan(b)\n"},
    {"SELECT size FROM (SELECT qty * 2 AS q FROM b) JOIN sized ON q = w",
     "Project(size)\n  Join(INNER ON q = w)\n    Project(qty * 2 AS q)\n      Scan(b)\n    Project(CASE v + 1 WHEN 2 THEN 'one' WHEN 3 THEN 'two' END AS size, w) = view sized\n"
     "      Scan(t)\n"},
    // sets
    {"SELECT x FROM a INTERSECT SELECT w FROM t",
     "Aggregate(BY x)\n  Join(SEMI ON x IS NOT DISTINCT FROM w)\n    Project(x)\n      Scan(a)\n    Project(w)\n      Scan(t)\n"},
    {"SELECT x FROM a UNION SELECT y FROM b INTERSECT SELECT w FROM t",
     "Aggregate(BY x)\n  UnionAll\n    Project(x)\n      Scan(a)\n    Aggregate(BY y)\n      Join(SEMI ON y IS NOT DISTINCT FROM w)\n        Project(y)\n          Scan(b)\n"
     "        Project(w)\n          Scan(t)\n"},
    // what only ORDER BY reads is carried and dropped
    {"SELECT k FROM t ORDER BY w, v + 1 LIMIT 2", "Project(k)\n  Rank(ORDER BY w, EXPR$0, places 1 to 2)\n    Project(k, w, v + 1 AS EXPR$0)\n      Scan(t)\n"},
    {"SELECT k, SUM(v) AS s FROM t GROUP BY k ORDER BY s + 1 DESC, SUM(v) LIMIT 2",
     "Rank(ORDER BY s + 1 DESC, s, places 1 to 2)\n  Aggregate(SUM(v) AS s BY k)\n    Scan(t)\n"},
};

// ---- refused --------------------------------------------------------------------------------------------------------

struct Wrong {
    std::string_view sql;
    ErrorCode code;
    std::string_view subject;
    int position;
    std::string_view nearest{};
};
constexpr Wrong wrong[] = {
    {"SELECT k, v, COUNT(*) FROM t GROUP BY k", ErrorCode::notGrouped, "v", 10},
    {"SELECT SUM(v), v + 1 FROM t", ErrorCode::notGrouped, "v", 15},
    {"SELECT COUNT(*), * FROM t", ErrorCode::notGrouped, "k", 17},
    {"SELECT k FROM t GROUP BY k HAVING v > 1", ErrorCode::notGrouped, "v", 34},
    {"SELECT k FROM t GROUP BY k ORDER BY v LIMIT 1", ErrorCode::notGrouped, "v", 7},
    {"SELECT k FROM t HAVING TRUE", ErrorCode::notGrouped, "k", 7},
    {"SELECT MAX(SUM(v)) FROM t", ErrorCode::misplacedAggregate, "SUM", 11},
    {"SELECT k FROM t WHERE SUM(v) > 1", ErrorCode::misplacedAggregate, "SUM", 22},
    {"SELECT COUNT(*) FROM t GROUP BY SUM(v)", ErrorCode::misplacedAggregate, "SUM", 32},
    {"SELECT a.x FROM a JOIN b ON COUNT(*) = 1", ErrorCode::misplacedAggregate, "COUNT", 28},
    {"SELECT SUM(v) FILTER (WHERE MAX(v) > 1) FROM t", ErrorCode::misplacedAggregate, "MAX", 28},
    {"SELECT k AS kk FROM t GROUP BY kk", ErrorCode::unknownColumn, "kk", 31, "k"},
    {"SELECT SUM(*) FROM t", ErrorCode::syntax, "*", 11},
    {"SELECT UPPER(DISTINCT k) FROM t", ErrorCode::syntax, "UPPER", 7},
    {"SELECT UPPER(k) FILTER (WHERE TRUE) FROM t", ErrorCode::syntax, "UPPER", 7},
    {"SELECT COUNT(*) FILTER (WHERE v) FROM t", ErrorCode::typeMismatch, "FILTER", 30},
    {"SELECT k FROM t GROUP BY k HAVING k", ErrorCode::typeMismatch, "HAVING", 34},
    {"SELECT SUM(k) FROM t", ErrorCode::typeMismatch, "SUM", 11},
    {"SELECT APPROX_COUNT_DISTINCT(k) FROM t", ErrorCode::notSupported, "APPROX_COUNT_DISTINCT", 7},
    {"SELECT id FROM a, b", ErrorCode::ambiguousColumn, "id", 7},
    {"SELECT 1 FROM a x, b x", ErrorCode::duplicateAlias, "x", 19},
    {"SELECT 1 FROM (a JOIN b ON TRUE), c JOIN a ON TRUE", ErrorCode::duplicateAlias, "a", 36},
    {"WITH p AS (SELECT k FROM t), p AS (SELECT v FROM t) SELECT * FROM p", ErrorCode::duplicateAlias, "p", 29},
    {"WITH p AS (SELECT k FROM q), q AS (SELECT k FROM t) SELECT * FROM p", ErrorCode::unknownTable, "q", 25, "t"},
    {"WITH prices AS (SELECT k FROM t) SELECT * FROM price", ErrorCode::unknownTable, "price", 47, "prices"},
    {"SELECT a.name FROM a x", ErrorCode::unknownTable, "a", 7, "x"},
    {"SELECT z.* FROM a, b", ErrorCode::unknownTable, "z", 7, "a"},
    {"SELECT a.qty FROM a, b", ErrorCode::unknownColumn, "qty", 7},
    {"SELECT * FROM a JOIN b USING (qty)", ErrorCode::unknownColumn, "qty", 30},
    {"SELECT * FROM a JOIN b ON TRUE JOIN b AS d USING (id)", ErrorCode::ambiguousColumn, "id", 50},
    {"SELECT * FROM a JOIN b ON a.id", ErrorCode::typeMismatch, "ON", 26},
    {"SELECT 1 FROM a JOIN c ON a.name = c.id", ErrorCode::typeMismatch, "=", 35},
    {"SELECT 1 FROM c JOIN c AS z ON c.d = z.ts", ErrorCode::typeMismatch, "=", 35},
    {"SELECT 1 FROM c, c AS z WHERE c.id = z.id AND c.d = z.ts", ErrorCode::typeMismatch, "=", 42},
    {"SELECT 1 FROM a JOIN c ON name = ts", ErrorCode::typeMismatch, "=", 31},
    {"SELECT * FROM (SELECT k, v FROM t) AS x (p)", ErrorCode::nameCount, "p", 41},
    {"SELECT * FROM (SELECT k, v FROM t) AS x (p, p)", ErrorCode::duplicateColumn, "p", 44},
    {"SELECT k FROM t UNION SELECT k, v FROM t", ErrorCode::columnCount, "UNION", 16},
    {"SELECT k FROM t EXCEPT ALL SELECT k, v FROM t", ErrorCode::columnCount, "EXCEPT ALL", 16},
    {"SELECT k FROM t INTERSECT SELECT v FROM t", ErrorCode::unionType, "k", 16},
    {"VALUES (1, 'a'), (2)", ErrorCode::columnCount, "VALUES", 17},
    {"VALUES (1), ('a')", ErrorCode::unionType, "EXPR$0", 13},
    {"VALUES (NULL)", ErrorCode::typeMismatch, "NULL", 7},
    {"SELECT k FROM t ORDER BY v", ErrorCode::sortInStreaming, "ORDER BY", 25},
    {"SELECT k FROM t ORDER BY 2 LIMIT 1", ErrorCode::outOfRange, "2", 25},
    {"SELECT k FROM t ORDER BY z LIMIT 1", ErrorCode::unknownColumn, "z", 25, "k"},
    {"SELECT v FROM t UNION SELECT w FROM t ORDER BY w LIMIT 1", ErrorCode::unknownColumn, "w", 47, "v"},
    {"SELECT DISTINCT k FROM t ORDER BY v LIMIT 1", ErrorCode::notSelected, "v", 34},
    {"SELECT k FROM (SELECT k FROM t ORDER BY z)", ErrorCode::unknownColumn, "z", 40, "k"},
};

}  // namespace

TEST_CASE("queries: columns, kinds of change, keys; as text they plan to the same") {
    const plan::RuntimePlanner planner = plannerOf();
    for (const Meaning& c : meanings) {
        CAPTURE(c.sql);
        const plan::RuntimePlan p = planner.plan(std::string(c.sql));
        CHECK(p.message() == "");
        if (!p) continue;
        CHECK(meaningOf(p.view()) == c.meaning);
        const plan::RuntimePlan again = planner.plan(p.toSql());
        CAPTURE(p.toSql());
        CHECK(again.message() == "");
        CHECK(again.view() == p.view());
    }
}

TEST_CASE("queries: the steps they are made of") {
    const plan::RuntimePlanner planner = plannerOf();
    for (const Steps& c : shapes) {
        CAPTURE(c.sql);
        const plan::RuntimePlan p = planner.plan(std::string(c.sql));
        CHECK(p.message() == "");
        if (p) CHECK(shapeOf(p.view()) == c.nodes);
    }
}

TEST_CASE("queries that are refused") {
    const plan::RuntimePlanner planner = plannerOf();
    for (const Wrong& c : wrong) {
        CAPTURE(c.sql);
        const plan::RuntimePlan p = planner.plan(std::string(c.sql));
        CAPTURE(p.message());
        CHECK(static_cast<int>(p.error().code) == static_cast<int>(c.code));
        CHECK(p.error().subject == c.subject);
        CHECK(p.error().position == c.position);
        CHECK(p.error().nearest == c.nearest);
    }
}

TEST_CASE("what gives another value each time is refused over rows that change, wherever it stands") {
    const plan::RuntimePlanner streaming = plannerOf(), batch = plannerOf(true);
    const struct { std::string_view sql, function; } rows[] = {
        {"SELECT k, COUNT(*) AS n, RAND() AS r FROM t GROUP BY k", "RAND"},
        {"SELECT id, n, UUID() AS x FROM r", "UUID"},
        {"SELECT id FROM r WHERE RAND() < 0.5", "RAND"},
        {"SELECT COUNT(*) AS n FROM r GROUP BY id + RAND_INTEGER(3)", "RAND_INTEGER"},
        {"SELECT MAX(id + RAND()) AS m FROM r", "RAND"},
        {"SELECT COUNT(*) FILTER (WHERE RAND() < 0.5) AS m FROM r", "RAND"},
        {"SELECT r.n FROM r JOIN a ON r.id + RAND_INTEGER(2) = a.id", "RAND_INTEGER"},
        {"SELECT r.n FROM a LEFT JOIN r ON r.id = a.id AND RAND() < 0.5", "RAND"},
        {"SELECT id FROM r ORDER BY RAND() LIMIT 3", "RAND"},
        {"SELECT id, SUM(id) OVER (PARTITION BY n ORDER BY RAND()) AS s FROM r", "RAND"},
        {"SELECT id FROM u WHERE CURRENT_TIMESTAMP > TIMESTAMP '2024-01-01 00:00:00'", "CURRENT_TIMESTAMP"},
        {"SELECT k FROM t GROUP BY k HAVING CAST(CURRENT_DATE AS STRING) > k", "CURRENT_DATE"}};
    for (const auto& c : rows) {
        CAPTURE(c.sql);
        const plan::RuntimePlan p = streaming.plan(std::string(c.sql));
        CAPTURE(p.message());
        CHECK(p.error().code == ErrorCode::notSupported);
        CHECK(p.error().subject == c.function);
    }
    // each of the catalogue
    int seen = 0;
    for (short f = 0; f < functionCount; ++f) {
        const FunctionInfo& info = functionInfo(f);
        if (info.deterministic || f == indexOf<rivulet::functions::CurrentWatermark>) continue;  // a watermark is asked of a row time, which rows that change have none of
        const std::string call = std::string(info.name) + (info.spelling == Spelling::special ? "" : info.minArguments == 1 ? "(3)" : "()");
        CAPTURE(call);
        CHECK(streaming.plan("SELECT id, CAST(" + call + " AS STRING) AS x FROM r").error().subject == info.name);
        CHECK(streaming.plan("SELECT id FROM r WHERE CAST(" + call + " AS STRING) > 'a'").error().subject == info.name);
        if (f == indexOf<rivulet::functions::ProcessingTime>) CHECK(streaming.plan("SELECT id, PROCTIME() AS x FROM r").message() == "");  // a time attribute
        else CHECK(streaming.plan("SELECT id, " + call + " AS x FROM r").error().subject == info.name);
        CHECK(streaming.plan("SELECT k, " + call + " AS x FROM t").message() == "");
        ++seen;
    }
    CHECK(seen >= 10);
    // Over rows that only come it is computed once for each, and in batch mode nothing is taken back.
    for (const std::string_view sql : {"SELECT k, RAND() AS r FROM t WHERE RAND() < 0.5", "SELECT r, COUNT(*) AS n FROM (SELECT RAND_INTEGER(3) AS r FROM t) GROUP BY r", "SELECT MAX(w + RAND()) AS m FROM t GROUP BY k",
                                       "SELECT a.x FROM a LEFT JOIN b ON a.id = b.id + RAND_INTEGER(2)"}) {
        CAPTURE(sql);
        CHECK(streaming.plan(std::string(sql)).message() == "");
    }
    CHECK(batch.plan("SELECT k, COUNT(*) AS n, RAND() AS r FROM t GROUP BY k").message() == "");
}

TEST_CASE("batch: every step is insert-only, and anything can be sorted") {
    const plan::RuntimePlanner planner = plannerOf(true);
    for (const auto& [sql, meaning] : {Meaning{"SELECT k, SUM(v) AS s FROM t GROUP BY k ORDER BY MAX(w), k", "k STRING, s INT [I] (k)"},
                                       Meaning{"SELECT a.id FROM a LEFT JOIN b ON a.id = b.id ORDER BY name DESC LIMIT 3", "id INT NOT NULL [I]"},
                                       Meaning{"SELECT DISTINCT k FROM t EXCEPT ALL SELECT name FROM a", "k STRING [I]"},
                                       Meaning{"SELECT APPROX_COUNT_DISTINCT(k) AS n FROM t LIMIT 1", "n BIGINT NOT NULL [I] ()"},
                                       Meaning{"SELECT v FROM t UNION ALL SELECT w FROM t ORDER BY 1", "v INT [I]"}}) {
        CAPTURE(sql);
        const plan::RuntimePlan p = planner.plan(std::string(sql));
        CHECK(p.message() == "");
        if (p) CHECK(meaningOf(p.view()) == meaning);
    }
}

// ---- in the compiler ------------------------------------------------------------------------------------------------

namespace {

constexpr plan::Column columns[] = {{.name = "a", .type = sqltype::integer}, {.name = "b", .type = sqltype::integer.orNull(true)}, {.name = "s", .type = sqltype::string}};
constexpr plan::Node scan{.kind = plan::NodeKind::scan, .source = 0, .columnCount = 3, .view = "t"};
constexpr plan::View views[] = {{.name = "t", .plan = {nullptr, &scan, columns, nullptr, 0, 1, 3, 0, 0}}};

template <FixedString Sql>
struct Query {
    static constexpr std::string_view sql = Sql.view();
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
template <FixedString Sql> constexpr bool gives(std::string_view names) {
    const plan::PlanView p = detail::planOf<Query<Sql>>.view();
    std::size_t at = 0;
    for (int i = 0; i < p.width(); ++i) {
        const std::string_view name = p.column(i).name;
        if (names.substr(at, name.size()) != name) return false;
        at += name.size() + 1;
    }
    return p.root >= 0 && at == names.size() + 1;
}

// Names that no text holds, nested types, and both in one plan.
static_assert(gives<"SELECT x.*, y.a, y.* FROM t x JOIN t y ON x.a = y.a">("a b s a0 a00 b0 s0"));
static_assert(gives<"SELECT s, COLLECT(a) AS m, ARRAY_AGG(b) AS l, SUM(b) FROM t GROUP BY s">("s m l EXPR$3"));
static_assert(gives<"SELECT COLLECT(x.a) AS a, MAX(y.a) AS a FROM t x, t y WHERE x.b = y.b">("a a0"));
static_assert(detail::planOf<Query<"SELECT * FROM (SELECT x.a, y.a FROM t x, t y) AS z WHERE a00 = 1">>.error.nearest == "a0");
static_assert(gives<"WITH p (n, m) AS (SELECT COUNT(*), MAX(b) FROM t GROUP BY s HAVING COUNT(*) > 1) SELECT p.n, q.m FROM p LEFT JOIN p AS q USING (n) ORDER BY q.m LIMIT 3">("n m"));
static_assert(detail::planOf<Query<"SELECT a, COUNT(*) FROM t GROUP BY b">>.error.code == ErrorCode::notGrouped);

}  // namespace
