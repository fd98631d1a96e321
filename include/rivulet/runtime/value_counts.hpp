// SPDX-License-Identifier: BSL-1.0
// Values and how often each is there, by their hash.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>

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

    template <class F, std::size_t... I>
    static void spread(F& f, std::int64_t n, const Value& value, std::index_sequence<I...>) { f(n, value.template at<static_cast<int>(I)>()...); }

public:
    /// How often the value is there, now that it came (n = 1) or went (n = -1), or that many came at once. One that went before it came is owed: fewer than never.
    std::int64_t change(std::int64_t n, const auto&... views) {
        const auto made = counts_.tryEmplace(rowOf(views...), 0);
        if (made.second) held_ += heapBytes(made.first->key);
        const std::int64_t count = made.first->value += n;
        if (count == 0) {
            held_ -= heapBytes(made.first->key);
            counts_.erase(made.first);
        }
        return count;
    }
    /// `f(count, views...)` of each value, in no order to rely on.
    template <class F> void forEach(F f) const {
        counts_.forEach([&f](const Value& value, std::int64_t n) { spread(f, n, value, std::index_sequence_for<T...>{}); });
    }
    std::size_t bytes() const { return counts_.bytes() + held_; }
};

}  // namespace rivulet
