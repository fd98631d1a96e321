// SPDX-License-Identifier: BSL-1.0
// GROUPING, GROUPING_ID, GROUP_ID: which of several grouping sets a row belongs to.
#pragma once
#include <cstdint>

#include <rivulet/expr/evaluate.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

/// A grouping set as a number: bit i is set where key i is missing. A set that GROUP BY repeats has its repetition above the keys.
namespace groupingset {
inline constexpr int mostKeys = 40;
}

/// GROUPING(a, b, ..): a bit for each key, the first one highest, set where the row's grouping set leaves it out, so that a NULL
/// that stands for all is told from one in the data. BIGINT NOT NULL. The binder writes the set's number, then each key's place.
struct Grouping {
    static constexpr void typing(Typing& t) { t.result = sqltype::bigint; }
    static constexpr FunctionInfo info{.name = "GROUPING", .minArguments = 2, .maxArguments = -1, .typing = &typing};
    template <class V> static constexpr V call(std::int64_t set, auto... place) {
        V bits = 0;
        ((bits = bits * 2 + (set >> place & 1)), ...);
        return bits;
    }
};

/// GROUPING_ID(a, b, ..): another name of GROUPING.
struct GroupingId {
    static constexpr FunctionInfo info{.name = "GROUPING_ID", .minArguments = 2, .maxArguments = -1, .typing = &Grouping::typing};
    template <class V> static constexpr V call(std::int64_t set, auto... place) { return Grouping::call<V>(set, place...); }
};

/// GROUP_ID(): 0, and 1, 2, .. for each repetition of a grouping set. BIGINT NOT NULL.
struct GroupId {
    static constexpr FunctionInfo info{.name = "GROUP_ID", .minArguments = 1, .maxArguments = 1, .typing = &Grouping::typing};
    template <class V> static constexpr V call(std::int64_t set) { return set >> groupingset::mostKeys; }
};

}  // namespace rivulet::functions
