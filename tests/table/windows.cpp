// SPDX-License-Identifier: BSL-1.0
// Windows in the Table API: each is the same plan as the SQL that says so, and runs as that does.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "table/texts.hpp"

using namespace rivulet;
using test::rowsOf;
using test::Texts;

namespace {

struct Payment {
    std::string card;
    std::int64_t amount;
    Timestamp<3> tm;
};
Payment payment(std::string card, std::int64_t amount, std::int64_t second) { return {std::move(card), amount, Timestamp<3>::fromMillis(second * 1000)}; }

template <class Environment>
auto withPayments(const StreamExecutionEnvironment& env, const Environment& tenv) {
    const std::vector<Payment> rows{payment("a", 1, 1), payment("b", 10, 2), payment("a", 2, 3), payment("a", 4, 12), payment("b", 20, 14), payment("a", 8, 25)};
    return tenv.template createTemporaryView<"payments">(tenv.fromDataStream(env.fromCollection(rows), Schema().template watermark<"tm", "tm">()));
}
struct Start : test::Environment {
    decltype(withPayments(env, tenv)) db = withPayments(env, tenv);
};
struct BatchStart {
    StreamExecutionEnvironment env;
    BatchTableEnvironment tenv = BatchTableEnvironment::create(env);
    decltype(withPayments(env, tenv)) db = withPayments(env, tenv);
};
using Db = decltype(Start::db);
using BatchDb = decltype(BatchStart::db);

template <FixedString Sql, class E = Db, class F>
consteval bool same(F) {
    using Payments = decltype(std::declval<const E&>().template from<"payments">());
    return decltype(std::declval<const E&>().template sqlQuery<Sql>())::plan() == decltype(std::declval<F>()(std::declval<const Payments&>()))::plan();
}
template <FixedString A, FixedString B, class E = Db>
consteval bool sameSql() {
    return decltype(std::declval<const E&>().template sqlQuery<A>())::plan() == decltype(std::declval<const E&>().template sqlQuery<B>())::plan();
}
constexpr auto card = col<"card">;
constexpr auto amount = col<"amount">;
constexpr auto ts = col<"tm">;
constexpr auto w = col<"w">;

// ---- lengths of time ----------------------------------------------------------------------------------------------------

static_assert(same<"SELECT INTERVAL '10' MINUTE AS a, INTERVAL -'1' HOUR AS b, INTERVAL '0.005' SECOND AS c, INTERVAL '12.345' SECOND AS d FROM payments">([](const auto& p) {
    return p.select(as<"a">(lit<10>.minutes()), as<"b">(lit<-1>.hour()), as<"c">(lit<5>.millis()), as<"d">(lit<12345>.millis()));
}));
static_assert(same<"SELECT INTERVAL '3' MONTH AS a, INTERVAL '1' YEAR AS b, INTERVAL '2' QUARTER AS c, INTERVAL '4' WEEK AS d, INTERVAL '5' DAY AS e, INTERVAL '6' SECOND AS f FROM payments">(
    [](const auto& p) {
        return p.select(as<"a">(lit<3>.months()), as<"b">(lit<1>.year()), as<"c">(lit<2>.quarters()), as<"d">(lit<4>.weeks()), as<"e">(lit<5>.days()), as<"f">(lit<6>.seconds()));
    }));

static_assert(same<"SELECT * FROM payments WHERE tm <= CURRENT_WATERMARK(tm)">([](const auto& p) { return p.where(ts <= currentWatermark(ts)); }));

// ---- OVER ---------------------------------------------------------------------------------------------------------------

constexpr auto byCard = Over::partitionBy(card).orderBy(ts);

static_assert(same<"SELECT card, SUM(amount) OVER (PARTITION BY card ORDER BY tm) AS s FROM payments">([](const auto& p) {
    return p.window(as<"w">(byCard)).select(card, as<"s">(amount.sum().over(w)));
}));
static_assert(same<"SELECT card, SUM(amount) OVER (PARTITION BY card ORDER BY tm ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) + 1 AS s FROM payments">([](const auto& p) {
    return p.window(as<"w">(byCard.preceding(rowInterval<2>).following(currentRow))).select(card, as<"s">(amount.sum().over(w) + lit<1>));
}));
static_assert(same<"SELECT MIN(amount) OVER w AS lo, COUNT(*) OVER w AS n FROM payments WINDOW w AS (ORDER BY tm RANGE BETWEEN INTERVAL '10' SECOND PRECEDING AND CURRENT ROW)">([](const auto& p) {
    return p.window(as<"w">(Over::orderBy(ts).preceding(lit<10>.seconds()))).select(as<"lo">(amount.min().over(w)), as<"n">(count().over(w)));
}));
static_assert(same<"SELECT card, LAG(amount, 1) OVER (PARTITION BY card ORDER BY tm) AS before FROM payments">([](const auto& p) {
    return p.window(as<"w">(byCard)).select(card, as<"before">(call<"LAG">(amount, lit<1>).over(w)));
}));
static_assert(same<"SELECT SUM(amount) OVER (PARTITION BY card ORDER BY tm ROWS UNBOUNDED PRECEDING) AS s FROM payments">([](const auto& p) {
    return p.window(as<"w">(byCard.preceding(unboundedRow))).select(as<"s">(amount.sum().over(w)));
}));
// several windows, and frames that end elsewhere, in batch
static_assert(same<"SELECT SUM(amount) OVER v AS a, MAX(amount) OVER w AS b FROM payments WINDOW v AS (PARTITION BY card ORDER BY amount DESC "
                   "RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING), w AS (ORDER BY tm, amount ROWS BETWEEN 1 PRECEDING AND 2 FOLLOWING)",
                   BatchDb>([](const auto& p) {
    const auto v = as<"v">(Over::partitionBy(card).orderBy(amount.desc()).preceding(currentRange).following(unboundedRange));
    return p.window(v, as<"w">(Over::orderBy(ts, amount).preceding(rowInterval<1>).following(rowInterval<2>))).select(as<"a">(amount.sum().over(col<"v">)), as<"b">(amount.max().over(w)));
}));

// names of WINDOW say nothing more than what they stand for
static_assert(sameSql<"SELECT card, SUM(amount) OVER w AS s, COUNT(*) OVER (v ORDER BY tm) AS n FROM payments WINDOW v AS (PARTITION BY card), w AS (v ORDER BY tm)",
                      "SELECT card, SUM(amount) OVER (PARTITION BY card ORDER BY tm) AS s, COUNT(*) OVER (PARTITION BY card ORDER BY tm) AS n FROM payments">());

// ---- windows of groups --------------------------------------------------------------------------------------------------

constexpr auto tumble = Tumble::over(lit<10>.seconds()).on(ts);

static_assert(same<"SELECT card, TUMBLE_START(tm, INTERVAL '10' SECOND) AS b, TUMBLE_END(tm, INTERVAL '10' SECOND) AS e, SUM(amount) AS s FROM payments "
                   "GROUP BY TUMBLE(tm, INTERVAL '10' SECOND), card">([](const auto& p) {
    return p.window(as<"w">(tumble)).groupBy(w, card).select(card, as<"b">(w.start()), as<"e">(w.end()), as<"s">(amount.sum()));
}));
static_assert(same<"SELECT HOP_ROWTIME(tm, INTERVAL '5' SECOND, INTERVAL '10' SECOND) AS t, COUNT(*) AS n FROM payments GROUP BY HOP(tm, INTERVAL '5' SECOND, INTERVAL '10' SECOND)">(
    [](const auto& p) { return p.window(as<"w">(Slide::over(lit<10>.seconds()).every(lit<5>.seconds()).on(ts))).groupBy(w).select(as<"t">(w.rowtime()), as<"n">(count())); }));
static_assert(same<"SELECT card, COUNT(*) AS n FROM payments GROUP BY card, SESSION(tm, INTERVAL '2' SECOND)">([](const auto& p) {
    return p.window(as<"w">(Session::withGap(lit<2>.seconds()).on(ts))).groupBy(card, w).select(card, as<"n">(count()));
}));
static_assert(same<"SELECT TUMBLE_START(tm, INTERVAL '10' SECOND) AS b, MAX(amount) - MIN(amount) AS d FROM payments WHERE amount > 1 GROUP BY TUMBLE(tm, INTERVAL '10' SECOND)", BatchDb>(
    [](const auto& p) { return p.where(amount > lit<1>).window(as<"w">(tumble)).groupBy(w).select(as<"b">(w.start()), as<"d">(amount.max() - amount.min())); }));

}  // namespace

