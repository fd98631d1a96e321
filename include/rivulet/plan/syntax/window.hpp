// SPDX-License-Identifier: BSL-1.0
// TABLE(TUMBLE(..)) and the like in FROM.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/plan/query_syntax.hpp>
#include <rivulet/plan/window_functions.hpp>

namespace rivulet::plan {

constexpr sql::Relation QuerySyntax::windowFunction(short i) {
    const Node& n = node(i);
    const Windowing& w = n.windowing;
    List arguments, keys;
    const short data = inner(n.left);
    for (short k = 0; k < n.keyCount; ++k) append(keys, column({.name = p.column(n.left, exprs[p.items[n.firstItem + k]].index).name}));
    append(arguments, add({.kind = sql::SyntaxKind::table, .first = keys.first, .query = data}));
    append(arguments, call("DESCRIPTOR", column({.name = p.column(n.left, w.time).name})));
    if (w.kind == WindowKind::hop || w.kind == WindowKind::cumulate) append(arguments, interval(w.step));
    append(arguments, interval(w.size));
    if (w.offset != 0) append(arguments, interval(w.offset));
    return {.kind = sql::RelationKind::function, .arguments = arguments.first, .name = plan::windowFunction(w.kind).name};
}
// ---- GROUP BY TUMBLE(..) ----------------------------------------------------------------------------------------------------

// The window node of groups that were written so, below the projection of their arguments; -1 if there is none.
constexpr short QuerySyntax::groupWindowOf(short groups) const {
    short at = node(groups).left;
    if (node(groups).kind != NodeKind::windowAggregate || !node(groups).windowing.grouped) return -1;
    if (is(at, NodeKind::project)) at = node(at).left;
    return is(at, NodeKind::window) ? at : static_cast<short>(-1);
}
constexpr short QuerySyntax::groupWindowCall(short window, const ColumnName* columns, std::string_view name) {
    const Windowing& w = node(window).windowing;
    List arguments;
    append(arguments, column(columns[w.time]));
    if (w.kind == WindowKind::hop) append(arguments, interval(w.step));
    append(arguments, interval(w.size));
    return call(name, arguments.first);
}
// How the columns of `arguments`, the window node or the projection over it, are written over those of the window node's input.
constexpr const ColumnName* QuerySyntax::groupWindowNames(short arguments, short window, const ColumnName* columns) {
    const Windowing& w = node(window).windowing;
    const std::string_view* const parts = plan::windowFunction(w.kind).parts;
    ColumnName* const first = names + nameCount;
    for (short c = 0; c < node(window).columnCount - 3; ++c) names[nameCount++] = columns[c];
    for (const std::string_view part : {parts[0], parts[1], parts[w.byProcessingTime ? 3 : 2]}) names[nameCount++] = {.repeated = groupWindowCall(window, columns, part)};
    if (arguments == window) return first;
    ColumnName* const computed = names + nameCount;
    for (short c = 0; c < node(arguments).itemCount; ++c) names[nameCount++] = {.computed = p.items[node(arguments).firstItem + c], .over = first};
    return computed;
}

/// INTERVAL '90' SECOND, of the greatest unit that it is a number of.
constexpr short QuerySyntax::interval(long long millis) {
    struct Unit { sql::TimeUnit unit; long long millis; };
    constexpr Unit units[] = {{sql::TimeUnit::day, 86'400'000}, {sql::TimeUnit::hour, 3'600'000}, {sql::TimeUnit::minute, 60'000}, {sql::TimeUnit::second, 1000}};
    int u = 0;
    while (u < 3 && millis % units[u].millis != 0) ++u;
    const auto first = static_cast<std::size_t>(digitCount);
    rivulet::detail::TextWriter w{digits + first};
    if (millis < 0) w << "-";
    const long long length = millis < 0 ? -millis : millis;
    w.number(length / units[u].millis);
    if (const long long rest = length % units[u].millis; rest != 0) {
        w.put('.');
        for (long long part = 100; part > 0; part /= 10) w.put(static_cast<char>('0' + rest / part % 10));
    }
    digitCount = static_cast<short>(digitCount + static_cast<int>(w.size));
    return add({.kind = sql::SyntaxKind::typed, .unit = units[u].unit, .text = {digits + first, w.size}, .type = sqltype::intervalDayTime});
}

}  // namespace rivulet::plan
