// SPDX-License-Identifier: BSL-1.0
// The windows of all keys of a step: which rows they have, and when they are due. They know neither streams nor functions: what is put together of rows is
// `Contents`:
//
//     using Accumulator = ..;
//     Accumulator begin(const T& first);                 // of a window's first row
//     void add(Accumulator&, const T& row);
//     void merge(Accumulator&, const Accumulator& later);
//     static constexpr bool shares;                      // whether sliding windows may put together what they have in common
//
// add() takes a row and says whether it was late for all its windows: by `watermark`, which is noWatermark where no row is late. advance() fires what is
// due, in the order of time and, of one time, in an order that only depends on the rows. Both call `emit(key, TimeWindow, const Accumulator&)`.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <rivulet/runtime/time_queue.hpp>
#include <rivulet/stream/numbered_keys.hpp>
#include <rivulet/stream/window_assigners.hpp>

namespace rivulet::detail {

/// A part of a window, or a whole one: what its rows come to. `Shares`: with all that follows in the same window up to a point.
template <class Accumulator, bool Shares>
struct WindowPane {
    Millis start;
    Accumulator rows;
};
template <class Accumulator>
struct WindowPane<Accumulator, true> {
    Millis start;
    Accumulator rows;
    std::optional<Accumulator> withLater{};
};

/// Tumbling and sliding windows. Sliding ones whose contents can be put together share panes, so that a row costs the same however many windows
/// it is in: a row goes to one pane, and a window that fires takes, amortized, three merges: panes that came since the last one are gathered in `back`, and for those
/// before them each pane knows what it and all later ones come to (two stacks, as for a queue with a minimum). A row late for some of its windows makes the next
/// one begin anew.
template <class K, class Contents, bool Slides>
class AlignedWindows {
    static constexpr bool shares = Slides && Contents::shares;
    using Accumulator = typename Contents::Accumulator;
    using Pane = WindowPane<Accumulator, shares>;

public:
    AlignedWindows(const AlignedShape& given, Millis allowedLateness)
        : shape_(given), lateness_(allowedLateness), paneSize_(shares ? commonDivisor(given.size, given.slide) : given.size), latestStart_(given.offset) {}

    /// Keys that have windows.
    std::size_t size() const { return keys_.size(); }
    /// When something is due next.
    Millis due() const { return dues_.empty() ? lastWatermark : dues_.time(); }

    template <class Q, class T, class Emit>
    bool add(Contents& contents, const Q& key, Millis time, const T& row, Millis watermark, Emit emit) {
        const Millis last = lastStart(time);
        if (last + shape_.size <= time) return saturatedSum(time, lateness_) <= watermark;  // between two windows
        if (isGone(last, watermark)) return true;
        const std::uint32_t number = keys_.findOrAdd(key);
        Panes& panes = keys_[number];
        bool isNew = false;
        if constexpr (shares) isNew = addTo(contents, panes, paneSize_ == shape_.slide ? last : floorTo(time, paneSize_, shape_.offset), row);
        else {
            for (Millis start = last; start > time - shape_.size && !isGone(start, watermark); start -= shape_.slide)
                isNew = addTo(contents, panes, start, row) || isNew;
        }
        if (isNew) schedule(panes, number, fired_);
        if (lateness_ != 0 && time <= watermark) fireAgain(contents, keys_.key(number), panes, last, time, watermark, emit);
        return false;
    }
    template <class Emit>
    void advance(Contents& contents, Millis watermark, Emit emit) {
        fired_ = watermark;
        while (dues_.isDue(watermark)) {
            const Millis moment = dues_.time();
            const std::uint32_t number = dues_.pop();
            Panes& panes = keys_[number];
            if (panes.due != moment || panes.empty()) continue;  // it was wanted earlier, or is gone
            const Millis start = moment + 1 - shape_.size;
            if (floorTo(start, shape_.slide, shape_.offset) == start) fire(contents, keys_.key(number), panes, start, emit);
            panes.due = lastWatermark;
            while (panes.head < panes.at.size() && goneAt(panes.at[panes.head].start) <= moment) panes.dropFirst();
            if (panes.newest && goneAt(panes.newest->start) <= moment) panes.newest.reset();
            if (panes.empty()) keys_.remove(number);
            else {
                panes.tidy();
                schedule(panes, number, moment);
            }
        }
    }

private:
    // The panes of one key, in the order of time from `head` on; most rows go to the newest one, which is close at hand until it is part of a window that
    // fires. [lo, mid) know what they come to with later ones, [mid, hi) are in `back`.
    struct Panes {
        std::optional<Pane> newest{};
        std::vector<Pane> at{};
        std::size_t head{}, lo{}, mid{}, hi{};
        std::optional<Accumulator> back{};
        Millis due{lastWatermark};
        bool empty() const { return head == at.size() && !newest; }
        void putNewest() {
            at.push_back(std::move(*newest));
            newest.reset();
        }
        void dropFirst() {
            ++head;
            if (lo < head) lo = head;
            if (mid < head) mid = head;
            if (hi < head) hi = head;
        }
        void beginAnew() {
            lo = mid = hi = head;
            back.reset();
        }
        void tidy() {
            if (head * 2 < at.size()) return;
            at.erase(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(head));
            lo -= head;
            mid -= head;
            hi -= head;
            head = 0;
        }
    };

