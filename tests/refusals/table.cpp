// SPDX-License-Identifier: BSL-1.0
// Steps of the Table API, views and functions that are refused.
#include <rivulet/rivulet.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace rivulet;

struct Home { int unit; std::string town; };
struct Reading { std::string zone; int amp; std::optional<int> at; Home home; Raw<void*> raw; };

struct Start {
    StreamExecutionEnvironment env;
    DataStream<Reading> readings = env.fromCollection(std::vector<Reading>{});
    decltype(StreamTableEnvironment::create(env)) tenv = StreamTableEnvironment::create(env);
    decltype(tenv.fromDataStream(readings)) table = tenv.fromDataStream(readings);
};

// ---- steps -----------------------------------------------------------------------------------------------------------

#if RIVULET_CASE == 1 // expect: unknown column | "zoen" | did you mean: zone | there are: zone amp at home raw
void f(Start s) { s.table.select(col<"zoen">); }
#endif
#if RIVULET_CASE == 101
void f(Start s) { s.table.select(col<"zone">); }
#endif

#if RIVULET_CASE == 2 // expect: unknown column | "unti" | did you mean: unit | there are: unit town
void f(Start s) { s.table.select(col<"home.unti">); }
#endif
#if RIVULET_CASE == 102
void f(Start s) { s.table.select(col<"home.unit">); }
#endif

#if RIVULET_CASE == 3 // expect: types do not fit | "x" | a column with fields | found: INT
void f(Start s) { s.table.select(col<"amp.x">); }
#endif
#if RIVULET_CASE == 103
void f(Start s) { s.table.select(col<"amp">.as<"x">()); }
#endif

#if RIVULET_CASE == 4 // expect: two columns have the same name | "amp" | another name with AS
void f(Start s) { s.table.select(col<"amp">, col<"amp">); }
#endif
#if RIVULET_CASE == 104
void f(Start s) { s.table.select(col<"amp">, col<"amp">.as<"b">()); }
#endif

#if RIVULET_CASE == 5 // expect: types do not fit | "WHERE" | wants: BOOLEAN | found: INT
void f(Start s) { s.table.where(col<"amp">); }
#endif
#if RIVULET_CASE == 105
void f(Start s) { s.table.where(col<"amp"> != 0); }
#endif

#if RIVULET_CASE == 6 // expect: types do not fit | "="
void f(Start s) { s.table.filter(col<"zone"> == 1); }
#endif
#if RIVULET_CASE == 106
void f(Start s) { s.table.filter(col<"zone"> == "1"); }
#endif

#if RIVULET_CASE == 7 // expect: types do not fit | "+" | found: STRING
void f(Start s) { s.table.select(col<"amp"> + col<"zone">); }
#endif
#if RIVULET_CASE == 107
void f(Start s) { s.table.select(col<"amp"> + col<"at">); }
#endif

#if RIVULET_CASE == 8 // expect: types do not fit | "UPPER" | found: INT
void f(Start s) { s.table.select(col<"amp">.upperCase()); }
#endif
#if RIVULET_CASE == 108
void f(Start s) { s.table.select(col<"zone">.upperCase()); }
#endif

#if RIVULET_CASE == 9 // expect: types do not fit | "=" | found: RAW
void f(Start s) { s.table.where(col<"raw"> == col<"raw">); }
#endif
#if RIVULET_CASE == 109
void f(Start s) { s.table.where(col<"raw">.isNotNull()); }
#endif

#if RIVULET_CASE == 10 // expect: wrong number of new column names | "f" | at most 5 | found: 6
void f(Start s) { s.table.as<"a", "b", "c", "d", "e", "f">(); }
#endif
#if RIVULET_CASE == 110
void f(Start s) { s.table.as<"a", "b", "c", "d", "e">(); }
#endif

#if RIVULET_CASE == 11 // expect: two columns have the same name | "amp"
void f(Start s) { s.table.as<"amp">(); }
#endif
#if RIVULET_CASE == 111
void f(Start s) { s.table.as<"zone", "ampere">(); }
#endif

#if RIVULET_CASE == 12 // expect: two columns have the same name | "amp"
void f(Start s) { s.table.addColumns(lit<1>.as<"amp">()); }
#endif
#if RIVULET_CASE == 112
void f(Start s) { s.table.addOrReplaceColumns(lit<1>.as<"amp">()); }
#endif

