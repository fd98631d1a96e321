// SPDX-License-Identifier: BSL-1.0
// Comparisons, BETWEEN and IN, with implicit coercion among numbers, texts, and times (texts are read as times).
#pragma once
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

#include <rivulet/expr/equality.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

/// a = b: numbers across types (BIGINT with DOUBLE as DOUBLE), texts by code point, trailing blanks count. Arrays, maps and rows part by part: where
/// none differs but one is NULL, = and <> are NULL; <> of rows is FALSE there (Flink).
struct Equal {
    static constexpr FunctionInfo info{.name = "=", .minArguments = 2, .maxArguments = 2, .spelling = Spelling::infix, .precedence = 5, .typing = &rules::equality};
    template <class V, class A, class B> static constexpr auto call(const A& a, const B& b) {
        return detail::equal3(a, b);
    }
};
struct NotEqual {
    static constexpr FunctionInfo info{.name = "<>", .alias = "!=", .minArguments = 2, .maxArguments = 2, .spelling = Spelling::infix, .precedence = 5, .typing = &rules::equality};
    template <class V, class A, class B> static constexpr auto call(const A& a, const B& b) {
        if constexpr (detail::RowValue<A>) return isFalse(detail::equal3(a, b));
        else return negated(detail::equal3(a, b));
    }
};
struct Less {
    static constexpr FunctionInfo info{.name = "<", .minArguments = 2, .maxArguments = 2, .spelling = Spelling::infix, .precedence = 5, .typing = &rules::order};
    template <class V, class A, class B> static constexpr V call(const A& a, const B& b) { return lessValues(a, b); }
};
struct LessEqual {
    static constexpr FunctionInfo info{.name = "<=", .minArguments = 2, .maxArguments = 2, .spelling = Spelling::infix, .precedence = 5, .typing = &rules::order};
    template <class V, class A, class B> static constexpr V call(const A& a, const B& b) { return lessEqualValues(a, b); }
};
struct Greater {
    static constexpr FunctionInfo info{.name = ">", .minArguments = 2, .maxArguments = 2, .spelling = Spelling::infix, .precedence = 5, .typing = &rules::order};
    template <class V, class A, class B> static constexpr V call(const A& a, const B& b) { return lessValues(b, a); }
};
struct GreaterEqual {
    static constexpr FunctionInfo info{.name = ">=", .minArguments = 2, .maxArguments = 2, .spelling = Spelling::infix, .precedence = 5, .typing = &rules::order};
    template <class V, class A, class B> static constexpr V call(const A& a, const B& b) { return lessEqualValues(b, a); }
};

/// a IS DISTINCT FROM b: as <>, but NULL equals NULL, in arrays, maps and rows as well, and the result is never NULL.
struct IsDistinctFrom {
    static constexpr FunctionInfo info{.name = "IS DISTINCT FROM", .minArguments = 2, .maxArguments = 2, .spelling = Spelling::infix, .precedence = 7,
                                       .strict = false, .typing = &rules::distinctness};
    template <class R, class A, class B> static constexpr R call(const A& a, const B& b) { return detail::distinctParts(a, b); }
};
struct IsNotDistinctFrom {
    static constexpr FunctionInfo info{.name = "IS NOT DISTINCT FROM", .minArguments = 2, .maxArguments = 2, .spelling = Spelling::infix, .precedence = 7,
                                       .strict = false, .typing = &rules::distinctness};
    template <class R, class A, class B> static constexpr R call(const A& a, const B& b) { return !detail::distinctParts(a, b); }
};

