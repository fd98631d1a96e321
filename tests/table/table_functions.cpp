// SPDX-License-Identifier: BSL-1.0
// User table functions: LATERAL TABLE over streams and changes, in streaming and batch, and what is no table function.
#include <doctest/doctest.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "texts.hpp"

using namespace rivulet;
using test::rowsOf, test::Texts;

namespace {

struct Line {
    std::int32_t id;
    std::optional<std::string> text;
};
struct Word {
    std::string word;
    std::int32_t length;
};
// The words of a text, apart at single spaces.
struct WordsOf {
    void eval(std::optional<std::string_view> text, Collector<Word>& out) const {
        while (text && !text->empty()) {
            const std::size_t end = text->find(' ') < text->size() ? text->find(' ') : text->size();
            if (text->substr(0, end) == "stop") throw std::runtime_error("stopped");
            out.collect(Word{std::string(text->substr(0, end)), static_cast<std::int32_t>(end)});
            text->remove_prefix(end < text->size() ? end + 1 : end);
        }
    }
};
struct UpTo {
    void eval(std::int32_t n, std::int64_t step, Collector<std::int32_t>& out) const {
        for (std::int32_t i = 1; i <= n; i += static_cast<std::int32_t>(step)) out.collect(i);
    }
};
// Looks something up, and remembers it: a table function may have state of its own.
struct Names {
    std::shared_ptr<int> lookups = std::make_shared<int>();
    void eval(std::int32_t id, Collector<std::pair<std::string, bool>>& out) const {
        ++*lookups;
        if (id == 1) out.collect({"one", true});
        if (id == 2) {
            out.collect({"two", false});
            out.collect({"deux", false});
        }
    }
};

struct NotConst { void eval(int, Collector<int>&) {} };
struct Gives { int eval(int, Collector<int>&) const { return 0; } };
struct NoCollector { void eval(int) const {} };
struct ByValue { template <class T> struct Sink {}; void eval(int, const Collector<int>&) const {} };
struct Several { void eval(int, Collector<int>&) const {} void eval(double, Collector<int>&) const {} };
struct Generic { template <class T> void eval(T, Collector<int>&) const {} };
struct ViewRows { void eval(int, Collector<std::string_view>&) const {} };
struct UnsignedArgument { void eval(unsigned, Collector<int>&) const {} };
template <class T> constexpr bool isRefused = userTableFunctionError<T>.code == ErrorCode::notATableFunction && !userTableFunctionError<T>.expected.empty();
static_assert(isRefused<NotConst> && isRefused<Gives> && isRefused<NoCollector> && isRefused<ByValue> && isRefused<Several> && isRefused<Generic>);
static_assert(userTableFunctionError<ViewRows>.code == ErrorCode::viewMember && userTableFunctionError<UnsignedArgument>.code == ErrorCode::unsignedMember);
static_assert(userTableFunctionError<WordsOf>.code == ErrorCode::none && TableFunctionLike<WordsOf> && !TableFunctionLike<Word>);
static_assert(UserTableFunction<UpTo>::count == 2 && UserTableFunction<UpTo>::result == sqltype::integer && UserTableFunction<UpTo>::arguments[1] == sqltype::bigint);

template <class Environment>
auto linesIn(StreamExecutionEnvironment& env, const Environment& tenv) {
    return tenv.template createTemporaryView<"Lines">(env.fromElements(Line{1, "to be or"}, Line{2, {}}, Line{3, "not"}))
        .template createTemporaryFunction<"wordsOf">(WordsOf{})
        .template createTemporaryFunction<"upTo">(UpTo{});
}

// Steps of the Table API are the same plans as SQL.
template <FixedString Sql, class F>
consteval bool same(F) {
    using Db = decltype(linesIn(std::declval<StreamExecutionEnvironment&>(), std::declval<const decltype(test::Environment::tenv)&>()));
    using Lines = decltype(std::declval<const Db&>().template from<"Lines">());
    return decltype(std::declval<const Db&>().template sqlQuery<Sql>())::plan() == decltype(std::declval<F>()(std::declval<const Lines&>()))::plan();
}
constexpr auto words = call<"wordsOf">(col<"text">);
static_assert(same<"SELECT * FROM Lines, LATERAL TABLE(wordsOf(text))">([](const auto& l) { return l.joinLateral(words); }));
static_assert(same<"SELECT * FROM Lines, LATERAL TABLE(wordsOf(text)) AS w (w, n) WHERE n > 2">([](const auto& l) { return l.joinLateral(as<"w", "n">(words), col<"n"> > lit<2>); }));
static_assert(same<"SELECT id, word FROM Lines LEFT JOIN LATERAL TABLE(wordsOf(text)) ON TRUE">([](const auto& l) { return l.leftOuterJoinLateral(words).select(col<"id">, col<"word">); }));
static_assert(same<"SELECT * FROM Lines LEFT JOIN LATERAL TABLE(wordsOf(text)) ON word <> 'not'">([](const auto& l) { return l.leftOuterJoinLateral(words, col<"word"> != lit<"not">); }));
static_assert(same<"SELECT * FROM Lines, LATERAL TABLE(upTo(id, 1)) AS n">([](const auto& l) { return l.joinLateral(as<"n">(call<"upTo">(col<"id">, lit<1>))); }));

}  // namespace

