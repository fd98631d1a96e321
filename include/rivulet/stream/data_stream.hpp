// SPDX-License-Identifier: BSL-1.0
// DataStream: a stream of rows of one type, and the steps one can put behind it.
#pragma once
#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/runtime/origin.hpp>
#include <rivulet/runtime/owning.hpp>
#include <rivulet/stream/environment_core.hpp>
#include <rivulet/stream/keyed_steps.hpp>
#include <rivulet/stream/output_tag.hpp>
#include <rivulet/stream/print.hpp>
#include <rivulet/stream/process_steps.hpp>
#include <rivulet/stream/sink.hpp>
#include <rivulet/stream/steps.hpp>
#include <rivulet/stream/watermark_strategy.hpp>
#include <rivulet/stream/window_steps.hpp>

namespace rivulet {

template <class T, class O = ChannelOrigin<T>> class DataStream;
template <class T, class G, class O = ChannelOrigin<T>> class KeyedStream;
template <class First, class Second> class ConnectedStreams;
template <class Stream> struct BroadcastStream;
template <class First, class Second> class BroadcastConnectedStream;
template <class Keyed, class Windows> class WindowedStream;
template <bool Pairs, class T, class U> class JoinedStreams;
template <class T, class U, class G, class H> class IntervalJoinedStreams;

namespace detail {

template <class O> inline constexpr bool isChannel = false;
template <class T> inline constexpr bool isChannel<ChannelOrigin<T>> = true;

inline void rename(Operator* step, std::string name) {
    if (!step) throw IllegalState("this stream has no step of its own to name");
    step->name = std::move(name);
}
template <class O> concept HasStep = requires(const O& origin) { origin.step(); };
template <class O> concept HasSides = requires(O& origin) { origin.body.sides; };

// What all copies of one stream value share: whether it has become a boundary, or was moved into a longer chain.
struct Use {
    std::shared_ptr<const AnyPoint> point;
    bool taken{};
};

// What a stream given as an argument becomes: a temporary its chain, a named one its boundary.
template <class S> using OriginOf = decltype(std::declval<S>().origin());

inline void requireSame(const std::shared_ptr<EnvironmentCore>& a, const std::shared_ptr<EnvironmentCore>& b) {
    if (a != b) throw IllegalState("the streams belong to two environments; make all of them from the same StreamExecutionEnvironment");
}

// Names within lambdas are kept out of headers as far as possible: GCC finds that they shadow a user's globals.
template <class Answer>
concept BoolLike = std::is_same_v<std::remove_cvref_t<Answer>, bool> || (std::is_class_v<std::remove_cvref_t<Answer>> && std::is_convertible_v<Answer, bool>);
template <class G, class T> concept AnswersBool = requires(G& g, const T& row) { { g(row) } -> BoolLike; };
template <class Out, class F> using givenOrCollected = std::conditional_t<std::is_void_v<Out>, collectedBy<F>, Out>;

}  // namespace detail

/// A stream of rows of T. A cheap handle: nothing runs before `execute`.
///
/// `DataStream<T>` is the type to name in members, parameters and results; `auto` keeps what the steps are. A chain turns
/// into a `DataStream<T>` by itself.
///
/// Steps fuse when the stream is a temporary: `source.map(f).filter(g).print()` is one loop. A stream that has a name may
/// be used again, so a step called on it makes it a **boundary**: its rows are gathered in batches that go to all its
/// consumers, and what is upstream runs once per record however many there are. `std::move(stream).map(f)` fuses, and uses
/// the stream up. So:
///
///     auto clicks = source.map(parse).filter(valid);   // one loop
///     clicks.print();                                  // clicks is a boundary now: parse and valid run once per record,
///     clicks.map(user).print("users");                 // for both
///
/// Each batch (of at most 1024 rows, see setBatchRows) goes whole to one consumer after the other, in the order in which they were made; the
/// order of rows within a consumer is the order of the stream.
///
/// A user function gets `const T&` (or `T&&` / `T` to have the row). It is copied into each execution, so what it captures
/// by value begins anew with every one. An exception in it ends the job: `execute` throws JobError whose text begins with
/// the step's name (DataError stays a DataError). Rows of a move-only type pass through steps; they have one consumer.
template <class T, class O>
class DataStream {
public:
    using Element = T;
    using OriginType = O;

