// SPDX-License-Identifier: BSL-1.0
// Rows of every shape as tables and back: nested, optional, collections, RAW, enums, types that cannot be assigned or copied, local types, 100 fields.
#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "table/texts.hpp"

using namespace rivulet;
using test::rowsOf;
using test::Texts;

namespace {

// The same name with other members stands in table_api.cpp: the two must not meet at link time.
struct Twin {
    std::int32_t number;
    std::string text;
};
enum class Level : std::int16_t { low = -200, zero = 0, high = 300 };
struct Place {
    std::int32_t unit;
    std::optional<std::string> town;
    bool operator==(const Place&) const = default;
};
struct Person {
    std::int32_t id;
    Place home;
    std::optional<Place> work;
    std::tuple<std::int32_t, std::string> pair;
};
struct Opaque {
    explicit Opaque(int s) : secret(s) {}
    int reveal() const { return secret; }
    bool operator==(const Opaque&) const = default;

private:
    int secret;
};
struct Holder {
    std::int32_t id;
    Raw<Opaque> hidden;
    std::optional<Raw<Opaque>> maybe;
};
struct Fixed {  // neither assigned nor made from nothing
    const std::int32_t id;
    const std::string name;
    const std::optional<double> weight;
};
struct Needy {
    Decimal<6, 2> price;
    Raw<Opaque> key;
};
struct Bag {
    std::vector<std::int32_t> list;
    std::array<std::optional<std::int32_t>, 2> two;
    std::map<std::string, std::int64_t> map;
    std::optional<std::vector<std::string>> words;
    bool operator==(const Bag&) const = default;
};
struct Optionals {
    std::optional<bool> b;
    std::optional<std::int8_t> i8;
    std::optional<std::int64_t> i64;
    std::optional<float> f;
    std::optional<double> d;
    std::optional<std::string> s;
    std::optional<Decimal<10, 2>> n;
    std::optional<Date> date;
    std::optional<Level> level;
    bool operator==(const Optionals&) const = default;
};
struct Renamed {
    std::int32_t orderId;
    std::string cache;
    double price;
};

}  // namespace

template <> struct rivulet::Members<Renamed> {
    static constexpr auto changes = memberChanges(rename<"orderId", "order_id">, hide<"cache">);
};

namespace {

using Start = test::Environment;

}  // namespace

TEST_CASE("nested structs: one column; a.b reaches in, through an optional it is nullable") {
    Start s;
    const auto people = s.env.fromCollection(std::vector<Person>{{1, {9, "Ulm"}, Place{3, {}}, {4, "x"}}, {2, {8, {}}, {}, {5, "y"}}});
    const auto db = s.tenv.createTemporaryView<"people">(people);
    const auto byApi = db.from<"people">().select(col<"home.unit">, col<"home">.get<"town">().as<"town">(), col<"work.unit">.as<"wu">(), col<"work.town">.as<"wt">(), col<"pair.f1">.as<"p">());
    static_assert(byApi.schemaText() == "(\n  `unit` INT NOT NULL,\n  `town` STRING,\n  `wu` INT,\n  `wt` STRING,\n  `p` STRING NOT NULL\n)\n");
    CHECK(rowsOf(byApi) == Texts{"+I[9, Ulm, 3, null, x]", "+I[8, null, null, null, y]"});
    const auto bySql = db.sqlQuery<"SELECT people.home.unit, home.town, people.work.unit AS wu, work.town AS wt, pair.f1 AS p FROM people">();
    CHECK(rowsOf(bySql) == rowsOf(byApi));
    static_assert(bySql.plan() == byApi.plan());
    // a step has a name of its own, and flatten() takes all of them
    const auto steps = db.from<"people">().select(col<"id">, col<"home">.get<"town">(), col<"work">.flatten(), col<"pair">.flatten());
    static_assert(steps.schemaText() == "(\n  `id` INT NOT NULL,\n  `home$town` STRING,\n  `work$unit` INT,\n  `work$town` STRING,\n  `pair$f0` INT NOT NULL,\n  `pair$f1` STRING NOT NULL\n)\n");
    CHECK(rowsOf(steps) == Texts{"+I[1, Ulm, 3, null, 4, x]", "+I[2, null, null, null, 5, y]"});
    CHECK(rowsOf(db.sqlQuery<"SELECT id, home.town, people.`work`.*, pair.* FROM people">()) == rowsOf(steps));
    // whole structs pass through, to the same C++ type
    struct Homes { Place home; std::optional<Place> work; };
    const auto homes = s.tenv.toDataStream<Homes>(db.from<"people">().select(col<"home">, col<"work">)).executeAndCollect();
    CHECK(homes.size() == 2);
    CHECK(homes[0].home == Place{9, "Ulm"});
    CHECK(homes[0].work == Place{3, {}});
    CHECK(homes[1].work == std::nullopt);
}

