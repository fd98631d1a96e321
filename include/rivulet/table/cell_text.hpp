// SPDX-License-Identifier: BSL-1.0
// The text of a value in a printed table: CAST to STRING, but bytes in hexadecimal.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <rivulet/reflect/reflection.hpp>
#include <rivulet/schema/derive.hpp>
#include <rivulet/types/sql_text.hpp>

namespace rivulet::detail {

template <class T> void appendCell(std::string& out, const T& value);

template <class Bytes>
void appendHex(std::string& out, const Bytes& bytes) {
    constexpr char digits[] = "0123456789abcdef";
    out += "x'";
    for (const std::byte b : bytes) {
        out += digits[static_cast<unsigned>(b) >> 4];
        out += digits[static_cast<unsigned>(b) & 15u];
    }
    out += '\'';
}

template <int I, bool Named, class T>
void appendCellField(std::string& out, const T& value) {
    if constexpr (I > 0) out += ", ";
    if constexpr (Named) (out += Reflection<T>::names[I]) += '=';
    appendCell<typename Reflection<T>::template Type<I>>(out, Reflection<T>::template get<I>(value));
}

/// As Flink prints the types: structured `(name=Alice, score=1)`, row `(1, x)`, array `[1, NULL]`, map `{a=1}`, bytes `x'6162'`.
template <class T>
void appendCell(std::string& out, const T& value) {
    constexpr TypeRoot root = SqlTraits<T>::type.root;
    if constexpr (isOptional<T>) {
        if (value) appendCell(out, *value);
        else out += "NULL";
    } else if constexpr (requires { SqlTraits<T>::isComposite; }) {
        out += '(';
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (appendCellField<static_cast<int>(I), root == TypeRoot::structured>(out, value), ...);
        }(FieldIndexes<T>{});
        out += ')';
    } else if constexpr (!std::is_same_v<typename SqlTraits<T>::Value, T> && !requires { TextOf<T>::append(out, value); })
        appendCell<typename SqlTraits<T>::Value>(out, SqlTraits<T>::toValue(value));  // a user's own type
    else if constexpr (root == TypeRoot::varbinary || root == TypeRoot::binary) appendHex(out, value);
    else if constexpr (root == TypeRoot::array)
        appendList(out, value, '[', ']', [&out](const typename T::value_type& e) { appendCell(out, e); });
    else if constexpr (root == TypeRoot::map)
        appendList(out, value, '{', '}', [&out](const auto& e) {
            appendCell(out, e.first);
            out += '=';
            appendCell(out, e.second);
        });
    else appendSqlText(out, value);
}

}  // namespace rivulet::detail
