// SPDX-License-Identifier: BSL-1.0
// SELECT lists: projections, GROUP BY with aggregates and HAVING, DISTINCT.
#pragma once
#include <string_view>

#include <rivulet/plan/relations.hpp>

namespace rivulet::plan {

// A SELECT whose expressions are bound over its input; groups are made of it.
struct GroupBinder {
    RelationBinder& b;
    Grouping& g;
    PlanBuilder& plan;

    constexpr explicit GroupBinder(RelationBinder& binder, Grouping& grouping) : b(binder), g(grouping), plan(binder.plan) {}

    // ---- keys -----------------------------------------------------------------------------------------------------

    /// The place of a key, which is added if it is new.
    constexpr short addKey(short e) {
        for (int k = 0; k < g.keys.size(); ++k)
            if (equalExpr(plan, e, plan, g.keys[k])) return static_cast<short>(k);
        g.keys.push(e);
        return static_cast<short>(g.keys.size() - 1);
    }
    static constexpr bool isSet(const Syntax& s) {
        return s.kind == SyntaxKind::call && (s.text == sql::special::groupingSets || s.text == sql::special::rollup || s.text == sql::special::cube);
    }
    constexpr bool bindKeys(const Scope& scope, short list) {
        for (short k = list; k >= 0; k = b.syntax[k].next)
            if (isSet(b.syntax[k])) return b.groupingSets(g, scope, list);
        for (short k = list; k >= 0; k = b.syntax[k].next) {
            const Syntax& s = b.syntax[k];
            const bool row = s.kind == SyntaxKind::call && s.text == sql::special::row;  // (a, b)
            for (short a = row ? s.first : k; a >= 0; a = row ? b.syntax[a].next : static_cast<short>(-1)) {
                const short e = b.bind(scope, a);
                if (e < 0) return false;
                addKey(e);
            }
        }
        return true;
    }
    // Before the aggregates stand the keys, and with grouping sets the set's number.
    constexpr short firstAggregate() const { return static_cast<short>(g.keys.size() + (g.sets.size() > 0)); }
    constexpr SqlType keyType(short k) const { return plan.exprs[g.keys[k]].type.orNull(g.sets.size() > 0); }

    // ---- from the input's columns to those of the groups ---------------------------------------------------------------

