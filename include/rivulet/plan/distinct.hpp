// SPDX-License-Identifier: BSL-1.0
// Each row of a relation once.
#pragma once
#include <rivulet/plan/relation_binder.hpp>
#include <rivulet/plan/window_columns.hpp>

namespace rivulet::plan {

/// Each row once: groups by all columns. Rows that a key tells apart are so already.
constexpr short RelationBinder::distinct(short input) {
    if (input < 0 || plan.nodes[input].keys.count > 0) return input;
    if (refuseRawColumns(input)) return -1;
    const Scope scope = Scope::over(input, plan.nodes[input].columnCount);
    Node n{.kind = NodeKind::aggregate, .left = input, .firstItem = plan.itemCount, .firstColumn = plan.columnCount, .keyCount = scope.only.count};
    for (short c = 0; c < n.keyCount; ++c) {
        plan.addItem(column(scope, c));
        Column own = plan.column(input, c);
        plan.add(own);
    }
    n.itemCount = n.columnCount = n.keyCount;
    if (groupsByWindow(plan, n)) n.kind = NodeKind::windowAggregate;
    for (short c = 0; c < n.columnCount; ++c) {
        if (n.kind == NodeKind::windowAggregate && c == plan.nodes[input].windowColumns.time) continue;
        plan.writeColumns[n.firstColumn + c].time = {};
        plan.writeColumns[n.firstColumn + c].onlyShown = false;
    }
    return put(n);
}

}  // namespace rivulet::plan
