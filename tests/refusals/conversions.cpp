// SPDX-License-Identifier: BSL-1.0
// Streams that cannot be tables, and tables that cannot be streams of a type.
#include <rivulet/rivulet.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

using namespace rivulet;

struct Reading { std::string zone; std::int32_t amp; std::optional<std::int64_t> at; };
struct Opaque { Opaque(int); virtual ~Opaque(); private: int secret; };
struct Base { int x; };

struct Start {
    StreamExecutionEnvironment env;
    DataStream<Reading> readings = env.fromCollection(std::vector<Reading>{});
    DataStream<std::pair<int, int>> pairs = env.fromCollection(std::vector<std::pair<int, int>>{});
    DataStream<std::int64_t> numbers = env.fromSequence(1, 2);
    decltype(StreamTableEnvironment::create(env)) tenv = StreamTableEnvironment::create(env);
    decltype(tenv.fromDataStream(readings)) table = tenv.fromDataStream(readings);
    template <class T> auto tableOf() const { return tenv.fromDataStream(env.fromCollection(std::vector<T>{})); }
};

// ---- fromDataStream --------------------------------------------------------------------------------------------------

#if RIVULET_CASE == 1 // expect: unknown column | "zne" | did you mean: zone | there are: zone amp at
void f(Start s) { s.tenv.fromDataStream(s.readings, col<"zne">, col<"amp">); }
#endif
#if RIVULET_CASE == 101
void f(Start s) { s.tenv.fromDataStream(s.readings, col<"zone">, col<"amp">); }
#endif

#if RIVULET_CASE == 2 // expect: unknown column | "a" | there are: zone amp at
void f(Start s) { s.tenv.fromDataStream(s.readings, col<"a">, col<"b">); }
#endif
#if RIVULET_CASE == 102
void f(Start s) { s.tenv.fromDataStream(s.readings, byPosition<"a", "b", "c">); }
#endif

#if RIVULET_CASE == 3 // expect: some names are fields and some are not | "label" | f0 | f1
void f(Start s) { s.tenv.fromDataStream(s.pairs, col<"f1">, col<"label">); }
#endif
#if RIVULET_CASE == 103
void f(Start s) { s.tenv.fromDataStream(s.pairs, col<"id">, col<"label">); }
#endif

#if RIVULET_CASE == 4 // expect: more names than fields | "c" | at most 2 | found: 3
void f(Start s) { s.tenv.fromDataStream(s.pairs, col<"a">, col<"b">, col<"c">); }
#endif
#if RIVULET_CASE == 104
void f(Start s) { s.tenv.fromDataStream(s.pairs, col<"a">); }
#endif

#if RIVULET_CASE == 5 // expect: more names than fields | "w" | at most 1 | found: 2
void f(Start s) { s.tenv.fromDataStream(s.numbers, col<"v">, col<"w">); }
#endif
#if RIVULET_CASE == 105
void f(Start s) { s.tenv.fromDataStream(s.numbers, col<"v">); }
#endif

#if RIVULET_CASE == 6 // expect: more names than fields | "d" | at most 3 | found: 4
void f(Start s) { s.tenv.fromDataStream(s.readings, byPosition<"a", "b", "c", "d">); }
#endif
#if RIVULET_CASE == 106
void f(Start s) { s.tenv.fromDataStream(s.readings, byPosition<"a", "b">); }
#endif

#if RIVULET_CASE == 7 // expect: not a field reference | +
void f(Start s) { s.tenv.fromDataStream(s.readings, col<"amp"> + 1); }
#endif
#if RIVULET_CASE == 107
void f(Start s) { s.tenv.fromDataStream(s.readings).select(col<"amp"> + 1); }
#endif

#if RIVULET_CASE == 8 // expect: two columns have the same name | "amp" | another name with AS
void f(Start s) { s.tenv.fromDataStream(s.readings, col<"amp">, col<"at">.as<"amp">()); }
#endif
#if RIVULET_CASE == 108
void f(Start s) { s.tenv.fromDataStream(s.readings, col<"amp">, col<"at">.as<"time">()); }
#endif

