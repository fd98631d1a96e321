// SPDX-License-Identifier: BSL-1.0
// Flink 1.12's conversions out of tables.
#include <conformance/case.hpp>
#include <conformance/types.hpp>

using namespace rivulet;
using namespace conformance;

namespace legacy_types {

struct Score { Text name{}; Int score{}; };
struct ScoreUp { Text NAME{}; Int Score{}; };
struct Three { Text name{}; Int score{}; Text extra{}; };

}  // namespace legacy_types

using namespace legacy_types;

template <> struct rivulet::TextOf<Score> {
    static void append(std::string& out, const Score& v) { out += "Score(name=" + textOf(v.name) + ",score=" + textOf(v.score) + ")"; }
};

namespace {

StreamExecutionEnvironment env;
auto tenv = StreamTableEnvironment::create(env);

auto scores() { return tenv.fromValues(row("Ann", 1), row("Bo", 2)).as<"name", "score">(); }
// SUM per key of (Alice,12)(Bob,10)(Alice,100)
using Pair = Row<Field<"f0", Text>, Field<"f1", Int>>;
auto pairs() { return tenv.fromDataStream(env.fromElements(Pair("Alice", 12), Pair("Bob", 10), Pair("Alice", 100))); }
auto sums() { return pairs().groupBy(col<"f0">).select(col<"f0">.as<"name">(), col<"f1">.sum().as<"score">()); }

template <class T, class Tag> constexpr Error appendError(const Table<Tag>&) { return detail::IntoHolder<detail::SinkAppended<T, Tag>>::error; }

CONFORMANCE(legacy_append_row) { c.rows(tenv.toAppendStream(scores())); }
CONFORMANCE(legacy_append_tuple) { c.rows(tenv.toAppendStream<std::tuple<Text, Int>>(scores())); }
CONFORMANCE(legacy_append_pojo) { c.rows(tenv.toAppendStream<Score>(scores().select(col<"score">, col<"name">))); }
CONFORMANCE(legacy_append_pojo_missing) { c.refused(appendError<Three>(scores()), ErrorCode::missingColumn, "extra"); }
CONFORMANCE(legacy_append_pojo_case) { c.refused(appendError<ScoreUp>(scores()), ErrorCode::missingColumn, "NAME"); }
CONFORMANCE(legacy_append_atomic) {  // Flink's generated code does not compile
    c.differs("error");
    CHECK(linesOf(tenv.toAppendStream<std::string>(scores().select(col<"name">)).executeAndCollect()) == std::vector<std::string>{"Ann", "Bo"});
}
CONFORMANCE(legacy_append_atomic_two) { c.refused(appendError<std::string>(scores()), ErrorCode::fieldCount, "score"); }
CONFORMANCE(legacy_append_atomic_string_column) {  // the same
    c.differs("error");
    CHECK(linesOf(tenv.toAppendStream<Text>(tenv.fromDataStream(env.fromElements(Text("a"), Text("b")))).executeAndCollect()) == std::vector<std::string>{"a", "b"});
}
CONFORMANCE(legacy_append_atomic_integer) {  // Flink gives internal rows
    c.differs("rows");
    CHECK(tenv.toAppendStream<int>(scores().select(col<"score">)).executeAndCollect() == std::vector{1, 2});
}
CONFORMANCE(legacy_append_null_in_tuple) {
    c.rows(tenv.toAppendStream<std::tuple<Text, Int>>(tenv.fromValues(row(0)).select(lit<"a">.as<"a">(), nullOf<std::int32_t>.as<"b">())));
}
CONFORMANCE(legacy_append_updating_refused) { c.refused(appendError<Row<>>(sums()), ErrorCode::updatesIntoAppend, "GroupAggregate"); }
CONFORMANCE(legacy_append_pojo_alias) {  // Flink loses a projection that only renames
    c.differs("error");
    CHECK(linesOf(tenv.toAppendStream<Score>(pairs().as<"name", "score">()).executeAndCollect()).size() == 3);
}
CONFORMANCE(seed4_to_append_row) {
    std::string text;
    tenv.toAppendStream(tenv.fromDataStream(env.fromElements(Pair("alan", 18), Pair("alanchan", 19), Pair("alanchanchn", 20), Pair("alan", 20)))).print({}, &text);
    env.execute();
    c.printed(text);
}

CONFORMANCE(legacy_retract_row) { c.rows(tenv.toRetractStream(sums())); }
CONFORMANCE(legacy_retract_row_print) {
    std::string text;
    tenv.toRetractStream(sums()).print({}, &text);
    env.execute();
    c.printed(text);
}
CONFORMANCE(legacy_retract_tuple) { c.rows(tenv.toRetractStream<std::tuple<Text, Int>>(sums())); }
CONFORMANCE(legacy_retract_pojo) {  // Flink loses the alias of the key
    c.differs("error");
    CHECK(linesOf(tenv.toRetractStream<Score>(sums()).executeAndCollect()).back() == "(true,Score(name=Alice,score=112))");
}
CONFORMANCE(legacy_retract_pojo_same_names) {
    auto db = tenv.createTemporaryView<"t">(pairs().as<"name", "score">());
    c.rows(tenv.toRetractStream<Score>(db.sqlQuery<"SELECT name, SUM(score) AS score FROM t GROUP BY name">()));
}
CONFORMANCE(legacy_retract_append_only) { c.rows(tenv.toRetractStream(scores())); }
CONFORMANCE(legacy_retract_deletes) {
    auto table = tenv.fromChangelogStream(env.fromElements(Pair("a", 1), Pair("a", 2), Pair(RowKind::delete_, "a", 1), Pair(RowKind::delete_, "a", 2), Pair("a", 7)));
    c.rows(tenv.toRetractStream(table.groupBy(col<"f0">).select(col<"f0">, count().as<"n">(), col<"f1">.sum().as<"s">())));
}

}  // namespace
