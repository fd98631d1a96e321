// SPDX-License-Identifier: BSL-1.0
// Tokens of a SQL text, and who holds them.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/sql/keyword.hpp>

namespace rivulet::sql {

enum class TokenKind : unsigned char {
    end, name, quotedName, integer, decimal, approximate, string, binary, symbol,
    // mistakes; the parser refuses them where it meets them
    badCharacter, badNumber, badBinary, badEscape, emptyName, doubleQuoted, openString, openName, openComment, unknownHint
};

enum class Symbol : unsigned char {
    none, equal, notEqual, less, lessEqual, greater, greaterEqual, plus, minus, star, slash, percent, concat,
    dot, comma, open, close, openBracket, closeBracket, semicolon, arrow,
    bar, question, openBrace, closeBrace  // in PATTERN only; their tokens are badCharacter, as anywhere else they are mistakes
};

/// A token: where it stands, and where its value stands. The value of a quoted name or string is what is between the
/// quotes; where something was doubled or escaped in there, the value was written out into `characters`.
struct Token {
    TokenKind kind{};
    Keyword keyword{};   // name
    Symbol symbol{};
    bool written{};      // value is in `characters`, not in the text
    int begin{}, size{};
    int value{}, valueSize{};
};

/// What the parser reads; anyone may hold it.
struct TokenView {
    const Token* tokens{};
    const char* characters{};
    int count{};               // with the end token
    std::string_view sql{};

    constexpr std::string_view text(int i) const { return {sql.data() + tokens[i].begin, static_cast<std::size_t>(tokens[i].size)}; }
    constexpr std::string_view value(int i) const {
        const Token& t = tokens[i];
        return {(t.written ? characters : sql.data()) + t.value, static_cast<std::size_t>(t.valueSize)};
    }
};

/// The hints that Flink knows.
inline constexpr std::string_view hintNames[] = {"OPTIONS", "STATE_TTL", "LOOKUP", "BROADCAST", "SHUFFLE_HASH", "SHUFFLE_MERGE", "NEST_LOOP", "MULTI_JOIN"};

/// How much room the tokens of a text need.
struct LexSize { int tokens{}, characters{}; };

/// Tokens held by value, of just the right size: `Tokens<size.tokens, size.characters>`.
template <int N, int Characters>
struct Tokens {
    Token tokens[static_cast<std::size_t>(N)]{};
    char characters[static_cast<std::size_t>(Characters) + 1]{};
    constexpr TokenView view(std::string_view sql) const { return {tokens, characters, N, sql}; }
};

}  // namespace rivulet::sql
