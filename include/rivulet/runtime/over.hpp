// SPDX-License-Identifier: BSL-1.0
// OVER windows over rows that keep coming, ordered by time.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/core/row_kind.hpp>
#include <rivulet/runtime/over_frame.hpp>
#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/state_ttl.hpp>
#include <rivulet/runtime/stored_row.hpp>
#include <rivulet/runtime/time.hpp>
#include <rivulet/runtime/time_queue.hpp>

namespace rivulet {

/// Settings of one OVER window in streaming.
struct OverOptions {
    Millis preceding{};   // of a bounded frame: rows before the current one, or milliseconds
    StateTtl ttl{};       // a partition is forgotten when it brought no row for that long
    Millis beforeAll{0};  // bounded frames: rows of this time and before it are late from the start
};

/// Rows are answered in the order in which they come, at once: ROWS, and RANGE UNBOUNDED PRECEDING, by processing time. Key is a StoredRow, Row one or a PackedRow; Set holds
/// the aggregates of a frame:
///
///     using Results = StoredRow<R...>;
///     auto results() const;     // a row of the results, valid until the next update
///
/// A row costs one look-up. Memory: a Set a key; of a bounded frame its rows, too.
template <class Key, class Row, class Set, bool Bounded, PlaceUse Use = PlaceUse::nothing>
class ArrivalOver {
public:
    using ResultView = typename Set::Results::View;
    explicit ArrivalOver(OverOptions options) : partitions_(options.ttl), preceding_(options.preceding) {}

    /// `update(Set&, bool add, const Key&, const Row&)` lets a row enter or leave a frame; `emit(RowKind, const Key&, const Row&, const OverPlace&, const ResultView&)`
    /// takes the row with its results, valid during the call.
    template <class KeyView, class RowLike, class Update, class Emit>
    void process(const KeyView& key, const RowLike& rowLike, Update&& update, Emit&& emit) {
        typename Partitions::Entry& entry = *partitions_.tryEmplace(key).first;
        const Key& kept = entry.key;
        const Row row = Row::from(rowLike);
        entry.value.enter(0, row, preceding_, false, [&](Set& set, bool add, const Row& r) { update(set, add, kept, r); });
        const auto& results = entry.value.set().results();
        emit(RowKind::insert, kept, row, entry.value.place(), ResultView(results));
    }

    /// Rows kept, without the memory of aggregates.
    std::size_t size() const {
        std::size_t n = 0;
        partitions_.forEach([&](const Key&, const Frame& frame) { n += frame.size(); });
        return n;
    }
    std::size_t keys() const { return partitions_.size(); }
    std::size_t bytes() const {
        std::size_t n = partitions_.bytes();
        partitions_.forEach([&](const Key& key, const Frame& frame) { n += heapBytes(key) + frame.bytes(); });
        return n;
    }

private:
    using Frame = detail::OverFrame<Row, Set, OverUnit::rows, Bounded, Use>;
    using Partitions = ExpiringMap<Key, Frame, RowHash<Key>, RowEqual<Key>>;
    Partitions partitions_;
    Millis preceding_;
};

/// Rows wait for the watermark and are answered in order of time, those of one time in the order in which they came. With RANGE those of one time and
/// key share one value. What is late is dropped and counted (Flink):
///
///     unbounded    a row at or behind the watermark
///     bounded      a row at or behind the last one that its key was answered for; one that is only behind the watermark is answered with the next. Rows
///                  of 1970-01-01 00:00 or before are late, too (`beforeAll`).
///
/// A key of a bounded RANGE is forgotten when the watermark is 1.5 times the range beyond its last row, as Flink does.
/// RANGE by processing time is the same with the clock, less one millisecond, as the watermark and nothing late from the start.
/// Key, Row, Set, update and emit as in ArrivalOver. A row costs two logarithms of the rows that wait and one or two look-ups.
template <class Key, class Row, class Set, OverUnit Unit, bool Bounded, PlaceUse Use = PlaceUse::nothing>
class TimedOver {
public:
    using ResultView = typename Set::Results::View;
    explicit TimedOver(OverOptions options) : partitions_(forgetsByTime ? StateTtl{} : options.ttl), options_(options) {}

    template <class KeyView, class RowLike>
    void process(Millis time, const KeyView& key, const RowLike& row) {
        if (arrives(time, key)) waiting_.push(time, Waiting{Key(key), Row::from(row)});
        else ++late_;
    }
    template <class Update, class Emit>
    void advance(Millis watermark, Update&& update, Emit&& emit) {
        watermark_ = watermark;
        while (!waiting_.empty() && waiting_.time() <= watermark) {
            const Millis time = waiting_.time();
            if constexpr (Unit == OverUnit::range) {
                do together_.push_back(waiting_.pop());
                while (!waiting_.empty() && waiting_.time() == time);
                if (together_.size() == 1) answer(time, together_.front(), update, emit);
                else answerPeers(time, update, emit);
                together_.clear();
            } else answer(time, waiting_.pop(), update, emit);
        }
        if constexpr (forgetsByTime) forget(watermark);
    }

