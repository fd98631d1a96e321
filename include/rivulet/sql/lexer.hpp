// SPDX-License-Identifier: BSL-1.0
// SQL text -> tokens. A plain function; the same code runs in the compiler and at run time.
#pragma once
#include <cstddef>
#include <string_view>
#include <utility>

#include <rivulet/core/text.hpp>
#include <rivulet/sql/token.hpp>

namespace rivulet::sql {
namespace detail {

enum CharClass : unsigned char { otherChar, spaceChar, letterChar, digitChar, symbolChar, quoteChar, backtickChar, doubleQuoteChar };

// One table lookup per character: Clang charges a step for every call and statement.
struct CharTable {
    CharClass of[256]{};
    Symbol symbol[128]{};

    constexpr CharTable() {
        for (const char c : {' ', '\n', '\t', '\r', '\f', '\v'}) of[static_cast<unsigned char>(c)] = spaceChar;
        for (int c = 'a'; c <= 'z'; ++c) of[c] = of[c - 32] = letterChar;
        for (int c = 128; c < 256; ++c) of[c] = letterChar;  // letters of all other scripts, in UTF-8
        of[static_cast<int>('_')] = of[static_cast<int>('$')] = letterChar;
        for (int c = '0'; c <= '9'; ++c) of[c] = digitChar;
        constexpr std::string_view singles = "=<>+-*/%.,()[];!|?{}";
        constexpr Symbol symbols[] = {Symbol::equal, Symbol::less, Symbol::greater, Symbol::plus, Symbol::minus, Symbol::star, Symbol::slash,
                                      Symbol::percent, Symbol::dot, Symbol::comma, Symbol::open, Symbol::close, Symbol::openBracket,
                                      Symbol::closeBracket, Symbol::semicolon, Symbol::none, Symbol::bar, Symbol::question, Symbol::openBrace,
                                      Symbol::closeBrace};
        for (std::size_t i = 0; i < singles.size(); ++i) {
            of[static_cast<unsigned char>(singles[i])] = symbolChar;
            symbol[static_cast<unsigned char>(singles[i])] = symbols[i];
        }
        of[static_cast<int>('\'')] = quoteChar;
        of[static_cast<int>('`')] = backtickChar;
        of[static_cast<int>('"')] = doubleQuoteChar;
    }
};
inline constexpr CharTable charTable{};

constexpr int hexDigit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

struct Lexer {
    const char* s;
    int n;
    Token* out;         // null: only count
    char* characters;
    int p{}, count{}, written{};

    constexpr CharClass at(int i) const { return i < n ? charTable.of[static_cast<unsigned char>(s[i])] : otherChar; }
    constexpr char peek(int i) const { return i < n ? s[i] : '\0'; }
    constexpr void write(char c) {
        if (out) characters[written] = c;
        ++written;
    }
    constexpr void write(unsigned code) {  // as UTF-8
        if (code < 0x80) { write(static_cast<char>(code)); return; }
        int shift = code < 0x800 ? 6 : code < 0x10000 ? 12 : 18;
        const unsigned lead = code < 0x800 ? 0xC0u : code < 0x10000 ? 0xE0u : 0xF0u;
        write(static_cast<char>(lead | code >> shift));
        while (shift) write(static_cast<char>(0x80u | (code >> (shift -= 6) & 0x3Fu)));
    }
    constexpr void add(const Token& t) {
        if (out) out[count] = t;
        ++count;
    }

    // From the opening quote on; a doubled quote stands for one.
    constexpr Token quoted(char quote, TokenKind kind, TokenKind unfinished) {
        Token t{.kind = kind, .begin = p};
        const int first = ++p;
        bool doubled = false;
        for (;; ++p) {
            if (p >= n) { t.kind = unfinished; break; }
            if (s[p] != quote) continue;
            if (p + 1 >= n || s[p + 1] != quote) break;
            doubled = true;
            ++p;
        }
        t.value = first;
        t.valueSize = p - first;
        if (doubled && t.kind == kind) {
            t.written = true;
            t.value = written;
            for (int i = first; i < p; ++i) {
                write(s[i]);
                if (s[i] == quote) ++i;
            }
            t.valueSize = written - t.value;
        }
        if (p < n) ++p;
        t.size = p - t.begin;
        return t;
    }

