// SPDX-License-Identifier: BSL-1.0
// What is left to run of a plan: which columns travel and are kept, what tells rows apart, who asks for rows before an update.
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include <rivulet/plan/run_time.hpp>

using namespace rivulet;
using namespace rivulet::plan;

namespace {

RuntimePlanner planner() {
    RuntimePlanner p;
    p.table("bids", {{"who", "STRING NOT NULL"}, {"amount", "BIGINT NOT NULL"}, {"n", "INT"}, {"note", "STRING"}});
    p.table("people", {{"id", "STRING NOT NULL"}, {"city", "STRING"}, {"age", "INT"}}, {.primaryKey = {"id"}, .mode = {ChangelogMode::insert | ChangelogMode::updateAfter | ChangelogMode::delete_}});
    p.table("log", {{"k", "INT"}, {"v", "INT"}}, {.mode = {ChangelogMode::all}});
    p.table("lots", {{"id", "INT NOT NULL"}, {"name", "STRING"}, {"seller", "INT"}}, {.primaryKey = {"id"}});
    return p;
}

// The operators of a query for a target that takes these kinds, as explain writes them.
std::string operators(std::string_view sql, unsigned char kinds) {
    const RuntimePlanner p = planner();
    const RuntimePlan plan = p.plan(std::string(sql));
    REQUIRE_MESSAGE(!plan.error(), plan.message());
    const runtime::PhysicalStorage physical = runtime::physical(plan.view(), {kinds});
    REQUIRE(!physical.error);
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

}  // namespace

TEST_CASE("physical plans") {
    for (const Case& c : cases) {
        CAPTURE(c.about);
        CAPTURE(c.sql);
        CHECK(operators(c.sql, c.kinds) == c.operators);
    }
}
