// SPDX-License-Identifier: BSL-1.0
// Orders and shipments from two systems: which orders were shipped within four hours, and which were not. An interval join keeps rows of each side no longer
// than a row of the other may come for them, and says of an order that it was not shipped once nothing can come any more.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>

#include <rivulet/rivulet.hpp>
#include <rivulet/stream/feed.hpp>

using namespace rivulet;

struct Order {
    std::int64_t id;
    std::string customer;
    Timestamp<3> orderedAt;
};
struct Shipment {
    std::int64_t orderId;
    std::string carrier;
    Timestamp<3> shippedAt;
};

struct Handled {
    std::int64_t id;
    std::string customer;
    std::optional<std::string> carrier;
    std::optional<std::int64_t> minutes;
};

namespace {

constexpr FixedString handled = R"(
    SELECT o.id, o.customer, s.carrier, TIMESTAMPDIFF(MINUTE, o.orderedAt, s.shippedAt) AS minutes
    FROM orders AS o
    LEFT JOIN shipments AS s ON o.id = s.orderId AND s.shippedAt BETWEEN o.orderedAt AND o.orderedAt + INTERVAL '4' HOUR)";

Timestamp<3> at(const char* time) { return Timestamp<3>(std::string("2024-05-01 ") + time); }

void run() {
    StreamExecutionEnvironment env;
    // Both systems' messages, as they came in.
    SourceFeed feed(env);
    const auto orders = feed.source<Order>("orders");
    const auto shipments = feed.source<Shipment>("shipments");
    feed.push(orders, Order{1, "Ann", at("08:00")});
    feed.push(orders, Order{2, "Bob", at("08:30")});
    feed.push(shipments, Shipment{1, "post", at("09:15")});
    feed.push(orders, Order{3, "Cem", at("10:00")});
    feed.push(shipments, Shipment{4, "courier", at("10:20")});  // before its order was heard of
    feed.push(orders, Order{4, "Dot", at("10:05")});
    feed.push(shipments, Shipment{2, "post", at("12:45")});     // 15 minutes late
    feed.push(orders, Order{5, "Eve", at("12:50")});
    feed.push(shipments, Shipment{3, "post", at("13:59")});
    feed.push(shipments, Shipment{5, "post", at("14:00")});

    auto db = StreamTableEnvironment::create(env)
                  .createTemporaryView<"orders">(orders, Schema().watermark<"orderedAt", "orderedAt - INTERVAL '10' MINUTE">())
                  .createTemporaryView<"shipments">(shipments, Schema().watermark<"shippedAt", "shippedAt">());
    db.toDataStream<Handled>(db.sqlQuery<handled>()).addSink([](const Handled& h) {
        if (h.carrier) std::printf("order %lld of %s: by %s after %lld minutes\n", static_cast<long long>(h.id), h.customer.c_str(), h.carrier->c_str(), static_cast<long long>(*h.minutes));
        else std::printf("order %lld of %s: not shipped within four hours\n", static_cast<long long>(h.id), h.customer.c_str());
    });
    env.execute("shipments");
}

}  // namespace

int main() {
    try {
        run();
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
