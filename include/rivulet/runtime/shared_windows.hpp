// SPDX-License-Identifier: BSL-1.0
// Aggregation by key over windows that share their rows: sliding and cumulating ones.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <type_traits>
#include <utility>

#include <rivulet/core/row_kind.hpp>
#include <rivulet/runtime/moving_window.hpp>
#include <rivulet/runtime/window_pane.hpp>

namespace rivulet {

/// As WindowAggregate, for windows that consist of slices (see WindowShape): a row goes into one slice, whatever the number of windows that it is in.
/// When the first window with a slice is over, the slice goes into what its keys have in the window that moves on; a late row that only the first of
/// its windows missed goes there itself. Form: hop or cumulate.
///
/// A row costs one look-up; a slice one or two more for each of its keys; a window a merge or two for each key that it has, of which nothing depends on how many
/// slices it has. Sums and counts of integers leave again as they came; of other aggregates sums of slices are kept from both ends (sliding_panes.hpp). Memory: an
/// entry a key and slice of the windows that are not over (cumulate: a key).
template <WindowForm Form, class Key, class Accumulators, bool Retracts, class Alignment = AlignedInUtc>
class SharedWindows {
    static_assert(Form == WindowForm::hop || Form == WindowForm::cumulate);

public:
    using ResultView = typename Accumulators::Results::View;

    explicit SharedWindows(WindowShape shape, WindowOptions options = {}, Alignment alignment = {})
        : shape_(shape), held_(std::move(options.memoryLimit)), alignment_(std::move(alignment)) {}

    /// One row of a slice that is in some window.
    template <class KeyView, class Update>
    void process(RowKind kind, TimeWindow slice, const KeyView& key, Update&& update) {
        const bool add = !Retracts || accumulates(kind);
        if (!lastUsed_ || lastUsed_->first != slice.start) {
            if (dueOf(shape_.lastEnd(slice)) <= watermark_) {
                ++late_;
                return;
            }
            if (slice.end <= joined_) {  // only the first of its windows are over
                moving_.apply(slice.start, key, update, add);
                if (!moving_.empty()) awaitFirstOf(slice);
                return;
            }
            auto at = slices_.lower_bound(slice.start);
            if (at == slices_.end() || at->first != slice.start) {
                at = slices_.emplace_hint(at, slice.start, moving_.emptySlice());
                awaitFirstOf(slice);
            }
            lastUsed_ = &*at;
        }
        Panes& panes = lastUsed_->second;
        auto [entry, isNew] = add ? panes.tryEmplace(key) : std::pair{panes.find(key), false};
        if (entry) held_.around(*entry, isNew, [&, e = entry] { e->value.apply(update, add); });
    }

    /// The watermark is this now; as WindowAggregate's.
    template <class Emit>
    void advance(Millis watermark, Emit&& emit) {
        watermark_ = watermark;
        while (next_ != none && dueOf(next_) <= watermark) {
            join(next_);
            const TimeWindow window = shape_.endingAt(next_);
            moving_.release(startAfter(window), [&](const Key& key, const Pane& pane) { pane.emit(emit, key, window); });
            if (!moving_.empty()) next_ = window.end + shape_.step;
            else if (!slices_.empty()) next_ = shape_.firstEnd(shape_.sliceOf(slices_.begin()->first));
            else next_ = none;
        }
    }

    /// When the next window is over; lastWatermark: there is none.
    Millis due() const { return next_ == none ? lastWatermark : dueOf(next_) + 1; }
    /// Rows that came too late for the last of their windows.
    std::uint64_t lateRows() const { return late_; }
    /// Slices of all keys.
    std::size_t size() const {
        std::size_t n = moving_.size();
        for (const auto& s : slices_) n += s.second.size();
        return n;
    }
    /// Memory of the state, roughly.
    std::size_t bytes() const {
        std::size_t n = moving_.bytes();
        for (const auto& s : slices_) {
            n += sizeof(s) + s.second.bytes();
            for (const auto& e : s.second) n += heapBytes(e.key) + heapBytes(e.value);
        }
        return n;
    }

private:
    using Pane = detail::AggregatePane<Accumulators, Retracts>;
    using Panes = KeyedRows<Key, Pane>;
    using Slices = std::map<Millis, Panes>;
    using ByKey = detail::PanesByKey<Key, Pane, std::conditional_t<Form == WindowForm::hop, detail::SlidingPanes<Pane>, detail::GrowingPanes<Pane>>>;
    using Moving = std::conditional_t<Form == WindowForm::hop && detail::Subtractable<Pane>, detail::SummedPanes<Key, Pane>, ByKey>;
    static constexpr Millis none = std::numeric_limits<Millis>::max();

    Millis dueOf(Millis end) const { return alignment_.instant(end - 1); }

    // The next window to end may be the first one of this slice that is not over.
    void awaitFirstOf(TimeWindow slice) {
        Millis end = shape_.firstEnd(slice);
        if constexpr (std::is_same_v<Alignment, AlignedInUtc>) {  // many may be over where rows were missing for a while
            if (watermark_ != noWatermark && end - 1 <= watermark_) end += (watermark_ - (end - 1)) / shape_.step * shape_.step;
        }
        while (dueOf(end) <= watermark_) end += shape_.step;
        if (end < next_) next_ = end;
    }
    // Slices up to this end go into the window that moves on.
    void join(Millis end) {
        while (!slices_.empty() && slices_.begin()->first + shape_.slice <= end) {
            const auto slice = slices_.begin();
            moving_.join(slice->first, std::move(slice->second));
            if (lastUsed_ == &*slice) lastUsed_ = nullptr;
            slices_.erase(slice);
        }
        joined_ = end;
    }
    // What begins before is in no later window.
    Millis startAfter(TimeWindow window) const {
        if constexpr (Form == WindowForm::hop) return window.start + shape_.step;
        else return window.end - window.start == shape_.size ? window.end : window.start;
    }

    WindowShape shape_;
    Slices slices_;             // that no window has ended with
    Moving moving_;             // what is in the window that moves on
    typename Slices::value_type* lastUsed_{};  // most rows are of the slice of the row before
    Millis joined_{std::numeric_limits<Millis>::min()};  // slices that end by then are in moving_
    Millis next_{none};         // end of the next window to be over
    Millis watermark_{noWatermark};
    std::uint64_t late_{};
    detail::HeldBytes held_;
    Alignment alignment_;
};

}  // namespace rivulet
