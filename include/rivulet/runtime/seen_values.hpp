// SPDX-License-Identifier: BSL-1.0
// Values that several have seen, or not yet.
#pragma once
#include <cstddef>
#include <cstdint>

#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/state_map.hpp>
#include <rivulet/runtime/stored_row.hpp>

namespace rivulet {

/// Values of one or several columns, of which up to 32 observers each have seen some; T as in StoredRow. NULL and NaN are values like others. One look-up
/// a value, whoever sees it.
template <class... T>
class SeenValues {
    using Value = StoredRow<T...>;
    StateMap<Value, std::uint32_t, RowHash<Value>, RowEqual<Value>> seen_;
    std::size_t held_{};

public:
    /// Those of `observers`, a bit each, that see the value for the first time.
    std::uint32_t see(std::uint32_t observers, const auto&... views) {
        const auto [entry, isNew] = seen_.tryEmplace(rowOf(views...), std::uint32_t{0});
        if (isNew) held_ += heapBytes(entry->key);
        const std::uint32_t fresh = observers & ~entry->value;
        entry->value |= observers;
        return fresh;
    }
    std::size_t bytes() const { return seen_.bytes() + held_; }
};

}  // namespace rivulet
