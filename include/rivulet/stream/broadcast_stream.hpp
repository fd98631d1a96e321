// SPDX-License-Identifier: BSL-1.0
// The broadcast pattern: one stream that all of another one sees, through state that is the same for every row.
#pragma once
#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

#include <rivulet/stream/connected_streams.hpp>
#include <rivulet/stream/process_steps.hpp>

namespace rivulet {

/// What processBroadcastElement of a keyed stream may ask and do, during the call.
template <class K, class State>
class BroadcastContext : public ProcessContext<void> {
public:
    using Apply = void (*)(void* keys, void* function, void (*call)(void*, const K&, State&));
    BroadcastContext(const detail::StepTime& ofStep, const detail::SideOutputs& outputs, void* ofKeys, Apply applies)
        : ProcessContext<void>(ofStep, outputs), keys_(ofKeys), apply_(applies) {}
    /// `f(const Key&, State&)` for all keys that have a State, in no order to rely on.
    template <class F> void applyToKeyedState(F f) const { apply_(keys_, &f, &call<F>); }

private:
    template <class F> static void call(void* function, const K& key, State& state) { (*static_cast<F*>(function))(key, state); }
    void* keys_;
    Apply apply_;
};

namespace detail {

// The type of what is broadcast: declared, or the second parameter of the function for the broadcast side.
template <class G>
consteval auto rulesOf() {
    if constexpr (requires { typename G::Broadcast; }) return std::type_identity<typename G::Broadcast>{};
    else if constexpr (requires { &G::processBroadcastElement; }) return std::type_identity<std::remove_cvref_t<typename decltype(secondOf(typename ParametersOf<decltype(&G::processBroadcastElement)>::type{}))::type>>{};
    else return std::type_identity<std::remove_cvref_t<typename decltype(secondOf(parametersOf<G>()))::type>>{};
}
template <class Given, class G>
consteval auto givenOrRulesOf() {
    if constexpr (std::is_void_v<Given>) return rulesOf<G>();
    else return std::type_identity<Given>{};
}
template <class Given, class G> using givenOrRules = typename decltype(givenOrRulesOf<Given, G>())::type;

// Two functions as an object.
template <class F, class P>
struct BroadcastFunctions {
    F element;
    P broadcastElement;
    template <class... A> requires std::is_invocable_v<F&, A...>
    void processElement(A&&... arguments) { element(std::forward<A>(arguments)...); }
    template <class... A> requires std::is_invocable_v<P&, A...>
    void processBroadcastElement(A&&... arguments) { broadcastElement(std::forward<A>(arguments)...); }
};
template <class F>
struct RowElement {
    F* object;
    template <class... A> requires requires(F& f, A&&... a) { f.processElement(std::forward<A>(a)...); }
    void operator()(A&&... arguments) const { object->processElement(std::forward<A>(arguments)...); }
};
template <class F>
struct BroadcastElement {
    F* object;
    template <class... A> requires requires(F& f, A&&... a) { f.processBroadcastElement(std::forward<A>(a)...); }
    void operator()(A&&... arguments) const { object->processBroadcastElement(std::forward<A>(arguments)...); }
};

template <class F, class T, class B, class Context, class Out>
inline constexpr bool seesRules = takesRow<F, T, const B&, Context&, Collector<Out>&> || takesRow<F, T, const B&, Collector<Out>&>;
template <class F, class T, class S, class B, class Context, class Out>
inline constexpr bool seesRulesAndState = takesRow<F, T, S&, const B&, Context&, Collector<Out>&> || takesRow<F, T, S&, const B&, Collector<Out>&>;
template <class F, class U, class B, class Context, class Out>
inline constexpr bool changesRules = takesRow<F, U, B&, Context&, Collector<Out>&> || takesRow<F, U, B&, Collector<Out>&>;

template <class Out, class B, class Context, class Row, class Element, class Next>
void takeRules(const Operator& step, Element element, Row&& row, B& rules, Context& context, Next& next) {
    Collector<Out> out(next);
    if constexpr (takesRow<Element, std::remove_cvref_t<Row>, B&, Context&, Collector<Out>&>) detail::callWith(step, element, std::forward<Row>(row), rules, context, out);
    else detail::callWith(step, element, std::forward<Row>(row), rules, out);
}

template <class Made, class B, class F>
struct BroadcastProcess : WithSides {
    template <class> using Out = Made;
    std::shared_ptr<Operator> step;
    F function;
    B rules{};
    StepTime time{};
    BroadcastProcess(std::shared_ptr<Operator> named, F given) : step(std::move(named)), function(std::move(given)) {}
    void open(Job& job) {
        time.open(job);
        sides.open(job, *step);
    }
    template <int Input, class Row, class Next>
    void take(Row&& row, Next& next) {
        ProcessContext<void> context(time, sides);
        if constexpr (Input == 0) detail::takeRules<Made, const B>(*step, RowElement<F>{&function}, std::forward<Row>(row), rules, context, next);
        else detail::takeRules<Made, B>(*step, BroadcastElement<F>{&function}, std::forward<Row>(row), rules, context, next);
    }
    template <class Next>
    void watermark(Millis mark, Next& next) {
        time.watermark = mark;
        next.watermark(mark);
        sides.watermark(mark);
    }
};

// The function of a keyed step and what is broadcast; its timers see that too.
template <class Made, class K, class S, class B, class F>
struct WithRules {
    F object;
    B rules{};
    void onTimer(Millis moment, S& state, ProcessContext<K>& context, Collector<Made>& out)
        requires requires { object.onTimer(moment, state, std::as_const(rules), context, out); }
    {
        object.onTimer(moment, state, std::as_const(rules), context, out);
    }
};
template <class Made, class K, class S, class B, class G, class F>
struct KeyedBroadcastProcess : TimedKeys<Made, K, S, WithRules<Made, K, S, B, F>> {
    using Keys = TimedKeys<Made, K, S, WithRules<Made, K, S, B, F>>;
    template <class> using Out = Made;
    KeyOf<G> keyOf;
    KeyedBroadcastProcess(std::shared_ptr<Operator> named, KeyOf<G> keys, F given) : Keys(std::move(named), {std::move(given)}), keyOf(std::move(keys)) {}
    template <int Input, class Row, class Next>
    void take(Row&& row, Next& next) {
        F& object = this->function.object;
        if constexpr (Input == 0)
            this->at(keyOf(std::as_const(row)), next, [&](S& ofKey, ProcessContext<K>& ofCall, Collector<Made>& toNext) {
                RowElement<F> ofRows{&object};
                const B& told = this->function.rules;
                if constexpr (takesRow<RowElement<F>, std::remove_cvref_t<Row>, S&, const B&, ProcessContext<K>&, Collector<Made>&>)
                    detail::callWith(*this->step, ofRows, std::forward<Row>(row), ofKey, told, ofCall, toNext);
                else detail::callWith(*this->step, ofRows, std::forward<Row>(row), ofKey, told, toNext);
            });
        else {
            BroadcastContext<K, S> context(this->time, this->sides, &this->states, &applyToAll);
            detail::takeRules<Made, B>(*this->step, BroadcastElement<F>{&object}, std::forward<Row>(row), this->function.rules, context, next);
        }
    }

private:
    static void applyToAll(void* keys, void* function, void (*call)(void*, const K&, S&)) {
        static_cast<typename Keys::States*>(keys)->forEach([=](const K& ofKept, auto& keptOfKey) { call(function, ofKept, keptOfKey.state); });
    }
};

// ---- what may be wrong ---------------------------------------------------------------------------------------------------------------

template <class Row> struct BroadcastProcessTakes : RefusedStream { ~BroadcastProcessTakes() { static_assert(never<Row>, "rivulet: broadcast, process: takes an object with processElement and processBroadcastElement, or two functions"); } };
template <class Row> struct BroadcastUnknown : RefusedStream { ~BroadcastUnknown() { static_assert(never<Row>, "rivulet: broadcast, process: the functions need parameters (const T&, const Broadcast&, Collector<Out>&) and (const U&, Broadcast&, Collector<Out>&), after a row of a keyed stream a State&; or say process<Out, Broadcast, State>(..)"); } };
template <class Row> struct BroadcastNotKept : RefusedStream { ~BroadcastNotKept() { static_assert(never<Row>, "rivulet: broadcast, process: a broadcast state has a default constructor, can be copied and owns what it holds (no string_view, span, pointer)"); } };
template <class Row> struct BroadcastByValue : RefusedStream { ~BroadcastByValue() { static_assert(never<Row>, "rivulet: broadcast, process: a state is passed by value, and what is done to it would be lost: State&, Broadcast&"); } };
template <class Row> struct KeyedBroadcastUncallable : RefusedStream { ~KeyedBroadcastUncallable() { static_assert(never<Row>, "rivulet: broadcast, process: of a keyed stream the functions are called with (const T&, State&, const Broadcast&, Collector<Out>&) and (const U&, Broadcast&, Collector<Out>&)"); } };
template <class Row> struct BroadcastTimerUncallable : RefusedStream { ~BroadcastTimerUncallable() { static_assert(never<Row>, "rivulet: broadcast, process: onTimer must be callable with (Millis, State&, const Broadcast&, ProcessContext<Key>&, Collector<Out>&)"); } };
template <class Row> struct BroadcastUncallable : RefusedStream { ~BroadcastUncallable() { static_assert(never<Row>, "rivulet: broadcast, process: the functions are called with (const T&, const Broadcast&, Collector<Out>&) and (const U&, Broadcast&, Collector<Out>&); a State needs keyBy"); } };
template <class First, class Second, class Out, class Broadcast, class State, class... A> requires (sizeof...(A) < 1 || sizeof...(A) > 2) consteval auto findBroadcast() { return Found<BroadcastProcessTakes, typename First::Element>{}; }
template <class First, class Second, class Out, class Broadcast, class State, class P>
consteval auto findBroadcast() {
    using T = typename First::Element;
    using U = typename Second::Element;
    using Made = givenOrCollected<Out, P>;
    using B = givenOrRules<Broadcast, P>;
    using S = givenOrState<State, P>;
    if constexpr (std::is_void_v<Made> || std::is_void_v<B> || (isKeyed<First> && std::is_void_v<S>)) return Found<BroadcastUnknown, T>{};
    else if constexpr (!(owns<B> && std::default_initializable<B> && std::copy_constructible<B>)) return Found<BroadcastNotKept, T>{};
    else if constexpr (isKeyed<First>) {
        using K = typename First::Key;
        if constexpr (!(owns<S> && std::default_initializable<S>)) return Found<StateNotKept, T>{};
        else if constexpr (!(seesRulesAndState<RowElement<P>, T, S, B, ProcessContext<K>, Made> && changesRules<BroadcastElement<P>, U, B, BroadcastContext<K, S>, Made>))
            return Found<KeyedBroadcastUncallable, T>{};
        else if constexpr (NamesOnTimer<P> && !HasOnTimer<WithRules<Made, K, S, B, P>, S, K, Made>) return Found<BroadcastTimerUncallable, T>{};
        else return NoneFound{};
    } else {
        if constexpr (!(seesRules<RowElement<P>, T, B, ProcessContext<void>, Made> && changesRules<BroadcastElement<P>, U, B, ProcessContext<void>, Made>)) return Found<BroadcastUncallable, T>{};
        else return NoneFound{};
    }
}
template <class First, class Second, class Out, class Broadcast, class State, class F, class G>
consteval auto findBroadcast() {
    if constexpr (!keepsState<G> || (isKeyed<First> && !keepsState<F>)) return Found<BroadcastByValue, typename First::Element>{};
    else return findBroadcast<First, Second, givenOrCollected<Out, F>, givenOrRules<Broadcast, G>, givenOrState<State, F>, BroadcastFunctions<F, G>>();
}
template <class First, class Second, class Out, class Broadcast, class State, class... A>
using BroadcastMistake = NamedPairMistake<typename decltype(findBroadcast<First, Second, Out, Broadcast, State, std::decay_t<A>...>())::type, First, Second>;

}  // namespace detail

/// What broadcast() returns: a stream to be seen by all of another one, `rows.connect(rules.broadcast())`.
template <class Stream>
struct BroadcastStream {
    Stream stream;
};

/// A stream beside a broadcast one. What comes in the broadcast stream changes a state of any type `Broadcast`, made by its default constructor; the rows of
/// the other one see that state and cannot change it. Which row meets which state depends on how the two sources take turns; watermarks are those of the
/// input that is behind (a broadcast stream without watermarks that does not end holds the other one back: mark it idle).
template <class First, class Second>
class BroadcastConnectedStream {
public:
    using T = typename First::Element;
    using U = typename Second::Element;

