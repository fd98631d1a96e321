// SPDX-License-Identifier: BSL-1.0
// The join with the version of a row that was valid at the time of the other row.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <rivulet/runtime/join.hpp>
#include <rivulet/runtime/numbered.hpp>
#include <rivulet/runtime/sort.hpp>
#include <rivulet/runtime/time.hpp>
#include <rivulet/runtime/time_queue.hpp>

namespace rivulet {

namespace detail {

// The versions of one key by time; what is before the oldest that is needed goes in one piece.
template <class Row>
class Versions {
public:
    struct Version {
        Millis time;
        bool valid;  // from this time on there is the row; otherwise there is none
        Row row;
    };

    bool empty() const { return first_ == versions_.size(); }
    std::size_t bytes() const {
        std::size_t n = versions_.capacity() * sizeof(Version);
        for (const Version& v : versions_) n += heapBytes(v.row);
        return n;
    }
    /// The version of this time, whatever was there; whether there was none.
    template <class RowLike>
    bool set(Millis time, const RowLike& row) {
        const std::size_t at = after(time);
        if (at > first_ && versions_[at - 1].time == time) {
            versions_[at - 1].valid = true;
            versions_[at - 1].row.assign(row);
            return false;
        }
        versions_.insert(versions_.begin() + static_cast<std::ptrdiff_t>(at), Version{time, true, Row(row)});
        return true;
    }
    /// From this time on there is no row.
    bool end(Millis time) {
        const std::size_t at = after(time);
        if (at > first_ && versions_[at - 1].time == time) {
            versions_[at - 1].valid = false;
            return false;
        }
        versions_.insert(versions_.begin() + static_cast<std::ptrdiff_t>(at), Version{time, false, Row{}});
        return true;
    }
    /// The row at this time, or null.
    const Row* at(Millis time) const {
        const std::size_t n = after(time);
        return n > first_ && versions_[n - 1].valid ? &versions_[n - 1].row : nullptr;
    }
    /// Forgets what is of no use at this time and later; how many versions that was.
    std::size_t forgetBefore(Millis time) {
        const std::size_t n = after(time), before = first_;
        if (n > first_) first_ = versions_[n - 1].valid ? n - 1 : n;
        const std::size_t forgotten = first_ - before;
        if (first_ * 2 >= versions_.size()) {
            versions_.erase(versions_.begin(), versions_.begin() + static_cast<std::ptrdiff_t>(first_));
            first_ = 0;
        }
        return forgotten;
    }

private:
    // The first version after this time.
    std::size_t after(Millis time) const {
        std::size_t from = first_;
        for (std::size_t to = versions_.size(); from < to;) {
            const std::size_t middle = from + (to - from) / 2;
            if (versions_[middle].time <= time) from = middle + 1;
            else to = middle;
        }
        return from;
    }
    std::vector<Version> versions_;
    std::size_t first_{};
};

}  // namespace detail

/// What Flink's event-time temporal join emits. The right side is a table of versions: +I and +U are the row of the key from their time on; -D, and a row that the
/// view over an updating table does not show, say that there is none from their time on; -U says nothing; of two of the same time the last that came counts.
/// A left row waits until the watermark reaches its time, and is then emitted with its kind, in the order in which left rows came:
///
///     a version is valid at its time, and the condition holds     joined with it
///     otherwise                                                   left: padded; inner: nothing
///
/// Of versions that the watermark has passed the newest one is kept for each key, unless it says that there is no row. A left row behind the watermark is
/// joined like any other at the next watermark, with what is still kept; a version that comes late revises nothing.
/// A row costs a look-up of its key; what a watermark releases or makes obsolete is found in order of time.
template <JoinForm Form, class Key, class Left, class Right>
class TemporalJoin {
    static_assert(Form == JoinForm::inner || Form == JoinForm::left);

public:
    /// One row of a side, of this time. `key` and `row` are any rows with the columns of Key and of the side's row.
    template <JoinInput Input, class KeyView, class RowLike>
    void process(RowKind kind, Millis time, bool keyIsNull, const KeyView& key, const RowLike& row) {
        if (time <= watermark_) ++lateRows_;
        if constexpr (Input == JoinInput::left) {
            if (keyIsNull && Form == JoinForm::inner) return;
            const std::uint32_t entry = keyIsNull ? noNumber : keys_.findOrAdd(key);
            if (!keyIsNull) ++keys_[entry].waiting;
            due_.push(time, waiting_.add(time, arrivals_++, kind, entry, row));
        } else {
            if (keyIsNull || kind == RowKind::updateBefore) return;
            Entry& e = versionOf(time, key);
            versions_ += kind == RowKind::delete_ ? e.versions.end(time) : e.versions.set(time, row);
        }
    }
    /// From this time on the right side has no row of this key.
    template <class KeyView>
    void leave(Millis time, const KeyView& key) {
        if (time <= watermark_) ++lateRows_;
        versions_ += versionOf(time, key).versions.end(time);
    }

