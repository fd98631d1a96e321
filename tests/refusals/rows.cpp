// SPDX-License-Identifier: BSL-1.0
// Wrong programs over streams of Rows and tuples with four columns of text, whose types are long: each step once.
#include <rivulet/rivulet.hpp>

#include <string>
#include <string_view>
#include <tuple>

using namespace rivulet;

using Text = std::string;
using Note = Row<Field<"author", Text>, Field<"title", Text>, Field<"place", Text>, Field<"text", Text>>;
using Quad = std::tuple<Text, Text, Text, Text>;

inline const StreamExecutionEnvironment env;
inline const StreamTableEnvironment tenv = StreamTableEnvironment::create(env);
inline DataStream<Note> notes() { return env.fromElements(Note("a", "b", "c", "d")); }
inline DataStream<Quad> quads() { return env.fromElements(Quad("a", "b", "c", "d")); }
struct Author { Text operator()(const Note& n) const { return n.get<0>(); } };
inline auto keyed() { return notes().keyBy(Author{}); }
inline auto daily() { return keyed().window(TumblingEventTimeWindows::of(86'400'000)); }
inline auto table() { return tenv.fromDataStream(notes()); }

#if RIVULET_CASE == 1 // expect: rivulet: | map: the function cannot be called with a row | TypeBegins
void f() { notes().map([](const Text& s) { return s; }); }
#endif
#if RIVULET_CASE == 101
void f() { notes().map([](const Note& n) { return n.get<0>(); }); }
#endif

#if RIVULET_CASE == 2 // expect: rivulet: | map: the function cannot be called with a row | std::tupl
void f() { const auto q = quads(); q.map([](int n) { return n; }); }
#endif
#if RIVULET_CASE == 102
void f() { const auto q = quads(); q.map([](const Quad& t) { return std::get<0>(t); }); }
#endif

#if RIVULET_CASE == 3 // expect: filter: the function must return bool
void f() { quads().filter([](const Quad&) { return 1; }); }
#endif
#if RIVULET_CASE == 103
void f() { quads().filter([](const Quad&) { return true; }); }
#endif

#if RIVULET_CASE == 4 // expect: flatMap: the function cannot be called with a row
void f() { notes().flatMap([](int, Collector<int>&) {}); }
#endif
#if RIVULET_CASE == 104
void f() { notes().flatMap([](const Note&, Collector<int>&) {}); }
#endif

#if RIVULET_CASE == 5 // expect: process: without keys the function is called with
void f() { notes().process([](const Note&, int&, Collector<int>&) {}); }
#endif
#if RIVULET_CASE == 105
void f() { notes().process([](const Note&, ProcessContext<void>&, Collector<int>&) {}); }
#endif

#if RIVULET_CASE == 6 // expect: getSideOutput: the last step of this stream has no side outputs
void f() { notes().map([](const Note& n) { return n; }).getSideOutput(OutputTag<Note>("x")); }
#endif
#if RIVULET_CASE == 106
void f() { notes().process([](const Note&, ProcessContext<void>&, Collector<Note>&) {}).getSideOutput(OutputTag<Note>("x")); }
#endif

#if RIVULET_CASE == 7 // expect: unionWith: all streams must have the same row type
void f() { notes().unionWith(quads()); }
#endif
#if RIVULET_CASE == 107
void f() { notes().unionWith(notes()); }
#endif

#if RIVULET_CASE == 8 // expect: assignTimestampsAndWatermarks: takes a WatermarkStrategy
void f() { notes().assignTimestampsAndWatermarks(5); }
#endif
#if RIVULET_CASE == 108
void f() { notes().assignTimestampsAndWatermarks(WatermarkStrategy::forMonotonousTimestamps()); }
#endif

#if RIVULET_CASE == 9 // expect: keyBy: the function cannot be called with a row
void f() { quads().keyBy(&Note::kind); }
#endif
#if RIVULET_CASE == 109
void f() { quads().keyBy([](const Quad& q) { return std::get<1>(q); }); }
#endif

#if RIVULET_CASE == 10 // expect: window: this stream has no keys
void f() { quads().window(TumblingEventTimeWindows::of(5)); }
#endif
#if RIVULET_CASE == 110
void f() { quads().windowAll(TumblingEventTimeWindows::of(5)); }
#endif

#if RIVULET_CASE == 11 // expect: connect: takes another stream
void f() { notes().connect(5); }
#endif
#if RIVULET_CASE == 111
void f() { notes().connect(quads()); }
#endif

