// SPDX-License-Identifier: BSL-1.0
// Whole programs of tutorials, as a real Flink ran them.
#include <conformance/case.hpp>
#include <conformance/types.hpp>

using namespace rivulet;
using namespace conformance;

namespace program_types {

struct Fixed { Text name{}; Int score{}; };
struct Event {
    Text name{}, title{}, title_name{};
    std::int32_t title_number{};
    Text user_info{}, address{}, time_info{};
    std::int64_t timestamp{};
};
struct UserT { Text name{}; Int score{}; Nullable<TimestampLtz<3>> event_time{}; };

}  // namespace program_types

using namespace program_types;

template <> struct rivulet::TextOf<Event> {
    static void append(std::string& out, const Event& e) {
        out += "Event{name='" + textOf(e.name) + "', title=" + textOf(e.title) + ", title_name='" + textOf(e.title_name) + "', title_number=" + textOf(e.title_number) +
               ", user_info=" + textOf(e.user_info) + ", address='" + textOf(e.address) + "', time_info=" + textOf(e.time_info) + ", timestamp='" + textOf(e.timestamp) + "'}";
    }
};
template <> struct rivulet::TextOf<UserT> {
    static void append(std::string& out, const UserT& v) { out += "UserM(" + textOf(v.name) + "," + textOf(v.score) + "," + textOf(v.event_time) + ")"; }
};

