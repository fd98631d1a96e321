// SPDX-License-Identifier: BSL-1.0
// Logical plan -> physical plan, still values: which operators there are, and what stands between them.
#pragma once
#include <cstddef>

#include <rivulet/plan/constants.hpp>
#include <rivulet/plan/inputs.hpp>
#include <rivulet/plan/keys.hpp>
#include <rivulet/plan/physical_planner.hpp>
#include <rivulet/plan/reuse.hpp>
#include <rivulet/plan/substitution.hpp>

namespace rivulet::plan {

/// `taken`: the kinds of change that the target takes.
constexpr void PhysicalPlanner::run(ChangelogMode taken) {
    findParts();
    lower(logical.root, 0, 0, {.before = (taken.bits & ChangelogMode::updateBefore) != 0});
}

// A chain of filters and projections is applied to every operator that can deliver rows of its input: unions branch
// with the chain, `pending` from base to count, still to be applied. Recursion only along unions and what keeps state.
constexpr void PhysicalPlanner::lower(short node, int base, int count, Reader reader) {
    while (!error && node >= 0) {
        const Node& n = logical.nodes[node];
        switch (n.kind) {
            case NodeKind::filter:
                reader.filtered = !reader.versions;
                [[fallthrough]];
            case NodeKind::project:
                pending[count++] = node;
                node = n.left;
                continue;
            case NodeKind::unionAll:
                if (const short rows = rowsOfConstants(node); rows >= fewestConstants) {
                    const short op = addOp({.kind = NodeKind::values, .side = reader.side, .consumer = reader.consumer, .keyCount = n.columnCount});
                    if (!error) apply(op, node, base, count, reader);
                    if (!error) constants(op, node, rows);
                    return;
                }
                if (asksForWatermark(base, count)) {  // for that of all sides: they come together first
                    const short op = addOp({.kind = NodeKind::limit, .side = reader.side, .consumer = reader.consumer});
                    lower(node, count, count, {.consumer = op});
                    if (!error) apply(op, node, base, count, reader);
                    return;
                }
                lower(n.left, base, count, reader);
                node = n.right;
                continue;
            case NodeKind::limit: {
                const short op = addOp({.kind = NodeKind::limit, .side = reader.side, .consumer = reader.consumer, .limit = n.limit, .offset = n.offset});
                lower(n.left, count, count, {.consumer = op});
                if (!error) apply(op, node, base, count, reader);
                return;
            }
            case NodeKind::normalize:
                if (!reader.before && !reader.filtered) {  // upserts are as good: nobody asks for full changes
                    node = n.left;
                    continue;
                }
                [[fallthrough]];
            default: {
                // What normalises sees the filters above and tells by itself which rows enter and leave.
                const bool before = reader.before || (reader.filtered && n.kind != NodeKind::normalize);
                const short op = addOp({.kind = n.kind, .join = joinUnder(node, base, count), .before = before, .versions = reader.versions, .ranked = n.ranked, .ordinality = n.ordinality, .stamped = n.stamped,
                                        .side = reader.side, .source = n.source, .consumer = reader.consumer, .keyCount = n.keyCount, .orderCount = n.orderCount, .windowing = n.windowing, .bounds = n.bounds, .frame = n.frame, .matching = n.matching, .last = n.last, .limit = n.limit, .offset = n.offset});
                if (op < 0) return;
                if (n.kind == NodeKind::scan) ops[op].mode = n.mode.bits;
                apply(op, node, base, count, reader);
                pendingCount = count;
                if (error) return;
                if (isWorthReusing(n.kind) && parts[parts[node].first].expected > 1) meet(op, node);
                else inputs(op, node);
                return;
            }
        }
    }
}
// The rows of VALUES, where they are literals only: how many there are, or 0.
constexpr short PhysicalPlanner::rowsOfConstants(short node) const {
    const auto isRow = [this](short at) {
        const Node& n = logical.nodes[at];
        if (n.kind != NodeKind::project || logical.nodes[n.left].kind != NodeKind::values) return false;
        for (short i = 0; i < n.itemCount; ++i)
            if (constantOf(logical.exprs, logical.items[n.firstItem + i]).kind == ConstantKind::none) return false;
        return true;
    };
    short rows = 1, first = node;
    for (; logical.nodes[first].kind == NodeKind::unionAll; first = logical.nodes[first].left, ++rows)
        if (!isRow(logical.nodes[first].right)) return 0;
    if (rows < fewestConstants || !isRow(first)) return 0;
    for (short c = 0; c < logical.nodes[node].columnCount; ++c) {
        ConstantKinds kinds;
        const SqlType& type = logical.column(node, c).type;
        for (short at = node, last = -1; at != last; at = logical.nodes[at].kind == NodeKind::unionAll ? logical.nodes[at].left : last = at) {
            const Node& row = logical.nodes[logical.nodes[at].kind == NodeKind::unionAll ? logical.nodes[at].right : at];
            const short e = logical.items[row.firstItem + c];
            kinds.add(constantOf(logical.exprs, e));
            if (!sameType(logical.exprs[e].type, type)) return 0;
        }
        if (!canBecome(kinds, type.root)) return 0;
    }
    return rows;
}
constexpr void PhysicalPlanner::constants(short op, short node, short rows) {
    const short width = logical.nodes[node].columnCount;
    ops[op].firstItem = itemCount;
    for (int i = 0; i < rows * width && !error; ++i) addItem(-1);
    for (short r = static_cast<short>(rows - 1), at = node; r >= 0 && !error; --r) {
        const Node& n = logical.nodes[at];
        const Node& row = n.kind == NodeKind::unionAll ? logical.nodes[n.right] : n;
        for (short c = 0; c < width && !error; ++c) items[ops[op].firstItem + r * width + c] = copy(logical.items[row.firstItem + c]);
        at = n.left;
    }
    ops[op].itemCount = static_cast<short>(rows * width);
}
// Whether a filter or projection above reads the watermark.
constexpr bool PhysicalPlanner::asksForWatermark(int base, int count) const {
    const auto asks = [this](auto& self, short e) -> bool {
        const Expr& x = logical.exprs[e];
        bool any = x.kind == ExprKind::call && x.function == indexOf<functions::CurrentWatermark>;
        for (short a = x.first; a >= 0 && !any; a = logical.exprs[a].next) any = self(self, a);
        return any;
    };
    for (int i = base; i < count; ++i) {
        const Node& n = logical.nodes[pending[i]];
        if (n.kind == NodeKind::filter && asks(asks, n.predicate)) return true;
        for (short k = 0; n.kind == NodeKind::project && k < n.itemCount; ++k)
            if (asks(asks, logical.items[n.firstItem + k])) return true;
    }
    return false;
}
// Filters directly above decide whether rows that an outer join padded go any further.
constexpr JoinKind PhysicalPlanner::joinUnder(short node, int base, int count) const {
    const Node& n = logical.nodes[node];
    JoinKind kind = n.join;
    for (int i = count - 1; n.kind == NodeKind::join && i >= base && logical.nodes[pending[i]].kind == NodeKind::filter; --i)
        kind = joinBelow(logical, kind, logical.nodes[pending[i]].predicate, logical.nodes[n.left].columnCount, n.columnCount);
    return kind;
}
constexpr void PhysicalPlanner::apply(short op, short node, int base, int count, const Reader& reader) {
    Draft d = start(op, node);
    for (int i = count - 1; i >= base && !error; --i) {
        const Node& n = logical.nodes[pending[i]];
        if (n.kind == NodeKind::filter) filter(d, n.predicate);
        else project(d, n);
    }
    if (!error) finish(d, reader);
}

/// The physical plan of a logical one for a target that takes some kinds of change, into room for E expressions, O operators and I items. E is at least the number of
/// expressions of the logical plan, O that of its nodes.
template <int E, int O, int I>
constexpr PhysicalPlan<E, O, I> planPhysical(const PlanView& logical, ChangelogMode taken = {ChangelogMode::all}) {
    PhysicalPlan<E, O, I> p{};
    Expr work[static_cast<std::size_t>(E) + 1]{};
    short heights[static_cast<std::size_t>(E) + 1]{}, shared[static_cast<std::size_t>(E) + 1]{}, pending[static_cast<std::size_t>(O) + 1]{};
    PhysicalPlanner::Part parts[static_cast<std::size_t>(O) + 1]{};
    short waiting[static_cast<std::size_t>(O) + 1]{};
    short workItems[static_cast<std::size_t>(I) + 1]{}, slots[static_cast<std::size_t>(I) + 1]{}, uses[static_cast<std::size_t>(I) + 1]{};
    PhysicalPlanner planner{.logical = logical, .exprs = p.exprs, .ops = p.ops, .items = p.items, .exprRoom = E, .opRoom = O, .itemRoom = I,
                            .work = work, .heights = heights, .workItems = workItems, .slots = slots, .uses = uses, .pending = pending, .sharedSlots = shared, .parts = parts, .waiting = waiting,
                            .workRoom = E, .workItemRoom = I, .slotRoom = I};
    planner.run(taken);
    p.exprCount = planner.exprCount;
    p.opCount = planner.opCount;
    p.itemCount = planner.itemCount;
    p.error = planner.error;
    return p;
}

}  // namespace rivulet::plan
