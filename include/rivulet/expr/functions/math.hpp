// SPDX-License-Identifier: BSL-1.0
// Mathematical functions. Those of analysis give DOUBLE and, for bad input, NaN or infinities instead of failing (Java).
#pragma once
#include <optional>
#include <type_traits>

#include <rivulet/expr/rounding.hpp>
#include <rivulet/expr/temporal.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

namespace shared {

constexpr void sameNumber(Typing& t) {
    if (rules::arguments(t, "N")) t.result = rules::effective(t, 0).withNullable(t.anyNullable());
}
constexpr void doubleOfNumbers(Typing& t) { rules::call(t, "N", sqltype::double_); }
constexpr void constantDouble(Typing& t) { t.result = sqltype::double_; }

// FLOOR and CEIL: numbers keep their type, a decimal drops its scale; with a unit, a moment keeps its type.
constexpr void floorCeil(Typing& t) {
    if (t.count == 2) {
        const detail::MomentField unit = t.arguments[1].isText ? detail::momentField(t.arguments[1].text) : detail::MomentField::none;
        using F = detail::MomentField;
        const bool ofDate = unit == F::year || unit == F::quarter || unit == F::month || unit == F::week || unit == F::day || unit == F::decade || unit == F::century || unit == F::millennium;
        if (!ofDate && detail::unitNanos(unit) == 0) return t.refuse(1, "a unit such as DAY, HOUR, MINUTE");
        if (t.isNull(0)) t.coerce(0, sqltype::timestamp(3));
        const SqlType x = rules::effective(t, 0);
        if (!x.isTimestamp() && x.root != (ofDate ? TypeRoot::date : TypeRoot::time)) return t.refuse(0, ofDate ? "a date or timestamp" : "a time or timestamp");
        t.result = x.withNullable(t.anyNullable());
        return;
    }
    if (!rules::arguments(t, "N")) return;
    const SqlType x = rules::effective(t, 0);
    t.result = (x.root == TypeRoot::decimal ? sqltype::decimal(x.precision, 0) : x).withNullable(t.anyNullable());
}

template <class V, class A>
constexpr auto wholeNumber(const A& a, detail::Rounding how) {
    if constexpr (detail::isDecimal<A>) return detail::roundDecimal<V>(a, 0, how);
    else if constexpr (std::is_same_v<A, float>) return how == detail::Rounding::floor ? __builtin_floorf(a) : __builtin_ceilf(a);
    else if constexpr (std::is_same_v<A, double>) return how == detail::Rounding::floor ? __builtin_floor(a) : __builtin_ceil(a);
    else return static_cast<V>(a);
}

// ROUND and TRUNCATE: the type stays, but a decimal with a literal number of digits keeps only those.
constexpr void round(Typing& t) {
    if (!rules::arguments(t, "NI")) return;
    SqlType type = rules::effective(t, 0);
    if (type.root == TypeRoot::decimal && (t.count == 1 || t.arguments[1].isLiteral)) {
        const long long digits = t.count == 1 ? 0 : t.arguments[1].integer;
        const int whole = type.precision - type.scale, more = 1 + whole;
        if (digits < 0) type = sqltype::decimal(more < 38 ? more : 38, 0);
        else if (digits < type.scale) type = sqltype::decimal(more + static_cast<int>(digits), static_cast<int>(digits));
    }
    t.result = type.withNullable(t.anyNullable());
}

template <class V, class A>
constexpr auto rounded(const A& a, std::int64_t digits, detail::Rounding how) {
    digits = digits < -1000 ? -1000 : digits > 1000 ? 1000 : digits;  // no number has digits farther away
    if constexpr (detail::isDecimal<A>) return detail::roundDecimal<V>(a, digits, how);
    else if constexpr (std::is_floating_point_v<A>) return detail::roundFloating(a, digits, how);
    else return detail::roundInteger(a, digits, how);
}

}  // namespace shared

/// ABS(x): the type stays; DataError for the least integer, which has none in it.
struct Abs {
    static constexpr FunctionInfo info{.name = "ABS", .minArguments = 1, .maxArguments = 1, .typing = &shared::sameNumber};
    template <class V, class A> static constexpr V call(const A& a) {
        if constexpr (std::is_integral_v<A>) {
            const auto wide = static_cast<std::int64_t>(a);
            return detail::integerOf<V>(false, wide < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(wide) : static_cast<std::uint64_t>(wide), info.name, static_cast<V>(a));
        } else if constexpr (std::is_floating_point_v<A>) return a < 0 || (a == 0 && __builtin_signbit(a)) ? -a : a;
        else return a < A{} ? -a : a;
    }
};

