// SPDX-License-Identifier: BSL-1.0
// Windows: which a row is in, by hand; aggregation over them against windows that are kept row by row; sessions; what is late and what is kept.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <rivulet/expr/catalogue.hpp>
#include <rivulet/runtime/session_windows.hpp>
#include <rivulet/runtime/shared_windows.hpp>
#include <rivulet/runtime/value_counts.hpp>
#include <rivulet/runtime/window_aggregate.hpp>

#include "changelog.hpp"

using namespace changelog;
using namespace rivulet;

namespace {

using Key = StoredRow<Text>;

std::string windowText(TimeWindow w) { return std::to_string(w.start) + ".." + std::to_string(w.end); }
Lines windowsOf(WindowShape shape, Millis t) {
    Lines all;
    shape.forEachWindow(t, [&](TimeWindow w) { all.push_back(windowText(w)); });
    return all;
}

/// COUNT(v), SUM(v), MAX(v), COUNT(DISTINCT v)
template <bool Retracts>
struct Figures {
    using Results = StoredRow<std::int64_t, MaybeInt, MaybeInt, std::int64_t>;
    functions::Count::Accumulator<std::int64_t, Retracts, MaybeInt> count;
    functions::Sum::Accumulator<MaybeInt, Retracts, MaybeInt> sum;
    functions::Max::Accumulator<MaybeInt, Retracts, MaybeInt> most;
    detail::DistinctAccumulator<ValueCounts<MaybeInt>, functions::Count::Accumulator<std::int64_t, Retracts, MaybeInt>> different;
    void update(MaybeInt v, bool add) {
        if (add) all([&](auto& a) { a.add(v); });
        else if constexpr (Retracts) all([&](auto& a) { a.retract(v); });
    }
    void merge(const Figures& later) {
        count.merge(later.count);
        sum.merge(later.sum);
        most.merge(later.most);
        different.merge(later.different);
    }
    auto results() const { return rowOf(count.result(), sum.result(), most.result(), different.result()); }
    std::size_t bytes() const { return different.bytes(); }

private:
    template <class F> void all(F f) { f(count), f(sum), f(most), f(different); }
};

/// The same of sums alone, which leave a window as they came.
template <bool Retracts>
struct Sums {
    using Results = StoredRow<std::int64_t, MaybeInt>;
    functions::Count::Accumulator<std::int64_t, Retracts, MaybeInt> count;
    functions::Sum::Accumulator<MaybeInt, true, MaybeInt> sum;
    void update(MaybeInt v, bool add) {
        if (add) count.add(v), sum.add(v);
        else count.retract(v), sum.retract(v);
    }
    void merge(const Sums& later) { count.merge(later.count), sum.merge(later.sum); }
    void unmerge(const Sums& earlier) { count.unmerge(earlier.count), sum.unmerge(earlier.sum); }
    auto results() const { return rowOf(count.result(), sum.result()); }
};
/// Two ways to keep the slices of a window that moves on, side by side.
template <bool Retracts>
struct BothWays {
    SharedWindows<WindowForm::hop, Key, Figures<Retracts>, Retracts> kept;
    SharedWindows<WindowForm::hop, Key, Sums<Retracts>, Retracts> summed;
    explicit BothWays(WindowShape shape) : kept(shape), summed(shape) {}
    template <class KeyView, class Update>
    void process(RowKind kind, TimeWindow slice, const KeyView& key, Update&& update) {
        kept.process(kind, slice, key, update);
        summed.process(kind, slice, key, update);
    }
    template <class Emit>
    void advance(Millis watermark, Emit&& emit) {
        Lines whole, part;
        kept.advance(watermark, [&](RowKind kind, const Key& key, TimeWindow w, const auto& results) {
            emit(kind, key, w, results);
            whole.push_back(line(kind, rowText(key) + std::to_string(w.end) + rowText<2>(results)));
        });
        summed.advance(watermark, [&](RowKind kind, const Key& key, TimeWindow w, const auto& results) { part.push_back(line(kind, rowText(key) + std::to_string(w.end) + rowText<2>(results))); });
        std::sort(whole.begin(), whole.end());
        std::sort(part.begin(), part.end());
        CHECK(whole == part);
    }
    std::uint64_t lateRows() const { return summed.lateRows(); }
    std::size_t size() const { return kept.size() + summed.size(); }
};

struct Arrival {
    RowKind kind;
    Text key;
    Millis time;
    MaybeInt value;
};
Lines sorted(Lines lines) {
    std::sort(lines.begin(), lines.end());
    return lines;
}
auto into(Lines& out) {
    return [&out](RowKind kind, const Key& key, TimeWindow w, const auto& results) {
        out.push_back(line(kind, rowText(key) + ", " + windowText(w) + ", " + rowText(results)));
    };
}
template <class Windows> void feed(Windows& windows, const Arrival& r, TimeWindow slice) {
    windows.process(r.kind, slice, Key::of(r.key), [&](auto& figures, bool add) { figures.update(r.value, add); });
}

/// Every window with every row of its own.
class Kept {
public:
    explicit Kept(WindowShape shape) : shape_(shape) {}
    void process(const Arrival& r) {
        bool inAny = false, inTime = false;
        const Millis every = shape_.form == WindowForm::cumulate ? shape_.size : shape_.step;
        for (Millis k = (r.time - shape_.offset - shape_.size) / every - 1; k <= (r.time - shape_.offset) / every + 1; ++k) {
            const Millis start = k * every + shape_.offset, end = start + shape_.size;
            if (shape_.form == WindowForm::cumulate)
                for (Millis e = start + shape_.step; e <= end; e += shape_.step) put({start, e}, r, inAny, inTime);
            else put({start, end}, r, inAny, inTime);
        }
        late_ += inAny && !inTime;
    }
    Lines advance(Millis watermark) {
        Lines out;
        watermark_ = watermark;
        while (!windows_.empty() && windows_.begin()->first.first - 1 <= watermark) {
            const auto& [bounds, keys] = *windows_.begin();
            for (const auto& [key, values] : keys) {
                if (values.empty()) continue;
                std::int64_t count = 0;
                MaybeInt sum, most;
                std::set<MaybeInt> different(values.begin(), values.end());
                different.erase(MaybeInt());
                for (const MaybeInt v : values) {
                    if (!v) continue;
                    ++count;
                    sum = sum.value_or(0) + *v;
                    most = std::max(most.value_or(*v), *v);
                }
                out.push_back(line(I, key + ", " + windowText({bounds.second, bounds.first}) + ", " + rowText<4>(rowOf(count, sum, most, static_cast<std::int64_t>(different.size())))));
            }
            windows_.erase(windows_.begin());
        }
        return out;
    }
    std::uint64_t lateRows() const { return late_; }

private:
    void put(TimeWindow w, const Arrival& r, bool& inAny, bool& inTime) {
        if (r.time < w.start || r.time >= w.end) return;
        inAny = true;
        if (w.end - 1 <= watermark_) return;
        inTime = true;
        auto& values = windows_[{w.end, w.start}][r.key];
        if (accumulates(r.kind)) values.insert(r.value);
        else if (const auto at = values.find(r.value); at != values.end()) values.erase(at);
    }
    WindowShape shape_;
    std::map<std::pair<Millis, Millis>, std::map<Text, std::multiset<MaybeInt>>> windows_;
    Millis watermark_{noWatermark};
    std::uint64_t late_{};
};

/// The operator for this form.
template <WindowForm Form, bool Retracts>
auto operatorFor([[maybe_unused]] WindowShape shape) {
    if constexpr (Form == WindowForm::tumble) return WindowAggregate<Key, Figures<Retracts>, Retracts>();
    else if constexpr (Form == WindowForm::hop) return BothWays<Retracts>(shape);
    else return SharedWindows<Form, Key, Figures<Retracts>, Retracts>(shape);
}
/// Rows at random times around a watermark that rises at random, some taken back again: what comes out after each watermark, and how much is late.
template <WindowForm Form, bool Retracts>
void atRandom(WindowShape shape, std::uint64_t seed) {
    CAPTURE(static_cast<int>(Form));
    CAPTURE(seed);
    Random random(seed);
    auto windows = operatorFor<Form, Retracts>(shape);
    Kept expected(shape);
    std::vector<Arrival> there;
    const int keys = 1 + random.below(20), spread = 5 + random.below(80);
    Millis watermark = noWatermark, now = -50 + random.below(50);
    for (int step = 0; step < 400; ++step) {
        if (random.below(4) == 0) {
            now += random.below(random.below(12) == 0 ? 120 : 6);
            watermark = std::max(watermark, now - random.below(10));
            Lines out;
            windows.advance(watermark, into(out));
            CHECK(sorted(out) == sorted(expected.advance(watermark)));
        } else {
            Arrival row{I, Text(1, static_cast<char>('a' + random.below(keys))), now + random.below(spread) - spread / 2, random.below(9) == 0 ? MaybeInt() : MaybeInt(random.below(6))};
            if (Retracts && !there.empty() && random.below(3) == 0) {
                const auto at = there.begin() + random.below(static_cast<int>(there.size()));
                row = *at;
                row.kind = D;
                there.erase(at);
            } else there.push_back(row);
            const TimeWindow slice = shape.sliceOf(row.time);
            if (shape.covers(slice)) feed(windows, row, slice);
            expected.process(row);
        }
    }
    Lines out;
    windows.advance(lastWatermark, into(out));
    CHECK(sorted(out) == sorted(expected.advance(lastWatermark)));
    CHECK(windows.lateRows() == expected.lateRows());
    CHECK(windows.size() == 0);
}

}  // namespace

