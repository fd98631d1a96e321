// SPDX-License-Identifier: BSL-1.0
// State of one key, in Flink's three forms. Plain values: members of the struct that process() keeps for each key.
#pragma once
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <rivulet/runtime/state_map.hpp>

namespace rivulet {

/// One value, or none yet.
template <class T>
class ValueState {
public:
    bool hasValue() const { return value_.has_value(); }
    /// The value; throws IllegalState if there is none.
    const T& value() const {
        if (!value_) throw IllegalState("value() of a ValueState that has none; ask hasValue() or valueOr()");
        return *value_;
    }
    T valueOr(T other) const { return value_ ? *value_ : std::move(other); }
    void update(T value) { value_ = std::move(value); }
    void clear() { value_.reset(); }

private:
    std::optional<T> value_;
};

/// Values in the order in which they were added.
template <class T>
class ListState {
public:
    const std::vector<T>& get() const { return values_; }
    void add(T value) { values_.push_back(std::move(value)); }
    void update(std::vector<T> values) { values_ = std::move(values); }
    bool empty() const { return values_.empty(); }
    void clear() { values_.clear(); }
    auto begin() const { return values_.begin(); }
    auto end() const { return values_.end(); }

private:
    std::vector<T> values_;
};

/// Values by a key of their own.
template <class K, class V>
class MapState {
public:
    /// The value, or null.
    template <class Q> const V* get(const Q& key) const {
        const auto* e = map_.find(key);
        return e ? &e->value : nullptr;
    }
    template <class Q> bool contains(const Q& key) const { return map_.find(key) != nullptr; }
    void put(const K& key, V value) { map_.tryEmplace(key).first->value = std::move(value); }
    template <class Q> bool remove(const Q& key) { return map_.erase(key); }
    /// `f(key, value)` for all, in no order to rely on.
    template <class F> void forEach(F f) const { map_.forEach(f); }
    std::size_t size() const { return map_.size(); }
    bool empty() const { return map_.empty(); }
    void clear() { map_.clear(); }

private:
    StateMap<K, V> map_;
};

}  // namespace rivulet
