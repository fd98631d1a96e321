// SPDX-License-Identifier: BSL-1.0
// The table between C++ and SQL types, casts with their rules, texts of values, and types from text.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/types/cast.hpp>
#include <rivulet/types/common_type.hpp>
#include <rivulet/types/type_text.hpp>
#include <rivulet/types/unordered_map.hpp>

using namespace rivulet;
using R = TypeRoot;

namespace {

template <class T> std::string row(const T& v) { std::string s; appendText(s, v); return s; }
template <class T> std::string sql(const T& v) { std::string s; appendSqlText(s, v); return s; }

std::string typeText(const SqlType& t) {
    char text[256];
    detail::TextWriter w{text};
    detail::writeType(w, t);
    return std::string(text, w.size);
}

enum Plain { zero, one };
enum class Small : unsigned char { most = 255 };
enum class Signed : signed char { least = -128 };
enum class Huge : std::uint64_t { a };
struct Opaque { int x; };
struct Printable { int x; };

}  // namespace

template <> struct rivulet::TextOf<Printable> {
    static void append(std::string& out, const Printable& v) { out += "Printable#" + std::to_string(v.x); }
};

// ---- C++ types and SQL types
namespace {

template <class T> constexpr bool isA(const SqlType& t) { return SqlTraits<T>::type == t && SqlMapped<T> && mappingError<T> == ErrorCode::none; }
static_assert(isA<bool>(sqltype::boolean) && isA<std::int8_t>(sqltype::tinyint) && isA<std::int16_t>(sqltype::smallint) && isA<std::int32_t>(sqltype::integer));
static_assert(isA<long>(sqltype::bigint) && isA<long long>(sqltype::bigint) && isA<float>(sqltype::float_) && isA<double>(sqltype::double_));
static_assert(isA<Decimal<10, 2>>(sqltype::decimal(10, 2)) && isA<std::string>(sqltype::string) && isA<Char<3>>(sqltype::char_(3)) && isA<Varchar<9>>(sqltype::varchar(9)));
static_assert(isA<Bytes>(sqltype::bytes) && isA<Date>(sqltype::date) && isA<Time<3>>(sqltype::time(3)) && isA<Timestamp<9>>(sqltype::timestamp(9)));
static_assert(isA<TimestampLtz<3>>(sqltype::timestampLtz(3)) && isA<IntervalYearMonth>(sqltype::intervalYearMonth) && isA<IntervalDayTime>(sqltype::intervalDayTime));
static_assert(isA<std::optional<int>>(sqltype::integer.orNull(true)) && isA<std::optional<Char<2>>>(sqltype::char_(2).orNull(true)));
static_assert(isA<Plain>(sqltype::integer) && isA<Small>(sqltype::smallint) && isA<Signed>(sqltype::tinyint));
static_assert(SqlTraits<std::vector<std::optional<int>>>::type.field(0) == TypeField{"element", sqltype::integer.orNull(true)});
static_assert(SqlTraits<std::array<double, 3>>::type == SqlTraits<std::vector<double>>::type && SqlTraits<std::vector<int>>::type.root == R::array);
static_assert(SqlTraits<std::map<int, std::optional<std::string>>>::type.field(1).type == sqltype::string.orNull(true));
static_assert(SqlTraits<std::unordered_map<int, std::string>>::type == SqlTraits<std::map<int, std::string>>::type);
static_assert(SqlTraits<Raw<Opaque>>::type.root == R::raw && SqlTraits<Raw<Opaque>>::type.detail->className.ends_with("Opaque"));
static_assert(detail::typeName<std::vector<int>>().starts_with("std::vector<int") && detail::typeName<int>() == "int");
static_assert(std::is_same_v<CppType<R::decimal, 10, 2>, Decimal<10, 2>> && std::is_same_v<CppType<R::varchar, 5>, std::string> && std::is_same_v<CppType<R::bigint>, std::int64_t>);
static_assert(std::is_same_v<SqlTraits<long long>::Value, std::int64_t> && std::is_same_v<SqlTraits<std::optional<Varchar<3>>>::Value, std::optional<std::string>>);

// refused, each for its reason
static_assert(mappingError<unsigned> == ErrorCode::unsignedMember && mappingError<char> == ErrorCode::unsignedMember && mappingError<std::uint8_t> == ErrorCode::unsignedMember);
static_assert(mappingError<char8_t> == ErrorCode::unsignedMember && mappingError<Huge> == ErrorCode::unsignedMember && mappingError<long double> == ErrorCode::opaqueMember);
static_assert(mappingError<int*> == ErrorCode::pointerMember && mappingError<const char*> == ErrorCode::pointerMember && mappingError<std::unique_ptr<int>> == ErrorCode::pointerMember);
static_assert(mappingError<std::shared_ptr<int>> == ErrorCode::pointerMember && mappingError<std::span<int>> == ErrorCode::viewMember && mappingError<int&> == ErrorCode::referenceMember);
static_assert(mappingError<std::optional<std::optional<int>>> == ErrorCode::nestedOptional && mappingError<std::vector<std::optional<std::optional<int>>>> == ErrorCode::nestedOptional);
static_assert(mappingError<Opaque> == ErrorCode::opaqueMember && mappingError<std::map<int, std::vector<Opaque>>> == ErrorCode::opaqueMember && !SqlMapped<std::vector<unsigned>>);
static_assert(mappingError<int[3]> == ErrorCode::cArrayMember && mappingError<std::byte> == ErrorCode::opaqueMember && mappingError<std::array<Opaque, 2>> == ErrorCode::opaqueMember);
static_assert(SqlMapped<std::string_view> && isView<std::string_view> && isView<std::vector<std::string_view>> && isView<std::map<int, std::optional<std::string_view>>> && !isView<std::string>);
static_assert(isView<std::span<const int>> && isView<int*> && !isView<std::vector<int>> && isView<std::unordered_map<std::string_view, int>>);

}  // namespace