#if RIVULET_CASE == 12 // expect: print: takes a name
void f() { notes().print(5); }
#endif
#if RIVULET_CASE == 112
void f() { notes().print("notes"); }
#endif

#if RIVULET_CASE == 13 // expect: addSink: the sink cannot be called with a row
void f() { notes().addSink(5); }
#endif
#if RIVULET_CASE == 113
void f() { notes().addSink([](const Note&) {}); }
#endif

#if RIVULET_CASE == 14 // expect: executeAndCollect: takes the name of the job
void f() { notes().executeAndCollect(tenv); }
#endif
#if RIVULET_CASE == 114
void f() { notes().executeAndCollect(10); }
#endif

#if RIVULET_CASE == 15 // expect: reduce: the function must return the stream's row type
void f() { keyed().reduce([](const Note&, const Note&) { return 1; }); }
#endif
#if RIVULET_CASE == 115
void f() { keyed().reduce([](const Note& a, const Note&) { return a; }); }
#endif

#if RIVULET_CASE == 16 // expect: this step wants a pointer to a member
void f() { keyed().sum(5); }
#endif
#if RIVULET_CASE == 116
void f() { keyed().max(&Note::kind); }
#endif

#if RIVULET_CASE == 17 // expect: process: the function cannot be called with (const T&, State&, Collector<Out>&)
void f() { keyed().process([](int, Text&, Collector<Note>&) {}); }
#endif
#if RIVULET_CASE == 117
void f() { keyed().process([](const Note&, Text&, Collector<Note>&) {}); }
#endif

#if RIVULET_CASE == 18 // expect: reduce: the function cannot be called with two rows
void f() { daily().reduce([](int a, int) { return a; }); }
#endif
#if RIVULET_CASE == 118
void f() { daily().reduce([](const Note& a, const Note&) { return a; }); }
#endif

#if RIVULET_CASE == 19 // expect: aggregate: the function needs createAccumulator()
void f() { daily().aggregate(5); }
#endif
#if RIVULET_CASE == 119
void f() { daily().maxBy(&Note::kind); }
#endif

#if RIVULET_CASE == 20 // expect: the function of a window cannot be called with
void f() { daily().process([](int, Collector<int>&) {}); }
#endif
#if RIVULET_CASE == 120
void f() { daily().process([](const Text&, const TimeWindow&, const std::vector<Note>&, Collector<int>&) {}); }
#endif

#if RIVULET_CASE == 21 // expect: sideOutputLateData: late rows are rows of this stream
void f() { daily().sideOutputLateData(OutputTag<Quad>("late")); }
#endif
#if RIVULET_CASE == 121
void f() { daily().sideOutputLateData(OutputTag<Note>("late")); }
#endif

#if RIVULET_CASE == 22 // expect: connect, map: both functions must return the same type
void f() { notes().connect(quads()).map([](const Note&) { return 1; }, [](const Quad&) { return Text(); }); }
#endif
#if RIVULET_CASE == 122
void f() { notes().connect(quads()).map([](const Note&) { return 1; }, [](const Quad&) { return 2; }); }
#endif

#if RIVULET_CASE == 23 // expect: connect, process: both streams need a keyBy
void f() { notes().connect(quads()).process([](const Note&, int&, Collector<int>&) {}, [](const Quad&, int&, Collector<int>&) {}); }
#endif
#if RIVULET_CASE == 123
void f() { keyed().connect(quads().keyBy([](const Quad& q) { return std::get<0>(q); })).process([](const Note&, int&, Collector<int>&) {}, [](const Quad&, int&, Collector<int>&) {}); }
#endif

#if RIVULET_CASE == 24 // expect: broadcast, process: the functions are called with
void f() { notes().connect(quads().broadcast()).process([](const Note&, int, Collector<int>&) {}, [](const Note&, int&, Collector<int>&) {}); }
#endif
#if RIVULET_CASE == 124
void f() { notes().connect(quads().broadcast()).process([](const Note&, int, Collector<int>&) {}, [](const Quad&, int&, Collector<int>&) {}); }
#endif

#if RIVULET_CASE == 25 // expect: unknown column | Fact<4>{"auth"} | did you mean: author
void f() { tenv.fromDataStream(notes(), col<"auth">); }
#endif
#if RIVULET_CASE == 125
void f() { tenv.fromDataStream(notes(), col<"author">); }
#endif

#if RIVULET_CASE == 26 // expect: unknown column | Fact<4>{"plce"} | did you mean: place
void f() { table().select(col<"plce">); }
#endif
#if RIVULET_CASE == 126
void f() { table().select(col<"place">); }
#endif

