// SPDX-License-Identifier: BSL-1.0
// Timestamps, watermarks, idleness, timers and side outputs of streams.
#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <rivulet/stream/environment.hpp>
#include <rivulet/stream/feed.hpp>

using namespace rivulet;

namespace {

struct Event {
    std::string key;
    Millis at;
};
using Lines = std::vector<std::string>;

// Each row with its timestamp, each watermark as it comes.
struct Trace {
    using State = int;
    void processElement(const Event& e, int&, ProcessContext<std::string>& context, Collector<std::string>& out) {
        out.collect(e.key + (context.timestamp() ? std::to_string(*context.timestamp()) : "-") + "|" +
                    (context.timerService().currentWatermark() == noWatermark ? "none" : std::to_string(context.timerService().currentWatermark())));
    }
};

}  // namespace

TEST_CASE("a watermark comes behind each row, whatever the batch size") {
    for (const std::size_t most : {1u, 2u, 7u, 1024u}) {
        StreamExecutionEnvironment env;
        env.setBatchRows(most);
        const auto rows = env.fromElements(Event{"a", 5}, Event{"b", 3}, Event{"c", 9}, Event{"d", 4}, Event{"e", 9});
        const auto timed = rows.assignTimestampsAndWatermarks(WatermarkStrategy::forBoundedOutOfOrderness(2).withTimestampAssigner(&Event::at));
        CHECK(timed.keyBy(&Event::key).process(Trace{}).executeAndCollect() == Lines{"a5|none", "b3|2", "c9|2", "d4|6", "e9|6"});
    }
}
