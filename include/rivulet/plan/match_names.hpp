// SPDX-License-Identifier: BSL-1.0
// DEFINE and MEASURES of MATCH_RECOGNIZE: columns of pattern variables, FIRST and LAST, aggregates over the rows of a variable.
#pragma once
#include <string_view>

#include <rivulet/plan/binder.hpp>

namespace rivulet::plan {

/// `A.x`: the column of the last row of A so far, in the condition of A the row in question; `x`: the same of all rows. Inside an aggregate the column of each row.
constexpr short Binder::matchedName(const Scope& scope, const Syntax& s) {
    short variable = everyVariable;
    for (short v = 0; v < match->variableCount; ++v)
        if (!s.qualifier.empty() && detail::sameText(s.qualifier, plan.exprs[plan.items[match->firstVariable + v]].text)) variable = v;
    if (const Found found = lookUp(scope, {}, s.text); variable >= 0 || s.qualifier.empty()) {
        if (found.count > 1) return ambiguous(s, s.text);
        return found.count == 1 ? matched(scope, s, variable, found.column) : unknownColumn(scope, s, s.text);
    }
    // `a.b` where a is no variable may be field b of a column a.
    if (const Found whole = lookUp(scope, {}, s.qualifier); whole.count == 1) return field(s, matched(scope, s, everyVariable, whole.column), s.text);
    Error e = errorAt(ErrorCode::unknownVariable, s, s.qualifier);
    detail::Nearest nearest(s.qualifier);
    for (short v = 0; v < match->variableCount; ++v) {
        const std::string_view name = plan.exprs[plan.items[match->firstVariable + v]].text;
        nearest.offer(name);
        e.know(name);
    }
    e.nearest = nearest.best;
    plan.fail(e);
    return -1;
}

/// A column of a row of a variable. It may be NULL unless the variable surely has that row.
constexpr short Binder::matched(const Scope& scope, const Syntax& s, short variable, short of) {
    const bool aggregates = grouping && grouping->inside;
    if (aggregates || match->inside) {
        if (match->single != MatchNames::none && match->single != variable) {
            Error e = errorAt(ErrorCode::notSupported, s, "several pattern variables within FIRST, LAST or an aggregate");
            e.expected = "columns of one variable";
            plan.fail(e);
            return -1;
        }
        match->single = variable;
    }
    const short read = column(scope, of);
    if (aggregates || read < 0) return read;
    const bool current = variable == everyVariable || variable == match->defined;  // in DEFINE: the last one is the row in question
    const int rows = match->defined != MatchNames::none && current ? 1
                     : variable == everyVariable ? 1
                     : match->defined == MatchNames::none || variable < match->defined ? leastTimes(plan.exprs[plan.items[match->firstVariable + variable]].integer) : 0;
    const SqlType type = plan.exprs[read].type;
    if (match->written >= 0) {
        Expr written = plan.exprs[match->written];
        written.next = -1;
        const short copy = plan.add(written);
        if (copy < 0) return -1;
        plan.writeExprs[read].next = copy;
    }
    return plan.add(Expr{.kind = ExprKind::matched, .isTry = match->fromFirst, .function = variable, .first = read, .index = match->away, .type = type.orNull(match->away >= rows),
                         .text = plan.exprs[read].text});
}

namespace match_calls {
inline constexpr std::string_view first = "FIRST", last = "LAST", rowtime = "MATCH_ROWTIME", proctime = "MATCH_PROCTIME";
inline constexpr std::string_view refused[] = {"PREV", "NEXT", "CLASSIFIER", "MATCH_NUMBER", "RUNNING", "FINAL"};
}  // namespace match_calls

/// What only patterns have.
constexpr bool Binder::isMatchCall(const Syntax& s) {
    if (s.kind != SyntaxKind::call) return false;
    for (const std::string_view name : {match_calls::first, match_calls::last, match_calls::rowtime, match_calls::proctime})
        if (detail::equalsIgnoringCase(s.text, name)) return true;
    for (const std::string_view name : match_calls::refused)
        if (detail::equalsIgnoringCase(s.text, name)) return true;
    return false;
}
constexpr short Binder::matchCall(const Scope& scope, const Syntax& s) {
    if (!refuseModifiers(s)) return -1;
    for (const std::string_view name : match_calls::refused) {
        if (!detail::equalsIgnoringCase(s.text, name)) continue;
        Error e = errorAt(ErrorCode::notSupported, s, name);
        if (name == "PREV") e.expected = "LAST(A.x, n), the row n before the last one of A";  // physical offsets
        plan.fail(e);
        return -1;
    }
    if (detail::equalsIgnoringCase(s.text, match_calls::proctime)) {
        if (s.first >= 0) {
            refuseCount(s, match_calls::proctime, 0, 0);
            return -1;
        }
        return plan.add(Expr{.kind = ExprKind::call, .function = indexOf<functions::ProcessingTime>, .type = sqltype::timestampLtz(3)});
    }
    if (!detail::equalsIgnoringCase(s.text, match_calls::rowtime)) return navigation(scope, s, detail::equalsIgnoringCase(s.text, match_calls::first));
    if (match->byArrival) {
        Error e = errorAt(ErrorCode::notSupported, s, match_calls::rowtime);
        e.expected = "ORDER BY a row time, or MATCH_PROCTIME()";
        plan.fail(e);
        return -1;
    }
    // MATCH_ROWTIME([row time]): in a condition that of the row in question, else that of the match.
    SqlType type = sqltype::timestamp(3);
    const std::string_view time = plan.column(scope.node, match->time).name;
    if (s.first >= 0) {
        const Syntax& argument = syntax[s.first];
        const Found found = argument.kind == SyntaxKind::name && syntax[s.first].next < 0 ? lookUp(scope, {}, argument.text) : Found{};
        if (found.column != match->time) return refuseType(argument, match_calls::rowtime, "the row time that ORDER BY begins with", found.count == 1 ? plan.column(scope.node, found.column).type : sqltype::null);
        type = plan.column(scope.node, match->time).type.withNullable(false);
    }
    if (grouping && grouping->inside) {
        plan.fail(errorAt(ErrorCode::notSupported, s, "MATCH_ROWTIME in an aggregate"));
        return -1;
    }
    if (match->defined == MatchNames::none) return plan.add(Expr{.kind = ExprKind::matchTime, .type = type, .text = time});
    return matched(scope, s, everyVariable, match->time);
}
/// FIRST(x [, n]), LAST(x [, n]): every column of x is that of the row n behind the first one, before the last one of its variable.
constexpr short Binder::navigation(const Scope& scope, const Syntax& s, bool first) {
    const std::string_view name = first ? match_calls::first : match_calls::last;
    const short of = s.first, by = of < 0 ? of : syntax[of].next;
    if (of < 0 || (by >= 0 && syntax[by].next >= 0)) {
        refuseCount(s, name, 1, 2);
        return -1;
    }
    if (match->inside || (grouping && grouping->inside)) {
        plan.fail(errorAt(ErrorCode::notSupported, s, match->inside ? "FIRST and LAST within each other" : "FIRST and LAST in an aggregate"));
        return -1;
    }
    const MatchNames outer = *match;
    match->inside = true;
    match->fromFirst = first;
    match->single = MatchNames::none;
    if (by >= 0) {
        match->written = bind(scope, by);
        if (match->written < 0) return -1;
        const Expr& n = plan.exprs[match->written];
        if (n.kind != ExprKind::literal || !n.type.isInteger() || n.integer < 0 || n.integer > PlanBuilder::most) return refuseType(syntax[by], name, "a number of rows as a constant", n.type);
        match->away = static_cast<short>(n.integer);
    }
    const short e = bind(scope, of);
    const bool reads = match->single != MatchNames::none;
    *match = outer;
    if (e >= 0 && !reads) {
        Error error = errorAt(ErrorCode::syntax, syntax[of], name);
        error.expected = "a column of a pattern variable";
        plan.fail(error);
        return -1;
    }
    return e;
}
/// An aggregate says whose rows it is about.
constexpr short Binder::ofVariable(const Syntax& s, short aggregate) {
    if (aggregate < 0 || plan.error) return -1;
    Expr& x = plan.writeExprs[aggregate];
    const std::string_view refused = s.distinct ? "DISTINCT in MATCH_RECOGNIZE" : s.filter >= 0 ? "FILTER in MATCH_RECOGNIZE" : match->single == MatchNames::none ? "an aggregate without a column in MATCH_RECOGNIZE" : "";
    if (!refused.empty()) {
        Error e = errorAt(ErrorCode::notSupported, s, refused);
        if (!s.distinct && s.filter < 0) e.expected = "a column of a variable, such as COUNT(A.x)";
        plan.fail(e);
        return -1;
    }
    x.index = match->single;
    match->single = MatchNames::none;
    return aggregate;
}

}  // namespace rivulet::plan
