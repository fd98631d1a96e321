// SPDX-License-Identifier: BSL-1.0
// CSV to rows and back: P116 to P121, types, columns, policies, and random rows through writer and reader.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <rivulet/format/csv.hpp>
#include <rivulet/reflect/row.hpp>

using namespace rivulet;

namespace {

struct Person { std::int32_t id{}; std::optional<std::string> name{}; friend bool operator==(const Person&, const Person&) = default; };
struct Nullable { std::int32_t id{}; std::optional<std::string> a{}; std::optional<std::string> b{}; std::optional<std::int32_t> n{}; friend bool operator==(const Nullable&, const Nullable&) = default; };
struct Third { int c{}; friend bool operator==(const Third&, const Third&) = default; };
struct Three { int a{}, b{}, c{}; };
struct Text { std::string text{}; };

template <class T>
std::vector<T> read(std::string_view text, const CsvOptions& options = {}) {
    std::vector<T> rows;
    CsvReader<T> reader("f.csv", options);
    reader.readText(text, rows);
    CHECK(reader.counts().read == reader.counts().kept + reader.counts().rejected);
    CHECK(reader.counts().kept == rows.size());
    return rows;
}

// what() of the error that reading ends with; empty if there is none.
template <class T>
std::string problem(std::string_view text, const CsvOptions& options = {}) {
    try {
        read<T>(text, options);
    } catch (const CsvError& e) {
        CHECK(e.row() == e.line());
        return e.what();
    }
    return "";
}

template <class T>
std::string write(const std::vector<T>& rows, const CsvOptions& options = {}) {
    std::string out;
    CsvWriter<T> writer(options);
    writer.header(out);
    for (const T& row : rows) writer.row(out, row);
    return out;
}

constexpr std::size_t chunks[] = {1, 2, 7, 65536};
CsvOptions bare() { return CsvOptions{}.noHeader(); }

}  // namespace

TEST_CASE("P116 a byte order mark is no part of the first column's name") {
    for (const std::size_t chunk : chunks)
        CHECK(read<Person>("\xEF\xBB\xBF\"id\",name\n1,x\xEF\xBB\xBF\n", CsvOptions{}.chunkBytes(chunk)) == std::vector<Person>{{1, "x\xEF\xBB\xBF"}});
}

TEST_CASE("P117 line ends") {
    for (const std::size_t chunk : chunks) {
        CHECK(read<Person>("id,name\r\n1,x\r\n2,\"y\r\nz\"", CsvOptions{}.chunkBytes(chunk)) == std::vector<Person>{{1, "x"}, {2, "y\r\nz"}});
        CHECK(read<Person>("1,", bare().chunkBytes(chunk)) == std::vector<Person>{{1, std::nullopt}});
        CHECK(read<Person>("id,name\n1,x\r\n\r\n2,y\n\n", CsvOptions{}.chunkBytes(chunk)) == std::vector<Person>{{1, "x"}, {2, "y"}});
    }
}

TEST_CASE("P118 empty and NULL") {
    for (const std::size_t chunk : chunks) {
        CHECK(read<Nullable>("7,,\"\",\n", bare().chunkBytes(chunk)) == std::vector<Nullable>{{7, std::nullopt, "", std::nullopt}});
        CHECK(read<Nullable>("7,N/A,\"N/A\",N/A\n8,,x,1\n", bare().nullLiteral("N/A").chunkBytes(chunk)) ==
              std::vector<Nullable>{{7, std::nullopt, "N/A", std::nullopt}, {8, std::nullopt, "x", 1}});
    }
    CHECK(problem<Nullable>(",x,y,1\n", bare()) == "f.csv: line 1: column 'id': NULL where the field cannot be null; std::optional can in: ,x,y,1");
    CHECK(problem<Nullable>("\"\",x,y,1\n", bare()) == "f.csv: line 1: column 'id': not a whole number in: \"\",x,y,1");
    CHECK(problem<Text>("text\n\"\"\n") == "");
    CHECK(problem<std::pair<std::string, int>>(",1\n", bare()).starts_with("f.csv: line 1: column 'f0': NULL"));
    CHECK(read<std::pair<std::string, int>>(",1\n", bare().emptyText()) == std::vector<std::pair<std::string, int>>{{"", 1}});
    CHECK(problem<std::pair<std::string, int>>("x,\n", bare().emptyText()).starts_with("f.csv: line 1: column 'f1': NULL"));
    // an option does not take NULL from a column that has it
    CHECK(read<Person>("1,\n", bare().emptyText()) == std::vector<Person>{{1, std::nullopt}});
}

