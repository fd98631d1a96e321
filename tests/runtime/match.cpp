// SPDX-License-Identifier: BSL-1.0
// Patterns over rows: Flink's answers (the conformance cases of the same names), late rows, what is kept, and against trying everything.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <rivulet/runtime/match.hpp>

#include "changelog.hpp"

using namespace changelog;
using namespace rivulet;

namespace {

using Tick = StoredRow<Int, std::int64_t>;  // volt, seconds
using Machine = StoredRow<Text>;

constexpr PatternVariable one{}, optional{0, 1}, many{0, PatternVariable::unbounded}, some{1, PatternVariable::unbounded};
constexpr PatternVariable reluctant(PatternVariable v) { v.greedy = false; return v; }

struct NoSums {};
Int volt(const Tick* row) { return row ? row->at<0>() : -1; }

// A pattern of single rows is its variables and the condition of each.
template <auto Condition, PatternVariable... V>
struct PatternOf {
    static constexpr PatternVariable variables[]{V...};
    using Running = NoSums;
    template <class Rows> bool operator()(int variable, const Rows& rows) const { return Condition(variable, rows); }
};
template <class Pattern> using Matcher = PatternMatcher<Machine, Tick, Pattern>;

// For each match: machine, time, and the volts of each variable.
template <class Pattern>
struct Printed {
    Lines& out;
    template <class Rows> void operator()(const Machine& machine, const Rows& rows, Millis time) const {
        std::string s = std::string(machine.at<0>()) + "@" + std::to_string(time / 1000);
        for (int v = 0; v < Matcher<Pattern>::variables; ++v) {
            s += v ? "|" : " ";
            for (std::size_t i = 0; i < rows.size(v); ++i) s += (i ? "," : "") + std::to_string(volt(rows.first(v, i)));
        }
        out.push_back(s);
    }
};

struct Fed {
    Text machine;
    Int volts;
    std::int64_t second;
};
// Rows one by one, the watermark `delay` seconds behind them.
template <class Pattern>
Lines run(MatchOptions options, const std::vector<Fed>& rows, std::int64_t delay = 1) {
    Matcher<Pattern> matcher(std::move(options));
    Lines out;
    Printed<Pattern> print{out};
    Millis watermark = noWatermark;
    for (const Fed& r : rows) {
        matcher.process(r.second * 1000, Machine::of(r.machine), Tick::of(r.volts, r.second), print);
        if ((r.second - delay) * 1000 > watermark) matcher.advance(watermark = (r.second - delay) * 1000, print);
    }
    matcher.advance(lastWatermark, print);
    return out;
}
const MatchOptions pastLastRow{.skip = MatchSkip::pastLastRow}, toNextRow{.skip = MatchSkip::toNextRow};

const std::vector<Fed> ticks{{"m1", 5, 1}, {"m1", 3, 2}, {"m1", 2, 3}, {"m1", 9, 4}, {"m1", 8, 5}, {"m1", 4, 6}, {"m1", 7, 7}, {"m1", 7, 20}};
std::vector<Fed> ofOne(std::initializer_list<Int> volts) {
    std::vector<Fed> rows;
    for (const Int v : volts) rows.push_back({"m", v, static_cast<std::int64_t>(rows.size()) + 1});
    return rows;
}

constexpr auto highLow = [](int variable, const auto& rows) { return variable == 0 ? volt(rows.last(0)) > 8 : volt(rows.last(1)) < 2; };

}  // namespace

TEST_CASE("a sequence, two partitions: rows of the other in between, rows out of order, a late one") {
    using Pattern = PatternOf<highLow, one, one>;
    const std::vector<Fed> rows{{"m1", 9, 2}, {"m2", 9, 1}, {"m1", 1, 3}, {"m2", 5, 2}, {"m2", 1, 3}, {"m1", 9, 5}, {"m1", 1, 4}, {"m2", 9, 6}, {"m2", 1, 7}};
    CHECK(run<Pattern>(pastLastRow, rows) == Lines{"m1@3 9|1", "m2@7 9|1"});
    Matcher<Pattern> matcher(pastLastRow);
    Lines out;
    matcher.advance(2000, Printed<Pattern>{out});
    matcher.process(2000, Machine::of("m"), Tick::of(9, 2), Printed<Pattern>{out});
    CHECK(matcher.lateRows() == 1);
    CHECK(matcher.size() == 0);
    CHECK(matcher.partitions() == 0);
}

