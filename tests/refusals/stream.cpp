// SPDX-License-Identifier: BSL-1.0
// Wrong DataStream programs, each followed by its nearest accepted neighbour.
#include <rivulet/rivulet.hpp>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace rivulet;

struct Click { std::string user; std::int64_t millis; };
struct Opaque { explicit Opaque(int x) : v(x) {} private: int v; };

inline const StreamExecutionEnvironment env;
inline DataStream<Click> clicks() { return env.fromElements(Click{"ann", 1}); }

#if RIVULET_CASE == 1 // expect: rivulet: | map: the function cannot be called with a row | wants<false, rivulet::detail::AnyResult
void f() { clicks().map([](const std::string& s) { return s.size(); }); }
#endif
#if RIVULET_CASE == 101
void f() { clicks().map([](const Click& c) { return c.user.size(); }); }
#endif

#if RIVULET_CASE == 2 // expect: rivulet: | map: the function cannot be called with a row
void f() { const auto named = clicks(); named.map([](Click& c) { return c.millis++; }); }
#endif
#if RIVULET_CASE == 102
void f() { const auto named = clicks(); named.map([](Click c) { return c.millis++; }); }
#endif

#if RIVULET_CASE == 3 // expect: rivulet: | map: the function returns nothing; addSink is for that
void f() { clicks().map([](const Click&) {}); }
#endif
#if RIVULET_CASE == 103
void f() { clicks().addSink([](const Click&) {}); }
#endif

#if RIVULET_CASE == 4 // expect: rivulet: | map: the function is copied into each execution and must be copyable
void f() { clicks().map([p = std::make_unique<int>(1)](const Click& c) { return c.millis + *p; }); }
#endif
#if RIVULET_CASE == 104
void f() { clicks().map([p = std::make_shared<int>(1)](const Click& c) { return c.millis + *p; }); }
#endif

#if RIVULET_CASE == 5 // expect: rivulet: | filter: the function must return bool | wants<false, bool
void f() { clicks().filter([](const Click& c) { return c.millis; }); }
#endif
#if RIVULET_CASE == 105
void f() { clicks().filter([](const Click& c) { return c.millis != 0; }); }
#endif

#if RIVULET_CASE == 6 // expect: rivulet: | filter: the function cannot be called with a row | wants<false, bool
void f() { clicks().filter([] { return true; }); }
#endif
#if RIVULET_CASE == 106
void f() { clicks().filter([](const auto&) { return true; }); }
#endif

#if RIVULET_CASE == 7 // expect: rivulet: | flatMap: the function needs a last parameter Collector<Out>&
void f() { clicks().flatMap([](const Click& c, auto& out) { out.collect(c.user); }); }
#endif
#if RIVULET_CASE == 107
void f() { clicks().flatMap<std::string>([](const Click& c, auto& out) { out.collect(c.user); }); }
#endif

#if RIVULET_CASE == 8 // expect: rivulet: | flatMap: the function cannot be called with a row | wants<false, void
void f() { clicks().flatMap([](int, Collector<int>&) {}); }
#endif
#if RIVULET_CASE == 108
void f() { clicks().flatMap([](const Click&, Collector<int>&) {}); }
#endif

#if RIVULET_CASE == 9 // expect: rivulet: | keyBy: keys are kept | string_view
void f() { clicks().keyBy([](const Click& c) { return std::string_view(c.user); }); }
#endif
#if RIVULET_CASE == 109
void f() { clicks().keyBy([](const Click& c) -> const std::string& { return c.user; }); }
#endif

#if RIVULET_CASE == 10 // expect: rivulet: | keyBy: a key of this type cannot be hashed
void f() { clicks().keyBy([](const Click&) { return Opaque(1); }); }
#endif
#if RIVULET_CASE == 110
void f() { clicks().keyBy([](const Click& c) { return c; }); }
#endif

#if RIVULET_CASE == 11 // expect: rivulet: | keyBy: the function cannot be called with a row | wants<false, rivulet::detail::AnyResult
void f() { clicks().keyBy(&std::string::size); }
#endif
#if RIVULET_CASE == 111
void f() { clicks().keyBy(&Click::user); }
#endif

