// SPDX-License-Identifier: BSL-1.0
// DataStream: what the steps give, in which order, how often they run, what is allocated, copied and moved.
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <rivulet/connector/collect.hpp>
#include <rivulet/connector/generator.hpp>
#include <rivulet/connector/print.hpp>
#include <rivulet/stream/environment.hpp>

using namespace rivulet;

namespace {

std::size_t allocations = 0;

}  // namespace

void* operator new(std::size_t n) {
    ++allocations;
    if (void* p = std::malloc(n ? n : 1)) return p;
    throw std::bad_alloc();
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }

namespace {

struct Order {
    std::string user;
    std::int64_t amount;
    std::int32_t product;
    bool operator==(const Order&) const = default;
};
std::vector<Order> orders() { return {{"ann", 5, 1}, {"bob", 7, 2}, {"ann", 2, 3}, {"bob", 7, 4}, {"cid", 1, 5}, {"ann", 5, 6}}; }

// Counts what happens to it.
struct Traced {
    int value{};
    static inline int copies = 0, moves = 0, alive = 0;
    static void reset() { copies = moves = 0; }
    Traced() { ++alive; }
    explicit Traced(int v) : value(v) { ++alive; }
    Traced(const Traced& o) : value(o.value) { ++copies; ++alive; }
    Traced(Traced&& o) noexcept : value(o.value) { ++moves; ++alive; }
    Traced& operator=(const Traced& o) { value = o.value; ++copies; return *this; }
    Traced& operator=(Traced&& o) noexcept { value = o.value; ++moves; return *this; }
    ~Traced() { --alive; }
};
// Rows that can be made, but not assigned nor made from nothing.
struct Fixed {
    const int value;
    const std::string text;
    Fixed(int v) : value(v), text("a text that is too long for its place " + std::to_string(v)) {}
};

template <class T> std::vector<T> upTo(T n) {
    std::vector<T> v;
    for (T i = 0; i < n; ++i) v.push_back(i);
    return v;
}

}  // namespace

// ---- what the steps give ---------------------------------------------------------------------------------------------

TEST_CASE("steps: what comes out") {
    StreamExecutionEnvironment env;
    const auto numbers = env.fromElements(1, 2, 3, 4);
    static_assert(std::is_same_v<decltype(numbers), const DataStream<int>>);

    CHECK(numbers.executeAndCollect() == std::vector{1, 2, 3, 4});
    CHECK(numbers.map([](int x) { return x * 0.5; }).executeAndCollect() == std::vector{0.5, 1.0, 1.5, 2.0});
    CHECK(numbers.filter([](int x) { return x % 2 == 0; }).executeAndCollect() == std::vector{2, 4});
    CHECK(numbers.filter([](int) { return false; }).executeAndCollect().empty());
    CHECK(numbers.flatMap([](int x, Collector<std::string>& out) { for (int i = 1; i < x; ++i) out.collect(std::string(static_cast<std::size_t>(i), 'x')); }).executeAndCollect() ==
          std::vector<std::string>{"x", "x", "xx", "x", "xx", "xxx"});
    CHECK(numbers.flatMap<int>([](const auto& x, auto& out) { if (x > 2) { out.collect(x); out.collect(-x); } }).executeAndCollect() == std::vector{3, -3, 4, -4});
    CHECK(numbers.map([](auto x) { return std::vector<int>(static_cast<std::size_t>(x % 2), x); }).executeAndCollect() == std::vector<std::vector<int>>{{1}, {}, {3}, {}});

    const auto named = env.fromCollection(orders());
    CHECK(named.map(&Order::product).executeAndCollect() == std::vector<std::int32_t>{1, 2, 3, 4, 5, 6});
    CHECK(named.map([](const Order& o) -> const std::string& { return o.user; }).filter([](const std::string& s) { return s != "ann"; }).executeAndCollect() ==
          std::vector<std::string>{"bob", "bob", "cid"});
}

