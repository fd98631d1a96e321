// SPDX-License-Identifier: BSL-1.0
// Tags of Table API steps: an input and the expressions of the call. Steps of one input keep its sources, functions and
// C++ values, and add values of their own.
#pragma once
#include <memory>
#include <utility>

#include <rivulet/plan/sink.hpp>
#include <rivulet/table/source_tag.hpp>
#include <rivulet/table/tag.hpp>

namespace rivulet::detail {

// What each step does to its input; `items` are the call's expressions.
struct SelectStep {
    static constexpr short apply(plan::FieldBinder& b, short input, short items) {
        return b.select(plan::Scope::over(input, b.plan.nodes[input].columnCount), input, items);
    }
};
struct WhereStep {
    static constexpr short apply(plan::FieldBinder& b, short input, short items) {
        return b.filter(plan::Scope::over(input, b.plan.nodes[input].columnCount), input, items);
    }
};
struct AddColumnsStep {
    static constexpr short apply(plan::FieldBinder& b, short input, short items) { return b.addColumns(input, items, false); }
};
struct AddOrReplaceColumnsStep {
    static constexpr short apply(plan::FieldBinder& b, short input, short items) { return b.addColumns(input, items, true); }
};
struct RenameColumnsStep {
    static constexpr short apply(plan::FieldBinder& b, short input, short items) { return b.renameColumns(input, items); }
};
struct DropColumnsStep {
    static constexpr short apply(plan::FieldBinder& b, short input, short items) { return b.dropColumns(input, items); }
};
struct AsStep {
    static constexpr short apply(plan::FieldBinder& b, short input, short items) { return b.as(input, items); }
};
template <long long Count, long long Offset>
struct LimitStep {
    static constexpr short apply(plan::FieldBinder& b, short input, short) { return b.limit(input, Count, Offset); }
};
template <plan::Matching M>
struct FieldsStep {
    static constexpr short apply(plan::FieldBinder& b, short input, short items) { return b.fields(input, items, M); }
};
struct PositionStep {
    static constexpr short apply(plan::FieldBinder& b, short input, short items) { return b.byPosition(input, items); }
};
/// The columns as the fields of T: what toDataStream puts on top.
template <class T, plan::Matching M>
struct IntoStep {
    using Types = TypeList<T>;
    static constexpr short apply(plan::FieldBinder& b, short input, short) {
        return b.into(input, fieldColumns<T>.at, Reflection<T>::count, M);
    }
};

/// Names a step in a tag's hash.
template <class Kind> consteval unsigned long long hashKind() { return Hash{}.add(spelling<Kind>()).value; }

/// Row types that a step names besides those of its input.
template <class Kind> struct TypesOf { using type = TypeList<>; };
template <class Kind> requires requires { typename Kind::Types; } struct TypesOf<Kind> { using type = typename Kind::Types; };

/// What a step adds to its input's context: its C++ values. A step without any hands its input's on, so that queries over the
/// same sources share the type, and the code that is named by it.
template <class Input, int FirstParameter, class Items>
struct StepContext {
    Input input;
    Items items;
    template <int I> constexpr const auto& source() const { return input.template source<I>(); }
    template <int I> constexpr const auto& function() const { return input.template function<I>(); }
    template <int I> constexpr const auto& parameter() const {
        if constexpr (I < FirstParameter) return input.template parameter<I>();
        else return items.template parameter<I - FirstParameter>();
    }
};

template <class Kind, class In, class Items>
struct StepTag {
    using Input = In;
    using Types = WithValues<JoinedTypes<typename In::Types, typename TypesOf<Kind>::type>, Items>;
    static constexpr bool isStep = true;
    static constexpr std::string_view sql{};
    static constexpr unsigned long long hash = Hash{}.add(hashKind<Kind>()).add(In::hash).add(hashItems<Items>()).value;
    static constexpr const plan::Catalogue& catalogue = In::catalogue;
    static constexpr int sourceCount = In::sourceCount;
    static constexpr int parameterCount = In::parameterCount + Items::parameterCount;
    static constexpr int functionCount = In::functionCount;
    static constexpr int syntaxCount = Items::syntaxCount;
    template <int I> using Source = typename In::template Source<I>;

