// SPDX-License-Identifier: BSL-1.0
// A subquery that reads the query around, made one that does not: it is computed once for all the values that it may read there, its
// domain, whose columns go through all of its steps (Neumann and Kemper, Unnesting Arbitrary Queries, 2015).
#pragma once
#include <string_view>

#include <rivulet/plan/distinct.hpp>
#include <rivulet/plan/group_binder.hpp>
#include <rivulet/plan/joins.hpp>
#include <rivulet/plan/operator_name.hpp>
#include <rivulet/plan/relation_binder.hpp>

namespace rivulet::plan {

/// The conditions that AND joins in a bound one, each by itself.
constexpr void takeApart(PlanBuilder& plan, short p, detail::Stack<short>& to) {
    if (p < 0) return;
    const Expr& x = plan.exprs[p];
    if (x.kind != ExprKind::call || x.function != indexOf<functions::And>) return to.push(p);
    for (short a = x.first; a >= 0;) {
        const short next = plan.exprs[a].next;
        plan.writeExprs[a].next = -1;
        takeApart(plan, a, to);
        a = next;
    }
}

/// Copies of expressions, some of whose columns become others. What one text computes once stays so in the copy.
struct ExprCopier {
    PlanBuilder& plan;
    struct Pair { short from{}, to{}; };
    detail::Stack<Pair> shared{};

    /// `column(x)` changes a copied column, or one of a query around, in place.
    constexpr short copy(short e, const auto& column) {
        return copy(e, column, [](short) {});
    }
    /// `done(e)` is told of each copy whose operands are copied.
    constexpr short copy(short e, const auto& column, const auto& done) {
        if (e < 0 || plan.error) return -1;
        Expr x = plan.exprs[e];
        x.next = -1;
        if (x.kind == ExprKind::column || x.kind == ExprKind::outer) column(x);
        if (x.kind == ExprKind::same)
            for (int i = 0; i < shared.size(); ++i)
                if (shared[i].from == x.index) {
                    x.index = shared[i].to;
                    x.type = plan.exprs[x.index].type;
                    return plan.add(x);
                }
        short last = -1, first = -1;
        for (short a = x.first; a >= 0; a = plan.exprs[a].next) {
            const short c = copy(a, column, done);
            if (c < 0) return -1;
            if (last < 0) first = c;
            else plan.writeExprs[last].next = c;
            last = c;
        }
        x.first = first;
        const short made = plan.add(x);
        if (made < 0) return made;
        done(made);
        if (x.shared) shared.push({e, made});
        return made;
    }
};

/// Where the columns of a step are once those of the domain go through it.
struct Pushed {
    short node{-1};
    detail::Stack<short> domain{};  // the column of each value of the domain
    detail::Stack<short> to{};      // of each column that the step had
};

struct Decorrelation {
    RelationBinder& b;
    PlanBuilder& plan;
    short around{-1};                  // the rows of the query around
    short id{-1};                      // of that query, see Around
    const Syntax* at{};                // where an error points
    detail::Stack<short> columns{};    // those of the query around that are read, each once
    int reads{};                       // how often
    bool mayUseKeys{};                 // see keyed()
    bool usesKeys{};
    short whole{-1};                   // an aggregate of all rows that is NULL of none: what is joined to it in the end says so, too

    constexpr Decorrelation(RelationBinder& binder, short aroundNode, short aroundId, const Syntax* syntax) : b(binder), plan(binder.plan), around(aroundNode), id(aroundId), at(syntax) {}

    constexpr bool refuse(std::string_view what) { return plan.fail(b.errorAt(ErrorCode::notSupported, *at, what)); }

    // ---- what is read -------------------------------------------------------------------------------------------------------

