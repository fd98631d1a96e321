// SPDX-License-Identifier: BSL-1.0
// MATCH_RECOGNIZE in plans: what measures are, what is refused and by which name, and the way back to SQL.
#include "planner.hpp"

#include <random>
#include <string>
#include <string_view>
#include <vector>

using namespace rivulet;

namespace {

plan::RuntimePlanner tables(bool batch = false) {
    plan::RuntimePlanner p(batch);
    REQUIRE(!p.table("ticks", {{"machine", "STRING NOT NULL"}, {"volt", "INT NOT NULL"}, {"amps", "DOUBLE"}, {"place", "ROW<hall INT NOT NULL> NOT NULL"}, {"tm", "TIMESTAMP(3) NOT NULL"}}, {.rowtime = "tm"}));
    REQUIRE(!p.table("zoned", {{"volt", "INT"}, {"at", "TIMESTAMP_LTZ(3)"}, {"seq", "BIGINT"}}, {.rowtime = "at"}));
    REQUIRE(!p.table("untimed", {{"volt", "INT"}, {"tm", "TIMESTAMP(3)"}}));
    return p;
}
std::string matching(std::string_view clauses, std::string_view table = "ticks") { return "SELECT * FROM " + std::string(table) + " MATCH_RECOGNIZE (" + std::string(clauses) + ") AS m"; }

// name TYPE [NOT NULL] [*ROWTIME*], ..
std::string columnsIn(const plan::PlanView& p) {
    std::string s;
    for (int i = 0; i < p.width(); ++i) {
        const plan::Column& c = p.column(i);
        const std::string_view marker = c.time == TimeAttribute::rowtime ? c.onlyShown ? " *shown*" : " *ROWTIME*" : c.time == TimeAttribute::proctime ? " *PROCTIME*" : "";
        s += (i ? ", " : "") + std::string(c.name) + " " + plan::runtime::text([&](detail::TextWriter& w) { detail::writeType(w, c.type); }) + std::string(marker);
    }
    return s;
}
void checkWayBack(const plan::RuntimePlanner& planner, const plan::RuntimePlan& p) {
    INFO(p.sql());
    REQUIRE_MESSAGE(p, p.message());
    const std::string sql = p.toSql();
    INFO(sql);
    const plan::RuntimePlan again = planner.plan(sql);
    REQUIRE_MESSAGE(again, again.message());
    CHECK(again.view() == p.view());
    CHECK(again.toSql() == sql);
}

}  // namespace

TEST_CASE("columns: the partition's, then measures; those of rows that may be missing are nullable") {
    const plan::RuntimePlanner planner = tables();
    const struct { std::string_view measures, columns; } cases[] = {
        {"A.volt AS a, B.volt AS b, C.volt AS c, D.volt AS d", "a INT NOT NULL, b INT, c INT NOT NULL, d INT"},
        {"FIRST(C.volt, 1) AS f, LAST(C.volt, 2) AS l, A.amps AS n", "f INT NOT NULL, l INT, n DOUBLE"},
        {"volt AS v, LAST(volt, 1) AS w, FIRST(volt) AS f", "v INT NOT NULL, w INT, f INT NOT NULL"},
        {"SUM(A.volt) AS s, COUNT(B.amps) AS n, AVG(C.volt * 2) AS m, MAX(machine) AS x", "s INT, n BIGINT NOT NULL, m INT, x STRING"},
        {"A.place.hall AS p, LAST(B.place.hall) AS q, place.hall AS r", "p INT NOT NULL, q INT, r INT NOT NULL"},
        {"A.tm AS t, MATCH_ROWTIME() AS m, CAST(A.tm AS TIMESTAMP(3)) AS c", "t TIMESTAMP(3) NOT NULL *shown*, m TIMESTAMP(3) NOT NULL *ROWTIME*, c TIMESTAMP(3) NOT NULL"},
        {"A.volt + B.volt AS s, UPPER(A.machine) AS u, 7 AS seven, MATCH_PROCTIME() AS p", "s INT, u STRING NOT NULL, seven INT NOT NULL, p TIMESTAMP_LTZ(3) NOT NULL *PROCTIME*"},
    };
    for (const auto& [measures, columns] : cases) {
        INFO(measures);
        const auto p = planner.plan(matching("PARTITION BY machine ORDER BY tm MEASURES " + std::string(measures) + " PATTERN (A B* C{2,3} D?) DEFINE A AS volt > 1"));
        REQUIRE_MESSAGE(p, p.message());
        CHECK(columnsIn(p.view()) == "machine STRING NOT NULL, " + std::string(columns));
        CHECK(p.view().nodes[p.view().root].mode.insertOnly());
        checkWayBack(planner, p);
    }
    CHECK(columnsIn(planner.plan(matching("ORDER BY at MEASURES MATCH_ROWTIME(at) AS l, MATCH_ROWTIME() AS t PATTERN (A) DEFINE A AS TRUE", "zoned")).view()) ==
          "l TIMESTAMP_LTZ(3) NOT NULL *ROWTIME*, t TIMESTAMP(3) NOT NULL *ROWTIME*");
    CHECK(columnsIn(tables(true).plan(matching("ORDER BY tm MEASURES MATCH_ROWTIME() AS t, A.tm AS s PATTERN (A) DEFINE A AS TRUE", "untimed")).view()) == "t TIMESTAMP(3) NOT NULL, s TIMESTAMP(3)");
}

