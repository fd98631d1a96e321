// SPDX-License-Identifier: BSL-1.0
// When two syntax trees are the same.
#pragma once
#include <rivulet/sql/syntax.hpp>

namespace rivulet::sql {
namespace detail {

struct SyntaxComparison {
    const SyntaxView &a, &b;

    constexpr bool lists(short x, short y, bool aliases = false) const {
        for (; x >= 0 && y >= 0; x = a.nodes[x].next, y = b.nodes[y].next)
            if (!expressions(x, y) || (aliases && a.nodes[x].alias != b.nodes[y].alias)) return false;
        return x < 0 && y < 0;
    }
    constexpr bool expressions(short x, short y) const {
        const Syntax &s = a.nodes[x], &t = b.nodes[y];
        if (s.kind == SyntaxKind::same) return t.kind == SyntaxKind::same;  // the operand was compared where it stands
        return s.kind == t.kind && s.isTry == t.isTry && s.negated == t.negated && s.distinct == t.distinct && s.descending == t.descending && s.nulls == t.nulls &&
               s.reluctant == t.reluctant && s.frame == t.frame && s.bound == t.bound && s.atLeast == t.atLeast && s.atMost == t.atMost &&
               s.unit == t.unit && s.unitTo == t.unitTo && s.parameter == t.parameter && s.height == t.height && s.text == t.text && s.qualifier == t.qualifier &&
               s.type == t.type && lists(s.first, t.first) && lists(s.filter, t.filter) && (s.kind == SyntaxKind::window || lists(s.over, t.over)) && lists(s.order, t.order) &&
               lists(s.bounds, t.bounds) && queries(s.query, t.query);
    }
    constexpr bool relations(short x, short y) const {
        if (x < 0 || y < 0) return x < 0 && y < 0;
        const Relation &r = a.relations[x], &s = b.relations[y];
        return r.kind == s.kind && r.join == s.join && r.natural == s.natural && r.lateral == s.lateral && r.ordinality == s.ordinality && r.name == s.name &&
               r.alias == s.alias && lists(r.condition, s.condition) && lists(r.using_, s.using_) && lists(r.arguments, s.arguments) && lists(r.asOf, s.asOf) &&
               lists(r.columns, s.columns) && matches(r.match, s.match) &&
               queries(r.query, s.query) && relations(r.left, s.left) && relations(r.right, s.right);
    }
    constexpr bool matches(const MatchClauses& m, const MatchClauses& n) const {
        return m.after == n.after && m.variable == n.variable && lists(m.partition, n.partition) && lists(m.order, n.order) && lists(m.measures, n.measures, true) &&
               lists(m.pattern, n.pattern) && lists(m.within, n.within) && lists(m.define, n.define, true);
    }
    constexpr bool withTables(short x, short y) const {
        for (; x >= 0 && y >= 0; x = a.relations[x].next, y = b.relations[y].next)
            if (!relations(x, y)) return false;
        return x < 0 && y < 0;
    }
    constexpr bool queries(short x, short y) const {
        if (x < 0 || y < 0) return x < 0 && y < 0;
        const Query &q = a.queries[x], &r = b.queries[y];
        return q.kind == r.kind && q.all == r.all && q.distinct == r.distinct && q.hasGroup == r.hasGroup && q.limit == r.limit && q.offset == r.offset &&
               withTables(q.with, r.with) && lists(q.items, r.items, true) && relations(q.from, r.from) && lists(q.where, r.where) && lists(q.group, r.group) &&
               lists(q.having, r.having) && lists(q.windows, r.windows, true) && lists(q.qualify, r.qualify) && lists(q.order, r.order) && queries(q.left, r.left) && queries(q.right, r.right);
    }
};

}  // namespace detail

/// Same queries, wherever in their texts they stand.
constexpr bool sameSyntax(const SyntaxView& a, const SyntaxView& b) { return detail::SyntaxComparison{a, b}.queries(a.root, b.root); }

}  // namespace rivulet::sql