#if RIVULET_CASE == 13 // expect: unknown column | "amps" | did you mean: amp
void f(Start s) { s.table.renameColumns(col<"amps">.as<"a">()); }
#endif
#if RIVULET_CASE == 113
void f(Start s) { s.table.renameColumns(col<"amp">.as<"a">()); }
#endif

#if RIVULET_CASE == 14 // expect: not a field reference or an alias of one | "amp"
void f(Start s) { s.table.renameColumns(col<"amp">); }
#endif
#if RIVULET_CASE == 114
void f(Start s) { s.table.renameColumns(col<"amp">.as<"at">(), col<"at">.as<"amp">()); }
#endif

#if RIVULET_CASE == 15 // expect: unknown column | "b"
void f(Start s) { s.table.dropColumns(col<"amp">, col<"b">); }
#endif
#if RIVULET_CASE == 115
void f(Start s) { s.table.dropColumns(col<"amp">, col<"at">); }
#endif

#if RIVULET_CASE == 16 // expect: a type without members has no columns | at least one column
void f(Start s) { s.table.select(col<"amp">).dropColumns(col<"amp">); }
#endif
#if RIVULET_CASE == 116
void f(Start s) { s.table.select(col<"amp">, col<"at">).dropColumns(col<"amp">); }
#endif

#if RIVULET_CASE == 17 // expect: different number of columns | "UNION ALL" | wants: 5 | found: 1
void f(Start s) { s.table.unionAll(s.table.select(col<"amp">)); }
#endif
#if RIVULET_CASE == 117
void f(Start s) { s.table.unionAll(s.table); }
#endif

#if RIVULET_CASE == 18 // expect: columns of a set operation have no common type | "amp" | wants: INT | found: STRING
void f(Start s) { s.table.select(col<"amp">).unionAll(s.table.select(col<"zone">)); }
#endif
#if RIVULET_CASE == 118
void f(Start s) { s.table.select(col<"amp">).unionAll(s.table.select(col<"at">)); }
#endif

#if RIVULET_CASE == 19 // expect: rivulet: limit takes a count and an offset of at least 0
void f(Start s) { s.table.limit<-1>(); }
#endif
#if RIVULET_CASE == 119
void f(Start s) { s.table.limit<1>(); }
#endif

#if RIVULET_CASE == 20 // expect: unknown function | "UPER" | did you mean: UPPER
void f(Start s) { s.table.select(call<"UPER">(col<"zone">)); }
#endif
#if RIVULET_CASE == 120
void f(Start s) { s.table.select(call<"UPPER">(col<"zone">)); }
#endif

#if RIVULET_CASE == 21 // expect: wrong number of arguments | "REPLACE" | wants: 3
void f(Start s) { s.table.select(call<"REPLACE">(col<"zone">, "a")); }
#endif
#if RIVULET_CASE == 121
void f(Start s) { s.table.select(call<"REPLACE">(col<"zone">, "a", "b")); }
#endif

#if RIVULET_CASE == 22 // expect: no such cast | "CAST" | wants: DATE | found: INT
void f(Start s) { s.table.select(col<"amp">.cast<Date>()); }
#endif
#if RIVULET_CASE == 122
void f(Start s) { s.table.select(col<"zone">.cast<Date>()); }
#endif

#if RIVULET_CASE == 23 // expect: unknown SQL type | "INTEGRAL"
void f(Start s) { s.table.select(col<"amp">.cast<"INTEGRAL">()); }
#endif
#if RIVULET_CASE == 123
void f(Start s) { s.table.select(col<"amp">.cast<"INTEGER">()); }
#endif

#if RIVULET_CASE == 24 // expect: unknown SQL type | "Odd"
struct Odd { Odd(int); private: int v; };
void f(Start s) { s.table.where(col<"amp"> == Odd(1)); }
#endif
#if RIVULET_CASE == 124
void f(Start s) { s.table.where(col<"amp"> == 1); }
#endif

#if RIVULET_CASE == 25 // expect: aggregate not allowed here | "SUM"
void f(Start s) { s.table.where(call<"SUM">(col<"amp">) > 1); }
#endif
#if RIVULET_CASE == 125
void f(Start s) { s.table.where(call<"ABS">(col<"amp">) > 1); }
#endif

