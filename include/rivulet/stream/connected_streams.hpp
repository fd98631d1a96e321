// SPDX-License-Identifier: BSL-1.0
// ConnectedStreams: two streams of any types side by side, and the steps that have a function for each.
#pragma once
#include <concepts>
#include <type_traits>
#include <utility>

#include <rivulet/stream/connected_mistakes.hpp>
#include <rivulet/stream/data_stream.hpp>
#include <rivulet/stream/keyed_stream.hpp>

namespace rivulet {

/// What connect() returns. As with any stream, steps called on a temporary fuse; a named one shares its two inputs.
/// Batches of the two inputs come as their sources take turns; each input keeps its order.
template <class First, class Second>
class ConnectedStreams {
    template <class M> using Named = detail::NamedPairMistake<M, First, Second>;

public:
    using T = typename First::Element;
    using U = typename Second::Element;

    ConnectedStreams(First one, Second two) : first_(std::move(one)), second_(std::move(two)) {}
    auto share() const {
        return ConnectedStreams<decltype(first_.share()), decltype(second_.share())>(first_.share(), second_.share());
    }

    /// Rows of the first input become `f(row)`, of the second `g(row)`; both are of one type.
    template <class F, class G> requires detail::Right<detail::CoMapMistake<T, U, F, G>> auto map(F f, G g) && {
        using Body = detail::CoMap<F, G>;
        return std::move(*this).then(Body{first_.core().makeOperator("coMap"), std::move(f), std::move(g)});
    }
    template <class F, class G> requires detail::Right<Named<detail::CoMapMistake<T, U, F, G>>> auto map(F f, G g) const& { return share().map(std::move(f), std::move(g)); }
    template <class... A> requires detail::Wrong<Named<detail::CoMapMistake<T, U, A...>>> auto map(const A&...) const -> Named<detail::CoMapMistake<T, U, A...>> { return {}; }

    /// Any number of rows for each: `f(row, Collector<Out>&)` for the first input, `g(row, Collector<Out>&)` for the second.
    template <class Out = void, class F, class G> requires detail::Right<detail::CoFlatMapMistake<T, U, Out, F, G>> auto flatMap(F f, G g) && {
        using Body = detail::CoFlatMap<detail::givenOrCollected<Out, F>, F, G>;
        return std::move(*this).then(Body{first_.core().makeOperator("coFlatMap"), std::move(f), std::move(g)});
    }
    template <class Out = void, class F, class G> requires detail::Right<Named<detail::CoFlatMapMistake<T, U, Out, F, G>>>
    auto flatMap(F f, G g) const& { return share().template flatMap<Out>(std::move(f), std::move(g)); }
    template <class Out = void, class... A> requires detail::Wrong<Named<detail::CoFlatMapMistake<T, U, Out, A...>>>
    auto flatMap(const A&...) const -> Named<detail::CoFlatMapMistake<T, U, Out, A...>> { return {}; }

    /// Groups both inputs by keys of one type.
    template <class F, class G> requires detail::Right<detail::CoKeyMistake<T, U, F, G>> auto keyBy(F f, G g) && {
        return std::move(first_).keyBy(std::move(f)).connect(std::move(second_).keyBy(std::move(g)));
    }
    template <class F, class G> requires detail::Right<Named<detail::CoKeyMistake<T, U, F, G>>> auto keyBy(F f, G g) const& { return share().keyBy(std::move(f), std::move(g)); }
    template <class... A> requires detail::Wrong<Named<detail::CoKeyMistake<T, U, A...>>> auto keyBy(const A&...) const -> Named<detail::CoKeyMistake<T, U, A...>> { return {}; }

    /// Of two keyed streams: `f(row, State&, Collector<Out>&)` and `g(row, State&, Collector<Out>&)` with one State for each key
    /// that both see; a `const KeyContext<Key>&` or a `ProcessContext<Key>&` may stand before the collector. See KeyedStream::process.
    template <class Out = void, class State = void, class F, class G> requires detail::Right<detail::CoProcessMistake<First, Second, Out, State, F, G>> auto process(F f, G g) && {
        using Made = detail::givenOrCollected<Out, F>;
        using Kept = detail::givenOrState<State, F>;
        using K = typename First::Key;
        if constexpr (detail::takesProcessContext<F, T, Kept, K, Made> || detail::takesProcessContext<G, U, Kept, K, Made>) {
            using Both = detail::BothElements<F, G>;
            using Body = detail::CoTimedProcess<Made, K, Kept, detail::KeyFunctionOf<First>, detail::KeyFunctionOf<Second>, Both>;
            return std::move(*this).then(Body(first_.core().makeOperator("coProcess"), first_.keyOf(), second_.keyOf(), Both{std::move(f), std::move(g)}));
        } else {
            using Body = detail::CoProcess<Made, K, Kept, detail::KeyFunctionOf<First>, detail::KeyFunctionOf<Second>, F, G>;
            return std::move(*this).then(Body{first_.core().makeOperator("coProcess"), first_.keyOf(), second_.keyOf(), std::move(f), std::move(g)});
        }
    }
    template <class Out = void, class State = void, class F, class G> requires detail::Right<Named<detail::CoProcessMistake<First, Second, Out, State, F, G>>>
    auto process(F f, G g) const& { return share().template process<Out, State>(std::move(f), std::move(g)); }

    /// The same by one object, for functions that share more, or have timers: `processElement1`, `processElement2` and, if it likes, `onTimer(Millis time, State&,
    /// ProcessContext<Key>&, Collector<Out>&)`. Watermarks are those of the input that is behind.
    template <class Out = void, class State = void, class P> requires detail::Right<detail::CoProcessMistake<First, Second, Out, State, P>> auto process(P object) && {
        using Body = detail::CoTimedProcess<detail::givenOrCollected<Out, P>, typename First::Key, detail::givenOrState<State, P>, detail::KeyFunctionOf<First>, detail::KeyFunctionOf<Second>, P>;
        return std::move(*this).then(Body(first_.core().makeOperator("coProcess"), first_.keyOf(), second_.keyOf(), std::move(object)));
    }
    template <class Out = void, class State = void, class P> requires detail::Right<Named<detail::CoProcessMistake<First, Second, Out, State, P>>>
    auto process(P object) const& { return share().template process<Out, State>(std::move(object)); }
    template <class Out = void, class State = void, class... A> requires detail::Wrong<Named<detail::CoProcessMistake<First, Second, Out, State, A...>>>
    auto process(const A&...) const -> Named<detail::CoProcessMistake<First, Second, Out, State, A...>> { return {}; }

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
