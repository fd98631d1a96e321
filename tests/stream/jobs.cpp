// SPDX-License-Identifier: BSL-1.0
// Jobs: errors and what is left after them, names, results, progress, environments, sources and origins of one's own.
#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <rivulet/connector/collect.hpp>
#include <rivulet/stream/environment.hpp>

using namespace rivulet;

namespace {

// Whether everything a job made is gone again.
struct Alive {
    static inline int count = 0;
    int value;
    explicit Alive(int v) : value(v) { ++count; }
    Alive(const Alive& o) : value(o.value) { ++count; }
    Alive& operator=(const Alive&) = default;
    ~Alive() { --count; }
};

// Says in a log what is done to it.
struct LoggingSink {
    std::string* log;
    std::string failAt{};
    void open() { say("open"); }
    void write(int row) { say(std::to_string(row)); }
    void flush() { say("flush"); }
    void finish() { say("finish"); }
    void say(const std::string& what) {
        *log += what + ' ';
        if (what == failAt) throw std::runtime_error("cannot " + what);
    }
};

// 1, 2, .. in batches of given sizes; 0 is "nothing now". Fails where it is told to.
class StepSource final : public Source<int> {
public:
    StepSource(std::vector<int> sizes, std::string* log, std::string failAt = {}) : sizes_(std::move(sizes)), log_(log), failAt_(std::move(failAt)) {}
    void open() override {
        next_ = 0;
        number_ = 0;
        say("open");
    }
    Polled<int> poll(std::size_t most) override {
        REQUIRE(most == batchRows);
        if (next_ == sizes_.size()) {
            say("end");
            return Polled<int>::end();
        }
        say("poll");
        const int n = sizes_[next_++];
        if (n == 0) return Polled<int>::idle();
        rows_.clear();
        for (int i = 0; i < n; ++i) rows_.push_back(++number_);
        return Polled<int>::rows(rows_);
    }
    void close() noexcept override { *log_ += "close "; }
    void report(std::vector<Counter>& counters) const override { counters.push_back({"rejected", next_}); }

private:
    void say(const std::string& what) {
        *log_ += what + ' ';
        if (what == failAt_) throw DataError("no number", "x1", "n", {}, 17);
    }
    std::vector<int> sizes_;
    std::string* log_;
    std::string failAt_;
    std::size_t next_{};
    int number_{};
    std::vector<int> rows_;
};

template <class F>
std::string errorOf(const F& run) {
    try {
        run();
    } catch (const JobError& e) {
        return "JobError " + e.operatorName() + " | " + e.what();
    } catch (const DataError& e) {
        return "DataError " + e.source() + " | " + e.what();
    } catch (const IllegalState& e) {
        return std::string("IllegalState | ") + e.what();
    }
    return "none";
}

}  // namespace

namespace {

void boom(int x) {
    if (x == 3) throw std::runtime_error("three");
}

}  // namespace

TEST_CASE("an exception in a user function ends the job under the step's name; the environment works on") {
    using Stream = DataStream<int>;
    struct Case { std::string step; void (*build)(const Stream&); };
    const Case cases[] = {
        {"map 1", [](const Stream& s) { s.map([](int x) { boom(x); return x; }).addSink([](int) {}); }},
        {"map 2", [](const Stream& s) { s.map([](int x) { return x; }).map([](int x) { boom(x); return x; }).map([](int x) { return x; }).addSink([](int) {}); }},
        {"my map", [](const Stream& s) { s.map([](int x) { boom(x); return x; }).name("my map").addSink([](int) {}); }},
        {"filter 1", [](const Stream& s) { s.filter([](int x) { boom(x); return true; }).addSink([](int) {}); }},
        {"flatMap 1", [](const Stream& s) { s.flatMap([](int x, Collector<int>& out) { out.collect(x); boom(x); }).addSink([](int) {}); }},
        {"map 1", [](const Stream& s) { s.flatMap([](int x, Collector<int>& out) { out.collect(x); }).map([](int x) { boom(x); return x; }).addSink([](int) {}); }},
        {"keyBy 1", [](const Stream& s) { s.keyBy([](int x) { boom(x); return x; }).reduce([](int a, int) { return a; }).addSink([](int) {}); }},
        {"reduce 1", [](const Stream& s) { s.keyBy([](int) { return 0; }).reduce([](int a, int b) { boom(b); return a + b; }).addSink([](int) {}); }},
        {"process 1", [](const Stream& s) { s.keyBy([](int) { return 0; }).process([](int x, int&, Collector<int>&) { boom(x); }).addSink([](int) {}); }},
        {"coMap 1", [](const Stream& s) { s.connect(s).map([](int x) { return x; }, [](int x) { boom(x); return x; }).addSink([](int) {}); }},
        {"sink 1", [](const Stream& s) { s.addSink([](int x) { boom(x); }); }},
        {"out", [](const Stream& s) { s.addSink([](int x) { boom(x); }).name("out"); }},
        {"filter 1", [](const Stream& s) {
            const auto named = s.map([](int x) { return x; });
            named.addSink([](int) {});
            named.filter([](int x) { boom(x); return true; }).addSink([](int) {});
        }},
    };
    for (const Case& c : cases) {
        StreamExecutionEnvironment env;
        const auto stream = env.fromElements(1, 2, 3, 4);
        c.build(stream);
        CHECK(errorOf([&] { env.execute(); }) == "JobError " + c.step + " | " + c.step + ": three");
        CHECK(stream.executeAndCollect() == std::vector{1, 2, 3, 4});
        CHECK_THROWS_WITH_AS(env.execute(), "No operators defined in streaming topology: no sink was added since the last execution", IllegalState);
    }
}

