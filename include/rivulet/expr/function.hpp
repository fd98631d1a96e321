// SPDX-License-Identifier: BSL-1.0
// What the planner knows of a function. Each built-in function is one struct, in one place: its FunctionInfo (name,
// SQL spelling, typing rule) and, beside it, its evaluation.
#pragma once
#include <string_view>

#include <rivulet/types/sql_type.hpp>
#include <rivulet/types/type_pool.hpp>

namespace rivulet {

/// How a call is written in SQL. `special` forms (CASE, CAST, BETWEEN ..) have their own printing.
enum class Spelling : unsigned char { call, infix, prefix, postfix, special };

/// What a typing rule sees of an argument, and may ask for it.
struct ArgumentType {
    SqlType type{};
    bool isLiteral{};          // `integer` holds the value of an integer literal
    long long integer{};
    bool isText{};             // `text` holds the characters of a string literal, quotes resolved
    std::string_view text{};
    SqlType castTo{};          // set by the rule: the binder puts an implicit cast around the argument
    bool tryCast{};            // set by the rule: that cast is a TRY_CAST (and castTo nullable)
};

/// The call that a typing rule judges: it sets `result`, or refuses.
struct Typing {
    ArgumentType* arguments{};
    int count{};
    SqlType result{};
    int refused{-1};                  // index of the argument that does not fit
    std::string_view expected{};      // what would fit there
    TypeMaker types{};                // of nested results
    bool lacksRoom{};                 // set with a refusal: there was no room for a nested result

    constexpr const SqlType& type(int i) const { return arguments[i].type; }
    constexpr bool isNull(int i) const { return arguments[i].type.root == TypeRoot::null; }  // the untyped NULL literal
    constexpr bool anyNullable() const {
        for (int i = 0; i < count; ++i)
            if (arguments[i].type.nullable || arguments[i].tryCast) return true;
        return false;
    }
    constexpr bool allNullable() const {
        for (int i = 0; i < count; ++i)
            if (!arguments[i].type.nullable && !arguments[i].tryCast) return false;
        return true;
    }
    constexpr void refuse(int argument, std::string_view wanted) { refused = argument; expected = wanted; }
    /// A nested type as the result; refused where there is no room for it.
    constexpr void make(const SqlType& nested, bool nullable) {
        lacksRoom = nested.root == TypeRoot::unknown;
        if (lacksRoom) refuse(0, "no further ARRAY, MAP, ROW or MULTISET here");
        else result = nested.withNullable(nullable);
    }
    constexpr void coerce(int i, SqlType t) { if (!sameType(arguments[i].type, t)) arguments[i].castTo = t.withNullable(arguments[i].type.nullable); }
};

/// Evaluation contract of the struct that owns an info. V is the C++ type of the plan's result without its optional.
/// - strict (null in, null out): `template <class V> static V call(const A&... values)`; arguments are bare values
///   (text as std::string_view). It may return std::optional<V> where a result can be missing (DECIMAL overflow,
///   SPLIT_INDEX out of range). `applyStrict` (evaluate.hpp) does the rest.
/// - not strict: `template <class R> static R call(const A&... values)`: arguments as they come, std::optional where the
///   argument is nullable; R is std::optional<V> where the plan's result is nullable.
/// - lazy: as not strict, but arguments are callables without parameters that yield such a value.
/// - `template <class... A> using Result`, where there is one, is V for arguments of types A: functions whose result may be
///   of a type that only C++ knows (elements of arrays of structs).
/// - `slices`: a text result is a piece of a text argument. V may then be std::string_view, which saves the allocation,
///   where the text of every argument outlives the call (columns of the row, literals); with V = std::string the result
///   owns its text.
struct FunctionInfo {
    std::string_view name{};         // upper case; operators by their symbol
    std::string_view alias{};        // another name of the same function; printed as `name`
    signed char minArguments{}, maxArguments{};   // maxArguments -1: any number
    Spelling spelling{Spelling::call};
    signed char precedence{};        // of operators, as sql/operators.hpp has it: 1 OR, 2 AND, 3 NOT, 4 IS, 5 comparison, 6 BETWEEN IN LIKE,
                                     // 7 IS DISTINCT FROM, 8 + -, 9 * / % ||, 10 unary minus; 0 binds tightest
    bool strict{true};
    bool lazy{};
    bool slices{};
    bool quoted{};                   // a keyword of SQL: the call is printed with its name in backticks
    bool deterministic{true};
    bool aggregate{};                // see aggregates/; the struct has an Accumulator, and of nested results `Result<A...>`
    bool ofNothing{};                // aggregate: has a value over no rows, too (COUNT: 0); all others are NULL there
    bool batchOnly{};                // aggregate: refused in streaming
    bool ofOrder{};                  // aggregate: what it gives depends on the order of the rows, so ORDER BY may stand among its arguments
    bool withinGroup{};              // aggregate: stands with WITHIN GROUP (ORDER BY x [DESC]), after whose arguments come x and whether it is descending
    bool window{};                   // aggregate: stands with OVER only, and without ROWS or RANGE; see functions/over.hpp
    std::string_view engine{};       // what evaluates it is in a header of its own, such as connector/regex.hpp
    void (*typing)(Typing&){};
};

}  // namespace rivulet