#if RIVULET_CASE == 9 // expect: a member type without SQL type; wrap it in rivulet::Raw | Holder.h
struct Holder { int id; Opaque h; };
void f(Start s, DataStream<Holder> d) { s.tenv.fromDataStream(d).select(col<"id">); }
#endif
#if RIVULET_CASE == 109
struct Holder { int id; Raw<Opaque> h; };
void f(Start s, DataStream<Holder> d) { s.tenv.fromDataStream(d).select(col<"id">); }
#endif

#if RIVULET_CASE == 10 // expect: base class | Derived
struct Derived : Base { int y; };
void f(Start s, DataStream<Derived> d) { s.tenv.fromDataStream(d); }
#endif
#if RIVULET_CASE == 110
struct Derived { Base base; int y; };
void f(Start s, DataStream<Derived> d) { s.tenv.fromDataStream(d); }
#endif

#if RIVULET_CASE == 11 // expect: a C array member has no column; use std::array
struct Wrong { int x[3]; int y; };
void f(Start s, DataStream<Wrong> d) { s.tenv.fromDataStream(d, col<"y">); }
#endif
#if RIVULET_CASE == 111
#include <array>
struct Right { std::array<int, 3> x; int y; };
void f(Start s, DataStream<Right> d) { s.tenv.fromDataStream(d, col<"y">); }
#endif

#if RIVULET_CASE == 12 // expect: a pointer member has no column | Wrong.p
struct Wrong { void* p; int v; };
void f(Start s, DataStream<Wrong> d) { s.tenv.createTemporaryView<"v">(d); }
#endif
#if RIVULET_CASE == 112
struct Right { Raw<void*> p; int v; };
void f(Start s, DataStream<Right> d) { s.tenv.createTemporaryView<"v">(d); }
#endif

#if RIVULET_CASE == 13 // expect: a member that only refers to its text | Wrong.text | own the value
struct Wrong { std::string_view text; int v; };
void f(Start s, DataStream<Wrong> d) { s.tenv.fromDataStream(d, Schema().column<"v", int>()); }
#endif
#if RIVULET_CASE == 113
struct Right { std::string text; int v; };
void f(Start s, DataStream<Right> d) { s.tenv.fromDataStream(d, Schema().column<"v", int>()); }
#endif

#if RIVULET_CASE == 14 // expect: an unsigned or character member has no SQL type | Wrong.u | unsigned int
struct Wrong { unsigned u; };
void f(Start s, DataStream<Wrong> d) { s.tenv.fromDataStream(d); }
#endif
#if RIVULET_CASE == 114
struct Right { long long u; };
void f(Start s, DataStream<Right> d) { s.tenv.fromDataStream(d); }
#endif

#if RIVULET_CASE == 15 // expect: a pointer member has no column | Wrong.p | std::unique_ptr<int>
struct Wrong { std::unique_ptr<int> p; int v; };
void f(Start s, DataStream<Wrong> d) { s.tenv.fromDataStream(d); }
#endif
#if RIVULET_CASE == 115
struct Plain { int p, v; };
struct Owner { std::unique_ptr<int> p; int v; };
void f(Start s, DataStream<Owner> d) { s.tenv.fromDataStream(std::move(d).map([](const Owner& o) { return Plain{*o.p, o.v}; })); }
#endif

#if RIVULET_CASE == 16 // expect: the declared column is not a field | "zoen" | did you mean: zone
void f(Start s) { s.tenv.fromDataStream(s.readings, Schema().column<"zoen", std::string>()); }
#endif
#if RIVULET_CASE == 116
void f(Start s) { s.tenv.fromDataStream(s.readings, Schema().column<"zone", std::string>()); }
#endif

#if RIVULET_CASE == 17 // expect: unknown column | "ampp" | did you mean: amp | line 1, column 1
void f(Start s) { s.tenv.fromDataStream(s.readings, Schema().columnByExpression<"x", "ampp + 1">()); }
#endif
#if RIVULET_CASE == 117
void f(Start s) { s.tenv.fromDataStream(s.readings, Schema().columnByExpression<"x", "amp + 1">()); }
#endif

