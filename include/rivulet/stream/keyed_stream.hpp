// SPDX-License-Identifier: BSL-1.0
// KeyedStream: a stream grouped by a key, and the steps that keep state for each key.
#pragma once
#include <concepts>
#include <type_traits>
#include <utility>

#include <rivulet/stream/data_stream.hpp>
#include <rivulet/stream/keyed_steps.hpp>
#include <rivulet/stream/state.hpp>

namespace rivulet {

namespace detail {

// A reduce function gives back a row; a number may be of another width if nothing is lost.
template <class R, class T>
concept RowOrNumber = std::is_same_v<std::remove_cvref_t<R>, T> || (std::is_arithmetic_v<T> && std::is_convertible_v<R, T> && requires(R (*made)()) { T{made()}; });
template <class F, class T>
concept ReducesTo = requires(F& f, const T& row) { { f(row, row) } -> RowOrNumber<T>; };

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
        static_assert(callable, "rivulet: reduce: the function cannot be called with two rows (const T&, const T&) of this stream");
        constexpr bool fits = !callable || detail::ReducesTo<F, T>;
        static_assert(fits, "rivulet: reduce: the function must return the stream's row type");
        if constexpr (callable && fits) return std::move(*this).reducing("reduce", detail::Reducing<F>{std::move(f)});
        else return std::move(*this).asStream();
    }
    template <class F> auto reduce(F f) const& { return share().reduce(std::move(f)); }

    /// For each row, the key's first row with `member` summed up so far; integers wrap around as on the JVM.
    template <class M> auto sum(M member) && { return std::move(*this).template rolling<M>("sum", detail::Summing<M>{member}); }
    template <class M> auto sum(M member) const& { return share().sum(member); }
    /// For each row, the key's first row with the least (greatest) `member` so far.
    template <class M> auto min(M member) && { return std::move(*this).template rolling<M>("min", detail::Choosing<M, false, false>{member}); }
    template <class M> auto min(M member) const& { return share().min(member); }
    template <class M> auto max(M member) && { return std::move(*this).template rolling<M>("max", detail::Choosing<M, true, false>{member}); }
    template <class M> auto max(M member) const& { return share().max(member); }
    /// For each row, the key's row that has the least (greatest) `member` so far; of equals the first.
    template <class M> auto minBy(M member) && { return std::move(*this).template rolling<M>("minBy", detail::Choosing<M, false, true>{member}); }
    template <class M> auto minBy(M member) const& { return share().minBy(member); }
    template <class M> auto maxBy(M member) && { return std::move(*this).template rolling<M>("maxBy", detail::Choosing<M, true, true>{member}); }
    template <class M> auto maxBy(M member) const& { return share().maxBy(member); }

    /// `f(row, State&, Collector<Out>&)` or `f(row, State&, const KeyContext<Key>&, Collector<Out>&)`, with a State for each
    /// key, made by its default constructor. Out and State are read from f's parameters unless they are given:
    ///
    ///     clicks.keyBy(&Click::user).process([](const Click& c, std::int64_t& seen, Collector<Seen>& out) { out.collect({c.user, ++seen}); });
    ///
    /// `f` may be an object with `processElement` of the same parameters and, if it likes, a type `State`. A State of several
    /// parts is a struct, its members plain values, or ValueState, ListState, MapState (stream/state.hpp).
    template <class Out, class State, class F> auto process(F f) && {
        if constexpr (requires { &F::processElement; })
            return std::move(*this).template processing<Out, State>(detail::ElementFunction<F>{std::move(f)});
        else return std::move(*this).template processing<Out, State>(std::move(f));
    }
    template <class Out, class State, class F> auto process(F f) const& { return share().template process<Out, State>(std::move(f)); }
    template <class F> auto process(F f) && { return std::move(*this).template process<detail::collectedBy<F>, detail::stateOf<F>>(std::move(f)); }
    template <class F> auto process(F f) const& { return share().process(std::move(f)); }

    /// Two keyed streams with keys of one type: their rows meet in the state of their key.
    template <class Other> auto connect(Other&& other) && {
        detail::requireSame(this->environment(), other.environment());
        if constexpr (std::is_lvalue_reference_v<Other>) return ConnectedStreams(std::move(*this), other.share());
        else return ConnectedStreams(std::move(*this), std::move(other));
    }
    template <class Other> auto connect(Other&& other) const& { return share().connect(std::forward<Other>(other)); }

    /// For rooms that build steps of their own.
    const detail::KeyOf<G>& keyOf() const { return keyOf_; }

private:
    DataStream<T, O>&& asStream() && { return static_cast<DataStream<T, O>&&>(*this); }

    template <class M, class F> auto rolling(std::string_view kind, F f) && {
        constexpr bool fits = std::is_member_object_pointer_v<M> && std::is_invocable_v<M, T&>;
        static_assert(fits, "rivulet: this step wants a pointer to a member of the stream's row type, such as &Order::amount");
        if constexpr (fits) return std::move(*this).reducing(kind, std::move(f));
        else return std::move(*this).asStream();
    }
    template <class F> auto reducing(std::string_view kind, F update) && {
        static_assert(detail::owns<T>, "rivulet: this step keeps a row for each key; rows that only refer to their text or elements (string_view, span, pointer) cannot be kept");
        static_assert(std::copyable<T>, "rivulet: this step keeps a row for each key; rows must be copyable");
        if constexpr (detail::owns<T> && std::copyable<T>)
            return std::move(*this).asStream().template then<T>(detail::ReduceBody<T, Key, G, F>{this->core().makeOperator(kind), keyOf_, std::move(update)});
        else return std::move(*this).asStream();
    }
    template <class Out, class State, class F> auto processing(F f) && {
        constexpr bool known = !std::is_void_v<Out> && !std::is_void_v<State>;
        static_assert(known, "rivulet: process: the function needs parameters (const T&, State&, Collector<Out>&); or say process<Out, State>(f)");
        if constexpr (!known) return std::move(*this).asStream();
        else {
            constexpr bool fits = detail::processes<F, T, State, Key, Out>;
            static_assert(fits, "rivulet: process: the function cannot be called with (const T&, State&, Collector<Out>&), nor with a const KeyContext<Key>& before the collector");
            static_assert(detail::owns<State> && std::default_initializable<State>, "rivulet: process: a State has a default constructor and owns what it holds");
            static_assert(std::copy_constructible<F>, "rivulet: process: the function is copied into each execution and must be copyable");
            if constexpr (fits && detail::owns<State> && std::default_initializable<State> && std::copy_constructible<F>)
                return std::move(*this).asStream().template then<Out>(
                    detail::ProcessBody<Out, Key, State, G, F>{this->core().makeOperator("process"), keyOf_, std::move(f)});
            else return std::move(*this).asStream();
        }
    }

    detail::KeyOf<G> keyOf_;
};

}  // namespace rivulet
