// SPDX-License-Identifier: BSL-1.0
// Syntax -> bound expressions: names, types, nullability, implicit casts, refusals. Plain functions over values;
// SQL statements and Table API calls are two callers.
#pragma once
#include <string_view>

#include <rivulet/core/text.hpp>
#include <rivulet/expr/catalogue.hpp>
#include <rivulet/plan/catalogue.hpp>
#include <rivulet/plan/functions.hpp>
#include <rivulet/plan/literals.hpp>
#include <rivulet/plan/plan.hpp>
#include <rivulet/plan/scope.hpp>
#include <rivulet/plan/window_functions.hpp>
#include <rivulet/plan/time_attribute.hpp>
#include <rivulet/sql/operators.hpp>
#include <rivulet/sql/syntax.hpp>
#include <rivulet/types/cast_rules.hpp>

namespace rivulet::plan {

using sql::Syntax;
using sql::SyntaxKind;

/// What a SELECT groups by and aggregates, over the columns of its input, while its expressions are being bound.
struct Grouping {
    detail::Stack<short> keys{};           // expressions, each once
    detail::Stack<short> aggregates{};     // likewise
    detail::Stack<long long> sets{};       // grouping sets, see NodeKind::expand; none for a plain GROUP BY
    short window{-1};                      // the call of GROUP BY TUMBLE(..), as syntax; its window node is the input
    bool any{};                            // an aggregate stands somewhere
    bool inside{};                         // the arguments of one are being bound
    bool global{true};                     // there are no keys: an aggregate may be over nothing
};

/// The pattern variables while DEFINE and MEASURES are being bound.
struct MatchNames {
    static constexpr short none = -2;

    short firstVariable{}, variableCount{}; // items
    short defined{none};                    // the variable of the condition being bound
    short time{-1};                         // the column that says when a row was
    bool byArrival{};                       // it is a processing time
    bool fromFirst{};                       // FIRST around what is being bound
    short away{}, written{-1};              // the second argument of FIRST or LAST around it; as an expression
    bool inside{};                          // within FIRST or LAST
    short single{none};                     // the variable that FIRST, LAST or an aggregate around it has been about so far
};

/// What a subquery or an OVER call was replaced by: a column that was added to the input of the expression it stands in.
struct ComputedColumn {
    short syntax{-1}, column{-1};
    enum class Of : unsigned char { value, count, exists, in, notIn };
    Of of{};          // of a count NULL is 0; of EXISTS NULL is FALSE; of IN 2 is TRUE, 1 is UNKNOWN, NULL is FALSE
    bool deferred{};  // a column that is added to the groups of the SELECT: `column` counts those
    SqlType type{};   // of a deferred one
};

struct Binder {
    PlanBuilder& plan;
    const Syntax* syntax;
    const Catalogue& catalogue;
    bool positions{true};  // false in the Table API: there is no text to point into
    Grouping* grouping{};  // where aggregates may stand
    MatchNames* match{};   // where columns are those of pattern variables
    short caseOperand{-1}; // of the simple CASE whose next condition is being bound
    const Around* around{};                      // of a subquery
    short aroundCount{};                         // queries around subqueries so far
    detail::Stack<Scope::Part> parts{};          // of scopes with more than one part
    detail::Stack<ComputedColumn> computed{};    // the last one of a syntax node counts

    // ---- errors -----------------------------------------------------------------------------------------------

    constexpr Error errorAt(ErrorCode code, const Syntax& s, std::string_view subject) const {
        Error e{};
        e.code = code;
        e.position = positions ? s.position : -1;
        e.subject = subject;
        return e;
    }
    static constexpr void nameType(ShortText& to, const SqlType& t) {
        char text[512]{};
        detail::TextWriter counted;
        detail::writeTypeName(counted, t);
        detail::TextWriter w{text};
        if (counted.size < sizeof text) detail::writeTypeName(w, t);
        to.append({text, w.size});
    }
    constexpr short refuseType(const Syntax& s, std::string_view subject, std::string_view expected, const SqlType& found) {
        Error e = errorAt(ErrorCode::typeMismatch, s, subject);
        e.expected = expected;
        nameType(e.foundText, found);
        plan.fail(e);
        return -1;
    }

    // What groups or is made distinct is compared; RAW is not.
    constexpr bool refuseRaw(const Syntax& s, std::string_view subject, const SqlType& t) {
        if (rules::hasRaw(t)) refuseType(s, subject, "a comparable value", t);
        return plan.error.code != ErrorCode::none;
    }

    // ---- names ------------------------------------------------------------------------------------------------

