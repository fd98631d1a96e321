// SPDX-License-Identifier: BSL-1.0
// Elements of arrays and maps. The answers of Flink 2.3, row by row, unless a line says otherwise.
#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expr/evaluation.hpp"

using namespace evaluation;

TEST_CASE("array and map access") {
    using Array = std::vector<Int>;
    CHECK(run<Item, std::int32_t>(Array{10, 20, 30}, 1) == 10);
    CHECK(run<Item, std::int32_t>(Array{10, null}, 2) == null);
    CHECK(run<Item, std::int32_t>(Array{10}, 2) == null);
    CHECK(run<Item, std::int32_t>(Array{}, 1) == null);
    CHECK(run<Item, std::int32_t>(Array{10}, 0) == null);
    CHECK(run<Item, std::int32_t>(Array{10}, leastLong) == null);
    CHECK(run<Item, std::int32_t>(std::optional<Array>(), 1) == null);
    CHECK(run<Item, std::int32_t>(Array{10}, Int()) == null);
    CHECK(run<Item, std::string>(std::vector<std::string>{"p", "q"}, std::int8_t{2}) == "q");
    CHECK(run<Item, bool>(std::vector<bool>{true, false}, 2) == false);
    CHECK(run<Item, std::string>(std::array<Char<3>, 1>{Char<3>("x")}, 1) == "x  ");
    using Map = std::map<std::string, Int>;
    const Map m{{"a", 1}, {"b", null}};
    CHECK(run<Item, std::int32_t>(m, "a"sv) == 1);
    CHECK(run<Item, std::int32_t>(m, "b"sv) == null);
    CHECK(run<Item, std::int32_t>(m, std::string("z")) == null);
    CHECK(run<Item, std::int32_t>(m, View()) == null);
    CHECK(run<Item, std::string>(std::map<std::int8_t, std::string>{{1, "one"}}, 257) == null);
    CHECK(run<Item, std::string>(std::map<std::int64_t, std::string>{{1, "one"}}, 1) == "one");
    static_assert(std::is_same_v<Item::Result<std::optional<Array>, int>, std::int32_t>);
    static_assert(std::is_same_v<Item::Result<Map, std::string>, std::int32_t>);
    static_assert(std::is_same_v<Item::Result<std::vector<std::vector<int>>, int>, std::vector<int>>);
    CHECK(run<Cardinality, std::int32_t>(m) == 2);
    CHECK(run<Cardinality, std::int32_t>(Array{}) == 0);
    CHECK(run<Cardinality, std::int32_t>(std::optional<Array>()) == null);
    CHECK(run<Element, std::int32_t>(Array{7}) == 7);
    CHECK(run<Element, std::int32_t>(Array{}) == null);
    CHECK_THROWS_AS((run<Element, std::int32_t>(Array{1, 2})), DataError);
}
