// SPDX-License-Identifier: BSL-1.0
// Windows over what is no time, of lengths that make none, and of aggregates that cannot be put together.
#include <rivulet/rivulet.hpp>

#include <string>
#include <vector>

using namespace rivulet;

struct Click { std::string user; std::int32_t bytes; Timestamp<3> at; };

struct Least {
    std::int32_t is = INT32_MAX;
    void accumulate(std::int32_t v) { if (v < is) is = v; }
    std::int32_t result() const { return is; }
};
struct Most {
    std::int32_t is = 0;
    void accumulate(std::int32_t v) { if (v > is) is = v; }
    void merge(const Most& later) { accumulate(later.is); }
    std::int32_t result() const { return is; }
};
struct Start {
    StreamExecutionEnvironment env;
    DataStream<Click> stream = env.fromCollection(std::vector<Click>{});
    decltype(StreamTableEnvironment::create(env)) tenv = StreamTableEnvironment::create(env);
    decltype(tenv.createTemporaryView<"clicks">(tenv.fromDataStream(stream, Schema().watermark<"at", "at">())).createTemporaryView<"plain">(stream)
                 .createTemporaryFunction<"LEAST_OF">(Least{}).createTemporaryFunction<"MOST_OF">(Most{})) db =
        tenv.createTemporaryView<"clicks">(tenv.fromDataStream(stream, Schema().watermark<"at", "at">())).createTemporaryView<"plain">(stream)
            .createTemporaryFunction<"LEAST_OF">(Least{}).createTemporaryFunction<"MOST_OF">(Most{});
};

#if RIVULET_CASE == 1 // expect: a window needs a time attribute | "at" | wants: a watermark in its schema | found: TIMESTAMP(3)
void f(Start s) { s.db.sqlQuery<"SELECT user, window_end FROM TABLE(TUMBLE(TABLE plain, DESCRIPTOR(at), INTERVAL '1' DAY))">(); }
#endif
#if RIVULET_CASE == 101
void f(Start s) { s.db.sqlQuery<"SELECT user, window_end FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(at), INTERVAL '1' DAY))">(); }
#endif

#if RIVULET_CASE == 2 // expect: a window needs a time attribute | "bytes" | found: INT
void f(Start s) { s.db.sqlQuery<"SELECT COUNT(*) AS n FROM clicks GROUP BY TUMBLE(bytes, INTERVAL '1' DAY)">(); }
#endif
#if RIVULET_CASE == 102
void f(Start s) { s.db.sqlQuery<"SELECT COUNT(*) AS n FROM clicks GROUP BY TUMBLE(at, INTERVAL '1' DAY)">(); }
#endif

#if RIVULET_CASE == 3 // expect: these lengths of time make no windows | "TUMBLE" | wants: an offset below the size | found: an offset of 86400000 ms
void f(Start s) { s.db.sqlQuery<"SELECT window_end FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(at), INTERVAL '1' DAY, INTERVAL '24' HOUR))">(); }
#endif
#if RIVULET_CASE == 103
void f(Start s) { s.db.sqlQuery<"SELECT window_end FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(at), INTERVAL '1' DAY, INTERVAL '23' HOUR))">(); }
#endif

#if RIVULET_CASE == 4 // expect: wrong arguments of a window function | "HOP" | wants: table, time, slide, size
void f(Start s) { s.db.sqlQuery<"SELECT window_end FROM TABLE(HOP(TABLE clicks, DESCRIPTOR(at), INTERVAL '1' HOUR))">(); }
#endif
#if RIVULET_CASE == 104
void f(Start s) { s.db.sqlQuery<"SELECT window_end FROM TABLE(HOP(TABLE clicks, DESCRIPTOR(at), INTERVAL '1' HOUR, INTERVAL '1' DAY))">(); }
#endif

#if RIVULET_CASE == 5 // expect: an aggregate function needs accumulate(..) | "LEAST_OF" | wants: one void merge(const T&)
void f(Start s) { s.db.sqlQuery<"SELECT LEAST_OF(bytes) AS l FROM TABLE(HOP(TABLE clicks, DESCRIPTOR(at), INTERVAL '1' HOUR, INTERVAL '1' DAY)) GROUP BY window_start, window_end">(); }
#endif
#if RIVULET_CASE == 105
void f(Start s) {
    s.db.sqlQuery<"SELECT MOST_OF(bytes) AS l FROM TABLE(HOP(TABLE clicks, DESCRIPTOR(at), INTERVAL '1' HOUR, INTERVAL '1' DAY)) GROUP BY window_start, window_end">();
    s.db.sqlQuery<"SELECT LEAST_OF(bytes) AS l FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(at), INTERVAL '1' DAY)) GROUP BY window_start, window_end">();
}
#endif