#if RIVULET_CASE == 18 // expect: a watermark needs a TIMESTAMP or TIMESTAMP_LTZ column | "zone"
void f(Start s) { s.tenv.fromDataStream(s.readings, Schema().watermark<"zone", "zone">()); }
#endif
#if RIVULET_CASE == 118
struct Timed { TimestampLtz<3> at; };
void f(Start s) { s.tenv.fromDataStream(s.env.fromCollection(std::vector<Timed>{}), Schema().watermark<"at", "at - INTERVAL '5' SECOND">()); }
#endif

#if RIVULET_CASE == 19 // expect: not supported | a C++ value in a schema | lit<..>
void f(Start s) { s.tenv.fromDataStream(s.readings, Schema().columnByExpression<"x">(col<"at"> + 1)); }
#endif
#if RIVULET_CASE == 119
void f(Start s) { s.tenv.fromDataStream(s.readings, Schema().columnByExpression<"x">(col<"amp"> + lit<1>)); }
#endif

// ---- toDataStream ----------------------------------------------------------------------------------------------------

#if RIVULET_CASE == 20 // expect: the target has a field that the table has no column for | "extra" | zone
struct Three { std::string zone; std::int32_t amp; std::optional<std::int64_t> at; double extra; };
void f(Start s) { s.tenv.toDataStream<Three>(s.table).print(); }
#endif
#if RIVULET_CASE == 120
struct Three { std::string zone; std::int32_t amp; std::optional<std::int64_t> at; double extra; };
void f(Start s) { s.tenv.toDataStream<Three>(s.table.addColumns(lit<1>.cast<double>().as<"extra">())).print(); }
#endif

#if RIVULET_CASE == 21 // expect: the table has a column that the target has no field for | "amp" | select the columns first
struct One { std::string zone; };
void f(Start s) { s.tenv.toDataStream<One>(s.table); }
#endif
#if RIVULET_CASE == 121
struct One { std::string zone; };
void f(Start s) { s.tenv.toDataStream<One>(s.table.select(col<"zone">)); }
#endif

#if RIVULET_CASE == 22 // expect: several columns match the field when case is ignored | "aB" | ab | AB
struct Visit { std::int32_t aB; };
void f(Start s) { s.tenv.toDataStream<Visit>(s.table.select(col<"amp">.as<"ab">(), col<"amp">.as<"AB">())); }
#endif
#if RIVULET_CASE == 122
struct Visit { std::int32_t aB; };
void f(Start s) { s.tenv.toDataStream<Visit>(s.table.select(col<"amp">.as<"ab">())); }
#endif

#if RIVULET_CASE == 23 // expect: the column does not fit the field; cast it | "amp" | wants: SMALLINT | found: INT
struct Narrow { std::int16_t amp; };
void f(Start s) { s.tenv.toDataStream<Narrow>(s.table.select(col<"amp">)); }
#endif
#if RIVULET_CASE == 123
struct Narrow { std::int16_t amp; };
void f(Start s) { s.tenv.toDataStream<Narrow>(s.table.select(col<"amp">.cast<std::int16_t>().as<"amp">())); }
#endif

#if RIVULET_CASE == 24 // expect: a nullable column cannot land in a field that cannot be null | "at" | optional | COALESCE
struct At { std::int64_t at; };
void f(Start s) { s.tenv.toDataStream<At>(s.table.select(col<"at">)); }
#endif
#if RIVULET_CASE == 124
struct At { std::int64_t at; };
void f(Start s) { s.tenv.toDataStream<At>(s.table.where(col<"at">.isNotNull()).select(col<"at">)); }
#endif

#if RIVULET_CASE == 25 // expect: table and target have different numbers of columns | "at" | columns: 2 | columns: 3
void f(Start s) { s.tenv.toDataStream<std::tuple<std::string, std::int32_t>>(s.table); }
#endif
#if RIVULET_CASE == 125
void f(Start s) { s.tenv.toDataStream<std::tuple<std::string, std::int32_t, std::optional<std::int64_t>>>(s.table); }
#endif

#if RIVULET_CASE == 26 // expect: table and target have different numbers of columns | "amp" | columns: 1
void f(Start s) { s.tenv.toDataStream<std::string>(s.table); }
#endif
#if RIVULET_CASE == 126
void f(Start s) { s.tenv.toDataStream<std::string>(s.table.select(col<"zone">)); }
#endif

