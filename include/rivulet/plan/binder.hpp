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
#include <rivulet/sql/operators.hpp>
#include <rivulet/sql/syntax.hpp>
#include <rivulet/types/cast_rules.hpp>

namespace rivulet::plan {

using sql::Syntax;
using sql::SyntaxKind;

/// Which names may be used at some place, and what they mean there: the columns of a node, in parts with an alias each.
struct Scope {
    static constexpr int mostParts = 16;
    struct Part { std::string_view alias{}; short first{}, count{}; };

    short node{-1};
    Part parts[mostParts]{};
    int partCount{};

    static constexpr Scope over(short node, short columns, std::string_view alias = {}) {
        Scope s;
        s.node = node;
        s.parts[0] = {alias, 0, columns};
        s.partCount = 1;
        return s;
    }
};

struct Binder {
    PlanBuilder& plan;
    const Syntax* syntax;
    const Catalogue& catalogue;
    bool positions{true};  // false in the Table API: there is no text to point into
    bool inCondition{};    // binding a WHERE
    short caseOperand{-1}; // of the simple CASE whose next condition is being bound

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

    // ---- names ------------------------------------------------------------------------------------------------

    constexpr short lookUp(const Scope& scope, std::string_view qualifier, std::string_view name, int& found) const {
        short at = -1;
        for (int p = 0; p < scope.partCount; ++p) {
            const Scope::Part& part = scope.parts[p];
            if (!qualifier.empty() && qualifier != part.alias) continue;
            for (short i = part.first; i < part.first + part.count; ++i)
                if (plan.column(scope.node, i).name == name) {
                    if (found++ == 0) at = i;
                }
        }
        return at;
    }
    constexpr short unknownColumn(const Scope& scope, const Syntax& s, std::string_view name) {
        Error e = errorAt(ErrorCode::unknownColumn, s, name);
        detail::Nearest nearest(name);
        for (int i = 0; i < plan.nodes[scope.node].columnCount; ++i) {
            nearest.offer(plan.column(scope.node, i).name);
            e.know(plan.column(scope.node, i).name);
        }
        e.nearest = nearest.best;
        plan.fail(e);
        return -1;
    }
    constexpr short column(const Scope& scope, short index) {
        const Column& c = plan.column(scope.node, index);
        return plan.add(Expr{.kind = ExprKind::column, .index = index, .type = c.type, .text = c.name});
    }
    constexpr short bindName(const Scope& scope, const Syntax& s) {
        int found = 0;
        const short at = lookUp(scope, s.qualifier, s.text, found);
        if (found > 1) {
            plan.fail(errorAt(ErrorCode::ambiguousColumn, s, s.text));
            return -1;
        }
        if (found == 1) return column(scope, at);
        if (s.qualifier.empty()) return unknownColumn(scope, s, s.text);
        // `a.b` that is no column b of a table a may be field b of a column a.
        const short whole = lookUp(scope, {}, s.qualifier, found);
        if (found > 1) {
            plan.fail(errorAt(ErrorCode::ambiguousColumn, s, s.qualifier));
            return -1;
        }
        if (found == 1) return field(s, column(scope, whole), s.text);
        for (int p = 0; p < scope.partCount; ++p)
            if (scope.parts[p].alias == s.qualifier) return unknownColumn(scope, s, s.text);
        return unknownQualifier(scope, s);
    }
    // Neither a table nor a column: a table was meant, unless a column is very near.
    constexpr short unknownQualifier(const Scope& scope, const Syntax& s) {
        Error e = errorAt(ErrorCode::unknownTable, s, s.qualifier);
        detail::Nearest nearest(s.qualifier);
        for (int p = 0; p < scope.partCount; ++p)
            if (!scope.parts[p].alias.empty()) nearest.offer(scope.parts[p].alias);
        const int close = static_cast<int>(s.qualifier.size()) / 4 + 1;
        for (int i = 0; i < plan.nodes[scope.node].columnCount; ++i)
            if (const int d = detail::editDistance(plan.column(scope.node, i).name, s.qualifier); d <= close && d < nearest.least) return unknownColumn(scope, s, s.qualifier);
        e.nearest = nearest.best;
        for (int p = 0; p < scope.partCount; ++p)
            if (!scope.parts[p].alias.empty()) e.know(scope.parts[p].alias);
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
    // What a sign before a literal makes of it: -5 is a literal, so that its type is that of its value.
    constexpr const Syntax* negated(const Syntax& s) const {
        if (s.kind != SyntaxKind::call || s.text != "NEGATE" || s.first < 0 || syntax[s.first].next >= 0) return nullptr;
        const Syntax& of = syntax[s.first];
        return of.kind == SyntaxKind::integer || of.kind == SyntaxKind::decimal || of.kind == SyntaxKind::approximate ? &of : nullptr;
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
            case SyntaxKind::index: case SyntaxKind::case_: case SyntaxKind::call: break;
            default: return literal(s, false);
        }
        if (const Syntax* const of = negated(s)) return literal(*of, true);
        PendingCall c = beginCall(s);
        const bool isCase = s.kind == SyntaxKind::case_;
        short operand = -1;
        for (short a = s.first; a >= 0 && !plan.error; a = syntax[a].next) {
            if (isCase) caseOperand = operand;
            if (!c.isUser && c.call.function == indexOf<functions::Overlaps>) {  // the periods' bounds are its arguments
                if (!addPeriod(scope, c, syntax[a])) return -1;
                continue;
            }
            addArgument(c, bind(scope, a));
            if (isCase && c.count == 1) operand = operandOf(c.call.first);
        }
        return endCall(s, c);
    }

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
        if (x.kind == ExprKind::column || x.kind == ExprKind::literal || x.kind == ExprKind::parameter) {
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

    constexpr short unknownFunction(const Syntax& s) {
        const KnownCall known = knownCall(s.text);
        Error e = errorAt(known.name.empty() ? ErrorCode::unknownFunction : known.isAggregate && inCondition ? ErrorCode::misplacedAggregate : ErrorCode::notSupported, s,
                          known.name.empty() ? s.text : known.name);
        if (known.name.empty()) {
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
    constexpr PendingCall beginCall(const Syntax& s) {
        const std::string_view name = s.kind == SyntaxKind::call ? s.text : s.kind == SyntaxKind::index ? "ITEM" : "CASE";
        PendingCall c;
        c.base = plan.scratchTop;
        const short user = s.kind == SyntaxKind::call ? catalogue.findFunction(name) : static_cast<short>(-1);
        c.isUser = user >= 0;
        c.call.kind = c.isUser ? ExprKind::userCall : ExprKind::call;
        c.call.function = c.isUser ? user : findFunction(name);
        if (c.isUser) c.call.text = catalogue.functions[user].name;
        if (c.call.function < 0) unknownFunction(s);
        return c;
    }
    constexpr void addArgument(PendingCall& c, short e) {
        if (e < 0 || plan.error) return;
        if (plan.scratchTop >= plan.scratchRoom) {
            plan.fail({.code = ErrorCode::tooLarge});
            return;
        }
        const Expr& x = plan.exprs[e];
        ArgumentType& t = plan.scratch[plan.scratchTop++];
        t = ArgumentType{};
        t.type = x.type;
        if (x.kind == ExprKind::literal) {
            t.isLiteral = x.type.isInteger();
            t.isText = x.type.isCharacter();
            if (t.isLiteral) t.integer = x.integer;
            if (t.isText) t.text = x.text;
        }
        if (c.last < 0) c.call.first = e;
        else plan.writeExprs[c.last].next = e;
        c.last = e;
        ++c.count;
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
        Typing typing{.arguments = plan.scratch + c.base, .count = c.count, .types = plan.types};
        const bool fits = c.isUser ? typeUserCall(s, catalogue.functions[c.call.function], typing) : typeCall(s, functionInfo(c.call.function), typing);
        if (!fits) return -1;
        c.call.type = typing.result;
        if (c.call.function == indexOf<functions::MinusDate> && !c.isUser) {
            c.call.type = s.type.withNullable(typing.result.nullable);
            c.call.index = packUnits(static_cast<int>(s.unit), static_cast<int>(s.unitTo));
        }
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
        if (info.aggregate) return plan.fail(errorAt(ErrorCode::misplacedAggregate, s, info.name));
        if (typing.count < info.minArguments || (info.maxArguments >= 0 && typing.count > info.maxArguments))
            return refuseCount(s, info.name, info.minArguments, info.maxArguments);
        info.typing(typing);
        plan.wantsTypes = plan.wantsTypes || typing.lacksRoom;
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
                for (int k = 0; k < i; ++k) a = syntax[a].next;
                Error e = errorAt(fits ? ErrorCode::nullIntoNotNull : ErrorCode::typeMismatch, positions ? syntax[a] : s, f.name);
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
