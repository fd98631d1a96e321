// SPDX-License-Identifier: BSL-1.0
// Batch: all rows in order, at the end.
#pragma once
#include <cstddef>
#include <utility>
#include <vector>

#include <rivulet/core/row_kind.hpp>
#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/stored_row.hpp>

namespace rivulet {

namespace detail {

// Stable, by merging. (std::stable_sort would bring <algorithm>, which costs every unit.)
template <class T, class Less>
void mergeSort(T* from, T* to, T* room, Less& less) {
    const std::ptrdiff_t n = to - from;
    if (n <= 16) {
        for (T* next = from + (n > 0); next < to; ++next) {
            T value = *next;
            T* hole = next;
            for (; hole != from && less(value, hole[-1]); --hole) *hole = hole[-1];
            *hole = value;
        }
        return;
    }
    T* const middle = from + n / 2;
    mergeSort(from, middle, room, less);
    mergeSort(middle, to, room, less);
    if (!less(*middle, middle[-1])) return;
    T* const end = room + (middle - from);
    for (T* p = from; p != middle; ++p) room[p - from] = *p;
    T *left = room, *right = middle;
    while (left != end) *from++ = right != to && less(*right, *left) ? *right++ : *left++;
}

}  // namespace detail

/// Gathers rows; `finish` emits them sorted by `less(a, b)`, equal ones in the order in which they came. Rows are not moved for sorting:
/// n log n comparisons, and two addresses a row.
template <class Row, class Less>
class Sort {
public:
    explicit Sort(MemoryLimit memoryLimit = {}, Less less = {}) : limit_(std::move(memoryLimit)), less_(std::move(less)) {}

    template <class RowLike>
    void process(const RowLike& row) {
        rows_.emplace_back(row);
        if (!limit_) return;
        heap_ += heapBytes(rows_.back());
        limit_.check(rows_.capacity() * sizeof(Row) + rows_.size() * 2 * sizeof(Row*) + heap_);
    }
    /// `emit(RowKind, const Row&)` for each row; then everything is forgotten.
    template <class Emit>
    void finish(Emit&& emit) {
        std::vector<const Row*> order(rows_.size()), room(rows_.size());
        for (std::size_t i = 0; i < rows_.size(); ++i) order[i] = &rows_[i];
        auto byRow = [this](const Row* a, const Row* b) { return less_(*a, *b); };
        detail::mergeSort(order.data(), order.data() + order.size(), room.data(), byRow);
        for (const Row* row : order) emit(RowKind::insert, *row);
        rows_ = {};
        heap_ = 0;
    }

    std::size_t size() const { return rows_.size(); }
    std::size_t bytes() const {
        std::size_t n = rows_.capacity() * sizeof(Row);
        for (const Row& r : rows_) n += heapBytes(r);
        return n;
    }

private:
    std::vector<Row> rows_;
    MemoryLimit limit_;
    Less less_;
    std::size_t heap_{};  // held by the rows; counted only under a limit
};

}  // namespace rivulet