TEST_CASE("which windows a row is in") {
    CHECK(windowsOf(WindowShape::tumble(10), 9) == Lines{"0..10"});
    CHECK(windowsOf(WindowShape::tumble(10), 10) == Lines{"10..20"});
    // Before 1970, too, a window begins at the floor.
    for (const auto& [t, window] : {std::pair{-1, "-1000..0"}, {-1000, "-1000..0"}, {-1001, "-2000..-1000"}, {-7001, "-8000..-7000"}, {0, "0..1000"}})
        CHECK(windowsOf(WindowShape::tumble(1000), t) == Lines{window});
    CHECK(windowsOf(WindowShape::tumble(24, 8), 27) == Lines{"8..32"});
    CHECK(windowsOf(WindowShape::tumble(24, -16), 27) == Lines{"8..32"});
    CHECK(windowsOf(WindowShape::hop(3, 10), 10) == Lines{"9..19", "6..16", "3..13"});
    CHECK(windowsOf(WindowShape::hop(4, 10), 61) == Lines{"60..70", "56..66", "52..62"});
    CHECK(windowsOf(WindowShape::hop(5, 15, 1), 0) == Lines{"-4..11", "-9..6", "-14..1"});
    CHECK(windowsOf(WindowShape::hop(10, 5), 4) == Lines{"0..5"});
    CHECK(windowsOf(WindowShape::hop(10, 5), 5).empty());
    CHECK(windowsOf(WindowShape::cumulate(2, 6), 3) == Lines{"0..4", "0..6"});
    CHECK(windowsOf(WindowShape::cumulate(2, 6, 1), 0) == Lines{"-5..1"});
    CHECK(windowsOf(WindowShape::session(5), 3) == Lines{"3..8"});
    static_assert(WindowShape::hop(2000, 10'000).sliceOf(5300) == TimeWindow{4000, 6000} && WindowShape::hop(4, 10).sliceOf(7) == TimeWindow{6, 8});
}

TEST_CASE("all windows of a slice, whatever the shape") {
    for (const WindowShape shape : {WindowShape::tumble(7, 3), WindowShape::hop(3, 9, -1), WindowShape::hop(4, 10), WindowShape::hop(10, 4), WindowShape::hop(6, 4, 5), WindowShape::cumulate(3, 12, -2)})
        for (Millis t = -40; t < 40; ++t) {
            std::vector<Millis> ends;
            shape.forEachWindow(t, [&](TimeWindow w) {
                CHECK((w.start <= t && t < w.end));
                CHECK(shape.endingAt(w.end) == w);
                ends.push_back(w.end);
            });
            const TimeWindow slice = shape.sliceOf(t);
            CHECK(shape.covers(slice) == !ends.empty());
            if (ends.empty()) continue;
            CHECK(shape.firstEnd(slice) == *std::min_element(ends.begin(), ends.end()));
            CHECK(shape.lastEnd(slice) == *std::max_element(ends.begin(), ends.end()));
        }
}

TEST_CASE("tumbling: once, by the end of windows, keys as they came, late rows dropped") {
    WindowAggregate<Key, Figures<false>, false> windows;
    const WindowShape shape = WindowShape::tumble(10);
    Lines out;
    for (const Arrival& r : {Arrival{I, "b", 12, 1}, {I, "b", 3, 2}, {I, "a", 9, 3}, {I, "b", 4, 5}}) feed(windows, r, shape.sliceOf(r.time));
    windows.advance(8, into(out));
    CHECK(out.empty());
    feed(windows, {I, "a", 0, 3}, shape.sliceOf(0));  // behind the watermark, but its window is open
    windows.advance(9, into(out));
    CHECK(out == Lines{"+I[b, 0..10, 2, 7, 5, 2]", "+I[a, 0..10, 2, 6, 3, 1]"});
    feed(windows, {I, "a", 9, 3}, shape.sliceOf(9));
    CHECK(windows.lateRows() == 1);
    out.clear();
    windows.advance(lastWatermark, into(out));
    CHECK(out == Lines{"+I[b, 10..20, 1, 1, 1, 1]"});
    CHECK(windows.size() == 0);
}

TEST_CASE("windows that lost all rows give nothing") {
    WindowAggregate<Key, Figures<true>, true> windows;
    for (const Arrival& r : {Arrival{I, "a", 1, 1}, {D, "a", 1, 1}, {UB, "b", 2, 4}, {I, "a", 21, 1}}) feed(windows, r, WindowShape::tumble(10).sliceOf(r.time));
    Lines out;
    windows.advance(lastWatermark, into(out));
    CHECK(out == Lines{"+I[a, 20..30, 1, 1, 1, 1]"});
}

TEST_CASE("windows in the row: of any bounds, by end, then start") {
    WindowAggregate<Key, Figures<false>, false> windows;
    for (const TimeWindow w : {TimeWindow{0, 20}, {10, 20}, {0, 10}, {5, 20}}) feed(windows, {I, "a", w.start, 1}, w);
    Lines out;
    windows.advance(19, into(out));
    CHECK(out == Lines{"+I[a, 0..10, 1, 1, 1, 1]", "+I[a, 0..20, 1, 1, 1, 1]", "+I[a, 5..20, 1, 1, 1, 1]", "+I[a, 10..20, 1, 1, 1, 1]"});
}

TEST_CASE("sliding: a row that is late for its first windows only counts in the others, and is not late") {
    const WindowShape shape = WindowShape::hop(5, 10);
    SharedWindows<WindowForm::hop, Key, Figures<false>, false> windows(shape);
    Lines out;
    feed(windows, {I, "a", 1, 1}, shape.sliceOf(1));
    windows.advance(4, into(out));
    CHECK(out == Lines{"+I[a, -5..5, 1, 1, 1, 1]"});
    feed(windows, {I, "b", 4, 2}, shape.sliceOf(4));
    feed(windows, {I, "a", 4, 2}, shape.sliceOf(4));
    out.clear();
    windows.advance(9, into(out));
    CHECK(sorted(out) == Lines{"+I[a, 0..10, 2, 3, 2, 2]", "+I[b, 0..10, 1, 2, 2, 1]"});
    CHECK(windows.lateRows() == 0);
    feed(windows, {I, "b", 4, 2}, shape.sliceOf(4));
    CHECK(windows.lateRows() == 1);
    CHECK(windows.size() == 0);
}

TEST_CASE("cumulating: a step without rows repeats the total, one before the first row gives nothing") {
    const WindowShape shape = WindowShape::cumulate(2, 10);
    SharedWindows<WindowForm::cumulate, Key, Figures<false>, false> windows(shape);
    for (const Arrival& r : {Arrival{I, "a", 3, 1}, {I, "a", 7, 2}, {I, "a", 17, 8}}) feed(windows, r, shape.sliceOf(r.time));
    Lines out;
    windows.advance(lastWatermark, into(out));
    CHECK(out == Lines{"+I[a, 0..4, 1, 1, 1, 1]", "+I[a, 0..6, 1, 1, 1, 1]", "+I[a, 0..8, 2, 3, 2, 2]", "+I[a, 0..10, 2, 3, 2, 2]", "+I[a, 10..18, 1, 8, 8, 1]", "+I[a, 10..20, 1, 8, 8, 1]"});
}

TEST_CASE("windows against windows kept row by row") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        for (const WindowShape shape : {WindowShape::tumble(7), WindowShape::tumble(16, -5)}) {
            atRandom<WindowForm::tumble, false>(shape, seed);
            atRandom<WindowForm::tumble, true>(shape, seed);
        }
        for (const WindowShape shape : {WindowShape::hop(1, 12), WindowShape::hop(5, 15, 2), WindowShape::hop(4, 10), WindowShape::hop(8, 3), WindowShape::hop(6, 6)}) {
            atRandom<WindowForm::hop, false>(shape, seed);
            atRandom<WindowForm::hop, true>(shape, seed);
        }
        for (const WindowShape shape : {WindowShape::cumulate(3, 15), WindowShape::cumulate(2, 24, 7)}) {
            atRandom<WindowForm::cumulate, false>(shape, seed);
            atRandom<WindowForm::cumulate, true>(shape, seed);
        }
    }
}

