// SPDX-License-Identifier: BSL-1.0
// What a real Flink makes of lists of fields in fromDataStream.
#include <conformance/case.hpp>
#include <conformance/types.hpp>

using namespace rivulet;
using namespace conformance;

namespace list_types {

struct Person { int age{}; Text name{}; };
struct PersonN { Int age{}; Text name{}; };

}  // namespace list_types

using namespace list_types;

namespace {

StreamExecutionEnvironment env;
auto tenv = StreamTableEnvironment::create(env);

// Flink forgets NOT NULL in such a list; these columns can be null from the start.
using Pair = std::tuple<Long, Int>;
using Ages = Row<Field<"name", Text>, Field<"age", Int>>;
auto pairs() { return env.fromElements(Pair{1, 10}, Pair{2, 20}); }
auto persons() { return env.fromElements(PersonN{30, "Ann"}, PersonN{40, "Bo"}); }
auto ages() { return env.fromElements(Ages{"Ann", 30}, Ages{"Bo", 40}); }

template <class Tag> void both(Case& c, const Table<Tag>& table) {
    c.schema(table);
    c.rows(tenv.toDataStream(table));
}
CONFORMANCE(legacy_tuple_default) { derived<std::tuple<std::int64_t, int>>(c, {{1, 10}, {2, 20}}); }
CONFORMANCE(legacy_tuple_position_one) { both(c, tenv.fromDataStream(pairs(), col<"myLong">)); }
CONFORMANCE(legacy_tuple_position_all) { both(c, tenv.fromDataStream(pairs(), col<"myLong">, col<"myInt">)); }
CONFORMANCE(legacy_tuple_swap) { both(c, tenv.fromDataStream(pairs(), col<"f1">, col<"f0">)); }
CONFORMANCE(legacy_tuple_project) { both(c, tenv.fromDataStream(pairs(), col<"f1">)); }
CONFORMANCE(legacy_tuple_swap_alias) { both(c, tenv.fromDataStream(pairs(), col<"f1">.as<"myInt">(), col<"f0">.as<"myLong">())); }
CONFORMANCE(legacy_tuple_field_twice_alias) { both(c, tenv.fromDataStream(pairs(), col<"f0">.as<"a">(), col<"f0">.as<"b">())); }
CONFORMANCE(legacy_tuple_mixed_refused) { c.refused(fieldsError<Pair>(col<"f1">, col<"other">), ErrorCode::mixedNames, "other"); }
CONFORMANCE(legacy_tuple_position_too_many) { c.refused(fieldsError<Pair>(col<"a">, col<"b">, col<"c">), ErrorCode::tooManyNames, "c", "Could not map: c"); }
CONFORMANCE(legacy_tuple_same_twice) { c.refused(fieldsError<Pair>(col<"f0">, col<"f0">), ErrorCode::duplicateColumn, "f0"); }
CONFORMANCE(legacy_tuple_duplicate_names) { c.refused(fieldsError<Pair>(col<"a">, col<"a">), ErrorCode::duplicateColumn, "a", "[a, a]"); }
CONFORMANCE(legacy_tuple_expression_refused) { c.refused(fieldsError<Pair>(col<"f0"> + lit<1>), ErrorCode::notAField, "+", "Field reference"); }
CONFORMANCE(legacy_tuple_star) { c.refused(fieldsError<Pair>(col<"*">), ErrorCode::notAField, "*"); }

CONFORMANCE(legacy_pojo_default) { derived<Person>(c, {{30, "Ann"}, {40, "Bo"}}); }
CONFORMANCE(legacy_pojo_alias) { both(c, tenv.fromDataStream(persons(), col<"age">.as<"myAge">(), col<"name">.as<"myName">())); }
CONFORMANCE(legacy_pojo_project) { both(c, tenv.fromDataStream(persons(), col<"name">)); }
CONFORMANCE(legacy_pojo_project_alias) { both(c, tenv.fromDataStream(persons(), col<"name">.as<"myName">())); }
CONFORMANCE(legacy_pojo_by_position_refused) {
    c.refused(fieldsError<PersonN>(col<"a">, col<"b">), ErrorCode::unknownColumn, "a", "a is not a field");
    CHECK(tenv.fromDataStream(persons(), byPosition<"a", "b">).schemaText() == "(\n  `a` INT,\n  `b` STRING\n)\n");
}
CONFORMANCE(legacy_row_default) { derived<Ages>(c, {{"Ann", 30}, {"Bo", 40}}); }
CONFORMANCE(legacy_row_position) {
    both(c, tenv.fromDataStream(ages(), byPosition<"myName", "myAge">));
    CHECK(fieldsError<Ages>(col<"myName">, col<"myAge">).code == ErrorCode::unknownColumn);
    both(c, tenv.fromDataStream(env.fromElements(Row<Text, Int>{"Ann", 30}, Row<Text, Int>{"Bo", 40}), col<"myName">, col<"myAge">));  // a row without names
}
CONFORMANCE(legacy_row_alias) { both(c, tenv.fromDataStream(ages(), col<"name">.as<"myName">(), col<"age">.as<"myAge">())); }
CONFORMANCE(legacy_row_project) { both(c, tenv.fromDataStream(ages(), col<"name">)); }
CONFORMANCE(legacy_row_project_alias) { both(c, tenv.fromDataStream(ages(), col<"name">.as<"myName">())); }
CONFORMANCE(legacy_atomic_rename) { both(c, tenv.fromDataStream(env.fromElements(Long(1), Long(2)), col<"myLong">)); }
CONFORMANCE(legacy_atomic_f0) { both(c, tenv.fromDataStream(env.fromElements(Long(1), Long(2)), col<"f0">)); }
CONFORMANCE(legacy_atomic_two_refused) { c.refused(fieldsError<Long>(col<"a">, col<"b">), ErrorCode::tooManyNames, "b", "Too many fields"); }
CONFORMANCE(legacy_view_with_expressions) {
    auto db = tenv.createTemporaryView<"v">(pairs(), col<"f1">.as<"x">(), col<"f0">).createTemporaryView<"w">(pairs(), col<"myLong">, col<"myInt">);
    c.schema(db.from<"v">());
    c.schema(db.from<"w">(), "printSchema_2");
    c.rows(tenv.toDataStream(db.sqlQuery<"SELECT x + 1 FROM v">()));
}
CONFORMANCE(legacy_empty_expression_list) {
    c.schema(tenv.fromDataStream(pairs(), byPosition<>));
    c.differs("rows");  // a table without columns has no rows to give
}

}  // namespace