TEST_CASE("rows of a table function: cross and left, with conditions, of its own") {
    test::Environment e;
    const auto check = [](const auto& db, auto rows) {
        CHECK(rows(db.template sqlQuery<"SELECT id, word, length FROM Lines, LATERAL TABLE(wordsOf(text))">()) == Texts{"1, to, 2", "1, be, 2", "1, or, 2", "3, not, 3"});
        CHECK(rows(db.template sqlQuery<"SELECT l.id, w.w FROM Lines l CROSS JOIN LATERAL TABLE(wordsOf(l.text)) AS w (w, n) WHERE w.n > 2">()) == Texts{"3, not"});
        CHECK(rows(db.template sqlQuery<"SELECT l.id, w.word, w.length FROM Lines l LEFT JOIN LATERAL TABLE(wordsOf(l.text)) AS w ON TRUE">()) ==
              Texts{"1, to, 2", "1, be, 2", "1, or, 2", "2, null, null", "3, not, 3"});
        CHECK(rows(db.template sqlQuery<"SELECT l.id, w.word FROM Lines l LEFT JOIN LATERAL TABLE(wordsOf(l.text)) AS w ON w.word <> 'not'">()) ==
              Texts{"1, to", "1, be", "1, or", "2, null", "3, null"});
        CHECK(rows(db.template sqlQuery<"SELECT n FROM TABLE(upTo(5, 2)) AS n">()) == Texts{"1", "3", "5"});
        CHECK(rows(db.template sqlQuery<"SELECT id, n, word FROM Lines, LATERAL TABLE(upTo(id - 1, 1)) AS n, LATERAL TABLE(wordsOf(text)) AS w">()) ==
              Texts{"3, 1, not", "3, 2, not"});
    };
    const auto inside = [](const auto& table) {
        Texts texts = rowsOf(table);
        for (std::string& t : texts) t = t.substr(t.find('[') + 1, t.find(']') - t.find('[') - 1);
        return texts;
    };
    check(linesIn(e.env, e.tenv), inside);
    StreamExecutionEnvironment env;
    check(linesIn(env, BatchTableEnvironment::create(env)), inside);
}

TEST_CASE("the Table API's steps run as in SQL, also with values of the program's own") {
    test::Environment e;
    const std::int32_t most = 2;
    const auto lines = linesIn(e.env, e.tenv).from<"Lines">();
    CHECK(rowsOf(lines.joinLateral(call<"upTo">(col<"id"> * most, 2).as<"n">(), col<"n"> > most).select(col<"id">, col<"n">)) == Texts{"+I[2, 3]", "+I[3, 3]", "+I[3, 5]"});
    CHECK(rowsOf(lines.leftOuterJoinLateral(call<"wordsOf">(col<"text">).as<"w", "length">()).select(col<"id">, col<"w">)) ==
          Texts{"+I[1, to]", "+I[1, be]", "+I[1, or]", "+I[2, null]", "+I[3, not]"});
}

TEST_CASE("a table function over changes takes back what it gave") {
    using Score = Row<Field<"name", std::string>, Field<"n", std::int32_t>>;
    test::Environment e;
    const auto db = e.tenv.createTemporaryView<"scores">(e.tenv.fromChangelogStream(e.env.fromElements(
                                Score("ann", 1), Score(RowKind::updateBefore, "ann", 1), Score(RowKind::updateAfter, "ann", 2), Score(RowKind::delete_, "ann", 2))))
                        .createTemporaryFunction<"upTo">(UpTo{});
    CHECK(rowsOf(db.sqlQuery<"SELECT name, i FROM scores LEFT JOIN LATERAL TABLE(upTo(n, 1)) AS i ON TRUE">()) ==
          Texts{"+I[ann, 1]", "-U[ann, 1]", "+U[ann, 1]", "+U[ann, 2]", "-D[ann, 1]", "-D[ann, 2]"});
}

TEST_CASE("a table function that looks something up is asked once a row") {
    test::Environment e;
    const Names names;
    const auto db = e.tenv.createTemporaryView<"ids">(e.env.fromElements(2, 1, 3), byPosition<"id">).createTemporaryFunction<"names">(names);
    CHECK(rowsOf(db.sqlQuery<"SELECT id, name, known FROM ids LEFT JOIN LATERAL TABLE(names(id)) AS n (name, known) ON TRUE">()) ==
          Texts{"+I[2, two, false]", "+I[2, deux, false]", "+I[1, one, true]", "+I[3, null, null]"});
    CHECK(*names.lookups == 3);
}

TEST_CASE("what a table function throws ends the job under its name") {
    test::Environment e;
    const auto db = e.tenv.createTemporaryView<"Lines">(e.env.fromElements(Line{1, "go stop"})).createTemporaryFunction<"wordsOf">(WordsOf{});
    const std::string said = test::thrownBy<JobError>([&] { rowsOf(db.sqlQuery<"SELECT word FROM Lines, LATERAL TABLE(wordsOf(text)) AS w">()); });
    CHECK(said.find("wordsOf") != said.npos);
    CHECK(said.find("stopped") != said.npos);
    // What fails further down is not the function's failure.
    const auto other = e.tenv.createTemporaryView<"Lines">(e.env.fromElements(Line{1, "go"})).createTemporaryFunction<"wordsOf">(WordsOf{});
    const std::string below = test::thrownBy<DataError>([&] { rowsOf(other.sqlQuery<"SELECT 1 / (length - 2) AS x FROM Lines, LATERAL TABLE(wordsOf(text)) AS w">()); });
    CHECK(!below.empty());
    CHECK(below.find("wordsOf") == below.npos);
}
