// SPDX-License-Identifier: BSL-1.0
// Syntax tree -> SQL text that parses to the same tree; and when two trees are the same.
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

// One call of expression() a level of the tree, like every walk over it.
struct SyntaxPrinter {
    rivulet::detail::TextWriter& w;
    const Syntax* nodes;
    const Query* queries;
    bool everyNameQuoted{};

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

    // `separator` between the arguments from `a` on, each binding at least as tightly as asked.
    constexpr void arguments(short a, std::string_view separator, int minimum = precedence::or_) {
        for (bool first = true; a >= 0; a = nodes[a].next, first = false) {
            if (!first) w << separator;
            expression(a, minimum);
        }
    }
    constexpr void expression(short i, int minimum = precedence::or_) {
        const Syntax& s = nodes[i];
        const int o = operatorOf(s);
        const bool parentheses = o >= 0 && operators[o].precedence < minimum;
        if (parentheses) w.put('(');
        if (o >= 0) operation(s, operators[o]);
        else if (s.kind == SyntaxKind::call) call(s);
        else other(s);
        if (parentheses) w.put(')');
    }
    constexpr void operation(const Syntax& s, const OperatorName& o) {
        // Operands of comparisons and predicates are written as if none of these could stand in another.
        const int level = o.precedence;
        const int tight = level >= precedence::is && level <= precedence::distinct ? precedence::additive : level + 1;
        const short second = nodes[s.first].next;
        const std::string_view name = o.name;
        switch (o.form) {
            case Form::infix:
                expression(s.first, tight == level + 1 ? level : tight);
                w.put(' ');
                w << name;
                w.put(' ');
                expression(second, tight);
                break;
            case Form::chain:
                for (short a = s.first; a >= 0; a = nodes[a].next) {
                    if (a != s.first) { w.put(' '); w << name; w.put(' '); }
                    expression(a, tight);
                }
                break;
            case Form::prefix:
                w << (level == precedence::not_ ? "NOT " : "-");
                expression(s.first, level == precedence::not_ ? level : tight);
                break;
            case Form::postfix:
                expression(s.first, tight);
                w.put(' ');
                w << name;
                break;
            case Form::list:
                expression(s.first, tight);
                w.put(' ');
                w << name << " (";
                arguments(second, ", ");
                w.put(')');
                break;
            case Form::range: case Form::pattern: {
                expression(s.first, tight);
                w.put(' ');
                w << name;
                w.put(' ');
                expression(second, tight);
                const short third = nodes[second].next;
                if (third >= 0) {
                    w << (o.form == Form::range ? " AND " : " ESCAPE ");
                    expression(third, tight);
                }
                break;
            }
        }
    }
    constexpr void units(const Syntax& s) {
        w.put(' ');
        w << nameOf(s.unit);
        if (s.unitTo != TimeUnit::none) w << " TO " << nameOf(s.unitTo);
    }
    constexpr void call(const Syntax& s) {
        const int n = count(s);
        const std::string_view name = s.text;
        const short first = s.first, second = first < 0 ? first : nodes[first].next;
        if (n == 0 && (name == "CURRENT_DATE" || name == "CURRENT_TIME" || name == "CURRENT_TIMESTAMP" || name == "LOCALTIME" || name == "LOCALTIMESTAMP")) {
            w << name;
            return;
        }
        if (name == special::array || name == special::map) {
            w << name;
            w.put('[');
            arguments(first, ", ");
            w.put(']');
            return;
        }
        if (name == special::minusDate) {
            w.put('(');
            expression(first, precedence::additive);
            w << " - ";
            expression(second, precedence::multiplicative);
            w.put(')');
            units(s);
            return;
        }
        const bool extract = name == "EXTRACT" && n == 2 && isUnit(first), timestamp = (name == "TIMESTAMPADD" || name == "TIMESTAMPDIFF") && n == 3 && isUnit(first);
        const bool trim = name == "TRIM" && n == 3 && nodes[first].kind == SyntaxKind::string;
        const bool position = name == "POSITION" && (n == 2 || n == 3), overlay = name == "OVERLAY" && (n == 3 || n == 4);
        const bool rounded = (name == "FLOOR" || name == "CEIL") && n == 2 && isUnit(second);
        const bool plain = name == special::row || ((name == "TRIM" || name == "FLOOR" || name == "CEIL") && n == 1) || (name == "SUBSTRING" && n > 0);
        if (extract || timestamp || trim || position || overlay || rounded || plain) w << name;
        else writeName(w, name);
        w.put('(');
        if (extract || timestamp) {
            w << nodes[first].text << (extract ? " FROM " : ", ");
            arguments(second, ", ");
        } else if (trim) {
            w << nodes[first].text;
            w.put(' ');
            expression(second);
            w << " FROM ";
            expression(nodes[second].next);
        } else if (position) {
            expression(first, precedence::additive);
            w << " IN ";
            arguments(second, " FROM ");
        } else if (overlay) {
            expression(first);
            w << " PLACING ";
            expression(second);
            w << " FROM ";
            arguments(nodes[second].next, " FOR ");
        } else if (rounded) {
            const Syntax& of = nodes[first];  // its end must not be read together with TO, as in INTERVAL '1' DAY TO
            const bool bare = of.kind != SyntaxKind::typed && operatorOf(of) < 0 && of.text != special::minusDate;
            if (!bare) w.put('(');
            expression(first);
            if (!bare) w.put(')');
            w << " TO " << nodes[second].text;
        } else {
            arguments(first, ", ");
        }
        w.put(')');
    }
    constexpr void other(const Syntax& s) {
        switch (s.kind) {
            case SyntaxKind::name:
                if (!s.qualifier.empty()) { name(s.qualifier); w.put('.'); }
                name(s.text);
                break;
            case SyntaxKind::integer: case SyntaxKind::decimal: case SyntaxKind::approximate: case SyntaxKind::boolean: w << s.text; break;
            case SyntaxKind::null: w << "NULL"; break;
            case SyntaxKind::string: writeString(w, s.text); break;
            case SyntaxKind::binary: w.put('X'); writeString(w, s.text); break;
            case SyntaxKind::typed:
                switch (s.type.root) {
                    case TypeRoot::date: w << "DATE "; break;
                    case TypeRoot::time: w << "TIME "; break;
                    case TypeRoot::timestamp: w << "TIMESTAMP "; break;
                    case TypeRoot::timestampLtz: w << "TIMESTAMP WITH LOCAL TIME ZONE "; break;
                    default: w << "INTERVAL "; break;
                }
                writeString(w, s.text);
                if (s.unit != TimeUnit::none) units(s);
                break;
            case SyntaxKind::star:
                if (!s.qualifier.empty()) { name(s.qualifier); w.put('.'); }
                w.put('*');
                break;
            case SyntaxKind::cast:
                w << (s.isTry ? "TRY_CAST(" : "CAST(");
                expression(s.first);
                w << " AS ";
                rivulet::detail::writeTypeName(w, s.type);
                w.put(')');
                break;
            case SyntaxKind::case_: cases(s); break;
            case SyntaxKind::same: expression(s.first, precedence::primary); break;
            case SyntaxKind::field: case SyntaxKind::index: {
                // (a).b is field b of column a, a.b may be column b of table a; literals are no tables
                const Syntax& of = nodes[s.first];
                const bool bare = of.kind == SyntaxKind::name ? s.kind == SyntaxKind::index || !of.qualifier.empty()
                                                              : of.kind == SyntaxKind::field || of.kind == SyntaxKind::index || of.kind == SyntaxKind::cast ||
                                                                    (of.kind == SyntaxKind::call && of.first >= 0 && operatorOf(of) < 0 && of.text != special::minusDate);
                if (!bare) w.put('(');
                expression(s.first);
                if (!bare) w.put(')');
                if (s.kind == SyntaxKind::field) {
                    w.put('.');
                    name(s.text);
                } else {
                    w.put('[');
                    expression(of.next);
                    w.put(']');
                }
                break;
            }
            case SyntaxKind::parameter: w.put('?'); w.number(s.parameter); break;
            case SyntaxKind::call: break;
        }
    }
    // A simple CASE shows by its second condition.
    constexpr void cases(const Syntax& s) {
        short a = s.first;
        const short second = nodes[nodes[a].next].next;
        const bool simple = second >= 0 && nodes[second].first >= 0 && nodes[nodes[second].first].kind == SyntaxKind::same;
        w << "CASE";
        if (simple) { w.put(' '); expression(nodes[a].first); }
        while (a >= 0) {
            const short value = nodes[a].next;
            if (value < 0) {
                w << " ELSE ";
                expression(a);
                break;
            }
            w << " WHEN ";
            if (simple) arguments(nodes[nodes[a].first].next, ", ");
            else expression(a);
            w << " THEN ";
            expression(value);
            a = nodes[value].next;
        }
        w << " END";
    }

