// SPDX-License-Identifier: BSL-1.0
// How long and how high a query may be: bound, planned, printed, and lifted to code, with the compilers' default limits.
#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>

#include <rivulet/rivulet.hpp>

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

constexpr plan::Column columns[] = {{.name = "a", .type = sqltype::integer}, {.name = "b", .type = sqltype::integer.orNull(true)}, {.name = "s", .type = sqltype::string}};
constexpr plan::Node scan{.kind = plan::NodeKind::scan, .source = 0, .columnCount = 3, .view = "t"};
constexpr plan::View views[] = {{.name = "t", .plan = {nullptr, &scan, columns, nullptr, 0, 1, 3, 0, 0}}};

// A query as the environment has it, over the one table t(a, b, s).
template <auto make>
struct Query {
    static constexpr std::string_view sql{textOf<make>.chars, textOf<make>.size};
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
template <class Q> constexpr LongText printed() {
    LongText t;
    detail::TextWriter w{t.chars};
    plan::writeSql(w, detail::planOf<Q>.view());
    t.size = w.size;
    return t;
}
template <class Q> using Again = Query<&printed<Q>>;

/// Binds, prints and plans again to the same, and has a physical plan.
template <class Q> constexpr bool holds() {
    return !detail::planOf<Q>.error && detail::planOf<Q>.view() == detail::planOf<Again<Q>>.view() && !detail::physicalOf<Q>.error;
}
template <class Q> constexpr ErrorCode codeOf() { return detail::planOf<Q>.error.code; }

// ---- length ---------------------------------------------------------------------------------------------------------

using FiveThousand = Query<[] {
    LongText t;
    t << "SELECT a";
    for (int i = 0; t.size < 4980; ++i) {
        t << (i % 3 ? ", UPPER(s) || '-' AS c" : ", CASE WHEN a > 12 AND b IS NOT NULL THEN b * 2 ELSE -0.5 END c");
        detail::TextWriter w{t.chars + t.size};
        w.number(i);
        t.size += w.size;
    }
    return t << " FROM t WHERE a BETWEEN 1 AND 2";
}>;
static_assert(FiveThousand::sql.size() > 5000 && FiveThousand::sql.size() < 5100);
static_assert(holds<FiveThousand>());

using Conditions600 = Query<[] { return (LongText{} << "SELECT a FROM t WHERE a = 1").repeat(599, " AND b > 2"); }>;
using Alternatives600 = Query<[] { return (LongText{} << "SELECT a FROM t WHERE a = 1").repeat(599, " OR b > 2 AND a < 1"); }>;
using List600 = Query<[] { return (LongText{} << "SELECT a FROM t WHERE a IN (1").repeat(599, ", 23") << ")"; }>;
static_assert(holds<Conditions600>());
static_assert(holds<Alternatives600>());
static_assert(holds<List600>());

// ---- height ---------------------------------------------------------------------------------------------------------

using Sum200 = Query<[] { return (LongText{} << "SELECT a").repeat(199, " + a") << " AS x FROM t"; }>;
using Sum201 = Query<[] { return (LongText{} << "SELECT a").repeat(200, " + a") << " AS x FROM t"; }>;
static_assert(holds<Sum200>());
static_assert(codeOf<Sum201>() == ErrorCode::tooDeep);

using Calls60 = Query<[] { return (LongText{} << "SELECT ").repeat(60, "ABS(") << "a" << (LongText{}.repeat(60, ")").chars) << " AS x FROM t"; }>;
static_assert(holds<Calls60>());
// the operand of each CASE is another CASE: it is computed once, or this were 2 ** 30 conditions
using Cases30 = Query<[] { return (LongText{} << "SELECT ").repeat(30, "CASE ").repeat(1, "a").repeat(30, " WHEN 1 THEN 2 WHEN 3 THEN 4 END") << " AS x FROM t"; }>;
static_assert(holds<Cases30>());
static_assert(detail::physicalOf<Cases30>.ops[0].slotCount == 29);

// The height of queries and of the expressions in them is one (sql::Query::mostHeight).
using Unions200 = Query<[] { return (LongText{} << "SELECT a").repeat(9, " + a").repeat(1, " AS x FROM t").repeat(199, " UNION ALL SELECT a FROM t"); }>;
static_assert(!detail::planOf<Unions200>.error && !detail::physicalOf<Unions200>.error && detail::physicalOf<Unions200>.opCount == 200);
static_assert(holds<Unions200>());
static_assert(codeOf<Query<[] { return (LongText{} << "SELECT a").repeat(99, " + a").repeat(1, " AS x FROM t").repeat(199, " UNION ALL SELECT a FROM t"); }>>() == ErrorCode::tooDeep);
template <int Terms> constexpr LongText subqueries60() {
    return LongText{}.repeat(60, "SELECT a + 1 AS a FROM (").repeat(1, "SELECT a").repeat(Terms - 1, " + a").repeat(1, " AS a FROM t").repeat(60, ")");
}
static_assert(holds<Query<&subqueries60<95>>>());

// Groups in groups, joins in joins, keys of great height.
using Groups50 = Query<[] {
    return LongText{}.repeat(50, "SELECT s, COUNT(*) AS a FROM (").repeat(1, "SELECT * FROM t").repeat(50, ") WHERE a > 1 GROUP BY s HAVING SUM(a) > 2");
}>;
static_assert(codeOf<Groups50>() == ErrorCode::none && !detail::physicalOf<Groups50>.error);
using Joins40 = Query<[] { return LongText{}.repeat(40, "SELECT s, x.a FROM (").repeat(1, "SELECT s, a FROM t").repeat(40, ") AS x JOIN t USING (s)"); }>;
static_assert(codeOf<Joins40>() == ErrorCode::none);
using HighKey = Query<[] { return (LongText{} << "SELECT COUNT(*) AS c, a").repeat(180, " + a").repeat(1, " AS s FROM t GROUP BY a").repeat(180, " + a"); }>;
static_assert(codeOf<HighKey>() == ErrorCode::none);

// Equal groups are one, 150 read it; groups that differ are compared with each other.
using Equal150 = Query<[] { return (LongText{} << "SELECT s, COUNT(*) AS a FROM t GROUP BY s").repeat(149, " UNION ALL SELECT s, COUNT(*) AS a FROM t GROUP BY s"); }>;
static_assert(codeOf<Equal150>() == ErrorCode::none && !detail::physicalOf<Equal150>.error && detail::physicalOf<Equal150>.opCount == 151);
using Different100 = Query<[] {
    LongText t;
    for (int i = 0; i < 100; ++i) {
        t << (i ? " UNION ALL SELECT s, SUM(b) AS n FROM t WHERE a > " : "SELECT s, SUM(b) AS n FROM t WHERE a > ");
        detail::TextWriter w{t.chars + t.size};
        w.number(i);
        t.size += w.size;
        t << " GROUP BY s";
    }
    return t;
}>;
static_assert(codeOf<Different100>() == ErrorCode::none && !detail::physicalOf<Different100>.error && detail::physicalOf<Different100>.opCount == 200);

// Substituted into each other these were one expression of a height of 60 times 20: slots keep it low.
using Tower = Query<[] { return LongText{}.repeat(60, "SELECT a - 1 - 2 - 3 - 4 - 5 - 6 - 7 - 8 - 9 - 10 - 11 - 12 - 13 - 14 - 15 - 16 - 17 - 18 - 19 - 20 AS a FROM (")
                                       .repeat(1, "SELECT a FROM t").repeat(60, ")"); }>;
constexpr int heightOf(const plan::PhysicalView& p, short e) {
    int height = 0;
    for (short a = p.exprs[e].first; a >= 0; a = p.exprs[a].next)
        if (const int h = heightOf(p, a); h > height) height = h;
    return height + 1;
}
constexpr int highest(const plan::PhysicalView& p) {
    int height = 0;
    for (int i = 0; i < p.itemCount; ++i)
        if (const int h = heightOf(p, p.items[i]); h > height) height = h;
    return height;
}
static_assert(codeOf<Tower>() == ErrorCode::none);
static_assert(highest(detail::physicalOf<Tower>.view()) <= plan::PhysicalPlanner::mostHeight && detail::physicalOf<Tower>.ops[0].slotCount > 5);

}  // namespace

TEST_CASE("a query as high and long as may be runs") {
    struct T { std::int32_t a; std::optional<std::int32_t> b; std::string s; };
    struct X { std::int32_t x; };
    StreamExecutionEnvironment env;
    const auto db = StreamTableEnvironment::create(env).createTemporaryView<"t">(env.fromElements(T{1, 5, "one"}, T{2, std::nullopt, "two"}));
    const auto sum = db.sqlQuery<"SELECT a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+"
                                 "a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+"
                                 "a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a AS x FROM t">();
    std::int32_t total = 0;
    for (const X& x : db.toDataStream<X>(sum).executeAndCollect()) total += x.x;
    CHECK(total == 3 * 200);
}
