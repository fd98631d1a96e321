// SPDX-License-Identifier: BSL-1.0
// Steps of the Table API: what they give, that they plan as SQL does, C++ values in them.
#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "table/texts.hpp"

using namespace rivulet;
using test::rowsOf;
using test::sortedRowsOf;
using test::Texts;

namespace {

struct Order {
    std::string user;
    std::int32_t product;
    std::optional<std::int64_t> amount;
};
// The same name with other members stands in shapes.cpp.
struct Twin {
    std::string text;
    std::vector<double> numbers;
    bool flag;
};
enum class Level : std::int16_t { zero };

struct Start : test::Environment {
    DataStream<Order> stream = env.fromCollection(std::vector<Order>{{"ann", 1, 5}, {"bob", 2, {}}, {"cid", 3, -7}});
    decltype(tenv.fromDataStream(stream)) orders = tenv.fromDataStream(stream);
    decltype(tenv.createTemporaryView<"orders">(orders)) db = tenv.createTemporaryView<"orders">(orders);
};
const Texts all{"+I[ann, 1, 5]", "+I[bob, 2, null]", "+I[cid, 3, -7]"};

}  // namespace

// ---- what the steps give -------------------------------------------------------------------------------------------------

TEST_CASE("select: order, names, expressions; a column may stand twice under two names") {
    Start s;
    const auto t = s.orders.select(col<"amount">, col<"product"> * 2, col<"user">.as<"who">(), col<"product"> + col<"amount">, col<"user">.as<"again">());
    static_assert(t.schemaText() == "(\n  `amount` BIGINT,\n  `_c1` INT NOT NULL,\n  `who` STRING NOT NULL,\n  `_c3` BIGINT,\n  `again` STRING NOT NULL\n)\n");
    CHECK(rowsOf(t) == Texts{"+I[5, 2, ann, 6, ann]", "+I[null, 4, bob, null, bob]", "+I[-7, 6, cid, -4, cid]"});
}

TEST_CASE("where and filter keep what is TRUE, not what is unknown") {
    Start s;
    CHECK(rowsOf(s.orders.where(col<"amount"> > 0)) == Texts{all[0]});
    CHECK(rowsOf(s.orders.where(!(col<"amount"> > 0))) == Texts{all[2]});
    CHECK(rowsOf(s.orders.filter(col<"amount">.isNull()).filter(col<"product"> == 2)) == Texts{all[1]});
    CHECK(rowsOf(s.orders.where(lit<true>)) == all);
    CHECK(rowsOf(s.orders.where(lit<false>)).empty());
    CHECK(rowsOf(s.orders.where(nullOf<bool>)).empty());
}

TEST_CASE("as, addColumns, addOrReplaceColumns, renameColumns, dropColumns") {
    Start s;
    static_assert(decltype(s.orders.as<"a">())::schemaText() == "(\n  `a` STRING NOT NULL,\n  `product` INT NOT NULL,\n  `amount` BIGINT\n)\n");
    static_assert(decltype(s.orders.as<"amount", "user", "product">())::schemaText() == "(\n  `amount` STRING NOT NULL,\n  `user` INT NOT NULL,\n  `product` BIGINT\n)\n");
    const auto added = s.orders.addColumns((col<"product"> + 1).as<"next">(), lit<"x">.as<"x">());
    static_assert(added.schemaText() == "(\n  `user` STRING NOT NULL,\n  `product` INT NOT NULL,\n  `amount` BIGINT,\n  `next` INT NOT NULL,\n  `x` CHAR(1) NOT NULL\n)\n");
    const auto replaced = added.addOrReplaceColumns(col<"user">.upperCase().as<"x">(), coalesce(col<"amount">, 0).as<"amount">(), col<"next">.as<"new">());
    static_assert(replaced.schemaText() == "(\n  `user` STRING NOT NULL,\n  `product` INT NOT NULL,\n  `amount` BIGINT NOT NULL,\n  `next` INT NOT NULL,\n  `x` STRING NOT NULL,\n  `new` INT NOT NULL\n)\n");
    const auto renamed = replaced.renameColumns(col<"user">.as<"who">(), col<"next">.as<"user">());
    const auto dropped = renamed.dropColumns(col<"product">, col<"new">);
    static_assert(dropped.schemaText() == "(\n  `who` STRING NOT NULL,\n  `amount` BIGINT NOT NULL,\n  `user` INT NOT NULL,\n  `x` STRING NOT NULL\n)\n");
    CHECK(rowsOf(dropped) == Texts{"+I[ann, 5, 2, ANN]", "+I[bob, 0, 3, BOB]", "+I[cid, -7, 4, CID]"});
}

