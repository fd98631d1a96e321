// SPDX-License-Identifier: BSL-1.0
// What puts rows in order of time or chooses by it: which operator it is, what its rows are like, the SQL that it prints as, what is refused.
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>

#include <rivulet/plan/run_time.hpp>
#include <rivulet/plan/to_sql.hpp>

using namespace rivulet;

namespace {

using Mode = plan::ChangelogMode;
plan::RuntimePlanner plannerOf(bool batch = false) {
    plan::RuntimePlanner p(batch);
    REQUIRE(!p.table("Rows", {{"parcel", "STRING"}, {"place", "STRING NOT NULL"}, {"tm", "TIMESTAMP(3)"}, {"at", "TIMESTAMP(3)"}}, {.rowtime = "tm"}));
    REQUIRE(!p.view("Scans", p.plan("SELECT *, PROCTIME() AS pt FROM `Rows`")));
    REQUIRE(!p.table("Plain", {{"k", "STRING"}, {"tm", "TIMESTAMP(3)"}}));
    if (!batch) REQUIRE(!p.table("Changing", {{"k", "STRING"}, {"tm", "TIMESTAMP(3)"}}, {.mode = {Mode::all}, .rowtime = "tm"}));
    return p;
}

struct Case {
    std::string_view sql, step, printed;
};
#define LATEST(order) "SELECT parcel, place FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY parcel ORDER BY " order ") AS rn FROM Scans) WHERE rn = 1"
#define WINDOWED(columns, function, lengths, partition, order, condition) \
    "SELECT " columns " FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY " partition " ORDER BY " order ") AS rn FROM TABLE(" function "(TABLE Scans, DESCRIPTOR(tm), " lengths "))) WHERE " condition
constexpr Case cases[] = {
    {LATEST("tm"), "Deduplicate(BY parcel ORDER BY tm, first) [I] key (parcel) keeps the keys, and the first rows that the watermark has not passed",
     "SELECT parcel, place FROM (SELECT parcel, place, ROW_NUMBER() OVER (PARTITION BY parcel ORDER BY tm) AS $0 FROM Scans) WHERE $0 = 1"},
    {LATEST("tm DESC"), "Deduplicate(BY parcel ORDER BY tm DESC, last) [I,UB,UA] key (parcel) keeps the last row per key", {}},
    {LATEST("pt ASC"), "Deduplicate(BY parcel ORDER BY pt, first) [I] key (parcel) keeps the keys", {}},
    {LATEST("pt DESC NULLS LAST"), "Deduplicate(BY parcel ORDER BY pt DESC, last) [I,UB,UA] key (parcel) keeps the last row per key", {}},
    {"SELECT * FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY tm DESC) AS rn FROM Scans) WHERE rn <= 1 AND rn >= 0", "Deduplicate(ORDER BY tm DESC, last) [I,UB,UA] key () keeps the last row per key", {}},
    // by an expression, and with the place as a column
    {"SELECT rn, tm FROM (SELECT tm, ROW_NUMBER() OVER (PARTITION BY UPPER(place) ORDER BY tm) AS rn FROM Scans) WHERE rn = 1",
     "Deduplicate(BY UPPER(place) ORDER BY tm, first) [I] keeps the keys, and the first rows that the watermark has not passed", {}},
    // more than one row, more than one column, no time attribute, rows that change: a ranking
    {"SELECT parcel FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY parcel ORDER BY tm) AS rn FROM Scans) WHERE rn <= 2", "Rank(BY parcel ORDER BY tm, places 1 to 2) [I,UB,UA,D] keeps the kept rows per group", {}},
    {"SELECT parcel FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY parcel ORDER BY tm) AS rn FROM Scans) WHERE rn = 2", "Rank(BY parcel ORDER BY tm, place 2) [I,UB,UA,D] key (parcel) keeps the kept rows per group", {}},
    {LATEST("tm, place"), "Rank(BY parcel ORDER BY tm, place, place 1) [I,UB,UA,D] key (parcel) keeps the kept rows per group", {}},
    {LATEST("tm + INTERVAL '1' SECOND"), "Rank(BY parcel ORDER BY tm + INTERVAL '1' SECOND, place 1) [I,UB,UA,D] key (parcel) keeps the kept rows per group", {}},
    {"SELECT parcel FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY parcel ORDER BY t) AS rn FROM (SELECT parcel, tm - INTERVAL '1' SECOND AS t FROM Scans)) WHERE rn = 1",
     "Rank(BY parcel ORDER BY t, place 1) [I,UB,UA,D] key (parcel) keeps the kept rows per group", {}},
    {LATEST("CAST(tm AS TIMESTAMP(3))"), "Rank(BY parcel ORDER BY CAST(tm AS TIMESTAMP(3)), place 1) [I,UB,UA,D] key (parcel) keeps the kept rows per group", {}},
    {LATEST("at"), "Rank(BY parcel ORDER BY at, place 1) [I,UB,UA,D] key (parcel) keeps the kept rows per group", {}},
    {"SELECT k FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY tm) AS rn FROM Changing) WHERE rn = 1", "Rank(BY k ORDER BY tm, place 1) [I,UB,UA,D] key (k) keeps all rows", {}},
    // of windows: each once, when it is over
    {WINDOWED("rn, parcel", "TUMBLE", "INTERVAL '10' SECOND", "window_start, window_end, place", "parcel DESC", "rn <= 3"),
     "WindowRank(BY window_start, window_end, place ORDER BY parcel DESC, places 1 to 3) [I] key (place, window_start, window_end, rn) keeps the kept rows per group of open windows", {}},
    {WINDOWED("parcel", "TUMBLE", "INTERVAL '10' SECOND", "window_end, parcel, window_start", "tm DESC", "rn = 1"),
     "WindowRank(BY window_end, parcel, window_start ORDER BY tm DESC, place 1) [I] key (parcel, window_start, window_end) keeps the kept rows per group of open windows", {}},
    {WINDOWED("parcel", "TUMBLE", "INTERVAL '10' SECOND", "window_start, parcel", "tm DESC", "rn = 1"),
     "Deduplicate(BY window_start, parcel ORDER BY tm DESC, last) [I,UB,UA] key (parcel, window_start) keeps the last row per key", {}},
    {WINDOWED("parcel", "TUMBLE", "INTERVAL '10' SECOND", "window_start", "place", "rn <= 2"), "Rank(BY window_start ORDER BY place, places 1 to 2) [I,UB,UA,D] keeps the kept rows per group", {}},
    {"SELECT window_start, parcel, n FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY n DESC) AS rn FROM (SELECT window_start, window_end, parcel, COUNT(*) AS n "
     "FROM TABLE(HOP(TABLE Scans, DESCRIPTOR(tm), INTERVAL '5' SECOND, INTERVAL '10' SECOND)) GROUP BY window_start, window_end, parcel)) WHERE rn BETWEEN 2 AND 3",
     "WindowRank(BY window_start, window_end ORDER BY n DESC, places 2 to 3) [I] key (window_start, window_end, parcel) keeps the kept rows per group of open windows", {}},
    // sorts
    {"SELECT parcel, tm FROM Scans ORDER BY tm", "TemporalSort(tm) [I] keeps the rows that the watermark has not passed", "SELECT parcel, tm FROM Scans ORDER BY tm"},
    {"SELECT * FROM Scans ORDER BY tm ASC, place DESC", "TemporalSort(tm, place DESC) [I] keeps the rows that the watermark has not passed", "SELECT * FROM Scans ORDER BY tm, place DESC"},
    {"SELECT place FROM Scans ORDER BY tm, pt DESC", "TemporalSort(tm, pt DESC) [I] keeps the rows that the watermark has not passed", "SELECT Scans.place FROM Scans ORDER BY Scans.tm, Scans.pt DESC"},
    {"SELECT place AS tm, tm AS t FROM Scans ORDER BY t, CHAR_LENGTH(place)", "TemporalSort(t, EXPR$0) [I] keeps the rows that the watermark has not passed",
     "SELECT Scans.place AS tm, Scans.tm AS t FROM Scans ORDER BY t, CHAR_LENGTH(Scans.place)"},
    {"SELECT place FROM Scans ORDER BY tm LIMIT 3", "Rank(ORDER BY tm, places 1 to 3) [I,UB,UA,D] keeps the kept rows", "SELECT Scans.place FROM Scans ORDER BY Scans.tm LIMIT 3"},
};
#undef LATEST

std::string stepIn(const plan::RuntimePlan& p) {
    const std::string all = p.explain();
    for (const std::string_view name : {"Deduplicate(", "WindowRank(", "Rank(", "TemporalSort("}) {
        const std::size_t at = all.find(name);
        if (at == std::string::npos) continue;
        std::string line = all.substr(at, all.find('\n', at) - at);
        if (const std::size_t columns = line.find(" -> "); columns != std::string::npos) line.resize(columns);
        return line;
    }
    return all;
}

}  // namespace

