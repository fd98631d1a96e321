// SPDX-License-Identifier: BSL-1.0
// SUM, SUM0 and AVG.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include <rivulet/expr/aggregates/kept.hpp>
#include <rivulet/expr/functions/arithmetic.hpp>
#include <rivulet/expr/number.hpp>
#include <rivulet/expr/typing_rules.hpp>
#include <rivulet/types/cast.hpp>

namespace rivulet::functions {

namespace shared {

// Sums begin with a zero that leaves the first value as it is, -0.0 too.
template <class V> constexpr V nothingYet() {
    if constexpr (std::is_floating_point_v<V>) return -V{};
    else return V{};
}

}  // namespace shared

/// SUM(x): of x's type, a DECIMAL(p, s) as DECIMAL(38, s). Integers wrap; a DECIMAL that leaves 38 digits is NULL, and the next
/// value begins anew (Flink). NULLs are skipped; NULL over nothing.
struct Sum {
    static constexpr void typing(Typing& t) {
        if (!rules::arguments(t, "N")) return;
        const SqlType type = rules::effective(t, 0);
        t.result = type.root == TypeRoot::decimal ? sqltype::decimal(38, type.scale).orNull(type.nullable) : type;
    }
    static constexpr FunctionInfo info{.name = "SUM", .minArguments = 1, .maxArguments = 1, .aggregate = true, .typing = &typing};

    template <class R, bool Retracts, class A>
    class Accumulator : detail::SeenState<detail::seenFor<R, Retracts>> {
        using V = Bare<R>;
        using Seen = detail::SeenState<detail::seenFor<R, Retracts>>;
        V sum_ = shared::nothingYet<V>();

    public:
        constexpr void add(const auto& view) {
            if (!present(view)) return;
            sum_ = shared::combine<DecimalOp::add, V>(sum_, bare(view));
            Seen::more();
        }
        constexpr void retract(const auto& view) requires Retracts {
            if (!present(view)) return;
            sum_ = shared::combine<DecimalOp::subtract, V>(sum_, bare(view));
            if (Seen::less()) sum_ = shared::nothingYet<V>();  // no residue of rounding stays
        }
        constexpr void merge(const Accumulator& later) {
            sum_ = shared::combine<DecimalOp::add, V>(sum_, later.sum_);
            if (Seen::join(later)) sum_ = shared::nothingYet<V>();
        }
        constexpr void unmerge(const Accumulator& earlier) requires(std::is_integral_v<V> && detail::seenFor<R, Retracts> != detail::Seen::flag) {
            sum_ = shared::combine<DecimalOp::subtract, V>(sum_, earlier.sum_);
            Seen::part(earlier);
        }
        constexpr R result() const {
            if constexpr (Optional<R>) return Seen::any() ? R(sum_) : std::nullopt;
            else return sum_;
        }
    };

    template <class R, bool Retracts, class A> requires detail::isDecimal<Bare<R>>
    class Accumulator<R, Retracts, A> : detail::SeenState<detail::seenFor<R, Retracts>> {
        using V = Bare<R>;
        using Seen = detail::SeenState<detail::seenFor<R, Retracts>>;
        V sum_{};
        bool fits_{true};

        constexpr void take(const std::optional<V>& sum) {
            fits_ = sum.has_value();
            sum_ = sum.value_or(V{});
        }

