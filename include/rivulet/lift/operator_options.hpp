// SPDX-License-Identifier: BSL-1.0
// What the environment says to all operators of a query.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/runtime/state_bytes.hpp>
#include <rivulet/runtime/state_ttl.hpp>
#include <rivulet/stream/environment_core.hpp>

namespace rivulet::detail {

struct OperatorOptions {
    StateTtl ttl{};
    bool batch{};
    std::size_t memoryLimit{};

    /// `name` is what the operator is called in SQL.
    MemoryLimit limitOf(std::string_view name) const { return {memoryLimit, std::string(name)}; }
};

/// `batch`: the query was bound for bounded input, whatever the environment's other jobs do.
inline OperatorOptions operatorOptions(const EnvironmentCore& environment, bool batch) {
    return {environment.stateTtl, batch || environment.mode == RuntimeExecutionMode::Batch, environment.operatorMemoryLimit};
}

}  // namespace rivulet::detail
