// SPDX-License-Identifier: BSL-1.0
// Schemas that do not fit their stream. The planner's typing of expressions is not needed here: a small one stands in.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <rivulet/core/verdict.hpp>
#include <rivulet/schema/resolve.hpp>
#include <rivulet/schema/schema.hpp>

using namespace rivulet;

struct User { std::string name; int score; std::optional<int> level; TimestampLtz<9> event_time; };

struct Typing {  // an expression is the name of a column, or PROCTIME()
    constexpr ExpressionType operator()(const ExpressionAsk& ask) const {
        if (ask.text == "PROCTIME()") return {sqltype::timestampLtz(3), TimeAttribute::proctime, {}};
        for (int i = 0; i < ask.count; ++i)
            if (ask.columns[i].name == ask.text) return {ask.columns[i].type, {}, {}};
        Error e{.code = ErrorCode::unknownColumn, .position = 0, .subject = ask.text};
        for (int i = 0; i < ask.count; ++i) e.know(ask.columns[i].name);
        return {.error = e};
    }
};
template <class S> struct Asked {
    static constexpr ResolvedSchema<16> schema = resolveSchema<16>(S::description(), columnsOf<User>.columns, columnsOf<User>.count, Typing{});
    static constexpr Error error = schema.error;
    static constexpr std::string_view sql = schema.errorText;
};
template <class S> void view(const S&) { VerdictOn<Asked<S>>::report(); }

#if RIVULET_CASE == 1 // expect: the declared column is not a field of the stream's type | scoer | did you mean: score | name score level | event_time
int main() { view(Schema().column<"scoer", int>()); }
#endif
#if RIVULET_CASE == 101
int main() { view(Schema().column<"score", int>()); }
#endif

#if RIVULET_CASE == 2 // expect: two columns have the same name | name
int main() { view(Schema().column<"name", std::string>().column<"name", std::string>()); }
#endif
#if RIVULET_CASE == 102
int main() { view(Schema().column<"name", std::string>().column<"score", int>()); }
#endif

#if RIVULET_CASE == 3 // expect: the declared type cannot hold the field | score | INT NOT NULL | STRING
int main() { view(Schema().column<"score", "STRING">()); }
#endif
#if RIVULET_CASE == 103
int main() { view(Schema().column<"score", "BIGINT">()); }
#endif

#if RIVULET_CASE == 4 // expect: the declared type cannot hold the field | level | wants: INT | found: INT NOT NULL
int main() { view(Schema().column<"level", "INT NOT NULL">()); }
#endif
#if RIVULET_CASE == 104
int main() { view(Schema().column<"level", "INT">()); }
#endif

#if RIVULET_CASE == 5 // expect: unknown SQL type | INTEGR | did you mean: INTEGER | line 1, column 1
int main() { view(Schema().column<"score", "INTEGR">()); }
#endif
#if RIVULET_CASE == 105
int main() { view(Schema().column<"score", "INTEGER">()); }
#endif

#if RIVULET_CASE == 6 // expect: unknown column | scor | line 1, column 1
int main() { view(Schema().columnByExpression<"twice", "scor">()); }
#endif
#if RIVULET_CASE == 106
int main() { view(Schema().columnByExpression<"twice", "score">()); }
#endif

#if RIVULET_CASE == 7 // expect: a computed column may read physical and metadata columns only | a
int main() { view(Schema().columnByExpression<"a", "score">().columnByExpression<"b", "a">()); }
#endif
#if RIVULET_CASE == 107
int main() { view(Schema().columnByExpression<"a", "score">().columnByExpression<"b", "score">()); }
#endif

#if RIVULET_CASE == 8 // expect: more than one watermark | b
int main() { view(Schema().columnByMetadata<"a", TimestampLtz<3>, "rowtime">().watermark<"a", "a">().watermark<"b", "b">()); }
#endif
#if RIVULET_CASE == 108
int main() { view(Schema().columnByMetadata<"a", TimestampLtz<3>, "rowtime">().watermark<"a", "a">()); }
#endif

#if RIVULET_CASE == 9 // expect: the watermark's column does not exist | event_tim | did you mean: event_time
int main() { view(Schema().watermark<"event_tim", "SOURCE_WATERMARK()">()); }
#endif
#if RIVULET_CASE == 109
int main() { view(Schema().column<"event_time", "TIMESTAMP_LTZ(3)">().watermark<"event_time", "SOURCE_WATERMARK()">()); }
#endif

#if RIVULET_CASE == 10 // expect: a watermark needs a TIMESTAMP or TIMESTAMP_LTZ column of at most 3 fraction digits | event_time | TIMESTAMP_LTZ(9)
int main() { view(Schema().watermark<"event_time", "SOURCE_WATERMARK()">()); }
#endif
#if RIVULET_CASE == 110
int main() { view(Schema().column<"event_time", TimestampLtz<3>>().watermark<"event_time", "SOURCE_WATERMARK()">()); }
#endif

#if RIVULET_CASE == 11 // expect: a watermark needs a TIMESTAMP or TIMESTAMP_LTZ column | score | TO_TIMESTAMP_LTZ(.., 3)
int main() { view(Schema().watermark<"score", "SOURCE_WATERMARK()">()); }
#endif
#if RIVULET_CASE == 111
int main() { view(Schema().columnByMetadata<"ts", TimestampLtz<3>, "rowtime">().watermark<"ts", "SOURCE_WATERMARK()">()); }
#endif

