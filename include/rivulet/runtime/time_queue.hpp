// SPDX-License-Identifier: BSL-1.0
// What is due at some time: taken out in order of time.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <rivulet/runtime/time.hpp>

namespace rivulet {

/// Things by time; those of one time in the order in which they came. What comes in order of time, as most of a stream does, costs the same
/// whatever there is: it stands in a ring. The rest is a heap. T is small and copied.
template <class T>
class TimeQueue {
public:
    void push(Millis time, T what) {
        if (time >= latest_) {
            if (count_ == ring_.size()) grow();
            ring_[(first_ + count_++) & (ring_.size() - 1)] = {time, what};
            latest_ = time;
        } else {
            heap_.push_back({time, arrivals_++, what});
            up(heap_.size() - 1);
        }
    }
    bool empty() const { return count_ == 0 && heap_.empty(); }
    std::size_t size() const { return count_ + heap_.size(); }
    /// The earliest time; not of an empty queue.
    Millis time() const { return ringIsNext() ? ring_[first_].time : heap_.front().time; }
    /// Whether there is something of this time or before.
    bool isDue(Millis time) const { return (count_ != 0 && ring_[first_].time <= time) || (!heap_.empty() && heap_.front().time <= time); }
    /// Takes out what has the earliest time.
    T pop() {
        if (ringIsNext()) {
            const T what = ring_[first_].what;
            first_ = (first_ + 1) & (ring_.size() - 1);
            --count_;
            return what;
        }
        const T what = heap_.front().what;
        heap_.front() = heap_.back();
        heap_.pop_back();
        if (!heap_.empty()) down();
        return what;
    }
    std::size_t bytes() const { return ring_.capacity() * sizeof(Due) + heap_.capacity() * sizeof(OutOfOrder); }

private:
    struct Due {
        Millis time;
        T what;
    };
    struct OutOfOrder {
        Millis time;
        std::uint64_t arrival;
        T what;
        bool before(const OutOfOrder& other) const { return time != other.time ? time < other.time : arrival < other.arrival; }
    };
    // Of one time the ring's came first: once a later one has come, no more of that time go there.
    bool ringIsNext() const { return heap_.empty() || (count_ != 0 && ring_[first_].time <= heap_.front().time); }
    void grow() {
        std::vector<Due> more(ring_.empty() ? 16 : ring_.size() * 2);
        for (std::size_t i = 0; i < count_; ++i) more[i] = ring_[(first_ + i) & (ring_.size() - 1)];
        ring_.swap(more);
        first_ = 0;
    }
    void up(std::size_t at) {
        while (at != 0 && heap_[at].before(heap_[(at - 1) / 2])) {
            std::swap(heap_[at], heap_[(at - 1) / 2]);
            at = (at - 1) / 2;
        }
    }
    void down() {
        for (std::size_t at = 0, child; (child = 2 * at + 1) < heap_.size(); at = child) {
            if (child + 1 < heap_.size() && heap_[child + 1].before(heap_[child])) ++child;
            if (!heap_[child].before(heap_[at])) return;
            std::swap(heap_[at], heap_[child]);
        }
    }
    std::vector<Due> ring_;  // a power of two of places
    std::size_t first_{}, count_{};
    std::vector<OutOfOrder> heap_;
    std::uint64_t arrivals_{};
    Millis latest_{noWatermark};
};

}  // namespace rivulet
