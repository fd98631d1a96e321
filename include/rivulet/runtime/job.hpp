// SPDX-License-Identifier: BSL-1.0
// One execution of a program: built anew each time from the definitions, run to the end by the calling thread.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <time.h>
#include <utility>
#include <vector>

#include <rivulet/core/exception.hpp>
#include <rivulet/core/list.hpp>
#include <rivulet/runtime/batch.hpp>
#include <rivulet/runtime/clock.hpp>
#include <rivulet/runtime/operator.hpp>
#include <rivulet/runtime/result.hpp>
#include <rivulet/runtime/source.hpp>

namespace rivulet {

class Job;

namespace detail {

// The definition of a boundary. Its identity is what makes several consumers of a stream share one channel in a job.
struct AnyPoint {
    explicit AnyPoint(const void* e) : environment(e) {}
    AnyPoint(const AnyPoint&) = delete;
    AnyPoint& operator=(const AnyPoint&) = delete;
    virtual ~AnyPoint() = default;
    const void* const environment;  // only compared
};
template <class T>
struct Point : AnyPoint {
    using AnyPoint::AnyPoint;
    // Makes what is upstream deliver into the channel.
    virtual void connect(Job& job, Channel<T>& channel) const = 0;
    virtual Operator* step() const { return nullptr; }
};

// What belongs to a job and has a place that stays: steps with several inputs, and steps with timers of processing time.
struct JobPart {
    JobPart() = default;
    JobPart(const JobPart&) = delete;
    JobPart& operator=(const JobPart&) = delete;
    virtual ~JobPart() = default;
    virtual Millis due() const { return lastWatermark; }  // when its next timer is due
    virtual void fire(Millis) {}                          // all that are due by then; called between batches
    JobPart* next{};                                      // for the job that owns it
};

// A side output of a step in a job, that somebody reads: filled by that step, which passes on what it passes on to its main output.
struct AnySide {
    AnySide() = default;
    AnySide(const AnySide&) = delete;
    AnySide& operator=(const AnySide&) = delete;
    virtual ~AnySide() = default;
    virtual void watermark(Millis mark) = 0;
    virtual void idle(bool isIdle) = 0;
    virtual void endBatch() = 0;
    virtual void finish() = 0;
    const Operator* step{};
    const void* type{};  // of its rows
    std::string tag;
    AnySide* next{};  // for the job that owns it
};

// A source in a job.
struct AnyDrive {
    AnyDrive() = default;
    AnyDrive(const AnyDrive&) = delete;
    AnyDrive& operator=(const AnyDrive&) = delete;
    virtual ~AnyDrive() = default;
    enum class Step : unsigned char { rows, idle, end };
    virtual void open() = 0;
    virtual Step step() = 0;
    virtual void finish() = 0;
    virtual void close() noexcept = 0;
    virtual void report(std::vector<Counter>& counters) const = 0;
    std::string name;
    std::uint64_t order{}, rows{};
    unsigned phase{};
    bool isOpen{}, ended{};
    AnyDrive* next{};  // for the job that owns it
};
template <class T>
struct Drive final : AnyDrive {
    Drive(Source<T>& rowSource, Channel<T>& target, std::size_t mostRows, bool batchMode, JobClock& clockOfJob)
        : source(rowSource), channel(target), most(mostRows), batch(batchMode), clock(clockOfJob) {}
    ~Drive() override { close(); }
    void open() override {
        try {
            source.open();
        } catch (...) {
            failIn(name);
        }
        isOpen = true;
    }
    Step step() override {
        Polled<T> polled = poll();
        clock.tick();
        if (polled.state == Polled<T>::State::end) return Step::end;
        if (polled.state == Polled<T>::State::idle) return Step::idle;
        rows += polled.batch.rows.size();
        if (batch) polled.batch.marks = {};
        channel.deliver(polled.batch);
        return Step::rows;
    }
    Polled<T> poll() {
        try {
            return source.poll(most);
        } catch (...) {
            failIn(name);
        }
    }
    void finish() override {
        channel.deliver(Mark::of(0, lastWatermark));
        channel.finish();
    }
    void close() noexcept override {
        if (isOpen) source.close();
        isOpen = false;
    }
    void report(std::vector<Counter>& counters) const override { source.report(counters); }
    Source<T>& source;
    Channel<T>& channel;
    std::size_t most;
    bool batch;
    JobClock& clock;
};

// A sink's count in a job.
struct SinkCount {
    RowCount count;
    SinkCount* next{};
};

// A number that a step counts in a job.
struct StepCount {
    StepCounter count;
    StepCount* next{};
};

inline double secondsNow() {
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

}  // namespace detail

/// One execution. Origins connect to it (`origin.hpp`); then `run` takes one batch from each source in turn, in the order
/// in which the sources were made, until all have ended; those of a later phase when those before it have. One thread; nothing of it outlives the execution.
class Job {
public:
    Job(const void* environment, const ProcessingTimeClock& clock, std::size_t mostRows, bool batch)
        : environment_(environment), mostRows_(mostRows), batch_(batch), clock_{clock} {}
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    /// The most rows that sources and boundaries put into a batch of this job.
    std::size_t mostRows() const { return mostRows_; }
    /// Whether there are no watermarks before the end of input.
    bool batch() const { return batch_; }
    /// The timestamp of the row on its way; its place stays the same.
    RecordTime& recordTime() { return recordTime_; }
    /// The processing time, which changes between batches only; its place stays the same. Ask before the job runs.
    const Millis& processingTime() {
        clock_.wanted = true;
        clock_.tick();
        return clock_.now;
    }
    /// The side outputs of all steps.
    detail::OwnedList<detail::AnySide>& sides() { return sides_; }
    /// Takes over what must have a place of its own; its timers are looked at if it has any.
    void own(detail::JobPart* part, bool hasTimers) { (hasTimers ? timers_ : parts_).add(part); }