TEST_CASE("deduplications and sorts by time are operators of their own, and print as SQL that means the same") {
    const plan::RuntimePlanner planner = plannerOf();
    for (const Case& c : cases) {
        CAPTURE(c.sql);
        const plan::RuntimePlan p = planner.plan(std::string(c.sql));
        REQUIRE(p.message() == "");
        CHECK(stepIn(p) == c.step);
        CAPTURE(p.toSql());
        if (!c.printed.empty()) CHECK(p.toSql() == c.printed);
        const plan::RuntimePlan again = planner.plan(p.toSql());
        CHECK(again.message() == "");
        CHECK(again.view() == p.view());
        CHECK(plan::runtime::physical(p.view()).error.code == ErrorCode::none);
    }
}

TEST_CASE("rows in order of processing time are in order as they come") {
    const plan::RuntimePlanner planner = plannerOf();
    CHECK(planner.plan("SELECT place, pt FROM Scans ORDER BY pt").view() == planner.plan("SELECT place, pt FROM Scans").view());
}

TEST_CASE("a column of PROCTIME() is a processing time, kept by projections, lost by casts") {
    const plan::RuntimePlanner planner = plannerOf();
    const auto timeOf = [&](std::string_view sql) {
        const plan::RuntimePlan p = planner.plan(std::string(sql));
        REQUIRE(p.message() == "");
        REQUIRE(p.view().column(0).type == sqltype::timestampLtz(3));
        return p.view().column(0).time;
    };
    CHECK(timeOf("SELECT pt AS x FROM Scans") == TimeAttribute::proctime);
    CHECK(timeOf("SELECT PROCTIME() AS x FROM Plain") == TimeAttribute::proctime);
    CHECK(timeOf("SELECT CAST(pt AS TIMESTAMP_LTZ(3)) AS x FROM Scans") == TimeAttribute::none);
}

