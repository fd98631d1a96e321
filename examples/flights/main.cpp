// SPDX-License-Identifier: BSL-1.0
// Twenty thousand flights joined with the airports they left from, both read from CSV files and asked four questions in SQL:
// delays by state, delays by day, the busiest routes, and running counts. First as a stream, whose answers are changes; then
// in batch mode, whose answers are final rows. Ends with 1 if the changes do not add up to the final rows.
//
//     flights [--flights FILE] [--airports FILE]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <rivulet/rivulet.hpp>

using namespace rivulet;

/// The columns of the files that we read; others are passed over.
struct Flight {
    std::string date;  // 2001/01/31 06:45
    std::int32_t delay;
    std::int32_t distance;
    std::string origin;
    std::string destination;
};
struct Airport {
    std::string iata;
    std::string city;
    std::string state;
};

namespace {

// The questions. Each is parsed, bound and typed while this file compiles: misspell a column and the compiler names the nearest one.
constexpr FixedString departures = R"(
    SELECT TO_TIMESTAMP(f.`date`, 'yyyy/MM/dd HH:mm') AS departed, f.delay, f.distance, f.origin, f.destination, a.state
    FROM flights AS f JOIN airports AS a ON f.origin = a.iata)";
constexpr FixedString delaysByState = R"(
    SELECT state, COUNT(*) AS flights, COUNT(*) FILTER (WHERE delay > 15) AS late, ROUND(AVG(CAST(delay AS DOUBLE)), 1) AS minutes, MAX(delay) AS longest
    FROM departures
    GROUP BY state
    HAVING COUNT(*) >= 500)";
constexpr FixedString delaysByDay = R"(
    SELECT CAST(departed AS DATE) AS `day`, COUNT(*) AS flights, COUNT(*) FILTER (WHERE delay > 15) AS late, ROUND(AVG(CAST(delay AS DOUBLE)), 1) AS minutes
    FROM departures
    GROUP BY CAST(departed AS DATE))";
constexpr FixedString busiestRoutes = R"(
    SELECT place, origin, destination, flights, minutes
    FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY flights DESC, origin, destination) AS place
          FROM (SELECT origin, destination, COUNT(*) AS flights, ROUND(AVG(CAST(delay AS DOUBLE)), 1) AS minutes
                FROM departures
                GROUP BY origin, destination))
    WHERE place <= 10)";
constexpr FixedString runningCounts = R"(
    SELECT COUNT(*) AS flights, COUNT(DISTINCT state) AS states, COUNT(*) FILTER (WHERE delay > 15) AS late, SUM(CAST(distance AS BIGINT)) AS miles
    FROM departures)";

struct Settings {
    std::string flights = "examples/data/flights-20k.csv";
    std::string airports = "examples/data/airports.csv";
};

bool read(Settings& settings, int argc, char** argv) {
    for (int i = 1; i < argc; i += 2) {
        const std::string_view word = argv[i];
        if (i + 1 == argc || (word != "--flights" && word != "--airports")) return false;
        (word == "--flights" ? settings.flights : settings.airports) = argv[i + 1];
    }
    return true;
}

/// What came of each question: the changes of its answer in their order.
template <class ByState, class ByDay, class Routes, class Counts>
struct Answers {
    std::vector<ByState> byState;
    std::vector<ByDay> byDay;
    std::vector<Routes> routes;
    std::vector<Counts> counts;
};
template <class... Streams> using AnswersOf = Answers<typename Streams::Element...>;

// One program for both modes: `tenv` says which one it is.
auto ask(const StreamExecutionEnvironment& env, const auto& tenv, const Settings& settings) {
    auto files = tenv.template createTemporaryView<"airports">(env.fromSource(CsvSource<Airport>(settings.airports), "airports"))
                     .template createTemporaryView<"flights">(env.fromSource(CsvSource<Flight>(settings.flights), "flights"));
    auto db = files.template createTemporaryView<"departures">(files.template sqlQuery<departures>());

    auto byState = db.toChangelogStream(db.template sqlQuery<delaysByState>());
    auto byDay = db.toChangelogStream(db.template sqlQuery<delaysByDay>());
    auto routes = db.toChangelogStream(db.template sqlQuery<busiestRoutes>());
    auto counts = db.toChangelogStream(db.template sqlQuery<runningCounts>());

    AnswersOf<decltype(byState), decltype(byDay), decltype(routes), decltype(counts)> answers;
    byState.addSink([&answers](const auto& row) { answers.byState.push_back(row); });
    byDay.addSink([&answers](const auto& row) { answers.byDay.push_back(row); });
    routes.addSink([&answers](const auto& row) { answers.routes.push_back(row); });
    counts.addSink([&answers](const auto& row) { answers.counts.push_back(row); });
    const JobExecutionResult result = env.execute("flights");  // one job: each file is read once
    std::printf("%llu rows read\n", static_cast<unsigned long long>(result.rowsRead()));
    return answers;
}

