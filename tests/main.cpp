// SPDX-License-Identifier: BSL-1.0
// The main of every test executable, compiled once.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
