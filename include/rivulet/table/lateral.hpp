// SPDX-License-Identifier: BSL-1.0
// Rows that a user's table function makes of each row, in the Table API.
#pragma once
#include <string_view>

#include <rivulet/plan/table_function.hpp>
#include <rivulet/table/aggregate.hpp>
#include <rivulet/table/step_tag.hpp>

namespace rivulet::detail {

/// LATERAL TABLE(Function(..)): a list of the arguments, with the new names behind it, and perhaps a condition over all columns.
template <FixedString Function, sql::JoinKind Join>
struct LateralStep {
    static constexpr short apply(plan::FieldBinder& b, short input, short lists) {
        const sql::Syntax &both = b.syntax[lists], &call = b.syntax[both.first];
        const sql::Relation r{.kind = sql::RelationKind::function, .lateral = true, .arguments = call.first, .columns = call.next, .name = Function.view()};
        if (b.catalogue.findFunction(r.name) < 0) return plan::unknownTableFunction(b, r);
        const short at = plan::tableFunction(b, scopeOver(b, input), r, Join);
        if (at < 0) return -1;
        for (short c = b.plan.nodes[input].columnCount; c < b.plan.nodes[at].columnCount; ++c)
            if (const std::string_view name = b.plan.column(at, c).name; b.find(input, name) >= 0) {
                b.plan.fail({.code = ErrorCode::duplicateColumn, .subject = name, .expected = "other names with as<..>()"});
                return -1;
            }
        if (both.next < 0) return at;
        const short p = b.condition(scopeOver(b, at), both.next, "ON");
        return p < 0 ? p : plan::partsOn(b, at, Join, p);
    }
};

/// A call of a table function, and names for the columns of its rows.
template <FixedString Function, class Arguments, FixedString... Names>
struct LateralCall {
    static constexpr bool isLateralCall = true;
    template <class Condition> using Lists = TwoLists<TwoLists<Arguments, Expressions<NewName<Names>...>>, Condition>;
    template <sql::JoinKind Join, class Tag, class Condition> using Next = ShortTag<StepTag<LateralStep<Function, Join>, Tag, Lists<Condition>>>;
    Arguments arguments;
    template <class Condition> constexpr Lists<Condition> lists(const Condition& condition) const { return {{arguments, {}}, condition}; }
};
template <FixedString Function, class... E> constexpr auto lateralCall(const Call<Function, E...>& c) { return LateralCall<Function, Expressions<E...>>{c.arguments}; }
template <FixedString Function, class... E, FixedString Name> constexpr auto lateralCall(const Named<Call<Function, E...>, Name>& c) {
    return LateralCall<Function, Expressions<E...>, Name>{c.of.arguments};
}
template <FixedString Function, class... E, FixedString... Names> constexpr auto lateralCall(const NamedRows<Call<Function, E...>, Names...>& c) {
    return LateralCall<Function, Expressions<E...>, Names...>{c.of.arguments};
}
constexpr void lateralCall(...);
template <class F> inline constexpr bool isLateralCall = requires(const F& f) { lateralCall(f).arguments; };

}  // namespace rivulet::detail
