// SPDX-License-Identifier: BSL-1.0
// Rows that somebody may ask for by their key, but hardly anybody does, until their time has passed.
#pragma once
#include <cstddef>
#include <utility>
#include <vector>

#include <rivulet/runtime/remove_if.hpp>
#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/stored_row.hpp>
#include <rivulet/runtime/time.hpp>

namespace rivulet::detail {

/// They stand in the order in which they came, without an index: to look for a key is to look through all, which is paid for by the rows that have come since
/// rows were looked through last. Where that does not suffice, all are handed over to whoever keeps them by key. So a row costs the same whatever is asked for, and
/// next to nothing if little is. `Time::of(key, row)` as RegularJoin has it. Memory: at most about three times the rows whose time has not passed.
template <class Key, class Row, class Time>
class WaitingRows {
public:
    template <class KeyView, class RowLike>
    void add(const KeyView& key, const RowLike& row, Millis limit) {
        if (rows_.size() == rows_.capacity()) makeRoom(limit);
        rows_.push_back({Key(key), Row(row)});
        if (const Millis time = Time::of(key, row); time > latest_) latest_ = time;
        paid_ += lookedThroughARow;
    }
    /// Takes out the rows of this key, or all: `keep(Key&&, Row&&)`, in the order in which they came.
    template <class KeyView, class Keep>
    void takeOut(const KeyView& key, Keep keep) {
        if (rows_.empty()) return;
        const bool all = paid_ < rows_.size();
        paid_ = all ? 0 : paid_ - rows_.size();
        removeIf(rows_, [&](Waiting& w) {
            if (!all && !RowEqual<Key>{}(w.key, key)) return false;
            keep(std::move(w.key), std::move(w.row));
            return true;
        });
    }
    /// The time of rows up to this has passed.
    void forgetUntil(Millis limit) {
        if (limit < latest_) return;
        rows_.clear();
        latest_ = noTimestamp;
        paid_ = 0;
    }
    std::size_t size() const { return rows_.size(); }
    std::size_t bytes() const {
        std::size_t n = rows_.capacity() * sizeof(Waiting);
        for (const Waiting& w : rows_) n += heapBytes(w.key) + heapBytes(w.row);
        return n;
    }

private:
    static constexpr std::size_t lookedThroughARow = 8, fewest = 64;
    struct Waiting {
        Key key;
        Row row;
    };
    // Most of it from rows whose time has passed, if it can be.
    void makeRoom(Millis limit) {
        removeIf(rows_, [limit](const Waiting& w) { return Time::of(w.key, w.row) <= limit; });
        if (rows_.size() >= rows_.capacity() / 4 * 3) rows_.reserve(rows_.empty() ? fewest : rows_.capacity() * 2);
    }
    std::vector<Waiting> rows_;
    Millis latest_{noTimestamp};
    std::size_t paid_{};  // how many rows may be looked through
};

}  // namespace rivulet::detail
