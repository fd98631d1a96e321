// SPDX-License-Identifier: BSL-1.0
// A column of a table's schema.
#pragma once
#include <string_view>

#include <rivulet/types/sql_type.hpp>

namespace rivulet {

/// Whether a column carries event time (`*ROWTIME*`) or processing time (`*PROCTIME*`). A row time plus or minus an interval is shown as one, too, but is
/// none that windows and joins over time could use (Flink).
enum class TimeAttribute : unsigned char { none, rowtime, proctime, shiftedRowtime };

/// Where a column's values come from: the row itself, an expression over other columns, or what travels beside the row.
enum class ColumnKind : unsigned char { physical, computed, metadata };

/// One column, as a value. Texts have static storage.
struct Column {
    std::string_view name{};
    SqlType type{};
    ColumnKind kind{};
    TimeAttribute time{};
    std::string_view expression{};   // computed: the text exactly as it was written
    std::string_view metadataKey{};  // metadata: empty where the key is the column's name
    bool isVirtual{};                // metadata: read, never written

    constexpr bool isPhysical() const { return kind == ColumnKind::physical; }
    constexpr std::string_view key() const { return metadataKey.empty() ? name : metadataKey; }
    friend constexpr bool operator==(const Column&, const Column&) = default;
};

}  // namespace rivulet
