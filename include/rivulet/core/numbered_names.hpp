// SPDX-License-Identifier: BSL-1.0
// Names that end in a number, of columns and relations that were given none. Literals, written with macros: every program has them, and to
// make them in constant evaluation took 35 ms.
#pragma once
#include <cstddef>
#include <string_view>

namespace rivulet {

namespace detail {

/// `t0` .. `t999` for the prefix `t`.
struct NumberedNames {
    static constexpr int most = 1000;
    std::size_t prefix;
    const char* chars;  // of one name after the other, each with NULs up to the length of the longest one
    constexpr std::string_view operator[](int i) const { return {chars + static_cast<std::size_t>(i) * (prefix + 3), prefix + (i < 10 ? 1u : i < 100 ? 2u : 3u)}; }
};

#define RIVULET_TEN(p, nuls) p "0" nuls p "1" nuls p "2" nuls p "3" nuls p "4" nuls p "5" nuls p "6" nuls p "7" nuls p "8" nuls p "9" nuls
#define RIVULET_HUNDRED(p) \
    RIVULET_TEN(p "0", "") RIVULET_TEN(p "1", "") RIVULET_TEN(p "2", "") RIVULET_TEN(p "3", "") RIVULET_TEN(p "4", "") \
    RIVULET_TEN(p "5", "") RIVULET_TEN(p "6", "") RIVULET_TEN(p "7", "") RIVULET_TEN(p "8", "") RIVULET_TEN(p "9", "")
#define RIVULET_NAMES(p) \
    { sizeof(p) - 1, RIVULET_TEN(p, "\0\0") \
      RIVULET_TEN(p "1", "\0") RIVULET_TEN(p "2", "\0") RIVULET_TEN(p "3", "\0") RIVULET_TEN(p "4", "\0") RIVULET_TEN(p "5", "\0") \
      RIVULET_TEN(p "6", "\0") RIVULET_TEN(p "7", "\0") RIVULET_TEN(p "8", "\0") RIVULET_TEN(p "9", "\0") \
      RIVULET_HUNDRED(p "1") RIVULET_HUNDRED(p "2") RIVULET_HUNDRED(p "3") RIVULET_HUNDRED(p "4") RIVULET_HUNDRED(p "5") \
      RIVULET_HUNDRED(p "6") RIVULET_HUNDRED(p "7") RIVULET_HUNDRED(p "8") RIVULET_HUNDRED(p "9") }

/// The number behind the prefix of `like`, a name that ends in one digit; -1 where the name has another form.
constexpr int numberIn(std::string_view name, std::string_view like) {
    const std::size_t prefix = like.size() - 1;
    if (name.size() <= prefix || name.size() > prefix + 3 || (name[prefix] == '0' && name.size() > prefix + 1)) return -1;
    for (std::size_t i = 0; i < prefix; ++i)
        if (name[i] != like[i]) return -1;
    int n = 0;
    for (std::size_t i = prefix; i < name.size(); ++i) {
        if (name[i] < '0' || name[i] > '9') return -1;
        n = n * 10 + (name[i] - '0');
    }
    return n;
}

inline constexpr NumberedNames itemNames RIVULET_NAMES("EXPR$");
inline constexpr NumberedNames apiItemNames RIVULET_NAMES("_c");
inline constexpr NumberedNames positionNames RIVULET_NAMES("f");
inline constexpr NumberedNames slotNames RIVULET_NAMES("$");
inline constexpr NumberedNames aliasNames RIVULET_NAMES("t");
inline constexpr NumberedNames streamNames RIVULET_NAMES("Unregistered_Stream_");

#undef RIVULET_NAMES
#undef RIVULET_HUNDRED
#undef RIVULET_TEN

}  // namespace detail

/// `EXPR$7`, the name of a SELECT item without one, and `_c7`, the same in the Table API.
constexpr std::string_view anonymousName(int i, bool sql) {
    if (i >= detail::NumberedNames::most) return "EXPR$";
    return (sql ? detail::itemNames : detail::apiItemNames)[i];
}

}  // namespace rivulet
