// SPDX-License-Identifier: BSL-1.0
// Calls with OVER: what each of them looks at, and a node for each different window below the projection that reads them.
#pragma once
#include <string_view>

#include <rivulet/plan/ordering.hpp>
#include <rivulet/plan/relation_binder.hpp>

namespace rivulet::plan {

/// Whether all of an `over` node is one ROW_NUMBER, RANK or DENSE_RANK in an order; which of them, or -1.
constexpr short rankingOf(const PlanView& p, const Node& n) {
    if (n.kind != NodeKind::over || n.orderCount == 0 || n.itemCount != n.keyCount + n.orderCount + 1) return -1;
    const Expr& call = p.exprs[p.items[n.firstItem + n.itemCount - 1]];
    const bool ranks = !call.user && (call.function == indexOf<functions::RowNumber> || call.function == indexOf<functions::Rank> || call.function == indexOf<functions::DenseRank>);
    return ranks ? call.function : static_cast<short>(-1);
}

struct OverBinder {
    RelationBinder& b;
    PlanBuilder& plan;
    const Syntax* syntax;
    detail::Stack<short> items{};      // of windows: partition, then order expressions
    struct Window {
        int first{};                   // in `items`
        short keyCount{}, orderCount{};
        Frame frame{};
        short syntax{-1};
    };
    detail::Stack<Window> windows{};   // different ones
    struct Call {
        OverCall of{};
        int window{};
        int sameAs{-1};                // the call before that it says again
        short column{-1};              // of the last node, once there is one
    };
    detail::Stack<Call> calls{};

    constexpr explicit OverBinder(RelationBinder& binder) : b(binder), plan(binder.plan), syntax(binder.syntax) {}

    // ---- binding ----------------------------------------------------------------------------------------------------

    /// Binds a call and its window over what `scope` names: partition, order and call to the end of `to`.
    constexpr bool bind(const Scope& scope, OverCall& c, detail::Stack<short>& to) {
        const Syntax& s = syntax[c.syntax];
        const Syntax window = sql::wholeWindow(syntax, s.over);
        c.first = to.size();
        for (short e = window.first; e >= 0 && !plan.error; e = syntax[e].next) {
            to.push(b.bind(scope, e));
            if (!plan.error && b.refuseRaw(syntax[e], "PARTITION BY", plan.exprs[to[to.size() - 1]].type)) return false;
        }
        c.keyCount = static_cast<short>(to.size() - c.first);
        for (short e = window.order; e >= 0 && !plan.error; e = syntax[e].next) to.push(b.orderItem(syntax[e], b.bind(scope, e)));
        c.orderCount = static_cast<short>(to.size() - c.first - c.keyCount);
        if (plan.error || !frame(scope, s, window, c, to)) return false;
        to.push(call(scope, s, c));
        return !plan.error;
    }
    constexpr short call(const Scope& scope, const Syntax& s, const OverCall& c) {
        auto pending = b.beginCall(s);
        if (plan.error) return -1;
        if (!b.isAggregate(pending)) return b.refuse(ErrorCode::notSupported, s, s.text, "an aggregate or a window function before OVER"), static_cast<short>(-1);
        const FunctionInfo info = pending.isUser ? FunctionInfo{.name = pending.call.text} : functionInfo(pending.call.function);
        if (!b.checkAggregate(s, info) || (info.window && !b.refuseModifiers(s))) return -1;
        for (short a = s.first; a >= 0 && !plan.error; a = syntax[a].next) {
            if (syntax[a].kind == SyntaxKind::star && syntax[a].next < 0 && a == s.first) break;  // COUNT(*)
            b.addArgument(pending, b.bind(scope, a));
        }
        const short e = b.endOrdered(scope, s, pending);
        const short filter = s.filter < 0 || plan.error ? static_cast<short>(-1) : b.bind(scope, s.filter);
        if (info.window || e < 0) return e;
        const bool mayBeEmpty = (c.frame.hasLower && c.frame.lower > 0) || (c.frame.hasUpper && c.frame.upper < 0);
        return b.endAggregate(s, e, filter, mayBeEmpty);
    }

    // ---- frames -----------------------------------------------------------------------------------------------------

