// SPDX-License-Identifier: BSL-1.0
// Top-N: Flink's sequences by hand (the conformance cases of the same names), and against sorting everything anew.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <rivulet/runtime/rank.hpp>
#include <rivulet/runtime/top_one.hpp>

#include "changelog.hpp"

using namespace changelog;
using namespace rivulet;

namespace {

using Row = StoredRow<Text, MaybeInt>;  // who, points
using Key = StoredRow<Text>;

// Points descending, nulls last.
struct Most {
    template <class A, class B> bool operator()(const A& a, const B& b) const {
        const MaybeInt x = a.template at<1>(), y = b.template at<1>();
        return x && (!y || *x > *y);
    }
};
struct Unsorted {
    template <class A, class B> bool operator()(const A&, const B&) const { return false; }
};

struct Change {
    RowKind kind;
    Text partition, who;
    MaybeInt points;
};
template <class Rank>
void feed(Rank& rank, const Change& c, Lines& out, bool places) {
    rank.process(c.kind, Key::of(c.partition), Row::of(c.who, c.points), [&](RowKind kind, const Key& key, const Row& row, std::int64_t place) {
        out.push_back(line(kind, rowText(key) + ", " + (places ? std::to_string(place) + ", " : "") + rowText(row)));
    });
}
template <RankInput Input, bool Place, bool Before = true, class Less = Most>
Lines run(RankRange range, const std::vector<Change>& changes) {
    constexpr bool byPlace = Place;
    TopN<Key, Row, Less, Input, byPlace, Before, UniqueColumns<0>> rank(RankOptions{.range = range});
    Lines out;
    for (const Change& c : changes) feed(rank, c, out, byPlace);
    return out;
}
constexpr RankInput append = RankInput::append, retract = RankInput::retract, upsert = RankInput::upsert;

const std::vector<Change> bids{{I, "car", "al", 50}, {I, "car", "bo", 70}, {I, "van", "cy", 10}, {I, "car", "di", 60}, {I, "car", "ed", 40}, {I, "car", "fa", 90}, {I, "van", "gi", 10}};
const std::vector<Change> deletions{{I, "car", "al", 50}, {I, "car", "bo", 70}, {I, "car", "cy", 60}, {I, "car", "di", 40}, {D, "car", "bo", 70}, {D, "car", "di", 40}, {D, "car", "al", 50}};

}  // namespace

TEST_CASE("rows only come, place in the output: each place that shifts") {
    CHECK(run<append, true>(RankRange::limit(3), bids) ==
          Lines{"+I[car, 1, al, 50]", "-U[car, 1, al, 50]", "+U[car, 1, bo, 70]", "+I[car, 2, al, 50]", "+I[van, 1, cy, 10]", "-U[car, 2, al, 50]", "+U[car, 2, di, 60]", "+I[car, 3, al, 50]",
                "-U[car, 1, bo, 70]", "+U[car, 1, fa, 90]", "-U[car, 2, di, 60]", "+U[car, 2, bo, 70]", "-U[car, 3, al, 50]", "+U[car, 3, di, 60]", "+I[van, 2, gi, 10]"});
    CHECK(run<append, true, false>(RankRange::limit(2), {{I, "car", "al", 50}, {I, "car", "bo", 70}, {I, "van", "cy", 10}, {I, "car", "di", 60}}) ==
          Lines{"+I[car, 1, al, 50]", "+U[car, 1, bo, 70]", "+I[car, 2, al, 50]", "+I[van, 1, cy, 10]", "+U[car, 2, di, 60]"});
    // Equal rows keep the order of arrival, and one that is equal to the last place does not enter.
    CHECK(run<append, true>(RankRange::limit(2), {{I, "car", "al", 5}, {I, "car", "bo", 5}, {I, "car", "cy", 5}, {I, "car", "di", 7}, {I, "car", "ed", 5}}) ==
          Lines{"+I[car, 1, al, 5]", "+I[car, 2, bo, 5]", "-U[car, 1, al, 5]", "+U[car, 1, di, 7]", "-U[car, 2, bo, 5]", "+U[car, 2, al, 5]"});
}

