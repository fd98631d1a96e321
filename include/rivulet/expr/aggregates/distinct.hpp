// SPDX-License-Identifier: BSL-1.0
// AGG(DISTINCT x): the accumulator behind sees each value once.
#pragma once
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include <rivulet/expr/aggregates/kept.hpp>

namespace rivulet::detail {

template <class... A> struct DistinctValue { using Type = std::tuple<A...>; };
template <class A> struct DistinctValue<A> { using Type = A; };

/// The values that an aggregate has seen in their order, NULL being one; of several arguments a tuple.
template <class... A>
class SortedValues {
    SortedCounts<typename DistinctValue<A...>::Type> counts_;

public:
    std::int64_t change(std::int64_t n, const auto&... views) {
        if constexpr (sizeof...(A) == 1) return counts_.change(views..., n);
        else return counts_.change(std::tuple<const std::remove_cvref_t<decltype(views)>&...>(views...), n);
    }
    /// `f(count, value..)` of each, in their order.
    template <class F> void forEach(F f) const {
        for (const auto& [value, count] : counts_.of()) {
            if constexpr (sizeof...(A) == 1) f(count, asView(value));
            else std::apply([&f, n = count](const auto&... part) { f(n, asView(part)...); }, value);
        }
    }
    /// `inner.add(value..)` of each that is there, in their order.
    template <class Inner> void addTo(Inner& inner) const {
        forEach([&inner](std::int64_t count, const auto&... views) {
            if (count > 0) inner.add(views...);
        });
    }
    std::size_t bytes() const { return counts_.bytes(); }
};

/// Inner is an accumulator; it gets a value when its first copy comes, and loses it with the last. Values counts them:
/// `change(n, views...)` says how often the value is there, now that it came (1) or went (-1); `forEach(f)` calls f(count, views...). One lookup
/// a row. Merging goes through the other's values in the order of Values.
template <class Values, class Inner>
class DistinctAccumulator {
    Values values_;
    Inner inner_;

public:
    void add(const auto&... views) {
        if (values_.change(1, views...) == 1) inner_.add(views...);
    }
    void retract(const auto&... views) {
        if (values_.change(-1, views...) == 0) inner_.retract(views...);
    }
    void merge(const DistinctAccumulator& later) {
        later.values_.forEach([this](std::int64_t n, const auto&... views) {
            const std::int64_t now = values_.change(n, views...);
            if (now > 0 && now <= n) inner_.add(views...);
            if constexpr (requires { inner_.retract(views...); }) {
                if (now <= 0 && now > n) inner_.retract(views...);
            }
        });
    }
    decltype(auto) result() const { return inner_.result(); }
    std::size_t bytes() const {
        if constexpr (requires { inner_.bytes(); }) return values_.bytes() + inner_.bytes();
        else return values_.bytes();
    }
};

/// The same where only the end counts (batch): the values go through Inner in their order, as Flink's batch plan sorts them.
/// LISTAGG(DISTINCT x) of b, a is `a,b`.
template <class Inner, class... A>
class SortedDistinctAccumulator {
    SortedValues<A...> values_;
    mutable Inner inner_;  // a result may refer into it

public:
    void add(const auto&... views) { values_.change(1, views...); }
    void retract(const auto&... views) { values_.change(-1, views...); }
    void merge(const SortedDistinctAccumulator& later) {
        later.values_.forEach([this](std::int64_t n, const auto&... views) { values_.change(n, views...); });
    }
    decltype(auto) result() const {
        inner_ = Inner();
        values_.addTo(inner_);
        return std::as_const(inner_).result();
    }
    std::size_t bytes() const { return values_.bytes(); }
};

}  // namespace rivulet::detail
