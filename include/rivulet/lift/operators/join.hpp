// SPDX-License-Identifier: BSL-1.0
// Regular joins.
#pragma once
#include <rivulet/lift/operators/identity.hpp>
#include <rivulet/lift/operators/join_rows.hpp>

namespace rivulet::detail {

template <class Tag, int O> struct CoreOf<Tag, O, NodeKind::join> { using Type = typename JoinRows<Tag, O>::Row; };

template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::join> {
    static constexpr bool keeps = true;
    using Rows = JoinRows<Tag, O>;
    RegularJoin<Rows::form, typename Rows::Key, JoinSide<typename Rows::KeptLeft, typename decltype(identityOf<Tag, O, 0>())::type>,
                JoinSide<typename Rows::KeptRight, typename decltype(identityOf<Tag, O, 1>())::type>> state;
    OperatorState(const OperatorOptions& options, const typename Tag::Context&) : state({.ttl = options.ttl, .batch = options.batch, .memoryLimit = options.limitOf("JOIN")}) {}

    template <int S, class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context& context, Down down) {
        Rows::template withKey<S>(row, context, [&](bool keyIsNull, const auto& key) {
            state.template process<Rows::template input<S>>(kind, keyIsNull, key, row, Rows::condition(context), Rows::handOn(down));
        });
    }
    template <class Down> void finish(const typename Tag::Context&, Down down) { state.finish(Rows::handOn(down)); }
};

}  // namespace rivulet::detail
