// SPDX-License-Identifier: BSL-1.0
// For blocks of declarations.
#include <rivulet/rivulet.hpp>

using namespace rivulet;

// the block