    /// The channel of a shared point; the first call connects what is upstream of it.
    template <class T>
    Channel<T>& channel(const std::shared_ptr<const detail::Point<T>>& point) {
        for (detail::AnyChannel* c = channels_.first; c; c = c->next)
            if (c->point.get() == point.get()) return static_cast<Channel<T>&>(*c);  // a point has one row type
        requireOwn(*point);
        auto* const made = new Channel<T>;
        channels_.add(made);
        made->point = point;
        point->connect(*this, *made);
        return *made;
    }

    /// Sources that are connected from now on are read when those before them have ended (unless they are connected already): for what keeps one input first.
    void nextPhase() { ++phase_; }

    /// Used by points of sources. `order` decides who is polled first.
    template <class T>
    void addSource(Source<T>& source, const std::string& name, std::uint64_t order, Channel<T>& channel) {
        detail::AnyDrive** at = &drives_.first;
        while (*at && (*at)->order <= order) at = &(*at)->next;
        detail::AnyDrive* const drive = new detail::Drive<T>(source, channel, mostRows_, batch_, clock_);
        drive->next = *at;
        *at = drive;
        drive->order = order;
        drive->phase = phase_;
        drive->name = name;
        ++driveCount_;
    }

    /// Where a sink counts its rows; valid as long as the job.
    std::uint64_t& addSink(const std::string& name) {
        auto* const made = new detail::SinkCount;
        sinks_.add(made);
        ++sinkCount_;
        made->count.name = name;
        return made->count.rows;
    }

    /// Where a step counts something; valid as long as the job.
    std::uint64_t& addCounter(const std::string& step, const char* counter) {
        auto* const made = new detail::StepCount{{step, {counter, 0}}, nullptr};
        counters_.add(made);
        return made->count.counter.value;
    }

    /// Ends the job after the batch in hand as if all sources had ended.
    void stop() noexcept { stopped_ = true; }

