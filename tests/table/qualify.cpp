// SPDX-License-Identifier: BSL-1.0
// QUALIFY: conditions on calls with OVER, in streaming and in batch, written as a Top-N and as a filter.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "table/texts.hpp"

using namespace rivulet;
using test::rowsOf;
using test::sortedRowsOf;
using test::Texts;

namespace {

struct Offer { std::string house; std::int32_t price; std::string who; };
const std::vector<Offer> offers{{"a", 3, "x"}, {"b", 1, "y"}, {"a", 5, "z"}, {"a", 5, "w"}, {"b", 2, "x"}, {"a", 1, "q"}};

template <class Tables> auto viewOf(const Tables& tables, const StreamExecutionEnvironment& env) { return tables.template createTemporaryView<"Offers">(env.fromCollection(offers)); }

}  // namespace

TEST_CASE("QUALIFY in streaming: ROW_NUMBER is a Top-N, RANK a filter over its OVER") {
    test::Environment e;
    const auto db = viewOf(e.tenv, e.env);
    CHECK(rowsOf(db.template sqlQuery<"SELECT house, who FROM Offers QUALIFY ROW_NUMBER() OVER (PARTITION BY house ORDER BY price DESC) <= 2">()) ==
          Texts{"+I[a, x]", "+I[b, y]", "+I[a, z]", "-D[a, x]", "+I[a, w]", "+I[b, x]"});
    // By its name, by the call said again, and beside other conditions; the place is a column where it is selected.
    const auto named = db.template sqlQuery<"SELECT house, who, ROW_NUMBER() OVER (PARTITION BY house ORDER BY price DESC) AS rn FROM Offers WHERE price > 1 QUALIFY rn = 1 AND who <> 'k'">();
    CHECK(rowsOf(named) == Texts{"+I[a, x, 1]", "-U[a, x, 1]", "+U[a, z, 1]", "+I[b, x, 1]"});
    const auto again = db.template sqlQuery<"SELECT house, who, ROW_NUMBER() OVER w AS rn FROM Offers WHERE price > 1 WINDOW w AS (PARTITION BY house ORDER BY price DESC) "
                                            "QUALIFY who <> 'k' AND ROW_NUMBER() OVER w < 2">();
    CHECK(again.explain().find("Rank(BY house ORDER BY price DESC, place 1)") != std::string_view::npos);
    CHECK(rowsOf(again) == rowsOf(named));
    CHECK(sortedRowsOf(db.template sqlQuery<"SELECT house, who FROM Offers QUALIFY DENSE_RANK() OVER (PARTITION BY house ORDER BY price) = 1">()) ==
          Texts{"+I[a, q]", "+I[a, x]", "+I[b, y]", "-U[a, x]"});
    CHECK(sortedRowsOf(db.template sqlQuery<"SELECT house, who FROM (SELECT *, RANK() OVER (PARTITION BY house ORDER BY price) AS r FROM Offers) WHERE r <= 1">()) ==
          Texts{"+I[a, q]", "+I[a, x]", "+I[b, y]", "-U[a, x]"});
}

TEST_CASE("QUALIFY in batch: of joins, of a window's total, before DISTINCT, ORDER BY and LIMIT") {
    test::Environment e;
    const auto db = viewOf(BatchTableEnvironment::create(e.env), e.env);
    CHECK(sortedRowsOf(db.template sqlQuery<"SELECT b.house, who, SUM(price) OVER (PARTITION BY b.house) AS total FROM Offers AS b QUALIFY total > 5 AND price < 5">()) ==
          Texts{"+I[a, q, 14]", "+I[a, x, 14]"});
    CHECK(rowsOf(db.template sqlQuery<"SELECT DISTINCT house FROM Offers QUALIFY price = MAX(price) OVER (PARTITION BY house) ORDER BY house DESC LIMIT 1">()) == Texts{"+I[b]"});
    CHECK(sortedRowsOf(db.template sqlQuery<"SELECT l.who, r.price FROM Offers AS l JOIN Offers AS r ON l.house = r.house QUALIFY ROW_NUMBER() OVER (PARTITION BY l.house ORDER BY l.price, r.price) = 1">()) ==
          Texts{"+I[q, 1]", "+I[y, 1]"});
    CHECK(sortedRowsOf(db.template sqlQuery<"SELECT who FROM Offers QUALIFY RANK() OVER (ORDER BY price DESC) = 1 AND who IN (SELECT who FROM Offers WHERE price > 4)">()) == Texts{"+I[w]", "+I[z]"});
    CHECK(sortedRowsOf(db.template sqlQuery<"SELECT who, price + 1 AS price FROM Offers QUALIFY RANK() OVER (ORDER BY price DESC) > 0 AND price > ALL (2, 4)">()) ==
          sortedRowsOf(db.template sqlQuery<"SELECT who, price + 1 AS price FROM Offers QUALIFY RANK() OVER (ORDER BY price DESC) > 0 AND price > 4">()));
    CHECK(sortedRowsOf(db.template sqlQuery<"SELECT who FROM Offers QUALIFY COUNT(*) OVER (PARTITION BY who) > (SELECT MIN(price) FROM Offers)">()) == Texts{"+I[x]", "+I[x]"});
}
