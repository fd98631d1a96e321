// SPDX-License-Identifier: BSL-1.0
// intervalJoin of two keyed streams: rows of one key whose timestamps are no farther apart than said.
#pragma once
#include <concepts>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include <rivulet/runtime/duration.hpp>
#include <rivulet/runtime/time_queue.hpp>
#include <rivulet/stream/data_stream.hpp>
#include <rivulet/stream/keyed_stream.hpp>
#include <rivulet/stream/numbered_keys.hpp>

namespace rivulet {

/// What the function of an interval join may ask during the call. The row that it puts out has the later one of the two timestamps.
class JoinContext {
public:
    JoinContext(Millis left, Millis right, const detail::SideOutputs& outputs) : left_(left), right_(right), sides_(&outputs) {}
    Millis leftTimestamp() const { return left_; }
    Millis rightTimestamp() const { return right_; }
    Millis timestamp() const { return left_ < right_ ? right_ : left_; }
    /// A row to a side output. If nobody reads that one it is dropped.
    template <class T> void output(const OutputTag<T>& tag, const std::type_identity_t<T>& row) const { sides_->output(tag, row); }

private:
    Millis left_, right_;
    const detail::SideOutputs* sides_;
};

namespace detail {

// The right timestamp less the left one: between these, both included.
struct JoinBounds {
    Millis lower{}, upper{};
};

template <class F, class T, class U, class Made>
inline constexpr bool joinsInContext = std::is_invocable_v<F&, const T&, const U&, const JoinContext&, Collector<Made>&>;
template <class F, class T, class U, class Made>
inline constexpr bool joinsRows = std::is_invocable_v<F&, const T&, const U&, Collector<Made>&>;

template <class Made, class T, class U, class K, class G, class H, class F>
struct IntervalJoined : WithSides {
    template <class> using Out = Made;
    struct Kept {
        std::multimap<Millis, T> left{};
        std::multimap<Millis, U> right{};
        std::uint32_t due{};  // entries of the queue
    };
    std::shared_ptr<Operator> step;
    KeyOf<G> leftKey;
    KeyOf<H> rightKey;
    F function;
    JoinBounds bounds;
    StepTime time{};
    NumberedKeys<K, Kept> keys{};
    TimeQueue<std::uint32_t> dues{};
    std::uint64_t* lateRows{};

    IntervalJoined(std::shared_ptr<Operator> named, KeyOf<G> left, KeyOf<H> right, F f, JoinBounds given)
        : step(std::move(named)), leftKey(std::move(left)), rightKey(std::move(right)), function(std::move(f)), bounds(given) {}
    void open(Job& job) {
        time.open(job);
        sides.open(job, *step);
        lateRows = &job.addCounter(step->name, "lateRows");
    }
    template <int Input, class Row, class Next>
    void take(Row&& row, Next& next) {
        const Millis at = time.record->timestamp;
        if (at > farthestTime || at < -farthestTime) [[unlikely]] refuseTime();
        if (at < time.watermark) {
            ++*lateRows;
            return;
        }
        const auto remember = [&](const auto& key) {
            const std::uint32_t number = keys.findOrAdd(key);
            // Behind the last moment of the other side that may still meet it.
            const Millis last = Input == 0 ? at + bounds.upper : at - bounds.lower;
            dues.push((last > at ? last : at) + 1, number);
            ++keys[number].due;
            return number;
        };
        if constexpr (Input == 0) {
            Kept& of = keys[remember(leftKey(std::as_const(row)))];
            const T& kept = of.left.emplace(at, std::forward<Row>(row))->second;
            for (auto r = of.right.lower_bound(at + bounds.lower); r != of.right.end() && r->first <= at + bounds.upper; ++r) join(kept, at, r->second, r->first, next);
        } else {
            Kept& of = keys[remember(rightKey(std::as_const(row)))];
            const U& kept = of.right.emplace(at, std::forward<Row>(row))->second;
            for (auto l = of.left.lower_bound(at - bounds.upper); l != of.left.end() && l->first <= at - bounds.lower; ++l) join(l->second, l->first, kept, at, next);
        }
    }
    template <class Next>
    void watermark(Millis mark, Next& next) {
        time.watermark = mark;
        while (dues.isDue(mark)) {
            const std::uint32_t number = dues.pop();
            Kept& of = keys[number];
            // Behind the watermark no row comes that could meet these.
            forget(of.left, mark, bounds.upper);
            forget(of.right, mark, -bounds.lower);
            if (--of.due == 0) keys.remove(number);
        }
        next.watermark(mark);
        sides.watermark(mark);
    }

private:
    template <class Rows>
    static void forget(Rows& rows, Millis mark, Millis metUntil) {
        const Millis keeps = metUntil > 0 ? metUntil : 0;
        rows.erase(rows.begin(), mark == lastWatermark ? rows.end() : rows.lower_bound(mark - keeps));
    }
    template <class Next>
    void join(const T& left, Millis leftAt, const U& right, Millis rightAt, Next& next) {
        const JoinContext context(leftAt, rightAt, sides);
        const RecordTimeFor moment(*time.record, context.timestamp());
        Collector<Made> out(next);
        if constexpr (joinsInContext<F, T, U, Made>) detail::guarded(*step, function, left, right, context, out);
        else detail::guarded(*step, function, left, right, out);
    }
    [[noreturn, gnu::cold]] void refuseTime() const {
        throw StepError(step->name, "a row has no timestamp, or one out of range; assignTimestampsAndWatermarks(..) before intervalJoin");
    }
};

}  // namespace detail

/// What intervalJoin() returns; `between` says how far apart the rows may be.
template <class T, class U, class G, class H>
class IntervalJoinedStreams {
    using First = KeyedStream<T, G>;
    using Second = KeyedStream<U, H>;

public:
    IntervalJoinedStreams(First one, Second two) : first_(std::move(one)), second_(std::move(two)) {}

