// SPDX-License-Identifier: BSL-1.0
// Small text functions of the planner: ASCII case, nearest names, and a writer that also only counts.
#pragma once
#include <cstddef>
#include <string_view>

namespace rivulet::detail {

constexpr char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }

/// Where the character first stands, or the text's size. (std::string_view::find tests addresses, which GCC 12 with
/// -fsanitize=undefined does not allow in constant evaluation.)
constexpr std::size_t placeOf(std::string_view s, char wanted) {
    std::size_t i = 0;
    while (i < s.size() && s[i] != wanted) ++i;
    return i;
}

/// Equal. Names mostly differ in size or at their end, and constant evaluation counts the steps.
constexpr bool sameText(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    const char *p = a.data(), *q = b.data();
    for (std::size_t i = a.size(); i-- > 0;)
        if (p[i] != q[i]) return false;
    return true;
}

/// Equal but for ASCII case; SQL keywords and function names compare this way, column names do not.
constexpr bool equalsIgnoringCase(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (upper(a[i]) != upper(b[i])) return false;
    return true;
}

// Levenshtein distance, case ignored. Runs on the error path only.
constexpr int editDistance(std::string_view a, std::string_view b) {
    constexpr std::size_t most = 64;
    if (a.size() > most || b.size() > most) return 1000;
    int row[most + 1]{};
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        int diagonal = row[0];
        row[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const int substitute = diagonal + (upper(a[i - 1]) != upper(b[j - 1]));
            diagonal = row[j];
            const int best = row[j] + 1 < row[j - 1] + 1 ? row[j] + 1 : row[j - 1] + 1;
            row[j] = substitute < best ? substitute : best;
        }
    }
    return row[b.size()];
}

/// Collects the known name nearest to what was written; names too far away are not offered.
struct Nearest {
    std::string_view wanted;
    std::string_view best{};
    int least{};
    constexpr explicit Nearest(std::string_view w) : wanted(w), least(static_cast<int>(w.size()) / 2 + 2) {
        for (const char c : w) ++letters.count[upper(c) & 31];
    }
    constexpr void offer(std::string_view name) {
        if (atLeast(name) >= least) return;
        if (const int d = editDistance(name, wanted); d < least) { least = d; best = name; }
    }

private:
    struct Letters { int count[32]{}; };
    Letters letters;

    // What the distance cannot be below: characters that only one of the two has. Constant evaluation has few steps for many names.
    constexpr int atLeast(std::string_view name) const {
        Letters left = letters;
        int extra = 0;
        for (const char c : name)
            if (left.count[upper(c) & 31]-- <= 0) ++extra;
        const int missing = static_cast<int>(wanted.size()) - (static_cast<int>(name.size()) - extra);
        return extra > missing ? extra : missing;
    }
};

/// Writes into a buffer, or without one only counts: constant evaluation sizes its text with one pass
/// and fills it with another.
struct TextWriter {
    char* out{};
    std::size_t size{};
    bool counts{true};  // not `out == nullptr`: with sanitizers GCC 12 finds the address of a constant not constant
    constexpr TextWriter() = default;
    constexpr explicit TextWriter(char* o) : out(o), counts(false) {}
    constexpr TextWriter& operator<<(std::string_view s) {
        for (const char c : s) put(c);
        return *this;
    }
    constexpr void put(char c) {
        if (!counts) out[size] = c;
        ++size;
    }
    constexpr TextWriter& number(long long v) {
        char digits[20]{};
        int n = 0;
        const bool negative = v < 0;
        unsigned long long u = negative ? 0ull - static_cast<unsigned long long>(v) : static_cast<unsigned long long>(v);
        do digits[n++] = static_cast<char>('0' + u % 10); while (u /= 10);
        if (negative) put('-');
        while (n) put(digits[--n]);
        return *this;
    }
};

/// Text made by constant evaluation, of exactly N characters and a final NUL.
template <std::size_t N>
struct StaticText {
    char chars[N + 1]{};
    constexpr std::string_view view() const { return {chars, N}; }
};

/// `write` is a captureless callable `void(TextWriter&)`; the result is a StaticText of just the right size.
template <auto write>
consteval auto staticText() {
    constexpr std::size_t n = [] { TextWriter w; write(w); return w.size; }();
    StaticText<n> text;
    TextWriter w{text.chars};
    write(w);
    return text;
}

}  // namespace rivulet::detail
