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
constexpr bool isWindowed(const Node& n) {
    if (n.kind == NodeKind::windowAggregate && n.windowing.grouped) return false;
    return n.windowing.kind != WindowKind::none && n.windowColumns.start >= 0 && n.windowColumns.end >= 0;
}

/// The windows that a node, not in the plan yet, has of its inputs; a window function makes its own. As in Flink they pass through what keeps rows
/// or groups by window; what else groups or computes over time forgets them, as is forgotten what GROUP BY TUMBLE(..) made. Those of joins: joins.hpp.
constexpr void deriveWindows(const PlanView& p, Node& n) {
    const auto take = [&n](const Node& from, const WindowColumns& columns) {
        if (from.kind == NodeKind::windowAggregate && from.windowing.grouped) return;
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

// ---- from a node down to the window function ------------------------------------------------------------------------------------

/// The window function whose rows come to this node through filters, projections and grouping sets only; -1 if there is none.
constexpr short windowBelow(const PlanView& p, short node) {
    while (p.nodes[node].kind == NodeKind::project || p.nodes[node].kind == NodeKind::filter || p.nodes[node].kind == NodeKind::expand) node = p.nodes[node].left;
    return p.nodes[node].kind == NodeKind::window ? node : static_cast<short>(-1);
}
/// Which column of the window function below a node's column is, also through groups by window; -1 if it is none.
constexpr short originIn(const PlanView& p, short node, short column) {
    while (column >= 0 && p.nodes[node].kind != NodeKind::window) {
        const Node& n = p.nodes[node];
        switch (n.kind) {
            case NodeKind::filter: break;
            case NodeKind::project: column = keys::columnOf(p, p.items[n.firstItem + column]); break;
            case NodeKind::windowAggregate: column = column < n.keyCount ? keys::columnOf(p, p.items[n.firstItem + column]) : static_cast<short>(-1); break;
            case NodeKind::expand:
                if (column == n.columnCount - 1) return -1;  // the set's number
                for (short i = 0; i < n.itemCount && column < n.keyCount; ++i)
                    if (p.exprs[p.items[n.firstItem + i]].integer >> column & 1) return -1;
                break;
            default: return -1;
        }
        node = n.left;
    }
    return column;
}
/// Whether an expression over a node's columns reads one that says which window a row is in.
constexpr bool readsWindow(const PlanView& p, short window, short node, short e) {
    const Expr& x = p.exprs[e];
    if (x.kind == ExprKind::column) return originIn(p, node, x.index) >= p.nodes[window].columnCount - 3;
    for (short a = x.first; a >= 0; a = p.exprs[a].next)
        if (readsWindow(p, window, node, a)) return true;
    return false;
}

/// Whether a windowAggregate can put its windows together from slices, into each of which a row comes once: nothing between it and the window function
/// computes with which window that is.
constexpr bool mergesSlices(const PlanView& p, const Node& n) {
    const short window = windowBelow(p, n.left);
    if (window < 0 || p.nodes[window].windowing.kind == WindowKind::tumble) return false;
    for (short at = n.left; at != window; at = p.nodes[at].left) {
        const Node& between = p.nodes[at];
        if (between.kind == NodeKind::filter && readsWindow(p, window, between.left, between.predicate)) return false;
        for (short i = 0; between.kind == NodeKind::project && i < between.itemCount; ++i) {
            const short e = p.items[between.firstItem + i];
            if (keys::columnOf(p, e) < 0 && readsWindow(p, window, between.left, e)) return false;
        }
    }
    const WindowColumns& c = p.nodes[n.left].windowColumns;
    for (short i = 0; i < n.itemCount; ++i) {
        const Expr& x = p.exprs[p.items[n.firstItem + i]];
        const bool isWindow = i < n.keyCount && (x.index == c.start || x.index == c.end || x.index == c.time);
        if (!isWindow && readsWindow(p, window, n.left, p.items[n.firstItem + i])) return false;
    }
    return true;
}

/// Whether the keys of a group, not in the plan yet, are a window of its input: its start and its end, and, of sessions, beside these just what they are apart by.
constexpr bool groupsByWindow(const PlanView& p, const Node& n) {
    const Node& in = p.nodes[n.left];
    if (!isWindowed(in)) return false;
    bool start = false, end = false;
    for (short k = 0; k < n.keyCount; ++k) {
        const short c = p.exprs[p.items[n.firstItem + k]].index;
        start = start || c == in.windowColumns.start;
        end = end || c == in.windowColumns.end;
    }
    if (!start || !end || in.windowing.kind != WindowKind::session || in.windowing.grouped) return start && end;
    short window = n.left;
    while (window >= 0 && p.nodes[window].kind != NodeKind::window) window = p.nodes[window].left;
    ColumnSet grouped, apart;
    for (short k = 0; k < n.keyCount; ++k) {
        const short c = p.exprs[p.items[n.firstItem + k]].index, origin = originIn(p, n.left, c);
        if (origin >= 0 && origin < p.nodes[window].columnCount - 3) grouped.add(origin);
        else if (origin < 0) return false;
    }
    for (short k = 0; k < p.nodes[window].keyCount; ++k) apart.add(p.exprs[p.items[p.nodes[window].firstItem + k]].index);
    return grouped == apart;
}

}  // namespace rivulet::plan
