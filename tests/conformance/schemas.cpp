// SPDX-License-Identifier: BSL-1.0
// Declared schemas: what a real Flink prints, and what it refuses. Expressions are typed by the planner.
#include <conformance/case.hpp>
#include <conformance/types.hpp>

using namespace rivulet;
using namespace conformance;

namespace schema_types {

struct Fixed { Text name{}; Int score{}; };
// Where the recorded schema declares NOT NULL over a field that Java can hold as null, the field must be one that cannot be null.
struct NamedUser { std::string name{}; Int score{}; Moment event_time{}; };
struct ScoredUser { Text name{}; int score{}; Moment event_time{}; };
struct KeyedUser { std::string name{}; int score{}; Moment event_time{}; };

}  // namespace schema_types

using namespace schema_types;

namespace {

StreamExecutionEnvironment env;
auto tenv = StreamTableEnvironment::create(env);

template <class T = User, class S> void prints(Case& c, S schema) {
    c.schema(tenv.fromDataStream(env.fromCollection(std::vector<T>{}), schema));
}
template <class S> void refuses(Case& c, S, ErrorCode code, std::string_view subject, std::string_view flinkSays = {}) {
    constexpr Error error = schemaError<User>(S{});
    c.refused(error, code, subject, flinkSays);
}

// ---- schema -------------------------------------------------------------------------------------------------------------

CONFORMANCE(schema_subset_and_reorder) { prints(c, Schema().column<"score", "INT">().column<"name", "STRING">()); }
CONFORMANCE(schema_same_order_with_watermark) {
    prints(c, Schema().column<"name", "STRING">().column<"score", "INT">().column<"event_time", "TIMESTAMP_LTZ(3)">().watermark<"event_time", "SOURCE_WATERMARK()">());
}
CONFORMANCE(schema_subset_loses_watermark_and_key) {
    prints<NamedUser>(c, Schema().column<"name", "STRING NOT NULL">().column<"event_time", "TIMESTAMP_LTZ(3)">().columnByExpression<"up", "UPPER(name)">()
        .columnByMetadata<"ts", "TIMESTAMP_LTZ(3)", "rowtime">().watermark<"ts", "SOURCE_WATERMARK()">().primaryKey<"name">());
}
CONFORMANCE(schema_computed) {
    prints(c, Schema().columnByExpression<"dbl", "score*2">().columnByExpression<"lo", "lower( name )">().columnByExpression<"lit", "'x'">());
}
CONFORMANCE(schema_computed_expression_dsl) {
    auto table = tenv.fromDataStream(users(env), Schema().columnByExpression<"twice">(col<"score"> * lit<2>).columnByExpression<"up">(col<"name">.upperCase()));
    c.differs("printSchema");  // expressions print as SQL
    CHECK(table.schemaText() == "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9),\n  `twice` INT AS score * 2,\n  `up` STRING AS UPPER(name)\n)\n");
}
CONFORMANCE(schema_computed_before_physical) { prints(c, Schema().columnByExpression<"up", "UPPER(name)">().column<"name", "STRING">().column<"score", "INT">()); }
CONFORMANCE(schema_metadata_rowtime) { prints(c, Schema().columnByMetadata<"rowtime", "TIMESTAMP_LTZ(3)">()); }
CONFORMANCE(schema_metadata_renamed_virtual) { prints(c, Schema().columnByMetadata<"ts", "TIMESTAMP_LTZ(3)", "rowtime", true>()); }
CONFORMANCE(schema_primary_key_patches_nullability) { prints<KeyedUser>(c, Schema().primaryKey<"name", "score">()); }
CONFORMANCE(schema_primary_key_named) {
    prints<NamedUser>(c, Schema().column<"name", "STRING NOT NULL">().column<"score", "INT">().column<"event_time", "TIMESTAMP_LTZ(9)">().primaryKeyNamed<"pk1", "name">());
}
CONFORMANCE(schema_from_schema) {
    prints(c, Schema().fromSchema(Schema().columnByMetadata<"rowtime", "TIMESTAMP_LTZ(3)">().watermark<"rowtime", "SOURCE_WATERMARK()">()).columnByExpression<"n2", "name || '!'">());
}
CONFORMANCE(schema_from_resolved_schema) { prints(c, Schema().fromRow<User>()); }
CONFORMANCE(schema_from_row_data_type) { prints<ScoredUser>(c, Schema().fromRow<Row<Field<"name", Text>, Field<"score", int>>>()); }
CONFORMANCE(schema_from_fields) { prints(c, Schema().fromFields<Field<"score", Long>, Field<"name", Text>>()); }
CONFORMANCE(schema_watermark_expression_on_ltz) {
    prints(c, Schema().columnByExpression<"rt", "CAST(event_time AS TIMESTAMP_LTZ(3))">().watermark<"rt", "rt - INTERVAL '2' SECOND">());
}
CONFORMANCE(schema_watermark_same_column) { prints(c, Schema().columnByExpression<"rt", "CAST(event_time AS TIMESTAMP_LTZ(3))">().watermark<"rt", "rt">()); }
CONFORMANCE(schema_watermark_batch) {  // the mode of the stream environment does not change the text
    StreamExecutionEnvironment batch;
    batch.setRuntimeMode(RuntimeExecutionMode::Batch);
    c.schema(StreamTableEnvironment::create(batch).fromDataStream(users(batch), Schema().columnByMetadata<"rowtime", "TIMESTAMP_LTZ(3)">().watermark<"rowtime", "SOURCE_WATERMARK()">()));
}
CONFORMANCE(schema_proctime) { prints(c, Schema().columnByExpression<"p", "PROCTIME()">()); }
CONFORMANCE(schema_empty) { prints(c, Schema()); }
CONFORMANCE(schema_computed_uses_metadata) { prints(c, Schema().columnByMetadata<"rt", "TIMESTAMP_LTZ(3)", "rowtime">().columnByExpression<"y", "YEAR(rt)">()); }
CONFORMANCE(schema_computed_shadow_of_undeclared) { prints(c, Schema().column<"name", "STRING">().columnByExpression<"dbl", "score*2">()); }
CONFORMANCE(schema_backtick_name) { prints(c, Schema().columnByExpression<"a b`c", "score">()); }
CONFORMANCE(schema_char_and_binary_types) { prints<ScoredUser>(c, Schema().column<"name", "varchar(10)">().column<"score", "integer not null">()); }
CONFORMANCE(schema_raw_as_structured) {
    auto table = tenv.fromDataStream(env.fromElements(std::tuple<Nullable<Fixed>>{Fixed{"Ann", 3}})).as<"user">();
    c.schema(table);
    auto fields = table.select(col<"user.name">.as<"user$name">(), col<"user.score">.as<"user$score">(), col<"user">);
    c.schema(fields, "printSchema_select");
    c.rows(tenv.toDataStream(fields));
}
CONFORMANCE(schema_not_null_declared_null_arrives) {
    using KV = Row<Field<"k", Text>, Field<"v", Int>>;
    constexpr auto declared = Schema().column<"k", "STRING">().column<"v", "INT NOT NULL">();
    c.differs("printSchema");  // not believed
    c.refused(schemaError<KV>(declared), ErrorCode::declaredType, "v", "Column 'v' is NOT NULL");
    // The way to say it: checked row by row, as in Flink.
    auto table = tenv.fromDataStream(env.fromElements(KV("a", std::nullopt), KV("b", 2))).select(col<"k">, col<"v">.orThrow().as<"v">());
    CHECK(table.schemaText() == "(\n  `k` STRING,\n  `v` INT NOT NULL\n)\n");
    CHECK_THROWS_AS(tenv.toDataStream(table).executeAndCollect(), DataError);
}
CONFORMANCE(schema_reduced_precision_truncates) {
    auto table = tenv.fromDataStream(env.fromElements(Moment(TimestampLtz<9>("1970-01-01T00:00:01.123999999Z"))), Schema().column<"f0", "TIMESTAMP_LTZ(3)">());
    c.schema(table);
    c.differs("rows");  // a TIMESTAMP_LTZ(3) has milliseconds
    CHECK(linesOf(tenv.toDataStream(table).executeAndCollect()) == std::vector<std::string>{"+I[1970-01-01T00:00:01.123Z]"});
}
CONFORMANCE(schema_decimal_rescaled) {
    using D = Decimal<38, 18>;
    auto table = tenv.fromDataStream(env.fromElements(Nullable<D>(D("1.005")), Nullable<D>(D("123.456")), Nullable<D>(D("99999"))), Schema().column<"f0", "DECIMAL(5, 2)">());
    c.schema(table);
    c.rows(tenv.toDataStream(table));
}
CONFORMANCE(schema_metadata_as_timestamp) { prints(c, Schema().columnByMetadata<"a", "TIMESTAMP(3)", "rowtime">()); }
CONFORMANCE(schema_metadata_as_string) { prints(c, Schema().columnByMetadata<"a", "STRING", "rowtime">()); }
CONFORMANCE(schema_metadata_not_null) { prints(c, Schema().columnByMetadata<"rowtime", "TIMESTAMP_LTZ(3) NOT NULL">()); }

// ---- refusals -----------------------------------------------------------------------------------------------------------

CONFORMANCE(schema_atomic_wrong_name) { c.refused(schemaError<int>(Schema().column<"n", "INT">()), ErrorCode::unknownField, "n"); }
CONFORMANCE(refuse_unknown_column) { refuses(c, Schema().column<"nam", "STRING">(), ErrorCode::unknownField, "nam"); }
CONFORMANCE(refuse_unknown_column_case) { refuses(c, Schema().column<"Name", "STRING">(), ErrorCode::unknownField, "Name"); }
CONFORMANCE(refuse_duplicate_column) { refuses(c, Schema().column<"name", "STRING">().column<"name", "STRING">(), ErrorCode::duplicateColumn, "name"); }
CONFORMANCE(refuse_duplicate_computed) { refuses(c, Schema().columnByExpression<"name", "UPPER(name)">(), ErrorCode::duplicateColumn, "name"); }
CONFORMANCE(refuse_wrong_type_int_as_string) {
    c.differs("printSchema");
    refuses(c, Schema().column<"score", "STRING">(), ErrorCode::declaredType, "score", "Cannot cast");
}
CONFORMANCE(refuse_wrong_type_instant_as_timestamp) {
    c.differs("printSchema");
    refuses(c, Schema().column<"event_time", "TIMESTAMP(3)">(), ErrorCode::declaredType, "event_time", "Cannot cast");
}
CONFORMANCE(refuse_wrong_type_row) {  // INT declared BIGINT: a widening, accepted
    using KV = Row<Field<"k", Text>, Field<"v", Int>>;
    auto table = tenv.fromDataStream(env.fromElements(KV("a", 1)), Schema().column<"k", "STRING">().column<"v", "BIGINT">());
    c.schema(table);
    c.differs("error");
    CHECK(linesOf(tenv.toDataStream(table).executeAndCollect()) == std::vector<std::string>{"+I[a, 1]"});
    static_assert(schemaError<Row<Field<"v", Long>>>(Schema().column<"v", "INT">()).code == ErrorCode::declaredType);
}
CONFORMANCE(refuse_type_text_unknown) { refuses(c, Schema().column<"score", "INTEGR">(), ErrorCode::unknownType, "INTEGR", "User-defined types"); }
CONFORMANCE(refuse_expression_unknown_field) { refuses(c, Schema().columnByExpression<"d", "scor * 2">(), ErrorCode::unknownColumn, "scor"); }
CONFORMANCE(refuse_expression_syntax) { refuses(c, Schema().columnByExpression<"d", "score +">(), ErrorCode::syntax, "end of the query", "SQL parse failed"); }
CONFORMANCE(refuse_expression_of_computed) { refuses(c, Schema().columnByExpression<"a", "score + 1">().columnByExpression<"b", "a + 1">(), ErrorCode::computedColumn, "a"); }
CONFORMANCE(refuse_two_watermarks) {
    refuses(c, Schema().columnByMetadata<"rt", "TIMESTAMP_LTZ(3)", "rowtime">().watermark<"rt", "SOURCE_WATERMARK()">().watermark<"rt", "SOURCE_WATERMARK()">(),
            ErrorCode::twoWatermarks, "rt", "Multiple watermark definitions");
}
CONFORMANCE(refuse_watermark_unknown_column) { refuses(c, Schema().watermark<"ts", "SOURCE_WATERMARK()">(), ErrorCode::watermarkColumn, "ts"); }
CONFORMANCE(refuse_watermark_precision_9) { refuses(c, Schema().watermark<"event_time", "SOURCE_WATERMARK()">(), ErrorCode::watermarkType, "event_time", "TIMESTAMP_LTZ(9)"); }
CONFORMANCE(refuse_watermark_on_proctime) {
    refuses(c, Schema().columnByExpression<"p", "PROCTIME()">().watermark<"p", "SOURCE_WATERMARK()">(), ErrorCode::watermarkOnProctime, "p", "processing-time");
}
CONFORMANCE(refuse_watermark_expression_unresolved) {
    refuses(c, Schema().columnByMetadata<"rt", "TIMESTAMP_LTZ(3)", "rowtime">().watermark<"rt", "tr - INTERVAL '1' SECOND">(), ErrorCode::unknownColumn, "tr");
}
CONFORMANCE(refuse_watermark_nested_field) { refuses(c, Schema().watermark<"a.b", "SOURCE_WATERMARK()">(), ErrorCode::nestedRowtime, "a.b"); }
CONFORMANCE(refuse_pk_nullable_declared) { refuses(c, Schema().column<"name", "STRING">().primaryKey<"name">(), ErrorCode::keyNullable, "name"); }
CONFORMANCE(refuse_pk_unknown) { refuses(c, Schema().primaryKey<"id">(), ErrorCode::keyColumn, "id"); }
CONFORMANCE(refuse_pk_computed) { refuses(c, Schema().columnByExpression<"k", "COALESCE(name,'')">().primaryKey<"k">(), ErrorCode::keyNotPhysical, "k"); }
CONFORMANCE(refuse_pk_two_keys) { refuses(c, Schema().primaryKey<"name">().primaryKey<"score">(), ErrorCode::twoKeys, "score", "Multiple primary keys"); }
CONFORMANCE(refuse_metadata_unknown_key) {
    c.differs("printSchema");  // found where it is declared
    refuses(c, Schema().columnByMetadata<"offs", "BIGINT">(), ErrorCode::unknownMetadata, "offs");
}
CONFORMANCE(refuse_metadata_wrong_type) {
    c.differs("printSchema");
    refuses(c, Schema().columnByMetadata<"rowtime", "BOOLEAN">(), ErrorCode::metadataType, "rowtime");
}
CONFORMANCE(refuse_metadata_bigint) {
    c.differs("printSchema");
    refuses(c, Schema().columnByMetadata<"rowtime", "BIGINT">(), ErrorCode::metadataType, "rowtime", "TIMESTAMP_LTZ type to NUMERIC type");
}
CONFORMANCE(refuse_source_watermark_in_computed) {
    c.differs("printSchema");
    refuses(c, Schema().columnByExpression<"w", "SOURCE_WATERMARK()">(), ErrorCode::notSupported, "SOURCE_WATERMARK()");
}
CONFORMANCE(refuse_metadata_key_twice) {
    refuses(c, Schema().columnByMetadata<"a", "TIMESTAMP(3)", "rowtime">().columnByMetadata<"s", "STRING", "rowtime">(), ErrorCode::metadataKeyTwice, "rowtime");
}
CONFORMANCE(refuse_other_environment) {
    StreamExecutionEnvironment other;
    c.fails<IllegalState>([&] { tenv.fromDataStream(users(other)); }, {"environment"});
}

}  // namespace
