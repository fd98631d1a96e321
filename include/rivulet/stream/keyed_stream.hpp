// SPDX-License-Identifier: BSL-1.0
// KeyedStream: a stream grouped by a key, and the steps that keep state for each key.
#pragma once
#include <concepts>
#include <type_traits>
#include <utility>

#include <rivulet/stream/data_stream.hpp>
#include <rivulet/stream/keyed_mistakes.hpp>
#include <rivulet/stream/keyed_steps.hpp>
#include <rivulet/stream/process_steps.hpp>
#include <rivulet/stream/state.hpp>

namespace rivulet {

namespace detail {

// How rows of a keyed stream find their key.
template <class S> using KeyFunctionOf = std::remove_cvref_t<decltype(std::declval<S&>().keyOf().function)>;

}  // namespace detail

/// What keyBy() returns: a DataStream with, in addition, steps that keep state for each key. State begins empty with every
/// execution and lives to its end.
template <class T, class G, class O>
class KeyedStream : public DataStream<T, O> {
    template <class M> using Named = detail::NamedMistake<M, detail::isChannel<O> || detail::owns<T>, T>;

public:
    using Key = std::remove_cvref_t<detail::rowResult<G, T>>;

    KeyedStream(DataStream<T, O> stream, detail::KeyOf<G> keyOf) : DataStream<T, O>(std::move(stream)), keyOf_(std::move(keyOf)) {}
    KeyedStream<T, G> share() const requires detail::Right<Named<detail::NoMistake>> { return KeyedStream<T, G>(DataStream<T, O>::share(), keyOf_); }
    template <class M = detail::NoMistake> auto share() const -> Named<M> requires detail::Wrong<Named<M>> { return {}; }

    /// For each row, the key's rows so far in one: the first row as it is, then `f(sofar, row)`, a T.
    template <class F> requires detail::Right<detail::ReduceMistake<T, F>> auto reduce(F f) && {
        return std::move(*this).asStream().template then<detail::Reduce<T, Key, G, detail::Reducing<F>>>(this->core().makeOperator("reduce"), keyOf_, detail::Reducing<F>{std::move(f)});
    }
    template <class F> requires detail::Right<Named<detail::ReduceMistake<T, F>>> auto reduce(F f) const& { return share().reduce(std::move(f)); }
    template <class... A> requires detail::Wrong<Named<detail::ReduceMistake<T, A...>>> auto reduce(const A&...) const -> Named<detail::ReduceMistake<T, A...>> { return {}; }

    /// For each row, the key's first row with `member` (a pointer to member) summed up so far; integers wrap around as on the JVM.
    template <class M> requires detail::Right<detail::SumMistake<T, M>> auto sum(M member) && { return std::move(*this).template rolling<detail::Summing>(member); }
    template <class M> requires detail::Right<Named<detail::SumMistake<T, M>>> auto sum(M member) const& { return share().sum(member); }
    template <class... A> requires detail::Wrong<Named<detail::SumMistake<T, A...>>> auto sum(const A&...) const -> Named<detail::SumMistake<T, A...>> { return {}; }
    /// For each row, the key's first row with the least (greatest) `member` so far.
    template <class M> requires detail::Right<detail::LeastMistake<T, M>> auto min(M member) && { return std::move(*this).template rolling<detail::Min>(member); }
    template <class M> requires detail::Right<Named<detail::LeastMistake<T, M>>> auto min(M member) const& { return share().min(member); }
    template <class... A> requires detail::Wrong<Named<detail::LeastMistake<T, A...>>> auto min(const A&...) const -> Named<detail::LeastMistake<T, A...>> { return {}; }
    template <class M> requires detail::Right<detail::LeastMistake<T, M>> auto max(M member) && { return std::move(*this).template rolling<detail::Max>(member); }
    template <class M> requires detail::Right<Named<detail::LeastMistake<T, M>>> auto max(M member) const& { return share().max(member); }
    template <class... A> requires detail::Wrong<Named<detail::LeastMistake<T, A...>>> auto max(const A&...) const -> Named<detail::LeastMistake<T, A...>> { return {}; }
    /// For each row, the key's row that has the least (greatest) `member` so far; of equals the first.
    template <class M> requires detail::Right<detail::LeastMistake<T, M>> auto minBy(M member) && { return std::move(*this).template rolling<detail::MinBy>(member); }
    template <class M> requires detail::Right<Named<detail::LeastMistake<T, M>>> auto minBy(M member) const& { return share().minBy(member); }
    template <class... A> requires detail::Wrong<Named<detail::LeastMistake<T, A...>>> auto minBy(const A&...) const -> Named<detail::LeastMistake<T, A...>> { return {}; }
    template <class M> requires detail::Right<detail::LeastMistake<T, M>> auto maxBy(M member) && { return std::move(*this).template rolling<detail::MaxBy>(member); }
    template <class M> requires detail::Right<Named<detail::LeastMistake<T, M>>> auto maxBy(M member) const& { return share().maxBy(member); }
    template <class... A> requires detail::Wrong<Named<detail::LeastMistake<T, A...>>> auto maxBy(const A&...) const -> Named<detail::LeastMistake<T, A...>> { return {}; }

