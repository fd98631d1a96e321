// SPDX-License-Identifier: BSL-1.0
// Aggregation by key over windows that each row knows: tumbling ones, and those that an operator before has put into the row.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include <rivulet/core/row_kind.hpp>
#include <rivulet/runtime/keyed_rows.hpp>
#include <rivulet/runtime/window_pane.hpp>

namespace rivulet {

/// The results of each key and window once, with +I, when the watermark reaches the window's last millisecond: windows by their end, the keys of
/// one as they came. A row of a window that is over is dropped and counted. Nothing comes of a window whose rows have all been taken back.
///
/// Key and Accumulators as in GroupAggregate; Alignment as AlignedInUtc. `Retracts`: rows may take away; one that takes from a key that the window does not
/// have is forgotten. A row costs one look-up, a window what it holds; memory: an entry a key and window that is not over.
template <class Key, class Accumulators, bool Retracts, class Alignment = AlignedInUtc>
class WindowAggregate {
public:
    using ResultView = typename Accumulators::Results::View;

    explicit WindowAggregate(WindowOptions options = {}, Alignment alignment = {}) : held_(std::move(options.memoryLimit)), alignment_(std::move(alignment)) {}

    /// One row of a window. `update(Accumulators&, bool add)` applies it.
    template <class KeyView, class Update>
    void process(RowKind kind, TimeWindow window, const KeyView& key, Update&& update) {
        const bool add = !Retracts || accumulates(kind);
        Panes* const panes = panesOf(window, add);
        if (!panes) return;
        auto [entry, isNew] = add ? panes->tryEmplace(key) : std::pair{panes->find(key), false};
        if (entry) held_.around(*entry, isNew, [&, e = entry] { e->value.apply(update, add); });
    }

    /// The watermark is this now; `emit(RowKind, const Key&, TimeWindow, const ResultView&)` takes the results, valid during the call.
    template <class Emit>
    void advance(Millis watermark, Emit&& emit) {
        watermark_ = watermark;
        while (!windows_.empty() && dueOf(windows_.begin()->first) <= watermark) {
            const auto window = windows_.begin();
            if (lastUsed_ == &*window) lastUsed_ = nullptr;
            for (const auto& e : window->second) e.value.emit(emit, e.key, window->first.window);
            window->second.clear();
            spare_ = windows_.extract(window);  // its memory, for the next window
        }
    }

    /// When the next window is over; lastWatermark: there is none.
    Millis due() const { return windows_.empty() ? lastWatermark : dueOf(windows_.begin()->first) + 1; }
    /// Rows that came too late.
    std::uint64_t lateRows() const { return late_; }
    /// Keys of all windows that are not over.
    std::size_t size() const {
        std::size_t n = 0;
        for (const auto& w : windows_) n += w.second.size();
        return n;
    }
    /// Memory of the state, roughly.
    std::size_t bytes() const {
        std::size_t n = spare_.empty() ? 0 : spare_.mapped().bytes();
        for (const auto& w : windows_) {
            n += sizeof(w) + w.second.bytes();
            for (const auto& e : w.second) n += heapBytes(e.key) + heapBytes(e.value);
        }
        return n;
    }

private:
    using Panes = KeyedRows<Key, detail::AggregatePane<Accumulators, Retracts>>;
    struct ByEnd {
        TimeWindow window;
        friend bool operator<(const ByEnd& a, const ByEnd& b) { return a.window.end != b.window.end ? a.window.end < b.window.end : a.window.start < b.window.start; }
    };
    using Windows = std::map<ByEnd, Panes>;

    Millis dueOf(const ByEnd& of) const { return alignment_.instant(of.window.end - 1); }
    // The window's keys; null where it is over, or not there and not to be made.
    Panes* panesOf(TimeWindow window, bool make) {
        if (lastUsed_ && lastUsed_->first.window == window) return &lastUsed_->second;
        const ByEnd place{window};
        if (dueOf(place) <= watermark_) {
            ++late_;
            return nullptr;
        }
        auto at = windows_.lower_bound(place);
        if (at == windows_.end() || place < at->first) {
            if (!make) return nullptr;
            if (spare_.empty()) at = windows_.emplace_hint(at, place, Panes());
            else {
                spare_.key() = place;
                at = windows_.insert(at, std::move(spare_));
            }
        }
        lastUsed_ = &*at;
        return &at->second;
    }

    Windows windows_;
    typename Windows::node_type spare_;
    typename Windows::value_type* lastUsed_{};  // most rows are of the window of the row before
    Millis watermark_{noWatermark};
    std::uint64_t late_{};
    detail::HeldBytes held_;
    Alignment alignment_;
};

}  // namespace rivulet
