// SPDX-License-Identifier: BSL-1.0
// KeyedStream: a stream grouped by a key, and the steps that keep state for each key.
#pragma once
#include <concepts>
#include <type_traits>
#include <utility>

#include <rivulet/stream/data_stream.hpp>
#include <rivulet/stream/keyed_steps.hpp>
#include <rivulet/stream/process_steps.hpp>
#include <rivulet/stream/state.hpp>

namespace rivulet {

namespace detail {

// A reduce function gives back a row; a number may be of another width if nothing is lost.
template <class R, class T>
concept RowOrNumber = std::is_same_v<std::remove_cvref_t<R>, T> || (std::is_arithmetic_v<T> && std::is_convertible_v<R, T> && requires(R (*made)()) { T{made()}; });
template <class F, class T>
concept ReducesTo = requires(F& f, const T& row) { { f(row, row) } -> RowOrNumber<T>; };

// How rows of a keyed stream find their key.
template <class S> using KeyFunctionOf = std::remove_cvref_t<decltype(std::declval<S&>().keyOf().function)>;

// A stream without keys has none that could differ.
template <class K, class S> inline constexpr bool keysMeet = true;
template <class K, class T, class G, class O>
inline constexpr bool keysMeet<K, KeyedStream<T, G, O>> = std::is_same_v<K, std::remove_cvref_t<rowResult<G, T>>>;

}  // namespace detail

/// What keyBy() returns: a DataStream with, in addition, steps that keep state for each key. State begins empty with every
/// execution and lives to its end.
template <class T, class G, class O>
class KeyedStream : public DataStream<T, O> {
public:
    using Key = std::remove_cvref_t<detail::rowResult<G, T>>;

    KeyedStream(DataStream<T, O> stream, detail::KeyOf<G> keyOf) : DataStream<T, O>(std::move(stream)), keyOf_(std::move(keyOf)) {}
    KeyedStream<T, G> share() const { return KeyedStream<T, G>(DataStream<T, O>::share(), keyOf_); }

    /// For each row, the key's rows so far in one: the first row as it is, then `f(sofar, row)`, a T.
    template <class F> auto reduce(F f) && {
        constexpr bool callable = std::is_invocable_v<F&, const T&, const T&>;
        static_assert(detail::wants<callable, T(const T&, const T&)>, "rivulet: reduce: the function cannot be called with two rows (const T&, const T&) of this stream");
        constexpr bool fits = !callable || detail::ReducesTo<F, T>;
        static_assert(detail::wants<fits, T(const T&, const T&)>, "rivulet: reduce: the function must return the stream's row type");
        constexpr bool kept = detail::owns<T> && std::copyable<T>;
        static_assert(kept, "rivulet: reduce keeps a row for each key: rows must be copyable and own what they hold (no string_view, span, pointer)");
        if constexpr (callable && fits && kept)
            return std::move(*this).asStream().template then<detail::Reduce<T, Key, G, detail::Reducing<F>>>(this->core().makeOperator("reduce"), keyOf_, detail::Reducing<F>{std::move(f)});
        else return std::move(*this).asStream();
    }
    template <class F> auto reduce(F f) const& { return share().reduce(std::move(f)); }

