// SPDX-License-Identifier: BSL-1.0
// Steps of process() whose functions know time: timestamps, watermarks, timers, side outputs.
#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include <rivulet/runtime/state_map.hpp>
#include <rivulet/stream/keyed_steps.hpp>
#include <rivulet/stream/output_tag.hpp>
#include <rivulet/stream/timers.hpp>

namespace rivulet {

/// What a function of process() may ask and do, during the call: the key, time and timers, side outputs.
template <class K>
class ProcessContext : public KeyContext<K> {
public:
    ProcessContext(const K& ofKey, const detail::StepTime& ofStep, const detail::SideOutputs& outputs, TimerService<K> keyTimers, TimeDomain ofTimer)
        : KeyContext<K>(ofKey), time_(&ofStep), sides_(&outputs), timers_(keyTimers), domain_(ofTimer) {}

    /// The timestamp of the row, or of the timer in onTimer.
    std::optional<Millis> timestamp() const { return time_->record->present() ? std::optional(time_->record->timestamp) : std::nullopt; }
    TimerService<K>& timerService() { return timers_; }
    /// In onTimer: which kind of timer it is.
    TimeDomain timeDomain() const { return domain_; }
    /// A row to a side output. If nobody reads that one it is dropped.
    template <class T> void output(const OutputTag<T>& tag, const std::type_identity_t<T>& row) const { sides_->output(tag, row); }
    /// The key's State is dropped after this call; the next one begins with a new one. What it took is free once the key has no timers.
    void clearState() { clears_ = true; }
    bool clearsState() const { return clears_; }

private:
    const detail::StepTime* time_;
    const detail::SideOutputs* sides_;
    TimerService<K> timers_;
    TimeDomain domain_;
    bool clears_{};
};

namespace detail {

// What a context without keys gives where there is nothing to give.
template <class T>
struct TimersNeedKeys {
    ~TimersNeedKeys() { static_assert(!std::is_void_v<T>, "rivulet: process: timers need keys: keyBy(..).process(..)"); }
    void registerEventTimeTimer(Millis) const {}
    void registerProcessingTimeTimer(Millis) const {}
    void deleteEventTimeTimer(Millis) const {}
    void deleteProcessingTimeTimer(Millis) const {}
    Millis currentWatermark() const { return {}; }
    Millis currentProcessingTime() const { return {}; }
};
template <class T> struct KeysAreMissing { ~KeysAreMissing() { static_assert(!std::is_void_v<T>, "rivulet: process: keys and their state need keyBy(..).process(..)"); } };

}  // namespace detail

/// The same where there are no keys, hence no timers.
template <>
class ProcessContext<void> {
public:
    ProcessContext(const detail::StepTime& ofStep, const detail::SideOutputs& outputs) : time_(&ofStep), sides_(&outputs) {}
    std::optional<Millis> timestamp() const { return time_->record->present() ? std::optional(time_->record->timestamp) : std::nullopt; }
    Millis currentWatermark() const { return time_->watermark; }
    Millis currentProcessingTime() const { return *time_->now; }
    template <class T> void output(const OutputTag<T>& tag, const std::type_identity_t<T>& row) const { sides_->output(tag, row); }
    template <class T = void> detail::TimersNeedKeys<T> timerService() const { return {}; }
    template <class T = void> detail::KeysAreMissing<T> currentKey() const { return {}; }
    template <class T = void> detail::KeysAreMissing<T> clearState() const { return {}; }

private:
    const detail::StepTime* time_;
    const detail::SideOutputs* sides_;
};

namespace detail {

template <class S> inline constexpr bool isContext = false;
template <class K> inline constexpr bool isContext<KeyContext<K>> = true;
template <class K> inline constexpr bool isContext<ProcessContext<K>> = true;

template <class... A> consteval auto thirdOf(Parameters<A...>) {
    if constexpr (sizeof...(A) < 3) return std::type_identity<void>{};
    else return std::type_identity<std::tuple_element_t<2, std::tuple<A...>>>{};
}
// Whether a function of process() wants more than the key. One that is a template is taken at its word.
template <class F, class T, class S, class K, class Out>
inline constexpr bool takesProcessContext = [] {
    if constexpr (std::is_same_v<typename decltype(thirdOf(parametersOf<F>()))::type, const KeyContext<K>&>) return false;
    else return takesRow<F, T, S&, ProcessContext<K>&, Collector<Out>&>;
}();

template <class P>
concept NamesOnTimer = requires { &P::onTimer; };
template <class P, class S, class K, class Out>
concept HasOnTimer = requires(P& p, S& state, ProcessContext<K>& context, Collector<Out>& out) { p.onTimer(Millis{}, state, context, out); };
// A function object behind its adaptor.
template <class F> struct ObjectOf { using type = F; };
template <class P> struct ObjectOf<ElementFunction<P>> { using type = P; };
template <class F> using objectOf = typename ObjectOf<F>::type;
template <class F>
constexpr auto& objectIn(F& function) {
    if constexpr (std::is_same_v<objectOf<F>, F>) return function;
    else return function.object;
}

// A function of process() whose second parameter is the context: it has no State. F is a function, or an object behind its adaptor.
struct NoState {};
template <class P, class K, class Out>
concept HasStatelessOnTimer = requires(P& p, ProcessContext<K>& context, Collector<Out>& out) { p.onTimer(Millis{}, context, out); };
template <class F>
struct Stateless {
    F function;
    template <class Row, class K, class Out> requires std::is_invocable_v<F&, Row, ProcessContext<K>&, Collector<Out>&>
    void operator()(Row&& row, NoState&, ProcessContext<K>& context, Collector<Out>& out) {
        function(std::forward<Row>(row), context, out);
        context.clearState();  // only timers are kept
    }
    template <class K, class Out> requires HasStatelessOnTimer<objectOf<F>, K, Out>
    void onTimer(Millis time, NoState&, ProcessContext<K>& context, Collector<Out>& out) {
        detail::objectIn(function).onTimer(time, context, out);
        context.clearState();
    }
};

// What keyed steps with timers share: state and timers for each key. F is whatever has onTimer, or not.
template <class Made, class K, class S, class F>
struct TimedKeys : WithSides {
    static constexpr bool hasTimers = true;
    static constexpr bool answersTimers = HasOnTimer<objectOf<F>, S, K, Made>;
    struct Kept {
        S state{};
        TimersOfKey eventTimers{}, processingTimers{};
    };
    using States = StateMap<K, Kept>;

