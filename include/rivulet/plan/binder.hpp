// SPDX-License-Identifier: BSL-1.0
// Syntax -> bound expressions: names, types, nullability, implicit casts, refusals. Plain functions over values;
// SQL statements and Table API calls are two callers.
#pragma once
#include <string_view>

#include <rivulet/core/text.hpp>
#include <rivulet/expr/catalogue.hpp>
#include <rivulet/plan/catalogue.hpp>
#include <rivulet/plan/plan.hpp>
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
        if (found == 1) return field(s, column(scope, whole), s.text);
        for (int p = 0; p < scope.partCount; ++p)
            if (scope.parts[p].alias == s.qualifier) return unknownColumn(scope, s, s.text);
        return unknownColumn(scope, s, s.qualifier);
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

    // ---- literals -----------------------------------------------------------------------------------------------

    constexpr short integerLiteral(const Syntax& s, bool negative) {
        unsigned long long v = 0;
        constexpr unsigned long long most = 9223372036854775807ull;
        for (const char c : s.text) {
            const auto digit = static_cast<unsigned long long>(c - '0');
            if (v > (most + (negative ? 1u : 0u) - digit) / 10) {
                Error e = errorAt(ErrorCode::outOfRange, s, s.text);
                e.expected = "at most 64 bits";
                plan.fail(e);
                return -1;
            }
            v = v * 10 + digit;
        }
        const auto value = static_cast<long long>(negative ? 0ull - v : v);
        const bool small = value <= 2147483647 && value >= -2147483648ll;
        return plan.add(Expr{.kind = ExprKind::literal, .type = small ? sqltype::integer : sqltype::bigint, .text = s.text, .integer = value});
    }
    // Precision and scale are those of the number as written, without leading zeros.
    constexpr short decimalLiteral(const Syntax& s, bool negative) {
        int digits = 0, scale = 0;
        bool point = false, leading = true;
        for (const char c : s.text) {
            if (c == '.') { point = true; continue; }
            if (point) ++scale;
            if (c != '0') leading = false;
            if (!leading) ++digits;
        }
        const int precision = digits > scale ? digits : scale + (digits == 0 && scale == 0);
        if (precision > 38) {
            Error e = errorAt(ErrorCode::outOfRange, s, s.text);
            e.expected = "at most 38 digits";
            plan.fail(e);
            return -1;
        }
        return plan.add(Expr{.kind = ExprKind::literal, .index = static_cast<short>(negative), .type = sqltype::decimal(precision, scale), .text = s.text});
    }
    static constexpr int charactersIn(std::string_view text) {
        int n = 0;
        for (const char c : text) n += (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
        return n;
    }

    // ---- expressions --------------------------------------------------------------------------------------------

    constexpr short bind(const Scope& scope, short at) {
        if (at < 0 || plan.error) return -1;
        const Syntax& s = syntax[at];
        switch (s.kind) {
            case SyntaxKind::name: return bindName(scope, s);
            case SyntaxKind::field: return field(s, bind(scope, s.first), s.text);
            case SyntaxKind::integer: return integerLiteral(s, false);
            case SyntaxKind::decimal: return decimalLiteral(s, false);
            case SyntaxKind::approximate: return plan.add(Expr{.kind = ExprKind::literal, .type = sqltype::double_, .text = s.text});
            case SyntaxKind::string:
                return plan.add(Expr{.kind = ExprKind::literal, .type = sqltype::char_(charactersIn(s.text)), .text = s.text});
            case SyntaxKind::binary:
                return plan.add(Expr{.kind = ExprKind::literal, .type = sqltype::binary(static_cast<int>(s.text.size() / 2)), .text = s.text});
            case SyntaxKind::boolean:
                return plan.add(Expr{.kind = ExprKind::literal, .type = sqltype::boolean, .text = s.text,
                                     .integer = detail::equalsIgnoringCase(s.text, "TRUE")});
            case SyntaxKind::null: return plan.add(Expr{.kind = ExprKind::literal, .type = sqltype::null, .text = "NULL"});
            case SyntaxKind::typed: return plan.add(Expr{.kind = ExprKind::literal, .type = s.type, .text = s.text});
            case SyntaxKind::parameter: return plan.add(Expr{.kind = ExprKind::parameter, .index = s.parameter, .type = s.type});
            case SyntaxKind::star: {
                Error e = errorAt(ErrorCode::syntax, s, "*");
                e.expected = "an expression";
                plan.fail(e);
                return -1;
            }
            case SyntaxKind::same: return bind(scope, s.first);
            case SyntaxKind::cast: return bindCast(scope, s);
            case SyntaxKind::index: return bindCall(scope, s, "ITEM");
            case SyntaxKind::case_: return bindCall(scope, s, "CASE");
            case SyntaxKind::call: break;
        }
        if (s.text == "NEGATE" && s.first >= 0 && syntax[s.first].next < 0) {  // -5 is a literal, so that its type is that of its value
            if (syntax[s.first].kind == SyntaxKind::integer) return integerLiteral(syntax[s.first], true);
            if (syntax[s.first].kind == SyntaxKind::decimal) return decimalLiteral(syntax[s.first], true);
        }
        return bindCall(scope, s, s.text);
    }

    constexpr short bindCast(const Scope& scope, const Syntax& s) {
        const short of = bind(scope, s.first);
        if (of < 0) return -1;
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

    constexpr short unknownFunction(const Syntax& s, std::string_view name) {
        Error e = errorAt(ErrorCode::unknownFunction, s, name);
        detail::Nearest nearest(name);
        for (short f = 0; f < functionCount; ++f)
            if (functionInfo(f).spelling == Spelling::call) nearest.offer(functionInfo(f).name);
        for (short f = 0; f < catalogue.functionCount; ++f) {
            nearest.offer(catalogue.functions[f].name);
            e.know(catalogue.functions[f].name);
        }
        e.nearest = nearest.best;
        plan.fail(e);
        return -1;
    }

    constexpr short bindCall(const Scope& scope, const Syntax& s, std::string_view name) {
        const short user = s.kind == SyntaxKind::call ? catalogue.findFunction(name) : static_cast<short>(-1);
        const short f = user >= 0 ? user : findFunction(name);
        if (f < 0) return unknownFunction(s, name);
        Expr call{.kind = user >= 0 ? ExprKind::userCall : ExprKind::call, .function = f, .text = user >= 0 ? catalogue.functions[user].name : std::string_view{}};

        // Arguments are typed on a stack, so that a call of any width needs no array of its own.
        const int base = plan.scratchTop;
        short last = -1;
        int count = 0;
        for (short a = s.first; a >= 0; a = syntax[a].next, ++count) {
            const short e = bind(scope, a);
            if (e < 0) return -1;
            if (plan.scratchTop >= plan.scratchRoom) {
                plan.fail({.code = ErrorCode::tooLarge});
                return -1;
            }
            const Expr& x = plan.exprs[e];
            const bool integerLiteral = x.kind == ExprKind::literal && x.type.isInteger();
            const bool textLiteral = x.kind == ExprKind::literal && x.type.isCharacter();
            plan.scratch[plan.scratchTop++] = ArgumentType{.type = x.type, .isLiteral = integerLiteral, .integer = integerLiteral ? x.integer : 0,
                                                           .isText = textLiteral, .text = textLiteral ? x.text : std::string_view{}};
            if (last < 0) call.first = e;
            else plan.writeExprs[last].next = e;
            last = e;
        }
        Typing typing{.arguments = plan.scratch + base, .count = count};
        const bool fits = user >= 0 ? typeUserCall(s, catalogue.functions[user], typing) : typeCall(s, functionInfo(f), typing);
        if (!fits) return -1;
        call.type = typing.result;
        last = -1;
        int i = 0;
        for (short a = call.first; a >= 0; a = plan.exprs[a].next, ++i) {
            if (typing.arguments[i].castTo.root != TypeRoot::unknown) {
                a = implicitCast(a, typing.arguments[i].castTo, typing.arguments[i].tryCast);
                if (a < 0) return -1;
                if (last < 0) call.first = a;
                else plan.writeExprs[last].next = a;
            }
            last = a;
        }
        plan.scratchTop = base;
        return plan.add(call);
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
        for (int i = 0; i < typing.refused; ++i) a = syntax[a].next;
        refuseType(positions && a >= 0 && syntax[a].position >= 0 ? syntax[a] : s, name, typing.expected, typing.type(typing.refused));
        return false;
    }
    constexpr bool typeCall(const Syntax& s, const FunctionInfo& info, Typing& typing) {
        if (info.aggregate) return plan.fail(errorAt(ErrorCode::misplacedAggregate, s, info.name));
        if (typing.count < info.minArguments || (info.maxArguments >= 0 && typing.count > info.maxArguments))
            return refuseCount(s, info.name, info.minArguments, info.maxArguments);
        info.typing(typing);
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
