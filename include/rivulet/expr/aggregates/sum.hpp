// SPDX-License-Identifier: BSL-1.0
// SUM, SUM0 and AVG.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include <rivulet/expr/aggregates/kept.hpp>
#include <rivulet/expr/exact_sum.hpp>
#include <rivulet/expr/functions/arithmetic.hpp>
#include <rivulet/expr/number.hpp>
#include <rivulet/expr/typing_rules.hpp>
#include <rivulet/types/cast.hpp>

namespace rivulet::functions {

namespace shared {

// Unscaled decimals without a limit, so that a sum that was too large for a while is right again.
class DecimalTotal {
    UInt128 low_{};
    std::int64_t high_{};  // in units of 2^128

public:
    constexpr void add(Int128 v) {
        low_ += static_cast<UInt128>(v);
        high_ += (low_ < static_cast<UInt128>(v) ? 1 : 0) - (v < 0 ? 1 : 0);
    }
    constexpr void subtract(Int128 v) { add(-v); }
    constexpr void merge(const DecimalTotal& later) {
        low_ += later.low_;
        high_ += later.high_ + (low_ < later.low_ ? 1 : 0);
    }
    constexpr void unmerge(const DecimalTotal& earlier) {
        high_ -= earlier.high_ + (low_ < earlier.low_ ? 1 : 0);
        low_ -= earlier.low_;
    }
    /// No value beyond 38 digits.
    template <class V> constexpr std::optional<V> result() const {
        const auto v = static_cast<Int128>(low_);
        if (high_ != (v < 0 ? -1 : 0) || detail::magnitude(v) >= detail::powerOfTen(38)) return std::nullopt;
        return V::fromUnscaled(v);
    }
};

template <class R, bool Retracts>
class IntegerSum : detail::SeenState<detail::seenFor<R, Retracts>> {
    using V = Bare<R>;
    using Seen = detail::SeenState<detail::seenFor<R, Retracts>>;
    V sum_{};

public:
    constexpr void add(const auto& view) {
        if (!present(view)) return;
        sum_ = shared::combine<DecimalOp::add, V>(sum_, bare(view));
        Seen::more();
    }
    constexpr void retract(const auto& view) requires Retracts {
        if (!present(view)) return;
        sum_ = shared::combine<DecimalOp::subtract, V>(sum_, bare(view));
        Seen::less();
    }
    constexpr void merge(const IntegerSum& later) {
        sum_ = shared::combine<DecimalOp::add, V>(sum_, later.sum_);
        Seen::join(later);
    }
    constexpr void unmerge(const IntegerSum& earlier) requires(detail::seenFor<R, Retracts> != detail::Seen::flag) {
        sum_ = shared::combine<DecimalOp::subtract, V>(sum_, earlier.sum_);
        Seen::part(earlier);
    }
    constexpr R result() const {
        if constexpr (Optional<R>) return Seen::any() ? R(sum_) : std::nullopt;
        else return sum_;
    }
};

template <class R, bool Retracts>
class FloatingSum : detail::SeenState<detail::seenFor<R, Retracts>> {
    using Seen = detail::SeenState<detail::seenFor<R, Retracts>>;
    detail::ExactSum<> sum_;

public:
    void add(const auto& view) {
        if (!present(view)) return;
        sum_.add(static_cast<double>(bare(view)));
        Seen::more();
    }
    void retract(const auto& view) requires Retracts {
        if (!present(view)) return;
        sum_.subtract(static_cast<double>(bare(view)));
        if (Seen::less()) sum_.clear();
    }
    void merge(const FloatingSum& later) {
        sum_.merge(later.sum_);
        if (Seen::join(later)) sum_.clear();
    }
    void unmerge(const FloatingSum& earlier) requires(detail::seenFor<R, Retracts> != detail::Seen::flag) {
        sum_.unmerge(earlier.sum_);
        Seen::part(earlier);
    }
    R result() const {
        if constexpr (Optional<R>)
            if (!Seen::any()) return std::nullopt;
        return static_cast<Bare<R>>(sum_.result());
    }
    std::size_t bytes() const { return sum_.bytes(); }
};

template <class R, bool Retracts>
class DecimalSum : detail::SeenState<detail::seenFor<R, Retracts>> {
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
    constexpr void merge(const DecimalSum& later) {
        if (!later.any()) return;
        if (!later.fits_) take(std::nullopt);
        else take(shared::combine<DecimalOp::add, V>(sum_, later.sum_));
        Seen::join(later);
    }
    constexpr R result() const {
        if constexpr (Optional<R>) return fits_ && Seen::any() ? R(sum_) : std::nullopt;
        else {
            if (!fits_) detail::throwMissing("SUM");
            return sum_;
        }
    }
};
template <class R>
class DecimalSum<R, true> : detail::SeenState<detail::seenFor<R, true>> {
    using V = Bare<R>;
    using Seen = detail::SeenState<detail::seenFor<R, true>>;
    shared::DecimalTotal total_;

public:
    constexpr void add(const auto& view) {
        if (!present(view)) return;
        total_.add(bare(view).unscaled());
        Seen::more();
    }
    constexpr void retract(const auto& view) {
        if (!present(view)) return;
        total_.subtract(bare(view).unscaled());
        Seen::less();
    }
    constexpr void merge(const DecimalSum& later) {
        total_.merge(later.total_);
        Seen::join(later);
    }
    constexpr void unmerge(const DecimalSum& earlier) {
        total_.unmerge(earlier.total_);
        Seen::part(earlier);
    }
    constexpr R result() const {
        const std::optional<V> sum = total_.template result<V>();
        if constexpr (Optional<R>) return Seen::any() ? sum : std::nullopt;
        else {
            if (!sum) detail::throwMissing("SUM");
            return *sum;
        }
    }
};
template <class R, bool Retracts>
using SumOf = std::conditional_t<std::is_floating_point_v<Bare<R>>, FloatingSum<R, Retracts>, std::conditional_t<std::is_integral_v<Bare<R>>, IntegerSum<R, Retracts>, DecimalSum<R, Retracts>>>;

template <class R>
class IntegerAverage {
    using V = Bare<R>;
    static constexpr bool wide = sizeof(V) == sizeof(std::int64_t);  // two BIGINTs are beyond 64 bits, four thousand million INTs
    using Total = std::conditional_t<wide, UInt128, std::uint64_t>;
    Total sum_{};
    std::int64_t count_{};

public:
    constexpr void add(const auto& view) {
        if (!present(view)) return;
        sum_ += static_cast<Total>(bare(view));
        ++count_;
    }
    constexpr void retract(const auto& view) {
        if (!present(view)) return;
        sum_ -= static_cast<Total>(bare(view));
        --count_;
    }
    constexpr void merge(const IntegerAverage& later) {
        sum_ += later.sum_;
        count_ += later.count_;
    }
    constexpr void unmerge(const IntegerAverage& earlier) {
        sum_ -= earlier.sum_;
        count_ -= earlier.count_;
    }
    constexpr R result() const {
        if (count_ == 0) {
            if constexpr (Optional<R>) return std::nullopt;
            else detail::throwMissing("AVG");
        }
        const auto low = static_cast<std::int64_t>(sum_);
        if constexpr (wide)
            if (static_cast<Total>(low) != sum_) return static_cast<V>(static_cast<Int128>(sum_) / count_);
        return static_cast<V>(shared::combine<DecimalOp::divide, std::int64_t>(low, count_));
    }
};

template <class R>
class FloatingAverage {
    detail::ExactSum<> sum_;
    std::int64_t count_{};

public:
    void add(const auto& view) {
        if (!present(view)) return;
        sum_.add(static_cast<double>(bare(view)));
        ++count_;
    }
    void retract(const auto& view) {
        if (!present(view)) return;
        sum_.subtract(static_cast<double>(bare(view)));
        if (--count_ == 0) sum_.clear();
    }
    void merge(const FloatingAverage& later) {
        sum_.merge(later.sum_);
        if ((count_ += later.count_) == 0) sum_.clear();
    }
    void unmerge(const FloatingAverage& earlier) {
        sum_.unmerge(earlier.sum_);
        count_ -= earlier.count_;
    }
    R result() const {
        if (count_ == 0) {
            if constexpr (Optional<R>) return std::nullopt;
            else detail::throwMissing("AVG");
        }
        return static_cast<Bare<R>>(sum_.result() / static_cast<double>(count_));
    }
    std::size_t bytes() const { return sum_.bytes(); }
};

template <class R, bool Retracts, int Scale>
class DecimalAverage {
    using V = Bare<R>;
    using Total = Decimal<38, Scale>;
    shared::DecimalTotal total_;
    std::int64_t count_{};
    bool fits_{true};  // so far; a sum that nothing is taken out of stays too large

public:
    constexpr void add(const auto& view) {
        if (!present(view)) return;
        total_.add(bare(view).unscaled());
        ++count_;
        look();
    }
    constexpr void retract(const auto& view) {
        if (!present(view)) return;
        total_.subtract(bare(view).unscaled());
        --count_;
    }
    constexpr void merge(const DecimalAverage& later) {
        total_.merge(later.total_);
        count_ += later.count_;
        fits_ = fits_ && later.fits_;
        look();
    }
    constexpr void unmerge(const DecimalAverage& earlier) requires Retracts {
        total_.unmerge(earlier.total_);
        count_ -= earlier.count_;
    }
    constexpr R result() const {
        std::optional<V> average;
        if (fits_ && count_ != 0)
            if (const std::optional<Total> sum = total_.template result<Total>()) average = shared::combine<DecimalOp::divide, V>(*sum, count_);
        if constexpr (Optional<R>) return average;
        else {
            if (!average) detail::throwMissing("AVG");
            return *average;
        }
    }

private:
    constexpr void look() {
        if constexpr (!Retracts) fits_ = fits_ && total_.template result<Total>();
    }
};
template <class... A> inline constexpr int scaleOf = 0;
template <int P, int S> inline constexpr int scaleOf<Decimal<P, S>> = S;
template <class R, bool Retracts, class... A>
using AverageOf = std::conditional_t<std::is_floating_point_v<Bare<R>>, FloatingAverage<R>, std::conditional_t<std::is_integral_v<Bare<R>>, IntegerAverage<R>, DecimalAverage<R, Retracts, scaleOf<A...>>>>;

}  // namespace shared

/// SUM(x): of x's type, a DECIMAL(p, s) as DECIMAL(38, s). Integers wrap (Flink). FLOAT and DOUBLE are summed without rounding, and
/// the sum is rounded once: it is the same in any order, and as if what was taken back had never been there (Flink rounds each step). A DECIMAL that leaves 38
/// digits is NULL, and the next value begins anew (Flink); over an updating input it is NULL as long as the sum has more. NULLs are skipped; NULL over nothing.
struct Sum {
    static constexpr void typing(Typing& t) {
        if (!rules::arguments(t, "N")) return;
        const SqlType type = rules::effective(t, 0);
        t.result = type.root == TypeRoot::decimal ? sqltype::decimal(38, type.scale).orNull(type.nullable) : type;
    }
    static constexpr FunctionInfo info{.name = "SUM", .minArguments = 1, .maxArguments = 1, .aggregate = true, .typing = &typing};
    template <class R, bool Retracts, class... A> using Accumulator = shared::SumOf<R, Retracts>;
};

/// $SUM0(x): as SUM, but 0 over nothing.
struct Sum0 {
    static constexpr void typing(Typing& t) {
        Sum::typing(t);
        t.result = t.result.withNullable(false);
    }
    static constexpr FunctionInfo info{.name = "$SUM0", .alias = "SUM0", .minArguments = 1, .maxArguments = 1, .aggregate = true, .ofNothing = true, .typing = &typing};
    
    template <class R, bool Retracts, class... A>
    struct Accumulator : shared::SumOf<R, Retracts> {
        constexpr R result() const {
            const R sum = shared::SumOf<R, Retracts>::result();
            if constexpr (std::is_floating_point_v<R>) return sum + R{};  // -0.0 is 0.0
            else return sum;
        }
    };
};

/// AVG(x): of x's type (that of integers is cut toward zero), a DECIMAL(p, s) as DECIMAL(38, max(6, s)). Integers are summed without a limit (Flink's sum
/// wraps), FLOAT and DOUBLE as SUM has it; a DECIMAL sum that leaves 38 digits is NULL and stays so, over an updating input as long as it has more. NULL over
/// nothing.
struct Avg {
    static constexpr void typing(Typing& t) {
        if (!rules::arguments(t, "N")) return;
        t.result = rules::averageOf(rules::effective(t, 0));
    }
    static constexpr FunctionInfo info{.name = "AVG", .minArguments = 1, .maxArguments = 1, .aggregate = true, .typing = &typing};
    template <class R, bool Retracts, class... A> using Accumulator = shared::AverageOf<R, Retracts, Bare<A>...>;
};

}  // namespace rivulet::functions
