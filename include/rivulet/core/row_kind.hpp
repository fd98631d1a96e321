// SPDX-License-Identifier: BSL-1.0
// The four kinds of change a row can stand for.
#pragma once
#include <string_view>

namespace rivulet {

/// Flink's RowKind. Accumulating kinds are insert and updateAfter; the others retract.
enum class RowKind : unsigned char { insert, updateBefore, updateAfter, delete_ };

/// Whether a row of this kind adds to what it meets; the others take away.
constexpr bool accumulates(RowKind k) { return k == RowKind::insert || k == RowKind::updateAfter; }

/// `+I`, `-U`, `+U` or `-D`.
constexpr std::string_view shortName(RowKind k) {
    switch (k) {
        case RowKind::insert: return "+I";
        case RowKind::updateBefore: return "-U";
        case RowKind::updateAfter: return "+U";
        case RowKind::delete_: return "-D";
    }
    return "??";
}

}  // namespace rivulet
