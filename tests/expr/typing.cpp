// SPDX-License-Identifier: BSL-1.0
// Typing rules of the catalogue, as Flink 2.3 has them (the types of its own answers), unless a line says otherwise.
#include <doctest/doctest.h>

#include "typing_cases.hpp"

using namespace typing;

namespace {

constexpr SqlType boolean = sqltype::boolean, tinyint = sqltype::tinyint, smallint = sqltype::smallint, integer = sqltype::integer, bigint = sqltype::bigint,
                  float_ = sqltype::float_, double_ = sqltype::double_, string = sqltype::string, date = sqltype::date, null = sqltype::null;
constexpr SqlType time = sqltype::time(0), timestamp = sqltype::timestamp(3), ltz = sqltype::timestampLtz(3), months = sqltype::intervalYearMonth,
                  millis = sqltype::intervalDayTime;
constexpr SqlType decimal(int p, int s) { return sqltype::decimal(p, s); }
constexpr SqlType charN(int n) { return sqltype::char_(n); }
constexpr SqlType varchar(int n) { return sqltype::varchar(n); }

constexpr SqlType array(const TypeDetail& d) { return {TypeRoot::array, false, 0, 0, &d}; }
constexpr TypeField intElement[]{{"element", orNull(sqltype::integer)}}, bareElement[]{{"element", sqltype::integer}},
    mapFields[]{{"key", sqltype::string}, {"value", orNull(sqltype::integer)}};
constexpr TypeDetail intArrayDetail{{}, intElement, 1}, bareArrayDetail{{}, bareElement, 1}, mapDetail{{}, mapFields, 2};
constexpr TypeDetail opaqueDetail{"Opaque", nullptr, 0};
constexpr TypeField textElement[]{{"element", sqltype::string.orNull(true)}}, rawElement[]{{"element", {TypeRoot::raw, false, 0, 0, &opaqueDetail}}};
constexpr TypeDetail textArrayDetail{{}, textElement, 1}, rawArrayDetail{{}, rawElement, 1};
constexpr SqlType textBag{TypeRoot::multiset, false, 0, 0, &textArrayDetail}, rawArray = array(rawArrayDetail);
constexpr SqlType intArray = array(intArrayDetail), bareArray = array(bareArrayDetail), map{TypeRoot::map, false, 0, 0, &mapDetail};

// ---- logic ----------------------------------------------------------------------------------------------------------
constexpr Case logic[] = {
    types("AND", {boolean, boolean}, boolean),
    types("AND", {boolean, orNull(boolean)}, orNull(boolean)),
    types("AND", {boolean, boolean, boolean, orNull(boolean)}, orNull(boolean)),
    types("OR", {orNull(boolean), boolean}, orNull(boolean)),
    types("OR", {boolean, null}, orNull(boolean)),
    types("NOT", {orNull(boolean)}, orNull(boolean)),
    types("NOT", {boolean}, boolean),
    refuses("AND", {boolean, integer}, 1),
    refuses("NOT", {string}, 0),
    types("IS NULL", {orNull(integer)}, boolean),
    types("IS NOT NULL", {orNull(intArray)}, boolean),
    types("IS NULL", {null}, boolean),
    types("IS TRUE", {orNull(boolean)}, boolean),
    types("IS NOT TRUE", {orNull(boolean)}, boolean),
    types("IS FALSE", {orNull(boolean)}, boolean),
    types("IS NOT FALSE", {orNull(boolean)}, boolean),
    types("IS UNKNOWN", {orNull(boolean)}, boolean),
    types("IS NOT UNKNOWN", {orNull(boolean)}, boolean),
    refuses("IS TRUE", {integer}, 0),
};
static_assert(firstWrong(logic) == -1);

// ---- comparison -----------------------------------------------------------------------------------------------------
constexpr Case comparison[] = {
    types("=", {orNull(integer), orNull(bigint)}, orNull(boolean)),
    types("=", {integer, double_}, boolean),
    types("<", {integer, decimal(10, 3)}, boolean),
    types(">", {orNull(double_), decimal(10, 3)}, orNull(boolean)),
    types("<>", {boolean, boolean}, boolean),
    types(">", {boolean, boolean}, boolean),
    types("=", {charN(5), varchar(5)}, boolean),
    types("=", {string, "ab"}, boolean),
    types("=", {string, null}, orNull(boolean)),
    types("=", {null, null}, orNull(boolean)),
    types("<=", {date, date}, boolean),
    types("<", {timestamp, sqltype::timestamp(6)}, boolean),
    types("=", {timestamp, ltz}, boolean),
    types("=", {date, timestamp}, boolean),
    types(">", {date, "2024-01-01"}, boolean),
    types(">", {"2024-01-01", orNull(date)}, orNull(boolean)),
    types(">", {date, string}, orNull(boolean)),  // a text that is no date compares as NULL
    types("=", {orNull(intArray), intArray}, orNull(boolean)),
    types("<>", {intArray, bareArray}, boolean),  // an element that is NULL makes them unequal
    types("<>", {bareArray, bareArray}, boolean),
    types("=", {map, map}, boolean),
    types("=", {textBag, textBag}, boolean),
    types("IS DISTINCT FROM", {intArray, bareArray}, boolean),
    types("IS NOT DISTINCT FROM", {map, orNull(map)}, boolean),
    types("IN", {bareArray, bareArray, intArray}, boolean),
    types("NULLIF", {map, map}, orNull(map)),
    refuses("=", {intArray, map}, 1),
    refuses("=", {textBag, intArray}, 1),
    refuses("=", {rawArray, rawArray}, 1),
    refuses("IS DISTINCT FROM", {rawArray, rawArray}, 1),
    refuses("<", {intArray, intArray}, 1),
    refuses("=", {integer, string}, 1),
    refuses("=", {string, integer}, 1),
    refuses("=", {integer, "1"}, 1),
    refuses("=", {boolean, integer}, 1),
    refuses("=", {time, date}, 1),
    refuses("=", {months, millis}, 1),
    refuses("<", {map, map}, 1),
    types("IS DISTINCT FROM", {orNull(integer), orNull(bigint)}, boolean),
    types("IS NOT DISTINCT FROM", {orNull(string), orNull(string)}, boolean),
    refuses("IS DISTINCT FROM", {integer, string}, 1),
    types("BETWEEN", {integer, integer, integer}, boolean),
    types("NOT BETWEEN", {integer, orNull(integer), double_}, orNull(boolean)),
    types("BETWEEN SYMMETRIC", {orNull(integer), integer, integer}, orNull(boolean)),
    types("BETWEEN", {timestamp, "2024-01-01", "2024-02-01"}, boolean),
    refuses("BETWEEN", {integer, integer, string}, 2),
    types("IN", {orNull(integer), 1, orNull(integer)}, orNull(boolean)),
    types("IN", {integer, 1, 2}, boolean),
    types("IN", {integer, 1, null}, orNull(boolean)),
    types("NOT IN", {string, "a", "bb"}, boolean),
    refuses("IN", {integer, 1, "a"}, 2),
};
static_assert(firstWrong(comparison) == -1);

// The casts a comparison asks for: only where the C++ values do not compare by themselves.
static_assert(judge("=", integer, double_).castTo[0] == SqlType{});
static_assert(judge("=", decimal(5, 2), bigint).castTo[1] == SqlType{});
static_assert(judge("=", string, charN(5)).castTo[1] == SqlType{});
static_assert(judge(">", date, "2024-01-01").castTo[1] == date && !judge(">", date, "2024-01-01").tryCast[1]);
static_assert(judge(">", date, string).castTo[1] == orNull(date) && judge(">", date, string).tryCast[1]);
static_assert(judge("<", timestamp, sqltype::timestamp(6)).castTo[0] == SqlType{});
static_assert(judge("=", sqltype::timestamp(6), orNull(ltz)).castTo[0] == sqltype::timestampLtz(6));
static_assert(judge("=", date, timestamp).castTo[0] == timestamp);
static_assert(judge("IN", integer, null).castTo[1] == orNull(integer));

// ---- arithmetic -----------------------------------------------------------------------------------------------------
constexpr Case arithmetic[] = {
    types("+", {orNull(integer), 1}, orNull(integer)),
    types("-", {integer, integer}, integer),
    types("+", {integer, bigint}, bigint),
    types("-", {tinyint, tinyint}, tinyint),
    types("*", {smallint, integer}, integer),
    types("/", {integer, smallint}, integer),
    types("/", {bigint, integer}, bigint),
    types("%", {integer, smallint}, smallint),
    types("MOD", {smallint, bigint}, bigint),
    types("MOD", {bigint, 12}, integer),
    types("+", {float_, float_}, float_),
    types("+", {float_, double_}, float_),  // the first of two approximate types, as Flink
    types("+", {double_, float_}, double_),
    types("*", {float_, integer}, float_),
    types("+", {float_, bigint}, float_),
    types("*", {float_, decimal(5, 2)}, double_),
    types("+", {double_, bigint}, double_),
    types("*", {double_, decimal(5, 2)}, double_),
    types("+", {decimal(5, 2), decimal(7, 4)}, decimal(8, 4)),
    types("-", {decimal(5, 2), decimal(5, 2)}, decimal(6, 2)),
    types("*", {decimal(5, 2), decimal(7, 4)}, decimal(13, 6)),
    types("*", {decimal(5, 2), integer}, decimal(16, 2)),
    types("*", {decimal(5, 2), bigint}, decimal(25, 2)),
    types("*", {decimal(5, 2), 2}, decimal(16, 2)),
    types("*", {decimal(8, 2), integer}, decimal(19, 2)),
    types("*", {decimal(5, 2), decimal(2, 1)}, decimal(8, 3)),
    types("/", {decimal(5, 2), decimal(7, 4)}, decimal(17, 10)),
    types("/", {decimal(5, 2), integer}, decimal(16, 13)),
    types("/", {integer, decimal(5, 2)}, decimal(18, 6)),
    types("/", {integer, decimal(2, 1)}, decimal(17, 6)),
    types("/", {decimal(7, 4), decimal(5, 2)}, decimal(15, 10)),
    types("%", {decimal(5, 2), decimal(4, 3)}, decimal(4, 3)),
    types("MOD", {decimal(5, 2), integer}, decimal(5, 2)),
    types("MOD", {integer, decimal(5, 2)}, decimal(5, 2)),
    types("+", {decimal(38, 10), decimal(30, 20)}, decimal(38, 9)),
    types("*", {decimal(38, 10), decimal(30, 20)}, decimal(38, 6)),
    types("/", {decimal(38, 10), decimal(30, 20)}, decimal(38, 6)),
    types("*", {decimal(30, 20), decimal(30, 20)}, decimal(38, 17)),
    types("+", {integer, null}, orNull(integer)),
    types("NEGATE", {orNull(decimal(5, 2))}, orNull(decimal(5, 2))),
    types("NEGATE", {integer}, integer),
    types("NEGATE", {millis}, millis),
    refuses("%", {double_, double_}, 0),
    refuses("%", {integer, double_}, 1),
    refuses("+", {string, integer}, 0),
    refuses("+", {integer, string}, 1),
    refuses("*", {boolean, integer}, 0),
    refuses("NEGATE", {string}, 0),
    types("+", {orNull(date), millis}, orNull(date)),
    types("-", {date, months}, date),
    types("+", {time, millis}, time),
    types("+", {timestamp, millis}, timestamp),
    types("+", {months, timestamp}, timestamp),
    types("-", {ltz, millis}, ltz),
    types("+", {millis, millis}, millis),
    types("*", {millis, 3}, millis),
    types("*", {bigint, months}, months),
    refuses("+", {millis, months}, 1),
    refuses("-", {millis, timestamp}, 1),
    refuses("+", {time, months}, 1),
    refuses("+", {date, integer}, 1),
    refuses("-", {timestamp, timestamp}, 1),
};
static_assert(firstWrong(arithmetic) == -1);

// ---- conditional ----------------------------------------------------------------------------------------------------
constexpr Case conditional[] = {
    types("CASE", {boolean, integer, boolean, decimal(6, 2)}, orNull(decimal(12, 2))),
    types("CASE", {orNull(boolean), integer, double_}, double_),
    types("CASE", {boolean, "a", boolean, "long", "mid"}, varchar(4)),
    types("CASE", {boolean, "one", boolean, "nil"}, orNull(charN(3))),
    types("CASE", {boolean, "one", "other"}, varchar(5)),
    types("CASE", {boolean, decimal(6, 2), orNull(double_)}, orNull(double_)),
    types("CASE", {boolean, integer, null}, orNull(integer)),
    refuses("CASE", {integer, integer}, 0),
    refuses("CASE", {boolean, integer, "text"}, 2),
    refuses("CASE", {boolean, null, null}, 1),
    types("IF", {boolean, 0, integer}, orNull(integer)),
    types("IF", {boolean, "a", string}, orNull(string)),
    types("IF", {boolean, date, date}, orNull(date)),
    refuses("IF", {integer, 1, 2}, 0),
    refuses("IF", {boolean, 1, "a"}, 2),
    types("COALESCE", {orNull(string), orNull(string), "none"}, string),
    types("COALESCE", {orNull(integer), orNull(bigint)}, orNull(bigint)),
    types("COALESCE", {orNull(integer), 0}, integer),
    types("COALESCE", {null, orNull(integer)}, orNull(integer)),
    refuses("COALESCE", {integer, string}, 1),
    types("IFNULL", {orNull(integer), 0}, integer),
    types("IFNULL", {integer, orNull(bigint)}, bigint),
    types("IFNULL", {orNull(integer), orNull(bigint)}, orNull(bigint)),
    types("NULLIF", {orNull(integer), orNull(bigint)}, orNull(integer)),
    types("NULLIF", {bigint, 5}, orNull(bigint)),
    refuses("NULLIF", {integer, string}, 1),
    types("GREATEST", {orNull(integer), orNull(integer)}, orNull(integer)),
    types("GREATEST", {orNull(integer), double_}, orNull(double_)),
    types("LEAST", {orNull(string), "bb", "abc"}, orNull(string)),
    types("LEAST", {integer, bigint}, bigint),
    refuses("GREATEST", {integer, string}, 1),
    refuses("GREATEST", {intArray, intArray}, 0),
    types("OR_THROW", {orNull(string)}, string),
};
static_assert(firstWrong(conditional) == -1);
static_assert(judge("COALESCE", orNull(integer), bigint).castTo[0] == SqlType{}, "integers widen in the function");
static_assert(judge("COALESCE", orNull(integer), decimal(6, 2)).castTo[0] == orNull(decimal(12, 2)));
static_assert(judge("COALESCE", orNull(integer), decimal(6, 2)).castTo[1] == decimal(12, 2));
static_assert(judge("CASE", boolean, integer, boolean, decimal(6, 2)).castTo[3] == decimal(12, 2));
static_assert(judge("CASE", boolean, decimal(6, 2), integer).castTo[2] == decimal(12, 2), "the ELSE, too");

// ---- text -----------------------------------------------------------------------------------------------------------
constexpr Case text[] = {
    types("||", {charN(5), "|"}, charN(6)),
    types("||", {charN(3), orNull(varchar(5))}, orNull(varchar(8))),
    types("||", {varchar(5), string}, string),
    refuses("||", {string, integer}, 1),
    types("CONCAT", {charN(3), varchar(5)}, string),
    types("CONCAT", {string, orNull(string), string}, orNull(string)),
    types("CONCAT_WS", {string, orNull(string)}, orNull(string)),
    types("UPPER", {varchar(5)}, varchar(5)),
    types("LOWER", {orNull(charN(5))}, orNull(charN(5))),
    types("INITCAP", {string}, string),
    types("CHAR_LENGTH", {charN(3)}, integer),
    types("CHARACTER_LENGTH", {orNull(string)}, orNull(integer)),
    types("SUBSTRING", {varchar(5), 1, 2}, orNull(varchar(5))),
    types("SUBSTR", {string, 1}, orNull(string)),
    types("SUBSTRING", {charN(5), bigint}, orNull(varchar(5))),
    refuses("SUBSTRING", {string, string}, 1),
    types("LEFT", {string, 2}, orNull(string)),
    types("RIGHT", {varchar(7), integer}, orNull(varchar(7))),
    types("TRIM", {varchar(5)}, varchar(5)),
    types("TRIM", {"BOTH", " ", charN(3)}, varchar(3)),
    refuses("TRIM", {"SIDEWAYS", " ", string}, 0),
    types("LTRIM", {orNull(string)}, orNull(string)),
    types("RTRIM", {string, "x"}, string),
    types("BTRIM", {varchar(4), "x"}, varchar(4)),
    types("LPAD", {orNull(varchar(5)), 4, "."}, orNull(string)),
    types("RPAD", {string, 4, "."}, string),
    types("REPLACE", {charN(3), "a", "b"}, string),
    types("REPEAT", {string, 2}, string),
    types("REVERSE", {string}, orNull(string)),
    types("POSITION", {string, orNull(string)}, orNull(integer)),
    types("LOCATE", {string, string, 4}, integer),
    types("INSTR", {string, string}, integer),
    types("STARTSWITH", {string, "a"}, boolean),
    types("ENDSWITH", {string, orNull(string)}, orNull(boolean)),
    types("ASCII", {string}, integer),
    types("CHR", {integer}, orNull(string)),
    types("OVERLAY", {string, "XY", 2}, string),
    types("OVERLAY", {varchar(5), "XY", 2, 3}, varchar(7)),
    types("SPLIT_INDEX", {string, ",", 0}, orNull(string)),
    types("SPLIT_INDEX", {string, 44, 0}, orNull(string)),
    types("LIKE", {string, "a%"}, boolean),
    types("NOT LIKE", {orNull(string), string}, orNull(boolean)),
    types("LIKE", {string, "a!%", "!"}, boolean),
    refuses("LIKE", {string, "a!b", "!"}, 1),
    refuses("LIKE", {string, "a!", "!"}, 1),
    refuses("LIKE", {string, "a", "!!"}, 2),
    refuses("LIKE", {integer, "1%"}, 0),
    types("HEX", {orNull(bigint)}, orNull(string)),
    types("HEX", {string}, string),
    types("ENCODE", {string, "utf-8"}, orNull(sqltype::bytes)),
    refuses("ENCODE", {string, "EBCDIC"}, 1),
    types("DECODE", {sqltype::bytes, string}, orNull(string)),
    refuses("DECODE", {string, string}, 0),
    types("TO_BASE64", {orNull(string)}, orNull(string)),
    types("MD5", {orNull(string)}, orNull(charN(32))),
    types("SHA512", {string}, charN(128)),
    types("SHA2", {string, 224}, varchar(128)),
    refuses("SHA2", {string, 225}, 1),
    types("FROM_BASE64", {string}, string),
    types("BIN", {bigint}, string),
    refuses("BIN", {string}, 0),
    refuses("UPPER", {integer}, 0),
    types("UPPER", {null}, orNull(string)),
};
static_assert(firstWrong(text) == -1);

// ---- numbers --------------------------------------------------------------------------------------------------------
constexpr Case numbers[] = {
    types("ABS", {orNull(integer)}, orNull(integer)),
    types("ABS", {decimal(6, 2)}, decimal(6, 2)),
    types("SIGN", {decimal(6, 2)}, decimal(6, 2)),
    types("SIGN", {double_}, double_),
    types("FLOOR", {decimal(6, 2)}, decimal(6, 0)),
    types("CEIL", {orNull(decimal(6, 2))}, orNull(decimal(6, 0))),
    types("FLOOR", {double_}, double_),
    types("FLOOR", {float_}, float_),
    types("CEILING", {integer}, integer),
    types("ROUND", {decimal(8, 3)}, decimal(6, 0)),
    types("ROUND", {decimal(8, 3), 2}, decimal(8, 2)),
    types("ROUND", {decimal(8, 3), -1}, decimal(6, 0)),
    types("ROUND", {decimal(8, 3), 5}, decimal(8, 3)),
    types("ROUND", {decimal(8, 3), orNull(integer)}, orNull(decimal(8, 3))),
    types("ROUND", {decimal(38, 0), -1}, decimal(38, 0)),
    types("ROUND", {double_, 2}, double_),
    types("ROUND", {smallint, -1}, smallint),
    types("TRUNCATE", {decimal(8, 3), 2}, decimal(8, 2)),
    types("TRUNCATE", {decimal(8, 3)}, decimal(6, 0)),
    types("TRUNCATE", {integer, -2}, integer),
    refuses("ROUND", {string}, 0),
    refuses("ROUND", {double_, double_}, 1),
    types("POWER", {integer, 2}, double_),
    types("SQRT", {orNull(decimal(6, 2))}, orNull(double_)),
    types("LN", {double_}, double_),
    refuses("LN", {string}, 0),
    types("LOG", {double_, orNull(double_)}, orNull(double_)),
    types("LOG2", {bigint}, double_),
    types("ATAN2", {double_, integer}, double_),
};
static_assert(firstWrong(numbers) == -1);
static_assert(judge("PI").result == double_ && judge("E").result == double_);

// ---- times ----------------------------------------------------------------------------------------------------------
constexpr Case times[] = {
    types("EXTRACT", {"YEAR", orNull(timestamp)}, orNull(bigint)),
    types("EXTRACT", {"MONTH", date}, bigint),
    types("EXTRACT", {"HOUR", time}, bigint),
    types("EXTRACT", {"EPOCH", ltz}, bigint),
    refuses("EXTRACT", {"YEAR", time}, 1),
    refuses("EXTRACT", {"HOUR", date}, 1),
    refuses("EXTRACT", {"YEARS", date}, 0),
    refuses("EXTRACT", {"YEAR", string}, 1),
    types("YEAR", {orNull(date)}, orNull(bigint)),
    types("HOUR", {time}, bigint),
    refuses("YEAR", {time}, 0),
    refuses("HOUR", {date}, 0),
    refuses("WEEK", {integer}, 0),
    types("FLOOR", {timestamp, "MONTH"}, timestamp),
    types("CEIL", {orNull(date), "YEAR"}, orNull(date)),
    types("CEIL", {time, "MINUTE"}, time),
    refuses("FLOOR", {timestamp, "EPOCH"}, 1),
    refuses("FLOOR", {date, "HOUR"}, 0),
    refuses("FLOOR", {time, "DAY"}, 0),
    refuses("FLOOR", {double_, "DAY"}, 0),
    types("TIMESTAMPADD", {"MONTH", orNull(integer), timestamp}, orNull(timestamp)),
    types("TIMESTAMPADD", {"DAY", 1, orNull(date)}, orNull(date)),
    refuses("TIMESTAMPADD", {"HOUR", 1, date}, 2),  // Flink: a TIMESTAMP
    refuses("TIMESTAMPADD", {"EPOCH", 1, timestamp}, 0),
    refuses("TIMESTAMPADD", {"DAY", double_, timestamp}, 1),
    types("TIMESTAMPDIFF", {"SECOND", timestamp, orNull(timestamp)}, orNull(integer)),
    types("TIMESTAMPDIFF", {"DAY", date, ltz}, integer),
    refuses("TIMESTAMPDIFF", {"DAY", time, time}, 1),
    types("TO_DATE", {string}, orNull(date)),
    types("TO_DATE", {string, "dd.MM.yyyy"}, orNull(date)),
    refuses("TO_DATE", {string, "nope"}, 1),
    types("TO_TIMESTAMP", {string}, orNull(timestamp)),
    types("TO_TIMESTAMP", {string, string}, orNull(timestamp)),
    types("DATE_FORMAT", {timestamp, "yyyy"}, orNull(string)),
    types("DATE_FORMAT", {string, string}, orNull(string)),
    refuses("DATE_FORMAT", {date, "yyyy"}, 0),
    refuses("DATE_FORMAT", {ltz, "yyyy 'x"}, 1),
    types("FROM_UNIXTIME", {bigint}, orNull(string)),
    refuses("FROM_UNIXTIME", {bigint, 1}, 1),
    types("UNIX_TIMESTAMP", {string, "yyyy"}, bigint),
    types("TO_TIMESTAMP_LTZ", {bigint, 0}, orNull(ltz)),
    types("TO_TIMESTAMP_LTZ", {bigint, integer}, orNull(ltz)),
    refuses("TO_TIMESTAMP_LTZ", {bigint, 6}, 1),
    refuses("TO_TIMESTAMP_LTZ", {string, 3}, 0),
};
static_assert(firstWrong(times) == -1);

// ---- collections ----------------------------------------------------------------------------------------------------
constexpr Case collections[] = {
    types("ITEM", {intArray, orNull(integer)}, orNull(integer)),
    types("ITEM", {bareArray, 1}, orNull(integer)),
    refuses("ITEM", {intArray, 0}, 1),
    refuses("ITEM", {intArray, "a"}, 1),
    types("ITEM", {map, "a"}, orNull(integer)),
    types("ITEM", {map, orNull(string)}, orNull(integer)),
    refuses("ITEM", {map, 1}, 1),
    refuses("ITEM", {string, 1}, 0),
    types("CARDINALITY", {orNull(map)}, orNull(integer)),
    types("CARDINALITY", {intArray}, integer),
    refuses("CARDINALITY", {string}, 0),
    types("ELEMENT", {bareArray}, orNull(integer)),
    refuses("ELEMENT", {map}, 0),
};
static_assert(firstWrong(collections) == -1);

constexpr SqlType textArray = array(textArrayDetail);

// ---- regular expressions --------------------------------------------------------------------------------------------
constexpr Case patterns[] = {
    types("REGEXP", {orNull(string), "a"}, orNull(boolean)),
    types("REGEXP", {string, string}, boolean),
    types("REGEXP_EXTRACT", {string, "a", 1}, orNull(string)),
    refuses("REGEXP_EXTRACT", {string, "a", "1"}, 2),
    types("REGEXP_EXTRACT_ALL", {string, "(a)"}, orNull(textArray)),
    types("REGEXP_REPLACE", {string, "a", "b"}, orNull(string)),
    types("REGEXP_COUNT", {string, "a"}, orNull(integer)),
    types("REGEXP_INSTR", {string, "a"}, orNull(integer)),
    types("REGEXP_SUBSTR", {string, null}, orNull(string)),
    refuses("REGEXP_COUNT", {integer, "a"}, 0),
    types("SIMILAR TO", {orNull(string), "a%"}, orNull(boolean)),
    types("NOT SIMILAR TO", {string, "a", "!"}, boolean),
    refuses("SIMILAR TO", {string, "a", "!!"}, 2),
};
static_assert(firstWrong(patterns) == -1);

// ---- texts and changing values ----------------------------------------------------------------------------------------
constexpr Case further[] = {
    types("IS_ALPHA", {orNull(string)}, boolean),
    types("IS_DECIMAL", {null}, boolean),
    refuses("IS_DIGIT", {integer}, 0),
    types("TRANSLATE", {string, orNull(string), null}, string),
    types("TRANSLATE", {orNull(string), "a", "b"}, orNull(string)),
    types("ELT", {integer, "a", orNull(string), null}, orNull(string)),
    refuses("ELT", {"1", "a"}, 0),
    refuses("ELT", {1, "a", 2}, 2),
    types("UNHEX", {string}, orNull(sqltype::bytes)),
    types("URL_ENCODE", {string}, orNull(string)),
    types("PARSE_URL", {string, "QUERY", "k"}, orNull(string)),
    {.function = "CURRENT_DATE", .count = 0, .result = date},
    {.function = "LOCALTIME", .count = 0, .result = time},
    {.function = "CURRENT_TIMESTAMP", .count = 0, .result = ltz},
    {.function = "NOW", .count = 0, .result = ltz},
    {.function = "LOCALTIMESTAMP", .count = 0, .result = timestamp},
    {.function = "RAND", .count = 0, .result = double_},
    types("RAND_INTEGER", {orNull(integer)}, orNull(integer)),
    {.function = "UUID", .count = 0, .result = charN(36)},
};
static_assert(firstWrong(further) == -1);

// ---- nested results -------------------------------------------------------------------------------------------------
constexpr TypeField rowFields[]{{"EXPR$0", orNull(sqltype::integer)}, {"EXPR$1", sqltype::char_(3)}}, entryFields[]{{"key", sqltype::string}, {"value", orNull(sqltype::integer)}},
    textMapFields[]{{"key", sqltype::varchar(2)}, {"value", orNull(sqltype::bigint)}}, keyElement[]{{"element", sqltype::string}};
constexpr TypeField bareFields[]{{"a", sqltype::integer}};
constexpr TypeDetail bareRowDetail{{}, bareFields, 1}, rowDetail{{}, rowFields, 2}, entryDetail{{}, entryFields, 2}, textMapDetail{{}, textMapFields, 2}, keyArrayDetail{{}, keyElement, 1};
constexpr TypeField entryElement[]{{"element", {TypeRoot::row, true, 0, 0, &entryDetail}}}, nestedElement[]{{"element", bareArray}};
constexpr TypeDetail entryArrayDetail{{}, entryElement, 1}, nestedDetail{{}, nestedElement, 1};
constexpr Case nested[] = {
    types("ARRAY", {1, orNull(integer)}, intArray),
    types("ARRAY", {integer, 2}, bareArray),
    types("ARRAY", {null, integer}, intArray),
    types("ARRAY", {bareArray, bareArray}, array(nestedDetail)),
    refuses("ARRAY", {null}, 0),
    refuses("ARRAY", {integer, string}, 1),
    types("MAP", {"a", orNull(integer), "bc", bigint}, {TypeRoot::map, false, 0, 0, &textMapDetail}),
    refuses("MAP", {"a", 1, "b"}, 2),
    refuses("MAP", {"a", 1, 2, 2}, 2),
    types("ROW", {orNull(integer), "lit"}, {TypeRoot::row, false, 0, 0, &rowDetail}),
    refuses("ROW", {integer, null}, 1),
    types("=", {SqlType{TypeRoot::row, false, 0, 0, &rowDetail}, SqlType{TypeRoot::row, false, 0, 0, &rowDetail}}, orNull(boolean)),
    types("<>", {SqlType{TypeRoot::row, false, 0, 0, &bareRowDetail}, SqlType{TypeRoot::row, false, 0, 0, &bareRowDetail}}, boolean),
    refuses("=", {SqlType{TypeRoot::row, false, 0, 0, &rowDetail}, SqlType{TypeRoot::row, false, 0, 0, &entryDetail}}, 1),
    refuses("<", {SqlType{TypeRoot::row, false, 0, 0, &rowDetail}, SqlType{TypeRoot::row, false, 0, 0, &rowDetail}}, 1),
    types("ARRAY_CONTAINS", {intArray, orNull(integer)}, boolean),
    types("ARRAY_CONTAINS", {orNull(intArray), null}, orNull(boolean)),
    refuses("ARRAY_CONTAINS", {intArray, string}, 1),
    refuses("ARRAY_CONTAINS", {rawArray, integer}, 0),
    types("ARRAY_POSITION", {intArray, orNull(tinyint)}, orNull(integer)),
    types("ARRAY_REMOVE", {intArray, null}, intArray),
    types("ARRAY_APPEND", {bareArray, orNull(integer)}, intArray),
    types("ARRAY_PREPEND", {orNull(bareArray), integer}, orNull(bareArray)),
    types("ARRAY_DISTINCT", {orNull(intArray)}, orNull(intArray)),
    refuses("ARRAY_DISTINCT", {map}, 0),
    types("ARRAY_UNION", {bareArray, orNull(intArray)}, orNull(intArray)),
    refuses("ARRAY_EXCEPT", {bareArray, textArray}, 1),
    types("ARRAY_CONCAT", {intArray, bareArray, bareArray}, intArray),
    types("ARRAY_REVERSE", {rawArray}, rawArray),
    types("ARRAY_SLICE", {intArray, 2, orNull(integer)}, orNull(intArray)),
    refuses("ARRAY_SLICE", {intArray, "2"}, 1),
    types("ARRAY_SORT", {intArray, boolean}, intArray),
    refuses("ARRAY_SORT", {intArray, 1}, 1),
    types("ARRAY_MAX", {bareArray}, orNull(integer)),
    refuses("ARRAY_MIN", {array(nestedDetail)}, 0),
    types("ARRAY_JOIN", {textArray, ","}, string),
    refuses("ARRAY_JOIN", {intArray, ","}, 0),
    types("SPLIT", {orNull(string), ","}, orNull(textArray)),
    types("MAP_KEYS", {orNull(map)}, orNull(array(keyArrayDetail))),
    types("MAP_VALUES", {map}, intArray),
    types("MAP_ENTRIES", {map}, array(entryArrayDetail)),
    refuses("MAP_KEYS", {intArray}, 0),
    types("MAP_FROM_ARRAYS", {array(keyArrayDetail), orNull(intArray)}, orNull(map)),
    types("MAP_FROM_ENTRIES", {array(entryArrayDetail)}, orNull(map)),
    refuses("MAP_FROM_ENTRIES", {intArray}, 0),
    types("MAP_UNION", {map, orNull(map)}, orNull(map)),
    refuses("MAP_UNION", {map, intArray}, 1),
    refuses("STR_TO_MAP", {string, "[,]"}, 1),
    refuses("STR_TO_MAP", {string, string}, 1),
};
static_assert(firstWrong(nested) == -1);

// ---- aggregates -----------------------------------------------------------------------------------------------------
constexpr Case aggregates[] = {
    {.function = "COUNT", .count = 0, .result = bigint},
    types("COUNT", {orNull(string)}, bigint),
    types("COUNT", {rawArray}, bigint),
    types("SUM", {orNull(tinyint)}, orNull(tinyint)),
    types("SUM", {integer}, integer),
    types("SUM", {float_}, float_),
    types("SUM", {orNull(decimal(10, 8))}, orNull(decimal(38, 8))),
    refuses("SUM", {string}, 0),
    refuses("SUM", {months}, 0),
    types("SUM0", {orNull(integer)}, integer),
    types("AVG", {orNull(integer)}, orNull(integer)),
    types("AVG", {decimal(6, 2)}, decimal(38, 6)),
    types("AVG", {decimal(10, 8)}, decimal(38, 8)),
    refuses("AVG", {date}, 0),
    types("MAX", {orNull(string)}, orNull(string)),
    types("MIN", {charN(3)}, charN(3)),
    types("MAX", {ltz}, ltz),
    types("MIN", {orNull(boolean)}, orNull(boolean)),
    refuses("MAX", {sqltype::bytes}, 0),
    refuses("MIN", {intArray}, 0),
    refuses("MIN", {millis}, 0),
    types("VAR_POP", {integer}, integer),
    types("VAR_SAMP", {integer}, orNull(integer)),  // Flink: NOT NULL, though a single value gives NULL
    types("VARIANCE", {orNull(double_)}, orNull(double_)),
    types("STDDEV", {decimal(4, 1)}, orNull(decimal(38, 6))),
    types("STDDEV_POP", {orNull(tinyint)}, orNull(tinyint)),
    refuses("STDDEV_SAMP", {string}, 0),
    types("FIRST_VALUE", {orNull(intArray)}, orNull(intArray)),
    types("LAST_VALUE", {string}, string),
    refuses("LAST_VALUE", {null}, 0),
    types("SINGLE_VALUE", {orNull(date)}, orNull(date)),
    types("LISTAGG", {orNull(varchar(5))}, orNull(string)),
    types("LISTAGG", {string, " / "}, string),
    refuses("LISTAGG", {string, string}, 1),
    refuses("LISTAGG", {integer}, 0),
    types("ARRAY_AGG", {orNull(string)}, orNull(textArray)),
    types("ARRAY_AGG", {integer}, bareArray),
    refuses("ARRAY_AGG", {null}, 0),
    types("COLLECT", {orNull(string)}, textBag),
    refuses("COLLECT", {rawArray}, 0),
    types("JSON_OBJECTAGG", {string, orNull(intArray), boolean}, varchar(2000)),
    types("JSON_ARRAYAGG", {orNull(map)}, varchar(2000)),
    refuses("JSON_OBJECTAGG", {integer, integer}, 0),
    refuses("JSON_ARRAYAGG", {months}, 0),
    types("JSON_STRING", {orNull(ltz)}, orNull(string)),
    refuses("JSON_STRING", {rawArray}, 0),
    types("JSON_QUOTE", {string}, string),
    types("APPROX_COUNT_DISTINCT", {orNull(double_)}, bigint),
};
static_assert(firstWrong(aggregates) == -1);
static_assert(!judge("COUNT", integer, integer).countFits);  // Flink has no COUNT of several fields

// ---- the catalogue itself -------------------------------------------------------------------------------------------
constexpr bool everyNameIsFound() {
    for (short f = 0; f < functionCount; ++f) {
        if (findFunction(functionInfo(f).name) != f) return false;
        if (!functionInfo(f).alias.empty() && findFunction(functionInfo(f).alias) != f) return false;
        if (!functionInfo(f).typing) return false;
    }
    return true;
}
static_assert(everyNameIsFound());
static_assert(findFunction("upper") == indexOf<functions::Upper> && findFunction("Is Not Null") == indexOf<functions::IsNotNull>);
static_assert(findFunction("") == -1 && findFunction("UPPE") == -1 && findFunction("UPPERR") == -1 && findFunction("=>") == -1);
static_assert(std::is_same_v<FunctionAt<indexOf<functions::Coalesce>>, functions::Coalesce>);
static_assert(std::is_same_v<FunctionAt<0>, functions::And> && FunctionAt<functionCount - 1>::info.name == functionInfo(functionCount - 1).name);
static_assert(nearestFunction("UPER") == "UPPER" && nearestFunction("substing") == "SUBSTRING" && nearestFunction("CHARACTERLENGTH") == "CHARACTER_LENGTH");
static_assert(nearestFunction("xyzzyxyzzy").empty());

static_assert(!judge("UPPER", string, string).countFits && !judge("SUBSTRING", string).countFits && !judge("AND", boolean).countFits);

template <std::size_t N>
void check(const char* table, const Case (&cases)[N]) {
    for (const Case& c : cases) {
        TypePool pool;
        const Outcome o = judge(c.function, c.arguments, c.count, &pool);
        INFO(table, ": ", std::string(c.function), " ", c.count > 0 ? nameOf(c.arguments[0].type) : "", " ", c.count > 1 ? nameOf(c.arguments[1].type) : "",
             " has ", nameOf(o.result), ", refused ", o.refused);
        CHECK(c.holds());
    }
}

}  // namespace

TEST_CASE("typing rules, at run time") {
    check("logic", logic);
    check("comparison", comparison);
    check("arithmetic", arithmetic);
    check("conditional", conditional);
    check("text", text);
    check("numbers", numbers);
    check("times", times);
    check("collections", collections);
    check("patterns", patterns);
    check("further", further);
    check("nested", nested);
    check("aggregates", aggregates);
    CHECK(everyNameIsFound());
}
