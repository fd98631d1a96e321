// SPDX-License-Identifier: BSL-1.0
// Windows of time: which of them a row is in, and the slices that they share.
#pragma once
#include <rivulet/runtime/time.hpp>

namespace rivulet {

/// From `start` up to `end`, which is not in it. In the time in which windows are aligned: local time, if a session zone has a say.
struct TimeWindow {
    Millis start{}, end{};
    /// The last moment in it. What a window puts out has this timestamp.
    constexpr Millis maxTimestamp() const { return end - 1; }
    friend constexpr bool operator==(TimeWindow, TimeWindow) = default;
};

enum class WindowForm : unsigned char { tumble, hop, cumulate, session };

/// Windows of one form. Lengths are positive; hop: one window each `step`, a step may be longer than the size; cumulate: windows that begin each `size` and
/// grow by `step`, of which the size is a multiple; session: `size` is the gap.
///
///     WindowShape::hop(2000, 10'000).sliceOf(5300)     // [4000, 6000): all rows in it are in the same windows, and a window is some slices
struct WindowShape {
    WindowForm form{};
    Millis size{}, step{}, offset{};
    Millis slice{};  // length of one

    static constexpr WindowShape tumble(Millis size, Millis offset = 0) { return {WindowForm::tumble, size, size, offset, size}; }
    static constexpr WindowShape hop(Millis slide, Millis size, Millis offset = 0) { return {WindowForm::hop, size, slide, offset, detail::commonDivisor(size, slide)}; }
    static constexpr WindowShape cumulate(Millis step, Millis size, Millis offset = 0) { return {WindowForm::cumulate, size, step, offset, step}; }
    static constexpr WindowShape session(Millis gap) { return {WindowForm::session, gap, gap, 0, gap}; }

    /// The latest t' <= t at which something begins that begins each `every`.
    constexpr Millis floorTo(Millis t, Millis every) const {
        const Millis remainder = (t - offset) % every;
        return t - (remainder < 0 ? remainder + every : remainder);
    }
    /// The slice of a row; tumble: its window; session: the window of this row alone.
    constexpr TimeWindow sliceOf(Millis t) const {
        if (form == WindowForm::session) return {t, t + size};
        const Millis start = floorTo(t, slice);
        return {start, start + slice};
    }
    /// Whether the slice is in any window: not between two windows of a step longer than the size.
    constexpr bool covers(TimeWindow one) const { return form != WindowForm::hop || step <= size || one.end <= lastEnd(one); }
    /// Where the last window ends that the slice is in.
    constexpr Millis lastEnd(TimeWindow one) const {
        if (form == WindowForm::session) return one.end;
        return floorTo(one.start, form == WindowForm::cumulate ? size : step) + size;
    }
    /// Where the first window ends that the slice is in.
    constexpr Millis firstEnd(TimeWindow one) const {
        if (form != WindowForm::hop) return one.end;
        const Millis last = lastEnd(one);
        return last - (last - one.end) / step * step;
    }
    /// The window that ends there.
    constexpr TimeWindow endingAt(Millis end) const { return {form == WindowForm::cumulate ? floorTo(end - 1, size) : end - size, end}; }

    /// `f(window)` for all windows of a row in Flink's order: those of hop from the last to the first, those of cumulate from the first.
    template <class F>
    constexpr void forEachWindow(Millis t, F&& f) const {
        const TimeWindow one = sliceOf(t);
        if (!covers(one)) return;
        const Millis first = firstEnd(one), last = lastEnd(one);
        if (form == WindowForm::hop)
            for (Millis end = last; end >= first; end -= step) f(endingAt(end));
        else if (form == WindowForm::session) f(one);
        else
            for (Millis end = first; end <= last; end += step) f(endingAt(end));
    }
    friend constexpr bool operator==(const WindowShape&, const WindowShape&) = default;
};

/// Windows aligned in the time of the rows themselves. Another alignment is a function object of the same form, for a time zone:
/// `local(instant)`, and `instant(local)`, which is the later of two and never decreases.
struct AlignedInUtc {
    static constexpr Millis local(Millis instant) { return instant; }
    static constexpr Millis instant(Millis local) { return local; }
};

}  // namespace rivulet
