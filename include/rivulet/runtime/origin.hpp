// SPDX-License-Identifier: BSL-1.0
// Origins and emitters: how a chain of steps is described, and how it becomes one loop in a job.
//
// An ORIGIN says where the rows of a stream come from. It is a cheap value that is copied freely and connected once per
// consumer and execution:
//
//     struct EvenNumbers {
//         using Element = std::int64_t;                                  // the row type
//         ChannelOrigin<std::int64_t> upstream;                          // any origins
//         template <class Emitter> void connect(Job& job, Emitter emitter) const {
//             upstream.connect(job, EvenStep<Emitter>{std::move(emitter)});   // subscribe upstream; emit nothing yet
//         }
//     };
//
// An EMITTER of T takes rows. A step is an emitter that pushes into the emitter it was connected with, so the compiler
// sees the whole chain down to the next boundary. The origin calls, after connect() and while the job runs:
//
//     push(const T&)   a row to look at; copied where it is kept. For move-only T it need not exist.
//     push(T&&)        a row that may be taken.
//     fill(f)          f(T& slot) writes a row into a slot that is used over and over, so that strings keep their
//                      capacity: f assigns every field, as the slot holds an earlier row. If f returns bool, false
//                      means "no row" (the slot may then hold anything). f is called exactly once.
//                      Exists if T has a default constructor.
//     endBatch()       no more rows for now: pass on what is buffered. Called after each batch of the upstream; not before finish().
//     watermark(w)     no row with a timestamp <= w comes any more; never less than the one before.
//     idle(b)          b: nothing may come for a while, do not wait for my watermarks; !b: I am back. The first state is not idle.
//     finish()         no more rows ever; called exactly once per connect, after ALL inputs of that connect have finished,
//                      never after an exception. It passes on what is buffered; endBatch() need not be called before.
//
// TIME. The timestamp of a row that is pushed is `job.recordTime()`: set before push or fill by whoever emits at a time of its own,
// read by whoever needs it; everything between passes it on by doing nothing. Each function returns with the record time that it found
// (RecordTimeFor). A source that ends sends watermark(lastWatermark) before finish(), and every step passes that on before its own
// finish(); in batch mode there is no other watermark. `static constexpr bool wantsTime` says whether an emitter does anything with record
// time, watermark and idle: whoever ends a chain without looking at them derives from IgnoresTime, a step has what its next emitter has.
//
// Nobody calls an emitter from two threads, nor one call within another. An emitter may throw (a step's function did). The job is over then, but
// rows that were taken before are shown: whoever began the call calls endBatch() of that emitter and lets the exception go on. So endBatch() reaches
// everybody behind a step even if one of them throws, and asks nothing of a step that may have stopped halfway but to pass on. Nothing else is called any more
// of a step that threw: one with several inputs refuses rows from then on (FailsWhole). Emitters are movable, not copied.
// With several inputs: put the emitter and what is known of the inputs into one shared object (see InputsOf below).
#pragma once
#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include <rivulet/core/list.hpp>
#include <rivulet/runtime/batch.hpp>
#include <rivulet/runtime/job.hpp>
#include <rivulet/runtime/slots.hpp>
#include <rivulet/runtime/time.hpp>
#include <rivulet/runtime/watermarks.hpp>

