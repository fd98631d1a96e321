// SPDX-License-Identifier: BSL-1.0
// OVER windows in streaming, ordered by anything but time: a row that comes or goes corrects the values of those behind it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/core/row_kind.hpp>
#include <rivulet/runtime/over_frame.hpp>
#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/state_ttl.hpp>
#include <rivulet/runtime/stored_row.hpp>

namespace rivulet {

namespace detail {

// The only row of a group, as ROWS has it.
template <class Row>
class OneOf {
    Row row_;

public:
    explicit OneOf(const Row& row) : row_(row) {}
    const Row* begin() const { return &row_; }
    const Row* end() const { return &row_ + 1; }
    const Row& operator[](std::size_t) const { return row_; }
    static constexpr std::size_t size() { return 1; }
    static constexpr bool empty() { return true; }  // once the row is gone
    void erase(const Row*) {}
    void insert(std::size_t, const Row&) {}
    std::size_t bytes() const { return heapBytes(row_); }
};
// The rows of a group of peers, as RANGE has it.
template <class Row>
class PeerRows {
    std::vector<Row> rows_;

public:
    explicit PeerRows(const Row& row) : rows_(1, row) {}
    const Row* begin() const { return rows_.data(); }
    const Row* end() const { return rows_.data() + rows_.size(); }
    const Row& operator[](std::size_t i) const { return rows_[i]; }
    std::size_t size() const { return rows_.size(); }
    bool empty() const { return rows_.empty(); }
    void erase(const Row* row) { rows_.erase(rows_.begin() + (row - rows_.data())); }
    void insert(std::size_t at, const Row& row) { rows_.insert(rows_.begin() + static_cast<std::ptrdiff_t>(at), row); }
    std::size_t bytes() const {
        std::size_t n = rows_.capacity() * sizeof(Row);
        for (const Row& row : rows_) n += heapBytes(row);
        return n;
    }
};

}  // namespace detail

/// From the first row of the partition to the current one (ROWS), or to the last of its peers (RANGE). What is emitted, in the order of the window from
/// the place of the row on (Flink):
///
///     a row comes     its kind (+I or +U) with its value; -U and +U of each row whose value changed, peers with RANGE included
///     a row goes      -D with the value that it had; -U and +U of each row whose value changed
///
/// Rows of which there is no such row do nothing. Less is `less(a, b)` of any two rows with the columns of Row; equal ones keep the order of arrival: one
/// that is updated arrives anew, or with `KeepsPlaces` stays where it was if its order is the same and +U follows -U at once. Of equal rows the first goes.
/// Key, Row, Set and emit as in ArrivalOver; a Set is copied. `Before` false: no -U.
/// A row costs a logarithm of comparisons, and as much as there is behind it. Memory: every row, and a Set a group of peers (RANGE) or a row (ROWS).
template <class Key, class Row, class Less, class Set, OverUnit Unit, PlaceUse Use, bool Before, bool KeepsPlaces = false>
class SortedOver {
public:
    using Results = typename Set::Results;
    using ResultView = typename Results::View;
    explicit SortedOver(StateTtl ttl, Less less = {}) : partitions_(ttl), less_(std::move(less)) {}

    template <class KeyView, class RowLike, class Update, class Emit>
    void process(RowKind kind, const KeyView& key, const RowLike& rowLike, Update&& update, Emit&& emit) {
        const Row row = Row::from(rowLike);
        if (accumulates(kind)) {
            typename Partitions::Entry& entry = *partitions_.tryEmplace(key).first;
            come(kind, Walk<Update, Emit>{entry.key, entry.value, update, emit}, row, kind == RowKind::updateAfter && left_.is(entry.key, row, less_));
            left_.row.reset();
        } else if (typename Partitions::Entry* const entry = partitions_.find(key)) {
            left_.row.reset();
            go(kind, Walk<Update, Emit>{entry->key, entry->value, update, emit}, row);
            if (entry->value.empty()) partitions_.erase(entry);
        }
    }