TEST_CASE("values cross between a field and its canonical type") {
    Varchar<3> text("ab");
    SqlTraits<Varchar<3>>::assign(text, std::string_view("äöü"));
    CHECK(text == "äöü");
    CHECK(SqlTraits<Varchar<3>>::toValue(text) == "äöü");
    CHECK_THROWS_AS(SqlTraits<Varchar<3>>::assign(text, std::string("four")), DataError);
    CHECK(text == "äöü");
    CHECK(Char<3>("ü").str() == "ü  ");
    CHECK(Char<2>().str() == "  ");
    CHECK_THROWS_AS(Char<3>("abcd"), DataError);
    CHECK(Char<2>("😀😀") == "😀😀");  // P106: code points

    std::optional<std::string> field = "kept";
    const char* before = field->data();
    SqlTraits<std::optional<std::string>>::assign(field, std::string_view("new"));
    CHECK(*field == "new");
    CHECK(field->data() == before);
    SqlTraits<std::optional<std::string>>::assign(field, std::optional<std::string_view>{});
    CHECK(!field);
    SqlTraits<std::optional<std::string>>::assign(field, std::optional<std::string_view>("x"));
    CHECK(*field == "x");
    SqlTraits<std::optional<std::string>>::assign(field, std::nullopt);
    CHECK(!field);
    CHECK(&SqlTraits<std::optional<std::string>>::toValue(field) == &field);  // canonical: by reference
    CHECK(SqlTraits<std::optional<Plain>>::toValue(one) == std::optional<std::int32_t>(1));
    CHECK(SqlTraits<std::optional<Plain>>::fromValue(std::optional<std::int32_t>(1)) == one);
    CHECK(SqlTraits<Small>::toValue(Small::most) == 255);
    CHECK(SqlTraits<Small>::fromValue(std::int16_t{255}) == Small::most);
    CHECK(SqlTraits<Signed>::toValue(Signed::least) == -128);
    long long wide = 0;
    SqlTraits<long long>::assign(wide, std::int64_t{1} << 40);
    CHECK(wide == 1LL << 40);
}

TEST_CASE("floating point prints as Java prints it") {
    struct Case { double d; const char* d64; float f; const char* f32; };
    constexpr double inf = std::numeric_limits<double>::infinity();
    constexpr float inff = std::numeric_limits<float>::infinity();
    for (const Case& c : {Case{1e7, "1.0E7", 1e7f, "1.0E7"}, {9999999, "9999999.0", 9999999, "9999999.0"}, {0.001, "0.001", 0.001f, "0.001"},
                          {0.0001, "1.0E-4", 0.0001f, "1.0E-4"}, {-0.0, "-0.0", -0.0f, "-0.0"}, {0.3333333333333333, "0.3333333333333333", 0.3333333333f, "0.33333334"},
                          {1e300, "1.0E300", 1e30f, "1.0E30"}, {NAN, "NaN", NAN, "NaN"}, {-inf, "-Infinity", inff, "Infinity"},
                          {5e-324, "4.9E-324", 1.4e-45f, "1.4E-45"}, {123456789.125, "1.23456789125E8", 123456789.0f, "1.23456792E8"},
                          {12, "12.0", 100, "100.0"}, {1e21, "1.0E21", 16777216.0f, "1.6777216E7"}, {2e-323, "2.0E-323", 3.4028235e38f, "3.4028235E38"},
                          {1e23, "9.999999999999999E22", 1e10f, "1.0E10"}, {-1.5, "-1.5", -0.05f, "-0.05"}, {1.7976931348623157e308, "1.7976931348623157E308", 1.17549435e-38f, "1.17549435E-38"},
                          {2.2250738585072014e-308, "2.2250738585072014E-308", 0.1f, "0.1"}, {9.999999747378752e-5, "9.999999747378752E-5", 8.5f, "8.5"},
                          {1234567.5, "1234567.5", 1234567.5f, "1234567.5"}, {0.0, "0.0", 0.0f, "0.0"}, {3e-323, "3.0E-323", 2.8e-45f, "2.8E-45"},
                          // recorded from Java 17: whole numbers, powers of two, numbers between
                          {2e23, "1.9999999999999998E23", 9e18f, "9.0000002E18"}, {5.6843418860808015e-14, "5.6843418860808015E-14", 1e11f, "9.9999998E10"},
                          {1e-323, "1.0E-323", 2e-44f, "2.0E-44"}, {9007199254740993e3, "9.007199254740993E18", 1.00000005e-4f, "1.00000005E-4"},
                          {1152921504606846976.0, "1.15292150460684698E18", 16777218.0f, "1.6777218E7"}, {8.41e21, "8.409999999999999E21", 8388608.0f, "8388608.0"},
                          {123456789012345680.0, "1.2345678901234568E17", 33554434.0f, "3.3554432E7"}, {33333.333333333336, "33333.333333333336", 0.002f, "0.002"}}) {
        CHECK(row(c.d) == c.d64);
        CHECK(row(c.f) == c.f32);
        CHECK(sql(c.d) == c.d64);
    }
    CHECK(row(static_cast<double>(0.1f)) == "0.10000000149011612");
    std::mt19937_64 random(3);
    for (int i = 0; i < 50000; ++i) {
        double d{}, back{};
        const std::uint64_t bits = random();
        static_assert(sizeof d == sizeof bits);
        __builtin_memcpy(&d, &bits, sizeof d);
        if (std::isnan(d)) continue;
        REQUIRE(detail::parseFloating(row(d), back));
        REQUIRE(back == d);
        float f{}, g{};
        const auto low = static_cast<std::uint32_t>(bits);
        __builtin_memcpy(&f, &low, sizeof f);
        if (std::isnan(f)) continue;
        REQUIRE(detail::parseFloating(row(f), g));
        REQUIRE(g == f);
    }
}

