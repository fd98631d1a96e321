// SPDX-License-Identifier: BSL-1.0
// AND, OR, IS forms, comparisons, CASE and its kin. The answers of Flink 2.3, row by row, unless a line says otherwise.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <rivulet/reflect/text.hpp>

#include "expr/evaluation.hpp"

using namespace evaluation;

TEST_CASE("AND, OR, NOT over TRUE, FALSE and UNKNOWN") {
    struct Row { Bool3 a, b, both, either, not_; };
    constexpr Row rows[] = {{true, true, true, true, false},    {true, false, false, true, false},   {true, null, null, true, false},
                            {false, true, false, true, true},   {false, false, false, false, true},  {false, null, false, null, true},
                            {null, true, null, true, null},     {null, false, false, null, null},    {null, null, null, null, null}};
    static_assert([&] {
        for (const Row& r : rows)
            if (lazy<And, Bool3>(r.a, r.b) != r.both || lazy<Or, Bool3>(r.a, r.b) != r.either || run<Not, bool>(r.a) != r.not_) return false;
        return true;
    }());
    for (const Row& r : rows) {
        CHECK(lazy<And, Bool3>(r.a, r.b) == r.both);
        CHECK(lazy<Or, Bool3>(r.a, r.b) == r.either);
        CHECK(run<Not, bool>(r.a) == r.not_);
        if (r.a && r.b) {
            CHECK(lazy<And, bool>(*r.a, *r.b) == *r.both);
            CHECK(lazy<Or, bool>(*r.a, *r.b) == *r.either);
        }
    }
    CHECK(lazy<And, Bool3>(true, Bool3(), true, Bool3(false)) == false);
    CHECK(lazy<Or, Bool3>(false, Bool3(), true) == true);
}

TEST_CASE("AND and OR do not evaluate what cannot matter") {
    const auto is = [](Bool3 v) { return [v] { return v; }; };
    CHECK(And::call<Bool3>(is(false), neverAsked) == false);
    CHECK(Or::call<Bool3>(is(true), neverAsked) == true);
    CHECK_THROWS_AS(And::call<Bool3>(is(null), neverAsked), DataError);
    CHECK_THROWS_AS(Or::call<Bool3>(is(false), neverAsked), DataError);
    const auto bare = [](bool v) { return [v] { return v; }; };
    const auto failing = []() -> bool { throw DataError("evaluated"); };
    CHECK(And::call<bool>(bare(false), failing) == false);
    CHECK(Or::call<bool>(bare(true), failing) == true);
}

TEST_CASE("IS forms are never NULL") {
    struct Row { Bool3 a; bool true_, notTrue, false_, notFalse, unknown, notUnknown; };
    constexpr Row rows[] = {{true, true, false, false, true, false, true}, {false, false, true, true, false, false, true}, {null, false, true, false, true, true, false}};
    for (const Row& r : rows) {
        CHECK(open<functions::IsTrue, bool>(r.a) == r.true_);
        CHECK(open<IsNotTrue, bool>(r.a) == r.notTrue);
        CHECK(open<functions::IsFalse, bool>(r.a) == r.false_);
        CHECK(open<IsNotFalse, bool>(r.a) == r.notFalse);
        CHECK(open<IsUnknown, bool>(r.a) == r.unknown);
        CHECK(open<IsNotUnknown, bool>(r.a) == r.notUnknown);
        CHECK(open<IsNull, bool>(r.a) == r.unknown);
        CHECK(open<IsNotNull, bool>(r.a) == r.notUnknown);
    }
    CHECK(open<IsNull, bool>(7) == false);
    CHECK(open<IsNotNull, bool>("x"sv) == true);
}

