// SPDX-License-Identifier: BSL-1.0
// What windows of a DataStream cost: 60 seconds that begin every second, with a reduce, against windows of one second. 10,000 keys at random, 100,000 rows a second
// of event time, in order, in memory, a watermark behind every row; processor time of the whole job. One line:
//     what | measured | windows of one second | ratio | budget
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <rivulet/stream/environment.hpp>

#include "measure.hpp"

namespace {

struct Reading {
    std::int64_t sensor;
    std::int64_t millis;
    std::int64_t value;
};

std::vector<Reading> readings(std::size_t count) {
    std::vector<Reading> rows;
    rows.reserve(count);
    std::uint64_t random = 88172645463325252u;
    for (std::size_t i = 0; i < count; ++i) {
        random ^= random << 13; random ^= random >> 7; random ^= random << 17;
        rows.push_back({static_cast<std::int64_t>(random % 10'000), static_cast<std::int64_t>(i / 100), static_cast<std::int64_t>(random >> 44)});
    }
    return rows;
}

// Nanoseconds a row; the best of three.
template <class Windows>
double run(const std::vector<Reading>& rows, Windows windows) {
    using namespace rivulet;
    double best = 1e9;
    for (int i = 0; i < 3; ++i) {
        std::size_t results = 0;
        const double milliseconds = bench::timed([&] {
            StreamExecutionEnvironment env;
            env.fromView(rows)
                .assignTimestampsAndWatermarks(WatermarkStrategy::forMonotonousTimestamps().withTimestampAssigner(&Reading::millis))
                .keyBy(&Reading::sensor)
                .window(windows)
                .reduce([](const Reading& a, const Reading& b) { return Reading{a.sensor, b.millis, a.value + b.value}; })
                .addSink([&results](const Reading&) { ++results; });
            env.execute();
        });
        if (results == 0) std::puts("no results");
        if (milliseconds * 1e6 / static_cast<double>(rows.size()) < best) best = milliseconds * 1e6 / static_cast<double>(rows.size());
    }
    return best;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<Reading> rows = readings(argc > 1 ? static_cast<std::size_t>(std::atoll(argv[1])) : 10'000'000);
    const double tumbling = run(rows, rivulet::TumblingEventTimeWindows::of(1000)), sliding = run(rows, rivulet::SlidingEventTimeWindows::of(60'000, 1000));
    std::printf("windows of a stream: sliding 1 s of 60 s, reduce, a row | %.0f ns | %.0f ns | %.2f | 2\n", sliding, tumbling, sliding / tumbling);
    return 0;
}
