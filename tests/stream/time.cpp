// SPDX-License-Identifier: BSL-1.0
// Timestamps, watermarks and idleness: where they come from and how they travel.
#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <rivulet/runtime/watermarks.hpp>
#include <rivulet/stream/environment.hpp>
#include <rivulet/stream/feed.hpp>
#include <rivulet/types/timestamp.hpp>

#include "traced.hpp"

using namespace rivulet;

namespace {

struct Event {
    std::string key;
    Millis at;
    Millis twice() const { return at * 2; }
};
constexpr std::size_t batchSizes[] = {1, 2, 7, 1024};

const std::vector<Event> few{{"a", 5}, {"b", 3}, {"c", 9}, {"d", 4}, {"e", 9}};
auto key = [](const Event& e) { return e.key; };

// The whole trace, which no batch size changes.
template <class Make>
std::string traceOf(Make make) {
    std::string first;
    for (const std::size_t most : batchSizes) {
        StreamExecutionEnvironment env;
        env.setBatchRows(most);
        const std::string text = trace(make(env));
        if (first.empty()) first = text;
        CHECK(text == first);
    }
    return first;
}
template <class Strategy>
std::string traceOf(Strategy strategy, const std::vector<Event>& rows) {
    return traceOf([&](const StreamExecutionEnvironment& env) { return env.fromCollection(rows).assignTimestampsAndWatermarks(strategy).map(key); });
}

// A watermark where a row says so, as in Flink's punctuated generators.
struct OnCapitals {
    Millis before{};
    void onEvent(const Event& e, Millis timestamp, WatermarkOutput& output) {
        if (e.key == "c") output.emitWatermark(before);
        if (e.key == "d") output.markIdle();
        before = timestamp;
    }
};

}  // namespace

TEST_CASE("watermark strategies") {
    using S = WatermarkStrategy;
    CHECK(traceOf(S::forMonotonousTimestamps().withTimestampAssigner(&Event::at), few) == "a@5 w4 b@3 c@9 w8 d@4 e@9 end");
    CHECK(traceOf(S::forBoundedOutOfOrderness(2).withTimestampAssigner(&Event::at), few) == "a@5 w2 b@3 c@9 w6 d@4 e@9 end");
    CHECK(traceOf(S::forBoundedOutOfOrderness(0).withTimestampAssigner(&Event::twice), few) == "a@10 w9 b@6 c@18 w17 d@8 e@18 end");
    CHECK(traceOf(S::noWatermarks().withTimestampAssigner([](const Event& e) { return static_cast<int>(e.at); }), few) == "a@5 b@3 c@9 d@4 e@9 end");
    CHECK(traceOf(S::noWatermarks().withTimestampAssigner([](const Event& e) { return TimestampLtz<3>::fromMillis(e.at); }), few) == "a@5 b@3 c@9 d@4 e@9 end");
    CHECK(traceOf(S::forGenerator(OnCapitals{}).withTimestampAssigner(&Event::at), few) == "a@5 b@3 c@9 w3 d@4 idle active e@9 end");
    // Without an assigner rows keep the timestamps that they have: here none, and so there are no watermarks.
    CHECK(traceOf(S::forMonotonousTimestamps(), few) == "a b c d e end");
    CHECK(traceOf(S::forBoundedOutOfOrderness(10).withTimestampAssigner(&Event::at), {{"a", std::numeric_limits<Millis>::min() + 5}, {"b", -20}}) ==
          "a@" + std::to_string(std::numeric_limits<Millis>::min() + 5) + " b@-20 w-31 end");
    CHECK_THROWS_AS(S::forBoundedOutOfOrderness(-1), IllegalState);
    CHECK_THROWS_AS(S::forMonotonousTimestamps().withIdleness(0), IllegalState);
}

TEST_CASE("an assigner sees the timestamp from before; earlier watermarks end at a strategy") {
    const auto later = [](const Event&, Millis before) { return before + 100; };
    CHECK(traceOf([&](const StreamExecutionEnvironment& env) {
              return env.fromCollection(few)
                  .assignTimestampsAndWatermarks(WatermarkStrategy::forMonotonousTimestamps().withTimestampAssigner(&Event::at))
                  .assignTimestampsAndWatermarks(WatermarkStrategy::forBoundedOutOfOrderness(3).withTimestampAssigner(later))
                  .map(key);
          }) == "a@105 w101 b@103 c@109 w105 d@104 e@109 end");
}

