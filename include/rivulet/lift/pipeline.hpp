// SPDX-License-Identifier: BSL-1.0
// A physical plan as running code: state of its operators, and a push from a source's row down to the emitter that the
// compiler sees through. One pipeline per consumer and execution.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/core/exception.hpp>
#include <rivulet/lift/expression.hpp>
#include <rivulet/lift/kept.hpp>
#include <rivulet/lift/nested.hpp>
#include <rivulet/lift/operators.hpp>
#include <rivulet/lift/row.hpp>
#include <rivulet/lift/run_context.hpp>
#include <rivulet/lift/tag.hpp>
#include <rivulet/lift/watermarks.hpp>
#include <rivulet/plan/operator_name.hpp>
#include <rivulet/reflect/reflection.hpp>
#include <rivulet/reflect/text.hpp>
#include <rivulet/runtime/origin.hpp>
#include <rivulet/schema/derive.hpp>
#include <rivulet/stream/environment_core.hpp>
#include <rivulet/stream/sources.hpp>

namespace rivulet::detail {

template <class Tag, class I> struct OperatorStates;
template <class Tag, std::size_t... I>
struct OperatorStates<Tag, std::index_sequence<I...>> : OperatorState<Tag, static_cast<int>(I)>... {
    OperatorStates([[maybe_unused]] const OperatorOptions& options, [[maybe_unused]] const typename Tag::Context& context)
        : OperatorState<Tag, static_cast<int>(I)>(options, context)... {}
};

/// A stream brought a row of a kind that its table was not declared to have.
template <class Element>
[[noreturn, gnu::cold]] void refuseKind(const Element& row, unsigned char mode) {
    std::string text(shortName(row.kind));
    if constexpr (requires { TextOf<Element>::append(text, row); }) {
        text.clear();
        TextOf<Element>::append(text, row);
    }
    std::string kinds;
    for (const RowKind k : {RowKind::insert, RowKind::updateBefore, RowKind::updateAfter, RowKind::delete_})
        if (mode & plan::ChangelogMode::bitOf(k)) kinds.append(kinds.empty() ? "" : ", ").append(shortName(k));
    throw DataError("the table is declared to have only " + kinds + " rows, but its stream brought a row of another kind", text);
}

/// How a row and its kind become an element of the stream that a table gives. A type without a kind has only inserts.
template <class T, bool Retracts = false>
struct ChangeElement {
    using Fields = T;
    static constexpr T& fields(T& element) { return element; }
    static constexpr void setKind([[maybe_unused]] T& element, [[maybe_unused]] RowKind kind) {
        if constexpr (Reflection<T>::shape == Shape::row) element.kind = kind;
    }
    static constexpr T made(T&& fields, RowKind kind) {
        setKind(fields, kind);
        return std::move(fields);
    }
};
/// Flink 1.12's retract streams: true for what is added, false for what is taken back.
template <class T>
struct ChangeElement<std::pair<bool, T>, true> {
    using Fields = T;
    static constexpr T& fields(std::pair<bool, T>& element) { return element.second; }
    static constexpr void setKind(std::pair<bool, T>& element, RowKind kind) {
        element.first = kind == RowKind::insert || kind == RowKind::updateAfter;
        ChangeElement<T>::setKind(element.second, kind);
    }
    static constexpr std::pair<bool, T> made(T&& fields, RowKind kind) {
        return {kind == RowKind::insert || kind == RowKind::updateAfter, ChangeElement<T>::made(std::move(fields), kind)};
    }
};
/// Whether the tag's rows go out in pairs with a flag.
template <class Tag> inline constexpr bool givesPairs = requires { Tag::Step::givesPairs; };

/// Pipelines of any query, for whoever only owns them: a control block of its own for each would cost every query.
struct AnyPipeline {
    AnyPipeline() = default;
    AnyPipeline(const AnyPipeline&) = delete;
    AnyPipeline& operator=(const AnyPipeline&) = delete;
    virtual ~AnyPipeline() = default;
};

/// Whether an emitter hands on what it is told about time.
template <class Emitter>
concept TakesTime = Emitter::wantsTime;
struct NoWatermarks {};

/// Pushes rows of T, the tag's outputs in the order of T's fields and their kind (ChangeElement), into the emitter.
template <class Tag, class T, class Emitter>
class Pipeline final : public AnyPipeline, OperatorStates<Tag, std::make_index_sequence<static_cast<std::size_t>(physicalOf<Tag>.opCount)>> {
    using States = OperatorStates<Tag, std::make_index_sequence<static_cast<std::size_t>(physicalOf<Tag>.opCount)>>;
    using Element = ChangeElement<T, givesPairs<Tag>>;
    using Fields = typename Element::Fields;
    static constexpr int opCount = physicalOf<Tag>.opCount;
    static constexpr bool isBatch = Tag::catalogue.batch;

public:
    static constexpr bool isTimedQuery = []<std::size_t... O>(std::index_sequence<O...>) {
        const bool timed[] = {isTimed<Tag, static_cast<int>(O)>..., false};
        bool any = false;
        for (const bool t : timed) any = any || t;
        return any;
    }(std::make_index_sequence<static_cast<std::size_t>(opCount)>{});
    static constexpr bool hasTime = isTimedQuery || asksTheRun<Tag> || TakesTime<Emitter>;
    static constexpr bool isStamped = [] {
        for (int o = 0; o < opCount; ++o)
            if (physicalOf<Tag>.ops[o].stamped) return true;
        return false;
    }();
    using Context = typename Tag::Context;
    Pipeline(std::shared_ptr<const Context> context, Emitter emitter, std::size_t inputs, const OperatorOptions& options, Job& job)
        : States(options, *context), context_(std::move(context)), emitter_(std::move(emitter)), open_(inputs), batch_(options.batch), job_(&job), time_(&job.recordTime()) {}