namespace {

/// Local time two hours ahead, from 1000 on three: the hour after 1000 is missing in local time.
struct ClocksGoForward {
    static Millis local(Millis instant) { return instant + (instant < 1000 ? 200 : 300); }
    static Millis instant(Millis local) { return local < 1200 ? local - 200 : local < 1300 ? 1000 : local - 300; }
};

template <class Windows> Lines bySessions(Windows& windows, const std::vector<Arrival>& rows, Millis gap) {
    Lines out;
    for (const Arrival& r : rows) {
        if (r.key.empty()) windows.advance(r.time, into(out));  // a watermark
        else feed(windows, r, WindowShape::session(gap).sliceOf(r.time));
    }
    windows.advance(lastWatermark, into(out));
    CHECK(windows.size() == 0);
    return out;
}

}  // namespace

TEST_CASE("windows are aligned, and over, by the clock of a zone") {
    const WindowShape shape = WindowShape::tumble(400);
    WindowAggregate<Key, Figures<false>, false, ClocksGoForward> windows;
    const auto at = [&](Millis instant) { feed(windows, {I, "a", instant, 1}, shape.sliceOf(ClocksGoForward::local(instant))); };
    Lines out;
    for (const Millis t : {599, 600, 700, 1099, 1100, 1250, 1299}) at(t);
    windows.advance(598, into(out));
    CHECK(out.empty());
    windows.advance(1299, into(out));
    CHECK(out == Lines{"+I[a, 400..800, 1, 1, 1, 1]", "+I[a, 800..1200, 2, 2, 1, 1]", "+I[a, 1200..1600, 4, 4, 1, 1]"});
}

