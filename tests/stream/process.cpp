// SPDX-License-Identifier: BSL-1.0
// process() with time: timers, state that is given up, side outputs, two inputs, broadcast.
#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <rivulet/stream/environment.hpp>
#include <rivulet/stream/feed.hpp>
#include <rivulet/stream/timers.hpp>

#include "traced.hpp"

using namespace rivulet;

namespace {

struct Event {
    std::string key;
    Millis at;
};
using Lines = std::vector<std::string>;
using Context = ProcessContext<std::string>;
using Out = Collector<std::string>;
constexpr std::size_t batchSizes[] = {1, 2, 7, 1024};

auto inOrder() { return WatermarkStrategy::forMonotonousTimestamps().withTimestampAssigner(&Event::at); }

std::string number(Millis m) { return m == noWatermark ? "-" : m == lastWatermark ? "end" : std::to_string(m); }

// A timer ten after each row of a key; what it is when it fires.
struct Tenth {
    struct State {
        int rows{};
    };
    void processElement(const Event& e, State& state, Context& context, Out&) {
        ++state.rows;
        context.timerService().registerEventTimeTimer(e.at + 10);
    }
    void onTimer(Millis time, State& state, Context& context, Out& out) {
        CHECK(context.timestamp() == time);
        CHECK(context.timeDomain() == TimeDomain::eventTime);
        out.collect(context.currentKey() + number(time) + "/" + std::to_string(state.rows) + "/" + number(context.timerService().currentWatermark()));
    }
};

}  // namespace

TEST_CASE("event-time timers fire with the watermark, in the order of time, once each") {
    for (const std::size_t most : batchSizes) {
        StreamExecutionEnvironment env;
        env.setBatchRows(most);
        const auto rows = env.fromElements(Event{"a", 1}, Event{"b", 1}, Event{"a", 1}, Event{"c", 0}, Event{"a", 5}, Event{"b", 12}, Event{"d", 30});
        CHECK(trace(rows.assignTimestampsAndWatermarks(inOrder()).keyBy(&Event::key).process(Tenth{})) ==
              "w0 w4 c10/1/11@10 a11/3/11@11 b11/2/11@11 w11 a15/3/29@15 b22/2/29@22 w29 d40/1/end@40 end");
    }
}

namespace {

// Timers that are deleted, set anew, set for the past, and set by a timer.
struct Busy {
    struct State {
        Millis last{};
    };
    void processElement(const Event& e, State& state, Context& context, Out&) {
        auto& timers = context.timerService();
        if (state.last) timers.deleteEventTimeTimer(state.last + 100);
        timers.deleteEventTimeTimer(state.last + 12345);  // there is none
        state.last = e.at;
        timers.registerEventTimeTimer(e.at + 100);
        if (e.key == "past") timers.registerEventTimeTimer(e.at - 500);
    }
    void onTimer(Millis time, State& state, Context& context, Out& out) {
        out.collect(context.currentKey() + number(time));
        if (time == state.last + 100) {
            context.timerService().registerEventTimeTimer(time + 1);  // due too, if the watermark is far enough
            context.timerService().registerEventTimeTimer(time + 1000);
            context.timerService().deleteEventTimeTimer(time + 1000);
        }
    }
};

}  // namespace

TEST_CASE("functions without a State") {
    struct Stopwatch {
        void processElement(const Event& e, Context& context, Out& out) {
            out.collect(context.currentKey() + number(*context.timestamp()));
            context.timerService().registerEventTimeTimer(e.at + 10);
        }
        void onTimer(Millis time, Context& context, Out& out) { out.collect(context.currentKey() + number(time) + "!"); }
    };
    for (const std::size_t most : batchSizes) {
        StreamExecutionEnvironment env;
        env.setBatchRows(most);
        const auto keyed = env.fromElements(Event{"a", 1}, Event{"b", 2}, Event{"a", 15}).assignTimestampsAndWatermarks(inOrder()).keyBy(&Event::key);
        CHECK(trace(keyed.process(Stopwatch{})) == "a1@1 w0 b2@2 w1 a15@15 a11!@11 b12!@12 w14 a25!@25 end");
        CHECK(keyed.process([](const Event& e, const KeyContext<std::string>& context, Out& out) { out.collect(context.currentKey() + number(e.at)); }).executeAndCollect() == Lines{"a1", "b2", "a15"});
        CHECK(keyed.process([](Event&& e, Context&, Out& out) { out.collect(std::move(e.key)); }).executeAndCollect() == Lines{"a", "b", "a"});
    }
}

