// SPDX-License-Identifier: BSL-1.0
// The facts of an error as short texts, the most telling first; and as one line for run-time messages.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/core/error.hpp>
#include <rivulet/core/text.hpp>

namespace rivulet::detail {

struct LineColumn { int line{1}, column{1}; };

/// Where in the text an offset is; lines and columns count from 1, columns in bytes.
constexpr LineColumn lineColumnOf(std::string_view text, int position) {
    LineColumn at;
    for (int i = 0; i < position && i < static_cast<int>(text.size()); ++i) {
        if (text[static_cast<std::size_t>(i)] == '\n') { ++at.line; at.column = 1; }
        else ++at.column;
    }
    return at;
}

struct Facts {
    // Clang cuts a text argument after about 32 characters; all together must fit a line of 400 with GCC's framing.
    static constexpr std::size_t most = 6, room = 32, together = 150, all = 115;  // all: of the most there are
    char chars[most][room + 1]{};
    std::size_t sizes[most]{};
    std::size_t count{};

    constexpr std::size_t written() const {
        std::size_t n = 0;
        for (std::size_t i = 0; i < count; ++i) n += sizes[i];
        return n;
    }
    constexpr std::string_view fact(std::size_t i) const { return {chars[i], sizes[i]}; }
    constexpr void push(char c) {
        if (c == '\n' || c == '\t' || c == '\r') c = ' ';
        if (sizes[count] < room) chars[count][sizes[count]++] = c;
    }
    // Compilers print other bytes than ASCII as numbers, so a name in other letters is spelled with \uXXXX.
    constexpr void push(std::string_view s) {
        constexpr std::string_view hex = "0123456789abcdef";
        for (std::size_t i = 0; i < s.size(); ++i) {
            const auto b = static_cast<unsigned char>(s[i]);
            if (b < 0x80) { push(s[i]); continue; }
            const int more = b >= 0xF0 ? 3 : b >= 0xE0 ? 2 : b >= 0xC0 ? 1 : 0;
            unsigned code = more == 3 ? b & 7u : more == 2 ? b & 15u : more == 1 ? b & 31u : b;
            for (int k = 0; k < more && i + 1 < s.size(); ++k) code = code << 6 | (static_cast<unsigned char>(s[++i]) & 63u);
            if (sizes[count] + (code > 0xFFFF ? 8 : 6) > room) return;
            push('\\');
            push(code > 0xFFFF ? 'U' : 'u');
            for (int shift = code > 0xFFFF ? 20 : 12; shift >= 0; shift -= 4) push(hex[code >> shift & 15u]);
        }
    }
    constexpr void add(std::string_view label, std::string_view s) {
        if (s.empty() || count == most) return;
        push(label);
        push(s);
        ++count;
    }
    // What does not fit goes on in further facts, from a space.
    constexpr void addWhole(std::string_view label, std::string_view s) {
        std::size_t cut = label.size() + s.size() <= room ? 0 : room - label.size();
        while (cut > 0 && s[cut] != ' ') --cut;
        if (cut == 0) return add(label, s);
        add(label, s.substr(0, cut));
        addWhole(".. ", s.substr(cut + 1));
    }
};

constexpr Facts factsOf(const Error& e, std::string_view sql) {
    Facts f;
    f.add("", e.subject);
    f.add("did you mean: ", e.nearest);
    f.addWhole("wants: ", e.expected.empty() ? e.expectedText.view() : e.expected);
    f.addWhole("found: ", e.found.empty() ? e.foundText.view() : e.found);
    if (e.position >= 0 && !sql.empty()) {
        char text[Facts::room]{};
        TextWriter w{text};
        const LineColumn at = lineColumnOf(sql, e.position);
        w << "line ";
        w.number(at.line) << ", column ";
        w.number(at.column);
        f.add("", {text, w.size});
        const int from = e.position > 8 ? e.position - 8 : 0;
        constexpr std::string_view near = "near: ";
        const std::size_t left = f.count + 1 < Facts::most ? 20 : f.written() + near.size() + 4 < Facts::all ? Facts::all - f.written() - near.size() : 0;
        f.add(near, sql.substr(static_cast<std::size_t>(from), left < 20 ? left : 20));
    }
    // The names there are, as many as fit in what is left; `..` where more follow.
    for (int i = 0; i < e.knownCount && f.count < Facts::most && f.written() + Facts::room <= Facts::together;) {
        f.push(std::string_view(i == 0 ? "there are: " : ".. "));
        const bool mayBeLast = f.count + 1 == Facts::most || f.written() + 2 * Facts::room > Facts::together;  // then with room for `..`
        const int first = i;
        while (i < e.knownCount && (i == first || f.sizes[f.count] + 1 + e.known[i].size() + (mayBeLast && i + 1 < e.knownCount ? 3 : 0) <= Facts::room)) {
            if (i > first) f.push(' ');
            f.push(e.known[i]);
            ++i;
        }
        const bool isLast = f.count + 1 == Facts::most || f.written() + f.sizes[f.count] + Facts::room > Facts::together;
        if (i < e.knownCount && isLast) f.push(std::string_view(" .."));
        ++f.count;
    }
    return f;
}

/// One line for an exception: sentence, then every fact, nothing cut.
constexpr void writeError(TextWriter& w, const Error& e, std::string_view sql) {
    w << sentence(e.code);
    if (!e.subject.empty()) w << ": '" << e.subject << "'";
    if (!e.nearest.empty()) w << "; did you mean '" << e.nearest << "'";
    if (!e.expected.empty() || e.expectedText.size) w << "; wants " << (e.expected.empty() ? e.expectedText.view() : e.expected);
    if (!e.found.empty() || e.foundText.size) w << "; found " << (e.found.empty() ? e.foundText.view() : e.found);
    if (e.position >= 0 && !sql.empty()) {
        const LineColumn at = lineColumnOf(sql, e.position);
        w << "; at line ";
        w.number(at.line) << ", column ";
        w.number(at.column);
    }
    for (int i = 0; i < e.knownCount; ++i) w << (i ? ", " : "; there are: ") << e.known[i];
}

}  // namespace rivulet::detail