    /// `f(row, State&, Collector<Out>&)`, with a State for each key, made by its default constructor; before the collector may stand a
    /// `const KeyContext<Key>&` for the key, or a `ProcessContext<Key>&` for the row's timestamp, watermark and clock, timers and side outputs.
    /// Out and State are read from f's parameters unless they are given (process<Out, State>(f)):
    ///
    ///     clicks.keyBy(&Click::user).process([](const Click& c, std::int64_t& seen, Collector<Seen>& out) { out.collect({c.user, ++seen}); });
    ///
    /// Who remembers nothing of a key leaves the State out: `f(row, ProcessContext<Key>&, Collector<Out>&)`, `onTimer(time, ProcessContext<Key>&, Collector<Out>&)`.
    ///
    /// `f` may be an object with `processElement` of the same parameters and, if it likes, a type `State`. A State of several
    /// parts is a struct, its members plain values, or ValueState, ListState, MapState (stream/state.hpp). An object may answer timers
    /// (TimerService) with `onTimer(Millis time, State&, ProcessContext<Key>&, Collector<Out>&)`; its rows have the time of the timer.
    /// At the end of input the last watermark fires all event-time timers, also those that are set then: who sets one after the other asks
    /// `currentWatermark() == lastWatermark` when to stop.
    ///
    ///     struct Silence {                       // tells who did nothing for a minute
    ///         struct State { Millis last{}; };
    ///         void processElement(const Click& c, State& s, ProcessContext<std::string>& context, Collector<std::string>&) {
    ///             s.last = c.millis;
    ///             context.timerService().registerEventTimeTimer(s.last + 60'000);
    ///         }
    ///         void onTimer(Millis time, State& s, ProcessContext<std::string>& context, Collector<std::string>& out) {
    ///             if (time != s.last + 60'000) return;
    ///             out.collect(context.currentKey());
    ///             context.clearState();
    ///         }
    ///     };
    template <class Out = void, class State = void, class F> requires detail::Right<detail::KeyedProcessMistake<T, Key, Out, State, F>> auto process(F f) && {
        using Made = detail::givenOrCollected<Out, F>;
        using Kept = detail::givenOrState<State, F>;
        using Function = decltype(detail::elementFunction(std::move(f)));
        if constexpr (detail::isContext<Kept>)
            return std::move(*this).template process<Made, detail::NoState>(detail::Stateless<Function>{detail::elementFunction(std::move(f))});
        else {
            constexpr bool timed = detail::takesProcessContext<Function, T, Kept, Key, Made> || detail::HasOnTimer<F, Kept, Key, Made>;
            using Body = std::conditional_t<timed, detail::TimedProcess<Made, Key, Kept, G, Function>, detail::Process<Made, Key, Kept, G, Function>>;
            return std::move(*this).asStream().template then<Body>(this->core().makeOperator("process"), keyOf_, detail::elementFunction(std::move(f)));
        }
    }
    template <class Out = void, class State = void, class F> requires detail::Right<Named<detail::KeyedProcessMistake<T, Key, Out, State, F>>>
    auto process(F f) const& { return share().template process<Out, State>(std::move(f)); }
    template <class Out = void, class State = void, class... A> requires detail::Wrong<Named<detail::KeyedProcessMistake<T, Key, Out, State, A...>>>
    auto process(const A&...) const -> Named<detail::KeyedProcessMistake<T, Key, Out, State, A...>> { return {}; }

