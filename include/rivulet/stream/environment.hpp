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
#include <rivulet/stream/step_mistakes.hpp>
#include <rivulet/stream/keyed_mistakes.hpp>
#include <rivulet/stream/connected_mistakes.hpp>
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

// ---- what may be wrong with a source ---------------------------------------------------------------------------------------------

template <class = void> struct NoElements : RefusedStream { ~NoElements() { static_assert(never<NoElements>, "rivulet: fromElements needs at least one element; an empty stream is fromCollection(std::vector<T>{})"); } };
template <class = void> struct ElementsDiffer : RefusedStream { ~ElementsDiffer() { static_assert(never<ElementsDiffer>, "rivulet: fromElements: an element does not fit the type of the first one without narrowing"); } };
template <class... A>
consteval auto findElements() {
    if constexpr (sizeof...(A) == 0) return std::type_identity<NoElements<>>{};
    else {
        using T = elementOf<First<A...>>;
        if constexpr ((requires { T{std::declval<A>()}; } && ...)) return NoneFound{};
        else return std::type_identity<ElementsDiffer<>>{};
    }
}
template <class... A> using ElementsMistake = typename decltype(findElements<A...>())::type;

template <class = void> struct ViewCannotCopy : RefusedStream { ~ViewCannotCopy() { static_assert(never<ViewCannotCopy>, "rivulet: a view of elements that cannot be copied cannot give them away; move them in with fromCollection"); } };
template <class = void> struct CollectionTakes : RefusedStream { ~CollectionTakes() { static_assert(never<CollectionTakes>, "rivulet: fromCollection: takes a vector, or a span of rows that stay the caller's"); } };
template <class = void> struct ViewTakes : RefusedStream { ~ViewTakes() { static_assert(never<ViewTakes>, "rivulet: fromView: takes a container with data() and size(), such as a vector"); } };
template <class C> inline constexpr bool isVector = false;
template <class T, class A> inline constexpr bool isVector<std::vector<T, A>> = true;
template <class T, std::size_t N> inline constexpr bool isVector<std::span<T, N>> = std::copy_constructible<std::remove_const_t<T>>;
template <class C> inline constexpr bool isSpan = false;
template <class T, std::size_t N> inline constexpr bool isSpan<std::span<T, N>> = true;
template <class... A>
consteval auto findCollection() {
    if constexpr (sizeof...(A) != 1) return std::type_identity<CollectionTakes<>>{};
    else if constexpr ((isVector<A> && ...)) return NoneFound{};
    else if constexpr ((isSpan<A> && ...)) return std::type_identity<ViewCannotCopy<>>{};
    else return std::type_identity<CollectionTakes<>>{};
}
template <class... A> using CollectionMistake = typename decltype(findCollection<std::remove_cvref_t<A>...>())::type;
template <class C> concept HasData = requires(const C& c) { *c.data(); c.size(); };
template <class... A>
consteval auto findView() {
    if constexpr (sizeof...(A) != 1) return std::type_identity<ViewTakes<>>{};
    else if constexpr (!(HasData<A> && ...)) return std::type_identity<ViewTakes<>>{};
    else if constexpr (!(std::copy_constructible<std::remove_cvref_t<decltype(*std::declval<const A&>().data())>> && ...)) return std::type_identity<ViewCannotCopy<>>{};
    else return NoneFound{};
}
template <class... A> using ViewMistake = typename decltype(findView<std::remove_cvref_t<A>...>())::type;

template <class = void> struct SequenceTakes : RefusedStream { ~SequenceTakes() { static_assert(never<SequenceTakes>, "rivulet: fromSequence: takes two integers, the first and the last"); } };
template <class = void> struct GeneratorTakes : RefusedStream { ~GeneratorTakes() { static_assert(never<GeneratorTakes>, "rivulet: fromGenerator: takes a function of an index (std::int64_t), and perhaps a count and a rate per second"); } };
template <class = void> struct GeneratorUncallable : RefusedStream { ~GeneratorUncallable() { static_assert(never<GeneratorUncallable>, "rivulet: fromGenerator: the function cannot be called with an index (std::int64_t)"); } };
template <class = void> struct GeneratorNotCopied : RefusedStream { ~GeneratorNotCopied() { static_assert(never<GeneratorNotCopied>, "rivulet: fromGenerator: the function is copied into each execution and must be copyable"); } };
template <class... A> requires (sizeof...(A) == 0 || sizeof...(A) > 3) consteval auto findGenerator() { return std::type_identity<GeneratorTakes<>>{}; }
template <class F, class... More> requires (sizeof...(More) < 3)
consteval auto findGenerator() {
    if constexpr (!(std::is_arithmetic_v<More> && ...)) return std::type_identity<GeneratorTakes<>>{};
    else if constexpr (!std::is_invocable_v<F&, std::int64_t>) return std::type_identity<GeneratorUncallable<>>{};
    else if constexpr (!std::copy_constructible<F>) return std::type_identity<GeneratorNotCopied<>>{};
    else return NoneFound{};
}
template <class... A> using GeneratorMistake = typename decltype(findGenerator<std::decay_t<A>...>())::type;

template <class = void> struct SourceTakes : RefusedStream { ~SourceTakes() { static_assert(never<SourceTakes>, "rivulet: fromSource: takes a Source<T>, by value or in a std::shared_ptr, and perhaps a name"); } };
template <class S> concept IsSource = requires { typename S::Element; } && std::derived_from<S, Source<typename S::Element>>;
template <class S> inline constexpr bool isSharedSource = false;
template <class S> inline constexpr bool isSharedSource<std::shared_ptr<S>> = IsSource<S>;
template <class... A> inline constexpr bool givesSource = false;
template <class S> inline constexpr bool givesSource<S> = IsSource<S> || isSharedSource<S>;
template <class S, class Name> inline constexpr bool givesSource<S, Name> = givesSource<S> && std::is_convertible_v<Name, std::string>;

