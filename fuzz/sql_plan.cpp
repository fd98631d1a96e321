// SPDX-License-Identifier: BSL-1.0
// Any text as a query: it is refused with a position inside it, or its plan prints as SQL that plans to the same, has an
// explanation, and a physical plan.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <rivulet/plan/run_time.hpp>

namespace {

using namespace rivulet;

plan::RuntimePlanner makePlanner() {
    plan::RuntimePlanner p;
    bool ok = !p.table("clicks", {{"user", "STRING NOT NULL"}, {"n", "INT NOT NULL"}, {"bytes", "BIGINT"}, {"price", "DOUBLE"}});
    ok = ok && !p.table("orders", {{"id", "BIGINT NOT NULL"}, {"amount", "DECIMAL(10, 2) NOT NULL"}, {"address", "ROW<city STRING NOT NULL, zip INT> NOT NULL"},
                                   {"tags", "ARRAY<STRING NOT NULL>"}, {"scores", "MAP<STRING NOT NULL, INT>"}, {"day", "DATE NOT NULL"}, {"at", "TIMESTAMP(3)"},
                                   {"open", "BOOLEAN"}, {"code", "CHAR(3) NOT NULL"}, {"clicks", "ROW<n BIGINT> NOT NULL"}});
    using Mode = plan::ChangelogMode;
    ok = ok && !p.table("people", {{"id", "INT NOT NULL"}, {"city", "STRING"}, {"n", "INT"}}, {.primaryKey = {"id"}, .mode = {Mode::insert | Mode::updateAfter | Mode::delete_}});
    ok = ok && !p.table("moves", {{"id", "INT NOT NULL"}, {"city", "STRING"}, {"n", "INT"}}, {.mode = {Mode::all}});
    ok = ok && !p.view("cities", p.plan("SELECT city, COUNT(*) AS n FROM people GROUP BY city"));
    ok = ok && !p.view("homes", p.plan("SELECT p.id, m.city FROM people AS p LEFT JOIN moves AS m ON p.id = m.id"));
    ok = ok && !p.table("events", {{"k", "STRING NOT NULL"}, {"v", "INT"}, {"ts", "TIMESTAMP(3)"}}, {.rowtime = "ts"});
    ok = ok && !p.table("rates", {{"k", "STRING NOT NULL"}, {"rate", "INT"}, {"since", "TIMESTAMP(3)"}},
                        {.primaryKey = {"k"}, .mode = {Mode::insert | Mode::updateAfter | Mode::delete_}, .rowtime = "since"});
    ok = ok && !p.tableFunction("words", "ROW<word STRING NOT NULL, len INT>", {"STRING"});
    ok = ok && !p.function("twice", "INT NOT NULL", {"INT NOT NULL"});
    ok = ok && !p.view("late", p.plan("SELECT user AS who, n * 2 AS m FROM clicks WHERE bytes > 5"));
    if (!ok) std::abort();
    return p;
}

void require(bool holds, const char* what, const std::string& text) {
    if (holds) return;
    std::fprintf(stderr, "%s\n%s\n", what, text.c_str());
    std::abort();
}

// How deep the text that a plan prints may nest queries: the printer writes one for each filter above a filter and the like.
int nesting(const std::string& sql) {
    int deepest = 0, open = 0;
    for (const char c : sql) {
        open += c == '(';
        open -= c == ')';
        if (open > deepest) deepest = open;
    }
    return deepest;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const plan::RuntimePlanner planner = makePlanner();
    const std::string sql(reinterpret_cast<const char*>(data), size);
    const plan::RuntimePlan p = planner.plan(sql);
    if (!p) {
        require(p.view().root == -1, "a refused query has a plan", sql);
        require(p.error().code == ErrorCode::tooLarge || (p.error().position >= 0 && p.error().position <= static_cast<int>(size)), "an error without a position", p.message());
        return 0;
    }
    const std::string printed = p.toSql();
    require(!p.explain().empty(), "no explanation", printed);
    require(!plan::runtime::physical(p.view()).error, "no physical plan", printed);
    const plan::RuntimePlan again = planner.plan(printed);
    if (!again && again.error().code == ErrorCode::tooDeep && nesting(printed) > 40) return 0;
    require(!again.error(), again.message().c_str(), printed);
    if (printed.find("AS $") != printed.npos) return 0;  // columns of one name that a query around reads get other names: one projection more
    require(again.view() == p.view(), "printed and planned again it is another plan", printed);
    require(again.toSql() == printed, "printed twice it is another text", printed);
    return 0;
}
