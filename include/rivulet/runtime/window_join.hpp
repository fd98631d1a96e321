// SPDX-License-Identifier: BSL-1.0
// The join of rows that belong to the same window.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <rivulet/runtime/join.hpp>
#include <rivulet/runtime/numbered.hpp>
#include <rivulet/runtime/time.hpp>
#include <rivulet/runtime/window.hpp>

namespace rivulet {

/// What Flink's window join emits, all +I, when the watermark reaches the last millisecond of a window: windows in order of their end; within one the left
/// rows in the order in which they came, each with its matches in the order in which those came,
///
///     inner                  each match
///     left, full             .. or the row padded if it has none
///     right, full            then the right rows that had none, padded
///     semi, anti             left rows that have a match (none), and null
///
/// A window is known by its end and, if windows of one end may begin at different times, by its start as a column of Key. Rows whose key is null match nothing.
/// Alignment says when the last millisecond of a window is (window.hpp). Rows of a window that has been emitted are dropped. Nothing is kept of a window after it was emitted, but memory for the next one.
/// A row costs one look-up of the key in its window.
template <JoinForm Form, class Key, class Left, class Right, class Alignment = AlignedInUtc>
class WindowJoin {
public:
    explicit WindowJoin(MemoryLimit memoryLimit = {}) : limit_(std::move(memoryLimit)) {}

    /// One row of a side, in the window that ends before `windowEnd`. `key` and `row` are any rows with the columns of Key and of the side's row.
    template <JoinInput Input, class KeyView, class RowLike>
    void process(Millis windowEnd, bool keyIsNull, const KeyView& key, const RowLike& row) {
        if (isOver(windowEnd)) {
            ++lateRows_;
            return;
        }
        if (keyIsNull && !keepsUnmatched<Input>) return;
        Window& window = windowOf(windowEnd);
        auto& rows = sideOf<Input>(window);
        const auto added = static_cast<std::uint32_t>(rows.size());
        const std::uint32_t entry = keyIsNull ? noNumber : window.keys.findOrAdd(key);
        rows.emplace_back(entry, row);
        if (!keyIsNull) {
            List& list = listOf<Input>(window.keys[entry]);
            (list.last == noNumber ? list.first : rows[list.last].after) = added;
            list.last = added;
        }
        if (limit_) [[unlikely]] {
            heap_ += sizeof(rows.back()) + sizeof(Lists) + heapBytes(rows.back().row) + (keyIsNull ? 0 : heapBytes(window.keys.key(entry)));
            limit_.check(heap_);
        }
    }

    /// The watermark of both sides rose to this. `condition(const Key&, const Left&, const Right&)` is what must hold beside window and key; `emit(RowKind,
    /// const Key&, const Left*, const Right*)` takes what is emitted, null where padded, valid during the call. A row whose key is null is emitted with a default key.
    template <class Condition, class Emit>
    void advance(Millis watermark, Condition&& condition, Emit&& emit) {
        watermark_ = watermark;
        while (!open_.empty() && isOver(open_.back().end)) {
            Window& window = *open_.back().window;
            join(window, condition, emit);
            window.clear();
            spare_ = std::move(open_.back().window);
            open_.pop_back();
        }
    }

    /// Rows that came after their window was emitted.
    std::uint64_t lateRows() const { return lateRows_; }
    /// Rows of both sides.
    std::size_t size() const {
        std::size_t n = 0;
        for (const Open& o : open_) n += o.window->left.size() + o.window->right.size();
        return n;
    }
    /// Memory of the state, roughly.
    std::size_t bytes() const {
        std::size_t n = open_.capacity() * sizeof(Open) + (spare_ ? spare_->bytes() : 0);
        for (const Open& o : open_) n += o.window->bytes();
        return n;
    }

private:
    template <JoinInput I> static constexpr bool keepsUnmatched = detail::isOuter(Form, I) || (Form == JoinForm::anti && I == JoinInput::left);