TEST_CASE("optional everywhere, there and back") {
    Start s;
    const Optionals full{true, std::int8_t{-1}, 5, 0.5f, 0.25, "t", Decimal<10, 2>("1.25"), Date{1970, 1, 1}, Level::high}, none{};
    const auto t = s.tenv.fromDataStream(s.env.fromElements(full, none));
    static_assert(t.schemaText() == "(\n  `b` BOOLEAN,\n  `i8` TINYINT,\n  `i64` BIGINT,\n  `f` FLOAT,\n  `d` DOUBLE,\n  `s` STRING,\n  `n` DECIMAL(10, 2),\n  `date` DATE,\n  `level` SMALLINT\n)\n");
    CHECK(rowsOf(t) == Texts{"+I[true, -1, 5, 0.5, 0.25, t, 1.25, 1970-01-01, 300]", "+I[null, null, null, null, null, null, null, null, null]"});
    CHECK(s.tenv.toDataStream<Optionals>(t).executeAndCollect() == std::vector{full, none});
}

TEST_CASE("vectors, arrays and maps as columns, there and back") {
    Start s;
    const Bag full{{1, 2}, {3, std::nullopt}, {{"a", 1}, {"b", 2}}, std::vector<std::string>{"x", ""}}, empty{{}, {}, {}, {}};
    const auto t = s.tenv.fromDataStream(s.env.fromElements(full, empty));
    static_assert(t.schemaText() == "(\n  `list` ARRAY<INT NOT NULL> NOT NULL,\n  `two` ARRAY<INT> NOT NULL,\n  `map` MAP<STRING NOT NULL, BIGINT NOT NULL> NOT NULL,\n  `words` ARRAY<STRING NOT NULL>\n)\n");
    CHECK(rowsOf(t) == Texts{"+I[[1, 2], [3, null], {a=1, b=2}, [x, ]]", "+I[[], [null, null], {}, null]"});
    CHECK(s.tenv.toDataStream<Bag>(t).executeAndCollect() == std::vector{full, empty});
    const auto items = t.select(col<"list">.at(2).as<"i">(), col<"map">.at("b").as<"m">(), col<"words">.at(1).as<"w">(), col<"list">.cardinality().as<"n">(), col<"two">.at(1).as<"t">());
    CHECK(rowsOf(items) == Texts{"+I[2, 2, x, 2, 3]", "+I[null, null, null, 0, null]"});
}

TEST_CASE("Raw passes through unchanged, also where it may be missing") {
    Start s;
    const auto t = s.tenv.fromDataStream(s.env.fromElements(Holder{1, {Opaque(42)}, {}}, Holder{2, {Opaque(43)}, Raw<Opaque>{Opaque(44)}}));
    CHECK(t.column(1).type.root == TypeRoot::raw);
    struct Out { std::int32_t id; Raw<Opaque> hidden; std::optional<Raw<Opaque>> maybe; };
    const auto rows = s.tenv.toDataStream<Out>(t.where(col<"id"> > 0).select(col<"id">, col<"hidden">, col<"maybe">)).executeAndCollect();
    CHECK(rows.size() == 2);
    CHECK(rows[0].hidden.value == Opaque(42));
    CHECK(!rows[0].maybe);
    CHECK(rows[1].maybe->value == Opaque(44));
}

