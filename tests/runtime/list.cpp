// SPDX-License-Identifier: BSL-1.0
// core/list.hpp against std::vector, and what happens to its elements when one of them throws.
#include <rivulet/core/list.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using rivulet::detail::List;

namespace {

std::string text(unsigned n) { return "a text that is too long to be stored inside of a string: " + std::to_string(n); }

void requireEqual(const List<std::string>& list, const std::vector<std::string>& expected) {
    REQUIRE(list.size() == expected.size());
    REQUIRE(list.capacity() >= list.size());
    REQUIRE(list.empty() == expected.empty());
    std::size_t i = 0;
    for (const std::string& s : list) REQUIRE(s == expected[i++]);
    if (!expected.empty()) {
        REQUIRE(list.front() == expected.front());
        REQUIRE(list.back() == expected.back());
        REQUIRE(list.data() == &list[0]);
    }
}

// Counts those that are alive; the copy or move after `left` others throws.
struct Watched {
    static inline int alive = 0, left = -1;
    int value;
    explicit Watched(int v) : value(v) { ++alive; }
    Watched(const Watched& other) : value(other.value) { made(); }
    Watched(Watched&& other) : value(std::exchange(other.value, -1)) { made(); }  // NOLINT: may throw
    Watched& operator=(const Watched&) = default;
    Watched& operator=(Watched&&) = default;
    ~Watched() { --alive; }

private:
    static void made() {
        if (left == 0) throw std::runtime_error("made");
        --left;
        ++alive;
    }
};

struct alignas(64) Wide { int value{7}; };

}  // namespace

TEST_CASE("A list holds what a vector holds after the same steps") {
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        List<std::string> list;
        std::vector<std::string> expected;
        std::uint32_t random = seed;
        for (unsigned step = 0; step < 300; ++step) {
            random = random * 1664525u + 1013904223u;
            const std::size_t at = expected.empty() ? 0 : (random >> 8) % expected.size();
            switch ((random >> 24) % 12) {
                case 0: case 1: list.push_back(text(step)); expected.push_back(text(step)); break;
                case 2: list.emplace_back(3u, 'x'); expected.emplace_back(3u, 'x'); break;
                case 3: list.insertAt(at, text(step)); expected.insert(expected.begin() + static_cast<std::ptrdiff_t>(at), text(step)); break;
                case 4: list.resize(at + 3); expected.resize(at + 3); break;
                case 5: list.resize(at + 2, text(step)); expected.resize(at + 2, text(step)); break;
                case 6: list.reserve(at * 2); break;
                case 7: { List<std::string> copy(list); requireEqual(copy, expected); list = copy; break; }
                case 8: { List<std::string> moved(std::move(list)); list = std::move(moved); break; }
                case 9: if (step % 50 == 0) { list.clear(); expected.clear(); } break;
                case 10: if (!expected.empty()) { list.eraseAt(at); expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(at)); } break;
                default: if (!expected.empty()) { list.pop_back(); expected.pop_back(); } break;
            }
            requireEqual(list, expected);
        }
    }
}

TEST_CASE("A list of given elements") {
    requireEqual({text(1), text(2), text(3)}, {text(1), text(2), text(3)});
    requireEqual({}, {});
}

TEST_CASE("An element of the list itself may be added to it, also when it grows") {
    List<std::string> list;
    list.push_back(text(1));
    for (unsigned i = 0; i < 40; ++i) list.size() % 2 ? list.push_back(list.front()) : static_cast<void>(list.emplace_back(list.front()));
    for (const std::string& s : list) CHECK(s == text(1));
}

TEST_CASE("Where an element throws, none is lost and none is destroyed twice") {
    for (int until = 0; until < 12; ++until) {
        CAPTURE(until);
        {
            List<Watched> list;
            list.reserve(4);
            for (int i = 0; i < 4; ++i) list.emplace_back(i);
            Watched::left = until;
            bool failed = false;
            try {
                list.push_back(Watched(4));  // grows
                List<Watched> copy(list);
            } catch (const std::runtime_error&) {
                failed = true;
            }
            CHECK(failed == (until < 11));  // one to make the fifth, 5 to grow, 5 to copy
            Watched::left = -1;
            CHECK(list.size() >= 4);
        }
        CHECK(Watched::alive == 0);
    }
}

TEST_CASE("Elements lie where their type wants them") {
    List<Wide> list(3);
    for (int i = 0; i < 20; ++i) list.emplace_back();
    for (const Wide& w : list) {
        CHECK(reinterpret_cast<std::uintptr_t>(&w) % alignof(Wide) == 0);
        CHECK(w.value == 7);
    }
}

TEST_CASE("More elements than memory can have are refused before anything is lost") {
    List<std::string> list;
    list.push_back(text(1));
    CHECK_THROWS_AS(list.reserve(SIZE_MAX / 4), std::bad_array_new_length);
    CHECK(list.front() == text(1));
}