    /// The watermark of both sides rose to this. `condition(const Key&, const Left&, const Right&)` is what must hold beside the key; `emit(RowKind, const Key&,
    /// const Left*, const Right*)` takes what is emitted, null where padded, valid during the call. A row whose key is null is emitted with a default key.
    template <class Condition, class Emit>
    void advance(Millis watermark, Condition&& condition, Emit&& emit) {
        watermark_ = watermark;
        while (due_.isDue(watermark)) released_.push_back(due_.pop());
        if (released_.size() > 1) {
            sorting_.resize(released_.size());
            auto cameBefore = [this](std::uint32_t a, std::uint32_t b) { return waiting_[a].arrival < waiting_[b].arrival; };
            detail::mergeSort(released_.data(), released_.data() + released_.size(), sorting_.data(), cameBefore);
        }
        for (const std::uint32_t n : released_) release(n, condition, emit);
        released_.clear();
        while (passing_.isDue(watermark)) {
            const std::uint32_t entry = passing_.pop();
            versions_ -= keys_[entry].versions.forgetBefore(watermark);
            --keys_[entry].passing;
            forgetIfUnused(entry);
        }
    }

    /// Rows of both sides that came behind the watermark; they count all the same.
    std::uint64_t lateRows() const { return lateRows_; }
    /// Left rows that wait.
    std::size_t waitingRows() const { return waiting_.size(); }
    /// Left rows that wait, and versions.
    std::size_t size() const { return waiting_.size() + versions_; }
    /// Memory of the state, roughly.
    std::size_t bytes() const { return keys_.bytes() + waiting_.bytes() + due_.bytes() + passing_.bytes(); }

private:
    struct Waiting {
        Millis time;
        std::uint64_t arrival;
        RowKind kind;
        std::uint32_t key;
        Left row;
        template <class RowLike>
        Waiting(Millis t, std::uint64_t a, RowKind rowKind, std::uint32_t k, const RowLike& r) : time(t), arrival(a), kind(rowKind), key(k), row(r) {}
        template <class RowLike>
        void assign(Millis t, std::uint64_t a, RowKind rowKind, std::uint32_t k, const RowLike& r) {
            time = t;
            arrival = a;
            kind = rowKind;
            key = k;
            row.assign(r);
        }
        std::size_t bytes() const { return heapBytes(row); }
    };
    struct Entry {
        detail::Versions<Right> versions{};
        std::uint32_t waiting{}, passing{};  // left rows that wait; versions, by the times at which they came, that the watermark has not passed
        std::size_t bytes() const { return versions.bytes(); }
    };

    template <class KeyView>
    Entry& versionOf(Millis time, const KeyView& key) {
        const std::uint32_t entry = keys_.findOrAdd(key);
        passing_.push(time, entry);
        ++keys_[entry].passing;
        return keys_[entry];
    }
    template <class Condition, class Emit>
    void release(std::uint32_t n, Condition& condition, Emit& emit) {
        const Waiting& left = waiting_[n];
        if (left.key == noNumber) {
            emit(left.kind, nullKey_, &left.row, static_cast<const Right*>(nullptr));
        } else {
            const Key& key = keys_.key(left.key);
            const Right* const right = keys_[left.key].versions.at(left.time);
            if (right && condition(key, left.row, *right)) emit(left.kind, key, &left.row, right);
            else if constexpr (Form == JoinForm::left) emit(left.kind, key, &left.row, static_cast<const Right*>(nullptr));
            --keys_[left.key].waiting;
            forgetIfUnused(left.key);
        }
        waiting_.remove(n);
    }
    void forgetIfUnused(std::uint32_t entry) {
        const Entry& e = keys_[entry];
        if (e.waiting == 0 && e.passing == 0 && e.versions.empty()) keys_.remove(entry);
    }

    NumberedMap<Key, Entry> keys_;
    Numbered<Waiting> waiting_;
    TimeQueue<std::uint32_t> due_, passing_;  // left rows; keys by the times of their versions: when one is passed, those before it are of no use
    std::vector<std::uint32_t> released_, sorting_;
    Millis watermark_{noWatermark};
    std::uint64_t arrivals_{}, lateRows_{};
    std::size_t versions_{};
    Key nullKey_{};
};

}  // namespace rivulet