    constexpr void table(const TableReference& r) {
        if (r.query >= 0) {
            w.put('(');
            query(r.query);
            w.put(')');
            if (!r.alias.empty()) { w << " AS "; name(r.alias); }
        } else {
            name(r.name);
            if (r.alias != r.name && !r.alias.empty()) { w << " AS "; name(r.alias); }
        }
    }
    constexpr void query(short i) {
        const Query& q = queries[i];
        if (q.kind == QueryKind::unionAll) {
            term(q.left, true);
            w << " UNION ALL ";
            term(q.right, false);
        } else {
            w << "SELECT ";
            for (short a = q.items; a >= 0; a = nodes[a].next) {
                if (a != q.items) w << ", ";
                expression(a);
                if (!nodes[a].alias.empty()) { w << " AS "; name(nodes[a].alias); }
            }
            if (q.hasFrom) { w << " FROM "; table(q.from); }
            if (q.where >= 0) { w << " WHERE "; expression(q.where); }
        }
        if (q.limit >= 0) { w << " LIMIT "; w.number(q.limit); }
        if (q.offset > 0) { w << " OFFSET "; w.number(q.offset); }
    }
    constexpr void term(short i, bool isLeft) {
        const Query& q = queries[i];
        const bool parentheses = q.limit >= 0 || q.offset > 0 || (q.kind == QueryKind::unionAll && !isLeft);
        if (parentheses) w.put('(');
        query(i);
        if (parentheses) w.put(')');
    }
};

