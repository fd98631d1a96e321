// SPDX-License-Identifier: BSL-1.0
// Time in the runtime: what all operators with time speak.
#pragma once
#include <cstdint>

namespace rivulet {

/// Milliseconds since 1970-01-01 00:00 UTC; also a length of time in milliseconds.
using Millis = std::int64_t;

/// No watermark has come yet: nothing is late.
inline constexpr Millis noWatermark = INT64_MIN;
/// No row comes any more; a source that ends sends it.
inline constexpr Millis lastWatermark = INT64_MAX;

}  // namespace rivulet
