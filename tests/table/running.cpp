// SPDX-License-Identifier: BSL-1.0
// Tables that run: user functions, sinks and statement sets, how often things run, borders of batches, what goes wrong.
#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/connector/collect.hpp>

#include "table/texts.hpp"

using namespace rivulet;
using test::rowsOf;
using test::sortedRowsOf;
using test::textsOf;
using test::Texts;
using test::thrownBy;

namespace {

struct Order {
    std::string user;
    std::int32_t product;
    std::optional<std::int64_t> amount;
};
struct Start : test::Environment {
    DataStream<Order> stream = env.fromCollection(std::vector<Order>{{"ann", 1, 5}, {"bob", 2, {}}, {"cid", 3, -7}});
    decltype(tenv.fromDataStream(stream)) orders = tenv.fromDataStream(stream);
    decltype(tenv.createTemporaryView<"orders">(orders)) db = tenv.createTemporaryView<"orders">(orders);
};
const Texts all{"+I[ann, 1, 5]", "+I[bob, 2, null]", "+I[cid, 3, -7]"};

}  // namespace

// ---- user functions ------------------------------------------------------------------------------------------------------

TEST_CASE("user functions: const arguments, optionals, text by view, captures, in views, in conditions") {
    Start s;
    std::int32_t offset = 10;
    int calls = 0;
    const auto db = s.tenv.createTemporaryFunction<"SHIFT">([offset](std::int32_t n) { return n + offset; })
                        .createTemporaryFunction<"TELL">([](std::optional<std::int64_t> n) -> std::string { return n ? "got" : "none"; })
                        .createTemporaryFunction<"POSITIVE">([](std::optional<std::int64_t> n) -> std::optional<bool> { return n ? std::optional(*n > 0) : std::nullopt; })
                        .createTemporaryFunction<"GREET">([](std::string_view who, const std::string& how) { return std::string(how).append(" ").append(who); })
                        .createTemporaryFunction<"COUNTED">([&calls](std::int32_t n) { ++calls; return n * 2; })
                        .createTemporaryView<"orders">(s.stream);
    const auto t = db.sqlQuery<"SELECT SHIFT(product) AS a, TELL(amount) AS b, GREET(user, 'hi') AS c, POSITIVE(amount) AS d, SHIFT(SHIFT(product)) AS e FROM orders">();
    static_assert(t.schemaText() == "(\n  `a` INT NOT NULL,\n  `b` STRING NOT NULL,\n  `c` STRING NOT NULL,\n  `d` BOOLEAN,\n  `e` INT NOT NULL\n)\n");
    CHECK(rowsOf(t) == Texts{"+I[11, got, hi ann, true, 21]", "+I[12, none, hi bob, null, 22]", "+I[13, got, hi cid, false, 23]"});
    CHECK(rowsOf(db.sqlQuery<"SELECT user FROM orders WHERE POSITIVE(amount)">()) == Texts{"+I[ann]"});
    const auto byApi = db.from<"orders">().where(call<"POSITIVE">(col<"amount">)).select(col<"user">);
    static_assert(byApi.plan() == decltype(db.sqlQuery<"SELECT user FROM orders WHERE POSITIVE(amount)">())::plan());
    // functions in views, and two environments with functions of one name and type
    const auto views = db.createTemporaryView<"shifted">(db.sqlQuery<"SELECT user, SHIFT(product) AS p FROM orders">());
    const auto more = views.createTemporaryView<"again">(views.sqlQuery<"SELECT user, SHIFT(p) AS p FROM shifted">());
    CHECK(sortedRowsOf(more.sqlQuery<"SELECT p FROM again UNION ALL SELECT SHIFT(p) FROM shifted">()) == Texts{"+I[21]", "+I[21]", "+I[22]", "+I[22]", "+I[23]", "+I[23]"});
    const auto shiftBy = [&](int by) { return s.tenv.createTemporaryFunction<"ADDED">([by](std::int32_t n) { return n + by; }).createTemporaryView<"orders">(s.stream).sqlQuery<"SELECT ADDED(product) AS p FROM orders">(); };
    CHECK(sortedRowsOf(shiftBy(1).unionAll(shiftBy(100))) == Texts{"+I[101]", "+I[102]", "+I[103]", "+I[2]", "+I[3]", "+I[4]"});
    // once per row, however often the result is read
    calls = 0;
    CHECK(rowsOf(db.sqlQuery<"SELECT n, n + 1 AS m FROM (SELECT COUNTED(product) AS n FROM orders) WHERE n > 2">()) == Texts{"+I[4, 5]", "+I[6, 7]"});
    CHECK(calls == 3);
    calls = 0;
    CHECK(rowsOf(db.sqlQuery<"SELECT user FROM (SELECT user, COUNTED(product) AS n FROM orders)">()).size() == 3);
    CHECK(calls == 0);  // nobody reads it
}

