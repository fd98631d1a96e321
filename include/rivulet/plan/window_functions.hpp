// SPDX-License-Identifier: BSL-1.0
// The window functions by name: TUMBLE, HOP, CUMULATE, SESSION; and what stands beside GROUP BY TUMBLE(..): TUMBLE_START and the like.
#pragma once
#include <string_view>

#include <rivulet/core/text.hpp>
#include <rivulet/plan/windowing.hpp>

namespace rivulet::plan {

/// What SQL calls the windows of a kind, and the arguments of its function in their order.
struct WindowFunction {
    static constexpr int most = 5;
    WindowKind kind{};
    std::string_view name{};
    std::string_view arguments[most]{};
    int argumentCount{};
    std::string_view written{};  // how a call looks
    std::string_view parts[4]{}; // what goes with GROUP BY .. of it: start, end, row time, processing time
};
inline constexpr WindowFunction windowFunctions[] = {
    {WindowKind::tumble, "TUMBLE", {"DATA", "TIMECOL", "SIZE", "OFFSET"}, 4, "table, time, size [, offset]",
     {"TUMBLE_START", "TUMBLE_END", "TUMBLE_ROWTIME", "TUMBLE_PROCTIME"}},
    {WindowKind::hop, "HOP", {"DATA", "TIMECOL", "SLIDE", "SIZE", "OFFSET"}, 5, "table, time, slide, size [, offset]",
     {"HOP_START", "HOP_END", "HOP_ROWTIME", "HOP_PROCTIME"}},
    {WindowKind::cumulate, "CUMULATE", {"DATA", "TIMECOL", "STEP", "SIZE", "OFFSET"}, 5, "table, time, step, size [, offset]"},
    {WindowKind::session, "SESSION", {"DATA", "TIMECOL", "GAP"}, 3, "table [PARTITION BY ..], time, gap",
     {"SESSION_START", "SESSION_END", "SESSION_ROWTIME", "SESSION_PROCTIME"}}};
constexpr const WindowFunction& windowFunction(WindowKind kind) { return windowFunctions[static_cast<int>(kind) - 1]; }
constexpr WindowKind windowKind(std::string_view name) {
    for (const WindowFunction& f : windowFunctions)
        if (rivulet::detail::equalsIgnoringCase(f.name, name)) return f.kind;
    return WindowKind::none;
}

/// `HOP_END`: which windows, and which of their columns.
struct GroupWindowPart {
    WindowKind kind{};
    int column{};          // 0 start, 1 end, 2 time
    bool isProctime{};
};
constexpr GroupWindowPart groupWindowPart(std::string_view name) {
    const std::size_t to = rivulet::detail::placeOf(name, '_');
    if (to >= name.size()) return {};
    const WindowKind kind = windowKind(name.substr(0, to));
    for (int i = 0; kind != WindowKind::none && i < 4; ++i)
        if (rivulet::detail::equalsIgnoringCase(windowFunction(kind).parts[i], name)) return {kind, i < 2 ? i : 2, i == 3};
    return {};
}

}  // namespace rivulet::plan
