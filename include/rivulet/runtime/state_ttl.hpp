// SPDX-License-Identifier: BSL-1.0
// State that forgets what was not written for a while.
#pragma once
#include <cstddef>
#include <cstdint>
#include <time.h>
#include <utility>

#include <rivulet/runtime/state_map.hpp>

namespace rivulet {

/// Milliseconds of processing time: the machine's monotonic clock.
inline std::int64_t processingTimeMillis(const void* = nullptr) {
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return std::int64_t{t.tv_sec} * 1000 + t.tv_nsec / 1'000'000;
}

/// How long state lives after it was last written, in milliseconds of processing time; 0 is for ever. Tests drive the clock.
struct StateTtl {
    std::int64_t millis{};
    std::int64_t (*clock)(const void* context){processingTimeMillis};
    const void* context{};

    explicit operator bool() const { return millis > 0; }
    std::int64_t now() const { return clock(context); }
};

/// A StateMap whose entries expire. An expired entry is never seen again; all of them are cleared away once in a time-to-live,
/// so that each is looked at a bounded number of times. Without a time-to-live it is the map and one branch.
template <class K, class V, class Hash = KeyHash, class Equal = KeyEqual>
class ExpiringMap {
public:
    using Map = StateMap<K, V, Hash, Equal>;
    using Entry = typename Map::Entry;

    explicit ExpiringMap(StateTtl ttl = {}) : ttl_(ttl) {
        if (!ttl_) return;
        map_.keepTimes();
        cleared_ = ttl_.now();
    }
    const StateTtl& ttl() const { return ttl_; }

    /// The entry, or null; to be written to.
    template <class Q>
    Entry* find(const Q& key) {
        if (ttl_) [[unlikely]] return findAlive(key);
        return map_.find(key);
    }
    template <class Q, class... A>
    std::pair<Entry*, bool> tryEmplace(const Q& key, A&&... arguments) {
        if (ttl_) [[unlikely]] {
            if (Entry* e = findAlive(key)) return {e, false};
            const auto made = map_.tryEmplace(key, std::forward<A>(arguments)...);
            map_.timeOf(made.first) = now_;
            return made;
        }
        return map_.tryEmplace(key, std::forward<A>(arguments)...);
    }
    void erase(Entry* e) { map_.erase(e); }
    void clear() { map_.clear(); }
    template <class F> void forEach(F f) { map_.forEach(std::move(f)); }
    template <class F> void forEach(F f) const { map_.forEach(std::move(f)); }
    template <class F> void forHash(std::size_t hash, F f) { map_.forHash(hash, std::move(f)); }
    std::size_t size() const { return map_.size(); }
    std::size_t bytes() const { return map_.bytes(); }

private:
    template <class Q>
    Entry* findAlive(const Q& key) {
        const std::int64_t now = now_ = ttl_.now();
        if (now - cleared_ >= ttl_.millis) {
            map_.eraseIf([&](const Entry& e) { return now - map_.timeOf(&e) >= ttl_.millis; });
            cleared_ = now;
        }
        Entry* const e = map_.find(key);
        if (!e) return nullptr;
        if (now - map_.timeOf(e) >= ttl_.millis) {
            map_.erase(e);
            return nullptr;
        }
        map_.timeOf(e) = now;
        return e;
    }
    Map map_;
    StateTtl ttl_;
    std::int64_t cleared_{}, now_{};  // when all expired entries were cleared away; the last look at the clock
};

}  // namespace rivulet
