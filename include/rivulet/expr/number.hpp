// SPDX-License-Identifier: BSL-1.0
// Numbers of any SQL type as the function needs them: a C++ number, or an exact decimal.
#pragma once
#include <cstdint>
#include <type_traits>

#include <rivulet/types/cast_number.hpp>

namespace rivulet::detail {

/// As a C++ number; a decimal only as a floating one.
template <class V, class T>
constexpr V number(const T& v) {
    if constexpr (isDecimal<T>) return v.template toFloating<V>();
    else return static_cast<V>(v);
}

/// An integer as the DECIMAL(digits, 0) that it counts as; a decimal is itself.
constexpr Decimal<3, 0> exact(std::int8_t v) { return v; }
constexpr Decimal<5, 0> exact(std::int16_t v) { return v; }
constexpr Decimal<10, 0> exact(std::int32_t v) { return v; }
template <std::same_as<std::int64_t> I> constexpr Decimal<19, 0> exact(I v) { return v; }
template <int P, int S> constexpr const Decimal<P, S>& exact(const Decimal<P, S>& v) { return v; }

}  // namespace rivulet::detail
