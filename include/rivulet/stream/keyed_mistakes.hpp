// SPDX-License-Identifier: BSL-1.0
// What may be wrong with a step of a keyed stream, or of its windows.
#pragma once
#include <concepts>
#include <string>
#include <type_traits>

#include <rivulet/runtime/owning.hpp>
#include <rivulet/stream/keyed_steps.hpp>
#include <rivulet/stream/process_steps.hpp>
#include <rivulet/stream/step_mistakes.hpp>
#include <rivulet/stream/window_steps.hpp>

namespace rivulet::detail {

// A reduce function gives back a row; a number may be of another width if nothing is lost.
template <class R, class T>
concept RowOrNumber = std::is_same_v<std::remove_cvref_t<R>, T> || (std::is_arithmetic_v<T> && std::is_convertible_v<R, T> && requires(R (*made)()) { T{made()}; });
template <class F, class T>
concept ReducesTo = requires(F& f, const T& row) { { f(row, row) } -> RowOrNumber<T>; };

// ---- steps of a keyed stream -------------------------------------------------------------------------------------------------------

template <class Row> struct ReduceTakesOne : RefusedStream { ~ReduceTakesOne() { static_assert(wants<false, Row(const Row&, const Row&)>, "rivulet: reduce: takes one function of two rows (const T&, const T&); of windows a second one may make something of the result"); } };
template <class Row> struct ReduceUncallable : RefusedStream { ~ReduceUncallable() { static_assert(wants<false, Row(const Row&, const Row&)>, "rivulet: reduce: the function cannot be called with two rows (const T&, const T&) of this stream"); } };
template <class Row> struct ReduceToOthers : RefusedStream { ~ReduceToOthers() { static_assert(wants<false, Row(const Row&, const Row&)>, "rivulet: reduce: the function must return the stream's row type"); } };
template <class Row> struct ReduceNotCopied : RefusedStream { ~ReduceNotCopied() { static_assert(never<Row>, "rivulet: reduce: the function is copied into each execution and must be copyable"); } };
template <class Row> struct ReduceNotKept : RefusedStream { ~ReduceNotKept() { static_assert(never<Row>, "rivulet: reduce keeps a row for each key: rows must be copyable and own what they hold (no string_view, span, pointer)"); } };
template <class Row> struct WindowReduceNotKept : RefusedStream { ~WindowReduceNotKept() { static_assert(never<Row>, "rivulet: reduce keeps a row for each key and window: rows must be copyable and own what they hold (no string_view, span, pointer)"); } };
template <class Row> struct RowNotAssigned : RefusedStream { ~RowNotAssigned() { static_assert(never<Row>, "rivulet: this step replaces the row that it keeps, but rows of this type cannot be assigned: a member is const or a reference"); } };
// What is kept and replaced is copied and assigned.
template <class T> inline constexpr bool isFixed = owns<T> && std::copy_constructible<T> && !std::is_copy_assignable_v<T>;
template <template <class...> class NotKept, class T, class F>
consteval auto findReduceOf() {
    if constexpr (!std::is_invocable_v<F&, const T&, const T&>) return Found<ReduceUncallable, T>{};
    else if constexpr (!ReducesTo<F, T>) return Found<ReduceToOthers, T>{};
    else if constexpr (!std::copy_constructible<F>) return Found<ReduceNotCopied, T>{};
    else if constexpr (isFixed<T>) return Found<RowNotAssigned, T>{};
    else if constexpr (!(owns<T> && std::copyable<T>)) return Found<NotKept, T>{};
    else return NoneFound{};
}
template <class T, class... A>
consteval auto findReduce() {
    if constexpr (sizeof...(A) == 1) return findReduceOf<ReduceNotKept, T, A...>();
    else return Found<ReduceTakesOne, T>{};
}
template <class T, class... A> using ReduceMistake = typename decltype(findReduce<T, std::decay_t<A>...>())::type;

template <class Row> struct RollingTakesMember : RefusedStream { ~RollingTakesMember() { static_assert(never<Row>, "rivulet: sum, min, max: this step wants a pointer to a member of the stream's row type, such as &Order::amount"); } };
template <class Row> struct RollingNotKept : RefusedStream { ~RollingNotKept() { static_assert(never<Row>, "rivulet: sum, min, max keep a row for each key: rows must be copyable and own what they hold (no string_view, span, pointer)"); } };
template <class Row> struct WindowRollingNotKept : RefusedStream { ~WindowRollingNotKept() { static_assert(never<Row>, "rivulet: sum, min, max keep a row for each key and window: rows must be copyable and own what they hold (no string_view, span, pointer)"); } };
template <class Row> struct SumOfNoNumbers : RefusedStream { ~SumOfNoNumbers() { static_assert(never<Row>, "rivulet: sum: the member has no +"); } };
template <class Row> struct LeastOfUnordered : RefusedStream { ~LeastOfUnordered() { static_assert(never<Row>, "rivulet: min, max: values of the member cannot be compared by <"); } };
template <class V> concept Summable = std::is_arithmetic_v<V> || requires(const V& a) { static_cast<V>(a + a); };
template <class V> concept Comparable = requires(const V& a) { static_cast<bool>(a < a); };
template <template <class...> class NotKept, bool Sum, class T, class... A>
consteval auto findRolling() {
    if constexpr (sizeof...(A) != 1) return Found<RollingTakesMember, T>{};
    else if constexpr (!((std::is_member_object_pointer_v<A> && std::is_invocable_v<A, T&>) && ...)) return Found<RollingTakesMember, T>{};
    else if constexpr (Sum && !(Summable<std::remove_cvref_t<std::invoke_result_t<A, T&>>> && ...)) return Found<SumOfNoNumbers, T>{};
    else if constexpr (!Sum && !(Comparable<std::remove_cvref_t<std::invoke_result_t<A, T&>>> && ...)) return Found<LeastOfUnordered, T>{};
    else if constexpr (isFixed<T>) return Found<RowNotAssigned, T>{};
    else if constexpr (!(owns<T> && std::copyable<T>)) return Found<NotKept, T>{};
    else return NoneFound{};
}
template <class T, class... A> using SumMistake = typename decltype(findRolling<RollingNotKept, true, T, std::decay_t<A>...>())::type;
template <class T, class... A> using LeastMistake = typename decltype(findRolling<RollingNotKept, false, T, std::decay_t<A>...>())::type;

template <class Row> struct KeyedProcessUnknown : RefusedStream { ~KeyedProcessUnknown() { static_assert(never<Row>, "rivulet: process: the function needs parameters (const T&, State&, Collector<Out>&); or say process<Out, State>(f)"); } };
template <class Row> struct NothingBetween : RefusedStream { ~NothingBetween() { static_assert(never<Row>, "rivulet: process: between the row and the Collector<Out>& stands a State&, or a ProcessContext<Key>& where nothing is kept"); } };
template <class Row> struct StateByValue : RefusedStream { ~StateByValue() { static_assert(never<Row>, "rivulet: process: the State is passed by value, and what is done to it would be lost: State&"); } };
template <class Row> struct StateNotKept : RefusedStream { ~StateNotKept() { static_assert(never<Row>, "rivulet: process: a State has a default constructor and owns what it holds (no string_view, span, pointer)"); } };
template <class Row, class Key, class Out> struct StatelessUncallable : RefusedStream { ~StatelessUncallable() { static_assert(wants<false, void(const Row&, ProcessContext<Key>&, Collector<Out>&)>, "rivulet: process: without a State the function is called with (const T&, ProcessContext<Key>&, Collector<Out>&)"); } };
template <class Key, class Out> struct StatelessTimer : RefusedStream { ~StatelessTimer() { static_assert(wants<false, void(Millis, ProcessContext<Key>&, Collector<Out>&)>, "rivulet: process: without a State onTimer is called with (Millis, ProcessContext<Key>&, Collector<Out>&)"); } };
template <class Row, class State, class Out> struct KeyedProcessUncallable : RefusedStream { ~KeyedProcessUncallable() { static_assert(wants<false, void(const Row&, State&, Collector<Out>&)>, "rivulet: process: the function cannot be called with (const T&, State&, Collector<Out>&), nor with a context"); } };
template <class State, class Key, class Out> struct TimerUncallable : RefusedStream { ~TimerUncallable() { static_assert(wants<false, void(Millis, State&, ProcessContext<Key>&, Collector<Out>&)>, "rivulet: process: onTimer must be callable with (Millis, State&, ProcessContext<Key>&, Collector<Out>&)"); } };
template <class T, class K, class Made, class F>
consteval auto findStateless() {
    if constexpr (!takesRow<decltype(elementFunction(std::declval<F>())), T, ProcessContext<K>&, Collector<Made>&>) return Found<StatelessUncallable, T, K, Made>{};
    else if constexpr (NamesOnTimer<F> && !HasStatelessOnTimer<F, K, Made>) return Found<StatelessTimer, K, Made>{};
    else return NoneFound{};
}
template <class T, class K, class Made, class Kept, class F>
consteval auto findStateful() {
    using Function = decltype(elementFunction(std::declval<F>()));
    if constexpr (!(owns<Kept> && std::default_initializable<Kept>)) return Found<StateNotKept, T>{};
    else if constexpr (NamesOnTimer<F> && !HasOnTimer<F, Kept, K, Made>) return Found<TimerUncallable, Kept, K, Made>{};
    else if constexpr (!(takesProcessContext<Function, T, Kept, K, Made> || processes<Function, T, Kept, K, Made>)) return Found<KeyedProcessUncallable, T, Kept, Made>{};
    else return NoneFound{};
}
template <class T, class K, class Out, class State> consteval auto findKeyedProcess() { return Found<ProcessTakesOne, T>{}; }
template <class T, class K, class Out, class State, class, class, class...> consteval auto findKeyedProcess() { return Found<ProcessTakesOne, T>{}; }
template <class T, class K, class Out, class State, class F>
consteval auto findKeyedProcess() {
    using Made = givenOrCollected<Out, F>;
    using Kept = givenOrState<State, F>;
    if constexpr (std::is_void_v<Made> || std::is_void_v<Kept>) return Found<KeyedProcessUnknown, T>{};
    else if constexpr (!std::copy_constructible<F>) return Found<ProcessNotCopied, T>{};
    else if constexpr (isCollector<Kept>) return Found<NothingBetween, T>{};
    else if constexpr (isContext<Kept>) return findStateless<T, K, Made, F>();
    else if constexpr (!keepsState<F>) return Found<StateByValue, T>{};
    else return findStateful<T, K, Made, Kept, F>();
}
template <class T, class K, class Out, class State, class... A> using KeyedProcessMistake = typename decltype(findKeyedProcess<T, K, Out, State, std::decay_t<A>...>())::type;

// A stream without keys has none that could differ.
template <class K, class S> inline constexpr bool keysMeet = true;
template <class K, class T, class G, class O>
inline constexpr bool keysMeet<K, KeyedStream<T, G, O>> = std::is_same_v<K, std::remove_cvref_t<rowResult<G, T>>>;
template <class T, class K, class... A>
consteval auto findKeyedConnection() {
    using Found = decltype(findConnection<T, A...>());
    if constexpr (Wrong<typename Found::type>) return Found{};
    else if constexpr (!(keysMeet<K, A> && ...)) return std::type_identity<ConnectOfOtherKeys<InMessage<T>>>{};
    else return Found{};
}
template <class T, class K, class... A> using KeyedConnectMistake = typename decltype(findKeyedConnection<T, K, std::decay_t<A>...>())::type;

// ---- steps of windows ----------------------------------------------------------------------------------------------------------------

template <class Row> struct NeverLate : RefusedStream { ~NeverLate() { static_assert(never<Row>, "rivulet: allowedLateness: by processing time no row is late"); } };
template <class Row> struct LatenessIsTime : RefusedStream { ~LatenessIsTime() { static_assert(never<Row>, "rivulet: allowedLateness: takes one time, milliseconds or a std::chrono::duration"); } };
template <class T, bool ByEventTime, class... A>
consteval auto findLateness() {
    if constexpr (sizeof...(A) != 1) return Found<LatenessIsTime, T>{};
    else if constexpr (!(std::is_convertible_v<A, Duration> && ...)) return Found<LatenessIsTime, T>{};
    else if constexpr (!ByEventTime) return Found<NeverLate, T>{};
    else return NoneFound{};
}
template <class T, bool ByEventTime, class... A> using LatenessMistake = typename decltype(findLateness<T, ByEventTime, std::decay_t<A>...>())::type;

template <class Row> struct LateSideOfOthers : RefusedStream { ~LateSideOfOthers() { static_assert(never<Row>, "rivulet: sideOutputLateData: late rows are rows of this stream: an OutputTag of its row type"); } };
template <class T, class... A>
consteval auto findLateSide() {
    if constexpr (sizeof...(A) != 1) return Found<LateSideOfOthers, T>{};
    else if constexpr (!(std::is_same_v<A, OutputTag<T>> && ...)) return Found<LateSideOfOthers, T>{};
    else return NoneFound{};
}
template <class T, class... A> using LateSideMistake = typename decltype(findLateSide<T, std::decay_t<A>...>())::type;

template <class Row> struct WindowCollectsNothing : RefusedStream { ~WindowCollectsNothing() { static_assert(never<Row>, "rivulet: the function of a window needs a last parameter Collector<Out>&; or say process<Out>(f)"); } };
template <class Row> struct WindowUncallable : RefusedStream { ~WindowUncallable() { static_assert(never<Row>, "rivulet: the function of a window cannot be called with (const Key&, const TimeWindow&, rows, Collector<Out>&), without the key after windowAll; rows are a const std::vector<T>& or what was put together"); } };
template <class T, class K, class Out, class Contents, class F>
consteval auto findGiving() {
    using Made = givenOrCollected<Out, F>;
    if constexpr (std::is_void_v<Made>) return Found<WindowCollectsNothing, T>{};
    else if constexpr (!(answersWindow<F, K, ResultOfRows<Contents>, Made> && std::copy_constructible<F>)) return Found<WindowUncallable, T>{};
    else return NoneFound{};
}

template <class T, class K, class Out> consteval auto findWindowReduce() { return Found<ReduceTakesOne, T>{}; }
template <class T, class K, class Out, class, class, class, class...> consteval auto findWindowReduce() { return Found<ReduceTakesOne, T>{}; }
template <class T, class K, class Out, class F> consteval auto findWindowReduce() { return findReduceOf<WindowReduceNotKept, T, F>(); }
template <class T, class K, class Out, class F, class Function>
consteval auto findWindowReduce() {
    using Found = decltype(findReduceOf<WindowReduceNotKept, T, F>());
    if constexpr (Wrong<typename Found::type>) return Found{};
    else return findGiving<T, K, Out, ReduceRows<T, Reducing<F>>, Function>();
}
template <class T, class K, class Out, class... A> using WindowReduceMistake = typename decltype(findWindowReduce<T, K, Out, std::decay_t<A>...>())::type;
template <class T, class... A> using WindowSumMistake = typename decltype(findRolling<WindowRollingNotKept, true, T, std::decay_t<A>...>())::type;
template <class T, class... A> using WindowLeastMistake = typename decltype(findRolling<WindowRollingNotKept, false, T, std::decay_t<A>...>())::type;

template <class Row> struct AggregateIncomplete : RefusedStream { ~AggregateIncomplete() { static_assert(never<Row>, "rivulet: aggregate: the function needs createAccumulator(), add(const T&, Accumulator&) and getResult(const Accumulator&)"); } };
template <class Row> struct AggregateWithoutMerge : RefusedStream { ~AggregateWithoutMerge() { static_assert(never<Row>, "rivulet: aggregate: sessions grow together, so the function needs merge(Accumulator&, const Accumulator&)"); } };
template <class Row> struct AccumulatorNotKept : RefusedStream { ~AccumulatorNotKept() { static_assert(never<Row>, "rivulet: aggregate keeps an accumulator for each key and window: it must be copyable and own what it holds (no string_view, span, pointer)"); } };
template <class Row> struct AggregateNotCopied : RefusedStream { ~AggregateNotCopied() { static_assert(never<Row>, "rivulet: aggregate: the function is copied into each execution and must be copyable"); } };
template <class T, bool Sessions, class A>
consteval auto findAggregateOf() {
    if constexpr (!AggregatesRows<A, T>) return Found<AggregateIncomplete, T>{};
    else {
        using Accumulator = AccumulatorOf<A>;
        if constexpr (Sessions && !AggregateRows<T, A>::shares) return Found<AggregateWithoutMerge, T>{};
        else if constexpr (!(owns<Accumulator> && std::copyable<Accumulator>)) return Found<AccumulatorNotKept, T>{};
        else if constexpr (!std::copy_constructible<A>) return Found<AggregateNotCopied, T>{};
        else return NoneFound{};
    }
}
template <class T, class K, bool Sessions, class Out> consteval auto findAggregate() { return Found<AggregateIncomplete, T>{}; }
template <class T, class K, bool Sessions, class Out, class, class, class, class...> consteval auto findAggregate() { return Found<AggregateIncomplete, T>{}; }
template <class T, class K, bool Sessions, class Out, class A> consteval auto findAggregate() { return findAggregateOf<T, Sessions, A>(); }
template <class T, class K, bool Sessions, class Out, class A, class Function>
consteval auto findAggregate() {
    using Found = decltype(findAggregateOf<T, Sessions, A>());
    if constexpr (Wrong<typename Found::type>) return Found{};
    else return findGiving<T, K, Out, AggregateRows<T, A>, Function>();
}
template <class T, class K, bool Sessions, class Out, class... A> using AggregateMistake = typename decltype(findAggregate<T, K, Sessions, Out, std::decay_t<A>...>())::type;

template <class Row> struct WindowRowsNotKept : RefusedStream { ~WindowRowsNotKept() { static_assert(never<Row>, "rivulet: process of a window keeps its rows: rows must be copyable and own what they hold (no string_view, span, pointer)"); } };
template <class T, class K, class Out, class... A>
consteval auto findWindowProcess() {
    if constexpr (sizeof...(A) != 1) return Found<ProcessTakesOne, T>{};
    else if constexpr (isFixed<T>) return Found<RowNotAssigned, T>{};
    else if constexpr (!(owns<T> && std::copyable<T>)) return Found<WindowRowsNotKept, T>{};
    else return findGiving<T, K, Out, KeepRows<T>, A...>();
}
template <class T, class K, class Out, class... A> using WindowProcessMistake = typename decltype(findWindowProcess<T, K, Out, std::decay_t<A>...>())::type;

}  // namespace rivulet::detail
