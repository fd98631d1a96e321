// SPDX-License-Identifier: BSL-1.0
// Temperatures of two sensors: each minute's mean and maximum, the mean of the last three minutes every minute, and what becomes of readings that come late:
// SQL drops and counts them, a window of the DataStream API may wait for them and give the rest to a stream of their own.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <rivulet/rivulet.hpp>

using namespace rivulet;

struct Reading {
    std::string sensor;
    Timestamp<3> at;
    double celsius;
};

struct Minute {
    std::string sensor;
    Timestamp<3> until;
    double mean, most;
};
struct Trend {
    std::string sensor;
    Timestamp<3> until;
    double mean;
};

namespace {

// Readings may be ten seconds behind each other.
constexpr Millis second = 1000, minute = 60 * second, lateness = 10 * second;
constexpr auto readingSchema = Schema().watermark<"at", "at - INTERVAL '10' SECOND">();

constexpr FixedString everyMinute = R"(
    SELECT sensor, window_end AS until, AVG(celsius) AS mean, MAX(celsius) AS most
    FROM TABLE(TUMBLE(TABLE readings, DESCRIPTOR(at), INTERVAL '1' MINUTE))
    GROUP BY sensor, window_start, window_end)";
constexpr FixedString lastThreeMinutes = R"(
    SELECT sensor, window_end AS until, AVG(celsius) AS mean
    FROM TABLE(HOP(TABLE readings, DESCRIPTOR(at), INTERVAL '1' MINUTE, INTERVAL '3' MINUTE))
    WHERE sensor = 'roof'
    GROUP BY sensor, window_start, window_end)";

std::vector<Reading> readings() {
    const auto at = [](const char* sensor, const char* time, double celsius) { return Reading{sensor, Timestamp<3>(std::string("2024-05-01 ") + time), celsius}; };
    return {at("roof", "12:00:05", 20), at("cellar", "12:00:20", 11), at("roof", "12:00:35", 22), at("roof", "12:01:02", 24), at("cellar", "12:00:58", 13),  // in time
            at("roof", "12:01:30", 26), at("roof", "12:00:50", 40),  // its minute is over, though not the three minutes
            at("cellar", "12:02:15", 12), at("roof", "12:02:40", 25), at("roof", "12:03:20", 23), at("cellar", "12:01:10", 10),  // so is this one's
            at("cellar", "12:03:30", 12)};
}
std::string clock(Timestamp<3> t) {
    std::string text;
    appendText(text, t.time());
    return text;
}

void bySql() {
    StreamExecutionEnvironment env;
    auto db = StreamTableEnvironment::create(env).createTemporaryView<"readings">(env.fromCollection(readings()), readingSchema);
    db.toDataStream<Minute>(db.sqlQuery<everyMinute>()).addSink([](const Minute& m) {
        std::printf("until %s %-6s mean %.1f, at most %.1f\n", clock(m.until).c_str(), m.sensor.c_str(), m.mean, m.most);
    });
    const JobExecutionResult minutes = env.execute("minutes");
    std::printf("%llu late readings dropped\n\n", static_cast<unsigned long long>(minutes.lateRows()));

    db.toDataStream<Trend>(db.sqlQuery<lastThreeMinutes>()).addSink([](const Trend& t) { std::printf("three minutes until %s mean %.2f\n", clock(t.until).c_str(), t.mean); });
    env.execute("trend");
}

void byStream() {
    StreamExecutionEnvironment env;
    const OutputTag<Reading> tooLate("too late");
    auto hottest = env.fromCollection(readings())
                       .assignTimestampsAndWatermarks(WatermarkStrategy::forBoundedOutOfOrderness(lateness).withTimestampAssigner(&Reading::at))
                       .keyBy(&Reading::sensor)
                       .window(TumblingEventTimeWindows::of(minute))
                       .allowedLateness(30 * second)   // a minute's maximum is given again if a reading comes so late
                       .sideOutputLateData(tooLate)
                       .maxBy(&Reading::celsius);
    hottest.addSink([](const Reading& r) { std::printf("%-6s hottest at %s: %.1f\n", r.sensor.c_str(), clock(r.at).c_str(), r.celsius); });
    std::vector<Reading> late;
    hottest.getSideOutput(tooLate).addSink([&late](const Reading& r) { late.push_back(r); });
    env.execute("hottest");
    for (const Reading& r : late) std::printf("%-6s too late: %s\n", r.sensor.c_str(), clock(r.at).c_str());
}

}  // namespace

int main() {
    try {
        std::printf("== SQL ==\n");
        bySql();
        std::printf("\n== DataStream ==\n");
        byStream();
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
