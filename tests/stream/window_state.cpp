// SPDX-License-Identifier: BSL-1.0
// The state of windows against a model that does what the definition says: each window of each key for itself.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <rivulet/stream/aligned_windows.hpp>
#include <rivulet/stream/session_windows.hpp>

using namespace rivulet;

namespace {

// Rows are their numbers; a window's content is how many, their sum and the sum of their squares.
template <bool Shares>
struct Sums {
    struct Accumulator {
        std::int64_t count{}, sum{}, squares{};
        friend auto operator<=>(const Accumulator&, const Accumulator&) = default;
    };
    static constexpr bool shares = Shares;
    Accumulator begin(std::int64_t n) { return {1, n, n * n}; }
    void add(Accumulator& a, std::int64_t n) { merge(a, begin(n)); }
    void merge(Accumulator& a, const Accumulator& b) {
        a.count += b.count;
        a.sum += b.sum;
        a.squares += b.squares;
    }
};
using Content = std::tuple<std::int64_t, std::int64_t, std::int64_t>;
using Fired = std::tuple<Millis, int, Millis, Content>;  // last moment, key, start, content

class Model {
public:
    Model(detail::AlignedShape s, Millis l) : shape(s), lateness(l) {}
    bool add(int key, Millis time, std::int64_t n, Millis watermark, std::vector<Fired>& out) {
        bool in = false;
        for (Millis start = detail::floorTo(time, shape.slide, shape.offset); start > time - shape.size; start -= shape.slide) {
            if (start + shape.size - 1 + lateness <= watermark) continue;
            in = true;
            windows[{start + shape.size - 1, key}].push_back(n);
            if (start + shape.size - 1 <= watermark) out.push_back(fired(start + shape.size - 1, key));
        }
        return !in && time + lateness <= watermark;
    }
    void advance(Millis from, Millis to, std::vector<Fired>& out) {
        for (auto it = windows.begin(); it != windows.end() && it->first.first <= to;) {
            const auto [last, key] = it->first;
            if (last > from) out.push_back(fired(last, key));
            if (last + lateness <= to) it = windows.erase(it);
            else ++it;
        }
    }

private:
    Fired fired(Millis last, int key) {
        std::int64_t count = 0, sum = 0, squares = 0;
        for (const std::int64_t n : windows[{last, key}]) {
            ++count;
            sum += n;
            squares += n * n;
        }
        return {last, key, last + 1 - shape.size, {count, sum, squares}};
    }
    detail::AlignedShape shape;
    Millis lateness;
    std::map<std::pair<Millis, int>, std::vector<std::int64_t>> windows;
};

template <bool Slides, bool Shares>
void compare(const detail::AlignedShape& shape, Millis lateness, unsigned seed, Millis bound) {
    std::mt19937 random(seed);
    Sums<Shares> sums;
    detail::AlignedWindows<int, Sums<Shares>, Slides> windows(shape, lateness);
    Model model(shape, lateness);
    Millis watermark = noWatermark, clock = -40;
    std::size_t most = 0;
    bool same = true;
    for (int i = 0; i < 1000; ++i) {
        clock += static_cast<Millis>(random() % 100 == 0 ? random() % 60 : random() % 3);
        const Millis time = clock - static_cast<Millis>(random() % 25);
        const int key = static_cast<int>(random() % 3);
        std::vector<Fired> expected, actual;
        const auto emit = [&](int k, TimeWindow w, const auto& a) {
            same = same && w.end - w.start == shape.size;
            actual.push_back({w.maxTimestamp(), k, w.start, {a.count, a.sum, a.squares}});
        };
        const bool late = model.add(key, time, i, watermark, expected);
        same = windows.add(sums, key, time, std::int64_t{i}, watermark, emit) == late && actual == expected && same;
        expected.clear();
        actual.clear();
        const Millis next = std::max(watermark, clock - bound);
        model.advance(watermark, next, expected);
        windows.advance(sums, next, emit);
        watermark = next;
        same = same && std::is_sorted(actual.begin(), actual.end(), [](const Fired& a, const Fired& b) { return std::get<0>(a) < std::get<0>(b); });
        std::sort(actual.begin(), actual.end());
        same = same && actual == expected;
        most = std::max(most, windows.size());
    }
    std::vector<Fired> expected, actual;
    model.advance(watermark, lastWatermark / 2, expected);
    windows.advance(sums, lastWatermark, [&](int k, TimeWindow w, const auto& a) { actual.push_back({w.maxTimestamp(), k, w.start, {a.count, a.sum, a.squares}}); });
    std::sort(actual.begin(), actual.end());
    CHECK(actual == expected);
    CHECK(windows.size() == 0);
    CHECK(most <= 3);
    CHECK(same);
}

}  // namespace

TEST_CASE("tumbling and sliding windows are what their definition says, with and without shared panes") {
    const detail::AlignedShape shapes[] = {{10, 10, 0}, {10, 10, -3}, {10, 5, 0}, {12, 4, 1}, {10, 3, 2}, {60, 1, 0}, {4, 10, 0}, {1, 1, 0}, {7, 2, -1}};
    unsigned seed = 1;
    for (const auto& shape : shapes)
        for (const Millis lateness : {0, 1, 5, 13, 100})
            for (const Millis bound : {0, 10, 30}) {
                CAPTURE(shape.size);
                CAPTURE(shape.slide);
                CAPTURE(lateness);
                CAPTURE(bound);
                compare<true, true>(shape, lateness, ++seed, bound);
                compare<true, false>(shape, lateness, seed, bound);
                if (shape.size == shape.slide) compare<false, true>(shape, lateness, seed, bound);
            }
}

