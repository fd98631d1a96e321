// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <rivulet/runtime/waiting_rows.hpp>

namespace {

using Key = rivulet::StoredRow<std::int64_t>;
using Timed = rivulet::StoredRow<std::int64_t, std::int64_t>;  // when it passes, which one it is
struct ByFirst {
    static rivulet::Millis of(const Key&, const Timed& row) { return row.at<0>(); }
};
using Waiting = rivulet::detail::WaitingRows<Key, Timed, ByFirst>;

struct One {
    std::int64_t key, time, which;
    bool operator==(const One&) const = default;
};

// How times come: in order, a little out of it, at random, some of them very late.
enum class Times { inOrder, jittered, random, someStay };

std::int64_t below(std::int64_t most, std::mt19937& random) { return static_cast<std::int64_t>(random()) % most; }

std::int64_t timeOf(Times how, std::int64_t n, std::mt19937& random) {
    switch (how) {
        case Times::inOrder: return n;
        case Times::jittered: return n + below(100, random);
        case Times::random: return below(20'000, random);
        case Times::someStay: return below(600, random) == 0 ? 1'000'000 : n;
    }
    return 0;
}

}  // namespace

TEST_CASE("waiting rows: of a key or all, in the order in which they came, and what has passed goes") {
    for (const Times how : {Times::inOrder, Times::jittered, Times::random, Times::someStay})
        for (const auto& [asked, lag] : {std::pair(0, 3'000), {5'000, 3'000}, {100, 3'000}, {3, 3'000}, {0, -10}, {30, -10}}) {  // rows between two questions; how late a row passes
            CAPTURE(static_cast<int>(how));
            CAPTURE(asked);
            CAPTURE(lag);
            std::mt19937 random(7);
            Waiting waiting;
            std::vector<One> model, handedOver;  // those whose time has not passed and that are still there
            std::int64_t limit = -1;
            std::size_t mostBytes = 0, mostRows = 0;
            for (std::int64_t n = 0; n < 20'000; ++n) {
                const One one{below(50, random), timeOf(how, n, random), n};
                if (one.time > limit) {
                    waiting.add(Key::of(one.key), Timed::of(one.time, one.which), limit);
                    model.push_back(one);
                }
                if (n % 100 == 0) {
                    limit = n - lag;
                    waiting.forgetUntil(limit);
                    std::erase_if(model, [&](const One& o) { return o.time <= limit; });
                    CHECK(waiting.size() >= model.size());
                    mostRows = std::max(mostRows, model.size());
                    mostBytes = std::max(mostBytes, waiting.bytes());
                }
                if (asked && n % asked == 0) {
                    const std::int64_t key = below(50, random);
                    std::vector<One> found;
                    waiting.takeOut(Key::of(key), [&](Key&& k, Timed&& r) {
                        if (r.at<0>() > limit) found.push_back({k.at<0>(), r.at<0>(), r.at<1>()});
                    });
                    std::vector<One> wanted;
                    const bool all = std::any_of(found.begin(), found.end(), [&](const One& o) { return o.key != key; });
                    std::erase_if(model, [&](const One& o) {
                        if (!all && o.key != key) return false;
                        wanted.push_back(o);
                        return true;
                    });
                    CHECK(found == wanted);
                }
            }
            CHECK(mostBytes <= 6 * mostRows * sizeof(std::pair<Key, Timed>) + 100'000);
            waiting.forgetUntil(2'000'000);
            CHECK(waiting.size() == 0);
        }
}
