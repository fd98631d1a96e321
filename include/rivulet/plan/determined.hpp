// SPDX-License-Identifier: BSL-1.0
// Which columns are the same in all rows that agree on others.
#pragma once
#include <rivulet/plan/keys.hpp>
#include <rivulet/plan/plan.hpp>

namespace rivulet::plan {

/// Whether no two rows of a key ever come, of rows that only come and have one: after a state's time-to-live there is a first row again.
constexpr bool keysHoldForEver(const PlanView& p, short node) {
    for (; node >= 0; node = p.nodes[node].left)
        if (p.nodes[node].kind == NodeKind::deduplicate || p.nodes[node].kind == NodeKind::over || !keysHoldForEver(p, p.nodes[node].right)) return false;
    return true;
}

/// The columns of a node that are the same in all rows, whenever they come, that agree on the columns `by`: those themselves, and what comes of an input's row that
/// they tell apart and that does not change.
constexpr ColumnSet determinedBy(const PlanView& p, short node, const ColumnSet& by) {
    const Node& n = p.nodes[node];
    if (n.mode.insertOnly() && n.keys.unique(by) && keysHoldForEver(p, node)) return keys::all(n.columnCount);
    ColumnSet known = by;
    switch (n.kind) {
        case NodeKind::filter: case NodeKind::watermark: case NodeKind::limit: return determinedBy(p, n.left, by);
        case NodeKind::project: {
            ColumnSet below;
            for (int i = 0; i < n.itemCount; ++i)
                if (const short c = keys::columnOf(p, p.items[n.firstItem + i]); c >= 0 && by.has(i)) below.add(c);
            below = determinedBy(p, n.left, below);
            for (int i = 0; i < n.itemCount; ++i)
                if (const short c = keys::columnOf(p, p.items[n.firstItem + i]); c >= 0 && below.has(c)) known.add(i);
            return known;
        }
        case NodeKind::join: case NodeKind::intervalJoin: case NodeKind::windowJoin: {
            if (n.join != JoinKind::inner) return known;  // what is padded may be joined later
            const int width = p.nodes[n.left].columnCount;
            for (const bool right : {false, true}) {
                const short side = right ? n.right : n.left;
                const int first = right ? width : 0;
                ColumnSet own;
                for (int c = 0; c < p.nodes[side].columnCount; ++c)
                    if (by.has(first + c)) own.add(c);
                own = determinedBy(p, side, own);
                for (int c = 0; c < p.nodes[side].columnCount; ++c)
                    if (own.has(c)) known.add(first + c);
            }
            return known;
        }
        default: return known;
    }
}

}  // namespace rivulet::plan
