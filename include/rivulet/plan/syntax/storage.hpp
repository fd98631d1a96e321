// SPDX-License-Identifier: BSL-1.0
// Storage for the syntax of a plan, of a size that the plan tells.
#pragma once
#include <string_view>

#include <rivulet/plan/buffer.hpp>
#include <rivulet/plan/to_syntax.hpp>

namespace rivulet::plan {

/// How much room the syntax of a plan needs at most.
struct SyntaxRoom {
    int nodes{}, queries{}, relations{}, names{}, digits{};
    static constexpr SyntaxRoom of(const PlanView& p) {
        SyntaxRoom room{2 * p.exprCount + 2, 2 * p.nodeCount + 2, 3 * p.nodeCount + 2, 2};
        for (int i = 0; i < p.nodeCount; ++i) {
            const Node& n = p.nodes[i];
            room.nodes += 16 + n.itemCount * (n.kind == NodeKind::expand ? n.keyCount + 1 : 1) + 2 * n.columnCount + 2 * n.keyCount;
            room.names += 8 * n.columnCount + 2 * n.itemCount + (n.right < 0 ? 0 : p.nodes[n.right].columnCount);
            if (n.kind == NodeKind::match) room.nodes += 4 * n.matching.variables;
            if (n.kind == NodeKind::window) room.digits += 240;
            if (n.kind == NodeKind::window && n.windowing.grouped) room.nodes += 24 + 5 * p.exprCount;  // its time is written wherever TUMBLE_START is
            if (n.kind == NodeKind::rank || n.kind == NodeKind::deduplicate || n.kind == NodeKind::windowRank || n.kind == NodeKind::over) room.digits += 50;
        }
        return room;
    }
};

/// Storage for the syntax of a plan, while it is read.
struct SyntaxStorage {
    SyntaxRoom room;
    detail::Buffer<sql::Syntax> nodes{room.nodes};
    detail::Buffer<sql::Query> queries{room.queries};
    detail::Buffer<sql::Relation> relations{room.relations};
    detail::Buffer<ColumnName> names{room.names};
    detail::Buffer<std::string_view> aliases{room.relations};
    detail::Buffer<char> digits{room.digits};
};

}  // namespace rivulet::plan
