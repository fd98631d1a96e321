// SPDX-License-Identifier: BSL-1.0
// StreamExecutionEnvironment: where programs begin and where they are executed.
#pragma once
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/stream/environment_core.hpp>
// In this order, and here: each file between a message and the user's code is a line of the message.
#include <rivulet/stream/collector.hpp>
#include <rivulet/stream/data_stream.hpp>
#include <rivulet/stream/keyed_stream.hpp>
#include <rivulet/stream/windowed_stream.hpp>
#include <rivulet/stream/connected_streams.hpp>
#include <rivulet/stream/interval_joined_streams.hpp>
#include <rivulet/stream/joined_streams.hpp>
#include <rivulet/stream/broadcast_stream.hpp>
#include <rivulet/stream/sources.hpp>

namespace rivulet {

namespace detail {

// Text given as a literal is kept as a string.
template <class T> struct ElementOf { using type = std::decay_t<T>; };
template <class T> requires std::is_same_v<std::decay_t<T>, const char*> || std::is_same_v<std::decay_t<T>, char*>
struct ElementOf<T> { using type = std::string; };
template <class A, class...> struct FirstOf { using type = A; };
template <class... A> using First = typename FirstOf<A...>::type;
template <class T> using elementOf = typename ElementOf<T>::type;

template <class F>
struct Progress final : ProgressListener {
    explicit Progress(F f) : function(std::move(f)) {}
    void progress(const JobProgress& p) override { function(p); }
    F function;
};

}  // namespace detail

/// Makes streams from sources and executes what was built on them. A cheap handle; copies are the same environment.
///
/// `execute` runs the sinks that were added since the last one, and forgets them: a second `execute` needs new sinks (they
/// may be added to the streams there are), and every source starts again from its beginning. All in the calling thread; one
/// environment is used by one thread.
class StreamExecutionEnvironment {
public:
    StreamExecutionEnvironment() : core_(new detail::EnvironmentCore) {}
    static StreamExecutionEnvironment getExecutionEnvironment() { return {}; }

    /// A stream of these values, all of the type of the first (the others are converted as in a braced list). Text literals become std::string.
    template <class... A> auto fromElements(A&&... elements) const {
        static_assert(sizeof...(A) > 0, "rivulet: fromElements needs at least one element; an empty stream is fromCollection(std::vector<T>{})");
        if constexpr (sizeof...(A) > 0) {
            using T = detail::elementOf<detail::First<A...>>;
            constexpr bool fit = (requires { T{std::declval<A>()}; } && ...);
            static_assert(fit, "rivulet: fromElements: an element does not fit the type of the first one without narrowing");
            std::vector<T> rows;
            rows.reserve(sizeof...(A));
            if constexpr (fit) (rows.push_back(T{std::forward<A>(elements)}), ...);
            return fromCollection(std::move(rows));
        }
    }
    /// A stream of the elements of a vector, copied or moved into the program.
    template <class T> DataStream<T> fromCollection(std::vector<T> rows) const {
        return addSource<T>(detail::ownShared<detail::AnySource, Source<T>>(new detail::CollectionSource<T>(std::move(rows))), "collection");
    }
    template <class T> DataStream<T> fromCollection(std::initializer_list<T> rows) const { return fromCollection(std::vector<T>(rows)); }
    /// A stream of rows that stay the caller's: not copied, and read anew by each execution. They must outlive every execution.
    template <class T> DataStream<std::remove_const_t<T>> fromCollection(std::span<T> rows) const {
        constexpr bool copyable = std::copy_constructible<std::remove_const_t<T>>;
        static_assert(copyable, "rivulet: a view of elements that cannot be copied cannot give them away; move them in with fromCollection");
        if constexpr (copyable) return fromRows<std::remove_const_t<T>>(detail::LookAtSpan<std::remove_const_t<T>>{rows});
        else return fromCollection(std::vector<std::remove_const_t<T>>{});
    }
    /// The same of a container as it is when an execution starts; elements may be added between executions.
    template <class C> auto fromView(const C& container) const {
        using T = std::remove_cvref_t<decltype(*container.data())>;
        constexpr bool copyable = std::copy_constructible<T>;
        static_assert(copyable, "rivulet: a view of elements that cannot be copied cannot give them away; move them in with fromCollection");
        if constexpr (copyable) return fromRows<T>(detail::LookAtContainer<T, C>{&container});
        else return fromCollection(std::vector<T>{});
    }
    template <class C> void fromView(const C&&) const = delete;  // it would be gone before execute()
    /// The integers from `from` to `to`, both included.
    template <std::same_as<std::int64_t> T = std::int64_t> DataStream<T> fromSequence(std::int64_t from, std::int64_t to) const {
        if (from > to) throw IllegalState("fromSequence: 'from' is greater than 'to'");
        const auto last = static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
        return addSource<T>(detail::ownShared<detail::AnySource, Source<T>>(new detail::GeneratorSource<T, detail::SequenceNumber>(
            detail::SequenceNumber{from}, last == std::numeric_limits<std::uint64_t>::max() ? last : last + 1, 0.0)), "sequence");
    }
    /// A stream of make(0), make(1), .. (std::int64_t): `count` of them, at most `ratePerSecond` a second (0: as fast as it goes).
    template <class F> auto fromGenerator(F make, std::uint64_t count = std::numeric_limits<std::uint64_t>::max(), double ratePerSecond = 0) const {
        static_assert(std::is_invocable_v<F&, std::int64_t>, "rivulet: fromGenerator: the function cannot be called with an index (std::int64_t)");
        static_assert(std::copy_constructible<F>, "rivulet: fromGenerator: the function is copied into each execution and must be copyable");
        if constexpr (std::is_invocable_v<F&, std::int64_t> && std::copy_constructible<F>) {
            using T = std::remove_cvref_t<std::invoke_result_t<F&, std::int64_t>>;
            return addSource<T>(detail::ownShared<detail::AnySource, Source<T>>(new detail::GeneratorSource<T, F>(std::move(make), count, ratePerSecond)), "generator");
        }
    }
    /// A stream of any source, under a name; without one it is `source 1`, `source 2`, ..
    template <class S> auto fromSource(std::shared_ptr<S> source, std::string name = {}) const {
        if (name.empty()) name = core_->defaultName("source");
        return makeSource<typename S::Element>(std::move(source), std::move(name));
    }
    template <class S> auto fromSource(S source, std::string name = {}) const requires std::derived_from<S, Source<typename S::Element>> {
        return fromSource(detail::ownShared<detail::AnySource>(new S(std::move(source))), std::move(name));
    }