#if RIVULET_CASE == 12 // expect: rivulet: | reduce: the function must return the stream's row type | wants<false, Click
void f() { clicks().keyBy(&Click::user).reduce([](const Click& a, const Click& b) { return a.millis + b.millis; }); }
#endif
#if RIVULET_CASE == 112
void f() { clicks().keyBy(&Click::user).reduce([](const Click& a, const Click& b) { return Click{a.user, a.millis + b.millis}; }); }
#endif

#if RIVULET_CASE == 13 // expect: rivulet: | reduce: the function cannot be called with two rows | wants<false, Click
void f() { clicks().keyBy(&Click::user).reduce([](const Click& a) { return a; }); }
#endif
#if RIVULET_CASE == 113
void f() { clicks().keyBy(&Click::user).reduce([](const Click& a, const Click&) { return a; }); }
#endif

#if RIVULET_CASE == 14 // expect: rivulet: | reduce keeps a row for each key
void f() { clicks().map([](const Click& c) { return std::string_view(c.user); }).keyBy([](auto s) { return s.size(); }).reduce([](auto a, auto) { return a; }); }
#endif
#if RIVULET_CASE == 114
void f() { clicks().map([](const Click& c) { return std::string_view(c.user); }).map(&std::string_view::size).keyBy([](auto n) { return n; }).reduce([](auto a, auto) { return a; }); }
#endif

#if RIVULET_CASE == 15 // expect: rivulet: | wants a pointer to a member
void f() { clicks().keyBy(&Click::user).sum([](const Click& c) { return c.millis; }); }
#endif
#if RIVULET_CASE == 115
void f() { clicks().keyBy(&Click::user).sum(&Click::millis); }
#endif

#if RIVULET_CASE == 16 // expect: rivulet: | process: the function needs parameters
void f() { clicks().keyBy(&Click::user).process([](const Click&, auto& n, auto& out) { out.collect(++n); }); }
#endif
#if RIVULET_CASE == 116
void f() { clicks().keyBy(&Click::user).process<int, int>([](const Click&, auto& n, auto& out) { out.collect(++n); }); }
#endif

#if RIVULET_CASE == 17 // expect: rivulet: | process: the function cannot be called with (const T&, State&, Collector<Out>&) | wants<false, void
void f() { clicks().keyBy(&Click::user).process([](const std::string&, int&, Collector<int>&) {}); }
#endif
#if RIVULET_CASE == 117
void f() { clicks().keyBy(&Click::user).process([](const Click&, int&, Collector<int>&) {}); }
#endif

#if RIVULET_CASE == 18 // expect: rivulet: | process: a State has a default constructor and owns what it holds
void f() { clicks().keyBy(&Click::user).process([](const Click&, std::string_view&, Collector<int>&) {}); }
#endif
#if RIVULET_CASE == 118
void f() { clicks().keyBy(&Click::user).process([](const Click&, std::string&, Collector<int>&) {}); }
#endif

#if RIVULET_CASE == 19 // expect: rivulet: | a named stream keeps rows for its consumers; rows that only refer
void f() { const auto named = clicks().map([](const Click& c) { return std::string_view(c.user); }); named.print(); }
#endif
#if RIVULET_CASE == 119
void f() { clicks().map([](const Click& c) { return std::string_view(c.user); }).print(); }
#endif

#if RIVULET_CASE == 20 // expect: rivulet: | executeAndCollect keeps rows; rows that only refer
void f() { clicks().map([](const Click& c) { return std::span<const char>(c.user); }).executeAndCollect(); }
#endif
#if RIVULET_CASE == 120
void f() { clicks().map([](const Click& c) { return std::vector<char>(c.user.begin(), c.user.end()); }).executeAndCollect(); }
#endif

#if RIVULET_CASE == 21 // expect: rivulet: | unionWith: all streams must have the same row type
void f() { clicks().unionWith(env.fromElements(1)); }
#endif
#if RIVULET_CASE == 121
void f() { clicks().unionWith(clicks()); }
#endif

