// SPDX-License-Identifier: BSL-1.0
// COUNT and APPROX_COUNT_DISTINCT.
#pragma once
#include <cstddef>
#include <cstdint>

#include <rivulet/expr/aggregates/distinct.hpp>
#include <rivulet/expr/evaluate.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

/// COUNT(*): the rows. COUNT(x): those where x is not NULL. BIGINT NOT NULL; 0 over nothing. Of several arguments there is no
/// COUNT (Flink).
struct Count {
    static constexpr void typing(Typing& t) {
        if (t.count > 0 && t.isNull(0)) t.coerce(0, sqltype::boolean);
        t.result = sqltype::bigint;
    }
    static constexpr FunctionInfo info{.name = "COUNT", .minArguments = 0, .maxArguments = 1, .aggregate = true, .ofNothing = true, .typing = &typing};

    template <class R, bool Retracts, class... A>
    struct Accumulator {
        std::int64_t n{};
        constexpr void add(const auto&... views) { n += (present(views) && ...); }
        constexpr void retract(const auto&... views) { n -= (present(views) && ...); }
        constexpr void merge(const Accumulator& later) { n += later.n; }
        constexpr void unmerge(const Accumulator& earlier) { n -= earlier.n; }
        constexpr std::int64_t result() const { return n; }
    };
};

/// APPROX_COUNT_DISTINCT(x): how many different values; BIGINT NOT NULL. Batch only, as in Flink. Ours is exact.
struct ApproxCountDistinct {
    static constexpr void typing(Typing& t) {
        rules::distinguishable(t, 0);
        Count::typing(t);
    }
    static constexpr FunctionInfo info{.name = "APPROX_COUNT_DISTINCT", .minArguments = 1, .maxArguments = 1, .aggregate = true, .ofNothing = true, .batchOnly = true,
                                       .typing = &typing};
    template <class R, bool Retracts, class... A>
    using Accumulator = detail::DistinctAccumulator<detail::SortedValues<A...>, Count::Accumulator<R, Retracts, A...>>;
};

}  // namespace rivulet::functions
