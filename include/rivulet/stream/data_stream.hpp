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
#include <rivulet/stream/refused_stream.hpp>
#include <rivulet/stream/sink.hpp>
#include <rivulet/stream/step_mistakes.hpp>
#include <rivulet/stream/steps.hpp>
#include <rivulet/stream/watermark_strategy.hpp>
#include <rivulet/stream/window_steps.hpp>

namespace rivulet {

template <class First, class Second> class ConnectedStreams;
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
    static constexpr bool nameable = detail::HasStep<O>, sided = detail::isChannel<O> || detail::HasSides<O>;
    // Of a step that is called on this stream by its name.
    template <class M> using Named = detail::NamedMistake<M, detail::isChannel<O> || detail::owns<T>, T>;

public:
    using Element = T;
    using OriginType = O;

    /// For rooms that make streams of their own origins.
    DataStream(std::shared_ptr<detail::EnvironmentCore> environment, O origin) : environment_(std::move(environment)), origin_(std::move(origin)) {
        if constexpr (!detail::isChannel<O>) use_ = std::make_shared<detail::Use>();
    }

    /// This stream as a boundary: all copies of the result, and of this stream, share it.
    DataStream<T> share() const requires detail::Right<Named<detail::NoMistake>> {
        core();
        if constexpr (detail::isChannel<O>) return *this;
        else {
            if (use_->taken) usedUp();
            if (!use_->point) use_->point = std::shared_ptr<const detail::AnyPoint>(static_cast<const detail::AnyPoint*>(new detail::ChainPoint<T, O>(environment_.get(), origin_)));
            return DataStream<T>(environment_, ChannelOrigin<T>{std::static_pointer_cast<const detail::Point<T>>(use_->point)});
        }
    }
    template <class M = detail::NoMistake> auto share() const -> Named<M> requires detail::Wrong<Named<M>> { return {}; }
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
    const DataStream& name(std::string n) const& requires nameable {
        detail::rename(origin_.step(), std::move(n));
        return *this;
    }
    DataStream name(std::string n) && requires nameable {
        detail::rename(origin_.step(), std::move(n));
        return std::move(*this);
    }
    template <class... A> requires detail::Wrong<detail::NameMistake<T, nameable, A...>>
    auto name(const A&...) const -> detail::NameMistake<T, nameable, A...> { return {}; }

    /// Each row becomes `f(row)`, of any type; `f` may be a pointer to member.
    template <class F> requires detail::Right<detail::MapMistake<T, F>> auto map(F f) && {
        return std::move(*this).template then<detail::Map<detail::Functor<F>>>(core().makeOperator("map"), detail::functor(std::move(f)));
    }
    template <class F> requires detail::Right<Named<detail::MapMistake<T, F>>> auto map(F f) const& { return share().map(std::move(f)); }
    template <class... A> requires detail::Wrong<Named<detail::MapMistake<T, A...>>> auto map(const A&...) const -> Named<detail::MapMistake<T, A...>> { return {}; }

    /// The rows for which `f(row)`, a bool, is true.
    template <class F> requires detail::Right<detail::FilterMistake<T, F>> auto filter(F f) && {
        return std::move(*this).template then<detail::Filter<detail::Functor<F>>>(core().makeOperator("filter"), detail::functor(std::move(f)));
    }
    template <class F> requires detail::Right<Named<detail::FilterMistake<T, F>>> auto filter(F f) const& { return share().filter(std::move(f)); }
    template <class... A> requires detail::Wrong<Named<detail::FilterMistake<T, A...>>> auto filter(const A&...) const -> Named<detail::FilterMistake<T, A...>> { return {}; }

