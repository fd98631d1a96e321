// SPDX-License-Identifier: BSL-1.0
// CASE, IF, COALESCE, IFNULL, NULLIF, GREATEST, LEAST.
#pragma once
#include <cstddef>
#include <utility>

#include <rivulet/expr/equality.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

/// CASE WHEN c THEN v [WHEN ..] [ELSE v] END as condition, value, condition, value, .. [, else]. Only the chosen branch
/// is evaluated. The type is the common one of the values; nullable if a value is or there is no ELSE.
struct Case {
    static constexpr void typing(Typing& t) {
        SqlType type{};
        bool nullable = t.count % 2 == 0;
        for (int i = 0; i < t.count; ++i) {
            if (i % 2 == 0 && i + 1 < t.count) {
                if (t.isNull(i)) t.coerce(i, sqltype::boolean);
                else if (t.type(i).root != TypeRoot::boolean) return t.refuse(i, "BOOLEAN");
                continue;
            }
            nullable = nullable || t.type(i).nullable;
            if (t.isNull(i)) continue;
            const SqlType next = type.root == TypeRoot::unknown ? t.type(i) : rules::leastRestrictive(type, t.type(i));
            if (next.root == TypeRoot::unknown) return t.refuse(i, rules::kindName(type));
            type = next;
        }
        if (type.root == TypeRoot::unknown) return t.refuse(1, "a value with a type, such as CAST(NULL AS INT)");
        for (int i = 1; i < t.count; i += i + 2 < t.count || t.count % 2 == 0 ? 2 : 1) rules::fit(t, i, type);
        t.result = type.withNullable(nullable);
    }
    static constexpr FunctionInfo info{.name = "CASE", .minArguments = 2, .maxArguments = -1, .spelling = Spelling::special, .strict = false, .lazy = true,
                                       .slices = true, .typing = &typing};

    template <class R, class... A> static constexpr R call(const A&... argument) {
        std::optional<R> result;
        bool holds = false, found = false;
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            [[maybe_unused]] const bool steps[] = {(found = found || step<partAt(I, sizeof...(A))>(argument, holds, result))...};  // no fold: Clang nests 256 of them at most
        }(std::index_sequence_for<A...>{});
        if constexpr (Optional<R>) {
            if (!result) return std::nullopt;
        }
        return *std::move(result);
    }

private:
    enum class Part : unsigned char { condition, value, otherwise };
    static constexpr Part partAt(std::size_t i, std::size_t count) { return i % 2 == 1 ? Part::value : i + 1 < count ? Part::condition : Part::otherwise; }
    /// Whether the result is found. No lambda: its name would repeat all branches for each of them.
    template <Part Of, class R, class A> static constexpr bool step(const A& argument, bool& holds, std::optional<R>& result) {
        if constexpr (Of == Part::condition) {
            holds = isTrue(argument());
            return false;
        } else {
            if constexpr (Of == Part::value) {
                if (!holds) return false;
            }
            result.emplace(passOn<R>(argument()));
            return true;
        }
    }
};

/// IF(condition, then, otherwise): only one branch is evaluated. Always nullable, as in Flink.
struct If {
    static constexpr void typing(Typing& t) {
        if (t.isNull(0)) t.coerce(0, sqltype::boolean);
        else if (t.type(0).root != TypeRoot::boolean) return t.refuse(0, "BOOLEAN");
        t.result = rules::common(t, 1).orNull(true);
    }
    static constexpr FunctionInfo info{.name = "IF", .minArguments = 3, .maxArguments = 3, .strict = false, .lazy = true, .slices = true, .typing = &typing};
    template <class R, class C, class A, class B> static constexpr R call(const C& condition, const A& then, const B& otherwise) {
        if (isTrue(condition())) return passOn<R>(then());
        return passOn<R>(otherwise());
    }
};

