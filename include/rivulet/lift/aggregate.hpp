// SPDX-License-Identifier: BSL-1.0
// Aggregates of a plan as one accumulator: each names its function, result and arguments, none the query.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include <rivulet/expr/aggregates.hpp>
#include <rivulet/expr/user_aggregate.hpp>
#include <rivulet/lift/kept.hpp>
#include <rivulet/reflect/type_name.hpp>
#include <rivulet/runtime/operator.hpp>
#include <rivulet/runtime/seen_values.hpp>
#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/value_counts.hpp>

namespace rivulet::detail {

/// Whether rows that were merged can be taken out again, see aggregates.hpp.
template <class A> concept Unmerges = requires(A& a) { a.unmerge(a); };

/// Whether a row passes the FILTER of this column, if it is none of -1.
template <int Filter, class Row>
constexpr bool passesFilter([[maybe_unused]] const Row& row) {
    if constexpr (Filter < 0) return true;
    else return isTrue(row.template at<Filter>());
}

/// An accumulator, the columns of the input that it reads, and the column of its FILTER or -1.
template <class Accumulator, int Filter, int... Arguments>
struct FilteredAggregate {
    Accumulator accumulator{};
    template <class Row> void add(const Row& row) {
        if (passesFilter<Filter>(row)) accumulator.add(row.template at<Arguments>()...);
    }
    template <class Row> void retract(const Row& row) {
        if (passesFilter<Filter>(row)) accumulator.retract(row.template at<Arguments>()...);
    }
    void merge(const FilteredAggregate& later) { accumulator.merge(later.accumulator); }
    void unmerge(const FilteredAggregate& earlier) requires Unmerges<Accumulator> { accumulator.unmerge(earlier.accumulator); }
    constexpr decltype(auto) result() const { return accumulator.result(); }
    std::size_t bytes() const { return heapBytes(accumulator); }
};
/// One of several aggregates with DISTINCT of the same arguments, over rows that only come: what they have seen is kept once, by the First of them, under
/// a bit for each.
template <class Seen, class Accumulator, int First, int Bit, int Filter, int... Arguments>
struct SharedDistinct {
    Accumulator accumulator{};
    Seen seen{};
    template <class Row> static std::uint32_t observer(const Row& row) { return passesFilter<Filter>(row) ? std::uint32_t{1} << Bit : 0; }
    template <class Row> std::uint32_t see(std::uint32_t observers, const Row& row) { return seen.see(observers, row.template at<Arguments>()...); }
    template <class Row> void take(std::uint32_t observers, const Row& row) {
        if (observers >> Bit & 1) accumulator.add(row.template at<Arguments>()...);
    }
    constexpr decltype(auto) result() const { return accumulator.result(); }
    std::size_t bytes() const { return heapBytes(accumulator) + seen.bytes(); }
};
struct SeenElsewhere {
    static constexpr std::size_t bytes() { return 0; }
};
template <class A> inline constexpr int firstOfShared = -1;
template <class S, class A, int First, int Bit, int Filter, int... Arguments>
inline constexpr int firstOfShared<SharedDistinct<S, A, First, Bit, Filter, Arguments...>> = First;
/// An aggregate that nobody reads.
struct UnreadAggregate {
    template <class Row> void add(const Row&) {}
    template <class Row> void retract(const Row&) {}
    static constexpr void merge(UnreadAggregate) {}
    static constexpr void unmerge(UnreadAggregate) {}
    static constexpr Absent result() { return {}; }
    static constexpr std::size_t bytes() { return 0; }
};

template <int I, class A> struct AggregateAt { A aggregate{}; };
template <int I, class A> constexpr A& aggregateAt(AggregateAt<I, A>& a) { return a.aggregate; }
template <int I, class A> constexpr const A& aggregateAt(const AggregateAt<I, A>& a) { return a.aggregate; }
template <class Indexes, class... A> struct AggregatesAt;
template <std::size_t... I, class... A>
struct AggregatesAt<std::index_sequence<I...>, A...> : AggregateAt<static_cast<int>(I), A>... {
    template <class Row> void add([[maybe_unused]] const Row& row) { (addTo<static_cast<int>(I), A>(row), ...); }
    template <class Row> void retract([[maybe_unused]] const Row& row) { (aggregateAt<static_cast<int>(I)>(*this).retract(row), ...); }
    void merge([[maybe_unused]] const AggregatesAt& later) { (aggregateAt<static_cast<int>(I)>(*this).merge(aggregateAt<static_cast<int>(I)>(later)), ...); }
    void unmerge([[maybe_unused]] const AggregatesAt& earlier) requires(Unmerges<A> && ...) {
        (aggregateAt<static_cast<int>(I)>(*this).unmerge(aggregateAt<static_cast<int>(I)>(earlier)), ...);
    }
    constexpr auto results() const {
        return CapturedRow<decltype(aggregateAt<static_cast<int>(I)>(*this).result())...>{{{aggregateAt<static_cast<int>(I)>(*this).result()}...}};
    }
    std::size_t bytes() const { return (std::size_t{0} + ... + aggregateAt<static_cast<int>(I)>(*this).bytes()); }

private:
    template <int J, class Own, class Row> void addTo(const Row& row) {
        if constexpr (firstOfShared<Own> < 0) aggregateAt<J>(*this).add(row);
        else if constexpr (firstOfShared<Own> == J) {
            std::uint32_t observers = 0;
            ((observers |= observer<J, A>(row)), ...);
            if (observers == 0) return;
            observers = aggregateAt<J>(*this).see(observers, row);
            if (observers != 0) (take<J, static_cast<int>(I), A>(observers, row), ...);
        }
    }
    template <int First, class Own, class Row> static std::uint32_t observer(const Row& row) {
        if constexpr (firstOfShared<Own> == First) return Own::observer(row);
        else return 0;
    }
    template <int First, int J, class Own, class Row> void take(std::uint32_t observers, const Row& row) {
        if constexpr (firstOfShared<Own> == First) aggregateAt<J>(*this).take(observers, row);
    }
};
/// The aggregates of one group. `ResultRow`: what they give, as it may be kept.
template <class ResultRow, class... A>
struct AggregateSet : AggregatesAt<std::index_sequence_for<A...>, A...> {
    using Results = ResultRow;
};

/// The C++ type of what a function gives, without its optional; nested results are made of the arguments' types.
template <class F, TypeRoot Root, int P, int S, class... A>
consteval auto aggregateValue() {
    if constexpr (requires { typename F::template Result<A...>; }) return std::type_identity<typename F::template Result<A...>>{};
    else if constexpr (Root >= TypeRoot::array) return std::type_identity<typename lifted::FirstNested<A...>::type>{};
    else return std::type_identity<CppType<Root, P, S>>{};
}

/// An aggregate and the type of its result.
template <class A, class R>
struct AggregateType {
    using Aggregate = A;
    using Result = R;
};

template <class Tag, int E> using AggregateArguments = lifted::Arguments<Tag, E, lifted::argumentCount<Tag, E>()>;
template <class Tag, int E, int I> inline constexpr int argumentColumn = physicalOf<Tag>.exprs[AggregateArguments<Tag, E>::indexes.at[I]].index;
template <class Tag, int E> inline constexpr int filterColumn = [] {
    if constexpr (physicalOf<Tag>.exprs[E].filtered) return argumentColumn<Tag, E, lifted::argumentCount<Tag, E>() - 1>;
    else return -1;
}();

/// A user aggregate whose errors say which one it is.
template <class T>
class NamedAccumulator {
    UserAccumulator<T> own_{};