TEST_CASE("sessions are the runs of rows without a gap") {
    // Of a key's rows, by time: a row that comes more than `gap` after the one before begins a session.
    for (const Millis gap : {1, 3, 8, 20}) {
        std::mt19937 random(static_cast<unsigned>(gap));
        Sums<true> sums;
        detail::SessionWindows<int, Sums<true>> sessions({gap}, 0);
        std::map<int, std::multimap<Millis, std::int64_t>> rows;
        std::vector<Fired> actual, expected;
        const auto emit = [&](int k, TimeWindow w, const auto& a) { actual.push_back({w.maxTimestamp(), k, w.start, {a.count, a.sum, a.squares}}); };
        Millis clock = 0, watermark = noWatermark;
        std::size_t most = 0;
        for (std::int64_t i = 0; i < 4000; ++i) {
            clock += static_cast<Millis>(random() % 5);
            const Millis time = clock - static_cast<Millis>(random() % 10);
            const int key = static_cast<int>(random() % 40);
            rows[key].emplace(time, i);
            CHECK(!sessions.add(sums, key, time, i, watermark, emit));
            sessions.advance(sums, watermark = clock - 11, emit);
            most = std::max(most, sessions.size());
        }
        sessions.advance(sums, lastWatermark, emit);
        CHECK(sessions.size() == 0);
        CHECK(most <= 40);
        for (const auto& [key, times] : rows) {
            Millis first = 0, last = 0;
            std::int64_t count = 0, sum = 0, squares = 0;
            const auto close = [&, k = key] {
                if (count) expected.push_back({last + gap - 1, k, first, {count, sum, squares}});
                count = sum = squares = 0;
            };
            for (const auto& [time, n] : times) {
                if (count == 0 || time > last + gap) {
                    close();
                    first = time;
                }
                last = time;
                ++count;
                sum += n;
                squares += n * n;
            }
            close();
        }
        CHECK(std::is_sorted(actual.begin(), actual.end(), [](const Fired& a, const Fired& b) { return std::get<0>(a) < std::get<0>(b); }));
        std::sort(actual.begin(), actual.end());
        std::sort(expected.begin(), expected.end());
        CHECK(actual == expected);
    }
}

TEST_CASE("rows that come late for a session: into one that is there, for a while more, or dropped") {
    Sums<true> sums;
    detail::SessionWindows<int, Sums<true>> sessions({5}, 10);
    std::vector<Fired> out;
    const auto emit = [&](int k, TimeWindow w, const auto& a) { out.push_back({w.maxTimestamp(), k, w.start, {a.count, a.sum, a.squares}}); };
    const auto take = [&] { return std::exchange(out, {}); };
    Millis watermark = noWatermark;
    const auto add = [&](Millis time, std::int64_t n) { return sessions.add(sums, 1, time, n, watermark, emit); };
    const auto advance = [&](Millis to) { sessions.advance(sums, watermark = to, emit); };
    CHECK(!add(0, 1));
    advance(4);
    CHECK(take() == std::vector<Fired>{{4, 1, 0, {1, 1, 1}}});
    CHECK(!add(-3, 2));  // its own window is over, but it belongs to one that is kept
    CHECK(take() == std::vector<Fired>{{4, 1, -3, {2, 3, 5}}});
    CHECK(!add(5, 3));  // makes it longer: it fires anew at its new end
    CHECK(take().empty());
    advance(9);
    CHECK(take() == std::vector<Fired>{{9, 1, -3, {3, 6, 14}}});
    advance(18);
    CHECK(!add(10, 4));  // kept until 9 + 10
    CHECK(take() == std::vector<Fired>{{14, 1, -3, {4, 10, 30}}});
    advance(24);
    CHECK(sessions.size() == 0);
    CHECK(add(4, 5));
    CHECK(add(9, 5));
    CHECK(!add(11, 6));
    CHECK(take() == std::vector<Fired>{{15, 1, 11, {1, 6, 36}}});
}

TEST_CASE("a long run keeps only what is open") {
    Sums<true> sums;
    detail::AlignedWindows<std::int64_t, Sums<true>, true> sliding({60'000, 1000, 0}, 0);
    detail::SessionWindows<std::int64_t, Sums<true>> sessions({500}, 0);
    const auto emit = [](std::int64_t, TimeWindow, const auto&) {};
    for (std::int64_t i = 0; i < 300'000; ++i) {
        sliding.add(sums, i / 100, i, i, i - 1, emit);  // each key has rows for a tenth of a second
        sessions.add(sums, i / 100, i, i, i - 1, emit);
        sliding.advance(sums, i, emit);
        sessions.advance(sums, i, emit);
        if (i % 1000 == 0) {
            CHECK(sliding.size() <= 600 + 20);
            CHECK(sessions.size() <= 7);
        }
    }
}
