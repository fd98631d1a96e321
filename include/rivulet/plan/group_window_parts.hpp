// SPDX-License-Identifier: BSL-1.0
// TUMBLE_START, HOP_END and their kind: parts of the window that a SELECT groups by.
#pragma once
#include <rivulet/plan/binder.hpp>
#include <rivulet/plan/window_functions.hpp>

namespace rivulet::plan {

constexpr bool Binder::isGroupWindow(const Syntax& s) const {
    if (s.kind != SyntaxKind::call || s.over >= 0 || catalogue.findFunction(s.text) >= 0) return false;
    const WindowKind kind = windowKind(s.text);
    return kind != WindowKind::none && kind != WindowKind::cumulate;
}
constexpr bool Binder::sameSyntax(short a, short b) const {
    for (; a >= 0 && b >= 0; a = syntax[a].next, b = syntax[b].next) {
        const Syntax &x = syntax[a], &y = syntax[b];
        if (x.kind != y.kind || !rivulet::detail::equalsIgnoringCase(x.text, y.text) || x.qualifier != y.qualifier || x.unit != y.unit || x.unitTo != y.unitTo || x.parameter != y.parameter) return false;
        if (!sameSyntax(x.first, y.first)) return false;
    }
    return a < 0 && b < 0;
}
/// TUMBLE_START(time, size) in a SELECT that groups by TUMBLE(time, size).
constexpr short Binder::windowPart(const Scope& scope, const Syntax& s, const GroupWindowPart& part) {
    const short call = grouping && !grouping->inside ? grouping->window : static_cast<short>(-1);
    if (call < 0 || windowKind(syntax[call].text) != part.kind || !sameSyntax(syntax[call].first, s.first)) {
        Error e = errorAt(ErrorCode::notGrouped, s, s.text);
        e.expected = "GROUP BY a window with the same arguments";
        plan.fail(e);
        return -1;
    }
    const auto at = static_cast<short>(plan.nodes[scope.node].columnCount - 3 + part.column);
    if (part.column == 2 && part.isProctime != plan.nodes[scope.node].windowing.byProcessingTime) {
        Error e = errorAt(ErrorCode::notTimeAttribute, s, s.text);
        e.expected = part.isProctime ? "windows by processing time" : "windows by row time";
        plan.fail(e);
        return -1;
    }
    return column(scope, at);
}

}  // namespace rivulet::plan
