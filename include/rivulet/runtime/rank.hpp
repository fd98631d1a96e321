// SPDX-License-Identifier: BSL-1.0
// The first rows of each partition, kept up to date: ROW_NUMBER() <= n, ORDER BY with LIMIT, LIMIT over a table that is updated.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include <rivulet/core/row_kind.hpp>
#include <rivulet/runtime/row_bag.hpp>
#include <rivulet/runtime/sorted_rows.hpp>
#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/state_ttl.hpp>
#include <rivulet/runtime/stored_row.hpp>

namespace rivulet {

/// What rows do to a ranking.
enum class RankInput : unsigned char {
    append,   // rows only come: the last places are all that is kept
    retract,  // rows also go, and others move up: all are kept; a row goes by its whole value
    upsert,   // rows of a unique key replace each other, never come later in the order than before, and never go (Flink's update-fast)
};

/// Places, counted from 1, both included.
struct RankRange {
    std::int64_t first{1};
    std::int64_t last{std::numeric_limits<std::int64_t>::max()};
    static constexpr RankRange limit(std::int64_t limit, std::int64_t offset = 0) {
        const bool open = limit < 0 || limit > std::numeric_limits<std::int64_t>::max() - offset;
        return open ? RankRange{offset + 1} : RankRange{offset + 1, offset + limit};
    }
};

/// Settings of one ranking.
struct RankOptions {
    RankRange range{};
    StateTtl ttl{};             // streaming only; a partition is forgotten when it brought no row for that long
    bool batch{};               // the input is insert-only; nothing is emitted before finish()
    MemoryLimit memoryLimit{};  // batch only
};

/// What Flink emits (parallelism 1). By places (`ByPlace`: the place is in the output, or the range does not begin at 1): from the place of the row that
/// came, or went, each place within the range gives -U of its row and +U of its new row; a place that is new +I, one that is gone -D (`upsert`: all -U
/// before all +U). Otherwise only what leaves and what enters:
///
///     a row enters                     -D of the row that is pushed out, if there is one; +I
///     a row of the ranking goes        -D; +I of the row that moves up into it, if there is one
///     one place, append and upsert     -U of the row that is pushed out, +U
///     upsert: a row of the ranking     -U, +U
///
/// A row equal to another in the order stands behind it; where rows only come, one equal to the last place does not enter. Less is a function object
/// `less(a, b)` of any two rows with the columns of Row; without sort keys it is always false. Key is the partition's StoredRow; Unique the columns of the unique
/// key (upsert). `Before` false: no -U.
/// A row costs a look-up of the partition and a few comparisons; upsert looks through the kept rows for the key.
template <class Key, class Row, class Less, RankInput Input, bool ByPlace, bool Before, class Unique = WholeRow>
class TopN {
public:
    explicit TopN(RankOptions options, Less less = {}) : partitions_(options.batch ? StateTtl{} : options.ttl), options_(std::move(options)), less_(std::move(less)) {}

    /// One row; `emit(RowKind, const Key&, const Row&, std::int64_t place)` takes what is emitted, valid during the call. The place is 0 where it is not
    /// known (not ByPlace).
    template <class KeyView, class RowLike, class Emit>
    void process(RowKind kind, const KeyView& key, const RowLike& row, Emit&& emit) { process(kind, key, row, options_.range.last, emit); }

    /// The same where the last place is the partition's own.
    template <class KeyView, class RowLike, class Emit>
    void process(RowKind kind, const KeyView& key, const RowLike& row, std::int64_t last, Emit&& emit) {
        if (last < options_.range.first) return;
        const Places places{options_.range.first, last};
        if (accumulates(kind)) {
            const auto [entry, isNew] = partitions_.tryEmplace(key);
            if (options_.batch) gather(*entry, isNew, row, places);
            else {
                Partition partition{entry->key, entry->value, places};
                come(partition, row, emit);
            }
        } else if constexpr (Input == RankInput::retract) {
            typename Partitions::Entry* const entry = partitions_.find(key);
            if (!entry) return;
            Partition partition{entry->key, entry->value, places};
            go(partition, row, emit);
            if (entry->value.size() == 0) partitions_.erase(entry);
        }
    }