    constexpr short placeOf(short column) const {
        for (int i = 0; i < columns.size(); ++i)
            if (columns[i] == column) return static_cast<short>(i);
        return -1;
    }
    constexpr bool isOuter(const Expr& x) const { return x.kind == ExprKind::outer && x.function == id; }
    /// How often an expression reads the query around.
    constexpr int readsOf(short e) const {
        if (e < 0) return 0;
        int n = isOuter(plan.exprs[e]);
        if (plan.exprs[e].kind != ExprKind::same)
            for (short a = plan.exprs[e].first; a >= 0; a = plan.exprs[a].next) n += readsOf(a);
        return n;
    }
    constexpr bool isRead(short node) const {
        for (; node >= 0; node = plan.nodes[node].left) {
            const Node& n = plan.nodes[node];
            if (readsOf(n.predicate) > 0) return true;
            for (short i = 0; i < n.itemCount; ++i)
                if (readsOf(plan.items[n.firstItem + i]) > 0) return true;
            if (n.right >= 0 && isRead(n.right)) return true;
        }
        return false;
    }
    constexpr void collect(short e) {
        if (e < 0) return;
        const Expr& x = plan.exprs[e];
        if (isOuter(x)) {
            ++reads;
            if (placeOf(x.index) < 0) columns.push(x.index);
        }
        if (x.kind != ExprKind::same)
            for (short a = x.first; a >= 0; a = plan.exprs[a].next) collect(a);
    }
    constexpr void collectIn(short node) {
        for (; node >= 0; node = plan.nodes[node].left) {
            const Node& n = plan.nodes[node];
            collect(n.predicate);
            for (short i = 0; i < n.itemCount; ++i) collect(plan.items[n.firstItem + i]);
            if (n.right >= 0) collectIn(n.right);
        }
    }

    // ---- the domain ---------------------------------------------------------------------------------------------------------

    /// Each combination of the values that are read, once.
    constexpr short domain() {
        const short rows = duplicate(around);
        if (rows < 0) return -1;
        const Scope scope = Scope::over(rows, plan.nodes[rows].columnCount);
        const auto p = b.beginProjection(rows);
        for (int i = 0; i < columns.size(); ++i) {
            if (!b.addOutput(p, b.column(scope, columns[i]), b.unlike(p.firstColumn, plan.columnCount, plan.column(rows, columns[i]).name))) return -1;
            Column& c = plan.writeColumns[plan.columnCount - 1];
            c.time = {};
            c.onlyShown = false;
        }
        return b.distinct(b.endProjection(p, true));
    }
    /// The same steps once more, as a join and the domain of its other side may each change theirs later.
    constexpr short duplicate(short node) {
        if (node < 0 || plan.error) return -1;
        Node n = plan.nodes[node];
        n.left = duplicate(n.left);
        n.right = duplicate(n.right);
        ExprCopier copier{plan};
        const auto keep = [](Expr&) {};
        detail::Stack<short> items;
        for (short i = 0; i < n.itemCount; ++i) {
            items.push(copier.copy(plan.items[n.firstItem + i], keep));
            if (plan.error) return -1;
            if (!b.repeatable(items[i])) return refuse("a subquery that reads rows of a function that may not be repeated"), static_cast<short>(-1);
        }
        n.predicate = copier.copy(n.predicate, keep);
        if (n.predicate >= 0 && !b.repeatable(n.predicate)) return refuse("a subquery that reads rows of a function that may not be repeated"), static_cast<short>(-1);
        const short firstItem = plan.itemCount, firstColumn = plan.columnCount;
        for (int i = 0; i < items.size(); ++i) plan.addItem(items[i]);
        for (short c = 0; c < n.columnCount; ++c) plan.add(Column{plan.columns[n.firstColumn + c]});
        n.firstItem = firstItem;
        n.firstColumn = firstColumn;
        return plan.error ? static_cast<short>(-1) : plan.add(n);
    }

    // ---- one step after the other -------------------------------------------------------------------------------------------