    /// Any number of rows for each: `f(row, Collector<Out>&)`. Out is read from the function's last parameter; for a
    /// function with `auto&` there, say `flatMap<Out>(f)`.
    template <class Out = void, class F> requires detail::Right<detail::FlatMapMistake<T, Out, F>> auto flatMap(F f) && {
        return std::move(*this).template then<detail::FlatMap<detail::givenOrCollected<Out, F>, F>>(core().makeOperator("flatMap"), std::move(f));
    }
    template <class Out = void, class F> requires detail::Right<Named<detail::FlatMapMistake<T, Out, F>>> auto flatMap(F f) const& { return share().template flatMap<Out>(std::move(f)); }
    template <class Out = void, class... A> requires detail::Wrong<Named<detail::FlatMapMistake<T, Out, A...>>>
    auto flatMap(const A&...) const -> Named<detail::FlatMapMistake<T, Out, A...>> { return {}; }

    /// Any number of rows for each, by a function that knows the row's timestamp and has side outputs: `f(row, ProcessContext<void>&,
    /// Collector<Out>&)`, or an object with such a `processElement`. State and timers need keys: keyBy(..).process(..).
    template <class Out = void, class F> requires detail::Right<detail::ProcessMistake<T, Out, F>> auto process(F f) && {
        using Function = decltype(detail::elementFunction(std::move(f)));
        return std::move(*this).template then<detail::PlainProcess<detail::givenOrCollected<Out, F>, Function>>(core().makeOperator("process"), detail::elementFunction(std::move(f)));
    }
    template <class Out = void, class F> requires detail::Right<Named<detail::ProcessMistake<T, Out, F>>> auto process(F f) const& { return share().template process<Out>(std::move(f)); }
    template <class Out = void, class = void, class... A> requires detail::Wrong<Named<detail::ProcessMistake<T, Out, A...>>>
    auto process(const A&...) const -> Named<detail::ProcessMistake<T, Out, A...>> { return {}; }

    /// The rows that the last step, a process() or a window, put out under this tag. They have the step's time and watermarks.
    template <class Side> requires detail::Right<Named<detail::SideMistake<T, sided, OutputTag<Side>>>> DataStream<Side> getSideOutput(const OutputTag<Side>& tag) const& {
        const auto shared = share();
        using Made = detail::SidePoint<Side, T>;
        return DataStream<Side>(environment_, {detail::ownShared<const detail::AnyPoint, const detail::Point<Side>>(new Made(shared.origin_.point, shared.origin_.point->step(), tag.id()))});
    }
    template <class... A> requires detail::Wrong<Named<detail::SideMistake<T, sided, A...>>> auto getSideOutput(const A&...) const -> Named<detail::SideMistake<T, sided, A...>> { return {}; }

    /// This stream and others of the same type as one. (Flink's `union`, a keyword here.) A batch of one is followed by a batch of
    /// another as the sources take turns; each keeps its order. A stream may be in it twice: its rows come twice then.
    template <class... Others> requires detail::Right<detail::UnionMistake<T, Others...>> auto unionWith(Others&&... others) && {
        (detail::requireSame(environment_, others.environment()), ...);
        using Union = detail::UnionOrigin<T, O, detail::OriginOf<Others>...>;
        auto environment = environment_;
        return DataStream<T, Union>(std::move(environment), Union{{std::move(*this).origin(), std::forward<Others>(others).origin()...}});
    }
    template <class... Others> requires detail::Right<Named<detail::UnionMistake<T, Others...>>> auto unionWith(Others&&... others) const& {
        return share().unionWith(std::forward<Others>(others)...);
    }
    template <class... A> requires detail::Wrong<Named<detail::UnionMistake<T, A...>>> auto unionWith(const A&...) const -> Named<detail::UnionMistake<T, A...>> { return {}; }

