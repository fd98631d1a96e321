// SPDX-License-Identifier: BSL-1.0
// Streams to tables: every form of fromDataStream. Shapes of rows are in shapes.cpp, targets of toDataStream in targets.cpp.
#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "table/texts.hpp"

using namespace rivulet;
using test::rowsOf;
using test::textsOf;
using test::Texts;

namespace {

struct Reading {
    std::string zone;
    std::int32_t amp;
    std::int64_t at;
};
enum class Level : std::int16_t { low = -200, zero = 0, high = 300 };
struct Start : test::Environment {
    DataStream<Reading> readings = env.fromElements(Reading{"n1", 7, 100}, Reading{"n2", 8, 200});
};

}  // namespace

TEST_CASE("a struct: columns in the order of declaration, all NOT NULL") {
    Start s;
    const auto t = s.tenv.fromDataStream(s.readings);
    static_assert(t.schemaText() == "(\n  `zone` STRING NOT NULL,\n  `amp` INT NOT NULL,\n  `at` BIGINT NOT NULL\n)\n");
    static_assert(t.columnCount() == 3);
    CHECK(rowsOf(t) == Texts{"+I[n1, 7, 100]", "+I[n2, 8, 200]"});
}

TEST_CASE("a struct with a list: chosen and renamed by name, in the order of the list") {
    Start s;
    const auto t = s.tenv.fromDataStream(s.readings, col<"at">, col<"zone">.as<"where">());
    static_assert(t.schemaText() == "(\n  `at` BIGINT NOT NULL,\n  `where` STRING NOT NULL\n)\n");
    CHECK(rowsOf(t) == Texts{"+I[100, n1]", "+I[200, n2]"});
    const auto swapped = s.tenv.fromDataStream(s.readings, col<"amp">.as<"at">(), col<"at">.as<"amp">());
    CHECK(rowsOf(swapped) == Texts{"+I[7, 100]", "+I[8, 200]"});
    const auto twice = s.tenv.fromDataStream(s.readings, col<"amp">.as<"a">(), col<"amp">.as<"b">());
    CHECK(rowsOf(twice) == Texts{"+I[7, 7]", "+I[8, 8]"});
}

TEST_CASE("a struct by position, on request") {
    Start s;
    const auto t = s.tenv.fromDataStream(s.readings, byPosition<"a", "b", "c">);
    static_assert(t.schemaText() == "(\n  `a` STRING NOT NULL,\n  `b` INT NOT NULL,\n  `c` BIGINT NOT NULL\n)\n");
    CHECK(rowsOf(t) == Texts{"+I[n1, 7, 100]", "+I[n2, 8, 200]"});
    CHECK(rowsOf(s.tenv.fromDataStream(s.readings, byPosition<"amp">)) == Texts{"+I[n1]", "+I[n2]"});
}

TEST_CASE("tuples and pairs: f0, f1; new names by position; by name if one is a field or has an alias") {
    Start s;
    const auto pairs = s.env.fromCollection(std::vector<std::pair<std::int64_t, std::string>>{{12, "kite"}});
    const auto tuples = s.env.fromElements(std::tuple<std::int64_t, std::string, bool>{12, "kite", true});
    static_assert(decltype(s.tenv.fromDataStream(pairs))::schemaText() == "(\n  `f0` BIGINT NOT NULL,\n  `f1` STRING NOT NULL\n)\n");
    CHECK(rowsOf(s.tenv.fromDataStream(pairs)) == Texts{"+I[12, kite]"});
    CHECK(rowsOf(s.tenv.fromDataStream(pairs, col<"f1">, col<"f0">)) == Texts{"+I[kite, 12]"});
    const auto renamed = s.tenv.fromDataStream(pairs, col<"id">, col<"label">);
    static_assert(renamed.schemaText() == "(\n  `id` BIGINT NOT NULL,\n  `label` STRING NOT NULL\n)\n");
    CHECK(rowsOf(renamed) == Texts{"+I[12, kite]"});
    CHECK(rowsOf(s.tenv.fromDataStream(pairs, col<"id">)) == Texts{"+I[12]"});
    const auto aliased = s.tenv.fromDataStream(tuples, col<"f2">.as<"f0">(), col<"f0">.as<"f2">());
    static_assert(aliased.schemaText() == "(\n  `f0` BOOLEAN NOT NULL,\n  `f2` BIGINT NOT NULL\n)\n");
    CHECK(rowsOf(aliased) == Texts{"+I[true, 12]"});
}