    /// Batch: +I for each place within the range, partition by partition, in order; then everything is forgotten.
    template <class Emit>
    void finish(Emit&& emit) {
        if (!options_.batch) return;
        partitions_.forEach([&](const Key& key, SortedRows<Row>& rows) {
            std::int64_t place = options_.range.first;
            for (Position p = rows.at(static_cast<std::size_t>(place - 1)); p != rows.end() && place <= options_.range.last; p = rows.next(p), ++place)
                emit(RowKind::insert, key, rows[p], place);
        });
        partitions_.clear();
        heap_ = 0;
    }

    /// Rows kept.
    std::size_t size() const {
        std::size_t n = 0;
        partitions_.forEach([&](const Key&, const SortedRows<Row>& rows) { n += rows.size(); });
        return n;
    }
    /// Memory of the state as a limit counts it.
    std::size_t held() const { return partitions_.bytes() + heap_; }
    /// Memory of the state, roughly.
    std::size_t bytes() const {
        std::size_t n = partitions_.bytes();
        partitions_.forEach([&](const Key& key, const SortedRows<Row>& rows) { n += heapBytes(key) + rows.bytes(); });
        return n;
    }

private:
    using Position = typename SortedRows<Row>::Position;
    using Partitions = ExpiringMap<Key, SortedRows<Row>, RowHash<Key>, RowEqual<Key>>;
    struct Places {
        std::int64_t first, last;
        std::size_t most() const { return static_cast<std::size_t>(last); }
        bool has(std::int64_t place) const { return place >= first && place <= last; }
    };
    struct Partition {
        const Key& key;
        SortedRows<Row>& rows;
        Places places;
        bool full() const { return rows.size() >= places.most(); }
        std::int64_t placeOf(Position p) const { return static_cast<std::int64_t>(rows.before(p, places.most())) + 1; }
        Position at(std::int64_t place) const { return rows.at(static_cast<std::size_t>(place - 1)); }
    };

    // A row that enters where only the last places are kept: it must come before one of them.
    template <class RowLike>
    bool enters(const Partition& partition, const RowLike& row) { return !partition.full() || less_(row, partition.rows.last()); }

    template <class RowLike, class Emit>
    void come(Partition& partition, const RowLike& row, Emit& emit) {
        if constexpr (Input == RankInput::upsert) {
            const Position old = partition.rows.findAnywhere([&](const Row& r) { return detail::IdentityOf<Row, Unique>::equal(r, row); });
            if (old != partition.rows.end()) replace(partition, old, row, emit);
            else if (enters(partition, row)) enter(partition, row, emit);
        } else if constexpr (Input == RankInput::append) {
            if (!enters(partition, row)) return;
            if constexpr (!ByPlace) return enter(partition, row, emit);
            else {
                shiftDown(partition, partition.rows.insert(row, less_), emit);
                if (partition.rows.size() > partition.places.most()) partition.rows.erase(partition.rows.lastPosition());
            }
        } else {
            const Position p = partition.rows.insert(row, less_);
            if constexpr (ByPlace) shiftDown(partition, p, emit);
            else if (partition.placeOf(p) <= partition.places.last) {
                if (const Position out = partition.at(partition.places.last + 1); out != partition.rows.end()) emit(RowKind::delete_, partition.key, partition.rows[out], std::int64_t{0});
                emit(RowKind::insert, partition.key, partition.rows[p], std::int64_t{0});
            }
        }
    }
    template <class RowLike, class Emit>
    void go(Partition& partition, const RowLike& row, Emit& emit) {
        SortedRows<Row>& rows = partition.rows;
        const Position p = rows.find(row, less_, [&](const Row& r) { return RowEqual<Row>{}(r, row); });
        if (p == rows.end()) return;
        std::int64_t place = partition.placeOf(p);
        if (place <= partition.places.last) {
            if constexpr (ByPlace) {
                Position gone = p;
                for (Position q = rows.next(p); q != rows.end() && place <= partition.places.last; gone = q, q = rows.next(q), ++place)
                    change(partition, rows[gone], rows[q], place, emit);
                if (partition.places.has(place)) emit(RowKind::delete_, partition.key, rows[gone], place);
            } else {
                emit(RowKind::delete_, partition.key, rows[p], std::int64_t{0});
                if (const Position in = partition.at(partition.places.last + 1); in != rows.end()) emit(RowKind::insert, partition.key, rows[in], std::int64_t{0});
            }
        }
        rows.erase(p);
    }

