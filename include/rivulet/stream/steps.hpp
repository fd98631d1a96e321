// SPDX-License-Identifier: BSL-1.0
// Stateless steps, and the two shapes that every step has: one input, two inputs.
#pragma once
#include <concepts>
#include <cstddef>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include <rivulet/runtime/origin.hpp>
#include <rivulet/stream/callable.hpp>
#include <rivulet/stream/collector.hpp>

namespace rivulet::detail {

// A body is what a step does: `take<Input>(row, next)` with a row to look at (const T&) or to have (T&&); `Out<T>` is what
// comes out. (Names are short and nothing is said twice because compilers print these types in full.)
// It is copied from the program into each job, so whatever state it has begins anew with every execution.
// A body that has to do with time has `open(Job&)`, called on that copy, and `watermark(mark, next)`, which hands `next` first what has
// become due and then the watermark; it may have `idle(isIdle, next)`. One with timers of processing time has `hasTimers`, `due()` and
// `fire(time, next)`.
template <class Body> concept TimedBody = requires(Body& body, Job& job) { body.open(job); };
template <class Body> inline constexpr bool hasTimers = false;
template <class Body> requires requires { Body::hasTimers; } inline constexpr bool hasTimers<Body> = Body::hasTimers;

template <class Body>
Body bodyIn(Job& job, const Body& body) {
    Body copy(body);
    if constexpr (TimedBody<Body>) copy.open(job);
    return copy;
}
template <class Body, class Next>
void passWatermark(Body& body, Millis mark, Next& next) {
    if constexpr (TimedBody<Body>) body.watermark(mark, next);
    else next.watermark(mark);
}
template <class Body, class Next>
void passIdle(Body& body, bool isIdle, Next& next) {
    if constexpr (requires { body.idle(isIdle, next); }) body.idle(isIdle, next);
    else next.idle(isIdle);
}

template <class T, class Body, class Next>
class Step {
public:
    static constexpr bool wantsTime = Next::wantsTime || TimedBody<Body>;
    Step(Body what, Next then) : body_(std::move(what)), next_(std::move(then)) {}
    void push(const T& row) { body_.template take<0>(row, next_); }
    void push(T&& row) { body_.template take<0>(std::move(row), next_); }
    template <class F>
    void fill(F f) requires std::default_initializable<T> {
        if constexpr (Body::fills) body_.fill(f, next_);  // the row is written where it will stay
        else slot_.fill(f, *this);
    }
    void watermark(Millis mark) { detail::passWatermark(body_, mark, next_); }
    void idle(bool isIdle) { detail::passIdle(body_, isIdle, next_); }
    void endBatch() {
        if constexpr (requires(Body& b) { b.endBatch(); }) detail::bothOf([this] { body_.endBatch(); }, [this] { next_.endBatch(); });
        else next_.endBatch();
    }
    void finish() {
        if constexpr (requires(Body& b) { b.finish(); }) body_.finish();
        next_.finish();
    }
    Millis due() const { return body_.due(); }
    void fire(Millis moment) {
        detail::bothOf([&] { body_.fire(moment, next_); }, [this] { endBatch(); });
    }

private:
    struct None {};
    Body body_;
    Next next_;
    [[no_unique_address]] std::conditional_t<Body::fills, None, Slot<T>> slot_{};
};

// A step with timers stays in one place, where the job finds it between batches.
template <class T, class Body, class Next>
struct TimerStep final : JobPart {
    TimerStep(Body what, Next then) : step(std::move(what), std::move(then)) {}
    Millis due() const override { return step.due(); }
    void fire(Millis moment) override { step.fire(moment); }
    Step<T, Body, Next> step;
};
template <class T, class Made>
struct StepIn {
    static constexpr bool wantsTime = true;
    Made* part;
    void push(const T& row) { part->step.push(row); }
    void push(T&& row) { part->step.push(std::move(row)); }
    template <class F>
    void fill(F f) requires std::default_initializable<T> { part->step.fill(std::move(f)); }
    void watermark(Millis mark) { part->step.watermark(mark); }
    void idle(bool isIdle) { part->step.idle(isIdle); }
    void endBatch() { part->step.endBatch(); }
    void finish() { part->step.finish(); }
};

template <class Upstream, class Body>
struct Then {
    using Element = typename Body::template Out<typename Upstream::Element>;
    Upstream upstream;
    Body body;
    template <class Emitter>
    void connect(Job& job, Emitter emitter) const {
        using T = typename Upstream::Element;
        if constexpr (hasTimers<Body>) {
            using Made = TimerStep<T, Body, Emitter>;
            auto* const made = new Made(detail::bodyIn(job, body), std::move(emitter));
            job.own(made, true);
            upstream.connect(job, StepIn<T, Made>{made});
        } else upstream.connect(job, Step<T, Body, Emitter>(detail::bodyIn(job, body), std::move(emitter)));
    }
    Operator* step() const { return body.step.get(); }
};

// One body behind two inputs. The job owns it.
template <class Body, class Next>
struct CoBoth final : JobPart {
    CoBoth(Body what, Next then) : body(std::move(what)), next(std::move(then), 2) {}
    void watermark(std::size_t input, Millis mark) {
        const bool before = next.inputs.idle();
        told(next.inputs.watermark(input, mark), before);
    }
    void idle(std::size_t input, bool isIdle) {
        const bool before = next.inputs.idle();
        told(next.inputs.idle(input, isIdle), before);
    }
    void endBatch() {
        if constexpr (requires(Body& b) { b.endBatch(); }) detail::bothOf([this] { body.endBatch(); }, [this] { next.emitter.endBatch(); });
        else next.emitter.endBatch();
    }
    void finish() {
        if constexpr (requires(Body& b) { b.finish(); })
            if (next.open() == 1) body.finish();
        next.finishOne();
    }
    Millis due() const override {
        if constexpr (hasTimers<Body>) return body.due();
        else return lastWatermark;
    }
    void fire(Millis moment) override {
        if constexpr (hasTimers<Body>) detail::bothOf([&] { body.fire(moment, next.emitter); }, [this] { endBatch(); });
    }
    Body body;
    InputsOf<Next> next;

private:
    void told(bool rose, bool wasIdle) {
        const bool isIdle = next.inputs.idle();
        if (wasIdle && !isIdle) detail::passIdle(body, false, next.emitter);
        if (rose) detail::passWatermark(body, next.inputs.combined(), next.emitter);
        if (!wasIdle && isIdle) detail::passIdle(body, true, next.emitter);
    }
};
template <int Input, class T, class Body, class Next>
class CoStep {
public:
    static constexpr bool wantsTime = Next::wantsTime || TimedBody<Body>;
    explicit CoStep(CoBoth<Body, Next>& shared) : both_(&shared) {}
    void push(const T& row) { take(row); }
    void push(T&& row) { take(std::move(row)); }
    template <class F>
    void fill(F f) requires std::default_initializable<T> {
        slot_.fill(f, *this);
    }
    void watermark(Millis mark) {
        if (both_->next.failed) return;
        FailsWhole whole(both_->next.failed);
        both_->watermark(Input, mark);
        whole.done = true;
    }
    void idle(bool isIdle) { both_->idle(Input, isIdle); }
    void endBatch() { both_->endBatch(); }
    void finish() { both_->finish(); }

private:
    template <class Row>
    void take(Row&& row) {
        if (both_->next.failed) return;
        FailsWhole whole(both_->next.failed);
        both_->body.template take<Input>(std::forward<Row>(row), both_->next.emitter);
        whole.done = true;
    }
    CoBoth<Body, Next>* both_;
    [[no_unique_address]] Slot<T> slot_{};
};

template <class First, class Second, class Body>
struct CoThen {
    using Element = typename Body::template Out<typename First::Element>;
    First first;
    Second second;
    Body body;
    template <class Emitter>
    void connect(Job& job, Emitter emitter) const {
        auto* const both = new CoBoth<Body, Emitter>(detail::bodyIn(job, body), std::move(emitter));
        job.own(both, hasTimers<Body>);
        first.connect(job, CoStep<0, typename First::Element, Body, Emitter>(*both));
        second.connect(job, CoStep<1, typename Second::Element, Body, Emitter>(*both));
    }
    Operator* step() const { return body.step.get(); }
};

// ---- the stateless bodies --------------------------------------------------------------------------------------------
template <class F>
struct Map {
    template <class T> using Out = std::remove_cvref_t<rowResult<F, T>>;
    static constexpr bool fills = false;
    std::shared_ptr<Operator> step;
    F function;
    template <int, class Row, class Next>
    void take(Row&& row, Next& next) { next.push(detail::callWith(*step, function, std::forward<Row>(row))); }
};

template <class F>
struct Filter {
    template <class T> using Out = T;
    static constexpr bool fills = true;
    std::shared_ptr<Operator> step;
    F predicate;
    template <int, class Row, class Next>
    void take(Row&& row, Next& next) {
        if (detail::guarded(*step, predicate, std::as_const(row))) next.push(std::forward<Row>(row));
    }
    template <class Fill, class Next>
    void fill(Fill& f, Next& next) {
        next.fill(Filtered<Fill>{f, *this});
    }
    template <class Fill>
    struct Filtered {
        Fill& fill;
        Filter& body;
        template <class T> bool operator()(T& slot) const { return detail::filled(fill, slot) && detail::guarded(*body.step, body.predicate, std::as_const(slot)); }
    };
};

template <class Made, class F>
struct FlatMap {
    template <class> using Out = Made;
    static constexpr bool fills = false;
    std::shared_ptr<Operator> step;
    F function;
    template <int, class Row, class Next>
    void take(Row&& row, Next& next) {
        Collector<Made> out(next);
        detail::callWith(*step, function, std::forward<Row>(row), out);
    }
};

// Two functions, one for each input; both put out the same type.
template <class F, class G>
struct CoMap {
    template <class T> using Out = std::remove_cvref_t<rowResult<F, T>>;
    std::shared_ptr<Operator> step;
    F first;
    G second;
    template <int Input, class Row, class Next>
    void take(Row&& row, Next& next) {
        if constexpr (Input == 0) next.push(detail::callWith(*step, first, std::forward<Row>(row)));
        else next.push(detail::callWith(*step, second, std::forward<Row>(row)));
    }
};
template <class Made, class F, class G>
struct CoFlatMap {
    template <class> using Out = Made;
    std::shared_ptr<Operator> step;
    F first;
    G second;
    template <int Input, class Row, class Next>
    void take(Row&& row, Next& next) {
        Collector<Made> out(next);
        if constexpr (Input == 0) detail::callWith(*step, first, std::forward<Row>(row), out);
        else detail::callWith(*step, second, std::forward<Row>(row), out);
    }
};

// ---- union -----------------------------------------------------------------------------------------------------------
template <class T, class Next>
struct UnionInput {
    static constexpr bool wantsTime = Next::wantsTime;
    std::shared_ptr<InputsOf<Next>> next;
    std::size_t input;
    void push(const T& row) {
        if (next->failed) return;
        FailsWhole whole(next->failed);
        next->emitter.push(row);
        whole.done = true;
    }
    void push(T&& row) {
        if (next->failed) return;
        FailsWhole whole(next->failed);
        next->emitter.push(std::move(row));
        whole.done = true;
    }
    template <class F>
    void fill(F f) requires std::default_initializable<T> {
        if (next->failed) return;
        FailsWhole whole(next->failed);
        next->emitter.fill(FilledBefore<F>{f, whole.done});
        whole.done = true;
    }
    void watermark(Millis mark) {
        if (next->failed) return;
        FailsWhole whole(next->failed);
        next->watermark(input, mark);
        whole.done = true;
    }
    void idle(bool isIdle) { next->idle(input, isIdle); }
    void endBatch() { next->emitter.endBatch(); }
    void finish() { next->finishOne(); }
};
template <class T, class... Inputs>
struct UnionOrigin {
    using Element = T;
    std::tuple<Inputs...> inputs;
    template <class Emitter>
    void connect(Job& job, Emitter emitter) const {
        auto next = std::make_shared<InputsOf<Emitter>>(InputsOf<Emitter>(std::move(emitter), sizeof...(Inputs)));
        connectAll(job, next, std::index_sequence_for<Inputs...>{});
    }
    template <class Emitter, std::size_t... I>
    void connectAll(Job& job, const std::shared_ptr<InputsOf<Emitter>>& next, std::index_sequence<I...>) const {
        (std::get<I>(inputs).connect(job, UnionInput<T, Emitter>{next, I}), ...);
    }
};

}  // namespace rivulet::detail
