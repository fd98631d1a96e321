// SPDX-License-Identifier: BSL-1.0
// Windows in plans: what is grouped by window and what is not, as text and back, what is refused.
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include <rivulet/plan/run_time.hpp>

using namespace rivulet;

namespace {

using Mode = plan::ChangelogMode;

plan::RuntimePlanner plannerOf(bool batch = false) {
    plan::RuntimePlanner p(batch);
    REQUIRE(!p.table("Bids", {{"item", "STRING"}, {"who", "STRING NOT NULL"}, {"price", "INT"}, {"ts", "TIMESTAMP(3)"}, {"at", "TIMESTAMP(3)"}}, {.rowtime = "ts"}));
    REQUIRE(!p.table("Zoned", {{"k", "INT NOT NULL"}, {"seen", "TIMESTAMP_LTZ(3)"}}, {.rowtime = "seen"}));
    if (!batch) REQUIRE(!p.table("Stock", {{"sku", "STRING"}, {"n", "INT"}, {"ts", "TIMESTAMP(3)"}}, {.mode = {Mode::all}, .rowtime = "ts"}));
    return p;
}
constexpr std::string_view tumble = "TABLE(TUMBLE(TABLE Bids, DESCRIPTOR(ts), INTERVAL '10' SECOND))";

struct Query { std::string sql, printed; };
std::string of(std::string_view select, std::string_view from, std::string_view rest = {}) { return std::string(select) + " FROM " + std::string(from) + std::string(rest); }

/// The kind of the node that groups, or the topmost one with windows.
plan::NodeKind groupsBy(const plan::RuntimePlan& p) {
    for (int i = p.view().nodeCount - 1; i >= 0; --i)
        if (const plan::NodeKind k = p.view().nodes[i].kind; k == plan::NodeKind::aggregate || k == plan::NodeKind::windowAggregate) return k;
    return plan::NodeKind::scan;
}
// Whether the topmost group by window puts its windows together from slices.
bool slices(const plan::RuntimePlan& p) {
    const plan::PlanView& v = p.view();
    for (int i = v.nodeCount - 1; i >= 0; --i)
        if (v.nodes[i].kind == plan::NodeKind::windowAggregate) return plan::mergesSlices(v, v.nodes[i]);
    return false;
}

}  // namespace