TEST_CASE("limit and offset; nested; of a union; more than there is; none") {
    Start s;
    CHECK(rowsOf(s.orders.limit<2>()) == Texts{all[0], all[1]});
    CHECK(rowsOf(s.orders.limit<2, 1>()) == Texts{all[1], all[2]});
    CHECK(rowsOf(s.orders.limit<0>()).empty());
    CHECK(rowsOf(s.orders.limit<5, 3>()).empty());
    CHECK(rowsOf(s.orders.limit<3>().limit<2, 1>().limit<1>()) == Texts{all[1]});
    CHECK(rowsOf(s.orders.limit<2>().where(col<"amount">.isNull())) == Texts{all[1]});
    CHECK(rowsOf(s.orders.where(col<"amount">.isNotNull()).limit<1, 1>()) == Texts{all[2]});
    CHECK(rowsOf(s.orders.limit<1>().unionAll(s.orders).limit<3, 1>()).size() == 3);
    static_assert(decltype(s.orders.limit<2, 1>())::plan() == decltype(s.db.sqlQuery<"SELECT * FROM orders LIMIT 2 OFFSET 1">())::plan());
}

TEST_CASE("unionAll: types widen, NOT NULL with NULL is NULL, names are those of the left") {
    Start s;
    const auto left = s.orders.select(col<"product">.as<"a">(), col<"user">.as<"b">(), col<"amount">.as<"c">(), lit<"no">.as<"d">());
    const auto right = s.orders.select(col<"amount">, lit<"x">, lit<true>.cast<std::int32_t>(), col<"user">);
    const auto t = left.unionAll(right);
    static_assert(t.schemaText() == "(\n  `a` BIGINT,\n  `b` STRING NOT NULL,\n  `c` BIGINT,\n  `d` STRING NOT NULL\n)\n");
    CHECK(sortedRowsOf(t) == Texts{"+I[-7, x, 1, cid]", "+I[1, ann, 5, no]", "+I[2, bob, null, no]", "+I[3, cid, -7, no]", "+I[5, x, 1, ann]", "+I[null, x, 1, bob]"});
    const auto numbers = s.orders.select(col<"product">).unionAll(s.orders.select(lit<"1.50", "DECIMAL">)).unionAll(s.orders.select(lit<2>.cast<double>())).where(col<"product"> < 3);
    static_assert(numbers.schemaText() == "(\n  `product` DOUBLE NOT NULL\n)\n");
    CHECK(sortedRowsOf(numbers) == Texts{"+I[1.0]", "+I[1.5]", "+I[1.5]", "+I[1.5]", "+I[2.0]", "+I[2.0]", "+I[2.0]", "+I[2.0]"});
    const auto withNull = s.orders.select(nullOf<std::int32_t>.as<"n">()).unionAll(s.orders.select(col<"product">));
    static_assert(withNull.schemaText() == "(\n  `n` INT\n)\n");
    CHECK(rowsOf(withNull.where(col<"n">.isNotNull())) == Texts{"+I[1]", "+I[2]", "+I[3]"});
}

TEST_CASE("a union of several streams, of a table with itself, and of views") {
    Start s;
    const auto more = s.tenv.fromDataStream(s.env.fromElements(Order{"dan", 4, 9}));
    CHECK(sortedRowsOf(s.orders.unionAll(more)) == Texts{all[0], all[1], all[2], "+I[dan, 4, 9]"});
    CHECK(sortedRowsOf(s.orders.unionAll(s.orders)) == Texts{all[0], all[0], all[1], all[1], all[2], all[2]});
    const auto db = s.db.createTemporaryView<"more">(more);
    CHECK(rowsOf(db.from<"more">().unionAll(db.from<"orders">()).where(col<"product"> > 2)).size() == 2);
}

