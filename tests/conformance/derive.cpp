// SPDX-License-Identifier: BSL-1.0
// What a real Flink derives from the types of tuples, rows and classes.
#include <conformance/case.hpp>
#include <conformance/types.hpp>

using namespace rivulet;
using namespace conformance;

namespace derived_types {  // one each file: a name is one class in the whole program

// Classes that are opaque to SQL.
class Fixed {  // no default constructor
public:
    Fixed(std::string name, int score) : name_(std::move(name)), score_(score) {}
    std::string toString() const { return "Fixed(" + name_ + "," + std::to_string(score_) + ")"; }

private:
    std::string name_;
    int score_;
};
struct Hidden { int a{}; };
struct Fixedish {};
enum class Color : std::int8_t { RED, GREEN };

struct TwoCtors { Text beta{}, alpha{}; };
struct Getters { std::int64_t id{}; Nullable<bool> ok{}; Text tag{}; };
struct Cases { Text Beta{}, Zeta{}, _under{}, alpha{}, x1{}, x10{}, x2{}; };
struct WithChar { int a{}; char o{}; };

}  // namespace derived_types

using namespace derived_types;

template <> struct rivulet::TextOf<Fixed> { static void append(std::string& out, const Fixed& v) { out += v.toString(); } };
template <> struct rivulet::TextOf<Fixedish> { static void append(std::string& out, const Fixedish&) { out += "Fixedish"; } };

