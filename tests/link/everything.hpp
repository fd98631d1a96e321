// SPDX-License-Identifier: BSL-1.0
// One use of each part of the library, the same in both translation units: grow it with the library.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "all_headers.hpp"

struct LinkAddress { std::string city; std::vector<std::int32_t> floors; };
struct LinkEvent { std::string user; std::int64_t amount; std::optional<double> score; LinkAddress address; rivulet::Decimal<10, 2> price; };
struct LinkResult { std::string who; std::int64_t twice; };

inline std::string useTables() {
    using namespace rivulet;
    std::string out;
    StreamExecutionEnvironment env;
    auto tenv = StreamTableEnvironment::create(env);
    auto events = env.fromElements(LinkEvent{"Alice", 3, 0.5, {"Ulm", {1}}, Decimal<10, 2>("1.50")}, LinkEvent{"Bob", 4, std::nullopt, {"Bonn", {}}, Decimal<10, 2>("2.00")});
    auto withFunction = tenv.createTemporaryFunction<"PLUS_ONE">([](std::int64_t n) { return n + 1; });
    auto db = withFunction.createTemporaryView<"events">(events, Schema().columnByExpression<"more", "amount * 10">().primaryKey<"user">());
    auto sql = db.sqlQuery<"SELECT user AS who, PLUS_ONE(amount) * 2 AS twice FROM events WHERE score IS NULL OR address.city LIKE 'U%'">();
    auto api = tenv.fromDataStream(events, col<"user">.as<"who">(), col<"amount">).select(col<"who">, (col<"amount"> + 1).as<"twice">());
    tenv.toDataStream<LinkResult>(sql.unionAll(api).limit<3>())
        .map([](const LinkResult& r) { return std::tuple{r.who, r.twice}; })
        .keyBy([](const std::tuple<std::string, std::int64_t>& r) { return std::get<0>(r); })
        .reduce([](const auto& a, const auto& b) { return std::tuple{std::get<0>(a), std::get<1>(a) + std::get<1>(b)}; })
        .print("total", &out);
    env.execute();
    sql.execute().print(out);
    out.append(sql.explain()).append(sql.toSql()).append(sql.schemaText());
    return out;
}

inline std::string useEverything() {
    std::string used(rivulet::sentence(rivulet::ErrorCode::unknownColumn));
    used += rivulet::shortName(rivulet::RowKind::insert);
    return used + useTables();
}
