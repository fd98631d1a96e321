// SPDX-License-Identifier: BSL-1.0
// MIN and MAX.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>

#include <rivulet/expr/aggregates/kept.hpp>
#include <rivulet/expr/compare.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

namespace shared {

constexpr void extremeOf(Typing& t) {
    const SqlType type = t.type(0);
    const bool ordered = type.isNumeric() || type.isCharacter() || type.root == TypeRoot::boolean || type.root == TypeRoot::date || type.root == TypeRoot::time || type.isTimestamp();
    if (!ordered) return t.refuse(0, "a number, text, BOOLEAN, date or time");
    t.result = type;
}

// Without retraction: the best so far.
template <bool Most, class R, bool Retracts>
class Extreme {
    detail::KeptValue<R> best_;

public:
    constexpr void add(const auto& view) {
        if (!present(view)) return;
        const auto& v = bare(view);
        if (!best_.present() || detail::isBeyond<Most>(v, bare(best_.value()))) best_.set(v);
    }
    constexpr void merge(const Extreme& later) {
        if (later.best_.present()) add(later.best_.value());
    }
    constexpr const R& result() const { return best_.result(Most ? "MAX" : "MIN"); }
    std::size_t bytes() const { return best_.bytes(); }
};

// Integers of a group that is never empty: no flag, the first value is beyond none.
template <bool Most, class R> requires(std::is_integral_v<R> && !std::is_same_v<R, bool>)
class Extreme<Most, R, false> {
    R best_ = Most ? std::numeric_limits<R>::min() : std::numeric_limits<R>::max();

public:
    constexpr void add(R v) {
        if (Most ? v > best_ : v < best_) best_ = v;
    }
    constexpr void merge(const Extreme& later) { add(later.best_); }
    constexpr R result() const { return best_; }
};

// With retraction: all values in their order, how often each is there, and the best.
// A value that comes and is better is the best, even if it is owed because it was taken back before it came (Flink).
template <bool Most, class R>
class Extreme<Most, R, true> {
    using V = Bare<R>;
    detail::SortedCounts<V> values_;
    detail::KeptValue<R> best_;
    std::int64_t there_{};  // different values

    void findBest() {
        best_.reset();
        if constexpr (Most) {
            for (auto at = values_.of().rbegin(); at != values_.of().rend() && !best_.present(); ++at)
                if (at->second > 0) best_.set(at->first);
        } else {
            for (auto at = values_.of().begin(); at != values_.of().end() && !best_.present(); ++at)
                if (at->second > 0) best_.set(at->first);
        }
    }

public:
    void add(const auto& view) {
        if (!present(view)) return;
        const auto& v = bare(view);
        if (there_ == 0 || !best_.present() || (Most ? detail::totalOrder(best_.value(), v) < 0 : detail::totalOrder(best_.value(), v) > 0)) best_.set(v);
        if (values_.change(v, 1) == 1) ++there_;
    }
    void retract(const auto& view) {
        if (!present(view) || values_.change(bare(view), -1) != 0) return;
        --there_;
        if (there_ == 0) best_.reset();
        else if (best_.present() && detail::totalOrder(best_.value(), bare(view)) == 0) findBest();
    }
    void merge(const Extreme& later) {
        for (const auto& [value, n] : later.values_.of()) {
            const std::int64_t now = values_.change(value, n);
            there_ += (now > 0) - (now - n > 0);
        }
        findBest();
    }
    const R& result() const { return best_.result(Most ? "MAX" : "MIN"); }
    std::size_t bytes() const { return values_.bytes() + best_.bytes(); }
};

}  // namespace shared

/// MAX(x): numbers, text (by code point), BOOLEAN, dates and times; of x's type. NULLs are skipped; NULL over nothing. NaN is the greatest number,
/// -0.0 is below 0.0, in whatever order they come.
struct Max {
    static constexpr FunctionInfo info{.name = "MAX", .minArguments = 1, .maxArguments = 1, .aggregate = true, .typing = &shared::extremeOf};
    template <class R, bool Retracts, class... A> using Accumulator = shared::Extreme<true, R, Retracts>;
};
/// MIN(x): as MAX.
struct Min {
    static constexpr FunctionInfo info{.name = "MIN", .minArguments = 1, .maxArguments = 1, .aggregate = true, .typing = &shared::extremeOf};
    template <class R, bool Retracts, class... A> using Accumulator = shared::Extreme<false, R, Retracts>;
};

}  // namespace rivulet::functions
