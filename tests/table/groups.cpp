// SPDX-License-Identifier: BSL-1.0
// Groups, joins, set operations and order: each step of the Table API is the same plan as the SQL that says so.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "table/texts.hpp"

using namespace rivulet;
using test::textsOf;
using test::Texts;

namespace {

struct Order { std::string user; std::string product; std::optional<std::int32_t> amount; std::int64_t id; };
struct Person { std::string name; std::string city; };

template <class Environment>
auto withViews(const StreamExecutionEnvironment& env, const Environment& tenv) {
    return tenv
        .template createTemporaryView<"orders">(env.fromElements(Order{"ann", "pen", 3, 1}, Order{"bob", "cup", 5, 2}, Order{"ann", "cup", {}, 3}, Order{"ann", "pen", 4, 4}))
        .template createTemporaryView<"people">(env.fromElements(Person{"ann", "Oslo"}, Person{"cid", "Rome"}));
}
/// How far apart the values are.
struct Spread {
    std::optional<std::int64_t> least, most;
    void accumulate(std::int64_t v) {
        if (!least || v < *least) least = v;
        if (!most || v > *most) most = v;
    }
    std::int64_t result() const { return least ? *most - *least : 0; }
};
struct Start : test::Environment {
    decltype(withViews(env, tenv)) db = withViews(env, tenv);
};
struct BatchStart {
    StreamExecutionEnvironment env;
    BatchTableEnvironment tenv = BatchTableEnvironment::create(env);
    decltype(withViews(env, tenv)) db = withViews(env, tenv);
};
using Db = decltype(Start::db);
using BatchDb = decltype(BatchStart::db);

template <FixedString Sql, class E = Db, class F>
consteval bool same(F) {
    using Orders = decltype(std::declval<const E&>().template from<"orders">());
    using People = decltype(std::declval<const E&>().template from<"people">());
    using ByApi = decltype(std::declval<F>()(std::declval<const Orders&>(), std::declval<const People&>()));
    return decltype(std::declval<const E&>().template sqlQuery<Sql>())::plan() == ByApi::plan();
}
constexpr auto user = col<"user">;
constexpr auto product = col<"product">;
constexpr auto amount = col<"amount">;
constexpr auto name = col<"name">;

// ---- groups -----------------------------------------------------------------------------------------------------------

static_assert(same<"SELECT user, SUM(amount) AS total FROM orders GROUP BY user">([](const auto& o, const auto&) {
    return o.groupBy(user).select(user, as<"total">(amount.sum()));
}));
static_assert(same<"SELECT product, user AS who, COUNT(*) AS n, COUNT(amount) AS m, MIN(amount) + MAX(amount) AS r FROM orders GROUP BY user, product">([](const auto& o, const auto&) {
    return o.groupBy(user, product).select(product, as<"who">(user), as<"n">(count()), as<"m">(amount.count()), as<"r">(amount.min() + amount.max()));
}));
static_assert(same<"SELECT AVG(amount) AS a, STDDEV_POP(amount) AS b, STDDEV_SAMP(amount) AS c, VAR_POP(amount) AS d, VAR_SAMP(amount) AS e FROM orders">([](const auto& o, const auto&) {
    return o.select(as<"a">(amount.avg()), as<"b">(amount.stddevPop()), as<"c">(amount.stddevSamp()), as<"d">(amount.varPop()), as<"e">(amount.varSamp()));
}));
static_assert(same<"SELECT FIRST_VALUE(product) AS a, LAST_VALUE(product) AS b, LISTAGG(product) AS c, LISTAGG(product, ';') AS d FROM orders">([](const auto& o, const auto&) {
    return o.select(as<"a">(product.firstValue()), as<"b">(product.lastValue()), as<"c">(product.listAgg()), as<"d">(product.listAgg(lit<";">)));
}));
static_assert(same<"SELECT user, COUNT(DISTINCT product) AS n, SUM(amount) FILTER (WHERE id > 2) AS s FROM orders GROUP BY user">([](const auto& o, const auto&) {
    return o.groupBy(user).select(user, as<"n">(product.count().distinct()), as<"s">(amount.sum().filter(col<"id"> > lit<2>)));
}));
static_assert(same<"SELECT UPPER(user) AS u, MAX(id) AS m FROM orders WHERE amount > 1 GROUP BY UPPER(user)">([](const auto& o, const auto&) {
    return o.where(amount > lit<1>).groupBy(user.upperCase()).select(as<"u">(user.upperCase()), as<"m">(col<"id">.max()));
}));
static_assert(same<"SELECT user, COUNT(*) AS n FROM orders GROUP BY user HAVING COUNT(*) > 1">([](const auto& o, const auto&) {
    return o.groupBy(user).select(user, as<"n">(count())).where(col<"n"> > lit<1>);
}));
static_assert(same<"SELECT DISTINCT user FROM orders">([](const auto& o, const auto&) { return o.select(user).distinct(); }));
static_assert(!same<"SELECT user, SUM(amount) AS total FROM orders GROUP BY user">([](const auto& o, const auto&) {
    return o.groupBy(user).select(user, as<"total">(amount.sum().distinct()));
}));

// ---- two tables -------------------------------------------------------------------------------------------------------

static_assert(same<"SELECT * FROM orders JOIN people ON user = name">([](const auto& o, const auto& p) { return o.join(p, user == name); }));
static_assert(same<"SELECT * FROM orders CROSS JOIN people">([](const auto& o, const auto& p) { return o.join(p); }));
static_assert(same<"SELECT * FROM orders LEFT JOIN people ON user = name AND amount > 3">([](const auto& o, const auto& p) { return o.leftOuterJoin(p, user == name && amount > lit<3>); }));
static_assert(same<"SELECT * FROM orders RIGHT JOIN people ON user = name">([](const auto& o, const auto& p) { return o.rightOuterJoin(p, user == name); }));
static_assert(same<"SELECT * FROM orders FULL JOIN people ON user = name">([](const auto& o, const auto& p) { return o.fullOuterJoin(p, user == name); }));
static_assert(!same<"SELECT * FROM orders LEFT JOIN people ON user = name">([](const auto& o, const auto& p) { return o.join(p, user == name); }));
static_assert(same<"SELECT user FROM orders UNION ALL SELECT name FROM people">([](const auto& o, const auto& p) { return o.select(user).unionAll(p.select(name)); }));
static_assert(same<"SELECT user FROM orders UNION SELECT name FROM people">([](const auto& o, const auto& p) { return o.select(user).union_(p.select(name)); }));
static_assert(same<"SELECT user FROM orders INTERSECT SELECT name FROM people">([](const auto& o, const auto& p) { return o.select(user).intersect(p.select(name)); }));
static_assert(same<"SELECT user FROM orders INTERSECT ALL SELECT name FROM people">([](const auto& o, const auto& p) { return o.select(user).intersectAll(p.select(name)); }));
static_assert(same<"SELECT user FROM orders EXCEPT SELECT name FROM people">([](const auto& o, const auto& p) { return o.select(user).minus(p.select(name)); }));
static_assert(same<"SELECT user FROM orders EXCEPT ALL SELECT name FROM people">([](const auto& o, const auto& p) { return o.select(user).minusAll(p.select(name)); }));
static_assert(same<"SELECT user FROM orders UNION ALL SELECT product FROM orders">([](const auto& o, const auto&) { return o.select(user).unionAll(o.select(product)); }));
static_assert(!same<"SELECT user FROM orders UNION ALL SELECT product FROM orders">([](const auto& o, const auto& p) { return o.select(user).unionAll(p.select(col<"city">)); }));

// ---- order --------------------------------------------------------------------------------------------------------------

static_assert(same<"SELECT * FROM orders ORDER BY amount DESC, user LIMIT 3">([](const auto& o, const auto&) { return o.orderBy(amount.desc(), user).template fetch<3>(); }));
static_assert(same<"SELECT * FROM orders ORDER BY amount LIMIT 3 OFFSET 2">([](const auto& o, const auto&) { return o.orderBy(amount.asc()).template offset<2>().template fetch<3>(); }));
static_assert(same<"SELECT * FROM orders ORDER BY amount NULLS LAST, id DESC NULLS FIRST LIMIT 3">([](const auto& o, const auto&) {
    return o.orderBy(amount.asc().nullsLast(), col<"id">.desc().nullsFirst()).template limit<3>();
}));
static_assert(same<"SELECT * FROM orders LIMIT 2 OFFSET 1">([](const auto& o, const auto&) { return o.template offset<1>().template fetch<2>(); }));
static_assert(same<"SELECT * FROM orders ORDER BY amount", BatchDb>([](const auto& o, const auto&) { return o.orderBy(amount); }));
static_assert(!same<"SELECT * FROM orders ORDER BY amount DESC", BatchDb>([](const auto& o, const auto&) { return o.orderBy(amount); }));

}  // namespace

