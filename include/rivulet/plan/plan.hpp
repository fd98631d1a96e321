// SPDX-License-Identifier: BSL-1.0
// The relational plan as values: expressions, nodes and columns in pools that refer to each other by index.
// A plan is never a template argument: templates are instantiated over a tag and an index into the tag's plan.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/core/error.hpp>
#include <rivulet/core/text.hpp>
#include <rivulet/expr/function.hpp>
#include <rivulet/plan/column.hpp>
#include <rivulet/plan/match_form.hpp>
#include <rivulet/plan/windowing.hpp>
#include <rivulet/sql/syntax.hpp>
#include <rivulet/types/cast_rules.hpp>
#include <rivulet/types/sql_type.hpp>

namespace rivulet::plan {

enum class ExprKind : unsigned char {
    column,     // index: of the input relation
    literal,    // text as written; integer: value of integers, booleans and intervals; index: 1 for a negative number, units of an interval
    parameter,  // index: which C++ value
    call,       // function: index in the catalogue; arguments first..next
    userCall,   // function: index in the environment's functions
    cast,       // first to type
    field,      // field `index` of first
    same,       // expression `index`, which stands elsewhere in the same tree, before this: computed once
    aggregate,  // aggregate nodes only: function over arguments first..next; if `filtered`, the last of them is FILTER's condition
    outer,      // while a subquery is being bound: column `index` of the query around of number `function`
    order,      // rank and sort nodes only: first, sorted as `index` says (packOrder)
    slot,       // physical plans only: a value computed once per row
    // Match nodes only; aggregates there are over the rows of variable `index`.
    variable,   // text: its name; integer: packTimes; isTry: reluctant; first: what DEFINE says of a row of it, or -1
    matched,    // the column at first of a row of variable `function`: the one with `index` rows behind it, or, isTry, before it. next of first: `index` as it
                // was written, or -1
    matchTime,  // MATCH_ROWTIME: when a match was found
    matchSum    // physical plans only: what item `index` of the operator's sums is by now
};

/// How a sort key orders, in Expr::index.
constexpr short packOrder(bool descending, bool nullsFirst) { return static_cast<short>(descending | nullsFirst << 1); }
constexpr bool isDescending(short packed) { return packed & 1; }
constexpr bool putsNullsFirst(short packed) { return packed & 2; }

/// The units of an interval literal, in Expr::index: a whole `unit TO unitTo`, as numbers of sql::TimeUnit.
constexpr short packUnits(int unit, int unitTo) { return static_cast<short>(unit | unitTo << 8); }
constexpr int unitOf(short packed) { return packed & 255; }
constexpr int unitToOf(short packed) { return packed >> 8; }

struct Expr {
    ExprKind kind{};
    bool isTry{};         // cast: TRY_CAST
    bool implicit{};      // cast: put in by a typing rule, not written by anybody
    Fit fit{};            // cast: what the length of a text means; text: the column that it is for, unless it is `cut`
    bool shared{};        // a `same` node refers to it
    bool distinct{};      // aggregate: f(DISTINCT ..)
    bool filtered{};      // aggregate: the last argument is a condition
    bool user{};          // aggregate: function is an index in the environment's functions
    unsigned char ordered{};  // aggregate: how many arguments, the last ones before the condition, it is ordered by; `integer` has packOrder of each, two bits a key, and of WITHIN GROUP
    short function{-1};
    short first{-1}, next{-1};
    short index{-1};
    SqlType type{};
    std::string_view text{};
    long long integer{};
};

enum class NodeKind : unsigned char {
    scan,
    values,        // one row without columns
    filter,
    project,
    unionAll,
    limit,         // of an insert-only input; of any other it is a rank without sort keys
    aggregate,     // items: keyCount columns of the input, then aggregates. Columns: the same. DISTINCT has keys only
    expand,        // grouping sets. items: one integer literal a set, bit i set: column i (of the first keyCount) is NULL.
                   // Columns: those of the input, NULL-able where a set leaves them out, then the bits as BIGINT NOT NULL
    join,          // predicate over the columns of left, then right; -1: always. Columns: the same (semi, anti: left's)
    unnest,        // items: an array, map or multiset over left, then perhaps a condition over all columns. Columns: left's, the parts of an
                   // element, `ordinality`: its place as INT NOT NULL. join: inner or left
    rank,          // items: keyCount partition expressions, then `order` expressions. Keeps places offset+1 .. offset+limit (limit -1: all)
                   // of each partition. Columns: the input's; `ranked`: then the place as BIGINT NOT NULL
    sort,          // items: `order` expressions; bounded input only
    normalize,     // items: keyCount columns, the primary key; turns upserts into a changelog with full rows
    intersectAll,  // left and right of the same types
    exceptAll,
    // Over time. Columns that say when are time attributes, in batch any TIMESTAMP or TIMESTAMP_LTZ.
    watermark,     // predicate: what the watermark is after a row; -1: the stream's own. windowing.time: the row time. Columns: the input's
    window,        // a window table function. windowing; items: keyCount columns that sessions are apart by. Columns: the input's, then
                   // window_start, window_end as TIMESTAMP(3) NOT NULL, window_time as a time attribute
    windowAggregate,  // as aggregate; start and end of the input's windows are among the keys. A window's groups come once, when it is over
    windowRank,    // as rank; start and end of the input's windows are among the partition expressions. A window's rows come once, when it is over.
                   // `last`: of rows that are equal in the order the last one comes first
    windowJoin,    // as join; windows of both sides must be equal
    deduplicate,   // as rank, of the first place in the order of a time attribute; `last`: descending. bounds.left: its column, -1 for processing time
    temporalSort,  // items: `order` expressions, the first a time attribute
    over,          // items: keyCount partition expressions, orderCount `order` expressions, then calls. frame. Columns: the input's, then the calls'
    intervalJoin,  // as join; bounds
    temporalJoin,  // as join, inner or left; bounds: the time of the left row finds the version of the right side
    lookupJoin,    // left's rows, each with the rows of a function of it. items: a userCall
    reused,        // physical plans only: rows of an operator that others read, too
    match          // items: keyCount columns to partition by, orderCount `order` expressions, the first a time attribute, `variable` expressions in the order of
                   // the pattern, then measures. matching; predicate: WITHIN, an interval literal, or -1. Columns: the keys, then the measures
};

/// Whether it brings rows of two inputs together by a condition over the columns of both.
constexpr bool isJoin(NodeKind kind) {
    return kind == NodeKind::join || kind == NodeKind::intervalJoin || kind == NodeKind::windowJoin || kind == NodeKind::temporalJoin;
}

using sql::JoinKind;

/// A set of columns by number. Columns beyond 127 are in no key.
struct ColumnSet {
    static constexpr int most = 128;
    unsigned long long low{}, high{};
    constexpr void add(int c) { if (c < 64) low |= 1ull << c; else if (c < most) high |= 1ull << (c - 64); }
    constexpr bool has(int c) const { return c < 64 ? low >> c & 1 : c < most && (high >> (c - 64) & 1); }
    constexpr bool contains(const ColumnSet& o) const { return (o.low & ~low) == 0 && (o.high & ~high) == 0; }
    constexpr bool empty() const { return !low && !high; }
    constexpr ColumnSet without(const ColumnSet& o) const { return {low & ~o.low, high & ~o.high}; }
    constexpr bool operator==(const ColumnSet&) const = default;
};

/// Keys of a relation: no two rows agree on all columns of one. An empty set as a key: at most one row.
struct Keys {
    static constexpr int most = 3;
    ColumnSet sets[most]{};
    short count{};
    constexpr void add(const ColumnSet& k) {
        for (int i = 0; i < count; ++i) if (k.contains(sets[i])) return;  // a smaller one is there
        if (count < most) sets[count++] = k;
    }
    /// Whether the columns surely tell rows apart.
    constexpr bool unique(const ColumnSet& columns) const {
        for (int i = 0; i < count; ++i) if (columns.contains(sets[i])) return true;
        return false;
    }
    constexpr bool operator==(const Keys&) const = default;
};

struct Node {
    NodeKind kind{};
    short left{-1}, right{-1};
    short source{-1};                      // scan: which of the tag's sources
    short predicate{-1};                   // filter, joins; watermark; match: WITHIN; rank: the last place of a partition, a column of it, or -1
    short firstItem{}, itemCount{};        // project: one expression per output column
    short firstColumn{}, columnCount{};
    short keyCount{};                      // aggregate, expand, rank, normalize, window, deduplicate, over, match
    short orderCount{};                    // over, match
    JoinKind join{};                       // join, unnest
    bool last{};                           // deduplicate, windowRank
    Windowing windowing{};                 // window, watermark; else which windows its rows belong to: those of its input
    WindowColumns windowColumns{};         // where those stand
    TimeBounds bounds{};
    Frame frame{};
    MatchForm matching{};                   // match
    bool ranked{}, ordinality{};           // rank; unnest
    bool stamped{};                        // scan: the last column is the record's timestamp
    ChangelogMode mode{};                  // what it can emit, before-images wanted
    Keys keys{};                           // scan: the primary key; else derived
    long long limit{-1}, offset{};         // limit, ranks; -1 is no limit
    std::string_view view{};               // this node is what the view of this name stands for
};

/// What the planner reads: a plan of any size, held by anyone.
struct PlanView {
    const Expr* exprs{};
    const Node* nodes{};
    const Column* columns{};
    const short* items{};
    short exprCount{}, nodeCount{}, columnCount{}, itemCount{};
    short root{-1};

