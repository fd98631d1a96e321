// SPDX-License-Identifier: BSL-1.0
// RefusedStream: what a refused step gives. The types that stand for mistakes derive from it, and their destructors are the messages: so
// the compiler prints the user's line and the mistake, and not the types of the stream and of the steps before, which may be long.
#pragma once
#include <memory>
#include <type_traits>
#include <vector>

#include <rivulet/core/in_message.hpp>
#include <rivulet/runtime/origin.hpp>
#include <rivulet/stream/callable.hpp>
#include <rivulet/stream/sink.hpp>

namespace rivulet {

template <class T, class O = ChannelOrigin<T>> class DataStream;
template <class T, class G, class O = ChannelOrigin<T>> class KeyedStream;
template <class Stream> struct BroadcastStream;

/// Takes every further step of a stream, so that one mistake is one message, and is any DataStream.
struct RefusedStream {
    struct Element {};
    /// Any rows, so that what is made of them is no second mistake.
    struct Rows {
        template <class T> operator std::vector<T>() const { return {}; }
        Element* begin() const { return nullptr; }
        Element* end() const { return nullptr; }
        std::size_t size() const { return 0; }
        bool empty() const { return true; }
    };
    template <class T, class O> operator DataStream<T, O>() const { return DataStream<T, O>(nullptr, {}); }
    operator DataStreamSink() const { return DataStreamSink(nullptr); }

    RefusedStream share() const { return {}; }
    RefusedStream origin() const { return {}; }
    RefusedStream environment() const { return {}; }
    template <class... A> RefusedStream name(const A&...) const { return {}; }
    template <class... A> RefusedStream map(const A&...) const { return {}; }
    template <class... A> RefusedStream filter(const A&...) const { return {}; }
    template <class = void, class... A> RefusedStream flatMap(const A&...) const { return {}; }
    template <class = void, class = void, class = void, class... A> RefusedStream process(const A&...) const { return {}; }
    template <class... A> RefusedStream getSideOutput(const A&...) const { return {}; }
    template <class... A> RefusedStream unionWith(const A&...) const { return {}; }
    template <class... A> RefusedStream join(const A&...) const { return {}; }
    template <class... A> RefusedStream coGroup(const A&...) const { return {}; }
    template <class... A> RefusedStream intervalJoin(const A&...) const { return {}; }
    template <class... A> RefusedStream where(const A&...) const { return {}; }
    template <class... A> RefusedStream equalTo(const A&...) const { return {}; }
    template <class... A> RefusedStream apply(const A&...) const { return {}; }
    template <class... A> RefusedStream between(const A&...) const { return {}; }
    template <class... A> RefusedStream lowerBoundExclusive(const A&...) const { return {}; }
    template <class... A> RefusedStream upperBoundExclusive(const A&...) const { return {}; }
    template <class... A> RefusedStream assignTimestampsAndWatermarks(const A&...) const { return {}; }
    template <class... A> RefusedStream keyBy(const A&...) const { return {}; }
    RefusedStream keyOf() const { return {}; }
    template <class = void, class... A> RefusedStream reduce(const A&...) const { return {}; }
    template <class... A> RefusedStream sum(const A&...) const { return {}; }
    template <class... A> RefusedStream min(const A&...) const { return {}; }
    template <class... A> RefusedStream max(const A&...) const { return {}; }
    template <class... A> RefusedStream minBy(const A&...) const { return {}; }
    template <class... A> RefusedStream maxBy(const A&...) const { return {}; }
    template <class... A> RefusedStream window(const A&...) const { return {}; }
    template <class... A> RefusedStream windowAll(const A&...) const { return {}; }
    template <class... A> RefusedStream allowedLateness(const A&...) const { return {}; }
    template <class... A> RefusedStream sideOutputLateData(const A&...) const { return {}; }
    template <class = void, class... A> RefusedStream aggregate(const A&...) const { return {}; }
    template <class... A> RefusedStream broadcast(const A&...) const { return {}; }
    template <class... A> RefusedStream connect(const A&...) const { return {}; }
    template <class... A> RefusedStream print(const A&...) const { return {}; }
    template <class... A> RefusedStream addSink(const A&...) const { return {}; }
    template <class... A> Rows executeAndCollect(const A&...) const { return {}; }
};

namespace detail {

struct NoMistake {};
template <class M> concept Right = std::is_same_v<M, NoMistake>;
template <class M> concept Wrong = !std::is_same_v<M, NoMistake>;
template <class S> concept IsRefused = std::is_base_of_v<RefusedStream, std::remove_cvref_t<S>>;

// False, but dependent.
template <class...> inline constexpr bool never = false;

using NoneFound = std::type_identity<NoMistake>;
template <template <class...> class M, class... Row> using Found = std::type_identity<M<InMessage<Row>...>>;

}  // namespace detail

}  // namespace rivulet
