// SPDX-License-Identifier: BSL-1.0
// Joins with what a table was at the time of a row.
#pragma once
#include <type_traits>

#include <rivulet/lift/operators/identity.hpp>
#include <rivulet/lift/operators/join_rows.hpp>
#include <rivulet/lift/operators/watermark.hpp>
#include <rivulet/runtime/current_join.hpp>
#include <rivulet/runtime/temporal_join.hpp>

namespace rivulet::detail {

template <class Tag, int O> struct CoreOf<Tag, O, NodeKind::temporalJoin> { using Type = typename JoinRows<Tag, O>::Row; };

/// By row time.
template <class Tag, int O>
struct VersionsJoined {
    static constexpr bool timed = true;
    using Rows = JoinRows<Tag, O>;
    TemporalJoin<Rows::form, typename Rows::Key, typename Rows::KeptLeft, typename Rows::KeptRight> state{};
    explicit VersionsJoined(const OperatorOptions&) {}

    template <int S, class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context& context, Down) {
        if constexpr (S == 1)
            if (kind == RowKind::updateBefore) return;
        const Millis time = timeOf<Tag, O, S>(row, context);
        Rows::template withKey<S>(row, context, [&](bool keyIsNull, const auto& key) { state.template process<Rows::template input<S>>(kind, time, keyIsNull, key, row); });
    }
    /// From the time of this row on the view has none of its key.
    template <class Row>
    void leave(const Row& row, const typename Tag::Context& context) {
        const Millis time = timeOf<Tag, O, 1>(row, context);
        Rows::template withKey<1>(row, context, [&](bool keyIsNull, const auto& key) { if (!keyIsNull) state.leave(time, key); });
    }
    template <class Down> void advance(Millis watermark, const typename Tag::Context& context, Down down) {
        state.advance(watermark, Rows::condition(context), Rows::handOn(down));
    }
};
/// By processing time: with the rows that are there.
template <class Tag, int O>
struct CurrentJoined {
    using Rows = JoinRows<Tag, O>;
    CurrentJoin<Rows::form, typename Rows::Key, typename Rows::KeptLeft, typename Rows::KeptRight, typename decltype(identityOf<Tag, O, 1>())::type> state;
    explicit CurrentJoined(const OperatorOptions& options) : state(options.ttl) {}

    template <int S, class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context& context, Down down) {
        Rows::template withKey<S>(row, context, [&](bool keyIsNull, const auto& key) {
            if constexpr (S == 0) state.left(kind, keyIsNull, key, row, Rows::condition(context), Rows::handOn(down));
            else state.right(kind, keyIsNull, key, row);
        });
    }
};

template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::temporalJoin> : std::conditional_t<(physicalOp<Tag, O>.bounds.right < 0), CurrentJoined<Tag, O>, VersionsJoined<Tag, O>> {
    using Base = std::conditional_t<(physicalOp<Tag, O>.bounds.right < 0), CurrentJoined<Tag, O>, VersionsJoined<Tag, O>>;
    static constexpr bool keeps = true;
    OperatorState(const OperatorOptions& options, const typename Tag::Context&) : Base(options) {}
    template <class Down> void finish(const typename Tag::Context&, Down) {}
};

}  // namespace rivulet::detail