TEST_CASE("sources: what comes out, and again from the beginning") {
    StreamExecutionEnvironment env;
    const auto twice = [](const auto& stream, const auto& expected) {
        CHECK(stream.executeAndCollect() == expected);
        CHECK(stream.executeAndCollect() == expected);
    };
    twice(env.fromElements("to", "be"), std::vector<std::string>{"to", "be"});
    twice(env.fromElements(std::string("or"), "not"), std::vector<std::string>{"or", "not"});
    twice(env.fromElements(true, false, true), std::vector<bool>{true, false, true});
    twice(env.fromElements(std::optional<int>(), 7), std::vector<std::optional<int>>{{}, 7});
    twice(env.fromCollection(std::vector<int>{}), std::vector<int>{});
    twice(env.fromCollection({3, 1, 2}), std::vector{3, 1, 2});
    twice(env.fromCollection(upTo(5000)), upTo(5000));
    twice(env.fromSequence(-2, 1), std::vector<std::int64_t>{-2, -1, 0, 1});
    twice(env.fromSequence(0, 4999), upTo<std::int64_t>(5000));
    constexpr auto greatest = std::numeric_limits<std::int64_t>::max(), least = std::numeric_limits<std::int64_t>::min();
    twice(env.fromSequence(greatest - 1, greatest), std::vector<std::int64_t>{greatest - 1, greatest});
    CHECK(env.fromSequence(least, greatest).executeAndCollect(2) == std::vector<std::int64_t>{least, least + 1});
    CHECK_THROWS_AS(env.fromSequence(1, 0), IllegalState);
    twice(env.fromGenerator([](std::int64_t i) { return i * i; }, 4), std::vector<std::int64_t>{0, 1, 4, 9});
    twice(env.fromGenerator([n = 10](std::int64_t) mutable { return n++; }, 3), std::vector{10, 11, 12});
    twice(env.fromSource(makeGenerator([](std::int64_t i) { return static_cast<int>(i); }, 3000), "numbers"), upTo(3000));
    twice(env.fromGenerator([](std::int64_t i) { return static_cast<int>(i); }, 0), std::vector<int>{});

    const std::array<int, 3> array{4, 5, 6};
    twice(env.fromCollection(std::span<const int>(array)), std::vector{4, 5, 6});
}

TEST_CASE("P176: each execution reads the source anew") {
    StreamExecutionEnvironment env;
    std::vector<int> rows{1, 2};
    const auto even = env.fromView(rows).filter([](int x) { return x % 2 == 0; });
    CHECK(even.executeAndCollect() == std::vector{2});
    rows.push_back(4);
    CHECK(even.executeAndCollect() == std::vector{2, 4});
    rows.clear();
    CHECK(even.executeAndCollect().empty());
}

TEST_CASE("collections are handed on without a copy") {
    StreamExecutionEnvironment env;
    std::vector<Traced> rows;
    for (int i = 0; i < 3000; ++i) rows.emplace_back(i);
    Traced::reset();
    int sum = 0;
    env.fromView(rows).filter([](const Traced& t) { return t.value % 2 == 0; }).addSink([&sum](const Traced& t) { sum += t.value; });
    env.execute();
    CHECK(sum == 1499 * 1500);
    CHECK(Traced::copies == 0);
    CHECK(Traced::moves == 0);

    // A row made by a step is moved to where it stays.
    env.fromSequence(1, 100).map([](std::int64_t i) { return Traced(static_cast<int>(i)); }).filter([](const Traced&) { return true; }).addSink([](Traced&&) {});
    env.execute();
    CHECK(Traced::copies == 0);
    CHECK(Traced::moves == 0);
    CHECK(env.fromSequence(1, 64).map([](std::int64_t i) { return Traced(static_cast<int>(i)); }).executeAndCollect().size() == 64);
    CHECK(Traced::copies == 0);
}

// ---- boundaries --------------------------------------------------------------------------------------------------------

TEST_CASE("P174: a step runs once per record however many consumers its stream has") {
    StreamExecutionEnvironment env;
    int first = 0, second = 0;
    const auto counted = env.fromElements(3, 4, 5).map([&first](int x) { ++first; return x; });
    CHECK(counted.filter([](int x) { return x > 3; }).executeAndCollect() == std::vector{4, 5});
    CHECK(first == 3);

    first = 0;
    const auto more = counted.map([&second](int x) { ++second; return x * 10; });
    std::vector<int> a, b, c, d;
    counted.addSink(CollectSink(a));
    more.addSink(CollectSink(b));
    more.filter([](int x) { return x > 30; }).addSink(CollectSink(c));
    const auto copy = more;
    copy.addSink(CollectSink(d));
    const JobExecutionResult result = env.execute();
    CHECK(first == 3);
    CHECK(second == 3);
    CHECK(a == std::vector{3, 4, 5});
    CHECK(b == std::vector{30, 40, 50});
    CHECK(c == std::vector{40, 50});
    CHECK(d == b);
    CHECK(result.rowsRead() == 3);
    CHECK(result.rowsWritten() == 11);
}

