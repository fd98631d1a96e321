// SPDX-License-Identifier: BSL-1.0
// IN over literals, and CASE whose conditions compare one value with literals and whose branches are literals: looked up in a table.
#pragma once
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include <rivulet/expr/catalogue.hpp>
#include <rivulet/expr/evaluate.hpp>
#include <rivulet/lift/constants.hpp>
#include <rivulet/lift/tag.hpp>

namespace rivulet::detail::lifted {

// ---- v IN (1, 2, ..) --------------------------------------------------------------------------------------------------

/// The elements of the IN at E.
template <class Tag, int E>
struct ElementsOfIn {
    static constexpr int count = [] {
        int n = -1;
        for (short a = physicalOf<Tag>.exprs[E].first; a >= 0; a = physicalOf<Tag>.exprs[a].next) ++n;
        return n;
    }();
    template <class Indexes> static constexpr void fill(Indexes& to) {
        int n = 0;
        for (short a = physicalOf<Tag>.exprs[physicalOf<Tag>.exprs[E].first].next; a >= 0; a = physicalOf<Tag>.exprs[a].next) to[n++] = a;
    }
};
template <class Tag, int E>
consteval bool isListOfConstants() {
    if constexpr (ElementsOfIn<Tag, E>::count < fewestConstants) return false;
    else return Constants<Tag, ElementsOfIn<Tag, E>>::table.kinds.every;
}

/// X is the value, General the same IN element by element, for values that no table of these constants fits.
template <class Tag, int E, bool Negated, bool Nullable, class X, class General>
struct InTable {
    using List = ElementsOfIn<Tag, E>;
    using Result = std::conditional_t<Nullable, std::optional<bool>, bool>;
    template <class R, class C> static constexpr Result of(const R& row, const C& context) {
        using V = ComparedValue<X, R, C>;
        if constexpr (std::is_void_v<KeyOfList<Tag, List, V>>) return General::Type::of(row, context);
        else {
            const auto& index = indexOfConstants<Tag, List, V>();
            const auto& value = X::of(row, context);
            if constexpr (Nullable) {
                if (!present(value)) {
                    index.passAll();
                    return std::nullopt;
                }
            }
            if (index.find(elementValue(value)) >= 0) return Result(!Negated);
            index.passAll();
            if constexpr (Nullable) {
                if (Constants<Tag, List>::table.kinds.null) return std::nullopt;
            }
            return Result(Negated);
        }
    }
};

// ---- CASE WHEN v = 1 THEN 'a' WHEN v = 2 THEN 'b' .. [ELSE e] END -------------------------------------------------------

struct CaseForm {
    short operand{-1};     // the value that every condition compares; -1: the CASE is another one
    short otherwise{-1};   // ELSE
    int branches{};
};
/// The side of `v = 1` that is no literal; -1 where the condition is another one.
constexpr short comparedIn(const plan::Expr* exprs, short condition, short& literal) {
    const plan::Expr& x = exprs[condition];
    if (x.kind != plan::ExprKind::call || x.function != indexOf<functions::Equal>) return -1;
    const short a = x.first, b = exprs[a].next;
    const auto isLeaf = [exprs](short e) { return exprs[e].kind == plan::ExprKind::column || exprs[e].kind == plan::ExprKind::slot || exprs[e].kind == plan::ExprKind::parameter; };
    const bool swapped = !isLeaf(a);
    literal = swapped ? a : b;
    const short value = swapped ? b : a;
    return isLeaf(value) && plan::constantOf(exprs, literal).kind != plan::ConstantKind::none ? value : static_cast<short>(-1);
}
constexpr CaseForm caseFormOf(const plan::Expr* exprs, short at) {
    CaseForm form;
    for (short a = exprs[at].first; a >= 0;) {
        const short value = exprs[a].next;
        if (value < 0) {
            form.otherwise = a;
            break;
        }
        short literal = -1;
        const short operand = comparedIn(exprs, a, literal);
        if (operand < 0 || (form.operand >= 0 && (exprs[operand].kind != exprs[form.operand].kind || exprs[operand].index != exprs[form.operand].index))) return {};
        if (form.operand < 0) form.operand = operand;
        ++form.branches;
        a = exprs[value].next;
    }
    return form;
}
template <class Tag, int E> inline constexpr CaseForm caseForm = caseFormOf(physicalOf<Tag>.exprs, E);

/// The literals of the conditions, or of the branches, of the CASE at E.
template <class Tag, int E, bool Branches>
struct ConstantsOfCase {
    static constexpr int count = caseForm<Tag, E>.branches;
    template <class Indexes> static constexpr void fill(Indexes& to) {
        short a = physicalOf<Tag>.exprs[E].first;
        for (int i = 0; i < count; ++i) {
            const short value = physicalOf<Tag>.exprs[a].next;
            short literal = value;
            if (!Branches) comparedIn(physicalOf<Tag>.exprs, a, literal);
            to[i] = literal;
            a = physicalOf<Tag>.exprs[value].next;
        }
    }
};
template <class Tag, int E>
consteval bool isCaseOfConstants() {
    if constexpr (caseForm<Tag, E>.operand < 0 || caseForm<Tag, E>.branches < fewestConstants) return false;
    else return Constants<Tag, ConstantsOfCase<Tag, E, false>>::table.kinds.every && plan::canBecome(Constants<Tag, ConstantsOfCase<Tag, E, true>>::table.kinds, physicalOf<Tag>.exprs[E].type.root);
}

/// X is the value, Otherwise the ELSE or Null, General the same CASE branch by branch.
template <class Tag, int E, TypeRoot Root, int P, int S, bool Nullable, class X, class Otherwise, class General>
struct CaseTable {
    using Conditions = ConstantsOfCase<Tag, E, false>;
    using Branches = Constants<Tag, ConstantsOfCase<Tag, E, true>>;
    using V = CppType<Root, P, S>;
    using Result = std::conditional_t<Nullable, std::optional<V>, V>;
    template <class R, class C> static constexpr Result of(const R& row, const C& context) {
        using Compared = ComparedValue<X, R, C>;
        if constexpr (std::is_void_v<KeyOfList<Tag, Conditions, Compared>>) return General::Type::of(row, context);
        else {
            const auto& index = indexOfConstants<Tag, Conditions, Compared>();
            const auto& value = X::of(row, context);
            const int place = present(value) ? index.find(elementValue(value)) : -1;
            if (place >= 0) return branch(static_cast<std::size_t>(place));
            index.passAll();
            return passOn<Result>(Otherwise::of(row, context));
        }
    }

private:
    static Result branch(std::size_t place) {
        if constexpr (Nullable) {
            if (Branches::table.at[place].kind == plan::ConstantKind::null) return std::nullopt;
        }
        static const std::vector<V> values = [] {
            std::vector<V> all;
            all.reserve(Branches::size);
            for (std::size_t i = 0; i < Branches::size; ++i)
                all.push_back(Branches::table.at[i].kind == plan::ConstantKind::null ? V() : constantAs<V, Root, P, S>(Branches::table.at[i]));
            return all;
        }();
        return Result(values[place]);
    }
};

}  // namespace rivulet::detail::lifted
