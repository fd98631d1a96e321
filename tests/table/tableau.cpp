// SPDX-License-Identifier: BSL-1.0
// Printed tables: the exact texts of a real Flink for the rows of the same types, and what it has no record of.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <rivulet/reflect/row.hpp>
#include <rivulet/reflect/text.hpp>
#include <rivulet/stream/environment.hpp>
#include <rivulet/table/tableau.hpp>
#include <rivulet/types/chrono.hpp>
#include <rivulet/types/unordered_map.hpp>

using namespace rivulet;
using namespace std::string_literals;

namespace {

// Nested into rows, so at namespace scope.
struct City { std::string town; int people; };
struct Trip { std::optional<int> p, q; std::optional<City> f, t; };

struct Recorded {
    std::string_view name;
    std::string printed;
    std::string_view expected;  // with a line break in front
};

std::string file(std::FILE* f) {
    std::string text;
    std::rewind(f);
    for (int c; (c = std::fgetc(f)) != EOF;) text += static_cast<char>(c);
    return text;
}

// The only cell of a table of one row and one column.
template <class T>
std::string cellOf(const T& value, TableauOptions options = {}) {
    const std::string table = tableauOf(std::vector<Row<Field<"c", T>>>{Row<Field<"c", T>>(value)}, options);
    std::size_t begin = 0;
    for (int line = 0; line < 3; ++line) begin = table.find('\n', begin) + 1;
    const std::size_t end = table.find(" |\n", begin);
    const std::string cell = table.substr(begin + 2, end - begin - 2);
    return cell.substr(std::min(cell.find_first_not_of(' '), cell.size()));
}

TEST_CASE("tables print as Flink prints them") {
    constexpr TableauOptions op{.op = true}, plain{};
    using Kind = RowKind;

    using Basic = Row<Field<"i", int>, Field<"s", std::string>, Field<"n", std::optional<int>>, Field<"b", bool>>;
    const std::vector<Basic> basic{{1, "a", std::nullopt, true}, {-20, "bc", 7, false}};

    const Timestamp<9> moment("2024-02-29 01:02:03.4");
    const Row<Field<"t", std::int8_t>, Field<"sm", std::int16_t>, Field<"i", int>, Field<"bg", std::int64_t>, Field<"f", float>, Field<"d", double>,
              Field<"dc", Decimal<10, 2>>, Field<"dt", Date>, Field<"tm", Time<0>>, Field<"ts0", Timestamp<0>>, Field<"ts3", Timestamp<3>>,
              Field<"ts6", Timestamp<6>>, Field<"ts9", Timestamp<9>>, Field<"lt", TimestampLtz<3>>>
        width{1, 2, 3, 4, 5.0f, 6.0, Decimal<10, 2>(7), Date(2024, 2, 29), Time<0>(1, 2, 3), Timestamp<0>("2024-02-29 01:02:03"),
              Timestamp<3>(moment.date(), moment.time()), Timestamp<6>(moment.date(), moment.time()), moment, TimestampLtz<3>::fromMillis(5)};
    const std::array widths{width};
    const Row<Field<"t", std::int8_t>, Field<"i", int>, Field<"bg", long long>, Field<"d", double>, Field<"dc", Decimal<10, 2>>, Field<"dt", Date>,
              Field<"tm", Time<0>>, Field<"lt", TimestampLtz<3>>>
        widthBatch{1, 3, 4, 6.0, Decimal<10, 2>(7), Date(2024, 2, 29), Time<0>(1, 2, 3), TimestampLtz<3>::fromMillis(5)};
    const std::array widthsBatch{widthBatch};

    const Bytes ab{std::byte{'a'}, std::byte{'b'}};
    const std::array textTypes{Row<Field<"c5", Char<5>>, Field<"v4", Varchar<4>>, Field<"v50", Varchar<50>>, Field<"s", std::string>, Field<"y", Bytes>, Field<"x", Bytes>>(
        "ab", "ab", "ab", "ab", ab, Bytes{std::byte{0x0a}, std::byte{0xff}})};

    using Wide = Row<Field<"name", std::string>, Field<"n", int>>;
    const std::vector<Wide> wide{{"张三", 1}, {"naïve", 2}, {"日本語テキスト", 3}, {"😀x", 4}, {"한글", 5}, {"Ωmega", 6}};

    using Text = Row<Field<"s", std::string>>;
    const std::vector<Text> longText{Text("123456789012345678901234567890"), Text("1234567890123456789012345678901"),
                                     Text("一二三四五六七八九十一二三四五六"), Text("a二三四五六七八九十一二三四五六")};
    const std::vector<Row<Field<"s", std::string_view>, Field<"i", int>>> longTextBatch{{"123456789012345678901234567890", 1}, {"1234567890123456789012345678901", 2}};
    const std::array longHeader{
        Row<Field<"a_quite_long_column_name_indeed_it_is_long_x", int>, Field<"another_column_name_that_is_longer_than_thirty", std::string>>(1, "y")};
    const std::array maxWidth{Row<Field<"s", std::string>, Field<"i", int>>("abcdefghijklmnop", 1234567)};
    const std::array controls{Row<Field<"s", std::string>, Field<"t", std::string>>("a\nb", "x\ty")};
    const std::array oneRow{Row<Field<"i", int>>(1)};
    const std::array unnamed{Row<Field<"EXPR$0", int>, Field<"EXPR$1", std::string>, Field<"EXPR$2", int>>(1, "a", 2)};

    using Inner = Row<Field<"i", int>, Field<"s", std::optional<std::string>>, Field<"b", bool>>;
    const std::array nested{Row<Field<"a", std::vector<std::optional<int>>>, Field<"m", std::map<std::string, Decimal<2, 1>>>, Field<"r", Inner>, Field<"sa", std::vector<std::string>>>(
        std::vector<std::optional<int>>{1, std::nullopt}, std::map<std::string, Decimal<2, 1>>{{"k", Decimal<2, 1>("1.5")}}, Inner(1, std::nullopt, true), std::vector{"x"s, "y"s})};
    const std::array doubles{Row<Field<"a", double>, Field<"b", double>, Field<"f", float>, Field<"d", Decimal<10, 4>>, Field<"z", Decimal<38, 18>>, Field<"n", double>>(
        1e7, 0.0001, 0.1f, Decimal<10, 4>("1.5"), Decimal<38, 18>(0), 0.0)};
    const std::array fractions{Row<Field<"t0", Timestamp<0>>, Field<"t1", Timestamp<1>>, Field<"t6", Timestamp<6>>, Field<"t9", Timestamp<9>>, Field<"r0", Timestamp<0>>>(
        Timestamp<0>("2024-01-01 00:00:00"), Timestamp<1>("2024-01-01 00:00:00.1"), Timestamp<6>("2024-01-01 00:00:00.12"),
        Timestamp<9>("2024-01-01 00:00:00.123456789"), Timestamp<0>("2024-01-01 00:00:00.5"))};
    const std::array intervals{Row<Field<"a", IntervalDayTime>, Field<"b", IntervalYearMonth>>(
        IntervalDayTime::ofDays(1) + IntervalDayTime{37'056'789}, IntervalYearMonth::of(10, 3))};

    using Score = Row<Field<"name", std::string>, Field<"score", int>>;
    const std::vector<Score> updates{{"a", 1}, Score(Kind::updateBefore, "a", 1), Score(Kind::updateAfter, "a", 3),
                                     Score(Kind::updateBefore, "a", 3), Score(Kind::updateAfter, "a", 2), Score(Kind::delete_, "a", 2)};
    const std::vector<Score> retracted{{"Alice", 12}, {"Bob", 5}, Score(Kind::delete_, "Alice", 12), {"Alice", 100}};
    const std::vector<Score> updated{{"Alice", 12}, {"Bob", 5}, Score(Kind::updateBefore, "Alice", 12), Score(Kind::updateAfter, "Alice", 100)};
    const std::vector<Score> summed{{"Alice", 12}, Score(Kind::updateBefore, "Alice", 12), Score(Kind::updateAfter, "Alice", 14), {"Bob", 12}};
    const std::vector<Row<Field<"k", std::string>, Field<"s", int>>> group{{"a", 4}, {"b", 2}};
    const std::array trips{Trip{120, std::nullopt, City{"Ulm", 120}, std::nullopt}};

    const std::array described{Row<Field<"name", std::string>, Field<"type", std::string>, Field<"null", bool>, Field<"key", std::string>,
                                   Field<"extras", std::string>, Field<"watermark", std::string>>("i", "INT", false, "", "", "")};
    const std::array views{Row<Field<"view name", std::string>>("v")};

    const Recorded cases[]{
        {"print_basic", tableauOf(basic, op), R"(
+----+-------------+--------------------------------+-------------+--------+
| op |           i |                              s |           n |      b |
+----+-------------+--------------------------------+-------------+--------+
| +I |           1 |                              a |      <NULL> |   TRUE |
| +I |         -20 |                             bc |           7 |  FALSE |
+----+-------------+--------------------------------+-------------+--------+
2 rows in set
)"},
        {"print_basic_batch", tableauOf(basic, op), R"(
+----+-------------+--------------------------------+-------------+--------+
| op |           i |                              s |           n |      b |
+----+-------------+--------------------------------+-------------+--------+
| +I |           1 |                              a |      <NULL> |   TRUE |
| +I |         -20 |                             bc |           7 |  FALSE |
+----+-------------+--------------------------------+-------------+--------+
2 rows in set
)"},
        {"print_widths", tableauOf(widths, op), R"(
+----+--------+--------+-------------+----------------------+--------------------------------+--------------------------------+--------------+------------+----------+---------------------+-------------------------+----------------------------+-------------------------------+-------------------------+
| op |      t |     sm |           i |                   bg |                              f |                              d |           dc |         dt |       tm |                 ts0 |                     ts3 |                        ts6 |                           ts9 |                      lt |
+----+--------+--------+-------------+----------------------+--------------------------------+--------------------------------+--------------+------------+----------+---------------------+-------------------------+----------------------------+-------------------------------+-------------------------+
| +I |      1 |      2 |           3 |                    4 |                            5.0 |                            6.0 |         7.00 | 2024-02-29 | 01:02:03 | 2024-02-29 01:02:03 | 2024-02-29 01:02:03.400 | 2024-02-29 01:02:03.400000 | 2024-02-29 01:02:03.400000000 | 1970-01-01 00:00:00.005 |
+----+--------+--------+-------------+----------------------+--------------------------------+--------------------------------+--------------+------------+----------+---------------------+-------------------------+----------------------------+-------------------------------+-------------------------+
1 row in set
)"},
        {"print_widths_batch", tableauOf(widthsBatch, op), R"(
+----+--------+-------------+----------------------+--------------------------------+--------------+------------+----------+-------------------------+
| op |      t |           i |                   bg |                              d |           dc |         dt |       tm |                      lt |
+----+--------+-------------+----------------------+--------------------------------+--------------+------------+----------+-------------------------+
| +I |      1 |           3 |                    4 |                            6.0 |         7.00 | 2024-02-29 | 01:02:03 | 1970-01-01 00:00:00.005 |
+----+--------+-------------+----------------------+--------------------------------+--------------+------------+----------+-------------------------+
1 row in set
)"},
        {"print_text_types", tableauOf(textTypes, op), R"(
+----+--------------------------------+--------------------------------+--------------------------------+--------------------------------+--------------------------------+--------------------------------+
| op |                             c5 |                             v4 |                            v50 |                              s |                              y |                              x |
+----+--------------------------------+--------------------------------+--------------------------------+--------------------------------+--------------------------------+--------------------------------+
| +I |                          ab    |                             ab |                             ab |                             ab |                        x'6162' |                        x'0aff' |
+----+--------------------------------+--------------------------------+--------------------------------+--------------------------------+--------------------------------+--------------------------------+
1 row in set
)"},
        {"print_wide_characters", tableauOf(wide, op), R"(
+----+--------------------------------+-------------+
| op |                           name |           n |
+----+--------------------------------+-------------+
| +I |                           张三 |           1 |
| +I |                          naïve |           2 |
| +I |                 日本語テキスト |           3 |
| +I |                           😀x |           4 |
| +I |                           한글 |           5 |
| +I |                          Ωmega |           6 |
+----+--------------------------------+-------------+
6 rows in set
)"},
        {"print_long_text", tableauOf(longText, op), R"(
+----+--------------------------------+
| op |                              s |
+----+--------------------------------+
| +I | 123456789012345678901234567890 |
| +I | 123456789012345678901234567... |
| +I |  一二三四五六七八九十一二三... |
| +I | a二三四五六七八九十一二三四... |
+----+--------------------------------+
4 rows in set
)"},
        {"print_long_header", tableauOf(longHeader, op), R"(
+----+----------------------------------------------+------------------------------------------------+
| op | a_quite_long_column_name_indeed_it_is_long_x | another_column_name_that_is_longer_than_thirty |
+----+----------------------------------------------+------------------------------------------------+
| +I |                                            1 |                                              y |
+----+----------------------------------------------+------------------------------------------------+
1 row in set
)"},
        {"print_max_width_option", tableauOf(maxWidth, {.op = true, .maxColumnWidth = 10}), R"(
+----+------------+-------------+
| op |          s |           i |
+----+------------+-------------+
| +I | abcdefg... |     1234567 |
+----+------------+-------------+
1 row in set
)"},
        {"print_newline_tab", tableauOf(controls, op), R"(
+----+--------------------------------+--------------------------------+
| op |                              s |                              t |
+----+--------------------------------+--------------------------------+
| +I |                            a
b |                            x	y |
+----+--------------------------------+--------------------------------+
1 row in set
)"},
        {"print_one_row", tableauOf(oneRow, op), R"(
+----+-------------+
| op |           i |
+----+-------------+
| +I |           1 |
+----+-------------+
1 row in set
)"},
        {"print_unnamed", tableauOf(unnamed, op), R"(
+----+-------------+--------------------------------+-------------+
| op |      EXPR$0 |                         EXPR$1 |      EXPR$2 |
+----+-------------+--------------------------------+-------------+
| +I |           1 |                              a |           2 |
+----+-------------+--------------------------------+-------------+
1 row in set
)"},
        {"print_nested", tableauOf(nested, op), R"(
+----+--------------------------------+--------------------------------+--------------------------------+--------------------------------+
| op |                              a |                              m |                              r |                             sa |
+----+--------------------------------+--------------------------------+--------------------------------+--------------------------------+
| +I |                      [1, NULL] |                        {k=1.5} |                (1, NULL, TRUE) |                         [x, y] |
+----+--------------------------------+--------------------------------+--------------------------------+--------------------------------+
1 row in set
)"},
        {"print_doubles", tableauOf(doubles, op), R"(
+----+--------------------------------+--------------------------------+--------------------------------+--------------+------------------------------------------+--------------------------------+
| op |                              a |                              b |                              f |            d |                                        z |                              n |
+----+--------------------------------+--------------------------------+--------------------------------+--------------+------------------------------------------+--------------------------------+
| +I |                          1.0E7 |                         1.0E-4 |                            0.1 |       1.5000 |                     0.000000000000000000 |                            0.0 |
+----+--------------------------------+--------------------------------+--------------------------------+--------------+------------------------------------------+--------------------------------+
1 row in set
)"},
        {"print_times_fractions", tableauOf(fractions, op), R"(
+----+---------------------+-------------------------+----------------------------+-------------------------------+---------------------+
| op |                  t0 |                      t1 |                         t6 |                            t9 |                  r0 |
+----+---------------------+-------------------------+----------------------------+-------------------------------+---------------------+
| +I | 2024-01-01 00:00:00 |   2024-01-01 00:00:00.1 | 2024-01-01 00:00:00.120000 | 2024-01-01 00:00:00.123456789 | 2024-01-01 00:00:00 |
+----+---------------------+-------------------------+----------------------------+-------------------------------+---------------------+
1 row in set
)"},
        {"print_intervals", tableauOf(intervals, op), R"(
+----+--------------------------------+--------------------------------+
| op |                              a |                              b |
+----+--------------------------------+--------------------------------+
| +I |                +1 10:17:36.789 |                         +10-03 |
+----+--------------------------------+--------------------------------+
1 row in set
)"},
        {"print_updates", tableauOf(updates, op), R"(
+----+--------------------------------+-------------+
| op |                           name |       score |
+----+--------------------------------+-------------+
| +I |                              a |           1 |
| -U |                              a |           1 |
| +U |                              a |           3 |
| -U |                              a |           3 |
| +U |                              a |           2 |
| -D |                              a |           2 |
+----+--------------------------------+-------------+
6 rows in set
)"},
        {"print_basic_batch_settings", tableauOf(basic, plain), R"(
+-------------+--------------------------------+-------------+--------+
|           i |                              s |           n |      b |
+-------------+--------------------------------+-------------+--------+
|           1 |                              a |      <NULL> |   TRUE |
|         -20 |                             bc |           7 |  FALSE |
+-------------+--------------------------------+-------------+--------+
2 rows in set
)"},
        {"print_long_text_batch_settings", tableauOf(longTextBatch, plain), R"(
+--------------------------------+-------------+
|                              s |           i |
+--------------------------------+-------------+
| 123456789012345678901234567890 |           1 |
| 123456789012345678901234567... |           2 |
+--------------------------------+-------------+
2 rows in set
)"},
        {"print_group_batch_settings", tableauOf(group, plain), R"(
+--------------------------------+-------------+
|                              k |           s |
+--------------------------------+-------------+
|                              a |           4 |
|                              b |           2 |
+--------------------------------+-------------+
2 rows in set
)"},
        {"changelog_default_sum_print", tableauOf(retracted, op), R"(
+----+--------------------------------+-------------+
| op |                           name |       score |
+----+--------------------------------+-------------+
| +I |                          Alice |          12 |
| +I |                            Bob |           5 |
| -D |                          Alice |          12 |
| +I |                          Alice |         100 |
+----+--------------------------------+-------------+
4 rows in set
)"},
        {"changelog_upsert_sum_print", tableauOf(updated, op), R"(
+----+--------------------------------+-------------+
| op |                           name |       score |
+----+--------------------------------+-------------+
| +I |                          Alice |          12 |
| +I |                            Bob |           5 |
| -U |                          Alice |          12 |
| +U |                          Alice |         100 |
+----+--------------------------------+-------------+
4 rows in set
)"},
        {"seed0_to_changelog_program1", tableauOf(summed, op), R"(
+----+--------------------------------+-------------+
| op |                           name |       score |
+----+--------------------------------+-------------+
| +I |                          Alice |          12 |
| -U |                          Alice |          12 |
| +U |                          Alice |          14 |
| +I |                            Bob |          12 |
+----+--------------------------------+-------------+
4 rows in set
)"},
        {"derive_pojo_nested_primitive_print", tableauOf(trips, op), R"(
+----+-------------+-------------+--------------------------------+--------------------------------+
| op |           p |           q |                              f |                              t |
+----+-------------+-------------+--------------------------------+--------------------------------+
| +I |         120 |      <NULL> |         (town=Ulm, people=120) |                         <NULL> |
+----+-------------+-------------+--------------------------------+--------------------------------+
1 row in set
)"},
        {"print_ddl_ok: DESCRIBE", tableauOf(described, {.compact = true}), R"(
+------+------+-------+-----+--------+-----------+
| name | type |  null | key | extras | watermark |
+------+------+-------+-----+--------+-----------+
|    i |  INT | FALSE |     |        |           |
+------+------+-------+-----+--------+-----------+
1 row in set
)"},
        {"print_ddl_ok: SHOW VIEWS", tableauOf(views, {.compact = true}), R"(
+-----------+
| view name |
+-----------+
|         v |
+-----------+
1 row in set
)"},
        {"print_empty_batch", tableauOf(std::vector<Row<Field<"i", int>>>{}, op), R"(
Empty set
)"},
        {"print_show", tableauOf(std::vector<Row<Field<"view name", std::string>>>{}, {.compact = true}), R"(
Empty set
)"},
    };
    for (const Recorded& c : cases) {
        CAPTURE(c.name);
        CHECK("\n" + c.printed == c.expected);
    }
}

TEST_CASE("rows collected from a result print as rows") {  // print_collect_rows, print_insert_result
    std::string text;
    appendText(text, Row<std::optional<int>, bool, Decimal<10, 4>, Timestamp<0>, std::vector<int>, Bytes>(
        std::nullopt, true, Decimal<10, 4>("1.5"), Timestamp<0>("2024-01-01 00:00:00"), std::vector{1}, Bytes{std::byte{'a'}, std::byte{'b'}}));
    CHECK(text == "+I[null, true, 1.5000, 2024-01-01T00:00, [1], [97, 98]]");
    text = "out> ";
    appendText(text, Row<int, std::string, Decimal<5, 4>, bool, Timestamp<0>, Bytes, std::vector<int>, std::map<std::string, int>, Row<int, std::string>>(
        1, "a", Decimal<5, 4>("1.5"), true, Timestamp<0>("2024-01-01 00:00:00"), Bytes{std::byte{'a'}, std::byte{'b'}}, std::vector{1, 2},
        std::map<std::string, int>{{"k", 1}}, Row<int, std::string>(1, "z")));
    CHECK(text == "out> +I[1, a, 1.5000, true, 2024-01-01T00:00, [97, 98], [1, 2], {k=1}, +I[1, z]]");
}

enum class Color : signed char { red, green };
struct Money {
    long long cents;
};
struct Fragile {
    bool broken = false;
};
struct Opaque {
    int handle;
};

}  // namespace

