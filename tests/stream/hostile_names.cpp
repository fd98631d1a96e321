// SPDX-License-Identifier: BSL-1.0
// A user's own names beside the library's. GCC's -Wshadow (which the tests are built with) finds that a name in a header's lambda or
// a parameter of a template's constructor shadows a global one of the user; unqualified calls would find a greedy function of a
// user's namespace.
#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include <rivulet/stream/environment.hpp>

struct T {}; struct F {}; struct G {}; struct K {}; struct S {}; struct Q {}; struct R {}; struct Row {}; struct Out {}; struct Made {}; struct Next {}; struct Body {};
struct Union {}; struct Key {}; struct State {}; struct Element {}; struct Function {}; struct Kept {}; struct Map {}; struct Filter {}; struct Step {}; struct Slot {};
int row, rows, slot, out, made, next, body, key, value, entry, isNew, state, sink, source, input, emitter, function, step, name, count, size, first, second, more,
    arguments, argument, other, others, element, elements, batch, job, channel, f, g, h, e, i, n, c, r, t, fits, known, callable, context, update, member, text, line, lines, part, tell, d, s,
    timer, timers, moment, window, windows, session, sessions, start, last, due, watermark, late, lateness, assigner, strategy, generator, output, tag, side, sides, number, pane, panes, gap,
    together, contents, sofar, later, rules, object, both, clock_, now, shape, result, adds, merges, gives, create, call, answers, timed, timestamp, o, p, u, w;

namespace greedy {
struct Event { std::string user; int amount; };
template <class A, class B> void filled(A&&, B&&) = delete;
template <class... A> void guarded(A&&...) = delete;
template <class... A> void callWith(A&&...) = delete;
template <class... A> void process(A&&...) = delete;
template <class... A> void push(A&&...) = delete;
template <class... A> void rename(A&&...) = delete;
template <class... A> void requireSame(A&&...) = delete;
template <class... A> void functor(A&&...) = delete;
template <class A> void move(A&&) = delete;
template <class A> void forward(A&&) = delete;
template <class... A> void swap(A&&...) = delete;
template <class... A> void exchange(A&&...) = delete;
template <class... A> void appendText(A&&...) = delete;
template <class... A> void as_const(A&&...) = delete;
template <class... A> void construct_at(A&&...) = delete;
template <class... A> void destroy_at(A&&...) = delete;
template <class... A> void millisOf(A&&...) = delete;
template <class... A> void bodyIn(A&&...) = delete;
template <class... A> void passWatermark(A&&...) = delete;
template <class... A> void passIdle(A&&...) = delete;
template <class... A> void takeRules(A&&...) = delete;
template <class... A> void objectIn(A&&...) = delete;
template <class... A> void elementFunction(A&&...) = delete;
}  // namespace greedy

TEST_CASE("every step over types of a hostile namespace") {
    using greedy::Event;
    rivulet::StreamExecutionEnvironment env;
    const auto events = env.fromElements(Event{"ann", 1}, Event{"bob", 2}).map([](const Event& x) { return x; }).filter([](const Event& x) { return x.amount > 0; });
    std::string printed;
    events.print("p", &printed);
    const auto keyed = events.unionWith(env.fromCollection(std::vector<Event>{{"ann", 3}})).keyBy(&Event::user);
    CHECK(keyed.sum(&Event::amount).map(&Event::amount).executeAndCollect() == std::vector{1, 2, 4});
    CHECK(keyed.reduce([](const Event& x, const Event& y) { return Event{x.user, x.amount * y.amount}; }).map(&Event::amount).executeAndCollect() == std::vector{1, 2, 3});
    CHECK(keyed.process([](const Event& x, int& y, rivulet::Collector<Event>& z) { z.collect({x.user, ++y}); }).map(&Event::amount).executeAndCollect() == std::vector{1, 1, 2});
    CHECK(events.flatMap([](const Event& x, rivulet::Collector<Event>& z) { z.collect(x); z.collect(x); }).share().connect(events)
              .map([](const Event& x) { return x.amount; }, [](const Event& x) { return -x.amount; }).executeAndCollect() == std::vector{1, 1, 2, 2, -1, -2});
    CHECK(env.fromGenerator([](std::int64_t x) { return Event{"g", static_cast<int>(x)}; }, 2).keyBy([](const Event& x) { return std::pair(x.user, x.amount); }).maxBy(&Event::amount).executeAndCollect(5).size() == 2);
    CHECK(env.fromView(std::as_const(printed)).executeAndCollect().size() == printed.size());
    CHECK(printed == "p> Event(ann,1)\np> Event(bob,2)\n");

    // With time.
    using Greedy = rivulet::Collector<Event>;
    struct Minding {
        using State = Event;
        void processElement(const Event& x, Event&, rivulet::ProcessContext<std::string>& y, Greedy& z) {
            z.collect(x);
            y.output(rivulet::OutputTag<Event>("side"), x);
            y.timerService().registerEventTimeTimer(5);
        }
        void onTimer(rivulet::Millis, Event& x, rivulet::ProcessContext<std::string>& y, Greedy& z) {
            z.collect(x);
            y.clearState();
        }
    };
    const auto times = env.fromElements(Event{"ann", 1}, Event{"bob", 2}, Event{"ann", 3})
                           .assignTimestampsAndWatermarks(rivulet::WatermarkStrategy::forMonotonousTimestamps().withTimestampAssigner(&Event::amount).withIdleness(1'000'000));
    const auto minded = times.keyBy(&Event::user).process(Minding{});
    CHECK(minded.map(&Event::amount).executeAndCollect() == std::vector{1, 2, 3, 0, 0});
    CHECK(minded.getSideOutput(rivulet::OutputTag<Event>("side")).executeAndCollect().size() == 3);
    const auto windowed = times.keyBy(&Event::user).window(rivulet::SlidingEventTimeWindows::of(4, 2)).allowedLateness(1).sideOutputLateData(rivulet::OutputTag<Event>("late"));
    CHECK(windowed.sum(&Event::amount).map(&Event::amount).executeAndCollect() == std::vector{1, 2, 4, 2, 3});
    CHECK(windowed.process([](const std::string&, const rivulet::TimeWindow&, const std::vector<Event>& x, Greedy& z) { z.collect(x.front()); }).executeAndCollect().size() == 5);
    CHECK(times.keyBy(&Event::user).window(rivulet::EventTimeSessionWindows::withGap(9)).maxBy(&Event::amount).executeAndCollect().size() == 2);
    const auto told = times.connect(events.broadcast()).process([](const Event& x, const int&, Greedy& z) { z.collect(x); }, [](const Event&, int& y, Greedy&) { ++y; });
    CHECK(told.executeAndCollect().size() == 3);
    CHECK(times.keyBy(&Event::user).connect(events.broadcast()).process([](const Event& x, Event&, const int&, Greedy& z) { z.collect(x); }, [](const Event&, int& y, Greedy&) { ++y; })
              .executeAndCollect().size() == 3);
}
