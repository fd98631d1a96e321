// SPDX-License-Identifier: BSL-1.0
// Values and how often each is there, by their hash.
#pragma once
#include <cstddef>
#include <cstdint>

#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/state_map.hpp>
#include <rivulet/runtime/stored_row.hpp>

namespace rivulet {

/// Values of one or several columns; T as in StoredRow. NULL and NaN are values like others, 0.0 and -0.0 are two.
template <class... T>
class ValueCounts {
    using Value = StoredRow<T...>;
    StateMap<Value, std::int64_t, RowHash<Value>, RowEqual<Value>> counts_;
    std::size_t held_{};

public:
    /// How often the value is there, now that it came (n = 1) or went (n = -1). One that went before it came is owed: fewer than never.
    std::int64_t change(int n, const auto&... views) {
        const auto made = counts_.tryEmplace(rowOf(views...), 0);
        if (made.second) held_ += heapBytes(made.first->key);
        const std::int64_t count = made.first->value += n;
        if (count == 0) {
            held_ -= heapBytes(made.first->key);
            counts_.erase(made.first);
        }
        return count;
    }
    std::size_t bytes() const { return counts_.bytes() + held_; }
};

}  // namespace rivulet