TEST_CASE("numbers compare across types") {
    const std::int64_t beyond = 9007199254740993;  // 2^53 + 1
    CHECK(run<Equal, bool>(1, std::int64_t{1}) == true);
    CHECK(run<Equal, bool>(beyond, 9007199254740992.0) == true);
    CHECK(run<Equal, bool>(2, 2.5) == false);
    CHECK(run<Equal, bool>(1, Decimal<10, 3>("1.000")) == true);
    CHECK(run<Equal, bool>(Decimal<10, 3>("1.000"), 1) == true);
    CHECK(run<Greater, bool>(2.5, Decimal<10, 3>("2.499")) == true);
    CHECK(run<Greater, bool>(beyond, Decimal<10, 3>("0.000")) == true);
    CHECK(run<Less, bool>(std::int8_t{-1}, std::int64_t{0}) == true);
    CHECK(run<Equal, bool>(0.1f, 0.1) == false);
    CHECK(run<Equal, bool>(Decimal<4, 2>("1.10"), 1.1) == true);
    CHECK(run<Equal, bool>(Int(), 1) == null);
    CHECK(run<NotEqual, bool>(1, std::optional<double>()) == null);
    CHECK(run<NotEqual, bool>(1, 2) == true);
    CHECK(run<LessEqual, bool>(2, 2) == true);
    CHECK(run<GreaterEqual, bool>(1, 2) == false);
    static_assert(applyStrict<Less, bool>(1, 2.5) && !applyStrict<Less, bool>(Decimal<3, 1>("2.5"), 2));
}

TEST_CASE("NaN and the two zeros compare as IEEE has it") {
    const double nan = std::nan("");
    for (const double other : {nan, 1.0, 0.0}) {
        CHECK(run<Equal, bool>(nan, other) == false);
        CHECK(run<NotEqual, bool>(nan, other) == true);
        CHECK(run<Less, bool>(nan, other) == false);
        CHECK(run<LessEqual, bool>(nan, other) == false);
        CHECK(run<Greater, bool>(nan, other) == false);
        CHECK(run<GreaterEqual, bool>(nan, other) == false);
    }
    CHECK(run<Equal, bool>(-0.0, 0.0) == true);
    CHECK(run<GreaterEqual, bool>(-0.0, 0) == true);
}

TEST_CASE("text compares by code point, and trailing blanks count") {
    struct Row { std::string_view a, b; bool less, equal; };
    // ～ (U+FF5E) is before 😀 (U+1F600); Flink compares UTF-16 units where neither text has been serialised, and has it behind
    constexpr Row rows[] = {{"Zebra", "apple", true, false}, {"a", "a ", true, false}, {"10", "9", true, false},   {"é", "z", false, false},
                            {"～", "😀", true, false},       {"", "a", true, false},   {"ab   ", "ab", false, false}, {"x", "x", false, true}};
    for (const Row& r : rows) {
        INFO(std::string(r.a), " ", std::string(r.b));
        CHECK(run<Less, bool>(r.a, r.b) == r.less);
        CHECK(run<Equal, bool>(r.a, r.b) == r.equal);
        CHECK(run<Greater, bool>(r.a, r.b) == (!r.less && !r.equal));
    }
    CHECK(run<Equal, bool>(std::string("x"), "x"sv) == true);
    CHECK(run<Equal, bool>(Text("x"), View("x")) == true);
    CHECK(run<Equal, bool>(Text(), "x"sv) == null);
}

