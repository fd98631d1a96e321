// SPDX-License-Identifier: BSL-1.0
// What cannot be chosen or put in order by time.
#include <rivulet/rivulet.hpp>

#include <string>
#include <vector>

using namespace rivulet;

struct Scan { std::string parcel; Timestamp<3> tm; Timestamp<3> sent; };

struct Start {
    StreamExecutionEnvironment env;
    DataStream<Scan> stream = env.fromCollection(std::vector<Scan>{});
    decltype(StreamTableEnvironment::create(env)) tenv = StreamTableEnvironment::create(env);
    decltype(tenv.createTemporaryView<"scans">(tenv.fromDataStream(stream, Schema().watermark<"tm", "tm">()))) db =
        tenv.createTemporaryView<"scans">(tenv.fromDataStream(stream, Schema().watermark<"tm", "tm">()));
};
#define CHOSEN(order) "SELECT parcel, tm FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY parcel ORDER BY " order ") AS n FROM scans) WHERE n = 1"

#if RIVULET_CASE == 1 // expect: types do not fit | "CURRENT_WATERMARK" | wants: the column of a WATERMARK | line 1, column 26
void f(Start s) { s.db.sqlQuery<"SELECT CURRENT_WATERMARK(sent) AS w FROM scans">(); }
#endif
#if RIVULET_CASE == 101
void f(Start s) { s.db.sqlQuery<"SELECT CURRENT_WATERMARK(tm) AS w FROM scans">(); }
#endif

#if RIVULET_CASE == 2 // expect: Sort on a non-time-attribute field is not supported in streaming | "ORDER BY" | line 1, column 35
void f(Start s) { s.db.sqlQuery<"SELECT parcel FROM scans ORDER BY tm DESC">(); }
#endif
#if RIVULET_CASE == 102
void f(Start s) { s.db.sqlQuery<"SELECT parcel FROM scans ORDER BY tm ASC">(); }
#endif

#if RIVULET_CASE == 3 // expect: Deduplicate | update changes
void f(Start s) { s.tenv.toDataStream(s.db.sqlQuery<CHOSEN("tm DESC")>()); }
#endif
#if RIVULET_CASE == 103
void f(Start s) { s.tenv.toDataStream(s.db.sqlQuery<CHOSEN("tm ASC")>()); }
#endif

#if RIVULET_CASE == 4 // expect: Rank | update and delete changes
void f(Start s) { s.tenv.toDataStream(s.db.sqlQuery<CHOSEN("tm, sent")>()); }
#endif
#if RIVULET_CASE == 104
void f(Start s) { s.tenv.toChangelogStream(s.db.sqlQuery<CHOSEN("tm, sent")>()); }
#endif

#if RIVULET_CASE == 5 // expect: Sort on a non-time-attribute field is not supported in streaming | "ORDER BY"
void f(Start s) { s.tenv.fromDataStream(s.stream).orderBy(col<"tm">).execute().print(); }
#endif
#if RIVULET_CASE == 105
void f(Start s) { s.tenv.fromDataStream(s.stream, Schema().watermark<"tm", "tm">()).orderBy(col<"tm">).execute().print(); }
#endif

#if RIVULET_CASE == 6 // expect: Sort on a non-time-attribute field is not supported in streaming | "ORDER BY"
void f(Start s) { s.tenv.createTemporaryView<"sorted">(s.tenv.fromDataStream(s.stream).orderBy(col<"tm">)).sqlQuery<"SELECT parcel FROM sorted">(); }
#endif
#if RIVULET_CASE == 106
void f(Start s) { s.tenv.createTemporaryView<"sorted">(s.tenv.fromDataStream(s.stream).orderBy(col<"tm">).fetch<3>()).sqlQuery<"SELECT parcel FROM sorted">(); }
#endif

#if RIVULET_CASE == 7 // expect: Sort on a non-time-attribute field is not supported in streaming | "ORDER BY"
void f(Start s) { s.tenv.fromDataStream(s.stream).orderBy(col<"tm">).printSchema(); }
#endif
#if RIVULET_CASE == 107
void f(Start s) { s.tenv.fromDataStream(s.stream).orderBy(col<"tm">).fetch<3>().printSchema(); }
#endif
