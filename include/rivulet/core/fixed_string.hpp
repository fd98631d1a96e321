// SPDX-License-Identifier: BSL-1.0
// Text as a template argument: the only form in which characters appear in one.
#pragma once
#include <cstddef>
#include <string_view>

namespace rivulet {

/// A string literal as a template argument: `col<"user">` is `template <FixedString Name>`.
/// `view()` has static storage when called on the template argument itself.
template <std::size_t N>
struct FixedString {
    char chars[N]{};
    consteval FixedString() = default;
    consteval FixedString(const char (&from)[N]) {
        for (std::size_t i = 0; i < N; ++i) chars[i] = from[i];
    }
    constexpr std::string_view view() const { return {chars, N - 1}; }
    constexpr bool operator==(const FixedString&) const = default;
};

}  // namespace rivulet
