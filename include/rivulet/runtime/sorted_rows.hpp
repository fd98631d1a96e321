// SPDX-License-Identifier: BSL-1.0
// Rows in order, with their places: one small array while they are few, a list of such arrays when they are many.
#pragma once
#include <cstddef>
#include <iterator>
#include <memory>
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

    std::size_t size() const { return more_ ? more_->size : first_.size(); }
    std::size_t bytes() const {
        std::size_t n = more_ ? sizeof(*more_) + more_->chunks.capacity() * sizeof(Chunk) : 0;
        for (std::size_t c = 0; c < chunks(); ++c) {
            n += chunk(c).capacity() * sizeof(Row);
            for (const Row& r : chunk(c)) n += heapBytes(r);
        }
        return n;
    }
    const Row& operator[](Position p) const { return chunk(p.chunk)[p.index]; }
    const Row& last() const { return chunk(chunks() - 1).back(); }
    Position lastPosition() const { return {chunks() - 1, chunk(chunks() - 1).size() - 1}; }
    Position begin() const { return {0, 0}; }
    Position end() const { return {chunks(), 0}; }
    Position next(Position p) const { return ++p.index < chunk(p.chunk).size() ? p : Position{p.chunk + 1, 0}; }
    /// Rows before this one; if they are more than `enough`, any number that is more.
    std::size_t before(Position p, std::size_t enough) const {
        std::size_t n = 0;
        for (std::size_t c = 0; c < p.chunk && n <= enough; ++c) n += chunk(c).size();
        return n + p.index;
    }
    /// The row that has `n` rows before it; end() if there are no more than `n`.
    Position at(std::size_t n) const {
        std::size_t c = 0;
        while (c < chunks() && n >= chunk(c).size()) n -= chunk(c++).size();
        return c < chunks() ? Position{c, n} : end();
    }
    /// Behind all rows that do not come after this one.
    template <class R, class Less>
    Position upperBound(const R& row, Less& less) const {
        if (first_.empty()) return end();
        std::size_t low = 0;  // the last chunk whose first row does not come after, else the first one
        for (std::size_t high = chunks(); high - low > 1;) {
            const std::size_t middle = low + (high - low) / 2;
            (less(row, chunk(middle).front()) ? high : low) = middle;
        }
        const Chunk& rows = chunk(low);
        std::size_t from = 0;
        for (std::size_t to = rows.size(); from < to;) {
            const std::size_t middle = from + (to - from) / 2;
            if (less(row, rows[middle])) to = middle;
            else from = middle + 1;
        }
        return {low, from};
    }
    template <class R, class Less>
    Position insert(const R& row, Less& less) {
        Position p = first_.empty() ? begin() : upperBound(row, less);
        if (chunk(p.chunk).size() == mostRows) {
            split(p.chunk);
            if (p.index > mostRows / 2) p = {p.chunk + 1, p.index - mostRows / 2};
        }
        Chunk& rows = chunk(p.chunk);
        rows.emplace(rows.begin() + static_cast<std::ptrdiff_t>(p.index), row);
        if (more_) ++more_->size;
        return p;
    }
    void erase(Position p) {
        Chunk& rows = chunk(p.chunk);
        rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(p.index));
        if (more_) --more_->size;
        if (!rows.empty() && p.chunk + 1 < chunks() && rows.size() + chunk(p.chunk + 1).size() <= mostRows / 2) {
            for (Row& r : chunk(p.chunk + 1)) rows.push_back(std::move(r));
            remove(p.chunk + 1);
        } else if (rows.empty() && p.chunk > 0) {
            remove(p.chunk);
        } else if (rows.empty() && more_ && !more_->chunks.empty()) {
            first_.swap(chunk(1));
            remove(1);
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
        if (first_.empty()) return end();
        std::size_t low = 0;  // the last chunk whose first row comes before, else the first one
        for (std::size_t high = chunks(); high - low > 1;) {
            const std::size_t middle = low + (high - low) / 2;
            (less(chunk(middle).front(), row) ? low : high) = middle;
        }
        const Chunk& rows = chunk(low);
        std::size_t from = 0;
        for (std::size_t to = rows.size(); from < to;) {
            const std::size_t middle = from + (to - from) / 2;
            if (less(rows[middle], row)) from = middle + 1;
            else to = middle;
        }
        return from < rows.size() ? Position{low, from} : Position{low + 1, 0};
    }
    struct More {
        std::size_t size;  // of all rows
        std::vector<Chunk> chunks{};
    };
    std::size_t chunks() const { return first_.empty() ? 0 : more_ ? more_->chunks.size() + 1 : 1; }
    Chunk& chunk(std::size_t c) { return c == 0 ? first_ : more_->chunks[c - 1]; }
    const Chunk& chunk(std::size_t c) const { return c == 0 ? first_ : more_->chunks[c - 1]; }
    void split(std::size_t c) {
        if (!more_) more_.reset(new More{first_.size()});
        more_->chunks.emplace(more_->chunks.begin() + static_cast<std::ptrdiff_t>(c));
        Chunk& from = chunk(c);
        const auto half = from.begin() + static_cast<std::ptrdiff_t>(mostRows / 2);
        chunk(c + 1).assign(std::make_move_iterator(half), std::make_move_iterator(from.end()));
        from.erase(half, from.end());
    }
    // A chunk that is not the first.
    void remove(std::size_t c) { more_->chunks.erase(more_->chunks.begin() + static_cast<std::ptrdiff_t>(c - 1)); }

    Chunk first_;  // most partitions have no more; if there are others, none of all is empty
    std::unique_ptr<More> more_{};
};

}  // namespace rivulet