/// COALESCE(a, b, ..): the first that is not NULL; nullable only if all are. All are evaluated (Flink).
struct Coalesce {
    static constexpr void typing(Typing& t) {
        const SqlType type = rules::common(t, 0);
        if (t.refused < 0) t.result = type.withNullable(t.allNullable());
    }
    static constexpr FunctionInfo info{.name = "COALESCE", .minArguments = 1, .maxArguments = -1, .strict = false, .slices = true, .typing = &typing};
    template <class R, class... A> static constexpr R call(const A&... argument) {
        std::optional<Bare<R>> result;
        const auto take = [&](const auto& v) {
            if (!present(v)) return false;
            result.emplace(convertTo<Bare<R>>(bare(v)));
            return true;
        };
        [[maybe_unused]] const bool steps[] = {(result || take(argument))...};
        if constexpr (Optional<R>) return result;
        else {
            if (!result) detail::throwMissing(info.name);
            return *std::move(result);
        }
    }
};

/// IFNULL(a, b): b where a is NULL; nullable only if both are.
struct IfNull {
    static constexpr FunctionInfo info{.name = "IFNULL", .minArguments = 2, .maxArguments = 2, .strict = false, .slices = true, .typing = &Coalesce::typing};
    template <class R, class A, class B> static constexpr R call(const A& a, const B& b) { return Coalesce::call<R>(a, b); }
};

/// NULLIF(a, b): NULL where a = b, else a; of a's type, nullable.
struct NullIf {
    static constexpr void typing(Typing& t) {
        if (t.isNull(0)) return t.refuse(0, "a value with a type, such as CAST(NULL AS INT)");
        const SqlType type = t.type(0);
        if (!rules::comparable(t, 0, 1, false)) return;
        if (t.arguments[0].castTo.root != TypeRoot::unknown) return t.refuse(1, rules::kindName(type));
        t.result = type.orNull(true);
    }
    static constexpr FunctionInfo info{.name = "NULLIF", .minArguments = 2, .maxArguments = 2, .strict = false, .slices = true, .typing = &typing};
    template <class R, class A, class B> static constexpr R call(const A& a, const B& b) {
        if (isTrue(detail::equal3(a, b))) return std::nullopt;
        return passOn<R>(a);
    }
};

/// `orThrow`: the value, and DataError where it is NULL; NOT NULL. Ours; SQL has no such function.
struct OrThrow {
    static constexpr void typing(Typing& t) {
        if (t.isNull(0)) return t.refuse(0, "a value with a type, such as CAST(NULL AS INT)");
        t.result = t.type(0).withNullable(false);
    }
    static constexpr FunctionInfo info{.name = "OR_THROW", .minArguments = 1, .maxArguments = 1, .strict = false, .slices = true, .typing = &typing};
    template <class R, class A> static constexpr R call(const A& a) {
        if (!present(a)) detail::throwMissing(info.name);
        return convertTo<R>(bare(a));
    }
};

namespace shared {
constexpr void extreme(Typing& t) {
    const SqlType type = rules::common(t, 0);
    if (t.refused >= 0) return;
    if (type.isNested() || type.root == TypeRoot::raw) return t.refuse(0, "a comparable value");
    t.result = type.withNullable(t.anyNullable());
}
}  // namespace shared

/// GREATEST(a, b, ..): NULL as soon as one argument is (Flink); of the common type. NaN is the greatest number, whatever its place.
struct Greatest {
    static constexpr FunctionInfo info{.name = "GREATEST", .minArguments = 1, .maxArguments = -1, .slices = true, .typing = &shared::extreme};
    template <class V, class A, class... B> static constexpr V call(const A& first, const B&... other) {
        V best = convertTo<V>(first);
        ((detail::isBeyond<true>(convertTo<V>(other), bare(best)) ? void(best = convertTo<V>(other)) : void()), ...);
        return best;
    }
};
/// LEAST(a, b, ..): as GREATEST.
struct Least {
    static constexpr FunctionInfo info{.name = "LEAST", .minArguments = 1, .maxArguments = -1, .slices = true, .typing = &shared::extreme};
    template <class V, class A, class... B> static constexpr V call(const A& first, const B&... other) {
        V best = convertTo<V>(first);
        ((detail::isBeyond<false>(convertTo<V>(other), bare(best)) ? void(best = convertTo<V>(other)) : void()), ...);
        return best;
    }
};

}  // namespace rivulet::functions