#if RIVULET_CASE == 12 // expect: no watermark on a processing-time column | p
int main() { view(Schema().columnByExpression<"p", "PROCTIME()">().watermark<"p", "SOURCE_WATERMARK()">()); }
#endif
#if RIVULET_CASE == 112
int main() { view(Schema().columnByExpression<"p", "PROCTIME()">()); }
#endif

#if RIVULET_CASE == 13 // expect: the watermark expression must have the type of its column | ts | TIMESTAMP_LTZ(3) | INT NOT NULL
int main() { view(Schema().columnByMetadata<"ts", TimestampLtz<3>, "rowtime">().watermark<"ts", "score">()); }
#endif
#if RIVULET_CASE == 113
int main() { view(Schema().columnByMetadata<"ts", TimestampLtz<3>, "rowtime">().watermark<"ts", "ts">()); }
#endif

#if RIVULET_CASE == 14 // expect: a time attribute cannot be a nested field | event.time
int main() { view(Schema().watermark<"event.time", "SOURCE_WATERMARK()">()); }
#endif
#if RIVULET_CASE == 114
int main() { view(Schema().column<"event_time", TimestampLtz<3>>().watermark<"event_time", "event_time">()); }
#endif

#if RIVULET_CASE == 15 // expect: the primary key's column does not exist | nam | did you mean: name
int main() { view(Schema().primaryKey<"nam">()); }
#endif
#if RIVULET_CASE == 115
int main() { view(Schema().primaryKey<"name">()); }
#endif

#if RIVULET_CASE == 16 // expect: a primary key column must be NOT NULL | level
int main() { view(Schema().primaryKey<"level">()); }
#endif
#if RIVULET_CASE == 116
int main() { view(Schema().primaryKey<"score">()); }
#endif

#if RIVULET_CASE == 17 // expect: a primary key column must be physical | k
int main() { view(Schema().columnByExpression<"k", "name">().primaryKey<"k">()); }
#endif
#if RIVULET_CASE == 117
int main() { view(Schema().columnByExpression<"k", "name">().primaryKey<"name">()); }
#endif

#if RIVULET_CASE == 18 // expect: a column stands twice in the primary key | name
int main() { view(Schema().primaryKey<"name", "score", "name">()); }
#endif
#if RIVULET_CASE == 118
int main() { view(Schema().primaryKey<"name", "score">()); }
#endif

#if RIVULET_CASE == 19 // expect: more than one primary key | score
int main() { view(Schema().primaryKey<"name">().primaryKey<"score">()); }
#endif
#if RIVULET_CASE == 119
int main() { view(Schema().primaryKeyNamed<"pk", "name", "score">()); }
#endif

#if RIVULET_CASE == 20 // expect: unknown metadata key | offset
int main() { view(Schema().columnByMetadata<"offset", "BIGINT">()); }
#endif
#if RIVULET_CASE == 120
int main() { view(Schema().columnByMetadata<"rowtime", "TIMESTAMP_LTZ(3)">()); }
#endif

#if RIVULET_CASE == 21 // expect: a metadata column needs a type that its key can be cast to | rowtime | TIMESTAMP_LTZ(3) NOT NULL | BOOLEAN
int main() { view(Schema().columnByMetadata<"rowtime", "BOOLEAN">()); }
#endif
#if RIVULET_CASE == 121
int main() { view(Schema().columnByMetadata<"rowtime", "STRING">()); }
#endif

#if RIVULET_CASE == 22 // expect: two columns read the same metadata key; compute one from the other | rowtime | a b
int main() { view(Schema().columnByMetadata<"a", TimestampLtz<3>, "rowtime">().columnByMetadata<"b", "STRING", "rowtime">()); }
#endif
#if RIVULET_CASE == 122
int main() { view(Schema().columnByMetadata<"a", TimestampLtz<3>, "rowtime">().columnByExpression<"b", "a">()); }
#endif

#if RIVULET_CASE == 23 // expect: an unsigned or character member has no SQL type | unsigned int | std::int64_t
int main() { view(Schema().column<"score", unsigned>()); }
#endif
#if RIVULET_CASE == 123
int main() { view(Schema().column<"score", std::int64_t>()); }
#endif

// a schema of ten parts keeps its message short
#if RIVULET_CASE == 24 // expect: the primary key's column does not exist | nme | did you mean: name
int main() {
    view(Schema().column<"name", std::string>().column<"score", std::int64_t>().column<"level", std::optional<int>>().column<"event_time", "TIMESTAMP_LTZ(3)">()
             .columnByExpression<"a", "score">().columnByExpression<"b", "score">().columnByExpression<"c", "name">().columnByMetadata<"ts", TimestampLtz<3>, "rowtime">()
             .watermark<"ts", "SOURCE_WATERMARK()">().primaryKey<"nme">());
}
#endif
#if RIVULET_CASE == 124
int main() {
    view(Schema().column<"name", std::string>().column<"score", std::int64_t>().column<"level", std::optional<int>>().column<"event_time", "TIMESTAMP_LTZ(3)">()
             .columnByExpression<"a", "score">().columnByExpression<"b", "score">().columnByExpression<"c", "name">().columnByMetadata<"ts", TimestampLtz<3>, "rowtime">()
             .watermark<"ts", "SOURCE_WATERMARK()">().primaryKey<"name">());
}
#endif
