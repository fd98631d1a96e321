// SPDX-License-Identifier: BSL-1.0
// What is due at some time: taken out in order of time.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <rivulet/core/list.hpp>
#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/time.hpp>

namespace rivulet {

namespace detail {
template <class T> inline constexpr bool isSmall = std::is_trivially_copyable_v<T> && std::is_default_constructible_v<T> && sizeof(T) <= 16;
}

/// Things by time; those of one time in the order in which they came. What comes in order of time, as most of a stream does, costs the same
/// whatever there is: it stands in a ring. The rest is a heap. Small things move about in these; large ones stay where they were put, and their numbers move.
///
///     TimeQueue<Row> waiting;
///     waiting.push(time, row);
///     while (waiting.isDue(watermark)) use(waiting.pop());
template <class T, bool Small = detail::isSmall<T>>
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
    /// What the queue itself takes.
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
        detail::List<Due> more(ring_.empty() ? 16 : ring_.size() * 2);
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
    detail::List<Due> ring_;  // a power of two of places
    std::size_t first_{}, count_{};
    detail::List<OutOfOrder> heap_;
    std::uint64_t arrivals_{};
    Millis latest_{noWatermark};
};

template <class T>
class TimeQueue<T, false> {
public:
    template <class V>
    void push(Millis time, V&& value) {
        std::size_t place = values_.size();
        if (free_.empty()) values_.emplace_back(std::forward<V>(value));
        else {
            place = free_.back();
            values_[place] = T(std::forward<V>(value));
            free_.pop_back();
        }
        places_.push(time, place);
    }
    bool empty() const { return places_.empty(); }
    std::size_t size() const { return places_.size(); }
    Millis time() const { return places_.time(); }
    bool isDue(Millis time) const { return places_.isDue(time); }
    T pop() {
        const std::size_t place = places_.pop();
        T value = std::move(values_[place]);
        if (places_.empty()) {
            values_.clear();
            free_.clear();
        } else free_.push_back(place);
        return value;
    }
    std::size_t bytes() const { return places_.bytes() + values_.capacity() * sizeof(T) + free_.capacity() * sizeof(std::size_t); }
    /// What the values hold outside of the queue.
    std::size_t heldBytes() const {
        std::size_t n = 0;
        for (const T& v : values_) n += heapBytes(v);  // what was taken out holds nothing
        return n;
    }

private:
    TimeQueue<std::size_t> places_;
    detail::List<T> values_;
    detail::List<std::size_t> free_;  // places in values_
};

}  // namespace rivulet
