// SPDX-License-Identifier: BSL-1.0
// INTERSECT ALL and EXCEPT ALL: rows counted on both sides.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <rivulet/core/row_kind.hpp>
#include <rivulet/runtime/group_aggregate.hpp>

namespace rivulet {

enum class SetForm : unsigned char { intersectAll, exceptAll };

namespace detail {

template <SetForm Form>
struct SideCounts {
    static constexpr bool isIntersection = Form == SetForm::intersectAll;
    using Results = std::conditional_t<isIntersection, StoredRow<std::int64_t, std::int64_t>, StoredRow<std::int64_t>>;
    std::int64_t left{}, right{};
    auto results() const {
        if constexpr (isIntersection) return rowOf(left, right);
        else return rowOf(left - right);
    }
    static std::int64_t copies(const typename Results::View& counts) {
        if constexpr (isIntersection) return counts.template at<0>() < counts.template at<1>() ? counts.template at<0>() : counts.template at<1>();
        else return counts.template at<0>();
    }
};

}  // namespace detail

/// As Flink plans it, as an aggregation that counts, whose results are repeated: whenever a count changes, all copies of the row go with -U and
/// come back, as many as they are now, with +U (the first with +I; -D when the last row of both sides was taken away). NULL is NULL.
/// Row is the StoredRow of all columns; Retracts and Before as in GroupAggregate, whose settings and costs these are.
template <SetForm Form, class Row, bool Retracts, bool Before>
class SetCounts {
public:
    explicit SetCounts(GroupAggregateOptions options = {}) : counts_(std::move(options)) {}

    /// A row of the left or right input; `emit(RowKind, const Row&)`.
    template <class RowLike, class Emit>
    void process(RowKind kind, bool left, const RowLike& row, Emit&& emit) {
        counts_.process(kind, row, [left](Counts& c, bool add) { (left ? c.left : c.right) += add ? 1 : -1; }, Repeat<Emit>{emit});
    }
    /// Batch: every copy with +I.
    template <class Emit> void finish(Emit&& emit) { counts_.finish(Repeat<Emit>{emit}); }

    /// Different rows there are.
    std::size_t size() const { return counts_.size(); }
    std::size_t bytes() const { return counts_.bytes(); }

private:
    using Counts = detail::SideCounts<Form>;
    template <class Emit>
    struct Repeat {
        Emit& emit;
        void operator()(RowKind kind, const Row& row, const typename Counts::Results::View& counts) const {
            for (std::int64_t n = Counts::copies(counts); n > 0; --n) emit(kind, row);
        }
    };
    GroupAggregate<Row, Counts, Retracts, Before> counts_;
};

}  // namespace rivulet