    /// A row of source S; a source may be read by several operators.
    template <int S, class Row>
    void feed(const Row& row) {
        forOperators([&]<int O>() { this->template feedOperator<S, O>(row); });
    }
    /// The row of every SELECT without FROM.
    void feedValues() {
        forOperators([&]<int O>() { this->template feedValue<O>(); });
    }
    void endValues() {
        if constexpr (isBatch) endSource<-1>();
        else if constexpr (hasTime) forOperators([&]<int O>() { this->template endValue<O>(); });
    }
    /// The watermark of source S rose. As in Flink a table takes it only if its schema says so; the last one always.
    template <int S>
    void watermark(Millis w) {
        if constexpr (hasTime) forOperators([&]<int O>() { this->template tellOperator<S, O>(w); });
    }
    /// Source S has no rows for now, or has some again.
    template <int S>
    void idle(bool isIdle) {
        if constexpr (hasTime) forOperators([&]<int O>() { this->template tellIdle<S, O>(isIdle); });
    }
    void endBatch() { emitter_.endBatch(); }
    bool failed{};  // while a row of one of several sources was on its way
    /// The first processing time at which an operator has something to do.
    Millis due() const {
        Millis first = lastWatermark;
        forOperators([&]<int O>() { this->template dueOf<O>(first); });
        return first;
    }
    void fire(Millis now) {
        bothOf([&] { forOperators([&]<int O>() { this->template fireOperator<opCount - 1 - O>(now); }); }, [this] { endBatch(); });
    }
    static constexpr bool hasTimers = []<std::size_t... O>(std::index_sequence<O...>) {
        const bool has[] = {isClocked<Tag, static_cast<int>(O)>..., false};
        bool any = false;
        for (const bool h : has) any = any || h;
        return any;
    }(std::make_index_sequence<static_cast<std::size_t>(opCount)>{});
    /// Batch mode: source S, or what the query itself brings, has ended.
    template <int S>
    void endSource() {
        forOperators([&]<int O>() {
            if constexpr (reads<S, O>) this->template end<O>();
        });
    }
    void finishOne() {
        if (--open_ != 0) return;
        if constexpr (!isBatch) forOperators([&]<int O>() { this->template finishOperator<opCount - 1 - O>(); });  // who feeds an operator stands behind it
        emitter_.watermark(lastWatermark);
        emitter_.finish();
    }

private:
    template <class F>
    static void forOperators(F f) {
        [&f]<std::size_t... O>(std::index_sequence<O...>) {
            [[maybe_unused]] const bool done[] = {(f.template operator()<static_cast<int>(O)>(), true)...};  // no fold: Clang nests 256 of them at most
        }(std::make_index_sequence<static_cast<std::size_t>(opCount)>{});
    }
    /// Operator O and those that read its rows, too, in their order.
    template <int O, class F>
    static constexpr void forReaders(F f) {
        forOperators([&f]<int Reader>() {
            if constexpr (readsRowsOf<Tag, Reader, O>) f.template operator()<Reader>();
        });
    }
    std::shared_ptr<const Context> context_;
    Emitter emitter_;
    std::size_t open_;
    bool batch_;
    Job* job_;
    RecordTime* time_;

