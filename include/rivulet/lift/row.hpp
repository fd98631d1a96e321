// SPDX-License-Identifier: BSL-1.0
// Rows as expressions see them: columns by number, as canonical values.
#pragma once
#include <optional>
#include <type_traits>
#include <utility>

#include <rivulet/core/pack.hpp>
#include <rivulet/reflect/reflection.hpp>
#include <rivulet/types/sql_traits.hpp>

namespace rivulet::detail {

/// A row of a stream.
template <class T>
struct StreamRow {
    const T& value;
    template <int I> constexpr decltype(auto) at() const {
        using Field = std::remove_cvref_t<typename Reflection<T>::template Type<I>>;
        return SqlTraits<Field>::toValue(Reflection<T>::template get<I>(value));
    }
};

/// The one row of a SELECT without FROM.
struct NoColumns {};

/// The outputs of an operator as the row of its consumer; each is computed where it is read.
template <class Row, class Context, class... Outputs>
struct OutputRow {
    const Row& row;
    const Context& context;
    template <int I> constexpr decltype(auto) at() const { return PackElement<I, Pack<Outputs...>>::of(row, context); }
};

/// A row with one more value that is read more than once. It is computed when it is first read: not before, because
/// what guards it (a filter, a CASE) may be there to keep it from failing.
template <class Row, class Context, int Index, class Definition>
class SlotRow {
public:
    constexpr SlotRow(const Row& row, const Context& context) : row_(row), context_(context) {}
    template <int I> constexpr decltype(auto) at() const { return row_.template at<I>(); }
    template <int I> constexpr const auto& slot() const {
        if constexpr (I < Index) return row_.template slot<I>();
        else {
            if (!memo_) memo_.emplace(Definition::of(row_, context_));
            return *memo_;
        }
    }

private:
    using Value = std::remove_cvref_t<decltype(Definition::of(std::declval<const Row&>(), std::declval<const Context&>()))>;
    const Row& row_;
    const Context& context_;
    mutable std::optional<Value> memo_;
};

}  // namespace rivulet::detail
