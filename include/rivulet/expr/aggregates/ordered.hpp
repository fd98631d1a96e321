// SPDX-License-Identifier: BSL-1.0
// AGG(x ORDER BY y): the accumulator behind sees the rows in that order.
#pragma once
#include <cstddef>
#include <map>
#include <tuple>
#include <type_traits>
#include <utility>

#include <rivulet/core/pack.hpp>
#include <rivulet/expr/aggregates/kept.hpp>
#include <rivulet/expr/arrival_list.hpp>
#include <rivulet/expr/total_order.hpp>

namespace rivulet::detail {

/// Inner is an accumulator of Arguments; a row's views are those and then the keys. `Orders` has two bits a key, the first one lowest: descending, NULLs first. Rows
/// with equal keys keep the order of arrival, and one that is taken back is the first that equals it. All rows are kept, and go through Inner for each result.
template <class Inner, long long Orders, class Arguments, class Keys>
class OrderedAccumulator;

template <class Inner, long long Orders, class... A, class... K>
class OrderedAccumulator<Inner, Orders, Pack<A...>, Pack<K...>> {
    struct Before {
        using is_transparent = void;
        template <class X, class Y> bool operator()(const X& x, const Y& y) const { return compare(x, y, std::index_sequence_for<K...>{}) < 0; }

    private:
        template <class X, class Y, std::size_t... I> static int compare(const X& x, const Y& y, std::index_sequence<I...>) {
            int order = 0;
            (void)(((order = part<static_cast<int>(I)>(std::get<I>(x), std::get<I>(y))) != 0) || ...);
            return order;
        }
        template <int I> static int part(const auto& x, const auto& y) {
            constexpr bool descending = Orders >> 2 * I & 1, nullsFirst = Orders >> 2 * I & 2;
            if (!present(x) || !present(y)) return present(x) == present(y) ? 0 : present(y) == nullsFirst ? -1 : 1;
            const int order = totalOrder<false>(bare(x), bare(y));
            return descending ? -order : order;
        }
    };
    using Row = std::tuple<A...>;
    using Rows = ArrivalList<Row>;
    std::map<std::tuple<K...>, Rows, Before> rows_;
    mutable Inner inner_;  // a result may refer into it

    template <std::size_t From, std::size_t... I> static auto part(const auto& all, std::index_sequence<I...>) {
        return std::tuple<std::tuple_element_t<From + I, std::remove_cvref_t<decltype(all)>>...>(std::get<From + I>(all)...);
    }
    // f(the arguments, the keys), each a tuple of references.
    template <class F> static void split(F f, const auto&... views) {
        const std::tuple<const std::remove_cvref_t<decltype(views)>&...> all(views...);
        f(part<0>(all, std::index_sequence_for<A...>{}), part<sizeof...(A)>(all, std::index_sequence_for<K...>{}));
    }
    template <class Key> Rows& rowsOf(const Key& key) {
        const auto at = rows_.lower_bound(key);
        if (at != rows_.end() && !rows_.key_comp()(key, at->first)) return at->second;
        return rows_.emplace_hint(at, std::tuple<K...>(key), Rows())->second;
    }

public:
    void add(const auto&... views) {
        split([this](const auto& row, const auto& key) { rowsOf(key).add(row); }, views...);
    }
    void retract(const auto&... views) {
        split([this](const auto& row, const auto& key) {
            const auto at = rows_.find(key);
            if (at == rows_.end()) return;
            at->second.removeFirst(row);
            if (at->second.empty()) rows_.erase(at);
        }, views...);
    }
    void merge(const OrderedAccumulator& later) {
        for (const auto& [key, rows] : later.rows_) rowsOf(key).add(rows);
    }
    decltype(auto) result() const {
        inner_ = Inner();
        for (const auto& [key, rows] : rows_)
            for (const Row& row : rows) std::apply([this](const auto&... view) { inner_.add(asView(view)...); }, row);
        return std::as_const(inner_).result();
    }
    std::size_t bytes() const {
        std::size_t n = nodeBytes(rows_);
        for (const auto& [key, rows] : rows_) n += rows.bytes();
        return n;
    }
};

}  // namespace rivulet::detail
