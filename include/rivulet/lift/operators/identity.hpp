// SPDX-License-Identifier: BSL-1.0
// What tells the rows of an input apart.
#pragma once
#include <cstddef>
#include <type_traits>
#include <utility>

#include <rivulet/lift/operators/state.hpp>
#include <rivulet/runtime/row_bag.hpp>

namespace rivulet::detail {

/// What tells the rows of a side apart.
template <class Tag, int O, int S, class I> struct UniqueOf;
template <class Tag, int O, int S, std::size_t... I>
struct UniqueOf<Tag, O, S, std::index_sequence<I...>> {
    using Type = UniqueColumns<physicalOf<Tag>.exprs[physicalOf<Tag>.items[physicalInput<Tag, O, S>.firstUnique + static_cast<int>(I)]].index...>;
};
template <class Tag, int O, int S>
consteval auto identityOf() {
    if constexpr (physicalInput<Tag, O, S>.unique == plan::UniqueForm::inJoinKey) return std::type_identity<std::conditional_t<physicalInput<Tag, O, S>.updates, OneRow, OnlyRow>>{};
    else if constexpr (physicalInput<Tag, O, S>.unique == plan::UniqueForm::own)
        return std::type_identity<typename UniqueOf<Tag, O, S, std::make_index_sequence<static_cast<std::size_t>(physicalInput<Tag, O, S>.uniqueCount)>>::Type>{};
    else return std::type_identity<WholeRow>{};
}

}  // namespace rivulet::detail