TEST_CASE("sessions touch, are merged whatever the order, and take in late rows while they are open") {
    SessionAggregate<Key, Figures<false>, false> windows;
    CHECK(bySessions(windows, {{I, "a", 0, 1}, {I, "a", 5, 2}, {I, "b", 0, 1}, {I, "b", 6, 2}}, 5) ==
          Lines{"+I[b, 0..5, 1, 1, 1, 1]", "+I[a, 0..10, 2, 3, 2, 2]", "+I[b, 6..11, 1, 2, 2, 1]"});
    SessionAggregate<Key, Figures<false>, false> bridged;
    CHECK(bySessions(bridged, {{I, "a", 0, 1}, {I, "a", 8, 2}, {I, "a", 4, 4}}, 5) == Lines{"+I[a, 0..13, 3, 7, 4, 3]"});
    SessionAggregate<Key, Figures<false>, false> late;
    // At 9 the session of 0..10 is over. A row at 1 is late then, one at 3 joins the session that began at 8.
    CHECK(bySessions(late, {{I, "a", 0, 1}, {I, "a", 8, 2}, {I, "", 5, {}}, {I, "a", 1, 4}, {I, "a", 3, 8}, {I, "", 20, {}}, {I, "a", 15, 1}}, 5) ==
          Lines{"+I[a, 0..5, 1, 1, 1, 1]", "+I[a, 3..13, 2, 10, 8, 2]"});
    CHECK(late.lateRows() == 2);
    SessionAggregate<Key, Figures<true>, true> taken;
    CHECK(bySessions(taken, {{I, "a", 0, 1}, {I, "a", 2, 2}, {D, "a", 0, 1}, {D, "b", 0, 1}, {I, "b", 20, 1}, {D, "b", 20, 1}}, 5) == Lines{"+I[a, 0..7, 1, 2, 2, 1]"});
}

