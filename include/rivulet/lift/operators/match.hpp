// SPDX-License-Identifier: BSL-1.0
// MATCH_RECOGNIZE.
#pragma once
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

#include <rivulet/lift/match.hpp>
#include <rivulet/lift/operators/order.hpp>
#include <rivulet/lift/operators/state.hpp>
#include <rivulet/lift/operators/watermark.hpp>
#include <rivulet/runtime/match.hpp>

namespace rivulet::detail {

/// Item I of the operator: first what orders rows of one time, then variables, measures and sums.
template <class Tag, int O, int I> inline constexpr int matchItem = physicalOf<Tag>.items[physicalOp<Tag, O>.firstItem + I];
template <class Tag, int O> inline constexpr int firstVariable = physicalOp<Tag, O>.orderCount;
template <class Tag, int O> inline constexpr int firstMeasure = firstVariable<Tag, O> + physicalOp<Tag, O>.matching.variables;
template <class Tag, int O> inline constexpr int firstSum = firstMeasure<Tag, O> + physicalOp<Tag, O>.matching.measures;

template <class Tag, int O, int V>
consteval auto liftedVariable() {
    constexpr int item = matchItem<Tag, O, firstVariable<Tag, O> + V>;
    constexpr long long times = physicalOf<Tag>.exprs[item].integer;
    constexpr auto least = static_cast<std::uint32_t>(plan::leastTimes(times)), most = static_cast<std::uint32_t>(plan::mostTimes(times));
    constexpr bool greedy = !physicalOf<Tag>.exprs[item].isTry && !(least == 0 && most == 1);
    constexpr int condition = physicalOf<Tag>.exprs[item].first;
    if constexpr (condition < 0) return std::type_identity<LiftedVariable<least, most, greedy, void>>{};
    else return std::type_identity<LiftedVariable<least, most, greedy, Lifted<Tag, condition>>>{};
}

template <class Tag, int O, class V, class S, class K> struct PatternFor;
template <class Tag, int O, std::size_t... V, std::size_t... S, std::size_t... K>
struct PatternFor<Tag, O, std::index_sequence<V...>, std::index_sequence<S...>, std::index_sequence<K...>> {
    using Sums = Pack<Lifted<Tag, matchItem<Tag, O, firstSum<Tag, O> + static_cast<int>(S)>>...>;
    using Type = LiftedPattern<KeptRow<Tag, O>, typename Tag::Context, Sums, typename decltype(liftedVariable<Tag, O, static_cast<int>(V)>())::type...>;
    using Order = std::conditional_t<sizeof...(K) == 0, OrderOfArrival, RowOrder<typename Tag::Context, typename SortKeyAt<Tag, O, static_cast<int>(K)>::Type...>>;
};
template <class Tag, int O>
using PatternOf = PatternFor<Tag, O, std::make_index_sequence<static_cast<std::size_t>(physicalOp<Tag, O>.matching.variables)>,
                             std::make_index_sequence<static_cast<std::size_t>(physicalOp<Tag, O>.itemCount - firstSum<Tag, O>)>, std::make_index_sequence<static_cast<std::size_t>(physicalOp<Tag, O>.orderCount)>>;
template <class Tag, int O> using MatcherOf = PatternMatcher<KeyRow<Tag, O>, KeptRow<Tag, O>, typename PatternOf<Tag, O>::Type, typename PatternOf<Tag, O>::Order>;

template <class Tag, int O, int M, class Row>
constexpr decltype(auto) measureOf(const Row& row, const typename Tag::Context& context) {
    if constexpr (matchItem<Tag, O, firstMeasure<Tag, O> + M> < 0) return Absent{};
    else return Lifted<Tag, matchItem<Tag, O, firstMeasure<Tag, O> + M>>::of(row, context);
}
template <class Tag, int O>
auto measuresOf(const MatchRow<typename MatcherOf<Tag, O>::Rows>& match, const typename Tag::Context& context) {
    return [&]<std::size_t... M>(std::index_sequence<M...>) {
        return CapturedRow<decltype(measureOf<Tag, O, static_cast<int>(M)>(match, context))...>{{{measureOf<Tag, O, static_cast<int>(M)>(match, context)}...}};
    }(std::make_index_sequence<static_cast<std::size_t>(physicalOp<Tag, O>.matching.measures)>{});
}

template <class Tag, int O>
struct CoreOf<Tag, O, NodeKind::match> {
    using Measures = decltype(measuresOf<Tag, O>(std::declval<const MatchRow<typename MatcherOf<Tag, O>::Rows>&>(), std::declval<const typename Tag::Context&>()));
    using Type = PairRow<KeyRow<Tag, O>, Measures, physicalOp<Tag, O>.keyCount>;
};
template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::match> {
    static constexpr bool keeps = true, timed = true;
    MatcherOf<Tag, O> state;
    OperatorState(const OperatorOptions& options, const typename Tag::Context& context) : state(settings(options), {&context}, orderWith(context)) {}

    template <int, class Row, class Down>
    void receive(RowKind, const Row& row, const typename Tag::Context& context, Down down) {
        state.process(timeOf<Tag, O, 0>(row, context), keyOfRow<Tag, O, 0>(row, context), row, handOn(context, down));
    }
    template <class Down> void advance(Millis watermark, const typename Tag::Context& context, Down down) { state.advance(watermark, handOn(context, down)); }
    template <class Down> void finish(const typename Tag::Context&, Down) {}

private:
    static MatchOptions settings(const OperatorOptions& options) {
        constexpr plan::MatchForm m = physicalOp<Tag, O>.matching;
        constexpr MatchSkip skips[] = {MatchSkip::toNextRow, MatchSkip::pastLastRow, MatchSkip::toFirst, MatchSkip::toLast};
        static_assert(sizeof skips / sizeof *skips == static_cast<std::size_t>(sql::AfterMatch::toLast) + 1, "one for each way to go on");
        MatchOptions s{.skip = skips[static_cast<int>(m.after)], .target = m.target, .within = m.within, .byArrival = m.byArrival};
        if constexpr (m.target >= 0) s.targetName = std::string(physicalOf<Tag>.exprs[matchItem<Tag, O, firstVariable<Tag, O> + m.target>].text);
        if (options.batch) s.memoryLimit = options.limitOf("MATCH_RECOGNIZE");
        return s;
    }
    static auto orderWith([[maybe_unused]] const typename Tag::Context& context) {
        using Order = typename PatternOf<Tag, O>::Order;
        if constexpr (std::is_empty_v<Order>) return Order{};
        else return Order{&context};
    }
    template <class Down> static auto handOn(const typename Tag::Context& context, Down& down) {
        return [&context, &down](const KeyRow<Tag, O>& key, const auto& rows, Millis time) {
            const MatchRow<typename MatcherOf<Tag, O>::Rows> match{rows, time};
            const auto measures = measuresOf<Tag, O>(match, context);
            down(RowKind::insert, CoreRow<Tag, O>{key, measures});
        };
    }
};

}  // namespace rivulet::detail
