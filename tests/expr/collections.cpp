// SPDX-License-Identifier: BSL-1.0
// Arrays, maps and rows: making them and their functions. The answers of Flink 2.3 unless a line says otherwise.
#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/expr/catalogue.hpp>

using namespace rivulet;
using namespace rivulet::functions;
using namespace std::string_view_literals;

namespace {

constexpr auto null = std::nullopt;
using Int = std::optional<std::int32_t>;
using Text = std::optional<std::string>;
using View = std::optional<std::string_view>;
using Ints = std::vector<Int>;
using Numbers = std::vector<std::int32_t>;
using Texts = std::vector<Text>;
template <class T> using Maybe = std::optional<T>;

// Called as lifting calls it: the type of a nested result from the arguments.
template <class F, class... A>
auto run(const A&... a) {
    using V = typename F::template Result<A...>;
    if constexpr (F::info.strict) return applyStrict<F, std::optional<V>>(a...);
    else return F::template call<V>(a...);
}
template <class F, class V, class... A> std::optional<V> to(const A&... a) { return applyStrict<F, std::optional<V>>(a...); }
template <class F, class R, class... A> R open(const A&... a) { return F::template call<R>(a...); }

const Ints bag{3, 1, 3, null};
const Texts letters{"b", null, "c"};

}  // namespace

TEST_CASE("ARRAY, MAP and ROW hold their values") {
    static_assert(std::is_same_v<decltype(run<Array>(1, Int())), Ints>);
    static_assert(std::is_same_v<decltype(run<Array>("a"sv, "b"sv)), std::vector<std::string>>);
    CHECK(run<Array>(1, 2) == Numbers{1, 2});
    CHECK(run<Array>(Int(1), Int(), 3) == Ints{1, null, 3});
    CHECK(run<Array>(View("a"), View()) == Texts{"a", null});
    CHECK(run<Array>(true, false) == std::vector<bool>{true, false});
    CHECK(run<Array>(Numbers{1}, Numbers{}) == std::vector<Numbers>{{1}, {}});
    CHECK(run<Map>("a"sv, 1, "b"sv, 2, "a"sv, 3) == std::map<std::string, std::int32_t>{{"a", 3}, {"b", 2}});
    CHECK(run<Map>(1, View("x"), 2, View()) == std::map<std::int32_t, Text>{{1, "x"}, {2, null}});
    CHECK(run<MakeRow>(Int(), "lit"sv) == Row<Int, std::string>{Int(), "lit"});
    CHECK(run<MakeRow>(7).get<0>() == 7);
}

TEST_CASE("ARRAY_CONTAINS, ARRAY_POSITION, ARRAY_REMOVE find NULL too") {
    CHECK(open<ArrayContains, bool>(bag, 3));
    CHECK(open<ArrayContains, bool>(bag, Int()));
    CHECK(!open<ArrayContains, bool>(Numbers{1}, Int()));
    CHECK(!open<ArrayContains, bool>(Ints{}, 3));
    CHECK(open<ArrayContains, Maybe<bool>>(Maybe<Ints>(), 3) == null);
    CHECK(open<ArrayContains, bool>(letters, "c"sv));
    CHECK(open<ArrayContains, bool>(std::array<double, 2>{-0.0, 1.5}, 0.0));
    CHECK(!open<ArrayContains, bool>(std::vector<double>{std::numeric_limits<double>::quiet_NaN()}, std::numeric_limits<double>::quiet_NaN()));
    CHECK(open<ArrayContains, bool>(std::vector<Varchar<3>>{"ab"}, "ab"sv));
    CHECK(open<ArrayContains, bool>(std::vector<bool>{true}, true));
    CHECK(to<ArrayPosition, std::int32_t>(bag, 1) == 2);
    CHECK(to<ArrayPosition, std::int32_t>(bag, 9) == 0);
    CHECK(to<ArrayPosition, std::int32_t>(bag, Int()) == null);
    CHECK(open<ArrayRemove, Ints>(bag, 3) == Ints{1, null});
    CHECK(open<ArrayRemove, Ints>(bag, Int()) == Ints{3, 1, 3});
    CHECK(open<ArrayRemove, Maybe<Texts>>(Maybe<Texts>(letters), View("b")) == Texts{null, "c"});
    CHECK(open<ArrayRemove, Maybe<Texts>>(Maybe<Texts>(), View("b")) == null);
}

