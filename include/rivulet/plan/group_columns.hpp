// SPDX-License-Identifier: BSL-1.0
// What a SELECT with groups computes over those, not over its input: values of subqueries, and calls with OVER.
#pragma once
#include <string_view>

#include <rivulet/plan/joins.hpp>
#include <rivulet/plan/ordering.hpp>
#include <rivulet/plan/over.hpp>
#include <rivulet/plan/relation_binder.hpp>
#include <rivulet/plan/subquery_joins.hpp>

namespace rivulet::plan {

/// The calls with OVER, over the input as the outputs are, which may then read them.
constexpr bool RelationBinder::bindGroupColumns(const Scope& scope) {
    OverBinder overs(*this);
    for (int i = firstGroupColumn; i < groupColumns.size(); ++i) {
        if (groupColumns[i].right >= 0) {
            if (!bindMember(scope, groupColumns[i])) return false;
            continue;
        }
        OverCall c = groupColumns[i].over;
        if (!overs.bind(scope, c, groupItems)) return false;
        c.expr = groupItems[groupItems.size() - 1];
        groupColumns[i].over = c;
        for (int k = computed.size() - 1; k >= 0; --k)
            if (computed[k].deferred && computed[k].syntax == c.syntax) computed[k].type = plan.exprs[c.expr].type;
    }
    return true;
}
// What stands before IN (SELECT ..) is a matter of the groups, as outputs are.
constexpr bool RelationBinder::bindMember(const Scope& scope, GroupColumn& c) {
    c.firstMember = groupItems.size();
    for (short a = c.member.first; a >= 0 && !plan.error; a = c.member.row ? syntax[a].next : static_cast<short>(-1), ++c.memberCount) groupItems.push(bind(scope, a));
    return !plan.error;
}
/// The groups with the values of subqueries behind their columns.
constexpr short RelationBinder::withValues(short groups) {
    for (int i = firstGroupColumn; i < groupColumns.size() && groups >= 0; ++i) {
        GroupColumn& c = groupColumns[i];
        if (c.right < 0) continue;
        const Syntax& s = syntax[c.over.syntax];
        detail::Stack<short> keys, values;
        for (int k = 0; k < c.readCount; ++k) keys.push(plan.exprs[groupItems[c.firstRead + k]].index);
        for (int k = 0; k < c.memberCount; ++k) values.push(groupItems[c.firstMember + k]);
        SubqueryJoins joins(*this, groups, c.id, s);
        joins.readInstead(c.right, keys);
        short right = c.right;
        if (s.kind == SyntaxKind::exists) right = joins.anyMark(joins.sameMembers(right, true));
        if (s.kind == SyntaxKind::inQuery) right = joins.memberMark(right, values);
        ComputedColumn column{.of = c.of};
        groups = right < 0 ? right : joins.valued(right, column);
        c.column = column.column;
        c.of = column.of;
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
/// Slots that stand for such columns become what those say.
constexpr void RelationBinder::placeGroupColumns(short e) {
    for (short a = plan.exprs[e].first; a >= 0; a = plan.exprs[a].next) placeGroupColumns(a);
    if (plan.exprs[e].kind != ExprKind::slot) return;
    const GroupColumn& c = groupColumns[firstGroupColumn + plan.exprs[e].index - 1];
    const short next = plan.exprs[e].next;
    const SqlType type = plan.exprs[e].type;
    const short value = valueOf(syntax[c.over.syntax], c.of, [&] { return plan.add(Expr{.kind = ExprKind::column, .index = c.column, .type = c.of == ComputedColumn::Of::value || c.of == ComputedColumn::Of::count ? type : sqltype::integer.orNull(true)}); });
    if (value < 0) return;
    plan.writeExprs[e] = plan.exprs[value];
    plan.writeExprs[e].next = next;
}
constexpr bool RelationBinder::readsGroupColumn(short e) const {
    if (plan.exprs[e].kind == ExprKind::slot) return true;
    for (short a = plan.exprs[e].first; a >= 0; a = plan.exprs[a].next)
        if (readsGroupColumn(a)) return true;
    return false;
}

}  // namespace rivulet::plan