TEST_CASE("P119 quotes and line breaks inside a field") {
    using Row3 = std::tuple<int, std::string, std::string>;
    for (const std::size_t chunk : chunks) {
        CHECK(read<Row3>("1,\"a \"\"q\"\",\nb\",z\n2,c,d\n", bare().chunkBytes(chunk)) == std::vector<Row3>{{1, "a \"q\",\nb", "z"}, {2, "c", "d"}});
        CHECK(problem<Row3>("1,a,b\n2,\"c\nd,e\n3,f,g\n", bare().chunkBytes(chunk)).starts_with("f.csv: line 2: column 'f1': a quoted field that is never closed; it begins in line 2 in: 2,\"c"));
    }
    CHECK(problem<Row3>("1,\"a\nb\",\"c\nd\n", bare()).starts_with("f.csv: line 1: column 'f2': a quoted field that is never closed; it begins in line 2"));
    CHECK(problem<Row3>("1,5\" pipe,z\n", bare()) == "f.csv: line 1: column 'f1': a quote inside an unquoted field in: 1,5\" pipe,z");
    CHECK(read<Row3>("1,5\" pipe,z\n", bare().bareQuotes()) == std::vector<Row3>{{1, "5\" pipe", "z"}});
    CHECK(problem<Row3>("1,\"a\"b,z\n", bare()) == "f.csv: line 1: column 'f1': text after the closing quote of a field in: 1,\"a\"b,z");
}

TEST_CASE("P121 number of fields") {
    CHECK(problem<Three>("1,2\n", bare()) == "f.csv: line 1: has 2 fields, expected 3 in: 1,2");
    CHECK(problem<Three>("a,b,c\n1,2,3\n\n1,2,3,4\n") == "f.csv: line 4: has 4 fields, expected 3 in: 1,2,3,4");
    std::vector<Three> none;
    CsvReader<Three> skipping("f.csv", bare().skipRejected());
    skipping.readText("1,2\n", none);
    CHECK(none.empty());
    CHECK(skipping.counts().rejected == 1);
    for (const std::size_t chunk : chunks) {
        CHECK(read<Third>("\"a,b\",x,3\n", CsvOptions{}.columns({"a", "b", "c"}).chunkBytes(chunk)) == std::vector<Third>{{3}});
        CHECK(read<Third>("a,\"b\",c\n\"a,\n\"\"b\",x,3\n", CsvOptions{}.chunkBytes(chunk)) == std::vector<Third>{{3}});
    }
    // a quoted column that nobody reads must still be right
    CHECK(problem<Third>("a,b,c\nx,\"y\"z,3\n") == "f.csv: line 2: column 'b': text after the closing quote of a field in: x,\"y\"z,3");
}

