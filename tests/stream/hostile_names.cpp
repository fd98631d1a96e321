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
    arguments, argument, other, others, element, elements, batch, job, channel, f, g, h, e, i, n, c, r, t, fits, known, callable, context, update, member, text, line, lines, part, tell, d, s;

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
}
