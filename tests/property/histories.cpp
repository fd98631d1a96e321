// SPDX-License-Identifier: BSL-1.0
// Every aggregate of the catalogue over random histories: what it says is what it says of the rows that are left, alone and with DISTINCT, merged and unmerged.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include <rivulet/rivulet.hpp>

#include "catalogue.hpp"
#include "changes.hpp"

namespace {

using namespace rivulet;

/// To the last digit but where numbers are made of squares; see docs/reference.md.
template <class R> bool same(const R& a, const R& b) {
    if constexpr (std::is_same_v<Bare<R>, double>) {
        if (present(a) && present(b)) {
            const double x = bare(a), y = bare(b);
            if (x == y || (std::isfinite(x) && std::isfinite(y) && std::abs(x - y) <= 1e-14 * std::abs(y))) return true;
        }
    }
    return detail::totalOrder(a, b) == 0;
}
template <class Group, class Row> void add(Group& group, const Row& row) { drawn::withViews(row, [&](const auto&... v) { group.add(v...); }); }
template <class Group, class Row> void retract(Group& group, const Row& row) { drawn::withViews(row, [&](const auto&... v) { group.retract(v...); }); }
template <class Group, class Row> Group of(const std::vector<Row>& rows, std::size_t from = 0, std::size_t to = ~std::size_t{}) {
    Group group;
    for (std::size_t i = from; i < rows.size() && i < to; ++i) add(group, rows[i]);
    return group;
}
template <class Row> std::size_t placeOf(const std::vector<Row>& rows, const Row& row) {
    std::size_t i = 0;
    while (i < rows.size() && detail::totalOrder(rows[i], row) != 0) ++i;
    return i;
}
template <class Row> void take(std::vector<Row>& rows, const Row& row) { rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(placeOf(rows, row))); }

// They end the job for what a history does: a key that comes twice, a second row.
bool refusesHistories(std::string_view name) { return name == "JSON_OBJECTAGG" || name == "SINGLE_VALUE"; }

}  // namespace

TEST_CASE("aggregates of what is left") {
    int calls = 0;
    drawn::forEachCall([&calls]<class Call>(Call) {
        if (refusesHistories(Call::name)) return;
        ++calls;
        CAPTURE(Call::name);
        using R = typename Call::R;
        using Row = typename Call::Row;
        using Plain = typename Call::template Accumulator<false>;
        using Changing = typename Call::template Accumulator<true>;
        for (int seed = 1; seed <= 8; ++seed) {
            CAPTURE(seed);
            property::Random random(static_cast<std::uint64_t>(seed));
            std::vector<Row> rows, values;  // values: each once
            Changing group;
            typename Call::template Distinct<true> distinct;
            for (int step = 0; step < 40; ++step) {
                CAPTURE(step);
                if (rows.empty() || random.below(5) < 3) {
                    rows.push_back(Call::row(random.below(12), random.below(6) == 0, seed % 2 == 0));
                    add(group, rows.back());
                    add(distinct, rows.back());
                    if (placeOf(values, rows.back()) == values.size()) values.push_back(rows.back());
                } else {
                    const Row gone = rows[static_cast<std::size_t>(random.below(static_cast<int>(rows.size())))];
                    retract(group, gone);
                    retract(distinct, gone);
                    take(rows, gone);
                    if (placeOf(rows, gone) == rows.size()) take(values, gone);
                }
                if (rows.empty()) continue;
                CHECK(same(R(group.result()), R(of<Plain>(rows).result())));
                CHECK(same(R(distinct.result()), R(of<Plain>(values).result())));
            }
            if (rows.empty()) continue;
            const std::size_t cut = rows.size() / 2;
            Changing first = of<Changing>(rows, 0, cut), all = first;
            const Changing last = of<Changing>(rows, cut);
            all.merge(last);
            CHECK(same(R(all.result()), R(of<Plain>(rows).result())));
            if constexpr (requires { all.unmerge(first); }) {
                all.unmerge(first);
                CHECK(same(R(all.result()), R(last.result())));
            }
            Plain parts = of<Plain>(rows, 0, cut);
            parts.merge(of<Plain>(rows, cut));
            CHECK(same(R(parts.result()), R(of<Plain>(rows).result())));
        }
    });
    CHECK(calls > 60);
}
