// SPDX-License-Identifier: BSL-1.0
// User aggregates in SQL: their state, what they give over nothing, DISTINCT, FILTER, and rows that are taken back.
#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
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

// Wants no sevens.
struct Picky {
    std::int64_t all = 0;
    void accumulate(std::int64_t v) {
        if (v == 7) throw std::runtime_error("a seven");
        all += v;
    }
    void retract(std::int64_t v) { all -= v; }
    void merge(const Picky& later) { all += later.all; }
    std::int64_t result() const { return all; }
};
struct At { std::int64_t amount; Timestamp<3> at; };

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

TEST_CASE("what a user aggregate throws ends the job under its name, wherever it stands") {
    StreamExecutionEnvironment env;
    const auto rows = env.fromElements(At{3, Timestamp<3>::fromMillis(1000)}, At{7, Timestamp<3>::fromMillis(2000)});
    const auto db = StreamTableEnvironment::create(env).createTemporaryView<"t">(rows, Schema().watermark<"at", "at">()).createTemporaryFunction<"PICKY">(Picky{});
    CHECK_THROWS_WITH_AS(db.sqlQuery<"SELECT PICKY(amount) AS x FROM t">().execute().collect(), "Picky: a seven", JobError);
    CHECK_THROWS_WITH_AS(db.sqlQuery<"SELECT PICKY(amount) AS x FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(at), INTERVAL '1' MINUTE)) GROUP BY window_start, window_end">().execute().collect(), "Picky: a seven", JobError);
    CHECK_THROWS_WITH_AS(db.sqlQuery<"SELECT PICKY(amount) OVER (ORDER BY at ROWS 1 PRECEDING) AS x FROM t">().execute().collect(), "Picky: a seven", JobError);
    CHECK_THROWS_WITH_AS(db.sqlQuery<"SELECT x FROM t MATCH_RECOGNIZE (ORDER BY at MEASURES PICKY(A.amount) AS x PATTERN (A{2}) DEFINE A AS TRUE)">().execute().collect(), "Picky: a seven", JobError);
}
