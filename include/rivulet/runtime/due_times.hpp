// SPDX-License-Identifier: BSL-1.0
// What falls due when, the earliest first.
#pragma once
#include <cstddef>
#include <utility>
#include <vector>

#include <rivulet/runtime/time.hpp>

namespace rivulet {

/// A binary heap of values by time; those of one time in the order of `<` of the values.
template <class Value>
class DueTimes {
public:
    struct Due {
        Millis time;
        Value value;
        friend constexpr bool operator<(const Due& a, const Due& b) { return a.time != b.time ? a.time < b.time : a.value < b.value; }
    };
    bool empty() const { return heap_.empty(); }
    std::size_t size() const { return heap_.size(); }
    std::size_t bytes() const { return heap_.capacity() * sizeof(Due); }
    const Due& first() const { return heap_.front(); }

    void add(Millis time, Value value) {
        std::size_t at = heap_.size();
        heap_.push_back({time, std::move(value)});
        for (; at > 0 && heap_[at] < heap_[(at - 1) / 2]; at = (at - 1) / 2) std::swap(heap_[at], heap_[(at - 1) / 2]);
    }
    void removeFirst() {
        heap_.front() = std::move(heap_.back());
        heap_.pop_back();
        for (std::size_t at = 0;;) {
            std::size_t child = 2 * at + 1;
            if (child >= heap_.size()) return;
            if (child + 1 < heap_.size() && heap_[child + 1] < heap_[child]) ++child;
            if (!(heap_[child] < heap_[at])) return;
            std::swap(heap_[at], heap_[child]);
            at = child;
        }
    }

private:
    std::vector<Due> heap_;
};

}  // namespace rivulet
