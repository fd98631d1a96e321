// SPDX-License-Identifier: BSL-1.0
// Schemas against what a real Flink printed (reference cases by name), and every refusal of the builder: first by the
// compiler, then again by the same functions at run time.
#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <rivulet/schema/print_schema.hpp>
#include <rivulet/schema/resolve.hpp>
#include <rivulet/schema/schema.hpp>

using namespace rivulet;

namespace D {
struct Fixed { std::string name{}; int score{}; };
struct Score { std::optional<std::string> name{}; std::optional<int> score{}; };
}  // namespace D

namespace {

// Java's String, Integer and Instant can be null: here they are optionals.
struct User { std::optional<std::string> name{}; std::optional<int> score{}; std::optional<TimestampLtz<9>> event_time{}; };
struct Plain { std::string name{}; int score{}; TimestampLtz<9> event_time{}; };
struct UserM { std::optional<TimestampLtz<9>> event_time{}; std::optional<std::string> name{}; std::optional<int> score{}; };
struct TwoCtors { std::optional<std::string> beta{}, alpha{}; };
struct Getters { std::int64_t id{}; std::optional<bool> ok{}; std::optional<std::string> tag{}; };
struct Cases { std::optional<std::string> Beta{}, Zeta{}, _under{}, alpha{}, x1{}, x10{}, x2{}; };
struct City { std::optional<std::string> town{}; int people{}; };
struct Trip { std::int64_t id{}; std::optional<City> from{}, to{}; };
struct Dated { std::optional<Date> d{}; std::optional<Time<9>> t{}; std::optional<Timestamp<9>> ts{}; };

// ---- a stand-in for the planner: it knows these expressions -------------------------------------------------------------

struct KnownExpression {
    std::string_view text{};
    std::string_view reads{};   // a column; the result is of its type, or at least as nullable
    SqlType type{};             // unknown: that of the column
    TimeAttribute time{};
};
constexpr KnownExpression knownExpressions[] = {
    {.text = "PROCTIME()", .type = sqltype::timestampLtz(3), .time = TimeAttribute::proctime},
    {.text = "CAST(event_time AS TIMESTAMP_LTZ(3))", .reads = "event_time", .type = sqltype::timestampLtz(3)},
    {.text = "CAST(event_time AS TIMESTAMP(3))", .reads = "event_time", .type = sqltype::timestamp(3)},
    {.text = "rowtime - INTERVAL '10' SECOND", .reads = "rowtime"},
    {.text = "rt - INTERVAL '2' SECOND", .reads = "rt"},
    {.text = "tr - INTERVAL '1' SECOND", .reads = "tr"},
    {.text = "rt", .reads = "rt"},
    {.text = "ts", .reads = "ts"},
    {.text = "event_time", .reads = "event_time"},
    {.text = "score*2", .reads = "score"},
    {.text = "score", .reads = "score"},
    {.text = "score + 1", .reads = "score"},
    {.text = "scor * 2", .reads = "scor"},
    {.text = "a + 1", .reads = "a"},
    {.text = "d + 1", .reads = "d"},
    {.text = "times(score, 2)", .reads = "score"},
    {.text = "lower( name )", .reads = "name"},
    {.text = "UPPER(name)", .reads = "name"},
    {.text = "upper(name)", .reads = "name"},
    {.text = "name || '!'", .reads = "name"},
    {.text = "COALESCE(name,'')", .type = sqltype::string},
    {.text = "'x'", .type = sqltype::char_(1)},
    {.text = "YEAR(rt)", .reads = "rt", .type = sqltype::bigint},
};
struct StandIn {
    constexpr ExpressionType operator()(const ExpressionAsk& ask) const {
        for (const KnownExpression& known : knownExpressions) {
            if (known.text != ask.text) continue;
            if (known.reads.empty()) return {known.type, known.time, {}};
            for (int i = 0; i < ask.count; ++i)
                if (ask.columns[i].name == known.reads)
                    return {known.type.root == TypeRoot::unknown ? ask.columns[i].type : known.type.withNullable(ask.columns[i].type.nullable), {}, {}};
            Error e{.code = ErrorCode::unknownColumn, .position = static_cast<int>(ask.text.find(known.reads)), .subject = known.reads};
            rivulet::detail::Nearest nearest{known.reads};
            for (int i = 0; i < ask.count; ++i) nearest.offer(ask.columns[i].name);
            e.nearest = nearest.best;
            return {.error = e};
        }
        return {.error = {.code = ErrorCode::syntax, .position = static_cast<int>(ask.text.size())}};
    }
};

struct ExpressionObject { static constexpr std::string_view text = "times(score, 2)"; };
struct OtherObject { static constexpr std::string_view text = "upper(name)"; };
constexpr ExpressionObject twice{};
constexpr OtherObject upperName{};

using Resolved = ResolvedSchema<16>;
constexpr ResolveOptions believing{.believeNotNull = true};
constexpr ResolveOptions batch{.streaming = false};

template <class T> constexpr Resolved columnsAs() { return schemaOfColumns<16>(columnsOf<T>.columns, columnsOf<T>.count); }
template <class T, class S>
constexpr Resolved resolved(const S&, const ResolveOptions& options = {}) {
    return resolveSchema<16>(S::description(), columnsOf<T>.columns, columnsOf<T>.count, StandIn{}, options);
}
template <class... Names> constexpr Resolved renamedTo(const Resolved& schema, Names... names) {
    const std::string_view list[] = {names...};
    return renamed(schema, list, static_cast<int>(sizeof...(Names)));
}

constexpr bool prints(const Resolved& schema, std::string_view text) {
    detail::TextWriter size;
    detail::writeSchema(size, schema);
    char buffer[2000]{};
    if (size.size > sizeof buffer) return false;
    detail::TextWriter w{buffer};
    detail::writeSchema(w, schema);
    return std::string_view(buffer, w.size) == text;
}

// ---- texts --------------------------------------------------------------------------------------------------------------

struct TextCase { std::string_view name; Resolved (*schema)(); std::string_view text; };
constexpr TextCase textCases[] = {
    // as Flink printed them
    {"derive_pojo_full_constructor", [] { return columnsAs<User>(); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9)\n)\n"},
    {"derive_pojo_no_full_constructor", [] { return columnsAs<UserM>(); },
     "(\n  `event_time` TIMESTAMP_LTZ(9),\n  `name` STRING,\n  `score` INT\n)\n"},
    {"derive_pojo_constructor_plus_overlong", [] { return columnsAs<TwoCtors>(); },
     "(\n  `beta` STRING,\n  `alpha` STRING\n)\n"},
    {"derive_pojo_getters", [] { return columnsAs<Getters>(); },
     "(\n  `id` BIGINT NOT NULL,\n  `ok` BOOLEAN,\n  `tag` STRING\n)\n"},
    {"derive_pojo_alphabetical_is_codepoint_order", [] { return columnsAs<Cases>(); },
     "(\n  `Beta` STRING,\n  `Zeta` STRING,\n  `_under` STRING,\n  `alpha` STRING,\n  `x1` STRING,\n  `x10` STRING,\n  `x2` STRING\n)\n"},
    {"derive_tuple2", [] { return columnsAs<std::tuple<std::int64_t, std::optional<std::string>>>(); },
     "(\n  `f0` BIGINT NOT NULL,\n  `f1` STRING\n)\n"},
    {"derive_tuple3", [] { return columnsAs<std::tuple<bool, std::optional<Decimal<38, 18>>, double>>(); },
     "(\n  `f0` BOOLEAN NOT NULL,\n  `f1` DECIMAL(38, 18),\n  `f2` DOUBLE NOT NULL\n)\n"},
    {"derive_tuple4_times", [] { return columnsAs<std::tuple<std::optional<TimestampLtz<9>>, std::optional<Timestamp<9>>,
         std::optional<Date>, std::optional<Time<9>>>>(); },
     "(\n  `f0` TIMESTAMP_LTZ(9),\n  `f1` TIMESTAMP(9),\n  `f2` DATE,\n  `f3` TIME(9)\n)\n"},

             {"derive_tuple2_bytes_and_array", [] { return columnsAs<std::tuple<Bytes, std::vector<int>, std::vector<std::optional<std::string>>>>(); },
     "(\n  `f0` BYTES NOT NULL,\n  `f1` ARRAY<INT NOT NULL> NOT NULL,\n  `f2` ARRAY<STRING> NOT NULL\n)\n"},
    {"derive_tuple2_null_string", [] { return columnsAs<std::pair<int, std::optional<std::string>>>(); },
     "(\n  `f0` INT NOT NULL,\n  `f1` STRING\n)\n"},
    {"derive_row_named", [] { return columnsAs<Row<Field<"name", std::optional<std::string>>, Field<"age", std::optional<int>>,
         Field<"ok", std::optional<bool>>>>(); },
     "(\n  `name` STRING,\n  `age` INT,\n  `ok` BOOLEAN\n)\n"},
    {"derive_row_unnamed", [] { return columnsAs<Row<std::optional<std::string>, std::optional<int>>>(); },
     "(\n  `f0` STRING,\n  `f1` INT\n)\n"},
    {"derive_row_from_elements", [] { return columnsAs<Row<std::optional<std::string>, std::optional<int>>>(); },
     "(\n  `f0` STRING,\n  `f1` INT\n)\n"},
    {"derive_row_by_names", [] { return columnsAs<Row<Field<"a", std::optional<std::string>>, Field<"b", std::optional<int>>>>(); },
     "(\n  `a` STRING,\n  `b` INT\n)\n"},
    {"derive_row_update_kind_unchecked", [] { return columnsAs<Row<std::optional<std::string>, std::optional<int>>>(); },
     "(\n  `f0` STRING,\n  `f1` INT\n)\n"},
    {"derive_null_record_composite", [] { return columnsAs<UserM>(); },
     "(\n  `event_time` TIMESTAMP_LTZ(9),\n  `name` STRING,\n  `score` INT\n)\n"},
    {"derive_null_record_atomic", [] { return columnsAs<std::optional<std::string>>(); },
     "(\n  `f0` STRING\n)\n"},
    {"derive_null_record_atomic_integer", [] { return columnsAs<int>(); },
     "(\n  `f0` INT NOT NULL\n)\n"},
    {"atomic_Integer", [] { return columnsAs<std::int32_t>(); },
     "(\n  `f0` INT NOT NULL\n)\n"},
    {"atomic_Long", [] { return columnsAs<std::int64_t>(); },
     "(\n  `f0` BIGINT NOT NULL\n)\n"},
    {"atomic_Short", [] { return columnsAs<std::int16_t>(); },
     "(\n  `f0` SMALLINT NOT NULL\n)\n"},
    {"atomic_Byte", [] { return columnsAs<std::int8_t>(); },
     "(\n  `f0` TINYINT NOT NULL\n)\n"},
    {"atomic_Double", [] { return columnsAs<double>(); },
     "(\n  `f0` DOUBLE NOT NULL\n)\n"},
    {"atomic_Float", [] { return columnsAs<float>(); },
     "(\n  `f0` FLOAT NOT NULL\n)\n"},
    {"atomic_Boolean", [] { return columnsAs<bool>(); },
     "(\n  `f0` BOOLEAN NOT NULL\n)\n"},
    {"atomic_BigDecimal", [] { return columnsAs<std::optional<Decimal<38, 18>>>(); },
     "(\n  `f0` DECIMAL(38, 18)\n)\n"},
    {"atomic_Instant", [] { return columnsAs<std::optional<TimestampLtz<9>>>(); },
     "(\n  `f0` TIMESTAMP_LTZ(9)\n)\n"},
    {"atomic_LocalDate", [] { return columnsAs<std::optional<Date>>(); },
     "(\n  `f0` DATE\n)\n"},
    {"atomic_LocalTime", [] { return columnsAs<std::optional<Time<9>>>(); },
     "(\n  `f0` TIME(9)\n)\n"},
    {"atomic_sql_Date", [] { return columnsAs<std::optional<Date>>(); },
     "(\n  `f0` DATE\n)\n"},
    {"atomic_sql_Time", [] { return columnsAs<std::optional<Time<0>>>(); },
     "(\n  `f0` TIME(0)\n)\n"},
    {"atomic_bytes", [] { return columnsAs<Bytes>(); },
     "(\n  `f0` BYTES NOT NULL\n)\n"},
    {"atomic_int_array", [] { return columnsAs<std::vector<int>>(); },
     "(\n  `f0` ARRAY<INT NOT NULL> NOT NULL\n)\n"},
    {"atomic_double_array", [] { return columnsAs<std::optional<std::vector<double>>>(); },
     "(\n  `f0` ARRAY<DOUBLE NOT NULL>\n)\n"},
    {"atomic_nested_array", [] { return columnsAs<std::vector<std::optional<std::vector<std::optional<int>>>>>(); },
     "(\n  `f0` ARRAY<ARRAY<INT>> NOT NULL\n)\n"},
    {"atomic_List_String", [] { return columnsAs<std::vector<std::optional<std::string>>>(); },
     "(\n  `f0` ARRAY<STRING> NOT NULL\n)\n"},
    {"atomic_Map_Integer_String", [] { return columnsAs<std::map<int, std::optional<std::string>>>(); },
     "(\n  `f0` MAP<INT NOT NULL, STRING> NOT NULL\n)\n"},
    {"derive_pojo_immutable_is_raw", [] { return columnsAs<std::optional<Raw<D::Fixed>>>(); },
     "(\n  `f0` RAW('D::Fixed', '...')\n)\n"},
    {"derive_pojo_nested", [] { return columnsAs<Trip>(); },
     "(\n  `id` BIGINT NOT NULL,\n  `from` STRUCTURED<'City', `town` STRING, `people` INT NOT NULL>,\n"
     "  `to` STRUCTURED<'City', `town` STRING, `people` INT NOT NULL>\n)\n"},
    {"schema_raw_as_structured", [] { return renamedTo(columnsAs<std::tuple<std::optional<D::Score>>>(), "user"); },
     "(\n  `user` STRUCTURED<'Score', `name` STRING, `score` INT>\n)\n"},
    {"seed0_from_ex1", [] { return resolved<User>(Schema()); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9)\n)\n"},
    {"seed0_from_ex2", [] { return resolved<User>(Schema().columnByExpression<"proc_time", "PROCTIME()">()); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9),\n"
     "  `proc_time` TIMESTAMP_LTZ(3) NOT NULL *PROCTIME* AS PROCTIME()\n)\n"},
    {"seed0_from_ex3", [] { return resolved<User>(Schema().columnByExpression<"rowtime", "CAST(event_time AS TIMESTAMP_LTZ(3))">()
         .watermark<"rowtime", "rowtime - INTERVAL '10' SECOND">()); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9),\n"
     "  `rowtime` TIMESTAMP_LTZ(3) *ROWTIME* AS CAST(event_time AS TIMESTAMP_LTZ(3)),\n"
     "  WATERMARK FOR `rowtime`: TIMESTAMP_LTZ(3) AS rowtime - INTERVAL '10' SECOND\n)\n"},
    {"seed0_from_ex4", [] { return resolved<User>(Schema().columnByMetadata<"rowtime", "TIMESTAMP_LTZ(3)">()
         .watermark<"rowtime", "SOURCE_WATERMARK()">()); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9),\n  `rowtime` TIMESTAMP_LTZ(3) *ROWTIME* METADATA,\n"
     "  WATERMARK FOR `rowtime`: TIMESTAMP_LTZ(3) AS SOURCE_WATERMARK()\n)\n"},
    {"seed0_from_ex5", [] { return resolved<User>(Schema().column<"event_time", "TIMESTAMP_LTZ(3)">().column<"name", "STRING">()
         .column<"score", "INT">().watermark<"event_time", "SOURCE_WATERMARK()">()); },
     "(\n  `event_time` TIMESTAMP_LTZ(3) *ROWTIME*,\n  `name` STRING,\n  `score` INT\n)\n"},
    {"schema_subset_and_reorder", [] { return resolved<User>(Schema().column<"score", "INT">().column<"name", "STRING">()); },
     "(\n  `score` INT,\n  `name` STRING\n)\n"},
    {"schema_same_order_with_watermark", [] { return resolved<User>(Schema().column<"name", "STRING">().column<"score", "INT">()
         .column<"event_time", "TIMESTAMP_LTZ(3)">().watermark<"event_time", "SOURCE_WATERMARK()">()); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(3) *ROWTIME*,\n"
     "  WATERMARK FOR `event_time`: TIMESTAMP_LTZ(3) AS SOURCE_WATERMARK()\n)\n"},
    {"schema_subset_loses_watermark_and_key", [] { return resolved<User>(Schema().column<"name", "STRING NOT NULL">()
         .column<"event_time", "TIMESTAMP_LTZ(3)">().columnByExpression<"up", "UPPER(name)">()
         .columnByMetadata<"ts", "TIMESTAMP_LTZ(3)", "rowtime">().watermark<"ts", "SOURCE_WATERMARK()">()
         .primaryKey<"name">(), believing); },
     "(\n  `name` STRING NOT NULL,\n  `event_time` TIMESTAMP_LTZ(3),\n  `up` STRING NOT NULL,\n  `ts` TIMESTAMP_LTZ(3) *ROWTIME*\n)\n"},
    {"schema_computed", [] { return resolved<User>(Schema().columnByExpression<"dbl", "score*2">()
         .columnByExpression<"lo", "lower( name )">().columnByExpression<"lit", "'x'">()); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9),\n  `dbl` INT AS score*2,\n"
     "  `lo` STRING AS lower( name ),\n  `lit` CHAR(1) NOT NULL AS 'x'\n)\n"},
    {"schema_computed_expression_dsl", [] { return resolved<User>(Schema().columnByExpression<"twice">(twice)
         .columnByExpression<"up">(upperName)); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9),\n  `twice` INT AS times(score, 2),\n"
     "  `up` STRING AS upper(name)\n)\n"},
    {"schema_computed_before_physical", [] { return resolved<User>(Schema().columnByExpression<"up", "UPPER(name)">()
         .column<"name", "STRING">().column<"score", "INT">()); },
     "(\n  `up` STRING,\n  `name` STRING,\n  `score` INT\n)\n"},
    {"schema_metadata_rowtime", [] { return resolved<User>(Schema().columnByMetadata<"rowtime", "TIMESTAMP_LTZ(3)">()); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9),\n  `rowtime` TIMESTAMP_LTZ(3) METADATA\n)\n"},
    {"schema_metadata_renamed_virtual", [] { return resolved<User>(Schema()
         .columnByMetadata<"ts", "TIMESTAMP_LTZ(3)", "rowtime", true>()); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9),\n  `ts` TIMESTAMP_LTZ(3) METADATA FROM 'rowtime' VIRTUAL\n)\n"},
    {"schema_primary_key_patches_nullability", [] { return resolved<User>(Schema().primaryKey<"name", "score">(), believing); },
     "(\n  `name` STRING NOT NULL,\n  `score` INT NOT NULL,\n  `event_time` TIMESTAMP_LTZ(9),\n"
     "  CONSTRAINT `PK_name_score` PRIMARY KEY (`name`, `score`) NOT ENFORCED\n)\n"},
    {"schema_primary_key_named", [] { return resolved<User>(Schema().column<"name", "STRING NOT NULL">().column<"score", "INT">()
         .column<"event_time", "TIMESTAMP_LTZ(9)">().primaryKeyNamed<"pk1", "name">(), believing); },
     "(\n  `name` STRING NOT NULL,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9),\n"
     "  CONSTRAINT `pk1` PRIMARY KEY (`name`) NOT ENFORCED\n)\n"},
    {"schema_from_schema", [] { return resolved<User>(Schema().fromSchema(Schema().columnByMetadata<"rowtime", "TIMESTAMP_LTZ(3)">()
         .watermark<"rowtime", "SOURCE_WATERMARK()">()).columnByExpression<"n2", "name || '!'">()); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9),\n  `rowtime` TIMESTAMP_LTZ(3) *ROWTIME* METADATA,\n"
     "  `n2` STRING AS name || '!',\n  WATERMARK FOR `rowtime`: TIMESTAMP_LTZ(3) AS SOURCE_WATERMARK()\n)\n"},
    {"schema_from_resolved_schema", [] { return resolved<User>(Schema().fromRow<User>()); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9)\n)\n"},
    {"schema_from_row_data_type", [] { return resolved<User>(Schema().fromRow<Row<Field<"name", std::optional<std::string>>,
         Field<"score", int>>>(), believing); },
     "(\n  `name` STRING,\n  `score` INT NOT NULL\n)\n"},
    {"schema_from_fields", [] { return resolved<User>(Schema().fromFields<Field<"score", std::optional<std::int64_t>>, Field<"name",
         std::optional<std::string>>>()); },
     "(\n  `score` BIGINT,\n  `name` STRING\n)\n"},
    {"schema_watermark_expression_on_ltz", [] { return resolved<User>(Schema()
         .columnByExpression<"rt", "CAST(event_time AS TIMESTAMP_LTZ(3))">().watermark<"rt", "rt - INTERVAL '2' SECOND">()); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9),\n"
     "  `rt` TIMESTAMP_LTZ(3) *ROWTIME* AS CAST(event_time AS TIMESTAMP_LTZ(3)),\n"
     "  WATERMARK FOR `rt`: TIMESTAMP_LTZ(3) AS rt - INTERVAL '2' SECOND\n)\n"},
    {"schema_watermark_same_column", [] { return resolved<User>(Schema()
         .columnByExpression<"rt", "CAST(event_time AS TIMESTAMP_LTZ(3))">().watermark<"rt", "rt">()); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9),\n"
     "  `rt` TIMESTAMP_LTZ(3) *ROWTIME* AS CAST(event_time AS TIMESTAMP_LTZ(3)),\n  WATERMARK FOR `rt`: TIMESTAMP_LTZ(3) AS rt\n)\n"},
    {"schema_watermark_batch", [] { return resolved<User>(Schema().columnByMetadata<"rowtime", "TIMESTAMP_LTZ(3)">()
         .watermark<"rowtime", "SOURCE_WATERMARK()">()); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9),\n  `rowtime` TIMESTAMP_LTZ(3) *ROWTIME* METADATA,\n"
     "  WATERMARK FOR `rowtime`: TIMESTAMP_LTZ(3) AS SOURCE_WATERMARK()\n)\n"},
    {"schema_watermark_batch_settings", [] { return resolved<User>(Schema().columnByMetadata<"rowtime", "TIMESTAMP_LTZ(3)">()
         .watermark<"rowtime", "SOURCE_WATERMARK()">(), batch); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9),\n  `rowtime` TIMESTAMP_LTZ(3) METADATA,\n"
     "  WATERMARK FOR `rowtime`: TIMESTAMP_LTZ(3) AS SOURCE_WATERMARK()\n)\n"},
    {"schema_proctime", [] { return resolved<User>(Schema().columnByExpression<"p", "PROCTIME()">()); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9),\n"
     "  `p` TIMESTAMP_LTZ(3) NOT NULL *PROCTIME* AS PROCTIME()\n)\n"},
    {"schema_empty", [] { return resolved<User>(Schema()); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9)\n)\n"},
    {"schema_computed_uses_metadata", [] { return resolved<User>(Schema().columnByMetadata<"rt", "TIMESTAMP_LTZ(3)", "rowtime">()
         .columnByExpression<"y", "YEAR(rt)">()); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9),\n  `rt` TIMESTAMP_LTZ(3) METADATA FROM 'rowtime',\n"
     "  `y` BIGINT AS YEAR(rt)\n)\n"},
    {"schema_computed_shadow_of_undeclared", [] { return resolved<User>(Schema().column<"name", "STRING">()
         .columnByExpression<"dbl", "score*2">()); },
     "(\n  `name` STRING,\n  `dbl` INT\n)\n"},
    {"schema_backtick_name", [] { return resolved<User>(Schema().columnByExpression<"a b`c", "score">()); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9),\n  `a b``c` INT AS score\n)\n"},
    {"schema_char_and_binary_types", [] { return resolved<User>(Schema().column<"name", "varchar(10)">()
         .column<"score", "integer not null">(), believing); },
     "(\n  `name` VARCHAR(10),\n  `score` INT NOT NULL\n)\n"},
    {"schema_not_null_declared_null_arrives", [] { return resolved<Row<Field<"k", std::optional<std::string>>, Field<"v",
         std::optional<int>>>>(Schema().column<"k", "STRING">().column<"v", "INT NOT NULL">(), believing); },
     "(\n  `k` STRING,\n  `v` INT NOT NULL\n)\n"},
    {"schema_reduced_precision_truncates", [] { return resolved<std::optional<TimestampLtz<9>>>(Schema()
         .column<"f0", "TIMESTAMP_LTZ(3)">()); },
     "(\n  `f0` TIMESTAMP_LTZ(3)\n)\n"},
    {"schema_decimal_rescaled", [] { return resolved<std::optional<Decimal<38, 18>>>(Schema().column<"f0", "DECIMAL(5, 2)">()); },
     "(\n  `f0` DECIMAL(5, 2)\n)\n"},
    {"schema_metadata_as_timestamp", [] { return resolved<User>(Schema().columnByMetadata<"a", "TIMESTAMP(3)", "rowtime">()); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9),\n  `a` TIMESTAMP(3) METADATA FROM 'rowtime'\n)\n"},
    {"schema_metadata_as_string", [] { return resolved<User>(Schema().columnByMetadata<"a", "STRING", "rowtime">()); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9),\n  `a` STRING METADATA FROM 'rowtime'\n)\n"},
    {"schema_metadata_not_null", [] { return resolved<User>(Schema().columnByMetadata<"rowtime", "TIMESTAMP_LTZ(3) NOT NULL">()); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9),\n  `rowtime` TIMESTAMP_LTZ(3) NOT NULL METADATA\n)\n"},
    {"metadata_no_timestamps_not_refused", [] { return resolved<User>(Schema().columnByMetadata<"rowtime", "TIMESTAMP_LTZ(3)">()); },
     "(\n  `name` STRING,\n  `score` INT,\n  `event_time` TIMESTAMP_LTZ(9),\n  `rowtime` TIMESTAMP_LTZ(3) METADATA\n)\n"},
    {"schema_pojo_local_dates_declared", [] { return resolved<Dated>(Schema().column<"d", "DATE">().column<"t", "TIME(0)">()
         .column<"ts", "TIMESTAMP(3)">().watermark<"ts", "ts">()); },
     "(\n  `d` DATE,\n  `t` TIME(0),\n  `ts` TIMESTAMP(3) *ROWTIME*,\n  WATERMARK FOR `ts`: TIMESTAMP(3) AS ts\n)\n"},
    {"view_three_forms", [] { return columnsAs<std::tuple<std::int64_t, std::optional<std::string>>>(); },
     "(\n  `f0` BIGINT NOT NULL,\n  `f1` STRING\n)\n"},
    {"view_three_forms_2", [] { return resolved<std::tuple<std::int64_t, std::optional<std::string>>>(Schema().column<"f0", "BIGINT">()
         .column<"f1", "STRING">()); },
     "(\n  `f0` BIGINT,\n  `f1` STRING\n)\n"},
    {"view_three_forms_3", [] { return renamedTo(columnsAs<std::tuple<std::int64_t, std::optional<std::string>>>(), "id", "name"); },
     "(\n  `id` BIGINT NOT NULL,\n  `name` STRING\n)\n"},
    {"view_rename_as", [] { return renamedTo(columnsAs<std::tuple<int, std::optional<std::string>>>(), "id"); },
     "(\n  `id` INT NOT NULL,\n  `f1` STRING\n)\n"},
    {"seed3_atomic_long", [] { return columnsAs<std::int64_t>(); },
     "(\n  `f0` BIGINT NOT NULL\n)\n"},

    // the same with plain members, which cannot be null
    {"plain members", [] { return resolved<Plain>(Schema()); },
     "(\n  `name` STRING NOT NULL,\n  `score` INT NOT NULL,\n  `event_time` TIMESTAMP_LTZ(9) NOT NULL\n)\n"},
    {"plain members, key", [] { return resolved<Plain>(Schema().primaryKey<"name", "score">()); },
     "(\n  `name` STRING NOT NULL,\n  `score` INT NOT NULL,\n  `event_time` TIMESTAMP_LTZ(9) NOT NULL,\n"
     "  CONSTRAINT `PK_name_score` PRIMARY KEY (`name`, `score`) NOT ENFORCED\n)\n"},
    {"wider integer, declared by C++ types", [] { return resolved<Plain>(Schema().column<"score", std::int64_t>().column<"name", std::string>()); },
     "(\n  `score` BIGINT NOT NULL,\n  `name` STRING NOT NULL\n)\n"},
    {"watermark on a column that is projected away", [] {
         return resolved<Plain>(Schema().column<"name", std::string>().columnByExpression<"rt", "CAST(event_time AS TIMESTAMP_LTZ(3))">().watermark<"rt", "rt">()); },
     "(\n  `name` STRING NOT NULL,\n  `rt` TIMESTAMP_LTZ(3) NOT NULL *ROWTIME*\n)\n"},
    {"key named by itself, backticks in names", [] { return renamedTo(resolved<Plain>(Schema()), "a`b"); },
     "(\n  `a``b` STRING NOT NULL,\n  `score` INT NOT NULL,\n  `event_time` TIMESTAMP_LTZ(9) NOT NULL\n)\n"},
    {"pair in a row", [] { return columnsAs<std::pair<int, std::pair<int, std::optional<std::string>>>>(); },
     "(\n  `f0` INT NOT NULL,\n  `f1` STRUCTURED<'Tuple2', `f0` INT NOT NULL, `f1` STRING> NOT NULL\n)\n"},
    {"Row in a row", [] { return columnsAs<std::pair<int, Row<Field<"a", int>, Field<"b", std::optional<std::string>>>>>(); },
     "(\n  `f0` INT NOT NULL,\n  `f1` ROW<`a` INT NOT NULL, `b` STRING> NOT NULL\n)\n"},
    {"struct in an array in a map", [] { return columnsAs<std::map<int, std::vector<City>>>(); },
     "(\n  `f0` MAP<INT NOT NULL, ARRAY<STRUCTURED<'City', `town` STRING, `people` INT NOT NULL> NOT NULL> NOT NULL> NOT NULL\n)\n"},
    {"nested type in text", [] { return resolved<std::vector<std::optional<int>>>(Schema().column<"f0", "ARRAY<BIGINT>">()); }, "(\n  `f0` ARRAY<BIGINT>\n)\n"},
    {"no columns", [] { return Resolved{}; }, "(\n\n)\n"},
};

constexpr bool allPrint() {
    for (const TextCase& c : textCases)
        if (c.schema().error || !prints(c.schema(), c.text)) return false;
    return true;
}
static_assert(allPrint());

TEST_CASE("printSchema prints what Flink prints") {
    for (const TextCase& c : textCases) {
        CAPTURE(c.name);
        const Resolved schema = c.schema();
        CHECK(schema.error.code == ErrorCode::none);
        CHECK(printSchema(schema) == c.text);
    }
}

// ---- refusals -----------------------------------------------------------------------------------------------------------

struct RefusalCase { std::string_view name; Resolved (*schema)(); ErrorCode code; std::string_view subject; std::string_view nearest{}; std::string_view expected{}; };
constexpr RefusalCase refusalCases[] = {
    {"schema_atomic_wrong_name", [] { return resolved<int>(Schema().column<"n", "INT">()); }, ErrorCode::unknownField, "n"},
    {"refuse_unknown_column", [] { return resolved<User>(Schema().column<"nam", "STRING">()); }, ErrorCode::unknownField, "nam", "name"},
    {"refuse_unknown_column_case", [] { return resolved<User>(Schema().column<"Name", "STRING">()); }, ErrorCode::unknownField, "Name", "name"},
    {"refuse_duplicate_column", [] { return resolved<User>(Schema().column<"name", "STRING">().column<"name", "STRING">()); }, ErrorCode::duplicateColumn, "name"},
    {"refuse_duplicate_computed", [] { return resolved<User>(Schema().columnByExpression<"name", "UPPER(name)">()); }, ErrorCode::duplicateColumn, "name"},
    {"two computed of one name", [] { return resolved<User>(Schema().columnByExpression<"a", "score">().columnByExpression<"a", "score">()); }, ErrorCode::duplicateColumn, "a"},
    {"metadata named as a field", [] { return resolved<User>(Schema().columnByMetadata<"name", "TIMESTAMP_LTZ(3)", "rowtime">()); }, ErrorCode::duplicateColumn, "name"},
    {"refuse_wrong_type_int_as_string", [] { return resolved<User>(Schema().column<"score", "STRING">()); }, ErrorCode::declaredType, "score"},
    {"refuse_wrong_type_instant_as_timestamp", [] { return resolved<User>(Schema().column<"event_time", "TIMESTAMP(3)">()); }, ErrorCode::declaredType, "event_time"},
    {"refuse_wrong_type_row narrowing", [] { return resolved<Row<Field<"v", std::optional<std::int64_t>>>>(Schema().column<"v", "INT">()); }, ErrorCode::declaredType, "v"},
    {"nullable declared NOT NULL", [] { return resolved<User>(Schema().column<"score", "INT NOT NULL">()); }, ErrorCode::declaredType, "score"},
    {"refuse_type_text_unknown", [] { return resolved<User>(Schema().column<"score", "INTEGR">()); }, ErrorCode::unknownType, "INTEGR", "INTEGER"},
    {"type text with a tail", [] { return resolved<User>(Schema().column<"score", "INT )">()); }, ErrorCode::syntax, ")", "", "the end of the type"},
    {"C++ type without SQL type", [] { return resolved<User>(Schema().column<"score", unsigned>()); }, ErrorCode::unsignedMember, "unsigned int", "", "std::int64_t"},
    {"refuse_expression_unknown_field", [] { return resolved<User>(Schema().columnByExpression<"d", "scor * 2">()); }, ErrorCode::unknownColumn, "scor", "score"},
    {"refuse_expression_syntax", [] { return resolved<User>(Schema().columnByExpression<"d", "score +">()); }, ErrorCode::syntax, ""},
    {"refuse_expression_of_computed", [] { return resolved<User>(Schema().columnByExpression<"a", "score + 1">().columnByExpression<"b", "a + 1">()); }, ErrorCode::computedColumn, "a"},
    {"P14 a computed column of itself", [] { return resolved<User>(Schema().columnByExpression<"d", "d + 1">()); }, ErrorCode::computedColumn, "d"},
    {"refuse_source_watermark_in_computed", [] { return resolved<User>(Schema().columnByExpression<"w", "source_watermark( )">()); }, ErrorCode::notSupported, "SOURCE_WATERMARK()", "", "a watermark"},
    {"refuse_two_watermarks", [] {
         return resolved<User>(Schema().columnByMetadata<"rt", "TIMESTAMP_LTZ(3)", "rowtime">().watermark<"rt", "SOURCE_WATERMARK()">().watermark<"rt", "SOURCE_WATERMARK()">()); },
     ErrorCode::twoWatermarks, "rt"},
    {"refuse_watermark_unknown_column", [] { return resolved<User>(Schema().watermark<"event_tme", "SOURCE_WATERMARK()">()); }, ErrorCode::watermarkColumn, "event_tme", "event_time"},
    {"refuse_watermark_precision_9", [] { return resolved<User>(Schema().watermark<"event_time", "SOURCE_WATERMARK()">()); }, ErrorCode::watermarkType, "event_time", "", "CAST(.. AS TIMESTAMP_LTZ(3))"},
    {"P15 watermark on a string", [] { return resolved<User>(Schema().watermark<"name", "SOURCE_WATERMARK()">()); }, ErrorCode::watermarkType, "name", "", "CAST(.. AS TIMESTAMP_LTZ(3))"},
    {"P15 watermark on a number", [] { return resolved<User>(Schema().watermark<"score", "score">()); }, ErrorCode::watermarkType, "score", "", "TO_TIMESTAMP_LTZ(.., 3)"},
    {"refuse_watermark_on_proctime", [] { return resolved<User>(Schema().columnByExpression<"p", "PROCTIME()">().watermark<"p", "SOURCE_WATERMARK()">()); }, ErrorCode::watermarkOnProctime, "p"},
    {"refuse_watermark_expression_unresolved", [] {
         return resolved<User>(Schema().columnByMetadata<"rt", "TIMESTAMP_LTZ(3)", "rowtime">().watermark<"rt", "tr - INTERVAL '1' SECOND">()); },
     ErrorCode::unknownColumn, "tr", "rt"},
    {"watermark of another type than its column", [] {
         return resolved<User>(Schema().columnByMetadata<"rt", "TIMESTAMP_LTZ(3)", "rowtime">().watermark<"rt", "CAST(event_time AS TIMESTAMP(3))">()); },
     ErrorCode::watermarkExpression, "rt"},
    {"watermark of too fine a type", [] { return resolved<User>(Schema().columnByMetadata<"rt", "TIMESTAMP_LTZ(3)", "rowtime">().watermark<"rt", "event_time">()); },
     ErrorCode::watermarkExpression, "rt"},
    {"refuse_watermark_nested_field", [] { return resolved<User>(Schema().watermark<"a.b", "SOURCE_WATERMARK()">()); }, ErrorCode::nestedRowtime, "a.b"},
    {"refuse_pk_nullable_declared", [] { return resolved<User>(Schema().column<"name", "STRING">().primaryKey<"name">(), believing); }, ErrorCode::keyNullable, "name", "", "NOT NULL behind its type"},
    {"key on an optional", [] { return resolved<User>(Schema().primaryKey<"name">()); }, ErrorCode::keyNullable, "name", "", "OR_THROW(..) or orThrow()"},
    {"refuse_pk_unknown", [] { return resolved<User>(Schema().primaryKey<"nme">()); }, ErrorCode::keyColumn, "nme", "name"},
    {"refuse_pk_computed", [] { return resolved<User>(Schema().columnByExpression<"k", "COALESCE(name,'')">().primaryKey<"k">()); }, ErrorCode::keyNotPhysical, "k"},
    {"key on metadata", [] { return resolved<User>(Schema().columnByMetadata<"ts", "TIMESTAMP_LTZ(3) NOT NULL", "rowtime">().primaryKey<"ts">()); }, ErrorCode::keyNotPhysical, "ts"},
    {"key column twice", [] { return resolved<Plain>(Schema().primaryKey<"name", "name">()); }, ErrorCode::keyDuplicate, "name"},
    {"refuse_pk_two_keys", [] { return resolved<Plain>(Schema().primaryKey<"name">().primaryKey<"score">()); }, ErrorCode::twoKeys, "score"},
    {"refuse_metadata_unknown_key", [] { return resolved<User>(Schema().columnByMetadata<"offs", "BIGINT">()); }, ErrorCode::unknownMetadata, "offs"},
    {"metadata key misspelt", [] { return resolved<User>(Schema().columnByMetadata<"rt", "TIMESTAMP_LTZ(3)", "row_time">()); }, ErrorCode::unknownMetadata, "row_time", "rowtime"},
    {"refuse_metadata_wrong_type", [] { return resolved<User>(Schema().columnByMetadata<"rowtime", "BOOLEAN">()); }, ErrorCode::metadataType, "rowtime"},
    {"refuse_metadata_bigint", [] { return resolved<User>(Schema().columnByMetadata<"rowtime", "BIGINT">()); }, ErrorCode::metadataType, "rowtime"},
    {"refuse_metadata_key_twice", [] {
         return resolved<User>(Schema().columnByMetadata<"a", "TIMESTAMP(3)", "rowtime">().columnByMetadata<"s", "STRING", "rowtime">()); },
     ErrorCode::metadataKeyTwice, "rowtime"},
    {"a stream that carries no timestamps", [] { return resolved<User>(Schema().columnByMetadata<"ts", "TIMESTAMP_LTZ(3)", "rowtime">(), {.hasTimestamps = false}); },
     ErrorCode::noTimestamps, "ts"},
    {"its watermarks", [] {
         return resolved<User>(Schema().columnByExpression<"rt", "CAST(event_time AS TIMESTAMP_LTZ(3))">().watermark<"rt", "SOURCE_WATERMARK()">(), {.hasTimestamps = false}); },
     ErrorCode::noTimestamps, "rt"},
    {"view_rename_duplicate", [] { return renamedTo(columnsAs<std::pair<int, int>>(), "a", "a"); }, ErrorCode::duplicateColumn, "a"},
    {"view_rename_clash", [] { return renamedTo(columnsAs<std::pair<int, int>>(), "f1"); }, ErrorCode::duplicateColumn, "f1"},
    {"P11 two names for one column", [] { return renamedTo(columnsAs<int>(), "v", "w"); }, ErrorCode::tooManyNames, "w"},
    {"more columns than there is room for", [] {
         Resolved r;
         r.error = resolveSchema<2>({}, columnsOf<Plain>.columns, 3, StandIn{}).error;
         return r; },
     ErrorCode::tooLarge, "event_time"},
};

constexpr bool allRefused() {
    for (const RefusalCase& c : refusalCases) {
        const Error e = c.schema().error;
        if (e.code != c.code || e.subject != c.subject || e.expected != c.expected || (!c.nearest.empty() && e.nearest != c.nearest)) return false;
    }
    return true;
}
static_assert(allRefused());

TEST_CASE("what a schema may not say") {
    for (const RefusalCase& c : refusalCases) {
        CAPTURE(c.name);
        const Error e = c.schema().error;
        CHECK(sentence(e.code) == sentence(c.code));
        CHECK(e.subject == c.subject);
        CHECK(e.expected == c.expected);
        if (!c.nearest.empty()) CHECK(e.nearest == c.nearest);
    }
}

// ---- schemas as values --------------------------------------------------------------------------------------------------

constexpr auto declared = Schema()
    .columnByMetadata<"ts", TimestampLtz<3>, "rowtime", true>()
    .columnByExpression<"twice">(twice)
    .watermark<"ts", "ts">();
constexpr Resolved table = resolved<Plain>(declared);
static_assert(!table.error && table.columnCount() == 5 && table.column(3).name == "ts" && table.find("twice") == 4 && table.find("Twice") == -1);
static_assert(table.column(0) == columnsOf<Plain>[0] && table.column(3).kind == ColumnKind::metadata && table.column(3).isVirtual && table.column(3).key() == "rowtime");
static_assert(table.column(3).time == TimeAttribute::rowtime && table.column(4).kind == ColumnKind::computed && table.expression[4] == 1);
static_assert(std::is_same_v<decltype(declared)::Expression<1>, ExpressionObject>);
static_assert(table == resolved<Plain>(declared) && !(table == resolved<Plain>(Schema())) && !(table == resolved<User>(declared)));
static_assert(!(resolved<Plain>(Schema().primaryKey<"name">()) == resolved<Plain>(Schema().primaryKey<"score">())));
static_assert(schemaText<table>.view().find("`twice` INT NOT NULL AS times(score, 2)") != std::string_view::npos);
static_assert(declared == declared && !(declared == Schema()) && Schema() == Schema());
static_assert(std::is_empty_v<decltype(declared)>);
template <auto S> inline constexpr int columnsDeclared = S.columnCount;
static_assert(columnsDeclared<declared> == 2);

// Where a projection hides them, kinds and expressions make no difference.
constexpr Resolved twiceWays[] = {resolved<Plain>(Schema().column<"score", int>().columnByExpression<"n", "UPPER(name)">()),
                                  resolved<Plain>(Schema().column<"score", int>().columnByExpression<"n", "COALESCE(name,'')">())};
static_assert(twiceWays[0].projected && twiceWays[0] == twiceWays[1]);
static_assert(twiceWays[0].column(1).expression == "UPPER(name)" && twiceWays[0].allCount == 4 && twiceWays[0].visibleCount == 2);

// A reading of a field that is not declared still finds it.
static_assert(resolved<Plain>(Schema().column<"name", std::string>().watermark<"event_time", "SOURCE_WATERMARK()">()).error.code == ErrorCode::watermarkType);

TEST_CASE("an error's position points into its text") {
    const Resolved schema = resolved<User>(Schema().columnByExpression<"d", "COALESCE(name,'')">().columnByExpression<"e", "tr - INTERVAL '1' SECOND">());
    CHECK(schema.error.code == ErrorCode::unknownColumn);
    CHECK(schema.errorText == "tr - INTERVAL '1' SECOND");
    CHECK(schema.error.position == 0);
    const Resolved type = resolved<User>(Schema().column<"score", "DECIMAL(50)">());
    CHECK(type.error.code == ErrorCode::outOfRange);
    CHECK(type.errorText.substr(static_cast<std::size_t>(type.error.position), 2) == "50");
    const Resolved wrong = resolved<User>(Schema().column<"event_time", "TIMESTAMP(3)">());
    CHECK(wrong.error.expectedText.view() == "TIMESTAMP_LTZ(9)");
    CHECK(wrong.error.foundText.view() == "TIMESTAMP(3)");
}

}  // namespace
