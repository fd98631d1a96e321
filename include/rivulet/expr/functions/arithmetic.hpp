// SPDX-License-Identifier: BSL-1.0
// + - * / % and unary minus. Integers wrap (as on the JVM), decimals keep Flink's digits and are NULL where they do not
// fit, FLOAT and DOUBLE are IEEE. Division of integers and decimals by zero throws DataError.
#pragma once
#include <optional>
#include <type_traits>

#include <rivulet/expr/evaluate.hpp>
#include <rivulet/expr/number.hpp>
#include <rivulet/expr/temporal.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

namespace shared {

/// The result of an operator over two numbers; a NULL literal takes the other's type.
constexpr void numbers(Typing& t, DecimalOp op) {
    if (t.isNull(0) && t.isNull(1)) t.coerce(1, sqltype::integer);
    if (t.isNull(0)) t.coerce(0, rules::effective(t, 1));
    if (t.isNull(1)) t.coerce(1, rules::effective(t, 0));
    const SqlType a = rules::effective(t, 0), b = rules::effective(t, 1);
    if (!a.isNumeric()) return t.refuse(0, "a number");
    if (!b.isNumeric()) return t.refuse(1, "a number");
    if (op == DecimalOp::modulo) {
        if (!a.isExact()) return t.refuse(0, "an exact number");
        if (!b.isExact()) return t.refuse(1, "an exact number");
        t.result = a.root == TypeRoot::decimal || b.root == TypeRoot::decimal ? decimalResult(op, a, b) : b;
    } else if (a.isExact() && b.isExact() && (a.root == TypeRoot::decimal || b.root == TypeRoot::decimal)) {
        t.result = decimalResult(op, a, b);
    } else {
        t.result = rules::leastRestrictive(a, b);
    }
    t.result = t.result.withNullable(t.anyNullable());
}

// One operator over two numbers; V is the plan's result. Operands become V first, as in Flink's generated code.
template <DecimalOp Op, class V, class A, class B>
constexpr auto combine(const A& a, const B& b) {
    if constexpr (detail::isDecimal<V>) {
        return detail::decimalOperation<Op, V>(detail::exact(a), detail::exact(b));
    } else if constexpr (std::is_floating_point_v<V>) {
        const V x = detail::number<V>(a), y = detail::number<V>(b);
        if constexpr (Op == DecimalOp::add) return static_cast<V>(x + y);
        else if constexpr (Op == DecimalOp::subtract) return static_cast<V>(x - y);
        else if constexpr (Op == DecimalOp::multiply) return static_cast<V>(x * y);
        else return static_cast<V>(x / y);
    } else if constexpr (Op == DecimalOp::modulo) {
        using C = std::common_type_t<A, B>;  // the result has the divisor's type, the operation the wider one
        const C x = static_cast<C>(a), y = static_cast<C>(b);
        if (y == 0) detail::throwDivisionByZero();
        return y == -1 ? V{} : static_cast<V>(x % y);
    } else {
        using U = std::conditional_t<sizeof(V) < sizeof(unsigned), unsigned, std::make_unsigned_t<V>>;  // no promotion to int, which could overflow
        const V x = static_cast<V>(a), y = static_cast<V>(b);
        if constexpr (Op == DecimalOp::add) return static_cast<V>(static_cast<U>(x) + static_cast<U>(y));
        else if constexpr (Op == DecimalOp::subtract) return static_cast<V>(static_cast<U>(x) - static_cast<U>(y));
        else if constexpr (Op == DecimalOp::multiply) return static_cast<V>(static_cast<U>(x) * static_cast<U>(y));
        else {
            if (y == 0) detail::throwDivisionByZero();
            return y == -1 ? static_cast<V>(U{} - static_cast<U>(x)) : static_cast<V>(x / y);
        }
    }
}

}  // namespace shared

