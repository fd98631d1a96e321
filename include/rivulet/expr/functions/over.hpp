// SPDX-License-Identifier: BSL-1.0
// Functions that only OVER windows have: where a row stands in its partition, and what other rows of it hold.
//
// A function of the place has `template <class Place> static R at(const Place& place, arguments..)`, where a Place is a runtime's OverPlace, and says in `reads`
// what of it a row in streaming depends on, as bits: 1 row, 2 firstPeer, 4 group. LAG and LEAD have the `direction` in which they look; LAG is an
// aggregate, too, of the rows up to the current one, which is what streaming has.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include <rivulet/expr/aggregates/kept.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

namespace shared {

constexpr void placeOf(Typing& t) { t.result = sqltype::bigint; }
constexpr void shareOf(Typing& t) { t.result = sqltype::double_; }

}  // namespace shared

/// ROW_NUMBER(): the place of the row, from 1; rows that are equal in the order have places as they came. BIGINT NOT NULL.
struct RowNumber {
    static constexpr FunctionInfo info{.name = "ROW_NUMBER", .aggregate = true, .ofNothing = true, .window = true, .typing = &shared::placeOf};
    static constexpr unsigned char reads = 1;
    template <class Place> static constexpr std::int64_t at(const Place& p) { return p.row + 1; }
};

/// RANK(): the place of the first row that is equal to it in the order, from 1. BIGINT NOT NULL.
struct Rank {
    static constexpr FunctionInfo info{.name = "RANK", .aggregate = true, .ofNothing = true, .window = true, .typing = &shared::placeOf};
    static constexpr unsigned char reads = 2;
    template <class Place> static constexpr std::int64_t at(const Place& p) { return p.firstPeer + 1; }
};

/// DENSE_RANK(): the number of its group of rows that are equal in the order, from 1. BIGINT NOT NULL.
struct DenseRank {
    static constexpr FunctionInfo info{.name = "DENSE_RANK", .aggregate = true, .ofNothing = true, .window = true, .typing = &shared::placeOf};
    static constexpr unsigned char reads = 4;
    template <class Place> static constexpr std::int64_t at(const Place& p) { return p.group + 1; }
};

/// PERCENT_RANK(): (RANK() - 1) / (rows - 1), 0 of a single row. DOUBLE NOT NULL. Batch only, as in Flink.
struct PercentRank {
    static constexpr FunctionInfo info{.name = "PERCENT_RANK", .aggregate = true, .ofNothing = true, .batchOnly = true, .window = true, .typing = &shared::shareOf};
    static constexpr unsigned char reads = 0;
    template <class Place> static constexpr double at(const Place& p) { return p.rows > 1 ? static_cast<double>(p.firstPeer) / static_cast<double>(p.rows - 1) : 0; }
};

/// CUME_DIST(): the share of rows that do not come after it in the order, so that rows that are equal there share one value. DOUBLE NOT NULL. Batch only, as in
/// Flink (whose value differs between equal rows).
struct CumeDist {
    static constexpr FunctionInfo info{.name = "CUME_DIST", .aggregate = true, .ofNothing = true, .batchOnly = true, .window = true, .typing = &shared::shareOf};
    static constexpr unsigned char reads = 0;
    template <class Place> static constexpr double at(const Place& p) { return static_cast<double>(p.endPeers) / static_cast<double>(p.rows); }
};

/// NTILE(n): which of n parts, as equal as can be and the larger ones first, the row is in, from 1; n is a literal. BIGINT NOT NULL. Batch only, as in Flink.
struct Ntile {
    static constexpr void typing(Typing& t) {
        if (!t.arguments[0].isLiteral || t.arguments[0].integer < 1) return t.refuse(0, "a whole number from 1");
        shared::placeOf(t);
    }
    static constexpr FunctionInfo info{.name = "NTILE", .minArguments = 1, .maxArguments = 1, .aggregate = true, .ofNothing = true, .batchOnly = true, .window = true, .typing = &typing};
    static constexpr unsigned char reads = 0;
    template <class Place> static constexpr std::int64_t at(const Place& p, std::int64_t parts) {
        const std::int64_t size = p.rows / parts, larger = p.rows % parts, inLarger = larger * (size + 1);
        return 1 + (p.row < inLarger ? p.row / (size + 1) : larger + (p.row - inLarger) / size);
    }
};

namespace shared {

// (value[, offset[, default]]): of the value's type, nullable unless neither the value nor the default is.
constexpr void otherRow(Typing& t) {
    if (t.isNull(0)) return t.refuse(0, "a value with a type, such as CAST(NULL AS INT)");
    if (t.count > 1 && (!t.arguments[1].isLiteral || t.arguments[1].integer < 0)) return t.refuse(1, "a whole number from 0");
    const SqlType type = t.type(0);
    if (t.count > 2) {
        if (!t.isNull(2) && commonType(type, t.type(2)).root == TypeRoot::unknown) return t.refuse(2, "a value of the first argument's type");
        if (t.isNull(2)) t.arguments[2].castTo = type.orNull(true);
        else t.coerce(2, type);
    }
    t.result = type.withNullable(type.nullable || t.count < 3 || t.isNull(2) || t.type(2).nullable);
}

}  // namespace shared

/// LAG(x[, offset[, default]]): x of the row that many rows before (1 if it is not said), a NULL as it is; the default (NULL) where there is no such row. Of
/// x's type, nullable unless neither x nor the default is. In streaming rows of one time, where that is the order, share the answer of the last one (Flink).
struct Lag {
    static constexpr FunctionInfo info{.name = "LAG", .minArguments = 1, .maxArguments = 3, .aggregate = true, .window = true, .typing = &shared::otherRow};
    static constexpr int direction = -1;

    // The last rows' values, up to as many as the offset and one; then a ring.
    template <class R, bool Retracts, class... A>
    class Accumulator {
        using Value = std::optional<Bare<R>>;
        std::vector<Value> ring_;
        std::size_t next_{};
        bool full_{};
        Value otherwise_{};

        void take(const auto& view, std::int64_t offset) {
            Value& last = full_ ? ring_[next_] : ring_.emplace_back();
            if (present(view)) detail::keep(last, bare(view));
            else last.reset();
            if (!full_) full_ = ring_.size() == static_cast<std::size_t>(offset) + 1;
            else if (++next_ == ring_.size()) next_ = 0;
        }

    public:
        void add(const auto& view) { take(view, 1); }
        void add(const auto& view, std::int64_t offset) { take(view, offset); }
        void add(const auto& view, std::int64_t offset, const auto& otherwise) {
            take(view, offset);
            if (present(otherwise)) detail::keep(otherwise_, bare(otherwise));
        }
        const auto& result() const {
            const Value& value = full_ ? ring_[next_] : otherwise_;
            if constexpr (Optional<R>) return value;
            else return *value;
        }
        std::size_t bytes() const {
            std::size_t n = ring_.capacity() * sizeof(Value) + detail::heldBytes(otherwise_);
            for (const Value& v : ring_) n += detail::heldBytes(v);
            return n;
        }
    };
};

/// LEAD(x[, offset[, default]]): as LAG, of a row behind. Batch only, as in Flink.
struct Lead {
    static constexpr FunctionInfo info{.name = "LEAD", .minArguments = 1, .maxArguments = 3, .aggregate = true, .batchOnly = true, .window = true, .typing = &shared::otherRow};
    static constexpr int direction = 1;
};

}  // namespace rivulet::functions
