// SPDX-License-Identifier: BSL-1.0
// Clocks and medians of the benchmarks.
#pragma once
#include <algorithm>
#include <time.h>
#include <vector>

namespace bench {

inline double milliseconds(clockid_t clock) {
    timespec t{};
    clock_gettime(clock, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

/// Processor time that `f` takes, in milliseconds: what other programs on the machine do disturbs it little.
template <class F> double timed(F f) {
    const double start = milliseconds(CLOCK_PROCESS_CPUTIME_ID);
    f();
    return milliseconds(CLOCK_PROCESS_CPUTIME_ID) - start;
}

inline double median(std::vector<double> v) {
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

}  // namespace bench