TEST_CASE("a throwing user function ends the job under its name") {
    Start s;
    const auto db = s.tenv.createTemporaryFunction<"FRAGILE">([](std::int32_t n) { if (n == 2) throw std::runtime_error("no twos"); return n; }).createTemporaryView<"orders">(s.stream);
    const std::string said = thrownBy<JobError>([&] { rowsOf(db.sqlQuery<"SELECT FRAGILE(product) AS f FROM orders">()); });
    CHECK(said == "FRAGILE: no twos");
    const std::string inWhere = thrownBy<JobError>([&] { db.sqlQuery<"SELECT user FROM orders WHERE FRAGILE(product) > 0">().execute().collect(); });
    CHECK(inWhere == "FRAGILE: no twos");
    CHECK(rowsOf(db.sqlQuery<"SELECT FRAGILE(product) AS f FROM orders WHERE product <> 2">()) == Texts{"+I[1]", "+I[3]"});
    std::vector<std::int32_t> rows;
    s.tenv.toDataStream<std::int32_t>(db.sqlQuery<"SELECT FRAGILE(product) FROM orders">()).addSink(CollectSink(rows));
    CHECK(thrownBy<JobError>([&] { s.env.execute("streams"); }) == "FRAGILE: no twos");
    CHECK(rows.size() <= 1);
}

// ---- sinks, executions, borders of batches ---------------------------------------------------------------------------------

TEST_CASE("several sinks of one table and stream; twice; every step once a row") {
    Start s;
    int mapped = 0;
    const auto counted = s.stream.map([&mapped](const Order& o) { ++mapped; return o; });
    const auto t = s.tenv.fromDataStream(counted);
    std::vector<std::string> users;
    std::vector<std::int32_t> products;
    const auto build = [&] {
        s.tenv.toDataStream<std::string>(t.select(col<"user">)).addSink(CollectSink(users));
        s.tenv.toDataStream<std::int32_t>(t.where(col<"product"> > 1).select(col<"product">)).addSink(CollectSink(products));
    };
    build();
    s.env.execute("one");
    CHECK(mapped == 3);
    CHECK(users == std::vector<std::string>{"ann", "bob", "cid"});
    CHECK(products == std::vector<std::int32_t>{2, 3});
    build();
    s.env.execute("two");
    CHECK(mapped == 6);
    CHECK(users.size() == 6);
    CHECK_THROWS_AS(s.env.execute("nothing"), IllegalState);
    const auto result = t.select(col<"product">).execute();
    CHECK(textsOf(result.collect()) == textsOf(result.collect()));
    // a stream of a table with two consumers runs its query once
    mapped = 0;
    const auto names = s.tenv.toDataStream<std::string>(t.select(col<"user">.upperCase()));
    users.clear();
    names.addSink(CollectSink(users));
    names.map([](const std::string& u) { return u + "?"; }).addSink(CollectSink(users));
    s.env.execute("shared");
    CHECK(mapped == 3);
    CHECK(users.size() == 6);
}

TEST_CASE("a statement set is one job; a source is read once; attached it waits for the environment") {
    Start s;
    int mapped = 0;
    const auto t = s.tenv.fromDataStream(s.stream.map([&mapped](const Order& o) { ++mapped; return o; }));
    std::vector<std::string> users;
    std::vector<std::int32_t> products;
    auto set = s.tenv.createStatementSet();
    CHECK_THROWS_AS(set.execute(), IllegalState);
    set.addInsert<std::string>(t.select(col<"user">), CollectSink(users)).addInsert<std::int32_t>(t.select(col<"product">), CollectSink(products));
    set.execute();
    CHECK(mapped == 3);
    CHECK(users.size() == 3);
    CHECK(products.size() == 3);
    CHECK_THROWS_AS(set.execute(), IllegalState);
    set.addInsert<std::string>(t.select(col<"user">), CollectSink(users));
    set.attachAsDataStream();
    CHECK(users.size() == 3);
    s.env.execute("attached");
    CHECK(users.size() == 6);
}

