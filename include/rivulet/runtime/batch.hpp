// SPDX-License-Identifier: BSL-1.0
// A batch of rows on its way over a boundary, who takes it, and the boundary itself.
#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

#include <rivulet/core/exception.hpp>
#include <rivulet/runtime/owned.hpp>
#include <rivulet/runtime/time.hpp>

namespace rivulet {

/// The most rows that one batch holds, whatever the environment says.
inline constexpr std::size_t batchRows = 1024;

namespace detail {

// Rows that can be copied are only looked at; rows that can only be moved are given away with their batch.
template <class T> inline constexpr bool givesRows = !std::is_copy_constructible_v<T>;
template <class T> using BatchRow = std::conditional_t<givesRows<T>, T, const T>;

}  // namespace detail

/// Rows that cross a boundary together, valid during the call that hands them over. Rows of a copyable type are
/// `const`; rows of a move-only type may be moved from. Watermarks lie between the rows as marks, so that batches stay large even
/// where there is one after every row.
template <class T>
struct Batch {
    std::span<detail::BatchRow<T>> rows{};
    std::span<const Millis> times{};  // of each row, or noTimestamp; empty if no row has one
    std::span<const Mark> marks{};    // in the order of their places

    bool empty() const { return rows.empty() && marks.empty(); }
    /// The part of it that lies before a row and a mark.
    Batch before(std::size_t row, std::size_t mark) const { return {rows.first(row), times.empty() ? times : times.first(row), marks.first(mark)}; }
};

/// Takes the batches of one stream: the one virtual call between two fused loops. A receiver has `static constexpr bool wantsTime`:
/// without it, it gets no batch of marks alone and need not look at times and marks. Before an exception leaves `receive`, the receiver has passed on what
/// it had taken, and says how far it came.
template <class T>
struct Receiver {
    Receiver() = default;
    Receiver(const Receiver&) = delete;
    Receiver& operator=(const Receiver&) = delete;
    virtual ~Receiver() = default;
    virtual void receive(Batch<T> batch) = 0;
    virtual void finish() = 0;
    std::size_t rowsTaken{}, marksTaken{};  // of the batch that it failed in, without what it failed at
    Receiver* next{};                       // for the channel that owns it
};

namespace detail {

struct AnyPoint;

struct AnyChannel {
    AnyChannel() = default;
    AnyChannel(const AnyChannel&) = delete;
    AnyChannel& operator=(const AnyChannel&) = delete;
    virtual ~AnyChannel() = default;
    std::shared_ptr<const AnyPoint> point{};  // whose boundary it is
    AnyChannel* next{};                       // for the job that owns it
};

}  // namespace detail

/// A boundary while a job runs: each batch goes whole to every receiver, in the order in which they subscribed. What is
/// upstream runs once per record however many receivers there are. Rows of a move-only type can have one receiver only.
template <class T>
class Channel final : public detail::AnyChannel {
public:
    /// Makes a receiver, which the channel owns.
    template <class R, class... A>
    void subscribe(A&&... arguments) {
        if (detail::givesRows<T> && receivers_.first)
            throw IllegalState("a stream of a type that cannot be copied has a second consumer; map it to a copyable type first");
        receivers_.add(new R(static_cast<A&&>(arguments)...));
        if constexpr (R::wantsTime) wantsTime_ = true;
    }
    /// Whether a receiver looks at times or marks. Complete when the job runs.
    bool wantsTime() const { return wantsTime_; }
    void deliver(Batch<T> batch) {
        if (!batch.empty()) deliverFrom(receivers_.first, batch);
    }
    /// A watermark, or idleness, behind all rows that were delivered.
    void deliver(Mark mark) {
        if (wantsTime_) deliver(Batch<T>{{}, {}, {&mark, 1}});
    }
    void finish() {
        for (Receiver<T>* r = receivers_.first; r; r = r->next) r->finish();
    }

private:
    // Where one receiver fails, those behind it get the rows that it has taken, as if rows came one by one; who fails at one of these was the first.
    void deliverFrom(Receiver<T>* r, Batch<T> batch) {
        try {
            for (; r; r = r->next) r->receive(batch);
        } catch (...) {
            if (const Batch<T> before = batch.before(r->rowsTaken, r->marksTaken); !before.empty()) deliverFrom(r->next, before);
            throw;
        }
    }
    detail::OwnedList<Receiver<T>> receivers_;
    bool wantsTime_{};
};

}  // namespace rivulet
