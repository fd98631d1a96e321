// SPDX-License-Identifier: BSL-1.0
// Operators that keep state: from the plan's to the runtime's. Each takes rows of an input and hands on rows of its own:
//     receive<Side>(kind, row, context, down)     down(kind, core row)
//     advance(watermark, context, down)           if `timed`: no row before this time will come any more
//     fire(now, context, down)                    if it has due(), between batches: the processing time of something that is due
//     finish(context, down)                       no more rows on any side
#pragma once
#include <rivulet/core/row_kind.hpp>
#include <rivulet/lift/kept.hpp>
#include <rivulet/lift/operator_options.hpp>
#include <rivulet/lift/row.hpp>

namespace rivulet::detail {

using plan::NodeKind;

/// The state of operator O.
template <class Tag, int O, NodeKind Kind = physicalOp<Tag, O>.kind>
struct OperatorState {
    static constexpr bool keeps = false;
    OperatorState(const OperatorOptions&, const typename Tag::Context&) {}
};

/// Whether operator O does something when a watermark comes.
template <class Tag, int O> inline constexpr bool isTimed = requires { OperatorState<Tag, O>::timed; };

/// Whether operator O does something when the clock says so.
template <class Tag, int O> inline constexpr bool isClocked = requires(const OperatorState<Tag, O>& s) { s.due(); };

}  // namespace rivulet::detail