TEST_CASE("timers that are deleted, moved, behind the watermark, or set by timers") {
    StreamExecutionEnvironment env;
    const auto rows = env.fromElements(Event{"a", 1000}, Event{"a", 1050}, Event{"a", 1099}, Event{"past", 1100}, Event{"a", 1150}, Event{"b", 1300});
    CHECK(rows.assignTimestampsAndWatermarks(inOrder()).keyBy(&Event::key).process(Busy{}).executeAndCollect() ==
          Lines{"past600", "past1200", "past1201", "a1250", "a1251", "b1400", "b1401"});
}

// Sets a timer for ever: again for its own time, or `after` it.
struct Ever {
    struct State {
        int fired{};
    };
    Millis after{};
    TimeDomain domain{};
    void set(Context& context, Millis time) const {
        if (domain == TimeDomain::eventTime) context.timerService().registerEventTimeTimer(time);
        else context.timerService().registerProcessingTimeTimer(time);
    }
    void processElement(const Event& e, State&, Context& context, Out&) { set(context, e.at - 5); }
    void onTimer(Millis time, State& state, Context& context, Out& out) {
        out.collect(number(time) + "@" + number(domain == TimeDomain::eventTime ? context.timerService().currentWatermark() : context.timerService().currentProcessingTime()));
        if (context.timerService().currentWatermark() != lastWatermark || ++state.fired < 3) set(context, time + after);
    }
};

TEST_CASE("a timer that is set again for the time that has come waits for the next watermark, or until the clock goes on") {
    const auto byWatermark = [](Millis after) {
        StreamExecutionEnvironment env;
        return env.fromElements(Event{"a", 10}, Event{"a", 20}).assignTimestampsAndWatermarks(inOrder()).keyBy(&Event::key).process(Ever{after, TimeDomain::eventTime}).executeAndCollect();
    };
    CHECK(byWatermark(0) == Lines{"5@9", "5@19", "15@19", "5@end", "15@end", "5@end", "15@end"});
    CHECK(byWatermark(-1) == Lines{"5@9", "4@19", "15@19", "3@end", "14@end", "2@end", "13@end"});
    CHECK(byWatermark(4) == Lines{"5@9", "9@9", "13@19", "15@19", "17@19", "19@19", "21@end", "23@end", "25@end", "27@end"});

    StreamExecutionEnvironment env;
    SourceFeed feed(env);
    const auto rows = feed.source<Event>();
    for (const Millis now : {5, 6, 6, 8}) {
        feed.advanceProcessingTime(now);
        if (now < 8) feed.push(rows, {"a", 10});
    }
    feed.push(rows, {"b", 99});
    CHECK(rows.keyBy(&Event::key).process(Ever{0, TimeDomain::processingTime}).executeAndCollect() == Lines{"5@5", "5@6", "5@8"});
}

TEST_CASE("a clock that shows the last of all times fires what is due, once; idleness after all of them never comes") {
    StreamExecutionEnvironment env;
    SourceFeed feed(env);
    const auto rows = feed.source<Event>();
    feed.push(rows, {"a", 10});
    feed.advanceProcessingTime(lastWatermark);
    feed.push(rows, {"b", 20});
    const auto never = rows.assignTimestampsAndWatermarks(WatermarkStrategy::forMonotonousTimestamps().withTimestampAssigner(&Event::at).withIdleness(lastWatermark));
    CHECK(trace(never.keyBy(&Event::key).process(Ever{0, TimeDomain::processingTime})) == "w9 5@end w19 15@end end");
}

