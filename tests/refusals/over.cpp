// SPDX-License-Identifier: BSL-1.0
// Windows of OVER that cannot be answered while rows keep coming, or at all.
#include <rivulet/rivulet.hpp>

#include <string>
#include <vector>

using namespace rivulet;

struct Payment { std::string card; std::int32_t amount; Timestamp<3> tm; };

struct Start {
    StreamExecutionEnvironment env;
    DataStream<Payment> stream = env.fromCollection(std::vector<Payment>{});
    decltype(StreamTableEnvironment::create(env)) tenv = StreamTableEnvironment::create(env);
    decltype(tenv.createTemporaryView<"payments">(tenv.fromDataStream(stream, Schema().watermark<"tm", "tm">()))) db =
        tenv.createTemporaryView<"payments">(tenv.fromDataStream(stream, Schema().watermark<"tm", "tm">()));
};

#if RIVULET_CASE == 1 // expect: not supported | "the end of this OVER window" | wants: CURRENT ROW, or batch | line 1, column 8
void f(Start s) { s.db.sqlQuery<"SELECT SUM(amount) OVER (ORDER BY tm ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS t FROM payments">(); }
#endif
#if RIVULET_CASE == 101
void f(Start s) { s.db.sqlQuery<"SELECT SUM(amount) OVER (ORDER BY tm ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS t FROM payments">(); }
#endif

#if RIVULET_CASE == 2 // expect: not supported | "LEAD" | wants: batch mode
void f(Start s) { s.db.sqlQuery<"SELECT LEAD(amount) OVER (ORDER BY tm) AS t FROM payments">(); }
#endif
#if RIVULET_CASE == 102
void f(Start s) { BatchTableEnvironment::create(s.env).createTemporaryView<"payments">(s.stream).sqlQuery<"SELECT LEAD(amount) OVER (ORDER BY tm) AS t FROM payments">(); }
#endif

#if RIVULET_CASE == 3 // expect: not supported | "a bounded OVER, not by time"
void f(Start s) { s.db.sqlQuery<"SELECT SUM(amount) OVER (ORDER BY amount ROWS 2 PRECEDING) AS t FROM payments">(); }
#endif
#if RIVULET_CASE == 103
void f(Start s) { s.db.sqlQuery<"SELECT SUM(amount) OVER (ORDER BY amount) AS t FROM payments">(); }
#endif

#if RIVULET_CASE == 4 // expect: OverAggregate | update changes
void f(Start s) { s.tenv.toDataStream(s.db.sqlQuery<"SELECT SUM(amount) OVER (ORDER BY amount) AS t FROM payments">()); }
#endif
#if RIVULET_CASE == 104
void f(Start s) { s.tenv.toDataStream(s.db.sqlQuery<"SELECT SUM(amount) OVER (ORDER BY tm) AS t FROM payments">()); }
#endif

#if RIVULET_CASE == 5 // expect: syntax error in SQL | "ROW_NUMBER" | wants: OVER behind it
void f(Start s) { s.db.sqlQuery<"SELECT ROW_NUMBER() AS n FROM payments">(); }
#endif
#if RIVULET_CASE == 105
void f(Start s) { s.db.sqlQuery<"SELECT ROW_NUMBER() OVER (ORDER BY tm) AS n FROM payments">(); }
#endif

#if RIVULET_CASE == 6 // expect: literal out of range | "RANGE" | wants: an interval that is not | .. negative
void f(Start s) { s.db.sqlQuery<"SELECT SUM(amount) OVER (ORDER BY tm RANGE BETWEEN INTERVAL '-5' SECOND PRECEDING AND CURRENT ROW) AS t FROM payments">(); }
#endif
#if RIVULET_CASE == 106
void f(Start s) { s.db.sqlQuery<"SELECT SUM(amount) OVER (ORDER BY tm RANGE BETWEEN INTERVAL '0' SECOND PRECEDING AND CURRENT ROW) AS t FROM payments">(); }
#endif

#if RIVULET_CASE == 7 // expect: a number of rows is at least 0
void f(Start s) { s.tenv.fromDataStream(s.stream, Schema().watermark<"tm", "tm">()).window(Over::orderBy(col<"tm">).preceding(rowInterval<-2>).as<"w">()).select(col<"amount">.sum().over(col<"w">).as<"t">()); }
#endif
#if RIVULET_CASE == 107
void f(Start s) { s.tenv.fromDataStream(s.stream, Schema().watermark<"tm", "tm">()).window(Over::orderBy(col<"tm">).preceding(rowInterval<2>).as<"w">()).select(col<"amount">.sum().over(col<"w">).as<"t">()); }
#endif
