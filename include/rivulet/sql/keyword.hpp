// SPDX-License-Identifier: BSL-1.0
// The words that the grammar knows.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/core/text.hpp>
#include <rivulet/sql/syntax.hpp>

namespace rivulet::sql {

/// Words of the grammar, case ignored. The reserved ones are never a name without backticks. All others are names
/// wherever the grammar leaves no doubt: `SELECT date, value, user, year FROM t` needs no backticks here, while Flink
/// reserves those words too. Right after a dot any word is a name (`t.order`), and before `(` also LEFT and RIGHT.
enum class Keyword : unsigned char {
    none,
    // reserved
    all, and_, as, between, by, case_, cross, distinct, else_, end, except, false_, fetch, for_, from, full, group, having, in, inner,
    intersect, is, join, lateral, left, like, limit, matchRecognize, minus, natural, not_, null, offset, on, or_, order, outer, over, overlaps,
    qualify, right, select, similar, table, tablesample, then, true_, union_, using_, values, when, where, window, with, within,
    // units, singular in the order of TimeUnit, then plural
    year, month, day, hour, minute, second, quarter, week, millisecond, microsecond, nanosecond, dow, isodow, doy, isoyear, epoch, decade,
    century, millennium, years, months, days, hours, minutes, seconds, quarters, weeks,
    // have a meaning at their place only
    any, array, asymmetric, both, cast, ceil, ceiling, currentDate, currentTime, currentTimestamp, date, escape, exists, extract, filter,
    first, floor, ignore, interval, json, leading, local, localtime, localtimestamp, map, member, multiset, next, only, overlay, pivot,
    placing, position, respect, row, rows, some, submultiset, substring, symmetric, time, timestamp, timestampadd, timestampdiff, to,
    trailing, trim, tryCast, unknown, unnest, unpivot, zone
};

inline constexpr std::string_view keywordNames[] = {
    "",
    "ALL", "AND", "AS", "BETWEEN", "BY", "CASE", "CROSS", "DISTINCT", "ELSE", "END", "EXCEPT", "FALSE", "FETCH", "FOR", "FROM", "FULL", "GROUP",
    "HAVING", "IN", "INNER", "INTERSECT", "IS", "JOIN", "LATERAL", "LEFT", "LIKE", "LIMIT", "MATCH_RECOGNIZE", "MINUS", "NATURAL", "NOT", "NULL",
    "OFFSET", "ON", "OR", "ORDER", "OUTER", "OVER", "OVERLAPS", "QUALIFY", "RIGHT", "SELECT", "SIMILAR", "TABLE", "TABLESAMPLE", "THEN", "TRUE",
    "UNION", "USING", "VALUES", "WHEN", "WHERE", "WINDOW", "WITH", "WITHIN",
    "YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND", "QUARTER", "WEEK", "MILLISECOND", "MICROSECOND", "NANOSECOND", "DOW", "ISODOW", "DOY",
    "ISOYEAR", "EPOCH", "DECADE", "CENTURY", "MILLENNIUM", "YEARS", "MONTHS", "DAYS", "HOURS", "MINUTES", "SECONDS", "QUARTERS", "WEEKS",
    "ANY", "ARRAY", "ASYMMETRIC", "BOTH", "CAST", "CEIL", "CEILING", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "DATE", "ESCAPE",
    "EXISTS", "EXTRACT", "FILTER", "FIRST", "FLOOR", "IGNORE", "INTERVAL", "JSON", "LEADING", "LOCAL", "LOCALTIME", "LOCALTIMESTAMP", "MAP",
    "MEMBER", "MULTISET", "NEXT", "ONLY", "OVERLAY", "PIVOT", "PLACING", "POSITION", "RESPECT", "ROW", "ROWS", "SOME", "SUBMULTISET",
    "SUBSTRING", "SYMMETRIC", "TIME", "TIMESTAMP", "TIMESTAMPADD", "TIMESTAMPDIFF", "TO", "TRAILING", "TRIM", "TRY_CAST", "UNKNOWN", "UNNEST",
    "UNPIVOT", "ZONE"};

inline constexpr int keywordCount = static_cast<int>(sizeof keywordNames / sizeof *keywordNames);
static_assert(keywordCount == static_cast<int>(Keyword::zone) + 1);

constexpr std::string_view nameOf(Keyword k) { return keywordNames[static_cast<int>(k)]; }
constexpr bool isReserved(Keyword k) { return k >= Keyword::all && k <= Keyword::within; }

constexpr TimeUnit unitOf(Keyword k) {
    const int i = static_cast<int>(k) - static_cast<int>(Keyword::year);
    const int plural = static_cast<int>(Keyword::years) - static_cast<int>(Keyword::year);
    if (i < 0 || k > Keyword::weeks) return TimeUnit::none;
    return static_cast<TimeUnit>(1 + (i >= plural ? i - plural : i));
}
constexpr std::string_view nameOf(TimeUnit u) { return keywordNames[static_cast<int>(Keyword::year) - 1 + static_cast<int>(u)]; }
static_assert(nameOf(TimeUnit::millennium) == "MILLENNIUM" && unitOf(Keyword::weeks) == TimeUnit::week);

namespace detail {

// Words with the same first letter, last letter and size share a chain; most other words find it empty.
struct KeywordTable {
    static constexpr int slots = 512;
    unsigned char head[slots]{}, next[keywordCount]{};

    static constexpr int slot(const char* s, int size) {
        return ((s[0] & 31) * 13 + (s[size - 1] & 31) * 67 + size * 5) & (slots - 1);
    }
    constexpr KeywordTable() {
        for (int i = 1; i < keywordCount; ++i) {
            const int at = slot(keywordNames[i].data(), static_cast<int>(keywordNames[i].size()));
            next[i] = head[at];
            head[at] = static_cast<unsigned char>(i);
        }
    }
};
static_assert(keywordCount < 256);
inline constexpr int longestKeyword = [] {
    int most = 0;
    for (const std::string_view name : keywordNames)
        if (static_cast<int>(name.size()) > most) most = static_cast<int>(name.size());
    return most;
}();
inline constexpr KeywordTable keywordTable{};

}  // namespace detail

constexpr Keyword keywordOf(const char* s, int size) {
    if (size < 2 || size > detail::longestKeyword) return Keyword::none;
    for (int i = detail::keywordTable.head[detail::KeywordTable::slot(s, size)]; i; i = detail::keywordTable.next[i]) {
        if (static_cast<int>(keywordNames[i].size()) != size) continue;
        const char* const word = keywordNames[i].data();
        int k = 0;
        while (k < size && rivulet::detail::upper(s[k]) == word[k]) ++k;
        if (k == size) return static_cast<Keyword>(i);
    }
    return Keyword::none;
}
constexpr Keyword keywordOf(std::string_view s) { return keywordOf(s.data(), static_cast<int>(s.size())); }

}  // namespace rivulet::sql