TEST_CASE("what kinds of exception become") {
    StreamExecutionEnvironment env;
    const auto stream = env.fromElements(1);
    const auto run = [&](auto f) { return errorOf([&] { stream.map(f).name("step").executeAndCollect(); }); };
    CHECK(run([](int) -> int { throw 1; }) == "JobError step | step: an exception that is not a std::exception");
    CHECK(run([](int) -> int { throw DataError("no number", "x1", "n"); }) == "DataError step | step: column 'n': no number: 'x1'");
    CHECK(run([](int) -> int { throw DataError("no number", "x1", "n", "a.csv", 17); }) == "DataError a.csv | a.csv: row 17: column 'n': no number: 'x1'");
    // A job within a job: its error has both names.
    CHECK(run([](int) -> int {
        StreamExecutionEnvironment inner;
        return inner.fromElements(3).map([](int x) { boom(x); return x; }).name("inner").executeAndCollect().at(0);
    }) == "JobError step | step: inner: three");
    const auto nested = stream.flatMap([](int x, Collector<int>& out) {
        StreamExecutionEnvironment inner;
        for (int y : inner.fromElements(x, x + 1).map([](int z) { return z * 2; }).executeAndCollect()) out.collect(y);
    });
    CHECK(nested.executeAndCollect() == std::vector{2, 4});
    CHECK(run([env](int) -> int { env.fromElements(1).print(); env.execute(); return 1; }) ==
          "JobError step | step: execute was called within a job of the same environment; use an environment of its own");
}

TEST_CASE("everything is released after an error, and with the last handle") {
    {
        StreamExecutionEnvironment env;
        std::vector<Alive> rows;
        for (int i = 0; i < 3000; ++i) rows.emplace_back(i);
        const auto named = env.fromCollection(std::move(rows)).map([](const Alive& a) { return a; });
        const int before = Alive::count;
        named.keyBy([](const Alive& a) { return a.value; }).process([](const Alive& a, std::vector<Alive>& kept, Collector<Alive>& out) { kept.push_back(a); out.collect(a); })
            .addSink([](const Alive& a) { if (a.value == 2500) throw std::runtime_error("enough"); });
        named.addSink([](const Alive&) {});
        CHECK(errorOf([&] { env.execute(); }) == "JobError sink 1 | sink 1: enough");
        CHECK(Alive::count == before);
    }
    CHECK(Alive::count == 0);
}

TEST_CASE("sinks: what is called, and when") {
    struct Case { std::string failAt, log, error; };
    for (const auto& [failAt, log, error] : {Case{"", "open 1 2 3 flush finish ", "none"}, Case{"open", "open ", "JobError s | s: cannot open"}, Case{"2", "open 1 2 flush ", "JobError s | s: cannot 2"},
                                             Case{"flush", "open 1 2 3 flush ", "JobError s | s: cannot flush"}, Case{"finish", "open 1 2 3 flush finish ", "JobError s | s: cannot finish"}}) {
        StreamExecutionEnvironment env;
        std::string said;
        env.fromElements(1, 2, 3).addSink(LoggingSink{&said, failAt}).name("s");
        CHECK(errorOf([&] { env.execute(); }) == error);
        CHECK(said == log);
    }
}

