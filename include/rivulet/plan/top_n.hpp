// SPDX-License-Identifier: BSL-1.0
// ROW_NUMBER() OVER (PARTITION BY .. ORDER BY ..): the places of rows, of which a condition around keeps the first ones.
#pragma once
#include <string_view>

#include <rivulet/plan/over.hpp>
#include <rivulet/plan/query_binder.hpp>
#include <rivulet/plan/relations.hpp>

namespace rivulet::plan {

struct TopNBinder {
    QueryBinder& b;
    PlanBuilder& plan;
    const Syntax* syntax;

    constexpr explicit TopNBinder(QueryBinder& binder) : b(binder), plan(binder.plan), syntax(binder.syntax) {}

    // ---- conditions on a place --------------------------------------------------------------------------------------

    /// Where a place stands as a column: in an OVER that is nothing else, and in the projections over it, the topmost first.
    struct Step { short node{-1}, column{-1}; };
    using Path = detail::Stack<Step>;
    constexpr bool find(short node, Path& path) const {
        short top = node;
        while (plan.nodes[top].kind == NodeKind::project) top = plan.nodes[top].left;
        const Node& r = plan.nodes[top];
        const short ranking = rankingOf(plan, r);
        if (ranking != indexOf<functions::RowNumber>) return false;
        for (short i = 0; i < plan.nodes[node].columnCount; ++i) {
            path.shrink(0);
            short column = i;
            for (short n = node; column >= 0; n = plan.nodes[n].left) {
                path.push({n, column});
                if (n == top) break;
                const Expr& x = plan.exprs[plan.items[plan.nodes[n].firstItem + column]];
                column = x.kind == ExprKind::column ? x.index : static_cast<short>(-1);
            }
            if (column == r.columnCount - 1) return true;
        }
        return false;
    }
    /// Takes the conditions on a place out of `conjuncts`, if they bound it, and makes of the OVER below a rank that keeps those places only.
    /// Where nothing else of the SELECT reads the place, it is gone as a column, too. RANK and DENSE_RANK stay an OVER with a filter.
    /// `qualify`: the OVER is that of the SELECT itself, and its call, not a name, is the place.
    constexpr void bound(Scope& scope, detail::Stack<short>& conjuncts, const sql::Query& q, bool qualify = false) {
        Path path;
        if ((scope.partCount != 1 && !qualify) || !find(scope.node, path) || (qualify && path.size() != 1)) return;
        const Step rank = path[path.size() - 1];
        long long first = 1, last = -1;
        short column = -1;
        detail::Stack<short> rest;
        for (int i = 0; i < conjuncts.size(); ++i)
            if (!narrow(scope, path[0].column, conjuncts[i], first, last)) rest.push(conjuncts[i]);
        if (last < 0 && first == 1) column = lastPlace(scope, path, rest);
        if (last < 0 && column < 0) {
            if (first > 1 && !plan.batch) refuse(rank.node, "a place without a last one", "a condition such as place <= 3");
            return;
        }
        Node& r = plan.writeNodes[rank.node];
        r.kind = NodeKind::rank;
        r.ranked = true;
        --r.itemCount;
        r.orderCount = 0;
        r.frame = {};
        r.offset = first - 1;
        if (column >= 0) r.predicate = b.column(Scope::over(r.left, plan.nodes[r.left].columnCount), column);
        else r.limit = last < first ? 0 : last - first + 1;
        overTime(rank.node);
        const std::string_view name = plan.column(scope.node, path[0].column).name;
        bool read = false;
        for (const short list : {q.items, q.group, q.having, qualify ? static_cast<short>(-1) : q.qualify, q.order})
            for (short s = list; s >= 0 && !read; s = syntax[s].next) read = qualify ? calls(s, path[0].column) : reads(s, name);
        conjuncts.shrink(0);
        for (int i = 0; i < rest.size(); ++i) {
            conjuncts.push(rest[i]);
            read = read || (qualify ? calls(rest[i], path[0].column) : reads(rest[i], name));
        }
        for (int i = path.size() - 1; i >= 0; --i) {
            Node& n = plan.writeNodes[path[i].node];
            n.view = {};
            if (i + 1 < path.size()) n.left = path[i + 1].node;
            if (!read) drop(n, path[i].column);
            n.keys = keysOf(plan, n);
            n.mode = modeOf(plan, n, plan.batch);
            deriveWindows(plan, n);
            if (n.kind == NodeKind::project && b.isIdentity({n.left, 0, n.firstItem, n.firstColumn}, n.itemCount)) path[i].node = n.left;
        }
        scope.node = path[0].node;
        if (read || qualify) return;
        Scope::Part& part = scope.firstPart < 0 ? scope.only : b.parts[scope.firstPart];
        --part.count;
    }
    constexpr void refuse(short over, std::string_view what, std::string_view expected) {
        Error e{.code = ErrorCode::notSupported, .subject = what, .expected = expected};
        for (int i = 0; i < b.places.size(); ++i)
            if (b.places[i].column == over) e.position = syntax[b.places[i].syntax].position;
        plan.fail(e);
    }
    /// The column of the partition, by which the first such condition bounds the place: `place <= lots`, which is taken out; -1 for none.
    constexpr short lastPlace(const Scope& scope, const Path& path, detail::Stack<short>& conjuncts) const {
        for (int i = 0; i < conjuncts.size(); ++i) {
            const short column = partitionColumn(path, boundingColumn(scope, path[0].column, syntax[conjuncts[i]]));
            if (column < 0) continue;
            for (int k = i + 1; k < conjuncts.size(); ++k) conjuncts[k - 1] = conjuncts[k];
            conjuncts.shrink(conjuncts.size() - 1);
            return column;
        }
        return -1;
    }
    // The column on the other side of `place <= column`, or of `column >= place`.
    constexpr short boundingColumn(const Scope& scope, short place, const Syntax& s) const {
        if (s.kind != SyntaxKind::call || s.first < 0 || syntax[s.first].next < 0 || (s.text != "<=" && s.text != ">=")) return -1;
        const auto named = [&](short at) { return columnOf(scope, at); };
        const short left = named(s.first), right = named(syntax[s.first].next);
        return (s.text == "<=" ? left : right) == place ? (s.text == "<=" ? right : left) : static_cast<short>(-1);
    }
    // The column of the rank's input that a column above the path is, if it is an integer by which the rank partitions; else -1.
    constexpr short partitionColumn(const Path& path, short column) const {
        for (int i = 0; i < path.size() - 1 && column >= 0; ++i) column = keys::columnOf(plan, plan.items[plan.nodes[path[i].node].firstItem + column]);
        const Node& rank = plan.nodes[path[path.size() - 1].node];
        if (column < 0 || column >= rank.columnCount - 1 || !plan.column(rank.left, column).type.isInteger()) return -1;
        return partitions(rank, column) ? column : static_cast<short>(-1);
    }
    /// A rank over rows that only come is another operator where time decides: of windows each is ranked once, when it is over; the first place by a time
    /// attribute is a deduplication.
    constexpr void overTime(short rank) {
        Node& r = plan.writeNodes[rank];
        if (!plan.nodes[r.left].mode.insertOnly() || r.limit < 0) return;
        const short time = onlyTime(r);
        const bool last = time >= 0 && r.offset == 0 && r.limit == 1 && isDescending(plan.exprs[plan.items[r.firstItem + r.keyCount]].index);
        const Node& in = plan.nodes[r.left];
        if (isWindowed(in) && partitions(r, in.windowColumns.start) && partitions(r, in.windowColumns.end)) {
            if (in.windowing.byProcessingTime) refuse(rank, "ROW_NUMBER() of windows by processing time", "windows by a row time");
            r.kind = NodeKind::windowRank;
            r.last = last;
        } else if (time >= 0 && r.offset == 0 && r.limit == 1) {
            r.kind = NodeKind::deduplicate;
            r.last = last;
            if (timeAttribute(plan, r.left, time, plan.batch) == TimeAttribute::rowtime) r.bounds.left = time;
        }
    }
    // The time attribute that is the whole order; -1 if the order is another.
    constexpr short onlyTime(const Node& r) const {
        if (r.itemCount != r.keyCount + 1) return -1;
        const Expr& e = plan.exprs[plan.exprs[plan.items[r.firstItem + r.keyCount]].first];
        return e.kind == ExprKind::column && timeAttribute(plan, r.left, e.index, plan.batch) != TimeAttribute::none ? e.index : static_cast<short>(-1);
    }
    constexpr bool partitions(const Node& r, short column) const {
        for (short k = 0; k < r.keyCount && column >= 0; ++k)
            if (const Expr& e = plan.exprs[plan.items[r.firstItem + k]]; e.kind == ExprKind::column && e.index == column) return true;
        return false;
    }
    // Without a column: the last one of a rank, any of a projection.
    constexpr void drop(Node& n, short column) {
        --n.columnCount;
        n.ranked = false;
        if (n.kind != NodeKind::project) return;
        --n.itemCount;
        for (short i = column; i < n.itemCount; ++i) {
            plan.writeItems[n.firstItem + i] = plan.items[n.firstItem + i + 1];
            plan.writeColumns[n.firstColumn + i] = Column{plan.columns[n.firstColumn + i + 1]};
        }
    }
    // Whether the condition says nothing but which places there are.
    constexpr bool narrow(const Scope& scope, short place, short at, long long& first, long long& last) const {
        const Syntax& s = syntax[at];
        if (s.kind != SyntaxKind::call || s.first < 0 || syntax[s.first].next < 0) return false;
        short a = s.first, c = syntax[a].next;
        std::string_view op = s.text;
        const auto isPlace = [&](short e) { return columnOf(scope, e) == place; };
        const auto lower = [&](long long n) { if (n > first) first = n; };
        const auto upper = [&](long long n) { if (last < 0 || n < last) last = n < 0 ? 0 : n; };
        long long n = 0, m = 0;
        if (op == "BETWEEN") {
            if (!isPlace(a) || !number(c, n) || !number(syntax[c].next, m)) return false;
            lower(n);
            upper(m);
            return true;
        }
        if (!isPlace(a)) {  // 3 >= place
            const short other = a;
            a = c;
            c = other;
            op = op == "<" ? ">" : op == "<=" ? ">=" : op == ">" ? "<" : op == ">=" ? "<=" : op;
        }
        if (!isPlace(a) || !number(c, n)) return false;
        if (op == "=") lower(n), upper(n);
        else if (op == "<") upper(n - 1);
        else if (op == "<=") upper(n);
        else if (op == ">") lower(n + 1);
        else if (op == ">=") lower(n);
        else return false;
        return true;
    }
    constexpr bool number(short at, long long& n) const {
        const Syntax& s = syntax[at];
        const short of = b.negated(s);
        if (of < 0 && s.kind != SyntaxKind::integer) return false;
        const Literal l = of >= 0 ? integerLiteral(syntax[of].text, true) : integerLiteral(s.text, false);
        if (!l.expected.empty() || !l.expr.type.isInteger() || l.expr.integer > (1ll << 60)) return false;
        n = l.expr.integer;
        return true;
    }
    // The column that a name stands for, or a call with OVER; -1 for everything else.
    constexpr short columnOf(const Scope& scope, short at) const {
        const Syntax& s = syntax[at];
        if (s.kind == SyntaxKind::name) return b.lookUp(scope, s.qualifier, s.text).column;
        for (int i = b.computed.size() - 1; i >= 0 && s.over >= 0; --i)
            if (b.computed[i].syntax == at) return b.computed[i].column;
        return -1;
    }
    // Whether a call in the expression is the place.
    constexpr bool calls(short at, short place) const {
        const Syntax& s = syntax[at];
        if (s.over >= 0) return columnOf({}, at) == place;
        if (s.kind == SyntaxKind::same) return false;
        for (const short list : {s.first, s.filter})
            for (short a = list; a >= 0; a = syntax[a].next)
                if (calls(a, place)) return true;
        return false;
    }
    // Whether a name in the expression, or in a query within it, may be the place.
    constexpr bool reads(short at, std::string_view name) const {
        const Syntax& s = syntax[at];
        if (s.kind == SyntaxKind::star) return true;
        if (s.kind == SyntaxKind::name) return s.text == name || s.qualifier == name;
        if (s.kind == SyntaxKind::same) return false;
        if (anyReads(s.first, name) || anyReads(s.filter, name)) return true;
        if (s.over < 0) return s.query >= 0 && queryReads(s.query, name);
        const Syntax window = sql::wholeWindow(syntax, s.over);
        return anyReads(window.first, name) || anyReads(window.order, name) || anyReads(window.bounds, name);
    }
    constexpr bool anyReads(short list, std::string_view name) const {
        for (short a = list; a >= 0; a = syntax[a].next)
            if (syntax[a].kind != SyntaxKind::star && reads(a, name)) return true;  // COUNT(*), and what a query within selects
        return false;
    }
    constexpr bool queryReads(short query, std::string_view name) const {
        if (query < 0) return false;
        const sql::Query& q = b.queries[query];
        for (const short list : {q.items, q.where, q.group, q.having, q.qualify, q.order})
            if (anyReads(list, name)) return true;
        return relationReads(q.from, name) || queryReads(q.left, name) || queryReads(q.right, name);
    }
    constexpr bool relationReads(short relation, std::string_view name) const {
        if (relation < 0) return false;
        const sql::Relation& r = b.relations[relation];
        for (const short list : {r.condition, r.arguments, r.asOf, r.match.partition, r.match.order, r.match.measures, r.match.define})
            if (anyReads(list, name)) return true;
        return queryReads(r.query, name) || relationReads(r.left, name) || relationReads(r.right, name);
    }
};

}  // namespace rivulet::plan

#include <rivulet/plan/query.hpp>
