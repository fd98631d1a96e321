// SPDX-License-Identifier: BSL-1.0
// Things that are known by a number which stays: others point to them with four bytes, whatever is added or goes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>

#include <rivulet/core/list.hpp>
#include <rivulet/runtime/place_index.hpp>
#include <rivulet/runtime/state_bytes.hpp>

namespace rivulet {

/// A number that stands for nothing.
inline constexpr std::uint32_t noNumber = 0xFFFFFFFFu;

/// Things by number. One that goes leaves its memory to the next: `T::assign(arguments...)` takes over what `T(arguments...)` would make.
template <class T>
class Numbered {
public:
    template <class... A>
    std::uint32_t add(const A&... arguments) {
        if (free_.empty()) {
            items_.emplace_back(arguments...);
            return static_cast<std::uint32_t>(items_.size() - 1);
        }
        const std::uint32_t n = free_.back();
        free_.pop_back();
        items_[n].assign(arguments...);
        return n;
    }
    void remove(std::uint32_t n) { free_.push_back(n); }
    /// Valid until the next one is added.
    T& operator[](std::uint32_t n) { return items_[n]; }
    const T& operator[](std::uint32_t n) const { return items_[n]; }
    std::size_t size() const { return items_.size() - free_.size(); }
    void clear() {
        items_.clear();
        free_.clear();
    }
    /// Memory of all, with what those that went left behind.
    std::size_t bytes() const {
        std::size_t n = items_.capacity() * sizeof(T) + free_.capacity() * sizeof(std::uint32_t);
        for (const T& t : items_) n += heapBytes(t);
        return n;
    }

private:
    detail::List<T> items_;
    detail::List<std::uint32_t> free_;
};

/// Values by key, each known by a number while it is there. Key is a StoredRow; look-ups take any row with its columns. A value is made from nothing; where it
/// has a clear(), that makes a new one of one that went.
template <class Key, class Value>
class NumberedMap {
public:
    /// The key's number, or noNumber.
    template <class KeyView>
    std::uint32_t find(const KeyView& key) const {
        return index_.find(RowHash<Key>{}(key), [&](std::uint32_t n) { return RowEqual<Key>{}(entries_[n].key, key); });
    }
    /// The key's number; it has one from now on.
    template <class KeyView>
    std::uint32_t findOrAdd(const KeyView& key) {
        const std::size_t hash = RowHash<Key>{}(key);
        const std::uint32_t found = index_.find(hash, [&](std::uint32_t n) { return RowEqual<Key>{}(entries_[n].key, key); });
        if (found != noNumber) return found;
        const std::uint32_t made = entries_.add(key);
        index_.add(hash, made);
        return made;
    }
    void remove(std::uint32_t n) {
        index_.erase(RowHash<Key>{}(entries_[n].key), n);
        entries_.remove(n);
    }
    const Key& key(std::uint32_t n) const { return entries_[n].key; }
    /// Valid until the next key is added.
    Value& operator[](std::uint32_t n) { return entries_[n].value; }
    std::size_t size() const { return entries_.size(); }
    void clear() {
        entries_.clear();
        index_.clear();
    }
    std::size_t bytes() const { return entries_.bytes() + index_.bytes(); }

private:
    struct Entry {
        Key key;
        Value value{};
        template <class KeyView> explicit Entry(const KeyView& k) : key(k) {}
        template <class KeyView>
        void assign(const KeyView& k) {
            key.assign(k);
            if constexpr (requires { value.clear(); }) value.clear();
            else value = Value{};
        }
        std::size_t bytes() const { return heapBytes(key) + heapBytes(value); }
    };
    static_assert(detail::PlaceIndex::none == noNumber);

    Numbered<Entry> entries_;
    detail::PlaceIndex index_;
};

}  // namespace rivulet