TEST_CASE("rows only come, no place in the output: what leaves and what enters") {
    CHECK(run<append, false>(RankRange::limit(2), bids) ==
          Lines{"+I[car, al, 50]", "+I[car, bo, 70]", "+I[van, cy, 10]", "-D[car, al, 50]", "+I[car, di, 60]", "-D[car, di, 60]", "+I[car, fa, 90]", "+I[van, gi, 10]"});
    CHECK(run<append, false>(RankRange::limit(1), {{I, "car", "al", 50}, {I, "car", "bo", 50}, {I, "car", "cy", 80}, {I, "van", "di", 1}, {I, "car", "ed", 60}}) ==
          Lines{"+I[car, al, 50]", "-U[car, al, 50]", "+U[car, cy, 80]", "+I[van, di, 1]"});
    CHECK(run<append, false, false>(RankRange::limit(1), {{I, "car", "al", 50}, {I, "car", "cy", 80}}) == Lines{"+I[car, al, 50]", "+U[car, cy, 80]"});
    CHECK(run<append, false>(RankRange::limit(0), bids).empty());
}

TEST_CASE("an offset goes place by place, without the place in the output") {
    TopN<StoredRow<>, Row, Most, append, true, true> rank(RankOptions{.range = RankRange::limit(2, 1)});
    Lines out;
    for (const auto& [who, points] : std::vector<std::pair<Text, Int>>{{"a", -50}, {"b", -40}, {"c", -45}, {"d", -60}, {"e", -40}, {"g", -40}})
        rank.process(I, StoredRow<>(), Row::of(who, points), [&](RowKind kind, const StoredRow<>&, const Row& row, std::int64_t) { out.push_back(line(kind, rowText(row))); });
    CHECK(out == Lines{"+I[a, -50]", "-U[a, -50]", "+U[c, -45]", "+I[a, -50]", "-U[c, -45]", "+U[e, -40]", "-U[a, -50]", "+U[c, -45]", "-U[c, -45]", "+U[g, -40]"});
}

TEST_CASE("rows also go, place in the output: others move up") {
    CHECK(run<retract, true>(RankRange::limit(2), deletions) ==
          Lines{"+I[car, 1, al, 50]", "-U[car, 1, al, 50]", "+U[car, 1, bo, 70]", "+I[car, 2, al, 50]", "-U[car, 2, al, 50]", "+U[car, 2, cy, 60]", "-U[car, 1, bo, 70]", "+U[car, 1, cy, 60]",
                "-U[car, 2, cy, 60]", "+U[car, 2, al, 50]", "-D[car, 2, al, 50]"});
}

TEST_CASE("rows also go, no place in the output: the next one moves up; -D and +I also for one place") {
    CHECK(run<retract, false>(RankRange::limit(2), deletions) == Lines{"+I[car, al, 50]", "+I[car, bo, 70]", "-D[car, al, 50]", "+I[car, cy, 60]", "-D[car, bo, 70]", "+I[car, al, 50]", "-D[car, al, 50]"});
    CHECK(run<retract, false>(RankRange::limit(1), {{I, "p", "depot", 5}, {I, "p", "van", 9}, {D, "p", "van", 9}, {D, "p", "depot", 5}, {D, "p", "never", 5}, {D, "q", "never", 5}}) ==
          Lines{"+I[p, depot, 5]", "-D[p, depot, 5]", "+I[p, van, 9]", "-D[p, van, 9]", "+I[p, depot, 5]", "-D[p, depot, 5]"});
}

TEST_CASE("LIMIT over a table that is updated: no order but that of arrival") {
    CHECK(run<retract, false, true, Unsorted>(RankRange::limit(2), {{I, "", "a", 1}, {I, "", "b", 2}, {I, "", "c", 3}, {D, "", "a", 1}, {I, "", "d", 4}, {UB, "", "b", 2}, {UA, "", "z", 2}}) ==
          Lines{"+I[, a, 1]", "+I[, b, 2]", "-D[, a, 1]", "+I[, c, 3]", "-D[, b, 2]", "+I[, d, 4]"});
}

