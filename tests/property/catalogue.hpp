// SPDX-License-Identifier: BSL-1.0
// Every aggregate of the catalogue with arguments that its typing rule takes, so that a test of all of them forgets none.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <rivulet/lift/aggregate.hpp>

namespace drawn {

using namespace rivulet;

/// What an argument may be: columns that may be NULL, then a share of 1 and a truth value that are the same in every row.
enum class Kind : unsigned char { number, real, text, truth, share, flag };
inline constexpr int kinds = 6;

template <Kind K> struct ArgumentOf;
template <> struct ArgumentOf<Kind::number> { using Kept = std::optional<std::int64_t>; };
template <> struct ArgumentOf<Kind::real> { using Kept = std::optional<double>; };
template <> struct ArgumentOf<Kind::text> { using Kept = std::optional<std::string>; };
template <> struct ArgumentOf<Kind::truth> { using Kept = std::optional<bool>; };
template <> struct ArgumentOf<Kind::share> { using Kept = double; };
template <> struct ArgumentOf<Kind::flag> { using Kept = bool; };

constexpr SqlType typeOf(Kind k) {
    constexpr SqlType types[] = {sqltype::bigint.orNull(true), sqltype::double_.orNull(true), sqltype::string.orNull(true), sqltype::boolean.orNull(true), sqltype::double_, sqltype::boolean};
    return types[static_cast<int>(k)];
}

/// Value number i of a kind, a NULL where `missing`; reals are sometimes infinite or no numbers where `odd`.
template <Kind K> typename ArgumentOf<K>::Kept valueOf(int i, bool missing, bool odd) {
    using V = typename ArgumentOf<K>::Kept;
    if constexpr (K == Kind::share) return 0.3;
    else if constexpr (K == Kind::flag) return true;
    else if (missing) return V();
    else if constexpr (K == Kind::number) return std::int64_t{i} * 3 - 5;
    else if constexpr (K == Kind::truth) return i % 2 == 0;
    else if constexpr (K == Kind::text) return std::string(static_cast<std::size_t>(i % 3) * 9 + 1, static_cast<char>('a' + i % 26)) + std::to_string(i);
    else return odd && i % 7 == 3 ? std::numeric_limits<double>::infinity() : odd && i % 11 == 5 ? std::numeric_limits<double>::quiet_NaN() : i / 3.0 - 1 + (i % 4 == 1 ? 1e16 : 0);
}

struct Outcome {
    bool fits{}, nullable{};
    TypeRoot root{};
    int precision{}, scale{};
};
template <std::size_t N>
constexpr Outcome judge(short f, const std::array<Kind, N>& kind) {
    ArgumentType arguments[N + 1]{};
    for (std::size_t i = 0; i < N; ++i) arguments[i].type = typeOf(kind[i]);
    TypePool pool;
    Typing t{.arguments = arguments, .count = static_cast<int>(N), .types = {.pool = &pool, .known = nullptr, .hasPool = true}};
    functionInfo(f).typing(t);
    return {t.refused < 0 && t.result.root != TypeRoot::unknown, t.result.nullable, t.result.root, t.result.precision, t.result.scale};
}

constexpr bool isAggregate(short f) { return functionInfo(f).aggregate && !functionInfo(f).window; }
constexpr std::size_t argumentCount(short f) { return functionInfo(f).minArguments > 0 ? static_cast<std::size_t>(functionInfo(f).minArguments) : 1; }

/// Up to so many lists of kinds that the function takes.
inline constexpr std::size_t mostForms = 4;
template <std::size_t N> struct Forms {
    std::array<Kind, N> of[mostForms]{};
    std::size_t count{};
};
template <short F>
constexpr auto formsOf() {
    constexpr std::size_t n = argumentCount(F);
    Forms<n> forms;
    int all = 1;
    for (std::size_t i = 0; i < n; ++i) all *= kinds;
    constexpr std::size_t most = n == 1 ? mostForms : 2;
    for (int c = 0; c < all && forms.count < most; ++c) {
        std::array<Kind, n> kind{};
        for (std::size_t i = 0, rest = static_cast<std::size_t>(c); i < n; ++i, rest /= kinds) kind[i] = static_cast<Kind>(rest % kinds);
        if (judge(F, kind).fits) forms.of[forms.count++] = kind;
    }
    return forms;
}

/// An aggregate of arguments of these kinds.
template <short F, Kind... K>
struct Call {
    using Function = FunctionAt<F>;
    static constexpr std::string_view name = functionInfo(F).name;
    static constexpr bool ofOrder = functionInfo(F).ofOrder;
    static constexpr Outcome outcome = judge(F, std::array{K...});
    using Value = typename decltype(detail::aggregateValue<Function, outcome.root, outcome.precision, outcome.scale, typename ArgumentOf<K>::Kept...>())::type;
    using R = std::conditional_t<outcome.nullable, std::optional<Value>, Value>;
    using Filtered = std::conditional_t<functionInfo(F).ofNothing, R, std::optional<Value>>;  // what it gives where a filter may leave nothing
    template <bool Retracts, class Result = R> using Accumulator = typename Function::template Accumulator<Result, Retracts, typename ArgumentOf<K>::Kept...>;
    template <bool Retracts, class Result = R> using Distinct = detail::DistinctAccumulator<ValueCounts<typename ArgumentOf<K>::Kept...>, Accumulator<Retracts, Result>>;
    using Row = std::tuple<typename ArgumentOf<K>::Kept...>;
    static constexpr std::size_t count = sizeof...(K);
    /// The arguments of row i.
    static Row row(int i, bool missing, bool odd) { return Row(valueOf<K>(i, missing, odd)...); }
};

/// `f(Call)` for each aggregate and each list of kinds that it takes.
template <class F>
void forEachCall(F f) {
    const auto ofOne = [&f]<short I>() {
        if constexpr (isAggregate(I)) {
            static constexpr auto forms = formsOf<I>();
            static_assert(forms.count > 0, "no argument of this aggregate is drawn");
            [&]<std::size_t... A>(std::index_sequence<A...>) {
                ([&]<std::size_t Form>() {
                    [&]<std::size_t... P>(std::index_sequence<P...>) { f(Call<I, forms.of[Form][P]...>{}); }(std::make_index_sequence<argumentCount(I)>{});
                }.template operator()<A>(), ...);
            }(std::make_index_sequence<forms.count>{});
        }
    };
    [&]<short... I>(std::integer_sequence<short, I...>) { (ofOne.template operator()<I>(), ...); }(std::make_integer_sequence<short, functionCount>{});
}

/// `f(arguments as rows show them)`.
template <class Row, class F>
void withViews(const Row& row, F f) {
    std::apply([&f](const auto&... value) { f(detail::asView(value)...); }, row);
}

}  // namespace drawn
