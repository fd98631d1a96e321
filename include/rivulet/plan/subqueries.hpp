// SPDX-License-Identifier: BSL-1.0
// Subqueries in conditions, SELECT lists and FROM, as joins. [NOT] IN and [NOT] EXISTS of WHERE are semi and anti joins; a subquery, IN or
// EXISTS that stands for a value is a left join with its one row. What reads the query around is decorrelated, see decorrelate.hpp.
#pragma once
#include <string_view>

#include <rivulet/plan/from.hpp>
#include <rivulet/plan/query_binder.hpp>
#include <rivulet/plan/relations.hpp>
#include <rivulet/plan/subquery_joins.hpp>
#include <rivulet/plan/top_n.hpp>

namespace rivulet::plan {

/// The conditions that AND joins, sorted by how they are bound.
struct Conjuncts {
    detail::Stack<short> plain{};    // no subquery
    detail::Stack<short> values{};   // with subqueries that stand for a value
    detail::Stack<short> members{};  // [NOT] IN and EXISTS alone
};

struct SubqueryBinder {
    QueryBinder& b;
    PlanBuilder& plan;
    const Syntax* syntax;

    constexpr explicit SubqueryBinder(QueryBinder& binder) : b(binder), plan(binder.plan), syntax(binder.syntax) {}

    // ---- what an expression holds -------------------------------------------------------------------------------------------

    static constexpr bool isMembership(const Syntax& s) { return s.kind == SyntaxKind::exists || s.kind == SyntaxKind::inQuery; }
    constexpr void sort(short at, Conjuncts& to) const {
        const Syntax& s = syntax[at];
        if (s.kind == SyntaxKind::call && s.text == "AND") {
            for (short a = s.first; a >= 0; a = syntax[a].next) sort(a, to);
            return;
        }
        short member = at;
        while (syntax[member].kind == SyntaxKind::call && syntax[member].text == "NOT") member = syntax[member].first;
        if (isMembership(syntax[member])) to.members.push(at);
        else if (b.holdsQuery(at)) to.values.push(at);
        else to.plain.push(at);
    }

    // ---- WHERE --------------------------------------------------------------------------------------------------------------

    /// What needs no subquery is checked first, then what needs the value of one, then IN and EXISTS. What reads a query around this one
    /// comes last, so that it is found above the other steps.
    constexpr short filtered(Scope& scope, const Conjuncts& all) {
        short reading = -1;
        scope.node = filteredBy(scope, all.plain, reading);
        for (int i = 0; i < all.values.size(); ++i)
            if (scope.node < 0 || !addValues(scope, all.values[i])) return -1;
        if (scope.node >= 0) scope.node = filteredBy(scope, all.values, reading);
        for (int i = 0; i < all.members.size() && scope.node >= 0; ++i) scope.node = member(scope, all.members[i]);
        if (scope.node >= 0 && reading >= 0) scope.node = b.filterBy(scope.node, reading);
        return scope.node;
    }
    constexpr short filteredBy(const Scope& scope, const detail::Stack<short>& conjuncts, short& reading) {
        short p = -1;
        for (int i = 0; i < conjuncts.size(); ++i) {
            const short c = b.condition(scope, conjuncts[i], "WHERE");
            if (c < 0) return -1;
            short& all = b.readsAround(c) ? reading : p;
            all = all < 0 ? c : b.conjoined(all, c);
        }
        return plan.error ? static_cast<short>(-1) : p < 0 ? scope.node : b.filterBy(scope.node, p);
    }
    /// The condition p, or -1, and all of these.
    constexpr short allOf(const Scope& scope, short p, const detail::Stack<short>& conjuncts, std::string_view clause = "WHERE") {
        for (int i = 0; i < conjuncts.size(); ++i) {
            const short c = b.condition(scope, conjuncts[i], clause);
            if (c < 0) return -1;
            p = p < 0 ? c : b.conjoined(p, c);
        }
        return p;
    }

    constexpr bool refuseSubquery(short at, std::string_view what) { return plan.fail(b.errorAt(ErrorCode::notSupported, syntax[at], what)); }

    /// A subquery over the names of the query around, of number `id`.
    constexpr short bound(short query, const Scope& outer, short& id) {
        const Around here{&outer, b.around, ++b.aroundCount};
        id = here.id;
        b.around = &here;
        const short right = b.query(query, false);
        b.around = here.outer;
        return right;
    }

    // ---- IN and EXISTS ------------------------------------------------------------------------------------------------------

