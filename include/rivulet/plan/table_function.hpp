// SPDX-License-Identifier: BSL-1.0
// FROM .. LATERAL TABLE(f(..)): each row with the rows that a user's table function makes of it.
#pragma once
#include <string_view>

#include <rivulet/plan/relations.hpp>
#include <rivulet/plan/unnest.hpp>
#include <rivulet/plan/window_functions.hpp>

namespace rivulet::plan {

/// There is no table function of that name.
template <class B>
constexpr short unknownTableFunction(B& b, const sql::Relation& r) {
    Error e{.code = ErrorCode::notSupported, .position = r.position, .subject = knownCall(r.name)};
    if (e.subject.empty()) {
        e.code = ErrorCode::unknownFunction;
        e.subject = r.name;
        rivulet::detail::Nearest nearest(r.name);
        for (const WindowFunction& window : windowFunctions) nearest.offer(window.name);
        for (short f = 0; f < b.catalogue.functionCount; ++f) {
            if (!b.catalogue.functions[f].table) continue;
            nearest.offer(b.catalogue.functions[f].name);
            e.know(b.catalogue.functions[f].name);
        }
        e.nearest = nearest.best;
    }
    b.plan.fail(e);
    return -1;
}

/// `left` with the rows of r's function, whose arguments may read left's columns. Gives the node; its columns are left's, then those of the function's rows,
/// which r's alias and column list name. LEFT JOIN keeps a row of left without any, padded.
/// - Refused: a function that is no table function (notATableFunction); wrong arguments as in a call; a list of another length (nameCount).
template <class B>
constexpr short tableFunction(B& b, const Scope& left, const sql::Relation& r, JoinKind join) {
    auto& plan = b.plan;
    const short function = b.catalogue.findFunction(r.name);
    const UserFunction& f = b.catalogue.functions[function];
    if (!f.table) {
        plan.fail({.code = ErrorCode::notATableFunction, .position = r.position, .subject = f.name, .expected = "eval(.., Collector<Row>&)"});
        return -1;
    }
    const sql::Syntax s{.kind = sql::SyntaxKind::call, .first = r.arguments, .position = r.position, .text = r.name};
    typename B::PendingCall c;
    c.base = plan.scratchTop;
    c.isUser = true;
    c.call = {.kind = ExprKind::userCall, .function = function, .text = f.name};
    for (short a = r.arguments; a >= 0 && !plan.error; a = b.syntax[a].next) b.addArgument(c, b.bind(left, a));
    const short call = b.endCall(s, c);
    if (call < 0) return -1;
    const UnnestedColumns parts = UnnestedColumns::ofElement(f.result);
    return besideParts(b, left, r, {.kind = NodeKind::lookupJoin, .join = join}, call, parts);
}

}  // namespace rivulet::plan
