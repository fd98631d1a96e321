// SPDX-License-Identifier: BSL-1.0
// MATCH_RECOGNIZE: what orders rows of one time, conditions, measures, and the aggregates that conditions read row by row.
#pragma once
#include <rivulet/plan/inputs.hpp>

namespace rivulet::plan {

constexpr void PhysicalPlanner::match(short at, short node) {
    const Node& n = logical.nodes[node];
    PhysicalOp& op = ops[at];
    const ColumnSet read = columnsRead(at);
    PhysicalInput& in = op.inputs[0];
    in.firstKey = itemCount;
    for (short k = 0; k < n.keyCount && !error; ++k) addItem(copy(logical.items[n.firstItem + k]));
    in.time = timeOf(n.left, logical.exprs[logical.exprs[logical.items[n.firstItem + n.keyCount]].first].index);
    op.firstItem = itemCount;
    // Rows wait by milliseconds; what says more orders those of one.
    const bool exact = logical.exprs[logical.items[n.firstItem + n.keyCount]].type.precision <= 3;
    op.orderCount = static_cast<short>(n.orderCount - exact);
    for (auto i = static_cast<short>(n.keyCount + exact); i < n.itemCount && !error; ++i) {
        const int measure = i - n.keyCount - n.orderCount - n.matching.variables, column = n.keyCount + measure;
        const bool unread = measure >= 0 && column < ColumnSet::most && !read.has(column);
        addItem(unread ? static_cast<short>(-1) : copy(logical.items[n.firstItem + i]));
    }
    if (error) return;
    op.itemCount = static_cast<short>(itemCount - op.firstItem);
    const short firstSum = itemCount;
    short sums = 0;
    for (short v = 0; v < n.matching.variables && !error; ++v) collectSums(items[op.firstItem + op.orderCount + v], firstSum, sums);
    op.itemCount = static_cast<short>(op.itemCount + sums);
    if (error) return;
    ColumnSet kept{};
    for (short i = 0; i < op.itemCount; ++i)
        if (items[op.firstItem + i] >= 0) mark(items[op.firstItem + i], kept);
    ColumnSet below = kept;
    markItems(in.firstKey, n.keyCount, below);
    mark(in.time, below);
    op.keyCount = n.keyCount;
    input(at, 0, n.left, below, kept, true);
}
// An aggregate in a condition becomes item `firstSum` + i, each once, and what stood there reads it.
constexpr void PhysicalPlanner::collectSums(short e, short firstSum, short& count) {
    if (e < 0 || error) return;
    Expr& x = exprs[e];
    if (x.kind != ExprKind::aggregate) {
        for (short a = x.first; a >= 0; a = exprs[a].next) collectSums(a, firstSum, count);
        return;
    }
    PlanView made{};
    made.exprs = exprs;
    short i = 0;
    while (i < count && !equalExpr(made, items[firstSum + i], made, e)) ++i;
    if (i == count) {
        Expr sum = x;
        sum.next = -1;
        addItem(put(sum));
        ++count;
    }
    x = Expr{.kind = ExprKind::matchSum, .next = x.next, .index = i, .type = x.type};
}

}  // namespace rivulet::plan
