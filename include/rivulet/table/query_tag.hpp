// SPDX-License-Identifier: BSL-1.0
// Tags of SQL text: tokens, syntax and plan of one query, each phase with the compiler's whole budget for constant
// evaluation.
#pragma once
#include <rivulet/plan/query.hpp>
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
        const auto& syntax = sql::syntaxOf<SqlTag>;
        return plan::roomFor(syntax.size.nodes, syntax.relations, syntax.size.relations, catalogue, Factor);
    }
    static constexpr short build(plan::PlanBuilder& p) {
        plan::bindQuery(p, sql::syntaxOf<SqlTag>.view(sql), catalogue);
        return p.root;
    }
};

}  // namespace rivulet::detail
