// SPDX-License-Identifier: BSL-1.0
// Temporal joins against a model of a few lines: random histories of a table, views of it, rows that come late.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <rivulet/rivulet.hpp>
#include <rivulet/stream/feed.hpp>

using namespace rivulet;

namespace {

using Rate = Row<Field<"k", int>, Field<"rate", int>, Field<"tag", int>, Field<"at", std::int64_t>>;
struct Probe {
    int id, k, tag;
    std::int64_t at;
};
struct Found {
    int id;
    std::optional<int> rate;
    bool operator==(const Found&) const = default;
};
std::string textOf(const std::vector<Found>& rows) {
    std::string text;
    for (const Found& f : rows) text += std::to_string(f.id) + "=" + (f.rate ? std::to_string(*f.rate) : "-") + " ";
    return text;
}

// What comes, in its order.
struct Event {
    enum Kind { rate, probe, watermark } kind;
    Rate change{RowKind::insert, 0, 0, 0, 0};
    Probe asked{};
    std::int64_t mark{};
};
enum class Brings { changes, upserts, inserts };

std::vector<Event> randomEvents(std::mt19937_64& random, Brings brings) {
    const auto to = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    std::vector<Event> events;
    std::map<int, Rate> table;
    std::int64_t now = 10;
    for (int i = 0; i < 40; ++i) {
        now += to(3);
        const std::int64_t at = now - to(6);
        const int k = to(3);
        if (const int what = to(10); what < 2) events.push_back({.kind = Event::watermark, .mark = now - to(8)});
        else if (what < 5) events.push_back({.kind = Event::probe, .asked = {i, k, to(2), at}});
        else {
            const Rate next(RowKind::insert, k, to(4) - 1, to(2), at);
            const auto known = table.find(k);
            const auto push = [&](Rate row, RowKind kind) {
                row.kind = kind;
                events.push_back({.kind = Event::rate, .change = row});
            };
            if (brings == Brings::inserts) push(next, RowKind::insert);
            else if (brings == Brings::upserts) {
                const bool goes = to(4) == 0;
                push(goes ? Rate(RowKind::delete_, k, 0, 0, at) : next, goes ? RowKind::delete_ : RowKind::updateAfter);
            } else if (known == table.end()) push(next, RowKind::insert);
            else if (to(4) == 0) push(Rate(RowKind::delete_, k, known->second.get<1>(), known->second.get<2>(), to(2) ? at : known->second.get<3>()), RowKind::delete_);
            else {
                push(known->second, RowKind::updateBefore);
                push(next, RowKind::updateAfter);
            }
            if (events.back().change.kind == RowKind::delete_) table.erase(k);
            else table.insert_or_assign(k, next);
        }
    }
    events.push_back({.kind = Event::watermark, .mark = 1000});
    return events;
}

// The view, as a model: which rows it shows, and what it computes of them. `last`: its rows are the last ones of their keys by time.
struct View {
    bool (*shows)(const Rate&);
    int (*value)(const Rate&);
    bool last{}, outer{}, byTag{};
};

std::vector<Found> modelOf(const std::vector<Event>& events, const View& view) {
    struct Waiting { Probe probe; };
    std::vector<Found> found;
    std::vector<Probe> waiting;
    std::map<int, std::map<std::int64_t, std::optional<Rate>>> versions;
    std::map<int, std::int64_t> newest;
    std::int64_t watermark = std::numeric_limits<std::int64_t>::min();
    for (const Event& e : events) {
        if (e.kind == Event::probe) waiting.push_back(e.asked);
        else if (e.kind == Event::rate && e.change.kind != RowKind::updateBefore) {
            const int k = e.change.get<0>();
            const std::int64_t at = e.change.get<3>();
            if (view.last) {
                if (newest.contains(k) && newest[k] > at) continue;
                newest[k] = at;
            }
            versions[k][at] = e.change.kind != RowKind::delete_ && view.shows(e.change) ? std::optional(e.change) : std::nullopt;
        } else if (e.kind == Event::watermark && e.mark > watermark) {
            watermark = e.mark;
            std::vector<Probe> later;
            for (const Probe& p : waiting) {
                if (p.at > watermark) {
                    later.push_back(p);
                    continue;
                }
                auto& of = versions[p.k];
                const auto after = of.upper_bound(p.at);
                const std::optional<Rate> is = after == of.begin() ? std::nullopt : std::prev(after)->second;
                if (is && (!view.byTag || is->get<2>() == p.tag)) found.push_back({p.id, view.value(*is)});
                else if (view.outer) found.push_back({p.id, std::nullopt});
            }
            waiting = later;
            for (auto& [k, of] : versions) {  // what is older than the newest that the watermark has passed
                const auto after = of.upper_bound(watermark);
                if (after == of.begin()) continue;
                const auto kept = std::prev(after);
                of.erase(of.begin(), kept->second ? kept : after);
            }
        }
    }
    return found;
}

bool all(const Rate&) { return true; }
bool positive(const Rate& r) { return r.get<1>() > 0; }
bool notZero(const Rate& r) { return r.get<1>() != 0; }
int rateOf(const Rate& r) { return r.get<1>(); }
int share(const Rate& r) { return 100 / r.get<1>(); }

template <FixedString ViewSql, FixedString Sql, Brings brings>
void agrees(const View& view) {
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        std::mt19937_64 random(seed);
        const auto events = randomEvents(random, brings);
        StreamExecutionEnvironment env;
        SourceFeed feed(env);
        const auto rates = feed.source<Rate>();
        const auto probes = feed.source<Probe>();
        auto tenv = StreamTableEnvironment::create(env);
        constexpr auto schema = [] { return Schema().columnByExpression<"rt", "TO_TIMESTAMP_LTZ(`at`, 3)">().watermark<"rt", "SOURCE_WATERMARK()">(); };
        auto source = [&] {
            const auto keyed = schema().template column<"k", "INT NOT NULL">().template column<"rate", "INT">().template column<"tag", "INT">().template column<"at", "BIGINT">().template primaryKey<"k">();
            if constexpr (brings == Brings::changes) return tenv.fromChangelogStream(rates, keyed, ChangelogMode::all());
            else if constexpr (brings == Brings::upserts) return tenv.fromChangelogStream(rates, keyed, ChangelogMode::upsert());
            else return tenv.fromChangelogStream(rates, schema(), ChangelogMode::insertOnly());
        };
        auto db = tenv.createTemporaryView<"Probes">(probes, schema()).template createTemporaryView<"Rates">(source());
        auto seen = db.template createTemporaryView<"V">(db.template sqlQuery<ViewSql>());
        std::vector<Found> found;
        tenv.template toDataStream<Found>(seen.template sqlQuery<Sql>()).addSink([&](const Found& f) { found.push_back(f); });
        std::string arrives;
        for (const Event& e : events) {
            if (e.kind == Event::rate) {
                feed.push(rates, e.change);
                rivulet::appendText(arrives, e.change);
            } else if (e.kind == Event::probe) {
                feed.push(probes, e.asked);
                arrives += "probe " + std::to_string(e.asked.id) + " k" + std::to_string(e.asked.k) + " tag" + std::to_string(e.asked.tag) + " at " + std::to_string(e.asked.at);
            } else {
                feed.watermark(rates, e.mark);
                feed.watermark(probes, e.mark);
                arrives += "watermark " + std::to_string(e.mark);
            }
            arrives += '\n';
        }
        env.execute();
        const auto expected = modelOf(events, view);
        INFO("seed " << seed << ": " << ViewSql.view() << "\n" << arrives);
        REQUIRE(textOf(found) == textOf(expected));
    }
}

}  // namespace

