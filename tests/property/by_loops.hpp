// SPDX-License-Identifier: BSL-1.0
// Queries beside loops by hand over the same rows.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "agrees.hpp"

namespace property {

using Number = std::optional<std::int64_t>;
using Answer = std::vector<std::vector<Number>>;

// Three-valued comparisons of SQL: 1 is TRUE, 0 is FALSE, nothing is UNKNOWN.
inline std::optional<bool> equal(const auto& a, const auto& b) { return a && b ? std::optional<bool>(*a == *b) : std::nullopt; }
inline std::optional<bool> less(const auto& a, const auto& b) { return a && b ? std::optional<bool>(*a < *b) : std::nullopt; }
inline bool holds(const std::optional<bool>& x) { return x.value_or(false); }

inline Bag bagOf(const Answer& rows) {
    Bag bag;
    for (const auto& row : rows) {
        std::string text = "[";
        for (const Number& n : row) text += (text.size() > 1 ? ", " : "") + (n ? std::to_string(*n) : std::string("null"));
        ++bag[text + "]"];
    }
    return bag;
}

/// The query over random rows, beside loops by hand over the same: `each(row of a, rows of b)` gives the rows for one of a.
template <rivulet::FixedString Sql>
void answers(auto each) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Random random(seed * 77);
        const Tables tables{randomHistory<A>(random, Changes::retracts, 24, false), randomHistory<B>(random, Changes::retracts, 24, false), {}};
        Answer expected;
        for (const A& a : tables.a.rows) each(a, tables.b.rows, expected);
        const Bag found = batchOf<Sql>(tables), right = bagOf(expected);
        CHECK_MESSAGE(found == right, "seed " << seed << ": " << Sql.view() << "\nfound:\n" << textOf(found) << "by loops:\n" << textOf(right));
        if (found != right) break;
    }
    agreesOn<Sql, Changes::retracts, Changes::retracts>(histories, false);
}

constexpr auto id = [](const auto& row) { return Number(row.template get<"id">()); };
constexpr auto k = [](const auto& row) -> const auto& { return row.template get<"k">(); };
constexpr auto w = [](const B& b) -> const auto& { return b.get<"w">(); };

}  // namespace property
