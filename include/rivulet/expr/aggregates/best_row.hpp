// SPDX-License-Identifier: BSL-1.0
// ARG_MAX and ARG_MIN: a value of the row that has the most or the least of another.
#pragma once
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>

#include <rivulet/expr/aggregates/extreme.hpp>
#include <rivulet/expr/aggregates/kept.hpp>
#include <rivulet/expr/arrival_list.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

namespace shared {

constexpr void ofBestRow(Typing& t) {
    if (t.isNull(0)) return t.refuse(0, "a value with a type, such as CAST(NULL AS INT)");
    const SqlType value = t.type(0), by = t.type(1);
    Typing order{.arguments = t.arguments + 1, .count = 1};
    extremeOf(order);
    if (order.refused >= 0) return t.refuse(1, order.expected);
    t.result = value.orNull(by.nullable);
}

// The row so far: the first of those that have the most.
template <bool Most, class R, bool Retracts, class X, class Y>
class BestRow {
    using Best = detail::KeptValue<std::optional<Bare<Y>>>;
    Best best_;
    std::optional<Bare<R>> value_;

public:
    void add(const auto& x, const auto& y) {
        if (!present(y) || (best_.present() && !detail::isBeyond<Most>(bare(y), bare(best_.value())))) return;
        best_.set(bare(y));
        if (present(x)) detail::keep(value_, bare(x));
        else value_.reset();
    }
    void merge(const BestRow& later) {
        if (later.best_.present()) add(later.value_, later.best_.value());
    }
    const R& result() const {
        if constexpr (Optional<R>) return value_;
        else {
            if (!value_) detail::throwMissing(Most ? "ARG_MAX" : "ARG_MIN");
            return *value_;
        }
    }
    std::size_t bytes() const { return best_.bytes() + detail::heldBytes(value_); }
};
// With retraction: all rows by what they are compared by, those of one such value as they came.
template <bool Most, class R, class X, class Y>
class BestRow<Most, R, true, X, Y> {
    using Values = detail::ArrivalList<detail::Listed<X>>;
    std::map<Bare<Y>, Values, detail::TotalOrder> rows_;

    template <class V> Values& valuesOf(const V& y) {
        const auto at = rows_.lower_bound(y);
        if (at != rows_.end() && detail::totalOrder(at->first, y) == 0) return at->second;
        return rows_.emplace_hint(at, Bare<Y>(y), Values())->second;
    }

public:
    void add(const auto& x, const auto& y) { if (present(y)) valuesOf(bare(y)).add(x); }
    void retract(const auto& x, const auto& y) {
        if (!present(y)) return;
        const auto at = rows_.find(bare(y));
        if (at == rows_.end()) return;
        at->second.removeFirst(x);
        if (at->second.empty()) rows_.erase(at);
    }
    void merge(const BestRow& later) {
        for (const auto& [y, values] : later.rows_) valuesOf(y).add(values);
    }
    auto result() const {
        using View = std::remove_cvref_t<decltype(detail::asView(std::declval<const Bare<R>&>()))>;
        const Values* const values = rows_.empty() ? nullptr : &(Most ? std::prev(rows_.end()) : rows_.begin())->second;
        if constexpr (Optional<R>) {
            if (!values || !present(values->front())) return std::optional<View>();
            return std::optional<View>(View(bare(values->front())));
        } else {
            if (!values) detail::throwMissing(Most ? "ARG_MAX" : "ARG_MIN");
            return View(bare(values->front()));
        }
    }
    std::size_t bytes() const {
        std::size_t n = detail::nodeBytes(rows_);
        for (const auto& [y, values] : rows_) n += detail::heldBytes(y) + values.bytes();
        return n;
    }
};

}  // namespace shared

/// ARG_MAX(x, y), MAX_BY(x, y): x of the row with the greatest y, of equal ones the first that came; of x's type, NULL where x is NULL there. Rows where y is NULL
/// are skipped; NULL over nothing. y as in MAX. An extension: Flink has none. Over an updating input all rows are kept.
struct ArgMax {
    static constexpr FunctionInfo info{.name = "ARG_MAX", .alias = "MAX_BY", .minArguments = 2, .maxArguments = 2, .aggregate = true, .typing = &shared::ofBestRow};
    template <class R, bool Retracts, class... A> using Accumulator = shared::BestRow<true, R, Retracts, A...>;
};
/// ARG_MIN(x, y), MIN_BY(x, y): of the row with the least y.
struct ArgMin {
    static constexpr FunctionInfo info{.name = "ARG_MIN", .alias = "MIN_BY", .minArguments = 2, .maxArguments = 2, .aggregate = true, .typing = &shared::ofBestRow};
    template <class R, bool Retracts, class... A> using Accumulator = shared::BestRow<false, R, Retracts, A...>;
};

}  // namespace rivulet::functions
