// SPDX-License-Identifier: BSL-1.0
// Problems that people met elsewhere, by their number. Those that are not here are listed in PROBLEMS.md, with the place of their test.
#include <doctest/doctest.h>

#include <array>
#include <clocale>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include <rivulet/connector/collect.hpp>

#include "table/texts.hpp"

using namespace rivulet;
using test::rowsOf;
using test::sortedRowsOf;
using test::textsOf;
using test::Texts;

namespace {

struct Reading {
    std::string zone;
    std::int32_t amp;
    std::int64_t at;
};

// Refusals as values: what fromDataStream, a step and toDataStream would report.
template <class T> using StreamOf = rivulet::detail::ShortTag<rivulet::detail::StreamTag<T, rivulet::detail::FunctionPack<false>>>;
template <class T, class... E>
constexpr Error listError(const E&...) {
    return rivulet::detail::relationOf<rivulet::detail::StepTag<rivulet::detail::FieldsStep<rivulet::detail::matchingOf<T>>, StreamOf<T>, rivulet::detail::Expressions<E...>>>.error;
}
template <class Step, class Tag, class... E>
constexpr Error stepError(const E&...) { return rivulet::detail::relationOf<rivulet::detail::StepTag<Step, Tag, rivulet::detail::Expressions<rivulet::detail::AsExpression<E>...>>>.error; }
template <class Target, class Tag> constexpr Error intoError = rivulet::detail::SinkHolder<rivulet::detail::SinkTag<Target, rivulet::detail::matchingOf<Target>, plan::ChangelogMode::insert, Tag>>::error;
template <class Table> using TagOf = typename std::remove_cvref_t<Table>::tag;

constexpr bool knows(const Error& e, std::string_view name) {
    for (int i = 0; i < e.knownCount; ++i)
        if (e.known[i] == name) return true;
    return false;
}

}  // namespace

// ---- A: columns, names, projections ----------------------------------------------------------------------------------------

TEST_CASE("P01 columns come in the order of declaration") {
    test::Environment s;
    const auto t = s.tenv.fromDataStream(s.env.fromElements(Reading{"n1", 7, 100}));
    static_assert(t.schemaText() == "(\n  `zone` STRING NOT NULL,\n  `amp` INT NOT NULL,\n  `at` BIGINT NOT NULL\n)\n");
    CHECK(rowsOf(t) == Texts{"+I[n1, 7, 100]"});
}

TEST_CASE("P02 all names known: by name; none: by position; a mixture is refused") {
    using Tuple = std::tuple<std::int64_t, std::string>;
    test::Environment s;
    const auto kites = s.env.fromElements(Tuple{12, "kite"});
    const auto swapped = s.tenv.fromDataStream(kites, col<"f1">, col<"f0">);
    const auto renamed = s.tenv.fromDataStream(kites, col<"id">, col<"label">);
    static_assert(decltype(swapped)::column(0).name == "f1" && decltype(renamed)::column(0).name == "id");
    CHECK(rowsOf(swapped) == Texts{"+I[kite, 12]"});
    CHECK(rowsOf(renamed) == Texts{"+I[12, kite]"});
    CHECK(rowsOf(s.tenv.fromDataStream(kites, col<"id">)) == Texts{"+I[12]"});
    constexpr Error mixed = listError<Tuple>(col<"f1">, col<"label">);
    static_assert(mixed.code == ErrorCode::mixedNames && mixed.subject == "label" && knows(mixed, "f0") && knows(mixed, "f1"));
}

TEST_CASE("P03 a struct is not renamed by position") {
    test::Environment s;
    constexpr Error e = listError<Reading>(col<"a">, col<"b">, col<"c">);
    static_assert(e.code == ErrorCode::unknownColumn && e.subject == "a" && knows(e, "zone") && knows(e, "amp") && knows(e, "at"));
    CHECK(rowsOf(s.tenv.fromDataStream(s.env.fromElements(Reading{"n1", 7, 100}), col<"zone">.as<"a">(), col<"at">.as<"c">())) == Texts{"+I[n1, 100]"});
}

