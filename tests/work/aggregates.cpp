// SPDX-License-Identifier: BSL-1.0
// Every aggregate of the catalogue, with FILTER, alone and with DISTINCT: twice as many rows are about twice the work, in whatever order they go.
#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <rivulet/rivulet.hpp>

#include "property/catalogue.hpp"
#include "work.hpp"

namespace {

using namespace rivulet;

/// Arguments and then whether the row passes the filter.
template <class Row> struct Filtered {
    const Row& row;
    bool passes;
    template <int I> decltype(auto) at() const {
        if constexpr (I < static_cast<int>(std::tuple_size_v<Row>)) return detail::asView(std::get<static_cast<std::size_t>(I)>(row));
        else return (passes);
    }
};
template <class Accumulator, class I> struct FilteredFor;
template <class Accumulator, std::size_t... I> struct FilteredFor<Accumulator, std::index_sequence<I...>> {
    using Type = detail::FilteredAggregate<Accumulator, static_cast<int>(sizeof...(I)), static_cast<int>(I)...>;
};

template <class R> inline constexpr bool isWhole = std::is_arithmetic_v<Bare<R>>;  // else a result may be as long as there are rows

template <class Call, class Accumulator>
void run(work::Order order, int n, bool distinctRows, std::vector<typename Call::Row>& rows) {
    typename FilteredFor<Accumulator, std::make_index_sequence<Call::count>>::Type group;
    int step = 0;
    for (const work::Change& c : work::history(order, n)) {
        const Filtered<typename Call::Row> row{rows[static_cast<std::size_t>(distinctRows ? c.row : c.row % 8)], c.row % 9 != 0};
        if (c.comes) group.add(row);
        else group.retract(row);
        if (++step == n || (isWhole<typename Call::R> && step < n)) (void)group.result();
    }
}

}  // namespace

TEST_CASE("the work of aggregates grows with the rows") {
    drawn::forEachCall([]<class Call>(Call) {
        if (Call::name == "SINGLE_VALUE") return;  // takes one row
        CAPTURE(Call::name);
        std::vector<typename Call::Row> rows;
        for (int i = 0; i < 2 * work::rows; ++i) rows.push_back(Call::row(i, false, false));
        for (const bool distinctRows : {true, false})
            for (const work::Order order : work::orders) {
                if (!distinctRows && Call::name == "JSON_OBJECTAGG") continue;  // a key comes once
                CAPTURE(distinctRows);
                CAPTURE(std::string(work::nameOf(order)));
                CHECK(work::growth([&](int n) { run<Call, typename Call::template Accumulator<true, typename Call::Filtered>>(order, n, distinctRows, rows); }) < work::mostGrowth);
                CHECK(work::growth([&](int n) { run<Call, typename Call::template Distinct<true, typename Call::Filtered>>(order, n, distinctRows, rows); }) < work::mostGrowth);
            }
    });
}