    constexpr const Scope::Part& part(const Scope& scope, int i) const { return scope.firstPart < 0 ? scope.only : parts[scope.firstPart + i]; }
    /// What a name stands for: a column, or the first of two that USING merged.
    struct Found { short column{-1}, other{-1}; int count{}; };
    constexpr Found lookUp(const Scope& scope, std::string_view qualifier, std::string_view name) const {
        Found found;
        for (int p = 0; p < scope.partCount; ++p) {
            const Scope::Part& in = part(scope, p);
            if (qualifier.empty() ? !in.plain : !in.qualified || !detail::sameText(qualifier, in.alias)) continue;
            for (short i = in.first; i < in.first + in.count; ++i)
                if (detail::sameText(plan.column(scope.node, i).name, name) && found.count++ == 0) {
                    found.column = i;
                    found.other = in.other;
                }
            if (!qualifier.empty()) break;  // no other part has this name
        }
        return found;
    }
    constexpr short columnFound(const Syntax& s, const Scope& scope, const Found& found) {
        if (found.other < 0) return column(scope, found.column);
        return callOf(s, indexOf<functions::Coalesce>, column(scope, found.column), column(scope, found.other));
    }
    constexpr bool hasAlias(const Scope& scope, std::string_view alias) const {
        for (int p = 0; p < scope.partCount; ++p)
            if (const Scope::Part& in = part(scope, p); in.qualified && detail::sameText(in.alias, alias)) return true;
        return false;
    }
    constexpr void offerAliases(const Scope& scope, Error& e, detail::Nearest& nearest) const {
        for (int p = 0; p < scope.partCount; ++p) {
            const Scope::Part& in = part(scope, p);
            if (!in.qualified || in.alias.empty()) continue;
            nearest.offer(in.alias);
            e.know(in.alias);
        }
    }
    /// `table`: where a qualifier says that the name is one of its columns.
    constexpr short unknownColumn(const Scope& scope, const Syntax& s, std::string_view name, std::string_view table = {}) {
        Error e = errorAt(ErrorCode::unknownColumn, s, name);
        detail::Nearest nearest(name);
        const auto offer = [&](const Scope& names) {
            for (int p = 0; p < names.partCount; ++p) {
                const Scope::Part& in = part(names, p);
                if (table.empty() ? !in.plain : !in.qualified || table != in.alias) continue;
                for (int i = in.first; i < in.first + in.count; ++i) {
                    nearest.offer(plan.column(names.node, i).name);
                    e.know(plan.column(names.node, i).name);
                }
            }
        };
        offer(scope);
        for (const Around* a = table.empty() ? around : nullptr; a; a = a->outer) offer(*a->scope);
        e.nearest = nearest.best;
        if (e.nearest.empty() && (name == "window_start" || name == "window_end" || name == "window_time")) e.expected = "TABLE(TUMBLE(..)) in FROM";
        plan.fail(e);
        return -1;
    }
    constexpr short column(const Scope& scope, short index) {
        const Column& c = plan.column(scope.node, index);
        return plan.add(Expr{.kind = ExprKind::column, .index = index, .type = c.type, .text = c.name});
    }
    constexpr short bindName(const Scope& scope, const Syntax& s) {
        if (match) return matchedName(scope, s);
        const Found found = lookUp(scope, s.qualifier, s.text);
        if (found.count > 1) return ambiguous(s, s.text);
        if (found.count == 1) return columnFound(s, scope, found);
        if (s.qualifier.empty()) return outerName(scope, s);
        // `a.b` that is no column b of a table a may be field b of a column a.
        const Found whole = lookUp(scope, {}, s.qualifier);
        if (whole.count > 1) return ambiguous(s, s.qualifier);
        if (whole.count == 1) return field(s, columnFound(s, scope, whole), s.text);
        if (hasAlias(scope, s.qualifier)) return unknownColumn(scope, s, s.text, s.qualifier);
        return outerName(scope, s);
    }
    /// A name that means nothing here is one of the nearest query around that has it.
    constexpr short outerName(const Scope& scope, const Syntax& s) {
        for (const Around* a = around; a; a = a->outer) {
            const Found found = lookUp(*a->scope, s.qualifier, s.text);
            if (found.count > 1) return ambiguous(s, s.text);
            if (found.count == 1) return outerFound(s, *a, found);
            if (s.qualifier.empty()) continue;
            const Found whole = lookUp(*a->scope, {}, s.qualifier);
            if (whole.count > 1) return ambiguous(s, s.qualifier);
            if (whole.count == 1) return field(s, outerFound(s, *a, whole), s.text);
            if (hasAlias(*a->scope, s.qualifier)) return unknownColumn(*a->scope, s, s.text, s.qualifier);
        }
        return s.qualifier.empty() ? unknownColumn(scope, s, s.text) : unknownQualifier(scope, s);
    }
    constexpr short outerFound(const Syntax& s, const Around& a, const Found& found) {
        const auto outer = [&](short index) {
            const Column& c = plan.column(a.scope->node, index);
            return plan.add(Expr{.kind = ExprKind::outer, .function = a.id, .index = index, .type = c.type, .text = c.name});
        };
        return found.other < 0 ? outer(found.column) : callOf(s, indexOf<functions::Coalesce>, outer(found.column), outer(found.other));
    }
    /// Whether an expression reads a query around the one that it stands in.
    constexpr bool readsAround(short e) const {
        if (plan.exprs[e].kind == ExprKind::outer) return true;
        for (short a = plan.exprs[e].first; a >= 0; a = plan.exprs[a].next)
            if (readsAround(a)) return true;
        return false;
    }
    constexpr short ambiguous(const Syntax& s, std::string_view name) {
        plan.fail(errorAt(ErrorCode::ambiguousColumn, s, name));
        return -1;
    }
    // Neither a table nor a column: a table was meant, unless a column is very near.
    constexpr short unknownQualifier(const Scope& scope, const Syntax& s) {
        Error e = errorAt(ErrorCode::unknownTable, s, s.qualifier);
        detail::Nearest nearest(s.qualifier);
        offerAliases(scope, e, nearest);
        const int close = static_cast<int>(s.qualifier.size()) / 4 + 1;
        for (int i = 0; i < plan.nodes[scope.node].columnCount; ++i)
            if (const int d = detail::editDistance(plan.column(scope.node, i).name, s.qualifier); d <= close && d < nearest.least) return unknownColumn(scope, s, s.qualifier);
        e.nearest = nearest.best;
        plan.fail(e);
        return -1;
    }
    constexpr short field(const Syntax& s, short of, std::string_view name) {
        if (of < 0) return -1;
        const SqlType t = plan.exprs[of].type;
        if (t.root != TypeRoot::structured && t.root != TypeRoot::row) return refuseType(s, name, "a column with fields", t);
        for (int i = 0; i < t.fieldCount(); ++i)
            if (t.field(i).name == name)
                return plan.add(Expr{.kind = ExprKind::field, .first = of, .index = static_cast<short>(i), .type = t.field(i).type.orNull(t.nullable), .text = name});
        Error e = errorAt(ErrorCode::unknownColumn, s, name);
        detail::Nearest nearest(name);
        for (int i = 0; i < t.fieldCount(); ++i) {
            nearest.offer(t.field(i).name);
            e.know(t.field(i).name);
        }
        e.nearest = nearest.best;
        plan.fail(e);
        return -1;
    }