TEST_CASE("timers that are set for ever end the job at the end of input, where all of them are due") {
    struct Clockwork {
        struct State {};
        void processElement(const Event& e, State&, Context& context, Out&) { context.timerService().registerEventTimeTimer(e.at); }
        void onTimer(Millis time, State&, Context& context, Out&) { context.timerService().registerEventTimeTimer(time + 1); }
    };
    StreamExecutionEnvironment env;
    CHECK_THROWS_WITH_AS(env.fromElements(Event{"a", 10}).assignTimestampsAndWatermarks(inOrder()).keyBy(&Event::key).process(Clockwork{}).executeAndCollect(),
                         "process 1: onTimer sets timers for ever; at the end of input, when currentWatermark() == lastWatermark, all of them are due", IllegalState);
}

TEST_CASE("a key that moves its timer all the time does not pile up timers") {
    detail::TimerQueue<int> queue;
    detail::TimersOfKey timers;
    std::size_t most = 0;
    for (Millis t = 0; t < 100'000; ++t) {
        if (timers.remove(t + 999)) queue.wasDeleted();
        timers.add(t + 1000, queue.number());
        queue.add(t + 1000, 1);
        if (queue.hasManyDeleted()) queue.compact([&](Millis at, const auto& timer) { return timers.has(at, timer.number); });
        most = std::max(most, queue.size());
    }
    CHECK(most < 200);
    std::size_t live = 0;
    while (queue.size()) {
        const Millis at = queue.due();
        live += timers.has(at, queue.pop().number);
    }
    CHECK(live == 1);
}

namespace {

// Five after each row by the clock.
struct ByClock {
    using State = int;
    void processElement(const Event& e, int& rows, Context& context, Out& out) {
        ++rows;
        out.collect(e.key + "@" + number(context.timerService().currentProcessingTime()));
        context.timerService().registerProcessingTimeTimer(context.timerService().currentProcessingTime() + 5);
        if (e.key == "x") context.timerService().deleteProcessingTimeTimer(context.timerService().currentProcessingTime() + 5);
    }
    void onTimer(Millis time, int& rows, Context& context, Out& out) {
        CHECK(context.timeDomain() == TimeDomain::processingTime);
        CHECK(!context.timestamp());
        out.collect("(" + context.currentKey() + number(time) + " " + std::to_string(rows) + " " + number(context.timerService().currentProcessingTime()) + ")");
    }
};

}  // namespace

TEST_CASE("processing-time timers fire between rows when the clock has reached them, and not after the end") {
    for (const std::size_t most : batchSizes) {
        StreamExecutionEnvironment env;
        env.setBatchRows(most);
        SourceFeed feed(env);
        const auto rows = feed.source<Event>(), others = feed.source<Event>();
        feed.push(rows, {"a", 0});
        feed.push(rows, {"a", 0});
        feed.advanceProcessingTime(3);
        feed.push(others, {"b", 0});
        feed.push(rows, {"x", 0});
        feed.advanceProcessingTime(5);
        feed.push(rows, {"a", 0});
        feed.advanceProcessingTime(100);
        feed.push(others, {"c", 0});
        for (int run = 0; run < 2; ++run)  // each execution begins at 0
            CHECK(rows.unionWith(others).keyBy(&Event::key).process(ByClock{}).executeAndCollect() ==
                  Lines{"a@0", "a@0", "b@3", "x@3", "(a5 2 5)", "a@5", "(b8 1 100)", "(a10 3 100)", "c@100"});
        // Two steps: their timers too are in one order.
        std::string both;
        rows.keyBy(&Event::key).process(ByClock{}).addSink([&](const std::string& s) { both += s.front() == '(' ? s : ""; });
        others.keyBy(&Event::key).process(ByClock{}).addSink([&](const std::string& s) { both += s.front() == '(' ? s : ""; });
        env.execute();
        CHECK(both == "(a5 2 5)(b8 1 100)(a10 3 100)");
    }
}