    using Context = std::conditional_t<Items::parameterCount == 0, typename In::Context, StepContext<typename In::Context, In::parameterCount, Items>>;
    static constexpr Context contextOf(const typename In::Context& input, [[maybe_unused]] const Items& items) {
        if constexpr (Items::parameterCount == 0) return input;
        else return {input, items};
    }

    static constexpr short apply(plan::FieldBinder& b, short input) {
        sql::Syntax nodes[static_cast<std::size_t>(syntaxCount) + 1]{};
        SyntaxWriter w{nodes, 0, static_cast<short>(In::parameterCount)};
        const short items = Items::write(w);
        b.syntax = nodes;
        const short at = Kind::apply(b, input, items);
        b.syntax = nullptr;
        return at;
    }
    template <int Factor> static consteval plan::Room room() {
        constexpr plan::Room in = In::template room<Factor>();
        constexpr int n = syntaxCount + relationOf<In>.count + 4;
        return {in.exprs + Factor * 2 * n, in.nodes + 2, in.columns + Factor * n, in.items + Factor * n, in.scratch > n ? in.scratch : n};
    }
    static constexpr short build(plan::PlanBuilder& p) {
        const short input = In::build(p);
        if (input < 0 || p.error) return -1;
        plan::FieldBinder b{{{p, nullptr, catalogue, false}}};
        return apply(b, input);
    }
};

/// UNION ALL: the right side's sources, values and functions are numbered after the left side's.
template <class L, class R>
struct UnionTag {
    using Types = JoinedTypes<typename L::Types, typename R::Types>;
    static constexpr bool isStep = false;
    static constexpr std::string_view sql{};
    static constexpr unsigned long long hash = Hash{}.add("UNION ALL").add(L::hash).add(R::hash).add(placesIn(typename R::Types{}, Types{})).value;
    static constexpr const plan::Catalogue& catalogue = L::catalogue;
    static constexpr int sourceCount = L::sourceCount + R::sourceCount;
    static constexpr int parameterCount = L::parameterCount + R::parameterCount;
    static constexpr int functionCount = L::functionCount + R::functionCount;
    template <int I> static consteval auto sourceType() {
        if constexpr (I < L::sourceCount) return std::type_identity<typename L::template Source<I>>{};
        else return std::type_identity<typename R::template Source<I - L::sourceCount>>{};
    }
    template <int I> using Source = typename decltype(sourceType<I>())::type;

    struct Context {
        typename L::Context left;
        typename R::Context right;
        template <int I> constexpr const auto& source() const {
            if constexpr (I < L::sourceCount) return left.template source<I>();
            else return right.template source<I - L::sourceCount>();
        }
        template <int I> constexpr const auto& parameter() const {
            if constexpr (I < L::parameterCount) return left.template parameter<I>();
            else return right.template parameter<I - L::parameterCount>();
        }
        template <int I> constexpr const auto& function() const {
            if constexpr (I < L::functionCount) return left.template function<I>();
            else return right.template function<I - L::functionCount>();
        }
    };

    template <int Factor> static consteval plan::Room room() {
        constexpr plan::Room l = L::template room<Factor>(), r = R::template room<Factor>();
        constexpr int n = relationOf<L>.count + relationOf<R>.count + 4;
        return {l.exprs + r.exprs + 2 * n, l.nodes + r.nodes + 4, l.columns + r.columns + 2 * n, l.items + r.items + 2 * n,
                l.scratch > r.scratch ? l.scratch : r.scratch};
    }
    static constexpr short build(plan::PlanBuilder& p) {
        const short left = L::build(p);
        if (left < 0 || p.error) return -1;
        plan::RelationBinder b{{p, nullptr, catalogue, false}};
        if (planOf<R>.error) {
            p.fail(planOf<R>.error);
            return -1;
        }
        const short right = b.append(planOf<R>.view(), L::sourceCount, L::parameterCount, L::functionCount);
        return right < 0 ? right : b.unionAll(left, right);
    }
};

}  // namespace rivulet::detail
