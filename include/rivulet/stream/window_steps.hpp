// SPDX-License-Identifier: BSL-1.0
// The step behind a window: what it puts together of rows, and what it puts out.
#pragma once
#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/stream/aligned_windows.hpp>
#include <rivulet/stream/keyed_steps.hpp>
#include <rivulet/stream/output_tag.hpp>
#include <rivulet/stream/session_windows.hpp>
#include <rivulet/stream/timers.hpp>

namespace rivulet {

/// The window that a function of a window is called for, and what it may ask and do during the call.
class WindowContext : public TimeWindow {
public:
    WindowContext(TimeWindow of, const detail::StepTime& ofStep, const detail::SideOutputs& outputs) : TimeWindow(of), time_(&ofStep), sides_(&outputs) {}
    const TimeWindow& window() const { return *this; }
    Millis currentWatermark() const { return time_->watermark; }
    Millis currentProcessingTime() const { return *time_->now; }
    /// A row to a side output. If nobody reads that one it is dropped.
    template <class T> void output(const OutputTag<T>& tag, const std::type_identity_t<T>& row) const { sides_->output(tag, row); }

private:
    const detail::StepTime* time_;
    const detail::SideOutputs* sides_;
};

namespace detail {

// ---- what is put together (see aligned_windows.hpp) -----------------------------------------------------------------------------

// One row; `update` is (T& sofar, const T& row).
template <class T, class F>
struct ReduceRows {
    using Accumulator = T;
    static constexpr bool shares = true;
    F update;
    const Operator* step{};
    T begin(const T& row) const { return row; }
    void add(T& sofar, const T& row) { detail::guarded(*step, update, sofar, row); }
    void merge(T& sofar, const T& later) { detail::guarded(*step, update, sofar, later); }
    const T& result(const T& sofar) const { return sofar; }
};

// An aggregate function says either what the accumulator becomes, or changes it.
template <class A> using AccumulatorOf = std::remove_cvref_t<decltype(std::declval<A&>().createAccumulator())>;
template <class A, class T>
concept AddsTo = requires(A& a, const T& row, AccumulatorOf<A>& sofar) { { a.add(row, sofar) } -> std::same_as<void>; };
template <class A, class T>
concept AddsAnew = requires(A& a, const T& row, AccumulatorOf<A> sofar) { { a.add(row, std::move(sofar)) } -> std::convertible_to<AccumulatorOf<A>>; };
template <class A>
concept MergesInto = requires(A& a, AccumulatorOf<A>& sofar, const AccumulatorOf<A>& other) { { a.merge(sofar, other) } -> std::same_as<void>; };
template <class A>
concept MergesAnew = requires(A& a, AccumulatorOf<A> sofar, const AccumulatorOf<A>& other) { { a.merge(std::move(sofar), other) } -> std::convertible_to<AccumulatorOf<A>>; };
template <class A, class T>
concept AggregatesRows = requires(A& a, const AccumulatorOf<A>& sofar) { a.createAccumulator(); a.getResult(sofar); } && (AddsTo<A, T> || AddsAnew<A, T>);

template <class T, class A>
struct AggregateRows {
    using Accumulator = AccumulatorOf<A>;
    static constexpr bool shares = MergesInto<A> || MergesAnew<A>;
    A function;
    const Operator* step{};
    Accumulator begin(const T& row) {
        auto create = [this] { return function.createAccumulator(); };
        Accumulator made = detail::guarded(*step, create);
        add(made, row);
        return made;
    }
    void add(Accumulator& sofar, const T& row) {
        auto adds = [&] {
            if constexpr (AddsTo<A, T>) function.add(row, sofar);
            else sofar = function.add(row, std::move(sofar));
        };
        detail::guarded(*step, adds);
    }
    void merge(Accumulator& sofar, const Accumulator& later) {
        auto merges = [&] {
            if constexpr (MergesInto<A>) function.merge(sofar, later);
            else sofar = function.merge(std::move(sofar), later);
        };
        detail::guarded(*step, merges);
    }
    decltype(auto) result(const Accumulator& sofar) {
        auto gives = [&]() -> decltype(auto) { return function.getResult(sofar); };
        return detail::guarded(*step, gives);
    }
};

template <class T>
struct KeepRows {
    using Accumulator = std::vector<T>;
    static constexpr bool shares = false;
    const Operator* step{};
    Accumulator begin(const T& row) const { return Accumulator(1, row); }
    void add(Accumulator& sofar, const T& row) const { sofar.push_back(row); }
    void merge(Accumulator& sofar, const Accumulator& later) const { sofar.insert(sofar.end(), later.begin(), later.end()); }
    const Accumulator& result(const Accumulator& sofar) const { return sofar; }
};
template <class Contents> using ResultOfRows = std::remove_cvref_t<decltype(std::declval<Contents&>().result(std::declval<const typename Contents::Accumulator&>()))>;

// ---- what is put out ---------------------------------------------------------------------------------------------------------

// The result itself.
struct GiveResult {
    template <class Made, class K, class Result, class Next>
    void operator()(const Operator&, const K&, const WindowContext&, Result&& result, Next& next) const { next.push(std::forward<Result>(result)); }
};
// What a function makes of it: f(key, window, result, out), without the key where there are none.
struct NoKey {
    friend bool operator==(NoKey, NoKey) = default;
    friend std::size_t hash_value(NoKey) { return 0; }
};
struct SameKey {
    template <class T> NoKey operator()(const T&) const { return {}; }
};
template <class F, class K, class Result, class Made>
inline constexpr bool answersWindow = std::is_invocable_v<F&, const K&, const WindowContext&, const Result&, Collector<Made>&>;
template <class F, class Result, class Made>
inline constexpr bool answersWindow<F, NoKey, Result, Made> = std::is_invocable_v<F&, const WindowContext&, const Result&, Collector<Made>&>;
template <class F>
struct GiveToFunction {
    F function;
    template <class Made, class K, class Result, class Next>
    void operator()(const Operator& step, const K& key, const WindowContext& context, const Result& result, Next& next) {
        Collector<Made> out(next);
        if constexpr (std::is_same_v<K, NoKey>) detail::guarded(step, function, context, result, out);
        else detail::guarded(step, function, key, context, result, out);
    }
};

// ---- the step ----------------------------------------------------------------------------------------------------------------

template <class Assigner, class K, class Contents>
using WindowsOf = std::conditional_t<Assigner::kind == WindowKind::session, SessionWindows<K, Contents>, AlignedWindows<K, Contents, Assigner::kind == WindowKind::sliding>>;

// An assigner whose late rows go to a side output.
template <class Assigner>
struct WithLateSide : Assigner {
    std::string lateTag;
};

template <class Made, class T, class K, class G, class Assigner, class Contents, class Give>
struct WindowStep : WithSides {
    template <class> using Out = Made;
    static constexpr bool fills = false;
    static constexpr bool hasTimers = !Assigner::isEventTime;

