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
    star,         // *, t.* (qualifier), or all fields of the row at `filter`; those at first left out
    call,         // function by name in text (operators: sql/operators.hpp); arguments first..next
    cast,         // CAST(first AS type); isTry for TRY_CAST
    case_,        // searched form, arguments: condition, value, condition, value, .. [, else]; a simple CASE is written as that
    same,         // the expression at first, which stands elsewhere in the tree: the operand of a simple CASE from its second WHEN on
    field,        // first.text
    index,        // first[second]
    parameter,    // a C++ value: its number and type
    subquery,     // (SELECT ..) as a value: `query`
    exists,       // EXISTS (SELECT ..): `query`
    inQuery,      // first [NOT] IN (SELECT ..): `query`, `negated`; several values are a ROW call
    window,       // what follows OVER: PARTITION BY the list at first, ORDER BY the list at `order`, `frame` between the two of `bounds`;
                  // text: the window of WINDOW that it goes on from, which is at `over`; wholeWindow() adds what that one says
    bound,        // an end of a frame: `bound`, and first where that takes a value
    table,        // an argument of a table function: TABLE t or (SELECT ..), `query`; PARTITION BY the list of names at first
    named,        // an argument of a table function by its name: text => first
    sequence,     // of PATTERN: one after the other, at least two, none of them a sequence; first..next
    choice,       // of PATTERN: A | B, likewise
    repeat        // of PATTERN: first, `atLeast` to `atMost` times; `reluctant`: as few as do. Variables are names
};

/// What a frame of OVER counts: nothing is written, rows, or values of the ORDER BY.
enum class FrameUnit : unsigned char { none, rows, range };
/// The ends of a frame, in the order of the rows they stand for.
enum class Bound : unsigned char { unboundedPreceding, preceding, currentRow, following, unboundedFollowing };

/// NULLS FIRST | LAST of ORDER BY; as Flink, `standard` puts nulls first in ascending order.
enum class NullsOrder : unsigned char { standard, first, last };

struct Syntax {
    /// Height of the highest expression tree that a text may give. Who walks the tree may recurse: two calls a level
    /// stay below the compilers' 512.
    static constexpr int mostHeight = 200;

    SyntaxKind kind{};
    bool isTry{};                  // cast
    bool negated{};                // inQuery
    bool distinct{};               // call: f(DISTINCT ..)
    bool descending{};             // of an item of ORDER BY
    NullsOrder nulls{};            // of an item of ORDER BY
    bool reluctant{};              // repeat
    FrameUnit frame{};             // window
    Bound bound{};                 // bound
    TimeUnit unit{}, unitTo{};     // typed interval: `unit TO unitTo`
    short first{-1}, next{-1};     // first child, next sibling
    short parameter{-1};
    short query{-1};               // subquery, exists, inQuery, table
    short filter{-1};              // call: FILTER (WHERE ..); star: a row
    short over{-1};                // call: a window node; window: the one of WINDOW that it names
    short order{-1};               // window: list; call: ORDER BY within the arguments, or WITHIN GROUP
    short bounds{-1};              // window with a frame: two bound nodes
    short height{1};               // of the tree below, a leaf has 1
    int atLeast{}, atMost{-1};     // repeat; -1: without end
    int position{-1};              // in the SQL text
    std::string_view text{};
    std::string_view qualifier{};
    std::string_view alias{};      // of a select item or a measure; the name of a window of WINDOW, the variable of a condition of DEFINE
    SqlType type{};                // cast, typed, parameter; `(a - b) DAY`: the interval
};

enum class RelationKind : unsigned char { table, query, join, unnest, function, match };
/// A comma and CROSS JOIN are inner joins without condition; semi and anti come from IN and EXISTS only.
enum class JoinKind : unsigned char { inner, left, right, full, semi, anti };

/// Where the search for the next match of MATCH_RECOGNIZE begins. SKIP TO v is toLast; nothing written is nextRow.
enum class AfterMatch : unsigned char { nextRow, pastLastRow, toFirst, toLast };

/// What stands in the parentheses of MATCH_RECOGNIZE. Rows are matched one row a match.
struct MatchClauses {
    short partition{-1};             // list of expressions
    short order{-1};                 // list, as that of a query
    short measures{-1};              // list of expressions, each with its alias
    short pattern{-1};               // a name, sequence, choice or repeat
    short within{-1};                // an interval
    short define{-1};                // list of conditions, each with the variable as its alias
    AfterMatch after{AfterMatch::nextRow};
    std::string_view variable{};     // of toFirst and toLast
    int variablePosition{-1};
};

/// A relation in FROM, or a table of WITH. Children precede parents.
struct Relation {
    RelationKind kind{};
    JoinKind join{};
    bool natural{};
    bool lateral{};                  // query, function
    bool ordinality{};               // unnest
    short left{-1}, right{-1};       // join: relations; match: the left one is matched
    short condition{-1};             // join: ON
    short using_{-1};                // join: USING, a list of names
    short query{-1};                 // query
    short arguments{-1};             // unnest: a list of expressions; function: also of kinds table and named
    short asOf{-1};                  // table: FOR SYSTEM_TIME AS OF, an expression
    short columns{-1};               // the list of names after the alias, or after the name in WITH
    short next{-1};                  // the next table of WITH
    short height{1};                 // as of queries
    std::string_view name{}, alias{};  // table: alias is the name where none is written; WITH and function: name
    int position{-1};
    MatchClauses match{};
};

enum class QueryKind : unsigned char { select, values, union_, intersect, except };

/// One SELECT, VALUES, or a set operation on two queries. Children precede parents.
struct Query {
    /// Height of the highest tree of queries, relations and the expressions in them; more than expressions alone may have.
    static constexpr int mostHeight = 220;

    QueryKind kind{};
    bool all{};                      // set operations: ALL
    bool distinct{};                 // SELECT DISTINCT
    short with{-1};                  // WITH: the first of a list of relations of kind query
    short items{-1};                 // select: sibling list; values: list of ROW calls
    short from{-1};                  // a relation; SELECT without FROM is one row
    short where{-1};
    short group{-1};                 // list: expressions, ROW calls `(a, b)`, calls of GROUPING SETS, ROLLUP, CUBE with such arguments
    bool hasGroup{};                 // GROUP BY () has an empty list
    short having{-1};
    short windows{-1};               // WINDOW: list of windows, each with its name as alias
    short qualify{-1};               // names of selected expressions are those already
    short order{-1};                 // of the whole query: list, each item with `descending` and `nulls`
    short left{-1}, right{-1};       // set operations: queries
    long long limit{-1}, offset{};
    short height{1};                 // of the tree below, expressions included; so for relations
    int position{-1};
};

/// The window of an OVER with what the windows of WINDOW say that it names. The parser saw to it that no two of them say the same.
constexpr Syntax wholeWindow(const Syntax* nodes, short window) {
    Syntax whole = nodes[window];
    for (short named = whole.over; named >= 0; named = nodes[named].over) {
        const Syntax& n = nodes[named];
        if (n.first >= 0) whole.first = n.first;
        if (n.order >= 0) whole.order = n.order;
        if (n.frame != FrameUnit::none) { whole.frame = n.frame; whole.bounds = n.bounds; }
    }
    return whole;
}

/// A read-only parse result, whoever holds the storage.
struct SyntaxView {
    const Syntax* nodes{};
    const Query* queries{};
    const Relation* relations{};
    short root{-1};                // a query
    std::string_view sql{};
    Error error{};
};

}  // namespace rivulet::sql