TEST_CASE("arrays grow at both ends") {
    CHECK(open<ArrayAppend, Ints>(bag, Int(9)) == Ints{3, 1, 3, null, 9});
    CHECK(open<ArrayAppend, Ints>(bag, Int()) == Ints{3, 1, 3, null, null});
    static_assert(std::is_same_v<ArrayAppend::Result<Numbers, Int>, Ints>);
    CHECK(open<ArrayAppend, Ints>(Numbers{1}, Int()) == Ints{1, null});
    CHECK(open<ArrayPrepend, Numbers>(Numbers{1}, 0) == Numbers{0, 1});
    CHECK(open<ArrayPrepend, Texts>(letters, "a"sv) == Texts{"a", "b", null, "c"});
    CHECK(open<ArrayAppend, Maybe<Ints>>(Maybe<Ints>(), Int(1)) == null);
}

TEST_CASE("arrays as sets keep the order of arrival") {
    CHECK(run<ArrayDistinct>(bag) == Ints{3, 1, null});
    CHECK(run<ArrayDistinct>(Maybe<Ints>()) == null);
    CHECK(run<ArrayDistinct>(letters) == letters);
    CHECK(run<ArrayDistinct>(std::vector<Numbers>{{1}, {}, {1}}) == std::vector<Numbers>{{1}, {}});
    CHECK(run<ArrayUnion>(bag, Numbers{4, 1}) == Ints{3, 1, null, 4});
    CHECK(run<ArrayExcept>(bag, Ints{1, 7}) == Ints{3, null});
    CHECK(run<ArrayExcept>(bag, Ints{null}) == Ints{3, 1});
    CHECK(run<ArrayIntersect>(bag, Ints{null, 3}) == Ints{3, null});
    CHECK(run<ArrayIntersect>(Maybe<Ints>(bag), Maybe<Ints>()) == null);
    CHECK(run<ArrayUnion>(Texts{"a"}, std::vector<std::string>{"b", "a"}) == Texts{"a", "b"});
}

TEST_CASE("arrays in a row, backwards, cut and sorted") {
    CHECK(run<ArrayConcat>(bag, Numbers{9}) == Ints{3, 1, 3, null, 9});
    CHECK(run<ArrayConcat>(Maybe<Ints>(), Numbers{9}) == null);
    CHECK(run<ArrayReverse>(bag) == Ints{null, 3, 1, 3});
    CHECK(run<ArrayReverse>(std::array<int, 2>{1, 2}) == std::vector<int>{2, 1});
    const struct { std::int32_t first, last; Ints result; } slices[] = {{2, 3, {1, 3}}, {1, 4, bag}, {-2, -1, {3, null}}, {0, 2, {3, 1}}, {-9, 9, bag}, {3, 2, {}}, {1, 0, {3}}, {5, 9, {}},
                                                                        {1, -5, {3}}, {1, -6, {}}, {std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max(), bag}};
    for (const auto& s : slices) {
        CAPTURE(s.first);
        CAPTURE(s.last);
        CHECK(run<ArraySlice>(bag, s.first, s.last) == s.result);
    }
    CHECK(run<ArraySlice>(bag, 3) == Ints{3, null});
    CHECK(run<ArraySlice>(Ints{}, 2, 3) == Ints{});
    CHECK(run<ArraySort>(bag) == Ints{null, 1, 3, 3});
    CHECK(run<ArraySort>(bag, false) == Ints{3, 3, 1, null});
    CHECK(run<ArraySort>(bag, true, false) == Ints{1, 3, 3, null});
    CHECK(run<ArraySort>(bag, Maybe<bool>()) == null);
    CHECK(run<ArraySort>(std::vector<std::string>{"b", "a"}) == std::vector<std::string>{"a", "b"});
}

TEST_CASE("ARRAY_MAX, ARRAY_MIN skip NULLs") {
    CHECK(to<ArrayMax, std::int32_t>(bag) == 3);
    CHECK(to<ArrayMin, std::int32_t>(bag) == 1);
    CHECK(to<ArrayMax, std::int32_t>(Ints{null}) == null);
    CHECK(to<ArrayMin, std::int32_t>(Ints{}) == null);
    CHECK(to<ArrayMax, std::string>(letters) == "c");
    CHECK(to<ArrayMax, bool>(std::vector<bool>{false, true, false}) == true);
}

