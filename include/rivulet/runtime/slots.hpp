// SPDX-License-Identifier: BSL-1.0
// The rows that gather at a boundary, in memory that is used over and over.
#pragma once
#include <cstddef>
#include <exception>
#include <new>
#include <type_traits>
#include <utility>

#include <rivulet/core/room.hpp>
#include <rivulet/runtime/batch.hpp>
#include <rivulet/runtime/source.hpp>

namespace rivulet::detail {

// Room for one batch. A slot keeps its row after the batch was delivered and is assigned the next time, so that strings
// keep their capacity. Rows that cannot be assigned (constant or reference members) are made anew. No vector: of bool it
// has no elements.
template <class T>
class Slots {
public:
    Slots() = default;
    Slots(Slots&& from) noexcept
        : rows_(from.rows_), made_(from.made_), count_(from.count_) {
        from.rows_ = nullptr;
        from.made_ = from.count_ = 0;
    }
    Slots& operator=(Slots&&) = delete;
    ~Slots() {
        unmake(0);
        giveRoom(rows_);
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
        if (!rows_) rows_ = takeRoom<T>(batchRows);
        ::new (static_cast<void*>(rows_ + made_)) T(std::forward<A>(arguments)...);
        ++made_;
    }
    void unmake(std::size_t from) {
        while (made_ > from) rows_[--made_].~T();
    }
    T* rows_{};
    std::size_t made_{}, count_{};
};

// What a source throws behind rows that it has made comes with the next poll: they are shown first.
class PostponedError {
public:
    // `make` puts rows into the empty slots, or none at the end.
    template <class T, class F>
    Polled<T> poll(Slots<T>& slots, F make) {
        if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
        try {
            make();
        } catch (...) {
            if (!slots.count()) throw;
            error_ = std::current_exception();
        }
        return slots.count() ? Polled<T>::rows(slots.rows()) : Polled<T>::end();
    }

private:
    std::exception_ptr error_{};
};

}  // namespace rivulet::detail
