// SPDX-License-Identifier: BSL-1.0
// Session windows: rows of a key that follow each other closely, aggregated or handed on.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <rivulet/core/row_kind.hpp>
#include <rivulet/runtime/keyed_rows.hpp>
#include <rivulet/runtime/time_queue.hpp>
#include <rivulet/runtime/window_pane.hpp>

namespace rivulet {

/// The sessions of each key and what they hold. A row is a session of its own, from its time to its time plus the gap; sessions that overlap or touch are
/// merged (Flink). A row is late if the session that it would be in is over. Content: default-constructible, `merge(later)`, `bytes()`.
///
/// A row costs two look-ups: its session, and whether it closes the gap to another one. A session ends by way of a queue, whose entries are looked at again
/// where the session has grown since. In streaming only, as in Flink.
template <class Key, class Content, class Alignment = AlignedInUtc>
class Sessions {
public:
    explicit Sessions(Alignment alignment = {}) : alignment_(std::move(alignment)) {}

    /// `row`: from the row's time to the end of its gap. `touch(Content&)` puts the row in. `add` false: only where a session is there, which stays as long as it is.
    template <class KeyView, class Touch>
    void process(bool add, TimeWindow row, const KeyView& key, Touch&& touch) {
        const std::size_t hash = All::hashOf(key);
        auto* entry = neighbour(hash, key, row, nullptr);
        if (!entry) {
            if (dueOf(row.end) <= watermark_) {
                ++late_;
                return;
            }
            if (!add) return;
            entry = &all_.add(hash, key, Session{row, row.end, {}});
            due_.push(row.end, hash);
        } else if (row.start < entry->value.window.start || row.end > entry->value.window.end) {
            grow(entry->value.window, row);
            while (auto* const other = neighbour(hash, key, entry->value.window, entry)) entry = unite(entry, other);
        }
        touch(entry->value.content);
    }
    /// Sessions that are over by this watermark: `end(const Key&, TimeWindow, Content&)`.
    template <class End>
    void advance(Millis watermark, End&& end) {
        watermark_ = watermark;
        while (!due_.empty() && dueOf(due_.time()) <= watermark) {
            const Millis time = due_.time();
            const std::size_t hash = due_.pop();
            auto* const entry = all_.findIf(hash, [time](const typename All::Entry& e) { return e.value.awaited == time; });
            if (!entry) continue;  // united with another one
            Session& session = entry->value;
            if (session.window.end == time) {
                end(std::as_const(entry->key), session.window, session.content);
                all_.erase(entry);
            } else due_.push(session.awaited = session.window.end, hash);
        }
    }

    /// When a session may be over next; lastWatermark: there is none.
    Millis due() const { return due_.empty() ? lastWatermark : dueOf(due_.time()) + 1; }
    std::uint64_t lateRows() const { return late_; }
    /// Sessions that are not over.
    std::size_t size() const { return all_.size(); }
    template <class F> void forEach(F&& f) const {
        for (const auto& e : all_) f(e.value.content);
    }
    std::size_t bytes() const {
        std::size_t n = all_.bytes() + due_.bytes();
        for (const auto& e : all_) n += heapBytes(e.key) + heapBytes(e.value);
        return n;
    }

private:
    struct Session {
        TimeWindow window;
        Millis awaited;  // the time at which it stands in due_
        Content content{};
        std::size_t bytes() const { return content.bytes(); }
    };
    using All = KeyedRows<Key, Session>;
    using Entry = typename All::Entry;