TEST_CASE("an assigner or a generator that throws ends the job under the step's name") {
    StreamExecutionEnvironment env;
    const auto fail = [](const Event&) -> Millis { throw std::runtime_error("no time"); };
    auto timed = env.fromCollection(few).assignTimestampsAndWatermarks(WatermarkStrategy::forMonotonousTimestamps().withTimestampAssigner(fail));
    CHECK_THROWS_WITH_AS(timed.name("times").executeAndCollect(), "times: no time", JobError);
}

TEST_CASE("timestamps and watermarks pass through every kind of step and over boundaries") {
    const auto timed = [](const StreamExecutionEnvironment& env) {
        return env.fromCollection(few).assignTimestampsAndWatermarks(WatermarkStrategy::forBoundedOutOfOrderness(2).withTimestampAssigner(&Event::at));
    };
    const std::string all = "a@5 w2 b@3 c@9 w6 d@4 e@9 end";
    CHECK(traceOf([&](const auto& env) { return timed(env).map(key).share(); }) == all);
    CHECK(traceOf([&](const auto& env) { return timed(env).share().filter([](const Event&) { return true; }).map(key); }) == all);
    CHECK(traceOf([&](const auto& env) { return timed(env).filter([](const Event& e) { return e.key == "e"; }).map(key); }) == "w2 w6 e@9 end");
    CHECK(traceOf([&](const auto& env) {
              return timed(env).flatMap([](const Event& e, Collector<std::string>& out) {
                  out.collect(e.key + "1");
                  out.collect(e.key + "2");
              });
          }) == "a1@5 a2@5 w2 b1@3 b2@3 c1@9 c2@9 w6 d1@4 d2@4 e1@9 e2@9 end");
    CHECK(traceOf([&](const auto& env) { return timed(env).keyBy(&Event::key).reduce([](const Event& a, const Event&) { return a; }).map(key); }) == all);
    CHECK(traceOf([&](const auto& env) {
              return timed(env).process([](const Event& e, ProcessContext<void>& c, Collector<std::string>& out) {
                  out.collect(e.key + "/" + std::to_string(c.timestamp().value_or(-1)) + "/" + (c.currentWatermark() == noWatermark ? "-" : std::to_string(c.currentWatermark())));
              });
          }) == "a/5/-@5 w2 b/3/2@3 c/9/2@9 w6 d/4/6@4 e/9/6@9 end");
}

TEST_CASE("a row without a timestamp among rows that have one") {
    for (const std::size_t most : batchSizes) {
        StreamExecutionEnvironment env;
        env.setBatchRows(most);
        SourceFeed feed(env);
        const auto rows = feed.source<int>();
        feed.push(rows, 1);
        feed.push(rows, 2, 20);
        feed.watermark(rows, 20);
        feed.push(rows, 3);
        feed.idle(rows);
        feed.idle(rows, false);
        feed.push(rows, 4, 40);
        feed.watermark(rows, 39);
        CHECK(trace(rows) == "1 2@20 w20 3 idle active 4@40 w39 end");
        CHECK(trace(rows.map([](int i) { return i * 10; }).share()) == "10 20@20 w20 30 idle active 40@40 w39 end");
    }
}

TEST_CASE("in batch mode rows have timestamps, and the only watermark is the last one") {
    StreamExecutionEnvironment env;
    env.setRuntimeMode(RuntimeExecutionMode::Batch);
    SourceFeed feed(env);
    const auto rows = feed.source<int>();
    feed.push(rows, 1, 10);
    feed.watermark(rows, 9);
    feed.push(rows, 2, 5);
    CHECK(trace(rows) == "1@10 2@5 end");
    CHECK(trace(rows.assignTimestampsAndWatermarks(WatermarkStrategy::forMonotonousTimestamps())) == "1@10 2@5 end");
}

