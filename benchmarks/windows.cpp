// SPDX-License-Identifier: BSL-1.0
// What windows that share their rows cost: 60 seconds that move on by one, and steps of one second in a minute, against windows of one second; sessions. 10,000
// keys at random, in order of time, in memory; processor time of the whole query. The events come at two rates: the fewer there are in a second, the more results
// there are to a row. One line each:
//     what | measured | windows of one second | ratio | budget
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

#include <rivulet/rivulet.hpp>

#include "measure.hpp"

namespace {

struct Reading {
    std::int64_t sensor;
    std::int32_t value;
    rivulet::Timestamp<3> at;
};

class Readings final : public rivulet::Source<Reading> {
public:
    explicit Readings(std::span<const Reading> rows) : rows_(rows) {}
    void open() override { rest_ = rows_; }
    rivulet::Polled<Reading> poll(std::size_t most) override {
        if (rest_.empty()) return rivulet::Polled<Reading>::end();
        const auto rows = rest_.first(most < rest_.size() ? most : rest_.size());
        rest_ = rest_.subspan(rows.size());
        return rivulet::Polled<Reading>::rows(rows);
    }

private:
    std::span<const Reading> rows_, rest_{};
};

std::vector<Reading> readings(std::size_t count, std::int64_t perSecond) {
    std::vector<Reading> rows;
    rows.reserve(count);
    std::uint64_t random = 88172645463325252u;
    for (std::size_t i = 0; i < count; ++i) {
        random ^= random << 13; random ^= random >> 7; random ^= random << 17;
        rows.push_back({static_cast<std::int64_t>(random % 10'000), static_cast<std::int32_t>(random >> 44), rivulet::Timestamp<3>::fromMillis(1'700'000'000'000 + static_cast<std::int64_t>(i) * 1000 / perSecond)});
    }
    return rows;
}

struct Run {
    double nanoseconds, results;  // a row
};
template <rivulet::FixedString Sql>
Run run(const std::vector<Reading>& rows) {
    Run best{1e9, 0};
    for (int i = 0; i < 3; ++i) {
        std::size_t results = 0;
        const double milliseconds = bench::timed([&] {
            rivulet::StreamExecutionEnvironment env;
            auto tenv = rivulet::StreamTableEnvironment::create(env);
            auto db = tenv.createTemporaryView<"r">(tenv.fromDataStream(env.fromSource(Readings(rows), "readings"), rivulet::Schema().watermark<"at", "at">()));
            tenv.toChangelogStream(db.template sqlQuery<Sql>()).addSink([&results](const auto&) { ++results; });
            env.execute();
        });
        const auto count = static_cast<double>(rows.size());
        if (milliseconds * 1e6 / count < best.nanoseconds) best = {milliseconds * 1e6 / count, static_cast<double>(results) / count};
    }
    return best;
}
void report(const char* what, const char* rate, Run r, Run tumble, const char* budget) {
    std::printf("windows: %s, %s, a row | %.0f ns, %.2f results | %.0f ns, %.2f results | %.2f | %s\n", what, rate, r.nanoseconds, r.results, tumble.nanoseconds, tumble.results,
                r.nanoseconds / tumble.nanoseconds, budget);
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    const std::size_t count = argc > 1 ? static_cast<std::size_t>(std::atoll(argv[1])) : 10'000'000;
    for (const bool many : {true, false}) {
        const std::vector<Reading> rows = readings(count, many ? 100'000 : 10'000);
        const char* const rate = many ? "100,000 a second" : "10,000 a second";
        const Run sum = run<"SELECT sensor, window_end, SUM(value) AS a FROM TABLE(TUMBLE(TABLE r, DESCRIPTOR(at), INTERVAL '1' SECOND)) GROUP BY sensor, window_start, window_end">(rows);
        const Run greatest = run<"SELECT sensor, window_end, MAX(value) AS a FROM TABLE(TUMBLE(TABLE r, DESCRIPTOR(at), INTERVAL '1' SECOND)) GROUP BY sensor, window_start, window_end">(rows);
        report("HOP 1 s of 60 s, SUM", rate,
               run<"SELECT sensor, window_end, SUM(value) AS a FROM TABLE(HOP(TABLE r, DESCRIPTOR(at), INTERVAL '1' SECOND, INTERVAL '60' SECOND)) GROUP BY sensor, window_start, window_end">(rows), sum, "2");
        report("HOP 1 s of 60 s, MAX", rate,
               run<"SELECT sensor, window_end, MAX(value) AS a FROM TABLE(HOP(TABLE r, DESCRIPTOR(at), INTERVAL '1' SECOND, INTERVAL '60' SECOND)) GROUP BY sensor, window_start, window_end">(rows), greatest, many ? "2" : "-");
        report("CUMULATE 1 s in 60 s, SUM", rate,
               run<"SELECT sensor, window_end, SUM(value) AS a FROM TABLE(CUMULATE(TABLE r, DESCRIPTOR(at), INTERVAL '1' SECOND, INTERVAL '60' SECOND)) GROUP BY sensor, window_start, window_end">(rows), sum, "2");
        report("SESSION of 1 s, SUM", rate,
               run<"SELECT sensor, window_end, SUM(value) AS a FROM TABLE(SESSION(TABLE r PARTITION BY sensor, DESCRIPTOR(at), INTERVAL '1' SECOND)) GROUP BY sensor, window_start, window_end">(rows), sum, "-");
    }
}