TEST_CASE("reluctant: as few rows as do; greedy: gives nothing back") {
    constexpr auto reluctantly = [](int v, const auto& rows) { return v == 1 || volt(rows.last(v)) >= (v == 0 ? 5 : 7); };
    CHECK(run<PatternOf<reluctantly, one, reluctant(many), one>>(pastLastRow, ticks) == Lines{"m1@4 5|3,2|9", "m1@7 8|4|7"});
    constexpr auto anyRow = [](int, const auto&) { return true; };
    CHECK(run<PatternOf<anyRow, one, some, one>>(pastLastRow, ticks).empty());
    // `A?` and `A{2}` are tried both ways; of one start the match that is complete first counts.
    CHECK(run<PatternOf<anyRow, one, optional, one>>(pastLastRow, ofOne({1, 2, 3})) == Lines{"m@2 1||2"});
    CHECK(run<PatternOf<anyRow, one, PatternVariable{2, 2}, one>>(pastLastRow, ofOne({1, 2, 3, 4})) == Lines{"m@4 1|2,3|4"});
    // What the greedy one could take is none for the variables behind, however many are optional.
    constexpr auto small = [](int v, const auto& rows) { return volt(rows.last(v)) < (v == 0 ? 5 : v == 1 ? 9 : 10); };
    CHECK(run<PatternOf<small, some, many, one>>(pastLastRow, ofOne({1, 2, 8, 7, 9, 3, 6, 4, 3, 9})) == Lines{"m@5 1,2|8,7|9", "m@10 3|6,4,3|9"});
    // The last variable needs no row: the match is complete without.
    CHECK(run<PatternOf<highLow, one, reluctant(many)>>(toNextRow, ofOne({9, 1, 9})) == Lines{"m@1 9|", "m@3 9|"});
    // Unless the greedy one before could take the row that it would be complete with.
    CHECK(run<PatternOf<highLow, some, reluctant(many)>>(toNextRow, ofOne({9, 9, 5, 9, 1})) == Lines{"m@5 9|1"});
    CHECK(run<PatternOf<highLow, one, reluctant(PatternVariable{2, 3})>>(toNextRow, ofOne({9, 1, 1, 1})) == Lines{"m@3 9|1,1"});
}

TEST_CASE("after a match") {
    constexpr auto lower = [](int v, const auto& rows) { return v == 0 || volt(rows.last(v)) < volt(rows.last(v - 1)) || (v == 2 && volt(rows.last(2)) == 7); };
    CHECK(run<PatternOf<lower, one, one, one>>(toNextRow, ticks) == Lines{"m1@3 5|3|2", "m1@6 9|8|4", "m1@7 8|4|7"});
    constexpr auto valley = [](int v, const auto& rows) { return v == 0 || (v == 1 ? volt(rows.last(1)) < volt(rows.last(0)) : volt(rows.last(2)) > volt(rows.last(1))); };
    using Valley = PatternOf<valley, one, some, one>;
    CHECK(run<Valley>({.skip = MatchSkip::toLast, .target = 2}, ticks) == Lines{"m1@4 5|3,2|9"});
    CHECK(run<Valley>({.skip = MatchSkip::toFirst, .target = 1}, ofOne({5, 4, 3, 7})) == Lines{"m@4 5|4,3|7", "m@4 4|3|7"});
    CHECK_THROWS_WITH_AS(run<Valley>({.skip = MatchSkip::toFirst, .target = 0, .targetName = "A"}, ticks),
                         "MATCH_RECOGNIZE: AFTER MATCH SKIP to the first row of the match, which would be found again and again: 'A'", DataError);
    constexpr auto around = [](int v, const auto& rows) { return volt(rows.last(v)) == (v == 0 ? 9 : v == 1 ? 5 : 1); };
    using Around = PatternOf<around, one, optional, one>;
    CHECK(run<Around>({.skip = MatchSkip::toLast, .target = 1, .targetName = "M"}, ofOne({9, 5, 1, 9, 5, 1})) == Lines{"m@3 9|5|1", "m@6 9|5|1"});
    CHECK_THROWS_WITH_AS(run<Around>({.skip = MatchSkip::toLast, .target = 1, .targetName = "M"}, ofOne({9, 1})), "MATCH_RECOGNIZE: AFTER MATCH SKIP to a variable that has no row in the match: 'M'", DataError);
}