    template <int O> using State = OperatorState<Tag, O>;
    template <int S, int O> static constexpr bool reads = S < 0 ? physicalOp<Tag, O>.kind == NodeKind::values : physicalOp<Tag, O>.kind == NodeKind::scan && physicalOp<Tag, O>.source == S;
    [[no_unique_address]] std::conditional_t<hasTime, Watermarks<Tag>, NoWatermarks> watermarks_{};

    template <int S, int O, class Row>
    void feedOperator(const Row& row) {
        if constexpr (physicalOp<Tag, O>.kind == NodeKind::scan && physicalOp<Tag, O>.source == S) {
            const auto core = scanned<O>(row);
            if constexpr (Reflection<Row>::shape != Shape::row) through<O>(core, RowKind::insert);
            else {
                using Mode = plan::ChangelogMode;
                constexpr unsigned char mode = physicalOp<Tag, O>.mode;
                constexpr bool upserts = (mode & Mode::updateAfter) && !(mode & Mode::updateBefore);
                if (upserts && row.kind == RowKind::updateBefore) return through<O>(core, RowKind::delete_);  // as in Flink
                if (!(mode & Mode::bitOf(row.kind))) [[unlikely]] refuseKind(row, mode);
                if constexpr (mode == Mode::insert) through<O>(core, RowKind::insert);
                else {
                    if (!physicalOp<Tag, O>.before && row.kind == RowKind::updateBefore) return;
                    through<O>(core, row.kind);
                }
            }
        }
    }
    template <int O, class Row>
    auto scanned(const Row& row) const {
        if constexpr (!physicalOp<Tag, O>.stamped) return StreamRow<Row>{row};
        else {
            if (!time_->present()) throw DataError("the rows of this stream have no timestamps; assignTimestampsAndWatermarks gives them some", {}, "rowtime");
            return StampedRow<Row, TimestampLtz<3>>{row, TimestampLtz<3>::fromMillis(time_->timestamp)};
        }
    }
    template <int O>
    void feedValue() {
        if constexpr (physicalOp<Tag, O>.kind == NodeKind::values) {
            if constexpr (physicalOp<Tag, O>.itemCount == 0) through<O>(NoColumns{}, RowKind::insert);
            else {
                constexpr auto rows = static_cast<std::size_t>(physicalOp<Tag, O>.itemCount / physicalOp<Tag, O>.keyCount);
                for (std::size_t row = 0; row < rows; ++row) through<O>(lifted::ConstantRow<Tag, O>{row}, RowKind::insert);
            }
        }
    }
    template <int O>
    void finishOperator() {
        if constexpr (State<O>::keeps) static_cast<State<O>&>(*this).finish(*context_, [this](RowKind kind, const auto& core) { this->template through<O>(core, kind); });
        if constexpr (requires(const State<O>& s) { s.state.lateRows(); }) count<O>("lateRows", static_cast<const State<O>&>(*this).state.lateRows());
        if constexpr (requires(const State<O>& s) { s.clock.rowsWithoutTime(); }) count<O>("rowsWithoutTime", static_cast<const State<O>&>(*this).clock.rowsWithoutTime());
    }
    template <int O>
    void count(const char* what, std::uint64_t rows) {
        job_->addCounter(std::string(plan::operatorName({.kind = physicalOp<Tag, O>.kind})), what) += rows;
    }