#if RIVULET_CASE == 22 // expect: rivulet: | connect, map: both functions must return the same type
void f() { clicks().connect(env.fromElements(1)).map([](const Click& c) { return c.millis; }, [](int x) { return x; }); }
#endif
#if RIVULET_CASE == 122
void f() { clicks().connect(env.fromElements(1)).map([](const Click& c) { return c.millis; }, [](int x) { return std::int64_t{x}; }); }
#endif

#if RIVULET_CASE == 23 // expect: rivulet: | connect, process: both streams need a keyBy
void f() { clicks().connect(env.fromElements(1)).process([](const Click&, int&, Collector<int>&) {}, [](int, int&, Collector<int>&) {}); }
#endif
#if RIVULET_CASE == 123
void f() {
    clicks().connect(env.fromElements(std::int64_t{1})).keyBy(&Click::millis, [](std::int64_t x) { return x; })
        .process([](const Click&, int&, Collector<int>&) {}, [](std::int64_t, int&, Collector<int>&) {});
}
#endif

#if RIVULET_CASE == 24 // expect: rivulet: | connect, keyBy: the keys of both streams must have the same type
void f() {
    clicks().connect(env.fromElements(1)).keyBy(&Click::millis, [](int x) { return x; });
}
#endif
#if RIVULET_CASE == 124
void f() {
    clicks().connect(env.fromElements(1)).keyBy(&Click::millis, [](int x) { return std::int64_t{x}; }).process([](const Click&, int&, Collector<int>&) {}, [](int, int&, Collector<int>&) {});
}
#endif

#if RIVULET_CASE == 31 // expect: rivulet: | connect: the keys of two keyed streams must have the same type
void f() { clicks().keyBy(&Click::user).connect(env.fromElements(1).keyBy([](int x) { return x; })); }
#endif
#if RIVULET_CASE == 131
void f() { clicks().keyBy(&Click::user).connect(env.fromElements("x").keyBy([](const std::string& x) { return x; })); }
#endif

#if RIVULET_CASE == 32 // expect: rivulet: | a named stream keeps rows for its consumers; rows that only refer
struct Name { std::string_view user; std::int64_t millis; };
void f() { const DataStream<Name> named = clicks().map([](const Click& c) { return Name{c.user, c.millis}; }); }
#endif
#if RIVULET_CASE == 132
struct Name { std::string user; std::int64_t millis; };
void f() { const DataStream<Name> named = clicks().map([](const Click& c) { return Name{c.user, c.millis}; }); }
#endif

#if RIVULET_CASE == 25 // expect: rivulet: | fromElements needs at least one element
void f() { env.fromElements(); }
#endif
#if RIVULET_CASE == 125
void f() { env.fromCollection(std::vector<int>{}); }
#endif

#if RIVULET_CASE == 26 // expect: rivulet: | addSink: the sink cannot be called with a row | wants<false, void
void f() { clicks().addSink([](int) {}); }
#endif
#if RIVULET_CASE == 126
void f() { clicks().addSink([](Click&&) {}); }
#endif

#if RIVULET_CASE == 27 // expect: rivulet: | print: rows of this type have no text
void f() { clicks().map([](const Click&) { return std::weak_ptr<int>(); }).print(); }
#endif
#if RIVULET_CASE == 127
void f() { clicks().map([](const Click& c) { return c; }).print(); }
#endif

#if RIVULET_CASE == 28 // expect: rivulet: | move-only type would have to be copied here
void f() {
    clicks().flatMap([](const Click&, Collector<std::unique_ptr<int>>& out) { const auto p = std::make_unique<int>(1); out.collect(p); }).addSink([](const std::unique_ptr<int>&) {});
}
#endif
#if RIVULET_CASE == 128
void f() {
    clicks().flatMap([](const Click&, Collector<std::unique_ptr<int>>& out) { auto p = std::make_unique<int>(1); out.collect(std::move(p)); }).addSink([](const std::unique_ptr<int>&) {});
}
#endif