    std::shared_ptr<Operator> step;
    F function;
    StepTime time{};
    States states{};
    TimerQueue<K> events{}, processings{};
    Millis firedAt{noWatermark};  // the clock when timers of processing time fired last

    TimedKeys(std::shared_ptr<Operator> named, F given) : step(std::move(named)), function(std::move(given)) {}
    void open(Job& job) {
        time.open(job);
        sides.open(job, *step);
    }
    template <class Next>
    void watermark(Millis mark, Next& next) {
        time.watermark = mark;
        fireEvents(mark, next);
        next.watermark(mark);
        sides.watermark(mark);
    }
    Millis due() const {
        const Millis first = processings.due();
        return processings.hasBehind() && firedAt < first ? firedAt + 1 : first;
    }
    template <class Next>
    void fire(Millis moment, Next& next) {
        if (*time.now > firedAt) processings.bringBehind();
        firedAt = *time.now;
        while (processings.isDue(moment)) fireNext<TimeDomain::processingTime>(processings, next);
        processings.endFiring();
    }

protected:
    // call(State&, ProcessContext<K>&, Collector<Made>&)
    template <class Q, class Next, class Call>
    void at(Q&& key, Next& next, Call call) { at(*states.tryEmplace(std::forward<Q>(key)).first, TimeDomain::eventTime, next, call); }

private:
    template <class Next, class Call>
    void at(typename States::Entry& entry, TimeDomain domain, Next& next, Call& call) {
        ProcessContext<K> context(entry.key, time, sides, TimerService<K>(time, entry.key, entry.value.eventTimers, events, entry.value.processingTimers, processings, answersTimers), domain);
        Collector<Made> out(next);
        call(entry.value.state, context, out);
        if (context.clearsState()) clear(entry);
        if (events.hasManyDeleted()) events.compact([this](Millis ofTimer, const auto& queued) { return this->template isLive<&Kept::eventTimers>(ofTimer, queued); });
        if (processings.hasManyDeleted()) processings.compact([this](Millis ofTimer, const auto& queued) { return this->template isLive<&Kept::processingTimers>(ofTimer, queued); });
    }
    void clear(typename States::Entry& entry) {
        if (entry.value.eventTimers.empty() && entry.value.processingTimers.empty()) return states.erase(&entry);
        std::destroy_at(&entry.value.state);
        std::construct_at(&entry.value.state);
    }
    template <auto Timers>
    bool isLive(Millis moment, const typename TimerQueue<K>::Timer& timer) const {
        const auto* const entry = states.find(timer.key);
        return entry && (entry->value.*Timers).has(moment, timer.number);
    }
    template <class Next>
    void fireEvents(Millis mark, Next& next) {
        const std::size_t most = mostAtEnd > 1000 * events.size() ? mostAtEnd : 1000 * events.size();
        std::size_t fired = 0;
        do {
            while (events.isDue(mark)) {
                if (mark == lastWatermark && fired++ == most)
                    throw IllegalState(step->name + ": onTimer sets timers for ever; at the end of input, when currentWatermark() == lastWatermark, all of them are due");
                fireNext<TimeDomain::eventTime>(events, next);
            }
            events.endFiring();
            events.bringBehind();
        } while (mark == lastWatermark && events.isDue(mark));  // behind that one comes no other
    }
    template <TimeDomain Domain, class Next>
    void fireNext(TimerQueue<K>& queue, Next& next) {
        constexpr bool isEvent = Domain == TimeDomain::eventTime;
        const Millis moment = queue.due();
        const auto timer = queue.pop();
        auto* const entry = states.find(timer.key);
        TimersOfKey* const timers = entry ? &(isEvent ? entry->value.eventTimers : entry->value.processingTimers) : nullptr;
        if (!timers || !timers->has(moment, timer.number)) return queue.wasStale();
        timers->remove(moment);
        if constexpr (answersTimers) {
            const RecordTimeFor atMoment(*time.record, isEvent ? moment : noTimestamp);
            auto call = [&](S& ofKey, ProcessContext<K>& ofCall, Collector<Made>& toNext) {
                auto onTimer = [&] { detail::objectIn(function).onTimer(moment, ofKey, ofCall, toNext); };
                detail::guarded(*step, onTimer);
            };
            at(*entry, Domain, next, call);
        }
    }
    // More timers than this, and than a thousand for each that there was, fire at the end of input only if onTimer sets them for ever.
    static constexpr std::size_t mostAtEnd = 1'000'000;
};

template <class Made, class K, class S, class G, class F>
struct TimedProcess : TimedKeys<Made, K, S, F> {
    template <class> using Out = Made;
    static constexpr bool fills = false;
    KeyOf<G> keyOf;
    TimedProcess(std::shared_ptr<Operator> named, KeyOf<G> keys, F given) : TimedKeys<Made, K, S, F>(std::move(named), std::move(given)), keyOf(std::move(keys)) {}
    template <int, class Row, class Next>
    void take(Row&& row, Next& next) {
        this->at(keyOf(std::as_const(row)), next, [&](S& ofKey, ProcessContext<K>& ofCall, Collector<Made>& toNext) {
            if constexpr (takesProcessContext<F, std::remove_cvref_t<Row>, S, K, Made>) detail::callWith(*this->step, this->function, std::forward<Row>(row), ofKey, ofCall, toNext);
            else detail::callWith(*this->step, this->function, std::forward<Row>(row), ofKey, toNext);
        });
    }
};

// Two inputs with keys of one type, and one state and timers a key for both. F has processElement1 and processElement2.
template <class F>
struct Element1 {
    F* object;
    template <class... A> requires requires(F& f, A&&... a) { f.processElement1(std::forward<A>(a)...); }
    void operator()(A&&... arguments) const { object->processElement1(std::forward<A>(arguments)...); }
};
template <class F>
struct Element2 {
    F* object;
    template <class... A> requires requires(F& f, A&&... a) { f.processElement2(std::forward<A>(a)...); }
    void operator()(A&&... arguments) const { object->processElement2(std::forward<A>(arguments)...); }
};
template <class F, class P>
struct BothElements {
    F first;
    P second;
    template <class... A> requires std::is_invocable_v<F&, A...>
    void processElement1(A&&... arguments) { first(std::forward<A>(arguments)...); }
    template <class... A> requires std::is_invocable_v<P&, A...>
    void processElement2(A&&... arguments) { second(std::forward<A>(arguments)...); }
};
template <class F, class T, class S, class K, class Out>
inline constexpr bool processesTimed = takesRow<F, T, S&, ProcessContext<K>&, Collector<Out>&> || takesRow<F, T, S&, Collector<Out>&>;

template <class Made, class K, class S, class G, class H, class F>
struct CoTimedProcess : TimedKeys<Made, K, S, F> {
    template <class> using Out = Made;
    KeyOf<G> firstKey;
    KeyOf<H> secondKey;
    CoTimedProcess(std::shared_ptr<Operator> named, KeyOf<G> firstKeys, KeyOf<H> secondKeys, F given)
        : TimedKeys<Made, K, S, F>(std::move(named), std::move(given)), firstKey(std::move(firstKeys)), secondKey(std::move(secondKeys)) {}
    template <int Input, class Row, class Next>
    void take(Row&& row, Next& next) {
        if constexpr (Input == 0) take(firstKey(std::as_const(row)), Element1<F>{&this->function}, std::forward<Row>(row), next);
        else take(secondKey(std::as_const(row)), Element2<F>{&this->function}, std::forward<Row>(row), next);
    }

private:
    template <class Q, class Element, class Row, class Next>
    void take(Q&& key, Element element, Row&& row, Next& next) {
        this->at(std::forward<Q>(key), next, [&](S& ofKey, ProcessContext<K>& ofCall, Collector<Made>& toNext) {
            if constexpr (takesRow<Element, std::remove_cvref_t<Row>, S&, ProcessContext<K>&, Collector<Made>&>)
                detail::callWith(*this->step, element, std::forward<Row>(row), ofKey, ofCall, toNext);
            else detail::callWith(*this->step, element, std::forward<Row>(row), ofKey, toNext);
        });
    }
};

// Without keys.
template <class Made, class F>
struct PlainProcess : WithSides {
    template <class> using Out = Made;
    static constexpr bool fills = false;
    std::shared_ptr<Operator> step;
    F function;
    StepTime time{};
    PlainProcess(std::shared_ptr<Operator> named, F given) : step(std::move(named)), function(std::move(given)) {}
    void open(Job& job) {
        time.open(job);
        sides.open(job, *step);
    }
    template <int, class Row, class Next>
    void take(Row&& row, Next& next) {
        Collector<Made> out(next);
        ProcessContext<void> context(time, sides);
        detail::callWith(*step, function, std::forward<Row>(row), context, out);
    }
    template <class Next>
    void watermark(Millis mark, Next& next) {
        time.watermark = mark;
        next.watermark(mark);
        sides.watermark(mark);
    }
};

}  // namespace detail

}  // namespace rivulet