    constexpr const Column& column(short node, int i) const { return columns[nodes[node].firstColumn + i]; }
    constexpr int width() const { return root < 0 ? 0 : nodes[root].columnCount; }
    constexpr const Column& column(int i) const { return column(root, i); }
};

/// Types and names that binding makes: ROW(a, b), COLLECT(x), `id0`. A constant plan needs them in static storage, but only binding it
/// says which they are: so it is bound once with room for them, and again with what that made.
struct Made {
    TypeMaker types{};
    std::string_view names{};              // made before, a NUL after each
    char* writeNames{};
    int nameRoom{};
};

/// What the planner writes: fixed storage that it does not own. Overflow is the error tooLarge; the caller comes back
/// with more room.
struct PlanBuilder : PlanView {
    Expr* writeExprs{};
    Node* writeNodes{};
    Column* writeColumns{};
    short* writeItems{};
    ArgumentType* scratch{};               // a stack of arguments being typed
    int exprRoom{}, nodeRoom{}, columnRoom{}, itemRoom{}, scratchRoom{};
    int scratchTop{};
    bool batch{};                          // the input is bounded and only the final rows count: every node is insert-only
    Made made{};                           // types and names that binding makes
    int nameCount{};
    bool wantsMade{};                      // binding failed because it has no room for those
    Error error{};

