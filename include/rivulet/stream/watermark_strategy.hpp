// SPDX-License-Identifier: BSL-1.0
// How rows get their timestamps, and what watermarks follow from them.
#pragma once
#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

#include <rivulet/core/exception.hpp>
#include <rivulet/runtime/duration.hpp>
#include <rivulet/runtime/job.hpp>
#include <rivulet/stream/callable.hpp>

namespace rivulet {

/// Where a watermark generator says what it knows.
class WatermarkOutput {
public:
    /// No row with a timestamp <= `mark` comes any more. Never falls: a smaller one than before says nothing.
    void emitWatermark(Millis mark) {
        if (mark > watermark_) watermark_ = mark;
    }
    /// Nothing may come for a while: steps with several inputs do not wait for this one until its next row.
    void markIdle() { idle_ = true; }

    Millis watermark() const { return watermark_; }
    bool idle() const { return idle_; }

private:
    Millis watermark_{noWatermark};
    bool idle_{};
};

namespace detail {

// a - b - c without overflow, for b and c that are not negative; what is earlier than all times is no watermark.
constexpr Millis minusMillis(Millis a, Millis b, Millis c) {
    if (a < noWatermark + b || a - b < noWatermark + c) return noWatermark;
    return a - b - c;
}

// The greatest timestamp so far, less the bound, less 1: a row of exactly that time may still come.
struct BoundedOutOfOrderness {
    Millis bound;
    template <class T>
    void onEvent(const T&, Millis timestamp, WatermarkOutput& output) const { output.emitWatermark(minusMillis(timestamp, bound, 1)); }
};

struct KeepTimestamp {
    template <class T> Millis operator()(const T&, Millis timestamp) const { return timestamp; }
};

// A time as milliseconds: an integer, or one of rivulet's timestamps.
template <class A>
concept TimeOfRow = (std::integral<std::remove_cvref_t<A>> && !std::same_as<std::remove_cvref_t<A>, bool>) || requires(const A& a) { { a.millis() } -> std::same_as<Millis>; };
template <class A>
constexpr Millis millisOf(const A& time) {
    if constexpr (std::is_integral_v<A>) return static_cast<Millis>(time);
    else return time.millis();
}

template <class F, class T>
inline constexpr bool assignsTime = [] {
    if constexpr (std::is_invocable_v<F&, const T&, Millis>) return TimeOfRow<std::invoke_result_t<F&, const T&, Millis>>;
    else if constexpr (std::is_invocable_v<F&, const T&>) return TimeOfRow<std::invoke_result_t<F&, const T&>>;
    else return false;
}();
template <class G, class T>
concept GeneratesWatermarks = requires(G& generator, const T& row, WatermarkOutput& output) { generator.onEvent(row, Millis{}, output); };

template <class G, class A, bool Idles>
struct WatermarkStrategyOf {
    G generator;
    A assigner;
    Millis idleAfter{};

    /// `f(row)` or `f(row, timestampSoFar)`, or a pointer to member: the row's timestamp in milliseconds since 1970 (an integer), or a
    /// Timestamp or TimestampLtz. Without an assigner rows keep the timestamps that they have.
    template <class F>
    auto withTimestampAssigner(F f) const {
        return WatermarkStrategyOf<G, Functor<F>, Idles>{generator, detail::functor(std::move(f)), idleAfter};
    }
    /// After `time` (milliseconds or any std::chrono::duration) of processing time without a row the stream counts as idle, until its next row.
    WatermarkStrategyOf<G, A, true> withIdleness(Duration time) const {
        if (time.millis <= 0) throw IllegalState("withIdleness: the time must be greater than 0");
        return {generator, assigner, time.millis};
    }
};

template <class S> inline constexpr bool isWatermarkStrategy = false;
template <class G, class A, bool I> inline constexpr bool isWatermarkStrategy<WatermarkStrategyOf<G, A, I>> = true;

// The step. Watermarks and idleness from upstream end here, but for the last watermark.
template <class G, class A, bool Idles>
struct AssignTime {
    template <class T> using Out = T;
    static constexpr bool fills = false;
    static constexpr bool hasTimers = Idles;
    std::shared_ptr<Operator> step;
    WatermarkStrategyOf<G, A, Idles> strategy;
    RecordTime* time{};
    bool batch{};
    WatermarkOutput output{};
    const Millis* now{};
    Millis lastActive{}, wakeAt{};
    bool isIdle{}, gotRow{};

