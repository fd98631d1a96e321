// SPDX-License-Identifier: BSL-1.0
// MATCH_RECOGNIZE running: streams and batch, NULL, texts, user functions and aggregates in conditions and measures, processing time, what goes wrong.
#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/connector/collect.hpp>

#include "table/texts.hpp"

using namespace rivulet;
using test::rowsOf;
using test::Texts;
using test::thrownBy;

namespace {

struct Quote {
    std::string symbol;
    std::optional<std::int32_t> price;
    std::string note;
    Timestamp<3> at;
};
Quote quote(std::string symbol, std::optional<std::int32_t> price, std::int64_t second, std::string note = {}) { return {std::move(symbol), price, std::move(note), Timestamp<3>::fromMillis(second * 1000)}; }
constexpr auto byTime = Schema().watermark<"at", "at - INTERVAL '2' SECOND">();

// Down and up again, of two symbols mixed; out of order within the two seconds, but for one row, which is late.
std::vector<Quote> quotes() {
    return {quote("acme", 12, 1, "a long note that owns memory 1"), quote("zeta", 5, 1), quote("acme", 15, 4, "a long note that owns memory 4"), quote("acme", 10, 3, "a long note that owns memory 3"),
            quote("zeta", {}, 4), quote("acme", 17, 2, "late, and not a note that anybody sees"), quote("zeta", 3, 6), quote("acme", 20, 7, "a long note that owns memory 7"), quote("zeta", 4, 7), quote("acme", 6, 9), quote("acme", 8, 11)};
}
struct Start : test::Environment {
    explicit Start(std::size_t batch = 1024) { env.setBatchRows(batch); }
    DataStream<Quote> stream = env.fromCollection(quotes());
    decltype(tenv.createTemporaryView<"quotes">(tenv.fromDataStream(stream, byTime))) db = tenv.createTemporaryView<"quotes">(tenv.fromDataStream(stream, byTime));
};

struct Longest {
    std::string text;
    void accumulate(std::string_view v) {
        if (v.size() > text.size()) text = v;
    }
    std::string result() const { return text; }
};

struct Place { std::int32_t hall; };
struct Precise {
    std::int32_t number;
    Timestamp<6> at;
};
struct Step {
    std::int32_t number;
    Place place;
    TimestampLtz<3> at;
};

}  // namespace

TEST_CASE("rows go through the pattern in order of time, whatever their batches; a late one is left out") {
    for (const std::size_t batch : {1u, 2u, 7u, 1024u}) {
        CAPTURE(batch);
        Start s(batch);
        const auto valleys = s.db.sqlQuery<
            "SELECT * FROM quotes MATCH_RECOGNIZE (PARTITION BY symbol ORDER BY at MEASURES TOP.price AS top, LAST(DOWN.price) AS low, UP.price AS up, UP.note AS note, MATCH_ROWTIME() AS t "
            "AFTER MATCH SKIP TO LAST UP PATTERN (TOP DOWN+ UP) DEFINE DOWN AS price < LAST(price, 1), UP AS price > LAST(price, 1)) AS m">();
        static_assert(valleys.schemaText() == "(\n  `symbol` STRING NOT NULL,\n  `top` INT,\n  `low` INT,\n  `up` INT,\n  `note` STRING NOT NULL,\n  `t` TIMESTAMP(3) NOT NULL *ROWTIME*\n)\n");
        // Of zeta a price is NULL, which is neither less nor more.
        CHECK(rowsOf(valleys) == Texts{"+I[acme, 12, 10, 15, a long note that owns memory 4, 1970-01-01T00:00:04]", "+I[acme, 20, 6, 8, , 1970-01-01T00:00:11]"});
        CHECK(s.env.lastResult().lateRows() == 1);
    }
}

