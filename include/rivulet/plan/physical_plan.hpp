// SPDX-License-Identifier: BSL-1.0
// A physical plan, still values. An operator is a core (a scan, a group, a join, ..) whose raw row is seen through a predicate and a
// list of outputs: filters and projections above it were substituted into those, so nothing is materialised between them and the
// lifted code is one loop. A UNION ALL is several operators with one consumer; what several consumers read is an operator and others, before it,
// that are `reused`: the same core row through predicates and outputs of their own.
#pragma once
#include <cstddef>

#include <rivulet/plan/plan.hpp>

namespace rivulet::plan {

/// How an input of a join is told apart row by row, which decides how it is kept.
enum class UniqueForm : unsigned char {
    none,       // equal rows are counted
    own,        // a unique key of its own
    inJoinKey   // the join key holds a unique key: one row a key
};

/// One of the inputs of an operator that keeps state; expressions are over the rows of that input.
struct PhysicalInput {
    short firstColumn{}, columnCount{};    // items: a column expression each, for its type; -1: it does not come
    ColumnSet kept{};                      // of those that come: which are kept with the row; others are only computed with, or are parts of the key
    ColumnSet shared{};                    // rank: of the columns that come, those that all rows of a key have in common and that are not kept: the row that comes has them
    short firstKey{};                      // items: what groups, partitions or joins
    short firstUnique{}, uniqueCount{};    // UniqueForm::own, of a join, or of a rank whose input says all in new rows: items, columns
    UniqueForm unique{};
    short time{-1};                        // what says when a row was, or where its window ends, as an expression
    long long keptAfter{};                 // join, where there is a time: rows stay while it is more than so many milliseconds after the watermark of the other side
    short windowStart{-1};                 // windowAggregate: where it starts
    bool updates{};                        // it brings more than inserts
};

struct PhysicalOp {
    NodeKind kind{};                       // neither filter, project nor unionAll
    JoinKind join{};                       // join, unnest
    unsigned char mode{};                  // scan: the kinds that its rows may have
    bool before{true};                     // rows before an update are wanted from it
    bool versions{};                       // its consumer takes rows as versions, and is told of those that its predicate drops
    bool reused{};                         // operators before this one read its rows, too
    bool skipsBefore{};                    // it, or another of those, makes rows before an update for others only: they end here
    bool ranked{}, ordinality{};           // rank; unnest
    bool stamped{};                        // scan
    unsigned char side{};                  // which input of the consumer this is
    short source{-1};                      // scan: which; reused: the operator whose rows these are
    short consumer{-1};                    // -1: the sink
    short predicate{-1};                   // over the core row and the slots
    short firstOutput{}, outputCount{};    // items: expressions over the core row and the slots; -1: nobody reads it
    short firstSlot{}, slotCount{};        // items: expressions that may read slots before them
    PhysicalInput inputs[2]{};
    short keyCount{}, orderCount{};        // orderCount: over; match, what orders rows of one time
    TimeAttribute orderTime{};             // over, intervalJoin
    bool keepsPlaces{};                    // over of another: a row that is corrected stays where it was among its equals
    unsigned long long nullSafe{};         // join: bit i, key i matches NULL with NULL
    short firstItem{}, itemCount{};        // aggregate: aggregates, -1 if nobody reads it; rank, sort: order; expand: sets; unnest: what;
                                           // over: order, then calls, -1 if nobody reads it;
                                           // values: literals row by row, keyCount of them in each; none: one row without columns;
                                           // match: order, variables, measures (-1 if nobody reads it), then aggregates of conditions
    short condition{-1};                   // join, unnest: over the core row, what else must hold; watermark: what it is after a row; rank: the last place
    Windowing windowing{};
    WindowColumns windowColumns{};         // windowAggregate: of its core row
    bool sliced{};                         // windowAggregate: puts windows together from slices; window: brings it those
    TimeBounds bounds{};
    Frame frame{};
    MatchForm matching{};
    bool last{};                           // deduplicate
    long long limit{-1}, offset{};
};

struct PhysicalView {
    const Expr* exprs{};
    const PhysicalOp* ops{};
    const short* items{};
    short exprCount{}, opCount{}, itemCount{};
};

template <int Exprs, int Ops, int Items>
struct PhysicalPlan {
    Expr exprs[static_cast<std::size_t>(Exprs) + 1]{};
    PhysicalOp ops[static_cast<std::size_t>(Ops) + 1]{};
    short items[static_cast<std::size_t>(Items) + 1]{};
    short exprCount{}, opCount{}, itemCount{};
    Error error{};
    constexpr PhysicalView view() const { return {exprs, ops, items, exprCount, opCount, itemCount}; }
};

template <int E, int O, int I>
constexpr PhysicalPlan<E, O, I> exactPhysical(const auto& draft) {
    PhysicalPlan<E, O, I> p{};
    for (int i = 0; i < E; ++i) p.exprs[i] = draft.exprs[i];
    for (int i = 0; i < O; ++i) p.ops[i] = draft.ops[i];
    for (int i = 0; i < I; ++i) p.items[i] = draft.items[i];
    p.exprCount = E;
    p.opCount = O;
    p.itemCount = I;
    p.error = draft.error;
    return p;
}

}  // namespace rivulet::plan
