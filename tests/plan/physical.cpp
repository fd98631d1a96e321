// SPDX-License-Identifier: BSL-1.0
// What is left to run of a plan: which columns travel and are kept, what tells rows apart, who asks for rows before an update.
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include <rivulet/plan/run_time.hpp>

using namespace rivulet;
using namespace rivulet::plan;

namespace {

RuntimePlanner planner(bool batch = false) {
    RuntimePlanner p(batch);
    p.table("bids", {{"who", "STRING NOT NULL"}, {"amount", "BIGINT NOT NULL"}, {"n", "INT"}, {"note", "STRING"}});
    p.table("people", {{"id", "STRING NOT NULL"}, {"city", "STRING"}, {"age", "INT"}}, {.primaryKey = {"id"}, .mode = {ChangelogMode::insert | ChangelogMode::updateAfter | ChangelogMode::delete_}});
    p.table("log", {{"k", "INT"}, {"v", "INT"}}, {.mode = {ChangelogMode::all}});
    p.table("lots", {{"id", "INT NOT NULL"}, {"name", "STRING"}, {"seller", "INT"}}, {.primaryKey = {"id"}});
    p.table("calls", {{"who", "STRING NOT NULL"}, {"n", "INT NOT NULL"}, {"ts", "TIMESTAMP(3) NOT NULL"}}, {.rowtime = "ts"});
    p.function("twice", "INT NOT NULL", {"INT NOT NULL"});
    p.view("counts", p.plan("SELECT who, COUNT(*) AS c, SUM(amount) AS s FROM bids GROUP BY who"));
    return p;
}

// The operators of a query for a target that takes these kinds, as explain writes them.
std::string operators(std::string_view sql, unsigned char kinds, bool batch = false) {
    const RuntimePlanner p = planner(batch);
    const RuntimePlan plan = p.plan(std::string(sql));
    REQUIRE_MESSAGE(!plan.error(), plan.message());
    const runtime::PhysicalStorage physical = runtime::physical(plan.view(), {kinds});
    REQUIRE(!physical.error);
    for (int o = 0; o < physical.view.opCount; ++o) {  // who feeds an operator stands behind it, also where several read one
        const PhysicalOp& op = physical.view.ops[o];
        CHECK(op.consumer < o);
        if (op.kind == NodeKind::reused) CHECK((op.source > o && physical.view.ops[op.source].reused));
    }
    return runtime::text([&](rivulet::detail::TextWriter& w) { writeExplain(w, plan.view(), physical.view); });
}

constexpr unsigned char all = ChangelogMode::all, upsert = ChangelogMode::insert | ChangelogMode::updateAfter | ChangelogMode::delete_;

struct Case {
    std::string_view about, sql;
    unsigned char kinds;
    std::string_view operators;
};
constexpr Case cases[] = {
    {"a group takes what its keys and aggregates read; an aggregate that nobody reads is not there", "SELECT s FROM (SELECT who, SUM(amount) AS s, COUNT(n) AS c FROM bids GROUP BY who)", all,
     "#0 Group(SUM(amount) BY who) -> result\n  takes who, amount\n  emit s\n#1 Scan(bids) -> #0\n  emit who, amount\n"},
    {"an upsert target wants no rows before updates", "SELECT who, COUNT(*) AS c FROM bids GROUP BY who", upsert,
     "#0 Group(COUNT(*) BY who) without -U -> result\n  takes who\n  emit who, c\n#1 Scan(bids) -> #0\n  emit who\n"},
    {"but a filter does: what passed may not pass any more", "SELECT who, COUNT(*) AS c FROM bids GROUP BY who HAVING COUNT(*) > 1", upsert,
     "#0 Group(COUNT(*) BY who) -> result\n  takes who\n  where c > 1\n  emit who, c\n#1 Scan(bids) -> #0\n  emit who\n"},
    {"upserts that nobody needs whole are not normalised", "SELECT id, city FROM people", upsert, "#0 Scan(people) without -U -> result\n  emit id, city\n"},
    {"others are, over the columns that are read", "SELECT city FROM people", all,
     "#0 Normalize(BY id) -> result\n  takes id, city; changes\n  emit city\n#1 Scan(people) without -U -> #0\n  emit id, city\n"},
    {"a filter of upserts is the normalisation's own", "SELECT id FROM people WHERE age > 3", upsert,
     "#0 Normalize(BY id) without -U -> result\n  takes id, age; changes\n  where age > 3\n  emit id\n#1 Scan(people) without -U -> #0\n  emit id, age\n"},
    {"a join by a unique key has one row a key; its key is not kept twice", "SELECT b.amount, p.city FROM bids b JOIN people p ON b.who = p.id", all,
     "#0 Join(INNER who = id) -> result\n  left: who, amount\n  right: id, city; one row a key; changes\n  emit amount, city\n#1 Scan(bids) -> #0 left\n  emit who, amount\n"
     "#2 Normalize(BY id) -> #0 right\n  takes id, city; changes\n  emit id, city\n#3 Scan(people) without -U -> #2\n  emit id, city\n"},
    {"a condition that is no equality of both sides stays one", "SELECT b.who FROM bids b JOIN log l ON b.n = l.k AND b.amount < l.v", all,
     "#0 Join(INNER n = k AND amount < v) -> result\n  left: who, amount, n\n  right: k, v; changes\n  emit who\n#1 Scan(bids) -> #0 left\n  emit who, amount, n\n"
     "#2 Scan(log) -> #0 right\n  emit k, v\n"},
    {"an outer join whose padded rows a filter drops is an inner one", "SELECT b.amount FROM bids b LEFT JOIN log l ON b.n = l.k WHERE l.v > 3", all,
     "#0 Join(INNER n = k) -> result\n  left: amount, n\n  right: k, v; changes\n  where v > 3\n  emit amount\n#1 Scan(bids) -> #0 left\n  emit amount, n\n#2 Scan(log) -> #0 right\n  emit k, v\n"},
    {"groups that only rise are ranked by their new rows", "SELECT who, COUNT(*) AS c FROM bids GROUP BY who ORDER BY c DESC LIMIT 2", all,
     "#0 TopN(c DESC, places 1..2) -> result\n  takes who, c; changes\n  emit who, c\n#1 Group(COUNT(*) BY who) without -U -> #0\n  takes who\n  emit who, c\n#2 Scan(bids) -> #1\n  emit who\n"},
    {"groups that may fall are not", "SELECT who, SUM(amount) AS s FROM bids GROUP BY who ORDER BY s DESC LIMIT 2", all,
     "#0 TopN(s DESC, places 1..2) -> result\n  takes who, s; changes\n  emit who, s\n#1 Group(SUM(amount) BY who) -> #0\n  takes who, amount\n  emit who, s\n#2 Scan(bids) -> #1\n  emit who, amount\n"},
    {"nor are those that may have no value yet, where that comes first", "SELECT who, MIN(n) AS m FROM bids GROUP BY who ORDER BY m LIMIT 2", all,
     "#0 TopN(m, places 1..2) -> result\n  takes who, m; changes\n  emit who, m\n#1 Group(MIN(n) BY who) -> #0\n  takes who, n\n  emit who, m\n#2 Scan(bids) -> #1\n  emit who, n\n"},
    {"where it comes last they are", "SELECT who, MIN(n) AS m FROM bids GROUP BY who ORDER BY m NULLS LAST LIMIT 2", all,
     "#0 TopN(m NULLS LAST, places 1..2) -> result\n  takes who, m; changes\n  emit who, m\n#1 Group(MIN(n) BY who) without -U -> #0\n  takes who, n\n  emit who, m\n#2 Scan(bids) -> #1\n  emit who, n\n"},
    {"what stands above a union is applied to every side, also behind one that keeps state", "SELECT x + 1 AS y FROM (SELECT COUNT(*) AS x FROM (SELECT n * 2 AS m FROM bids) GROUP BY m UNION ALL SELECT v FROM log) WHERE x > 5", all,
     "#0 Group(COUNT(*) BY m) -> result\n  takes m\n  where x > 5\n  emit x + 1 AS y\n#1 Scan(bids) -> #0\n  emit n * 2\n#2 Scan(log) -> result\n  $0 = CAST(v AS BIGINT), once\n  where $0 > 5\n  emit $0 + 1 AS y\n"},
    {"what all rows of a group have in common comes with each of them and is not kept", "SELECT id, title, amount, who FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY id ORDER BY amount DESC) AS r "
     "FROM (SELECT l.id, l.name AS title, b.who, b.amount FROM lots l JOIN bids b ON l.id = b.n WHERE l.seller > 3)) WHERE r <= 2", all,
     "#0 TopN(amount DESC BY id, places 1..2) -> result\n  takes id, title, who, amount; the same in a group: title\n  emit id, title, amount, who\n"
     "#1 Join(INNER id = n) -> #0\n  left: id, name; one row a key\n  right: who, amount, n\n  emit id, name, who, amount\n#2 Scan(lots) -> #1 left\n  where seller > 3\n  emit id, name\n"
     "#3 Scan(bids) -> #1 right\n  emit who, amount, n\n"},
    {"but for what it is ordered by", "SELECT id, name FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY id ORDER BY name) AS r FROM lots) WHERE r <= 2", all,
     "#0 TopN(name BY id, places 1..2) -> result\n  takes id, name\n  emit id, name\n#1 Scan(lots) -> #0\n  emit id, name\n"},
    {"and not in groups of other columns, nor of a row that may change", "SELECT name, city FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY name ORDER BY age) AS r FROM lots l JOIN people p ON l.name = p.id) WHERE r <= 1", all,
     "#0 TopN(age BY name, places 1..1) -> result\n  takes name, city, age; changes\n  emit name, city\n#1 Join(INNER name = id) -> #0\n  left: id, name; by unique key\n  right: id, city, age; one row a key; changes\n  emit name, city, age\n"
     "#2 Scan(lots) -> #1 left\n  emit id, name\n#3 Normalize(BY id) -> #1 right\n  takes id, city, age; changes\n  emit id, city, age\n#4 Scan(people) without -U -> #3\n  emit id, city, age\n"},
    {"an upsert target takes no -U from a source that has them", "SELECT k, v FROM log", upsert, "#0 Scan(log) without -U -> result\n  emit k, v\n"},
};

// ---- equal parts ----------------------------------------------------------------------------------------------------

constexpr std::string_view groupsAndTheirTop = "SELECT who, c FROM counts WHERE c > 3 UNION ALL SELECT who, c FROM (SELECT * FROM counts ORDER BY c DESC LIMIT 3)";
constexpr Case reuseCases[] = {
    {"Nexmark's q5: windows are counted once for the counts and for their maximum, whichever keys are read",
     "SELECT a.who, a.n FROM (SELECT who, COUNT(*) AS n, window_start AS s, window_end AS e FROM TABLE(HOP(TABLE calls, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '10' SECOND)) GROUP BY who, window_start, window_end) AS a "
     "JOIN (SELECT MAX(m) AS m, x, y FROM (SELECT COUNT(*) AS m, window_start AS x, window_end AS y FROM TABLE(HOP(TABLE calls, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '10' SECOND)) GROUP BY who, window_start, window_end) "
     "GROUP BY x, y) AS b ON a.s = b.x AND a.e = b.y AND a.n >= b.m", all,
     "#0 WindowJoin(INNER n >= m) -> result\n  left: who, n, e\n  right: m, y\n  emit who, n\n#1 Reused(reference_id=[1]) -> #0 left\n  emit who, n, e\n#2 WindowGroup(MAX(m)) -> #0 right\n  takes m, x, y\n  emit m, y\n"
     "#3 WindowGroup of slices(COUNT(*) BY who)(reuse_id=[1]) -> #2\n  takes who, window_start, window_end\n  emit m, x, y\n#4 Slices -> #3\n  takes who, ts\n  emit who, window_start, window_end\n#5 Watermark -> #4\n  takes who, ts\n  emit who, ts\n"
     "#6 Scan(calls) -> #5\n  emit who, ts\n"},
    {"a view that is joined with itself", "SELECT a.who, a.s, b.s AS t FROM counts a JOIN counts b ON a.who = b.who", all,
     "#0 Join(INNER who = who) -> result\n  left: who, s; one row a key; changes\n  right: who, s; one row a key; changes\n  emit who, s, s AS t\n#1 Reused(reference_id=[1]) -> #0 left\n  emit who, s\n"
     "#2 Group(SUM(amount) BY who)(reuse_id=[1]) -> #0 right\n  takes who, amount\n  emit who, s\n#3 Scan(bids) -> #2\n  emit who, amount\n"},
    {"WITH; each reader has filters and projections of its own", "WITH g AS (SELECT who, MAX(n) AS m FROM bids GROUP BY who) SELECT m FROM g WHERE who = 'x' UNION ALL SELECT m + 1 FROM g UNION ALL SELECT m FROM g WHERE m > 3", all,
     "#0 Reused(reference_id=[1]) -> result\n  where who = 'x'\n  emit m\n#1 Reused(reference_id=[1]) -> result\n  emit m + 1 AS m\n"
     "#2 Group(MAX(n) BY who)(reuse_id=[1]) -> result\n  takes who, n\n  where m > 3\n  emit m\n#3 Scan(bids) -> #2\n  emit who, n\n"},
    {"updates of what one does not read are none for it: who reads other columns has an operator of its own", "SELECT c FROM counts UNION ALL SELECT s FROM counts", all,
     "#0 Group(COUNT(*) BY who) -> result\n  takes who\n  emit c\n#1 Group(SUM(amount) BY who) -> result\n  takes who, amount\n  emit s AS c\n#2 Scan(bids) -> #0\n  emit who\n#3 Scan(bids) -> #1\n  emit who, amount\n"},
    {"a scan with a projection is no work", "SELECT n + 1 AS x FROM bids UNION ALL SELECT n + 1 AS x FROM bids", all, "#0 Scan(bids) -> result\n  emit n + 1 AS x\n#1 Scan(bids) -> result\n  emit n + 1 AS x\n"},
    {"what gives another value each time is computed for each", "WITH g AS (SELECT who, MAX(r) AS r FROM (SELECT who, RAND() AS r FROM bids) GROUP BY who) SELECT r FROM g UNION ALL SELECT r FROM g", all,
     "#0 Group(MAX(r) BY who) -> result\n  takes who, r\n  emit r\n#1 Scan(bids) -> #0\n  emit who, RAND()\n#2 Group(MAX(r) BY who) -> result\n  takes who, r\n  emit r\n#3 Scan(bids) -> #2\n  emit who, RAND()\n"},
    {"a user function gives the same for the same", "WITH g AS (SELECT who, MAX(twice(n)) AS m FROM calls GROUP BY who) SELECT m FROM g UNION ALL SELECT m FROM g", all,
     "#0 Reused(reference_id=[1]) -> result\n  emit m\n#1 Group(MAX(EXPR$0) BY who)(reuse_id=[1]) -> result\n  takes who, EXPR$0\n  emit m\n#2 Watermark -> #1\n  takes who, n, ts\n  emit who, twice(n)\n#3 Scan(calls) -> #2\n  emit who, n, ts\n"},
    {"other filters below, other rows", "SELECT COUNT(*) AS c FROM bids WHERE n > 1 UNION ALL SELECT COUNT(*) AS c FROM bids WHERE n > 2", all,
     "#0 Group(COUNT(*)) -> result\n  takes \n  emit c\n#1 Scan(bids) -> #0\n  where n > 1\n  emit nothing\n#2 Group(COUNT(*)) -> result\n  takes \n  emit c\n#3 Scan(bids) -> #2\n  where n > 2\n  emit nothing\n"},
    {"an outer join that a filter makes an inner one is another join", "SELECT l.v FROM bids b LEFT JOIN log l ON b.n = l.k UNION ALL SELECT l.v FROM bids b LEFT JOIN log l ON b.n = l.k WHERE l.v > 3", all,
     "#0 Join(LEFT n = k) -> result\n  left: n\n  right: k, v; changes\n  emit v\n#1 Join(INNER n = k) -> result\n  left: n\n  right: k, v; changes\n  where v > 3\n  emit v\n#2 Scan(bids) -> #0 left\n  emit n\n#3 Scan(log) -> #0 right\n  emit k, v\n"
     "#4 Scan(bids) -> #1 left\n  emit n\n#5 Scan(log) -> #1 right\n  emit k, v\n"},
    {"what stands below groups that differ is one all the same", "WITH j AS (SELECT b.who, b.n, l.v FROM bids b JOIN log l ON b.n = l.k), g AS (SELECT who, MAX(n) AS x, MIN(n) AS y FROM j GROUP BY who) SELECT x FROM g UNION ALL SELECT y FROM g", all,
     "#0 Group(MAX(n) BY who) -> result\n  takes who, n; changes\n  emit x\n#1 Group(MIN(n) BY who) -> result\n  takes who, n; changes\n  emit y AS x\n#2 Reused(reference_id=[1]) -> #0\n  emit who, n\n"
     "#3 Join(INNER n = k)(reuse_id=[1]) -> #1\n  left: who, n\n  right: k; changes\n  emit who, n\n#4 Scan(bids) -> #3 left\n  emit who, n\n#5 Scan(log) -> #3 right\n  emit k\n"},
    {"rows before an update are made for who wants them, and end at who does not", groupsAndTheirTop, all,
     "#0 Reused(reference_id=[1]) -> result\n  where c > 3\n  emit who, c\n#1 TopN(c DESC, places 1..3) -> result\n  takes who, c; changes\n  emit who, c\n#2 Group(COUNT(*) BY who)(reuse_id=[1]) without -U -> #1\n  takes who\n  emit who, c\n#3 Scan(bids) -> #2\n  emit who\n"},
};

}  // namespace

TEST_CASE("physical plans") {
    for (const Case& c : cases) {
        CAPTURE(c.about);
        CAPTURE(c.sql);
        CHECK(operators(c.sql, c.kinds) == c.operators);
    }
}

TEST_CASE("equal parts are one operator") {
    for (const Case& c : reuseCases) {
        CAPTURE(c.about);
        CAPTURE(c.sql);
        CHECK(operators(c.sql, c.kinds) == c.operators);
    }
    // In batch mode only inserts come, to everybody all of them.
    CHECK(operators("SELECT who, c FROM counts UNION ALL SELECT who, s FROM counts", all, true) ==
          "#0 Reused(reference_id=[1]) -> result\n  emit who, c\n#1 Group(COUNT(*), SUM(amount) BY who)(reuse_id=[1]) -> result\n  takes who, amount\n  emit who, s AS c\n#2 Scan(bids) -> #1\n  emit who, amount\n");
}