TEST_CASE("in batch the same rows are chosen, and an order takes no time attribute") {
    const plan::RuntimePlanner planner = plannerOf(true);
    for (const auto& [order, step] : {std::pair<std::string_view, std::string_view>{"tm", "Deduplicate(BY parcel ORDER BY tm, first)"}, {"tm DESC", "Deduplicate(BY parcel ORDER BY tm DESC, last)"}, {"pt DESC", "Deduplicate(BY parcel ORDER BY pt DESC, last)"},
                                      {"`at` DESC", "Rank(BY parcel ORDER BY at DESC, place 1)"}}) {
        for (const char* const from : {"Scans", "(SELECT * FROM Scans WHERE place <> 'x' UNION ALL SELECT * FROM Scans)", "(SELECT tm, pt, `at`, parcel FROM Scans)"}) {
            const plan::RuntimePlan p = planner.plan(std::string("SELECT parcel FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY parcel ORDER BY ") + std::string(order) + ") AS rn FROM " + from + ") WHERE rn = 1");
            CAPTURE(order);
            REQUIRE(p.message() == "");
            CHECK(stepIn(p).substr(0, step.size()) == step);
            CHECK(p.view().nodes[p.view().root].mode.insertOnly());
            CHECK(planner.plan(p.toSql()).view() == p.view());
        }
    }
    CHECK(stepIn(planner.plan("SELECT place FROM Scans ORDER BY tm DESC")).find("Sort(tm DESC)") != std::string::npos);
    CHECK(planner.plan("SELECT CURRENT_WATERMARK(tm) AS w FROM Scans").message() == "");
}

