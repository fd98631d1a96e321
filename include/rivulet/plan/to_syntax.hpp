// SPDX-License-Identifier: BSL-1.0
// Plan -> syntax tree: the way back. What the binder makes of the tree is the same plan.
#pragma once
#include <string_view>

#include <rivulet/core/numbered_names.hpp>
#include <rivulet/expr/catalogue.hpp>
#include <rivulet/plan/plan.hpp>
#include <rivulet/plan/relations.hpp>
#include <rivulet/sql/operators.hpp>
#include <rivulet/sql/syntax.hpp>

namespace rivulet::plan {

/// `$7`, the name of a slot in explain.
constexpr std::string_view slotName(int i) {
    if (i >= detail::NumberedNames::most) return "$more";
    return detail::slotNames[i];
}

/// A stream that no view names, in SQL: `Unregistered_Stream_0`. Such text is for people to read, and for whoever names a view so.
constexpr std::string_view streamName(int source) {
    if (source < 0 || source >= detail::NumberedNames::most) return "Unregistered_Stream_";
    return detail::streamNames[source];
}

/// How a column is written where it is read: `name`, `qualifier.name`, or the expression `computed` over other columns, or what is
/// `written` already, which is read once, or a copy of what is `repeated`.
struct ColumnName {
    std::string_view qualifier{}, name{};
    short computed{-1}, written{-1};
    const ColumnName* over{};
    short repeated{-1};
};

/// Writes expressions as syntax into storage of the caller.
struct SyntaxFromPlan {
    const Expr* exprs;
    sql::Syntax* nodes;
    bool implicitCasts{};           // also those that binding puts in by itself
    std::string_view from{};        // the table in FROM, which hides a column of that name before a dot
    short nodeCount{};
    const short* matchVariables{};  // of the match whose conditions and measures are being written: items
    std::string_view rowsOf{};      // the variable of columns there

    constexpr short add(sql::Syntax s) {
        short height = 0;
        for (const short list : {s.first, s.filter, s.over, s.order, s.bounds})
            for (short a = list; a >= 0; a = nodes[a].next)
                if (nodes[a].height > height) height = nodes[a].height;
        s.height = static_cast<short>(height + 1);
        nodes[nodeCount] = s;
        return nodeCount++;
    }
    /// A sibling list that grows at its end.
    struct List { short first{-1}, last{-1}; };
    constexpr void append(List& list, short s) {
        if (list.last < 0) list.first = s;
        else nodes[list.last].next = s;
        list.last = s;
    }
    constexpr short call(std::string_view name, short first) { return add({.kind = sql::SyntaxKind::call, .first = first, .text = name}); }
    constexpr short column(const ColumnName& n) {
        if (n.written >= 0) return n.written;
        if (n.repeated >= 0) return copyOf(n.repeated);
        if (n.computed >= 0) return expression(n.computed, n.over);
        return add({.kind = sql::SyntaxKind::name, .text = n.name, .qualifier = n.qualifier});
    }
    constexpr short copyOf(short at) {
        sql::Syntax s = nodes[at];
        List children;
        for (short a = s.first; a >= 0; a = nodes[a].next) append(children, copyOf(a));
        s.first = children.first;
        s.next = -1;
        return add(s);
    }
    constexpr short star() { return add({.kind = sql::SyntaxKind::star}); }
    constexpr short yes() { return add({.kind = sql::SyntaxKind::boolean, .text = "TRUE"}); }