    // ---- expressions --------------------------------------------------------------------------------------------

    constexpr short add(const Syntax& s, const Literal& l) {
        if (l.expected.empty()) return plan.add(l.expr);
        Error e = errorAt(ErrorCode::outOfRange, s, s.text);
        e.expected = l.expected;
        plan.fail(e);
        return -1;
    }
    // The number behind a sign, or -1: -5 is a literal, so that its type is that of its value. No pointer: with sanitizers GCC 12 finds its
    // comparison with null not constant.
    constexpr short negated(const Syntax& s) const {
        if (s.kind != SyntaxKind::call || s.text != "NEGATE" || s.first < 0 || syntax[s.first].next >= 0) return -1;
        const SyntaxKind of = syntax[s.first].kind;
        return of == SyntaxKind::integer || of == SyntaxKind::decimal || of == SyntaxKind::approximate ? s.first : static_cast<short>(-1);
    }
    constexpr short literal(const Syntax& s, bool negative) {
        switch (s.kind) {
            case SyntaxKind::integer: return add(s, integerLiteral(s.text, negative));
            case SyntaxKind::decimal: return add(s, decimalLiteral(s.text, negative));
            case SyntaxKind::approximate: return add(s, approximateLiteral(s.text, negative));
            case SyntaxKind::string: return plan.add(Expr{.kind = ExprKind::literal, .type = sqltype::char_(detail::charactersIn(s.text)), .text = s.text});
            case SyntaxKind::binary: return plan.add(Expr{.kind = ExprKind::literal, .type = sqltype::binary(static_cast<int>(s.text.size() / 2)), .text = s.text});
            case SyntaxKind::boolean: {
                const bool value = detail::equalsIgnoringCase(s.text, "TRUE");
                return plan.add(Expr{.kind = ExprKind::literal, .type = sqltype::boolean, .text = value ? "TRUE" : "FALSE", .integer = value});
            }
            case SyntaxKind::null: return plan.add(Expr{.kind = ExprKind::literal, .type = sqltype::null, .text = "NULL"});
            default: return s.type.root == TypeRoot::unknown ? unknownType(s, s.qualifier) : add(s, typedLiteral(s));
        }
    }