TEST_CASE("the clock of an environment") {
    StreamExecutionEnvironment env;
    const auto clock = std::make_shared<ManualClock>(41);
    env.setClock(clock);
    clock->advance(1);
    const auto tell = [](const int&, ProcessContext<void>& context, Collector<Millis>& out) { out.collect(context.currentProcessingTime()); };
    CHECK(env.fromElements(1).process(tell).executeAndCollect() == std::vector<Millis>{42});
    CHECK_THROWS_AS(env.setClock(nullptr), IllegalState);
    StreamExecutionEnvironment other;
    CHECK(other.fromElements(1).process(tell).executeAndCollect().front() > 1'600'000'000'000);  // this machine's
}

TEST_CASE("timers of the machine's clock fire while the sources have nothing") {
    struct Soon {
        using State = int;
        void processElement(const std::int64_t&, int&, ProcessContext<std::int64_t>& context, Collector<int>&) {
            context.timerService().registerProcessingTimeTimer(context.timerService().currentProcessingTime() + 5);
        }
        void onTimer(Millis, int&, ProcessContext<std::int64_t>&, Collector<int>& out) { out.collect(1); }
    };
    StreamExecutionEnvironment env;  // the second row comes a fifth of a second after the first
    CHECK(env.fromGenerator([](std::int64_t i) { return i; }, 2, 5.0).keyBy([](std::int64_t i) { return i; }).process(Soon{}).executeAndCollect() == std::vector{1});
}

TEST_CASE("a timer without onTimer is refused when it is set") {
    StreamExecutionEnvironment env;
    const auto set = [](const Event&, int&, Context& context, Out&) { context.timerService().registerEventTimeTimer(1); };
    CHECK_THROWS_WITH_AS(env.fromElements(Event{"a", 1}).keyBy(&Event::key).process(set).executeAndCollect(),
                         "process 1: a timer is registered, but the function has no onTimer(Millis, State&, ProcessContext<Key>&, Collector<Out>&)", JobError);
}

namespace {

struct Giving {
    struct State {
        int rows{};
    };
    void processElement(const Event& e, State& state, Context& context, Out& out) {
        out.collect(e.key + std::to_string(++state.rows));
        if (state.rows == 2) context.clearState();
        if (e.key == "t") context.timerService().registerEventTimeTimer(e.at + 1);
    }
    void onTimer(Millis, State& state, Context& context, Out& out) {
        out.collect("timer" + std::to_string(state.rows));
        context.clearState();
    }
};

}  // namespace

TEST_CASE("state that is given up begins anew, and is free once its timers are gone") {
    StreamExecutionEnvironment env;
    const auto rows = env.fromElements(Event{"a", 1}, Event{"a", 2}, Event{"a", 3}, Event{"t", 4}, Event{"t", 4}, Event{"t", 4}, Event{"b", 9});
    CHECK(rows.assignTimestampsAndWatermarks(inOrder()).keyBy(&Event::key).process(Giving{}).executeAndCollect() ==
          Lines{"a1", "a2", "a1", "t1", "t2", "t1", "b1", "timer1"});

    // What a long run keeps: each key gives its state up at its timer.
    struct Brief {
        void processElement(const std::int64_t& n, int&, ProcessContext<std::int64_t>& context, Collector<int>&) { context.timerService().registerEventTimeTimer(n + 100); }
        void onTimer(Millis, int&, ProcessContext<std::int64_t>& context, Collector<int>&) { context.clearState(); }
    };
    struct Identity {
        std::int64_t operator()(const std::int64_t& n) const { return n; }
    };
    using Step = detail::TimedProcess<int, std::int64_t, int, Identity, detail::ElementFunction<Brief>>;
    ManualClock clock;
    Job job(nullptr, clock, 1, false);
    const auto named = std::make_shared<detail::Operator>(detail::Operator{"step"});
    Step step(named, {named, {}}, {});
    step.open(job);
    detail::ArchetypeEmitter<int> next;
    std::size_t most = 0;
    for (std::int64_t n = 0; n < 10'000; ++n) {
        step.take<0>(n, next);
        step.watermark(n, next);
        most = std::max(most, step.states.size());
    }
    CHECK(most <= 101);
    CHECK(step.events.size() == step.states.size());
}

