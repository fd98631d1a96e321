// SPDX-License-Identifier: BSL-1.0
// VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include <rivulet/expr/aggregates/kept.hpp>
#include <rivulet/expr/moments.hpp>
#include <rivulet/expr/number.hpp>
#include <rivulet/expr/typing_rules.hpp>
#include <rivulet/types/cast.hpp>

namespace rivulet::functions {

namespace shared {

// Of the average's type. Of a single value there is no sample variance, so that of NOT NULL values may be NULL, too (Flink says NOT NULL).
template <bool Sample>
constexpr void varianceOf(Typing& t) {
    if (!rules::arguments(t, "N")) return;
    t.result = rules::averageOf(rules::effective(t, 0)).orNull(Sample);
}

// Of exact sums, so that nothing stays of what was taken back; the result is cast from DOUBLE at the end.
template <bool Sample, bool Root, class R>
class Variance {
    detail::Moments<false> moments_;

public:
    void add(const auto& view) {
        if (!present(view)) return;
        const double v = detail::number<double>(bare(view));
        moments_.add(v, v);
    }
    void retract(const auto& view) {
        if (!present(view)) return;
        const double v = detail::number<double>(bare(view));
        moments_.subtract(v, v);
    }
    void merge(const Variance& later) { moments_.merge(later.moments_); }
    void unmerge(const Variance& earlier) { moments_.unmerge(earlier.moments_); }
    R result() const {
        const std::int64_t n = moments_.count();
        if (n <= (Sample ? 1 : 0)) {
            if constexpr (Optional<R>) return std::nullopt;
            else detail::throwMissing(Root ? "STDDEV_POP" : "VAR_POP");
        }
        if (moments_.anyNotFinite()) return castAs<R>(std::numeric_limits<double>::quiet_NaN());
        return castAs<R>(moments_.withSums([n](const auto& sums, double scale) {
            const double centered = sums.xx(n), variance = centered > 0 ? centered / (static_cast<double>(n) * static_cast<double>(Sample ? n - 1 : n)) : 0;
            return Root ? __builtin_sqrt(variance) * scale : variance * scale * scale;
        }));
    }
    std::size_t bytes() const { return moments_.bytes(); }
};

}  // namespace shared

/// VAR_POP(x), the variance, and its square root STDDEV_POP(x): computed in DOUBLE, then cast to the type of AVG(x), so that those of
/// integers are cut toward zero (Flink). NULLs are skipped; NULL over nothing.
struct VarPop {
    static constexpr FunctionInfo info{.name = "VAR_POP", .minArguments = 1, .maxArguments = 1, .aggregate = true, .typing = &shared::varianceOf<false>};
    template <class R, bool Retracts, class... A> using Accumulator = shared::Variance<false, false, R>;
};
struct StddevPop {
    static constexpr FunctionInfo info{.name = "STDDEV_POP", .minArguments = 1, .maxArguments = 1, .aggregate = true, .typing = &shared::varianceOf<false>};
    template <class R, bool Retracts, class... A> using Accumulator = shared::Variance<false, true, R>;
};
/// VAR_SAMP(x), VARIANCE(x) and STDDEV_SAMP(x), STDDEV(x): of a sample, divided by n - 1; NULL also of a single value.
struct VarSamp {
    static constexpr FunctionInfo info{.name = "VAR_SAMP", .alias = "VARIANCE", .minArguments = 1, .maxArguments = 1, .aggregate = true, .typing = &shared::varianceOf<true>};
    template <class R, bool Retracts, class... A> using Accumulator = shared::Variance<true, false, R>;
};
struct StddevSamp {
    static constexpr FunctionInfo info{.name = "STDDEV_SAMP", .alias = "STDDEV", .minArguments = 1, .maxArguments = 1, .aggregate = true, .typing = &shared::varianceOf<true>};
    template <class R, bool Retracts, class... A> using Accumulator = shared::Variance<true, true, R>;
};

}  // namespace rivulet::functions
