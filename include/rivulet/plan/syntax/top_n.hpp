// SPDX-License-Identifier: BSL-1.0
// Ranks: ROW_NUMBER() OVER (..) in a subquery, and the condition on it.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/core/text.hpp>
#include <rivulet/plan/query_syntax.hpp>

namespace rivulet::plan {

// A rank of other kinds, perhaps under a projection that its SELECT makes, too.
constexpr bool QuerySyntax::isPlaces(short i) const {
    const short rank = is(i, NodeKind::project) ? node(i).left : i;
    if (!is(rank, NodeKind::rank) && !is(rank, NodeKind::deduplicate) && !is(rank, NodeKind::windowRank)) return false;
    if (isFirstRows(rank)) return false;
    if (rank == i) return true;
    if (node(rank).predicate >= 0 && outputOf(i, exprs[node(rank).predicate].index) < 0) return false;
    if (!node(rank).ranked) return true;
    int reads = 0;
    for (short k = 0; k < node(i).itemCount; ++k) {
        const Expr& x = exprs[p.items[node(i).firstItem + k]];
        const auto place = static_cast<short>(node(rank).columnCount - 1);
        const bool same = x.kind == ExprKind::column && p.column(i, k).name == p.column(rank, place).name;
        if (readsColumn(p.items[node(i).firstItem + k], place)) reads += same ? 1 : 2;
    }
    return reads == 1;
}
// Whether a projection leaves out the places of a rank below: then a query of its own keeps them, or nobody would ask for them.
constexpr bool QuerySyntax::losesPlace(short project) const {
    short rank = node(project).left;
    const auto place = static_cast<short>(node(rank).columnCount - 1);
    bool reads = false;
    for (; is(rank, NodeKind::filter); rank = node(rank).left) reads = reads || readsColumn(node(rank).predicate, place);
    const bool isRank = is(rank, NodeKind::rank) || is(rank, NodeKind::deduplicate) || is(rank, NodeKind::windowRank);
    if (!isRank || !node(rank).ranked || isFirstRows(rank)) return false;
    for (short k = 0; k < node(project).itemCount; ++k) reads = reads || readsColumn(p.items[node(project).firstItem + k], place);
    return !reads;
}
// The output of a projection that is this column of its input; -1 for none.
constexpr short QuerySyntax::outputOf(short project, short column) const {
    for (short k = 0; k < node(project).itemCount; ++k)
        if (const Expr& e = exprs[p.items[node(project).firstItem + k]]; e.kind == ExprKind::column && e.index == column) return k;
    return -1;
}
constexpr bool QuerySyntax::readsColumn(short e, short column) const {
    if (exprs[e].kind == ExprKind::column) return exprs[e].index == column;
    for (short a = exprs[e].first; a >= 0; a = exprs[a].next)
        if (readsColumn(a, column)) return true;
    return false;
}
constexpr short QuerySyntax::number(long long value) {
    const auto first = static_cast<std::size_t>(digitCount);
    rivulet::detail::TextWriter w{digits + first};
    w.number(value);
    digitCount = static_cast<short>(digitCount + static_cast<int>(w.size));
    return add({.kind = sql::SyntaxKind::integer, .text = {digits + first, w.size}});
}
constexpr std::string_view QuerySyntax::freeName(short of) const {
    std::string_view name = "place";
    for (int k = 0, c = 0; c < node(of).columnCount; ++c)
        if (p.column(of, c).name == name) {
            name = slotName(k++);
            c = -1;
        }
    return name;
}
// (SELECT *, ROW_NUMBER() OVER (PARTITION BY .. ORDER BY ..) AS place FROM ..) WHERE place <= n
constexpr QuerySyntax::Source QuerySyntax::places(short i, bool shared, std::string_view& alias) {
    const short project = is(i, NodeKind::project) ? i : static_cast<short>(-1), rank = project < 0 ? i : node(i).left;
    const Node& n = node(rank);
    const auto own = static_cast<short>(n.columnCount - 1);
    const int before = aliasCount, hidden = firstAlias;
    firstAlias = aliasCount;
    const Source below = source(n.left);
    List partition, order, items;
    for (short k = 0; k < n.itemCount; ++k) append(k < n.keyCount ? partition : order, expression(p.items[n.firstItem + k], below.columns));
    const short over = add({.kind = sql::SyntaxKind::window, .first = partition.first, .order = order.first});
    const short call = add({.kind = sql::SyntaxKind::call, .over = over, .text = "ROW_NUMBER"});
    std::string_view place = n.ranked ? p.column(rank, own).name : freeName(i);
    if (project < 0) starOrColumns(items, n.left, below);
    for (short k = 0; project >= 0 && k < node(project).itemCount; ++k) {
        const short e = p.items[node(project).firstItem + k];
        const std::string_view name = p.column(project, k).name;
        const bool isPlace = n.ranked && exprs[e].kind == ExprKind::column && exprs[e].index == own;
        if (isPlace) place = name;
        append(items, isPlace ? call : item(e, below.columns, name, k));
    }
    nodes[call].alias = place;
    if (project < 0 || !n.ranked) append(items, call);
    sql::Relation r{.kind = sql::RelationKind::query};
    r.query = add(sql::Query{.items = items.first, .from = below.from, .where = below.where});
    aliasCount = before;
    firstAlias = hidden;
    if (shared) r.alias = this->alias({});
    alias = r.alias;
    Source s{.columns = columnNames(r.alias, i, node(i).columnCount), .whole = n.ranked};
    s.from = add(r);
    if (n.limit < 0 && n.predicate < 0) return s;
    const short at = column({.qualifier = r.alias, .name = place});
    if (n.predicate >= 0) {
        const short last = exprs[n.predicate].index;
        nodes[at].next = column({.qualifier = r.alias, .name = project < 0 ? p.column(rank, last).name : p.column(project, outputOf(project, last)).name});
        s.where = this->call("<=", at);
        return s;
    }
    const short first = number(n.offset + (n.offset || n.limit == 1 ? 1 : n.limit));
    nodes[at].next = first;
    const bool one = n.limit == 1;
    if (n.offset && !one) nodes[first].next = number(n.offset + n.limit);
    s.where = this->call(one ? "=" : n.offset ? "BETWEEN" : "<=", at);
    return s;
}

}  // namespace rivulet::plan
