// SPDX-License-Identifier: BSL-1.0
// Long lists of literals as one table: the elements of IN, the branches of CASE x WHEN .., the rows of VALUES. A type of its own for each literal would
// cost the compiler a class and two functions; here it costs an element of an array, that is read into values when it is first used.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/core/exception.hpp>
#include <rivulet/expr/compare.hpp>
#include <rivulet/expr/element.hpp>
#include <rivulet/lift/literal.hpp>
#include <rivulet/lift/tag.hpp>
#include <rivulet/plan/constants.hpp>
#include <rivulet/types/cast.hpp>
#include <rivulet/types/cpp_type.hpp>

namespace rivulet::detail::lifted {

using plan::fewestConstants;

/// The list's literals. `List`: `count`, and `template <class Indexes> static constexpr void fill(Indexes&)`, which says which expressions they are.
template <class Tag, class List>
struct Constants {
    static constexpr auto size = static_cast<std::size_t>(List::count);
    struct Table {
        plan::ListedConstant at[size + 1]{};
        plan::ConstantKinds kinds{};
    };
    static constexpr Table make() {
        Table t{};
        short indexes[size + 1]{};
        List::fill(indexes);
        for (std::size_t i = 0; i < size && t.kinds.every; ++i) {
            t.at[i] = plan::constantOf(physicalOf<Tag>.exprs, indexes[i]);
            t.kinds.add(t.at[i]);
        }
        return t;
    }
    static constexpr Table table = make();
};

/// A constant, not NULL, as a V, the C++ type of Root(P, S).
template <class V, TypeRoot Root, int P, int S>
V constantAs(const plan::ListedConstant& c) {
    if constexpr (std::is_same_v<V, bool> || std::is_integral_v<V>) return static_cast<V>(c.integer);
    else if constexpr (std::is_floating_point_v<V>) {
        if (c.kind == plan::ConstantKind::integer) return static_cast<V>(c.integer);
        const double v = nearestDouble(c.text);
        return static_cast<V>(c.negative ? -v : v);
    } else if constexpr (Root == TypeRoot::decimal) return literalValue<Root, P, S>(c.text, c.negative);
    else if constexpr (std::is_same_v<V, std::string_view>) return c.text;
    else if constexpr (Root == TypeRoot::char_ || Root == TypeRoot::varchar) return c.cast ? V(castValue(CastTo<Root, P, S>{}, c.text)) : V(c.text);
    else return castValue(CastTo<Root, P, S>{}, c.text);
}
// ---- found by a value -------------------------------------------------------------------------------------------------

/// A type of constants and how it is spelled in SQL.
template <class T, TypeRoot Root = TypeRoot::unknown, int P = 0, int S = 0>
struct KeyType {
    using Type = T;
    static T of(const plan::ListedConstant& c) { return constantAs<T, Root, P, S>(c); }
};
/// What a V is compared with, one by one, in a list: all elements as one type, which compares with V as each of them does. `void` where there is none.
template <class V, auto Kinds>
consteval auto keyType() {
    constexpr bool exact = Kinds.integer || Kinds.decimal;
    if constexpr (!Kinds.every) return std::type_identity<void>{};
    else if constexpr (Kinds.text) {
        if constexpr (std::is_convertible_v<const V&, std::string_view>) return std::type_identity<KeyType<std::string_view>>{};
        else return std::type_identity<void>{};
    } else if constexpr (Kinds.moment) {
        if constexpr (std::is_arithmetic_v<V> || isDecimal<V>) return std::type_identity<void>{};
        else if constexpr (requires { SqlTraits<V>::type.root; }) {
            constexpr int precision = Kinds.root == TypeRoot::date ? 0 : Kinds.precision;
            if constexpr (SqlTraits<V>::type.root == Kinds.root) return std::type_identity<KeyType<CppType<Kinds.root, precision, 0>, Kinds.root, precision, 0>>{};
            else return std::type_identity<void>{};
        } else return std::type_identity<void>{};
    } else if constexpr (std::is_same_v<V, bool> || (!std::is_arithmetic_v<V> && !isDecimal<V>)) return std::type_identity<void>{};
    else if constexpr (std::is_same_v<V, double> && (Kinds.decimal || Kinds.approximate)) return std::type_identity<KeyType<double>>{};
    else if constexpr (Kinds.approximate && !exact) return std::type_identity<KeyType<double>>{};
    else if constexpr (Kinds.approximate || !exact) return std::type_identity<void>{};
    else if constexpr (!Kinds.decimal) return std::type_identity<KeyType<std::int64_t>>{};
    else if constexpr (Kinds.whole + Kinds.scale > 38) return std::type_identity<void>{};
    else if constexpr (std::is_floating_point_v<V>) return std::type_identity<void>{};  // FLOAT compares with an integer as FLOAT, with a decimal as DOUBLE
    else return std::type_identity<KeyType<Decimal<38, Kinds.scale>, TypeRoot::decimal, 38, Kinds.scale>>{};
}

/// Constants in order of value, for a V. Of equal ones the first of the list is found.
template <class V, class Key>
class ConstantIndex {
public:
    /// One that is not a value of its type (a text that is no date) is an error for whoever gets that far in the list: `brokenAt`.
    ConstantIndex(const plan::ListedConstant* constants, std::size_t count) {
        entries_.reserve(count);
        for (std::size_t i = 0; i < count && broken_ == nullptr; ++i) {
            if (constants[i].kind == plan::ConstantKind::null) continue;
            if (constants[i].kind != plan::ConstantKind::moment) add(constants[i], i);
            else {
                try {
                    add(constants[i], i);
                } catch (const DataError&) { broken_ = constants + i; }
            }
        }
        std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.key < b.key; });
    }
    /// Its place in the list, or -1.
    int find(const V& v) const {
        const auto at = std::lower_bound(entries_.begin(), entries_.end(), v, [](const Entry& e, const V& wanted) { return lessValues(e.key, wanted); });
        return at != entries_.end() && equalValues(at->key, v) ? at->place : -1;
    }
    /// Nothing before was equal.
    void passAll() const {
        if (broken_ != nullptr) [[unlikely]] (void)Key::of(*broken_);
    }

private:
    using Stored = std::remove_cvref_t<decltype(beside<V>(std::declval<const typename Key::Type&>()))>;
    struct Entry {
        Stored key;
        int place;
    };
    std::vector<Entry> entries_;
    const plan::ListedConstant* broken_{};

    void add(const plan::ListedConstant& c, std::size_t place) { entries_.push_back({Stored(beside<V>(Key::of(c))), static_cast<int>(place)}); }
};

/// The value that an X gives, as it is compared.
template <class X, class R, class C>
using ComparedValue = std::remove_cvref_t<decltype(elementValue(std::declval<std::remove_cvref_t<decltype(X::of(std::declval<const R&>(), std::declval<const C&>()))>&>()))>;
template <class Tag, class List, class V>
using KeyOfList = typename decltype(keyType<V, Constants<Tag, List>::table.kinds>())::type;

template <class Tag, class List, class V>
const auto& indexOfConstants() {
    static const ConstantIndex<V, KeyOfList<Tag, List, V>> index(Constants<Tag, List>::table.at, Constants<Tag, List>::size);
    return index;
}

}  // namespace rivulet::detail::lifted
