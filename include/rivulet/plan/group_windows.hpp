// SPDX-License-Identifier: BSL-1.0
// GROUP BY TUMBLE(time, size), HOP and SESSION, as Flink had them before window functions: a window node below the groups, whose columns TUMBLE_START
// and the like are.
#pragma once
#include <string_view>

#include <rivulet/plan/join_time.hpp>
#include <rivulet/plan/relation_binder.hpp>
#include <rivulet/plan/window_functions.hpp>
#include <rivulet/plan/window_node.hpp>

namespace rivulet::plan {

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
