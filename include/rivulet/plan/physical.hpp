// SPDX-License-Identifier: BSL-1.0
// Logical plan -> physical plan, still values. A physical operator is a core (a scan, a group, a join, ..) whose raw row
// is seen through a predicate and a list of outputs: filters and projections above it were substituted into those, so
// nothing is materialised between them and the lifted code is one loop. A UNION ALL is several operators with one
// consumer. A subexpression that is read twice gets a slot: computed when first read, once per row. What keeps state
// keeps only the columns that somebody above reads.
#pragma once
#include <string_view>

#include <rivulet/expr/catalogue.hpp>
#include <rivulet/plan/keys.hpp>
#include <rivulet/plan/plan.hpp>
#include <rivulet/types/common_type.hpp>

namespace rivulet::plan {

/// How an input of a join is told apart row by row, which decides how it is kept.
enum class UniqueForm : unsigned char {
    none,       // equal rows are counted
    own,        // a unique key of its own
    inJoinKey   // the join key holds a unique key: one row a key
};

/// One of the inputs of an operator that keeps state; expressions are over the rows of that input.
struct PhysicalInput {
    short firstColumn{}, columnCount{};    // items: a column expression each, for its type; -1: it does not come
    ColumnSet kept{};                      // of those that come: which are kept with the row; others are only computed with, or are parts of the key
    short firstKey{};                      // items: what groups, partitions or joins
    short firstUnique{}, uniqueCount{};    // UniqueForm::own, of a join, or of a rank whose input says all in new rows: items, columns
    UniqueForm unique{};
    bool updates{};                        // it brings more than inserts
};

struct PhysicalOp {
    NodeKind kind{};                       // neither filter, project nor unionAll
    JoinKind join{};                       // join, unnest
    unsigned char mode{};                  // scan: the kinds that its rows may have
    bool before{true};                     // rows before an update are wanted from it
    bool ranked{}, ordinality{};           // rank; unnest
    unsigned char side{};                  // which input of the consumer this is
    short source{-1};                      // scan
    short consumer{-1};                    // -1: the sink
    short predicate{-1};                   // over the core row and the slots
    short firstOutput{}, outputCount{};    // items: expressions over the core row and the slots; -1: nobody reads it
    short firstSlot{}, slotCount{};        // items: expressions that may read slots before them
    PhysicalInput inputs[2]{};
    short keyCount{};
    unsigned long long nullSafe{};         // join: bit i, key i matches NULL with NULL
    short firstItem{}, itemCount{};        // aggregate: aggregates, -1 if nobody reads it; rank, sort: order; expand: sets; unnest: what
    short condition{-1};                   // join, unnest: over the core row, what else must hold
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

/// Rules:
/// - A projection is substituted into what reads it. What it computes becomes a slot; a slot that is read once is put back
///   where it is read, one that nobody reads is dropped. So nothing is computed twice, user functions above all. What no one
///   reads is not computed, and may not fail.
/// - A slot is computed when it is first read: a filter or CASE in front still guards it. Moving a computation behind a filter
///   is always allowed, also for functions that give another value each time.
/// - Filters apply in their order: those of a predicate further down first, and a row that one of them drops reaches none above.
/// - What keeps state, LIMIT, and each input of UNION ALL end an operator. A column that a LIMIT hands on is computed at most once per row.
/// - Rows before an update are made only where somebody needs them (Flink): what keeps state does, but for a join whose key is
///   part of the input's key; a filter does, as the row before may pass and the row after not.
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
    short* sharedSlots{};                  // per logical expression that is `shared`: its slot in the draft
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

