// SPDX-License-Identifier: BSL-1.0
// The queries of the SQL benchmarks as jobs of rivulet. `Environment` is StreamTableEnvironment or BatchTableEnvironment; `take` gets every
// row of the result's changelog.
#pragma once
#include <type_traits>
#include <utility>
#include <vector>

#include "sql_rows.hpp"

namespace bench {

// Behind the query a boundary (the named stream), as the loops by hand have one.
template <class Db, class Query, class Take>
void runJob(const rivulet::StreamExecutionEnvironment& env, const Db& db, const Query& query, Take take) {
    auto changes = db.toChangelogStream(query).share();
    changes.addSink(std::move(take));
    env.execute();
}

template <class Environment, class Take>
void aggregateBySql(const std::vector<Sale>& sales, Take take) {
    rivulet::StreamExecutionEnvironment env;
    auto db = Environment::create(env).template createTemporaryView<"sales">(env.fromView(sales));
    runJob(env, db, db.template sqlQuery<"SELECT user, COUNT(*) AS n, SUM(amount) AS total, MAX(amount) AS most FROM sales GROUP BY user">(), std::move(take));
}

template <class Environment, class Take>
void topBySql(const std::vector<Sale>& sales, Take take) {
    rivulet::StreamExecutionEnvironment env;
    auto db = Environment::create(env).template createTemporaryView<"sales">(env.fromView(sales));
    runJob(env, db, db.template sqlQuery<"SELECT user, amount FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY user ORDER BY amount DESC) AS place FROM sales) WHERE place <= 10">(),
           std::move(take));
}

inline constexpr rivulet::FixedString joinText = "SELECT o.id, o.user, o.amount, u.score FROM orders AS o JOIN users AS u ON o.user = u.name";

/// As a stream the inputs are changes, in batch mode what is left of them.
template <class Environment, class Take>
void joinBySql(const std::vector<Order>& orders, const std::vector<User>& users, Take take) {
    rivulet::StreamExecutionEnvironment env;
    auto tenv = Environment::create(env);
    if constexpr (std::is_same_v<Environment, rivulet::BatchTableEnvironment>) {
        auto db = tenv.template createTemporaryView<"orders">(env.fromView(orders), rivulet::Schema().primaryKey<"id">())
                      .template createTemporaryView<"users">(env.fromView(users), rivulet::Schema().primaryKey<"name">());
        runJob(env, db, db.template sqlQuery<joinText>(), std::move(take));
    } else {
        auto db = tenv.template createTemporaryView<"orders">(tenv.fromChangelogStream(env.fromView(orders), rivulet::Schema().primaryKey<"id">()))
                      .template createTemporaryView<"users">(tenv.fromChangelogStream(env.fromView(users), rivulet::Schema().primaryKey<"name">()));
        runJob(env, db, db.template sqlQuery<joinText>(), std::move(take));
    }
}

}  // namespace bench
