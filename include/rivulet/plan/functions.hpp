// SPDX-License-Identifier: BSL-1.0
// Functions and forms of Flink that are not there yet, by name, so that a refusal says so instead of suggesting another.
#pragma once
#include <string_view>

#include <rivulet/core/text.hpp>

namespace rivulet::plan {

/// A call that Flink has and rivulet does not yet; `name` is as SQL writes it, empty for none.
struct KnownCall {
    std::string_view name{};
    bool isAggregate{};
};

constexpr KnownCall knownCall(std::string_view name) {
    constexpr std::string_view aggregates[] = {
        "COUNT", "SUM", "SUM0", "AVG", "MIN", "MAX", "STDDEV_POP", "STDDEV_SAMP", "STDDEV", "VAR_POP", "VAR_SAMP", "VARIANCE", "COLLECT", "LISTAGG", "FIRST_VALUE",
        "LAST_VALUE", "ARRAY_AGG", "APPROX_COUNT_DISTINCT", "PERCENTILE", "JSON_OBJECTAGG", "JSON_ARRAYAGG", "ROW_NUMBER", "RANK", "DENSE_RANK", "PERCENT_RANK",
        "CUME_DIST", "NTILE", "LAG", "LEAD", "GROUPING", "GROUPING_ID", "GROUP_ID"};
    struct Form { std::string_view name, sql; };
    constexpr Form forms[] = {{"ROW", "ROW (..)"}, {"ARRAY", "ARRAY[..]"}, {"MAP", "MAP[..]"}, {"NOT SIMILAR TO", "SIMILAR TO"}};
    constexpr std::string_view scalars[] = {
        "SIMILAR TO", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "CURRENT_ROW_TIMESTAMP", "CURRENT_WATERMARK", "CURRENT_DATABASE",
        "SOURCE_WATERMARK", "LOCALTIME", "LOCALTIMESTAMP", "NOW", "PROCTIME", "CONVERT_TZ", "RAND", "RAND_INTEGER", "UUID", "TYPEOF", "REGEXP", "REGEXP_COUNT",
        "REGEXP_EXTRACT", "REGEXP_EXTRACT_ALL", "REGEXP_INSTR", "REGEXP_REPLACE", "REGEXP_SUBSTR", "TRANSLATE", "ELT", "PRINTF", "PARSE_URL", "URL_DECODE",
        "URL_DECODE_RECURSIVE", "URL_ENCODE", "UNHEX", "SPLIT", "STR_TO_MAP", "IS_ALPHA", "IS_DIGIT", "IS_DECIMAL", "JSON_VALUE", "JSON_QUERY", "JSON_EXISTS", "JSON_OBJECT", "JSON_ARRAY", "JSON_STRING", "JSON_QUOTE", "JSON_UNQUOTE", "JSON_LENGTH",
        "PARSE_JSON", "TRY_PARSE_JSON", "ARRAY_APPEND", "ARRAY_CONCAT", "ARRAY_CONTAINS", "ARRAY_DISTINCT", "ARRAY_EXCEPT", "ARRAY_INTERSECT", "ARRAY_JOIN",
        "ARRAY_MAX", "ARRAY_MIN", "ARRAY_POSITION", "ARRAY_PREPEND", "ARRAY_REMOVE", "ARRAY_REVERSE", "ARRAY_SLICE", "ARRAY_SORT", "ARRAY_UNION", "MAP_ENTRIES",
        "MAP_FROM_ARRAYS", "MAP_FROM_ENTRIES", "MAP_KEYS", "MAP_UNION", "MAP_VALUES", "OBJECT_OF", "OBJECT_UPDATE",
        "TUMBLE", "TUMBLE_START", "TUMBLE_END", "TUMBLE_ROWTIME", "TUMBLE_PROCTIME", "HOP", "HOP_START", "HOP_END", "HOP_ROWTIME", "HOP_PROCTIME", "SESSION",
        "SESSION_START", "SESSION_END", "SESSION_ROWTIME", "SESSION_PROCTIME"};
    for (const std::string_view a : aggregates)
        if (rivulet::detail::equalsIgnoringCase(a, name)) return {a, true};
    for (const Form& f : forms)
        if (rivulet::detail::equalsIgnoringCase(f.name, name)) return {f.sql, false};
    for (const std::string_view f : scalars)
        if (rivulet::detail::equalsIgnoringCase(f, name)) return {f, false};
    return {};
}

}  // namespace rivulet::plan
