// SPDX-License-Identifier: BSL-1.0
// SELECT lists: projections, GROUP BY with aggregates and HAVING.
#pragma once
#include <rivulet/plan/distinct.hpp>
#include <rivulet/plan/group_binder.hpp>
#include <rivulet/plan/group_columns.hpp>
#include <rivulet/plan/group_windows.hpp>
#include <rivulet/plan/grouping_sets.hpp>
#include <rivulet/plan/joins.hpp>
#include <rivulet/plan/ordering.hpp>

namespace rivulet::plan {

constexpr bool GroupBinder::bindKeys(const Scope& scope, short list) {
    for (short k = list; k >= 0; k = b.syntax[k].next)
        if (isSet(b.syntax[k])) return b.groupingSets(g, scope, list);
    for (short k = list; k >= 0; k = b.syntax[k].next) {
        const Syntax& s = b.syntax[k];
        if (k == g.window) {
            for (short c = 3; c > 0; --c) addKey(b.column(scope, static_cast<short>(plan.nodes[scope.node].columnCount - c)));
            continue;
        }
        const bool row = s.kind == SyntaxKind::call && s.text == sql::special::row;  // (a, b)
        for (short a = row ? s.first : k; a >= 0; a = row ? b.syntax[a].next : static_cast<short>(-1)) {
            const short e = b.bind(scope, a);
            if (e < 0 || b.refuseRaw(b.syntax[a], "GROUP BY", plan.exprs[e].type)) return false;
            addKey(e);
        }
    }
    return true;
}

/// The outputs of a SELECT over `input`, which `scope` names: `visible` of them, and behind those what ORDER BY reads beside them.
/// `order`, if it is wanted, gets the keys of ORDER BY.
constexpr short RelationBinder::selected(Scope scope, short input, const SelectParts& q, OrderKeys* order, short& visible) {
    Grouping g;
    input = groupWindow(scope, input, q.group, g.window);
    if (input < 0) return -1;
    GroupBinder groups(*this, g);
    Grouping* const outer = grouping;
    grouping = nullptr;
    if (!groups.bindKeys(scope, q.group)) return -1;
    g.global = g.keys.size() == 0;
    grouping = &g;
    if (!bindGroupColumns(scope)) return -1;
    const Projection p = beginProjection(input);
    const bool bound = addItems(scope, p, q.items);
    const short having = bound && q.having >= 0 ? condition(scope, q.having, "HAVING") : static_cast<short>(-1);
    visible = static_cast<short>(plan.itemCount - p.firstItem);
    if (!bound || plan.error) return -1;
    for (short i = order ? q.order : static_cast<short>(-1); i >= 0; i = syntax[i].next)
        if (!orderKey(scope, p, visible, i, q.distinct, *order)) return -1;
    grouping = outer;
    const auto count = static_cast<short>(plan.itemCount - p.firstItem);
    selectItems = q.items;
    if (!q.hasGroup && q.having < 0 && !g.any) {
        return endProjection(p, positions);
    }
    if (!positions && refuseDuplicates(p, count)) return -1;
    return grouped(groups, input, p, count, q.items, having, q.having);
}
/// The outputs p, bound over `input`, of its groups for which the condition `having`, or -1, holds.
constexpr short RelationBinder::grouped(GroupBinder& groups, short input, const Projection& p, short count, short items, short having, short havingAt) {
    for (short o = 0; o < count; ++o) {
        if (!groups.regroup(plan.items[p.firstItem + o], items)) return -1;
        Column& c = plan.writeColumns[p.firstColumn + o];
        c.type = plan.exprs[plan.items[p.firstItem + o]].type;
        c.time = {};
        c.onlyShown = false;
        if (plan.exprs[plan.items[p.firstItem + o]].kind != ExprKind::column) c.knownNotNull = false;
    }
    if (having >= 0 && !groups.regroup(having, havingAt)) return -1;
    for (int i = firstGroupColumn; i < groupColumns.size(); ++i) {
        const OverCall& over = groupColumns[i].over;
        if (const GroupColumn& c = groupColumns[i]; c.right >= 0) {
            for (int k = c.firstRead; k < c.firstRead + c.readCount; ++k)
                if (!groups.regroup(groupItems[k], items)) return -1;
            for (int k = c.firstMember; k < c.firstMember + c.memberCount; ++k)
                if (!groups.regroup(groupItems[k], items)) return -1;
            continue;
        }
        for (int k = 0; k < over.keyCount + over.orderCount; ++k)
            if (!groups.regroup(groupItems[over.first + k], items)) return -1;
        for (short a = plan.exprs[over.expr].first; a >= 0; a = plan.exprs[a].next)
            if (!groups.regroup(a, items)) return -1;
    }
    Projection above = p;
    above.input = groups.groups(input, p, count);
    if (above.input < 0 && plan.error.position < 0) plan.error.position = syntax[items].position;  // what is wrong with all of the groups
    for (short o = 0; o < count && above.input >= 0; ++o)  // of what is grouped by window the window's time is a time attribute
        if (const Expr& e = plan.exprs[plan.items[p.firstItem + o]]; e.kind == ExprKind::column && plan.nodes[above.input].kind == NodeKind::windowAggregate)
            plan.writeColumns[p.firstColumn + o].time = plan.column(above.input, e.index).time;
    const bool late = having >= 0 && readsGroupColumn(having);
    if (above.input >= 0 && having >= 0 && !late) above.input = filterBy(above.input, having);
    if (above.input >= 0) above.input = withValues(above.input);
    if (above.input < 0) return -1;
    if (late) {
        placeGroupColumns(having);
        above.input = filterBy(above.input, having);
    }
    if (above.input >= 0) above.input = withOvers(above.input);
    if (above.input < 0) return -1;
    for (short o = 0; o < count; ++o) placeGroupColumns(plan.items[p.firstItem + o]);
    return isIdentity(above, count) ? above.input : projectionNode(above, count);
}

/// GROUP BY `keys`, a sibling list, with what is selected of the groups; without `hasGroup` all rows are one group if anything
/// is aggregated.
constexpr short RelationBinder::groupedSelect(const Scope& scope, short input, short keys, bool hasGroup, short items, short having) {
    short visible = 0;
    return selected(scope, input, {.items = items, .group = keys, .having = having, .hasGroup = hasGroup}, nullptr, visible);
}

constexpr short RelationBinder::select(const Scope& scope, short input, short items) { return groupedSelect(scope, input, -1, false, items, -1); }

}  // namespace rivulet::plan
