// SPDX-License-Identifier: BSL-1.0
// Operators are calls: which name the parser gives to which spelling, and how tightly they bind.
#pragma once
#include <string_view>

#include <rivulet/sql/token.hpp>

namespace rivulet::sql {

/// How tightly operators bind, as in Flink: `a = b IS NULL` is `(a = b) IS NULL`, `a = b IN (c)` is `a = (b IN (c))`,
/// `||` binds like `*`.
/// Ours: what follows IS DISTINCT FROM is a whole sum; Flink reads `a IS DISTINCT FROM b + c` as
/// `(a IS DISTINCT FROM b) + c` and refuses it.
namespace precedence {
inline constexpr int or_ = 1, and_ = 2, not_ = 3, is = 4, comparison = 5, predicate = 6, distinct = 7, additive = 8,
                     multiplicative = 9, unary = 10, primary = 11;
}  // namespace precedence

enum class Form : unsigned char {
    infix,    // a op b, grouped to the left
    chain,    // a AND b AND c: one call with all operands; never has a call of the same name as an operand
    prefix,   // NOT a
    postfix,  // a IS NULL
    list,     // a IN (b, c)
    range,    // a BETWEEN b AND c
    pattern   // a LIKE b [ESCAPE c]
};

struct OperatorName {
    std::string_view name;  // Syntax::text of the call
    Form form;
    int precedence;
};

/// All names of operators. `!=` is `<>`, unary `-` is NEGATE, unary `+` is nothing, IS JSON is IS JSON VALUE.
inline constexpr OperatorName operators[] = {
    {"=", Form::infix, precedence::comparison}, {"<>", Form::infix, precedence::comparison}, {"<", Form::infix, precedence::comparison},
    {"<=", Form::infix, precedence::comparison}, {">", Form::infix, precedence::comparison}, {">=", Form::infix, precedence::comparison},
    {"+", Form::infix, precedence::additive}, {"-", Form::infix, precedence::additive}, {"*", Form::infix, precedence::multiplicative},
    {"/", Form::infix, precedence::multiplicative}, {"%", Form::infix, precedence::multiplicative},
    {"||", Form::infix, precedence::multiplicative}, {"AND", Form::chain, precedence::and_}, {"OR", Form::chain, precedence::or_},
    {"NOT", Form::prefix, precedence::not_}, {"NEGATE", Form::prefix, precedence::unary},
    {"IS NULL", Form::postfix, precedence::is}, {"IS NOT NULL", Form::postfix, precedence::is},
    {"IS TRUE", Form::postfix, precedence::is}, {"IS NOT TRUE", Form::postfix, precedence::is},
    {"IS FALSE", Form::postfix, precedence::is}, {"IS NOT FALSE", Form::postfix, precedence::is},
    {"IS UNKNOWN", Form::postfix, precedence::is}, {"IS NOT UNKNOWN", Form::postfix, precedence::is},
    {"IS JSON VALUE", Form::postfix, precedence::is}, {"IS NOT JSON VALUE", Form::postfix, precedence::is},
    {"IS JSON SCALAR", Form::postfix, precedence::is}, {"IS NOT JSON SCALAR", Form::postfix, precedence::is},
    {"IS JSON ARRAY", Form::postfix, precedence::is}, {"IS NOT JSON ARRAY", Form::postfix, precedence::is},
    {"IS JSON OBJECT", Form::postfix, precedence::is}, {"IS NOT JSON OBJECT", Form::postfix, precedence::is},
    {"IS DISTINCT FROM", Form::infix, precedence::distinct}, {"IS NOT DISTINCT FROM", Form::infix, precedence::distinct},
    {"OVERLAPS", Form::infix, precedence::comparison},
    {"IN", Form::list, precedence::predicate}, {"NOT IN", Form::list, precedence::predicate},
    {"BETWEEN", Form::range, precedence::predicate}, {"NOT BETWEEN", Form::range, precedence::predicate},
    {"BETWEEN SYMMETRIC", Form::range, precedence::predicate}, {"NOT BETWEEN SYMMETRIC", Form::range, precedence::predicate},
    {"LIKE", Form::pattern, precedence::predicate}, {"NOT LIKE", Form::pattern, precedence::predicate},
    {"SIMILAR TO", Form::pattern, precedence::predicate}, {"NOT SIMILAR TO", Form::pattern, precedence::predicate}};
inline constexpr int operatorCount = static_cast<int>(sizeof operators / sizeof *operators);

/// Index in `operators`, or -1. Names are compared as they stand there.
constexpr int findOperator(std::string_view name) {
    for (int i = 0; i < operatorCount; ++i)
        if (operators[i].name == name) return i;
    return -1;
}

/// Calls with a syntax of their own, by the name the parser gives them and the arguments they become:
/// EXTRACT(unit FROM x) = EXTRACT('UNIT', x); FLOOR(x TO unit) = FLOOR(x, 'UNIT'), CEIL and CEILING likewise = CEIL;
/// TIMESTAMPADD(unit, n, t) = TIMESTAMPADD('UNIT', n, t), TIMESTAMPDIFF likewise; TRIM(flag c FROM x) =
/// TRIM('FLAG', c, x), where flag is BOTH and c ' ' if not written, and TRIM(x) = TRIM(x); POSITION(a IN b FROM n) =
/// POSITION(a, b, n); SUBSTRING(x FROM a FOR b) = SUBSTRING(x, a, b); OVERLAY(x PLACING y FROM a FOR b) =
/// OVERLAY(x, y, a, b); ROW(a, b) and (a, b) = ROW(a, b); ARRAY[a, b] = ARRAY(a, b); MAP[k, v] = MAP(k, v);
/// (a - b) DAY = MINUS_DATE(a, b) with the interval in type, unit, unitTo; CURRENT_DATE, CURRENT_TIME,
/// CURRENT_TIMESTAMP, LOCALTIME, LOCALTIMESTAMP without parentheses are calls without arguments;
/// JSON_OBJECTAGG(KEY k VALUE v NULL ON NULL) = JSON_OBJECTAGG(k, v, FALSE), JSON_ARRAYAGG(v ABSENT ON NULL) =
/// JSON_ARRAYAGG(v, TRUE): whether NULL values are left out, which is what JSON_ARRAYAGG alone does if nothing is written.
/// In GROUP BY: GROUPING SETS, ROLLUP and CUBE are calls, (a, b) and () in them are ROW(a, b) and ROW().
namespace special {
inline constexpr std::string_view array = "ARRAY", map = "MAP", row = "ROW", minusDate = "MINUS_DATE", groupingSets = "GROUPING SETS",
                                  rollup = "ROLLUP", cube = "CUBE", jsonObjectAgg = "JSON_OBJECTAGG", jsonArrayAgg = "JSON_ARRAYAGG", permute = "PERMUTE";
}  // namespace special

namespace detail {

struct Infix { std::string_view name{}; int precedence{}; };

// The infix operator that a token is; precedence 0 if none.
constexpr Infix infixOf(const Token& t) {
    if (t.kind == TokenKind::symbol) switch (t.symbol) {
        case Symbol::equal: return {"=", precedence::comparison};
        case Symbol::notEqual: return {"<>", precedence::comparison};
        case Symbol::less: return {"<", precedence::comparison};
        case Symbol::lessEqual: return {"<=", precedence::comparison};
        case Symbol::greater: return {">", precedence::comparison};
        case Symbol::greaterEqual: return {">=", precedence::comparison};
        case Symbol::plus: return {"+", precedence::additive};
        case Symbol::minus: return {"-", precedence::additive};
        case Symbol::star: return {"*", precedence::multiplicative};
        case Symbol::slash: return {"/", precedence::multiplicative};
        case Symbol::percent: return {"%", precedence::multiplicative};
        case Symbol::concat: return {"||", precedence::multiplicative};
        default: return {};
    }
    switch (t.keyword) {
        case Keyword::and_: return {"AND", precedence::and_};
        case Keyword::or_: return {"OR", precedence::or_};
        case Keyword::overlaps: return {"OVERLAPS", precedence::comparison};
        default: return {};
    }
}

}  // namespace detail
}  // namespace rivulet::sql
