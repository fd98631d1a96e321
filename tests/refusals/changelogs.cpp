// SPDX-License-Identifier: BSL-1.0
// Changes that a table cannot have or a target cannot take, and steps over groups, pairs of tables and orders that mean nothing.
#include <rivulet/rivulet.hpp>

#include <optional>
#include <utility>
#include <vector>

using namespace rivulet;

using Score = Row<Field<"name", int>, Field<"points", std::optional<int>>>;
struct Plain { int name; std::optional<int> points; };
struct Total { int name; std::optional<int> total; };
constexpr auto byName = Schema().primaryKey<"name">();
constexpr auto inserts = ChangelogMode::insertOnly();

struct Start {
    StreamExecutionEnvironment env;
    DataStream<Score> scores = env.fromCollection(std::vector<Score>{});
    DataStream<Row<int, int>> rows = env.fromCollection(std::vector<Row<int, int>>{});
    DataStream<Plain> plain = env.fromCollection(std::vector<Plain>{});
    decltype(StreamTableEnvironment::create(env)) tenv = StreamTableEnvironment::create(env);
    decltype(tenv.fromDataStream(scores)) table = tenv.fromDataStream(scores);
    auto totals() const { return table.groupBy(col<"name">).select(col<"name">, col<"points">.sum().as<"total">()); }
    auto upserts() const { return tenv.fromChangelogStream(scores, byName, ChangelogMode::upsert()); }
};

// ---- changes into tables -----------------------------------------------------------------------------------------------

#if RIVULET_CASE == 1 // expect: a changelog with UPDATE_AFTER but no UPDATE_BEFORE needs a primary key | "UPDATE_AFTER" | wants: Schema().primaryKey<..>()
void f(Start s) { s.tenv.fromChangelogStream(s.rows, Schema(), ChangelogMode::upsert()); }
#endif
#if RIVULET_CASE == 101
void f(Start s) { s.tenv.fromChangelogStream(s.rows, Schema().primaryKey<"f0">(), ChangelogMode::upsert()); }
#endif

#if RIVULET_CASE == 2 // expect: a changelog that contains UPDATE_BEFORE must contain UPDATE_AFTER | "UPDATE_BEFORE"
void f(Start s) { s.tenv.fromChangelogStream(s.rows, Schema(), ChangelogMode::of<RowKind::insert, RowKind::updateBefore>()); }
#endif
#if RIVULET_CASE == 102
void f(Start s) { s.tenv.fromChangelogStream(s.rows, Schema(), ChangelogMode::of<RowKind::insert, RowKind::updateBefore, RowKind::updateAfter>()); }
#endif

#if RIVULET_CASE == 3 // expect: rivulet: fromChangelogStream takes a stream of rivulet::Row, whose kind tells what changed
void f(Start s) { s.tenv.fromChangelogStream(s.plain); }
#endif
#if RIVULET_CASE == 103
void f(Start s) { s.tenv.fromDataStream(s.plain); }
#endif

#if RIVULET_CASE == 4 // expect: a table of a batch environment is made from inserts only | "fromChangelogStream" | wants: insertOnly()
void f(Start s) { BatchTableEnvironment::create(s.env).fromChangelogStream(s.scores); }
#endif
#if RIVULET_CASE == 104
void f(Start s) { BatchTableEnvironment::create(s.env).fromChangelogStream(s.scores, Schema(), inserts); }
#endif

#if RIVULET_CASE == 5 // expect: the primary key's column does not exist | "f00" | did you mean: f0
void f(Start s) { s.tenv.fromChangelogStream(s.rows, Schema().primaryKey<"f00">(), ChangelogMode::upsert()); }
#endif
#if RIVULET_CASE == 105
void f(Start s) { s.tenv.fromChangelogStream(s.rows, Schema().primaryKey<"f0">(), ChangelogMode::upsert()); }
#endif

// ---- changes out of tables ---------------------------------------------------------------------------------------------

#if RIVULET_CASE == 10 // expect: the target doesn't support consuming the changes of this query | "GroupAggregate" | wants: toChangelogStream | found: update changes
void f(Start s) { s.tenv.toDataStream(s.totals()); }
#endif
#if RIVULET_CASE == 110
void f(Start s) { s.tenv.toChangelogStream(s.totals()); }
#endif

#if RIVULET_CASE == 11 // expect: the target doesn't support consuming the changes of this query | "ChangelogNormalize" | found: update and delete changes
void f(Start s) { s.tenv.toAppendStream<Plain>(s.upserts()); }
#endif
#if RIVULET_CASE == 111
void f(Start s) { s.tenv.toRetractStream<Plain>(s.upserts()); }
#endif

#if RIVULET_CASE == 12 // expect: the target doesn't support consuming the changes of this query | "TableSourceScan" | found: delete changes
void f(Start s) { s.tenv.toChangelogStream(s.tenv.fromChangelogStream(s.scores), Schema(), ChangelogMode::of<RowKind::insert, RowKind::updateBefore, RowKind::updateAfter>()); }
#endif
#if RIVULET_CASE == 112
void f(Start s) { s.tenv.toChangelogStream(s.tenv.fromChangelogStream(s.scores), Schema(), ChangelogMode::all()); }
#endif