TEST_CASE("sources: what is called, and when") {
    struct Case { std::string failAt, log, error; };
    for (const auto& [failAt, log, error] : {Case{"", "open poll poll poll end close ", "none"}, Case{"open", "open ", "DataError s | s: row 17: column 'n': no number: 'x1'"},
                                             Case{"end", "open poll poll poll end close ", "DataError s | s: row 17: column 'n': no number: 'x1'"}}) {
        StreamExecutionEnvironment env;
        std::string said;
        std::vector<int> rows;
        const auto stream = env.fromSource(StepSource({2, 0, 3}, &said, failAt), "s");
        stream.addSink(CollectSink(rows));
        JobExecutionResult result;
        CHECK(errorOf([&] { result = env.execute("j"); }) == error);
        CHECK(said == log);
        if (!failAt.empty()) continue;
        CHECK(rows == std::vector{1, 2, 3, 4, 5});
        CHECK(result.name == "j");
        CHECK(result.rowsRead("s") == 5);
        CHECK(result.counter("rejected") == 3);
        CHECK(result.seconds > 0);
        said.clear();
        CHECK(stream.executeAndCollect(2) == std::vector{1, 2});  // ends early: closed all the same
        CHECK(said == "open poll close ");
    }
    // An error elsewhere closes the sources too; all of them take turns.
    StreamExecutionEnvironment env;
    std::string said;
    const auto slow = env.fromSource(StepSource({1, 0, 1}, &said), "slow"), quick = env.fromSource(StepSource({1, 1}, &said), "quick");
    CHECK(quick.unionWith(slow).executeAndCollect() == std::vector{1, 1, 2, 2});
    CHECK(said == "open open poll poll poll poll poll end end close close ");
    said.clear();
    quick.addSink([](int) { throw 1; });
    CHECK_THROWS_AS(env.execute(), JobError);
    CHECK(said == "open poll close ");
}

TEST_CASE("execute: needs sinks, forgets them, runs again with new ones") {
    StreamExecutionEnvironment env;
    CHECK_THROWS_WITH_AS(env.execute(), "No operators defined in streaming topology: no sink was added since the last execution", IllegalState);
    const auto stream = env.fromElements(1, 2).map([](int x) { return x; });
    CHECK_THROWS_WITH_AS(env.execute(), "No operators defined in streaming topology: no sink was added since the last execution", IllegalState);
    std::vector<int> a, b;
    for (int run = 0; run < 2; ++run) {
        stream.addSink(CollectSink(a));
        env.execute();
        CHECK_THROWS_WITH_AS(env.execute(), "No operators defined in streaming topology: no sink was added since the last execution", IllegalState);
    }
    CHECK(a == std::vector{1, 2, 1, 2});
    stream.addSink(CollectSink(b)).name("other");
    CHECK(stream.executeAndCollect("collecting") == std::vector{1, 2});  // runs the other sink as well
    CHECK(b == std::vector{1, 2});
    CHECK(env.lastResult().name == "collecting");
    CHECK(env.lastResult().rowsRead() == 2);
    CHECK(env.lastResult().rowsWritten() == 4);
    CHECK(env.lastResult().rowsWritten("other") == 2);
    CHECK(env.lastResult().sinks.size() == 2);
    // A stream keeps its environment.
    const auto orphan = [] { return StreamExecutionEnvironment().fromElements(7); }();
    CHECK(orphan.map([](int x) { return x + 1; }).executeAndCollect() == std::vector{8});
}

TEST_CASE("functions begin anew with every execution; a limit ends an endless job") {
    StreamExecutionEnvironment env;
    const auto numbered = env.fromGenerator([](std::int64_t i) { return i; }).map([n = 0](std::int64_t) mutable { return ++n; });
    CHECK(numbered.executeAndCollect(3) == std::vector{1, 2, 3});
    CHECK(numbered.executeAndCollect(2) == std::vector{1, 2});
    CHECK(numbered.executeAndCollect(5000).size() == 5000);
    std::string said;
    numbered.filter([](int n) { return n <= 2; }).addSink(LoggingSink{&said});
    numbered.executeAndCollect(1);
    CHECK(said == "open 1 2 flush finish ");  // other sinks finish as if the source had ended
    CHECK(numbered.executeAndCollect(0).empty());
}

