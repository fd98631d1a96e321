// SPDX-License-Identifier: BSL-1.0
// Tables to streams: every target of toDataStream, how columns are matched, which types widen, how nulls are kept out.
#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
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
    bool operator==(const Reading&) const = default;
};
struct Start : test::Environment {
    DataStream<Reading> readings = env.fromElements(Reading{"n1", 7, 100}, Reading{"n2", 8, 200});
};

}  // namespace

TEST_CASE("a struct by name: exact, without case, exact before case") {
    struct Visit { std::int64_t lastSeen; std::int32_t userId; };
    struct Both { std::int32_t ab, AB; };
    struct One { std::int64_t aB, ab; };
    Start s;
    const auto t = s.tenv.fromDataStream(s.env.fromElements(std::tuple{7, std::int64_t{1000}}), col<"userid">, col<"lastseen">);
    const auto visits = s.tenv.toDataStream<Visit>(t).executeAndCollect();
    CHECK(visits[0].lastSeen == 1000);
    CHECK(visits[0].userId == 7);
    const auto cased = s.tenv.fromDataStream(s.env.fromElements(std::tuple{1, 2}), col<"AB">, col<"ab">);
    const auto both = s.tenv.toDataStream<Both>(cased).executeAndCollect();
    CHECK(both[0].AB == 1);
    CHECK(both[0].ab == 2);
    const auto one = s.tenv.toDataStream<One>(cased).executeAndCollect();  // ab is taken by its own field
    CHECK(one[0].aB == 1);
    CHECK(one[0].ab == 2);
}

TEST_CASE("a tuple, a pair, a struct on request: by position; a plain value: the one column") {
    struct Other { std::string a; std::int64_t b, c; };
    Start s;
    const auto t = s.tenv.fromDataStream(s.readings);
    CHECK(textsOf(s.tenv.toDataStream<std::tuple<std::string, std::int32_t, std::int64_t>>(t).executeAndCollect()) == Texts{"(n1,7,100)", "(n2,8,200)"});
    CHECK(textsOf(s.tenv.toDataStream<std::pair<std::int64_t, double>>(t.select(col<"at">, col<"amp">)).executeAndCollect()) == Texts{"(100,7.0)", "(200,8.0)"});
    const auto other = s.tenv.toDataStream<Other>(t, byPosition<>).executeAndCollect();
    CHECK(other[1].a == "n2");
    CHECK(other[1].b == 8);
    CHECK(s.tenv.toDataStream<std::int64_t>(t.select(col<"amp">)).executeAndCollect() == std::vector<std::int64_t>{7, 8});
    CHECK(s.tenv.toDataStream<std::optional<std::string>>(t.select(col<"zone">)).executeAndCollect() == std::vector<std::optional<std::string>>{"n1", "n2"});
    CHECK(s.tenv.toDataStream<Reading>(t).executeAndCollect() == std::vector<Reading>{{"n1", 7, 100}, {"n2", 8, 200}});
    const auto rows = s.tenv.toDataStream(t).executeAndCollect();
    CHECK(rows[0].get<"zone">() == "n1");
    CHECK(rows[1].get<2>() == 200);
    CHECK(textsOf(rows) == Texts{"+I[n1, 7, 100]", "+I[n2, 8, 200]"});
}

namespace {

using I8 = std::int8_t;
using I16 = std::int16_t;
using I32 = std::int32_t;
using I64 = std::int64_t;
using D10 = Decimal<10, 2>;
using D38 = Decimal<38, 10>;

struct Numbers {
    I8 i8;
    I16 i16;
    I32 i32;
    I64 i64;
    D10 d10;
    float f;
    double d;
};
using Functions = rivulet::detail::FunctionPack<false>;
template <class From, class To>
constexpr ErrorCode into = rivulet::detail::SinkHolder<rivulet::detail::SinkTag<To, plan::Matching::atomic, plan::ChangelogMode::insert, rivulet::detail::ShortTag<rivulet::detail::StreamTag<From, Functions>>>>::error.code;
template <class From, bool... Fits>
struct Widening {
    template <class... To> static constexpr bool is = ((into<From, To> == (Fits ? ErrorCode::none : ErrorCode::sinkType)) && ...);
    static constexpr bool right = is<I8, I16, I32, I64, D10, float, double, std::string, bool>;
};

}  // namespace

// Flink's implicit casts; rows are from, columns to       i8     i16    i32    i64    dec    float  double string bool
static_assert(Widening<I8,                                true,  true,  true,  true,  true,  true,  true,  false, false>::right);
static_assert(Widening<I16,                               false, true,  true,  true,  true,  true,  true,  false, false>::right);
static_assert(Widening<I32,                               false, false, true,  true,  true,  true,  true,  false, false>::right);
static_assert(Widening<I64,                               false, false, false, true,  true,  true,  true,  false, false>::right);
static_assert(Widening<D10,                               false, false, false, false, true,  true,  true,  false, false>::right);
static_assert(Widening<float,                             false, false, false, false, true,  true,  true,  false, false>::right);
static_assert(Widening<double,                            false, false, false, false, true,  false, true,  false, false>::right);
static_assert(Widening<std::string,                       false, false, false, false, false, false, false, true,  false>::right);
static_assert(Widening<bool,                              false, false, false, false, false, false, false, false, true>::right);
static_assert(into<std::optional<I32>, I32> == ErrorCode::nullIntoNotNull);
static_assert(into<std::optional<I32>, I64> == ErrorCode::nullIntoNotNull);
static_assert(into<std::optional<I32>, std::optional<I64>> == ErrorCode::none);
static_assert(into<I32, std::optional<I64>> == ErrorCode::none);
static_assert(into<std::optional<I64>, std::optional<I32>> == ErrorCode::sinkType);
static_assert(into<Varchar<3>, std::string> == ErrorCode::none);
static_assert(into<Char<3>, std::string> == ErrorCode::none);
static_assert(into<Timestamp<3>, Timestamp<9>> == ErrorCode::none);
static_assert(into<Timestamp<3>, Date> == ErrorCode::none);
static_assert(into<Date, Timestamp<3>> == ErrorCode::sinkType);
static_assert(into<TimestampLtz<3>, Timestamp<3>> == ErrorCode::none);
static_assert(into<std::int64_t, Timestamp<3>> == ErrorCode::sinkType);
static_assert(into<IntervalDayTime, IntervalYearMonth> == ErrorCode::sinkType);