TEST_CASE("P05 columns in lower case, members in camelCase") {
    struct Visit { std::int64_t lastSeen; std::int32_t userId; };
    struct Camel { std::int32_t aB; };
    test::Environment s;
    const auto t = s.tenv.fromDataStream(s.env.fromElements(std::tuple{7, std::int64_t{1000}}), col<"userid">, col<"lastseen">);
    const Visit v = s.tenv.toDataStream<Visit>(t).executeAndCollect()[0];
    CHECK(v.lastSeen == 1000);
    CHECK(v.userId == 7);
    const auto two = s.tenv.fromDataStream(s.env.fromElements(std::tuple{1, 2}), col<"ab">, col<"AB">);
    constexpr Error e = intoError<Camel, TagOf<decltype(two)>>;
    static_assert(e.code == ErrorCode::ambiguousField && e.subject == "aB" && knows(e, "ab") && knows(e, "AB"));
}

TEST_CASE("P06 missing and surplus columns") {
    struct More { std::string zone; std::int32_t amp; double extra; };
    struct Less { std::string zone; };
    test::Environment s;
    const auto t = s.tenv.fromDataStream(s.env.fromElements(Reading{"n1", 7, 100}), col<"zone">, col<"amp">);
    static_assert(intoError<More, TagOf<decltype(t)>>.code == ErrorCode::missingColumn && intoError<More, TagOf<decltype(t)>>.subject == "extra");
    static_assert(intoError<Less, TagOf<decltype(t)>>.code == ErrorCode::unusedColumn && intoError<Less, TagOf<decltype(t)>>.subject == "amp");
    CHECK(s.tenv.toDataStream<Less>(t.select(col<"zone">)).executeAndCollect()[0].zone == "n1");
}

TEST_CASE("P08 two output columns of one name") {
    test::Environment s;
    const auto t = s.tenv.fromDataStream(s.env.fromElements(Reading{"n1", 7, 100}));
    using Tag = TagOf<decltype(t)>;
    constexpr Error e = stepError<rivulet::detail::SelectStep, Tag>(col<"amp">, col<"amp">);
    static_assert(e.code == ErrorCode::duplicateColumn && e.subject == "amp");
    static_assert(stepError<rivulet::detail::AddColumnsStep, Tag>(col<"at">.as<"amp">()).code == ErrorCode::duplicateColumn);
    CHECK(rowsOf(t.select(col<"amp">.as<"s1">(), col<"amp">.as<"s2">())) == Texts{"+I[7, 7]"});
}

TEST_CASE("P11 a stream of a plain value") {
    test::Environment s;
    const auto numbers = s.env.fromElements(std::int64_t{5}, std::int64_t{6});
    const auto t = s.tenv.fromDataStream(numbers);
    const auto v = s.tenv.fromDataStream(numbers, col<"v">);
    static_assert(decltype(t)::schemaText() == "(\n  `f0` BIGINT NOT NULL\n)\n" && decltype(v)::schemaText() == "(\n  `v` BIGINT NOT NULL\n)\n");
    CHECK(rowsOf(t) == Texts{"+I[5]", "+I[6]"});
    constexpr Error e = listError<std::int64_t>(col<"v">, col<"w">);
    static_assert(e.code == ErrorCode::tooManyNames && e.subject == "w");
}

TEST_CASE("P12 the declared nullability wins where a view is made; a name is taken once") {
    test::Environment s;
    const auto tuples = s.env.fromElements(std::tuple<std::int64_t, std::string>{12, "a"});
    const auto derived = s.tenv.createTemporaryView<"v">(tuples);
    const auto declared = s.tenv.createTemporaryView<"v">(tuples, Schema().column<"f0", "BIGINT">().column<"f1", "STRING">());
    static_assert(decltype(derived.from<"v">())::schemaText() == "(\n  `f0` BIGINT NOT NULL,\n  `f1` STRING NOT NULL\n)\n");
    static_assert(decltype(declared.from<"v">())::schemaText() == "(\n  `f0` BIGINT,\n  `f1` STRING\n)\n");
    CHECK(rowsOf(declared.from<"v">()) == Texts{"+I[12, a]"});
    CHECK(rowsOf(declared.sqlQuery<"SELECT COALESCE(f0, 0) AS n, f1 FROM v">()) == Texts{"+I[12, a]"});
}

