// SPDX-License-Identifier: BSL-1.0
// Patterns that are refused.
#include <rivulet/rivulet.hpp>

#include <cstdint>
#include <string>
#include <vector>

using namespace rivulet;

struct Tick { std::string machine; std::int32_t volt; Timestamp<3> tm; };

struct Start {
    StreamExecutionEnvironment env;
    DataStream<Tick> stream = env.fromCollection(std::vector<Tick>{});
    decltype(StreamTableEnvironment::create(env)) tenv = StreamTableEnvironment::create(env);
    decltype(tenv.createTemporaryView<"ticks">(tenv.fromDataStream(stream, Schema().watermark<"tm", "tm">()))) db =
        tenv.createTemporaryView<"ticks">(tenv.fromDataStream(stream, Schema().watermark<"tm", "tm">()));
};
#define MATCHES(order, measure, pattern) "SELECT v FROM ticks MATCH_RECOGNIZE (ORDER BY " order " MEASURES " measure " AS v PATTERN (" pattern ") DEFINE A AS A.volt > 8) AS m"

#if RIVULET_CASE == 1 // expect: a greedy quantifier is not allowed as the last element of a pattern | "B" | a simple variable
void f(Start s) { s.db.sqlQuery<MATCHES("tm", "A.volt", "A B+")>(); }
#endif
#if RIVULET_CASE == 101
void f(Start s) { s.db.sqlQuery<MATCHES("tm", "A.volt", "A B+?")>(); }
#endif

#if RIVULET_CASE == 2 // expect: unknown pattern variable | "AA" | did you mean: A | there are: A B
void f(Start s) { s.db.sqlQuery<MATCHES("tm", "AA.volt", "A B")>(); }
#endif
#if RIVULET_CASE == 102
void f(Start s) { s.db.sqlQuery<MATCHES("tm", "B.volt", "A B")>(); }
#endif

#if RIVULET_CASE == 3 // expect: MATCH_RECOGNIZE needs rows in order of time | "ORDER BY" | a time attribute first | found: INT
void f(Start s) { s.db.sqlQuery<MATCHES("volt", "A.volt", "A B")>(); }
#endif
#if RIVULET_CASE == 103
void f(Start s) { s.db.sqlQuery<MATCHES("tm, volt", "A.volt", "A B")>(); }
#endif

#if RIVULET_CASE == 4 // expect: a pattern that can match no row at all is not supported | "PATTERN"
void f(Start s) { s.db.sqlQuery<MATCHES("tm", "A.volt", "A? B*?")>(); }
#endif
#if RIVULET_CASE == 104
void f(Start s) { s.db.sqlQuery<MATCHES("tm", "A.volt", "A? B")>(); }
#endif

#if RIVULET_CASE == 5 // expect: types do not fit | "MATCH_ROWTIME" | the row time that ORDER | found: INT
void f(Start s) { s.db.sqlQuery<MATCHES("tm", "MATCH_ROWTIME(volt)", "A B")>(); }
#endif
#if RIVULET_CASE == 105
void f(Start s) { s.db.sqlQuery<MATCHES("tm", "MATCH_ROWTIME(tm)", "A B")>(); }
#endif

#if RIVULET_CASE == 6 // expect: updates and deletes are not supported here | "MATCH_RECOGNIZE"
void f(Start s) {
    s.db.createTemporaryView<"latest">(s.db.sqlQuery<"SELECT volt, tm FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY machine ORDER BY tm DESC) AS n FROM ticks) WHERE n = 1">())
        .sqlQuery<"SELECT v FROM latest MATCH_RECOGNIZE (ORDER BY tm MEASURES A.volt AS v PATTERN (A) DEFINE A AS A.volt > 8) AS m">();
}
#endif
#if RIVULET_CASE == 106
void f(Start s) {
    s.db.createTemporaryView<"latest">(s.db.sqlQuery<"SELECT volt, tm FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY machine ORDER BY tm) AS n FROM ticks) WHERE n = 1">())
        .sqlQuery<"SELECT v FROM latest MATCH_RECOGNIZE (ORDER BY tm MEASURES A.volt AS v PATTERN (A) DEFINE A AS A.volt > 8) AS m">();
}
#endif
