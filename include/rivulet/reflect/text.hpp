// SPDX-License-Identifier: BSL-1.0
// Row text of structs, tuples and Rows.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include <rivulet/core/row_kind.hpp>
#include <rivulet/core/verdict.hpp>
#include <rivulet/reflect/reflection.hpp>
#include <rivulet/reflect/row.hpp>
#include <rivulet/types/sql_text.hpp>
#include <rivulet/types/text_of.hpp>

namespace rivulet {
namespace detail {

template <class T>
struct ReflectionVerdict {
    static constexpr Error error = reflectionError<T>;
    static constexpr std::string_view sql{};
};

template <class M>
void appendMember(std::string& out, const M& value) {
    if constexpr (requires { TextOf<M>::append(out, value); }) TextOf<M>::append(out, value);
    else out += typeName<M>();  // an opaque member, such as a pointer, does not keep its struct from being printed
}

template <class T>
void appendFields(std::string& out, const T& value, std::string_view separator) {
    bool first = true;
    const auto one = [&](const auto& field) {
        if (!first) out += separator;
        first = false;
        appendMember(out, field);
    };
    Reflection<T>::apply([&](const auto&... field) { (one(field), ...); }, value);
}

}  // namespace detail

/// A struct prints as `User(Alice,4,1970-01-01T00:00:01Z)` with its name without namespaces, a tuple as `(Alice,4)`, a Row
/// as `+I[Alice, 4]`: the texts of Flink's Row and Tuple, and of the classes in its documentation. Hidden members are left out.
template <class T>
    requires (detail::CompositeType<T> && detail::shapeOf<T>() != Shape::atomic)
struct TextOf<T> {
    static void append(std::string& out, const T& value) {
        using Verdict = VerdictOn<detail::ReflectionVerdict<T>>;
        Verdict::report();
        if constexpr (Verdict::isAccepted) {
            if constexpr (Reflection<T>::shape == Shape::row) {
                out.append(shortName(value.kind)) += '[';
                detail::appendFields(out, value, ", ");
                out += ']';
            } else {
                if constexpr (Reflection<T>::shape != Shape::tuple) out += className<T>();
                out += '(';
                detail::appendFields(out, value, ",");
                out += ')';
            }
        }
    }
};

/// CAST to STRING of a struct, `(name=Alice, score=NULL)`, and of a row or tuple, `(Alice, NULL)`.
template <class T>
    requires (detail::CompositeType<T> && detail::shapeOf<T>() != Shape::atomic)
struct SqlTextOf<T> {
    static void append(std::string& out, const T& value) {
        constexpr bool named = Reflection<T>::shape != Shape::row && Reflection<T>::shape != Shape::tuple;
        out += '(';
        int i = 0;
        const auto one = [&](const auto& field) {
            if (i > 0) out += ", ";
            if constexpr (named) (out += Reflection<T>::names[static_cast<std::size_t>(i)]) += '=';
            ++i;
            appendSqlText(out, field);
        };
        Reflection<T>::apply([&](const auto&... field) { (one(field), ...); }, value);
        out += ')';
    }
};

}  // namespace rivulet