    // X'1F', from the letter on.
    constexpr Token binary() {
        const int begin = p++;
        Token t = quoted('\'', TokenKind::binary, TokenKind::openString);
        t.begin = begin;
        t.size = p - begin;
        if (t.kind != TokenKind::binary) return t;
        for (int i = 0; i < t.valueSize; ++i)
            if (t.written || hexDigit(s[t.value + i]) < 0) { t.kind = TokenKind::badBinary; return t; }
        if (t.valueSize % 2) t.kind = TokenKind::badBinary;
        return t;
    }

    constexpr bool hexCode(int digits, unsigned& code) {
        code = 0;
        for (int i = 0; i < digits; ++i) {
            const int d = hexDigit(peek(++p));
            if (d < 0) return false;
            code = code << 4 | static_cast<unsigned>(d);
        }
        return true;
    }
    // At the character after a backslash; leaves p on the last one that belongs to the escape.
    constexpr bool escape() {
        const char c = peek(p);
        switch (c) {
            case 'b': write('\b'); return true;
            case 'f': write('\f'); return true;
            case 'n': write('\n'); return true;
            case 'r': write('\r'); return true;
            case 't': write('\t'); return true;
            case '\\': case '\'': case '"': write(c); return true;
            default: break;
        }
        unsigned code = 0;
        if (c >= '0' && c <= '7') {
            code = static_cast<unsigned>(c - '0');
            for (int i = 0; i < 2 && peek(p + 1) >= '0' && peek(p + 1) <= '7' && code < 32; ++i) code = code * 8 + static_cast<unsigned>(s[++p] - '0');
        } else if (c == 'x') {
            if (!hexCode(1, code)) return false;
            if (const int d = hexDigit(peek(p + 1)); d >= 0) { code = code << 4 | static_cast<unsigned>(d); ++p; }
        } else if (c == 'u') {
            if (!hexCode(4, code)) return false;
            if (code >= 0xD800 && code < 0xDC00) {  // the first half of a character beyond 16 bits
                unsigned low = 0;
                if (peek(p + 1) != '\\' || peek(p + 2) != 'u') return false;
                p += 2;
                if (!hexCode(4, low) || low < 0xDC00 || low > 0xDFFF) return false;
                code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            }
        } else if (c == 'U') {
            if (!hexCode(8, code)) return false;
        } else {
            return false;
        }
        if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return false;
        write(code);
        return true;
    }
    // E'a\n', from the letter on.
    constexpr Token escaped() {
        Token t{.kind = TokenKind::string, .written = true, .begin = p};
        t.value = written;
        for (p += 2;; ++p) {
            if (p >= n) { t.kind = TokenKind::openString; break; }
            if (s[p] == '\'') {
                if (peek(p + 1) != '\'') break;
                write(s[++p]);
            } else if (s[p] == '\\') {
                ++p;
                if (!escape()) {
                    t.kind = TokenKind::badEscape;
                    while (p < n && s[p] != '\'') ++p;
                    break;
                }
            } else {
                write(s[p]);
            }
        }
        if (p < n) ++p;
        t.valueSize = written - t.value;
        t.size = p - t.begin;
        return t;
    }