    Millis dueOf(Millis end) const { return alignment_.instant(end - 1); }
    static void grow(TimeWindow& window, TimeWindow by) {
        if (by.start < window.start) window.start = by.start;
        if (by.end > window.end) window.end = by.end;
    }
    // A session of this key, other than `self`, that overlaps or touches the window.
    template <class KeyView>
    Entry* neighbour(std::size_t hash, const KeyView& key, TimeWindow window, const Entry* self) {
        return all_.findIf(hash, [&](const Entry& e) {
            return &e != self && e.value.window.start <= window.end && window.start <= e.value.window.end && RowEqual<Key>{}(e.key, key);
        });
    }
    // Two sessions as one; where it is.
    Entry* unite(Entry* one, Entry* other) {
        Session &a = one->value, &b = other->value;
        if (b.window.start < a.window.start) std::swap(a.content, b.content);
        a.content.merge(b.content);
        grow(a.window, b.window);
        if (b.awaited > a.awaited) a.awaited = b.awaited;
        const auto last = &all_[all_.size() - 1];  // takes the other's place
        all_.erase(other);
        return one == last ? other : one;
    }

    All all_;
    TimeQueue<std::size_t> due_;  // hashes of keys
    Millis watermark_{noWatermark};
    std::uint64_t late_{};
    Alignment alignment_;
};

/// As WindowAggregate, for sessions: rows of a key in the order in which they came, sessions by their end.
template <class Key, class Accumulators, bool Retracts, class Alignment = AlignedInUtc>
class SessionAggregate {
public:
    using ResultView = typename Accumulators::Results::View;

    explicit SessionAggregate(Alignment alignment = {}) : sessions_(std::move(alignment)) {}

    /// One row; `row` is from its time to the end of its gap.
    template <class KeyView, class Update>
    void process(RowKind kind, TimeWindow row, const KeyView& key, Update&& update) {
        const bool add = !Retracts || accumulates(kind);
        sessions_.process(add, row, key, [&](Pane& pane) { pane.apply(update, add); });
    }
    template <class Emit>
    void advance(Millis watermark, Emit&& emit) {
        sessions_.advance(watermark, [&emit](const Key& key, TimeWindow window, const Pane& pane) { pane.emit(emit, key, window); });
    }
    Millis due() const { return sessions_.due(); }
    std::uint64_t lateRows() const { return sessions_.lateRows(); }
    std::size_t size() const { return sessions_.size(); }
    std::size_t bytes() const { return sessions_.bytes(); }

private:
    using Pane = detail::AggregatePane<Accumulators, Retracts>;
    Sessions<Key, Pane, Alignment> sessions_;
};

/// The rows of each session once it is over, with their kinds, as they came.
template <class Key, class Row, class Alignment = AlignedInUtc>
class SessionRows {
public:
    explicit SessionRows(Alignment alignment = {}) : sessions_(std::move(alignment)) {}

    template <class KeyView, class RowLike>
    void process(RowKind kind, TimeWindow gap, const KeyView& key, const RowLike& row) {
        sessions_.process(true, gap, key, [&](Content& content) { content.rows.push_back({kind, Row(row)}); });
    }
    /// `emit(RowKind, const Key&, TimeWindow, const Row&)`.
    template <class Emit>
    void advance(Millis watermark, Emit&& emit) {
        sessions_.advance(watermark, [&emit](const Key& key, TimeWindow window, const Content& content) {
            for (const auto& r : content.rows) emit(r.kind, key, window, r.row);
        });
    }
    Millis due() const { return sessions_.due(); }
    std::uint64_t lateRows() const { return sessions_.lateRows(); }
    /// Rows of sessions that are not over.
    std::size_t size() const {
        std::size_t n = 0;
        sessions_.forEach([&n](const Content& content) { n += content.rows.size(); });
        return n;
    }
    std::size_t bytes() const { return sessions_.bytes(); }

private:
    struct Kept {
        RowKind kind;
        Row row;
    };
    struct Content {
        std::vector<Kept> rows{};
        void merge(const Content& later) { rows.insert(rows.end(), later.rows.begin(), later.rows.end()); }
        std::size_t bytes() const {
            std::size_t n = rows.capacity() * sizeof(Kept);
            for (const Kept& k : rows) n += heapBytes(k.row);
            return n;
        }
    };
    Sessions<Key, Content, Alignment> sessions_;
};

}  // namespace rivulet
