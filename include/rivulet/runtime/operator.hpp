// SPDX-License-Identifier: BSL-1.0
// The name of a step, and calls of user functions whose exceptions end the job under that name.
#pragma once
#include <exception>
#include <string>
#include <type_traits>
#include <utility>

#include <rivulet/core/exception.hpp>

namespace rivulet::detail {

// One per step of a program, shared by all copies of that step, so that `name("x")` reaches them.
struct Operator {
    std::string name;
};

// An error that has the name of its step already; execute() hands it to the caller as a plain JobError.
struct StepError final : JobError {
    using JobError::JobError;
};

// Called in a handler only.
[[noreturn, gnu::cold, gnu::noinline]] inline void failIn(const std::string& step) {
    try {
        throw;
    } catch (const StepError&) {
        throw;  // from further down the stream: it has its name
    } catch (const DataError& e) {
        if (!e.source().empty()) throw;
        throw e.at({}, step);
    } catch (const std::exception& e) {
        throw StepError(step, e.what());
    } catch (...) {
        throw StepError(step, "an exception that is not a std::exception");
    }
}

// The handler is outside of the loop's path: it costs nothing per row (benchmarks/stream_chain.cpp).
template <class F, class... A>
[[nodiscard]] constexpr decltype(auto) guarded(const Operator& step, F& f, A&&... arguments) {
    if constexpr (std::is_nothrow_invocable_v<F&, A...>) return f(std::forward<A>(arguments)...);
    else {
        try {
            return f(std::forward<A>(arguments)...);
        } catch (...) {
            failIn(step.name);
        }
    }
}

}  // namespace rivulet::detail
