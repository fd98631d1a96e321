// SPDX-License-Identifier: BSL-1.0
// The Table API and SQL text give equal plans; explanations and SQL texts are made while compiling.
#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/rivulet.hpp>

using namespace rivulet;

namespace {

struct Address { std::string city; std::int32_t zip; };
struct Click {
    std::string user;
    std::string url;
    std::int32_t n;
    std::optional<std::int64_t> bytes;
    std::optional<double> price;
    Address address;
    Date day;
};
struct Twice { std::int32_t operator()(std::int32_t n) const { return 2 * n; } };

// Environments are values; what they know is in their types.
auto environment() {
    StreamExecutionEnvironment env;
    auto db = StreamTableEnvironment::create(env).createTemporaryView<"clicks">(env.fromElements(Click{"a", "/", 1, {}, {}, {"b", 2}, {}})).createTemporaryFunction<"twice">(Twice{});
    return db.createTemporaryView<"late">(db.from<"clicks">().where(col<"n"> > lit<5>).select(col<"user">.as<"who">(), col<"n">));
}
using Db = decltype(environment());

template <FixedString Sql> using BySql = decltype(std::declval<const Db&>().sqlQuery<Sql>());
template <FixedString Name> using From = decltype(std::declval<const Db&>().from<Name>());

// Whether the SQL text and the steps that `make` takes from the view `clicks` mean the same.
template <FixedString Sql, class F>
consteval bool same(F) {
    using ByApi = decltype(std::declval<F>()(std::declval<const From<"clicks">&>()));
    return BySql<Sql>::plan() == ByApi::plan();
}

// ---- pairs ----------------------------------------------------------------------------------------------------------

static_assert(same<"SELECT * FROM clicks">([](const auto& t) { return t; }));
static_assert(same<"SELECT user FROM clicks">([](const auto& t) { return t.select(col<"user">); }));
static_assert(same<"SELECT user AS who, n + 1 AS m FROM clicks">([](const auto& t) { return t.select(col<"user">.template as<"who">(), (col<"n"> + lit<1>).template as<"m">()); }));
static_assert(!same<"SELECT user AS who, n + 2 AS m FROM clicks">([](const auto& t) { return t.select(col<"user">.template as<"who">(), (col<"n"> + lit<1>).template as<"m">()); }));
static_assert(!same<"SELECT user AS who, n + 1 AS k FROM clicks">([](const auto& t) { return t.select(col<"user">.template as<"who">(), (col<"n"> + lit<1>).template as<"m">()); }));
static_assert(same<"SELECT * FROM clicks WHERE n > 3 AND user <> 'x' AND bytes IS NOT NULL">([](const auto& t) {
    return t.where(col<"n"> > lit<3> && col<"user"> != lit<"x"> && col<"bytes">.isNotNull());
}));
static_assert(same<"SELECT * FROM clicks WHERE (n > 3 OR n < -1) AND NOT price >= 1.50">([](const auto& t) {
    return t.where((col<"n"> > lit<3> || col<"n"> < lit<-1>) && !(col<"price"> >= lit<"1.50", "DECIMAL">));
}));
static_assert(same<"SELECT n FROM (SELECT * FROM clicks WHERE n > 3) WHERE n < 5">([](const auto& t) { return t.where(col<"n"> > lit<3>).filter(col<"n"> < lit<5>).select(col<"n">); }));
static_assert(same<"SELECT user, url, n, bytes, price, address, day, n * 2 AS d FROM clicks">([](const auto& t) { return t.addColumns((col<"n"> * lit<2>).template as<"d">()); }));
static_assert(same<"SELECT user, url, n * 2 AS n, bytes, price, address, day FROM clicks">([](const auto& t) { return t.addOrReplaceColumns((col<"n"> * lit<2>).template as<"n">()); }));
static_assert(same<"SELECT user AS who, url, n, bytes, price, address, day FROM clicks">([](const auto& t) { return t.renameColumns(col<"user">.template as<"who">()); }));
static_assert(same<"SELECT url, n, bytes, price, day FROM clicks">([](const auto& t) { return t.dropColumns(col<"user">, col<"address">); }));
static_assert(same<"SELECT user AS a, url AS b, n, bytes, price, address, day FROM clicks">([](const auto& t) { return t.template as<"a", "b">(); }));
static_assert(same<"SELECT * FROM clicks LIMIT 5 OFFSET 2">([](const auto& t) { return t.template limit<5, 2>(); }));
static_assert(same<"SELECT n FROM clicks UNION ALL SELECT bytes FROM clicks">([](const auto& t) { return t.select(col<"n">).unionAll(t.select(col<"bytes">)); }));
static_assert(same<"SELECT address.city AS c, (address).zip AS z FROM clicks">([](const auto& t) {
    return t.select(col<"address.city">.template as<"c">(), col<"address">.template get<"zip">().template as<"z">());
}));
static_assert(same<"SELECT UPPER(user) AS u, SUBSTRING(url FROM 2 FOR 3) AS s, COALESCE(bytes, n) AS b, twice(n) AS t FROM clicks">([](const auto& t) {
    return t.select(col<"user">.upperCase().template as<"u">(), col<"url">.substring(lit<2>, lit<3>).template as<"s">(), coalesce(col<"bytes">, col<"n">).template as<"b">(),
                    call<"twice">(col<"n">).template as<"t">());
}));
static_assert(same<"SELECT CASE WHEN n > 1 THEN 'a' WHEN n > 2 THEN 'b' ELSE user END AS c, CASE n WHEN 1 THEN 2 WHEN 3 THEN 4 END AS d FROM clicks">([](const auto& t) {
    return t.select(caseWhen(col<"n"> > lit<1>, lit<"a">, col<"n"> > lit<2>, lit<"b">, col<"user">).template as<"c">(),
                    caseWhen(col<"n"> == lit<1>, lit<2>, col<"n"> == lit<3>, lit<4>).template as<"d">());
}));
static_assert(same<"SELECT CAST(n AS DOUBLE) AS d, TRY_CAST(user AS DECIMAL(5, 2)) AS t, CAST(NULL AS INT) AS i FROM clicks">([](const auto& t) {
    return t.select(col<"n">.template cast<double>().template as<"d">(), col<"user">.template tryCast<"DECIMAL(5, 2)">().template as<"t">(), nullOf<std::int32_t>.template as<"i">());
}));
static_assert(same<"SELECT n BETWEEN 1 AND 2 AS a, n IN (1, 2) AS b, user LIKE 'x%' AS c, bytes IS DISTINCT FROM 5 AS d FROM clicks">([](const auto& t) {
    return t.select(col<"n">.between(lit<1>, lit<2>).template as<"a">(), col<"n">.in(lit<1>, lit<2>).template as<"b">(), col<"user">.like(lit<"x%">).template as<"c">(),
                    col<"bytes">.isDistinctFrom(lit<5>).template as<"d">());
}));
static_assert(same<"SELECT * FROM clicks WHERE day > DATE '2024-02-29' AND TRUE">([](const auto& t) { return t.where(col<"day"> > lit<"2024-02-29", "DATE"> && lit<true>); }));
static_assert(same<"SELECT 1 AS a, 2147483648 AS b, -2147483648 AS c, INTERVAL '1-2' YEAR TO MONTH AS d FROM clicks">([](const auto& t) {
    return t.select(lit<1>.template as<"a">(), lit<2147483648>.template as<"b">(), lit<-2147483648>.template as<"c">(), lit<"1-2", "INTERVAL YEAR TO MONTH">.template as<"d">());
}));
static_assert(BySql<"SELECT who FROM late">::plan() == decltype(std::declval<const From<"late">&>().select(col<"who">))::plan());
static_assert(BySql<"SELECT who FROM late">::plan() == BySql<"SELECT who FROM (SELECT user AS who, n FROM clicks WHERE n > 5)">::plan());

// ---- texts ----------------------------------------------------------------------------------------------------------

using Report = BySql<"SELECT user AS who, n + bytes AS m FROM clicks AS c WHERE c.n > 3 AND bytes IS NOT NULL LIMIT 7">;
static_assert(Report::toSql() == "SELECT user AS who, n + bytes AS m FROM clicks WHERE n > 3 AND bytes IS NOT NULL LIMIT 7");
static_assert(BySql<"SELECT who FROM late">::toSql() == "SELECT who FROM late");
static_assert(From<"clicks">::toSql() == "SELECT * FROM clicks");
static_assert(From<"late">::toSql() == "SELECT * FROM late");
static_assert(BySql<"SELECT who AS a FROM late">::explain() ==
              "Project(who AS a) [I] -> a STRING NOT NULL\n"
              "  Project(user AS who, n) = view late [I] -> who STRING NOT NULL, n INT NOT NULL\n"
              "    Filter(n > 5) [I]\n"
              "      Scan(clicks) [I] -> user STRING NOT NULL, url STRING NOT NULL, n INT NOT NULL, bytes BIGINT, price DOUBLE, "
              "address STRUCTURED<'Address', `city` STRING NOT NULL, `zip` INT NOT NULL> NOT NULL, `day` DATE NOT NULL\n"
              "\n"
              "#0 Scan(clicks) -> result\n"
              "  where n > 5\n"
              "  emit user AS a\n");

}  // namespace

