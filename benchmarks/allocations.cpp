// SPDX-License-Identifier: BSL-1.0
// Allocations per row of stateless chains once they are warm: as many more as a longer run makes than a shorter one, divided
// by the rows between. Texts are short ones, long ones, or none; what is subtracted is what a loop by hand over the same
// rows allocates for their members. One line a chain: what | measured | by hand | difference | budget.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <rivulet/rivulet.hpp>

#include "counting_new.hpp"

namespace {

struct Order {
    std::int64_t id, customer;
    std::int32_t product, quantity;
    double price, discount;
    bool express;
    std::string city;
};
struct Line {
    std::int64_t order;
    double total;
    std::int32_t item;
    std::string city;
};

std::vector<Order> orders(std::size_t n, std::string_view city) {
    std::vector<Order> rows;
    for (std::size_t i = 0; i < n; ++i) {
        const auto k = static_cast<std::int32_t>(i % 1000);
        rows.push_back({k, k % 77, k % 101, k % 7, k / 10.0, 0.05, k % 3 == 0, std::string(city)});
    }
    return rows;
}

struct Length {
    std::size_t* total;
    void operator()(const Line& l) const { *total += l.city.size(); }
};

// Each runs the whole job over the rows, its making included, and gives the sum of the lengths.
std::size_t tableApi(const std::vector<Order>& rows) {
    using namespace rivulet;
    StreamExecutionEnvironment env;
    auto tenv = StreamTableEnvironment::create(env);
    auto lines = tenv.fromDataStream(env.fromView(rows))
                     .where(col<"quantity"> > 1 && col<"express">)
                     .select(col<"id">.as<"order">(), (col<"price"> * col<"quantity"> * (1 - col<"discount">)).as<"total">(), col<"product">.as<"item">(), col<"city">);
    std::size_t total = 0;
    tenv.toDataStream<Line>(lines).addSink(Length{&total});
    env.execute();
    return total;
}
std::size_t sql(const std::vector<Order>& rows) {
    using namespace rivulet;
    StreamExecutionEnvironment env;
    auto db = StreamTableEnvironment::create(env).createTemporaryView<"orders">(env.fromView(rows));
    auto lines = db.sqlQuery<"SELECT id AS `order`, price * quantity * (1 - discount) AS total, product AS item, city FROM orders WHERE quantity > 1 AND express">();
    std::size_t total = 0;
    db.toDataStream<Line>(lines).addSink(Length{&total});
    env.execute();
    return total;
}
std::size_t stream(const std::vector<Order>& rows) {
    using namespace rivulet;
    StreamExecutionEnvironment env;
    std::size_t total = 0;
    env.fromView(rows)
        .map([](const Order& o) { return Line{o.id, o.price * o.quantity * (1 - o.discount), o.product, o.city}; })
        .filter([](const Line& l) { return l.item > 50; })
        .map([](Line&& l) { l.item *= 2; return std::move(l); })
        .addSink(Length{&total});
    env.execute();
    return total;
}
// A timestamp for each row and a watermark behind it, over a boundary, into sliding windows of each product.
struct Orders {
    int createAccumulator() const { return 0; }
    void add(const Order&, int& n) const { ++n; }
    int getResult(int n) const { return n; }
    void merge(int& a, const int& b) const { a += b; }
};
std::size_t timed(const std::vector<Order>& rows) {
    using namespace rivulet;
    StreamExecutionEnvironment env;
    std::size_t total = 0;
    const auto stream = env.fromView(rows).assignTimestampsAndWatermarks(
        WatermarkStrategy::forBoundedOutOfOrderness(100).withTimestampAssigner([n = Millis{}](const Order&) mutable { return n++; }));
    stream.keyBy(&Order::product).window(SlidingEventTimeWindows::of(1000, 100)).aggregate(Orders{}).addSink([&](int n) { total += static_cast<std::size_t>(n); });
    stream.filter(&Order::express).addSink([&](const Order& o) { total += o.city.size(); });
    env.execute();
    return total;
}
std::size_t streamByHand(const std::vector<Order>& rows) {
    std::size_t total = 0;
    for (const Order& o : rows) {
        Line l{o.id, o.price * o.quantity * (1 - o.discount), o.product, o.city};
        if (l.item > 50) total += l.city.size();
    }
    return total;
}

template <class F> double perRow(F run, std::string_view city) {
    const std::size_t few = 100'000, many = 300'000;
    const auto counted = [&](std::size_t n) {
        const std::vector<Order> rows = orders(n, city);
        const std::size_t before = bench::allocations;
        if (run(rows) == 0 && !city.empty()) std::puts("WRONG RESULT");
        return static_cast<double>(bench::allocations - before);
    };
    return (counted(many) - counted(few)) / static_cast<double>(many - few);
}

bool report(const char* what, double measured, double byHand) {
    std::printf("%s | %.6f a row | %.6f by hand | %.6f | 0\n", what, measured, byHand, measured - byHand);
    return measured - byHand <= 0;
}

}  // namespace

int main() {
    bool good = true;
    for (const std::string_view city : {std::string_view("Ulm"), std::string_view("Saarbruecken-Dudweiler am Sulzbach")}) {
        const std::string text = city.size() < 16 ? ", short text" : ", long text";
        good = report(("allocations, table by Table API" + text).c_str(), perRow(tableApi, city), 0) && good;
        good = report(("allocations, table by SQL" + text).c_str(), perRow(sql, city), 0) && good;
        good = report(("allocations, stream map+filter+map" + text).c_str(), perRow(stream, city), perRow(streamByHand, city)) && good;
        good = report(("allocations, stream with time, two consumers, sliding windows" + text).c_str(), perRow(timed, city), 0) && good;
    }
    return good ? 0 : 1;
}
