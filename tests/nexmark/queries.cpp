// SPDX-License-Identifier: BSL-1.0
// Nexmark's queries without windows against a real Flink's answers.
#include "answers.hpp"

#include <rivulet/connector/regex.hpp>

namespace nexmark {

TEST_CASE("Nexmark: rows by themselves") {
    check<q0>("q0");
    check<q1>("q1");
    check<q2>("q2");
    check<q21>("q21");
    check<q22>("q22");
}

TEST_CASE("Nexmark: aggregates") {
    check<q15>("q15");
    check<q16>("q16");
    check<q17>("q17");
}

TEST_CASE("Nexmark: joins") {
    check<q3>("q3");
    check<q4>("q4");
    check<q20>("q20");
}

TEST_CASE("Nexmark: first rows") {
    check<q9>("q9");
    check<q18>("q18");
    check<q19>("q19");
}

}  // namespace nexmark