TEST_CASE("groups by window and ordinary ones") {
    const auto planner = plannerOf();
    const std::string hop = "TABLE(HOP(TABLE Bids, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '10' SECOND))", session = "TABLE(SESSION(TABLE Bids PARTITION BY who, DESCRIPTOR(ts), INTERVAL '5' SECOND))";
    struct Case { std::string sql; bool byWindow, slices; };
    const Case cases[] = {
        {of("SELECT window_start, COUNT(*) AS n", tumble, " GROUP BY window_start, window_end"), true, false},
        {of("SELECT who, COUNT(*) AS n", tumble, " GROUP BY who, window_end, window_start, window_time"), true, false},
        {of("SELECT window_start, COUNT(*) AS n", tumble, " GROUP BY window_start"), false, false},
        {of("SELECT COUNT(*) AS n", tumble, " GROUP BY window_start, window_time"), false, false},
        {of("SELECT COUNT(*) AS n", tumble, " GROUP BY window_start + INTERVAL '1' SECOND, window_end"), false, false},
        {of("SELECT DISTINCT window_start, window_end, who", hop), true, true},
        {of("SELECT who, SUM(price) AS s", hop, " WHERE price > 3 GROUP BY who, window_start, window_end"), true, true},
        {of("SELECT who, SUM(price) AS s", hop, " GROUP BY window_start, window_end, GROUPING SETS ((who), ())"), true, true},
        {of("SELECT w, SUM(p) AS s", "(SELECT UPPER(who) AS w, price + 1 AS p, window_end AS e, window_start AS s FROM " + hop + ")", " GROUP BY e, s, w"), true, true},
        // Who computes with the window gets the rows of each.
        {of("SELECT who, SUM(price) AS s", hop, " WHERE window_start > TIMESTAMP '2020-01-01 00:00:00' GROUP BY who, window_start, window_end"), true, false},
        {of("SELECT who, MAX(window_end) AS s", hop, " GROUP BY who, window_start, window_end"), true, false},
        {of("SELECT d, COUNT(*) AS n", "(SELECT DATE_FORMAT(window_end, 'HH') AS d, window_start, window_end FROM " + hop + ")", " GROUP BY d, window_start, window_end"), true, false},
        {of("SELECT who, SUM(price) AS s", session, " GROUP BY who, window_start, window_end"), true, true},
        {of("SELECT SUM(price) AS s", session, " GROUP BY window_start, window_end"), false, false},
        {of("SELECT item, who, SUM(price) AS s", session, " GROUP BY item, who, window_start, window_end"), false, false},
        {of("SELECT SUM(price) AS s", "TABLE(SESSION(TABLE Bids, DESCRIPTOR(ts), INTERVAL '5' SECOND))", " GROUP BY window_start, window_end"), true, true},
        // Windows of windows: once more by the same, and by those of a part.
        {of("SELECT SUM(n) AS s", "(" + of("SELECT who, window_start, window_end, COUNT(*) AS n", hop, " GROUP BY who, window_start, window_end") + ")", " GROUP BY window_start, window_end"), true, false},
        {of("SELECT SUM(n) AS s", "TABLE(TUMBLE((" + of("SELECT window_time AS rt, COUNT(*) AS n", tumble, " GROUP BY window_start, window_end, window_time") +
            "), DESCRIPTOR(rt), INTERVAL '20' SECOND))", " GROUP BY window_start, window_end"), true, false},
        {of("SELECT COUNT(*) AS n", "(SELECT window_start, window_end FROM " + std::string(tumble) + " UNION ALL SELECT window_start, window_end FROM " + std::string(tumble) + ")", " GROUP BY window_start, window_end"), true, false},
        {of("SELECT COUNT(*) AS n", "(SELECT window_start, window_end FROM " + std::string(tumble) + " UNION ALL SELECT window_start, window_end FROM " + hop + ")", " GROUP BY window_start, window_end"), false, false},
        {"SELECT who, HOP_START(ts, INTERVAL '4' SECOND, INTERVAL '10' SECOND) AS s FROM Bids GROUP BY who, HOP(ts, INTERVAL '4' SECOND, INTERVAL '10' SECOND)", true, true},
        {"SELECT who, SESSION_END(ts, INTERVAL '4' SECOND) AS s, SUM(price) AS p FROM Bids GROUP BY who, SESSION(ts, INTERVAL '4' SECOND)", true, true},
        {"SELECT COUNT(*) AS c FROM (SELECT TUMBLE_START(ts, INTERVAL '4' SECOND) AS s, TUMBLE_END(ts, INTERVAL '4' SECOND) AS e FROM Bids GROUP BY TUMBLE(ts, INTERVAL '4' SECOND)) GROUP BY s, e", false, false},
        {of("SELECT n, COUNT(*) AS c", "TABLE(TUMBLE(TABLE Stock, DESCRIPTOR(ts), INTERVAL '1' DAY))", " GROUP BY n, window_start, window_end"), true, false},
    };
    for (const Case& c : cases) {
        CAPTURE(c.sql);
        const plan::RuntimePlan p = planner.plan(c.sql);
        REQUIRE(p.message() == "");
        CHECK((groupsBy(p) == plan::NodeKind::windowAggregate) == c.byWindow);
        CHECK(slices(p) == c.slices);
        CHECK(p.view().nodes[p.view().root].mode.insertOnly() == c.byWindow);
        const plan::RuntimePlan again = planner.plan(p.toSql());
        CAPTURE(p.toSql());
        REQUIRE(again.message() == "");
        CHECK(again.view() == p.view());
    }
}

