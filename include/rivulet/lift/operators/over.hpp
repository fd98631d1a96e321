// SPDX-License-Identifier: BSL-1.0
// OVER windows: aggregates of frames, functions of the place, other rows.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

#include <rivulet/lift/aggregate.hpp>
#include <rivulet/lift/operators/order.hpp>
#include <rivulet/lift/operators/state.hpp>
#include <rivulet/lift/operators/watermark.hpp>
#include <rivulet/runtime/batch_over.hpp>
#include <rivulet/runtime/over.hpp>
#include <rivulet/runtime/sorted_over.hpp>

namespace rivulet::detail {

namespace overs {

// ---- which of the runtime's operators it is -----------------------------------------------------------------------------

enum class Form : unsigned char { batch, arrival, timed, sorted };
template <class Tag, int O>
consteval Form formOf() {
    constexpr plan::PhysicalOp op = physicalOp<Tag, O>;
    if (Tag::catalogue.batch) return Form::batch;
    if (op.orderTime == TimeAttribute::none) return Form::sorted;
    return op.orderTime == TimeAttribute::rowtime || (op.frame.hasLower && !op.frame.isRows) ? Form::timed : Form::arrival;
}

// ---- calls --------------------------------------------------------------------------------------------------------------

/// What a call is: an aggregate of the frame, a function of the row's place, or the value of another row.
enum class CallForm : unsigned char { unread, aggregate, place, other };
template <class Tag, int O> inline constexpr int callCount = physicalOp<Tag, O>.itemCount - physicalOp<Tag, O>.orderCount;
template <class Tag, int O, int J> inline constexpr int callItem = physicalOf<Tag>.items[physicalOp<Tag, O>.firstItem + physicalOp<Tag, O>.orderCount + J];
template <class Tag, int E>
consteval CallForm callForm() {
    if constexpr (E < 0) return CallForm::unread;
    else if constexpr (physicalOf<Tag>.exprs[E].user) return CallForm::aggregate;
    else {
        using F = FunctionAt<physicalOf<Tag>.exprs[E].function>;
        if constexpr (requires { F::reads; }) return CallForm::place;
        else if constexpr (requires { F::direction; }) return Tag::catalogue.batch ? CallForm::other : CallForm::aggregate;
        else return CallForm::aggregate;
    }
}
/// Whether rows are taken out of a frame again. In batch a user's aggregate need not know how.
template <class Tag, int E>
consteval bool takesBack() {
    if constexpr (callForm<Tag, E>() != CallForm::aggregate) return true;
    else return !physicalOf<Tag>.exprs[E].user;
}
template <class Tag, int O>
inline constexpr bool retracts = physicalOp<Tag, O>.frame.hasLower && (!Tag::catalogue.batch || []<std::size_t... J>(std::index_sequence<J...>) {
    return (takesBack<Tag, callItem<Tag, O, static_cast<int>(J)>>() && ... && true);
}(std::make_index_sequence<static_cast<std::size_t>(callCount<Tag, O>)>{}));

template <class Tag, int O>
consteval PlaceUse placeUse() {
    return static_cast<PlaceUse>([]<std::size_t... J>(std::index_sequence<J...>) {
        constexpr auto reads = []<int E>() -> int {
            if constexpr (callForm<Tag, E>() == CallForm::place) return FunctionAt<physicalOf<Tag>.exprs[E].function>::reads;
            else return 0;
        };
        return (0 | ... | reads.template operator()<callItem<Tag, O, static_cast<int>(J)>>());
    }(std::make_index_sequence<static_cast<std::size_t>(callCount<Tag, O>)>{}));
}

/// A row as aggregates read it.
template <class Row, class Context>
struct RowIn {
    const Row& row;
    const Context& context;
};
struct EveryRow {
    template <class Row, class Context> static constexpr bool of(const Row&, const Context&) { return true; }
};
/// An accumulator, its FILTER, and its arguments as expressions over the rows.
template <class Accumulator, class Filter, class... Arguments>
struct FramedAggregate {
    Accumulator accumulator{};
    template <class In> void add(const In& in) {
        if (isTrue(Filter::of(in.row, in.context))) accumulator.add(Arguments::of(in.row, in.context)...);
    }
    template <class In> void retract(const In& in) {
        if (isTrue(Filter::of(in.row, in.context))) accumulator.retract(Arguments::of(in.row, in.context)...);
    }
    constexpr decltype(auto) result() const { return accumulator.result(); }
    std::size_t bytes() const { return heapBytes(accumulator); }
};

template <class Tag, int O, int A>
using ArgumentValue = Kept<decltype(Lifted<Tag, A>::of(std::declval<const WholeKeptRow<Tag, O>&>(), std::declval<const typename Tag::Context&>())), physicalOf<Tag>.exprs[A].type.nullable>;

template <class Tag, int E>
consteval auto filterOf() {
    if constexpr (physicalOf<Tag>.exprs[E].filtered) return std::type_identity<Lifted<Tag, AggregateArguments<Tag, E>::indexes.at[lifted::argumentCount<Tag, E>() - 1]>>{};
    else return std::type_identity<EveryRow>{};
}
template <class Tag, int O, int E, class I, class K> struct FramedFor;
template <class Tag, int O, int E, std::size_t... I, std::size_t... K>
struct FramedFor<Tag, O, E, std::index_sequence<I...>, std::index_sequence<K...>> {
    template <int J> static constexpr int argument = AggregateArguments<Tag, E>::indexes.at[J];
    template <int J> using Value = ArgumentValue<Tag, O, argument<J>>;
    static constexpr int own = static_cast<int>(sizeof...(I));
    using F = AggregateFunction<Tag, E>;
    using V = typename decltype(aggregateValue<F, lifted::shapeOfExpr<Tag, E>.root, lifted::shapeOfExpr<Tag, E>.precision, lifted::shapeOfExpr<Tag, E>.scale,
                                               Value<static_cast<int>(I)>...>())::type;
    using R = std::conditional_t<lifted::shapeOfExpr<Tag, E>.nullable, std::optional<V>, V>;
    using Plain = typename InOrder<F, R, retracts<Tag, O>, physicalOf<Tag>.exprs[E].integer, Pack<Value<own + static_cast<int>(K)>...>, Value<static_cast<int>(I)>...>::Type;
    template <bool Distinct, class = void> struct Choice { using Type = Plain; };
    template <class Void> struct Choice<true, Void> { using Type = DistinctAccumulator<ValueCounts<Value<static_cast<int>(I)>..., Value<own + static_cast<int>(K)>...>, Plain>; };
    using Type = AggregateType<FramedAggregate<typename Choice<physicalOf<Tag>.exprs[E].distinct>::Type, typename decltype(filterOf<Tag, E>())::type,
                                               Lifted<Tag, argument<static_cast<int>(I)>>..., Lifted<Tag, argument<own + static_cast<int>(K)>>...>, R>;
};
template <class Tag, int O, int E>
consteval auto framedOf() {
    if constexpr (callForm<Tag, E>() != CallForm::aggregate) return std::type_identity<AggregateType<UnreadAggregate, Absent>>{};
    else {
        return std::type_identity<typename FramedFor<Tag, O, E, std::make_index_sequence<ownArgumentCount<Tag, E>()>, std::make_index_sequence<physicalOf<Tag>.exprs[E].ordered>>::Type>{};
    }
}

// ---- rows that go out -----------------------------------------------------------------------------------------------------

/// What a call of one form gives: of(row, results, place, others, context), for column J of the results.
struct AggregateCall {
    template <int J, class Row, class Results, class Others, class Context>
    static constexpr decltype(auto) of(const Row&, const Results& results, const OverPlace&, const Others&, const Context&) { return results.template at<J>(); }
};
template <class F, class... Arguments>
struct PlaceCall {
    template <int, class Row, class Results, class Others, class Context>
    static constexpr auto of([[maybe_unused]] const Row& row, const Results&, const OverPlace& place, const Others&, [[maybe_unused]] const Context& context) {
        return F::at(place, static_cast<std::int64_t>(Arguments::of(row, context))...);
    }
};
struct NoDefault {
    template <class Row, class Context> static constexpr std::nullopt_t of(const Row&, const Context&) { return std::nullopt; }
};
/// X of the row that stands so many places behind; where there is none, the default.
template <long long Places, bool Nullable, class X, class Default>
struct OtherCall {
    template <int, class Row, class Results, class Others, class Context>
    static constexpr auto of(const Row& row, const Results&, const OverPlace& place, const Others& others, const Context& context) {
        using Value = Bare<std::remove_cvref_t<decltype(X::of(row, context))>>;
        using Otherwise = Bare<std::remove_cvref_t<decltype(Default::of(row, context))>>;
        using V = std::conditional_t<std::is_same_v<Value, Otherwise> || std::is_same_v<Otherwise, std::nullopt_t>, Value, Bare<typename OwnedValue<Value>::Type>>;
        using R = std::conditional_t<Nullable, std::optional<V>, V>;
        if (const auto* const other = others.at(place.row + Places)) {
            decltype(auto) value = X::of(others.whole(*other), context);
            if (present(value)) return R(V(bare(value)));
            if constexpr (Nullable) return R();
        }
        decltype(auto) otherwise = Default::of(row, context);
        if constexpr (std::is_same_v<Otherwise, std::nullopt_t>) return R();
        else if constexpr (Nullable) return present(otherwise) ? R(V(bare(otherwise))) : R();
        else return R(V(bare(otherwise)));
    }
};
template <class Tag, int E, class I> struct PlaceCallFor;
template <class Tag, int E, std::size_t... I>
struct PlaceCallFor<Tag, E, std::index_sequence<I...>> {
    using Type = PlaceCall<FunctionAt<physicalOf<Tag>.exprs[E].function>, Lifted<Tag, AggregateArguments<Tag, E>::indexes.at[I]>...>;
};
template <class Tag, int E>
consteval auto otherCall() {
    constexpr int count = lifted::argumentCount<Tag, E>();
    constexpr auto& at = AggregateArguments<Tag, E>::indexes.at;
    constexpr long long said = count > 1 ? physicalOf<Tag>.exprs[at[count > 1 ? 1 : 0]].integer : 1, most = 1LL << 62;  // can be added to a place
    constexpr long long offset = said < most ? said : most, places = offset * FunctionAt<physicalOf<Tag>.exprs[E].function>::direction;
    if constexpr (count > 2) return std::type_identity<OtherCall<places, physicalOf<Tag>.exprs[E].type.nullable, Lifted<Tag, at[0]>, Lifted<Tag, at[2]>>>{};
    else return std::type_identity<OtherCall<places, true, Lifted<Tag, at[0]>, NoDefault>>{};
}
template <class Tag, int O, int E>
consteval auto callOf() {
    if constexpr (callForm<Tag, E>() == CallForm::place)
        return std::type_identity<typename PlaceCallFor<Tag, E, std::make_index_sequence<static_cast<std::size_t>(lifted::argumentCount<Tag, E>())>>::Type>{};
    else if constexpr (callForm<Tag, E>() == CallForm::other) return otherCall<Tag, E>();
    else return std::type_identity<AggregateCall>{};
}

/// Streaming looks at no other rows.
struct NoOthers {};
template <class Key, class Row, class Whole>
struct Others {
    const Key& key;
    const OverRows<Row>& rows;
    const Row* at(std::int64_t place) const { return rows.at(place); }
    Whole whole(const Row& row) const { return {key, row}; }
};

/// A row with the results of its window behind its columns.
template <class Row, class Results, class Others, class Context, int Width, class... Calls>
struct OverRow {
    const Row& row;
    const Results& results;
    const OverPlace& place;
    const Others& others;
    const Context& context;
    template <int I> constexpr decltype(auto) at() const {
        if constexpr (I < Width) return row.template at<I>();
        else return PackElement<I - Width, Pack<Calls...>>::template of<I - Width>(row, results, place, others, context);
    }
};

template <class Tag, int O, class J> struct TypesFor;
template <class Tag, int O, std::size_t... J>
struct TypesFor<Tag, O, std::index_sequence<J...>> {
    template <int K> using Framed = typename decltype(framedOf<Tag, O, callItem<Tag, O, K>>())::type;
    using Set = AggregateSet<StoredRow<typename Framed<static_cast<int>(J)>::Result...>, typename Framed<static_cast<int>(J)>::Aggregate...>;
    using Key = KeyRow<Tag, O>;
    using Row = KeptRow<Tag, O>;
    using Whole = WholeKeptRow<Tag, O>;
    using OtherRows = std::conditional_t<Tag::catalogue.batch, Others<Key, Row, Whole>, NoOthers>;
    using Core = OverRow<Whole, typename Set::Results::View, OtherRows, typename Tag::Context, physicalInput<Tag, O, 0>.columnCount,
                         typename decltype(callOf<Tag, O, callItem<Tag, O, static_cast<int>(J)>>())::type...>;
};
template <class Tag, int O> using Types = TypesFor<Tag, O, std::make_index_sequence<static_cast<std::size_t>(callCount<Tag, O>)>>;

/// How a row enters or leaves a frame.
template <class Tag, int O>
auto updateWith(const typename Tag::Context& context) {
    return [&context](typename Types<Tag, O>::Set& set, [[maybe_unused]] bool add, const KeyRow<Tag, O>& key, const KeptRow<Tag, O>& kept) {
        const WholeKeptRow<Tag, O> row{key, kept};
        const RowIn<WholeKeptRow<Tag, O>, typename Tag::Context> in{row, context};
        if constexpr (!retracts<Tag, O>) set.add(in);
        else if (add) set.add(in);
        else set.retract(in);
    };
}
/// How a row with its results goes to the consumer; streaming.
template <class Tag, int O, class Down>
auto handOn(const typename Tag::Context& context, Down& down) {
    return [&context, &down](RowKind kind, const KeyRow<Tag, O>& key, const KeptRow<Tag, O>& kept, const OverPlace& place, const auto& results) {
        const WholeKeptRow<Tag, O> row{key, kept};
        down(kind, CoreRow<Tag, O>{row, results, place, NoOthers{}, context});
    };
}

// ---- order ------------------------------------------------------------------------------------------------------------------

template <class Tag, int O> using Order = typename RowOrderFor<Tag, O, std::make_index_sequence<static_cast<std::size_t>(physicalOp<Tag, O>.orderCount)>>::Type;

// The sign of a - (b + by), where b + by may be beyond what its type holds.
template <class T>
constexpr int distance(const T& a, const T& b, std::int64_t by) {
    const auto sign = [](auto x, auto y) { return x < y ? -1 : y < x ? 1 : 0; };
    const auto whole = [&](std::int64_t x, std::int64_t y) {
        std::int64_t end = 0;
        return __builtin_add_overflow(y, by, &end) ? (by > 0 ? -1 : 1) : sign(x, end);
    };
    if constexpr (std::is_integral_v<T>) return whole(a, b);
    else if constexpr (std::is_floating_point_v<T>) return totalOrder<false>(a, static_cast<T>(b + static_cast<T>(by)));
    else if constexpr (isDecimal<T>) {
        const Int128 room = static_cast<Int128>(powerOfTen(38 - T::scale));
        if (by >= room || by <= -room) return by > 0 ? -1 : 1;
        Int128 end = 0;
        if (__builtin_add_overflow(b.unscaled(), by * static_cast<Int128>(powerOfTen(T::scale)), &end)) return by > 0 ? -1 : 1;
        return sign(a.unscaled(), end);
    } else if constexpr (requires { a.epochDay(); b.year(); }) return whole(a.epochDay(), b.epochDay());
    else if constexpr (requires { a.nanoOfMilli(); }) {
        const int order = whole(a.millis(), b.millis());
        return order != 0 ? order : sign(a.nanoOfMilli(), b.nanoOfMilli());
    } else {
        constexpr std::int64_t nanos = 1'000'000, most = std::numeric_limits<std::int64_t>::max() / nanos / 2;
        return by > most || by < -most ? (by > 0 ? -1 : 1) : sign(a.nanoOfDay(), b.nanoOfDay() + by * nanos);
    }
}
/// Where frames end that end with the current row and its peers.
template <class Order>
struct PeerEnds {
    Order less;
    template <class Row> int low(const Row& candidate, const Row& current) const { return less(candidate, current) ? -1 : 0; }
    template <class Row> int high(const Row& candidate, const Row& current) const { return less(current, candidate) ? 1 : 0; }
};
/// .. and those that end at a distance in the order. A NULL is near its like only.
template <class Context, class Key, class Expression, bool Descending, long long Low, long long High>
struct DistanceEnds {
    const Context* context;
    template <class Row> int low(const Row& candidate, const Row& current) const { return side(candidate, current, Low); }
    template <class Row> int high(const Row& candidate, const Row& current) const { return side(candidate, current, High); }

private:
    template <class Row> int side(const Row& candidate, const Row& current, std::int64_t by) const {
        decltype(auto) x = Expression::of(candidate, *context);
        decltype(auto) y = Expression::of(current, *context);
        if (!present(x) || !present(y)) return Key::compare(*context, candidate, current);
        using T = std::remove_cvref_t<decltype(bare(x))>;
        return Descending ? -distance<T>(bare(x), bare(y), -by) : distance<T>(bare(x), bare(y), by);
    }
};
template <class Tag, int O>
consteval auto endsOf() {
    constexpr plan::PhysicalOp op = physicalOp<Tag, O>;
    if constexpr (op.frame.isRows || (op.frame.lower == 0 && op.frame.upper == 0)) return std::type_identity<PeerEnds<Order<Tag, O>>>{};
    else {
        constexpr int item = physicalOf<Tag>.items[op.firstItem];
        constexpr plan::Expr order = physicalOf<Tag>.exprs[item];
        return std::type_identity<DistanceEnds<typename Tag::Context, typename SortKeyAt<Tag, O, 0>::Type, Lifted<Tag, order.first>, plan::isDescending(order.index), op.frame.lower, op.frame.upper>>{};
    }
}
consteval OverBound boundOf(bool has, bool isRows) { return !has ? OverBound::partition : isRows ? OverBound::rows : OverBound::range; }

// ---- states -------------------------------------------------------------------------------------------------------------------

template <class Tag, int O, Form = formOf<Tag, O>()> struct State;

template <class Tag, int O>
struct State<Tag, O, Form::batch> {
    static constexpr plan::PhysicalOp op = physicalOp<Tag, O>;
    using T = Types<Tag, O>;
    using Ends = typename decltype(endsOf<Tag, O>())::type;
    BatchOver<KeyRow<Tag, O>, KeptRow<Tag, O>, Order<Tag, O>, typename T::Set, Ends, boundOf(op.frame.hasLower, op.frame.isRows), boundOf(op.frame.hasUpper, op.frame.isRows), retracts<Tag, O>> state;
    State(const OperatorOptions& options, const typename Tag::Context& context)
        : state({.low = op.frame.lower, .high = op.frame.upper, .memoryLimit = options.limitOf("OVER")}, {&context}, Ends{&context}) {}