namespace {

StreamExecutionEnvironment env;
auto tenv = StreamTableEnvironment::create(env);

// ---- derive -----------------------------------------------------------------------------------------------------------

CONFORMANCE(derive_pojo_full_constructor) { derived<User>(c, {{"Alice", 4, at(1000)}, {"Bob", 6, at(1001)}, {"Alice", 10, at(1002)}}); }
CONFORMANCE(derive_pojo_no_full_constructor) { derived<UserM>(c, {{at(5), "Ann", 1}}); }
CONFORMANCE(derive_pojo_constructor_plus_overlong) { derived<TwoCtors>(c, {{"b", "a"}}); }
CONFORMANCE(derive_pojo_getters) { derived<Getters>(c, {{7, std::nullopt, "t"}}); }
CONFORMANCE(derive_pojo_immutable_is_raw) { derived<Nullable<Raw<Fixed>>>(c, {Raw<Fixed>{Fixed("Ann", 3)}}); }
CONFORMANCE(derive_pojo_not_public_is_raw) { derived<Nullable<Raw<Hidden>>>(c, {Raw<Hidden>{Hidden{0}}}); }
CONFORMANCE(derive_pojo_alphabetical_is_codepoint_order) { derived<Cases>(c, {Cases{}}); }
CONFORMANCE(derive_pojo_nested) { derived<Trip>(c, {{1, City{"Ulm", 120}, std::nullopt}}); }
CONFORMANCE(derive_tuple2) { derived<std::tuple<std::int64_t, Text>>(c, {{12, "Alice"}, {0, "Bob"}}); }
CONFORMANCE(derive_tuple3) { derived<std::tuple<bool, Nullable<Decimal<38, 18>>, double>>(c, {{true, Decimal<38, 18>("2.50"), 0.1}}); }
CONFORMANCE(derive_tuple4_times) {
    derived<std::tuple<Moment, Nullable<Timestamp<9>>, Nullable<Date>, Nullable<Time<9>>>>(c, {{at(5), Timestamp<9>("2020-01-01 00:00"), Date(2020, 1, 2), Time<9>(3, 0)}});
}
CONFORMANCE(derive_tuple2_bytes_and_array) {
    derived<std::tuple<Bytes, std::vector<int>, std::vector<Text>>>(c, {{Bytes{std::byte{1}, std::byte{2}}, {3}, {"x", std::nullopt}}});
}
CONFORMANCE(derive_tuple2_null_string) { derived<std::tuple<int, Text>>(c, {{1, std::nullopt}}); }
CONFORMANCE(derive_row_named) {
    derived<Row<Field<"name", Text>, Field<"age", Int>, Field<"ok", Nullable<bool>>>>(c, {{"Ann", 3, true}, {std::nullopt, std::nullopt, std::nullopt}});
}
CONFORMANCE(derive_row_unnamed) { derived<Row<Text, Int>>(c, {{"Ann", 3}}); }
CONFORMANCE(derive_row_from_elements) { derived<Row<Text, Int>>(c, {{"alan", 18}, {"bo", 19}}); }
CONFORMANCE(derive_row_by_names) {
    Row<Field<"a", Text>, Field<"b", Int>> row;
    row.get<"b">() = 2;
    row.get<"a">() = "x";
    derived<decltype(row)>(c, {row});
}
CONFORMANCE(derive_null_record_atomic) { derived<Text>(c, {"s1", std::nullopt, "s3"}); }
CONFORMANCE(derive_pojo_char_field) {
    static_assert(rowError<WithChar>.code == ErrorCode::unsignedMember);
    c.refused(rowError<WithChar>, ErrorCode::unsignedMember, "WithChar.o", "class 'char'");
}
CONFORMANCE(derive_pojo_nested_primitive_out) {
    auto db = tenv.createTemporaryView<"v">(env.fromElements(Trip{1, City{"Ulm", 120}, std::nullopt}));
    auto table = db.sqlQuery<"SELECT v.`from`.people AS p FROM v">();
    c.schema(table);
    c.rows(tenv.toDataStream(table));
    CHECK(linesOf(tenv.toDataStream(db.sqlQuery<"SELECT v.`to`.people AS p FROM v">()).executeAndCollect()) == std::vector<std::string>{"+I[null]"});
}
CONFORMANCE(derive_pojo_nested_primitive_print) {
    auto db = tenv.createTemporaryView<"v">(env.fromElements(Trip{1, City{"Ulm", 120}, std::nullopt}));
    std::string text;
    db.sqlQuery<"SELECT v.`from`.people AS p, v.`to`.people AS q, v.`from` AS f, v.`to` AS t FROM v">().execute().print(text);
    c.printed(text);
}
CONFORMANCE(derive_pojo_nested_select) {
    auto db = tenv.createTemporaryView<"v">(env.fromElements(Trip{1, City{"Ulm", 120}, std::nullopt}));
    auto table = db.sqlQuery<"SELECT id, v.`from`.town AS town, v.`to`.town AS t2, v.`to` AS dest FROM v">();
    c.schema(table);
    c.schema(db.from<"v">().select(col<"from">.flatten()), "printSchema_flatten");
    c.schema(db.from<"v">().select(col<"from">.get<"town">(), col<"from">.get<"people">()), "printSchema_flatten");
    c.differs("error");  // they leave
    CHECK(linesOf(tenv.toDataStream(table).executeAndCollect()) == std::vector<std::string>{"+I[1, Ulm, null, null]"});
}

// Kinds of rows: here they are always checked.
using Change = Row<Text, Int>;
CONFORMANCE(derive_row_update_kind_filter) {
    auto table = tenv.fromDataStream(env.fromElements(Change("a", 1), Change(RowKind::updateBefore, "a", 1), Change(RowKind::delete_, "b", 2))).filter(col<"f1"> > lit<0>);
    std::vector<std::string> seen;
    tenv.toDataStream(table).addSink([&](const auto& row) { seen.push_back(textOf(row)); });
    c.fails<DataError>([&] { env.execute(); }, {"-U[a, 1]"});
    c.differs("rows");  // Flink's filter moved a number
    CHECK(seen == std::vector<std::string>{"+I[a, 1]"});
}
CONFORMANCE(derive_row_update_kind_unchecked) {
    auto table = tenv.fromDataStream(env.fromElements(Change("a", 1), Change(RowKind::updateBefore, "a", 1)));
    c.schema(table);
    c.differs("rows");
    CHECK_THROWS_AS(tenv.toDataStream(table).executeAndCollect(), DataError);
}

// Dates and times are never RAW.
template <class T> void derivedWithTypes(Case& c, std::vector<T> input, std::string_view schema) {
    auto table = tenv.fromDataStream(env.fromCollection(std::move(input)));
    c.differs("printSchema");
    CHECK(table.schemaText() == schema);
    c.rows(tenv.toDataStream(table));
}
CONFORMANCE(derive_pojo_local_dates_extracted) {
    derivedWithTypes<Dated>(c, {{Date(2024, 2, 29), Time<9>(1, 2, 3), Timestamp<9>("2024-02-29 01:02:03.456789")}}, "(\n  `d` DATE,\n  `t` TIME(9),\n  `ts` TIMESTAMP(9)\n)\n");
}
CONFORMANCE(derive_atomic_local_date_extracted) { derivedWithTypes<Date>(c, {Date(2024, 2, 29)}, "(\n  `f0` DATE NOT NULL\n)\n"); }
CONFORMANCE(derive_tuple2_local_date_time_extracted) {
    derivedWithTypes<std::tuple<int, Timestamp<9>>>(c, {{1, Timestamp<9>("2024-02-29 01:02")}}, "(\n  `f0` INT NOT NULL,\n  `f1` TIMESTAMP(9) NOT NULL\n)\n");
}
// An enumeration is a number.
CONFORMANCE(derive_tuple2_enum_generic) {
    auto table = tenv.fromDataStream(env.fromElements(std::tuple<Color, Raw<Fixedish>>{Color::GREEN, {}}));
    c.differs("printSchema");
    CHECK(withShortNames(table.schemaText()) == "(\n  `f0` TINYINT NOT NULL,\n  `f1` RAW('Fixedish', '...') NOT NULL\n)\n");
    c.differs("rows");
    CHECK(linesOf(tenv.toDataStream(table).executeAndCollect()) == std::vector<std::string>{"+I[1, Fixedish]"});
}

}  // namespace
