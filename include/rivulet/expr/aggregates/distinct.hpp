// SPDX-License-Identifier: BSL-1.0
// AGG(DISTINCT x): the accumulator behind sees each value once.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <type_traits>
#include <utility>

#include <rivulet/expr/aggregates/kept.hpp>

namespace rivulet::detail {

/// The values that an aggregate has seen, NULL being one, and how often. Inner is an accumulator of the same arguments; it
/// gets a value when its first copy comes and, with Retracts, loses it with the last. One lookup a row; a node per value.
template <class Inner, bool Retracts, class... A>
class DistinctAccumulator {
public:
    void add(const auto&... views) {
        if (counts_.change(1, views...)) inner_.add(views...);
    }
    void retract(const auto&... views) {
        if (counts_.change(-1, views...)) inner_.retract(views...);
    }
    decltype(auto) result() const { return inner_.result(); }
    std::size_t bytes() const {
        if constexpr (requires { inner_.bytes(); }) return nodeBytes(counts_.of) + inner_.bytes();
        else return nodeBytes(counts_.of);
    }

    /// Copies of values: of one argument the value, else a tuple.
    struct Counts {
        using Key = typename std::conditional_t<sizeof...(A) == 1, std::tuple<std::type_identity<A>...>, std::tuple<std::type_identity<std::tuple<A...>>>>;
        using Value = typename std::tuple_element_t<0, Key>::type;
        std::map<Value, std::int64_t, TotalOrder> of;

        /// Whether the value came (n = 1) or went (n = -1). One that was taken back before it came is owed.
        bool change(int n, const auto&... views) {
            if constexpr (sizeof...(A) == 1) return changed(n, views...);
            else return changed(n, std::tuple<const std::remove_cvref_t<decltype(views)>&...>(views...));
        }

    private:
        bool changed(int n, const auto& view) {
            auto at = of.lower_bound(view);
            if (at == of.end() || totalOrder(at->first, view) != 0) {
                of.emplace_hint(at, Value(view), n);
                return n > 0;
            }
            if constexpr (Retracts) {
                at->second += n;
                if (at->second != 0) return false;
                of.erase(at);
                return n < 0;
            } else return false;
        }
    };

private:
    Counts counts_;
    Inner inner_;
};

/// The same where only the end counts (batch): the values go through the accumulator in their order, as Flink's batch plan sorts
/// them. LISTAGG(DISTINCT x) of b, a is `a,b`.
template <class Inner, bool Retracts, class... A>
class SortedDistinctAccumulator {
public:
    void add(const auto&... views) { counts_.change(1, views...); }
    decltype(auto) result() const {
        inner_ = Inner();
        for (const auto& [value, count] : counts_.of) {
            if constexpr (sizeof...(A) == 1) inner_.add(asView(value));
            else std::apply([this](const auto&... part) { inner_.add(asView(part)...); }, value);
        }
        return std::as_const(inner_).result();
    }
    std::size_t bytes() const { return nodeBytes(counts_.of); }

private:
    typename DistinctAccumulator<Inner, false, A...>::Counts counts_;
    mutable Inner inner_;  // a result may refer into it
};

}  // namespace rivulet::detail
