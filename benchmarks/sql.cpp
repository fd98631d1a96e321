// SPDX-License-Identifier: BSL-1.0
// Aggregation by key, join of two updating tables and Top-10 per key, each with its whole changelog, against the loops by hand of
// sql_by_hand.hpp: 100, 10,000 and 1,000,000 keys. Medians of processor time; both sides must give the same changes. One line each:
//     what | measured | by hand | ratio | budget
//
//     sql ROWS [RUNS]
//     sql ROWS KEYS aggregate|join|top ours|hand|none|batch     once, for a tool that counts instructions, or a comparison with another
//                                                               program; prints seconds of the query alone (processor time, wall clock), rows that
//                                                               went in, rows left and the sums of their columns
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "measure.hpp"
#include "sql_by_hand.hpp"
#include "sql_jobs.hpp"

namespace {

using namespace bench;

// Rows and the ways to run one query over them, each giving what came out.
class Case {
public:
    Case(std::string_view name, std::uint32_t rows, std::uint32_t keys, bool batch = false) : name_(name) {
        if (name == "join") {
            orders_ = batch ? makeFinalOrders(rows, keys) : makeOrders(rows, keys);
            users_ = batch ? makeFinalUsers(keys) : makeUsers(keys);
        } else sales_ = makeSales(rows, keys);
    }
    /// Rows that go in.
    std::size_t rows() const { return sales_.size() + orders_.size() + users_.size(); }

    Consumed byHand() const {
        Consumed c;
        FunctionTaker taker([&c](const Change& row) { c.take(row.kind, row.text, row.a, row.b, row.c); });
        if (name_ == "aggregate") aggregateByHand(sales_, taker);
        else if (name_ == "join") joinByHand(orders_, users_, taker);
        else topByHand(sales_, taker);
        return c;
    }
    template <class Environment> Consumed bySql() const {
        Consumed c;
        if (name_ == "aggregate")
            aggregateBySql<Environment>(sales_, [&c](const auto& row) {
                c.take(row.kind, row.template get<"user">(), row.template get<"n">(), row.template get<"total">(), row.template get<"most">());
            });
        else if (name_ == "join")
            joinBySql<Environment>(orders_, users_, [&c](const auto& row) {
                c.take(row.kind, row.template get<"user">(), row.template get<"id">(), row.template get<"amount">(), row.template get<"score">());
            });
        else
            topBySql<Environment>(sales_, [&c](const auto& row) { c.take(row.kind, row.template get<"user">(), row.template get<"amount">(), 0, 0); });
        return c;
    }

private:
    std::string name_;
    std::vector<Sale> sales_;
    std::vector<Order> orders_;
    std::vector<User> users_;
};

bool compare(std::string_view name, std::uint32_t rows, std::uint32_t keys, int runs) {
    const Case c(name, rows, keys);
    std::vector<double> hand, sql;
    bool equal = true;
    std::uint64_t changes = 0;
    for (int i = 0; i < runs; ++i) {
        Consumed byHand, bySql;
        hand.push_back(timed([&] { byHand = c.byHand(); }));
        sql.push_back(timed([&] { bySql = c.bySql<rivulet::StreamTableEnvironment>(); }));
        equal = equal && byHand == bySql;
        changes = byHand.changes();
    }
    const double ours = median(sql), theirs = median(hand), n = static_cast<double>(c.rows());
    std::printf("SQL %.*s, %u keys, %.1f M rows, %.1f M changes | %.0f ns a row | %.0f ns by hand | %.2f | 1.30\n", static_cast<int>(name.size()), name.data(), keys, n / 1e6,
                static_cast<double>(changes) / 1e6, ours / n * 1e6, theirs / n * 1e6, ours / theirs);
    if (!equal) std::printf("SQL %.*s, %u keys: the changes differ from those by hand\n", static_cast<int>(name.size()), name.data(), keys);
    return equal;
}

int once(std::uint32_t rows, std::uint32_t keys, std::string_view name, std::string_view how) {
    const Case c(name, rows, keys, how == "batch");
    Consumed consumed;
    const double start = milliseconds(CLOCK_MONOTONIC);
    const double processor = timed([&] {
        if (how == "ours") consumed = c.bySql<rivulet::StreamTableEnvironment>();
        else if (how == "batch") consumed = c.bySql<rivulet::BatchTableEnvironment>();
        else if (how == "hand") consumed = c.byHand();
    });
    std::printf("%.6f %.6f %zu %lld %lld %lld %lld\n", processor / 1e3, (milliseconds(CLOCK_MONOTONIC) - start) / 1e3, c.rows(), static_cast<long long>(consumed.rowsLeft()), static_cast<long long>(consumed.sums[0]),
                static_cast<long long>(consumed.sums[1]), static_cast<long long>(consumed.sums[2]));
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const auto rows = static_cast<std::uint32_t>(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 10'000'000);
    if (argc == 5) return once(rows, static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10)), argv[3], argv[4]);
    const int runs = argc > 2 ? std::atoi(argv[2]) : 5;
    bool good = true;
    for (const std::string_view name : {"aggregate", "join", "top"})
        for (const std::uint32_t keys : {100u, 10'000u, 1'000'000u}) good = compare(name, rows, keys, runs) && good;
    return good ? 0 : 1;
}
