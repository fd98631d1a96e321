// SPDX-License-Identifier: BSL-1.0
// A plan as a tree of steps.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/plan/explain/printer.hpp>
#include <rivulet/plan/retention.hpp>

namespace rivulet::plan::explain {

struct TreePrinter : Printer {
    // How the columns of the node's inputs are written; a name that both sides of a join have gets the side before it.
    constexpr const ColumnName* inputs(const Node& n) {
        const int left = p.nodes[n.left].columnCount, right = n.right < 0 ? 0 : p.nodes[n.right].columnCount;
        for (int i = 0; i < left; ++i) names[i] = {.name = p.column(n.left, i).name};
        for (int i = 0; i < right; ++i) {
            names[left + i] = {.name = p.column(n.right, i).name};
            for (int k = 0; k < left; ++k)
                if (names[k].name == names[left + i].name) {
                    names[k].qualifier = "l";
                    names[left + i].qualifier = "r";
                }
        }
        return names;
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
            if (c.time == TimeAttribute::rowtime || c.time == TimeAttribute::shiftedRowtime) w << " *ROWTIME*";
            if (c.time == TimeAttribute::proctime) w << " *PROCTIME*";
            if (c.knownNotNull && c.type.nullable) w << " (never null)";
        }
    }
    constexpr void mode(const ChangelogMode& m) {
        constexpr std::string_view kinds[] = {"I", "UB", "UA", "D"};
        static_assert(sizeof kinds / sizeof *kinds == static_cast<std::size_t>(RowKind::delete_) + 1, "letters for each kind");
        w << " [";
        bool any = false;
        for (int i = 0; i < 4; ++i)
            if (m.bits >> i & 1) {
                if (any) w.put(',');
                w << kinds[i];
                any = true;
            }
        w.put(']');
    }
    constexpr void keys(short at) {
        const Node& n = p.nodes[at];
        for (int k = 0; k < n.keys.count; ++k) {
            w << (k ? ", (" : " key (");
            bool any = false;
            for (int i = 0; i < n.columnCount; ++i) {
                if (!n.keys.sets[k].has(i)) continue;
                if (any) w << ", ";
                sql::writeName(w, p.column(at, i).name);
                any = true;
            }
            w.put(')');
        }
    }
    constexpr Retention retained(const Node& join, int side) const {
        JoinKeys keys{};
        if (join.predicate >= 0) keys.take(p, join.predicate, p.nodes[join.left].columnCount, join);
        return retentionOf(p, join, keys, side);
    }
    // keeps rows of l while eventTime > watermark - 9999 ms, all rows of r
    constexpr bool keepsByTime(const Node& join) {
        if (retained(join, 0).column < 0 && retained(join, 1).column < 0) return false;
        for (int side = 0; side < 2; ++side) {
            const Retention keeps = retained(join, side);
            w << (side ? ", " : " keeps ") << (keeps.column < 0 ? "all rows of " : "rows of ") << (side ? "r" : "l");
            if (keeps.column < 0) continue;
            w << " while ";
            sql::writeName(w, p.column(side ? join.right : join.left, keeps.column).name);
            whileAfter(keeps.after);
        }
        return true;
    }
    // What a node remembers of the rows that it has seen.
    constexpr std::string_view state(const Node& n, bool updated) const {
        switch (n.kind) {
            case NodeKind::aggregate: return n.itemCount == n.keyCount ? "each row once" : n.keyCount ? "a row per group" : "one row";
            case NodeKind::windowAggregate: return "a row per group and open window";
            case NodeKind::window: return n.windowing.kind == WindowKind::session ? "the rows of open sessions" : std::string_view{};
            case NodeKind::join: return "all rows of both sides";
            case NodeKind::intervalJoin: return "rows of both sides that may still meet others";
            case NodeKind::windowJoin: return "rows of both sides whose window is open";
            case NodeKind::temporalJoin: return n.bounds.right < 0 ? "all rows of the right side" : "left rows until their time, and the versions that may be asked for";
            case NodeKind::normalize: return "the last row per key";
            case NodeKind::rank: return updated || (n.limit < 0 && n.predicate < 0) ? "all rows" : n.keyCount ? "the kept rows per group" : "the kept rows";
            case NodeKind::sort: return "all rows";
            case NodeKind::match: return "the rows of matches in the making";
            case NodeKind::deduplicate: return n.last ? "the last row per key" : n.bounds.left >= 0 ? "the keys, and the first rows that the watermark has not passed" : "the keys";
            case NodeKind::windowRank: return "the kept rows per group of open windows";
            case NodeKind::temporalSort: return "the rows that the watermark has not passed";
            case NodeKind::over: return overTime(p, n) == TimeAttribute::none ? "all rows" : n.frame.hasLower ? "the rows of frames, and those that wait" : "a row per partition, and rows that wait";
            case NodeKind::intersectAll: case NodeKind::exceptAll: return "two counts per row";
            case NodeKind::limit: return "a count";
            default: return {};
        }
    }
    constexpr void items(const Node& n, int from, int to, const ColumnName* columns) {
        for (int i = from; i < to; ++i) {
            if (i > from) w << ", ";
            expression(p.exprs, p.items[n.firstItem + i], columns);
        }
    }
    constexpr void by(const Node& n, const ColumnName* columns) {
        if (!n.keyCount) return;
        w << "BY ";
        items(n, 0, n.keyCount, columns);
    }
    constexpr void watermark(const Node& n) {
        const ColumnName* const columns = inputs(n);
        w << "Watermark(";
        sql::writeName(w, columns[n.windowing.time].name);
        w << ": ";
        if (n.predicate < 0) w << "of the stream";
        else expression(p.exprs, n.predicate, columns);
        w.put(')');
    }
    // HOP(time, slide 2000 ms, size 10000 ms BY k)
    constexpr void window(const Node& n) {
        constexpr std::string_view kinds[] = {"", "Tumble(", "Hop(", "Cumulate(", "Session("};
        static_assert(sizeof kinds / sizeof *kinds == static_cast<std::size_t>(WindowKind::session) + 1, "a name for each window");
        const Windowing& in = n.windowing;
        const ColumnName* const columns = inputs(n);
        w << kinds[static_cast<int>(in.kind)];
        sql::writeName(w, columns[in.time].name);
        length(in.kind == WindowKind::hop ? ", slide " : ", step ", in.kind == WindowKind::hop || in.kind == WindowKind::cumulate ? in.step : 0);
        length(in.kind == WindowKind::session ? ", gap " : ", size ", in.size);
        length(", offset ", in.offset);
        w << (n.keyCount ? ", " : "");
        by(n, columns);
        w.put(')');
    }
    constexpr void aggregate(short at) {
        const Node& n = p.nodes[at];
        const ColumnName* const columns = inputs(n);
        w << (n.kind == NodeKind::windowAggregate ? "WindowAggregate(" : "Aggregate(");
        for (int i = n.keyCount; i < n.itemCount; ++i) {
            if (i > n.keyCount) w << ", ";
            expression(p.exprs, p.items[n.firstItem + i], columns);
            alias({}, p.column(at, i).name);
        }
        if (n.keyCount && n.itemCount > n.keyCount) w.put(' ');
        by(n, columns);
        w.put(')');
    }
    constexpr void match(const Node& n) {
        const ColumnName* const columns = inputs(n);
        const int firstVariable = n.keyCount + n.orderCount, firstMeasure = firstVariable + n.matching.variables;
        const short* const variables = p.items + n.firstItem + firstVariable;
        w << "Match(";
        for (int i = firstMeasure; i < n.itemCount; ++i) {
            if (i > firstMeasure) w << ", ";
            expression(p.exprs, p.items[n.firstItem + i], columns, variables);
        }
        if (n.itemCount > firstMeasure) w.put(' ');
        if (n.keyCount) {
            by(n, columns);
            w.put(' ');
        }
        w << "ORDER BY ";
        items(n, n.keyCount, firstVariable, columns);
        w << ", ";
        pattern(p.exprs, variables, n.matching.variables);
        if (n.predicate >= 0) {
            w << " within ";
            expression(p.exprs, n.predicate, nullptr);
        }
        conditions(p.exprs, variables, n.matching.variables, columns);
        afterMatch(p.exprs, variables, n.matching);
        w.put(')');
    }
    // GROUP BY's sets: a column that is missing in one is NULL there.
    constexpr void expand(const Node& n) {
        w << "Expand(";
        for (int i = 0; i < n.itemCount; ++i) {
            w << (i ? ", (" : "(");
            bool any = false;
            for (int k = 0; k < n.keyCount; ++k) {
                if (p.exprs[p.items[n.firstItem + i]].integer >> k & 1) continue;
                if (any) w << ", ";
                sql::writeName(w, p.column(n.left, k).name);
                any = true;
            }
            w.put(')');
        }
        w.put(')');
    }
    constexpr void join(const Node& n, std::string_view name) {
        constexpr std::string_view kinds[] = {"INNER", "LEFT", "RIGHT", "FULL", "SEMI", "ANTI"};
        static_assert(sizeof kinds / sizeof *kinds == static_cast<std::size_t>(JoinKind::anti) + 1, "a name for each join");
        (w << name << "(") << kinds[static_cast<int>(n.join)];
        if (n.predicate >= 0) {
            w << " ON ";
            expression(p.exprs, n.predicate, inputs(n));
        }
        if (n.kind == NodeKind::intervalJoin) {
            w << ", ";
            sql::writeName(w, p.column(n.right, n.bounds.right).name);
            w << " - ";
            sql::writeName(w, p.column(n.left, n.bounds.left).name);
            w << " from ";
            w.number(n.bounds.lower) << " to ";
            w.number(n.bounds.upper) << " ms";
        }
        if (n.kind == NodeKind::temporalJoin) {
            w << ", as of ";
            sql::writeName(w, p.column(n.left, n.bounds.left).name);
        }
        w.put(')');
    }
    constexpr void unnest(short at) {
        const Node& n = p.nodes[at];
        w << (n.kind == NodeKind::unnest ? "Unnest(" : "LookupJoin(");
        expression(p.exprs, p.items[n.firstItem], inputs(n));
        if (n.ordinality) w << " WITH ORDINALITY";
        if (n.join == JoinKind::left) w << ", LEFT";
        if (n.itemCount > 1) {
            for (int i = 0; i < n.columnCount; ++i) names[i] = {.name = p.column(at, i).name};
            w << " ON ";
            expression(p.exprs, p.items[n.firstItem + 1], names);
        }
        w.put(')');
    }
    constexpr void rank(const Node& n) {
        const ColumnName* const columns = inputs(n);
        w << (n.kind == NodeKind::rank ? "Rank(" : n.kind == NodeKind::windowRank ? "WindowRank(" : "Deduplicate(");
        by(n, columns);
        if (n.itemCount > n.keyCount) {
            w << (n.keyCount ? " ORDER BY " : "ORDER BY ");
            items(n, n.keyCount, n.itemCount, columns);
        }
        if (n.kind == NodeKind::deduplicate) {
            w << (n.last ? ", last)" : ", first)");
            return;
        }
        w << (n.itemCount ? ", " : "") << (n.limit == 1 ? "place " : "places ");
        w.number(n.offset + 1);
        if (n.limit != 1) w << " to ";
        if (n.predicate >= 0) expression(p.exprs, n.predicate, columns);
        else if (n.limit < 0) w << "the last";
        else if (n.limit != 1) w.number(n.offset + n.limit);
        w.put(')');
    }
    constexpr void over(short at) {
        const Node& n = p.nodes[at];
        const ColumnName* const columns = inputs(n);
        const int calls = n.keyCount + n.orderCount, width = p.nodes[n.left].columnCount;
        w << "Over(";
        for (int i = calls; i < n.itemCount; ++i) {
            if (i > calls) w << ", ";
            expression(p.exprs, p.items[n.firstItem + i], columns);
            alias({}, p.column(at, width + i - calls).name);
        }
        if (n.keyCount) w.put(' ');
        by(n, columns);
        if (n.orderCount) w << " ORDER BY ";
        items(n, n.keyCount, calls, columns);
        frame(n.frame);
        w.put(')');
    }
    // Recursion at nodes with two inputs only: plans are long chains.
    constexpr void node(short at, int depth) {
        for (; at >= 0; at = p.nodes[at].left, ++depth) {
            const Node& n = p.nodes[at];
            for (int i = 0; i < depth; ++i) w << "  ";
            bool hasColumns = true;
            switch (n.kind) {
                case NodeKind::scan: scan(n.source, n.view); break;
                case NodeKind::values: w << "OneRow"; hasColumns = false; break;
                case NodeKind::reused: break;  // physical plans only
                case NodeKind::unionAll: w << "UnionAll"; break;
                case NodeKind::limit: limit(n.limit, n.offset); hasColumns = false; break;
                case NodeKind::filter:
                    w << "Filter(";
                    expression(p.exprs, n.predicate, inputs(n));
                    w.put(')');
                    hasColumns = n.firstColumn != p.nodes[n.left].firstColumn;
                    break;
                case NodeKind::project: {
                    const ColumnName* const columns = inputs(n);
                    w << "Project(";
                    for (int i = 0; i < n.itemCount; ++i) {
                        if (i) w << ", ";
                        const short e = p.items[n.firstItem + i];
                        expression(p.exprs, e, columns);
                        alias(p.exprs[e].kind == ExprKind::column ? columns[p.exprs[e].index].name : std::string_view{}, p.column(at, i).name);
                    }
                    w.put(')');
                    break;
                }
                case NodeKind::aggregate: aggregate(at); break;
                case NodeKind::expand: expand(n); break;
                case NodeKind::join: join(n, "Join"); break;
                case NodeKind::intervalJoin: join(n, "IntervalJoin"); break;
                case NodeKind::windowJoin: join(n, "WindowJoin"); break;
                case NodeKind::temporalJoin: join(n, "TemporalJoin"); break;
                case NodeKind::unnest: case NodeKind::lookupJoin: unnest(at); break;
                case NodeKind::rank: case NodeKind::deduplicate: case NodeKind::windowRank: rank(n); hasColumns = n.ranked; break;
                case NodeKind::sort: case NodeKind::temporalSort:
                    w << (n.kind == NodeKind::sort ? "Sort(" : "TemporalSort(");
                    items(n, 0, n.itemCount, inputs(n));
                    w.put(')');
                    hasColumns = false;
                    break;
                case NodeKind::normalize:
                    w << "Normalize(";
                    by(n, inputs(n));
                    w.put(')');
                    hasColumns = false;
                    break;
                case NodeKind::intersectAll: w << "IntersectAll"; break;
                case NodeKind::exceptAll: w << "ExceptAll"; break;
                case NodeKind::watermark: watermark(n); hasColumns = false; break;
                case NodeKind::window: window(n); break;
                case NodeKind::windowAggregate: aggregate(at); break;
                case NodeKind::over: over(at); break;
                case NodeKind::match: match(n); break;
            }
            if (n.kind != NodeKind::scan && !n.view.empty()) {
                w << " = view ";
                sql::writeName(w, n.view);
            }
            mode(n.mode);
            keys(at);
            if (n.kind == NodeKind::join && keepsByTime(n)) {
            } else if (const std::string_view kept = state(n, n.left >= 0 && !p.nodes[n.left].mode.insertOnly()); !kept.empty()) w << " keeps " << kept;
            if (hasColumns) columns(at);
            w.put('\n');
            if (n.right < 0) continue;
            node(n.left, depth + 1);
            node(n.right, depth + 1);
            return;
        }
    }
};

}  // namespace rivulet::plan::explain
