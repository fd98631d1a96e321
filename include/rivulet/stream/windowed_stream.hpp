// SPDX-License-Identifier: BSL-1.0
// WindowedStream: a stream whose rows are in windows, and the steps that make rows of windows.
#pragma once
#include <concepts>
#include <string>
#include <type_traits>
#include <utility>

#include <rivulet/stream/data_stream.hpp>
#include <rivulet/stream/keyed_stream.hpp>
#include <rivulet/stream/window_steps.hpp>

namespace rivulet {

/// What window() and windowAll() return. A window of event time puts out its rows when the watermark reaches its last moment, one of processing
/// time when the clock shows its end (not at the end of input: as in Flink, such windows are dropped then). Rows that are put out have the last moment of the
/// window as their timestamp. A window without rows puts out nothing.
///
/// A row all of whose windows have been put out is late: dropped and counted (JobExecutionResult::lateRows()), or sent to a side output.
/// What a window holds is freed when it was put out, or when the allowed lateness is over.
///
///     clicks.keyBy(&Click::user).window(TumblingEventTimeWindows::of(60'000)).reduce(add);
template <class Keyed, class Windows>
class WindowedStream {
public:
    using T = typename Keyed::Element;
    using Key = typename Keyed::Key;

    WindowedStream(Keyed windowed, Windows assigns, Millis allowed = 0) : keyed_(std::move(windowed)), windows_(std::move(assigns)), lateness_(allowed) {}
    auto share() const { return WindowedStream<decltype(keyed_.share()), Windows>(keyed_.share(), windows_, lateness_); }

    /// Keeps windows for `time`, milliseconds or any std::chrono::duration, after they were put out. A row that comes for one by then puts it out once more, all its rows in it.
    auto allowedLateness(Duration time) && {
        static_assert(Windows::isEventTime, "rivulet: allowedLateness: by processing time no row is late");
        if (time.millis < 0) throw IllegalState("allowedLateness: the time must not be negative");
        lateness_ = time.millis;
        return std::move(*this);
    }
    auto allowedLateness(Duration time) const& { return share().allowedLateness(time); }
    /// Late rows go to this side output of the step that follows, instead of being dropped and counted.
    template <class Tag> auto sideOutputLateData(const Tag& tag) && {
        constexpr bool fits = std::is_same_v<Tag, OutputTag<T>>;
        static_assert(fits, "rivulet: sideOutputLateData: late rows are rows of this stream: an OutputTag of its row type");
        if constexpr (fits) return WindowedStream<Keyed, detail::WithLateSide<Windows>>(std::move(keyed_), detail::WithLateSide<Windows>{windows_, tag.id()}, lateness_);
        else return std::move(*this);
    }
    template <class Tag> auto sideOutputLateData(const Tag& tag) const& { return share().sideOutputLateData(tag); }

    /// The rows of each window in one: the first row as it is, then `f(sofar, row)`, a T. With a second function, `g(key, window, row, out)`, what that makes of
    /// it; see process(). Sliding windows and sessions put parts together with f, in the order of time: for them `f(f(a, b), c)` must be `f(a, f(b, c))`.
    template <class F> auto reduce(F f) && {
        if constexpr (reduces<F>()) return std::move(*this).template then<T>(detail::ReduceRows<T, detail::Reducing<F>>{{std::move(f)}}, detail::GiveResult{});
        else return std::move(keyed_);
    }
    template <class F> auto reduce(F f) const& { return share().reduce(std::move(f)); }
    template <class Out = void, class F, class Function> auto reduce(F f, Function g) && {
        if constexpr (reduces<F>()) return std::move(*this).template give<Out>(detail::ReduceRows<T, detail::Reducing<F>>{{std::move(f)}}, std::move(g));
        else return std::move(keyed_);
    }
    template <class Out = void, class F, class Function> auto reduce(F f, Function g) const& { return share().template reduce<Out>(std::move(f), std::move(g)); }
    /// The first row of each window with `member` (a pointer to member) summed up; integers wrap around as on the JVM.
    template <class M> auto sum(M member) && { return std::move(*this).template rolling<detail::Summing>(member); }
    template <class M> auto sum(M member) const& { return share().sum(member); }
    /// The first row of each window with the least (greatest) `member`.
    template <class M> auto min(M member) && { return std::move(*this).template rolling<detail::Min>(member); }
    template <class M> auto min(M member) const& { return share().min(member); }
    template <class M> auto max(M member) && { return std::move(*this).template rolling<detail::Max>(member); }
    template <class M> auto max(M member) const& { return share().max(member); }
    /// The row of each window that has the least (greatest) `member`; of equals the first.
    template <class M> auto minBy(M member) && { return std::move(*this).template rolling<detail::MinBy>(member); }
    template <class M> auto minBy(M member) const& { return share().minBy(member); }
    template <class M> auto maxBy(M member) && { return std::move(*this).template rolling<detail::MaxBy>(member); }
    template <class M> auto maxBy(M member) const& { return share().maxBy(member); }

    /// What an aggregate function makes of the rows of each window: an object with
    ///
    ///     Accumulator createAccumulator();
    ///     void add(const T& row, Accumulator&);                      // or: Accumulator add(const T& row, Accumulator)
    ///     Result getResult(const Accumulator&);
    ///     void merge(Accumulator&, const Accumulator& later);        // or: Accumulator merge(Accumulator, const Accumulator& later)
    ///
    /// Sessions need merge. With it sliding windows share what they have in common: a row costs the same however many windows it is in; without
    /// it, it is added to each. With a second function, `g(key, window, result, out)`, what that makes of the result; see process().
    template <class A> auto aggregate(A function) && {
        if constexpr (aggregates<A>()) {
            using Contents = detail::AggregateRows<T, A>;
            return std::move(*this).template then<detail::ResultOfRows<Contents>>(Contents{std::move(function)}, detail::GiveResult{});
        } else return std::move(keyed_);
    }
    template <class A> auto aggregate(A function) const& { return share().aggregate(std::move(function)); }
    template <class Out = void, class A, class Function> auto aggregate(A function, Function g) && {
        if constexpr (aggregates<A>()) return std::move(*this).template give<Out>(detail::AggregateRows<T, A>{std::move(function)}, std::move(g));
        else return std::move(keyed_);
    }
    template <class Out = void, class A, class Function> auto aggregate(A function, Function g) const& { return share().template aggregate<Out>(std::move(function), std::move(g)); }

