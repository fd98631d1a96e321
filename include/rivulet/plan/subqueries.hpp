// SPDX-License-Identifier: BSL-1.0
// Subqueries in conditions and SELECT lists, as joins. [NOT] IN and [NOT] EXISTS are semi and anti joins, a subquery that stands for a
// value is a left join with its one row. Conditions that read columns of the query around become conditions of the join.
#pragma once
#include <string_view>

#include <rivulet/plan/from.hpp>
#include <rivulet/plan/query_binder.hpp>
#include <rivulet/plan/relations.hpp>
#include <rivulet/plan/top_n.hpp>

namespace rivulet::plan {

/// The conditions that AND joins, sorted by how they are bound.
struct Conjuncts {
    detail::Stack<short> plain{};    // no subquery
    detail::Stack<short> values{};   // with subqueries that stand for a value
    detail::Stack<short> members{};  // [NOT] IN and EXISTS alone
};

/// What a plan was before a subquery was tried.
struct Mark {
    short exprs{}, nodes{}, columns{}, items{};
    int scratch{}, names{}, parts{}, computed{};
    int places{}, groupColumns{}, groupItems{}, firstGroupColumn{};
    Grouping* grouping{};
    const QueryBinder::With* with{};
};
struct SubqueryBinder {
    QueryBinder& b;
    PlanBuilder& plan;
    const Syntax* syntax;

    constexpr explicit SubqueryBinder(QueryBinder& binder) : b(binder), plan(binder.plan), syntax(binder.syntax) {}

    constexpr Mark mark() const {
        return {plan.exprCount, plan.nodeCount, plan.columnCount, plan.itemCount, plan.scratchTop, plan.nameCount, b.parts.size(), b.computed.size(), b.places.size(), b.groupColumns.size(), b.groupItems.size(), b.firstGroupColumn, b.grouping, b.with};
    }
    constexpr void goBack(const Mark& m) {
        plan.exprCount = m.exprs;
        plan.nodeCount = m.nodes;
        plan.columnCount = m.columns;
        plan.itemCount = m.items;
        plan.scratchTop = m.scratch;
        plan.nameCount = m.names;
        plan.error = {};
        b.parts.shrink(m.parts);
        b.computed.shrink(m.computed);
        b.places.shrink(m.places);
        b.groupColumns.shrink(m.groupColumns);
        b.groupItems.shrink(m.groupItems);
        b.firstGroupColumn = m.firstGroupColumn;
        b.grouping = m.grouping;
        b.with = m.with;
    }

    // ---- what an expression holds -------------------------------------------------------------------------------------------

    static constexpr bool isMembership(const Syntax& s) { return s.kind == SyntaxKind::exists || s.kind == SyntaxKind::inQuery; }
    constexpr bool holdsAggregate(short at) const {
        const Syntax& s = syntax[at];
        if (s.kind == SyntaxKind::call && s.over < 0) {
            const short user = b.catalogue.findFunction(s.text), f = user < 0 ? findFunction(s.text) : static_cast<short>(-1);
            if (user >= 0 ? b.catalogue.functions[user].aggregate : f >= 0 && functionInfo(f).aggregate) return true;
        }
        if (s.kind != SyntaxKind::same)
            for (short a = s.first; a >= 0; a = syntax[a].next)
                if (holdsAggregate(a)) return true;
        return false;
    }
    constexpr bool isGrouped(const sql::Query& q) const {
        if (q.hasGroup || q.having >= 0) return true;
        for (const short list : {q.items, q.order})
            for (short i = list; i >= 0; i = syntax[i].next)
                if (holdsAggregate(i)) return true;
        return false;
    }
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

