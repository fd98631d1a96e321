// SPDX-License-Identifier: BSL-1.0
// GROUP BY, grouping sets and HAVING.
#pragma once
#include <string_view>

#include <rivulet/plan/query_syntax.hpp>

namespace rivulet::plan {

// What groups aggregate is written by name, but a constant as it is: binding finds the column that holds it.
constexpr const ColumnName* QuerySyntax::argumentNames(short i, const ColumnName* columns) {
    if (!is(i, NodeKind::project)) return columns;
    ColumnName* const first = names + nameCount;
    for (short c = 0; c < node(i).itemCount; ++c) {
        const short e = p.items[node(i).firstItem + c];
        names[nameCount++] = exprs[e].kind == ExprKind::literal ? ColumnName{.name = columns[c].name, .computed = e} : columns[c];
    }
    return first;
}
constexpr const ColumnName* QuerySyntax::grouped(sql::Query& q, short i) {
    const Node& n = node(i);
    const Source s = source(n.left);
    q.from = s.from;
    q.where = s.where;
    const ColumnName* const arguments = argumentNames(n.left, s.columns);
    List items, keys;
    for (short k = 0; k < n.itemCount; ++k) {
        const short e = p.items[n.firstItem + k];
        append(items, item(e, k < n.keyCount ? s.columns : arguments, p.column(i, k).name, k));
        if (k < n.keyCount) append(keys, expression(e, s.columns));
    }
    q.items = items.first;
    q.group = keys.first;
    q.hasGroup = n.keyCount > 0;
    return nullptr;
}
// The groups below the projection and the HAVING of one SELECT; -1 if there are none.
constexpr short QuerySyntax::groupsOf(short i) const {
    if (is(i, NodeKind::project)) i = node(i).left;
    if (is(i, NodeKind::filter)) i = node(i).left;
    return isGroups(i) ? i : static_cast<short>(-1);
}
// Groups whose columns cannot all be selected: with the number of the grouping set, without any column, or with hidden ones; and
// those of GROUPING.
constexpr bool QuerySyntax::groupsInPlace(short i, bool hides) const {
    const short groups = groupsOf(i);
    if (groups < 0) return false;
    if (hides || is(node(groups).left, NodeKind::expand) || node(groups).itemCount == 0 || groupWindowOf(groups) >= 0) return true;
    const Node& n = node(i);
    for (short k = 0; is(i, NodeKind::project) && k < n.itemCount; ++k)
        if (asksForSet(p.items[n.firstItem + k])) return true;
    const short having = is(i, NodeKind::project) ? n.left : i;
    return having != groups && asksForSet(node(having).predicate);
}
constexpr bool QuerySyntax::asksForSet(short e) const {
    if (exprs[e].kind == ExprKind::call && isGroupingFunction(exprs[e].function)) return true;
    for (short a = exprs[e].first; a >= 0; a = exprs[a].next)
        if (asksForSet(a)) return true;
    return false;
}
constexpr const ColumnName* QuerySyntax::groupedInPlace(sql::Query& q, short i, short visible) {
    const short groups = groupsOf(i);
    const Node& n = node(groups);
    const bool sets = is(n.left, NodeKind::expand);
    const short window = groupWindowOf(groups);
    const short below = window >= 0 ? node(window).left : sets ? node(n.left).left : n.left;
    const Source s = source(below, visible < node(i).columnCount);
    q.from = s.from;
    q.where = s.where;
    const ColumnName* const read = window >= 0 ? groupWindowNames(n.left, window, s.columns) : s.columns;
    const ColumnName* const arguments = window >= 0 ? read : argumentNames(below, s.columns);
    ColumnName* const columns = names + nameCount;
    for (short c = 0; c < n.itemCount; ++c) names[nameCount++] = {.computed = p.items[n.firstItem + c], .over = c < n.keyCount ? read : arguments};
    List keys, items;
    for (short k = 0; k < n.keyCount - sets; ++k) {
        if (window >= 0 && k == n.windowColumns.start) append(keys, groupWindowCall(window, s.columns, plan::windowFunction(n.windowing.kind).name));
        else if (window < 0 || (k != n.windowColumns.end && k != n.windowColumns.time)) append(keys, column(columns[k]));
    }
    q.hasGroup = sets || n.keyCount > 0 || n.itemCount == 0;
    q.group = sets ? groupingSets(node(n.left), columns) : keys.first;
    const bool projects = is(i, NodeKind::project);
    ColumnName* const outputs = names + nameCount;
    for (short k = 0; k < node(i).columnCount; ++k)
        names[nameCount++] = projects ? ColumnName{.name = p.column(i, k).name, .computed = p.items[node(i).firstItem + k], .over = columns} : columns[k];
    for (short k = 0; k < node(i).columnCount && !projects; ++k) outputs[k].name = p.column(i, k).name;
    selectItems(items, i, outputs, visible);
    q.items = items.first;
    const short having = projects ? node(i).left : i;
    if (having != groups) q.having = expression(node(having).predicate, columns);
    return outputs;
}
// GROUPING SETS ((a, b), a, ())
constexpr short QuerySyntax::groupingSets(const Node& expand, const ColumnName* keys) {
    List sets;
    for (short i = 0; i < expand.itemCount; ++i) {
        List of;
        for (short k = 0; k < expand.keyCount; ++k)
            if (!(exprs[p.items[expand.firstItem + i]].integer >> k & 1)) append(of, column(keys[k]));
        append(sets, of.first >= 0 && of.first == of.last ? of.first : call(sql::special::row, of.first));
    }
    return call(sql::special::groupingSets, sets.first);
}

}  // namespace rivulet::plan