TEST_CASE("table.execute leaves the streams' sinks alone") {
    Start s;
    std::vector<std::string> users;
    s.tenv.toDataStream<std::string>(s.orders.select(col<"user">)).addSink(CollectSink(users));
    CHECK(rowsOf(s.orders) == all);
    CHECK(users.empty());
    s.env.execute("now");
    CHECK(users.size() == 3);
}

TEST_CASE("empty streams, and 3,000 rows across the borders of batches") {
    Start s;
    const auto none = s.tenv.fromDataStream(s.env.fromCollection(std::vector<Order>{}));
    CHECK(rowsOf(none.unionAll(none).where(col<"product"> > 0).limit<3>()).empty());
    CHECK(rowsOf(none.unionAll(s.orders)) == all);
    const auto many = s.tenv.fromDataStream(s.env.fromSequence(1, 3000), col<"n">);
    const auto odd = s.tenv.toDataStream<std::int64_t>(many.where(col<"n"> % 2 == 1).select((col<"n"> * 10).as<"n">())).executeAndCollect();
    CHECK(odd.size() == 1500);
    bool ordered = true;
    for (std::size_t i = 0; i < odd.size(); ++i) ordered = ordered && odd[i] == static_cast<std::int64_t>(20 * i + 10);
    CHECK(ordered);
    CHECK(rowsOf(many.limit<2, 1023>()) == Texts{"+I[1024]", "+I[1025]"});
    CHECK(rowsOf(many.limit<10, 2999>()) == Texts{"+I[3000]"});
    const auto both = s.tenv.toDataStream<std::int64_t>(many.unionAll(many.where(col<"n"> > 2998))).executeAndCollect();
    CHECK(both.size() == 3002);
    std::int64_t sum = 0;
    for (const std::int64_t n : both) sum += n;
    CHECK(sum == 4501500 + 2999 + 3000);
}

// ---- run-time errors -------------------------------------------------------------------------------------------------------

TEST_CASE("wrong data names the column and the value; the job ends") {
    Start s;
    const auto fails = [&](const auto& t) { return thrownBy<DataError>([&] { t.execute().collect(); }); };
    CHECK(fails(s.orders.select((col<"product"> / (col<"product"> - 2)).as<"q">())) == "column 'q': division by zero");
    CHECK(fails(s.orders.select((col<"product"> % (col<"product"> - 2)).as<"r">())) == "column 'r': division by zero");
    const std::string cast = fails(s.orders.select(col<"user">.cast<std::int32_t>().as<"n">()));
    CHECK(cast.find("'n'") != cast.npos);
    CHECK(cast.find("'ann'") != cast.npos);
    const std::string missing = fails(s.orders.select(col<"amount">.orThrow().as<"m">()));
    CHECK(missing.find("'m'") != missing.npos);
    CHECK(fails(s.orders.where(lit<1> / (col<"product"> - 1) > 0)).find("division by zero") != std::string::npos);
    CHECK(rowsOf(s.orders.select(col<"user">.tryCast<std::int32_t>().as<"n">())) == Texts{"+I[null]", "+I[null]", "+I[null]"});
    // what guards an expression keeps it from failing, also where it is read twice
    const auto guarded = s.orders.where(col<"product"> != 2).select((col<"product"> / (col<"product"> - 2)).as<"q">());
    CHECK(rowsOf(guarded) == Texts{"+I[-1]", "+I[3]"});
    const auto quotient = lit<6> / (col<"product"> - 2);
    CHECK(rowsOf(s.orders.select(ifThenElse(col<"product"> == 2, 0, quotient + quotient).as<"q">())) == Texts{"+I[-12]", "+I[0]", "+I[12]"});
    CHECK(rowsOf(s.orders.limit<1>()) == Texts{all[0]});  // the environment goes on
}