    // The rows of one key, in the order in which they came.
    struct List {
        std::uint32_t first{noNumber}, last{noNumber};
    };
    struct Lists {
        List left{}, right{};
    };
    template <class Row>
    struct Item {
        std::uint32_t key, after{noNumber};
        bool matched{};
        Row row;
        template <class RowLike> Item(std::uint32_t k, const RowLike& r) : key(k), row(r) {}
        std::size_t bytes() const { return heapBytes(row); }
    };
    struct Window {
        NumberedMap<Key, Lists> keys;
        std::vector<Item<Left>> left;
        std::vector<Item<Right>> right;
        void clear() {
            keys.clear();
            left.clear();
            right.clear();
        }
        std::size_t bytes() const {
            std::size_t n = sizeof(Window) + keys.bytes() + left.capacity() * sizeof(left[0]) + right.capacity() * sizeof(right[0]);
            for (const auto& i : left) n += i.bytes();
            for (const auto& i : right) n += i.bytes();
            return n;
        }
    };
    struct Open {
        Millis end;
        std::unique_ptr<Window> window;
    };
    template <JoinInput I> static auto& sideOf(Window& window) {
        if constexpr (I == JoinInput::left) return window.left;
        else return window.right;
    }
    template <JoinInput I> static List& listOf(Lists& lists) {
        if constexpr (I == JoinInput::left) return lists.left;
        else return lists.right;
    }

    // When the clocks show its last millisecond: they may show the end once more, an hour later.
    bool isOver(Millis end) const { return Alignment::instant(end == noWatermark ? end : end - 1) <= watermark_; }
    // The latest end stands first: most rows belong to one of the first few, and the last is the next to be emitted.
    Window& windowOf(Millis end) {
        std::size_t from = 0;
        for (std::size_t to = open_.size(); from < to;) {
            const std::size_t middle = from + (to - from) / 2;
            if (open_[middle].end > end) from = middle + 1;
            else to = middle;
        }
        if (from < open_.size() && open_[from].end == end) return *open_[from].window;
        const auto made = open_.insert(open_.begin() + static_cast<std::ptrdiff_t>(from), Open{end, spare_ ? std::move(spare_) : std::make_unique<Window>()});
        return *made->window;
    }

    template <class Condition, class Emit>
    void join(Window& window, Condition& condition, Emit& emit) const {
        for (auto& left : window.left) {
            const Key& key = left.key == noNumber ? nullKey_ : window.keys.key(left.key);
            bool matched = false;
            for (std::uint32_t n = left.key == noNumber ? noNumber : window.keys[left.key].right.first; n != noNumber; n = window.right[n].after) {
                auto& right = window.right[n];
                if (!condition(key, left.row, right.row)) continue;
                right.matched = matched = true;
                if constexpr (detail::isExistence(Form)) break;
                else emit(RowKind::insert, key, &left.row, &right.row);
            }
            if constexpr (detail::isExistence(Form)) {
                if (matched == (Form == JoinForm::semi)) emit(RowKind::insert, key, &left.row, static_cast<const Right*>(nullptr));
            } else if constexpr (detail::isOuter(Form, JoinInput::left)) {
                if (!matched) emit(RowKind::insert, key, &left.row, static_cast<const Right*>(nullptr));
            }
        }
        if constexpr (detail::isOuter(Form, JoinInput::right))
            for (const auto& right : window.right)
                if (!right.matched) emit(RowKind::insert, right.key == noNumber ? nullKey_ : window.keys.key(right.key), static_cast<const Left*>(nullptr), &right.row);
    }

    std::vector<Open> open_;
    std::unique_ptr<Window> spare_;
    MemoryLimit limit_;
    Key nullKey_{};
    Millis watermark_{noWatermark};
    std::uint64_t lateRows_{};
    std::size_t heap_{};  // of rows that came; counted only under a limit, where nothing leaves before the end
};

}  // namespace rivulet
