// SPDX-License-Identifier: BSL-1.0
// What the handles of one environment share: registered sinks, names, counters, settings.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <rivulet/core/list.hpp>
#include <rivulet/runtime/clock.hpp>
#include <rivulet/runtime/job.hpp>
#include <rivulet/runtime/operator.hpp>
#include <rivulet/runtime/owned.hpp>
#include <rivulet/runtime/result.hpp>
#include <rivulet/runtime/state_ttl.hpp>
#include <rivulet/types/session_zone.hpp>

namespace rivulet {

/// Flink's execution modes. Tables plan with it; in `Batch` there are no watermarks before the end of input.
enum class RuntimeExecutionMode : unsigned char { Streaming, Batch, Automatic };

namespace detail {

// A sink and the chain in front of it, waiting for execute(), which runs it once.
struct AnySink {
    AnySink() = default;
    AnySink(const AnySink&) = delete;
    AnySink& operator=(const AnySink&) = delete;
    virtual ~AnySink() = default;
    virtual void connect(Job& job) = 0;
    virtual void open() {}
    virtual void commit() {}
    virtual void failed() noexcept {}
    Operator named;
};

class EnvironmentCore {
public:
    List<std::shared_ptr<AnySink>> sinks;
    std::shared_ptr<ProgressListener> listener;
    RuntimeExecutionMode mode{RuntimeExecutionMode::Streaming};
    StateTtl stateTtl;                   // of operators of tables, streaming
    std::shared_ptr<const TimeZone> zone;  // of sessions; null is UTC
    std::size_t operatorMemoryLimit{};   // bytes of state of each operator of tables, batch; 0 is none
    JobExecutionResult lastResult;
    std::uint64_t sourceCount{};
    std::size_t mostRows{batchRows};
    std::shared_ptr<const ProcessingTimeClock> clock{std::shared_ptr<const ProcessingTimeClock>(static_cast<const ProcessingTimeClock*>(new SystemClock))};

    // `kind` has static storage. "map 1", "map 2", "filter 1": in the order in which a program makes them.
    std::string defaultName(std::string_view kind) {
        Made* made = made_.first;
        while (made && made->kind != kind) made = made->next;
        if (!made) made_.add(made = new Made{kind, 0, nullptr});
        return std::string(kind).append(" ").append(std::to_string(++made->count));
    }
    std::shared_ptr<Operator> makeOperator(std::string_view kind) { return std::shared_ptr<Operator>(new Operator{defaultName(kind)}); }

    // The sinks that were added since the last execution; cleared whatever happens.
    JobExecutionResult execute(std::string_view name) { return run(name, List(std::move(sinks))); }

    // A job of its own, whatever else was added.
    JobExecutionResult run(std::string_view name, const List<std::shared_ptr<AnySink>>& taken) {
        if (running_) throw IllegalState("execute was called within a job of the same environment; use an environment of its own");
        if (taken.empty()) throw IllegalState("No operators defined in streaming topology: no sink was added since the last execution");
        running_ = true;
        struct Done {
            bool& running;
            ~Done() { running = false; }
        } done{running_};
        const SessionZone session(zone.get());
        try {
            const std::shared_ptr<const ProcessingTimeClock> time = clock;  // it may be replaced by a function of the job
            Job job(this, *time, mostRows, mode == RuntimeExecutionMode::Batch);
            for (const auto& s : taken) s->connect(job);
            for (const auto& s : taken) s->open();
            const std::shared_ptr<ProgressListener> told = listener;  // it may be replaced while it is called
            try {
                lastResult = job.run(std::string(name), told.get());
            } catch (...) {
                for (const auto& s : taken) s->failed();
                throw;
            }
            for (const auto& s : taken) s->commit();
            return lastResult;
        } catch (const StepError& e) {
            throw JobError(static_cast<const JobError&>(e));
        }
    }

private:
    struct Made {
        std::string_view kind;
        std::uint64_t count;
        Made* next;
    };
    OwnedList<Made> made_;
    bool running_{};
};

}  // namespace detail

}  // namespace rivulet