// ---- the same plan as SQL -------------------------------------------------------------------------------------------------

TEST_CASE("steps and SQL give equal plans") {
    Start s;
    const auto& o = s.orders;
    static_assert(decltype(o.select(col<"user">.as<"u">(), (col<"product"> + lit<1>).as<"n">()))::plan() == decltype(s.db.sqlQuery<"SELECT user AS u, product + 1 AS n FROM orders">())::plan());
    static_assert(decltype(o.where(col<"amount"> > lit<3> && col<"user">.like(lit<"a%">)))::plan() == decltype(s.db.sqlQuery<"SELECT * FROM orders WHERE amount > 3 AND user LIKE 'a%'">())::plan());
    static_assert(decltype(o.where(col<"amount">.between(lit<1>, lit<5>) || col<"product">.in(lit<1>, lit<-2>)))::plan() ==
                  decltype(s.db.sqlQuery<"SELECT * FROM orders WHERE amount BETWEEN 1 AND 5 OR product IN (1, -2)">())::plan());
    static_assert(decltype(o.select(caseWhen(col<"product"> == lit<1>, lit<"one">, col<"product"> == lit<2>, lit<"two">, lit<"many">).as<"w">()))::plan() ==
                  decltype(s.db.sqlQuery<"SELECT CASE WHEN product = 1 THEN 'one' WHEN product = 2 THEN 'two' ELSE 'many' END AS w FROM orders">())::plan());
    static_assert(decltype(o.select(col<"amount">.isNull().as<"a">(), (!(col<"amount"> == lit<1>)).as<"b">(), (-col<"product">).as<"c">()))::plan() ==
                  decltype(s.db.sqlQuery<"SELECT amount IS NULL AS a, NOT (amount = 1) AS b, -product AS c FROM orders">())::plan());
    static_assert(decltype(o.select(col<"user">.upperCase().substring(lit<1>, lit<2>).as<"a">(), col<"amount">.ifNull(lit<0>).as<"b">(), col<"product">.tryCast<"STRING">().as<"c">()))::plan() ==
                  decltype(s.db.sqlQuery<"SELECT SUBSTRING(UPPER(user) FROM 1 FOR 2) AS a, IFNULL(amount, 0) AS b, TRY_CAST(product AS STRING) AS c FROM orders">())::plan());
    static_assert(decltype(o.unionAll(o))::plan() != decltype(s.db.sqlQuery<"SELECT * FROM orders">())::plan());
    static_assert(decltype(o.where(col<"product"> > lit<1>))::plan() != decltype(o.where(col<"product"> > lit<2>))::plan());
}

// ---- C++ values ----------------------------------------------------------------------------------------------------------

TEST_CASE("C++ values keep their own value in every table, view and union") {
    Start s;
    const auto above = [&](std::int32_t n) { return s.orders.where(col<"product"> > n).select(col<"product">, (col<"product"> * n).as<"x">()); };
    const auto one = above(1), two = above(2);
    CHECK(rowsOf(one) == Texts{"+I[2, 2]", "+I[3, 3]"});
    CHECK(rowsOf(two) == Texts{"+I[3, 6]"});
    CHECK(sortedRowsOf(two.unionAll(one)) == Texts{"+I[2, 2]", "+I[3, 3]", "+I[3, 6]"});
    const auto db = s.tenv.createTemporaryView<"one">(one).createTemporaryView<"two">(two);
    CHECK(sortedRowsOf(db.sqlQuery<"SELECT x FROM two UNION ALL SELECT x + product FROM one UNION ALL SELECT x FROM two">()) == Texts{"+I[4]", "+I[6]", "+I[6]", "+I[6]"});
    CHECK(rowsOf(db.from<"two">().select((col<"x"> + std::int64_t{100}).as<"y">()).where(col<"y"> != std::int64_t{1})) == Texts{"+I[106]"});
    const auto twice = db.createTemporaryView<"both">(db.from<"one">().unionAll(db.from<"two">()).where(col<"x"> < 6));
    CHECK(sortedRowsOf(twice.sqlQuery<"SELECT * FROM both UNION ALL SELECT * FROM both">()) == Texts{"+I[2, 2]", "+I[2, 2]", "+I[3, 3]", "+I[3, 3]"});
}