TEST_CASE("texts joined and split") {
    CHECK(to<ArrayJoin, std::string>(letters, "-"sv) == "b-c");
    CHECK(to<ArrayJoin, std::string>(letters, "-"sv, "?"sv) == "b-?-c");
    CHECK(to<ArrayJoin, std::string>(Texts{}, "-"sv) == "");
    CHECK(to<ArrayJoin, std::string>(Texts{"", ""}, "-"sv) == "-");
    CHECK(to<ArrayJoin, std::string>(letters, View()) == null);
    CHECK(run<Split>("a,b,,"sv, ","sv) == Texts{"a", "b", "", ""});
    CHECK(run<Split>("a\xC3\xBC"sv, ""sv) == Texts{"a", "\xC3\xBC"});
    CHECK(run<Split>("ab"sv, "--"sv) == Texts{"ab"});
    CHECK(run<Split>(""sv, ","sv) == Texts{""});
    CHECK(run<Split>(View(), ","sv) == null);
}

TEST_CASE("maps apart and together") {
    using Map = std::map<std::string, Int>;
    const Map map{{"a", 1}, {"b", null}};
    CHECK(run<MapKeys>(map) == std::vector<std::string>{"a", "b"});
    CHECK(run<MapValues>(map) == Ints{1, null});
    CHECK(run<MapValues>(Maybe<Map>()) == null);
    const auto entries = run<MapEntries>(map);
    REQUIRE(entries->size() == 2);
    CHECK(entries->front()->get<"key">() == "a");
    CHECK(entries->back()->get<"value">() == null);
    CHECK(run<MapFromArrays>(std::vector<std::string>{"b", "a", "b"}, Ints{null, 1, 2}) == Map{{"a", 1}, {"b", 2}});
    CHECK_THROWS_WITH_AS(run<MapFromArrays>(Numbers{1, 2}, Numbers{1}), "MAP_FROM_ARRAYS of arrays of unlike size: '2 keys, 1 values'", DataError);
    CHECK(run<MapFromEntries>(*entries) == map);
    CHECK(run<MapFromEntries>(std::vector<std::pair<int, int>>{{1, 2}, {1, 3}}) == std::map<int, int>{{1, 3}});
    CHECK(run<MapFromEntries>(std::vector<Maybe<Row<int, int>>>{null}) == null);
    CHECK(run<MapUnion>(map, Map{{"b", 5}, {"c", 6}}) == Map{{"a", 1}, {"b", 5}, {"c", 6}});
    using Pairs = std::map<std::string, Text>;
    CHECK(run<StrToMap>("k1=v1,k2=,k3,=v"sv) == Pairs{{"k1", "v1"}, {"k2", ""}, {"k3", null}, {"", "v"}});
    CHECK(run<StrToMap>("a:1;b:2:3;;"sv, ";"sv, ":"sv) == Pairs{{"a", "1"}, {"b", "2:3"}});
    CHECK(run<StrToMap>(""sv) == Pairs{});
    CHECK(run<StrToMap>(View()) == null);
}

TEST_CASE("rows are equal field by field") {
    using R = Row<Int, std::string>;
    CHECK(to<Equal, bool>(R{1, "a"}, R{1, "a"}) == true);
    CHECK(to<Equal, bool>(R{1, "a"}, R{1, "b"}) == false);
    CHECK(to<Equal, bool>(R{Int(), "a"}, R{Int(), "a"}) == null);
    CHECK(to<Equal, bool>(R{Int(), "a"}, R{Int(), "b"}) == false);
    CHECK(to<NotEqual, bool>(R{Int(), "a"}, R{Int(), "a"}) == false);
    CHECK(to<NotEqual, bool>(R{Int(), "a"}, R{1, "b"}) == true);
    CHECK(to<NotEqual, bool>(Maybe<R>(), R{1, "b"}) == null);
    CHECK(to<Equal, bool>(Row<int, Row<double, Text>>{1, Row<double, Text>{1.5, "x"}}, Row<std::int64_t, Row<int, Varchar<3>>>{1, Row<int, Varchar<3>>{1, "x"}}) == false);
    CHECK(to<Equal, bool>(Row<int, Row<double, Text>>{1, Row<double, Text>{1, null}}, Row<std::int64_t, Row<int, Varchar<3>>>{1, Row<int, Varchar<3>>{1, "x"}}) == null);
    static_assert(applyStrict<Equal, bool>(Row<int>{1}, Row<int>{1}));
}
