// SPDX-License-Identifier: BSL-1.0
// Upserts and deletions by key become changes with their before-images: Flink's changelog normalisation.
#pragma once
#include <cstddef>
#include <utility>

#include <rivulet/core/row_kind.hpp>
#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/state_ttl.hpp>
#include <rivulet/runtime/stored_row.hpp>

namespace rivulet {

/// Keeps the last row of each key, and emits
///
///     +I or +U, the key is new          +I
///     +I or +U, another row             -U before, +U      (`Before` false: +U only)
///     +I or +U, the same row            nothing; with a time-to-live -U and +U all the same
///     -U or -D, the key is known        -D of the row that is kept, whatever came
///     -U or -D, the key is new          nothing
///
/// A filter above belongs here: a row that does not pass counts as no row, so that one that leaves is -D and one that enters +I.
template <class Key, class Row, bool Before>
class ChangelogNormalize {
public:
    explicit ChangelogNormalize(StateTtl ttl = {}) : rows_(ttl) {}

    /// One row. `passes()` is asked only of rows that add: a deletion may bring nothing but its key. `emit(RowKind, const Key&, const Row&)`.
    template <class KeyView, class RowLike, class Passes, class Emit>
    void process(RowKind kind, const KeyView& key, const RowLike& row, Passes&& passes, Emit&& emit) {
        if (!accumulates(kind) || !passes()) {
            typename Rows::Entry* const entry = rows_.find(key);
            if (!entry) return;
            emit(RowKind::delete_, std::as_const(entry->key), std::as_const(entry->value));
            rows_.erase(entry);
            return;
        }
        const auto [entry, isNew] = rows_.tryEmplace(key, row);
        const Key& known = entry->key;
        if (isNew) {
            emit(RowKind::insert, known, std::as_const(entry->value));
            return;
        }
        if (!rows_.ttl() && unchanged<Row>(entry->value, row)) return;
        if constexpr (Before) emit(RowKind::updateBefore, known, std::as_const(entry->value));
        entry->value.assign(row);
        emit(RowKind::updateAfter, known, std::as_const(entry->value));
    }
    template <class KeyView, class RowLike, class Emit>
    void process(RowKind kind, const KeyView& key, const RowLike& row, Emit&& emit) {
        process(kind, key, row, [] { return true; }, emit);
    }

    /// Keys there are.
    std::size_t size() const { return rows_.size(); }
    /// Memory of the state, roughly.
    std::size_t bytes() const {
        std::size_t n = rows_.bytes();
        rows_.forEach([&](const Key& key, const Row& row) { n += heapBytes(key) + heapBytes(row); });
        return n;
    }

private:
    using Rows = ExpiringMap<Key, Row, RowHash<Key>, RowEqual<Key>>;
    Rows rows_;
};

}  // namespace rivulet
