// SPDX-License-Identifier: BSL-1.0
// SELECT: what it reads, and the items of its list.
#pragma once
#include <string_view>

#include <rivulet/plan/query_syntax.hpp>

namespace rivulet::plan {

// FROM to HAVING and the first `visible` outputs. Gives how ORDER BY writes them all: by their names, but hidden ones as what they are.
constexpr const ColumnName* QuerySyntax::select(sql::Query& q, short i, short visible) {
    const bool hides = visible < node(i).columnCount, projects = is(i, NodeKind::project) && !isPlaces(i);
    if (groupsInPlace(i, hides)) return groupedInPlace(q, i, visible);
    if (isGroups(i)) return grouped(q, i);
    if (is(i, NodeKind::over) && !hides) return overs(q, i), nullptr;
    const Source s = !projects ? source(i, hides) : losesPlace(i) ? subquery(node(i).left, hides) : sourceWithValues(i, hides);
    q.from = s.from;
    q.where = s.where;
    List items;
    ColumnName* const outputs = names + nameCount;
    if (projects) {
        for (short k = 0; k < node(i).itemCount; ++k) names[nameCount++] = {.name = p.column(i, k).name, .computed = p.items[node(i).firstItem + k], .over = s.columns};
        selectItems(items, i, outputs, visible);
    } else if (hides) {
        for (short k = 0; k < node(i).columnCount; ++k) names[nameCount++] = k < visible ? ColumnName{.name = p.column(i, k).name} : s.columns[k];
        for (short k = 0; k < visible; ++k) append(items, column(s.columns[k]));
    } else {
        starOrColumns(items, i, s);
    }
    q.items = items.first;
    return projects || hides ? outputs : nullptr;
}
// A left join with the one value of a subquery.
constexpr bool QuerySyntax::joinsValue(short i) const {
    return is(i, NodeKind::join) && node(i).join == JoinKind::left && node(i).predicate < 0 && node(node(i).right).columnCount == 1 && node(node(i).right).keys.unique({});
}
// What a projection reads, where subqueries joined for it are written in place: each is read once, in the order of the joins.
constexpr QuerySyntax::Source QuerySyntax::sourceWithValues(short project, bool qualified) {
    short below = node(project).left;
    while (joinsValue(below)) below = node(below).left;
    const short width = node(below).columnCount, values = static_cast<short>(node(node(project).left).columnCount - width);
    short next = width;
    for (short k = 0; k < node(project).itemCount && values > 0; ++k)
        if (!readsInOrder(p.items[node(project).firstItem + k], width, next)) next = PlanBuilder::most;
    if (values == 0 || next != width + values) return source(node(project).left, qualified);
    Source s = source(below, qualified);
    const auto own = from;
    ColumnName* const columns = names + nameCount;
    for (short c = 0; c < width; ++c) names[nameCount++] = s.columns[c];
    nameCount = static_cast<short>(nameCount + values);
    short join = node(project).left;
    for (short c = static_cast<short>(width + values - 1); c >= width; --c, join = node(join).left)
        columns[c] = {.written = add({.kind = sql::SyntaxKind::subquery, .query = inner(node(join).right)})};
    from = own;
    s.columns = columns;
    return s;
}
constexpr bool QuerySyntax::readsInOrder(short e, short first, short& next) const {
    const Expr& x = exprs[e];
    if (x.kind == ExprKind::column && x.index >= first) return x.index == next++;
    for (short a = x.first; a >= 0; a = exprs[a].next)
        if (!readsInOrder(a, first, next)) return false;
    return true;
}
// Outputs that are computed become items of the SELECT list; those that are visible are names from then on.
constexpr void QuerySyntax::selectItems(List& items, short i, ColumnName* outputs, short visible) {
    for (short k = 0; k < visible; ++k) {
        append(items, item(outputs[k].computed, outputs[k].over, p.column(i, k).name, k));
        outputs[k].computed = -1;
    }
}

// One item of a SELECT list, with AS unless it has that name by itself.
constexpr short QuerySyntax::item(short e, const ColumnName* columns, std::string_view name, int place) {
    // A cast that no rule puts in again when it stands alone.
    const bool cast = exprs[e].kind == ExprKind::cast && exprs[e].implicit;
    const short of = expression(cast ? exprs[e].first : e, columns);
    const short s = cast ? add({.kind = sql::SyntaxKind::cast, .isTry = exprs[e].isTry, .first = of, .type = exprs[e].type.withNullable(false)}) : of;
    const sql::SyntaxKind kind = nodes[s].kind;
    const std::string_view own = kind == sql::SyntaxKind::name || kind == sql::SyntaxKind::field ? nodes[s].text : anonymousName(place, true);
    if (name != own) nodes[s].alias = name;
    return s;
}

constexpr void QuerySyntax::starOrColumns(List& items, short i, const Source& s) {
    bool star = s.whole;
    for (short c = 1; star && named(i) < 0 && c < node(i).columnCount; ++c) star = outputName(i, c) == p.column(i, c).name;
    if (star) {
        append(items, this->star());
        return;
    }
    for (short c = 0; c < node(i).columnCount; ++c) {
        const short s1 = column(s.columns[c]);
        if (const std::string_view name = outputName(i, c); nodes[s1].text != name) nodes[s1].alias = name;
        append(items, s1);
    }
}

}  // namespace rivulet::plan
