// SPDX-License-Identifier: BSL-1.0
// FROM .. JOIN .. FOR SYSTEM_TIME AS OF: each row with what a table was at its time.
#pragma once
#include <string_view>

#include <rivulet/plan/join_keys.hpp>
#include <rivulet/plan/query_binder.hpp>
#include <rivulet/plan/relations.hpp>
#include <rivulet/plan/table_function.hpp>
#include <rivulet/plan/time_attribute.hpp>

namespace rivulet::plan {

/// By a row time: with the version that was valid then, of a table whose primary key the condition fixes and whose row time says from when on a
/// version is valid (a view of the last rows by key is one, too). By processing time: with the rows that are there when the row comes.
/// A user's table function may stand in the place of the table: it is asked for the rows of each key when a row comes.
/// - Refused: what is no time attribute of the left side (asOfTime); another join than INNER or LEFT, and batch (temporalJoin); a table without key or
///   row time (notVersioned); a condition that leaves some of the key open (temporalKey).
constexpr short QueryBinder::temporal(const sql::Relation& r, Scope& scope) {
    const sql::Relation& other = relations[r.right];
    const short left = scope.node, width = plan.nodes[left].columnCount;
    const int at = syntax[other.asOf].position;
    constexpr std::string_view subject = "FOR SYSTEM_TIME AS OF";
    if (r.join != JoinKind::inner && r.join != JoinKind::left) return refuseTemporal(ErrorCode::temporalJoin, at, subject, "INNER or LEFT JOIN");
    if (r.natural || r.using_ >= 0) return refuseTemporal(ErrorCode::temporalJoin, at, subject, "ON instead of USING or NATURAL");
    if (other.columns >= 0) return refuseTemporal(ErrorCode::temporalJoin, at, subject, "an alias without a list of columns");
    const short when = bind(scope, other.asOf);
    if (when < 0) return -1;
    const bool isColumn = plan.exprs[when].kind == ExprKind::column;
    const short asOf = isColumn ? plan.exprs[when].index : static_cast<short>(-1);
    const TimeAttribute attribute = isColumn ? timeAttribute(plan, left, asOf, plan.batch) : TimeAttribute::none;
    if (attribute != TimeAttribute::proctime) {
        if (plan.batch) return refuseTemporal(ErrorCode::temporalJoin, at, "FOR SYSTEM_TIME AS OF: a correlated join in batch", "streaming mode, or a join with the latest versions");
        if (attribute == TimeAttribute::none) {
            Error e = errorAt(ErrorCode::asOfTime, syntax[other.asOf], isColumn ? plan.column(left, asOf).name : subject);
            e.expected = "a row time or PROCTIME()";
            nameType(e.foundText, plan.exprs[when].type);
            plan.fail(e);
            return -1;
        }
    }
    if (isLookup(other)) {
        if (attribute == TimeAttribute::proctime) return lookedUp(r, scope);
        return refuseTemporal(ErrorCode::notVersioned, other.position, other.name, "PROCTIME() as the time: a function knows no versions");
    }
    const short right = table(other);
    if (right < 0) return -1;
    if (plan.nodes[right].view.empty()) return refuseTemporal(ErrorCode::temporalJoin, other.position, other.name, "a table or a view");
    Scope rightNames;
    nameRelation(rightNames, right, other.alias);
    if (!refuseAliases(scope, rightNames, other.position)) return -1;
    const short join = joinNode(left, right);
    if (join < 0) return -1;
    Node& n = plan.writeNodes[join];
    if (!plan.batch) {
        n.kind = NodeKind::temporalJoin;
        n.bounds.left = asOf;
        n.bounds.right = attribute == TimeAttribute::proctime ? static_cast<short>(-1) : timeOfVersions(right, other, plan.column(left, asOf));
        n.windowing = plan.nodes[left].windowing;
        n.windowing.time = -1;
        n.windowColumns = plan.nodes[left].windowColumns;
    }
    addParts(scope, rightNames, width, true);
    scope.node = join;
    short p = plan.error || r.condition < 0 ? static_cast<short>(-1) : condition(scope, r.condition, "ON");
    if (plan.batch && saysNothing(p)) p = -1;  // a join like any other there
    if (plan.error || !bindJoin(join, r.join, p, at)) return -1;
    const ColumnSet equated = equatedColumns(join);
    if (n.bounds.right < 0 || plan.nodes[right].keys.unique(equated)) return join;
    Error e{.code = ErrorCode::temporalKey, .position = r.condition >= 0 ? syntax[r.condition].position : at, .subject = other.name};
    for (short c = 0; c < plan.nodes[right].columnCount; ++c) {
        if (!plan.nodes[right].keys.sets[0].has(c)) continue;
        e.know(plan.column(right, c).name);
        if (!equated.has(c)) wantEquality(e, other, plan.column(right, c).name);
    }
    plan.fail(e);
    return -1;
}

/// Whether it is no table but a function, whose rows begin with what they are looked up by.
constexpr bool QueryBinder::isLookup(const sql::Relation& r) const {
    for (const With* w = with; w; w = w->outer)
        for (short t = w->first; t != w->end; t = relations[t].next)
            if (relations[t].name == r.name) return false;
    const short f = catalogue.findView(r.name) < 0 ? catalogue.findFunction(r.name) : static_cast<short>(-1);
    return f >= 0 && catalogue.functions[f].table;
}
/// A table function as a table: its arguments are what the condition makes equal to the first columns of its rows.
constexpr short QueryBinder::lookedUp(const sql::Relation& r, Scope& scope) {
    const sql::Relation& other = relations[r.right];
    const short function = catalogue.findFunction(other.name), width = plan.nodes[scope.node].columnCount;
    const UserFunction& f = catalogue.functions[function];
    const UnnestedColumns row = UnnestedColumns::ofElement(f.result);
    const short at = besideParts(*this, scope, other, {.kind = NodeKind::lookupJoin, .join = r.join}, -1, row);
    if (at < 0) return -1;
    Scope rightNames;
    nameRelation(rightNames, at, other.alias);
    parts[rightNames.firstPart].count = static_cast<short>(row.count());
    if (!refuseAliases(scope, rightNames, other.position)) return -1;
    addParts(scope, rightNames, width, true);
    scope.node = at;
    const short p = r.condition < 0 ? static_cast<short>(-1) : condition(scope, r.condition, "ON");
    if (plan.error) return -1;
    PendingCall c;
    c.base = plan.scratchTop;
    c.isUser = true;
    c.call = {.kind = ExprKind::userCall, .function = function, .text = f.name};
    for (short key = 0; key < f.argumentCount && !plan.error; ++key) {
        const short equal = p < 0 || key >= row.count() ? static_cast<short>(-1) : equalTo(p, static_cast<short>(width + key), width);
        if (equal >= 0) {
            addArgument(c, copied(equal));
            continue;
        }
        Error e{.code = ErrorCode::temporalKey, .position = r.condition >= 0 ? syntax[r.condition].position : other.position, .subject = other.name};
        for (short k = 0; k < f.argumentCount && k < row.count(); ++k) e.know(plan.column(at, width + k).name);
        if (key < row.count()) wantEquality(e, other, plan.column(at, width + key).name);
        plan.fail(e);
    }
    const Syntax s{.kind = SyntaxKind::call, .position = other.position, .text = other.name};
    const short call = endCall(s, c);
    if (call < 0) return -1;
    plan.writeItems[plan.nodes[at].firstItem] = call;
    if (r.join == JoinKind::inner) return filterBy(at, p);
    plan.addItem(p);
    ++plan.writeNodes[at].itemCount;
    return plan.error ? static_cast<short>(-1) : at;
}
/// What a condition makes equal to a column: an expression over the columns before `width`; -1 if there is none.
constexpr short QueryBinder::equalTo(short condition, short column, short width) const {
    const Expr& x = plan.exprs[condition];
    if (x.kind != ExprKind::call) return -1;
    if (x.function == indexOf<functions::And>) {
        for (short a = x.first; a >= 0; a = plan.exprs[a].next)
            if (const short found = equalTo(a, column, width); found >= 0) return found;
        return -1;
    }
    if (x.function != indexOf<functions::Equal>) return -1;
    const auto bare = [&](short e) {
        while (plan.exprs[e].kind == ExprKind::cast && plan.exprs[e].implicit) e = plan.exprs[e].first;
        return e;
    };
    const short a = bare(x.first), b = bare(plan.exprs[x.first].next);
    const auto is = [&](short e) { return plan.exprs[e].kind == ExprKind::column && plan.exprs[e].index == column; };
    if (is(a) && !(sidesOf(plan, b, int{width}) & 2)) return b;
    return is(b) && !(sidesOf(plan, a, int{width}) & 2) ? a : static_cast<short>(-1);
}
constexpr short QueryBinder::copied(short e) {
    Expr x = plan.exprs[e];
    if (x.kind == ExprKind::same) return copied(x.index);
    x.shared = false;
    short last = -1;
    for (short a = x.first; a >= 0; a = plan.exprs[a].next) {
        const short c = copied(a);
        if (c < 0) return -1;
        if (last < 0) x.first = c;
        else plan.writeExprs[last].next = c;
        last = c;
    }
    x.next = -1;
    return plan.add(x);
}

/// The column that says from when on a version is valid.
constexpr short QueryBinder::timeOfVersions(short right, const sql::Relation& r, const Column& asOf) {
    const Node& n = plan.nodes[right];
    if (n.keys.count == 0 || n.keys.sets[0].empty()) return refuseTemporal(ErrorCode::notVersioned, r.position, r.name, "a primary key, or a view of the last rows by a key");
    if (dropsVersions(right)) return refuseTemporal(ErrorCode::notVersioned, r.position, r.name, "a LEFT JOIN in the view");
    for (short c = 0; c < n.columnCount; ++c) {
        const Column& time = plan.column(right, c);
        if (time.attribute() != TimeAttribute::rowtime) continue;
        if (time.type.root == asOf.type.root) return c;
        Error e{.code = ErrorCode::typeMismatch, .position = r.position, .subject = time.name};
        nameType(e.expectedText, asOf.type);
        nameType(e.foundText, time.type);
        plan.fail(e);
        return -1;
    }
    return refuseTemporal(ErrorCode::notVersioned, r.position, r.name, "a watermark");
}
/// Whether the rows of an updating table go through what may drop them behind the filters on top.
constexpr bool QueryBinder::dropsVersions(short node) const {
    for (; node >= 0; node = plan.nodes[node].left) {
        const Node& n = plan.nodes[node];
        if (plan.nodes[node].mode.insertOnly()) return false;
        const bool joins = n.kind == NodeKind::temporalJoin || n.kind == NodeKind::lookupJoin || n.kind == NodeKind::unnest;
        if (n.kind == NodeKind::unnest || (joins && n.join == JoinKind::inner)) return true;
        if (!joins && n.kind != NodeKind::filter && n.kind != NodeKind::project && n.kind != NodeKind::watermark) return false;
    }
    return false;
}
/// The columns of the right side that are equal to something of the left side.
constexpr ColumnSet QueryBinder::equatedColumns(short join) const {
    const Node& n = plan.nodes[join];
    const short width = plan.nodes[n.left].columnCount;
    ColumnSet fixed;
    if (n.predicate < 0) return fixed;
    JoinKeys keys{};
    keys.take(plan, n.predicate, width, n);
    for (int i = 0; i < keys.count; ++i) {
        const Expr* x = &plan.exprs[keys.right[i]];
        while (x->kind == ExprKind::cast && x->implicit) x = &plan.exprs[x->first];
        if (x->kind == ExprKind::column) fixed.add(x->index - width);
    }
    return fixed;
}
/// The first column that the condition has to say more of.
constexpr void QueryBinder::wantEquality(Error& e, const sql::Relation& other, std::string_view column) {
    if (e.expectedText.size) return;
    e.expectedText.append(other.alias.empty() ? other.name : other.alias);
    e.expectedText.append(".");
    e.expectedText.append(column);
    e.expectedText.append(" = ..");
}

}  // namespace rivulet::plan

// The sides are tables of FROM.
#include <rivulet/plan/from.hpp>
