// SPDX-License-Identifier: BSL-1.0
// Top-N.
#pragma once
#include <cstdint>
#include <type_traits>

#include <rivulet/lift/operators/identity.hpp>
#include <rivulet/lift/operators/order.hpp>
#include <rivulet/lift/operators/state.hpp>
#include <rivulet/runtime/rank.hpp>
#include <rivulet/runtime/state_map.hpp>
#include <rivulet/runtime/top_one.hpp>

namespace rivulet::detail {

/// Columns that all rows of a group have in common are not kept: the row that comes has them.
template <class Tag, int O, int J> inline constexpr bool isShared = physicalInput<Tag, O, 0>.shared.has(J);
template <class Tag, int O> inline constexpr bool shares = !physicalInput<Tag, O, 0>.shared.empty();
template <class Tag, int O, class Incoming>
struct SharingRow {
    WholeKeptRow<Tag, O> kept;
    const Incoming& incoming;
    template <int J> constexpr decltype(auto) at() const {
        if constexpr (isShared<Tag, O, J>) return incoming.template at<J>();
        else return kept.template at<J>();
    }
};
template <class Tag, int O, class Row> using PlacedIfAsked = std::conditional_t<physicalOp<Tag, O>.ranked, PlacedRow<Row, physicalInput<Tag, O, 0>.columnCount>, Row>;
template <class Tag, int O>
struct CoreOf<Tag, O, NodeKind::rank> {
    using Type = PlacedIfAsked<Tag, O, std::conditional_t<shares<Tag, O>, SharingRow<Tag, O, InputRow<Tag, O>>, WholeKeptRow<Tag, O>>>;
};

/// In batch, where all comes out at the end, those columns of each group.
template <class Tag, int O, bool Shares = shares<Tag, O>>
struct SharedColumns {
private:
    template <class I> struct RowOf;
    template <std::size_t... J>
    struct RowOf<std::index_sequence<J...>> {
        using Type = StoredRow<std::conditional_t<isShared<Tag, O, static_cast<int>(J)>, InputColumn<Tag, O, 0, static_cast<int>(J)>, Absent>...>;
    };
    using Row = typename RowOf<std::make_index_sequence<static_cast<std::size_t>(physicalInput<Tag, O, 0>.columnCount)>>::Type;
    StateMap<KeyRow<Tag, O>, Row, RowHash<KeyRow<Tag, O>>, RowEqual<KeyRow<Tag, O>>> groups_;
    bool batch_;
    MemoryLimit limit_;
    std::size_t heap_{};  // held by keys and rows

public:
    explicit SharedColumns(const OperatorOptions& options) : batch_(options.batch), limit_(options.limitOf("Top-N")) {}
    /// A row of the group; `state` is what else the limit is for.
    template <class Key, class R, class State>
    void add(const Key& key, const R& row, const State& state) {
        if (!batch_) return;
        const auto [entry, isNew] = groups_.tryEmplace(key, row);
        if (isNew) heap_ += heapBytes(entry->key) + heapBytes(entry->value);
        limit_.check(groups_.bytes() + heap_ + state.held());
    }
    const Row& of(const KeyRow<Tag, O>& key) const { return groups_.find(key)->value; }
    void clear() {
        groups_.clear();
        heap_ = 0;
    }
};
template <class Tag, int O>
struct SharedColumns<Tag, O, false> {
    explicit SharedColumns(const OperatorOptions&) {}
};

template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::rank> {
    static constexpr bool keeps = true;
    static constexpr plan::PhysicalOp op = physicalOp<Tag, O>;
    static constexpr RankInput input = !physicalInput<Tag, O, 0>.updates ? RankInput::append
                                       : physicalInput<Tag, O, 0>.unique == plan::UniqueForm::own ? RankInput::upsert : RankInput::retract;
    static constexpr bool byPlace = op.ranked || op.offset > 0;
    std::conditional_t<input == RankInput::append && op.limit == 1 && op.offset == 0 && op.condition < 0, TopOne<KeyRow<Tag, O>, KeptRow<Tag, O>, RowOrderOf<Tag, O>, op.before>,
                       TopN<KeyRow<Tag, O>, KeptRow<Tag, O>, RowOrderOf<Tag, O>, input, byPlace, op.before, typename decltype(identityOf<Tag, O, 0>())::type>> state;
    OperatorState(const OperatorOptions& options, const typename Tag::Context& context)
        : state({.range = RankRange::limit(op.limit, op.offset), .ttl = options.ttl, .batch = options.batch, .memoryLimit = options.limitOf("Top-N")}, {&context}), shared_(options) {}

    template <int, class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context& context, Down down) {
        const auto key = keyOfRow<Tag, O, 0>(row, context);
        if constexpr (shares<Tag, O>) shared_.add(key, row, state);
        if constexpr (op.condition < 0) state.process(kind, key, row, handOn(row, down));
        else {
            decltype(auto) last = Lifted<Tag, op.condition>::of(row, context);
            if (present(last)) state.process(kind, key, row, std::int64_t{bare(last)}, handOn(row, down));
        }
    }
    template <class Down> void finish(const typename Tag::Context&, Down down) {
        if constexpr (!shares<Tag, O>) state.finish(handOn(NoColumns{}, down));
        else {
            state.finish([&](RowKind kind, const KeyRow<Tag, O>& key, const KeptRow<Tag, O>& row, std::int64_t place) { handOn(shared_.of(key), down)(kind, key, row, place); });
            shared_.clear();
        }
    }

private:
    template <class Incoming, class Down> static auto handOn([[maybe_unused]] const Incoming& incoming, Down& down) {
        return [&](RowKind kind, const KeyRow<Tag, O>& key, const KeptRow<Tag, O>& kept, [[maybe_unused]] std::int64_t place) {
            const auto row = [&] {
                if constexpr (shares<Tag, O>) return SharingRow<Tag, O, Incoming>{{key, kept}, incoming};
                else return WholeKeptRow<Tag, O>{key, kept};
            }();
            if constexpr (op.ranked) down(kind, PlacedIfAsked<Tag, O, std::remove_const_t<decltype(row)>>{row, place});
            else down(kind, row);
        };
    }
    [[no_unique_address]] SharedColumns<Tag, O> shared_;
};

}  // namespace rivulet::detail
