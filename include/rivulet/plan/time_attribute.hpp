// SPDX-License-Identifier: BSL-1.0
// Which columns operators over time may take for the time of a row.
#pragma once
#include <rivulet/expr/catalogue.hpp>
#include <rivulet/plan/keys.hpp>
#include <rivulet/plan/plan.hpp>

namespace rivulet::plan {

/// Whether an expression is PROCTIME(): a column of it is a processing time.
constexpr bool isProcessingTime(const Expr& e) { return e.kind == ExprKind::call && e.function == indexOf<functions::ProcessingTime>; }

/// The time attribute that a column is. In batch schemas do not show it: there it is found where it comes from, through steps that hand rows on as they are,
/// so that what is chosen by time is the same in both modes.
constexpr TimeAttribute timeAttribute(const PlanView& p, short node, short column, bool batch) {
    if (!batch) return p.column(node, column).attribute();
    while (node >= 0 && column >= 0) {
        const Node& n = p.nodes[node];
        switch (n.kind) {
            case NodeKind::watermark:
                if (column == n.windowing.time) return TimeAttribute::rowtime;
                break;
            case NodeKind::window:
                if (column == n.columnCount - 1) return n.windowing.byProcessingTime ? TimeAttribute::proctime : TimeAttribute::rowtime;
                break;
            case NodeKind::project: {
                const Expr& e = p.exprs[p.items[n.firstItem + column]];
                if (isProcessingTime(e)) return TimeAttribute::proctime;
                column = keys::columnOf(p, p.items[n.firstItem + column]);
                break;
            }
            case NodeKind::match: {
                if (column < n.keyCount) return TimeAttribute::none;
                const Expr& e = p.exprs[p.items[n.firstItem + n.orderCount + n.matching.variables + column]];
                return e.kind == ExprKind::matchTime ? TimeAttribute::rowtime : isProcessingTime(e) ? TimeAttribute::proctime : TimeAttribute::none;
            }
            case NodeKind::filter: case NodeKind::unionAll: case NodeKind::limit: case NodeKind::rank: case NodeKind::deduplicate: case NodeKind::windowRank:
            case NodeKind::temporalSort: case NodeKind::sort: case NodeKind::over: case NodeKind::unnest: case NodeKind::intervalJoin: case NodeKind::temporalJoin:
            case NodeKind::lookupJoin:
                break;
            default: return TimeAttribute::none;
        }
        if (column >= p.nodes[n.left < 0 ? node : n.left].columnCount) return TimeAttribute::none;
        node = n.left;
    }
    return TimeAttribute::none;
}

}  // namespace rivulet::plan
