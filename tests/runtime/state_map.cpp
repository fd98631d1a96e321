// SPDX-License-Identifier: BSL-1.0
// StateMap against std::map; what is a key, and which keys are equal.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <rivulet/runtime/state_map.hpp>

using namespace rivulet;

namespace {

enum class Colour : std::int16_t { red = -3, green = 4 };
struct Place {
    std::string city;
    int floor;
};
struct Nested {
    Place place;
    std::optional<double> height;
};
struct Opaque {
    int value() const { return v; }
    explicit Opaque(int x) : v(x) {}

private:
    int v;
};
struct OneHash {
    int v;
    bool operator==(const OneHash&) const = default;
    friend std::size_t hash_value(const OneHash&) { return 42; }
};
struct Counted {
    explicit Counted(int x) : value(x) { ++alive; }
    Counted(const Counted& o) : value(o.value) { ++alive; }
    Counted(Counted&& o) noexcept : value(o.value) { ++alive; }
    Counted& operator=(const Counted&) = default;
    ~Counted() { --alive; }
    int value;
    static inline int alive = 0;
};

static_assert(HashableKey<int> && HashableKey<bool> && HashableKey<Colour> && HashableKey<double> && HashableKey<std::string>);
static_assert(HashableKey<std::optional<std::string>> && HashableKey<std::vector<int>> && HashableKey<std::array<Place, 2>>);
static_assert(HashableKey<std::pair<int, std::string>> && HashableKey<std::tuple<int, double>> && HashableKey<Place> && HashableKey<Nested>);
static_assert(!HashableKey<Opaque> && !HashableKey<std::optional<Opaque>> && !HashableKey<std::pair<int, Opaque>> && !HashableKey<int*>);
static_assert(detail::owns<std::string> && detail::owns<std::vector<std::string>> && detail::owns<Place>);
static_assert(!detail::owns<std::string_view> && !detail::owns<std::optional<std::string_view>> && !detail::owns<std::vector<std::string_view>> &&
              !detail::owns<std::span<int>> && !detail::owns<const char*> && !detail::owns<int&> && !detail::owns<std::pair<int, std::string_view>>);

struct Viewing { int id; std::string_view name; };
struct Around { int id; std::vector<std::optional<Viewing>> inner; };
struct Pointing { int id; const char* name; };
struct Tree { std::string name; std::vector<Tree> below; };
struct ViewingTree { std::string_view name; std::vector<ViewingTree> below; };
struct Nothing {};
static_assert(detail::owns<Nested> && detail::owns<Tree> && detail::owns<Nothing> && detail::owns<std::unique_ptr<int>> && detail::owns<Opaque>);
static_assert(!detail::owns<Viewing> && !detail::owns<Around> && !detail::owns<Pointing> && !detail::owns<ViewingTree> && !detail::owns<std::pair<int, Viewing>>);

template <class T>
void same(const T& a, const T& b) {
    CHECK(KeyEqual{}(a, b));
    CHECK(KeyHash{}(a) == KeyHash{}(b));
}
template <class T>
void different(const T& a, const T& b) {
    CHECK(!KeyEqual{}(a, b));
    CHECK(KeyHash{}(a) != KeyHash{}(b));
}

std::uint64_t step(std::uint64_t& x) {
    x ^= x << 13;
    x ^= x >> 7;
    return x ^= x << 17;
}

}  // namespace

TEST_CASE("keys: equal ones hash alike, others differ") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    same(nan, -nan);
    same(0.0, -0.0);
    same(std::optional<double>(0.0), std::optional<double>(-0.0));
    same(std::vector<double>{nan, 1}, std::vector<double>{nan, 1});
    same(std::pair<double, int>{nan, 1}, std::pair<double, int>{nan, 1});
    same(Nested{{"Ulm", 3}, 0.0}, Nested{{"Ulm", 3}, -0.0});
    same(std::string("a"), std::string("a"));
    different(nan, 1.0);
    different(std::optional<int>(), std::optional<int>(0));
    different(std::vector<int>{}, std::vector<int>{0});
    different(std::pair<int, int>{1, 2}, std::pair<int, int>{2, 1});
    different(std::tuple<int, int, int>{1, 2, 3}, std::tuple<int, int, int>{1, 3, 2});
    different(Place{"Ulm", 3}, Place{"Ulm", 4});
    different(Nested{{"Ulm", 3}, {}}, Nested{{"Ulm", 3}, 0.0});
    different(Colour::red, Colour::green);
    different(std::string("ab"), std::string("ba"));
    CHECK(KeyHash{}(std::string("text")) == KeyHash{}(std::string_view("text")));
    CHECK(KeyEqual{}(std::string("text"), std::string_view("text")));
}