    template <int, class Row, class Down>
    void receive(RowKind, const Row& row, const typename Tag::Context& context, Down) { state.process(keyOfRow<Tag, O, 0>(row, context), row); }
    template <class Down> void finish(const typename Tag::Context& context, Down down) {
        state.finish(updateWith<Tag, O>(context), [&](RowKind kind, const KeyRow<Tag, O>& key, const KeptRow<Tag, O>& kept, const OverPlace& place, const auto& results, const OverRows<KeptRow<Tag, O>>& rows) {
            const WholeKeptRow<Tag, O> row{key, kept};
            down(kind, CoreRow<Tag, O>{row, results, place, {key, rows}, context});
        });
    }
};

template <class Tag, int O>
struct State<Tag, O, Form::arrival> {
    ArrivalOver<KeyRow<Tag, O>, KeptRow<Tag, O>, typename Types<Tag, O>::Set, physicalOp<Tag, O>.frame.hasLower, placeUse<Tag, O>()> state;
    State(const OperatorOptions& options, const typename Tag::Context&) : state({.preceding = -physicalOp<Tag, O>.frame.lower, .ttl = options.ttl}) {}

    template <int, class Row, class Down>
    void receive(RowKind, const Row& row, const typename Tag::Context& context, Down down) {
        state.process(keyOfRow<Tag, O, 0>(row, context), row, updateWith<Tag, O>(context), handOn<Tag, O>(context, down));
    }
    template <class Down> void finish(const typename Tag::Context&, Down) {}
};

template <class Tag, int O>
struct State<Tag, O, Form::timed> {
    static constexpr bool timed = true;
    static constexpr plan::PhysicalOp op = physicalOp<Tag, O>;
    TimedOver<KeyRow<Tag, O>, KeptRow<Tag, O>, typename Types<Tag, O>::Set, op.frame.isRows ? OverUnit::rows : OverUnit::range, op.frame.hasLower, placeUse<Tag, O>()> state;
    State(const OperatorOptions& options, const typename Tag::Context&)
        : state({.preceding = -op.frame.lower, .ttl = options.ttl, .beforeAll = byClock || options.batch ? noWatermark : 0}) {}

