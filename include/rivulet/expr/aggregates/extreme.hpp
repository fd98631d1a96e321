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

// Without retraction: the best so far. A NaN that came first stays, a later one is skipped (Flink).
template <bool Most, class R, bool Retracts>
class Extreme {
    detail::KeptValue<R> best_;

public:
    constexpr void add(const auto& view) {
        if (!present(view)) return;
        const auto& v = bare(view);
        if (!best_.present() || (Most ? lessValues(bare(best_.value()), v) : lessValues(v, bare(best_.value())))) best_.set(v);
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
    constexpr R result() const { return best_; }
};

// With retraction: all values in their order (Java's for floating point: NaN is the greatest), and how often.
template <bool Most, class R>
class Extreme<Most, R, true> {
    using V = Bare<R>;
    detail::SortedCounts<V> values_;

    // Values that were taken back before they came are no result.
    const V* best() const {
        if constexpr (Most) {
            for (auto at = values_.of().rbegin(); at != values_.of().rend(); ++at)
                if (at->second > 0) return &at->first;
        } else {
            for (const auto& [value, count] : values_.of())
                if (count > 0) return &value;
        }
        return nullptr;
    }

public:
    void add(const auto& view) { if (present(view)) values_.change(bare(view), 1); }
    void retract(const auto& view) { if (present(view)) values_.change(bare(view), -1); }
    auto result() const {
        const V* const v = best();
        using View = std::remove_cvref_t<decltype(bare(*v))>;
        if constexpr (Optional<R>) return v ? std::optional<View>(bare(*v)) : std::nullopt;
        else {
            if (!v) detail::throwMissing(Most ? "MAX" : "MIN");
            return View(bare(*v));
        }
    }
    std::size_t bytes() const { return values_.bytes(); }
};

}  // namespace shared

/// MAX(x): numbers, text (by code point), BOOLEAN, dates and times; of x's type. NULLs are skipped; NULL over nothing.
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