TEST_CASE("arrays, maps and rows are equal part by part; a NULL in rows is UNKNOWN to =, arrays and maps with one are not equal; to IS DISTINCT FROM it is a value") {
    // a = b, a <> b, a IS DISTINCT FROM b, of values of any types, and turned round
    const auto check = [](const auto& a, const auto& b, Bool3 equal, Bool3 unequal, bool distinct) {
        std::string text;
        appendText(text, a);
        appendText(text.append(" "), b);
        INFO(text);
        const auto both = [&](const auto& x, const auto& y) {
            CHECK(run<Equal, bool>(x, y) == equal);
            CHECK(run<NotEqual, bool>(x, y) == unequal);
            CHECK(open<IsDistinctFrom, bool>(x, y) == distinct);
            CHECK(open<IsNotDistinctFrom, bool>(x, y) == !distinct);
            CHECK(lazy<In, Bool3>(x, y) == equal);
            CHECK(lazy<NotIn, Bool3>(x, y) == (equal ? Bool3(!*equal) : Bool3()));
            CHECK(open<NullIf, std::optional<std::remove_cvref_t<decltype(x)>>>(x, y).has_value() == !(equal && *equal));
        };
        both(a, b);
        both(b, a);
    };
    using Array = std::vector<Int>;
    using Deep = std::vector<std::optional<Array>>;
    using Map = std::map<std::string, Int>;
    using Pair = std::tuple<Int, Text>;
    check(Array{1, 2}, Array{1, 2}, true, false, false);
    check(Array{1, 2}, Array{2, 1}, false, true, true);
    check(Array{1, 2}, Array{1}, false, true, true);
    check(Array{1, null}, Array{1, null}, false, true, false);
    check(Array{1, null}, Array{2, null}, false, true, true);
    check(Array{null, 1}, Array{2, 1}, false, true, true);
    check(Array{null, 1}, Array{2, 3}, false, true, true);
    check(Array{null}, Array{null, null}, false, true, true);
    check(Array{}, Array{}, true, false, false);
    check(Deep{Array{1, null}, null}, Deep{Array{1, null}, null}, false, true, false);
    check(Deep{Array{1, null}, Array{}}, Deep{Array{2, null}, null}, false, true, true);
    check(Deep{null}, Deep{Array{}}, false, true, true);
    check(Map{{"a", 1}, {"b", null}}, Map{{"a", 1}, {"b", null}}, false, true, false);
    check(Map{{"a", 1}, {"b", null}}, Map{{"a", 2}, {"b", null}}, false, true, true);
    check(Map{{"a", null}}, Map{{"b", null}}, false, true, true);
    check(Map{{"a", 1}}, std::map<std::string, std::int64_t>{{"a", 1}}, true, false, false);
    check(std::map<int, int>{{1, 1}}, std::map<std::int64_t, int>{{4294967297, 1}}, false, true, true);
    check(Pair{1, "x"}, Pair{1, "x"}, true, false, false);
    check(Pair{1, null}, Pair{1, null}, null, false, false);  // <> of rows is FALSE (Flink)
    check(Pair{1, null}, Pair{2, null}, false, true, true);
    check(std::vector<Pair>{{1, null}}, std::vector<Pair>{{1, null}}, false, true, false);
    check(std::tuple<Array, int>{{1, null}, 1}, std::tuple<Array, int>{{1, null}, 1}, false, true, false);
    check(std::tuple<Array, int>{{1, null}, 1}, std::tuple<Array, int>{{1, null}, 2}, false, true, true);
    check(std::vector<std::string>{"a"}, std::array<std::string, 1>{"a"}, true, false, false);
    check(std::vector<bool>{true, false}, std::vector<bool>{true, false}, true, false, false);
    check(std::vector<std::vector<int>>{{1}, {2}}, std::vector<std::vector<int>>{{1}, {3}}, false, true, true);
    check(std::vector<double>{std::nan("")}, std::vector<double>{std::nan("")}, false, true, true);
    check(std::vector<double>{0.0}, std::vector<double>{-0.0}, true, false, false);
    check(Bytes{std::byte{1}}, Bytes{std::byte{1}}, true, false, false);
    CHECK(run<Equal, bool>(std::optional<Array>(), Array{1}) == null);
    CHECK(open<IsDistinctFrom, bool>(std::optional<Array>(), Array{1}));
    CHECK(!open<IsDistinctFrom, bool>(std::optional<Array>(), std::optional<Array>()));
}

