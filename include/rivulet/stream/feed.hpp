// SPDX-License-Identifier: BSL-1.0
// Several sources whose rows come in one given order: for tests, and for programs that replay what happened.
#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/core/exception.hpp>
#include <rivulet/runtime/owned.hpp>
#include <rivulet/runtime/slots.hpp>
#include <rivulet/runtime/source.hpp>
#include <rivulet/stream/environment.hpp>

namespace rivulet {

namespace detail {

// What the sources of a feed share: whose row is next.
class FeedOrder {
public:
    std::size_t addSource() {
        running_.push_back(false);
        return running_.size() - 1;
    }
    void push(std::size_t source) {
        if (turns_.empty() || turns_.back().source != source) turns_.push_back({source, 0});
        ++turns_.back().rows;
    }
    // All sources of a job open before the first one is asked for rows.
    void open(std::size_t source) {
        at_ = taken_ = 0;
        running_[source] = true;
    }
    void close(std::size_t source) { running_[source] = false; }
    /// How many rows may come from this source now.
    std::size_t due(std::size_t source) {
        while (at_ < turns_.size() && (taken_ == turns_[at_].rows || !running_[turns_[at_].source])) {  // nobody reads that one
            ++at_;
            taken_ = 0;
        }
        return at_ < turns_.size() && turns_[at_].source == source ? turns_[at_].rows - taken_ : 0;
    }
    void take(std::size_t rows) { taken_ += rows; }

private:
    struct Turn {
        std::size_t source, rows;
    };
    std::vector<Turn> turns_;
    std::vector<bool> running_;
    std::size_t at_{}, taken_{};
};

template <class T>
class FeedSource final : public Source<T> {
public:
    explicit FeedSource(std::shared_ptr<FeedOrder> order) : order_(std::move(order)), index_(order_->addSource()) {}
    void push(T row) {
        order_->push(index_);
        rows_.push_back(std::move(row));
    }
    void open() override {
        at_ = 0;
        order_->open(index_);
    }
    void close() noexcept override { order_->close(index_); }
    Polled<T> poll(std::size_t most) override {
        if (at_ == rows_.size()) return Polled<T>::end();
        std::size_t n = order_->due(index_);
        if (n == 0) return Polled<T>::idle();
        if (n > most) n = most;
        slots_.clear();
        for (std::size_t i = 0; i < n; ++i) slots_.push(T(rows_[at_++]));
        order_->take(n);
        return Polled<T>::rows(slots_.rows());
    }

private:
    std::shared_ptr<FeedOrder> order_;
    std::size_t index_;
    std::vector<T> rows_;
    std::size_t at_{};
    Slots<T> slots_;
};

}  // namespace detail

/// Sources that are filled by hand; their rows go through a job in exactly the order in which they were pushed, whatever the batch size. A source
/// that no sink of the job reads is left out. Every execution starts from the first row; rows may be pushed between executions.
///
///     SourceFeed feed(env);
///     auto orders = feed.source<Order>("orders");
///     auto rates = feed.source<Rate>("rates");
///     feed.push(rates, Rate{"EUR", 114});
///     feed.push(orders, Order{"EUR", 2});
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
    /// The next row, of a stream that `source` returned. Throws IllegalState for any other stream.
    template <class T>
    void push(const DataStream<T>& stream, std::type_identity_t<T> row) {
        const auto point = stream.origin().point;
        for (const Known& known : sources_)
            if (known.point == point) return static_cast<detail::FeedSource<T>&>(*known.source).push(std::move(row));  // a point has one row type
        throw IllegalState("push: the stream is not a source of this feed");
    }

private:
    struct Known {
        std::shared_ptr<const detail::AnyPoint> point;
        std::shared_ptr<detail::AnySource> source;
    };
    StreamExecutionEnvironment environment_;
    std::shared_ptr<detail::FeedOrder> order_;
    std::vector<Known> sources_;
};

}  // namespace rivulet
