// SPDX-License-Identifier: BSL-1.0
// What a node's rows are like: which columns tell them apart, which kinds of change they carry. Both are derived from the node's
// inputs when it is made.
#pragma once
#include <string_view>

#include <rivulet/expr/catalogue.hpp>
#include <rivulet/plan/plan.hpp>

namespace rivulet::plan {

// ---- expressions and the columns they read --------------------------------------------------------------------------

/// Whether a list of siblings, e the first, or only e, reads columns below `width`, in bit 0, or at and beyond it, in bit 1.
constexpr int sidesOf(const PlanView& p, short e, int width) {
    const Expr& x = p.exprs[e];
    if (x.kind == ExprKind::column) return x.index < width ? 1 : 2;
    int sides = 0;
    for (short a = x.first; a >= 0 && sides != 3; a = p.exprs[a].next) sides |= sidesOf(p, a, width);
    return sides;
}

/// Whether the expression is NULL wherever the columns first <= c < end are: calls of strict functions, casts, fields over one.
constexpr bool nullWith(const PlanView& p, short e, int first, int end) {
    const Expr& x = p.exprs[e];
    if (x.kind == ExprKind::column) return x.index >= first && x.index < end;
    const bool passes = x.kind == ExprKind::cast || x.kind == ExprKind::field || (x.kind == ExprKind::call && functionInfo(x.function).strict);
    for (short a = passes ? x.first : static_cast<short>(-1); a >= 0; a = p.exprs[a].next)
        if (nullWith(p, a, first, end)) return true;
    return false;
}

/// Whether the condition surely does not hold where those columns are NULL.
constexpr bool failsWith(const PlanView& p, short e, int first, int end) {
    const Expr& x = p.exprs[e];
    if (x.kind != ExprKind::call) return nullWith(p, e, first, end);
    if (x.function == indexOf<functions::And>) {
        for (short a = x.first; a >= 0; a = p.exprs[a].next)
            if (failsWith(p, a, first, end)) return true;
        return false;
    }
    if (x.function == indexOf<functions::Or>) {
        for (short a = x.first; a >= 0; a = p.exprs[a].next)
            if (!failsWith(p, a, first, end)) return false;
        return true;
    }
    if (x.function == indexOf<functions::IsNotNull>) return nullWith(p, x.first, first, end);
    if (x.function == indexOf<functions::IsTrue>) return failsWith(p, x.first, first, end);
    return nullWith(p, e, first, end);
}

/// The outer join that is left of `kind` where a condition above drops the rows that were padded: a LEFT JOIN whose right side must
/// not be NULL is an inner join (Flink plans it so, and its changes are those).
constexpr JoinKind joinBelow(const PlanView& p, JoinKind kind, short condition, int leftWidth, int width) {
    if (kind != JoinKind::left && kind != JoinKind::right && kind != JoinKind::full) return kind;
    const bool keepsLeftPadded = kind != JoinKind::left && !failsWith(p, condition, 0, leftWidth);
    const bool keepsRightPadded = kind != JoinKind::right && !failsWith(p, condition, leftWidth, width);
    if (keepsLeftPadded) return keepsRightPadded ? JoinKind::full : JoinKind::right;
    return keepsRightPadded ? JoinKind::left : JoinKind::inner;
}

/// The kind of the join at or below a filter, seen through further filters; inner if there is no outer join.
constexpr JoinKind joinSeenFrom(const PlanView& p, short node) {
    short join = node;
    while (p.nodes[join].kind == NodeKind::filter) join = p.nodes[join].left;
    const Node& n = p.nodes[join];
    JoinKind kind = n.kind == NodeKind::join ? n.join : JoinKind::inner;
    for (short f = node; f != join; f = p.nodes[f].left)
        kind = joinBelow(p, kind, p.nodes[f].predicate, p.nodes[n.left < 0 ? join : n.left].columnCount, n.columnCount);
    return kind;
}

// ---- kinds of change ------------------------------------------------------------------------------------------------

/// Whether a condition is FALSE or NULL as it is written: constants, and comparisons of integers.
constexpr bool neverHolds(const PlanView& p, short e) {
    if (e < 0) return false;
    const Expr& x = p.exprs[e];
    if (x.kind == ExprKind::literal) return x.type.root == TypeRoot::null || (x.type.root == TypeRoot::boolean && x.integer == 0);
    if (x.kind == ExprKind::cast) return neverHolds(p, x.first);
    if (x.kind != ExprKind::call) return false;
    if (x.function == indexOf<functions::And>)
        for (short a = x.first; a >= 0; a = p.exprs[a].next)
            if (neverHolds(p, a)) return true;
    const auto integer = [&](short a) { return a >= 0 && p.exprs[a].kind == ExprKind::literal && p.exprs[a].type.isInteger(); };
    const short b = x.first < 0 ? x.first : p.exprs[x.first].next;
    if (!integer(x.first) || !integer(b)) return false;
    const long long l = p.exprs[x.first].integer, r = p.exprs[b].integer;
    switch (x.function) {
        case indexOf<functions::Equal>: return l != r;
        case indexOf<functions::NotEqual>: return l == r;
        case indexOf<functions::Less>: return l >= r;
        case indexOf<functions::LessEqual>: return l > r;
        case indexOf<functions::Greater>: return l <= r;
        case indexOf<functions::GreaterEqual>: return l < r;
        default: return false;
    }
}

// Rows that match nothing are never taken back: where nothing can match, an outer join hands its rows on.
constexpr unsigned char joinModeBits(const PlanView& p, const Node& join, JoinKind kind) {
    const unsigned char left = p.nodes[join.left].mode.bits, right = p.nodes[join.right].mode.bits;
    if (neverHolds(p, join.predicate)) return kind == JoinKind::left || kind == JoinKind::anti ? left : kind == JoinKind::right ? right : static_cast<unsigned char>(left | right);
    if (kind != JoinKind::inner && kind != JoinKind::semi) return ChangelogMode::all;
    return left | right;
}

/// Which time the rows of `input` are in the order of, where `order` is the only one.
constexpr TimeAttribute orderTime(const PlanView& p, short input, const Expr& order) {
    const Expr& by = p.exprs[order.first];
    const TimeAttribute time = by.kind == ExprKind::column ? p.column(input, by.index).time : TimeAttribute::none;
    return time == TimeAttribute::shiftedRowtime || isDescending(order.index) ? TimeAttribute::none : time;
}
/// Which time an OVER is ordered by: then a row's answer stands when its time has come. Any other order is one of rows that keep coming in between.
constexpr TimeAttribute overTime(const PlanView& p, const Node& n) {
    return n.orderCount == 1 ? orderTime(p, n.left, p.exprs[p.items[n.firstItem + n.keyCount]]) : TimeAttribute::none;
}

/// What a node of these inputs can emit, rows before updates wanted (flink-semantics 5.2). Of a filter, see filterMode.
constexpr ChangelogMode modeOf(const PlanView& p, const Node& n, bool batch) {
    constexpr unsigned char updates = ChangelogMode::insert | ChangelogMode::updateBefore | ChangelogMode::updateAfter;
    const auto below = [&](short node) { return node < 0 ? ChangelogMode{}.bits : p.nodes[node].mode.bits; };
    const auto all = static_cast<unsigned char>(below(n.left) | below(n.right));
    const bool changes = all != ChangelogMode::insert;
    if (batch) return {};
    switch (n.kind) {
        case NodeKind::scan: return n.mode;
        case NodeKind::values: case NodeKind::reused: return {};
        case NodeKind::join: return {joinModeBits(p, n, n.join)};
        case NodeKind::aggregate: case NodeKind::intersectAll: case NodeKind::exceptAll:
            return {static_cast<unsigned char>(changes ? ChangelogMode::all : updates)};
        case NodeKind::rank: case NodeKind::normalize: return {ChangelogMode::all};
        case NodeKind::over:
            if (overTime(p, n) != TimeAttribute::none) return {};
            return {static_cast<unsigned char>(changes ? ChangelogMode::all : updates)};
        case NodeKind::sort: case NodeKind::windowAggregate: case NodeKind::windowRank: case NodeKind::windowJoin:
        case NodeKind::intervalJoin: case NodeKind::match:
            return {};
        case NodeKind::deduplicate: return {static_cast<unsigned char>(n.last ? updates : ChangelogMode::insert)};
        case NodeKind::temporalJoin: case NodeKind::lookupJoin: return {below(n.left)};
        case NodeKind::watermark: case NodeKind::window: case NodeKind::temporalSort: case NodeKind::filter: case NodeKind::project: case NodeKind::unionAll: case NodeKind::limit: case NodeKind::expand: case NodeKind::unnest: break;
    }
    return {all};
}

/// The mode of a filter that is not in the plan yet, over node n.left: that of the inner join which it may leave of an outer one.
constexpr ChangelogMode filterMode(const PlanView& p, const Node& filter, bool batch) {
    short join = filter.left;
    while (p.nodes[join].kind == NodeKind::filter) join = p.nodes[join].left;
    const Node& n = p.nodes[join];
    if (batch || n.kind != NodeKind::join) return modeOf(p, filter, batch);
    const JoinKind kind = joinBelow(p, joinSeenFrom(p, filter.left), filter.predicate, p.nodes[n.left].columnCount, n.columnCount);
    return {static_cast<unsigned char>(joinModeBits(p, n, kind) & p.nodes[filter.left].mode.bits)};
}

// ---- keys -----------------------------------------------------------------------------------------------------------

namespace keys {

constexpr ColumnSet all(int count) {
    ColumnSet s;
    for (int i = 0; i < count; ++i) s.add(i);
    return s;
}
// The set as it is behind `by` other columns; columns that cannot be counted there are lost.
constexpr ColumnSet shifted(const ColumnSet& s, int by) {
    if (by == 0) return s;
    if (by >= ColumnSet::most) return {};
    if (by >= 64) return {0, s.low << (by - 64)};
    return {s.low << by, s.high << by | s.low >> (64 - by)};
}
constexpr bool fits(const ColumnSet& s, int by) {
    for (int i = ColumnSet::most - 1; i >= 0 && i + by >= ColumnSet::most; --i)
        if (s.has(i)) return false;
    return true;
}
constexpr bool anyNotNull(const PlanView& p, short node, const ColumnSet& s) {
    for (int i = 0; i < p.nodes[node].columnCount && i < ColumnSet::most; ++i)
        if (s.has(i) && !p.column(node, i).type.nullable) return true;
    return false;
}

// The column that an expression is, also where it says that the column is not NULL; -1 for any other.
constexpr short columnOf(const PlanView& p, short e) {
    if (p.exprs[e].kind == ExprKind::call && p.exprs[e].function == indexOf<functions::OrThrow>) e = p.exprs[e].first;
    return p.exprs[e].kind == ExprKind::column ? p.exprs[e].index : static_cast<short>(-1);
}

// Whether the call is ROW_NUMBER, which no two rows of a partition have in common.
constexpr bool isPlace(const PlanView& p, short call) { return !p.exprs[call].user && p.exprs[call].function == indexOf<functions::RowNumber>; }

// Of an input's keys those whose columns all are among the first `count` items, as places there.
constexpr void through(Keys& to, const PlanView& p, const Keys& below, short firstItem, int count) {
    for (int k = 0; k < below.count; ++k) {
        ColumnSet places, found;
        for (int i = 0; i < count && i < ColumnSet::most; ++i) {
            const short column = columnOf(p, p.items[firstItem + i]);
            if (column < 0 || !below.sets[k].has(column) || found.has(column)) continue;
            found.add(column);
            places.add(i);
        }
        if (found == below.sets[k]) to.add(places);
    }
}

// The columns of each side that an inner join makes equal, as conjuncts `left = right` of plain columns.
struct JoinColumns { ColumnSet left, right; };
constexpr void equated(const PlanView& p, short e, int width, JoinColumns& to) {
    if (e < 0) return;
    const Expr& x = p.exprs[e];
    if (x.kind != ExprKind::call) return;
    if (x.function == indexOf<functions::And>)
        for (short a = x.first; a >= 0; a = p.exprs[a].next) equated(p, a, width, to);
    if (x.function != indexOf<functions::Equal> && x.function != indexOf<functions::IsNotDistinctFrom>) return;
    const auto plain = [&](short a) { return p.exprs[a].kind == ExprKind::column ? p.exprs[a].index : static_cast<short>(-1); };
    const short a = plain(x.first), b = plain(p.exprs[x.first].next);
    if (a < 0 || b < 0 || (a < width) == (b < width)) return;
    to.left.add(a < width ? a : b);
    to.right.add((a < width ? b : a) - width);
}

}  // namespace keys

/// The keys of a node, of those of its inputs. A scan's are declared.
constexpr Keys keysOf(const PlanView& p, const Node& n) {
    Keys k;
    const auto below = [&]() -> const Keys& { return p.nodes[n.left].keys; };
    switch (n.kind) {
        case NodeKind::scan: return n.keys;
        case NodeKind::values: k.add({}); return k;
        case NodeKind::filter: case NodeKind::limit: case NodeKind::sort: case NodeKind::watermark: case NodeKind::temporalSort: case NodeKind::temporalJoin: case NodeKind::normalize: return below();
        case NodeKind::project: keys::through(k, p, below(), n.firstItem, n.itemCount); return k;
        case NodeKind::aggregate: case NodeKind::windowAggregate: {
            keys::through(k, p, below(), n.firstItem, n.keyCount);
            ColumnSet all = keys::all(n.keyCount), time;
            if (n.kind == NodeKind::windowAggregate && n.windowColumns.time >= 0) time.add(n.windowColumns.time);  // follows from start and end
            if (n.keyCount <= ColumnSet::most) k.add(all.without(time));
            return k;
        }
        case NodeKind::join: case NodeKind::intervalJoin: case NodeKind::windowJoin: {
            const int width = p.nodes[n.left].columnCount;
            if (n.join == JoinKind::semi || n.join == JoinKind::anti) return below();
            const Keys &left = p.nodes[n.left].keys, &right = p.nodes[n.right].keys;
            keys::JoinColumns by;
            keys::equated(p, n.predicate, width, by);
            // Each left row meets one right row at most; where right rows without match come out too, several have no left side.
            if (right.unique(by.right) && (n.join == JoinKind::inner || n.join == JoinKind::left))
                for (int i = 0; i < left.count; ++i) k.add(left.sets[i]);
            if (left.unique(by.left) && (n.join == JoinKind::inner || n.join == JoinKind::right))
                for (int j = 0; j < right.count; ++j)
                    if (keys::fits(right.sets[j], width)) k.add(keys::shifted(right.sets[j], width));
            for (int i = 0; i < left.count; ++i)
                for (int j = 0; j < right.count; ++j) {
                    if (!keys::fits(right.sets[j], width)) continue;
                    // A row padded on the left and one padded on the right could both be NULL all over.
                    if (n.join == JoinKind::full && !keys::anyNotNull(p, n.left, left.sets[i]) && !keys::anyNotNull(p, n.right, right.sets[j])) continue;
                    const ColumnSet r = keys::shifted(right.sets[j], width);
                    k.add({left.sets[i].low | r.low, left.sets[i].high | r.high});
                }
            return k;
        }
        case NodeKind::rank: case NodeKind::deduplicate: case NodeKind::windowRank: case NodeKind::over: {
            ColumnSet partition;
            bool plain = true;
            for (int i = 0; i < n.keyCount; ++i) {
                const Expr& e = p.exprs[p.items[n.firstItem + i]];
                plain = plain && e.kind == ExprKind::column && e.index < ColumnSet::most;
                if (plain) partition.add(e.index);
            }
            k = below();
            if (plain && n.limit == 1) k.add(partition);
            if (!plain || n.columnCount > ColumnSet::most) return k;
            for (short i = n.kind == NodeKind::over ? p.nodes[n.left].columnCount : static_cast<short>(n.columnCount - n.ranked); i < n.columnCount; ++i) {
                if (n.kind == NodeKind::over && !keys::isPlace(p, p.items[n.firstItem + n.keyCount + n.orderCount + i - p.nodes[n.left].columnCount])) continue;
                ColumnSet numbered = partition;
                numbered.add(i);
                k.add(numbered);
            }
            return k;
        }
        case NodeKind::unnest:
            if (!n.ordinality || n.columnCount > ColumnSet::most) return k;
            for (int i = 0; i < below().count; ++i) {
                ColumnSet s = below().sets[i];
                s.add(n.columnCount - 1);
                k.add(s);
            }
            return k;
        case NodeKind::unionAll: case NodeKind::expand: case NodeKind::intersectAll: case NodeKind::exceptAll: case NodeKind::window:
        case NodeKind::lookupJoin: case NodeKind::match: case NodeKind::reused:
            return k;
    }
    return k;
}

}  // namespace rivulet::plan
