// SPDX-License-Identifier: BSL-1.0
// Text in upper and lower case: full Unicode mapping, independent of any locale.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include <rivulet/core/text.hpp>
#include <rivulet/expr/characters.hpp>
#include <rivulet/expr/unicode_case_data.hpp>

namespace rivulet::detail {

template <class Row, std::size_t N>
constexpr const Row* findCase(const Row (&rows)[N], char32_t code, auto keyOf) {
    std::size_t low = 0, high = N;  // the last row whose key is <= code
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (keyOf(rows[middle]) <= code) low = middle + 1;
        else high = middle;
    }
    return low ? &rows[low - 1] : nullptr;
}

// Appends the counterpart of a character beyond ASCII, or `original` where it has none.
template <std::size_t N, std::size_t M>
constexpr void appendCase(std::string& out, char32_t code, std::string_view original, const CaseRange (&ranges)[N], const CaseSpecial (&specials)[M]) {
    const CaseSpecial* s = findCase(specials, code, [](const CaseSpecial& r) { return static_cast<char32_t>(r.code); });
    if (s && s->code == code) {
        for (const auto c : s->to)
            if (c) appendCharacter(out, static_cast<char32_t>(c));
        return;
    }
    const CaseRange* r = findCase(ranges, code, [](const CaseRange& x) { return static_cast<char32_t>(x.first); });
    if (r && code <= r->last && (code - r->first) % static_cast<char32_t>(r->step) == 0)
        appendCharacter(out, static_cast<char32_t>(static_cast<std::int32_t>(code) + r->delta));
    else out.append(original);
}

// ASCII text with its letters from `first` on, all 26, in the other case.
constexpr std::string turnCase(std::string_view ascii, char first) {
    std::string out(ascii);
    std::size_t i = 0;
    if (!std::is_constant_evaluated())
        for (; i + 8 <= out.size(); i += 8) {
            constexpr std::uint64_t ones = 0x0101010101010101u;
            std::uint64_t eight = 0;
            __builtin_memcpy(&eight, out.data() + i, 8);
            // A byte's highest bit says whether it is not before the first letter, and whether it is behind the last one.
            const std::uint64_t from = eight + ones * static_cast<unsigned char>(0x80 - first), behind = eight + ones * static_cast<unsigned char>(0x80 - 26 - first);
            eight ^= (from & ~behind & ones << 7) >> 2;
            __builtin_memcpy(out.data() + i, &eight, 8);
        }
    for (; i < out.size(); ++i)
        if (out[i] >= first && out[i] < first + 26) out[i] = static_cast<char>(out[i] ^ 0x20);
    return out;
}

constexpr std::string upperText(std::string_view s) {
    if (isAscii(s)) return turnCase(s, 'a');
    std::string out;
    out.reserve(s.size());
    for (std::size_t i = 0; i < s.size();) {
        if (isAscii(s[i])) { out.push_back(upper(s[i++])); continue; }
        const std::string_view character = s.substr(i, characterSize(s.substr(i)));
        appendCase(out, codePoint(character), character, upperRanges, upperSpecials);
        i += character.size();
    }
    return out;
}

// Whether the character has case; a sigma is final after one that has and before none that has.
constexpr bool isCased(std::string_view character) {
    if (character.empty()) return false;
    if (const char first = upper(character[0]); isAscii(first)) return first >= 'A' && first <= 'Z';
    std::string up, low;
    appendCase(up, codePoint(character), character, upperRanges, upperSpecials);
    appendCase(low, codePoint(character), character, lowerRanges, lowerSpecials);
    return up != character || low != character;
}

constexpr std::string lowerText(std::string_view s) {
    constexpr char32_t sigma = 0x3A3;
    constexpr auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    if (isAscii(s)) return turnCase(s, 'A');
    std::string out;
    out.reserve(s.size());
    for (std::size_t i = 0; i < s.size();) {
        if (isAscii(s[i])) { out.push_back(lower(s[i++])); continue; }
        const std::string_view character = s.substr(i, characterSize(s.substr(i)));
        const char32_t code = codePoint(character);
        const std::string_view rest = s.substr(i + character.size());
        if (code == sigma && i > 0 && isCased(s.substr(characterBefore(s, i), i - characterBefore(s, i))) && !isCased(rest.substr(0, characterSize(rest))))
            out.append("\xCF\x82");
        else appendCase(out, code, character, lowerRanges, lowerSpecials);
        i += character.size();
    }
    return out;
}

}  // namespace rivulet::detail
