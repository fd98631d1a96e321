// SPDX-License-Identifier: BSL-1.0
// Rows of the SQL benchmarks, by formulas that benchmarks/duckdb_sql.py repeats in SQL, and what consumes the changes.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <rivulet/rivulet.hpp>

namespace bench {

/// A permutation of the 32-bit numbers that looks like chance.
constexpr std::uint32_t scramble(std::uint32_t x) {
    x = (x ^ (x >> 16)) * 73244475u;
    x = (x ^ (x >> 16)) * 73244475u;
    return x ^ (x >> 16);
}
/// `user-0000042`: short enough to need no allocation.
inline std::string userName(std::uint32_t number) {
    char text[16];
    std::snprintf(text, sizeof text, "user-%07u", static_cast<unsigned>(number));
    return text;
}

// ---- aggregation and Top-N: sales of users, insert-only ---------------------------------------------------------

struct Sale {
    std::string user;
    std::int64_t amount;
};
inline std::vector<Sale> makeSales(std::uint32_t rows, std::uint32_t users) {
    std::vector<Sale> sales;
    sales.reserve(rows);
    for (std::uint32_t i = 0; i < rows; ++i) sales.push_back({userName(scramble(i) % users), scramble(i + 0x80000000u) % 1'000'000});
    return sales;
}

// ---- join: orders and users that are both updated ---------------------------------------------------------------

using Order = rivulet::Row<rivulet::Field<"id", std::int64_t>, rivulet::Field<"user", std::string>, rivulet::Field<"amount", std::int64_t>>;
using User = rivulet::Row<rivulet::Field<"name", std::string>, rivulet::Field<"score", std::int64_t>>;

constexpr std::int64_t amountOf(std::uint32_t id, bool updated) { return scramble(id + (updated ? 0xC0000000u : 0x80000000u)) % 1'000'000; }
constexpr std::int64_t scoreOf(std::uint32_t user, bool updated) { return scramble(user + (updated ? 0xE0000000u : 0xA0000000u)) % 100; }

constexpr bool isUpdated(std::uint32_t id, std::uint32_t orders) { return id % 4 == 0 && id + 10 < orders; }

/// `orders` of them; each fourth is updated (-U, +U) ten orders later.
inline std::vector<Order> makeOrders(std::uint32_t orders, std::uint32_t users) {
    using rivulet::RowKind;
    std::vector<Order> rows;
    rows.reserve(orders + orders / 2);
    for (std::uint32_t i = 0; i < orders; ++i) {
        rows.push_back(Order(RowKind::insert, std::int64_t{i}, userName(scramble(i) % users), amountOf(i, false)));
        if (i < 10 || !isUpdated(i - 10, orders)) continue;
        const std::uint32_t old = i - 10;
        rows.push_back(Order(RowKind::updateBefore, std::int64_t{old}, userName(scramble(old) % users), amountOf(old, false)));
        rows.push_back(Order(RowKind::updateAfter, std::int64_t{old}, userName(scramble(old) % users), amountOf(old, true)));
    }
    return rows;
}
/// All of them, then each is updated once.
inline std::vector<User> makeUsers(std::uint32_t users) {
    using rivulet::RowKind;
    std::vector<User> rows;
    rows.reserve(users * std::size_t{3});
    for (std::uint32_t u = 0; u < users; ++u) rows.push_back(User(RowKind::insert, userName(u), scoreOf(u, false)));
    for (std::uint32_t u = 0; u < users; ++u) {
        rows.push_back(User(RowKind::updateBefore, userName(u), scoreOf(u, false)));
        rows.push_back(User(RowKind::updateAfter, userName(u), scoreOf(u, true)));
    }
    return rows;
}

/// What is left of both in the end.
inline std::vector<Order> makeFinalOrders(std::uint32_t orders, std::uint32_t users) {
    std::vector<Order> rows;
    rows.reserve(orders);
    for (std::uint32_t i = 0; i < orders; ++i) rows.push_back(Order(std::int64_t{i}, userName(scramble(i) % users), amountOf(i, isUpdated(i, orders))));
    return rows;
}
inline std::vector<User> makeFinalUsers(std::uint32_t users) {
    std::vector<User> rows;
    rows.reserve(users);
    for (std::uint32_t u = 0; u < users; ++u) rows.push_back(User(userName(u), scoreOf(u, true)));
    return rows;
}

// ---- what both sides do with a change ---------------------------------------------------------------------------

/// Counts the changes by kind and adds up the rows that are left, so that nothing can be left out and two runs can be compared.
struct Consumed {
    std::array<std::uint64_t, 4> kinds{};
    std::uint64_t characters{};
    std::array<std::int64_t, 3> sums{};  // of the numeric columns

    void take(rivulet::RowKind kind, const std::string& text, std::int64_t a, std::int64_t b, std::int64_t c) {
        const std::int64_t sign = kind == rivulet::RowKind::insert || kind == rivulet::RowKind::updateAfter ? 1 : -1;
        ++kinds[static_cast<std::size_t>(kind)];
        characters += text.size();
        sums[0] += sign * a;
        sums[1] += sign * b;
        sums[2] += sign * c;
    }
    std::uint64_t changes() const { return kinds[0] + kinds[1] + kinds[2] + kinds[3]; }
    std::int64_t rowsLeft() const { return static_cast<std::int64_t>(kinds[0] + kinds[2]) - static_cast<std::int64_t>(kinds[1] + kinds[3]); }
    bool operator==(const Consumed&) const = default;
};

}  // namespace bench