    constexpr short placeOf(short aggregate) {
        for (int a = 0; a < g.aggregates.size(); ++a)
            if (equalExpr(plan, aggregate, plan, g.aggregates[a])) return static_cast<short>(firstAggregate() + a);
        Expr copy = plan.exprs[aggregate];
        copy.next = -1;
        const short e = plan.add(copy);
        if (e >= 0) g.aggregates.push(e);
        return static_cast<short>(firstAggregate() + g.aggregates.size() - 1);
    }
    constexpr void become(short e, short index, const SqlType& type) {
        plan.writeExprs[e] = Expr{.kind = ExprKind::column, .next = plan.exprs[e].next, .index = index, .type = type, .text = plan.exprs[e].text};
    }
    /// An expression over the input becomes one over the groups, in place: keys and aggregates are columns there. One call a level.
    constexpr bool regroup(short e, short items) {
        for (short k = 0; k < g.keys.size(); ++k)
            if (equalExpr(plan, e, plan, g.keys[k])) {
                become(e, k, keyType(k));
                return true;
            }
        switch (plan.exprs[e].kind) {
            case ExprKind::column: return refuseUngrouped(e, items);
            case ExprKind::aggregate: {
                const SqlType type = plan.exprs[e].type;
                become(e, placeOf(e), type);
                return !plan.error;
            }
            case ExprKind::slot:
                if (plan.exprs[e].index == 0) become(e, static_cast<short>(g.keys.size()), sqltype::bigint);  // which grouping set
                return true;
            case ExprKind::same: {
                Expr leaf = plan.exprs[plan.exprs[e].index];
                if (leaf.kind != ExprKind::column) return true;
                leaf.next = plan.exprs[e].next;
                plan.writeExprs[e] = leaf;
                return true;
            }
            default: break;
        }
        for (short a = plan.exprs[e].first; a >= 0; a = plan.exprs[a].next)
            if (!regroup(a, items)) return false;
        return g.sets.size() == 0 || retype(e);
    }
    // A key that a grouping set leaves out is NULL there, whatever its type was.
    constexpr bool retype(short e) {
        Expr& x = plan.writeExprs[e];
        if (x.first < 0 || x.kind == ExprKind::userCall) return true;
        if (x.kind != ExprKind::call) {
            x.type = x.type.orNull(plan.exprs[x.first].type.nullable);
            return true;
        }
        const int base = plan.scratchTop;
        for (short a = x.first; a >= 0; a = plan.exprs[a].next) {
            if (plan.scratchTop >= plan.scratchRoom) return plan.fail({.code = ErrorCode::tooLarge});
            plan.scratch[plan.scratchTop++] = Binder::argumentOf(plan.exprs[a]);
        }
        Typing typing{.arguments = plan.scratch + base, .count = plan.scratchTop - base};
        typing.types = plan.made.types;
        functionInfo(x.function).typing(typing);
        plan.scratchTop = base;
        x.type.nullable = typing.result.nullable;
        return true;
    }
    constexpr bool refuseUngrouped(short e, short items) {
        const std::string_view name = plan.exprs[e].text;
        Error error = b.errorAt(ErrorCode::notGrouped, b.syntax[items], name);
        for (short i = b.positions ? items : static_cast<short>(-1), at = -1; i >= 0 && at < 0; i = b.syntax[i].next)
            if ((at = find(i, name)) >= 0) error.position = b.syntax[at].position;
        error.expected = "a column of GROUP BY or an aggregate";
        for (int k = 0; k < g.keys.size(); ++k)
            if (plan.exprs[g.keys[k]].kind == ExprKind::column) error.know(plan.exprs[g.keys[k]].text);
        return plan.fail(error);
    }
    // The place of a name in an expression that is not aggregated, or of the star that stands for it; on the error path only.
    constexpr short find(short at, std::string_view name) const {
        const Syntax& s = b.syntax[at];
        if (s.kind == SyntaxKind::star || (s.kind == SyntaxKind::name && s.text == name)) return at;
        if (const short f = s.kind == SyntaxKind::call ? findFunction(s.text) : static_cast<short>(-1); f >= 0 && functionInfo(f).aggregate) return -1;
        for (short a = s.first; a >= 0; a = b.syntax[a].next)
            if (const short found = find(a, name); found >= 0) return found;
        return -1;
    }

    // ---- nodes ----------------------------------------------------------------------------------------------------

