// SPDX-License-Identifier: BSL-1.0
// Which windows the rows of a node belong to, and which of its columns say so.
#pragma once
#include <rivulet/plan/keys.hpp>
#include <rivulet/plan/plan.hpp>

namespace rivulet::plan {

namespace windows {

/// The column of a projection that is column `c` of its input, -1 if there is none.
constexpr short projected(const PlanView& p, const Node& n, short c) {
    for (short i = 0; c >= 0 && i < n.itemCount; ++i)
        if (keys::columnOf(p, p.items[n.firstItem + i]) == c) return i;
    return -1;
}
constexpr WindowColumns projected(const PlanView& p, const Node& n, const WindowColumns& c) { return {projected(p, n, c.start), projected(p, n, c.end), projected(p, n, c.time)}; }
/// Those of the columns that no grouping set leaves out.
constexpr WindowColumns inAllSets(const PlanView& p, const Node& expand, WindowColumns c) {
    for (short i = 0; i < expand.itemCount; ++i) {
        const long long out = p.exprs[p.items[expand.firstItem + i]].integer;
        for (short* column : {&c.start, &c.end, &c.time})
            if (*column >= 0 && *column < expand.keyCount && (out >> *column & 1)) *column = -1;
    }
    return c;
}

}  // namespace windows

/// Whether the rows of a node belong to windows that are known by two of its columns.
constexpr bool isWindowed(const Node& n) { return n.windowing.kind != WindowKind::none && n.windowColumns.start >= 0 && n.windowColumns.end >= 0; }

/// The windows that a node, not in the plan yet, has of its inputs; a window function makes its own. As in Flink they pass through what keeps rows
/// or groups by window; what else groups or computes over time forgets them. Those of joins: joins.hpp.
constexpr void deriveWindows(const PlanView& p, Node& n) {
    const auto take = [&n](const Node& from, const WindowColumns& columns) {
        n.windowing = from.windowing;
        n.windowing.time = -1;
        n.windowColumns = columns;
    };
    if (n.kind == NodeKind::watermark || n.kind == NodeKind::scan || n.left < 0) return;
    const Node& in = p.nodes[n.left];
    switch (n.kind) {
        case NodeKind::window:
            n.windowColumns = {in.columnCount, static_cast<short>(in.columnCount + 1), static_cast<short>(in.columnCount + 2)};
            return;
        case NodeKind::filter: case NodeKind::windowRank:
            return take(in, in.windowColumns);
        case NodeKind::project: return take(in, windows::projected(p, n, in.windowColumns));
        case NodeKind::expand: return take(in, windows::inAllSets(p, n, in.windowColumns));
        case NodeKind::windowAggregate: {
            Node keys = n;
            keys.itemCount = n.keyCount;
            return take(in, windows::projected(p, keys, in.windowColumns));
        }
        case NodeKind::unionAll:
            if (in.windowing.sameForm(p.nodes[n.right].windowing) && in.windowColumns == p.nodes[n.right].windowColumns) take(in, in.windowColumns);
            return;
        default: return;
    }
}

}  // namespace rivulet::plan
