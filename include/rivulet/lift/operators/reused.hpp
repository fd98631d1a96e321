// SPDX-License-Identifier: BSL-1.0
// Rows of an operator that several read.
#pragma once
#include <rivulet/lift/operators/state.hpp>

namespace rivulet::detail {

template <class Tag, int O>
struct CoreOf<Tag, O, NodeKind::reused> { using Type = CoreRow<Tag, physicalOp<Tag, O>.source>; };

/// Whether operator Reader hands on the rows of operator O: it is O, or reads them, too.
template <class Tag, int Reader, int O>
inline constexpr bool readsRowsOf = Reader == O || (physicalOp<Tag, Reader>.kind == NodeKind::reused && physicalOp<Tag, Reader>.source == O);

}  // namespace rivulet::detail
