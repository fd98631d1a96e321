// SPDX-License-Identifier: BSL-1.0
// Views, and tables of values and generators.
#include <conformance/case.hpp>
#include <conformance/types.hpp>

using namespace rivulet;
using namespace conformance;

namespace {

StreamExecutionEnvironment env;
auto tenv = StreamTableEnvironment::create(env);

using Id = std::tuple<std::int64_t, Text>;
auto ids() { return env.fromElements(Id{12, "Alice"}, Id{0, "Bob"}); }
template <FixedString Name, bool Wanted, class Views> constexpr Error viewError(const TableEnvironment<Views>&) { return rivulet::detail::ViewNameHolder<Views, Name, Wanted>::error; }
template <FixedString Sql, class Views> constexpr Error sqlError(const TableEnvironment<Views>&) {
    return errorOf<rivulet::detail::ShortTag<rivulet::detail::SqlTag<Views, Sql>>>;
}

CONFORMANCE(view_three_forms) {
    auto db = tenv.createTemporaryView<"A">(ids())
                  .createTemporaryView<"B">(ids(), Schema().column<"f0", "BIGINT">().column<"f1", "STRING">())
                  .createTemporaryView<"C">(tenv.fromDataStream(ids()).as<"id", "name">());
    c.schema(db.from<"A">());
    c.schema(db.from<"B">(), "printSchema_2");
    c.schema(db.from<"C">(), "printSchema_3");
    auto lines = linesOf(tenv.toDataStream(db.from<"A">()).executeAndCollect(), "A: ");
    for (const auto& line : linesOf(tenv.toDataStream(db.sqlQuery<"SELECT name FROM C WHERE id > 0">()).executeAndCollect(), "C: ")) lines.push_back(line);
    c.rows(lines);
}
CONFORMANCE(view_name_clash) { c.refused(viewError<"V", false>(tenv.createTemporaryView<"V">(ids())), ErrorCode::viewExists, "V"); }
CONFORMANCE(view_missing) { c.refused(viewError<"Nope", true>(tenv.createTemporaryView<"V">(ids())), ErrorCode::unknownTable, "Nope"); }
CONFORMANCE(view_missing_sql) {
    const Error error = sqlError<"SELECT * FROM Nope">(tenv.createTemporaryView<"V">(ids()));
    c.refused(error, ErrorCode::unknownTable, "Nope");
    CHECK(error.position == 14);  // "From line 1, column 15"
}
CONFORMANCE(view_case_sensitive) {
    const Error error = sqlError<"SELECT F0 FROM V">(tenv.createTemporaryView<"V">(ids()));
    c.refused(error, ErrorCode::unknownColumn, "F0");
    CHECK(error.nearest == "f0");
    CHECK(error.position == 7);
}
CONFORMANCE(view_inline_table_in_sql) {  // a table is a view first
    auto table = tenv.createTemporaryView<"t">(env.fromElements(Text("x"), Text("y"))).sqlQuery<"SELECT f0 FROM t">();
    c.schema(table);
    c.rows(tenv.toDataStream(table));
}
CONFORMANCE(view_path_with_catalog) {  // no catalogs: a name is a name
    auto db = tenv.createTemporaryView<"W">(env.fromElements(1)).createTemporaryView<"odd name">(env.fromElements(1));
    c.schema(db.from<"W">());
    c.schema(db.sqlQuery<"SELECT * FROM `odd name`">(), "printSchema_2");
}
CONFORMANCE(view_rename_as) { c.schema(tenv.fromDataStream(env.fromElements(std::tuple<int, Text>{1, "a"})).as<"id">()); }
CONFORMANCE(view_rename_duplicate) {
    c.refused(asError<"a", "a">(tenv.fromDataStream(ids())), ErrorCode::duplicateColumn, "a");
    CHECK(asError<"a", "b", "c">(tenv.fromDataStream(ids())).code == ErrorCode::nameCount);
}
CONFORMANCE(view_rename_clash) { c.refused(asError<"f1">(tenv.fromDataStream(ids())), ErrorCode::duplicateColumn, "f1"); }

// ---- mixed programs -----------------------------------------------------------------------------------------------------

CONFORMANCE(mix_data_generator_source) {
    auto db = tenv.createTemporaryView<"g">(env.fromGenerator([](std::int64_t i) { return "n" + std::to_string(i); }, 4));
    c.rows(tenv.toDataStream(db.sqlQuery<"SELECT UPPER(f0) FROM g">()));
}
CONFORMANCE(mix_from_values) {
    auto a = tenv.fromValues(row(1, "ABC"), row(2LL, "ABCDE"));
    auto b = tenv.fromValues<Row<Field<"id", Nullable<Decimal<10, 2>>>, Field<"name", Text>>>(row(1, "ABC"), row(2LL, "ABCDE"));
    c.schema(a);
    c.schema(b, "printSchema_2");
    auto lines = linesOf(tenv.toDataStream(a).executeAndCollect(), "a: ");
    for (const auto& line : linesOf(tenv.toDataStream(b).executeAndCollect(), "b: ")) lines.push_back(line);
    c.rowsInAnyOrder(lines);
}
CONFORMANCE(mix_execute_nothing) { c.fails<IllegalState>([] { StreamExecutionEnvironment{}.execute(); }, {c.text("error").substr(0, 20)}); }

}  // namespace