/// SIGN(x): -1, 0 or 1 in the argument's type (1.00 for DECIMAL(6, 2)); NaN and -0.0 stay.
struct Sign {
    static constexpr FunctionInfo info{.name = "SIGN", .minArguments = 1, .maxArguments = 1, .typing = &shared::sameNumber};
    template <class V, class A> static constexpr auto call(const A& a) {
        if constexpr (detail::isDecimal<A>) return V::rounded(Decimal<1, 0>(a < A{} ? -1 : A{} < a ? 1 : 0));
        else if constexpr (std::is_floating_point_v<A>) return a > 0 ? V(1) : a < 0 ? V(-1) : V(a);
        else return static_cast<V>(a > 0 ? 1 : a < 0 ? -1 : 0);
    }
};

/// FLOOR(x), CEIL(x) of numbers; FLOOR(x TO unit) of dates and times as FLOOR(x, 'UNIT'): WEEK begins on Sunday, DECADE with a year
/// that ends in 0, CENTURY and MILLENNIUM with one that ends in 1. A moment keeps its type, a DECIMAL(p, s) becomes DECIMAL(p, 0).
struct Floor {
    static constexpr FunctionInfo info{.name = "FLOOR", .minArguments = 1, .maxArguments = 2, .typing = &shared::floorCeil};
    template <class V, class A> static constexpr auto call(const A& a) { return shared::wholeNumber<V>(a, detail::Rounding::floor); }
    template <class V, class A> static constexpr V call(const A& a, std::string_view unit) { return detail::toUnit(a, detail::momentField(unit), false); }
};
struct Ceil {
    static constexpr FunctionInfo info{.name = "CEIL", .alias = "CEILING", .minArguments = 1, .maxArguments = 2, .typing = &shared::floorCeil};
    template <class V, class A> static constexpr auto call(const A& a) { return shared::wholeNumber<V>(a, detail::Rounding::ceil); }
    template <class V, class A> static constexpr V call(const A& a, std::string_view unit) { return detail::toUnit(a, detail::momentField(unit), true); }
};

/// ROUND(x[, digits]): half away from zero, of a DOUBLE on its shortest decimal digits; digits may be negative.
/// DECIMAL(p, s) at d literal digits is DECIMAL(1 + p - s + d, d). DataError for an integer whose type does not have the result.
struct Round {
    static constexpr FunctionInfo info{.name = "ROUND", .minArguments = 1, .maxArguments = 2, .typing = &shared::round};
    template <class V, class A> static constexpr auto call(const A& a, std::int64_t digits = 0) { return shared::rounded<V>(a, digits, detail::Rounding::halfUp); }
};
/// TRUNCATE(x[, digits]): toward zero; types as ROUND.
struct Truncate {
    static constexpr FunctionInfo info{.name = "TRUNCATE", .minArguments = 1, .maxArguments = 2, .typing = &shared::round};
    template <class V, class A> static constexpr auto call(const A& a, std::int64_t digits = 0) { return shared::rounded<V>(a, digits, detail::Rounding::down); }
};

struct Sqrt {
    static constexpr FunctionInfo info{.name = "SQRT", .minArguments = 1, .maxArguments = 1, .typing = &shared::doubleOfNumbers};
    template <class V, class A> static V call(const A& a) { return __builtin_sqrt(detail::number<double>(a)); }
};
struct Power {
    static constexpr FunctionInfo info{.name = "POWER", .minArguments = 2, .maxArguments = 2, .typing = &shared::doubleOfNumbers};
    template <class V, class A, class B> static V call(const A& a, const B& b) { return __builtin_pow(detail::number<double>(a), detail::number<double>(b)); }
};
struct Exp {
    static constexpr FunctionInfo info{.name = "EXP", .minArguments = 1, .maxArguments = 1, .typing = &shared::doubleOfNumbers};
    template <class V, class A> static V call(const A& a) { return __builtin_exp(detail::number<double>(a)); }
};
struct Ln {
    static constexpr FunctionInfo info{.name = "LN", .minArguments = 1, .maxArguments = 1, .typing = &shared::doubleOfNumbers};
    template <class V, class A> static V call(const A& a) { return __builtin_log(detail::number<double>(a)); }
};
struct Log10 {
    static constexpr FunctionInfo info{.name = "LOG10", .minArguments = 1, .maxArguments = 1, .typing = &shared::doubleOfNumbers};
    template <class V, class A> static V call(const A& a) { return __builtin_log10(detail::number<double>(a)); }
};
/// LOG2(x) as ln x / ln 2, which is what Flink computes.
struct Log2 {
    static constexpr FunctionInfo info{.name = "LOG2", .minArguments = 1, .maxArguments = 1, .typing = &shared::doubleOfNumbers};
    template <class V, class A> static V call(const A& a) { return __builtin_log(detail::number<double>(a)) / __builtin_log(2.0); }
};
/// LOG(x) is natural, LOG(base, x) to a base.
struct Log {
    static constexpr FunctionInfo info{.name = "LOG", .minArguments = 1, .maxArguments = 2, .typing = &shared::doubleOfNumbers};
    template <class V, class A> static V call(const A& a) { return __builtin_log(detail::number<double>(a)); }
    template <class V, class A, class B> static V call(const A& base, const B& x) { return __builtin_log(detail::number<double>(x)) / __builtin_log(detail::number<double>(base)); }
};