TEST_CASE("names and counts") {
    StreamExecutionEnvironment env;
    auto source = env.fromElements(1, 2, 3);
    source.name("numbers");
    std::string printed;
    source.print({}, &printed).name("err");
    std::vector<int> rows;
    source.filter([](int x) { return x > 1; }).addSink(CollectSink(rows));
    env.fromElements("x").addSink([](const std::string&) {});
    const auto result = env.execute();
    REQUIRE(result.sources.size() == 2);
    CHECK(result.sources[0].name == "numbers");
    CHECK(result.sources[0].rows == 3);
    CHECK(result.sources[1].name == "collection 2");
    REQUIRE(result.sinks.size() == 3);
    CHECK(result.sinks[0].name == "err");
    CHECK(result.sinks[0].rows == 3);
    CHECK(result.sinks[1].name == "sink 1");
    CHECK(result.sinks[1].rows == 2);
    CHECK(result.sinks[2].name == "sink 2");
    CHECK(result.rowsRead() == 4);
    CHECK(result.rowsWritten("nobody") == 0);
    CHECK(result.rowsPerSecond() > 0);
    CHECK_THROWS_AS(source.unionWith(source).share().name("both"), IllegalState);
    // A name given later reaches the copies.
    auto step = env.fromElements(3).map([](int x) { boom(x); return x; });
    const auto copy = step;
    step.name("late");
    CHECK(errorOf([&] { copy.executeAndCollect(); }) == "JobError late | late: three");
}

TEST_CASE("a progress callback may replace itself") {
    const StreamExecutionEnvironment env;
    int calls = 0;
    env.onProgress([&](const JobProgress&) {
        ++calls;
        env.onProgress([](const JobProgress&) {});
    }, 1);
    env.fromElements(1, 2).addSink([](int) {});
    env.execute();
    CHECK(calls > 0);
}

TEST_CASE("progress") {
    StreamExecutionEnvironment env;
    std::vector<std::uint64_t> seen;
    int finished = 0;
    env.onProgress([&](const JobProgress& p) {
        CHECK(p.sources.size() == 2);
        CHECK(p.sources[0].name == "sequence 1");
        seen.push_back(p.rowsRead());
        finished += p.finished;
    }, 2);
    env.fromSequence(1, 2048).unionWith(env.fromSequence(1, 1500)).addSink([](std::int64_t) {});
    env.execute();
    CHECK(seen == std::vector<std::uint64_t>{2048, 3548, 3548});
    CHECK(finished == 1);
}

TEST_CASE("rate of a generator") {
    StreamExecutionEnvironment env;
    CHECK(env.fromGenerator([](std::int64_t i) { return i; }, 11, 100).executeAndCollect().size() == 11);
    CHECK(env.lastResult().seconds >= 0.099);
    CHECK(env.lastResult().seconds < 5);
}

TEST_CASE("streams of two environments") {
    StreamExecutionEnvironment a, b;
    const auto x = a.fromElements(1), y = b.fromElements(2);
    CHECK(a == StreamExecutionEnvironment(a));
    CHECK(!(a == b));
    const char* const message = "the streams belong to two environments; make all of them from the same StreamExecutionEnvironment";
    CHECK_THROWS_WITH_AS(x.unionWith(y), message, IllegalState);
    CHECK_THROWS_WITH_AS(x.connect(y), message, IllegalState);
    CHECK_THROWS_WITH_AS(x.keyBy([](int i) { return i; }).connect(y.keyBy([](int i) { return i; })), message, IllegalState);
    DataStream<int> mixed(a.core(), y.origin());
    CHECK_THROWS_WITH_AS(mixed.executeAndCollect(), "streams of two environments meet in one job; make all of them from the same StreamExecutionEnvironment", IllegalState);
    CHECK(x.executeAndCollect() == std::vector{1});
}

