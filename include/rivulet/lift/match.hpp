// SPDX-License-Identifier: BSL-1.0
// Conditions and measures of MATCH_RECOGNIZE: expressions over the rows of a match.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

#include <rivulet/lift/aggregate.hpp>
#include <rivulet/lift/expression.hpp>
#include <rivulet/runtime/match.hpp>
#include <rivulet/types/timestamp.hpp>

namespace rivulet::detail {

static_assert(plan::everyVariable == everyVariable);

/// What an expression over a match reads: its rows, and when it was found.
template <class Rows>
struct MatchRow {
    using Kept = typename Rows::Kept;
    const Rows& rows;
    Millis time;
};

namespace lifted {

/// A column of a row of a variable, X of the row that is `Away` rows from the first one, or the last one.
template <int Variable, bool First, int Away, bool Nullable, class X>
struct Matched {
    template <class R, class C> static constexpr decltype(auto) of(const R& match, const C& context) {
        const auto* const row = First ? match.rows.first(Variable, Away) : match.rows.last(Variable, Away);
        if constexpr (!Nullable) return X::of(*row, context);
        else {
            using V = std::remove_cvref_t<decltype(X::of(*row, context))>;
            using Result = std::conditional_t<Optional<V>, V, std::optional<V>>;
            return row ? Result(X::of(*row, context)) : Result();
        }
    }
};

/// MATCH_ROWTIME.
template <bool Zoned>
struct MatchTime {
    template <class R, class C> static constexpr auto of(const R& match, const C&) {
        if constexpr (Zoned) return TimestampLtz<3>::fromMillis(match.time);
        else return Timestamp<3>::fromMillis(match.time);
    }
};

/// An aggregate over rows of a match: function F with a result of type Root(P, S), over the expressions X of each row.
template <int Variable, class F, TypeRoot Root, int P, int S, bool Nullable, class... X>
struct MatchAggregate {
    static constexpr bool takes(int variable) { return Variable == everyVariable || Variable == variable; }
    template <class Row, class C>
    struct Sum {
        template <class Y> using Value = decltype(Y::of(std::declval<const Row&>(), std::declval<const C&>()));
        template <class Y> using Argument = Kept<Value<Y>, Optional<std::remove_cvref_t<Value<Y>>>>;
        using V = typename decltype(aggregateValue<F, Root, P, S, Argument<X>...>())::type;
        using Result = std::conditional_t<Nullable, std::optional<V>, V>;
        typename F::template Accumulator<Result, false, Argument<X>...> accumulator{};

        void add([[maybe_unused]] const Row& row, [[maybe_unused]] const C& context) { accumulator.add(X::of(row, context)...); }
        Result result() const { return Result(accumulator.result()); }
    };
    /// Measures are asked for once a match.
    template <class R, class C> static auto of(const R& match, const C& context) {
        Sum<typename R::Kept, C> sum;
        for (std::size_t i = 0; i < match.rows.size(Variable); ++i) sum.add(*match.rows.first(Variable, i), context);
        return sum.result();
    }
};

/// An aggregate in a condition is kept up to date row by row.
template <int I>
struct MatchSum {
    template <class R, class C> static auto of(const R& match, const C&) { return std::get<I>(match.rows.running().sums()).result(); }
};

template <class Tag, int E, class I> struct MatchAggregateOf;
template <class Tag, int E, std::size_t... I>
struct MatchAggregateOf<Tag, E, std::index_sequence<I...>> {
    using Type = MatchAggregate<shapeOfExpr<Tag, E>.index, AggregateFunction<Tag, E>, shapeOfExpr<Tag, E>.root, shapeOfExpr<Tag, E>.precision, shapeOfExpr<Tag, E>.scale,
                                shapeOfExpr<Tag, E>.nullable, decltype(lift<Tag, AggregateArguments<Tag, E>::indexes.at[I]>())...>;
};

template <class Tag, int E>
consteval auto matchExpression() {
    using plan::ExprKind;
    constexpr const Shape& s = shapeOfExpr<Tag, E>;
    if constexpr (s.kind == ExprKind::matched) return std::type_identity<Matched<s.function, s.isTry, s.index, s.nullable, decltype(lift<Tag, s.first>())>>{};
    else if constexpr (s.kind == ExprKind::matchTime) return std::type_identity<MatchTime<s.root == TypeRoot::timestampLtz>>{};
    else if constexpr (s.kind == ExprKind::matchSum) return std::type_identity<MatchSum<s.index>>{};
    else return std::type_identity<typename MatchAggregateOf<Tag, E, std::make_index_sequence<static_cast<std::size_t>(argumentCount<Tag, E>())>>::Type>{};
}
template <class Tag, int E>
struct MatchExpression {
    using Type = typename decltype(matchExpression<Tag, E>())::type;
};

}  // namespace lifted

/// A variable of a pattern: how often, and what must hold of a row of it; void: any row will do.
template <std::uint32_t Least, std::uint32_t Most, bool Greedy, class Condition>
struct LiftedVariable {
    static constexpr PatternVariable variable{Least, Most, Greedy};
    template <class Row, class Context>
    static constexpr bool holds([[maybe_unused]] const Row& row, [[maybe_unused]] const Context& context) {
        if constexpr (std::is_void_v<Condition>) return true;
        else return isTrue(Condition::of(row, context));
    }
};

/// The sums of a match in the making: an empty type where no condition has any.
template <class... Sum>
struct MatchSums : std::tuple<Sum...> {
    const std::tuple<Sum...>& sums() const { return *this; }
};

/// A pattern as the runtime asks for it: named by what it does.
template <class Row, class Context, class Sums, class... Variable> struct LiftedPattern;
template <class Row, class Context, class... Sum, class... Variable>
struct LiftedPattern<Row, Context, Pack<Sum...>, Variable...> {
    const Context* context;

    static constexpr PatternVariable variables[]{Variable::variable...};
    using Running = MatchSums<typename Sum::template Sum<Row, Context>...>;
    void take(Running& running, int variable, const Row& row) const {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            ((Sum::takes(variable) ? std::get<I>(running).add(row, *context) : void()), ...);
        }(std::index_sequence_for<Sum...>{});
    }
    template <class Rows>
    bool operator()(int variable, const Rows& rows) const {
        const MatchRow<Rows> match{rows, {}};
        bool holds = false;
        int v = 0;
        (void)((v++ == variable && (holds = Variable::holds(match, *context), true)) || ...);
        return holds;
    }
};

}  // namespace rivulet::detail
