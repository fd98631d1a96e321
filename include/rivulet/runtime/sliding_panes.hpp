// SPDX-License-Identifier: BSL-1.0
// What one key has in a window that moves on: a few merges a move, however many slices the window has.
#pragma once
#include <cstddef>
#include <utility>
#include <vector>

#include <rivulet/runtime/time.hpp>

namespace rivulet::detail {

// Slices in order of time, of which the oldest leave and new ones come. Two stacks end to end: each of the older slices holds itself and all that follow
// up to the newer ones, `recent_` all newer ones. When the last of the older has left, the newer become older: each slice is merged three times in its life.
// Pane: default-constructible, `merge(later)`, `apply(update, add)`, `bytes()`.
template <class Pane>
class SlidingPanes {
public:
    bool empty() const { return head_ == slices_.size(); }
    std::size_t size() const { return slices_.size() - head_; }
    std::size_t bytes() const {
        std::size_t n = slices_.capacity() * sizeof(Slice) + recent_.bytes();
        for (std::size_t i = head_; i < slices_.size(); ++i) n += slices_[i].pane.bytes();
        return n;
    }

    /// A slice that is later than all.
    void add(Millis start, Pane&& pane) {
        if (newer_ == slices_.size()) recent_ = pane;
        else recent_.merge(pane);
        slices_.push_back({start, std::move(pane)});
    }
    /// A row of a slice that may be there already, or lie between others. One that takes away from a slice that is not there changes nothing.
    template <class Update>
    void apply(Millis start, Update& update, bool add) {
        std::size_t at = slices_.size();
        while (at > head_ && slices_[at - 1].start >= start) --at;
        if (at == slices_.size() || slices_[at].start != start) {
            if (!add) return;
            const bool older = at < newer_;
            slices_.insert(slices_.begin() + static_cast<std::ptrdiff_t>(at), Slice{start, older ? slices_[at].pane : Pane()});
            newer_ += older;
        }
        if (at >= newer_) {
            slices_[at].pane.apply(update, add);
            recent_.apply(update, add);
        } else
            for (std::size_t i = head_; i <= at; ++i) slices_[i].pane.apply(update, add);
    }
    /// Slices that begin before this leave.
    void dropBefore(Millis start) {
        std::size_t from = head_;
        while (from < slices_.size() && slices_[from].start < start) ++from;
        if (from > newer_) turn(from);
        head_ = from;
        if (empty()) clear();
    }
    /// `f(pane)` with all slices as one.
    template <class F>
    void whole(F&& f) const {
        if (head_ == newer_) f(recent_);
        else if (newer_ == slices_.size()) f(slices_[head_].pane);
        else {
            Pane all = slices_[head_].pane;
            all.merge(recent_);
            f(all);
        }
    }

private:
    struct Slice {
        Millis start;
        Pane pane;
    };
    // The newer become older; those before `from` are leaving.
    void turn(std::size_t& from) {
        slices_.erase(slices_.begin(), slices_.begin() + static_cast<std::ptrdiff_t>(from));
        from = head_ = 0;
        for (std::size_t i = slices_.size(); i-- > 1;) slices_[i - 1].pane.merge(slices_[i].pane);
        newer_ = slices_.size();
        recent_ = Pane();
    }
    void clear() {
        slices_.clear();
        head_ = newer_ = 0;
        recent_ = Pane();
    }

    std::vector<Slice> slices_;
    std::size_t head_{}, newer_{};  // slices_[head_, newer_): older; the rest: newer
    Pane recent_{};
};

// Slices of which none leaves before all do.
template <class Pane>
class GrowingPanes {
public:
    bool empty() const { return !any_; }
    std::size_t size() const { return any_; }
    std::size_t bytes() const { return all_.bytes(); }
    void add(Millis start, Pane&& pane) {
        if (any_) all_.merge(pane);
        else all_ = std::move(pane);
        grow(start);
    }
    template <class Update>
    void apply(Millis start, Update& update, bool add) {
        if (!add && !any_) return;
        all_.apply(update, add);
        grow(start);
    }
    void dropBefore(Millis start) { any_ = any_ && latest_ >= start; }
    template <class F> void whole(F&& f) const { f(all_); }

private:
    void grow(Millis start) {
        if (!any_ || start > latest_) latest_ = start;
        any_ = true;
    }
    Pane all_{};
    Millis latest_{};
    bool any_{};
};

}  // namespace rivulet::detail
