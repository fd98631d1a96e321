// SPDX-License-Identifier: BSL-1.0
// Joins over time that cannot be, and what is no table function.
#include <rivulet/rivulet.hpp>

#include <optional>
#include <string>
#include <vector>

using namespace rivulet;

struct Sale { std::int32_t id; std::string cur; Timestamp<3> tm; Timestamp<3> due; };
using Rate = Row<Field<"cur", std::string>, Field<"place", std::int32_t>, Field<"rate", std::int32_t>, Field<"since", Timestamp<3>>>;
struct UpTo { void eval(std::int32_t n, Collector<std::int32_t>& out) const { for (std::int32_t i = 1; i <= n; ++i) out.collect(i); } };
struct Changing { void eval(std::int32_t n, Collector<std::int32_t>& out) { out.collect(n); } };
struct Giving { std::vector<std::int32_t> eval(std::int32_t n) const { return {n}; } };
struct Viewing { void eval(std::int32_t, Collector<std::string_view>& out) const { out.collect("x"); } };

struct Twice { std::int32_t operator()(std::int32_t n) const { return 2 * n; } };

template <class Tables>
auto withTables(const Tables& tenv, StreamExecutionEnvironment env) {
    return tenv.template createTemporaryView<"sales">(env.fromCollection(std::vector<Sale>{}), Schema().watermark<"tm", "tm">())
        .template createTemporaryView<"changes">(tenv.fromChangelogStream(env.fromCollection(std::vector<Rate>{}), Schema().watermark<"since", "since">()))
        .template createTemporaryView<"rates">(tenv.fromChangelogStream(env.fromCollection(std::vector<Rate>{}), Schema().watermark<"since", "since">().template primaryKey<"cur", "place">(), ChangelogMode::upsert()))
        .template createTemporaryView<"timeless">(tenv.fromChangelogStream(env.fromCollection(std::vector<Rate>{}), Schema().template primaryKey<"cur">(), ChangelogMode::upsert()))
        .template createTemporaryFunction<"up_to">(UpTo{})
        .template createTemporaryFunction<"twice">(Twice{});
}
struct Start {
    StreamExecutionEnvironment env;
    decltype(StreamTableEnvironment::create(env)) tenv = StreamTableEnvironment::create(env);
    decltype(withTables(tenv, env)) db = withTables(tenv, env);
};

#if RIVULET_CASE == 1 // expect: updates and deletes are not supported here | "IntervalJoin" | inputs that only grow | on the right
void f(Start s) { s.db.sqlQuery<"SELECT s.id FROM sales s JOIN changes c ON c.since BETWEEN s.tm AND s.tm + INTERVAL '1' HOUR">(); }
#endif
#if RIVULET_CASE == 101
void f(Start s) { s.db.sqlQuery<"SELECT s.id FROM sales s JOIN changes c ON c.since >= s.tm">(); }
#endif

#if RIVULET_CASE == 2 // expect: needs a time attribute of the left table | "due" | a row time or PROCTIME() | line 1, column 59
void f(Start s) { s.db.sqlQuery<"SELECT s.id FROM sales s JOIN rates FOR SYSTEM_TIME AS OF s.due AS r ON s.cur = r.cur AND s.id = r.place">(); }
#endif
#if RIVULET_CASE == 102
void f(Start s) { s.db.sqlQuery<"SELECT s.id FROM sales s JOIN rates FOR SYSTEM_TIME AS OF s.tm AS r ON s.cur = r.cur AND s.id = r.place">(); }
#endif

#if RIVULET_CASE == 3 // expect: must contain the whole primary key | "rates" | wants: r.place = .. | cur place
void f(Start s) { s.db.sqlQuery<"SELECT s.id FROM sales s JOIN rates FOR SYSTEM_TIME AS OF s.tm AS r ON s.cur = r.cur">(); }
#endif
#if RIVULET_CASE == 103
void f(Start s) { s.db.sqlQuery<"SELECT s.id FROM sales s JOIN rates FOR SYSTEM_TIME AS OF s.tm AS r ON s.cur = r.cur AND r.place = s.id">(); }
#endif

