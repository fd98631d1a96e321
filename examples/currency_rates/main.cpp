// SPDX-License-Identifier: BSL-1.0
// Orders in many currencies, each converted with the rate that held when it was made, not the one that holds when it is processed: a temporal join with the
// versions of a table that is updated.
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
    std::string currency;
    Decimal<10, 2> price;
    Timestamp<3> orderedAt;
};
using Rate = Row<Field<"currency", std::string>, Field<"euros", Decimal<10, 4>>, Field<"since", Timestamp<3>>>;

struct Converted {
    std::int64_t id;
    std::string currency;
    std::optional<Decimal<20, 2>> euros;
};

namespace {

constexpr FixedString converted = R"(
    SELECT o.id, o.currency, CAST(o.price * r.euros AS DECIMAL(20, 2)) AS euros
    FROM orders AS o
    LEFT JOIN rates FOR SYSTEM_TIME AS OF o.orderedAt AS r ON o.currency = r.currency)";

Timestamp<3> at(const char* time) { return Timestamp<3>(std::string("2024-05-01 ") + time); }

void run() {
    StreamExecutionEnvironment env;
    SourceFeed feed(env);
    const auto rates = feed.source<Rate>("rates");
    const auto orders = feed.source<Order>("orders");
    feed.push(rates, Rate("USD", Decimal<10, 4>("0.9300"), at("09:00")));
    feed.push(rates, Rate("GBP", Decimal<10, 4>("1.1700"), at("09:00")));
    feed.push(orders, Order{1, "USD", Decimal<10, 2>("100.00"), at("09:30")});
    feed.push(rates, Rate(RowKind::updateAfter, "USD", Decimal<10, 4>("0.9400"), at("10:00")));
    feed.push(orders, Order{2, "GBP", Decimal<10, 2>("20.00"), at("10:10")});
    feed.push(orders, Order{3, "USD", Decimal<10, 2>("100.00"), at("09:59")});  // comes later, was made before the new rate
    feed.push(orders, Order{4, "USD", Decimal<10, 2>("100.00"), at("10:00")});
    feed.push(rates, Rate(RowKind::delete_, "GBP", Decimal<10, 4>("1.1700"), at("11:00")));  // no more pounds
    feed.push(orders, Order{5, "GBP", Decimal<10, 2>("20.00"), at("11:05")});
    feed.push(orders, Order{6, "JPY", Decimal<10, 2>("500.00"), at("11:10")});  // never had a rate

    auto tenv = StreamTableEnvironment::create(env);
    // A key and a row time make a table one whose versions can be asked for.
    auto versions = tenv.fromChangelogStream(rates, Schema().watermark<"since", "since">().primaryKey<"currency">(), ChangelogMode::upsert());
    auto db = tenv.createTemporaryView<"rates">(versions).createTemporaryView<"orders">(orders, Schema().watermark<"orderedAt", "orderedAt - INTERVAL '15' MINUTE">());
    db.toDataStream<Converted>(db.sqlQuery<converted>()).addSink([](const Converted& c) {
        std::printf("order %lld in %s: %s\n", static_cast<long long>(c.id), c.currency.c_str(), c.euros ? (c.euros->toString() + " euros").c_str() : "no rate");
    });
    env.execute("currencies");
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