    /// One call a level of the tree, so that the highest tree stays below the compilers' depth of constant evaluation.
    constexpr short bind(const Scope& scope, short at) {
        if (at < 0 || plan.error) return -1;
        const Syntax& s = syntax[at];
        switch (s.kind) {
            case SyntaxKind::name: return bindName(scope, s);
            case SyntaxKind::field: return field(s, bind(scope, s.first), s.text);
            case SyntaxKind::parameter:
                if (s.type.root == TypeRoot::unknown) return unknownType(s, s.text);
                return plan.add(Expr{.kind = ExprKind::parameter, .index = s.parameter, .type = s.type});
            case SyntaxKind::star: {
                Error e = errorAt(ErrorCode::syntax, s, "*");
                e.expected = "an expression";
                plan.fail(e);
                return -1;
            }
            case SyntaxKind::same: return bindSame();
            case SyntaxKind::cast: return bindCast(s, bind(scope, s.first));
            case SyntaxKind::subquery: case SyntaxKind::exists: case SyntaxKind::inQuery: case SyntaxKind::window: return computedColumn(scope, at, "a subquery here");
            case SyntaxKind::index: case SyntaxKind::case_: case SyntaxKind::call: break;
            default: return literal(s, false);
        }
        if (s.over >= 0) return computedColumn(scope, at, "OVER");
        if (const short of = negated(s); of >= 0) return literal(syntax[of], true);
        if (match && isMatchCall(s)) return matchCall(scope, s);
        if (s.kind == SyntaxKind::call)
            if (const GroupWindowPart part = groupWindowPart(s.text); part.kind != WindowKind::none) return windowPart(scope, s, part);
        if (isRowOrder(s)) return rowOrder(scope, s, syntax[s.first].first, syntax[syntax[s.first].next].first);
        PendingCall c = beginCall(s);
        if (isGrouping(c)) return groupingCall(scope, s, c.call.function);
        const bool aggregate = isAggregate(c);
        if (aggregate ? !enterAggregate(s, c.isUser ? FunctionInfo{.name = c.call.text} : functionInfo(c.call.function)) : !refuseModifiers(s)) return -1;
        const bool isCase = s.kind == SyntaxKind::case_;
        short operand = -1;
        for (short a = s.first; a >= 0 && !plan.error; a = syntax[a].next) {
            if (isCase) caseOperand = operand;
            if (!c.isUser && c.call.function == indexOf<functions::Overlaps>) {  // the periods' bounds are its arguments
                if (!addPeriod(scope, c, syntax[a])) return -1;
                continue;
            }
            if (aggregate && syntax[a].kind == SyntaxKind::star && syntax[a].next < 0 && a == s.first) break;  // COUNT(*)
            addArgument(c, bind(scope, a));
            if (isCase && c.count == 1) operand = operandOf(c.call.first);
        }
        if (!aggregate) return !c.isUser && c.call.function == indexOf<functions::CurrentWatermark> ? currentWatermark(scope, s, c) : endCall(s, c);
        const short called = endOrdered(scope, s, c);
        const short condition = s.filter < 0 || plan.error ? static_cast<short>(-1) : bind(scope, s.filter);
        grouping->inside = false;
        const short made = endAggregate(s, called, condition, grouping->global);
        if (made >= 0 && isOfOuter(made)) return refuse(ErrorCode::notSupported, s, "an aggregate of the query around in a subquery", "it in a table below"), static_cast<short>(-1);
        return match ? ofVariable(s, made) : made;
    }

    // SQL takes an aggregate of nothing but columns of the query around for one of that query.
    constexpr bool isOfOuter(short e) const { return readsAround(e) && !readsColumn(e); }
    constexpr bool readsColumn(short e) const {
        if (plan.exprs[e].kind == ExprKind::column) return true;
        for (short a = plan.exprs[e].first; a >= 0; a = plan.exprs[a].next)
            if (readsColumn(a)) return true;
        return false;
    }
    /// (a, b) < (c, d): a < c OR a = c AND b < d.
    constexpr bool isRowOrder(const Syntax& s) const {
        if (s.kind != SyntaxKind::call || (s.text != "<" && s.text != "<=" && s.text != ">" && s.text != ">=") || s.first < 0) return false;
        const Syntax &l = syntax[s.first], &r = syntax[l.next];
        const auto isRow = [](const Syntax& x) { return x.kind == SyntaxKind::call && x.text == sql::special::row && x.first >= 0; };
        if (!isRow(l) || !isRow(r)) return false;
        short a = l.first, b = r.first;
        for (; a >= 0 && b >= 0; a = syntax[a].next, b = syntax[b].next) {}
        return a < 0 && b < 0;
    }
    constexpr short rowOrder(const Scope& scope, const Syntax& s, short a, short b) {
        const bool less = s.text[0] == '<', last = syntax[a].next < 0, orEqual = s.text.size() > 1;
        const short strict = less ? indexOf<functions::Less> : indexOf<functions::Greater>, weak = less ? indexOf<functions::LessEqual> : indexOf<functions::GreaterEqual>;
        const short first = callOf(s, last && orEqual ? weak : strict, bind(scope, a), bind(scope, b));
        if (first < 0 || last) return first;
        const short equal = callOf(s, indexOf<functions::Equal>, bind(scope, a), bind(scope, b)), rest = rowOrder(scope, s, syntax[a].next, syntax[b].next);
        return equal < 0 || rest < 0 ? static_cast<short>(-1) : callOf(s, indexOf<functions::Or>, first, callOf(s, indexOf<functions::And>, equal, rest));
    }

    // ---- pattern variables: match_names.hpp -------------------------------------------------------------------------