TEST_CASE("groups, with values of C++ in keys, aggregates and filters") {
    Start s;
    const int least = 2;
    const auto t = s.db.from<"orders">().groupBy(user, col<"id"> > 3).select(user, product.listAgg(lit<"/">).as<"all">(), (amount.sum().filter(amount > least) + 1).as<"sum">());
    CHECK(textsOf(t.execute().collect()) == Texts{"+I[ann, pen, 4]", "+I[bob, cup, 6]", "-U[ann, pen, 4]", "+U[ann, pen/cup, 4]", "+I[ann, pen, 5]"});
}

TEST_CASE("an aggregate of one's own, in both languages") {
    Start s;
    const auto db = s.db.createTemporaryFunction<"SPREAD">(Spread{});
    const auto t = db.from<"orders">().groupBy(user).select(user, aggregate<"SPREAD">(col<"id">).as<"spread">());
    static_assert(t.plan() == decltype(db.sqlQuery<"SELECT user, SPREAD(id) AS spread FROM orders GROUP BY user">())::plan());
    CHECK(textsOf(t.execute().collect()) == Texts{"+I[ann, 0]", "+I[bob, 0]", "-U[ann, 0]", "+U[ann, 2]", "-U[ann, 2]", "+U[ann, 3]"});
}

TEST_CASE("one group of all rows; over nothing a streaming query says nothing") {
    Start s;
    CHECK(textsOf(s.db.from<"orders">().where(user == "bob").select(count().as<"n">(), amount.max().as<"m">()).execute().collect()) == Texts{"+I[1, 5]"});
    CHECK(textsOf(s.db.from<"orders">().where(user == "zed").select(count().as<"n">()).execute().collect()).empty());
}

