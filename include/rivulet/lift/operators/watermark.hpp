// SPDX-License-Identifier: BSL-1.0
// Rows of a source with a row time: they pass, and each may raise the watermark.
#pragma once
#include <string>
#include <string_view>

#include <rivulet/lift/operators/state.hpp>
#include <rivulet/runtime/time.hpp>
#include <rivulet/types/text_of.hpp>

namespace rivulet::detail {

/// A TIMESTAMP or TIMESTAMP_LTZ that must be there, in milliseconds; `what` it is, and its column, for the error.
template <class V>
constexpr Millis millisOf(const V& value, const char* what, std::string_view column = {}) {
    if (!present(value)) throw DataError(std::string(what) + " is NULL", {}, column);
    if constexpr (std::is_same_v<std::remove_cvref_t<V>, std::nullopt_t>) return 0;
    else return bare(value).millis();
}
/// When a row of side S of operator O was; not so far from now that no length could be added.
template <class Tag, int O, int S, class Row>
constexpr Millis timeOf(const Row& row, const typename Tag::Context& context) {
    constexpr int e = physicalInput<Tag, O, S>.time;
    decltype(auto) value = Lifted<Tag, e>::of(row, context);
    const Millis time = millisOf(value, "the row time", physicalOf<Tag>.exprs[e].text);
    if (time <= farthestTime && time >= -farthestTime) [[likely]] return time;
    std::string text;
    if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(value)>, std::nullopt_t>) appendText(text, bare(value));
    throw DataError("the row time is out of the range of windows and joins over time", text, physicalOf<Tag>.exprs[e].text);
}
/// The end of the window that a row of side S is in.
template <class Tag, int O, int S, class Row>
constexpr Millis windowEndOf(const Row& row, const typename Tag::Context& context) {
    return millisOf(Lifted<Tag, physicalInput<Tag, O, S>.time>::of(row, context), "the end of a window");
}

template <class Tag, int O> struct CoreOf<Tag, O, NodeKind::watermark> { using Type = KeptRow<Tag, O>; };
template <class Tag, int O>
struct OperatorState<Tag, O, NodeKind::watermark> {
    static constexpr bool keeps = true;
    OperatorState(const OperatorOptions& options, const typename Tag::Context&) : batch_(options.batch) {}

    template <int, class Row, class Down>
    void receive(RowKind kind, const Row& row, const typename Tag::Context& context, Down down) {
        if constexpr (physicalOf<Tag>.exprs[physicalInput<Tag, O, 0>.time].type.nullable)
            if (!batch_) (void)timeOf<Tag, O, 0>(row, context);  // in batch mode whoever uses the time asks for it
        down(kind, row);
    }
    template <class Down> void finish(const typename Tag::Context&, Down) {}
    /// The watermark behind this row. As in Flink none is emitted that is not after 1970.
    template <class Row>
    Millis behind(const Row& row, const typename Tag::Context& context) {
        decltype(auto) value = Lifted<Tag, physicalOp<Tag, O>.condition>::of(row, context);
        if (present(value) && bare(value).millis() > greatest_) greatest_ = bare(value).millis() < farthestTime ? bare(value).millis() : farthestTime;
        return greatest_ > 0 ? greatest_ : noWatermark;
    }

private:
    Millis greatest_{};
    bool batch_;
};

}  // namespace rivulet::detail
