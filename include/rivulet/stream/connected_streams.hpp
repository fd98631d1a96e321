// SPDX-License-Identifier: BSL-1.0
// ConnectedStreams: two streams of any types side by side, and the steps that have a function for each.
#pragma once
#include <concepts>
#include <type_traits>
#include <utility>

#include <rivulet/stream/data_stream.hpp>
#include <rivulet/stream/keyed_stream.hpp>

namespace rivulet {

namespace detail {

template <class S> inline constexpr bool isKeyed = false;
template <class T, class G, class O> inline constexpr bool isKeyed<KeyedStream<T, G, O>> = true;
template <class F, class T> using keyType = std::remove_cvref_t<rowResult<Functor<F>, T>>;

}  // namespace detail

/// What connect() returns. As with any stream, steps called on a temporary fuse; a named one shares its two inputs.
/// Batches of the two inputs come as their sources take turns; each input keeps its order.
template <class First, class Second>
class ConnectedStreams {
public:
    using T = typename First::Element;
    using U = typename Second::Element;

    ConnectedStreams(First one, Second two) : first_(std::move(one)), second_(std::move(two)) {}
    auto share() const {
        return ConnectedStreams<decltype(first_.share()), decltype(second_.share())>(first_.share(), second_.share());
    }

    /// Rows of the first input become `f(row)`, of the second `g(row)`; both are of one type.
    template <class F, class G> auto map(F f, G g) && {
        using A = std::remove_cvref_t<detail::rowResult<F, T>>;
        using B = std::remove_cvref_t<detail::rowResult<G, U>>;
        constexpr bool callable = detail::takesRow<F, T> && detail::takesRow<G, U>;
        static_assert(callable, "rivulet: connect, map: each function must be callable with a row (const T&) of its input");
        constexpr bool fits = !callable || (std::is_same_v<A, B> && !std::is_void_v<A>);
        static_assert(fits, "rivulet: connect, map: both functions must return the same type");
        if constexpr (callable && fits) {
            using Body = detail::CoMap<F, G>;
            return std::move(*this).then(Body{first_.core().makeOperator("coMap"), std::move(f), std::move(g)});
        } else return first_.share();
    }
    template <class F, class G> auto map(F f, G g) const& { return share().map(std::move(f), std::move(g)); }

    /// Any number of rows for each: `f(row, Collector<Out>&)` for the first input, `g(row, Collector<Out>&)` for the second.
    template <class Out = void, class F, class G> auto flatMap(F f, G g) && {
        using Made = detail::givenOrCollected<Out, F>;
        static_assert(!std::is_void_v<Made>, "rivulet: connect, flatMap: the functions need a last parameter Collector<Out>&; or say flatMap<Out>(f, g)");
        if constexpr (std::is_void_v<Made>) return first_.share();
        else {
            constexpr bool fits = detail::takesRow<F, T, Collector<Made>&> && detail::takesRow<G, U, Collector<Made>&>;
            static_assert(fits, "rivulet: connect, flatMap: each function must be callable with a row (const T&) of its input and the same Collector<Out>&");
            if constexpr (fits) {
                using Body = detail::CoFlatMap<Made, F, G>;
                return std::move(*this).then(Body{first_.core().makeOperator("coFlatMap"), std::move(f), std::move(g)});
            } else return first_.share();
        }
    }
    template <class Out = void, class F, class G> auto flatMap(F f, G g) const& { return share().template flatMap<Out>(std::move(f), std::move(g)); }

    /// Groups both inputs by keys of one type.
    template <class F, class G> auto keyBy(F f, G g) && {
        constexpr bool same = std::is_same_v<detail::keyType<F, T>, detail::keyType<G, U>>;
        static_assert(same, "rivulet: connect, keyBy: the keys of both streams must have the same type");
        if constexpr (!same) return std::move(*this);
        else return std::move(first_).keyBy(std::move(f)).connect(std::move(second_).keyBy(std::move(g)));
    }
    template <class F, class G> auto keyBy(F f, G g) const& { return share().keyBy(std::move(f), std::move(g)); }

