// SPDX-License-Identifier: BSL-1.0
// Window functions: each row with the windows that it is in.
#pragma once
#include <cstdint>
#include <type_traits>

#include <rivulet/lift/operators/state.hpp>
#include <rivulet/lift/operators/watermark.hpp>
#include <rivulet/runtime/session_windows.hpp>
#include <rivulet/runtime/window.hpp>
#include <rivulet/types/session_zone.hpp>

namespace rivulet::detail {

/// The windows of a plan in the runtime.
consteval WindowShape windowShape(const plan::Windowing& w) {
    switch (w.kind) {
        case plan::WindowKind::hop: return WindowShape::hop(w.step, w.size, w.offset);
        case plan::WindowKind::cumulate: return WindowShape::cumulate(w.step, w.size, w.offset);
        case plan::WindowKind::session: return WindowShape::session(w.size);
        case plan::WindowKind::tumble: case plan::WindowKind::none: break;
    }
    return WindowShape::tumble(w.size, w.offset);
}

/// Windows of a TIMESTAMP_LTZ are aligned by the clocks of the session's zone, and over when those show their end. Of a time that they show twice the
/// later counts, so that no row of the second hour is late; of one that they jump over, the moment of the jump (Flink).
struct AlignedInSession {
    static Millis local(Millis instant) { return sessionLocal(instant); }
    static Millis instant(Millis local) {
        const Millis first = sessionUtc(local), skipped = subtractMillis(sessionLocal(first), local);
        if (skipped > 0) return sessionChange(subtractMillis(first, skipped), first);
        return sessionLater(first);
    }
};
template <class Tag, int O> using WindowAlignment = std::conditional_t<physicalOp<Tag, O>.windowing.zoned, AlignedInSession, AlignedInUtc>;

/// window_time, the last millisecond of a window.
template <bool Zoned>
constexpr auto windowTime(TimeWindow window) {
    if constexpr (Zoned) return TimestampLtz<3>::fromMillis(sessionUtc(window.end - 1));
    else return Timestamp<3>::fromMillis(window.end - 1);
}
/// window_start, window_end, window_time
template <bool Zoned>
struct WindowRow {
    TimeWindow window;
    template <int I> constexpr auto at() const {
        if constexpr (I == 2) return windowTime<Zoned>(window);
        else return Timestamp<3>::fromMillis(I == 0 ? window.start : window.end);
    }
};
template <class Tag, int O, class Row> using WindowedRow = PairRow<Row, WindowRow<physicalOp<Tag, O>.windowing.zoned>, physicalInput<Tag, O, 0>.columnCount>;
template <class Tag, int O> struct CoreOf<Tag, O, NodeKind::window> { using Type = WindowedRow<Tag, O, KeptRow<Tag, O>>; };

/// Whether the rows are grouped by their windows.
template <class Tag, int O>
consteval bool isGrouped() {
    int consumer = physicalOp<Tag, O>.consumer;
    while (consumer >= 0 && physicalOf<Tag>.ops[consumer].kind == NodeKind::expand) consumer = physicalOf<Tag>.ops[consumer].consumer;
    return consumer >= 0 && physicalOf<Tag>.ops[consumer].kind == NodeKind::windowAggregate;
}
/// Says when a row was, by the clocks that its windows are aligned by. One without a time is in no window and only counted; it ends a streaming job that groups by windows
/// (Flink: its window functions skip such rows, its groups do so in batch only).
template <class Tag, int O>
class WindowClock {
public:
    explicit WindowClock(bool batch) : skips_(batch || !isGrouped<Tag, O>()) {}
    /// False: the row has no time.
    template <class Row>
    bool tell(const Row& row, const typename Tag::Context& context, Millis& time) {
        if constexpr (physicalOf<Tag>.exprs[physicalInput<Tag, O, 0>.time].type.nullable)
            if (skips_ && !present(Lifted<Tag, physicalInput<Tag, O, 0>.time>::of(row, context))) {
                ++rowsWithoutTime_;
                return false;
            }
        time = WindowAlignment<Tag, O>::local(timeOf<Tag, O, 0>(row, context));
        return true;
    }
    std::uint64_t rowsWithoutTime() const { return rowsWithoutTime_; }

private:
    bool skips_;
    std::uint64_t rowsWithoutTime_{};
};

// Rows go on at once, with each window or, for who puts windows together, with their slice.
template <class Tag, int O, bool WaitsForEnd>
struct WindowState {
    static constexpr WindowShape shape = windowShape(physicalOp<Tag, O>.windowing);
    WindowClock<Tag, O> clock;
    explicit WindowState(bool batch) : clock(batch) {}

