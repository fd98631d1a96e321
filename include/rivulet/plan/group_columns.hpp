// SPDX-License-Identifier: BSL-1.0
// What a SELECT with groups computes over those, not over its input: values of subqueries, and calls with OVER.
#pragma once
#include <string_view>

#include <rivulet/plan/joins.hpp>
#include <rivulet/plan/ordering.hpp>
#include <rivulet/plan/over.hpp>
#include <rivulet/plan/relation_binder.hpp>

namespace rivulet::plan {

/// The calls with OVER, over the input as the outputs are, which may then read them.
constexpr bool RelationBinder::bindGroupColumns(const Scope& scope) {
    OverBinder overs(*this);
    for (int i = firstGroupColumn; i < groupColumns.size(); ++i) {
        if (groupColumns[i].right >= 0) continue;
        OverCall c = groupColumns[i].over;
        if (!overs.bind(scope, c, groupItems)) return false;
        c.expr = groupItems[groupItems.size() - 1];
        groupColumns[i].over = c;
        for (int k = computed.size() - 1; k >= 0; --k)
            if (computed[k].deferred && computed[k].syntax == c.syntax) computed[k].type = plan.exprs[c.expr].type;
    }
    return true;
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
/// And what OVER says of those that HAVING left behind these.
constexpr short RelationBinder::withOvers(short groups) {
    OverBinder overs(*this);
    for (int i = firstGroupColumn; i < groupColumns.size(); ++i)
        if (groupColumns[i].right < 0) overs.add(groupColumns[i].over, groupItems);
    if (overs.calls.size() == 0) return groups;
    groups = overs.nodes(groups);
    for (int i = firstGroupColumn, call = 0; i < groupColumns.size(); ++i)
        if (groupColumns[i].right < 0) groupColumns[i].column = overs.calls[call++].column;
    return groups;
}
/// Slots that stand for such columns become columns, those of the groups being `width`.
constexpr void RelationBinder::placeGroupColumns(short e, short width) {
    Expr& x = plan.writeExprs[e];
    for (short a = x.first; a >= 0; a = plan.exprs[a].next) placeGroupColumns(a, width);
    if (x.kind != ExprKind::slot) return;
    const int own = firstGroupColumn + x.index - 1;
    short at = groupColumns[own].column;
    if (groupColumns[own].right >= 0) {
        at = width;
        for (int i = firstGroupColumn; i < own; ++i) at = static_cast<short>(at + (groupColumns[i].right >= 0));
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

}  // namespace rivulet::plan