    /// The rows of scope.node for which a [NOT] IN or EXISTS holds.
    constexpr short member(Scope& scope, short at) {
        bool anti = false;
        for (; syntax[at].kind == SyntaxKind::call; at = syntax[at].first) anti = !anti;
        const Syntax& s = syntax[at];
        const bool in = s.kind == SyntaxKind::inQuery;
        if (in && s.negated) anti = !anti;
        for (short a = in ? s.first : static_cast<short>(-1); a >= 0; a = syntax[a].next)
            if (!addValues(scope, a)) return -1;
        short id = -1;
        const short right = bound(s.query, scope, id);
        if (right < 0) return -1;
        SubqueryJoins joins(b, scope.node, id, s);
        const bool correlated = joins.isCorrelated(right);
        if (!correlated && !in) return anyRow(scope.node, right, anti);
        if (in && !refuseWidth(at, right)) return -1;
        SubqueryRows rows;
        if (correlated && !joins.open(right, !in, rows)) return -1;
        if (!correlated) {
            rows.join = b.joinNode(scope.node, right);
            for (short c = joins.width(); rows.join >= 0 && c < plan.nodes[rows.join].columnCount; ++c)
                rows.outputs.push(b.column(Scope::over(rows.join, plan.nodes[rows.join].columnCount), c));
        }
        if (rows.join < 0) return -1;
        short p = in ? equalToItems(scope, at, rows.outputs) : static_cast<short>(-1);
        if (plan.error) return -1;
        if (in && anti) p = isNotFalse(p);
        p = joins.decorrelation.conjoined(p, rows.predicate);
        return b.bindJoin(rows.join, anti ? JoinKind::anti : JoinKind::semi, p, s.position) ? rows.join : static_cast<short>(-1);
    }
    /// NOT IN drops a row also where a = b is UNKNOWN, as SQL wants it: then a NULL on either side counts as equal.
    constexpr short isNotFalse(short p) {
        return p < 0 || !plan.exprs[p].type.nullable ? p : plan.add(Expr{.kind = ExprKind::call, .function = indexOf<functions::IsNotFalse>, .first = p, .type = sqltype::boolean});
    }
    /// The left rows if there is any row on the right, or none.
    constexpr short anyRow(short left, short right, bool anti) {
        const auto p = b.beginProjection(right);
        b.addOutput(p, plan.add(Expr{.kind = ExprKind::literal, .type = sqltype::boolean, .text = "TRUE", .integer = 1}), "i");
        const short one = b.endProjection(p);
        right = one < 0 ? one : b.distinct(one);
        if (right < 0) return -1;
        plan.writeNodes[right].keys.add({});
        const short join = b.joinNode(left, right);
        return join >= 0 && b.bindJoin(join, anti ? JoinKind::anti : JoinKind::semi, -1, -1) ? join : static_cast<short>(-1);
    }
    /// The values before IN: one, or those of a ROW.
    constexpr short firstItem(short at) const {
        const Syntax& one = syntax[syntax[at].first];
        return one.kind == SyntaxKind::call && one.text == sql::special::row ? one.first : syntax[at].first;
    }
    constexpr bool isRow(short at) const { return firstItem(at) != syntax[at].first; }
    constexpr bool refuseWidth(short at, short right) {
        int wanted = 0;
        for (short a = firstItem(at); a >= 0; a = isRow(at) ? syntax[a].next : static_cast<short>(-1)) ++wanted;
        const short found = plan.nodes[right].columnCount;
        if (wanted == found) return true;
        Error e = b.errorAt(ErrorCode::columnCount, syntax[at], "IN");
        b.writeCount(e.expectedText, "", wanted);
        b.writeCount(e.foundText, "", found);
        return plan.fail(e);
    }
    constexpr bool bindItems(const Scope& scope, short at, detail::Stack<short>& values) {
        for (short a = firstItem(at); a >= 0 && !plan.error; a = isRow(at) ? syntax[a].next : static_cast<short>(-1)) values.push(b.bind(scope, a));
        return !plan.error;
    }
    /// `a IN (SELECT b ..)` as a = b.
    constexpr short equalToItems(const Scope& outer, short at, const detail::Stack<short>& items) {
        short p = -1;
        int place = 0;
        for (short a = firstItem(at); a >= 0 && !plan.error; a = isRow(at) ? syntax[a].next : static_cast<short>(-1), ++place) {
            const short left = b.bind(outer, a);
            const short equal = left < 0 ? left : b.callOf(syntax[at], indexOf<functions::Equal>, left, items[place]);
            if (equal >= 0) p = p < 0 ? equal : b.conjoined(p, equal);
        }
        return plan.error ? static_cast<short>(-1) : p;
    }

    // ---- subqueries as values -----------------------------------------------------------------------------------------------