TEST_CASE("times compare across precisions") {
    CHECK(run<Less, bool>(Timestamp<3>("2024-01-01 00:00:00"), Timestamp<6>("2024-01-01 00:00:00.000001")) == true);
    CHECK(run<Equal, bool>(Timestamp<3>("2024-01-01 00:00:00.001"), Timestamp<6>("2024-01-01 00:00:00.001")) == true);
    CHECK(run<Equal, bool>(Date(2024, 1, 1), Date(2024, 1, 1)) == true);
    CHECK(run<Greater, bool>(Time<3>("10:00:00.5"), Time<0>("10:00")) == true);
}

TEST_CASE("IS DISTINCT FROM takes NULL for a value") {
    CHECK(open<IsDistinctFrom, bool>(Int(1), std::optional<std::int64_t>(1)) == false);
    CHECK(open<IsDistinctFrom, bool>(Int(1), std::optional<std::int64_t>(2)) == true);
    CHECK(open<IsDistinctFrom, bool>(Int(), std::optional<std::int64_t>(1)) == true);
    CHECK(open<IsDistinctFrom, bool>(Int(), std::optional<std::int64_t>()) == false);
    CHECK(open<IsNotDistinctFrom, bool>(Text("x"), "x"sv) == true);
    CHECK(open<IsNotDistinctFrom, bool>(Text("x"), View()) == false);
}

TEST_CASE("BETWEEN with NULL and reversed bounds, and SYMMETRIC") {
    struct Row { Int v, low, high; Bool3 between, not_, symmetric; };
    constexpr Row rows[] = {{5, 1, 9, true, false, true},   {5, 9, 1, false, true, true},  {5, null, 4, false, true, null},
                            {5, null, 9, null, null, null}, {5, 6, null, false, true, null}, {null, 1, 9, null, null, null},
                            {12, 15, 12, false, true, true}, {12, 10, null, null, null, null}, {12, null, 10, false, true, null}};
    for (const Row& r : rows) {
        CHECK(lazy<Between, Bool3>(r.v, r.low, r.high) == r.between);
        CHECK(lazy<NotBetween, Bool3>(r.v, r.low, r.high) == r.not_);
        CHECK(lazy<BetweenSymmetric, Bool3>(r.v, r.low, r.high) == r.symmetric);
        CHECK(lazy<NotBetweenSymmetric, Bool3>(r.v, r.low, r.high) == (r.symmetric ? Bool3(!*r.symmetric) : Bool3()));
    }
    static_assert(lazy<Between, bool>(2, 1.5, std::int64_t{3}) && !lazy<NotBetween, bool>(2, 1, 3));
    CHECK(lazy<Between, bool>("b"sv, std::string("a"), "c"sv) == true);
}

TEST_CASE("IN is UNKNOWN where a NULL could have been the hit") {
    struct Row { Int v, other; Bool3 in, notIn; };
    constexpr Row rows[] = {{1, null, true, false}, {2, null, null, null}, {3, 3, true, false}, {null, 1, null, null}, {2, 5, false, true}};
    for (const Row& r : rows) {
        CHECK(lazy<In, Bool3>(r.v, 1, r.other) == r.in);
        CHECK(lazy<NotIn, Bool3>(r.v, 1, r.other) == r.notIn);
    }
    CHECK(lazy<In, Bool3>(4, 1, 2, Int()) == null);
    CHECK(lazy<NotIn, Bool3>(1, 1, 2, Int()) == false);
    CHECK(lazy<In, bool>("b"sv, "a"sv, "b"sv) == true);
    const auto one = [] { return 1; };
    CHECK(In::call<bool>(one, one, []() -> int { throw DataError("evaluated"); }) == true);
}

