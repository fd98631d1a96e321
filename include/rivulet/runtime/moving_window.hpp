// SPDX-License-Identifier: BSL-1.0
// What all keys have in a window that moves on, slice by slice.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include <rivulet/runtime/keyed_rows.hpp>
#include <rivulet/runtime/sliding_panes.hpp>
#include <rivulet/runtime/state_bytes.hpp>

namespace rivulet::detail {

// Each key has its slices. PerKey: SlidingPanes or GrowingPanes.
template <class Key, class Pane, class PerKey>
class PanesByKey {
public:
    using Slice = KeyedRows<Key, Pane>;
    bool empty() const { return keys_.empty(); }
    /// An empty slice, in the memory of one that has left if there was one.
    Slice emptySlice() { return std::exchange(spare_, Slice()); }

    /// A slice that is later than all so far, and complete but for late rows.
    void join(Millis start, Slice&& slice) {
        for (auto& e : slice) keys_.tryEmplace(e.key).first->value.add(start, std::move(e.value));
        slice.clear();
        spare_ = std::move(slice);
    }
    /// A row of a slice that has joined, or of an earlier one that had no rows; a row that takes away only where there is something.
    template <class KeyView, class Update>
    void apply(Millis start, const KeyView& key, Update& update, bool add) {
        if (auto* const entry = add ? keys_.tryEmplace(key).first : keys_.find(key)) entry->value.apply(start, update, add);
    }
    /// `f(key, pane)` of all slices together, for each key; then slices that begin before `start` leave.
    template <class F>
    void release(Millis start, F&& f) {
        for (std::size_t i = 0; i < keys_.size();) {
            auto& e = keys_[i];
            e.value.whole([&](const Pane& pane) { f(e.key, pane); });
            e.value.dropBefore(start);
            if (e.value.empty()) keys_.erase(&e);  // the last one comes here
            else ++i;
        }
    }
    std::size_t size() const {
        std::size_t n = 0;
        for (const auto& e : keys_) n += e.value.size();
        return n;
    }
    std::size_t bytes() const {
        std::size_t n = keys_.bytes() + spare_.bytes();
        for (const auto& e : keys_) n += heapBytes(e.key) + e.value.bytes();
        return n;
    }

private:
    KeyedRows<Key, PerKey> keys_;
    Slice spare_;
};

// Where a pane can be taken out of a sum of panes again: slices stay as they are, each key has the sum, and all there is to do is in order of memory.
template <class Key, class Pane>
class SummedPanes {
public:
    using Slice = KeyedRows<Key, Pane>;
    bool empty() const { return keys_.empty(); }
    Slice emptySlice() { return std::exchange(spare_, Slice()); }

    void join(Millis start, Slice&& slice) {
        for (const auto& e : slice) {
            Sum& sum = keys_.tryEmplace(e.key).first->value;
            sum.pane.merge(e.value);
            ++sum.slices;
        }
        slices_.emplace_hint(slices_.end(), start, std::move(slice));
    }
    template <class KeyView, class Update>
    void apply(Millis start, const KeyView& key, Update& update, bool add) {
        auto at = slices_.find(start);
        if (at == slices_.end()) {
            if (!add) return;
            at = slices_.emplace(start, Slice()).first;
        }
        const auto [entry, isNew] = add ? at->second.tryEmplace(key) : std::pair{at->second.find(key), false};
        if (!entry) return;
        entry->value.apply(update, add);
        Sum& sum = keys_.tryEmplace(key).first->value;
        sum.pane.apply(update, add);
        sum.slices += isNew;
    }
    template <class F>
    void release(Millis start, F&& f) {
        for (const auto& e : keys_) f(e.key, e.value.pane);
        while (!slices_.empty() && slices_.begin()->first < start) {
            for (const auto& e : slices_.begin()->second) {
                auto* const entry = keys_.find(e.key);
                if (--entry->value.slices == 0) keys_.erase(entry);
                else entry->value.pane.unmerge(e.value);
            }
            spare_ = std::move(slices_.begin()->second);
            spare_.clear();
            slices_.erase(slices_.begin());
        }
    }
    std::size_t size() const {
        std::size_t n = keys_.size();
        for (const auto& s : slices_) n += s.second.size();
        return n;
    }
    std::size_t bytes() const {
        std::size_t n = keys_.bytes() + spare_.bytes();
        for (const auto& e : keys_) n += heapBytes(e.key) + heapBytes(e.value.pane);
        for (const auto& s : slices_) {
            n += sizeof(s) + s.second.bytes();
            for (const auto& e : s.second) n += heapBytes(e.key) + heapBytes(e.value);
        }
        return n;
    }

private:
    struct Sum {
        Pane pane{};
        std::uint32_t slices{};  // that the key is in
    };
    KeyedRows<Key, Sum> keys_;
    std::map<Millis, Slice> slices_;
    Slice spare_;
};

template <class Pane> concept Subtractable = requires(Pane& p, const Pane& q) { p.unmerge(q); };

}  // namespace rivulet::detail