TEST_CASE("a table joined with itself: each row meets those that came before, and itself") {
    Start s;
    const auto o = s.db.from<"orders">().select(user, product);
    const auto other = o.as<"user2", "product2">();
    CHECK(textsOf(o.join(other, user == col<"user2"> && product != col<"product2">).select(product, col<"product2">).execute().collect()) ==
          Texts{"+I[cup, pen]", "+I[pen, cup]", "+I[pen, cup]", "+I[cup, pen]"});
}

TEST_CASE("outer joins have columns that can be null") {
    Start s;
    const auto t = s.db.from<"people">().leftOuterJoin(s.db.from<"orders">(), name == user).select(name, col<"id">);
    using Element = decltype(t.execute().collect())::value_type;
    static_assert(std::is_same_v<Element, Row<Field<"name", std::string>, Field<"id", std::optional<std::int64_t>>>>);
}

TEST_CASE("batch: sorted whole, grouped once, and no column op") {
    BatchStart s;
    const auto sorted = s.db.from<"orders">().orderBy(amount.desc(), user).select(user, amount);
    CHECK(textsOf(s.db.toDataStream(sorted).executeAndCollect()) == Texts{"+I[bob, 5]", "+I[ann, 4]", "+I[ann, 3]", "+I[ann, null]"});
    std::string text;
    s.db.sqlQuery<"SELECT user, COUNT(*) AS n FROM orders GROUP BY user ORDER BY user DESC">().execute().print(text);
    CHECK(text ==
          "+--------------------------------+----------------------+\n"
          "|                           user |                    n |\n"
          "+--------------------------------+----------------------+\n"
          "|                            bob |                    1 |\n"
          "|                            ann |                    3 |\n"
          "+--------------------------------+----------------------+\n"
          "2 rows in set\n");
    CHECK(textsOf(s.db.from<"orders">().where(user == "zed").select(count().as<"n">()).execute().collect()) == Texts{"+I[0]"});
}

