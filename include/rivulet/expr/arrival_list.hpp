// SPDX-License-Identifier: BSL-1.0
// Values in the order in which they came, whichever of them goes first.
#pragma once
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include <rivulet/expr/aggregates/kept.hpp>
#include <rivulet/expr/seldom.hpp>
#include <rivulet/expr/total_order.hpp>

namespace rivulet::detail {

/// Values in the order in which they came; the first that equals a given one can be taken out. Rows mostly leave in the order in which they came, so a few of the
/// oldest are looked at; when that has failed, an index says where each value is until the list is empty again: a logarithm of comparisons.
template <class T>
class ArrivalList {
    using Place = std::uint32_t;
    static constexpr Place none = ~Place{0};
    static constexpr int oldestLookedAt = 8;
    struct Item {
        T value{};
        Place before{}, after{}, nextEqual{};
    };

public:
    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    const T& front() const { return items_[first_].value; }
    const T& back() const { return items_[last_].value; }

    class Iterator {
    public:
        using value_type = T;
        using reference = const T&;
        using pointer = const T*;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::forward_iterator_tag;
        Iterator() = default;
        Iterator(const Item* items, Place at) : items_(items), at_(at) {}
        reference operator*() const { return items_[at_].value; }
        pointer operator->() const { return &items_[at_].value; }
        Iterator& operator++() {
            at_ = items_[at_].after;
            return *this;
        }
        Iterator operator++(int) {
            const Iterator before = *this;
            ++*this;
            return before;
        }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

    private:
        const Item* items_{};
        Place at_{none};
    };
    Iterator begin() const { return {items_.data(), first_}; }
    Iterator end() const { return {}; }

    template <class V> void add(const V& view) {
        const Place at = freePlace();
        Item& item = items_[at];
        item.value = T(view);
        item.before = std::exchange(last_, at);
        item.after = item.nextEqual = none;
        (item.before == none ? first_ : items_[item.before].after) = at;
        held_ += heldBytes(item.value);
        ++size_;
        if (index_) index_.make().add(items_, at);
    }
    void add(const ArrivalList& later) {
        for (const T& value : later) add(value);
    }
    /// Nothing happens if no value equals it.
    template <class V> void removeFirst(const V& view) {
        if (!index_) {
            Place at = first_;
            for (int i = 0; i < oldestLookedAt && at != none; ++i, at = items_[at].after)
                if (totalOrder(items_[at].value, view) == 0) return remove(at);
            if (at == none) return;
            Index& index = index_.make();
            for (at = first_; at != none; at = items_[at].after) index.add(items_, at);
        }
        if (const Place at = index_.make().take(items_, view); at != none) remove(at);
    }
    std::size_t bytes() const { return items_.capacity() * sizeof(Item) + held_ + index_.bytes(); }

private:
    // Where the oldest and the newest copy of each value are.
    struct Index {
        struct Chain {
            Place oldest, newest;
        };
        std::map<T, Chain, TotalOrder> chains;

        void add(std::vector<Item>& items, Place at) {
            items[at].nextEqual = none;
            const auto place = chains.lower_bound(items[at].value);
            if (place == chains.end() || totalOrder(place->first, items[at].value) != 0) chains.emplace_hint(place, items[at].value, Chain{at, at});
            else place->second.newest = items[place->second.newest].nextEqual = at;
        }
        template <class V> Place take(const std::vector<Item>& items, const V& view) {
            const auto place = chains.find(view);
            if (place == chains.end()) return none;
            const Place at = place->second.oldest;
            if (items[at].nextEqual == none) chains.erase(place);
            else place->second.oldest = items[at].nextEqual;
            return at;
        }
        std::size_t bytes() const { return nodeBytes(chains); }
    };

    Place freePlace() {
        if (free_ == none) {
            items_.emplace_back();
            return static_cast<Place>(items_.size() - 1);
        }
        return std::exchange(free_, items_[free_].after);
    }
    void remove(Place at) {
        Item& item = items_[at];
        held_ -= heldBytes(item.value);
        (item.before == none ? first_ : items_[item.before].after) = item.after;
        (item.after == none ? last_ : items_[item.after].before) = item.before;
        item.value = T();
        item.after = std::exchange(free_, at);
        if (--size_ > 0) return;
        if (items_.size() > 64) *this = ArrivalList();
        index_.reset();
    }

    std::vector<Item> items_;
    Place first_{none}, last_{none}, free_{none};
    std::size_t size_{}, held_{};  // held: outside of the items themselves
    Seldom<Index> index_;
};

}  // namespace rivulet::detail
