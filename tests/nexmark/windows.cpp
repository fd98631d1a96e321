// SPDX-License-Identifier: BSL-1.0
// Nexmark's queries with windows against a real Flink's answers.
#include "answers.hpp"

namespace nexmark {

TEST_CASE("Nexmark: windows") {
    check<q5>("q5");
    check<q7>("q7");
    check<q8>("q8");
    check<q12>("q12");
}

TEST_CASE("Nexmark: sessions, which batch mode does not have") {
    for (const std::size_t rows : {std::size_t{1}, std::size_t{2}, std::size_t{7}, rivulet::batchRows})
        checkSame("q11", "as a stream, batches of " + std::to_string(rows), folded(asked<rivulet::StreamTableEnvironment>(rows, Changes<q11>{})), recordedAnswer("q11"));
}

}  // namespace nexmark
