// SPDX-License-Identifier: BSL-1.0
// What waits for its time: values in order of time, those of one time in the order in which they came.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <rivulet/runtime/time.hpp>

namespace rivulet {

/// A queue by time. Values that come in order of time are pushed without being compared with more than one other; else a push or a pop costs
/// a logarithm of comparisons. The values themselves stay where they were put.
///
///     TimeQueue<Row> waiting;
///     waiting.push(time, row);
///     while (!waiting.empty() && waiting.time() <= watermark) use(waiting.pop());
template <class T>
class TimeQueue {
public:
    bool empty() const { return heap_.empty(); }
    std::size_t size() const { return heap_.size(); }
    /// What the queue itself takes, not what its values hold elsewhere.
    std::size_t bytes() const { return heap_.capacity() * sizeof(Waiting) + values_.capacity() * sizeof(T) + free_.capacity() * sizeof(std::size_t); }
    /// `f(value)` for all, in no order to rely on.
    template <class F> void forEach(F f) const {
        for (const Waiting& w : heap_) f(values_[w.place]);
    }

    template <class V>
    void push(Millis time, V&& value) {
        std::size_t place = values_.size();
        if (free_.empty()) values_.emplace_back(std::forward<V>(value));
        else {
            place = free_.back();
            values_[place] = T(std::forward<V>(value));
            free_.pop_back();
        }
        heap_.push_back({time, next_++, place});
        const Waiting added = heap_.back();
        std::size_t hole = heap_.size() - 1;
        for (; hole > 0 && added.before(heap_[(hole - 1) / 2]); hole = (hole - 1) / 2) heap_[hole] = heap_[(hole - 1) / 2];
        heap_[hole] = added;
    }
    /// The first time; not of an empty queue.
    Millis time() const { return heap_.front().time; }
    /// Takes out the first value.
    T pop() {
        const std::size_t place = heap_.front().place;
        const Waiting last = heap_.back();
        heap_.pop_back();
        if (const std::size_t size = heap_.size(); size > 0) {
            std::size_t hole = 0;
            for (std::size_t child = 1; child < size; child = 2 * hole + 1) {
                if (child + 1 < size && heap_[child + 1].before(heap_[child])) ++child;
                if (!heap_[child].before(last)) break;
                heap_[hole] = heap_[child];
                hole = child;
            }
            heap_[hole] = last;
        }
        T value = std::move(values_[place]);
        if (heap_.empty()) {
            values_.clear();
            free_.clear();
        } else free_.push_back(place);
        return value;
    }

private:
    struct Waiting {
        Millis time;
        std::uint64_t number;  // of its arrival
        std::size_t place;     // in values_
        bool before(const Waiting& o) const { return time != o.time ? time < o.time : number < o.number; }
    };
    std::vector<Waiting> heap_;
    std::vector<T> values_;
    std::vector<std::size_t> free_;  // places in values_
    std::uint64_t next_{};
};

}  // namespace rivulet
