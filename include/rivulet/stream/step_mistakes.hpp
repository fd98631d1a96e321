// SPDX-License-Identifier: BSL-1.0
// What may be wrong with a step of a DataStream: a type for each mistake, and functions that find the one of a call.
#pragma once
#include <concepts>
#include <string_view>
#include <type_traits>

#include <rivulet/runtime/owning.hpp>
#include <rivulet/stream/callable.hpp>
#include <rivulet/stream/keyed_steps.hpp>
#include <rivulet/stream/output_tag.hpp>
#include <rivulet/stream/print.hpp>
#include <rivulet/stream/process_steps.hpp>
#include <rivulet/stream/refused_stream.hpp>
#include <rivulet/stream/sink.hpp>
#include <rivulet/stream/watermark_strategy.hpp>
#include <rivulet/stream/window_assigners.hpp>

namespace rivulet::detail {

template <class Answer>
concept BoolLike = std::is_same_v<std::remove_cvref_t<Answer>, bool> || (std::is_class_v<std::remove_cvref_t<Answer>> && std::is_convertible_v<Answer, bool>);
template <class G, class T> concept AnswersBool = requires(G& g, const T& row) { { g(row) } -> BoolLike; };
template <class Out, class F> using givenOrCollected = std::conditional_t<std::is_void_v<Out>, collectedBy<F>, Out>;

template <class Row> struct StreamNotKept : RefusedStream { ~StreamNotKept() { static_assert(never<Row>, "rivulet: a named stream keeps rows for its consumers; rows that only refer to their text or elements (string_view, span, pointer) cannot be kept"); } };
// Of a step that is called on a stream with a name.
template <class M, bool Kept, class T>
consteval auto findNamed() {
    if constexpr (Right<M> && !Kept) return Found<StreamNotKept, T>{};
    else return std::type_identity<M>{};
}
template <class M, bool Kept, class T> using NamedMistake = typename decltype(findNamed<M, Kept, T>())::type;

// ---- map, filter, flatMap, process ---------------------------------------------------------------------------------------------

template <class Row> struct MapTakesOne : RefusedStream { ~MapTakesOne() { static_assert(wants<false, AnyResult(const Row&)>, "rivulet: map: takes one function, which is called with each row (const T&)"); } };
template <class Row> struct MapUncallable : RefusedStream { ~MapUncallable() { static_assert(wants<false, AnyResult(const Row&)>, "rivulet: map: the function cannot be called with a row (const T&) of this stream"); } };
template <class Row> struct MapNotCopied : RefusedStream { ~MapNotCopied() { static_assert(never<Row>, "rivulet: map: the function is copied into each execution and must be copyable"); } };
template <class Row> struct MapOfNothing : RefusedStream { ~MapOfNothing() { static_assert(never<Row>, "rivulet: map: the function returns nothing; addSink is for that"); } };
template <class T> consteval auto findMap() { return Found<MapTakesOne, T>{}; }
template <class T, class, class, class...> consteval auto findMap() { return Found<MapTakesOne, T>{}; }
template <class T, class F>
consteval auto findMap() {
    using G = Functor<F>;
    if constexpr (!takesRow<G, T>) return Found<MapUncallable, T>{};
    else if constexpr (!std::copy_constructible<F>) return Found<MapNotCopied, T>{};
    else if constexpr (std::is_void_v<rowResult<G, T>>) return Found<MapOfNothing, T>{};
    else return NoneFound{};
}
template <class T, class... A> using MapMistake = typename decltype(findMap<T, std::decay_t<A>...>())::type;

template <class Row> struct FilterTakesOne : RefusedStream { ~FilterTakesOne() { static_assert(wants<false, bool(const Row&)>, "rivulet: filter: takes one function, which is called with each row (const T&)"); } };
template <class Row> struct FilterUncallable : RefusedStream { ~FilterUncallable() { static_assert(wants<false, bool(const Row&)>, "rivulet: filter: the function cannot be called with a row (const T&) of this stream"); } };
template <class Row> struct FilterNotCopied : RefusedStream { ~FilterNotCopied() { static_assert(never<Row>, "rivulet: filter: the function is copied into each execution and must be copyable"); } };
template <class Row> struct FilterNoBool : RefusedStream { ~FilterNoBool() { static_assert(wants<false, bool(const Row&)>, "rivulet: filter: the function must return bool"); } };
template <class T> consteval auto findFilter() { return Found<FilterTakesOne, T>{}; }
template <class T, class, class, class...> consteval auto findFilter() { return Found<FilterTakesOne, T>{}; }
template <class T, class F>
consteval auto findFilter() {
    using G = Functor<F>;
    if constexpr (!std::is_invocable_v<G&, const T&>) return Found<FilterUncallable, T>{};
    else if constexpr (!std::copy_constructible<F>) return Found<FilterNotCopied, T>{};
    else if constexpr (!AnswersBool<G, T>) return Found<FilterNoBool, T>{};
    else return NoneFound{};
}
template <class T, class... A> using FilterMistake = typename decltype(findFilter<T, std::decay_t<A>...>())::type;

template <class Row> struct FlatMapTakesOne : RefusedStream { ~FlatMapTakesOne() { static_assert(never<Row>, "rivulet: flatMap: takes one function, which is called with each row (const T&) and a Collector<Out>&"); } };
template <class Row> struct FlatMapCollectsNothing : RefusedStream { ~FlatMapCollectsNothing() { static_assert(never<Row>, "rivulet: flatMap: the function needs a last parameter Collector<Out>&; or say flatMap<Out>(f)"); } };
template <class Row> struct FlatMapNotCopied : RefusedStream { ~FlatMapNotCopied() { static_assert(never<Row>, "rivulet: flatMap: the function is copied into each execution and must be copyable"); } };
template <class Row, class Out> struct FlatMapUncallable : RefusedStream { ~FlatMapUncallable() { static_assert(wants<false, void(const Row&, Collector<Out>&)>, "rivulet: flatMap: the function cannot be called with a row (const T&) of this stream and a Collector<Out>&"); } };
template <class T, class Out> consteval auto findFlatMap() { return Found<FlatMapTakesOne, T>{}; }
template <class T, class Out, class, class, class...> consteval auto findFlatMap() { return Found<FlatMapTakesOne, T>{}; }
template <class T, class Out, class F>
consteval auto findFlatMap() {
    using Made = givenOrCollected<Out, F>;
    if constexpr (std::is_void_v<Made>) return Found<FlatMapCollectsNothing, T>{};
    else if constexpr (!std::copy_constructible<F>) return Found<FlatMapNotCopied, T>{};
    else if constexpr (!takesRow<F, T, Collector<Made>&>) return Found<FlatMapUncallable, T, Made>{};
    else return NoneFound{};
}
template <class T, class Out, class... A> using FlatMapMistake = typename decltype(findFlatMap<T, Out, std::decay_t<A>...>())::type;

template <class Row> struct ProcessTakesOne : RefusedStream { ~ProcessTakesOne() { static_assert(never<Row>, "rivulet: process: takes one function, or an object with processElement"); } };
template <class Row> struct ProcessCollectsNothing : RefusedStream { ~ProcessCollectsNothing() { static_assert(never<Row>, "rivulet: process: the function needs a last parameter Collector<Out>&; or say process<Out>(f)"); } };
template <class Row> struct ProcessNotCopied : RefusedStream { ~ProcessNotCopied() { static_assert(never<Row>, "rivulet: process: the function is copied into each execution and must be copyable"); } };
template <class Row, class Out> struct ProcessUncallable : RefusedStream { ~ProcessUncallable() { static_assert(wants<false, void(const Row&, ProcessContext<void>&, Collector<Out>&)>, "rivulet: process: without keys the function is called with (const T&, ProcessContext<void>&, Collector<Out>&); state and timers need keyBy"); } };
template <class T, class Out> consteval auto findProcess() { return Found<ProcessTakesOne, T>{}; }
template <class T, class Out, class, class, class...> consteval auto findProcess() { return Found<ProcessTakesOne, T>{}; }
template <class T, class Out, class F>
consteval auto findProcess() {
    using Made = givenOrCollected<Out, F>;
    if constexpr (std::is_void_v<Made>) return Found<ProcessCollectsNothing, T>{};
    else if constexpr (!std::copy_constructible<F>) return Found<ProcessNotCopied, T>{};
    else if constexpr (!takesRow<decltype(elementFunction(std::declval<F>())), T, ProcessContext<void>&, Collector<Made>&>) return Found<ProcessUncallable, T, Made>{};
    else return NoneFound{};
}
template <class T, class Out, class... A> using ProcessMistake = typename decltype(findProcess<T, Out, std::decay_t<A>...>())::type;

// ---- streams beside others -------------------------------------------------------------------------------------------------------

template <class Row> struct NoSideOutputs : RefusedStream { ~NoSideOutputs() { static_assert(never<Row>, "rivulet: getSideOutput: the last step of this stream has no side outputs; ask the stream that process() or a window returned"); } };
template <class Row> struct NotASideOutput : RefusedStream { ~NotASideOutput() { static_assert(never<Row>, "rivulet: getSideOutput: takes the OutputTag that the rows were put out under: const OutputTag<Row> late(\"late\")"); } };
template <class Tag> inline constexpr bool isOutputTag = false;
template <class Side> inline constexpr bool isOutputTag<OutputTag<Side>> = true;
template <class T, bool Sided, class... A>
consteval auto findSide() {
    if constexpr (sizeof...(A) != 1) return Found<NotASideOutput, T>{};
    else if constexpr (!(isOutputTag<A> && ...)) return Found<NotASideOutput, T>{};
    else if constexpr (!Sided) return Found<NoSideOutputs, T>{};
    else return NoneFound{};
}
template <class T, bool Sided, class... A> using SideMistake = typename decltype(findSide<T, Sided, std::decay_t<A>...>())::type;

template <class S> concept AnyStream = requires(const S& s) { typename S::Element; typename S::OriginType; s.environment(); s.share(); };
template <class S> inline constexpr bool isBroadcast = false;
template <class S> inline constexpr bool isBroadcast<BroadcastStream<S>> = true;

template <class Row> struct UnionOfNothing : RefusedStream { ~UnionOfNothing() { static_assert(never<Row>, "rivulet: unionWith: needs at least one other stream"); } };
template <class Row> struct UnionOfNoStream : RefusedStream { ~UnionOfNoStream() { static_assert(never<Row>, "rivulet: unionWith: takes streams"); } };
template <class Row> struct UnionOfOthers : RefusedStream { ~UnionOfOthers() { static_assert(never<Row>, "rivulet: unionWith: all streams must have the same row type; map them to it first"); } };
template <class T, class... A>
consteval auto findUnion() {
    if constexpr (sizeof...(A) == 0) return Found<UnionOfNothing, T>{};
    else if constexpr ((IsRefused<A> || ...)) return std::type_identity<RefusedStream>{};
    else if constexpr (!(AnyStream<A> && ...)) return Found<UnionOfNoStream, T>{};
    else if constexpr (!(std::is_same_v<typename A::Element, T> && ...)) return Found<UnionOfOthers, T>{};
    else return NoneFound{};
}
template <class T, class... A> using UnionMistake = typename decltype(findUnion<T, std::decay_t<A>...>())::type;

template <class Row> struct ConnectTakesAStream : RefusedStream { ~ConnectTakesAStream() { static_assert(never<Row>, "rivulet: connect: takes another stream, or what its broadcast() returns"); } };
template <class Row> struct ConnectOfOtherKeys : RefusedStream { ~ConnectOfOtherKeys() { static_assert(never<Row>, "rivulet: connect: the keys of two keyed streams must have the same type"); } };
template <class S, class T>
consteval auto findConnect() {
    if constexpr (IsRefused<S>) return std::type_identity<RefusedStream>{};
    else if constexpr (isBroadcast<S> || AnyStream<S>) return NoneFound{};
    else return Found<ConnectTakesAStream, T>{};
}
template <class T, class... A>
consteval auto findConnection() {
    if constexpr (sizeof...(A) == 1) return findConnect<A..., T>();
    else return Found<ConnectTakesAStream, T>{};
}
template <class T, class... A> using ConnectMistake = typename decltype(findConnection<T, std::decay_t<A>...>())::type;

// ---- time, keys, windows ---------------------------------------------------------------------------------------------------------

template <class Row> struct TimesTakeStrategy : RefusedStream { ~TimesTakeStrategy() { static_assert(never<Row>, "rivulet: assignTimestampsAndWatermarks: takes a WatermarkStrategy, such as WatermarkStrategy::forBoundedOutOfOrderness(5000).withTimestampAssigner(&Click::millis)"); } };
template <class Row> struct TimesNotAssigned : RefusedStream { ~TimesNotAssigned() { static_assert(never<Row>, "rivulet: assignTimestampsAndWatermarks: the timestamp assigner must be callable with a row (const T&) and give milliseconds, an integer, or a timestamp"); } };
template <class Row> struct WatermarksNotGenerated : RefusedStream { ~WatermarksNotGenerated() { static_assert(never<Row>, "rivulet: assignTimestampsAndWatermarks: the generator needs onEvent(const T&, Millis, WatermarkOutput&)"); } };
template <class T, class S> struct TimesFinder { static consteval auto find() { return Found<TimesTakeStrategy, T>{}; } };
template <class T, class G, class A, bool Idles>
struct TimesFinder<T, WatermarkStrategyOf<G, A, Idles>> {
    static consteval auto find() {
        if constexpr (!assignsTime<A, T>) return Found<TimesNotAssigned, T>{};
        else if constexpr (!GeneratesWatermarks<G, T>) return Found<WatermarksNotGenerated, T>{};
        else return NoneFound{};
    }
};
template <class T> consteval auto findTimes() { return Found<TimesTakeStrategy, T>{}; }
template <class T, class, class, class...> consteval auto findTimes() { return Found<TimesTakeStrategy, T>{}; }
template <class T, class S> consteval auto findTimes() { return TimesFinder<T, S>::find(); }
template <class T, class... A> using TimesMistake = typename decltype(findTimes<T, std::decay_t<A>...>())::type;

template <class Row> struct KeyTakesOne : RefusedStream { ~KeyTakesOne() { static_assert(wants<false, AnyResult(const Row&)>, "rivulet: keyBy: takes one function of a row (const T&), or a pointer to a member"); } };
template <class Row> struct KeyUncallable : RefusedStream { ~KeyUncallable() { static_assert(wants<false, AnyResult(const Row&)>, "rivulet: keyBy: the function cannot be called with a row (const T&) of this stream"); } };
template <class Row> struct KeyNotKept : RefusedStream { ~KeyNotKept() { static_assert(never<Row>, "rivulet: keyBy: keys are kept; a key that only refers to its text or elements (string_view, span, pointer) cannot be: return std::string"); } };
template <class Row> struct KeyNotHashed : RefusedStream { ~KeyNotHashed() { static_assert(never<Row>, "rivulet: keyBy: a key of this type cannot be hashed and compared; give it hash_value(key) and =="); } };
template <class Row> struct KeyNotCopied : RefusedStream { ~KeyNotCopied() { static_assert(never<Row>, "rivulet: keyBy: the function is copied into each execution and must be copyable"); } };
template <class T> consteval auto findKey() { return Found<KeyTakesOne, T>{}; }
template <class T, class, class, class...> consteval auto findKey() { return Found<KeyTakesOne, T>{}; }
template <class T, class F>
consteval auto findKey() {
    using G = Functor<F>;
    if constexpr (!std::is_invocable_v<G&, const T&>) return Found<KeyUncallable, T>{};
    else {
        using K = std::remove_cvref_t<rowResult<G, T>>;
        if constexpr (!owns<K>) return Found<KeyNotKept, T>{};
        else if constexpr (!HashableKey<K>) return Found<KeyNotHashed, T>{};
        else if constexpr (!std::copy_constructible<F>) return Found<KeyNotCopied, T>{};
        else return NoneFound{};
    }
}
template <class T, class... A> using KeyMistake = typename decltype(findKey<T, std::decay_t<A>...>())::type;

template <class Row> struct JoinTakesAStream : RefusedStream { ~JoinTakesAStream() { static_assert(never<Row>, "rivulet: join, coGroup: takes one other stream"); } };
template <class Row> struct EqualToTakesKey : RefusedStream { ~EqualToTakesKey() { static_assert(never<Row>, "rivulet: equalTo: the keys of both streams must have the same type, and the function be callable with a row (const T&) of the second stream"); } };
template <class Row> struct JoinAppliesTo : RefusedStream { ~JoinAppliesTo() { static_assert(never<Row>, "rivulet: join, apply: the function is called with a row of each stream (const T&, const U&) and returns what is put out; or takes a Collector<Out>& as well"); } };
template <class Row> struct CoGroupAppliesTo : RefusedStream { ~CoGroupAppliesTo() { static_assert(never<Row>, "rivulet: coGroup, apply: the function is called with (const std::vector<T>&, const std::vector<U>&, Collector<Out>&)"); } };
template <class Row> struct IntervalJoinTakesKeys : RefusedStream { ~IntervalJoinTakesKeys() { static_assert(never<Row>, "rivulet: intervalJoin: both streams need a keyBy"); } };
template <class Row> struct IntervalJoinOfOtherKeys : RefusedStream { ~IntervalJoinOfOtherKeys() { static_assert(never<Row>, "rivulet: intervalJoin: the keys of both streams must have the same type"); } };
template <class... A>
concept OneStream = sizeof...(A) == 1 && (requires(const A& a) { typename A::Element; a.share(); a.environment(); } && ...);
template <class T, class... A>
consteval auto findJoin() {
    if constexpr ((std::is_base_of_v<RefusedStream, A> || ...)) return std::type_identity<RefusedStream>{};
    else if constexpr (!OneStream<A...>) return Found<JoinTakesAStream, T>{};
    else return NoneFound{};
}
template <class T, class... A> using JoinMistake = typename decltype(findJoin<T, std::decay_t<A>...>())::type;
template <class T, class Key, class... A>
consteval auto findIntervalJoin() {
    if constexpr ((std::is_base_of_v<RefusedStream, A> || ...)) return std::type_identity<RefusedStream>{};
    else if constexpr (!OneStream<A...>) return Found<IntervalJoinTakesKeys, T>{};
    else if constexpr (!(requires { typename A::Key; } && ...)) return Found<IntervalJoinTakesKeys, T>{};
    else if constexpr (!(std::is_same_v<Key, typename A::Key> && ...)) return Found<IntervalJoinOfOtherKeys, T>{};
    else return NoneFound{};
}
template <class T, class Key, class... A> using IntervalJoinMistake = typename decltype(findIntervalJoin<T, Key, std::decay_t<A>...>())::type;

template <class Row> struct WindowTakesWindows : RefusedStream { ~WindowTakesWindows() { static_assert(never<Row>, "rivulet: window: takes windows, such as TumblingEventTimeWindows::of(millis)"); } };
template <class Row> struct WindowAllTakesWindows : RefusedStream { ~WindowAllTakesWindows() { static_assert(never<Row>, "rivulet: windowAll: takes windows, such as TumblingEventTimeWindows::of(millis)"); } };
template <class Row> struct GapUncallable : RefusedStream { ~GapUncallable() { static_assert(never<Row>, "rivulet: withDynamicGap: the function is called with a row (const T&) of this stream and returns milliseconds or a std::chrono::duration"); } };
// Whether rows say how long they keep a session open, or need not.
template <class T, class A>
consteval bool saysGaps() {
    if constexpr (requires(A& a) { a.gapOf; }) return requires(A& a, const T& row) { Duration(a.gapOf(row)); };
    else return true;
}
template <class Row> struct WindowWithoutKeys : RefusedStream { ~WindowWithoutKeys() { static_assert(never<Row>, "rivulet: window: this stream has no keys: keyBy(..).window(..), or windowAll(..) for all rows together"); } };
template <template <class...> class M, class T, class... A>
consteval auto findWindow() {
    if constexpr (sizeof...(A) != 1) return Found<M, T>{};
    else if constexpr (!(WindowAssigner<A> && ...)) return Found<M, T>{};
    else if constexpr (!(saysGaps<T, A>() && ...)) return Found<GapUncallable, T>{};
    else return NoneFound{};
}
template <class T, class... A> using WindowMistake = typename decltype(findWindow<WindowTakesWindows, T, std::decay_t<A>...>())::type;
template <class T, class... A> using WindowAllMistake = typename decltype(findWindow<WindowAllTakesWindows, T, std::decay_t<A>...>())::type;

// ---- ends --------------------------------------------------------------------------------------------------------------------------

template <class Row> struct NothingToName : RefusedStream { ~NothingToName() { static_assert(never<Row>, "rivulet: name: this stream has no step of its own to name"); } };
template <class Row> struct NameIsText : RefusedStream { ~NameIsText() { static_assert(never<Row>, "rivulet: name: takes one text"); } };
template <class T, bool Nameable, class... A>
consteval auto findName() {
    if constexpr (!Nameable) return Found<NothingToName, T>{};
    else if constexpr (sizeof...(A) != 1) return Found<NameIsText, T>{};
    else if constexpr (!(std::is_convertible_v<A, std::string> && ...)) return Found<NameIsText, T>{};
    else return NoneFound{};
}
template <class T, bool Nameable, class... A> using NameMistake = typename decltype(findName<T, Nameable, std::decay_t<A>...>())::type;

template <class Row> struct NotPrintable : RefusedStream { ~NotPrintable() { static_assert(never<Row>, "rivulet: print: rows of this type have no text; specialise rivulet::TextOf for it"); } };
template <class Row> struct PrintTakesName : RefusedStream { ~PrintTakesName() { static_assert(never<Row>, "rivulet: print: takes a name and where to print, both of which may be left out"); } };
template <class T, class... A>
consteval auto findPrint() {
    if constexpr (!Printable<T>) return Found<NotPrintable, T>{};
    else if constexpr (std::is_invocable_v<void (*)(), A...> || std::is_invocable_v<void (*)(std::string_view), A...> || std::is_invocable_v<void (*)(std::string_view, PrintTarget), A...>) return NoneFound{};
    else return Found<PrintTakesName, T>{};
}
template <class T, class... A> using PrintMistake = typename decltype(findPrint<T, std::decay_t<A>...>())::type;

template <class Row> struct SinkTakesOne : RefusedStream { ~SinkTakesOne() { static_assert(wants<false, void(const Row&)>, "rivulet: addSink: takes one sink, which is called with each row (const T&) or has write(row)"); } };
template <class Row> struct SinkUncallable : RefusedStream { ~SinkUncallable() { static_assert(wants<false, void(const Row&)>, "rivulet: addSink: the sink cannot be called with a row (const T&) of this stream, nor has it write(row)"); } };
template <class T, class... A>
consteval auto findSink() {
    if constexpr (sizeof...(A) != 1) return Found<SinkTakesOne, T>{};
    else if constexpr (!((SinkObject<A, T> || takesRow<A, T>) && ...)) return Found<SinkUncallable, T>{};
    else return NoneFound{};
}
template <class T, class... A> using SinkMistake = typename decltype(findSink<T, std::decay_t<A>...>())::type;

template <class Row> struct CollectNotKept : RefusedStream::Rows { ~CollectNotKept() { static_assert(never<Row>, "rivulet: executeAndCollect keeps rows; rows that only refer to their text or elements (string_view, span, pointer) cannot be kept"); } };
template <class Row> struct CollectTakesName : RefusedStream::Rows { ~CollectTakesName() { static_assert(never<Row>, "rivulet: executeAndCollect: takes the name of the job, or how many rows are wanted"); } };
template <class T, class... A>
consteval auto findCollect() {
    if constexpr (!owns<T>) return Found<CollectNotKept, T>{};
    else if constexpr (std::is_invocable_v<void (*)(), A...> || std::is_invocable_v<void (*)(std::string_view), A...> || std::is_invocable_v<void (*)(std::uint64_t), A...>) return NoneFound{};
    else return Found<CollectTakesName, T>{};
}
template <class T, class... A> using CollectMistake = typename decltype(findCollect<T, std::decay_t<A>...>())::type;

}  // namespace rivulet::detail
