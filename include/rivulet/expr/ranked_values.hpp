// SPDX-License-Identifier: BSL-1.0
// Values by their place in their order.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <rivulet/expr/aggregates/kept.hpp>
#include <rivulet/expr/total_order.hpp>

namespace rivulet::detail {

/// Values in their order, how often each is there (fewer than never for one that was taken back before it came), and which stands at a given place: a logarithm of
/// comparisons each. A tree whose nodes know how many values are below them, kept in balance by numbers at random (a treap).
template <class T>
class RankedValues {
    using Place = std::uint32_t;
    static constexpr Place none = ~Place{0};
    struct Node {
        T value{};
        std::int64_t count{}, size{};  // size: of all values of the tree below, with its own
        Place left{none}, right{none};
        std::uint32_t priority{};
        std::int64_t there() const { return count > 0 ? count : 0; }
    };
    std::vector<Node> nodes_;
    Place root_{none}, free_{none};
    std::uint64_t random_{0x9E3779B97F4A7C15};
    std::size_t held_{};

    std::int64_t sizeOf(Place at) const { return at == none ? 0 : nodes_[at].size; }
    void measure(Place at) { nodes_[at].size = sizeOf(nodes_[at].left) + nodes_[at].there() + sizeOf(nodes_[at].right); }

    template <class V> Place made(const V& view, std::int64_t n) {
        Place at = free_;
        if (at != none) free_ = nodes_[at].left;
        else {
            at = static_cast<Place>(nodes_.size());
            nodes_.emplace_back();
        }
        random_ ^= random_ << 13;
        random_ ^= random_ >> 7;
        random_ ^= random_ << 17;
        nodes_[at] = Node{.value = T(view), .count = n, .priority = static_cast<std::uint32_t>(random_ >> 32)};
        held_ += heldBytes(nodes_[at].value);
        measure(at);
        return at;
    }
    // All of the first come before those of the second.
    Place joined(Place first, Place second) {
        if (first == none || second == none) return first == none ? second : first;
        if (nodes_[first].priority > nodes_[second].priority) {
            const Place right = joined(nodes_[first].right, second);
            nodes_[first].right = right;
            measure(first);
            return first;
        }
        const Place left = joined(first, nodes_[second].left);
        nodes_[second].left = left;
        measure(second);
        return second;
    }
    Place released(Place at) {
        const Place rest = joined(nodes_[at].left, nodes_[at].right);
        held_ -= heldBytes(nodes_[at].value);
        nodes_[at] = Node{.left = free_};
        free_ = at;
        return rest;
    }
    template <class V> Place changed(Place at, const V& view, std::int64_t n) {
        if (at == none) return made(view, n);
        const int order = totalOrder(view, nodes_[at].value);
        if (order == 0) {
            if ((nodes_[at].count += n) == 0) return released(at);
            measure(at);
            return at;
        }
        const Place below = changed(order < 0 ? nodes_[at].left : nodes_[at].right, view, n);  // nodes may move
        (order < 0 ? nodes_[at].left : nodes_[at].right) = below;
        if (below != none && nodes_[below].priority > nodes_[at].priority) {  // turn
            Place& middle = order < 0 ? nodes_[below].right : nodes_[below].left;
            (order < 0 ? nodes_[at].left : nodes_[at].right) = std::exchange(middle, at);
            measure(at);
            at = below;
        }
        measure(at);
        return at;
    }
    template <class F> void each(Place at, F& f) const {
        if (at == none) return;
        each(nodes_[at].left, f);
        f(nodes_[at].value, nodes_[at].count);
        each(nodes_[at].right, f);
    }

public:
    /// The value comes n times, or goes -n times.
    template <class V> void change(const V& view, std::int64_t n) {
        if (n != 0) root_ = changed(root_, view, n);
    }
    void merge(const RankedValues& later) {
        auto join = [this](const T& value, std::int64_t n) { change(value, n); };
        later.each(later.root_, join);
    }
    std::int64_t size() const { return sizeOf(root_); }
    /// The value at a place from 0 to below size().
    const T& at(std::int64_t place) const {
        for (Place node = root_;;) {
            const Node& n = nodes_[node];
            const std::int64_t before = sizeOf(n.left);
            if (place < before) node = n.left;
            else if (place < before + n.there()) return n.value;
            else {
                place -= before + n.there();
                node = n.right;
            }
        }
    }
    std::size_t bytes() const { return nodes_.capacity() * sizeof(Node) + held_; }
};

}  // namespace rivulet::detail
