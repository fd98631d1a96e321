// SPDX-License-Identifier: BSL-1.0
// FIRST_VALUE, LAST_VALUE, SINGLE_VALUE.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include <rivulet/core/exception.hpp>
#include <rivulet/expr/aggregates/kept.hpp>
#include <rivulet/expr/arrival_list.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

namespace shared {

constexpr void valueOf(Typing& t) {
    if (t.isNull(0)) return t.refuse(0, "a value with a type, such as CAST(NULL AS INT)");
    t.result = t.type(0);
}

template <bool First, class R, bool Retracts>
class EndValue {
    detail::KeptValue<R> value_;

public:
    constexpr void add(const auto& view) {
        if (present(view) && !(First && value_.present())) value_.set(bare(view));
    }
    constexpr void merge(const EndValue& later) {
        if (later.value_.present()) add(later.value_.value());
    }
    constexpr const R& result() const { return value_.result(First ? "FIRST_VALUE" : "LAST_VALUE"); }
    std::size_t bytes() const { return value_.bytes(); }
};

template <bool First, class R>
class EndValue<First, R, true> {
    detail::ArrivalList<detail::Listed<Bare<R>>> values_;

public:
    void add(const auto& view) { if (present(view)) values_.add(bare(view)); }
    void retract(const auto& view) { if (present(view)) values_.removeFirst(bare(view)); }
    void merge(const EndValue& later) { values_.add(later.values_); }
    auto result() const {
        using View = std::remove_cvref_t<decltype(bare(std::declval<const Bare<R>&>()))>;
        if constexpr (Optional<R>) return values_.empty() ? std::nullopt : std::optional<View>(View(bare(First ? values_.front() : values_.back())));
        else {
            if (values_.empty()) detail::throwMissing(First ? "FIRST_VALUE" : "LAST_VALUE");
            return View(bare(First ? values_.front() : values_.back()));
        }
    }
    std::size_t bytes() const { return values_.bytes(); }
};

}  // namespace shared

/// FIRST_VALUE(x), LAST_VALUE(x): the first or last that came and is not NULL. A value that is taken back counts as the one of its
/// copies that came first. Over an updating input all values are kept.
struct FirstValue {
    static constexpr FunctionInfo info{.name = "FIRST_VALUE", .minArguments = 1, .maxArguments = 1, .aggregate = true, .ofOrder = true, .typing = &shared::valueOf};
    template <class R, bool Retracts, class... A> using Accumulator = shared::EndValue<true, R, Retracts>;
};
struct LastValue {
    static constexpr FunctionInfo info{.name = "LAST_VALUE", .minArguments = 1, .maxArguments = 1, .aggregate = true, .ofOrder = true, .typing = &shared::valueOf};
    template <class R, bool Retracts, class... A> using Accumulator = shared::EndValue<false, R, Retracts>;
};

/// SINGLE_VALUE(x): the x of the only row, what a scalar subquery stands for; NULL over nothing, DataError for a second row.
struct SingleValue {
    static constexpr FunctionInfo info{.name = "SINGLE_VALUE", .minArguments = 1, .maxArguments = 1, .aggregate = true, .typing = &shared::valueOf};

    template <class R, bool Retracts, class A>
    class Accumulator {
        detail::KeptValue<R> value_;
        std::int64_t rows_{};

    public:
        void add(const auto& view) {
            more(1);
            if (present(view)) value_.set(bare(view));
        }
        void retract(const auto&) {
            --rows_;
            value_.reset();
        }
        void merge(const Accumulator& later) {
            more(later.rows_);
            if (later.value_.present()) value_.set(later.value_.value());
        }
        constexpr const R& result() const { return value_.result(info.name); }
        std::size_t bytes() const { return value_.bytes(); }

    private:
        void more(std::int64_t n) {
            if ((rows_ += n) > 1) throw DataError("a subquery that stands for one value gives more than one row");
        }
    };
};

}  // namespace rivulet::functions
