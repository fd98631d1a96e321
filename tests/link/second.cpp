// SPDX-License-Identifier: BSL-1.0
// One of two translation units that use the same things; the other is first.cpp.
#include "everything.hpp"

std::string usedInSecond();
std::string usedInSecond() { return useEverything(); }
