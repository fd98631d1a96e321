// SPDX-License-Identifier: BSL-1.0
// How long and how deep a text may be: with the compilers' default limits, and with our own message beyond.
#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <rivulet/core/text.hpp>

#include "sql/tree_text.hpp"

namespace {

using namespace sqltest;
using detail::TextWriter;

template <class Text>
struct Printed {
    static constexpr auto characters = detail::staticText<[](TextWriter& w) { sql::writeSyntax(w, sql::syntaxOf<Text>.view(Text::sql)); }>();
    static constexpr std::string_view sql = characters.view();
};
template <class Text> constexpr bool roundTrips() {
    using Again = Printed<Text>;
    return !sql::syntaxOf<Text>.error && sql::sameSyntax(sql::syntaxOf<Text>.view(Text::sql), sql::syntaxOf<Again>.view(Again::sql));
}

// ---- length ---------------------------------------------------------------------------------------------------------

struct FiveThousand {
    static constexpr auto characters = detail::staticText<[](TextWriter& w) {
        w << "SELECT a";
        for (int i = 0; w.size < 4900; ++i)
            w << (i % 3 ? ", UPPER(city) || '-' AS `the city`" : ", CASE WHEN n > 12 AND m IS NOT NULL THEN t.k[1] ELSE -0.5 END x");
        w << " FROM t JOIN u ON t.a = u.b, v WHERE a BETWEEN 1 AND 2 GROUP BY a, b HAVING COUNT(*) > 1 -- the end";
    }>();
    static constexpr std::string_view sql = characters.view();
};
static_assert(FiveThousand::sql.size() > 5000 && FiveThousand::sql.size() < 5100 && roundTrips<FiveThousand>());

struct FiveThousandOfTime {
    static constexpr auto characters = detail::staticText<[](TextWriter& w) {
        w << "SELECT COUNT(*) OVER w";
        while (w.size < 2400) w << ", SUM(a) OVER w, MAX(b) OVER (w ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)";
        w << " FROM TABLE(TUMBLE(DATA => TABLE t, TIMECOL => DESCRIPTOR(ts), SIZE => INTERVAL '1' DAY)) MATCH_RECOGNIZE (ORDER BY ts MEASURES A.x AS y";
        while (w.size < 3700) w << ", LAST(B.price, 1) + FIRST(A.price) AS y";
        w << " ONE ROW PER MATCH AFTER MATCH SKIP TO LAST B PATTERN (A";
        while (w.size < 4300) w << " B+? (C | D{2,3})*";
        w << ") WITHIN INTERVAL '1' HOUR DEFINE A AS x > 1";
        while (w.size < 4830) w << ", B AS B.price > LAST(A.price) + 5";
        w << ") AS m LEFT JOIN u FOR SYSTEM_TIME AS OF m.ts AS r ON m.a = r.a, LATERAL TABLE(f(m.a, 'text')) AS s (c, d) WHERE a BETWEEN 1 AND 2 WINDOW w AS (PARTITION BY a, b ORDER BY ts)";
    }>();
    static constexpr std::string_view sql = characters.view();
};
static_assert(FiveThousandOfTime::sql.size() > 5000 && FiveThousandOfTime::sql.size() < 5100 && roundTrips<FiveThousandOfTime>());

// `start`, then `before` several times, `middle`, `after` as many times, `end`. More than `most` times is too deep.
struct Shape {
    std::string_view start, before, middle, after, end;
    int most;
    constexpr void write(TextWriter& w, int times) const {
        w << start;
        for (int i = 0; i < times; ++i) w << before;
        w << middle;
        for (int i = 0; i < times; ++i) w << after;
        w << end;
    }
};
template <const auto& table, std::size_t I, int times>
struct Repeated {
    static constexpr auto characters = detail::staticText<[](TextWriter& w) { table[I].write(w, times); }>();
    static constexpr std::string_view sql = characters.view();
};

// What may be of any length.
constexpr Shape lengths[] = {
    {"SELECT a FROM t WHERE", "", " x = 1", " OR y > 2 AND z < 1", "", 300},
    {"SELECT a FROM t WHERE x IN (1", "", "", ", 23", ")", 1000},
    {"VALUES (1, 'a')", "", "", ", (2, 'b')", "", 250},
    {"WITH x AS (SELECT 1)", "", "", ", y AS (TABLE x)", " SELECT 1", 221},
    {"SELECT a FROM t MATCH_RECOGNIZE (PATTERN (A", "", "", " B+ | C*", ") DEFINE A AS b)", 200},
    {"SELECT SUM(a) OVER w", "", "", ", SUM(b) OVER w", " FROM t WINDOW w AS ()", 200},
};
template <std::size_t... I> constexpr bool areHeld(std::index_sequence<I...>) { return (... && roundTrips<Repeated<lengths, I, lengths[I].most>>()); }
static_assert(areHeld(std::make_index_sequence<sizeof lengths / sizeof *lengths>{}));

// ---- depth ----------------------------------------------------------------------------------------------------------

constexpr Shape shapes[] = {
    {"SELECT a", "", "", " + b", " FROM t", 199},
    // sets and joins do not nest, but make a tree that is as high as they are many
    {"SELECT a", "", "", " UNION ALL SELECT b", "", 218},
    {"SELECT a", "", "", " INTERSECT SELECT b", "", 218},
    {"SELECT a", "", "", " INTERSECT SELECT b EXCEPT VALUES (1)", "", 216},
    {"SELECT a FROM t", "", "", ", t AS u", "", 218},
    {"SELECT a FROM t", "", "", " JOIN u ON x = y", "", 217},
    {"SELECT a FROM t", "", "", ", u LEFT JOIN v USING (a, b)", "", 217},
    // within each other
    {"SELECT ", "(", "a", ")", "", 60},
    {"SELECT ", "f(", "a", ")", "", 60},
    {"SELECT ", "f(1 + ", "a", ")", "", 60},
    {"SELECT ", "a[", "a", "]", "", 60},
    {"SELECT ", "ARRAY[", "a", "]", "", 60},
    {"SELECT ", "CAST(", "a", " AS INT)", "", 60},
    {"SELECT ", "CASE WHEN x THEN y ELSE ", "a", " END", "", 60},
    {"SELECT ", "CASE x WHEN 1 THEN 2 WHEN ", "a", " THEN y END", "", 60},
    {"SELECT ", "x IN (", "a", ")", "", 60},
    {"SELECT ", "TRIM(BOTH x FROM ", "a", ")", "", 60},
    {"SELECT ", "EXTRACT(DAY FROM ", "a", ")", "", 60},
    {"SELECT ", "(x, ", "a", ")", "", 60},
    {"SELECT ", "f(x) FILTER (WHERE ", "a", ")", "", 60},
    {"SELECT ", "f() WITHIN GROUP (ORDER BY ", "a", ")", "", 60},
    {"SELECT ", "f() OVER (PARTITION BY ", "a", ")", "", 60},
    {"SELECT ", "f() OVER (ORDER BY ", "a", ")", "", 60},
    {"SELECT ", "f(x ORDER BY ", "a", ")", "", 60},
    {"SELECT ", "JSON_OBJECTAGG(x VALUE ", "a", ")", "", 60},
    {"SELECT * FROM ", "(", "t", " CROSS JOIN u)", "", 60},
    {"", "SELECT a FROM (", "SELECT 1", ")", "", 60},
    {"", "WITH x AS (", "SELECT 1", ") TABLE x", "", 60},
    {"", "(", "SELECT 1", " UNION SELECT 2)", "", 60},
    {"SELECT 1 FROM t GROUP BY ", "GROUPING SETS (", "a", ")", "", 59},
    // queries in expressions take more of the compilers' depth
    {"SELECT ", "(SELECT ", "a", ")", "", 42},
    {"SELECT ", "EXISTS (SELECT ", "a", ")", "", 42},
    {"SELECT ", "x IN (SELECT y FROM t WHERE ", "a", ")", "", 42},
    {"SELECT ", "(SELECT b FROM u JOIN v ON ", "a", ")", "", 42},
    {"SELECT ", "(SELECT b FROM (VALUES (", "a", ")))", "", 20},
    // windows, table functions, patterns
    {"SELECT ", "f() OVER (ROWS ", "a", " PRECEDING)", "", 42},
    {"SELECT f() OVER w FROM t WINDOW w AS (PARTITION BY ", "(SELECT b IN (c) AND ", "a", ")", ")", 31},
    {"SELECT * FROM ", "TABLE(f((SELECT * FROM ", "t", ")))", "", 30},
    {"SELECT * FROM ", "f(x => (SELECT * FROM ", "t", "))", "", 30},
    {"SELECT * FROM t FOR SYSTEM_TIME AS OF ", "(SELECT b FROM t FOR SYSTEM_TIME AS OF ", "a", ")", "", 42},
    {"SELECT * FROM t MATCH_RECOGNIZE (PATTERN (", "(A | (B C)", "A", ")+", ") DEFINE A AS a)", 57},
    {"SELECT * FROM t ", "MATCH_RECOGNIZE (PATTERN (A) DEFINE A AS (SELECT b FROM t ", "", "))", "", 25},
    // what shows behind its first operand only to be a query
    {"SELECT ", "(", "(SELECT 1)", " UNION SELECT 2)", "", 59},
    {"SELECT * FROM ", "(", "(SELECT 1)", " UNION SELECT 2)", "", 59},
    // the height of a query is that of all it holds
    {"SELECT * FROM (SELECT a + b * (c - d) + e AS a", "", "", " UNION SELECT c", ") AS t", 212},
    // operators within each other, without parentheses
    {"SELECT ", "- ", "a", "", "", 127},
    {"SELECT ", "NOT ", "a", "", "", 127},
    {"SELECT ", "f(b OR a AND NOT b = c + d * - ", "a", ")", "", 15},
};

// These are enough to know that the compilers' own limits come later.
template <std::size_t... I> constexpr bool hold() { return (... && roundTrips<Repeated<shapes, I, shapes[I].most>>()); }
static_assert(hold<0, 1, 5, 22, 26, 32, 33, 35, 36, 38, 39, 40, 41, 42>());
struct Deepest {
    static constexpr auto characters = detail::staticText<[](TextWriter& w) {
        w << "SELECT ";
        for (int i = 0; i < 60; ++i) w << "f(";
        for (int i = 0; i < 67; ++i) w << "NOT ";
        w << "a";
        for (int i = 0; i < 60; ++i) w << ")";
    }>();
    static constexpr std::string_view sql = characters.view();
};
static_assert(roundTrips<Deepest>());
constexpr Error tooHigh = sql::syntaxOf<Repeated<shapes, 0, 600>>.error, tooDeep = sql::syntaxOf<Repeated<shapes, 22, 61>>.error;
static_assert(tooHigh.code == ErrorCode::tooDeep && tooHigh.subject == "+" && tooHigh.position == 9 + 199 * 4);
static_assert(tooDeep.code == ErrorCode::tooDeep && tooDeep.expected == "at most 60 levels");

std::string text(const Shape& shape, int times) {
    TextWriter counted;
    shape.write(counted, times);
    std::string s(counted.size, ' ');
    TextWriter w{s.data()};
    shape.write(w, times);
    return s;
}

}  // namespace

