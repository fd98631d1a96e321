// SPDX-License-Identifier: BSL-1.0
// First and last rows, sorts and rankings by time: Flink's sequences by hand (the conformance cases of the same names), late rows, what is kept, and
// random input against doing it all at once.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <rivulet/runtime/deduplicate.hpp>
#include <rivulet/runtime/temporal_sort.hpp>
#include <rivulet/runtime/window_rank.hpp>

#include "changelog.hpp"

using namespace changelog;
using namespace rivulet;

namespace {

using Key = StoredRow<Text>;
using Row = StoredRow<Text, Int>;  // place, time

struct Scan {
    Text parcel, place;
    Int time;
};
const std::vector<Scan> scans{{"p1", "depot", 5}, {"p1", "van", 9}, {"p2", "depot", 6}, {"p1", "gate", 2}, {"p1", "dock", 9}, {"p1", "gate2", 2}, {"p1", "lost", 7}};

auto into(Lines& out) {
    return [&out](RowKind kind, const Key& key, const Row& row) { out.push_back(line(kind, rowText(key) + ", " + rowText(row))); };
}
// Each row, then the watermark that it brings; at last the end.
Lines firstByTime(const std::vector<Scan>& rows, Int delay, std::uint64_t* late = nullptr) {
    FirstRowByTime<Key, Row> first{{}};
    Lines out;
    Millis watermark = noWatermark;
    for (const Scan& s : rows) {
        first.process(s.time, Key::of(s.parcel), Row::of(s.place, s.time));
        watermark = std::max(watermark, Millis{s.time} - delay);
        first.advance(watermark, into(out));
    }
    first.advance(lastWatermark, into(out));
    CHECK(first.waiting() == 0);
    if (late) *late = first.lateRows();
    return out;
}
template <bool ByTime, bool Before>
Lines last(const std::vector<Scan>& rows, DeduplicateOptions options = {}) {
    LastRow<Key, Row, ByTime, Before> last{std::move(options)};
    Lines out;
    for (const Scan& s : rows) last.process(s.time, Key::of(s.parcel), Row::of(s.place, s.time), into(out));
    last.finish(into(out));
    return out;
}

}  // namespace

TEST_CASE("what waits for its time comes in order of time, then of arrival") {
    TimeQueue<Text> queue;
    Random random(3);
    for (int round = 0; round < 20; ++round) {
        std::vector<std::tuple<Millis, int, Text>> expected;
        for (int i = 0; i < 60; ++i) {
            const Millis time = random.below(20) - 10;
            expected.emplace_back(time, i, "a text that is not short " + std::to_string(i));
            queue.push(time, std::get<2>(expected.back()));
            if (i % 4 == 3) {  // some go in between, so that their places are used again
                const auto least = std::min_element(expected.begin(), expected.end());
                CHECK(queue.time() == std::get<0>(*least));
                CHECK(queue.pop() == std::get<2>(*least));
                expected.erase(least);
            }
        }
        CHECK(queue.size() == expected.size());
        std::sort(expected.begin(), expected.end());
        for (const auto& e : expected) CHECK(queue.pop() == std::get<2>(e));
        CHECK(queue.empty());
    }
    TimeQueue<Text> inOrder;
    std::size_t most = 0;
    for (int i = 0; i < 10'000; ++i) {
        inOrder.push(i, Text());
        if (inOrder.size() > 10) inOrder.pop();
        if (i == 100) most = inOrder.bytes();
    }
    CHECK(inOrder.bytes() == most);  // places are used again
}

TEST_CASE("first row by row time: once, when the watermark has passed it; of equal times the first that came") {
    CHECK(firstByTime(scans, 60) == Lines{"+I[p1, gate, 2]", "+I[p2, depot, 6]"});
    std::uint64_t late = 0;
    CHECK(firstByTime(scans, 0, &late) == Lines{"+I[p1, depot, 5]"});  // even the only row of p2 is late
    CHECK(late == 5);                                                    // all but depot and van
    CHECK(firstByTime({{"p", "a", -5}, {"p", "b", -9}, {"q", "c", -7}}, 10) == Lines{"+I[p, b, -9]", "+I[q, c, -7]"});
}

TEST_CASE("first row by row time keeps no row whose time has passed") {
    FirstRowByTime<Key, Row> first{{}};
    Lines out;
    std::size_t most = 0, bytes = 0;
    for (Int i = 0; i < 10'000; ++i) {
        first.process(i, Key::of("k" + std::to_string(i % 7)), Row::of("a place with a long name", i));
        first.advance(i - 20, into(out));
        most = std::max(most, first.waiting());
        if (i == 100) bytes = first.bytes();
    }
    CHECK(out.size() == 7);
    CHECK(most <= 7);
    CHECK(first.waiting() == 0);
    CHECK(first.size() == 7);
    CHECK(first.bytes() <= bytes);
}

