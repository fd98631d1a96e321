// SPDX-License-Identifier: BSL-1.0
// ORDER BY, LIMIT, OFFSET and FETCH: a rank where places are counted, a limit of rows that only come, a sort of bounded input.
#pragma once
#include <rivulet/plan/relation_binder.hpp>

namespace rivulet::plan {

constexpr short RelationBinder::outputNamed(const Projection& p, short visible, std::string_view name) const {
    for (short i = 0; i < visible; ++i)
        if (plan.columns[p.firstColumn + i].name == name) return i;
    return -1;
}
/// Whether the expression reads something, and only outputs, by their names; nothing is aggregated in it.
constexpr bool RelationBinder::readsOutputs(short at, const Projection& p, short visible) const {
    const Syntax& s = syntax[at];
    if (s.kind == SyntaxKind::name) return s.qualifier.empty() && outputNamed(p, visible, s.text) >= 0;
    if (s.query >= 0 || s.over >= 0) return false;
    if (const short f = s.kind == SyntaxKind::call ? findFunction(s.text) : static_cast<short>(-1); f >= 0 && functionInfo(f).aggregate) return false;
    bool any = false;
    for (short a = s.first; a >= 0; a = syntax[a].next) {
        const Syntax& part = syntax[a];
        if (part.first < 0 && part.query < 0 && part.kind != SyntaxKind::name && part.kind != SyntaxKind::call) continue;  // a literal
        if (!readsOutputs(a, p, visible)) return false;
        any = true;
    }
    return any;
}

/// Resolves a key of ORDER BY over a SELECT whose outputs are bound: an output by its place or name, an expression over outputs, or
/// one over the input, which becomes an output behind the visible ones.
constexpr bool RelationBinder::orderKey(const Scope& scope, const Projection& p, short visible, short at, bool distinct, OrderKeys& to) {
    const Syntax& s = syntax[at];
    if (const short place = ordinal(s, visible); place >= -1) {
        if (place >= 0) to.push({at, place});
        return place >= 0;
    }
    if (readsOutputs(at, p, visible)) {
        to.push({at, s.kind == SyntaxKind::name ? outputNamed(p, visible, s.text) : static_cast<short>(-1)});
        return true;
    }
    const short e = bind(scope, at);
    if (e < 0) return false;
    const auto count = static_cast<short>(plan.itemCount - p.firstItem);
    for (short i = 0; i < count; ++i)
        if (equalExpr(plan, plan.items[p.firstItem + i], plan, e)) {
            to.push({at, i});
            return true;
        }
    if (distinct) {
        Error error = errorAt(ErrorCode::notSelected, s, s.text);
        for (short i = 0; i < visible; ++i) error.know(plan.columns[p.firstColumn + i].name);
        return plan.fail(error);
    }
    const std::string_view own = plan.exprs[e].kind == ExprKind::column ? plan.exprs[e].text : std::string_view{};
    const bool taken = own.empty() || isNamed(p.firstColumn, plan.columnCount, own);
    to.push({at, count});
    return addOutput(p, e, taken ? freeName(p.firstColumn, plan.columnCount) : own);
}
/// The output that an integer in ORDER BY means; -1 for none, -2 if it is no integer.
constexpr short RelationBinder::ordinal(const Syntax& s, short outputs) {
    if (s.kind != SyntaxKind::integer || !positions) return -2;
    const Literal l = integerLiteral(s.text, false);
    if (l.expected.empty() && l.expr.integer >= 1 && l.expr.integer <= outputs) return static_cast<short>(l.expr.integer - 1);
    Error e = errorAt(ErrorCode::outOfRange, s, s.text);
    e.expected = "the place of a selected column";
    plan.fail(e);
    return -1;
}
/// A bound expression as something to sort by, in the direction that s says.
constexpr short RelationBinder::orderItem(const Syntax& s, short of) {
    if (of < 0) return -1;
    const SqlType t = plan.exprs[of].type;
    if (t.isNested() || t.root == TypeRoot::raw) return refuseType(s, "ORDER BY", "a type with an order", t);
    const bool nullsFirst = s.nulls == sql::NullsOrder::first || (s.nulls == sql::NullsOrder::standard && !s.descending);
    return plan.add(Expr{.kind = ExprKind::order, .first = of, .index = packOrder(s.descending, nullsFirst), .type = t});
}

/// The time attribute by which a stream may be sorted: ascending and the first key; processing time as the only one.
constexpr TimeAttribute RelationBinder::sortTime(const Scope& scope, const OrderKeys& keys) const {
    const Syntax& first = syntax[keys[0].syntax];
    if (first.descending || !plan.nodes[scope.node].mode.insertOnly()) return TimeAttribute::none;
    const short column = keys[0].column >= 0 ? keys[0].column : first.kind == SyntaxKind::name ? lookUp(scope, first.qualifier, first.text).column : static_cast<short>(-1);
    const TimeAttribute time = column < 0 ? TimeAttribute::none : timeAttribute(plan, scope.node, column, plan.batch);
    return time == TimeAttribute::proctime && keys.size() > 1 ? TimeAttribute::none : time;
}

/// Rows in the order of `keys`, of which `offset` are left out and `count` kept; -1 is all. In streaming the result is kept up to
/// date, which takes a count, or a sort by time; without keys whatever came first stays.
constexpr short RelationBinder::orderedBy(const Scope& scope, short input, const OrderKeys& keys, long long count, long long offset) {
    if (keys.size() == 0) return limit(input, count, offset);
    const bool sorts = count < 0 && offset == 0;
    TimeAttribute time{};
    if (count < 0 && !plan.batch) {
        time = sorts ? sortTime(scope, keys) : TimeAttribute::none;
        if (time == TimeAttribute::none) {
            plan.fail(errorAt(ErrorCode::sortInStreaming, syntax[keys[0].syntax], "ORDER BY"));
            return -1;
        }
        if (time == TimeAttribute::proctime) return input;  // rows come in this order
    }
    Node n{.kind = time == TimeAttribute::rowtime ? NodeKind::temporalSort : sorts ? NodeKind::sort : NodeKind::rank, .limit = count, .offset = offset};
    detail::Stack<short> orders;
    for (int i = 0; i < keys.size(); ++i) {
        const Syntax& s = syntax[keys[i].syntax];
        const short of = keys[i].column >= 0 ? column(scope, keys[i].column) : bind(scope, keys[i].syntax);
        if (of < 0) return -1;
        orders.push(orderItem(s, of));
        if (plan.error) return -1;
    }
    n.firstItem = plan.itemCount;
    for (int i = 0; i < orders.size(); ++i) plan.addItem(orders[i]);
    n.itemCount = static_cast<short>(orders.size());
    return like(n, input);
}
/// ORDER BY over the columns of `input` alone: in the Table API, and of set operations.
constexpr short RelationBinder::ordered(const Scope& scope, short input, short orderItems, long long count, long long offset) {
    OrderKeys keys;
    for (short i = orderItems; i >= 0; i = syntax[i].next) {
        const short place = ordinal(syntax[i], plan.nodes[input].columnCount);
        if (place == -1) return -1;
        keys.push({i, place < 0 ? static_cast<short>(-1) : place});
    }
    return orderedBy(scope, input, keys, count, offset);
}

/// The first rows that come, after `offset` others; if rows can also go, those that stand there then.
constexpr short RelationBinder::limit(short input, long long count, long long offset) {
    if (count < 0 && offset == 0) return input;
    if (count < 0 && !plan.batch && !plan.nodes[input].mode.insertOnly()) {  // every further row would have to be kept
        plan.fail({.code = ErrorCode::notSupported, .subject = "OFFSET", .expected = "LIMIT or FETCH with it"});
        return -1;
    }
    Node n{.kind = plan.nodes[input].mode.insertOnly() ? NodeKind::limit : NodeKind::rank, .limit = count, .offset = offset};
    n.firstItem = plan.itemCount;
    return like(n, input);
}

}  // namespace rivulet::plan
