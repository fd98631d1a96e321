// SPDX-License-Identifier: BSL-1.0
// Changes into tables and out of them: modes, schemas, targets, and what is refused. (tests/conformance has what Flink answers.)
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "table/texts.hpp"

using namespace rivulet;
using test::textsOf;
using test::Texts;

namespace {

using Score = Row<Field<"name", std::string>, Field<"points", std::optional<std::int32_t>>>;
constexpr auto minus = RowKind::updateBefore, plus = RowKind::updateAfter, gone = RowKind::delete_;

struct Start : test::Environment {
    auto changes() const { return tenv.fromChangelogStream(env.fromElements(Score("ann", 1), Score("bob", 2), Score(minus, "ann", 1), Score(plus, "ann", 5), Score(gone, "bob", 2))); }
    auto upserts() const {
        return tenv.fromChangelogStream(env.fromElements(Score("ann", 1), Score(plus, "bob", 2), Score(plus, "ann", 5), Score(gone, "bob", std::nullopt)), Schema().primaryKey<"name">(),
                                        ChangelogMode::upsert());
    }
    template <class T> auto totals(const T& table) const { return table.groupBy(col<"name">).select(col<"name">, col<"points">.sum().template as<"total">(), count().template as<"n">()); }
};

static_assert(ChangelogMode::all() == ChangelogMode::of<RowKind::delete_, RowKind::updateAfter, RowKind::insert, RowKind::updateBefore>());
static_assert(!(ChangelogMode::upsert() == ChangelogMode::of<RowKind::insert, RowKind::updateAfter, RowKind::delete_>()));  // full deletions
static_assert(ChangelogMode::upsert().contains(RowKind::delete_) && !ChangelogMode::upsert().contains(RowKind::updateBefore));

template <class T> inline constexpr unsigned char kindsOf = T::plan().nodes[T::plan().root].mode.bits;

}  // namespace

TEST_CASE("a key of upserts tells rows apart wherever it stands") {
    Start s;
    using Late = Row<Field<"points", std::int64_t>, Field<"name", std::string>>;
    const auto t = s.tenv.fromChangelogStream(s.env.fromElements(Late(1, "ann"), Late(1, "bob"), Late(plus, 2, "bob")), Schema().primaryKey<"name">(), ChangelogMode::upsert());
    using Plan = decltype(t);
    static_assert(Plan::plan().nodes[Plan::plan().root].keys.sets[0].has(1) && !Plan::plan().nodes[Plan::plan().root].keys.sets[0].has(0));
    const auto db = s.tenv.createTemporaryView<"s">(t);
    Texts there;
    for (const std::string& change : test::rowsOf(db.sqlQuery<"SELECT a.name, b.name FROM s a JOIN s b ON a.points = b.points">())) {
        if (change[0] == '+') there.push_back(change.substr(2));
        else there.erase(std::find(there.begin(), there.end(), change.substr(2)));
    }
    std::sort(there.begin(), there.end());
    CHECK(there == Texts{"[ann, ann]", "[bob, bob]"});
}

TEST_CASE("a changelog as it is, and upserts with the rows that they replace") {
    Start s;
    CHECK(textsOf(s.changes().execute().collect()) == Texts{"+I[ann, 1]", "+I[bob, 2]", "-U[ann, 1]", "+U[ann, 5]", "-D[bob, 2]"});
    CHECK(textsOf(s.upserts().execute().collect()) == Texts{"+I[ann, 1]", "+I[bob, 2]", "-U[ann, 1]", "+U[ann, 5]", "-D[bob, 2]"});
    CHECK(textsOf(s.upserts().where(col<"points"> > lit<3>).execute().collect()) == Texts{"+I[ann, 5]"});
    static_assert(kindsOf<decltype(s.upserts())> == plan::ChangelogMode::all);
    static_assert(kindsOf<decltype(s.totals(s.upserts()))> == plan::ChangelogMode::all);
}

TEST_CASE("a schema may compute columns, choose them and widen them; the key stays") {
    Start s;
    const auto stream = s.env.fromElements(Score("ann", 1), Score(plus, "ann", 5), Score(plus, "ann", 5));
    const auto t = s.tenv.fromChangelogStream(stream, Schema().column<"points", "BIGINT">().column<"name", "STRING NOT NULL">().columnByExpression<"twice", "points * 2">().primaryKey<"name">(),
                                              ChangelogMode::upsert());
    CHECK(textsOf(t.execute().collect()) == Texts{"+I[1, ann, 2]", "-U[1, ann, 2]", "+U[5, ann, 10]"});
    static_assert(decltype(t)::plan().nodes[decltype(t)::plan().root].keys.count == 1);
}

TEST_CASE("a view of changes in SQL") {
    Start s;
    const auto db = s.tenv.createTemporaryView<"scores">(s.changes());
    CHECK(textsOf(db.sqlQuery<"SELECT name, SUM(points) AS total FROM scores GROUP BY name">().execute().collect()) ==
          Texts{"+I[ann, 1]", "+I[bob, 2]", "-D[ann, 1]", "+I[ann, 5]", "-D[bob, 2]"});
}

TEST_CASE("a row of a kind that the mode does not have") {
    Start s;
    const auto stream = s.env.fromElements(Score("ann", 1), Score(gone, "ann", 1));
    const auto t = s.tenv.fromChangelogStream(stream, Schema(), ChangelogMode::of<RowKind::insert, minus, plus>());
    const std::string said = test::thrownBy<DataError>([&] { t.execute().collect(); });
    CHECK(said.find("+I, -U, +U") != said.npos);
    CHECK(said.find("-D[ann, 1]") != said.npos);
}

