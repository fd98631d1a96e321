// SPDX-License-Identifier: BSL-1.0
// The join of two streams whose rows meet only within a bounded distance of time.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <rivulet/runtime/join.hpp>
#include <rivulet/runtime/numbered.hpp>
#include <rivulet/runtime/time.hpp>
#include <rivulet/runtime/time_queue.hpp>

namespace rivulet {

/// The time of a right row minus that of a left row that it meets, both ends included.
struct TimeDistance {
    Millis least{}, most{};
    bool empty() const { return least > most; }
};

/// Settings of one interval join.
struct IntervalJoinOptions {
    TimeDistance distance{};
    MemoryLimit memoryLimit{};  // batch only
};

/// What Flink's interval join emits, all +I. A row meets the rows of its key on the other side that are kept and near enough, at once; what is kept of a side is
/// what a later row of the other one may still meet:
///
///     a row                    joined with each match
///     outer side, no match     padded when the watermark reaches the last time at which a match may come
///     behind the watermark     joined with what is still kept; not kept itself if no match may come any more, then padded at once
///     empty distance           nothing matches: outer sides are padded at once, nothing is kept
///
/// Forms are inner, left, right and full. Processing time is the same with the clock's time as each row's time and as the watermark. In batch nothing is late,
/// and all is kept until the watermark at the end.
/// A row costs one look-up of the key and a look at each row kept for it on the other side; what goes, goes in order of time without looking at what stays.
template <JoinForm Form, class Key, class Left, class Right>
class IntervalJoin {
    static_assert(!detail::isExistence(Form));

public:
    explicit IntervalJoin(IntervalJoinOptions options = {}) : options_(std::move(options)) {}

    /// One row of a side, of this time. The other arguments are those of RegularJoin::process: `key` and `row` are any rows with the columns of Key and of
    /// the side's row, `condition(const Key&, const Left&, const Right&)` what must hold beside key and distance, `emit(RowKind, const Key&, const Left*, const
    /// Right*)` takes what is emitted, null where padded, valid during the call. A row whose key is null is emitted with a default key.
    template <JoinInput Input, class KeyView, class RowLike, class Condition, class Emit>
    void process(Millis time, bool keyIsNull, const KeyView& key, const RowLike& row, Condition&& condition, Emit&& emit) {
        constexpr bool pads = detail::isOuter(Form, Input);
        if (options_.distance.empty()) {
            if constexpr (pads) padUnkept<Input>(keyIsNull, key, asIncoming<Input>(row), emit);
            return;
        }
        const Millis until = lastMatch<Input>(time);
        const bool stays = watermark_ < until;
        if (!stays && time <= watermark_) ++lateRows_;
        if (keyIsNull) {
            if constexpr (pads) {
                if (stays) keep<Input>(time, until, noNumber, row);
                else emitPadded<Input>(emit, nullKey_, asIncoming<Input>(row));
            }
        } else if (stays) {
            const std::uint32_t entry = keys_.findOrAdd(key), kept = keep<Input>(time, until, entry, row);
            auto& item = side<Input>().rows[kept];
            item.matched = meet<Input>(time, keys_.key(entry), listOf<detail::otherOf(Input)>(entry).first, item.row, condition, emit);
        } else {
            const auto& own = asIncoming<Input>(row);
            const std::uint32_t entry = keys_.find(key);
            const bool matched = entry != noNumber && meet<Input>(time, keys_.key(entry), listOf<detail::otherOf(Input)>(entry).first, own, condition, emit);
            if constexpr (pads)
                if (!matched) padUnkept<Input>(false, key, own, emit);
        }
    }

    /// The watermark of both sides rose to this: rows whose last match is not after it are padded if they had none, and what no later row meets is forgotten.
    template <class Emit>
    void advance(Millis watermark, Emit&& emit) {
        watermark_ = watermark;
        leave<JoinInput::left>(emit);
        leave<JoinInput::right>(emit);
    }

    /// The first watermark at which something goes; lastWatermark if there is nothing.
    Millis due() const {
        const Millis left = left_.leaving.empty() ? lastWatermark : left_.leaving.time(), right = right_.leaving.empty() ? lastWatermark : right_.leaving.time();
        return left < right ? left : right;
    }
    /// Rows that came behind the watermark and were not kept: they met only what was still there.
    std::uint64_t lateRows() const { return lateRows_; }
    /// Rows of both sides.
    std::size_t size() const { return left_.rows.size() + right_.rows.size(); }
    /// Memory of the state, roughly.
    std::size_t bytes() const { return keys_.bytes() + left_.bytes() + right_.bytes(); }

private:
    // Rows of one key are a list in the order in which they came.
    struct List {
        std::uint32_t first{noNumber}, last{noNumber};
    };
    struct Lists {
        List left{}, right{};
    };
    template <class Row>
    struct Item {
        Millis time;
        std::uint32_t key, before, after{noNumber};
        bool matched{};
        Row row;
        template <class RowLike>
        Item(Millis t, std::uint32_t k, std::uint32_t previous, const RowLike& r) : time(t), key(k), before(previous), row(r) {}
        template <class RowLike>
        void assign(Millis t, std::uint32_t k, std::uint32_t previous, const RowLike& r) {
            time = t;
            key = k;
            before = previous;
            after = noNumber;
            matched = false;
            row.assign(r);
        }
        std::size_t bytes() const { return heapBytes(row); }
    };
    template <class Row>
    struct Side {
        Numbered<Item<Row>> rows;
        TimeQueue<std::uint32_t> leaving;   // by the time of the last match that may come
        std::vector<std::uint32_t> atEdge;  // that time is the watermark itself: a row behind it may still meet them, until the next one
        Row incoming{};                     // one that is not kept; its texts are assigned over and over
        std::size_t bytes() const { return rows.bytes() + leaving.bytes() + atEdge.capacity() * sizeof(std::uint32_t); }
    };