TEST_CASE("P14 computed columns read the columns of the stream, also those that are not declared") {
    test::Environment s;
    const auto readings = s.env.fromElements(Reading{"n1", 7, 100});
    const auto t = s.tenv.fromDataStream(readings, Schema().column<"zone", std::string>().columnByExpression<"d", "at - 5">());
    CHECK(rowsOf(t) == Texts{"+I[n1, 95]"});
}

// ---- B: nulls, nested structs, RAW -------------------------------------------------------------------------------------------

namespace {

struct Opaque {
    explicit Opaque(int s) : secret(s) {}
    int reveal() const { return secret; }

private:
    int secret;
};
struct Address { std::int32_t unit; std::optional<std::string> town; };
struct Person { std::int32_t id; std::optional<Address> addr; };

}  // namespace

TEST_CASE("P20 an opaque member passes through as Raw, and is not compared") {
    struct Row_ { std::int32_t id; Raw<Opaque> h; };
    struct Bare_ { std::int32_t id; Opaque h; };
    static_assert(keptRowError<Bare_>.code == ErrorCode::opaqueMember);
    test::Environment s;
    const auto t = s.tenv.fromDataStream(s.env.fromElements(Row_{1, {Opaque(42)}}));
    CHECK(s.tenv.toDataStream<Row_>(t.select(col<"id">, col<"h">)).executeAndCollect()[0].h.value.reveal() == 42);
    static_assert(stepError<rivulet::detail::WhereStep, TagOf<decltype(t)>>(col<"h"> == col<"h">).code == ErrorCode::typeMismatch);
}

TEST_CASE("P21 a nullable column into a member") {
    struct Plain { std::int32_t amp; };
    struct Able { std::optional<std::int32_t> amp; };
    test::Environment s;
    const auto t = s.tenv.fromDataStream(s.env.fromElements(std::optional<std::int32_t>{5}, std::optional<std::int32_t>{}), col<"amp">);
    constexpr Error e = intoError<Plain, TagOf<decltype(t)>>;
    static_assert(e.code == ErrorCode::nullIntoNotNull && e.subject == "amp" && e.expected.find("COALESCE") != e.expected.npos && e.expected.find("optional") != e.expected.npos);
    const auto able = s.tenv.toDataStream<Able>(t).executeAndCollect();
    CHECK(able[0].amp == 5);
    CHECK(able[1].amp == std::nullopt);
    const auto plain = s.tenv.toDataStream<Plain>(t.select(coalesce(col<"amp">, 0).as<"amp">())).executeAndCollect();
    CHECK(plain[1].amp == 0);
}

TEST_CASE("P23 a field of a nullable struct is nullable; inside the struct it is not") {
    test::Environment s;
    const auto t = s.tenv.fromDataStream(s.env.fromElements(Person{1, Address{9, "x"}}, Person{2, {}}));
    static_assert(!decltype(t)::column(1).type.field(0).type.nullable && decltype(t)::column(1).type.nullable);
    const auto units = t.select(col<"id">, col<"addr.unit">);
    static_assert(units.schemaText() == "(\n  `id` INT NOT NULL,\n  `unit` INT\n)\n");
    CHECK(rowsOf(units) == Texts{"+I[1, 9]", "+I[2, null]"});
}

