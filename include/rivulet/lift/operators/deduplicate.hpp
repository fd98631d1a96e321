// SPDX-License-Identifier: BSL-1.0
// The first or last row of each key.
#pragma once
#include <cstdint>
#include <type_traits>
#include <utility>

#include <rivulet/lift/operators/state.hpp>
#include <rivulet/lift/operators/watermark.hpp>
#include <rivulet/runtime/deduplicate.hpp>

namespace rivulet::detail {

/// The only place that there is.
template <class Tag, int O>
struct CoreOf<Tag, O, NodeKind::deduplicate> {
    using Row = WholeKeptRow<Tag, O>;
    using Type = std::conditional_t<physicalOp<Tag, O>.ranked, PlacedRow<Row, physicalInput<Tag, O, 0>.columnCount>, Row>;
};
template <class Tag, int O, class Key, class Row, class Down>
void downFirst(RowKind kind, const Key& key, const Row& row, Down& down) {
    if constexpr (physicalOp<Tag, O>.ranked) down(kind, CoreRow<Tag, O>{{key, row}, 1});
    else down(kind, CoreRow<Tag, O>{key, row});
}

enum class Keeps : unsigned char { first, firstByTime, last };
template <class Tag, int O>
inline constexpr Keeps deduplicateKeeps = physicalOp<Tag, O>.last ? Keeps::last : physicalInput<Tag, O, 0>.time >= 0 ? Keeps::firstByTime : Keeps::first;

template <class Tag, int O, Keeps = deduplicateKeeps<Tag, O>> struct DeduplicateState;

// In order of arrival: the row goes on as it came.
template <class Tag, int O>
struct DeduplicateState<Tag, O, Keeps::first> {
    FirstRow<KeyRow<Tag, O>> state;
    explicit DeduplicateState(DeduplicateOptions options) : state(std::move(options)) {}
    template <class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context& context, Down& down) {
        const auto key = keyOfRow<Tag, O, 0>(row, context);
        if (state.process(key)) downFirst<Tag, O>(kind, KeyRow<Tag, O>(key), KeptRow<Tag, O>(row), down);
    }
    template <class Down> void finish(Down&) {}
};
template <class Tag, int O>
struct DeduplicateState<Tag, O, Keeps::firstByTime> {
    static constexpr bool timed = true;
    FirstRowByTime<KeyRow<Tag, O>, KeptRow<Tag, O>> state;
    explicit DeduplicateState(DeduplicateOptions options) : state(std::move(options)) {}
    template <class Row, class Down>
    void receive(RowKind, const Row& row, const typename Tag::Context& context, Down&) {
        state.process(timeOf<Tag, O, 0>(row, context), keyOfRow<Tag, O, 0>(row, context), row);
    }
    template <class Down>
    void advance(Millis watermark, const typename Tag::Context&, Down down) {
        state.advance(watermark, [&down](RowKind kind, const KeyRow<Tag, O>& key, const KeptRow<Tag, O>& row) { downFirst<Tag, O>(kind, key, row, down); });
    }
    template <class Down> void finish(Down&) {}
};
template <class Tag, int O>
struct DeduplicateState<Tag, O, Keeps::last> {
    static constexpr bool byTime = physicalInput<Tag, O, 0>.time >= 0;
    LastRow<KeyRow<Tag, O>, KeptRow<Tag, O>, byTime, physicalOp<Tag, O>.before> state;
    explicit DeduplicateState(DeduplicateOptions options) : state(std::move(options)) {}
    template <class Row, class Down>
    void receive(RowKind, const Row& row, const typename Tag::Context& context, Down& down) {
        Millis time = 0;
        if constexpr (byTime) time = timeOf<Tag, O, 0>(row, context);
        state.process(time, keyOfRow<Tag, O, 0>(row, context), row, handOn(down));
    }
    template <class Down> void finish(Down& down) { state.finish(handOn(down)); }

private:
    template <class Down> static auto handOn(Down& down) {
        return [&down](RowKind kind, const KeyRow<Tag, O>& key, const KeptRow<Tag, O>& row) { downFirst<Tag, O>(kind, key, row, down); };
    }
};

template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::deduplicate> : DeduplicateState<Tag, O> {
    static constexpr bool keeps = true;
    OperatorState(const OperatorOptions& options, const typename Tag::Context&)
        : DeduplicateState<Tag, O>({.ttl = options.ttl, .batch = options.batch, .memoryLimit = options.limitOf("ROW_NUMBER() = 1")}) {}
    template <int, class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context& context, Down down) { DeduplicateState<Tag, O>::receive(kind, row, context, down); }
    template <class Down> void finish(const typename Tag::Context&, Down down) { DeduplicateState<Tag, O>::finish(down); }
};

}  // namespace rivulet::detail
