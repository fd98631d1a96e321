// SPDX-License-Identifier: BSL-1.0
// Rows of several sources in a given order, and the size of batches.
#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <rivulet/stream/feed.hpp>

using namespace rivulet;

namespace {

struct Order {
    int id;
};
struct Rate {
    std::string currency;
};

using Lines = std::vector<std::string>;

// Writes each row, and the ends of batches.
struct Log {
    Lines* lines;
    bool batches{};
    void write(const std::string& row) { lines->push_back(row); }
    void flush() {
        if (batches && !lines->empty() && lines->back() != "|") lines->push_back("|");
    }
};

}  // namespace

TEST_CASE("rows go through the job in the order in which they were pushed, whatever the batch size") {
    StreamExecutionEnvironment env;
    SourceFeed feed(env);
    const auto orders = feed.source<Order>("orders");
    const auto rates = feed.source<Rate>();
    const auto unread = feed.source<bool>();
    Lines expected;
    for (int i = 0; i < 3000; ++i) {
        // Runs of one source from a single row to more than a batch.
        if ((i / (i < 40 ? 1 : i < 200 ? 5 : 1100)) % 2) {
            feed.push(rates, {std::to_string(i)});
            expected.push_back("rate " + std::to_string(i));
        } else {
            feed.push(orders, {i});
            expected.push_back("order " + std::to_string(i));
        }
        if (i % 7 == 0) feed.push(unread, true);
    }
    for (const std::size_t most : {1u, 2u, 7u, 1024u}) {
        CAPTURE(most);
        env.setBatchRows(most);
        Lines both, again, one;
        const auto merged = orders.map([](const Order& o) { return "order " + std::to_string(o.id); }).unionWith(rates.map([](const Rate& r) { return "rate " + r.currency; }));
        merged.addSink(Log{&both});
        merged.map([](const std::string& s) { return s; }).addSink(Log{&again});
        orders.map([](const Order& o) { return std::to_string(o.id); }).addSink(Log{&one});
        const JobExecutionResult result = env.execute();
        CHECK(both == expected);
        CHECK(again == expected);
        CHECK(one.size() == result.rowsRead("orders"));
        CHECK(result.rowsRead() == expected.size());
    }
}

TEST_CASE("every execution begins with the first row; rows may be added between") {
    StreamExecutionEnvironment env;
    SourceFeed feed(env);
    const auto numbers = feed.source<int>(), others = feed.source<int>();
    CHECK(numbers.executeAndCollect().empty());
    feed.push(others, 7);
    feed.push(numbers, 1);
    CHECK(numbers.executeAndCollect() == std::vector<int>{1});
    feed.push(numbers, 2);
    CHECK(numbers.executeAndCollect() == std::vector<int>{1, 2});
    CHECK(numbers.unionWith(others).executeAndCollect() == std::vector<int>{7, 1, 2});
    CHECK(others.executeAndCollect(1) == std::vector<int>{7});
    CHECK(numbers.unionWith(others).executeAndCollect() == std::vector<int>{7, 1, 2});
}

TEST_CASE("a feed knows its own streams only") {
    StreamExecutionEnvironment env;
    SourceFeed feed(env), other(env);
    const auto stream = other.source<int>();
    CHECK_THROWS_AS(feed.push(stream, 1), IllegalState);
    const DataStream<int> mapped = stream.map([](int i) { return i; });
    CHECK_THROWS_AS(other.push(mapped, 1), IllegalState);
}

TEST_CASE("batches are as large as the environment says: those of sources and those of boundaries") {
    StreamExecutionEnvironment env;
    env.setBatchRows(2);
    Lines lines;
    const DataStream<std::string> copies = env.fromElements(1, 2, 3).flatMap<std::string>([](int i, Collector<std::string>& out) {
        for (int n = 0; n < i; ++n) out.collect(std::to_string(i));
    });
    copies.addSink(Log{&lines, true});
    env.execute();
    CHECK(lines == Lines{"1", "2", "|", "2", "|", "3", "3", "|", "3", "|"});
    CHECK_THROWS_AS(env.setBatchRows(0), IllegalState);
    CHECK_THROWS_AS(env.setBatchRows(1025), IllegalState);
}
