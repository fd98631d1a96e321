// SPDX-License-Identifier: BSL-1.0
// What a SELECT groups by and aggregates: from expressions over its input to a node of groups and expressions over those.
#pragma once
#include <string_view>

#include <rivulet/plan/relation_binder.hpp>

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
    constexpr bool bindKeys(const Scope& scope, short list);  // grouping.hpp
    // Before the aggregates stand the keys, and with grouping sets the set's number.
    constexpr short firstAggregate() const { return static_cast<short>(g.keys.size() + (g.sets.size() > 0)); }
    // Whether a grouping set leaves the key out, which is NULL then.
    constexpr bool isLeftOut(short k) const {
        for (int s = 0; s < g.sets.size(); ++s)
            if (g.sets[s] >> k & 1) return true;
        return false;
    }
    constexpr SqlType keyType(short k) const { return plan.exprs[g.keys[k]].type.orNull(isLeftOut(k)); }

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
        return g.sets.size() == 0 || b.retype(e);  // a key that a set leaves out is NULL there, whatever its type was
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
            if (from != plan.nodes[below].windowColumns.time) {
                c.time = {};
                c.onlyShown = false;
            }
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
        if (!asWindows(n) || !canTakeBack(n)) return -1;
        return isProjection(n) ? projection(n) : b.put(n);
    }
    // Groups by window are results that come once. Else the time of a window is a time like any other.
    constexpr bool asWindows(Node& n) {
        if (!groupsByWindow(plan, n)) {
            for (short k = 0; k < n.keyCount; ++k) plan.writeColumns[n.firstColumn + k].time = {};
            return true;
        }
        n.kind = NodeKind::windowAggregate;
        const Windowing& w = plan.nodes[n.left].windowing;
        if (w.kind == WindowKind::hop && w.size % w.step != 0 && !w.grouped) {
            Error e{.code = ErrorCode::windowLengths, .subject = "HOP", .expected = "a size of whole slides"};
            RelationBinder::writeCount(e.foundText, "a slide of ", w.step);
            e.foundText.append(" ms");
            return plan.fail(e);
        }
        for (int a = 0; a < g.aggregates.size() && mergesSlices(plan, n); ++a) {
            const Expr& x = plan.exprs[g.aggregates[a]];
            if (x.user && !b.catalogue.functions[x.function].merges)
                return plan.fail({.code = ErrorCode::notAnAggregateFunction, .subject = x.text, .expected = "one void merge(const T&), as windows share their rows"});
        }
        return true;
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
            if (i < n.keyCount && isLeftOut(i)) {
                c.type.nullable = true;
                c.knownNotNull = false;
                c.time = {};
                c.onlyShown = false;
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

}  // namespace rivulet::plan