    template <int O>
    void dueOf([[maybe_unused]] Millis& first) const {
        if constexpr (isClocked<Tag, O>)
            if (const Millis due = static_cast<const State<O>&>(*this).due(); due < first) first = due;
    }
    template <int O>
    void fireOperator([[maybe_unused]] Millis now) {
        if constexpr (isClocked<Tag, O>)
            if (static_cast<const State<O>&>(*this).due() <= now)
                static_cast<State<O>&>(*this).fire(now, *context_, [this](RowKind kind, const auto& core) { this->template through<O>(core, kind); });
    }

    // ---- the end, in batch mode: an operator is finished as soon as all that feeds it is, so that a join knows when a side is whole ---------------------

    struct OpenInputs {
        short of[static_cast<std::size_t>(opCount) + 1][2]{};
        constexpr OpenInputs() {
            for (int o = 0; o < opCount; ++o)
                if (const plan::PhysicalOp& op = physicalOf<Tag>.ops[o]; op.consumer >= 0) ++of[op.consumer][op.side];
        }
    };
    [[no_unique_address]] std::conditional_t<isBatch, OpenInputs, NoWatermarks> inputs_{};

    template <int O>
    void end() {
        const auto down = [this](RowKind kind, const auto& core) { this->template through<O>(core, kind); };
        if constexpr (isTimed<Tag, O>) static_cast<State<O>&>(*this).advance(lastWatermark, *context_, down);
        finishOperator<O>();
        forReaders<O>([&]<int Reader>() {
            constexpr int consumer = physicalOp<Tag, Reader>.consumer, side = physicalOp<Tag, Reader>.side;
            if constexpr (consumer >= 0) {
                auto& open = inputs_.of[consumer];
                if (--open[side] == 0)
                    if constexpr (isHashJoin<Tag, consumer>)
                        static_cast<State<consumer>&>(*this).template ended<side>(*context_, [this](RowKind kind, const auto& core) { this->template through<consumer>(core, kind); });
                if (open[0] == 0 && open[1] == 0) end<consumer>();
            }
        });
    }

    // ---- watermarks ---------------------------------------------------------------------------------------------------

    template <int S, int O>
    void tellOperator(Millis w) {
        if constexpr (reads<S, O>) {
            constexpr int consumer = physicalOp<Tag, O>.consumer;
            constexpr bool isAsked = [] {
                if constexpr (consumer < 0) return false;
                else return physicalOp<Tag, consumer>.kind == NodeKind::watermark && physicalOp<Tag, consumer>.condition < 0;
            }();
            if (w == lastWatermark || (isAsked && !batch_)) rise<O>(w);
        }
    }
    template <int O>
    void endValue() {
        if constexpr (physicalOp<Tag, O>.kind == NodeKind::values) rise<O>(lastWatermark);
    }
    template <int S, int O>
    void tellIdle(bool isIdle) {
        if constexpr (reads<S, O>) becomeIdle<O>(isIdle);
    }
    template <int O, bool ToAll = true>
    void becomeIdle(bool isIdle) {
        if constexpr (ToAll && physicalOp<Tag, O>.reused) forReaders<O>([&]<int Reader>() { this->template becomeIdle<Reader, false>(isIdle); });
        else {
            constexpr int consumer = physicalOp<Tag, O>.consumer;
            const bool risen = watermarks_.template setIdle<O>(isIdle);
            if (risen) advance<consumer>(watermarks_.got(consumer));
            if constexpr (consumer >= 0) becomeIdle<consumer>(watermarks_.template isIdle<consumer>());
            else if constexpr (TakesTime<Emitter>) emitter_.idle(watermarks_.template isIdle<consumer>());
        }
    }
    /// Operator O hands on a watermark.
    template <int O, bool ToAll = true>
    void rise(Millis w) {
        if constexpr (ToAll && physicalOp<Tag, O>.reused) forReaders<O>([&]<int Reader>() { this->template rise<Reader, false>(w); });
        else {
            constexpr int consumer = physicalOp<Tag, O>.consumer;
            if constexpr (consumer >= 0)
                if constexpr (keepsByTime<Tag, consumer, 1 - physicalOp<Tag, O>.side>)
                    if (!batch_) static_cast<State<consumer>&>(*this).template passed<physicalOp<Tag, O>.side>(w);
            if (watermarks_.template give<O>(w)) advance<consumer>(watermarks_.got(consumer));
        }
    }
    /// Operator O, or the sink, gets one: what it releases goes before it.
    template <int O>
    void advance(Millis w) {
        if constexpr (O < 0) {
            if constexpr (TakesTime<Emitter>)
                if (w != lastWatermark) emitter_.watermark(w);  // that one comes behind what finish() releases
        } else if constexpr (physicalOp<Tag, O>.kind == NodeKind::watermark && physicalOp<Tag, O>.condition >= 0) {
            if (w == lastWatermark) rise<O>(w);
        } else {
            if constexpr (isTimed<Tag, O>)
                static_cast<State<O>&>(*this).advance(w, *context_, [this](RowKind kind, const auto& core) { this->template through<O>(core, kind); });
            if constexpr (requires { State<O>::delay(); }) rise<O>(w == lastWatermark || w < noWatermark + State<O>::delay() ? w : w - State<O>::delay());
            else rise<O>(w);
        }
    }