    /// For each row, the key's first row with `member` (a pointer to member) summed up so far; integers wrap around as on the JVM.
    template <class M> auto sum(M member) && { return std::move(*this).template rolling<detail::Summing>(member); }
    template <class M> auto sum(M member) const& { return share().sum(member); }
    /// For each row, the key's first row with the least (greatest) `member` so far.
    template <class M> auto min(M member) && { return std::move(*this).template rolling<detail::Min>(member); }
    template <class M> auto min(M member) const& { return share().min(member); }
    template <class M> auto max(M member) && { return std::move(*this).template rolling<detail::Max>(member); }
    template <class M> auto max(M member) const& { return share().max(member); }
    /// For each row, the key's row that has the least (greatest) `member` so far; of equals the first.
    template <class M> auto minBy(M member) && { return std::move(*this).template rolling<detail::MinBy>(member); }
    template <class M> auto minBy(M member) const& { return share().minBy(member); }
    template <class M> auto maxBy(M member) && { return std::move(*this).template rolling<detail::MaxBy>(member); }
    template <class M> auto maxBy(M member) const& { return share().maxBy(member); }

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
    template <class Out = void, class State = void, class F> auto process(F f) && {
        using Made = detail::givenOrCollected<Out, F>;
        using Kept = detail::givenOrState<State, F>;
        constexpr bool known = !std::is_void_v<Made> && !std::is_void_v<Kept>;
        static_assert(known, "rivulet: process: the function needs parameters (const T&, State&, Collector<Out>&); or say process<Out, State>(f)");
        constexpr bool copyable = std::copy_constructible<F>;
        static_assert(copyable, "rivulet: process: the function is copied into each execution and must be copyable");
        constexpr bool between = !detail::isCollector<Kept>;
        static_assert(between, "rivulet: process: between the row and the Collector<Out>& stands a State&, or a ProcessContext<Key>& where nothing is kept");
        constexpr bool keeps = !between || detail::isContext<Kept> || detail::keepsState<F>;
        static_assert(keeps, "rivulet: process: the State is passed by value, and what is done to it would be lost: State&");
        if constexpr (!between || !keeps) return std::move(*this).asStream();
        else if constexpr (known && copyable && detail::isContext<Kept>) {
            using Function = decltype(detail::elementFunction(std::move(f)));
            constexpr bool fits = detail::takesRow<Function, T, ProcessContext<Key>&, Collector<Made>&>;
            static_assert(detail::wants<fits, void(const T&, ProcessContext<Key>&, Collector<Made>&)>, "rivulet: process: without a State the function is called with (const T&, ProcessContext<Key>&, Collector<Out>&)");
            constexpr bool answers = !fits || !detail::NamesOnTimer<F> || detail::HasStatelessOnTimer<F, Key, Made>;
            static_assert(detail::wants<answers, void(Millis, ProcessContext<Key>&, Collector<Made>&)>, "rivulet: process: without a State onTimer is called with (Millis, ProcessContext<Key>&, Collector<Out>&)");
            if constexpr (fits && answers) return std::move(*this).template process<Made, detail::NoState>(detail::Stateless<Function>{detail::elementFunction(std::move(f))});
            else return std::move(*this).asStream();
        } else if constexpr (known && copyable) {
            using Function = decltype(detail::elementFunction(std::move(f)));
            constexpr bool state = detail::owns<Kept> && std::default_initializable<Kept>;
            static_assert(state, "rivulet: process: a State has a default constructor and owns what it holds (no string_view, span, pointer)");
            constexpr bool timers = detail::HasOnTimer<F, Kept, Key, Made>;
            constexpr bool answers = !state || timers || !detail::NamesOnTimer<F>;
            static_assert(detail::wants<answers, void(Millis, Kept&, ProcessContext<Key>&, Collector<Made>&)>, "rivulet: process: onTimer must be callable with (Millis, State&, ProcessContext<Key>&, Collector<Out>&)");
            constexpr bool timed = detail::takesProcessContext<Function, T, Kept, Key, Made> || timers;
            constexpr bool fits = !state || detail::takesProcessContext<Function, T, Kept, Key, Made> || detail::processes<Function, T, Kept, Key, Made>;
            static_assert(detail::wants<fits, void(const T&, Kept&, Collector<Made>&)>, "rivulet: process: the function cannot be called with (const T&, State&, Collector<Out>&), nor with a const KeyContext<Key>& or ProcessContext<Key>& before the collector");
            if constexpr (state && fits && answers) {
                using Body = std::conditional_t<timed, detail::TimedProcess<Made, Key, Kept, G, Function>, detail::Process<Made, Key, Kept, G, Function>>;
                return std::move(*this).asStream().template then<Body>(this->core().makeOperator("process"), keyOf_, detail::elementFunction(std::move(f)));
            } else return std::move(*this).asStream();
        } else return std::move(*this).asStream();
    }
    template <class Out = void, class State = void, class F> auto process(F f) const& { return share().template process<Out, State>(std::move(f)); }

