// SPDX-License-Identifier: BSL-1.0
// Names of columns and fields that were given none.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/core/text.hpp>

namespace rivulet {

/// `EXPR$7`, the name of a SELECT item without one, and `_c7`, the same in the Table API.
struct AnonymousNames {
    static constexpr int most = 256;
    char sql[most][8]{};
    char api[most][5]{};
    constexpr AnonymousNames() {
        for (int i = 0; i < most; ++i) {
            char* const s = sql[i];
            s[0] = 'E', s[1] = 'X', s[2] = 'P', s[3] = 'R', s[4] = '$';
            detail::writeSmall(s + 5, i);
            char* const a = api[i];
            a[0] = '_', a[1] = 'c';
            detail::writeSmall(a + 2, i);
        }
    }
    static constexpr std::size_t digits(int i) { return i < 10 ? 1 : i < 100 ? 2 : 3; }
};
inline constexpr AnonymousNames anonymousNames{};

constexpr std::string_view anonymousName(int i, bool sql) {
    if (i >= AnonymousNames::most) return "EXPR$";
    return sql ? std::string_view(anonymousNames.sql[i], 5 + AnonymousNames::digits(i))
               : std::string_view(anonymousNames.api[i], 2 + AnonymousNames::digits(i));
}

}  // namespace rivulet
