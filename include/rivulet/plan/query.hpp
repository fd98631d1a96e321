// SPDX-License-Identifier: BSL-1.0
// Queries of SQL text: SELECT, VALUES, set operations, WITH, ORDER BY.
#pragma once
#include <string_view>

#include <rivulet/plan/from.hpp>
#include <rivulet/plan/query_binder.hpp>
#include <rivulet/plan/relations.hpp>
#include <rivulet/plan/subqueries.hpp>
#include <rivulet/plan/temporal.hpp>

namespace rivulet::plan {

/// Few calls a level of the tree of queries, and none for the left side of a set operation: long unions are loops.
/// `top`: nobody reads the result as a table, so its order counts.
constexpr short QueryBinder::query(short index, bool top) {
    const With own{queries[index].with, -1, with, around};
    const With* const outer = with;
    if (own.first >= 0) {
        if (!refuseNames(own.first)) return -1;
        with = &own;
    }
    short leftmost = index;
    while (isSetOperation(queries[leftmost]) && (leftmost == index || queries[leftmost].with < 0)) leftmost = queries[leftmost].left;
    short at = leftmost != index && queries[leftmost].with >= 0 ? query(leftmost, false)
               : queries[leftmost].kind == sql::QueryKind::values ? values(queries[leftmost], top && leftmost == index)
                                                                 : select(queries[leftmost], top && leftmost == index);
    for (short done = leftmost; done != index && at >= 0;) {
        short above = index;  // children precede parents, so the chain of left sides is found from the top
        while (queries[above].left != done) above = queries[above].left;
        const sql::Query& q = queries[above];
        const short right = query(q.right, false);
        at = right < 0 ? right : setOperation(q.kind, q.all, at, right, q.position);
        if (at >= 0) at = sorted(q, at, top && above == index);
        done = above;
    }
    with = outer;
    return at;
}

/// The order of a query that is a table for others does not count: it is checked and left out.
constexpr short QueryBinder::sorted(const sql::Query& q, short at, bool top) {
    const Scope outputs = Scope::over(at, plan.nodes[at].columnCount);
    const bool counts = top || q.limit >= 0 || q.offset > 0;
    return counts ? ordered(outputs, at, q.order, q.limit, q.offset) : checkedOrder(outputs, q.order) ? at : static_cast<short>(-1);
}

constexpr bool QueryBinder::checkedOrder(const Scope& outputs, short order) {
    for (short i = order; i >= 0; i = syntax[i].next)
        if (const short place = ordinal(syntax[i], outputs.only.count); place == -1 || (place < -1 && bind(outputs, i) < 0)) return false;
    return true;
}

constexpr short QueryBinder::select(const sql::Query& q, bool top) {
    if (q.having >= 0 && holdsOver(q.having)) return refuse(ErrorCode::notSupported, syntax[q.having], "OVER in HAVING", "a query around the groups"), static_cast<short>(-1);
    if (q.qualify >= 0 && isGrouped(q))
        return refuse(ErrorCode::notSupported, syntax[q.qualify], "QUALIFY of groups", "a query around the groups"), static_cast<short>(-1);
    const int firstPart = parts.size(), firstComputed = computed.size(), outerColumns = firstGroupColumn, outerItems = groupItems.size();
    firstGroupColumn = groupColumns.size();
    Scope scope;
    short at = q.from < 0 ? put({.kind = NodeKind::values, .firstColumn = plan.columnCount}) : from(q.from, scope);
    if (q.from < 0) scope = Scope::over(at, 0);
    if (at >= 0 && q.where >= 0) at = where(scope, at, q);
    if (at >= 0) at = prepared(scope, at, q);
    if (at < 0) return -1;
    scope.node = at;
    if (q.qualify >= 0) at = qualified(scope, q);
    if (at < 0) return -1;
    OrderKeys order;
    short visible = 0;
    at = selected(scope, at, {.items = q.items, .group = q.group, .having = q.having, .order = q.order, .hasGroup = q.hasGroup, .distinct = q.distinct}, &order, visible);
    if (at >= 0 && q.distinct) at = distinct(at);
    if (at < 0) return -1;
    if (top || q.limit >= 0 || q.offset > 0) at = orderedBy(Scope::over(at, plan.nodes[at].columnCount), at, order, q.limit, q.offset);
    parts.shrink(firstPart);
    computed.shrink(firstComputed);
    groupItems.shrink(outerItems);
    groupColumns.shrink(firstGroupColumn);
    firstGroupColumn = outerColumns;
    return at < 0 ? at : firstColumns(at, visible);
}

/// Rows written out: a union of one-row projections, of the types that all rows have in common.
constexpr short QueryBinder::values(const sql::Query& q, bool top) {
    const Scope nothing = Scope::over(put({.kind = NodeKind::values, .firstColumn = plan.columnCount}), 0);
    if (plan.error) return -1;
    detail::Stack<short> cells;
    detail::Stack<SqlType> types;
    int rows = 0;
    for (short r = q.items; r >= 0; r = syntax[r].next, ++rows) {
        int width = 0;
        for (short v = syntax[r].first; v >= 0; v = syntax[v].next, ++width) {
            const short e = bind(nothing, v);
            if (e < 0) return -1;
            cells.push(e);
            if (rows == 0) types.push(plan.exprs[e].type);
            else if (width >= types.size() || !widen(types[width], plan.exprs[e].type, width, syntax[v])) break;
        }
        if (plan.error) return -1;
        if (width == types.size()) continue;
        Error e = errorAt(ErrorCode::columnCount, syntax[r], "VALUES");
        writeCount(e.expectedText, "", types.size());
        writeCount(e.foundText, "", width);
        plan.fail(e);
        return -1;
    }
    short at = -1;
    for (int r = 0; r < rows && !plan.error; ++r) {
        const Projection p = beginProjection(r == 0 ? nothing.node : put({.kind = NodeKind::values, .firstColumn = plan.columnCount}));
        for (int c = 0; c < types.size(); ++c) {
            if (types[c].root == TypeRoot::null) return refuseType(syntax[q.items], "NULL", "a value with a type, such as CAST(NULL AS INT)", types[c]);
            short cell = cells[r * types.size() + c];
            if (!sameType(plan.exprs[cell].type, types[c])) cell = implicitCast(cell, types[c].withNullable(plan.exprs[cell].type.nullable));
            addOutput(p, cell, anonymousName(c, true));
        }
        const short row = plan.error ? static_cast<short>(-1) : projectionNode(p, static_cast<short>(types.size()));
        at = row < 0 || at < 0 ? row : unionAll(at, row);
    }
    return at < 0 || plan.error ? static_cast<short>(-1) : sorted(q, at, top);
}

/// The whole of binding for a parsed text, into any storage: Plan<...> in the compiler, vectors at run time.
constexpr void bindQuery(PlanBuilder& plan, const sql::SyntaxView& syntax, const Catalogue& catalogue) {
    if (syntax.error) {
        plan.fail(syntax.error);
        return;
    }
    QueryBinder b{{{plan, syntax.nodes, catalogue}}, syntax.queries, syntax.relations};
    plan.root = b.query(syntax.root, true);
    if (plan.root >= 0 && !b.checkPlaces()) plan.root = -1;
}

/// Room that binding n syntax nodes surely finds enough, but for `*` over wide views and views over long queries: then
/// the caller retries with a factor.
constexpr Room roomFor(int syntaxNodes, const Room& given, int factor) {
    const auto capped = [](int n) { return n < PlanBuilder::most ? n : PlanBuilder::most; };
    return {capped(factor * given.exprs + factor * (2 * syntaxNodes + 16)), capped(factor * given.nodes + factor * (syntaxNodes / 4 + 6)),
            capped(factor * given.columns + factor * (syntaxNodes + 24)), capped(factor * given.items + factor * (syntaxNodes + 16)), syntaxNodes + 8};
}

/// The same for a parsed text, with the views that it names: each is copied in where it is used.
constexpr Room roomFor(int syntaxNodes, const sql::Relation* relations, int relationCount, const Catalogue& catalogue, int factor) {
    Room given{};
    int width = 0, joins = 0;
    for (int r = 0; r < relationCount; ++r) {
        joins += relations[r].kind == sql::RelationKind::join;
        const short v = relations[r].kind == sql::RelationKind::table ? catalogue.findView(relations[r].name) : static_cast<short>(-1);
        if (v < 0) continue;
        const PlanView& p = catalogue.views[v].plan;
        given.exprs += p.exprCount + p.width();
        given.nodes += p.nodeCount;
        given.columns += p.columnCount + 2 * p.width();
        given.items += p.itemCount + p.width();
        width += p.width();
    }
    given.columns += joins * width;
    return roomFor(syntaxNodes, given, factor);
}

}  // namespace rivulet::plan