    template <JoinInput I> auto& side() {
        if constexpr (I == JoinInput::left) return left_;
        else return right_;
    }
    template <JoinInput I> List& listOf(std::uint32_t key) {
        if constexpr (I == JoinInput::left) return keys_[key].left;
        else return keys_[key].right;
    }
    // The latest time of a row on the other side that meets a row of this time.
    template <JoinInput I> Millis lastMatch(Millis time) const {
        if constexpr (I == JoinInput::left) return detail::addMillis(time, options_.distance.most);
        else return detail::subtractMillis(time, options_.distance.least);
    }
    template <JoinInput I> Millis firstMatch(Millis time) const {
        if constexpr (I == JoinInput::left) return detail::addMillis(time, options_.distance.least);
        else return detail::subtractMillis(time, options_.distance.most);
    }
    template <JoinInput I, class RowLike> const auto& asIncoming(const RowLike& row) {
        side<I>().incoming.assign(row);
        return side<I>().incoming;
    }
    template <JoinInput Input, class Emit, class Own> static void emitPadded(Emit& emit, const Key& key, const Own& own) {
        if constexpr (Input == JoinInput::left) emit(RowKind::insert, key, &own, static_cast<const Right*>(nullptr));
        else emit(RowKind::insert, key, static_cast<const Left*>(nullptr), &own);
    }

    // A row whose key need not be known.
    template <JoinInput Input, class KeyView, class Own, class Emit>
    void padUnkept(bool keyIsNull, const KeyView& key, const Own& own, Emit& emit) const {
        if (keyIsNull) emitPadded<Input>(emit, nullKey_, own);
        else emitPadded<Input>(emit, Key(key), own);
    }

    template <JoinInput Input, class RowLike>
    std::uint32_t keep(Millis time, Millis until, std::uint32_t key, const RowLike& row) {
        auto& rows = side<Input>().rows;
        List unlisted{};
        List& list = key == noNumber ? unlisted : listOf<Input>(key);
        const std::uint32_t kept = rows.add(time, key, list.last, row);
        (list.last == noNumber ? list.first : rows[list.last].after) = kept;
        list.last = kept;
        side<Input>().leaving.push(until, kept);
        if (options_.memoryLimit) [[unlikely]] {
            heap_ += sizeof(rows[kept]) + heapBytes(rows[kept]) + sizeof(Key) + sizeof(Lists) + (key == noNumber ? 0 : heapBytes(keys_.key(key)));
            options_.memoryLimit.check(heap_);
        }
        return kept;
    }
    // Whether the row has a match among those of the other side.
    template <JoinInput Input, class Own, class Condition, class Emit>
    bool meet(Millis time, const Key& key, std::uint32_t first, const Own& own, Condition& condition, Emit& emit) {
        const Millis from = firstMatch<Input>(time), to = lastMatch<Input>(time);
        auto& others = side<detail::otherOf(Input)>().rows;
        bool matched = false;
        for (std::uint32_t n = first; n != noNumber; n = others[n].after) {
            auto& other = others[n];
            if (other.time < from || other.time > to) continue;
            if constexpr (Input == JoinInput::left) {
                if (!condition(key, own, other.row)) continue;
                emit(RowKind::insert, key, &own, &other.row);
            } else {
                if (!condition(key, other.row, own)) continue;
                emit(RowKind::insert, key, &other.row, &own);
            }
            other.matched = matched = true;
        }
        return matched;
    }

    template <JoinInput Input, class Emit>
    void leave(Emit& emit) {
        auto& own = side<Input>();
        for (const std::uint32_t n : own.atEdge) forget<Input>(n);
        own.atEdge.clear();
        while (own.leaving.isDue(watermark_)) {
            const bool passed = own.leaving.time() < watermark_ || watermark_ == lastWatermark;
            const std::uint32_t n = own.leaving.pop();
            auto& item = own.rows[n];
            if constexpr (detail::isOuter(Form, Input)) {
                if (!item.matched) {
                    emitPadded<Input>(emit, item.key == noNumber ? nullKey_ : keys_.key(item.key), item.row);
                    forget<Input>(n);
                    continue;
                }
            }
            if (passed) forget<Input>(n);
            else own.atEdge.push_back(n);
        }
    }
    template <JoinInput Input>
    void forget(std::uint32_t n) {
        auto& rows = side<Input>().rows;
        const auto& item = rows[n];
        if (item.key != noNumber) {
            List& list = listOf<Input>(item.key);
            (item.before == noNumber ? list.first : rows[item.before].after) = item.after;
            (item.after == noNumber ? list.last : rows[item.after].before) = item.before;
            if (list.first == noNumber && listOf<detail::otherOf(Input)>(item.key).first == noNumber) keys_.remove(item.key);
        }
        rows.remove(n);
    }

    NumberedMap<Key, Lists> keys_;
    Side<Left> left_;
    Side<Right> right_;
    IntervalJoinOptions options_;
    Key nullKey_{};
    Millis watermark_{noWatermark};
    std::uint64_t lateRows_{};
    std::size_t heap_{};  // of rows that came; counted only under a limit, where nothing leaves before the end
};

}  // namespace rivulet
