// SPDX-License-Identifier: BSL-1.0
// RAW columns in rows that an operator keeps and has to find again: their C++ type must then tell its values apart.
#pragma once
#include <cstddef>
#include <type_traits>
#include <utility>

#include <rivulet/core/error.hpp>
#include <rivulet/expr/typing_rules.hpp>
#include <rivulet/lift/kept.hpp>
#include <rivulet/runtime/key.hpp>
#include <rivulet/schema/resolve.hpp>

namespace rivulet::detail {

struct KeptPlace {
    int op, side, column;
};

/// Whether rows of this side are compared as a whole: by a join without a unique key, a ranking that rows leave, a normalisation, the last rows to come.
constexpr bool comparesRows(const plan::PhysicalOp& op, int side) {
    switch (op.kind) {
        case plan::NodeKind::temporalJoin:
            if (op.bounds.right >= 0 || side == 0) return false;
            [[fallthrough]];
        case plan::NodeKind::join: return op.inputs[side].unique == plan::UniqueForm::none;
        case plan::NodeKind::rank: return op.inputs[side].updates;
        case plan::NodeKind::normalize: return true;
        case plan::NodeKind::deduplicate: return op.last && op.inputs[side].time < 0;
        default: return false;
    }
}
/// Whether a result of the aggregation is RAW: it is compared with the one before.
constexpr bool comparesResults(const plan::PhysicalView& p, const plan::PhysicalOp& op) {
    if (op.kind != plan::NodeKind::aggregate) return false;
    for (int i = 0; i < op.itemCount; ++i)
        if (const short e = p.items[op.firstItem + i]; e >= 0 && rules::hasRaw(p.exprs[e].type)) return true;
    return false;
}
/// Gives the RAW columns that are compared to `take`, one after the other.
template <class F>
constexpr void rawPlaces(const plan::PhysicalView& p, F&& take) {
    for (int o = 0; o < p.opCount; ++o)
        for (int s = 0; s < 2; ++s) {
            const plan::PhysicalInput& in = p.ops[o].inputs[s];
            const bool results = comparesResults(p, p.ops[o]), rows = comparesRows(p.ops[o], s);
            if (!results && !rows) continue;
            for (int c = 0; c < in.columnCount; ++c)
                if (const short e = p.items[in.firstColumn + c]; e >= 0 && (results || c >= plan::ColumnSet::most || in.kept.has(c)) && rules::hasRaw(p.exprs[e].type)) take(KeptPlace{o, s, c});
        }
}

template <class Tag> inline constexpr int rawPlaceCount = [] {
    int n = 0;
    rawPlaces(physicalOf<Tag>.view(), [&](KeptPlace) { ++n; });
    return n;
}();
template <class Tag>
struct RawPlaces {
    KeptPlace at[static_cast<std::size_t>(rawPlaceCount<Tag>) + 1]{};
    constexpr RawPlaces() {
        int n = 0;
        rawPlaces(physicalOf<Tag>.view(), [&](KeptPlace p) { at[n++] = p; });
    }
};
template <class Tag> inline constexpr RawPlaces<Tag> rawPlacesOf{};

template <class Tag, int I>
constexpr void findIndistinct(Error& e) {
    constexpr KeptPlace p = rawPlacesOf<Tag>.at[I];
    using T = Bare<InputColumn<Tag, p.op, p.side, p.column>>;
    if constexpr (!HashableKey<T> || !std::is_default_constructible_v<T>) {
        if (e) return;
        const plan::Expr& column = physicalOf<Tag>.exprs[physicalOf<Tag>.items[physicalInput<Tag, p.op, p.side>.firstColumn + p.column]];
        e.code = ErrorCode::typeMismatch;
        e.subject = column.text;
        e.expected = "==, a hash and a default";
        nameType(e.foundText, column.type);
    }
}

/// Why rows that are kept cannot be told apart, or not be kept: the RAW column's C++ type lacks `==`, a hash or a default.
template <class Tag>
consteval Error indistinctOf() {
    Error e{};
    [&]<std::size_t... I>(std::index_sequence<I...>) { (findIndistinct<Tag, static_cast<int>(I)>(e), ...); }(std::make_index_sequence<static_cast<std::size_t>(rawPlaceCount<Tag>)>{});
    return e;
}

}  // namespace rivulet::detail
