// SPDX-License-Identifier: BSL-1.0
// One use of each part of the library, the same in both translation units: grow it with the library.
#pragma once
#include <string>

#include "all_headers.hpp"

inline std::string useEverything() {
    std::string used(rivulet::sentence(rivulet::ErrorCode::unknownColumn));
    used += rivulet::shortName(rivulet::RowKind::insert);
    return used;
}