#if RIVULET_CASE == 29 // expect: rivulet: | a view of elements that cannot be copied cannot give them away
void f(const std::vector<std::unique_ptr<int>>& rows) { env.fromView(rows); }
#endif
#if RIVULET_CASE == 129
void f(std::vector<std::unique_ptr<int>> rows) { env.fromCollection(std::move(rows)); }
#endif

#if RIVULET_CASE == 30 // expect: rivulet: | name: this stream has no step of its own to name
void f() { clicks().unionWith(clicks()).name("both"); }
#endif
#if RIVULET_CASE == 130
void f() { clicks().unionWith(clicks()).map([](const Click& c) { return c; }).name("both"); }
#endif

// ---- time ----------------------------------------------------------------------------------------------------------------------

inline auto keyed() { return clicks().keyBy(&Click::user); }
inline auto byMillis() { return clicks().keyBy(&Click::millis); }
inline auto hourly() { return keyed().window(TumblingEventTimeWindows::of(3'600'000)); }
struct View { std::string_view user; std::int64_t millis; };
inline auto views() { return env.fromCollection(std::vector<View>{}).keyBy(&View::millis).window(TumblingEventTimeWindows::of(1000)); }
struct Counting {
    int createAccumulator() const { return 0; }
    void add(const Click&, int& n) const { ++n; }
    int getResult(int n) const { return n; }
};
struct Merging : Counting {
    void merge(int& a, const int& b) const { a += b; }
};

#if RIVULET_CASE == 41 // expect: rivulet: | assignTimestampsAndWatermarks: the timestamp assigner must be callable with a row
void f() { clicks().assignTimestampsAndWatermarks(WatermarkStrategy::forMonotonousTimestamps().withTimestampAssigner(&Click::user)); }
#endif
#if RIVULET_CASE == 141
void f() { clicks().assignTimestampsAndWatermarks(WatermarkStrategy::forMonotonousTimestamps().withTimestampAssigner(&Click::millis)); }
#endif

#if RIVULET_CASE == 42 // expect: rivulet: | the generator needs onEvent(const T&, Millis, WatermarkOutput&)
struct Never { void onEvent(const Click&, WatermarkOutput&) {} };
void f() { clicks().assignTimestampsAndWatermarks(WatermarkStrategy::forGenerator(Never{})); }
#endif
#if RIVULET_CASE == 142
struct Never { void onEvent(const Click&, Millis, WatermarkOutput&) {} };
void f() { clicks().assignTimestampsAndWatermarks(WatermarkStrategy::forGenerator(Never{})); }
#endif

#if RIVULET_CASE == 43 // expect: rivulet: | process: without keys the function is called with | state and timers need keyBy | wants<false, void
void f() { clicks().process([](const Click&, int& seen, Collector<int>& out) { out.collect(++seen); }); }
#endif
#if RIVULET_CASE == 143
void f() { keyed().process([](const Click&, int& seen, Collector<int>& out) { out.collect(++seen); }); }
#endif

#if RIVULET_CASE == 44 // expect: rivulet: | process: onTimer must be callable with (Millis, State&, ProcessContext<Key>&, Collector<Out>&) | wants<false, void
struct Timing {
    void processElement(const Click&, int&, ProcessContext<std::string>& context, Collector<int>&) { context.timerService().registerEventTimeTimer(1); }
    void onTimer(Millis, Collector<int>& out) { out.collect(1); }
};
void f() { keyed().process(Timing{}); }
#endif
#if RIVULET_CASE == 144
struct Timing {
    void processElement(const Click&, int&, ProcessContext<std::string>& context, Collector<int>&) { context.timerService().registerEventTimeTimer(1); }
    void onTimer(Millis, int&, ProcessContext<std::string>&, Collector<int>& out) { out.collect(1); }
};
void f() { keyed().process(Timing{}); }
#endif

