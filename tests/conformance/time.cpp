// SPDX-License-Identifier: BSL-1.0
// Timestamps and watermarks between streams and tables.
#include <conformance/case.hpp>
#include <conformance/types.hpp>
#include <rivulet/connector/zones.hpp>

using namespace rivulet;
using namespace conformance;

namespace {

/// Writes what arrives: `@1000 row` with the record's timestamp, `watermark 999`.
template <class T>
struct ProbeEmitter {
    static constexpr bool wantsTime = true;
    std::vector<std::string>* lines;
    const RecordTime* time;
    void push(const T& row) { lines->push_back("@" + (time->present() ? std::to_string(time->timestamp) : "none") + " " + textOf(row)); }
    void push(T&& row) { push(std::as_const(row)); }
    template <class F> void fill(F f) {
        T row{};
        if (detail::filled(f, row)) push(row);
    }
    void watermark(Millis w) { lines->push_back("watermark " + (w == lastWatermark ? "MAX" : std::to_string(w))); }
    void idle(bool) {}
    void endBatch() {}
    void finish() {}
};
template <class O>
struct ProbeSink final : detail::AnySink {
    explicit ProbeSink(O chain) : origin(std::move(chain)) {}
    void connect(Job& job) override { origin.connect(job, ProbeEmitter<typename O::Element>{&lines, &job.recordTime()}); }
    O origin;
    std::vector<std::string> lines;
};
template <class Stream>
std::vector<std::string> probed(const StreamExecutionEnvironment& env, const Stream& stream) {
    const auto origin = stream.origin();
    const auto sink = std::make_shared<ProbeSink<std::remove_cvref_t<decltype(origin)>>>(origin);
    env.core()->sinks.push_back(sink);
    env.execute();
    return sink->lines;
}

constexpr auto monotonous = [](auto millisOf) { return WatermarkStrategy::forMonotonousTimestamps().withTimestampAssigner(millisOf); };

template <class Tag> constexpr Error rowsError(const Table<Tag>&) { return detail::IntoHolder<detail::SinkInto<Row<>, Tag, plan::ChangelogMode::insert>>::error; }

/// Why fromDataStream(stream of T, expressions..) is no table.
template <class T, class... E> constexpr Error timeError(E...) { return detail::relationOf<typename detail::StreamTable<T, NoFunctions, plan::ChangelogMode::insert, E...>::Tag>.error; }

StreamExecutionEnvironment env;
auto tenv = StreamTableEnvironment::create(env);

auto timedUsers(const StreamExecutionEnvironment& of = env) {
    return users(of).assignTimestampsAndWatermarks(monotonous([](const User& u) { return u.event_time->millis(); }));
}
constexpr auto withRowtime = Schema().columnByMetadata<"rowtime", "TIMESTAMP_LTZ(3)">().watermark<"rowtime", "SOURCE_WATERMARK()">();
auto timed() { return tenv.fromDataStream(timedUsers(), withRowtime); }
auto numbers(std::vector<std::int64_t> millis) {
    return env.fromCollection(std::move(millis)).assignTimestampsAndWatermarks(monotonous([](std::int64_t m) { return m; }));
}

CONFORMANCE(time_none_declared) { c.rows(probed(env, tenv.toDataStream(tenv.fromDataStream(timedUsers())))); }
CONFORMANCE(time_round_trip) {
    c.schema(timed());
    c.rows(probed(env, tenv.toDataStream(timed())));
}
CONFORMANCE(seed0_from_ex4) {
    c.schema(timed());
    c.rows(timed());
}
CONFORMANCE(time_metadata_without_watermark) {
    c.rows(probed(env, tenv.toDataStream(tenv.fromDataStream(timedUsers(), Schema().columnByMetadata<"rowtime", "TIMESTAMP_LTZ(3)">()))));
}
CONFORMANCE(time_watermark_expression_jumps) {  // Flink sends a watermark every 200 ms, or where the expression jumps by more
    c.differs("rows");
    using Pair = std::tuple<std::int64_t, std::string>;
    const auto stream = env.fromElements(Pair(1000, "a"), Pair(1100, "b"), Pair(1150, "c"), Pair(1201, "d"), Pair(1500, "e"), Pair(1400, "f"), Pair(3000, "g"));
    const auto table = tenv.fromDataStream(stream, Schema().columnByExpression<"rt", "TO_TIMESTAMP_LTZ(f0, 3)">().watermark<"rt", "rt">());
    std::string all;
    for (const std::string& line : probed(env, tenv.toDataStream(table))) all.append(line.substr(0, line.find(" +I"))).append(" ");
    CHECK(all == "@1000 watermark 1000 @1100 watermark 1100 @1150 watermark 1150 @1201 watermark 1201 @1500 watermark 1500 @1400 @3000 watermark 3000 watermark MAX ");
}
CONFORMANCE(time_two_rowtimes) {
    const auto two = timed().select(col<"rowtime">, col<"rowtime">.as<"r2">());
    c.schema(two);
    c.refused(rowsError(two), ErrorCode::twoRowtimes, "r2");
}
CONFORMANCE(time_expression_loses_rowtime) {
    const auto db = tenv.createTemporaryView<"users">(timed());
    const auto table = db.sqlQuery<"SELECT name, rowtime + INTERVAL '1' SECOND AS r1, CAST(rowtime AS TIMESTAMP(3)) AS r2 FROM users">();
    c.schema(table);
    c.rows(probed(env, db.toDataStream(table)));
}
CONFORMANCE(time_late_records_kept) { c.rows(probed(env, tenv.toDataStream(tenv.fromDataStream(numbers({10, 20, 5}), withRowtime)))); }
CONFORMANCE(time_changelog_metadata_out) {
    const auto table = timed().select(col<"name">, col<"score">, col<"rowtime">);
    c.rows(probed(env, tenv.toChangelogStream(table, Schema().column<"name", "STRING">().column<"score", "INT">().columnByMetadata<"rowtime", "TIMESTAMP_LTZ(3)">())));
}
CONFORMANCE(cl_out_schema_metadata_only) {
    using Pair = Row<Field<"a", std::string>, Field<"rt", TimestampLtz<3>>>;
    const auto table = tenv.fromDataStream(env.fromElements(Pair("a", TimestampLtz<3>::fromMillis(5))));
    c.rows(probed(env, tenv.toChangelogStream(table, Schema().columnByMetadata<"rowtime", "TIMESTAMP_LTZ(3)">())));
}
CONFORMANCE(schema_pojo_local_dates_declared) {
    const auto stream = env.fromElements(Dated{Date("2024-02-29"), Time<9>("01:02:03"), Timestamp<9>("2024-02-29T01:02:03.456789")});
    const auto table = tenv.fromDataStream(stream, Schema().column<"d", "DATE">().column<"t", "TIME(0)">().column<"ts", "TIMESTAMP(3)">().watermark<"ts", "ts">());
    c.schema(table);
    c.differs("rows");  // TIMESTAMP(3) has milliseconds from where it enters
    CHECK(probed(env, tenv.toDataStream(table)) == std::vector<std::string>{"@1709168523456 +I[2024-02-29, 01:02:03, 2024-02-29T01:02:03.456]", "watermark 1709168523456", "watermark MAX"});
}
CONFORMANCE(mode_batch_rowtime) {
    StreamExecutionEnvironment batch;
    batch.setRuntimeMode(RuntimeExecutionMode::Batch);
    const auto db = StreamTableEnvironment::create(batch);
    const auto table = db.fromDataStream(timedUsers(batch), withRowtime);
    c.schema(table);
    c.rows(probed(batch, db.toDataStream(table)));
}
CONFORMANCE(mode_batch_rowtime_settings) {
    StreamExecutionEnvironment batch;
    const auto db = BatchTableEnvironment::create(batch);
    const auto table = db.fromDataStream(timedUsers(batch), withRowtime);
    c.schema(table);
    c.rows(probed(batch, db.toDataStream(table)));
}
CONFORMANCE(time_metadata_as_timestamp_in_zone) {
    StreamExecutionEnvironment own;
    const auto db = StreamTableEnvironment::create(own);
    db.setLocalTimeZone(timeZone("Europe/Berlin"));
    const auto stream = own.fromElements(Text("x")).assignTimestampsAndWatermarks(monotonous([](const Text&) { return Millis{0}; }));
    const auto table = db.fromDataStream(stream, Schema().columnByMetadata<"rowtime", "TIMESTAMP(3)">().watermark<"rowtime", "SOURCE_WATERMARK()">());
    c.schema(table);
    c.rows(probed(own, db.toDataStream(table)));
}
CONFORMANCE(print_ltz_zone) {
    StreamExecutionEnvironment own;
    const auto db = StreamTableEnvironment::create(own);
    db.setLocalTimeZone(timeZone("Asia/Shanghai"));
    std::string text;
    db.sqlQuery<"SELECT TO_TIMESTAMP_LTZ(0, 3) AS t">().execute().print(text);
    c.printed(text);
}
CONFORMANCE(metadata_no_timestamps_not_refused) {
    c.differs("rows");
    const auto table = tenv.fromDataStream(users(env), Schema().columnByMetadata<"rowtime", "TIMESTAMP_LTZ(3)">());
    c.schema(table);
    CHECK_THROWS_WITH_AS(table.execute().collect(), "column 'rowtime': the rows of this stream have no timestamps; assignTimestampsAndWatermarks gives them some", DataError);
}
CONFORMANCE(time_row_stream_unchanged) {  // Flink hands back the same stream; here every conversion is one
    c.differs("rows");
    using One = Row<Field<"f0", std::int64_t>>;
    const auto stream = env.fromElements(One(10), One(20)).assignTimestampsAndWatermarks(monotonous([](const One& r) { return r.get<0>(); }));
    CHECK(probed(env, tenv.toDataStream(tenv.fromDataStream(stream))) == std::vector<std::string>{"@none +I[10]", "@none +I[20]", "watermark MAX"});
}

// ---- time attributes in lists of fields ------------------------------------------------------------------------------------

using Three = std::tuple<Long, Text, Int>;
struct Named { Text name{}; Int age{}; };

auto stamped() {
    return env.fromElements(Three(1000, "a", 1), Three(2000, "b", 2)).assignTimestampsAndWatermarks(monotonous([](const Three& t) { return *std::get<0>(t); }));
}
/// Flink prints java.sql.Timestamp.
std::vector<std::string> asTimestamps(std::vector<std::string> lines) {
    for (std::string& line : lines)
        if (const std::size_t at = line.find("1970-01-01T00:00:0"); at != line.npos) line.replace(at, 19, "1970-01-01 00:00:0" + line.substr(at + 18, 1) + ".0");
    return lines;
}
template <class Table> void timedRows(Case& c, const Table& table) {
    c.schema(table);
    c.rows(asTimestamps(probed(env, tenv.toDataStream(table))));
}

CONFORMANCE(legacy_rowtime_appended) { timedRows(c, tenv.fromDataStream(stamped(), col<"a">, col<"b">, col<"c">, col<"ts">.rowtime())); }
CONFORMANCE(legacy_rowtime_replaces) { timedRows(c, tenv.fromDataStream(stamped(), col<"ts">.rowtime(), col<"b">, col<"c">)); }
CONFORMANCE(legacy_rowtime_new_name) { timedRows(c, tenv.fromDataStream(stamped(), col<"f1">, col<"ts">.rowtime())); }
CONFORMANCE(legacy_rowtime_replaces_string) {
    c.refused(timeError<Three>(col<"a">, col<"ts">.rowtime(), col<"c">), ErrorCode::rowtimeField, "ts", "rowtime attribute can only replace");
}
CONFORMANCE(legacy_two_rowtimes) { c.refused(timeError<Three>(col<"f1">, col<"a">.rowtime(), col<"b">.rowtime()), ErrorCode::timeTwice, "b", "can only be defined once"); }
CONFORMANCE(legacy_proctime_last) { c.schema(tenv.fromDataStream(stamped(), col<"a">, col<"b">, col<"c">, col<"p">.proctime())); }
CONFORMANCE(legacy_proctime_replaces_refused) { c.refused(timeError<Three>(col<"a">, col<"p">.proctime(), col<"c">), ErrorCode::proctimeField, "p", "can only be appended"); }
CONFORMANCE(legacy_proctime_by_name) { c.schema(tenv.fromDataStream(stamped(), col<"p">.proctime(), col<"f1">)); }
CONFORMANCE(legacy_proctime_existing_name) { c.refused(timeError<Three>(col<"f1">, col<"f0">.proctime()), ErrorCode::proctimeField, "f0"); }
CONFORMANCE(legacy_pojo_rowtime) {
    const auto people = env.fromElements(Named{"Ann", 30}).assignTimestampsAndWatermarks(monotonous([](const Named&) { return Millis{5}; }));
    c.schema(tenv.fromDataStream(people, col<"name">, col<"ts">.rowtime(), col<"p">.proctime()));
}
CONFORMANCE(legacy_rowtime_no_timestamps) {
    const auto table = tenv.fromDataStream(env.fromElements(std::tuple<Long, Text>(1, "a")), col<"a">, col<"b">, col<"ts">.rowtime());
    c.fails<DataError>([&] { table.execute().collect(); }, {"timestamps", "rowtime"});
}
CONFORMANCE(legacy_atomic_proctime_only) {
    c.schema(tenv.fromDataStream(env.fromElements(Long(1)), col<"x">, col<"p">.proctime()));
    (void)c.text("rows");
}
CONFORMANCE(time_proctime_out) {
    const auto table = tenv.fromDataStream(env.fromElements(Text("x")), Schema().columnByExpression<"p", "PROCTIME()">());
    c.schema(table);
    const auto out = tenv.toDataStream(table);
    static_assert(std::is_same_v<decltype(out)::Element, Row<Field<"f0", Text>, Field<"p", TimestampLtz<3>>>>);
    (void)c.text("rows");
    const std::vector<std::string> lines = probed(env, out);
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].starts_with("@none +I[x, 20"));
    CHECK(lines[1] == "watermark MAX");
}

}  // namespace
