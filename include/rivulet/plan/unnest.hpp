// SPDX-License-Identifier: BSL-1.0
// UNNEST in FROM.
#pragma once
#include <rivulet/plan/query.hpp>

namespace rivulet::plan {

constexpr short QueryBinder::unnested(const sql::Relation& r, short, JoinKind, short, Scope&) {
    plan.fail({.code = ErrorCode::notSupported, .position = r.position, .subject = "UNNEST"});
    return -1;
}

}  // namespace rivulet::plan