    /// Gives each row its timestamp and sends watermarks behind rows; see WatermarkStrategy. Earlier watermarks end here. In batch mode rows get
    /// their timestamps, and the only watermark is that of the end.
    ///
    ///     clicks.assignTimestampsAndWatermarks(WatermarkStrategy::forMonotonousTimestamps().withTimestampAssigner(&Click::millis))
    template <class S> requires detail::Right<detail::TimesMistake<T, S>> auto assignTimestampsAndWatermarks(S strategy) && {
        return std::move(*this).template then<detail::AssignTimeOf<S>>(core().makeOperator("timestamps"), std::move(strategy));
    }
    template <class S> requires detail::Right<Named<detail::TimesMistake<T, S>>> auto assignTimestampsAndWatermarks(S strategy) const& {
        return share().assignTimestampsAndWatermarks(std::move(strategy));
    }
    template <class... A> requires detail::Wrong<Named<detail::TimesMistake<T, A...>>>
    auto assignTimestampsAndWatermarks(const A&...) const -> Named<detail::TimesMistake<T, A...>> { return {}; }

    /// Groups rows by a key: `f(row)` or a pointer to member. A key is hashable and owns what it holds (std::string, not
    /// std::string_view); the function may return a reference into the row.
    template <class F> requires detail::Right<detail::KeyMistake<T, F>> auto keyBy(F f) && {
        detail::KeyOf<detail::Functor<F>> keyOf{core().makeOperator("keyBy"), detail::functor(std::move(f))};
        return KeyedStream<T, detail::Functor<F>, O>(std::move(*this), std::move(keyOf));
    }
    template <class F> requires detail::Right<Named<detail::KeyMistake<T, F>>> auto keyBy(F f) const& { return share().keyBy(std::move(f)); }
    template <class... A> requires detail::Wrong<Named<detail::KeyMistake<T, A...>>> auto keyBy(const A&...) const -> Named<detail::KeyMistake<T, A...>> { return {}; }

    /// All rows in windows, without keys: `windowAll(TumblingEventTimeWindows::of(60'000))`. See KeyedStream::window.
    template <class A> requires detail::Right<detail::WindowAllMistake<T, A>> auto windowAll(A assigner) && { return std::move(*this).keyBy(detail::SameKey{}).window(std::move(assigner)); }
    template <class A> requires detail::Right<Named<detail::WindowAllMistake<T, A>>> auto windowAll(A assigner) const& { return share().windowAll(std::move(assigner)); }
    template <class... A> requires detail::Wrong<Named<detail::WindowAllMistake<T, A...>>> auto windowAll(const A&...) const -> Named<detail::WindowAllMistake<T, A...>> { return {}; }
    /// Windows of each key need keys.
    template <class... A> auto window(const A&...) const -> detail::WindowWithoutKeys<detail::InMessage<T>> { return {}; }

    /// This stream as one that all of another stream sees: `rows.connect(rules.broadcast())`, see BroadcastConnectedStream.
    auto broadcast() && { return BroadcastStream<DataStream>{std::move(*this)}; }
    auto broadcast() const& { return share().broadcast(); }
    /// This stream beside a broadcast one.
    template <class Other> auto connect(BroadcastStream<Other> rules) && {
        detail::requireSame(environment_, rules.stream.environment());
        return BroadcastConnectedStream<DataStream, Other>(std::move(*this), std::move(rules.stream));
    }
    template <class Other> auto connect(BroadcastStream<Other> rules) const& requires detail::Right<Named<detail::NoMistake>> { return share().connect(std::move(rules)); }

    /// This stream beside another of any type, for steps with a function for each.
    template <class Other> requires detail::Right<detail::ConnectMistake<T, Other>> auto connect(Other&& other) && {
        detail::requireSame(environment_, other.environment());
        if constexpr (std::is_lvalue_reference_v<Other>) return ConnectedStreams(std::move(*this), other.share());
        else return ConnectedStreams(std::move(*this), std::move(other));
    }
    template <class Other> requires detail::Right<Named<detail::ConnectMistake<T, Other>>> auto connect(Other&& other) const& { return share().connect(std::forward<Other>(other)); }
    template <class... A> requires detail::Wrong<Named<detail::ConnectMistake<T, A...>>> auto connect(const A&...) const -> Named<detail::ConnectMistake<T, A...>> { return {}; }

