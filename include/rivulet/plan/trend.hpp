// SPDX-License-Identifier: BSL-1.0
// Groups whose columns change in one direction only: a ranking of them needs no changes back.
#pragma once
#include <rivulet/expr/catalogue.hpp>
#include <rivulet/plan/plan.hpp>

namespace rivulet::plan {

/// How a group's column changes from one of its rows to the next.
enum class Trend : unsigned char { unsteady, steady, rising, falling };

constexpr Trend trendOf(const PlanView& p, short node, short column) {
    const Node& n = p.nodes[node];
    if (n.kind == NodeKind::project) {
        const Expr& e = p.exprs[p.items[n.firstItem + column]];
        return e.kind == ExprKind::column ? trendOf(p, n.left, e.index) : Trend::unsteady;
    }
    if (n.kind != NodeKind::aggregate || !p.nodes[n.left].mode.insertOnly()) return Trend::unsteady;
    if (column < n.keyCount) return Trend::steady;
    const Expr& x = p.exprs[p.items[n.firstItem + column]];
    if (x.user) return Trend::unsteady;
    if (x.function == indexOf<functions::Count> || x.function == indexOf<functions::Max>) return Trend::rising;
    return x.function == indexOf<functions::Min> ? Trend::falling : Trend::unsteady;
}

/// Whether a sort key can only move its row up. A NULL that sorts first does not: a group that has no value yet may get one.
constexpr bool onlyImproves(const PlanView& p, short input, const Expr& order) {
    const Expr& of = p.exprs[order.first];
    if (of.kind != ExprKind::column) return false;
    const Trend trend = trendOf(p, input, of.index);
    if (trend == Trend::steady) return true;
    if (of.type.nullable && putsNullsFirst(order.index)) return false;
    return trend == (isDescending(order.index) ? Trend::rising : Trend::falling);
}

/// A ranking of groups that can only move up (Flink's update-fast): which key of its input tells them apart, or -1. Then new rows
/// say everything, and only those of the first places are kept.
constexpr int improvingKey(const PlanView& p, const Node& rank) {
    const Node& in = p.nodes[rank.left];
    if (in.mode.insertOnly() || (in.mode.bits & ChangelogMode::delete_) || rank.itemCount == rank.keyCount) return -1;
    ColumnSet partition{};
    for (short i = 0; i < rank.itemCount; ++i) {
        const Expr& e = p.exprs[p.items[rank.firstItem + i]];
        if (i >= rank.keyCount ? !onlyImproves(p, rank.left, e) : e.kind != ExprKind::column) return -1;
        if (i < rank.keyCount) partition.add(e.index);
    }
    for (int k = 0; k < in.keys.count; ++k)
        if (!in.keys.sets[k].empty() && in.keys.sets[k].contains(partition)) return k;
    return -1;
}

}  // namespace rivulet::plan
