// SPDX-License-Identifier: BSL-1.0
// Streams that join: intervalJoin, join and coGroup against loops over all pairs; sessions whose rows say how long they last.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <rivulet/stream/environment.hpp>
#include <rivulet/stream/feed.hpp>

using namespace rivulet;

namespace {

struct Order {
    int id;
    std::string key;
    Millis at;
};
struct Payment {
    int id;
    std::string key;
    Millis at;
};
using Lines = std::vector<std::string>;

template <class T>
auto timed() { return WatermarkStrategy::forBoundedOutOfOrderness(5).withTimestampAssigner(&T::at); }

struct Drawn {
    std::vector<Order> orders;
    std::vector<Payment> payments;
};
// At most 5 out of order: no row is late.
Drawn draw(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    Drawn d;
    for (int i = 0; i < 40; ++i) {
        d.orders.push_back({i, std::string(1, static_cast<char>('a' + below(3))), i * 2 + below(4)});
        d.payments.push_back({100 + i, std::string(1, static_cast<char>('a' + below(3))), i * 2 + below(4)});
    }
    return d;
}
Lines sorted(Lines lines) {
    std::sort(lines.begin(), lines.end());
    return lines;
}
std::string pair(const Order& o, const Payment& p) { return std::to_string(o.id) + "-" + std::to_string(p.id); }

}  // namespace

TEST_CASE("an interval join gives each pair whose times are so far apart, once") {
    const struct { Millis lower, upper; bool lowerOpen, upperOpen; } bounds[] = {{0, 4, false, false}, {-3, 3, true, false}, {-3, 3, true, true}, {2, 5, false, true}, {-6, -1, false, false}, {0, 0, false, false}};
    for (const auto& b : bounds)
        for (std::uint64_t seed = 1; seed <= 10; ++seed)
            for (const std::size_t batch : {1u, 7u, 1024u}) {
                const Drawn d = draw(seed);
                StreamExecutionEnvironment env;
                env.setBatchRows(batch);
                const auto orders = env.fromCollection(d.orders).assignTimestampsAndWatermarks(timed<Order>());
                const auto payments = env.fromCollection(d.payments).assignTimestampsAndWatermarks(timed<Payment>());
                auto joined = orders.keyBy(&Order::key).intervalJoin(payments.keyBy(&Payment::key)).between(b.lower, b.upper);
                if (b.lowerOpen) joined = joined.lowerBoundExclusive();
                if (b.upperOpen) joined = joined.upperBoundExclusive();
                Lines expected;
                for (const Order& o : d.orders)
                    for (const Payment& p : d.payments) {
                        const Millis after = p.at - o.at;
                        if (o.key == p.key && after >= b.lower + b.lowerOpen && after <= b.upper - b.upperOpen) expected.push_back(pair(o, p) + "@" + std::to_string(std::max(o.at, p.at)));
                    }
                const auto lines = joined.process([](const Order& o, const Payment& p, const JoinContext& context, Collector<std::string>& out) {
                    CHECK(context.leftTimestamp() == o.at);
                    CHECK(context.rightTimestamp() == p.at);
                    out.collect(pair(o, p) + "@" + std::to_string(context.timestamp()));
                }).executeAndCollect();
                CHECK(sorted(lines) == sorted(expected));
            }
}

TEST_CASE("an interval join: rows behind the watermark are dropped and counted, and what is put out has the later time") {
    StreamExecutionEnvironment env;
    SourceFeed feed(env);
    const auto orders = feed.source<Order>();
    const auto payments = feed.source<Payment>();
    feed.push(orders, {1, "a", 0}, 10);
    feed.push(payments, {2, "a", 0}, 12);
    feed.watermark(orders, 12);
    feed.watermark(payments, 12);
    feed.push(payments, {3, "a", 0}, 11);  // late
    feed.push(payments, {4, "a", 0}, 12);  // not yet
    feed.push(orders, {5, "a", 0}, 12);
    feed.watermark(orders, 13);
    feed.watermark(payments, 13);
    feed.push(payments, {6, "a", 0}, 13);  // order 1 is gone
    Lines lines;
    orders.keyBy(&Order::key).intervalJoin(payments.keyBy(&Payment::key)).between(std::chrono::milliseconds(0), 2)
        .process([](const Order& o, const Payment& p, Collector<std::string>& out) { out.collect(pair(o, p)); })
        .process([](const std::string& line, ProcessContext<void>& context, Collector<std::string>& out) { out.collect(line + "@" + std::to_string(*context.timestamp())); })
        .addSink([&](const std::string& line) { lines.push_back(line); });
    const auto result = env.execute();
    CHECK(lines == Lines{"1-2@12", "1-4@12", "5-2@12", "5-4@12", "5-6@13"});
    CHECK(result.lateRows() == 1);
    CHECK_THROWS_AS(orders.keyBy(&Order::key).intervalJoin(payments.keyBy(&Payment::key)).between(2, 1), IllegalState);
}

