// SPDX-License-Identifier: BSL-1.0
#include <doctest/doctest.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

#include <rivulet/lift/double_literal.hpp>

using rivulet::detail::nearestDouble;

static_assert(nearestDouble("0") == 0.0);
static_assert(nearestDouble("1e3") == 1000.0);
static_assert(nearestDouble("0.1") == 0.1);
static_assert(nearestDouble("1.7976931348623157e308") == 1.7976931348623157e308);
static_assert(nearestDouble("4.9e-324") == 4.9e-324);
static_assert(nearestDouble("2.2250738585072011e-308") == 2.2250738585072011e-308);  // hung parsers once
static_assert(nearestDouble("1e400") == std::numeric_limits<double>::infinity());
static_assert(nearestDouble("1e-400") == 0.0);
static_assert(nearestDouble("9007199254740993") == 9007199254740992.0);                  // a tie goes to even
static_assert(nearestDouble("9007199254740993.00000000000000000000001") == 9007199254740994.0);

TEST_CASE("the nearest double, as strtod finds it") {
    std::mt19937_64 random(20240229);
    int tried = 0;
    for (int i = 0; i < 20000; ++i) {
        const std::uint64_t bits = random() & 0x7fffffffffffffffull;
        double d;
        std::memcpy(&d, &bits, sizeof d);
        if (!(d < std::numeric_limits<double>::infinity())) continue;
        char text[64];
        std::snprintf(text, sizeof text, "%.*e", static_cast<int>(random() % 25), d);
        CAPTURE(text);
        CHECK(nearestDouble(text) == std::strtod(text, nullptr));
        ++tried;
    }
    CHECK(tried > 15000);
}
