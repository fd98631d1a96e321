// SPDX-License-Identifier: BSL-1.0
// Readings of sensors, with a row time, for tests that make them at random.
#pragma once
#include <cstdint>
#include <string>

#include <rivulet/rivulet.hpp>

namespace test {

struct Reading {
    std::string sensor;
    std::int32_t value;
    rivulet::Timestamp<3> at;
};
inline constexpr auto lateByTen = rivulet::Schema().watermark<"at", "at - INTERVAL '10' SECOND">();

/// The same numbers each time, everywhere.
class Random {
    std::uint64_t state_ = 88172645463325252u;

public:
    std::int64_t below(std::uint64_t n) {
        state_ ^= state_ << 13; state_ ^= state_ >> 7; state_ ^= state_ << 17;
        return static_cast<std::int64_t>(state_ % n);
    }
    Reading reading(std::uint64_t sensors, std::uint64_t values, std::int64_t millis) {
        const char sensor = static_cast<char>('a' + below(sensors));
        return {std::string(1, sensor), static_cast<std::int32_t>(below(values)), rivulet::Timestamp<3>::fromMillis(millis)};
    }
};

}  // namespace test