TEST_CASE("CASE takes the first condition that is TRUE, and evaluates nothing else") {
    const auto branch = [](Int k) {
        return lazy<Case, std::string>(run<Greater, bool>(k, 0), "pos"sv, run<Greater, bool>(k, 1), "never"sv, "?"sv);
    };
    CHECK(branch(1) == "pos");
    CHECK(branch(2) == "pos");
    CHECK(branch(null) == "?");
    CHECK(lazy<Case, Text>(Bool3(), "one"sv, false, "two"sv) == null);
    CHECK(lazy<Case, std::optional<double>>(false, 7, true, 0.5) == 0.5);
    CHECK(lazy<Case, double>(true, 7, 0.5) == 7.0);
    CHECK(lazy<Case, std::optional<Decimal<12, 2>>>(false, Decimal<12, 2>(7), true, std::optional<Decimal<12, 2>>()) == null);
    const auto yes = [] { return true; };
    const auto failing = []() -> int { throw DataError("evaluated"); };
    CHECK(Case::call<int>(yes, [] { return 1; }, [&]() -> bool { return failing() > 0; }, failing, failing) == 1);
    static_assert(lazy<Case, std::int64_t>(false, 1, true, 2, 3) == 2);
    static_assert(lazy<Case, std::int64_t>(false, 1, false, 2, 3) == 3);
}

TEST_CASE("IF evaluates only the branch taken") {
    const auto quotient = [](int a, int b) {
        return If::call<Int>([&] { return b == 0; }, [] { return 0; }, [&] { return applyStrict<Divide, std::int32_t>(a, b); });
    };
    CHECK(quotient(6, 3) == 2);
    CHECK(quotient(6, 0) == 0);
    CHECK(lazy<If, Int>(Bool3(), 1, 2) == 2);
}

TEST_CASE("COALESCE, IFNULL, NULLIF") {
    CHECK(open<Coalesce, std::string>(Text(), View("f"), "none"sv) == "f");
    CHECK(open<Coalesce, std::string>(Text(), View(), "none"sv) == "none");
    CHECK(open<Coalesce, std::optional<std::int64_t>>(Int(), std::optional<std::int64_t>(5)) == 5);
    CHECK(open<Coalesce, std::optional<std::int64_t>>(Int(), std::optional<std::int64_t>()) == null);
    CHECK(open<Coalesce, std::int32_t>(Int(), 7) == 7);
    static_assert(open<Coalesce, std::string_view>(View(), "x"sv) == "x");
    CHECK(open<IfNull, std::int64_t>(Int(), std::int64_t{7}) == 7);
    CHECK(open<IfNull, Int>(Int(), Int()) == null);
    CHECK(open<NullIf, Int>(Int(1), std::optional<std::int64_t>(1)) == null);
    CHECK(open<NullIf, Int>(Int(0), std::optional<std::int64_t>(5)) == 0);
    CHECK(open<NullIf, Int>(Int(), 1) == null);
    CHECK(open<NullIf, Int>(5, Int()) == 5);
    CHECK(open<NullIf, Text>("a"sv, "b"sv) == "a");
    CHECK(open<OrThrow, std::int32_t>(Int(7)) == 7);
    CHECK_THROWS_AS((open<OrThrow, std::string>(Text())), DataError);
}

TEST_CASE("GREATEST and LEAST are NULL as soon as one argument is") {
    CHECK(run<Greatest, std::int32_t>(Int(1), Int(5)) == 5);
    CHECK(run<Greatest, std::int32_t>(Int(3), Int()) == null);
    CHECK(run<Least, std::int32_t>(-1, -5) == -5);
    CHECK(run<Greatest, double>(3, 2.5) == 3.0);
    CHECK(run<Least, std::string>("b"sv, "bb"sv, "abc"sv) == "abc");
    CHECK(run<Greatest, std::string>(std::string("b"), "bb"sv) == "bb");
    CHECK(run<Greatest, Decimal<6, 2>>(Decimal<6, 2>("1.50"), Decimal<6, 2>("2")) == Decimal<6, 2>("2"));
    CHECK(run<Least, Date>(Date(2024, 1, 2), Date(2024, 1, 1)) == Date(2024, 1, 1));
}
