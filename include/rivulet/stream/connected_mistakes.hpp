// SPDX-License-Identifier: BSL-1.0
// What may be wrong with a step of two streams side by side. `Pair` holds what is asked of the two.
#pragma once
#include <concepts>
#include <type_traits>

#include <rivulet/runtime/owning.hpp>
#include <rivulet/stream/keyed_mistakes.hpp>
#include <rivulet/stream/keyed_steps.hpp>
#include <rivulet/stream/process_steps.hpp>
#include <rivulet/stream/step_mistakes.hpp>

namespace rivulet::detail {

template <class S> inline constexpr bool isKeyed = false;
template <class T, class G, class O> inline constexpr bool isKeyed<KeyedStream<T, G, O>> = true;
template <class F, class T> using keyType = std::remove_cvref_t<rowResult<Functor<F>, T>>;
// A stream that has a name is shared by its consumers.
template <class S> inline constexpr bool isKeptByName = owns<typename S::Element> || std::is_same_v<typename S::OriginType, ChannelOrigin<typename S::Element>>;
template <class M, class First, class Second>
consteval auto findNamedPair() {
    if constexpr (Right<M> && !isKeptByName<First>) return Found<StreamNotKept, typename First::Element>{};
    else if constexpr (Right<M> && !isKeptByName<Second>) return Found<StreamNotKept, typename Second::Element>{};
    else return std::type_identity<M>{};
}
template <class M, class First, class Second> using NamedPairMistake = typename decltype(findNamedPair<M, First, Second>())::type;

// ---- map, flatMap, keyBy -----------------------------------------------------------------------------------------------------------

template <class Row> struct CoMapTakesTwo : RefusedStream { ~CoMapTakesTwo() { static_assert(never<Row>, "rivulet: connect, map: takes two functions, one for the rows (const T&) of each input"); } };
template <class Row> struct CoMapUncallable : RefusedStream { ~CoMapUncallable() { static_assert(never<Row>, "rivulet: connect, map: each function must be callable with a row (const T&) of its input"); } };
template <class Row> struct CoMapOfTwoTypes : RefusedStream { ~CoMapOfTwoTypes() { static_assert(never<Row>, "rivulet: connect, map: both functions must return the same type"); } };
template <class T, class U, class... A> requires (sizeof...(A) != 2) consteval auto findCoMap() { return Found<CoMapTakesTwo, T>{}; }
template <class T, class U, class F, class G>
consteval auto findCoMap() {
    if constexpr (!takesRow<F, T> || !takesRow<G, U>) return Found<CoMapUncallable, T>{};
    else {
        using A = std::remove_cvref_t<rowResult<F, T>>;
        if constexpr (!std::is_same_v<A, std::remove_cvref_t<rowResult<G, U>>> || std::is_void_v<A>) return Found<CoMapOfTwoTypes, T>{};
        else return NoneFound{};
    }
}
template <class T, class U, class... A> using CoMapMistake = typename decltype(findCoMap<T, U, std::decay_t<A>...>())::type;

template <class Row> struct CoFlatMapTakesTwo : RefusedStream { ~CoFlatMapTakesTwo() { static_assert(never<Row>, "rivulet: connect, flatMap: takes two functions, one for the rows (const T&) of each input, with the same Collector<Out>&"); } };
template <class Row> struct CoFlatMapCollectsNothing : RefusedStream { ~CoFlatMapCollectsNothing() { static_assert(never<Row>, "rivulet: connect, flatMap: the functions need a last parameter Collector<Out>&; or say flatMap<Out>(f, g)"); } };
template <class Row> struct CoFlatMapUncallable : RefusedStream { ~CoFlatMapUncallable() { static_assert(never<Row>, "rivulet: connect, flatMap: each function must be callable with a row (const T&) of its input and the same Collector<Out>&"); } };
template <class T, class U, class Out, class... A> requires (sizeof...(A) != 2) consteval auto findCoFlatMap() { return Found<CoFlatMapTakesTwo, T>{}; }
template <class T, class U, class Out, class F, class G>
consteval auto findCoFlatMap() {
    using Made = givenOrCollected<Out, F>;
    if constexpr (std::is_void_v<Made>) return Found<CoFlatMapCollectsNothing, T>{};
    else if constexpr (!takesRow<F, T, Collector<Made>&> || !takesRow<G, U, Collector<Made>&>) return Found<CoFlatMapUncallable, T>{};
    else return NoneFound{};
}
template <class T, class U, class Out, class... A> using CoFlatMapMistake = typename decltype(findCoFlatMap<T, U, Out, std::decay_t<A>...>())::type;

template <class Row> struct CoKeyTakesTwo : RefusedStream { ~CoKeyTakesTwo() { static_assert(never<Row>, "rivulet: connect, keyBy: takes two functions, or pointers to members, one for each stream"); } };
template <class Row> struct CoKeysDiffer : RefusedStream { ~CoKeysDiffer() { static_assert(never<Row>, "rivulet: connect, keyBy: the keys of both streams must have the same type"); } };
template <class T, class U, class... A> requires (sizeof...(A) != 2) consteval auto findCoKey() { return Found<CoKeyTakesTwo, T>{}; }
template <class T, class U, class F, class G>
consteval auto findCoKey() {
    using First = decltype(findKey<T, F>());
    using Second = decltype(findKey<U, G>());
    if constexpr (Wrong<typename First::type>) return First{};
    else if constexpr (Wrong<typename Second::type>) return Second{};
    else if constexpr (!std::is_same_v<keyType<F, T>, keyType<G, U>>) return Found<CoKeysDiffer, T>{};
    else return NoneFound{};
}
template <class T, class U, class... A> using CoKeyMistake = typename decltype(findCoKey<T, U, std::decay_t<A>...>())::type;

// ---- process -------------------------------------------------------------------------------------------------------------------------

template <class Row> struct CoProcessTakes : RefusedStream { ~CoProcessTakes() { static_assert(never<Row>, "rivulet: connect, process: takes two functions, or an object with processElement1 and processElement2"); } };
template <class Row> struct CoProcessWithoutKeys : RefusedStream { ~CoProcessWithoutKeys() { static_assert(never<Row>, "rivulet: connect, process: both streams need a keyBy"); } };
template <class Row> struct CoProcessUnknown : RefusedStream { ~CoProcessUnknown() { static_assert(never<Row>, "rivulet: connect, process: the functions need parameters (const T&, State&, Collector<Out>&); or say process<Out, State>(f, g)"); } };
template <class Row> struct CoProcessUncallable : RefusedStream { ~CoProcessUncallable() { static_assert(never<Row>, "rivulet: connect, process: each function must be callable with (const T&, State&, Collector<Out>&) of its input"); } };
template <class Row> struct CoProcessObjectUnknown : RefusedStream { ~CoProcessObjectUnknown() { static_assert(never<Row>, "rivulet: connect, process: the object needs processElement1(const T&, State&, Collector<Out>&) and processElement2; or say process<Out, State>(object)"); } };
template <class Row> struct CoProcessObjectUncallable : RefusedStream { ~CoProcessObjectUncallable() { static_assert(never<Row>, "rivulet: connect, process: processElement1 and processElement2 must be callable with (const T&, State&, Collector<Out>&) of their input, or with a ProcessContext<Key>& before the collector"); } };
template <class First, class Second, class Out, class State, class... A> requires (sizeof...(A) < 1 || sizeof...(A) > 2) consteval auto findCoProcess() { return Found<CoProcessTakes, typename First::Element>{}; }
template <class First, class Second, class Out, class State, class F, class G>
consteval auto findCoProcess() {
    using T = typename First::Element;
    using U = typename Second::Element;
    using Made = givenOrCollected<Out, F>;
    using Kept = givenOrState<State, F>;
    if constexpr (!isKeyed<First> || !isKeyed<Second>) return Found<CoProcessWithoutKeys, T>{};
    else if constexpr (std::is_void_v<Made> || std::is_void_v<Kept> || !keepsState<F> || !keepsState<G>) return Found<CoProcessUnknown, T>{};
    else if constexpr (!(owns<Kept> && std::default_initializable<Kept>)) return Found<StateNotKept, T>{};
    else {
        using K = typename First::Key;
        constexpr bool timed = takesProcessContext<F, T, Kept, K, Made> || takesProcessContext<G, U, Kept, K, Made>;
        constexpr bool fits = (timed && processesTimed<F, T, Kept, K, Made> && processesTimed<G, U, Kept, K, Made>) ||
                              (!timed && processes<F, T, Kept, K, Made> && processes<G, U, Kept, K, Made>);
        if constexpr (!fits) return Found<CoProcessUncallable, T>{};
        else return NoneFound{};
    }
}
template <class First, class Second, class Out, class State, class P>
consteval auto findCoProcess() {
    using T = typename First::Element;
    using Made = givenOrCollected<Out, P>;
    using Kept = givenOrState<State, P>;
    if constexpr (!isKeyed<First> || !isKeyed<Second>) return Found<CoProcessWithoutKeys, T>{};
    else if constexpr (std::is_void_v<Made> || std::is_void_v<Kept>) return Found<CoProcessObjectUnknown, T>{};
    else if constexpr (!(owns<Kept> && std::default_initializable<Kept>)) return Found<StateNotKept, T>{};
    else {
        using K = typename First::Key;
        if constexpr (!processesTimed<Element1<P>, T, Kept, K, Made> || !processesTimed<Element2<P>, typename Second::Element, Kept, K, Made>) return Found<CoProcessObjectUncallable, T>{};
        else if constexpr (NamesOnTimer<P> && !HasOnTimer<P, Kept, K, Made>) return Found<TimerUncallable, Kept, K, Made>{};
        else return NoneFound{};
    }
}
template <class First, class Second, class Out, class State, class... A>
using CoProcessMistake = typename decltype(findCoProcess<First, Second, Out, State, std::decay_t<A>...>())::type;

}  // namespace rivulet::detail
