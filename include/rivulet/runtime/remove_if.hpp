// SPDX-License-Identifier: BSL-1.0
// Taking elements out of a list, in one go.
#pragma once
#include <utility>
#include <vector>

namespace rivulet::detail {

/// As std::erase_if, but `gone(T&)` may also take what is in an element that goes. Whether there was one.
template <class T, class Gone>
bool removeIf(std::vector<T>& list, Gone gone) {
    auto to = list.begin();
    for (T& element : list) {
        if (gone(element)) continue;
        if (&*to != &element) *to = std::move(element);
        ++to;
    }
    if (to == list.end()) return false;
    list.erase(to, list.end());
    return true;
}

}  // namespace rivulet::detail