#if RIVULET_CASE == 45 // expect: rivulet: | getSideOutput: the last step of this stream has no side outputs
void f() { const auto users = clicks().map(&Click::user); users.getSideOutput(OutputTag<int>("late")); }
#endif
#if RIVULET_CASE == 145
void f() { const auto latest = hourly().maxBy(&Click::millis); latest.getSideOutput(OutputTag<int>("late")); }
#endif

#if RIVULET_CASE == 46 // expect: rivulet: | OutputTag: rows of a side output are kept | no string_view
void f() { OutputTag<std::string_view> tag("users"); }
#endif
#if RIVULET_CASE == 146
void f() { OutputTag<std::string> tag("users"); }
#endif

#if RIVULET_CASE == 47 // expect: rivulet: | window: this stream has no keys | windowAll
void f() { clicks().window(TumblingEventTimeWindows::of(1000)).maxBy(&Click::millis); }
#endif
#if RIVULET_CASE == 147
void f() { clicks().windowAll(TumblingEventTimeWindows::of(1000)).maxBy(&Click::millis); }
#endif

#if RIVULET_CASE == 48 // expect: rivulet: | window: takes windows, such as TumblingEventTimeWindows::of(millis)
void f() { keyed().window(1000); }
#endif
#if RIVULET_CASE == 148
void f() { keyed().window(TumblingEventTimeWindows::of(1000)).maxBy(&Click::millis); }
#endif

#if RIVULET_CASE == 49 // expect: rivulet: | reduce keeps a row for each key and window | no string_view
void f() { views().reduce([](const View& a, const View&) { return a; }); }
#endif
#if RIVULET_CASE == 149
void f() { hourly().reduce([](const Click& a, const Click&) { return a; }); }
#endif

#if RIVULET_CASE == 50 // expect: rivulet: | process of a window keeps its rows | no string_view
void f() { views().process([](std::int64_t, const TimeWindow&, const std::vector<View>& rows, Collector<std::size_t>& out) { out.collect(rows.size()); }); }
#endif
#if RIVULET_CASE == 150
void f() { hourly().process([](const std::string&, const TimeWindow&, const std::vector<Click>& rows, Collector<std::size_t>& out) { out.collect(rows.size()); }); }
#endif

#if RIVULET_CASE == 51 // expect: rivulet: | aggregate: the function needs createAccumulator(), add(const T&, Accumulator&) and getResult
struct Incomplete { int createAccumulator() { return 0; } void add(const Click&, int& n) { ++n; } };
void f() { hourly().aggregate(Incomplete{}); }
#endif
#if RIVULET_CASE == 151
void f() { hourly().aggregate(Counting{}); }
#endif

#if RIVULET_CASE == 52 // expect: rivulet: | aggregate: sessions grow together, so the function needs merge
void f() { keyed().window(EventTimeSessionWindows::withGap(1000)).aggregate(Counting{}); }
#endif
#if RIVULET_CASE == 152
void f() { keyed().window(EventTimeSessionWindows::withGap(1000)).aggregate(Merging{}); }
#endif

#if RIVULET_CASE == 53 // expect: rivulet: | aggregate keeps an accumulator for each key and window | no string_view
struct Last { std::string_view createAccumulator() { return {}; } void add(const Click& c, std::string_view& last) { last = c.user; } std::string getResult(std::string_view s) { return std::string(s); } };
void f() { hourly().aggregate(Last{}); }
#endif
#if RIVULET_CASE == 153
struct Last { std::string createAccumulator() { return {}; } void add(const Click& c, std::string& last) { last = c.user; } std::string getResult(const std::string& s) { return s; } };
void f() { hourly().aggregate(Last{}); }
#endif

#if RIVULET_CASE == 54 // expect: rivulet: | the function of a window cannot be called with (const Key&, const TimeWindow&, rows, Collector<Out>&)
void f() { byMillis().window(TumblingEventTimeWindows::of(1000)).aggregate(Counting{}, [](int n, Collector<int>& out) { out.collect(n); }); }
#endif
#if RIVULET_CASE == 154
void f() { byMillis().window(TumblingEventTimeWindows::of(1000)).aggregate(Counting{}, [](std::int64_t, const TimeWindow&, int n, Collector<int>& out) { out.collect(n); }); }
#endif