TEST_CASE("P25 unions of different nullability and type; a NULL branch") {
    test::Environment s;
    const auto one = s.tenv.fromDataStream(s.env.fromElements(1), col<"v">);
    const auto null = s.tenv.fromDataStream(s.env.fromElements(std::optional<std::int32_t>{}), col<"v">);
    const auto text = s.tenv.fromDataStream(s.env.fromElements("x"), col<"v">);
    const auto big = s.tenv.fromDataStream(s.env.fromElements(std::int64_t{4}), col<"w">);
    const auto both = one.unionAll(null);
    static_assert(both.schemaText() == "(\n  `v` INT\n)\n");
    CHECK(sortedRowsOf(both) == Texts{"+I[1]", "+I[null]"});
    static_assert(decltype(one.unionAll(big))::schemaText() == "(\n  `v` BIGINT NOT NULL\n)\n");
    static_assert(rivulet::detail::relationOf<rivulet::detail::BinaryTag<rivulet::detail::SetStep<sql::QueryKind::union_, true>, TagOf<decltype(one)>, TagOf<decltype(text)>>>.error.code == ErrorCode::unionType);
    const auto db = s.tenv.createTemporaryView<"one">(one);
    CHECK(sortedRowsOf(db.sqlQuery<"SELECT CAST(NULL AS INT) AS v FROM one UNION ALL SELECT v FROM one">()) == Texts{"+I[1]", "+I[null]"});
}

// ---- I: text -----------------------------------------------------------------------------------------------------------------

TEST_CASE("P106 positions count characters, from 1, and from the end") {
    test::Environment s;
    const auto db = s.tenv.createTemporaryView<"v">(s.env.fromElements("WXYZ"), col<"t">);
    CHECK(rowsOf(db.sqlQuery<"SELECT CHAR_LENGTH('a😀b'), SUBSTRING('a😀b', 2, 1), SUBSTRING('a😀b', -1), SUBSTR(t, 0), SUBSTR(t, -2, 2), SUBSTR(t, 2, 100), SUBSTR(t, 9) FROM v">()) == Texts{"+I[3, 😀, b, WXYZ, YZ, XYZ, ]"});
}

TEST_CASE("P108 UPPER and LOWER keep UTF-8 whole and do not ask the locale") {
    test::Environment s;
    const auto upper = [&](const char* text) {
        const auto t = s.tenv.fromDataStream(s.env.fromElements(text), col<"t">);
        return s.tenv.toDataStream<std::string>(t.select(col<"t">.upperCase())).executeAndCollect()[0];
    };
    std::setlocale(LC_ALL, "tr_TR.UTF-8");
    CHECK(upper("abc1i") == "ABC1I");
    CHECK(upper("größe") == "GRÖSSE");
    std::setlocale(LC_ALL, "C");
}

TEST_CASE("P110 LIKE has no default escape; an escape before an ordinary character is an error") {
    test::Environment s;
    const auto like = [&](const auto& condition) {
        return rowsOf(s.tenv.fromDataStream(s.env.fromElements("m_n", "m\\_n", "mxn", "QA%ZB"), col<"t">).where(condition));
    };
    CHECK(like(col<"t">.like("m\\_n")) == Texts{"+I[m\\_n]"});
    CHECK(like(call<"LIKE">(col<"t">, "m\\_n", "\\")) == Texts{"+I[m_n]"});
    CHECK(like(call<"LIKE">(col<"t">, "QA!%ZB", "!")) == Texts{"+I[QA%ZB]"});
    CHECK_THROWS_AS(like(call<"LIKE">(col<"t">, "a!b", "!")), DataError);
}

TEST_CASE("P113 CAST to CHAR and VARCHAR cuts by characters; a sink cuts nothing") {
    struct Short { Varchar<3> t; };
    test::Environment s;
    const auto t = s.tenv.fromDataStream(s.env.fromElements("quartz", "😀😀"), col<"t">);
    CHECK(rowsOf(t.select(col<"t">.cast<Varchar<3>>().as<"a">(), concat(col<"t">.cast<Char<8>>(), "|").as<"b">(), col<"t">.cast<"VARCHAR(1)">().as<"c">())) == Texts{"+I[qua, quartz  |, q]", "+I[😀😀, 😀😀      |, 😀]"});
    CHECK(test::thrownBy<DataError>([&] { s.tenv.toDataStream<Short>(t).executeAndCollect(); }) == "collection 1: row 1: column 't': longer than VARCHAR(3); only a CAST to it cuts: 'quartz'");
    CHECK(s.tenv.toDataStream<Short>(t.select(col<"t">.cast<Varchar<3>>().as<"t">())).executeAndCollect()[0].t.str() == "qua");
}