    /// For rooms that make streams of their own origins.
    DataStream(std::shared_ptr<detail::EnvironmentCore> environment, O origin) : environment_(std::move(environment)), origin_(std::move(origin)) {
        if constexpr (!detail::isChannel<O>) use_ = std::make_shared<detail::Use>();
    }

    /// This stream as a boundary: all copies of the result, and of this stream, share it.
    DataStream<T> share() const {
        core();
        if constexpr (detail::isChannel<O>) return *this;
        else {
            static_assert(detail::owns<T>, "rivulet: a named stream keeps rows for its consumers; rows that only refer to their text or elements (string_view, span, pointer) cannot be kept");
            if (use_->taken) usedUp();
            if (!use_->point) use_->point = std::shared_ptr<const detail::AnyPoint>(static_cast<const detail::AnyPoint*>(new detail::ChainPoint<T, O>(environment_.get(), origin_)));
            return DataStream<T>(environment_, ChannelOrigin<T>{std::static_pointer_cast<const detail::Point<T>>(use_->point)});
        }
    }
    /// A chain is a DataStream<T> where one is wanted.
    operator DataStream<T>() const requires(!detail::isChannel<O>) { return share(); }

    /// Where the rows come from: of a temporary the chain itself, to be fused with what follows; of a named stream its boundary.
    O origin() && {
        core();
        if constexpr (!detail::isChannel<O>) {
            if (use_->taken || use_->point) usedUp();
            use_->taken = true;
        }
        environment_.reset();
        return std::move(origin_);
    }
    ChannelOrigin<T> origin() const& { return share().origin_; }

    /// What the environment's handles share.
    const std::shared_ptr<detail::EnvironmentCore>& environment() const { return environment_; }

    /// Names the last step (or the source) in error messages and results.
    const DataStream& name(std::string n) const& {
        constexpr bool named = detail::HasStep<O>;
        static_assert(named, "rivulet: name: this stream has no step of its own to name");
        if constexpr (named) detail::rename(origin_.step(), std::move(n));
        return *this;
    }
    DataStream name(std::string n) && {
        constexpr bool named = detail::HasStep<O>;
        static_assert(named, "rivulet: name: this stream has no step of its own to name");
        if constexpr (named) detail::rename(origin_.step(), std::move(n));
        return std::move(*this);
    }

    /// Each row becomes `f(row)`, of any type; `f` may be a pointer to member.
    template <class F> auto map(F f) && {
        using G = detail::Functor<F>;
        static_assert(detail::wants<detail::takesRow<G, T>, detail::AnyResult(const T&)>, "rivulet: map: the function cannot be called with a row (const T&) of this stream");
        constexpr bool copyable = std::copy_constructible<F>;
        static_assert(copyable, "rivulet: map: the function is copied into each execution and must be copyable");
        using R = detail::rowResult<G, T>;
        static_assert(!detail::takesRow<G, T> || !std::is_void_v<R>, "rivulet: map: the function returns nothing; addSink is for that");
        if constexpr (!std::is_void_v<R> && copyable)
            return std::move(*this).template then<detail::Map<G>>(core().makeOperator("map"), detail::functor(std::move(f)));
        else return DataStream(std::move(*this));
    }
    template <class F> auto map(F f) const& { return share().map(std::move(f)); }

    /// The rows for which `f(row)`, a bool, is true.
    template <class F> auto filter(F f) && {
        using G = detail::Functor<F>;
        static_assert(detail::wants<std::is_invocable_v<G&, const T&>, bool(const T&)>, "rivulet: filter: the function cannot be called with a row (const T&) of this stream");
        constexpr bool copyable = std::copy_constructible<F>;
        static_assert(copyable, "rivulet: filter: the function is copied into each execution and must be copyable");
        constexpr bool answers = !std::is_invocable_v<G&, const T&> || detail::AnswersBool<G, T>;
        static_assert(detail::wants<answers, bool(const T&)>, "rivulet: filter: the function must return bool");
        if constexpr (detail::AnswersBool<G, T> && copyable)
            return std::move(*this).template then<detail::Filter<G>>(core().makeOperator("filter"), detail::functor(std::move(f)));
        else return DataStream(std::move(*this));
    }
    template <class F> auto filter(F f) const& { return share().filter(std::move(f)); }

