// SPDX-License-Identifier: BSL-1.0
// GROUPING, GROUPING_ID and GROUP_ID: which keys a group left out.
#pragma once
#include <rivulet/core/numbered_names.hpp>
#include <rivulet/plan/binder.hpp>

namespace rivulet::plan {

/// GROUPING(a, b), GROUPING_ID(a, b), GROUP_ID(): computed from the number of the row's grouping set. Without grouping sets that is 0.
constexpr short Binder::groupingCall(const Scope& scope, const Syntax& s, short function) {
    if (!grouping || grouping->inside) {
        plan.fail(errorAt(ErrorCode::misplacedAggregate, s, functionInfo(function).name));
        return -1;
    }
    const bool id = function == indexOf<functions::GroupId>;
    if (id == (s.first >= 0)) {
        refuseCount(s, functionInfo(function).name, id ? 0 : 1, id ? 0 : -1);
        return -1;
    }
    Expr call{.kind = ExprKind::call, .function = function, .type = sqltype::bigint};
    call.first = plan.add(grouping->sets.size() > 0 ? Expr{.kind = ExprKind::slot, .index = 0, .type = sqltype::bigint}
                                                    : Expr{.kind = ExprKind::literal, .type = sqltype::bigint, .text = "0"});
    short last = call.first;
    for (short a = s.first; a >= 0 && !plan.error; a = syntax[a].next) {
        const short e = bind(scope, a);
        int k = 0;
        while (e >= 0 && k < grouping->keys.size() && !equalExpr(plan, e, plan, grouping->keys[k])) ++k;
        if (e >= 0 && k == grouping->keys.size()) {
            Error error = errorAt(ErrorCode::notGrouped, syntax[a], syntax[a].text);
            error.expected = "a key of GROUP BY";
            plan.fail(error);
        }
        const short place = plan.add(Expr{.kind = ExprKind::literal, .type = sqltype::tinyint, .text = anonymousName(k, true).substr(5), .integer = k});
        if (plan.error) return -1;
        plan.writeExprs[last].next = place;
        last = place;
    }
    return plan.error ? static_cast<short>(-1) : plan.add(call);
}

}  // namespace rivulet::plan