TEST_CASE("what is refused, by which name, and where") {
    const plan::RuntimePlanner planner = tables();
    const std::string define = " DEFINE A AS A.volt > 1";
    const auto ofPattern = [&](std::string_view pattern) { return matching("ORDER BY tm MEASURES A.volt AS v PATTERN (" + std::string(pattern) + ")" + define); };
    const auto ofMeasure = [&](std::string_view measure) { return matching("ORDER BY tm MEASURES " + std::string(measure) + " AS v PATTERN (A B)" + define); };
    const auto ofOrder = [&](std::string_view order, std::string_view table) { return matching(std::string(order) + " MEASURES A.volt AS v PATTERN (A B)" + define, table); };
    const struct { std::string sql; ErrorCode code; std::string_view subject, at; } cases[] = {
        {ofPattern("A | B"), ErrorCode::notSupported, "| in PATTERN", "A | B"},
        {ofPattern("A (B | C) D"), ErrorCode::notSupported, "| in PATTERN", "B | C"},
        {ofPattern("(A B)+ C"), ErrorCode::notSupported, "a group with a quantifier in PATTERN", "A B)+"},
        {ofPattern("A B?? C"), ErrorCode::notSupported, "?? in PATTERN", "?? C"},
        {ofPattern("A B A"), ErrorCode::notSupported, "a variable that stands in PATTERN twice", "A) DEFINE"},
        {ofPattern("A* B? C*?"), ErrorCode::emptyMatch, "PATTERN", "A* B"},
        {ofPattern("A B{2,}"), ErrorCode::greedyLast, "B", "A B{2,}"},
        {ofPattern("A B{1,2}"), ErrorCode::greedyLast, "B", "A B{1,2}"},
        {ofPattern("A B{0}"), ErrorCode::outOfRange, "B", "{0}"},
        {ofPattern("PERMUTE(A, B)"), ErrorCode::notSupported, "PERMUTE in PATTERN", "PERMUTE"},
        {ofPattern("A {- B -} C"), ErrorCode::notSupported, "{- .. -} in PATTERN", "{-"},
        {ofPattern("^A B"), ErrorCode::notSupported, "^ and $ in PATTERN", "^"},
        {ofMeasure("AA.volt"), ErrorCode::unknownVariable, "AA", "AA.volt"},
        {ofMeasure("A.volts"), ErrorCode::unknownColumn, "volts", "A.volts"},
        {ofMeasure("PREV(A.volt)"), ErrorCode::notSupported, "PREV", "PREV"},
        {ofMeasure("NEXT(A.volt)"), ErrorCode::notSupported, "NEXT", "NEXT"},
        {ofMeasure("CLASSIFIER()"), ErrorCode::notSupported, "CLASSIFIER", "CLASSIFIER"},
        {ofMeasure("MATCH_NUMBER()"), ErrorCode::notSupported, "MATCH_NUMBER", "MATCH_NUMBER"},
        {ofMeasure("RUNNING LAST(A.volt)"), ErrorCode::notSupported, "RUNNING in MEASURES", "RUNNING"},
        {ofMeasure("SUM(A.volt * B.volt)"), ErrorCode::notSupported, "several pattern variables within FIRST, LAST or an aggregate", "B.volt"},
        {ofMeasure("LAST(A.volt + B.volt)"), ErrorCode::notSupported, "several pattern variables within FIRST, LAST or an aggregate", "B.volt"},
        {ofMeasure("COUNT(DISTINCT A.volt)"), ErrorCode::notSupported, "DISTINCT in MATCH_RECOGNIZE", "COUNT"},
        {ofMeasure("SUM(A.volt) FILTER (WHERE A.volt > 1)"), ErrorCode::notSupported, "FILTER in MATCH_RECOGNIZE", "SUM"},
        {ofMeasure("COUNT(*)"), ErrorCode::notSupported, "an aggregate without a column in MATCH_RECOGNIZE", "COUNT"},
        {ofMeasure("SUM(LAST(A.volt))"), ErrorCode::notSupported, "FIRST and LAST in an aggregate", "LAST"},
        {ofMeasure("SUM(SUM(A.volt))"), ErrorCode::misplacedAggregate, "SUM", "SUM(A.volt))"},
        {ofMeasure("LAST(FIRST(A.volt))"), ErrorCode::notSupported, "FIRST and LAST within each other", "FIRST"},
        {ofMeasure("FIRST(1)"), ErrorCode::syntax, "FIRST", "1)"},
        {ofMeasure("LAST(A.volt, B.volt)"), ErrorCode::typeMismatch, "LAST", "B.volt"},
        {ofMeasure("LAST(A.volt, -1)"), ErrorCode::typeMismatch, "LAST", "-1"},
        {ofMeasure("LAST()"), ErrorCode::argumentCount, "LAST", "LAST"},
        {ofMeasure("MATCH_ROWTIME(volt)"), ErrorCode::typeMismatch, "MATCH_ROWTIME", "volt)"},
        {ofMeasure("NULL"), ErrorCode::typeMismatch, "NULL", "NULL"},
        {ofMeasure("(SELECT 1)"), ErrorCode::notSupported, "a subquery here", "(SELECT 1"},
        {matching("ORDER BY tm MEASURES A.volt AS v, B.volt AS v PATTERN (A B)" + define), ErrorCode::duplicateColumn, "v", "B.volt"},
        {matching("PARTITION BY machine ORDER BY tm MEASURES A.volt AS machine PATTERN (A B)" + define), ErrorCode::duplicateColumn, "machine", "A.volt AS"},
        {matching("PARTITION BY volt + 1 ORDER BY tm PATTERN (A B)" + define), ErrorCode::notSupported, "an expression in PARTITION BY of MATCH_RECOGNIZE", "+ 1"},
        {matching("ORDER BY tm PATTERN (A B)" + define), ErrorCode::noMembers, "MATCH_RECOGNIZE", "A B"},
        {matching("ORDER BY tm MEASURES A.volt AS v PATTERN (A B) DEFINE C AS volt > 1"), ErrorCode::unknownVariable, "C", "> 1)"},
        {matching("ORDER BY tm MEASURES A.volt AS v PATTERN (A B) DEFINE A AS volt > 1, A AS volt > 2"), ErrorCode::duplicateColumn, "A", "> 2"},
        {matching("ORDER BY tm MEASURES A.volt AS v PATTERN (A B) DEFINE A AS volt"), ErrorCode::typeMismatch, "DEFINE", "volt)"},
        {matching("ORDER BY tm MEASURES A.volt AS v AFTER MATCH SKIP TO FIRST BB PATTERN (A B)" + define), ErrorCode::unknownVariable, "BB", "BB"},
        {matching("ORDER BY tm MEASURES A.volt AS v PATTERN (A B) WITHIN INTERVAL '1' MONTH" + define), ErrorCode::typeMismatch, "WITHIN", "INTERVAL"},
        {matching("ORDER BY tm MEASURES A.volt AS v PATTERN (A B) WITHIN INTERVAL '0' SECOND" + define), ErrorCode::outOfRange, "WITHIN", "INTERVAL"},
        {matching("ORDER BY tm MEASURES A.volt AS v ALL ROWS PER MATCH PATTERN (A B)" + define), ErrorCode::notSupported, "ALL ROWS PER MATCH", "ALL"},
        {matching("ORDER BY tm MEASURES A.volt AS v PATTERN (A B) SUBSET U = (A, B)" + define), ErrorCode::notSupported, "SUBSET", "SUBSET"},
        {ofOrder("", "ticks"), ErrorCode::orderByTime, "MATCH_RECOGNIZE", "A B)"},
        {ofOrder("ORDER BY volt", "ticks"), ErrorCode::orderByTime, "ORDER BY", "volt MEASURES"},
        {ofOrder("ORDER BY tm", "untimed"), ErrorCode::orderByTime, "ORDER BY", "tm MEASURES"},
        {ofOrder("ORDER BY tm DESC", "ticks"), ErrorCode::orderByTime, "DESC", "tm DESC"},
        {ofOrder("ORDER BY p", "(SELECT volt, tm, PROCTIME() AS p FROM ticks)"), ErrorCode::none, "", ""},
        {ofOrder("ORDER BY p, volt", "(SELECT volt, tm, PROCTIME() AS p FROM ticks)"), ErrorCode::notSupported, "ORDER BY more than a processing time", "volt MEASURES"},
        {matching("ORDER BY p MEASURES MATCH_ROWTIME() AS t PATTERN (A B) DEFINE A AS TRUE", "(SELECT PROCTIME() AS p, tm FROM ticks)"), ErrorCode::notSupported, "MATCH_ROWTIME", "MATCH_ROWTIME"},
        {ofOrder("ORDER BY tm", "(SELECT volt, tm, COUNT(*) AS n FROM ticks GROUP BY volt, tm)"), ErrorCode::changesIntoOperator, "MATCH_RECOGNIZE", "MATCH_RECOGNIZE"},
    };
    for (const auto& [sql, code, subject, at] : cases) {
        INFO(sql);
        const auto p = planner.plan(sql);
        INFO(p.message());
        CHECK(p.error().code == code);
        CHECK(p.error().subject == subject);
        if (code == ErrorCode::none) continue;
        const std::size_t from = sql.find("MATCH_RECOGNIZE"), position = static_cast<std::size_t>(p.error().position);
        CHECK(position < sql.size());
        CHECK(sql.substr(position, at.size()) == at);
        CHECK(position >= from);
    }
    CHECK(planner.plan(ofMeasure("AA.volt")).error().nearest == "A");
    // In batch any timestamp orders rows.
    CHECK(!tables(true).plan(ofOrder("ORDER BY tm, volt DESC", "untimed")).error());
    CHECK(tables(true).plan(ofOrder("ORDER BY volt", "untimed")).error().code == ErrorCode::orderByTime);
}

