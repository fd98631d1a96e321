// SPDX-License-Identifier: BSL-1.0
// Joins over time as tables run them: by row time with what is late, by processing time with its clock, and what they join next.
#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>

#include <rivulet/stream/feed.hpp>

#include "texts.hpp"

using namespace rivulet;
using test::Texts, test::textsOf;

namespace {

struct Ask {
    std::int32_t ask;
    std::string k;
    std::int64_t at;
};
struct Reply {
    std::int32_t rep;
    std::string k;
    std::int64_t at;
};

// Two streams whose rows come as they are pushed, as tables with a row time, or, by the clock, a processing time.
struct Feeds {
    StreamExecutionEnvironment env;
    SourceFeed feed{env};
    DataStream<Ask> asks = feed.source<Ask>();
    DataStream<Reply> replies = feed.source<Reply>();
    decltype(StreamTableEnvironment::create(env)) tenv = StreamTableEnvironment::create(env);
    void ask(std::int32_t id, std::int64_t at, const char* k = "x") { feed.push(asks, Ask{id, k, at}); }
    void reply(std::int32_t id, std::int64_t at, const char* k = "x") { feed.push(replies, Reply{id, k, at}); }

    auto byRowTime() const {
        return tenv.createTemporaryView<"Asks">(asks, Schema().columnByExpression<"rt", "TO_TIMESTAMP_LTZ(`at`, 3)">().watermark<"rt", "rt">())
            .createTemporaryView<"Replies">(replies, Schema().columnByExpression<"rt", "TO_TIMESTAMP_LTZ(`at`, 3)">().watermark<"rt", "rt">());
    }
    auto byProcessingTime() const {
        return tenv.createTemporaryView<"Asks">(asks, Schema().columnByExpression<"pt", "PROCTIME()">())
            .createTemporaryView<"Replies">(replies, Schema().columnByExpression<"pt", "PROCTIME()">());
    }
};

}  // namespace

TEST_CASE("an interval join by row time; rows that were too late are counted") {
    Feeds f;
    const auto db = f.byRowTime();
    const auto joined = db.sqlQuery<"SELECT a.ask, r.rep FROM Asks a LEFT JOIN Replies r ON a.k = r.k AND r.rt BETWEEN a.rt AND a.rt + INTERVAL '5' SECOND">();
    f.ask(1, 1000);
    f.reply(11, 4000);
    f.ask(2, 2000, "y");
    f.ask(3, 9000);
    f.reply(12, 9000);   // the watermark is 9 s: 2 cannot be matched any more
    f.ask(4, 500);       // nor can this one
    f.reply(13, 14000);
    f.reply(14, 14001);
    std::vector<std::string> rows;
    f.tenv.toDataStream<std::pair<std::int32_t, std::optional<std::int32_t>>>(joined, byPosition<>).addSink(
        [&rows](const std::pair<std::int32_t, std::optional<std::int32_t>>& row) { rows.push_back(test::textOf(row)); });
    const JobExecutionResult result = f.env.execute();
    CHECK(rows == Texts{"(1,11)", "(3,12)", "(2,null)", "(4,null)", "(3,13)"});
    CHECK(result.lateRows() == 1);
}

TEST_CASE("what an interval join gives has row times for windows above it") {
    Feeds f;
    const auto db = f.byRowTime();
    const auto joined = db.createTemporaryView<"Joined">(db.sqlQuery<"SELECT r.rt AS rt FROM Asks a JOIN Replies r ON r.rt BETWEEN a.rt - INTERVAL '5' SECOND AND a.rt">());
    for (int second = 1; second <= 10; ++second) {
        f.ask(second, second * 1000);
        if (second % 2) f.reply(second, second * 1000);
    }
    // None of them is late, although an ask meets replies of five seconds ago.
    CHECK(test::rowsOf(joined.sqlQuery<"SELECT window_end, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE Joined, DESCRIPTOR(rt), INTERVAL '4' SECOND)) GROUP BY window_start, window_end">()) ==
          Texts{"+I[1970-01-01T00:00:04, 12]", "+I[1970-01-01T00:00:08, 10]", "+I[1970-01-01T00:00:12, 2]"});
}

TEST_CASE("a temporal join of a stream of versions, in SQL with what stands around it") {
    Feeds f;
    const auto db = f.byRowTime();
    const auto versions = db.createTemporaryView<"Latest">(
        db.sqlQuery<"SELECT k, rep, rt FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY rt DESC) AS n FROM Replies) WHERE n = 1">());
    const auto joined = versions.sqlQuery<"SELECT a.ask, l.rep FROM Asks a LEFT JOIN Latest FOR SYSTEM_TIME AS OF a.rt AS l ON a.k = l.k WHERE a.ask <> 3">();
    f.reply(11, 1000);
    f.ask(1, 500);
    f.ask(2, 1500);
    f.reply(12, 2000);
    f.ask(3, 2000);
    f.ask(4, 2500, "y");
    f.reply(13, 9000);
    f.ask(5, 8999);
    CHECK(test::rowsOf(joined) == Texts{"+I[1, null]", "+I[2, 11]", "+I[4, null]", "+I[5, 12]"});
}