    public:
        constexpr void add(const auto& view) {
            if (!present(view)) return;
            take(shared::combine<DecimalOp::add, V>(sum_, bare(view)));
            Seen::more();
        }
        constexpr void retract(const auto& view) requires Retracts {
            if (!present(view)) return;
            take(shared::combine<DecimalOp::subtract, V>(sum_, bare(view)));
            if (Seen::less()) take(V{});
        }
        constexpr void merge(const Accumulator& later) {
            if (!later.any()) return;
            if (!later.fits_) take(std::nullopt);
            else take(shared::combine<DecimalOp::add, V>(sum_, later.sum_));
            if (Seen::join(later)) take(V{});
        }
        constexpr R result() const {
            if constexpr (Optional<R>) return fits_ && Seen::any() ? R(sum_) : std::nullopt;
            else {
                if (!fits_) detail::throwMissing(info.name);
                return sum_;
            }
        }
    };
};

/// $SUM0(x): as SUM, but 0 over nothing.
struct Sum0 {
    static constexpr void typing(Typing& t) {
        Sum::typing(t);
        t.result = t.result.withNullable(false);
    }
    static constexpr FunctionInfo info{.name = "$SUM0", .alias = "SUM0", .minArguments = 1, .maxArguments = 1, .aggregate = true, .ofNothing = true, .typing = &typing};
    template <class R, bool Retracts, class... A> using Accumulator = Sum::Accumulator<R, Retracts, A...>;
};

/// AVG(x): of x's type (that of integers is cut toward zero), a DECIMAL(p, s) as DECIMAL(38, max(6, s)). Integers are summed in
/// BIGINT, which wraps, FLOAT in DOUBLE; a DECIMAL sum that leaves 38 digits is NULL and stays so. NULL over nothing.
struct Avg {
    static constexpr void typing(Typing& t) {
        if (!rules::arguments(t, "N")) return;
        t.result = rules::averageOf(rules::effective(t, 0));
    }
    static constexpr FunctionInfo info{.name = "AVG", .minArguments = 1, .maxArguments = 1, .aggregate = true, .typing = &typing};

    template <class R, bool Retracts, class A>
    class Accumulator {
        using V = Bare<R>;
        using Total = std::conditional_t<std::is_floating_point_v<V>, double, std::int64_t>;
        Total sum_ = shared::nothingYet<Total>();
        std::int64_t count_{};

    public:
        constexpr void add(const auto& view) {
            if (!present(view)) return;
            sum_ = shared::combine<DecimalOp::add, Total>(sum_, static_cast<Total>(bare(view)));
            ++count_;
        }
        constexpr void retract(const auto& view) {
            if (!present(view)) return;
            sum_ = shared::combine<DecimalOp::subtract, Total>(sum_, static_cast<Total>(bare(view)));
            if (--count_ == 0) sum_ = shared::nothingYet<Total>();
        }
        constexpr void merge(const Accumulator& later) {
            sum_ = shared::combine<DecimalOp::add, Total>(sum_, later.sum_);
            if ((count_ += later.count_) == 0) sum_ = shared::nothingYet<Total>();
        }
        constexpr void unmerge(const Accumulator& earlier) requires std::is_integral_v<Total> {
            sum_ = shared::combine<DecimalOp::subtract, Total>(sum_, earlier.sum_);
            count_ -= earlier.count_;
        }
        constexpr R result() const {
            if (count_ == 0) {
                if constexpr (Optional<R>) return std::nullopt;
                else detail::throwMissing(info.name);
            }
            if constexpr (std::is_floating_point_v<V>) return static_cast<V>(sum_ / static_cast<Total>(count_));
            else return static_cast<V>(shared::combine<DecimalOp::divide, std::int64_t>(sum_, count_));
        }
    };

    template <class R, bool Retracts, class A> requires detail::isDecimal<Bare<R>>
    class Accumulator<R, Retracts, A> {
        using V = Bare<R>;
        using Total = Decimal<38, Bare<A>::scale>;
        std::optional<Total> sum_{Total{}};  // nothing where it did not fit
        std::int64_t count_{};

    public:
        constexpr void add(const auto& view) {
            if (!present(view)) return;
            if (sum_) sum_ = shared::combine<DecimalOp::add, Total>(*sum_, bare(view));
            ++count_;
        }
        constexpr void retract(const auto& view) {
            if (!present(view)) return;
            if (sum_) sum_ = shared::combine<DecimalOp::subtract, Total>(*sum_, bare(view));
            if (--count_ == 0) sum_ = Total{};
        }
        constexpr void merge(const Accumulator& later) {
            if (!later.sum_) sum_.reset();
            else if (sum_) sum_ = shared::combine<DecimalOp::add, Total>(*sum_, *later.sum_);
            if ((count_ += later.count_) == 0) sum_ = Total{};
        }
        constexpr R result() const {
            std::optional<V> average;
            if (sum_ && count_ != 0) average = shared::combine<DecimalOp::divide, V>(*sum_, count_);
            if constexpr (Optional<R>) return average;
            else {
                if (!average) detail::throwMissing(info.name);
                return *average;
            }
        }
    };
};

}  // namespace rivulet::functions
