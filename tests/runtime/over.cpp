// SPDX-License-Identifier: BSL-1.0
// OVER windows: Flink's sequences by hand, and against frames that are cut anew for every row.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <rivulet/runtime/batch_over.hpp>
#include <rivulet/runtime/over.hpp>
#include <rivulet/runtime/sorted_over.hpp>

#include "changelog.hpp"
#include "stable_sort.hpp"

using namespace changelog;
using namespace rivulet;

namespace {

using Key = StoredRow<Text>;
using Row = StoredRow<Text, MaybeInt>;  // a name of one letter, a number

// What is in the frame, in order, and the sum of its numbers.
struct Seen {
    using Results = StoredRow<Text, MaybeInt>;
    Text names;
    int sum{}, values{};
    auto results() const { return rowOf(std::as_const(names), values ? MaybeInt(sum) : MaybeInt()); }
    std::size_t bytes() const { return names.capacity(); }
};
constexpr auto update = [](Seen& seen, bool add, const Key&, const Row& row) {
    if (add) seen.names += row.at<0>();
    else {
        REQUIRE(!seen.names.empty());
        CHECK(seen.names.substr(0, 1) == row.at<0>());  // rows leave in the order in which they came
        seen.names.erase(0, 1);
    }
    if (!row.at<1>()) return;
    seen.sum += add ? *row.at<1>() : -*row.at<1>();
    seen.values += add ? 1 : -1;
};
struct Collect {
    Lines& out;
    bool places{};
    template <class View>
    void operator()(RowKind kind, const Key& key, const Row& row, const OverPlace& place, const View& results) const {
        out.push_back(line(kind, rowText(key) + ", " + rowText(row) + ", " + rowText(results) +
                                     (places ? ", " + std::to_string(place.row) + "/" + std::to_string(place.firstPeer) + "/" + std::to_string(place.group) : "")));
    }
};

struct Timed {
    Millis time;
    Text key, name;
    MaybeInt number;
};
// Rows in the order in which they come; the watermark follows the greatest time at a distance after each.
template <OverUnit Unit, bool Bounded, PlaceUse Use = PlaceUse::nothing>
struct Run {
    TimedOver<Key, Row, Seen, Unit, Bounded, Use> over;
    Millis distance, greatest{noWatermark};
    Lines out{};
    explicit Run(Millis preceding, Millis delay, Millis beforeAll = 0) : over({.preceding = preceding, .beforeAll = beforeAll}), distance(delay) {}
    void row(const Timed& t) {
        over.process(t.time, Key::of(t.key), Row::of(t.name, t.number));
        if (t.time > greatest) over.advance((greatest = t.time) - distance, update, Collect{out, Use != PlaceUse::nothing});
    }
    Lines all(const std::vector<Timed>& rows) {
        for (const Timed& t : rows) row(t);
        over.advance(lastWatermark, update, Collect{out, Use != PlaceUse::nothing});
        return std::move(out);
    }
};
constexpr OverUnit rows = OverUnit::rows, range = OverUnit::range;

const std::vector<Timed> payments{{1000, "v", "a", 10}, {2000, "m", "b", 5}, {2000, "v", "c", 20}, {2000, "v", "d", 40}, {5000, "m", "e", {}}, {6000, "v", "f", 80}, {6001, "v", "g", 1}, {9000, "m", "h", 7}};

}  // namespace

