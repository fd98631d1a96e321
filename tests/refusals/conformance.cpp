// SPDX-License-Identifier: BSL-1.0
// Conversions that Flink refuses when it plans or runs the job, by the recorded case's name: here they do not compile. The
// accepted neighbour is what was meant.
#include <rivulet/rivulet.hpp>

using namespace rivulet;

struct User { std::string name; std::optional<int> score; TimestampLtz<9> event_time; };
struct Score { std::string name; std::optional<int> score; };
struct Three { std::string name; std::optional<int> score; std::string extra; };
struct One { std::string name; };
struct Text { std::string name; std::string score; };
struct Sure { std::string name; int score; };
struct Positions { std::string aa; std::optional<int> bb; };
struct WithChar { int a; char o; };
struct WithText { int a; Char<1> o; };
struct Town { int area, people; };
struct Trip { int id; Town from; };
struct Same { int id; Row<Field<"area", int>, Field<"people", int>> from; };
struct Swapped { int id; Row<Field<"people", int>, Field<"area", int>> from; };

using Id = std::tuple<int, bool>;
StreamExecutionEnvironment env;
auto tenv = StreamTableEnvironment::create(env);
auto users() { return env.fromCollection(std::vector<User>{}); }
auto ids() { return env.fromElements(Id{12, true}); }
auto scores() { return tenv.fromDataStream(users(), col<"name">, col<"score">); }

// refuse_unknown_column
#if RIVULET_CASE == 1 // expect: the declared column is not a field of the stream's type | nam | did you mean: name | name score event_time
int main() { tenv.fromDataStream(users(), Schema().column<"nam", "STRING">()); }
#endif
#if RIVULET_CASE == 101
int main() { tenv.fromDataStream(users(), Schema().column<"name", "STRING NOT NULL">()); }
#endif

// refuse_expression_unknown_field
#if RIVULET_CASE == 2 // expect: unknown column | scor | did you mean: score | line 1, column 1
int main() { tenv.fromDataStream(users(), Schema().columnByExpression<"d", "scor * 2">()); }
#endif
#if RIVULET_CASE == 102
int main() { tenv.fromDataStream(users(), Schema().columnByExpression<"d", "score * 2">()); }
#endif

// refuse_expression_syntax
#if RIVULET_CASE == 3 // expect: syntax error in SQL | end of the query | line 1, column 8
int main() { tenv.fromDataStream(users(), Schema().columnByExpression<"d", "score +">()); }
#endif
#if RIVULET_CASE == 103
int main() { tenv.fromDataStream(users(), Schema().columnByExpression<"d", "score + 1">()); }
#endif

// refuse_pk_nullable_declared
#if RIVULET_CASE == 4 // expect: a primary key column must be NOT NULL | score
int main() { tenv.fromDataStream(users(), Schema().primaryKey<"score">()); }
#endif
#if RIVULET_CASE == 104
int main() { tenv.fromDataStream(users(), Schema().primaryKey<"name">()); }
#endif

// legacy_tuple_mixed_refused
#if RIVULET_CASE == 6 // expect: some names are fields and some are not: neither by name nor by position | x | f0
int main() { tenv.fromDataStream(env.fromElements(std::tuple{1}), col<"f0">, col<"x">); }
#endif
#if RIVULET_CASE == 106
int main() { tenv.fromDataStream(env.fromElements(std::tuple{1}), col<"f0">, col<"f0">.as<"x">()); }
#endif

// legacy_atomic_two_refused
#if RIVULET_CASE == 7 // expect: more names than fields | b | at most 1 | 2
int main() { tenv.fromDataStream(env.fromElements(1), col<"a">, col<"b">); }
#endif
#if RIVULET_CASE == 107
int main() { tenv.fromDataStream(env.fromElements(1), col<"a">); }
#endif

// legacy_tuple_star
#if RIVULET_CASE == 8 // expect: not a field reference or an alias of one | *
int main() { tenv.fromDataStream(ids(), col<"*">); }
#endif
#if RIVULET_CASE == 108
int main() { tenv.fromDataStream(ids()); }
#endif

// legacy_pojo_by_position_refused
#if RIVULET_CASE == 9 // expect: unknown column | a | name score event_time
int main() { tenv.fromDataStream(users(), col<"a">, col<"b">); }
#endif
#if RIVULET_CASE == 109
int main() { tenv.fromDataStream(users(), byPosition<"a", "b">); }
#endif

// out_pojo_missing_column
#if RIVULET_CASE == 10 // expect: the target has a field that the table has no column for | extra | name score
int main() { tenv.toDataStream<Three>(scores()); }
#endif
#if RIVULET_CASE == 110
int main() { tenv.toDataStream<Three>(scores().addColumns(lit<"x">.as<"extra">())); }
#endif

// out_pojo_extra_column
#if RIVULET_CASE == 11 // expect: the table has a column that the target has no field for | score | select the columns first
int main() { tenv.toDataStream<One>(scores()); }
#endif
#if RIVULET_CASE == 111
int main() { tenv.toDataStream<One>(scores().select(col<"name">)); }
#endif