    /// The groups of `input`: the node whose columns regroup() speaks of. Its columns get the names of outputs that are nothing but
    /// such a column, so that no projection is needed where those are all.
    constexpr short groups(short input, const RelationBinder::Projection& outputs, int outputCount) {
        short below = arguments(input);
        if (below >= 0 && g.sets.size() > 0) below = expand(below);
        if (below < 0) return -1;
        Node n{.kind = NodeKind::aggregate, .left = below, .firstItem = plan.itemCount, .firstColumn = plan.columnCount, .keyCount = firstAggregate()};
        const Scope scope = Scope::over(below, plan.nodes[below].columnCount);
        for (short k = 0; k < n.keyCount; ++k) {
            const auto setNumber = static_cast<short>(plan.nodes[below].columnCount - 1);
            const short from = k == g.keys.size() ? setNumber : g.sets.size() > 0 ? k : plan.exprs[g.keys[k]].index;
            Column c = plan.column(below, from);
            c.time = {};
            plan.addItem(b.column(scope, from));
            plan.add(c);
        }
        for (int a = 0; a < g.aggregates.size(); ++a) {
            plan.addItem(g.aggregates[a]);
            plan.add(Column{.type = plan.exprs[g.aggregates[a]].type});
        }
        n.columnCount = n.itemCount = static_cast<short>(plan.columnCount - n.firstColumn);
        if (plan.error) return -1;
        name(n, outputs, outputCount);
        if (!canTakeBack(n)) return -1;
        return isProjection(n) ? projection(n) : b.put(n);
    }
    // A user aggregate without retract() sees inserts only.
    constexpr bool canTakeBack(const Node& n) {
        if (plan.error || plan.nodes[n.left].mode.insertOnly()) return !plan.error;
        for (int a = 0; a < g.aggregates.size(); ++a) {
            const Expr& x = plan.exprs[g.aggregates[a]];
            if (x.user && !b.catalogue.functions[x.function].retracts)
                return plan.fail({.code = ErrorCode::notAnAggregateFunction, .subject = x.text, .expected = "one void retract(..), as the input changes"});
        }
        return true;
    }
    // Keys and arguments as columns: the input itself where they are, else a projection that computes each once. The expressions
    // become columns of it.
    constexpr short arguments(short input) {
        bool plain = g.sets.size() == 0;
        const auto each = [&](auto f) {
            for (int k = 0; k < g.keys.size(); ++k) f(g.keys[k], true);
            for (int a = 0; a < g.aggregates.size(); ++a)
                for (short x = plan.exprs[g.aggregates[a]].first; x >= 0; x = plan.exprs[x].next) f(x, false);
        };
        each([&](short e, bool key) {
            if (!key) reuseLiteral(e, input);
        });
        each([&](short e, bool) { plain = plain && plan.exprs[e].kind == ExprKind::column; });
        if (plain) return input;
        const auto p = b.beginProjection(input);
        each([&](short e, bool key) {
            // What a grouping set takes away from the key, an argument keeps.
            short place = key || g.sets.size() == 0 ? static_cast<short>(0) : static_cast<short>(g.keys.size());
            const auto count = static_cast<short>(plan.itemCount - p.firstItem);
            while (place < count && !equalExpr(plan, plan.items[p.firstItem + place], plan, e)) ++place;
            if (place == count) {
                Expr copy = plan.exprs[e];
                copy.next = -1;
                const std::string_view own = copy.kind == ExprKind::column ? plan.column(input, copy.index).name : std::string_view{};
                const bool taken = own.empty() || b.isNamed(p.firstColumn, plan.columnCount, own);
                b.addOutput(p, plan.add(copy), taken ? b.freeName(p.firstColumn, plan.columnCount) : own);
            }
        });
        if (plan.error) return -1;
        const auto count = static_cast<short>(plan.itemCount - p.firstItem);
        each([&](short e, bool key) {
            short place = key || g.sets.size() == 0 ? static_cast<short>(0) : static_cast<short>(g.keys.size());
            while (place < count && !equalExpr(plan, plan.items[p.firstItem + place], plan, e)) ++place;
            become(e, place, plan.exprs[e].type);
            plan.writeExprs[e].text = plan.columns[p.firstColumn + place].name;
        });
        return b.isIdentity(p, count) ? input : b.projectionNode(p, count);
    }
    // A constant that the input has as a column is not made again.
    constexpr void reuseLiteral(short e, short input) {
        const Node& n = plan.nodes[input];
        if (plan.exprs[e].kind != ExprKind::literal || n.kind != NodeKind::project) return;
        for (short i = 0; i < n.itemCount; ++i)
            if (equalExpr(plan, plan.items[n.firstItem + i], plan, e)) return become(e, i, plan.exprs[e].type);
    }
    constexpr short expand(short input) {
        Node n{.kind = NodeKind::expand, .left = input, .firstItem = plan.itemCount, .firstColumn = plan.columnCount, .keyCount = static_cast<short>(g.keys.size())};
        for (int s = 0; s < g.sets.size(); ++s)
            plan.addItem(plan.add(Expr{.kind = ExprKind::literal, .type = sqltype::bigint, .integer = g.sets[s]}));
        n.itemCount = static_cast<short>(g.sets.size());
        // The set's number stands behind the keys for the aggregate, but behind all columns here.
        for (short i = 0; i < plan.nodes[input].columnCount; ++i) {
            Column c = plan.column(input, i);
            if (i < n.keyCount) {
                c.type.nullable = true;
                c.knownNotNull = false;
                c.time = {};
            }
            plan.add(c);
        }
        plan.add(Column{.name = b.freeName(n.firstColumn, plan.columnCount), .type = sqltype::bigint});
        n.columnCount = static_cast<short>(plan.columnCount - n.firstColumn);
        return b.put(n);
    }
    constexpr void name(const Node& n, const RelationBinder::Projection& outputs, int outputCount) {
        const auto end = static_cast<short>(n.firstColumn + n.columnCount);
        detail::Stack<bool> named;
        for (int i = 0; i < n.columnCount; ++i) named.push(false);
        for (int o = 0; o < outputCount; ++o) {
            const Expr& e = plan.exprs[plan.items[outputs.firstItem + o]];
            const std::string_view wanted = plan.columns[outputs.firstColumn + o].name;
            if (e.kind != ExprKind::column || named[e.index]) continue;
            bool free = true;
            for (short c = n.firstColumn; c < end; ++c) free = free && !(named[c - n.firstColumn] && plan.columns[c].name == wanted);
            if (!free) continue;
            named[e.index] = true;
            plan.writeColumns[n.firstColumn + e.index].name = wanted;
        }
        for (short c = 0; c < n.columnCount; ++c) {
            if (named[c]) continue;
            Column& column = plan.writeColumns[n.firstColumn + c];
            const std::string_view own = column.name;
            column.name = {};
            column.name = own.empty() || b.isNamed(n.firstColumn, end, own) ? b.freeName(n.firstColumn, end) : own;
        }
    }