    /// Any number of rows for each: `f(row, Collector<Out>&)`. Out is read from the function's last parameter; for a
    /// function with `auto&` there, say `flatMap<Out>(f)`.
    template <class Out = void, class F> auto flatMap(F f) && {
        using Made = detail::givenOrCollected<Out, F>;
        constexpr bool known = !std::is_void_v<Made>, copyable = std::copy_constructible<F>;
        static_assert(known, "rivulet: flatMap: the function needs a last parameter Collector<Out>&; or say flatMap<Out>(f)");
        static_assert(copyable, "rivulet: flatMap: the function is copied into each execution and must be copyable");
        if constexpr (known && copyable) {
            constexpr bool callable = detail::takesRow<F, T, Collector<Made>&>;
            static_assert(detail::wants<callable, void(const T&, Collector<Made>&)>, "rivulet: flatMap: the function cannot be called with a row (const T&) of this stream and a Collector<Out>&");
            if constexpr (callable) return std::move(*this).template then<detail::FlatMap<Made, F>>(core().makeOperator("flatMap"), std::move(f));
            else return DataStream(std::move(*this));
        } else return DataStream(std::move(*this));
    }
    template <class Out = void, class F> auto flatMap(F f) const& { return share().template flatMap<Out>(std::move(f)); }

    /// Any number of rows for each, by a function that knows the row's timestamp and has side outputs: `f(row, ProcessContext<void>&,
    /// Collector<Out>&)`, or an object with such a `processElement`. State and timers need keys: keyBy(..).process(..).
    template <class Out = void, class F> auto process(F f) && {
        using Made = detail::givenOrCollected<Out, F>;
        constexpr bool known = !std::is_void_v<Made>, copyable = std::copy_constructible<F>;
        static_assert(known, "rivulet: process: the function needs a last parameter Collector<Out>&; or say process<Out>(f)");
        static_assert(copyable, "rivulet: process: the function is copied into each execution and must be copyable");
        if constexpr (known && copyable) {
            using Function = decltype(detail::elementFunction(std::move(f)));
            constexpr bool callable = detail::takesRow<Function, T, ProcessContext<void>&, Collector<Made>&>;
            static_assert(detail::wants<callable, void(const T&, ProcessContext<void>&, Collector<Made>&)>, "rivulet: process: without keys the function is called with (const T&, ProcessContext<void>&, Collector<Out>&); state and timers need keyBy");
            if constexpr (callable) return std::move(*this).template then<detail::PlainProcess<Made, Function>>(core().makeOperator("process"), detail::elementFunction(std::move(f)));
            else return DataStream(std::move(*this));
        } else return DataStream(std::move(*this));
    }
    template <class Out = void, class F> auto process(F f) const& { return share().template process<Out>(std::move(f)); }

    /// The rows that the last step, a process() or a window, put out under this tag. They have the step's time and watermarks.
    template <class Side> DataStream<Side> getSideOutput(const OutputTag<Side>& tag) const& {
        constexpr bool has = detail::isChannel<O> || detail::HasSides<O>;
        static_assert(has, "rivulet: getSideOutput: the last step of this stream has no side outputs; ask the stream that process() or a window returned");
        if constexpr (has) {
            const auto shared = share();
            using Made = detail::SidePoint<Side, T>;
            return DataStream<Side>(environment_, {detail::ownShared<const detail::AnyPoint, const detail::Point<Side>>(new Made(shared.origin_.point, shared.origin_.point->step(), tag.id()))});
        } else return DataStream<Side>(environment_, {});
    }
    template <class Name> auto getSideOutput(const Name&) const& {
        static_assert(std::is_void_v<Name>, "rivulet: getSideOutput: takes the OutputTag that the rows were put out under: const OutputTag<Row> late(\"late\")");
        return share();
    }

