// SPDX-License-Identifier: BSL-1.0
// IN and CASE over more literals than stay code: the same answers as by short lists put together, NULL, NaN, -0.0, duplicates and errors included.
#include <doctest/doctest.h>

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <rivulet/core/list.hpp>
#include <rivulet/rivulet.hpp>

using namespace rivulet;

namespace {

struct Reading {
    std::optional<std::int32_t> i;
    std::int64_t b;
    std::optional<double> d;
    float f;
    Decimal<6, 2> n;
    std::optional<std::string> s;
    std::optional<Date> day;
    Timestamp<3> at;
};
const double nan = std::numeric_limits<double>::quiet_NaN();
const std::vector<Reading> readings{
    {1, 16777217, 1.0, 16777216.0f, Decimal<6, 2>("1.50"), "a", Date(2024, 1, 1), Timestamp<3>("2024-01-01 00:00:00")},
    {std::nullopt, 3, std::nullopt, 0.5f, Decimal<6, 2>("2.00"), std::nullopt, std::nullopt, Timestamp<3>("2024-01-02 00:00:00.5")},
    {17, -5, nan, -0.0f, Decimal<6, 2>("-1.50"), "it's", Date(2024, 2, 29), Timestamp<3>("2023-01-01 00:00:00")},
    {99, 20, -0.0, 3.0f, Decimal<6, 2>("7.00"), "a ", Date(2020, 2, 29), Timestamp<3>("2024-01-01 00:00:00.001")},
    {20, 4, 2.5, 0.1f, Decimal<6, 2>("0.10"), "", Date(1970, 1, 1), Timestamp<3>("1970-01-01 00:00:00")}};

template <FixedString Sql> std::string answer() {
    StreamExecutionEnvironment env;
    auto db = StreamTableEnvironment::create(env).createTemporaryView<"t">(env.fromCollection(readings));
    std::string text;
    for (const auto& r : db.template sqlQuery<Sql>().execute().collect()) appendText(text, r);
    return text;
}

// A long list, and the same as two short ones.
#define LIST_A "1, 2, 3, 4, 5, 6, 7, 8, 9, -5"
#define LIST_B "10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 20, 1, 0, 16777216, 16777217"
#define DECIMALS_A "1.5, 2, -1.5, 0.10, 3, 4, 5, 6, 7"
#define DECIMALS_B "2.50, 0.5, 8, 9, 10, 11, 12, 13, 14.001, 15"
#define DOUBLES_A "1e0, 2.5, 3, 0, 4, 5, 6, 7, 8"
#define DOUBLES_B "9, 10, 11e0, 12, 13, 14, 15, 16, 17, 18"
#define FLOATS_A "1e0, 2.5e0, 3e0, 0e0, 4e0, 5e0, 6e0, 7e0, 8e0"
#define FLOATS_B "0.1e0, 0.5e0, 11e0, 12e0, 13e0, 14e0, 15e0, 16e0, 17e0, 16777216e0"
#define TEXTS_A "'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'"
#define TEXTS_B "'it''s', '', 'j', 'kk', 'l', 'm', 'n', 'o', 'p'"
#define DAYS_A "DATE '2024-01-01', '2024-02-29', DATE '2000-01-01', DATE '2000-01-02', '2000-01-03', '2000-01-04', '2000-01-05', '2000-01-06', '2000-01-07'"
#define DAYS_B "'1970-01-01', '2000-02-01', '2000-02-02', '2000-02-03', '2000-02-04', '2000-02-05', '2000-02-06', '2000-02-07', '2000-02-08'"
#define TIMES_A "TIMESTAMP '2024-01-01 00:00:00', TIMESTAMP '2024-01-02 00:00:00', TIMESTAMP '2023-01-01 00:00:00', TIMESTAMP '2001-01-01 00:00:00', TIMESTAMP '2002-01-01 00:00:00', TIMESTAMP '2003-01-01 00:00:00', TIMESTAMP '2004-01-01 00:00:00', TIMESTAMP '2005-01-01 00:00:00', TIMESTAMP '2006-01-01 00:00:00'"
#define TIMES_B "TIMESTAMP '1970-01-01 00:00:00', TIMESTAMP '2011-01-01 00:00:00', TIMESTAMP '2012-01-01 00:00:00', TIMESTAMP '2013-01-01 00:00:00', TIMESTAMP '2014-01-01 00:00:00', TIMESTAMP '2015-01-01 00:00:00', TIMESTAMP '2016-01-01 00:00:00', TIMESTAMP '2017-01-01 00:00:00', TIMESTAMP '2018-01-01 00:00:00'"
#define LONG_IN(column, a, b) column " IN (" a ", " b "), " column " NOT IN (" a ", " b "), " column " IN (" a ", NULL, " b "), " column " NOT IN (" a ", " b ", NULL)"
#define SHORT_IN(column, a, b)                                                                                                                                      \
    column " IN (" a ") OR " column " IN (" b "), " column " NOT IN (" a ") AND " column " NOT IN (" b "), " column " IN (" a ", NULL) OR " column " IN (" b "), " column \
           " NOT IN (" a ") AND " column " NOT IN (" b ", NULL)"
#define SAME(column, a, b) CHECK(answer<"SELECT " LONG_IN(column, a, b) " FROM t">() == answer<"SELECT " SHORT_IN(column, a, b) " FROM t">())

TEST_CASE("a long IN is the OR of short ones") {
    SAME("i", LIST_A, LIST_B);
    SAME("f", LIST_A, LIST_B);
    SAME("n", DECIMALS_A, DECIMALS_B);
    SAME("b", DECIMALS_A, DECIMALS_B);
    SAME("f", DECIMALS_A, DECIMALS_B);  // FLOAT meets integers as FLOAT, decimals as DOUBLE
    SAME("d", DOUBLES_A, DOUBLES_B);
    SAME("f", FLOATS_A, FLOATS_B);
    SAME("s", TEXTS_A, TEXTS_B);
    SAME("day", DAYS_A, DAYS_B);
    SAME("at", TIMES_A, TIMES_B);
    SAME("i", "b, 1, 2, 3, 4, 5, 6, 7, 8", "9, 10, 11, 12, 13, 14, 15, 16, i + 1");  // not all are literals
}

TEST_CASE("what a long IN is, written down") {
    CHECK(answer<"SELECT i IN (" LIST_A ", " LIST_B ") FROM t">() == "+I[true]+I[null]+I[true]+I[false]+I[true]");
    CHECK(answer<"SELECT d NOT IN (" DOUBLES_A ", " DOUBLES_B ") FROM t">() == "+I[false]+I[null]+I[true]+I[false]+I[false]");
    CHECK(answer<"SELECT s IN (" TEXTS_A ", " TEXTS_B ") FROM t">() == "+I[true]+I[null]+I[true]+I[false]+I[true]");
    CHECK(answer<"SELECT b FROM t WHERE i IN (" LIST_A ", " LIST_B ", NULL)">() == "+I[16777217]+I[-5]+I[4]");
    CHECK(answer<"SELECT i NOT IN (" LIST_A ", NULL, " LIST_B ") FROM t">() == "+I[false]+I[null]+I[false]+I[null]+I[false]");
}

// An element that is no date is an error for who gets that far, and only then.
TEST_CASE("an element that cannot be read") {
    CHECK(answer<"SELECT b FROM t WHERE b = 16777217 AND day IN (" DAYS_A ", 'x', " DAYS_B ")">() == "+I[16777217]");
    CHECK_THROWS_AS((answer<"SELECT b FROM t WHERE day IN (" DAYS_A ", 'x', " DAYS_B ")">()), DataError);
    CHECK_THROWS_AS((answer<"SELECT day IN (" DAYS_A ", 'x', " DAYS_B ") FROM t WHERE i IS NULL">()), DataError);
}

#define WHENS_A(c) " WHEN " c " = 1 THEN 10 WHEN " c " = 2 THEN 20 WHEN 3 = " c " THEN 30 WHEN " c " = 4 THEN NULL WHEN " c " = 5 THEN 50 WHEN " c " = 6 THEN 60 WHEN " c " = 7 THEN 70 WHEN " c " = 8 THEN 5000000000 WHEN " c " = -5 THEN -1"
#define WHENS_B(c) " WHEN " c " = 17 THEN 170 WHEN " c " = 1 THEN 11 WHEN " c " = 16777217 THEN 2 WHEN " c " = 16777216 THEN 3 WHEN " c " = 20 THEN 200 WHEN " c " = 0 THEN 1 WHEN " c " = 21 THEN 0 WHEN " c " = 22 THEN 22 WHEN " c " = 23 THEN 23"
#define SAME_CASE(c, otherwise) \
    CHECK(answer<"SELECT CASE" WHENS_A(c) WHENS_B(c) " ELSE " otherwise " END FROM t">() == answer<"SELECT CASE" WHENS_A(c) " ELSE CASE" WHENS_B(c) " ELSE " otherwise " END END FROM t">())

TEST_CASE("a long CASE is a CASE in the ELSE of another") {
    SAME_CASE("i", "-1");
    SAME_CASE("b", "i");
    SAME_CASE("d", "b + 1");
    SAME_CASE("f", "NULL");  // 16777217 and 16777216 are one FLOAT: the first counts
    SAME_CASE("n", "7.25");
    SAME_CASE("i", "d");
}

TEST_CASE("what a long CASE is, written down") {
    CHECK(answer<"SELECT CASE i" " WHEN 1 THEN 'one' WHEN 2 THEN 'b' WHEN 3 THEN 'c' WHEN 4 THEN 'd' WHEN 5 THEN 'e' WHEN 6 THEN 'f' WHEN 7 THEN 'g' WHEN 8 THEN 'h' WHEN 9 THEN 'i' WHEN 10 THEN 'j' "
                 "WHEN 11 THEN 'k' WHEN 12 THEN 'l' WHEN 17 THEN NULL WHEN 14 THEN 'n' WHEN 15 THEN 'o' WHEN 16 THEN 'p' WHEN 20 THEN 'it''s' WHEN 1 THEN 'twice' ELSE s END FROM t">() ==
          "+I[one]+I[null]+I[null]+I[a ]+I[it's]");
    CHECK(answer<"SELECT CASE s WHEN 'a' THEN DATE '2024-01-01' WHEN 'b' THEN DATE '2024-01-02' WHEN 'c' THEN DATE '2024-01-03' WHEN 'd' THEN DATE '2024-01-04' WHEN 'e' THEN DATE '2024-01-05' "
                 "WHEN 'f' THEN DATE '2024-01-06' WHEN 'g' THEN DATE '2024-01-07' WHEN 'h' THEN DATE '2024-01-08' WHEN 'i' THEN DATE '2024-01-09' WHEN 'j' THEN DATE '2024-01-10' "
                 "WHEN 'k' THEN DATE '2024-01-11' WHEN 'l' THEN DATE '2024-01-12' WHEN 'm' THEN DATE '2024-01-13' WHEN '' THEN DATE '2024-01-14' WHEN 'o' THEN DATE '2024-01-15' "
                 "WHEN 'p' THEN DATE '2024-01-16' WHEN 'it''s' THEN DATE '2024-01-17' END FROM t">() ==
          "+I[2024-01-01]+I[null]+I[2024-01-17]+I[null]+I[2024-01-14]");
    // The divisor is 0 for a branch that is not chosen.
    CHECK(answer<"SELECT CASE" WHENS_A("i") WHENS_B("i") " ELSE 1 / (CAST(i AS INT) - 17) END FROM t WHERE i IS NOT NULL">() == "+I[10]+I[170]+I[0]+I[200]");
}

TEST_CASE("the same in joins, keys and by the Table API") {
    CHECK(answer<"SELECT x.b FROM t AS x JOIN t AS y ON x.b = y.b AND x.i IN (" LIST_A ", " LIST_B ") WHERE y.n > 1">() == "+I[16777217]");
    CHECK(answer<"SELECT c, COUNT(*) FROM (SELECT CASE" WHENS_A("i") WHENS_B("i") " ELSE 0 END AS c FROM t WHERE i = 1) GROUP BY c">() == "+I[10, 1]");
    StreamExecutionEnvironment env;
    auto tenv = StreamTableEnvironment::create(env);
    auto t = tenv.fromDataStream(env.fromCollection(readings));
    std::string text;
    for (const auto& r : t.select(col<"i">.in(lit<1>, lit<2>, lit<3>, lit<4>, lit<5>, lit<6>, lit<7>, lit<8>, lit<9>, lit<10>, lit<11>, lit<12>, lit<13>, lit<14>, lit<15>, lit<16>, lit<17>, lit<20>)).execute().collect())
        appendText(text, r);
    CHECK(text == "+I[true]+I[null]+I[true]+I[false]+I[true]");
}

}  // namespace