    // Flink's aggregate removal: groups by what is unique already, with nothing but SUM, MIN and MAX, are the rows themselves.
    constexpr bool isProjection(const Node& n) const {
        if (n.keyCount == 0 || g.sets.size() > 0) return false;
        ColumnSet by;
        for (int k = 0; k < n.keyCount; ++k) by.add(plan.exprs[plan.items[n.firstItem + k]].index);
        if (!plan.nodes[n.left].keys.unique(by)) return false;
        for (int a = 0; a < g.aggregates.size(); ++a) {
            const Expr& x = plan.exprs[g.aggregates[a]];
            const std::string_view f = x.user ? std::string_view{} : functionInfo(x.function).name;
            if (x.filtered || x.distinct || (f != "SUM" && f != "MIN" && f != "MAX")) return false;
        }
        return true;
    }
    constexpr short projection(const Node& n) {
        for (int i = n.keyCount; i < n.itemCount; ++i) {
            short e = plan.exprs[plan.items[n.firstItem + i]].first;
            const SqlType to = plan.columns[n.firstColumn + i].type;
            if (!sameType(plan.exprs[e].type, to)) e = b.implicitCast(e, to.withNullable(plan.exprs[e].type.nullable));
            if (e < 0) return -1;
            plan.writeItems[n.firstItem + i] = e;
            if (plan.exprs[e].kind == ExprKind::column) plan.writeColumns[n.firstColumn + i].knownNotNull = plan.column(n.left, plan.exprs[e].index).knownNotNull;
        }
        const RelationBinder::Projection p{n.left, plan.exprCount, n.firstItem, n.firstColumn};
        return b.isIdentity(p, n.itemCount) ? n.left : b.projectionNode(p, n.itemCount);
    }
};

/// The outputs of a SELECT over `input`, which `scope` names: `visible` of them, and behind those what ORDER BY reads beside them.
/// `order`, if it is wanted, gets the keys of ORDER BY.
constexpr short RelationBinder::selected(const Scope& scope, short input, const SelectParts& q, OrderKeys* order, short& visible) {
    Grouping g;
    GroupBinder groups(*this, g);
    Grouping* const outer = grouping;
    grouping = nullptr;
    if (!groups.bindKeys(scope, q.group)) return -1;
    g.global = g.keys.size() == 0;
    grouping = &g;
    const Projection p = beginProjection(input);
    const bool bound = addItems(scope, p, q.items);
    const short having = bound && q.having >= 0 ? condition(scope, q.having, "HAVING") : static_cast<short>(-1);
    visible = static_cast<short>(plan.itemCount - p.firstItem);
    if (!bound || plan.error) return -1;
    for (short i = order ? q.order : static_cast<short>(-1); i >= 0; i = syntax[i].next)
        if (!orderKey(scope, p, visible, i, q.distinct, *order)) return -1;
    if (!bindGroupColumns(scope)) return -1;
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
        if (plan.exprs[plan.items[p.firstItem + o]].kind != ExprKind::column) c.knownNotNull = false;
    }
    if (having >= 0 && !groups.regroup(having, havingAt)) return -1;
    for (int i = firstGroupColumn; i < groupColumns.size(); ++i)
        for (int k = 0; k < groupColumns[i].itemCount; ++k)
            if (!groups.regroup(groupItems[groupColumns[i].firstItem + k], items)) return -1;
    Projection above = p;
    above.input = groups.groups(input, p, count);
    const short width = above.input < 0 ? static_cast<short>(0) : plan.nodes[above.input].columnCount;
    const bool late = having >= 0 && readsGroupColumn(having);
    if (above.input >= 0 && having >= 0 && !late) above.input = filterBy(above.input, having);
    if (above.input >= 0) above.input = withValues(above.input);
    if (above.input < 0) return -1;
    if (late) {
        placeGroupColumns(having, width);
        above.input = filterBy(above.input, having);
    }
    if (above.input >= 0) above.input = withPlaces(above.input);
    if (above.input < 0) return -1;
    for (short o = 0; o < count; ++o) placeGroupColumns(plan.items[p.firstItem + o], width);
    return isIdentity(above, count) ? above.input : projectionNode(above, count);
}

