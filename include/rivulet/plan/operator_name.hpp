// SPDX-License-Identifier: BSL-1.0
// What Flink calls the operators.
#pragma once
#include <string_view>

#include <rivulet/plan/plan.hpp>

namespace rivulet::plan {

constexpr std::string_view operatorName(const Node& n) {
    switch (n.kind) {
        case NodeKind::scan: return "TableSourceScan";
        case NodeKind::aggregate: return "GroupAggregate";
        case NodeKind::join: return "Join";
        case NodeKind::rank: return n.keyCount > 0 || n.ranked ? "Rank" : n.itemCount > 0 ? "SortLimit" : "Limit";
        case NodeKind::limit: return "Limit";
        case NodeKind::sort: return "Sort";
        case NodeKind::normalize: return "ChangelogNormalize";
        case NodeKind::expand: return "Expand";
        case NodeKind::unnest: return "Correlate";
        case NodeKind::intersectAll: case NodeKind::exceptAll: return "SetOperation";
        case NodeKind::watermark: return "WatermarkAssigner";
        case NodeKind::window: return "WindowTableFunction";
        case NodeKind::windowAggregate: return "WindowAggregate";
        case NodeKind::windowRank: return "WindowRank";
        case NodeKind::windowJoin: return "WindowJoin";
        case NodeKind::deduplicate: return "Deduplicate";
        case NodeKind::temporalSort: return "TemporalSort";
        case NodeKind::over: return "OverAggregate";
        case NodeKind::intervalJoin: return "IntervalJoin";
        case NodeKind::temporalJoin: return "TemporalJoin";
        case NodeKind::lookupJoin: return "LookupJoin";
        case NodeKind::match: return "Match";
        case NodeKind::values: case NodeKind::filter: case NodeKind::project: case NodeKind::unionAll: case NodeKind::reused: break;
    }
    return "Calc";
}

}  // namespace rivulet::plan
