// SPDX-License-Identifier: BSL-1.0
// Taking elements out of a list, in one go.
#pragma once
#include <utility>

namespace rivulet::detail {

/// As std::erase_if of a vector or a List, but `gone(T&)` may also take what is in an element that goes. Whether there was one.
template <class L, class Gone>
bool removeIf(L& list, Gone gone) {
    auto to = list.begin();
    for (auto& element : list) {
        if (gone(element)) continue;
        if (&*to != &element) *to = std::move(element);
        ++to;
    }
    if (to == list.end()) return false;
    for (auto left = list.end() - to; left != 0; --left) list.pop_back();
    return true;
}

}  // namespace rivulet::detail
