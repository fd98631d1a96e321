// SPDX-License-Identifier: BSL-1.0
// Which row comes before another.
#pragma once
#include <cstddef>
#include <utility>

#include <rivulet/expr/total_order.hpp>
#include <rivulet/lift/operators/state.hpp>

namespace rivulet::detail {

/// One sort key: NULLs where they are wanted, everything else in its order, in which the two zeros are equal.
template <class Expression, bool Descending, bool NullsFirst>
struct SortKey {
    template <class Context, class A, class B>
    static constexpr int compare(const Context& context, const A& a, const B& b) {
        decltype(auto) x = Expression::of(a, context);
        decltype(auto) y = Expression::of(b, context);
        const bool hasX = present(x), hasY = present(y);
        if (!hasX || !hasY) return hasX == hasY ? 0 : hasX == NullsFirst ? 1 : -1;
        const int order = totalOrder<false>(bare(x), bare(y));
        return Descending ? -order : order;
    }
};
/// Whether a row comes before another.
template <class Context, class... Keys>
struct RowOrder {
    const Context* context;
    template <class A, class B>
    constexpr bool operator()([[maybe_unused]] const A& a, [[maybe_unused]] const B& b) const {
        int order = 0;
        (void)(((order = Keys::compare(*context, a, b)) != 0) || ... || false);
        return order < 0;
    }
};
template <class Tag, int O, int I>
struct SortKeyAt {
    static constexpr int item = physicalOf<Tag>.items[physicalOp<Tag, O>.firstItem + I];
    static constexpr short packed = physicalOf<Tag>.exprs[item].index;
    using Type = SortKey<Lifted<Tag, physicalOf<Tag>.exprs[item].first>, plan::isDescending(packed), plan::putsNullsFirst(packed)>;
};
template <class Tag, int O, class I> struct RowOrderFor;
template <class Tag, int O, std::size_t... I>
struct RowOrderFor<Tag, O, std::index_sequence<I...>> {
    using Type = RowOrder<typename Tag::Context, typename SortKeyAt<Tag, O, static_cast<int>(I)>::Type...>;
};
template <class Tag, int O> using RowOrderOf = typename RowOrderFor<Tag, O, std::make_index_sequence<static_cast<std::size_t>(physicalOp<Tag, O>.itemCount)>>::Type;

}  // namespace rivulet::detail