TEST_CASE("within a time: a match that takes all of it is too long, and what waited for it goes out") {
    constexpr auto nineOne = [](int v, const auto& rows) { return volt(rows.last(v)) == (v == 0 ? 9 : 1); };
    MatchOptions options = pastLastRow;
    options.within = 3000;
    CHECK(run<PatternOf<nineOne, one, one>>(options, {{"m", 9, 1}, {"m", 1, 4}, {"m", 9, 10}, {"m", 1, 12}, {"m", 9, 20}, {"m", 1, 23}}) == Lines{"m@12 9|1"});
    // 9 2 .. may still become 9 2 2 .. 1, which begins before 2 3.
    constexpr auto either = [](int v, const auto& rows) { return volt(rows.last(v)) == (v == 0 ? 9 : v == 1 ? 2 : 3) || (v == 0 && volt(rows.last(0)) == 2); };
    using Either = PatternOf<either, one, reluctant(many), one>;
    CHECK(run<Either>(toNextRow, {{"m", 9, 1}, {"m", 2, 2}, {"m", 3, 3}}) == Lines{"m@3 9|2|3", "m@3 2||3"});
    constexpr auto held = [](int v, const auto& rows) { return v == 0 || volt(rows.last(v)) == (v == 1 ? 7 : 8) || (v == 1 && volt(rows.first(0)) == 9 && volt(rows.last(1)) == 8); };
    using Held = PatternOf<held, one, many, one>;
    options.skip = MatchSkip::toNextRow;
    CHECK(run<Held>(options, {{"m", 9, 1}, {"m", 7, 2}, {"m", 8, 3}}, 0) == Lines{"m@4 7||8"});
    CHECK(run<Held>(options, {{"m", 9, 1}, {"m", 7, 2}, {"m", 8, 3}, {"m", 0, 6}}, 0) == Lines{"m@4 7||8"});
}

namespace {

// A{2,3} E, A AS SUM(A.volt) < 9
struct SumBelowNine {
    static constexpr PatternVariable variables[]{{2, 3}, {}};
    struct Running {
        Int sum{};
    };
    template <class Row> void take(Running& running, int variable, const Row& row) const {
        if (variable == 0) running.sum += row.template at<0>();
    }
    template <class Rows> bool operator()(int variable, const Rows& rows) const { return variable == 1 || rows.running().sum < 9; }
};

}  // namespace

TEST_CASE("sums over the rows of a variable") {
    CHECK(run<SumBelowNine>(pastLastRow, ofOne({2, 3, 4, 5, 1, 1, 1, 9, 1})) == Lines{"m@3 2,3|4", "m@8 1,1,1|9"});
}

TEST_CASE("conditions look back by number; rows that nobody can need are dropped") {
    // A B+ C: B rises by one from the row of its before, C is B's first again.
    constexpr auto back = [](int v, const auto& rows) {
        const auto before = v == 1 ? rows.last(1, 1) : nullptr;
        return v == 0 ? volt(rows.last(everyVariable)) == 0 : v == 1 ? volt(rows.last(1)) == (before ? volt(before) + 1 : 1) : volt(rows.last(2)) == volt(rows.first(1, 0));
    };
    using Pattern = PatternOf<back, one, some, one>;
    Matcher<Pattern> matcher(pastLastRow);
    Lines out;
    Printed<Pattern> print{out};
    std::int64_t time = 0;
    std::size_t most = 0;
    for (int round = 0; round < 2000; ++round)
        for (const Int v : {0, 1, 2, 3, 1, 5}) {
            matcher.process(++time, Machine::of("m" + std::to_string(round % 7 + (round < 1000 ? 0 : 7))), Tick::of(v, time), print);
            matcher.advance(time - 1, print);
            most = std::max(most, matcher.size());
        }
    matcher.advance(time, print);
    CHECK(out.size() == 2000);
    CHECK(most <= 6);
    CHECK(matcher.size() == 0);
    CHECK(matcher.open() == 0);
    CHECK(matcher.partitions() == 0);
    CHECK(matcher.lateRows() == 0);
}

