// SPDX-License-Identifier: BSL-1.0
// Decimals against tables recorded from Flink, and on random digits against Boost's big integers.
#include <doctest/doctest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <type_traits>

#include <rivulet/types/cast.hpp>
#include <rivulet/types/decimal_arithmetic.hpp>

using namespace rivulet;
using Big = boost::multiprecision::cpp_int;

namespace {

// Result types (Flink 2.3, recorded).
constexpr SqlType dec(int p, int s) { return sqltype::decimal(p, s); }
static_assert(decimalResult(DecimalOp::add, dec(5, 2), dec(7, 4)) == dec(8, 4));
static_assert(decimalResult(DecimalOp::subtract, dec(5, 2), dec(5, 2).orNull(true)) == dec(6, 2).orNull(true));
static_assert(decimalResult(DecimalOp::multiply, dec(5, 2), dec(7, 4)) == dec(13, 6));
static_assert(decimalResult(DecimalOp::multiply, dec(5, 2), sqltype::integer) == dec(16, 2));
static_assert(decimalResult(DecimalOp::multiply, dec(5, 2), sqltype::bigint) == dec(25, 2));
static_assert(decimalResult(DecimalOp::divide, dec(5, 2), dec(7, 4)) == dec(17, 10));
static_assert(decimalResult(DecimalOp::divide, dec(5, 2), sqltype::integer) == dec(16, 13));
static_assert(decimalResult(DecimalOp::divide, sqltype::integer, dec(5, 2)) == dec(18, 6));
static_assert(decimalResult(DecimalOp::divide, dec(7, 4), dec(5, 2)) == dec(15, 10));
static_assert(decimalResult(DecimalOp::divide, dec(6, 2), dec(6, 2)) == dec(15, 9));
static_assert(decimalResult(DecimalOp::modulo, dec(5, 2), dec(4, 3)) == dec(4, 3));
static_assert(decimalResult(DecimalOp::modulo, dec(5, 2), sqltype::integer) == dec(5, 2));
static_assert(decimalResult(DecimalOp::add, dec(38, 10), dec(30, 20)) == dec(38, 9));
static_assert(decimalResult(DecimalOp::multiply, dec(38, 10), dec(30, 20)) == dec(38, 6));
static_assert(decimalResult(DecimalOp::multiply, dec(30, 20), dec(30, 20)) == dec(38, 17));
static_assert(decimalResult(DecimalOp::divide, dec(38, 10), dec(30, 20)) == dec(38, 6));
static_assert(decimalResult(DecimalOp::add, dec(38, 0), dec(38, 0)) == dec(38, 0));

// Literals and constants are evaluated by the compiler.
static_assert(std::is_same_v<decltype(12.50_dec), Decimal<4, 2>> && 12.50_dec == Decimal<10, 1>("12.5"));
static_assert(std::is_same_v<decltype(1'000_dec), Decimal<4, 0>>);
constexpr Decimal<10, 2> price("1.50");
static_assert(price.unscaled() == 150 && price == 1.5_dec && price > 1 && price < 2 && -price < 0 && !price.isZero());
static_assert(Decimal<38, 0>("99999999999999999999999999999999999999") > Decimal<38, 38>("0.99999999999999999999999999999999999999"));
static_assert(Decimal<5, 2>("-1.10") < Decimal<7, 4>("-1.0999") && Decimal<5, 2>("-1.10") == Decimal<7, 4>("-1.1"));
static_assert(std::is_convertible_v<Decimal<5, 2>, Decimal<7, 3>> && !std::is_convertible_v<Decimal<5, 2>, Decimal<5, 3>>);
static_assert(Decimal<4, 1>::rounded(Decimal<6, 3>("-0.250")) == Decimal<4, 1>("-0.3") && !Decimal<2, 1>::rounded(Decimal<4, 2>("9.95")));
static_assert(Decimal<12, 2>(-5).toInteger() == -5 && Decimal<3, 1>("-2.9").toInteger() == -2);

template <class R>
std::string show(const std::optional<R>& v) { return v ? v->toString() : "null"; }

}  // namespace

TEST_CASE("decimal arithmetic gives what Flink gave") {
    using A = Decimal<5, 2>;
    using B = Decimal<7, 4>;
    CHECK(show(decimalAdd(A("999.99"), B("999.9999"))) == "1999.9899");
    CHECK(show(decimalSubtract(A("999.99"), B("999.9999"))) == "-0.0099");
    CHECK(show(decimalSubtract(A("-1.10"), A("1.10"))) == "-2.20");
    CHECK(show(decimalAdd(A("-1.10"), A("1.10"))) == "0.00");
    CHECK(show(decimalMultiply(A("999.99"), B("999.9999"))) == "999989.900001");
    CHECK(show(decimalMultiply(A("-1.10"), B("0.5000"))) == "-0.550000");
    CHECK(show(decimalDivide(A("10.00"), B("3.0000"))) == "3.3333333333");
    CHECK(show(decimalDivide(A("-2.00"), B("3.0000"))) == "-0.6666666667");
    CHECK(show(decimalDivide(A("1.00"), B("0.0003"))) == "3333.3333333333");
    CHECK(show(decimalDivide(B("3.0000"), A("-2.00"))) == "-1.5000000000");
    CHECK(show(decimalDivide(A("-2.00"), Decimal<10, 0>(7))) == "-0.2857142857143");
    CHECK(show(decimalModulo(A("10.00"), Decimal<4, 3>("3.001"))) == "0.997");
    CHECK(show(decimalModulo(A("-10.50"), Decimal<4, 3>("3.001"))) == "-1.497");
    CHECK(show(decimalModulo(A("10.50"), Decimal<4, 3>("-3.001"))) == "1.497");
    CHECK(show(decimalModulo(Decimal<10, 0>(-4), A("10.50"))) == "-4.00");
    using P = Decimal<38, 10>;
    using Q = Decimal<30, 20>;
    CHECK(show(decimalAdd(P("1.2345678905"), Q("0.00000000005"))) == "1.234567891");
    CHECK(show(decimalMultiply(P("1.2345678905"), Q("0.00000000005"))) == "0.000000");
    CHECK(show(decimalDivide(P("1.2345678905"), Q("0.00000000005"))) == "24691357810.000000");
    CHECK(show(decimalMultiply(Q("0.00000000005"), Q("0.00000000005"))) == "0E-17");
    CHECK(show(decimalMultiply(Q("7.00000000000000000001"), Q("7.00000000000000000001"))) == "49.00000000000000000");
    using W = Decimal<38, 0>;
    const W most("99999999999999999999999999999999999999");
    CHECK(show(decimalAdd(most, W(1))) == "null");
    CHECK(show(decimalAdd<W>(most, most)) == "null");  // more than 128 bits with a sign
    CHECK(show(decimalAdd<W>(most, -most)) == "0");
    CHECK(show(decimalSubtract<W>(-most, most)) == "null");
    CHECK(show(decimalMultiply(most, W(1))) == most.toString());
    CHECK(show(decimalMultiply(W("10000000000000000000"), W("10000000000000000000"))) == "null");
    CHECK(show(decimalAdd<Decimal<3, 1>>(A("1.25"), A("1.00"))) == "2.3");
    CHECK_THROWS_AS(decimalDivide(A("1"), B(0)), DataError);
    CHECK_THROWS_AS(decimalModulo(A("1"), B(0)), DataError);
}

TEST_CASE("decimals print as BigDecimal does in rows, and plainly in SQL") {
    struct Case { const char* in; const char* row; };
    for (const Case& c : {Case{"0", "0E-18"}, {"1e-7", "1.00000000000E-7"}, {"1.5", "1.500000000000000000"}, {"1E+3", "1000.000000000000000000"},
                          {"0.000001", "0.000001000000000000"}, {"-0.0000001", "-1.00000000000E-7"}, {"-1.5", "-1.500000000000000000"},
                          {"1e-18", "1E-18"}, {"-1.2e-17", "-1.2E-17"}, {"12345678901234567890.5", "12345678901234567890.500000000000000000"}})
        CHECK(Decimal<38, 18>(c.in).toString() == c.row);
    CHECK(Decimal<38, 18>("1e-7").toPlainString() == "0.000000100000000000");
    CHECK(Decimal<38, 18>(0).toPlainString() == "0.000000000000000000");
    CHECK(Decimal<4, 3>("9.87").toPlainString() == "9.870");
    CHECK(Decimal<2, 2>("-0.05").toString() == "-0.05");
    CHECK(Decimal<38, 38>("-0.99999999999999999999999999999999999999").toString() == "-0.99999999999999999999999999999999999999");
    CHECK(Decimal<38, 0>(0).toString() == "0");
}

TEST_CASE("a decimal is never made from what it cannot hold (P60)") {
    for (const char* bad : {"", " ", ".", "-", "+", "1.2.3", "12a", "1e", "1e+", "e5", "0x10", "1_000", "NaN", "1,5", " 1", "1 ", "--1"})
        CHECK_THROWS_AS((Decimal<10, 2>(bad)), DataError);
    for (const char* tooMuch : {"1.505", "100000000", "1e8", "1e999999999999", "0.001", "99999999.999"}) CHECK_THROWS_AS((Decimal<10, 2>(tooMuch)), DataError);
    for (const char* good : {"1.50", "1.500000", "+1.5", "15e-1", "0.015E2", "01.5", "1.50e0"}) CHECK(Decimal<10, 2>(good) == price);
    CHECK(Decimal<10, 2>("0e999999999999").isZero());
    CHECK(Decimal<10, 2>("0.000e-99999999").isZero());
    CHECK_THROWS_AS((Decimal<3, 1>(100)), DataError);
    CHECK_THROWS_AS((Decimal<3, 1>(INT64_MIN)), DataError);
    CHECK_THROWS_AS((Decimal<3, 1>::fromUnscaled(1000)), DataError);
    CHECK(Decimal<38, 0>(UINT64_MAX).toString() == "18446744073709551615");
    try {
        (void)Decimal<5, 2>("1234.5");
        FAIL("no error");
    } catch (const DataError& e) {
        CHECK(std::string(e.what()) == "does not fit DECIMAL(5, 2): '1234.5'");
    }
    // half up, then the range (P60)
    constexpr CastTo<TypeRoot::decimal, 4, 2> to{};
    CHECK(tryCastValue(to, std::string_view("99.994")) == Decimal<4, 2>("99.99"));
    CHECK(!tryCastValue(to, std::string_view("99.995")));
    CHECK(!tryCastValue(to, std::string_view("-99.995")));
    CHECK_THROWS_AS(castValue(to, std::string_view("99.995")), DataError);
    CHECK(!castValue(to, Decimal<5, 3>("99.995")));
    CHECK(castValue(to, Decimal<5, 3>("99.994")) == Decimal<4, 2>("99.99"));
}

namespace {

Big toBig(Int128 v) {
    const UInt128 m = detail::magnitude(v);
    Big b = Big(static_cast<std::uint64_t>(m >> 64)) << 64 | Big(static_cast<std::uint64_t>(m));
    return v < 0 ? Big(-b) : b;
}

Big pow10(int n) { return boost::multiprecision::pow(Big(10), static_cast<unsigned>(n)); }

// numerator / denominator half away from zero, if it has at most p digits
std::optional<Big> halfUp(const Big& numerator, const Big& denominator, int p) {
    const bool negative = (numerator < 0) != (denominator < 0);
    const Big n = abs(numerator), d = abs(denominator);
    Big q = (2 * n + d) / (2 * d);
    if (q >= pow10(p)) return std::nullopt;
    return negative ? Big(-q) : q;
}

struct Random {
    std::mt19937_64 engine{20240229};
    int below(int n) { return static_cast<int>(engine() % static_cast<std::uint64_t>(n)); }
    // often few digits, often the extremes
    Int128 digits(int most) {
        const int n = below(most) + 1;
        UInt128 m = (static_cast<UInt128>(engine()) << 64 | engine()) % detail::powerOfTen(n);
        if (below(8) == 0) m = detail::powerOfTen(n) - 1;
        if (below(8) == 0) m = detail::powerOfTen(n - 1);
        if (below(8) == 0) m = detail::powerOfTen(n) / 2;
        return below(2) ? -static_cast<Int128>(m) : static_cast<Int128>(m);
    }
};

}  // namespace

TEST_CASE("decimal operations equal exact arithmetic rounded once") {
    Random random;
    int values = 0, overflows = 0;
    for (int round = 0; round < 60000; ++round) {
        const int pa = random.below(38) + 1, pb = random.below(38) + 1, sa = random.below(pa + 1), sb = random.below(pb + 1);
        const Int128 a = random.digits(pa), b = random.digits(pb);
        const Big na = toBig(a), nb = toBig(b);
        const auto op = static_cast<DecimalOp>(random.below(5));
        SqlType r = decimalResult(op, sqltype::decimal(pa, sa), sqltype::decimal(pb, sb));
        if (random.below(4) == 0) {  // any other result type must work too
            r.precision = random.below(38) + 1;
            r.scale = random.below(r.precision + 1);
        }
        const int p = r.precision, s = r.scale;
        const int common = sa > sb ? sa : sb;
        Int128 out{};
        bool ok = false;
        std::optional<Big> expected;
        switch (op) {
            case DecimalOp::add: case DecimalOp::subtract: {
                const bool minus = op == DecimalOp::subtract;
                ok = detail::addDecimals(a, sa, minus ? -b : b, sb, p, s, out);
                const Big y = nb * pow10(common - sb);
                const Big sum = na * pow10(common - sa) + (minus ? Big(-y) : y);
                expected = halfUp(sum * pow10(s), pow10(common), p);
                break;
            }
            case DecimalOp::multiply:
                ok = detail::multiplyDecimals(a, sa, b, sb, p, s, out);
                expected = halfUp(na * nb * pow10(s), pow10(sa + sb), p);
                break;
            case DecimalOp::divide:
                if (b == 0) continue;
                ok = detail::divideDecimals(a, sa, b, sb, p, s, out);
                expected = halfUp(na * pow10(s + sb), nb * pow10(sa), p);
                break;
            case DecimalOp::modulo:
                if (b == 0) continue;
                ok = detail::moduloDecimals(a, sa, b, sb, p, s, out);
                expected = halfUp((na * pow10(common - sa)) % (nb * pow10(common - sb)) * pow10(s), pow10(common), p);
                break;
        }
        CAPTURE(static_cast<int>(op)); CAPTURE(pa); CAPTURE(sa); CAPTURE(pb); CAPTURE(sb); CAPTURE(p); CAPTURE(s); CAPTURE(na.str()); CAPTURE(nb.str());
        REQUIRE(ok == expected.has_value());
        if (ok) { REQUIRE(toBig(out) == *expected); ++values; }
        else ++overflows;
        // comparison across scales
        const Big left = na * pow10(38 - sa), right = nb * pow10(38 - sb);
        const auto order = detail::compareDecimals(a, sa, b, sb);
        REQUIRE((order < 0) == (left < right));
        REQUIRE((order == 0) == (left == right));
    }
    CHECK(values > 20000);
    CHECK(overflows > 1000);
}

TEST_CASE("256-bit division equals Boost's") {
    Random random;
    for (int round = 0; round < 40000; ++round) {
        const auto word = [&]() -> UInt128 {
            UInt128 w = static_cast<UInt128>(random.engine()) << 64 | random.engine();
            if (random.below(3) == 0) w |= ~UInt128{0} << random.below(128);  // long runs of ones reach the rare correction
            if (random.below(3) == 0) w >>= random.below(128);
            return w;
        };
        const detail::Wide a{word(), word()};
        const UInt128 b = word();
        if (b == 0) continue;
        const auto big = [](UInt128 v) { return Big(static_cast<std::uint64_t>(v >> 64)) << 64 | Big(static_cast<std::uint64_t>(v)); };
        const Big n = big(a.high) << 128 | big(a.low), d = big(b);
        const detail::WideQuotient q = detail::divide(a, b);
        REQUIRE((big(q.quotient.high) << 128 | big(q.quotient.low)) == n / d);
        REQUIRE(big(q.remainder) == n % d);
    }
}

TEST_CASE("text and floating point of random decimals") {
    Random random;
    for (int round = 0; round < 20000; ++round) {
        const int scale = random.below(39);
        const Int128 v = random.digits(38);
        char text[64];
        detail::TextWriter java{text};
        detail::writeJavaDecimal(java, v, scale);
        const detail::ParsedDecimal back = detail::parseDecimal({text, java.size}, scale);
        REQUIRE(back.isNumber);
        REQUIRE(back.isExact);
        REQUIRE(back.unscaled == v);
        detail::TextWriter plain{text};
        detail::writePlainDecimal(plain, v, scale);
        const std::string digits(text, plain.size);
        double wide = 0;
        REQUIRE(detail::parseFloating(digits, wide));
        REQUIRE(detail::decimalToFloating<double>(v, scale) == wide);
        float narrow = 0;
        REQUIRE(detail::parseFloating(digits, narrow));
        REQUIRE(detail::decimalToFloating<float>(v, scale) == narrow);
    }
}

TEST_CASE("equal decimals of a type have equal hashes") {
    CHECK(std::hash<Decimal<10, 2>>{}(Decimal<10, 2>("1.5")) == std::hash<Decimal<10, 2>>{}(price));
    CHECK(hash_value(Decimal<10, 2>("1.51")) != hash_value(price));
}