    constexpr bool fail(const Error& e) {
        if (!error) error = e;
        return false;
    }
    static constexpr int most = 32767;     // of anything: indexes are short
    constexpr short put(short& count, int room) {
        if (count < room && count < most) return count++;
        fail({.code = ErrorCode::tooLarge});
        return -1;
    }
    constexpr short add(const Expr& e) { const short i = put(exprCount, exprRoom); if (i >= 0) writeExprs[i] = e; return i; }
    constexpr short add(const Node& n) { const short i = put(nodeCount, nodeRoom); if (i >= 0) writeNodes[i] = n; return i; }
    constexpr short add(const Column& c) { const short i = put(columnCount, columnRoom); if (i >= 0) writeColumns[i] = c; return i; }
    constexpr short addItem(short e) { const short i = put(itemCount, itemRoom); if (i >= 0) writeItems[i] = e; return i; }

    /// The name `base` with a number behind it, which no text holds yet: `id0`.
    constexpr std::string_view makeName(std::string_view base, int number) {
        char digits[12]{};
        detail::TextWriter w{digits};
        w.number(number);
        return makeName(base, {}, {digits, w.size});
    }
    /// The name of these parts.
    constexpr std::string_view makeName(std::string_view base, std::string_view between, std::string_view end) {
        const std::string_view known = made.names;
        const std::size_t length = base.size() + between.size() + end.size();
        for (std::size_t at = 0; at < known.size();) {
            const std::string_view name{known.data() + at, detail::placeOf({known.data() + at, known.size() - at}, '\0')};
            if (name.empty()) break;
            if (name.size() == length && name.substr(0, base.size()) == base && name.substr(base.size(), between.size()) == between && name.substr(base.size() + between.size()) == end) return name;
            at += name.size() + 1;
        }
        const int size = static_cast<int>(length);
        if (nameCount + size + 1 > made.nameRoom) {
            wantsMade = true;
            fail({.code = ErrorCode::tooLarge});
            return base;
        }
        char* const to = made.writeNames + nameCount;
        int i = 0;
        for (const std::string_view part : {base, between, end})
            for (const char c : part) to[i++] = c;
        to[i] = '\0';
        nameCount += size + 1;
        return {to, static_cast<std::size_t>(size)};
    }
};

/// Room for a plan, as counts.
struct Room {
    int exprs{}, nodes{}, columns{}, items{}, scratch{};
};

template <int Exprs, int Nodes, int Columns, int Items>
struct Plan {
    Expr exprs[static_cast<std::size_t>(Exprs) + 1]{};
    Node nodes[static_cast<std::size_t>(Nodes) + 1]{};
    Column columns[static_cast<std::size_t>(Columns) + 1]{};
    short items[static_cast<std::size_t>(Items) + 1]{};
    short exprCount{}, nodeCount{}, columnCount{}, itemCount{}, root{-1};
    bool wantsMade{};                      // come back with room for types and names
    Error error{};

