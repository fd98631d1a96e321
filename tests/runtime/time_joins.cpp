// SPDX-License-Identifier: BSL-1.0
// Interval, temporal and window joins: Flink's sequences by hand, naive joins over random rows, and what is kept after long runs.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <rivulet/runtime/current_join.hpp>
#include <rivulet/runtime/interval_join.hpp>
#include <rivulet/runtime/numbered.hpp>
#include <rivulet/runtime/temporal_join.hpp>
#include <rivulet/runtime/window_join.hpp>

#include "changelog.hpp"
#include "stable_sort.hpp"

using namespace changelog;
using namespace rivulet;

namespace {

using Row = StoredRow<Int, MaybeInt>;  // id, key
using Key = StoredRow<Int>;
constexpr JoinInput L = JoinInput::left, R = JoinInput::right;

// A row of a side, or the watermark of both.
struct Event {
    enum class What : unsigned char { left, right, watermark } what;
    Millis time;
    Int id{};
    MaybeInt key{};
    RowKind kind{I};
};
Event left(Millis time, Int id, MaybeInt key = 7, RowKind kind = I) { return {Event::What::left, time, id, key, kind}; }
Event right(Millis time, Int id, MaybeInt key = 7, RowKind kind = I) { return {Event::What::right, time, id, key, kind}; }
Event watermark(Millis time) { return {Event::What::watermark, time}; }
using Events = std::vector<Event>;

struct Always {
    bool operator()(const Key&, const Row&, const Row&) const { return true; }
};
struct RightIdIsLess {
    bool operator()(const Key&, const Row& l, const Row& r) const { return r.at<0>() < l.at<0>(); }
};
auto writeTo(Lines& out) {
    return [&out](RowKind kind, const Key&, const Row* l, const Row* r) { out.push_back(line(kind, (l ? rowText<1>(*l) : "null") + " " + (r ? rowText<1>(*r) : "null"))); };
}

template <JoinForm Form> using Interval = IntervalJoin<Form, Key, Row, Row>;
template <JoinForm Form> using Window = WindowJoin<Form, Key, Row, Row>;
template <JoinForm Form> using Temporal = TemporalJoin<Form, Key, Row, Row>;

template <JoinForm Form, class Condition = Always>
void feed(Interval<Form>& join, const Event& e, Lines& out, Condition condition = {}) {
    const Row row = Row::of(e.id, e.key);
    const auto key = rowOf(e.key.value_or(0));
    if (e.what == Event::What::watermark) join.advance(e.time, writeTo(out));
    else if (e.what == Event::What::left) join.template process<L>(e.time, !e.key, key, row, condition, writeTo(out));
    else join.template process<R>(e.time, !e.key, key, row, condition, writeTo(out));
}
// The time of a row is the end of its window.
template <JoinForm Form, class Condition = Always>
void feed(Window<Form>& join, const Event& e, Lines& out, Condition condition = {}) {
    const Row row = Row::of(e.id, e.key);
    const auto key = rowOf(e.key.value_or(0));
    if (e.what == Event::What::watermark) join.advance(e.time, condition, writeTo(out));
    else if (e.what == Event::What::left) join.template process<L>(e.time, !e.key, key, row);
    else join.template process<R>(e.time, !e.key, key, row);
}
template <JoinForm Form, class Condition = Always>
void feed(Temporal<Form>& join, const Event& e, Lines& out, Condition condition = {}) {
    const Row row = Row::of(e.id, e.key);
    const auto key = rowOf(e.key.value_or(0));
    if (e.what == Event::What::watermark) join.advance(e.time, condition, writeTo(out));
    else if (e.what == Event::What::left) join.template process<L>(e.kind, e.time, !e.key, key, row);
    else join.template process<R>(e.kind, e.time, !e.key, key, row);
}
template <class Join, class Condition = Always>
Lines run(Join&& join, const Events& events, Condition condition = {}) {
    Lines out;
    for (const Event& e : events) feed(join, e, out, condition);
    return out;
}
template <JoinForm Form> Interval<Form> interval(Millis least, Millis most) { return Interval<Form>({.distance = {least, most}}); }

Lines sorted(Lines lines) {
    std::sort(lines.begin(), lines.end());
    return lines;
}

// Rows of both sides whose times wander by at most `disorder`, and the watermark that says so after each.
Events wandering(Random& random, int rows, int keys, int disorder) {
    Events events;
    Millis now = 0, most = 0;
    for (Int id = 1; id <= rows; ++id) {
        now += random.below(4);
        const Millis time = now - random.below(disorder + 1);
        most = time > most ? time : most;
        const MaybeInt key = random.below(10) == 0 ? MaybeInt() : MaybeInt(random.below(keys));
        events.push_back(random.below(2) ? left(time, id, key) : right(time, id, key));
        events.push_back(watermark(most - disorder - 1));
    }
    events.push_back(watermark(lastWatermark));
    return events;
}
template <class Matches>
Lines naive(JoinForm form, const Events& events, Matches matches) {
    Lines out;
    std::map<Int, bool> matched;
    for (const Event& l : events)
        for (const Event& r : events)
            if (l.what == Event::What::left && r.what == Event::What::right && l.key && l.key == r.key && matches(l, r)) {
                if (!detail::isExistence(form)) out.push_back(line(I, std::to_string(l.id) + " " + std::to_string(r.id)));
                matched[l.id] = matched[r.id] = true;
            }
    for (const Event& e : events) {
        const bool isLeft = e.what == Event::What::left;
        if (e.what == Event::What::watermark || matched[e.id] == (form != JoinForm::semi)) continue;
        if (isLeft && (detail::isOuter(form, L) || detail::isExistence(form))) out.push_back(line(I, std::to_string(e.id) + " null"));
        if (!isLeft && detail::isOuter(form, R)) out.push_back(line(I, "null " + std::to_string(e.id)));
    }
    return sorted(out);
}

}  // namespace