template <class = void> struct ProgressTakes : RefusedStream { ~ProgressTakes() { static_assert(never<ProgressTakes>, "rivulet: onProgress: takes a function of a const JobProgress&, and perhaps after how many batches it is called"); } };
template <class... A> inline constexpr bool tellsProgress = false;
template <class F> inline constexpr bool tellsProgress<F> = std::is_invocable_v<F&, const JobProgress&>;
template <class F, class N> inline constexpr bool tellsProgress<F, N> = tellsProgress<F> && std::is_arithmetic_v<N>;

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
    template <class... A> requires detail::Right<detail::ElementsMistake<A...>> auto fromElements(A&&... elements) const {
        using T = detail::elementOf<detail::First<A...>>;
        std::vector<T> rows;
        rows.reserve(sizeof...(A));
        (rows.push_back(T{std::forward<A>(elements)}), ...);
        return fromCollection(std::move(rows));
    }
    template <class... A> requires detail::Wrong<detail::ElementsMistake<A...>> auto fromElements(const A&...) const -> detail::ElementsMistake<A...> { return {}; }
    /// A stream of the elements of a vector, copied or moved into the program.
    template <class T> DataStream<T> fromCollection(std::vector<T> rows) const {
        return addSource<T>(detail::ownShared<detail::AnySource, Source<T>>(new detail::CollectionSource<T>(std::move(rows))), "collection");
    }
    template <class T> DataStream<T> fromCollection(std::initializer_list<T> rows) const { return fromCollection(std::vector<T>(rows)); }
    /// A stream of rows that stay the caller's: not copied, and read anew by each execution. They must outlive every execution.
    template <class T> requires std::copy_constructible<std::remove_const_t<T>> DataStream<std::remove_const_t<T>> fromCollection(std::span<T> rows) const {
        return fromRows<std::remove_const_t<T>>(detail::LookAtSpan<std::remove_const_t<T>>{rows});
    }
    template <class... A> requires detail::Wrong<detail::CollectionMistake<A...>> auto fromCollection(const A&...) const -> detail::CollectionMistake<A...> { return {}; }
    /// The same of a container as it is when an execution starts; elements may be added between executions.
    template <class C> requires detail::Right<detail::ViewMistake<C>> auto fromView(const C& container) const {
        using T = std::remove_cvref_t<decltype(*container.data())>;
        return fromRows<T>(detail::LookAtContainer<T, C>{&container});
    }
    template <class C> requires detail::Right<detail::ViewMistake<C>> void fromView(const C&&) const = delete;  // it would be gone before execute()
    template <class... A> requires detail::Wrong<detail::ViewMistake<A...>> auto fromView(const A&...) const -> detail::ViewMistake<A...> { return {}; }
    /// The integers from `from` to `to`, both included.
    template <std::same_as<std::int64_t> T = std::int64_t> DataStream<T> fromSequence(std::int64_t from, std::int64_t to) const {
        if (from > to) throw IllegalState("fromSequence: 'from' is greater than 'to'");
        const auto last = static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
        return addSource<T>(detail::ownShared<detail::AnySource, Source<T>>(new detail::GeneratorSource<T, detail::SequenceNumber>(
            detail::SequenceNumber{from}, last == std::numeric_limits<std::uint64_t>::max() ? last : last + 1, 0.0)), "sequence");
    }
    template <class... A> requires (!std::is_invocable_v<void (*)(std::int64_t, std::int64_t), A...>) auto fromSequence(const A&...) const -> detail::SequenceTakes<> { return {}; }
    /// A stream of make(0), make(1), .. (std::int64_t): `count` of them, at most `ratePerSecond` a second (0: as fast as it goes).
    template <class F> requires detail::Right<detail::GeneratorMistake<F>>
    auto fromGenerator(F make, std::uint64_t count = std::numeric_limits<std::uint64_t>::max(), double ratePerSecond = 0) const {
        using T = std::remove_cvref_t<std::invoke_result_t<F&, std::int64_t>>;
        return addSource<T>(detail::ownShared<detail::AnySource, Source<T>>(new detail::GeneratorSource<T, F>(std::move(make), count, ratePerSecond)), "generator");
    }
    template <class... A> requires detail::Wrong<detail::GeneratorMistake<A...>> auto fromGenerator(const A&...) const -> detail::GeneratorMistake<A...> { return {}; }
    /// A stream of any source, under a name; without one it is `source 1`, `source 2`, ..
    template <class S> requires detail::IsSource<S> auto fromSource(std::shared_ptr<S> source, std::string name = {}) const {
        if (name.empty()) name = core_->defaultName("source");
        return makeSource<typename S::Element>(std::move(source), std::move(name));
    }
    template <class S> requires detail::IsSource<S> auto fromSource(S source, std::string name = {}) const {
        return fromSource(detail::ownShared<detail::AnySource>(new S(std::move(source))), std::move(name));
    }
    template <class... A> requires (!detail::givesSource<A...>) auto fromSource(const A&...) const -> detail::SourceTakes<> { return {}; }

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
    template <class F> requires std::is_invocable_v<F&, const JobProgress&> const StreamExecutionEnvironment& onProgress(F f, std::uint64_t everyBatches = 64) const {
        core_->listener = std::make_shared<detail::Progress<F>>(std::move(f));
        core_->listener->everyBatches = everyBatches ? everyBatches : 1;
        return *this;
    }
    template <class... A> requires (!detail::tellsProgress<A...>) auto onProgress(const A&...) const -> detail::ProgressTakes<> { return {}; }

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
