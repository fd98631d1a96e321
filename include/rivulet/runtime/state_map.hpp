// SPDX-License-Identifier: BSL-1.0
// A hash map for state. boost::unordered_flat_map does the same at about the same speed, but its header costs 0.3 s and 50 MB
// to compile (GCC 12): it pulls in <variant>, <complex>, <system_error>, MP11 and Describe for boost::hash.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

#include <rivulet/core/large_pages.hpp>
#include <rivulet/core/room.hpp>
#include <rivulet/runtime/key.hpp>

namespace rivulet {

/// Open addressing; a byte of the hash per entry, compared eight at a time. Entries move when the map grows. Lookups
/// accept whatever hashes and compares as the key does. With `keepTimes()` each entry has a time, 0 when it is made; without, it costs nothing.
template <class K, class V, class Hash = KeyHash, class Equal = KeyEqual>
class StateMap {
public:
    struct Entry {
        K key;
        V value;
    };

    StateMap() = default;
    StateMap(const StateMap& from) : keepsTimes_(from.keepsTimes_) {
        for (std::size_t i = 0; i < from.groups_ * 8; ++i) {
            if (from.tags_[i] <= gone) continue;
            Entry* const made = tryEmplace(from.entries_[i].key, from.entries_[i].value).first;
            if (keepsTimes_) timeOf(made) = from.times_[i];
        }
    }
    StateMap(StateMap&& from) noexcept { swap(from); }
    StateMap& operator=(StateMap other) noexcept { swap(other); return *this; }
    ~StateMap() { release(); }
    void swap(StateMap& other) noexcept {
        std::swap(tags_, other.tags_);
        std::swap(entries_, other.entries_);
        std::swap(times_, other.times_);
        std::swap(groups_, other.groups_);
        std::swap(size_, other.size_);
        std::swap(room_, other.room_);
        std::swap(keepsTimes_, other.keepsTimes_);
    }
    /// Before the first entry.
    void keepTimes() { keepsTimes_ = true; }
    /// The entry's time; only with keepTimes().
    std::int64_t& timeOf(const Entry* e) { return times_[e - entries_]; }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }

    /// The entry, or null.
    template <class Q> Entry* find(const Q& key) { return groups_ ? lookUp(key, Hash{}(key)) : nullptr; }
    template <class Q> const Entry* find(const Q& key) const { return groups_ ? lookUp(key, Hash{}(key)) : nullptr; }

    /// The key's entry, and whether it is new; its value is then made from `arguments`, after the key was copied.
    template <class Q, class... A>
    std::pair<Entry*, bool> tryEmplace(Q&& key, A&&... arguments) {
        const std::size_t hash = Hash{}(key);
        if (groups_)
            if (Entry* e = lookUp(key, hash)) return {e, false};
        if (room_ == 0) grow();
        const std::size_t at = freeFor(hash);
        Entry* e = entries_ + at;
        ::new (static_cast<void*>(e)) Entry{K(std::forward<Q>(key)), V(std::forward<A>(arguments)...)};  // braces: in this order
        if (keepsTimes_) times_[at] = 0;
        if (tags_[at] == nothing) --room_;
        tags_[at] = tagOf(hash);
        ++size_;
        return {e, true};
    }
    template <class Q>
    bool erase(const Q& key) {
        Entry* e = find(key);
        if (e) erase(e);
        return e != nullptr;
    }
    /// An entry that was found.
    void erase(Entry* e) {
        const auto at = static_cast<std::size_t>(e - entries_);
        e->~Entry();
        --size_;
        // Nobody probed past a group that has a free place.
        if (matches(load(at / 8), nothing)) { tags_[at] = nothing; ++room_; }
        else tags_[at] = gone;
    }
    void clear() {
        release();
        tags_ = nullptr;
        entries_ = nullptr;
        times_ = nullptr;
        groups_ = size_ = room_ = 0;
    }
    /// `f(key, value)` for all, in no order to rely on.
    template <class F> void forEach(F f) {
        for (std::size_t i = 0; i < groups_ * 8; ++i)
            if (tags_[i] > gone) f(std::as_const(entries_[i].key), entries_[i].value);
    }
    template <class F> void forEach(F f) const {
        for (std::size_t i = 0; i < groups_ * 8; ++i)
            if (tags_[i] > gone) f(std::as_const(entries_[i].key), std::as_const(entries_[i].value));
    }
    /// `f(Entry*)` for the entries of this hash; it may erase the entry.
    template <class F> void forHash(std::size_t hash, F f) {
        const unsigned char tag = tagOf(hash);
        for (std::size_t group = hash & (groups_ - 1), step = 1; groups_; group = (group + step++) & (groups_ - 1)) {
            const std::uint64_t word = load(group);
            for (std::uint64_t m = matches(word, tag); m;) {
                const std::size_t byte = byteOf(m);
                m = without(m, byte);
                if (Entry* const e = entries_ + (group * 8 + byte); Hash{}(std::as_const(e->key)) == hash) f(e);
            }
            if (matches(word, nothing)) return;
        }
    }
    /// Erases the entries of which `f(const Entry&)` says so.
    template <class F> void eraseIf(F f) {
        for (std::size_t i = 0; i < groups_ * 8; ++i)
            if (tags_[i] > gone && f(std::as_const(entries_[i]))) erase(entries_ + i);
    }
    /// What the map itself takes, not what keys and values hold elsewhere.
    std::size_t bytes() const { return groups_ * 8 * (1 + sizeof(Entry) + (keepsTimes_ ? sizeof(std::int64_t) : 0)); }

private:
    static constexpr unsigned char nothing = 0, gone = 1;
    static constexpr std::uint64_t ones = 0x0101010101010101u, highs = 0x8080808080808080u;

