// SPDX-License-Identifier: BSL-1.0
// Subqueries in expressions, and window functions.
#pragma once
#include <rivulet/plan/query.hpp>

namespace rivulet::plan {

constexpr short QueryBinder::where(Scope& scope, short input, short condition) { return filter(scope, input, condition); }
constexpr short QueryBinder::prepared(Scope&, short input, const sql::Query&) { return input; }
constexpr short QueryBinder::lateral(const sql::Relation& r, short, Scope&) {
    plan.fail({.code = ErrorCode::notSupported, .position = relations[r.right].position, .subject = "LATERAL"});
    return -1;
}

}  // namespace rivulet::plan
