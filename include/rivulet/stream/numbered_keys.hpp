// SPDX-License-Identifier: BSL-1.0
// Values by key, each under a number that stays while it is there: queues and lists hold four bytes instead of a key.
#pragma once
#include <cstddef>
#include <cstdint>

#include <rivulet/runtime/key.hpp>
#include <rivulet/runtime/numbered.hpp>
#include <rivulet/runtime/place_index.hpp>

namespace rivulet::detail {

/// A value is made from nothing.
template <class K, class Value>
class NumberedKeys {
public:
    template <class Q>
    std::uint32_t findOrAdd(const Q& key) {
        const std::size_t hash = KeyHash{}(key);
        const std::uint32_t found = index_.find(hash, [&](std::uint32_t entryNumber) { return KeyEqual{}(entries_[entryNumber].key, key); });
        if (found != noNumber) return found;
        const std::uint32_t made = entries_.add(key);
        index_.add(hash, made);
        return made;
    }
    void remove(std::uint32_t n) {
        index_.erase(KeyHash{}(entries_[n].key), n);
        entries_[n].value = Value{};
        entries_.remove(n);
    }
    const K& key(std::uint32_t n) const { return entries_[n].key; }
    Value& operator[](std::uint32_t n) { return entries_[n].value; }
    std::size_t size() const { return entries_.size(); }

private:
    struct Entry {
        K key;
        Value value{};
        template <class Q> explicit Entry(const Q& k) : key(k) {}
        template <class Q> void assign(const Q& k) { key = K(k); }
    };
    Numbered<Entry> entries_;
    PlaceIndex index_;
};

}  // namespace rivulet::detail