TEST_CASE("windows as text") {
    const auto planner = plannerOf();
    const Query queries[] = {
        {of("SELECT *", tumble), of("SELECT *", tumble)},
        {"SELECT * FROM TABLE(HOP(DATA => TABLE Bids, SIZE => INTERVAL '1:30' MINUTE TO SECOND, SLIDE => INTERVAL '0.250' SECOND, TIMECOL => DESCRIPTOR(ts), `OFFSET` => INTERVAL '-1' MINUTE))",
         "SELECT * FROM TABLE(HOP(TABLE Bids, DESCRIPTOR(ts), INTERVAL '0.250' SECOND, INTERVAL '90' SECOND, INTERVAL '-1' MINUTE))"},
        {"SELECT * FROM TABLE(CUMULATE(TABLE Bids, DESCRIPTOR(ts), INTERVAL '6' HOUR, INTERVAL '1' DAY)) AS w",
         "SELECT * FROM TABLE(CUMULATE(TABLE Bids, DESCRIPTOR(ts), INTERVAL '6' HOUR, INTERVAL '1' DAY))"},
        {"SELECT * FROM TABLE(SESSION((SELECT who, ts FROM Bids WHERE price > 1) PARTITION BY who, DESCRIPTOR(ts), INTERVAL '5' MINUTE))",
         "SELECT * FROM TABLE(SESSION((SELECT who, ts FROM Bids WHERE price > 1) PARTITION BY (who), DESCRIPTOR(ts), INTERVAL '5' MINUTE))"},
        {"SELECT UPPER(who) AS w, TUMBLE_START(ts, INTERVAL '10' SECOND) AS s, SUM(price + 1) AS p FROM Bids WHERE price > 0 GROUP BY UPPER(who), TUMBLE(ts, INTERVAL '10' SECOND) HAVING MAX(price) > 3",
         "SELECT UPPER(who) AS w, TUMBLE_START(ts, INTERVAL '10' SECOND) AS s, SUM(price + 1) AS p FROM Bids WHERE price > 0 GROUP BY UPPER(who), TUMBLE(ts, INTERVAL '10' SECOND) HAVING MAX(price) > 3"},
        {"SELECT HOP_ROWTIME(ts, INTERVAL '1' MINUTE, INTERVAL '1' HOUR) AS r FROM Bids GROUP BY HOP(ts, INTERVAL '1' MINUTE, INTERVAL '1' HOUR)",
         "SELECT HOP_ROWTIME(ts, INTERVAL '1' MINUTE, INTERVAL '1' HOUR) AS r FROM Bids GROUP BY HOP(ts, INTERVAL '1' MINUTE, INTERVAL '1' HOUR)"},
    };
    for (const Query& q : queries) {
        CAPTURE(q.sql);
        const plan::RuntimePlan p = planner.plan(q.sql);
        REQUIRE(p.message() == "");
        CHECK(p.toSql() == q.printed);
        CHECK(planner.plan(p.toSql()).view() == p.view());
    }
}

TEST_CASE("windows in explain") {
    const auto planner = plannerOf();
    const std::string text = planner.plan(of("SELECT who, window_time AS rt, COUNT(*) AS n", "TABLE(HOP(TABLE Bids, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '10' SECOND))",
                                             " GROUP BY who, window_start, window_end, window_time")).explain();
    CAPTURE(text);
    for (const std::string_view part : {"WindowAggregate(COUNT(*) AS n BY who, window_start, window_end, window_time) [I]", "keeps a row per group and open window", "rt TIMESTAMP(3) NOT NULL *ROWTIME*",
                                        "Hop(ts, slide 2000 ms, size 10000 ms) [I]", "WindowGroup of slices(COUNT(*) BY who)", "Slices"})
        CHECK(text.find(part) != std::string::npos);
}

