// SPDX-License-Identifier: BSL-1.0
// Tables of calls and the types they have, judged while compiling and again at run time.
#pragma once
#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>

#include <rivulet/expr/catalogue.hpp>

namespace typing {

using namespace rivulet;

/// An argument: a type, or a literal with its type.
struct Arg {
    SqlType type{};
    bool isLiteral{};
    long long integer{};
    bool isText{};
    std::string_view text{};

    constexpr Arg() = default;
    constexpr Arg(SqlType t) : type(t) {}
    constexpr Arg(int n) : type(sqltype::integer), isLiteral(true), integer(n) {}
    constexpr Arg(const char* s) : isText(true), text(s) { type = sqltype::char_(static_cast<int>(text.size())); }
};

/// What a typing rule said.
struct Outcome {
    short function{-1};
    bool countFits{};
    SqlType result{};
    int refused{-1};
    std::string_view expected{};
    SqlType castTo[8]{};
    bool tryCast[8]{};
};

// Nested results are made in the pool.
constexpr Outcome judge(std::string_view function, const Arg* arguments, int count, TypePool* pool) {
    Outcome o;
    o.function = findFunction(function);
    if (o.function < 0) return o;
    const FunctionInfo& info = functionInfo(o.function);
    o.countFits = count >= info.minArguments && (info.maxArguments < 0 || count <= info.maxArguments);
    if (!o.countFits) return o;
    ArgumentType types[8]{};
    for (int i = 0; i < count; ++i)
        types[i] = {.type = arguments[i].type, .isLiteral = arguments[i].isLiteral, .integer = arguments[i].integer, .isText = arguments[i].isText,
                    .text = arguments[i].text};
    Typing t{.arguments = types, .count = count, .types = {.pool = pool, .known = nullptr, .hasPool = true}};
    info.typing(t);
    o.result = t.result;
    o.refused = t.refused;
    o.expected = t.expected;
    for (int i = 0; i < count; ++i) {
        o.castTo[i] = types[i].castTo;
        o.tryCast[i] = types[i].tryCast;
    }
    return o;
}

template <class... A>
constexpr Outcome judge(std::string_view function, const A&... argument) {
    const Arg arguments[sizeof...(A) + 1]{Arg(argument)...};
    TypePool pool;  // for functions without nested results: it does not outlive the call
    return judge(function, arguments, static_cast<int>(sizeof...(A)), &pool);
}

/// One line of a table: the call, and its type or the argument that is refused.
struct Case {
    std::string_view function;
    int count{};
    Arg arguments[8]{};
    SqlType result{};
    int refused{-1};

    constexpr bool holds() const {
        TypePool pool;
        const Outcome o = judge(function, arguments, count, &pool);
        if (o.function < 0 || !o.countFits) return false;
        return refused >= 0 ? o.refused == refused && !o.expected.empty() : o.refused < 0 && o.result == result;
    }
};

/// `types("UPPER", {sqltype::string}, sqltype::string)`.
template <std::size_t N>
constexpr Case types(std::string_view function, const Arg (&arguments)[N], SqlType result) {
    Case c{.function = function, .count = static_cast<int>(N), .result = result};
    for (std::size_t i = 0; i < N; ++i) c.arguments[i] = arguments[i];
    return c;
}
/// `refuses("LN", {sqltype::string}, 0)`: argument 0 does not fit.
template <std::size_t N>
constexpr Case refuses(std::string_view function, const Arg (&arguments)[N], int refused) {
    Case c = types(function, arguments, {});
    c.refused = refused;
    return c;
}

/// The first line that does not hold, or -1: a failing static_assert shows the line's number.
template <std::size_t N>
constexpr int firstWrong(const Case (&cases)[N]) {
    for (std::size_t i = 0; i < N; ++i)
        if (!cases[i].holds()) return static_cast<int>(i);
    return -1;
}

inline std::string nameOf(const SqlType& t) {
    detail::TextWriter count;
    detail::writeType(count, t);
    std::string s(count.size, '\0');
    detail::TextWriter w{s.data()};
    detail::writeType(w, t);
    return s;
}

constexpr SqlType orNull(const SqlType& t) { return t.orNull(true); }

}  // namespace typing
