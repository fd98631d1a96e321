// SPDX-License-Identifier: BSL-1.0
// What the functions compute: the answers of Flink 2.3, row by row, unless a line says otherwise.
#include <doctest/doctest.h>

#include <array>
#include <clocale>
#include <cmath>
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
using Bool3 = std::optional<bool>;
using Int = std::optional<std::int32_t>;
using Text = std::optional<std::string>;
using View = std::optional<std::string_view>;

// A strict call whose result is nullable in the plan.
template <class F, class V, class... A>
constexpr std::optional<V> run(const A&... a) { return applyStrict<F, std::optional<V>>(a...); }
// A call that is not strict; R as the plan has it.
template <class F, class R, class... A>
constexpr R open(const A&... a) { return F::template call<R>(a...); }
// A lazy call.
template <class F, class R, class... A>
constexpr R lazy(const A&... a) { return F::template call<R>([&]() -> const A& { return a; }...); }

constexpr auto neverAsked = []() -> Bool3 { throw DataError("evaluated"); };

constexpr std::int32_t leastInt = std::numeric_limits<std::int32_t>::min(), mostInt = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t leastLong = std::numeric_limits<std::int64_t>::min(), mostLong = std::numeric_limits<std::int64_t>::max();

}  // namespace

// ---- logic ----------------------------------------------------------------------------------------------------------

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

// ---- comparison -----------------------------------------------------------------------------------------------------

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

