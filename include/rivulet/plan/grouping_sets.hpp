// SPDX-License-Identifier: BSL-1.0
// GROUPING SETS, ROLLUP and CUBE in GROUP BY.
#pragma once
#include <rivulet/plan/relations.hpp>

namespace rivulet::plan {

/// Binds the elements of such a GROUP BY: the keys of all of them, and the sets, by which of the keys each leaves out.
constexpr bool RelationBinder::groupingSets(Grouping&, const Scope&, short keys) {
    return plan.fail(errorAt(ErrorCode::notSupported, syntax[keys], "GROUPING SETS, ROLLUP and CUBE"));
}

}  // namespace rivulet::plan
