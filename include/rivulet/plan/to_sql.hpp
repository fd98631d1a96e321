// SPDX-License-Identifier: BSL-1.0
// A plan as SQL text.
#pragma once
#include <rivulet/core/text.hpp>
#include <rivulet/plan/query_syntax.hpp>
#include <rivulet/sql/print_syntax.hpp>

namespace rivulet::plan {

/// The plan as one SQL query, in one line. Parsed and bound over the same views it gives the same plan. A view is named
/// where it is used. Casts that binding puts in by itself are left out. [NOT] IN and EXISTS print as [NOT] EXISTS, a Top-N as
/// ROW_NUMBER in a subquery with a condition around it, ROLLUP and CUBE as GROUPING SETS. Works in the compiler and at run time;
/// the `TextWriter` may only count.
///
/// What SQL has no words for:
/// - C++ values of the Table API print as `?0`, `?1`, ..; `parameters` may give a SQL text for each.
/// - A stream that no view names prints as `Unregistered_Stream_0`, upserts and their full changes alike.
/// - `orThrow` prints as a call of OR_THROW, the value of a subquery of several rows as SINGLE_VALUE, functions of ours.
/// - Casts to structured and RAW types print the type's name, which no text can refer to.
/// - Columns of one name, of a join that a query around reads as one table, get other names there: the rows are the same, the plan
///   has a projection more.
/// - More than 60 queries within each other are more than the parser takes; UNION ALL in a row counts as one.
///
///     SELECT user AS who, n + 1 AS m FROM clicks WHERE n > 3
constexpr void writeSql(rivulet::detail::TextWriter& w, const PlanView& p, const std::string_view* parameters = nullptr, int parameterCount = 0) {
    if (p.root < 0) return;
    SyntaxStorage storage{SyntaxRoom::of(p)};
    QuerySyntax tree(p, storage);
    const short root = tree.query(p.root);
    for (short i = 0; i < tree.nodeCount; ++i) {
        sql::Syntax& s = tree.nodes[i];
        if (s.kind == sql::SyntaxKind::parameter && s.parameter < parameterCount) {
            s.kind = sql::SyntaxKind::integer;  // printed as it is
            s.text = parameters[s.parameter];
        }
    }
    sql::writeSyntax(w, {tree.nodes, tree.queries, tree.relations, root, {}, {}});
}

}  // namespace rivulet::plan
