// SPDX-License-Identifier: BSL-1.0
// MATCH_RECOGNIZE as SQL text.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/sql/printer.hpp>

namespace rivulet::sql::detail {

// PERMUTE and $ have a meaning in a pattern, as names they are quoted.
constexpr void SyntaxPrinter::variable(std::string_view n) {
    if (n == "$" || rivulet::detail::equalsIgnoringCase(n, special::permute)) rivulet::detail::writeQuoted(w, n);
    else name(n);
}
// A part of a sequence is no choice, what is repeated is one variable or stands in parentheses.
constexpr void SyntaxPrinter::patternPart(short i, bool repeated) {
    const Syntax& s = nodes[i];
    const bool parentheses = s.kind == SyntaxKind::choice || (repeated && s.kind != SyntaxKind::name);
    if (parentheses) w.put('(');
    if (s.kind == SyntaxKind::name) variable(s.text);
    else pattern(s);
    if (parentheses) w.put(')');
}
constexpr void SyntaxPrinter::pattern(const Syntax& s) {
    switch (s.kind) {
        case SyntaxKind::sequence: case SyntaxKind::choice:
            for (short a = s.first; a >= 0; a = nodes[a].next) {
                if (a != s.first) w << (s.kind == SyntaxKind::choice ? " | " : " ");
                patternPart(a, false);
            }
            break;
        case SyntaxKind::repeat:
            patternPart(s.first, true);
            if (s.atMost < 0 && s.atLeast < 2) {
                w.put(s.atLeast ? '+' : '*');
            } else if (s.atLeast == 0 && s.atMost == 1) {
                w.put('?');
            } else {
                w.put('{');
                w.number(s.atLeast);
                if (s.atMost != s.atLeast) w.put(',');
                if (s.atMost >= 0 && s.atMost != s.atLeast) w.number(s.atMost);
                w.put('}');
            }
            if (s.reluctant) w.put('?');
            break;
        default: variable(s.text); break;
    }
}
constexpr void SyntaxPrinter::match(const MatchClauses& c) {
    constexpr std::string_view after[] = {"TO NEXT ROW", "PAST LAST ROW", "TO FIRST ", "TO LAST "};
    static_assert(sizeof after / sizeof *after == static_cast<std::size_t>(AfterMatch::toLast) + 1, "words for each way to go on");
    w << " MATCH_RECOGNIZE (";
    if (c.partition >= 0) { w << "PARTITION BY "; arguments(c.partition, ", "); w.put(' '); }
    if (c.order >= 0) { w << "ORDER BY "; orderItems(c.order); w.put(' '); }
    if (c.measures >= 0) {
        w << "MEASURES ";
        for (short a = c.measures; a >= 0; a = nodes[a].next) {
            if (a != c.measures) w << ", ";
            expression(a);
            w << " AS ";
            name(nodes[a].alias);
        }
        w.put(' ');
    }
    w << "ONE ROW PER MATCH AFTER MATCH SKIP " << after[static_cast<int>(c.after)];
    if (c.after >= AfterMatch::toFirst) name(c.variable);
    w << " PATTERN (";
    pattern(nodes[c.pattern]);
    w.put(')');
    if (c.within >= 0) { w << " WITHIN "; interval(c.within); }
    w << " DEFINE ";
    for (short a = c.define; a >= 0; a = nodes[a].next) {
        if (a != c.define) w << ", ";
        name(nodes[a].alias);
        w << " AS ";
        expression(a);
    }
    w.put(')');
}
// INTERVAL -'1' DAY: as the grammar has it where nothing but an interval may stand.
constexpr void SyntaxPrinter::interval(short i) {
    const bool negative = nodes[i].kind == SyntaxKind::call;
    const Syntax& s = negative ? nodes[nodes[i].first] : nodes[i];
    w << (negative ? "INTERVAL -" : "INTERVAL ");
    writeString(w, s.text);
    units(s);
}

}  // namespace rivulet::sql::detail
