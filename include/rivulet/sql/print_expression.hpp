// SPDX-License-Identifier: BSL-1.0
// Expressions as SQL text.
#pragma once
#include <string_view>

#include <rivulet/sql/printer.hpp>

namespace rivulet::sql::detail {

// `separator` between the arguments from `a` on, each binding at least as tightly as asked.
constexpr void SyntaxPrinter::arguments(short a, std::string_view separator, int minimum) {
    for (bool first = true; a >= 0; a = nodes[a].next, first = false) {
        if (!first) w << separator;
        expression(a, minimum);
    }
}
constexpr void SyntaxPrinter::expression(short i, int minimum) {
    const Syntax& s = nodes[i];
    const int o = operatorOf(s);
    const bool parentheses = (o >= 0 ? operators[o].precedence : s.kind == SyntaxKind::inQuery ? precedence::predicate : precedence::primary) < minimum;
    if (parentheses) w.put('(');
    if (o >= 0) operation(s, operators[o]);
    else if (s.kind == SyntaxKind::call) call(s);
    else other(s);
    if (parentheses) w.put(')');
}
constexpr void SyntaxPrinter::operation(const Syntax& s, const OperatorName& o) {
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
            w << (level == precedence::not_ ? "NOT " : nodes[s.first].text == name ? "- " : "-");  // not `--`, which is a comment
            expression(s.first, level);
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
constexpr void SyntaxPrinter::units(const Syntax& s) {
    w.put(' ');
    w << nameOf(s.unit);
    if (s.unitTo != TimeUnit::none) w << " TO " << nameOf(s.unitTo);
}
constexpr void SyntaxPrinter::other(const Syntax& s) {
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
            if (s.filter >= 0) {
                expression(s.filter, precedence::primary);
                w.put('.');
            }
            w.put('*');
            if (s.first >= 0) {
                w << " EXCLUDE";
                columnNames(s.first);
            }
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
        case SyntaxKind::exists: case SyntaxKind::subquery:
            w << (s.kind == SyntaxKind::exists ? "EXISTS (" : "(");
            query(s.query);
            w.put(')');
            break;
        case SyntaxKind::inQuery:
            expression(s.first, precedence::additive);
            w << (s.negated ? " NOT IN (" : " IN (");
            query(s.query);
            w.put(')');
            break;
        case SyntaxKind::table: tableArgument(s); break;
        case SyntaxKind::named:
            name(s.text);
            w << " => ";
            expression(s.first);
            break;
        case SyntaxKind::sequence: case SyntaxKind::choice: case SyntaxKind::repeat: pattern(s); break;
        case SyntaxKind::call: case SyntaxKind::window: case SyntaxKind::bound: break;
    }
}
// A simple CASE shows by its second condition.
constexpr void SyntaxPrinter::cases(const Syntax& s) {
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

}  // namespace rivulet::sql::detail
