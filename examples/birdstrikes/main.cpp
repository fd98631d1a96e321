// SPDX-License-Identifier: BSL-1.0
// Ten thousand wildlife strikes from a CSV file: a stream of structs, queried as a table by Table API and by SQL, back into
// structs of another shape, counted by state, printed and written to a CSV file.
//
//     birdstrikes [FILE] [--on-malformed fail|skip|collect] [--output FILE]
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include <rivulet/rivulet.hpp>

using namespace rivulet;

/// A row of the file, as far as we read it. Members<Strike> says which columns these are.
struct Strike {
    std::string airport;
    std::string damage;
    Date day;
    std::string state;
    std::string phase;
    std::string species;
    std::int64_t cost;
    std::optional<std::int32_t> knots;  // empty in about a quarter of the rows
};
template <>
struct rivulet::Members<Strike> {
    static constexpr auto changes = memberChanges(rename<"airport", "Airport Name">, rename<"damage", "Effect Amount of damage">, rename<"day", "Flight Date">,
                                                  rename<"state", "Origin State">, rename<"phase", "Phase of flight">, rename<"species", "Wildlife Species">,
                                                  rename<"cost", "Cost Total $">, rename<"knots", "Speed IAS in knots">);
};

/// A strike that did damage, as the query gives it.
struct Damage {
    std::string state;
    std::string airport;
    Date day;
    std::string species;
    std::int64_t cost;
    double kmh;
    std::string severity;
    bool operator==(const Damage&) const = default;
};

/// What we know of a state after each of its strikes.
struct StateSoFar {
    std::string state;
    std::int64_t strikes;
    std::int64_t cost;
    double fastest;
    std::string dearestSpecies;
};

namespace {

struct Settings {
    std::string input = "examples/data/birdstrikes.csv";
    std::string output = "birdstrikes-by-state.csv";
    std::string_view onMalformed = "fail";
};

bool read(Settings& settings, int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        const bool hasValue = i + 1 < argc;
        if (word == "--on-malformed" && hasValue) settings.onMalformed = argv[++i];
        else if (word == "--output" && hasValue) settings.output = argv[++i];
        else if (word.substr(0, 2) != "--") settings.input = word;
        else return false;
    }
    return settings.onMalformed == "fail" || settings.onMalformed == "skip" || settings.onMalformed == "collect";
}

// The key's strikes so far: a KeyedProcessFunction as a lambda; its state is any struct.
struct Totals {
    std::int64_t strikes{}, cost{}, dearest{-1};
    double fastest{};
    std::string species;
};

int run(const Settings& settings) {
    std::vector<CsvRejected> rejected;
    CsvOptions options;
    if (settings.onMalformed == "skip") options.skipRejected();
    if (settings.onMalformed == "collect") options.collectRejected(rejected);

    StreamExecutionEnvironment env;
    if (isatty(2))
        env.onProgress([](const JobProgress& p) { std::fprintf(stderr, "\r%llu rows%s", static_cast<unsigned long long>(p.rowsRead()), p.finished ? "\n" : ""); }, 1);
    auto tenv = StreamTableEnvironment::create(env);
    auto strikes = env.fromSource(CsvSource<Strike>(settings.input, options), "strikes");
    auto db = tenv.createTemporaryView<"strikes">(strikes);

    // The same query twice. Misspell a column in either and the compiler says which one was meant.
    auto byApi = db.from<"strikes">()
                     .where(col<"Effect Amount of damage"> != lit<"None"> && col<"Speed IAS in knots">.isNotNull())
                     .select(col<"Origin State">.as<"state">(), col<"Airport Name">.as<"airport">(), col<"Flight Date">.as<"day">(),
                             col<"Wildlife Species">.as<"species">(), col<"Cost Total $">.as<"cost">(),
                             (col<"Speed IAS in knots"> * lit<"1.852", "DECIMAL">).cast<double>().as<"kmh">(),
                             caseWhen(col<"Cost Total $"> >= lit<100000>, lit<"dear">, col<"Cost Total $"> > lit<0>, lit<"costly">, lit<"cheap">).as<"severity">());
    auto bySql = db.sqlQuery<R"(
        SELECT `Origin State` AS state, `Airport Name` AS airport, `Flight Date` AS `day`, `Wildlife Species` AS species, `Cost Total $` AS cost,
               CAST(`Speed IAS in knots` * 1.852 AS DOUBLE) AS kmh,
               CASE WHEN `Cost Total $` >= 100000 THEN 'dear' WHEN `Cost Total $` > 0 THEN 'costly' ELSE 'cheap' END AS severity
        FROM strikes
        WHERE `Effect Amount of damage` <> 'None' AND `Speed IAS in knots` IS NOT NULL)">();
    static_assert(byApi.plan() == bySql.plan());

    // Back to structs. The nullable speed may land in a double: the filter IS NOT NULL is part of the table's type.
    DataStream<Damage> damages = tenv.toDataStream<Damage>(byApi.select(
        col<"state">, col<"airport">, col<"day">, col<"species">, col<"cost">, col<"kmh">.orThrow().as<"kmh">(), col<"severity">));
    auto byState = damages
        .filter([](const Damage& d) { return d.severity != "cheap"; }).name("with costs")
        .keyBy(&Damage::state)
        .process([](const Damage& d, Totals& t, Collector<StateSoFar>& out) {
            ++t.strikes;
            t.cost += d.cost;
            if (d.kmh > t.fastest) t.fastest = d.kmh;
            if (d.cost > t.dearest) {
                t.dearest = d.cost;
                t.species = d.species;
            }
            out.collect({d.state, t.strikes, t.cost, t.fastest, t.species});
        }).name("totals by state");

    std::vector<StateSoFar> first;
    byState.addSink([&first](const StateSoFar& s) { if (first.size() < 10) first.push_back(s); }).name("first rows");
    byState.addSink(CsvSink<StateSoFar>(settings.output)).name("result file");
    const JobExecutionResult result = env.execute("bird strikes");

    std::printf("First rows of strikes with costs, by state:\n");
    printTable(first, {.compact = true});
    std::printf("\n%llu rows read, %llu kept, %llu rejected, %llu written to %s, %.0f rows a second\n", static_cast<unsigned long long>(result.counter("read")),
                static_cast<unsigned long long>(result.counter("kept")), static_cast<unsigned long long>(result.counter("rejected")),
                static_cast<unsigned long long>(result.rowsWritten("result file")), settings.output.c_str(), result.rowsPerSecond());
    for (const CsvRejected& r : rejected) std::printf("rejected: %s\n", CsvError::compose(r).c_str());

    // Both queries, row by row.
    const auto rowsOfApi = tenv.toDataStream(byApi).executeAndCollect(), rowsOfSql = tenv.toDataStream(bySql).executeAndCollect();
    const bool agree = rowsOfApi == rowsOfSql;
    std::printf("Table API and SQL %s: %zu rows each\n", agree ? "agree" : "DISAGREE", rowsOfApi.size());
    return agree ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    Settings settings;
    if (!read(settings, argc, argv)) {
        std::fprintf(stderr, "usage: %s [FILE] [--on-malformed fail|skip|collect] [--output FILE]\n", argv[0]);
        return 2;
    }
    try {
        return run(settings);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
