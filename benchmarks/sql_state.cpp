// SPDX-License-Identifier: BSL-1.0
// What the queries of sql.cpp allocate and keep, against the loops by hand: allocations per row once every key is there, and bytes of
// state per key. Both are differences between two sizes, so that what a job takes once does not count. One line each:
//     what | measured | by hand | ratio (memory) or difference (allocations) | budget
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "counting_new.hpp"
#include "sql_by_hand.hpp"
#include "sql_jobs.hpp"

namespace {

using namespace bench;
using Streaming = rivulet::StreamTableEnvironment;

struct Used {
    std::size_t allocations;
    std::size_t bytes;  // live at the last change
};
template <class Run> Used used(Run run) {
    const std::size_t allocationsBefore = allocations, bytesBefore = liveBytes;
    std::size_t last = 0;
    run([&last] { last = liveBytes; });
    return {allocations - allocationsBefore, last - bytesBefore};
}

// Rows and keys, and what both sides use for them.
struct Measured {
    Used ours, byHand;
};
Measured aggregate(std::uint32_t rows, std::uint32_t keys) {
    const std::vector<Sale> sales = makeSales(rows, keys);
    return {used([&](auto see) { aggregateBySql<Streaming>(sales, [see](const auto&) { see(); }); }), used([&](auto see) {
                FunctionTaker taker([see](const Change&) { see(); });
                aggregateByHand(sales, taker);
            })};
}
Measured join(std::uint32_t rows, std::uint32_t keys) {
    const std::vector<Order> orders = makeOrders(rows, keys);
    const std::vector<User> users = makeUsers(keys);
    return {used([&](auto see) { joinBySql<Streaming>(orders, users, [see](const auto&) { see(); }); }), used([&](auto see) {
                FunctionTaker taker([see](const Change&) { see(); });
                joinByHand(orders, users, taker);
            })};
}
Measured top(std::uint32_t rows, std::uint32_t keys) {
    const std::vector<Sale> sales = makeSales(rows, keys);
    return {used([&](auto see) { topBySql<Streaming>(sales, [see](const auto&) { see(); }); }), used([&](auto see) {
                FunctionTaker taker([see](const Change&) { see(); });
                topByHand(sales, taker);
            })};
}

void report(const char* name, Measured (*measure)(std::uint32_t, std::uint32_t), std::uint32_t most) {
    // 1,000 keys are all there long before the first 200,000 rows have passed.
    const std::uint32_t few = most / 3, many = most;
    const Measured shorter = measure(few, 1000), longer = measure(many, 1000);
    const auto perRow = [&](std::size_t more, std::size_t less) { return (static_cast<double>(more) - static_cast<double>(less)) / (many - few); };
    const double ours = perRow(longer.ours.allocations, shorter.ours.allocations), byHand = perRow(longer.byHand.allocations, shorter.byHand.allocations);
    std::printf("SQL %s, allocations | %.6f a row | %.6f by hand | %.6f | -\n", name, ours, byHand, ours - byHand);

    // Five rows a key, and the mean of sizes over a doubling, because tables of both kinds double.
    const std::uint32_t base = 1000;
    const Measured fewKeys = measure(base * 5, base);
    double ourBytes = 0, handBytes = 0;
    int sizes = 0;
    for (std::uint32_t keys = most / 2; keys < most; keys += most / 12, ++sizes) {
        const Measured manyKeys = measure(keys * 5, keys);
        ourBytes += static_cast<double>(manyKeys.ours.bytes - fewKeys.ours.bytes) / (keys - base);
        handBytes += static_cast<double>(manyKeys.byHand.bytes - fewKeys.byHand.bytes) / (keys - base);
    }
    std::printf("SQL %s, state | %.0f bytes a key | %.0f by hand | %.2f | -\n", name, ourBytes / sizes, handBytes / sizes, ourBytes / handBytes);
}

}  // namespace

int main(int argc, char** argv) {
    const auto most = static_cast<std::uint32_t>(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 600'000);
    report("aggregate", aggregate, most);
    report("join", join, most);
    report("top", top, most);
}