TEST_CASE("a copy made before the first use shares the boundary; an erased stream is one") {
    StreamExecutionEnvironment env;
    int calls = 0;
    auto stream = env.fromElements(1, 2).map([&calls](int x) { ++calls; return x; });
    auto copy = stream;
    DataStream<int> erased = stream, again = copy;
    std::vector<int> all;
    stream.addSink(CollectSink(all));
    copy.addSink(CollectSink(all));
    erased.addSink(CollectSink(all));
    again.map([](int x) { return -x; }).addSink(CollectSink(all));
    env.execute();
    CHECK(calls == 2);
    CHECK(all == std::vector{1, 2, 1, 2, 1, 2, -1, -2});
}

TEST_CASE("std::move fuses, and uses the stream up") {
    StreamExecutionEnvironment env;
    auto stream = env.fromElements(1, 2).map([](int x) { return x + 1; });
    auto copy = stream;
    CHECK(std::move(stream).map([](int x) { return x * 2; }).executeAndCollect() == std::vector{4, 6});
    CHECK_THROWS_AS(copy.print(), IllegalState);  // its map would run a second time
    auto used = env.fromElements(1).map([](int x) { return x; });
    used.addSink([](int) {});
    CHECK_THROWS_AS(std::move(used).executeAndCollect(), IllegalState);
    env.execute();
    auto source = env.fromElements(1);
    source.addSink([](int) {});
    auto other = source;
    CHECK(std::move(source).executeAndCollect() == std::vector{1});  // a source is a boundary already
    CHECK_THROWS_AS(source.print(), IllegalState);
    CHECK_THROWS_AS(source.map([](int x) { return x; }), IllegalState);
    CHECK_THROWS_AS(source.keyBy([](int x) { return x; }), IllegalState);
    CHECK_THROWS_AS(source.executeAndCollect(), IllegalState);
    CHECK_THROWS_AS(std::move(other).unionWith(other), IllegalState);
}

TEST_CASE("order: within a stream as it is; of several sources batch by batch, in the order in which they were made") {
    StreamExecutionEnvironment env;
    const auto later = [&](int from) {
        std::vector<int> rows;
        for (int i = 0; i < 1500; ++i) rows.push_back(from + i);
        return env.fromCollection(std::move(rows));
    };
    const auto a = later(0), b = later(10000);
    std::vector<int> expected;
    const auto add = [&](int from, int to) { for (int i = from; i < to; ++i) expected.push_back(i); };
    add(0, 1024);
    add(10000, 11024);
    add(1024, 1500);
    add(11024, 11500);
    CHECK(b.unionWith(a).executeAndCollect() == expected);
    CHECK(a.unionWith(b).executeAndCollect() == expected);
    CHECK(a.map([](int x) { return x; }).unionWith(b.filter([](int) { return true; })).executeAndCollect() == expected);

    // Each consumer gets a batch whole.
    std::vector<std::pair<char, int>> seen;
    const auto c = env.fromElements(1, 2).map([](int x) { return x; });
    c.addSink([&seen](int x) { seen.emplace_back('a', x); });
    c.addSink([&seen](int x) { seen.emplace_back('b', x); });
    env.execute();
    CHECK(seen == std::vector<std::pair<char, int>>{{'a', 1}, {'a', 2}, {'b', 1}, {'b', 2}});
}

