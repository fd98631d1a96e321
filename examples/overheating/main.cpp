// SPDX-License-Identifier: BSL-1.0
// Temperatures of three machines, a reading every ten seconds; they arrive out of order, those of the press half a minute late. Which machine ran hot for at least
// three readings in a row and cooled down within two minutes, and how hot did it get? Asked of a stream, where an answer comes as soon as no earlier reading can
// come any more, and in batch mode.
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <rivulet/rivulet.hpp>

using namespace rivulet;

struct Reading {
    std::string machine;
    std::int32_t celsius;
    Timestamp<3> at;
};

namespace {

// HOT takes what it can and gives nothing back, so COOL is the first reading below 80 degrees; it may be the WARM one of the next time.
constexpr FixedString hotTimes = R"(
    SELECT *
    FROM readings MATCH_RECOGNIZE (
        PARTITION BY machine
        ORDER BY at
        MEASURES
            FIRST(HOT.at) AS since,
            COUNT(HOT.celsius) AS readings,
            AVG(HOT.celsius) AS mean,
            MAX(HOT.celsius) AS peak,
            COOL.celsius - LAST(HOT.celsius) AS drop
        ONE ROW PER MATCH
        AFTER MATCH SKIP TO LAST COOL
        PATTERN (WARM HOT{3,} COOL) WITHIN INTERVAL '2' MINUTE
        DEFINE
            WARM AS WARM.celsius < 80,
            HOT AS HOT.celsius >= 80
    ) AS m)";

// Each machine warms and cools with a rhythm of its own. Of two readings the later one comes first.
std::vector<Reading> readings() {
    const std::string machines[] = {"lathe", "mill", "press"};
    const std::int64_t start = Timestamp<3>("2024-05-06 06:00:00").millis() / 1000;
    std::vector<Reading> all;
    for (std::int64_t turn = 0; turn < 48; ++turn)
        for (std::int64_t m = 0; m < 3; ++m) {
            const std::int64_t number = (turn ^ 1) - (m == 2 ? 3 : 0), phase = (number * (m + 2) + 7 * m + 23) % 23, height = phase < 12 ? phase : 23 - phase;
            all.push_back({machines[m], static_cast<std::int32_t>(66 + 2 * height), Timestamp<3>::fromMillis((start + 10 * number) * 1000)});
        }
    return all;
}

void ask(const char* mode, const StreamExecutionEnvironment& env, const auto& tenv) {
    const auto table = tenv.fromDataStream(env.fromCollection(readings()), Schema().watermark<"at", "at - INTERVAL '1' MINUTE">());
    const auto db = tenv.template createTemporaryView<"readings">(table);
    std::printf("%s:\n", mode);
    db.template sqlQuery<hotTimes>().execute().print();
}

}  // namespace

int main() {
    const StreamExecutionEnvironment env;
    ask("stream", env, StreamTableEnvironment::create(env));
    ask("batch", env, BatchTableEnvironment::create(env));
}
