// SPDX-License-Identifier: BSL-1.0
// Rows joined with a subquery that may read them: semi and anti joins for IN and EXISTS, a left join for a value, any join for LATERAL.
#pragma once
#include <string_view>

#include <rivulet/plan/decorrelate.hpp>

namespace rivulet::plan {

/// A join of rows with those of a subquery that has no kind yet: what it asks for, and what the subquery gives as expressions over both.
struct SubqueryRows {
    short join{-1}, predicate{-1};
    detail::Stack<short> outputs{};
};

struct SubqueryJoins {
    RelationBinder& b;
    PlanBuilder& plan;
    Decorrelation decorrelation;
    short left;
    const Syntax& at;

    /// `id`: the number of the query around, whose rows are `rows`.
    constexpr SubqueryJoins(RelationBinder& binder, short rows, short id, const Syntax& s) : b(binder), plan(binder.plan), decorrelation(binder, rows, id, &s), left(rows), at(s) {}

    /// Whether the subquery reads the query around.
    constexpr bool isCorrelated(short right) {
        decorrelation.collectIn(right);
        return decorrelation.columns.size() > 0;
    }

    /// What it read of the query around is now, one after the other, in these columns.
    constexpr void readInstead(short right, const detail::Stack<short>& columns) {
        Decorrelation before(b, left, decorrelation.id, &at);
        before.collectIn(right);
        rename(right, before, columns);
    }
    constexpr void rename(short node, const Decorrelation& before, const detail::Stack<short>& columns) {
        for (; node >= 0; node = plan.nodes[node].left) {
            const Node& n = plan.nodes[node];
            renameIn(n.predicate, before, columns);
            for (short i = 0; i < n.itemCount; ++i) renameIn(plan.items[n.firstItem + i], before, columns);
            rename(n.right, before, columns);
        }
    }
    constexpr void renameIn(short e, const Decorrelation& before, const detail::Stack<short>& columns) {
        if (e < 0) return;
        if (before.isOuter(plan.exprs[e])) plan.writeExprs[e].index = columns[before.placeOf(plan.exprs[e].index)];
        for (short a = plan.exprs[e].first; a >= 0; a = plan.exprs[a].next) renameIn(a, before, columns);
    }

    // ---- IN, EXISTS ---------------------------------------------------------------------------------------------------------

