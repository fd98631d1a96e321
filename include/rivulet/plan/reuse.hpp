// SPDX-License-Identifier: BSL-1.0
// Equal parts of a plan become one operator, whose rows go to everybody who reads them.
#pragma once
#include <rivulet/expr/catalogue.hpp>
#include <rivulet/plan/physical_planner.hpp>

namespace rivulet::plan {

/// Whether a node remembers rows or waits for them, so that a second one of it costs. ChangelogNormalize is not among them: each does the filters above it.
constexpr bool isWorthReusing(NodeKind kind) {
    switch (kind) {
        case NodeKind::aggregate: case NodeKind::join: case NodeKind::rank: case NodeKind::sort: case NodeKind::intersectAll: case NodeKind::exceptAll:
        case NodeKind::windowAggregate: case NodeKind::windowRank: case NodeKind::windowJoin: case NodeKind::deduplicate: case NodeKind::temporalSort:
        case NodeKind::over: case NodeKind::intervalJoin: case NodeKind::temporalJoin: case NodeKind::lookupJoin: case NodeKind::match: return true;
        default: return false;
    }
}

constexpr unsigned mixed(unsigned a, unsigned b) { return (a ^ b) * 0x9E3779B1u + (a << 7); }

/// Whether the expression gives the same however often it is computed.
constexpr bool isRepeatable(const PlanView& p, short e) {
    if (e < 0) return true;
    const Expr& x = p.exprs[e];
    if (x.kind == ExprKind::call && !functionInfo(x.function).deterministic) return false;
    for (short a = x.first; a >= 0; a = p.exprs[a].next)
        if (!isRepeatable(p, a)) return false;
    return true;
}

// Which nodes are worth reusing and equal to one before them: parts[node].first is the first of them, itself if there is none.
constexpr void PhysicalPlanner::findParts() {
    if (!readsTwice()) return;
    for (short at = 0; at < logical.nodeCount; ++at) {
        const Node& n = logical.nodes[at];
        parts[at].first = at;
        if (!isWorthReusing(n.kind)) continue;
        parts[at].digest = mixed(mixed(digestOf(at), digestBelow(n.left)), digestBelow(n.right));
        for (short other = 0; other < at && parts[at].first == at; ++other) {
            const Node& o = logical.nodes[other];
            if (parts[other].digest == parts[at].digest && o.kind == n.kind && saySame(other, at) && giveSame(o.left, n.left) && giveSame(o.right, n.right)) parts[at].first = parts[other].first;
        }
    }
    countParts(logical.root);
}
// Equal parts read the same sources; most plans read none twice.
constexpr bool PhysicalPlanner::readsTwice() const {
    for (short at = 0; at < logical.nodeCount; ++at)
        for (short other = 0; logical.nodes[at].kind == NodeKind::scan && other < at; ++other)
            if (logical.nodes[other].kind == NodeKind::scan && logical.nodes[other].source == logical.nodes[at].source) return true;
    return false;
}
// Equal nodes have equal digests, so that few need to be compared.
constexpr unsigned PhysicalPlanner::digestOf(short node) const {
    const Node& n = logical.nodes[node];
    unsigned d = mixed(static_cast<unsigned>(n.kind), static_cast<unsigned>(n.source));
    for (int i = 0; i < n.itemCount; ++i) d = mixed(d, digestOfExpr(logical.items[n.firstItem + i]));
    return mixed(d, digestOfExpr(n.predicate));
}
constexpr unsigned PhysicalPlanner::digestOfExpr(short e) const {
    if (e < 0) return 0;
    const Expr& x = logical.exprs[e];
    unsigned d = mixed(mixed(static_cast<unsigned>(x.kind), static_cast<unsigned>(x.function)), x.kind == ExprKind::literal ? static_cast<unsigned>(x.integer) : 0);
    if (x.kind == ExprKind::column) d = mixed(d, static_cast<unsigned>(x.index));
    for (short a = x.first; a >= 0; a = x.kind == ExprKind::matched ? static_cast<short>(-1) : logical.exprs[a].next) d = mixed(d, digestOfExpr(a));
    return d;
}
constexpr unsigned PhysicalPlanner::digestBelow(short node) const {
    unsigned d = 0;
    for (; node >= 0; node = logical.nodes[node].left) {
        if (isWorthReusing(logical.nodes[node].kind)) return mixed(d, parts[node].digest);
        d = mixed(mixed(d, digestOf(node)), digestBelow(logical.nodes[node].right));
    }
    return d;
}
// Whether two inputs bring the same rows, whatever their columns are called. What is worth reusing stands before its readers and has been compared. Recursion only to the right.
constexpr bool PhysicalPlanner::giveSame(short a, short b) const {
    for (; a >= 0 && b >= 0; a = logical.nodes[a].left, b = logical.nodes[b].left) {
        if (logical.nodes[a].kind != logical.nodes[b].kind) return false;
        if (isWorthReusing(logical.nodes[a].kind)) return parts[a].first == parts[b].first;
        if (!saySame(a, b) || !giveSame(logical.nodes[a].right, logical.nodes[b].right)) return false;
    }
    return a < 0 && b < 0;
}
// Whether two nodes do the same with their inputs. Calls that give another value each time do not: each of them is its own, as in Flink.
constexpr bool PhysicalPlanner::saySame(short a, short b) const {
    const Node &x = logical.nodes[a], &y = logical.nodes[b];
    if (x.source != y.source || x.columnCount != y.columnCount || x.itemCount != y.itemCount || x.keyCount != y.keyCount || x.orderCount != y.orderCount || x.limit != y.limit ||
        x.offset != y.offset || x.join != y.join || x.ranked != y.ranked || x.ordinality != y.ordinality || x.last != y.last || x.stamped != y.stamped || !(x.mode == y.mode) ||
        !(x.windowing == y.windowing) || !(x.bounds == y.bounds) || !(x.frame == y.frame) || !(x.matching == y.matching))
        return false;
    const auto same = [this](short e, short f) { return equalExpr(logical, e, logical, f) && isRepeatable(logical, e); };
    for (int i = 0; i < x.itemCount; ++i)
        if (!same(logical.items[x.firstItem + i], logical.items[y.firstItem + i])) return false;
    return same(x.predicate, y.predicate);
}
// How often each part will be met when the plan is lowered, where what stands below a part is lowered once for all of them.
constexpr void PhysicalPlanner::countParts(short node) {
    for (; node >= 0; node = logical.nodes[node].left) {
        const Node& n = logical.nodes[node];
        if (isWorthReusing(n.kind) && ++parts[parts[node].first].expected > 1) return;
        countParts(n.right);
    }
}

// An operator stands for a part that stands elsewhere, too. The last of them is the one that runs, so that it stands behind all that it feeds; the others read its rows. Those that
// read other columns have one of their own where that could change which rows come.
constexpr void PhysicalPlanner::meet(short op, short node) {
    const short part = parts[node].first;
    waiting[op] = part;
    if (++parts[part].met < parts[part].expected) return;
    bool many = false;
    for (short running = op; running >= 0 && !error; --running) {
        if (waiting[running] != part || ops[running].kind == NodeKind::reused) continue;
        if (many) {  // one more that takes the inputs
            countParts(logical.nodes[node].left);
            countParts(logical.nodes[node].right);
        }
        many = true;
        reuse(running, node);
    }
    for (short running = 0; running <= op && !error; ++running)
        if (waiting[running] == part && ops[running].kind != NodeKind::reused) inputs(running, node);
}
// Makes those before `running` that wait for it read its rows.
constexpr void PhysicalPlanner::reuse(short running, short node) {
    PhysicalOp& op = ops[running];
    const ColumnSet read = decisive(running, node);
    const bool own = op.before;
    for (short o = 0; o < running; ++o) {
        if (waiting[o] != waiting[running] || ops[o].kind == NodeKind::reused || ops[o].join != op.join || !(decisive(o, node) == read)) continue;
        ops[o].kind = NodeKind::reused;
        ops[o].source = running;
        op.reused = true;
        op.before = op.before || ops[o].before;
    }
    op.skipsBefore = op.before && !own;
    for (short o = 0; o < running; ++o)
        if (ops[o].kind == NodeKind::reused && ops[o].source == running) ops[o].skipsBefore = op.before && !ops[o].before;
}
// The columns whose reading decides which rows come: an update that changes none of them is none. Inserts all come, and groups are the same whoever reads their keys.
constexpr ColumnSet PhysicalPlanner::decisive(short op, short node) const {
    const Node& n = logical.nodes[node];
    if (n.mode.insertOnly()) return {};
    ColumnSet keys{};
    for (int k = 0; n.kind == NodeKind::aggregate && k < n.keyCount; ++k) keys.add(k);
    return columnsRead(op).without(keys);
}

}  // namespace rivulet::plan

// Who runs takes inputs, which come back here.
#include <rivulet/plan/inputs.hpp>