TEST_CASE("time queue: in order of time, those of one time as they came") {
    Random random(3);
    TimeQueue<std::uint32_t> queue;
    std::vector<std::pair<Millis, std::uint32_t>> expected;
    Millis now = 0;
    std::uint32_t next = 0;
    for (int round = 0; round < 200; ++round) {
        for (int n = random.below(8); n > 0; --n) {
            const Millis time = now + random.below(20);
            queue.push(time, next);
            expected.emplace_back(time, next++);
        }
        now += random.below(10);
        test::stableSort(expected, [](const auto& a, const auto& b) { return a.first < b.first; });
        CHECK(queue.size() == expected.size());
        while (queue.isDue(now)) {
            CHECK(queue.time() == expected.front().first);
            CHECK(queue.pop() == expected.front().second);
            expected.erase(expected.begin());
        }
        CHECK((expected.empty() || expected.front().first > now));
        CHECK(queue.empty() == expected.empty());
    }
}

TEST_CASE("interval join: both ends of the distance match") {
    // problems.md P96
    CHECK(run(interval<JoinForm::inner>(-5, 5), {left(10, 1), right(4, 11), right(5, 12), right(15, 13), right(16, 14), right(10, 15, 8), right(10, 16, {})}) == Lines{"+I[1 12]", "+I[1 13]"});
    CHECK(run(interval<JoinForm::inner>(-5, 5), {right(4, 11), right(5, 12), right(15, 13), right(16, 14), left(10, 1), left(10, 2, {})}) == Lines{"+I[1 12]", "+I[1 13]"});
}

TEST_CASE("interval join: padded once, when no match may come any more, and only if none ever came") {
    // problems.md P97
    auto join = interval<JoinForm::left>(0, 5);
    CHECK(run(join, {left(10, 1), left(11, 2), watermark(11), right(12, 9)}) == Lines{"+I[1 9]", "+I[2 9]"});
    CHECK(run(join, {left(12, 3), left(12, 4, 8), watermark(16)}) == Lines{"+I[3 9]"});
    CHECK(run(join, {watermark(17)}) == Lines{"+I[4 null]"});
    CHECK(run(join, {watermark(18), watermark(lastWatermark)}) == Lines{});
    CHECK(join.size() == 0);

    const Events events{left(1, 1), right(2, 2, 8), left(3, 3, {}), right(3, 4, {}), left(4, 5, 9), right(5, 6, 9), watermark(20)};
    CHECK(run(interval<JoinForm::right>(-2, 2), events) == Lines{"+I[5 6]", "+I[null 2]", "+I[null 4]"});
    CHECK(run(interval<JoinForm::full>(-2, 2), events) == Lines{"+I[5 6]", "+I[1 null]", "+I[3 null]", "+I[null 2]", "+I[null 4]"});
}

TEST_CASE("interval join: a pair that fails the condition is no match") {
    CHECK(run(interval<JoinForm::full>(0, 5), {left(10, 1), right(11, 5), left(12, 6), right(13, 7), right(13, 2), watermark(40)}, RightIdIsLess()) ==
          Lines{"+I[6 2]", "+I[1 null]", "+I[null 5]", "+I[null 7]"});
}

