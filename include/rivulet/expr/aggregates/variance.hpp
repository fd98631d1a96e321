// SPDX-License-Identifier: BSL-1.0
// VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP.
#pragma once
#include <cstdint>
#include <optional>

#include <rivulet/expr/aggregates/kept.hpp>
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

// Welford's algorithm, as in Flink 2.3; the result is cast from DOUBLE at the end.
template <bool Sample, bool Root, class R>
class Variance {
    std::int64_t count_{};
    double mean_{}, squares_{};  // squares: the sum of squared distances from the mean

public:
    constexpr void add(const auto& view) {
        if (!present(view)) return;
        if (++count_ <= 0) return;  // values that were taken back before they came
        const double v = detail::number<double>(bare(view)), distance = v - mean_;
        mean_ += distance / static_cast<double>(count_);
        squares_ += distance * (v - mean_);
    }
    constexpr void retract(const auto& view) {
        if (!present(view)) return;
        if (--count_ <= 0) {
            if (count_ == 0) mean_ = squares_ = 0;
            return;
        }
        const double v = detail::number<double>(bare(view)), distance = v - mean_;
        mean_ -= distance / static_cast<double>(count_);
        squares_ -= distance * (v - mean_);
    }
    // Chan's formula.
    constexpr void merge(const Variance& later) {
        const std::int64_t mine = count_;
        count_ += later.count_;
        if (later.count_ <= 0) {
            if (count_ <= 0) mean_ = squares_ = 0;
        } else if (mine <= 0) {
            mean_ = later.mean_;
            squares_ = later.squares_;
        } else {
            const double distance = later.mean_ - mean_, share = static_cast<double>(later.count_) / static_cast<double>(count_);
            mean_ += distance * share;
            squares_ += later.squares_ + distance * distance * static_cast<double>(mine) * share;
        }
    }
    R result() const {
        if (count_ <= (Sample ? 1 : 0) || squares_ < 0) {
            if constexpr (Optional<R>) return std::nullopt;
            else detail::throwMissing(Root ? "STDDEV_POP" : "VAR_POP");
        }
        const double variance = squares_ / static_cast<double>(Sample ? count_ - 1 : count_);
        return castAs<R>(Root ? __builtin_sqrt(variance) : variance);
    }
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
