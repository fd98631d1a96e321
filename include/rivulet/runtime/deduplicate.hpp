// SPDX-License-Identifier: BSL-1.0
// The first or the last row of each key: ROW_NUMBER() OVER (PARTITION BY key ORDER BY time) = 1 over rows that only come.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>

#include <rivulet/core/row_kind.hpp>
#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/state_ttl.hpp>
#include <rivulet/runtime/stored_row.hpp>
#include <rivulet/runtime/time_queue.hpp>

namespace rivulet {

/// Settings of one deduplication.
struct DeduplicateOptions {
    StateTtl ttl{};             // streaming only; a key is forgotten when it brought no row for that long
    bool batch{};               // only final rows count
    MemoryLimit memoryLimit{};  // batch only
};

/// The first row of each key in order of arrival (processing time): it goes out at once, and its key is remembered.
template <class Key>
class FirstRow {
public:
    explicit FirstRow(DeduplicateOptions options) : keys_(options.batch ? StateTtl{} : options.ttl), limit_(options.batch ? std::move(options.memoryLimit) : MemoryLimit{}) {}

    /// Whether a row of the key is the first one.
    template <class KeyView>
    bool process(const KeyView& key) {
        const auto [entry, isNew] = keys_.tryEmplace(key);
        if (isNew && limit_) limit_.check(keys_.bytes() + (heap_ += heapBytes(entry->key)));
        return isNew;
    }
    std::size_t size() const { return keys_.size(); }
    std::size_t bytes() const {
        std::size_t n = keys_.bytes();
        keys_.forEach([&](const Key& key, Nothing) { n += heapBytes(key); });
        return n;
    }

private:
    struct Nothing {};
    ExpiringMap<Key, Nothing, RowHash<Key>, RowEqual<Key>> keys_;
    MemoryLimit limit_;
    std::size_t heap_{};  // held by the keys; counted only under a limit
};

namespace detail {

// The time of a kept row, where somebody asks for it.
template <bool Kept> struct TimeOf { Millis time; };
template <> struct TimeOf<false> { explicit TimeOf(Millis) {} };

}  // namespace detail

/// The last row of each key, kept up to date: +I, then -U and +U (without `Before` only +U). With `ByTime` the row of the greatest time, of equal times
/// the one that came last, and even an equal row is sent again; otherwise the row that came last, which is not sent again where it says the same and
/// keys are never forgotten (Flink). In batch the last rows come at the end.
template <class Key, class Row, bool ByTime, bool Before>
class LastRow {
public:
    explicit LastRow(DeduplicateOptions options) : rows_(options.batch ? StateTtl{} : options.ttl), batch_(options.batch), limit_(options.batch ? std::move(options.memoryLimit) : MemoryLimit{}) {}

    /// `emit(RowKind, const Key&, const Row&)`, valid during the call. Without `ByTime` the time is not looked at.
    template <class KeyView, class RowLike, class Emit>
    void process(Millis time, const KeyView& key, const RowLike& row, Emit&& emit) {
        const auto [entry, isNew] = rows_.tryEmplace(key, time, row);
        if (isNew) {
            if (batch_) count(*entry, 0);
            else emit(RowKind::insert, std::as_const(entry->key), std::as_const(entry->value.row));
            return;
        }
        Last& last = entry->value;
        if constexpr (ByTime)
            if (time < last.time) return;
        if (batch_) {
            const std::size_t before = limit_ ? held(*entry) : 0;
            last.assign(time, row);
            return count(*entry, before);
        }
        if constexpr (!ByTime)
            if (!rows_.ttl() && unchanged<Row>(last.row, row)) return;
        if constexpr (Before) emit(RowKind::updateBefore, std::as_const(entry->key), std::as_const(last.row));
        last.assign(time, row);
        emit(RowKind::updateAfter, std::as_const(entry->key), std::as_const(last.row));
    }
    /// Batch: +I for each key; then everything is forgotten.
    template <class Emit>
    void finish(Emit&& emit) {
        if (!batch_) return;
        rows_.forEach([&](const Key& key, const Last& last) { emit(RowKind::insert, key, last.row); });
        rows_.clear();
        heap_ = 0;
    }
    std::size_t size() const { return rows_.size(); }
    std::size_t bytes() const {
        std::size_t n = rows_.bytes();
        rows_.forEach([&](const Key& key, const Last& last) { n += heapBytes(key) + heapBytes(last.row); });
        return n;
    }

private:
    struct Last : detail::TimeOf<ByTime> {
        Row row;
        template <class RowLike> Last(Millis t, const RowLike& r) : detail::TimeOf<ByTime>{t}, row(r) {}
        template <class RowLike>
        void assign(Millis t, const RowLike& r) {
            detail::TimeOf<ByTime>::operator=(detail::TimeOf<ByTime>{t});
            row.assign(r);
        }
    };
    using Rows = ExpiringMap<Key, Last, RowHash<Key>, RowEqual<Key>>;
    static std::size_t held(const typename Rows::Entry& e) { return heapBytes(e.key) + heapBytes(e.value.row); }
    void count(const typename Rows::Entry& entry, std::size_t before) {
        if (!limit_) return;
        heap_ += held(entry) - before;
        limit_.check(rows_.bytes() + heap_);
    }

