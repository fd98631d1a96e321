// SPDX-License-Identifier: BSL-1.0
// User aggregates that are none, and where they cannot stand.
#include <rivulet/rivulet.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace rivulet;

struct Bid { std::string who; std::int64_t amount; };
struct Sum2 {
    std::int64_t sum{};
    void accumulate(std::int64_t v) { sum += v; }
    std::int64_t result() const { return sum; }
};
struct Both : Sum2 {
    std::int64_t all{};
    void accumulate(std::int64_t v) { all += v; }
    void retract(std::int64_t v) { all -= v; }
    std::int64_t result() const { return all; }
};
struct NoAccumulate { std::int64_t result() const { return 0; } };
struct NoResult { void accumulate(std::int64_t) {} };
struct OtherRetract {
    void accumulate(std::int64_t) {}
    void retract(std::string) {}
    std::int64_t result() const { return 0; }
};
struct ViewResult {
    void accumulate(std::string_view) {}
    std::string_view result() const { return "x"; }
};
struct OwnedResult {
    void accumulate(std::string_view) {}
    std::string result() const { return "x"; }
};

struct Start {
    StreamExecutionEnvironment env;
    decltype(StreamTableEnvironment::create(env)) tenv = StreamTableEnvironment::create(env);
    DataStream<Bid> bids = env.fromCollection(std::vector<Bid>{});
    template <class A> auto with() const { return tenv.createTemporaryView<"bids">(bids).template createTemporaryFunction<"S">(A{}); }
};

#if RIVULET_CASE == 1 // expect: an aggregate function needs accumulate(..), result() and | "S" | one void accumulate(..)
void f(Start s) { s.with<NoAccumulate>(); }
#endif
#if RIVULET_CASE == 101
void f(Start s) { s.with<Sum2>(); }
#endif

#if RIVULET_CASE == 2 // expect: an aggregate function needs accumulate(..), result() and | "S" | one result() const
void f(Start s) { s.with<NoResult>(); }
#endif
#if RIVULET_CASE == 102
void f(Start s) { s.with<Sum2>(); }
#endif

#if RIVULET_CASE == 3 // expect: an aggregate function needs accumulate(..), result() and | "S" | one void retract(..) with
void f(Start s) { s.with<OtherRetract>(); }
#endif
#if RIVULET_CASE == 103
void f(Start s) { s.with<Both>(); }
#endif

#if RIVULET_CASE == 4 // expect: own the value | "S" | the result type
void f(Start s) { s.with<ViewResult>(); }
#endif
#if RIVULET_CASE == 104
void f(Start s) { s.with<OwnedResult>(); }
#endif

#if RIVULET_CASE == 5 // expect: an aggregate function needs accumulate(..), result() and | "S" | one void retract(..), as
void f(Start s) { s.with<Sum2>().sqlQuery<"SELECT S(n) FROM (SELECT COUNT(*) AS n FROM bids GROUP BY who)">(); }
#endif
#if RIVULET_CASE == 105
void f(Start s) { s.with<Both>().sqlQuery<"SELECT S(n) FROM (SELECT COUNT(*) AS n FROM bids GROUP BY who)">(); }
#endif

#if RIVULET_CASE == 6 // expect: aggregate not allowed here | "S" | line 1, column 28
void f(Start s) { s.with<Sum2>().sqlQuery<"SELECT who FROM bids WHERE S(amount) > 3">(); }
#endif
#if RIVULET_CASE == 106
void f(Start s) { s.with<Sum2>().sqlQuery<"SELECT who FROM bids GROUP BY who HAVING S(amount) > 3">(); }
#endif

#if RIVULET_CASE == 7 // expect: rivulet: not supported | ORDER BY in this aggregate | line 1, column 8
void f(Start s) { auto t = s.with<Sum2>().sqlQuery<"SELECT SUM(amount ORDER BY who) AS n FROM bids">(); }
#endif
#if RIVULET_CASE == 107
void f(Start s) { auto t = s.with<Sum2>().sqlQuery<"SELECT ARRAY_AGG(amount ORDER BY who) AS n FROM bids">(); }
#endif

#if RIVULET_CASE == 8 // expect: rivulet: syntax error in SQL | "PERCENTILE_CONT" | WITHIN GROUP (ORDER BY x)
void f(Start s) { auto t = s.with<Sum2>().sqlQuery<"SELECT PERCENTILE_CONT(0.5) AS n FROM bids">(); }
#endif
#if RIVULET_CASE == 108
void f(Start s) { auto t = s.with<Sum2>().sqlQuery<"SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY amount) AS n FROM bids">(); }
#endif

#if RIVULET_CASE == 9 // expect: rivulet: not supported | ORDER BY beside DISTINCT | one of the arguments
void f(Start s) { auto t = s.with<Sum2>().sqlQuery<"SELECT LISTAGG(DISTINCT who ORDER BY amount) AS n FROM bids">(); }
#endif
#if RIVULET_CASE == 109
void f(Start s) { auto t = s.with<Sum2>().sqlQuery<"SELECT LISTAGG(DISTINCT who ORDER BY who) AS n FROM bids">(); }
#endif

#if RIVULET_CASE == 10 // expect: rivulet: types do not fit | "PERCENTILE" | a number from 0 to 1
void f(Start s) { auto t = s.with<Sum2>().sqlQuery<"SELECT PERCENTILE(amount, who) AS n FROM bids">(); }
#endif
#if RIVULET_CASE == 110
void f(Start s) { auto t = s.with<Sum2>().sqlQuery<"SELECT PERCENTILE(amount, 0.9) AS n FROM bids">(); }
#endif