#if RIVULET_CASE == 13 // expect: the primary key differs from the upsert key of the query | "n" | wants: name
void f(Start s) {
    const auto counts = s.table.groupBy(col<"name">).select(col<"name">, count().as<"n">());
    s.tenv.toChangelogStream(counts, Schema().primaryKey<"n">(), ChangelogMode::upsert());
}
#endif
#if RIVULET_CASE == 113
void f(Start s) {
    const auto counts = s.table.groupBy(col<"name">).select(col<"name">, count().as<"n">());
    s.tenv.toChangelogStream(counts, Schema().primaryKey<"name">(), ChangelogMode::upsert());
}
#endif

#if RIVULET_CASE == 14 // expect: a primary key column must be NOT NULL | "points" | wants: OR_THROW(..) or orThrow()
void f(Start s) { s.tenv.toChangelogStream(s.table, Schema().primaryKey<"points">(), ChangelogMode::upsert()); }
#endif
#if RIVULET_CASE == 114
void f(Start s) { s.tenv.toChangelogStream(s.table.select(col<"name">, col<"points">.orThrow().as<"points">()), Schema().primaryKey<"points">(), ChangelogMode::upsert()); }
#endif

#if RIVULET_CASE == 15 // expect: table and target have different numbers of columns | "points" | wants: columns: 1
void f(Start s) { s.tenv.toChangelogStream(s.table, Schema().column<"who", "BIGINT">()); }
#endif
#if RIVULET_CASE == 115
void f(Start s) { s.tenv.toChangelogStream(s.table, Schema().column<"who", "BIGINT">().column<"points", "BIGINT">()); }
#endif

#if RIVULET_CASE == 16 // expect: the column does not fit the field; cast it | "points" | wants: STRING | found: INT
void f(Start s) { s.tenv.toChangelogStream(s.table, Schema().column<"who", "BIGINT">().column<"points", "STRING">()); }
#endif
#if RIVULET_CASE == 116
void f(Start s) { s.tenv.toChangelogStream(s.table.select(col<"name">, col<"points">.cast<"STRING">().as<"points">()), Schema().column<"who", "BIGINT">().column<"points", "STRING">()); }
#endif

#if RIVULET_CASE == 17 // expect: a nullable column cannot land in a field that cannot be null | "points"
void f(Start s) { s.tenv.toChangelogStream(s.table, Schema().column<"who", "BIGINT">().column<"points", "INT NOT NULL">()); }
#endif
#if RIVULET_CASE == 117
void f(Start s) { s.tenv.toChangelogStream(s.table, Schema().column<"who", "BIGINT">().column<"points", "INT">()); }
#endif

#if RIVULET_CASE == 18 // expect: unknown metadata key | "time" | there are: rowtime
void f(Start s) { s.tenv.toChangelogStream(s.table, Schema().columnByMetadata<"time", "TIMESTAMP_LTZ(3)">()); }
#endif
#if RIVULET_CASE == 118
void f(Start s) { s.tenv.toChangelogStream(s.table, Schema().columnByMetadata<"time", "TIMESTAMP_LTZ(3)", "rowtime", true>()); }
#endif

#if RIVULET_CASE == 19 // expect: the target has a field that the table has no column for | "points"
void f(Start s) { s.tenv.toRetractStream<Plain>(s.totals()); }
#endif
#if RIVULET_CASE == 119
void f(Start s) { s.tenv.toRetractStream<Total>(s.totals()); }
#endif

#if RIVULET_CASE == 20 // expect: the target doesn't support consuming the changes of this query | "GroupAggregate"
void f(Start s) { s.tenv.createStatementSet().addInsert(s.totals(), [](const auto&) {}); }
#endif
#if RIVULET_CASE == 120
void f(Start s) { s.tenv.createStatementSet().addInsert(s.totals(), [](const auto&) {}, ChangelogMode::all()); }
#endif

#if RIVULET_CASE == 21 // expect: rivulet: addInsert: a sink that takes changes is one of rivulet::Row, whose kind tells what changed
void f(Start s) { s.tenv.createStatementSet().addInsert<Total>(s.totals(), [](const Total&) {}, ChangelogMode::all()); }
#endif
#if RIVULET_CASE == 121
void f(Start s) { s.tenv.createStatementSet().addInsert(s.totals(), [](const auto&) {}, ChangelogMode::all()); }
#endif

// ---- groups, pairs of tables, orders -----------------------------------------------------------------------------------

#if RIVULET_CASE == 30 // expect: column is not being grouped | "points" | there are: name
void f(Start s) { s.table.groupBy(col<"name">).select(col<"points">); }
#endif
#if RIVULET_CASE == 130
void f(Start s) { s.table.groupBy(col<"name">).select(col<"points">.max()); }
#endif

#if RIVULET_CASE == 31 // expect: unknown column | "nam" | did you mean: name
void f(Start s) { s.table.groupBy(col<"nam">).select(count()); }
#endif
#if RIVULET_CASE == 131
void f(Start s) { s.table.groupBy(col<"name">).select(count()); }
#endif