    /// This stream and others of the same type as one. (Flink's `union`, a keyword here.) A batch of one is followed by a batch of
    /// another as the sources take turns; each keeps its order. A stream may be in it twice: its rows come twice then.
    template <class... Others> auto unionWith(Others&&... others) && {
        constexpr bool same = (std::is_same_v<typename std::remove_cvref_t<Others>::Element, T> && ...);
        static_assert(sizeof...(Others) > 0, "rivulet: unionWith: needs at least one other stream");
        static_assert(same, "rivulet: unionWith: all streams must have the same row type; map them to it first");
        if constexpr (sizeof...(Others) > 0 && same) {
            (detail::requireSame(environment_, others.environment()), ...);
            using Union = detail::UnionOrigin<T, O, detail::OriginOf<Others>...>;
            auto environment = environment_;
            return DataStream<T, Union>(std::move(environment), Union{{std::move(*this).origin(), std::forward<Others>(others).origin()...}});
        } else return DataStream(std::move(*this));
    }
    template <class... Others> auto unionWith(Others&&... others) const& { return share().unionWith(std::forward<Others>(others)...); }

    /// Gives each row its timestamp and sends watermarks behind rows; see WatermarkStrategy. Earlier watermarks end here. In batch mode rows get
    /// their timestamps, and the only watermark is that of the end.
    ///
    ///     clicks.assignTimestampsAndWatermarks(WatermarkStrategy::forMonotonousTimestamps().withTimestampAssigner(&Click::millis))
    template <class G, class A, bool Idles> auto assignTimestampsAndWatermarks(detail::WatermarkStrategyOf<G, A, Idles> strategy) && {
        constexpr bool assigns = detail::assignsTime<A, T>, generates = detail::GeneratesWatermarks<G, T>;
        static_assert(assigns, "rivulet: assignTimestampsAndWatermarks: the timestamp assigner must be callable with a row (const T&) and give milliseconds, an integer, or a timestamp");
        static_assert(generates, "rivulet: assignTimestampsAndWatermarks: the generator needs onEvent(const T&, Millis, WatermarkOutput&)");
        if constexpr (assigns && generates)
            return std::move(*this).template then<detail::AssignTime<G, A, Idles>>(core().makeOperator("timestamps"), std::move(strategy));
        else return DataStream(std::move(*this));
    }
    template <class G, class A, bool Idles> auto assignTimestampsAndWatermarks(detail::WatermarkStrategyOf<G, A, Idles> strategy) const& {
        return share().assignTimestampsAndWatermarks(std::move(strategy));
    }
    template <class Other> DataStream assignTimestampsAndWatermarks(const Other&) const {
        static_assert(std::is_void_v<Other>, "rivulet: assignTimestampsAndWatermarks: takes a WatermarkStrategy, such as WatermarkStrategy::forBoundedOutOfOrderness(5000).withTimestampAssigner(&Click::millis)");
        return *this;
    }

    /// Groups rows by a key: `f(row)` or a pointer to member. A key is hashable and owns what it holds (std::string, not
    /// std::string_view); the function may return a reference into the row.
    template <class F> auto keyBy(F f) && {
        using G = detail::Functor<F>;
        using K = std::remove_cvref_t<detail::rowResult<G, T>>;
        constexpr bool callable = std::is_invocable_v<G&, const T&>;
        constexpr bool owning = !callable || detail::owns<K>;
        static_assert(detail::wants<callable, detail::AnyResult(const T&)>, "rivulet: keyBy: the function cannot be called with a row (const T&) of this stream");
        static_assert(owning, "rivulet: keyBy: keys are kept; a key that only refers to its text or elements (string_view, span, pointer) cannot be: return std::string");
        constexpr bool hashable = !callable || !owning || HashableKey<K>;
        static_assert(hashable, "rivulet: keyBy: a key of this type cannot be hashed and compared; give it hash_value(key) and ==");
        constexpr bool copyable = std::copy_constructible<F>;
        static_assert(copyable, "rivulet: keyBy: the function is copied into each execution and must be copyable");
        if constexpr (callable && owning && copyable) {
            if constexpr (HashableKey<K>) {
                detail::KeyOf<G> keyOf{core().makeOperator("keyBy"), detail::functor(std::move(f))};
                return KeyedStream<T, G, O>(std::move(*this), std::move(keyOf));
            } else return std::move(*this).keyBy(detail::SameKey{});  // so that what follows is no second mistake
        } else return std::move(*this).keyBy(detail::SameKey{});
    }
    template <class F> auto keyBy(F f) const& { return share().keyBy(std::move(f)); }