    constexpr bool frame(const Scope& scope, const Syntax& s, const Syntax& window, OverCall& c, const detail::Stack<short>& to) {
        const short f = b.catalogue.findFunction(s.text) >= 0 ? static_cast<short>(-1) : findFunction(s.text);
        const bool hasFrame = window.frame != sql::FrameUnit::none;
        if (f >= 0 && functionInfo(f).window && hasFrame) return b.refuse(ErrorCode::notSupported, window, "a frame of a window function", "OVER without a frame");
        if (c.orderCount == 0) {
            c.frame = {.hasUpper = false};
            return !hasFrame || b.refuse(ErrorCode::notSupported, window, "ROWS or RANGE without ORDER BY", "ORDER BY in OVER");
        }
        c.frame = {.isRows = f == indexOf<functions::RowNumber> || (f == indexOf<functions::Lag> && !sharesLag(scope, c, to))};
        if (!hasFrame) return true;
        c.frame.isRows = window.frame == sql::FrameUnit::rows;
        const Expr& order = plan.exprs[to[c.first + c.keyCount]];
        const SqlType by = order.type;
        const bool one = c.orderCount == 1;
        return end(scope, window.bounds, c.frame.isRows, by, one, c.frame.hasLower, c.frame.lower) &&
               end(scope, syntax[window.bounds].next, c.frame.isRows, by, one, c.frame.hasUpper, c.frame.upper);
    }
    // Rows of one time share what LAG says of the last of them (Flink); in any other order each has its own, as in batch.
    constexpr bool sharesLag(const Scope& scope, const OverCall& c, const detail::Stack<short>& to) const {
        return plan.batch || (c.orderCount == 1 && orderTime(plan, scope.node, plan.exprs[to[c.first + c.keyCount]]) != TimeAttribute::none);
    }
    // One end of a frame; `one`: a single ORDER BY, of type `by`.
    constexpr bool end(const Scope& scope, short at, bool isRows, const SqlType& by, bool one, bool& has, long long& value) {
        const Syntax& s = syntax[at];
        has = s.bound != sql::Bound::unboundedPreceding && s.bound != sql::Bound::unboundedFollowing;
        value = 0;
        if (s.first < 0) return true;
        const short e = b.bind(scope, s.first);
        if (e < 0) return false;
        const Expr& x = plan.exprs[e];
        const Syntax& bound = syntax[s.first];
        const bool interval = x.type.root == TypeRoot::intervalDayTime && x.kind == ExprKind::literal;
        const bool number = x.type.isInteger() && x.kind == ExprKind::literal;
        if (isRows || !one || by.isNumeric()) {
            if (!isRows && !one) return b.refuse(ErrorCode::notSupported, bound, "RANGE with a distance", "one ORDER BY");
            if (!number || x.integer < 0) return b.refuseType(bound, isRows ? "ROWS" : "RANGE", "a whole number from 0", x.type), false;
            value = x.integer;
        } else {
            constexpr long long day = 86'400'000;
            const bool timed = by.root == TypeRoot::date || by.root == TypeRoot::time || by.isTimestamp();
            if (!timed) return b.refuseType(bound, "RANGE with a distance", "an ORDER BY of numbers, dates or times", by), false;
            if (!interval) return b.refuseType(bound, "RANGE", "an interval of days to seconds", x.type), false;
            if (x.integer < 0) return b.refuse(ErrorCode::outOfRange, bound, "RANGE", "an interval that is not negative");
            if (by.root == TypeRoot::date && x.integer % day != 0) return b.refuse(ErrorCode::outOfRange, bound, x.text, "whole days");
            value = by.root == TypeRoot::date ? x.integer / day : x.integer;
        }
        if (s.bound == sql::Bound::preceding) value = -value;
        return true;
    }

    // ---- windows ----------------------------------------------------------------------------------------------------