// ---- side outputs -----------------------------------------------------------------------------------------------------------------

TEST_CASE("side outputs: as many as are read, with the time of the step") {
    const OutputTag<int> numbers("numbers");
    const OutputTag<std::string> texts("texts"), unread("unread");
    for (const std::size_t most : batchSizes) {
        StreamExecutionEnvironment env;
        env.setBatchRows(most);
        const auto rows = env.fromElements(Event{"a", 3}, Event{"b", 5}, Event{"a", 9}).assignTimestampsAndWatermarks(inOrder());
        const auto split = rows.keyBy(&Event::key).process([=](const Event& e, int&, Context& context, Out& out) {
            context.output(numbers, static_cast<int>(e.at));
            if (e.key == "a") context.output(texts, "text " + e.key);
            context.output(unread, e.key);
            out.collect(e.key);
        });
        std::string a, b, c, d;
        const auto into = [](std::string& s) { return [&s](const std::string& line) { s += line + " "; }; };
        traced(split.getSideOutput(numbers)).addSink(into(a));
        traced(split.getSideOutput(texts)).addSink(into(b));
        traced(split.getSideOutput(numbers).map([](int n) { return -n; })).addSink(into(c));
        traced(split).addSink(into(d));
        env.execute();
        CHECK(a == "3@3 w2 5@5 w4 9@9 w8 end ");
        CHECK(b == "text a@3 w2 w4 text a@9 w8 end ");
        CHECK(c == "-3@3 w2 -5@5 w4 -9@9 w8 end ");
        CHECK(d == "a@3 w2 b@5 w4 a@9 w8 end ");
        CHECK(split.getSideOutput(numbers).executeAndCollect() == std::vector{3, 5, 9});  // nobody reads the main output
        CHECK(split.getSideOutput(OutputTag<int>("others")).executeAndCollect().empty());
        CHECK(split.getSideOutput(OutputTag<int>("texts")).executeAndCollect().empty());  // of another type
    }
    CHECK_THROWS_AS(OutputTag<int>(""), IllegalState);
}

TEST_CASE("side outputs without keys, of two inputs and of timers") {
    struct Late {
        OutputTag<std::string> tag{"timers"};
        using State = int;
        void processElement1(const Event& e, int&, Context& context, Out& out) {
            out.collect("1" + e.key);
            context.timerService().registerEventTimeTimer(e.at);
        }
        void processElement2(const Event& e, int& n, Out& out) { out.collect("2" + e.key + std::to_string(++n)); }
        void onTimer(Millis time, int& n, Context& context, Out&) { context.output(tag, number(time) + std::to_string(n)); }
    };
    StreamExecutionEnvironment env;
    SourceFeed feed(env);
    const auto first = feed.source<Event>(), second = feed.source<Event>();
    feed.push(first, {"a", 5}, 5);
    feed.push(second, {"a", 7}, 7);
    feed.watermark(first, 6);
    feed.watermark(second, 5);
    feed.push(second, {"a", 9}, 9);
    const auto both = first.keyBy(&Event::key).connect(second.keyBy(&Event::key)).process(Late{});
    std::string main, side;
    traced(both).addSink([&](const std::string& s) { main += s + " "; });
    traced(both.getSideOutput(Late{}.tag)).addSink([&](const std::string& s) { side += s + " "; });
    env.execute();
    CHECK(main == "1a@5 2a1@7 w5 2a2@9 end ");
    CHECK(side == "51@5 w5 end ");

    const OutputTag<int> odd("odd");
    const auto even = env.fromElements(1, 2, 3, 4).process([=](const int& i, ProcessContext<void>& context, Collector<int>& out) {
        if (i % 2) context.output(odd, i);
        else out.collect(i);
    });
    std::vector<int> odds;
    even.getSideOutput(odd).addSink([&](int i) { odds.push_back(i); });
    CHECK(even.executeAndCollect() == std::vector{2, 4});
    CHECK(odds == std::vector{1, 3});
}

