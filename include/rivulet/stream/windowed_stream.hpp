// SPDX-License-Identifier: BSL-1.0
// WindowedStream: a stream whose rows are in windows, and the steps that make rows of windows.
#pragma once
#include <concepts>
#include <string>
#include <type_traits>
#include <utility>

#include <rivulet/stream/data_stream.hpp>
#include <rivulet/stream/keyed_mistakes.hpp>
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
    static constexpr bool kept = detail::isChannel<typename Keyed::OriginType> || detail::owns<typename Keyed::Element>;
    static constexpr bool sessions = Windows::kind == detail::WindowKind::session;
    template <class M> using Named = detail::NamedMistake<M, kept, typename Keyed::Element>;

public:
    using T = typename Keyed::Element;
    using Key = typename Keyed::Key;

    WindowedStream(Keyed windowed, Windows assigns, Millis allowed = 0) : keyed_(std::move(windowed)), windows_(std::move(assigns)), lateness_(allowed) {}
    auto share() const { return WindowedStream<decltype(keyed_.share()), Windows>(keyed_.share(), windows_, lateness_); }

    /// Keeps windows for `time`, milliseconds or any std::chrono::duration, after they were put out. A row that comes for one by then puts it out once more, all its rows in it.
    auto allowedLateness(Duration time) && requires Windows::isEventTime {
        if (time.millis < 0) throw IllegalState("allowedLateness: the time must not be negative");
        lateness_ = time.millis;
        return std::move(*this);
    }
    auto allowedLateness(Duration time) const& requires (Windows::isEventTime && kept) { return share().allowedLateness(time); }
    template <class... A> requires detail::Wrong<Named<detail::LatenessMistake<T, Windows::isEventTime, A...>>>
    auto allowedLateness(const A&...) const -> Named<detail::LatenessMistake<T, Windows::isEventTime, A...>> { return {}; }
    /// Late rows go to this side output of the step that follows, instead of being dropped and counted.
    template <class Tag> requires detail::Right<detail::LateSideMistake<T, Tag>> auto sideOutputLateData(const Tag& tag) && {
        return WindowedStream<Keyed, detail::WithLateSide<Windows>>(std::move(keyed_), detail::WithLateSide<Windows>{windows_, tag.id()}, lateness_);
    }
    template <class Tag> requires detail::Right<Named<detail::LateSideMistake<T, Tag>>> auto sideOutputLateData(const Tag& tag) const& { return share().sideOutputLateData(tag); }
    template <class... A> requires detail::Wrong<Named<detail::LateSideMistake<T, A...>>> auto sideOutputLateData(const A&...) const -> Named<detail::LateSideMistake<T, A...>> { return {}; }

    /// The rows of each window in one: the first row as it is, then `f(sofar, row)`, a T. With a second function, `g(key, window, row, out)`, what that makes of
    /// it; see process(). Sliding windows and sessions put parts together with f, in the order of time: for them `f(f(a, b), c)` must be `f(a, f(b, c))`.
    template <class F> requires detail::Right<detail::WindowReduceMistake<T, Key, void, F>> auto reduce(F f) && {
        return std::move(*this).template then<T>(detail::ReduceRows<T, detail::Reducing<F>>{{std::move(f)}}, detail::GiveResult{});
    }
    template <class F> requires detail::Right<Named<detail::WindowReduceMistake<T, Key, void, F>>> auto reduce(F f) const& { return share().reduce(std::move(f)); }
    template <class Out = void, class F, class Function> requires detail::Right<detail::WindowReduceMistake<T, Key, Out, F, Function>> auto reduce(F f, Function g) && {
        return std::move(*this).template give<Out>(detail::ReduceRows<T, detail::Reducing<F>>{{std::move(f)}}, std::move(g));
    }
    template <class Out = void, class F, class Function> requires detail::Right<Named<detail::WindowReduceMistake<T, Key, Out, F, Function>>>
    auto reduce(F f, Function g) const& { return share().template reduce<Out>(std::move(f), std::move(g)); }
    template <class Out = void, class... A> requires detail::Wrong<Named<detail::WindowReduceMistake<T, Key, Out, A...>>>
    auto reduce(const A&...) const -> Named<detail::WindowReduceMistake<T, Key, Out, A...>> { return {}; }
    /// The first row of each window with `member` (a pointer to member) summed up; integers wrap around as on the JVM.
    template <class M> requires detail::Right<detail::WindowSumMistake<T, M>> auto sum(M member) && { return std::move(*this).template rolling<detail::Summing>(member); }
    template <class M> requires detail::Right<Named<detail::WindowSumMistake<T, M>>> auto sum(M member) const& { return share().sum(member); }
    template <class... A> requires detail::Wrong<Named<detail::WindowSumMistake<T, A...>>> auto sum(const A&...) const -> Named<detail::WindowSumMistake<T, A...>> { return {}; }
    /// The first row of each window with the least (greatest) `member`.
    template <class M> requires detail::Right<detail::WindowLeastMistake<T, M>> auto min(M member) && { return std::move(*this).template rolling<detail::Min>(member); }
    template <class M> requires detail::Right<Named<detail::WindowLeastMistake<T, M>>> auto min(M member) const& { return share().min(member); }
    template <class... A> requires detail::Wrong<Named<detail::WindowLeastMistake<T, A...>>> auto min(const A&...) const -> Named<detail::WindowLeastMistake<T, A...>> { return {}; }
    template <class M> requires detail::Right<detail::WindowLeastMistake<T, M>> auto max(M member) && { return std::move(*this).template rolling<detail::Max>(member); }
    template <class M> requires detail::Right<Named<detail::WindowLeastMistake<T, M>>> auto max(M member) const& { return share().max(member); }
    template <class... A> requires detail::Wrong<Named<detail::WindowLeastMistake<T, A...>>> auto max(const A&...) const -> Named<detail::WindowLeastMistake<T, A...>> { return {}; }
    /// The row of each window that has the least (greatest) `member`; of equals the first.
    template <class M> requires detail::Right<detail::WindowLeastMistake<T, M>> auto minBy(M member) && { return std::move(*this).template rolling<detail::MinBy>(member); }
    template <class M> requires detail::Right<Named<detail::WindowLeastMistake<T, M>>> auto minBy(M member) const& { return share().minBy(member); }
    template <class... A> requires detail::Wrong<Named<detail::WindowLeastMistake<T, A...>>> auto minBy(const A&...) const -> Named<detail::WindowLeastMistake<T, A...>> { return {}; }
    template <class M> requires detail::Right<detail::WindowLeastMistake<T, M>> auto maxBy(M member) && { return std::move(*this).template rolling<detail::MaxBy>(member); }
    template <class M> requires detail::Right<Named<detail::WindowLeastMistake<T, M>>> auto maxBy(M member) const& { return share().maxBy(member); }
    template <class... A> requires detail::Wrong<Named<detail::WindowLeastMistake<T, A...>>> auto maxBy(const A&...) const -> Named<detail::WindowLeastMistake<T, A...>> { return {}; }

    /// What an aggregate function makes of the rows of each window: an object with
    ///
    ///     Accumulator createAccumulator();
    ///     void add(const T& row, Accumulator&);                      // or: Accumulator add(const T& row, Accumulator)
    ///     Result getResult(const Accumulator&);
    ///     void merge(Accumulator&, const Accumulator& later);        // or: Accumulator merge(Accumulator, const Accumulator& later)
    ///
    /// Sessions need merge. With it sliding windows share what they have in common: a row costs the same however many windows it is in; without
    /// it, it is added to each. With a second function, `g(key, window, result, out)`, what that makes of the result; see process().
    template <class A> requires detail::Right<detail::AggregateMistake<T, Key, sessions, void, A>> auto aggregate(A function) && {
        using Contents = detail::AggregateRows<T, A>;
        return std::move(*this).template then<detail::ResultOfRows<Contents>>(Contents{std::move(function)}, detail::GiveResult{});
    }
    template <class A> requires detail::Right<Named<detail::AggregateMistake<T, Key, sessions, void, A>>> auto aggregate(A function) const& { return share().aggregate(std::move(function)); }
    template <class Out = void, class A, class Function> requires detail::Right<detail::AggregateMistake<T, Key, sessions, Out, A, Function>> auto aggregate(A function, Function g) && {
        return std::move(*this).template give<Out>(detail::AggregateRows<T, A>{std::move(function)}, std::move(g));
    }
    template <class Out = void, class A, class Function> requires detail::Right<Named<detail::AggregateMistake<T, Key, sessions, Out, A, Function>>>
    auto aggregate(A function, Function g) const& { return share().template aggregate<Out>(std::move(function), std::move(g)); }
    template <class Out = void, class... A> requires detail::Wrong<Named<detail::AggregateMistake<T, Key, sessions, Out, A...>>>
    auto aggregate(const A&...) const -> Named<detail::AggregateMistake<T, Key, sessions, Out, A...>> { return {}; }

    /// What `f(key, window, rows, out)` puts out for each window: key is `const Key&` (not there after windowAll), window a `const TimeWindow&` or a `const
    /// WindowContext&`, rows a `const std::vector<T>&` in the order in which they came, out a `Collector<Out>&`. Keeps all rows of a window, and a row once for
    /// each of its windows; reduce and aggregate keep less.
    ///
    ///     .process([](const std::string& user, const TimeWindow& w, const std::vector<Click>& clicks, Collector<Visit>& out) { .. })
    template <class Out = void, class F> requires detail::Right<detail::WindowProcessMistake<T, Key, Out, F>> auto process(F f) && {
        return std::move(*this).template give<Out>(detail::KeepRows<T>{}, std::move(f));
    }
    template <class Out = void, class F> requires detail::Right<Named<detail::WindowProcessMistake<T, Key, Out, F>>> auto process(F f) const& { return share().template process<Out>(std::move(f)); }
    template <class Out = void, class = void, class... A> requires detail::Wrong<Named<detail::WindowProcessMistake<T, Key, Out, A...>>>
    auto process(const A&...) const -> Named<detail::WindowProcessMistake<T, Key, Out, A...>> { return {}; }

private:
    template <template <class> class Update, class M> auto rolling(M member) && {
        return std::move(*this).template then<T>(detail::ReduceRows<T, Update<M>>{{member}}, detail::GiveResult{});
    }
    template <class Out, class Contents, class F> auto give(Contents contents, F f) && {
        return std::move(*this).template then<detail::givenOrCollected<Out, F>>(std::move(contents), detail::GiveToFunction<F>{std::move(f)});
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