TEST_CASE("OVER by row time: frames by rows and by range, peers share one value") {
    CHECK(Run<rows, true>(2, 2000).all(payments) == Lines{"+I[v, a, 10, a, 10]", "+I[m, b, 5, b, 5]", "+I[v, c, 20, ac, 30]", "+I[v, d, 40, acd, 70]", "+I[m, e, null, be, 5]", "+I[v, f, 80, cdf, 140]",
                                                          "+I[v, g, 1, dfg, 121]", "+I[m, h, 7, beh, 12]"});
    CHECK(Run<rows, true>(0, 2000).all(payments) == Lines{"+I[v, a, 10, a, 10]", "+I[m, b, 5, b, 5]", "+I[v, c, 20, c, 20]", "+I[v, d, 40, d, 40]", "+I[m, e, null, e, null]", "+I[v, f, 80, f, 80]",
                                                          "+I[v, g, 1, g, 1]", "+I[m, h, 7, h, 7]"});
    CHECK(Run<range, true>(4000, 2000).all(payments) == Lines{"+I[v, a, 10, a, 10]", "+I[m, b, 5, b, 5]", "+I[v, c, 20, acd, 70]", "+I[v, d, 40, acd, 70]", "+I[m, e, null, be, 5]",
                                                              "+I[v, f, 80, cdf, 140]", "+I[v, g, 1, fg, 81]", "+I[m, h, 7, eh, 7]"});
    CHECK(Run<rows, false>(0, 2000).all(payments) == Lines{"+I[v, a, 10, a, 10]", "+I[m, b, 5, b, 5]", "+I[v, c, 20, ac, 30]", "+I[v, d, 40, acd, 70]", "+I[m, e, null, be, 5]", "+I[v, f, 80, acdf, 150]",
                                                           "+I[v, g, 1, acdfg, 151]", "+I[m, h, 7, beh, 12]"});
    CHECK(Run<range, false>(0, 2000).all(payments) == Lines{"+I[v, a, 10, a, 10]", "+I[m, b, 5, b, 5]", "+I[v, c, 20, acd, 70]", "+I[v, d, 40, acd, 70]", "+I[m, e, null, be, 5]",
                                                            "+I[v, f, 80, acdf, 150]", "+I[v, g, 1, acdfg, 151]", "+I[m, h, 7, beh, 12]"});
    // Places: of rows in order of time, of the first of their time, and how many times there were.
    CHECK(Run<rows, false, PlaceUse::row>(0, 2000).all({{1, "k", "a", 1}, {1, "k", "b", 1}, {2, "k", "c", 1}}) == Lines{"+I[k, a, 1, a, 1, 0/0/0]", "+I[k, b, 1, ab, 2, 1/0/0]", "+I[k, c, 1, abc, 3, 2/2/1]"});
    CHECK(Run<range, false, PlaceUse::any>(0, 2000).all({{1, "k", "a", 1}, {1, "k", "b", 1}, {2, "k", "c", 1}}) ==
          Lines{"+I[k, a, 1, ab, 2, 1/0/0]", "+I[k, b, 1, ab, 2, 1/0/0]", "+I[k, c, 1, abc, 3, 2/2/1]"});
}

TEST_CASE("OVER by row time: rows come out when the watermark reaches them") {
    Run<rows, false> run(0, 2000);
    run.row({1000, "k", "a", 1});
    run.row({3000, "k", "c", 4});
    CHECK(run.out == Lines{"+I[k, a, 1, a, 1]"});
    run.row({2000, "k", "b", 2});
    CHECK(run.out.size() == 1);
    run.row({4000, "k", "d", 8});
    CHECK(run.out == Lines{"+I[k, a, 1, a, 1]", "+I[k, b, 2, ab, 3]"});
}