namespace {

StreamExecutionEnvironment env;
auto tenv = StreamTableEnvironment::create(env);

Event event(std::string name) {
    return {std::move(name), R"({"title_number":3,"title_name":"表情包"})", "表情包", 3,
            R"([{"address":"北京市","city":"beijing"},{"address":"上海市","city":"shanghai"}])", "北京市", R"({"timestamp":1657332118000})", 1657332118000};
}
template <class Tag> void both(Case& c, const Table<Tag>& table) {
    c.schema(table);
    c.rows(tenv.toDataStream(table));
}

CONFORMANCE(seed0_from_ex1) { both(c, tenv.fromDataStream(users(env))); }
CONFORMANCE(seed0_from_ex2) { c.schema(tenv.fromDataStream(users(env), Schema().columnByExpression<"proc_time", "PROCTIME()">())); }
CONFORMANCE(seed0_from_ex3) {
    both(c, tenv.fromDataStream(users(env), Schema().columnByExpression<"rowtime", "CAST(event_time AS TIMESTAMP_LTZ(3))">().watermark<"rowtime", "rowtime - INTERVAL '10' SECOND">()));
}
CONFORMANCE(seed0_from_ex5) {
    auto schema = Schema().column<"event_time", "TIMESTAMP_LTZ(3)">().column<"name", "STRING">().column<"score", "INT">();
    c.schema(tenv.fromDataStream(users(env), schema.watermark<"event_time", "SOURCE_WATERMARK()">()));
    c.rows(tenv.toDataStream(tenv.fromDataStream(users(env), schema)));
}
CONFORMANCE(seed0_from_f0_of_pojo_refused) { c.refused(schemaError<User>(Schema().column<"f0", Nullable<User>>()), ErrorCode::unknownField, "f0"); }
// A struct is a row of its members; as one column it stands in a tuple.
CONFORMANCE(seed0_from_f0_of_class) {
    both(c, tenv.fromDataStream(env.fromElements(std::tuple<Nullable<Fixed>>{Fixed{"Alice", 4}}, std::tuple<Nullable<Fixed>>{Fixed{"Bob", 6}}), Schema().column<"f0", Nullable<Fixed>>()).as<"user">());
}
CONFORMANCE(seed0_from_f0_structured) {
    both(c, tenv.fromDataStream(env.fromElements(std::tuple<Nullable<Fixed>>{Fixed{"Alice", 4}}, std::tuple<Nullable<Fixed>>{Fixed{"Bob", 6}})).as<"user">());
}
CONFORMANCE(seed0_program1) {
    std::string text;
    auto events = env.fromElements(event("Tom1"));
    events.print("map source", &text);
    auto db = tenv.createTemporaryView<"source">(tenv.fromDataStream(events));
    c.schema(db.from<"source">());
    tenv.toDataStream(db.sqlQuery<"SELECT name, title_name, address FROM source">()).print("result", &text);
    env.execute();
    c.printed(text);
}
CONFORMANCE(seed0_program2) {
    std::string text;
    auto events = env.fromElements(event("Tom3"));
    events.print("map source", &text);
    auto db = tenv.createTemporaryView<"source">(tenv.fromDataStream(events, col<"name">.as<"username">(), col<"address">));
    c.schema(db.from<"source">());
    tenv.toDataStream(db.sqlQuery<"SELECT username, address FROM source">()).print("result", &text);
    env.execute();
    c.printed(text);
}
CONFORMANCE(seed0_program3) {
    std::string text;
    auto events = env.fromElements(event("Tom3"));
    events.print("map source", &text);
    auto db = tenv.createTemporaryView<"source">(tenv.fromDataStream(events, Schema().column<"name", "string">().column<"timestamp", "bigint">()));
    c.schema(db.from<"source">());
    tenv.toDataStream(db.sqlQuery<"SELECT name, `timestamp` FROM source">()).print("result", &text);
    env.execute();
    c.printed(text);
}
CONFORMANCE(seed0_views) {
    using Id = std::tuple<std::int64_t, Text>;
    auto ids = env.fromElements(Id{12, "Alice"}, Id{0, "Bob"});
    auto db = tenv.createTemporaryView<"V1">(ids).createTemporaryView<"V2">(ids, Schema().column<"f0", "BIGINT">().column<"f1", "STRING">())
                  .createTemporaryView<"V3">(tenv.fromDataStream(ids).as<"id", "name">());
    c.schema(db.from<"V1">());
    c.schema(db.from<"V2">(), "printSchema_2");
    c.schema(db.from<"V3">(), "printSchema_3");
    c.rows(tenv.toDataStream(db.from<"V1">()));
}
CONFORMANCE(seed0_to_stream_structured) {
    auto table = tenv.fromValues(row("Ann", 3, TimestampLtz<3>::fromMillis(1500))).as<"name", "score", "event_time">();
    c.rows(tenv.toDataStream<UserT>(table));
}

auto clicks() {
    return env.fromElements(Click{"Alice", "./home", 1000}, Click{"Bob", "./cart", 1000}, Click{"Alice", "./prod?id=1", 5000}, Click{"Cary", "./home", 60000},
                            Click{"Bob", "./prod?id=3", 90000}, Click{"Alice", "./prod?id=7", 105000});
}
template <class Tag> void prints(Case& c, const Table<Tag>& table, std::string_view name = {}) {
    std::string text;
    tenv.toDataStream(table).print(name, &text);
    env.execute();
    c.printed(text);
}
CONFORMANCE(seed1_to_data_stream) {
    auto db = tenv.createTemporaryView<"eventTable">(clicks());
    c.schema(db.from<"eventTable">());
    prints(c, db.sqlQuery<"SELECT `user`, timeMillis FROM eventTable">(), "sql->");
}
CONFORMANCE(seed1_user_unquoted) {
    auto table = tenv.createTemporaryView<"eventTable">(clicks()).sqlQuery<"SELECT user, timeMillis FROM eventTable">();
    c.schema(table);
    prints(c, table, "sql->");
}
CONFORMANCE(seed3_select_and_rename) {
    auto table = tenv.fromDataStream(clicks(), col<"timeMillis">.as<"ts">(), col<"url">);
    c.schema(table);
    prints(c, table);
}
CONFORMANCE(seed3_view_of_stream) {
    auto db = tenv.createTemporaryView<"EventTable">(clicks()).createTemporaryView<"EventTable2">(clicks(), col<"timeMillis">.as<"ts">(), col<"url">);
    c.schema(db.from<"EventTable">());
    c.schema(db.from<"EventTable2">(), "printSchema_2");
    prints(c, db.sqlQuery<"SELECT ts + 1, url FROM EventTable2">());
}
CONFORMANCE(seed3_atomic_long) {
    c.schema(tenv.fromDataStream(env.fromElements(std::int64_t{1}, std::int64_t{2})));
    auto table = tenv.fromDataStream(env.fromElements(Long(1), Long(2)), col<"myLong">);
    c.schema(table, "printSchema_2");
    prints(c, table);
}
CONFORMANCE(seed3_tuple) {
    using Pair = std::tuple<Long, Int>;
    auto pairs = env.fromElements(Pair{1, 10}, Pair{2, 20});
    c.schema(tenv.fromDataStream(pairs, col<"f1">));
    c.schema(tenv.fromDataStream(pairs, col<"f1">, col<"f0">), "printSchema_2");
    auto table = tenv.fromDataStream(pairs, col<"f1">.as<"myInt">(), col<"f0">.as<"myLong">());
    c.schema(table, "printSchema_3");
    prints(c, table);
}
CONFORMANCE(seed4_upper) {
    auto table = tenv.createTemporaryView<"names">(tenv.fromDataStream(env.fromElements(Text("alan"), Text("alanchan"), Text("alanchanchn")))).sqlQuery<"SELECT UPPER(f0) FROM names">();
    c.schema(table);
    prints(c, table);
}

}  // namespace