    /// The rows of each key in windows:
    ///
    ///     .window(TumblingEventTimeWindows::of(millis, offset))      // or TumblingProcessingTimeWindows
    ///     .window(SlidingEventTimeWindows::of(size, slide, offset))  // or SlidingProcessingTimeWindows
    ///     .window(EventTimeSessionWindows::withGap(millis))          // or ProcessingTimeSessionWindows
    ///
    /// followed, perhaps, by allowedLateness and sideOutputLateData, and by reduce, aggregate or process; see WindowedStream. By event time the rows need
    /// timestamps and the stream watermarks: assignTimestampsAndWatermarks.
    template <class A> requires detail::Right<detail::WindowMistake<T, A>> auto window(A assigner) && { return WindowedStream<KeyedStream, A>(std::move(*this), std::move(assigner)); }
    template <class A> requires detail::Right<Named<detail::WindowMistake<T, A>>> auto window(A assigner) const& { return share().window(std::move(assigner)); }
    template <class... A> requires detail::Wrong<Named<detail::WindowMistake<T, A...>>> auto window(const A&...) const -> Named<detail::WindowMistake<T, A...>> { return {}; }

    /// Two keyed streams with keys of one type: their rows meet in the state of their key.
    template <class Other> requires detail::Right<detail::KeyedConnectMistake<T, Key, Other>> auto connect(Other&& other) && {
        detail::requireSame(this->environment(), other.environment());
        if constexpr (std::is_lvalue_reference_v<Other>) return ConnectedStreams(std::move(*this), other.share());
        else return ConnectedStreams(std::move(*this), std::move(other));
    }
    template <class Other> requires detail::Right<Named<detail::KeyedConnectMistake<T, Key, Other>>> auto connect(Other&& other) const& { return share().connect(std::forward<Other>(other)); }
    template <class... A> requires detail::Wrong<Named<detail::KeyedConnectMistake<T, Key, A...>>>
    auto connect(const A&...) const -> Named<detail::KeyedConnectMistake<T, Key, A...>> { return {}; }

    /// Rows of a key whose timestamps are close, in pairs: `.between(lower, upper).process(function)`; see IntervalJoinedStreams.
    template <class Other> requires detail::Right<detail::IntervalJoinMistake<T, Key, Other>> auto intervalJoin(const Other& other) const {
        detail::requireSame(this->environment(), other.environment());
        return IntervalJoinedStreams<T, typename Other::Element, G, detail::KeyFunctionOf<Other>>(share(), other.share());
    }
    template <class... A> requires detail::Wrong<detail::IntervalJoinMistake<T, Key, A...>> auto intervalJoin(const A&...) const -> detail::IntervalJoinMistake<T, Key, A...> { return {}; }

    /// This stream beside a broadcast one.
    template <class Other> auto connect(BroadcastStream<Other> rules) && {
        detail::requireSame(this->environment(), rules.stream.environment());
        return BroadcastConnectedStream<KeyedStream, Other>(std::move(*this), std::move(rules.stream));
    }
    template <class Other> auto connect(BroadcastStream<Other> rules) const& requires detail::Right<Named<detail::NoMistake>> { return share().connect(std::move(rules)); }

    /// For rooms that build steps of their own.
    const detail::KeyOf<G>& keyOf() const { return keyOf_; }

private:
    template <class, class> friend class WindowedStream;

    DataStream<T, O>&& asStream() && { return static_cast<DataStream<T, O>&&>(*this); }

    template <template <class> class Update, class M> auto rolling(M member) && {
        return std::move(*this).asStream().template then<detail::Reduce<T, Key, G, Update<M>>>(this->core().makeOperator(Update<M>::kind), keyOf_, Update<M>{member});
    }

    detail::KeyOf<G> keyOf_;
};

}  // namespace rivulet
