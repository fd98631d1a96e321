// SPDX-License-Identifier: BSL-1.0
// The first row of each partition, of rows that only come: a Top-N of one place, without anything that more of them need.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>

#include <rivulet/core/row_kind.hpp>
#include <rivulet/runtime/rank.hpp>
#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/state_ttl.hpp>
#include <rivulet/runtime/stored_row.hpp>

namespace rivulet {

/// What TopN emits with one place and RankInput::append: +I of the first row of a partition; -U of it and +U of one that comes before it in the order. `Before`
/// false: no -U. Key, Row and Less as there; of the options the range is not looked at. A row costs a look-up of the partition and a comparison, and is kept where
/// the one before it was.
template <class Key, class Row, class Less, bool Before>
class TopOne {
public:
    explicit TopOne(RankOptions options, Less less = {}) : firsts_(options.batch ? StateTtl{} : options.ttl), options_(std::move(options)), less_(std::move(less)) {}

    /// One row; `emit(RowKind, const Key&, const Row&, std::int64_t place)` takes what is emitted, valid during the call.
    template <class KeyView, class RowLike, class Emit>
    void process(RowKind, const KeyView& key, const RowLike& row, Emit&& emit) {
        const auto [entry, isNew] = firsts_.tryEmplace(key, row);
        if (!isNew && !less_(row, entry->value)) return;
        if (options_.batch) return gather(*entry, isNew, row);
        if (isNew) return emit(RowKind::insert, entry->key, entry->value, place);
        if constexpr (Before) emit(RowKind::updateBefore, entry->key, entry->value, place);
        entry->value.assign(row);
        emit(RowKind::updateAfter, entry->key, entry->value, place);
    }
    /// Batch: +I for each partition; then everything is forgotten.
    template <class Emit>
    void finish(Emit&& emit) {
        if (!options_.batch) return;
        firsts_.forEach([&](const Key& key, const Row& row) { emit(RowKind::insert, key, row, place); });
        firsts_.clear();
        heap_ = 0;
    }

    /// Rows kept.
    std::size_t size() const { return firsts_.size(); }
    /// Memory of the state as a limit counts it.
    std::size_t held() const { return firsts_.bytes() + heap_; }
    /// Memory of the state, roughly.
    std::size_t bytes() const {
        std::size_t n = firsts_.bytes();
        firsts_.forEach([&](const Key& key, const Row& row) { n += heapBytes(key) + heapBytes(row); });
        return n;
    }

private:
    using Firsts = ExpiringMap<Key, Row, RowHash<Key>, RowEqual<Key>>;
    static constexpr std::int64_t place = 1;

    template <class RowLike>
    void gather(typename Firsts::Entry& entry, bool isNew, const RowLike& row) {
        if (!isNew) {
            if (options_.memoryLimit) heap_ -= heapBytes(entry.value);
            entry.value.assign(row);
        }
        if (options_.memoryLimit) {
            heap_ += (isNew ? heapBytes(entry.key) : 0) + heapBytes(entry.value);
            options_.memoryLimit.check(held());
        }
    }

    Firsts firsts_;
    RankOptions options_;
    Less less_;
    std::size_t heap_{};  // held by keys and rows; counted only under a limit
};

}  // namespace rivulet
