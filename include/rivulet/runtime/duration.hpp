// SPDX-License-Identifier: BSL-1.0
// Lengths of time: milliseconds, or durations of <chrono>, which this header does not need.
#pragma once
#include <concepts>

#include <rivulet/core/exception.hpp>
#include <rivulet/runtime/time.hpp>

namespace rivulet {

namespace detail {

/// std::chrono::duration, or what has its shape.
template <class D>
concept ChronoDuration = requires(const D& d) {
    d.count();
    D::period::num;
    D::period::den;
};
/// Its milliseconds. IllegalState if they are no whole number, or more than 64 bits hold.
template <ChronoDuration D>
constexpr Millis millisOf(const D& d) {
    using Count = decltype(d.count());
    constexpr Millis common = commonDivisor(D::period::num * 1000, D::period::den), times = D::period::num * 1000 / common, parts = D::period::den / common;
    Millis millis = 0;
    bool holds = true, isWhole = true;
    if constexpr (std::floating_point<Count>) {
        const Count product = d.count() * static_cast<Count>(times) / static_cast<Count>(parts);
        holds = product > -0x1p62f && product < 0x1p62f;
        // A count is the one nearest to the fraction that was written, so that the product may miss a whole number: 1.001 seconds are 1001 milliseconds.
        const auto written = [&d](Millis m) { return static_cast<Count>(m) * static_cast<Count>(parts) / static_cast<Count>(times) == d.count(); };
        if (holds) {
            millis = static_cast<Millis>(product);
            const Millis away = product < 0 ? -1 : 1;
            isWhole = static_cast<Count>(millis) == product || written(millis);
            if (!isWhole && written(millis + away)) isWhole = true, millis += away;
        }
    } else {
        holds = !__builtin_mul_overflow(d.count(), times, &millis);
        isWhole = millis % parts == 0;
        millis /= parts;
    }
    if (!holds) throw IllegalState("a length of time has more milliseconds than 64 bits hold");
    if (!isWhole) throw IllegalState("a length of time is a whole number of milliseconds");
    return millis;
}

}  // namespace detail

/// A length of time as it is handed over: a number of milliseconds or any std::chrono::duration.
///
///     TumblingEventTimeWindows::of(10'000);
///     TumblingEventTimeWindows::of(std::chrono::seconds(10));   // #include <chrono>
///
/// IllegalState if a duration is no whole number of milliseconds.
struct Duration {
    Millis millis{};
    constexpr Duration(Millis length) : millis(length) {}
    template <detail::ChronoDuration D> constexpr Duration(const D& length) : millis(detail::millisOf(length)) {}
};

}  // namespace rivulet