#if RIVULET_CASE == 27 // expect: a member that only refers to its text | View.zone | own the value
struct View { std::string_view zone; };
void f(Start s) { s.tenv.toDataStream<View>(s.table.select(col<"zone">)); }
#endif
#if RIVULET_CASE == 127
struct View { std::string zone; };
void f(Start s) { s.tenv.toDataStream<View>(s.table.select(col<"zone">)); }
#endif

#if RIVULET_CASE == 28 // expect: the target has a field that the table has no column for | "a"
struct Positional { std::string a; std::int32_t b; std::optional<std::int64_t> c; };
void f(Start s) { s.tenv.toDataStream<Positional>(s.table); }
#endif
#if RIVULET_CASE == 128
struct Positional { std::string a; std::int32_t b; std::optional<std::int64_t> c; };
void f(Start s) { s.tenv.toDataStream<Positional>(s.table, byPosition<>); }
#endif

#if RIVULET_CASE == 29 // expect: the column does not fit the field | "zone" | wants: INT | found: STRING
struct Text { std::int32_t zone; };
void f(Start s) { s.tenv.toDataStream<Text>(s.table.select(col<"zone">)); }
#endif
#if RIVULET_CASE == 129
struct Text { std::int32_t zone; };
void f(Start s) { s.tenv.toDataStream<Text>(s.table.select(col<"zone">.cast<std::int32_t>().as<"zone">())); }
#endif

#if RIVULET_CASE == 30 // expect: the column does not fit the field | "home"
struct Place { int unit; std::string town; };
struct Other { std::string town; int unit; };
struct From { Place home; };
struct To { Other home; };
void f(Start s) { s.tenv.toDataStream<To>(s.tableOf<From>()); }
#endif
#if RIVULET_CASE == 130
struct Place { int unit; std::string town; };
struct From { Place home; };
void f(Start s) { s.tenv.toDataStream<From>(s.tableOf<From>()); }
#endif

#if RIVULET_CASE == 31 // expect: the column does not fit the field | "h"
struct From { Raw<Opaque> h; };
struct To { std::string h; };
void f(Start s, DataStream<From> d) { s.tenv.toDataStream<To>(s.tenv.fromDataStream(d)); }
#endif
#if RIVULET_CASE == 131
struct From { Raw<Opaque> h; };
struct To { Raw<Opaque> h; };
void f(Start s, DataStream<From> d) { s.tenv.toDataStream<To>(s.tenv.fromDataStream(d)); }
#endif

#if RIVULET_CASE == 32 // expect: a nullable column cannot land in a field that cannot be null | "at"
void f(Start s) { s.tenv.createStatementSet().addInsert<std::int64_t>(s.table.select(col<"at">), [](std::int64_t) {}); }
#endif
#if RIVULET_CASE == 132
void f(Start s) { s.tenv.createStatementSet().addInsert<std::optional<std::int64_t>>(s.table.select(col<"at">), [](std::optional<std::int64_t>) {}); }
#endif

#if RIVULET_CASE == 33 // expect: a rowtime can only stand in place of a timestamp or a BIGINT | "zone"
void f(Start s) { s.tenv.fromDataStream(s.readings, col<"zone">.rowtime(), col<"amp">); }
#endif
#if RIVULET_CASE == 133
void f(Start s) { s.tenv.fromDataStream(s.readings, col<"at">.rowtime(), col<"amp">); }
#endif

#if RIVULET_CASE == 34 // expect: a proctime cannot stand in place of a field | "amp"
void f(Start s) { s.tenv.fromDataStream(s.readings, col<"zone">, col<"amp">.proctime()); }
#endif
#if RIVULET_CASE == 134
void f(Start s) { s.tenv.fromDataStream(s.readings, col<"zone">, col<"p">.proctime()); }
#endif

#if RIVULET_CASE == 35 // expect: a table has one rowtime and one proctime at most | "b"
void f(Start s) { s.tenv.fromDataStream(s.readings, col<"a">.rowtime(), col<"b">.rowtime()); }
#endif
#if RIVULET_CASE == 135
void f(Start s) { s.tenv.fromDataStream(s.readings, col<"a">.rowtime(), col<"b">.proctime()); }
#endif
