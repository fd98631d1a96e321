// SPDX-License-Identifier: BSL-1.0
// FROM .. JOIN .. FOR SYSTEM_TIME AS OF: each row with what a table was at its time.
#pragma once
#include <string_view>

#include <rivulet/plan/join_keys.hpp>
#include <rivulet/plan/query_binder.hpp>
#include <rivulet/plan/relations.hpp>

namespace rivulet::plan {

/// By a row time: with the version that was valid then, of a table whose primary key the condition fixes and whose row time says from when on a
/// version is valid (a view of the last rows by key is one, too). By processing time: with the rows that are there when the row comes.
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
    const TimeAttribute attribute = isColumn ? plan.column(left, asOf).attribute() : TimeAttribute::none;
    if (attribute != TimeAttribute::proctime) {
        if (plan.batch) return refuseTemporal(ErrorCode::temporalJoin, at, "FOR SYSTEM_TIME AS OF: a correlated join in batch", "streaming mode, or a join with the latest versions");
        if (attribute == TimeAttribute::none) {
            Error e = errorAt(ErrorCode::asOfTime, syntax[other.asOf], isColumn ? plan.column(left, asOf).name : subject);
            e.expected = "a column with a watermark, or PROCTIME()";
            nameType(e.foundText, plan.exprs[when].type);
            plan.fail(e);
            return -1;
        }
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
    const short p = plan.error || r.condition < 0 ? static_cast<short>(-1) : condition(scope, r.condition, "ON");
    if (plan.error || !bindJoin(join, r.join, p, at)) return -1;
    if (n.bounds.right < 0 || equatesKey(join)) return join;
    Error e{.code = ErrorCode::temporalKey, .position = r.condition >= 0 ? syntax[r.condition].position : at, .subject = other.name};
    for (short c = 0; c < plan.nodes[right].columnCount; ++c)
        if (plan.nodes[right].keys.sets[0].has(c)) e.know(plan.column(right, c).name);
    plan.fail(e);
    return -1;
}

/// The column that says from when on a version is valid.
constexpr short QueryBinder::timeOfVersions(short right, const sql::Relation& r, const Column& asOf) {
    const Node& n = plan.nodes[right];
    if (n.keys.count == 0 || n.keys.sets[0].empty()) return refuseTemporal(ErrorCode::notVersioned, r.position, r.name, "a primary key, or a view of the last rows by a key");
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
/// Whether a key of the right side is wholly equal to something of the left side.
constexpr bool QueryBinder::equatesKey(short join) const {
    const Node& n = plan.nodes[join];
    const short width = plan.nodes[n.left].columnCount;
    if (n.predicate < 0) return false;
    JoinKeys keys{};
    keys.take(plan, n.predicate, width, n);
    ColumnSet fixed;
    for (int i = 0; i < keys.count; ++i) {
        const Expr* x = &plan.exprs[keys.right[i]];
        while (x->kind == ExprKind::cast && x->implicit) x = &plan.exprs[x->first];
        if (x->kind == ExprKind::column) fixed.add(x->index - width);
    }
    return plan.nodes[n.right].keys.unique(fixed);
}

}  // namespace rivulet::plan