TEST_CASE("interval join: a row behind the watermark meets what is kept, and is not kept if nothing may come") {
    // conformance join_interval_late_rows
    auto join = interval<JoinForm::left>(0, 5);
    CHECK(run(join, {left(0, 1), right(2, 91), watermark(0), left(60, 2), watermark(2), right(61, 92), watermark(60)}) == Lines{"+I[1 91]", "+I[2 92]"});
    CHECK(run(join, {left(1, 3), right(3, 93), left(57, 4), right(58, 94)}) == Lines{"+I[3 null]", "+I[4 92]", "+I[4 94]"});
    CHECK(join.lateRows() == 3);  // 3, 93 and 94; 4 may still be met
    CHECK(join.size() == 3);      // 2 and 4; 92
}

TEST_CASE("interval join: of equal times the watermark itself may bring more") {
    auto join = interval<JoinForm::inner>(0, 0);
    CHECK(run(join, {left(10, 1), right(10, 2), watermark(10), right(10, 3), left(10, 4)}) == Lines{"+I[1 2]", "+I[1 3]", "+I[4 2]"});
    CHECK(run(join, {watermark(11), right(10, 5)}) == Lines{});
    CHECK(join.size() == 0);
}

TEST_CASE("interval join: an empty distance matches nothing and keeps nothing") {
    auto join = interval<JoinForm::full>(5, -5);
    CHECK(run(join, {left(1, 1), right(1, 2), left(1, 3, {})}) == Lines{"+I[1 null]", "+I[null 2]", "+I[3 null]"});
    CHECK(join.size() == 0);
}

TEST_CASE("interval join: times at the ends of what there is") {
    auto join = interval<JoinForm::full>(0, lastWatermark - 5);
    CHECK(run(join, {left(1000, 1), right(2000, 2), left(noWatermark, 4), watermark(5000), right(lastWatermark - 1, 3), watermark(lastWatermark)}) ==
          Lines{"+I[1 2]", "+I[4 null]", "+I[1 3]"});
    CHECK(join.size() == 0);
}

TEST_CASE_TEMPLATE("interval join: as a join of all rows with the condition on their times", Form, std::integral_constant<JoinForm, JoinForm::inner>,
                   std::integral_constant<JoinForm, JoinForm::left>, std::integral_constant<JoinForm, JoinForm::right>, std::integral_constant<JoinForm, JoinForm::full>) {
    Random random(11);
    for (int round = 0; round < 30; ++round) {
        const Millis least = random.below(30) - 15, most = least + random.below(20) - 2;
        const Events events = wandering(random, 120, 4, random.below(12));
        auto join = interval<Form::value>(least, most);
        CHECK(sorted(run(join, events)) == naive(Form::value, events, [&](const Event& l, const Event& r) { return r.time - l.time >= least && r.time - l.time <= most; }));
        CHECK(join.lateRows() == 0);
        CHECK(join.size() == 0);
    }
}

