// SPDX-License-Identifier: BSL-1.0
// The texts of a row, one behind the other in one piece of memory.
#pragma once
#include <cstddef>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include <rivulet/core/room.hpp>

namespace rivulet::detail {

/// A text or NULL, as a block takes it over.
struct TextPart {
    std::string_view text{};
    bool isMissing{};
};
template <class T>
constexpr TextPart textPart(const T& text) {
    if constexpr (requires { std::string_view(text); }) return {std::string_view(text)};
    else if constexpr (requires { std::string_view(*text); }) return text ? TextPart{std::string_view(*text)} : TextPart{{}, true};
    else return {{}, true};  // an untyped NULL
}

/// N texts, each of which may be NULL; at first empty and NULL. One allocation however many they are; moving moves a pointer.
template <std::size_t N>
class TextBlock {
public:
    TextBlock() = default;
    /// The texts must not lie in a block that is assigned to.
    explicit TextBlock(const TextPart (&texts)[N]) { assign(texts); }
    TextBlock(const TextBlock& from) {
        if (from.words_ == none) return;
        const std::size_t size = from.end(N - 1);
        words_ = allocated(size);
        std::memcpy(words_ + 1, from.words_ + 1, N * sizeof(std::size_t) + size);
    }
    TextBlock(TextBlock&& from) noexcept : words_(from.words_) { from.words_ = const_cast<std::size_t*>(none); }
    TextBlock& operator=(TextBlock from) noexcept {
        std::swap(words_, from.words_);
        return *this;
    }
    ~TextBlock() { release(); }

    /// Memory is asked for only if they do not fit into what there is.
    void assign(const TextPart (&texts)[N]) {
        std::size_t size = 0;
        for (const TextPart& t : texts) size += t.text.size();
        if (words_ == none || size > words_[0]) {
            std::size_t* const bigger = allocated(size);
            release();
            words_ = bigger;
        }
        char* to = chars();
        std::size_t end = 0;
        for (std::size_t i = 0; i < N; ++i) {
            end += texts[i].text.size();
            words_[i + 1] = end << 1 | std::size_t{texts[i].isMissing};
            if (!texts[i].text.empty()) to = static_cast<char*>(std::memcpy(to, texts[i].text.data(), texts[i].text.size())) + texts[i].text.size();
        }
    }
    std::string_view text(std::size_t i) const {
        const std::size_t from = i == 0 ? 0 : end(i - 1);
        return {reinterpret_cast<const char*>(words_ + 1 + N) + from, end(i) - from};
    }
    std::optional<std::string_view> maybe(std::size_t i) const { return (words_[i + 1] & 1) != 0 ? std::nullopt : std::optional<std::string_view>(text(i)); }
    /// What it takes outside of itself.
    std::size_t bytes() const { return words_ == none ? 0 : wordsFor(words_[0]) * sizeof(std::size_t); }

private:
    // What a block without memory points to, so that reading need not ask.
    static constexpr auto made = [] {
        struct Words { std::size_t at[N + 1]; } w{};
        for (std::size_t i = 1; i <= N; ++i) w.at[i] = 1;
        return w;
    }();
    static constexpr const std::size_t* none = made.at;

    static std::size_t wordsFor(std::size_t room) { return 1 + N + room / sizeof(std::size_t); }
    static std::size_t* allocated(std::size_t size) {
        const std::size_t room = (size + sizeof(std::size_t) - 1) / sizeof(std::size_t) * sizeof(std::size_t);
        auto* const words = takeRoom<std::size_t>(wordsFor(room));
        words[0] = room;
        return words;
    }
    void release() {
        if (words_ != none) giveRoom(words_);
    }
    std::size_t end(std::size_t i) const { return words_[i + 1] >> 1; }
    char* chars() { return reinterpret_cast<char*>(words_ + 1 + N); }

    // The characters that there is room for; where each text ends, twice that, and 1 if it is NULL; the characters. What `none` says is never written to.
    std::size_t* words_{const_cast<std::size_t*>(none)};
};

}  // namespace rivulet::detail
