// SPDX-License-Identifier: BSL-1.0
// An error ends a job: every sink has what was delivered before it, whatever the step that failed and the size of batches.
#include <doctest/doctest.h>

#include <cstdio>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <rivulet/connector/collect.hpp>
#include <rivulet/rivulet.hpp>

using namespace rivulet;

namespace {

constexpr int rows = 20, wrong = 11;
using Ints = std::vector<int>;

Ints below(int n) {
    Ints all;
    for (int i = 0; i < n; ++i) all.push_back(i);
    return all;
}
int checked(int i) {
    if (i == wrong) throw std::runtime_error("row " + std::to_string(i));
    return i;
}

// ---- steps that fail at the row `wrong` and pass on all others ---------------------------------------------------------

struct Failing {
    const char* name;
    std::function<DataStream<int>(const StreamExecutionEnvironment&, DataStream<int>)> step;
};
struct Processing {
    void processElement(const int& i, ProcessContext<void>&, Collector<int>& out) { out.collect(checked(i)); }
};
struct OnTimers {
    void processElement(const int& i, int&, ProcessContext<int>& context, Collector<int>&) { context.timerService().registerEventTimeTimer(i); }
    void onTimer(Millis at, int&, ProcessContext<int>&, Collector<int>& out) { out.collect(checked(static_cast<int>(at))); }
};
const OutputTag<int> side("side");
struct ToSide {
    void processElement(const int& i, ProcessContext<void>& context, Collector<int>&) { context.output(side, checked(i)); }
};
struct Timed {
    int i;
    std::int64_t t;
};

const Failing steps[] = {
    {"map", [](const auto&, auto s) { return s.map(checked); }},
    {"filter", [](const auto&, auto s) { return s.filter([](int i) { return checked(i) >= 0; }); }},
    {"flatMap", [](const auto&, auto s) { return s.flatMap([](int i, Collector<int>& out) { out.collect(checked(i)); }); }},
    {"behind another step", [](const auto&, auto s) { return s.map([](int i) { return i + 1; }).filter([](int i) { return checked(i - 1) >= 0; }).map([](int i) { return i - 1; }); }},
    {"process", [](const auto&, auto s) { return s.process(Processing{}); }},
    {"side output", [](const auto&, auto s) { return DataStream<int>(s.process(ToSide{})).getSideOutput(side); }},
    {"keyed reduce", [](const auto&, auto s) { return s.keyBy([](int) { return 0; }).reduce([](int, int b) { return checked(b); }); }},
    {"event-time timer", [](const auto&, auto s) {
         return s.assignTimestampsAndWatermarks(WatermarkStrategy::forMonotonousTimestamps().withTimestampAssigner([](int i) { return Millis{i}; }))
             .keyBy([](int) { return 0; }).process(OnTimers{});
     }},
    {"window", [](const auto&, auto s) {
         return s.assignTimestampsAndWatermarks(WatermarkStrategy::forMonotonousTimestamps().withTimestampAssigner([](int i) { return Millis{i}; }))
             .keyBy([](int) { return 0; }).window(TumblingEventTimeWindows::of(1)).reduce([](int a, int) { return a; }).map(checked);
     }},
    {"union", [](const auto&, auto s) { return s.map(checked).unionWith(s.filter([](int) { return false; })); }},
    {"connect", [](const auto&, auto s) { return s.connect(s.filter([](int) { return false; })).map(checked, checked); }},
    {"key of a keyBy", [](const auto&, auto s) { return s.keyBy(checked).reduce([](int, int b) { return b; }); }},
    {"SQL", [](const auto& env, auto s) {
         auto tenv = StreamTableEnvironment::create(env);
         return tenv.template toDataStream<int>(tenv.template createTemporaryView<"t">(s.map([](int i) { return Timed{i, i == wrong ? 0 : 1}; }))
             .template sqlQuery<"SELECT i / CAST(t AS INT) FROM t">());
     }},
};

// ---- sinks, and what they have got ---------------------------------------------------------------------------------------

struct Sink {
    const char* name;
    std::function<void(const StreamExecutionEnvironment&, const DataStream<int>&, std::string&)> add;  // its rows are a text of lines
};
struct Lines {
    std::string* text;
    void write(int i) { *text += std::to_string(i) + '\n'; }
};
// Shows what it has when it is flushed.
struct Holding {
    std::string* text;
    std::string held{};
    void write(int i) { held += std::to_string(i) + '\n'; }
    void flush() { *text += std::exchange(held, {}); }
};
// Shows what it has when the job is over.
struct Keeping : Holding {
    void flush() {}
    void failed() { Holding::flush(); }
};

const Sink sinks[] = {
    {"print", [](const auto&, const auto& s, std::string& text) { s.print("", &text); }},
    {"function", [](const auto&, const auto& s, std::string& text) { s.addSink([&text](int i) { text += std::to_string(i) + '\n'; }); }},
    {"object", [](const auto&, const auto& s, std::string& text) { s.addSink(Lines{&text}); }},
    {"flushed object", [](const auto&, const auto& s, std::string& text) { s.addSink(Holding{&text}); }},
    {"failed object", [](const auto&, const auto& s, std::string& text) { s.addSink(Keeping{{&text}}); }},
    {"fused behind steps", [](const auto&, const auto& s, std::string& text) { s.map([](int i) { return i; }).filter([](int) { return true; }).print("", &text); }},
    {"statement set", [](const auto& env, const auto& s, std::string& text) {
         auto tenv = StreamTableEnvironment::create(env);
         auto set = tenv.createStatementSet();
         set.template addInsert<int>(tenv.fromDataStream(s), PrintSink<int>({}, &text));
         set.attachAsDataStream();
     }},
    {"changelog stream", [](const auto& env, const auto& s, std::string& text) {
         auto tenv = StreamTableEnvironment::create(env);
         tenv.toChangelogStream(tenv.fromDataStream(s)).addSink([&text](const auto& row) { text += std::to_string(row.template get<0>()) + '\n'; });
     }},
};

std::string linesOf(const Ints& values) {
    std::string text;
    for (const int i : values) text += std::to_string(i) + '\n';
    return text;
}

}  // namespace