    /// All rows in windows, without keys: `windowAll(TumblingEventTimeWindows::of(60'000))`. See KeyedStream::window.
    template <class A> auto windowAll(A assigner) && {
        constexpr bool fits = detail::WindowAssigner<A>;
        static_assert(fits, "rivulet: windowAll: takes windows, such as TumblingEventTimeWindows::of(millis)");
        if constexpr (fits)
            return std::move(*this).keyBy(detail::SameKey{}).window(std::move(assigner));
        else return DataStream(std::move(*this));
    }
    template <class A> auto windowAll(A assigner) const& { return share().windowAll(std::move(assigner)); }
    /// Windows of each key need keys.
    template <class A> auto window(A assigner) const {
        static_assert(std::is_void_v<A>, "rivulet: window: this stream has no keys: keyBy(..).window(..), or windowAll(..) for all rows together");
        if constexpr (detail::WindowAssigner<A>) return windowAll(std::move(assigner));  // so that what follows is no second mistake
        else return *this;
    }

    /// This stream as one that all of another stream sees: `rows.connect(rules.broadcast())`, see BroadcastConnectedStream.
    auto broadcast() && { return BroadcastStream<DataStream>{std::move(*this)}; }
    auto broadcast() const& { return share().broadcast(); }
    /// This stream beside a broadcast one.
    template <class Other> auto connect(BroadcastStream<Other> rules) && {
        detail::requireSame(environment_, rules.stream.environment());
        return BroadcastConnectedStream<DataStream, Other>(std::move(*this), std::move(rules.stream));
    }
    template <class Other> auto connect(BroadcastStream<Other> rules) const& { return share().connect(std::move(rules)); }

    /// This stream beside another of any type, for steps with a function for each.
    template <class Other> auto connect(Other&& other) && {
        detail::requireSame(environment_, other.environment());
        if constexpr (std::is_lvalue_reference_v<Other>) return ConnectedStreams(std::move(*this), other.share());
        else return ConnectedStreams(std::move(*this), std::move(other));
    }
    template <class Other> auto connect(Other&& other) const& { return share().connect(std::forward<Other>(other)); }

    /// Rows of this stream and another that are in the same window and have equal keys, in pairs: `.where(f).equalTo(g).window(..).apply(function)`; see JoinedStreams.
    template <class Other> auto join(const Other& other) const {
        detail::requireSame(environment_, other.environment());
        return JoinedStreams<true, T, typename Other::Element>(share(), DataStream<typename Other::Element>(other.share()));
    }
    /// The same, but all rows of both for each key: `function(const std::vector<T>&, const std::vector<U>&, Collector<Out>&)`.
    template <class Other> auto coGroup(const Other& other) const {
        detail::requireSame(environment_, other.environment());
        return JoinedStreams<false, T, typename Other::Element>(share(), DataStream<typename Other::Element>(other.share()));
    }
    template <class Other> auto intervalJoin(const Other&) const {
        static_assert(std::is_void_v<Other>, "rivulet: intervalJoin: both streams need a keyBy");
        return share();
    }

    /// Prints each row on a line, `name> row` or, without a name, `row`; to stdout or a given target.
    DataStreamSink print(std::string_view name = {}, PrintTarget target = {}) && {
        constexpr bool printable = detail::Printable<T>;
        static_assert(printable, "rivulet: print: rows of this type have no text; specialise rivulet::TextOf for it");
        if constexpr (printable) return std::move(*this).template end<detail::ChainSink<O, PrintSink<T>>>("print", PrintSink<T>(name, target));
        else return DataStreamSink(nullptr);
    }
    DataStreamSink print(std::string_view name = {}, PrintTarget target = {}) const& { return share().print(name, target); }