TEST_CASE("widening: the values of every pair") {
    Start s;
    const auto t = s.tenv.fromDataStream(s.env.fromElements(Numbers{-128, -32768, 2147483647, 9007199254740993, D10("-1.25"), 0.5f, 1e300}));
    const auto as = [&]<class T, class... E>(std::type_identity<T>, const E&... e) { return textsOf(s.tenv.template toDataStream<T>(t.select(e...)).executeAndCollect()); };
    constexpr auto i8 = col<"i8">;
    constexpr auto i16 = col<"i16">;
    constexpr auto i32 = col<"i32">;
    constexpr auto i64 = col<"i64">;
    constexpr auto d10 = col<"d10">;
    constexpr auto f = col<"f">;
    CHECK(as(std::type_identity<std::tuple<I16, I32, I64, I32, I64, I64>>{}, i8, i8.as<"b">(), i8.as<"c">(), i16, i16.as<"d">(), i32) == Texts{"(-128,-128,-128,-32768,-32768,2147483647)"});
    CHECK(s.tenv.toDataStream<std::tuple<float, float, float, float, float>>(t.select(i8, i16, i32, i64, d10)).executeAndCollect() ==
          std::vector{std::tuple{-128.0f, -32768.0f, 2147483648.0f, 9007199254740992.0f, -1.25f}});
    CHECK(as(std::type_identity<std::tuple<double, double, double, double, double, double>>{}, i8, i16, i32, i64, d10, f) == Texts{"(-128.0,-32768.0,2.147483647E9,9.007199254740992E15,-1.25,0.5)"});
    CHECK(as(std::type_identity<std::tuple<D38, D38, D38, D38, D38, D38>>{}, i8, i16, i32, i64, d10, f) ==
          Texts{"(-128.0000000000,-32768.0000000000,2147483647.0000000000,9007199254740993.0000000000,-1.2500000000,0.5000000000)"});
    CHECK(as(std::type_identity<std::tuple<std::optional<I64>, std::optional<double>>>{}, i32, i64) == Texts{"(2147483647,9.007199254740992E15)"});
}

TEST_CASE("a value that a DECIMAL field cannot hold is an error that names the column") {
    Start s;
    const auto t = s.tenv.fromDataStream(s.env.fromElements(std::int64_t{12}, std::int64_t{123456}), col<"n">);
    const std::string said = test::thrownBy<Exception>([&] { s.tenv.toDataStream<Decimal<4, 2>>(t).executeAndCollect(); });
    CHECK(said == "collection 2: row 2: column 'f0': the number does not fit into DECIMAL(4, 2): '123456'");
}

TEST_CASE("nullable into NOT NULL: coalesce, orThrow, IS NOT NULL") {
    struct Amp { std::int32_t amp; };
    Start s;
    const auto t = s.tenv.fromDataStream(s.env.fromElements(std::optional<std::int32_t>{5}, std::optional<std::int32_t>{}), col<"amp">);
    const auto amps = [&](const auto& table) {
        std::vector<std::int32_t> v;
        for (const Amp& a : s.tenv.template toDataStream<Amp>(table).executeAndCollect()) v.push_back(a.amp);
        return v;
    };
    CHECK(amps(t.select(coalesce(col<"amp">, 0).as<"amp">())) == std::vector<std::int32_t>{5, 0});
    CHECK(amps(t.where(col<"amp">.isNotNull())) == std::vector<std::int32_t>{5});
    CHECK(amps(t.where(col<"amp">.isNotNull() && col<"amp"> > 0).select(col<"amp">.as<"b">()).as<"amp">()) == std::vector<std::int32_t>{5});
    const auto db = s.tenv.createTemporaryView<"amps">(t);
    CHECK(amps(db.sqlQuery<"SELECT amp FROM (SELECT * FROM amps WHERE amp IS NOT NULL AND amp < 100)">()) == std::vector<std::int32_t>{5});
    const std::string said = test::thrownBy<Exception>([&] { amps(t.select(col<"amp">.orThrow().as<"amp">())); });
    CHECK(said.find("amp") != said.npos);
    // known from both sides of a union, or from none
    const auto known = t.where(col<"amp">.isNotNull());
    CHECK(amps(known.unionAll(known)) == std::vector<std::int32_t>{5, 5});
}

TEST_CASE("streams of tables go on as streams, and back again") {
    Start s;
    const auto doubled = s.tenv.toDataStream<Reading>(s.tenv.fromDataStream(s.readings).addOrReplaceColumns((col<"amp"> * 2).as<"amp">()));
    const auto again = s.tenv.fromDataStream(doubled.map([](Reading r) { r.zone += "!"; return r; }));
    CHECK(rowsOf(again.select(col<"zone">, col<"amp">)) == Texts{"+I[n1!, 14]", "+I[n2!, 16]"});
    CHECK(rowsOf(s.tenv.createTemporaryView<"d">(doubled).sqlQuery<"SELECT amp FROM d">()) == Texts{"+I[14]", "+I[16]"});
}