namespace rivulet {

/// Takes rows of T; the contract is at the top of this header.
template <class E, class T>
concept EmitterOf = std::move_constructible<E> && requires(E& e, T&& row) {
    e.push(static_cast<T&&>(row));
    e.endBatch();
    e.finish();
    e.watermark(Millis{});
    e.idle(true);
    requires E::wantsTime || !E::wantsTime;
};

/// The base of an emitter to which time means nothing.
struct IgnoresTime {
    static constexpr bool wantsTime = false;
    void watermark(Millis) {}
    void idle(bool) {}
};

namespace detail {

// Runs f on a slot; whether there is a row. (Few lambdas in these headers: GCC finds that names in them shadow a user's globals.)
template <class T, class F>
constexpr bool filled(F& f, T& slot) {
    if constexpr (std::is_same_v<std::invoke_result_t<F&, T&>, bool>) return f(slot);
    else { f(slot); return true; }
}

// For steps whose `fill` needs a row to work on. Empty where fill cannot exist.
template <class T, bool Exists = std::default_initializable<T>>
struct Slot {
    std::optional<T> row{};
    template <class F, class Step>
    void fill(F& f, Step& step) {
        if (!row) row.emplace();
        if (detail::filled(f, *row)) step.push(std::as_const(*row));
    }
};
template <class T> struct Slot<T, false> {};

// For steps with several inputs and sinks: what threw is not called again. A step remembers `failed` beside itself and asks it before each row.
struct FailsWhole {
    bool& failed;
    bool done{};
    explicit FailsWhole(bool& ofStep) : failed(ofStep) {}
    FailsWhole(const FailsWhole&) = delete;
    FailsWhole& operator=(const FailsWhole&) = delete;
    ~FailsWhole() {
        if (!done) failed = true;
    }
};
// Where the function that fills a slot throws, a step before it has failed.
template <class F>
struct FilledBefore {
    F& fill;
    bool& done;
    template <class T>
    bool operator()(T& slot) const {
        done = true;
        const bool is = detail::filled(fill, slot);
        done = false;
        return is;
    }
};

// Calls f, then `always`, whether f threw or not. If both throw, the second one failed at something that came earlier.
template <class F, class G>
void bothOf(F f, G always) {
    try {
        f();
    } catch (...) {
        always();
        throw;
    }
    always();
}

// Stands for any emitter where only the requirement is checked.
template <class T>
struct ArchetypeEmitter : IgnoresTime {
    void push(const T&) {}
    void push(T&&) {}
    template <class F> void fill(F) {}
    void endBatch() {}
    void finish() {}
};

// The fused loop behind a boundary.
template <class T, class Emitter>
class EmitterReceiver final : public Receiver<T> {
public:
    static constexpr bool wantsTime = Emitter::wantsTime;
    EmitterReceiver(Emitter chain, RecordTime& ofJob) : emitter_(std::move(chain)), time_(&ofJob) {}
    void receive(Batch<T> batch) override {
        std::size_t row = 0, mark = 0;
        try {
            if constexpr (!wantsTime) {
                for (; row < batch.rows.size(); ++row) push(batch.rows[row]);
            } else {
                const RecordTime before = *time_;
                *time_ = {};
                for (; mark < batch.marks.size(); ++mark) {
                    const Mark& m = batch.marks[mark];
                    rows(batch, row, m.rowsBefore);
                    time_->timestamp = noTimestamp;
                    if (m.kind == Mark::Kind::watermark) emitter_.watermark(m.watermark);
                    else emitter_.idle(m.kind == Mark::Kind::idle);
                }
                rows(batch, row, batch.rows.size());
                *time_ = before;
            }
        } catch (...) {
            taken(row, wantsTime ? mark : marksBefore(batch, row));
            emitter_.endBatch();
            throw;
        }
        taken(batch.rows.size(), batch.marks.size());
        emitter_.endBatch();
    }
    void finish() override {
        try {
            emitter_.finish();
        } catch (...) {
            emitter_.endBatch();
            throw;
        }
    }

private:
    void push(BatchRow<T>& row) {
        if constexpr (givesRows<T>) emitter_.push(std::move(row));
        else emitter_.push(row);
    }
    void rows(const Batch<T>& batch, std::size_t& at, std::size_t to) {
        const bool timed = !batch.times.empty();
        for (; at < to; ++at) {
            if (timed) time_->timestamp = batch.times[at];
            push(batch.rows[at]);
        }
    }
    void taken(std::size_t rows, std::size_t marks) {
        this->rowsTaken = rows;
        this->marksTaken = marks;
    }
    static std::size_t marksBefore(const Batch<T>& batch, std::size_t row) {
        std::size_t n = 0;
        while (n < batch.marks.size() && batch.marks[n].rowsBefore <= row) ++n;
        return n;
    }
    Emitter emitter_;
    RecordTime* time_;
};

}  // namespace detail

/// Where the rows of a stream come from; the contract is at the top of this header.
template <class O>
concept Origin = std::copy_constructible<O> && requires { typename O::Element; } &&
    requires(const O& origin, Job& job, detail::ArchetypeEmitter<typename O::Element> emitter) { origin.connect(job, std::move(emitter)); };

/// The origin of a named or erased stream: a boundary that all its consumers share.
template <class T>
struct ChannelOrigin {
    using Element = T;
    std::shared_ptr<const detail::Point<T>> point;

    template <class Emitter>
    void connect(Job& job, Emitter emitter) const {
        job.channel(point).template subscribe<detail::EmitterReceiver<T, Emitter>>(std::move(emitter), job.recordTime());
    }
    detail::Operator* step() const { return point->step(); }
};

/// One emitter fed by several inputs; the last one that finishes finishes it, and its watermark is the least of those of the inputs
/// that are not idle. Make it shared before the first connect and give each input a handle to it and its number.
template <class Emitter>
struct InputsOf {
    Emitter emitter;
    InputWatermarks inputs;
    bool failed{};

