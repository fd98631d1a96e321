// SPDX-License-Identifier: BSL-1.0
// The origin of the rows of a query: its pipeline, connected to its sources.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/core/exception.hpp>
#include <rivulet/lift/pipeline.hpp>
#include <rivulet/plan/build_side.hpp>
#include <rivulet/runtime/origin.hpp>
#include <rivulet/stream/environment_core.hpp>
#include <rivulet/stream/sources.hpp>

namespace rivulet::detail {

/// Whether source S is read at all.
template <class Tag>
consteval bool readsSource(int source) {
    for (int o = 0; o < physicalOf<Tag>.opCount; ++o)
        if (physicalOf<Tag>.ops[o].kind == plan::NodeKind::scan && physicalOf<Tag>.ops[o].source == source) return true;
    return false;
}
template <class Tag>
consteval bool hasValues() {
    for (int o = 0; o < physicalOf<Tag>.opCount; ++o)
        if (physicalOf<Tag>.ops[o].kind == plan::NodeKind::values) return true;
    return false;
}
template <class Tag>
consteval std::size_t inputCount() {
    std::size_t n = hasValues<Tag>();
    for (int s = 0; s < Tag::sourceCount; ++s) n += readsSource<Tag>(s);
    return n;
}

/// Whether the tag reads a table of changes, which only streaming can run.
template <class Tag>
consteval bool bringsChanges() {
    for (int o = 0; o < physicalOf<Tag>.opCount; ++o)
        if (physicalOf<Tag>.ops[o].kind == NodeKind::scan && physicalOf<Tag>.ops[o].mode != plan::ChangelogMode::insert) return true;
    return false;
}

/// Two tables of one stream that a step brings together have a source each. As in Flink each row goes to both before the next one.
template <class Tag, int A, int B>
inline constexpr bool mayBeAlike = A != B && A < 64 && B < 64 && std::is_same_v<typename Tag::template Source<A>, typename Tag::template Source<B>>;

/// When the sources of a query in batch mode are read.
template <class Tag>
struct ReadingOrder {
    short phase[static_cast<std::size_t>(Tag::sourceCount) + 1]{};
    int phases{};
    constexpr ReadingOrder() {
        bool visited[static_cast<std::size_t>(physicalOf<Tag>.opCount) + 1]{};
        phases = plan::readingOrder(physicalOf<Tag>.view(), phase, Tag::sourceCount, visited);
    }
};
template <class Tag> inline constexpr ReadingOrder<Tag> readingOrderOf{};

/// A pipeline whose operators have timers, as the job looks after it.
template <class P>
struct PipelineTimers final : JobPart {
    PipelineTimers(std::shared_ptr<AnyPipeline> whose, P* which) : owner(std::move(whose)), pipeline(which) {}
    Millis due() const override { return pipeline->due(); }
    void fire(Millis now) override { pipeline->fire(now); }
    std::shared_ptr<AnyPipeline> owner;
    P* pipeline;
};

/// Whether a value that a column's type does not take is an error, which then says in which row of which source.
template <class Tag>
consteval bool checksLengths() {
    for (int e = 0; e < physicalOf<Tag>.exprCount; ++e)
        if (physicalOf<Tag>.exprs[e].kind == plan::ExprKind::cast && physicalOf<Tag>.exprs[e].fit != Fit::cut) return true;
    return false;
}
struct RowsOfSource {
    std::uint64_t rows{};
    const Operator* step{};
    [[noreturn, gnu::cold]] void fail(const DataError& e) const {
        if (e.row()) throw e;
        throw e.at({}, step ? std::string_view(step->name) : std::string_view(), rows);
    }
};
struct UncountedRows {};

/// What a pipeline subscribes to its sources with.
template <class Tag, int S, class P>
struct SourceEmitter {
    static constexpr bool counts = checksLengths<Tag>();
    static constexpr bool wantsTime = P::hasTime || P::isStamped;
    using Element = typename Tag::template Source<S>;
    std::shared_ptr<AnyPipeline> owner;
    P* pipeline;
    std::uint64_t alike{};  // bits of later sources that are the same stream
    [[no_unique_address]] std::conditional_t<counts, RowsOfSource, UncountedRows> source{};
    void push(const Element& row) {
        if constexpr (!counts) feed(row);
        else {
            ++source.rows;
            try {
                feed(row);
            } catch (const DataError& e) { source.fail(e); }
        }
    }
    void push(Element&& row) { push(std::as_const(row)); }
    template <class F> void fill(F f) {
        Element row{};
        if (!filled(f, row)) return;
        push(row);
    }
    void endBatch() { pipeline->endBatch(); }
    void watermark(Millis w) {
        if constexpr (Tag::catalogue.batch) (void)w;  // time ends where the rows do
        else
            whole([&] {
                pipeline->template watermark<S>(w);
                forAlike([&]<int Other>() { pipeline->template watermark<Other>(w); });
            });
    }
    void idle(bool isIdle) {
        pipeline->template idle<S>(isIdle);
        forAlike([&]<int Other>() { pipeline->template idle<Other>(isIdle); });
    }
    void finish() {
        if constexpr (!Tag::catalogue.batch) watermark(lastWatermark);
        else
            whole([&] {
                pipeline->template endSource<S>();
                forAlike([&]<int Other>() { pipeline->template endSource<Other>(); });
            });
        pipeline->finishOne();
        forAlike([&]<int>() { pipeline->finishOne(); });
    }

private:
    /// Another source feeds no pipeline that has stopped halfway.
    template <class F> void whole(F f) {
        if constexpr (inputCount<Tag>() == 1) f();
        else if (!pipeline->failed) {
            FailsWhole all(pipeline->failed);
            f();
            all.done = true;
        }
    }
    void feed(const Element& row) {
        whole([&] {
            pipeline->template feed<S>(row);
            forAlike([&]<int Other>() { pipeline->template feed<Other>(row); });
        });
    }
    template <class F> void forAlike([[maybe_unused]] F f) const {
        [&]<std::size_t... O>(std::index_sequence<O...>) {
            (ifAlike<static_cast<int>(O)>(f), ...);
        }(std::make_index_sequence<static_cast<std::size_t>(Tag::sourceCount)>{});
    }
    template <int Other, class F> void ifAlike([[maybe_unused]] F& f) const {
        if constexpr (Other > S && mayBeAlike<Tag, S, Other>)
            if (alike >> Other & 1) f.template operator()<Other>();
    }
};
template <class P>
struct ValuesEmitter : IgnoresTime {
    std::shared_ptr<AnyPipeline> owner;
    P* pipeline;
    template <class Row> void push(Row&&) { pipeline->feedValues(); }
    template <class F> void fill(F) { pipeline->feedValues(); }
    void endBatch() { pipeline->endBatch(); }
    void finish() {
        pipeline->endValues();
        pipeline->finishOne();
    }
};

/// The origin of the rows of a query: rows of T from the tag's plan. `Context` gives `source<I>()`, an origin for each source.
template <class Tag, class T>
struct QueryOrigin {
    using Element = T;
    std::shared_ptr<const typename Tag::Context> context;
    std::shared_ptr<EnvironmentCore> environment;

