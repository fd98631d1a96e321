// SPDX-License-Identifier: BSL-1.0
// Row text: how rows and print() show values, as Flink's Row.toString does (Java's own texts).
#pragma once
#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <rivulet/core/text.hpp>
#include <rivulet/types/decimal.hpp>
#include <rivulet/types/number_text.hpp>
#include <rivulet/types/temporal_text.hpp>
#include <rivulet/types/text.hpp>
#include <rivulet/types/type_name.hpp>

namespace rivulet {

/// `static void append(std::string& out, const T& value)`. Specialise it for a type of your own. There are: numbers
/// (`1.0E7`, `1.50`), `true`, text as it is, `2021-08-21T13:00`, `PT36H`, bytes `[1, -2]`, `null` for an empty optional,
/// `[a, b]` for arrays, `{k=v}` for maps. Structs, tuples and Rows print through the schema room.
template <class T> struct TextOf;

/// Appends the row text of a value.
template <class T>
void appendText(std::string& out, const T& value) { TextOf<T>::append(out, value); }

namespace detail {

// Every value of fixed size is written into a buffer on the stack.
template <class Write>
void appendWritten(std::string& out, Write write) {
    char text[64];
    TextWriter w{text};
    write(w);
    out.append(text, w.size);
}

template <class Range, class AppendElement>
void appendList(std::string& out, const Range& range, char open, char close, AppendElement append) {
    out += open;
    bool first = true;
    for (auto&& element : range) {
        if (!first) out += ", ";
        first = false;
        append(element);
    }
    out += close;
}

}  // namespace detail

template <> struct TextOf<bool> { static void append(std::string& out, bool v) { out += v ? "true" : "false"; } };

template <class T> requires(std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char>)
struct TextOf<T> {
    static void append(std::string& out, T v) {
        char text[24];
        out.append(text, std::to_chars(text, text + sizeof text, v).ptr);
    }
};
template <class T> requires(std::is_enum_v<T> && !std::is_same_v<T, std::byte>)
struct TextOf<T> {
    static void append(std::string& out, T v) { TextOf<long long>::append(out, static_cast<long long>(v)); }
};
template <std::floating_point T>
struct TextOf<T> {
    static void append(std::string& out, T v) { detail::appendWritten(out, [v](detail::TextWriter& w) { detail::writeFloating(w, v); }); }
};
template <int P, int S> struct TextOf<Decimal<P, S>> {
    static void append(std::string& out, const Decimal<P, S>& v) {
        detail::appendWritten(out, [&v](detail::TextWriter& w) { detail::writeJavaDecimal(w, v.unscaled(), S); });
    }
};
template <class T> requires requires(detail::TextWriter& w, const T& v) { detail::writeRow(w, v); }
struct TextOf<T> {
    static void append(std::string& out, const T& v) { detail::appendWritten(out, [&v](detail::TextWriter& w) { detail::writeRow(w, v); }); }
};
template <> struct TextOf<std::string> { static void append(std::string& out, std::string_view v) { out += v; } };
template <> struct TextOf<std::string_view> { static void append(std::string& out, std::string_view v) { out += v; } };
template <> struct TextOf<const char*> { static void append(std::string& out, std::string_view v) { out += v; } };
template <std::size_t N> struct TextOf<char[N]> { static void append(std::string& out, std::string_view v) { out += v; } };
template <int N> struct TextOf<Char<N>> { static void append(std::string& out, const Char<N>& v) { out += v.str(); } };
template <int N> struct TextOf<Varchar<N>> { static void append(std::string& out, const Varchar<N>& v) { out += v.str(); } };
template <> struct TextOf<std::nullopt_t> { static void append(std::string& out, std::nullopt_t) { out += "null"; } };
template <> struct TextOf<std::byte> {
    static void append(std::string& out, std::byte v) { TextOf<int>::append(out, static_cast<signed char>(v)); }
};

template <class T> struct TextOf<std::optional<T>> {
    static void append(std::string& out, const std::optional<T>& v) {
        if (v) TextOf<T>::append(out, *v);
        else out += "null";
    }
};
template <class T, class A> struct TextOf<std::vector<T, A>> {
    static void append(std::string& out, const std::vector<T, A>& v) {
        detail::appendList(out, v, '[', ']', [&out](const T& e) { TextOf<T>::append(out, e); });
    }
};
template <class T, std::size_t N> struct TextOf<std::array<T, N>> {
    static void append(std::string& out, const std::array<T, N>& v) {
        detail::appendList(out, v, '[', ']', [&out](const T& e) { TextOf<T>::append(out, e); });
    }
};
template <class K, class V, class C, class A> struct TextOf<std::map<K, V, C, A>> {
    static void append(std::string& out, const std::map<K, V, C, A>& v) {
        detail::appendList(out, v, '{', '}', [&out](const auto& e) {
            TextOf<K>::append(out, e.first);
            out += '=';
            TextOf<V>::append(out, e.second);
        });
    }
};
/// The text of the value if it has one, else the name of its type.
template <class T> struct TextOf<Raw<T>> {
    static void append(std::string& out, const Raw<T>& v) {
        if constexpr (requires { TextOf<T>::append(out, v.value); }) TextOf<T>::append(out, v.value);
        else out += detail::typeName<T>();
    }
};

}  // namespace rivulet
