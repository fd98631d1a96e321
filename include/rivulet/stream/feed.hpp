// SPDX-License-Identifier: BSL-1.0
// Several sources whose rows come in one given order: for tests, and for programs that replay what happened.
#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/core/exception.hpp>
#include <rivulet/runtime/clock.hpp>
#include <rivulet/runtime/owned.hpp>
#include <rivulet/runtime/slots.hpp>
#include <rivulet/runtime/source.hpp>
#include <rivulet/stream/environment.hpp>

namespace rivulet {

namespace detail {

// What the sources of a feed share: whose items - rows, watermarks, idleness - are next, and when the clock goes on.
class FeedOrder {
public:
    std::size_t addSource() {
        running_.push_back(false);
        return running_.size() - 1;
    }
    void push(std::size_t source) {
        if (turns_.empty() || turns_.back().source != source) turns_.push_back({source, 0, 0});
        ++turns_.back().items;
    }
    void advance(Millis time) { turns_.push_back({clockTurn, 1, time}); }
    // All sources of a job open before the first one is asked for rows.
    void open(std::size_t source) {
        at_ = taken_ = 0;
        running_[source] = true;
        if (clock) clock->set(0);
    }
    void close(std::size_t source) { running_[source] = false; }
    /// Moves the clock if that is next; timers come before any source then.
    bool moveClock() {
        while (!ended() && (taken_ == turns_[at_].items || !isRead(turns_[at_].source))) {
            ++at_;
            taken_ = 0;
        }
        if (ended() || turns_[at_].source != clockTurn) return false;
        clock->set(turns_[at_++].time);
        return true;
    }
    /// How many items may come from this source now.
    std::size_t due(std::size_t source) const { return !ended() && turns_[at_].source == source ? turns_[at_].items - taken_ : 0; }
    void take(std::size_t items) { taken_ += items; }
    bool ended() const { return at_ == turns_.size(); }

    std::shared_ptr<ManualClock> clock;

private:
    static constexpr std::size_t clockTurn = ~std::size_t{};
    struct Turn {
        std::size_t source, items;
        Millis time;
    };
    bool isRead(std::size_t source) const { return source == clockTurn || running_[source]; }
    std::vector<Turn> turns_;
    std::vector<bool> running_;
    std::size_t at_{}, taken_{};
};

template <class T>
class FeedSource final : public Source<T> {
public:
    explicit FeedSource(std::shared_ptr<FeedOrder> order) : order_(std::move(order)), index_(order_->addSource()) {}
    void push(T row, Millis timestamp) {
        order_->push(index_);
        if (timestamp != noTimestamp) times_.resize(rows_.size(), noTimestamp);
        if (timestamp != noTimestamp || !times_.empty()) times_.push_back(timestamp);
        rows_.push_back(std::move(row));
    }
    void push(Mark mark) {
        order_->push(index_);
        mark.rowsBefore = rows_.size();
        marks_.push_back(mark);
    }
    void open() override {
        at_ = markAt_ = 0;
        order_->open(index_);
    }
    void close() noexcept override { order_->close(index_); }
    // A source ends when all of the feed have had their turns: until then its watermark is what it was.
    Polled<T> poll(std::size_t most) override {
        if (order_->moveClock()) return Polled<T>::rows({});
        const std::size_t items = order_->due(index_);
        if (items == 0) return order_->ended() ? Polled<T>::end() : Polled<T>::idle();
        slots_.clear();
        givenMarks_.clear();
        const std::size_t from = at_;
        std::size_t taken = 0;
        for (; taken < items; ++taken) {
            if (markAt_ < marks_.size() && marks_[markAt_].rowsBefore == at_) {
                Mark mark = marks_[markAt_++];
                mark.rowsBefore = slots_.count();
                givenMarks_.push_back(mark);
            } else if (slots_.count() < most) slots_.push(T(rows_[at_++]));
            else break;
        }
        order_->take(taken);
        const std::span<const Millis> times = times_.empty() ? std::span<const Millis>{} : std::span<const Millis>(times_).subspan(from, slots_.count());
        return Polled<T>::rows(slots_.rows(), times, givenMarks_);
    }

private:
    std::shared_ptr<FeedOrder> order_;
    std::size_t index_;
    std::vector<T> rows_;
    std::vector<Millis> times_;  // none, or one a row
    std::vector<Mark> marks_, givenMarks_;
    std::size_t at_{}, markAt_{};
    Slots<T> slots_;
};

}  // namespace detail

/// Sources that are filled by hand; their rows go through a job in exactly the order in which they were pushed, whatever the batch size, and so
/// do watermarks and the steps of the clock. A source that no sink of the job reads is left out. All sources end when everything has come.
/// Every execution starts from the first row; rows may be pushed between executions.
///
///     SourceFeed feed(env);
///     auto orders = feed.source<Order>("orders");
///     auto rates = feed.source<Rate>("rates");
///     feed.push(rates, Rate{"EUR", 114});
///     feed.push(orders, Order{"EUR", 2}, 1000);  // its timestamp
///     feed.watermark(orders, 999);
///     feed.advanceProcessingTime(5000);          // timers that are due fire before what is pushed next
class SourceFeed {
public:
    explicit SourceFeed(StreamExecutionEnvironment environment) : environment_(std::move(environment)), order_(std::make_shared<detail::FeedOrder>()) {}

    /// A new source. T can be copied.
    template <class T>
    DataStream<T> source(std::string name = {}) {
        static_assert(std::is_copy_constructible_v<T>, "rivulet: rows of a feed can be copied");
        const std::shared_ptr<detail::FeedSource<T>> made = detail::ownShared<detail::AnySource>(new detail::FeedSource<T>(order_));
        const DataStream<T> stream = environment_.fromSource(made, std::move(name));
        sources_.push_back({stream.origin().point, made});
        return stream;
    }
    /// The next row, of a stream that `source` returned, and its timestamp if it has one. Throws IllegalState for any other stream.
    template <class T>
    void push(const DataStream<T>& stream, std::type_identity_t<T> row, Millis timestamp = noTimestamp) {
        known(stream).push(std::move(row), timestamp);
    }
    /// The next thing to come is a watermark of this stream: it has no more rows with timestamps <= `watermark`.
    template <class T>
    void watermark(const DataStream<T>& stream, Millis watermark) { known(stream).push(Mark::of(0, watermark)); }
    /// From here on this stream is idle, or active again: others do not wait for its watermark.
    template <class T>
    void idle(const DataStream<T>& stream, bool isIdle = true) { known(stream).push(Mark::ofIdle(0, isIdle)); }
    /// From here on the environment's processing time is `time`. The first call gives the environment a clock of the feed's, which stands at 0 when a job
    /// starts.
    void advanceProcessingTime(Millis time) {
        if (!order_->clock) environment_.setClock(order_->clock = std::make_shared<ManualClock>());
        order_->advance(time);
    }

private:
    struct Known {
        std::shared_ptr<const detail::AnyPoint> point;
        std::shared_ptr<detail::AnySource> source;
    };
    template <class T>
    detail::FeedSource<T>& known(const DataStream<T>& stream) {
        const auto point = stream.origin().point;
        for (const Known& k : sources_)
            if (k.point == point) return static_cast<detail::FeedSource<T>&>(*k.source);  // a point has one row type
        throw IllegalState("push: the stream is not a source of this feed");
    }
    StreamExecutionEnvironment environment_;
    std::shared_ptr<detail::FeedOrder> order_;
    std::vector<Known> sources_;
};

}  // namespace rivulet
