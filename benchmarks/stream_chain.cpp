// SPDX-License-Identifier: BSL-1.0
// The price of a stateless chain: map + filter + map over structs of eight fields, against a hand-written loop that does the
// same to the same rows and collects them into a vector too. In one process, one after the other, medians.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <rivulet/stream/environment.hpp>

#include "measure.hpp"

using namespace rivulet;

namespace {

struct Strike {
    std::int64_t id;
    std::string airport;
    std::int32_t speed;
    std::int32_t height;
    double cost;
    double distance;
    std::int64_t timeMillis;
    bool night;
};
struct Priced {
    std::int64_t id;
    std::string airport;
    double costPerKilometre;
    std::int64_t second;
    std::int32_t speed;
    bool night;
};
struct Report {
    std::string airport;
    std::int64_t second;
    double cost;
};

// Names of 4 to 30 characters: some in place, some on the heap.
std::vector<Strike> strikes(std::size_t n) {
    std::vector<Strike> rows;
    rows.reserve(n);
    std::uint64_t x = 88172645463325252u;
    for (std::size_t i = 0; i < n; ++i) {
        x ^= x << 13; x ^= x >> 7; x ^= x << 17;
        rows.push_back({static_cast<std::int64_t>(i), std::string("ICAO-INTERNATIONAL-AIRPORT-NAME").substr(0, 4 + x % 27), static_cast<std::int32_t>(x % 400),
                        static_cast<std::int32_t>(x % 9000), static_cast<double>(x % 100000) / 7, static_cast<double>(1 + x % 300), 1'700'000'000'000 + static_cast<std::int64_t>(i) * 250, x % 3 == 0});
    }
    return rows;
}

Priced price(const Strike& s) { return {s.id, s.airport, s.cost / s.distance, s.timeMillis / 1000, s.speed, s.night}; }
bool matters(const Priced& p) { return p.speed > 100 && !p.night; }

}  // namespace

int main(int argc, char** argv) {
    // Ten passes over a part that is far larger than the caches, so that 10 M rows need little memory.
    const std::size_t rowCount = argc > 1 ? static_cast<std::size_t>(std::atoll(argv[1])) : 10'000'000;
    const std::size_t passes = rowCount >= 1'000'000 ? 10 : 1;
    const std::vector<Strike> rows = strikes(rowCount / passes);

    const auto second = [](Priced&& p) { return Report{std::move(p.airport), p.second, p.costPerKilometre}; };
    const auto hand = [&] {
        std::vector<Report> out;
        for (const Strike& s : rows) {
            Priced p = price(s);
            if (matters(p)) out.push_back(second(std::move(p)));
        }
        return out;
    };
    StreamExecutionEnvironment env;
    const auto source = env.fromCollection(std::span<const Strike>(rows));
    const auto chain = [&] {
        return source.map([](const Strike& s) { return price(s); }).filter([](const Priced& p) { return matters(p); }).map(second).executeAndCollect();
    };

    std::vector<double> handTimes, chainTimes;
    std::size_t handRows = 0, chainRows = 0;
    const auto measure = [&](const auto& run, std::vector<double>& times, std::size_t& count) {
        double total = 0;
        for (std::size_t i = 0; i < passes; ++i) {
            std::vector<Report> out;
            total += bench::timed([&] { out = run(); });
            count += out.size();
        }
        times.push_back(total);
    };
    std::vector<Report> a = hand(), b = chain();
    const bool same = std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Report& x, const Report& y) { return x.airport == y.airport && x.second == y.second && x.cost == y.cost; });
    a = {}, b = {};
    for (int i = 0; i < 7; ++i) {
        measure(hand, handTimes, handRows);
        measure(chain, chainTimes, chainRows);
    }
    if (!same || handRows != chainRows) {
        std::puts("stream map+filter+map | the results differ");
        return 1;
    }
    const double h = bench::median(handTimes), c = bench::median(chainTimes);
    std::printf("stream map+filter+map | %.0f ms | %.0f ms by hand | %.2f | 1.10\n", c, h, c / h);
    return 0;
}
