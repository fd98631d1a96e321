// SPDX-License-Identifier: BSL-1.0
// Functions and forms of Flink that are not there yet, by name, so that a refusal says so instead of suggesting another.
#pragma once
#include <string_view>

#include <rivulet/core/text.hpp>

namespace rivulet::plan {

/// A call that Flink has and rivulet does not yet, as SQL writes it; empty for none.
constexpr std::string_view knownCall(std::string_view name) {
    constexpr std::string_view scalars[] = {
        "CURRENT_DATABASE", "SOURCE_WATERMARK", "TYPEOF", "PRINTF", "URL_DECODE_RECURSIVE", "JSON_VALUE", "JSON_QUERY",
        "JSON_EXISTS", "JSON_OBJECT", "JSON_ARRAY", "JSON_UNQUOTE", "JSON_LENGTH", "PARSE_JSON", "TRY_PARSE_JSON",
        "OBJECT_OF", "OBJECT_UPDATE",
        "TUMBLE", "TUMBLE_START", "TUMBLE_END", "TUMBLE_ROWTIME", "TUMBLE_PROCTIME", "HOP", "HOP_START", "HOP_END", "HOP_ROWTIME", "HOP_PROCTIME", "SESSION",
        "SESSION_START", "SESSION_END", "SESSION_ROWTIME", "SESSION_PROCTIME"};
    for (const std::string_view f : scalars)
        if (rivulet::detail::equalsIgnoringCase(f, name)) return f;
    return {};
}

}  // namespace rivulet::plan
