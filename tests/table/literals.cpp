// SPDX-License-Identifier: BSL-1.0
// Literals of the Table API with a type: what they are and what they give.
#include <doctest/doctest.h>

#include <string>

#include <rivulet/rivulet.hpp>

using namespace rivulet;

TEST_CASE("literals with a type") {
    const StreamExecutionEnvironment env;
    const auto tenv = StreamTableEnvironment::create(env);
    const auto literals = tenv.fromDataStream(env.fromElements(1)).select(
        lit<"12", "INT">.as<"a">(), lit<"TRUE", "BOOLEAN">.as<"b">(), lit<"-1.5e3", "DOUBLE">.as<"c">(), lit<"a", "CHAR(3)">.as<"d">(),
        lit<"-1.50", "DECIMAL">.as<"e">(), lit<"0.50", "DECIMAL(5, 2)">.as<"f">(), lit<"2024-02-29", "DATE">.as<"g">(), lit<-5>.as<"h">(),
        lit<true>.as<"i">(), lit<"it's">.as<"j">(), lit<3000000000>.as<"k">());
    CHECK(literals.schemaText() ==
          "(\n  `a` INT NOT NULL,\n  `b` BOOLEAN NOT NULL,\n  `c` DOUBLE NOT NULL,\n  `d` CHAR(3) NOT NULL,\n  `e` DECIMAL(3, 2) NOT NULL,\n"
          "  `f` DECIMAL(5, 2) NOT NULL,\n  `g` DATE NOT NULL,\n  `h` INT NOT NULL,\n  `i` BOOLEAN NOT NULL,\n  `j` CHAR(4) NOT NULL,\n  `k` BIGINT NOT NULL\n)\n");
    std::string printed;
    tenv.toDataStream(literals).print("", &printed);
    env.execute();
    CHECK(printed == "+I[12, true, -1500.0, a  , -1.50, 0.50, 2024-02-29, -5, true, it's, 3000000000]\n");
}

TEST_CASE("as and cast as functions, for templates") {
    const StreamExecutionEnvironment env;
    const StreamTableEnvironment tenv = StreamTableEnvironment::create(env);
    const auto doubled = [](const auto& table) { return table.select(as<"x">(cast<double>(col<"f0">) * 2), as<"y">(cast<"STRING">(col<"f0">))); };
    const auto rows = doubled(tenv.fromDataStream(env.fromElements(4))).execute().collect();
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].get<"x">() == 8.0);
    CHECK(rows[0].get<"y">() == "4");
}

TEST_CASE("a null pointer is no text") {
    const StreamExecutionEnvironment env;
    const auto table = StreamTableEnvironment::create(env).fromDataStream(env.fromElements("a"));
    const char* none = nullptr;
    CHECK_THROWS_AS(table.where(col<"f0"> == none), IllegalState);
}
