// SPDX-License-Identifier: BSL-1.0
// What a query may refer to: views, each of them a plan, and user functions.
#pragma once
#include <string_view>

#include <rivulet/core/text.hpp>
#include <rivulet/plan/plan.hpp>

namespace rivulet::plan {

/// A view is the plan it stands for: one scan for a stream, any plan for a table. Using it copies the plan in, with
/// its sources and parameters moved to where the environment keeps them.
struct View {
    std::string_view name{};
    PlanView plan{};
    short firstSource{}, firstParameter{}, firstFunction{};
};

struct UserFunction {
    std::string_view name{};
    SqlType result{};
    const SqlType* arguments{};
    short argumentCount{};
    bool aggregate{}, retracts{}, merges{};  // an aggregate, one that can take rows back, one that can be made of parts
    bool table{};                  // a table function: result is the type of its rows
};

struct Catalogue {
    const View* views{};
    const UserFunction* functions{};
    short viewCount{}, functionCount{};
    bool batch{};  // of a batch environment: bounded input, final rows only

    constexpr short findView(std::string_view name) const {
        for (short v = 0; v < viewCount; ++v)
            if (views[v].name == name) return v;
        return -1;
    }
    /// Names of functions have no case, names of views have.
    constexpr short findFunction(std::string_view name) const {
        for (short f = 0; f < functionCount; ++f)
            if (detail::equalsIgnoringCase(functions[f].name, name)) return f;
        return -1;
    }
};

}  // namespace rivulet::plan