    void open(Job& job) {
        time = &job.recordTime();
        batch = job.batch();
        if constexpr (Idles) {
            now = &job.processingTime();
            lastActive = *now;
            wakeAt = addMillis(lastActive, strategy.idleAfter);
        }
    }
    template <int, class Row, class Next>
    void take(Row&& row, Next& next) {
        const RecordTimeFor assigned(*time, timestampOf(std::as_const(row)));
        const Millis before = output.watermark();
        if (!batch) see(std::as_const(row), next);
        next.push(std::forward<Row>(row));
        if (batch) return;
        if (output.watermark() > before) next.watermark(output.watermark());
        if (output.idle()) {
            output = said(output.watermark());
            becomeIdle(true, next);
        }
    }
    template <class Next>
    void watermark(Millis mark, Next& next) {
        if (mark == lastWatermark) next.watermark(mark);
    }
    template <class Next>
    void idle(bool, Next&) {}

    // Idleness is a matter of processing time.
    void endBatch() {
        if (gotRow) lastActive = *now;
        gotRow = false;
    }
    Millis due() const { return isIdle ? lastWatermark : wakeAt; }
    template <class Next>
    void fire(Millis, Next& next) {
        wakeAt = addMillis(lastActive, strategy.idleAfter);
        if (wakeAt <= *now) becomeIdle(true, next);
    }

private:
    static WatermarkOutput said(Millis mark) {
        WatermarkOutput o;
        o.emitWatermark(mark);
        return o;
    }
    template <class T>
    Millis timestampOf(const T& row) {
        if constexpr (std::is_invocable_v<A&, const T&, Millis>) return detail::millisOf(detail::guarded(*step, strategy.assigner, row, time->timestamp));
        else return detail::millisOf(detail::guarded(*step, strategy.assigner, row));
    }
    template <class T, class Next>
    void see(const T& row, Next& next) {
        if constexpr (Idles) gotRow = true;
        if (isIdle) becomeIdle(false, next);
        auto onEvent = [&] { strategy.generator.onEvent(row, time->timestamp, output); };
        detail::guarded(*step, onEvent);
    }
    template <class Next>
    void becomeIdle(bool nowIdle, Next& next) {
        isIdle = nowIdle;
        if constexpr (Idles)
            if (!nowIdle) wakeAt = addMillis(*now, strategy.idleAfter);
        next.idle(nowIdle);
    }
};

template <class Strategy> struct AssignTimeBy;
template <class G, class A, bool Idles> struct AssignTimeBy<WatermarkStrategyOf<G, A, Idles>> { using type = AssignTime<G, A, Idles>; };
template <class Strategy> using AssignTimeOf = typename AssignTimeBy<Strategy>::type;

}  // namespace detail

/// Says when the rows of a stream happened and how far out of order they come, for DataStream::assignTimestampsAndWatermarks. As in Flink,
/// but a watermark comes after every row, not every 200 ms: what a program answers does not depend on how fast it runs.
///
///     clicks.assignTimestampsAndWatermarks(WatermarkStrategy::forBoundedOutOfOrderness(5000).withTimestampAssigner(&Click::millis))
struct WatermarkStrategy {
    /// Timestamps ascend. After a row of time t the watermark is t - 1: more rows of time t may come.
    static detail::WatermarkStrategyOf<detail::BoundedOutOfOrderness, detail::KeepTimestamp, false> forMonotonousTimestamps() { return {{0}, {}}; }
    /// A row comes at most `time`, milliseconds or any std::chrono::duration, after rows that are newer. The watermark is the greatest timestamp so far, less `time`,
    /// less 1.
    static detail::WatermarkStrategyOf<detail::BoundedOutOfOrderness, detail::KeepTimestamp, false> forBoundedOutOfOrderness(Duration time) {
        if (time.millis < 0) throw IllegalState("forBoundedOutOfOrderness: the time must not be negative");
        return {{time.millis}, {}};
    }
    /// Any object with `onEvent(row, timestamp, WatermarkOutput&)`, called for each row; what it emits comes behind the row. It is copied into each
    /// execution. A row without a timestamp has noTimestamp.
    template <class G>
    static detail::WatermarkStrategyOf<G, detail::KeepTimestamp, false> forGenerator(G generator) { return {std::move(generator), {}}; }
    /// Timestamps only.
    static auto noWatermarks() { return forGenerator(NoGenerator{}); }

private:
    struct NoGenerator {
        template <class T> void onEvent(const T&, Millis, WatermarkOutput&) const {}
    };
};

}  // namespace rivulet
