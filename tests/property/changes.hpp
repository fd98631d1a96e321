// SPDX-License-Identifier: BSL-1.0
// Random tables, and random histories that lead to them: inserts, updates and deletions in any order.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <rivulet/rivulet.hpp>

namespace property {

// Few different values, so that keys meet, values repeat and NULLs are everywhere. `id` tells the rows of upserts apart.
using A = rivulet::Row<rivulet::Field<"id", std::int32_t>, rivulet::Field<"k", std::optional<std::int32_t>>, rivulet::Field<"s", std::optional<std::string>>,
                       rivulet::Field<"v", std::optional<std::int64_t>>>;
using B = rivulet::Row<rivulet::Field<"id", std::int32_t>, rivulet::Field<"k", std::optional<std::int32_t>>, rivulet::Field<"t", std::optional<std::string>>,
                       rivulet::Field<"w", std::optional<std::int64_t>>>;

/// Which changes a table is made of.
enum class Changes { inserts, retracts, upserts };

/// SplitMix64: the same numbers on every machine.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    int below(int n) {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
        z = (z ^ z >> 27) * 0x94D049BB133111EBu;
        return static_cast<int>((z ^ z >> 31) % static_cast<std::uint64_t>(n));
    }

private:
    std::uint64_t state_;
};

/// A history and the rows that are there at its end, in the order in which they came; one that is updated comes anew, and of equal rows the first goes.
template <class R>
struct History {
    std::vector<R> changes, rows;
};

template <class R>
R randomRow(Random& random, int id) {
    std::optional<std::int32_t> k;
    std::optional<std::string> text;
    std::optional<std::int64_t> number;
    if (random.below(6)) k = random.below(4);
    if (random.below(6)) text = std::string(1, static_cast<char>('a' + random.below(3)));
    if (random.below(5)) number = random.below(7) - 2;
    return R(std::int32_t{id}, k, text, number);
}

template <class R>
R withKind(R row, rivulet::RowKind kind) {
    row.kind = kind;
    return row;
}

template <class R>
bool sameValues(const R& a, const R& b) { return withKind(a, b.kind) == b; }

/// Up to `most` changes. Upserts have one row for each id; other rows may be there twice. Not empty at the end if `some`.
template <class R>
History<R> randomHistory(Random& random, Changes kind, int most, bool some) {
    using rivulet::RowKind;
    History<R> h;
    const bool upserts = kind == Changes::upserts;
    const auto write = [&](const R& row, RowKind k) { h.changes.push_back(withKind(row, k)); };
    const auto insert = [&] {
        R row = randomRow<R>(random, random.below(upserts ? 6 : 3));
        for (std::size_t i = 0; upserts && i < h.rows.size(); ++i)
            if (h.rows[i].template get<"id">() == row.template get<"id">()) {
                write(row, random.below(2) ? RowKind::updateAfter : RowKind::insert);
                if (sameValues(h.rows[i], row)) return;  // nothing has happened
                h.rows.erase(h.rows.begin() + static_cast<std::ptrdiff_t>(i));
                return h.rows.push_back(std::move(row));
            }
        write(row, upserts && random.below(2) ? RowKind::updateAfter : RowKind::insert);
        h.rows.push_back(std::move(row));
    };
    // One of the rows; of equal ones the first.
    const auto any = [&] {
        const R& picked = h.rows[static_cast<std::size_t>(random.below(static_cast<int>(h.rows.size())))];
        auto at = h.rows.begin();
        while (!sameValues(*at, picked)) ++at;
        return at;
    };
    const auto remove = [&] {
        const auto at = any();
        write(upserts && random.below(2) ? R(at->template get<"id">(), std::nullopt, std::nullopt, std::nullopt) : *at, RowKind::delete_);
        h.rows.erase(at);
    };
    const auto update = [&] {
        const auto at = any();
        write(*at, RowKind::updateBefore);
        R row = randomRow<R>(random, at->template get<"id">());
        h.rows.erase(at);
        write(row, RowKind::updateAfter);
        h.rows.push_back(std::move(row));
    };
    for (int n = random.below(most + 1); n > 0; --n) {
        const int what = kind == Changes::inserts || h.rows.empty() ? 0 : random.below(8);
        if (what < 4) insert();
        else if (what < 6) remove();
        else if (upserts) insert();
        else update();
    }
    if (some && h.rows.empty()) insert();
    return h;
}

/// Whether each further change is one of the first table: the changes of a table keep their order.
inline std::vector<bool> randomFeed(Random& random, std::size_t first, std::size_t second) {
    std::vector<bool> feed;
    while (first + second > 0) {
        const bool takesFirst = second == 0 || (first > 0 && random.below(static_cast<int>(first + second)) < static_cast<int>(first));
        --(takesFirst ? first : second);
        feed.push_back(takesFirst);
    }
    return feed;
}

}  // namespace property
