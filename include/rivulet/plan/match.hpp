// SPDX-License-Identifier: BSL-1.0
// FROM .. MATCH_RECOGNIZE (..): the clauses as a node.
#pragma once
#include <string_view>

#include <rivulet/plan/query_binder.hpp>
#include <rivulet/plan/relations.hpp>
#include <rivulet/plan/time_attribute.hpp>

namespace rivulet::plan {

/// What Flink finds with MATCH_RECOGNIZE, one row a match: the partition's columns, then the measures. Refused, by name:
/// - ORDER BY that does not begin with a time attribute, ascending (orderByTime; in batch any timestamp will do), or has more than a processing time; rows that are updated (changesIntoOperator);
/// - patterns with |, groups with a quantifier, a variable twice, `A??` (notSupported); those that could match no row (emptyMatch) or end in a greedy quantifier (greedyLast);
/// - variables in DEFINE, AFTER MATCH SKIP and before columns that are not in the pattern (unknownVariable).
constexpr short QueryBinder::matches(const sql::Relation& r, short input, const Scope& of) {
    const sql::MatchClauses& c = r.match;
    if (!plan.nodes[input].mode.insertOnly()) {
        plan.fail({.code = ErrorCode::changesIntoOperator, .position = r.position, .subject = "MATCH_RECOGNIZE"});
        return -1;
    }
    Node n{.kind = NodeKind::match, .left = input};
    detail::Stack<short> items;
    for (short k = c.partition; k >= 0; k = syntax[k].next) {
        const short e = bind(of, k);
        if (e < 0) return -1;
        if (plan.exprs[e].kind != ExprKind::column) return refuseMatch(ErrorCode::notSupported, syntax[k], "an expression in PARTITION BY of MATCH_RECOGNIZE", "a column");
        if (refuseRaw(syntax[k], "PARTITION BY", plan.exprs[e].type)) return -1;
        items.push(e);
        ++n.keyCount;
    }
    const short time = matchOrder(c, of, items, n);
    if (time < 0) return -1;
    MatchNames names;
    names.time = time;
    names.byArrival = n.matching.byArrival;
    names.variableCount = n.matching.variables = pattern(c.pattern, items);
    if (plan.error) return -1;
    n.matching.after = c.after;
    if (c.after == sql::AfterMatch::toFirst || c.after == sql::AfterMatch::toLast) {
        n.matching.target = variableNamed(c.variable, items, n);
        if (n.matching.target < 0) return unknownVariable({.kind = SyntaxKind::name, .position = c.variablePosition, .text = c.variable}, items, n);
    }
    if (c.within >= 0) {
        n.predicate = bind(of, c.within);
        if (n.predicate < 0) return -1;
        const Expr& within = plan.exprs[n.predicate];
        if (within.type.root != TypeRoot::intervalDayTime) return refuseType(syntax[c.within], "WITHIN", "an interval of days to seconds", within.type);
        if (within.integer <= 0) return refuseMatch(ErrorCode::outOfRange, syntax[c.within], "WITHIN", "an interval that is longer than nothing");
        n.matching.within = within.integer;
    }
    // Conditions and measures are bound over items that stand in their place already.
    n.firstItem = plan.itemCount;
    for (int i = 0; i < items.size(); ++i) plan.addItem(items[i]);
    names.firstVariable = static_cast<short>(n.firstItem + n.keyCount + n.orderCount);
    if (plan.error || !conditions(c, of, names)) return -1;
    return measures(c, of, names, n);
}
constexpr short QueryBinder::refuseMatch(ErrorCode code, const Syntax& s, std::string_view subject, std::string_view expected) {
    Error e = errorAt(code, s, subject);
    e.expected = expected;
    plan.fail(e);
    return -1;
}

/// The items of ORDER BY; gives the column that says when a row was.
constexpr short QueryBinder::matchOrder(const sql::MatchClauses& c, const Scope& of, detail::Stack<short>& items, Node& n) {
    if (c.order < 0) return refuseMatch(ErrorCode::orderByTime, syntax[c.pattern], "MATCH_RECOGNIZE", "ORDER BY a time attribute");
    short time = -1;
    for (short o = c.order; o >= 0; o = syntax[o].next) {
        const short e = bind(of, o);
        if (e < 0) return -1;
        const Expr& x = plan.exprs[e];
        if (time < 0) {
            const bool isColumn = x.kind == ExprKind::column && !plan.column(of.node, x.index).onlyShown;
            const TimeAttribute kind = isColumn && !plan.batch ? timeAttribute(plan, of.node, x.index, false) : TimeAttribute::none;
            const bool isTime = plan.batch ? isColumn && (x.type.root == TypeRoot::timestamp || x.type.root == TypeRoot::timestampLtz) : kind != TimeAttribute::none;
            if (!isTime) {
                Error error = errorAt(ErrorCode::orderByTime, syntax[o], "ORDER BY");
                error.expected = plan.batch ? "a timestamp first" : "a time attribute first";
                nameType(error.foundText, x.type);
                plan.fail(error);
                return -1;
            }
            if (syntax[o].descending) return refuseMatch(ErrorCode::orderByTime, syntax[o], "DESC", "the time ascending");
            time = x.index;
            n.matching.byArrival = kind == TimeAttribute::proctime;
        } else if (n.matching.byArrival) return refuseMatch(ErrorCode::notSupported, syntax[o], "ORDER BY more than a processing time");
        items.push(orderItem(syntax[o], e));
        if (plan.error) return -1;
        ++n.orderCount;
    }
    return time;
}

// ---- PATTERN --------------------------------------------------------------------------------------------------------

/// The variables of the pattern, added to the items; how many.
constexpr short QueryBinder::pattern(short at, detail::Stack<short>& items) {
    const int before = items.size();
    const Syntax& whole = syntax[at];
    for (short part = whole.kind == SyntaxKind::sequence ? whole.first : at; part >= 0 && !plan.error; part = part == at ? static_cast<short>(-1) : syntax[part].next)
        patternVariable(part, before, items);
    if (plan.error) return -1;
    const auto count = static_cast<short>(items.size() - before);
    bool needsRow = false;
    for (int i = before; i < items.size(); ++i) needsRow = needsRow || leastTimes(plan.exprs[items[i]].integer) > 0;
    const Expr& last = plan.exprs[items[items.size() - 1]];
    const int least = leastTimes(last.integer), most = mostTimes(last.integer);
    if (!needsRow) return refuseMatch(ErrorCode::emptyMatch, whole, "PATTERN", "a variable that must take a row");
    if (!last.isTry && least != most && !(least == 0 && most == 1)) return refuseMatch(ErrorCode::greedyLast, whole, last.text, "a simple variable or a reluctant quantifier such as +? at the end");
    return count;
}
constexpr short QueryBinder::patternVariable(short at, int firstVariable, detail::Stack<short>& items) {
    const bool repeats = syntax[at].kind == SyntaxKind::repeat;
    const Syntax& s = repeats ? syntax[syntax[at].first] : syntax[at];
    if (s.kind == SyntaxKind::choice || syntax[at].kind == SyntaxKind::choice) return refuseMatch(ErrorCode::notSupported, s, "| in PATTERN");
    if (s.kind != SyntaxKind::name) return refuseMatch(ErrorCode::notSupported, s, "a group with a quantifier in PATTERN", "variables, each with its own");
    const int least = repeats ? syntax[at].atLeast : 1, most = repeats ? syntax[at].atMost : 1;
    if (most == 0) return refuseMatch(ErrorCode::outOfRange, syntax[at], s.text, "at least one row");
    const bool reluctant = repeats && syntax[at].reluctant;
    if (reluctant && least == 0 && most == 1) return refuseMatch(ErrorCode::notSupported, syntax[at], "?? in PATTERN");
    for (int i = firstVariable; i < items.size(); ++i)
        if (detail::sameText(plan.exprs[items[i]].text, s.text)) return refuseMatch(ErrorCode::notSupported, s, "a variable that stands in PATTERN twice", "another name");
    // Where there is nothing to choose, no quantifier is greedy.
    const short e = plan.add(Expr{.kind = ExprKind::variable, .isTry = reluctant && least != most, .text = s.text, .integer = packTimes(least, most)});
    if (e >= 0) items.push(e);
    return e;
}
constexpr short QueryBinder::variableNamed(std::string_view name, const detail::Stack<short>& items, const Node& n) const {
    for (short v = 0; v < n.matching.variables; ++v)
        if (detail::sameText(plan.exprs[items[n.keyCount + n.orderCount + v]].text, name)) return v;
    return -1;
}
constexpr short QueryBinder::unknownVariable(const Syntax& s, const detail::Stack<short>& items, const Node& n) {
    Error e = errorAt(ErrorCode::unknownVariable, s, s.text);
    detail::Nearest nearest(s.text);
    for (short v = 0; v < n.matching.variables; ++v) {
        const std::string_view name = plan.exprs[items[n.keyCount + n.orderCount + v]].text;
        nearest.offer(name);
        e.know(name);
    }
    e.nearest = nearest.best;
    plan.fail(e);
    return -1;
}

// ---- DEFINE, MEASURES -------------------------------------------------------------------------------------------------

constexpr bool QueryBinder::conditions(const sql::MatchClauses& c, const Scope& of, MatchNames& names) {
    Grouping sums;
    match = &names;
    grouping = &sums;
    for (short d = c.define; d >= 0 && !plan.error; d = syntax[d].next) {
        short at = -1;
        for (short v = 0; v < names.variableCount; ++v)
            if (detail::sameText(syntax[d].alias, plan.exprs[plan.items[names.firstVariable + v]].text)) at = v;
        if (at < 0) {
            Error e = errorAt(ErrorCode::unknownVariable, syntax[d], syntax[d].alias);
            for (short v = 0; v < names.variableCount; ++v) e.know(plan.exprs[plan.items[names.firstVariable + v]].text);
            plan.fail(e);
            break;
        }
        bool again = false;
        for (short before = c.define; before != d; before = syntax[before].next) again = again || detail::sameText(syntax[before].alias, syntax[d].alias);
        if (again) {
            refuseMatch(ErrorCode::duplicateColumn, syntax[d], syntax[d].alias, "one condition a variable");
            break;
        }
        names.defined = at;
        const short p = condition(of, d, "DEFINE");
        const bool always = p >= 0 && plan.exprs[p].kind == ExprKind::literal && plan.exprs[p].integer == 1;
        if (!always) plan.writeExprs[plan.items[names.firstVariable + at]].first = p;
    }
    names.defined = MatchNames::none;
    match = nullptr;
    grouping = nullptr;
    return !plan.error;
}
/// The measures as items, and the node with its columns.
constexpr short QueryBinder::measures(const sql::MatchClauses& c, const Scope& of, MatchNames& names, Node n) {
    Grouping sums;
    detail::Stack<Column> columns;
    for (short k = 0; k < n.keyCount; ++k) {
        const Column& key = plan.column(n.left, plan.exprs[plan.items[n.firstItem + k]].index);
        columns.push(Column{.name = key.name, .type = key.type});
    }
    for (short m = c.measures; m >= 0; m = syntax[m].next) {
        for (int i = 0; i < columns.size(); ++i)
            if (columns[i].name == syntax[m].alias) return refuseMatch(ErrorCode::duplicateColumn, syntax[m], syntax[m].alias, "another name with AS");
        match = &names;
        grouping = &sums;
        const short e = bind(of, m);
        match = nullptr;
        grouping = nullptr;
        if (e < 0) return -1;
        const Expr& x = plan.exprs[e];
        if (x.type.root == TypeRoot::null) return refuseType(syntax[m], "NULL", "a value with a type, such as CAST(NULL AS INT)", x.type);
        Column column{.name = syntax[m].alias, .type = x.type};
        if (x.kind == ExprKind::matched) {
            column.time = plan.column(n.left, plan.exprs[x.first].index).time;
            column.onlyShown = column.time != TimeAttribute::none;
        }
        if (x.kind == ExprKind::matchTime && !plan.batch) column.time = TimeAttribute::rowtime;
        if (isProcessingTime(x) && !plan.batch) column.time = TimeAttribute::proctime;
        columns.push(column);
        plan.addItem(e);
    }
    if (columns.size() == 0) return refuseMatch(ErrorCode::noMembers, syntax[c.pattern], "MATCH_RECOGNIZE", "MEASURES or PARTITION BY");
    n.itemCount = static_cast<short>(plan.itemCount - n.firstItem);
    n.matching.measures = static_cast<short>(columns.size() - n.keyCount);
    n.firstColumn = plan.columnCount;
    n.columnCount = static_cast<short>(columns.size());
    for (int i = 0; i < columns.size(); ++i) plan.add(columns[i]);
    return put(n);
}

}  // namespace rivulet::plan