TEST_CASE("what is no window") {
    struct Refusal { std::string_view sql, message; };
    const Refusal streaming[] = {
        {"SELECT * FROM TABLE(TUMBLE(TABLE Bids, DESCRIPTOR(price), INTERVAL '1' DAY))",
         "a window needs a time attribute: 'price'; wants TO_TIMESTAMP_LTZ(.., 3) as a column with a watermark in the schema; found INT; at line 1, column 51"},
        {"SELECT * FROM TABLE(TUMBLE(TABLE Bids, DESCRIPTOR(at), INTERVAL '1' DAY))",
         "a window needs a time attribute: 'at'; wants a watermark in its schema; found TIMESTAMP(3); at line 1, column 51"},
        {"SELECT * FROM TABLE(TUMBLE((SELECT ts + INTERVAL '1' HOUR AS later FROM Bids), DESCRIPTOR(later), INTERVAL '1' DAY))",
         "a window needs a time attribute: 'later'; wants the row time as it is; found a row time plus an interval; at line 1, column 91"},
        {"SELECT * FROM TABLE(TUMBLE((SELECT b.ts FROM Bids b JOIN Zoned ON price = k), DESCRIPTOR(ts), INTERVAL '1' DAY))",
         "a window needs a time attribute: 'ts'; wants a window below the join, an interval join, or MATCH_ROWTIME(); found a row time behind a regular join, or of a row of a match: in no order of time; at line 1, column 90"},
        {"SELECT * FROM TABLE(TUMBLE(TABLE Bids, DESCRIPTOR(ts), INTERVAL '5' MINUTE, INTERVAL '-7' MINUTE))",
         "these lengths of time make no windows: 'TUMBLE'; wants an offset below the size; found an offset of -420000 ms; at line 1, column 51"},
        {"SELECT * FROM TABLE(CUMULATE(TABLE Bids, DESCRIPTOR(ts), INTERVAL '4' MINUTE, INTERVAL '10' MINUTE))",
         "these lengths of time make no windows: 'CUMULATE'; wants a size of whole steps; found a step of 240000 ms; at line 1, column 53"},
        {"SELECT * FROM TABLE(HOP(TABLE Bids, DESCRIPTOR(ts), INTERVAL '0' SECOND, INTERVAL '10' MINUTE))",
         "these lengths of time make no windows: 'HOP'; wants a slide of more than nothing; found 0 ms; at line 1, column 48"},
        {"SELECT COUNT(*) FROM TABLE(HOP(TABLE Bids, DESCRIPTOR(ts), INTERVAL '4' MINUTE, INTERVAL '10' MINUTE)) GROUP BY window_start, window_end",
         "these lengths of time make no windows: 'HOP'; wants a size of whole slides; found a slide of 240000 ms; at line 1, column 8"},
        {"SELECT * FROM TABLE(TUMBLE(TABLE Bids, DESCRIPTOR(ts), INTERVAL '1' MONTH))",
         "types do not fit: 'TUMBLE'; wants an INTERVAL of days to seconds, written out; found INTERVAL YEAR(4) TO MONTH; at line 1, column 56"},
        {"SELECT * FROM TABLE(TUMBLE(TABLE Bids, DESCRIPTOR(ts)))", "wrong arguments of a window function: 'TUMBLE'; wants table, time, size [, offset]; at line 1, column 15"},
        {"SELECT * FROM TABLE(TUMBLE(TABLE Bids, DESCRIPTOR(ts), SLIDE => INTERVAL '1' DAY))", "wrong arguments of a window function: 'TUMBLE'; wants table, time, size [, offset]; at line 1, column 56"},
        {"SELECT * FROM TABLE(TUMBLE(TABLE Bids, ts, INTERVAL '1' DAY))", "wrong arguments of a window function: 'TUMBLE'; wants DESCRIPTOR(column) as the time; at line 1, column 40"},
        {"SELECT * FROM TABLE(TUMBLE(Bids, DESCRIPTOR(ts), INTERVAL '1' DAY))", "wrong arguments of a window function: 'TUMBLE'; wants TABLE before its name; at line 1, column 28"},
        {"SELECT * FROM TABLE(TUMBLE(TABLE Bids PARTITION BY who, DESCRIPTOR(ts), INTERVAL '1' DAY))", "not supported: 'PARTITION BY'; wants a SESSION window; at line 1, column 28"},
        {"SELECT * FROM TABLE(TUMBLE((SELECT who AS window_end, ts FROM Bids), DESCRIPTOR(ts), INTERVAL '1' DAY))",
         "two columns have the same name: 'window_end'; wants another name for it below, with AS; at line 1, column 81"},
        {"SELECT TUMBLE_START(ts, INTERVAL '2' DAY) FROM Bids GROUP BY TUMBLE(ts, INTERVAL '1' DAY)",
         "column is not being grouped: 'TUMBLE_START'; wants GROUP BY a window with the same arguments; at line 1, column 8"},
        {"SELECT COUNT(*) FROM Bids GROUP BY TUMBLE(at, INTERVAL '1' DAY)",
         "a window needs a time attribute: 'at'; wants a watermark in its schema; found TIMESTAMP(3); at line 1, column 43"},
        {"SELECT COUNT(*) FROM Bids GROUP BY HOP(ts, INTERVAL '1' DAY)", "wrong arguments of a window function: 'HOP'; wants time, slide, size; at line 1, column 36"},
        {"SELECT TUMBLE_PROCTIME(ts, INTERVAL '1' DAY) FROM Bids GROUP BY TUMBLE(ts, INTERVAL '1' DAY)",
         "a window needs a time attribute: 'TUMBLE_PROCTIME'; wants windows by processing time; at line 1, column 8"},
    };
    const auto planner = plannerOf(), batch = plannerOf(true);
    for (const Refusal& r : streaming) CHECK(planner.plan(std::string(r.sql)).message() == r.message);
    CHECK(batch.plan("SELECT * FROM TABLE(TUMBLE(TABLE Bids, DESCRIPTOR(at), INTERVAL '1' DAY))").message() == "");
    CHECK(batch.plan("SELECT * FROM TABLE(TUMBLE(TABLE Bids, DESCRIPTOR(price), INTERVAL '1' DAY))").message() ==
          "a window needs a time attribute: 'price'; wants a TIMESTAMP or TIMESTAMP_LTZ; found INT; at line 1, column 51");
    CHECK(batch.plan("SELECT * FROM TABLE(SESSION(TABLE Bids, DESCRIPTOR(ts), INTERVAL '1' DAY))").message() == "not supported: 'SESSION windows'; wants streaming mode; at line 1, column 52");
}