// out_pojo_type_mismatch
#if RIVULET_CASE == 12 // expect: the column does not fit the field; cast it | score | INT | STRING
int main() { tenv.toDataStream<Text>(scores()); }
#endif
#if RIVULET_CASE == 112
int main() { tenv.toDataStream<Text>(scores().select(col<"name">, col<"score">.cast<std::string>().ifNull(lit<"">).as<"score">())); }
#endif

// out_pojo_null_into_int_drop
#if RIVULET_CASE == 13 // expect: a nullable column cannot land in a field that cannot be null | score | optional/COALESCE/orThrow
int main() { tenv.toDataStream<Sure>(scores()); }
#endif
#if RIVULET_CASE == 113
int main() { tenv.toDataStream<Sure>(scores().where(col<"score">.isNotNull())); }
#endif

// out_pojo_by_position
#if RIVULET_CASE == 14 // expect: the target has a field that the table has no column for | aa | name score
int main() { tenv.toDataStream<Positions>(scores()); }
#endif
#if RIVULET_CASE == 114
int main() { tenv.toDataStream<Positions>(scores(), byPosition<>); }
#endif

// derive_pojo_char_field
#if RIVULET_CASE == 15 // expect: an unsigned or character member has no SQL type | WithChar.o | std::string or Char<1>
int main() { tenv.fromDataStream(env.fromElements(WithChar{1, 'c'})); }
#endif
#if RIVULET_CASE == 115
int main() { tenv.fromDataStream(env.fromElements(WithText{1, "c"})); }
#endif

// view_name_clash
#if RIVULET_CASE == 16 // expect: a view with this name exists already | V
int main() { tenv.createTemporaryView<"V">(ids()).createTemporaryView<"V">(ids()); }
#endif
#if RIVULET_CASE == 116
int main() { tenv.createTemporaryView<"V">(ids()).createTemporaryView<"W">(ids()); }
#endif

// view_missing
#if RIVULET_CASE == 17 // expect: unknown table | Nope
int main() { tenv.createTemporaryView<"V">(ids()).from<"Nope">(); }
#endif
#if RIVULET_CASE == 117
int main() { tenv.createTemporaryView<"V">(ids()).from<"V">(); }
#endif

// view_case_sensitive
#if RIVULET_CASE == 18 // expect: unknown column | F0 | did you mean: f0 | line 1, column 8
int main() { tenv.createTemporaryView<"V">(ids()).sqlQuery<"SELECT F0 FROM V">(); }
#endif
#if RIVULET_CASE == 118
int main() { tenv.createTemporaryView<"V">(ids()).sqlQuery<"SELECT f0 FROM V">(); }
#endif

// view_rename_clash
#if RIVULET_CASE == 19 // expect: two columns have the same name | f1
int main() { tenv.fromDataStream(ids()).as<"f1">(); }
#endif
#if RIVULET_CASE == 119
int main() { tenv.fromDataStream(ids()).as<"f1", "f0">(); }
#endif

// mix_from_elements_empty
#if RIVULET_CASE == 20 // expect: fromElements needs at least one element | fromCollection(std::vector<T>{})
int main() { env.fromElements(); }
#endif
#if RIVULET_CASE == 120
int main() { env.fromCollection(std::vector<int>{}); }
#endif

// out_nested_row_to_pojo_swapped_names
#if RIVULET_CASE == 21 // expect: the column does not fit the field; cast it | from
int main() { tenv.toDataStream<Trip>(tenv.fromDataStream(env.fromCollection(std::vector<Swapped>{}))); }
#endif
#if RIVULET_CASE == 121
int main() { tenv.toDataStream<Trip>(tenv.fromDataStream(env.fromCollection(std::vector<Same>{}))); }
#endif

// mix_from_values
#if RIVULET_CASE == 22 // expect: columns of a set operation have no common type | f1 | VARCHAR(3) | INT
int main() { tenv.fromValues(row(1, "ABC"), row(2, "AB"), row(3, 4)); }
#endif
#if RIVULET_CASE == 122
int main() { tenv.fromValues(row(1, "ABC"), row(2, "AB"), row(3LL, "")); }
#endif

#if RIVULET_CASE == 23 // expect: different number of columns | values: 2 | values: 1
int main() { tenv.fromValues(row(1, "ABC"), row(2)); }
#endif
#if RIVULET_CASE == 123
int main() { tenv.fromValues(row(1, "ABC"), row(2, std::nullopt)); }
#endif

#if RIVULET_CASE == 24 // expect: a nullable column cannot land in a field that cannot be null | score
int main() { tenv.fromValues<Sure>(row("Ann", 1), row("Bo", std::nullopt)); }
#endif
#if RIVULET_CASE == 124
int main() { tenv.fromValues<Score>(row("Ann", 1), row("Bo", std::nullopt)); }
#endif

// changelog_mode_empty
#if RIVULET_CASE == 25 // expect: rivulet: ChangelogMode: at least one kind of row should be contained in a changelog
int main() { ChangelogMode::of<>(); }
#endif
#if RIVULET_CASE == 125
int main() { ChangelogMode::of<RowKind::insert>(); }
#endif
