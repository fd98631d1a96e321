// SPDX-License-Identifier: BSL-1.0
// The short name of a class.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

#include <rivulet/types/type_name.hpp>

namespace rivulet {
namespace detail {

// What stands before the last `::` outside of brackets is namespaces, classes or (GCC) the function around a local class.
constexpr std::string_view withoutScope(std::string_view name) {
    std::size_t from = 0;
    int depth = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if (c == '<' || c == '(' || c == '{') ++depth;
        else if (c == '>' || c == ')' || c == '}') --depth;
        else if (c == ':' && depth == 0 && i > 0 && name[i - 1] == ':') from = i + 1;
    }
    return name.substr(from);
}

}  // namespace detail

/// The name of a class without namespaces and enclosing functions: `User` for `app::User`. Template arguments stay as the
/// compiler writes them.
template <class T>
consteval std::string_view className() {
    if constexpr (std::is_same_v<T, std::string>) return "std::string";
    else return detail::withoutScope(detail::typeName<T>());
}

}  // namespace rivulet