    template <class Emitter>
    void connect(Job& job, Emitter emitter) const {
        const OperatorOptions options = operatorOptions(*environment, Tag::catalogue.batch);
        if constexpr (bringsChanges<Tag>())
            if (options.batch) throw IllegalState("a table of changes (fromChangelogStream) cannot be read in batch mode, whose sources bring inserts only");
        using P = Pipeline<Tag, T, Emitter>;
        auto* const pipeline = new P(contextOf(job), std::move(emitter), inputCount<Tag>(), options, job);
        const std::shared_ptr<AnyPipeline> owner(static_cast<AnyPipeline*>(pipeline));
        if constexpr (P::hasTimers) job.own(new PipelineTimers<P>(owner, pipeline), true);
        const auto connectAll = [&]([[maybe_unused]] auto isDue) {
            [&]<std::size_t... S>(std::index_sequence<S...>) {
                ((isDue(S) ? connectSource<static_cast<int>(S)>(job, owner, pipeline) : void()), ...);
            }(std::make_index_sequence<static_cast<std::size_t>(Tag::sourceCount)>{});
        };
        if constexpr (!Tag::catalogue.batch) connectAll([](std::size_t) { return true; });
        else
            for (int phase = 0; phase < readingOrderOf<Tag>.phases; ++phase) {
                if (phase > 0) job.nextPhase();
                connectAll([phase](std::size_t s) { return readingOrderOf<Tag>.phase[s] == phase; });
            }
        if constexpr (hasValues<Tag>()) oneRow().connect(job, ValuesEmitter<P>{{}, owner, pipeline});
    }

private:
    std::shared_ptr<const typename Tag::Context> contextOf([[maybe_unused]] Job& job) const {
        if constexpr (!asksTheRun<Tag>) return context;
        else return std::shared_ptr<const typename Tag::Context>(new RunContext<typename Tag::Context>(*context, job.processingTime()));
    }
    template <class Row = char>  // a template, so that only queries with VALUES pay for it
    ChannelOrigin<Row> oneRow() const {
        auto row = ownShared<AnySource, Source<Row>>(new CollectionSource<Row>(std::vector<Row>{'1'}));
        return {ownShared<const AnyPoint, const Point<Row>>(new SourcePoint<Row>(environment.get(), std::move(row), environment->sourceCount++, "one row"))};
    }
    template <int S, class P>
    void connectSource(Job& job, const std::shared_ptr<AnyPipeline>& owner, P* pipeline) const {
        if constexpr (readsSource<Tag>(S)) {
            std::uint64_t alike = 0;
            bool isFirst = true;
            [&]<std::size_t... O>(std::index_sequence<O...>) {
                (compareSources<S, static_cast<int>(O)>(alike, isFirst), ...);
            }(std::make_index_sequence<static_cast<std::size_t>(Tag::sourceCount)>{});
            if (!isFirst) return;
            SourceEmitter<Tag, S, P> emitter{owner, pipeline, alike, {}};
            if constexpr (checksLengths<Tag>()) emitter.source.step = context->template source<S>().step();
            context->template source<S>().connect(job, std::move(emitter));
        }
    }
    template <int S, int Other> void compareSources([[maybe_unused]] std::uint64_t& alike, [[maybe_unused]] bool& isFirst) const {
        if constexpr (mayBeAlike<Tag, S, Other> && readsSource<Tag>(Other)) {
            if (context->template source<S>().point != context->template source<Other>().point) return;
            if (Other > S) alike |= std::uint64_t{1} << Other;
            else isFirst = false;
        }
    }
};

}  // namespace rivulet::detail