    template <int, class Row, class Down>
    void receive(RowKind, const Row& row, const typename Tag::Context& context, [[maybe_unused]] Down down) {
        Millis time = timeOf<Tag, O, 0>(row, context);
        if constexpr (byClock) {
            if (time < clock_) time = clock_;  // somebody set the clock back
            clock_ = time;
            state.advance(time - 1, updateWith<Tag, O>(context), handOn<Tag, O>(context, down));
        }
        state.process(time, keyOfRow<Tag, O, 0>(row, context), row);
    }
    template <class Down> void advance([[maybe_unused]] Millis watermark, const typename Tag::Context& context, Down down) {
        if (!byClock || watermark == lastWatermark) state.advance(watermark, updateWith<Tag, O>(context), handOn<Tag, O>(context, down));
    }
    template <class Down> void finish(const typename Tag::Context&, Down) {}

private:
    static constexpr bool byClock = op.orderTime == TimeAttribute::proctime;
    Millis clock_{noWatermark};
};

template <class Tag, int O>
struct State<Tag, O, Form::sorted> {
    static constexpr plan::PhysicalOp op = physicalOp<Tag, O>;
    SortedOver<KeyRow<Tag, O>, KeptRow<Tag, O>, Order<Tag, O>, typename Types<Tag, O>::Set, op.frame.isRows ? OverUnit::rows : OverUnit::range, placeUse<Tag, O>(), op.before, op.keepsPlaces> state;
    State(const OperatorOptions& options, const typename Tag::Context& context) : state(options.ttl, {&context}) {}

    template <int, class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context& context, Down down) {
        state.process(kind, keyOfRow<Tag, O, 0>(row, context), row, updateWith<Tag, O>(context), handOn<Tag, O>(context, down));
    }
    template <class Down> void finish(const typename Tag::Context&, Down) {}
};

}  // namespace overs

template <class Tag, int O> struct CoreOf<Tag, O, NodeKind::over> { using Type = typename overs::Types<Tag, O>::Core; };
template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::over> : overs::State<Tag, O> {
    static constexpr bool keeps = true;
    using overs::State<Tag, O>::State;
};

}  // namespace rivulet::detail