    /// Rows of this stream and another that are in the same window and have equal keys, in pairs: `.where(f).equalTo(g).window(..).apply(function)`; see JoinedStreams.
    template <class Other> requires detail::Right<detail::JoinMistake<T, Other>> auto join(const Other& other) const {
        detail::requireSame(environment_, other.environment());
        return JoinedStreams<true, T, typename Other::Element>(share(), DataStream<typename Other::Element>(other.share()));
    }
    template <class... A> requires detail::Wrong<detail::JoinMistake<T, A...>> auto join(const A&...) const -> detail::JoinMistake<T, A...> { return {}; }
    /// The same, but all rows of both for each key: `function(const std::vector<T>&, const std::vector<U>&, Collector<Out>&)`.
    template <class Other> requires detail::Right<detail::JoinMistake<T, Other>> auto coGroup(const Other& other) const {
        detail::requireSame(environment_, other.environment());
        return JoinedStreams<false, T, typename Other::Element>(share(), DataStream<typename Other::Element>(other.share()));
    }
    template <class... A> requires detail::Wrong<detail::JoinMistake<T, A...>> auto coGroup(const A&...) const -> detail::JoinMistake<T, A...> { return {}; }
    template <class... A> detail::IntervalJoinTakesKeys<T> intervalJoin(const A&...) const { return {}; }

    /// Prints each row on a line, `name> row` or, without a name, `row`; to stdout or a given target.
    DataStreamSink print(std::string_view name = {}, PrintTarget target = {}) && requires detail::Printable<T> {
        return std::move(*this).template end<detail::ChainSink<O, PrintSink<T>>>("print", PrintSink<T>(name, target));
    }
    DataStreamSink print(std::string_view name = {}, PrintTarget target = {}) const& requires detail::Right<Named<detail::PrintMistake<T>>> { return share().print(name, target); }
    template <class... A> requires detail::Wrong<Named<detail::PrintMistake<T, A...>>> auto print(const A&...) const -> Named<detail::PrintMistake<T, A...>> { return {}; }

    /// Hands each row to `sink`: a callable `sink(row)`, or an object with `write(row)` and, if it wants, `open()` (before the
    /// first row), `flush()` (after each batch) and `finish()` (after the last row, not after an error). It is moved into the
    /// program, and the next `execute` runs it.
    template <class S> requires detail::Right<detail::SinkMistake<T, S>> DataStreamSink addSink(S sink) && {
        return std::move(*this).template end<detail::ChainSink<O, S>>("sink", std::move(sink));
    }
    template <class S> requires detail::Right<Named<detail::SinkMistake<T, S>>> DataStreamSink addSink(S sink) const& { return share().addSink(std::move(sink)); }
    template <class... A> requires detail::Wrong<Named<detail::SinkMistake<T, A...>>> auto addSink(const A&...) const -> Named<detail::SinkMistake<T, A...>> { return {}; }

    /// Executes the program, with all sinks added before, and gives back this stream's rows. What the job had to tell is
    /// `StreamExecutionEnvironment::lastResult()`.
    std::vector<T> executeAndCollect(std::string_view jobName = "rivulet job") && requires detail::owns<T> { return collect(~std::uint64_t{}, jobName); }
    std::vector<T> executeAndCollect(std::string_view jobName = "rivulet job") const& requires detail::owns<T> { return share().collect(~std::uint64_t{}, jobName); }
    /// The first `limit` rows; then the job ends as if its sources had ended, so they need not.
    std::vector<T> executeAndCollect(std::uint64_t limit) && requires detail::owns<T> { return collect(limit, "rivulet job"); }
    std::vector<T> executeAndCollect(std::uint64_t limit) const& requires detail::owns<T> { return share().collect(limit, "rivulet job"); }
    template <class... A> requires detail::Wrong<detail::CollectMistake<T, A...>> auto executeAndCollect(const A&...) const -> detail::CollectMistake<T, A...> { return {}; }

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
