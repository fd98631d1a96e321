// SPDX-License-Identifier: BSL-1.0
// Changes into tables and out of them.
#include <conformance/case.hpp>
#include <conformance/types.hpp>

using namespace rivulet;
using namespace conformance;

namespace {

StreamExecutionEnvironment env;
auto tenv = StreamTableEnvironment::create(env);

using Pair = Row<Field<"f0", Text>, Field<"f1", Int>>;
using Keyed = Row<Field<"f0", std::string>, Field<"f1", Int>>;  // where the recorded schema says NOT NULL
constexpr auto insert = RowKind::insert, before = RowKind::updateBefore, after = RowKind::updateAfter, gone = RowKind::delete_;
constexpr auto key = Schema().primaryKey<"f0">();

auto changes() { return env.fromElements(Pair("Alice", 12), Pair("Bob", 5), Pair(before, "Alice", 12), Pair(after, "Alice", 100)); }
auto upserts() { return env.fromElements(Keyed("Alice", 12), Keyed("Bob", 5), Keyed(after, "Alice", 100)); }
auto scores() { return env.fromElements(Keyed("Alice", 12), Keyed("Bob", 10), Keyed("Alice", 100)); }

// SUM(f1) per f0, under these names.
template <class Tag> auto sums(const Table<Tag>& table) { return table.groupBy(col<"f0">).select(col<"f0">.template as<"name">(), col<"f1">.sum().template as<"score">()); }
template <class S> auto sumOf(const S& stream) { return sums(tenv.fromChangelogStream(stream)); }
template <class Table> std::string printed(const Table& table) {
    std::string text;
    table.execute().print(text);
    return text;
}

// Why toChangelogStream(table, schema, mode) is refused.
template <class S, class Mode = decltype(ChangelogMode::all()), class Tag> constexpr Error outError(const Table<Tag>&, S, Mode = {}) {
    if constexpr (detail::SinkSchemaHolder<Tag, S>::error.code != ErrorCode::none) return detail::SinkSchemaHolder<Tag, S>::error;
    else return detail::IntoHolder<detail::SinkUnderSchema<Tag, S, Mode::bits>>::error;
}
template <class T, class S, class Mode> constexpr Error inError(S, Mode) { return errorOf<detail::ShortTag<detail::SchemaTag<T, NoFunctions, S, Mode::bits>>>; }

// Rows that came out before the job failed.
template <class Stream> void failsAfter(Case& c, Stream&& stream, std::string_view row) {
    std::vector<std::string> seen;
    std::move(stream).addSink([&seen](const auto& r) { seen.push_back(textOf(r)); });  // one loop: the sink has seen each row before the next one
    c.fails<DataError>([] { env.execute(); }, {row});
    if (!seen.empty()) c.rows(seen);
}

// ---- fromChangelogStream ------------------------------------------------------------------------------------------------

CONFORMANCE(changelog_default_sum) {
    auto table = tenv.fromChangelogStream(changes());
    c.schema(table);
    c.rows(tenv.toChangelogStream(sums(table)));
}
CONFORMANCE(changelog_default_sum_print) { c.printed(printed(sumOf(changes()))); }
CONFORMANCE(changelog_upsert_sum) {
    auto table = tenv.fromChangelogStream(upserts(), key, ChangelogMode::upsert());
    c.schema(table);
    c.rows(tenv.toChangelogStream(sums(table)));
}
CONFORMANCE(changelog_upsert_sum_print) { c.printed(printed(sums(tenv.fromChangelogStream(upserts(), key, ChangelogMode::upsert())))); }
CONFORMANCE(seed0_changelog_ex1) {
    auto db = tenv.createTemporaryView<"InputTable">(tenv.fromChangelogStream(changes()));
    c.printed(printed(db.sqlQuery<"SELECT f0 AS name, SUM(f1) AS score FROM InputTable GROUP BY f0">()));
}
CONFORMANCE(seed0_changelog_ex2) {
    auto db = tenv.createTemporaryView<"InputTable">(tenv.fromChangelogStream(upserts(), key, ChangelogMode::upsert()));
    c.printed(printed(db.sqlQuery<"SELECT f0 AS name, SUM(f1) AS score FROM InputTable GROUP BY f0">()));
}
CONFORMANCE(changelog_default_identity) {
    c.rows(tenv.toChangelogStream(tenv.fromChangelogStream(env.fromElements(Pair("a", 1), Pair(before, "a", 1), Pair(after, "a", 2), Pair(gone, "a", 2), Pair(gone, "zz", 9)))));
}
CONFORMANCE(seed3_changelog_rows) {
    std::string text;
    tenv.toChangelogStream(tenv.fromChangelogStream(changes())).print({}, &text);
    env.execute();
    c.printed(text);
}
CONFORMANCE(changelog_upsert_without_key) { c.refused(inError<Pair>(Schema(), ChangelogMode::upsert()), ErrorCode::upsertWithoutKey, "UPDATE_AFTER"); }
CONFORMANCE(changelog_upsert_gets_update_before) {
    c.rows(tenv.toChangelogStream(tenv.fromChangelogStream(env.fromElements(Keyed("a", 1), Keyed(before, "a", 1), Keyed(after, "a", 2)), key, ChangelogMode::upsert())));
}
CONFORMANCE(changelog_insert_only_gets_update) {
    failsAfter(c, tenv.toChangelogStream(tenv.fromChangelogStream(env.fromElements(Pair("a", 1), Pair(after, "a", 2)), Schema(), ChangelogMode::insertOnly())), "+U[a, 2]");
}
CONFORMANCE(changelog_insert_only_gets_update_group) {
    failsAfter(c, tenv.toChangelogStream(sums(tenv.fromChangelogStream(env.fromElements(Pair(gone, "a", 1)), Schema(), ChangelogMode::insertOnly()))), "-D[a, 1]");
}
CONFORMANCE(derive_row_update_kind_group) {
    failsAfter(c, tenv.toChangelogStream(sums(tenv.fromDataStream(env.fromElements(Pair(before, "a", 1), Pair(after, "a", 5))))), "-U[a, 1]");
}
CONFORMANCE(changelog_mode_ub_without_ua) {
    c.refused(inError<Pair>(Schema(), ChangelogMode::of<RowKind::insert, RowKind::updateBefore>()), ErrorCode::beforeWithoutAfter, "UPDATE_BEFORE");
}
CONFORMANCE(changelog_mode_texts) {
    std::string text;
    for (const std::string_view mode : {ChangelogMode::insertOnly().text(), ChangelogMode::upsert().text(), ChangelogMode::of<insert, after, gone>().text(), ChangelogMode::all().text()})
        text.append(mode) += '\n';
    c.printed(text);
}
CONFORMANCE(changelog_schema_renamed_types) {
    auto table = tenv.fromChangelogStream(changes(), Schema().column<"f1", "INT">().column<"f0", "STRING">().columnByExpression<"up", "UPPER(f0)">());
    c.schema(table);
    c.rows(tenv.toChangelogStream(table));
}
CONFORMANCE(changelog_generic_rows) {  // rows have types
    c.differs("printSchema");
    c.differs("rows");
    CHECK(linesOf(tenv.toChangelogStream(tenv.fromChangelogStream(env.fromElements(Pair("a", 1), Pair(gone, "a", 1)))).executeAndCollect()) ==
          std::vector<std::string>{"+I[a, 1]", "-D[a, 1]"});
}
CONFORMANCE(changelog_filter) {
    auto table = tenv.fromChangelogStream(env.fromElements(Keyed("a", 1), Keyed(after, "a", 50), Keyed(after, "a", 3)), key, ChangelogMode::upsert());
    c.rows(tenv.toChangelogStream(table.filter(col<"f1"> < lit<10>)));
}
CONFORMANCE(changelog_retract_unknown) { c.rows(tenv.toChangelogStream(sumOf(env.fromElements(Pair(gone, "a", 5), Pair("a", 1), Pair(before, "b", 2))))); }
CONFORMANCE(changelog_batch_refused) {
    using Batch = detail::FunctionPack<true>;
    constexpr Error error = errorOf<detail::ShortTag<detail::StreamTag<Pair, Batch, plan::ChangelogMode::all>>>;
    c.refused(error, ErrorCode::changesInBatch, "fromChangelogStream", "INSERT-only");
    StreamExecutionEnvironment batch;  // known at run time only
    batch.setRuntimeMode(RuntimeExecutionMode::Batch);
    auto table = StreamTableEnvironment::create(batch).fromChangelogStream(batch.fromElements(Pair("a", 1)));
    CHECK_THROWS_AS(table.execute().collect(), IllegalState);
}

// ---- toDataStream of what is updated --------------------------------------------------------------------------------------

CONFORMANCE(out_updating_refused) {
    auto table = sums(tenv.fromDataStream(env.fromElements(Pair("Alice", 12))));
    c.query(table);
    c.refused(intoError<Row<>>(table), ErrorCode::updatesIntoAppend, "GroupAggregate");
}
CONFORMANCE(out_updating_deletes_refused) {
    auto table = sumOf(changes());
    c.query(table);
    c.refused(intoError<Row<>>(table), ErrorCode::updatesIntoAppend, "GroupAggregate");
    CHECK(intoError<Row<>>(table).found == "update and delete changes");
}
CONFORMANCE(out_changelog_identity_refused) {
    auto table = tenv.fromChangelogStream(changes());
    c.query(table);
    c.refused(intoError<Row<>>(table), ErrorCode::updatesIntoAppend, "TableSourceScan");
}

// ---- toChangelogStream ----------------------------------------------------------------------------------------------------

constexpr auto named = Schema().column<"name", "STRING NOT NULL">().column<"score", "INT">().primaryKey<"name">();

CONFORMANCE(cl_out_default) { c.rows(tenv.toChangelogStream(sumOf(scores()))); }
CONFORMANCE(cl_out_default_batch) {
    StreamExecutionEnvironment batch;
    auto table = BatchTableEnvironment::create(batch).fromDataStream(batch.fromElements(Pair("Alice", 12), Pair("Bob", 10), Pair("Alice", 100)));
    c.rows(tenv.toChangelogStream(sums(table)));
}
CONFORMANCE(cl_out_upsert_declared_columns) {
    auto stream = tenv.toChangelogStream(sumOf(scores()), Schema().column<"who", "STRING NOT NULL">().column<"total", "BIGINT">().primaryKey<"who">(), ChangelogMode::upsert());
    std::vector<std::string> lines;
    for (const auto& row : stream.executeAndCollect()) {
        static_assert(std::is_same_v<decltype(row), const Row<Field<"who", std::string>, Field<"total", Long>>&>);
        lines.push_back(std::string(shortName(row.kind)) + " who=" + row.get<"who">() + " total=" + textOf(row.get<"total">()) + " Long");
    }
    c.rows(lines);
}
CONFORMANCE(cl_out_upsert_without_key) { c.rows(tenv.toChangelogStream(sumOf(scores()), Schema(), ChangelogMode::upsert())); }
CONFORMANCE(cl_out_upsert_other_key) {
    auto table = tenv.fromDataStream(env.fromElements(Row<Field<"f0", Text>, Field<"f1", int>>("Alice", 12)));
    auto sum = table.groupBy(col<"f0">).select(col<"f0">.as<"name">(), col<"f1">.sum().as<"score">());
    c.refused(outError(sum, Schema().column<"name", "STRING">().column<"score", "INT NOT NULL">().primaryKey<"score">(), ChangelogMode::upsert()), ErrorCode::upsertSinkKey, "score");
}
CONFORMANCE(cl_out_upsert_other_key_dedup) { c.differs("rows"); }  // no conflict strategies: the query is refused as above
CONFORMANCE(cl_out_upsert_nullable_key_refused) {
    c.refused(outError(sumOf(changes()), Schema().primaryKey<"name">(), ChangelogMode::upsert()), ErrorCode::keyNullable, "name");
}
CONFORMANCE(cl_out_upsert_deletes) {
    auto table = sumOf(env.fromElements(Keyed("a", 1), Keyed("a", 2), Keyed(gone, "a", 1), Keyed(gone, "a", 2), Keyed("a", 9)));
    c.rows(tenv.toChangelogStream(table, named, ChangelogMode::upsert()));
}
CONFORMANCE(cl_out_insert_only_refused) { c.refused(outError(sums(tenv.fromDataStream(scores())), Schema(), ChangelogMode::insertOnly()), ErrorCode::updatesIntoAppend, "GroupAggregate"); }
CONFORMANCE(cl_out_mode_without_delete) {
    const Error error = outError(sumOf(changes()), Schema(), ChangelogMode::of<insert, before, after>());
    c.refused(error, ErrorCode::updatesIntoAppend, "GroupAggregate");
    CHECK(error.found == "delete changes");
}
CONFORMANCE(cl_out_schema_count_mismatch) { c.refused(outError(tenv.fromDataStream(changes()), Schema().column<"a", "STRING">()), ErrorCode::fieldCount, "f1"); }
CONFORMANCE(cl_out_schema_type_mismatch) {
    c.refused(outError(tenv.fromDataStream(changes()), Schema().column<"a", "STRING">().column<"b", "STRING">()), ErrorCode::sinkType, "f1");
}
CONFORMANCE(cl_out_execute_and_collect) {
    auto table = sumOf(scores());
    auto lines = linesOf(tenv.toChangelogStream(table).executeAndCollect(), "stream ");
    for (const auto& line : linesOf(table.execute().collect(), "table ")) lines.push_back(line);
    c.rows(lines);
}
CONFORMANCE(cl_out_distinct) { c.rows(tenv.toChangelogStream(tenv.fromDataStream(env.fromElements(Pair("a", 1), Pair("b", 5), Pair("a", 3))).select(col<"f0">).distinct())); }
CONFORMANCE(cl_out_after_stream_transform) {
    auto changed = tenv.toChangelogStream(sumOf(scores())).map([](auto row) {
        row.template get<"score">() = *row.template get<"score">() * 10;
        return row;
    });
    auto table = tenv.fromChangelogStream(changed).where(col<"score"> > lit<0>);
    c.rows(tenv.toChangelogStream(table.select(count().as<"n">(), col<"score">.sum().as<"s">())));
}

// ---- batch mode -----------------------------------------------------------------------------------------------------------

// `make(tenv, stream)` in batch mode, known to the compiler, and then known at run time only; both give the same.
template <class Make> auto inBatch(Make make) {
    StreamExecutionEnvironment first, second;
    second.setRuntimeMode(RuntimeExecutionMode::Batch);
    const auto elements = std::vector{Keyed("Alice", 12), Keyed("Bob", 10), Keyed("Alice", 100)};
    const auto lines = linesOf(make(BatchTableEnvironment::create(first), first.fromCollection(elements)).executeAndCollect());
    CHECK(linesOf(make(StreamTableEnvironment::create(second), second.fromCollection(elements)).executeAndCollect()) == lines);
    return lines;
}
CONFORMANCE(mode_batch_upsert_out) {
    c.rows(inBatch([](const auto& db, const auto& stream) { return db.toChangelogStream(sums(db.fromDataStream(stream)), named, ChangelogMode::upsert()); }));
}
CONFORMANCE(mode_batch_to_data_stream) {  // the compiler must know of it
    StreamExecutionEnvironment batch;
    const auto db = BatchTableEnvironment::create(batch);
    c.rows(db.toDataStream(sums(db.fromDataStream(batch.fromElements(Pair("Alice", 12), Pair("Bob", 10), Pair("Alice", 100))))));
}
CONFORMANCE(mode_batch_order_count_batch) {
    StreamExecutionEnvironment batch;
    const auto base = BatchTableEnvironment::create(batch);
    const auto db = base.createTemporaryView<"allowed">(batch.fromElements(Text("Bob"), Text("Alice")))
                        .createTemporaryView<"names">(batch.fromElements(Text("Bob"), Text("Alice"), Text("Greg"), Text("Bob")));
    c.rows(db.toDataStream(db.sqlQuery<"SELECT names.f0, COUNT(*) AS n FROM names JOIN allowed ON names.f0 = allowed.f0 GROUP BY names.f0">()));
}

// ---- seeds ----------------------------------------------------------------------------------------------------------------

CONFORMANCE(seed0_to_changelog_program1) {
    auto table = tenv.fromValues(row("Alice", 12), row("Alice", 2), row("Bob", 12)).as<"name", "score">().groupBy(col<"name">).select(col<"name">, col<"score">.sum().as<"score">());
    c.schema(table);
    std::string text = printed(table);
    for (const auto& line : linesOf(tenv.toChangelogStream(table).executeAndCollect())) text.append(line) += '\n';
    c.printed(text);
    c.fails<IllegalState>([] { env.execute(); }, {c.text("error").substr(0, 20)});
}
CONFORMANCE(seed0_to_changelog_program2) {
    struct Event { std::string name; Int score; TimestampLtz<3> event_time; };
    const auto events = env.fromGenerator([](std::int64_t i) { return Event{std::string(100, static_cast<char>('a' + i)), static_cast<std::int32_t>(i) - 1, TimestampLtz<3>::fromMillis(i)}; }, 3);
    std::vector<std::string> shapes;
    for (const auto& r : tenv.toChangelogStream(tenv.fromDataStream(events), Schema().column<"name", "string">().column<"score", "int">().columnByMetadata<"rowtime", "TIMESTAMP_LTZ(3)">()).executeAndCollect()) {
        static_assert(std::is_same_v<decltype(r), const Row<Field<"name", Text>, Field<"score", Int>>&>);
        CHECK(r.get<"name">()->size() == 100);
        shapes.push_back(std::string(shortName(r.kind)) + "[<100 hex digits>, <int>]");
    }
    c.rows(shapes);
}
auto clicks() {
    return env.fromElements(Click{"Alice", "./home", 1000}, Click{"Alice", "./home", 1000}, Click{"Bob", "./cart", 1000}, Click{"Alice", "./prod?id=1", 5000},
                            Click{"Cary", "./home", 60000}, Click{"Bob", "./prod?id=3", 90000}, Click{"Alice", "./prod?id=7", 105000});
}
auto clickCounts() { return tenv.createTemporaryView<"eventTable">(clicks()).sqlQuery<"SELECT user, COUNT(url) FROM eventTable GROUP BY user">(); }
CONFORMANCE(seed1_updating_refused) { c.refused(intoError<Row<>>(clickCounts()), ErrorCode::updatesIntoAppend, "GroupAggregate"); }
CONFORMANCE(seed1_changelog) {
    c.schema(clickCounts());
    std::string text;
    tenv.toChangelogStream(clickCounts()).print("sql->", &text);
    env.execute();
    c.printed(text);
}
template <class Environment> auto salaries(const Environment& e, const StreamExecutionEnvironment& from) {
    auto rows = e.fromDataStream(from.fromElements(Pair("alan", 18), Pair("alanchan", 19), Pair("alanchanchn", 20), Pair("alan", 20))).template as<"name", "salary">();
    return e.template createTemporaryView<"t">(rows).template sqlQuery<"SELECT name, SUM(salary) FROM t GROUP BY name">();
}
CONFORMANCE(seed4_sum) {
    c.schema(salaries(tenv, env));
    std::string text;
    tenv.toChangelogStream(salaries(tenv, env)).print({}, &text);
    env.execute();
    c.printed(text);
}
CONFORMANCE(seed4_sum_batch) {
    StreamExecutionEnvironment batch;
    std::string text;
    const auto db = BatchTableEnvironment::create(batch);
    db.toChangelogStream(salaries(db, batch)).print({}, &text);
    batch.execute();
    c.printed(text);
}
CONFORMANCE(seed4_sum_refused) { c.refused(intoError<Row<>>(salaries(tenv, env)), ErrorCode::updatesIntoAppend, "GroupAggregate"); }

}  // namespace