    /// What needs no subquery is checked first, then what needs the value of one, then IN and EXISTS.
    constexpr short filtered(Scope& scope, const Conjuncts& all) {
        scope.node = filteredBy(scope, all.plain);
        for (int i = 0; i < all.values.size(); ++i)
            if (scope.node < 0 || !addValues(scope, all.values[i])) return -1;
        if (scope.node >= 0) scope.node = filteredBy(scope, all.values);
        for (int i = 0; i < all.members.size() && scope.node >= 0; ++i) scope.node = member(scope, all.members[i]);
        return scope.node;
    }
    constexpr short filteredBy(const Scope& scope, const detail::Stack<short>& conjuncts) {
        const short p = allOf(scope, -1, conjuncts);
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

    // ---- subqueries that the query around shows through ---------------------------------------------------------------------

    /// Whether the mistake of a subquery is that it reads the query around.
    constexpr bool readsOuter(const Scope& outer) const {
        const Error& e = plan.error;
        if (e.code != ErrorCode::unknownColumn && e.code != ErrorCode::unknownTable) return false;
        return b.hasAlias(outer, e.subject) || b.lookUp(outer, {}, e.subject).count > 0;
    }
    /// Whether a subquery is known to read the query around: what is within it is bound once more then, and so would be twice as often
    /// at each level if it were tried again.
    constexpr bool isCorrelated(short at) const {
        for (int i = 0; i < b.correlated.size(); ++i)
            if (b.correlated[i] == at) return true;
        return false;
    }
    /// The same of one that could not be bound by itself; the plan is then as it was before.
    constexpr bool correlates(short at, const Scope& outer, const Mark& before) {
        if (isCorrelated(at)) return true;
        if (!readsOuter(outer)) return false;
        goBack(before);
        b.correlated.push(at);
        return true;
    }
    /// Whether all names of the expression mean something here.
    constexpr bool isLocal(const Scope& scope, short at) const {
        const Syntax& s = syntax[at];
        if (s.kind == SyntaxKind::name) return b.lookUp(scope, s.qualifier, s.text).count > 0 || (!s.qualifier.empty() && b.lookUp(scope, {}, s.qualifier).count > 0);
        if (s.kind == SyntaxKind::same) return true;
        for (short a = s.first; a >= 0; a = syntax[a].next)
            if (!isLocal(scope, a)) return false;
        return true;
    }
    /// FROM and WHERE of a subquery: `inner` comes back over the rows that conditions of its own leave, `correlated` gets the other ones.
    constexpr bool openSubquery(short at, const Scope& outer, Scope& inner, detail::Stack<short>& correlated) {
        const sql::Query& q = b.queries[syntax[at].query];
        const bool simple = q.kind == sql::QueryKind::select && q.from >= 0 && q.with < 0 && !q.hasGroup && q.having < 0 && q.qualify < 0 && q.limit < 0 && q.offset == 0;
        if (!simple) return refuseSubquery(at, "a correlated subquery with more than FROM and WHERE");
        inner.node = b.from(q.from, inner);
        if (inner.node < 0) return false;
        if (q.where < 0) return true;
        Conjuncts all, own;
        sort(q.where, all);
        for (int i = 0; i < all.plain.size(); ++i) (isLocal(inner, all.plain[i]) ? own.plain : correlated).push(all.plain[i]);
        for (int i = 0; i < all.values.size(); ++i) own.values.push(all.values[i]);
        for (int i = 0; i < all.members.size(); ++i) own.members.push(all.members[i]);
        inner.node = filtered(inner, own);
        if (inner.node >= 0) return true;
        if (readsOuter(outer)) {
            plan.error = {};
            refuseSubquery(at, "a subquery that reads a query two levels out");
        }
        return false;
    }
    constexpr bool refuseSubquery(short at, std::string_view what) { return plan.fail(b.errorAt(ErrorCode::notSupported, syntax[at], what)); }

    /// Names of a join: those of its right side, and where they mean nothing those of its left side, the query around.
    constexpr Scope innerFirst(short join, const Scope& outer, const Scope& inner) {
        const short width = plan.nodes[plan.nodes[join].left].columnCount;
        Scope both;
        both.node = join;
        both.partCount = 0;
        b.addParts(both, inner, width);
        const auto first = both.firstPart;
        for (int i = 0; i < outer.partCount; ++i) b.parts.push(Scope::Part{b.part(outer, i)});
        both.firstPart = first;
        both.outerFrom = inner.partCount;
        both.partCount = static_cast<short>(inner.partCount + outer.partCount);
        return both;
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
        const Mark before = mark();
        Scope inner;
        detail::Stack<short> correlated;
        short right = isCorrelated(at) ? static_cast<short>(-1) : b.query(s.query, false);
        const bool opened = right < 0;
        if (!opened) {
            if (!in) return anyRow(scope.node, right, anti);
            inner = Scope::over(right, plan.nodes[right].columnCount);
        } else {
            if (!correlates(at, scope, before)) return -1;
            if (!openSubquery(at, scope, inner, correlated)) return -1;
            right = inner.node;
        }
        const short join = b.joinNode(scope.node, right);
        if (join < 0) return -1;
        const Scope both = innerFirst(join, scope, inner);
        short p = in ? equalToItems(scope, both, at, opened, anti) : static_cast<short>(-1);
        if (!in) checkItems(both, at);
        if (!plan.error) p = allOf(both, p, correlated);
        if (plan.error || !b.bindJoin(join, anti ? JoinKind::anti : JoinKind::semi, p, s.position)) return -1;
        return join;
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
    /// What EXISTS selects says nothing, but has to be right.
    constexpr void checkItems(const Scope& both, short at) {
        const Mark before = mark();
        for (short i = b.queries[syntax[at].query].items; i >= 0 && !plan.error; i = syntax[i].next)
            if (syntax[i].kind != SyntaxKind::star) b.bind(both, i);
        if (plan.error.code == ErrorCode::misplacedAggregate) {
            plan.error = {};
            refuseSubquery(at, "a correlated EXISTS with an aggregate");
        }
        if (!plan.error) goBack(before);
    }
    /// `a IN (SELECT b ..)` as a = b. NOT IN drops a row also where a = b is UNKNOWN, as SQL wants it: then a NULL on either side counts
    /// as equal.
    constexpr short equalToItems(const Scope& outer, const Scope& both, short at, bool correlated, bool anti) {
        const Syntax& s = syntax[at];
        const Syntax& one = syntax[s.first];
        const bool row = one.kind == SyntaxKind::call && one.text == sql::special::row;
        const short width = plan.nodes[outer.node].columnCount, itemList = b.queries[s.query].items;
        int wanted = 0, found = correlated ? 0 : plan.nodes[both.node].columnCount - width;
        for (short a = row ? one.first : s.first; a >= 0; a = row ? syntax[a].next : static_cast<short>(-1)) ++wanted;
        for (short i = correlated ? itemList : static_cast<short>(-1); i >= 0; i = syntax[i].next) found += syntax[i].kind == SyntaxKind::star ? 100 : 1;
        if (wanted != found) {
            Error e = b.errorAt(ErrorCode::columnCount, s, "IN");
            b.writeCount(e.expectedText, "", wanted);
            if (found < 100) b.writeCount(e.foundText, "", found);
            else e.found = "*";
            plan.fail(e);
            return -1;
        }
        short p = -1, item = itemList;
        int place = 0;
        for (short a = row ? one.first : s.first; a >= 0 && !plan.error; a = row ? syntax[a].next : static_cast<short>(-1), ++place) {
            const short left = b.bind(outer, a);
            const short right = correlated ? b.bind(both, item) : b.column(both, static_cast<short>(width + place));
            if (correlated) item = syntax[item].next;
            if (left < 0 || right < 0) return -1;
            const short equal = b.callOf(s, indexOf<functions::Equal>, left, right);
            if (equal >= 0) p = p < 0 ? equal : b.conjoined(p, equal);
        }
        if (plan.error || !anti || !plan.exprs[p].type.nullable) return plan.error ? static_cast<short>(-1) : p;
        return plan.add(Expr{.kind = ExprKind::call, .function = indexOf<functions::IsNotFalse>, .first = p, .type = sqltype::boolean});
    }

    // ---- subqueries as values -----------------------------------------------------------------------------------------------

    /// Columns for subqueries and calls with OVER beside GROUP BY: they are columns of the groups.
    constexpr bool addGroupColumns(const Scope& scope, short at, std::string_view name) {
        const Syntax& s = syntax[at];
        if (s.kind == SyntaxKind::same) return true;
        if (isMembership(s)) return refuseMembership(at);
        if (s.over >= 0 || s.kind == SyntaxKind::subquery) {
            const short right = s.over >= 0 ? static_cast<short>(-1) : value(at);
            if (right < 0 && plan.error && readsOuter(scope)) {
                plan.error = {};
                return refuseSubquery(at, "a correlated subquery beside GROUP BY or an aggregate");
            }
            if (plan.error) return false;
            b.computed.push({.syntax = at, .column = static_cast<short>(b.groupColumns.size() - b.firstGroupColumn), .deferred = true,
                             .type = s.over >= 0 ? SqlType{} : plan.column(right, 0).type.orNull(true)});
            b.groupColumns.push({.right = right, .over = {.syntax = at, .name = name}});
            return true;
        }
        for (const short list : {s.first, s.filter})
            for (short a = list; a >= 0; a = syntax[a].next)
                if (!addGroupColumns(scope, a, name)) return false;
        return true;
    }
    constexpr bool refuseMembership(short at) {
        return refuseSubquery(at, syntax[at].kind == SyntaxKind::exists ? "EXISTS within an expression" : "IN (SELECT ..) within an expression");
    }
    /// A column for each subquery in the expression, behind those of scope.node.
    constexpr bool addValues(Scope& scope, short at) {
        const Syntax& s = syntax[at];
        if (s.kind == SyntaxKind::subquery) return addValue(scope, at);
        if (isMembership(s)) return refuseMembership(at);
        if (s.kind == SyntaxKind::same) return true;
        if (s.filter >= 0 && !addValues(scope, s.filter)) return false;
        for (short a = s.first; a >= 0; a = syntax[a].next)
            if (!addValues(scope, a)) return false;
        return true;
    }
    constexpr bool addValue(Scope& scope, short at) {
        const Mark before = mark();
        const short right = isCorrelated(at) ? static_cast<short>(-1) : value(at);
        if (right >= 0) return addJoined(scope, at, right, -1, -1);
        return correlates(at, scope, before) && addCorrelatedValue(scope, at);
    }
    /// A subquery of one column and at most one row.
    constexpr short value(short at) {
        const short q = b.query(syntax[at].query, false);
        if (q < 0) return -1;
        if (const short width = plan.nodes[q].columnCount; width != 1) {
            Error e = b.errorAt(ErrorCode::columnCount, syntax[at], "a subquery as a value");
            b.writeCount(e.expectedText, "", 1);
            b.writeCount(e.foundText, "", width);
            plan.fail(e);
            return -1;
        }
        return plan.nodes[q].keys.unique({}) ? q : single(q);
    }
    /// The value of the only row; a second one is an error when it comes.
    constexpr short single(short input) {
        const Scope scope = Scope::over(input, 1);
        const Column of = plan.column(input, 0);
        Node n{.kind = NodeKind::aggregate, .left = input, .firstItem = plan.itemCount, .itemCount = 1, .firstColumn = plan.columnCount, .columnCount = 1};
        const short e = b.column(scope, 0);
        plan.addItem(plan.add(Expr{.kind = ExprKind::aggregate, .function = indexOf<functions::SingleValue>, .first = e, .type = of.type.orNull(true)}));
        plan.add(Column{.name = of.name, .type = of.type.orNull(true)});
        return b.put(n);
    }
    /// Joins the right side, whose last column is the value.
    constexpr bool addJoined(Scope& scope, short at, short right, short join, short p) {
        if (join < 0) join = b.joinNode(scope.node, right);
        if (join < 0 || !b.bindJoin(join, JoinKind::left, p, syntax[at].position)) return false;
        scope.node = join;
        b.computed.push({at, static_cast<short>(plan.nodes[join].columnCount - 1), p >= 0 && countsNothing(b.queries[syntax[at].query].items)});
        return true;
    }

    /// (SELECT agg(..) FROM r WHERE r.a = outer.b): the groups of r by a, joined on a = b. A COUNT is 0 where there is no group.
    constexpr bool addCorrelatedValue(Scope& scope, short at) {
        const sql::Query& q = b.queries[syntax[at].query];
        Scope inner;
        detail::Stack<short> correlated;
        if (!openSubquery(at, scope, inner, correlated)) return false;
        if (syntax[q.items].next >= 0 || syntax[q.items].kind == SyntaxKind::star) {
            Error e = b.errorAt(ErrorCode::columnCount, syntax[at], "a subquery as a value");
            b.writeCount(e.expectedText, "", 1);
            return plan.fail(e);
        }
        if (q.distinct || !isLocal(inner, q.items)) return refuseSubquery(at, "a correlated subquery of this form");
        if (!countsNothing(q.items) && holdsCount(q.items)) return refuseSubquery(at, "a correlated subquery that computes with a COUNT");
        // a = b: one side is of the subquery, the other of the query around.
        detail::Stack<short> keys, outers;
        for (int i = 0; i < correlated.size(); ++i) {
            const Syntax& c = syntax[correlated[i]];
            const short second = c.kind == SyntaxKind::call && c.text == "=" ? syntax[c.first].next : static_cast<short>(-1);
            const bool ownFirst = second >= 0 && isLocal(inner, c.first);
            const short own = ownFirst ? c.first : second, outer = ownFirst ? second : c.first;
            if (second < 0 || !isLocal(inner, own) || !isOuter(inner, outer)) return refuseSubquery(at, "a correlated subquery with more than equality");
            keys.push(own);
            outers.push(outer);
        }
        const short right = groupedValue(inner, keys, q.items);
        const short join = right < 0 ? right : b.joinNode(scope.node, right);
        if (join < 0) return false;
        const short width = plan.nodes[scope.node].columnCount;
        const Scope groups = Scope::over(join, plan.nodes[join].columnCount);
        short p = -1;
        for (int i = 0; i < outers.size(); ++i) {
            const short outer = b.bind(scope, outers[i]);
            const short equal = outer < 0 ? outer : b.callOf(syntax[correlated[i]], indexOf<functions::Equal>, outer, b.column(groups, static_cast<short>(width + i)));
            if (equal < 0) return false;
            p = p < 0 ? equal : b.conjoined(p, equal);
        }
        return addJoined(scope, at, right, join, p);
    }
    /// The keys and the value of each group. Without an aggregate the value is that of its only row.
    constexpr short groupedValue(const Scope& inner, const detail::Stack<short>& keys, short item) {
        Grouping g;
        GroupBinder groups(b, g);
        g.global = false;
        const auto named = [&](const RelationBinder::Projection& p, short e, std::string_view alias) {
            if (e < 0) return false;
            const std::string_view own = !alias.empty() ? alias : plan.exprs[e].kind == ExprKind::column ? plan.exprs[e].text : anonymousName(plan.itemCount - p.firstItem, true);
            return b.addOutput(p, e, b.unlike(p.firstColumn, plan.columnCount, own));
        };
        for (int i = 0; i < keys.size(); ++i)
            if (const short e = b.bind(inner, keys[i]); e < 0) return -1;
            else groups.addKey(e);
        const auto p = b.beginProjection(inner.node);
        for (int i = 0; i < keys.size(); ++i)
            if (!named(p, b.bind(inner, keys[i]), {})) return -1;
        Grouping* const outer = b.grouping;
        b.grouping = &g;
        short value = b.bind(inner, item);
        b.grouping = outer;
        if (value >= 0 && !g.any) value = plan.add(Expr{.kind = ExprKind::aggregate, .function = indexOf<functions::SingleValue>, .first = value, .type = plan.exprs[value].type});
        if (!named(p, value, syntax[item].alias)) return -1;
        const auto count = static_cast<short>(plan.itemCount - p.firstItem);
        return b.grouped(groups, inner.node, p, count, item, -1);
    }
    /// Whether no name of the expression is one of the subquery.
    constexpr bool isOuter(const Scope& inner, short at) const {
        const Syntax& s = syntax[at];
        if (s.kind == SyntaxKind::name) return !isLocal(inner, at);
        if (s.kind == SyntaxKind::same) return true;
        for (short a = s.first; a >= 0; a = syntax[a].next)
            if (!isOuter(inner, a)) return false;
        return s.query < 0;
    }
    // A COUNT of no group is 0: it alone is no NULL where there is nothing.
    constexpr bool countsNothing(short at) const {
        const short f = syntax[at].kind == SyntaxKind::call ? findFunction(syntax[at].text) : static_cast<short>(-1);
        return f >= 0 && functionInfo(f).ofNothing;
    }
    constexpr bool holdsCount(short at) const {
        if (countsNothing(at)) return true;
        if (syntax[at].kind != SyntaxKind::same)
            for (short a = syntax[at].first; a >= 0; a = syntax[a].next)
                if (holdsCount(a)) return true;
        return false;
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
            if (subqueries.isGrouped(q) ? !subqueries.addGroupColumns(scope, i, name) : !subqueries.addValues(scope, i)) return -1;
        }
    return subqueries.isGrouped(q) || addOvers(scope, {q.items, q.having, q.qualify, q.order}, q.qualify) ? scope.node : static_cast<short>(-1);
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

constexpr short QueryBinder::lateral(const sql::Relation& r, Scope&) {
    plan.fail({.code = ErrorCode::notSupported, .position = relations[r.right].position, .subject = "LATERAL"});
    return -1;
}

}  // namespace rivulet::plan

#include <rivulet/plan/query.hpp>
