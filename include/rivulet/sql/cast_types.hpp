// SPDX-License-Identifier: BSL-1.0
// Types with fields, as in CAST(x AS ROW<a INT>), refer to their fields by address. So they are read before parsing, into
// a pool that stays where it is: in the compiler a variable of its own.
#pragma once
#include <cstddef>

#include <rivulet/sql/token.hpp>
#include <rivulet/types/type_text.hpp>

namespace rivulet::sql {

/// A type that was read, by the token it begins with; `end` is the offset behind it.
struct CastType {
    int token{};
    int end{};
    SqlType type{};
};

namespace detail {

// How many types with fields there may be: AS, and ARRAY, MAP or ROW before the parenthesis closes.
constexpr bool mayBeNested(const TokenView& in, int as) {
    int open = 0;
    for (int i = as + 1; i < in.count; ++i) {
        const Token& t = in.tokens[i];
        if (t.keyword == Keyword::array || t.keyword == Keyword::map || t.keyword == Keyword::row) return true;
        if (t.keyword == Keyword::from) return false;
        if (t.symbol == Symbol::open) ++open;
        if ((t.symbol == Symbol::close && --open < 0) || (t.symbol == Symbol::comma && open == 0)) return false;
    }
    return false;
}
constexpr int countNestedTypes(const TokenView& in) {
    int n = 0;
    for (int i = 0; i < in.count; ++i)
        if (in.tokens[i].keyword == Keyword::as && mayBeNested(in, i)) ++n;
    return n;
}

// Returns how many of them are types; what is none, the parser judges at its place.
constexpr int readNestedTypes(const TokenView& in, CastType* out, TypePool& pool) {
    int n = 0;
    for (int i = 0; i < in.count; ++i)
        if (in.tokens[i].keyword == Keyword::as && mayBeNested(in, i)) {
            const int begin = in.tokens[i + 1].begin;
            const ParsedType read = parseType(in.sql.substr(static_cast<std::size_t>(begin)), &pool);
            if (!read.error) out[n++] = {i + 1, begin + static_cast<int>(read.end), read.type};
        }
    return n;
}

// Made where it stays: the types point into the pool.
template <int N>
struct NestedTypes {
    TypePool pool{};
    CastType types[static_cast<std::size_t>(N)]{};
    int count{};
    constexpr explicit NestedTypes(const TokenView& in) { count = readNestedTypes(in, types, pool); }
    NestedTypes(const NestedTypes&) = delete;
};
template <>
struct NestedTypes<0> {
    static constexpr const CastType* types = nullptr;
    static constexpr int count = 0;
    constexpr explicit NestedTypes(const TokenView&) {}
};

}  // namespace detail
}  // namespace rivulet::sql