// ---- several inputs ------------------------------------------------------------------------------------------------------------

TEST_CASE("the watermark of several inputs is the least of those that are not idle") {
    InputWatermarks w(2);
    CHECK(w.combined() == noWatermark);
    CHECK(!w.watermark(0, 5));
    CHECK(w.watermark(1, 3));
    CHECK(w.combined() == 3);
    CHECK(!w.watermark(0, 7));
    CHECK(!w.watermark(1, 2));  // never back
    CHECK(w.idle(1, true));     // no longer waited for
    CHECK(w.combined() == 7);
    CHECK(!w.idle());
    CHECK(!w.idle(0, true));
    CHECK(w.idle());
    CHECK(!w.watermark(0, 20));  // what an idle input says counts when it is back
    CHECK(w.idle(0, false));
    CHECK(w.combined() == 20);
    CHECK(!w.idle(1, false));  // back with its old watermark: held, not turned back
    CHECK(!w.watermark(0, 30));
    CHECK(w.combined() == 20);
    CHECK(w.watermark(1, 25));
    CHECK(w.combined() == 25);
    CHECK(w.watermark(1, lastWatermark));  // not waited for any more
    CHECK(w.combined() == 30);
    CHECK(!w.idle(0, true));  // nor is this one; but the end it is not
    CHECK(w.combined() == 30);
    CHECK(w.idle());
    CHECK(w.watermark(0, lastWatermark));
    CHECK(w.combined() == lastWatermark);
    CHECK(!w.idle());

    InputWatermarks all(2);
    all.watermark(0, 50);
    CHECK(!all.idle(0, true));
    CHECK(all.idle(1, true));  // nobody is waited for
    CHECK(all.combined() == 50);
}

TEST_CASE("union and connect: the least watermark, idle inputs left out") {
    for (const std::size_t most : batchSizes) {
        StreamExecutionEnvironment env;
        env.setBatchRows(most);
        SourceFeed feed(env);
        const auto a = feed.source<int>("a"), b = feed.source<int>("b");
        feed.push(a, 1, 100);
        feed.watermark(a, 100);
        feed.push(b, 2, 10);
        feed.watermark(b, 10);
        feed.watermark(b, 20);
        feed.push(a, 3, 110);
        feed.watermark(a, 110);
        feed.idle(b);
        feed.push(a, 4, 120);
        feed.watermark(a, 120);
        feed.idle(a);
        feed.idle(b, false);
        feed.push(b, 5, 30);  // behind: the watermark waits for it
        feed.watermark(b, 30);
        feed.idle(a, false);
        feed.watermark(a, 130);
        feed.watermark(b, 125);
        const std::string expected = "1@100 2@10 w10 w20 3@110 w110 4@120 w120 idle active 5@30 w125 end";
        CHECK(trace(a.unionWith(b)) == expected);
        const auto same = [](int i) { return i; };
        CHECK(trace(a.connect(b).map(same, same)) == expected);
    }
}

TEST_CASE("an input that ends leaves the others: idle ones do not keep the rest waiting, nor are they at their end") {
    StreamExecutionEnvironment env;
    SourceFeed feed(env);
    const auto a = feed.source<int>("a"), b = feed.source<int>("b");
    feed.push(a, 1, 10);
    feed.watermark(a, 10);
    feed.push(b, 2, 20);
    feed.watermark(b, 20);
    feed.idle(b);
    CHECK(trace(a.unionWith(b)) == "1@10 2@20 w10 w20 idle active end");  // a ends first, and then b
}

TEST_CASE("P78 two partitions, one that lags: nobody is late") {
    StreamExecutionEnvironment env;
    SourceFeed feed(env);
    const auto fast = feed.source<Event>(), slow = feed.source<Event>();
    feed.push(fast, {"a", 1000});
    feed.push(fast, {"a", 2000});
    feed.push(slow, {"b", 10});
    feed.push(slow, {"b", 20});
    const auto times = WatermarkStrategy::forMonotonousTimestamps().withTimestampAssigner(&Event::at);
    CHECK(trace(fast.assignTimestampsAndWatermarks(times).unionWith(slow.assignTimestampsAndWatermarks(times)).map(key)) == "a@1000 a@2000 b@10 w9 b@20 w19 end");
}

