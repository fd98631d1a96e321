// SPDX-License-Identifier: BSL-1.0
// What the run of a query knows and its expressions may ask for: CURRENT_WATERMARK, PROCTIME().
#pragma once
#include <memory>
#include <optional>

#include <rivulet/expr/catalogue.hpp>
#include <rivulet/lift/tag.hpp>
#include <rivulet/plan/time_attribute.hpp>
#include <rivulet/runtime/time.hpp>
#include <rivulet/types/cpp_type.hpp>
#include <rivulet/types/timestamp.hpp>

namespace rivulet::detail {

/// Whether the physical plan of a query has such an expression; only then it runs with a context of its own.
template <class Tag>
inline constexpr bool asksTheRun = [] {
    for (int e = 0; e < physicalOf<Tag>.exprCount; ++e)
        if (const plan::Expr& x = physicalOf<Tag>.exprs[e]; plan::isProcessingTime(x) || (x.kind == plan::ExprKind::call && x.function == indexOf<functions::CurrentWatermark>))
            return true;
    return false;
}();

/// The context of a query for one run. Pipelines keep it up to date; expressions that ask get no other.
template <class Context>
struct RunContext : Context {
    mutable Millis watermark{noWatermark};  // what the operator that a row comes out of has handed on
    const Millis* processingTime{};
    RunContext(const Context& context, const Millis& now) : Context(context), processingTime(&now) {}
};

namespace lifted {

/// CURRENT_WATERMARK: NULL before the first one; the last one says no more than that there is none.
template <TypeRoot Root>
struct CurrentWatermark {
    using V = CppType<Root, 3, 0>;
    template <class R, class C> static std::optional<V> of(const R&, const C& context) {
        const Millis w = static_cast<const RunContext<C>&>(context).watermark;
        return w == noWatermark || w == lastWatermark ? std::optional<V>() : std::optional<V>(V::fromMillis(w));
    }
};
struct ProcessingTime {
    template <class R, class C> static TimestampLtz<3> of(const R&, const C& context) { return TimestampLtz<3>::fromMillis(*static_cast<const RunContext<C>&>(context).processingTime); }
};

}  // namespace lifted
}  // namespace rivulet::detail