TEST_CASE("row text and SQL text of values") {
    CHECK(row(true) == "true");
    CHECK(sql(true) == "TRUE");
    CHECK(row(std::int8_t{-1}) == "-1");
    CHECK(row(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
    CHECK(row(std::string("a, b")) == "a, b");
    CHECK(row("literal") == "literal");
    CHECK(row(Char<3>("a")) == "a  ");
    CHECK(row(std::optional<int>{}) == "null");
    CHECK(sql(std::optional<int>{}) == "NULL");
    CHECK(row(std::vector<std::byte>{std::byte{1}, std::byte{254}}) == "[1, -2]");
    CHECK(row(Bytes{}) == "[]");
    CHECK(sql(Bytes{std::byte{0x61}, std::byte{0x62}}) == "ab");
    CHECK(row(std::vector<std::vector<int>>{{1}, {2, 3}, {}}) == "[[1], [2, 3], []]");
    CHECK(row(std::vector<bool>{true, false}) == "[true, false]");
    CHECK(sql(std::vector<bool>{true, false}) == "[TRUE, FALSE]");
    CHECK(row(std::vector<std::optional<int>>{1, {}, 3}) == "[1, null, 3]");
    CHECK(sql(std::vector<std::optional<int>>{1, {}, 3}) == "[1, NULL, 3]");
    CHECK(sql(std::map<std::string, std::optional<bool>>{{"k", true}, {"n", {}}}) == "{k=TRUE, n=NULL}");
    CHECK(row(std::map<std::string, std::optional<bool>>{{"k", true}, {"n", {}}}) == "{k=true, n=null}");
    CHECK(row(std::array<double, 2>{1, 0.5}) == "[1.0, 0.5]");
    CHECK(row(std::unordered_map<std::string, double>{{"world", 2.0}}) == "{world=2.0}");
    CHECK(row(one) == "1");
    CHECK(row(Raw<Printable>{{7}}) == "Printable#7");
    CHECK(sql(Raw<Printable>{{7}}) == "Printable#7");
    CHECK(row(Raw<Opaque>{{7}}).ends_with("Opaque"));
    CHECK(row(Raw<int>{7}) == "7");
}

TEST_CASE("text to numbers, as recorded from Flink") {
    struct Case { const char* in; const char* tiny; const char* integer; const char* big; const char* d; const char* dec; };
    const auto show = [](const auto& v) { return v ? row(*v) : std::string("null"); };
    for (const Case& c : {Case{"", "null", "null", "null", "null", "null"}, {" ", "null", "null", "null", "null", "null"},
                          {"12a", "null", "null", "null", "null", "null"},  // Flink: 12.00 as DECIMAL, the last character is not looked at
                          {"1e2", "null", "null", "null", "100.0", "100.00"}, {"0x10", "null", "null", "null", "null", "null"},
                          {"2147483648", "null", "null", "2147483648", "2.147483648E9", "null"}, {"128", "null", "128", "128", "128.0", "128.00"},
                          {"1_000", "null", "null", "null", "null", "null"}, {" 3.5 ", "3", "3", "3", "3.5", "3.50"}, {"NaN", "null", "null", "null", "NaN", "null"},
                          {"Infinity", "null", "null", "null", "Infinity", "null"}, {".5", "0", "0", "0", "0.5", "0.50"}, {"1,5", "null", "null", "null", "null", "null"},
                          {"1.5f", "null", "null", "null", "1.5", "null"},  // Flink: 1.50 as DECIMAL
                          {"-128", "-128", "-128", "-128", "-128.0", "-128.00"}, {"-129", "null", "-129", "-129", "-129.0", "-129.00"}, {"+7", "7", "7", "7", "7.0", "7.00"},
                          {"007", "7", "7", "7", "7.0", "7.00"}, {"-12.9", "-12", "-12", "-12", "-12.9", "-12.90"}, {".", "null", "null", "null", "null", "null"},
                          {"-", "null", "null", "null", "null", "null"}, {"5.", "5", "5", "5", "5.0", "5.00"}, {"\t5", "null", "null", "null", "5.0", "null"},
                          {"-9223372036854775808", "null", "null", "-9223372036854775808", "-9.223372036854776E18", "null"},
                          {"9223372036854775808", "null", "null", "null", "9.223372036854776E18", "null"}, {"1e400", "null", "null", "null", "Infinity", "null"},
                          {"-1e-400", "null", "null", "null", "-0.0", "0.00"}, {"1.005", "1", "1", "1", "1.005", "1.01"}, {"infinity", "null", "null", "null", "null", "null"},
                          {"99999999999999999999999999999999999999999", "null", "null", "null", "1.0E41", "null"}, {"--1", "null", "null", "null", "null", "null"}}) {
        const std::string_view s(c.in);
        CAPTURE(c.in);
        CHECK(show(tryCastValue(CastTo<R::tinyint>{}, s)) == c.tiny);
        CHECK(show(tryCastValue(CastTo<R::integer>{}, s)) == c.integer);
        CHECK(show(tryCastValue(CastTo<R::bigint>{}, s)) == c.big);
        CHECK(show(tryCastValue(CastTo<R::double_>{}, s)) == c.d);
        CHECK(show(tryCastValue(CastTo<R::decimal, 6, 2>{}, s)) == c.dec);
    }
    CHECK(castValue(CastTo<R::integer>{}, std::string("2147483647")) == 2147483647);
    try {
        castValue(CastTo<R::integer>{}, std::string_view("two"));
        FAIL("no error");
    } catch (const DataError& e) {
        CHECK(std::string(e.what()) == "cannot cast to INT: 'two'");
        CHECK(e.value() == "two");
    }
    CHECK_THROWS_WITH_AS(castValue(CastTo<R::decimal, 5, 2>{}, std::string_view("1000")), "cannot cast to DECIMAL(5, 2): '1000'", DataError);
    CHECK_THROWS_WITH_AS(castValue(CastTo<R::date>{}, std::string_view("2023-02-29")), "cannot cast to DATE: '2023-02-29'", DataError);
}

TEST_CASE("text to BOOLEAN") {
    for (const char* yes : {"true", "TRUE", "t", "T", "yes", "y", "1"}) CHECK(tryCastValue(CastTo<R::boolean>{}, std::string_view(yes)) == std::optional(true));
    for (const char* no : {"false", "False", "f", "no", "n", "0"}) CHECK(tryCastValue(CastTo<R::boolean>{}, std::string_view(no)) == std::optional(false));
    for (const char* bad : {"on", "off", "2", "", " true"}) CHECK(!tryCastValue(CastTo<R::boolean>{}, std::string_view(bad)));
}

TEST_CASE("numbers to numbers") {
    constexpr CastTo<R::tinyint> tiny{};
    constexpr CastTo<R::smallint> small{};
    constexpr CastTo<R::integer> integer{};
    constexpr CastTo<R::bigint> big{};
    struct Wrap { std::int64_t in; int tiny, small, integer; };
    for (const Wrap& c : {Wrap{128, -128, 128, 128}, {-129, 127, -129, -129}, {65536, 0, 0, 65536}, {300, 44, 300, 300}, {2147483648, 0, 0, INT32_MIN},
                          {-2147483649, -1, -1, INT32_MAX}, {4294967297, 1, 1, 1}, {INT64_MAX, -1, -1, -1}}) {
        CHECK(castValue(tiny, c.in) == c.tiny);
        CHECK(castValue(small, c.in) == c.small);
        CHECK(castValue(integer, c.in) == c.integer);
        CHECK(castValue(integer, Decimal<38, 4>(c.in)) == c.integer);
    }
    struct Cut { double in; std::int32_t integer; std::int64_t big; int small, tiny; };
    for (const Cut& c : {Cut{2.9, 2, 2, 2, 2}, {-2.9, -2, -2, -2, -2}, {2500000000.0, INT32_MAX, 2500000000, -1, -1}, {-1e30, INT32_MIN, INT64_MIN, 0, 0}, {NAN, 0, 0, 0, 0},
                         {INFINITY, INT32_MAX, INT64_MAX, -1, -1}, {300.7, 300, 300, 300, 44}, {9223372036854775807.0, INT32_MAX, INT64_MAX, -1, -1}}) {
        CHECK(castValue(integer, c.in) == c.integer);
        CHECK(castValue(big, c.in) == c.big);
        CHECK(castValue(small, c.in) == c.small);
        CHECK(castValue(tiny, c.in) == c.tiny);
    }
    CHECK(castValue(CastTo<R::float_>{}, -std::numeric_limits<double>::max()) == -std::numeric_limits<float>::infinity());
    CHECK(castValue(CastTo<R::double_>{}, Decimal<5, 2>("1.10")) == 1.1);
    CHECK(castValue(CastTo<R::float_>{}, Decimal<5, 2>("1.10")) == 1.1f);
    CHECK(castValue(CastTo<R::boolean>{}, Decimal<4, 2>("0.50")));
    CHECK(!castValue(CastTo<R::boolean>{}, -0.0));
    CHECK(castValue(CastTo<R::boolean>{}, -1));
    CHECK(castValue(integer, true) == 1);
    CHECK(castValue(CastTo<R::decimal, 3, 1>{}, true) == Decimal<3, 1>("1.0"));
    CHECK(!castValue(CastTo<R::decimal, 2, 2>{}, true));
    CHECK(castValue(CastTo<R::decimal, 2, 2>{}, false) == Decimal<2, 2>(0));
    CHECK(castValue(CastTo<R::decimal, 5, 2>{}, 1.005) == Decimal<5, 2>("1.01"));
    CHECK(castValue(CastTo<R::decimal, 20, 15>{}, 0.1f) == Decimal<20, 15>("0.100000001490116"));
    CHECK(!castValue(CastTo<R::decimal, 5, 2>{}, 1000.0));
    CHECK_THROWS_AS(castValue(CastTo<R::decimal, 5, 2>{}, NAN), DataError);
    CHECK(!tryCastValue(CastTo<R::decimal, 5, 2>{}, INFINITY));
    // 9.999 rounds to 10.00, which has a digit too many
    CHECK(!castValue(CastTo<R::decimal, 3, 2>{}, Decimal<4, 3>("9.999")));
    CHECK(castValue(CastTo<R::decimal, 3, 2>{}, Decimal<4, 3>("9.994")) == Decimal<3, 2>("9.99"));
    static_assert(std::is_same_v<decltype(castValue(CastTo<R::decimal, 12, 2>{}, 5)), Decimal<12, 2>>);  // always fits
    static_assert(std::is_same_v<decltype(castValue(CastTo<R::decimal, 11, 2>{}, 5)), std::optional<Decimal<11, 2>>>);
    // planners fold constants
    static_assert(castValue(integer, std::string_view(" 12.9 ")) == 12 && castValue(tiny, 300) == 44 && castValue(integer, 1e300) == INT32_MAX);
    static_assert(castValue(CastTo<R::decimal, 5, 2>{}, Decimal<10, 4>("12.345")) == Decimal<5, 2>("12.35") && castValue(big, Decimal<38, 2>("-7.99")) == -7);
    static_assert(castValue(CastTo<R::timestamp, 3>{}, Date(1969, 12, 31)).millis() == -86'400'000 && castValue(CastTo<R::boolean>{}, std::string_view("No")) == false);
}

TEST_CASE("dates, times and timestamps among each other; right before 1970") {
    const Timestamp<9> t("1969-12-31T23:59:59.999999999");
    CHECK(row(castValue(CastTo<R::timestamp, 3>{}, t)) == "1969-12-31T23:59:59.999");
    CHECK(row(castValue(CastTo<R::timestamp, 0>{}, t)) == "1969-12-31T23:59:59");  // Flink: 1970-01-01T00:00
    CHECK(row(castValue(CastTo<R::date>{}, t)) == "1969-12-31");                   // Flink: 1970-01-01
    CHECK(row(castValue(CastTo<R::time, 0>{}, t)) == "23:59:59");
    CHECK(row(castValue(CastTo<R::timestampLtz, 6>{}, t)) == "1969-12-31T23:59:59.999999Z");
    CHECK(row(castValue(CastTo<R::timestamp, 3>{}, TimestampLtz<3>::fromMillis(-1))) == "1969-12-31T23:59:59.999");
    CHECK(row(castValue(CastTo<R::date>{}, TimestampLtz<3>::fromMillis(-1))) == "1969-12-31");
    CHECK(row(castValue(CastTo<R::timestamp, 3>{}, Time<0>(1, 2))) == "1970-01-01T01:02");
    CHECK(row(castValue(CastTo<R::timestampLtz, 3>{}, Date(2024, 2, 29))) == "2024-02-29T00:00:00Z");
    CHECK(row(castValue(CastTo<R::time, 1>{}, Time<3>("01:02:03.456"))) == "01:02:03.400");
    CHECK(castValue(CastTo<R::intervalDayTime>{}, std::string_view("+1 10:17:36.789")).millis == 123456789);
    CHECK(castValue(CastTo<R::intervalYearMonth>{}, std::string_view("-10-03")).months == -123);
    CHECK_THROWS_AS(castValue(CastTo<R::date>{}, Timestamp<3>::fromMillis(INT64_MAX)), DataError);
}

TEST_CASE("casts to text and bytes (P113)") {
    CHECK(castValue(CastTo<R::varchar, 3>{}, std::string_view("quartz")) == "qua");
    CHECK(castValue(CastTo<R::char_, 8>{}, std::string_view("quartz")) == "quartz  ");
    CHECK(castValue(CastTo<R::char_, 2>{}, std::string_view("quartz")) == "qu");
    CHECK(castValue(CastTo<R::varchar, 1>{}, std::string("😀😀")) == "😀");
    CHECK(castValue(CastTo<R::char_, 3>{}, std::string_view("ä")) == "ä  ");
    CHECK(castValue(CastTo<R::varchar, 2>{}, std::string_view("\xff\xe4\xf0")) == "\xff\xe4");  // not UTF-8: a byte is a character
    CHECK(castValue(CastTo<R::varchar, SqlType::unbounded>{}, true) == "TRUE");
    CHECK(castValue(CastTo<R::varchar, 2>{}, 12345) == "12");
    CHECK(castValue(CastTo<R::varchar, SqlType::unbounded>{}, Decimal<4, 3>("9.87")) == "9.870");
    CHECK(castValue(CastTo<R::varchar, SqlType::unbounded>{}, Decimal<38, 18>(0)) == "0.000000000000000000");
    CHECK(castValue(CastTo<R::varchar, SqlType::unbounded>{}, 1e7) == "1.0E7");
    CHECK(castValue(CastTo<R::varchar, SqlType::unbounded>{}, std::map<std::string, std::optional<bool>>{{"k", true}, {"n", {}}}) == "{k=TRUE, n=NULL}");
    CHECK(castValue(CastTo<R::varchar, SqlType::unbounded>{}, Timestamp<3>("2024-05-06 10:00:10")) == "2024-05-06 10:00:10.000");
    const Bytes ab{std::byte{'a'}, std::byte{'b'}};
    CHECK(castValue(CastTo<R::varchar, SqlType::unbounded>{}, ab) == "ab");
    CHECK(castValue(CastTo<R::varbinary, SqlType::unbounded>{}, std::string_view("ab")) == ab);
    CHECK(castValue(CastTo<R::varbinary, 1>{}, ab) == Bytes{std::byte{'a'}});
    CHECK(castValue(CastTo<R::binary, 3>{}, ab) == Bytes{std::byte{'a'}, std::byte{'b'}, std::byte{0}});
}

TEST_CASE("casts by C++ type, nested") {
    CHECK(castAs<std::vector<std::string>>(std::vector<int>{1, 2}) == std::vector<std::string>{"1", "2"});
    CHECK(castAs<std::vector<std::optional<std::string>>>(std::vector<std::optional<int>>{1, {}}) == std::vector<std::optional<std::string>>{"1", {}});
    CHECK(castAs<std::map<std::string, std::int64_t>>(std::map<int, int>{{1, 2}}) == std::map<std::string, std::int64_t>{{"1", 2}});
    CHECK(castAs<std::array<double, 2>>(std::vector<int>{1, 2}) == std::array<double, 2>{1, 2});
    CHECK_THROWS_AS((castAs<std::array<double, 2>>(std::vector<int>{1})), DataError);
    CHECK(castAs<std::optional<Decimal<3, 1>>>(12345.0) == std::nullopt);
    CHECK_THROWS_WITH_AS((castAs<Decimal<3, 1>>(12345.0)), "cannot cast to DECIMAL(3, 1): '12345.0'", DataError);
    CHECK_THROWS_AS((castAs<int>(std::optional<int>{})), DataError);
    CHECK(castAs<std::int64_t>(std::optional<int>{5}) == 5);
    CHECK(castAs<std::optional<std::int64_t>>(std::optional<int>{}) == std::nullopt);
    CHECK(castAs<Varchar<2>>(12345) == "12");
    CHECK(castAs<std::optional<Varchar<2>>>(std::string("abc"))->str() == "ab");
    CHECK(castAs<Plain>(1L) == one);
    CHECK(castAs<std::vector<Decimal<5, 1>>>(std::vector<double>{1.25}) == std::vector<Decimal<5, 1>>{Decimal<5, 1>("1.3")});
    CHECK(castAs<std::string>(std::vector<std::optional<int>>{1, {}}) == "[1, NULL]");
}

// ---- rules
namespace {

using K = CastKind;
constexpr SqlType dec52 = sqltype::decimal(5, 2);
static_assert(castKind(sqltype::integer, sqltype::bigint) == K::implicit && castKind(sqltype::bigint, sqltype::integer) == K::explicit_);
static_assert(castKind(sqltype::integer, sqltype::decimal(10, 0)) == K::implicit && castKind(sqltype::integer, sqltype::decimal(9, 0)) == K::explicit_);
static_assert(castKind(dec52, sqltype::decimal(7, 4)) == K::implicit && castKind(dec52, sqltype::decimal(6, 4)) == K::explicit_);
static_assert(castKind(sqltype::float_, sqltype::double_) == K::implicit && castKind(sqltype::double_, sqltype::float_) == K::explicit_);
static_assert(castKind(sqltype::double_, dec52) == K::explicit_ && castKind(dec52, sqltype::double_) == K::implicit);
static_assert(castKind(sqltype::string, sqltype::integer) == K::explicit_ && castKind(sqltype::integer, sqltype::string) == K::explicit_);
static_assert(castKind(sqltype::char_(3), sqltype::string) == K::implicit && castKind(sqltype::string, sqltype::varchar(3)) == K::explicit_);
static_assert(castKind(sqltype::boolean, sqltype::integer) == K::explicit_ && castKind(dec52, sqltype::boolean) == K::explicit_);
static_assert(castKind(sqltype::bigint, sqltype::timestamp(3)) == K::none && castKind(sqltype::timestamp(3), sqltype::bigint) == K::none);  // P71
static_assert(castKind(sqltype::boolean, sqltype::date) == K::none && castKind(sqltype::date, sqltype::time(0)) == K::none && castKind(sqltype::bytes, sqltype::integer) == K::none);
static_assert(castKind(sqltype::date, sqltype::timestamp(0)) == K::implicit && castKind(sqltype::timestamp(3), sqltype::date) == K::explicit_);
static_assert(castKind(sqltype::timestamp(3), sqltype::timestamp(6)) == K::implicit && castKind(sqltype::timestamp(6), sqltype::timestamp(3)) == K::explicit_);
static_assert(castKind(sqltype::timestamp(3), sqltype::timestampLtz(3)) == K::explicit_ && castKind(sqltype::string, sqltype::bytes) == K::explicit_);
static_assert(castKind(sqltype::intervalDayTime, sqltype::bigint) == K::none && castKind(sqltype::intervalDayTime, sqltype::intervalYearMonth) == K::none);
static_assert(castKind(sqltype::null, sqltype::integer) == K::implicit && castKind(sqltype::integer, sqltype::null) == K::none);
static_assert(castKind(SqlTraits<std::vector<int>>::type, SqlTraits<std::vector<std::string>>::type) == K::explicit_);
static_assert(castKind(SqlTraits<std::vector<int>>::type, SqlTraits<std::vector<std::optional<long>>>::type) == K::implicit);
static_assert(castKind(SqlTraits<std::vector<std::optional<int>>>::type, SqlTraits<std::vector<int>>::type) == K::none);
static_assert(castKind(SqlTraits<std::map<int, int>>::type, SqlTraits<std::vector<int>>::type) == K::none && castKind(SqlTraits<std::map<int, int>>::type, sqltype::string) == K::explicit_);
static_assert(castKind(SqlTraits<Raw<Opaque>>::type, SqlTraits<Raw<Printable>>::type) == K::none && castKind(SqlTraits<Raw<Opaque>>::type, sqltype::string) == K::explicit_);

// into sinks (flink-semantics 2.6)
static_assert(sinkCast(sqltype::integer, sqltype::bigint) && !sinkCast(sqltype::bigint, sqltype::integer) && !sinkCast(sqltype::integer, sqltype::string));
static_assert(sinkCast(sqltype::double_, dec52) && sinkCast(sqltype::decimal(38, 18), dec52) && sinkCast(dec52, sqltype::float_) && !sinkCast(sqltype::double_, sqltype::float_));
static_assert(sinkCast(sqltype::string, sqltype::varchar(2)) && sinkCast(sqltype::char_(2), sqltype::string) && !sinkCast(sqltype::string, sqltype::char_(2)));
static_assert(sinkCast(sqltype::timestampLtz(9), sqltype::timestampLtz(3)) && sinkCast(sqltype::timestamp(3), sqltype::timestampLtz(3)) && sinkCast(sqltype::timestamp(3), sqltype::date));
static_assert(!sinkCast(sqltype::date, sqltype::timestamp(3)) && !sinkCast(sqltype::integer, sqltype::boolean) && sinkCast(SqlTraits<std::vector<int>>::type, SqlTraits<std::vector<long>>::type));

static_assert(castMayGiveNull(sqltype::double_, dec52) && !castMayGiveNull(sqltype::string, dec52) && !castMayGiveNull(sqltype::tinyint, dec52) && castMayGiveNull(sqltype::smallint, dec52));
static_assert(!castMayGiveNull(sqltype::decimal(4, 2), dec52) && castMayGiveNull(sqltype::decimal(6, 3), dec52) && !castMayGiveNull(sqltype::decimal(5, 3), dec52));

// common types
constexpr SqlType nullable(const SqlType& t) { return t.orNull(true); }
static_assert(commonType(sqltype::integer, sqltype::decimal(6, 2)) == sqltype::decimal(12, 2) && commonType(sqltype::integer, sqltype::double_) == sqltype::double_);
static_assert(commonType(sqltype::char_(3), sqltype::char_(5)) == sqltype::varchar(5) && commonType(sqltype::char_(3), sqltype::char_(3)) == sqltype::char_(3));
static_assert(commonType(sqltype::char_(3), sqltype::string) == sqltype::string && commonType(sqltype::integer, nullable(sqltype::bigint)) == nullable(sqltype::bigint));
static_assert(commonType(sqltype::null, sqltype::integer) == nullable(sqltype::integer) && commonType(sqltype::float_, sqltype::bigint) == sqltype::float_);
static_assert(commonType(sqltype::float_, dec52) == sqltype::double_ && commonType(sqltype::decimal(38, 0), sqltype::decimal(38, 20)) == sqltype::decimal(38, 0));
static_assert(commonType(sqltype::timestamp(3), sqltype::timestamp(6)) == sqltype::timestamp(6) && commonType(sqltype::date, sqltype::timestamp(3)) == sqltype::timestamp(3));  // P75
static_assert(commonType(sqltype::timestamp(3), sqltype::timestampLtz(3)).root == R::unknown && commonType(sqltype::string, sqltype::integer).root == R::unknown);
static_assert(commonType(SqlTraits<std::vector<int>>::type, SqlTraits<std::vector<std::optional<long>>>::type) == SqlTraits<std::vector<std::optional<long>>>::type);
static_assert(commonType(sqltype::boolean, sqltype::integer).root == R::unknown && commonType(SqlTraits<std::vector<int>>::type, sqltype::integer).root == R::unknown);
static_assert(comparisonType(sqltype::string, sqltype::date) == sqltype::date && comparisonType(sqltype::timestamp(6), sqltype::timestampLtz(3)) == sqltype::timestampLtz(6));
static_assert(comparisonType(sqltype::string, sqltype::integer).root == R::unknown && comparisonType(sqltype::bigint, sqltype::double_) == sqltype::double_);
static_assert(comparisonType(SqlTraits<Raw<Opaque>>::type, SqlTraits<Raw<Opaque>>::type).root == R::unknown);  // P20

}  // namespace

TEST_CASE("types from text") {
    struct Case { const char* in; const char* out; };
    static TypePool pool;
    for (const Case& c : {Case{"INT", "INT"}, {"integer not null", "INT NOT NULL"}, {"Boolean", "BOOLEAN"}, {"TINYINT", "TINYINT"}, {"smallint", "SMALLINT"}, {"BIGINT", "BIGINT"},
                          {"FLOAT", "FLOAT"}, {"DOUBLE", "DOUBLE"}, {"double  precision", "DOUBLE"}, {"DECIMAL", "DECIMAL(10, 0)"}, {"dec(5)", "DECIMAL(5, 0)"},
                          {"NUMERIC( 38 ,18 )", "DECIMAL(38, 18)"}, {"STRING", "STRING"}, {"VARCHAR(2147483647)", "STRING"}, {"VARCHAR", "STRING"}, {"character varying NOT NULL", "STRING NOT NULL"}, {"CHAR", "CHAR(1)"}, {"CHARACTER", "CHAR(1)"},
                          {"VARBINARY", "BYTES"}, {"BINARY VARYING", "BYTES"}, {"BINARY", "BINARY(1)"}, {"ARRAY<VARCHAR>", "ARRAY<STRING>"}, {"VARCHAR ARRAY", "ARRAY<STRING>"},
                          {"MAP<VARCHAR NOT NULL, VARBINARY>", "MAP<STRING NOT NULL, BYTES>"}, {"ROW<a VARCHAR, b ROW<c CHARACTER VARYING>>", "ROW<`a` STRING, `b` ROW<`c` STRING>>"}, {"MULTISET<VARCHAR>", "MULTISET<STRING>"},
                          {"CHARACTER VARYING(7)", "VARCHAR(7)"}, {"char(3) NULL", "CHAR(3)"}, {"BYTES", "BYTES"}, {"VARBINARY(2147483647)", "BYTES"}, {"BINARY(4)", "BINARY(4)"},
                          {"DATE", "DATE"}, {"TIME", "TIME(0)"}, {"TIME(3) WITHOUT TIME ZONE", "TIME(3)"}, {"TIMESTAMP", "TIMESTAMP(6)"}, {"TIMESTAMP(3) NOT NULL", "TIMESTAMP(3) NOT NULL"},
                          {"TIMESTAMP(3) WITH LOCAL TIME ZONE", "TIMESTAMP_LTZ(3)"}, {"timestamp_ltz", "TIMESTAMP_LTZ(6)"}, {"TIMESTAMP_LTZ(9)", "TIMESTAMP_LTZ(9)"},
                          {"TIMESTAMP WITHOUT TIME ZONE", "TIMESTAMP(6)"}, {"INTERVAL YEAR", "INTERVAL YEAR(4) TO MONTH"}, {"INTERVAL YEAR(2) TO MONTH", "INTERVAL YEAR(4) TO MONTH"},
                          {"INTERVAL DAY TO SECOND(3)", "INTERVAL DAY(9) TO SECOND(9)"}, {"INTERVAL MINUTE", "INTERVAL DAY(9) TO SECOND(9)"}, {"\n INT\t", "INT"},
                          {"ARRAY<INT NOT NULL>", "ARRAY<INT NOT NULL>"}, {"INT ARRAY", "ARRAY<INT>"}, {"MULTISET<STRING>", "MULTISET<STRING>"}, {"INT NOT NULL MULTISET ARRAY", "ARRAY<MULTISET<INT NOT NULL>>"}, {"INT NOT NULL ARRAY NOT NULL", "ARRAY<INT NOT NULL> NOT NULL"},
                          {"MAP<STRING, ARRAY<DECIMAL(10,2)>>", "MAP<STRING, ARRAY<DECIMAL(10, 2)>>"}, {"ROW<a INT, `b c` STRING NOT NULL>", "ROW<`a` INT, `b c` STRING NOT NULL>"},
                          {"ROW(a INT 'first', b ROW<c DATE>) NOT NULL", "ROW<`a` INT, `b` ROW<`c` DATE>> NOT NULL"}, {"ROW<>", "ROW<>"}}) {
        pool.clear();
        const ParsedType p = parseType(c.in, &pool);
        CHECK_MESSAGE(p.error.code == ErrorCode::none, c.in);
        CHECK(typeText(p.type) == c.out);
        static TypePool again;  // what is printed reads back the same
        again.clear();
        const std::string text = typeText(p.type);
        CHECK(parseType(text, &again).type == p.type);
    }
    struct Bad { const char* in; ErrorCode code; int position; const char* subject; };
    for (const Bad& b : {Bad{"", ErrorCode::syntax, 0, ""}, {"INTT", ErrorCode::unknownType, 0, "INTT"}, {"DECIMAL(39)", ErrorCode::outOfRange, 8, "39"},
                         {"DECIMAL(5, 6)", ErrorCode::outOfRange, 11, "6"}, {"VARCHAR(0)", ErrorCode::outOfRange, 8, "0"}, {"CHAR(99999999999)", ErrorCode::syntax, 5, "99999999999"},
                         {"TIMESTAMP(10)", ErrorCode::outOfRange, 10, "10"}, {"TIMESTAMP(3", ErrorCode::syntax, 11, ""}, {"TIMESTAMP WITH TIME ZONE", ErrorCode::notSupported, 10, "WITH TIME ZONE"},
                         {"MULTISET<INT, INT>", ErrorCode::syntax, 18, "MULTISET"}, {"RAW('x', 'y')", ErrorCode::notSupported, 0, "RAW"}, {"INTERVAL WEEK", ErrorCode::syntax, 9, "WEEK"},
                         {"INTERVAL SECOND TO DAY", ErrorCode::syntax, 19, ""}, {"ARRAY<INT", ErrorCode::syntax, 9, ""}, {"MAP<INT>", ErrorCode::syntax, 8, "MAP"},
                         {"ROW<INT>", ErrorCode::syntax, 7, ""}, {"ARRAY", ErrorCode::syntax, 5, ""}, {"VARCHAR(x)", ErrorCode::syntax, 8, "x"}}) {
        pool.clear();
        const ParsedType p = parseType(b.in, &pool);
        CAPTURE(b.in);
        CHECK(p.type.root == R::unknown);
        CHECK(p.error.code == b.code);
        CHECK(p.error.position == b.position);
        if (*b.subject) CHECK(p.error.subject == b.subject);
    }
    CHECK(parseType("INTT").error.nearest == "INT");
    CHECK(parseType("ARRAY<INT>").error.code == ErrorCode::notSupported);  // without a pool
    std::string deep;
    for (int i = 0; i < 40; ++i) deep += "ARRAY<";
    pool.clear();
    CHECK(parseType(deep, &pool).error.code == ErrorCode::tooDeep);
    std::size_t end = 0;
    CHECK(parseType("DECIMAL(10, 2) NOT NULL, x", end) == sqltype::decimal(10, 2));
    CHECK(end == 23);
    CHECK(parseType("INT NOT IN", end) == nullable(sqltype::integer));
    CHECK(end == 4);
    static_assert(parseType("DECIMAL(10, 2) NOT NULL").type == sqltype::decimal(10, 2) && parseType("TIMESTAMP_LTZ(3)").type == nullable(sqltype::timestampLtz(3)));
}
