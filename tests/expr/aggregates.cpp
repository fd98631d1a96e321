// SPDX-License-Identifier: BSL-1.0
// What the aggregates compute, row by row: the answers of Flink 2.3, unless a line says otherwise. Their typing: typing.cpp.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/expr/catalogue.hpp>
#include <rivulet/runtime/value_counts.hpp>
#include <rivulet/schema/derive.hpp>
#include <rivulet/types/text_of.hpp>

using namespace rivulet;
using namespace rivulet::functions;
using namespace std::string_view_literals;

namespace {

constexpr auto null = std::nullopt;
using Int = std::optional<std::int32_t>;
using Long = std::optional<std::int64_t>;
using Double = std::optional<double>;
using Text = std::optional<std::string>;
using View = std::optional<std::string_view>;

/// One change of a group, and what the aggregate answers after it.
template <class A, class R> struct Step { char change; A view; R result; };

/// `steps<Sum, Int, Int>({{'+', 1, 1}, {'-', 1, null}})`: R and A as in the contract, V as rows show A.
template <class F, class R, class A, class V, bool Retracts>
void follow(std::initializer_list<Step<V, R>> steps) {
    typename F::template Accumulator<R, Retracts, A> group;
    int line = 0;
    for (const Step<V, R>& s : steps) {
        ++line;
        CAPTURE(line);
        if (s.change == '+') group.add(s.view);
        if constexpr (Retracts) {
            if (s.change == '-') group.retract(s.view);
        }
        CHECK(detail::totalOrder(R(group.result()), s.result) == 0);
    }
}
template <class F, class R, class A, class V = A> void adds(std::initializer_list<Step<V, R>> steps) {
    follow<F, R, A, V, false>(steps);
    follow<F, R, A, V, true>(steps);  // what can be taken back is kept, and the answers are the same
}
template <class F, class R, class A, class V = A> void changes(std::initializer_list<Step<V, R>> steps) { follow<F, R, A, V, true>(steps); }

template <class F, class R, class A> using Plain = typename F::template Accumulator<R, false, A>;

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("COUNT counts rows, or values that are not NULL") {
    changes<Count, std::int64_t, Int>({{'+', 7, 1}, {'+', null, 1}, {'+', 7, 2}, {'-', null, 2}, {'-', 7, 1}, {'-', 7, 0}});
    Count::Accumulator<std::int64_t, true> rows;
    rows.add();
    rows.add();
    rows.retract();
    CHECK(rows.result() == 1);
}

TEST_CASE("SUM has the argument's type and wraps") {
    adds<Sum, std::optional<std::int8_t>, std::optional<std::int8_t>>({{'+', std::int8_t{100}, std::int8_t{100}}, {'+', std::int8_t{27}, std::int8_t{127}},
                                                                       {'+', std::int8_t{1}, std::int8_t{-128}}});
    adds<Sum, Int, Int>({{'+', null, null}, {'+', 2147483647, 2147483647}, {'+', 1, std::numeric_limits<std::int32_t>::min()}});
    adds<Sum, std::int64_t, std::int64_t>({{'+', std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::min()},
                                           {'+', -1, std::numeric_limits<std::int64_t>::max()}});
    adds<Sum, float, float>({{'+', 0.1f, 0.1f}, {'+', 0.2f, 0.3f}, {'+', 16777216.f, 16777216.f}, {'+', 1.f, 16777218.f}});  // in DOUBLE
    adds<Sum, Double, Double>({{'+', null, null}, {'+', -0.0, -0.0}, {'+', 0.1, 0.1}, {'+', 0.2, 0.30000000000000004}, {'+', notANumber, notANumber}});
}

TEST_CASE("SUM gives back what is taken back, and nothing stays of it") {
    changes<Sum, Int, Int>({{'+', 5, 5}, {'+', null, 5}, {'-', 5, null}, {'+', 1, 1}, {'+', 8, 9}, {'-', 1, 8}});
    changes<Sum, Double, Double>({{'+', 0.1, 0.1}, {'+', 0.2, 0.30000000000000004}, {'+', null, 0.30000000000000004}, {'-', 0.1, 0.2},
                                  {'-', 0.2, null}, {'+', 0.5, 0.5}});
}

TEST_CASE("sums of DOUBLE are exact until they are looked at, whatever has left")  {
    constexpr double infinite = std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::denorm_min();
    adds<Sum, double, double>({{'+', 1e16, 1e16}, {'+', 1., 1e16}, {'+', -1e16, 1.}, {'+', 1e300, 1e300}, {'+', 1e100, 1e300}, {'+', least, 1e300}, {'+', -1e300, 1e100}, {'+', -1e100, 1.}, {'+', -1., least}});
    adds<Avg, double, double>({{'+', 1e16, 1e16}, {'+', 1., 5e15}, {'+', -1e16, 1. / 3}});
    changes<Sum, Double, Double>({{'+', 1e16, 1e16}, {'+', 1., 1e16}, {'-', 1e16, 1.}, {'+', 1e300, 1e300}, {'+', 1e-300, 1e300}, {'-', 1e300, 1.}, {'-', 1., 1e-300}, {'-', 1e-300, null}});
    changes<Sum, double, double>({{'+', 1., 1.}, {'+', infinite, infinite}, {'+', infinite, infinite}, {'+', -infinite, notANumber}, {'-', infinite, notANumber}, {'-', infinite, -infinite},
                                  {'+', notANumber, notANumber}, {'-', -infinite, notANumber}, {'-', notANumber, 1.}});
    changes<Sum, double, double>({{'+', most, most}, {'+', most, infinite}, {'+', 1., infinite}, {'+', -most, most}, {'-', most, 1.}, {'-', -most, most}, {'-', most, 1.}});
    changes<Avg, Double, Double>({{'+', infinite, infinite}, {'+', 2., infinite}, {'-', infinite, 2.}, {'-', 2., null}});
    changes<Sum, float, float>({{'+', 16777216.f, 16777216.f}, {'+', 1.f, 16777216.f}, {'+', 1.f, 16777218.f}, {'-', 16777216.f, 2.f}});
}

TEST_CASE("variances forget what has left, and are none of equal values") {
    constexpr double infinite = std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::max();
    changes<VarPop, double, double>({{'+', .1, 0.}, {'+', .2, 0.0025000000000000005}, {'-', .1, 0.}});
    changes<StddevPop, double, double>({{'+', .1, 0.}, {'+', 1e15, 499999999999999.94}, {'+', .1, 471404520791031.6}, {'-', 1e15, 0.}});
    changes<VarSamp, Double, Double>({{'+', 1e16, null}, {'+', 1., 4.999999999999999e31}, {'+', 2., 3.3333333333333325e31}, {'-', 1e16, 0.5}, {'-', 2., null}});
    changes<VarPop, double, double>({{'+', 3., 0.}, {'+', infinite, notANumber}, {'+', 5., notANumber}, {'-', infinite, 1.}, {'+', notANumber, notANumber}, {'-', notANumber, 1.}});
    changes<VarPop, double, double>({{'+', 3., 0.}, {'+', 1e200, infinite}, {'+', 5., infinite}, {'-', 1e200, 1.}});
    changes<StddevPop, double, double>({{'+', most, 0.}, {'+', -most, most}, {'+', 5., 1.4678102981723262e308}, {'-', most, 8.988465674311579e307}, {'-', -most, 0.}});
    changes<VarPop, double, double>({{'+', 1e8, 0.}, {'+', 1e8 + 1, 0.25}, {'+', 1e8 + 2, 2. / 3}});
}

TEST_CASE("SUM of DECIMAL has 38 digits; beyond them it is NULL and begins anew, or waits for what is taken back") {
    using D = Decimal<38, 0>;
    using Result = std::optional<D>;
    const D large("90000000000000000000000000000000000000");
    follow<Sum, Result, Result, Result, false>({{'+', large, large}, {'+', large, null}, {'+', D(1), D(1)}, {'+', null, D(1)}});
    changes<Sum, Result, Result>({{'+', large, large}, {'+', large, null}, {'+', D(1), null}, {'-', large, D("90000000000000000000000000000000000001")}, {'-', large, D(1)}, {'-', D(1), null}});
    changes<Sum, Result, Result>({{'-', large, -large}, {'-', large, null}, {'+', large, -large}, {'+', large, null}});  // taken back before they came
    using Cents = Decimal<10, 8>;
    changes<Sum, Decimal<38, 8>, Cents>({{'+', Cents("3.12345678"), Decimal<38, 8>("3.12345678")}, {'+', Cents("4.00000001"), Decimal<38, 8>("7.12345679")},
                                         {'-', Cents("3.12345678"), Decimal<38, 8>("4.00000001")}});
    Plain<Sum, D, D> notNull;
    notNull.add(large);
    notNull.add(large);
    CHECK_THROWS_WITH_AS(notNull.result(), "the result is NULL where the column is NOT NULL, in SUM", DataError);
}

TEST_CASE("SUM0 is 0 over nothing") {
    changes<Sum0, std::int32_t, Int>({{'+', null, 0}, {'+', 4, 4}, {'-', 4, 0}});
}

TEST_CASE("AVG has the argument's type; the sum of integers has no limit, that of FLOAT is a DOUBLE") {
    using Tiny = std::optional<std::int8_t>;
    adds<Avg, Tiny, Tiny>({{'+', std::int8_t{120}, std::int8_t{120}}, {'+', std::int8_t{126}, std::int8_t{123}}, {'+', std::int8_t{127}, std::int8_t{124}}});
    adds<Avg, Int, Int>({{'+', null, null}, {'+', 2147483647, 2147483647}, {'+', 2147483645, 2147483646}, {'+', 2147483646, 2147483646}});
    adds<Avg, Long, Long>({{'+', 9223372036854775807, 9223372036854775807}, {'+', 1, 4611686018427387904}, {'+', 2, 3074457345618258603}});
    adds<Avg, float, float>({{'+', 0.1f, 0.1f}, {'+', 0.2f, 0.15f}, {'+', 16777216.f, 5592405.5f}, {'+', 1.f, 4194304.5f}});
    adds<Avg, double, double>({{'+', 0.1, 0.1}, {'+', 0.2, 0.15000000000000002}, {'+', 1e16, 3.3333333333333335e15}, {'+', 1., 2.5000000000000005e15}});
    adds<Avg, Int, Int>({{'+', -3, -3}, {'+', 0, -1}});  // toward zero
    changes<Avg, Int, Int>({{'+', 4, 4}, {'+', 9, 6}, {'-', 9, 4}, {'-', 4, null}, {'-', 4, 4}});
    changes<Avg, Double, Double>({{'+', 0.1, 0.1}, {'+', 0.2, 0.15000000000000002}, {'-', 0.1, 0.2}, {'-', 0.2, null}, {'+', 0.5, 0.5}});
}

TEST_CASE("AVG of DECIMAL") {
    using D = Decimal<6, 2>;
    using R = std::optional<Decimal<38, 6>>;
    const auto r = [](const char* text) { return R(Decimal<38, 6>(text)); };
    changes<Avg, R, D>({{'+', D("1.00"), r("1.000000")}, {'+', D("2.00"), r("1.500000")}, {'+', D("2.00"), r("1.666667")}, {'-', D("1.00"), r("2.000000")},
                        {'-', D("2.00"), r("2.000000")}, {'+', D("2.01"), r("2.005000")}});
    using Wide = Decimal<38, 0>;
    const Wide large("90000000000000000000000000000000000000");
    adds<Avg, std::optional<Decimal<38, 6>>, Wide>({{'+', Wide(1), r("1.000000")}, {'+', large, null}, {'+', large, null}, {'+', Wide(1), null}});
    changes<Avg, std::optional<Decimal<38, 6>>, Wide>({{'+', Wide(1), r("1.000000")}, {'+', large, null}, {'+', large, null}, {'-', large, null}, {'-', large, r("1.000000")}});
}

TEST_CASE("MIN and MAX: NULLs are skipped, text goes by code point") {
    adds<Max, Int, Int>({{'+', null, null}, {'+', 5, 5}, {'+', 3, 5}, {'+', 9, 9}});
    adds<Min, Int, Int>({{'+', 5, 5}, {'+', null, 5}, {'+', 3, 3}, {'+', 9, 3}});
    adds<Max, std::int32_t, std::int32_t>({{'+', std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::min()}, {'+', 4, 4}});
    adds<Min, std::int64_t, std::int64_t>({{'+', std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::max()}, {'+', 4, 4}});
    adds<Max, Text, Text, View>({{'+', null, null}, {'+', "ann"sv, "ann"}, {'+', "Zoe"sv, "ann"}, {'+', "\xC3\x89va"sv, "\xC3\x89va"}});
    adds<Min, std::string, std::string, std::string_view>({{'+', "ann"sv, "ann"}, {'+', "Zoe"sv, "Zoe"}, {'+', "\xC3\x89va"sv, "Zoe"}});
    adds<Min, std::optional<bool>, std::optional<bool>>({{'+', null, null}, {'+', true, true}, {'+', false, false}, {'+', true, false}});
    adds<Max, bool, bool>({{'+', false, false}, {'+', true, true}});
    using D = Decimal<7, 3>;
    adds<Max, std::optional<D>, std::optional<D>>({{'+', D("-0.001"), D("-0.001")}, {'+', D("10.000"), D("10.000")}, {'+', D("9.999"), D("10.000")}});
}

TEST_CASE("MIN and MAX without retraction: NaN is the greatest, -0.0 is below 0.0, in whatever order they come") {
    adds<Max, double, double>({{'+', notANumber, notANumber}, {'+', 2., notANumber}});
    adds<Max, double, double>({{'+', 2., 2.}, {'+', notANumber, notANumber}, {'+', 3., notANumber}});
    adds<Min, Double, Double>({{'+', notANumber, notANumber}, {'+', 2., 2.}, {'+', notANumber, 2.}, {'+', 1., 1.}});
    adds<Min, Double, Double>({{'+', 0., 0.}, {'+', -0., -0.}, {'+', 0., -0.}});
    adds<Max, Double, Double>({{'+', -0., -0.}, {'+', 0., 0.}, {'+', -0., 0.}});
    adds<Max, std::optional<float>, std::optional<float>>({{'+', -0.f, -0.f}, {'+', 0.f, 0.f}, {'+', -1.f, 0.f}});
}

TEST_CASE("MIN and MAX with retraction: the next one comes back, copies count, NaN is the greatest") {
    changes<Max, Double, Double>({{'+', 4.5, 4.5}, {'+', 9.25, 9.25}, {'+', 9.25, 9.25}, {'-', 9.25, 9.25}, {'-', 9.25, 4.5}, {'+', null, 4.5}, {'-', 4.5, null}, {'-', null, null}});
    changes<Max, Int, Int>({{'+', 5, 5}, {'+', 6, 6}, {'+', 7, 7}, {'-', 99, 7}, {'+', 99, 99}, {'+', 99, 99}});
    changes<Min, Int, Int>({{'+', 5, 5}, {'-', 1, 5}, {'+', 1, 1}, {'+', 1, 1}});
    changes<Max, Double, Double>({{'+', notANumber, notANumber}, {'+', 2., notANumber}, {'-', notANumber, 2.}});
    changes<Min, Double, Double>({{'+', 0., 0.}, {'+', -0., -0.}, {'-', -0., 0.}});
    changes<Min, std::string, std::string, std::string_view>({{'+', "b"sv, "b"}, {'+', "a"sv, "a"}, {'-', "a"sv, "b"}});
}

TEST_CASE("MIN, MAX and SUM are as small as by hand") {
    static_assert(sizeof(Plain<Count, std::int64_t, Int>) == 8);
    static_assert(sizeof(Plain<Sum, std::int32_t, std::int32_t>) == 4);
    static_assert(sizeof(Plain<Sum, Int, Int>) == 8);
    static_assert(sizeof(Plain<Sum, Double, Double>) == 32);  // a second number for what the first cannot hold
    static_assert(sizeof(Plain<Max, std::int64_t, std::int64_t>) == 8);
    static_assert(sizeof(Plain<Max, Int, Int>) == 8);
    static_assert(sizeof(Plain<Max, Text, Text>) == sizeof(Text));
}

TEST_CASE("variances: computed in DOUBLE, cast at the end") {
    adds<StddevPop, Double, Double>({{'+', 2.5, 0.}, {'+', 4.5, 1.}, {'+', null, 1.}, {'+', 9.5, 2.943920288775949}});
    adds<StddevSamp, Double, Double>({{'+', 2.5, null}, {'+', 4.5, 1.4142135623730951}, {'+', null, 1.4142135623730951}, {'+', 9.5, 3.605551275463989}});
    adds<VarPop, double, double>({{'+', 2.5, 0.}, {'+', 4.5, 1.}, {'+', 9.5, 8.666666666666666}});
    adds<VarSamp, Double, Double>({{'+', 2.5, null}, {'+', 4.5, 2.}, {'+', 9.5, 13.}});
    adds<VarPop, Int, Int>({{'+', null, null}, {'+', 50000, 0}, {'+', -50000, 2147483647}, {'+', 40000, 2022222222}});
    adds<VarSamp, Int, Int>({{'+', 50000, null}, {'+', -50000, 2147483647}, {'+', 40000, 2147483647}});
    adds<StddevPop, Int, Int>({{'+', 50000, 0}, {'+', -50000, 50000}, {'+', 40000, 44969}});
    using Tiny = std::optional<std::int8_t>;
    adds<VarSamp, Tiny, Tiny>({{'+', std::int8_t{100}, null}, {'+', std::int8_t{-100}, std::int8_t{32}}});
    adds<VarPop, Tiny, Tiny>({{'+', std::int8_t{100}, std::int8_t{0}}, {'+', std::int8_t{-100}, std::int8_t{16}}, {'+', std::int8_t{7}, std::int8_t{21}}});
    using D = Decimal<4, 1>;
    adds<VarPop, std::optional<Decimal<38, 6>>, D>({{'+', D("1.5"), Decimal<38, 6>("0.000000")}, {'+', D("2.5"), Decimal<38, 6>("0.250000")}});
    changes<StddevPop, Double, Double>({{'+', 2., 0.}, {'+', 4., 1.}, {'+', 9., 2.943920288775949}, {'-', 2., 2.5}, {'-', 9., 0.}, {'+', 4., 0.}, {'-', 4., 0.}, {'-', 4., null}});
    changes<VarSamp, Double, Double>({{'+', 2., null}, {'+', 4., 2.}, {'+', 9., 13.}, {'-', 2., 12.5}, {'-', 9., null}, {'+', 4., 0.}});
    changes<VarPop, Double, Double>({{'-', 3., null}, {'+', 3., null}, {'+', 3., 0.}});  // taken back before it came
}

TEST_CASE("FIRST_VALUE and LAST_VALUE skip NULLs") {
    adds<FirstValue, Text, Text, View>({{'+', null, null}, {'+', "Oslo"sv, "Oslo"}, {'+', "Bergen"sv, "Oslo"}, {'+', null, "Oslo"}});
    adds<LastValue, Text, Text, View>({{'+', null, null}, {'+', "Oslo"sv, "Oslo"}, {'+', "Bergen"sv, "Bergen"}, {'+', null, "Bergen"}});
    adds<FirstValue, bool, bool>({{'+', true, true}, {'+', false, true}});
    using Array = std::vector<Double>;
    adds<LastValue, Array, Array>({{'+', Array{1., null}, Array{1., null}}, {'+', Array{notANumber}, Array{notANumber}}});
}

TEST_CASE("FIRST_VALUE and LAST_VALUE follow the order of arrival when values are taken back") {
    changes<FirstValue, Int, Int>({{'+', 1, 1}, {'+', 2, 1}, {'+', 1, 1}, {'-', 1, 2}, {'-', 7, 2}, {'-', 2, 1}, {'-', 1, null}, {'+', 3, 3}});
    changes<LastValue, Int, Int>({{'+', 1, 1}, {'+', 2, 2}, {'+', 1, 1}, {'-', 1, 1}, {'-', 1, 2}, {'-', null, 2}, {'-', 2, null}});
    changes<LastValue, Double, Double>({{'+', notANumber, notANumber}, {'+', 2., 2.}, {'-', notANumber, 2.}, {'-', 2., null}});
    changes<FirstValue, std::optional<bool>, std::optional<bool>>({{'+', true, true}, {'+', false, true}, {'-', true, false}});
}

TEST_CASE("a long list gives up its values from both ends") {
    detail::ArrivalList<std::string> list;
    for (int i = 0; i < 1000; ++i) {
        list.add(std::to_string(i));
        if (i >= 10) list.removeFirst(std::to_string(i - 10));
    }
    CHECK(list.size() == 10);
    CHECK(list.front() == "990");
    CHECK(list.bytes() < 64 * sizeof(std::string));
    list.removeFirst("998"sv);
    list.removeFirst("991"sv);
    CHECK(std::vector<std::string>(list.begin(), list.end()) == std::vector<std::string>{"990", "992", "993", "994", "995", "996", "997", "999"});
}

TEST_CASE("SINGLE_VALUE takes one row") {
    changes<SingleValue, Int, Int>({{'+', 4, 4}, {'-', 4, null}, {'+', null, null}});
    SingleValue::Accumulator<Int, false, Int> rows;
    rows.add(Int());
    CHECK_THROWS_WITH_AS(rows.add(1), "a subquery that stands for one value gives more than one row", DataError);
}

TEST_CASE("LISTAGG joins what is not NULL") {
    adds<ListAgg, Text, Text, View>({{'+', null, null}, {'+', "Ash"sv, "Ash"}, {'+', null, "Ash"}, {'+', ""sv, "Ash,"}, {'+', "Ash"sv, "Ash,,Ash"}});
    adds<ListAgg, std::string, std::string, std::string_view>({{'+', ""sv, ""}, {'+', ""sv, ","}});
    ListAgg::Accumulator<Text, true, Text, std::string> queue;
    const struct { char change; View who; Text result; } rows[] = {{'+', "ann", "ann"}, {'+', "bob", "ann|bob"}, {'+', "ann", "ann|bob|ann"}, {'-', "ann", "bob|ann"},
                                                                   {'-', "zed", "bob|ann"}, {'+', null, "bob|ann"}, {'-', "bob", "ann"}, {'-', null, "ann"}, {'-', "ann", null}};
    for (const auto& row : rows) {
        if (row.change == '+') queue.add(row.who, "|"sv);
        else queue.retract(row.who, "|"sv);
        CHECK(queue.result() == row.result);
    }
}

TEST_CASE("ARRAY_AGG keeps order and NULLs") {
    using Array = std::vector<Text>;
    using R = std::optional<Array>;
    adds<ArrayAgg, R, Text, View>({{'+', "b"sv, Array{"b"}}, {'+', null, Array{"b", null}}, {'+', "a"sv, Array{"b", null, "a"}}});
    adds<ArrayAgg, std::vector<std::int32_t>, std::int32_t>({{'+', 3, {3}}, {'+', 1, {3, 1}}});
    adds<ArrayAgg, std::vector<bool>, bool>({{'+', true, {true}}, {'+', false, {true, false}}});
    changes<ArrayAgg, R, Text, View>({{'+', "nut"sv, Array{"nut"}}, {'+', "cap"sv, Array{"nut", "cap"}}, {'+', "nut"sv, Array{"nut", "cap", "nut"}}, {'-', "nut"sv, Array{"cap", "nut"}},
                                      {'-', "pin"sv, Array{"cap", "nut"}}, {'+', null, Array{"cap", "nut", null}}, {'-', null, Array{"cap", "nut"}}, {'-', "cap"sv, Array{"nut"}}, {'-', "nut"sv, null}});
}

TEST_CASE("COLLECT counts values") {
    using Bag = Multiset<std::string>;
    static_assert(std::is_same_v<Bag, std::map<std::string, std::int32_t>>);
    static_assert(std::is_same_v<Collect::Result<Text>, Bag>);
    adds<Collect, Bag, Text, View>({{'+', null, {}}, {'+', "yes"sv, {{"yes", 1}}}, {'+', "no"sv, {{"no", 1}, {"yes", 1}}}, {'+', "yes"sv, {{"no", 1}, {"yes", 2}}}});
    changes<Collect, Bag, Text, View>({{'+', "nut"sv, {{"nut", 1}}}, {'+', "nut"sv, {{"nut", 2}}}, {'-', "nut"sv, {{"nut", 1}}}, {'-', "pin"sv, {{"nut", 1}}}, {'+', "pin"sv, {{"nut", 1}}},
                                       {'+', "pin"sv, {{"nut", 1}, {"pin", 1}}}, {'-', null, {{"nut", 1}, {"pin", 1}}}, {'-', "nut"sv, {{"pin", 1}}}});
    using Numbers = Multiset<double>;  // NaN is one value
    adds<Collect, Numbers, Double>({{'+', notANumber, {{notANumber, 1}}}, {'+', notANumber, {{notANumber, 2}}}, {'+', 0., {{0., 1}, {notANumber, 2}}}, {'+', -0., {{-0., 1}, {0., 1}, {notANumber, 2}}}});
}

TEST_CASE("JSON_OBJECTAGG and JSON_ARRAYAGG write JSON") {
    JsonObjectAgg::Accumulator<std::string, true, std::string, Int> object;
    CHECK(object.result() == "{}");
    object.add("w"sv, Int(4));
    object.add("h"sv, Int());
    CHECK(object.result() == R"({"h":null,"w":4})");
    CHECK_THROWS_WITH_AS(object.add("w"sv, Int(5)), "a key of JSON_OBJECTAGG comes twice: 'w'", DataError);
    CHECK_THROWS_WITH_AS(object.add(View(), Int(5)), "a key of JSON_OBJECTAGG is NULL", DataError);
    object.add("a"sv, Int(), true);
    object.retract("h"sv, Int());
    object.retract("zed"sv, Int());
    CHECK(object.result() == R"({"w":4})");
    adds<JsonArrayAgg, std::string, Int>({{'+', 4, "[4]"}, {'+', null, "[4]"}, {'+', 5, "[4,5]"}});
    adds<JsonArrayAgg, std::string, Double>({{'+', notANumber, R"(["NaN"])"}, {'+', -1. / 0., R"(["NaN","-Infinity"])"}, {'+', 0.5, R"(["NaN","-Infinity",0.5])"}});
    changes<JsonArrayAgg, std::string, Text, View>({{'+', "a"sv, R"(["a"])"}, {'+', "b"sv, R"(["a","b"])"}, {'+', "a"sv, R"(["a","b","a"])"}, {'-', "a"sv, R"(["b","a"])"}, {'-', "z"sv, R"(["b","a"])"}});
    JsonArrayAgg::Accumulator<std::string, false, Int, bool> withNull;
    withNull.add(Int(), false);
    withNull.add(1, false);
    CHECK(withNull.result() == "[null,1]");
}

TEST_CASE("values as JSON") {
    struct Point { double x; std::optional<std::string> name; };
    const auto json = [](const auto& v) { return JsonString::call<std::string>(v); };
    CHECK(json(true) == "true");
    CHECK(json(-5) == "-5");
    CHECK(json(1e10) == "1.0E10");
    CHECK(json(notANumber) == "\"NaN\"");  // JSON has no such number
    CHECK(json(std::numeric_limits<float>::infinity()) == "\"Infinity\"");
    CHECK(json(-std::numeric_limits<double>::infinity()) == "\"-Infinity\"");
    CHECK(json(std::vector<double>{1.5, notANumber}) == R"([1.5,"NaN"])");
    CHECK(json(Point{notANumber, {}}) == R"({"name":null,"x":"NaN"})");
    CHECK(json(std::map<std::string, std::optional<float>>{{"a", -std::numeric_limits<float>::infinity()}}) == R"({"a":"-Infinity"})");
    CHECK(json(Decimal<4, 2>("1.50")) == "1.50");
    CHECK(json("a\"\\\n\x1f\xC3\xBC/"sv) == "\"a\\\"\\\\\\n\\u001F\xC3\xBC/\"");
    CHECK(json(Bytes{std::byte{'H'}, std::byte{'i'}}) == "\"SGk=\"");
    CHECK(json(std::vector<Int>{1, null}) == "[1,null]");
    CHECK(json(std::vector<std::vector<int>>{{}, {1}}) == "[[],[1]]");
    CHECK(json(std::map<std::string, Int>{{"b", 1}, {"a", null}}) == R"({"a":null,"b":1})");
    CHECK(json(Point{1.5, "p"}) == R"({"name":"p","x":1.5})");
    CHECK(json(Timestamp<3>("2020-01-02 03:04:05.678")) == "\"2020-01-02T03:04:05.678\"");
    CHECK(JsonQuote::call<std::string>("a\tb"sv) == "\"a\\tb\"");
}

namespace {
template <class F> struct Distinct {
    template <class R, bool Retracts, class... A>
    using Accumulator = detail::DistinctAccumulator<ValueCounts<A...>, typename F::template Accumulator<R, Retracts, A...>>;
};
}  // namespace

TEST_CASE("DISTINCT: a value comes with its first copy and goes with the last") {
    adds<Distinct<Count>, std::int64_t, Int>({{'+', 4, 1}, {'+', 4, 1}, {'+', null, 1}, {'+', 9, 2}, {'+', null, 2}, {'+', 9, 2}});
    adds<Distinct<Sum>, Int, Int>({{'+', 4, 4}, {'+', 4, 4}, {'+', 9, 13}, {'+', null, 13}});
    changes<Distinct<Count>, std::int64_t, std::string, std::string_view>({{'+', "Ulm"sv, 1}, {'+', "Ulm"sv, 1}, {'+', "Bonn"sv, 2}, {'-', "Ulm"sv, 2}, {'-', "Ulm"sv, 1}, {'-', "Bonn"sv, 0}});
    changes<Distinct<Count>, std::int64_t, Int>({{'-', 3, 0}, {'+', 3, 0}, {'+', 3, 1}});  // taken back before it came
    using Array = std::vector<Text>;
    adds<Distinct<ArrayAgg>, std::optional<Array>, Text, View>({{'+', "b"sv, Array{"b"}}, {'+', null, Array{"b", null}}, {'+', "b"sv, Array{"b", null}}, {'+', null, Array{"b", null}}});
    adds<ApproxCountDistinct, std::int64_t, Double>({{'+', notANumber, 1}, {'+', notANumber, 1}, {'+', 0., 2}, {'+', -0., 3}, {'+', null, 3}});
}

TEST_CASE("DISTINCT over several arguments, and sorted in batch") {
    using List = ListAgg::Accumulator<Text, false, Text, std::string>;
    detail::DistinctAccumulator<ValueCounts<Text, std::string>, List> list;
    detail::SortedDistinctAccumulator<List, Text, std::string> sorted;
    for (const View title : {View("Ash"), View(), View(""), View("Ash")}) {
        list.add(title, "/"sv);
        sorted.add(title, "/"sv);
    }
    CHECK(Text(list.result()) == "Ash/");
    CHECK(Text(sorted.result()) == "/Ash");
    CHECK(Text(sorted.result()) == "/Ash");
    detail::SortedDistinctAccumulator<ArrayAgg::Accumulator<std::vector<Int>, false, Int>, Int> numbers;
    for (const Int n : {Int(3), Int(), Int(1), Int(3)}) numbers.add(n);
    CHECK(numbers.result() == std::vector<Int>{null, 1, 3});
}

namespace {
/// Wherever the rows are cut in two, the parts merged are the whole.
template <class F, class R, class A, class V, bool Retracts>
void cutAnywhere(const std::vector<V>& rows) {
    using Group = typename F::template Accumulator<R, Retracts, A>;
    const auto of = [&rows](std::size_t from, std::size_t to) {
        Group group;
        for (std::size_t i = from; i < to; ++i) group.add(rows[i]);
        return group;
    };
    const Group whole = of(0, rows.size());
    for (std::size_t cut = 0; cut <= rows.size(); ++cut) {
        CAPTURE(cut);
        Group group = of(0, cut);
        group.merge(of(cut, rows.size()));
        CHECK(detail::totalOrder(R(group.result()), R(whole.result())) == 0);
        if constexpr (Retracts) {  // rows that came to the one part are taken from what was merged
            Group rest;
            for (std::size_t i = 1; i < rows.size(); ++i) rest.add(rows[i]);
            group.retract(rows[0]);
            CHECK(detail::totalOrder(R(group.result()), R(rest.result())) == 0);
        }
    }
}
template <class F, class R, class A, class V = A> void merges(const std::vector<V>& rows) {
    cutAnywhere<F, R, A, V, false>(rows);
    cutAnywhere<F, R, A, V, true>(rows);
}
/// The first rows of what was merged leave again.
template <class F, class R, class A, class V = A> void unmerges(const std::vector<V>& rows) {
    for (std::size_t cut = 1; cut < rows.size(); ++cut) {
        CAPTURE(cut);
        typename F::template Accumulator<R, true, A> first, rest, all;
        for (std::size_t i = 0; i < rows.size(); ++i) (i < cut ? first : rest).add(rows[i]);
        all.merge(first);
        all.merge(rest);
        all.unmerge(first);
        CHECK(detail::totalOrder(R(all.result()), R(rest.result())) == 0);
    }
}
template <class Group, class... Views> Group of(const Views&... views) {
    Group group;
    (group.add(views), ...);
    return group;
}
}  // namespace

TEST_CASE("groups are merged") {
    merges<Count, std::int64_t, Int>({7, null, 7, 8});
    merges<Sum, Int, Int>({2147483647, null, 1, 5});
    merges<Sum, std::int64_t, std::int64_t>({1, 2, 3});
    merges<Sum, Double, Double>({0.5, null, 0.25, -8.});
    merges<Sum, Double, Double>({null, -0.0});
    merges<Sum, Double, Double>({1e16, null, 1., -1e16, std::numeric_limits<double>::max(), std::numeric_limits<double>::infinity()});
    merges<Avg, Long, Long>({9223372036854775807, 9223372036854775807, null});
    merges<Avg, Double, Double>({1e16, 1., -1e16});
    merges<VarSamp, Double, Double>({1e200, 1e-3, null, 2e-3});
    merges<Sum, std::optional<Decimal<38, 2>>, std::optional<Decimal<10, 2>>>({Decimal<10, 2>("1.25"), null, Decimal<10, 2>("3.50")});
    merges<Sum0, std::int32_t, Int>({null, 4, 9});
    merges<Avg, Int, Int>({4, null, 9, 3});
    merges<Avg, Double, Double>({0.5, 0.25, null, 1.});
    merges<Avg, std::optional<Decimal<38, 6>>, std::optional<Decimal<10, 2>>>({Decimal<10, 2>("1.25"), null, Decimal<10, 2>("3.50")});
    merges<VarPop, Double, Double>({1., 3., null, 8., 4.});
    merges<StddevSamp, Int, Int>({1, 3, null, 8, 4});
    merges<Max, Int, Int>({3, null, 9, 4});
    merges<Max, std::int32_t, std::int32_t>({3, 9, 4});
    merges<Min, Text, Text, View>({"b"sv, null, "a"sv, "c"sv});
    merges<FirstValue, Text, Text, View>({null, "b"sv, "a"sv});
    merges<LastValue, Text, Text, View>({"b"sv, "a"sv, null});
    merges<ListAgg, Text, Text, View>({"b"sv, null, "a"sv, "b"sv});
    merges<ArrayAgg, std::optional<std::vector<Text>>, Text, View>({"b"sv, null, "a"sv, "b"sv});
    merges<ArrayAgg, std::vector<std::int32_t>, std::int32_t>({3, 1, 3});
    merges<Collect, Multiset<std::string>, Text, View>({"b"sv, null, "a"sv, "b"sv});
    merges<JsonArrayAgg, std::string, Text, View>({"b"sv, null, "a"sv});
    merges<Distinct<Count>, std::int64_t, Int>({4, 9, null, 4, 9, 4});
    merges<Distinct<Sum>, Int, Int>({4, 9, null, 4, 9, 4});
    merges<ApproxCountDistinct, std::int64_t, Int>({4, 9, null, 4});
}

TEST_CASE("groups are merged, and the first part leaves again") {
    unmerges<Count, std::int64_t, Int>({7, null, 7, 8});
    unmerges<Sum, Int, Int>({2147483647, null, 1, 5});
    unmerges<Sum, Double, Double>({1e16, null, std::numeric_limits<double>::infinity(), 0.1, 0.2, 0.3});
    unmerges<Sum, std::optional<Decimal<38, 0>>, Decimal<38, 0>>({Decimal<38, 0>("90000000000000000000000000000000000000"), Decimal<38, 0>("90000000000000000000000000000000000000"), Decimal<38, 0>(-1)});
    unmerges<Avg, Long, Long>({9223372036854775807, 9223372036854775807, null, 4});
    unmerges<Avg, Double, Double>({1e16, 0.5, 0.25, null});
    unmerges<StddevPop, Double, Double>({1e200, 0.5, 0.25, null, 4.});
}

TEST_CASE("groups are merged: what a part keeps beside its values") {
    using List = ListAgg::Accumulator<Text, false, Text, std::string>;
    List list;
    list.add(View("a"), "; "sv);
    List later;
    later.add(View("b"), "; "sv);
    later.add(View("c"), "; "sv);
    list.merge(later);
    CHECK(Text(list.result()) == "a; b; c");

    using Whole = Sum::Accumulator<std::optional<Decimal<38, 0>>, false, Decimal<38, 0>>;
    const Decimal<38, 0> large("90000000000000000000000000000000000000");
    Whole sum = of<Whole>(large);
    sum.merge(of<Whole>(large));
    CHECK(!sum.result());  // as the values one by one
    sum.merge(Whole());
    CHECK(!sum.result());
    sum.merge(of<Whole>(Decimal<38, 0>(1)));
    CHECK(sum.result() == Decimal<38, 0>(1));

    using Object = JsonObjectAgg::Accumulator<std::string, false, std::string, Int>;
    Object object, other;
    object.add("w"sv, Int(4));
    other.add("h"sv, Int(2));
    object.merge(other);
    CHECK(object.result() == R"({"h":2,"w":4})");
    CHECK_THROWS_WITH_AS(object.merge(other), "a key of JSON_OBJECTAGG comes twice: 'h'", DataError);

    using Single = SingleValue::Accumulator<Int, false, Int>;
    Single single = of<Single>(Int(7));
    single.merge(Single());
    CHECK(single.result() == 7);
    CHECK_THROWS_AS(single.merge(of<Single>(Int())), DataError);

    using Bag = Collect::Accumulator<Multiset<std::int32_t>, true, Int>;
    Bag bag = of<Bag>(Int(1), Int(1)), owing;
    owing.retract(Int(1));
    owing.retract(Int(2));
    bag.merge(owing);
    CHECK(bag.result() == Multiset<std::int32_t>{{1, 1}});
    bag.merge(of<Bag>(Int(2), Int(2)));
    CHECK(bag.result() == Multiset<std::int32_t>{{1, 1}, {2, 1}});

    using Sorted = detail::SortedDistinctAccumulator<ListAgg::Accumulator<Text, false, Text>, Text>;
    Sorted sorted = of<Sorted>(View("b"), View("a"));
    sorted.merge(of<Sorted>(View("c"), View("a")));
    CHECK(Text(sorted.result()) == "a,b,c");
}

TEST_CASE("one order over all values") {
    struct Point { double x; std::optional<std::string> name; };
    const auto order = [](const auto& a, const auto& b) {
        CHECK(detail::totalOrder(b, a) == -detail::totalOrder(a, b));
        return detail::totalOrder(a, b);
    };
    CHECK(order(notANumber, notANumber) == 0);
    CHECK(order(notANumber, 1.) == 1);
    CHECK(order(-0., 0.) == -1);
    CHECK(order(Double(), Double(-1e300)) == -1);
    CHECK(order(Text("a"), "b"sv) == -1);
    CHECK(order(std::vector<int>{1, 2}, std::vector<int>{1, 2, 0}) == -1);
    CHECK(order(std::vector<bool>{true}, std::vector<bool>{false}) == 1);
    CHECK(order(Bytes{std::byte{255}}, Bytes{std::byte{1}}) == 1);
    CHECK(order(std::map<std::string, Int>{{"a", null}}, std::map<std::string, Int>{{"a", 1}}) == -1);
    CHECK(order(Point{1, "a"}, Point{1, null}) == 1);
    CHECK(order(Point{notANumber, "a"}, Point{notANumber, "a"}) == 0);
    CHECK(order(std::tuple<int, Text>{1, "b"}, std::tuple<int, std::string_view>{1, "b"}) == 0);
}
