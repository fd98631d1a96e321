// SPDX-License-Identifier: BSL-1.0
// Which windows a row belongs to.
#pragma once
#include <string>
#include <utility>

#include <rivulet/core/exception.hpp>
#include <rivulet/runtime/duration.hpp>
#include <rivulet/runtime/time.hpp>
#include <rivulet/runtime/window.hpp>

namespace rivulet {

namespace detail {

// The greatest offset + k * step that is not after `time`.
constexpr Millis floorTo(Millis time, Millis step, Millis offset) {
    const Millis rest = (time - offset) % step;
    return time - (rest < 0 ? rest + step : rest);
}
constexpr Millis saturatedSum(Millis time, Millis more) { return time > lastWatermark - more ? lastWatermark : time + more; }

/// Windows of one size that begin at offset + k * slide.
struct AlignedShape {
    Millis size{}, slide{}, offset{};
    void check(const char* name) const {
        if (size <= 0 || slide <= 0 || size > farthestTime / 2 || slide > farthestTime / 2) throw IllegalState(std::string(name) + ": sizes and slides of windows are greater than 0");
        if (offset >= slide || offset <= -slide) throw IllegalState(std::string(name) + ": an offset is less than the size of the windows, or their slide");
    }
};
struct SessionShape {
    Millis gap{};
    void check(const char* name) const {
        if (gap <= 0 || gap > farthestTime / 2) throw IllegalState(std::string(name) + ": a gap is greater than 0");
    }
};

enum class WindowKind : unsigned char { tumbling, sliding, session };
template <class A> concept WindowAssigner = requires(const A& a) { A::kind; A::isEventTime; a.shape; };

template <class Self>
Self checkedAssigner(Self assigner, const char* name) {
    assigner.shape.check(name);
    return assigner;
}

}  // namespace detail

/// Windows of one size, one after the other, by the rows' timestamps. They begin at multiples of the size, plus the offset: -8 hours are
/// the days of Beijing. Lengths of time are milliseconds or any std::chrono::duration, here and in what follows: `of(std::chrono::seconds(10))`.
struct TumblingEventTimeWindows {
    static constexpr auto kind = detail::WindowKind::tumbling;
    static constexpr bool isEventTime = true;
    detail::AlignedShape shape;
    static TumblingEventTimeWindows of(Duration size, Duration offset = 0) { return detail::checkedAssigner(TumblingEventTimeWindows{{size.millis, size.millis, offset.millis}}, "TumblingEventTimeWindows"); }
};
/// The same by the processing time at which rows come.
struct TumblingProcessingTimeWindows {
    static constexpr auto kind = detail::WindowKind::tumbling;
    static constexpr bool isEventTime = false;
    detail::AlignedShape shape;
    static TumblingProcessingTimeWindows of(Duration size, Duration offset = 0) { return detail::checkedAssigner(TumblingProcessingTimeWindows{{size.millis, size.millis, offset.millis}}, "TumblingProcessingTimeWindows"); }
};
/// Windows of one size that begin every `slide`, by the rows' timestamps. A row is in several if the slide is less than the size, and may be in none if it is
/// greater.
struct SlidingEventTimeWindows {
    static constexpr auto kind = detail::WindowKind::sliding;
    static constexpr bool isEventTime = true;
    detail::AlignedShape shape;
    static SlidingEventTimeWindows of(Duration size, Duration slide, Duration offset = 0) { return detail::checkedAssigner(SlidingEventTimeWindows{{size.millis, slide.millis, offset.millis}}, "SlidingEventTimeWindows"); }
};
/// The same by the processing time at which rows come.
struct SlidingProcessingTimeWindows {
    static constexpr auto kind = detail::WindowKind::sliding;
    static constexpr bool isEventTime = false;
    detail::AlignedShape shape;
    static SlidingProcessingTimeWindows of(Duration size, Duration slide, Duration offset = 0) { return detail::checkedAssigner(SlidingProcessingTimeWindows{{size.millis, slide.millis, offset.millis}}, "SlidingProcessingTimeWindows"); }
};
namespace detail {

// Sessions whose rows say how long they keep theirs open.
template <bool EventTime, class F>
struct DynamicSessionWindows {
    static constexpr auto kind = WindowKind::session;
    static constexpr bool isEventTime = EventTime;
    F gapOf;
    SessionShape shape{};
};

}  // namespace detail

/// Rows of a key whose timestamps are at most `gap` apart are one session; it ends `gap` after its last row. With a dynamic gap `f(row)` says, in milliseconds or
/// as a std::chrono::duration, how long a row keeps its session open: it reaches from the row's timestamp to so long after it, and sessions that meet are one. A
/// gap that is not greater than 0 ends the job.
struct EventTimeSessionWindows {
    static constexpr auto kind = detail::WindowKind::session;
    static constexpr bool isEventTime = true;
    detail::SessionShape shape;
    static EventTimeSessionWindows withGap(Duration gap) { return detail::checkedAssigner(EventTimeSessionWindows{{gap.millis}}, "EventTimeSessionWindows"); }
    template <class F> static auto withDynamicGap(F f) { return detail::DynamicSessionWindows<true, F>{std::move(f)}; }
};
/// The same by the processing time at which rows come.
struct ProcessingTimeSessionWindows {
    static constexpr auto kind = detail::WindowKind::session;
    static constexpr bool isEventTime = false;
    detail::SessionShape shape;
    static ProcessingTimeSessionWindows withGap(Duration gap) { return detail::checkedAssigner(ProcessingTimeSessionWindows{{gap.millis}}, "ProcessingTimeSessionWindows"); }
    template <class F> static auto withDynamicGap(F f) { return detail::DynamicSessionWindows<false, F>{std::move(f)}; }
};

}  // namespace rivulet