TEST_CASE("union and connect: diamonds, several inputs, a stream with itself") {
    StreamExecutionEnvironment env;
    int calls = 0;
    const auto stream = env.fromElements(1, 2, 3).map([&calls](int x) { ++calls; return x; });
    CHECK(stream.unionWith(stream).executeAndCollect() == std::vector{1, 2, 3, 1, 2, 3});
    CHECK(calls == 3);
    const auto small = stream.filter([](int x) { return x < 3; });
    const auto great = stream.filter([](int x) { return x > 1; });
    CHECK(small.unionWith(great, env.fromElements(9)).map([](int x) { return x * 10; }).executeAndCollect() == std::vector{10, 20, 20, 30, 90});
    const auto joined = small.unionWith(great);
    CHECK(joined.unionWith(joined).executeAndCollect().size() == 8);

    const auto both = stream.connect(env.fromElements("x", "yy"));
    CHECK(both.map([](int x) { return std::to_string(x); }, [](const std::string& s) { return s; }).executeAndCollect() == std::vector<std::string>{"1", "2", "3", "x", "yy"});
    CHECK(both.flatMap([](int x, Collector<int>& out) { if (x > 1) out.collect(x); }, [](const std::string& s, Collector<int>& out) { for (char c : s) out.collect(c); }).executeAndCollect() ==
          std::vector<int>{2, 3, 'x', 'y', 'y'});
    std::vector<std::string> a, b;
    const auto named = both.map([](int x) { return std::to_string(x); }, [](const std::string& s) { return s; });
    calls = 0;
    named.addSink(CollectSink(a));
    named.addSink(CollectSink(b));
    env.execute();
    CHECK(a.size() == 5);
    CHECK(b == a);
    CHECK(calls == 3);
}

TEST_CASE("rows of every kind pass a boundary") {
    StreamExecutionEnvironment env;
    const auto fixed = env.fromSequence(1, 3000).map([](std::int64_t i) { return Fixed(static_cast<int>(i)); }).filter([](const Fixed& f) { return f.value % 3 != 0; });
    std::int64_t sum = 0, texts = 0;
    fixed.addSink([&sum](const Fixed& f) { sum += f.value; });
    fixed.map([](const Fixed& f) { return f.text.size(); }).addSink([&texts](std::size_t n) { texts += static_cast<std::int64_t>(n > 38); });
    env.execute();
    CHECK(sum == 3000 * 3001 / 2 - 3 * (1000 * 1001 / 2));
    CHECK(texts == 2000);
    const auto bools = env.fromElements(1, 0, 1).map([](int x) { return x == 1; });
    CHECK(bools.unionWith(bools).executeAndCollect() == std::vector<bool>{true, false, true, true, false, true});
    const auto nested = env.fromElements(std::vector<std::optional<Order>>{orders()[0], {}}).map([](const auto& v) { return v; });
    CHECK(nested.executeAndCollect() == std::vector<std::vector<std::optional<Order>>>{{orders()[0], {}}});
}

TEST_CASE("rows that only move") {
    using Box = std::unique_ptr<int>;
    StreamExecutionEnvironment env;
    const auto boxes = [] {
        std::vector<Box> v;
        for (int i = 1; i <= 3; ++i) v.push_back(std::make_unique<int>(i));
        return v;
    };
    const auto valueOf = [](const Box& b) { return *b; };
    CHECK(env.fromCollection(boxes()).map(valueOf).executeAndCollect() == std::vector{1, 2, 3});
    CHECK(env.fromCollection(boxes()).filter([](const Box& b) { return *b > 1; }).map([](Box b) { ++*b; return b; }).map([](Box&& b) { return std::move(b); }).map(valueOf).executeAndCollect() == std::vector{3, 4});
    const auto collected = env.fromGenerator([](std::int64_t i) { return std::make_unique<std::int64_t>(i); }, 2000).executeAndCollect();
    CHECK(collected.size() == 2000);
    CHECK(*collected.back() == 1999);
    // Through boundaries, unions, flatMap and keyed state.
    DataStream<Box> named = env.fromCollection(boxes()).filter([](const Box&) { return true; });
    CHECK(named.map(valueOf).executeAndCollect() == std::vector{1, 2, 3});
    CHECK_THROWS_WITH_AS(named.map(valueOf).executeAndCollect(), "collection 3: the elements of this collection cannot be copied and went with the first execution", JobError);
    CHECK(env.fromCollection(boxes()).unionWith(env.fromCollection(boxes())).flatMap([](Box&& b, Collector<Box>& out) { out.collect(std::move(b)); }).map(valueOf).executeAndCollect() == std::vector{1, 2, 3, 1, 2, 3});
    CHECK(env.fromCollection(boxes()).keyBy(valueOf).process([](const Box& b, int& n, Collector<int>& out) { out.collect(*b * 10 + ++n); }).executeAndCollect() == std::vector{11, 21, 31});
    const auto shared = env.fromCollection(boxes());
    shared.addSink([](const Box&) {});
    shared.addSink([](const Box&) {});
    CHECK_THROWS_WITH_AS(env.execute(), "a stream of a type that cannot be copied has a second consumer; map it to a copyable type first", IllegalState);
}