    constexpr PlanView view() const { return {exprs, nodes, columns, items, exprCount, nodeCount, columnCount, itemCount, root}; }
    constexpr PlanBuilder builder(ArgumentType* scratch, int scratchRoom) {
        PlanBuilder b{};
        b.exprs = b.writeExprs = exprs;
        b.nodes = b.writeNodes = nodes;
        b.columns = b.writeColumns = columns;
        b.items = b.writeItems = items;
        b.scratch = scratch;
        b.exprRoom = Exprs;
        b.nodeRoom = Nodes;
        b.columnRoom = Columns;
        b.itemRoom = Items;
        b.scratchRoom = scratchRoom;
        return b;
    }
    constexpr void finish(const PlanBuilder& b) {
        exprCount = b.exprCount;
        nodeCount = b.nodeCount;
        columnCount = b.columnCount;
        itemCount = b.itemCount;
        root = b.root;
        wantsMade = b.wantsMade;
        error = b.error;
    }
};

/// A copy of a draft with exactly the room it needs: constexpr arrays cost compiler memory per element, used or not.
template <int E, int N, int C, int I>
constexpr Plan<E, N, C, I> exactCopy(const auto& draft) {
    Plan<E, N, C, I> p{};
    for (int i = 0; i < E; ++i) p.exprs[i] = draft.exprs[i];
    for (int i = 0; i < N; ++i) p.nodes[i] = draft.nodes[i];
    for (int i = 0; i < C; ++i) p.columns[i] = draft.columns[i];
    for (int i = 0; i < I; ++i) p.items[i] = draft.items[i];
    p.exprCount = E;
    p.nodeCount = N;
    p.columnCount = C;
    p.itemCount = I;
    p.root = draft.root;
    p.error = draft.error;
    return p;
}

/// Same value, whatever the order in which the pools were filled. How a number or an interval was written does not count.
constexpr bool equalExpr(const PlanView& p, short a, const PlanView& q, short b) {
    if (a < 0 || b < 0) return a == b;
    const Expr &x = p.exprs[a], &y = q.exprs[b];
    if (x.kind != y.kind || x.function != y.function || x.isTry != y.isTry || x.fit != y.fit || x.distinct != y.distinct || x.filtered != y.filtered || x.user != y.user || x.ordered != y.ordered || !(x.type == y.type)) return false;
    if (x.kind == ExprKind::same) return true;  // the operand was compared where it stands
    if (x.kind == ExprKind::literal) {
        if (x.integer != y.integer) return false;
        if (x.type.isInteger() || x.type.root == TypeRoot::boolean || x.type.isInterval()) return true;
        return x.index == y.index && x.text == y.text;
    }
    if (x.index != y.index || (x.ordered > 0 && x.integer != y.integer)) return false;
    if (x.kind == ExprKind::variable && (x.integer != y.integer || x.text != y.text)) return false;
    if (x.kind == ExprKind::matched) return equalExpr(p, x.first, q, y.first);  // not how the number of rows was written
    short i = x.first, j = y.first;
    for (; i >= 0 && j >= 0; i = p.exprs[i].next, j = q.exprs[j].next)
        if (!equalExpr(p, i, q, j)) return false;
    return i < 0 && j < 0;
}

/// Which of the sources that a plan reads a scan stands for, in the order in which they appear. Scans of one view are one source: a
/// step on two tables numbers the sources of each anew.
constexpr int sourcePlace(const PlanView& p, short scan) {
    const auto same = [&](short a, short b) {
        const Node &x = p.nodes[a], &y = p.nodes[b];
        return x.kind == NodeKind::scan && y.kind == NodeKind::scan && (x.source == y.source || (!x.view.empty() && x.view == y.view));
    };
    int place = 0;
    for (short i = 0; i < scan; ++i) {
        if (same(i, scan)) return place;
        bool known = p.nodes[i].kind != NodeKind::scan;
        for (short k = 0; k < i && !known; ++k) known = same(k, i);
        place += !known;
    }
    return place;
}
constexpr bool equalSource(const PlanView& p, short a, const PlanView& q, short b) {
    const Node &x = p.nodes[a], &y = q.nodes[b];
    if (x.kind != NodeKind::scan) return x.source == y.source;
    return sourcePlace(p, a) == sourcePlace(q, b) && (x.view.empty() || y.view.empty() || x.view == y.view);
}

// Recursion only to the right: plans are long to the left.
constexpr bool equalPlan(const PlanView& p, short a, const PlanView& q, short b) {
    for (; a >= 0 && b >= 0; a = p.nodes[a].left, b = q.nodes[b].left) {
        const Node &x = p.nodes[a], &y = q.nodes[b];
        if (x.kind != y.kind || !equalSource(p, a, q, b) || x.columnCount != y.columnCount || x.itemCount != y.itemCount ||
            !(x.mode == y.mode) || x.limit != y.limit || x.offset != y.offset || x.keyCount != y.keyCount || x.join != y.join || x.ranked != y.ranked ||
            x.ordinality != y.ordinality || x.orderCount != y.orderCount || x.last != y.last || x.stamped != y.stamped || !(x.windowing == y.windowing) || !(x.bounds == y.bounds) || !(x.frame == y.frame) || !(x.matching == y.matching))
            return false;
        for (int i = 0; i < x.columnCount; ++i)
            if (!(p.column(a, i) == q.column(b, i))) return false;
        for (int i = 0; i < x.itemCount; ++i)
            if (!equalExpr(p, p.items[x.firstItem + i], q, q.items[y.firstItem + i])) return false;
        if (!equalExpr(p, x.predicate, q, y.predicate) || !equalPlan(p, x.right, q, y.right)) return false;
    }
    return a < 0 && b < 0;
}

/// Two plans that do the same: `static_assert(bySql.plan() == byApi.plan())`.
constexpr bool operator==(const PlanView& p, const PlanView& q) { return equalPlan(p, p.root, q, q.root); }

}  // namespace rivulet::plan