    constexpr short matchedName(const Scope& scope, const Syntax& s);
    constexpr short matched(const Scope& scope, const Syntax& s, short variable, short of);
    static constexpr bool isMatchCall(const Syntax& s);
    constexpr short matchCall(const Scope& scope, const Syntax& s);
    constexpr short navigation(const Scope& scope, const Syntax& s, bool first);
    constexpr short ofVariable(const Syntax& s, short aggregate);

    // ---- aggregates, and what was computed before -------------------------------------------------------------------

    // What the column of a subquery stands for. CASE WHEN n IS NULL THEN 0 ELSE n END; n IS NOT NULL; CASE WHEN n IS NULL THEN FALSE WHEN n = 2 THEN TRUE ELSE NULL END
    constexpr short valueOf(const Syntax& s, ComputedColumn::Of of, auto read) {
        using Of = ComputedColumn::Of;
        const auto isNull = [&](short function) { return plan.add(Expr{.kind = ExprKind::call, .function = function, .first = read(), .type = sqltype::boolean}); };
        const auto boolean = [&](bool value) {
            return plan.add(Expr{.kind = ExprKind::literal, .type = sqltype::boolean, .text = value ? "TRUE" : "FALSE", .integer = value});
        };
        if (of == Of::value) return read();
        if (of == Of::exists) return isNull(indexOf<functions::IsNotNull>);
        PendingCall c;
        c.base = plan.scratchTop;
        c.call = {.kind = ExprKind::call, .function = indexOf<functions::Case>};
        addArgument(c, isNull(indexOf<functions::IsNull>));
        addArgument(c, of == Of::count ? plan.add(integerLiteral("0", false).expr) : boolean(of == Of::notIn));
        if (of == Of::count) addArgument(c, read());
        else {
            addArgument(c, callOf(s, indexOf<functions::Equal>, read(), plan.add(integerLiteral("2", false).expr)));
            addArgument(c, boolean(of == Of::in));
        }
        return endCall(s, c);
    }
    /// A column that stands for a subquery or an OVER call, if a step before made one.
    constexpr short computedColumn(const Scope& scope, short at, std::string_view what) {
        for (int i = computed.size() - 1; i >= 0; --i) {
            const ComputedColumn& c = computed[i];
            if (c.syntax != at) continue;
            if (c.deferred) return plan.add(Expr{.kind = ExprKind::slot, .index = static_cast<short>(1 + c.column), .type = c.type});
            return valueOf(syntax[at], c.of, [&] { return column(scope, c.column); });
        }
        plan.fail(errorAt(ErrorCode::notSupported, syntax[at], what));
        return -1;
    }
    constexpr bool enterAggregate(const Syntax& s, const FunctionInfo& info) {
        if (!grouping || grouping->inside) return plan.fail(errorAt(ErrorCode::misplacedAggregate, s, info.name));
        if (info.window) return refuse(ErrorCode::syntax, s, info.name, "OVER behind it");
        return checkAggregate(s, info) && (grouping->any = grouping->inside = true);
    }
    constexpr bool checkAggregate(const Syntax& s, const FunctionInfo& info) {
        if (info.withinGroup && (s.order < 0 || syntax[s.order].next >= 0)) return refuse(ErrorCode::syntax, s, info.name, "WITHIN GROUP (ORDER BY x)");
        if (s.order >= 0 && (match || (!info.ofOrder && !info.withinGroup))) {
            plan.fail(errorAt(ErrorCode::notSupported, s, match ? "ORDER BY in an aggregate" : "ORDER BY in this aggregate"));
            return false;
        }
        if (info.batchOnly && !plan.batch) return refuse(ErrorCode::notSupported, s, info.name, "batch mode");
        return s.first < 0 || syntax[s.first].kind != SyntaxKind::star || info.minArguments == 0 || refuse(ErrorCode::syntax, syntax[s.first], "*", "an expression");
    }
    constexpr bool refuse(ErrorCode code, const Syntax& s, std::string_view what, std::string_view expected) {
        Error e = errorAt(code, s, what);
        e.expected = expected;
        return plan.fail(e);
    }
    // DISTINCT, FILTER and ORDER BY stand in aggregates only.
    constexpr bool refuseModifiers(const Syntax& s) {
        if (!s.distinct && s.filter < 0 && s.order < 0) return true;
        Error e = errorAt(ErrorCode::syntax, s, s.text);
        e.expected = s.distinct ? "an aggregate before DISTINCT" : s.filter >= 0 ? "an aggregate before FILTER" : "an aggregate before ORDER BY";
        return plan.fail(e);
    }
    // `overNothing`: it may be asked for a value without any row.
    constexpr short endAggregate(const Syntax& s, short at, short condition, bool overNothing) {
        if (at < 0 || plan.error) return -1;
        Expr& x = plan.writeExprs[at];
        x.distinct = s.distinct && x.first >= 0;
        for (short a = x.distinct ? x.first : static_cast<short>(-1); a >= 0; a = plan.exprs[a].next)
            if (refuseRaw(syntax[s.first], "DISTINCT", plan.exprs[a].type)) return -1;
        const bool ofNothing = x.user || functionInfo(x.function).ofNothing;
        if (s.filter >= 0) {
            const SqlType t = plan.exprs[condition].type;
            if (t.root == TypeRoot::null) condition = implicitCast(condition, sqltype::boolean.orNull(true));
            else if (t.root != TypeRoot::boolean) return refuseType(syntax[s.filter], "FILTER", "BOOLEAN", t);
            if (condition < 0) return -1;
            x.filtered = true;
            short last = x.first;
            while (last >= 0 && plan.exprs[last].next >= 0) last = plan.exprs[last].next;
            if (last < 0) x.first = condition;
            else plan.writeExprs[last].next = condition;
        }
        if (!ofNothing && (x.filtered || overNothing)) x.type.nullable = true;
        return at;
    }