    /// Hands each row to `sink`: a callable `sink(row)`, or an object with `write(row)` and, if it wants, `open()` (before the
    /// first row), `flush()` (after each batch) and `finish()` (after the last row, not after an error). It is moved into the
    /// program, and the next `execute` runs it.
    template <class S> DataStreamSink addSink(S sink) && {
        constexpr bool fits = detail::SinkObject<S, T> || detail::takesRow<S, T>;
        static_assert(detail::wants<fits, void(const T&)>, "rivulet: addSink: the sink cannot be called with a row (const T&) of this stream, nor has it write(row)");
        if constexpr (fits) return std::move(*this).template end<detail::ChainSink<O, S>>("sink", std::move(sink));
        else return DataStreamSink(nullptr);
    }
    template <class S> DataStreamSink addSink(S sink) const& { return share().addSink(std::move(sink)); }

    /// Executes the program, with all sinks added before, and gives back this stream's rows. What the job had to tell is
    /// `StreamExecutionEnvironment::lastResult()`.
    std::vector<T> executeAndCollect(std::string_view jobName = "rivulet job") && {
        static_assert(detail::owns<T>, "rivulet: executeAndCollect keeps rows; rows that only refer to their text or elements (string_view, span, pointer) cannot be kept");
        return collect(~std::uint64_t{}, jobName);
    }
    std::vector<T> executeAndCollect(std::string_view jobName = "rivulet job") const& {
        static_assert(detail::owns<T>, "rivulet: executeAndCollect keeps rows; rows that only refer to their text or elements (string_view, span, pointer) cannot be kept");
        return share().collect(~std::uint64_t{}, jobName);
    }
    /// The first `limit` rows; then the job ends as if its sources had ended, so they need not.
    std::vector<T> executeAndCollect(std::uint64_t limit) && {
        static_assert(detail::owns<T>, "rivulet: executeAndCollect keeps rows; rows that only refer to their text or elements (string_view, span, pointer) cannot be kept");
        return collect(limit, "rivulet job");
    }
    std::vector<T> executeAndCollect(std::uint64_t limit) const& {
        static_assert(detail::owns<T>, "rivulet: executeAndCollect keeps rows; rows that only refer to their text or elements (string_view, span, pointer) cannot be kept");
        return share().collect(limit, "rivulet job");
    }

private:
    template <class, class> friend class DataStream;
    template <class, class, class> friend class KeyedStream;
    template <class, class> friend class ConnectedStreams;
    template <class, class> friend class WindowedStream;

    // Nothing is left of a stream that was moved from.
    detail::EnvironmentCore& core() const {
        if (!environment_) usedUp();
        return *environment_;
    }
    [[noreturn]] static void usedUp() {
        throw IllegalState("this stream was moved into another chain and is used again; use it by name (without std::move) each time");
    }
    template <class Body, class... A> auto then(A&&... arguments) && {
        using Next = detail::Then<O, Body>;
        auto environment = environment_;
        return DataStream<typename Next::Element, Next>(std::move(environment), Next{std::move(*this).origin(), Body{std::forward<A>(arguments)...}});
    }
    template <class Sink, class... A> DataStreamSink end(std::string_view kind, A&&... arguments) && {
        core();
        const auto environment = environment_;
        std::shared_ptr<detail::AnySink> sink(static_cast<detail::AnySink*>(new Sink(std::move(*this).origin(), std::forward<A>(arguments)...)));
        sink->named.name = environment->defaultName(kind);
        environment->sinks.push_back(sink);
        return DataStreamSink(std::move(sink));
    }
    std::vector<T> collect(std::uint64_t limit, std::string_view jobName) {
        const auto environment = environment_;  // this stream may be its last handle
        core();
        auto* const all = new detail::CollectAll<O>(std::move(*this).origin(), limit);
        const std::shared_ptr<detail::AnySink> sink(static_cast<detail::AnySink*>(all));
        sink->named.name = environment->defaultName("collect");
        environment->sinks.push_back(sink);
        environment->execute(jobName);
        return std::move(all->rows);
    }

    std::shared_ptr<detail::EnvironmentCore> environment_;
    O origin_;
    std::shared_ptr<detail::Use> use_;
};

}  // namespace rivulet