    // ---- rows -----------------------------------------------------------------------------------------------------------

    /// A core row of operator O, to all that read it: through the predicate of each to its consumer or the sink.
    template <int O, bool ToAll = true, class Core>
    void through(const Core& core, RowKind kind) {
        if constexpr (ToAll && physicalOp<Tag, O>.reused) {
            forReaders<O>([&]<int Reader>() {
                if (!physicalOp<Tag, Reader>.skipsBefore || kind != RowKind::updateBefore) this->template through<Reader, false>(core, kind);
            });
        } else {
            if constexpr (asksTheRun<Tag>) static_cast<const RunContext<Context>&>(*context_).watermark = watermarks_.given(O);
            withSlots<Tag, O>(core, *context_, [this, kind](const auto& row) {
                if constexpr (physicalOp<Tag, O>.versions) {
                    if (kind != RowKind::updateBefore) this->template handOnVersion<O>(row, kind);
                } else if (!filters<O> || accepts<Tag, O>(row, *context_)) this->template handOn<O>(row, kind);
            });
        }
    }
    // What normalises has looked at its predicate already.
    template <int O> static constexpr bool filters = physicalOp<Tag, O>.kind != NodeKind::normalize;
    template <int O, class Row>
    void handOn(const Row& row, RowKind kind) {
        constexpr int consumer = physicalOp<Tag, O>.consumer;
        if constexpr (consumer < 0) emit<O>(row, kind);
        else if constexpr (physicalOp<Tag, consumer>.kind == NodeKind::limit) {
            if (static_cast<State<consumer>&>(*this).next()) this->template through<consumer>(outputs<O>(row), kind);
        } else {
            const auto captured = captureOutputs<Tag, O>(row, *context_);
            static_cast<State<consumer>&>(*this).template receive<physicalOp<Tag, O>.side>(
                kind, captured, *context_, [this](RowKind k, const auto& core) { this->template through<consumer>(core, k); });
            if constexpr (hasTime && physicalOp<Tag, consumer>.kind == NodeKind::watermark && physicalOp<Tag, consumer>.condition >= 0)
                if (!batch_) rise<consumer>(static_cast<State<consumer>&>(*this).behind(captured, *context_));
        }
    }
    // Of a row that goes, or that a view does not show, key and time are enough.
    template <int O, class Row>
    void handOnVersion(const Row& row, RowKind kind) {
        constexpr int consumer = physicalOp<Tag, O>.consumer;
        if (kind != RowKind::delete_ && accepts<Tag, O>(row, *context_)) handOn<O>(row, kind);
        else static_cast<State<consumer>&>(*this).leave(UncapturedRow<Tag, O, Row>{row, *context_}, *context_);
    }
    template <int O, class Row>
    auto outputs(const Row& row) const {
        return [&]<std::size_t... J>(std::index_sequence<J...>) {
            return OutputRow<Row, Context, OutputOf<Tag, O, static_cast<int>(J)>...>{row, *context_};
        }(std::make_index_sequence<static_cast<std::size_t>(physicalOp<Tag, O>.outputCount)>{});
    }

