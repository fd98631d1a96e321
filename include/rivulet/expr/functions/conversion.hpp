// SPDX-License-Identifier: BSL-1.0
// CAST and TRY_CAST as rows of the catalogue: a plan holds them as nodes with their target type, and castValue
// (types/cast.hpp) evaluates them; here they have a name to look up and print.
#pragma once
#include <rivulet/expr/function.hpp>

namespace rivulet::functions {

namespace shared {
// The planner makes a cast node before it comes here; called as a function, a cast lacks its type.
constexpr void castForm(Typing& t) { t.refuse(0, "CAST(value AS type)"); }
}  // namespace shared

/// CAST(x AS type): DataError where the value does not fit.
struct Cast {
    static constexpr FunctionInfo info{.name = "CAST", .minArguments = 1, .maxArguments = 1, .spelling = Spelling::special, .typing = &shared::castForm};
};
/// TRY_CAST(x AS type): NULL where the value does not fit.
struct TryCast {
    static constexpr FunctionInfo info{.name = "TRY_CAST", .minArguments = 1, .maxArguments = 1, .spelling = Spelling::special, .strict = false, .typing = &shared::castForm};
};

}  // namespace rivulet::functions
