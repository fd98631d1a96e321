// SPDX-License-Identifier: BSL-1.0
// AND, OR, NOT and the IS forms: three-valued logic as in the SQL standard.
#pragma once
#include <rivulet/expr/evaluate.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

/// a AND b AND ..: FALSE as soon as one argument is, later ones are not evaluated; else UNKNOWN if one is.
struct And {
    static constexpr FunctionInfo info{.name = "AND", .minArguments = 2, .maxArguments = -1, .spelling = Spelling::infix, .precedence = 2,
                                       .strict = false, .lazy = true, .typing = &rules::logic};
    template <class R, class... A> static constexpr R call(const A&... argument) {
        if constexpr (!Optional<R>) {
            bool holds = true;
            [[maybe_unused]] const bool steps[] = {(holds = holds && argument())...};  // no fold: Clang nests 256 of them at most
            return holds;
        } else {
            bool unknown = false, decided = false;
            const auto take = [&](const auto& v) { unknown = unknown || !present(v); return decided = isFalse(v); };
            [[maybe_unused]] const bool steps[] = {(decided || take(argument()))...};
            return decided ? R(false) : unknown ? R() : R(true);
        }
    }
};

/// a OR b OR ..: TRUE as soon as one argument is, later ones are not evaluated; else UNKNOWN if one is.
struct Or {
    static constexpr FunctionInfo info{.name = "OR", .minArguments = 2, .maxArguments = -1, .spelling = Spelling::infix, .precedence = 1,
                                       .strict = false, .lazy = true, .typing = &rules::logic};
    template <class R, class... A> static constexpr R call(const A&... argument) {
        if constexpr (!Optional<R>) {
            bool holds = false;
            [[maybe_unused]] const bool steps[] = {(holds = holds || argument())...};
            return holds;
        } else {
            bool unknown = false, decided = false;
            const auto take = [&](const auto& v) { unknown = unknown || !present(v); return decided = isTrue(v); };
            [[maybe_unused]] const bool steps[] = {(decided || take(argument()))...};
            return decided ? R(true) : unknown ? R() : R(false);
        }
    }
};

/// NOT a: UNKNOWN stays UNKNOWN.
struct Not {
    static constexpr FunctionInfo info{.name = "NOT", .minArguments = 1, .maxArguments = 1, .spelling = Spelling::prefix, .precedence = 3, .typing = &rules::logic};
    template <class V> static constexpr V call(bool a) { return !a; }
};

/// a IS NULL, of any type; never NULL itself, as all IS forms.
struct IsNull {
    static constexpr FunctionInfo info{.name = "IS NULL", .minArguments = 1, .maxArguments = 1, .spelling = Spelling::postfix, .precedence = 4,
                                       .strict = false, .typing = &rules::isNull};
    template <class R, class A> static constexpr R call(const A& a) { return !present(a); }
};
struct IsNotNull {
    static constexpr FunctionInfo info{.name = "IS NOT NULL", .minArguments = 1, .maxArguments = 1, .spelling = Spelling::postfix, .precedence = 4,
                                       .strict = false, .typing = &rules::isNull};
    template <class R, class A> static constexpr R call(const A& a) { return present(a); }
};
struct IsTrue {
    static constexpr FunctionInfo info{.name = "IS TRUE", .minArguments = 1, .maxArguments = 1, .spelling = Spelling::postfix, .precedence = 4,
                                       .strict = false, .typing = &rules::isTruth};
    template <class R, class A> static constexpr R call(const A& a) { return isTrue(a); }
};
struct IsNotTrue {
    static constexpr FunctionInfo info{.name = "IS NOT TRUE", .minArguments = 1, .maxArguments = 1, .spelling = Spelling::postfix, .precedence = 4,
                                       .strict = false, .typing = &rules::isTruth};
    template <class R, class A> static constexpr R call(const A& a) { return !isTrue(a); }
};
struct IsFalse {
    static constexpr FunctionInfo info{.name = "IS FALSE", .minArguments = 1, .maxArguments = 1, .spelling = Spelling::postfix, .precedence = 4,
                                       .strict = false, .typing = &rules::isTruth};
    template <class R, class A> static constexpr R call(const A& a) { return isFalse(a); }
};
struct IsNotFalse {
    static constexpr FunctionInfo info{.name = "IS NOT FALSE", .minArguments = 1, .maxArguments = 1, .spelling = Spelling::postfix, .precedence = 4,
                                       .strict = false, .typing = &rules::isTruth};
    template <class R, class A> static constexpr R call(const A& a) { return !isFalse(a); }
};
struct IsUnknown {
    static constexpr FunctionInfo info{.name = "IS UNKNOWN", .minArguments = 1, .maxArguments = 1, .spelling = Spelling::postfix, .precedence = 4,
                                       .strict = false, .typing = &rules::isTruth};
    template <class R, class A> static constexpr R call(const A& a) { return !present(a); }
};
struct IsNotUnknown {
    static constexpr FunctionInfo info{.name = "IS NOT UNKNOWN", .minArguments = 1, .maxArguments = 1, .spelling = Spelling::postfix, .precedence = 4,
                                       .strict = false, .typing = &rules::isTruth};
    template <class R, class A> static constexpr R call(const A& a) { return present(a); }
};

}  // namespace rivulet::functions