TEST_CASE("rows of a unique key replace each other: all -U before all +U") {
    CHECK(run<upsert, true>(RankRange::limit(2), {{I, "s", "pen", 1}, {I, "s", "ink", 1}, {UA, "s", "ink", 2}, {I, "s", "cap", 1}, {UA, "s", "cap", 2}, {UA, "s", "cap", 3}, {UA, "s", "pen", 2}, {UA, "s", "pen", 3}}) ==
          Lines{"+I[s, 1, pen, 1]", "+I[s, 2, ink, 1]", "-U[s, 1, pen, 1]", "-U[s, 2, ink, 1]", "+U[s, 1, ink, 2]", "+U[s, 2, pen, 1]", "-U[s, 2, pen, 1]", "+U[s, 2, cap, 2]",
                "-U[s, 1, ink, 2]", "-U[s, 2, cap, 2]", "+U[s, 1, cap, 3]", "+U[s, 2, ink, 2]", "-U[s, 2, ink, 2]", "+U[s, 2, pen, 3]"});
    CHECK(run<upsert, false>(RankRange::limit(2), {{I, "s", "pen", 1}, {I, "s", "ink", 1}, {UA, "s", "ink", 2}, {UA, "s", "cap", 2}, {UA, "s", "cap", 3}}) ==
          Lines{"+I[s, pen, 1]", "+I[s, ink, 1]", "-U[s, ink, 1]", "+U[s, ink, 2]", "-D[s, pen, 1]", "+I[s, cap, 2]", "-U[s, cap, 2]", "+U[s, cap, 3]"});
    CHECK(run<upsert, false>(RankRange::limit(1), {{I, "s", "pen", 1}, {I, "s", "ink", 1}, {UA, "s", "ink", 2}, {UA, "s", "ink", 3}}) ==
          Lines{"+I[s, pen, 1]", "-U[s, pen, 1]", "+U[s, ink, 2]", "-U[s, ink, 2]", "+U[s, ink, 3]"});
}

TEST_CASE("the last place may be the partition's own") {
    TopN<Key, Row, Most, append, false, true> rank(RankOptions{});
    Lines out;
    const auto feedUpTo = [&](const Text& partition, std::int64_t last, const Text& who, Int points) {
        rank.process(I, Key::of(partition), Row::of(who, points), last, [&](RowKind kind, const Key& key, const Row& row, std::int64_t) { out.push_back(line(kind, rowText(key) + ", " + rowText(row))); });
    };
    feedUpTo("car", 1, "al", 50); feedUpTo("car", 1, "bo", 70); feedUpTo("van", 2, "cy", 10); feedUpTo("van", 2, "di", 5); feedUpTo("van", 2, "ed", 7); feedUpTo("bus", 0, "fa", 7);
    CHECK(out == Lines{"+I[car, al, 50]", "-D[car, al, 50]", "+I[car, bo, 70]", "+I[van, cy, 10]", "+I[van, di, 5]", "-D[van, di, 5]", "+I[van, ed, 7]"});
}

