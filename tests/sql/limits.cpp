// SPDX-License-Identifier: BSL-1.0
// How long and how deep a text may be: with the compilers' default limits, and with our own message beyond.
#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>

#include <rivulet/sql/parse_text.hpp>
#include <rivulet/sql/print_syntax.hpp>

namespace {

using namespace rivulet;

struct LongText {
    static constexpr std::size_t room = 20000;
    char chars[room]{};
    std::size_t size{};
    constexpr LongText& operator<<(std::string_view s) {
        for (const char c : s) chars[size++] = c;
        return *this;
    }
    constexpr LongText& repeat(int times, std::string_view s) {
        while (times-- > 0) *this << s;
        return *this;
    }
};

// `make` is a captureless callable that returns a LongText.
template <auto make> inline constexpr LongText textOf = make();
template <auto make> struct Generated { static constexpr std::string_view sql{textOf<make>.chars, textOf<make>.size}; };

template <class Text>
constexpr auto printedText() {
    LongText t;
    detail::TextWriter w{t.chars};
    sql::writeSyntax(w, sql::syntaxOf<Text>.view(Text::sql));
    t.size = w.size;
    return t;
}
template <class Text> inline constexpr LongText printed = printedText<Text>();
template <class Text> struct Printed { static constexpr std::string_view sql{printed<Text>.chars, printed<Text>.size}; };

template <class Text> constexpr ErrorCode codeOf() { return sql::syntaxOf<Text>.error.code; }
template <class Text> constexpr bool roundTrips() {
    using Again = Printed<Text>;
    return sql::sameSyntax(sql::syntaxOf<Text>.view(Text::sql), sql::syntaxOf<Again>.view(Again::sql));
}

// ---- length ---------------------------------------------------------------------------------------------------------

using FiveThousand = Generated<[] {
    LongText t;
    t << "SELECT a";
    for (int i = 0; t.size < 4990; ++i)
        t << (i % 3 ? ", UPPER(city) || '-' AS `the city`" : ", CASE WHEN n > 12 AND m IS NOT NULL THEN t.k[1] ELSE -0.5 END x");
    return t << " FROM t WHERE a BETWEEN 1 AND 2 -- the end";
}>;
static_assert(FiveThousand::sql.size() > 5000 && FiveThousand::sql.size() < 5100);
static_assert(codeOf<FiveThousand>() == ErrorCode::none && roundTrips<FiveThousand>());

using Conditions600 = Generated<[] { return (LongText{} << "SELECT a FROM t WHERE x = 1").repeat(599, " AND y > 2"); }>;
using Alternatives600 = Generated<[] { return (LongText{} << "SELECT a FROM t WHERE x = 1").repeat(599, " OR y > 2 AND z < 1"); }>;
using List2000 = Generated<[] { return (LongText{} << "SELECT a FROM t WHERE x IN (1").repeat(1999, ", 23") << ")"; }>;
static_assert(codeOf<Conditions600>() == ErrorCode::none && roundTrips<Conditions600>());
static_assert(codeOf<Alternatives600>() == ErrorCode::none && roundTrips<Alternatives600>());
static_assert(codeOf<List2000>() == ErrorCode::none && roundTrips<List2000>());

// ---- depth ----------------------------------------------------------------------------------------------------------

template <int Terms> constexpr LongText sum() { return (LongText{} << "SELECT a").repeat(Terms - 1, " + b") << " FROM t"; }
template <int Terms> using Sum = Generated<&sum<Terms>>;
static_assert(codeOf<Sum<200>>() == ErrorCode::none && roundTrips<Sum<200>>());
static_assert(codeOf<Sum<201>>() == ErrorCode::tooDeep);
static_assert(codeOf<Sum<600>>() == ErrorCode::tooDeep);
static_assert(sql::syntaxOf<Sum<600>>.error.subject == "+" && sql::syntaxOf<Sum<600>>.error.position == 9 + 199 * 4);

template <int Queries> constexpr LongText unions() { return (LongText{} << "SELECT a").repeat(Queries - 1, " UNION ALL SELECT b"); }
template <int Queries> using Unions = Generated<&unions<Queries>>;
static_assert(codeOf<Unions<219>>() == ErrorCode::none && roundTrips<Unions<219>>());
static_assert(codeOf<Unions<220>>() == ErrorCode::tooDeep);

// `before` .. a .. `after`, within each other
struct Nest { std::string_view before, after; };
inline constexpr Nest nests[] = {{"(", ")"}, {"f(", ")"}, {"f(1 + ", ")"}, {"a[", "]"}, {"ARRAY[", "]"}, {"CAST(", " AS INT)"},
                                 {"CASE WHEN x THEN y ELSE ", " END"}, {"CASE x WHEN 1 THEN 2 WHEN ", " THEN y END"}, {"x IN (", ")"},
                                 {"TRIM(BOTH x FROM ", ")"}, {"EXTRACT(DAY FROM ", ")"}, {"(x, ", ")"}};
template <int Which, int Depth>
constexpr LongText nested() { return (LongText{} << "SELECT ").repeat(Depth, nests[Which].before).repeat(1, "a").repeat(Depth, nests[Which].after) << " FROM t"; }
template <int Which, int Depth> using Nested = Generated<&nested<Which, Depth>>;
template <int Which, int Allowed> constexpr bool nestsTo() {
    return codeOf<Nested<Which, Allowed>>() == ErrorCode::none && roundTrips<Nested<Which, Allowed>>() &&
           codeOf<Nested<Which, Allowed + 1>>() == ErrorCode::tooDeep && codeOf<Nested<Which, 150>>() == ErrorCode::tooDeep;
}
static_assert(nestsTo<0, 60>() && nestsTo<1, 60>() && nestsTo<2, 60>() && nestsTo<3, 60>() && nestsTo<4, 60>() && nestsTo<5, 60>());
static_assert(nestsTo<6, 60>() && nestsTo<7, 60>() && nestsTo<8, 60>() && nestsTo<9, 60>() && nestsTo<10, 60>() && nestsTo<11, 60>());

// operators within each other, without parentheses
using Minuses = Generated<[] { return (LongText{} << "SELECT ").repeat(500, "- ") << "a"; }>;
using Nots = Generated<[] { return (LongText{} << "SELECT ").repeat(500, "NOT ") << "a"; }>;
using Everything = Generated<[] { return (LongText{} << "SELECT ").repeat(500, "f(b OR a AND NOT b = c + d * - ") << "a"; }>;
static_assert(codeOf<Minuses>() == ErrorCode::tooDeep && codeOf<Nots>() == ErrorCode::tooDeep && codeOf<Everything>() == ErrorCode::tooDeep);

template <int Depth> constexpr LongText subqueries() { return LongText{}.repeat(Depth, "SELECT a FROM (").repeat(1, "SELECT 1 AS a").repeat(Depth, ")"); }
template <int Depth> using Subqueries = Generated<&subqueries<Depth>>;
static_assert(codeOf<Subqueries<60>>() == ErrorCode::none && roundTrips<Subqueries<60>>() && codeOf<Subqueries<61>>() == ErrorCode::tooDeep);
static_assert(codeOf<Generated<[] { return LongText{}.repeat(500, "(") << "SELECT 1"; }>>() == ErrorCode::tooDeep);
static_assert(codeOf<Generated<[] { return (LongText{} << "SELECT a FROM ").repeat(500, "(") << "t"; }>>() == ErrorCode::tooDeep);

}  // namespace

TEST_CASE("texts longer than 65,535 bytes have positions, and too large ones an error") {
    std::string blanks(100000, ' ');
    CHECK(sql::parse("SELECT a" + blanks + "FROM t WHERE").error().position == 8 + 100000 + 12);
    std::string list = "SELECT a FROM t WHERE a IN (1";
    for (int i = 0; i < 30000; ++i) list += ", 1";
    CHECK(sql::parse(list + ")"));
    for (int i = 0; i < 30000; ++i) list += ", 1";
    CHECK(sql::parse(list + ")").error().code == ErrorCode::tooLarge);
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