TEST_CASE("two inputs by two functions that know time") {
    StreamExecutionEnvironment env;
    SourceFeed feed(env);
    const auto first = feed.source<Event>();
    const auto second = feed.source<int>();
    feed.push(first, {"a", 5}, 50);
    feed.push(second, 7, 70);
    feed.push(first, {"b", 5}, 80);
    const auto joined = first.keyBy(&Event::at).connect(second.keyBy([](int i) { return static_cast<Millis>(i - 2); }));
    CHECK(joined
              .process([](const Event& e, int& n, ProcessContext<Millis>& c, Out& out) { out.collect(e.key + number(*c.timestamp()) + "/" + std::to_string(++n)); },
                       [](const int& i, int& n, Out& out) { out.collect(std::to_string(i) + "/" + std::to_string(++n)); })
              .executeAndCollect() == Lines{"a50/1", "7/2", "b80/3"});
}

// ---- broadcast --------------------------------------------------------------------------------------------------------------------

namespace {

struct Rule {
    std::string key;
    int most;
};
using Rules = std::map<std::string, int>;

struct Limits {
    struct State {
        int seen{};
    };
    void processElement(const Event& e, State& state, const Rules& rules, Context& context, Out& out) {
        ++state.seen;
        const auto rule = rules.find(e.key);
        if (rule != rules.end() && state.seen > rule->second) out.collect(e.key + std::to_string(state.seen) + ">" + std::to_string(rule->second));
        context.timerService().registerEventTimeTimer(100);
    }
    void processBroadcastElement(const Rule& r, Rules& rules, BroadcastContext<std::string, State>& context, Out& out) {
        rules[r.key] = r.most;
        context.applyToKeyedState([&](const std::string& key, State& state) {
            if (key == r.key) out.collect(key + " had " + std::to_string(state.seen) + " at " + number(context.timestamp().value_or(-1)));
        });
    }
    void onTimer(Millis time, State& state, const Rules& rules, Context& context, Out& out) {
        out.collect(context.currentKey() + " " + std::to_string(state.seen) + " of " + std::to_string(rules.size()) + " rules at " + number(time));
    }
};

}  // namespace

TEST_CASE("broadcast: every row sees what was broadcast before it") {
    for (const std::size_t most : batchSizes) {
        StreamExecutionEnvironment env;
        env.setBatchRows(most);
        SourceFeed feed(env);
        const auto rows = feed.source<Event>();
        const auto rules = feed.source<Rule>();
        feed.push(rows, {"a", 1}, 1);
        feed.push(rules, {"a", 2}, 1);
        feed.push(rows, {"a", 2}, 2);
        feed.push(rows, {"a", 3}, 3);
        feed.push(rules, {"b", 0}, 4);
        feed.push(rows, {"b", 5}, 5);
        const auto wide = rules.broadcast();
        CHECK(rows.keyBy(&Event::key).connect(wide).process(Limits{}).executeAndCollect() ==
              Lines{"a had 1 at 1", "a3>2", "b1>0", "a 3 of 2 rules at 100", "b 1 of 2 rules at 100"});

        const auto plain = rows.connect(wide).process(
            [](const Event& e, const Rules& r, ProcessContext<void>& context, Out& out) { out.collect(e.key + number(*context.timestamp()) + ":" + std::to_string(r.size())); },
            [](const Rule& r, Rules& all, Out&) { all[r.key] = r.most; });
        CHECK(plain.executeAndCollect() == Lines{"a1:0", "a2:1", "a3:1", "b5:2"});

        const auto keyed = rows.keyBy(&Event::key).connect(wide).process(
            [](const Event& e, int& n, const Rules& r, Out& out) { out.collect(e.key + std::to_string(++n) + ":" + std::to_string(r.size())); },
            [](const Rule& r, Rules& all, Out&) { all[r.key] = r.most; });
        CHECK(keyed.executeAndCollect() == Lines{"a1:0", "a2:1", "a3:1", "b1:2"});
    }
}