TEST_CASE("tables of a batch environment leave the others of the stream environment as they are") {
    Start s;
    const auto batch = withViews(s.env, BatchTableEnvironment::create(s.env));
    CHECK(s.env.runtimeMode() == RuntimeExecutionMode::Streaming);
    auto changes = s.tenv.toChangelogStream(s.db.sqlQuery<"SELECT user, COUNT(*) AS n FROM orders GROUP BY user">());
    CHECK(textsOf(batch.toDataStream(batch.sqlQuery<"SELECT user, COUNT(*) AS n FROM orders GROUP BY user ORDER BY n">()).executeAndCollect()) == Texts{"+I[bob, 1]", "+I[ann, 3]"});
    CHECK(textsOf(changes.executeAndCollect()).size() == 6);
}

TEST_CASE("batch by the mode of the stream environment: final rows, and the column op stays") {
    Start s;
    s.env.setRuntimeMode(RuntimeExecutionMode::Batch);
    const auto t = s.db.sqlQuery<"SELECT user, COUNT(*) AS n FROM orders GROUP BY user">();
    CHECK(textsOf(s.tenv.toChangelogStream(t).executeAndCollect()) == Texts{"+I[ann, 3]", "+I[bob, 1]"});
    std::string text;
    t.execute().print(text);
    CHECK(text.substr(0, 5) == "+----");
    CHECK(text.find("| op |") != text.npos);
    s.tenv.setOperatorMemoryLimit(64);
    CHECK_THROWS_AS(t.execute().collect(), MemoryLimitExceeded);
}

namespace {

struct Lot {
    std::int32_t id;
    std::string name;
    std::optional<std::string> note;
};
struct Offer {
    std::int32_t lot, amount;
};
#define BEST_OFFERS(lots) \
    "SELECT id, name, note, amount, r FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY id ORDER BY amount DESC) AS r FROM (SELECT l.id, l.name, l.note, o.amount FROM " lots " l JOIN Offers o ON l.id = o.lot)) WHERE r <= 2"

}  // namespace

TEST_CASE("a ranking whose groups have columns in common gives what one gives that keeps them in each row") {
    test::Environment e;
    const auto lots = e.env.fromElements(Lot{1, "a name that is longer than a text's own room", "note"}, Lot{2, "vase", std::nullopt}, Lot{3, "chair", "old"});
    const auto offers = e.env.fromElements(Offer{1, 5}, Offer{2, 7}, Offer{1, 9}, Offer{2, 3}, Offer{1, 7}, Offer{3, 1}, Offer{1, 8}, Offer{2, 8}, Offer{4, 1});
    const auto ranked = [&](const auto& tables) {
        const auto db = tables.template createTemporaryView<"Lots">(tables.fromDataStream(lots, Schema().primaryKey<"id">())).template createTemporaryView<"Plain">(lots).template createTemporaryView<"Offers">(offers);
        const Texts kept = textsOf(db.template sqlQuery<BEST_OFFERS("Plain")>().execute().collect());
        CHECK(kept.size() >= 5);
        CHECK(textsOf(db.template sqlQuery<BEST_OFFERS("Lots")>().execute().collect()) == kept);
        return db;
    };
    const auto db = ranked(e.tenv);
    ranked(BatchTableEnvironment::create(e.env));
    e.env.setRuntimeMode(RuntimeExecutionMode::Batch);
    ranked(e.tenv);
    e.tenv.setOperatorMemoryLimit(4000);
    CHECK(db.sqlQuery<BEST_OFFERS("Lots")>().execute().collect().size() == 5);
    e.tenv.setOperatorMemoryLimit(400);
    CHECK_THROWS_AS(db.sqlQuery<BEST_OFFERS("Lots")>().execute().collect(), MemoryLimitExceeded);
}
#undef BEST_OFFERS

namespace {

struct Event {
    std::int64_t millis;
    bool describes;
    std::int32_t id, amount;
    std::string name;
};

}  // namespace