    /// An expression over the columns that a step had, over those it has now. An aggregate that had no groups may have some now.
    constexpr short moved(ExprCopier& copier, short e, const Pushed& in) {
        const auto column = [&](Expr& x) {
            const bool outer = isOuter(x);
            if (x.kind == ExprKind::outer && !outer) return;
            x = Expr{.kind = ExprKind::column, .index = outer ? in.domain[placeOf(x.index)] : in.to[x.index], .type = x.type, .text = x.text};
            if (in.node >= 0) x.type = plan.column(in.node, x.index).type;
        };
        return copier.copy(e, column, [&](short made) {
            if (plan.exprs[made].kind != ExprKind::column) b.retype(made);
        });
    }
    constexpr short equal(const Scope& scope, short left, short right) {
        const short l = b.column(scope, left), r = b.column(scope, right);
        if (plan.error) return -1;
        const bool nullable = !usesKeys && plan.exprs[l].type.nullable;
        return b.callOf(*at, nullable ? indexOf<functions::IsNotDistinctFrom> : indexOf<functions::Equal>, l, r);
    }
    constexpr short conjoined(short p, short q) { return p < 0 || q < 0 ? (p < 0 ? q : p) : b.conjoined(p, q); }

    constexpr bool push(short node, Pushed& out) {
        if (plan.error) return false;
        const Node n = plan.nodes[node];
        if (!isRead(node)) return crossed(node, out);
        switch (n.kind) {
            case NodeKind::filter: return filter(n, out);
            case NodeKind::project: return project(n, out);
            case NodeKind::aggregate: return aggregate(node, n, out);
            case NodeKind::join: case NodeKind::intervalJoin: case NodeKind::windowJoin: return join(n, out);
            case NodeKind::unionAll: case NodeKind::intersectAll: case NodeKind::exceptAll: return setOperation(n, out);
            case NodeKind::limit: case NodeKind::rank: case NodeKind::deduplicate: return rank(n, out);
            case NodeKind::sort: case NodeKind::temporalSort: return push(n.left, out);  // the order of a table does not count
            case NodeKind::over: return over(n, out);
            case NodeKind::unnest: return unnest(n, out);
            case NodeKind::expand: return expand(n, out);
            case NodeKind::scan: case NodeKind::values: case NodeKind::normalize: case NodeKind::watermark: case NodeKind::window: case NodeKind::windowAggregate:
            case NodeKind::windowRank: case NodeKind::temporalJoin: case NodeKind::lookupJoin: case NodeKind::reused: case NodeKind::match: break;
        }
        Error e = b.errorAt(ErrorCode::notSupported, *at, operatorName(n));
        e.expected = "no column of the query around in or below it";
        return plan.fail(e);
    }
    /// A step that reads nothing of the query around gives the same rows for all of the domain.
    constexpr bool crossed(short node, Pushed& out) {
        const short values = domain();
        if (values < 0) return false;
        for (short i = 0; i < columns.size(); ++i) out.domain.push(i);
        for (short c = 0; c < plan.nodes[node].columnCount; ++c) out.to.push(static_cast<short>(columns.size() + c));
        out.node = values;
        if (plan.nodes[node].kind == NodeKind::values) return true;
        out.node = b.joinNode(values, node);
        return out.node >= 0 && b.bindJoin(out.node, JoinKind::inner, -1, -1);
    }
    constexpr bool filter(const Node& n, Pushed& out) {
        if (mayUseKeys && keyed(n, out)) return !plan.error;
        if (!push(n.left, out)) return false;
        ExprCopier copier{plan};
        const short p = moved(copier, n.predicate, out);
        out.node = p < 0 ? p : b.filterBy(out.node, p);
        return out.node >= 0;
    }
    /// Where nothing is read but in `inner = outer` here, the inner values are a domain themselves: more of them do no harm, as those that
    /// are no outer ones find no row there. Only steps that look at each of its values by itself may follow.
    constexpr bool keyed(const Node& n, Pushed& out) {
        if (isRead(n.left) || readsOf(n.predicate) != reads || reads != columns.size()) return false;
        ExprCopier copier{plan};
        detail::Stack<short> all, keys;
        takeApart(plan, copier.copy(n.predicate, [](Expr&) {}), all);
        if (plan.error) return true;
        short own = -1;
        for (int i = 0; i < columns.size(); ++i) keys.push(-1);
        for (int i = 0; i < all.size() && !plan.error; ++i) {
            if (readsOf(all[i]) == 0) {
                own = conjoined(own, all[i]);
                continue;
            }
            const Expr& x = plan.exprs[all[i]];
            if (x.kind != ExprKind::call || x.function != indexOf<functions::Equal>) return false;
            const short first = written(x.first), second = written(plan.exprs[x.first].next);
            const bool ownFirst = isOuter(plan.exprs[second]);
            const short key = ownFirst ? first : second, outer = ownFirst ? second : first;
            if (!isOuter(plan.exprs[outer]) || readsOf(key) > 0 || b.readsAround(key)) return false;
            plan.writeExprs[key].next = -1;
            keys[placeOf(plan.exprs[outer].index)] = key;
        }
        if (plan.error) return true;
        usesKeys = true;
        out.node = own < 0 ? n.left : b.filterBy(n.left, own);
        if (out.node < 0) return true;
        const short width = plan.nodes[n.left].columnCount;
        for (short c = 0; c < width; ++c) out.to.push(c);
        const Scope scope = Scope::over(out.node, width);
        const auto p = b.beginProjection(out.node);
        for (short c = 0; c < width; ++c) b.addOutput(p, b.column(scope, c), plan.column(out.node, c).name);
        for (int i = 0; i < keys.size() && !plan.error; ++i) {
            const Expr& key = plan.exprs[keys[i]];
            if (key.kind != ExprKind::column) b.addOutput(p, keys[i], b.freeName(p.firstColumn, plan.columnCount));
            out.domain.push(key.kind == ExprKind::column ? key.index : static_cast<short>(plan.itemCount - p.firstItem - 1));
        }
        out.node = b.endProjection(p, true);
        return true;
    }
    constexpr short written(short e) const {
        while (plan.exprs[e].kind == ExprKind::cast && plan.exprs[e].implicit) e = plan.exprs[e].first;
        return e;
    }
    /// The columns of the domain first, then all that the step had.
    constexpr bool inOrder(const Pushed& in, const Node& had, Pushed& out, const auto& value) {
        const Scope scope = Scope::over(in.node, plan.nodes[in.node].columnCount);
        const auto p = b.beginProjection(in.node);
        for (short i = 0; i < in.domain.size(); ++i) {
            b.addOutput(p, b.column(scope, in.domain[i]), unlikeAll(p, had, plan.column(in.node, in.domain[i]).name));
            out.domain.push(i);
        }
        for (short c = 0; c < had.columnCount && !plan.error; ++c) {
            b.addOutput(p, value(c), b.unlike(p.firstColumn, plan.columnCount, plan.columns[had.firstColumn + c].name));
            out.to.push(static_cast<short>(in.domain.size() + c));
        }
        out.node = b.endProjection(p, true);
        return out.node >= 0;
    }
    // A name that neither an output so far nor one of the step's columns has.
    constexpr std::string_view unlikeAll(const RelationBinder::Projection& p, const Node& had, std::string_view name) {
        const auto taken = [&](std::string_view s) {
            return b.isNamed(p.firstColumn, plan.columnCount, s) || b.isNamed(had.firstColumn, static_cast<short>(had.firstColumn + had.columnCount), s);
        };
        for (int n = -1; !plan.error; ++n)
            if (const std::string_view made = n < 0 ? name : plan.makeName(name, n); !taken(made)) return made;
        return name;
    }
    constexpr bool project(const Node& n, Pushed& out) {
        Pushed in;
        if (!push(n.left, in)) return false;
        ExprCopier copier{plan};
        return inOrder(in, n, out, [&](short c) { return moved(copier, plan.items[n.firstItem + c], in); });
    }
    // The items of a step with the values of the domain before them, as something to partition or group by.
    constexpr void items(const Node& n, const Pushed& in, Node& to, short first = 0) {
        const Scope scope = Scope::over(in.node, plan.nodes[in.node].columnCount);
        ExprCopier copier{plan};
        detail::Stack<short> all;
        for (int i = 0; i < in.domain.size(); ++i) all.push(b.column(scope, in.domain[i]));
        for (short i = first; i < n.itemCount; ++i) all.push(moved(copier, plan.items[n.firstItem + i], in));
        to.firstItem = plan.itemCount;
        for (int i = 0; i < all.size(); ++i) plan.addItem(all[i]);
        to.itemCount = static_cast<short>(all.size());
        to.keyCount = static_cast<short>(n.keyCount + in.domain.size());
    }
    constexpr bool finish(const Node& n, Pushed& out) {
        out.node = b.put(n);
        return out.node >= 0;
    }
    /// Groups by the domain as well. An aggregate of all rows has a row for each value of the domain, whether there are any or not.
    constexpr bool aggregate(short node, const Node& n, Pushed& out) {
        Pushed in;
        if (!push(n.left, in)) return false;
        Node to{.kind = NodeKind::aggregate, .left = in.node};
        items(n, in, to);
        if (plan.error) return false;
        for (short i = n.keyCount; i < n.itemCount; ++i)
            if (const Expr& x = plan.exprs[plan.items[n.firstItem + i]]; x.user && (n.keyCount == 0 || (!b.catalogue.functions[x.function].retracts && !plan.nodes[in.node].mode.insertOnly())))
                return refuse("a user's aggregate in a subquery that reads the query around");
        to.firstColumn = plan.columnCount;
        const auto names = b.beginProjection(in.node);
        for (short i = 0; i < in.domain.size(); ++i) {
            Column c = plan.column(in.node, in.domain[i]);
            c.name = unlikeAll(names, n, c.name);
            c.time = {};
            c.onlyShown = false;
            plan.add(c);
            out.domain.push(i);
        }
        for (short c = 0; c < n.columnCount && !plan.error; ++c) {
            Column own = plan.columns[n.firstColumn + c];
            own.type = plan.exprs[plan.items[to.firstItem + in.domain.size() + c]].type;
            plan.add(own);
            out.to.push(static_cast<short>(in.domain.size() + c));
        }
        to.columnCount = static_cast<short>(plan.columnCount - to.firstColumn);
        out.node = grouped(to);
        if (out.node < 0) return false;
        return n.keyCount > 0 || usesKeys || node == whole || ofNothing(n, out);
    }
    // Groups by what is unique may be no groups.
    constexpr short grouped(const Node& n) {
        Grouping g;
        for (short i = n.keyCount; i < n.itemCount; ++i) g.aggregates.push(plan.items[n.firstItem + i]);
        GroupBinder groups(b, g);
        return groups.isProjection(n) ? groups.projection(n) : b.put(n);
    }
    constexpr bool ofNothing(const Node& n, Pushed& out) {
        const short values = domain(), both = values < 0 ? values : b.joinNode(values, out.node);
        if (both < 0) return false;
        const auto width = static_cast<short>(columns.size());
        const Scope scope = Scope::over(both, plan.nodes[both].columnCount);
        short p = -1;
        for (short i = 0; i < width; ++i) p = conjoined(p, equal(scope, i, static_cast<short>(width + i)));
        if (plan.error || !b.bindJoin(both, JoinKind::left, p, -1)) return false;
        Pushed padded, all;
        padded.node = both;
        for (short i = 0; i < width; ++i) padded.domain.push(i);
        const bool done = inOrder(padded, n, all, [&](short c) {
            const short value = b.column(scope, static_cast<short>(2 * width + c));
            if (value < 0) return value;
            const Expr& x = plan.exprs[plan.items[n.firstItem + c]];
            if (!functionInfo(x.function).ofNothing) return value;
            if (!plan.exprs[value].type.isNumeric()) return refuse("this aggregate in a subquery that reads the query around"), static_cast<short>(-1);
            return b.callOf(*at, indexOf<functions::Coalesce>, value, plan.add(integerLiteral("0", false).expr));
        });
        out.node = all.node;
        return done;
    }
    /// The places of each value of the domain. What any rows may stay for, those stay that are first in the order of a column.
    constexpr bool rank(const Node& n, Pushed& out) {
        if (!push(n.left, out)) return false;
        Node to = n;
        to.kind = NodeKind::rank;
        to.left = out.node;
        to.bounds = {};
        to.last = false;
        to.windowing = {};
        to.windowColumns = {};
        to.keys = {};
        items(n, out, to);
        if (n.itemCount == n.keyCount) {
            short by = 0;
            while (by < plan.nodes[n.left].columnCount && (plan.column(n.left, by).type.isNested() || plan.column(n.left, by).type.root == TypeRoot::raw)) ++by;
            if (by == plan.nodes[n.left].columnCount) return refuse("LIMIT of rows without an order in a subquery that reads the query around");
            const short of = b.column(Scope::over(out.node, plan.nodes[out.node].columnCount), out.to[by]);
            if (of < 0) return false;
            plan.addItem(plan.add(Expr{.kind = ExprKind::order, .first = of, .index = packOrder(false, true), .type = plan.exprs[of].type}));
            ++to.itemCount;
        }
        ExprCopier copier{plan};
        if (n.predicate >= 0) to.predicate = moved(copier, n.predicate, out);
        return behind(n, to, n.ranked, out);
    }
    constexpr bool over(const Node& n, Pushed& out) {
        if (!plan.batch && plan::overTime(plan, n) != TimeAttribute::none) return refuse("OVER by time in a subquery that reads the query around");
        if (!push(n.left, out)) return false;
        Node to = n;
        to.left = out.node;
        items(n, out, to);
        return behind(n, to, n.columnCount - plan.nodes[n.left].columnCount, out);
    }
    // A step that gives the columns of its input and `more` of its own.
    constexpr bool behind(const Node& n, Node& to, int more, Pushed& out) {
        const short in = to.left;
        to.firstColumn = plan.columnCount;
        for (short c = 0; c < plan.nodes[in].columnCount; ++c) plan.add(Column{plan.column(in, c)});
        for (int i = n.columnCount - more; i < n.columnCount; ++i) {
            out.to.push(static_cast<short>(plan.columnCount - to.firstColumn));
            Column own = plan.columns[n.firstColumn + i];
            own.name = b.unlike(to.firstColumn, plan.columnCount, own.name);
            plan.add(own);
        }
        to.columnCount = static_cast<short>(plan.columnCount - to.firstColumn);
        return finish(to, out);
    }
    constexpr bool unnest(const Node& n, Pushed& out) {
        if (!push(n.left, out)) return false;
        Node to = n;
        to.left = out.node;
        const short width = plan.nodes[n.left].columnCount, by = static_cast<short>(plan.nodes[out.node].columnCount - width);
        ExprCopier copier{plan};
        detail::Stack<short> all;
        Pushed both;
        for (int i = 0; i < out.domain.size(); ++i) both.domain.push(out.domain[i]);
        for (short c = 0; c < n.columnCount; ++c) both.to.push(c < width ? out.to[c] : static_cast<short>(c + by));
        for (short i = 0; i < n.itemCount; ++i) all.push(moved(copier, plan.items[n.firstItem + i], both));
        to.firstItem = plan.itemCount;
        for (int i = 0; i < all.size(); ++i) plan.addItem(all[i]);
        return behind(n, to, n.columnCount - width, out);
    }
    /// Grouping sets, each with the whole domain.
    constexpr bool expand(const Node& n, Pushed& out) {
        Pushed below, in;
        if (!push(n.left, below)) return false;
        const Scope scope = Scope::over(below.node, plan.nodes[below.node].columnCount);
        if (!inOrder(below, plan.nodes[n.left], in, [&](short c) { return b.column(scope, below.to[c]); })) return false;
        const int width = in.domain.size();
        Node to = n;
        to.left = in.node;
        to.firstItem = plan.itemCount;
        to.keyCount = static_cast<short>(n.keyCount + width);
        if (to.keyCount > 62) return refuse("so many grouping sets");
        for (short i = 0; i < n.itemCount; ++i) {
            Expr bits = plan.exprs[plan.items[n.firstItem + i]];
            bits.integer <<= width;
            plan.addItem(plan.add(bits));
        }
        to.firstColumn = plan.columnCount;
        for (short i = 0; i < width; ++i) {
            plan.add(Column{plan.column(in.node, i)});
            out.domain.push(i);
        }
        for (short c = 0; c < n.columnCount; ++c) {
            plan.add(Column{plan.columns[n.firstColumn + c]});
            out.to.push(static_cast<short>(width + c));
        }
        to.columnCount = static_cast<short>(plan.columnCount - to.firstColumn);
        return finish(to, out);
    }