TEST_CASE("columns are found by name") {
    CHECK(read<Three>("c,x,a,b\n3,\"\",1,2\n").at(0).c == 3);
    CHECK(problem<Three>("c,x,a\n3,0,1\n") == "f.csv: line 1: no column in the file for: b; the file has: c, x, a; the row type has: a, b, c");
    CHECK(problem<Three>("A,b,c\n1,2,3\n").find("no column in the file for: a") != std::string::npos);
    CHECK(problem<Three>("a,b,c,d\n1,2,3,4\n", CsvOptions{}.everyColumn()) == "f.csv: line 1: no field in the row type for: d; the file has: a, b, c, d; the row type has: a, b, c");
    CHECK(problem<Three>("a,b,c,a\n1,2,3,4\n") == "f.csv: line 1: two columns of the file have the name 'a'");
    CHECK(read<Three>("a,b,c,d,d\n1,2,3,4,5\n").size() == 1);
    CHECK(read<Person>("id\n1\n", CsvOptions{}.missingIsNull()) == std::vector<Person>{{1, std::nullopt}});
    CHECK(problem<Person>("name\nx\n", CsvOptions{}.missingIsNull()).find("no column in the file for: id;") != std::string::npos);
    CHECK(read<Third>("\"Cost: Total $\",x\n5,6\n", CsvOptions{}.column("Cost: Total $", "c")) == std::vector<Third>{{5}});
    CHECK(problem<Third>("c\n5\n", CsvOptions{}.column("x", "see")) == "f.csv: line 1: the options give a column to 'see', which is no field: c");
    CHECK(read<Three>("x,y,z\n1,2,3\n", CsvOptions{}.byPosition()).at(0).b == 2);
    CHECK(problem<Three>("x,y\n1,2\n", CsvOptions{}.byPosition()) == "f.csv: line 1: the file has 2 columns, the row type 3; the file has: x, y; the row type has: a, b, c");
    CHECK(problem<Third>("1,2\n", CsvOptions{}.columns({"a", "b"})) == "f.csv: no column in the file for: c; the file has: a, b; the row type has: c");
    CHECK(problem<Three>("") == "f.csv: the file is empty; expected a header line with a, b, c");
    CHECK(problem<Three>("\n\n") == "f.csv: the file is empty; expected a header line with a, b, c");
    CHECK(read<Three>("", bare()).empty());
    CHECK(read<Three>("a,b,c").empty());
    CHECK(problem<Three>("a,\"b\n") == "f.csv: line 1: a quoted field that is never closed; it begins in line 1 in: a,\"b");
    // without struct: a Row as schema, one value, a tuple
    using Schema = Row<Field<"id", std::int64_t>, Field<"name", std::optional<std::string>>>;
    CHECK(read<Schema>("name,id\n,5\n") == std::vector<Schema>{Schema{std::int64_t{5}, std::nullopt}});
    CHECK(read<int>("5\n6\n", bare()) == std::vector<int>{5, 6});
    CHECK(read<std::optional<std::string>>("a\n\nb\n", bare()) == std::vector<std::optional<std::string>>{"a", std::nullopt, "b"});
}

TEST_CASE("dialects") {
    CHECK(read<Person>("# people\nid;name\n1;'a;b'\n#\n2;c\n", CsvOptions{}.delimiter(';').quote('\'').comment('#')) == std::vector<Person>{{1, "a;b"}, {2, "c"}});
    CHECK(read<Person>("id\tname\n1\t\"x\"\n", CsvOptions{}.delimiter('\t').quote('\0')) == std::vector<Person>{{1, "\"x\""}});
    CHECK_THROWS_AS(CsvReader<Person>("f.csv", CsvOptions{}.delimiter('"')), IllegalState);
    CHECK_THROWS_AS(CsvWriter<Person>(CsvOptions{}.delimiter('\n')), IllegalState);
    CHECK(problem<Text>("text\n" + std::string(40, 'x') + "\n", CsvOptions{}.maxRecordBytes(20).skipRejected()) == "f.csv: line 2: a record of more than 20 bytes; is a quote in it never closed?");
}

TEST_CASE("policies: nothing is lost in silence") {
    constexpr std::string_view text = "id,name\n1,a\nx,b\n\n2,c\n3\n4,\"d\"e\n5,f\n99999999999,g\n6,\"h\ni\n";
    std::vector<Person> rows;
    CsvReader<Person> skip("f.csv", CsvOptions{}.skipRejected());
    skip.readText(text, rows);
    CHECK(rows == std::vector<Person>{{1, "a"}, {2, "c"}, {5, "f"}});
    CHECK(skip.counts().read == 8);
    CHECK(skip.counts().kept == 3);
    CHECK(skip.counts().rejected == 5);
    CHECK(skip.counts().blank == 1);

    for (const std::size_t chunk : chunks) {
        std::vector<CsvRejected> list;
        CHECK(read<Person>(text, CsvOptions{}.collectRejected(list).chunkBytes(chunk)) == rows);
        struct Expected { std::uint64_t line; const char *column, *value, *problem, *text; };
        const Expected expected[] = {
            {3, "id", "x", "not a whole number", "x,b"},
            {6, "", "", "has 1 field, expected 2", "3"},
            {7, "name", "", "text after the closing quote of a field", "4,\"d\"e"},
            {9, "id", "99999999999", "out of range for INT", "99999999999,g"},
            {10, "name", "", "a quoted field that is never closed; it begins in line 10", "6,\"h\ni"},
        };
        REQUIRE(list.size() == std::size(expected));
        for (std::size_t i = 0; i < list.size(); ++i) {
            CAPTURE(i);
            CHECK(list[i].source == "f.csv");
            CHECK(list[i].line == expected[i].line);
            CHECK(list[i].column == expected[i].column);
            CHECK(list[i].value == expected[i].value);
            CHECK(list[i].problem == expected[i].problem);
            CHECK(list[i].text == expected[i].text);
        }
    }
    int seen = 0;
    CHECK_THROWS_AS(read<Person>(text, CsvOptions{}.onRejected([&seen](CsvRejected&&) { if (++seen == 2) throw IllegalState("enough"); })), IllegalState);
    CHECK(problem<Person>(text) == "f.csv: line 3: column 'id': not a whole number: 'x' in: x,b");
    const std::string longText = "1,\"" + std::string(2000, 'x') + "\"y\n";
    CHECK(problem<Person>(longText, bare()).size() < 450);
}

