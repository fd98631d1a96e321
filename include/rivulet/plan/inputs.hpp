// SPDX-License-Identifier: BSL-1.0
// What operators with state take of their inputs: keys, the columns that somebody reads, what tells rows apart, and whether rows before
// an update are wanted.
#pragma once
#include <rivulet/plan/determined.hpp>
#include <rivulet/plan/join_keys.hpp>
#include <rivulet/plan/keys.hpp>
#include <rivulet/plan/physical_planner.hpp>
#include <rivulet/plan/retention.hpp>
#include <rivulet/plan/trend.hpp>
#include <rivulet/plan/window_columns.hpp>
#include <rivulet/types/common_type.hpp>

namespace rivulet::plan {

// An expression of the logical plan as it is, over the rows of an input; columns move by `shift`.
constexpr short PhysicalPlanner::copy(short e, int shift) {
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
constexpr short PhysicalPlanner::put(const Expr& x) {
    if (exprCount >= exprRoom) return fail();
    exprs[exprCount] = x;
    return exprCount++;
}
constexpr void PhysicalPlanner::mark(short e, ColumnSet& columns) const {
    if (e < 0) return;
    if (exprs[e].kind == ExprKind::column) columns.add(exprs[e].index);
    for (short a = exprs[e].first; a >= 0; a = exprs[a].next) mark(a, columns);
}
constexpr void PhysicalPlanner::markItems(short first, short count, ColumnSet& columns) const {
    for (short i = 0; i < count; ++i) mark(items[first + i], columns);
}
// The columns of its core row that an operator reads by itself, or others read of it.
constexpr ColumnSet PhysicalPlanner::columnsRead(short at) const {
    ColumnSet read{};
    for (short o = ops[at].reused ? static_cast<short>(0) : at; o <= at; ++o) {
        const PhysicalOp& op = ops[o];
        if (o != at && (op.kind != NodeKind::reused || op.source != at)) continue;
        mark(op.predicate, read);
        markItems(op.firstOutput, op.outputCount, read);
        markItems(op.firstSlot, op.slotCount, read);
        mark(op.condition, read);
    }
    return read;
}
// The input's columns that are read and kept, and the operators that bring them.
constexpr void PhysicalPlanner::input(short op, int side, short node, const ColumnSet& read, const ColumnSet& kept, bool before, bool versions) {
    const Node& n = logical.nodes[node];
    PhysicalInput& in = ops[op].inputs[side];
    in.firstColumn = itemCount;
    in.columnCount = n.columnCount;
    in.kept = kept;
    in.updates = !n.mode.insertOnly();
    const Reader reader{.consumer = op, .side = static_cast<unsigned char>(side), .before = before, .all = false, .versions = versions && in.updates, .columns = read};
    for (short i = 0; i < n.columnCount && !error; ++i)
        addItem(reader.reads(i) ? put(Expr{.kind = ExprKind::column, .index = i, .type = logical.column(node, i).type, .text = logical.column(node, i).name})
                                : static_cast<short>(-1));
    const int above = pendingCount;  // still to be applied elsewhere: to the other side of a union
    if (!error) lower(node, above, above, reader);
    pendingCount = above;
}
constexpr void PhysicalPlanner::inputs(short at, short node) {
    const Node& n = logical.nodes[node];
    ColumnSet read = columnsRead(at);
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
        case NodeKind::rank: case NodeKind::sort: case NodeKind::normalize: case NodeKind::windowRank: {
            const auto count = static_cast<short>(n.itemCount - n.keyCount);
            copied(op.inputs[0].firstKey, 0, n.keyCount);
            copied(op.firstItem, n.keyCount, count);
            op.itemCount = count;
            if (error) return;
            ColumnSet ordered{}, grouped{};  // the order is one of rows without their key
            markItems(op.firstItem, count, ordered);
            markPlain(op.inputs[0].firstKey, n.keyCount, grouped);
            markItems(op.firstItem, count, read);
            const int key = n.kind == NodeKind::rank ? improvingKey(logical, n) : -1;
            if (key >= 0) uniqueColumns(op.inputs[0], n.left, logical.nodes[n.left].keys.sets[key], read);
            if (n.predicate >= 0) op.condition = copy(n.predicate);
            if (n.kind == NodeKind::windowRank) op.inputs[0].time = timeOf(n.left, logical.nodes[n.left].windowColumns.end);
            if (error) return;
            ColumnSet below = read, kept = read.without(grouped.without(ordered));
            mark(op.condition, below);
            mark(op.inputs[0].time, below);
            markItems(op.inputs[0].firstKey, n.keyCount, below);
            if (n.kind == NodeKind::rank && logical.nodes[n.left].mode.insertOnly()) {
                op.inputs[0].shared = kept.without(kept.without(determinedBy(logical, n.left, grouped))).without(ordered);
                kept = kept.without(op.inputs[0].shared);
            }
            input(at, 0, n.left, below, kept, n.kind != NodeKind::normalize && key < 0);
            return;
        }
        case NodeKind::over: return over(at, node, read);
        case NodeKind::deduplicate: {
            copied(op.inputs[0].firstKey, 0, n.keyCount);
            if (n.bounds.left >= 0) op.inputs[0].time = timeOf(n.left, n.bounds.left);
            if (error) return;
            ColumnSet grouped{};
            markPlain(op.inputs[0].firstKey, n.keyCount, grouped);
            ColumnSet below = read;
            markItems(op.inputs[0].firstKey, n.keyCount, below);
            mark(op.inputs[0].time, below);
            input(at, 0, n.left, below, read.without(grouped), true);
            return;
        }
        case NodeKind::temporalSort: {
            op.inputs[0].time = timeOf(n.left, logical.exprs[logical.exprs[logical.items[n.firstItem]].first].index);
            op.itemCount = static_cast<short>(n.itemCount - 1);
            copied(op.firstItem, 1, op.itemCount);  // of one time
            if (error) return;
            markItems(op.firstItem, op.itemCount, read);
            ColumnSet below = read;
            mark(op.inputs[0].time, below);
            input(at, 0, n.left, below, read, true);
            return;
        }
        case NodeKind::watermark: {
            if (n.predicate >= 0) op.condition = copy(n.predicate);
            op.inputs[0].time = timeOf(n.left, n.windowing.time);
            if (error) return;
            read = columnsRead(at);
            mark(op.inputs[0].time, read);
            input(at, 0, n.left, read, read, op.before);
            return;
        }
        case NodeKind::window: window(at, node); return;
        case NodeKind::windowAggregate: windowGroups(at, node); return;
        case NodeKind::expand: {
            copied(op.firstItem, 0, n.itemCount);
            op.itemCount = n.itemCount;
            input(at, 0, n.left, read, read, true);
            return;
        }
        case NodeKind::unnest: case NodeKind::lookupJoin: {
            copied(op.firstItem, 0, 1);
            op.itemCount = 1;
            if (n.itemCount > 1) op.condition = copy(logical.items[n.firstItem + 1]);
            if (error) return;
            read = columnsRead(at);
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
        case NodeKind::join: case NodeKind::intervalJoin: case NodeKind::windowJoin: case NodeKind::temporalJoin: join(at, node); return;
        case NodeKind::match: match(at, node); return;
        default: return;  // scan, values
    }
}

// Rows that are kept have all that somebody reads, calls compute with, and, where order is not that of time, they are ordered by.
constexpr void PhysicalPlanner::over(short at, short node, ColumnSet read) {
    const Node& n = logical.nodes[node];
    PhysicalOp& op = ops[at];
    const auto count = static_cast<short>(n.itemCount - n.keyCount), width = logical.nodes[n.left].columnCount;
    op.orderTime = overTime(logical, n);
    op.keepsPlaces = logical.nodes[n.left].kind == NodeKind::over;
    op.inputs[0].firstKey = itemCount;
    for (short i = 0; i < n.keyCount && !error; ++i) addItem(copy(logical.items[n.firstItem + i]));
    op.firstItem = itemCount;
    op.itemCount = count;
    for (short i = 0; i < count && !error; ++i) {
        const int column = width + i - n.orderCount;
        const bool isRead = i < n.orderCount || column >= ColumnSet::most || read.has(column);
        addItem(isRead ? copy(logical.items[n.firstItem + n.keyCount + i]) : static_cast<short>(-1));
    }
    if (error) return;
    ColumnSet kept{}, grouped{}, ordered{};
    for (int c = 0; c < width; ++c)
        if (read.has(c)) kept.add(c);
    for (short i = n.orderCount; i < count; ++i)
        if (items[op.firstItem + i] >= 0) mark(items[op.firstItem + i], kept);
    const bool inArrival = op.orderTime == TimeAttribute::proctime && (n.frame.isRows || !n.frame.hasLower);  // then nobody asks for the time
    if (!inArrival) markItems(op.firstItem, n.orderCount, ordered);
    markPlain(op.inputs[0].firstKey, n.keyCount, grouped);
    ColumnSet below = kept;
    below.low |= ordered.low;
    below.high |= ordered.high;
    if (op.orderTime == TimeAttribute::none) kept = below;
    else {
        op.inputs[0].time = exprs[items[op.firstItem]].first;
        ordered = {};
    }
    markItems(op.inputs[0].firstKey, n.keyCount, below);
    input(at, 0, n.left, below, kept.without(grouped.without(ordered)), true);
}

// The column that says when a row was, as an expression.
constexpr short PhysicalPlanner::timeOf(short node, short column) {
    const Column& c = logical.column(node, column);
    return put(Expr{.kind = ExprKind::column, .index = column, .type = c.type, .text = c.name});
}

// The input's rows are told apart by these columns.
constexpr void PhysicalPlanner::uniqueColumns(PhysicalInput& in, short node, const ColumnSet& key, ColumnSet& read) {
    in.unique = UniqueForm::own;
    in.firstUnique = itemCount;
    for (short c = 0; c < logical.nodes[node].columnCount && !error; ++c) {
        if (!key.has(c)) continue;
        addItem(put(Expr{.kind = ExprKind::column, .index = c, .type = logical.column(node, c).type, .text = logical.column(node, c).name}));
        ++in.uniqueCount;
        read.add(c);
    }
}

// ---- windows --------------------------------------------------------------------------------------------------------

constexpr void PhysicalPlanner::window(short at, short node) {
    const Node& n = logical.nodes[node];
    PhysicalOp& op = ops[at];
    short consumer = op.consumer;
    while (consumer >= 0 && ops[consumer].kind == NodeKind::expand) consumer = ops[consumer].consumer;
    op.sliced = consumer >= 0 && ops[consumer].kind == NodeKind::windowAggregate && ops[consumer].sliced;
    const ColumnSet kept = columnsRead(at);
    ColumnSet read = kept;
    op.inputs[0].firstKey = itemCount;
    for (short i = 0; i < n.keyCount && !error; ++i) addItem(copy(logical.items[n.firstItem + i]));
    op.inputs[0].time = timeOf(n.left, n.windowing.time);
    if (error) return;
    mark(op.inputs[0].time, read);
    if (n.windowing.kind == WindowKind::session && !op.sliced) markItems(op.inputs[0].firstKey, n.keyCount, read);
    input(at, 0, n.left, read, kept, op.before);
}
// As an aggregate, but for the keys that say which window it is.
constexpr void PhysicalPlanner::windowGroups(short at, short node) {
    const Node& n = logical.nodes[node];
    PhysicalOp& op = ops[at];
    const WindowColumns& in = logical.nodes[n.left].windowColumns;
    const ColumnSet read = columnsRead(at);
    op.sliced = mergesSlices(logical, n);
    op.windowColumns = n.windowColumns;
    op.keyCount = 0;
    op.inputs[0].firstKey = itemCount;
    for (short i = 0; i < n.keyCount && !error; ++i) {
        const short e = logical.items[n.firstItem + i], c = logical.exprs[e].index;
        if (c == in.start || c == in.end || c == in.time) continue;
        addItem(copy(e));
        ++op.keyCount;
    }
    op.firstItem = itemCount;
    op.itemCount = static_cast<short>(n.itemCount - n.keyCount);
    for (short i = n.keyCount; i < n.itemCount && !error; ++i) addItem(copy(logical.items[n.firstItem + i]));
    op.inputs[0].windowStart = timeOf(n.left, in.start);
    op.inputs[0].time = timeOf(n.left, in.end);
    if (error) return;
    for (short i = 0; i < op.itemCount; ++i)
        if (n.keyCount + i < ColumnSet::most && !read.has(n.keyCount + i)) items[op.firstItem + i] = -1;
    ColumnSet below{};
    markItems(op.inputs[0].firstKey, op.keyCount, below);
    markItems(op.firstItem, op.itemCount, below);
    mark(op.inputs[0].windowStart, below);
    mark(op.inputs[0].time, below);
    input(at, 0, n.left, below, {}, true);
}

// ---- joins ----------------------------------------------------------------------------------------------------------

constexpr void PhysicalPlanner::join(short at, short node) {
    const Node& n = logical.nodes[node];
    const short leftWidth = logical.nodes[n.left].columnCount;
    JoinKeys keys{};
    if (n.predicate >= 0) keys.take(logical, n.predicate, leftWidth, n);
    const bool versions = n.kind == NodeKind::temporalJoin && n.bounds.right >= 0;
    if (versions)
        for (int k = 0; k < logical.nodes[n.right].keys.count; ++k)
            if (const ColumnSet& unique = logical.nodes[n.right].keys.sets[k]; !unique.empty() && keys.columns(logical, 1, leftWidth).contains(unique)) {
                keys.narrow(logical, unique, leftWidth);
                break;
            }
    PhysicalOp& op = ops[at];
    op.windowing = logical.nodes[n.left].windowing;
    if (n.kind == NodeKind::intervalJoin) op.orderTime = logical.column(n.left, n.bounds.left).attribute();
    op.keyCount = static_cast<short>(keys.count);
    op.nullSafe = keys.nullSafe;
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
    ColumnSet read = columnsRead(at), sides[2]{};
    for (int side = 0; side < 2 && !error; ++side) {
        PhysicalInput& in = op.inputs[side];
        const short below = side ? n.right : n.left;
        short made[JoinKeys::most]{};
        const ColumnSet joined = keys.columns(logical, side, leftWidth);
        for (int i = 0; i < keys.count && !error; ++i)
            if ((made[i] = copy(side ? keys.right[i] : keys.left[i], side ? -leftWidth : 0)) >= 0)
                made[i] = converted(made[i], commonType(logical.exprs[keys.left[i]].type, logical.exprs[keys.right[i]].type));
        in.firstKey = itemCount;
        for (int i = 0; i < keys.count && !error; ++i) addItem(made[i]);
        for (int c = 0; c < logical.nodes[below].columnCount && c < ColumnSet::most; ++c)
            if (const int place = c + (side ? leftWidth : 0); place >= ColumnSet::most || read.has(place)) sides[side].add(c);
        const Keys& unique = logical.nodes[below].keys;
        if (!isMatched(n, side)) continue;
        if (unique.unique(joined)) in.unique = UniqueForm::inJoinKey;
        else if (unique.count > 0) uniqueColumns(in, below, unique.sets[0], sides[side]);
    }
    for (int side = 0; side < 2 && !error; ++side) {
        const Retention keeps = retentionOf(logical, n, keys, side);
        if (const short column = keeps.column >= 0 ? keeps.column : joinTime(n, side); column >= 0) op.inputs[side].time = timeOf(side ? n.right : n.left, column);
        op.inputs[side].keptAfter = keeps.after;
        if (keeps.column >= 0) sides[side].add(keeps.column);
    }
    for (int side = 0; side < 2 && !error; ++side) {
        const short below = side ? n.right : n.left;
        ColumnSet joined{};
        const bool plain = markPlain(op.inputs[side].firstKey, op.keyCount, joined);
        bool contained = false;
        const Keys& unique = logical.nodes[below].keys;
        for (int k = 0; k < unique.count; ++k) contained = contained || unique.sets[k].contains(joined);
        const bool keepsMatches = plain && contained && keys.count > 0 && op.condition < 0;  // an update does
        bool wantsBefore = op.before || !keepsMatches;
        if (n.kind == NodeKind::temporalJoin) wantsBefore = side == 0 || (!versions && !(plain && contained && keys.count > 0));  // a version says all
        ColumnSet brought = sides[side];
        markItems(op.inputs[side].firstKey, op.keyCount, brought);
        if (op.inputs[side].time >= 0) mark(op.inputs[side].time, brought);
        // Rows whose key is NULL have none to read it from, where they are emitted.
        const bool emitsKeyless = n.join == JoinKind::full || n.join == (side ? JoinKind::right : JoinKind::left) || (n.join == JoinKind::anti && !side);
        input(at, side, below, brought, emitsKeyless ? sides[side] : sides[side].without(joined), wantsBefore, versions && side == 1);
    }
}
// Whether rows of this side are kept until others take them away.
constexpr bool PhysicalPlanner::isMatched(const Node& join, int side) {
    return join.kind == NodeKind::join || (join.kind == NodeKind::temporalJoin && join.bounds.right < 0 && side == 1);
}
// The column of a side that says when its rows were, or when their windows end; -1: none.
constexpr short PhysicalPlanner::joinTime(const Node& join, int side) const {
    if (join.kind == NodeKind::windowJoin) return logical.nodes[side ? join.right : join.left].windowColumns.end;
    if (join.kind == NodeKind::intervalJoin || (join.kind == NodeKind::temporalJoin && join.bounds.right >= 0)) return side ? join.bounds.right : join.bounds.left;
    return -1;
}
// Keys of both sides are of one type, so that they hash alike.
constexpr short PhysicalPlanner::converted(short e, const SqlType& to) {
    if (to.root == TypeRoot::unknown || sameType(exprs[e].type, to)) return e;
    return put(Expr{.kind = ExprKind::cast, .implicit = true, .first = e, .type = to.withNullable(exprs[e].type.nullable)});
}
// Marks the columns among the items; whether all are.
constexpr bool PhysicalPlanner::markPlain(short first, short count, ColumnSet& columns) const {
    bool all = true;
    for (short i = 0; i < count; ++i) {
        if (exprs[items[first + i]].kind == ExprKind::column) columns.add(exprs[items[first + i]].index);
        else all = false;
    }
    return all;
}

}  // namespace rivulet::plan

#include <rivulet/plan/physical_match.hpp>
// `input` lowers what is below, which comes back here for operators with state.
#include <rivulet/plan/physical.hpp>
