// SPDX-License-Identifier: BSL-1.0
// The syntax tree, as a pool of nodes. The SQL parser and the Table API write the same nodes: both meet here.
#pragma once
#include <string_view>

#include <rivulet/core/error.hpp>
#include <rivulet/types/sql_type.hpp>

namespace rivulet::sql {

/// The units of intervals, EXTRACT, FLOOR and CEIL.
enum class TimeUnit : unsigned char {
    none, year, month, day, hour, minute, second,  // these and the next two are units of intervals
    quarter, week, millisecond, microsecond, nanosecond, dayOfWeek, isoDayOfWeek, dayOfYear, isoYear, epoch, decade, century, millennium
};

enum class SyntaxKind : unsigned char {
    name,         // text, qualifier (`t.a`: "t"); deeper paths are field nodes over it
    integer,      // text as written, digits only; a sign before it is a NEGATE call
    decimal,      // 1.5
    approximate,  // 1e3
    string,       // text: the value, quotes taken off and doubled ones resolved
    binary,       // X'1F': text: the hexadecimal digits, an even number of them
    boolean,      // text TRUE or FALSE
    null,
    typed,        // DATE '..', TIME '..', TIMESTAMP '..', INTERVAL '..' unit: type and text; units of an interval
    star,         // * or t.* (qualifier)
    call,         // function by name in text (operators: sql/operators.hpp); arguments first..next
    cast,         // CAST(first AS type); isTry for TRY_CAST
    case_,        // searched form, arguments: condition, value, condition, value, .. [, else]; a simple CASE is written as that
    same,         // the expression at first, which stands elsewhere in the tree: the operand of a simple CASE from its second WHEN on
    field,        // first.text
    index,        // first[second]
    parameter     // a C++ value: its number and type
};

struct Syntax {
    /// Height of the highest expression tree that a text may give. Who walks the tree may recurse: two calls a level
    /// stay below the compilers' 512.
    static constexpr int mostHeight = 200;

    SyntaxKind kind{};
    bool isTry{};                  // cast
    TimeUnit unit{}, unitTo{};     // typed interval: `unit TO unitTo`
    short first{-1}, next{-1};     // first child, next sibling
    short parameter{-1};
    short height{1};               // of the tree below, a leaf has 1
    int position{-1};              // in the SQL text
    std::string_view text{};
    std::string_view qualifier{};
    std::string_view alias{};      // of a select item
    SqlType type{};                // cast, typed, parameter; `(a - b) DAY`: the interval
};

/// A relation in FROM: a named view or a subquery.
struct TableReference {
    std::string_view name{}, alias{};  // alias: the name where none is written
    short query{-1};
    int position{-1};
};

enum class QueryKind : unsigned char { select, unionAll };

/// One SELECT, or the UNION ALL of two queries. Issue by issue this grows; children precede parents.
struct Query {
    QueryKind kind{};
    bool hasFrom{};                // select without FROM is one row
    short items{-1};               // select: sibling list
    short where{-1};
    short left{-1}, right{-1};     // unionAll: queries
    short height{1};               // of the tree of queries
    TableReference from{};
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
