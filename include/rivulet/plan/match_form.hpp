// SPDX-License-Identifier: BSL-1.0
// What plans say about MATCH_RECOGNIZE beside expressions.
#pragma once
#include <rivulet/sql/syntax.hpp>

namespace rivulet::plan {

/// In place of a pattern variable's number: all rows of the match.
inline constexpr short everyVariable = -1;

/// How often a pattern variable takes a row, in Expr::integer; `most` -1: as often as it can.
constexpr long long packTimes(int least, int most) { return static_cast<long long>(least) << 32 | static_cast<unsigned>(most); }
constexpr int leastTimes(long long packed) { return static_cast<int>(packed >> 32); }
constexpr int mostTimes(long long packed) { return static_cast<int>(static_cast<unsigned>(packed & 0xFFFFFFFF)); }

/// What a match node does.
struct MatchForm {
    short variables{}, measures{};
    bool byArrival{};                      // ORDER BY a processing time: rows are in order as they come
    sql::AfterMatch after{};
    short target{-1};                      // the variable of toFirst and toLast
    long long within{};                    // milliseconds; 0: a match may take as long as it likes
    constexpr bool operator==(const MatchForm&) const = default;
};

}  // namespace rivulet::plan