#if RIVULET_CASE == 32 // expect: aggregate not allowed here | "SUM"
void f(Start s) { s.table.where(col<"points">.sum() > 1); }
#endif
#if RIVULET_CASE == 132
void f(Start s) { s.table.select(col<"points">.sum().as<"s">()).where(col<"s"> > 1); }
#endif

#if RIVULET_CASE == 33 // expect: two columns have the same name | "name" | wants: renameColumns, or as
void f(Start s) { s.table.join(s.totals()); }
#endif
#if RIVULET_CASE == 133
void f(Start s) { s.table.join(s.totals().renameColumns(col<"name">.as<"name2">())); }
#endif

#if RIVULET_CASE == 34 // expect: unknown column | "id" | there are: name points who total
void f(Start s) { s.table.leftOuterJoin(s.totals().as<"who">(), col<"name"> == col<"id">); }
#endif
#if RIVULET_CASE == 134
void f(Start s) { s.table.leftOuterJoin(s.totals().as<"who">(), col<"name"> == col<"who">); }
#endif

#if RIVULET_CASE == 35 // expect: different number of columns | wants: 2 | found: 1
void f(Start s) { s.table.minus(s.table.select(col<"name">)); }
#endif
#if RIVULET_CASE == 135
void f(Start s) { s.table.minus(s.table.select(col<"name">, col<"points">)); }
#endif

#if RIVULET_CASE == 36 // expect: Sort on a non-time-attribute field is not supported in streaming; say how many rows with LIMIT | "ORDER BY"
void f(Start s) { s.tenv.toChangelogStream(s.table.orderBy(col<"points">)); }
#endif
#if RIVULET_CASE == 136
void f(Start s) { s.tenv.toChangelogStream(s.table.orderBy(col<"points">).fetch<3>()); }
#endif

#if RIVULET_CASE == 37 // expect: Sort on a non-time-attribute field is not supported in streaming; say how many rows with LIMIT
void f(Start s) { s.table.orderBy(col<"points">).select(col<"name">); }
#endif
#if RIVULET_CASE == 137
void f(Start s) { s.table.orderBy(col<"points">).limit<3>().select(col<"name">); }
#endif

#if RIVULET_CASE == 38 // expect: unknown column | "pints" | did you mean: points
void f(Start s) { s.table.orderBy(col<"pints">.desc()).fetch<3>(); }
#endif
#if RIVULET_CASE == 138
void f(Start s) { s.table.orderBy(col<"points">.desc()).fetch<3>(); }
#endif

#if RIVULET_CASE == 41 // expect: not supported | "OFFSET" | wants: LIMIT or FETCH with it
void f(Start s) { s.tenv.toChangelogStream(s.upserts().offset<2>()); }
#endif
#if RIVULET_CASE == 141
void f(Start s) { s.tenv.toChangelogStream(s.upserts().offset<2>().fetch<1>()); }
#endif

#if RIVULET_CASE == 39 // expect: rivulet: fetch takes a number of at least 0
void f(Start s) { s.table.orderBy(col<"points">.desc()).fetch<-1>(); }
#endif
#if RIVULET_CASE == 139
void f(Start s) { s.table.orderBy(col<"points">.desc()).fetch<0>(); }
#endif

// One mistake is one message, whatever is done with the result.
#if RIVULET_CASE == 40 // expect: unknown column | "b"
void f(Start s) {
    const auto t = s.table.groupBy(col<"b">).select(col<"b">, count()).distinct().join(s.table).union_(s.table).minusAll(s.table).orderBy(col<"c">).offset<1>().fetch<2>();
    s.tenv.toChangelogStream(t, Schema(), inserts).map([](const auto& r) { return r; }).print();
    s.tenv.toRetractStream<Plain>(s.table.join(t, col<"b"> == col<"c">));
}
#endif
#if RIVULET_CASE == 140
void f(Start s) {
    const auto t = s.table.groupBy(col<"name">).select(col<"name">, count()).distinct().orderBy(col<"name">).offset<1>().fetch<2>();
    s.tenv.toChangelogStream(t, Schema()).map([](const auto& r) { return r; }).print();
}
#endif

#if RIVULET_CASE == 50 // expect: a changelog with UPDATE_AFTER but no UPDATE_BEFORE needs a primary key | "UPDATE_AFTER" | wants: a table that a key tells
void f(Start s) { s.tenv.toChangelogStream(s.totals().select(col<"total">), Schema(), ChangelogMode::upsert()); }
#endif
#if RIVULET_CASE == 150
void f(Start s) { s.tenv.toChangelogStream(s.totals(), Schema(), ChangelogMode::upsert()); }
#endif

#if RIVULET_CASE == 51 // expect: not supported | "RAND" | wants: rows that only come
void f(Start s) { s.tenv.toChangelogStream(s.totals().select(col<"name">, call<"RAND">())); }
#endif
#if RIVULET_CASE == 151
void f(Start s) { s.tenv.toChangelogStream(s.table.select(col<"name">, call<"RAND">())); }
#endif
