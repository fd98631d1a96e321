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
    constexpr std::string_view aggregates[] = {"COUNT", "SUM", "AVG", "MIN", "MAX", "STDDEV_POP", "STDDEV_SAMP", "STDDEV", "VAR_POP", "VAR_SAMP", "VARIANCE", "COLLECT",
                                               "LISTAGG", "FIRST_VALUE", "LAST_VALUE", "ARRAY_AGG", "ROW_NUMBER", "RANK", "DENSE_RANK", "LAG", "LEAD"};
    struct Form { std::string_view name, sql; };
    constexpr Form forms[] = {{"MINUS_DATE", "(a - b) unit"}, {"ROW", "ROW (..)"}, {"ARRAY", "ARRAY[..]"}, {"MAP", "MAP[..]"}, {"OVERLAPS", "OVERLAPS"},
                              {"SIMILAR TO", "SIMILAR TO"}, {"NOT SIMILAR TO", "SIMILAR TO"}, {"TIMESTAMPADD", "TIMESTAMPADD"}, {"TIMESTAMPDIFF", "TIMESTAMPDIFF"},
                              {"CURRENT_DATE", "CURRENT_DATE"}, {"CURRENT_TIME", "CURRENT_TIME"}, {"CURRENT_TIMESTAMP", "CURRENT_TIMESTAMP"},
                              {"LOCALTIME", "LOCALTIME"}, {"LOCALTIMESTAMP", "LOCALTIMESTAMP"}, {"NOW", "NOW"}, {"PROCTIME", "PROCTIME"}, {"RAND", "RAND"},
                              {"RAND_INTEGER", "RAND_INTEGER"}, {"UUID", "UUID"}, {"REGEXP_EXTRACT", "REGEXP_EXTRACT"}, {"REGEXP_REPLACE", "REGEXP_REPLACE"},
                              {"REGEXP", "REGEXP"}, {"DATE_FORMAT", "DATE_FORMAT"}, {"JSON_VALUE", "JSON_VALUE"}, {"JSON_QUERY", "JSON_QUERY"}, {"JSON_EXISTS", "JSON_EXISTS"}};
    for (const std::string_view a : aggregates)
        if (rivulet::detail::equalsIgnoringCase(a, name)) return {a, true};
    for (const Form& f : forms)
        if (rivulet::detail::equalsIgnoringCase(f.name, name)) return {f.sql, false};
    return {};
}

}  // namespace rivulet::plan
