// SPDX-License-Identifier: BSL-1.0
// Windows of streams: when they fire, what is late, what functions get. (window_state.cpp compares their contents with a model.)
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <rivulet/stream/environment.hpp>
#include <rivulet/stream/feed.hpp>

#include "stable_sort.hpp"
#include "traced.hpp"

using namespace rivulet;

namespace {

struct Event {
    std::string key;
    Millis at;
    int n{1};
};
using Lines = std::vector<std::string>;
using Out = Collector<std::string>;
constexpr std::size_t batchSizes[] = {1, 2, 7, 1024};

auto inOrder() { return WatermarkStrategy::forMonotonousTimestamps().withTimestampAssigner(&Event::at); }
auto within(Millis bound) { return WatermarkStrategy::forBoundedOutOfOrderness(bound).withTimestampAssigner(&Event::at); }

std::string bounds(const TimeWindow& w) { return "[" + std::to_string(w.start) + "," + std::to_string(w.end) + ")"; }
constexpr auto add = [](const Event& a, const Event& b) { return Event{a.key, a.at, a.n + b.n}; };
constexpr auto text = [](const std::string& key, const TimeWindow& w, const Event& e, Out& out) { out.collect(key + bounds(w) + std::to_string(e.n)); };
constexpr auto list = [](const std::string& key, const TimeWindow& w, const std::vector<Event>& rows, Out& out) {
    std::string line = key + bounds(w);
    for (const Event& e : rows) line += " " + std::to_string(e.at);
    out.collect(line);
};

// What a window puts out of these rows, after each of which comes a watermark `lag` behind it.
template <class Windows>
Lines sums(const std::vector<Event>& rows, Windows windows, Millis lag = 1, Millis lateness = 0) {
    Lines first;
    for (const std::size_t most : batchSizes) {
        StreamExecutionEnvironment env;
        env.setBatchRows(most);
        const auto lines = env.fromCollection(rows).assignTimestampsAndWatermarks(within(lag - 1)).keyBy(&Event::key).window(windows).allowedLateness(lateness).reduce(add, text).executeAndCollect();
        if (first.empty()) first = lines;
        CHECK(lines == first);
    }
    return first;
}

}  // namespace