TEST_CASE("every sink has what came before an error, whatever the step, the sink and the batch") {
    for (const Failing& failing : steps)
        for (const Sink& sink : sinks)
            for (const std::size_t batch : {1u, 3u, 1024u}) {
                CAPTURE(failing.name);
                CAPTURE(sink.name);
                CAPTURE(batch);
                StreamExecutionEnvironment env;
                env.setBatchRows(batch);
                std::string text;
                sink.add(env, failing.step(env, env.fromCollection(below(rows))), text);
                CHECK_THROWS_AS(env.execute(), Exception);
                CHECK(text == linesOf(below(wrong)));
            }
}

TEST_CASE("steps and sink in one loop") {
    for (const std::size_t batch : {1u, 3u, 1024u}) {
        StreamExecutionEnvironment env;
        env.setBatchRows(batch);
        std::string text;
        env.fromCollection(below(rows)).map([](int i) { return i; }).filter([](int i) { return checked(i) >= 0; }).flatMap([](int i, Collector<int>& out) { out.collect(i); }).print("", &text);
        CHECK_THROWS_AS(env.execute(), Exception);
        CHECK(text == linesOf(below(wrong)));
    }
}

TEST_CASE("a stream's other consumers have what was delivered before one of them failed; the error that came first is told") {
    for (const std::size_t batch : {1u, 3u, 1024u})
        for (const bool erased : {false, true}) {
            CAPTURE(batch);
            CAPTURE(erased);
            StreamExecutionEnvironment env;
            env.setBatchRows(batch);
            auto source = env.fromCollection(below(rows));
            if (erased) source = DataStream<int>(source.map([](int i) { return i; }));
            Ints before, through, behind, after, later;
            source.addSink(CollectSink(before));
            auto bad = source.map(checked);
            bad.addSink(CollectSink(through));
            bad.addSink([&](int i) {
                if (i == 7) throw std::runtime_error("row 7");
                later.push_back(i);
            });
            bad.addSink(CollectSink(behind));
            source.addSink(CollectSink(after));
            CHECK_THROWS_WITH_AS(env.execute(), doctest::Contains("row 7"), JobError);
            CHECK(later == below(7));
            // Who stands before the one that failed may have more: its batch.
            CHECK(before.size() >= 7);
            CHECK(through.size() >= 7);
            CHECK(behind == below(7));
            CHECK(after.size() >= 7);
            CHECK(after.size() <= wrong);
        }
}

