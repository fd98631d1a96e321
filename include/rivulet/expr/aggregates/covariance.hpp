// SPDX-License-Identifier: BSL-1.0
// COVAR_POP, COVAR_SAMP, CORR and the REGR_ functions: of pairs of numbers.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include <rivulet/expr/aggregates/kept.hpp>
#include <rivulet/expr/moments.hpp>
#include <rivulet/expr/number.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

namespace shared {

template <bool Nullable>
constexpr void ofPairs(Typing& t) {
    if (rules::arguments(t, "NN")) t.result = sqltype::double_.orNull(Nullable || t.anyNullable());
}
constexpr void countOfPairs(Typing& t) {
    if (rules::arguments(t, "NN")) t.result = sqltype::bigint;
}

/// Op: `static std::optional<double> of(n, sums, scale)`, where `sums` are those of numbers that were divided by the scale, n is not 0 and all are finite.
template <class Op, class R>
class PairSums {
    detail::Moments<true> moments_;

public:
    void add(const auto& y, const auto& x) {
        if (present(y) && present(x)) moments_.add(detail::number<double>(bare(x)), detail::number<double>(bare(y)));
    }
    void retract(const auto& y, const auto& x) {
        if (present(y) && present(x)) moments_.subtract(detail::number<double>(bare(x)), detail::number<double>(bare(y)));
    }
    void merge(const PairSums& later) { moments_.merge(later.moments_); }
    void unmerge(const PairSums& earlier) { moments_.unmerge(earlier.moments_); }
    R result() const {
        std::optional<double> value;
        const std::int64_t n = moments_.count();
        if (n > 0) {
            if (moments_.anyNotFinite()) value = std::numeric_limits<double>::quiet_NaN();
            else value = moments_.withSums([n](const auto& sums, double scale) { return Op::of(n, static_cast<double>(n), sums, scale); });
        }
        if constexpr (Optional<R>) return value;
        else {
            if (!value) detail::throwMissing(Op::name);
            return *value;
        }
    }
    std::size_t bytes() const { return moments_.bytes(); }
};

struct CovarianceOfAll {
    static constexpr std::string_view name = "COVAR_POP";
    static std::optional<double> of(std::int64_t n, double count, const auto& sums, double scale) { return sums.xy(n) / (count * count) * scale * scale; }
};
struct CovarianceOfSample {
    static constexpr std::string_view name = "COVAR_SAMP";
    static std::optional<double> of(std::int64_t n, double count, const auto& sums, double scale) {
        return n > 1 ? std::optional<double>(sums.xy(n) / (count * (count - 1)) * scale * scale) : std::nullopt;
    }
};
struct Correlation {
    static constexpr std::string_view name = "CORR";
    static std::optional<double> of(std::int64_t n, double, const auto& sums, double) {
        const double xx = sums.xx(n), yy = sums.yy(n);
        if (!(xx > 0 && yy > 0)) return std::nullopt;
        const double r = sums.xy(n) / __builtin_sqrt(xx) / __builtin_sqrt(yy);
        return r > 1 ? 1 : r < -1 ? -1 : r;
    }
};
struct Slope {
    static constexpr std::string_view name = "REGR_SLOPE";
    static std::optional<double> of(std::int64_t n, double, const auto& sums, double) {
        const double xx = sums.xx(n);
        return xx > 0 ? std::optional<double>(sums.xy(n) / xx) : std::nullopt;
    }
};
struct Intercept {
    static constexpr std::string_view name = "REGR_INTERCEPT";
    static std::optional<double> of(std::int64_t n, double count, const auto& sums, double scale) {
        const std::optional<double> slope = Slope::of(n, count, sums, scale);
        return slope ? std::optional<double>((sums.y() - *slope * sums.x()) / count * scale) : std::nullopt;
    }
};
struct Determination {
    static constexpr std::string_view name = "REGR_R2";
    static std::optional<double> of(std::int64_t n, double count, const auto& sums, double scale) {
        if (!(sums.xx(n) > 0)) return std::nullopt;
        if (!(sums.yy(n) > 0)) return 1;
        const double r = *Correlation::of(n, count, sums, scale);
        return r * r;
    }
};

}  // namespace shared

/// COVAR_POP(y, x), COVAR_SAMP(y, x): the covariance, of a sample divided by n - 1. DOUBLE. Pairs with a NULL are skipped; NULL over nothing, and of a sample
/// of one pair. Extensions, as all functions of pairs: Flink has none. Of exact sums, as variances are.
struct CovarPop {
    static constexpr FunctionInfo info{.name = "COVAR_POP", .minArguments = 2, .maxArguments = 2, .aggregate = true, .typing = &shared::ofPairs<false>};
    template <class R, bool Retracts, class... A> using Accumulator = shared::PairSums<shared::CovarianceOfAll, R>;
};
struct CovarSamp {
    static constexpr FunctionInfo info{.name = "COVAR_SAMP", .minArguments = 2, .maxArguments = 2, .aggregate = true, .typing = &shared::ofPairs<true>};
    template <class R, bool Retracts, class... A> using Accumulator = shared::PairSums<shared::CovarianceOfSample, R>;
};
/// CORR(y, x): Pearson's coefficient, from -1 to 1. DOUBLE; NULL also where all x or all y are equal.
struct Corr {
    static constexpr FunctionInfo info{.name = "CORR", .minArguments = 2, .maxArguments = 2, .aggregate = true, .typing = &shared::ofPairs<true>};
    template <class R, bool Retracts, class... A> using Accumulator = shared::PairSums<shared::Correlation, R>;
};
/// REGR_SLOPE(y, x), REGR_INTERCEPT(y, x), REGR_R2(y, x): of the line through the pairs that least squares give. DOUBLE; NULL also where all x are equal.
struct RegrSlope {
    static constexpr FunctionInfo info{.name = "REGR_SLOPE", .minArguments = 2, .maxArguments = 2, .aggregate = true, .typing = &shared::ofPairs<true>};
    template <class R, bool Retracts, class... A> using Accumulator = shared::PairSums<shared::Slope, R>;
};
struct RegrIntercept {
    static constexpr FunctionInfo info{.name = "REGR_INTERCEPT", .minArguments = 2, .maxArguments = 2, .aggregate = true, .typing = &shared::ofPairs<true>};
    template <class R, bool Retracts, class... A> using Accumulator = shared::PairSums<shared::Intercept, R>;
};
struct RegrR2 {
    static constexpr FunctionInfo info{.name = "REGR_R2", .minArguments = 2, .maxArguments = 2, .aggregate = true, .typing = &shared::ofPairs<true>};
    template <class R, bool Retracts, class... A> using Accumulator = shared::PairSums<shared::Determination, R>;
};
/// REGR_COUNT(y, x): the pairs without a NULL. BIGINT NOT NULL; 0 over nothing.
struct RegrCount {
    static constexpr FunctionInfo info{.name = "REGR_COUNT", .minArguments = 2, .maxArguments = 2, .aggregate = true, .ofNothing = true, .typing = &shared::countOfPairs};

    template <class R, bool Retracts, class... A>
    class Accumulator {
        std::int64_t n_{};

    public:
        constexpr void add(const auto& y, const auto& x) { n_ += present(y) && present(x); }
        constexpr void retract(const auto& y, const auto& x) { n_ -= present(y) && present(x); }
        constexpr void merge(const Accumulator& later) { n_ += later.n_; }
        constexpr void unmerge(const Accumulator& earlier) { n_ -= earlier.n_; }
        constexpr std::int64_t result() const { return n_; }
    };
};

}  // namespace rivulet::functions
