// SPDX-License-Identifier: BSL-1.0
// Timers of keys.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>

#include <rivulet/core/exception.hpp>
#include <rivulet/core/list.hpp>
#include <rivulet/runtime/job.hpp>
#include <rivulet/runtime/time_queue.hpp>

namespace rivulet {

enum class TimeDomain : unsigned char { eventTime, processingTime };

namespace detail {

/// The timers that one key has, in the order of their times. Few: a key has one or two.
class TimersOfKey {
public:
    bool empty() const { return timers_.empty(); }
    /// False if there is one of this time.
    bool add(Millis time, std::uint64_t number) {
        const std::size_t at = placeOf(time);
        if (at < timers_.size() && timers_[at].time == time) return false;
        timers_.insertAt(at, {time, number});
        return true;
    }
    bool remove(Millis time) {
        const std::size_t at = placeOf(time);
        if (at == timers_.size() || timers_[at].time != time) return false;
        timers_.eraseAt(at);
        return true;
    }
    bool has(Millis time, std::uint64_t number) const {
        const std::size_t at = placeOf(time);
        return at < timers_.size() && timers_[at].time == time && timers_[at].number == number;
    }

private:
    struct Timer {
        Millis time;
        std::uint64_t number;
    };
    std::size_t placeOf(Millis time) const {
        std::size_t at = timers_.size();
        while (at > 0 && timers_[at - 1].time >= time) --at;
        return at;
    }
    List<Timer> timers_;
};

/// Timers of all keys, by time; of one time in the order in which they were set. One that is deleted stays until its turn, or until half of them
/// are such. One that is set while a timer fires, for that timer's time or before, waits until bringBehind(): a timer that sets itself again does not go round for ever.
template <class K>
class TimerQueue {
public:
    struct Timer {
        std::uint64_t number;
        K key;
    };
    std::size_t size() const { return timers_.size() + behind_.size(); }
    Millis due() const { return timers_.empty() ? lastWatermark : timers_.time(); }
    bool isDue(Millis until) const { return timers_.isDue(until); }

    /// The number of the next timer that is added.
    std::uint64_t number() const { return number_; }
    void add(Millis time, const K& key) {
        if (firing_ != noWatermark && time <= firing_) behind_.push_back({time, Timer{number_++, key}});
        else timers_.push(time, Timer{number_++, key});
    }
    /// The next one, which fires now.
    Timer pop() {
        firing_ = timers_.time();
        return timers_.pop();
    }
    void endFiring() { firing_ = noWatermark; }
    /// Those that were set for a time that had come are in turn.
    void bringBehind() {
        for (Behind& b : behind_) timers_.push(b.time, std::move(b.timer));
        behind_.clear();
    }
    bool hasBehind() const { return !behind_.empty(); }
    void wasDeleted() { ++deleted_; }
    /// A deleted one had its turn.
    void wasStale() {
        if (deleted_ > 0) --deleted_;
    }
    bool hasManyDeleted() const { return deleted_ > 64 && deleted_ > timers_.size() / 2; }
    /// Keeps those of which `isLive(time, const Timer&)` says so.
    template <class F>
    void compact(F isLive) {
        TimeQueue<Timer, false> kept;
        while (!timers_.empty()) {
            const Millis time = timers_.time();
            Timer timer = timers_.pop();
            if (isLive(time, std::as_const(timer))) kept.push(time, std::move(timer));
        }
        timers_ = std::move(kept);
        deleted_ = 0;
    }

private:
    struct Behind {
        Millis time;
        Timer timer;
    };
    TimeQueue<Timer, false> timers_;
    List<Behind> behind_;
    Millis firing_{noWatermark};  // the time of the timer that fires
    std::uint64_t number_{};
    std::size_t deleted_{};
};

/// What a step of a job knows of time.
struct StepTime {
    RecordTime* record{};
    const Millis* now{};
    Millis watermark{noWatermark};
    void open(Job& job) {
        record = &job.recordTime();
        now = &job.processingTime();
    }
};

}  // namespace detail

/// Sets and deletes timers of the current key. A key has at most one timer of a kind and time: a second one is the first. An event-time timer fires when
/// the watermark reaches its time, one that is behind at the next watermark; a processing-time timer fires between two batches once the clock
/// has reached its time, and not after the end of input. What onTimer sets for later fires with the same watermark if that is far enough; what it sets for its own time
/// or before, with the next one, or when the clock has gone on. The end of input is the last watermark, for which all times have come: an onTimer that sets a timer whatever happens ends the job
/// with an IllegalState then. One for which time goes on for ever asks whether `currentWatermark() == lastWatermark`.
template <class K>
class TimerService {
public:
    using Queue = detail::TimerQueue<K>;
    TimerService(const detail::StepTime& ofStep, const K& ofKey, detail::TimersOfKey& eventTimers, Queue& eventQueue, detail::TimersOfKey& processingTimers, Queue& processingQueue, bool canFire)
        : time_(&ofStep), key_(&ofKey), event_(&eventTimers), events_(&eventQueue), processing_(&processingTimers), processings_(&processingQueue), fires_(canFire) {}

    Millis currentWatermark() const { return time_->watermark; }
    Millis currentProcessingTime() const { return *time_->now; }
    void registerEventTimeTimer(Millis time) { add(*event_, *events_, time); }
    void registerProcessingTimeTimer(Millis time) { add(*processing_, *processings_, time); }
    void deleteEventTimeTimer(Millis time) { remove(*event_, *events_, time); }
    void deleteProcessingTimeTimer(Millis time) { remove(*processing_, *processings_, time); }

private:
    void add(detail::TimersOfKey& timers, Queue& queue, Millis time) const {
        if (!fires_) throw IllegalState("a timer is registered, but the function has no onTimer(Millis, State&, ProcessContext<Key>&, Collector<Out>&)");
        if (timers.add(time, queue.number())) queue.add(time, *key_);
    }
    static void remove(detail::TimersOfKey& timers, Queue& queue, Millis time) {
        if (timers.remove(time)) queue.wasDeleted();
    }
    const detail::StepTime* time_;
    const K* key_;
    detail::TimersOfKey* event_;
    Queue* events_;
    detail::TimersOfKey* processing_;
    Queue* processings_;
    bool fires_;
};

}  // namespace rivulet