#if RIVULET_CASE == 6 // expect: the target doesn't support consuming the changes of this query | "GroupAggregate" | wants: window_start and | window_end in GROUP BY
struct Out { Timestamp<3> s; std::int64_t n; };
void f(Start s) { s.db.toDataStream<Out>(s.db.sqlQuery<"SELECT window_start AS s, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(at), INTERVAL '1' DAY)) GROUP BY window_start">()); }
#endif
#if RIVULET_CASE == 106
struct Out { Timestamp<3> s; std::int64_t n; };
void f(Start s) { s.db.toDataStream<Out>(s.db.sqlQuery<"SELECT window_start AS s, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(at), INTERVAL '1' DAY)) GROUP BY window_start, window_end">()); }
#endif

#if RIVULET_CASE == 7 // expect: wrong arguments of a window function | "TUMBLE" | wants: TABLE before its name
void f(Start s) { s.db.sqlQuery<"SELECT window_end FROM TABLE(TUMBLE(clicks, DESCRIPTOR(at), INTERVAL '1' DAY))">(); }
#endif
#if RIVULET_CASE == 107
void f(Start s) { s.db.sqlQuery<"SELECT window_end FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(at), INTERVAL '1' DAY))">(); }
#endif

#if RIVULET_CASE == 8 // expect: unknown column | "window_start" | wants: TABLE(TUMBLE(..)) in FROM
void f(Start s) { s.db.sqlQuery<"SELECT COUNT(*) AS n FROM clicks GROUP BY window_start, window_end">(); }
#endif
#if RIVULET_CASE == 108
void f(Start s) { s.db.sqlQuery<"SELECT COUNT(*) AS n FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(at), INTERVAL '1' DAY)) GROUP BY window_start, window_end">(); }
#endif

#if RIVULET_CASE == 9 // expect: the target doesn't support consuming | "GroupAggregate" | wants: GROUP BY the window and | PARTITION BY
struct Out { std::string user; std::int64_t n; };
void f(Start s) { s.db.toDataStream<Out>(s.db.sqlQuery<"SELECT user, COUNT(*) AS n FROM TABLE(SESSION(TABLE clicks, DESCRIPTOR(at), INTERVAL '1' DAY)) GROUP BY user, window_start, window_end">()); }
#endif
#if RIVULET_CASE == 109
struct Out { std::string user; std::int64_t n; };
void f(Start s) {
    s.db.toDataStream<Out>(s.db.sqlQuery<"SELECT user, COUNT(*) AS n FROM TABLE(SESSION(TABLE clicks PARTITION BY user, DESCRIPTOR(at), INTERVAL '1' DAY)) GROUP BY user, window_start, window_end">());
}
#endif

#if RIVULET_CASE == 10 // expect: rivulet: | a window has a length of time that the plan knows, lit<10>.minutes()
void f(Start s) { s.db.from<"clicks">().window(Tumble::over(INT32_C(60)).on(col<"at">).as<"w">()).groupBy(col<"w">).select(col<"bytes">.sum().as<"n">()); }
#endif
#if RIVULET_CASE == 110
void f(Start s) { s.db.from<"clicks">().window(Tumble::over(lit<60>.seconds()).on(col<"at">).as<"w">()).groupBy(col<"w">).select(col<"bytes">.sum().as<"n">()); }
#endif

#if RIVULET_CASE == 11 // expect: rivulet: window takes one of Tumble, Slide and Session | TumblingEventTimeWindows and the like are for streams
void f(Start s) { s.db.from<"clicks">().window(TumblingEventTimeWindows::of(60'000)).groupBy(col<"w">).select(col<"bytes">.sum().as<"n">()); }
#endif
#if RIVULET_CASE == 111
void f(Start s) { s.stream.keyBy(&Click::user).window(TumblingEventTimeWindows::of(60'000)).sum(&Click::bytes); }
#endif