    static unsigned char tagOf(std::size_t hash) {
        const auto tag = static_cast<unsigned char>(hash >> 56);
        return tag > gone ? tag : static_cast<unsigned char>(tag + 2);
    }
    std::uint64_t load(std::size_t group) const {
        std::uint64_t word;
        std::memcpy(&word, tags_ + group * 8, 8);
        return word;
    }
    // High bits of the bytes that are `tag`; bytes above the first may be its neighbour `tag ^ 1` instead, which is that of an entry if `tag` is.
    static std::uint64_t matches(std::uint64_t word, unsigned char tag) {
        const std::uint64_t x = word ^ (ones * tag);
        return (x - ones) & ~x & highs;
    }
    static std::size_t byteOf(std::uint64_t match) {
        const int bit = std::endian::native == std::endian::little ? std::countr_zero(match) : std::countl_zero(match);
        return static_cast<std::size_t>(bit) / 8;
    }
    static std::uint64_t without(std::uint64_t match, std::size_t byte) {
        const std::size_t shift = std::endian::native == std::endian::little ? byte * 8 + 7 : 63 - byte * 8;
        return match & ~(std::uint64_t{1} << shift);
    }

    template <class Q>
    Entry* lookUp(const Q& key, std::size_t hash) const {
        const unsigned char tag = tagOf(hash);
        for (std::size_t group = hash & (groups_ - 1), step = 1;; group = (group + step++) & (groups_ - 1)) {
            const std::uint64_t word = load(group);
            for (std::uint64_t m = matches(word, tag); m;) {
                const std::size_t byte = byteOf(m);
                Entry* const e = entries_ + (group * 8 + byte);
                if (Equal{}(e->key, key)) return e;
                m = without(m, byte);
            }
            if (matches(word, nothing)) return nullptr;
        }
    }
    std::size_t freeFor(std::size_t hash) const {
        for (std::size_t group = hash & (groups_ - 1), step = 1;; group = (group + step++) & (groups_ - 1))
            for (std::size_t at = group * 8; at < group * 8 + 8; ++at)
                if (tags_[at] <= gone) return at;
    }
    void grow() {
        StateMap bigger;
        // Many erased entries: the same size again clears them away.
        const std::size_t groups = groups_ == 0 ? 1 : size_ * 2 > groups_ * 7 ? groups_ * 2 : groups_;
        bigger.tags_ = new unsigned char[groups * 8]{};
        bigger.groups_ = groups;
        bigger.room_ = groups * 7;
        bigger.entries_ = detail::takeRoom<Entry>(groups * 8);
        detail::preferLargePages(bigger.entries_, groups * 8 * sizeof(Entry));
        bigger.keepsTimes_ = keepsTimes_;
        if (keepsTimes_) bigger.times_ = new std::int64_t[groups * 8];
        for (std::size_t i = 0; i < groups_ * 8; ++i) {
            if (tags_[i] <= gone) continue;
            const std::size_t hash = Hash{}(entries_[i].key), at = bigger.freeFor(hash);
            ::new (static_cast<void*>(bigger.entries_ + at)) Entry(std::move(entries_[i]));
            bigger.tags_[at] = tagOf(hash);
            if (keepsTimes_) bigger.times_[at] = times_[i];
            --bigger.room_;
            ++bigger.size_;
        }
        swap(bigger);
    }
    void release() {
        for (std::size_t i = 0; i < groups_ * 8; ++i)
            if (tags_[i] > gone) entries_[i].~Entry();
        delete[] tags_;
        delete[] times_;
        detail::giveRoom(entries_);
    }

    unsigned char* tags_{};
    Entry* entries_{};
    std::int64_t* times_{};
    std::size_t groups_{}, size_{}, room_{};  // room: free places before it grows
    bool keepsTimes_{};
};

}  // namespace rivulet