    /// The bounds of the right timestamp less the left one, both included unless one of the next two says otherwise: milliseconds or any std::chrono::duration.
    /// IllegalState if the first is the greater one.
    IntervalJoinedStreams between(Duration lower, Duration upper) const {
        if (lower.millis > upper.millis) throw IllegalState("intervalJoin: the lower bound is greater than the upper one");
        if (lower.millis < -farthestTime / 2 || upper.millis > farthestTime / 2) throw IllegalState("intervalJoin: a bound is out of the range of times");
        IntervalJoinedStreams bounded(*this);
        bounded.bounds_ = {lower.millis, upper.millis};
        bounded.isBounded_ = true;
        return bounded;
    }
    IntervalJoinedStreams lowerBoundExclusive() const {
        IntervalJoinedStreams bounded(*this);
        ++bounded.bounds_.lower;
        return bounded;
    }
    IntervalJoinedStreams upperBoundExclusive() const {
        IntervalJoinedStreams bounded(*this);
        --bounded.bounds_.upper;
        return bounded;
    }

    /// What `f(left, right, out)` puts out for each pair, as soon as both are there; a `const JoinContext&` may stand before the collector. Rows behind the
    /// watermark, that of the input which is behind, are dropped and counted (JobExecutionResult::lateRows()); rows are kept until it has passed all that they could meet.
    ///
    ///     orders.keyBy(&Order::id).intervalJoin(payments.keyBy(&Payment::order)).between(0, 60'000).process([](const Order& o, const Payment& p, Collector<Paid>& out) { .. })
    template <class Out = void, class F> auto process(F f) const {
        using Made = detail::givenOrCollected<Out, F>;
        constexpr bool known = !std::is_void_v<Made>;
        static_assert(known, "rivulet: intervalJoin, process: the function needs a last parameter Collector<Out>&; or say process<Out>(f)");
        if constexpr (known) {
            constexpr bool fits = detail::joinsInContext<F, T, U, Made> || detail::joinsRows<F, T, U, Made>;
            static_assert(fits, "rivulet: intervalJoin, process: the function is called with (const Left&, const Right&, Collector<Out>&), or with a const JoinContext& before the collector");
            constexpr bool kept = detail::owns<T> && detail::owns<U> && std::copyable<T> && std::copyable<U> && std::copy_constructible<F>;
            static_assert(kept, "rivulet: intervalJoin keeps rows: rows of both streams and the function must be copyable and own what they hold (no string_view, span, pointer)");
            if constexpr (fits && kept) {
                if (!isBounded_) throw IllegalState("intervalJoin: between(lower, upper) is missing");
                if (bounds_.lower > bounds_.upper) throw IllegalState("intervalJoin: nothing lies between the bounds");
                using Body = detail::IntervalJoined<Made, T, U, typename First::Key, G, H, F>;
                using Origin = detail::CoThen<typename First::OriginType, typename Second::OriginType, Body>;
                auto environment = first_.environment();
                return DataStream<typename Origin::Element, Origin>(
                    environment, Origin{First(first_).origin(), Second(second_).origin(), Body(environment->makeOperator("intervalJoin"), first_.keyOf(), second_.keyOf(), std::move(f), bounds_)});
            } else return first_.share();
        } else return first_.share();
    }

private:
    First first_;
    Second second_;
    detail::JoinBounds bounds_{};
    bool isBounded_{};
};

}  // namespace rivulet