    std::uint64_t lateRows() const { return late_; }
    /// Rows kept: those that wait, and those of frames.
    std::size_t size() const {
        std::size_t n = waiting_.size();
        partitions_.forEach([&](const Key&, const Partition& partition) { n += partition.frame.size(); });
        return n;
    }
    std::size_t keys() const { return partitions_.size(); }
    std::size_t bytes() const {
        std::size_t n = partitions_.bytes() + waiting_.bytes() + forgetting_.bytes();
        partitions_.forEach([&](const Key& key, const Partition& partition) { n += heapBytes(key) + partition.frame.bytes(); });
        return n;
    }

private:
    static constexpr bool forgetsByTime = Bounded && Unit == OverUnit::range;
    struct Waiting {
        Key key;
        Row row;
        std::size_t bytes() const { return heapBytes(key) + heapBytes(row); }
    };
    struct Answered {
        Millis last{noWatermark};  // the time that was answered last
        Millis keepUntil{};        // bounded RANGE
    };
    struct Unasked {};
    static constexpr bool asks = Bounded || uses(Use, PlaceUse::any);
    struct Partition : std::conditional_t<asks, Answered, Unasked> {
        detail::OverFrame<Row, Set, Unit, Bounded, Use> frame{};
    };
    using Partitions = ExpiringMap<Key, Partition, RowHash<Key>, RowEqual<Key>>;

    // Whether a row of this time is not late; then its key is remembered long enough.
    template <class KeyView>
    bool arrives(Millis time, [[maybe_unused]] const KeyView& key) {
        if constexpr (!Bounded) return time > watermark_;
        else {
            if (time <= options_.beforeAll) return false;
            typename Partitions::Entry* const entry = partitions_.find(key);
            if (entry && time <= entry->value.last) return false;
            if constexpr (forgetsByTime) remember(time, entry, key);
            return true;
        }
    }

    template <class Update>
    Partition& enter(Millis time, typename Partitions::Entry& entry, const Row& row, Update& update) {
        Partition& partition = entry.value;
        bool peer = false;
        if constexpr (asks) peer = std::exchange(partition.last, time) == time;
        partition.frame.enter(time, row, options_.preceding, peer, [&](Set& set, bool add, const Row& r) { update(set, add, std::as_const(entry.key), r); });
        return partition;
    }
    template <class Update, class Emit>
    void answer(Millis time, const Waiting& w, Update& update, Emit& emit) {
        typename Partitions::Entry& entry = *partitions_.tryEmplace(w.key).first;
        const Partition& partition = enter(time, entry, w.row, update);
        hand(entry.key, w.row, partition, emit);
    }
    // All of one time: first they enter, then they get their values.
    template <class Update, class Emit>
    void answerPeers(Millis time, Update& update, Emit& emit) {
        for (const Waiting& w : together_) enter(time, *partitions_.tryEmplace(w.key).first, w.row, update);
        for (const Waiting& w : together_) {
            const typename Partitions::Entry& entry = *partitions_.find(w.key);
            hand(entry.key, w.row, entry.value, emit);
        }
    }
    template <class Emit>
    static void hand(const Key& key, const Row& row, const Partition& partition, Emit& emit) {
        const auto& results = partition.frame.set().results();
        emit(RowKind::insert, key, row, partition.frame.place(), ResultView(results));
    }

    template <class KeyView>
    void remember(Millis time, typename Partitions::Entry* entry, const KeyView& key) {
        const Millis least = later(later(time, options_.preceding), 1), most = later(least, options_.preceding / 2);
        if (!entry) {
            entry = partitions_.tryEmplace(key).first;
            forgetting_.push(entry->value.keepUntil = most, entry->key);
        } else if (entry->value.keepUntil < least) entry->value.keepUntil = most;  // the queue finds out when its time has come
    }
    void forget(Millis watermark) {
        while (!forgetting_.empty() && forgetting_.time() <= watermark) {
            Key key = forgetting_.pop();
            typename Partitions::Entry* const entry = partitions_.find(key);
            if (entry->value.keepUntil <= watermark) partitions_.erase(entry);
            else forgetting_.push(entry->value.keepUntil, std::move(key));
        }
    }
    static Millis later(Millis time, Millis by) { return time > lastWatermark - by ? lastWatermark : time + by; }

    TimeQueue<Waiting> waiting_;
    TimeQueue<Key> forgetting_;      // bounded RANGE: every key once
    std::vector<Waiting> together_;  // of one time, only while they are answered
    Partitions partitions_;
    OverOptions options_;
    Millis watermark_{noWatermark};
    std::uint64_t late_{};
};

}  // namespace rivulet
