// SPDX-License-Identifier: BSL-1.0
// SQL text: what CAST to STRING gives, and what tables printed by execute().print() show.
#pragma once
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <rivulet/types/text_of.hpp>

namespace rivulet {

/// `static void append(std::string& out, const T& value)`; where it differs from row text: `TRUE`, `NULL`, decimals with all
/// their digits, `2021-08-21 13:00:00.000`, intervals `+1 10:17:36.789` and `+10-03`, bytes as the text that they are in UTF-8.
/// Structs `(a=10, b=NULL)` and rows `(123, abc)` come from the schema room.
template <class T> struct SqlTextOf : TextOf<T> {};

/// Appends the SQL text of a value.
template <class T>
void appendSqlText(std::string& out, const T& value) { SqlTextOf<T>::append(out, value); }

template <> struct SqlTextOf<bool> { static void append(std::string& out, bool v) { out += v ? "TRUE" : "FALSE"; } };
template <int P, int S> struct SqlTextOf<Decimal<P, S>> {
    static void append(std::string& out, const Decimal<P, S>& v) {
        detail::appendWritten(out, [&v](detail::TextWriter& w) { detail::writePlainDecimal(w, v.unscaled(), S); });
    }
};
template <class T> requires requires(detail::TextWriter& w, const T& v) { detail::writeSql(w, v); }
struct SqlTextOf<T> {
    static void append(std::string& out, const T& v) { detail::appendWritten(out, [&v](detail::TextWriter& w) { detail::writeSql(w, v); }); }
};
template <> struct SqlTextOf<std::nullopt_t> { static void append(std::string& out, std::nullopt_t) { out += "NULL"; } };
template <class A> struct SqlTextOf<std::vector<std::byte, A>> {
    static void append(std::string& out, const std::vector<std::byte, A>& v) {
        for (const std::byte b : v) out += static_cast<char>(b);
    }
};
template <class T> struct SqlTextOf<std::optional<T>> {
    static void append(std::string& out, const std::optional<T>& v) {
        if (v) SqlTextOf<T>::append(out, *v);
        else out += "NULL";
    }
};
template <class T, class A> struct SqlTextOf<std::vector<T, A>> {
    static void append(std::string& out, const std::vector<T, A>& v) {
        detail::appendList(out, v, '[', ']', [&out](const T& e) { SqlTextOf<T>::append(out, e); });
    }
};
template <class T, std::size_t N> struct SqlTextOf<std::array<T, N>> {
    static void append(std::string& out, const std::array<T, N>& v) {
        detail::appendList(out, v, '[', ']', [&out](const T& e) { SqlTextOf<T>::append(out, e); });
    }
};
template <class K, class V, class C, class A> struct SqlTextOf<std::map<K, V, C, A>> {
    static void append(std::string& out, const std::map<K, V, C, A>& v) {
        detail::appendList(out, v, '{', '}', [&out](const auto& e) {
            SqlTextOf<K>::append(out, e.first);
            out += '=';
            SqlTextOf<V>::append(out, e.second);
        });
    }
};

}  // namespace rivulet
