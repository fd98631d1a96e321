// SPDX-License-Identifier: BSL-1.0
// Values as JSON text: JSON_STRING, JSON_QUOTE.
#pragma once
#include <string_view>

#include <rivulet/expr/json_text.hpp>
#include <rivulet/expr/typing_rules.hpp>

namespace rivulet::functions {

/// JSON_STRING(value): its JSON text. STRING; NULL for NULL.
struct JsonString {
    static constexpr void typing(Typing& t) {
        if (t.isNull(0)) t.coerce(0, sqltype::string);
        else if (!detail::isJsonType(t.type(0))) return t.refuse(0, "a value that JSON has");
        t.result = sqltype::string.orNull(t.anyNullable());
    }
    static constexpr FunctionInfo info{.name = "JSON_STRING", .minArguments = 1, .maxArguments = 1, .typing = &typing};
    template <class V, class T> static V call(const T& value) {
        V out;
        detail::appendJson(out, value);
        return out;
    }
};

/// JSON_QUOTE(text): the text as a JSON string; beyond ASCII as it is.
struct JsonQuote {
    static constexpr void typing(Typing& t) { rules::call(t, "T", sqltype::string); }
    static constexpr FunctionInfo info{.name = "JSON_QUOTE", .minArguments = 1, .maxArguments = 1, .typing = &typing};
    template <class V> static V call(std::string_view text) {
        V out;
        detail::appendJsonString(out, text);
        return out;
    }
};

}  // namespace rivulet::functions