    // ---- steps over two inputs ----------------------------------------------------------------------------------------------

    /// A side that reads nothing may stay as it is where the other one has the domain and none of its rows is lost without a partner.
    constexpr bool join(const Node& n, Pushed& out) {
        const JoinKind kind = n.join;
        const bool inner = kind == JoinKind::inner;
        const bool pushLeft = isRead(n.left) || (kind != JoinKind::right && !(inner && isRead(n.right)));
        const bool pushRight = isRead(n.right) || kind == JoinKind::right || kind == JoinKind::full;
        Pushed left, right;
        if (!side(n.left, pushLeft, left) || !side(n.right, pushRight, right)) return false;
        const short both = b.joinNode(left.node, right.node);
        if (both < 0) return false;
        const short width = plan.nodes[left.node].columnCount;
        for (int c = 0; c < left.to.size(); ++c) out.to.push(left.to[c]);
        for (int c = 0; c < right.to.size(); ++c) out.to.push(static_cast<short>(width + right.to[c]));
        const bool fromRight = !pushLeft || kind == JoinKind::right;
        for (int i = 0; i < columns.size(); ++i) out.domain.push(fromRight ? static_cast<short>(width + right.domain[i]) : left.domain[i]);
        const Scope scope = Scope::over(both, plan.nodes[both].columnCount);
        short p = -1;
        for (int i = 0; i < columns.size() && pushLeft && pushRight; ++i) p = conjoined(p, equal(scope, left.domain[i], static_cast<short>(width + right.domain[i])));
        ExprCopier copier{plan};
        if (n.predicate >= 0) p = conjoined(p, moved(copier, n.predicate, out));
        if (plan.error || !b.bindJoin(both, kind, p, at->position)) return false;
        out.node = both;
        if (kind == JoinKind::semi || kind == JoinKind::anti) out.to.shrink(left.to.size());
        if (kind != JoinKind::full) return true;
        // either side may be the one that is there
        const Scope all = Scope::over(both, plan.nodes[both].columnCount);
        const auto pr = b.beginProjection(both);
        for (short c = 0; c < plan.nodes[both].columnCount; ++c) b.addOutput(pr, b.column(all, c), b.unlike(pr.firstColumn, plan.columnCount, plan.column(both, c).name));
        for (int i = 0; i < columns.size() && !plan.error; ++i) {
            const short e = b.callOf(*at, indexOf<functions::Coalesce>, b.column(all, left.domain[i]), b.column(all, static_cast<short>(width + right.domain[i])));
            b.addOutput(pr, e, b.freeName(pr.firstColumn, plan.columnCount));
            out.domain[i] = static_cast<short>(plan.itemCount - pr.firstItem - 1);
        }
        out.node = b.endProjection(pr, true);
        return out.node >= 0;
    }
    constexpr bool side(short node, bool pushes, Pushed& out) {
        if (pushes) return push(node, out);
        out.node = node;
        for (short c = 0; c < plan.nodes[node].columnCount; ++c) out.to.push(c);
        return true;
    }
    constexpr bool setOperation(const Node& n, Pushed& out) {
        Node to{.kind = n.kind, .firstColumn = -1};
        for (short* child : {&to.left, &to.right}) {
            const short had = child == &to.left ? n.left : n.right;
            Pushed in, ordered;
            if (!push(had, in)) return false;
            const Scope scope = Scope::over(in.node, plan.nodes[in.node].columnCount);
            if (!inOrder(in, plan.nodes[had], ordered, [&](short c) { return b.column(scope, in.to[c]); })) return false;
            *child = ordered.node;
        }
        to.firstColumn = plan.columnCount;
        for (short i = 0; i < columns.size(); ++i) {
            plan.add(Column{plan.column(to.left, i)});
            out.domain.push(i);
        }
        for (short c = 0; c < n.columnCount; ++c) {
            plan.add(Column{plan.columns[n.firstColumn + c]});
            out.to.push(static_cast<short>(columns.size() + c));
        }
        to.columnCount = static_cast<short>(plan.columnCount - to.firstColumn);
        return finish(to, out);
    }
};

}  // namespace rivulet::plan
