// SPDX-License-Identifier: BSL-1.0
// A plan as text for people: what each step does, the columns it gives, and what is left of it to run.
#pragma once
#include <string_view>

#include <rivulet/core/text.hpp>
#include <rivulet/plan/buffer.hpp>
#include <rivulet/plan/explain/operators.hpp>
#include <rivulet/plan/explain/tree.hpp>
#include <rivulet/plan/physical.hpp>

namespace rivulet::plan {

namespace explain {

// Room for the syntax of the largest expression.
constexpr int roomFor(int exprCount) { return 2 * exprCount + 2; }
// Room for the columns that an expression may read.
constexpr int mostColumns(const PlanView& p) {
    int most = 0;
    for (int i = 0; i < p.nodeCount; ++i) {
        const int n = p.nodes[i].columnCount + (p.nodes[i].right < 0 ? 0 : p.nodes[p.nodes[i].left].columnCount + p.nodes[p.nodes[i].right].columnCount);
        if (n > most) most = n;
    }
    return most;
}

}  // namespace explain

/// The plan as a tree, a line for each step, its input indented below it:
///
///     Filter(cnt > 3) [I,UB,UA] key (user)
///       Aggregate(COUNT(*) AS cnt BY user) [I,UB,UA] key (user) keeps a row per group -> user STRING NOT NULL, cnt BIGINT NOT NULL
///         Scan(clicks) [I] -> user STRING NOT NULL, n INT NOT NULL
///
/// In brackets the kinds of change that the rows can carry: I insert, UB and UA update before and after, D delete. `key`: columns
/// that no two rows agree on, () where there is one row at most. `keeps`: the state. After the arrow the columns with their types,
/// where a step changes them; `(never null)` marks a nullable column whose nulls a filter took away. `l` and `r` are the sides of
/// a join. Expressions are SQL, with the casts that the planner put in. Same plan, same text.
constexpr void writeExplain(rivulet::detail::TextWriter& w, const PlanView& p) {
    if (p.root < 0) return;
    rivulet::detail::Buffer<sql::Syntax> nodes(explain::roomFor(p.exprCount));
    rivulet::detail::Buffer<ColumnName> names(explain::mostColumns(p));
    explain::TreePrinter{{w, p, nodes.data(), names.data()}}.node(p.root, 0);
}

/// What is left to run, after filters and projections were substituted into the sources and limits:
///
///     #0 Scan(clicks) -> result
///       $0 = n * 2, once
///       where n > 3
///       emit user AS who, $0 + $0 AS m
///
/// Each operator is one loop. `$0` is computed when it is first read, once per row. `-> #1` hands rows to operator 1.
constexpr void writeExplain(rivulet::detail::TextWriter& w, const PlanView& p, const PhysicalView& physical) {
    if (p.root < 0) return;
    rivulet::detail::Buffer<sql::Syntax> nodes(explain::roomFor(physical.exprCount));
    explain::OperatorPrinter{{w, p, nodes.data(), nullptr}}.operators(physical);
}

}  // namespace rivulet::plan
