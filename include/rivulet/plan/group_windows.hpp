// SPDX-License-Identifier: BSL-1.0
// GROUP BY TUMBLE(time, size), HOP and SESSION, as Flink had them before window functions: a window node below the groups, whose columns TUMBLE_START
// and the like are.
#pragma once
#include <string_view>

#include <rivulet/plan/join_time.hpp>
#include <rivulet/plan/relation_binder.hpp>
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

/// `input` with the windows of the first such call in the list `group`, which `scope` then is over; `call` is that call, or -1.
constexpr short RelationBinder::groupWindow(Scope& scope, short input, short group, short& call) {
    for (call = group; call >= 0 && !isGroupWindow(syntax[call]);) call = syntax[call].next;
    if (call < 0) return input;
    const Syntax& s = syntax[call];
    const WindowFunction& function = windowFunction(windowKind(s.text));
    Windowing w{.kind = function.kind, .grouped = true};
    long long lengths[2]{};
    int count = 0;
    const short time = s.first < 0 ? static_cast<short>(-1) : bind(scope, s.first);
    for (short a = s.first < 0 ? static_cast<short>(-1) : syntax[s.first].next; a >= 0 && !plan.error; a = syntax[a].next, ++count) {
        const short e = bind(scope, a);
        long long millis = 0;
        if (e < 0) return -1;
        if (plan.exprs[e].type.root != TypeRoot::intervalDayTime || !constantMillis(plan, e, millis)) return refuseType(syntax[a], function.name, "an INTERVAL of days to seconds, written out", plan.exprs[e].type);
        if (count < 2) lengths[count] = millis;
    }
    if (plan.error) return -1;
    if (time < 0 || count != (w.kind == WindowKind::hop ? 2 : 1)) {
        Error e = errorAt(ErrorCode::windowArguments, s, function.name);
        e.expected = w.kind == WindowKind::hop ? "time, slide, size" : w.kind == WindowKind::session ? "time, gap" : "time, size";
        plan.fail(e);
        return -1;
    }
    if (plan.exprs[time].kind != ExprKind::column) {
        Error e = errorAt(ErrorCode::notTimeAttribute, syntax[s.first], function.name);
        e.found = "an expression";
        e.expected = "a column that is a time attribute";
        plan.fail(e);
        return -1;
    }
    w.time = plan.exprs[time].index;
    w.size = lengths[count - 1];
    if (w.kind == WindowKind::hop) w.step = lengths[0];
    const short at = window(input, w, syntax[s.first], plan.itemCount, 0);
    scope.node = at;
    return at;
}

}  // namespace rivulet::plan
