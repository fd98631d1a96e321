// SPDX-License-Identifier: BSL-1.0
// Rows that somebody may ask for by their key, but hardly anybody does, until their time has passed.
#pragma once
#include <cstddef>
#include <utility>

#include <rivulet/core/list.hpp>
#include <rivulet/runtime/remove_if.hpp>
#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/stored_row.hpp>
#include <rivulet/runtime/time.hpp>

namespace rivulet::detail {

/// They stand in the order in which they came, without an index: to look for a key is to look through all, which is paid for by the rows that have come since
/// rows were looked through last. Where that does not suffice, all are handed over to whoever keeps them by key. So a row costs the same whatever is asked for, and
/// next to nothing if little is. `Time::of(key, row)` as RegularJoin has it. Memory: at most about three times the rows whose time has not passed, and as much again
/// that waits for rows to come.
template <class Key, class Row, class Time>
class WaitingRows {
public:
    /// The time of rows up to `limit` has passed.
    template <class KeyView, class RowLike>
    void add(const KeyView& key, const RowLike& row, Millis limit) {
        if (first_ == blocks_.size() || blocks_.back().rows.size() == blockRows) {
            makeRoom(limit);
            startBlock();
        }
        place(key, row);
        paid_ += lookedThroughARow;
    }
    /// Takes out the rows of this key, or all: `keep(Key&&, Row&&)`, in the order in which they came.
    template <class KeyView, class Keep>
    void takeOut(const KeyView& key, Keep keep) {
        if (size_ == 0) return;
        const bool all = paid_ < size_;
        paid_ = all ? 0 : paid_ - size_;
        for (std::size_t i = first_; i < blocks_.size(); ++i)
            removeIf(blocks_[i].rows, [&](Waiting& w) {
                if (!all && !RowEqual<Key>{}(w.key, key)) return false;
                keep(std::move(w.key), std::move(w.row));
                --size_;
                return true;
            });
    }
    /// The time of rows up to this has passed.
    void forgetUntil(Millis limit) {
        while (first_ < blocks_.size() && blocks_[first_].latest <= limit) leave(blocks_[first_++]);
    }
    std::size_t size() const { return size_; }
    std::size_t bytes() const {
        std::size_t n = (blocks_.capacity() + spare_.capacity()) * sizeof(Block);
        for (const Block& b : spare_) n += b.rows.capacity() * sizeof(Waiting);
        for (const Block& b : blocks_) {
            n += b.rows.capacity() * sizeof(Waiting);
            for (const Waiting& w : b.rows) n += heapBytes(w.key) + heapBytes(w.row);
        }
        return n;
    }

private:
    static constexpr std::size_t lookedThroughARow = 8, blockRows = 512, fewestBlocks = 4;
    struct Waiting {
        Key key;
        Row row;
        template <class KeyView, class RowLike> Waiting(const KeyView& k, const RowLike& r) : key(k), row(r) {}
    };
    // Rows that came one after the other. None moves when more come, and most often all of a block have passed when the first ones have.
    struct Block {
        List<Waiting> rows{};
        Millis latest{noTimestamp};
    };

    // Made where it stays: to move it right after is to wait for what has just been written.
    template <class... A> void place(A&&... arguments) {
        Block& block = blocks_.back();
        const Waiting& w = block.rows.emplace_back(std::forward<A>(arguments)...);
        if (const Millis time = Time::of(w.key, w.row); time > block.latest) block.latest = time;
        ++size_;
    }
    void startBlock() {
        if (spare_.empty()) {
            blocks_.emplace_back();
            if (blocks_.size() > 1) blocks_.back().rows.reserve(blockRows);
        } else {
            blocks_.push_back(std::move(spare_.back()));
            spare_.pop_back();
        }
    }
    // Its memory waits for the next ones, if those are not few against it.
    void leave(Block& block) {
        size_ -= block.rows.size();
        block.rows.clear();
        block.latest = noTimestamp;
        if (spare_.size() <= blocks_.size() - first_) spare_.push_back(std::move(block));
        else block.rows = {};
    }
    // Blocks in front whose time has passed go, and single rows behind them when there are twice as many blocks as after the last look, or blocks have become empty.
    void makeRoom(Millis limit) {
        forgetUntil(limit);
        const std::size_t used = blocks_.size() - first_;
        if (used >= lookAt_ || (used > fewestBlocks && size_ < used * blockRows / 2)) {
            std::size_t gone = 0;
            for (std::size_t i = first_; i < blocks_.size(); ++i)
                for (const Waiting& w : blocks_[i].rows) gone += Time::of(w.key, w.row) <= limit;
            if ((size_ - gone) * 4 < used * blockRows * 3) moveUp(limit);
            lookAt_ = 2 * (blocks_.size() - first_);
            if (lookAt_ < fewestBlocks) lookAt_ = fewestBlocks;
        } else if (2 * first_ > blocks_.size()) {  // each is moved once at most for each one that has gone
            std::size_t to = 0;
            for (; first_ < blocks_.size(); ++first_, ++to) blocks_[to] = std::move(blocks_[first_]);
            blocks_.resize(to);
            first_ = 0;
        }
    }
    // Rows that stay stand in full blocks again.
    void moveUp(Millis limit) {
        List<Block> old;
        old.swap(blocks_);
        std::size_t next = first_;
        first_ = size_ = 0;
        for (; next < old.size(); ++next) {
            for (Waiting& w : old[next].rows) {
                if (Time::of(w.key, w.row) <= limit) continue;
                if (blocks_.empty() || blocks_.back().rows.size() == blockRows) startBlock();
                place(std::move(w));
            }
            old[next].rows.clear();
            old[next].latest = noTimestamp;
            if (spare_.size() <= blocks_.size()) spare_.push_back(std::move(old[next]));
        }
    }

    List<Block> blocks_;
    std::size_t first_{}, size_{};  // blocks before the first one have gone
    List<Block> spare_;             // without rows
    std::size_t lookAt_{fewestBlocks};
    std::size_t paid_{};  // how many rows may be looked through
};

}  // namespace rivulet::detail
