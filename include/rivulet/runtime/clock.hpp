// SPDX-License-Identifier: BSL-1.0
// Where processing time comes from.
#pragma once
#include <time.h>

#include <rivulet/runtime/time.hpp>

namespace rivulet {

/// Tells the processing time. A job asks it between batches: within one, time stands still.
struct ProcessingTimeClock {
    ProcessingTimeClock() = default;
    ProcessingTimeClock(const ProcessingTimeClock&) = delete;
    ProcessingTimeClock& operator=(const ProcessingTimeClock&) = delete;
    virtual ~ProcessingTimeClock() = default;
    virtual Millis now() const = 0;
};

/// The time of day of this machine: what an environment starts with.
class SystemClock final : public ProcessingTimeClock {
public:
    Millis now() const override {
        timespec t{};
        clock_gettime(CLOCK_REALTIME, &t);
        return Millis{t.tv_sec} * 1000 + t.tv_nsec / 1'000'000;
    }
};

/// A clock that goes when it is told to, for tests and for replaying what happened.
///
///     auto clock = std::make_shared<ManualClock>();
///     env.setClock(clock);
class ManualClock final : public ProcessingTimeClock {
public:
    explicit ManualClock(Millis startsAt = 0) : now_(startsAt) {}
    Millis now() const override { return now_; }
    void set(Millis time) { now_ = time; }
    void advance(Millis by) { now_ += by; }

private:
    Millis now_;
};

namespace detail {

// The processing time of a job, for whoever asks often.
struct JobClock {
    const ProcessingTimeClock& clock;
    Millis now{};
    bool wanted{};
    void tick() {
        if (wanted) now = clock.now();
    }
};

}  // namespace detail

}  // namespace rivulet
