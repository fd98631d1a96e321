// SPDX-License-Identifier: BSL-1.0
// q6 as a stream: SQL finds the winning bids, a keyed process function goes on where SQL's OVER ends.
#pragma once
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>

#include <rivulet/rivulet.hpp>

namespace nexmark {

using AverageOfSeller = rivulet::Row<rivulet::Field<"seller", std::int64_t>, rivulet::Field<"price", std::int64_t>>;

/// AVG(price) OVER (PARTITION BY seller ORDER BY eventTime, id ROWS BETWEEN 10 PRECEDING AND CURRENT ROW) of rows that come and go.
struct AverageOfLast {
    static constexpr int preceding = 10;
    /// A seller's winning bids, in order.
    struct State {
        std::map<std::pair<rivulet::Timestamp<3>, std::int64_t>, std::int64_t> prices{};
    };
    using Place = decltype(State::prices)::key_type;

    /// A bid that comes or goes changes its own average and those of the ten after it.
    template <class Winning>
    void operator()(const Winning& bid, State& state, rivulet::Collector<AverageOfSeller>& out) const {
        const std::int64_t seller = bid.template get<"seller">();
        const Place place{bid.template get<"eventTime">(), bid.template get<"id">()};
        emit(rivulet::RowKind::delete_, seller, state, place, out);
        if (bid.kind == rivulet::RowKind::insert || bid.kind == rivulet::RowKind::updateAfter) state.prices.emplace(place, bid.template get<"price">());
        else state.prices.erase(place);
        emit(rivulet::RowKind::insert, seller, state, place, out);
    }

private:
    static void emit(rivulet::RowKind kind, std::int64_t seller, const State& state, const Place& place, rivulet::Collector<AverageOfSeller>& out) {
        auto row = state.prices.lower_bound(place);
        auto oldest = row;
        std::int64_t sum = 0, count = 0;
        while (count < preceding && oldest != state.prices.begin()) {
            sum += (--oldest)->second;
            ++count;
        }
        const int rows = preceding + (row != state.prices.end() && row->first == place);
        for (int i = 0; i < rows && row != state.prices.end(); ++i, ++row) {
            sum += row->second;
            if (++count > preceding + 1) {
                sum -= (oldest++)->second;
                --count;
            }
            out.collect(AverageOfSeller(kind, seller, sum / count));
        }
    }
};

/// The averages of `winning`, the changes of q6Winning.
template <class Winning>
auto averageOfLast(const Winning& winning) {
    using Row = typename Winning::Element;
    return winning.keyBy([](const Row& bid) { return bid.template get<"seller">(); })
        .process([](const Row& bid, AverageOfLast::State& state, rivulet::Collector<AverageOfSeller>& out) { AverageOfLast{}(bid, state, out); });
}

}  // namespace nexmark
