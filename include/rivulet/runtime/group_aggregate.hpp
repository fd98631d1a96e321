// SPDX-License-Identifier: BSL-1.0
// Aggregation by key with the changes of its results: GROUP BY, SELECT DISTINCT, aggregates over everything.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <rivulet/core/row_kind.hpp>
#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/state_ttl.hpp>
#include <rivulet/runtime/stored_row.hpp>

namespace rivulet {

/// Settings of one aggregation.
struct GroupAggregateOptions {
    StateTtl ttl{};               // streaming only
    bool batch{};                 // nothing is emitted before finish()
    bool oneRowOverNothing{};     // batch: without a row, finish() emits the results over nothing; for aggregation without keys
    MemoryLimit memoryLimit{};    // batch only
};

/// Per key, for each row, what Flink emits (parallelism 1, no mini-batch):
///
///     the key is new, a row that adds            +I results
///     the key is new, a row that takes away      nothing; the row is forgotten
///     results changed                            -U before, +U after     (`Before` false: +U only)
///     results unchanged                          nothing; with a time-to-live -U and +U all the same
///     the last row of the key was taken away     -D before; the key is forgotten
///
/// Key is a StoredRow. Accumulators is default-constructible and has
///
///     using Results = StoredRow<R...>;
///     auto results() const;     // a row of the results: Results, or any row with at<I>() whose texts and references stay valid until the next update
///
/// `Retracts`: rows may take away, so that rows per key are counted. A row costs one look-up, or a comparison where a key with text comes again at once; the results
/// before are copied (texts: into memory that is used over and over). Memory: an entry a key.
template <class Key, class Accumulators, bool Retracts, bool Before>
class GroupAggregate {
public:
    using Results = typename Accumulators::Results;
    /// What is emitted: the results themselves where copies of them are cheap, else a view.
    using ResultView = std::conditional_t<std::is_trivially_copyable_v<Results>, Results, typename Results::View>;

    explicit GroupAggregate(GroupAggregateOptions options = {}) : groups_(options.batch ? StateTtl{} : options.ttl), options_(std::move(options)) {}
    GroupAggregate(const GroupAggregate&) = delete;
    GroupAggregate& operator=(const GroupAggregate&) = delete;

    /// One row. `key` is any row with the key's columns; `update(Accumulators&, bool add)` applies the row;
    /// `emit(RowKind, const Key&, const ResultView&)` takes what is emitted, valid during the call.
    template <class KeyView, class Update, class Emit>
    void process(RowKind kind, const KeyView& key, Update&& update, Emit&& emit) {
        const bool add = !Retracts || accumulates(kind);
        typename Groups::Entry* entry = again(key);
        bool isNew = false;
        if (!entry) {
            if (add) {
                const auto made = groups_.tryEmplace(key);
                entry = made.first;
                isNew = made.second;
            } else if (entry = groups_.find(key); !entry) return;
            last_ = entry;
        }
        Group& group = entry->value;
        if constexpr (Retracts) group.rows += add ? 1 : -1;
        if (options_.batch) gather(*entry, isNew, update, add);
        else if (isNew) {
            update(group.accumulators, true);
            const auto& now = group.accumulators.results();
            emit(RowKind::insert, std::as_const(entry->key), shown(now));
        } else change(*entry, update, add, emit);
    }

    /// Batch: +I for each key, in no order to rely on; then everything is forgotten.
    template <class Emit>
    void finish(Emit&& emit) {
        if (!options_.batch) return;
        if (groups_.size() == 0 && options_.oneRowOverNothing) emitGroup(Key(), Accumulators(), emit);
        groups_.forEach([&](const Key& key, Group& group) { emitGroup(key, group.accumulators, emit); });
        groups_.clear();
        last_ = nullptr;
        heap_ = 0;
    }

    /// Keys there are.
    std::size_t size() const { return groups_.size(); }
    /// Memory of the state, roughly.
    std::size_t bytes() const {
        std::size_t n = groups_.bytes();
        groups_.forEach([&](const Key& key, const Group& group) { n += heapBytes(key) + heapBytes(group.accumulators); });
        return n;
    }

private:
    struct Counted {
        std::int64_t rows{};
    };
    struct Uncounted {};
    struct Group : std::conditional_t<Retracts, Counted, Uncounted> {
        Accumulators accumulators{};
    };
    using Groups = ExpiringMap<Key, Group, RowHash<Key>, RowEqual<Key>>;
    static constexpr bool plainResults = std::is_trivially_copyable_v<Results>;
    template <class R>
    static decltype(auto) shown(const R& results) {
        if constexpr (std::is_same_v<R, ResultView>) return (results);
        else return ResultView(results);
    }

    // Rows that follow each other are often of one group, a day or a channel. Looking at the last one costs less than hashing a text.
    template <class KeyView>
    typename Groups::Entry* again([[maybe_unused]] const KeyView& key) const {
        if constexpr (!std::is_trivially_copyable_v<Key>)
            if (last_ && !groups_.ttl() && RowEqual<Key>{}(last_->key, key)) return last_;
        return nullptr;
    }
    void forget(typename Groups::Entry& entry) {
        groups_.erase(&entry);
        last_ = nullptr;
    }
    template <class Update, class Emit>
    void change(typename Groups::Entry& entry, Update& update, bool add, Emit& emit) {
        Group& group = entry.value;
        if constexpr (plainResults) {
            const Results before(group.accumulators.results());
            update(group.accumulators, add);
            tell(entry, before, emit);
        } else {
            before_.assign(group.accumulators.results());
            update(group.accumulators, add);
            tell(entry, before_, emit);
        }
    }
    template <class Emit>
    void tell(typename Groups::Entry& entry, const Results& before, Emit& emit) {
        const Key& key = entry.key;
        if constexpr (Retracts)
            if (entry.value.rows == 0) {
                emit(RowKind::delete_, key, shown(before));
                forget(entry);
                return;
            }
        const auto& now = entry.value.accumulators.results();
        if (!groups_.ttl() && unchanged<Results>(before, now)) return;
        if constexpr (Before) emit(RowKind::updateBefore, key, shown(before));
        emit(RowKind::updateAfter, key, shown(now));
    }
    template <class Update>
    void gather(typename Groups::Entry& entry, bool isNew, Update& update, bool add) {
        Accumulators& accumulators = entry.value.accumulators;
        if (!options_.memoryLimit) update(accumulators, add);
        else {
            heap_ -= isNew ? 0 : heapBytes(accumulators);
            update(accumulators, add);
            heap_ += (isNew ? heapBytes(entry.key) : 0) + heapBytes(accumulators);
            options_.memoryLimit.check(groups_.bytes() + heap_);
        }
        if constexpr (Retracts)
            if (entry.value.rows == 0) {
                if (options_.memoryLimit) heap_ -= heapBytes(entry.key) + heapBytes(accumulators);
                forget(entry);
            }
    }
    template <class Emit>
    void emitGroup(const Key& key, const Accumulators& accumulators, Emit& emit) {
        const auto& results = accumulators.results();
        emit(RowKind::insert, key, shown(results));
    }

    Groups groups_;
    typename Groups::Entry* last_{};  // that a row was for; entries move and go only when a row comes
    GroupAggregateOptions options_;
    Results before_{};     // of the row at hand; its texts keep their capacity
    std::size_t heap_{};   // held by keys and accumulators; counted only under a limit
};

}  // namespace rivulet
