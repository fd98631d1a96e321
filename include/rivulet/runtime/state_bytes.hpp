// SPDX-License-Identifier: BSL-1.0
// How much memory values hold, roughly, and a bound on it.
#pragma once
#include <concepts>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/core/exception.hpp>
#include <rivulet/runtime/stored_row.hpp>

namespace rivulet {

/// An operator would need more memory for its state than its limit allows.
class MemoryLimitExceeded : public Exception {
public:
    MemoryLimitExceeded(const std::string& operatorName, std::size_t limit, std::size_t needed)
        : Exception(operatorName + ": the memory limit of an operator is " + std::to_string(limit) + " bytes, but its state needs " +
                    std::to_string(needed) + "; raise the limit, or filter rows and columns before this step"),
          limit_(limit), needed_(needed) {}
    std::size_t limit() const noexcept { return limit_; }
    std::size_t needed() const noexcept { return needed_; }

private:
    std::size_t limit_, needed_;
};

/// The most bytes that one operator's state may take; 0 is no limit.
struct MemoryLimit {
    std::size_t bytes{};
    std::string operatorName{};

    explicit operator bool() const { return bytes != 0; }
    void check(std::size_t needed) const {
        if (bytes != 0 && needed > bytes) [[unlikely]] throw MemoryLimitExceeded(operatorName, bytes, needed);
    }
};

namespace detail {

template <class T> inline constexpr bool isStoredRow = false;
template <class... T> inline constexpr bool isStoredRow<StoredRow<T...>> = true;

}  // namespace detail

/// Bytes that a value holds outside of itself, roughly. A type of one's own says so with a member `bytes()`.
template <class T>
constexpr std::size_t heapBytes(const T& v) {
    if constexpr (requires { { v.bytes() } -> std::convertible_to<std::size_t>; }) return v.bytes();
    else if constexpr (std::is_trivially_copyable_v<T>) return 0;
    else if constexpr (detail::isOptionalKey<T>) return v ? heapBytes(*v) : 0;
    else if constexpr (detail::isStoredRow<T>) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return (std::size_t{0} + ... + heapBytes(v.template stored<static_cast<int>(I)>()));
        }(std::make_index_sequence<static_cast<std::size_t>(T::columns)>{});
    } else if constexpr (std::is_same_v<T, std::string>) return v.capacity() > 15 ? v.capacity() + 1 : 0;
    else if constexpr (detail::keyForm<T>() == detail::KeyForm::elements) {
        std::size_t n = 0;
        for (const auto& e : v) n += sizeof(e) + heapBytes(e);
        return n;
    } else if constexpr (detail::keyForm<T>() == detail::KeyForm::entries) {
        std::size_t n = 0;
        for (const auto& e : v) n += sizeof(e) + 4 * sizeof(void*) + heapBytes(e.first) + heapBytes(e.second);
        return n;
    } else return 0;
}

}  // namespace rivulet
