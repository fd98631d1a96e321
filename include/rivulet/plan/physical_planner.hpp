// SPDX-License-Identifier: BSL-1.0
// Logical plan -> physical plan: the planner's state. Its steps are in substitution.hpp (filters, projections, slots), inputs.hpp
// (what operators with state take and keep), reuse.hpp (equal parts) and physical.hpp.
#pragma once
#include <rivulet/expr/catalogue.hpp>
#include <rivulet/plan/physical_plan.hpp>
#include <rivulet/plan/plan.hpp>

namespace rivulet::plan {

/// Rules:
/// - A projection is substituted into what reads it. What it computes becomes a slot; a slot that is read once is put back
///   where it is read, one that nobody reads is dropped. So nothing is computed twice, user functions above all. What no one
///   reads is not computed, and may not fail.
/// - A slot is computed when it is first read: a filter or CASE in front still guards it. Moving a computation behind a filter
///   is always allowed, also for functions that give another value each time.
/// - Filters apply in their order: those of a predicate further down first, and a row that one of them drops reaches none above.
/// - Many rows of VALUES that are literals are one operator.
/// - What keeps state, LIMIT, and each input of UNION ALL end an operator; a UNION ALL under CURRENT_WATERMARK is one, which lets all rows through. A column that a LIMIT hands on is computed at most once per row.
/// - Equal parts of a plan that keep state (same operators, expressions, inputs) are one operator that several read. Each reader has filters, projections and columns of its own.
///   Parts that call what gives another value each time, as RAND(), are not equal. Where updates come, readers must read the same columns, as an update of others is none;
///   group keys do not count.
/// - Rows before an update are made only where somebody needs them (Flink): what keeps state does, but for a join whose key is
///   part of the input's key and all its condition; a filter does, as the row before may pass and the row after not.
struct PhysicalPlanner {
    /// Inlining stops where an expression would become higher: what recurses over expressions stays below compilers' limits.
    static constexpr int mostHeight = 200;

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
        short outputs{}, outputCount{};    // in `workItems`
        short firstSlot{}, slotCount{};    // in `slots`
        bool manyFilters{};                // the predicate is a list that this planner began
    };
    Expr* work{};                          // expressions of the draft, over slots of every projection that computes
    short* heights{};                      // of those
    short* workItems{};
    short* slots{};                        // definitions, in `work`
    short* uses{};                         // per slot: how often it is read; then, negative, the place of one that stays
    short* pending{};                      // filters and projections still to be applied, innermost last
    int pendingCount{};                    // of those, where an operator takes its inputs
    short* sharedSlots{};                  // per logical expression that is `shared`: its slot in the draft
    // A logical node that is worth reusing.
    struct Part {
        short first{};                     // the first node that is equal to it; that one's:
        short expected{};                  // how often such a node stands in the plan
        short met{};                       // how many of those have an operator by now
        unsigned digest{};                 // of all that it says and what is below
    };
    Part* parts{};                         // per logical node
    short* waiting{};                      // per operator: the part that it stands for, where that stands elsewhere, too; else -1
    int workRoom{}, workItemRoom{}, slotRoom{};
    short workCount{}, workItemCount{}, slotTotal{};
    Error error{};

    constexpr short fail() {
        if (!error) error.code = ErrorCode::tooLarge;
        return -1;
    }
    constexpr short add(const Expr& e) {
        if (workCount >= workRoom) return fail();
        short height = 0;
        for (short a = e.first; a >= 0; a = work[a].next)
            if (heights[a] > height) height = heights[a];
        work[workCount] = e;
        heights[workCount] = static_cast<short>(height + 1);
        return workCount++;
    }
    constexpr short addOp(const PhysicalOp& op) {
        if (opCount >= opRoom) return fail();
        ops[opCount] = op;
        waiting[opCount] = -1;
        return opCount++;
    }
    constexpr void addWorkItem(short e) {
        if (workItemCount >= workItemRoom) { fail(); return; }
        workItems[workItemCount++] = e;
    }
    // What is computed once: its definition, and a leaf that reads it.
    constexpr short addSlot(Draft& d, short e) {
        if (slotTotal >= slotRoom) return fail();
        slots[slotTotal++] = e;
        return add(Expr{.kind = ExprKind::slot, .index = d.slotCount++, .type = work[e].type});
    }
    static constexpr bool isLeaf(const Expr& e) {
        return e.kind == ExprKind::column || e.kind == ExprKind::literal || e.kind == ExprKind::parameter || e.kind == ExprKind::slot;
    }

