// SPDX-License-Identifier: BSL-1.0
// State that most values do without.
#pragma once
#include <cstddef>
#include <memory>

namespace rivulet::detail {

/// A T that is mostly not there.
template <class T>
class Seldom {
    std::unique_ptr<T> of_;

public:
    constexpr Seldom() = default;
    Seldom(const Seldom& other) : of_(other.of_ ? std::make_unique<T>(*other.of_) : nullptr) {}
    Seldom(Seldom&&) noexcept = default;
    Seldom& operator=(const Seldom& other) {
        if (!other.of_) of_.reset();
        else if (of_) *of_ = *other.of_;
        else of_ = std::make_unique<T>(*other.of_);
        return *this;
    }
    Seldom& operator=(Seldom&&) noexcept = default;
    explicit operator bool() const { return of_ != nullptr; }
    const T& operator*() const { return *of_; }
    const T* operator->() const { return of_.get(); }
    T& make() {
        if (!of_) of_ = std::make_unique<T>();
        return *of_;
    }
    void reset() { of_.reset(); }
    std::size_t bytes() const { return of_ ? sizeof(T) + of_->bytes() : 0; }
};

}  // namespace rivulet::detail