TEST_CASE("within bounds what is kept") {
    constexpr auto neverLast = [](int v, const auto&) { return v < 2; };
    using Hopeless = PatternOf<neverLast, one, reluctant(many), one>;
    MatchOptions options = pastLastRow;
    options.within = 10;
    Matcher<Hopeless> matcher(options);
    Lines out;
    Printed<Hopeless> print{out};
    std::size_t most = 0;
    for (std::int64_t time = 0; time < 1000; ++time) {
        matcher.process(time, Machine::of("m" + std::to_string(time % 3)), Tick::of(0, time), print);
        matcher.advance(time, print);
        most = std::max(most, matcher.size());
    }
    CHECK(most == 10);
    CHECK(matcher.bytes() < 20'000);
    matcher.advance(1009, print);
    CHECK(matcher.size() == 0);
    CHECK(matcher.partitions() == 0);
    CHECK(out.empty());
}

namespace {

struct ByVolts {
    template <class A, class B> bool operator()(const A& a, const B& b) const { return a.template at<0>() < b.template at<0>(); }
};

}  // namespace

TEST_CASE("rows of one time: in order of arrival, or as the other columns of ORDER BY say; processing time: as they come") {
    constexpr auto rising = [](int v, const auto& rows) { return v == 0 || volt(rows.last(1)) > volt(rows.last(0)); };
    using Pattern = PatternOf<rising, one, one>;
    const auto feed = [](auto matcher) {
        Lines out;
        for (const Int v : {4, 3, 2, 1}) matcher.process(1000, Machine::of("m"), Tick::of(v, 1), Printed<Pattern>{out});
        matcher.advance(1000, Printed<Pattern>{out});
        return out;
    };
    CHECK(feed(Matcher<Pattern>(pastLastRow)).empty());
    CHECK(feed(PatternMatcher<Machine, Tick, Pattern, ByVolts>(pastLastRow)) == Lines{"m@1 1|2", "m@1 3|4"});
    Matcher<Pattern> now(MatchOptions{.skip = MatchSkip::pastLastRow, .within = 500, .byArrival = true});
    Lines out;
    for (const auto& [time, v] : std::vector<std::pair<Millis, Int>>{{1000, 1}, {1499, 2}, {2000, 1}, {2500, 2}}) {
        now.process(time, Machine::of("m"), Tick::of(v, 1), Printed<Pattern>{out});
        now.advance(time * 1000, Printed<Pattern>{out});  // of event time: says nothing here
    }
    CHECK(out == Lines{"m@1 1|2"});
}

TEST_CASE("batch: everything waits, within the memory limit") {
    constexpr auto rising = [](int v, const auto& rows) { return v == 0 || volt(rows.last(1)) > volt(rows.last(0)); };
    using Pattern = PatternOf<rising, one, one>;
    Matcher<Pattern> matcher(MatchOptions{.memoryLimit = {5'000, "Match"}});
    Lines out;
    CHECK_THROWS_AS([&] { for (Int i = 0; i < 1000; ++i) matcher.process(i, Machine::of("m"), Tick::of(i, i), Printed<Pattern>{out}); }(), MemoryLimitExceeded);
}

namespace {

// The same rules, read off a whole list of rows: of each first row, the shortest way to give rows to variables.
class Naive {
public:
    Naive(std::vector<PatternVariable> variables, std::vector<std::vector<bool>> holds) : variables_(std::move(variables)), holds_(std::move(holds)) {}

    // Where each variable ends.
    using Ends = std::vector<std::size_t>;
    std::vector<std::pair<std::size_t, Ends>> all(MatchSkip skip) const {
        std::vector<std::pair<std::size_t, Ends>> found;
        for (std::size_t start = 0; start < holds_.size();) {
            const Ends ends = first(start);
            if (!ends.empty()) found.emplace_back(start, ends);
            start = ends.empty() || skip == MatchSkip::toNextRow ? start + 1 : ends.back();
        }
        return found;
    }

private:
    Ends first(std::size_t start) const {
        for (std::size_t length = 1; start + length <= holds_.size(); ++length) {
            Ends ends;
            if (fill(start, start + length, ends)) return ends;
        }
        return {};
    }
    // Gives the rows from..to to the variables from ends.size() on, more of them to the earlier ones if there are several ways.
    bool fill(std::size_t from, std::size_t to, Ends& ends) const {
        const std::size_t v = ends.size();
        if (v == variables_.size()) return from == to;
        std::size_t most = from;
        while (most < to && most - from < variables_[v].most && holds_[most][v]) ++most;
        for (std::size_t end = most + 1; end-- > from;) {
            if (end - from < variables_[v].least) break;
            // What the next variable begins with, or would if it had rows: none that this one, if greedy, could take.
            if (variables_[v].givesNothing() && end < to && holds_[end][v]) continue;
            ends.push_back(end);
            if (fill(end, to, ends)) return true;
            ends.pop_back();
        }
        return false;
    }
    std::vector<PatternVariable> variables_;
    std::vector<std::vector<bool>> holds_;  // of each row, of each variable
};

// Bit v of a row's volts: whether it may be a row of variable v.
constexpr auto bits = [](int v, const auto& rows) { return (volt(rows.last(v)) >> v & 1) != 0; };
template <PatternVariable... V>
void againstNaive(std::uint64_t seed) {
    using Pattern = PatternOf<bits, V...>;
    Random random(seed);
    for (int round = 0; round < 200; ++round) {
        std::vector<Fed> rows;
        std::vector<std::vector<bool>> holds;
        for (int i = 0; i < 12; ++i) {
            const Int volts = random.below(1 << sizeof...(V));
            rows.push_back({"m", volts, i});
            holds.emplace_back();
            for (std::size_t v = 0; v < sizeof...(V); ++v) holds.back().push_back((volts >> v & 1) != 0);
        }
        for (const MatchSkip skip : {MatchSkip::toNextRow, MatchSkip::pastLastRow}) {
            Lines expected;
            for (const auto& [start, ends] : Naive({V...}, holds).all(skip)) {
                std::string line;
                for (std::size_t v = 0, i = start; v < ends.size(); ++v) {
                    line += v ? "|" : " ";
                    for (const std::size_t begin = i; i < ends[v]; ++i) line += (i > begin ? "," : "") + std::to_string(rows[i].volts);
                }
                expected.push_back(line);
            }
            Lines found = run<Pattern>({.skip = skip}, rows);
            for (std::string& line : found) line.erase(0, line.find(' '));
            REQUIRE(found == expected);
        }
    }
}

}  // namespace

TEST_CASE("against trying every way to give rows to variables") {
    againstNaive<one, optional, one>(1);
    againstNaive<one, many, one>(2);
    againstNaive<some, reluctant(some), one>(3);
    againstNaive<reluctant(many), PatternVariable{1, 2}, reluctant(many), one>(4);
    againstNaive<PatternVariable{0, 3}, some, one>(5);
    againstNaive<optional, reluctant(PatternVariable{2, 3}), PatternVariable{2, 2}>(6);
}

TEST_CASE("rows out of order within the bound, and all at the end, give what rows in order give") {
    constexpr auto valley = [](int v, const auto& rows) { return v == 0 || (v == 1 ? volt(rows.last(everyVariable)) < volt(rows.last(everyVariable, 1)) : volt(rows.last(everyVariable)) > volt(rows.last(everyVariable, 1))); };
    using Pattern = PatternOf<valley, one, reluctant(some), one>;
    Random random(11);
    for (int round = 0; round < 100; ++round) {
        std::vector<Fed> rows;
        for (int i = 0; i < 60; ++i) rows.push_back({"m" + std::to_string(random.below(3)), random.below(10), i + 1});
        for (const MatchSkip skip : {MatchSkip::pastLastRow, MatchSkip::toNextRow, MatchSkip::toLast}) {
            const MatchOptions options{.skip = skip, .target = 2, .within = 1000 * (1 + random.below(20))};
            const Lines inOrder = run<Pattern>(options, rows, 0);
            CHECK(run<Pattern>(options, rows, 1000) == inOrder);  // the watermark comes at the end
            std::vector<Fed> mixed = rows;
            for (std::size_t i = 0; i + 6 <= mixed.size(); i += 6)
                for (std::size_t k = 5; k > 0; --k) std::swap(mixed[i + k], mixed[i + static_cast<std::size_t>(random.below(static_cast<int>(k) + 1))]);
            CHECK(run<Pattern>(options, mixed, 6) == inOrder);
        }
    }
}
