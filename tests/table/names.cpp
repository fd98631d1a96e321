// SPDX-License-Identifier: BSL-1.0
// Names that expressions are given stay: each way to make an expression, followed by as<"..">().
#include <doctest/doctest.h>

#include <rivulet/rivulet.hpp>

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

using namespace rivulet;

namespace {

struct Item { std::string s; std::int64_t n; std::optional<double> d; bool b; std::vector<int> list; };
inline const StreamExecutionEnvironment env;
inline const StreamTableEnvironment tenv = StreamTableEnvironment::create(env);

template <class E> using Selected = decltype(std::declval<decltype(tenv.fromDataStream(env.fromCollection(std::vector<Item>())))>().select(std::declval<E>()));
template <class E> using Grouped = decltype(std::declval<decltype(tenv.fromDataStream(env.fromCollection(std::vector<Item>())))>().groupBy(col<"s">).select(std::declval<E>()));
template <class... E> constexpr bool named = ((Selected<E>::columnCount() == 1 && Selected<E>::column(0).name == "x") && ...);
template <class... E> constexpr bool groupNamed = ((Grouped<E>::columnCount() == 1 && Grouped<E>::column(0).name == "x") && ...);
#define X(...) decltype((__VA_ARGS__).as<"x">())

static_assert(named<X(col<"s">), X(lit<1>), X(col<"n">.cast<"STRING">()), X(col<"n">.tryCast<int>()), X(col<"d">.isNull()), X(col<"d">.isNotNull()), X(col<"b">.isTrue()),
                    X(col<"b">.isNotTrue()), X(col<"b">.isFalse()), X(col<"b">.isNotFalse()), X(col<"d">.orThrow()), X(col<"d">.ifNull(1.0)), X(col<"n">.isDistinctFrom(lit<1>)),
                    X(col<"n">.isNotDistinctFrom(lit<1>)), X(col<"n">.between(lit<1>, lit<2>)), X(col<"n">.notBetween(lit<1>, lit<2>)), X(col<"n">.in(lit<1>, lit<2>))>);
static_assert(named<X(col<"s">.like(lit<"a%">)), X(col<"s">.upperCase()), X(col<"s">.lowerCase()), X(col<"s">.initCap()), X(col<"s">.charLength()), X(col<"s">.trim()), X(col<"s">.ltrim()),
                    X(col<"s">.rtrim()), X(col<"s">.substring(lit<1>)), X(col<"s">.substring(lit<1>, lit<2>)), X(col<"s">.replace(lit<"a">, lit<"b">)), X(col<"s">.startsWith(lit<"a">)),
                    X(col<"s">.endsWith(lit<"a">))>);
static_assert(named<X(col<"n">.abs()), X(col<"d">.ceil()), X(col<"d">.floor()), X(col<"n">.sqrt()), X(col<"n">.sign()), X(col<"n">.round(lit<1>)), X(col<"n">.power(lit<2>)),
                    X(col<"list">.at(lit<1>)), X(col<"list">.cardinality()), X(col<"n"> + 1), X(-col<"n">), X(col<"n"> > 1), X(!col<"b">), X(col<"b"> && col<"b">)>);
static_assert(groupNamed<X(col<"n">.count()), X(col<"n">.sum()), X(col<"n">.sum0()), X(col<"n">.avg()), X(col<"n">.min()), X(col<"n">.max()), X(col<"n">.stddevPop()), X(col<"n">.stddevSamp()),
                         X(col<"n">.varPop()), X(col<"n">.varSamp()), X(col<"n">.firstValue()), X(col<"n">.lastValue()), X(col<"n">.collect()), X(col<"n">.arrayAgg()), X(col<"s">.listAgg()),
                         X(count()), X(col<"n">.sum().distinct()), X(col<"n">.sum().filter(col<"b">)), X(col<"n">.sum() + 1), X(col<"s">)>);
#undef X

using Pair = std::tuple<std::int64_t, std::string>;
const auto pairs() { return env.fromElements(Pair(5, "a")).assignTimestampsAndWatermarks(WatermarkStrategy::forMonotonousTimestamps().withTimestampAssigner([](const Pair& p) { return std::get<0>(p); })); }

}  // namespace

TEST_CASE("a time attribute of a field list has the name that it is given, and takes the place of the field that it names") {
    const auto times = tenv.fromDataStream(pairs(), col<"f0">.rowtime().as<"ts">(), col<"f1">.as<"who">(), col<"p">.proctime().as<"q">());
    using T = decltype(times);
    static_assert(T::columnCount() == 3);
    static_assert(T::column(0).name == "ts" && T::column(0).time == TimeAttribute::rowtime);
    static_assert(T::column(1).name == "who");
    static_assert(T::column(2).name == "q" && T::column(2).time == TimeAttribute::proctime);
    CHECK(times.select(col<"ts">, col<"who">).execute().collect().size() == 1);
    const auto windows = times.window(Tumble::over(lit<1>.seconds()).on(col<"ts">).as<"w">()).groupBy(col<"w">)
                             .select(col<"w">.start().as<"a">(), col<"w">.end().as<"b">(), col<"w">.rowtime().as<"c">(), count().as<"n">());
    using W = decltype(windows);
    static_assert(W::column(0).name == "a" && W::column(1).name == "b" && W::column(2).name == "c" && W::column(3).name == "n");
}