    Rows rows_;
    bool batch_;
    MemoryLimit limit_;
    std::size_t heap_{};  // held by keys and rows; counted only under a limit
};

/// The row of the smallest time of each key, of equal times the one that came first: it goes out once, when the watermark says that none comes before
/// it, and its key is remembered. A row that the watermark has passed is late: dropped and counted, whether or not its key is known (Flink).
/// A row costs a look-up; one that is the first so far also a logarithm of those that wait.
template <class Key, class Row>
class FirstRowByTime {
public:
    explicit FirstRowByTime(DeduplicateOptions options) : firsts_(options.batch ? StateTtl{} : options.ttl), limit_(options.batch ? std::move(options.memoryLimit) : MemoryLimit{}) {}

    template <class KeyView, class RowLike>
    void process(Millis time, const KeyView& key, const RowLike& row) {
        if (time <= watermark_) {
            ++late_;
            return;
        }
        const auto [entry, isNew] = firsts_.tryEmplace(key, time);
        if (!isNew && time >= entry->value) return;
        entry->value = time;
        Candidate candidate{entry->key, Row(row)};
        if (limit_) heap_ += candidate.bytes() + (isNew ? heapBytes(entry->key) : 0);
        waiting_.push(time, std::move(candidate));
        if (limit_) limit_.check(firsts_.bytes() + waiting_.bytes() + heap_);
    }
    /// `emit(RowKind, const Key&, const Row&)` for each row that is known to be the first of its key, in order of time.
    template <class Emit>
    void advance(Millis watermark, Emit&& emit) {
        watermark_ = watermark;
        while (waiting_.isDue(watermark)) {
            const Candidate first = waiting_.pop();
            auto* const entry = firsts_.find(first.key);
            if (!entry || entry->value == isOut) continue;  // forgotten; or an earlier row came after this one
            entry->value = isOut;
            emit(RowKind::insert, first.key, first.row);
        }
    }

    /// Keys that are remembered.
    std::size_t size() const { return firsts_.size(); }
    /// Rows that wait.
    std::size_t waiting() const { return waiting_.size(); }
    std::size_t bytes() const {
        std::size_t n = firsts_.bytes() + waiting_.bytes() + waiting_.heldBytes();
        firsts_.forEach([&](const Key& key, Millis) { n += heapBytes(key); });
        return n;
    }
    std::uint64_t lateRows() const { return late_; }

private:
    struct Candidate {
        Key key;
        Row row;
        std::size_t bytes() const { return heapBytes(key) + heapBytes(row); }
    };
    static constexpr Millis isOut = noWatermark;  // no row is earlier

    ExpiringMap<Key, Millis, RowHash<Key>, RowEqual<Key>> firsts_;  // the time of the first row so far
    TimeQueue<Candidate, false> waiting_;                                   // one that was not the first after all goes when its time has come
    MemoryLimit limit_;
    Millis watermark_{noWatermark};
    std::uint64_t late_{};
    std::size_t heap_{};  // held by keys and rows; counted only under a limit
};

}  // namespace rivulet