TEST_CASE("what failed is not called again by another input; all others go on to the same row") {
    struct Once {
        int* calls;
        void write(int i) {
            ++*calls;
            if (i == wrong) throw std::runtime_error("full");
        }
    };
    StreamExecutionEnvironment env;
    auto source = env.fromCollection(below(rows));
    int calls = 0;
    Ints right;
    source.map([](int i) { return i; }).unionWith(source.map([](int i) { return -1 - i; })).addSink(Once{&calls});
    source.addSink(CollectSink(right));
    CHECK_THROWS_WITH_AS(env.execute(), doctest::Contains("full"), JobError);
    CHECK(calls == wrong + 1);
    CHECK(right == below(wrong));

    // An input of a union fails, not the union.
    std::string text;
    source.map(checked).unionWith(source.map([](int i) { return 100 + i; })).print("", &text);
    CHECK_THROWS_AS(env.execute(), Exception);
    std::string both = linesOf(below(wrong));
    for (int i = 0; i < wrong; ++i) both += std::to_string(100 + i) + '\n';
    CHECK(text == both);
}

TEST_CASE("a source that fails shows the rows before") {
    const std::string path = "/tmp/rivulet_errors_" + std::to_string(getpid()) + ".csv";
    std::ofstream(path) << "n\n1\n2\nx\n4\n";
    struct N { int n; };
    StreamExecutionEnvironment env;
    std::string text;
    fromCsvFile<N>(env, path).print("", &text);
    CHECK_THROWS_WITH_AS(env.execute(), doctest::Contains("x"), CsvError);
    CHECK(text == "N(1)\nN(2)\n");
    std::vector<N> read;
    CsvReader<N> reader;
    CHECK_THROWS_AS(reader.readText("n\n1\n2\nx\n", read), CsvError);
    CHECK(read.size() == 2);

    text.clear();
    env.fromGenerator([](std::int64_t i) { return checked(static_cast<int>(i)); }, rows).print("", &text);
    CHECK_THROWS_AS(env.execute(), Exception);
    CHECK(text == linesOf(below(wrong)));

    std::ofstream(path) << "a\nbb\nccccccccc\nd\n";
    text.clear();
    env.fromSource(TextFileSource(path, 4), "lines").print("", &text);
    CHECK_THROWS_AS(env.execute(), DataError);
    CHECK(text == "a\nbb\n");

    // A file appears whole or not at all; a pipe has what was written.
    env.fromCollection(below(rows)).map(checked).map([](int i) { return N{i}; }).addSink(CsvSink<N>(path));
    CHECK_THROWS_AS(env.execute(), JobError);
    CHECK(std::ifstream(path).peek() == 'a');
    CHECK(!std::ifstream(path + ".part").good());
    std::remove(path.c_str());
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    env.fromCollection(below(rows)).map(checked).map([](int i) { return N{i}; }).addSink(CsvSink<N>("/dev/fd/" + std::to_string(ends[1])));
    CHECK_THROWS_AS(env.execute(), JobError);
    char buffer[256];
    const auto n = ::read(ends[0], buffer, sizeof buffer);
    CHECK(std::string(buffer, static_cast<std::size_t>(n)) == "n\n" + linesOf(below(wrong)));
    close(ends[0]);
    close(ends[1]);
}

TEST_CASE("results of tables: printed and collected") {
    StreamExecutionEnvironment env;
    auto tenv = StreamTableEnvironment::create(env).createTemporaryView<"t">(env.fromCollection(below(rows)).map([](int i) { return Timed{i, i == 3 ? 0 : 1}; }));
    auto table = tenv.sqlQuery<"SELECT i / CAST(t AS INT) AS q FROM t">();
    std::string text;
    CHECK_THROWS_AS(table.execute().print(text), Exception);
    CHECK(text.find("|           2 |") != std::string::npos);
    auto got = table.limit<0>().execute().collect();
    CHECK_THROWS_AS(table.execute().collect(got), Exception);
    REQUIRE(got.size() == 3);
    CHECK(got[2].get<0>() == 2);

    std::string compact;
    env.fromCollection(below(rows)).map(checked).addSink(Tableau<int>(compact, {.op = false, .compact = true}));
    CHECK_THROWS_AS(env.execute(), Exception);
    CHECK(compact.find("| 10 |") != std::string::npos);
}
