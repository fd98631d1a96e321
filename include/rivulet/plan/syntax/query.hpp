// SPDX-License-Identifier: BSL-1.0
// One query: ORDER BY and LIMIT, a set operation or a SELECT below them.
#pragma once
#include <rivulet/plan/query_syntax.hpp>

namespace rivulet::plan {

// One call a level.
constexpr short QuerySyntax::query(short i) {
    const int before = aliasCount;
    sql::Query q{};
    short sort = -1, visible = node(i).columnCount;
    if (hidesKeys(i)) i = node(i).left;
    if (is(i, NodeKind::limit) || sortsAll(i) || isFirstRows(i)) {
        q.limit = node(i).limit;
        q.offset = node(i).offset;
        if (sorts(i)) sort = i;
        i = node(i).left;
    }
    if (sort >= 0 && !sortsByColumns(node(sort))) {  // by more than outputs: what sorts is written around them
        const Read r = relation(i, false, false);
        q.from = r.relation;
        from = r.alias;
        q.items = star();
        orderBy(q, sort, r.columns);
    } else {
        const ColumnName* outputs = nullptr;
        if (const SetOperation s = setOperation(i); s.node >= 0) {
            q.kind = s.kind;
            q.all = s.all;
            q.left = inner(side(node(s.node).left));
            q.right = inner(side(node(s.node).right));
        } else if (isDistinct(i)) {
            q.distinct = true;
            select(q, node(i).left, visible);
        } else {
            outputs = select(q, i, visible);
        }
        if (sort >= 0) orderBy(q, sort, outputs ? outputs : columnNames({}, i, node(i).columnCount));
    }
    aliasCount = before;
    return add(q);
}

}  // namespace rivulet::plan