    /// A bound call, its expressions in `from`; equal windows are one.
    constexpr void add(const OverCall& c, const detail::Stack<short>& from) {
        int w = 0;
        while (w < windows.size() && !isSame(windows[w], c, from)) ++w;
        if (w == windows.size()) {
            windows.push({.first = items.size(), .keyCount = c.keyCount, .orderCount = c.orderCount, .frame = c.frame, .syntax = c.syntax});
            for (int i = 0; i < c.keyCount + c.orderCount; ++i) items.push(from[c.first + i]);
        }
        calls.push({.of = c, .window = w});
        Call& call = calls[calls.size() - 1];
        call.of.expr = from[c.first + c.keyCount + c.orderCount];
        for (int i = 0; i < calls.size() - 1 && c.again && call.sameAs < 0; ++i)
            if (calls[i].window == w && b.repeatable(call.of.expr) && equalExpr(plan, calls[i].of.expr, plan, call.of.expr)) call.sameAs = i;
    }
    constexpr bool isSame(const Window& w, const OverCall& c, const detail::Stack<short>& from) const {
        if (w.keyCount != c.keyCount || w.orderCount != c.orderCount || !(w.frame == c.frame)) return false;
        for (int i = 0; i < c.keyCount + c.orderCount; ++i)
            if (!equalExpr(plan, items[w.first + i], plan, from[c.first + i])) return false;
        return true;
    }

    /// `input` with a column for each call behind its own, see Call::column. (Flink's streaming takes one window.)
    constexpr short nodes(short input) {
        short at = withArguments(input);
        for (int w = 0; w < windows.size() && at >= 0; ++w) at = node(at, w);
        return at;
    }
    constexpr short node(short input, int w) {
        const Window& window = windows[w];
        Node n{.kind = NodeKind::over, .left = input, .firstItem = plan.itemCount, .firstColumn = plan.columnCount, .keyCount = window.keyCount, .orderCount = window.orderCount};
        n.frame = window.frame;
        for (int i = 0; i < window.keyCount + window.orderCount; ++i) plan.addItem(items[window.first + i]);
        for (short c = 0; c < plan.nodes[input].columnCount; ++c) plan.add(Column{plan.column(input, c)});
        short syntaxOf = -1;
        for (int i = 0; i < calls.size() && !plan.error; ++i) {
            if (calls[i].window != w) continue;
            if (calls[i].sameAs >= 0) {
                calls[i].column = calls[calls[i].sameAs].column;
                continue;
            }
            syntaxOf = calls[i].of.syntax;
            calls[i].column = static_cast<short>(plan.columnCount - n.firstColumn);
            plan.addItem(calls[i].of.expr);
            const std::string_view name = calls[i].of.name;
            const bool taken = name.empty() || b.isNamed(n.firstColumn, plan.columnCount, name);
            plan.add(Column{.name = taken ? b.freeName(n.firstColumn, plan.columnCount) : name, .type = plan.exprs[calls[i].of.expr].type});
        }
        n.itemCount = static_cast<short>(plan.itemCount - n.firstItem);
        n.columnCount = static_cast<short>(plan.columnCount - n.firstColumn);
        const short at = b.put(n);
        if (at < 0) return -1;
        const bool ranks = rankingOf(plan, plan.nodes[at]) >= 0;  // a condition around may yet make it a Top-N
        if (ranks) b.places.push({.syntax = syntaxOf, .column = at});
        return ranks || runs(plan.nodes[at], syntaxOf) ? at : static_cast<short>(-1);
    }

    // What calls compute with is a column or a constant: a projection below computes everything else once a row.
    constexpr short withArguments(short input) {
        bool plain = true;
        const auto each = [&](auto f) {
            for (int i = 0; i < calls.size(); ++i)
                for (short a = plan.exprs[calls[i].of.expr].first; a >= 0; a = plan.exprs[a].next) f(a);
        };
        each([&](short a) { plain = plain && !isComputed(a); });
        if (plain) return input;
        const Scope scope = Scope::over(input, plan.nodes[input].columnCount);
        const auto p = b.beginProjection(input);
        for (short c = 0; c < scope.only.count; ++c) b.addOutput(p, b.column(scope, c), plan.column(input, c).name);
        each([&](short a) {
            if (plan.error || !isComputed(a)) return;
            const auto count = static_cast<short>(plan.itemCount - p.firstItem);
            short place = scope.only.count;
            while (place < count && !equalExpr(plan, plan.items[p.firstItem + place], plan, a)) ++place;
            if (place == count) {
                Expr copy = plan.exprs[a];
                copy.next = -1;
                b.addOutput(p, plan.add(copy), b.freeName(p.firstColumn, plan.columnCount));
            }
            if (!plan.error) plan.writeExprs[a] = Expr{.kind = ExprKind::column, .next = plan.exprs[a].next, .index = place, .type = plan.exprs[a].type, .text = plan.columns[p.firstColumn + place].name};
        });
        return plan.error ? static_cast<short>(-1) : b.projectionNode(p, static_cast<short>(plan.itemCount - p.firstItem));
    }
    constexpr bool isComputed(short e) const {
        return plan.exprs[e].kind != ExprKind::column && (sidesOf(plan, e, PlanBuilder::most) != 0 || !b.repeatable(e));
    }