TEST_CASE("a version ends when its row leaves the view, or changes in a column that must be equal") {
    Feeds f;
    using R = Row<Field<"rate", std::int32_t>, Field<"cur", std::string>, Field<"tag", std::string>, Field<"at", std::int64_t>>;
    const auto rates = f.feed.source<R>();
    const auto changes = Schema().columnByExpression<"rt", "TO_TIMESTAMP_LTZ(`at`, 3)">().column<"rate", "INT">().column<"cur", "STRING NOT NULL">().column<"tag", "STRING">().column<"at", "BIGINT">()
                             .columnByExpression<"pt", "PROCTIME()">().watermark<"rt", "rt">().primaryKey<"cur">();
    const auto db = f.tenv.createTemporaryView<"Asks">(f.asks, Schema().columnByExpression<"rt", "TO_TIMESTAMP_LTZ(`at`, 3)">().columnByExpression<"pt", "PROCTIME()">().watermark<"rt", "rt">())
                        .createTemporaryView<"Retracting">(f.tenv.fromChangelogStream(rates, changes, ChangelogMode::all()));
    const auto views = db.createTemporaryView<"Kept">(db.sqlQuery<"SELECT * FROM Retracting WHERE rate > 0">());
    const Texts expected{"+I[3, 5]", "+I[6, null]", "+I[7, 8]", "+I[9, null]"};
    const auto push = [&](RowKind kind, std::int32_t rate, std::int64_t at, const char* tag = "a") { f.feed.push(rates, R(kind, rate, "x", tag, at)); };
    push(RowKind::insert, 5, 1);
    f.ask(3, 3);
    push(RowKind::updateBefore, 5, 1);
    push(RowKind::updateAfter, 0, 5);
    f.ask(6, 6);
    push(RowKind::updateBefore, 0, 5);
    push(RowKind::updateAfter, 8, 7);
    f.ask(7, 7);
    push(RowKind::updateBefore, 8, 7);
    push(RowKind::updateAfter, 8, 9, "b");
    f.ask(9, 9);
    CHECK(test::rowsOf(views.sqlQuery<"SELECT a.ask, r.rate FROM Asks a LEFT JOIN Kept FOR SYSTEM_TIME AS OF a.rt AS r ON a.k = r.cur AND r.tag = SUBSTRING('ab', a.ask / 20 + 1, 1)">()) == expected);
    CHECK(test::rowsOf(views.sqlQuery<"SELECT a.ask, r.rate FROM Asks a LEFT JOIN Kept FOR SYSTEM_TIME AS OF a.pt AS r ON a.k = r.cur AND r.tag = SUBSTRING('ab', a.ask / 20 + 1, 1)">()) == expected);
}