#if RIVULET_CASE == 55 // expect: rivulet: | allowedLateness: by processing time no row is late
void f() { keyed().window(TumblingProcessingTimeWindows::of(1000)).allowedLateness(10).maxBy(&Click::millis); }
#endif
#if RIVULET_CASE == 155
void f() { keyed().window(TumblingProcessingTimeWindows::of(1000)).maxBy(&Click::millis); }
#endif

#if RIVULET_CASE == 56 // expect: rivulet: | sideOutputLateData: late rows are rows of this stream
void f() { hourly().sideOutputLateData(OutputTag<std::string>("late")).maxBy(&Click::millis); }
#endif
#if RIVULET_CASE == 156
void f() { hourly().sideOutputLateData(OutputTag<Click>("late")).maxBy(&Click::millis); }
#endif

#if RIVULET_CASE == 57 // expect: rivulet: | broadcast, process: the functions are called with (const T&, const Broadcast&, Collector<Out>&)
struct Most {
    void processElement(const Click&, int& most, Collector<int>& out) { out.collect(most++); }
    void processBroadcastElement(int n, int& most, Collector<int>&) { most = n; }
};
void f() { clicks().connect(env.fromElements(1).broadcast()).process(Most{}); }
#endif
#if RIVULET_CASE == 157
struct Most {
    void processElement(const Click&, const int& most, Collector<int>& out) { out.collect(most); }
    void processBroadcastElement(int n, int& most, Collector<int>&) { most = n; }
};
void f() { clicks().connect(env.fromElements(1).broadcast()).process(Most{}); }
#endif

#if RIVULET_CASE == 58 // expect: rivulet: | broadcast, process: of a keyed stream the functions are called with (const T&, State&, const Broadcast&
struct Most {
    void processElement(const Click&, const int& most, Collector<int>& out) { out.collect(most); }
    void processBroadcastElement(int n, int& most, Collector<int>&) { most = n; }
};
void f() { keyed().connect(env.fromElements(1).broadcast()).process(Most{}); }
#endif
#if RIVULET_CASE == 158
struct Most {
    void processElement(const Click&, char&, const int& most, Collector<int>& out) { out.collect(most); }
    void processBroadcastElement(int n, int& most, Collector<int>&) { most = n; }
};
void f() { keyed().connect(env.fromElements(1).broadcast()).process(Most{}); }
#endif

#if RIVULET_CASE == 59 // expect: rivulet: | connect, process: processElement1 and processElement2 must be callable
struct OneSided { void processElement1(const Click&, int&, Collector<int>&) {} };
void f() { byMillis().connect(byMillis()).process(OneSided{}); }
#endif
#if RIVULET_CASE == 159
struct OneSided { void processElement1(const Click&, int&, Collector<int>&) {} void processElement2(const Click&, int&, Collector<int>&) {} };
void f() { byMillis().connect(byMillis()).process(OneSided{}); }
#endif

#if RIVULET_CASE == 60 // expect: rivulet: | reduce: the function must return the stream's row type | wants<false,
void f() { hourly().reduce([](const Click& a, const Click&) { return a.user; }); }
#endif
#if RIVULET_CASE == 160
void f() { hourly().reduce([](const Click& a, const Click&) { return a; }); }
#endif

#if RIVULET_CASE == 61 // expect: rivulet: | process: without a State the function is called with (const T&, ProcessContext<Key>&, Collector<Out>&) | wants<false, void
void f() { keyed().process([](const std::string&, ProcessContext<std::string>&, Collector<std::string>&) {}); }
#endif
#if RIVULET_CASE == 161
void f() { keyed().process([](const Click& c, ProcessContext<std::string>&, Collector<std::string>& out) { out.collect(c.user); }); }
#endif