TEST_CASE("interval join: a long run keeps no more than the distance needs") {
    auto join = interval<JoinForm::full>(-20, 50);
    Lines out;
    std::size_t most = 0, bytes = 0;
    for (Int n = 0; n < 200'000; ++n) {
        const Millis time = n / 2;
        feed(join, n % 2 ? left(time, n, n) : right(time, n, n % 3 ? n : n - 1), out);
        feed(join, watermark(time - 1), out);
        most = std::max(most, join.size());
        if (n == 100'000) bytes = join.bytes();
        out.clear();
    }
    CHECK(most <= 51 + 22);
    CHECK(join.bytes() == bytes);
    feed(join, watermark(lastWatermark), out);
    CHECK(join.size() == 0);
}

TEST_CASE("interval join: batch has a memory limit") {
    Interval<JoinForm::inner> join({.distance = {0, 5}, .memoryLimit = {10'000, "join"}});
    Lines out;
    CHECK_THROWS_AS(
        [&] {
            for (Int n = 0; n < 10'000; ++n) feed(join, left(n, n, n), out);
        }(),
        MemoryLimitExceeded);
}

TEST_CASE("temporal join: the version that was valid at the time of the row") {
    // problems.md P100
    const Events events{right(1, 101), right(4, 104), right(7, 107), right(9, 107, 7, D), right(12, 112), left(0, 1),  left(4, 2),     left(6, 3),
                        left(8, 4),    left(9, 5),    left(11, 6),   left(12, 7),         left(5, 8, 8),  left(5, 9, {}), watermark(20)};
    CHECK(run(Temporal<JoinForm::inner>(), events) == Lines{"+I[2 104]", "+I[3 104]", "+I[4 107]", "+I[7 112]"});
    CHECK(run(Temporal<JoinForm::left>(), events) ==
          Lines{"+I[1 null]", "+I[2 104]", "+I[3 104]", "+I[4 107]", "+I[5 null]", "+I[6 null]", "+I[7 112]", "+I[8 null]", "+I[9 null]"});
}

TEST_CASE("temporal join: a row waits for the watermark; versions are ordered by time, not by arrival") {
    // conformance join_temporal_late_version, in minutes after ten
    Temporal<JoinForm::inner> join;
    CHECK(run(join, {right(0, 1), left(5, 1), watermark(-1), right(4, 3), right(3, 2), left(6, 2), watermark(3)}) == Lines{});
    CHECK(run(join, {right(10, 4), watermark(6)}) == Lines{"+I[1 3]", "+I[2 3]"});
    CHECK(run(join, {right(5, 5), left(20, 3), left(21, 4), watermark(9)}) == Lines{});
    CHECK(run(join, {right(30, 6), watermark(21)}) == Lines{"+I[3 4]", "+I[4 4]"});
    CHECK(join.lateRows() == 1);
    CHECK(join.size() == 2);
}

TEST_CASE("temporal join: a row behind the watermark is joined with what is kept at the next one") {
    // conformance join_temporal_late_left_row
    Temporal<JoinForm::left> join;
    CHECK(run(join, {right(0, 1), right(10, 2), right(40, 3), left(5, 1), watermark(5), left(20, 2), watermark(20)}) == Lines{"+I[1 1]", "+I[2 2]"});
    CHECK(run(join, {left(2, 3), left(19, 4)}) == Lines{});
    CHECK(run(join, {watermark(lastWatermark)}) == Lines{"+I[3 null]", "+I[4 2]"});
    CHECK(join.lateRows() == 2);
}

TEST_CASE("temporal join: left rows keep their kind and the order in which they came; a -U ends no version") {
    Temporal<JoinForm::left> join;
    CHECK(run(join, {right(1, 1), right(1, 1, 7, UB), right(3, 2, 7, UA), left(5, 1), left(2, 2, 7, UB), left(4, 3, 7, UA), left(2, 4, 7, D), watermark(10)}) ==
          Lines{"+I[1 2]", "-U[2 1]", "+U[3 2]", "-D[4 1]"});
    CHECK(run(join, {right(12, 7), right(12, 8), right(14, 8, 7, D), right(14, 9), left(13, 1), left(14, 2), watermark(20)}) == Lines{"+I[1 8]", "+I[2 9]"});
}

TEST_CASE("temporal join: if the valid version fails the condition no older one is tried") {
    CHECK(run(Temporal<JoinForm::left>(), {right(1, 1), right(5, 9), left(3, 4), left(6, 4), watermark(9)}, RightIdIsLess()) == Lines{"+I[4 1]", "+I[4 null]"});
}

TEST_CASE("temporal join: as looking for the latest version, for rows in any order within the bound") {
    Random random(5);
    for (int round = 0; round < 30; ++round) {
        Events events = wandering(random, 150, 3, random.below(15));
        for (Event& e : events)
            if (e.what == Event::What::right && random.below(5) == 0) e.kind = D;
        Lines expected;
        for (const Event& l : events) {
            if (l.what != Event::What::left) continue;
            const Event* version = nullptr;
            for (const Event& r : events)
                if (r.what == Event::What::right && l.key && r.key == l.key && r.time <= l.time && (!version || r.time >= version->time)) version = &r;
            expected.push_back(line(I, std::to_string(l.id) + " " + (version && version->kind == I ? std::to_string(version->id) : "null")));
        }
        Temporal<JoinForm::left> join;
        CHECK(sorted(run(join, events)) == sorted(expected));
        CHECK(join.waitingRows() == 0);
        CHECK(join.size() <= 3);
    }
}

TEST_CASE("temporal join: a long run keeps one version a key, and nothing of keys that are gone") {
    Temporal<JoinForm::left> join;
    Lines out;
    std::size_t most = 0, bytes = 0;
    for (Int n = 0; n < 100'000; ++n) {
        feed(join, right(n, n, n % 10), out);
        feed(join, right(n, n, 1000 + n), out);
        feed(join, right(n + 5, n, 1000 + n, D), out);
        feed(join, left(n, n, n % 20), out);
        feed(join, left(n, n, 1000 + n), out);
        feed(join, watermark(n - 1), out);
        if (n == 50'000) bytes = join.bytes();
        most = std::max(most, join.size());
        out.clear();
    }
    CHECK(most <= 10 + 1 + 2 * 7 + 2);
    CHECK(join.bytes() == bytes);
    feed(join, watermark(lastWatermark), out);
    CHECK(join.size() == 10);
}

TEST_CASE("window join: everything when the window is over") {
    // conformance join_window_*: 1..6 and 11..15, the end of the window in seconds
    const Events events{left(10, 1), right(10, 11), left(10, 2), left(10, 3, 8), right(10, 12), right(10, 13, {}), left(10, 4, {}), left(20, 5), right(20, 14, 9), watermark(8)};
    const auto results = [&](auto join) {
        Lines out = run(join, events);
        CHECK(out.empty());
        out = run(join, {watermark(9), left(30, 6, 6), watermark(19)});
        CHECK(join.size() == 1);
        const Lines rest = run(join, {right(40, 15, 6), watermark(lastWatermark)});
        out.insert(out.end(), rest.begin(), rest.end());
        CHECK(join.size() == 0);
        return out;
    };
    const Lines pairs{"+I[1 11]", "+I[1 12]", "+I[2 11]", "+I[2 12]"};
    const auto and_ = [](Lines lines, const Lines& more) {
        lines.insert(lines.end(), more.begin(), more.end());
        return lines;
    };
    CHECK(results(Window<JoinForm::inner>()) == pairs);
    CHECK(results(Window<JoinForm::left>()) == and_(pairs, {"+I[3 null]", "+I[4 null]", "+I[5 null]", "+I[6 null]"}));
    CHECK(results(Window<JoinForm::right>()) == and_(pairs, {"+I[null 13]", "+I[null 14]", "+I[null 15]"}));
    CHECK(results(Window<JoinForm::full>()) ==
          and_(pairs, {"+I[3 null]", "+I[4 null]", "+I[null 13]", "+I[5 null]", "+I[null 14]", "+I[6 null]", "+I[null 15]"}));
    CHECK(results(Window<JoinForm::semi>()) == Lines{"+I[1 null]", "+I[2 null]"});
    CHECK(results(Window<JoinForm::anti>()) == Lines{"+I[3 null]", "+I[4 null]", "+I[5 null]", "+I[6 null]"});
}

TEST_CASE("window join: rows of a window that is over are dropped and counted") {
    Window<JoinForm::full> join;
    CHECK(run(join, {left(10, 1), watermark(9), right(10, 2), right(11, 3), left(10, 4, {}), watermark(10)}) == Lines{"+I[1 null]", "+I[null 3]"});
    CHECK(join.lateRows() == 2);
    CHECK(join.size() == 0);
}

TEST_CASE_TEMPLATE("window join: as a join of all rows on key and window", Form, std::integral_constant<JoinForm, JoinForm::inner>, std::integral_constant<JoinForm, JoinForm::left>,
                   std::integral_constant<JoinForm, JoinForm::right>, std::integral_constant<JoinForm, JoinForm::full>, std::integral_constant<JoinForm, JoinForm::semi>,
                   std::integral_constant<JoinForm, JoinForm::anti>) {
    Random random(9);
    for (int round = 0; round < 30; ++round) {
        Events events = wandering(random, 100, 4, random.below(12));
        for (Event& e : events)
            if (e.what != Event::What::watermark) e.time = (e.time + 1000) / 10 * 10 - 1000 + 10;
        CHECK(sorted(run(Window<Form::value>(), events)) == naive(Form::value, events, [](const Event& l, const Event& r) { return r.time == l.time; }));
    }
}

TEST_CASE("window join: the ends of windows are told by the clocks that they are aligned by") {
    // Clocks two hours ahead; for a while they stand still at ten.
    struct Clocks {
        static Millis instant(Millis local) { return local < 10 ? local - 2 : local < 13 ? 8 : local - 5; }
    };
    WindowJoin<JoinForm::left, Key, Row, Row, Clocks> join;
    Lines out;
    const auto at = [&](const Event& e) {
        const Row row = Row::of(e.id, e.key);
        if (e.what == Event::What::watermark) join.advance(e.time, Always(), writeTo(out));
        else if (e.what == Event::What::left) join.process<L>(e.time, false, rowOf(7), row);
        else join.process<R>(e.time, false, rowOf(7), row);
    };
    for (const Event& e : {left(9, 1), right(11, 11), left(11, 2), left(12, 3), right(12, 12), watermark(5)}) at(e);
    CHECK(out == Lines{});
    at(watermark(6));
    CHECK(out == Lines{"+I[1 null]"});
    at(watermark(7));
    CHECK(out == Lines{"+I[1 null]"});
    at(watermark(8));
    CHECK(out == Lines{"+I[1 null]", "+I[2 11]", "+I[3 12]"});  // two windows that are over at once stay two
    at(left(12, 4));
    CHECK(join.lateRows() == 1);
}

TEST_CASE("window join: a long run keeps the windows that are open") {
    Window<JoinForm::full> join;
    Lines out;
    std::size_t most = 0, bytes = 0;
    for (Int n = 0; n < 200'000; ++n) {
        const Millis time = n / 10;
        feed(join, n % 2 ? left(time / 10 * 10 + 10, n, n % 50) : right(time / 10 * 10 + 10, n, n % 70), out);
        feed(join, watermark(time - 5), out);
        most = std::max(most, join.size());
        if (n == 100'000) bytes = join.bytes();
        out.clear();
    }
    CHECK(most <= 160);
    CHECK(join.bytes() <= bytes + 4096);
    Window<JoinForm::inner> limited(MemoryLimit{10'000, "join"});
    CHECK_THROWS_AS(
        [&] {
            for (Int n = 0; n < 10'000; ++n) feed(limited, left(10, n, n), out);
        }(),
        MemoryLimitExceeded);
}

TEST_CASE("current join: each row with what is there, which later changes do not revise") {
    const auto run = [](auto join, const Events& events) {
        Lines out;
        for (const Event& e : events) {
            const Row row = Row::of(e.id, e.key);
            const auto key = rowOf(e.key.value_or(0));
            if (e.what == Event::What::left) join.left(e.kind, !e.key, key, row, RightIdIsLess(), writeTo(out));
            else join.right(e.kind, !e.key, key, row);
        }
        return std::pair(out, join.size());
    };
    const Events events{left(0, 1),  right(0, 5), right(0, 5), right(0, 9, {}), left(0, 7), left(0, 7, {}), right(0, 6, 7, UA), left(0, 8, 7, UB), right(0, 5, 7, D), right(0, 6, 7, UB), left(0, 6),
                        right(0, 5, 7, D), left(0, 9), right(0, 1, 8), right(0, 2, 8), left(0, 9, 8)};
    CHECK(run(CurrentJoin<JoinForm::left, Key, Row, Row, WholeRow>(), events) ==
          std::pair(Lines{"+I[1 null]", "+I[7 5]", "+I[7 5]", "+I[7 null]", "-U[8 5]", "-U[8 5]", "-U[8 6]", "+I[6 5]", "+I[9 null]", "+I[9 1]", "+I[9 2]"}, std::size_t{2}));
    CHECK(run(CurrentJoin<JoinForm::inner, Key, Row, Row, OneRow>(), {right(0, 5), right(0, 6, 7, UA), left(0, 9), left(0, 9, {}), right(0, 6, 7, D), left(0, 9)}) ==
          std::pair(Lines{"+I[9 6]"}, std::size_t{0}));
}

TEST_CASE("keys by number keep their number while others come and go") {
    Random random(17);
    NumberedMap<StoredRow<Text>, int> map;
    std::map<Text, std::pair<std::uint32_t, int>> expected;
    for (int i = 0; i < 20'000; ++i) {
        const Text name = "a key that is longer than a short text " + std::to_string(random.below(300));
        const auto known = expected.find(name);
        const std::uint32_t n = map.find(rowOf(std::string_view(name)));
        CHECK((n == noNumber) == (known == expected.end()));
        if (n == noNumber) {
            const std::uint32_t made = map.findOrAdd(rowOf(std::string_view(name)));
            map[made] = i;
            expected[name] = {made, i};
        } else if (random.below(2)) {
            CHECK(n == known->second.first);
            CHECK(map[n] == known->second.second);
            CHECK(map.key(n).at<0>() == name);
            CHECK(map.findOrAdd(rowOf(std::string_view(name))) == n);
        } else {
            map.remove(n);
            expected.erase(known);
        }
        CHECK(map.size() == expected.size());
    }
    map.clear();
    CHECK(map.size() == 0);
    CHECK(map.find(rowOf(std::string_view("a"))) == noNumber);
}