namespace shared {

// low <= v AND v <= high in three-valued logic; the third argument is not evaluated where the second decides.
template <bool Negated, class R, class A, class B, class C>
constexpr R between(const A& value, const B& low, const C& high) {
    const auto& v = value();
    const auto above = detail::lessEqual3(low(), v);
    if (isFalse(above)) return R(Negated);
    const auto below = detail::lessEqual3(v, high());
    if (isFalse(below)) return R(Negated);
    if constexpr (Optional<R>) {
        if (!present(above) || !present(below)) return std::nullopt;
    }
    return R(!Negated);
}

template <bool Negated, class R, class A, class B, class C>
constexpr R betweenSymmetric(const A& value, const B& low, const C& high) {
    const auto& v = value();
    const auto& a = low();
    const auto& b = high();
    const auto get = [](const auto& x) { return [&x]() -> const auto& { return x; }; };
    const R straight = between<false, R>(get(v), get(a), get(b)), turned = between<false, R>(get(v), get(b), get(a));
    if (isTrue(straight) || isTrue(turned)) return R(!Negated);
    if constexpr (Optional<R>) {
        if (!present(straight) || !present(turned)) return std::nullopt;
    }
    return R(Negated);
}

// v = a OR v = b OR ..: later elements are not evaluated after a hit.
template <bool Negated, class R, class A, class... B>
constexpr R in(const A& value, const B&... element) {
    const auto& v = value();
    bool unknown = false, hit = false;
    const auto take = [&](const auto& x) {
        const auto equal = detail::equal3(v, x);
        unknown = unknown || !present(equal);
        return hit = isTrue(equal);
    };
    [[maybe_unused]] const bool hits[] = {(hit || take(element()))...};  // no fold: Clang nests 256 of them at most
    if (hit) return R(!Negated);
    if constexpr (Optional<R>) {
        if (unknown) return std::nullopt;
    }
    return R(Negated);
}

}  // namespace shared

/// v BETWEEN low AND high, bounds included; FALSE when the bounds are reversed.
struct Between {
    static constexpr FunctionInfo info{.name = "BETWEEN", .minArguments = 3, .maxArguments = 3, .spelling = Spelling::special, .precedence = 6,
                                       .strict = false, .lazy = true, .typing = &rules::between};
    template <class R, class A, class B, class C> static constexpr R call(const A& v, const B& low, const C& high) { return shared::between<false, R>(v, low, high); }
};
struct NotBetween {
    static constexpr FunctionInfo info{.name = "NOT BETWEEN", .minArguments = 3, .maxArguments = 3, .spelling = Spelling::special, .precedence = 6,
                                       .strict = false, .lazy = true, .typing = &rules::between};
    template <class R, class A, class B, class C> static constexpr R call(const A& v, const B& low, const C& high) { return shared::between<true, R>(v, low, high); }
};
/// v BETWEEN SYMMETRIC a AND b: the bounds may come in any order.
struct BetweenSymmetric {
    static constexpr FunctionInfo info{.name = "BETWEEN SYMMETRIC", .minArguments = 3, .maxArguments = 3, .spelling = Spelling::special, .precedence = 6,
                                       .strict = false, .lazy = true, .typing = &rules::between};
    template <class R, class A, class B, class C> static constexpr R call(const A& v, const B& low, const C& high) { return shared::betweenSymmetric<false, R>(v, low, high); }
};
struct NotBetweenSymmetric {
    static constexpr FunctionInfo info{.name = "NOT BETWEEN SYMMETRIC", .minArguments = 3, .maxArguments = 3, .spelling = Spelling::special, .precedence = 6,
                                       .strict = false, .lazy = true, .typing = &rules::between};
    template <class R, class A, class B, class C> static constexpr R call(const A& v, const B& low, const C& high) { return shared::betweenSymmetric<true, R>(v, low, high); }
};

/// v IN (a, b, ..): TRUE on a hit, else UNKNOWN if v or an element is NULL.
struct In {
    static constexpr FunctionInfo info{.name = "IN", .minArguments = 2, .maxArguments = -1, .spelling = Spelling::special, .precedence = 6,
                                       .strict = false, .lazy = true, .typing = &rules::membership};
    template <class R, class A, class... B> static constexpr R call(const A& v, const B&... element) { return shared::in<false, R>(v, element...); }
};
struct NotIn {
    static constexpr FunctionInfo info{.name = "NOT IN", .minArguments = 2, .maxArguments = -1, .spelling = Spelling::special, .precedence = 6,
                                       .strict = false, .lazy = true, .typing = &rules::membership};
    template <class R, class A, class... B> static constexpr R call(const A& v, const B&... element) { return shared::in<true, R>(v, element...); }
};

}  // namespace rivulet::functions