/// The rows that are left when all changes have been made, in the order of their first column.
template <class Row>
std::vector<Row> fold(const std::vector<Row>& changes) {
    std::vector<Row> rows;
    for (Row change : changes) {
        const RowKind kind = std::exchange(change.kind, RowKind::insert);
        if (kind == RowKind::insert || kind == RowKind::updateAfter) rows.push_back(std::move(change));
        else if (const auto old = std::find(rows.begin(), rows.end(), change); old != rows.end()) rows.erase(old);
        else throw std::runtime_error("a change takes away a row that was never there");
    }
    std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.template get<0>() < b.template get<0>(); });
    return rows;
}

template <class Row>
void heading(const char* title, const std::vector<Row>& changes) {
    std::size_t kinds[4]{};
    for (const Row& change : changes) ++kinds[static_cast<std::size_t>(change.kind)];
    std::printf("\n%s, from %zu +I, %zu -U, %zu +U, %zu -D:\n", title, kinds[0], kinds[1], kinds[2], kinds[3]);
}
template <class Row>
void printRows(const char* title, const std::vector<Row>& changes) {
    heading(title, changes);
    std::vector<Row> rows = fold(changes);
    const std::size_t all = rows.size();
    rows.resize(std::min(all, std::size_t{10}));
    printTable(rows, {.compact = true});
    if (all > rows.size()) std::printf("(the first of %zu)\n", all);
}
template <class Row>
void printLast(const char* title, const std::vector<Row>& changes) {
    heading(title, changes);
    std::fputs(tableauOf(std::vector(changes.end() - std::min(std::ssize(changes), std::ptrdiff_t{4}), changes.end()), {.op = true, .compact = true}).c_str(), stdout);
}
void print(const auto& answers) {
    printRows("Delays by state", answers.byState);
    printRows("Delays by day", answers.byDay);
    printRows("Busiest routes", answers.routes);
    printLast("Running counts, the last changes", answers.counts);
}

template <class Row>
bool agree(const char* title, const std::vector<Row>& streaming, const std::vector<Row>& batch) {
    const std::vector<Row> a = fold(streaming), b = fold(batch);
    const bool same = std::is_permutation(a.begin(), a.end(), b.begin(), b.end());
    if (!same) std::printf("%s DISAGREE: %zu rows as a stream, %zu in batch mode\n", title, a.size(), b.size());
    return same;
}

bool run(const Settings& settings) {
    StreamExecutionEnvironment env;
    std::printf("== Streaming ==\n");
    const auto streaming = ask(env, StreamTableEnvironment::create(env), settings);
    print(streaming);
    std::printf("\n== Batch ==\n");
    const auto batch = ask(env, BatchTableEnvironment::create(env), settings);
    print(batch);

    std::printf("\n");
    const bool same[] = {agree("Delays by state", streaming.byState, batch.byState), agree("Delays by day", streaming.byDay, batch.byDay),
                         agree("Busiest routes", streaming.routes, batch.routes), agree("Running counts", streaming.counts, batch.counts)};
    const bool all = std::find(std::begin(same), std::end(same), false) == std::end(same);
    if (all) std::printf("Streaming and batch agree on all four.\n");
    return all;
}

}  // namespace

int main(int argc, char** argv) {
    Settings settings;
    if (!read(settings, argc, argv)) {
        std::fprintf(stderr, "usage: %s [--flights FILE] [--airports FILE]\n", argv[0]);
        return 2;
    }
    try {
        return run(settings) ? 0 : 1;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