TEST_CASE("C++ values of every kind") {
    Start s;
    const std::string text = "ann";
    const char* const pointer = "bob";
    CHECK(rowsOf(s.orders.where(col<"user"> == text)) == Texts{all[0]});
    CHECK(rowsOf(s.orders.where(col<"user"> == std::string_view("ann"))) == Texts{all[0]});
    CHECK(rowsOf(s.orders.where(col<"user"> == pointer)) == Texts{all[1]});
    CHECK(rowsOf(s.orders.where(col<"user"> == "cid")) == Texts{all[2]});
    CHECK(rowsOf(s.orders.where(col<"amount"> == std::optional<std::int64_t>{5})) == Texts{all[0]});
    CHECK(rowsOf(s.orders.where(col<"amount"> == std::optional<std::int64_t>{})).empty());
    const auto t = s.orders.limit<1>().select((col<"product"> + 2.5).as<"a">(), (col<"product"> + Decimal<3, 1>("2.5")).as<"b">(), (col<"product"> + std::int8_t{1}).as<"c">(), (col<"product"> > 0 && true).as<"d">(),
                                              call<"CARDINALITY">(std::vector<int>{1, 2}).as<"e">(), call<"CARDINALITY">(std::array<int, 3>{1, 2}).as<"f">(), (col<"product"> == 1L).as<"g">(), (col<"product"> == 1LL).as<"h">());
    CHECK(rowsOf(t) == Texts{"+I[3.5, 3.5, 2, true, 2, 3, true, true]"});
}

TEST_CASE("tables whose expressions write the same and differ in C++ type") {
    Start s;
    CHECK(rowsOf(s.orders.select((col<"product"> + lit<1>).as<"n">())) == rowsOf(s.orders.select((col<"product"> + lit<1L>).as<"n">())));
    CHECK(rowsOf(s.orders.where(col<"product"> == std::int64_t{2})) == rowsOf(s.orders.where(col<"product"> == 2LL)));
    CHECK(rowsOf(s.orders.where(col<"product"> == std::int16_t{0})) == rowsOf(s.orders.where(col<"product"> == Level::zero)));
    CHECK(rowsOf(s.orders.select(col<"product">.cast<"DECIMAL(10,2)">())) == rowsOf(s.orders.select(col<"product">.cast<"DECIMAL(10, 2)">())));
    CHECK(rowsOf(s.orders.select(col<"product">.cast<"BIGINT">())) == rowsOf(s.orders.select(col<"product">.cast<std::optional<std::int64_t>>())));
    const auto vector = s.orders.where(call<"CARDINALITY">(std::vector<int>{1}) == 1);
    const auto array = s.orders.where(call<"CARDINALITY">(std::array<int, 1>{1}) == 1);
    CHECK(rowsOf(vector) == rowsOf(array));
}

TEST_CASE("anonymous structs of the same name in another translation unit") {
    Start s;
    const auto t = s.tenv.fromDataStream(s.env.fromElements(Twin{"two", {0.5, 1.5}, true}));
    CHECK(rowsOf(t) == Texts{"+I[two, [0.5, 1.5], true]"});
    CHECK(rowsOf(t.where(col<"flag"> && lit<0> == Level::zero)).size() == 1);
    CHECK(s.tenv.toDataStream<Twin>(t).executeAndCollect()[0].numbers.size() == 2);
    const auto db = s.tenv.createTemporaryView<"twins">(t).createTemporaryFunction<"SAME">([](std::string_view n) { return std::string(n) + "!"; });
    CHECK(rowsOf(db.sqlQuery<"SELECT SAME(text) FROM twins">()) == Texts{"+I[two!]"});
}
