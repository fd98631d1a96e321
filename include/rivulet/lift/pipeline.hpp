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
    struct NoInputs {};
    [[no_unique_address]] std::conditional_t<isBatch, OpenInputs, NoInputs> inputs_{};

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

}  // namespace rivulet::detail