#if RIVULET_CASE == 27 // expect: unknown SQL type | "unsigned int"
void f(Start s) { s.table.where(col<"amp"> == 1u); }
#endif
#if RIVULET_CASE == 127
void f(Start s) { s.table.where(col<"amp"> == 1L); }
#endif

#if RIVULET_CASE == 28 // expect: unknown SQL type | "Odd"
struct Odd { Odd(int); private: int v; };
void f(Start s) { s.table.select(col<"amp">.cast<Odd>()); }
#endif
#if RIVULET_CASE == 128
void f(Start s) { s.table.select(col<"amp">.cast<std::optional<long>>()); }
#endif

#if RIVULET_CASE == 29 // expect: unknown SQL type | "DATUM"
void f(Start s) { s.table.select(lit<"2024-01-01", "DATUM">); }
#endif
#if RIVULET_CASE == 129
void f(Start s) { s.table.select(lit<"2024-01-01", "DATE">); }
#endif

// One mistake is one message, whatever is done with the result.
#if RIVULET_CASE == 26 // expect: unknown column | "b"
struct Out { int a; };
void f(Start s) {
    const auto t = s.table.select(col<"b">).where(col<"c"> > 1).addColumns(lit<1>.as<"a">()).limit<3>();
    const auto db = s.tenv.createTemporaryView<"t">(t);
    s.tenv.toDataStream<Out>(t.unionAll(t)).print();
}
#endif
#if RIVULET_CASE == 126
struct Out { int a; };
void f(Start s) {
    const auto t = s.table.select(col<"amp">.as<"a">()).where(col<"a"> > 1).limit<3>();
    const auto db = s.tenv.createTemporaryView<"t">(t);
    s.tenv.toDataStream<Out>(t.unionAll(t)).print();
}
#endif

// ---- views and functions ---------------------------------------------------------------------------------------------

#if RIVULET_CASE == 30 // expect: a view with this name exists already | "v"
void f(Start s) { s.tenv.createTemporaryView<"v">(s.readings).createTemporaryView<"v">(s.table); }
#endif
#if RIVULET_CASE == 130
void f(Start s) { s.tenv.createTemporaryView<"v">(s.readings).createTemporaryView<"V">(s.table); }
#endif

#if RIVULET_CASE == 42 // expect: unknown column | "zoen" | did you mean: zone
void f(Start s) { s.tenv.createTemporaryView<"v">(s.readings, col<"zoen">).sqlQuery<"SELECT zoen FROM v">(); }
#endif
#if RIVULET_CASE == 142
void f(Start s) { s.tenv.createTemporaryView<"v">(s.readings, col<"zone">).sqlQuery<"SELECT zone FROM v">(); }
#endif

#if RIVULET_CASE == 31 // expect: unknown table | "orders" | did you mean: order
void f(Start s) { s.tenv.createTemporaryView<"order">(s.readings).from<"orders">(); }
#endif
#if RIVULET_CASE == 131
void f(Start s) { s.tenv.createTemporaryView<"order">(s.readings).from<"order">(); }
#endif

#if RIVULET_CASE == 32 // expect: unknown table | "orders"
void f(Start s) { s.tenv.from<"orders">(); }
#endif
#if RIVULET_CASE == 132
void f(Start s) { s.tenv.createTemporaryView<"orders">(s.table).from<"orders">(); }
#endif

#if RIVULET_CASE == 33 // expect: a function with this name exists already | "UPPER"
void f(Start s) { s.tenv.createTemporaryFunction<"UPPER">([](int n) { return n; }); }
#endif
#if RIVULET_CASE == 133
void f(Start s) { s.tenv.createTemporaryFunction<"UPPER2">([](int n) { return n; }); }
#endif

#if RIVULET_CASE == 34 // expect: a function with this name exists already | "F"
void f(Start s) { s.tenv.createTemporaryFunction<"F">([](int n) { return n; }).createTemporaryFunction<"F">([](int n) { return n; }); }
#endif
#if RIVULET_CASE == 134
void f(Start s) { s.tenv.createTemporaryFunction<"F">([](int n) { return n; }).createTemporaryFunction<"G">([](int n) { return n; }); }
#endif