    template <class F> static decltype(auto) named(F f) {
        try {
            return f();
        } catch (...) {
            failIn(std::string(className<T>()));
        }
    }

public:
    template <class... V> void add(const V&... view) {
        named([&] { own_.add(view...); });
    }
    template <class... V> void retract(const V&... view) requires(UserAggregate<T>::hasRetract) {
        named([&] { own_.retract(view...); });
    }
    void merge(const NamedAccumulator& later) requires(UserAggregate<T>::hasMerge) {
        named([&] { own_.merge(later.own_); });
    }
    auto result() const {
        return named([&] { return own_.result(); });
    }
};
/// A user aggregate as one of the catalogue.
template <class T>
struct UserAggregateFunction {
    template <class...> using Result = typename SqlTraits<Bare<typename UserAggregate<T>::Result>>::Value;
    template <class R, bool Retracts, class... A> using Accumulator = NamedAccumulator<T>;
};
template <class Tag, int E>
consteval auto aggregateFunction() {
    constexpr short f = physicalOf<Tag>.exprs[E].function;
    if constexpr (physicalOf<Tag>.exprs[E].user)
        return std::type_identity<UserAggregateFunction<std::remove_cvref_t<decltype(std::declval<const typename Tag::Context&>().template function<f>().call)>>>{};
    else return std::type_identity<FunctionAt<f>>{};
}
template <class Tag, int E> using AggregateFunction = typename decltype(aggregateFunction<Tag, E>())::type;

/// Which of the aggregates with DISTINCT of the same arguments an item is, and where the first of them stands: -1 if it is alone, or sees rows leave.
struct SharedPlace {
    int first{-1}, bit{};
};
template <class Tag, int O, int Item>
consteval SharedPlace sharedPlace() {
    constexpr auto op = physicalOp<Tag, O>;
    if (op.kind != plan::NodeKind::aggregate || Tag::catalogue.batch || physicalInput<Tag, O, 0>.updates) return {};
    const auto sameArguments = [](int a, int b) {
        short x = physicalOf<Tag>.exprs[a].first, y = physicalOf<Tag>.exprs[b].first;
        const auto isArgument = [](int of, short e) { return e >= 0 && (physicalOf<Tag>.exprs[e].next >= 0 || !physicalOf<Tag>.exprs[of].filtered); };  // the last one is the filter
        for (; isArgument(a, x) && isArgument(b, y); x = physicalOf<Tag>.exprs[x].next, y = physicalOf<Tag>.exprs[y].next)
            if (physicalOf<Tag>.exprs[x].index != physicalOf<Tag>.exprs[y].index) return false;
        return !isArgument(a, x) && !isArgument(b, y);
    };
    const int own = physicalOf<Tag>.items[op.firstItem + Item];
    SharedPlace place;
    int count = 0;
    for (int i = 0; i < op.itemCount; ++i) {
        const int other = physicalOf<Tag>.items[op.firstItem + i];
        if (other < 0 || !physicalOf<Tag>.exprs[other].distinct || physicalOf<Tag>.exprs[other].ordered > 0 || !sameArguments(own, other)) continue;
        if (place.first < 0) place.first = i;
        if (i == Item) place.bit = count;
        ++count;
    }
    return count > 1 && count <= 32 && physicalOf<Tag>.exprs[own].ordered == 0 ? place : SharedPlace{};
}

/// The arguments without those of ORDER BY and FILTER.
template <class Tag, int E> consteval std::size_t ownArgumentCount() {
    return static_cast<std::size_t>(lifted::argumentCount<Tag, E>() - physicalOf<Tag>.exprs[E].filtered - physicalOf<Tag>.exprs[E].ordered);
}
/// How an aggregate goes through rows in the order that it asks for.
template <class F, class R, bool Retracts, long long Orders, class Keys, class... A> struct InOrder {
    using Type = OrderedAccumulator<typename F::template Accumulator<R, false, A...>, Orders, Pack<A...>, Keys>;
};
template <class F, class R, bool Retracts, long long Orders, class... A> struct InOrder<F, R, Retracts, Orders, Pack<>, A...> {
    using Type = typename F::template Accumulator<R, Retracts, A...>;
};

template <class Tag, int O, int E, int Item, class I, class K> struct AggregateFor;
template <class Tag, int O, int E, int Item, std::size_t... I, std::size_t... K>
struct AggregateFor<Tag, O, E, Item, std::index_sequence<I...>, std::index_sequence<K...>> {
    static constexpr int own = static_cast<int>(sizeof...(I));
    template <int J> using Argument = InputColumn<Tag, O, 0, argumentColumn<Tag, E, J>>;
    static constexpr bool retracts = physicalInput<Tag, O, 0>.updates;
    using F = AggregateFunction<Tag, E>;
    using V = typename decltype(aggregateValue<F, lifted::shapeOfExpr<Tag, E>.root, lifted::shapeOfExpr<Tag, E>.precision, lifted::shapeOfExpr<Tag, E>.scale,
                                               Argument<static_cast<int>(I)>...>())::type;
    using R = std::conditional_t<lifted::shapeOfExpr<Tag, E>.nullable, std::optional<V>, V>;
    using Plain = typename InOrder<F, R, retracts, physicalOf<Tag>.exprs[E].integer, Pack<Argument<own + static_cast<int>(K)>...>, Argument<static_cast<int>(I)>...>::Type;
    template <bool Distinct, class = void> struct Choice { using Type = Plain; };
    template <class Void> struct Choice<true, Void> {
        using Type = std::conditional_t<Tag::catalogue.batch, SortedDistinctAccumulator<Plain, Argument<static_cast<int>(I)>..., Argument<own + static_cast<int>(K)>...>,
                                        DistinctAccumulator<ValueCounts<Argument<static_cast<int>(I)>..., Argument<own + static_cast<int>(K)>...>, Plain>>;
    };
    template <bool Distinct> static consteval SharedPlace place() {
        if constexpr (Distinct) return sharedPlace<Tag, O, Item>();
        else return {};
    }
    template <int First, int Bit> struct Shared {
        using Seen = std::conditional_t<First == Item, SeenValues<Argument<static_cast<int>(I)>...>, SeenElsewhere>;
        using Type = SharedDistinct<Seen, Plain, First, Bit, filterColumn<Tag, E>, argumentColumn<Tag, E, static_cast<int>(I)>...>;
    };
    template <int Bit> struct Shared<-1, Bit> {
        using Type = FilteredAggregate<typename Choice<physicalOf<Tag>.exprs[E].distinct>::Type, filterColumn<Tag, E>, argumentColumn<Tag, E, static_cast<int>(I)>...,
                                       argumentColumn<Tag, E, own + static_cast<int>(K)>...>;
    };
    static constexpr SharedPlace at = place<physicalOf<Tag>.exprs[E].distinct>();
    using Type = AggregateType<typename Shared<at.first, at.bit>::Type, R>;
};

/// Item E of operator O: an aggregate expression of the physical plan, or -1.
template <class Tag, int O, int E, int Item>
consteval auto aggregateOf() {
    if constexpr (E < 0) return std::type_identity<AggregateType<UnreadAggregate, Absent>>{};
    else {
        return std::type_identity<typename AggregateFor<Tag, O, E, Item, std::make_index_sequence<ownArgumentCount<Tag, E>()>, std::make_index_sequence<physicalOf<Tag>.exprs[E].ordered>>::Type>{};
    }
}
template <class Tag, int O, class I> struct AggregateSetOf;
template <class Tag, int O, std::size_t... I>
struct AggregateSetOf<Tag, O, std::index_sequence<I...>> {
    template <int J> using At = typename decltype(aggregateOf<Tag, O, physicalOf<Tag>.items[physicalOp<Tag, O>.firstItem + J], J>())::type;
    using Type = AggregateSet<StoredRow<typename At<static_cast<int>(I)>::Result...>, typename At<static_cast<int>(I)>::Aggregate...>;
};
/// The aggregates of operator O.
template <class Tag, int O>
using Aggregates = typename AggregateSetOf<Tag, O, std::make_index_sequence<static_cast<std::size_t>(physicalOp<Tag, O>.itemCount)>>::Type;

}  // namespace rivulet::detail
