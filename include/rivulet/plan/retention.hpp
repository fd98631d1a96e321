// SPDX-License-Identifier: BSL-1.0
// What a regular join may forget: rows whose time no row of the other side comes near to any more. It follows from what is known of columns against the
// watermark, and from what the join's condition says of times.
#pragma once
#include <rivulet/plan/join_keys.hpp>
#include <rivulet/plan/join_time.hpp>
#include <rivulet/plan/plan.hpp>

namespace rivulet::plan {

/// That a column has, in all rows that come behind a watermark, a time more than `after` milliseconds after it, or none. A row time is no such column: late
/// rows pass.
struct TimeAfterWatermark {
    bool known{};
    long long after{};
};

/// Whether windows of a node are over by watermarks of the time that their columns show, which in session zones is another one than the watermark's.
constexpr bool endByWatermark(const PlanView& p, short node) {
    if (p.nodes[node].windowing.zoned) return false;
    while (node >= 0 && p.nodes[node].kind != NodeKind::window) node = p.nodes[node].left;
    return node >= 0 && p.column(node, p.nodes[node].columnCount - 1).attribute() == TimeAttribute::rowtime;
}

/// What is known of a node's column: windows come out when the watermark reaches their last millisecond, which no watermark before did.
constexpr TimeAfterWatermark afterWatermark(const PlanView& p, short node, short column) {
    constexpr TimeAfterWatermark nothing{};
    for (long long by = 0;;) {
        const Node& n = p.nodes[node];
        switch (n.kind) {
            case NodeKind::filter: break;
            case NodeKind::project: {
                TimeTerm term;
                if (!isTimeTerm(p, p.items[n.firstItem + column], term) || __builtin_add_overflow(by, term.after, &by) || by > mostLength || by < -mostLength) return nothing;
                column = term.column;
                break;
            }
            case NodeKind::windowAggregate: case NodeKind::windowRank: case NodeKind::windowJoin:
                if (!endByWatermark(p, node)) return nothing;
                if (column == n.windowColumns.time) return {true, by};
                if (column == n.windowColumns.end) return {true, by + 1};
                if (column == n.windowColumns.start && n.windowing.kind != WindowKind::session) return {true, by + 1 - n.windowing.size};
                return nothing;
            default: return nothing;
        }
        node = n.left;
    }
}

/// Which rows of a side a regular join keeps: those whose time in `column` is more than `after` milliseconds after the watermark of the other side. -1: all.
struct Retention {
    short column{-1};
    long long after{};
};
/// What the condition says, together with what is known of the other side's times.
constexpr Retention retentionByTime(const PlanView& p, const Node& join, int side) {
    Retention keeps;
    const auto compare = [&](const TimeComparison& says) {
        if (!(side ? says.atLeast : says.atMost) || p.column(join.left, says.left).type.root != p.column(join.right, says.right).type.root) return false;
        const TimeAfterWatermark other = side ? afterWatermark(p, join.left, says.left) : afterWatermark(p, join.right, says.right);
        long long after = 0;
        if (!other.known || (side ? __builtin_add_overflow(other.after, says.distance, &after) : __builtin_sub_overflow(other.after, says.distance, &after))) return false;
        if (after > mostLength || after < -mostLength || (keeps.column >= 0 && keeps.after >= after)) return false;
        keeps = {side ? says.right : says.left, after};
        return true;
    };
    forTimeComparisons({p, join.left, join.right}, join.predicate, compare);
    return keeps;
}
/// Which rows of a side have to be kept. Only inputs that take no row back are looked at: then nobody asks for a row that meets none any more, whatever the kind of
/// the join. The one row of a key spares an inner join all rows of the other side, so it goes only where those go, too.
constexpr Retention retentionOf(const PlanView& p, const Node& join, const JoinKeys& keys, int side) {
    if (join.kind != NodeKind::join || !p.nodes[join.left].mode.insertOnly() || !p.nodes[join.right].mode.insertOnly()) return {};
    const Retention keeps = retentionByTime(p, join, side);
    if (keeps.column < 0 || !p.nodes[side ? join.right : join.left].keys.unique(keys.columns(p, side, p.nodes[join.left].columnCount))) return keeps;
    return retentionByTime(p, join, 1 - side).column < 0 ? Retention{} : keeps;
}

}  // namespace rivulet::plan
