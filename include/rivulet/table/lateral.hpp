// SPDX-License-Identifier: BSL-1.0
// Rows that a user's table function makes of each row, in the Table API.
#pragma once
#include <rivulet/plan/table_function.hpp>
#include <rivulet/table/step_tag.hpp>

namespace rivulet {

namespace detail {

/// A call of a table function with names for the columns of its rows.
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
template <FixedString Function, class... E, FixedString... Names> constexpr auto lateralCall(const LateralCall<Function, Expressions<E...>, Names...>& c) { return c; }

}  // namespace detail
}  // namespace rivulet