struct Clock {
    void processElement(const Click&, ProcessContext<std::string>&, Collector<std::string>&) {}
    void onTimer(Millis, int&, ProcessContext<std::string>&, Collector<std::string>&) {}
};
struct PlainClock {
    void processElement(const Click&, ProcessContext<std::string>&, Collector<std::string>&) {}
    void onTimer(Millis, ProcessContext<std::string>&, Collector<std::string>&) {}
};
#if RIVULET_CASE == 62 // expect: rivulet: | process: without a State onTimer is called with (Millis, ProcessContext<Key>&, Collector<Out>&) | wants<false, void
void f() { keyed().process(Clock{}); }
#endif
#if RIVULET_CASE == 162
void f() { keyed().process(PlainClock{}); }
#endif

#if RIVULET_CASE == 63 // expect: rivulet: | assignTimestampsAndWatermarks: takes a WatermarkStrategy
void f() { clicks().assignTimestampsAndWatermarks(5000); }
#endif
#if RIVULET_CASE == 163
void f() { clicks().assignTimestampsAndWatermarks(WatermarkStrategy::forBoundedOutOfOrderness(5000).withTimestampAssigner(&Click::millis)); }
#endif

#if RIVULET_CASE == 64 // expect: rivulet: | process: between the row and the Collector<Out>& stands a State&, or a ProcessContext<Key>&
void f() { keyed().process([](const Click& c, Collector<std::string>& out) { out.collect(c.user); }); }
#endif
#if RIVULET_CASE == 164
void f() { keyed().process([](const Click& c, int& seen, Collector<std::string>& out) { if (++seen > 1) out.collect(c.user); }); }
#endif

#if RIVULET_CASE == 65 // expect: rivulet: | process: the State is passed by value, and what is done to it would be lost
void f() { keyed().process([](const Click& c, int seen, Collector<std::string>& out) { if (++seen > 1) out.collect(c.user); }); }
#endif
#if RIVULET_CASE == 165
void f() { keyed().process([](Click c, int& seen, Collector<std::string>& out) { if (++seen > 1) out.collect(c.user); }); }
#endif

struct Keeps { void operator()(const Click&, int&, Collector<int>&) {} };
struct Copies { void operator()(const Click&, int, Collector<int>&) {} };
#if RIVULET_CASE == 66 // expect: rivulet: | connect, process: the functions need parameters (const T&, State&, Collector<Out>&)
void f() { clicks().keyBy(&Click::millis).connect(clicks().keyBy(&Click::millis)).process(Keeps{}, Copies{}); }
#endif
#if RIVULET_CASE == 166
void f() { clicks().keyBy(&Click::millis).connect(clicks().keyBy(&Click::millis)).process(Keeps{}, Keeps{}); }
#endif

#if RIVULET_CASE == 67 // expect: rivulet: | broadcast, process: a state is passed by value, and what is done to it would be lost
void f() {
    clicks().connect(clicks().broadcast()).process([](const Click&, const int& most, Collector<int>& out) { out.collect(most); }, [](const Click&, int most, Collector<int>&) { ++most; });
}
#endif
#if RIVULET_CASE == 167
void f() {
    clicks().connect(clicks().broadcast()).process([](const Click&, int most, Collector<int>& out) { out.collect(most); }, [](const Click&, int& most, Collector<int>&) { ++most; });
}
#endif

#if RIVULET_CASE == 68 // expect: rivulet: | getSideOutput: takes the OutputTag that the rows were put out under
void f() {
    const DataStream<Click> sums = keyed().window(TumblingEventTimeWindows::of(10)).sum(&Click::millis);
    sums.getSideOutput("late").print();
}
#endif
#if RIVULET_CASE == 168
void f() {
    const OutputTag<Click> late("late");
    const DataStream<Click> sums = keyed().window(TumblingEventTimeWindows::of(10)).sideOutputLateData(late).sum(&Click::millis);
    sums.getSideOutput(late).print();
}
#endif

#if RIVULET_CASE == 69 // expect: rivulet: | keyBy: the function cannot be called with a row
void f() { clicks().keyBy("user").sum(&Click::millis).print(); }
#endif
#if RIVULET_CASE == 169
void f() { clicks().keyBy(&Click::user).sum(&Click::millis).print(); }
#endif
