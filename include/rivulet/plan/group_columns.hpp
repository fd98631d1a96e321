// SPDX-License-Identifier: BSL-1.0
// What a SELECT with groups computes over those, not over its input: values of subqueries, and places.
#pragma once
#include <string_view>

#include <rivulet/plan/joins.hpp>
#include <rivulet/plan/ordering.hpp>
#include <rivulet/plan/relation_binder.hpp>

namespace rivulet::plan {

/// What ROW_NUMBER partitions and orders by, over the input as the outputs are.
constexpr bool RelationBinder::bindGroupColumns(const Scope& scope) {
    for (int i = firstGroupColumn; i < groupColumns.size(); ++i) {
        GroupColumn& c = groupColumns[i];
        if (c.right >= 0) continue;
        const Syntax window = sql::wholeWindow(syntax, syntax[c.syntax].over);
        c.firstItem = static_cast<short>(groupItems.size());
        for (short e = window.first; e >= 0; e = syntax[e].next) groupItems.push(bind(scope, e));
        c.keyCount = static_cast<short>(groupItems.size() - c.firstItem);
        for (short e = window.order; e >= 0 && !plan.error; e = syntax[e].next) groupItems.push(orderItem(syntax[e], bind(scope, e)));
        c.itemCount = static_cast<short>(groupItems.size() - c.firstItem);
    }
    return !plan.error;
}
/// The groups with the values of subqueries behind their columns.
constexpr short RelationBinder::withValues(short groups) {
    for (int i = firstGroupColumn; i < groupColumns.size() && groups >= 0; ++i) {
        if (groupColumns[i].right < 0) continue;
        const short join = joinNode(groups, groupColumns[i].right);
        groups = join >= 0 && bindJoin(join, JoinKind::left, -1, -1) ? join : static_cast<short>(-1);
    }
    return groups;
}
/// And the places of those that HAVING left behind these.
constexpr short RelationBinder::withPlaces(short groups) {
    for (int i = firstGroupColumn; i < groupColumns.size() && groups >= 0; ++i)
        if (const GroupColumn c = groupColumns[i]; c.right < 0) groups = ranked(groups, groupItems, c.firstItem, c.itemCount, c.keyCount, c.name, c.syntax);
    return groups;
}
/// Slots that stand for such columns become columns, those of the groups being `width`.
constexpr void RelationBinder::placeGroupColumns(short e, short width) {
    Expr& x = plan.writeExprs[e];
    for (short a = x.first; a >= 0; a = plan.exprs[a].next) placeGroupColumns(a, width);
    if (x.kind != ExprKind::slot) return;
    const int own = firstGroupColumn + x.index - 1;
    const bool place = groupColumns[own].right < 0;
    short at = width;
    for (int i = firstGroupColumn; i < groupColumns.size(); ++i) {
        const bool isPlace = groupColumns[i].right < 0;
        if (isPlace == place ? i < own : place) ++at;
    }
    x.kind = ExprKind::column;
    x.index = at;
}
constexpr bool RelationBinder::readsGroupColumn(short e) const {
    if (plan.exprs[e].kind == ExprKind::slot) return true;
    for (short a = plan.exprs[e].first; a >= 0; a = plan.exprs[a].next)
        if (readsGroupColumn(a)) return true;
    return false;
}

/// `input` with the place of each row as its last column, of partitions by the first `keys` of `count` items, in the order of the others;
/// `at` is the call that asks for it.
constexpr short RelationBinder::ranked(short input, const detail::Stack<short>& items, int first, int count, int keys, std::string_view name, short at) {
    Node n{.kind = NodeKind::rank, .left = input, .firstItem = plan.itemCount, .itemCount = static_cast<short>(count), .firstColumn = plan.columnCount,
           .keyCount = static_cast<short>(keys), .ranked = true};
    for (int i = 0; i < count; ++i) plan.addItem(items[first + i]);
    for (int i = 0; i < plan.nodes[input].columnCount; ++i) plan.add(Column{plan.column(input, i)});
    plan.add(Column{.name = name, .type = sqltype::bigint});
    n.columnCount = static_cast<short>(plan.columnCount - n.firstColumn);
    const short rank = put(n);
    if (rank >= 0) places.push({.syntax = at, .column = rank});
    return rank;
}

}  // namespace rivulet::plan