    BroadcastConnectedStream(First one, Second told) : first_(std::move(one)), second_(std::move(told)) {}

    /// An object with
    ///
    ///     void processElement(const T& row, const Broadcast&, Collector<Out>&);
    ///     void processBroadcastElement(const U& row, Broadcast&, Collector<Out>&);
    ///
    /// where a `ProcessContext<void>&` may stand before the collector. Of a keyed stream processElement has a `State&` of its key before the broadcast state, and a
    /// ProcessContext<Key>& with timers, which `onTimer(Millis, State&, const Broadcast&, ProcessContext<Key>&, Collector<Out>&)` answers;
    /// processBroadcastElement has a `BroadcastContext<Key, State>&`, which reaches the State of all keys.
    template <class Out = void, class Broadcast = void, class State = void, class P> requires detail::Right<detail::BroadcastMistake<First, Second, Out, Broadcast, State, P>>
    auto process(P object) const {
        using Made = detail::givenOrCollected<Out, P>;
        using B = detail::givenOrRules<Broadcast, P>;
        auto step = first_.environment()->makeOperator("broadcastProcess");
        if constexpr (detail::isKeyed<First>) {
            using S = detail::givenOrState<State, P>;
            return connected(detail::KeyedBroadcastProcess<Made, typename First::Key, S, B, detail::KeyFunctionOf<First>, P>(std::move(step), first_.keyOf(), std::move(object)));
        } else return connected(detail::BroadcastProcess<Made, B, P>(std::move(step), std::move(object)));
    }
    /// The same by two functions, for both sides.
    template <class Out = void, class Broadcast = void, class State = void, class F, class G> requires detail::Right<detail::BroadcastMistake<First, Second, Out, Broadcast, State, F, G>>
    auto process(F f, G g) const {
        return process<detail::givenOrCollected<Out, F>, detail::givenOrRules<Broadcast, G>, detail::givenOrState<State, F>>(detail::BroadcastFunctions<F, G>{std::move(f), std::move(g)});
    }
    template <class Out = void, class Broadcast = void, class State = void, class... A> requires detail::Wrong<detail::BroadcastMistake<First, Second, Out, Broadcast, State, A...>>
    auto process(const A&...) const -> detail::BroadcastMistake<First, Second, Out, Broadcast, State, A...> { return {}; }

private:
    template <class Body> auto connected(Body body) const {
        auto environment = first_.environment();
        using Origin = detail::CoThen<typename First::OriginType, typename Second::OriginType, Body>;
        return DataStream<typename Origin::Element, Origin>(std::move(environment), Origin{First(first_).origin(), Second(second_).origin(), std::move(body)});
    }
    First first_;
    Second second_;
};

}  // namespace rivulet