TEST_CASE("batch: the same, but no row is late") {
    StreamExecutionEnvironment env;
    const auto tenv = BatchTableEnvironment::create(env);
    const auto db = tenv.createTemporaryView<"quotes">(tenv.fromDataStream(env.fromCollection(quotes()), byTime));
    const auto valleys = db.sqlQuery<
        "SELECT symbol, top, low, up FROM quotes MATCH_RECOGNIZE (PARTITION BY symbol ORDER BY at MEASURES TOP.price AS top, LAST(DOWN.price) AS low, UP.price AS up "
        "AFTER MATCH SKIP TO LAST UP PATTERN (TOP DOWN+ UP) DEFINE DOWN AS price < LAST(price, 1), UP AS price > LAST(price, 1)) AS m">();
    CHECK(rowsOf(valleys) == Texts{"+I[acme, 17, 10, 15]", "+I[acme, 20, 6, 8]"});
}

TEST_CASE("aggregates, user functions and user aggregates, in conditions and in measures; results go on into other steps") {
    Start s;
    const auto db = s.tenv.createTemporaryFunction<"LONGEST">(Longest{}).createTemporaryFunction<"TWICE">([](std::optional<std::int32_t> n) { return n ? std::optional(*n * 2) : n; })
                        .createTemporaryView<"quotes">(s.tenv.fromDataStream(s.stream, byTime));
    const auto sums = db.sqlQuery<
        "SELECT n, total, shortest, longest, highest, notes FROM quotes MATCH_RECOGNIZE (PARTITION BY symbol ORDER BY at "
        "MEASURES COUNT(A.price) AS n, SUM(TWICE(A.price)) AS total, MIN(note) AS shortest, LONGEST(A.note) AS longest, B.price AS highest, LISTAGG(A.symbol) AS notes "
        "AFTER MATCH SKIP PAST LAST ROW PATTERN (A{1,4} B) DEFINE A AS SUM(A.price) < TWICE(20) AND LONGEST(A.note) <> 'x' AND COUNT(A.price) > 0) AS m WHERE n > 1">();
    CHECK(rowsOf(sums) == Texts{"+I[3, 74, a long note that owns memory 1, a long note that owns memory 1, 20, acme,acme,acme]"});
    const auto counts = s.db.sqlQuery<"SELECT symbol, COUNT(*) AS n FROM quotes MATCH_RECOGNIZE (PARTITION BY symbol ORDER BY at MEASURES B.price AS p PATTERN (A B) DEFINE B AS B.price > A.price) AS m GROUP BY symbol">();
    CHECK(rowsOf(counts) == Texts{"+I[acme, 1]", "-U[acme, 1]", "+U[acme, 2]", "+I[zeta, 1]", "-U[acme, 2]", "+U[acme, 3]"});
}

TEST_CASE("the time of a match is a time attribute: windows take it, in streams and in batch; that of a row of it is not") {
    const auto counts = [](const auto& env, const auto& tenv) {
        const auto db = tenv.template createTemporaryView<"quotes">(tenv.fromDataStream(env.fromCollection(quotes()), byTime));
        const auto rises = db.template sqlQuery<"SELECT * FROM quotes MATCH_RECOGNIZE (PARTITION BY symbol ORDER BY at MEASURES MATCH_ROWTIME() AS t, A.at AS a PATTERN (A B) DEFINE B AS B.price > A.price) AS m">();
        const auto views = db.template createTemporaryView<"rises">(rises);
        return rowsOf(views.template sqlQuery<"SELECT window_start, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE rises, DESCRIPTOR(t), INTERVAL '5' SECOND)) GROUP BY window_start, window_end">());
    };
    StreamExecutionEnvironment env;
    CHECK(counts(env, StreamTableEnvironment::create(env)) == Texts{"+I[1970-01-01T00:00, 1]", "+I[1970-01-01T00:00:05, 2]", "+I[1970-01-01T00:00:10, 1]"});
    CHECK(counts(env, BatchTableEnvironment::create(env)) == Texts{"+I[1970-01-01T00:00, 2]", "+I[1970-01-01T00:00:05, 2]", "+I[1970-01-01T00:00:10, 1]"});
}

