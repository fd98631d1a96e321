// SPDX-License-Identifier: BSL-1.0
// Tags of SQL text: tokens, syntax and plan of one query, each phase with the compiler's whole budget for constant
// evaluation.
#pragma once
#include <rivulet/plan/relations.hpp>
#include <rivulet/sql/parse.hpp>
#include <rivulet/table/tag.hpp>

namespace rivulet::detail {

/// A query over an environment's views.
template <class Env, FixedString Sql>
struct SqlTag {
    using Types = typename Env::Types;
    static constexpr bool isStep = false;
    static constexpr std::string_view sql = Sql.view();
    static constexpr unsigned long long hash = Hash{}.add("SQL").add(Env::hash).add(Sql.view()).value;
    static constexpr const plan::Catalogue& catalogue = Env::catalogue;
    static constexpr int sourceCount = Env::sourceCount, parameterCount = Env::parameterCount, functionCount = Env::functionCount;
    template <int I> using Source = typename Env::template Source<I>;
    using Context = typename Env::Context;

    template <int Factor> static consteval plan::Room room() {
        constexpr int n = sql::syntaxOf<SqlTag>.size.nodes;
        plan::Room given{};
        for (int v = 0; v < catalogue.viewCount; ++v) {  // a view is copied in where it is used; once is enough for a first try
            if (!mentions(catalogue.views[v].name)) continue;
            const plan::PlanView& p = catalogue.views[v].plan;
            given.exprs += p.exprCount + 2 * p.width();
            given.nodes += p.nodeCount;
            given.columns += p.columnCount + 2 * p.width();
            given.items += p.itemCount + 2 * p.width();
        }
        return plan::roomFor(n, given, Factor);
    }
    static consteval bool mentions(std::string_view view) {
        const auto& syntax = sql::syntaxOf<SqlTag>;
        for (int q = 0; q < syntax.size.queries; ++q)
            if (syntax.queries[q].hasFrom && syntax.queries[q].from.query < 0 && syntax.queries[q].from.name == view) return true;
        return false;
    }
    static constexpr short build(plan::PlanBuilder& p) {
        plan::bindQuery(p, sql::syntaxOf<SqlTag>.view(sql), catalogue);
        return p.root;
    }
};

}  // namespace rivulet::detail
