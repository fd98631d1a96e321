// SPDX-License-Identifier: BSL-1.0
// The frames of OVER windows in streaming: what one partition keeps, and what its aggregates see. Every frame ends with the current row.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/time.hpp>

namespace rivulet {

/// Where a row of an OVER window stands in its partition, in the order of the window. Everything counts from 0.
struct OverPlace {
    std::int64_t row{};        // rows before it
    std::int64_t firstPeer{};  // rows before the first one that is equal to it in the order
    std::int64_t group{};      // groups of equal rows before its own
    std::int64_t endPeers{};   // rows up to the last one that is equal to it; batch only
    std::int64_t rows{};       // rows of the partition; batch only
};

/// What functions of the place read, as bits.
enum class PlaceUse : unsigned char { nothing = 0, row = 1, firstPeer = 2, group = 4, any = 7 };
constexpr bool uses(PlaceUse use, PlaceUse part) { return (static_cast<unsigned>(use) & static_cast<unsigned>(part)) != 0; }

/// ROWS counts rows; with RANGE rows that are equal in the order share one value.
enum class OverUnit : unsigned char { rows, range };

namespace detail {

// First in, first out, in one array; what went out in front is cleared away when it is more than what is left.
template <class T>
class Fifo {
public:
    bool empty() const { return from_ == items_.size(); }
    std::size_t size() const { return items_.size() - from_; }
    const T& front() const { return items_[from_]; }
    template <class... A> void push(A&&... arguments) { items_.emplace_back(std::forward<A>(arguments)...); }
    void pop() {
        ++from_;
        if (from_ * 2 <= items_.size()) return;
        items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(from_));
        from_ = 0;
    }
    std::size_t bytes() const {
        std::size_t n = items_.capacity() * sizeof(T);
        for (const T& item : items_) n += heapBytes(item);
        return n;
    }

private:
    std::vector<T> items_;
    std::size_t from_{};
};

// What a partition knows of the places of its rows, if somebody asks.
template <PlaceUse Use>
class PlaceCount {
    OverPlace next_{};  // of a row that is equal to the last one

public:
    void newPeers() {
        next_.group += next_.row > 0;
        next_.firstPeer = next_.row;
    }
    OverPlace place() const { return {next_.row - 1, next_.firstPeer, next_.group}; }
    void count() { ++next_.row; }
};
template <>
class PlaceCount<PlaceUse::nothing> {
public:
    static void newPeers() {}
    static OverPlace place() { return {}; }
    static void count() {}
};

}  // namespace detail

/// From the first row of the partition on: no row is kept. `update(Set&, bool add, const Row&)` lets the aggregates take a row in, or out again.
template <class Row, class Set, PlaceUse Use>
class UnboundedFrame : detail::PlaceCount<Use> {
    using Places = detail::PlaceCount<Use>;
    Set set_{};

public:
    static constexpr bool bounded = false;
    const Set& set() const { return set_; }
    OverPlace place() const { return Places::place(); }
    /// The next row; `peer`: it is equal in the order to the one before.
    template <class Update> void enter(Millis, const Row& row, Millis, bool peer, Update&& update) {
        if (!peer) Places::newPeers();
        Places::count();
        update(set_, true, row);
    }
    static constexpr std::size_t size() { return 0; }
    std::size_t bytes() const { return heapBytes(set_); }
};

/// The row and `preceding` rows before it. A row that leaves makes room for the one that enters, whose texts take over its memory.
template <class Row, class Set>
class RowsFrame {
    Set set_{};
    std::vector<Row> rows_;  // a ring once it is full
    std::size_t oldest_{};

public:
    static constexpr bool bounded = true;
    const Set& set() const { return set_; }
    static constexpr OverPlace place() { return {}; }
    template <class Update> void enter(Millis, const Row& row, Millis preceding, bool, Update&& update) {
        if (static_cast<Millis>(rows_.size()) <= preceding) {
            update(set_, true, row);
            rows_.push_back(row);
            return;
        }
        update(set_, false, rows_[oldest_]);
        update(set_, true, row);
        rows_[oldest_].assign(row);
        if (++oldest_ == rows_.size()) oldest_ = 0;
    }
    std::size_t size() const { return rows_.size(); }
    std::size_t bytes() const {
        std::size_t n = heapBytes(set_) + rows_.capacity() * sizeof(Row);
        for (const Row& row : rows_) n += heapBytes(row);
        return n;
    }
};

/// The row, those of its time, and those that are at most `preceding` milliseconds older.
template <class Row, class Set>
class RangeFrame {
    struct Timed {
        Millis time;
        Row row;
        Timed(Millis t, const Row& r) : time(t), row(r) {}
        std::size_t bytes() const { return heapBytes(row); }
    };
    Set set_{};
    detail::Fifo<Timed> rows_;

public:
    static constexpr bool bounded = true;
    const Set& set() const { return set_; }
    static constexpr OverPlace place() { return {}; }
    template <class Update> void enter(Millis time, const Row& row, Millis preceding, bool, Update&& update) {
        // Rows enter in order of time: the difference is not negative, and fits without a sign.
        while (!rows_.empty() && static_cast<std::uint64_t>(time) - static_cast<std::uint64_t>(rows_.front().time) > static_cast<std::uint64_t>(preceding)) {
            update(set_, false, rows_.front().row);
            rows_.pop();
        }
        update(set_, true, row);
        rows_.push(time, row);
    }
    std::size_t size() const { return rows_.size(); }
    std::size_t bytes() const { return heapBytes(set_) + rows_.bytes(); }
};

namespace detail {

template <class Row, class Set, OverUnit Unit, bool Bounded, PlaceUse Use>
using OverFrame = std::conditional_t<!Bounded, UnboundedFrame<Row, Set, Use>, std::conditional_t<Unit == OverUnit::rows, RowsFrame<Row, Set>, RangeFrame<Row, Set>>>;

}  // namespace detail
}  // namespace rivulet