TEST_CASE("a key of which no row came for the time-to-live is new again") {
    std::int64_t now = 0;
    const StateTtl ttl{100, [](const void* p) { return *static_cast<const std::int64_t*>(p); }, &now};
    Lines out;
    FirstRowByTime<Key, Row> byTime{{.ttl = ttl}};
    FirstRow<Key> first{{.ttl = ttl}};
    LastRow<Key, Row, true, true> last{{.ttl = ttl}};
    const auto feed = [&](Int time) {
        byTime.process(time, Key::of("k"), Row::of("a", time));
        byTime.advance(time, into(out));
        if (first.process(Key::of("k"))) out.push_back("first");
        last.process(time, Key::of("k"), Row::of("l", time), into(out));
    };
    feed(1);
    CHECK(out == Lines{"+I[k, a, 1]", "first", "+I[k, l, 1]"});
    out.clear();
    now = 99;
    feed(2);
    CHECK(out == Lines{"-U[k, l, 1]", "+U[k, l, 2]"});
    out.clear();
    now = 199;
    feed(3);
    CHECK(out == Lines{"+I[k, a, 3]", "first", "+I[k, l, 3]"});
}

TEST_CASE("last row by row time: replaced by one that is not earlier, also by an equal row") {
    CHECK(last<true, true>(scans) == Lines{"+I[p1, depot, 5]", "-U[p1, depot, 5]", "+U[p1, van, 9]", "+I[p2, depot, 6]", "-U[p1, van, 9]", "+U[p1, dock, 9]"});
    CHECK(last<true, false>(scans) == Lines{"+I[p1, depot, 5]", "+U[p1, van, 9]", "+I[p2, depot, 6]", "+U[p1, dock, 9]"});
    CHECK(last<true, true>({{"p1", "depot", 5}, {"p1", "depot", 5}, {"p1", "depot", 8}}) ==
          Lines{"+I[p1, depot, 5]", "-U[p1, depot, 5]", "+U[p1, depot, 5]", "-U[p1, depot, 5]", "+U[p1, depot, 8]"});
}