    // A table's row time becomes the timestamp of its rows; those of a table without one have none.
    template <int O, class Row>
    void emit(const Row& row, RowKind kind) {
        if constexpr (!TakesTime<Emitter>) emitFields<O>(row, kind);
        else {
            const RecordTimeFor time(*time_, timestampOf<O>(row));
            emitFields<O>(row, kind);
        }
    }
    template <int O, class Row>
    Millis timestampOf([[maybe_unused]] const Row& row) const {
        if constexpr (planOf<Tag>.view().width() == Reflection<Fields>::count) return noTimestamp;
        else {
            decltype(auto) value = OutputOf<Tag, O, Reflection<Fields>::count>::of(row, *context_);
            return present(value) && !batch_ ? bare(value).millis() : noTimestamp;
        }
    }
    template <int O, class Row>
    void emitFields(const Row& row, RowKind kind) {
        constexpr auto fields = std::make_index_sequence<static_cast<std::size_t>(Reflection<Fields>::count)>{};
        int column = -1;  // a local that only the handler reads costs nothing while all is well
        try {
            if constexpr (std::is_default_constructible_v<T> && std::is_move_assignable_v<T>)  // const members are made, not assigned
                emitter_.fill([&](T& slot) {
                    assign<O>(Element::fields(slot), row, column, fields);
                    Element::setKind(slot, kind);
                });
            else emitter_.push(Element::made(make<O>(row, column, fields), kind));
        } catch (const lifted::ReadError& e) {
            if (column < 0) throw;
            throw DataError(e.problem(), e.value(), planOf<Tag>.view().column(column).name, e.source(), e.row());
        } catch (const DataError& e) {
            if (column < 0 || !e.column().empty()) throw;
            throw e.at(planOf<Tag>.view().column(column).name);
        }
    }
    template <int O, class Row, std::size_t... J>
    void assign(Fields& slot, const Row& row, int& column, std::index_sequence<J...>) const {
        ((column = static_cast<int>(J),
          assignField(Reflection<Fields>::template get<static_cast<int>(J)>(slot), OutputOf<Tag, O, static_cast<int>(J)>::of(row, *context_))),
         ...);
        column = -1;
    }
    template <int O, class Row, std::size_t... J>
    Fields make(const Row& row, int& column, std::index_sequence<J...>) const {
        const auto field = [&]<int K>() {
            column = K;
            return fieldFrom<std::remove_cvref_t<typename Reflection<Fields>::template Type<K>>>(OutputOf<Tag, O, K>::of(row, *context_));
        };
        return Reflection<Fields>::make(field.template operator()<static_cast<int>(J)>()...);
    }
};

/// Whether source S is read at all.
template <class Tag>
consteval bool readsSource(int source) {
    for (int o = 0; o < physicalOf<Tag>.opCount; ++o)
        if (physicalOf<Tag>.ops[o].kind == plan::NodeKind::scan && physicalOf<Tag>.ops[o].source == source) return true;
    return false;
}
template <class Tag>
consteval bool hasValues() {
    for (int o = 0; o < physicalOf<Tag>.opCount; ++o)
        if (physicalOf<Tag>.ops[o].kind == plan::NodeKind::values) return true;
    return false;
}
template <class Tag>
consteval std::size_t inputCount() {
    std::size_t n = hasValues<Tag>();
    for (int s = 0; s < Tag::sourceCount; ++s) n += readsSource<Tag>(s);
    return n;
}

/// Whether the tag reads a table of changes, which only streaming can run.
template <class Tag>
consteval bool bringsChanges() {
    for (int o = 0; o < physicalOf<Tag>.opCount; ++o)
        if (physicalOf<Tag>.ops[o].kind == NodeKind::scan && physicalOf<Tag>.ops[o].mode != plan::ChangelogMode::insert) return true;
    return false;
}

/// Two tables of one stream that a step brings together have a source each. As in Flink each row goes to both before the next one.
template <class Tag, int A, int B>
inline constexpr bool mayBeAlike = A != B && A < 64 && B < 64 && std::is_same_v<typename Tag::template Source<A>, typename Tag::template Source<B>>;

/// When the sources of a query in batch mode are read.
template <class Tag>
struct ReadingOrder {
    short phase[static_cast<std::size_t>(Tag::sourceCount) + 1]{};
    int phases{};
    constexpr ReadingOrder() : phases(plan::readingOrder(physicalOf<Tag>.view(), phase, Tag::sourceCount)) {}
};
template <class Tag> inline constexpr ReadingOrder<Tag> readingOrderOf{};

/// A pipeline whose operators have timers, as the job looks after it.
template <class P>
struct PipelineTimers final : JobPart {
    PipelineTimers(std::shared_ptr<AnyPipeline> whose, P* which) : owner(std::move(whose)), pipeline(which) {}
    Millis due() const override { return pipeline->due(); }
    void fire(Millis now) override { pipeline->fire(now); }
    std::shared_ptr<AnyPipeline> owner;
    P* pipeline;
};

/// Whether a value that a column's type does not take is an error, which then says in which row of which source.
template <class Tag>
consteval bool checksLengths() {
    for (int e = 0; e < physicalOf<Tag>.exprCount; ++e)
        if (physicalOf<Tag>.exprs[e].kind == plan::ExprKind::cast && physicalOf<Tag>.exprs[e].fit != Fit::cut) return true;
    return false;
}
struct RowsOfSource {
    std::uint64_t rows{};
    const Operator* step{};
    [[noreturn, gnu::cold]] void fail(const DataError& e) const {
        if (e.row()) throw e;
        throw e.at({}, step ? std::string_view(step->name) : std::string_view(), rows);
    }
};
struct UncountedRows {};

/// What a pipeline subscribes to its sources with.
template <class Tag, int S, class P>
struct SourceEmitter {
    static constexpr bool counts = checksLengths<Tag>();
    static constexpr bool wantsTime = P::hasTime || P::isStamped;
    using Element = typename Tag::template Source<S>;
    std::shared_ptr<AnyPipeline> owner;
    P* pipeline;
    std::uint64_t alike{};  // bits of later sources that are the same stream
    [[no_unique_address]] std::conditional_t<counts, RowsOfSource, UncountedRows> source{};
    void push(const Element& row) {
        if constexpr (!counts) feed(row);
        else {
            ++source.rows;
            try {
                feed(row);
            } catch (const DataError& e) { source.fail(e); }
        }
    }
    void push(Element&& row) { push(std::as_const(row)); }
    template <class F> void fill(F f) {
        Element row{};
        if (!filled(f, row)) return;
        push(row);
    }
    void endBatch() { pipeline->endBatch(); }
    void watermark(Millis w) {
        if constexpr (Tag::catalogue.batch) return;  // time ends where the rows do
        whole([&] {
            pipeline->template watermark<S>(w);
            forAlike([&]<int Other>() { pipeline->template watermark<Other>(w); });
        });
    }
    void idle(bool isIdle) {
        pipeline->template idle<S>(isIdle);
        forAlike([&]<int Other>() { pipeline->template idle<Other>(isIdle); });
    }
    void finish() {
        if constexpr (!Tag::catalogue.batch) watermark(lastWatermark);
        else
            whole([&] {
                pipeline->template endSource<S>();
                forAlike([&]<int Other>() { pipeline->template endSource<Other>(); });
            });
        pipeline->finishOne();
        forAlike([&]<int>() { pipeline->finishOne(); });
    }

private:
    /// Another source feeds no pipeline that has stopped halfway.
    template <class F> void whole(F f) {
        if constexpr (inputCount<Tag>() == 1) f();
        else if (!pipeline->failed) {
            FailsWhole all(pipeline->failed);
            f();
            all.done = true;
        }
    }
    void feed(const Element& row) {
        whole([&] {
            pipeline->template feed<S>(row);
            forAlike([&]<int Other>() { pipeline->template feed<Other>(row); });
        });
    }
    template <class F> void forAlike([[maybe_unused]] F f) const {
        [&]<std::size_t... O>(std::index_sequence<O...>) {
            (ifAlike<static_cast<int>(O)>(f), ...);
        }(std::make_index_sequence<static_cast<std::size_t>(Tag::sourceCount)>{});
    }
    template <int Other, class F> void ifAlike([[maybe_unused]] F& f) const {
        if constexpr (Other > S && mayBeAlike<Tag, S, Other>)
            if (alike >> Other & 1) f.template operator()<Other>();
    }
};
template <class P>
struct ValuesEmitter : IgnoresTime {
    std::shared_ptr<AnyPipeline> owner;
    P* pipeline;
    template <class Row> void push(Row&&) { pipeline->feedValues(); }
    template <class F> void fill(F) { pipeline->feedValues(); }
    void endBatch() { pipeline->endBatch(); }
    void finish() {
        pipeline->endValues();
        pipeline->finishOne();
    }
};

/// The origin of the rows of a query: rows of T from the tag's plan. `Context` gives `source<I>()`, an origin for each source.
template <class Tag, class T>
struct QueryOrigin {
    using Element = T;
    std::shared_ptr<const typename Tag::Context> context;
    std::shared_ptr<EnvironmentCore> environment;