    /// Runs the program to its end. Throws IllegalState without sinks; JobError or DataError where a step or source failed.
    /// Sinks are forgotten in any case.
    JobExecutionResult execute(std::string_view jobName = "rivulet job") const { return core_->execute(jobName); }
    /// What the last execution that went well had to tell.
    const JobExecutionResult& lastResult() const { return core_->lastResult; }

    /// For the tables of this environment. In `Batch` no watermark comes before the end of input, so that nothing is late; otherwise the steps of
    /// a DataStream do the same in every mode.
    const StreamExecutionEnvironment& setRuntimeMode(RuntimeExecutionMode mode) const { core_->mode = mode; return *this; }
    RuntimeExecutionMode runtimeMode() const { return core_->mode; }

    /// How many rows at most go through the program together, 1 to 1024 (the default). Answers do not depend on it, but for the order in which rows of
    /// several sources meet; fewer cost more a row.
    const StreamExecutionEnvironment& setBatchRows(std::size_t most) const {
        if (most < 1 || most > batchRows) throw IllegalState("setBatchRows: a batch has 1 to " + std::to_string(batchRows) + " rows");
        core_->mostRows = most;
        return *this;
    }

    /// Where processing time comes from: this machine's clock unless something else is said, such as a ManualClock that a test drives.
    const StreamExecutionEnvironment& setClock(std::shared_ptr<const ProcessingTimeClock> clock) const {
        if (!clock) throw IllegalState("setClock: there is no clock");
        core_->clock = std::move(clock);
        return *this;
    }

    /// Calls `f(const JobProgress&)` after every `everyBatches` batches of all sources together, and once when a job has ended well.
    template <class F> const StreamExecutionEnvironment& onProgress(F f, std::uint64_t everyBatches = 64) const {
        core_->listener = std::make_shared<detail::Progress<F>>(std::move(f));
        core_->listener->everyBatches = everyBatches ? everyBatches : 1;
        return *this;
    }

    const std::shared_ptr<detail::EnvironmentCore>& core() const { return core_; }
    friend bool operator==(const StreamExecutionEnvironment& a, const StreamExecutionEnvironment& b) { return a.core_ == b.core_; }

private:
    template <class T> DataStream<T> addSource(std::shared_ptr<Source<T>> source, std::string_view kind) const {
        return makeSource<T>(std::move(source), core_->defaultName(kind));
    }
    template <class T> DataStream<T> makeSource(std::shared_ptr<Source<T>> source, std::string name) const {
        return DataStream<T>(core_, {detail::ownShared<const detail::AnyPoint, const detail::Point<T>>(new detail::SourcePoint<T>(core_.get(), std::move(source), core_->sourceCount++, std::move(name)))});
    }
    template <class T, class Look> DataStream<T> fromRows(Look look) const {
        return addSource<T>(detail::ownShared<detail::AnySource, Source<T>>(new detail::ViewSource<T, Look>(std::move(look))), "collection");
    }

    std::shared_ptr<detail::EnvironmentCore> core_;
};

}  // namespace rivulet