TEST_CASE("values of every type") {
    struct Case { const char *text, *back; };
    // `back` is what the writer makes of it; "!" and a problem for what is refused
    const auto all = [&]<class V>(std::type_identity<V>, std::initializer_list<Case> cases) {
        for (const Case& c : cases) {
            CAPTURE(c.text);
            std::string got;
            try {
                const auto rows = read<V>(std::string(c.text) + "\n", bare());
                got = write(rows, bare());
                got.pop_back();
                CHECK(read<V>(got + "\n", bare()) == rows);
            } catch (const CsvError& e) {
                got = "!" + e.problem();
                CHECK(e.value() == c.text);
            }
            CHECK(got == c.back);
        }
    };
    all(std::type_identity<bool>{}, {{"true", "TRUE"}, {"FALSE", "FALSE"}, {"1", "TRUE"}, {"n", "FALSE"}, {"Yes", "TRUE"}, {"2", "!not a BOOLEAN"}, {" true", "!not a BOOLEAN"}});
    all(std::type_identity<std::int8_t>{}, {{"-128", "-128"}, {"127", "127"}, {"128", "!out of range for TINYINT"}});
    all(std::type_identity<std::int16_t>{}, {{"32767", "32767"}, {"-32769", "!out of range for SMALLINT"}});
    all(std::type_identity<std::int32_t>{}, {{"+7", "7"}, {"007", "7"}, {"2147483648", "!out of range for INT"}, {"1.0", "!not a whole number"}, {"1e3", "!not a whole number"},
                                             {" 1", "!not a whole number"}, {"1 ", "!not a whole number"}, {"+-1", "!not a whole number"}, {"+", "!not a whole number"}, {"0x10", "!not a whole number"}});
    all(std::type_identity<std::int64_t>{}, {{"9223372036854775807", "9223372036854775807"}, {"-9223372036854775808", "-9223372036854775808"}, {"9223372036854775808", "!out of range for BIGINT"}});
    all(std::type_identity<long long>{}, {{"9007199254740993", "9007199254740993"}});
    all(std::type_identity<double>{}, {{"1.5", "1.5"}, {"1e7", "1.0E7"}, {"-0", "-0.0"}, {"+2.50", "2.5"}, {"0.1", "0.1"}, {"Infinity", "Infinity"}, {"-Infinity", "-Infinity"}, {"1e-400", "0.0"},
                                       {"1e400", "!out of range for DOUBLE"}, {"1.5x", "!not a number"}, {" 1", "!not a number"}, {"1.5f", "!not a number"}, {"0x1p3", "!not a number"}});
    all(std::type_identity<float>{}, {{"0.1", "0.1"}, {"3.4028235e38", "3.4028235E38"}, {"1e39", "!out of range for FLOAT"}});
    all(std::type_identity<Decimal<5, 2>>{}, {{"123.45", "123.45"}, {"-7", "-7.00"}, {"1e2", "100.00"}, {"1.230", "1.23"}, {"1000", "!too large for the DECIMAL"}, {"1.234", "!more decimal places than the DECIMAL has"}, {"a", "!not a number"}});
    all(std::type_identity<Date>{}, {{"2024-02-29", "2024-02-29"}, {"2024-2-9", "2024-02-09"}, {"2023-02-29", "!not a DATE such as 2024-02-29"}, {"24-01-05", "!not a DATE such as 2024-02-29"}, {"2024", "!not a DATE such as 2024-02-29"},
                                     {"2024-02-29 10:00", "!not a DATE such as 2024-02-29"}, {"2024/02/29", "!not a DATE such as 2024-02-29"}, {"2024-02-29 ", "!not a DATE such as 2024-02-29"}});
    all(std::type_identity<Time<3>>{}, {{"13:05", "13:05:00.0"}, {"13:05:06.7", "13:05:06.7"}, {"13:05:06.7890", "13:05:06.789"}, {"13:05:06.7891", "!more digits of a second than the type holds"}, {"24:00", "!not a TIME such as 13:05:00"}, {"13", "!not a TIME such as 13:05:00"}});
    all(std::type_identity<Timestamp<3>>{}, {{"2024-02-29 13:05:06.789", "2024-02-29 13:05:06.789"}, {"2024-02-29T13:05", "2024-02-29 13:05:00.000"}, {"2024-02-29", "2024-02-29 00:00:00.000"},
                                             {"2024-02-29T13:05Z", "!not a TIMESTAMP such as 2024-02-29 13:05:00"}, {"2024-02-29 13:05:06.7891", "!more digits of a second than the type holds"}, {"2024", "!not a TIMESTAMP such as 2024-02-29 13:05:00"}});
    all(std::type_identity<TimestampLtz<3>>{}, {{"2024-02-29T13:05:00Z", "2024-02-29 13:05:00.000"}, {"2024-02-29T13:05+01:00", "2024-02-29 12:05:00.000"}, {"2024-02-29T13:05:06.7891Z", "!more digits of a second than the type holds"}, {"x", "!not a TIMESTAMP_LTZ such as 2024-02-29T13:05:00Z"}});
    all(std::type_identity<IntervalYearMonth>{}, {{"+1-02", "+1-02"}, {"-0-11", "-0-11"}, {"1", "!not an INTERVAL YEAR TO MONTH such as +1-02"}});
    all(std::type_identity<IntervalDayTime>{}, {{"+1 12:00:00.5", "+1 12:00:00.500"}, {"-3 00:00:00.001", "-3 00:00:00.001"}, {"+1 12:00:00.0001", "!more digits of a second than the type holds"}, {"12", "!not an INTERVAL DAY TO SECOND such as +1 12:00:00"}});
    all(std::type_identity<Bytes>{}, {{"AP8=", "AP8="}, {"\"\"", "\"\""}, {"AP9=", "!not base64"}, {"AP8", "!not base64"}, {"A===", "!not base64"}, {"AA=A", "!not base64"}, {"AP8=AP8=", "!not base64"}, {"////", "////"}, {"/w==", "/w=="}});
    all(std::type_identity<Varchar<3>>{}, {{"abc", "abc"}, {"\xC3\xA9\xC3\xA9\xC3\xA9", "\xC3\xA9\xC3\xA9\xC3\xA9"}, {"abcd", "!longer than VARCHAR(3)"}});
    all(std::type_identity<Char<3>>{}, {{"ab", "ab "}, {"abcd", "!longer than CHAR(3)"}});
    enum class Level : std::int8_t { low = 1, high = 7 };
    all(std::type_identity<Level>{}, {{"7", "7"}, {"high", "!not a whole number"}, {"300", "!out of range for TINYINT"}});
}