TEST_CASE("rows of one time in the order of further keys; FIRST and LAST by number; fields; any row where nothing is said") {
    StreamExecutionEnvironment env;
    const auto tenv = StreamTableEnvironment::create(env);
    std::vector<Step> steps;
    for (const std::int32_t n : {3, 1, 2, 5, 4}) steps.push_back({n, {n * 10}, TimestampLtz<3>::fromMillis(n > 3 ? 2000 : 1000)});
    const auto db = tenv.createTemporaryView<"steps">(tenv.fromDataStream(env.fromCollection(steps), Schema().watermark<"at", "at - INTERVAL '1' SECOND">()));
    CHECK(rowsOf(db.sqlQuery<"SELECT * FROM steps MATCH_RECOGNIZE (ORDER BY at, number MEASURES FIRST(A.number) AS f, FIRST(A.number, 1) AS g, LAST(A.place.hall, 1) AS h, place.hall AS l, FIRST(A.number, 9) AS x, "
                             "MATCH_ROWTIME(at) AS t PATTERN (A{3} B) DEFINE A AS TRUE) AS m">()) == Texts{"+I[1, 2, 20, 40, null, 1970-01-01T00:00:02Z]", "+I[2, 3, 30, 50, null, 1970-01-01T00:00:02Z]"});
}

TEST_CASE("batch: more digits than milliseconds order, too") {
    StreamExecutionEnvironment env;
    const auto tenv = BatchTableEnvironment::create(env);
    const auto db = tenv.createTemporaryView<"steps">(env.fromElements(Precise{3, Timestamp<6>("2024-05-06 09:00:00.000003")}, Precise{1, Timestamp<6>("2024-05-06 09:00:00.000001")}, Precise{2, Timestamp<6>("2024-05-06 09:00:00.000002")}));
    CHECK(rowsOf(db.sqlQuery<"SELECT * FROM steps MATCH_RECOGNIZE (ORDER BY at MEASURES A.number AS a, B.number AS b, C.number AS c PATTERN (A B C) DEFINE A AS TRUE) AS m">()) == Texts{"+I[1, 2, 3]"});
}

TEST_CASE("processing time: a row is matched when it comes") {
    StreamExecutionEnvironment env;
    const auto clock = std::make_shared<ManualClock>(5000);
    env.setClock(clock);
    const auto tenv = StreamTableEnvironment::create(env);
    const auto db = tenv.createTemporaryView<"quotes">(tenv.fromDataStream(env.fromCollection(quotes()), Schema().columnByExpression<"pt", "PROCTIME()">()));
    const auto rises = db.sqlQuery<"SELECT a, b FROM quotes MATCH_RECOGNIZE (PARTITION BY symbol ORDER BY pt MEASURES A.price AS a, B.price AS b, MATCH_PROCTIME() AS p AFTER MATCH SKIP PAST LAST ROW "
                                   "PATTERN (A B) WITHIN INTERVAL '1' SECOND DEFINE B AS B.price > A.price) AS m WHERE p = TO_TIMESTAMP_LTZ(5000, 3)">();
    CHECK(rowsOf(rises) == Texts{"+I[12, 15]", "+I[10, 17]", "+I[3, 4]", "+I[6, 8]"});
}

TEST_CASE("what goes wrong while running says where") {
    Start s;
    const auto endless = s.db.sqlQuery<"SELECT * FROM quotes MATCH_RECOGNIZE (ORDER BY at MEASURES B.price AS p AFTER MATCH SKIP TO FIRST A PATTERN (A B) DEFINE B AS B.price > 0) AS m">();
    CHECK(thrownBy<DataError>([&] { rowsOf(endless); }) == "MATCH_RECOGNIZE: AFTER MATCH SKIP to the first row of the match, which would be found again and again: 'A'");
    const auto missing = s.db.sqlQuery<"SELECT * FROM quotes MATCH_RECOGNIZE (ORDER BY at MEASURES C.price AS p AFTER MATCH SKIP TO B PATTERN (A B? C) DEFINE B AS B.price > 100) AS m">();
    CHECK(thrownBy<DataError>([&] { rowsOf(missing); }) == "MATCH_RECOGNIZE: AFTER MATCH SKIP to a variable that has no row in the match: 'B'");
}