#if RIVULET_CASE == 35 // expect: a user function needs one call operator with plain argument types | "F"
void f(Start s) { s.tenv.createTemporaryFunction<"F">([](auto n) { return n; }); }
#endif
#if RIVULET_CASE == 135
void f(Start s) { s.tenv.createTemporaryFunction<"F">([](int n) { return n; }); }
#endif

#if RIVULET_CASE == 36 // expect: a user function needs one call operator with plain argument types | "F"
void f(Start s) { s.tenv.createTemporaryFunction<"F">([n = 0](int) mutable { return ++n; }); }
#endif
#if RIVULET_CASE == 136
void f(Start s) { s.tenv.createTemporaryFunction<"F">([n = 0](int) { return n; }); }
#endif

#if RIVULET_CASE == 37 // expect: own the value | "F" | the result type
void f(Start s) { s.tenv.createTemporaryFunction<"F">([](std::string_view v) { return v; }); }
#endif
#if RIVULET_CASE == 137
void f(Start s) { s.tenv.createTemporaryFunction<"F">([](std::string_view v) { return std::string(v); }); }
#endif

#if RIVULET_CASE == 38 // expect: a nullable column cannot land in a field that cannot be null | "F" | wants: INT | a nullable value
void f(Start s) { s.tenv.createTemporaryFunction<"F">([](int n) { return n; }).createTemporaryView<"v">(s.readings).from<"v">().select(call<"F">(col<"at">)); }
#endif
#if RIVULET_CASE == 138
void f(Start s) { s.tenv.createTemporaryFunction<"F">([](std::optional<int> n) { return n; }).createTemporaryView<"v">(s.readings).from<"v">().select(call<"F">(col<"at">)); }
#endif

#if RIVULET_CASE == 39 // expect: types do not fit | "F" | wants: INT | found: STRING
void f(Start s) { s.tenv.createTemporaryFunction<"F">([](int n) { return n; }).createTemporaryView<"v">(s.readings).from<"v">().select(call<"F">(col<"zone">)); }
#endif
#if RIVULET_CASE == 139
void f(Start s) { s.tenv.createTemporaryFunction<"F">([](int n) { return n; }).createTemporaryView<"v">(s.readings).from<"v">().select(call<"F">(col<"amp">)); }
#endif

#if RIVULET_CASE == 40 // expect: wrong number of arguments | "F" | wants: 2
void f(Start s) { s.tenv.createTemporaryFunction<"F">([](int n, int m) { return n + m; }).createTemporaryView<"v">(s.readings).from<"v">().select(call<"F">(col<"amp">)); }
#endif
#if RIVULET_CASE == 140
void f(Start s) { s.tenv.createTemporaryFunction<"F">([](int n, int m) { return n + m; }).createTemporaryView<"v">(s.readings).from<"v">().select(call<"F">(col<"amp">, 1)); }
#endif

#if RIVULET_CASE == 41 // expect: rivulet: | "F" | an argument type
void f(Start s) { s.tenv.createTemporaryFunction<"F">([](int& n) { return ++n; }); }
#endif
#if RIVULET_CASE == 141
void f(Start s) { s.tenv.createTemporaryFunction<"F">([](const int& n) { return n + 1; }); }
#endif

#if RIVULET_CASE == 43 // expect: error | minutes
void f(Start s) { s.table.select(lit<"10">.minutes().as<"m">()); }
#endif
#if RIVULET_CASE == 143
void f(Start s) { s.table.select(lit<10>.minutes().as<"m">()); }
#endif

// ---- windows ---------------------------------------------------------------------------------------------------------

#if RIVULET_CASE == 44 // expect: unknown window | "win" | there are: w
void f(Start s) { s.table.window(Over::orderBy(col<"amp">).as<"w">()).select(col<"amp">.sum().over(col<"win">)); }
#endif
#if RIVULET_CASE == 144
void f(Start s) { s.table.window(Over::orderBy(col<"amp">).as<"w">()).select(col<"amp">.sum().over(col<"w">)); }
#endif

#if RIVULET_CASE == 45 // expect: rivulet: following(..) comes behind preceding(..) | following
void f(Start s) { s.table.window(Over::orderBy(col<"amp">).following(currentRow).as<"w">()); }
#endif
#if RIVULET_CASE == 145
void f(Start s) { s.table.window(Over::orderBy(col<"amp">).preceding(unboundedRow).following(currentRow).as<"w">()); }
#endif