    // Who reads the rows: an operator or the sink, which of their columns, and whether rows before an update are wanted.
    struct Reader {
        short consumer{-1};
        unsigned char side{};
        bool before{true}, all{true};
        bool filtered{};               // a filter stands between
        bool versions{};               // it is told which rows a filter drops: they end what was there of their key
        ColumnSet columns{};
        constexpr bool reads(int column) const { return all || column >= ColumnSet::most || columns.has(column); }
    };

    constexpr void run(ChangelogMode taken);
    constexpr void lower(short node, int base, int count, Reader reader);
    constexpr JoinKind joinUnder(short node, int base, int count) const;
    constexpr bool asksForWatermark(int base, int count) const;
    constexpr short rowsOfConstants(short node) const;
    constexpr void constants(short op, short node, short rows);
    constexpr void apply(short op, short node, int base, int count, const Reader& reader);

    // substitution.hpp
    constexpr short rewrite(short e, Draft& d);
    constexpr void filter(Draft& d, short predicate);
    constexpr short certain(short p);
    constexpr void project(Draft& d, const Node& n);
    constexpr Draft start(short op, short node);
    constexpr bool isComputed(short op, short column) const;
    constexpr void count(short e, const Draft& d);
    constexpr short inlinedHeight(short e, const Draft& d) const;
    constexpr void limitHeight(short e, const Draft& d);
    constexpr bool keepOne(short e, const Draft& d, int room);
    constexpr short out(short e, const Draft& d);
    constexpr void addItem(short e);
    constexpr void finish(const Draft& d, const Reader& reader);

    // inputs.hpp
    constexpr short copy(short e, int shift = 0);
    constexpr short put(const Expr& x);
    constexpr void mark(short e, ColumnSet& columns) const;
    constexpr void markItems(short first, short count, ColumnSet& columns) const;
    constexpr ColumnSet columnsRead(short at) const;
    constexpr void input(short op, int side, short node, const ColumnSet& read, const ColumnSet& kept, bool before, bool versions = false);
    constexpr void inputs(short at, short node);
    constexpr short timeOf(short node, short column);
    constexpr void uniqueColumns(PhysicalInput& in, short node, const ColumnSet& key, ColumnSet& read);
    constexpr void window(short at, short node);
    constexpr void windowGroups(short at, short node);
    constexpr void join(short at, short node);
    constexpr void over(short at, short node, ColumnSet read);
    static constexpr bool isMatched(const Node& join, int side);
    constexpr short joinTime(const Node& join, int side) const;
    constexpr short converted(short e, const SqlType& to);
    constexpr void match(short at, short node);              // physical_match.hpp
    constexpr void collectSums(short e, short firstSum, short& count);
    constexpr bool markPlain(short first, short count, ColumnSet& columns) const;

    // reuse.hpp
    constexpr void findParts();
    constexpr bool readsTwice() const;
    constexpr unsigned digestOf(short node) const;
    constexpr unsigned digestOfExpr(short e) const;
    constexpr unsigned digestBelow(short node) const;
    constexpr bool giveSame(short a, short b) const;
    constexpr bool saySame(short a, short b) const;
    constexpr void countParts(short node);
    constexpr void meet(short op, short node);
    constexpr void reuse(short running, short node);
    constexpr ColumnSet decisive(short op, short node) const;
};

}  // namespace rivulet::plan