TEST_CASE("lengths of time are milliseconds or durations") {
    using namespace std::chrono_literals;
    static_assert(Duration(5).millis == 5 && Duration(10s).millis == 10'000 && Duration(-8h).millis == -28'800'000 && Duration(2'000'000us).millis == 2000 && Duration(0.25s).millis == 250);
    static_assert(Duration(std::chrono::nanoseconds::max() / 1'000'000 * 1'000'000).millis == 9'223'372'036'854);
    static_assert(Duration(1.001s).millis == 1001 && Duration(-1.001s).millis == -1001 && Duration(std::chrono::duration<float>(0.29f)).millis == 290);  // as multiplied: 1000.9999999999999
    using Thirds = std::chrono::duration<int, std::ratio<1, 3>>;
    static_assert(Duration(Thirds(3)).millis == 1000);
    CHECK_THROWS_WITH_AS(Duration{Thirds(1)}, "a length of time is a whole number of milliseconds", IllegalState);
    CHECK_THROWS_WITH_AS(Duration{0.0005s}, "a length of time is a whole number of milliseconds", IllegalState);
    CHECK_THROWS_WITH_AS(Duration{std::chrono::hours::max()}, "a length of time has more milliseconds than 64 bits hold", IllegalState);
    CHECK_THROWS_WITH_AS(Duration{std::chrono::duration<double>(1e300)}, "a length of time has more milliseconds than 64 bits hold", IllegalState);
    const std::vector<Event> rows{{"a", 1}, {"a", 9999}, {"a", 10'000}, {"a", 25'000}};
    CHECK(sums(rows, TumblingEventTimeWindows::of(10s)) == sums(rows, TumblingEventTimeWindows::of(10'000)));
    CHECK(sums(rows, SlidingEventTimeWindows::of(10s, 5s, 1s)) == sums(rows, SlidingEventTimeWindows::of(10'000, 5000, 1000)));
    CHECK(sums(rows, EventTimeSessionWindows::withGap(2s)) == sums(rows, EventTimeSessionWindows::withGap(2000)));
    StreamExecutionEnvironment env;
    const auto strategy = WatermarkStrategy::forBoundedOutOfOrderness(1s).withTimestampAssigner(&Event::at).withIdleness(1h);
    CHECK(env.fromCollection(rows).assignTimestampsAndWatermarks(strategy).keyBy(&Event::key).window(TumblingEventTimeWindows::of(10s)).allowedLateness(5s).reduce(add, text).executeAndCollect() ==
          sums(rows, TumblingEventTimeWindows::of(10s), 1001, 5000));
}

TEST_CASE("windows and their bounds") {
    using Tumbling = TumblingEventTimeWindows;
    using Sliding = SlidingEventTimeWindows;
    const std::vector<Event> rows{{"a", 1}, {"b", 2}, {"a", 9}, {"a", 10}, {"b", 25}};
    CHECK(sums(rows, Tumbling::of(10)) == Lines{"a[0,10)2", "b[0,10)1", "a[10,20)1", "b[20,30)1"});
    CHECK(sums(rows, Sliding::of(10, 5)) == Lines{"a[-5,5)1", "b[-5,5)1", "a[0,10)2", "b[0,10)1", "a[5,15)2", "a[10,20)1", "b[20,30)1", "b[25,35)1"});
    CHECK(sums(rows, EventTimeSessionWindows::withGap(8)) == Lines{"b[2,10)1", "a[1,18)3", "b[25,33)1"});
    // P84: the end belongs to the next window
    CHECK(sums({{"a", 9999}, {"a", 10000}}, Tumbling::of(10000)) == Lines{"a[0,10000)1", "a[10000,20000)1"});
    // P85: before 1970
    CHECK(sums({{"a", -7001}, {"a", -1001}, {"a", -1000}, {"a", -1}, {"a", 0}}, Tumbling::of(1000)) == Lines{"a[-8000,-7000)1", "a[-2000,-1000)1", "a[-1000,0)2", "a[0,1000)1"});
    // P86: an offset, and one that is negative; it decides when the window fires, too
    CHECK(sums({{"a", 3}, {"b", 7}, {"c", 8}}, Tumbling::of(24, 8)) == Lines{"a[-16,8)1", "b[-16,8)1", "c[8,32)1"});
    CHECK(sums({{"a", 3}, {"b", 7}, {"c", 8}}, Tumbling::of(24, -16)) == Lines{"a[-16,8)1", "b[-16,8)1", "c[8,32)1"});
    // P91: a size that is no multiple of the slide, and gaps between windows
    CHECK(sums({{"a", 10}}, Sliding::of(10, 3)) == Lines{"a[3,13)1", "a[6,16)1", "a[9,19)1"});
    CHECK(sums({{"a", 1}, {"a", 4}, {"a", 11}, {"a", 9}}, Sliding::of(3, 10), 100) == Lines{"a[0,3)1", "a[10,13)1"});
    // P89: sessions that touch are one
    CHECK(sums({{"a", 0}, {"a", 5}}, EventTimeSessionWindows::withGap(5)) == Lines{"a[0,10)2"});
    CHECK(sums({{"a", 0}, {"a", 6}}, EventTimeSessionWindows::withGap(5)) == Lines{"a[0,5)1", "a[6,11)1"});
    CHECK(sums({{"a", 0}, {"a", 8}, {"a", 4}}, EventTimeSessionWindows::withGap(5), 100) == Lines{"a[0,13)3"});
}

TEST_CASE("sizes, slides, offsets and gaps that make no windows") {
    CHECK_THROWS_AS(TumblingEventTimeWindows::of(0), IllegalState);
    CHECK_THROWS_AS(TumblingEventTimeWindows::of(std::chrono::microseconds(1500)), IllegalState);
    CHECK_THROWS_AS(TumblingEventTimeWindows::of(10, 10), IllegalState);
    CHECK_THROWS_AS(TumblingEventTimeWindows::of(10, -10), IllegalState);
    CHECK_THROWS_AS(TumblingEventTimeWindows::of(10, INT64_MIN), IllegalState);
    CHECK_THROWS_AS(SlidingEventTimeWindows::of(10, 0), IllegalState);
    CHECK_THROWS_AS(SlidingEventTimeWindows::of(10, 5, 5), IllegalState);
    CHECK_THROWS_AS(SlidingProcessingTimeWindows::of(-1, 5), IllegalState);
    CHECK_THROWS_AS(EventTimeSessionWindows::withGap(0), IllegalState);
    CHECK_THROWS_AS(ProcessingTimeSessionWindows::withGap(lastWatermark), IllegalState);
    StreamExecutionEnvironment env;
    const auto keyed = env.fromElements(Event{"a", 1}).keyBy(&Event::key);
    CHECK_THROWS_AS(keyed.window(TumblingEventTimeWindows::of(10)).allowedLateness(-1), IllegalState);
    CHECK_THROWS_WITH_AS(keyed.window(TumblingEventTimeWindows::of(10)).reduce(add).name("w").executeAndCollect(),
                         "w: a row has no timestamp; assignTimestampsAndWatermarks(..) before the window", JobError);
    const auto far = env.fromElements(Event{"a", lastWatermark - 5}).assignTimestampsAndWatermarks(inOrder());
    CHECK_THROWS_WITH_AS(far.keyBy(&Event::key).window(TumblingEventTimeWindows::of(10)).reduce(add).name("w").executeAndCollect(),
                         "w: a row's timestamp, 9223372036854775802, is out of the range of windows", JobError);
}

// ---- what is late -------------------------------------------------------------------------------------------------------------------

namespace {

struct Fed {
    Lines lines;
    std::uint64_t late;
};
// Rows of one key and watermarks, as they are given: {time} or {time, true} for a watermark.
struct Step {
    Millis at;
    bool isWatermark{};
};
template <class Windows>
Fed feedWindow(const std::vector<Step>& steps, Windows windows, Millis lateness = 0) {
    StreamExecutionEnvironment env;
    SourceFeed feed(env);
    const auto rows = feed.source<Event>();
    for (const Step& s : steps) {
        if (s.isWatermark) feed.watermark(rows, s.at);
        else feed.push(rows, {"k", s.at}, s.at);
    }
    Fed fed{rows.keyBy(&Event::key).window(windows).allowedLateness(lateness).process(list).executeAndCollect(), 0};
    fed.late = env.lastResult().lateRows();
    return fed;
}
constexpr bool mark = true;

}  // namespace

TEST_CASE("P79 what a watermark promises") {
    const Fed fed = feedWindow({{1}, {9998, mark}, {5000}, {9999, mark}, {5001}, {10000}}, TumblingEventTimeWindows::of(10000));
    CHECK(fed.lines == Lines{"k[0,10000) 1 5000", "k[10000,20000) 10000"});
    CHECK(fed.late == 1);
}

TEST_CASE("P92 a row that is late for one sliding window and not for the next is not late") {
    const Fed fed = feedWindow({{1}, {4, mark}, {4}, {9, mark}, {3}, {5}}, SlidingEventTimeWindows::of(10, 5));
    CHECK(fed.lines == Lines{"k[-5,5) 1", "k[0,10) 1 4", "k[5,15) 5"});
    CHECK(fed.late == 1);
}

TEST_CASE("allowed lateness: a window fires again with each late row, until it is over") {
    const std::vector<Step> steps{{1}, {9, mark}, {2}, {14, mark}, {3}, {15, mark}, {4}, {12}};
    CHECK(feedWindow(steps, TumblingEventTimeWindows::of(10), 0).lines == Lines{"k[0,10) 1", "k[10,20) 12"});
    CHECK(feedWindow(steps, TumblingEventTimeWindows::of(10), 0).late == 3);
    CHECK(feedWindow(steps, TumblingEventTimeWindows::of(10), 6).lines == Lines{"k[0,10) 1", "k[0,10) 1 2", "k[0,10) 1 2 3", "k[10,20) 12"});
    CHECK(feedWindow(steps, TumblingEventTimeWindows::of(10), 6).late == 1);
    CHECK(feedWindow(steps, TumblingEventTimeWindows::of(10), 7).lines == Lines{"k[0,10) 1", "k[0,10) 1 2", "k[0,10) 1 2 3", "k[0,10) 1 2 3 4", "k[10,20) 12"});
    CHECK(feedWindow(steps, TumblingEventTimeWindows::of(10), lastWatermark).late == 0);
    // Of several windows the latest fires first.
    CHECK(feedWindow({{1}, {9, mark}, {2}}, SlidingEventTimeWindows::of(10, 5), 10).lines == Lines{"k[-5,5) 1", "k[0,10) 1", "k[0,10) 1 2", "k[-5,5) 1 2"});
    CHECK(feedWindow({{1}, {5, mark}, {6}, {12, mark}, {3}}, EventTimeSessionWindows::withGap(5), 10).lines == Lines{"k[1,6) 1", "k[1,11) 1 6", "k[1,11) 1 6 3"});
}

TEST_CASE("late rows to a side output: then they are not counted") {
    const OutputTag<Event> late("late");
    for (const std::size_t most : batchSizes) {
        StreamExecutionEnvironment env;
        env.setBatchRows(most);
        const auto rows = env.fromElements(Event{"a", 1}, Event{"b", 25}, Event{"a", 2}, Event{"a", 21}, Event{"a", 3}).assignTimestampsAndWatermarks(inOrder());
        const auto windows = rows.keyBy(&Event::key).window(TumblingEventTimeWindows::of(10)).sideOutputLateData(late).reduce(add, text);
        std::string side;
        traced(windows.getSideOutput(late)).addSink([&](const std::string& s) { side += s + " "; });
        CHECK(windows.executeAndCollect() == Lines{"a[0,10)1", "b[20,30)1", "a[20,30)1"});
        CHECK(side == "w0 w24 Event(a,2,1)@2 Event(a,3,1)@3 end ");
        CHECK(env.lastResult().lateRows() == 0);
        CHECK(rows.keyBy(&Event::key).window(TumblingEventTimeWindows::of(10)).reduce(add, text).name("counts").executeAndCollect().size() == 3);
        CHECK(env.lastResult().lateRows() == 2);
        CHECK(env.lastResult().steps.at(0).step == "counts");
    }
}

TEST_CASE("P95 a window whose end no watermark reaches fires at the end of input, in batch mode all do") {
    const std::vector<Event> rows{{"a", 30}, {"a", 1}, {"b", 12}, {"a", 5}};
    CHECK(sums(rows, TumblingEventTimeWindows::of(10), 1000) == Lines{"a[0,10)2", "b[10,20)1", "a[30,40)1"});
    StreamExecutionEnvironment env;
    env.setRuntimeMode(RuntimeExecutionMode::Batch);
    CHECK(env.fromCollection(rows).assignTimestampsAndWatermarks(inOrder()).keyBy(&Event::key).window(TumblingEventTimeWindows::of(10)).reduce(add, text).executeAndCollect() ==
          Lines{"a[0,10)2", "b[10,20)1", "a[30,40)1"});
    CHECK(env.lastResult().lateRows() == 0);
}

// ---- several stages -----------------------------------------------------------------------------------------------------------------

TEST_CASE("P83 what a window puts out has its last moment as timestamp and is not late for the next") {
    for (const std::size_t most : batchSizes) {
        StreamExecutionEnvironment env;
        env.setBatchRows(most);
        const auto rows = env.fromElements(Event{"a", 1}, Event{"a", 6}, Event{"a", 11}).assignTimestampsAndWatermarks(inOrder());
        const auto first = rows.keyBy(&Event::key).window(TumblingEventTimeWindows::of(5)).reduce(add);
        CHECK(trace(first.map([](const Event& e) { return e.n; })) == "w0 1@4 w5 1@9 w10 1@14 end");
        const auto second = first.keyBy(&Event::key).window(TumblingEventTimeWindows::of(10)).reduce(add, text);
        CHECK(second.executeAndCollect() == Lines{"a[0,10)2", "a[10,20)1"});
        CHECK(env.lastResult().lateRows() == 0);
    }
}

TEST_CASE("rows out of order within the bound give the answer of rows in order; batch mode gives it too") {
    std::mt19937 random(7);
    for (const Millis bound : {0, 5, 40}) {
        std::vector<Event> rows;
        for (Millis t = 0; t < 600; ++t) rows.push_back({std::string(1, static_cast<char>('a' + random() % 5)), t / 2, static_cast<int>(random() % 100)});
        std::vector<Event> shuffled = rows;
        test::stableSort(shuffled, [&](const Event& a, const Event& b) { return a.at + (a.n * 7919 + a.at * 31) % (bound + 1) < b.at + (b.n * 7919 + b.at * 31) % (bound + 1); });
        const auto run = [&](const std::vector<Event>& input, auto windows, Millis lag, RuntimeExecutionMode mode) {
            StreamExecutionEnvironment env;
            env.setRuntimeMode(mode);
            Lines lines = env.fromCollection(input).assignTimestampsAndWatermarks(within(lag)).keyBy(&Event::key).window(windows).reduce(add, text).executeAndCollect();
            CHECK(env.lastResult().lateRows() == 0);
            std::sort(lines.begin(), lines.end());
            return lines;
        };
        // One more than the bound for sessions: a row may touch the end of one that has just been put out.
        const auto compare = [&](auto windows, Millis more = 0) {
            const Lines sorted = run(rows, windows, more, RuntimeExecutionMode::Streaming);
            CHECK(run(shuffled, windows, bound + more, RuntimeExecutionMode::Streaming) == sorted);
            CHECK(run(shuffled, windows, bound, RuntimeExecutionMode::Batch) == sorted);
        };
        compare(TumblingEventTimeWindows::of(17));
        compare(SlidingEventTimeWindows::of(50, 7));
        compare(EventTimeSessionWindows::withGap(6), 1);
    }
}

// ---- functions ------------------------------------------------------------------------------------------------------------------------

namespace {

// As Flink has it: what it becomes.
struct Mean {
    struct Sum {
        std::int64_t sum{}, count{};
    };
    Sum createAccumulator() const { return {}; }
    Sum add(const Event& e, Sum s) const { return {s.sum + e.n, s.count + 1}; }
    double getResult(const Sum& s) const { return static_cast<double>(s.sum) / static_cast<double>(s.count); }
    Sum merge(Sum a, const Sum& b) const { return {a.sum + b.sum, a.count + b.count}; }
};
// In place, and one that cannot be merged.
struct Text {
    std::string createAccumulator() const { return ":"; }
    void add(const Event& e, std::string& s) const { s += std::to_string(e.at) + " "; }
    std::string getResult(const std::string& s) const { return s; }
};
struct TextMerged : Text {
    void merge(std::string& a, const std::string& b) const { a += b; }
};

}  // namespace

TEST_CASE("aggregate functions, alone and with a function of the window") {
    StreamExecutionEnvironment env;
    const auto rows = env.fromElements(Event{"a", 1, 10}, Event{"a", 6, 20}, Event{"b", 8, 5}, Event{"a", 12, 60}).assignTimestampsAndWatermarks(within(5));
    const auto keyed = rows.keyBy(&Event::key);
    CHECK(keyed.window(TumblingEventTimeWindows::of(10)).aggregate(Mean{}).executeAndCollect() == std::vector{15.0, 5.0, 60.0});
    CHECK(keyed.window(SlidingEventTimeWindows::of(20, 10)).aggregate(Mean{}).executeAndCollect() == std::vector{15.0, 5.0, 30.0, 5.0, 60.0});
    CHECK(keyed.window(EventTimeSessionWindows::withGap(7)).aggregate(Mean{}).executeAndCollect() == std::vector{5.0, 30.0});
    CHECK(keyed.window(TumblingEventTimeWindows::of(10)).aggregate(Text{}).executeAndCollect() == Lines{":1 6 ", ":8 ", ":12 "});
    CHECK(keyed.window(SlidingEventTimeWindows::of(20, 10)).aggregate(Text{}).executeAndCollect() == Lines{":1 6 ", ":8 ", ":1 6 12 ", ":8 ", ":12 "});
    CHECK(keyed.window(SlidingEventTimeWindows::of(20, 10)).aggregate(TextMerged{}).executeAndCollect() == Lines{":1 6 ", ":8 ", ":1 6 :12 ", ":8 ", ":12 "});
    const auto tell = [](const std::string& key, const WindowContext& w, double mean, Out& out) {
        out.collect(key + bounds(w.window()) + std::to_string(static_cast<int>(mean)) + " at " + (w.currentWatermark() == lastWatermark ? "end" : std::to_string(w.currentWatermark())));
    };
    CHECK(keyed.window(TumblingEventTimeWindows::of(6)).aggregate(Mean{}, tell).executeAndCollect() == Lines{"a[0,6)10 at 6", "b[6,12)5 at end", "a[6,12)20 at end", "a[12,18)60 at end"});
}

TEST_CASE("sum, min, max and by which row") {
    StreamExecutionEnvironment env;
    const auto windows = env.fromElements(Event{"a", 1, 5}, Event{"b", 2, 3}, Event{"a", 3, 2}, Event{"a", 4, 9}).assignTimestampsAndWatermarks(inOrder()).keyBy(&Event::key).window(TumblingEventTimeWindows::of(10));
    const auto shown = [](const auto& stream) {
        return stream.map([](const Event& e) { return e.key + std::to_string(e.at) + "/" + std::to_string(e.n); }).executeAndCollect();
    };
    CHECK(shown(windows.sum(&Event::n)) == Lines{"a1/16", "b2/3"});
    CHECK(shown(windows.min(&Event::n)) == Lines{"a1/2", "b2/3"});
    CHECK(shown(windows.max(&Event::n)) == Lines{"a1/9", "b2/3"});
    CHECK(shown(windows.minBy(&Event::n)) == Lines{"a3/2", "b2/3"});
    CHECK(shown(windows.maxBy(&Event::n)) == Lines{"a4/9", "b2/3"});
}

TEST_CASE("windowAll: all rows together, functions without a key") {
    StreamExecutionEnvironment env;
    const auto rows = env.fromElements(Event{"a", 1}, Event{"b", 2}, Event{"c", 11}).assignTimestampsAndWatermarks(inOrder());
    CHECK(trace(rows.windowAll(TumblingEventTimeWindows::of(10)).reduce(add).map(&Event::n)) == "w0 w1 2@9 w10 1@19 end");
    const auto keys = [](const TimeWindow& w, const std::vector<Event>& all, Out& out) {
        std::string line = bounds(w);
        for (const Event& e : all) line += e.key;
        out.collect(line);
    };
    CHECK(rows.windowAll(SlidingEventTimeWindows::of(10, 5)).process(keys).executeAndCollect() == Lines{"[-5,5)ab", "[0,10)ab", "[5,15)c", "[10,20)c"});
}

TEST_CASE("rows that own nothing may be aggregated: only the accumulator is kept") {
    struct View {
        std::string_view key;
        Millis at;
    };
    struct Count {
        int createAccumulator() const { return 0; }
        void add(const View&, int& n) const { ++n; }
        int getResult(int n) const { return n; }
    };
    StreamExecutionEnvironment env;
    const auto rows = env.fromCollection(std::vector<View>{{"a", 1}, {"b", 2}, {"a", 3}});
    const auto timed = WatermarkStrategy::forMonotonousTimestamps().withTimestampAssigner(&View::at);
    CHECK(rows.assignTimestampsAndWatermarks(timed).keyBy([](const View& v) { return std::string(v.key); }).window(TumblingEventTimeWindows::of(10)).aggregate(Count{}).executeAndCollect() ==
          std::vector{2, 1});
}

TEST_CASE("a function of a window that throws ends the job under the step's name") {
    StreamExecutionEnvironment env;
    const auto keyed = env.fromElements(Event{"a", 1}, Event{"a", 2}).assignTimestampsAndWatermarks(inOrder()).keyBy(&Event::key);
    const auto fails = [](const Event&, const Event&) -> Event { throw std::runtime_error("no sum"); };
    CHECK_THROWS_WITH_AS(keyed.window(TumblingEventTimeWindows::of(10)).reduce(fails).name("r").executeAndCollect(), "r: no sum", JobError);
    const auto throws = [](const std::string&, const TimeWindow&, const std::vector<Event>&, Out&) { throw std::runtime_error("no rows"); };
    CHECK_THROWS_WITH_AS(keyed.window(TumblingEventTimeWindows::of(10)).process(throws).name("p").executeAndCollect(), "p: no rows", JobError);
}

// ---- processing time --------------------------------------------------------------------------------------------------------------------

TEST_CASE("windows of processing time fire when the clock shows their end; those that are open at the end are dropped") {
    for (const std::size_t most : batchSizes) {
        StreamExecutionEnvironment env;
        env.setBatchRows(most);
        SourceFeed feed(env);
        const auto rows = feed.source<Event>();
        feed.push(rows, {"a", 0});
        feed.push(rows, {"b", 0});
        feed.advanceProcessingTime(4);
        feed.push(rows, {"a", 0});
        feed.advanceProcessingTime(9);
        feed.push(rows, {"b", 0});
        feed.advanceProcessingTime(10);
        feed.push(rows, {"a", 0});
        feed.advanceProcessingTime(35);
        feed.push(rows, {"a", 0});
        const auto keyed = rows.keyBy(&Event::key);
        CHECK(keyed.window(TumblingProcessingTimeWindows::of(10)).reduce(add, text).executeAndCollect() == Lines{"a[0,10)2", "b[0,10)2", "a[10,20)1"});
        CHECK(keyed.window(SlidingProcessingTimeWindows::of(10, 5)).reduce(add, text).executeAndCollect() ==
              Lines{"a[-5,5)2", "b[-5,5)1", "a[0,10)2", "b[0,10)2", "b[5,15)1", "a[5,15)1", "a[10,20)1"});
        CHECK(keyed.window(ProcessingTimeSessionWindows::withGap(6)).reduce(add, text).executeAndCollect() == Lines{"b[0,6)1", "a[0,10)2", "b[9,15)1", "a[10,16)1"});
        CHECK(trace(keyed.window(TumblingProcessingTimeWindows::of(10)).reduce(add).map(&Event::n)) == "2@9 2@9 1@19 end");
    }
}
