// SPDX-License-Identifier: BSL-1.0
// What the planner knows of a function. Each built-in function is one struct, in one place: its FunctionInfo (name,
// SQL spelling, typing rule) and, beside it, its evaluation.
#pragma once
#include <string_view>

#include <rivulet/types/sql_type.hpp>

namespace rivulet {

/// How a call is written in SQL. `special` forms (CASE, CAST, BETWEEN ..) have their own printing.
enum class Spelling : unsigned char { call, infix, prefix, postfix, special };

/// What a typing rule sees of an argument, and may ask for it.
struct ArgumentType {
    SqlType type{};
    bool isLiteral{};       // `integer` holds the value of an integer literal
    long long integer{};
    SqlType castTo{};       // set by the rule: the binder puts an implicit cast around the argument
};

/// The call that a typing rule judges: it sets `result`, or refuses.
struct Typing {
    ArgumentType* arguments{};
    int count{};
    SqlType result{};
    int refused{-1};                  // index of the argument that does not fit
    std::string_view expected{};      // what would fit there

    constexpr const SqlType& type(int i) const { return arguments[i].type; }
    constexpr bool anyNullable() const {
        for (int i = 0; i < count; ++i)
            if (arguments[i].type.nullable) return true;
        return false;
    }
    constexpr void refuse(int argument, std::string_view wanted) { refused = argument; expected = wanted; }
    constexpr void coerce(int i, SqlType t) { if (!sameType(arguments[i].type, t)) arguments[i].castTo = t.orNull(arguments[i].type.nullable); }
};

/// Evaluation contract of the struct that owns an info:
/// - strict (null in, null out): `template <class R> static R call(const A&... values)`; arguments are bare values
///   (text as std::string_view), R is the C++ type of the plan's result. It may return std::optional<R> where a
///   result can be missing (DECIMAL overflow).
/// - not strict: the same with arguments as they come, std::optional where the argument is nullable.
/// - lazy: arguments are callables without parameters that yield such a value.
struct FunctionInfo {
    std::string_view name{};         // upper case; operators by their symbol
    signed char minArguments{}, maxArguments{};   // maxArguments -1: any number
    Spelling spelling{Spelling::call};
    signed char precedence{};        // of operators: 1 OR, 2 AND, 3 NOT, 4 comparison, 5 + -, 6 * / %, 7 unary minus
    bool strict{true};
    bool lazy{};
    bool deterministic{true};
    bool aggregate{};
    void (*typing)(Typing&){};
};

}  // namespace rivulet