TEST_CASE("values of C++ print as parameters") {
    const Db db = environment();
    const auto t = db.from<"clicks">().where(col<"n"> > 5 && col<"user"> == "x").select((col<"n"> + 1L).as<"m">());
    CHECK(t.toSql() == "SELECT n + ?2 AS m FROM clicks WHERE n > ?0 AND user = ?1");
}

TEST_CASE("a stream without a name, and a union of two tables") {
    StreamExecutionEnvironment env;
    const auto tenv = StreamTableEnvironment::create(env);
    const auto numbers = tenv.fromDataStream(env.fromElements(1, 2));
    const auto more = tenv.fromDataStream(env.fromElements(3L));
    CHECK(numbers.toSql() == "SELECT * FROM Unregistered_Stream_0");
    const auto both = numbers.unionAll(more);
    CHECK(both.toSql() == "SELECT * FROM Unregistered_Stream_0 UNION ALL SELECT * FROM Unregistered_Stream_1");
    CHECK(both.explain() ==
          "UnionAll [I] -> f0 BIGINT NOT NULL\n"
          "  Project(CAST(f0 AS BIGINT) AS f0) [I] -> f0 BIGINT NOT NULL\n"
          "    Scan(Unregistered_Stream_0) [I] -> f0 INT NOT NULL\n"
          "  Scan(Unregistered_Stream_1) [I] -> f0 BIGINT NOT NULL\n"
          "\n"
          "#0 Scan(Unregistered_Stream_0) -> result\n"
          "  emit CAST(f0 AS BIGINT) AS f0\n"
          "#1 Scan(Unregistered_Stream_1) -> result\n"
          "  emit f0\n");
    struct N { std::int64_t f0; };
    std::vector<std::int64_t> seen;
    for (const N& n : tenv.toDataStream<N>(both).executeAndCollect()) seen.push_back(n.f0);
    CHECK(seen == std::vector<std::int64_t>{1, 2, 3});
}

