// SPDX-License-Identifier: BSL-1.0
// Stateless chains of tables allocate nothing per row once they are warm: a longer run allocates exactly what a shorter one does.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/rivulet.hpp>

namespace {

std::size_t allocations = 0;

}  // namespace

// Not inlined: GCC would see malloc meet delete.
[[gnu::noinline]] void* operator new(std::size_t n) {
    ++allocations;
    if (void* p = std::malloc(n)) return p;
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }

namespace {

using namespace rivulet;

struct Order {
    std::int64_t id;
    std::int32_t quantity;
    double price;
    bool express;
    std::string city;
    std::optional<std::string> note;
};
struct Line {
    std::int64_t order;
    double total;
    std::string city;
    std::optional<std::string> note;
};

std::vector<Order> orders(std::size_t n, std::string_view text) {
    std::vector<Order> rows;
    for (std::size_t i = 0; i < n; ++i)
        rows.push_back({static_cast<std::int64_t>(i), static_cast<std::int32_t>(i % 7), static_cast<double>(i % 10), i % 3 == 0, std::string(text), std::string(text)});
    return rows;
}

struct Counter {
    std::size_t* rows;
    void operator()(const Line&) const { ++*rows; }
};

// What one job over n rows allocates, from its making to its end.
template <class Query> std::size_t allocated(std::size_t n, std::string_view text, Query query) {
    const std::vector<Order> rows = orders(n, text);
    std::size_t kept = 0;
    const std::size_t before = allocations;
    {
        StreamExecutionEnvironment env;
        auto db = StreamTableEnvironment::create(env).createTemporaryView<"orders">(env.fromView(rows));
        db.template toDataStream<Line>(query(db)).addSink(Counter{&kept});
        env.execute();
    }
    CHECK(kept > n / 10);
    return allocations - before;
}

}  // namespace

TEST_CASE("stateless chains allocate nothing per row") {
    const auto sql = [](const auto& db) {
        return db.template sqlQuery<"SELECT id AS `order`, price * quantity AS total, city, note FROM orders WHERE quantity > 1 AND express">();
    };
    const auto api = [](const auto& db) {
        return db.template from<"orders">().where(col<"quantity"> > 1 && col<"express">)
            .select(col<"id">.template as<"order">(), (col<"price"> * col<"quantity">).template as<"total">(), col<"city">, col<"note">);
    };
    const auto shared = [](const auto& db) {  // `t` is computed once a row, in a slot
        return db.template sqlQuery<"SELECT id AS `order`, t + t / 2 AS total, city, note FROM (SELECT *, price * 2 AS t FROM orders) WHERE t >= 0">();
    };
    for (const std::string_view text : {"Ulm", "Saarbruecken-Dudweiler am Sulzbach"}) {
        CAPTURE(text);
        CHECK(allocated(30'000, text, sql) == allocated(10'000, text, sql));
        CHECK(allocated(30'000, text, api) == allocated(10'000, text, api));
        CHECK(allocated(30'000, text, shared) == allocated(10'000, text, shared));
    }
}
