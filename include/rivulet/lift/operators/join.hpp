// SPDX-License-Identifier: BSL-1.0
// Regular joins.
#pragma once
#include <type_traits>
#include <utility>

#include <rivulet/lift/operators/identity.hpp>
#include <rivulet/lift/operators/state.hpp>
#include <rivulet/runtime/join.hpp>

namespace rivulet::detail {

consteval JoinForm joinForm(plan::JoinKind join) {
    switch (join) {
        case plan::JoinKind::inner: return JoinForm::inner;
        case plan::JoinKind::left: return JoinForm::left;
        case plan::JoinKind::right: return JoinForm::right;
        case plan::JoinKind::full: return JoinForm::full;
        case plan::JoinKind::semi: return JoinForm::semi;
        case plan::JoinKind::anti: return JoinForm::anti;
    }
    return JoinForm::inner;
}

template <class Tag, int O>
struct JoinRows {
    using Left = WholeKeptRow<Tag, O, 0>;
    using Right = WholeKeptRow<Tag, O, 1>;
    static constexpr int width = physicalInput<Tag, O, 0>.columnCount;
    static constexpr JoinForm form = joinForm(physicalOp<Tag, O>.join);
    static constexpr bool leftOnly = form == JoinForm::semi || form == JoinForm::anti;
    using Row = std::conditional_t<leftOnly, Left,
                                   PairRow<std::conditional_t<form == JoinForm::right || form == JoinForm::full, PaddedRow<KeyRow<Tag, O>, KeptRow<Tag, O, 0>, Left>, Left>,
                                           std::conditional_t<form == JoinForm::left || form == JoinForm::full, PaddedRow<KeyRow<Tag, O>, KeptRow<Tag, O, 1>, Right>, Right>, width>>;
};
template <class Tag, int O> struct CoreOf<Tag, O, NodeKind::join> { using Type = typename JoinRows<Tag, O>::Row; };

template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::join> {
    static constexpr bool keeps = true;
    using Rows = JoinRows<Tag, O>;
    using Left = KeptRow<Tag, O, 0>;
    using Right = KeptRow<Tag, O, 1>;
    using Key = KeyRow<Tag, O>;
    RegularJoin<Rows::form, Key, JoinSide<Left, typename decltype(identityOf<Tag, O, 0>())::type>, JoinSide<Right, typename decltype(identityOf<Tag, O, 1>())::type>> state;
    OperatorState(const OperatorOptions& options, const typename Tag::Context&) : state({.ttl = options.ttl, .batch = options.batch, .memoryLimit = options.limitOf("JOIN")}) {}

    template <int S, class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context& context, Down down) {
        constexpr JoinInput input = S == 0 ? JoinInput::left : JoinInput::right;
        const auto condition = [&]([[maybe_unused]] const Key& k, [[maybe_unused]] const Left& left, [[maybe_unused]] const Right& right) {
            if constexpr (physicalOp<Tag, O>.condition < 0) return true;
            else return isTrue(Lifted<Tag, physicalOp<Tag, O>.condition>::of(PairRow<typename Rows::Left, typename Rows::Right, Rows::width>{{k, left}, {k, right}}, context));
        };
        if (lacksKey<Tag, O, S>(row, context)) state.template process<input>(kind, true, Key(), row, condition, handOn(down));
        else state.template process<input>(kind, false, keyOfRow<Tag, O, S>(row, context), row, condition, handOn(down));
    }
    template <class Down> void finish(const typename Tag::Context&, Down down) { state.finish(handOn(down)); }

private:
    template <class Down> static auto handOn(Down& down) {
        return [&down](RowKind kind, const Key& key, const Left* left, [[maybe_unused]] const Right* right) {
            if constexpr (Rows::leftOnly) down(kind, typename Rows::Row{key, *left});
            else if constexpr (Rows::form == JoinForm::inner) down(kind, typename Rows::Row{{key, *left}, {key, *right}});
            else if constexpr (Rows::form == JoinForm::left) down(kind, typename Rows::Row{{key, *left}, {key, right}});
            else if constexpr (Rows::form == JoinForm::right) down(kind, typename Rows::Row{{key, left}, {key, *right}});
            else down(kind, typename Rows::Row{{key, left}, {key, right}});
        };
    }
};

}  // namespace rivulet::detail
