// SPDX-License-Identifier: BSL-1.0
// Tables back into streams, statement sets and print.
#include <conformance/case.hpp>
#include <conformance/types.hpp>

using namespace rivulet;
using namespace conformance;

namespace target_types {

struct Score { Text name{}; Int score{}; };
struct Pos { Text aa{}; Int bb{}; };
struct Three { Text extra{}, name{}; Int score{}; };
struct One { Text name{}; };
struct Str { Text name{}, score{}; };
struct ScoreL { Text name{}; Long score{}; };
struct ScoreP { Text name{}; std::int32_t score{}; };
struct Fixed { const Text name; const Int score; };
class NoCtor {
public:
    NoCtor(Text name, Int score, int extra);
    Text name;
    Int score;
};
class PrivF {
    Text name;
    Int score;
};
struct ListT { Text k{}; std::vector<Int> xs{}; std::map<std::string, Int> m{}; };

}  // namespace target_types

using namespace target_types;

// The recorded programs print these classes so.
template <class T> void appendScore(std::string& out, const T& v) {
    out += std::string(rivulet::className<T>()) + "(name=" + textOf(v.name) + ",score=" + textOf(v.score) + ")";
}
template <> struct rivulet::TextOf<Score> { static void append(std::string& out, const Score& v) { appendScore(out, v); } };
template <> struct rivulet::TextOf<ScoreL> { static void append(std::string& out, const ScoreL& v) { appendScore(out, v); } };
template <> struct rivulet::TextOf<ScoreP> { static void append(std::string& out, const ScoreP& v) { appendScore(out, v); } };
template <> struct rivulet::TextOf<Pos> {
    static void append(std::string& out, const Pos& v) { out += "Pos(aa=" + textOf(v.aa) + ",bb=" + textOf(v.bb) + ")"; }
};

