// SPDX-License-Identifier: BSL-1.0
// What a job that ran to its end has to tell, and what it tells while it runs.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/runtime/source.hpp>

namespace rivulet {

/// Rows that a source handed out or a sink took, by its name.
struct RowCount {
    std::string name;
    std::uint64_t rows{};
    std::vector<Counter> counters{};  // of a source: what it reports besides its rows
};

/// A number that a step counts, by the step's name.
struct StepCounter {
    std::string step;
    Counter counter;
};

/// What `execute` returns. Several sources or sinks may have the same name; the functions below add them up.
struct JobExecutionResult {
    std::string name;
    double seconds{};
    std::vector<RowCount> sources;  // in the order in which they were made
    std::vector<RowCount> sinks;    // in the order in which they were added
    std::vector<StepCounter> steps{};  // what steps count, such as late rows

    std::uint64_t rowsRead() const { return sum(sources, {}); }
    std::uint64_t rowsRead(std::string_view source) const { return sum(sources, source); }
    std::uint64_t rowsWritten() const { return sum(sinks, {}); }
    std::uint64_t rowsWritten(std::string_view sink) const { return sum(sinks, sink); }
    /// Rows read per second of the whole job.
    double rowsPerSecond() const { return seconds > 0 ? static_cast<double>(rowsRead()) / seconds : 0.0; }
    /// A number that sources or steps reported, such as `rejected` or `lateRows`; 0 if none did.
    std::uint64_t counter(std::string_view counterName) const {
        std::uint64_t n = 0;
        for (const RowCount& s : sources)
            for (const Counter& c : s.counters)
                if (c.name == counterName) n += c.value;
        for (const StepCounter& s : steps)
            if (s.counter.name == counterName) n += s.counter.value;
        return n;
    }
    /// Rows that came too late for their windows and were dropped, of all steps. Those that went to a side output are not among them.
    std::uint64_t lateRows() const { return counter("lateRows"); }

private:
    static std::uint64_t sum(const std::vector<RowCount>& counts, std::string_view wanted) {
        std::uint64_t n = 0;
        for (const RowCount& c : counts)
            if (wanted.empty() || c.name == wanted) n += c.rows;
        return n;
    }
};

/// How far a job is. Valid during the call only.
struct JobProgress {
    struct SourceRows {
        std::string_view name;
        std::uint64_t rows{};
    };
    std::span<const SourceRows> sources;
    double seconds{};
    bool finished{};  // the last call of this job

    std::uint64_t rowsRead() const {
        std::uint64_t n = 0;
        for (const SourceRows& s : sources) n += s.rows;
        return n;
    }
};

namespace detail {

struct ProgressListener {
    ProgressListener() = default;
    ProgressListener(const ProgressListener&) = delete;
    ProgressListener& operator=(const ProgressListener&) = delete;
    virtual ~ProgressListener() = default;
    virtual void progress(const JobProgress&) = 0;
    std::uint64_t everyBatches{1};
};

}  // namespace detail

}  // namespace rivulet