    /// What `f(key, window, rows, out)` puts out for each window: key is `const Key&` (not there after windowAll), window a `const TimeWindow&` or a `const
    /// WindowContext&`, rows a `const std::vector<T>&` in the order in which they came, out a `Collector<Out>&`. Keeps all rows of a window, and a row once for
    /// each of its windows; reduce and aggregate keep less.
    ///
    ///     .process([](const std::string& user, const TimeWindow& w, const std::vector<Click>& clicks, Collector<Visit>& out) { .. })
    template <class Out = void, class F> auto process(F f) && {
        constexpr bool kept = detail::owns<T> && std::copyable<T>;
        static_assert(kept, "rivulet: process of a window keeps its rows: rows must be copyable and own what they hold (no string_view, span, pointer)");
        if constexpr (kept) return std::move(*this).template give<Out>(detail::KeepRows<T>{}, std::move(f));
        else return std::move(keyed_);
    }
    template <class Out = void, class F> auto process(F f) const& { return share().template process<Out>(std::move(f)); }

private:
    template <class F> static consteval bool reduces() {
        constexpr bool callable = std::is_invocable_v<F&, const T&, const T&>;
        static_assert(detail::wants<callable, T(const T&, const T&)>, "rivulet: reduce: the function cannot be called with two rows (const T&, const T&) of this stream");
        constexpr bool fits = !callable || detail::ReducesTo<F, T>;
        static_assert(detail::wants<fits, T(const T&, const T&)>, "rivulet: reduce: the function must return the stream's row type");
        constexpr bool kept = detail::owns<T> && std::copyable<T>;
        static_assert(kept, "rivulet: reduce keeps a row for each key and window: rows must be copyable and own what they hold (no string_view, span, pointer)");
        return callable && fits && kept;
    }
    template <class A> static consteval bool aggregates() {
        constexpr bool complete = detail::AggregatesRows<A, T>;
        static_assert(complete, "rivulet: aggregate: the function needs createAccumulator(), add(const T&, Accumulator&) and getResult(const Accumulator&)");
        if constexpr (complete) {
            constexpr bool merges = Windows::kind != detail::WindowKind::session || detail::AggregateRows<T, A>::shares;
            static_assert(merges, "rivulet: aggregate: sessions grow together, so the function needs merge(Accumulator&, const Accumulator&)");
            using Accumulator = detail::AccumulatorOf<A>;
            constexpr bool kept = detail::owns<Accumulator> && std::copyable<Accumulator>;
            static_assert(kept, "rivulet: aggregate keeps an accumulator for each key and window: it must be copyable and own what it holds (no string_view, span, pointer)");
            constexpr bool copyable = std::copy_constructible<A>;
            static_assert(copyable, "rivulet: aggregate: the function is copied into each execution and must be copyable");
            return merges && kept && copyable;
        } else return false;
    }
    template <template <class> class Update, class M> auto rolling(M member) && {
        constexpr bool fits = std::is_member_object_pointer_v<M> && std::is_invocable_v<M, T&>;
        static_assert(fits, "rivulet: sum, min, max: this step wants a pointer to a member of the stream's row type, such as &Order::amount");
        constexpr bool kept = detail::owns<T> && std::copyable<T>;
        static_assert(!fits || kept, "rivulet: sum, min, max keep a row for each key and window: rows must be copyable and own what they hold (no string_view, span, pointer)");
        if constexpr (fits && kept) return std::move(*this).template then<T>(detail::ReduceRows<T, Update<M>>{{member}}, detail::GiveResult{});
        else return std::move(keyed_);
    }
    template <class Out, class Contents, class F> auto give(Contents contents, F f) && {
        using Made = detail::givenOrCollected<Out, F>;
        using Result = detail::ResultOfRows<Contents>;
        constexpr bool known = !std::is_void_v<Made>;
        static_assert(known, "rivulet: the function of a window needs a last parameter Collector<Out>&; or say process<Out>(f)");
        if constexpr (known) {
            constexpr bool fits = detail::answersWindow<F, Key, Result, Made> && std::copy_constructible<F>;
            static_assert(fits, "rivulet: the function of a window cannot be called with (const Key&, const TimeWindow&, rows, Collector<Out>&), without the key after windowAll; rows are a const std::vector<T>& or what was put together");
            if constexpr (fits) return std::move(*this).template then<Made>(std::move(contents), detail::GiveToFunction<F>{std::move(f)});
            else return std::move(keyed_);
        } else return std::move(keyed_);
    }
    template <class Made, class Contents, class Give> auto then(Contents contents, Give how) && {
        using Body = detail::WindowStep<Made, T, Key, detail::KeyFunctionOf<Keyed>, Windows, Contents, Give>;
        auto keyOf = keyed_.keyOf();
        return std::move(keyed_).asStream().template then<Body>(keyed_.core().makeOperator("window"), std::move(keyOf), std::move(contents), std::move(how), std::move(windows_), lateness_);
    }

    Keyed keyed_;
    Windows windows_;
    Millis lateness_;
};

}  // namespace rivulet