// ---- state ----------------------------------------------------------------------------------------------------------------

TEST_CASE("keyed steps: rolling results for each row") {
    StreamExecutionEnvironment env;
    const auto keyed = env.fromCollection(orders()).keyBy(&Order::user);
    const auto add = [](const Order& a, const Order& b) { return Order{a.user, a.amount + b.amount, b.product}; };
    CHECK(keyed.reduce(add).executeAndCollect() == std::vector<Order>{{"ann", 5, 1}, {"bob", 7, 2}, {"ann", 7, 3}, {"bob", 14, 4}, {"cid", 1, 5}, {"ann", 12, 6}});
    CHECK(keyed.sum(&Order::amount).executeAndCollect() == std::vector<Order>{{"ann", 5, 1}, {"bob", 7, 2}, {"ann", 7, 1}, {"bob", 14, 2}, {"cid", 1, 5}, {"ann", 12, 1}});
    CHECK(keyed.min(&Order::amount).executeAndCollect() == std::vector<Order>{{"ann", 5, 1}, {"bob", 7, 2}, {"ann", 2, 1}, {"bob", 7, 2}, {"cid", 1, 5}, {"ann", 2, 1}});
    CHECK(keyed.max(&Order::product).executeAndCollect() == std::vector<Order>{{"ann", 5, 1}, {"bob", 7, 2}, {"ann", 5, 3}, {"bob", 7, 4}, {"cid", 1, 5}, {"ann", 5, 6}});
    CHECK(keyed.minBy(&Order::amount).executeAndCollect() == std::vector<Order>{{"ann", 5, 1}, {"bob", 7, 2}, {"ann", 2, 3}, {"bob", 7, 2}, {"cid", 1, 5}, {"ann", 2, 3}});
    CHECK(keyed.maxBy(&Order::amount).executeAndCollect() == std::vector<Order>{{"ann", 5, 1}, {"bob", 7, 2}, {"ann", 5, 1}, {"bob", 7, 2}, {"cid", 1, 5}, {"ann", 5, 1}});
    CHECK(keyed.map(&Order::product).executeAndCollect().size() == 6);  // a keyed stream is a stream
    // A key that is made, of several parts, or a struct; state begins anew each time.
    for (int run = 0; run < 2; ++run) {
        CHECK(env.fromElements(1, 2, 3, 4, 5).keyBy([](int x) { return x % 2 == 0; }).reduce([](int a, int b) { return a + b; }).executeAndCollect() == std::vector{1, 2, 4, 6, 9});
        CHECK(env.fromCollection(orders()).keyBy([](const Order& o) { return std::pair(o.user, o.amount); }).sum(&Order::product).map(&Order::product).executeAndCollect() == std::vector<std::int32_t>{1, 2, 3, 6, 5, 7});
        CHECK(env.fromCollection(orders()).keyBy([](const Order& o) { return Order{o.user, o.amount, 0}; }).sum(&Order::product).map(&Order::product).executeAndCollect() == std::vector<std::int32_t>{1, 2, 3, 6, 5, 7});
    }
    // Integers wrap as on the JVM.
    struct Small { int key; std::int8_t n; std::int64_t big; };
    const auto wrapped = env.fromElements(Small{1, 100, std::numeric_limits<std::int64_t>::max()}, Small{1, 100, 1});
    CHECK(wrapped.keyBy(&Small::key).sum(&Small::n).map(&Small::n).executeAndCollect() == std::vector<std::int8_t>{100, -56});
    CHECK(wrapped.keyBy(&Small::key).sum(&Small::big).map(&Small::big).executeAndCollect().back() == std::numeric_limits<std::int64_t>::min());
}

