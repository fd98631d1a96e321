// SPDX-License-Identifier: BSL-1.0
// UNION, INTERSECT and EXCEPT, with ALL or without.
#pragma once
#include <string_view>

#include <rivulet/plan/grouping.hpp>
#include <rivulet/plan/joins.hpp>

namespace rivulet::plan {

/// Two relations of as many columns with common types; names are those of the left one. UNION is each row of both once; INTERSECT and
/// EXCEPT, as Flink plans them, are the left rows that have or have not an equal one on the right, each once, where NULLs are equal.
constexpr short RelationBinder::setOperation(sql::QueryKind kind, bool all, short left, short right, int position) {
    const bool isUnion = kind == sql::QueryKind::union_, intersects = kind == sql::QueryKind::intersect;
    const std::string_view name = isUnion ? (all ? "UNION ALL" : "UNION") : intersects ? (all ? "INTERSECT ALL" : "INTERSECT") : all ? "EXCEPT ALL" : "EXCEPT";
    const int width = plan.nodes[left].columnCount;
    Error e{};
    e.position = position;
    if (plan.nodes[right].columnCount != width) {
        e.code = ErrorCode::columnCount;
        e.subject = name;
        writeCount(e.expectedText, "", width);
        writeCount(e.foundText, "", plan.nodes[right].columnCount);
        plan.fail(e);
        return -1;
    }
    const short first = plan.columnCount;
    for (int i = 0; i < width; ++i) {
        const Column l = plan.column(left, i), r = plan.column(right, i);
        const SqlType t = commonType(l.type, r.type);
        if (t.root == TypeRoot::unknown) {
            e.code = ErrorCode::unionType;
            e.subject = l.name;
            nameType(e.expectedText, l.type);
            nameType(e.foundText, r.type);
            plan.fail(e);
            return -1;
        }
        plan.add(Column{.name = l.name, .type = t, .time = l.time == r.time ? l.time : TimeAttribute{}, .onlyShown = l.time == r.time && (l.onlyShown || r.onlyShown), .knownNotNull = l.knownNotNull && r.knownNotNull});
    }
    if (plan.error) return -1;
    // A side whose types differ gets a projection with casts, so that both sides carry the same C++ values.
    left = castSide(left, first, width);
    right = castSide(right, first, width);
    if (left < 0 || right < 0 || (all && !isUnion && refuseRawColumns(left))) return -1;
    if (!isUnion && !all) return distinct(compared(left, right, intersects ? JoinKind::semi : JoinKind::anti, position));
    const short both = put({.kind = isUnion ? NodeKind::unionAll : intersects ? NodeKind::intersectAll : NodeKind::exceptAll, .left = left, .right = right,
                            .firstColumn = first, .columnCount = static_cast<short>(width)});
    return all || both < 0 ? both : distinct(both);
}
constexpr short RelationBinder::unionAll(short left, short right, int position) { return setOperation(sql::QueryKind::union_, true, left, right, position); }

constexpr short RelationBinder::castSide(short side, short wanted, int width) {
    bool same = true;
    for (int i = 0; i < width; ++i) same = same && sameType(plan.column(side, i).type, plan.columns[wanted + i].type);
    if (same) return side;
    const Scope scope = Scope::over(side, static_cast<short>(width));
    const Projection p = beginProjection(side);
    for (short i = 0; i < width; ++i) {
        short e = column(scope, i);
        const SqlType to = plan.columns[wanted + i].type;
        if (e >= 0 && !sameType(plan.exprs[e].type, to)) e = implicitCast(e, to.withNullable(plan.exprs[e].type.nullable));
        addOutput(p, e, plan.column(side, i).name);
    }
    return endProjection(p);
}
/// The left rows that have (semi) or have not (anti) an equal one on the right.
constexpr short RelationBinder::compared(short left, short right, JoinKind kind, int position) {
    const short at = joinNode(left, right);
    if (at < 0) return -1;
    const short width = plan.nodes[left].columnCount;
    const Scope scope = Scope::over(at, static_cast<short>(2 * width));
    const Syntax nowhere{.position = position};
    short all = -1;
    for (short i = 0; i < width; ++i) {
        const short equal = callOf(nowhere, indexOf<functions::IsNotDistinctFrom>, column(scope, i), column(scope, static_cast<short>(width + i)));
        if (equal < 0) return -1;
        all = all < 0 ? equal : conjoined(all, equal);
    }
    return bindJoin(at, kind, all, position) ? at : static_cast<short>(-1);
}

}  // namespace rivulet::plan