struct SyntaxComparison {
    const SyntaxView &a, &b;

    constexpr bool lists(short x, short y, bool aliases = false) const {
        for (; x >= 0 && y >= 0; x = a.nodes[x].next, y = b.nodes[y].next)
            if (!expressions(x, y) || (aliases && a.nodes[x].alias != b.nodes[y].alias)) return false;
        return x < 0 && y < 0;
    }
    constexpr bool expressions(short x, short y) const {
        const Syntax &s = a.nodes[x], &t = b.nodes[y];
        if (s.kind == SyntaxKind::same) return t.kind == SyntaxKind::same;  // the operand was compared where it stands
        return s.kind == t.kind && s.isTry == t.isTry && s.unit == t.unit && s.unitTo == t.unitTo && s.parameter == t.parameter && s.height == t.height &&
               s.text == t.text && s.qualifier == t.qualifier && s.type == t.type && lists(s.first, t.first);
    }
    constexpr bool queries(short x, short y) const {
        if (x < 0 || y < 0) return x < 0 && y < 0;
        const Query &q = a.queries[x], &r = b.queries[y];
        return q.kind == r.kind && q.hasFrom == r.hasFrom && q.limit == r.limit && q.offset == r.offset && q.from.name == r.from.name &&
               q.from.alias == r.from.alias && lists(q.items, r.items, true) && lists(q.where, r.where) && queries(q.from.query, r.from.query) &&
               queries(q.left, r.left) && queries(q.right, r.right);
    }
};

}  // namespace detail

/// The query as SQL text, in one line. Parses to the same tree, unless it holds parameters of the Table API (`?0`).
/// With every name in backticks it is text for Flink too, which reserves more words.
constexpr void writeSyntax(rivulet::detail::TextWriter& w, const SyntaxView& syntax, bool everyNameQuoted = false) {
    detail::SyntaxPrinter{w, syntax.nodes, syntax.queries, everyNameQuoted}.query(syntax.root);
}

/// One expression of a tree as SQL text, without its alias.
constexpr void writeExpression(rivulet::detail::TextWriter& w, const Syntax* nodes, short expression) {
    detail::SyntaxPrinter{w, nodes, nullptr}.expression(expression);
}

/// Same queries, wherever in their texts they stand.
constexpr bool sameSyntax(const SyntaxView& a, const SyntaxView& b) { return detail::SyntaxComparison{a, b}.queries(a.root, b.root); }

}  // namespace rivulet::sql