TEST_CASE("batch: the places at the end, in order") {
    TopN<Key, Row, Most, append, true, true> rank(RankOptions{.range = RankRange::limit(2, 1), .batch = true});
    Lines out;
    for (Int i = 0; i < 200; ++i) feed(rank, {I, "p", "r" + std::to_string(i), i * 37 % 200}, out, true);
    CHECK(out.empty());
    CHECK(rank.size() == 3);
    rank.finish([&](RowKind kind, const Key&, const Row& row, std::int64_t place) { out.push_back(line(kind, std::to_string(place) + ", " + rowText(row))); });
    CHECK(out == Lines{"+I[2, r54, 198]", "+I[3, r81, 197]"});
    CHECK(rank.size() == 0);
    TopN<Key, Row, Most, append, true, true> small(RankOptions{.batch = true, .memoryLimit = {3'000, "Rank"}});
    CHECK_THROWS_AS([&] { for (Int i = 0; i < 1000; ++i) feed(small, {I, "p", "", i}, out, true); }(), MemoryLimitExceeded);
}

TEST_CASE("a partition that brought no row for the time-to-live is forgotten") {
    std::int64_t now = 0;
    TopN<Key, Row, Most, append, false, true> rank(RankOptions{.range = RankRange::limit(1), .ttl = {100, [](const void* p) { return *static_cast<const std::int64_t*>(p); }, &now}});
    Lines out;
    feed(rank, {I, "p", "a", 9}, out, false);
    now = 100;
    feed(rank, {I, "p", "b", 1}, out, false);
    CHECK(out == Lines{"+I[p, a, 9]", "+I[p, b, 1]"});
}

namespace {

// The ranking anew: rows in order of arrival.
std::map<std::string, int> naive(const std::vector<Row>& arrived, RankRange range, bool places) {
    std::vector<Row> rows;
    for (const Row& r : arrived) rows.insert(std::upper_bound(rows.begin(), rows.end(), r, Most()), r);
    std::map<std::string, int> answer;
    for (std::int64_t place = range.first; place <= range.last && place <= static_cast<std::int64_t>(rows.size()); ++place)
        ++answer["[p, " + (places ? std::to_string(place) + ", " : "") + rowText(rows[static_cast<std::size_t>(place - 1)]) + "]"];
    return answer;
}

template <RankInput Input, bool ByPlace>
void againstNaive(std::uint64_t seed, RankRange range, int values, int steps) {
    CAPTURE(seed);
    Random random(seed);
    TopN<Key, Row, Most, Input, ByPlace, true> rank(RankOptions{.range = range});
    std::vector<Row> rows;
    Lines out;
    Table table;
    for (int step = 0; step < steps; ++step) {
        if (Input == retract && !rows.empty() && random.below(3) == 0) {
            const Row gone = rows[static_cast<std::size_t>(random.below(static_cast<int>(rows.size())))];
            rows.erase(std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return RowEqual<Row>{}(r, gone); }));
            feed(rank, {D, "p", Text(gone.at<0>()), gone.at<1>()}, out, ByPlace);
        } else {
            rows.push_back(Row::of("w" + std::to_string(random.below(4)), random.below(9) == 0 ? MaybeInt() : MaybeInt(random.below(values))));
            feed(rank, {I, "p", Text(rows.back().at<0>()), rows.back().at<1>()}, out, ByPlace);
        }
        if (step % 25 == 0) REQUIRE(table.after(out) == naive(rows, range, ByPlace));
    }
    REQUIRE(table.after(out) == naive(rows, range, ByPlace));
    CHECK(rank.bytes() >= rank.size() * sizeof(Row));
}

}  // namespace

TEST_CASE("the changes add up to the ranking, whatever comes and goes") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
        for (const RankRange range : {RankRange::limit(1), RankRange::limit(5), RankRange::limit(3, 4), RankRange::limit(100), RankRange::limit(-1, 2)}) {
            const int steps = seed < 2 ? 600 : 100;  // the long ones fill several chunks
            againstNaive<append, true>(seed, range, seed % 2 ? 7 : 1000, steps);
            againstNaive<retract, true>(seed, range, seed % 2 ? 7 : 1000, steps);
            if (range.first != 1) continue;
            againstNaive<append, false>(seed, range, seed % 2 ? 7 : 1000, steps);
            againstNaive<retract, false>(seed, range, seed % 2 ? 7 : 1000, steps);
        }
}

namespace {

template <bool Before>
void oneAgainstSeveral(std::uint64_t seed) {
    Random random(seed);
    std::int64_t now = 0;
    const StateTtl ttl{seed % 2 ? 0 : 40, [](const void* p) { return *static_cast<const std::int64_t*>(p); }, &now};
    for (const bool batch : {false, true}) {
        const RankOptions options{.range = RankRange::limit(1), .ttl = ttl, .batch = batch, .memoryLimit = {100'000, "Top-N"}};
        TopOne<Key, Row, Most, Before> one(options);
        TopN<Key, Row, Most, append, true, Before> several(options);
        Lines out, expected;
        for (int i = 0; i < 500; ++i) {
            now += random.below(9);
            const Change change{I, "partition " + std::to_string(random.below(7)), random.below(2) ? "a name that is longer than the room of a text" : "b", random.below(6) ? MaybeInt(random.below(50)) : MaybeInt()};
            feed(one, change, out, true);
            feed(several, change, expected, true);
        }
        REQUIRE(out == expected);
        CHECK(one.size() == several.size());
        CHECK(one.bytes() > 0);
        if (batch) CHECK(one.held() == one.bytes());
        const auto emit = [](Lines& to) { return [&to](RowKind kind, const Key& key, const Row& row, std::int64_t place) { to.push_back(line(kind, rowText(key) + rowText(row) + std::to_string(place))); }; };
        one.finish(emit(out));
        several.finish(emit(expected));
        CHECK(out == expected);
        CHECK(!out.empty());
        if (batch) CHECK(one.held() == 0);
    }
}

}  // namespace

TEST_CASE("the first row alone: what a ranking of one place gives") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        CAPTURE(seed);
        oneAgainstSeveral<true>(seed);
        oneAgainstSeveral<false>(seed);
    }
    TopOne<Key, Row, Most, true> small(RankOptions{.batch = true, .memoryLimit = {500, "Top-N"}});
    Lines out;
    const auto fill = [&] {
        for (int i = 0; i < 100; ++i) feed(small, {I, "a partition with a long name " + std::to_string(i), "who", i}, out, false);
    };
    CHECK_THROWS_AS(fill(), MemoryLimitExceeded);
}
