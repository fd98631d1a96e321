// SPDX-License-Identifier: BSL-1.0
// Calls of functions as the plan makes them, for tests of what they compute.
#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <rivulet/expr/catalogue.hpp>

namespace evaluation {

using namespace rivulet;
using namespace rivulet::functions;
using namespace std::string_view_literals;

inline constexpr auto null = std::nullopt;
using Bool3 = std::optional<bool>;
using Int = std::optional<std::int32_t>;
using Text = std::optional<std::string>;
using View = std::optional<std::string_view>;

// A strict call whose result is nullable in the plan.
template <class F, class V, class... A>
constexpr std::optional<V> run(const A&... a) { return applyStrict<F, std::optional<V>>(a...); }
// A call that is not strict; R as the plan has it.
template <class F, class R, class... A>
constexpr R open(const A&... a) { return F::template call<R>(a...); }
// A lazy call.
template <class F, class R, class... A>
constexpr R lazy(const A&... a) { return F::template call<R>([&]() -> const A& { return a; }...); }

inline constexpr auto neverAsked = []() -> Bool3 { throw DataError("evaluated"); };

inline constexpr std::int32_t leastInt = std::numeric_limits<std::int32_t>::min(), mostInt = std::numeric_limits<std::int32_t>::max();
inline constexpr std::int64_t leastLong = std::numeric_limits<std::int64_t>::min(), mostLong = std::numeric_limits<std::int64_t>::max();

}  // namespace evaluation
