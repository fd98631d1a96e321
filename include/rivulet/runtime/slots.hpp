// SPDX-License-Identifier: BSL-1.0
// The rows that gather at a boundary, in memory that is used over and over.
#pragma once
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

#include <rivulet/runtime/batch.hpp>

namespace rivulet::detail {

// Room for one batch. A slot keeps its row after the batch was delivered and is assigned the next time, so that strings
// keep their capacity. Rows that cannot be assigned (constant or reference members) are made anew. No vector: of bool it
// has no elements.
template <class T>
class Slots {
public:
    Slots() = default;
    Slots(Slots&& from) noexcept
        : rows_(std::exchange(from.rows_, nullptr)), made_(std::exchange(from.made_, 0)), count_(std::exchange(from.count_, 0)) {}
    Slots& operator=(Slots&&) = delete;
    ~Slots() {
        unmake(0);
        if (rows_) std::allocator<T>().deallocate(rows_, batchRows);
    }

    bool full() const { return count_ == batchRows; }
    std::size_t count() const { return count_; }
    std::span<BatchRow<T>> rows() { return {rows_, count_}; }

    template <class Row>
    void push(Row&& row) {
        if (count_ < made_) {
            if constexpr (std::is_assignable_v<T&, Row&&>) { rows_[count_++] = std::forward<Row>(row); return; }
            else if constexpr (std::is_move_assignable_v<T>) { rows_[count_++] = T(std::forward<Row>(row)); return; }
            else unmake(count_);
        }
        make(std::forward<Row>(row));
        ++count_;
    }
    // The next slot, its row a left-over or new.
    T& next() {
        if (count_ == made_) make();
        return rows_[count_];
    }
    void keep() { ++count_; }
    void clear() {
        count_ = 0;
        if constexpr (!std::is_copy_assignable_v<T> && !std::is_move_assignable_v<T>) unmake(0);
    }

private:
    template <class... A>
    void make(A&&... arguments) {
        if (!rows_) rows_ = std::allocator<T>().allocate(batchRows);
        std::construct_at(rows_ + made_, std::forward<A>(arguments)...);
        ++made_;
    }
    void unmake(std::size_t from) {
        while (made_ > from) std::destroy_at(rows_ + --made_);
    }
    T* rows_{};
    std::size_t made_{}, count_{};
};

}  // namespace rivulet::detail
