// SPDX-License-Identifier: BSL-1.0
// How much was done, as a number that is the same each time: the basic blocks that ran, and the words that were moved.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace work {

/// So far, of the files that are compiled to be counted (CMakeLists.txt).
std::uint64_t done();

/// In which order n rows go again. `same`: a row comes and goes, over and over, beside those that stay.
enum class Order { oldestFirst, newestFirst, random, same };
inline constexpr Order orders[] = {Order::oldestFirst, Order::newestFirst, Order::random, Order::same};
inline const char* nameOf(Order order) {
    constexpr const char* names[] = {"oldest first", "newest first", "at random", "one row over and over"};
    return names[static_cast<int>(order)];
}

/// One change: row number `row` comes or goes.
struct Change {
    int row;
    bool comes;
};
/// n rows come and go.
inline std::vector<Change> history(Order order, int n) {
    std::vector<Change> all;
    for (int i = 0; i < n; ++i) all.push_back({i, true});
    std::uint64_t random = 88172645463325252u;
    std::vector<int> left(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = static_cast<int>(i);
    if (order == Order::random)
        for (std::size_t i = left.size(); i-- > 1;) {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            std::swap(left[i], left[random % (i + 1)]);
        }
    for (int i = 0; i < n; ++i) {
        const int row = order == Order::same ? n / 2 : order == Order::newestFirst ? n - 1 - i : left[static_cast<std::size_t>(i)];
        all.push_back({row, false});
        if (order == Order::same) all.push_back({row, true});
    }
    return all;
}

/// Twice as many rows may take so many times the work: twice, and some for a logarithm. Four times would be a square.
inline constexpr double mostGrowth = 2.7;
inline constexpr int rows = 400;

template <class F>
double growth(F run) {
    const auto of = [&run](int n) {
        const std::uint64_t before = done();
        run(n);
        return static_cast<double>(done() - before);
    };
    of(8);  // what is set up once
    const double once = of(rows);
    return of(2 * rows) / once;
}

}  // namespace work