    std::shared_ptr<Operator> step;
    KeyOf<G> keyOf;
    Contents contents;
    Give give;
    Assigner assigner;
    WindowsOf<Assigner, K, Contents> windows;
    StepTime time{};
    std::uint64_t* lateRows{};

    WindowStep(std::shared_ptr<Operator> named, KeyOf<G> keys, Contents what, Give how, Assigner assigns, Millis allowed)
        : step(std::move(named)), keyOf(std::move(keys)), contents(std::move(what)), give(std::move(how)), assigner(std::move(assigns)), windows(assigner.shape, allowed) {
        contents.step = step.get();
    }
    void open(Job& job) {
        time.open(job);
        sides.open(job, *step);
        lateRows = &job.addCounter(step->name, "lateRows");
    }
    template <int, class Row, class Next>
    void take(Row&& row, Next& next) {
        const Millis moment = Assigner::isEventTime ? time.record->timestamp : *time.now;
        if (Assigner::isEventTime && (moment > farthestTime || moment < -farthestTime)) [[unlikely]] refuseTime();
        const Millis watermark = Assigner::isEventTime ? time.watermark : noWatermark;
        bool late = false;
        if constexpr (Assigner::kind != WindowKind::session) late = windows.add(contents, keyOf(std::as_const(row)), moment, std::as_const(row), watermark, Emit<Next>{*this, next});
        else late = windows.add(contents, keyOf(std::as_const(row)), moment, std::as_const(row), watermark, Emit<Next>{*this, next}, gapOf(std::as_const(row)));
        if (!late) return;
        if constexpr (requires { assigner.lateTag; }) sides.output(OutputTag<T>(assigner.lateTag), row);
        else ++*lateRows;
    }
    template <class Next>
    void watermark(Millis mark, Next& next) {
        time.watermark = mark;
        if constexpr (Assigner::isEventTime) windows.advance(contents, mark, Emit<Next>{*this, next});
        next.watermark(mark);
        sides.watermark(mark);
    }
    // A window of processing time is over when the clock shows its end.
    Millis due() const { return windows.due() == lastWatermark ? lastWatermark : windows.due() + 1; }
    template <class Next>
    void fire(Millis moment, Next& next) { windows.advance(contents, moment - 1, Emit<Next>{*this, next}); }

private:
    template <class Next>
    struct Emit {
        WindowStep& body;
        Next& next;
        void operator()(const K& key, TimeWindow window, const typename Contents::Accumulator& rows) const {
            const RecordTimeFor moment(*body.time.record, window.maxTimestamp());
            body.give.template operator()<Made>(*body.step, key, WindowContext(window, body.time, body.sides), body.contents.result(rows), next);
        }
    };
    template <class Row>
    Millis gapOf(const Row& row) {
        if constexpr (requires { assigner.gapOf; }) {
            const Millis gap = Duration(detail::guarded(*step, assigner.gapOf, row)).millis;
            if (gap <= 0 || gap > farthestTime / 2) throw StepError(step->name, "the gap of a session is greater than 0, not " + std::to_string(gap));
            return gap;
        } else return assigner.shape.gap;
    }
    [[noreturn, gnu::cold]] void refuseTime() const {
        throw StepError(step->name, time.record->present() ? "a row's timestamp, " + std::to_string(time.record->timestamp) + ", is out of the range of windows"
                                                           : std::string("a row has no timestamp; assignTimestampsAndWatermarks(..) before the window"));
    }
};

}  // namespace detail

}  // namespace rivulet
