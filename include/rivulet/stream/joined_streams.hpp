// SPDX-License-Identifier: BSL-1.0
// join and coGroup: rows of two streams that are in the same window and have equal keys.
#pragma once
#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/stream/data_stream.hpp>
#include <rivulet/stream/keyed_stream.hpp>
#include <rivulet/stream/windowed_stream.hpp>

namespace rivulet {

namespace detail {

// A row of one of two streams, and its key.
template <class K, class T, class U>
struct EitherRow {
    K key;
    std::optional<T> left{};
    std::optional<U> right{};
};
template <class Row, class F>
struct AsLeft {
    F key;
    template <class T> Row operator()(const T& row) { return {key(row), row, {}}; }
};
template <class Row, class F>
struct AsRight {
    F key;
    template <class U> Row operator()(const U& row) { return {key(row), {}, row}; }
};

template <class F, class T, class U, class Made>
inline constexpr bool coGroups = std::is_invocable_v<F&, const std::vector<T>&, const std::vector<U>&, Collector<Made>&>;
template <class F, class T, class U, class Made>
inline constexpr bool joinsInto = std::is_invocable_v<F&, const T&, const U&, Collector<Made>&>;

// Both sides of a window, each in the order in which it came.
template <class K, class T, class U, class Made, class F, bool Pairs>
struct OfBothSides {
    F function;
    void operator()(const K&, const TimeWindow&, const std::vector<EitherRow<K, T, U>>& rows, Collector<Made>& out) {
        std::vector<T> left;
        std::vector<U> right;
        for (const EitherRow<K, T, U>& row : rows) {
            if (row.left) left.push_back(*row.left);
            else right.push_back(*row.right);
        }
        if constexpr (!Pairs) function(std::as_const(left), std::as_const(right), out);
        else
            for (const T& l : left)
                for (const U& r : right) {
                    if constexpr (joinsInto<F, T, U, Made>) function(l, r, out);
                    else out.collect(function(l, r));
                }
    }
};

// What makes rows of a join: with a collector, or by what it returns.
template <class Out, class F, class T, class U>
consteval auto madeByJoin() {
    if constexpr (!std::is_void_v<Out>) return std::type_identity<Out>{};
    else if constexpr (!std::is_void_v<collectedBy<F>>) return std::type_identity<collectedBy<F>>{};
    else if constexpr (std::is_invocable_v<F&, const T&, const U&>) return std::type_identity<std::remove_cvref_t<std::invoke_result_t<F&, const T&, const U&>>>{};
    else return std::type_identity<void>{};
}

}  // namespace detail

/// The third step of join and coGroup: windows and a function.
template <bool Pairs, class T, class U, class K, class Windows>
class WindowedJoin {
    using Row = detail::EitherRow<K, T, U>;
    template <class Out, class F> static consteval bool takes() {
        using Made = typename decltype(detail::madeByJoin<Out, F, T, U>())::type;
        if constexpr (std::is_void_v<Made> || !std::copy_constructible<F>) return false;
        else return Pairs ? detail::joinsInto<F, T, U, Made> || std::is_invocable_r_v<Made, F&, const T&, const U&> : detail::coGroups<F, T, U, Made>;
    }

public:
    WindowedJoin(DataStream<Row> both, Windows assigns, Millis allowed = 0) : both_(std::move(both)), windows_(std::move(assigns)), lateness_(allowed) {}

    /// Keeps windows for this time after they were put out; see WindowedStream.
    WindowedJoin allowedLateness(Duration time) const {
        static_assert(Windows::isEventTime, "rivulet: allowedLateness: by processing time no row is late");
        if (time.millis < 0) throw IllegalState("allowedLateness: the time must not be negative");
        return {both_, windows_, time.millis};
    }
    /// What the function makes of each window; see JoinedStreams.
    template <class Out = void, class F> requires (takes<Out, F>()) auto apply(F f) const {
        constexpr bool kept = detail::owns<T> && detail::owns<U> && std::copyable<T> && std::copyable<U>;
        static_assert(kept, "rivulet: join and coGroup keep rows: rows of both streams must be copyable and own what they hold (no string_view, span, pointer)");
        if constexpr (kept) {
            using Made = typename decltype(detail::madeByJoin<Out, F, T, U>())::type;
            auto keyed = both_.keyBy(&Row::key);
            return WindowedStream<decltype(keyed), Windows>(std::move(keyed), windows_, lateness_).template process<Made>(detail::OfBothSides<K, T, U, Made, F, Pairs>{std::move(f)});
        } else return both_;
    }
    template <class Out = void, class... F> requires (sizeof...(F) != 1 || !(takes<Out, F>() && ...)) auto apply(const F&...) const -> std::conditional_t<Pairs, detail::JoinAppliesTo<T>, detail::CoGroupAppliesTo<T>> { return {}; }

private:
    DataStream<Row> both_;
    Windows windows_;
    Millis lateness_;
};

/// The second step: windows.
template <bool Pairs, class T, class U, class K>
class JoinByKey {
    using Row = detail::EitherRow<K, T, U>;

public:
    explicit JoinByKey(DataStream<Row> both) : both_(std::move(both)) {}
    template <class A> auto window(A windows) const {
        constexpr bool fits = detail::WindowAssigner<A>;
        static_assert(fits, "rivulet: window: takes windows, such as TumblingEventTimeWindows::of(millis)");
        if constexpr (fits) return WindowedJoin<Pairs, T, U, K, A>(both_, std::move(windows));
        else return both_;
    }

private:
    DataStream<Row> both_;
};

/// What `join(other)` (`Pairs`) and `coGroup(other)` return. As in Flink, keys and windows follow, then the function:
///
///     orders.join(rates).where(&Order::currency).equalTo(&Rate::currency).window(TumblingEventTimeWindows::of(60'000))
///         .apply([](const Order& o, const Rate& r) { return o.amount * r.rate; })
///
/// A window puts out what the function makes when it is over (see WindowedStream): of join for each pair of rows with equal keys, of coGroup for each key that
/// one of the streams has, `f(const std::vector<T>&, const std::vector<U>&, Collector<Out>&)`, one of them perhaps empty. All rows of a window are kept. What is
/// put out has the last moment of the window as its timestamp.
template <bool Pairs, class T, class U>
class JoinedStreams {
public:
    JoinedStreams(DataStream<T> one, DataStream<U> two) : first_(std::move(one)), second_(std::move(two)) {}

    template <class F> auto where(F f) const {
        constexpr bool fits = detail::takesRow<detail::Functor<F>, T>;
        static_assert(fits, "rivulet: where: the function cannot be called with a row (const T&) of the first stream");
        return Where<detail::Functor<F>>{first_, second_, detail::functor(std::move(f))};
    }

private:
    template <class F>
    struct Where {
        DataStream<T> first;
        DataStream<U> second;
        F left;
        using K = std::remove_cvref_t<detail::rowResult<F, T>>;
        template <class G> static constexpr bool fits = std::is_same_v<K, std::remove_cvref_t<detail::rowResult<detail::Functor<G>, U>>>;
        template <class G> requires (fits<G>) auto equalTo(G g) const {
            using Row = detail::EitherRow<K, T, U>;
            return JoinByKey<Pairs, T, U, K>(DataStream<Row>(first.map(detail::AsLeft<Row, F>{left}).unionWith(second.map(detail::AsRight<Row, detail::Functor<G>>{detail::functor(std::move(g))}))));
        }
        template <class G> requires (!fits<G>) detail::EqualToTakesKey<T> equalTo(const G&) const { return {}; }
    };

    DataStream<T> first_;
    DataStream<U> second_;
};

}  // namespace rivulet
