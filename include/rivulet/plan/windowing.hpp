// SPDX-License-Identifier: BSL-1.0
// What plans say about time: how rows are put into windows, which bounds of time a join has, which rows an OVER looks at.
#pragma once

namespace rivulet::plan {

enum class WindowKind : unsigned char { none, tumble, hop, cumulate, session };

/// The greatest length of time of windows and bounds, in milliseconds: 73 million years.
inline constexpr long long mostLength = 1LL << 61;

/// How rows are put into windows; milliseconds.
struct Windowing {
    WindowKind kind{};
    bool byProcessingTime{};
    bool grouped{};                        // written as GROUP BY TUMBLE(..), HOP or SESSION
    bool zoned{};                          // the time is a TIMESTAMP_LTZ: windows are aligned in the session's zone
    short time{-1};                        // window: the column of the input that says when
    long long size{};                      // session: the gap
    long long step{};                      // hop: the slide; cumulate: the step
    long long offset{};
    constexpr bool operator==(const Windowing&) const = default;
    /// Whether rows are put into the same windows.
    constexpr bool sameForm(const Windowing& o) const {
        return kind == o.kind && kind != WindowKind::none && byProcessingTime == o.byProcessingTime && zoned == o.zoned && size == o.size && step == o.step && offset == o.offset;
    }
};

/// Which columns of a node say which window its rows belong to; -1: not there.
struct WindowColumns {
    short start{-1}, end{-1}, time{-1};
    constexpr bool operator==(const WindowColumns&) const = default;
};

/// Joins over time: which column of each side says when, and for interval joins by how many milliseconds the right time may be after the left one.
struct TimeBounds {
    short left{-1}, right{-1};
    long long lower{}, upper{};
    constexpr bool operator==(const TimeBounds&) const = default;
};

/// Which rows around a row an OVER window looks at: so many rows or milliseconds (RANGE over numbers: units) before (negative) or after it.
struct Frame {
    bool isRows{};
    bool hasLower{}, hasUpper{true};       // false: unbounded
    long long lower{}, upper{};
    constexpr bool operator==(const Frame&) const = default;
};

}  // namespace rivulet::plan
