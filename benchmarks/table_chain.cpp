// SPDX-License-Identifier: BSL-1.0
// filter + project + rename of an 8-field struct into another struct, by Table API and by SQL, against the hand-written
// loop that does the same over the same batches. Prints one line a variant:
//     what | ms | hand-written ms | ratio | budget
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <rivulet/rivulet.hpp>

#include "measure.hpp"

namespace {

struct Order {
    std::int64_t id;
    std::int64_t customer;
    std::int32_t product;
    std::int32_t quantity;
    double price;
    double discount;
    bool express;
    std::string city;
};
struct Line {
    std::int64_t order;
    double total;
    std::int32_t item;
    std::string city;
};

std::vector<Order> makeOrders(std::size_t n) {
    const char* const cities[] = {"Ulm", "Hamburg", "Saarbruecken-Dudweiler", "Bonn", "Villingen-Schwenningen"};
    std::vector<Order> orders;
    orders.reserve(n);
    std::uint64_t x = 88172645463325252ull;
    for (std::size_t i = 0; i < n; ++i) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        orders.push_back({static_cast<std::int64_t>(i), static_cast<std::int64_t>(x % 10007), static_cast<std::int32_t>(x % 101), static_cast<std::int32_t>(x % 7),
                          static_cast<double>(x % 10000) / 100, 0.05, x % 3 == 0, cities[x % 5]});
    }
    return orders;
}

// What both sides do with a result row: enough that none can be left out.
struct Consumed {
    std::int64_t orders{};
    double total{};
    std::int64_t items{};
    std::size_t characters{};
    void take(const Line& l) {
        orders += l.order;
        total += l.total;
        items += l.item;
        characters += l.city.size();
    }
    bool operator==(const Consumed&) const = default;
};

// The hand-written loop: the same batches of result rows, the same consumer behind a virtual call.
struct Taker {
    virtual ~Taker() = default;
    virtual void take(const Line* lines, std::size_t n) = 0;
};
struct ConsumingTaker final : Taker {
    Consumed consumed;
    void take(const Line* lines, std::size_t n) override {
        for (std::size_t i = 0; i < n; ++i) consumed.take(lines[i]);
    }
};
Consumed byHand(const std::vector<Order>& orders) {
    ConsumingTaker taker;
    Taker& erased = taker;
    std::vector<Line> batch(1024);
    std::size_t count = 0;
    for (const Order& o : orders) {
        if (!(o.quantity > 1 && o.express)) continue;
        Line& l = batch[count];
        l.order = o.id;
        l.total = o.price * o.quantity * (1 - o.discount);
        l.item = o.product;
        l.city = o.city;
        if (++count == batch.size()) {
            erased.take(batch.data(), count);
            count = 0;
        }
    }
    erased.take(batch.data(), count);
    return taker.consumed;
}

}  // namespace

int main(int argc, char** argv) {
    using namespace rivulet;
    const std::size_t rows = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 10'000'000;
    const int runs = argc > 2 ? std::atoi(argv[2]) : 5;
    const std::vector<Order> orders = makeOrders(rows);
    const Consumed expected = byHand(orders);
    bool equal = true;

    StreamExecutionEnvironment env;
    auto tenv = StreamTableEnvironment::create(env);
    auto stream = env.fromView(orders);
    auto db = tenv.createTemporaryView<"orders">(stream);
    const auto api = db.from<"orders">()
                         .where(col<"quantity"> > 1 && col<"express">)
                         .select(col<"id">.as<"order">(), (col<"price"> * col<"quantity"> * (1 - col<"discount">)).as<"total">(), col<"product">.as<"item">(), col<"city">);
    const auto sql = db.sqlQuery<"SELECT id AS `order`, price * quantity * (1 - discount) AS total, product AS item, city FROM orders WHERE quantity > 1 AND express">();

    // With a boundary behind the query (the named stream), as the hand-written loop has one behind its own.
    const auto run = [&](const auto& table) {
        Consumed consumed;
        DataStream<Line> lines = tenv.template toDataStream<Line>(table);
        lines.addSink([&consumed](const Line& l) { consumed.take(l); });
        env.execute();
        equal = equal && consumed == expected;
    };
    std::vector<double> hand, byApi, bySql;
    for (int i = 0; i < runs; ++i) {
        hand.push_back(bench::timed([&] { equal = equal && byHand(orders) == expected; }));
        byApi.push_back(bench::timed([&] { run(api); }));
        bySql.push_back(bench::timed([&] { run(sql); }));
    }
    std::printf("table filter+project+rename, Table API | %.0f ms | %.0f ms by hand | %.2f | 1.10\n", bench::median(byApi), bench::median(hand), bench::median(byApi) / bench::median(hand));
    std::printf("table filter+project+rename, SQL | %.0f ms | %.0f ms by hand | %.2f | 1.10\n", bench::median(bySql), bench::median(hand), bench::median(bySql) / bench::median(hand));
    if (!equal) std::printf("WRONG RESULT\n");
    return equal ? 0 : 1;
}
