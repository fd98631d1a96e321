// SPDX-License-Identifier: BSL-1.0
// A source that makes its rows: `makeGenerator(f, count, ratePerSecond)`, for fromSource. StreamExecutionEnvironment::fromGenerator is the short form.
#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

#include <rivulet/stream/sources.hpp>

namespace rivulet {

/// f(0), f(1), .. (std::int64_t): `count` of them, at most `ratePerSecond` a second (0: as fast as it goes).
template <class F>
auto makeGenerator(F f, std::uint64_t count = std::numeric_limits<std::uint64_t>::max(), double ratePerSecond = 0) {
    static_assert(std::is_invocable_v<F&, std::int64_t>, "rivulet: makeGenerator: the function cannot be called with an index (std::int64_t)");
    using T = std::remove_cvref_t<std::invoke_result_t<F&, std::int64_t>>;
    return std::shared_ptr<Source<T>>(std::make_shared<detail::GeneratorSource<T, F>>(std::move(f), count, ratePerSecond));
}

}  // namespace rivulet