    /// The rows of each key in windows:
    ///
    ///     .window(TumblingEventTimeWindows::of(millis, offset))      // or TumblingProcessingTimeWindows
    ///     .window(SlidingEventTimeWindows::of(size, slide, offset))  // or SlidingProcessingTimeWindows
    ///     .window(EventTimeSessionWindows::withGap(millis))          // or ProcessingTimeSessionWindows
    ///
    /// followed, perhaps, by allowedLateness and sideOutputLateData, and by reduce, aggregate or process; see WindowedStream. By event time the rows need
    /// timestamps and the stream watermarks: assignTimestampsAndWatermarks.
    template <class A> auto window(A assigner) && {
        constexpr bool fits = detail::WindowAssigner<A>;
        static_assert(fits, "rivulet: window: takes windows, such as TumblingEventTimeWindows::of(millis)");
        constexpr bool gaps = [] {
            if constexpr (requires(A& a) { a.gapOf; }) return requires(A& a, const T& row) { Duration(a.gapOf(row)); };
            else return true;
        }();
        static_assert(gaps, "rivulet: withDynamicGap: the function is called with a row (const T&) of this stream and returns milliseconds or a std::chrono::duration");
        if constexpr (fits && gaps) return WindowedStream<KeyedStream, A>(std::move(*this), std::move(assigner));
        else return std::move(*this).asStream();
    }
    template <class A> auto window(A assigner) const& { return share().window(std::move(assigner)); }

    /// Two keyed streams with keys of one type: their rows meet in the state of their key.
    template <class Other> auto connect(Other&& other) && {
        constexpr bool same = detail::keysMeet<Key, std::remove_cvref_t<Other>>;
        static_assert(same, "rivulet: connect: the keys of two keyed streams must have the same type");
        detail::requireSame(this->environment(), other.environment());
        if constexpr (std::is_lvalue_reference_v<Other>) return ConnectedStreams(std::move(*this), other.share());
        else return ConnectedStreams(std::move(*this), std::move(other));
    }
    template <class Other> auto connect(Other&& other) const& { return share().connect(std::forward<Other>(other)); }

    /// Rows of a key whose timestamps are close, in pairs: `.between(lower, upper).process(function)`; see IntervalJoinedStreams.
    template <class Other> auto intervalJoin(const Other& other) const {
        constexpr bool keyed = requires { typename Other::Key; };
        static_assert(keyed, "rivulet: intervalJoin: both streams need a keyBy");
        if constexpr (keyed) {
            constexpr bool same = detail::keysMeet<Key, Other>;
            static_assert(same, "rivulet: intervalJoin: the keys of both streams must have the same type");
            detail::requireSame(this->environment(), other.environment());
            return IntervalJoinedStreams<T, typename Other::Element, G, detail::KeyFunctionOf<Other>>(share(), other.share());
        } else return share();
    }

    /// This stream beside a broadcast one.
    template <class Other> auto connect(BroadcastStream<Other> rules) && {
        detail::requireSame(this->environment(), rules.stream.environment());
        return BroadcastConnectedStream<KeyedStream, Other>(std::move(*this), std::move(rules.stream));
    }
    template <class Other> auto connect(BroadcastStream<Other> rules) const& { return share().connect(std::move(rules)); }

    /// For rooms that build steps of their own.
    const detail::KeyOf<G>& keyOf() const { return keyOf_; }

private:
    template <class, class> friend class WindowedStream;

    DataStream<T, O>&& asStream() && { return static_cast<DataStream<T, O>&&>(*this); }

    template <template <class> class Update, class M> auto rolling(M member) && {
        constexpr bool fits = std::is_member_object_pointer_v<M> && std::is_invocable_v<M, T&>;
        static_assert(fits, "rivulet: sum, min, max: this step wants a pointer to a member of the stream's row type, such as &Order::amount");
        constexpr bool kept = detail::owns<T> && std::copyable<T>;
        static_assert(!fits || kept, "rivulet: sum, min, max keep a row for each key: rows must be copyable and own what they hold (no string_view, span, pointer)");
        if constexpr (fits && kept)
            return std::move(*this).asStream().template then<detail::Reduce<T, Key, G, Update<M>>>(this->core().makeOperator(Update<M>::kind), keyOf_, Update<M>{member});
        else return std::move(*this).asStream();
    }

    detail::KeyOf<G> keyOf_;
};

}  // namespace rivulet