TEST_CASE("enums are their underlying integers, by value") {
    Start s;
    const auto t = s.tenv.fromDataStream(s.env.fromElements(Level::low, Level::zero, Level::high, static_cast<Level>(7)), col<"level">);
    CHECK(rowsOf(t.where(col<"level"> > 0).select((col<"level"> + 1).as<"n">())) == Texts{"+I[301]", "+I[8]"});
    CHECK(s.tenv.toDataStream<Level>(t).executeAndCollect() == std::vector{Level::low, Level::zero, Level::high, static_cast<Level>(7)});
    CHECK(rowsOf(t.where(col<"level"> == Level::high)) == Texts{"+I[300]"});
}

TEST_CASE("rows that cannot be assigned or made from nothing") {
    Start s;
    const auto t = s.tenv.fromDataStream(s.env.fromCollection(std::vector<Fixed>{{1, "a", 0.5}, {2, "b", {}}}));
    CHECK(rowsOf(t) == Texts{"+I[1, a, 0.5]", "+I[2, b, null]"});
    const auto back = s.tenv.toDataStream<Fixed>(t.where(col<"id"> > 1)).executeAndCollect();
    CHECK(back.size() == 1);
    CHECK(back[0].name == "b");
    const auto needy = s.tenv.fromDataStream(s.env.fromElements(Needy{Decimal<6, 2>("2.50"), {Opaque(9)}}));
    const auto out = s.tenv.toDataStream<Needy>(needy.select((col<"price"> * 2).cast<Decimal<6, 2>>().as<"price">(), col<"key">)).executeAndCollect();
    CHECK(out.size() == 1);
    CHECK(out[0].price == Decimal<6, 2>("5.00"));
    CHECK(out[0].key.value == Opaque(9));
}

TEST_CASE("members renamed and hidden") {
    Start s;
    const auto t = s.tenv.fromDataStream(s.env.fromElements(Renamed{1, "c", 0.5}));
    static_assert(t.schemaText() == "(\n  `order_id` INT NOT NULL,\n  `price` DOUBLE NOT NULL\n)\n");
    const auto back = s.tenv.toDataStream<Renamed>(t.select(col<"price">, (col<"order_id"> + 1).as<"order_id">())).executeAndCollect();
    CHECK(back[0].orderId == 2);
    CHECK(back[0].cache.empty());
}

TEST_CASE("a move-only row is an element of a stream; its map to a copyable one is a table") {
    struct Owner { std::unique_ptr<int> p; int v; };
    struct Plain { int p, v; };
    Start s;
    std::vector<Owner> owners;
    owners.push_back({std::make_unique<int>(3), 4});
    const auto t = s.tenv.fromDataStream(s.env.fromCollection(std::move(owners)).map([](const Owner& o) { return Plain{*o.p, o.v}; }));
    CHECK(rowsOf(t) == Texts{"+I[3, 4]"});
}

namespace {

// Local types of one spelling and different members: their tables must keep apart.
template <class T> auto madeHere(T value) {
    struct Local { T v; };
    return Local{std::move(value)};
}
Texts first(const Start& s) {
    struct Local { std::int32_t a; };
    return rowsOf(s.tenv.fromDataStream(s.env.fromElements(Local{1})));
}
Texts second(const Start& s) {
    struct Local { std::string b; double c; };
    return rowsOf(s.tenv.fromDataStream(s.env.fromElements(Local{"x", 2.5})));
}

}  // namespace

