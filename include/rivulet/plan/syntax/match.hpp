// SPDX-License-Identifier: BSL-1.0
// MATCH_RECOGNIZE.
#pragma once
#include <rivulet/plan/query_syntax.hpp>

namespace rivulet::plan {

// What is matched is a table or a query; its columns have their own names in there.
constexpr short QuerySyntax::match(short i) {
    const Node& n = node(i);
    sql::Relation below{};
    if (const short of = named(n.left); of >= 0) below.name = below.alias = nameOf(of);
    else {
        below.kind = sql::RelationKind::query;
        below.query = inner(n.left);
    }
    sql::Relation r{.kind = sql::RelationKind::match, .left = add(below)};
    const ColumnName* const columns = columnNames({}, n.left, node(n.left).columnCount);
    const short firstVariable = static_cast<short>(n.firstItem + n.keyCount + n.orderCount), firstMeasure = static_cast<short>(firstVariable + n.matching.variables);
    const auto each = [&](short first, short count, auto f) {
        for (short k = 0; k < count; ++k) f(p.items[first + k], k);
    };
    List partition, order, measures, variables, conditions;
    each(n.firstItem, n.keyCount, [&](short e, short) { append(partition, expression(e, columns)); });
    each(static_cast<short>(n.firstItem + n.keyCount), n.orderCount, [&](short e, short) { append(order, expression(e, columns)); });
    matchVariables = p.items + firstVariable;
    each(firstMeasure, n.matching.measures, [&](short e, short k) {
        // A cast that no rule puts in again when it stands alone.
        const bool cast = exprs[e].kind == ExprKind::cast && exprs[e].implicit;
        const short of = expression(cast ? exprs[e].first : e, columns);
        const short s = cast ? add({.kind = sql::SyntaxKind::cast, .isTry = exprs[e].isTry, .first = of, .type = exprs[e].type.withNullable(false)}) : of;
        nodes[s].alias = p.column(i, n.keyCount + k).name;
        append(measures, s);
    });
    each(firstVariable, n.matching.variables, [&](short e, short) {
        append(variables, pattern(exprs[e]));
        if (exprs[e].first < 0) return;
        const short s = expression(exprs[e].first, columns);
        nodes[s].alias = exprs[e].text;
        append(conditions, s);
    });
    matchVariables = nullptr;
    // DEFINE must not be empty: a condition that always holds says nothing.
    if (conditions.first < 0) {
        append(conditions, yes());
        nodes[conditions.first].alias = exprs[p.items[firstVariable]].text;
    }
    sql::MatchClauses& c = r.match;
    c.partition = partition.first;
    c.order = order.first;
    c.measures = measures.first;
    c.pattern = variables.first == variables.last ? variables.first : add({.kind = sql::SyntaxKind::sequence, .first = variables.first});
    if (n.predicate >= 0) c.within = literal(exprs[n.predicate]);
    c.define = conditions.first;
    c.after = n.matching.after;
    if (n.matching.target >= 0) c.variable = exprs[p.items[firstVariable + n.matching.target]].text;
    return add(r);
}
constexpr short QuerySyntax::pattern(const Expr& variable) {
    const short name = add({.kind = sql::SyntaxKind::name, .text = variable.text});
    const int least = leastTimes(variable.integer), most = mostTimes(variable.integer);
    if (least == 1 && most == 1) return name;
    sql::Syntax s{.kind = sql::SyntaxKind::repeat, .reluctant = variable.isTry, .first = name};
    s.atLeast = least;
    s.atMost = most;
    return add(s);
}

}  // namespace rivulet::plan