/// a + b: numbers, or a date or time plus an interval (either order), or two intervals of one kind.
struct Plus {
    static constexpr void typing(Typing& t) {
        if (rules::withInterval(t, true)) return;
        shared::numbers(t, DecimalOp::add);
    }
    static constexpr FunctionInfo info{.name = "+", .minArguments = 2, .maxArguments = 2, .spelling = Spelling::infix, .precedence = 8, .typing = &typing};
    template <class V, class A, class B> static constexpr auto call(const A& a, const B& b) {
        if constexpr (detail::Temporal<A>) return detail::plusInterval<V>(a, b, 1);
        else return shared::combine<DecimalOp::add, V>(a, b);
    }
};

/// a - b: as +; an interval is not taken from the right.
struct Minus {
    static constexpr void typing(Typing& t) {
        if (rules::withInterval(t, false)) return;
        shared::numbers(t, DecimalOp::subtract);
    }
    static constexpr FunctionInfo info{.name = "-", .minArguments = 2, .maxArguments = 2, .spelling = Spelling::infix, .precedence = 8, .typing = &typing};
    template <class V, class A, class B> static constexpr auto call(const A& a, const B& b) {
        if constexpr (detail::Temporal<A>) return detail::plusInterval<V>(a, b, -1);
        else return shared::combine<DecimalOp::subtract, V>(a, b);
    }
};

/// a * b: numbers, or an interval and an integer.
struct Times {
    static constexpr void typing(Typing& t) {
        for (int i = 0; i < 2; ++i)
            if (t.type(i).isInterval() && t.type(1 - i).isInteger()) {
                t.result = t.type(i).withNullable(t.anyNullable());
                return;
            }
        shared::numbers(t, DecimalOp::multiply);
    }
    static constexpr FunctionInfo info{.name = "*", .minArguments = 2, .maxArguments = 2, .spelling = Spelling::infix, .precedence = 9, .typing = &typing};
    template <class V, class A, class B> static constexpr auto call(const A& a, const B& b) {
        if constexpr (detail::Temporal<A>) return detail::timesInterval<V>(a, static_cast<std::int64_t>(b));
        else if constexpr (detail::Temporal<B>) return detail::timesInterval<V>(b, static_cast<std::int64_t>(a));
        else return shared::combine<DecimalOp::multiply, V>(a, b);
    }
};

/// a / b: of integers cut toward zero.
struct Divide {
    static constexpr void typing(Typing& t) { shared::numbers(t, DecimalOp::divide); }
    static constexpr FunctionInfo info{.name = "/", .minArguments = 2, .maxArguments = 2, .spelling = Spelling::infix, .precedence = 9, .typing = &typing};
    template <class V, class A, class B> static constexpr auto call(const A& a, const B& b) { return shared::combine<DecimalOp::divide, V>(a, b); }
};

/// a % b, MOD(a, b): exact numbers only; of the divisor's type and the dividend's sign.
struct Modulo {
    static constexpr void typing(Typing& t) { shared::numbers(t, DecimalOp::modulo); }
    static constexpr FunctionInfo info{.name = "%", .alias = "MOD", .minArguments = 2, .maxArguments = 2, .spelling = Spelling::infix, .precedence = 9, .typing = &typing};
    template <class V, class A, class B> static constexpr auto call(const A& a, const B& b) { return shared::combine<DecimalOp::modulo, V>(a, b); }
};

/// -a: of a number or an interval; the least integer stays itself.
struct Negate {
    static constexpr void typing(Typing& t) {
        if (t.type(0).isInterval()) t.result = t.type(0);
        else if (rules::arguments(t, "N")) t.result = rules::effective(t, 0);
    }
    static constexpr FunctionInfo info{.name = "NEGATE", .minArguments = 1, .maxArguments = 1, .spelling = Spelling::prefix, .precedence = 10, .typing = &typing};
    template <class V, class A> static constexpr V call(const A& a) {
        if constexpr (detail::Temporal<A>) return detail::timesInterval<V>(a, -1);
        else if constexpr (std::is_integral_v<A>) return shared::combine<DecimalOp::subtract, V>(A{}, a);
        else return -a;
    }
};

}  // namespace rivulet::functions
