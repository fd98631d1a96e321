// SPDX-License-Identifier: BSL-1.0
// Types as they are declared and cast to: lengths that nobody gave, and values that do not fit.
#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "table/texts.hpp"

using namespace rivulet;
using test::rowsOf;
using test::Texts;

namespace {

struct Number { int i; };

}  // namespace

TEST_CASE("VARCHAR and VARBINARY without a length keep everything") {
    test::Environment s;
    const auto db = s.tenv.createTemporaryView<"t">(s.env.fromElements(Number{12345}, Number{-7}));
    CHECK(rowsOf(db.sqlQuery<"SELECT CAST(i AS VARCHAR) AS a, CAST(i AS CHARACTER VARYING) AS b, TRY_CAST(i AS CHAR VARYING) AS c, CAST(ARRAY[i] AS ARRAY<VARCHAR>) AS d, "
                             "CAST(MAP['k', i] AS MAP<VARCHAR, VARCHAR>) AS e, CAST(ROW(i, 'xyz') AS ROW<p VARCHAR, q VARBINARY>) AS f FROM t WHERE CAST(i AS VARCHAR) = '12345'">()) ==
          Texts{"+I[12345, 12345, 12345, [12345], {k=12345}, +I[12345, [120, 121, 122]]]"});
    CHECK(rowsOf(db.sqlQuery<"SELECT i FROM t">().select(col<"i">.cast<"VARCHAR">(), col<"i">.cast<"VARCHAR">().cast<"VARBINARY">(), col<"i">.cast<"CHAR">())) ==
          Texts{"+I[12345, [49, 50, 51, 52, 53], 1]", "+I[-7, [45, 55], -]"});
    struct Word { std::string w; };
    const auto declared = s.tenv.fromDataStream(s.env.fromElements(Word{"abcdef"}), Schema().column<"w", "VARCHAR">().columnByExpression<"n", "CAST(CHAR_LENGTH(w) AS VARCHAR)">());
    CHECK(declared.schemaText() == "(\n  `w` STRING,\n  `n` STRING AS CAST(CHAR_LENGTH(w) AS VARCHAR)\n)\n");
    CHECK(rowsOf(declared) == Texts{"+I[abcdef, 6]"});
}

TEST_CASE("a NULL row time in batch mode is for those who use it") {
    struct Seen { std::optional<Timestamp<3>> ts; int v; };
    const std::vector<Seen> rows{{Timestamp<3>("2024-05-06 10:00:00"), 1}, {std::nullopt, 2}};
    StreamExecutionEnvironment env;
    const auto tenv = BatchTableEnvironment::create(env);
    const auto db = tenv.createTemporaryView<"t">(tenv.fromDataStream(env.fromCollection(rows), Schema().column<"ts", "TIMESTAMP(3)">().column<"v", "INT NOT NULL">().watermark<"ts", "ts">()));
    CHECK(rowsOf(db.sqlQuery<"SELECT SUM(v) AS s, COUNT(ts) AS n, MAX(ts) AS m FROM t">()) == Texts{"+I[3, 1, 2024-05-06T10:00]"});
    CHECK(rowsOf(db.sqlQuery<"SELECT v FROM t ORDER BY ts DESC">()) == Texts{"+I[1]", "+I[2]"});
    CHECK(rowsOf(db.sqlQuery<"SELECT window_start, SUM(v) AS s FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE)) GROUP BY window_start, window_end">()) ==
          Texts{"+I[2024-05-06T10:00, 1]"});  // in no window
    const auto streaming = StreamTableEnvironment::create(env);
    const auto timed = streaming.fromDataStream(env.fromCollection(rows), Schema().column<"ts", "TIMESTAMP(3)">().column<"v", "INT NOT NULL">().watermark<"ts", "ts">());
    CHECK(test::thrownBy<DataError>([&] { timed.execute().collect(); }).find("column 'ts': the row time is NULL") != std::string::npos);
}

namespace {

struct Word { std::string w; Bytes b; std::vector<std::string> a; };
const std::vector<Word> words{{"abc", Bytes{std::byte{1}}, {"x"}}, {"äbcdef", Bytes{std::byte{1}, std::byte{0xFA}}, {"x", "yz"}}, {"a", {}, {}}};
std::string wordsAs(const auto& schema) {
    test::Environment s;
    return test::thrownBy<DataError>([&] { s.tenv.fromDataStream(s.env.fromCollection(words), schema).execute().collect(); });
}
template <class T> std::string wordsInto() {
    test::Environment s;
    return test::thrownBy<DataError>([&] { s.tenv.template toDataStream<T>(s.tenv.fromDataStream(s.env.fromCollection(words))).executeAndCollect(); });
}

}  // namespace

