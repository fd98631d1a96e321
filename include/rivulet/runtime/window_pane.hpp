// SPDX-License-Identifier: BSL-1.0
// The aggregates of one key in a window, or in a part of one.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <rivulet/core/row_kind.hpp>
#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/time.hpp>
#include <rivulet/runtime/window.hpp>

namespace rivulet {

/// Settings of one aggregation over windows.
struct WindowOptions {
    MemoryLimit memoryLimit{};  // batch only
};

namespace detail {

struct CountedPane {
    std::int64_t rows{};
    bool any() const { return rows != 0; }
    void count(bool add) { rows += add ? 1 : -1; }
    void join(CountedPane later) { rows += later.rows; }
    void part(CountedPane earlier) { rows -= earlier.rows; }
};
struct UncountedPane {
    static constexpr bool any() { return true; }
    static constexpr void count(bool) {}
    static constexpr void join(UncountedPane) {}
    static constexpr void part(UncountedPane) {}
};

// Accumulators as in GroupAggregate; `merge(later)` is asked for only where panes are merged. Retracts: rows may go again, and are counted.
template <class Accumulators, bool Retracts>
struct AggregatePane : std::conditional_t<Retracts, CountedPane, UncountedPane> {
    Accumulators accumulators{};

    template <class Update>
    void apply(Update& update, bool add) {
        this->count(add);
        update(accumulators, add);
    }
    void merge(const AggregatePane& later) {
        this->join(later);
        accumulators.merge(later.accumulators);
    }
    void unmerge(const AggregatePane& earlier) requires requires(Accumulators& a) { a.unmerge(a); } {
        this->part(earlier);
        accumulators.unmerge(earlier.accumulators);
    }
    std::size_t bytes() const { return heapBytes(accumulators); }

    template <class Key, class Emit>
    void emit(Emit& emit, const Key& key, TimeWindow window) const {
        if (!this->any()) return;
        const auto& results = accumulators.results();
        emit(RowKind::insert, key, window, typename Accumulators::Results::View(results));
    }
};

// What an operator's keys and panes hold, counted only where there is a limit to it.
class HeldBytes {
public:
    explicit HeldBytes(MemoryLimit limit) : limit_(std::move(limit)) {}
    /// `change()` changes the entry, which is perhaps a new one.
    template <class Entry, class F>
    void around(const Entry& entry, bool isNew, F change) {
        if (!limit_) [[likely]] return change();
        held_ += isNew ? sizeof(Entry) + heapBytes(entry.key) : 0;
        held_ -= isNew ? 0 : heapBytes(entry.value);
        change();
        held_ += heapBytes(entry.value);
        limit_.check(held_);
    }

private:
    MemoryLimit limit_;
    std::size_t held_{};
};

}  // namespace detail
}  // namespace rivulet