// A user's own type that is text to SQL.
template <> struct rivulet::SqlTraits<Money> {
    static constexpr SqlType type = sqltype::string;
    using Value = std::string;
    static std::string toValue(const Money& m) { return std::to_string(m.cents) + " cents"; }
};
template <> struct rivulet::SqlTraits<Fragile> {
    static constexpr SqlType type = sqltype::string;
    using Value = std::string;
    static std::string toValue(const Fragile& f) {
        if (f.broken) throw DataError("broken");
        return "whole";
    }
};

namespace {

TEST_CASE("cells of every type") {
    struct Case { std::string_view what; std::string printed, expected; };
    const Case cases[]{
        {"null", cellOf(std::optional<std::string>{}), "<NULL>"},
        {"text that says NULL", cellOf("NULL"s), "NULL"},
        {"empty text", cellOf(""s), ""},
        {"optional text", cellOf(std::optional{"x"s}), "x"},
        {"bytes inside an array", cellOf(std::vector{Bytes{std::byte{0x61}}, Bytes{}}), "[x'61', x'']"},
        {"a null inside a map", cellOf(std::map<std::string, std::optional<int>>{{"a", 1}, {"b", {}}}), "{a=1, b=NULL}"},
        {"an unordered map", cellOf(std::unordered_map<int, bool>{{1, true}}), "{1=TRUE}"},
        {"an array of booleans", cellOf(std::vector{true, false}), "[TRUE, FALSE]"},
        {"a fixed array", cellOf(std::array{Decimal<4, 2>("1.5"), Decimal<4, 2>(2)}), "[1.50, 2.00]"},
        {"an empty array", cellOf(std::vector<int>{}), "[]"},
        {"a struct", cellOf(City{"Ulm", 120}), "(town=Ulm, people=120)"},
        {"structs in an array", cellOf(std::vector{City{"Ulm", 1}, City{"Bonn", 2}}, {.maxColumnWidth = 99}), "[(town=Ulm, people=1), (town=Bonn, people=2)]"},
        {"a tuple", cellOf(std::tuple{1, std::optional<int>{}}), "(f0=1, f1=NULL)"},
        {"a pair", cellOf(std::pair{1, "x"s}), "(f0=1, f1=x)"},
        {"a row", cellOf(Row<int, std::string>(1, "x")), "(1, x)"},
        {"a row in a row, with a time", cellOf(Row<int, Row<Timestamp<3>>>(1, Row<Timestamp<3>>(Timestamp<3>("2024-01-01 00:00:00"))), {.maxColumnWidth = 99}), "(1, (2024-01-01 00:00:00.000))"},
        {"a null row", cellOf(std::optional<Row<int, int>>{}), "<NULL>"},
        {"an enumeration", cellOf(Color::green), "1"},
        {"RAW that has a text", cellOf(Raw<std::string>{"inside"}), "inside"},
        {"a type of one's own", cellOf(Money{250}), "250 cents"},
        {"types of one's own in an array", cellOf(std::vector{Money{1}}), "[1 cents]"},
        {"a smallest integer", cellOf(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808"},
        {"a time with digits", cellOf(Time<3>(1, 2, 3, 40'000'000)), "01:02:03.04"},
        {"minus zero and not a number", cellOf(std::vector{-0.0, std::numeric_limits<double>::quiet_NaN()}), "[-0.0, NaN]"},
        {"a chrono date", cellOf(std::chrono::year_month_day(std::chrono::year(2024), std::chrono::month(2), std::chrono::day(29))), "2024-02-29"},
        {"not UTF-8", cellOf("a\xff"s), "a\xff"},
        {"not UTF-8, cut", cellOf(std::string(31, '\xff')), std::string(27, '\xff') + "..."},
        {"emoji take three, and are never cut in two", cellOf("😀😀😀😀😀😀😀😀😀😀😀"s), "😀😀😀😀😀😀😀😀😀..."},
        {"a rare letter takes two", cellOf("𝒳𝒳"s, {.maxColumnWidth = 6}), "𝒳𝒳"},
        {"six columns are the least", cellOf("1234567"s, {.maxColumnWidth = 1}), "123..."},
    };
    for (const Case& c : cases) {
        CAPTURE(c.what);
        CHECK(c.printed == c.expected);
    }
    CHECK(cellOf(Raw<Opaque>{Opaque{1}}).find("Opaque") != std::string::npos);
}

// Widths are by type alone.
static_assert(detail::typeWidth(sqltype::boolean, 30) == 6 && detail::typeWidth(sqltype::tinyint, 30) == 6 && detail::typeWidth(sqltype::smallint, 30) == 6);
static_assert(detail::typeWidth(sqltype::integer, 30) == 11 && detail::typeWidth(sqltype::bigint, 30) == 20);
static_assert(detail::typeWidth(sqltype::decimal(1, 0), 30) == 6 && detail::typeWidth(sqltype::decimal(38, 18), 30) == 40);
static_assert(detail::typeWidth(sqltype::time(0), 30) == 8 && detail::typeWidth(sqltype::time(3), 30) == 12);
static_assert(detail::typeWidth(sqltype::timestamp(0), 30) == 19 && detail::typeWidth(sqltype::timestampLtz(1), 30) == 23 &&
              detail::typeWidth(sqltype::timestamp(4), 30) == 26 && detail::typeWidth(sqltype::timestamp(7), 30) == 29);
static_assert(detail::typeWidth(sqltype::char_(2), 30) == 30 && detail::typeWidth(sqltype::float_, 12) == 12 && detail::typeWidth(sqltype::string, 2) == 6);

static_assert(detail::displayWidth("") == 0 && detail::displayWidth("abc") == 3 && detail::displayWidth("é") == 1 && detail::displayWidth("语") == 2);
static_assert(detail::displayWidth("ｱ") == 1 && detail::displayWidth("Ａ") == 2 && detail::displayWidth("가") == 2);  // half and full width
static_assert(detail::isWide(0x1100) && !detail::isWide(0x10FF) && detail::isWide(0x3FFFD) && !detail::isWide(0x3FFFE) && !detail::isWide(0x10FFFF));
static_assert(detail::isWide(0x9FFF) && !detail::isWide(0x303F) && !detail::isWide(0x4DC0));
static_assert([] {
    for (std::size_t i = 1; i < std::size(detail::wideCharacters); ++i)
        if (detail::wideCharacters[i].first <= detail::wideCharacters[i - 1].last + 1) return false;
    return true;
}());

TEST_CASE("headers") {
    // Flink widens a column by the header's length in UTF-16 units, and cuts it if it shows wider than that.
    CHECK(tableauOf(std::vector{Row<Field<"名前名前名前名前名前名前", int>>(1)}) ==
          "+--------------+\n"
          "|  名前名前... |\n"
          "+--------------+\n"
          "|            1 |\n"
          "+--------------+\n"
          "1 row in set\n");
    CHECK(tableauOf(std::vector{Row<Field<"Größe", bool>>(true)}) == "+--------+\n|  Größe |\n+--------+\n|   TRUE |\n+--------+\n1 row in set\n");
}

TEST_CASE("rows come out as they are taken") {
    std::string text;
    Tableau<City> table(text, {.op = true});
    CHECK(text.empty());
    table.row(RowKind::updateBefore, City{"Ulm", 120});
    const std::size_t first = text.size();
    CHECK(text.ends_with("| -U |                            Ulm |         120 |\n"));
    table.write(City{"Bonn", 7});
    CHECK(text.substr(first) == "| +I |                           Bonn |           7 |\n");
    CHECK(table.rows() == 2);
    table.finish();
    CHECK(text.ends_with("+----+--------------------------------+-------------+\n2 rows in set\n"));
    text.clear();
    table.finish();
    CHECK(text == "Empty set\n");
    text.clear();
    table.write(City{"Ulm", 1});
    table.open();  // a job that failed and runs again
    text.clear();
    table.write(City{"Ulm", 1});
    CHECK(text.starts_with("+----+"));
    table.finish();
    CHECK(text.ends_with("\n1 row in set\n"));
}

TEST_CASE("compact tables are as wide as their rows") {
    const std::vector<City> cities{{"Ulm", 120}, {"一二", 7}};
    CHECK(tableauOf(cities, {.compact = true}) ==
          "+------+--------+\n"
          "| town | people |\n"
          "+------+--------+\n"
          "|  Ulm |    120 |\n"
          "| 一二 |      7 |\n"
          "+------+--------+\n"
          "2 rows in set\n");
    CHECK(tableauOf(cities, {.op = true, .maxColumnWidth = 4, .compact = true}) ==
          "+----+------+------+\n"
          "| op | town | p... |\n"
          "+----+------+------+\n"
          "| +I |  Ulm |  120 |\n"
          "| +I | 一二 |    7 |\n"
          "+----+------+------+\n"
          "2 rows in set\n");
    CHECK(tableauOf(std::vector<City>{}, {.compact = true}) == "Empty set\n");
    std::string text;
    Tableau<City> table(text, {.compact = true});
    table.write(City{"Ulm", 1});
    CHECK(text.empty());
    table.open();
    table.finish();
    CHECK(text == "Empty set\n");
}

TEST_CASE("other names for the columns") {
    std::string text;
    auto columns = columnsOf<std::pair<int, bool>>;
    columns.columns[0].name = "number";
    columns.columns[1].name = "is it true";
    Tableau<std::pair<int, bool>> table(text, columns);
    table.write({1, true});
    table.finish();
    CHECK(text ==
          "+-------------+------------+\n"
          "|      number | is it true |\n"
          "+-------------+------------+\n"
          "|           1 |       TRUE |\n"
          "+-------------+------------+\n"
          "1 row in set\n");
}

TEST_CASE("any range of rows prints to any file") {
    std::FILE* f = std::tmpfile();
    REQUIRE(f);
    const int numbers[]{1, 2};
    printTable(std::vector<int>{1, 2}, {}, f);
    printTable(std::vector<std::pair<int, bool>>{{1, true}}, {.compact = true}, f);
    CHECK(file(f) ==
          "+-------------+\n|          f0 |\n+-------------+\n|           1 |\n|           2 |\n+-------------+\n2 rows in set\n"
          "+----+------+\n| f0 |   f1 |\n+----+------+\n|  1 | TRUE |\n+----+------+\n1 row in set\n");
    CHECK(tableauOf(std::span<const int>(numbers)) == tableauOf(std::vector<int>{1, 2}));
    std::fclose(f);
    if (std::FILE* full = std::fopen("/dev/full", "w")) {
        CHECK_THROWS_AS(printTable(std::vector<int>{1}, {}, full), Exception);
        std::fclose(full);
    }
}

TEST_CASE("a row that throws while it is read leaves no trace") {
    std::string text;
    using Pair = std::pair<int, Fragile>;
    Tableau<Pair> table(text, {.maxColumnWidth = 6});
    CHECK_THROWS_AS(table.write(Pair{1, Fragile{true}}), DataError);
    CHECK(text.empty());
    table.write(Pair{2, Fragile{}});
    CHECK_THROWS_AS(table.write(Pair{3, Fragile{true}}), DataError);
    table.write(Pair{4, Fragile{}});
    table.finish();
    CHECK(text ==
          "+-------------+--------+\n"
          "|          f0 |     f1 |\n"
          "+-------------+--------+\n"
          "|           2 |  whole |\n"
          "|           4 |  whole |\n"
          "+-------------+--------+\n"
          "2 rows in set\n");
}

TEST_CASE("a tableau is the sink of a stream") {
    std::string text;
    StreamExecutionEnvironment env;
    env.fromElements(City{"Ulm", 120}, City{"Bonn", 7}).addSink(Tableau<City>(text));
    env.execute("cities");
    CHECK(text == tableauOf(std::vector<City>{{"Ulm", 120}, {"Bonn", 7}}));
}

}  // namespace