    /// Runs to the end. Throws JobError, or DataError with its source; then everything is released and sinks are not finished.
    JobExecutionResult run(const std::string& name, detail::ProgressListener* listener = nullptr) {
        const double start = detail::secondsNow();
        for (detail::AnyDrive* d = drives_.first; d; d = d->next) d->open();
        detail::List<JobProgress::SourceRows> progress(driveCount_);
        std::uint64_t batches = 0;
        const auto tell = [&](bool finished) {
            std::size_t i = 0;
            for (const detail::AnyDrive* d = drives_.first; d; d = d->next) progress[i++] = {d->name, d->rows};
            listener->progress({{progress.data(), progress.size()}, detail::secondsNow() - start, finished});
        };
        for (std::size_t open = driveCount_; open && !stopped_;) {
            bool idle = true;
            unsigned phase = phase_;
            for (const detail::AnyDrive* d = drives_.first; d; d = d->next)
                if (!d->ended && d->phase < phase) phase = d->phase;
            const auto poll = [&](bool later) {
                for (detail::AnyDrive* d = drives_.first; d; d = d->next) {
                    if (d->ended || (d->phase > phase) != later || stopped_) continue;
                    fireTimers();
                    const auto step = d->step();
                    if (step == detail::AnyDrive::Step::idle) continue;
                    idle = false;
                    if (step == detail::AnyDrive::Step::end) { end(*d); --open; }
                    else if (listener && ++batches % listener->everyBatches == 0) tell(false);
                }
            };
            poll(false);
            if (idle) poll(true);  // what is to be read first may wait for what others read
            if (idle && open && !stopped_) {
                const timespec moment{0, 1'000'000};
                nanosleep(&moment, nullptr);
            }
        }
        JobExecutionResult result{.name = name, .seconds = 0, .sources = {}, .sinks = {}, .steps = {}};
        result.sources = std::vector<RowCount>(driveCount_);
        RowCount* count = result.sources.data();
        for (detail::AnyDrive* d = drives_.first; d; d = d->next, ++count) {
            if (!d->ended) end(*d);
            count->name = d->name;
            count->rows = d->rows;
            d->report(count->counters);
            d->close();
        }
        result.sinks = std::vector<RowCount>(sinkCount_);
        count = result.sinks.data();
        for (detail::SinkCount* s = sinks_.first; s; s = s->next, ++count) *count = std::move(s->count);
        for (detail::StepCount* c = counters_.first; c; c = c->next) result.steps.push_back(std::move(c->count));
        result.seconds = detail::secondsNow() - start;
        if (listener) tell(true);
        return result;
    }

private:
    void requireOwn(const detail::AnyPoint& point) const {
        if (point.environment != environment_)
            throw IllegalState("streams of two environments meet in one job; make all of them from the same StreamExecutionEnvironment");
    }
    // One moment after the other, so that timers of several steps fire in the order of their times.
    void fireTimers() {
        if (!timers_.first) return;
        clock_.tick();
        for (;;) {
            detail::JobPart* next = nullptr;
            Millis due = clock_.now;
            for (detail::JobPart* p = timers_.first; p; p = p->next)
                if (const Millis at = p->due(); at != lastWatermark && (at < due || (at == due && !next))) {  // lastWatermark: nothing is due, whatever the clock shows
                    next = p;
                    due = at;
                }
            if (!next) return;
            next->fire(due);
        }
    }
    static void end(detail::AnyDrive& d) {
        d.ended = true;
        d.finish();
    }
    const void* environment_;
    std::size_t mostRows_;
    bool batch_;
    RecordTime recordTime_;
    detail::JobClock clock_;
    detail::OwnedList<detail::JobPart> parts_, timers_;
    detail::OwnedList<detail::AnySide> sides_;
    detail::OwnedList<detail::AnyChannel> channels_;
    detail::OwnedList<detail::SinkCount> sinks_;
    detail::OwnedList<detail::StepCount> counters_;
    detail::OwnedList<detail::AnyDrive> drives_;  // destroyed, hence closed, before the channels
    std::size_t driveCount_{}, sinkCount_{};
    unsigned phase_{};
    bool stopped_{};
};

}  // namespace rivulet
