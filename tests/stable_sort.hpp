// SPDX-License-Identifier: BSL-1.0
// Sorting that keeps the order of equals. Clang 19 calls what std::stable_sort of libstdc++ 12 does inside deprecated, an error here.
#pragma once
#include <algorithm>

namespace test {

template <class List, class Less>
void stableSort(List& list, Less less) {
    for (auto at = list.begin(); at != list.end(); ++at) std::rotate(std::upper_bound(list.begin(), at, *at, less), at, at + 1);
}

}  // namespace test
