// SPDX-License-Identifier: BSL-1.0
// Logical plan -> physical plan, still values. A physical operator is a core (a scan, one row, a limit) whose raw row
// is seen through a predicate and a list of outputs: filters and projections above it were substituted into those, so
// nothing is materialised between them and the lifted code is one loop. A UNION ALL is several operators with one
// consumer. A subexpression that is read twice gets a slot: computed when first read, once per row.
#pragma once
#include <string_view>

#include <rivulet/expr/catalogue.hpp>
#include <rivulet/plan/plan.hpp>

namespace rivulet::plan {

struct PhysicalOp {
    NodeKind kind{};                       // scan, values or limit
    short source{-1};                      // scan
    short consumer{-1};                    // -1: the sink
    short predicate{-1};                   // over the core row and the slots
    short firstOutput{}, outputCount{};    // items: expressions over the core row and the slots
    short firstSlot{}, slotCount{};        // items: expressions that may read slots before them
    long long limit{-1}, offset{};
};

struct PhysicalView {
    const Expr* exprs{};
    const PhysicalOp* ops{};
    const short* items{};
    short exprCount{}, opCount{}, itemCount{};
};

template <int Exprs, int Ops, int Items>
struct PhysicalPlan {
    Expr exprs[static_cast<std::size_t>(Exprs) + 1]{};
    PhysicalOp ops[static_cast<std::size_t>(Ops) + 1]{};
    short items[static_cast<std::size_t>(Items) + 1]{};
    short exprCount{}, opCount{}, itemCount{};
    Error error{};
    constexpr PhysicalView view() const { return {exprs, ops, items, exprCount, opCount, itemCount}; }
};

template <int E, int O, int I>
constexpr PhysicalPlan<E, O, I> exactPhysical(const auto& draft) {
    PhysicalPlan<E, O, I> p{};
    for (int i = 0; i < E; ++i) p.exprs[i] = draft.exprs[i];
    for (int i = 0; i < O; ++i) p.ops[i] = draft.ops[i];
    for (int i = 0; i < I; ++i) p.items[i] = draft.items[i];
    p.exprCount = E;
    p.opCount = O;
    p.itemCount = I;
    p.error = draft.error;
    return p;
}

struct PhysicalPlanner {
    const PlanView& logical;
    // Where the physical plan is written.
    Expr* exprs{};
    PhysicalOp* ops{};
    short* items{};
    int exprRoom{}, opRoom{}, itemRoom{};
    short exprCount{}, opCount{}, itemCount{};
    // An operator while filters and projections are still being substituted into it.
    struct Draft {
        short op{-1};
        short outputs{}, outputCount{};    // in `work`
        short firstSlot{}, slotCount{};    // in `slots`
    };
    Expr* work{};                          // expressions of the draft, over slots of every non-trivial projection
    short* workItems{};
    short* slots{};                        // definitions, in `work`
    short* uses{};                         // per slot
    int workRoom{}, workItemRoom{}, slotRoom{};
    short workCount{}, workItemCount{}, slotTotal{};
    Error error{};

    constexpr short fail() {
        if (!error) error.code = ErrorCode::tooLarge;
        return -1;
    }
    constexpr short add(const Expr& e) {
        if (workCount >= workRoom) return fail();
        work[workCount] = e;
        return workCount++;
    }
    constexpr short addOp(const PhysicalOp& op) {
        if (opCount >= opRoom) return fail();
        ops[opCount] = op;
        return opCount++;
    }
    constexpr void addWorkItem(short e) {
        if (workItemCount >= workItemRoom) { fail(); return; }
        workItems[workItemCount++] = e;
    }

