// SPDX-License-Identifier: BSL-1.0
// Storage of a size that only the plan tells, for functions that run in the compiler and at run time.
#pragma once
#include <cstddef>
#include <memory>

namespace rivulet::detail {

/// `count` default values. In constant evaluation it must not outlive the evaluation.
template <class T>
class Buffer {
public:
    constexpr explicit Buffer(int count) : count_(static_cast<std::size_t>(count > 0 ? count : 1)), data_(std::allocator<T>().allocate(count_)) {
        for (std::size_t i = 0; i < count_; ++i) std::construct_at(data_ + i);
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    constexpr ~Buffer() {
        for (std::size_t i = 0; i < count_; ++i) std::destroy_at(data_ + i);
        std::allocator<T>().deallocate(data_, count_);
    }
    constexpr T* data() { return data_; }

private:
    std::size_t count_;
    T* data_;
};

/// A list that grows at its end, in constant evaluation too. An element's address holds until the next push.
template <class T>
class Stack {
public:
    constexpr Stack() = default;
    Stack(const Stack&) = delete;
    Stack& operator=(const Stack&) = delete;
    constexpr ~Stack() { release(); }

    constexpr int size() const { return size_; }
    constexpr T& operator[](int i) { return data_[i]; }
    constexpr const T& operator[](int i) const { return data_[i]; }
    constexpr void push(const T& value) {
        if (size_ == room_) grow();
        data_[size_++] = value;
    }
    constexpr void shrink(int size) { size_ = size; }

private:
    T* data_{};
    int size_{}, room_{};

    constexpr void grow() {
        const int room = room_ > 0 ? 2 * room_ : 8;
        T* const to = std::allocator<T>().allocate(static_cast<std::size_t>(room));
        for (int i = 0; i < room; ++i) std::construct_at(to + i);
        for (int i = 0; i < size_; ++i) to[i] = data_[i];
        release();
        data_ = to;
        room_ = room;
    }
    constexpr void release() {
        if (room_ == 0) return;
        for (int i = 0; i < room_; ++i) std::destroy_at(data_ + i);
        std::allocator<T>().deallocate(data_, static_cast<std::size_t>(room_));
    }
};

}  // namespace rivulet::detail
