// SPDX-License-Identifier: BSL-1.0
// Values by key, side by side in the order in which they came: for what is gone through as a whole again and again.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <rivulet/runtime/place_index.hpp>
#include <rivulet/runtime/stored_row.hpp>

namespace rivulet {

/// Entries in an array, found by hash once they are more than a few. Going through them costs what there is, clearing keeps the memory. A key
/// (a StoredRow) may be there several times, if whoever adds it says so. An erased entry leaves its place to the last one.
template <class Key, class Value>
class KeyedRows {
public:
    struct Entry {
        Key key;
        Value value;
    };

    std::size_t size() const { return entries_.size(); }
    bool empty() const { return entries_.empty(); }
    /// What the entries take, not what keys and values hold elsewhere.
    std::size_t bytes() const { return entries_.capacity() * sizeof(Entry) + index_.bytes(); }

    auto begin() { return entries_.begin(); }
    auto end() { return entries_.end(); }
    auto begin() const { return entries_.begin(); }
    auto end() const { return entries_.end(); }
    Entry& operator[](std::size_t place) { return entries_[place]; }

    template <class Q> static std::size_t hashOf(const Q& key) { return RowHash<Key>{}(key); }

    /// The first entry of this hash for which `isIt(const Entry&)`, or null; valid until the next change.
    template <class IsIt>
    Entry* findIf(std::size_t hash, const IsIt& isIt) {
        if (entries_.size() <= scanned) {
            for (Entry& e : entries_)
                if (isIt(std::as_const(e))) return &e;
            return nullptr;
        }
        const std::uint32_t place = index_.find(hash, [&](std::uint32_t p) { return isIt(std::as_const(entries_[p])); });
        return place == detail::PlaceIndex::none ? nullptr : &entries_[place];
    }
    template <class Q> Entry* find(const Q& key) {
        return findIf(entries_.size() <= scanned ? 0 : hashOf(key), [&key](const Entry& e) { return RowEqual<Key>{}(e.key, key); });
    }
    /// A further entry, of a key with this hash.
    template <class Q, class... A>
    Entry& add(std::size_t hash, const Q& key, A&&... value) {
        entries_.push_back(Entry{Key(key), Value(std::forward<A>(value)...)});
        if (entries_.size() > scanned + 1) index_.add(hash, static_cast<std::uint32_t>(entries_.size() - 1));
        else if (entries_.size() == scanned + 1)
            for (std::size_t i = 0; i < entries_.size(); ++i) index_.add(hashOf(entries_[i].key), static_cast<std::uint32_t>(i));
        return entries_.back();
    }
    /// The key's entry, and whether it is new.
    template <class Q>
    std::pair<Entry*, bool> tryEmplace(const Q& key) {
        const std::size_t hash = hashOf(key);
        if (Entry* const e = findIf(hash, [&key](const Entry& there) { return RowEqual<Key>{}(there.key, key); })) return {e, false};
        return {addNew(hash, key), true};
    }
    void erase(Entry* e) {
        const auto place = static_cast<std::uint32_t>(e - entries_.data()), last = static_cast<std::uint32_t>(entries_.size() - 1);
        if (entries_.size() > scanned + 1) {
            index_.erase(hashOf(e->key), place);
            if (place != last) index_.move(hashOf(entries_.back().key), last, place);
        } else if (entries_.size() == scanned + 1) index_.clear();
        if (place != last) *e = std::move(entries_.back());
        entries_.pop_back();
    }
    void clear() {
        if (entries_.size() > scanned) index_.clear();
        entries_.clear();
    }

private:
    // Out of line: most rows find their entry, and what this needs in registers would be saved for each of them.
    template <class Q> [[gnu::noinline]] Entry* addNew(std::size_t hash, const Q& key) { return &add(hash, key); }

    static constexpr std::size_t scanned = 8;  // as many are looked through one by one

    std::vector<Entry> entries_;
    detail::PlaceIndex index_;
};

}  // namespace rivulet