TEST_CASE("rows of a group have nothing in common for ever where a time-to-live lets another first row of a key come") {
    test::Environment e;
    static std::int64_t now;
    now = 0;
    e.env.core()->stateTtl.clock = [](const void*) { return now; };
    e.env.setBatchRows(1);
    e.tenv.setIdleStateRetention(std::chrono::seconds(10));
    const auto events = e.env.fromElements(Event{0, true, 1, 0, "old"}, Event{0, false, 1, 5, ""}, Event{6'000, false, 1, 7, ""}, Event{12'000, true, 1, 0, "new"}, Event{12'000, false, 1, 9, ""});
    const auto tables = e.tenv.createTemporaryFunction<"AT">([](std::int64_t millis) { return (now = millis) >= 0; })
                            .createTemporaryView<"Events">(e.tenv.fromDataStream(events, Schema().columnByExpression<"pt", "PROCTIME()">()));
    const auto db = tables.createTemporaryView<"Lots">(tables.sqlQuery<
        "SELECT id, name FROM (SELECT id, name, ROW_NUMBER() OVER (PARTITION BY id ORDER BY pt) AS r FROM Events WHERE AT(millis) AND describes) WHERE r = 1">());
    const Texts rows = textsOf(db.sqlQuery<"SELECT id, name, amount, r FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY id ORDER BY amount DESC) AS r FROM "
                                           "(SELECT l.id, l.name, o.amount FROM Lots l JOIN Events o ON l.id = o.id AND AT(o.millis) AND NOT o.describes)) WHERE r <= 2">().execute().collect());
    // What is taken back has been given before.
    Texts given;
    for (const std::string& row : rows) {
        if (row.starts_with("+")) given.push_back(row.substr(2));
        else {
            const auto at = std::find(given.begin(), given.end(), row.substr(2));
            CAPTURE(row);
            REQUIRE(at != given.end());
            given.erase(at);
        }
    }
    CHECK(std::find(rows.begin(), rows.end(), "-U[1, old, 7, 1]") != rows.end());
}

namespace {

struct Noted {
    std::string name;
    std::optional<std::string> note;
};
template <FixedString Sql>
Texts sortedLeft() {
    test::Environment e;
    const auto notes = e.env.fromElements(Noted{"a", std::nullopt}, Noted{"b", "a"}, Noted{"c", "c"}, Noted{"b", "b"}, Noted{"a", "z"});
    Texts left = test::sortedRowsOf(BatchTableEnvironment::create(e.env).createTemporaryView<"Notes">(notes).sqlQuery<Sql>()), changes;
    for (const std::string& row : textsOf(e.tenv.createTemporaryView<"Notes">(notes).sqlQuery<Sql>().execute().collect())) {
        if (row.starts_with("+")) changes.push_back("+I" + row.substr(2));
        else changes.erase(std::find(changes.begin(), changes.end(), "+I" + row.substr(2)));
    }
    std::sort(changes.begin(), changes.end());
    CHECK(changes == left);
    return left;
}

}  // namespace

TEST_CASE("columns that set operations compare are NULL or not on either side, and go on to another one") {
    CHECK(sortedLeft<"SELECT name FROM (SELECT name, COUNT(*) AS n FROM Notes GROUP BY name) WHERE n > 0 INTERSECT SELECT note FROM Notes EXCEPT SELECT name FROM Notes WHERE name > 'b'">() == Texts{"+I[a]", "+I[b]"});
    CHECK(sortedLeft<"SELECT name FROM (SELECT name, COUNT(*) AS n FROM Notes GROUP BY name) WHERE n > 0 INTERSECT SELECT name FROM Notes EXCEPT SELECT note FROM Notes WHERE note <> 'b'">() == Texts{"+I[b]"});
    CHECK(sortedLeft<"SELECT note FROM Notes EXCEPT SELECT name FROM Notes">() == Texts{"+I[null]", "+I[z]"});
    CHECK(sortedLeft<"SELECT note FROM Notes INTERSECT SELECT note FROM Notes WHERE note IS NULL OR note > 'b'">() == Texts{"+I[c]", "+I[null]", "+I[z]"});
}