TEST_CASE("by processing time: the first and the last that came; what says the same is not sent again, unless keys are forgotten") {
    FirstRow<Key> first{{}};
    Lines out;
    for (const Scan& s : scans)
        if (first.process(Key::of(s.parcel))) out.push_back(s.parcel + " " + s.place);
    CHECK(out == Lines{"p1 depot", "p2 depot"});
    CHECK(first.size() == 2);
    CHECK(last<false, true>({{"p", "depot", 5}, {"p", "depot", 5}, {"p", "van", 2}}) == Lines{"+I[p, depot, 5]", "-U[p, depot, 5]", "+U[p, van, 2]"});
    const StateTtl forever{1'000, [](const void*) { return std::int64_t{0}; }};
    CHECK(last<false, false>({{"p", "depot", 5}, {"p", "depot", 5}}, {.ttl = forever}) == Lines{"+I[p, depot, 5]", "+U[p, depot, 5]"});
}

TEST_CASE("batch: one row a key at the end, within the memory limit") {
    Lines out = last<true, true>(scans, {.batch = true});
    std::sort(out.begin(), out.end());
    CHECK(out == Lines{"+I[p1, dock, 9]", "+I[p2, depot, 6]"});
    const std::vector<Scan> many = [] {
        std::vector<Scan> rows;
        for (Int i = 0; i < 1000; ++i) rows.push_back({"a key with a long name " + std::to_string(i), "a place with a long name", i});
        return rows;
    }();
    const MemoryLimit limit{50'000, "Deduplicate"};
    FirstRowByTime<Key, Row> byTime{{.batch = true, .memoryLimit = limit}};
    FirstRow<Key> first{{.batch = true, .memoryLimit = limit}};
    CHECK_THROWS_AS((last<true, true>(many, {.batch = true, .memoryLimit = limit})), MemoryLimitExceeded);
    CHECK_THROWS_AS([&] { for (const Scan& s : many) byTime.process(s.time, Key::of(s.parcel), Row::of(s.place, s.time)); }(), MemoryLimitExceeded);
    CHECK_THROWS_AS([&] { for (const Scan& s : many) first.process(Key::of(s.parcel)); }(), MemoryLimitExceeded);
}

TEST_CASE("the first and the last row do not depend on the order within the bound") {
    Random random(11);
    for (int round = 0; round < 50; ++round) {
        std::vector<Scan> rows;
        for (Int i = 0; i < 60; ++i) rows.push_back({"p" + std::to_string(random.below(8)), "row " + std::to_string(i), i});  // times differ
        std::vector<Scan> shuffled = rows;
        for (std::size_t i = 0; i + 1 < shuffled.size(); ++i)
            if (random.below(2)) std::swap(shuffled[i], shuffled[i + 1]);
        CHECK(firstByTime(shuffled, 60) == firstByTime(rows, 0));
        Lines sorted = last<true, true>(rows, {.batch = true}), other = last<true, true>(shuffled);
        Table folded;
        std::map<std::string, int> table = folded.after(other);
        CHECK(table.size() == sorted.size());
        for (const std::string& l : sorted) CHECK(table.count(l.substr(2)) == 1);
    }
}

namespace {

struct ByPlaceDown {
    template <class A, class B> bool operator()(const A& a, const B& b) const { return a.template at<0>() > b.template at<0>(); }
};
struct Unsorted {
    template <class A, class B> bool operator()(const A&, const B&) const { return false; }
};

template <class Less>
struct Sorting {
    TemporalSort<Row, Less> sort{};
    Millis watermark = noWatermark;
    Lines out{};
    void feed(const Text& place, Int time, Int delay) {
        sort.process(time, Row::of(place, time));
        advance(std::max(watermark, Millis{time} - delay));
    }
    void advance(Millis to) {
        watermark = to;
        sort.advance(to, [this](RowKind kind, const Row& row) { out.push_back(line(kind, rowText(row))); });
    }
};

}  // namespace

TEST_CASE("sort by time: released by the watermark, equal times by the other keys, then as they came") {
    Sorting<ByPlaceDown> s;
    for (const auto& [place, time] : std::vector<std::pair<Text, Int>>{{"bus", 5000}, {"van", 3000}, {"depot", 5000}, {"dock", 11000}, {"gate", 4000}, {"tram", 6001}}) s.feed(place, time, 5000);
    CHECK(s.out == Lines{"+I[van, 3000]", "+I[depot, 5000]", "+I[bus, 5000]"});
    CHECK(s.sort.lateRows() == 1);  // gate
    s.advance(lastWatermark);
    CHECK(s.out.size() == 5);
    CHECK(s.out[3] == "+I[tram, 6001]");
    CHECK(s.out[4] == "+I[dock, 11000]");
    CHECK(s.sort.size() == 0);
}

TEST_CASE("sort by time: a row behind the watermark is late only if a later one has gone out") {
    Sorting<Unsorted> s;
    s.feed("a", 5, 0);
    s.feed("b", 20, 15);
    s.sort.process(3, Row::of("late", 3));
    s.sort.process(5, Row::of("late too", 5));
    s.advance(18);
    s.sort.process(10, Row::of("c", 10));  // behind 18, but nothing after it has gone
    s.sort.process(7, Row::of("d", 7));
    s.advance(19);
    CHECK(s.out == Lines{"+I[a, 5]", "+I[d, 7]", "+I[c, 10]"});
    CHECK(s.sort.lateRows() == 2);
}

TEST_CASE("sort by time: what waits is bounded by the delay; many rows of one time") {
    Sorting<Unsorted> s;
    std::size_t most = 0, bytes = 0;
    for (Int i = 0; i < 10'000; ++i) {
        s.feed("a place with a long name", i, 30);
        most = std::max(most, s.sort.size());
        if (i == 100) bytes = s.sort.bytes();
    }
    CHECK(most == 30);
    CHECK(s.sort.bytes() == bytes);
    CHECK(s.out.size() == 9'970);
    Sorting<ByPlaceDown> together;
    Random random(2);
    std::vector<Text> names;
    for (int i = 0; i < 300; ++i) names.push_back(std::to_string(random.below(1'000'000)));
    for (const Text& n : names) together.feed(n, 1, 10);
    together.advance(1);
    std::sort(names.rbegin(), names.rend());
    REQUIRE(together.out.size() == names.size());
    for (std::size_t i = 0; i < names.size(); ++i) CHECK(together.out[i] == "+I[" + names[i] + ", 1]");
}

namespace {

using WindowKey = StoredRow<Int, Text>;  // the window's end, item
using Sale = StoredRow<Text, Int>;       // shop, cents or time
struct MostCents {
    template <class A, class B> bool operator()(const A& a, const B& b) const { return a.template at<1>() > b.template at<1>(); }
};
struct LeastCents {
    template <class A, class B> bool operator()(const A& a, const B& b) const { return a.template at<1>() < b.template at<1>(); }
};
template <class Rank>
void feed(Rank& rank, Int end, const Text& item, const Text& shop, Int cents) {
    rank.process(end - 1, WindowKey::of(end, item), Sale::of(shop, cents));
}
template <class Rank>
Lines fired(Rank& rank, Millis watermark) {
    Lines out;
    rank.advance(watermark, [&](RowKind kind, const WindowKey& key, const Sale& sale, std::int64_t place) { out.push_back(line(kind, rowText(key) + ", " + std::to_string(place) + ", " + rowText(sale))); });
    return out;
}

}  // namespace

TEST_CASE("window Top-N: the places of a window that is over, earlier windows first, partitions as they came") {
    WindowRank<WindowKey, Sale, MostCents> rank{RankRange::limit(2)};
    feed(rank, 20, "ink", "s1", 7);
    feed(rank, 10, "pen", "s1", 3);
    feed(rank, 10, "cap", "s1", 9);
    feed(rank, 10, "pen", "s2", 5);
    feed(rank, 10, "pen", "s3", 5);  // a tie with the last place does not enter
    feed(rank, 10, "pen", "s4", 1);
    CHECK(rank.size() == 4);
    CHECK(fired(rank, 8).empty());
    CHECK(fired(rank, 9) == Lines{"+I[10, pen, 1, s2, 5]", "+I[10, pen, 2, s3, 5]", "+I[10, cap, 1, s1, 9]"});
    feed(rank, 10, "pen", "s5", 99);
    CHECK(rank.lateRows() == 1);
    CHECK(rank.size() == 1);
    feed(rank, 15, "pen", "s6", 1);
    CHECK(fired(rank, lastWatermark) == Lines{"+I[15, pen, 1, s6, 1]", "+I[20, ink, 1, s1, 7]"});
    CHECK(rank.size() == 0);
}

TEST_CASE("window Top-N: places from the second on, and none") {
    WindowRank<WindowKey, Sale, MostCents> second{RankRange::limit(1, 1)};
    WindowRank<WindowKey, Sale, MostCents> none{RankRange::limit(0)};
    for (const Int cents : {4, 9, 6, 8}) {
        feed(second, 10, "pen", "s", cents);
        feed(none, 10, "pen", "s", cents);
    }
    feed(second, 10, "cap", "s", 1);
    CHECK(second.size() == 3);
    CHECK(fired(second, 9) == Lines{"+I[10, pen, 2, s, 8]"});
    CHECK(none.size() == 0);
    CHECK(fired(none, 9).empty());
}

TEST_CASE("window deduplication: of equal times the first that came is the first, the last that came the last") {
    WindowRank<WindowKey, Sale, LeastCents> first{RankRange::limit(1)};
    WindowRank<WindowKey, Sale, MostCents, Ties::lastCome> last{RankRange::limit(1)}, lastTwo{RankRange::limit(2)};
    const auto all = [&](const Text& shop, Int time) {
        feed(first, 10, "pen", shop, time);
        feed(last, 10, "pen", shop, time);
        feed(lastTwo, 10, "pen", shop, time);
    };
    all("a", 5); all("b", 5); all("c", 4); all("d", 4); all("e", 5);
    CHECK(fired(first, 9) == Lines{"+I[10, pen, 1, c, 4]"});
    CHECK(fired(last, 9) == Lines{"+I[10, pen, 1, e, 5]"});
    CHECK(fired(lastTwo, 9) == Lines{"+I[10, pen, 1, e, 5]", "+I[10, pen, 2, b, 5]"});
}

TEST_CASE("window Top-N keeps nothing of windows that are over, and holds the memory limit") {
    WindowRank<WindowKey, Sale, MostCents> rank{RankRange::limit(3)};
    std::size_t most = 0, bytes = 0, out = 0;
    for (Int i = 0; i < 20'000; ++i) {
        feed(rank, i / 10 * 10 + 10, "an item with a long name " + std::to_string(i % 2), "a shop with a long name", i * 37 % 101);
        out += fired(rank, i - 15).size();
        most = std::max(most, rank.size());
        if (i == 200) bytes = rank.bytes();
    }
    CHECK(most <= 3 * 2 * 3);
    CHECK(out > 11'900);
    CHECK(rank.bytes() <= 2 * bytes);
    WindowRank<WindowKey, Sale, MostCents> limited{RankRange::limit(3), {20'000, "Top-N"}};
    for (Int i = 0; i < 1000; ++i) {  // within the limit while windows end
        feed(limited, i + 1, "an item with a long name", "a shop with a long name", i);
        fired(limited, i);
    }
    CHECK_THROWS_AS([&] { for (Int i = 2000; i < 3000; ++i) feed(limited, i + 1, "an item with a long name", "a shop with a long name", i); }(), MemoryLimitExceeded);
}