    /// Rows kept.
    std::size_t size() const {
        std::size_t n = 0;
        partitions_.forEach([&](const Key&, const Groups& groups) {
            for (const Group& g : groups) n += g.rows.size();
        });
        return n;
    }
    std::size_t bytes() const {
        std::size_t n = partitions_.bytes();
        partitions_.forEach([&](const Key& key, const Groups& groups) {
            n += heapBytes(key) + groups.capacity() * sizeof(Group);
            for (const Group& g : groups) n += g.rows.bytes() + heapBytes(g.set);
        });
        return n;
    }

private:
    static constexpr bool range = Unit == OverUnit::range;
    struct Group {
        std::conditional_t<range, detail::PeerRows<Row>, detail::OneOf<Row>> rows;
        Set set;  // of the frame that ends with these rows
    };
    using Groups = std::vector<Group>;
    using Partitions = ExpiringMap<Key, Groups, RowHash<Key>, RowEqual<Key>>;

    template <class Update, class Emit>
    struct Walk {
        const Key& key;
        Groups& groups;
        Update& update;
        Emit& emit;

        void add(Set& set, const Row& row) const { update(set, true, key, row); }
        Set before(std::size_t g) const { return g > 0 ? groups[g - 1].set : Set(); }
        OverPlace placeOf(std::size_t g) const {
            OverPlace place{};
            if constexpr (uses(Use, PlaceUse::any)) {
                for (std::size_t i = 0; i < g; ++i) place.firstPeer += static_cast<std::int64_t>(groups[i].rows.size());
                place.row = place.firstPeer;
                place.group = static_cast<std::int64_t>(g);
            }
            return place;
        }
    };
    // The row that an update just took out, and where it stood: its group, and how many rows of it were before.
    struct Left {
        std::optional<Row> row{};
        std::optional<Key> key{};
        std::size_t group{}, before{};
        bool is(const Key& k, const Row& r, Less& less) const { return row && RowEqual<Key>{}(*key, k) && !less(*row, r) && !less(r, *row); }
    };
    struct NothingLeft {
        struct { static void reset() {} } row{};
        static bool is(const Key&, const Row&, Less&) { return false; }
    };
    // How places have moved: those behind a row that came have one row more before them.
    struct Shift {
        std::int64_t row{}, firstPeer{}, group{};
        bool visible() const {
            return (row != 0 && uses(Use, PlaceUse::row)) || (firstPeer != 0 && uses(Use, PlaceUse::firstPeer)) || (group != 0 && uses(Use, PlaceUse::group));
        }
        OverPlace before(OverPlace now) const { return {now.row - row, now.firstPeer - firstPeer, now.group - group}; }
    };

