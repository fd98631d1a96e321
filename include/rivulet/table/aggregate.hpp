// SPDX-License-Identifier: BSL-1.0
// Table API expressions over groups of rows, and the items of orderBy.
#pragma once
#include <rivulet/table/expression.hpp>

namespace rivulet {

namespace detail {

/// An expression that is not written.
struct Absent {
    static constexpr int syntaxCount = 0, parameterCount = 0;
    static constexpr short write(SyntaxWriter&) { return -1; }
};
/// COUNT(*).
struct Star {
    static constexpr int syntaxCount = 1, parameterCount = 0;
    static constexpr short write(SyntaxWriter& w) { return w.add({.kind = sql::SyntaxKind::star}); }
};

/// An aggregate function: of distinct values only, or of some rows only, where that is asked for.
template <FixedString Function, bool Distinct, class Filter, Expression... E>
struct Aggregate : Verbs<Aggregate<Function, Distinct, Filter, E...>> {
    static constexpr int syntaxCount = 1 + Expressions<E...>::syntaxCount + Filter::syntaxCount;
    static constexpr int parameterCount = Expressions<E...>::parameterCount + Filter::parameterCount;
    Expressions<E...> arguments;
    Filter condition;

    /// Of distinct values: `col<"user">.count().distinct()`.
    constexpr auto distinct() const { return Aggregate<Function, true, Filter, E...>{{}, arguments, condition}; }
    /// Of the rows for which the condition is TRUE, as FILTER (WHERE ..) in SQL.
    template <class C> constexpr auto filter(const C& rows) const {
        static_assert(std::is_same_v<Filter, Absent>, "rivulet: an aggregate has one filter; put both conditions into it");
        return Aggregate<Function, Distinct, AsExpression<C>, E...>{{}, arguments, asExpression(rows)};
    }

    static constexpr short write(SyntaxWriter& w) {
        const short first = Expressions<E...>::write(w);
        const short filter = Filter::write(w);
        return w.add({.kind = sql::SyntaxKind::call, .distinct = Distinct, .first = first, .filter = filter, .text = Function.view()});
    }
    template <int I> constexpr const auto& parameter() const {
        if constexpr (I < Expressions<E...>::parameterCount) return arguments.template parameter<I>();
        else return condition.template parameter<I - Expressions<E...>::parameterCount>();
    }
};
template <FixedString Function, class... T> constexpr auto aggregateOf(const T&... v) {
    return Aggregate<Function, false, Absent, AsExpression<T>...>{{}, expressions(v...), {}};
}

template <class Self> constexpr auto Verbs<Self>::count() const { return aggregateOf<"COUNT">(self()); }
template <class Self> constexpr auto Verbs<Self>::sum() const { return aggregateOf<"SUM">(self()); }
template <class Self> constexpr auto Verbs<Self>::sum0() const { return aggregateOf<"$SUM0">(self()); }
template <class Self> constexpr auto Verbs<Self>::avg() const { return aggregateOf<"AVG">(self()); }
template <class Self> constexpr auto Verbs<Self>::min() const { return aggregateOf<"MIN">(self()); }
template <class Self> constexpr auto Verbs<Self>::max() const { return aggregateOf<"MAX">(self()); }
template <class Self> constexpr auto Verbs<Self>::stddevPop() const { return aggregateOf<"STDDEV_POP">(self()); }
template <class Self> constexpr auto Verbs<Self>::stddevSamp() const { return aggregateOf<"STDDEV_SAMP">(self()); }
template <class Self> constexpr auto Verbs<Self>::varPop() const { return aggregateOf<"VAR_POP">(self()); }
template <class Self> constexpr auto Verbs<Self>::varSamp() const { return aggregateOf<"VAR_SAMP">(self()); }
template <class Self> constexpr auto Verbs<Self>::firstValue() const { return aggregateOf<"FIRST_VALUE">(self()); }
template <class Self> constexpr auto Verbs<Self>::lastValue() const { return aggregateOf<"LAST_VALUE">(self()); }
template <class Self> constexpr auto Verbs<Self>::collect() const { return aggregateOf<"COLLECT">(self()); }
template <class Self> constexpr auto Verbs<Self>::arrayAgg() const { return aggregateOf<"ARRAY_AGG">(self()); }
template <class Self> template <class... S> constexpr auto Verbs<Self>::listAgg(const S&... separator) const {
    static_assert(sizeof...(S) <= 1, "rivulet: listAgg takes at most a separator");
    return aggregateOf<"LISTAGG">(self(), separator...);
}

/// A sort key of orderBy.
template <Expression E, bool Descending, sql::NullsOrder Nulls>
struct Sorted {
    static constexpr int syntaxCount = E::syntaxCount, parameterCount = E::parameterCount;
    E of;
    /// NULL before everything else; without a word it counts as the smallest value.
    constexpr auto nullsFirst() const { return Sorted<E, Descending, sql::NullsOrder::first>{of}; }
    constexpr auto nullsLast() const { return Sorted<E, Descending, sql::NullsOrder::last>{of}; }
    static constexpr short write(SyntaxWriter& w) {
        const short at = E::write(w);
        w.nodes[at].descending = Descending;
        w.nodes[at].nulls = Nulls;
        return at;
    }
    template <int I> constexpr const auto& parameter() const { return of.template parameter<I>(); }
};
template <class Self> constexpr auto Verbs<Self>::asc() const { return Sorted<Self, false, sql::NullsOrder::standard>{self()}; }
template <class Self> constexpr auto Verbs<Self>::desc() const { return Sorted<Self, true, sql::NullsOrder::standard>{self()}; }

/// Two lists as one: a node with the first one below it, and the second one after it.
template <class First, class Second>
struct TwoLists {
    static constexpr int syntaxCount = 1 + First::syntaxCount + Second::syntaxCount, parameterCount = First::parameterCount + Second::parameterCount;
    First first;
    Second second;
    static constexpr short write(SyntaxWriter& w) {
        const short below = First::write(w), after = Second::write(w);
        return w.add({.kind = sql::SyntaxKind::call, .first = below, .next = after});
    }
    template <int I> constexpr const auto& parameter() const {
        if constexpr (I < First::parameterCount) return first.template parameter<I>();
        else return second.template parameter<I - First::parameterCount>();
    }
};

}  // namespace detail

/// COUNT(*): how many rows.
constexpr auto count() { return detail::Aggregate<"COUNT", false, detail::Absent, detail::Star>{}; }

/// Any aggregate function by its SQL name, also the environment's own: `aggregate<"LISTAGG">(col<"s">, "; ").distinct()`.
template <FixedString Function, class... T> constexpr auto aggregate(const T&... arguments) { return detail::aggregateOf<Function>(arguments...); }

}  // namespace rivulet