#if RIVULET_CASE == 46 // expect: rivulet: over(..) stands behind an aggregate | over(col<
void f(Start s) { s.table.window(Over::orderBy(col<"amp">).as<"w">()).select(col<"amp">.over(col<"w">)); }
#endif
#if RIVULET_CASE == 146
void f(Start s) { s.table.window(Over::orderBy(col<"amp">).as<"w">()).select(col<"amp">.max().over(col<"w">)); }
#endif

#if RIVULET_CASE == 47 // expect: rivulet: groupBy behind window(..) takes the window by its name | groupBy
void f(Start s) { s.table.window(Tumble::over(lit<10>.minutes()).on(col<"at">).as<"w">()).groupBy(col<"amp">); }
#endif
#if RIVULET_CASE == 147
void f(Start s) { s.table.window(Tumble::over(lit<10>.minutes()).on(col<"at">).as<"w">()).groupBy(col<"amp">, col<"w">); }
#endif

#if RIVULET_CASE == 48 // expect: rivulet: a window has a length of time that the plan knows, lit<10>.minutes() | windows of a number of rows are not supported
void f(Start) { Tumble::over(rowInterval<10>); }
#endif
#if RIVULET_CASE == 148
void f(Start) { Tumble::over(lit<10>.seconds()); }
#endif

#if RIVULET_CASE == 49 // expect: not supported | "OVER"
void f(Start s) { s.table.select(col<"amp">.max().over(col<"w">)); }
#endif
#if RIVULET_CASE == 149
void f(Start s) { s.table.select(col<"amp">.max()); }
#endif

// ---- names and texts between parentheses, as Flink has them -----------------------------------------------------------

#if RIVULET_CASE == 50 // expect: rivulet: | sqlQuery: the text is read while compiling and stands in angle brackets
void f(Start s) { s.tenv.sqlQuery("SELECT amp FROM readings"); }
#endif
#if RIVULET_CASE == 150
void f(Start s) { s.tenv.createTemporaryView<"readings">(s.table).sqlQuery<"SELECT amp FROM readings">(); }
#endif

#if RIVULET_CASE == 51 // expect: rivulet: | createTemporaryView: the name stands in angle brackets
void f(Start s) { s.tenv.createTemporaryView("readings", s.readings).sqlQuery<"SELECT amp FROM readings">(); }
#endif
#if RIVULET_CASE == 151
void f(Start s) { s.tenv.createTemporaryView<"readings">(s.readings).sqlQuery<"SELECT amp FROM readings">(); }
#endif

#if RIVULET_CASE == 52 // expect: rivulet: | from: the name of a view stands in angle brackets
void f(Start s) { s.tenv.createTemporaryView<"readings">(s.readings).from("readings").select(col<"amp">); }
#endif
#if RIVULET_CASE == 152
void f(Start s) { s.tenv.createTemporaryView<"readings">(s.readings).from<"readings">().select(col<"amp">); }
#endif

#if RIVULET_CASE == 53 // expect: rivulet: | as: the name stands in angle brackets
void f(Start s) { s.table.select(col<"zone">.as("z"), col<"amp">); }
#endif
#if RIVULET_CASE == 153
void f(Start s) { s.table.select(col<"zone">.as<"z">(), col<"amp">); }
#endif

#if RIVULET_CASE == 54 // expect: rivulet: | watermark: column and expression stand in angle brackets
void f(Start s) { s.tenv.fromDataStream(s.readings, Schema().columnByExpression<"t", "TO_TIMESTAMP_LTZ(amp, 3)">().watermark("t", "t")); }
#endif
#if RIVULET_CASE == 154
void f(Start s) { s.tenv.fromDataStream(s.readings, Schema().columnByExpression<"t", "TO_TIMESTAMP_LTZ(amp, 3)">().watermark<"t", "t">()); }
#endif