TEST_CASE("aggregates over windows run as in SQL; their distances may be values of the program's own") {
    const Start s;
    const auto p = s.db.from<"payments">();
    CHECK(rowsOf(p.window(byCard.preceding(rowInterval<1>).as<"w">()).select(card, amount.sum().over(w).as<"s">())) ==
          Texts{"+I[a, 1]", "+I[b, 10]", "+I[a, 3]", "+I[a, 6]", "+I[b, 30]", "+I[a, 12]"});
    const std::int64_t factor = 100;
    CHECK(rowsOf(p.window(Over::orderBy(ts).preceding(lit<10>.seconds()).as<"w">()).select((amount * factor).sum().over(w).as<"s">())) ==
          Texts{"+I[100]", "+I[1100]", "+I[1300]", "+I[1600]", "+I[2400]", "+I[800]"});
}

TEST_CASE("windows of groups run as in SQL, also one above the other") {
    const Start s;
    const auto p = s.db.from<"payments">();
    const auto first = p.window(tumble.as<"w">()).groupBy(w, card).select(card, w.start().as<"b">(), w.rowtime().as<"t">(), amount.sum().as<"s">());
    CHECK(rowsOf(first.select(card, col<"b">, col<"s">)) ==
          Texts{"+I[a, 1970-01-01T00:00, 3]", "+I[b, 1970-01-01T00:00, 10]", "+I[a, 1970-01-01T00:00:10, 4]", "+I[b, 1970-01-01T00:00:10, 20]", "+I[a, 1970-01-01T00:00:20, 8]"});
    CHECK(rowsOf(first.window(Tumble::over(lit<20>.seconds()).on(col<"t">).as<"w">()).groupBy(w).select(w.end().as<"e">(), col<"s">.sum().as<"s">())) ==
          Texts{"+I[1970-01-01T00:00:20, 37]", "+I[1970-01-01T00:00:40, 8]"});
    CHECK(rowsOf(p.window(Session::withGap(lit<3>.seconds()).on(ts).as<"w">()).groupBy(w).select(w.start().as<"b">(), count().as<"n">())) ==
          Texts{"+I[1970-01-01T00:00:01, 3]", "+I[1970-01-01T00:00:12, 2]", "+I[1970-01-01T00:00:25, 1]"});
}