    // The first group that does not come before the row, or with ROWS that comes after it.
    std::size_t find(const Groups& groups, const Row& row, bool after) {
        std::size_t low = 0;
        for (std::size_t high = groups.size(); low < high;) {
            const std::size_t middle = low + (high - low) / 2;
            const bool before = after ? !less_(row, groups[middle].rows[0]) : less_(groups[middle].rows[0], row);
            if (before) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    template <class W>
    void come(RowKind kind, const W& w, const Row& row, bool stays) {
        std::size_t g = find(w.groups, row, !range);
        if constexpr (KeepsPlaces && !range) {
            if (stays) g = left_.group;
        }
        OverPlace place = w.placeOf(g);
        if (range && g < w.groups.size() && !less_(row, w.groups[g].rows[0])) {
            Group& group = w.groups[g];
            std::size_t before = group.rows.size();
            if constexpr (KeepsPlaces) {
                if (stays) before = left_.before;
            }
            was_.assign(group.set.results());
            const bool last = before == group.rows.size();
            if (last) w.add(group.set, row);
            else {
                group.set = w.before(g);
                for (std::size_t i = 0; i <= group.rows.size(); ++i)
                    if (i != before) w.add(group.set, group.rows[i - (i > before)]);
                    else w.add(group.set, row);
            }
            correct(w, group, Shift{}, place, nullptr, before);
            group.rows.insert(before, row);
            place.row = place.firstPeer + static_cast<std::int64_t>(before);
            give(w, kind, row, place, group.set);
            correctFrom(w, g + 1, Shift{1, 1, 0});
        } else {
            Set set = w.before(g);
            w.add(set, row);
            w.groups.insert(w.groups.begin() + static_cast<std::ptrdiff_t>(g), Group{decltype(Group::rows)(row), std::move(set)});
            give(w, kind, row, place, w.groups[g].set);
            correctFrom(w, g + 1, Shift{1, 1, 1});
        }
    }

    template <class W>
    void go([[maybe_unused]] RowKind kind, const W& w, const Row& row) {
        for (std::size_t g = find(w.groups, row, false); g < w.groups.size() && !less_(row, w.groups[g].rows[0]); ++g) {
            Group& group = w.groups[g];
            const Row* gone = group.rows.begin();
            while (gone != group.rows.end() && !RowEqual<Row>{}(*gone, row)) ++gone;
            if (gone == group.rows.end()) continue;
            if constexpr (KeepsPlaces) {
                if (kind == RowKind::updateBefore) left_ = {.row = row, .key = w.key, .group = g, .before = static_cast<std::size_t>(gone - group.rows.begin())};
            }
            was_.assign(group.set.results());
            Set set = w.before(g);
            for (const Row& r : group.rows)
                if (&r != gone) w.add(set, r);
            group.set = std::move(set);
            correct(w, group, Shift{}, w.placeOf(g), gone, group.rows.size());
            group.rows.erase(gone);
            const bool last = group.rows.empty();
            if (last) w.groups.erase(w.groups.begin() + static_cast<std::ptrdiff_t>(g));
            correctFrom(w, last ? g : g + 1, Shift{-1, -1, last ? -1 : 0});
            return;
        }
    }

    // The groups behind the change get their values anew.
    template <class W>
    void correctFrom(const W& w, std::size_t g, Shift shift) {
        OverPlace place = w.placeOf(g);
        for (; g < w.groups.size(); ++g) {
            Group& group = w.groups[g];
            was_.assign(group.set.results());
            group.set = w.before(g);
            for (const Row& r : group.rows) w.add(group.set, r);
            correct(w, group, shift, place, nullptr, group.rows.size());
            place.firstPeer += static_cast<std::int64_t>(group.rows.size());
            place.row = place.firstPeer;
            ++place.group;
        }
    }
    // The rows of one group whose value was `was_`; the one that is gone goes, and one comes behind `before` of them.
    template <class W>
    void correct(const W& w, const Group& group, Shift shift, OverPlace place, const Row* gone, std::size_t before) {
        if (gone && group.rows.size() == 1) return w.emit(RowKind::delete_, w.key, *gone, place, ResultView(was_));  // an empty set may have no results
        const auto& results = group.set.results();
        const bool changed = !unchanged<Results>(was_, results);
        for (const Row& row : group.rows) {
            if (before-- == 0) {
                ++shift.row;
                ++place.row;
            }
            if (&row == gone) {
                w.emit(RowKind::delete_, w.key, row, place, ResultView(was_));
                shift.row = -1;  // of the peers behind it
                continue;
            }
            if (changed || shift.visible()) {
                if constexpr (Before) w.emit(RowKind::updateBefore, w.key, row, shift.before(place), ResultView(was_));
                w.emit(RowKind::updateAfter, w.key, row, place, ResultView(results));
            }
            ++place.row;
        }
    }
    template <class W>
    static void give(const W& w, RowKind kind, const Row& row, OverPlace place, const Set& set) {
        const auto& results = set.results();
        w.emit(kind, w.key, row, place, ResultView(results));
    }

    Partitions partitions_;
    Less less_;
    [[no_unique_address]] std::conditional_t<KeepsPlaces, Left, NothingLeft> left_{};
    Results was_{};  // of the group at hand; its texts keep their capacity
};

}  // namespace rivulet
