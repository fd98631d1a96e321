// SPDX-License-Identifier: BSL-1.0
// A row of VALUES whose rows are literals: a place in a table for each column.
#pragma once
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include <rivulet/lift/constants.hpp>
#include <rivulet/lift/kept.hpp>

namespace rivulet::detail::lifted {

/// Column I of operator O.
template <class Tag, int O, int I>
struct ConstantColumn {
    static constexpr int width = physicalOp<Tag, O>.keyCount, count = physicalOp<Tag, O>.itemCount / width;
    template <class Indexes> static constexpr void fill(Indexes& to) {
        for (int r = 0; r < count; ++r) to[r] = physicalOf<Tag>.items[physicalOp<Tag, O>.firstItem + r * width + I];
    }
    static constexpr SqlType type = [] {
        SqlType t = physicalOf<Tag>.exprs[physicalOf<Tag>.items[physicalOp<Tag, O>.firstItem + I]].type;
        for (int r = 0; r < count; ++r) t.nullable = t.nullable || physicalOf<Tag>.exprs[physicalOf<Tag>.items[physicalOp<Tag, O>.firstItem + r * width + I]].type.nullable;
        return t;
    }();
    using V = CppType<type.root, type.precision, type.scale>;
    using Value = std::conditional_t<type.isCharacter(), std::string_view, V>;
    using Result = std::conditional_t<type.nullable, std::optional<Value>, Value>;

    static Result at(std::size_t row) {
        using List = Constants<Tag, ConstantColumn>;
        static const std::vector<V> values = [] {
            std::vector<V> all;
            all.reserve(List::size);
            for (const plan::ListedConstant* c = List::table.at; c != List::table.at + List::size; ++c)
                all.push_back(c->kind == plan::ConstantKind::null ? V() : constantAs<V, type.root, type.precision, type.scale>(*c));
            return all;
        }();
        if constexpr (type.nullable) {
            if (List::table.at[row].kind == plan::ConstantKind::null) return std::nullopt;
        }
        return Result(Value(values[row]));
    }
};

template <class Tag, int O>
struct ConstantRow {
    std::size_t row;
    template <int I> auto at() const { return ConstantColumn<Tag, O, I>::at(row); }
};

}  // namespace rivulet::detail::lifted
