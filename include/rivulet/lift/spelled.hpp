// SPDX-License-Identifier: BSL-1.0
// The C++ type that a nested SQL type is where no user's own type stands for it: the result of CAST(x AS ARRAY<STRING>).
#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/core/fixed_string.hpp>
#include <rivulet/lift/tag.hpp>
#include <rivulet/reflect/row.hpp>
#include <rivulet/types/cpp_type.hpp>
#include <rivulet/types/sql_type.hpp>

namespace rivulet::detail::lifted {

/// Where a type stands: a cast of the tag's plan, or a field of such a type.
template <class Tag, int E> struct CastTarget { static constexpr SqlType type = physicalOf<Tag>.exprs[E].type; };
template <class Whole, int I> struct PartOf {
    static constexpr SqlType type = Whole::type.field(I).type;
    static constexpr std::size_t nameSize = Whole::type.field(I).name.size();
    static consteval auto name() {
        FixedString<nameSize + 1> text;
        for (std::size_t i = 0; i < nameSize; ++i) text.chars[i] = Whole::type.field(I).name[i];
        return text;
    }
};

/// Structured and RAW types are C++ types already; nothing else stands for them.
constexpr bool canBeSpelled(const SqlType& t) {
    if (t.root == TypeRoot::structured || t.root == TypeRoot::raw || t.root == TypeRoot::null) return false;
    for (int i = 0; i < t.fieldCount(); ++i)
        if (!canBeSpelled(t.field(i).type)) return false;
    return true;
}

template <class At> consteval auto spelled();
template <class At> using Spelled = typename decltype(spelled<At>())::type;

template <class At>
consteval auto spelledBare() {
    constexpr SqlType t = At::type;
    if constexpr (t.root == TypeRoot::array) return std::type_identity<std::vector<Spelled<PartOf<At, 0>>>>{};
    else if constexpr (t.root == TypeRoot::multiset) return std::type_identity<Multiset<Spelled<PartOf<At, 0>>>>{};
    else if constexpr (t.root == TypeRoot::map) return std::type_identity<std::map<Spelled<PartOf<At, 0>>, Spelled<PartOf<At, 1>>>>{};
    else if constexpr (t.root == TypeRoot::row)
        return []<std::size_t... I>(std::index_sequence<I...>) {
            return std::type_identity<Row<rivulet::Field<PartOf<At, static_cast<int>(I)>::name(), Spelled<PartOf<At, static_cast<int>(I)>>>...>>{};
        }(std::make_index_sequence<static_cast<std::size_t>(At::type.fieldCount())>{});
    else if constexpr (t.root == TypeRoot::char_ && t.precision > 0) return std::type_identity<Char<t.precision>>{};
    else if constexpr (t.root == TypeRoot::varchar && t.precision > 0 && t.precision != SqlType::unbounded) return std::type_identity<Varchar<t.precision>>{};
    else return std::type_identity<CppType<t.root, t.precision, t.scale>>{};
}
template <class At>
consteval auto spelled() {
    using Bare = typename decltype(spelledBare<At>())::type;
    if constexpr (At::type.nullable) return std::type_identity<std::optional<Bare>>{};
    else return std::type_identity<Bare>{};
}

}  // namespace rivulet::detail::lifted