    /// Columns for subqueries and calls with OVER beside GROUP BY: they are columns of the groups.
    constexpr bool addGroupColumns(Scope& scope, short at, std::string_view name) {
        const Syntax& s = syntax[at];
        if (s.kind == SyntaxKind::same) return true;
        if (b.callsAggregate(s)) {  // what is aggregated is a matter of the rows
            for (const short list : {s.first, s.filter})
                for (short a = list; a >= 0; a = syntax[a].next)
                    if (!addValues(scope, a)) return false;
            return true;
        }
        if (s.over >= 0 || s.kind == SyntaxKind::subquery || isMembership(s)) {
            GroupColumn column{.over = {.syntax = at, .name = name}};
            SqlType type{};
            if (s.over < 0 && !groupValue(scope, at, column, type)) return false;
            b.computed.push({.syntax = at, .column = static_cast<short>(b.groupColumns.size() - b.firstGroupColumn), .deferred = true, .type = type});
            b.groupColumns.push(column);
            return true;
        }
        for (const short list : {s.first, s.filter})
            for (short a = list; a >= 0; a = syntax[a].next)
                if (!addGroupColumns(scope, a, name)) return false;
        return true;
    }
    /// A subquery beside groups: what it reads of the query around has to be a key of these.
    constexpr bool groupValue(const Scope& scope, short at, GroupColumn& column, SqlType& type) {
        const Syntax& s = syntax[at];
        if (s.kind == SyntaxKind::inQuery && b.holdsQuery(s.first)) return refuseSubquery(s.first, "a subquery or OVER before IN (SELECT ..) beside groups");
        column.right = bound(s.query, scope, column.id);
        if (column.right < 0 || (s.kind == SyntaxKind::subquery ? !refuseWide(at, column.right) : s.kind == SyntaxKind::inQuery && !refuseWidth(at, column.right))) return false;
        column.of = markOf(s);
        Decorrelation reads(b, scope.node, column.id, &s);
        reads.collectIn(column.right);
        column.firstRead = b.groupItems.size();
        column.readCount = static_cast<short>(reads.columns.size());
        for (int i = 0; i < reads.columns.size(); ++i) b.groupItems.push(b.column(scope, reads.columns[i]));
        if (s.kind == SyntaxKind::inQuery) column.member = {firstItem(at), isRow(at)};
        type = s.kind == SyntaxKind::subquery ? plan.column(column.right, 0).type.orNull(true) : sqltype::boolean.orNull(s.kind == SyntaxKind::inQuery);
        return !plan.error;
    }
    static constexpr ComputedColumn::Of markOf(const Syntax& s) {
        using Of = ComputedColumn::Of;
        return s.kind == SyntaxKind::exists ? Of::exists : s.kind != SyntaxKind::inQuery ? Of::value : s.negated ? Of::notIn : Of::in;
    }
    /// A column for each subquery in the expression, behind those of scope.node.
    constexpr bool addValues(Scope& scope, short at) {
        const Syntax& s = syntax[at];
        if (s.kind == SyntaxKind::same) return true;
        if (s.filter >= 0 && !addValues(scope, s.filter)) return false;
        for (short a = s.first; a >= 0; a = syntax[a].next)
            if (!addValues(scope, a)) return false;
        return (s.kind != SyntaxKind::subquery && !isMembership(s)) || addValue(scope, at);
    }
    constexpr bool addValue(Scope& scope, short at) {
        const Syntax& s = syntax[at];
        short id = -1, right = bound(s.query, scope, id);
        ComputedColumn column{.syntax = at};
        if (right < 0 || (s.kind == SyntaxKind::subquery && !refuseWide(at, right))) return false;
        SubqueryJoins joins(b, scope.node, id, s);
        column.of = markOf(s);
        if (s.kind == SyntaxKind::exists) right = joins.anyMark(joins.sameMembers(right, true));
        if (s.kind == SyntaxKind::inQuery) {
            detail::Stack<short> values;
            if (!refuseWidth(at, right) || !bindItems(scope, at, values)) return false;
            right = joins.memberMark(right, values);
        }
        const short join = right < 0 ? right : joins.valued(right, column);
        if (join < 0) return false;
        scope.node = join;
        b.computed.push(column);
        return true;
    }
    constexpr bool refuseWide(short at, short right) {
        const short width = plan.nodes[right].columnCount;
        if (width == 1) return true;
        Error e = b.errorAt(ErrorCode::columnCount, syntax[at], "a subquery as a value");
        b.writeCount(e.expectedText, "", 1);
        b.writeCount(e.foundText, "", width);
        return plan.fail(e);
    }
};

constexpr short QueryBinder::where(Scope& scope, short input, const sql::Query& q) {
    scope.node = input;
    SubqueryBinder subqueries(*this);
    TopNBinder::Path path;
    TopNBinder topN(*this);
    const bool ranks = topN.find(input, path);
    if (!ranks && !holdsQuery(q.where)) return filter(scope, input, q.where);
    Conjuncts all;
    subqueries.sort(q.where, all);
    if (ranks) topN.bound(scope, all.plain, q);
    return subqueries.filtered(scope, all);
}

/// An inner join on conditions with subqueries: those are conditions above it.
constexpr short QueryBinder::joinedWhere(short left, short right, short on, Scope& scope) {
    SubqueryBinder subqueries(*this);
    Conjuncts all, above;
    subqueries.sort(on, all);
    const short join = joinNode(left, right);
    if (join < 0) return -1;
    scope.node = join;
    const short p = subqueries.allOf(scope, -1, all.plain, "ON");
    if (plan.error || !bindJoin(join, JoinKind::inner, p, syntax[on].position)) return -1;
    for (int i = 0; i < all.values.size(); ++i) above.values.push(all.values[i]);
    for (int i = 0; i < all.members.size(); ++i) above.members.push(all.members[i]);
    return subqueries.filtered(scope, above);
}

constexpr short QueryBinder::prepared(Scope& scope, short input, const sql::Query& q) {
    scope.node = input;
    SubqueryBinder subqueries(*this);
    int place = 0;
    for (const short list : {q.items, q.having, q.order})
        for (short i = list; i >= 0; i = syntax[i].next, ++place) {
            if (!holdsQuery(i)) continue;
            const std::string_view name = syntax[i].alias.empty() ? anonymousName(place, true) : syntax[i].alias;
            for (short k = q.group; k >= 0; k = syntax[k].next)
                if (GroupBinder::isSet(syntax[k])) return subqueries.refuseSubquery(i, "a subquery or OVER beside grouping sets"), static_cast<short>(-1);
            if (isGrouped(q) ? !subqueries.addGroupColumns(scope, i, name) : !subqueries.addValues(scope, i)) return -1;
        }
    return isGrouped(q) || addOvers(scope, {q.items, q.having, q.qualify, q.order}, q.qualify) ? scope.node : static_cast<short>(-1);
}

/// The rows of `scope` that QUALIFY keeps; a condition on ROW_NUMBER is a Top-N, as it is around the query.
constexpr short QueryBinder::qualified(Scope& scope, const sql::Query& q) {
    if (!holdsOver(q.qualify)) return refuse(ErrorCode::notSupported, syntax[q.qualify], "QUALIFY without OVER", "WHERE, or HAVING"), static_cast<short>(-1);
    SubqueryBinder subqueries(*this);
    Conjuncts all;
    subqueries.sort(q.qualify, all);
    TopNBinder(*this).bound(scope, all.values, q, true);
    return subqueries.filtered(scope, all);
}

/// Each row of what is at the left with the rows that a query over its columns gives.
constexpr short QueryBinder::lateral(const sql::Relation& r, Scope& scope) {
    const sql::Relation& other = relations[r.right];
    const Syntax where{.position = other.position};
    SubqueryBinder subqueries(*this);
    const auto refuse = [&](std::string_view what, std::string_view expected) {
        plan.fail({.code = ErrorCode::notSupported, .position = other.position, .subject = what, .expected = expected});
        return static_cast<short>(-1);
    };
    if (r.natural || r.using_ >= 0) return refuse("LATERAL with USING or NATURAL", "ON");
    if (r.join != JoinKind::inner && r.join != JoinKind::left) return refuse("LATERAL in RIGHT and FULL JOIN", "LEFT or CROSS JOIN");
    if (r.condition >= 0 && holdsQuery(r.condition)) return refuse("a subquery in the ON of LATERAL", "it in WHERE");
    short id = -1, at = renamed(subqueries.bound(other.query, scope, id), other.columns);
    if (at < 0) return -1;
    const Scope before = scope;
    const short left = scope.node, width = plan.nodes[left].columnCount, count = plan.nodes[at].columnCount;
    SubqueryJoins joins(*this, left, id, where);
    short p = -1, join = -1, first = 0;
    if (joins.isCorrelated(at)) {
        if (!joins.rowsFor(at, join, p, first)) return -1;
    } else join = joinNode(left, at);
    if (join < 0) return -1;
    Scope right;
    nameRelation(right, join, other.alias);
    parts[right.firstPart].first = first;
    parts[right.firstPart].count = count;
    addParts(scope, right, width, true);
    scope.node = join;
    if (!refuseAliases(before, right, other.position)) return -1;
    const short on = r.condition < 0 ? static_cast<short>(-1) : condition(scope, r.condition, "ON");
    if (plan.error) return -1;
    if (on >= 0 && !saysNothing(on)) p = joins.decorrelation.conjoined(p, on);
    return bindJoin(join, r.join, p, other.position) ? join : static_cast<short>(-1);
}

}  // namespace rivulet::plan

#include <rivulet/plan/query.hpp>
