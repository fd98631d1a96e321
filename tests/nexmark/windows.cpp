// SPDX-License-Identifier: BSL-1.0
// Nexmark's queries with windows against a real Flink's answers.
#include "answers.hpp"

namespace nexmark {

TEST_CASE("Nexmark: windows") {
    checkStreaming("q11", recordedAnswer("q11"), Changes<q11>{});  // Flink has no SESSION in batch mode
    check<q12>("q12");
}

TEST_CASE("Nexmark: joins of windows") {
    check<q5>("q5");
    check<q7>("q7");
    check<q8>("q8");
}

}  // namespace nexmark