TEST_CASE("runtime mode is kept") {
    StreamExecutionEnvironment env;
    CHECK(env.runtimeMode() == RuntimeExecutionMode::Streaming);
    StreamExecutionEnvironment(env).setRuntimeMode(RuntimeExecutionMode::Batch);
    CHECK(env.runtimeMode() == RuntimeExecutionMode::Batch);
}

// ---- an origin of one's own, as the contract in runtime/origin.hpp has it ----------------------------------------------------

namespace {

struct Line {
    std::string text;
    int number;
};
// Texts of odd numbers, written into slots; every third slot is filled and then refused.
struct OddLines {
    using Element = Line;
    ChannelOrigin<int> first, second;
    template <class Emitter>
    struct Input {
        static constexpr bool wantsTime = Emitter::wantsTime;
        std::shared_ptr<InputsOf<Emitter>> next;
        std::size_t number;
        void push(int n) {
            next->emitter.fill([n](Line& line) {
                line.text = "line " + std::to_string(n);
                line.number = n;
                return n % 3 != 0;
            });
        }
        void watermark(Millis mark) { next->watermark(number, mark); }
        void idle(bool isIdle) { next->idle(number, isIdle); }
        void endBatch() { next->emitter.endBatch(); }
        void finish() { next->finishOne(); }
    };
    template <class Emitter>
    void connect(Job& job, Emitter emitter) const {
        auto next = std::make_shared<InputsOf<Emitter>>(InputsOf<Emitter>{std::move(emitter), 2});
        first.connect(job, Input<Emitter>{next, 0});
        second.connect(job, Input<Emitter>{next, 1});
    }
};
static_assert(Origin<OddLines> && Origin<ChannelOrigin<int>> && !Origin<int>);
static_assert(EmitterOf<detail::ArchetypeEmitter<Line>, Line> && EmitterOf<detail::ChannelEmitter<Line>, Line> && !EmitterOf<int, Line>);

}  // namespace

TEST_CASE("an origin that fills slots, in front of every kind of step") {
    StreamExecutionEnvironment env;
    const auto source = env.fromElements(1, 2, 3, 4);
    const auto lines = [&] { return DataStream<Line, OddLines>(env.core(), OddLines{source.origin(), env.fromElements(5, 6).origin()}); };
    const auto numberOf = [](const Line& l) { return l.number; };
    const std::vector<int> all{1, 2, 4, 5};
    const auto numbers = [&](const std::vector<Line>& rows) {
        std::vector<int> n;
        for (const Line& l : rows) {
            CHECK(l.text == "line " + std::to_string(l.number));
            n.push_back(l.number);
        }
        return n;
    };
    CHECK(numbers(lines().executeAndCollect()) == all);
    CHECK(numbers(lines().share().executeAndCollect()) == all);
    CHECK(lines().map(numberOf).executeAndCollect() == all);
    CHECK(numbers(lines().filter([](const Line& l) { return l.number != 2; }).executeAndCollect()) == std::vector{1, 4, 5});
    CHECK(numbers(lines().filter([](const Line& l) { return l.number != 2; }).share().executeAndCollect()) == std::vector{1, 4, 5});
    CHECK(lines().flatMap([](const Line& l, Collector<int>& out) { out.collect(l.number); }).executeAndCollect() == all);
    CHECK(lines().unionWith(lines()).map(numberOf).executeAndCollect() == std::vector{1, 2, 4, 1, 2, 4, 5, 5});
    CHECK(numbers(lines().keyBy(&Line::number).reduce([](const Line& a, const Line&) { return a; }).executeAndCollect()) == all);
    CHECK(lines().connect(source).map(numberOf, [](int x) { return -x; }).executeAndCollect() == std::vector{1, 2, 4, -1, -2, -3, -4, 5});
    std::string text;
    lines().print("l", &text);
    std::vector<Line> rows;
    lines().addSink(CollectSink(rows));
    env.execute();
    CHECK(text == "l> Line(line 1,1)\nl> Line(line 2,2)\nl> Line(line 4,4)\nl> Line(line 5,5)\n");
    CHECK(numbers(rows) == all);
    // Step by step: what is in a slot does not reach the next step.
    const auto named = lines().filter([](const Line& l) { return l.number % 2 == 0; });
    CHECK(numbers(named.executeAndCollect()) == std::vector{2, 4});
    CHECK(numbers(named.filter([](const Line& l) { return l.number > 2; }).share().executeAndCollect()) == std::vector{4});
}