TEST_CASE("OVER by row time: what is late") {
    // Unbounded: at the watermark is late, also for a key that is new.
    const std::vector<Timed> late{{1000, "v", "a", 4}, {1000, "v", "b", 6}, {500, "m", "c", 1}, {2000, "v", "d", 9}};
    Run<rows, false> unbounded(0, 0);
    CHECK(unbounded.all(late) == Lines{"+I[v, a, 4, a, 4]", "+I[v, d, 9, ad, 13]"});
    CHECK(unbounded.over.lateRows() == 2);
    // Bounded: what its own key was answered for counts, and the row is answered with the next watermark.
    Run<rows, true> bounded(1, 0);
    CHECK(bounded.all(late) == Lines{"+I[v, a, 4, a, 4]", "+I[m, c, 1, c, 1]", "+I[v, d, 9, ad, 13]"});
    CHECK(bounded.over.lateRows() == 1);
    Run<range, true> byKey(60'000, 2000);
    CHECK(byKey.all({{5000, "v", "a", 1}, {20000, "v", "b", 2}, {1000, "m", "c", 4}, {5000, "v", "d", 8}, {12000, "v", "e", 16}, {21000, "v", "f", 32}, {1000, "m", "g", 64}, {2000, "m", "h", 128}, {40000, "v", "i", 256}}) ==
          Lines{"+I[v, a, 1, a, 1]", "+I[m, c, 4, c, 4]", "+I[v, e, 16, ae, 17]", "+I[m, h, 128, ch, 132]", "+I[v, b, 2, aeb, 19]", "+I[v, f, 32, aebf, 51]", "+I[v, i, 256, aebfi, 307]"});
    CHECK(byKey.over.lateRows() == 2);
    // Times up to 1970: bounded frames drop them, unbounded ones do not; the clock of processing time may say anything.
    const std::vector<Timed> early{{-59'000, "v", "a", 1}, {-1, "v", "b", 2}, {0, "v", "c", 4}, {1, "v", "d", 8}};
    CHECK(Run<range, true>(1000, 2000).all(early) == Lines{"+I[v, d, 8, d, 8]"});
    CHECK(Run<rows, true>(5, 2000).all(early) == Lines{"+I[v, d, 8, d, 8]"});
    CHECK(Run<range, true>(1000, 2000, noWatermark).all(early) == Lines{"+I[v, a, 1, a, 1]", "+I[v, b, 2, b, 2]", "+I[v, c, 4, bc, 6]", "+I[v, d, 8, bcd, 14]"});
    CHECK(Run<rows, false>(0, 2000).all(early).size() == 4);
}

TEST_CASE("OVER in the order of arrival: each row is answered at once") {
    Lines out;
    ArrivalOver<Key, Row, Seen, true> bounded({.preceding = 1});
    ArrivalOver<Key, Row, Seen, false, PlaceUse::row> unbounded({});
    for (const Timed& t : payments) {
        bounded.process(Key::of(t.key), Row::of(t.name, t.number), update, Collect{out});
        unbounded.process(Key::of(t.key), Row::of(t.name, t.number), update, Collect{out, true});
        CHECK(bounded.size() <= 2 * bounded.keys());
    }
    CHECK(out[4] == "+I[v, c, 20, ac, 30]");
    CHECK(out[12] == "+I[v, g, 1, fg, 81]");
    CHECK(out[13] == "+I[v, g, 1, acdfg, 151, 4/4/4]");
    CHECK(unbounded.size() == 0);
}

TEST_CASE("OVER in streaming: state does not grow with the rows") {
    Run<rows, true> byRows(3, 10);
    Run<range, true> byRange(100, 10);
    Run<rows, false> unbounded(0, 10);
    std::size_t mostRows = 0, mostRange = 0, mostUnbounded = 0, mostKeys = 0, bytes = 0;
    for (Millis t = 1; t < 20'000; ++t) {
        const Text k(1, static_cast<char>('a' + t % 5));
        byRows.row({t, k, "x", 1});
        unbounded.row({t, k, "x", 1});
        byRange.row({t, std::to_string(t / 50), "x", 1});  // ever new keys
        mostRows = std::max(mostRows, byRows.over.size());
        mostUnbounded = std::max(mostUnbounded, unbounded.over.size());
        mostRange = std::max(mostRange, byRange.over.size());
        mostKeys = std::max(mostKeys, byRange.over.keys());
        byRows.out.clear();
        byRange.out.clear();
        unbounded.out.clear();
        if (t == 10'000) bytes = byRange.over.bytes() + byRows.over.bytes();
    }
    CHECK(mostRows <= 5 * 4 + 11);
    CHECK(mostUnbounded <= 11);
    CHECK(mostRange <= 50 * 6);
    CHECK(mostKeys <= 6);
    CHECK(byRange.over.bytes() + byRows.over.bytes() <= bytes * 2);
    CHECK(byRows.over.lateRows() + byRange.over.lateRows() == 0);
    byRange.over.advance(lastWatermark, update, Collect{byRange.out});
    CHECK(byRange.over.keys() == 0);
}

TEST_CASE("OVER in streaming: a time-to-live forgets partitions") {
    Millis now = 0;
    const StateTtl ttl{.millis = 100, .clock = [](const void* at) { return *static_cast<const Millis*>(at); }, .context = &now};
    Lines out;
    ArrivalOver<Key, Row, Seen, false> over({.ttl = ttl});
    for (const Millis at : {0, 50, 149, 260}) {
        now = at;
        over.process(Key::of("k"), Row::of("a", 1), update, Collect{out});
    }
    CHECK(out == Lines{"+I[k, a, 1, a, 1]", "+I[k, a, 1, aa, 2]", "+I[k, a, 1, aaa, 3]", "+I[k, a, 1, a, 1]"});
}

namespace {

struct ByNumber {
    template <class A, class B> bool operator()(const A& a, const B& b) const { return a.template at<1>() < b.template at<1>(); }
};
struct Change {
    RowKind kind;
    Text key, name;
    MaybeInt number;
};
template <OverUnit Unit, PlaceUse Use = PlaceUse::nothing, bool Before = true>
Lines corrected(const std::vector<Change>& changes) {
    SortedOver<Key, Row, ByNumber, Seen, Unit, Use, Before> over(StateTtl{});
    Lines out;
    for (const Change& c : changes) over.process(c.kind, Key::of(c.key), Row::of(c.name, c.number), update, Collect{out, Use != PlaceUse::nothing});
    return out;
}

}  // namespace

TEST_CASE("OVER by another column: a row corrects those behind it") {
    const std::vector<Change> cards{{I, "v", "a", 20}, {I, "v", "b", 10}, {I, "v", "c", 20}, {I, "m", "d", 3}, {I, "v", "e", 15}};
    CHECK(corrected<range>(cards) == Lines{"+I[v, a, 20, a, 20]", "+I[v, b, 10, b, 10]", "-U[v, a, 20, a, 20]", "+U[v, a, 20, ba, 30]", "-U[v, a, 20, ba, 30]", "+U[v, a, 20, bac, 50]", "+I[v, c, 20, bac, 50]",
                                           "+I[m, d, 3, d, 3]", "+I[v, e, 15, be, 25]", "-U[v, a, 20, bac, 50]", "+U[v, a, 20, beac, 65]", "-U[v, c, 20, bac, 50]", "+U[v, c, 20, beac, 65]"});
    CHECK(corrected<rows>(cards) == Lines{"+I[v, a, 20, a, 20]", "+I[v, b, 10, b, 10]", "-U[v, a, 20, a, 20]", "+U[v, a, 20, ba, 30]", "+I[v, c, 20, bac, 50]", "+I[m, d, 3, d, 3]", "+I[v, e, 15, be, 25]",
                                          "-U[v, a, 20, ba, 30]", "+U[v, a, 20, bea, 45]", "-U[v, c, 20, bac, 50]", "+U[v, c, 20, beac, 65]"});
    CHECK(corrected<rows, PlaceUse::nothing, false>({cards[0], cards[1]}) == Lines{"+I[v, a, 20, a, 20]", "+I[v, b, 10, b, 10]", "+U[v, a, 20, ba, 30]"});
}

TEST_CASE("OVER by another column: deletions and updates") {
    const std::vector<Change> lots{{I, "h", "a", 30}, {I, "h", "b", 10}, {I, "h", "c", 20}, {D, "h", "b", 10}, {UB, "h", "a", 30}, {UA, "h", "a", 5}};
    const Lines expected{"+I[h, a, 30, a, 30]", "+I[h, b, 10, b, 10]", "-U[h, a, 30, a, 30]", "+U[h, a, 30, ba, 40]", "+I[h, c, 20, bc, 30]", "-U[h, a, 30, ba, 40]", "+U[h, a, 30, bca, 60]",
                         "-D[h, b, 10, b, 10]", "-U[h, c, 20, bc, 30]", "+U[h, c, 20, c, 20]", "-U[h, a, 30, bca, 60]", "+U[h, a, 30, ca, 50]", "-D[h, a, 30, ca, 50]", "+U[h, a, 5, a, 5]", "-U[h, c, 20, c, 20]",
                         "+U[h, c, 20, ac, 25]"};
    CHECK(corrected<range>(lots) == expected);
    CHECK(corrected<rows>(lots) == expected);
    // A peer that goes; a row that was never there; the last one of a key.
    CHECK(corrected<range>({{I, "h", "a", 1}, {I, "h", "b", 1}, {D, "h", "a", 1}, {D, "h", "z", 1}, {D, "h", "z", 7}, {D, "x", "b", 1}, {D, "h", "b", 1}}) ==
          Lines{"+I[h, a, 1, a, 1]", "-U[h, a, 1, a, 1]", "+U[h, a, 1, ab, 2]", "+I[h, b, 1, ab, 2]", "-D[h, a, 1, ab, 2]", "-U[h, b, 1, ab, 2]", "+U[h, b, 1, b, 1]", "-D[h, b, 1, b, 1]"});
}

TEST_CASE("OVER by another column: values that stay are not sent again") {
    struct Count {
        using Results = StoredRow<std::int64_t>;
        std::int64_t values{};
        auto results() const { return rowOf(values); }
    };
    SortedOver<Key, StoredRow<Text, MaybeInt>, ByNumber, Count, range, PlaceUse::nothing, true> over(StateTtl{});
    Lines out;
    const auto count = [](Count& c, bool, const Key&, const Row& row) { c.values += row.at<0>() != "-"; };
    const auto collect = [&](RowKind kind, const Key&, const Row& row, const OverPlace&, const auto& results) { out.push_back(line(kind, rowText(row) + ", " + rowText(results))); };
    for (const Row& row : {Row::of("a", 5), Row::of("-", 1), Row::of("-", 5)}) over.process(I, Key::of("k"), row, count, collect);
    CHECK(out == Lines{"+I[a, 5, 1]", "+I[-, 1, 0]", "+I[-, 5, 1]"});
    CHECK(over.size() == 3);
    over.process(D, Key::of("k"), Row::of("a", 5), count, collect);
    CHECK(out.back() == "+U[-, 5, 0]");
    CHECK(over.bytes() > 0);
    // .. nor are places that nobody reads: with groups only, a further peer does not touch the rows behind it.
    struct Nothing {
        using Results = StoredRow<>;
        static constexpr auto results() { return rowOf(); }
    };
    SortedOver<Key, Row, ByNumber, Nothing, range, PlaceUse::group, true> groups(StateTtl{});
    Lines dense;
    for (const Change& c : {Change{I, "k", "a", 9}, Change{I, "k", "b", 5}, Change{I, "k", "c", 5}, Change{D, "k", "b", 5}, Change{D, "k", "c", 5}})
        groups.process(c.kind, Key::of(c.key), Row::of(c.name, c.number), [](Nothing&, bool, const Key&, const Row&) {},
                       [&](RowKind kind, const Key&, const Row& row, const OverPlace& place, const auto&) { dense.push_back(line(kind, rowText(row) + ", " + std::to_string(place.group))); });
    CHECK(dense == Lines{"+I[a, 9, 0]", "+I[b, 5, 0]", "-U[a, 9, 0]", "+U[a, 9, 1]", "+I[c, 5, 0]", "-D[b, 5, 0]", "-D[c, 5, 0]", "-U[a, 9, 1]", "+U[a, 9, 0]"});
}

TEST_CASE("OVER by another column: places follow rows that come and go") {
    CHECK(corrected<range, PlaceUse::any>({{I, "h", "a", 7}, {I, "h", "b", 5}, {I, "h", "c", 5}, {D, "h", "b", 5}, {D, "h", "c", 5}}) ==
          Lines{"+I[h, a, 7, a, 7, 0/0/0]", "+I[h, b, 5, b, 5, 0/0/0]", "-U[h, a, 7, a, 7, 0/0/0]", "+U[h, a, 7, ba, 12, 1/1/1]", "-U[h, b, 5, b, 5, 0/0/0]", "+U[h, b, 5, bc, 10, 0/0/0]",
                "+I[h, c, 5, bc, 10, 1/0/0]", "-U[h, a, 7, ba, 12, 1/1/1]", "+U[h, a, 7, bca, 17, 2/2/1]", "-D[h, b, 5, bc, 10, 0/0/0]", "-U[h, c, 5, bc, 10, 1/0/0]", "+U[h, c, 5, c, 5, 0/0/0]",
                "-U[h, a, 7, bca, 17, 2/2/1]", "+U[h, a, 7, ca, 12, 1/1/1]", "-D[h, c, 5, c, 5, 0/0/0]", "-U[h, a, 7, ca, 12, 1/1/1]", "+U[h, a, 7, a, 7, 0/0/0]"});
}

namespace {

// Distances of numbers; a row without one is only with its peers.
struct Distance {
    int before{}, behind{};
    int low(const Row& candidate, const Row& current) const { return side(candidate, current, -before); }
    int high(const Row& candidate, const Row& current) const { return side(candidate, current, behind); }
    static int side(const Row& a, const Row& b, int by) {
        if (!a.at<1>() || !b.at<1>()) return static_cast<int>(a.at<1>().has_value()) - static_cast<int>(b.at<1>().has_value());
        return *a.at<1>() - (*b.at<1>() + by);
    }
};
template <OverBound Low, OverBound High, bool Retracts>
Lines batch(std::int64_t low, std::int64_t high, Distance distance, const std::vector<Change>& input) {
    BatchOver<Key, Row, ByNumber, Seen, Distance, Low, High, Retracts> over({.low = low, .high = high}, {}, distance);
    for (const Change& c : input) over.process(Key::of(c.key), Row::of(c.name, c.number));
    CHECK(over.size() == input.size());
    CHECK((over.bytes() > 0 || input.empty()));
    Lines out;
    over.finish(update, [&](RowKind kind, const Key& key, const Row& row, const OverPlace& p, const auto& results, const OverRows<Row>& all) {
        out.push_back(line(kind, rowText(key) + ", " + rowText(row) + ", " + rowText(results)));
        CHECK(all.at(p.row) == &row);
        CHECK(all.at(-1) == nullptr);
        CHECK(all.at(p.rows) == nullptr);
        CHECK(p.firstPeer <= p.row);
        CHECK(p.row < p.endPeers);
    });
    CHECK(over.size() == 0);
    return out;
}
constexpr OverBound byRow = OverBound::rows, byRange = OverBound::range, whole = OverBound::partition;
const std::vector<Change> results{{I, "r", "a", 10}, {I, "r", "b", 8}, {I, "q", "g", 3}, {I, "r", "c", 10}, {I, "r", "d", {}}, {I, "r", "e", 5}, {I, "r", "f", 8}, {I, "q", "h", 3}};

}  // namespace

TEST_CASE_TEMPLATE("OVER in batch: all frames", Retracts, std::true_type, std::false_type) {
    constexpr bool retracts = Retracts::value;
    CHECK(batch<whole, whole, retracts>(0, 0, {}, results) == Lines{"+I[r, d, null, debfac, 41]", "+I[r, e, 5, debfac, 41]", "+I[r, b, 8, debfac, 41]", "+I[r, f, 8, debfac, 41]", "+I[r, a, 10, debfac, 41]",
                                                                    "+I[r, c, 10, debfac, 41]", "+I[q, g, 3, gh, 6]", "+I[q, h, 3, gh, 6]"});
    CHECK(batch<whole, byRange, retracts>(0, 0, {}, results) == Lines{"+I[r, d, null, d, null]", "+I[r, e, 5, de, 5]", "+I[r, b, 8, debf, 21]", "+I[r, f, 8, debf, 21]", "+I[r, a, 10, debfac, 41]",
                                                                      "+I[r, c, 10, debfac, 41]", "+I[q, g, 3, gh, 6]", "+I[q, h, 3, gh, 6]"});
    CHECK(batch<byRange, byRange, retracts>(0, 0, {2, 2}, results) == Lines{"+I[r, d, null, d, null]", "+I[r, e, 5, e, 5]", "+I[r, b, 8, bfac, 36]", "+I[r, f, 8, bfac, 36]", "+I[r, a, 10, bfac, 36]",
                                                                            "+I[r, c, 10, bfac, 36]", "+I[q, g, 3, gh, 6]", "+I[q, h, 3, gh, 6]"});
    CHECK(batch<byRow, byRow, retracts>(-1, 1, {}, results) == Lines{"+I[r, d, null, de, 5]", "+I[r, e, 5, deb, 13]", "+I[r, b, 8, ebf, 21]", "+I[r, f, 8, bfa, 26]", "+I[r, a, 10, fac, 28]", "+I[r, c, 10, ac, 20]",
                                                                     "+I[q, g, 3, gh, 6]", "+I[q, h, 3, gh, 6]"});
    CHECK(batch<byRow, byRow, retracts>(2, 3, {}, results) == Lines{"+I[r, d, null, bf, 16]", "+I[r, e, 5, fa, 18]", "+I[r, b, 8, ac, 20]", "+I[r, f, 8, c, 10]", "+I[r, a, 10, , null]", "+I[r, c, 10, , null]",
                                                                    "+I[q, g, 3, , null]", "+I[q, h, 3, , null]"});
    CHECK(batch<byRow, byRow, retracts>(-3, -2, {}, results) == Lines{"+I[r, d, null, , null]", "+I[r, e, 5, , null]", "+I[r, b, 8, d, null]", "+I[r, f, 8, de, 5]", "+I[r, a, 10, eb, 13]", "+I[r, c, 10, bf, 16]",
                                                                      "+I[q, g, 3, , null]", "+I[q, h, 3, , null]"});
    CHECK(batch<byRow, whole, retracts>(0, 0, {}, results) == Lines{"+I[r, d, null, debfac, 41]", "+I[r, e, 5, ebfac, 41]", "+I[r, b, 8, bfac, 36]", "+I[r, f, 8, fac, 28]", "+I[r, a, 10, ac, 20]", "+I[r, c, 10, c, 10]",
                                                                    "+I[q, g, 3, gh, 6]", "+I[q, h, 3, h, 3]"});
    CHECK(batch<byRange, byRow, retracts>(0, 1, {}, results).size() == results.size());
    CHECK(batch<whole, whole, retracts>(0, 0, {}, {}).empty());
}

TEST_CASE("OVER in batch: a memory limit") {
    BatchOver<Key, Row, ByNumber, Seen, Distance, whole, whole, true> over({.memoryLimit = {4096, "OVER"}});
    CHECK_THROWS_AS(([&] {
        for (int i = 0; i < 1000; ++i) over.process(Key::of("k"), Row::of("a", i));
    }()), MemoryLimitExceeded);
}

namespace {

// Every frame cut anew: what the row at `at` sees among the rows of its key in order of time.
template <OverUnit Unit, bool Bounded>
Lines byHand(std::vector<Timed> input, Millis preceding) {
    test::stableSort(input, [](const Timed& a, const Timed& b) { return a.time < b.time; });
    Lines out;
    for (std::size_t at = 0; at < input.size(); ++at) {
        std::vector<const Timed*> frame;
        for (std::size_t i = 0; i < input.size(); ++i) {
            if (input[i].key != input[at].key) continue;
            const bool notBehind = Unit == rows ? i <= at : input[i].time <= input[at].time;
            if (notBehind && (!Bounded || Unit == rows || input[at].time - input[i].time <= preceding)) frame.push_back(&input[i]);
        }
        if (Bounded && Unit == rows && static_cast<Millis>(frame.size()) > preceding + 1) frame.erase(frame.begin(), frame.end() - static_cast<std::ptrdiff_t>(preceding) - 1);
        Seen seen;
        for (const Timed* t : frame) update(seen, true, Key::of(t->key), Row::of(t->name, t->number));
        out.push_back(line(I, input[at].key + ", " + rowText(Row::of(input[at].name, input[at].number)) + ", " + seen.names + ", " + valueText(seen.values ? MaybeInt(seen.sum) : MaybeInt())));
    }
    return out;
}
template <OverUnit Unit, bool Bounded>
void compare(const std::vector<Timed>& input, Millis preceding, Millis delay) {
    Run<Unit, Bounded> run(preceding, delay);
    CHECK(run.all(input) == byHand<Unit, Bounded>(input, preceding));
    CHECK(run.over.lateRows() == 0);
}

}  // namespace

TEST_CASE("property: rows out of order within the delay of the watermark get the answers of sorted rows") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Random random(seed);
        std::vector<Timed> input;
        const Millis delay = 1 + random.below(30), preceding = random.below(25);
        for (int i = 0; i < 60; ++i)
            input.push_back({100 + i + random.below(static_cast<int>(delay)), Text(1, static_cast<char>('k' + random.below(3))), Text(1, static_cast<char>('a' + i % 26)),
                             random.below(5) ? MaybeInt(random.below(100)) : MaybeInt()});
        compare<rows, true>(input, preceding % 4, delay);
        compare<range, true>(input, preceding, delay);
        compare<rows, false>(input, 0, delay);
        compare<range, false>(input, 0, delay);
    }
}

TEST_CASE("property: by another column, the changes add up to the answers over what is there") {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Random random(seed);
        SortedOver<Key, Row, ByNumber, Seen, range, PlaceUse::nothing, true> over(StateTtl{});
        std::vector<Row> there;
        Lines out;
        Table table;
        for (int step = 0; step < 40; ++step) {
            if (there.empty() || random.below(3)) {
                there.push_back(Row::of(Text(1, static_cast<char>('a' + random.below(4))), random.below(6)));
                over.process(I, Key::of("k"), there.back(), update, Collect{out});
            } else {
                const auto gone = there.begin() + random.below(static_cast<int>(there.size()));
                over.process(D, Key::of("k"), *gone, update, Collect{out});
                there.erase(std::find_if(there.begin(), there.end(), [row = *gone](const Row& r) { return RowEqual<Row>{}(r, row); }));
            }
            std::map<std::string, int> expected;
            std::vector<Row> sorted = there;
            test::stableSort(sorted, ByNumber{});
            for (const Row& row : sorted) {
                Seen seen;
                for (const Row& r : sorted)
                    if (!ByNumber{}(row, r)) update(seen, true, Key::of("k"), r);
                ++expected["[k, " + rowText(row) + ", " + seen.names + ", " + valueText(seen.values ? MaybeInt(seen.sum) : MaybeInt()) + "]"];
            }
            CHECK(table.after(out) == expected);
            CHECK(over.size() == there.size());
        }
    }
}
