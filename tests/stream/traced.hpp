// SPDX-License-Identifier: BSL-1.0
// Everything that comes along a stream, as text: rows with their timestamps, watermarks, idleness.
#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <rivulet/stream/environment.hpp>
#include <rivulet/types/text_of.hpp>

namespace rivulet {

struct Tracing {
    template <class> using Out = std::string;
    static constexpr bool fills = false;
    std::shared_ptr<detail::Operator> step;
    const RecordTime* time{};
    void open(Job& job) { time = &job.recordTime(); }
    template <int, class Row, class Next>
    void take(Row&& row, Next& next) {
        std::string text;
        appendText(text, row);
        next.push(text + (time->present() ? "@" + std::to_string(time->timestamp) : ""));
    }
    template <class Next>
    void watermark(Millis mark, Next& next) { next.push(mark == lastWatermark ? "end" : "w" + std::to_string(mark)); }
    template <class Next>
    void idle(bool isIdle, Next& next) { next.push(std::string(isIdle ? "idle" : "active")); }
};

/// The trace as a stream; for a stream of any type.
template <class Stream>
auto traced(const Stream& stream) {
    using Body = detail::Then<ChannelOrigin<typename Stream::Element>, Tracing>;
    return DataStream<std::string, Body>(stream.environment(), Body{stream.origin(), Tracing{stream.environment()->makeOperator("trace")}});
}
template <class Stream>
std::string trace(const Stream& stream) {
    std::string all;
    for (const std::string& line : traced(stream).executeAndCollect()) all.append(all.empty() ? "" : " ").append(line);
    return all;
}

}  // namespace rivulet
