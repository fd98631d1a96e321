// SPDX-License-Identifier: BSL-1.0
// Casts of arrays, maps and rows: to text, and part by part to other such types.
#include <doctest/doctest.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <rivulet/rivulet.hpp>

using namespace rivulet;

namespace {

struct Place { std::string town; std::optional<int> people; };
using Numbers = std::vector<std::optional<int>>;
using Pair = Row<Field<"x", std::optional<int>>, Field<"y", std::string>>;
struct Bag {
    std::optional<Numbers> a;
    std::map<std::string, bool> m;
    std::optional<Pair> r;
    Place p;
    std::vector<std::string> texts;
};

template <FixedString Sql> std::vector<std::string> answers() {
    StreamExecutionEnvironment env;
    auto db = StreamTableEnvironment::create(env).createTemporaryView<"bag">(env.fromElements(
        Bag{Numbers{1, std::nullopt}, {{"k", true}}, Pair{3, "z"}, {"Ulm", std::nullopt}, {"1", "22"}}, Bag{std::nullopt, {}, std::nullopt, {"Graz", 5}, {}}));
    std::vector<std::string> printed;
    for (const auto& row : db.template sqlQuery<Sql>().execute().collect()) {
        printed.emplace_back();
        appendText(printed.back(), row);
    }
    return printed;
}

}  // namespace

TEST_CASE("nested values as text") {
    CHECK(answers<"SELECT CAST(a AS STRING) AS a, CAST(m AS STRING) AS m, CAST(r AS STRING) AS r, CAST(p AS STRING) AS p, CAST(texts AS VARCHAR(3)) AS t FROM bag">() ==
          std::vector<std::string>{"+I[[1, NULL], {k=TRUE}, (3, z), (town=Ulm, people=NULL), [1,]", "+I[null, {}, null, (town=Graz, people=5), []]"});
}

TEST_CASE("nested values part by part") {
    CHECK(answers<"SELECT CAST(a AS ARRAY<STRING>) AS a, CAST(m AS MAP<STRING, INT>) AS m, CAST(r AS ROW<one BIGINT, two CHAR(2)>) AS r, CAST(texts AS ARRAY<INT>)[2] AS t FROM bag">() ==
          std::vector<std::string>{"+I[[1, null], {k=1}, +I[3, z ], 22]", "+I[null, {}, null, null]"});
    CHECK(answers<"SELECT CAST(r AS ROW<one BIGINT, two CHAR(2)>).one AS one FROM bag">() == std::vector<std::string>{"+I[3]", "+I[null]"});
    CHECK(answers<"SELECT TRY_CAST(ARRAY_OF_TEXT AS ARRAY<BOOLEAN>) AS d FROM (SELECT texts AS ARRAY_OF_TEXT FROM bag)">() == std::vector<std::string>{"+I[null]", "+I[[]]"});
    CHECK(answers<"SELECT CAST(a AS ARRAY<INT>) AS a FROM bag">() == std::vector<std::string>{"+I[[1, null]]", "+I[null]"});
}