    /// The rows that a subquery has for each row at the left. `any`: it only counts whether there are some.
    constexpr bool open(short right, bool any, SubqueryRows& to) {
        right = sameMembers(right, any);
        const bool direct = pulledUp(right, to);
        if (direct || plan.error) return direct;
        Pushed pushed;
        if (!pushedFor(right, pushed)) return false;
        to.join = b.joinNode(left, pushed.node);
        if (to.join < 0) return false;
        to.predicate = onDomain(to.join, pushed);
        const Scope both = Scope::over(to.join, plan.nodes[to.join].columnCount);
        for (int c = 0; c < pushed.to.size(); ++c) to.outputs.push(b.column(both, static_cast<short>(width() + pushed.to[c])));
        return !plan.error;
    }
    constexpr short width() const { return plan.nodes[left].columnCount; }
    // Orders and duplicates say nothing about what is a member; whether there is any row does not depend on what is selected, either.
    constexpr short sameMembers(short right, bool any) const {
        for (;; right = plan.nodes[right].left) {
            const Node& n = plan.nodes[right];
            if (n.kind == NodeKind::sort || n.kind == NodeKind::temporalSort || isDistinct(n)) continue;
            const bool some = (n.kind == NodeKind::limit || n.kind == NodeKind::rank) && n.keyCount == 0 && n.offset == 0 && n.limit > 0 && n.predicate < 0 && !n.ranked;
            if (!any || (!some && n.kind != NodeKind::project)) return right;
        }
    }
    constexpr bool isDistinct(const Node& n) const {
        if (n.kind != NodeKind::aggregate || n.keyCount != n.itemCount || n.keyCount == 0 || n.keyCount != plan.nodes[n.left].columnCount) return false;
        for (short i = 0; i < n.itemCount; ++i)
            if (const Expr& e = plan.exprs[plan.items[n.firstItem + i]]; e.kind != ExprKind::column || e.index != i) return false;
        return true;
    }
    /// Where only the topmost conditions and what is selected read the query around, those are conditions of the join.
    constexpr bool pulledUp(short right, SubqueryRows& to) {
        short base = right;
        const short project = plan.nodes[base].kind == NodeKind::project ? base : static_cast<short>(-1);
        if (project >= 0) base = plan.nodes[base].left;
        const short filter = plan.nodes[base].kind == NodeKind::filter && decorrelation.readsOf(plan.nodes[base].predicate) > 0 ? base : static_cast<short>(-1);
        if (filter >= 0) base = plan.nodes[base].left;
        if (decorrelation.isRead(base)) return false;
        detail::Stack<short> joining;
        base = withoutJoining(base, filter, joining);
        to.join = base < 0 ? base : b.joinNode(left, base);
        if (to.join < 0) return false;
        Pushed columns;
        aligned(to.join, columns);
        ExprCopier copier{plan};
        for (int i = 0; i < joining.size(); ++i) to.predicate = decorrelation.conjoined(to.predicate, decorrelation.moved(copier, joining[i], columns));
        if (project < 0)
            for (short c = width(); c < plan.nodes[to.join].columnCount; ++c) to.outputs.push(b.column(Scope::over(to.join, plan.nodes[to.join].columnCount), c));
        for (short i = 0; project >= 0 && i < plan.nodes[project].itemCount; ++i)
            to.outputs.push(decorrelation.moved(copier, plan.items[plan.nodes[project].firstItem + i], columns));
        return !plan.error;
    }
    // Where columns of either side are in the join: those of the query around as they are, the others behind them.
    constexpr void aligned(short join, Pushed& columns) const {
        for (int i = 0; i < decorrelation.columns.size(); ++i) columns.domain.push(decorrelation.columns[i]);
        for (short c = width(); c < plan.nodes[join].columnCount; ++c) columns.to.push(c);
    }
    // The rows that conditions of their own leave, and the other conditions.
    constexpr short withoutJoining(short base, short filter, detail::Stack<short>& joining) {
        if (filter < 0) return base;
        detail::Stack<short> all;
        ExprCopier copier{plan};
        takeApart(plan, copier.copy(plan.nodes[filter].predicate, [](Expr&) {}), all);
        short own = -1;
        for (int i = 0; i < all.size() && !plan.error; ++i)
            if (decorrelation.readsOf(all[i]) > 0) joining.push(all[i]);
            else own = decorrelation.conjoined(own, all[i]);
        return plan.error ? static_cast<short>(-1) : own < 0 ? base : b.filterBy(base, own);
    }
    // What was read is equal on both sides of the join.
    constexpr short onDomain(short join, const Pushed& pushed) {
        const Scope both = Scope::over(join, plan.nodes[join].columnCount);
        short p = -1;
        for (int i = 0; i < decorrelation.columns.size() && !plan.error; ++i)
            p = decorrelation.conjoined(p, decorrelation.equal(both, decorrelation.columns[i], static_cast<short>(width() + pushed.domain[i])));
        return p;
    }

    // ---- values and LATERAL -------------------------------------------------------------------------------------------------

