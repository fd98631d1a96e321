// SPDX-License-Identifier: BSL-1.0
// A table's schema when everything is known: columns with types, watermark, primary key.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/core/error.hpp>
#include <rivulet/core/text.hpp>
#include <rivulet/schema/column.hpp>

namespace rivulet {

struct Watermark {
    std::string_view column{};
    std::string_view expression{};  // as it was written
    SqlType type{};                 // the expression's
    int part{-1};                   // an expression object: its number among the schema's parts
    constexpr explicit operator bool() const { return !column.empty(); }
    friend constexpr bool operator==(const Watermark& a, const Watermark& b) { return a.column == b.column && a.expression == b.expression && a.type == b.type; }
};

struct PrimaryKey {
    static constexpr int most = 16;
    std::string_view name{};        // empty: PK_<column>_<column>
    std::string_view columns[most]{};
    int count{};
    constexpr explicit operator bool() const { return count > 0; }
    constexpr bool has(std::string_view column) const {
        for (int i = 0; i < count; ++i)
            if (columns[i] == column) return true;
        return false;
    }
    // written out: GCC 12 takes the defaulted comparison of the array for a modification in constant evaluation
    friend constexpr bool operator==(const PrimaryKey& a, const PrimaryKey& b) {
        if (a.count != b.count || a.name != b.name) return false;
        for (int i = 0; i < a.count; ++i)
            if (a.columns[i] != b.columns[i]) return false;
        return true;
    }
};

/// Up to N columns by value: a constant at compile time, an ordinary object at run time. `error` says why there is no schema.
///
/// `all` holds the stream's columns with their declared types, then computed and metadata columns. Where a projection is put
/// on top (only some columns declared, or in another order) `projected` is set and `visible` tells which are left; computed
/// columns and the watermark may read those that are not.
template <int N>
struct ResolvedSchema {
    static constexpr int most = N;
    static constexpr std::size_t room = N > 0 ? static_cast<std::size_t>(N) : 1;

    Column all[room]{};
    int expression[room]{};         // of `all`: an expression object's number among the schema's parts; -1 for text or none
    int allCount{};
    int visible[room]{};
    int visibleCount{};
    bool projected{};
    Watermark watermark{};
    PrimaryKey primaryKey{};
    Error error{};
    std::string_view errorText{};   // the text that error.position points into

    constexpr int columnCount() const { return visibleCount; }
    /// The table's i-th column.
    constexpr const Column& column(int i) const { return all[visible[i]]; }
    /// Its place, or -1.
    constexpr int find(std::string_view name) const {
        for (int i = 0; i < visibleCount; ++i)
            if (column(i).name == name) return i;
        return -1;
    }
    /// What is read of a stream whose own columns come first in `all`.
    constexpr bool isPhysical(int i) const { return all[i].isPhysical(); }

    constexpr void add(const Column& c, int part = -1) {
        expression[allCount] = part;
        visible[visibleCount++] = allCount;
        all[allCount++] = c;
    }

    /// Equal as tables: the same columns, and, unless a projection hides them, the same watermark and key.
    template <int M>
    friend constexpr bool operator==(const ResolvedSchema& a, const ResolvedSchema<M>& b) {
        if (a.visibleCount != b.visibleCount || a.projected != b.projected || a.error.code != b.error.code) return false;
        for (int i = 0; i < a.visibleCount; ++i) {
            const Column &x = a.column(i), &y = b.column(i);
            if (a.projected ? x.name != y.name || !(x.type == y.type) || x.time != y.time : !(x == y)) return false;
        }
        return a.projected || (a.watermark == b.watermark && a.primaryKey == b.primaryKey);
    }
};

/// The schema of columns as they are.
template <int N>
constexpr ResolvedSchema<N> schemaOfColumns(const Column* columns, int count) {
    ResolvedSchema<N> s;
    for (int i = 0; i < count; ++i) s.add(columns[i]);
    return s;
}

/// Renames the first columns, as Table.as does: a projection, so that computed and metadata columns, watermark and key are
/// no longer part of the schema's text. Too many names or two equal ones are refused.
template <int N>
constexpr ResolvedSchema<N> renamed(const ResolvedSchema<N>& schema, const std::string_view* names, int count) {
    ResolvedSchema<N> s = schema;
    s.projected = true;
    if (count > s.visibleCount) {
        s.error = {.code = ErrorCode::tooManyNames, .subject = names[s.visibleCount]};
        for (int i = 0; i < schema.visibleCount; ++i) s.error.know(schema.column(i).name);
        return s;
    }
    for (int i = 0; i < count; ++i) s.all[s.visible[i]].name = names[i];
    for (int i = 1; i < s.visibleCount; ++i)
        for (int j = 0; j < i; ++j)
            if (s.column(i).name == s.column(j).name) {
                s.error = {.code = ErrorCode::duplicateColumn, .subject = s.column(i).name};
                return s;
            }
    return s;
}

}  // namespace rivulet