// ---- columns that are computed over the groups --------------------------------------------------------------------------

/// What ROW_NUMBER partitions and orders by, over the input as the outputs are.
constexpr bool RelationBinder::bindGroupColumns(const Scope& scope) {
    for (int i = firstGroupColumn; i < groupColumns.size(); ++i) {
        GroupColumn& c = groupColumns[i];
        if (c.right >= 0) continue;
        const Syntax& window = syntax[syntax[c.syntax].over];
        c.firstItem = static_cast<short>(groupItems.size());
        for (short e = window.first; e >= 0; e = syntax[e].next) groupItems.push(bind(scope, e));
        c.keyCount = static_cast<short>(groupItems.size() - c.firstItem);
        for (short e = window.order; e >= 0 && !plan.error; e = syntax[e].next) groupItems.push(orderItem(syntax[e], bind(scope, e)));
        c.itemCount = static_cast<short>(groupItems.size() - c.firstItem);
    }
    return !plan.error;
}
/// The groups with the values of subqueries behind their columns.
constexpr short RelationBinder::withValues(short groups) {
    for (int i = firstGroupColumn; i < groupColumns.size() && groups >= 0; ++i) {
        if (groupColumns[i].right < 0) continue;
        const short join = joinNode(groups, groupColumns[i].right);
        groups = join >= 0 && bindJoin(join, JoinKind::left, -1, -1) ? join : static_cast<short>(-1);
    }
    return groups;
}
/// And the places of those that HAVING left behind these.
constexpr short RelationBinder::withPlaces(short groups) {
    for (int i = firstGroupColumn; i < groupColumns.size() && groups >= 0; ++i)
        if (const GroupColumn c = groupColumns[i]; c.right < 0) groups = ranked(groups, groupItems, c.firstItem, c.itemCount, c.keyCount, c.name, c.syntax);
    return groups;
}
/// Slots that stand for such columns become columns, those of the groups being `width`.
constexpr void RelationBinder::placeGroupColumns(short e, short width) {
    Expr& x = plan.writeExprs[e];
    for (short a = x.first; a >= 0; a = plan.exprs[a].next) placeGroupColumns(a, width);
    if (x.kind != ExprKind::slot) return;
    const int own = firstGroupColumn + x.index - 1;
    const bool place = groupColumns[own].right < 0;
    short at = width;
    for (int i = firstGroupColumn; i < groupColumns.size(); ++i) {
        const bool isPlace = groupColumns[i].right < 0;
        if (isPlace == place ? i < own : place) ++at;
    }
    x.kind = ExprKind::column;
    x.index = at;
}
constexpr bool RelationBinder::readsGroupColumn(short e) const {
    if (plan.exprs[e].kind == ExprKind::slot) return true;
    for (short a = plan.exprs[e].first; a >= 0; a = plan.exprs[a].next)
        if (readsGroupColumn(a)) return true;
    return false;
}

/// GROUP BY `keys`, a sibling list, with what is selected of the groups; without `hasGroup` all rows are one group if anything
/// is aggregated.
constexpr short RelationBinder::groupedSelect(const Scope& scope, short input, short keys, bool hasGroup, short items, short having) {
    short visible = 0;
    return selected(scope, input, {.items = items, .group = keys, .having = having, .hasGroup = hasGroup}, nullptr, visible);
}

/// Each row once: groups by all columns. Rows that a key tells apart are so already.
constexpr short RelationBinder::distinct(short input) {
    if (plan.nodes[input].keys.count > 0) return input;
    const Scope scope = Scope::over(input, plan.nodes[input].columnCount);
    Node n{.kind = NodeKind::aggregate, .left = input, .firstItem = plan.itemCount, .firstColumn = plan.columnCount, .keyCount = scope.only.count};
    for (short c = 0; c < n.keyCount; ++c) {
        plan.addItem(column(scope, c));
        Column own = plan.column(input, c);
        own.time = {};
        plan.add(own);
    }
    n.itemCount = n.columnCount = n.keyCount;
    return put(n);
}

}  // namespace rivulet::plan
