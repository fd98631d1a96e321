// SPDX-License-Identifier: BSL-1.0
// Arithmetic and functions of numbers. The answers of Flink 2.3, row by row, unless a line says otherwise.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "expr/evaluation.hpp"

using namespace evaluation;

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
    for (const Whole& r : {Whole{155, 160}, {-155, -160}, {2147483644, 2147483640}, {leastInt + 4, -2147483640}, {4, 0}}) CHECK(run<Round, std::int32_t>(r.i, -1) == r.rounded);
    CHECK(run<Round, std::int32_t>(155, 2) == 155);
    CHECK(run<Round, std::int64_t>(std::int64_t{-145}, -1) == -150);
    CHECK(run<Round, std::int16_t>(std::int16_t{-5}, -1) == -10);
    CHECK(run<Round, std::int64_t>(mostLong, -18) == 9000000000000000000);
    CHECK_THROWS_WITH_AS((run<Round, std::int64_t>(mostLong, -19)), "the result is beyond the range of the type, in ROUND: '9223372036854775807'", DataError);
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
    CHECK_THROWS_WITH_AS((run<Abs, std::int32_t>(leastInt)), "the result is beyond the range of the type, in ABS: '-2147483648'", DataError);  // Flink: -2147483648
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

namespace {

// What a number is in 128 bits: as it is, wrapped into V, or none where V does not have it.
template <class V> constexpr V wrapped(Int128 exact) { return static_cast<V>(static_cast<std::make_unsigned_t<V>>(static_cast<UInt128>(exact))); }
template <class V> bool fits(Int128 exact) { return exact >= std::numeric_limits<V>::min() && exact <= std::numeric_limits<V>::max(); }

template <class V>
void tryExtremes() {
    constexpr V least = std::numeric_limits<V>::min(), most = std::numeric_limits<V>::max();
    const V values[] = {least, static_cast<V>(least + 1), static_cast<V>(least / 2), -6, -5, -1, 0, 1, 4, 5, static_cast<V>(most / 2), static_cast<V>(most - 1), most};
    for (const V a : values) {
        CAPTURE(static_cast<std::int64_t>(a));
        const Int128 x = a;
        // a function gives the exact result or an error
        const auto exact = [&](Int128 result, auto call) {
            if (fits<V>(result)) CHECK(call() == static_cast<V>(result));
            else CHECK_THROWS_AS(call(), DataError);
        };
        exact(x < 0 ? -x : x, [&] { return run<Abs, V>(a); });
        exact(x > 0 ? 1 : x < 0 ? -1 : 0, [&] { return run<Sign, V>(a); });
        exact(x, [&] { return run<Floor, V>(a); });
        exact(x, [&] { return run<Ceil, V>(a); });
        exact(x, [&] { return run<Round, V>(a); });
        Int128 unit = 1;
        for (std::int64_t digits = 3; digits >= -22; --digits) {
            if (digits < 0) unit *= 10;
            const Int128 cut = x / unit * unit, rest = x - cut, up = rest * 2 >= unit ? unit : rest * 2 <= -unit ? -unit : 0;
            exact(cut + (unit > 1 ? up : 0), [&] { return run<Round, V>(a, digits); });
            exact(cut, [&] { return run<Truncate, V>(a, digits); });
        }
        // operators wrap, as in Flink
        CHECK(run<Negate, V>(a) == wrapped<V>(-x));
        for (const V b : values) {
            CAPTURE(static_cast<std::int64_t>(b));
            const Int128 y = b;
            CHECK(run<Plus, V>(a, b) == wrapped<V>(x + y));
            CHECK(run<Minus, V>(a, b) == wrapped<V>(x - y));
            CHECK(run<Times, V>(a, b) == wrapped<V>(x * y));
            if (b == 0) {
                CHECK_THROWS_AS((run<Divide, V>(a, b)), DataError);
                CHECK_THROWS_AS((run<Modulo, V>(a, b)), DataError);
            } else {
                CHECK(run<Divide, V>(a, b) == wrapped<V>(x / y));
                CHECK(run<Modulo, V>(a, b) == wrapped<V>(x % y));
            }
            CHECK(run<Greatest, V>(a, b) == (a < b ? b : a));
            CHECK(run<Least, V>(a, b) == (b < a ? b : a));
        }
    }
}

}  // namespace

TEST_CASE("the extreme integers of every type: operators wrap, functions give the exact result or an error") {
    tryExtremes<std::int8_t>();
    tryExtremes<std::int16_t>();
    tryExtremes<std::int32_t>();
    tryExtremes<std::int64_t>();
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