#if RIVULET_CASE == 55 // expect: rivulet: | watermark: behind the column stands the watermark's expression
void f(Start s) { s.tenv.fromDataStream(s.readings, Schema().columnByExpression<"t", "TO_TIMESTAMP_LTZ(amp, 3)">().watermark<"t">()); }
#endif
#if RIVULET_CASE == 155
void f(Start s) { s.tenv.fromDataStream(s.readings, Schema().columnByExpression<"t", "TO_TIMESTAMP_LTZ(amp, 3)">().watermark<"t">(col<"t">)); }
#endif

#if RIVULET_CASE == 56 // expect: rivulet: | columnByExpression: name and SQL text stand in angle brackets
void f(Start s) { s.tenv.fromDataStream(s.readings, Schema().columnByExpression("twice", "amp * 2")); }
#endif
#if RIVULET_CASE == 156
void f(Start s) { s.tenv.fromDataStream(s.readings, Schema().columnByExpression<"twice", "amp * 2">()); }
#endif

#if RIVULET_CASE == 57 // expect: rivulet: | column: name and type stand in angle brackets
void f(Start s) { s.tenv.fromDataStream(s.readings, Schema().column("amp", "INT")); }
#endif
#if RIVULET_CASE == 157
void f(Start s) { s.tenv.fromDataStream(s.readings, Schema().column<"amp", "INT">()); }
#endif

#if RIVULET_CASE == 58 // expect: rivulet: | primaryKey: columns stand in angle brackets
void f(Start s) { s.tenv.fromDataStream(s.readings, Schema().primaryKey("zone", "amp")); }
#endif
#if RIVULET_CASE == 158
void f(Start s) { s.tenv.fromDataStream(s.readings, Schema().primaryKey<"zone", "amp">()); }
#endif

#if RIVULET_CASE == 59 // expect: rivulet: | = assigns; a comparison is ==
void f(Start s) { s.table.where(col<"zone"> = "north"); }
#endif
#if RIVULET_CASE == 159
void f(Start s) { s.table.where(col<"zone"> == "north"); }
#endif

#if RIVULET_CASE == 60 // expect: unknown table | "readings" | wants: the environment that | createTemporaryView returned
void f(Start s) { s.tenv.createTemporaryView<"readings">(s.readings); s.tenv.sqlQuery<"SELECT amp FROM readings">(); }
#endif
#if RIVULET_CASE == 160
void f(Start s) { auto db = s.tenv.createTemporaryView<"readings">(s.readings); db.sqlQuery<"SELECT amp FROM readings">(); }
#endif

#if RIVULET_CASE == 61 // expect: unknown table | "redings" | did you mean: readings
void f(Start s) { auto db = s.tenv.createTemporaryView<"readings">(s.readings); db.dropTemporaryView<"redings">().sqlQuery<"SELECT 1 FROM other">(); }
#endif
#if RIVULET_CASE == 161
void f(Start s) { auto db = s.tenv.createTemporaryView<"readings">(s.readings); db.dropTemporaryView<"readings">().createTemporaryView<"readings">(s.table); }
#endif

#if RIVULET_CASE == 62 // expect: rivulet: | dropTemporaryView: the name stands in angle brackets
void f(Start s) { auto db = s.tenv.createTemporaryView<"readings">(s.readings); db.dropTemporaryView("readings").sqlQuery<"SELECT amp FROM readings">(); }
#endif
#if RIVULET_CASE == 162
void f(Start s) { auto db = s.tenv.createTemporaryView<"readings">(s.readings); db.dropTemporaryView<"readings">(); }
#endif

#if RIVULET_CASE == 63 // expect: unknown table | "readings" | there are: others
void f(Start s) {
    auto db = s.tenv.createTemporaryView<"readings">(s.readings).createTemporaryView<"others">(s.readings);
    db.dropTemporaryView<"readings">().sqlQuery<"SELECT amp FROM readings">();
}
#endif
#if RIVULET_CASE == 163
void f(Start s) {
    auto db = s.tenv.createTemporaryView<"readings">(s.readings).createTemporaryView<"others">(s.readings);
    db.dropTemporaryView<"readings">().sqlQuery<"SELECT amp FROM others">();
}
#endif

#if RIVULET_CASE == 64 // expect: types do not fit | "amp" | wants: a column with fields
void f(Start s) { s.table.select(col<"amp">.flatten()); }
#endif
#if RIVULET_CASE == 164
void f(Start s) { s.table.select(col<"amp">); }
#endif
