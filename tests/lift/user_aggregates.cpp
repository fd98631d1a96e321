// SPDX-License-Identifier: BSL-1.0
// User aggregates in SQL: their state, what they give over nothing, DISTINCT, FILTER, and rows that are taken back.
#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <rivulet/rivulet.hpp>

using namespace rivulet;

namespace {

struct Bid { std::string who; std::int64_t amount; };

struct Spread {
    std::int64_t least = INT64_MAX, most = INT64_MIN;
    void accumulate(std::int64_t v) {
        if (v < least) least = v;
        if (v > most) most = v;
    }
    std::optional<std::int64_t> result() const { return most < least ? std::nullopt : std::optional(most - least); }
};
// Text in, text out; takes rows back.
struct Longest {
    std::vector<std::string> all;
    void accumulate(std::string_view v) { all.emplace_back(v); }
    void retract(std::string_view v) { std::erase(all, v); }
    std::string result() const {
        std::string best;
        for (const std::string& s : all)
            if (s.size() > best.size()) best = s;
        return best;
    }
};

template <class T>
std::vector<std::string> texts(const T& rows) {
    std::vector<std::string> all;
    for (const auto& r : rows) TextOf<std::remove_cvref_t<decltype(r)>>::append(all.emplace_back(), r);
    return all;
}

}  // namespace

TEST_CASE("user aggregates") {
    StreamExecutionEnvironment env;
    auto tenv = StreamTableEnvironment::create(env);
    auto db = tenv.createTemporaryView<"bids">(env.fromElements(Bid{"a", 3}, Bid{"bb", 4}, Bid{"a", 8}))
                  .createTemporaryFunction<"SPREAD">(Spread{})
                  .createTemporaryFunction<"LONGEST">(Longest{});
    auto spread = db.sqlQuery<"SELECT who, SPREAD(amount) AS s, SPREAD(DISTINCT amount) FILTER (WHERE amount > 3) AS d FROM bids GROUP BY who">();
    CHECK(texts(tenv.toChangelogStream(spread).executeAndCollect()) ==
          std::vector<std::string>{"+I[a, 0, null]", "+I[bb, 0, 0]", "-U[a, 0, null]", "+U[a, 5, 0]"});
    // The text of the plan gives the plan.
    CHECK(spread.toSql() == "SELECT who, SPREAD(amount) AS s, SPREAD(DISTINCT amount) FILTER (WHERE EXPR$0) AS d FROM (SELECT who, amount, amount > 3 AS EXPR$0 FROM bids) GROUP BY who");

    auto longest = db.sqlQuery<"SELECT LONGEST(who) AS l FROM (SELECT who, COUNT(*) AS n FROM bids GROUP BY who) WHERE n = 1">();
    CHECK(texts(tenv.toChangelogStream(longest).executeAndCollect()) == std::vector<std::string>{"+I[a]", "-U[a]", "+U[bb]"});
}