namespace {

struct Summary {
    std::string user;
    std::int64_t last, count;
    bool isNew;
    bool operator==(const Summary&) const = default;
};
struct Summarise {
    struct State {
        ValueState<std::int64_t> last;
        ListState<std::int32_t> products;
        MapState<std::int64_t, int> byAmount;
    };
    void processElement(const Order& o, State& state, const KeyContext<std::string>& context, Collector<Summary>& out) {
        const bool isNew = !state.byAmount.contains(o.amount);
        state.products.add(o.product);
        state.byAmount.put(o.amount, (isNew ? 0 : *state.byAmount.get(o.amount)) + 1);
        out.collect({context.currentKey(), state.last.valueOr(-1), static_cast<std::int64_t>(state.products.get().size()), isNew});
        state.last.update(o.amount);
    }
};

}  // namespace

TEST_CASE("process: a state for each key") {
    StreamExecutionEnvironment env;
    const auto keyed = env.fromCollection(orders()).keyBy(&Order::user);
    const std::vector<std::string> expected{"ann1", "bob1", "ann2", "bob2", "cid1", "ann3"};
    const auto counting = [](const Order& o, int& n, Collector<std::string>& out) { out.collect(o.user + std::to_string(++n)); };
    CHECK(keyed.process(counting).executeAndCollect() == expected);
    CHECK(keyed.process<std::string, int>(counting).executeAndCollect() == expected);
    CHECK(keyed.process<std::string, int>([](const auto& o, auto& n, auto& out) { out.collect(o.user + std::to_string(++n)); }).executeAndCollect() == expected);
    CHECK(keyed.process([](const Order&, int& n, const KeyContext<std::string>& context, Collector<std::string>& out) { out.collect(context.currentKey() + std::to_string(++n)); }).executeAndCollect() == expected);
    CHECK(keyed.process(Summarise{}).executeAndCollect() ==
          std::vector<Summary>{{"ann", -1, 1, true}, {"bob", -1, 1, true}, {"ann", 5, 2, true}, {"bob", 7, 2, false}, {"cid", -1, 1, true}, {"ann", 2, 3, false}});

    const auto limits = env.fromElements(std::pair<std::string, int>("bob", 100), std::pair<std::string, int>("dan", 3)).keyBy([](const auto& p) { return p.first; });
    const auto met = keyed.connect(limits).process([](const Order& o, std::int64_t& sum, Collector<std::string>& out) { sum += o.amount; if (sum > 10) out.collect(o.user); },
                                                   [](const std::pair<std::string, int>& l, std::int64_t& sum, Collector<std::string>& out) { out.collect(l.first + std::to_string(sum += l.second)); });
    CHECK(met.executeAndCollect() == std::vector<std::string>{"bob", "ann", "bob114", "dan3"});
    const auto unkeyed = env.fromCollection(orders()).connect(env.fromElements(1, 2, 1));
    CHECK(unkeyed.keyBy(&Order::product, [](int x) { return x; }).process<int, int>([](const Order&, int& n, auto& out) { out.collect(++n); }, [](int, int& n, auto& out) { out.collect(++n); }).executeAndCollect() ==
          std::vector{1, 1, 1, 1, 1, 1, 2, 2, 3});
}

TEST_CASE("ValueState, ListState, MapState") {
    ValueState<std::string> value;
    CHECK(!value.hasValue());
    CHECK_THROWS_AS(value.value(), IllegalState);
    CHECK(value.valueOr("none") == "none");
    value.update("some");
    CHECK(value.value() == "some");
    value.clear();
    CHECK(!value.hasValue());
    ListState<int> list;
    list.add(1);
    list.add(2);
    CHECK(list.get() == std::vector{1, 2});
    list.update({5});
    int sum = 0;
    for (int x : list) sum += x;
    CHECK(sum == 5);
    list.clear();
    CHECK(list.empty());
    MapState<std::string, int> map;
    map.put("a", 1);
    map.put("a", 2);
    CHECK(map.size() == 1);
    CHECK(*map.get(std::string_view("a")) == 2);
    CHECK(map.get("b") == nullptr);
    CHECK(map.remove("a"));
    CHECK(!map.remove("a"));
    CHECK(map.empty());
}

// ---- costs ------------------------------------------------------------------------------------------------------------------

