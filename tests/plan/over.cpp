// SPDX-License-Identifier: BSL-1.0
// OVER: a node for each different window, its frames, the SQL that it prints as, what is refused in streaming and what anywhere.
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
using enum ErrorCode;

namespace {

plan::RuntimePlanner plannerOf(bool batch = false) {
    using Mode = plan::ChangelogMode;
    plan::RuntimePlanner p(batch);
    REQUIRE(!p.table("Pay", {{"card", "STRING"}, {"amount", "INT"}, {"cents", "DOUBLE"}, {"must", "INT NOT NULL"}, {"tm", "TIMESTAMP(3)"}, {"day", "DATE"}}, {.rowtime = "tm"}));
    REQUIRE(!p.table("Lots", {{"house", "STRING"}, {"price", "INT"}}, {.mode = batch ? Mode{} : Mode{Mode::all}}));
    return p;
}

struct Case {
    std::string_view sql, columns, steps, printed;
};

#define PAY "    Watermark(tm: of the stream) = view Pay\n      Scan(Pay)\n"
#define DEEPER "      Watermark(tm: of the stream) = view Pay\n        Scan(Pay)\n"
constexpr Case streaming[] = {
    {"SELECT card, SUM(amount) OVER (PARTITION BY card ORDER BY tm) AS s FROM Pay", "card STRING, s INT", "Project(card, s)\n  Over(SUM(amount) AS s BY card ORDER BY tm RANGE UNBOUNDED PRECEDING TO CURRENT ROW)\n" PAY,
     "SELECT card, s FROM (SELECT *, SUM(amount) OVER (PARTITION BY card ORDER BY tm) AS s FROM Pay)"},
    {"SELECT *, COUNT(*) OVER w AS n, SUM(must) OVER w AS s, MAX(DISTINCT card) FILTER (WHERE amount > 1) OVER w AS m FROM Pay WINDOW w AS (ORDER BY tm ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)",
     "card STRING, amount INT, cents DOUBLE, must INT NOT NULL, tm TIMESTAMP(3), day DATE, n BIGINT NOT NULL, s INT NOT NULL, m STRING",
     "Project(card, amount, cents, must, tm, `day`, n, s, m)\n  Over(COUNT(*) AS n, SUM(must) AS s, MAX(DISTINCT card) FILTER (WHERE EXPR$0) AS m ORDER BY tm ROWS 2 PRECEDING TO CURRENT ROW)\n"
     "    Project(card, amount, cents, must, tm, `day`, amount > 1 AS EXPR$0)\n" DEEPER,
     "SELECT card, amount, cents, must, tm, `day`, n, s, m FROM (SELECT *, COUNT(*) OVER w AS n, SUM(must) OVER w AS s, MAX(DISTINCT card) FILTER (WHERE EXPR$0) OVER w AS m FROM "
     "(SELECT card, amount, cents, must, tm, `day`, amount > 1 AS EXPR$0 FROM Pay) WINDOW w AS (ORDER BY tm ROWS BETWEEN 2 PRECEDING AND CURRENT ROW))"},
    {"SELECT SUM(amount) OVER (PARTITION BY card, must + 1 ORDER BY tm RANGE BETWEEN INTERVAL '90' SECOND PRECEDING AND CURRENT ROW) + 1 AS s FROM Pay", "s INT",
     "Project(EXPR$0 + 1 AS s)\n  Over(SUM(amount) AS EXPR$0 BY card, must + 1 ORDER BY tm RANGE 90000 PRECEDING TO CURRENT ROW)\n" PAY,
     "SELECT EXPR$0 + 1 AS s FROM (SELECT *, SUM(amount) OVER (PARTITION BY card, must + 1 ORDER BY tm RANGE BETWEEN INTERVAL '90' SECOND PRECEDING AND CURRENT ROW) AS EXPR$0 FROM Pay)"},
    {"SELECT card, LAG(amount) OVER w AS one, LAG(amount, 2, -1) OVER w AS two FROM Pay WINDOW w AS (PARTITION BY card ORDER BY tm)", "card STRING, one INT, two INT",
     "Project(card, one, two)\n  Over(LAG(amount) AS one, LAG(amount, 2, -1) AS two BY card ORDER BY tm RANGE UNBOUNDED PRECEDING TO CURRENT ROW)\n" PAY,
     "SELECT card, one, two FROM (SELECT *, LAG(amount) OVER w AS one, LAG(amount, 2, -1) OVER w AS two FROM Pay WINDOW w AS (PARTITION BY card ORDER BY tm))"},
    // No condition: places are an OVER, too; also of what is late to be a Top-N.
    {"SELECT card, ROW_NUMBER() OVER (PARTITION BY card ORDER BY tm) AS rn FROM Pay", "card STRING, rn BIGINT NOT NULL",
     "Project(card, rn)\n  Over(ROW_NUMBER() AS rn BY card ORDER BY tm ROWS UNBOUNDED PRECEDING TO CURRENT ROW)\n" PAY,
     "SELECT card, rn FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY card ORDER BY tm) AS rn FROM Pay)"},
    {"SELECT card FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY amount) AS rn FROM Pay) WHERE rn < 3 OR rn = 5", "card STRING",
     "Project(card)\n  Filter(rn < 3 OR rn = 5)\n    Over(ROW_NUMBER() AS rn ORDER BY amount ROWS UNBOUNDED PRECEDING TO CURRENT ROW)\n" DEEPER,
     "SELECT card FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY amount) AS rn FROM Pay) WHERE rn < 3 OR rn = 5"},
    {"SELECT house, RANK() OVER (PARTITION BY house ORDER BY price) AS r FROM Lots", "house STRING, r BIGINT NOT NULL",
     "Project(house, r)\n  Over(RANK() AS r BY house ORDER BY price RANGE UNBOUNDED PRECEDING TO CURRENT ROW)\n    Scan(Lots)\n",
     "SELECT house, r FROM (SELECT *, RANK() OVER (PARTITION BY house ORDER BY price) AS r FROM Lots)"},
    // By what is no time, or from the last one back: rows keep coming in between. LAG has an answer for each row, as ROW_NUMBER does.
    {"SELECT SUM(price) OVER (ORDER BY price DESC, house) AS s, LAG(house) OVER (ORDER BY price DESC, house) AS l FROM Lots", "s INT, l STRING",
     "Project(s, l)\n  Over(LAG(house) AS l ORDER BY price DESC, house ROWS UNBOUNDED PRECEDING TO CURRENT ROW)\n"
     "    Over(SUM(price) AS s ORDER BY price DESC, house RANGE UNBOUNDED PRECEDING TO CURRENT ROW)\n      Scan(Lots)\n",
     "SELECT s, l FROM (SELECT *, LAG(house) OVER (ORDER BY price DESC, house) AS l FROM (SELECT *, SUM(price) OVER (ORDER BY price DESC, house) AS s FROM Lots))"},
    {"SELECT COUNT(*) OVER (ORDER BY tm DESC) AS n FROM Pay", "n BIGINT NOT NULL", "Project(n)\n  Over(COUNT(*) AS n ORDER BY tm DESC RANGE UNBOUNDED PRECEDING TO CURRENT ROW)\n" PAY,
     "SELECT n FROM (SELECT *, COUNT(*) OVER (ORDER BY tm DESC) AS n FROM Pay)"},
    // Over groups: of what they are aggregated to.
    {"SELECT house, SUM(price) AS s, SUM(SUM(price) * 2) OVER (ORDER BY house) AS t FROM Lots GROUP BY house", "house STRING, s INT, t INT",
     "Project(house, s, t)\n  Over(SUM(EXPR$0) AS t ORDER BY house RANGE UNBOUNDED PRECEDING TO CURRENT ROW)\n    Project(house, s, s * 2 AS EXPR$0)\n      Aggregate(SUM(price) AS s BY house)\n        Scan(Lots)\n",
     "SELECT house, s, t FROM (SELECT *, SUM(EXPR$0) OVER (ORDER BY house) AS t FROM (SELECT house, s, s * 2 AS EXPR$0 FROM (SELECT house, SUM(price) AS s FROM Lots GROUP BY house)))"},
};
#undef PAY
#undef DEEPER

constexpr Case batch[] = {
    {"SELECT card, SUM(must) OVER (PARTITION BY card ORDER BY amount DESC ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING) AS a, COUNT(*) OVER () AS n FROM Pay", "card STRING, a INT, n BIGINT NOT NULL",
     "Project(card, a, n)\n  Over(COUNT(*) AS n)\n    Over(SUM(must) AS a BY card ORDER BY amount DESC ROWS 1 FOLLOWING TO 2 FOLLOWING)\n      Watermark(tm: of the stream) = view Pay\n        Scan(Pay)\n",
     "SELECT card, a, n FROM (SELECT *, COUNT(*) OVER () AS n FROM (SELECT *, SUM(must) OVER (PARTITION BY card ORDER BY amount DESC ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING) AS a FROM Pay))"},
    {"SELECT NTILE(3) OVER w AS t, PERCENT_RANK() OVER w AS p, CUME_DIST() OVER w AS c, LEAD(card, 2, 'none') OVER w AS l FROM Pay WINDOW w AS (ORDER BY amount, card)",
     "t BIGINT NOT NULL, p DOUBLE NOT NULL, c DOUBLE NOT NULL, l STRING",
     "Project(t, p, c, l)\n  Over(NTILE(3) AS t, PERCENT_RANK() AS p, CUME_DIST() AS c, LEAD(card, 2, CAST('none' AS STRING)) AS l ORDER BY amount, card RANGE UNBOUNDED PRECEDING TO CURRENT ROW)\n"
     "    Watermark(tm: of the stream) = view Pay\n      Scan(Pay)\n",
     "SELECT t, p, c, l FROM (SELECT *, NTILE(3) OVER w AS t, PERCENT_RANK() OVER w AS p, CUME_DIST() OVER w AS c, LEAD(card, 2, 'none') OVER w AS l FROM Pay WINDOW w AS (ORDER BY amount, card))"},
    {"SELECT SUM(amount) OVER (ORDER BY `day` RANGE BETWEEN INTERVAL '48' HOUR PRECEDING AND UNBOUNDED FOLLOWING) AS a, SUM(amount) OVER (ORDER BY cents RANGE BETWEEN 5 PRECEDING AND 1 FOLLOWING) AS b, "
     "SUM(amount) OVER (ORDER BY tm RANGE BETWEEN CURRENT ROW AND INTERVAL '1.5' SECOND FOLLOWING) AS c FROM Pay",
     "a INT, b INT, c INT",
     "Project(a, b, c)\n  Over(SUM(amount) AS c ORDER BY tm RANGE CURRENT ROW TO 1500 FOLLOWING)\n    Over(SUM(amount) AS b ORDER BY cents RANGE 5 PRECEDING TO 1 FOLLOWING)\n"
     "      Over(SUM(amount) AS a ORDER BY `day` RANGE 2 PRECEDING TO UNBOUNDED FOLLOWING)\n        Watermark(tm: of the stream) = view Pay\n          Scan(Pay)\n",
     "SELECT a, b, c FROM (SELECT *, SUM(amount) OVER (ORDER BY tm RANGE BETWEEN CURRENT ROW AND INTERVAL '1.500' SECOND FOLLOWING) AS c FROM (SELECT *, SUM(amount) OVER (ORDER BY cents RANGE "
     "BETWEEN 5 PRECEDING AND 1 FOLLOWING) AS b FROM (SELECT *, SUM(amount) OVER (ORDER BY `day` RANGE BETWEEN INTERVAL '2' DAY PRECEDING AND UNBOUNDED FOLLOWING) AS a FROM Pay)))"},
    {"SELECT card, rk FROM (SELECT *, RANK() OVER (ORDER BY amount DESC) AS rk FROM Pay) WHERE rk <= 3", "card STRING, rk BIGINT NOT NULL",
     "Project(card, rk)\n  Filter(rk <= 3)\n    Over(RANK() AS rk ORDER BY amount DESC RANGE UNBOUNDED PRECEDING TO CURRENT ROW)\n      Watermark(tm: of the stream) = view Pay\n        Scan(Pay)\n",
     "SELECT card, rk FROM (SELECT *, RANK() OVER (ORDER BY amount DESC) AS rk FROM Pay) WHERE rk <= 3"},
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

struct RefusedQuery {
    std::string_view sql;
    ErrorCode code;
    std::string_view message;  // behind the sentence
};
constexpr RefusedQuery refusedAnywhere[] = {
    {"SELECT ROW_NUMBER() AS p FROM Pay", syntax, ": 'ROW_NUMBER'; wants OVER behind it; at line 1, column 8"},
    {"SELECT UPPER(card) OVER (ORDER BY tm) AS p FROM Pay", notSupported, ": 'UPPER'; wants an aggregate or a window function before OVER; at line 1, column 8"},
    {"SELECT RANK() OVER (ORDER BY tm ROWS 2 PRECEDING) AS p FROM Pay", notSupported, ": 'a frame of a window function'; wants OVER without a frame; at line 1, column 20"},
    {"SELECT SUM(amount) OVER (ROWS 2 PRECEDING) AS p FROM Pay", notSupported, ": 'ROWS or RANGE without ORDER BY'; wants ORDER BY in OVER; at line 1, column 25"},
    {"SELECT SUM(amount) OVER (ORDER BY tm ROWS amount PRECEDING) AS p FROM Pay", typeMismatch, ": 'ROWS'; wants a whole number from 0; found INT; at line 1, column 43"},
    {"SELECT SUM(amount) OVER (ORDER BY tm RANGE 2 PRECEDING) AS p FROM Pay", typeMismatch, ": 'RANGE'; wants an interval of days to seconds; found INT; at line 1, column 44"},
    {"SELECT SUM(amount) OVER (ORDER BY amount RANGE INTERVAL '1' DAY PRECEDING) AS p FROM Pay", typeMismatch, ": 'RANGE'; wants a whole number from 0; found INTERVAL DAY(9) TO SECOND(9); at line 1, column 48"},
    {"SELECT SUM(amount) OVER (ORDER BY card RANGE 1 PRECEDING) AS p FROM Pay", typeMismatch, ": 'RANGE with a distance'; wants an ORDER BY of numbers, dates or times; found STRING; at line 1, column 46"},
    {"SELECT SUM(amount) OVER (ORDER BY amount, tm RANGE 1 PRECEDING) AS p FROM Pay", notSupported, ": 'RANGE with a distance'; wants one ORDER BY; at line 1, column 52"},
    {"SELECT SUM(amount) OVER (ORDER BY `day` RANGE INTERVAL '36' HOUR PRECEDING) AS p FROM Pay", outOfRange, ": '36'; wants whole days; at line 1, column 47"},
    {"SELECT LAG(amount, -1) OVER (ORDER BY tm) AS p FROM Pay", typeMismatch, ": 'LAG'; wants a whole number from 0; found INT; at line 1, column 20"},
    {"SELECT LAG(amount, 1, 'x') OVER (ORDER BY tm) AS p FROM Pay", typeMismatch, ": 'LAG'; wants a value of the first argument's type; found CHAR(1); at line 1, column 23"},
    {"SELECT card FROM Pay WHERE SUM(amount) OVER (ORDER BY tm) > 1", notSupported, ": 'OVER'; at line 1, column 28"},
    {"SELECT ROW_NUMBER() FILTER (WHERE amount > 1) OVER (ORDER BY tm) AS p FROM Pay", syntax, ": 'ROW_NUMBER'; wants an aggregate before FILTER; at line 1, column 8"},
};
constexpr RefusedQuery refusedInStreaming[] = {
    {"SELECT SUM(amount) OVER (PARTITION BY card ORDER BY tm ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS s FROM Pay", notSupported,
     ": 'the end of this OVER window'; wants CURRENT ROW, or batch mode; at line 1, column 8"},
    {"SELECT SUM(amount) OVER (PARTITION BY card) AS s FROM Pay", notSupported, ": 'an OVER window without ORDER BY'; wants ORDER BY a time attribute, or batch mode; at line 1, column 8"},
    {"SELECT SUM(amount) OVER (ORDER BY amount ROWS 1 PRECEDING) AS s FROM Pay", notSupported,
     ": 'a bounded OVER, not by time'; wants ORDER BY time, UNBOUNDED PRECEDING, or batch mode; at line 1, column 8"},
    {"SELECT SUM(amount) OVER (ORDER BY CAST(tm AS TIMESTAMP(3)) ROWS 1 PRECEDING) AS s FROM Pay", notSupported,
     ": 'a bounded OVER, not by time'; wants ORDER BY time, UNBOUNDED PRECEDING, or batch mode; at line 1, column 8"},
    {"SELECT LEAD(amount) OVER (ORDER BY tm) AS s FROM Pay", notSupported, ": 'LEAD'; wants batch mode; at line 1, column 8"},
    {"SELECT NTILE(2) OVER (ORDER BY tm) AS s FROM Pay", notSupported, ": 'NTILE'; wants batch mode; at line 1, column 8"},
    {"SELECT SUM(n) OVER (ORDER BY tm) AS s FROM (SELECT tm, COUNT(*) AS n FROM Pay GROUP BY tm)", none, {}},  // a group's time is no time attribute
};
void checkRefused(const plan::RuntimePlanner& planner, const RefusedQuery& c) {
    CAPTURE(c.sql);
    const plan::RuntimePlan p = planner.plan(std::string(c.sql));
    CHECK(static_cast<int>(p.error().code) == static_cast<int>(c.code));
    if (!c.message.empty()) CHECK(p.message() == std::string(sentence(c.code)) + std::string(c.message));
    CHECK((p.view().root == -1) == (c.code != none));
}

}  // namespace

TEST_CASE("OVER in streaming: windows below the projection, and back to SQL") {
    const plan::RuntimePlanner planner = plannerOf();
    for (const Case& c : streaming) check(planner, c);
}
TEST_CASE("OVER in batch: any frame, a node a window") {
    const plan::RuntimePlanner planner = plannerOf(true);
    for (const Case& c : batch) check(planner, c);
    for (const Case& c : streaming) {
        CAPTURE(c.sql);
        const plan::RuntimePlan p = planner.plan(std::string(c.sql));
        CHECK(columnTexts(p.view()) == c.columns);
        CHECK(planner.plan(p.toSql()).view() == p.view());
    }
}
TEST_CASE("OVER that is refused") {
    for (const bool isBatch : {false, true}) {
        const plan::RuntimePlanner planner = plannerOf(isBatch);
        for (const RefusedQuery& c : refusedAnywhere) checkRefused(planner, c);
    }
    const plan::RuntimePlanner inStreaming = plannerOf(), inBatch = plannerOf(true);
    for (const RefusedQuery& c : refusedInStreaming) {
        checkRefused(inStreaming, c);
        CAPTURE(c.sql);
        CHECK(inBatch.plan(std::string(c.sql)).message() == "");
    }
}
TEST_CASE("OVER: what is left to run") {
    const plan::RuntimePlan p = plannerOf().plan("SELECT card, s FROM (SELECT card, SUM(amount) OVER w AS s, COUNT(*) OVER w AS n FROM Pay WINDOW w AS (PARTITION BY card ORDER BY tm ROWS 3 PRECEDING))");
    const plan::runtime::PhysicalStorage physical = plan::runtime::physical(p.view());
    const std::string text = plan::runtime::text([&](detail::TextWriter& w) { plan::writeExplain(w, p.view(), physical.view); });
    CHECK(text.find("#0 Over(SUM(amount) BY card ORDER BY tm ROWS 3 PRECEDING TO CURRENT ROW) -> result\n  takes card, amount, tm\n  emit card, s\n") == 0);
}
TEST_CASE("OVER: kinds of change, keys and time attributes") {
    const plan::RuntimePlanner planner = plannerOf();
    const auto has = [&](std::string_view sql, std::string_view part) {
        CAPTURE(sql);
        const std::string text = logicalOf(planner.plan(std::string(sql)));
        CAPTURE(text);
        CHECK(text.find(part) != std::string::npos);
    };
    has("SELECT *, SUM(amount) OVER (ORDER BY tm) AS s FROM Pay", "[I] keeps a row per partition, and rows that wait -> card STRING, amount INT, cents DOUBLE, must INT NOT NULL, tm TIMESTAMP(3) *ROWTIME*");
    has("SELECT *, SUM(amount) OVER (ORDER BY tm ROWS 3 PRECEDING) AS s FROM Pay", "[I] keeps the rows of frames, and those that wait");
    has("SELECT *, SUM(amount) OVER (ORDER BY amount) AS s FROM Pay", "[I,UB,UA] keeps all rows");
    has("SELECT *, SUM(price) OVER (ORDER BY price) AS s FROM Lots", "[I,UB,UA,D] keeps all rows");
    has("SELECT *, ROW_NUMBER() OVER (PARTITION BY card ORDER BY tm) AS n FROM Pay", "[I] key (card, n) keeps");
    has("SELECT house, s, SUM(s) OVER (ORDER BY s) AS t FROM (SELECT house, SUM(price) AS s FROM Lots GROUP BY house)", "key (house)");
}