    constexpr short negated(sql::Syntax s, bool negative) {
        const short at = add(s);
        return negative ? call("NEGATE", at) : at;
    }
    constexpr short literal(const Expr& e) {
        using sql::SyntaxKind;
        switch (e.type.root) {
            case TypeRoot::null: return add({.kind = SyntaxKind::null, .text = "NULL"});
            case TypeRoot::boolean: return add({.kind = SyntaxKind::boolean, .text = e.text});
            case TypeRoot::char_: case TypeRoot::varchar: return add({.kind = SyntaxKind::string, .text = e.text});
            case TypeRoot::binary: case TypeRoot::varbinary: return add({.kind = SyntaxKind::binary, .text = e.text});
            case TypeRoot::decimal: return negated({.kind = SyntaxKind::decimal, .text = e.text}, e.index == 1);
            case TypeRoot::float_: case TypeRoot::double_: return negated({.kind = SyntaxKind::approximate, .text = e.text}, e.index == 1);
            case TypeRoot::intervalYearMonth: case TypeRoot::intervalDayTime:
                return add({.kind = SyntaxKind::typed, .unit = static_cast<sql::TimeUnit>(unitOf(e.index)), .unitTo = static_cast<sql::TimeUnit>(unitToOf(e.index)),
                            .text = e.text, .type = e.type});
            case TypeRoot::date: case TypeRoot::time: case TypeRoot::timestamp: case TypeRoot::timestampLtz:
                return add({.kind = SyntaxKind::typed, .text = e.text, .type = e.type});
            default: return negated({.kind = SyntaxKind::integer, .text = e.text}, e.index == 1);
        }
    }
    // `names`: the columns that the expression reads; null in physical plans, where a column knows its own name.
    constexpr short expression(short e, const ColumnName* names) {
        using sql::SyntaxKind;
        const Expr& x = exprs[e];
        switch (x.kind) {
            case ExprKind::column: return column(matchVariables ? ColumnName{.qualifier = rowsOf, .name = names ? names[x.index].name : x.text} : names ? names[x.index] : ColumnName{.name = x.text});
            case ExprKind::slot: return column({.name = slotName(x.index)});
            case ExprKind::literal: return literal(x);
            case ExprKind::parameter: return add({.kind = SyntaxKind::parameter, .parameter = x.index, .type = x.type});
            case ExprKind::same: return add({.kind = SyntaxKind::same});
            case ExprKind::cast: {
                const short of = expression(x.first, names);
                if (x.implicit && (!implicitCasts || nodes[of].kind == SyntaxKind::same)) return of;
                return add({.kind = SyntaxKind::cast, .isTry = x.isTry, .first = of, .type = x.type.withNullable(false)});
            }
            case ExprKind::field: {
                const short of = expression(x.first, names);
                if (nodes[of].kind == SyntaxKind::name && nodes[of].qualifier.empty() && nodes[of].text != from) {  // as the parser reads a.b
                    nodes[of].qualifier = nodes[of].text;
                    nodes[of].text = x.text;
                    return of;
                }
                return add({.kind = SyntaxKind::field, .first = of, .text = x.text});
            }
            case ExprKind::order: return sorted(expression(x.first, names), x.index);
            case ExprKind::matched: return matched(x, names);
            case ExprKind::matchTime: return matchTime(x);
            case ExprKind::matchSum: return column({.name = slotName(x.index)});
            case ExprKind::variable: case ExprKind::outer: return add({.kind = SyntaxKind::name, .text = x.text});
            case ExprKind::aggregate: case ExprKind::call: case ExprKind::userCall: break;
        }
        if (x.kind == ExprKind::call && isGroupingFunction(x.function)) return groupingCall(x, names);
        List arguments, order;
        short filter = -1;
        int left = -x.filtered, place = 0;
        for (short a = x.kind == ExprKind::aggregate ? x.first : static_cast<short>(-1); a >= 0; a = exprs[a].next) ++left;
        const bool within = x.kind == ExprKind::aggregate && !x.user && functionInfo(x.function).withinGroup;
        if (matchVariables && x.kind == ExprKind::aggregate) rowsOf = variableName(x.index);
        for (short a = x.first; a >= 0; a = exprs[a].next) {
            if (within && place == 2 && left-- > 0) continue;  // whether the one before is descending
            const short s = expression(a, names);
            if (x.filtered && exprs[a].next < 0) filter = s;
            else if (within && place == 1) append(order, sorted(s, static_cast<short>(x.integer)));
            else if (x.kind == ExprKind::aggregate && left <= x.ordered && x.ordered > 0) append(order, sorted(s, static_cast<short>(x.integer >> 2 * (x.ordered - left) & 3)));
            else append(arguments, s);
            --left;
            ++place;
        }
        const short first = arguments.first;
        if (x.kind == ExprKind::userCall) return call(x.text, first);
        if (x.kind == ExprKind::aggregate)
            return add({.kind = SyntaxKind::call, .distinct = x.distinct, .first = first < 0 && !x.user && !functionInfo(x.function).window ? star() : first, .filter = filter, .order = order.first, .text = x.user ? x.text : functionInfo(x.function).name});
        if (x.function == indexOf<functions::Case>) return add({.kind = SyntaxKind::case_, .first = first});
        if (matchVariables && x.function == indexOf<functions::ProcessingTime>) return call("MATCH_PROCTIME", first);
        if (x.function == indexOf<functions::Item>) return add({.kind = SyntaxKind::index, .first = first});
        if (x.function == indexOf<functions::MinusDate>)
            return add({.kind = SyntaxKind::call, .unit = static_cast<sql::TimeUnit>(unitOf(x.index)), .unitTo = static_cast<sql::TimeUnit>(unitToOf(x.index)), .first = first,
                        .text = sql::special::minusDate, .type = x.type.withNullable(false)});
        if (x.function == indexOf<functions::Overlaps>) return call(functionInfo(x.function).name, periods(first));
        return call(functionInfo(x.function).name, first);
    }
    // A column of a row of a variable: A.x, FIRST(A.x), LAST(A.x, 2).
    constexpr std::string_view variableName(short variable) const { return variable < 0 ? std::string_view{} : exprs[matchVariables[variable]].text; }
    constexpr short matched(const Expr& x, const ColumnName* names) {
        rowsOf = variableName(x.function);
        const short of = expression(x.first, names), by = exprs[x.first].next;
        if (!x.isTry && x.index == 0) return of;
        if (x.index > 0) nodes[of].next = literal(exprs[by]);
        return call(x.isTry ? "FIRST" : "LAST", of);
    }
    // Without argument it is a TIMESTAMP, else of the type of the column that ORDER BY begins with.
    constexpr short matchTime(const Expr& x) {
        return call("MATCH_ROWTIME", x.type.root == TypeRoot::timestampLtz ? add({.kind = sql::SyntaxKind::name, .text = x.text}) : static_cast<short>(-1));
    }
    // The number of the grouping set is not written, and a key by what it is, not by its place.
    constexpr short groupingCall(const Expr& x, const ColumnName* names) {
        List keys;
        for (short a = exprs[x.first].next; a >= 0; a = exprs[a].next) append(keys, names ? column(names[exprs[a].integer]) : expression(a, names));
        return call(functionInfo(x.function).name, keys.first);
    }
    // An item of ORDER BY: what is sorted by, and how.
    constexpr short sorted(short s, short packed) {
        nodes[s].descending = isDescending(packed);
        const bool standard = putsNullsFirst(packed) != isDescending(packed);
        nodes[s].nulls = standard ? sql::NullsOrder::standard : putsNullsFirst(packed) ? sql::NullsOrder::first : sql::NullsOrder::last;
        return s;
    }
    // Four bounds are two periods.
    constexpr short periods(short bound) {
        const short end = nodes[bound].next, start = nodes[end].next;
        nodes[end].next = -1;
        const short one = call(sql::special::row, bound);
        nodes[one].next = call(sql::special::row, start);
        return one;
    }
};

}  // namespace rivulet::plan
