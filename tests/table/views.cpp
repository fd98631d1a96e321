// SPDX-License-Identifier: BSL-1.0
// Views that come and go, and rows of structs with bases.
#include <doctest/doctest.h>

#include <rivulet/reflect/hana.hpp>
#include <rivulet/rivulet.hpp>

#include <string>
#include <tuple>
#include <vector>

#include "texts.hpp"

using namespace rivulet;
using test::Texts, test::rowsOf;

namespace app {

struct Marked { int twice(int a) const { return 2 * a; } };
struct Visit : Marked { std::string user; int bytes; };  // an empty base holds nothing
struct Stamped { int at; int source; };
struct Sample : Stamped { int value; };                  // one with members: adapted, in an order of its own

}  // namespace app
BOOST_HANA_ADAPT_STRUCT(app::Sample, value, at, source);

TEST_CASE("an environment without a view, whichever of them it was") {
    const StreamExecutionEnvironment env;
    const auto tenv = StreamTableEnvironment::create(env);
    const auto one = tenv.createTemporaryView<"a">(env.fromElements(1));
    const auto db = one.createTemporaryView<"b">(one.sqlQuery<"SELECT f0 + 1 AS f0 FROM a">()).createTemporaryView<"c">(env.fromElements(3)).createTemporaryFunction<"TWICE">([](int v) { return 2 * v; });
    const auto made = db.sqlQuery<"SELECT f0 FROM a UNION ALL SELECT f0 FROM c">();
    const auto noA = db.dropTemporaryView<"a">();
    const auto noB = db.dropTemporaryView<"b">();
    const auto noC = db.dropTemporaryView<"c">();
    CHECK(rowsOf(noA.sqlQuery<"SELECT TWICE(b.f0), c.f0 FROM b CROSS JOIN c">()) == Texts{"+I[4, 3]"});  // b goes on to read what was a
    CHECK(rowsOf(noB.sqlQuery<"SELECT TWICE(a.f0), c.f0 FROM a CROSS JOIN c">()) == Texts{"+I[2, 3]"});
    CHECK(rowsOf(noC.sqlQuery<"SELECT TWICE(a.f0), b.f0 FROM a CROSS JOIN b">()) == Texts{"+I[2, 2]"});
    CHECK(rowsOf(noA.createTemporaryView<"a">(env.fromElements(7)).sqlQuery<"SELECT a.f0, b.f0 FROM a CROSS JOIN b">()) == Texts{"+I[7, 2]"});
    CHECK(rowsOf(made) == Texts{"+I[1]", "+I[3]"});
    const auto none = noA.dropTemporaryView<"c">().dropTemporaryView<"b">();
    CHECK(rowsOf(none.createTemporaryView<"x">(env.fromElements(5)).sqlQuery<"SELECT TWICE(f0) FROM x">()) == Texts{"+I[10]"});
}

TEST_CASE("rows of structs with bases go in and come out") {
    const StreamExecutionEnvironment env;
    const auto tenv = StreamTableEnvironment::create(env);
    const auto visits = tenv.fromDataStream(env.fromElements(app::Visit{{}, "Ann", 3}, app::Visit{{}, "Bob", 4}));
    CHECK(rowsOf(visits) == Texts{"+I[Ann, 3]", "+I[Bob, 4]"});
    std::vector<std::string> seen;
    for (const app::Visit& v : tenv.toDataStream<app::Visit>(visits.where(col<"bytes"> > 3)).executeAndCollect()) seen.push_back(v.user + std::to_string(v.twice(v.bytes)));
    CHECK(seen == Texts{"Bob8"});
    const auto samples = tenv.fromDataStream(env.fromElements(app::Sample{{1, 2}, 3}));
    CHECK(rowsOf(samples) == Texts{"+I[3, 1, 2]"});
    for (const app::Sample& s : tenv.toDataStream<app::Sample>(samples).executeAndCollect()) CHECK(std::tuple(s.at, s.source, s.value) == std::tuple(1, 2, 3));
}