TEST_CASE("CURRENT_WATERMARK: of a row time, nullable; above a UNION ALL the rows come together first") {
    const plan::RuntimePlanner planner = plannerOf();
    const plan::RuntimePlan p = planner.plan("SELECT tm <= CURRENT_WATERMARK(tm) AS late, CURRENT_WATERMARK(tm) AS w FROM Scans WHERE CURRENT_WATERMARK(tm) IS NOT NULL");
    REQUIRE(p.message() == "");
    CHECK(p.view().column(1).type == sqltype::timestamp(3).orNull(true));
    CHECK(p.view().column(1).time == TimeAttribute::none);
    CHECK(planner.plan(p.toSql()).view() == p.view());
    const auto operators = [&](std::string_view sql) {
        const plan::RuntimePlan q = planner.plan(std::string(sql));
        REQUIRE(q.message() == "");
        const auto physical = plan::runtime::physical(q.view());
        std::string kinds;
        for (int o = 0; o < physical.view.opCount; ++o) kinds += physical.view.ops[o].kind == plan::NodeKind::limit ? 'U' : physical.view.ops[o].kind == plan::NodeKind::watermark ? 'w' : '.';
        return kinds;
    };
    CHECK(operators("SELECT CURRENT_WATERMARK(tm) AS w FROM (SELECT * FROM Scans UNION ALL SELECT * FROM Scans)") == "Uw.w.");
    CHECK(operators("SELECT CURRENT_WATERMARK(tm) AS w FROM Scans UNION ALL SELECT CURRENT_WATERMARK(tm) FROM Scans") == "w.w.");
}

TEST_CASE("orders by time that are refused") {
    const plan::RuntimePlanner planner = plannerOf();
    struct Refused {
        std::string_view sql;
        ErrorCode code;
        std::string_view message;  // behind the sentence
    };
    using enum ErrorCode;
    for (const Refused& c : {
             Refused{"SELECT place FROM Scans ORDER BY tm DESC", sortInStreaming, ": 'ORDER BY'; at line 1, column 34"},
             Refused{"SELECT place FROM Scans ORDER BY place, tm", sortInStreaming, ": 'ORDER BY'; at line 1, column 34"},
             Refused{"SELECT place FROM Scans ORDER BY `at`", sortInStreaming, ": 'ORDER BY'; at line 1, column 34"},
             Refused{"SELECT place FROM Scans ORDER BY pt, place", sortInStreaming, ": 'ORDER BY'; at line 1, column 34"},
             Refused{"SELECT place FROM Scans ORDER BY tm OFFSET 2 ROWS", sortInStreaming, ": 'ORDER BY'; at line 1, column 34"},
             Refused{"SELECT k FROM Changing ORDER BY tm", sortInStreaming, ": 'ORDER BY'; at line 1, column 33"},
             Refused{"SELECT parcel FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY place) AS rn FROM TABLE(TUMBLE(TABLE Scans, DESCRIPTOR(pt), INTERVAL '1' MINUTE))) WHERE rn <= 2",
                     notSupported, ": 'ROW_NUMBER() of windows by processing time'; wants windows by a row time; at line 1, column 31"},
             Refused{"SELECT CURRENT_WATERMARK(tm) AS w FROM Plain", typeMismatch, ": 'CURRENT_WATERMARK'; wants the column of a WATERMARK; found TIMESTAMP(3); at line 1, column 26"},
             Refused{"SELECT CURRENT_WATERMARK(pt) AS w FROM Scans", typeMismatch, ": 'CURRENT_WATERMARK'; wants the column of a WATERMARK; found TIMESTAMP_LTZ(3); at line 1, column 26"},
             Refused{"SELECT CURRENT_WATERMARK(CAST(tm AS TIMESTAMP(3))) AS w FROM Scans", typeMismatch, ": 'CURRENT_WATERMARK'; wants the column of a WATERMARK; found TIMESTAMP(3); at line 1, column 26"},
             Refused{"SELECT CURRENT_WATERMARK(place) AS w FROM Scans", typeMismatch, ": 'CURRENT_WATERMARK'; wants the column of a WATERMARK; found STRING; at line 1, column 26"},
             Refused{"SELECT CURRENT_WATERMARK() AS w FROM Scans", argumentCount, ": 'CURRENT_WATERMARK'; wants 1; at line 1, column 8"},
             Refused{"SELECT PROCTIME(tm) AS w FROM Scans", argumentCount, ": 'PROCTIME'; wants 0; at line 1, column 8"},
         }) {
        CAPTURE(c.sql);
        const plan::RuntimePlan p = planner.plan(std::string(c.sql));
        CHECK(static_cast<int>(p.error().code) == static_cast<int>(c.code));
        CHECK(p.message() == std::string(sentence(c.code)) + std::string(c.message));
    }
}
