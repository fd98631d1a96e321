// SPDX-License-Identifier: BSL-1.0
// The first rows of each partition of a window, when the window is over: ROW_NUMBER() OVER (PARTITION BY window_start, window_end, ..) <= n.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>

#include <rivulet/core/row_kind.hpp>
#include <rivulet/runtime/rank.hpp>
#include <rivulet/runtime/sorted_rows.hpp>
#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/state_map.hpp>
#include <rivulet/runtime/time_queue.hpp>

namespace rivulet {

/// Which of two rows that are equal in the order stands first.
enum class Ties : unsigned char { firstCome, lastCome };

/// Of each window that is over, partition by partition in the order in which they came, the rows at the wanted places, as +I. Rows only come. Key is
/// the StoredRow of the partition, of which the window is a part; `less(a, b)` the order of its rows. Only the places that count are kept, and nothing of a
/// window that is over. A row of such a window is late: dropped and counted.
/// A row costs a look-up of the partition and a few comparisons; a new partition also a logarithm of those that wait.
template <class Key, class Row, class Less, Ties Equal = Ties::firstCome>
class WindowRank {
public:
    explicit WindowRank(RankRange range, MemoryLimit memoryLimit = {}, Less less = {}) : range_(range), limit_(std::move(memoryLimit)), less_(std::move(less)) {}

    /// A row of the window of which this is the last moment: the watermark that ends it.
    template <class KeyView, class RowLike>
    void process(Millis lastMoment, const KeyView& key, const RowLike& row) {
        if (lastMoment <= watermark_) {
            ++late_;
            return;
        }
        if (range_.last < range_.first) return;
        const auto [entry, isNew] = partitions_.tryEmplace(key);
        if (isNew) due_.push(lastMoment, entry->key);
        Rows& rows = entry->value;
        const std::size_t before = limit_ && !isNew ? rows.bytes() : 0;
        enter(rows, row);
        if (!limit_) return;
        heap_ += rows.bytes() - before + (isNew ? 2 * heapBytes(entry->key) : 0);
        limit_.check(partitions_.bytes() + due_.bytes() + heap_);
    }
    /// `emit(RowKind, const Key&, const Row&, std::int64_t place)` for the rows of every window that is over, the earlier windows first.
    template <class Emit>
    void advance(Millis watermark, Emit&& emit) {
        watermark_ = watermark;
        while (due_.isDue(watermark)) {
            auto* const entry = partitions_.find(due_.pop());
            const Rows& rows = entry->value;
            std::int64_t place = range_.first;
            for (auto p = rows.at(static_cast<std::size_t>(place - 1)); p != rows.end(); p = rows.next(p), ++place) emit(RowKind::insert, std::as_const(entry->key), rows[p], place);
            if (limit_) heap_ -= rows.bytes() + 2 * heapBytes(entry->key);
            partitions_.erase(entry);
        }
    }

    /// Rows kept.
    std::size_t size() const {
        std::size_t n = 0;
        partitions_.forEach([&](const Key&, const Rows& rows) { n += rows.size(); });
        return n;
    }
    std::size_t bytes() const {
        std::size_t n = partitions_.bytes() + due_.bytes();
        partitions_.forEach([&](const Key& key, const Rows& rows) { n += 2 * heapBytes(key) + rows.bytes(); });
        return n;
    }
    std::uint64_t lateRows() const { return late_; }

private:
    using Rows = SortedRows<Row>;

    template <class RowLike>
    void enter(Rows& rows, const RowLike& row) {
        const auto before = [this](const auto& a, const auto& b) { return Equal == Ties::firstCome ? less_(a, b) : !less_(b, a); };
        const bool full = rows.size() == static_cast<std::size_t>(range_.last);
        if (full && !before(row, rows.last())) return;
        if (full) rows.erase(rows.lastPosition());
        rows.insert(row, before);
    }

    RankRange range_;
    StateMap<Key, Rows, RowHash<Key>, RowEqual<Key>> partitions_;
    TimeQueue<Key> due_;  // each partition once
    MemoryLimit limit_;
    Less less_;
    Millis watermark_{noWatermark};
    std::uint64_t late_{};
    std::size_t heap_{};  // held by keys and rows; counted only under a limit
};

}  // namespace rivulet
