// SPDX-License-Identifier: BSL-1.0
// A C++ type's name, as the compiler spells it.
#pragma once
#include <string_view>

namespace rivulet::detail {

template <class T>
constexpr std::string_view prettyName() { return __PRETTY_FUNCTION__; }

/// `Order`, `std::vector<int>`; of a local or anonymous-namespace type whatever the compiler says.
template <class T>
constexpr std::string_view typeName() {
    constexpr std::string_view self = prettyName<T>(), sample = prettyName<int>();
    constexpr std::size_t before = sample.rfind("int");
    constexpr std::size_t after = sample.size() - before - 3;
    // GCC appends `; std::string_view = ..` to the list of template arguments, in both texts alike
    return self.substr(before, self.size() - before - after);
}
static_assert(typeName<bool>() == "bool" && typeName<unsigned>() == "unsigned int", "rivulet: this compiler spells the names of types in a way of its own");

}  // namespace rivulet::detail