TEST_CASE("out under a schema: names, wider types, nested columns, metadata that is no field") {
    struct Event { std::string name; std::vector<std::int32_t> parts; TimestampLtz<3> at; };
    Start s;
    const auto t = s.tenv.fromDataStream(s.env.fromElements(Event{"ann", {1, 2}, TimestampLtz<3>::fromMillis(5)}));
    const auto rows = s.tenv.toChangelogStream(t, Schema().columnByMetadata<"rowtime", TimestampLtz<3>>()).executeAndCollect();
    using Element = decltype(rows)::value_type;
    static_assert(std::is_same_v<Element, Row<Field<"name", std::string>, Field<"parts", std::vector<std::int32_t>>>>);
    CHECK(textsOf(rows) == Texts{"+I[ann, [1, 2]]"});
    const auto declared = s.tenv.toChangelogStream(
        s.totals(s.changes()), Schema().column<"who", std::string>().columnByExpression<"loud", "UPPER(who)">().column<"total", std::optional<std::int64_t>>().column<"n", double>());
    static_assert(std::is_same_v<decltype(declared)::Element, Row<Field<"who", std::string>, Field<"total", std::optional<std::int64_t>>, Field<"n", double>>>);
    CHECK(textsOf(declared.executeAndCollect()) == Texts{"+I[ann, 1, 1.0]", "+I[bob, 2, 1.0]", "-D[ann, 1, 1.0]", "+I[ann, 5, 1.0]", "-D[bob, 2, 1.0]"});
}

TEST_CASE("upserts in and out by one key pass as they are") {
    Start s;
    CHECK(textsOf(s.tenv.toChangelogStream(s.upserts(), Schema().primaryKey<"name">(), ChangelogMode::upsert()).executeAndCollect()) ==
          Texts{"+I[ann, 1]", "+U[bob, 2]", "+U[ann, 5]", "-D[bob, null]"});
}

TEST_CASE("a key that can be null says that it is not; it stays the key of the query") {
    using Loose = Row<Field<"name", std::optional<std::string>>, Field<"points", std::int32_t>>;
    Start s;
    const auto totals = s.tenv.fromDataStream(s.env.fromElements(Loose("ann", 1), Loose("ann", 2))).groupBy(col<"name">).select(col<"name">, col<"points">.sum().as<"total">());
    CHECK(textsOf(s.tenv.toChangelogStream(totals.addOrReplaceColumns(col<"name">.orThrow().as<"name">()), Schema().primaryKey<"name">(), ChangelogMode::upsert()).executeAndCollect()) ==
          Texts{"+I[ann, 1]", "+U[ann, 3]"});
}

TEST_CASE("retract streams of any target; a pair of a flag and something else stays what it is") {
    struct Total { std::string name; std::optional<std::int32_t> total; std::int64_t n; };
    Start s;
    const auto totals = s.totals(s.changes());
    const auto rows = s.tenv.toRetractStream<Total>(totals).executeAndCollect();
    static_assert(std::is_same_v<decltype(rows), const std::vector<std::pair<bool, Total>>>);
    CHECK(rows.size() == 5);
    CHECK((rows[0].first && rows[0].second.name == "ann" && rows[0].second.total == 1));
    CHECK((!rows[2].first && rows[2].second.total == 1));
    const auto flags = s.tenv.fromDataStream(s.env.fromElements(std::pair{true, 1}, std::pair{false, 2}));
    CHECK(s.tenv.toDataStream<std::pair<bool, int>>(flags).executeAndCollect() == std::vector{std::pair{true, 1}, std::pair{false, 2}});
    CHECK(textsOf(s.tenv.toRetractStream<std::pair<bool, int>>(flags).executeAndCollect()) == Texts{"(true,(true,1))", "(true,(false,2))"});
}

TEST_CASE("a statement set hands changes to a sink that says that it takes them") {
    Start s;
    std::vector<std::string> seen;
    auto set = s.tenv.createStatementSet();
    set.addInsert(s.totals(s.upserts()), [&seen](const auto& row) { seen.push_back(test::textOf(row)); }, ChangelogMode::all());
    set.execute();
    CHECK(seen == Texts{"+I[ann, 1, 1]", "+I[bob, 2, 1]", "-D[ann, 1, 1]", "+I[ann, 5, 1]", "-D[bob, 2, 1]"});
}

TEST_CASE("state that is not touched for longer than the retention is forgotten") {
    Start s;
    static std::int64_t now;
    now = 0;
    s.env.core()->stateTtl.clock = [](const void*) { return now; };
    s.tenv.setIdleStateRetention(std::chrono::seconds(10));
    const auto stream = s.env.fromElements(Score("ann", 1), Score("ann", 2), Score("bob", 1), Score("ann", 4));
    std::vector<std::string> seen;
    s.tenv.toChangelogStream(s.totals(s.tenv.fromDataStream(stream))).addSink([&seen](const auto& row) {
        seen.push_back(test::textOf(row));
        if (seen.size() == 4) now = 10'000;  // after bob's
    });
    s.env.execute();
    CHECK(seen == Texts{"+I[ann, 1, 1]", "-U[ann, 1, 1]", "+U[ann, 3, 2]", "+I[bob, 1, 1]", "+I[ann, 4, 1]"});
}

TEST_CASE("a printed table of changes") {
    Start s;
    std::string text;
    s.changes().execute().print(text);
    CHECK(text ==
          "+----+--------------------------------+-------------+\n"
          "| op |                           name |      points |\n"
          "+----+--------------------------------+-------------+\n"
          "| +I |                            ann |           1 |\n"
          "| +I |                            bob |           2 |\n"
          "| -U |                            ann |           1 |\n"
          "| +U |                            ann |           5 |\n"
          "| -D |                            bob |           2 |\n"
          "+----+--------------------------------+-------------+\n"
          "5 rows in set\n");
}
