// SPDX-License-Identifier: BSL-1.0
// FROM: tables, views, tables of WITH, subqueries and their joins, and which names they give.
#pragma once
#include <string_view>

#include <rivulet/plan/match.hpp>
#include <rivulet/plan/query_binder.hpp>
#include <rivulet/plan/relations.hpp>
#include <rivulet/plan/table_function.hpp>
#include <rivulet/plan/unnest.hpp>
#include <rivulet/plan/windows.hpp>

namespace rivulet::plan {

/// A relation of FROM and the names of its columns. The left sides of joins are a loop; else one call a level.
constexpr short QueryBinder::from(short relation, Scope& scope) {
    short leftmost = relation;
    while (relations[leftmost].kind == sql::RelationKind::join) leftmost = relations[leftmost].left;
    short at = relationOf(relations[leftmost], scope);
    for (short done = leftmost; done != relation && at >= 0;) {
        short above = relation;  // children precede parents, so the chain of left sides is found from the top
        while (relations[above].left != done) above = relations[above].left;
        at = joinWith(relations[above], at, scope);
        done = above;
    }
    return at;
}

constexpr short QueryBinder::relationOf(const sql::Relation& r, Scope& scope) {
    if (makesRows(r)) {
        scope = Scope::over(put({.kind = NodeKind::values, .firstColumn = plan.columnCount}), 0);
        return unnested(r, JoinKind::inner, -1, scope);
    }
    const WindowKind window = r.kind == sql::RelationKind::function ? windowKind(r.name) : WindowKind::none;
    if (r.kind == sql::RelationKind::function && window == WindowKind::none) return unknownTableFunction(*this, r);
    if (r.asOf >= 0) return refuseTemporal(ErrorCode::temporalJoin, syntax[r.asOf].position, "FOR SYSTEM_TIME AS OF", "a table to join it to, at its left");
    short at = -1;
    if (r.kind == sql::RelationKind::match) {
        Scope of;
        const short input = relationOf(relations[r.left], of);
        at = input < 0 ? input : matches(r, input, of);
    } else at = window != WindowKind::none ? windowed(r, window) : r.kind == sql::RelationKind::table ? table(r) : query(r.query, false);
    at = renamed(at, r.columns);
    if (at >= 0) nameRelation(scope, at, r.alias);
    return at;
}
constexpr void QueryBinder::nameRelation(Scope& scope, short at, std::string_view alias) {
    scope.node = at;
    scope.firstPart = static_cast<short>(parts.size());
    scope.partCount = 1;
    parts.push({.alias = alias, .count = plan.nodes[at].columnCount});
}

/// A table of WITH, which the query then holds once more for each use, or else a view.
constexpr short QueryBinder::table(const sql::Relation& r) {
    for (const With* w = with; w; w = w->outer)
        for (short t = w->first; t != w->end; t = relations[t].next) {
            if (relations[t].name != r.name) continue;
            const With earlier{w->first, t, w->outer, w->around};  // it sees the tables before it, and what its WITH does
            const With* const here = with;
            const Around* const aroundHere = around;
            with = &earlier;
            around = w->around;
            const short at = renamed(query(relations[t].query, false), relations[t].columns);
            with = here;
            around = aroundHere;
            return at;
        }
    const short at = view(r.name, r.position);
    if (at >= 0 || plan.error.code != ErrorCode::unknownTable || plan.error.position != r.position) return at;
    detail::Nearest nearest(r.name);
    nearest.offer(plan.error.nearest);
    for (const With* w = with; w; w = w->outer)
        for (short t = w->first; t != w->end; t = relations[t].next) {
            nearest.offer(relations[t].name);
            plan.error.know(relations[t].name);
        }
    plan.error.nearest = nearest.best;
    return -1;
}
/// New names for all columns: t(a, b).
constexpr short QueryBinder::renamed(short at, short names) {
    if (at < 0 || names < 0) return at;
    int count = 0;
    for (short i = names; i >= 0; i = syntax[i].next) ++count;
    if (count == plan.nodes[at].columnCount) {
        selectItems = names;
        return as(at, names);
    }
    Error e = errorAt(ErrorCode::nameCount, syntax[names], syntax[names].text);
    writeCount(e.expectedText, "", plan.nodes[at].columnCount);
    writeCount(e.foundText, "", count);
    for (int i = 0; i < plan.nodes[at].columnCount; ++i) e.know(plan.column(at, i).name);
    plan.fail(e);
    return -1;
}

// ---- joins --------------------------------------------------------------------------------------------------------------

/// Joins the relation at the right of r to what is there; `scope` then names the columns of both.
constexpr short QueryBinder::joinWith(const sql::Relation& r, short left, Scope& scope) {
    const sql::Relation& other = relations[r.right];
    if (makesRows(other)) return unnested(other, r.join, r.condition, scope);
    if (other.lateral && other.kind == sql::RelationKind::query) return lateral(r, scope);
    if (other.asOf >= 0) return temporal(r, scope);
    Scope right;
    const short at = from(r.right, right);
    if (at < 0) return -1;
    if (!refuseAliases(scope, right, other.position)) return -1;
    const Scope before = scope;
    const bool merges = r.natural || r.using_ >= 0;
    addParts(scope, right, plan.nodes[left].columnCount, !merges);
    if (!merges) {
        if (r.condition >= 0 && r.join == JoinKind::inner && holdsQuery(r.condition)) return joinedWhere(left, at, r.condition, scope);
        const short join = joined(left, at, r.join, r.condition, scope);
        scope.node = join;
        return join;
    }
    return merged(r, left, at, before, right, scope);
}
/// Each row of what is there with the elements of one of its collections, or the rows of a table function; LEFT JOIN keeps rows without any.
constexpr short QueryBinder::unnested(const sql::Relation& r, JoinKind kind, short on, Scope& scope) {
    const bool isFunction = r.kind == sql::RelationKind::function;
    if (kind != JoinKind::inner && kind != JoinKind::left) {
        plan.fail({.code = ErrorCode::notSupported, .position = r.position, .subject = isFunction ? "a table function in RIGHT and FULL JOIN" : "UNNEST in RIGHT and FULL JOIN"});
        return -1;
    }
    const short width = scope.node < 0 ? static_cast<short>(0) : plan.nodes[scope.node].columnCount;
    const short at = scope.node < 0 ? scope.node : isFunction ? tableFunction(*this, scope, r, kind) : unnest(*this, scope, r, kind);
    if (at < 0) return -1;
    Scope right;
    nameRelation(right, at, r.alias);
    parts[right.firstPart].count = static_cast<short>(plan.nodes[at].columnCount - width);
    const Scope before = scope;
    addParts(scope, right, width, true);
    scope.node = at;
    if (!refuseAliases(before, right, r.position)) return -1;
    if (on < 0) return at;
    const short p = condition(scope, on, "ON");
    return p < 0 ? p : partsOn(*this, at, kind, p);
}
/// The parts of both scopes, the second's behind `width` columns; with `last` nobody asks for `right` itself any more.
constexpr void QueryBinder::addParts(Scope& scope, const Scope& right, short width, bool last) {
    const bool inPlace = last && scope.firstPart >= 0 && right.firstPart == scope.firstPart + scope.partCount;
    const auto first = inPlace ? scope.firstPart : static_cast<short>(parts.size());
    for (int i = 0; i < scope.partCount && !inPlace; ++i) parts.push(Scope::Part{part(scope, i)});
    for (int i = 0; i < right.partCount; ++i) {
        Scope::Part moved = part(right, i);
        moved.first = static_cast<short>(moved.first + width);
        if (moved.other >= 0) moved.other = static_cast<short>(moved.other + width);
        if (inPlace) parts[right.firstPart + i] = moved;
        else parts.push(moved);
    }
    scope.firstPart = first;
    scope.partCount = static_cast<short>(scope.partCount + right.partCount);
}
constexpr bool QueryBinder::refuseAliases(const Scope& left, const Scope& right, int position) {
    for (int i = 0; i < right.partCount; ++i) {
        const Scope::Part& in = part(right, i);
        if (in.qualified && !in.alias.empty() && hasAlias(left, in.alias))
            return plan.fail({.code = ErrorCode::duplicateAlias, .position = position, .subject = in.alias, .expected = "another name with AS"});
    }
    return true;
}

/// NATURAL and USING: equal columns of one name, of which `*` and the name alone mean one: the value that is there.
constexpr short QueryBinder::merged(const sql::Relation& r, short left, short right, const Scope& leftNames, const Scope& rightNames, Scope& scope) {
    const short at = joinNode(left, right);
    if (at < 0) return -1;
    scope.node = at;
    const short width = plan.nodes[left].columnCount;
    const auto first = static_cast<short>(parts.size());
    detail::Stack<bool> gone;
    for (int i = 0; i < plan.nodes[at].columnCount; ++i) gone.push(false);
    short all = -1;
    const auto merge = [&](const Syntax& s, const Found& l, const Found& m) {
        const short a = columnFound(s, scope, l), b = columnFound(s, scope, m);
        const short equal = a < 0 || b < 0 ? static_cast<short>(-1) : callOf(s, indexOf<functions::Equal>, a, b);
        if (equal < 0) return false;
        all = all < 0 ? equal : conjoined(all, equal);
        const bool same = sameType(plan.column(at, l.column).type, plan.column(at, m.column).type) && l.other < 0 && m.other < 0;
        Scope::Part p{.count = 1, .qualified = false};
        p.first = same && r.join == JoinKind::right ? m.column : l.column;
        if (!same || r.join == JoinKind::full) p.other = m.column;
        parts.push(p);
        gone[l.column] = gone[m.column] = true;
        return all >= 0;
    };
    const auto inRight = [&](std::string_view name) {
        Found f = lookUp({rightNames.node, rightNames.only, rightNames.firstPart, rightNames.partCount}, {}, name);
        f.column = static_cast<short>(f.column + width);
        if (f.other >= 0) f.other = static_cast<short>(f.other + width);
        return f;
    };
    if (r.natural) {
        for (int i = 0; i < leftNames.partCount; ++i) {
            const Scope::Part in = part(leftNames, i);
            for (short c = in.first; in.plain && c < in.first + in.count; ++c) {
                const std::string_view name = plan.column(left, c).name;
                const Syntax s{.kind = SyntaxKind::name, .position = r.position, .text = name};
                const Found l = lookUp(leftNames, {}, name), m = inRight(name);
                if (m.count == 0) continue;
                if (l.count > 1 || m.count > 1) return ambiguous(s, name);
                if (!merge(s, l, m)) return -1;
            }
        }
    }
    for (short u = r.using_; u >= 0; u = syntax[u].next) {
        const std::string_view name = syntax[u].text;
        const Found l = lookUp(leftNames, {}, name), m = inRight(name);
        if (l.count == 0 || m.count == 0) return unknownColumn(l.count == 0 ? leftNames : rightNames, syntax[u], name);
        if (l.count > 1 || m.count > 1) return ambiguous(syntax[u], name);
        if (!merge(syntax[u], l, m)) return -1;
    }
    // `a.x` still means the column of a; a `*` gives what was merged, then the other columns in their order.
    for (int i = 0; i < scope.partCount; ++i) {
        Scope::Part in = part(scope, i);
        if (in.plain)
            for (short c = in.first; c < in.first + in.count; ++c) {
                if (gone[c] && in.other < 0) continue;
                if (gone[c]) continue;
                parts.push({.first = c, .count = 1, .qualified = false, .other = in.other});
            }
        if (!in.qualified) continue;
        in.plain = false;
        parts.push(in);
    }
    scope.firstPart = first;
    scope.partCount = static_cast<short>(parts.size() - first);
    return bindJoin(at, r.join, all, r.position) ? at : static_cast<short>(-1);
}

}  // namespace rivulet::plan

#include <rivulet/plan/query.hpp>