// ---- N: structs --------------------------------------------------------------------------------------------------------------

TEST_CASE("P145 P150 P151 P153 P160 P164 members without a column are refused by name") {
    struct Arrays { int x[3]; int y; };
    struct Owner { std::unique_ptr<int> p; int v; };
    struct Weighed { float w; Opaque t; };
    struct Base { int x; };
    struct Derived : Base { int y; };
    struct Pointer { void* p; int v; };
    struct View { std::string_view s; int v; };
    static_assert(keptRowError<Arrays>.code == ErrorCode::cArrayMember);
    static_assert(keptRowError<Owner>.code != ErrorCode::none && keptRowError<Owner>.subject.ends_with("p"));
    static_assert(keptRowError<Weighed>.code == ErrorCode::opaqueMember && keptRowError<Weighed>.subject.ends_with("t"));
    static_assert(keptRowError<Derived>.code == ErrorCode::baseClass);
    static_assert(keptRowError<Pointer>.code == ErrorCode::pointerMember);
    static_assert(keptRowError<View>.code == ErrorCode::viewMember);
    struct Array { std::array<int, 3> a; int b; };
    test::Environment s;
    CHECK(rowsOf(s.tenv.fromDataStream(s.env.fromElements(Array{{1, 2, 3}, 4}))) == Texts{"+I[[1, 2, 3], 4]"});
}

TEST_CASE("P158 names that are not ASCII") {
    struct Maß { int größe; int 名前; };
    test::Environment s;
    const auto db = s.tenv.createTemporaryView<"maße">(s.env.fromElements(Maß{1, 2}));
    static_assert(decltype(db.from<"maße">())::column(0).name == "größe" && decltype(db.from<"maße">())::column(1).name == "名前");
    CHECK(rowsOf(db.from<"maße">().select(col<"名前">, col<"größe">)) == Texts{"+I[2, 1]"});
    CHECK(rowsOf(db.sqlQuery<"SELECT `größe` + 名前 AS summe FROM `maße`">()) == Texts{"+I[3]"});
    CHECK(s.tenv.toDataStream<Maß>(db.from<"maße">()).executeAndCollect()[0].名前 == 2);
}

TEST_CASE("P162 enums are stored by value, named or not") {
    enum class E : std::int16_t { lo = -200, z = 0, hi = 300 };
    test::Environment s;
    const auto t = s.tenv.fromDataStream(s.env.fromElements(E::lo, E::z, E::hi, static_cast<E>(7)));
    CHECK(s.tenv.toDataStream<E>(t).executeAndCollect() == std::vector{E::lo, E::z, E::hi, static_cast<E>(7)});
    CHECK(rowsOf(t) == Texts{"+I[-200]", "+I[0]", "+I[300]", "+I[7]"});
}

// ---- O: running --------------------------------------------------------------------------------------------------------------

TEST_CASE("P174 each step sees each row once, also with two sinks") {
    test::Environment s;
    int counter = 0;
    const auto mapped = s.env.fromElements(3, 4, 5).map([&counter](int n) { ++counter; return n; });
    const auto t = s.tenv.fromDataStream(mapped, col<"n">).where(col<"n"> > 3);
    CHECK(rowsOf(t) == Texts{"+I[4]", "+I[5]"});
    CHECK(counter == 3);
    counter = 0;
    std::vector<int> a, b;
    const auto stream = s.tenv.toDataStream<int>(t);
    stream.addSink(CollectSink(a));
    stream.addSink(CollectSink(b));
    s.env.execute("two sinks");
    CHECK(counter == 3);
    CHECK(a == std::vector{4, 5});
    CHECK(b == a);
}

TEST_CASE("P176 running again reads the source anew") {
    test::Environment s;
    std::vector<int> numbers{1, 2};
    const auto result = s.tenv.fromDataStream(s.env.fromView(numbers), col<"n">).where(col<"n"> % 2 == 0).execute();
    CHECK(textsOf(result.collect()) == Texts{"+I[2]"});
    numbers.push_back(4);
    CHECK(textsOf(result.collect()) == Texts{"+I[2]", "+I[4]"});
}