TEST_CASE("declared lengths cut and pad nothing: the error names source, row, column and value") {
    const std::string source = "collection 1: row ";
    struct Case { const char* what; std::string said, expected; };
    for (const Case& c : {
             Case{"CHAR, longer", wordsAs(Schema().column<"w", "CHAR(3)">().column<"b", "BYTES">().column<"a", "ARRAY<STRING>">()), source + "2: column 'w': longer than CHAR(3); only a CAST to it cuts: 'äbcdef'"},
             {"CHAR, shorter", wordsAs(Schema().column<"w", "CHAR(6)">().column<"b", "BYTES">().column<"a", "ARRAY<STRING>">()), source + "1: column 'w': shorter than CHAR(6); VARCHAR(6) takes it, and a CAST pads: 'abc'"},
             {"VARCHAR", wordsAs(Schema().column<"w", "VARCHAR(5)">().column<"b", "BYTES">().column<"a", "ARRAY<STRING>">()), source + "2: column 'w': longer than VARCHAR(5); only a CAST to it cuts: 'äbcdef'"},
             {"VARCHAR of characters", wordsAs(Schema().column<"w", "VARCHAR(6)">().column<"b", "BYTES">().column<"a", "ARRAY<STRING>">()), ""},
             {"BINARY, longer", wordsAs(Schema().column<"w", "STRING">().column<"b", "BINARY(1)">().column<"a", "ARRAY<STRING>">()), source + "2: column 'b': longer than BINARY(1); only a CAST to it cuts: '01fa'"},
             {"BINARY, shorter", wordsAs(Schema().column<"w", "STRING">().column<"b", "BINARY(2)">().column<"a", "ARRAY<STRING>">()), source + "1: column 'b': shorter than BINARY(2); VARBINARY(2) takes it, and a CAST pads: '01'"},
             {"VARBINARY", wordsAs(Schema().column<"w", "STRING">().column<"b", "VARBINARY(1)">().column<"a", "ARRAY<STRING>">()), source + "2: column 'b': longer than VARBINARY(1); only a CAST to it cuts: '01fa'"},
             {"VARBINARY that fits", wordsAs(Schema().column<"w", "STRING">().column<"b", "VARBINARY(2)">().column<"a", "ARRAY<STRING>">()), ""},
             {"inside", wordsAs(Schema().column<"w", "STRING">().column<"b", "BYTES">().column<"a", "ARRAY<VARCHAR(1)>">()), source + "2: column 'a': longer than VARCHAR(1); only a CAST to it cuts: 'yz'"},
             {"inside, CHAR", wordsAs(Schema().column<"w", "STRING">().column<"b", "BYTES">().column<"a", "ARRAY<CHAR(2)>">()), source + "1: column 'a': shorter than CHAR(2); VARCHAR(2) takes it, and a CAST pads: 'x'"},
         }) {
        CAPTURE(c.what);
        CHECK(c.said == c.expected);
    }
}

TEST_CASE("the fields of a target cut nothing; CHAR pads, as it does everywhere in C++") {
    struct Short { Varchar<3> w; Bytes b; std::vector<std::string> a; };
    struct Fixed { Char<6> w; Bytes b; std::vector<std::string> a; };
    struct Inside { std::string w; Bytes b; std::vector<Varchar<1>> a; };
    CHECK(wordsInto<Short>() == "collection 1: row 2: column 'w': longer than VARCHAR(3); only a CAST to it cuts: 'äbcdef'");
    CHECK(wordsInto<Inside>() == "collection 1: row 2: column 'a': longer than VARCHAR(1); only a CAST to it cuts: 'yz'");
    test::Environment s;
    const auto t = s.tenv.fromDataStream(s.env.fromCollection(words));
    const auto cut = t.select(col<"w">.cast<Varchar<3>>().as<"w">(), col<"b">, col<"a">);
    CHECK(s.tenv.toDataStream<Short>(cut).executeAndCollect()[1].w.str() == "äbc");
    const auto fixed = t.select(col<"w">.cast<Char<3>>().as<"w">(), col<"b">, col<"a">);
    CHECK(s.tenv.toDataStream<Fixed>(fixed).executeAndCollect()[1].w.str() == "äbc   ");
    CHECK(test::thrownBy<DataError>([&] { s.tenv.fromValues<Row<Field<"v", Varchar<2>>>>(row("ab"), row("abc")); }) == "fromValues: row 2: column 'v': longer than VARCHAR(2); only a CAST to it cuts: 'abc'");
    const auto declared = s.tenv.toChangelogStream(t.select(col<"w">), Schema().column<"w", "VARCHAR(3)">());
    CHECK(test::thrownBy<DataError>([&] { declared.executeAndCollect(); }).ends_with("row 2: column 'w': longer than VARCHAR(3); only a CAST to it cuts: 'äbcdef'"));
}