    // U&'d\0061t\+000061' and UESCAPE '!' behind it, from the letter on: the code of a character, or of half a one beyond 16 bits.
    constexpr Token unicode() {
        Token t{.kind = TokenKind::string, .written = true, .begin = p, .value = written};
        const int first = p + 3;
        int end = first;
        while (end < n && (s[end] != '\'' || peek(end + 1) == '\'')) end += s[end] == '\'' ? 2 : 1;
        int behind = end < n ? end + 1 : n, q = behind;
        char mark = '\\';
        while (at(q) == spaceChar) ++q;
        if (rivulet::detail::equalsIgnoringCase({s + q, static_cast<std::size_t>(n - q < 7 ? n - q : 7)}, "UESCAPE")) {
            const int word = q + 7;
            for (q = word; at(q) == spaceChar;) ++q;
            mark = peek(q + 1);
            const bool good = peek(q) == '\'' && peek(q + 2) == '\'' && hexDigit(mark) < 0 && mark != '+' && mark != '\'' && mark != '"' && at(q + 1) != spaceChar;
            if (!good) t.kind = TokenKind::badEscape;
            behind = good ? q + 3 : word;
        }
        if (end >= n) t.kind = TokenKind::openString;
        unsigned high = 0;
        for (p = first; p < end && t.kind == TokenKind::string; ++p) {
            unsigned code = 0;
            const bool coded = s[p] == mark && peek(p + 1) != mark;
            if (coded) {
                const bool isLong = peek(p + 1) == '+';
                p += isLong;
                if (!hexCode(isLong ? 6 : 4, code) || code > 0x10FFFF) t.kind = TokenKind::badEscape;
            } else if (s[p] == '\'' || s[p] == mark) ++p;
            const bool isLow = code >= 0xDC00 && code < 0xE000;
            if (isLow != (high != 0)) t.kind = TokenKind::badEscape;  // half a character
            else if (code >= 0xD800 && code < 0xDC00) high = code;
            else if (!coded) write(s[p]);
            else write(isLow ? 0x10000 + ((std::exchange(high, 0) - 0xD800) << 10) + (code - 0xDC00) : code);
        }
        if (high != 0 && t.kind == TokenKind::string) t.kind = TokenKind::badEscape;
        p = behind;
        t.valueSize = written - t.value;
        t.size = p - t.begin;
        return t;
    }

    constexpr Token number() {
        Token t{.kind = TokenKind::integer, .begin = p, .value = p};
        while (at(p) == digitChar) ++p;
        if (peek(p) == '.') {
            t.kind = TokenKind::decimal;
            do ++p; while (at(p) == digitChar);
        }
        if (peek(p) == 'e' || peek(p) == 'E') {
            const int sign = peek(p + 1) == '+' || peek(p + 1) == '-';
            if (at(p + 1 + sign) == digitChar) {
                t.kind = TokenKind::approximate;
                p += 1 + sign;
                while (at(p) == digitChar) ++p;
            }
        }
        if (at(p) == letterChar) {  // 12abc, 1e: a name may not begin with a digit
            t.kind = TokenKind::badNumber;
            while (at(p) == letterChar || at(p) == digitChar) ++p;
        }
        t.size = t.valueSize = p - t.begin;
        return t;
    }

    constexpr Token symbol() {
        Token t{.kind = TokenKind::symbol, .begin = p};
        const char c = s[p++], d = peek(p);
        t.symbol = charTable.symbol[static_cast<unsigned char>(c)];
        Symbol two = Symbol::none;
        switch (c) {
            case '<': two = d == '=' ? Symbol::lessEqual : d == '>' ? Symbol::notEqual : Symbol::none; break;
            case '>': two = d == '=' ? Symbol::greaterEqual : Symbol::none; break;
            case '!': two = d == '=' ? Symbol::notEqual : Symbol::none; break;
            case '=': two = d == '>' ? Symbol::arrow : Symbol::none; break;
            case '|': two = d == '|' ? Symbol::concat : Symbol::none; break;
            default: break;
        }
        if (two != Symbol::none) { t.symbol = two; ++p; }
        if (t.symbol == Symbol::none || t.symbol >= Symbol::bar) t.kind = TokenKind::badCharacter;
        t.size = p - t.begin;
        return t;
    }