TEST_CASE("explain and the way back to SQL") {
    const plan::RuntimePlanner planner = tables();
    const auto p = planner.plan(matching("PARTITION BY machine ORDER BY tm, volt DESC MEASURES FIRST(A.volt, 1) AS f, SUM(B.volt) AS s, LAST(B.amps) AS l AFTER MATCH SKIP TO FIRST B "
                                         "PATTERN (A{2,} B*? C?) WITHIN INTERVAL '5' MINUTE DEFINE A AS volt > LAST(volt, 1) OR AVG(A.amps) < 2, C AS AVG(A.amps) < 1"));
    REQUIRE_MESSAGE(p, p.message());
    CHECK(p.explain() ==
          "Match(FIRST(A.volt, 1), SUM(B.volt), B.amps BY machine ORDER BY tm, volt DESC, A{2,} B*? C? within INTERVAL '5' MINUTE, A AS volt > LAST(volt, 1) OR AVG(A.amps) < 2, "
          "C AS AVG(A.amps) < 1, skip to first B) [I] keeps the rows of matches in the making -> machine STRING NOT NULL, f INT NOT NULL, s INT, l DOUBLE\n"
          "  Watermark(tm: of the stream) = view ticks [I]\n"
          "    Scan(ticks) [I] -> machine STRING NOT NULL, volt INT NOT NULL, amps DOUBLE, place ROW<`hall` INT NOT NULL> NOT NULL, tm TIMESTAMP(3) NOT NULL *ROWTIME*\n"
          "\n"
          "#0 Match(BY machine, A{2,} B*? C?, A AS volt > LAST(volt, 1) OR $0 < 2, C AS $0 < 1, skip to first B; $0 = AVG(A.amps); measures FIRST(A.volt, 1), SUM(B.volt), B.amps) -> result\n"
          "  takes machine, volt, amps, tm\n"
          "  emit machine, f, s, l\n"
          "#1 Watermark -> #0\n"
          "  takes machine, volt, amps, tm\n"
          "  emit machine, volt, amps, tm\n"
          "#2 Scan(ticks) -> #1\n"
          "  emit machine, volt, amps, tm\n");
    checkWayBack(planner, p);
    // What nobody reads is neither computed nor kept.
    const auto part = planner.plan("SELECT s FROM ticks MATCH_RECOGNIZE (PARTITION BY machine ORDER BY tm MEASURES A.amps AS a, SUM(B.volt) AS s PATTERN (A B) DEFINE A AS TRUE) AS m WHERE s > 1");
    REQUIRE_MESSAGE(part, part.message());
    CHECK(part.explain().find("measures SUM(B.volt)) -> result\n  takes machine, volt, tm\n") != std::string::npos);
    checkWayBack(planner, part);
    checkWayBack(planner, planner.plan("SELECT m.mac, COUNT(*) FROM (SELECT machine AS mac, volt, tm FROM ticks WHERE volt > 0) MATCH_RECOGNIZE (PARTITION BY mac ORDER BY tm MEASURES A.volt AS v "
                                       "PATTERN (A B) DEFINE B AS volt > 2) AS m (mac, v), ticks t WHERE t.machine = m.mac GROUP BY m.mac"));
    checkWayBack(planner, planner.plan(matching("ORDER BY p MEASURES MATCH_PROCTIME() AS p, volt AS v PATTERN (A) DEFINE A AS volt IN (1, 2)", "(SELECT volt, PROCTIME() AS p FROM ticks)")));
}