TEST_CASE("local structs of the same name") {
    const Start s;
    CHECK(first(s) == Texts{"+I[1]"});
    CHECK(second(s) == Texts{"+I[x, 2.5]"});
    {
        struct Local { bool d; };
        CHECK(rowsOf(s.tenv.fromDataStream(s.env.fromElements(Local{true}))) == Texts{"+I[true]"});
    }
    {
        struct Local { std::string d; };
        CHECK(rowsOf(s.tenv.fromDataStream(s.env.fromElements(Local{"true"}))) == Texts{"+I[true]"});
    }
    const auto numbers = s.env.fromElements(madeHere(1)), more = s.env.fromElements(madeHere(3));
    const auto others = s.env.fromElements(madeHere(std::int64_t{2}));
    const auto a = s.tenv.fromDataStream(numbers), c = s.tenv.fromDataStream(more);
    const auto b = s.tenv.fromDataStream(others);
    CHECK(rowsOf(a.unionAll(b)) == Texts{"+I[1]", "+I[2]"});
    CHECK(rowsOf(b.unionAll(a)) == Texts{"+I[1]", "+I[2]"});  // in the order in which the sources were made
    CHECK(rowsOf(a.unionAll(b).unionAll(c)) == Texts{"+I[1]", "+I[3]", "+I[2]"});
    CHECK(rowsOf(a.unionAll(b).unionAll(b)).size() == 3);
}

TEST_CASE("anonymous structs of the same name in another translation unit") {
    Start s;
    const auto t = s.tenv.fromDataStream(s.env.fromElements(Twin{1, "one"}));
    CHECK(rowsOf(t.select(col<"number">, col<"text">)) == Texts{"+I[1, one]"});
    CHECK(rowsOf(t.where(col<"number"> == Level::zero)).empty());
    CHECK(s.tenv.toDataStream<Twin>(t).executeAndCollect()[0].text == "one");
    const auto db = s.tenv.createTemporaryView<"twins">(t).createTemporaryFunction<"SAME">([](std::int32_t n) { return n + 1; });
    CHECK(rowsOf(db.sqlQuery<"SELECT SAME(number) FROM twins">()) == Texts{"+I[2]"});
}

namespace {
struct Wide {
    int m0{}, m1{}, m2{}, m3{}, m4{}, m5{}, m6{}, m7{}, m8{}, m9{}, m10{}, m11{}, m12{}, m13{}, m14{}, m15{}, m16{}, m17{}, m18{}, m19{}, m20{}, m21{}, m22{}, m23{}, m24{},
        m25{}, m26{}, m27{}, m28{}, m29{}, m30{}, m31{}, m32{}, m33{}, m34{}, m35{}, m36{}, m37{}, m38{}, m39{}, m40{}, m41{}, m42{}, m43{}, m44{}, m45{}, m46{}, m47{}, m48{}, m49{},
        m50{}, m51{}, m52{}, m53{}, m54{}, m55{}, m56{}, m57{}, m58{}, m59{}, m60{}, m61{}, m62{}, m63{}, m64{}, m65{}, m66{}, m67{}, m68{}, m69{}, m70{}, m71{}, m72{}, m73{}, m74{},
        m75{}, m76{}, m77{}, m78{}, m79{}, m80{}, m81{}, m82{}, m83{}, m84{}, m85{}, m86{}, m87{}, m88{}, m89{}, m90{}, m91{}, m92{}, m93{}, m94{}, m95{}, m96{}, m97{}, m98{};
    std::string last;
};
}  // namespace

TEST_CASE("a struct of 100 fields") {
    Start s;
    Wide w;
    w.m0 = 1;
    w.m98 = 98;
    w.last = "end";
    const auto t = s.tenv.fromDataStream(s.env.fromElements(w));
    static_assert(t.columnCount() == 100);
    static_assert(t.column(99).name == "last");
    const auto back = s.tenv.toDataStream<Wide>(t.where(col<"m98"> == 98)).executeAndCollect();
    CHECK(back.size() == 1);
    CHECK(back[0].m0 + back[0].m98 == 99);
    CHECK(back[0].last == "end");
    const auto fewer = s.tenv.createTemporaryView<"wide">(t).sqlQuery<"SELECT m98, m0, last FROM wide WHERE m50 = 0">();
    CHECK(rowsOf(fewer) == Texts{"+I[98, 1, end]"});
}