TEST_CASE("trees are as high as the limits allow, and what is deeper is refused") {
    for (const Shape& shape : shapes) {
        CAPTURE(text(shape, 1));
        int most = 0;
        while (most < 400 && !sql::parse(text(shape, most + 1)).error()) ++most;
        CHECK(most == shape.most);
        const sql::ParsedText p = sql::parse(text(shape, most));
        const sql::ParsedText again = sql::parse(printedText(p.view()));
        CHECK(again.error() == Error{});
        CHECK(sql::sameSyntax(p.view(), again.view()));
        for (const int more : {1, 2, 100, 1000}) CHECK(sql::parse(text(shape, most + more)).error().code == ErrorCode::tooDeep);
    }
    for (const Shape& shape : lengths) CHECK(sql::parse(text(shape, 2000)).error() == Error{});
    CHECK(sql::parse(std::string(500, '(') + "SELECT 1").error().code == ErrorCode::tooDeep);
    CHECK(sql::parse("SELECT a FROM " + std::string(500, '(') + "t").error().code == ErrorCode::tooDeep);
}

TEST_CASE("texts longer than 65,535 bytes have positions, and too large ones an error") {
    std::string blanks(100000, ' ');
    CHECK(sql::parse("SELECT a" + blanks + "FROM t WHERE").error().position == 8 + 100000 + 12);
    std::string values = "SELECT a FROM t WHERE a IN (1";
    for (int i = 0; i < 30000; ++i) values += ", 1";
    CHECK(sql::parse(values + ")"));
    for (int i = 0; i < 30000; ++i) values += ", 1";
    CHECK(sql::parse(values + ")").error().code == ErrorCode::tooLarge);
    CHECK(sql::parse("SELECT '" + blanks + "'"));
}

TEST_CASE("a parsed text can be moved and kept") {
    sql::ParsedText a = sql::parse("SELECT a");
    const sql::SyntaxView before = a.view();
    sql::ParsedText b = std::move(a);
    CHECK(b.view().nodes == before.nodes);
    CHECK(b.view().nodes[0].text == "a");
    CHECK(b.sql().data() == before.sql.data());
}
