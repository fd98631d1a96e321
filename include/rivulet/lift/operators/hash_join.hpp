// SPDX-License-Identifier: BSL-1.0
// Regular joins in batch mode: one side is read first.
#pragma once
#include <type_traits>

#include <rivulet/lift/operators/join.hpp>
#include <rivulet/plan/build_side.hpp>
#include <rivulet/runtime/hash_join.hpp>

namespace rivulet::detail {

template <class Tag, int O>
struct HashJoinRows {
    static constexpr int build = plan::buildSide(physicalOp<Tag, O>);
    static constexpr int width = physicalInput<Tag, O, 0>.columnCount;
    static constexpr JoinForm form = joinForm(physicalOp<Tag, O>.join);
    static constexpr bool leftOnly = isExistence(form);
    using Key = KeyRow<Tag, O>;
    using KeyView = typename Key::View;
    using Join = HashJoin<form, build == 0 ? JoinInput::left : JoinInput::right, Key, KeptRow<Tag, O, build>, KeptRow<Tag, O, 1 - build>>;

    template <int S, class I> struct WholeOf;
    template <int S, std::size_t... J>
    struct WholeOf<S, std::index_sequence<J...>> {
        using Type = KeyedRow<KeyView, std::conditional_t<S == build, typename Join::Built, typename Join::Probe>, keyPartOf<Tag, O, S>(static_cast<int>(J), isKept<Tag, O, S, static_cast<int>(J)>)...>;
    };
    /// A row of side S with its key.
    template <int S> using Whole = typename WholeOf<S, std::make_index_sequence<static_cast<std::size_t>(physicalInput<Tag, O, S>.columnCount)>>::Type;
    template <int S> using Kept = std::conditional_t<S == build, typename Join::Built, typename Join::Probe>;
    static constexpr bool isPadded(int side) { return isOuter(form, side == 0 ? JoinInput::right : JoinInput::left); }
    template <int S> using Side = std::conditional_t<isPadded(S), PaddedRow<KeyView, Kept<S>, Whole<S>>, Whole<S>>;
    using Row = typename std::conditional_t<leftOnly, std::type_identity<Whole<0>>, std::type_identity<PairRow<Side<0>, Side<1>, width>>>::type;

    static auto condition([[maybe_unused]] const typename Tag::Context& context) {
        return [&context]([[maybe_unused]] const KeyView& key, [[maybe_unused]] const typename Join::Probe& probe, [[maybe_unused]] const typename Join::Built& built) {
            if constexpr (physicalOp<Tag, O>.condition < 0) {
                (void)context;
                return true;
            } else if constexpr (build == 1) return isTrue(Lifted<Tag, physicalOp<Tag, O>.condition>::of(PairRow<Whole<0>, Whole<1>, width>{{key, probe}, {key, built}}, context));
            else return isTrue(Lifted<Tag, physicalOp<Tag, O>.condition>::of(PairRow<Whole<0>, Whole<1>, width>{{key, built}, {key, probe}}, context));
        };
    }
    template <class Down> static auto handOn(Down& down) {
        return [&down](const KeyView& key, const typename Join::Probe* probe, const typename Join::Built* built) {
            if constexpr (leftOnly) down(RowKind::insert, Row{key, *probe});
            else if constexpr (build == 1) down(RowKind::insert, Row{side<0>(key, probe), side<1>(key, built)});
            else down(RowKind::insert, Row{side<0>(key, built), side<1>(key, probe)});
        };
    }

private:
    template <int S> static Side<S> side(const KeyView& key, const Kept<S>* row) {
        if constexpr (isPadded(S)) return {key, row};
        else return {key, *row};
    }
};

/// Whether operator O reads one of its sides before the other.
template <class Tag, int O> inline constexpr bool isHashJoin = Tag::catalogue.batch && physicalOp<Tag, O>.kind == NodeKind::join;

template <class Tag, int O> requires isHashJoin<Tag, O> struct CoreOf<Tag, O, NodeKind::join> { using Type = typename HashJoinRows<Tag, O>::Row; };

template <class Tag, int O> requires isHashJoin<Tag, O>
struct OperatorState<Tag, O, NodeKind::join> {
    static constexpr bool keeps = true;
    using Rows = HashJoinRows<Tag, O>;
    typename Rows::Join state;
    OperatorState(const OperatorOptions& options, const typename Tag::Context&) : state(options.limitOf("JOIN")) {}

    template <int S, class Row, class Down>
    void receive(RowKind, const Row& row, const typename Tag::Context& context, Down down) {
        JoinRows<Tag, O>::template withKey<S>(row, context, [&](bool keyIsNull, const auto& key) {
            if constexpr (S == Rows::build) state.build(keyIsNull, key, row, Rows::handOn(down));
            else state.probe(keyIsNull, key, row, Rows::condition(context), Rows::handOn(down));
        });
    }
    /// Side S has ended.
    template <int S, class Down>
    void ended(const typename Tag::Context& context, Down down) {
        if constexpr (S == Rows::build) state.built(Rows::condition(context), Rows::handOn(down));
    }
    template <class Down> void finish(const typename Tag::Context&, Down down) { state.finish(Rows::handOn(down)); }
};

}  // namespace rivulet::detail
