// SPDX-License-Identifier: BSL-1.0
// Windows of streams.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <rivulet/stream/environment.hpp>
#include <rivulet/stream/feed.hpp>

using namespace rivulet;

namespace {

struct Event {
    std::string key;
    Millis at;
    int n{1};
};
using Lines = std::vector<std::string>;

constexpr auto text = [](const std::string& key, const TimeWindow& w, const Event& e, Collector<std::string>& out) {
    out.collect(key + "[" + std::to_string(w.start) + "," + std::to_string(w.end) + ")" + std::to_string(e.n));
};
constexpr auto add = [](const Event& a, const Event& b) { return Event{a.key, a.at, a.n + b.n}; };

}  // namespace

TEST_CASE("tumbling") {
    StreamExecutionEnvironment env;
    const auto timed = env.fromElements(Event{"a", 1}, Event{"b", 2}, Event{"a", 9}, Event{"a", 10}, Event{"b", 25})
                           .assignTimestampsAndWatermarks(WatermarkStrategy::forMonotonousTimestamps().withTimestampAssigner(&Event::at));
    CHECK(timed.keyBy(&Event::key).window(TumblingEventTimeWindows::of(10)).reduce(add, text).executeAndCollect() ==
          Lines{"a[0,10)2", "b[0,10)1", "a[10,20)1", "b[20,30)1"});
    CHECK(timed.keyBy(&Event::key).window(SlidingEventTimeWindows::of(10, 5)).reduce(add, text).executeAndCollect() ==
          Lines{"a[-5,5)1", "b[-5,5)1", "a[0,10)2", "b[0,10)1", "a[5,15)2", "a[10,20)1", "b[20,30)1", "b[25,35)1"});
    CHECK(timed.keyBy(&Event::key).window(EventTimeSessionWindows::withGap(8)).reduce(add, text).executeAndCollect() ==
          Lines{"b[2,10)1", "a[1,18)3", "b[25,33)1"});
}
