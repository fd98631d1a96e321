// SPDX-License-Identifier: BSL-1.0
// Nexmark's queries over events that lie in memory, and loops by hand over the same events that give the same rows (nexmark/by_hand.hpp). A process runs
// one query, so that its memory can be told.
//
//     nexmark QUERY EVENTS ours|hand [RUNS]     prints the least seconds (processor time) of the runs, events, megabytes that the runs needed beyond the events,
//                                               changes, rows left, and two sums over them: of every character, and of the sizes of texts
//     nexmark list                              the queries, and which have a loop by hand
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <sys/resource.h>

#include <rivulet/connector/regex.hpp>

#include "measure.hpp"
#include "nexmark/average_of_last.hpp"
#include "nexmark/bid_log.hpp"
#include "nexmark/by_hand.hpp"
#include "nexmark/queries.hpp"
#include "nexmark/side_input.hpp"
#include "nexmark/temporary_folder.hpp"
#include "nexmark/views.hpp"

namespace {

using namespace nexmark;

// A tenth of the rate at which Flink's suite runs by default, so that ten million events are ten windows of ten seconds.
constexpr double eventsPerSecond = 100'000;

auto views(const rivulet::StreamExecutionEnvironment& env, const Events& events) {
    // The order in which they are made is that of their turns.
    const auto persons = env.fromSource(Replay<Person>(events.persons), "person");
    const auto auctions = env.fromSource(Replay<Auction>(events.auctions), "auction");
    const auto bids = env.fromSource(Replay<Bid>(events.bids), "bid");
    return withViews(rivulet::StreamTableEnvironment::create(env), persons, auctions, bids);
}
using Views = decltype(views(std::declval<const rivulet::StreamExecutionEnvironment&>(), std::declval<const Events&>()));

template <class Stream>
void run(const rivulet::StreamExecutionEnvironment& env, Stream changes, Answer& answer) {
    std::move(changes).addSink([&answer](const auto& row) { answer.take(row); });
    env.execute();
}
template <rivulet::FixedString Sql>
auto changesOf(const Views& db) { return db.toChangelogStream(db.template sqlQuery<Sql>()); }
template <rivulet::FixedString Sql>
void bySql(const Events& events, Answer& answer) {
    rivulet::StreamExecutionEnvironment env;
    run(env, changesOf<Sql>(views(env, events)), answer);
}
template <rivulet::FixedString Sql> using RowOf = typename decltype(changesOf<Sql>(std::declval<const Views&>()))::Element;

template <class R, void (*Loop)(const Events&, Emitter<R>&)>
void byHand(const Events& events, Answer& answer) {
    Emitter<R> out(answer);
    Loop(events, out);
}

void q6BySql(const Events& events, Answer& answer) {
    rivulet::StreamExecutionEnvironment env;
    run(env, averageOfLast(changesOf<q6Winning>(views(env, events))), answer);
}

void q10BySql(const Events& events, Answer&) {
    const TemporaryFolder folder;
    rivulet::StreamExecutionEnvironment env;
    const Views db = views(env, events);
    db.toDataStream<BidOfMinute>(db.sqlQuery<q10>()).addSink(BidLog(folder.path));
    env.execute();
}
void q13BySql(const Events& events, Answer& answer) {
    static const TemporaryFolder folder;
    static const std::string file = [] {
        std::string path = folder.path + "/side_input.csv";
        writeSideInput(path);
        return path;
    }();
    rivulet::StreamExecutionEnvironment env;
    const auto db = withSideInput(views(env, events), env, file);
    run(env, db.toChangelogStream(db.sqlQuery<q13>()), answer);
}

using Run = void (*)(const Events&, Answer&);
struct Query {
    std::string_view name;
    Run ours, hand;
};
#define NEXMARK_BY_HAND(q) {#q, bySql<q>, byHand<RowOf<q>, hand::q<RowOf<q>>>}
#define NEXMARK_ALONE(q) {#q, bySql<q>, nullptr}
constexpr Query queries[] = {
    NEXMARK_BY_HAND(q0),       NEXMARK_BY_HAND(q1), NEXMARK_BY_HAND(q2),       NEXMARK_BY_HAND(q3), NEXMARK_BY_HAND(q4),  NEXMARK_BY_HAND(q5),
    {"q6", q6BySql, nullptr},  NEXMARK_BY_HAND(q7), NEXMARK_BY_HAND(q8),       NEXMARK_BY_HAND(q9), {"q10", q10BySql, nullptr}, NEXMARK_ALONE(q11),
    NEXMARK_BY_HAND(q12),      {"q13", q13BySql, nullptr}, NEXMARK_ALONE(q14), NEXMARK_BY_HAND(q15), NEXMARK_ALONE(q16),  NEXMARK_BY_HAND(q17),
    NEXMARK_BY_HAND(q18),      NEXMARK_BY_HAND(q19), NEXMARK_BY_HAND(q20),     NEXMARK_ALONE(q21),  NEXMARK_ALONE(q22),   NEXMARK_ALONE(q23)};
#undef NEXMARK_BY_HAND
#undef NEXMARK_ALONE

double peakMegabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

int measure(const Query& query, std::int64_t count, std::string_view how, int runs) {
    const Run one = how == "hand" ? query.hand : query.ours;
    if (!one) return std::fprintf(stderr, "%.*s has no loop by hand\n", static_cast<int>(query.name.size()), query.name.data()), 2;
    const Events events(Generator(eventsPerSecond), count / eventsPerRound);
    const double before = peakMegabytes();
    double least = 1e300;
    Answer sizes(false), whole(true);
    for (int i = 0; i < runs; ++i) {
        sizes = Answer(false);
        least = std::min(least, bench::timed([&] { one(events, sizes); }));
    }
    const double after = peakMegabytes();
    one(events, whole);
    std::printf("%.6f %zu %.0f %llu %lld %llu %llu\n", least / 1e3, events.size(), after - before, static_cast<unsigned long long>(sizes.changes()),
                static_cast<long long>(sizes.rowsLeft()), static_cast<unsigned long long>(whole.sum()), static_cast<unsigned long long>(sizes.sum()));
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 2 && std::string_view(argv[1]) == "list") {
        for (const Query& q : queries) std::printf("%.*s %s\n", static_cast<int>(q.name.size()), q.name.data(), q.hand ? "hand" : "-");
        return 0;
    }
    for (const Query& q : queries)
        if (argc >= 4 && q.name == argv[1]) return measure(q, std::atoll(argv[2]), argv[3], argc > 4 ? std::atoi(argv[4]) : 1);
    std::fprintf(stderr, "usage: %s list | QUERY EVENTS ours|hand [RUNS]\n", argv[0]);
    return 2;
}