TEST_CASE("what is written") {
    const std::vector<Nullable> rows{{1, "plain", "", std::nullopt}, {2, "a,b", "say \"x\"", 3}, {3, "two\nlines", "cr\r", 4}, {4, std::nullopt, "#x", 5}, {5, " blank ", "NULL", 6}};
    CHECK(write(rows) == "id,a,b,n\n1,plain,\"\",\n2,\"a,b\",\"say \"\"x\"\"\",3\n3,\"two\nlines\",\"cr\r\",4\n4,,#x,5\n5, blank ,NULL,6\n");
    CHECK(write(rows, bare().delimiter(';').quote('\'').nullLiteral("NULL").comment('#')) ==
          "1;plain;'';NULL\n2;a,b;say \"x\";3\n3;'two\nlines';'cr\r';4\n4;NULL;'#x';5\n5; blank ;'NULL';6\n");
    CHECK(write(std::vector<Third>{{1}}, CsvOptions{}.column("Cost, Total $", "c")) == "\"Cost, Total $\"\n1\n");
    CHECK(write(std::vector<std::pair<double, int>>{{-1.5, -2}}, bare().delimiter('-')) == "\"-1.5\"-\"-2\"\n");
    CHECK(write(std::vector<std::string_view>{"a", ""}, bare()) == "a\n\"\"\n");
    CHECK(write(std::vector<std::string>{"\xEF\xBB\xBFx"}, bare()) == "\"\xEF\xBB\xBFx\"\n");
    CHECK_THROWS_WITH_AS(write(std::vector<std::string>{"a,b"}, bare().quote('\0')), "cannot be written as CSV without quotes: 'a,b'", DataError);
    Row<int> gone{1};
    CHECK(write(std::vector<Row<int>>{gone}, bare()) == "1\n");
    gone.kind = RowKind::delete_;
    CHECK_THROWS_AS(write(std::vector<Row<int>>{gone}), IllegalState);
}