    template <class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context& context, Down& down) {
        Millis time{};
        if (!clock.tell(row, context, time)) return;
        const auto give = [&](TimeWindow window) {
            const WindowRow<physicalOp<Tag, O>.windowing.zoned> columns{window};
            down(kind, WindowedRow<Tag, O, Row>{row, columns});
        };
        if constexpr (!physicalOp<Tag, O>.sliced) shape.forEachWindow(time, give);
        else if (const TimeWindow slice = shape.sliceOf(time); shape.covers(slice)) give(slice);
    }
    template <class Down> void finish(const typename Tag::Context&, Down) {}
};
// Rows of a session, whose bounds are known only when it is over.
template <class Tag, int O>
struct WindowState<Tag, O, true> {
    static constexpr WindowShape shape = windowShape(physicalOp<Tag, O>.windowing);
    SessionRows<KeyRow<Tag, O>, KeptRow<Tag, O>, WindowAlignment<Tag, O>> state;
    WindowClock<Tag, O> clock;
    explicit WindowState(bool batch) : clock(batch) {}

    template <class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context& context, Down&) {
        Millis time{};
        if (clock.tell(row, context, time)) state.process(kind, shape.sliceOf(time), keyOfRow<Tag, O, 0>(row, context), row);
    }
    template <class Down>
    void release(Millis watermark, Down& down) {
        state.advance(watermark, [&down](RowKind kind, const KeyRow<Tag, O>&, TimeWindow window, const KeptRow<Tag, O>& row) {
            const WindowRow<physicalOp<Tag, O>.windowing.zoned> columns{window};
            down(kind, CoreRow<Tag, O>{row, columns});
        });
    }
};
/// Windows are over by the watermark, or by the clock. State: `state`, and `release(watermark, down)`.
template <class Tag, class State, bool ByClock>
struct WindowRelease : State {
    static constexpr bool timed = true;
    using State::State;
    template <class Down> void advance(Millis watermark, const typename Tag::Context&, Down down) { State::release(watermark, down); }
    template <class Down> void finish(const typename Tag::Context&, Down) {}
};
template <class Tag, class State>
struct WindowRelease<Tag, State, true> : State {
    using State::State;
    Millis due() const { return State::state.due(); }
    template <class Down> void fire(Millis now, const typename Tag::Context&, Down down) { State::release(now - 1, down); }
    template <class Down> void finish(const typename Tag::Context&, Down down) { State::release(lastWatermark, down); }
};

template <class Tag, int O>
consteval auto windowStateOf() {
    constexpr plan::PhysicalOp op = physicalOp<Tag, O>;
    if constexpr (op.windowing.kind != plan::WindowKind::session || op.sliced) return std::type_identity<WindowState<Tag, O, false>>{};
    else return std::type_identity<WindowRelease<Tag, WindowState<Tag, O, true>, op.windowing.byProcessingTime>>{};
}
template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::window> : decltype(windowStateOf<Tag, O>())::type {
    static constexpr bool keeps = true;
    using State = typename decltype(windowStateOf<Tag, O>())::type;
    OperatorState(const OperatorOptions& options, const typename Tag::Context&) : State(options.batch) {}

    template <int, class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context& context, Down down) { State::receive(kind, row, context, down); }
};

}  // namespace rivulet::detail