namespace {

StreamExecutionEnvironment env;
auto tenv = StreamTableEnvironment::create(env);

using Scored = Row<Field<"name", Text>, Field<"score", Int>>;
auto scores() { return tenv.fromDataStream(env.fromElements(Scored("Ann", 1), Scored("Bo", std::nullopt))); }
auto swapped() { return scores().select(col<"score">, col<"name">); }

// ---- toDataStream -------------------------------------------------------------------------------------------------------

CONFORMANCE(out_row) {
    c.query(scores());
    c.rows(tenv.toDataStream(scores()));
}
CONFORMANCE(out_row_class) {
    c.query(scores());
    c.rows(tenv.toDataStream<Row<>>(scores()));
}
CONFORMANCE(out_row_data_type) {
    c.query(scores());
    c.rows(tenv.toDataStream<Row<Field<"score", Int>, Field<"name", Text>>>(scores()));
}
CONFORMANCE(out_pojo_by_name) {
    c.query(swapped());
    c.rows(tenv.toDataStream<Score>(swapped()));
}
CONFORMANCE(out_pojo_by_position) {  // never in silence
    c.query(scores());
    CHECK(intoError<Pos>(scores()).code == ErrorCode::missingColumn);
    c.rows(tenv.toDataStream<Pos>(scores(), byPosition<>));
}
CONFORMANCE(out_pojo_missing_column) {
    c.query(scores());
    c.refused(intoError<Three>(scores()), ErrorCode::missingColumn, "extra");
}
CONFORMANCE(out_pojo_extra_column) {
    c.query(scores());
    c.refused(intoError<One>(scores()), ErrorCode::unusedColumn, "score");
}
CONFORMANCE(out_pojo_type_mismatch) {
    c.query(scores());
    c.refused(intoError<Str>(scores()), ErrorCode::sinkType, "score");
}
CONFORMANCE(out_pojo_implicit_widening) {
    c.query(scores());
    c.rows(tenv.toDataStream<ScoreL>(scores()));
}
CONFORMANCE(out_pojo_null_into_int_drop) {  // dropping is a filter
    c.query(scores());
    CHECK(intoError<ScoreP>(scores()).code == ErrorCode::nullIntoNotNull);
    c.rows(tenv.toDataStream<ScoreP>(scores().where(col<"score">.isNotNull())));
}
CONFORMANCE(out_pojo_immutable) {
    c.query(scores());
    c.rows(tenv.toDataStream<Fixed>(scores()));
}
CONFORMANCE(out_pojo_no_usable_constructor) {
    c.query(scores());
    c.refused(rowError<NoCtor>, ErrorCode::notAggregate, rowError<NoCtor>.subject, "NoCtor");
}
CONFORMANCE(out_pojo_unreachable_fields) {
    c.query(scores());
    c.refused(rowError<PrivF>, ErrorCode::notAggregate, rowError<PrivF>.subject, "PrivF");
}
CONFORMANCE(out_structured_explicit) {
    c.query(scores());
    c.rows(tenv.toDataStream<Score>(scores()));
}
CONFORMANCE(out_collections) {
    using Source = Row<Field<"m", std::map<Char<1>, int>>, Field<"k", Char<1>>, Field<"xs", std::vector<int>>>;
    auto table = tenv.fromDataStream(env.fromElements(Source(std::map<Char<1>, int>{{"a", 1}}, "k", std::vector{1, 2})));
    c.query(table);
    c.rows(tenv.toDataStream<ListT>(table));
}
CONFORMANCE(out_atomic_integer) {
    auto table = tenv.fromDataStream(env.fromElements(Int(1))).as<"score">();
    c.query(table);
    c.rows(tenv.toDataStream<Int>(table));
}
CONFORMANCE(out_atomic_integer_null) {
    c.query(scores().select(col<"score">));
    c.rows(tenv.toDataStream<Int>(scores().select(col<"score">)));
    CHECK(intoError<int>(scores().select(col<"score">)).code == ErrorCode::nullIntoNotNull);
}
CONFORMANCE(out_atomic_string) {
    c.query(scores().select(col<"name">));
    c.rows(tenv.toDataStream<Text>(scores().select(col<"name">)));
}
CONFORMANCE(out_atomic_widening) {
    c.query(scores().select(col<"score">));
    c.rows(tenv.toDataStream<Long>(scores().select(col<"score">)));
    CHECK(linesOf(tenv.toDataStream<Nullable<Decimal<10, 2>>>(scores().select(col<"score">)).executeAndCollect()) == std::vector<std::string>{"1.00", "null"});
}
CONFORMANCE(out_tuple_structured) {
    c.query(scores());
    c.rows(tenv.toDataStream<std::tuple<Text, Int>>(scores()));
}
CONFORMANCE(out_tuple_type_information) {
    auto table = tenv.fromValues(row("Ann", 1), row("Bo", 2)).as<"name", "score">();
    c.query(table);
    c.rows(tenv.toDataStream<std::tuple<std::string, int>>(table));
}
CONFORMANCE(out_nested_row_to_pojo) {
    using Town = Row<Field<"town", Text>, Field<"people", Int>>;
    using Other = Row<Field<"a", Text>, Field<"b", Int>>;
    auto table = tenv.fromDataStream(env.fromElements(Row<Field<"id", std::int64_t>, Field<"to", Other>, Field<"from", Town>>(5, Other("Bonn", 330), Town("Ulm", 120))));
    c.query(table);
    CHECK(intoError<Trip>(table).code == ErrorCode::sinkType);  // a nullable field of the row has no place in `int people`, and names must meet
    using Sure = Row<Field<"town", Text>, Field<"people", int>>;
    auto sure = tenv.fromDataStream(env.fromElements(Row<Field<"id", std::int64_t>, Field<"to", Sure>, Field<"from", Sure>>(5, Sure("Bonn", 330), Sure("Ulm", 120))));
    c.rows(tenv.toDataStream<Trip>(sure));
    using Positions = Row<Text, int>;  // fields without names meet by position
    auto unnamed = tenv.fromDataStream(env.fromElements(Row<Field<"id", std::int64_t>, Field<"to", Positions>, Field<"from", std::tuple<std::string, int>>>(5, Positions("Bonn", 330), std::tuple<std::string, int>("Ulm", 120))));
    CHECK(linesOf(tenv.toDataStream<Trip>(unnamed).executeAndCollect()) == std::vector<std::string>{"Trip(5,City(Ulm,120),City(Bonn,330))"});
    using Swapped = Row<Field<"people", Text>, Field<"town", int>>;
    auto swappedNames = tenv.fromDataStream(env.fromElements(Row<Field<"id", std::int64_t>, Field<"to", Sure>, Field<"from", Swapped>>(5, Sure("Bonn", 330), Swapped("Ulm", 120))));
    CHECK(intoError<Trip>(swappedNames).code == ErrorCode::sinkType);
}
CONFORMANCE(out_nested_row_to_pojo_swapped_names) {
    using Town = Row<Field<"people", Int>, Field<"town", Text>>;
    auto table = tenv.fromDataStream(env.fromElements(Row<Field<"id", std::int64_t>, Field<"from", Town>, Field<"to", Town>>(5, Town(120, "Ulm"), Town(330, "Bonn"))));
    c.query(table);
    c.refused(intoError<Trip>(table), ErrorCode::sinkType, "from");
}
CONFORMANCE(out_instant_precision) {
    auto table = tenv.fromDataStream(env.fromElements(Moment(TimestampLtz<9>("1970-01-01T00:00:01.123456789Z"))));
    c.query(table);
    c.rows(tenv.toDataStream<Row<Nullable<TimestampLtz<3>>>>(table));
}
CONFORMANCE(out_char_to_short_varchar) {
    auto table = tenv.fromDataStream(env.fromElements(Text("abcdef"), Text("a")));
    c.query(table);
    c.differs("rows");
    std::string said;
    try { tenv.toDataStream<Row<Nullable<Varchar<2>>>>(table).executeAndCollect(); }
    catch (const DataError& e) { said = e.what(); }
    CHECK(said.ends_with("row 1: column 'f0': longer than VARCHAR(2); only a CAST to it cuts: 'abcdef'"));
    c.rows(tenv.toDataStream<Row<Nullable<Varchar<2>>>>(table.select(col<"f0">.cast<Varchar<2>>().as<"f0">())));
}
CONFORMANCE(out_unnamed_columns) {
    auto table = tenv.createTemporaryView<"t">(scores()).sqlQuery<"SELECT 1, 1+1, UPPER(name), name FROM t">();
    c.query(table);
    c.rows(tenv.toDataStream(table));
}

// ---- statement sets -----------------------------------------------------------------------------------------------------

CONFORMANCE(set_attach_clears) {
    std::string text;
    auto set = tenv.createStatementSet();
    set.addInsert(tenv.fromDataStream(env.fromElements(1)), PrintSink<Row<Field<"f0", int>>>("", &text));
    set.attachAsDataStream();
    env.execute();
    c.printed(text);
    set.attachAsDataStream();
    c.fails<IllegalState>([] { env.execute(); }, {c.text("error").substr(0, 20)});
}
CONFORMANCE(set_attach_empty) {
    tenv.createStatementSet().attachAsDataStream();
    c.fails<IllegalState>([] { env.execute(); }, {c.text("error").substr(0, 20)});
}
CONFORMANCE(set_execute_empty) { c.fails<IllegalState>([] { tenv.createStatementSet().execute(); }, {c.text("error").substr(0, 20)}); }
CONFORMANCE(set_execute_does_not_run_streams) {
    auto table = tenv.fromDataStream(env.fromElements(Text("x")));
    std::vector<std::string> seen;
    tenv.toDataStream(table).addSink([&seen](const auto& r) { seen.push_back(textOf(r)); });
    auto lines = linesOf(table.execute().collect(), "table ");
    lines.push_back("stream rows before env.execute: " + std::to_string(seen.size()));
    env.execute();
    lines.insert(lines.end(), seen.begin(), seen.end());
    c.rows(lines);
}

// ---- print --------------------------------------------------------------------------------------------------------------

auto letters(std::vector<std::string> rows) { return tenv.toDataStream(tenv.fromDataStream(env.fromCollection(std::move(rows)))); }
CONFORMANCE(dsprint_plain) {
    std::string text;
    letters({"a", "b"}).print("", &text);
    env.execute();
    c.printed(text);
}
CONFORMANCE(dsprint_named) {
    std::string text;
    letters({"a"}).print("result", &text);
    letters({"b"}).print("sql->", &text);
    letters({"c"}).print("", &text);
    env.execute();
    c.printed(text);
}
CONFORMANCE(print_collect_rows) {
    const Bytes ab{std::byte{'a'}, std::byte{'b'}};
    c.rows(tenv.fromValues(row(std::nullopt, true, Decimal<10, 4>("1.5"), Timestamp<0>("2024-01-01 00:00:00"), std::vector{1}, ab)));
}
CONFORMANCE(print_insert_result) {
    const Bytes ab{std::byte{'a'}, std::byte{'b'}};
    auto table = tenv.fromValues(row(1, "a", Decimal<5, 4>("1.5"), true, Timestamp<0>("2024-01-01 00:00:00"), ab, std::vector{1, 2}, std::map<std::string, int>{{"k", 1}}, Row<int, std::string>(1, "z")));
    std::string text;
    tenv.toDataStream(table).print("out", &text);
    env.execute();
    c.printed(text);
}

// ---- Row ----------------------------------------------------------------------------------------------------------------

CONFORMANCE(rowtext_forms) {
    using R = Row<std::string, int>;
    c.differs("rows");  // names alone, join and project are Java's
    const std::string recorded(c.text("rows"));
    const auto has = [&recorded](const std::string& line) { CHECK_MESSAGE(recorded.find(line + "\n") != recorded.npos, line); };
    constexpr std::string_view names[] = {"INSERT", "UPDATE_BEFORE", "UPDATE_AFTER", "DELETE"};
    for (const RowKind kind : {RowKind::insert, RowKind::updateBefore, RowKind::updateAfter, RowKind::delete_}) {
        const auto number = static_cast<unsigned>(kind);
        has(std::string(names[number]) + " " + std::string(shortName(kind)) + " " + std::to_string(number) + " " + textOf(R(kind, "a", 1)));
    }
    has("positions " + textOf(Row<Text, Int>()));
    has("copy " + textOf(Row<int>(RowKind::delete_, 1)));
    has(std::string("equal with other kind: ") + (R("a", 1) == R(RowKind::delete_, "a", 1) ? "true" : "false"));
    has(std::string("equal arrays: ") + (Row<std::vector<int>>(std::vector{1}) == Row<std::vector<int>>(std::vector{1}) ? "true" : "false"));
}

}  // namespace