// ---- idleness by the clock --------------------------------------------------------------------------------------------------------

TEST_CASE("P76 an input without rows is idle after a while, until its next row") {
    struct Case {
        Millis idleness, until;
        std::string trace;
    };
    const Case cases[] = {
        {0, 0, "a@1000 a@12000 b@2000 w1999 end"},
        {50, 49, "a@1000 a@12000 b@2000 w1999 end"},
        {50, 50, "a@1000 a@12000 w11999 idle active b@2000 end"},
        {50, 70, "a@1000 a@12000 w11999 idle active b@2000 end"},
    };
    for (const Case& c : cases)
        for (const std::size_t most : batchSizes) {
            CAPTURE(c.until);
            StreamExecutionEnvironment env;
            env.setBatchRows(most);
            SourceFeed feed(env);
            const auto p0 = feed.source<Event>(), p1 = feed.source<Event>();
            feed.push(p0, {"a", 1000});
            feed.push(p0, {"a", 12000});
            if (c.until) feed.advanceProcessingTime(c.until);
            feed.push(p1, {"b", 2000});
            const auto times = WatermarkStrategy::forMonotonousTimestamps().withTimestampAssigner(&Event::at);
            if (c.idleness)
                CHECK(trace(p0.assignTimestampsAndWatermarks(times.withIdleness(c.idleness)).unionWith(p1.assignTimestampsAndWatermarks(times.withIdleness(c.idleness))).map(key)) == c.trace);
            else CHECK(trace(p0.assignTimestampsAndWatermarks(times).unionWith(p1.assignTimestampsAndWatermarks(times)).map(key)) == c.trace);
        }
}

TEST_CASE("idleness counts from the last row") {
    StreamExecutionEnvironment env;
    SourceFeed feed(env);
    const auto rows = feed.source<Event>();
    for (const Millis at : {10, 60, 140}) {  // 50, then 80 after the row before
        feed.advanceProcessingTime(at);
        feed.push(rows, {"r" + std::to_string(at), at});
    }
    feed.advanceProcessingTime(300);
    CHECK(trace(rows.assignTimestampsAndWatermarks(WatermarkStrategy::forMonotonousTimestamps().withTimestampAssigner(&Event::at).withIdleness(60)).map(key)) ==
          "r10@10 w9 r60@60 w59 idle active r140@140 w139 idle end");
}

// ---- sources that know ------------------------------------------------------------------------------------------------------------

namespace {

// Rows 0..9 with ten times themselves as timestamps and a watermark behind every third.
struct Knowing final : Source<int> {
    std::vector<int> rows;
    std::vector<Millis> times;
    std::vector<Mark> marks;
    int at{};
    void open() override { at = 0; }
    Polled<int> poll(std::size_t most) override {
        if (at == 10) return Polled<int>::end();
        rows.clear();
        times.clear();
        marks.clear();
        while (at < 10 && rows.size() < most) {
            rows.push_back(at);
            times.push_back(at * 10);
            if (at++ % 3 == 2) marks.push_back(Mark::of(rows.size(), times.back()));
        }
        return Polled<int>::rows(rows, times, marks);
    }
};

}  // namespace

TEST_CASE("a source brings times and marks with its rows") {
    CHECK(traceOf([](const StreamExecutionEnvironment& env) { return env.fromSource(Knowing()); }) ==
          "0@0 1@10 2@20 w20 3@30 4@40 5@50 w50 6@60 7@70 8@80 w80 9@90 end");
}

TEST_CASE("a job whose sink has enough ends as if its sources had ended") {
    StreamExecutionEnvironment env;
    env.setBatchRows(2);
    const auto rows = env.fromSource(Knowing());
    std::vector<std::string> seen;
    traced(rows).addSink([&](const std::string& s) { seen.push_back(s); });
    CHECK(rows.executeAndCollect(3) == std::vector{0, 1, 2});
    CHECK(seen == std::vector<std::string>{"0@0", "1@10", "2@20", "w20", "3@30", "end"});
}