struct Sin {
    static constexpr FunctionInfo info{.name = "SIN", .minArguments = 1, .maxArguments = 1, .typing = &shared::doubleOfNumbers};
    template <class V, class A> static V call(const A& a) { return __builtin_sin(detail::number<double>(a)); }
};
struct Cos {
    static constexpr FunctionInfo info{.name = "COS", .minArguments = 1, .maxArguments = 1, .typing = &shared::doubleOfNumbers};
    template <class V, class A> static V call(const A& a) { return __builtin_cos(detail::number<double>(a)); }
};
struct Tan {
    static constexpr FunctionInfo info{.name = "TAN", .minArguments = 1, .maxArguments = 1, .typing = &shared::doubleOfNumbers};
    template <class V, class A> static V call(const A& a) { return __builtin_tan(detail::number<double>(a)); }
};
struct Cot {
    static constexpr FunctionInfo info{.name = "COT", .minArguments = 1, .maxArguments = 1, .typing = &shared::doubleOfNumbers};
    template <class V, class A> static V call(const A& a) { return 1.0 / __builtin_tan(detail::number<double>(a)); }
};
struct Asin {
    static constexpr FunctionInfo info{.name = "ASIN", .minArguments = 1, .maxArguments = 1, .typing = &shared::doubleOfNumbers};
    template <class V, class A> static V call(const A& a) { return __builtin_asin(detail::number<double>(a)); }
};
struct Acos {
    static constexpr FunctionInfo info{.name = "ACOS", .minArguments = 1, .maxArguments = 1, .typing = &shared::doubleOfNumbers};
    template <class V, class A> static V call(const A& a) { return __builtin_acos(detail::number<double>(a)); }
};
struct Atan {
    static constexpr FunctionInfo info{.name = "ATAN", .minArguments = 1, .maxArguments = 1, .typing = &shared::doubleOfNumbers};
    template <class V, class A> static V call(const A& a) { return __builtin_atan(detail::number<double>(a)); }
};
struct Atan2 {
    static constexpr FunctionInfo info{.name = "ATAN2", .minArguments = 2, .maxArguments = 2, .typing = &shared::doubleOfNumbers};
    template <class V, class A, class B> static V call(const A& y, const B& x) { return __builtin_atan2(detail::number<double>(y), detail::number<double>(x)); }
};
struct Sinh {
    static constexpr FunctionInfo info{.name = "SINH", .minArguments = 1, .maxArguments = 1, .typing = &shared::doubleOfNumbers};
    template <class V, class A> static V call(const A& a) { return __builtin_sinh(detail::number<double>(a)); }
};
struct Cosh {
    static constexpr FunctionInfo info{.name = "COSH", .minArguments = 1, .maxArguments = 1, .typing = &shared::doubleOfNumbers};
    template <class V, class A> static V call(const A& a) { return __builtin_cosh(detail::number<double>(a)); }
};
struct Tanh {
    static constexpr FunctionInfo info{.name = "TANH", .minArguments = 1, .maxArguments = 1, .typing = &shared::doubleOfNumbers};
    template <class V, class A> static V call(const A& a) { return __builtin_tanh(detail::number<double>(a)); }
};
struct Degrees {
    static constexpr FunctionInfo info{.name = "DEGREES", .minArguments = 1, .maxArguments = 1, .typing = &shared::doubleOfNumbers};
    template <class V, class A> static constexpr V call(const A& a) { return detail::number<double>(a) * 57.29577951308232; }
};
struct Radians {
    static constexpr FunctionInfo info{.name = "RADIANS", .minArguments = 1, .maxArguments = 1, .typing = &shared::doubleOfNumbers};
    template <class V, class A> static constexpr V call(const A& a) { return detail::number<double>(a) * 0.017453292519943295; }
};
struct Pi {
    static constexpr FunctionInfo info{.name = "PI", .typing = &shared::constantDouble};
    template <class V> static constexpr V call() { return 3.141592653589793; }
};
struct Euler {
    static constexpr FunctionInfo info{.name = "E", .typing = &shared::constantDouble};
    template <class V> static constexpr V call() { return 2.718281828459045; }
};

}  // namespace rivulet::functions