    // `e` of the logical plan, over the outputs of a draft, becomes an expression over its core row and slots. Outputs
    // are leaves (columns, literals, slots), so this copies nothing twice.
    constexpr short rewrite(short e, Draft& d) {
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
    constexpr void filter(Draft& d, short predicate) {
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
    constexpr short certain(short p) {
        if (!work[p].type.nullable) return p;
        return add(Expr{.kind = ExprKind::call, .function = indexOf<functions::IsTrue>, .first = p, .type = sqltype::boolean});
    }
    constexpr void project(Draft& d, const Node& n) {
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
    constexpr Draft start(short op, short node) {
        Draft d{.op = op, .outputs = workItemCount, .outputCount = logical.nodes[node].columnCount, .firstSlot = slotTotal};
        for (short i = 0; i < d.outputCount && !error; ++i) {
            short e = add(Expr{.kind = ExprKind::column, .index = i, .type = logical.column(node, i).type, .text = logical.column(node, i).name});
            if (e >= 0 && isComputed(op, i)) e = addSlot(d, e);
            addWorkItem(e);
        }
        return d;
    }
    // Whether an operator that feeds this one computes the column when it is read.
    constexpr bool isComputed(short op, short column) const {
        for (short o = static_cast<short>(op + 1); o < opCount; ++o)
            if (ops[o].consumer == op && !isLeaf(exprs[items[ops[o].firstOutput + column]])) return true;
        return false;
    }

    // Who reads the rows: an operator or the sink, which of their columns, and whether rows before an update are wanted.
    struct Reader {
        short consumer{-1};
        unsigned char side{};
        bool before{true}, all{true};
        bool filtered{};               // a filter stands between
        ColumnSet columns{};
        constexpr bool reads(int column) const { return all || column >= ColumnSet::most || columns.has(column); }
    };

    /// `taken`: the kinds of change that the target takes.
    constexpr void run(ChangelogMode taken) { lower(logical.root, 0, 0, {.before = (taken.bits & ChangelogMode::updateBefore) != 0}); }

    // A chain of filters and projections is applied to every operator that can deliver rows of its input: unions branch
    // with the chain, `pending` from base to count, still to be applied. Recursion only along unions and what keeps state.
    constexpr void lower(short node, int base, int count, Reader reader) {
        while (!error && node >= 0) {
            const Node& n = logical.nodes[node];
            switch (n.kind) {
                case NodeKind::filter:
                    reader.filtered = true;
                    [[fallthrough]];
                case NodeKind::project:
                    pending[count++] = node;
                    node = n.left;
                    continue;
                case NodeKind::unionAll:
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
                    const short op = addOp({.kind = n.kind, .join = joinUnder(node, base, count), .before = before, .ranked = n.ranked, .ordinality = n.ordinality,
                                            .side = reader.side, .source = n.source, .consumer = reader.consumer, .keyCount = n.keyCount, .limit = n.limit, .offset = n.offset});
                    if (op < 0) return;
                    if (n.kind == NodeKind::scan) ops[op].mode = n.mode.bits;
                    apply(op, node, base, count, reader);
                    if (!error) inputs(op, node);
                    return;
                }
            }
        }
    }
    // Filters directly above decide whether rows that an outer join padded go any further.
    constexpr JoinKind joinUnder(short node, int base, int count) const {
        const Node& n = logical.nodes[node];
        JoinKind kind = n.join;
        for (int i = count - 1; n.kind == NodeKind::join && i >= base && logical.nodes[pending[i]].kind == NodeKind::filter; --i)
            kind = joinBelow(logical, kind, logical.nodes[pending[i]].predicate, logical.nodes[n.left].columnCount, n.columnCount);
        return kind;
    }
    constexpr void apply(short op, short node, int base, int count, const Reader& reader) {
        Draft d = start(op, node);
        for (int i = count - 1; i >= base && !error; --i) {
            const Node& n = logical.nodes[pending[i]];
            if (n.kind == NodeKind::filter) filter(d, n.predicate);
            else project(d, n);
        }
        if (!error) finish(d, reader);
    }

    // ---- what keeps state, and its inputs -------------------------------------------------------------------------------

    // An expression of the logical plan as it is, over the rows of an input; columns move by `shift`.
    constexpr short copy(short e, int shift = 0) {
        if (e < 0 || error) return -1;
        Expr x = logical.exprs[e];
        if (x.kind == ExprKind::same) return copy(x.index, shift);
        if (x.kind == ExprKind::column) x.index = static_cast<short>(x.index + shift);
        x.shared = false;
        short last = -1;
        for (short a = x.first; a >= 0; a = logical.exprs[a].next) {
            const short c = copy(a, shift);
            if (c < 0) return -1;
            if (last < 0) x.first = c;
            else exprs[last].next = c;
            last = c;
        }
        x.next = -1;
        return put(x);
    }
    constexpr short put(const Expr& x) {
        if (exprCount >= exprRoom) return fail();
        exprs[exprCount] = x;
        return exprCount++;
    }
    constexpr void mark(short e, ColumnSet& columns) const {
        if (e < 0) return;
        if (exprs[e].kind == ExprKind::column) columns.add(exprs[e].index);
        for (short a = exprs[e].first; a >= 0; a = exprs[a].next) mark(a, columns);
    }
    constexpr void markItems(short first, short count, ColumnSet& columns) const {
        for (short i = 0; i < count; ++i) mark(items[first + i], columns);
    }
    // The columns of its core row that an operator reads by itself.
    constexpr ColumnSet columnsRead(const PhysicalOp& op) const {
        ColumnSet read{};
        mark(op.predicate, read);
        markItems(op.firstOutput, op.outputCount, read);
        markItems(op.firstSlot, op.slotCount, read);
        mark(op.condition, read);
        return read;
    }
    // The input's columns that are read and kept, and the operators that bring them.
    constexpr void input(short op, int side, short node, const ColumnSet& read, const ColumnSet& kept, bool before) {
        const Node& n = logical.nodes[node];
        PhysicalInput& in = ops[op].inputs[side];
        in.firstColumn = itemCount;
        in.columnCount = n.columnCount;
        in.kept = kept;
        in.updates = !n.mode.insertOnly();
        const Reader reader{.consumer = op, .side = static_cast<unsigned char>(side), .before = before, .all = false, .columns = read};
        for (short i = 0; i < n.columnCount && !error; ++i)
            addItem(reader.reads(i) ? put(Expr{.kind = ExprKind::column, .index = i, .type = logical.column(node, i).type, .text = logical.column(node, i).name})
                                    : static_cast<short>(-1));
        if (!error) lower(node, 0, 0, reader);
    }
    constexpr void inputs(short at, short node) {
        const Node& n = logical.nodes[node];
        ColumnSet read = columnsRead(ops[at]);
        PhysicalOp& op = ops[at];
        const auto copied = [&](short& first, short from, short count) {
            first = itemCount;
            for (short i = 0; i < count && !error; ++i) addItem(copy(logical.items[n.firstItem + from + i]));
        };
        switch (n.kind) {
            case NodeKind::aggregate: {
                const auto count = static_cast<short>(n.itemCount - n.keyCount);
                copied(op.inputs[0].firstKey, 0, n.keyCount);
                copied(op.firstItem, n.keyCount, count);
                op.itemCount = count;
                if (error) return;
                for (short i = 0; i < count; ++i)
                    if (n.keyCount + i < ColumnSet::most && !read.has(n.keyCount + i)) items[op.firstItem + i] = -1;
                ColumnSet below{};
                markItems(op.inputs[0].firstKey, n.keyCount, below);
                markItems(op.firstItem, count, below);
                input(at, 0, n.left, below, {}, true);
                return;
            }
            case NodeKind::rank: case NodeKind::sort: case NodeKind::normalize: {
                const auto count = static_cast<short>(n.itemCount - n.keyCount);
                copied(op.inputs[0].firstKey, 0, n.keyCount);
                copied(op.firstItem, n.keyCount, count);
                op.itemCount = count;
                if (error) return;
                ColumnSet ordered{}, grouped{};  // the order is one of rows without their key
                markItems(op.firstItem, count, ordered);
                markPlain(op.inputs[0].firstKey, n.keyCount, grouped);
                markItems(op.firstItem, count, read);
                const int key = n.kind == NodeKind::rank ? improvingKey(n) : -1;
                if (key >= 0) uniqueColumns(op.inputs[0], n.left, logical.nodes[n.left].keys.sets[key], read);
                ColumnSet below = read;
                markItems(op.inputs[0].firstKey, n.keyCount, below);
                input(at, 0, n.left, below, read.without(grouped.without(ordered)), n.kind != NodeKind::normalize && key < 0);
                return;
            }
            case NodeKind::expand: {
                copied(op.firstItem, 0, n.itemCount);
                op.itemCount = n.itemCount;
                input(at, 0, n.left, read, read, true);
                return;
            }
            case NodeKind::unnest: {
                copied(op.firstItem, 0, 1);
                op.itemCount = 1;
                if (n.itemCount > 1) op.condition = copy(logical.items[n.firstItem + 1]);
                if (error) return;
                read = columnsRead(op);
                markItems(op.firstItem, 1, read);
                input(at, 0, n.left, read, read, true);
                return;
            }
            case NodeKind::intersectAll: case NodeKind::exceptAll: {
                ColumnSet all{};
                for (int i = 0; i < n.columnCount; ++i) all.add(i);
                input(at, 0, n.left, all, all, true);
                input(at, 1, n.right, all, all, true);
                return;
            }
            case NodeKind::join: join(at, node); return;
            default: return;  // scan, values
        }
    }

    // The input's rows are told apart by these columns.
    constexpr void uniqueColumns(PhysicalInput& in, short node, const ColumnSet& key, ColumnSet& read) {
        in.unique = UniqueForm::own;
        in.firstUnique = itemCount;
        for (short c = 0; c < logical.nodes[node].columnCount && !error; ++c) {
            if (!key.has(c)) continue;
            addItem(put(Expr{.kind = ExprKind::column, .index = c, .type = logical.column(node, c).type, .text = logical.column(node, c).name}));
            ++in.uniqueCount;
            read.add(c);
        }
    }

    // A ranking of groups that can only move up (Flink's update-fast): which key of its input tells them apart, or -1. Then new rows say
    // everything, and only those of the first places are kept.
    constexpr int improvingKey(const Node& rank) const {
        const Node& in = logical.nodes[rank.left];
        if (in.mode.insertOnly() || (in.mode.bits & ChangelogMode::delete_) || rank.itemCount == rank.keyCount) return -1;
        ColumnSet partition{};
        for (short i = 0; i < rank.itemCount; ++i) {
            const Expr& e = logical.exprs[logical.items[rank.firstItem + i]];
            const Expr& of = i < rank.keyCount ? e : logical.exprs[e.first];
            if (of.kind != ExprKind::column) return -1;
            if (i < rank.keyCount) partition.add(of.index);
            else if (const int trend = trendOf(rank.left, of.index); trend == unsteady || (trend != steady && (trend == rising) != isDescending(e.index))) return -1;
        }
        for (int k = 0; k < in.keys.count; ++k)
            if (!in.keys.sets[k].empty() && in.keys.sets[k].contains(partition)) return k;
        return -1;
    }
    static constexpr int unsteady = 0, steady = 1, rising = 2, falling = 3;
    // How a group's column changes from one of its rows to the next.
    constexpr int trendOf(short node, short column) const {
        const Node& n = logical.nodes[node];
        if (n.kind == NodeKind::project) {
            const Expr& e = logical.exprs[logical.items[n.firstItem + column]];
            return e.kind == ExprKind::column ? trendOf(n.left, e.index) : unsteady;
        }
        if (n.kind != NodeKind::aggregate || !logical.nodes[n.left].mode.insertOnly()) return unsteady;
        if (column < n.keyCount) return steady;
        const Expr& x = logical.exprs[logical.items[n.firstItem + column]];
        const short f = x.user ? static_cast<short>(-1) : x.function;
        return f == indexOf<functions::Count> || f == indexOf<functions::Max> ? rising : f == indexOf<functions::Min> ? falling : unsteady;
    }

    // Which inputs an expression over both sides of a join reads: bit 0 left, bit 1 right.
    constexpr int sidesOf(short e, short leftWidth) const {
        const Expr& x = logical.exprs[e];
        if (x.kind == ExprKind::column) return x.index < leftWidth ? 1 : 2;
        int sides = 0;
        for (short a = x.first; a >= 0; a = logical.exprs[a].next) sides |= sidesOf(a, leftWidth);
        return x.kind == ExprKind::same ? sidesOf(x.index, leftWidth) : sides;
    }
    struct JoinKeys {
        static constexpr int most = 64;
        short left[most]{}, right[most]{}, rest[most]{};
        int count{}, restCount{};
        bool allRest{};  // more conditions than there is room to list: the whole predicate stays
    };
    // Equalities between something of one side and something of the other are keys; what else must hold is a condition.
    constexpr void conjunct(short e, short leftWidth, JoinKeys& keys, unsigned long long& nullSafe) const {
        const Expr& x = logical.exprs[e];
        if (x.kind == ExprKind::call && x.function == indexOf<functions::And>) {
            for (short a = x.first; a >= 0; a = logical.exprs[a].next) conjunct(a, leftWidth, keys, nullSafe);
            return;
        }
        const bool safe = x.kind == ExprKind::call && x.function == indexOf<functions::IsNotDistinctFrom>;
        if ((safe || (x.kind == ExprKind::call && x.function == indexOf<functions::Equal>)) && keys.count < JoinKeys::most) {
            const short a = x.first, b = logical.exprs[a].next;
            const int sa = sidesOf(a, leftWidth), sb = sidesOf(b, leftWidth);
            if ((sa == 1 && sb == 2) || (sa == 2 && sb == 1)) {
                if (safe) nullSafe |= 1ull << keys.count;
                keys.left[keys.count] = sa == 1 ? a : b;
                keys.right[keys.count++] = sa == 1 ? b : a;
                return;
            }
        }
        if (keys.restCount < JoinKeys::most) keys.rest[keys.restCount++] = e;
        else keys.allRest = true;
    }
    constexpr void join(short at, short node) {
        const Node& n = logical.nodes[node];
        const short leftWidth = logical.nodes[n.left].columnCount;
        JoinKeys keys{};
        if (n.predicate >= 0) conjunct(n.predicate, leftWidth, keys, ops[at].nullSafe);
        PhysicalOp& op = ops[at];
        op.keyCount = static_cast<short>(keys.count);
        if (keys.allRest) op.condition = copy(n.predicate);
        else if (keys.restCount == 1) op.condition = copy(keys.rest[0]);
        else if (keys.restCount > 1) {
            short first = -1, last = -1;
            bool nullable = false;
            for (int i = 0; i < keys.restCount && !error; ++i) {
                const short c = copy(keys.rest[i]);
                if (c < 0) return;
                nullable = nullable || exprs[c].type.nullable;
                if (last < 0) first = c;
                else exprs[last].next = c;
                last = c;
            }
            op.condition = put(Expr{.kind = ExprKind::call, .function = indexOf<functions::And>, .first = first, .type = sqltype::boolean.withNullable(nullable)});
        }
        ColumnSet read = columnsRead(op), sides[2]{};
        for (int side = 0; side < 2 && !error; ++side) {
            PhysicalInput& in = op.inputs[side];
            const short below = side ? n.right : n.left;
            short made[JoinKeys::most]{};
            ColumnSet joined{};
            for (int i = 0; i < keys.count && !error; ++i) {
                made[i] = copy(side ? keys.right[i] : keys.left[i], side ? -leftWidth : 0);
                if (made[i] >= 0 && exprs[made[i]].kind == ExprKind::column) joined.add(exprs[made[i]].index);
            }
            for (int i = 0; i < keys.count && !error; ++i)
                if (made[i] >= 0) made[i] = converted(made[i], commonType(logical.exprs[keys.left[i]].type, logical.exprs[keys.right[i]].type));
            in.firstKey = itemCount;
            for (int i = 0; i < keys.count && !error; ++i) addItem(made[i]);
            for (int c = 0; c < logical.nodes[below].columnCount && c < ColumnSet::most; ++c)
                if (const int place = c + (side ? leftWidth : 0); place >= ColumnSet::most || read.has(place)) sides[side].add(c);
            const Keys& unique = logical.nodes[below].keys;
            if (unique.unique(joined)) in.unique = UniqueForm::inJoinKey;
            else if (unique.count > 0) uniqueColumns(in, below, unique.sets[0], sides[side]);
        }
        for (int side = 0; side < 2 && !error; ++side) {
            const short below = side ? n.right : n.left;
            bool contained = false;  // an update keeps its join key
            ColumnSet joined{};
            markPlain(op.inputs[side].firstKey, op.keyCount, joined);
            const Keys& unique = logical.nodes[below].keys;
            for (int k = 0; k < unique.count; ++k) contained = contained || unique.sets[k].contains(joined);
            ColumnSet brought = sides[side];
            markItems(op.inputs[side].firstKey, op.keyCount, brought);
            // Rows whose key is NULL have none to read it from, where they are emitted.
            const bool emitsKeyless = n.join == JoinKind::full || n.join == (side ? JoinKind::right : JoinKind::left) || (n.join == JoinKind::anti && !side);
            input(at, side, below, brought, emitsKeyless ? sides[side] : sides[side].without(joined), op.before || !contained || keys.count == 0);
        }
    }
    // Keys of both sides are of one type, so that they hash alike.
    constexpr short converted(short e, const SqlType& to) {
        if (to.root == TypeRoot::unknown || sameType(exprs[e].type, to)) return e;
        return put(Expr{.kind = ExprKind::cast, .implicit = true, .first = e, .type = to.withNullable(exprs[e].type.nullable)});
    }
    constexpr void markPlain(short first, short count, ColumnSet& columns) const {
        for (short i = 0; i < count; ++i)
            if (exprs[items[first + i]].kind == ExprKind::column) columns.add(exprs[items[first + i]].index);
    }

    // ---- slots: those read once are put back where they are read ------------------------------------------------------

    constexpr void count(short e, const Draft& d) {
        if (work[e].kind == ExprKind::slot) ++uses[d.firstSlot + work[e].index];
        for (short a = work[e].first; a >= 0; a = work[a].next) count(a, d);
    }
    // The height of an expression once the slots in it that are read once are put back.
    constexpr short inlinedHeight(short e, const Draft& d) const {
        if (work[e].kind == ExprKind::slot) return uses[d.firstSlot + work[e].index] == 1 ? heights[slots[d.firstSlot + work[e].index]] : static_cast<short>(1);
        short height = 0;
        for (short a = work[e].first; a >= 0; a = work[a].next)
            if (const short h = inlinedHeight(a, d); h > height) height = h;
        return static_cast<short>(height + 1);
    }
    // A slot in it whose definition is too high to be put back stays a slot.
    constexpr void limitHeight(short e, const Draft& d) {
        while (inlinedHeight(e, d) > mostHeight)
            if (!keepOne(e, d, mostHeight)) return;
        heights[e] = inlinedHeight(e, d);
    }
    constexpr bool keepOne(short e, const Draft& d, int room) {
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
    constexpr short out(short e, const Draft& d) {
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
    constexpr void addItem(short e) {
        if (itemCount >= itemRoom) { fail(); return; }
        items[itemCount++] = e;
    }
    constexpr void finish(const Draft& d, const Reader& reader) {
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
};

/// The physical plan of a logical one for a target that takes some kinds of change, into room for E expressions, O operators and I items. E is at least the number of
/// expressions of the logical plan, O that of its nodes.
template <int E, int O, int I>
constexpr PhysicalPlan<E, O, I> planPhysical(const PlanView& logical, ChangelogMode taken = {ChangelogMode::all}) {
    PhysicalPlan<E, O, I> p{};
    Expr work[static_cast<std::size_t>(E) + 1]{};
    short heights[static_cast<std::size_t>(E) + 1]{}, shared[static_cast<std::size_t>(E) + 1]{}, pending[static_cast<std::size_t>(O) + 1]{};
    short workItems[static_cast<std::size_t>(I) + 1]{}, slots[static_cast<std::size_t>(I) + 1]{}, uses[static_cast<std::size_t>(I) + 1]{};
    PhysicalPlanner planner{.logical = logical, .exprs = p.exprs, .ops = p.ops, .items = p.items, .exprRoom = E, .opRoom = O, .itemRoom = I,
                            .work = work, .heights = heights, .workItems = workItems, .slots = slots, .uses = uses, .pending = pending, .sharedSlots = shared,
                            .workRoom = E, .workItemRoom = I, .slotRoom = I};
    planner.run(taken);
    p.exprCount = planner.exprCount;
    p.opCount = planner.opCount;
    p.itemCount = planner.itemCount;
    p.error = planner.error;
    return p;
}

}  // namespace rivulet::plan
