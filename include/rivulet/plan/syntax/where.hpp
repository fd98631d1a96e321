// SPDX-License-Identifier: BSL-1.0
// FROM and WHERE of a SELECT: filters, semi and anti joins as [NOT] EXISTS and IN, and conditions that sink into joins again.
#pragma once
#include <string_view>

#include <rivulet/plan/query_syntax.hpp>

namespace rivulet::plan {

// Semi and anti joins, a filter below them, and the relation below that.
constexpr QuerySyntax::Source QuerySyntax::source(short i, bool qualified) {
    short below = i;
    int semis = 0;
    while (isSemiJoin(below)) below = node(below).left, ++semis;
    const short filter = is(below, NodeKind::filter) ? below : static_cast<short>(-1);
    if (filter >= 0) below = node(filter).left;
    const List before = sunk;
    sunk = {};
    const bool shared = semis > 0 || qualified;
    Source s;
    std::string_view alias{};
    if (is(below, NodeKind::values)) {
    } else if (filter < 0 && isPlaces(below)) {
        s = places(below, shared, alias);
    } else {
        const Read r = relation(below, shared, isJoined(below));
        s.from = r.relation;
        s.columns = r.columns;
        alias = r.alias;
    }
    from = alias;
    List conjuncts;
    if (s.where >= 0) append(conjuncts, s.where);
    if (filter >= 0) addConjuncts(conjuncts, expression(node(filter).predicate, s.columns));
    for (short c = sunk.first; c >= 0;) {
        const short next = nodes[c].next;
        append(conjuncts, c);
        c = next;
    }
    sunk = before;
    for (int up = semis - 1; up >= 0; --up) {  // the lowest is written first
        short at = i;
        for (int k = 0; k < up; ++k) at = node(at).left;
        append(conjuncts, exists(at, s.columns));
    }
    s.where = conjuncts.first == conjuncts.last ? conjuncts.first : call("AND", conjuncts.first);
    return s;
}
constexpr short QuerySyntax::exists(short i, const ColumnName* outer) {
    const Node& n = node(i);
    const int before = aliasCount;
    short q = -1;
    if (n.predicate >= 0 && !(sidesOf(p, n.predicate, node(n.left).columnCount) & 1)) return constantIn(i);
    if (n.predicate < 0) {
        const short any = node(n.right).kind == NodeKind::aggregate ? node(n.right).left : n.right;
        q = inner(node(any).left);  // whether there is a row at all
    } else {
        const Read right = relation(n.right, true, false);
        const ColumnName* const columns = both(outer, node(n.left).columnCount, right.columns, node(n.right).columnCount);
        q = add(sql::Query{.items = star(), .from = right.relation, .where = expression(n.predicate, columns)});
    }
    aliasCount = before;
    const short s = add({.kind = sql::SyntaxKind::exists, .query = q});
    return n.join == JoinKind::anti ? call("NOT", s) : s;
}

// (1, 2) IN (SELECT ..): a condition that reads nothing of the query around is not one of EXISTS.
constexpr short QuerySyntax::constantIn(short i) {
    const Node& n = node(i);
    const bool anti = n.join == JoinKind::anti;
    const Expr* all = &exprs[n.predicate];
    if (all->function == indexOf<functions::IsNotFalse>) all = &exprs[all->first];
    List values;
    const bool list = all->function == indexOf<functions::And>;
    for (short e = list ? all->first : static_cast<short>(all - exprs); e >= 0; e = list ? exprs[e].next : static_cast<short>(-1)) append(values, expression(exprs[e].first, nullptr));
    const short first = values.first == values.last ? values.first : call(sql::special::row, values.first);
    return add({.kind = sql::SyntaxKind::inQuery, .negated = anti, .first = first, .query = inner(n.right)});
}

// Whether each of the conditions reads a column and always gives the same: others stay where they are written.
constexpr bool QuerySyntax::sinksAgain(short e) const {
    const Expr& x = exprs[e];
    const bool list = x.kind == ExprKind::call && x.function == indexOf<functions::And>;
    for (short a = list ? x.first : e; a >= 0; a = list ? exprs[a].next : static_cast<short>(-1))
        if (sidesOf(p, a, PlanBuilder::most) == 0 || !isRepeatable(a)) return false;
    return true;
}
constexpr bool QuerySyntax::isRepeatable(short e) const {
    const Expr& x = exprs[e];
    if (x.kind == ExprKind::call && !functionInfo(x.function).deterministic) return false;
    for (short a = x.first; a >= 0; a = exprs[a].next)
        if (!isRepeatable(a)) return false;
    return true;
}
constexpr void QuerySyntax::addConjuncts(List& to, short s) {
    const bool many = nodes[s].kind == sql::SyntaxKind::call && nodes[s].text == "AND";
    for (short c = many ? nodes[s].first : s; c >= 0;) {
        const short next = nodes[c].next;
        nodes[c].next = -1;
        append(to, c);
        c = next;
    }
}

}  // namespace rivulet::plan
