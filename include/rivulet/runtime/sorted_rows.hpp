// SPDX-License-Identifier: BSL-1.0
// Rows in order, with their places: one small array while they are few, a list of such arrays when they are many.
#pragma once
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include <rivulet/runtime/state_bytes.hpp>

namespace rivulet {

/// Rows sorted by what `less(a, b)` says, equal ones in the order in which they came. Finding a place, inserting and erasing move at most
/// one chunk of rows, and look at one number per chunk.
template <class Row>
class SortedRows {
public:
    /// Where a row is; valid until the next change.
    struct Position {
        std::size_t chunk, index;
        friend bool operator==(Position, Position) = default;
    };

    std::size_t size() const { return size_; }
    std::size_t bytes() const {
        std::size_t n = chunks_.capacity() * sizeof(Chunk);
        for (const Chunk& c : chunks_) n += c.capacity() * sizeof(Row);
        for (const Chunk& c : chunks_)
            for (const Row& r : c) n += heapBytes(r);
        return n;
    }
    const Row& operator[](Position p) const { return chunks_[p.chunk][p.index]; }
    const Row& last() const { return chunks_.back().back(); }
    Position lastPosition() const { return {chunks_.size() - 1, chunks_.back().size() - 1}; }
    Position begin() const { return {0, 0}; }
    Position end() const { return {chunks_.size(), 0}; }
    Position next(Position p) const { return ++p.index < chunks_[p.chunk].size() ? p : Position{p.chunk + 1, 0}; }
    /// Rows before this one; if they are more than `enough`, any number that is more.
    std::size_t before(Position p, std::size_t enough) const {
        std::size_t n = 0;
        for (std::size_t c = 0; c < p.chunk && n <= enough; ++c) n += chunks_[c].size();
        return n + p.index;
    }
    /// The row that has `n` rows before it; end() if there are no more than `n`.
    Position at(std::size_t n) const {
        std::size_t c = 0;
        while (c < chunks_.size() && n >= chunks_[c].size()) n -= chunks_[c++].size();
        return c < chunks_.size() ? Position{c, n} : end();
    }
    /// Behind all rows that do not come after this one.
    template <class R, class Less>
    Position upperBound(const R& row, Less& less) const {
        if (chunks_.empty()) return end();
        std::size_t low = 0;  // the last chunk whose first row does not come after, else the first one
        for (std::size_t high = chunks_.size(); high - low > 1;) {
            const std::size_t middle = low + (high - low) / 2;
            (less(row, chunks_[middle].front()) ? high : low) = middle;
        }
        const Chunk& chunk = chunks_[low];
        std::size_t from = 0;
        for (std::size_t to = chunk.size(); from < to;) {
            const std::size_t middle = from + (to - from) / 2;
            if (less(row, chunk[middle])) to = middle;
            else from = middle + 1;
        }
        return {low, from};
    }
    template <class R, class Less>
    Position insert(const R& row, Less& less) {
        if (chunks_.empty()) chunks_.emplace_back();
        Position p = upperBound(row, less);
        Chunk* chunk = &chunks_[p.chunk];
        if (chunk->size() == mostRows) {
            split(p.chunk);
            if (p.index > mostRows / 2) p = {p.chunk + 1, p.index - mostRows / 2};
            chunk = &chunks_[p.chunk];
        }
        chunk->emplace(chunk->begin() + static_cast<std::ptrdiff_t>(p.index), row);
        ++size_;
        return p;
    }
    void erase(Position p) {
        Chunk& chunk = chunks_[p.chunk];
        chunk.erase(chunk.begin() + static_cast<std::ptrdiff_t>(p.index));
        --size_;
        if (chunk.empty()) chunks_.erase(at(p.chunk, 0));
        else if (p.chunk + 1 < chunks_.size() && chunk.size() + chunks_[p.chunk + 1].size() <= mostRows / 2) {
            for (Row& r : chunks_[p.chunk + 1]) chunk.push_back(std::move(r));
            chunks_.erase(at(p.chunk, 1));
        }
    }
    /// The first row for which `is(row)`, among those that stand where this one would; end() if there is none.
    template <class R, class Less, class Is>
    Position find(const R& row, Less& less, Is is) const {
        for (Position p = lowerBound(row, less); p != end(); p = next(p)) {
            if (less(row, (*this)[p])) break;
            if (is((*this)[p])) return p;
        }
        return end();
    }
    /// The first row for which `is(row)`, anywhere.
    template <class Is>
    Position findAnywhere(Is is) const {
        Position p = begin();
        while (p != end() && !is((*this)[p])) p = next(p);
        return p;
    }

private:
    using Chunk = std::vector<Row>;
    static constexpr std::size_t mostRows = 64;

    template <class R, class Less>
    Position lowerBound(const R& row, Less& less) const {
        if (chunks_.empty()) return end();
        std::size_t low = 0;  // the last chunk whose first row comes before, else the first one
        for (std::size_t high = chunks_.size(); high - low > 1;) {
            const std::size_t middle = low + (high - low) / 2;
            (less(chunks_[middle].front(), row) ? low : high) = middle;
        }
        const Chunk& chunk = chunks_[low];
        std::size_t from = 0;
        for (std::size_t to = chunk.size(); from < to;) {
            const std::size_t middle = from + (to - from) / 2;
            if (less(chunk[middle], row)) from = middle + 1;
            else to = middle;
        }
        return from < chunk.size() ? Position{low, from} : Position{low + 1, 0};
    }
    void split(std::size_t c) {
        chunks_.emplace(at(c, 1));
        Chunk& from = chunks_[c];
        const auto half = from.begin() + static_cast<std::ptrdiff_t>(mostRows / 2);
        chunks_[c + 1].assign(std::make_move_iterator(half), std::make_move_iterator(from.end()));
        from.erase(half, from.end());
    }
    auto at(std::size_t c, std::size_t further) { return chunks_.begin() + static_cast<std::ptrdiff_t>(c + further); }
    std::vector<Chunk> chunks_;  // none is empty
    std::size_t size_{};
};

}  // namespace rivulet
