// SPDX-License-Identifier: BSL-1.0
// The rows of a match, or of one that is still being found.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/runtime/state_bytes.hpp>

namespace rivulet {

/// In place of a variable's number: all rows of the match.
inline constexpr int everyVariable = -1;

namespace detail {

// Rows of one partition in order, by their number in it; those in front go when nothing begins at them or before.
template <class Row>
class NumberedRows {
public:
    std::uint64_t end() const { return first_ + (rows_.size() - gone_); }
    std::size_t size() const { return rows_.size() - gone_; }
    const Row& operator[](std::uint64_t number) const { return rows_[gone_ + static_cast<std::size_t>(number - first_)]; }
    void push(Row&& row) { rows_.push_back(std::move(row)); }
    void dropBefore(std::uint64_t number) {
        if (number <= first_) return;
        gone_ += static_cast<std::size_t>(number - first_);
        first_ = number;
        if (gone_ * 2 < rows_.size()) return;  // so that each row is moved once, on average
        rows_.erase(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(gone_));
        gone_ = 0;
    }
    void clear() {
        rows_.clear();
        gone_ = 0;
        first_ = 0;
    }
    std::size_t bytes() const {
        std::size_t n = rows_.capacity() * sizeof(Row);
        for (const Row& row : rows_) n += heapBytes(row);
        return n;
    }

private:
    std::vector<Row> rows_;
    std::size_t gone_{};     // in front of rows_, no longer needed
    std::uint64_t first_{};  // the number of the first row that is
};

// Rows of a match follow each other and variables have their order: a match is where it begins and where each variable ends.
template <int Variables, class Running>
struct MatchSpan {
    std::uint64_t start;                // the number of its first row
    int at;                             // the variable that may take the next row; Variables: the match is complete
    std::uint32_t ends[static_cast<std::size_t>(Variables) + 1]{};  // rows up to the last one of variables 0..at; complete: of all, once more
    [[no_unique_address]] Running running{};

    explicit MatchSpan(std::uint64_t first) : start(first), at(0) {}
    // Rows before the first one of a variable, and up to its last one; a variable behind `at` has none.
    std::uint32_t begin(int variable) const { return variable == 0 ? 0 : end(variable - 1); }
    std::uint32_t end(int variable) const { return ends[variable < at ? variable : at]; }
    std::uint32_t taken() const { return ends[at] - begin(at); }  // by the variable that may take the next row
    void proceed() {
        ends[at + 1] = ends[at];
        ++at;
    }
};

}  // namespace detail

/// What a condition or a measure sees: the rows of each variable, in order of time. A condition is asked with the row in question as the last one of its
/// variable: is it true then, the row is taken. Valid during the call.
template <class Row, int Variables, class Running>
class MatchRows {
public:
    using Kept = Row;
    using Span = detail::MatchSpan<Variables, Running>;
    MatchRows(const detail::NumberedRows<Row>& rows, const Span& span) : rows_(rows), span_(span) {}

    /// Rows that a variable took; or all, everyVariable.
    std::size_t size(int variable) const { return std::size_t{end(variable)} - begin(variable); }
    /// The row that has `n` rows of the variable before it, behind it; null if there is none. A look-up costs an index.
    const Row* first(int variable, std::size_t n = 0) const { return n < size(variable) ? &rows_[span_.start + begin(variable) + n] : nullptr; }
    const Row* last(int variable, std::size_t n = 0) const { return n < size(variable) ? &rows_[span_.start + end(variable) - 1 - n] : nullptr; }
    /// What the pattern sums up while variables take rows.
    const Running& running() const { return span_.running; }

private:
    std::uint32_t begin(int variable) const { return variable == everyVariable ? 0 : span_.begin(variable); }
    std::uint32_t end(int variable) const { return span_.end(variable == everyVariable ? Variables - 1 : variable); }
    const detail::NumberedRows<Row>& rows_;
    const Span& span_;
};

}  // namespace rivulet
