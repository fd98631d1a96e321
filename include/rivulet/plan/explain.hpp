// SPDX-License-Identifier: BSL-1.0
// A plan as text for people: what each step does, the columns it gives, and what is left of it to run.
#pragma once
#include <string_view>

#include <rivulet/core/text.hpp>
#include <rivulet/plan/buffer.hpp>
#include <rivulet/plan/physical.hpp>
#include <rivulet/plan/to_syntax.hpp>
#include <rivulet/sql/print_syntax.hpp>

namespace rivulet::plan {

namespace explain {

struct Printer {
    rivulet::detail::TextWriter& w;
    const PlanView& p;
    sql::Syntax* nodes;  // room for one expression

    constexpr void expression(const Expr* exprs, short e, const Column* names) {
        SyntaxFromPlan tree{.exprs = exprs, .nodes = nodes, .implicitCasts = true};
        const short at = tree.expression(e, names);
        sql::writeExpression(w, nodes, at);
    }
    constexpr void alias(std::string_view own, std::string_view name) {
        if (own == name) return;
        w << " AS ";
        sql::writeName(w, name);
    }
    constexpr void columns(short node) {
        const Node& n = p.nodes[node];
        w << " -> ";
        for (int i = 0; i < n.columnCount; ++i) {
            const Column& c = p.column(node, i);
            if (i) w << ", ";
            sql::writeName(w, c.name);
            w.put(' ');
            rivulet::detail::writeType(w, c.type);
            if (c.time == TimeAttribute::rowtime) w << " *ROWTIME*";
            if (c.time == TimeAttribute::proctime) w << " *PROCTIME*";
            if (c.knownNotNull && c.type.nullable) w << " (never null)";
        }
    }
    constexpr void mode(const ChangelogMode& m) {
        constexpr std::string_view names[] = {"I", "UB", "UA", "D"};
        w << " [";
        bool any = false;
        for (int i = 0; i < 4; ++i)
            if (m.bits >> i & 1) {
                if (any) w.put(',');
                w << names[i];
                any = true;
            }
        w.put(']');
    }
    constexpr void limit(long long count, long long offset) {
        w << "Limit(";
        if (count < 0) w << "all";
        else w.number(count);
        if (offset > 0) {
            w << ", offset ";
            w.number(offset);
        }
        w.put(')');
    }
    constexpr void scan(short source, std::string_view view) {
        w << "Scan(";
        sql::writeName(w, view.empty() ? streamName(source) : view);
        w.put(')');
    }

    // Recursion at unions only: plans are long chains.
    constexpr void node(short at, int depth) {
        for (; at >= 0; at = p.nodes[at].left, ++depth) {
            const Node& n = p.nodes[at];
            for (int i = 0; i < depth; ++i) w << "  ";
            bool hasColumns = true;
            switch (n.kind) {
                case NodeKind::scan: scan(n.source, n.view); break;
                case NodeKind::values: w << "OneRow"; hasColumns = false; break;
                case NodeKind::unionAll: w << "UnionAll"; break;
                case NodeKind::limit: limit(n.limit, n.offset); hasColumns = false; break;
                case NodeKind::filter:
                    w << "Filter(";
                    expression(p.exprs, n.predicate, p.columns + n.firstColumn);
                    w.put(')');
                    hasColumns = n.firstColumn != p.nodes[n.left].firstColumn;
                    break;
                case NodeKind::project:
                    w << "Project(";
                    for (int i = 0; i < n.itemCount; ++i) {
                        if (i) w << ", ";
                        const short e = p.items[n.firstItem + i];
                        const Column* const below = p.columns + p.nodes[n.left].firstColumn;
                        expression(p.exprs, e, below);
                        alias(p.exprs[e].kind == ExprKind::column ? below[p.exprs[e].index].name : std::string_view{}, p.column(at, i).name);
                    }
                    w.put(')');
                    break;
            }
            if (n.kind != NodeKind::scan && !n.view.empty()) {
                w << " = view ";
                sql::writeName(w, n.view);
            }
            mode(n.mode);
            if (hasColumns) columns(at);
            w.put('\n');
            if (n.right < 0) continue;
            node(n.left, depth + 1);
            node(n.right, depth + 1);
            return;
        }
    }

    constexpr void operators(const PhysicalView& q) {
        for (int o = 0; o < q.opCount; ++o) {
            const PhysicalOp& op = q.ops[o];
            w.put('#');
            w.number(o).put(' ');
            switch (op.kind) {
                case NodeKind::scan: scan(op.source, viewOf(op.source)); break;
                case NodeKind::limit: limit(op.limit, op.offset); break;
                default: w << "OneRow"; break;
            }
            w << (op.consumer < 0 ? " -> result" : " -> #");
            if (op.consumer >= 0) w.number(op.consumer);
            w.put('\n');
            for (int i = 0; i < op.slotCount; ++i) {
                w << "  " << slotName(i) << " = ";
                expression(q.exprs, q.items[op.firstSlot + i], nullptr);
                w << ", once\n";
            }
            if (op.predicate >= 0) {
                w << "  where ";
                expression(q.exprs, op.predicate, nullptr);
                w.put('\n');
            }
            w << "  emit ";
            for (int i = 0; i < op.outputCount; ++i) {
                if (i) w << ", ";
                const short e = q.items[op.firstOutput + i];
                expression(q.exprs, e, nullptr);
                if (op.consumer < 0) alias(q.exprs[e].kind == ExprKind::column ? q.exprs[e].text : std::string_view{}, p.column(i).name);
            }
            w.put('\n');
        }
    }
    constexpr std::string_view viewOf(short source) const {
        for (int i = 0; i < p.nodeCount; ++i)
            if (p.nodes[i].kind == NodeKind::scan && p.nodes[i].source == source) return p.nodes[i].view;
        return {};
    }
};

// Room for the syntax of the largest expression.
constexpr int roomFor(int exprCount) { return 2 * exprCount + 2; }

}  // namespace explain

/// The plan as a tree, a line for each step, its input indented below it:
///
///     Project(user AS who, n + 1 AS m) [I] -> who STRING NOT NULL, m INT NOT NULL
///       Filter(n > 3) [I]
///         Scan(clicks) [I] -> user STRING NOT NULL, n INT NOT NULL
///
/// In brackets the kinds of change that the rows can carry: I insert, UB and UA update before and after, D delete. After the
/// arrow the columns with their types, where a step changes them; `(never null)` marks a nullable column whose nulls a filter
/// took away. Expressions are SQL, with the casts that the planner put in. Same plan, same text.
constexpr void writeExplain(rivulet::detail::TextWriter& w, const PlanView& p) {
    if (p.root < 0) return;
    rivulet::detail::Buffer<sql::Syntax> nodes(explain::roomFor(p.exprCount));
    explain::Printer{w, p, nodes.data()}.node(p.root, 0);
}

/// What is left to run, after filters and projections were substituted into the sources and limits:
///
///     #0 Scan(clicks) -> result
///       $0 = n * 2, once
///       where n > 3
///       emit user AS who, $0 + $0 AS m
///
/// Each operator is one loop. `$0` is computed when it is first read, once per row. `-> #1` hands rows to operator 1.
constexpr void writeExplain(rivulet::detail::TextWriter& w, const PlanView& p, const PhysicalView& physical) {
    if (p.root < 0) return;
    rivulet::detail::Buffer<sql::Syntax> nodes(explain::roomFor(physical.exprCount));
    explain::Printer{w, p, nodes.data()}.operators(physical);
}

}  // namespace rivulet::plan