TEST_CASE("no allocation per row after warm-up") {
    struct Point { double x, y; std::int64_t t; };
    StreamExecutionEnvironment env;
    const auto count = [&](const auto& program, int rows) {
        const std::size_t before = allocations;
        program(rows);
        env.execute();
        return allocations - before;
    };
    const auto sameForAll = [&](const auto& program) {
        count(program, 5000);  // names have their number's width
        CHECK(count(program, 100000) == count(program, 5000));
    };
    const std::vector<Point> points(100000, Point{1, 2, 3});
    double sum = 0;
    sameForAll([&](int n) {  // fused
        env.fromCollection(std::span<const Point>(points).first(static_cast<std::size_t>(n))).map([](const Point& p) { return std::pair(p.x + p.y, p.t); })
            .filter([](const auto& p) { return p.first > 0; }).map([](const auto& p) { return p.first; }).addSink([&sum](double x) { sum += x; });
    });
    sameForAll([&](int n) {  // over boundaries
        const auto named = env.fromGenerator([](std::int64_t i) { return Point{static_cast<double>(i), 0, i}; }, static_cast<std::uint64_t>(n)).map([](const Point& p) { return p; });
        named.map(&Point::x).addSink([&sum](double x) { sum += x; });
        named.unionWith(named).flatMap([](const Point& p, Collector<double>& out) { out.collect(p.y); out.collect(p.x); }).addSink([&sum](double x) { sum += x; });
    });
    const std::vector<Order> longTexts(100000, Order{"a user whose name is too long for its place", 1, 2});
    sameForAll([&](int n) {  // slots keep the capacity of their strings
        const auto named = env.fromCollection(std::span<const Order>(longTexts).first(static_cast<std::size_t>(n))).filter([](const Order& o) { return o.amount > 0; });
        named.addSink([&sum](const Order& o) { sum += static_cast<double>(o.amount); });
        named.keyBy(&Order::user).sum(&Order::amount).addSink([&sum](const Order& o) { sum += static_cast<double>(o.amount); });
    });
    sameForAll([&](int n) {  // timestamps and a watermark behind every row, over a boundary, into windows
        const auto timed = env.fromGenerator([](std::int64_t i) { return Point{static_cast<double>(i), 0, i}; }, static_cast<std::uint64_t>(n))
                               .assignTimestampsAndWatermarks(WatermarkStrategy::forBoundedOutOfOrderness(20).withTimestampAssigner(&Point::t));
        const auto later = [](const Point& a, const Point& b) { return Point{a.x + b.x, a.y, b.t}; };
        timed.keyBy([](const Point& p) { return p.t % 10; }).window(SlidingEventTimeWindows::of(100, 20)).reduce(later).addSink([&sum](const Point& p) { sum += p.x; });
        timed.windowAll(TumblingEventTimeWindows::of(50)).maxBy(&Point::x).addSink([&sum](const Point& p) { sum += p.x; });
        timed.filter([](const Point& p) { return p.t % 2 == 0; }).addSink([&sum](const Point& p) { sum += p.x; });
    });
    CHECK(sum > 0);
}

// ---- printing ----------------------------------------------------------------------------------------------------------------

TEST_CASE("print: the name before each row") {
    struct Case { std::string_view name, expected; };
    for (const auto& [name, expected] : {Case{"", "Order(ann,5,1)\nOrder(bob,7,2)\n"}, Case{"out", "out> Order(ann,5,1)\nout> Order(bob,7,2)\n"}, Case{"sql->", "sql->> Order(ann,5,1)\nsql->> Order(bob,7,2)\n"}}) {
        StreamExecutionEnvironment env;
        std::string text;
        env.fromCollection(orders()).filter([](const Order& o) { return o.product < 3; }).print(name, &text);
        CHECK(env.execute().rowsWritten("print 1") == 2);
        CHECK(text == expected);
    }
    StreamExecutionEnvironment env;
    std::FILE* file = std::tmpfile();
    REQUIRE(file);
    env.fromElements(1.5, 1e7).print("x", file);
    env.fromElements("a", "b").print({}, file);
    env.fromSequence(1, 100000).filter([](std::int64_t i) { return i > 99999; }).addSink(PrintSink<std::int64_t>("n", file));
    env.execute();
    std::rewind(file);
    char buffer[200]{};
    const std::string text(buffer, std::fread(buffer, 1, sizeof buffer, file));
    CHECK(text == "x> 1.5\nx> 1.0E7\na\nb\nn> 100000\n");
    std::fclose(file);
}