#if RIVULET_CASE == 4 // expect: needs a versioned table | "timeless" | a watermark
void f(Start s) { s.db.sqlQuery<"SELECT s.id FROM sales s JOIN timeless FOR SYSTEM_TIME AS OF s.tm AS t ON s.cur = t.cur">(); }
#endif
#if RIVULET_CASE == 104
void f(Start s) { s.db.sqlQuery<"SELECT s.id FROM (SELECT *, PROCTIME() AS pt FROM sales) s JOIN timeless FOR SYSTEM_TIME AS OF s.pt AS t ON s.cur = t.cur">(); }
#endif

#if RIVULET_CASE == 5 // expect: this temporal join is not supported | "FOR SYSTEM_TIME AS OF" | INNER or LEFT JOIN
void f(Start s) { s.db.sqlQuery<"SELECT s.id FROM sales s FULL JOIN rates FOR SYSTEM_TIME AS OF s.tm AS r ON s.cur = r.cur AND s.id = r.place">(); }
#endif
#if RIVULET_CASE == 105
void f(Start s) { s.db.sqlQuery<"SELECT s.id FROM sales s LEFT JOIN rates FOR SYSTEM_TIME AS OF s.tm AS r ON s.cur = r.cur AND s.id = r.place">(); }
#endif

#if RIVULET_CASE == 6 // expect: a table function needs one eval | "changing" | one void eval(..,
void f(Start s) { s.tenv.createTemporaryFunction<"changing">(Changing{}); }
#endif
#if RIVULET_CASE == 106
void f(Start s) { s.tenv.createTemporaryFunction<"up_to">(UpTo{}); }
#endif

#if RIVULET_CASE == 7 // expect: a table function needs one eval | "giving"
void f(Start s) { s.tenv.createTemporaryFunction<"giving">(Giving{}); }
#endif
#if RIVULET_CASE == 107
void f(Start s) { s.tenv.createTemporaryFunction<"giving">([](std::int32_t n) { return std::vector<std::int32_t>{n}; }); }
#endif

#if RIVULET_CASE == 8 // expect: own the value | "viewing" | the type of the rows
void f(Start s) { s.tenv.createTemporaryFunction<"viewing">(Viewing{}); }
#endif
#if RIVULET_CASE == 108
void f(Start s) { s.tenv.createTemporaryFunction<"up_to">(UpTo{}); }
#endif

#if RIVULET_CASE == 9 // expect: not supported | "up_to" | LATERAL TABLE(..)
void f(Start s) { s.db.sqlQuery<"SELECT up_to(id) AS n FROM sales">(); }
#endif
#if RIVULET_CASE == 109
void f(Start s) { s.db.sqlQuery<"SELECT n FROM sales, LATERAL TABLE(up_to(id)) AS n">(); }
#endif

#if RIVULET_CASE == 10 // expect: a table function needs one eval | "twice" | eval(..,
void f(Start s) { s.db.sqlQuery<"SELECT n FROM sales, LATERAL TABLE(twice(id)) AS n">(); }
#endif
#if RIVULET_CASE == 110
void f(Start s) { s.db.sqlQuery<"SELECT n FROM (SELECT twice(id) AS n FROM sales)">(); }
#endif

#if RIVULET_CASE == 11 // expect: needs a versioned table | "v" | LEFT JOIN in the view
void f(Start s) {
    auto db = s.db.createTemporaryView<"v">(s.db.sqlQuery<"SELECT r.* FROM rates r JOIN rates FOR SYSTEM_TIME AS OF r.since AS q ON r.cur = q.cur AND r.place = q.place">());
    db.sqlQuery<"SELECT s.id FROM sales s JOIN v FOR SYSTEM_TIME AS OF s.tm AS v ON s.cur = v.cur AND s.id = v.place">();
}
#endif
#if RIVULET_CASE == 111
void f(Start s) {
    auto db = s.db.createTemporaryView<"v">(s.db.sqlQuery<"SELECT r.* FROM rates r LEFT JOIN rates FOR SYSTEM_TIME AS OF r.since AS q ON r.cur = q.cur AND r.place = q.place WHERE q.rate > 1">());
    db.sqlQuery<"SELECT s.id FROM sales s JOIN v FOR SYSTEM_TIME AS OF s.tm AS v ON s.cur = v.cur AND s.id = v.place">();
}
#endif
