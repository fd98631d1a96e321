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
    ColumnName* names;   // room for the columns of a node

    // `variables`: items, where the expression is one of a match.
    constexpr void expression(const Expr* exprs, short e, const ColumnName* read, const short* variables = nullptr) {
        SyntaxFromPlan tree{.exprs = exprs, .nodes = nodes, .implicitCasts = true, .matchVariables = variables};
        const short at = tree.expression(e, read);
        sql::writeExpression(w, nodes, at);
        const sql::Syntax& s = nodes[at];
        if (s.descending) w << " DESC";
        if (s.nulls != sql::NullsOrder::standard) w << (s.nulls == sql::NullsOrder::first ? " NULLS FIRST" : " NULLS LAST");
    }
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
            if (c.time == TimeAttribute::rowtime || c.time == TimeAttribute::shiftedRowtime) w << " *ROWTIME*";
            if (c.time == TimeAttribute::proctime) w << " *PROCTIME*";
            if (c.knownNotNull && c.type.nullable) w << " (never null)";
        }
    }
    constexpr void mode(const ChangelogMode& m) {
        constexpr std::string_view kinds[] = {"I", "UB", "UA", "D"};
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
    constexpr void length(std::string_view what, long long millis) {
        if (millis == 0) return;
        w << what;
        w.number(millis) << " ms";
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
    // A{2,3} B*?
    constexpr void pattern(const Expr* exprs, const short* variables, short count) {
        for (short v = 0; v < count; ++v) {
            const Expr& x = exprs[variables[v]];
            const int least = leastTimes(x.integer), most = mostTimes(x.integer);
            if (v) w.put(' ');
            sql::writeName(w, x.text);
            if (least == 1 && most == 1) continue;
            if (most < 0 && least < 2) w.put(least ? '+' : '*');
            else if (least == 0 && most == 1) w.put('?');
            else {
                w.put('{');
                w.number(least);
                if (most != least) w.put(',');
                if (most > least) w.number(most);
                w.put('}');
            }
            if (x.isTry) w.put('?');
        }
    }
    constexpr void afterMatch(const Expr* exprs, const short* variables, const MatchForm& m) {
        constexpr std::string_view skips[] = {"next row", "past last row", "to first ", "to last "};
        w << ", skip " << skips[static_cast<int>(m.after)];
        if (m.target >= 0) sql::writeName(w, exprs[variables[m.target]].text);
    }
    constexpr void conditions(const Expr* exprs, const short* variables, short count, const ColumnName* columns) {
        for (short v = 0; v < count; ++v) {
            if (exprs[variables[v]].first < 0) continue;
            w << ", ";
            sql::writeName(w, exprs[variables[v]].text);
            w << " AS ";
            expression(exprs, exprs[variables[v]].first, columns, variables);
        }
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
    // ROWS or RANGE; the lengths of time are milliseconds, of dates days.
    constexpr void frame(const Frame& f) {
        if (!f.hasLower && !f.hasUpper) return;
        w << (f.isRows ? " ROWS " : " RANGE ");
        end(f.hasLower, f.lower, "UNBOUNDED PRECEDING");
        w << " TO ";
        end(f.hasUpper, f.upper, "UNBOUNDED FOLLOWING");
    }
    constexpr void end(bool bounded, long long by, std::string_view unbounded) {
        if (!bounded) w << unbounded;
        else if (by == 0) w << "CURRENT ROW";
        else {
            w.number(by < 0 ? -by : by);
            w << (by < 0 ? " PRECEDING" : " FOLLOWING");
        }
    }
    constexpr void scan(short source, std::string_view view) {
        w << "Scan(";
        sql::writeName(w, view.empty() ? streamName(source) : view);
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
            if (const std::string_view kept = state(n, n.left >= 0 && !p.nodes[n.left].mode.insertOnly()); !kept.empty()) w << " keeps " << kept;
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
            core(q, op);
            if (!op.before) w << " without -U";
            w << (op.consumer < 0 ? " -> result" : " -> #");
            if (op.consumer >= 0) {
                w.number(op.consumer);
                if (q.ops[op.consumer].inputs[1].columnCount > 0 || isJoin(q.ops[op.consumer].kind)) w << (op.side ? " right" : " left");
            }
            w.put('\n');
            for (int side = 0; side < 2; ++side) kept(q, op, side);
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
            bool first = true;
            for (int i = 0; i < op.outputCount; ++i) {
                const short e = q.items[op.firstOutput + i];
                if (e < 0) continue;
                if (!first) w << ", ";
                first = false;
                expression(q.exprs, e, nullptr);
                if (op.consumer < 0) alias(q.exprs[e].kind == ExprKind::column ? q.exprs[e].text : std::string_view{}, p.column(i).name);
            }
            if (first) w << "nothing";
            w.put('\n');
        }
    }
    constexpr void core(const PhysicalView& q, const PhysicalOp& op) {
        if (op.kind == NodeKind::limit && op.limit < 0 && op.offset == 0) {
            w << "UnionAll";
            return;
        }
        switch (op.kind) {
            case NodeKind::scan: scan(op.source, viewOf(op.source)); return;
            case NodeKind::limit: limit(op.limit, op.offset); return;
            case NodeKind::aggregate: w << "Group"; break;
            case NodeKind::join: w << "Join"; break;
            case NodeKind::intervalJoin: w << "IntervalJoin"; break;
            case NodeKind::windowJoin: w << "WindowJoin"; break;
            case NodeKind::temporalJoin: w << "TemporalJoin"; break;
            case NodeKind::lookupJoin: w << "LookupJoin"; break;
            case NodeKind::rank: w << "TopN"; break;
            case NodeKind::sort: w << "Sort"; break;
            case NodeKind::deduplicate: w << (op.last ? "LastRow" : "FirstRow"); break;
            case NodeKind::windowRank: w << "WindowTopN"; break;
            case NodeKind::temporalSort: w << "TemporalSort"; break;
            case NodeKind::normalize: w << "Normalize"; break;
            case NodeKind::expand: w << "GroupingSets"; return;
            case NodeKind::over: w << "Over"; break;
            case NodeKind::unnest: w << "Unnest"; break;
            case NodeKind::intersectAll: w << "IntersectAll"; return;
            case NodeKind::exceptAll: w << "ExceptAll"; return;
            case NodeKind::window: w << (op.sliced ? "Slices" : "Windows"); return;
            case NodeKind::windowAggregate: w << (op.sliced ? "WindowGroup of slices" : "WindowGroup"); break;
            case NodeKind::watermark: w << "Watermark"; return;
            case NodeKind::match: match(q, op); return;
            default: w << "OneRow"; return;
        }
        w.put('(');
        const bool byTime = (op.kind == NodeKind::deduplicate || op.kind == NodeKind::temporalSort) && op.inputs[0].time >= 0;
        if (byTime) expression(q.exprs, op.inputs[0].time, nullptr);
        if (byTime && op.itemCount > 0) w << ", ";
        if (isJoin(op.kind)) {
            constexpr std::string_view kinds[] = {"INNER ", "LEFT ", "RIGHT ", "FULL ", "SEMI ", "ANTI "};
            w << kinds[static_cast<int>(op.join)];
        }
        const short orders = op.kind == NodeKind::over ? op.orderCount : static_cast<short>(0);  // they stand before the calls
        list(q, static_cast<short>(op.firstItem + orders), static_cast<short>(op.itemCount - orders));
        if (!isJoin(op.kind) && op.keyCount > 0) {
            w << (op.itemCount > 0 || byTime ? " BY " : "BY ");
            list(q, op.inputs[0].firstKey, op.keyCount);
        }
        for (int i = 0; isJoin(op.kind) && i < op.keyCount; ++i) {
            if (i) w << " AND ";
            expression(q.exprs, q.items[op.inputs[0].firstKey + i], nullptr);
            w << ((op.nullSafe >> i & 1) ? " IS NOT DISTINCT FROM " : " = ");
            expression(q.exprs, q.items[op.inputs[1].firstKey + i], nullptr);
        }
        if (op.kind == NodeKind::intervalJoin) {
            w << (op.keyCount > 0 ? ", " : "") << "right - left from ";
            w.number(op.bounds.lower) << " to ";
            w.number(op.bounds.upper) << " ms";
        }
        if (op.condition >= 0 && op.kind != NodeKind::rank) {
            w << (op.keyCount > 0 || op.itemCount > 0 ? " AND " : "");
            expression(q.exprs, op.condition, nullptr);
        }
        if (op.kind == NodeKind::over) {
            if (op.orderCount) w << " ORDER BY ";
            list(q, op.firstItem, op.orderCount);
            frame(op.frame);
        }
        if (op.kind == NodeKind::rank || op.kind == NodeKind::windowRank) {
            w << ", places ";
            w.number(op.offset + 1) << "..";
            if (op.limit >= 0) w.number(op.offset + op.limit);
            else if (op.condition >= 0) expression(q.exprs, op.condition, nullptr);
        }
        w.put(')');
    }
    constexpr void match(const PhysicalView& q, const PhysicalOp& op) {
        const short* const variables = q.items + op.firstItem + op.orderCount;
        w << "Match(";
        if (op.keyCount) {
            w << "BY ";
            list(q, op.inputs[0].firstKey, op.keyCount);
            w << ", ";
        }
        pattern(q.exprs, variables, op.matching.variables);
        conditions(q.exprs, variables, op.matching.variables, nullptr);
        afterMatch(q.exprs, variables, op.matching);
        const short firstMeasure = static_cast<short>(op.firstItem + op.orderCount + op.matching.variables), firstSum = static_cast<short>(firstMeasure + op.matching.measures);
        for (int i = 0; firstSum + i < op.firstItem + op.itemCount; ++i) {
            w << (i ? ", " : "; ") << slotName(i) << " = ";
            expression(q.exprs, q.items[firstSum + i], nullptr, variables);
        }
        w << "; measures ";
        list(q, firstMeasure, op.matching.measures, variables);
        w.put(')');
    }
    constexpr void list(const PhysicalView& q, short firstItem, short count, const short* variables = nullptr) {
        bool first = true;
        for (int i = 0; i < count; ++i) {
            if (q.items[firstItem + i] < 0) continue;
            if (!first) w << ", ";
            first = false;
            expression(q.exprs, q.items[firstItem + i], nullptr, variables);
        }
    }
    // What an operator takes of the rows of an input, and what tells these apart.
    constexpr void kept(const PhysicalView& q, const PhysicalOp& op, int side) {
        const PhysicalInput& in = op.inputs[side];
        if (in.columnCount == 0) return;
        w << (isJoin(op.kind) ? side ? "  right: " : "  left: " : "  takes ");
        list(q, in.firstColumn, in.columnCount);
        if (isJoin(op.kind)) w << (in.unique == UniqueForm::inJoinKey ? "; one row a key" : in.unique == UniqueForm::own ? "; by unique key" : "");
        if (in.updates) w << "; changes";
        w.put('\n');
    }
    constexpr std::string_view viewOf(short source) const {
        for (int i = 0; i < p.nodeCount; ++i)
            if (p.nodes[i].kind == NodeKind::scan && p.nodes[i].source == source) return p.nodes[i].view;
        return {};
    }
};

// Room for the syntax of the largest expression.
constexpr int roomFor(int exprCount) { return 2 * exprCount + 2; }
// Room for the columns that an expression may read.
constexpr int mostColumns(const PlanView& p) {
    int most = 0;
    for (int i = 0; i < p.nodeCount; ++i) {
        const int n = p.nodes[i].columnCount + (p.nodes[i].right < 0 ? 0 : p.nodes[p.nodes[i].left].columnCount + p.nodes[p.nodes[i].right].columnCount);
        if (n > most) most = n;
    }
    return most;
}

}  // namespace explain