    // The row at p is new: those behind it are one place further.
    template <class Emit>
    void shiftDown(Partition& partition, Position p, Emit& emit) {
        const SortedRows<Row>& rows = partition.rows;
        std::int64_t place = partition.placeOf(p);
        for (Position q = rows.next(p); q != rows.end() && place <= partition.places.last; p = q, q = rows.next(q), ++place) change(partition, rows[q], rows[p], place, emit);
        if (partition.places.has(place)) emit(RowKind::insert, partition.key, rows[p], place);
    }
    template <class Emit>
    void change(const Partition& partition, const Row& before, const Row& after, std::int64_t place, Emit& emit) {
        if (place < partition.places.first) return;
        if constexpr (Before) emit(RowKind::updateBefore, partition.key, before, place);
        emit(RowKind::updateAfter, partition.key, after, place);
    }
    // The kind's -U is emitted only if somebody wants it.
    template <class Emit>
    void out(RowKind kind, const Partition& partition, const Row& row, Emit& emit) {
        if (kind == RowKind::updateBefore && !Before) return;
        emit(kind, partition.key, row, std::int64_t{0});
    }

    // A new row for the places that are kept: append and upsert.
    template <class RowLike, class Emit>
    void enter(Partition& partition, const RowLike& row, Emit& emit) {
        SortedRows<Row>& rows = partition.rows;
        const bool full = partition.full();
        if constexpr (ByPlace) {
            const std::int64_t place = partition.placeOf(rows.upperBound(row, less_)), size = static_cast<std::int64_t>(rows.size());
            emitPlaces(RowKind::updateBefore, partition, place, size, emit);
            if (full) rows.erase(rows.lastPosition());
            rows.insert(row, less_);
            emitPlaces(RowKind::updateAfter, partition, place, size, emit);
            if (!full) emitPlaces(RowKind::insert, partition, size + 1, size + 1, emit);
        } else {
            const bool one = options_.range.last == 1;  // for all partitions
            if (full) {
                out(one ? RowKind::updateBefore : RowKind::delete_, partition, rows.last(), emit);
                rows.erase(rows.lastPosition());
            }
            out(full && one ? RowKind::updateAfter : RowKind::insert, partition, rows[rows.insert(row, less_)], emit);
        }
    }
    // A new version of a row that is kept: upsert.
    template <class RowLike, class Emit>
    void replace(Partition& partition, Position old, const RowLike& row, Emit& emit) {
        SortedRows<Row>& rows = partition.rows;
        if constexpr (ByPlace) {
            const std::int64_t from = partition.placeOf(old), bound = partition.placeOf(rows.upperBound(row, less_));
            const std::int64_t to = bound > from ? bound - 1 : bound, low = from < to ? from : to, high = from < to ? to : from;
            emitPlaces(RowKind::updateBefore, partition, low, high, emit);
            rows.erase(old);
            rows.insert(row, less_);
            emitPlaces(RowKind::updateAfter, partition, low, high, emit);
        } else {
            out(RowKind::updateBefore, partition, rows[old], emit);
            rows.erase(old);
            out(RowKind::updateAfter, partition, rows[rows.insert(row, less_)], emit);
        }
    }
    template <class Emit>
    void emitPlaces(RowKind kind, const Partition& partition, std::int64_t from, std::int64_t to, Emit& emit) {
        if (kind == RowKind::updateBefore && !Before) return;
        if (from < partition.places.first) from = partition.places.first;
        for (Position p = partition.at(from); from <= to; p = partition.rows.next(p), ++from) emit(kind, partition.key, partition.rows[p], from);
    }

    template <class RowLike>
    void gather(typename Partitions::Entry& entry, bool isNew, const RowLike& row, Places places) {
        const Partition partition{entry.key, entry.value, places};
        if (!enters(partition, row)) return;
        if (partition.full()) {
            if (options_.memoryLimit) heap_ -= sizeof(Row) + heapBytes(entry.value.last());
            entry.value.erase(entry.value.lastPosition());
        }
        const Row& kept = entry.value[entry.value.insert(row, less_)];
        if (options_.memoryLimit) {
            heap_ += (isNew ? heapBytes(entry.key) : 0) + sizeof(Row) + heapBytes(kept);
            options_.memoryLimit.check(held());
        }
    }

    Partitions partitions_;
    RankOptions options_;
    Less less_;
    std::size_t heap_{};  // held by keys and rows; counted only under a limit
};

}  // namespace rivulet