#if RIVULET_CASE == 27 // expect: types do not fit
void f() { table().where(col<"place"> + 1 > 2); }
#endif
#if RIVULET_CASE == 127
void f() { table().where(col<"place"> == "x"); }
#endif

#if RIVULET_CASE == 28 // expect: unknown column | Fact<4>{"plce"}
void f() { table().groupBy(col<"plce">).select(col<"title">.max()); }
#endif
#if RIVULET_CASE == 128
void f() { table().groupBy(col<"place">).select(col<"title">.max()); }
#endif

#if RIVULET_CASE == 29 // expect: unknown column | Fact<4>{"plce"}
void f() { tenv.createTemporaryView<"notes">(notes()).sqlQuery<"SELECT plce FROM notes">(); }
#endif
#if RIVULET_CASE == 129
void f() { tenv.createTemporaryView<"notes">(notes()).sqlQuery<"SELECT place FROM notes">(); }
#endif

#if RIVULET_CASE == 30 // expect: rivulet: | GroupAggregate | toChangelogStream
void f() { tenv.toDataStream(tenv.createTemporaryView<"notes">(notes()).sqlQuery<"SELECT place, COUNT(*) AS n FROM notes GROUP BY place">()); }
#endif
#if RIVULET_CASE == 130
void f() { tenv.toChangelogStream(tenv.createTemporaryView<"notes">(notes()).sqlQuery<"SELECT place, COUNT(*) AS n FROM notes GROUP BY place">()); }
#endif

#if RIVULET_CASE == 31 // expect: a view with this name exists already | "notes"
void f() { tenv.createTemporaryView<"notes">(notes()).createTemporaryView<"notes">(quads()); }
#endif
#if RIVULET_CASE == 131
void f() { tenv.createTemporaryView<"notes">(notes()).createTemporaryView<"quads">(quads()); }
#endif

#if RIVULET_CASE == 32 // expect: rivulet: no field at this position
void f() { Row<int>(1).get<3>(); }
#endif
#if RIVULET_CASE == 132
void f() { Row<int>(1).get<0>(); }
#endif

#if RIVULET_CASE == 33 // expect: deleted | nullopt_t
void f() { Row<int, Text> r(std::nullopt, "x"); }
#endif
#if RIVULET_CASE == 133
void f() { Row<std::optional<int>, Text> r(std::nullopt, "x"); Row<int, Text> k(RowKind::delete_, 1, "x"); }
#endif

#if RIVULET_CASE == 34 // expect: rivulet: | primaryKey: needs at least one column
constexpr auto s = Schema().primaryKey<>();
#endif
#if RIVULET_CASE == 134
constexpr auto s = Schema().primaryKey<"author">();
#endif

#if RIVULET_CASE == 35 // expect: rivulet: | process: timers need keys
void f() { notes().process([](const Note&, ProcessContext<void>& c, Collector<Note>&) { c.timerService().registerEventTimeTimer(5); }); }
#endif
#if RIVULET_CASE == 135
void f() { keyed().process([](const Note&, ProcessContext<Text>& c, Collector<Note>&) { c.timerService().registerEventTimeTimer(5); }); }
#endif

struct Fixed { const int n; Text s; };
struct Loose { int n; Text s; };
#if RIVULET_CASE == 36 // expect: rivulet: | rows of this type cannot be assigned: a member is const
void f() { env.fromElements(Fixed{1, "a"}).keyBy(&Fixed::n).reduce([](const Fixed& a, const Fixed&) { return a; }); }
#endif
#if RIVULET_CASE == 136
void f() { env.fromElements(Loose{1, "a"}).keyBy(&Loose::n).reduce([](const Loose& a, const Loose&) { return a; }); }
#endif

#if RIVULET_CASE == 37 // expect: rivulet: | fromCollection: takes a vector
void f() { env.fromCollection(5); }
#endif
#if RIVULET_CASE == 137
void f() { env.fromCollection({5}); env.fromCollection(std::vector<int>{5}); }
#endif

struct UncommonlyLongNameOfAClassThatIsNoColumnTypeAtAllAndStaysAsItIs { int a; };
struct Holds { Raw<UncommonlyLongNameOfAClassThatIsNoColumnTypeAtAllAndStaysAsItIs> raw; };
#if RIVULET_CASE == 38 // expect: rivulet: | RAW
void f() { tenv.fromDataStream(env.fromCollection(std::vector<Holds>()), Schema().column<"raw", "INT">()); }
#endif
#if RIVULET_CASE == 138
void f() { tenv.fromDataStream(env.fromCollection(std::vector<Holds>()), Schema().fromRow<Holds>()); }
#endif
