// SPDX-License-Identifier: BSL-1.0
// The end of a chain: a user's sink, or the vector that collects a result.
#pragma once
#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <rivulet/runtime/origin.hpp>
#include <rivulet/stream/callable.hpp>
#include <rivulet/stream/environment_core.hpp>

namespace rivulet {

/// What print() and addSink() return: the registered sink, to be named.
class DataStreamSink {
public:
    explicit DataStreamSink(std::shared_ptr<detail::AnySink> sink) : sink_(std::move(sink)) {}
    /// The name in error messages and in the job's result.
    DataStreamSink& name(std::string n) { sink_->named.name = std::move(n); return *this; }

private:
    std::shared_ptr<detail::AnySink> sink_;
};

namespace detail {

// A sink object has write(row) and optionally open() before the first row, flush() after each batch, finish() after the last
// row, and commit() when all sinks of the job have finished: what others can see changes there. If an error ends the job, flush() comes behind the
// last row that was delivered, and failed() instead of finish(): what can show its rows shows them.
template <class S, class T>
concept SinkObject = requires(S& s, T&& row) { s.write(static_cast<T&&>(row)); } || requires(S& s, const T& row) { s.write(row); };

template <class T, class S>
struct WriteTo {
    S* sink;
    void operator()(const T& row) const requires requires { sink->write(row); } { sink->write(row); }
    void operator()(T&& row) const requires requires { sink->write(std::move(row)); } { sink->write(std::move(row)); }
};

template <class T, class S>
class SinkEmitter : public IgnoresTime {
public:
    SinkEmitter(S& target, const Operator& op, std::uint64_t& counted) : sink_(&target), step_(&op), rows_(&counted) {}
    void push(const T& row) { take(row); }
    void push(T&& row) { take(std::move(row)); }
    template <class F>
    void fill(F f) requires std::default_initializable<T> {
        slot_.fill(f, *this);
    }
    void endBatch() {
        if constexpr (requires(S& s) { s.flush(); }) {
            if (finished_) return;
            auto flush = [this] { sink_->flush(); };
            if (!failed_) return detail::guarded(*step_, flush);
            try {
                flush();
            } catch (...) {  // it has said what is wrong
            }
        }
    }
    void finish() {
        finished_ = true;
        if constexpr (requires(S& s) { s.finish(); }) {
            auto finish = [this] { sink_->finish(); };
            detail::guarded(*step_, finish);
        }
    }

private:
    template <class Row>
    void take(Row&& row) {
        FailsWhole whole(failed_);
        if constexpr (SinkObject<S, T>) {
            WriteTo<T, S> write{sink_};
            detail::callWith(*step_, write, std::forward<Row>(row));
        } else detail::callWith(*step_, *sink_, std::forward<Row>(row));
        ++*rows_;
        whole.done = true;
    }
    S* sink_;
    const Operator* step_;
    std::uint64_t* rows_;
    bool failed_{}, finished_{};
    [[no_unique_address]] Slot<T> slot_{};
};

template <class O, class S>
struct ChainSink final : AnySink {
    ChainSink(O chain, S target) : origin(std::move(chain)), sink(std::move(target)) {}
    void connect(Job& job) override {
        origin.connect(job, SinkEmitter<typename O::Element, S>(sink, named, job.addSink(named.name)));
    }
    void open() override {
        if constexpr (requires { sink.open(); }) {
            auto open = [this] { sink.open(); };
            detail::guarded(named, open);
        }
    }
    void commit() override {
        if constexpr (requires { sink.commit(); }) {
            auto commit = [this] { sink.commit(); };
            detail::guarded(named, commit);
        }
    }
    void failed() noexcept override {
        if constexpr (requires { sink.failed(); }) {
            try {
                sink.failed();
            } catch (...) {  // what ended the job is said
            }
        }
    }
    O origin;
    S sink;
};

// Rows into a vector, moved where the chain made them.
template <class T>
class CollectEmitter : public IgnoresTime {
public:
    CollectEmitter(std::vector<T>& target, std::uint64_t most, Job& owner, std::uint64_t& counted)
        : rows_(&target), limit_(most), job_(&owner), count_(&counted) {}
    void push(const T& row) {
        static_assert(std::copy_constructible<T>, "rivulet: executeAndCollect would have to copy rows of a move-only type here; map them first");
        if (rows_->size() < limit_) rows_->push_back(row);
    }
    void push(T&& row) {
        if (rows_->size() < limit_) rows_->push_back(std::move(row));
    }
    template <class F>
    void fill(F f) requires std::default_initializable<T> {
        T row{};
        if (detail::filled(f, row)) push(std::move(row));
    }
    void endBatch() {
        if (rows_->size() >= limit_) job_->stop();
    }
    void finish() { *count_ = rows_->size(); }

private:
    std::vector<T>* rows_;
    std::uint64_t limit_;
    Job* job_;
    std::uint64_t* count_;
};

template <class O>
struct CollectAll final : AnySink {
    CollectAll(O chain, std::uint64_t most) : origin(std::move(chain)), limit(most) {}
    void connect(Job& job) override {
        origin.connect(job, CollectEmitter<typename O::Element>(rows, limit, job, job.addSink(named.name)));
    }
    O origin;
    std::uint64_t limit;
    std::vector<typename O::Element> rows;
};

}  // namespace detail

}  // namespace rivulet
