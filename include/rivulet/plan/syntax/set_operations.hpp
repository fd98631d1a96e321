// SPDX-License-Identifier: BSL-1.0
// UNION, INTERSECT, EXCEPT and DISTINCT: which nodes they bind to.
#pragma once
#include <rivulet/plan/query_syntax.hpp>

namespace rivulet::plan {

constexpr QuerySyntax::SetOperation QuerySyntax::setOperation(short i) const {
    using sql::QueryKind;
    if (is(i, NodeKind::unionAll)) return {i, QueryKind::union_, true};
    if (is(i, NodeKind::intersectAll)) return {i, QueryKind::intersect, true};
    if (is(i, NodeKind::exceptAll)) return {i, QueryKind::except, true};
    if (!isDistinct(i)) return {};
    const short below = node(i).left;
    if (is(below, NodeKind::unionAll)) return {below, QueryKind::union_, false};
    if (compares(below)) return {below, node(below).join == JoinKind::semi ? QueryKind::intersect : QueryKind::except, false};
    return {};
}
// Each row once: groups by all columns and nothing else.
constexpr bool QuerySyntax::isDistinct(short i) const {
    const Node& n = node(i);
    if (!isGroups(i) || n.itemCount != n.keyCount || n.keyCount != node(n.left).columnCount) return false;
    for (short k = 0; k < n.keyCount; ++k)
        if (exprs[p.items[n.firstItem + k]].index != k || p.column(i, k).name != p.column(n.left, k).name) return false;
    return true;
}
// A semi or anti join on all columns, as INTERSECT and EXCEPT have it.
constexpr bool QuerySyntax::compares(short i) const {
    const Node& n = node(i);
    if (!isSemiJoin(i) || n.predicate < 0 || node(n.right).columnCount != n.columnCount) return false;
    const Expr& all = exprs[n.predicate];
    const bool list = all.kind == ExprKind::call && all.function == indexOf<functions::And>;
    short c = 0;
    for (short e = list ? all.first : n.predicate; e >= 0; e = list ? exprs[e].next : static_cast<short>(-1), ++c) {
        const Expr& x = exprs[e];
        if (x.kind != ExprKind::call || x.function != indexOf<functions::IsNotDistinctFrom>) return false;
        const Expr &l = exprs[x.first], &r = exprs[l.next];
        if (l.kind != ExprKind::column || r.kind != ExprKind::column || l.index != c || r.index != c + n.columnCount) return false;
    }
    return c == n.columnCount;
}
// A projection that only fits the side of a set operation to its type: binding the operation makes it again.
constexpr bool QuerySyntax::onlyCasts(const Node& n) const {
    bool any = false;
    for (short i = 0; i < n.itemCount; ++i) {
        const Expr* e = &exprs[p.items[n.firstItem + i]];
        if (e->kind == ExprKind::cast && e->implicit) {
            any = true;
            e = &exprs[e->first];
        }
        if (e->kind != ExprKind::column || e->index != i) return false;
    }
    return any;
}

}  // namespace rivulet::plan