    // ---- streaming --------------------------------------------------------------------------------------------------

    /// Whether a window can be answered while rows keep coming, as Flink says.
    constexpr bool runs(const Node& n, short at) {
        if (plan.batch) return canTakeBack(n, at);
        const Syntax& s = syntax[at];
        const Frame& f = n.frame;
        if (n.orderCount == 0) return b.refuse(ErrorCode::notSupported, s, "an OVER window without ORDER BY", "ORDER BY a time attribute, or batch mode");
        if (!f.hasUpper || f.upper != 0 || (f.hasLower && f.lower > 0))
            return b.refuse(ErrorCode::notSupported, s, "the end of this OVER window", "CURRENT ROW, or batch mode");
        const bool timed = overTime(plan, n) != TimeAttribute::none;
        if (f.hasLower && !timed) return b.refuse(ErrorCode::notSupported, s, "a bounded OVER, not by time", "ORDER BY time, UNBOUNDED PRECEDING, or batch mode");
        if (timed && !plan.nodes[n.left].mode.insertOnly())
            return b.refuse(ErrorCode::notSupported, s, "OVER by time of changing rows", "rows that only come, or an ORDER BY of no time attribute");
        return canTakeBack(n, at);
    }
    // Rows leave a bounded frame: a user aggregate takes them out.
    constexpr bool canTakeBack(const Node& n, short at) {
        if (!n.frame.hasLower || plan.batch) return true;
        for (short i = static_cast<short>(n.keyCount + n.orderCount); i < n.itemCount; ++i) {
            const Expr& x = plan.exprs[plan.items[n.firstItem + i]];
            if (!x.user || b.catalogue.functions[x.function].retracts) continue;
            Error e = b.errorAt(ErrorCode::notAnAggregateFunction, syntax[at], x.text);
            e.expected = "one void retract(..), as rows leave the frame";
            return plan.fail(e);
        }
        return true;
    }
};

/// The calls with OVER in these lists of expressions become columns behind those of scope.node, see Binder::computed. The Table API
/// calls this before it selects.
constexpr bool RelationBinder::addOvers(Scope& scope, std::initializer_list<short> lists, short qualify) {
    OverBinder overs(*this);
    detail::Stack<short> bound;
    int place = 0;
    for (const short list : lists)
        for (short i = list; i >= 0; i = syntax[i].next, ++place)
            if (!bindOvers(overs, scope, i, i == qualify ? std::string_view{} : syntax[i].alias.empty() ? anonymousName(place, true) : syntax[i].alias, bound, i == qualify)) return false;
    if (overs.calls.size() == 0) return true;
    const short at = overs.nodes(scope.node);
    if (at < 0) return false;
    scope.node = at;
    for (int i = 0; i < overs.calls.size(); ++i) computed.push({.syntax = overs.calls[i].of.syntax, .column = overs.calls[i].column});
    return true;
}
constexpr bool RelationBinder::bindOvers(OverBinder& overs, const Scope& scope, short at, std::string_view name, detail::Stack<short>& bound, bool again) {
    const Syntax& s = syntax[at];
    if (s.kind == SyntaxKind::same) return true;
    if (s.over >= 0) {
        OverCall c{.syntax = at, .name = name, .again = again};
        if (!overs.bind(scope, c, bound)) return false;
        overs.add(c, bound);
        return true;
    }
    for (const short list : {s.first, s.filter})
        for (short a = list; a >= 0; a = syntax[a].next)
            if (!bindOvers(overs, scope, a, {}, bound, again)) return false;
    return true;
}
/// Every ROW_NUMBER that did not become a Top-N runs as it is.
constexpr bool RelationBinder::checkPlaces() {
    OverBinder overs(*this);
    for (int i = 0; i < places.size(); ++i)
        if (const Node& n = plan.nodes[places[i].column]; n.kind == NodeKind::over && !overs.runs(n, places[i].syntax)) return false;
    return true;
}

}  // namespace rivulet::plan
