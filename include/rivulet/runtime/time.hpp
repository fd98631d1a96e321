// SPDX-License-Identifier: BSL-1.0
// Time in the runtime: what all operators with time speak.
#pragma once
#include <cstddef>
#include <cstdint>

namespace rivulet {

/// Milliseconds since 1970-01-01 00:00 UTC; also a length of time in milliseconds.
using Millis = std::int64_t;

/// No watermark has come yet: nothing is late.
inline constexpr Millis noWatermark = INT64_MIN;
/// No row comes any more; a source that ends sends it.
inline constexpr Millis lastWatermark = INT64_MAX;
/// Times that are further from 1970 (some 146 million years) are refused where rows wait for each other: lengths up to half of it can be added to and
/// taken from any other.
inline constexpr Millis farthestTime = Millis{1} << 62;
namespace detail {

// Sums that end where times end.
constexpr Millis addMillis(Millis a, Millis b) {
    Millis sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? (b < 0 ? noWatermark : lastWatermark) : sum;
}
constexpr Millis subtractMillis(Millis a, Millis b) {
    Millis difference = 0;
    return __builtin_sub_overflow(a, b, &difference) ? (b > 0 ? noWatermark : lastWatermark) : difference;
}
/// The greatest length that both are multiples of.
constexpr Millis commonDivisor(Millis a, Millis b) {
    while (b != 0) {
        const Millis rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

}  // namespace detail

/// A row has no timestamp.
inline constexpr Millis noTimestamp = INT64_MIN;

/// The timestamp of the row that is on its way. It is the job's, not the row's: whoever knows it sets it before pushing, whoever
/// needs it reads it, and steps between do not notice (runtime/origin.hpp).
struct RecordTime {
    Millis timestamp{noTimestamp};
    bool present() const { return timestamp != noTimestamp; }
};

/// Another record time while something is pushed; then the one from before.
class RecordTimeFor {
public:
    RecordTimeFor(RecordTime& ofJob, Millis timestamp) : time_(&ofJob), before_(ofJob) { ofJob.timestamp = timestamp; }
    RecordTimeFor(const RecordTimeFor&) = delete;
    RecordTimeFor& operator=(const RecordTimeFor&) = delete;
    ~RecordTimeFor() { *time_ = before_; }

private:
    RecordTime* time_;
    RecordTime before_;
};

/// What comes between two rows of a batch.
struct Mark {
    enum class Kind : unsigned char { watermark, idle, active };
    std::size_t rowsBefore{};  // how many rows of the batch come before it
    Kind kind{};
    Millis watermark{};

    static Mark of(std::size_t rowsBefore, Millis watermark) { return {rowsBefore, Kind::watermark, watermark}; }
    static Mark ofIdle(std::size_t rowsBefore, bool idle) { return {rowsBefore, idle ? Kind::idle : Kind::active, noWatermark}; }
};

}  // namespace rivulet