#define LEFT "SELECT p.id, v.rate FROM Probes p LEFT JOIN V FOR SYSTEM_TIME AS OF p.rt AS v ON p.k = v.k"
#define INNER "SELECT p.id, v.rate FROM Probes p JOIN V FOR SYSTEM_TIME AS OF p.rt AS v ON p.k = v.k"

TEST_CASE("a row is valid from its time until another one of its key, or none, is; whether the view shows that one or not") {
    agrees<"SELECT * FROM Rates", LEFT, Brings::changes>({all, rateOf, false, true});
    agrees<"SELECT * FROM Rates WHERE rate > 0", LEFT, Brings::changes>({positive, rateOf, false, true});
    agrees<"SELECT * FROM Rates WHERE rate > 0", INNER, Brings::upserts>({positive, rateOf, false, false});
    agrees<"SELECT * FROM Rates", LEFT, Brings::upserts>({all, rateOf, false, true});
}
TEST_CASE("views that compute, filter twice, or take the last rows by time") {
    agrees<"SELECT k, rt, 100 / rate AS rate FROM Rates WHERE rate <> 0", LEFT, Brings::upserts>({notZero, share, false, true});
    agrees<"SELECT k, rt, rate FROM (SELECT k, rt, rate FROM Rates WHERE rate <> 0) WHERE rate > 0", INNER, Brings::changes>({positive, rateOf, false, false});
    agrees<"SELECT k, rt, rate FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY rt DESC) AS n FROM Rates) WHERE n = 1 AND rate > 0", LEFT, Brings::inserts>({positive, rateOf, true, true});
}
TEST_CASE("what must be equal beside the key is a condition on the version, no key of its own") {
    agrees<"SELECT * FROM Rates", LEFT " AND p.tag = v.tag", Brings::upserts>({all, rateOf, false, true, true});
    agrees<"SELECT * FROM Rates WHERE rate > 0", INNER " AND v.tag = p.tag", Brings::changes>({positive, rateOf, false, false, true});
}