TEST_CASE("an interval join by processing time goes by the clock, also while nothing comes") {
    Feeds f;
    const auto db = f.byProcessingTime();
    const auto joined = db.sqlQuery<"SELECT a.ask, r.rep FROM Asks a FULL JOIN Replies r ON a.k = r.k AND r.pt BETWEEN a.pt AND a.pt + INTERVAL '5' SECOND">();
    f.feed.advanceProcessingTime(10'000);
    f.ask(1, 0);
    f.ask(2, 0, "y");
    f.feed.advanceProcessingTime(15'000);
    f.reply(11, 0);
    f.reply(12, 0, "z");
    f.feed.advanceProcessingTime(15'001);  // 2 is too old now; 12 may not be matched at all
    f.ask(3, 0, "z");
    f.feed.advanceProcessingTime(30'000);
    f.reply(13, 0, "z");
    CHECK(test::rowsOf(joined) == Texts{"+I[1, 11]", "+I[2, null]", "+I[null, 12]", "+I[3, null]", "+I[null, 13]"});
}

TEST_CASE("a temporal join by processing time meets the rows that are there") {
    Feeds f;
    using R = Row<Field<"cur", std::string>, Field<"rate", std::int32_t>>;
    const auto rates = f.feed.source<R>();
    const auto db = f.byProcessingTime().createTemporaryView<"Rates">(f.tenv.fromChangelogStream(rates, Schema().primaryKey<"cur">(), ChangelogMode::upsert()));
    const auto joined = db.sqlQuery<"SELECT a.ask, r.rate FROM Asks a LEFT JOIN Rates FOR SYSTEM_TIME AS OF a.pt AS r ON a.k = r.cur">();
    const auto several = db.sqlQuery<"SELECT a.ask, r.rep FROM Asks a JOIN Replies FOR SYSTEM_TIME AS OF a.pt AS r ON a.k = r.k AND r.rep > 5">();
    f.ask(1, 0);
    f.feed.push(rates, R("x", 10));
    f.ask(2, 0);
    f.feed.push(rates, R(RowKind::updateAfter, "x", 20));
    f.reply(11, 0);
    f.reply(5, 0);
    f.reply(12, 0);
    f.ask(3, 0);
    f.feed.push(rates, R(RowKind::delete_, "x", 20));
    f.ask(4, 0);
    CHECK(test::rowsOf(joined) == Texts{"+I[1, null]", "+I[2, 10]", "+I[3, 20]", "+I[4, null]"});
    CHECK(test::rowsOf(several) == Texts{"+I[3, 11]", "+I[3, 12]", "+I[4, 11]", "+I[4, 12]"});
}

namespace {

struct Offer {
    std::int64_t price;
    Timestamp<3> at;
};
// Out of order, some behind the watermark; milliseconds, so that watermarks and times take all values.
std::vector<Offer> offersAtRandom(unsigned seed) {
    std::vector<Offer> offers;
    const auto below = [&seed](unsigned n) { return ((seed = seed * 1'664'525 + 1'013'904'223) >> 8 & 0xFFFF) % n; };
    for (std::int64_t i = 0; i < 300; ++i) {
        const std::int64_t late = below(10) == 0 ? 30 : 3;
        offers.push_back({static_cast<std::int64_t>(below(4)), Timestamp<3>::fromMillis(100'000 + i * 7 / 10 - static_cast<std::int64_t>(below(static_cast<unsigned>(late))))});
    }
    return offers;
}

}  // namespace

TEST_CASE("a regular join that forgets by time gives what one gives that keeps all rows") {
    for (unsigned seed = 1; seed <= 6; ++seed)
        for (const std::size_t size : {std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{1024}}) {
            CAPTURE(seed);
            CAPTURE(size);
            test::Environment e;
            e.env.setBatchRows(size);
            const auto offers = e.env.fromCollection(offersAtRandom(seed));
            const auto db = e.tenv.createTemporaryView<"Offers">(offers, Schema().watermark<"at", "at - INTERVAL '0.002' SECOND">());
            // The same conditions; of the second nobody finds out that they are about time.
            const Texts all = textsOf(db.sqlQuery<"SELECT o.price, o.at, w.we FROM Offers o JOIN (SELECT MAX(price) AS most, window_end AS we FROM TABLE(TUMBLE(TABLE Offers, DESCRIPTOR(at), INTERVAL '0.01' SECOND)) GROUP BY window_start, window_end) w ON o.price = w.most AND NOT (o.at < w.we - INTERVAL '0.01' SECOND OR o.at > w.we)">().execute().collect());
            CHECK(all.size() > 20);
            CHECK(textsOf(db.sqlQuery<"SELECT o.price, o.at, w.we FROM Offers o JOIN (SELECT MAX(price) AS most, window_end AS we FROM TABLE(TUMBLE(TABLE Offers, DESCRIPTOR(at), INTERVAL '0.01' SECOND)) GROUP BY window_start, window_end) w ON o.price = w.most WHERE o.at BETWEEN w.we - INTERVAL '0.01' SECOND AND w.we">().execute().collect()) == all);
            const Texts padded = textsOf(db.sqlQuery<"SELECT w.we, o.at, o.n FROM (SELECT window_end AS we, price, COUNT(*) AS n FROM TABLE(HOP(TABLE Offers, DESCRIPTOR(at), INTERVAL '0.005' SECOND, INTERVAL '0.01' SECOND)) GROUP BY window_start, window_end, price) w FULL JOIN (SELECT window_time AS at, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE Offers, DESCRIPTOR(at), INTERVAL '0.007' SECOND)) GROUP BY window_start, window_end, window_time) o ON w.price = MOD(o.n, 4) AND NOT (o.at < w.we - INTERVAL '0.015' SECOND OR o.at > w.we)">().execute().collect());
            CHECK(padded.size() > 100);
            CHECK(textsOf(db.sqlQuery<"SELECT w.we, o.at, o.n FROM (SELECT window_end AS we, price, COUNT(*) AS n FROM TABLE(HOP(TABLE Offers, DESCRIPTOR(at), INTERVAL '0.005' SECOND, INTERVAL '0.01' SECOND)) GROUP BY window_start, window_end, price) w FULL JOIN (SELECT window_time AS at, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE Offers, DESCRIPTOR(at), INTERVAL '0.007' SECOND)) GROUP BY window_start, window_end, window_time) o ON w.price = MOD(o.n, 4) AND o.at >= w.we - INTERVAL '0.015' SECOND AND o.at <= w.we">().execute().collect()) == padded);
        }
}
