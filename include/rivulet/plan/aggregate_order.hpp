// SPDX-License-Identifier: BSL-1.0
// The order of an aggregate's rows: AGG(x ORDER BY y), AGG(p) WITHIN GROUP (ORDER BY x).
#pragma once
#include <string_view>

#include <rivulet/plan/binder.hpp>

namespace rivulet::plan {

constexpr bool Binder::isArgument(short first, short e) const {
    for (short a = first; a >= 0; a = plan.exprs[a].next)
        if (equalExpr(plan, a, plan, e)) return true;
    return false;
}

/// Ends the call of an aggregate whose own arguments are bound, with what stands in ORDER BY or WITHIN GROUP behind them.
constexpr short Binder::endOrdered(const Scope& scope, const Syntax& s, PendingCall& c) {
    constexpr int mostOrders = 8;
    const bool within = !c.isUser && functionInfo(c.call.function).withinGroup;
    if (within && !plan.error) {
        const Syntax& by = syntax[s.order];
        addArgument(c, bind(scope, s.order));
        addArgument(c, plan.add(Expr{.kind = ExprKind::literal, .type = sqltype::boolean, .text = by.descending ? "TRUE" : "FALSE", .integer = by.descending}));
    }
    const short at = endCall(s, c);
    if (at >= 0 && within) plan.writeExprs[at].integer = packOrder(syntax[s.order].descending, !syntax[s.order].descending);
    if (at < 0 || within) return at;
    short last = plan.exprs[at].first;
    while (last >= 0 && plan.exprs[last].next >= 0) last = plan.exprs[last].next;
    for (short o = s.order; o >= 0; o = syntax[o].next) {
        const short key = bind(scope, o);
        if (key < 0) return -1;
        if (const SqlType t = plan.exprs[key].type; t.isNested() || t.root == TypeRoot::raw) return refuseType(syntax[o], "ORDER BY", "a type with an order", t);
        if (s.distinct && !isArgument(plan.exprs[at].first, key)) return refuse(ErrorCode::notSupported, syntax[o], "ORDER BY beside DISTINCT", "one of the arguments"), static_cast<short>(-1);
        Expr& x = plan.writeExprs[at];
        if (x.ordered == mostOrders) return refuse(ErrorCode::tooLarge, syntax[o], "ORDER BY in an aggregate", "at most 8 expressions"), static_cast<short>(-1);
        const bool nullsFirst = syntax[o].nulls == sql::NullsOrder::first || (syntax[o].nulls == sql::NullsOrder::standard && !syntax[o].descending);
        x.integer |= static_cast<long long>(packOrder(syntax[o].descending, nullsFirst)) << 2 * x.ordered++;
        plan.writeExprs[last].next = key;
        last = key;
    }
    return at;
}

}  // namespace rivulet::plan