namespace {

class Random {
public:
    explicit Random(unsigned seed) : random_(seed) {}
    std::string query() {
        std::string s;
        variables_ = 1 + below(4);
        if (below(2)) s += "PARTITION BY machine ";
        s += std::string("ORDER BY tm") + (below(2) ? "" : ", volt DESC NULLS LAST, machine") + " MEASURES ";
        for (int m = 0, n = 1 + below(3); m < n; ++m) s += (m ? ", " : "") + value(2) + " AS m" + std::to_string(m);
        const char* const skips[] = {"", " AFTER MATCH SKIP PAST LAST ROW", " AFTER MATCH SKIP TO NEXT ROW", " AFTER MATCH SKIP TO FIRST V0", " ONE ROW PER MATCH AFTER MATCH SKIP TO V0"};
        s += skips[below(5)] + std::string(" PATTERN (");
        const char* const times[] = {"", "?", "*", "+", "{2}", "{1,3}", "{2,}", "{0,2}", "*?", "+?", "{2,4}?", "{3}?"};
        for (int v = 0; v < variables_; ++v) s += (v ? " V" : "V") + std::to_string(v) + times[below(12)];
        s += ") ";
        if (below(2)) s += "WITHIN INTERVAL '2' HOUR ";
        s += "DEFINE V0 AS " + value(2) + " > " + value(1);
        for (int v = 1; v < variables_; ++v)
            if (below(3)) s += ", V" + std::to_string(v) + " AS " + value(1) + " = " + value(1) + " AND volt < 9";
        return matching(s);
    }

private:
    std::mt19937 random_;
    int variables_{};
    int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
    std::string column(const std::string& variable) { return variable + (below(3) ? "volt" : "place.hall"); }
    std::string variable() { return below(5) ? "V" + std::to_string(below(variables_)) + "." : ""; }
    std::string value(int depth) {
        const std::string of = variable();
        switch (below(depth > 0 ? 8 : 5)) {
            case 0: return "FIRST(" + column(of) + (below(2) ? "" : ", 1") + ")";
            case 1: return "LAST(" + column(of) + " * 2, " + std::to_string(below(3)) + ")";
            case 2: return std::string(below(2) ? "SUM(" : "MAX(") + column(of) + " + 1)";
            case 3: return "COUNT(" + column(of) + ")";
            case 4: return column(of);
            case 5: return "(" + value(depth - 1) + " + " + value(depth - 1) + ")";
            case 6: return "CASE WHEN " + value(depth - 1) + " > 3 THEN " + value(depth - 1) + " ELSE 0 END";
            default: return "COALESCE(" + value(depth - 1) + ", " + std::to_string(below(9)) + ")";
        }
    }
};

}  // namespace

TEST_CASE("random patterns mean the same after they were printed and read again") {
    const plan::RuntimePlanner planner = tables();
    Random random(7);
    int accepted = 0;
    for (int i = 0; i < 400; ++i) {
        const auto p = planner.plan(random.query());
        if (!p) {
            INFO(p.sql() << "\n" << p.message());
            const ErrorCode code = p.error().code;
            CHECK((code == ErrorCode::greedyLast || code == ErrorCode::emptyMatch));
            continue;
        }
        ++accepted;
        checkWayBack(planner, p);
        CHECK(!plan::runtime::physical(p.view()).error);
    }
    CHECK(accepted > 150);
}
