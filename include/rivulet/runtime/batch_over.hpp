// SPDX-License-Identifier: BSL-1.0
// OVER windows in batch: any order and any frame, at the end.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <rivulet/core/row_kind.hpp>
#include <rivulet/runtime/over_frame.hpp>
#include <rivulet/runtime/sort.hpp>
#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/state_map.hpp>
#include <rivulet/runtime/stored_row.hpp>

namespace rivulet {

/// One end of a frame: that of the partition, so many rows from the current one (negative: before it), or a distance in the order.
enum class OverBound : unsigned char { partition, rows, range };

/// Settings of one OVER window in batch. The offsets are those of bounds by rows.
struct BatchOverOptions {
    std::int64_t low{}, high{};
    MemoryLimit memoryLimit{};
};

/// The rows of a partition in the order of the window.
template <class Row>
struct OverRows {
    const Row* const* rows{};
    std::int64_t count{};
    /// The row of this place, counted from 0; null where there is none.
    const Row* at(std::int64_t place) const { return place >= 0 && place < count ? rows[place] : nullptr; }
};

/// Gathers rows; `finish` emits each with its results, partition by partition as they first came, in the order of the window; rows that are equal in the
/// order as they came. Less is `less(a, b)` of any two rows with the columns of Row. Range says where a frame by distance ends:
///
///     int low(const Row& candidate, const Row& current) const;     // below, at or above 0: the candidate comes before the frame's first place, is at it, ..
///     int high(const Row& candidate, const Row& current) const;    // likewise for the last one
///
/// Key, Row and Set as in ArrivalOver. With `Retracts` a row that leaves a frame is taken out of the Set; otherwise a frame whose beginning
/// moved is aggregated anew.
/// n log n comparisons; a row enters a frame once, and leaves it once with `Retracts`. Memory: the rows, and two addresses a row of the largest partition.
template <class Key, class Row, class Less, class Set, class Range, OverBound Low, OverBound High, bool Retracts>
class BatchOver {
public:
    using ResultView = typename Set::Results::View;
    explicit BatchOver(BatchOverOptions options, Less less = {}, Range range = {}) : options_(std::move(options)), less_(std::move(less)), range_(std::move(range)) {}

    template <class KeyView, class RowLike>
    void process(const KeyView& key, const RowLike& row) {
        const auto [entry, isNew] = places_.tryEmplace(key, partitions_.size());
        if (isNew) partitions_.emplace_back(entry->key);
        std::vector<Row>& rows = partitions_[entry->value].rows;
        const std::size_t room = rows.capacity();
        rows.emplace_back(row);
        if (!options_.memoryLimit) return;
        held_ += (isNew ? 2 * heapBytes(entry->key) : 0) + heapBytes(rows.back()) + (rows.capacity() - room) * sizeof(Row);
        options_.memoryLimit.check(held_ + places_.bytes() + partitions_.capacity() * sizeof(Partition) + rows.size() * 2 * sizeof(Row*));
    }
    /// `update(Set&, bool add, const Key&, const Row&)`, and `emit(RowKind, const Key&, const Row&, const OverPlace&, const ResultView&, const OverRows<Row>&)`
    /// for each row, valid during the call; then everything is forgotten.
    template <class Update, class Emit>
    void finish(Update&& update, Emit&& emit) {
        places_.clear();
        for (Partition& p : partitions_) {
            answer(p, update, emit);
            p.rows = {};
        }
        partitions_ = {};
        held_ = 0;
    }

    /// Rows kept.
    std::size_t size() const {
        std::size_t n = 0;
        for (const Partition& p : partitions_) n += p.rows.size();
        return n;
    }
    std::size_t bytes() const {
        std::size_t n = places_.bytes() + partitions_.capacity() * sizeof(Partition);
        for (const Partition& p : partitions_) {
            n += 2 * heapBytes(p.key) + p.rows.capacity() * sizeof(Row);
            for (const Row& row : p.rows) n += heapBytes(row);
        }
        return n;
    }

private:
    struct Partition {
        Key key;
        std::vector<Row> rows{};
        explicit Partition(const Key& k) : key(k) {}
    };

    // Where frames begin and end: [low, high) among the rows in order. Neither ever moves back.
    struct Frame {
        std::int64_t low{}, high{};
        friend bool operator==(const Frame&, const Frame&) = default;
    };
    void move(Frame& frame, const OverRows<Row>& rows, std::int64_t current) const {
        const auto within = [&](std::int64_t place) { return place < 0 ? 0 : place > rows.count ? rows.count : place; };
        if constexpr (Low == OverBound::rows) frame.low = within(offset(current, options_.low));
        else if constexpr (Low == OverBound::range)
            while (frame.low < rows.count && range_.low(*rows.rows[frame.low], *rows.rows[current]) < 0) ++frame.low;
        if constexpr (High == OverBound::partition) frame.high = rows.count;
        else if constexpr (High == OverBound::rows) frame.high = within(offset(current + 1, options_.high));
        else
            while (frame.high < rows.count && range_.high(*rows.rows[frame.high], *rows.rows[current]) <= 0) ++frame.high;
    }
    static std::int64_t offset(std::int64_t from, std::int64_t by) { return by > 0 && from > INT64_MAX - by ? INT64_MAX : from + by; }

    template <class Update, class Emit>
    void answer(const Partition& p, Update& update, Emit& emit) {
        std::vector<const Row*> order(p.rows.size()), room(p.rows.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = &p.rows[i];
        auto byRow = [this](const Row* a, const Row* b) { return less_(*a, *b); };
        detail::mergeSort(order.data(), order.data() + order.size(), room.data(), byRow);
        const OverRows<Row> rows{order.data(), static_cast<std::int64_t>(order.size())};

        Set set{};
        std::int64_t from = 0, to = 0;  // the rows that the set holds
        Frame frame{}, answered{-1, -1};
        std::optional<std::remove_cvref_t<decltype(std::as_const(set).results())>> results;
        OverPlace place{.rows = rows.count};
        for (; place.row < rows.count; ++place.row) {
            if (place.row == place.endPeers) nextPeers(place, rows);
            move(frame, rows, place.row);
            if (frame != answered) {
                if (frame.low > from) {
                    if constexpr (Retracts)
                        for (; from < to && from < frame.low; ++from) update(set, false, p.key, *rows.rows[from]);
                    else {
                        set = Set();
                        to = frame.low;
                    }
                    from = frame.low;
                    if (to < from) to = from;
                }
                for (; to < frame.high; ++to) update(set, true, p.key, *rows.rows[to]);
                results.emplace(std::as_const(set).results());
                answered = frame;
            }
            emit(RowKind::insert, p.key, *rows.rows[place.row], place, ResultView(*results), rows);
        }
    }
    void nextPeers(OverPlace& place, const OverRows<Row>& rows) {
        place.group += place.row > 0;
        place.firstPeer = place.row;
        do ++place.endPeers;
        while (place.endPeers < rows.count && !less_(*rows.rows[place.row], *rows.rows[place.endPeers]));
    }

    StateMap<Key, std::size_t, RowHash<Key>, RowEqual<Key>> places_;  // in partitions_
    std::vector<Partition> partitions_;
    BatchOverOptions options_;
    Less less_;
    Range range_;
    std::size_t held_{};  // by keys and rows; counted only under a limit
};

}  // namespace rivulet