TEST_CASE("join and coGroup: rows of a window with equal keys") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const Drawn d = draw(seed);
        StreamExecutionEnvironment env;
        env.setBatchRows(seed);
        const auto orders = env.fromCollection(d.orders).assignTimestampsAndWatermarks(timed<Order>());
        const auto payments = env.fromCollection(d.payments).assignTimestampsAndWatermarks(timed<Payment>());
        Lines pairs, grouped;
        std::map<std::pair<Millis, std::string>, std::pair<int, int>> groups;
        for (const Order& o : d.orders) {
            ++groups[{o.at / 10, o.key}].first;
            for (const Payment& p : d.payments)
                if (o.key == p.key && o.at / 10 == p.at / 10) pairs.push_back(pair(o, p));
        }
        for (const Payment& p : d.payments) ++groups[{p.at / 10, p.key}].second;
        for (const auto& [group, counts] : groups) grouped.push_back(std::to_string(counts.first) + "+" + std::to_string(counts.second));
        const auto windows = TumblingEventTimeWindows::of(10);
        CHECK(sorted(orders.join(payments).where(&Order::key).equalTo(&Payment::key).window(windows).apply(pair).executeAndCollect()) == sorted(pairs));
        CHECK(sorted(orders.join(payments).where(&Order::key).equalTo([](const Payment& p) { return p.key; }).window(windows).apply([](const Order& o, const Payment& p, Collector<std::string>& out) {
            out.collect(pair(o, p));
        }).executeAndCollect()) == sorted(pairs));
        CHECK(sorted(orders.coGroup(payments).where(&Order::key).equalTo(&Payment::key).window(windows).allowedLateness(3)
                         .apply([](const std::vector<Order>& o, const std::vector<Payment>& p, Collector<std::string>& out) { out.collect(std::to_string(o.size()) + "+" + std::to_string(p.size())); })
                         .executeAndCollect()) == sorted(grouped));
    }
}

TEST_CASE("sessions with dynamic gaps: a row reaches as far as it says") {
    StreamExecutionEnvironment env;
    const auto rows = [&] {
        return env.fromCollection(std::vector<Order>{{5, "a", 0}, {2, "a", 4}, {1, "a", 7}, {20, "b", 0}, {1, "b", 19}, {1, "b", 21}}).assignTimestampsAndWatermarks(WatermarkStrategy::forBoundedOutOfOrderness(100).withTimestampAssigner(&Order::at)).keyBy(&Order::key);
    };
    const auto lines = rows().window(EventTimeSessionWindows::withDynamicGap([](const Order& o) { return Millis{o.id}; }))
                           .process([](const std::string& key, const TimeWindow& w, const std::vector<Order>& in, Collector<std::string>& out) {
                               out.collect(key + std::to_string(w.start) + "-" + std::to_string(w.end) + ":" + std::to_string(in.size()));
                           }).executeAndCollect();
    CHECK(sorted(lines) == Lines{"a0-6:2", "a7-8:1", "b0-20:2", "b21-22:1"});
    CHECK_THROWS_WITH_AS(rows().window(EventTimeSessionWindows::withDynamicGap([](const Order&) { return std::chrono::milliseconds(0); })).reduce([](const Order& a, const Order&) { return a; }).executeAndCollect(),
                         doctest::Contains("the gap of a session is greater than 0, not 0"), JobError);
}
