// SPDX-License-Identifier: BSL-1.0
// ORDER BY of a time attribute over rows that keep coming: each waits until no earlier one can come.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <rivulet/core/row_kind.hpp>
#include <rivulet/runtime/sort.hpp>
#include <rivulet/runtime/time_queue.hpp>

namespace rivulet {

/// Rows in order of time. `Less` orders those of one time, whose order of arrival is kept where it says nothing.
/// A row is late, and is dropped and counted, when a row of its time or of a later one has gone out already (Flink); one that is only behind the
/// watermark goes out with the next. A row costs a logarithm of the rows that wait.
template <class Row, class Less>
class TemporalSort {
public:
    explicit TemporalSort(Less less = {}) : less_(std::move(less)) {}

    template <class RowLike>
    void process(Millis time, const RowLike& row) {
        if (time > released_) waiting_.push(time, row);
        else ++late_;
    }
    /// `emit(RowKind, const Row&)` for each row whose time has come, in order.
    template <class Emit>
    void advance(Millis watermark, Emit&& emit) {
        while (waiting_.isDue(watermark)) {
            released_ = waiting_.time();
            do together_.push_back(waiting_.pop());
            while (waiting_.isDue(released_));
            if (together_.size() == 1) emit(RowKind::insert, std::as_const(together_.front()));
            else inOrder(emit);
            together_.clear();
        }
    }

    /// Rows that wait.
    std::size_t size() const { return waiting_.size(); }
    std::size_t bytes() const { return waiting_.bytes() + waiting_.heldBytes(); }
    std::uint64_t lateRows() const { return late_; }

private:
    template <class Emit>
    void inOrder(Emit& emit) {
        std::vector<const Row*> order(together_.size()), room(together_.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = &together_[i];
        auto byRow = [this](const Row* a, const Row* b) { return less_(*a, *b); };
        detail::mergeSort(order.data(), order.data() + order.size(), room.data(), byRow);
        for (const Row* row : order) emit(RowKind::insert, *row);
    }

    TimeQueue<Row, false> waiting_;
    std::vector<Row> together_;     // of one time, only while they are emitted
    Millis released_{noWatermark};  // the time of the last row that went out
    std::uint64_t late_{};
    Less less_;
};

}  // namespace rivulet
