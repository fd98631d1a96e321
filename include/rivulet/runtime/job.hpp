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
#include <rivulet/runtime/batch.hpp>
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
    bool isOpen{}, ended{};
};
template <class T>
struct Drive final : AnyDrive {
    Drive(Source<T>& s, Channel<T>& c) : source(s), channel(c) {}
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
        const Polled<T> polled = poll();
        if (polled.state == Polled<T>::State::end) return Step::end;
        if (polled.state == Polled<T>::State::idle) return Step::idle;
        rows += polled.batch.rows.size();
        channel.deliver(polled.batch);
        return Step::rows;
    }
    Polled<T> poll() {
        try {
            return source.poll(batchRows);
        } catch (...) {
            failIn(name);
        }
    }
    void finish() override { channel.finish(); }
    void close() noexcept override {
        if (isOpen) source.close();
        isOpen = false;
    }
    void report(std::vector<Counter>& counters) const override { source.report(counters); }
    Source<T>& source;
    Channel<T>& channel;
};

inline double secondsNow() {
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

}  // namespace detail

/// One execution. Origins connect to it (`origin.hpp`); then `run` takes one batch from each source in turn, in the order
/// in which the sources were made, until all have ended. One thread; nothing of it outlives the execution.
class Job {
public:
    explicit Job(const void* environment) : environment_(environment) {}
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    /// The channel of a shared point; the first call connects what is upstream of it.
    template <class T>
    Channel<T>& channel(const std::shared_ptr<const detail::Point<T>>& point) {
        for (const Boundary& b : boundaries_)
            if (b.point == point) return static_cast<Channel<T>&>(*b.channel);  // a point has one row type
        requireOwn(*point);
        auto made = std::make_unique<Channel<T>>();
        Channel<T>& c = *made;
        boundaries_.push_back({point, std::move(made)});
        point->connect(*this, c);
        return c;
    }

    /// Used by points of sources. `order` decides who is polled first.
    template <class T>
    void addSource(Source<T>& source, const std::string& name, std::uint64_t order, Channel<T>& channel) {
        auto drive = std::make_unique<detail::Drive<T>>(source, channel);
        drive->name = name;
        drive->order = order;
        auto at = drives_.begin();
        while (at != drives_.end() && (*at)->order <= order) ++at;
        drives_.insert(at, std::move(drive));
    }

    /// Where a sink counts its rows; valid as long as the job.
    std::uint64_t& addSink(const std::string& name) {
        sinks_.push_back(std::make_unique<RowCount>(RowCount{name, 0, {}}));
        return sinks_.back()->rows;
    }

    /// Ends the job after the batch in hand as if all sources had ended.
    void stop() noexcept { stopped_ = true; }

    /// Runs to the end. Throws JobError, or DataError with its source; then everything is released and sinks are not finished.
    JobExecutionResult run(const std::string& name, detail::ProgressListener* listener = nullptr) {
        const double start = detail::secondsNow();
        for (const auto& d : drives_) d->open();
        std::vector<JobProgress::SourceRows> progress;
        std::uint64_t batches = 0;
        const auto tell = [&](bool finished) {
            progress.clear();
            for (const auto& d : drives_) progress.push_back({d->name, d->rows});
            listener->progress({progress, detail::secondsNow() - start, finished});
        };
        for (std::size_t open = drives_.size(); open && !stopped_;) {
            bool idle = true;
            for (const auto& d : drives_) {
                if (d->ended || stopped_) continue;
                const auto step = d->step();
                if (step == detail::AnyDrive::Step::idle) continue;
                idle = false;
                if (step == detail::AnyDrive::Step::end) { end(*d); --open; }
                else if (listener && ++batches % listener->everyBatches == 0) tell(false);
            }
            if (idle && open && !stopped_) {
                const timespec moment{0, 1'000'000};
                nanosleep(&moment, nullptr);
            }
        }
        JobExecutionResult result{.name = name, .seconds = 0, .sources = {}, .sinks = {}};
        for (const auto& d : drives_) {
            if (!d->ended) end(*d);
            RowCount count{d->name, d->rows, {}};
            d->report(count.counters);
            d->close();
            result.sources.push_back(std::move(count));
        }
        for (const auto& s : sinks_) result.sinks.push_back(*s);
        result.seconds = detail::secondsNow() - start;
        if (listener) tell(true);
        return result;
    }

private:
    struct Boundary {
        std::shared_ptr<const detail::AnyPoint> point;
        std::unique_ptr<detail::AnyChannel> channel;
    };
    void requireOwn(const detail::AnyPoint& point) const {
        if (point.environment != environment_)
            throw IllegalState("streams of two environments meet in one job; make all of them from the same StreamExecutionEnvironment");
    }
    static void end(detail::AnyDrive& d) {
        d.ended = true;
        d.finish();
    }
    const void* environment_;
    std::vector<Boundary> boundaries_;
    std::vector<std::unique_ptr<RowCount>> sinks_;
    std::vector<std::unique_ptr<detail::AnyDrive>> drives_;  // destroyed, hence closed, before the channels
    bool stopped_{};
};

}  // namespace rivulet
