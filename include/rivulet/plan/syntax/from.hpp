// SPDX-License-Identifier: BSL-1.0
// FROM: tables, views, subqueries, joins and UNNEST.
#pragma once
#include <string_view>

#include <rivulet/plan/query_syntax.hpp>

namespace rivulet::plan {

// `shared`: other relations are in sight, so that its columns are written with its name. `sinks`: a condition of WHERE sinks down to
// it, so that one that stands over it is written there.
constexpr QuerySyntax::Read QuerySyntax::relation(short i, bool shared, bool sinks) {
    if (sinks && is(i, NodeKind::filter) && !is(node(i).left, NodeKind::filter) && sinksAgain(node(i).predicate)) {
        const Read r = relation(node(i).left, shared, sinks);
        addConjuncts(sunk, expression(node(i).predicate, r.columns));
        return r;
    }
    if (isJoined(i) && !isSemiJoin(i)) return join(i, sinks);
    if (is(i, NodeKind::unnest) || is(i, NodeKind::lookupJoin)) return unnest(i);
    if (is(i, NodeKind::match)) {
        const short at = match(i);
        if (shared) relations[at].alias = alias({});
        return {at, columnNames(relations[at].alias, i, node(i).columnCount), relations[at].alias};
    }
    sql::Relation r{};
    if (is(i, NodeKind::window)) {
        r = windowFunction(i);
        if (shared) r.alias = alias({});
    } else if (const short n = named(i); n >= 0) {
        r.name = nameOf(n);
        r.alias = shared ? alias(r.name) : r.name;
    } else {
        r.kind = sql::RelationKind::query;
        r.query = inner(i);
        if (shared) r.alias = alias({});
    }
    return {add(r), columnNames(shared ? r.alias : std::string_view{}, i, node(i).columnCount), r.alias};
}
// A query in FROM sees nothing of what is around it.
constexpr short QuerySyntax::inner(short i) {
    const int before = firstAlias;
    firstAlias = aliasCount;
    const short q = query(i);
    firstAlias = before;
    return q;
}

constexpr QuerySyntax::Read QuerySyntax::join(short i, bool sinks) {
    const Node& n = node(i);
    const bool inner = n.join == JoinKind::inner;
    sinks = sinks && n.kind != NodeKind::temporalJoin;
    const Read left = relation(n.left, true, sinks && (inner || n.join == JoinKind::left));
    const Read right = relation(n.right, true, sinks && (inner || n.join == JoinKind::right));
    if (n.kind == NodeKind::temporalJoin) relations[right.relation].asOf = column(left.columns[n.bounds.left]);
    const ColumnName* const columns = both(left.columns, node(n.left).columnCount, right.columns, node(n.right).columnCount);
    sql::Relation r{.kind = sql::RelationKind::join, .join = n.join, .left = left.relation, .right = right.relation};
    if (n.predicate >= 0) r.condition = expression(n.predicate, columns);
    else if (!inner) r.condition = yes();
    return {add(r), columns};
}
constexpr QuerySyntax::Read QuerySyntax::unnest(short i) {
    const Node& n = node(i);
    const bool alone = is(n.left, NodeKind::values);
    const Read left = alone ? Read{} : relation(n.left, true, false);
    const short width = node(n.left).columnCount, count = static_cast<short>(n.columnCount - width);
    sql::Relation r{.kind = sql::RelationKind::unnest, .ordinality = n.ordinality};
    r.arguments = expression(p.items[n.firstItem], left.columns);
    if (n.kind == NodeKind::lookupJoin) {
        r.kind = sql::RelationKind::function;
        r.lateral = !alone;
        r.name = nodes[r.arguments].text;
        r.arguments = nodes[r.arguments].first;
    }
    r.alias = alias({});
    ColumnName* const parts = names + nameCount;
    List list;
    for (short c = 0; c < count; ++c) {
        names[nameCount++] = {.qualifier = r.alias, .name = p.column(i, width + c).name};
        append(list, column({.name = parts[c].name}));
    }
    r.columns = list.first;
    const short right = add(r);
    if (alone) return {right, parts};
    const ColumnName* const columns = both(left.columns, width, parts, count);
    sql::Relation joined{.kind = sql::RelationKind::join, .join = n.join, .left = left.relation, .right = right};
    if (n.itemCount > 1) joined.condition = expression(p.items[n.firstItem + 1], columns);
    else if (n.join != JoinKind::inner) joined.condition = yes();
    return {add(joined), columns};
}

}  // namespace rivulet::plan