    /// The subquery's rows for all that it reads at the left.
    constexpr bool pushedFor(short right, Pushed& out) {
        if (const short read = filterOf(right); read >= 0) decorrelation.mayUseKeys = true;
        return decorrelation.push(right, out);
    }
    // The only filter that reads the query around, if each step above it may look at the values of a key by themselves; else -1.
    constexpr short filterOf(short node) const {
        for (;; node = plan.nodes[node].left) {
            const Node& n = plan.nodes[node];
            switch (n.kind) {
                case NodeKind::filter:
                    if (decorrelation.readsOf(n.predicate) > 0) return node;
                    break;
                case NodeKind::aggregate:
                    if (n.keyCount == 0 && node != decorrelation.whole) return -1;
                    break;
                case NodeKind::project: case NodeKind::rank: case NodeKind::limit: case NodeKind::deduplicate: case NodeKind::over: case NodeKind::sort:
                case NodeKind::temporalSort: case NodeKind::unnest: case NodeKind::expand: break;
                default: return -1;
            }
        }
    }
    /// A join without kind of the rows at the left with those that the subquery has for each: these are the columns from `first` on behind
    /// those of the left.
    constexpr bool rowsFor(short right, short& join, short& predicate, short& first) {
        if (pulledRows(right, join, predicate, first)) return true;
        Pushed pushed, ordered;
        if (plan.error || !pushedFor(right, pushed)) return false;
        const Scope scope = Scope::over(pushed.node, plan.nodes[pushed.node].columnCount);
        bool behind = true;
        for (int c = 0; c < pushed.to.size(); ++c) behind = behind && pushed.to[c] == pushed.to[0] + c;
        Pushed* rows = &pushed;
        if (!behind) {
            if (!decorrelation.inOrder(pushed, plan.nodes[right], ordered, [&](short c) { return b.column(scope, pushed.to[c]); })) return false;
            rows = &ordered;
        }
        join = b.joinNode(left, rows->node);
        if (join < 0) return false;
        // the parts of FROM look names up in the columns of the join
        for (int c = 0; c < rows->to.size(); ++c)
            plan.writeColumns[plan.nodes[join].firstColumn + width() + rows->to[c]].name = plan.column(right, c).name;
        first = rows->to[0];
        predicate = onDomain(join, *rows);
        return predicate >= 0;
    }
    // Where only the topmost conditions read the query around: they join, and their columns stand before those that are selected.
    constexpr bool pulledRows(short right, short& join, short& predicate, short& first) {
        const short project = plan.nodes[right].kind == NodeKind::project ? right : static_cast<short>(-1), filter = project < 0 ? right : plan.nodes[project].left;
        if (plan.nodes[filter].kind != NodeKind::filter || decorrelation.readsOf(plan.nodes[filter].predicate) != decorrelation.reads) return false;
        detail::Stack<short> joining, kept;
        short base = withoutJoining(plan.nodes[filter].left, filter, joining);
        if (base < 0) return false;
        Pushed columns;
        for (short c = 0; c < plan.nodes[base].columnCount; ++c) columns.to.push(project < 0 ? c : static_cast<short>(-1));
        if (project >= 0) {
            const Node& had = plan.nodes[project];
            const Scope scope = Scope::over(base, plan.nodes[base].columnCount);
            const auto p = b.beginProjection(base);
            for (int i = 0; i < joining.size(); ++i) keep(joining[i], scope, p, had, columns);
            first = static_cast<short>(plan.itemCount - p.firstItem);
            ExprCopier copier{plan};
            for (short i = 0; i < had.itemCount && !plan.error; ++i) b.addOutput(p, copier.copy(plan.items[had.firstItem + i], [](Expr&) {}), plan.columns[had.firstColumn + i].name);
            base = b.endProjection(p, true);
        }
        join = base < 0 ? base : b.joinNode(left, base);
        if (join < 0) return false;
        for (int c = 0; c < columns.to.size(); ++c) columns.to[c] = static_cast<short>(columns.to[c] + width());
        for (int i = 0; i < decorrelation.columns.size(); ++i) columns.domain.push(decorrelation.columns[i]);
        ExprCopier copier{plan};
        for (int i = 0; i < joining.size(); ++i) predicate = decorrelation.conjoined(predicate, decorrelation.moved(copier, joining[i], columns));
        return predicate >= 0;
    }
    // An output for each inner column of a condition.
    constexpr void keep(short e, const Scope& scope, const RelationBinder::Projection& p, const Node& had, Pushed& columns) {
        if (const Expr& x = plan.exprs[e]; x.kind == ExprKind::column && columns.to[x.index] < 0) {
            const short index = x.index;
            columns.to[index] = static_cast<short>(plan.itemCount - p.firstItem);
            b.addOutput(p, b.column(scope, index), decorrelation.unlikeAll(p, had, plan.column(scope.node, index).name));
        }
        for (short a = plan.exprs[e].first; a >= 0 && !plan.error; a = plan.exprs[a].next) keep(a, scope, p, had, columns);
    }
    /// The rows at the left with a column for what the subquery gives, NULL where that is nothing; of two rows it is an error.
    constexpr short valued(short right, ComputedColumn& column) {
        ComputedColumn::Of of = column.of;
        short value = 0;
        if (!isCorrelated(right)) {
            if (!plan.nodes[right].keys.unique({})) right = single(right, Pushed{}, 0);
            const short join = right < 0 ? right : b.joinNode(left, right);
            if (join < 0 || !b.bindJoin(join, JoinKind::left, -1, at.position)) return -1;
            column.column = static_cast<short>(plan.nodes[join].columnCount - 1);
            return join;
        }
        decorrelation.whole = wholeOf(right, of);
        Pushed pushed;
        if (!pushedFor(right, pushed)) return -1;
        value = pushed.to[0];
        ColumnSet domain;
        for (int i = 0; i < pushed.domain.size(); ++i) domain.add(pushed.domain[i]);
        if (!plan.nodes[pushed.node].keys.unique(domain)) {
            const short one = single(pushed.node, pushed, value);
            if (one < 0) return -1;
            value = static_cast<short>(pushed.domain.size());
            for (short i = 0; i < value; ++i) pushed.domain[i] = i;
            pushed.node = one;
        }
        const short join = b.joinNode(left, pushed.node);
        const short p = join < 0 ? join : onDomain(join, pushed);
        if (p < 0 || !b.bindJoin(join, JoinKind::left, p, at.position)) return -1;
        column.column = static_cast<short>(width() + value);
        column.of = of;
        return join;
    }
    /// An aggregate of all rows that need not be asked where there are none: its value is NULL then, or, what `of` becomes, a count's 0.
    constexpr short wholeOf(short right, ComputedColumn::Of& of) const {
        const Node& top = plan.nodes[right];
        const short below = top.kind == NodeKind::project ? top.left : right;
        const Node& n = plan.nodes[below];
        if (n.kind != NodeKind::aggregate || n.keyCount > 0) return -1;
        const auto isCount = [&](short c) {
            const Expr& x = plan.exprs[plan.items[n.firstItem + c]];
            return !x.user && functionInfo(x.function).ofNothing;
        };
        const short e = below == right ? static_cast<short>(-1) : plan.items[top.firstItem];
        const short column = e < 0 ? static_cast<short>(0) : plan.exprs[e].kind == ExprKind::column ? plan.exprs[e].index : static_cast<short>(-1);
        if (column >= 0 && isCount(column)) {
            if (!plan.columns[n.firstColumn + column].type.isNumeric() || of != ComputedColumn::Of::value) return -1;
            of = ComputedColumn::Of::count;
            return below;
        }
        for (short c = 0; c < n.columnCount; ++c)
            if (!isCount(c) && (e < 0 || nullWith(plan, e, c, c + 1))) return below;
        return -1;
    }
    /// The only row of each value of the domain; a second one is an error when it comes.
    constexpr short single(short input, const Pushed& pushed, short value) {
        const Scope scope = Scope::over(input, plan.nodes[input].columnCount);
        Node n{.kind = NodeKind::aggregate, .left = input, .firstColumn = plan.columnCount, .keyCount = static_cast<short>(pushed.domain.size())};
        detail::Stack<short> items;
        for (int i = 0; i < pushed.domain.size(); ++i) {
            Column key = plan.column(input, pushed.domain[i]);
            key.time = {};
            key.onlyShown = false;
            items.push(b.column(scope, pushed.domain[i]));
            plan.add(key);
        }
        const Column of = plan.column(input, value);
        const short e = b.column(scope, value);
        const SqlType type = of.type.orNull(n.keyCount == 0);
        items.push(plan.add(Expr{.kind = ExprKind::aggregate, .function = indexOf<functions::SingleValue>, .first = e, .type = type}));
        plan.add(Column{.name = of.name, .type = type});
        n.firstItem = plan.itemCount;
        for (int i = 0; i < items.size(); ++i) plan.addItem(items[i]);
        n.columnCount = n.itemCount = static_cast<short>(items.size());
        return b.put(n);
    }
    /// The greatest value of the only column of `input`, or NULL: of marks.
    constexpr short greatest(short input) {
        const short e = b.column(Scope::over(input, 1), 0);
        if (e < 0) return -1;
        Node n{.kind = NodeKind::aggregate, .left = input, .firstItem = plan.itemCount, .itemCount = 1, .firstColumn = plan.columnCount, .columnCount = 1};
        const SqlType type = plan.exprs[e].type.orNull(true);
        plan.addItem(plan.add(Expr{.kind = ExprKind::aggregate, .function = findFunction("MAX"), .first = e, .type = type}));
        plan.add(Column{.name = plan.column(input, 0).name, .type = type});
        return b.put(n);
    }
    /// `a IN (SELECT b ..)`, the a being expressions over the rows at the left: 2 where a = b for some b, else 1 where it is UNKNOWN for
    /// some, else NULL.
    constexpr short memberMark(short right, const detail::Stack<short>& values) {
        right = sameMembers(right, false);
        const Scope inner = Scope::over(right, plan.nodes[right].columnCount);
        ExprCopier copier{plan};
        short p = -1;
        for (short i = 0; i < values.size(); ++i) {
            const short outer = copier.copy(values[i], [&](Expr& x) {
                if (x.kind != ExprKind::column) return;
                x.kind = ExprKind::outer;
                x.function = decorrelation.id;
            });
            const short equal = outer < 0 ? outer : b.callOf(at, indexOf<functions::Equal>, outer, b.column(inner, i));
            if (equal < 0) return -1;
            p = decorrelation.conjoined(p, equal);
        }
        if (plan.error || p < 0) return -1;
        const bool nullable = plan.exprs[p].type.nullable;
        const short again = copier.copy(p, [](Expr&) {});
        if (nullable) p = plan.add(Expr{.kind = ExprKind::call, .function = indexOf<functions::IsNotFalse>, .first = p, .type = sqltype::boolean});
        const short kept = b.filterBy(right, p);
        if (kept < 0) return -1;
        const auto marks = b.beginProjection(kept);
        short mark = plan.add(integerLiteral("2", false).expr);
        if (nullable) {
            Binder::PendingCall c;
            c.base = plan.scratchTop;
            c.call = {.kind = ExprKind::call, .function = indexOf<functions::Case>};
            b.addArgument(c, again);
            b.addArgument(c, mark);
            b.addArgument(c, plan.add(integerLiteral("1", false).expr));
            mark = b.endCall(at, c);
        }
        b.addOutput(marks, mark, "i");
        const short marked = plan.error ? static_cast<short>(-1) : b.projectionNode(marks, 1);
        return marked < 0 ? marked : greatest(marked);
    }
    /// 1 where there is a row, else NULL.
    constexpr short anyMark(short right) {
        const auto p = b.beginProjection(right);
        b.addOutput(p, plan.add(integerLiteral("1", false).expr), "i");
        const short marks = plan.error ? static_cast<short>(-1) : b.projectionNode(p, 1);
        return marks < 0 ? marks : greatest(marks);
    }
};

}  // namespace rivulet::plan
