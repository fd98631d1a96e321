// SPDX-License-Identifier: BSL-1.0
// What is left of a plan to run: its operators.
#pragma once
#include <cstddef>
#include <string_view>

#include <rivulet/plan/explain/printer.hpp>
#include <rivulet/plan/physical_plan.hpp>

namespace rivulet::plan::explain {

struct OperatorPrinter : Printer {
    constexpr void operators(const PhysicalView& q) {
        for (int o = 0; o < q.opCount; ++o) {
            const PhysicalOp& op = q.ops[o];
            w.put('#');
            w.number(o).put(' ');
            core(q, op);
            if (op.reused) reference(q, o, "(reuse_id=[");
            if (!op.before || op.skipsBefore) w << " without -U";
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
    // Operators that several read are numbered.
    constexpr void reference(const PhysicalView& q, int operatorNumber, std::string_view what) {
        int id = 1;
        for (int o = 0; o < operatorNumber; ++o) id += q.ops[o].reused;
        w << what;
        w.number(id) << "])";
    }
    constexpr void core(const PhysicalView& q, const PhysicalOp& op) {
        if (op.kind == NodeKind::limit && op.limit < 0 && op.offset == 0) {
            w << "UnionAll";
            return;
        }
        switch (op.kind) {
            case NodeKind::scan: scan(op.source, viewOf(op.source)); return;
            case NodeKind::limit: limit(op.limit, op.offset); return;
            case NodeKind::reused: reference(q, op.source, "Reused(reference_id=["); return;
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
            static_assert(sizeof kinds / sizeof *kinds == static_cast<std::size_t>(JoinKind::anti) + 1, "a name for each join");
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
        if (!in.shared.empty()) w << "; the same in a group: ";
        bool first = true;
        for (int c = 0; c < in.columnCount; ++c) {
            if (!in.shared.has(c)) continue;
            w << (first ? "" : ", ");
            first = false;
            expression(q.exprs, q.items[in.firstColumn + c], nullptr);
        }
        if (op.kind == NodeKind::join && in.time >= 0) {
            w << "; while ";
            expression(q.exprs, in.time, nullptr);
            whileAfter(in.keptAfter);
        }
        if (in.updates) w << "; changes";
        w.put('\n');
    }
    constexpr std::string_view viewOf(short source) const {
        for (int i = 0; i < p.nodeCount; ++i)
            if (p.nodes[i].kind == NodeKind::scan && p.nodes[i].source == source) return p.nodes[i].view;
        return {};
    }
};

}  // namespace rivulet::plan::explain
