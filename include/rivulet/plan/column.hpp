// SPDX-License-Identifier: BSL-1.0
// An output column of a relation, and the kinds of change that the relation can carry.
#pragma once
#include <string_view>

#include <rivulet/core/row_kind.hpp>
#include <rivulet/schema/column.hpp>
#include <rivulet/types/sql_type.hpp>

namespace rivulet::plan {

struct Column {
    std::string_view name{};
    SqlType type{};
    TimeAttribute time{};
    bool onlyShown{};     // its time attribute: schemas show it, as Flink's do, but behind a regular join, or of a row of a match, it is a plain timestamp
    bool knownNotNull{};  // nullable by type, but a filter above the source keeps only rows that have a value
    constexpr bool operator==(const Column&) const = default;
    /// What operators over time may take the column for.
    constexpr TimeAttribute attribute() const { return onlyShown || time == TimeAttribute::shiftedRowtime ? TimeAttribute::none : time; }
};

/// Which kinds of change a relation can carry.
struct ChangelogMode {
    static constexpr unsigned char insert = 1, updateBefore = 2, updateAfter = 4, delete_ = 8, all = 15;
    static constexpr unsigned char bitOf(RowKind k) { return static_cast<unsigned char>(1u << static_cast<unsigned>(k)); }
    unsigned char bits{insert};
    constexpr bool insertOnly() const { return bits == insert; }
    constexpr bool operator==(const ChangelogMode&) const = default;
};

}  // namespace rivulet::plan
