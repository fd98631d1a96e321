// SPDX-License-Identifier: BSL-1.0
// CHAR(n), VARCHAR(n), BYTES and RAW as C++ types. STRING is std::string.
#pragma once
#include <compare>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <rivulet/core/exception.hpp>
#include <rivulet/types/utf8.hpp>

namespace rivulet {

namespace detail {

/// Text of bounded length: a std::string whose length was checked when it was made.
template <class Self, int N, bool Pads>
class BoundedText {
    static_assert(N >= 1, "rivulet: CHAR and VARCHAR have at least one character");

public:
    static constexpr int length = N;

    BoundedText() { if constexpr (Pads) text_.assign(std::size_t{N}, ' '); }
    BoundedText(std::string text) : text_(std::move(text)) { check(); }
    BoundedText(std::string_view text) : text_(text) { check(); }
    BoundedText(const char* text) : text_(text) { check(); }

    const std::string& str() const noexcept { return text_; }
    operator std::string_view() const noexcept { return text_; }

    friend bool operator==(const Self& a, const Self& b) noexcept { return a.str() == b.str(); }
    friend std::strong_ordering operator<=>(const Self& a, const Self& b) noexcept { return a.str() <=> b.str(); }
    friend bool operator==(const Self& a, std::string_view b) noexcept { return a.str() == b; }
    friend bool operator==(const Self& a, const char* b) noexcept { return a.str() == b; }
    friend std::size_t hash_value(const Self& v) noexcept { return std::hash<std::string>{}(v.str()); }

private:
    void check() {
        const std::size_t n = characterCount(text_);
        if (n > std::size_t{N})
            throw DataError("longer than " + std::string(Pads ? "CHAR(" : "VARCHAR(") + std::to_string(N) + ")", text_);
        if constexpr (Pads) text_.append(std::size_t{N} - n, ' ');
    }
    std::string text_;
};

}  // namespace detail

/// CHAR(N): exactly N characters (code points); shorter text is padded with blanks, longer is a DataError. `Char<3>("ab")` is "ab ".
template <int N> class Char : public detail::BoundedText<Char<N>, N, true> {
public:
    using detail::BoundedText<Char<N>, N, true>::BoundedText;
};

/// VARCHAR(N): at most N characters (code points); longer text is a DataError (a CAST would cut it).
template <int N> class Varchar : public detail::BoundedText<Varchar<N>, N, false> {
public:
    using detail::BoundedText<Varchar<N>, N, false>::BoundedText;
};

/// BYTES. Rows print the bytes as signed numbers: `[1, -2]`.
using Bytes = std::vector<std::byte>;

/// RAW: a value that SQL only carries along; it cannot be compared, grouped or looked into. `Raw<Handle>{handle}`.
template <class T>
struct Raw {
    T value;
};

}  // namespace rivulet

template <int N> struct std::hash<rivulet::Char<N>> {
    std::size_t operator()(const rivulet::Char<N>& v) const noexcept { return hash_value(v); }
};
template <int N> struct std::hash<rivulet::Varchar<N>> {
    std::size_t operator()(const rivulet::Varchar<N>& v) const noexcept { return hash_value(v); }
};