    /// Whether an expression may be NULL, once its operands have been made others. `overNothing`: what is aggregated may be no row.
    constexpr bool retype(short e, bool overNothing = false) {
        Expr& x = plan.writeExprs[e];
        if (x.kind == ExprKind::same) x.type.nullable = plan.exprs[x.index].type.nullable;
        if (x.kind == ExprKind::cast || x.kind == ExprKind::field) {
            const bool own = x.kind == ExprKind::cast ? x.isTry : fieldMayBeNull(x);
            x.type.nullable = own || plan.exprs[x.first].type.nullable;
        }
        if ((x.kind != ExprKind::call && x.kind != ExprKind::aggregate) || x.user) return true;
        const int base = plan.scratchTop;
        int arguments = -x.ordered - x.filtered;  // those stand behind its own
        for (short a = x.first; a >= 0; a = plan.exprs[a].next) ++arguments;
        for (short a = x.first; arguments > 0; a = plan.exprs[a].next, --arguments) {
            if (plan.scratchTop >= plan.scratchRoom) return plan.fail({.code = ErrorCode::tooLarge});
            plan.scratch[plan.scratchTop++] = argumentOf(plan.exprs[a]);
        }
        Typing typing{.arguments = plan.scratch + base, .count = plan.scratchTop - base};
        typing.types = plan.made.types;
        functionInfo(x.function).typing(typing);
        plan.scratchTop = base;
        x.type.nullable = typing.result.nullable || (x.kind == ExprKind::aggregate && !functionInfo(x.function).ofNothing && (x.filtered || overNothing));
        return true;
    }
    constexpr bool fieldMayBeNull(const Expr& x) const { return plan.exprs[x.first].type.field(x.index).type.nullable; }

    // The left side of a simple CASE's first condition.
    constexpr short operandOf(short condition) const {
        if (condition < 0) return -1;
        short e = plan.exprs[condition].first;
        while (e >= 0 && plan.exprs[e].kind == ExprKind::cast && plan.exprs[e].implicit) e = plan.exprs[e].first;
        return e;
    }
    // Leaves are repeated, everything else is computed once.
    constexpr short bindSame() {
        if (caseOperand < 0) {
            plan.fail({.code = ErrorCode::tooLarge});  // cannot be: the parser writes it inside a CASE only
            return -1;
        }
        Expr x = plan.exprs[caseOperand];
        if (x.kind == ExprKind::column || x.kind == ExprKind::outer || x.kind == ExprKind::literal || x.kind == ExprKind::parameter) {
            x.next = -1;
            return plan.add(x);
        }
        plan.writeExprs[caseOperand].shared = true;
        return plan.add(Expr{.kind = ExprKind::same, .index = caseOperand, .type = x.type});
    }

    constexpr short unknownType(const Syntax& s, std::string_view name) {
        plan.fail(errorAt(ErrorCode::unknownType, s, name));
        return -1;
    }
    constexpr short bindCast(const Syntax& s, short of) {
        if (of < 0) return -1;
        if (s.type.root == TypeRoot::unknown) return unknownType(s, s.text);
        const SqlType from = plan.exprs[of].type;
        SqlType to = s.type.withNullable(from.nullable || s.isTry);
        if (from.root != TypeRoot::null && castKind(from, to) == CastKind::none) {
            Error e = errorAt(ErrorCode::invalidCast, s, s.isTry ? "TRY_CAST" : "CAST");
            nameType(e.expectedText, to);
            nameType(e.foundText, from);
            plan.fail(e);
            return -1;
        }
        return plan.add(Expr{.kind = ExprKind::cast, .isTry = s.isTry, .first = of, .type = to});
    }

    constexpr short implicitCast(short e, const SqlType& to, bool isTry = false) {
        const short next = plan.exprs[e].next;
        plan.writeExprs[e].next = -1;
        return plan.add(Expr{.kind = ExprKind::cast, .isTry = isTry, .implicit = true, .first = e, .next = next, .type = to.orNull(isTry)});
    }