    // `e` of the logical plan, over the outputs of a draft, becomes an expression over its core row and slots. Outputs
    // are leaves (columns, literals, slots), so this copies nothing twice.
    constexpr short rewrite(short e, const Draft& d) {
        if (e < 0 || error) return -1;
        Expr x = logical.exprs[e];
        if (x.kind == ExprKind::column) {
            Expr leaf = work[workItems[d.outputs + x.index]];
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
        return add(x);
    }
    static constexpr bool isLeaf(const Expr& e) {
        return e.kind == ExprKind::column || e.kind == ExprKind::literal || e.kind == ExprKind::parameter || e.kind == ExprKind::slot;
    }
    constexpr void filter(Draft& d, short predicate) {
        const short p = rewrite(predicate, d);
        if (p < 0) return;
        PhysicalOp& op = ops[d.op];
        if (op.predicate < 0) {
            op.predicate = p;
            return;
        }
        constexpr short conjunction = findFunction("AND");
        work[op.predicate].next = p;
        op.predicate = add(Expr{.kind = ExprKind::call, .function = conjunction, .first = op.predicate,
                                .type = sqltype::boolean.orNull(work[op.predicate].type.nullable || work[p].type.nullable)});
    }
    constexpr void project(Draft& d, const Node& n) {
        // All items are rewritten over the old outputs first; new outputs follow them.
        const short first = workItemCount;
        for (int i = 0; i < n.itemCount && !error; ++i) {
            short e = rewrite(logical.items[n.firstItem + i], d);
            if (e < 0) return;
            if (!isLeaf(work[e])) {
                if (slotTotal >= slotRoom) { fail(); return; }
                slots[slotTotal] = e;
                e = add(Expr{.kind = ExprKind::slot, .index = static_cast<short>(d.slotCount++), .type = work[e].type});
                ++slotTotal;
            }
            addWorkItem(e);
        }
        d.outputs = first;
        d.outputCount = n.itemCount;
    }
    constexpr Draft start(const PhysicalOp& op, short node) {
        Draft d{.op = addOp(op), .outputs = workItemCount, .outputCount = logical.nodes[node].columnCount, .firstSlot = slotTotal};
        for (short i = 0; i < d.outputCount; ++i)
            addWorkItem(add(Expr{.kind = ExprKind::column, .index = i, .type = logical.column(node, i).type, .text = logical.column(node, i).name}));
        return d;
    }

    // A chain of filters and projections is applied to every operator that can deliver rows of its input. `pending`
    // holds the chain, outermost last: unions branch with the chain still to be applied.
    static constexpr int mostPending = 256;
    constexpr void lower(short node, short* pending, int count, short consumer) {
        if (error || node < 0) return;
        const Node& n = logical.nodes[node];
        switch (n.kind) {
            case NodeKind::filter: case NodeKind::project:
                if (count == mostPending) { fail(); return; }
                pending[count] = node;
                return lower(n.left, pending, count + 1, consumer);
            case NodeKind::unionAll:
                lower(n.left, pending, count, consumer);
                return lower(n.right, pending, count, consumer);
            case NodeKind::limit: {
                Draft d = start({.kind = NodeKind::limit, .consumer = consumer, .limit = n.limit, .offset = n.offset}, node);
                if (error) return;
                apply(d, pending, count);
                short above[mostPending]{};
                return lower(n.left, above, 0, d.op);
            }
            case NodeKind::scan: case NodeKind::values: {
                Draft d = start({.kind = n.kind, .source = n.source, .consumer = consumer}, node);
                if (!error) apply(d, pending, count);
                return;
            }
        }
    }
    constexpr void apply(Draft& d, const short* pending, int count) {
        for (int i = count - 1; i >= 0 && !error; --i) {
            const Node& n = logical.nodes[pending[i]];
            if (n.kind == NodeKind::filter) filter(d, n.predicate);
            else project(d, n);
        }
        if (!error) finish(d);
    }

    // ---- slots: those read once are put back where they are read ------------------------------------------------------

    constexpr void count(short e, const Draft& d) {
        if (e < 0) return;
        if (work[e].kind == ExprKind::slot) ++uses[d.firstSlot + work[e].index];
        for (short a = work[e].first; a >= 0; a = work[a].next) count(a, d);
    }
    constexpr short out(short e, const Draft& d, const short* places) {
        if (e < 0 || error) return -1;
        Expr x = work[e];
        if (x.kind == ExprKind::slot) {
            if (uses[d.firstSlot + x.index] < 2) return out(slots[d.firstSlot + x.index], d, places);
            x.index = places[x.index];
        }
        short last = -1;
        for (short a = x.first; a >= 0; a = work[a].next) {
            const short c = out(a, d, places);
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
    constexpr short addItem(short e) {
        if (itemCount >= itemRoom) return fail();
        items[itemCount] = e;
        return itemCount++;
    }
    constexpr void finish(const Draft& d) {
        PhysicalOp& op = ops[d.op];
        for (int s = 0; s < d.slotCount; ++s) uses[d.firstSlot + s] = 0;
        count(op.predicate, d);
        for (int i = 0; i < d.outputCount; ++i) count(workItems[d.outputs + i], d);
        for (int s = d.slotCount - 1; s >= 0; --s)  // definitions read only slots before them
            if (uses[d.firstSlot + s] > 0) count(slots[d.firstSlot + s], d);
        short places[512]{};
        if (d.slotCount > 512) { fail(); return; }
        short kept[512]{};
        for (int s = 0; s < d.slotCount; ++s)
            if (uses[d.firstSlot + s] >= 2) {
                places[s] = op.slotCount;
                kept[op.slotCount++] = out(slots[d.firstSlot + s], d, places);
            }
        op.firstSlot = itemCount;
        for (int s = 0; s < op.slotCount; ++s) addItem(kept[s]);
        op.predicate = out(op.predicate, d, places);
        op.outputCount = d.outputCount;
        short result[1024]{};
        if (d.outputCount > 1024) { fail(); return; }
        for (int i = 0; i < d.outputCount; ++i) result[i] = out(workItems[d.outputs + i], d, places);
        op.firstOutput = itemCount;
        for (int i = 0; i < d.outputCount; ++i) addItem(result[i]);
    }
};

/// The physical plan of a logical one, into room for E expressions, O operators and I items.
template <int E, int O, int I>
constexpr PhysicalPlan<E, O, I> planPhysical(const PlanView& logical) {
    PhysicalPlan<E, O, I> p{};
    Expr work[static_cast<std::size_t>(E) + 1]{};
    short workItems[static_cast<std::size_t>(I) + 1]{}, slots[static_cast<std::size_t>(I) + 1]{}, uses[static_cast<std::size_t>(I) + 1]{};
    PhysicalPlanner planner{.logical = logical, .exprs = p.exprs, .ops = p.ops, .items = p.items, .exprRoom = E, .opRoom = O, .itemRoom = I,
                            .work = work, .workItems = workItems, .slots = slots, .uses = uses, .workRoom = E, .workItemRoom = I, .slotRoom = I};
    short pending[PhysicalPlanner::mostPending]{};
    planner.lower(logical.root, pending, 0, -1);
    p.exprCount = planner.exprCount;
    p.opCount = planner.opCount;
    p.itemCount = planner.itemCount;
    p.error = planner.error;
    return p;
}

}  // namespace rivulet::plan
