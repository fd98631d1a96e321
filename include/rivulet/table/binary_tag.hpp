// SPDX-License-Identifier: BSL-1.0
// Tags of Table API steps on two inputs: joins and set operations. The right side's sources, values and functions are
// numbered after the left side's, values of the step itself after both.
#pragma once
#include <type_traits>

#include <rivulet/table/step_tag.hpp>
#include <rivulet/table/tag.hpp>

namespace rivulet::detail {

/// A join; the condition, if there is one, is bound over the columns of both sides, whose names must differ.
template <sql::JoinKind Join>
struct JoinStep {
    static constexpr short apply(plan::FieldBinder& b, short left, short right, short condition) {
        for (short r = 0; r < b.plan.nodes[right].columnCount; ++r)
            if (const std::string_view name = b.plan.column(right, r).name; b.find(left, name) >= 0) {
                b.plan.fail({.code = ErrorCode::duplicateColumn, .subject = name, .expected = "renameColumns, or as"});
                return -1;
            }
        return b.joined(left, right, Join, condition, plan::Scope::over(-1, static_cast<short>(b.plan.nodes[left].columnCount + b.plan.nodes[right].columnCount)));
    }
};
template <sql::QueryKind Kind, bool All>
struct SetStep {
    static constexpr short apply(plan::FieldBinder& b, short left, short right, short) { return b.setOperation(Kind, All, left, right, -1); }
};

template <class L, class R, class Items>
struct BinaryContext {
    typename L::Context left;
    typename R::Context right;
    Items items;
    template <int I> constexpr const auto& source() const {
        if constexpr (I < L::sourceCount) return left.template source<I>();
        else return right.template source<I - L::sourceCount>();
    }
    template <int I> constexpr const auto& parameter() const {
        if constexpr (I < L::parameterCount) return left.template parameter<I>();
        else if constexpr (I < L::parameterCount + R::parameterCount) return right.template parameter<I - L::parameterCount>();
        else return items.template parameter<I - L::parameterCount - R::parameterCount>();
    }
    template <int I> constexpr const auto& function() const {
        if constexpr (I < L::functionCount) return left.template function<I>();
        else return right.template function<I - L::functionCount>();
    }
};

template <class Kind, class L, class R, class Items = Expressions<>>
struct BinaryTag {
    using Types = WithValues<JoinedTypes<typename L::Types, typename R::Types>, Items>;
    static constexpr bool isStep = true;
    static constexpr std::string_view sql{};
    static constexpr unsigned long long hash =
        Hash{}.add(hashKind<Kind>()).add(L::hash).add(R::hash).add(hashItems<Items>()).add(placesIn(typename R::Types{}, Types{})).value;
    static constexpr const plan::Catalogue& catalogue = L::catalogue;
    static constexpr int sourceCount = L::sourceCount + R::sourceCount;
    static constexpr int parameterCount = L::parameterCount + R::parameterCount + Items::parameterCount;
    static constexpr int functionCount = L::functionCount + R::functionCount;
    static constexpr int syntaxCount = Items::syntaxCount;
    static constexpr int draftNodes = 12;
    static consteval int draftSize() { return syntaxCount + relationOf<L>.count + relationOf<R>.count; }
    template <int I> static consteval auto sourceType() {
        if constexpr (I < L::sourceCount) return std::type_identity<typename L::template Source<I>>{};
        else return std::type_identity<typename R::template Source<I - L::sourceCount>>{};
    }
    template <int I> using Source = typename decltype(sourceType<I>())::type;
    using Context = BinaryContext<L, R, Items>;

    static constexpr short apply(plan::FieldBinder& b, short left, short right) {
        sql::Syntax nodes[static_cast<std::size_t>(syntaxCount) + 1]{};
        SyntaxWriter w{nodes, 0, static_cast<short>(L::parameterCount + R::parameterCount)};
        const short items = Items::write(w);
        b.syntax = nodes;
        const short at = Kind::apply(b, left, right, items);
        b.syntax = nullptr;
        return at;
    }
    template <int Factor> static consteval plan::Room room() {
        constexpr plan::Room l = L::template room<Factor>(), r = R::template room<Factor>();
        constexpr int n = draftSize() + 4, scratch = l.scratch > r.scratch ? l.scratch : r.scratch;
        return {l.exprs + r.exprs + Factor * 4 * n, l.nodes + r.nodes + 10, l.columns + r.columns + Factor * 4 * n, l.items + r.items + Factor * 4 * n,
                scratch > n ? scratch : n};
    }
    static constexpr short draft(plan::FieldBinder& b) {
        if (relationOf<L>.error || relationOf<R>.error) {
            b.plan.fail(relationOf<L>.error ? relationOf<L>.error : relationOf<R>.error);
            return -1;
        }
        const short left = relationOf<L>.draft(b), right = relationOf<R>.draft(b);
        return left < 0 || right < 0 ? static_cast<short>(-1) : apply(b, left, right);
    }
    static constexpr short build(plan::PlanBuilder& p) {
        const short left = L::build(p);
        if (left < 0 || p.error) return -1;
        if (planOf<R>.error) {
            p.fail(planOf<R>.error);
            return -1;
        }
        plan::FieldBinder b{{{p, nullptr, catalogue, false}}};
        const short right = b.append(planOf<R>.view(), L::sourceCount, L::parameterCount, L::functionCount);
        return right < 0 ? right : apply(b, left, right);
    }
};

}  // namespace rivulet::detail