TEST_CASE("rows of a session come when it is over") {
    SessionRows<Key, StoredRow<MaybeInt>> windows;
    Lines out;
    const auto put = [&](RowKind kind, const char* key, Millis t, int value) { windows.process(kind, WindowShape::session(5).sliceOf(t), Key::of(key), StoredRow<MaybeInt>::of(value)); };
    put(I, "a", 8, 1);
    put(I, "a", 0, 2);
    put(UA, "b", 1, 3);
    windows.advance(3, into(out));
    CHECK(out.empty());
    put(I, "a", 4, 4);
    CHECK(windows.size() == 4);
    windows.advance(lastWatermark, into(out));
    CHECK(out == Lines{"+U[b, 1..6, 3]", "+I[a, 0..13, 2]", "+I[a, 0..13, 1]", "+I[a, 0..13, 4]"});
    CHECK(windows.size() == 0);
}

TEST_CASE("sessions against sessions found by sorting") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        SessionAggregate<Key, Figures<false>, false> windows;
        std::map<Text, std::multimap<Millis, int>> rows;
        const int keys = 1 + random.below(30);
        for (int i = 0; i < 400; ++i) {
            const Arrival r{I, Text(1, static_cast<char>('a' + random.below(keys))), random.below(2000), random.below(9)};
            rows[r.key].emplace(r.time, *r.value);
            feed(windows, r, WindowShape::session(7).sliceOf(r.time));
        }
        Lines expected, out;
        for (const auto& [key, values] : rows) {
            for (auto from = values.begin(); from != values.end();) {
                auto to = std::next(from);
                Millis end = from->first + 7;
                for (; to != values.end() && to->first <= end; ++to) end = to->first + 7;
                std::int64_t count = 0;
                MaybeInt sum(0), most(0);
                std::set<int> different;
                for (auto at = from; at != to; ++at, ++count) {
                    sum = *sum + at->second;
                    most = std::max(*most, at->second);
                    different.insert(at->second);
                }
                expected.push_back(line(I, key + ", " + windowText({from->first, end}) + ", " + rowText<4>(rowOf(count, sum, most, static_cast<std::int64_t>(different.size())))));
                from = to;
            }
        }
        windows.advance(1000, into(out));
        windows.advance(lastWatermark, into(out));
        CHECK(sorted(out) == sorted(expected));
    }
}

