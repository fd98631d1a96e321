// SPDX-License-Identifier: BSL-1.0
// For tests: an expression's tree as text that shows what is an argument of what, and parsing within one constant
// expression.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include <rivulet/core/text.hpp>
#include <rivulet/sql/parse_text.hpp>
#include <rivulet/sql/print_syntax.hpp>
#include <rivulet/sql/same_syntax.hpp>

namespace sqltest {

using namespace rivulet;

// AND(=(a, 1), IS NULL(t.b)), CASE(c, v, e), CAST(a AS INT), field b of a is a->b,
// SUM(DISTINCT a) FILTER(b) OVER(PARTITION(c) ORDER(d DESC) ROWS(1(5), 2)), IN QUERY(a), REPEAT(a)1..-1?
constexpr void writeTree(detail::TextWriter& w, const sql::Syntax* nodes, short i) {
    using sql::SyntaxKind;
    const sql::Syntax& s = nodes[i];
    const auto list = [&](short first) {
        for (short a = first; a >= 0; a = nodes[a].next) {
            if (a != first) w << ", ";
            writeTree(w, nodes, a);
            if (nodes[a].descending) w << " DESC";
            if (nodes[a].nulls != sql::NullsOrder::standard) w << (nodes[a].nulls == sql::NullsOrder::first ? " NULLS FIRST" : " NULLS LAST");
        }
    };
    const auto part = [&](std::string_view name, short first) {
        if (first < 0) return;
        w << name << "(";
        list(first);
        w.put(')');
    };
    const auto arguments = [&] {
        w << (s.distinct ? "(DISTINCT " : "(");
        list(s.first);
    };
    switch (s.kind) {
        case SyntaxKind::name: case SyntaxKind::star:
            if (!s.qualifier.empty()) w << s.qualifier << ".";
            w << (s.kind == SyntaxKind::star ? "*" : s.text);
            break;
        case SyntaxKind::integer: case SyntaxKind::decimal: case SyntaxKind::boolean: case SyntaxKind::null: w << s.text; break;
        case SyntaxKind::approximate: w << s.text << "!"; break;
        case SyntaxKind::string: w << "'" << s.text << "'"; break;
        case SyntaxKind::binary: w << "X" << s.text; break;
        case SyntaxKind::typed:
            detail::writeTypeName(w, s.type);
            w << " '" << s.text << "'";
            if (s.unit != sql::TimeUnit::none) w << " " << nameOf(s.unit);
            if (s.unitTo != sql::TimeUnit::none) w << ".." << nameOf(s.unitTo);
            break;
        case SyntaxKind::call:
            w << s.text;
            arguments();
            w.put(')');
            if (s.unit != sql::TimeUnit::none) w << " " << nameOf(s.unit);
            if (s.unitTo != sql::TimeUnit::none) w << ".." << nameOf(s.unitTo);
            part(" ORDER", s.order);
            part(" FILTER", s.filter);
            if (s.over >= 0) { w << " OVER("; writeTree(w, nodes, s.over); w.put(')'); }
            break;
        case SyntaxKind::cast:
            w << (s.isTry ? "TRY_CAST" : "CAST");
            arguments();
            w << " AS ";
            detail::writeTypeName(w, s.type);
            w.put(')');
            break;
        case SyntaxKind::case_: w << "CASE"; arguments(); w.put(')'); break;
        case SyntaxKind::same: w << "same"; break;
        case SyntaxKind::field: writeTree(w, nodes, s.first); w << "->" << s.text; break;
        case SyntaxKind::index: w << "ITEM"; arguments(); w.put(')'); break;
        case SyntaxKind::parameter: w << "?"; w.number(s.parameter); break;
        case SyntaxKind::subquery: case SyntaxKind::exists: case SyntaxKind::inQuery:
            w << (s.kind == SyntaxKind::subquery ? "QUERY" : s.kind == SyntaxKind::exists ? "EXISTS" : s.negated ? "NOT IN QUERY" : "IN QUERY");
            arguments();
            w.put(')');
            break;
        case SyntaxKind::window:
            w << s.text;
            part("PARTITION", s.first);
            part(" ORDER", s.order);
            part(s.frame == sql::FrameUnit::rows ? " ROWS" : " RANGE", s.bounds);
            break;
        case SyntaxKind::bound:
            w.number(static_cast<int>(s.bound));
            part("", s.first);
            break;
        case SyntaxKind::table: case SyntaxKind::sequence: case SyntaxKind::choice:
            w << (s.kind == SyntaxKind::table ? "TABLE" : s.kind == SyntaxKind::sequence ? "SEQUENCE" : "CHOICE");
            arguments();
            w.put(')');
            break;
        case SyntaxKind::named: part(s.text, s.first); break;
        case SyntaxKind::repeat:
            part("REPEAT", s.first);
            w.number(s.atLeast);
            w << "..";
            w.number(s.atMost);
            w << (s.reluctant ? "?" : "");
            break;
    }
}

// Everything that parsing a short text needs, for use within one constant expression.
struct ShortParse {
    static constexpr std::size_t room = 160;
    sql::Token tokens[room]{};
    char characters[room]{};
    sql::Syntax nodes[room]{};
    sql::Query queries[24]{};
    sql::Relation relations[48]{};
    sql::ParseResult result{};
    std::string_view sql;

    constexpr explicit ShortParse(std::string_view text) : sql(text) {
        const sql::LexSize size = sql::lex(text);
        sql::lex(text, tokens, characters);
        const sql::TokenView view{tokens, characters, size.tokens, text};
        result = sql::parseInto(view, nodes, queries, relations, sql::roomFor(view));
    }
    ShortParse(const ShortParse&) = delete;
    constexpr sql::SyntaxView view() const { return {nodes, queries, relations, result.root, sql, result.error}; }
};

struct TextBuffer {
    char chars[2000]{};
    std::size_t size{};
    constexpr std::string_view view() const { return {chars, size}; }
};
constexpr TextBuffer printed(const sql::SyntaxView& syntax) {
    TextBuffer b;
    detail::TextWriter w{b.chars};
    sql::writeSyntax(w, syntax);
    b.size = w.size;
    return b;
}
// The tree of the first select item.
constexpr TextBuffer treeOf(const sql::SyntaxView& syntax) {
    TextBuffer b;
    detail::TextWriter w{b.chars};
    writeTree(w, syntax.nodes, syntax.queries[syntax.root].items);
    b.size = w.size;
    return b;
}

inline std::string printedText(const sql::SyntaxView& syntax) {
    detail::TextWriter counted;
    sql::writeSyntax(counted, syntax);
    std::string s(counted.size, ' ');
    detail::TextWriter w{s.data()};
    sql::writeSyntax(w, syntax);
    return s;
}

}  // namespace sqltest
