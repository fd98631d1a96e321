// SPDX-License-Identifier: BSL-1.0
// The random tables and the sums of changes that the other tests here rely on.
#include "agrees.hpp"

namespace property {

using rivulet::RowKind;

TEST_CASE("changes add up to the rows that are left") {
    for (const Changes kind : {Changes::inserts, Changes::retracts})
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            Random random(seed);
            const History<A> h = randomHistory<A>(random, kind, 24, seed % 2 == 0);
            std::string fault;
            Bag left;
            for (A row : h.rows) ++left[textOf(row)];
            CHECK(folded(h.changes, fault) == left);
            CHECK(fault == "");
            if (seed % 2 == 0) CHECK(!h.rows.empty());
        }
}

TEST_CASE("the last upsert of a key is the row that is left") {
    int deletions = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        const History<A> h = randomHistory<A>(random, Changes::upserts, 24, false);
        std::map<std::int32_t, std::string> rows, left;
        for (const A& row : h.changes) {
            if (row.kind == RowKind::delete_) deletions += static_cast<int>(rows.erase(row.get<"id">()));
            else rows[row.get<"id">()] = textOf(row);
        }
        for (const A& row : h.rows) left[row.get<"id">()] = textOf(row);
        CHECK(rows == left);
    }
    CHECK(deletions > 100);
}

TEST_CASE("a change that takes back what is not there is a fault") {
    const A row(1, 2, "a", 3), other(1, 2, "a", std::nullopt);
    std::string fault;
    CHECK(folded(std::vector{row, withKind(row, RowKind::updateBefore), withKind(other, RowKind::updateAfter)}, fault) == Bag{{textOf(other), 1}});
    CHECK(fault == "");
    folded(std::vector{row, withKind(other, RowKind::delete_)}, fault);
    CHECK(fault != "");
}

TEST_CASE("a feed has every change of both tables") {
    Random random(7);
    for (std::size_t a = 0; a < 9; ++a) {
        const std::vector<bool> feed = randomFeed(random, a, 5);
        std::size_t ofA = 0;
        for (const bool isA : feed) ofA += isA;
        CHECK(ofA == a);
        CHECK(feed.size() == a + 5);
    }
}

}  // namespace property
