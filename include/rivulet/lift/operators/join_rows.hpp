// SPDX-License-Identifier: BSL-1.0
// What all joins share: their rows, their condition, and how what the runtime emits becomes a row.
#pragma once
#include <type_traits>
#include <utility>

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
    using Key = KeyRow<Tag, O>;
    using KeptLeft = KeptRow<Tag, O, 0>;
    using KeptRight = KeptRow<Tag, O, 1>;
    using Left = WholeKeptRow<Tag, O, 0>;
    using Right = WholeKeptRow<Tag, O, 1>;
    static constexpr int width = physicalInput<Tag, O, 0>.columnCount;
    static constexpr JoinForm form = joinForm(physicalOp<Tag, O>.join);
    static constexpr bool leftOnly = form == JoinForm::semi || form == JoinForm::anti;
    using Row = std::conditional_t<leftOnly, Left,
                                   PairRow<std::conditional_t<form == JoinForm::right || form == JoinForm::full, PaddedRow<Key, KeptLeft, Left>, Left>,
                                           std::conditional_t<form == JoinForm::left || form == JoinForm::full, PaddedRow<Key, KeptRight, Right>, Right>, width>>;

    /// What must hold beside the key, as the runtime asks it.
    static auto condition([[maybe_unused]] const typename Tag::Context& context) {
        return [&context]([[maybe_unused]] const Key& k, [[maybe_unused]] const KeptLeft& left, [[maybe_unused]] const KeptRight& right) {
            if constexpr (physicalOp<Tag, O>.condition < 0) {
                (void)context;
                return true;
            } else return isTrue(Lifted<Tag, physicalOp<Tag, O>.condition>::of(PairRow<Left, Right, width>{{k, left}, {k, right}}, context));
        };
    }
    /// Takes what the runtime emits.
    template <class Down> static auto handOn(Down& down) {
        return [&down](RowKind kind, const Key& key, const KeptLeft* left, [[maybe_unused]] const KeptRight* right) {
            if constexpr (leftOnly) down(kind, Row{key, *left});
            else if constexpr (form == JoinForm::inner) down(kind, Row{{key, *left}, {key, *right}});
            else if constexpr (form == JoinForm::left) down(kind, Row{{key, *left}, {key, right}});
            else if constexpr (form == JoinForm::right) down(kind, Row{{key, left}, {key, *right}});
            else down(kind, Row{{key, left}, {key, right}});
        };
    }
    template <int S> static constexpr JoinInput input = S == 0 ? JoinInput::left : JoinInput::right;
    /// `f(whether the key is null, key)` for a row of side S.
    template <int S, class R, class F>
    static void withKey(const R& row, const typename Tag::Context& context, F f) {
        if (lacksKey<Tag, O, S>(row, context)) f(true, Key());
        else f(false, keyOfRow<Tag, O, S>(row, context));
    }
};

}  // namespace rivulet::detail