/// The plan as a tree, a line for each step, its input indented below it:
///
///     Filter(cnt > 3) [I,UB,UA] key (user)
///       Aggregate(COUNT(*) AS cnt BY user) [I,UB,UA] key (user) keeps a row per group -> user STRING NOT NULL, cnt BIGINT NOT NULL
///         Scan(clicks) [I] -> user STRING NOT NULL, n INT NOT NULL
///
/// In brackets the kinds of change that the rows can carry: I insert, UB and UA update before and after, D delete. `key`: columns
/// that no two rows agree on, () where there is one row at most. `keeps`: the state. After the arrow the columns with their types,
/// where a step changes them; `(never null)` marks a nullable column whose nulls a filter took away. `l` and `r` are the sides of
/// a join. Expressions are SQL, with the casts that the planner put in. Same plan, same text.
constexpr void writeExplain(rivulet::detail::TextWriter& w, const PlanView& p) {
    if (p.root < 0) return;
    rivulet::detail::Buffer<sql::Syntax> nodes(explain::roomFor(p.exprCount));
    rivulet::detail::Buffer<ColumnName> names(explain::mostColumns(p));
    explain::Printer{w, p, nodes.data(), names.data()}.node(p.root, 0);
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
    explain::Printer{w, p, nodes.data(), nullptr}.operators(physical);
}

}  // namespace rivulet::plan