    // Where the last window of a row begins. Most rows are where the one before was, and a division is what a row would cost most.
    Millis lastStart(Millis time) {
        if (time < latestStart_ || time - latestStart_ >= shape_.slide) latestStart_ = floorTo(time, shape_.slide, shape_.offset);
        return latestStart_;
    }
    // Likewise for a pane.
    Millis lastStartOf(Millis pane) const { return !shares || paneSize_ == shape_.slide ? pane : floorTo(pane, shape_.slide, shape_.offset); }
    // No row can get into the window any more.
    bool isGone(Millis start, Millis watermark) const { return saturatedSum(start + shape_.size - 1, lateness_) <= watermark; }
    // When a pane is in no window that is still there.
    Millis goneAt(Millis pane) const { return saturatedSum(lastStartOf(pane) + shape_.size - 1, lateness_); }
    // The last moment of the first window with this pane that fires after `moment`, or lastWatermark.
    Millis firesAfter(Millis pane, Millis moment) const {
        if constexpr (!shares) return pane + shape_.size - 1 > moment ? pane + shape_.size - 1 : lastWatermark;
        else {
            const Millis end = lastStartOf(pane) + shape_.size;  // of the last one
            const Millis before = moment < pane - 1 ? pane : moment + 1;
            return end <= before ? lastWatermark : end - (end - before - 1) / shape_.slide * shape_.slide - 1;
        }
    }

    // Whether there was no such pane.
    template <class T>
    bool addTo(Contents& contents, Panes& panes, Millis start, const T& row) {
        if (panes.newest && panes.newest->start == start) {
            contents.add(panes.newest->rows, row);
            return false;
        }
        if (panes.newest && panes.newest->start < start) panes.putNewest();
        if (!panes.newest && (panes.at.empty() || panes.at.back().start < start)) {
            panes.newest.emplace(Pane{start, contents.begin(row)});
            return true;
        }
        std::size_t i = panes.at.size();
        while (i > panes.head && panes.at[i - 1].start > start) --i;
        const bool found = i > panes.head && panes.at[i - 1].start == start;
        if (found) contents.add(panes.at[--i].rows, row);
        else panes.at.insert(panes.at.begin() + static_cast<std::ptrdiff_t>(i), Pane{start, contents.begin(row)});
        if (i < panes.hi) panes.beginAnew();
        return !found;
    }
    void schedule(Panes& panes, std::uint32_t number, Millis moment) {
        Millis due = goneAt(panes.head < panes.at.size() ? panes.at[panes.head].start : panes.newest->start), fires = lastWatermark;
        for (std::size_t i = panes.head; i < panes.at.size() && fires == lastWatermark; ++i) fires = firesAfter(panes.at[i].start, moment);
        if (panes.newest && fires == lastWatermark) fires = firesAfter(panes.newest->start, moment);  // the first that does: those behind it fire no earlier
        if (fires < due) due = fires;
        if (due >= panes.due) return;
        panes.due = due;
        dues_.push(due, number);
    }
    template <class Emit>
    void fire(Contents& contents, const K& key, Panes& panes, Millis start, Emit& emit) {
        if constexpr (shares) {
            std::optional<Accumulator> together;
            if (const Accumulator* const rows = contentsOf(contents, panes, start, together)) emit(key, TimeWindow{start, start + shape_.size}, *rows);
        } else {
            const TimeWindow window{start, start + shape_.size};
            if (panes.newest && panes.newest->start == start) return emit(key, window, std::as_const(panes.newest->rows));
            for (std::size_t i = panes.head; i < panes.at.size() && panes.at[i].start <= start; ++i)
                if (panes.at[i].start == start) emit(key, window, std::as_const(panes.at[i].rows));
        }
    }
    // A row came for windows that have fired: they fire with it once more, the latest first.
    template <class Emit>
    void fireAgain(Contents& contents, const K& key, Panes& panes, Millis last, Millis time, Millis watermark, Emit& emit) {
        for (Millis start = last; start > time - shape_.size && !isGone(start, watermark); start -= shape_.slide)
            if (start + shape_.size - 1 <= watermark) {
                panes.beginAnew();
                fire(contents, key, panes, start, emit);
            }
        panes.beginAnew();
    }

    // What the rows of a window come to; null if it has none. Windows are asked for in the order of time.
    const Accumulator* contentsOf(Contents& contents, Panes& panes, Millis start, std::optional<Accumulator>& together) {
        if (panes.newest && panes.newest->start < start + shape_.size) panes.putNewest();
        std::size_t end = panes.hi;
        while (end < panes.at.size() && panes.at[end].start < start + shape_.size) ++end;
        while (panes.lo < end && panes.at[panes.lo].start < start) ++panes.lo;
        if (panes.lo >= panes.mid) {
            for (std::size_t i = end; i-- > panes.lo;) {
                panes.at[i].withLater = panes.at[i].rows;
                if (i + 1 < end) contents.merge(*panes.at[i].withLater, *panes.at[i + 1].withLater);
            }
            panes.mid = end;
            panes.back.reset();
        } else {
            for (std::size_t i = panes.hi; i < end; ++i) {
                if (panes.back) contents.merge(*panes.back, panes.at[i].rows);
                else panes.back = panes.at[i].rows;
            }
        }
        panes.hi = end;
        if (panes.lo == end) return nullptr;
        if (!panes.back) return &*panes.at[panes.lo].withLater;
        together = panes.at[panes.lo].withLater;
        contents.merge(*together, *panes.back);
        return &*together;
    }

    AlignedShape shape_;
    Millis lateness_, paneSize_, fired_{noWatermark}, latestStart_{};
    NumberedKeys<K, Panes> keys_;
    TimeQueue<std::uint32_t> dues_;
};

}  // namespace rivulet::detail