namespace {

struct Wide {
    bool flag{};
    std::optional<std::int8_t> tiny{};
    std::int64_t big{};
    double real{};
    std::optional<float> small{};
    std::string text{};
    std::optional<std::string> maybe{};
    std::optional<Decimal<20, 5>> money{};
    Date day{};
    Timestamp<6> at{};
    std::optional<TimestampLtz<9>> instant{};
    Time<3> clock{};
    Bytes bytes{};
    std::optional<IntervalDayTime> span{};
    friend bool operator==(const Wide&, const Wide&) = default;
};

// Members that cannot be assigned, and a type without default constructor: rows are made, not filled.
struct Fixed {
    const int a;
    const std::optional<std::string> b;
    friend bool operator==(const Fixed&, const Fixed&) = default;
};

}  // namespace

TEST_CASE("random rows come back as they were written, in every dialect and chunk size") {
    std::mt19937_64 random(99);
    const auto text = [&] {
        constexpr std::string_view pieces[] = {"a", "bc", ",", ";", "\"", "'", "\n", "\r\n", "\r", "#", "NULL", " ", "\t", "\xEF\xBB\xBF", "\xC3\xA9", std::string_view("\0", 1)};
        std::string s;
        for (std::size_t n = random() % 5; n > 0; --n) s += pieces[random() % std::size(pieces)];
        return s;
    };
    const auto maybe = [&](auto v) { return random() % 3 ? std::optional(v) : std::nullopt; };
    for (int round = 0; round < 200; ++round) {
        std::vector<Wide> rows(random() % 20);
        for (Wide& w : rows) {
            w.flag = random() % 2;
            w.tiny = maybe(static_cast<std::int8_t>(random()));
            w.big = static_cast<std::int64_t>(random());
            w.real = std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())), static_cast<int>(random() % 400) - 200);
            w.small = maybe(std::ldexp(static_cast<float>(static_cast<std::int32_t>(random())), static_cast<int>(random() % 100) - 50));
            w.text = text();
            w.maybe = maybe(text());
            w.money = maybe(Decimal<20, 5>::fromUnscaled(static_cast<std::int64_t>(random())));
            w.day = Date::fromEpochDay(static_cast<std::int64_t>(random() % 5'000'000) - 2'500'000);
            w.at = Timestamp<6>::fromMillis(static_cast<std::int64_t>(random() % 400'000'000'000'000) - 200'000'000'000'000, static_cast<std::int32_t>(random() % 1000) * 1000);
            w.instant = maybe(TimestampLtz<9>::fromMillis(static_cast<std::int64_t>(random() % 200'000'000'000'000), static_cast<std::int32_t>(random() % 1'000'000)));
            w.clock = Time<3>::fromNanoOfDay(static_cast<std::int64_t>(random() % 86'400'000) * 1'000'000);
            for (std::size_t n = random() % 6; n > 0; --n) w.bytes.push_back(static_cast<std::byte>(random()));
            w.span = maybe(IntervalDayTime{static_cast<std::int64_t>(random() % 1'000'000'000'000) - 500'000'000'000});
        }
        CsvOptions options = CsvOptions{}.chunkBytes(chunks[random() % std::size(chunks)]);
        if (round % 2) options.delimiter(";\t|-1.E "[random() % 8]);
        if (round % 3 == 1) options.quote('\'');
        if (round % 4 == 1) options.comment('#');
        if (round % 5 == 1) options.nullLiteral("NULL");
        if (round % 7 == 1) options.noHeader();
        const std::string csv = write(rows, options);
        CAPTURE(csv);
        CHECK(read<Wide>(csv, options) == rows);

        std::vector<Fixed> fixed;
        for (const Wide& w : rows) fixed.push_back(Fixed{static_cast<int>(w.big), w.maybe});
        CHECK(read<Fixed>(write(fixed, options), options) == fixed);
        std::vector<std::optional<std::string>> one;
        for (const Wide& w : rows) one.push_back(w.maybe);
        CHECK(read<std::optional<std::string>>(write(one, options), options) == one);
    }
}
