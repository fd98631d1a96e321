// SPDX-License-Identifier: BSL-1.0
// One of two translation units that use the same things; the other is second.cpp.
#include <cstdio>

#include "everything.hpp"

std::string usedInSecond();

int main() {
    const std::string first = useEverything();
    if (first.empty() || first != usedInSecond()) {
        std::fprintf(stderr, "the two translation units disagree:\n%s\n%s\n", first.c_str(), usedInSecond().c_str());
        return 1;
    }
    return 0;
}