TEST_CASE("what is read twice is computed once, what nobody reads never") {
    struct Counter {
        int* calls;
        std::int32_t operator()(std::int32_t n) const { ++*calls; return n * 10; }
    };
    int calls = 0;
    struct Number { std::int32_t n; };
    struct Out { std::int32_t x; };
    const auto run = [&]<FixedString Sql>() {
        StreamExecutionEnvironment env;
        const auto db = StreamTableEnvironment::create(env).createTemporaryView<"t">(env.fromElements(Number{1}, Number{2}, Number{3})).createTemporaryFunction<"f">(Counter{&calls});
        calls = 0;
        std::vector<std::int32_t> rows;
        for (const Out& o : db.toDataStream<Out>(db.template sqlQuery<Sql>()).executeAndCollect()) rows.push_back(o.x);
        return rows;
    };
    CHECK(run.operator()<"SELECT a + a AS x FROM (SELECT f(n) AS a FROM t)">() == std::vector<std::int32_t>{20, 40, 60});
    CHECK(calls == 3);
    CHECK(run.operator()<"SELECT a AS x FROM (SELECT f(n) AS a FROM t) WHERE a > 10 AND a < 30">() == std::vector<std::int32_t>{20});
    CHECK(calls == 3);
    CHECK(run.operator()<"SELECT n AS x FROM (SELECT n, f(n) AS a FROM t)">() == std::vector<std::int32_t>{1, 2, 3});
    CHECK(calls == 0);
    CHECK(run.operator()<"SELECT a + a AS x FROM (SELECT n, f(n) AS a FROM t) WHERE n > 2">() == std::vector<std::int32_t>{60});
    CHECK(calls == 1);
    CHECK(run.operator()<"SELECT CASE f(n) WHEN 10 THEN 1 WHEN 20 THEN 2 ELSE 0 END AS x FROM t">() == std::vector<std::int32_t>{1, 2, 0});
    CHECK(calls == 3);
    CHECK(run.operator()<"SELECT a + a AS x FROM (SELECT f(n) AS a FROM t LIMIT 2)">() == std::vector<std::int32_t>{20, 40});
    CHECK(calls == 2);
    CHECK(run.operator()<"SELECT 10 / (n - 1) AS x FROM (SELECT n FROM t WHERE n <> 1) WHERE 10 / (n - 1) > 5">() == std::vector<std::int32_t>{10});
}

TEST_CASE("literals of every kind run") {
    struct Number { std::int32_t n; };
    StreamExecutionEnvironment env;
    const auto db = StreamTableEnvironment::create(env).createTemporaryView<"t">(env.fromElements(Number{1}));
    std::string text;
    for (const auto& row : db.toDataStream(db.sqlQuery<"SELECT n, -0.50 AS a, 1e3 AS b, -1.5E-3 AS c, 'it''s' AS d, X'1Fa0' AS e, DATE '2024-02-29' AS f, TIME '12:30:00' AS g, "
                                                       "TIMESTAMP '2024-02-29 12:30:00.5' AS h, INTERVAL '1-2' YEAR TO MONTH AS i, INTERVAL -'1 02:03:04.5' DAY TO SECOND AS j, TRUE AS k, "
                                                       "INTERVAL '2' WEEK AS l, -9223372036854775808 AS m FROM t">()).executeAndCollect())
        appendText(text, row);
    CHECK(text == "+I[1, -0.50, 1000.0, -0.0015, it's, [31, -96], 2024-02-29, 12:30, 2024-02-29T12:30:00.500, P1Y2M, PT-26H-3M-4.5S, true, PT336H, -9223372036854775808]");
}
