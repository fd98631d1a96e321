// SPDX-License-Identifier: BSL-1.0
// Which input a join reads first in batch mode.
#pragma once
#include <rivulet/plan/physical_plan.hpp>

namespace rivulet::plan {

/// The side that is kept in a hash table: the right one of EXISTS and IN; else the one of which the join key finds one row, as facts refer to
/// dimensions, and the right one where both are so or neither.
constexpr int buildSide(const PhysicalOp& join) {
    if (join.join == JoinKind::semi || join.join == JoinKind::anti) return 1;
    const auto isUnique = [&](int side) { return join.inputs[side].unique == UniqueForm::inJoinKey; };
    return isUnique(0) && !isUnique(1) ? 0 : 1;
}

/// When the sources are read: those of a side that is kept before those of the other. `phase[s]` is that of source s; how many there are.
/// `visited`: a place for each operator, all false; what several read is looked at once.
constexpr int readingOrder(const PhysicalView& q, short* phase, int sources, bool* visited) {
    for (int s = 0; s < sources; ++s) phase[s] = -1;
    int now = 0;
    const auto visit = [&](auto& self, int op) -> void {
        const PhysicalOp& o = q.ops[op];
        if (visited[op]) return;
        visited[op] = true;
        if (o.kind == NodeKind::scan) {
            if (phase[o.source] < 0) phase[o.source] = static_cast<short>(now);
            return;
        }
        if (o.kind == NodeKind::reused) return self(self, o.source);
        const auto feeders = [&](int side) {
            for (int below = 0; below < q.opCount; ++below)
                if (q.ops[below].consumer == op && (side < 0 || q.ops[below].side == side)) self(self, below);
        };
        if (o.kind != NodeKind::join) return feeders(-1);
        const int first = buildSide(o);
        feeders(first);
        ++now;
        feeders(1 - first);
    };
    for (int op = 0; op < q.opCount; ++op)
        if (q.ops[op].consumer < 0) visit(visit, op);
    for (int s = 0; s < sources; ++s)
        if (phase[s] < 0) phase[s] = 0;
    return now + 1;
}

}  // namespace rivulet::plan
