// SPDX-License-Identifier: BSL-1.0
// Syntax tree -> SQL text that parses to the same tree: one function per notion, defined beside their kind in print_*.hpp.
#pragma once
#include <string_view>

#include <rivulet/core/text.hpp>
#include <rivulet/sql/lexer.hpp>
#include <rivulet/sql/operators.hpp>
#include <rivulet/sql/syntax.hpp>

namespace rivulet::sql {

/// A name as SQL text: as it is where that is safe, in backticks where it is a word of the grammar or no plain name.
constexpr void writeName(rivulet::detail::TextWriter& w, std::string_view name) {
    bool plain = !name.empty() && keywordOf(name) == Keyword::none && detail::charTable.of[static_cast<unsigned char>(name[0])] == detail::letterChar;
    for (const char c : name) {
        const detail::CharClass of = detail::charTable.of[static_cast<unsigned char>(c)];
        plain = plain && (of == detail::letterChar || of == detail::digitChar);
    }
    if (plain) w << name;
    else rivulet::detail::writeQuoted(w, name);
}

/// A text as a SQL literal.
constexpr void writeString(rivulet::detail::TextWriter& w, std::string_view text) {
    w.put('\'');
    for (const char c : text) {
        if (c == '\'') w.put(c);
        w.put(c);
    }
    w.put('\'');
}

namespace detail {

// At most two calls a level of the tree, like every walk over it.
struct SyntaxPrinter {
    rivulet::detail::TextWriter& w;
    const Syntax* nodes;
    const Query* queries;
    const Relation* relations;
    bool everyNameQuoted{};

    // ---- print_expression.hpp --------------------------------------------------------------------------------------------

    constexpr void name(std::string_view n) {
        if (everyNameQuoted) rivulet::detail::writeQuoted(w, n);
        else writeName(w, n);
    }
    constexpr int count(const Syntax& s) const {
        int n = 0;
        for (short a = s.first; a >= 0; a = nodes[a].next) ++n;
        return n;
    }
    constexpr bool isUnit(short i) const { return i >= 0 && nodes[i].kind == SyntaxKind::string && unitOf(keywordOf(nodes[i].text)) != TimeUnit::none && nameOf(unitOf(keywordOf(nodes[i].text))) == nodes[i].text; }
    // The operator that a node is written with, -1 for none. An index: under a sanitizer GCC does not compare addresses
    // in constant expressions.
    constexpr int operatorOf(const Syntax& s) const { return s.kind == SyntaxKind::call ? findOperator(s.text) : -1; }
    constexpr void arguments(short a, std::string_view separator, int minimum = precedence::or_);
    constexpr void expression(short i, int minimum = precedence::or_);
    constexpr void operation(const Syntax& s, const OperatorName& o);
    constexpr void units(const Syntax& s);
    constexpr void other(const Syntax& s);
    constexpr void cases(const Syntax& s);

    // ---- print_call.hpp --------------------------------------------------------------------------------------------------

    constexpr void call(const Syntax& s);
    constexpr void functionName(std::string_view name);
    constexpr bool isJson(const Syntax& s) const;
    constexpr void aggregate(const Syntax& s);
    constexpr void over(const Syntax& s);
    constexpr void window(const Syntax& s);
    constexpr void bound(const Syntax& s);
    constexpr void orderItems(short a);

    // ---- print_relation.hpp ----------------------------------------------------------------------------------------------

    constexpr void tableArgument(const Syntax& s);
    constexpr bool isWholeTable(const Query& q) const;
    constexpr void columnNames(short a);
    constexpr void relation(short i);
    constexpr void join(const Relation& r);

    // ---- print_match.hpp -------------------------------------------------------------------------------------------------

    constexpr void variable(std::string_view n);
    constexpr void patternPart(short i, bool repeated);
    constexpr void pattern(const Syntax& s);
    constexpr void match(const MatchClauses& c);
    constexpr void interval(short i);

    // ---- print_query.hpp -------------------------------------------------------------------------------------------------

    constexpr void select(const Query& q);
    constexpr void grouping(short a, bool isSet);
    constexpr bool beginsWithRow(short i) const;
    constexpr void values(short a);
    constexpr void query(short i);
    constexpr void term(const Query& of, short side, bool isLeft);
};

}  // namespace detail
}  // namespace rivulet::sql

#include <rivulet/sql/print_call.hpp>
#include <rivulet/sql/print_expression.hpp>
#include <rivulet/sql/print_match.hpp>
#include <rivulet/sql/print_query.hpp>
#include <rivulet/sql/print_relation.hpp>