TEST_CASE("what is kept does not grow with time") {
    const auto most = [](auto windows, WindowShape shape) {
        std::size_t rows = 0, bytes = 0;
        for (Millis t = 0; t < 100'000; ++t) {
            feed(windows, {I, "k" + std::to_string(t % 1000), t, 1}, shape.sliceOf(t));  // each key a second, then never again
            feed(windows, {I, "u" + std::to_string(t), t, 1}, shape.sliceOf(t));
            if (t % 10 == 0) windows.advance(t, [](RowKind, const Key&, TimeWindow, const auto&) {});
            rows = std::max(rows, windows.size());
            if (t % 1000 == 0) bytes = std::max(bytes, windows.bytes());
        }
        CHECK(windows.lateRows() == 0);
        CHECK(bytes < 4'000'000);
        return rows;
    };
    CHECK(most(WindowAggregate<Key, Figures<false>, false>(), WindowShape::tumble(100)) <= 2 * 110);
    CHECK(most(SharedWindows<WindowForm::hop, Key, Figures<false>, false>(WindowShape::hop(10, 100)), WindowShape::hop(10, 100)) <= 2 * 120);
    CHECK(most(SharedWindows<WindowForm::cumulate, Key, Figures<false>, false>(WindowShape::cumulate(10, 100)), WindowShape::cumulate(10, 100)) <= 2 * 120);
    CHECK(most(SessionAggregate<Key, Figures<false>, false>(), WindowShape::session(50)) <= 2 * 70);
}

TEST_CASE("a memory limit holds") {
    WindowAggregate<Key, Figures<false>, false> windows(WindowOptions{.memoryLimit = {.bytes = 20'000, .operatorName = "TUMBLE"}});
    CHECK_THROWS_AS([&] { for (int i = 0; i < 1000; ++i) feed(windows, {I, std::to_string(i), i, 1}, {0, 1000}); }(), MemoryLimitExceeded);
    SharedWindows<WindowForm::hop, Key, Figures<false>, false> shared(WindowShape::hop(10, 20), WindowOptions{.memoryLimit = {.bytes = 20'000, .operatorName = "HOP"}});
    CHECK_THROWS_AS([&] { for (int i = 0; i < 1000; ++i) feed(shared, {I, "a", i, i}, WindowShape::hop(10, 20).sliceOf(i)); }(), MemoryLimitExceeded);
}
