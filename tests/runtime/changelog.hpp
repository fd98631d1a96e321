// SPDX-License-Identifier: BSL-1.0
// What the operators' tests share: changes as text, as Flink prints them, and the table that they add up to.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/core/row_kind.hpp>
#include <rivulet/runtime/stored_row.hpp>

namespace changelog {

using rivulet::RowKind, rivulet::StoredRow;
inline constexpr RowKind I = RowKind::insert, UB = RowKind::updateBefore, UA = RowKind::updateAfter, D = RowKind::delete_;
using Text = std::string;
using Int = std::int32_t;
using MaybeInt = std::optional<std::int32_t>;
using MaybeText = std::optional<std::string>;
using Lines = std::vector<std::string>;

template <class T>
std::string valueText(const T& v) {
    if constexpr (requires { v.has_value(); }) return v ? valueText(*v) : "null";
    else if constexpr (std::is_convertible_v<T, std::string_view>) return std::string(std::string_view(v));
    else if constexpr (std::is_same_v<T, rivulet::Absent>) return "_";
    else return std::to_string(v);
}
template <int Columns, class Row>
std::string rowText(const Row& row) {
    return [&]<std::size_t... C>(std::index_sequence<C...>) {
        std::string s;
        ((s += (C ? ", " : "") + valueText(row.template at<static_cast<int>(C)>())), ...);
        return s;
    }(std::make_index_sequence<static_cast<std::size_t>(Columns)>{});
}
template <class... T> std::string rowText(const StoredRow<T...>& row) { return rowText<static_cast<int>(sizeof...(T))>(row); }
template <class... T> std::string rowText(const rivulet::RowView<T...>& row) { return rowText<static_cast<int>(sizeof...(T))>(row); }
inline std::string line(RowKind kind, const std::string& columns) { return std::string(shortName(kind)) + "[" + columns + "]"; }

/// How often each row is there after the changes so far.
class Table {
public:
    /// Takes the lines over.
    const std::map<std::string, int>& after(Lines& lines) {
        for (const std::string& l : lines) {
            const std::string row = l.substr(2);
            if ((rows_[row] += l[0] == '+' ? 1 : -1) == 0) rows_.erase(row);
        }
        lines.clear();
        return rows_;
    }

private:
    std::map<std::string, int> rows_;
};

/// Small numbers at random, the same on every machine.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 1) {}
    int below(int n) {
        state_ ^= state_ << 13; state_ ^= state_ >> 7; state_ ^= state_ << 17;
        return static_cast<int>((state_ >> 20) % static_cast<std::uint64_t>(n));
    }

private:
    std::uint64_t state_;
};

}  // namespace changelog