    InputsOf(Emitter chain, std::size_t inputCount) : emitter(std::move(chain)), inputs(inputCount), open_(inputCount) {}
    void watermark(std::size_t input, Millis mark) {
        const bool before = inputs.idle();
        told(inputs.watermark(input, mark), before);
    }
    void idle(std::size_t input, bool isIdle) {
        const bool before = inputs.idle();
        told(inputs.idle(input, isIdle), before);
    }
    /// Inputs that have not finished.
    std::size_t open() const { return open_; }
    void finishOne() {
        if (--open_ == 0) emitter.finish();
    }

private:
    void told(bool rose, bool wasIdle) {
        if (wasIdle && !inputs.idle()) emitter.idle(false);
        if (rose) emitter.watermark(inputs.combined());
        if (!wasIdle && inputs.idle()) emitter.idle(true);
    }
    std::size_t open_;
};

namespace detail {

// The end of a fused loop at a boundary: rows are gathered in slots that are assigned over and over. Times and marks are gathered only
// if somebody behind the boundary wants them.
template <class T>
class ChannelEmitter {
public:
    static constexpr bool wantsTime = true;
    ChannelEmitter(Channel<T>& target, Job& owner) : channel_(&target), time_(&owner.recordTime()), most_(owner.mostRows()) {}

    void push(const T& row) {
        static_assert(std::copy_constructible<T>, "rivulet: rows of a move-only type would have to be copied here; hand them on with std::move");
        slots_.push(row);
        pushed();
    }
    void push(T&& row) {
        slots_.push(std::move(row));
        pushed();
    }
    template <class F>
    void fill(F f) requires std::default_initializable<T> {
        if (!detail::filled(f, slots_.next())) return;
        slots_.keep();
        pushed();
    }
    void watermark(Millis watermark) { mark(Mark::of(slots_.count(), watermark)); }
    void idle(bool isIdle) { mark(Mark::ofIdle(slots_.count(), isIdle)); }
    void endBatch() {
        if (slots_.count() == 0 && marks_.empty()) return;
        if (!times_.empty()) times_.resize(slots_.count(), noTimestamp);
        try {
            channel_->deliver({slots_.rows(), {times_.data(), times_.size()}, {marks_.data(), marks_.size()}});
        } catch (...) {
            clear();
            throw;
        }
        clear();
    }
    void finish() {
        endBatch();
        channel_->finish();
    }

private:
    void pushed() {
        if (channel_->wantsTime() && time_->present()) {
            times_.resize(slots_.count() - 1, noTimestamp);
            times_.push_back(time_->timestamp);
        }
        if (slots_.count() == most_) endBatch();
    }
    void clear() {
        slots_.clear();
        times_.clear();
        marks_.clear();
    }
    // Marks alone fill a batch too: a filter may let nothing else through.
    void mark(Mark mark) {
        if (!channel_->wantsTime()) return;
        marks_.push_back(mark);
        if (marks_.size() >= batchRows) endBatch();
    }
    Channel<T>* channel_;
    RecordTime* time_;
    std::size_t most_;
    Slots<T> slots_;
    List<Millis> times_;
    List<Mark> marks_;
};

// A boundary behind a chain.
template <class T, class O>
struct ChainPoint final : Point<T> {
    ChainPoint(const void* identity, O chain) : Point<T>(identity), origin(std::move(chain)) {}
    void connect(Job& job, Channel<T>& channel) const override { origin.connect(job, ChannelEmitter<T>(channel, job)); }
    Operator* step() const override {
        if constexpr (requires { origin.step(); }) return origin.step();
        else return nullptr;
    }
    O origin;
};

// The boundary behind a source.
template <class T>
struct SourcePoint final : Point<T> {
    SourcePoint(const void* identity, std::shared_ptr<Source<T>> rowSource, std::uint64_t place, std::string sourceName)
        : Point<T>(identity), source(std::move(rowSource)), order(place), named{std::move(sourceName)} {}
    void connect(Job& job, Channel<T>& channel) const override { job.addSource(*source, named.name, order, channel); }
    Operator* step() const override { return &named; }
    std::shared_ptr<Source<T>> source;
    std::uint64_t order;
    mutable Operator named;
};

}  // namespace detail

}  // namespace rivulet
