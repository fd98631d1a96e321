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

}  // namespace rivulet::detail