    /// The cast of a value into a column of a declared type, or a field of a sink: nothing is cut.
    constexpr short castInto(short e, const SqlType& to, Fit fit, std::string_view column) {
        const bool loses = !rivulet::implicitCast(plan.exprs[e].type, to);
        const short cast = implicitCast(e, to);
        if (cast < 0 || !loses) return cast;
        plan.writeExprs[cast].fit = fit;
        plan.writeExprs[cast].text = column;
        return cast;
    }

    constexpr short unknownFunction(const Syntax& s) {
        const std::string_view known = knownCall(s.text);
        Error e = errorAt(known.empty() ? ErrorCode::unknownFunction : ErrorCode::notSupported, s, known.empty() ? s.text : known);
        if (known.empty()) {
            detail::Nearest nearest(s.text);
            nearest.offer(nearestFunction(s.text));
            for (short f = 0; f < catalogue.functionCount; ++f) {
                nearest.offer(catalogue.functions[f].name);
                e.know(catalogue.functions[f].name);
            }
            e.nearest = nearest.best;
        }
        plan.fail(e);
        return -1;
    }

    // A call whose arguments are being bound. They are typed on a stack, so that a call of any width needs no array of its own.
    struct PendingCall {
        Expr call{};
        short last{-1};
        int base{}, count{};
        bool isUser{};
    };
    constexpr bool isGroupWindow(const Syntax& s) const;  // group_window_parts.hpp
    constexpr bool sameSyntax(short a, short b) const;
    constexpr short windowPart(const Scope& scope, const Syntax& s, const GroupWindowPart& part);
    static constexpr bool isGrouping(const PendingCall& c) { return !c.isUser && c.call.function >= 0 && isGroupingFunction(c.call.function); }
    constexpr short groupingCall(const Scope& scope, const Syntax& s, short function);  // grouping_call.hpp
    constexpr bool isAggregate(const PendingCall& c) const {
        return c.call.function >= 0 && (c.isUser ? catalogue.functions[c.call.function].aggregate : functionInfo(c.call.function).aggregate);
    }
    constexpr PendingCall beginCall(const Syntax& s) {
        const std::string_view name = s.kind == SyntaxKind::call ? s.text : s.kind == SyntaxKind::index ? "ITEM" : "CASE";
        PendingCall c;
        c.base = plan.scratchTop;
        const short user = s.kind == SyntaxKind::call ? catalogue.findFunction(name) : static_cast<short>(-1);
        c.isUser = user >= 0;
        c.call.kind = c.isUser ? ExprKind::userCall : ExprKind::call;
        c.call.function = c.isUser ? user : findFunction(name);
        if (c.isUser) c.call.text = catalogue.functions[user].name;
        if (c.isUser && catalogue.functions[user].table) {
            Error e = errorAt(ErrorCode::notSupported, s, c.call.text);
            e.expected = "LATERAL TABLE(..) of a table function in FROM";
            plan.fail(e);
        }
        if (c.call.function < 0) unknownFunction(s);
        return c;
    }
    constexpr void addArgument(PendingCall& c, short e) {
        if (e < 0 || plan.error) return;
        if (plan.scratchTop >= plan.scratchRoom) {
            plan.fail({.code = ErrorCode::tooLarge});
            return;
        }
        plan.scratch[plan.scratchTop++] = argumentOf(plan.exprs[e]);
        if (c.last < 0) c.call.first = e;
        else plan.writeExprs[c.last].next = e;
        c.last = e;
        ++c.count;
    }
    static constexpr ArgumentType argumentOf(const Expr& x) {
        ArgumentType t{};
        t.type = x.type;
        if (x.kind != ExprKind::literal) return t;
        t.isLiteral = x.type.isInteger();
        t.isText = x.type.isCharacter();
        if (t.isLiteral) t.integer = x.integer;
        if (t.isText) t.text = x.text;
        return t;
    }
    /// A call of a function on bound expressions; `s` is where an error points.
    constexpr short callOf(const Syntax& s, short function, short a, short b) {
        PendingCall c;
        c.base = plan.scratchTop;
        c.call.kind = ExprKind::call;
        c.call.function = function;
        addArgument(c, a);
        addArgument(c, b);
        return endCall(s, c);
    }
    // (start, end)
    constexpr bool addPeriod(const Scope& scope, PendingCall& c, const Syntax& s) {
        const bool pair = s.kind == SyntaxKind::call && s.text == sql::special::row && s.first >= 0 && syntax[s.first].next >= 0 && syntax[syntax[s.first].next].next < 0;
        if (!pair) {
            Error e = errorAt(ErrorCode::syntax, s, "OVERLAPS");
            e.expected = "a period such as (start, end)";
            return plan.fail(e);
        }
        for (short a = s.first; a >= 0; a = syntax[a].next) addArgument(c, bind(scope, a));
        return !plan.error;
    }
    constexpr short endCall(const Syntax& s, PendingCall& c) {
        if (plan.error) return -1;
        Typing typing{.arguments = plan.scratch + c.base, .count = c.count, .types = plan.made.types};
        const bool fits = c.isUser ? typeUserCall(s, catalogue.functions[c.call.function], typing) : typeCall(s, functionInfo(c.call.function), typing);
        if (!fits) return -1;
        c.call.type = typing.result;
        if (isAggregate(c)) {
            c.call.kind = ExprKind::aggregate;
            c.call.user = c.isUser;
        }
        if (c.call.function == indexOf<functions::MinusDate> && !c.isUser) {
            c.call.type = s.type.withNullable(typing.result.nullable);
            c.call.index = packUnits(static_cast<int>(s.unit), static_cast<int>(s.unitTo));
        }
        if (c.call.function == indexOf<functions::OrThrow> && !c.isUser && s.first >= 0)  // for its error
            if (const SyntaxKind of = syntax[s.first].kind; of == SyntaxKind::name || of == SyntaxKind::field) c.call.text = syntax[s.first].text;
        short last = -1;
        int i = 0;
        for (short a = c.call.first; a >= 0; a = plan.exprs[a].next, ++i) {
            if (typing.arguments[i].castTo.root != TypeRoot::unknown) {
                a = implicitCast(a, typing.arguments[i].castTo, typing.arguments[i].tryCast);
                if (a < 0) return -1;
                if (last < 0) c.call.first = a;
                else plan.writeExprs[last].next = a;
            }
            last = a;
        }
        plan.scratchTop = c.base;
        return plan.add(c.call);
    }

