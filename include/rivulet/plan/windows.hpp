// SPDX-License-Identifier: BSL-1.0
// FROM TABLE(TUMBLE(..)), HOP, CUMULATE and SESSION: which windows the rows of a table are in.
#pragma once
#include <string_view>

#include <rivulet/plan/join_time.hpp>
#include <rivulet/plan/query_binder.hpp>
#include <rivulet/plan/window_functions.hpp>
#include <rivulet/plan/window_node.hpp>

namespace rivulet::plan {

constexpr short QueryBinder::windowed(const sql::Relation& r, WindowKind kind) {
    const WindowFunction& form = windowFunction(kind);
    const Syntax call{.kind = SyntaxKind::call, .position = r.position, .text = form.name};
    short given[WindowFunction::most]{-1, -1, -1, -1, -1};
    if (!windowArguments(r, form, call, given)) return -1;
    const Syntax &data = syntax[given[0]], &time = syntax[given[1]];
    const bool isTime = time.kind == SyntaxKind::call && time.text == "DESCRIPTOR" && time.first >= 0 && syntax[time.first].next < 0;
    if (data.kind != SyntaxKind::table) return refuseWindow(data, form, "TABLE before its name");
    if (!isTime) return refuseWindow(time, form, "DESCRIPTOR(column) as the time");
    if (data.first >= 0 && kind != WindowKind::session) {
        Error e = errorAt(ErrorCode::notSupported, data, "PARTITION BY");
        e.expected = "a SESSION window";
        plan.fail(e);
        return -1;
    }
    const short input = query(data.query, false);
    if (input < 0) return -1;
    const Scope scope = Scope::over(input, plan.nodes[input].columnCount);
    Windowing w{.kind = kind};
    const short column = bind(scope, time.first);
    if (column < 0) return -1;
    w.time = plan.exprs[column].index;
    if (plan.exprs[column].kind != ExprKind::column) return refuseWindow(time, form, "DESCRIPTOR(column) as the time");
    for (int i = 2; i < form.argumentCount; ++i) {
        if (given[i] < 0) continue;
        const short e = bind(scope, given[i]);
        long long millis = 0;
        if (e < 0) return -1;
        if (plan.exprs[e].type.root != TypeRoot::intervalDayTime || !constantMillis(plan, e, millis)) return refuseType(syntax[given[i]], form.name, "an INTERVAL of days to seconds, written out", plan.exprs[e].type);
        (form.arguments[i] == "OFFSET" ? w.offset : form.arguments[i] == "SIZE" || form.arguments[i] == "GAP" ? w.size : w.step) = millis;
    }
    const short firstKey = plan.itemCount;
    for (short k = data.first; k >= 0; k = syntax[k].next) {
        const short key = bind(scope, k);
        if (key < 0 || refuseRaw(syntax[k], "PARTITION BY", plan.exprs[key].type)) return -1;
        plan.addItem(key);
    }
    return window(input, w, syntax[time.first], firstKey, static_cast<short>(plan.itemCount - firstKey));
}
// Which argument is what, by its place or by its name.
constexpr bool QueryBinder::windowArguments(const sql::Relation& r, const WindowFunction& form, const Syntax& call, short* given) {
    int place = 0;
    for (short a = r.arguments; a >= 0; a = syntax[a].next, ++place) {
        const bool isNamed = syntax[a].kind == SyntaxKind::named;
        int i = isNamed ? 0 : place;
        while (isNamed && i < form.argumentCount && !rivulet::detail::equalsIgnoringCase(form.arguments[i], syntax[a].text)) ++i;
        if (i >= form.argumentCount || given[i] >= 0) return refuseWindow(syntax[a], form) >= 0;
        given[i] = isNamed ? syntax[a].first : a;
    }
    for (int i = 0; i < form.argumentCount; ++i)
        if (given[i] < 0 && form.arguments[i] != "OFFSET") return refuseWindow(call, form) >= 0;
    return true;
}
constexpr short QueryBinder::refuseWindow(const Syntax& at, const WindowFunction& form, std::string_view wants) {
    Error e = errorAt(ErrorCode::windowArguments, at, form.name);
    e.expected = wants.empty() ? form.written : wants;
    plan.fail(e);
    return -1;
}

}  // namespace rivulet::plan

// What the windows are of is a query.
#include <rivulet/plan/query.hpp>
