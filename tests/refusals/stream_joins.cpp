// SPDX-License-Identifier: BSL-1.0
// Joins of streams without keys, with keys of two types, and with functions that do not fit.
#include <rivulet/rivulet.hpp>

#include <string>
#include <vector>

using namespace rivulet;

struct Order { std::string key; int id; };
struct Payment { std::string key; int order; };
struct Start {
    StreamExecutionEnvironment env;
    DataStream<Order> orders = env.fromCollection(std::vector<Order>{});
    DataStream<Payment> payments = env.fromCollection(std::vector<Payment>{});
};
const auto windows = TumblingEventTimeWindows::of(10);

#if RIVULET_CASE == 1 // expect: intervalJoin: both streams need a keyBy
void f(Start s) { s.orders.keyBy(&Order::key).intervalJoin(s.payments); }
#endif
#if RIVULET_CASE == 101
void f(Start s) { s.orders.keyBy(&Order::key).intervalJoin(s.payments.keyBy(&Payment::key)); }
#endif

#if RIVULET_CASE == 2 // expect: intervalJoin: the keys of both streams must have the same type
void f(Start s) { s.orders.keyBy(&Order::key).intervalJoin(s.payments.keyBy(&Payment::order)); }
#endif
#if RIVULET_CASE == 102
void f(Start s) { s.orders.keyBy(&Order::id).intervalJoin(s.payments.keyBy(&Payment::order)); }
#endif

#if RIVULET_CASE == 3 // expect: intervalJoin, process: the function is called with | a const JoinContext& before the collector
void f(Start s) { s.orders.keyBy(&Order::key).intervalJoin(s.payments.keyBy(&Payment::key)).between(0, 1).process([](const Order&, Collector<int>&) {}); }
#endif
#if RIVULET_CASE == 103
void f(Start s) { s.orders.keyBy(&Order::key).intervalJoin(s.payments.keyBy(&Payment::key)).between(0, 1).process([](const Order&, const Payment&, Collector<int>&) {}); }
#endif

#if RIVULET_CASE == 4 // expect: equalTo: the keys of both streams must have the same type
void f(Start s) { s.orders.join(s.payments).where(&Order::key).equalTo(&Payment::order); }
#endif
#if RIVULET_CASE == 104
void f(Start s) { s.orders.join(s.payments).where(&Order::id).equalTo(&Payment::order); }
#endif

#if RIVULET_CASE == 5 // expect: coGroup, apply: the function is called with | std::vector
void f(Start s) { s.orders.coGroup(s.payments).where(&Order::key).equalTo(&Payment::key).window(windows).apply([](const Order&, const Payment&, Collector<int>&) {}); }
#endif
#if RIVULET_CASE == 105
void f(Start s) { s.orders.join(s.payments).where(&Order::key).equalTo(&Payment::key).window(windows).apply([](const Order&, const Payment&, Collector<int>&) {}); }
#endif

#if RIVULET_CASE == 6 // expect: join, apply: the function is called with a row of each stream
void f(Start s) { s.orders.join(s.payments).where(&Order::key).equalTo(&Payment::key).window(windows).apply([](const Order&) { return 1; }); }
#endif
#if RIVULET_CASE == 106
void f(Start s) { s.orders.join(s.payments).where(&Order::key).equalTo(&Payment::key).window(windows).apply([](const Order&, const Payment&) { return 1; }); }
#endif

#if RIVULET_CASE == 7 // expect: withDynamicGap: the function is called with a row
void f(Start s) { s.orders.keyBy(&Order::key).window(EventTimeSessionWindows::withDynamicGap([](const Payment&) { return 1; })); }
#endif
#if RIVULET_CASE == 107
void f(Start s) { s.orders.keyBy(&Order::key).window(EventTimeSessionWindows::withDynamicGap([](const Order& o) { return o.id; })); }
#endif