    template <class Emitter>
    void connect(Job& job, Emitter emitter) const {
        const OperatorOptions options = operatorOptions(*environment, Tag::catalogue.batch);
        if constexpr (bringsChanges<Tag>())
            if (options.batch) throw IllegalState("a table of changes (fromChangelogStream) cannot be read in batch mode, whose sources bring inserts only");
        using P = Pipeline<Tag, T, Emitter>;
        auto* const pipeline = new P(contextOf(job), std::move(emitter), inputCount<Tag>(), options, job);
        const std::shared_ptr<AnyPipeline> owner(static_cast<AnyPipeline*>(pipeline));
        if constexpr (P::hasTimers) job.own(new PipelineTimers<P>(owner, pipeline), true);
        const auto connectAll = [&]([[maybe_unused]] auto isDue) {
            [&]<std::size_t... S>(std::index_sequence<S...>) {
                ((isDue(S) ? connectSource<static_cast<int>(S)>(job, owner, pipeline) : void()), ...);
            }(std::make_index_sequence<static_cast<std::size_t>(Tag::sourceCount)>{});
        };
        if constexpr (!Tag::catalogue.batch) connectAll([](std::size_t) { return true; });
        else
            for (int phase = 0; phase < readingOrderOf<Tag>.phases; ++phase) {
                if (phase > 0) job.nextPhase();
                connectAll([phase](std::size_t s) { return readingOrderOf<Tag>.phase[s] == phase; });
            }
        if constexpr (hasValues<Tag>()) oneRow().connect(job, ValuesEmitter<P>{{}, owner, pipeline});
    }

private:
    std::shared_ptr<const typename Tag::Context> contextOf([[maybe_unused]] Job& job) const {
        if constexpr (!asksTheRun<Tag>) return context;
        else return std::shared_ptr<const typename Tag::Context>(new RunContext<typename Tag::Context>(*context, job.processingTime()));
    }
    template <class Row = char>  // a template, so that only queries with VALUES pay for it
    ChannelOrigin<Row> oneRow() const {
        auto row = ownShared<AnySource, Source<Row>>(new CollectionSource<Row>(std::vector<Row>{'1'}));
        return {ownShared<const AnyPoint, const Point<Row>>(new SourcePoint<Row>(environment.get(), std::move(row), environment->sourceCount++, "one row"))};
    }
    template <int S, class P>
    void connectSource(Job& job, const std::shared_ptr<AnyPipeline>& owner, P* pipeline) const {
        if constexpr (readsSource<Tag>(S)) {
            std::uint64_t alike = 0;
            bool isFirst = true;
            [&]<std::size_t... O>(std::index_sequence<O...>) {
                (compareSources<S, static_cast<int>(O)>(alike, isFirst), ...);
            }(std::make_index_sequence<static_cast<std::size_t>(Tag::sourceCount)>{});
            if (!isFirst) return;
            SourceEmitter<Tag, S, P> emitter{owner, pipeline, alike, {}};
            if constexpr (checksLengths<Tag>()) emitter.source.step = context->template source<S>().step();
            context->template source<S>().connect(job, std::move(emitter));
        }
    }
    template <int S, int Other> void compareSources([[maybe_unused]] std::uint64_t& alike, [[maybe_unused]] bool& isFirst) const {
        if constexpr (mayBeAlike<Tag, S, Other> && readsSource<Tag>(Other)) {
            if (context->template source<S>().point != context->template source<Other>().point) return;
            if (Other > S) alike |= std::uint64_t{1} << Other;
            else isFirst = false;
        }
    }
};

}  // namespace rivulet::detail
