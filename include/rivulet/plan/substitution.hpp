// SPDX-License-Identifier: BSL-1.0
// Filters and projections are substituted into the operator below them; what they compute more than once gets a slot.
#pragma once
#include <rivulet/plan/physical_planner.hpp>

namespace rivulet::plan {

// `e` of the logical plan, over the outputs of a draft, becomes an expression over its core row and slots. Outputs
// are leaves (columns, literals, slots), so this copies nothing twice.
constexpr short PhysicalPlanner::rewrite(short e, Draft& d) {
    if (e < 0 || error) return -1;
    Expr x = logical.exprs[e];
    if (x.kind == ExprKind::column || x.kind == ExprKind::same) {
        Expr leaf = work[x.kind == ExprKind::column ? workItems[d.outputs + x.index] : sharedSlots[x.index]];
        leaf.next = -1;
        return add(leaf);
    }
    short last = -1;
    for (short a = x.first; a >= 0; a = logical.exprs[a].next) {
        const short c = rewrite(a, d);
        if (c < 0) return -1;
        if (last < 0) x.first = c;
        else work[last].next = c;
        last = c;
    }
    x.next = -1;
    const bool shared = x.shared;
    x.shared = false;
    const short at = add(x);
    if (!shared || at < 0) return at;
    return sharedSlots[e] = addSlot(d, at);
}
// In the row's path a predicate decides; unknown drops the row, so that filters above never see it.
constexpr void PhysicalPlanner::filter(Draft& d, short predicate) {
    short p = rewrite(predicate, d);
    if (p < 0) return;
    constexpr short conjunction = indexOf<functions::And>;
    PhysicalOp& op = ops[d.op];
    if (op.predicate < 0) {
        op.predicate = p;
        return;
    }
    p = certain(p);
    if (p < 0) return;
    if (!d.manyFilters) {
        d.manyFilters = true;
        const short first = certain(op.predicate);
        if (first < 0) return;
        work[first].next = p;
        op.predicate = add(Expr{.kind = ExprKind::call, .function = conjunction, .first = first, .type = sqltype::boolean});
        return;
    }
    short last = work[op.predicate].first;  // a list, however many filters there are
    while (work[last].next >= 0) last = work[last].next;
    work[last].next = p;
    if (heights[p] >= heights[op.predicate]) heights[op.predicate] = static_cast<short>(heights[p] + 1);
}
constexpr short PhysicalPlanner::certain(short p) {
    if (!work[p].type.nullable) return p;
    return add(Expr{.kind = ExprKind::call, .function = indexOf<functions::IsTrue>, .first = p, .type = sqltype::boolean});
}
constexpr void PhysicalPlanner::project(Draft& d, const Node& n) {
    // All items are rewritten over the old outputs first; new outputs follow them.
    const short first = workItemCount;
    for (int i = 0; i < n.itemCount && !error; ++i) {
        short e = rewrite(logical.items[n.firstItem + i], d);
        if (e >= 0 && !isLeaf(work[e])) e = addSlot(d, e);
        if (e < 0) return;
        addWorkItem(e);
    }
    d.outputs = first;
    d.outputCount = n.itemCount;
}
constexpr PhysicalPlanner::Draft PhysicalPlanner::start(short op, short node) {
    Draft d{.op = op, .outputs = workItemCount, .outputCount = logical.nodes[node].columnCount, .firstSlot = slotTotal};
    for (short i = 0; i < d.outputCount && !error; ++i) {
        short e = add(Expr{.kind = ExprKind::column, .index = i, .type = logical.column(node, i).type, .text = logical.column(node, i).name});
        if (e >= 0 && isComputed(op, i)) e = addSlot(d, e);
        addWorkItem(e);
    }
    return d;
}
// Whether an operator that feeds this one computes the column when it is read.
constexpr bool PhysicalPlanner::isComputed(short op, short column) const {
    for (short o = static_cast<short>(op + 1); o < opCount; ++o)
        if (ops[o].consumer == op && !isLeaf(exprs[items[ops[o].firstOutput + column]])) return true;
    return false;
}

// ---- slots: those read once are put back where they are read ------------------------------------------------------

constexpr void PhysicalPlanner::count(short e, const Draft& d) {
    if (work[e].kind == ExprKind::slot) ++uses[d.firstSlot + work[e].index];
    for (short a = work[e].first; a >= 0; a = work[a].next) count(a, d);
}
// The height of an expression once the slots in it that are read once are put back.
constexpr short PhysicalPlanner::inlinedHeight(short e, const Draft& d) const {
    if (work[e].kind == ExprKind::slot) return uses[d.firstSlot + work[e].index] == 1 ? heights[slots[d.firstSlot + work[e].index]] : static_cast<short>(1);
    short height = 0;
    for (short a = work[e].first; a >= 0; a = work[a].next)
        if (const short h = inlinedHeight(a, d); h > height) height = h;
    return static_cast<short>(height + 1);
}
// A slot in it whose definition is too high to be put back stays a slot.
constexpr void PhysicalPlanner::limitHeight(short e, const Draft& d) {
    while (inlinedHeight(e, d) > mostHeight)
        if (!keepOne(e, d, mostHeight)) return;
    heights[e] = inlinedHeight(e, d);
}
constexpr bool PhysicalPlanner::keepOne(short e, const Draft& d, int room) {
    if (work[e].kind == ExprKind::slot) {
        short& n = uses[d.firstSlot + work[e].index];
        if (n != 1 || heights[slots[d.firstSlot + work[e].index]] <= room) return false;
        n = 2;
        return true;
    }
    for (short a = work[e].first; a >= 0; a = work[a].next)
        if (keepOne(a, d, room - 1)) return true;
    return false;
}
constexpr short PhysicalPlanner::out(short e, const Draft& d) {
    if (e < 0 || error) return -1;
    Expr x = work[e];
    while (x.kind == ExprKind::slot && uses[d.firstSlot + x.index] >= 0) x = work[slots[d.firstSlot + x.index]];
    if (x.kind == ExprKind::slot) x.index = static_cast<short>(-1 - uses[d.firstSlot + x.index]);
    short last = -1;
    for (short a = x.first; a >= 0; a = work[a].next) {
        const short c = out(a, d);
        if (c < 0) return -1;
        if (last < 0) x.first = c;
        else exprs[last].next = c;
        last = c;
    }
    x.next = -1;
    if (exprCount >= exprRoom) return fail();
    exprs[exprCount] = x;
    return exprCount++;
}
constexpr void PhysicalPlanner::addItem(short e) {
    if (itemCount >= itemRoom) { fail(); return; }
    items[itemCount++] = e;
}
constexpr void PhysicalPlanner::finish(const Draft& d, const Reader& reader) {
    PhysicalOp& op = ops[d.op];
    for (int i = 0; i < d.outputCount; ++i)
        if (!reader.reads(i)) workItems[d.outputs + i] = -1;
    short* const used = uses + d.firstSlot;
    const short* const definition = slots + d.firstSlot;
    for (int s = 0; s < d.slotCount; ++s) used[s] = 0;
    if (op.predicate >= 0) count(op.predicate, d);
    for (int i = 0; i < d.outputCount; ++i)
        if (workItems[d.outputs + i] >= 0) count(workItems[d.outputs + i], d);
    for (int s = d.slotCount - 1; s >= 0; --s)  // definitions read only slots before them
        if (used[s] > 0) count(definition[s], d);
    for (int s = 0; s < d.slotCount; ++s)
        if (used[s] > 0) limitHeight(definition[s], d);
    if (op.predicate >= 0) limitHeight(op.predicate, d);
    for (int i = 0; i < d.outputCount; ++i)
        if (workItems[d.outputs + i] >= 0) limitHeight(workItems[d.outputs + i], d);
    op.firstSlot = itemCount;
    for (int s = 0; s < d.slotCount; ++s)
        if (used[s] >= 2) {
            addItem(out(definition[s], d));
            used[s] = static_cast<short>(-1 - op.slotCount++);
        }
    if (op.predicate >= 0) op.predicate = out(op.predicate, d);
    op.firstOutput = itemCount;
    op.outputCount = d.outputCount;
    for (int i = 0; i < d.outputCount; ++i) addItem(workItems[d.outputs + i] < 0 ? static_cast<short>(-1) : out(workItems[d.outputs + i], d));
}

}  // namespace rivulet::plan