    constexpr short endOrdered(const Scope& scope, const Syntax& s, PendingCall& c);  // aggregate_order.hpp
    constexpr bool isArgument(short first, short e) const;

    // CURRENT_WATERMARK of anything but a row time has no meaning.
    constexpr short currentWatermark(const Scope& scope, const Syntax& s, PendingCall& c) {
        const short of = c.call.first, at = endCall(s, c);
        if (at < 0 || (plan.exprs[of].kind == ExprKind::column && timeAttribute(plan, scope.node, plan.exprs[of].index, plan.batch) == TimeAttribute::rowtime)) return at;
        return refuseType(syntax[s.first], functions::CurrentWatermark::info.name, functions::CurrentWatermark::wanted, plan.exprs[of].type);
    }
    constexpr bool refuseCount(const Syntax& s, std::string_view name, int least, int most) {
        Error e = errorAt(ErrorCode::argumentCount, s, name);
        detail::TextWriter w{e.expectedText.chars};
        w.number(least);
        if (most != least) {
            w << (most < 0 ? " or more" : " to ");
            if (most >= 0) w.number(most);
        }
        e.expectedText.size = static_cast<unsigned char>(w.size);
        return plan.fail(e);
    }
    constexpr bool refuseArgument(const Syntax& s, std::string_view name, const Typing& typing) {
        short a = s.first;
        for (int i = 0; i < typing.refused && a >= 0; ++i) a = syntax[a].next;  // the bounds of OVERLAPS are no children
        refuseType(positions && a >= 0 && syntax[a].position >= 0 ? syntax[a] : s, name, typing.expected, typing.type(typing.refused));
        return false;
    }
    constexpr bool typeCall(const Syntax& s, const FunctionInfo& info, Typing& typing) {
        if (typing.count < info.minArguments || (info.maxArguments >= 0 && typing.count > info.maxArguments))
            return refuseCount(s, info.name, info.minArguments, info.maxArguments);
        info.typing(typing);
        plan.wantsMade = plan.wantsMade || typing.lacksRoom;
        return typing.refused < 0 || refuseArgument(s, info.name, typing);
    }
    constexpr bool typeUserCall(const Syntax& s, const UserFunction& f, Typing& typing) {
        if (f.argumentCount != typing.count) return refuseCount(s, f.name, f.argumentCount, f.argumentCount);
        for (int i = 0; i < typing.count; ++i) {
            const SqlType given = typing.type(i), wanted = f.arguments[i];
            const bool fits = given.root == TypeRoot::null ? wanted.nullable : sameType(given, wanted) || castKind(given, wanted) == CastKind::implicit;
            if (!fits || (given.nullable && !wanted.nullable)) {
                typing.refused = i;
                short a = s.first;
                for (int k = 0; k < i && a >= 0; ++k) a = syntax[a].next;  // those that a condition gives are no children
                Error e = errorAt(fits ? ErrorCode::nullIntoNotNull : ErrorCode::typeMismatch, positions && a >= 0 ? syntax[a] : s, f.name);
                nameType(e.expectedText, wanted);
                nameType(e.foundText, given);
                if (fits) e.found = "a nullable value";
                return plan.fail(e);
            }
            if (!sameType(given, wanted)) typing.arguments[i].castTo = wanted.withNullable(given.nullable);
        }
        typing.result = f.result;
        return true;
    }
};

}  // namespace rivulet::plan

#include <rivulet/plan/group_window_parts.hpp>
#include <rivulet/plan/aggregate_order.hpp>
#include <rivulet/plan/grouping_call.hpp>
#include <rivulet/plan/match_names.hpp>
