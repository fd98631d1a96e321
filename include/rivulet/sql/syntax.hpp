// SPDX-License-Identifier: BSL-1.0
// The syntax tree, as a pool of nodes. The SQL parser and the Table API write the same nodes: both meet here.
#pragma once
#include <string_view>

#include <rivulet/core/error.hpp>
#include <rivulet/types/sql_type.hpp>

namespace rivulet::sql {

enum class SyntaxKind : unsigned char {
    name,         // text, qualifier (`t.a`: "t"); deeper paths are field nodes over it
    integer,      // text as written, digits only
    decimal,      // 1.5
    approximate,  // 1e3
    string,       // text without the outer quotes; inner '' still doubled if `escaped`
    boolean,      // text TRUE or FALSE
    null,
    typed,        // DATE '..', TIME '..', TIMESTAMP '..', INTERVAL '..' unit: type and text
    star,         // * or t.* (qualifier)
    call,         // function by catalogue index (operators) or by name in text; arguments first..next
    cast,         // CAST(first AS type); isTry for TRY_CAST
    case_,        // searched form, arguments: condition, value, condition, value, .. [, else]; a simple CASE is written as that
    field,        // first.text, or first['text']
    index,        // first[second]
    parameter     // a C++ value: its number and type
};

struct Syntax {
    SyntaxKind kind{};
    bool escaped{};                // string: contains doubled quotes
    bool isTry{};                  // cast
    short function{-1};            // call: index in the catalogue, -1 by name
    short first{-1}, next{-1};     // first child, next sibling
    short parameter{-1};
    int position{-1};              // in the SQL text
    std::string_view text{};
    std::string_view qualifier{};
    std::string_view alias{};      // of a select item
    SqlType type{};                // cast, typed, parameter
};

/// A relation in FROM: a named view or a subquery.
struct TableReference {
    std::string_view name{}, alias{};
    short query{-1};
    int position{-1};
};

enum class QueryKind : unsigned char { select, unionAll };

/// One SELECT, or the UNION ALL of two queries. Issue by issue this grows; children precede parents.
struct Query {
    QueryKind kind{};
    short items{-1};               // select: sibling list
    short where{-1};
    bool hasFrom{};                // select without FROM is one row
    TableReference from{};
    short left{-1}, right{-1};     // unionAll: queries
    long long limit{-1}, offset{};
    int position{-1};
};

/// A read-only parse result, whoever holds the storage.
struct SyntaxView {
    const Syntax* nodes{};
    const Query* queries{};
    short root{-1};                // a query
    std::string_view sql{};
    Error error{};
};

}  // namespace rivulet::sql