TEST_CASE("declared keys stay apart, or the job ends: groups and upserts") {
    struct Keyed { std::string k; int v; };
    const std::vector<Keyed> rows{{"abcd", 1}, {"abce", 2}};
    test::Environment s;
    const auto grouped = [&](const auto& schema) { return s.tenv.fromDataStream(s.env.fromCollection(rows), schema).groupBy(col<"k">).select(col<"k">, col<"v">.sum().template as<"s">()); };
    CHECK(rowsOf(grouped(Schema().column<"k", "CHAR(4) NOT NULL">().column<"v", "INT NOT NULL">())) == Texts{"+I[abcd, 1]", "+I[abce, 2]"});
    CHECK(test::thrownBy<DataError>([&] { grouped(Schema().column<"k", "VARCHAR(3) NOT NULL">().column<"v", "INT NOT NULL">()).execute().collect(); }).ends_with("row 1: column 'k': longer than VARCHAR(3); only a CAST to it cuts: 'abcd'"));
    const auto upserts = s.env.fromElements(Row<Field<"k", std::string>, Field<"v", int>>("abcd", 1), Row<Field<"k", std::string>, Field<"v", int>>(RowKind::updateAfter, "abce", 2));
    const auto byKey = s.tenv.fromChangelogStream(upserts, Schema().column<"k", "VARCHAR(3) NOT NULL">().column<"v", "INT NOT NULL">().primaryKey<"k">(), ChangelogMode::upsert());
    CHECK(test::thrownBy<DataError>([&] { byKey.execute().collect(); }).ends_with("row 1: column 'k': longer than VARCHAR(3); only a CAST to it cuts: 'abcd'"));
}

TEST_CASE("OR_THROW names its column wherever it stands") {
    struct Seen { std::optional<std::string> s; std::optional<int> x; };
    test::Environment s;
    const auto db = s.tenv.createTemporaryView<"t">(s.env.fromElements(Seen{"a", 1}, Seen{"b", std::nullopt}));
    const auto said = [](const auto& table) { return test::thrownBy<DataError>([&] { table.execute().collect(); }); };
    const std::string expected = "column 'x': the result is NULL where the column is NOT NULL, in OR_THROW";
    CHECK(said(db.sqlQuery<"SELECT COUNT(*) AS n FROM t GROUP BY OR_THROW(x)">()) == expected);
    CHECK(said(db.sqlQuery<"SELECT s FROM t WHERE OR_THROW(x) > 0">()) == expected);
    CHECK(said(db.sqlQuery<"SELECT SUM(OR_THROW(x)) AS n FROM t GROUP BY s">()) == expected);
    CHECK(said(db.sqlQuery<"SELECT a.s FROM t AS a JOIN t AS b ON OR_THROW(a.x) = b.x">()) == expected);
    CHECK(said(db.sqlQuery<"SELECT s, ROW_NUMBER() OVER (PARTITION BY OR_THROW(x) ORDER BY PROCTIME()) AS r FROM t">()) == expected);
    CHECK(said(db.sqlQuery<"SELECT COUNT(*) AS n FROM (SELECT s, x AS z FROM t) GROUP BY OR_THROW(z)">()) == "column 'z': the result is NULL where the column is NOT NULL, in OR_THROW");
    CHECK(said(db.sqlQuery<"SELECT s, OR_THROW(x) AS y FROM t">()) == "column 'y': the result is NULL where the column is NOT NULL, in OR_THROW");
}
