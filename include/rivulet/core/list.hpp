// SPDX-License-Identifier: BSL-1.0
// An array that grows, for elements of our own types: std::vector costs a program about a hundred instantiations for each type that it holds
// (7 ms under GCC at -O0), this one a handful (1 ms). Public interfaces hand out std::vector.
#pragma once
#include <cstddef>
#include <initializer_list>
#include <new>

#include <rivulet/core/room.hpp>

namespace rivulet::detail {

/// A part of std::vector's interface, with the same meaning. Elements are moved when it grows, also those that could be copied: if that throws, the
/// list still owns whole objects, some of them moved from.
template <class T>
class List {
public:
    List() = default;
    explicit List(std::size_t length) : List() { resize(length); }
    List(std::initializer_list<T> values) : List() {
        reserve(values.size());
        for (const T& value : values) place(value);
    }
    List(const List& from) : List() {  // by way of List(), so that it is destroyed if an element throws
        reserve(from.size_);
        for (const T& value : from) place(value);
    }
    List(List&& from) noexcept { swap(from); }
    List& operator=(const List& other) {
        List copy(other);
        swap(copy);
        return *this;
    }
    List& operator=(List&& other) noexcept {
        List old(static_cast<List&&>(other));
        swap(old);
        return *this;
    }
    ~List() {
        clear();
        giveRoom(data_);
    }
    void swap(List& other) noexcept {
        T* const data = data_;
        const std::size_t size = size_, capacity = capacity_;
        data_ = other.data_, size_ = other.size_, capacity_ = other.capacity_;
        other.data_ = data, other.size_ = size, other.capacity_ = capacity;
    }

    std::size_t size() const { return size_; }
    std::size_t capacity() const { return capacity_; }
    bool empty() const { return size_ == 0; }
    T* data() { return data_; }
    const T* data() const { return data_; }
    T* begin() { return data_; }
    T* end() { return data_ + size_; }
    const T* begin() const { return data_; }
    const T* end() const { return data_ + size_; }
    T& operator[](std::size_t at) { return data_[at]; }
    const T& operator[](std::size_t at) const { return data_[at]; }
    T& front() { return data_[0]; }
    const T& front() const { return data_[0]; }
    T& back() { return data_[size_ - 1]; }
    const T& back() const { return data_[size_ - 1]; }

    void push_back(const T& value) { emplace_back(value); }
    void push_back(T&& value) { emplace_back(static_cast<T&&>(value)); }
    template <class... A>
    T& emplace_back(A&&... arguments) {
        if (size_ == capacity_) {
            T made(static_cast<A&&>(arguments)...);  // first, as an argument may be an element of this list
            grow(size_ + 1);
            place(static_cast<T&&>(made));
        } else place(static_cast<A&&>(arguments)...);
        return back();
    }
    void pop_back() { data_[--size_].~T(); }
    /// In front of the element `at`, by its number.
    void insertAt(std::size_t at, T&& value) {
        push_back(static_cast<T&&>(value));
        for (std::size_t i = size_ - 1; i > at; --i) {
            T moved(static_cast<T&&>(data_[i]));
            data_[i] = static_cast<T&&>(data_[i - 1]);
            data_[i - 1] = static_cast<T&&>(moved);
        }
    }
    void eraseAt(std::size_t at) {
        for (; at + 1 < size_; ++at) data_[at] = static_cast<T&&>(data_[at + 1]);
        pop_back();
    }
    void reserve(std::size_t count) {
        if (count > capacity_) grow(count);
    }
    void resize(std::size_t count) {
        while (size_ > count) pop_back();
        reserve(count);
        while (size_ < count) place();
    }
    void resize(std::size_t count, T value) {
        while (size_ > count) pop_back();
        reserve(count);
        while (size_ < count) place(value);
    }
    void clear() {
        while (size_ != 0) pop_back();
    }

private:
    template <class... A>
    void place(A&&... arguments) {
        ::new (static_cast<void*>(data_ + size_)) T(static_cast<A&&>(arguments)...);
        ++size_;
    }
    void grow(std::size_t least) {
        List larger;
        const std::size_t capacity = least < 2 * capacity_ ? 2 * capacity_ : least;
        larger.data_ = takeRoom<T>(capacity);
        larger.capacity_ = capacity;
        for (T& value : *this) larger.place(static_cast<T&&>(value));
        swap(larger);
    }
    T* data_{};
    std::size_t size_{}, capacity_{};
};

}  // namespace rivulet::detail
