// SPDX-License-Identifier: BSL-1.0
// Groups by window.
#pragma once
#include <type_traits>

#include <rivulet/lift/aggregate.hpp>
#include <rivulet/lift/operators/window.hpp>
#include <rivulet/runtime/shared_windows.hpp>
#include <rivulet/runtime/window_aggregate.hpp>

namespace rivulet::detail {

/// Keys, among them those that say which window it is, then results. Start, End, Time: places of those or -1.
template <class Key, class Results, int Keys, int Start, int End, int Time, bool Zoned>
struct WindowGroupRow {
    const Key& key;
    const Results& results;
    TimeWindow window;
    template <int I> constexpr decltype(auto) at() const {
        if constexpr (I >= Keys) return results.template at<I - Keys>();
        else if constexpr (I == Start) return Timestamp<3>::fromMillis(window.start);
        else if constexpr (I == End) return Timestamp<3>::fromMillis(window.end);
        else if constexpr (I == Time) return windowTime<Zoned>(window);
        else return key.template at<I - (Start >= 0 && Start < I) - (End >= 0 && End < I) - (Time >= 0 && Time < I)>();
    }
};
template <class Tag, int O>
struct CoreOf<Tag, O, NodeKind::windowAggregate> {
    static constexpr plan::WindowColumns in = physicalOp<Tag, O>.windowColumns;
    static constexpr int keys = physicalOp<Tag, O>.keyCount + (in.start >= 0) + (in.end >= 0) + (in.time >= 0);
    using Type = WindowGroupRow<KeyRow<Tag, O>, typename Aggregates<Tag, O>::Results::View, keys, in.start, in.end, in.time, physicalOp<Tag, O>.windowing.zoned>;
};

/// What the runtime makes of it.
template <class Tag, int O>
consteval auto windowAggregateOf() {
    using Key = KeyRow<Tag, O>;
    using Set = Aggregates<Tag, O>;
    constexpr bool updates = physicalInput<Tag, O, 0>.updates;
    constexpr plan::WindowKind kind = physicalOp<Tag, O>.windowing.kind;
    if constexpr (!physicalOp<Tag, O>.sliced) return std::type_identity<WindowAggregate<Key, Set, updates, WindowAlignment<Tag, O>>>{};
    else if constexpr (kind == plan::WindowKind::session) return std::type_identity<SessionAggregate<Key, Set, updates, WindowAlignment<Tag, O>>>{};
    else return std::type_identity<SharedWindows<kind == plan::WindowKind::hop ? WindowForm::hop : WindowForm::cumulate, Key, Set, updates, WindowAlignment<Tag, O>>>{};
}
template <class Tag, int O>
struct WindowGroups {
    using Set = Aggregates<Tag, O>;
    using State = typename decltype(windowAggregateOf<Tag, O>())::type;
    State state;
    explicit WindowGroups(const OperatorOptions& options) : state(made(options.batch ? options.limitOf("GROUP BY window") : MemoryLimit{})) {}

    template <int, class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context& context, Down) {
        const TimeWindow window{millisOf(Lifted<Tag, physicalInput<Tag, O, 0>.windowStart>::of(row, context), "the start of a window"), windowEndOf<Tag, O, 0>(row, context)};
        state.process(kind, window, keyOfRow<Tag, O, 0>(row, context), [&row](Set& set, [[maybe_unused]] bool add) {
            if constexpr (!physicalInput<Tag, O, 0>.updates) set.add(row);
            else if (add) set.add(row);
            else set.retract(row);
        });
    }
    template <class Down>
    void release(Millis watermark, Down& down) {
        state.advance(watermark, [&down](RowKind kind, const auto& key, TimeWindow window, const auto& results) { down(kind, CoreRow<Tag, O>{key, results, window}); });
    }

private:
    static State made([[maybe_unused]] MemoryLimit limit) {
        constexpr WindowShape shape = windowShape(physicalOp<Tag, O>.windowing);
        if constexpr (std::is_constructible_v<State, WindowShape, WindowOptions>) return State(shape, {.memoryLimit = std::move(limit)});
        else if constexpr (std::is_constructible_v<State, WindowOptions>) return State({.memoryLimit = std::move(limit)});
        else return State();
    }
};
template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::windowAggregate> : WindowRelease<Tag, WindowGroups<Tag, O>, physicalOp<Tag, O>.windowing.byProcessingTime> {
    static constexpr bool keeps = true;
    OperatorState(const OperatorOptions& options, const typename Tag::Context&) : WindowRelease<Tag, WindowGroups<Tag, O>, physicalOp<Tag, O>.windowing.byProcessingTime>(options) {}
};

}  // namespace rivulet::detail
