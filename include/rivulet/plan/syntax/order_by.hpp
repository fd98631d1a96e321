// SPDX-License-Identifier: BSL-1.0
// ORDER BY, also by what is not selected.
#pragma once
#include <string_view>

#include <rivulet/plan/query_syntax.hpp>

namespace rivulet::plan {

constexpr void QuerySyntax::orderBy(sql::Query& q, short sort, const ColumnName* columns) {
    List order;
    for (short k = 0; k < node(sort).itemCount; ++k) append(order, expression(p.items[node(sort).firstItem + k], columns));
    q.order = order.first;
}

constexpr bool QuerySyntax::sortsByColumns(const Node& n) const {
    for (short k = 0; k < n.itemCount; ++k)
        if (exprs[exprs[p.items[n.firstItem + k]].first].kind != ExprKind::column) return false;
    return true;
}
// The first columns of something sorted: the others are there for ORDER BY only.
constexpr bool QuerySyntax::hidesKeys(short i) const {
    if (!is(i, NodeKind::project) || !sorts(node(i).left)) return false;
    const Node &n = node(i), &sort = node(n.left);
    if (n.itemCount >= sort.columnCount || setOperation(sort.left).node >= 0 || !sortsByColumns(sort)) return false;
    for (short k = 0; k < n.itemCount; ++k) {
        const Expr& x = exprs[p.items[n.firstItem + k]];
        if (x.kind != ExprKind::column || x.index != k || p.column(i, k).name != p.column(n.left, k).name) return false;
    }
    for (short c = n.itemCount; c < sort.columnCount; ++c)
        if (!isKeyOf(sort, c) || (sort.limit >= 0 && p.column(sort.left, c).name != hiddenName(sort.left, c))) return false;
    return true;
}
constexpr bool QuerySyntax::isKeyOf(const Node& sort, short column) const {
    for (short k = 0; k < sort.itemCount; ++k)
        if (exprs[exprs[p.items[sort.firstItem + k]].first].index == column) return true;
    return false;
}
// How binding names an output that only ORDER BY reads.
constexpr std::string_view QuerySyntax::hiddenName(short i, short column) const {
    const auto taken = [&](std::string_view name) {
        for (short c = 0; c < column; ++c)
            if (p.column(i, c).name == name) return true;
        return false;
    };
    if (is(i, NodeKind::project)) {
        const Expr& x = exprs[p.items[node(i).firstItem + column]];
        if (x.kind == ExprKind::column && !taken(p.column(node(i).left, x.index).name)) return p.column(node(i).left, x.index).name;
    }
    int n = 0;
    while (taken(anonymousName(n, true))) ++n;
    return anonymousName(n, true);
}

}  // namespace rivulet::plan
