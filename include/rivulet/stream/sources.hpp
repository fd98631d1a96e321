// SPDX-License-Identifier: BSL-1.0
// Sources that are in memory: collections, views of them, sequences, generators.
#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/core/exception.hpp>
#include <rivulet/runtime/job.hpp>
#include <rivulet/runtime/slots.hpp>
#include <rivulet/runtime/source.hpp>

namespace rivulet::detail {

// Hands out parts of its own vector. Elements of a move-only type go with the first execution.
template <class T>
class CollectionSource final : public Source<T> {
public:
    explicit CollectionSource(std::vector<T> collection) : rows_(std::move(collection)) {}
    void open() override {
        if (givesRows<T> && std::exchange(given_, true))
            throw IllegalState("the elements of this collection cannot be copied and went with the first execution");
        at_ = 0;
    }
    Polled<T> poll(std::size_t most) override {
        if (at_ == rows_.size()) return Polled<T>::end();
        const std::size_t n = most < rows_.size() - at_ ? most : rows_.size() - at_;
        at_ += n;
        return Polled<T>::rows({rows_.data() + at_ - n, n});
    }

private:
    std::vector<T> rows_;
    std::size_t at_{};
    bool given_{};
};
// std::vector<bool> has no elements to hand out.
template <std::same_as<bool> T>
class CollectionSource<T> final : public Source<T> {
public:
    explicit CollectionSource(std::vector<bool> collection) : rows_(std::move(collection)) {}
    void open() override { at_ = 0; }
    Polled<T> poll(std::size_t most) override {
        if (at_ == rows_.size()) return Polled<T>::end();
        slots_.clear();
        for (std::size_t n = 0; n < most && n < batchRows && at_ < rows_.size(); ++n) slots_.push(static_cast<T>(rows_[at_++]));
        return Polled<T>::rows(slots_.rows());
    }

private:
    std::vector<bool> rows_;
    std::size_t at_{};
    Slots<T> slots_;
};

template <class T>
struct LookAtSpan {
    std::span<const T> rows;
    std::span<const T> operator()() const { return rows; }
};
template <class T, class C>
struct LookAtContainer {
    const C* container;
    std::span<const T> operator()() const { return {container->data(), container->size()}; }
};

// Rows that are somebody else's; `look` finds them at the start of each execution.
template <class T, class Look>
class ViewSource final : public Source<T> {
public:
    explicit ViewSource(Look where) : look_(std::move(where)) {}
    void open() override { rest_ = look_(); }
    Polled<T> poll(std::size_t most) override {
        if (rest_.empty()) return Polled<T>::end();
        const auto batch = rest_.first(most < rest_.size() ? most : rest_.size());
        rest_ = rest_.subspan(batch.size());
        return Polled<T>::rows(batch);
    }

private:
    Look look_;
    std::span<const T> rest_;
};

struct SequenceNumber {
    std::int64_t from;
    std::int64_t operator()(std::int64_t i) const { return static_cast<std::int64_t>(static_cast<std::uint64_t>(from) + static_cast<std::uint64_t>(i)); }
};

// make(0), make(1), ..: `count` of them, no faster than `perSecond` if that is not 0.
template <class T, class F>
class GeneratorSource final : public Source<T> {
public:
    GeneratorSource(F make, std::uint64_t most, double rate) : prototype_(std::move(make)), make_(prototype_), count_(most), perSecond_(rate) {}
    void open() override {
        if constexpr (std::is_copy_assignable_v<F>) make_ = prototype_;
        else { std::destroy_at(&make_); std::construct_at(&make_, prototype_); }  // a lambda
        at_ = 0;
        postponed_ = {};
        start_ = perSecond_ > 0 ? secondsNow() : 0;
    }
    Polled<T> poll(std::size_t most) override {
        if (at_ == count_) return Polled<T>::end();
        std::uint64_t n = most < count_ - at_ ? most : count_ - at_;
        if (perSecond_ > 0) {
            const double due = (secondsNow() - start_) * perSecond_ + 1 - static_cast<double>(at_);
            if (due < 1) return Polled<T>::idle();
            if (due < static_cast<double>(n)) n = static_cast<std::uint64_t>(due);
        }
        slots_.clear();
        return postponed_.poll<T>(slots_, [&] {
            for (; n; --n, ++at_) slots_.push(make_(static_cast<std::int64_t>(at_)));
        });
    }

private:
    F prototype_, make_;
    std::uint64_t count_, at_{};
    double perSecond_, start_{};
    Slots<T> slots_;
    PostponedError postponed_{};
};

}  // namespace rivulet::detail
