// SPDX-License-Identifier: BSL-1.0
// fromValues: common types, NULLs, structs, declared row types, refusals.
#include <doctest/doctest.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <rivulet/rivulet.hpp>

using namespace rivulet;

namespace {

struct City { std::string town; int people; bool operator==(const City&) const = default; };
struct Wide { std::string town; std::int64_t people; bool operator==(const Wide&) const = default; };

template <class Tag> std::string rowsOf(const Table<Tag>& table) {
    std::string text;
    for (const auto& r : table.execute().collect()) appendText(text, r);
    return text;
}
template <class... R> constexpr Error refused(const R&...) {
    return rivulet::detail::ValuesHolder<void, typename rivulet::detail::ValueRow<R>::Type...>::error;
}
template <class T, class... R> constexpr Error refusedAs(const R&...) {
    return rivulet::detail::ValuesHolder<T, typename rivulet::detail::ValueRow<R>::Type...>::error;
}

TEST_CASE("tables of values") {
    StreamExecutionEnvironment env;
    auto tenv = StreamTableEnvironment::create(env);
    struct Case { std::string_view name, schema, expectedSchema; std::string rows, expectedRows; };
    const auto of = [](std::string_view name, const auto& table, std::string_view schema, std::string rows) { return Case{name, table.schemaText(), schema, rowsOf(table), std::move(rows)}; };
    const std::string text = "xyz";
    const Case cases[]{
        of("common types", tenv.fromValues(row(1, "ABC"), row(2LL, "ABCDE")), "(\n  `f0` BIGINT NOT NULL,\n  `f1` VARCHAR(5) NOT NULL\n)\n", "+I[1, ABC]+I[2, ABCDE]"),
        of("text of one length", tenv.fromValues(row("ab"), row("cd")), "(\n  `f0` CHAR(2) NOT NULL\n)\n", "+I[ab]+I[cd]"),
        of("plain values", tenv.fromValues(1, 2, 3), "(\n  `f0` INT NOT NULL\n)\n", "+I[1]+I[2]+I[3]"),
        of("plain text", tenv.fromValues("a", "bcd"), "(\n  `f0` VARCHAR(3) NOT NULL\n)\n", "+I[a]+I[bcd]"),
        of("text that is no literal", tenv.fromValues(row("ab"), row(text)), "(\n  `f0` STRING NOT NULL\n)\n", "+I[ab]+I[xyz]"),
        of("text of a pointer", tenv.fromValues(std::string_view("ab"), text.c_str()), "(\n  `f0` STRING NOT NULL\n)\n", "+I[ab]+I[xyz]"),
        of("numbers", tenv.fromValues(row(1, 1.5f), row(Decimal<6, 2>("2.5"), 2.0)), "(\n  `f0` DECIMAL(12, 2) NOT NULL,\n  `f1` DOUBLE NOT NULL\n)\n", "+I[1.00, 1.5]+I[2.50, 2.0]"),
        of("NULL", tenv.fromValues(row(1, std::nullopt), row(std::optional<std::int64_t>(), "x")), "(\n  `f0` BIGINT,\n  `f1` CHAR(1)\n)\n", "+I[1, null]+I[null, x]"),
        of("NULL of one length", tenv.fromValues(row("ab"), row(std::nullopt)), "(\n  `f0` CHAR(2)\n)\n", "+I[ab]+I[null]"),
        of("times", tenv.fromValues(row(Date(2024, 1, 2)), row(Timestamp<3>("2024-01-02 03:04:05.678"))), "(\n  `f0` TIMESTAMP(3) NOT NULL\n)\n",
           "+I[2024-01-02T00:00]+I[2024-01-02T03:04:05.678]"),
        of("collections", tenv.fromValues(row(std::vector{1, 2}, std::map<int, bool>{{1, true}})), "(\n  `f0` ARRAY<INT NOT NULL> NOT NULL,\n  `f1` MAP<INT NOT NULL, BOOLEAN NOT NULL> NOT NULL\n)\n",
           "+I[[1, 2], {1=true}]"),
        of("a collection or NULL", tenv.fromValues(row(std::vector{1, 2}), row(std::nullopt)), "(\n  `f0` ARRAY<INT NOT NULL>\n)\n", "+I[[1, 2]]+I[null]"),
        of("structs", tenv.fromValues(City{"Ulm", 1}, City{"Bonn", 2}), "(\n  `town` STRING NOT NULL,\n  `people` INT NOT NULL\n)\n", "+I[Ulm, 1]+I[Bonn, 2]"),
        of("rows", tenv.fromValues(Row<Field<"a", int>>(1), Row<Field<"a", int>>(2)), "(\n  `a` INT NOT NULL\n)\n", "+I[1]+I[2]"),
        of("rows and tuples", tenv.fromValues(Row<Field<"a", int>>(1), std::tuple{2LL}), "(\n  `f0` BIGINT NOT NULL\n)\n", "+I[1]+I[2]"),
        of("a struct in a row", tenv.fromValues(row(1, City{"Ulm", 1})), "(\n  `f0` INT NOT NULL,\n  `f1` STRUCTURED<'City', `town` STRING NOT NULL, `people` INT NOT NULL> NOT NULL\n)\n", "+I[1, City(Ulm,1)]"),
        of("as a struct", tenv.fromValues<Wide>(row("Ulm", 1), City{"Bonn", 2}), "(\n  `town` STRING NOT NULL,\n  `people` BIGINT NOT NULL\n)\n", "+I[Ulm, 1]+I[Bonn, 2]"),
        of("as a row", tenv.fromValues<Row<Field<"id", std::optional<Decimal<10, 2>>>, Field<"name", std::optional<std::string>>>>(row(1, "ABC"), row(std::nullopt, std::nullopt)),
           "(\n  `id` DECIMAL(10, 2),\n  `name` STRING\n)\n", "+I[1.00, ABC]+I[null, null]"),
        of("no rows", tenv.fromValues<City>(), "(\n  `town` STRING NOT NULL,\n  `people` INT NOT NULL\n)\n", ""),
        of("no text", tenv.fromValues(row("", 1), row("ab", 2)), "(\n  `f0` VARCHAR(2) NOT NULL,\n  `f1` INT NOT NULL\n)\n", "+I[, 1]+I[ab, 2]"),
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        CHECK(c.schema == c.expectedSchema);
        CHECK(c.rows == c.expectedRows);
    }
    // A table like any other.
    auto db = tenv.createTemporaryView<"cities">(tenv.fromValues(row("Ulm", 120), row("Bonn", 330)).as<"town", "people">());
    CHECK(rowsOf(db.sqlQuery<"SELECT town FROM cities WHERE people > 200">()) == "+I[Bonn]");
    CHECK(tenv.toDataStream<City>(db.from<"cities">()).executeAndCollect() == std::vector<City>{{"Ulm", 120}, {"Bonn", 330}});
    // A value that does not fit is found when the table is made.
    CHECK_THROWS_AS((tenv.fromValues<Row<Decimal<3, 1>>>(row(1234))), DataError);
    CHECK_THROWS_WITH_AS((tenv.fromValues<Varchar<2>>("ä", "abc")), "fromValues: row 2: column 'f0': longer than VARCHAR(2); only a CAST to it cuts: 'abc'", DataError);
    CHECK(rowsOf(tenv.fromValues(row("ä"), row("ab"), row(std::nullopt))) == "+I[ä]+I[ab]+I[null]");  // not padded
}

TEST_CASE("values that make no table") {
    constexpr Error text = refused(std::tuple{1, true}, std::tuple{2, 3.5});
    static_assert(text.code == ErrorCode::unionType && text.subject == "f1");
    CHECK(text.expectedText.view() == "BOOLEAN NOT NULL");
    CHECK(text.foundText.view() == "DOUBLE NOT NULL");
    constexpr Error count = refused(std::tuple{1, 2}, std::tuple{1});
    static_assert(count.code == ErrorCode::columnCount);
    CHECK(count.expectedText.view() == "values: 2");
    CHECK(count.foundText.view() == "values: 1");
    static_assert(refused(std::tuple{1u}).code == ErrorCode::unsignedMember);
    static_assert(refused('c').code == ErrorCode::unsignedMember);
    static_assert(refusedAs<City>(std::tuple{1, 2}).code == ErrorCode::sinkType && refusedAs<City>(std::tuple{1, 2}).subject == "town");
    static_assert(refusedAs<int>(std::optional<int>{}).code == ErrorCode::nullIntoNotNull);
    static_assert(refusedAs<City>(1).code == ErrorCode::columnCount);
    static_assert(refused(1, 2LL).code == ErrorCode::none);
}

}  // namespace
