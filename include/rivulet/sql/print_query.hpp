// SPDX-License-Identifier: BSL-1.0
// Queries as SQL text.
#pragma once
#include <rivulet/sql/printer.hpp>

namespace rivulet::sql::detail {

constexpr void SyntaxPrinter::select(const Query& q) {
    w << (q.distinct ? "SELECT DISTINCT " : "SELECT ");
    for (short a = q.items; a >= 0; a = nodes[a].next) {
        if (a != q.items) w << ", ";
        expression(a);
        if (!nodes[a].alias.empty()) { w << " AS "; name(nodes[a].alias); }
    }
    if (q.from >= 0) { w << " FROM "; relation(q.from); }
    if (q.where >= 0) { w << " WHERE "; expression(q.where); }
    if (q.hasGroup) {
        w << " GROUP BY ";
        if (q.group < 0) w << "()";
        grouping(q.group, false);
    }
    if (q.having >= 0) { w << " HAVING "; expression(q.having); }
    for (short a = q.windows; a >= 0; a = nodes[a].next) {
        w << (a == q.windows ? " WINDOW " : ", ");
        name(nodes[a].alias);
        w << " AS ";
        window(nodes[a]);
    }
    if (q.qualify >= 0) { w << " QUALIFY "; expression(q.qualify); }
}
constexpr void SyntaxPrinter::grouping(short a, bool isSet) {
    for (bool first = true; a >= 0; a = nodes[a].next, first = false) {
        if (!first) w << ", ";
        const Syntax& s = nodes[a];
        const bool call = s.kind == SyntaxKind::call;
        if (call && s.text == special::row && (count(s) > 1 || (isSet && s.first < 0))) {
            w.put('(');
            arguments(s.first, ", ");
            w.put(')');
        } else if (call && (s.text == special::groupingSets || s.text == special::rollup || s.text == special::cube)) {
            w << s.text << " (";
            grouping(s.first, s.text == special::groupingSets);
            w.put(')');
        } else {
            expression(a);
        }
    }
}
constexpr bool SyntaxPrinter::beginsWithRow(short i) const {
    for (;;) {
        const Syntax& s = nodes[i];
        const int o = operatorOf(s);
        if (o < 0 && s.kind != SyntaxKind::field && s.kind != SyntaxKind::index && s.kind != SyntaxKind::inQuery)
            return s.kind == SyntaxKind::call && s.text == special::row;
        i = s.first;
    }
}
// A row of VALUES that begins with a row keeps its name: (ROW(a, b)) is a row of two columns, (ROW(a, b), c) none for Flink.
constexpr void SyntaxPrinter::values(short a) {
    w << "VALUES ";
    for (bool first = true; a >= 0; a = nodes[a].next, first = false) {
        if (!first) w << ", ";
        w << (beginsWithRow(nodes[a].first) ? "ROW(" : "(");
        arguments(nodes[a].first, ", ");
        w.put(')');
    }
}
constexpr void SyntaxPrinter::query(short i) {
    const Query& q = queries[i];
    if (q.with >= 0) {
        w << "WITH ";
        for (short r = q.with; r >= 0; r = relations[r].next) {
            if (r != q.with) w << ", ";
            name(relations[r].name);
            if (relations[r].columns >= 0) columnNames(relations[r].columns);
            w << " AS (";
            query(relations[r].query);
            w.put(')');
        }
        w.put(' ');
    }
    switch (q.kind) {
        case QueryKind::select: select(q); break;
        case QueryKind::values: values(q.items); break;
        default:
            term(q, q.left, true);
            w << (q.kind == QueryKind::union_ ? " UNION " : q.kind == QueryKind::intersect ? " INTERSECT " : " EXCEPT ");
            if (q.all) w << "ALL ";
            term(q, q.right, false);
            break;
    }
    if (q.order >= 0) { w << " ORDER BY "; orderItems(q.order); }
    if (q.limit >= 0) { w << " LIMIT "; w.number(q.limit); }
    if (q.offset > 0) { w << " OFFSET "; w.number(q.offset); }
}
// A side of a set operation. These group to the left, INTERSECT first.
constexpr void SyntaxPrinter::term(const Query& of, short side, bool isLeft) {
    const Query& q = queries[side];
    const bool operation = q.kind != QueryKind::select && q.kind != QueryKind::values, looser = of.kind == QueryKind::intersect && q.kind != QueryKind::intersect;
    const bool tighter = of.kind != QueryKind::intersect && q.kind == QueryKind::intersect;
    const bool parentheses = q.with >= 0 || q.order >= 0 || q.limit >= 0 || q.offset > 0 || (operation && !tighter && (looser || !isLeft));
    if (parentheses) w.put('(');
    query(side);
    if (parentheses) w.put(')');
}

}  // namespace rivulet::sql::detail
