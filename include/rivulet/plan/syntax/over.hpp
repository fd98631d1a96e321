// SPDX-License-Identifier: BSL-1.0
// Calls with OVER: a SELECT of all columns and the calls behind them, of which several share a window of WINDOW.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/core/text.hpp>
#include <rivulet/plan/query_syntax.hpp>

namespace rivulet::plan {

constexpr void QuerySyntax::overs(sql::Query& q, short i) {
    const Node& n = node(i);
    const Source s = source(n.left);
    const auto calls = static_cast<short>(n.keyCount + n.orderCount), width = node(n.left).columnCount;
    q.from = s.from;
    q.where = s.where;
    List items, partition, order;
    starOrColumns(items, n.left, s);
    for (short k = 0; k < calls; ++k) append(k < n.keyCount ? partition : order, expression(p.items[n.firstItem + k], s.columns));
    const bool shared = n.itemCount > calls + 1;
    const short window = add({.kind = sql::SyntaxKind::window, .frame = frameUnit(n), .first = partition.first, .order = order.first, .bounds = bounds(n)});
    if (shared) {
        nodes[window].alias = "w";
        q.windows = window;
    }
    for (short k = calls; k < n.itemCount; ++k) {
        const short call = expression(p.items[n.firstItem + k], s.columns);
        nodes[call].over = shared ? add({.kind = sql::SyntaxKind::window, .over = window, .text = "w"}) : window;
        nodes[call].alias = p.column(i, width + k - calls).name;
        append(items, call);
    }
    q.items = items.first;
}
// Nothing is written where nothing may be, or where it says what is so anyhow.
constexpr sql::FrameUnit QuerySyntax::frameUnit(const Node& n) const {
    const Frame standard{.hasUpper = n.orderCount > 0};
    bool framed = !(n.frame == standard);
    for (short k = static_cast<short>(n.keyCount + n.orderCount); k < n.itemCount; ++k)
        if (const Expr& x = exprs[p.items[n.firstItem + k]]; !x.user && functionInfo(x.function).window) framed = false;
    return !framed ? sql::FrameUnit::none : n.frame.isRows ? sql::FrameUnit::rows : sql::FrameUnit::range;
}
constexpr short QuerySyntax::bounds(const Node& n) {
    if (frameUnit(n) == sql::FrameUnit::none) return -1;
    const SqlType by = exprs[p.items[n.firstItem + n.keyCount]].type;
    const short low = bound(n.frame.hasLower, n.frame.lower, sql::Bound::unboundedPreceding, n.frame.isRows, by);
    const short high = bound(n.frame.hasUpper, n.frame.upper, sql::Bound::unboundedFollowing, n.frame.isRows, by);
    nodes[low].next = high;
    return low;
}
constexpr short QuerySyntax::bound(bool bounded, long long value, sql::Bound unbounded, bool isRows, const SqlType& by) {
    if (!bounded) return add({.kind = sql::SyntaxKind::bound, .bound = unbounded});
    if (value == 0) return add({.kind = sql::SyntaxKind::bound, .bound = sql::Bound::currentRow});
    const sql::Bound side = value < 0 ? sql::Bound::preceding : sql::Bound::following;
    if (value < 0) value = -value;
    const short distance = isRows || by.isNumeric() ? number(value) : interval(by.root == TypeRoot::date ? value * 86'400'000 : value);
    return add({.kind = sql::SyntaxKind::bound, .bound = side, .first = distance});
}

}  // namespace rivulet::plan