    /// Of two keyed streams: `f(row, State&, Collector<Out>&)` and `g(row, State&, Collector<Out>&)` with one State for each key
    /// that both see; a `const KeyContext<Key>&` or a `ProcessContext<Key>&` may stand before the collector. See KeyedStream::process.
    template <class Out = void, class State = void, class F, class G> auto process(F f, G g) && {
        using Made = detail::givenOrCollected<Out, F>;
        using Kept = detail::givenOrState<State, F>;
        constexpr bool keyed = detail::isKeyed<First> && detail::isKeyed<Second>;
        constexpr bool known = !std::is_void_v<Made> && !std::is_void_v<Kept> && detail::keepsState<F> && detail::keepsState<G>;
        static_assert(keyed, "rivulet: connect, process: both streams need a keyBy");
        static_assert(!keyed || known, "rivulet: connect, process: the functions need parameters (const T&, State&, Collector<Out>&); or say process<Out, State>(f, g)");
        if constexpr (keyed && known) {
            using K = typename First::Key;
            constexpr bool timed = detail::takesProcessContext<F, T, Kept, K, Made> || detail::takesProcessContext<G, U, Kept, K, Made>;
            constexpr bool fits = (timed && detail::processesTimed<F, T, Kept, K, Made> && detail::processesTimed<G, U, Kept, K, Made>) ||
                                  (!timed && detail::processes<F, T, Kept, K, Made> && detail::processes<G, U, Kept, K, Made>);
            constexpr bool state = detail::owns<Kept> && std::default_initializable<Kept>;
            static_assert(state, "rivulet: process: a State has a default constructor and owns what it holds (no string_view, span, pointer)");
            static_assert(!state || fits, "rivulet: connect, process: each function must be callable with (const T&, State&, Collector<Out>&) of its input");
            if constexpr (fits && state && timed) {
                using Both = detail::BothElements<F, G>;
                using Body = detail::CoTimedProcess<Made, K, Kept, detail::KeyFunctionOf<First>, detail::KeyFunctionOf<Second>, Both>;
                return std::move(*this).then(Body(first_.core().makeOperator("coProcess"), first_.keyOf(), second_.keyOf(), Both{std::move(f), std::move(g)}));
            } else if constexpr (fits && state) {
                using Body = detail::CoProcess<Made, K, Kept, detail::KeyFunctionOf<First>, detail::KeyFunctionOf<Second>, F, G>;
                return std::move(*this).then(Body{first_.core().makeOperator("coProcess"), first_.keyOf(), second_.keyOf(), std::move(f), std::move(g)});
            } else return first_.share();
        } else return first_.share();
    }
    template <class Out = void, class State = void, class F, class G> auto process(F f, G g) const& { return share().template process<Out, State>(std::move(f), std::move(g)); }

    /// The same by one object, for functions that share more, or have timers: `processElement1`, `processElement2` and, if it likes, `onTimer(Millis time, State&,
    /// ProcessContext<Key>&, Collector<Out>&)`. Watermarks are those of the input that is behind.
    template <class Out = void, class State = void, class P> auto process(P object) && {
        using Made = detail::givenOrCollected<Out, P>;
        using Kept = detail::givenOrState<State, P>;
        constexpr bool keyed = detail::isKeyed<First> && detail::isKeyed<Second>, known = !std::is_void_v<Made> && !std::is_void_v<Kept>;
        static_assert(keyed, "rivulet: connect, process: both streams need a keyBy");
        static_assert(!keyed || known, "rivulet: connect, process: the object needs processElement1(const T&, State&, Collector<Out>&) and processElement2; or say process<Out, State>(object)");
        if constexpr (keyed && known) {
            using K = typename First::Key;
            constexpr bool state = detail::owns<Kept> && std::default_initializable<Kept>;
            static_assert(state, "rivulet: process: a State has a default constructor and owns what it holds (no string_view, span, pointer)");
            constexpr bool fits = detail::processesTimed<detail::Element1<P>, T, Kept, K, Made> && detail::processesTimed<detail::Element2<P>, U, Kept, K, Made>;
            static_assert(!state || fits, "rivulet: connect, process: processElement1 and processElement2 must be callable with (const T&, State&, Collector<Out>&) of their input, or with a ProcessContext<Key>& before the collector");
            constexpr bool answers = !state || detail::HasOnTimer<P, Kept, K, Made> || !detail::NamesOnTimer<P>;
            static_assert(answers, "rivulet: process: onTimer must be callable with (Millis, State&, ProcessContext<Key>&, Collector<Out>&)");
            if constexpr (state && fits && answers) {
                using Body = detail::CoTimedProcess<Made, K, Kept, detail::KeyFunctionOf<First>, detail::KeyFunctionOf<Second>, P>;
                return std::move(*this).then(Body(first_.core().makeOperator("coProcess"), first_.keyOf(), second_.keyOf(), std::move(object)));
            } else return first_.share();
        } else return first_.share();
    }
    template <class Out = void, class State = void, class P> auto process(P object) const& { return share().template process<Out, State>(std::move(object)); }

private:
    template <class, class> friend class ConnectedStreams;

    template <class Body> auto then(Body body) && {
        auto environment = first_.environment();
        using Origin = detail::CoThen<typename First::OriginType, typename Second::OriginType, Body>;
        return DataStream<typename Origin::Element, Origin>(std::move(environment), Origin{std::move(first_).origin(), std::move(second_).origin(), std::move(body)});
    }
    First first_;
    Second second_;
};

}  // namespace rivulet
