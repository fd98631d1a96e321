// SPDX-License-Identifier: BSL-1.0
// Joins of two relations, and conditions above a join that belong into it.
#pragma once
#include <string_view>

#include <rivulet/plan/join_time.hpp>
#include <rivulet/plan/relation_binder.hpp>

namespace rivulet::plan {

/// An inner join of all columns of both, left's first, without condition yet.
constexpr short RelationBinder::joinNode(short left, short right) {
    Node n{.kind = NodeKind::join, .left = left, .right = right, .firstColumn = plan.columnCount, .join = JoinKind::inner};
    for (const short side : {left, right})
        for (int i = 0; i < plan.nodes[side].columnCount; ++i) plan.add(Column{plan.column(side, i)});
    n.columnCount = static_cast<short>(plan.columnCount - n.firstColumn);
    return put(n);
}

/// Gives such a join its kind and condition, and what follows from them: columns of a side that may be padded are nullable above the
/// join (not in its condition), semi and anti joins have the left columns only.
constexpr bool RelationBinder::bindJoin(short join, JoinKind kind, short predicate, int position) {
    Node& n = plan.writeNodes[join];
    const short left = plan.nodes[n.left].columnCount;
    if (predicate >= 0 && !refuseKeys(predicate, left, position)) return false;
    n.predicate = predicate;
    n.join = kind;
    if (!saysTheSameAgain(n)) return false;
    if (kind == JoinKind::semi || kind == JoinKind::anti) n.columnCount = left;
    const bool padsLeft = kind == JoinKind::right || kind == JoinKind::full, padsRight = kind == JoinKind::left || kind == JoinKind::full;
    for (short i = 0; i < n.columnCount; ++i)
        if (i < left ? padsLeft : padsRight) {
            Column& c = plan.writeColumns[n.firstColumn + i];
            c.type.nullable = true;
            c.knownNotNull = false;
        }
    return overTime(join, position);
}

/// Which join it is by what its condition says about time, and which of its columns are time attributes: behind a regular join, which waits for
/// nothing, none. In batch, where all rows are there, each join is a regular one.
constexpr bool RelationBinder::overTime(short join, int position) {
    Node& n = plan.writeNodes[join];
    const JoinSides sides{plan, n.left, n.right};
    if (n.kind != NodeKind::temporalJoin) {
        n.kind = NodeKind::join;
        n.bounds = {};
        n.windowing = {};
        n.windowColumns = {};
        TimeConditions time;
        if (!plan.batch) time.take(sides, n.predicate);
        if (!plan.batch && joinsWindows(sides, n.predicate)) {
            n.kind = NodeKind::windowJoin;
            windowsOf(n);
            if (plan.nodes[n.left].windowing.byProcessingTime) return plan.fail({.code = ErrorCode::notSupported, .position = position, .subject = "WindowJoin by processing time"});
        } else if (time.bounded() && n.join != JoinKind::semi && n.join != JoinKind::anti) {
            n.kind = NodeKind::intervalJoin;
            n.bounds = time.bounds;
        }
        if (n.kind != NodeKind::join && refuseUpdates(n, position)) return false;
    }
    for (short i = 0; i < n.columnCount && !plan.batch; ++i) {
        const Column& from = sides.column(i);
        const bool loses = n.kind == NodeKind::join || (n.kind == NodeKind::temporalJoin && i >= sides.leftWidth());
        plan.writeColumns[n.firstColumn + i].onlyShown = from.onlyShown || (loses && from.time != TimeAttribute::none);
    }
    n.mode = modeOf(plan, n, plan.batch);
    n.keys = keysOf(plan, n);
    return !plan.error;
}
// The rows of a window join are in the windows of the side that is never padded.
constexpr void RelationBinder::windowsOf(Node& join) {
    if (join.join == JoinKind::full) return;
    const bool right = join.join == JoinKind::right;
    const Node& side = plan.nodes[right ? join.right : join.left];
    const int by = right ? plan.nodes[join.left].columnCount : 0;
    const auto moved = [&](short c) { return static_cast<short>(c < 0 ? c : c + by); };
    join.windowing = side.windowing;
    join.windowing.time = -1;
    join.windowColumns = {moved(side.windowColumns.start), moved(side.windowColumns.end), moved(side.windowColumns.time)};
}
/// Joins over time take rows that only come.
constexpr bool RelationBinder::refuseUpdates(const Node& join, int position) {
    const bool left = !plan.nodes[join.left].mode.insertOnly();
    if (!left && plan.nodes[join.right].mode.insertOnly()) return false;
    return !plan.fail({.code = ErrorCode::changesIntoOperator, .position = position, .subject = join.kind == NodeKind::windowJoin ? "WindowJoin" : "IntervalJoin",
                       .expected = "inputs that only grow", .found = left ? "changes on the left" : "changes on the right"});
}

/// `on`: a condition over the columns of both, which `both` names, or -1.
constexpr short RelationBinder::joined(short left, short right, JoinKind kind, short on, const Scope& both) {
    const short at = joinNode(left, right);
    if (at < 0) return -1;
    Scope scope = both;
    scope.node = at;
    short p = on < 0 ? static_cast<short>(-1) : condition(scope, on, "ON");
    if (plan.error) return -1;
    if (saysNothing(p)) p = -1;
    return bindJoin(at, kind, p, on >= 0 && positions ? syntax[on].position : -1) ? at : static_cast<short>(-1);
}

/// Equalities of both sides are keys, which Flink compares as they are: no text with a date, no DATE with a TIMESTAMP. Numbers meet
/// numbers of all types.
constexpr bool RelationBinder::refuseKeys(short predicate, int leftWidth, int position) {
    const Expr& x = plan.exprs[predicate];
    if (x.kind != ExprKind::call) return true;
    if (x.function == indexOf<functions::And>) {
        for (short a = x.first; a >= 0; a = plan.exprs[a].next)
            if (!refuseKeys(a, leftWidth, position)) return false;
        return true;
    }
    if (x.function != indexOf<functions::Equal> && x.function != indexOf<functions::IsNotDistinctFrom>) return true;
    const short b = plan.exprs[x.first].next;
    if (sidesOf(plan, x.first, leftWidth) + sidesOf(plan, b, leftWidth) != 3) return true;
    const auto written = [&](short e) {
        while (plan.exprs[e].kind == ExprKind::cast && plan.exprs[e].implicit) e = plan.exprs[e].first;
        return plan.exprs[e].type;
    };
    const SqlType l = written(x.first), r = written(b);
    if (l.root == r.root || (l.isNumeric() && r.isNumeric()) || (l.isCharacter() && r.isCharacter()) || (l.isBinary() && r.isBinary())) return true;
    Error e{};
    e.code = ErrorCode::typeMismatch;
    e.position = position;
    e.subject = functionInfo(x.function).name;
    nameType(e.expectedText, l);
    nameType(e.foundText, r);
    return plan.fail(e);
}

// ---- conditions above a join ------------------------------------------------------------------------------------------

/// What is left to be done above the join of the condition p, or -1: nothing. A condition on both sides of an inner join joins them,
/// as a comma in FROM wants it; one on a side whose rows all come out filters that side.
constexpr short RelationBinder::pushed(short join, short p) {
    const Expr& x = plan.exprs[p];
    if (x.kind != ExprKind::call || x.function != indexOf<functions::And>) return push(join, p) ? static_cast<short>(-1) : p;
    short rest = -1, last = -1;
    int count = 0;
    for (short a = x.first; a >= 0 && !plan.error;) {
        const short next = plan.exprs[a].next;
        plan.writeExprs[a].next = -1;
        if (!push(join, a)) {
            if (last < 0) rest = a;
            else plan.writeExprs[last].next = a;
            last = a;
            ++count;
        }
        a = next;
    }
    if (plan.error || count < 2) return plan.error ? static_cast<short>(-1) : rest;
    Expr all = x;
    all.first = rest;
    return plan.add(all);
}

/// Whether the condition found a place in the join or below it.
constexpr bool RelationBinder::push(short join, short p) {
    const int width = plan.nodes[plan.nodes[join].left].columnCount;
    const int sides = sidesOf(plan, p, width);
    const JoinKind kind = plan.nodes[join].join;
    const bool left = sides == 1 && kind != JoinKind::right && kind != JoinKind::full, right = sides == 2 && (kind == JoinKind::inner || kind == JoinKind::right);
    if ((!left && !right && (sides != 3 || kind != JoinKind::inner)) || !repeatable(p) || readsAround(p)) return false;
    if (plan.exprs[p].kind == ExprKind::call && plan.exprs[p].function == indexOf<functions::IsNotNull> && plan.exprs[plan.exprs[p].first].kind == ExprKind::column)
        plan.writeColumns[plan.nodes[join].firstColumn + plan.exprs[plan.exprs[p].first].index].knownNotNull = true;
    if (sides == 3) {
        const short both = plan.nodes[join].predicate < 0 ? p : conjoined(plan.nodes[join].predicate, p);
        return both >= 0 && bindJoin(join, kind, both, conditionPosition);
    }
    if (right) moveColumns(p, -width);
    short below = left ? plan.nodes[join].left : plan.nodes[join].right;
    if (!place(below, p)) return false;
    Node& n = plan.writeNodes[join];
    (left ? n.left : n.right) = below;
    return overTime(join, conditionPosition);
}
constexpr bool RelationBinder::place(short& child, short p) {
    const Node n = plan.nodes[child];
    short join = child;
    while (plan.nodes[join].kind == NodeKind::filter && plan.nodes[join].view.empty()) join = plan.nodes[join].left;
    if (takesConditions(join) && push(join, p)) {
        for (short done = join; done != child;) {  // the filters between, from below
            short above = child;
            while (plan.nodes[above].left != done) above = plan.nodes[above].left;
            plan.writeNodes[above].mode = filterMode(plan, plan.nodes[above], plan.batch);
            done = above;
        }
        return true;
    }
    if (plan.error) return false;
    if (n.kind == NodeKind::filter && n.view.empty()) {  // conditions of one side are one filter
        const short both = conjoined(n.predicate, p);
        if (both < 0) return false;
        plan.writeNodes[child].predicate = both;
        if (!saysTheSameAgain(plan.nodes[child])) return false;
        plan.writeNodes[child].mode = filterMode(plan, plan.nodes[child], plan.batch);
        noteNotNull(child, n.left, p);
        return true;
    }
    const short at = like({.kind = NodeKind::filter, .predicate = p}, child);
    if (at < 0) return false;
    noteNotNull(at, child, p);
    child = at;
    return true;
}
/// a AND b, in one list.
constexpr short RelationBinder::conjoined(short a, short b) {
    constexpr short conjunction = indexOf<functions::And>;
    const auto isList = [&](short e) { return plan.exprs[e].kind == ExprKind::call && plan.exprs[e].function == conjunction; };
    const bool nullable = plan.exprs[a].type.nullable || plan.exprs[b].type.nullable;
    const short first = isList(a) ? plan.exprs[a].first : a, more = isList(b) ? plan.exprs[b].first : b;
    short last = first;
    while (plan.exprs[last].next >= 0) last = plan.exprs[last].next;
    plan.writeExprs[last].next = more;
    return plan.add(Expr{.kind = ExprKind::call, .function = conjunction, .first = first, .type = sqltype::boolean.orNull(nullable)});
}

constexpr short RelationBinder::filter(const Scope& scope, short input, short where) {
    const short p = condition(scope, where, "WHERE");
    conditionPosition = positions ? syntax[where].position : -1;
    return p < 0 ? p : filterBy(input, p);
}
/// The rows for which a bound condition is TRUE. Of a join's, conditions move into the join where that gives the same rows.
constexpr short RelationBinder::filterBy(short input, short p) {
    if (takesConditions(input)) {
        p = pushed(input, p);
        if (p < 0) return plan.error ? static_cast<short>(-1) : input;
    }
    const short at = like({.kind = NodeKind::filter, .predicate = p}, input);
    if (at >= 0) noteNotNull(at, input, p);
    return at;
}

}  // namespace rivulet::plan