TEST_CASE("texts hash by all of their bytes, wherever they lie, and read no further") {
    std::set<std::size_t> hashes;
    std::size_t texts = 0, tops = 0;
    for (std::size_t length = 0; length < 70; ++length) {
        const std::string plain(length, 'x');
        hashes.insert(KeyHash{}(plain));
        ++texts;
        for (std::size_t at = 0; at < length; ++at) {
            std::vector<char> changed(plain.begin(), plain.end());  // exactly as large as the text
            changed[at] = 'y';
            const std::string_view view(changed.data(), changed.size());
            CHECK(KeyHash{}(view) == KeyHash{}(std::string(view)));
            hashes.insert(KeyHash{}(view));
            ++texts;
            // Bits of all heights change.
            tops += KeyHash{}(view) >> 56 != KeyHash{}(plain) >> 56;
        }
    }
    CHECK(hashes.size() == texts);
    CHECK(tops > texts * 95 / 100);
}

TEST_CASE("StateMap: times go with their entries") {
    StateMap<int, int> map;
    map.keepTimes();
    for (int i = 0; i < 1000; ++i) {
        const auto entry = map.tryEmplace(i, i).first;
        CHECK(map.timeOf(entry) == 0);
        map.timeOf(entry) = i * 7;
    }
    StateMap<int, int> copy = map, moved = std::move(map);
    moved.eraseIf([&](const auto& e) { return moved.timeOf(&e) % 2 != 0; });
    CHECK(moved.size() == 500);
    for (int i = 0; i < 1000; ++i) {
        CHECK(copy.timeOf(copy.find(i)) == i * 7);
        CHECK((moved.find(i) != nullptr) == (i % 2 == 0));
    }
    CHECK(moved.bytes() >= 1000 * sizeof(StateMap<int, int>::Entry));
}

TEST_CASE("StateMap does what std::map does") {
    struct Case { int keys, operations, erasePerMille; };
    for (const auto& [keys, operations, erasePerMille] : {Case{1, 2000, 500}, Case{7, 5000, 500}, Case{100, 50000, 450}, Case{100, 50000, 900}, Case{5000, 100000, 300}, Case{20000, 60000, 0}}) {
        StateMap<std::string, Counted> map;
        std::map<std::string, int> expected;
        std::uint64_t random = 88172645463325252u;
        int wrong = 0;
        for (int i = 0; i < operations; ++i) {
            const std::string key = "key number " + std::to_string(step(random) % static_cast<unsigned>(keys));
            if (static_cast<int>(step(random) % 1000) < erasePerMille) {
                wrong += map.erase(std::string_view(key)) != (expected.erase(key) == 1);
            } else {
                const auto [entry, isNew] = map.tryEmplace(key, i);
                wrong += isNew != expected.try_emplace(key, i).second;
                wrong += entry->value.value != expected[key] || entry->key != key;
            }
            wrong += map.size() != expected.size();
        }
        CHECK(wrong == 0);
        std::map<std::string, int> found;
        map.forEach([&](const std::string& key, const Counted& value) { found.emplace(key, value.value); });
        CHECK(found == expected);
        for (const auto& [key, value] : expected) {
            const auto* entry = std::as_const(map).find(std::string_view(key));
            wrong += !entry || entry->value.value != value;
        }
        CHECK(wrong == 0);
        CHECK(map.find("never there") == nullptr);
        CHECK(Counted::alive == static_cast<int>(expected.size()));

        StateMap<std::string, Counted> copy = map, moved = std::move(map);
        CHECK(Counted::alive == static_cast<int>(2 * expected.size()));
        CHECK(moved.size() == expected.size());
        CHECK(copy.size() == expected.size());
        copy.clear();
        CHECK(copy.empty());
        CHECK(copy.find("key number 1") == nullptr);
        copy.tryEmplace("again", 5);
        CHECK(copy.find("again")->value.value == 5);
    }
    CHECK(Counted::alive == 0);
}

TEST_CASE("StateMap: keys that collide, values that only move") {
    StateMap<double, std::unique_ptr<int>> map;
    map.tryEmplace(0.0, std::make_unique<int>(1));
    CHECK(!map.tryEmplace(-0.0, nullptr).second);
    for (int i = 1; i < 1000; ++i) map.tryEmplace(i, std::make_unique<int>(i));
    CHECK(map.size() == 1000);
    CHECK(*map.find(-0.0)->value == 1);
    CHECK(*map.find(777.0)->value == 777);

    StateMap<OneHash, int> all;
    for (int i = 0; i < 200; ++i) all.tryEmplace(OneHash{i}, i);
    for (int i = 0; i < 200; i += 2) CHECK(all.erase(OneHash{i}));
    for (int i = 0; i < 200; ++i) CHECK((all.find(OneHash{i}) != nullptr) == (i % 2 == 1));
}