    // Hints `/*+ NAME(..), NAME(..) */`, p at the first character behind them: what Flink has says how it is to run a query, and changes nothing
    // here; what it does not have is a mistake.
    constexpr void hints(int i) {
        int depth = 0;
        while (i < p - 2) {
            if (s[i] == '(') ++depth;
            else if (s[i] == ')') --depth;
            else if (s[i] == '\'') {
                for (++i; i < p - 2 && s[i] != '\'';) ++i;
            } else if (depth == 0 && at(i) == letterChar) {
                const int begin = i;
                while (i < p - 2 && (at(i) == letterChar || at(i) == digitChar)) ++i;
                bool known = false;
                for (const std::string_view name : hintNames) known = known || rivulet::detail::equalsIgnoringCase({s + begin, static_cast<std::size_t>(i - begin)}, name);
                if (!known) add({.kind = TokenKind::unknownHint, .begin = begin, .size = i - begin});
                continue;
            }
            ++i;
        }
    }
    // At `--`, `//` or `/*`; false if the comment has no end.
    constexpr bool comment() {
        const int begin = p;
        if (s[p + 1] != '*') {
            while (p < n && s[p] != '\n' && s[p] != '\r') ++p;
            return true;
        }
        for (p += 2; p + 1 < n; ++p)
            if (s[p] == '*' && s[p + 1] == '/') {
                p += 2;
                if (s[begin + 2] == '+') hints(begin + 3);
                return true;
            }
        p = n;
        add({.kind = TokenKind::openComment, .begin = begin, .size = n - begin});
        return false;
    }

    constexpr void run() {
        const CharClass* const of = charTable.of;
        if (n >= 3 && s[0] == '\xEF' && s[1] == '\xBB' && s[2] == '\xBF') p = 3;  // byte order mark
        while (p < n) {
            switch (of[static_cast<unsigned char>(s[p])]) {
                case spaceChar: ++p; break;
                case letterChar: {
                    const int begin = p++;
                    while (p < n && (of[static_cast<unsigned char>(s[p])] == letterChar || of[static_cast<unsigned char>(s[p])] == digitChar)) ++p;
                    const int size = p - begin;
                    if (size == 1 && peek(p) == '\'') {
                        const char c = rivulet::detail::upper(s[begin]);
                        if (c == 'X') { p = begin; add(binary()); break; }
                        if (c == 'E') { p = begin; add(escaped()); break; }
                    }
                    if (size == 1 && peek(p) == '&' && peek(p + 1) == '\'' && rivulet::detail::upper(s[begin]) == 'U') { p = begin; add(unicode()); break; }
                    if (out) out[count] = {.kind = TokenKind::name, .keyword = keywordOf(s + begin, size), .begin = begin, .size = size, .value = begin, .valueSize = size};
                    ++count;
                    break;
                }
                case digitChar: add(number()); break;
                case symbolChar:
                    if ((s[p] == '-' && peek(p + 1) == '-') || (s[p] == '/' && (peek(p + 1) == '/' || peek(p + 1) == '*'))) {
                        comment();
                    } else if (s[p] == '.' && at(p + 1) == digitChar) {
                        add(number());
                    } else {
                        add(symbol());
                    }
                    break;
                case quoteChar: add(quoted('\'', TokenKind::string, TokenKind::openString)); break;
                case backtickChar: {
                    Token t = quoted('`', TokenKind::quotedName, TokenKind::openName);
                    if (t.kind == TokenKind::quotedName && t.valueSize == 0) t.kind = TokenKind::emptyName;
                    add(t);
                    break;
                }
                case doubleQuoteChar: add(quoted('"', TokenKind::doubleQuoted, TokenKind::doubleQuoted)); break;
                case otherChar: add({.kind = TokenKind::badCharacter, .begin = p, .size = 1}); ++p; break;
            }
        }
        add({.kind = TokenKind::end, .begin = n});
    }
};

}  // namespace detail

/// Writes the tokens of `sql` and returns how many there are; with null pointers it only counts. Never fails: what is
/// no token is a token of a bad kind. Offsets are bytes. Cost: two or three evaluation steps a character.
constexpr LexSize lex(std::string_view sql, Token* tokens = nullptr, char* characters = nullptr) {
    detail::Lexer lexer{sql.data(), static_cast<int>(sql.size()), tokens, characters};
    lexer.run();
    return {lexer.count, lexer.written};
}

}  // namespace rivulet::sql