TEST_CASE("plain values: one column f0, which takes one name") {
    Start s;
    const auto check = [&]<class T>(std::vector<T> values, std::string_view type, const Texts& rows) {
        const auto t = s.tenv.fromDataStream(s.env.fromCollection(values));
        CHECK(std::string(t.schemaText()) == "(\n  `f0` " + std::string(type) + "\n)\n");
        CHECK(rowsOf(t) == rows);
    };
    check(std::vector<std::int64_t>{5, -6}, "BIGINT NOT NULL", {"+I[5]", "+I[-6]"});
    check(std::vector<bool>{true, false}, "BOOLEAN NOT NULL", {"+I[true]", "+I[false]"});
    check(std::vector<double>{12.0, 1e7, -0.0}, "DOUBLE NOT NULL", {"+I[12.0]", "+I[1.0E7]", "+I[-0.0]"});
    check(std::vector<std::string>{"a", ""}, "STRING NOT NULL", {"+I[a]", "+I[]"});
    check(std::vector<std::optional<std::int32_t>>{1, {}}, "INT", {"+I[1]", "+I[null]"});
    check(std::vector<Decimal<5, 2>>{Decimal<5, 2>("1.5")}, "DECIMAL(5, 2) NOT NULL", {"+I[1.50]"});
    check(std::vector<Level>{Level::low, Level::high}, "SMALLINT NOT NULL", {"+I[-200]", "+I[300]"});
    check(std::vector<std::vector<std::int32_t>>{{1, 2}, {}}, "ARRAY<INT NOT NULL> NOT NULL", {"+I[[1, 2]]", "+I[[]]"});
    check(std::vector<std::map<std::int32_t, std::optional<std::string>>>{{{1, "x"}, {2, {}}}}, "MAP<INT NOT NULL, STRING> NOT NULL", {"+I[{1=x, 2=null}]"});
    const auto named = s.tenv.fromDataStream(s.env.fromElements(5, 6), col<"v">);
    static_assert(named.schemaText() == "(\n  `v` INT NOT NULL\n)\n");
    CHECK(rowsOf(named) == Texts{"+I[5]", "+I[6]"});
    CHECK(rowsOf(s.tenv.fromDataStream(s.env.fromElements(5), byPosition<"w">)) == Texts{"+I[5]"});
}

TEST_CASE("a declared schema: order, widening, nullability, computed columns, f0") {
    Start s;
    const auto t = s.tenv.fromDataStream(s.readings, Schema().column<"amp", std::int64_t>().column<"zone", "STRING">().columnByExpression<"next", "at + 1">());
    static_assert(t.schemaText() == "(\n  `amp` BIGINT NOT NULL,\n  `zone` STRING,\n  `next` BIGINT NOT NULL\n)\n");  // a projection, so without AS
    CHECK(rowsOf(t) == Texts{"+I[7, n1, 101]", "+I[8, n2, 201]"});
    const auto added = s.tenv.fromDataStream(s.readings, Schema().columnByExpression<"twice">(col<"amp"> + col<"amp">));
    CHECK(rowsOf(added) == Texts{"+I[n1, 7, 100, 14]", "+I[n2, 8, 200, 16]"});
    CHECK(rowsOf(s.tenv.fromDataStream(s.env.fromElements(3), Schema().column<"f0", "BIGINT">())) == Texts{"+I[3]"});
    const auto sameByText = s.tenv.fromDataStream(s.readings, Schema().column<"at", "BIGINT NOT NULL">());
    const auto sameByType = s.tenv.fromDataStream(s.readings, Schema().column<"at", std::int64_t>());
    CHECK(rowsOf(sameByText) == rowsOf(sameByType));
}

TEST_CASE("rows without a struct, named and positional") {
    Start s;
    using Named = Row<Field<"name", std::string>, Field<"score", std::optional<std::int32_t>>>;
    const auto named = s.env.fromCollection(std::vector<Named>{Named{"Ann", 1}, Named{"Bo", std::nullopt}});
    const auto t = s.tenv.fromDataStream(named);
    static_assert(t.schemaText() == "(\n  `name` STRING NOT NULL,\n  `score` INT\n)\n");
    CHECK(rowsOf(t) == Texts{"+I[Ann, 1]", "+I[Bo, null]"});
    const auto positional = s.env.fromCollection(std::vector<Row<std::int32_t, std::string>>{{1, "a"}});
    CHECK(rowsOf(s.tenv.fromDataStream(positional)) == Texts{"+I[1, a]"});
    const auto back = s.tenv.toDataStream<Row<Field<"score", std::optional<std::int64_t>>, Field<"name", std::string>>>(t).executeAndCollect();
    CHECK(textsOf(back) == Texts{"+I[1, Ann]", "+I[null, Bo]"});
}
