// SPDX-License-Identifier: BSL-1.0
// Values as JSON text, as Flink's JSON functions write them: no blanks, the keys of objects in order.
#pragma once
#include <concepts>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <rivulet/expr/element.hpp>
#include <rivulet/reflect/reflection.hpp>
#include <rivulet/schema/derive.hpp>
#include <rivulet/types/base64.hpp>
#include <rivulet/types/text_of.hpp>

namespace rivulet::detail {

/// What can be written: text, BOOLEAN, numbers, timestamps, BYTES (in base64), and arrays, maps from text and rows of such.
constexpr bool isJsonType(const SqlType& t) {
    switch (t.root) {
        case TypeRoot::array: return isJsonType(t.field(0).type);
        case TypeRoot::map: return t.field(0).type.isCharacter() && isJsonType(t.field(1).type);
        case TypeRoot::row: case TypeRoot::structured:
            for (int i = 0; i < t.fieldCount(); ++i)
                if (!isJsonType(t.field(i).type)) return false;
            return true;
        default: return t.isCharacter() || t.isBinary() || t.isNumeric() || t.isTimestamp() || t.root == TypeRoot::boolean;
    }
}

inline void appendJsonString(std::string& out, std::string_view text) {
    out += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') (out += '\\') += c;
        else if (static_cast<unsigned char>(c) >= 0x20) out += c;
        else if (const std::size_t named = std::string_view("\b\t\n\f\r").find(c); named != std::string_view::npos) (out += '\\') += "btnfr"[named];
        else {
            out += "\\u00";
            out += "01"[static_cast<unsigned char>(c) >> 4];
            out += "0123456789ABCDEF"[static_cast<unsigned char>(c) & 15];
        }
    }
    out += '"';
}

/// `"key":value` of each, in the order of the keys.
template <class Fields>
void appendJsonObject(std::string& out, const Fields& fields) {
    out += '{';
    for (const auto& [key, value] : fields) {
        if (out.back() != '{') out += ',';
        appendJsonString(out, key);
        (out += ':') += value;
    }
    out += '}';
}

template <class T>
void appendJson(std::string& out, const T& value) {
    if constexpr (Optional<T>) {
        if (value) appendJson(out, *value);
        else out += "null";
    } else if constexpr (std::is_convertible_v<const T&, std::string_view>) appendJsonString(out, std::string_view(value));
    else if constexpr (std::is_same_v<T, std::vector<std::byte>>) {
        out += '"';
        appendBase64(out, value);
        out += '"';
    } else if constexpr (requires { typename T::mapped_type; }) {
        std::map<std::string, std::string> fields;
        for (const auto& [key, mapped] : value)
            if (present(key)) appendJson(fields[std::string(elementValue(key))], mapped);
        appendJsonObject(out, fields);
    } else if constexpr (ElementSequence<T>) {
        out += '[';
        for (const typename T::value_type& element : value) {
            if (out.back() != '[') out += ',';
            appendJson(out, element);
        }
        out += ']';
    } else if constexpr (requires { SqlTraits<T>::isComposite; }) {
        std::map<std::string, std::string> fields;
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (appendJson(fields[std::string(Reflection<T>::names[I])], Reflection<T>::template get<static_cast<int>(I)>(value)), ...);
        }(std::make_index_sequence<static_cast<std::size_t>(Reflection<T>::count)>{});
        appendJsonObject(out, fields);
    } else if constexpr (std::is_floating_point_v<T>) {  // JSON has no number for NaN and infinities: they are texts (Flink)
        const bool finite = value - value == 0;
        if (!finite) out += '"';
        appendText(out, value);
        if (!finite) out += '"';
    } else if constexpr (!std::is_same_v<typename SqlTraits<T>::Value, T>) appendJson(out, SqlTraits<T>::toValue(value));
    else if constexpr (SqlTraits<T>::type.isTimestamp()) {
        out += '"';
        appendText(out, value);
        out += '"';
    } else appendText(out, value);
}

}  // namespace rivulet::detail
