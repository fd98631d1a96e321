// SPDX-License-Identifier: BSL-1.0
// Problems by their number (tests/table/PROBLEMS.md) that are answered by not compiling.
#include <rivulet/rivulet.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

using namespace rivulet;

struct Opaque {
    explicit Opaque(int s) : secret(s) {}

private:
    int secret;
};
struct Known {
    Known() = default;
    friend bool operator==(const Known& a, const Known& b) { return a.secret == b.secret; }
    friend std::size_t hash_value(const Known& k) { return static_cast<std::size_t>(k.secret); }

private:
    int secret{};
};
struct Left { int id; std::optional<int> k; std::string cur; Raw<Opaque> opaque; Raw<Known> known; };
struct Right { std::string cur; int rate; };
struct Count { std::string cur; long long n; };

struct Start {
    StreamExecutionEnvironment env;
    DataStream<Left> left = env.fromCollection(std::vector<Left>{});
    DataStream<Right> right = env.fromCollection(std::vector<Right>{});
    decltype(StreamTableEnvironment::create(env)) tenv = StreamTableEnvironment::create(env);
    decltype(tenv.createTemporaryView<"L">(left).createTemporaryView<"R">(right)) db = tenv.createTemporaryView<"L">(left).createTemporaryView<"R">(right);
};

// P09
#if RIVULET_CASE == 1 // expect: ambiguous column | "cur" | line 1, column 12
void f(Start s) { s.db.sqlQuery<"SELECT id, cur FROM L JOIN R ON L.cur = R.cur">(); }
#endif
#if RIVULET_CASE == 101
void f(Start s) { s.db.sqlQuery<"SELECT L.id, L.cur, R.rate FROM L JOIN R ON L.cur = R.cur">(); }
#endif

// P20: groups, distinct rows and set operations of RAW
#if RIVULET_CASE == 2 // expect: types do not fit | "GROUP BY" | wants: a comparable value | found: RAW | line 1, column 37
void f(Start s) { s.db.sqlQuery<"SELECT COUNT(*) FROM L GROUP BY id, opaque">(); }
#endif
#if RIVULET_CASE == 102
void f(Start s) { s.db.sqlQuery<"SELECT COUNT(*) FROM L GROUP BY id, cur">(); }
#endif

#if RIVULET_CASE == 3 // expect: types do not fit | "DISTINCT" | wants: a comparable value | found: RAW
void f(Start s) { s.db.sqlQuery<"SELECT COUNT(DISTINCT opaque) FROM L">(); }
#endif
#if RIVULET_CASE == 103
void f(Start s) { s.db.sqlQuery<"SELECT COUNT(opaque), COUNT(DISTINCT cur) FROM L">(); }
#endif

#if RIVULET_CASE == 4 // expect: types do not fit | "known" | wants: a comparable value | found: RAW
void f(Start s) { s.db.from<"L">().select(col<"known">).distinct(); }
#endif
#if RIVULET_CASE == 104
void f(Start s) { s.db.from<"L">().select(col<"cur">).distinct(); }
#endif

#if RIVULET_CASE == 5 // expect: types do not fit | "opaque" | wants: a comparable value | found: RAW
void f(Start s) { s.db.sqlQuery<"SELECT opaque FROM L INTERSECT ALL SELECT opaque FROM L">(); }
#endif
#if RIVULET_CASE == 105
void f(Start s) { s.db.sqlQuery<"SELECT opaque FROM L UNION ALL SELECT opaque FROM L">(); }
#endif

// P20: rows that a join keeps are told apart, by the C++ type
#if RIVULET_CASE == 6 // expect: types do not fit | "opaque" | wants: ==, a hash and a default | found: RAW
void f(Start s) { s.db.sqlQuery<"SELECT L.opaque, R.rate FROM L JOIN R ON L.cur = R.cur">().execute(); }
#endif
#if RIVULET_CASE == 106
void f(Start s) { s.db.sqlQuery<"SELECT L.known, R.rate FROM L JOIN R ON L.cur = R.cur">().execute().collect(); }
#endif

// P25
#if RIVULET_CASE == 7 // expect: columns of a set operation have no common type | "k" | wants: INT | found: STRING | line 1, column 17
void f(Start s) { s.db.sqlQuery<"SELECT k FROM L UNION ALL SELECT cur FROM R">(); }
#endif
#if RIVULET_CASE == 107
void f(Start s) { s.db.sqlQuery<"SELECT k FROM L UNION ALL SELECT rate FROM R">(); }
#endif

// P28: the results of a group of nothing are null
#if RIVULET_CASE == 8 // expect: a nullable column cannot land in a field that cannot be null | "total"
struct Total { int total; };
void f(Start s) { s.db.toRetractStream<Total>(s.db.sqlQuery<"SELECT SUM(rate) AS total FROM R">()); }
#endif
#if RIVULET_CASE == 108
struct Total { int total; };
void f(Start s) { s.db.toRetractStream<Total>(s.db.sqlQuery<"SELECT SUM(rate) AS total FROM R GROUP BY cur">()); }
#endif

// P31
#if RIVULET_CASE == 9 // expect: the target doesn't support consuming the changes of this query | "GroupAggregate" | wants: toChangelogStream
void f(Start s) { s.db.toDataStream<Count>(s.db.sqlQuery<"SELECT cur, COUNT(*) AS n FROM R GROUP BY cur">()); }
#endif
#if RIVULET_CASE == 109
void f(Start s) { s.db.toRetractStream<Count>(s.db.sqlQuery<"SELECT cur, COUNT(*) AS n FROM R GROUP BY cur">()); }
#endif

// P169
#if RIVULET_CASE == 10 // expect: column is not being grouped | "rate" | there are: cur | line 1, column 13
void f(Start s) { s.db.sqlQuery<"SELECT cur, rate FROM R GROUP BY cur">(); }
#endif
#if RIVULET_CASE == 110
void f(Start s) { s.db.sqlQuery<"SELECT cur, MAX(rate) FROM R GROUP BY cur">(); }
#endif

// P154: a result of more columns than a row may have
struct Wide {
    int a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9;
    int d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, e0, e1, e2, e3, e4, e5, e6, e7, e8, e9;
    int f0;
};
#if RIVULET_CASE == 11 // expect: too many members | "columns of the result" | wants: at most 100
void f(Start s) { s.tenv.createTemporaryView<"w">(s.env.fromCollection(std::vector<Wide>{})).sqlQuery<"SELECT * FROM w AS a CROSS JOIN w AS b">().execute().print(); }
#endif
#if RIVULET_CASE == 111
void f(Start s) { s.tenv.createTemporaryView<"w">(s.env.fromCollection(std::vector<Wide>{})).sqlQuery<"SELECT a.* FROM w AS a CROSS JOIN w AS b">().execute().print(); }
#endif