TEST_CASE("arrays are equal element by element; a NULL element equals nothing") {
    using Array = std::vector<Int>;
    CHECK(run<Equal, bool>(Array{1, 2}, Array{1, 2}) == true);
    CHECK(run<Equal, bool>(Array{1, 2}, Array{2, 1}) == false);
    CHECK(run<Equal, bool>(Array{1, null}, Array{1, null}) == false);
    CHECK(run<NotEqual, bool>(Array{1, null}, Array{1, null}) == true);
    CHECK(run<Equal, bool>(Array{}, Array{}) == true);
    CHECK(run<Equal, bool>(std::optional<Array>(), Array{1}) == null);
    CHECK(run<Equal, bool>(std::vector<std::string>{"a"}, std::array<std::string, 1>{"a"}) == true);
    CHECK(run<Equal, bool>(std::vector<bool>{true, false}, std::vector<bool>{true, false}) == true);
    CHECK(run<Equal, bool>(std::vector<std::vector<int>>{{1}, {2}}, std::vector<std::vector<int>>{{1}, {3}}) == false);
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

// ---- arithmetic -----------------------------------------------------------------------------------------------------

TEST_CASE("integers wrap") {
    CHECK(run<Plus, std::int32_t>(mostInt, 1) == leastInt);
    CHECK(run<Minus, std::int32_t>(leastInt, 1) == mostInt);
    CHECK(run<Times, std::int32_t>(mostInt, 2) == -2);
    CHECK(run<Times, std::int32_t>(leastInt, 2) == 0);
    CHECK(run<Negate, std::int32_t>(leastInt) == leastInt);
    CHECK(run<Negate, std::int32_t>(mostInt) == -2147483647);
    CHECK(run<Plus, std::int64_t>(mostLong, 1) == leastLong);
    CHECK(run<Plus, std::int64_t>(mostInt, mostLong) == -9223372034707292162);
    CHECK(run<Plus, std::int64_t>(leastInt, leastLong) == 9223372034707292160);
    CHECK(run<Plus, std::int64_t>(mostInt, std::int64_t{1}) == 2147483648);
    CHECK(run<Minus, std::int8_t>(std::int8_t{-128}, std::int8_t{1}) == 127);
    CHECK(run<Times, std::int16_t>(std::int16_t{-32768}, std::int16_t{-32768}) == 0);
    CHECK(run<Times, std::int32_t>(65536, 65536) == 0);
    CHECK(run<Negate, std::int8_t>(std::int8_t{-128}) == -128);
    CHECK(run<Plus, std::int32_t>(Int(), 1) == null);
    static_assert(applyStrict<Plus, std::int32_t>(2147483647, 1) == -2147483647 - 1);
}

TEST_CASE("integer division cuts toward zero, the remainder has the dividend's sign and the divisor's type") {
    struct Row { std::int32_t a, b; std::int16_t c; std::int64_t d; std::int32_t q, r, qs; std::int16_t rs; std::int64_t md, qd; };
    constexpr Row rows[] = {{7, 2, 3, 4, 3, 1, 2, 1, 3, 0}, {-7, 2, 3, 4, -3, -1, -2, -1, 3, 0}, {7, -2, -3, -4, -3, 1, -2, 1, -3, 0}, {-7, -2, -3, 4, 3, -1, 2, -1, -3, 0}};
    for (const Row& r : rows) {
        CHECK(run<Divide, std::int32_t>(r.a, r.b) == r.q);
        CHECK(run<Modulo, std::int32_t>(r.a, r.b) == r.r);
        CHECK(run<Divide, std::int32_t>(r.a, r.c) == r.qs);
        CHECK(run<Modulo, std::int16_t>(r.a, r.c) == r.rs);
        CHECK(run<Modulo, std::int64_t>(r.c, r.d) == r.md);
        CHECK(run<Divide, std::int64_t>(r.d, r.a) == r.qd);
    }
}

TEST_CASE("the least integer by -1 is itself, by zero an error, never a signal") {
    CHECK(run<Divide, std::int32_t>(leastInt, -1) == leastInt);
    CHECK(run<Modulo, std::int32_t>(leastInt, -1) == 0);
    CHECK(run<Divide, std::int64_t>(leastLong, std::int64_t{-1}) == leastLong);
    CHECK(run<Modulo, std::int64_t>(leastLong, std::int64_t{-1}) == 0);
    CHECK(run<Divide, std::int8_t>(std::int8_t{-128}, std::int8_t{-1}) == -128);
    CHECK_THROWS_WITH_AS((run<Divide, std::int32_t>(7, 0)), "division by zero", DataError);
    CHECK_THROWS_WITH_AS((run<Modulo, std::int32_t>(7, 0)), "division by zero", DataError);
    CHECK_THROWS_WITH_AS((run<Divide, Decimal<15, 9>>(Decimal<6, 2>("1.50"), Decimal<6, 2>("0.00"))), "division by zero", DataError);
    CHECK(run<Divide, std::int32_t>(7, Int()) == null);
    CHECK(run<Divide, double>(1.0, 0.0) == std::numeric_limits<double>::infinity());
    CHECK(std::isnan(*run<Divide, double>(0.0, 0)));
}

TEST_CASE("FLOAT and DOUBLE: operands become the result's type first") {
    CHECK(run<Plus, float>(0.1f, 0.2) == 0.3f);
    CHECK(run<Plus, float>(16777216.0f, 1.0) == 16777216.0f);
    CHECK(run<Times, float>(0.1f, 3) == 0.3f);
    CHECK(run<Plus, float>(16777216.0f, std::int64_t{9007199254740993}) == 9.0071993e15f);
    CHECK(run<Times, double>(0.1f, Decimal<5, 2>("1.10")) == 0.11000000163912774);
    CHECK(run<Plus, double>(1.0, std::int64_t{9007199254740993}) == 9.007199254740992e15);
    CHECK(run<Times, double>(0.2, Decimal<5, 2>("1.10")) == 0.22000000000000003);
    CHECK(run<Negate, double>(0.0) == 0.0);
}

TEST_CASE("decimals keep Flink's digits") {
    const Decimal<5, 2> a("999.99"), c("-1.10");
    CHECK(run<Plus, Decimal<8, 4>>(a, Decimal<7, 4>("999.9999"))->toPlainString() == "1999.9899");
    CHECK(run<Minus, Decimal<8, 4>>(a, Decimal<7, 4>("999.9999"))->toPlainString() == "-0.0099");
    CHECK(run<Minus, Decimal<6, 2>>(c, Decimal<5, 2>("1.10"))->toPlainString() == "-2.20");
    CHECK(run<Negate, Decimal<5, 2>>(a)->toPlainString() == "-999.99");
    CHECK(run<Times, Decimal<13, 6>>(a, Decimal<7, 4>("999.9999"))->toPlainString() == "999989.900001");
    CHECK(run<Times, Decimal<16, 2>>(c, -2)->toPlainString() == "2.20");
    CHECK(run<Times, Decimal<25, 2>>(a, std::int64_t{4})->toPlainString() == "3999.96");
    CHECK(run<Times, Decimal<8, 3>>(a, Decimal<2, 1>("1.5"))->toPlainString() == "1499.985");
    struct Row { const char *a, *b; int i; const char *ab, *ai, *ia, *i4, *ba; };
    constexpr Row rows[] = {{"10.00", "3.0000", 3, "3.3333333333", "3.3333333333333", "0.300000", "0.750000", "0.3000000000"},
                            {"-2.00", "3.0000", 7, "-0.6666666667", "-0.2857142857143", "-3.500000", "1.750000", "-1.5000000000"},
                            {"1.00", "0.0003", 6, "3333.3333333333", "0.1666666666667", "6.000000", "1.500000", "0.0003000000"}};
    for (const Row& r : rows) {
        const Decimal<5, 2> x(r.a);
        const Decimal<7, 4> y(r.b);
        CHECK(run<Divide, Decimal<17, 10>>(x, y)->toPlainString() == r.ab);
        CHECK(run<Divide, Decimal<16, 13>>(x, r.i)->toPlainString() == r.ai);
        CHECK(run<Divide, Decimal<18, 6>>(r.i, x)->toPlainString() == r.ia);
        CHECK(run<Divide, Decimal<17, 6>>(r.i, Decimal<2, 1>("4.0"))->toPlainString() == r.i4);
        CHECK(run<Divide, Decimal<15, 10>>(y, x)->toPlainString() == r.ba);
    }
    struct Remainder { const char *a, *b; int i; const char *ab, *ai, *ia; };
    constexpr Remainder remainders[] = {{"10.00", "3.001", 3, "0.997", "1.00", "3.00"}, {"-10.50", "3.001", 4, "-1.497", "-2.50", "4.00"}, {"10.50", "-3.001", -4, "1.497", "2.50", "-4.00"}};
    for (const Remainder& r : remainders) {
        CHECK(run<Modulo, Decimal<4, 3>>(Decimal<5, 2>(r.a), Decimal<4, 3>(r.b))->toPlainString() == r.ab);
        CHECK(run<Modulo, Decimal<5, 2>>(Decimal<5, 2>(r.a), r.i)->toPlainString() == r.ai);
        CHECK(run<Modulo, Decimal<5, 2>>(r.i, Decimal<5, 2>(r.a))->toPlainString() == r.ia);
    }
}

TEST_CASE("a decimal that does not fit is NULL, and an error where the plan says NOT NULL") {
    const Decimal<38, 0> big("99999999999999999999999999999999999999"), one("1"), ten19("10000000000000000000");
    CHECK(run<Plus, Decimal<38, 0>>(big, one) == null);
    CHECK(run<Times, Decimal<38, 0>>(ten19, ten19) == null);
    CHECK(run<Times, Decimal<38, 0>>(big, one) == big);
    CHECK_THROWS_AS((applyStrict<Plus, Decimal<38, 0>>(big, one)), DataError);
    CHECK(applyStrict<Plus, Decimal<38, 0>>(one, one) == 2);
}

TEST_CASE("dates, times and intervals") {
    using Day = IntervalDayTime;
    CHECK(run<Plus, Date>(Date(2024, 2, 28), Day::ofDays(2)) == Date(2024, 3, 1));
    CHECK(run<Plus, Date>(Date(2024, 2, 28), Day::ofHours(25)) == Date(2024, 2, 29));
    CHECK(run<Plus, Date>(Date(2024, 12, 31), Day::ofHours(1)) == Date(2024, 12, 31));
    CHECK(run<Plus, Time<0>>(Time<0>(23, 30), Day::ofMinutes(45)) == Time<0>(0, 15));
    CHECK(run<Minus, Time<0>>(Time<0>(0, 10), Day::ofHours(1)) == Time<0>(23, 10));
    CHECK(run<Plus, Timestamp<3>>(Timestamp<3>("2024-02-28 23:30"), Day::parse("1 02:03:04.5")) == Timestamp<3>("2024-03-01 01:33:04.5"));
    CHECK(run<Minus, Timestamp<3>>(Timestamp<3>("2024-02-28 23:30"), Day::ofSeconds(90)) == Timestamp<3>("2024-02-28 23:28:30"));
    CHECK(run<Plus, Timestamp<3>>(Day::ofSeconds(3), Timestamp<3>("2024-02-28 23:30")) == Timestamp<3>("2024-02-28 23:30:03"));
    CHECK(run<Plus, Date>(Date(2024, 1, 31), IntervalYearMonth{1}) == Date(2024, 2, 29));
    CHECK(run<Times, Day>(Day::ofSeconds(1), 3) == Day::ofSeconds(3));
    CHECK(run<Times, IntervalYearMonth>(std::int64_t{2}, IntervalYearMonth{7}) == IntervalYearMonth{14});
    CHECK(run<Plus, Day>(Day::ofSeconds(1), Day::ofSeconds(2)) == Day::ofSeconds(3));
    CHECK(run<Minus, Day>(Day::ofSeconds(1), Day::ofSeconds(2)) == Day::ofSeconds(-1));
    CHECK(run<Negate, Day>(Day::ofSeconds(1)) == Day::ofSeconds(-1));
    CHECK(run<Plus, Date>(std::optional<Date>(), Day::ofDays(1)) == null);
}

// ---- conditional ----------------------------------------------------------------------------------------------------

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

// ---- text -----------------------------------------------------------------------------------------------------------

TEST_CASE("SUBSTRING") {
    struct Row { std::string_view s; int from, length; const char *open, *closed; };
    constexpr Row rows[] = {{"lantern", 1, 3, "lantern", "lan"}, {"lantern", 0, 3, "lantern", "lan"}, {"lantern", -3, 2, "ern", "er"}, {"lantern", 6, 9, "rn", "rn"},
                            {"lantern", 8, 1, "", ""},           {"lantern", 3, 0, "ntern", ""},      {"lantern", -9, 4, "", ""}, {"", 1, 1, "", ""},
                            {"a😀b", 2, 1, "😀b", "😀"},         {"a😀b", -1, 5, "b", "b"},           {"WXYZ", -2, 2, "YZ", "YZ"}};
    for (const Row& r : rows) {
        INFO(std::string(r.s), " from ", r.from, " for ", r.length);
        if (r.length != 0) CHECK(run<Substring, std::string>(r.s, r.from) == r.open);
        CHECK(run<Substring, std::string>(r.s, r.from, r.length) == r.closed);
        CHECK(run<Substring, std::string_view>(r.s, std::int64_t{r.from}, r.length) == std::string_view(r.closed));
    }
    CHECK(run<Substring, std::string>("abc"sv, 1, -1) == null);
    CHECK(run<Substring, std::string>("abc"sv, leastLong, mostLong) == "");
    CHECK(run<Substring, std::string>("abc"sv, mostLong) == "");
    CHECK(run<Substring, std::string>(Text(), 1) == null);
    const std::string owner = "a text that is longer than what a string keeps inside";
    CHECK(run<Substring, std::string_view>(owner, 3, 4)->data() == owner.data() + 2);  // a slice, no copy
}

TEST_CASE("text in characters, not bytes") {
    struct Row { std::string_view s; int n; const char *second, *left, *right, *reversed; };
    constexpr Row rows[] = {{"häuser", 6, "ä", "hä", "er", "resuäh"}, {"a😀b", 3, "😀", "a😀", "😀b", "b😀a"}, {"日本語", 3, "本", "日本", "本語", "語本日"}, {"", 0, "", "", "", ""}};
    for (const Row& r : rows) {
        CHECK(run<CharLength, std::int32_t>(r.s) == r.n);
        CHECK(run<Substring, std::string>(r.s, 2, 1) == r.second);
        CHECK(run<Left, std::string>(r.s, 2) == r.left);
        CHECK(run<Right, std::string>(r.s, 2) == r.right);
        CHECK(run<Reverse, std::string>(r.s) == r.reversed);
    }
    CHECK(run<Left, std::string>("abc"sv, -1) == "");
    CHECK(run<Right, std::string>("abc"sv, 9) == "abc");
    CHECK(run<Right, std::string>("abc"sv, leastLong) == "");
    // bytes that are no UTF-8 are kept, and nothing runs beyond the end
    for (const std::string_view broken : {"\xC3"sv, "\x80\x80"sv, "a\xF0\x9F"sv, "\xFF\xFE"sv, "\xED\xA0\x80"sv}) {
        const std::string twice = *run<Reverse, std::string>(*run<Reverse, std::string>(broken));
        CHECK(twice.size() == broken.size());
        CHECK(*run<Upper, std::string>(broken).value_or("").data() == broken[0] - (broken[0] == 'a' ? 32 : 0));
        CHECK(run<Substring, std::string>(broken, 1) == broken);
    }
}

TEST_CASE("UPPER and LOWER are Unicode's and no locale's") {
    struct Row { const char *s, *upper, *lower; };
    constexpr Row rows[] = {{"abc1", "ABC1", "abc1"},          {"größe", "GRÖSSE", "größe"},   {"ÀB", "ÀB", "àb"},       {"Ünïcödé ÿ", "ÜNÏCÖDÉ Ÿ", "ünïcödé ÿ"},
                            {"ΟΔΥΣΣΕΥΣ", "ΟΔΥΣΣΕΥΣ", "οδυσσευς"}, {"ς σ", "Σ Σ", "ς σ"},        {"Σ", "Σ", "σ"},          {"жук ЁЖ", "ЖУК ЁЖ", "жук ёж"},
                            {"ﬁx", "FIX", "ﬁx"},                 {"İ", "İ", "i̇"},             {"ı", "I", "ı"},          {"ǆ ǅ", "Ǆ Ǆ", "ǆ ǆ"},
                            {"日本😀", "日本😀", "日本😀"},        {"𐐨", "𐐀", "𐐨"},             {"ΑΣ.", "ΑΣ.", "ας."},    {"ა", "Ა", "ა"}};
    std::setlocale(LC_ALL, "tr_TR.UTF-8");
    for (const Row& r : rows) {
        CHECK(run<Upper, std::string>(std::string_view(r.s)) == r.upper);
        CHECK(run<Lower, std::string>(std::string_view(r.s)) == r.lower);
    }
    CHECK(run<Upper, std::string>("i"sv) == "I");
    CHECK(run<Lower, std::string>("I"sv) == "i");
    std::setlocale(LC_ALL, "C");
    CHECK(run<InitCap, std::string>("hello wORLD-9lives élan"sv) == "Hello World-9lives éLan");
}

TEST_CASE("POSITION, LOCATE, INSTR count from 1; the empty needle is at 1") {
    struct Row { std::string_view needle, text; int at, fromFour; };
    constexpr Row rows[] = {{"na", "banana", 3, 5}, {"x", "banana", 0, 0}, {"", "banana", 1, 1}, {"a", "", 0, 0}, {"ü", "süß", 2, 0}};
    for (const Row& r : rows) {
        CHECK(run<Position, std::int32_t>(r.needle, r.text) == r.at);
        CHECK(run<InStr, std::int32_t>(r.text, r.needle) == r.at);
        CHECK(run<Locate, std::int32_t>(r.needle, r.text) == r.at);
        CHECK(run<Locate, std::int32_t>(r.needle, r.text, 4) == r.fromFour);
    }
    CHECK(run<Locate, std::int32_t>("b"sv, "bab"sv, -5) == 1);
    CHECK(run<Locate, std::int32_t>("b"sv, "bab"sv, leastLong) == 1);
}

TEST_CASE("LIKE") {
    struct Row { std::string_view s, pattern; bool matches; };
    constexpr Row rows[] = {
        {"report.txt", "report.txt", true}, {"Report.txt", "report.txt", false}, {"report1txt", "report_txt", true}, {"a\nreport.txt", "%rep%", true},
        {"", "", true},      {"", "%", true},       {"r.txt", "r%.txt", true},  {"rtxt", "r%.txt", false}, {"x", "", false},   {"", "_", false},
        {"a.b", "a.b", true}, {"axb", "a.b", false}, {"a+b", "a+_", true},       {"[x]", "[_]", true},      {"x", "[x]", false}, {"abc", "a%c", true},
        {"m_n", "m\\_n", false}, {"m\\_n", "m\\_n", true}, {"😀", "_", true},    {"a😀b", "a_b", true},     {"ab", "a_b", false}, {"aXbXc", "%X_", true},
        {"aXbXcd", "%X_", false}, {"abcabc", "%abc", true}, {"aaab", "%a%a%a%a%", false}, {"ab", "%%", true}, {"ü", "%", true}, {"aü", "_ü", true}};
    for (const Row& r : rows) {
        INFO(std::string(r.s), " LIKE ", std::string(r.pattern));
        CHECK(run<Like, bool>(r.s, r.pattern) == r.matches);
        CHECK(run<NotLike, bool>(r.s, r.pattern) == !r.matches);
    }
    static_assert(applyStrict<Like, bool>("report.txt"sv, "r%.t_t"sv));
    CHECK(run<Like, bool>("abc"sv, View()) == null);
    CHECK(run<Like, bool>("m_n"sv, "m\\_n"sv, "\\"sv) == true);
    CHECK(run<Like, bool>("mxn"sv, "m\\_n"sv, "\\"sv) == false);
    CHECK(run<Like, bool>("QA%ZB"sv, "QA!%ZB"sv, "!"sv) == true);
    CHECK(run<Like, bool>("a!b"sv, "a!!b"sv, "!"sv) == true);
    CHECK(run<Like, bool>("100%"sv, "%é%"sv, "é"sv) == true);
    CHECK_THROWS_AS((run<Like, bool>("ab"sv, "a!b"sv, "!"sv)), DataError);
    CHECK_THROWS_AS((run<Like, bool>("ab"sv, "a!"sv, "!"sv)), DataError);
    CHECK_THROWS_AS((run<Like, bool>("ab"sv, "ab"sv, ""sv)), DataError);
    const std::string xs(20000, 'a');
    CHECK(run<Like, bool>(xs, "%a%a%a%a%a%a%a%b"sv) == false);  // bounded: no exponential search
}

TEST_CASE("REPLACE and OVERLAY") {
    struct Row { std::string_view s; const char *replaced, *between, *removed, *over, *over0, *over99, *over50; };
    constexpr Row rows[] = {{"aaaa", "bb", "zazazazaz", "aaaa", "aXYa", "aXY", "aaXY", "aaaa"},
                            {"lantern", "lantern", "zlzaznztzezrznz", "later", "lXYtern", "lXY", "laXY", "lantern"},
                            {"", "", "z", "", "", "", "", ""}};
    for (const Row& r : rows) {
        CHECK(run<Replace, std::string>(r.s, "aa"sv, "b"sv) == r.replaced);
        CHECK(run<Replace, std::string>(r.s, ""sv, "z"sv) == r.between);
        CHECK(run<Replace, std::string>(r.s, "n"sv, ""sv) == r.removed);
        CHECK(run<Overlay, std::string>(r.s, "XY"sv, 2) == r.over);
        CHECK(run<Overlay, std::string>(r.s, "XY"sv, 2, 0) == r.over0);
        CHECK(run<Overlay, std::string>(r.s, "XY"sv, 3, 99) == r.over99);
        CHECK(run<Overlay, std::string>(r.s, "XY"sv, 50) == r.over50);
    }
    CHECK(run<Replace, std::string>("ababab"sv, "abab"sv, "z"sv) == "zab");
    CHECK(run<Overlay, std::string>("xxxxxtest"sv, "xxxx"sv, 6, 2) == "xxxxxxxxxst");
    CHECK(run<Overlay, std::string>("ä€z"sv, "x"sv, 2, 1) == "äxz");
}

TEST_CASE("||, CONCAT, CONCAT_WS") {
    CHECK(run<Concatenation, std::string>("ab   "sv, "|"sv) == "ab   |");
    CHECK(run<Concatenation, std::string>(Text("x"), View()) == null);
    CHECK(run<Concat, std::string>("x"sv, std::string("y"), "z"sv) == "xyz");
    CHECK(run<Concat, std::string>("x"sv, Text()) == null);
    CHECK(open<ConcatWs, Text>(View("-"), Text("x"), View("y"), "z"sv) == "x-y-z");
    CHECK(open<ConcatWs, Text>("-"sv, "x"sv, View(), "z"sv) == "x-z");
    CHECK(open<ConcatWs, Text>("-"sv, ""sv, "y"sv, "z"sv) == "-y-z");
    CHECK(open<ConcatWs, Text>(View(), "x"sv) == null);
    CHECK(open<ConcatWs, Text>("-"sv, View(), View()) == "");
    CHECK(open<ConcatWs, std::string>("~"sv, "AA"sv, "BB"sv, ""sv, "CC"sv) == "AA~BB~~CC");
}

TEST_CASE("LPAD, RPAD, REPEAT") {
    struct Row { std::string_view s; int n; std::string_view pad; Text left, right; };
    const Row rows[] = {{"7", 3, "0", "007", "700"}, {"1234", 3, "0", "123", "123"}, {"ab", 7, "xyz", "xyzxyab", "abxyzxy"}, {"ab", 5, "", null, null},
                        {"ab", 0, "x", "", ""},      {"ab", -1, "x", null, null},    {"", 2, "x", "xx", "xx"},               {"hi", 4, "??", "??hi", "hi??"},
                        {"hi", 1, "??", "h", "h"},   {"é", 4, "äb", "äbäé", "éäbä"}};
    for (const Row& r : rows) {
        CHECK(run<LPad, std::string>(r.s, r.n, r.pad) == r.left);
        CHECK(run<RPad, std::string>(r.s, r.n, r.pad) == r.right);
    }
    CHECK_THROWS_AS((applyStrict<LPad, std::string>("ab"sv, -1, "x"sv)), DataError);  // NOT NULL in the plan
    CHECK_THROWS_AS((run<RPad, std::string>("ab"sv, mostLong, "x"sv)), DataError);
    CHECK(run<Repeat, std::string>("ab"sv, 3) == "ababab");
    CHECK(run<Repeat, std::string>("ab"sv, -3) == "");
    CHECK_THROWS_AS((run<Repeat, std::string>("ab"sv, mostLong)), DataError);
}

TEST_CASE("TRIM and its kin") {
    CHECK(run<Trim, std::string>("  a b  "sv) == "a b");
    CHECK(run<Trim, std::string>("LEADING"sv, "xy"sv, "xyaxy"sv) == "axy");
    CHECK(run<Trim, std::string>("TRAILING"sv, "xy"sv, "xyaxy"sv) == "xya");
    CHECK(run<Trim, std::string>("BOTH"sv, "ä"sv, "äbä"sv) == "b");
    CHECK(run<LTrim, std::string>("  a "sv) == "a ");
    CHECK(run<RTrim, std::string>("  a "sv) == "  a");
    CHECK(run<BTrim, std::string>("--a-"sv, "-"sv) == "a");
    CHECK(run<BTrim, std::string>("ab"sv, "ba"sv) == "");
    CHECK(run<BTrim, std::string>("\t a"sv) == "\t a");
    CHECK(run<RTrim, std::string>("aä"sv, "\xA4"sv) == "aä");  // half a character trims nothing
    CHECK(run<Trim, std::string_view>(View()) == null);
}

TEST_CASE("SPLIT_INDEX, STARTSWITH, ENDSWITH, ASCII, CHR, HEX, BIN") {
    struct Row { std::string_view s, separator; int index; Text piece; };
    const Row rows[] = {{"a,b,,d", ",", 0, "a"}, {"a,b,,d", ",", 2, ""}, {"a,b,,d", ",", 4, null}, {"a,b,,d", ",", -1, null}, {"a--b", "--", 1, "b"},
                        {"a.b", ".", 1, "b"},    {"abc", "", 1, null},   {"", ",", 0, null},       {"a,", ",", 1, ""},        {"abc", "", 0, "abc"}, {"a b", "", 1, "b"}};
    for (const Row& r : rows) CHECK(run<SplitIndex, std::string>(r.s, r.separator, r.index) == r.piece);
    CHECK(run<SplitIndex, std::string>("a,b"sv, 44, 1) == "b");
    CHECK(run<SplitIndex, std::string>("aüb"sv, 252, 1) == "b");
    CHECK(run<SplitIndex, std::string>("a,b"sv, 256, 0) == null);
    CHECK(run<StartsWith, bool>("abc"sv, "ab"sv) == true);
    CHECK(run<StartsWith, bool>("abc"sv, ""sv) == true);
    CHECK(run<StartsWith, bool>("a"sv, "ab"sv) == false);
    CHECK(run<EndsWith, bool>("abc"sv, "bc"sv) == true);
    CHECK(run<EndsWith, bool>("c"sv, "bc"sv) == false);
    CHECK(run<Ascii, std::int32_t>("abc"sv) == 97);
    CHECK(run<Ascii, std::int32_t>(""sv) == 0);
    CHECK(run<Ascii, std::int32_t>("é"sv) == 233);
    CHECK(run<Chr, std::string>(353) == "a");
    CHECK(run<Chr, std::string>(-1) == "");
    CHECK(run<Chr, std::string>(233) == "é");
    CHECK(run<Chr, std::string>(256) == std::string(1, '\0'));
    CHECK(run<Hex, std::string>(10) == "A");
    CHECK(run<Hex, std::string>(std::int64_t{-1}) == "FFFFFFFFFFFFFFFF");
    CHECK(run<Hex, std::string>(0) == "0");
    CHECK(run<Hex, std::string>("Hi!"sv) == "486921");
    CHECK(run<Hex, std::string>(std::string("ü")) == "C3BC");
    CHECK(run<Hex, std::string>("hello,world"sv) == "68656C6C6F2C776F726C64");
    CHECK(run<Bin, std::string>(12) == "1100");
    CHECK(run<Bin, std::string>(std::int64_t{-1}) == std::string(64, '1'));
    CHECK(run<Bin, std::string>(0) == "0");
}

// ---- numbers --------------------------------------------------------------------------------------------------------

TEST_CASE("ROUND goes away from zero at the half") {
    struct Row { const char* x; double d; const char *x0, *x2, *xm1; double d0, d2, dm1; };
    constexpr Row rows[] = {{"2.500", 2.5, "3", "2.50", "0", 3, 2.5, 0},      {"-2.500", -2.5, "-3", "-2.50", "0", -3, -2.5, 0}, {"1.005", 1.005, "1", "1.01", "0", 1, 1.01, 0},
                            {"1.235", 1.235, "1", "1.24", "0", 1, 1.24, 0},   {"155.500", 155.5, "156", "155.50", "160", 156, 155.5, 160},
                            {"0.499", 0.49999999999999994, "0", "0.50", "0", 0, 0.5, 0}, {"99999.999", 99999.999, "100000", "100000.00", "100000", 100000, 100000, 100000}};
    for (const Row& r : rows) {
        const Decimal<8, 3> x(r.x);
        CHECK(run<Round, Decimal<6, 0>>(x)->toPlainString() == r.x0);
        CHECK(run<Round, Decimal<8, 2>>(x, 2)->toPlainString() == r.x2);
        CHECK(run<Round, Decimal<6, 0>>(x, -1)->toPlainString() == r.xm1);
        CHECK(run<Round, double>(r.d) == r.d0);
        CHECK(run<Round, double>(r.d, 2) == r.d2);
        CHECK(run<Round, double>(r.d, -1) == r.dm1);
    }
    CHECK(run<Round, Decimal<8, 3>>(Decimal<8, 3>("155.555"), -1)->toPlainString() == "160.000");
    CHECK(run<Round, Decimal<8, 3>>(Decimal<8, 3>("-155.555"), -2)->toPlainString() == "-200.000");
    CHECK(run<Round, Decimal<8, 3>>(Decimal<8, 3>("99999.999"), 0) == null);  // 100000.000 does not fit
    CHECK(run<Round, Decimal<38, 0>>(Decimal<38, 0>("1"), -40)->isZero());
    CHECK(run<Round, Decimal<8, 3>>(Decimal<8, 3>("1.5"), leastLong)->isZero());
    struct Whole { std::int32_t i, rounded; };
    for (const Whole& r : {Whole{155, 160}, {-155, -160}, {mostInt, -2147483646}, {leastInt, 2147483646}, {4, 0}}) CHECK(run<Round, std::int32_t>(r.i, -1) == r.rounded);
    CHECK(run<Round, std::int32_t>(155, 2) == 155);
    CHECK(run<Round, std::int64_t>(std::int64_t{-145}, -1) == -150);
    CHECK(run<Round, std::int16_t>(std::int16_t{-5}, -1) == -10);
    CHECK(run<Round, std::int64_t>(mostLong, -18) == 9000000000000000000);
    CHECK(run<Round, std::int64_t>(mostLong, -19) == static_cast<std::int64_t>(10000000000000000000u));
    CHECK(run<Round, std::int64_t>(mostLong, -20) == 0);
    CHECK(run<Round, double>(1e300, 2) == 1e300);
    CHECK(run<Round, double>(1.5e-200, 200) == 2e-200);
    CHECK(run<Round, double>(0.5, leastLong) == 0.0);
    CHECK(run<Round, float>(2.675f, 2) == 2.68f);
    CHECK(std::isnan(*run<Round, double>(std::nan(""), 2)));
    CHECK(run<Round, double>(-std::numeric_limits<double>::infinity(), 2) == -std::numeric_limits<double>::infinity());
}

TEST_CASE("TRUNCATE cuts toward zero") {
    struct Row { const char* x; double d; int i; const char *x2, *x0, *xm1; double d1; int im2; };
    constexpr Row rows[] = {{"42.987", 42.987, 1987, "42.98", "42", "40", 42.9, 1900}, {"-42.987", -42.987, -1987, "-42.98", "-42", "-40", -42.9, -1900}, {"0.009", 0.009, 9, "0.00", "0", "0", 0, 0}};
    for (const Row& r : rows) {
        const Decimal<8, 3> x(r.x);
        CHECK(run<Truncate, Decimal<8, 2>>(x, 2)->toPlainString() == r.x2);
        CHECK(run<Truncate, Decimal<6, 0>>(x)->toPlainString() == r.x0);
        CHECK(run<Truncate, Decimal<6, 0>>(x, -1)->toPlainString() == r.xm1);
        CHECK(run<Truncate, double>(r.d, 1) == r.d1);
        CHECK(run<Truncate, std::int32_t>(r.i, -2) == r.im2);
    }
}

TEST_CASE("FLOOR, CEIL, ABS, SIGN") {
    struct Row { const char* x; double d; const char *floor, *ceil; double floorD, ceilD; };
    constexpr Row rows[] = {{"2.50", 2.5, "2", "3", 2, 3}, {"-2.50", -2.5, "-3", "-2", -3, -2}, {"-0.40", -0.4, "-1", "0", -1, -0.0}, {"9999.99", 1e18, "9999", "10000", 1e18, 1e18}, {"-3.00", -3, "-3", "-3", -3, -3}};
    for (const Row& r : rows) {
        CHECK(run<Floor, Decimal<6, 0>>(Decimal<6, 2>(r.x))->toPlainString() == r.floor);
        CHECK(run<Ceil, Decimal<6, 0>>(Decimal<6, 2>(r.x))->toPlainString() == r.ceil);
        CHECK(run<Floor, double>(r.d) == r.floorD);
        CHECK(run<Ceil, double>(r.d) == r.ceilD);
    }
    CHECK(std::signbit(*run<Ceil, double>(-0.4)));
    CHECK(run<Floor, float>(-2.5f) == -3.0f);
    CHECK(run<Ceil, std::int32_t>(-3) == -3);
    CHECK(run<Floor, Decimal<2, 0>>(Decimal<2, 2>("-0.99"))->toPlainString() == "-1");
    CHECK(run<Abs, std::int32_t>(leastInt) == leastInt);
    CHECK(run<Abs, std::int64_t>(leastLong) == leastLong);
    CHECK(run<Abs, std::int8_t>(std::int8_t{-5}) == 5);
    CHECK(run<Abs, Decimal<6, 2>>(Decimal<6, 2>("-1.50"))->toPlainString() == "1.50");
    CHECK(!std::signbit(*run<Abs, double>(-0.0)));
    CHECK(run<Sign, std::int32_t>(-4) == -1);
    CHECK(run<Sign, Decimal<6, 2>>(Decimal<6, 2>("2.25"))->toPlainString() == "1.00");
    CHECK(run<Sign, Decimal<6, 2>>(Decimal<6, 2>("-1.50"))->toPlainString() == "-1.00");
    CHECK(run<Sign, double>(-0.5) == -1.0);
    CHECK(run<Sign, double>(0.0) == 0.0);
    CHECK(std::isnan(*run<Sign, double>(std::nan(""))));
}

TEST_CASE("functions of analysis give DOUBLE, and NaN or infinities for bad input") {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    CHECK(run<Power, double>(3, 2) == 9.0);
    CHECK(run<Power, double>(Decimal<6, 2>("2.25"), 2) == 5.0625);
    CHECK(std::isnan(*run<Power, double>(-0.5, 0.5)));
    CHECK(std::isnan(*run<Sqrt, double>(-0.5)));
    CHECK(run<Sqrt, double>(4) == 2.0);
    CHECK(run<Ln, double>(100) == 4.605170185988092);
    CHECK(run<Ln, double>(0) == -infinity);
    CHECK(std::isnan(*run<Ln, double>(-1.0)));
    CHECK(run<Log10, double>(100) == 2.0);
    CHECK(run<Log2, double>(100) == 6.643856189774725);
    CHECK(run<Log2, double>(8.0) == 3.0);
    CHECK(run<Log, double>(10.0, 100.0) == 2.0);
    CHECK(run<Log, double>(1, 8) == infinity);
    CHECK(run<Log, double>(100.0) == 4.605170185988092);
    CHECK(run<Log, double>(2.0, std::optional<double>()) == null);
    CHECK(run<Exp, double>(0) == 1.0);
    CHECK(run<Sin, double>(0) == 0.0);
    CHECK(run<Cos, double>(0) == 1.0);
    CHECK(*run<Tan, double>(1.0) * *run<Cot, double>(1.0) == doctest::Approx(1.0));
    CHECK(run<Asin, double>(1) == doctest::Approx(1.5707963267948966).epsilon(1e-15));
    CHECK(std::isnan(*run<Acos, double>(2)));
    CHECK(run<Atan, double>(1) == doctest::Approx(0.7853981633974483).epsilon(1e-15));
    CHECK(run<Atan2, double>(1, -1) == doctest::Approx(2.356194490192345).epsilon(1e-15));
    CHECK(run<Sinh, double>(0) == 0.0);
    CHECK(run<Cosh, double>(0) == 1.0);
    CHECK(run<Tanh, double>(0) == 0.0);
    CHECK(run<Degrees, double>(run<Pi, double>()) == 180.0);
    CHECK(run<Radians, double>(180) == 3.141592653589793);
    CHECK(applyStrict<Euler, double>() == 2.718281828459045);
}

// ---- times ----------------------------------------------------------------------------------------------------------

TEST_CASE("EXTRACT and its short forms") {
    struct Row { Date d; int year, quarter, month, week, dayOfYear, day, dayOfWeek, isoDay, isoYear; };
    constexpr Row rows[] = {{Date(2024, 12, 30), 2024, 4, 12, 1, 365, 30, 2, 1, 2025}, {Date(1969, 1, 1), 1969, 1, 1, 1, 1, 1, 4, 3, 1969},
                            {Date(1994, 9, 27), 1994, 3, 9, 39, 270, 27, 3, 2, 1994},  {Date(2021, 1, 1), 2021, 1, 1, 53, 1, 1, 6, 5, 2020}};
    for (const Row& r : rows) {
        CHECK(run<Year, std::int64_t>(r.d) == r.year);
        CHECK(run<Quarter, std::int64_t>(r.d) == r.quarter);
        CHECK(run<Month, std::int64_t>(r.d) == r.month);
        CHECK(run<Week, std::int64_t>(r.d) == r.week);
        CHECK(run<DayOfYear, std::int64_t>(r.d) == r.dayOfYear);
        CHECK(run<DayOfMonth, std::int64_t>(r.d) == r.day);
        CHECK(run<DayOfWeek, std::int64_t>(r.d) == r.dayOfWeek);
        CHECK(run<Extract, std::int64_t>("ISODOW"sv, r.d) == r.isoDay);
        CHECK(run<Extract, std::int64_t>("ISOYEAR"sv, r.d) == r.isoYear);
        CHECK(run<Extract, std::int64_t>("DOW"sv, Timestamp<3>(r.d)) == r.dayOfWeek);
    }
    static_assert(applyStrict<Year, std::int64_t>(Date(2024, 2, 29)) == 2024);
    const Time<0> t("23:59:58");
    CHECK(run<Hour, std::int64_t>(t) == 23);
    CHECK(run<Minute, std::int64_t>(t) == 59);
    CHECK(run<Second, std::int64_t>(t) == 58);
    CHECK(run<Extract, std::int64_t>("CENTURY"sv, Date(2001, 1, 1)) == 21);
    CHECK(run<Extract, std::int64_t>("CENTURY"sv, Date(2000, 1, 1)) == 20);
    CHECK(run<Extract, std::int64_t>("MILLENNIUM"sv, Date(2001, 1, 1)) == 3);
    CHECK(run<Extract, std::int64_t>("DECADE"sv, Date(1999, 1, 1)) == 199);
    // before 1970, where Flink 2.3 counts from the wrong side
    const Timestamp<3> before("1969-07-20 20:17:40.250");
    CHECK(run<Extract, std::int64_t>("YEAR"sv, before) == 1969);
    CHECK(run<Extract, std::int64_t>("DAY"sv, before) == 20);
    CHECK(run<Extract, std::int64_t>("HOUR"sv, before) == 20);
    CHECK(run<Extract, std::int64_t>("MINUTE"sv, before) == 17);
    CHECK(run<Extract, std::int64_t>("SECOND"sv, before) == 40);
    CHECK(run<Extract, std::int64_t>("MILLISECOND"sv, before) == 250);
    CHECK(run<Extract, std::int64_t>("EPOCH"sv, Timestamp<3>("1969-12-31 23:59:58.500")) == -2);
    CHECK(run<Extract, std::int64_t>("EPOCH"sv, Date(1970, 1, 2)) == 86400);
    CHECK(run<Extract, std::int64_t>("HOUR"sv, TimestampLtz<3>("2024-01-01T12:00:00Z")) == 12);
    CHECK(run<Year, std::int64_t>(std::optional<Date>()) == null);
}

TEST_CASE("FLOOR and CEIL to a unit") {
    struct Row { std::string_view unit; const char *floor, *ceil; };
    constexpr Row rows[] = {{"SECOND", "2024-05-16 13:45:59", "2024-05-16 13:46:00"}, {"MINUTE", "2024-05-16 13:45", "2024-05-16 13:46"}, {"HOUR", "2024-05-16 13:00", "2024-05-16 14:00"},
                            {"DAY", "2024-05-16", "2024-05-17"}, {"WEEK", "2024-05-12", "2024-05-19"}, {"MONTH", "2024-05-01", "2024-06-01"}, {"QUARTER", "2024-04-01", "2024-07-01"}, {"YEAR", "2024-01-01", "2025-01-01"}};
    const Timestamp<3> t("2024-05-16 13:45:59.750"), border("2024-01-01 00:00:00");
    for (const Row& r : rows) {
        CHECK(run<Floor, Timestamp<3>>(t, r.unit) == Timestamp<3>(r.floor));
        CHECK(run<Ceil, Timestamp<3>>(t, r.unit) == Timestamp<3>(r.ceil));
        if (r.unit != "WEEK") {
            CHECK(run<Floor, Timestamp<3>>(border, r.unit) == border);
            CHECK(run<Ceil, Timestamp<3>>(border, r.unit) == border);
        }
    }
    CHECK(run<Ceil, Timestamp<3>>(border, "WEEK"sv) == Timestamp<3>("2024-01-07"));
    const Timestamp<3> before("1969-12-31 23:59:59.500");
    CHECK(run<Floor, Timestamp<3>>(before, "SECOND"sv) == Timestamp<3>("1969-12-31 23:59:59"));
    CHECK(run<Floor, Timestamp<3>>(before, "WEEK"sv) == Timestamp<3>("1969-12-28"));
    CHECK(run<Floor, Timestamp<3>>(before, "MONTH"sv) == Timestamp<3>("1969-12-01"));  // Flink: 1970-01-01
    CHECK(run<Ceil, Timestamp<3>>(before, "YEAR"sv) == Timestamp<3>("1970-01-01"));
    CHECK(run<Floor, Time<0>>(Time<0>("12:44:31"), "MINUTE"sv) == Time<0>("12:44"));
    CHECK(run<Ceil, Time<0>>(Time<0>("12:44:31"), "MINUTE"sv) == Time<0>("12:45"));
    CHECK(run<Ceil, Time<0>>(Time<0>("23:59:31"), "HOUR"sv) == Time<0>("00:00"));
    CHECK(run<Ceil, Date>(Date(2024, 2, 2), "QUARTER"sv) == Date(2024, 4, 1));
    CHECK(run<Floor, Date>(Date(2024, 2, 2), "DAY"sv) == Date(2024, 2, 2));
}

TEST_CASE("TIMESTAMPADD and TIMESTAMPDIFF") {
    struct Add { const char* t; int n; const char *month, *hour, *week, *quarter; };
    for (const Add& r : {Add{"2024-01-31 23:00", 1, "2024-02-29 23:00", "2024-02-01 00:00", "2024-02-07 23:00", "2024-04-30 23:00"},
                         Add{"2024-03-31 00:30", -1, "2024-02-29 00:30", "2024-03-30 23:30", "2024-03-24 00:30", "2023-12-31 00:30"}}) {
        const Timestamp<3> t(r.t);
        CHECK(run<TimestampAdd, Timestamp<3>>("MONTH"sv, r.n, t) == Timestamp<3>(r.month));
        CHECK(run<TimestampAdd, Timestamp<3>>("HOUR"sv, r.n, t) == Timestamp<3>(r.hour));
        CHECK(run<TimestampAdd, Timestamp<3>>("WEEK"sv, r.n, t) == Timestamp<3>(r.week));
        CHECK(run<TimestampAdd, Timestamp<3>>("QUARTER"sv, r.n, t) == Timestamp<3>(r.quarter));
        CHECK(run<TimestampAdd, Date>("MONTH"sv, r.n, t.date()) == Date(2024, 2, 29));
    }
    CHECK(run<TimestampAdd, Date>("DAY"sv, -1, Date(2024, 3, 31)) == Date(2024, 3, 30));
    CHECK(run<TimestampAdd, Date>("DAY"sv, Int(), Date(2024, 3, 31)) == null);
    CHECK(run<TimestampAdd, Time<0>>("HOUR"sv, 2, Time<0>(23, 0)) == Time<0>(1, 0));
    CHECK_THROWS_AS((run<TimestampAdd, Date>("YEAR"sv, mostLong, Date(2024, 3, 31))), DataError);
    struct Diff { const char *a, *b; int units[8]; };
    constexpr std::string_view names[] = {"SECOND", "MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "QUARTER", "YEAR"};
    for (const Diff& r : {Diff{"2024-01-31 10:00:00", "2024-02-29 10:00:00", {2505600, 41760, 696, 29, 4, 1, 0, 0}},
                          Diff{"2024-01-31 10:00:00", "2024-03-31 09:59:59", {5183999, 86399, 1439, 59, 8, 1, 0, 0}},
                          Diff{"2024-03-01 00:00:00", "2024-02-28 23:59:59.999", {-86400, -1440, -24, -1, 0, 0, 0, 0}},
                          Diff{"2024-01-01 00:00:00", "2025-01-01 00:00:00", {31622400, 527040, 8784, 366, 52, 12, 4, 1}}})
        for (int u = 0; u < 8; ++u)
            CHECK(run<TimestampDiff, std::int32_t>(names[u], Timestamp<3>(r.a), Timestamp<3>(r.b)) == r.units[u]);
    CHECK(run<TimestampDiff, std::int32_t>("DAY"sv, Date(2024, 1, 1), Timestamp<6>("2024-01-02 12:00")) == 1);
    CHECK(run<TimestampDiff, std::int32_t>("SECOND"sv, Timestamp<9>("2024-01-01 00:00:00.000000002"), Timestamp<9>("2024-01-01 00:00:01.000000001")) == 0);
}

TEST_CASE("(a - b) unit, OVERLAPS") {
    using Moment = Timestamp<3>;
    const Moment a("2024-03-01"), b("2024-02-28 12:30:15.5");
    CHECK(run<MinusDate, IntervalDayTime>(a, b) == IntervalDayTime::parse("1 11:29:44.5"));
    CHECK(run<MinusDate, IntervalDayTime>(b, a) == IntervalDayTime::parse("-1 11:29:44.5"));
    CHECK(run<MinusDate, IntervalDayTime>(Date(2024, 3, 1), b) == IntervalDayTime::parse("1 11:29:44.5"));
    CHECK(run<MinusDate, IntervalDayTime>(Time<3>("10:00"), Time<0>("11:30")) == IntervalDayTime{-90 * 60'000});
    CHECK(run<MinusDate, IntervalYearMonth>(a, Moment("2022-12-31")) == IntervalYearMonth{14});
    CHECK(run<MinusDate, IntervalYearMonth>(Date(2022, 12, 31), Date(2024, 3, 1)) == IntervalYearMonth{-14});
    CHECK(run<MinusDate, IntervalDayTime>(std::optional<Moment>(), b) == null);
    struct Row { int a, b, c, d; bool common; };
    constexpr Row rows[] = {{1, 5, 4, 9, true}, {1, 5, 5, 9, true}, {5, 1, 4, 4, true}, {1, 2, 4, 5, false}, {4, 5, 1, 2, false}, {4, 5, 2, 1, false}, {2, 2, 2, 2, true}, {9, 1, 3, 2, true}};
    const auto day = [](int n) { return Date(2024, 1, n); };
    for (const Row& r : rows) {
        INFO(r.a, " ", r.b, " ", r.c, " ", r.d);
        CHECK(run<Overlaps, bool>(day(r.a), day(r.b), day(r.c), day(r.d)) == r.common);
        CHECK(run<Overlaps, bool>(day(r.a), IntervalDayTime::ofDays(r.b - r.a), day(r.c), day(r.d)) == r.common);
        CHECK(run<Overlaps, bool>(day(r.c), day(r.d), Moment(day(r.a)), Moment(day(r.b))) == r.common);
    }
    CHECK(run<Overlaps, bool>(day(1), std::optional<Date>(), day(1), day(2)) == null);
}

TEST_CASE("TO_DATE, TO_TIMESTAMP, TO_TIMESTAMP_LTZ") {
    CHECK(run<ToDate, Date>("2024-02-29"sv) == Date(2024, 2, 29));
    CHECK(run<ToDate, Date>("29/02/2024"sv) == null);
    CHECK(run<ToDate, Date>("2023-02-29"sv) == null);
    CHECK(run<ToDate, Date>("2024-02-09 15:04:05"sv) == Date(2024, 2, 9));
    CHECK(run<ToDate, Date>("soon"sv) == null);  // Flink gives an odd date
    CHECK(run<ToTimestamp, Timestamp<3>>("2024-02-09 15:04:05"sv) == Timestamp<3>("2024-02-09 15:04:05"));
    CHECK(run<ToTimestamp, Timestamp<3>>("nonsense"sv) == null);
    CHECK(run<ToDate, Date>("29/02/2024"sv, "dd/MM/yyyy"sv) == Date(2024, 2, 29));
    CHECK(run<ToDate, Date>("2024-02-09 15:04:05"sv, "yyyy-MM-dd HH:mm:ss"sv) == Date(2024, 2, 9));
    CHECK(run<ToDate, Date>("2024-2-9 and more"sv, "yyyy-MM-dd"sv) == Date(2024, 2, 9));
    CHECK(run<ToDate, Date>("20240209"sv, "yyyyMMdd"sv) == Date(2024, 2, 9));
    CHECK(run<ToDate, Date>("9 feb 24"sv, "d MMM yy"sv) == Date(2024, 2, 9));
    CHECK(run<ToDate, Date>("2023-02-29"sv, "yyyy-MM-dd"sv) == null);  // Flink: 1 March
    CHECK(run<ToTimestamp, Timestamp<3>>("9.2.2024 3:04 PM"sv, "d.M.yyyy h:mm a"sv) == Timestamp<3>("2024-02-09 15:04"));
    CHECK(run<ToTimestamp, Timestamp<3>>("2024-02-09T15:04:05.678"sv, "yyyy-MM-dd'T'HH:mm:ss.SSS"sv) == Timestamp<3>("2024-02-09 15:04:05.678"));
    CHECK(run<ToTimestamp, Timestamp<3>>("2024-02-09 15:04:05"sv, "yyyy-MM-dd"sv) == null);
    CHECK(run<ToTimestamp, Timestamp<3>>("2024-2-9"sv, "yyyy-MM-dd"sv) == null);
    CHECK_THROWS_AS((run<ToDate, Date>("2024"sv, "nope"sv)), DataError);
    using Ltz = TimestampLtz<3>;
    CHECK(run<ToTimestampLtz, Ltz>(std::int64_t{1700000000}, 0) == Ltz("2023-11-14T22:13:20Z"));
    CHECK(run<ToTimestampLtz, Ltz>(std::int64_t{1700000000}, 3) == Ltz("1970-01-20T16:13:20Z"));
    CHECK(run<ToTimestampLtz, Ltz>(std::int64_t{-1}, 0) == Ltz("1969-12-31T23:59:59Z"));
    CHECK(run<ToTimestampLtz, Ltz>(std::int64_t{-1}, 3) == Ltz("1969-12-31T23:59:59.999Z"));
    CHECK(run<ToTimestampLtz, Ltz>(std::optional<std::int64_t>(), 3) == null);
    CHECK(run<ToTimestampLtz, Ltz>(mostLong, 0) == null);
    CHECK(run<ToTimestampLtz, Ltz>(std::nan(""), 0) == null);
    CHECK(run<ToTimestampLtz, Ltz>(1.5, 0) == Ltz("1970-01-01T00:00:01.500Z"));
    CHECK_THROWS_AS((run<ToTimestampLtz, Ltz>(1, 6)), DataError);
}

TEST_CASE("DATE_FORMAT, FROM_UNIXTIME, UNIX_TIMESTAMP") {
    struct Row { std::string_view pattern; const char *a, *b; };
    constexpr Row rows[] = {{"yyyy-MM-dd HH:mm:ss.SSS", "2024-02-09 15:04:05.678", "2021-12-31 00:00:00.000"}, {"d/M/yy h:mm a", "9/2/24 3:04 PM", "31/12/21 12:00 AM"},
                            {"EEE MMM", "Fri Feb", "Fri Dec"}, {"EEEE, MMMM", "Friday, February", "Friday, December"}, {"yyyyMMdd'T'HH", "20240209T15", "20211231T00"},
                            {"DDD", "040", "365"}, {"'it''s' Q, ''k k K", "it's 1, '15 15 3", "it's 4, '24 24 0"}, {"YYYY w", "2024 6", "2022 1"}};
    for (const Row& r : rows) {
        INFO(std::string(r.pattern));
        CHECK(run<DateFormat, std::string>(Timestamp<3>("2024-02-09 15:04:05.678"), r.pattern) == r.a);
        CHECK(run<DateFormat, std::string>(TimestampLtz<3>("2021-12-31 00:00:00.000Z"), r.pattern) == r.b);
    }
    CHECK(run<DateFormat, std::string>(Timestamp<3>("2024-12-30 08:00"), "yyyy YYYY"sv) == "2024 2025");
    CHECK(run<DateFormat, std::string>("2024-02-09 15:04:05"sv, "HH-mm"sv) == "15-04");
    CHECK(run<DateFormat, std::string>("noon"sv, "HH-mm"sv) == null);
    CHECK(run<DateFormat, std::string>(std::optional<Timestamp<3>>(), "HH"sv) == null);
    CHECK_THROWS_AS((run<DateFormat, std::string>(Timestamp<3>(), "yyyy 'x"sv)), DataError);
    CHECK(run<FromUnixtime, std::string>(std::int64_t{44}) == "1970-01-01 00:00:44");
    CHECK(run<FromUnixtime, std::string>(std::int64_t{-1}, "yyyy/MM/dd"sv) == "1969/12/31");
    CHECK(run<FromUnixtime, std::string>(mostLong) == null);
    CHECK(run<UnixTimestamp, std::int64_t>("1970-01-01 08:00:01.001"sv) == 28801);
    CHECK(run<UnixTimestamp, std::int64_t>("1969/12/31"sv, "yyyy/MM/dd"sv) == -86400);
    CHECK(run<UnixTimestamp, std::int64_t>("noon"sv) == leastLong);
}

TEST_CASE("DATE_FORMAT of moments in any order, near each other and at the ends of time") {
    constexpr std::int64_t spans[] = {900, 50'000, 3'000'000, 80'000'000, 600'000'000, 300'000'000'000};  // within a second, a minute, an hour, a day, a week, ten years
    std::uint64_t state = 1;
    for (int i = 0; i < 5000; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const std::int64_t span = spans[i / 50 % 6];
        std::int64_t millis = static_cast<std::int64_t>(state >> 20) % span - span / 2;
        if (i % 1000 == 0) millis = i % 2000 ? mostLong : leastLong;
        for (const std::string_view pattern : {"yyyy-MM-dd"sv, "HH:mm"sv, "h a"sv, "mm:ss"sv, "ss.SSS"sv, "YYYY w E"sv, "''''"sv, "yyyy-MM-dd HH:mm:ss, EEEE MMMM"sv, ""sv}) {
            std::string expected;
            rivulet::detail::appendFormatted(expected, {millis, 0}, pattern);
            if (run<DateFormat, std::string>(Timestamp<3>::fromMillis(millis), pattern) != expected) FAIL_CHECK(millis << " by " << std::string(pattern) << " is " << expected);
        }
    }
}

TEST_CASE("ENCODE, DECODE, TO_BASE64, FROM_BASE64") {
    const auto bytes = [](std::initializer_list<int> values) {
        Bytes b;
        for (const int v : values) b.push_back(static_cast<std::byte>(v));
        return b;
    };
    struct Row { std::string_view text, set; Bytes encoded; std::string_view back; };
    const Row rows[] = {{"Hi!", "UTF-16BE", bytes({0, 72, 0, 105, 0, 33}), "Hi!"}, {"ü", "utf-16le", bytes({0xFC, 0}), "ü"}, {"😀", "UTF-16", bytes({0xFE, 0xFF, 0xD8, 0x3D, 0xDE, 0}), "😀"},
                        {"aü", "UTF-8", bytes({97, 0xC3, 0xBC}), "aü"}, {"aü€", "ISO-8859-1", bytes({97, 0xFC, 63}), "aü?"}, {"aü", "US-ASCII", bytes({97, 63}), "a?"}, {"", "UTF-16", {}, ""}};
    for (const Row& r : rows) {
        INFO(std::string(r.text), " in ", std::string(r.set));
        CHECK(run<Encode, Bytes>(r.text, r.set) == r.encoded);
        CHECK(run<Decode, std::string>(r.encoded, r.set) == r.back);
    }
    CHECK(run<Decode, std::string>(bytes({0xC3}), "UTF-8"sv) == "\uFFFD");
    CHECK(run<Decode, std::string>(bytes({0xD8, 0x3D, 0}), "UTF-16BE"sv) == "\uFFFD\uFFFD");
    CHECK_THROWS_AS((run<Encode, Bytes>("a"sv, "EBCDIC"sv)), DataError);
    CHECK(run<ToBase64, std::string>("Hi!"sv) == "SGkh");
    CHECK(run<ToBase64, std::string>("ü"sv) == "w7w=");
    CHECK(run<ToBase64, std::string>(""sv) == "");
    CHECK(run<FromBase64, std::string>("w7w="sv) == "ü");
    CHECK(run<FromBase64, std::string>("w7w"sv) == "ü");
    CHECK(run<FromBase64, std::string>(Text()) == null);
    CHECK_THROWS_AS((run<FromBase64, std::string>("w7w!"sv)), DataError);
}

TEST_CASE("digests") {
    struct Row { std::string_view text, md5, sha1, sha224, sha256, sha384, sha512; };
    constexpr Row rows[] = {
                        {"", "d41d8cd98f00b204e9800998ecf8427e", "da39a3ee5e6b4b0d3255bfef95601890afd80709",
                         "d14a028c2a3a2bc9476102bb288234c415a2b01f828ea62ac5b3e42f", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                         "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fbd51ad2f14898b95b",
                         "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"},
                        {"abc", "900150983cd24fb0d6963f7d28e17f72", "a9993e364706816aba3e25717850c26c9cd0d89d",
                         "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                         "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
                         "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"},
                        {"The quick brown fox jumps over the lazy dog, and then some more text to fill a second block of a hundred and twenty-eight bytes, or so.", "e1c3e9f9d92592d24e8e7c1c7e2b758d", "c913703311e67f697642b2a621086b463a4bdc7e",
                         "e64153e33503fef555736156b5aed959bbba7b20e44d011329894cb7", "b8320b14af4ee122b5646fcf4e0f4930db3231530c4858e83dc88316dd335655",
                         "b5da3eb6859772220f0c7b416080182e94d4aac0343593bf5161944cbb10860453e6f0f79bfb42e3e06208a9fbac7328",
                         "75367f26b446236264aa36f4b0c1c8ea608e8f44460b59c0cc142b716a774315e8588684a56a99ec9028c0552292a0827c23cf9f662fb98756f2b3b3355e2e90"},
                        {"ü", "c03410a5204b21cd8229ff754688d743", "94a759fd37735430753c7b6b80684306d80ea16e",
                         "5dcf29eed5ce7989b00d63f0ae5a71654f016579be5b1035c9fd527f", "607474ca475a9724d7360aba71a56d5df77e61350e3f724cfa1f46e857e2d85f",
                         "1eced08690a18de2ebcf4afc10fb8480c76e6a408dd06617b048eff3ed91217079fb195e903ac9901a07095a4dd49f7b",
                         "230a068990071d4a606ff63325712a2f12bb1f1f0be551f418127a94e9c26bb2c788711dd5a7d3efb69c5a7441a530c4c212fa90ca907c2e052bca893f1d9185"}};
    for (const Row& r : rows) {
        INFO(std::string(r.text));
        CHECK(run<Md5, std::string>(r.text) == r.md5);
        CHECK(run<Sha1, std::string>(r.text) == r.sha1);
        CHECK(run<Sha224, std::string>(r.text) == r.sha224);
        CHECK(run<Sha256, std::string>(r.text) == r.sha256);
        CHECK(run<Sha384, std::string>(r.text) == r.sha384);
        CHECK(run<Sha512, std::string>(r.text) == r.sha512);
        CHECK(run<Sha2, std::string>(r.text, 224) == r.sha224);
        CHECK(run<Sha2, std::string>(r.text, 512) == r.sha512);
    }
    CHECK(run<Md5, std::string>(Text()) == null);
    CHECK_THROWS_AS((run<Sha2, std::string>("a"sv, 255)), DataError);
    // every length around the end of a block: the padding begins a new one or not
    std::string text, digests;
    for (int n = 0; n <= 130; text += static_cast<char>('a' + n % 26), ++n) digests += *run<Md5, std::string>(text) + *run<Sha1, std::string>(text) + *run<Sha512, std::string>(text);
    CHECK(run<Sha256, std::string>(digests) == "c3b5053b26d372eb45d3322fceb06b3935629e136c9ef044dec2f198ce1f2629");
}

// ---- collections ----------------------------------------------------------------------------------------------------

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

// ---- kinds of texts, URLs, changing values ----------------------------------------------------------------------------

TEST_CASE("what a text is made of") {
    struct Row { View text; bool alpha, digit, decimal; };
    for (const Row& r : {Row{"abc", true, false, false}, {"\xC3\xBC", true, false, false}, {"a1", false, false, false}, {"012", false, true, true}, {"-1.5e3", false, false, true},
                         {"", false, false, false}, {null, false, false, false}, {"1,5", false, false, false}}) {
        CHECK(open<IsAlpha, bool>(r.text) == r.alpha);
        CHECK(open<IsDigit, bool>(r.text) == r.digit);
        CHECK(open<IsDecimal, bool>(r.text) == r.decimal);
    }
}

TEST_CASE("TRANSLATE and ELT") {
    CHECK(open<Translate, std::string>("www.apache.org"sv, "wapcheo"sv, " APCHEcG"sv) == "   .APACHE.crg");
    CHECK(open<Translate, std::string>("aabb"sv, "aba"sv, "x"sv) == "xx");
    CHECK(open<Translate, std::string>("\xC3\xBC-u"sv, "\xC3\xBCu"sv, "u\xC3\xBC"sv) == "u-\xC3\xBC");
    CHECK(open<Translate, std::string>("ab"sv, View(), "x"sv) == "ab");
    CHECK(open<Translate, std::string>("ab"sv, "a"sv, View()) == "b");
    CHECK(open<Translate, Text>(View(), "a"sv, "b"sv) == null);
    CHECK(open<Elt, Text>(2, "scala"sv, "java"sv) == "java");
    CHECK(open<Elt, Text>(1, View(), "java"sv) == null);
    CHECK(open<Elt, Text>(Int(), "java"sv) == null);
    CHECK(open<Elt, Text>(std::int64_t{0}, "java"sv) == null);
    CHECK(open<Elt, Text>(3, "scala"sv, "java"sv) == null);
    CHECK(open<Elt, Text>(leastInt, "java"sv) == null);
}

TEST_CASE("UNHEX") {
    const auto bytes = [](std::initializer_list<int> values) {
        Bytes b;
        for (const int v : values) b.push_back(static_cast<std::byte>(v));
        return b;
    };
    CHECK(run<Unhex, Bytes>("00fF"sv) == bytes({0, 255}));
    CHECK(run<Unhex, Bytes>("466"sv) == bytes({0, 0x66}));
    CHECK(run<Unhex, Bytes>("g66"sv) == null);
    CHECK(run<Unhex, Bytes>("4z"sv) == null);
    CHECK(run<Unhex, Bytes>(""sv) == Bytes{});
}

TEST_CASE("URLs: their parts and their spelling") {
    CHECK(run<UrlEncode, std::string>("a b\xC3\xBC&*-._~"sv) == "a+b%C3%BC%26*-._%7E");
    CHECK(run<UrlDecode, std::string>("a+b%C3%bc%26"sv) == "a b\xC3\xBC&");
    CHECK(run<UrlDecode, std::string>("%4"sv) == null);
    CHECK(run<UrlDecode, std::string>("%zz"sv) == null);
    constexpr auto url = "http://user:pw@host.org:8080/a/b.html?k1=v1&k2=v2&k1=w#top"sv;
    const struct { std::string_view part; Text value; } parts[] = {{"PROTOCOL", "http"}, {"HOST", "host.org"}, {"PATH", "/a/b.html"}, {"QUERY", "k1=v1&k2=v2&k1=w"}, {"REF", "top"},
                                                                   {"AUTHORITY", "user:pw@host.org:8080"}, {"USERINFO", "user:pw"}, {"FILE", "/a/b.html?k1=v1&k2=v2&k1=w"}, {"PORT", null}};
    for (const auto& p : parts) CHECK(run<ParseUrl, std::string>(url, p.part) == p.value);
    CHECK(run<ParseUrl, std::string>(url, "QUERY"sv, "k2"sv) == "v2");
    CHECK(run<ParseUrl, std::string>(url, "QUERY"sv, "k1"sv) == "v1");
    CHECK(run<ParseUrl, std::string>(url, "QUERY"sv, "k"sv) == null);
    CHECK(run<ParseUrl, std::string>(url, "HOST"sv, "k1"sv) == null);
    CHECK(run<ParseUrl, std::string>("http://[::1]:80"sv, "HOST"sv) == "[::1]");
    CHECK(run<ParseUrl, std::string>("http://h"sv, "QUERY"sv) == null);
    CHECK(run<ParseUrl, std::string>("no url"sv, "HOST"sv) == null);
    CHECK(run<ParseUrl, std::string>("gopher://h"sv, "HOST"sv) == null);
}

TEST_CASE("the clock and chance") {
    const auto before = CurrentTimestamp::call<TimestampLtz<3>>();
    CHECK(before > TimestampLtz<3>::fromSeconds(1'700'000'000));
    CHECK(Now::call<TimestampLtz<3>>() >= before);
    CHECK(CurrentRowTimestamp::call<TimestampLtz<3>>() >= before);
    CHECK(LocalTimestamp::call<Timestamp<3>>().millis() >= before.millis());
    CHECK(CurrentDate::call<Date>().epochDay() >= before.date().epochDay());
    CHECK(CurrentTime::call<Time<0>>().nano() == 0);
    double least = 1, most = 0;
    for (int i = 0; i < 1000; ++i) {
        const double r = Rand::call<double>();
        least = r < least ? r : least;
        most = r > most ? r : most;
        const std::int32_t n = RandInteger::call<std::int32_t>(3);
        CHECK((n >= 0 && n < 3));
    }
    CHECK((least >= 0 && least < 0.1 && most > 0.9 && most < 1));
    CHECK_THROWS_WITH_AS(RandInteger::call<std::int32_t>(0), "the bound of RAND_INTEGER must be positive: '0'", DataError);
    const std::string id = Uuid::call<std::string>();
    CHECK(id.size() == 36);
    CHECK((id[8] == '-' && id[14] == '4' && (id[19] == '8' || id[19] == '9' || id[19] == 'a' || id[19] == 'b')));
    CHECK(id != Uuid::call<std::string>());
}
