// SPDX-License-Identifier: BSL-1.0
// The grammar of FROM: tables, subqueries, UNNEST, table functions, and joins of them.
#pragma once
#include <rivulet/sql/parser.hpp>

namespace rivulet::sql::detail {

constexpr short Parser::add(Relation r) {
    if (failed) return -1;
    r.height = 1;
    for (const short below : {r.left, r.right})
        if (below >= 0) above(r.height, relations[below].height);
    if (r.query >= 0) above(r.height, queries[r.query].height);
    for (const short list : {r.condition, r.arguments, r.asOf, r.match.partition, r.match.order, r.match.measures, r.match.pattern, r.match.define}) aboveList(r.height, list);
    if (r.height > Query::mostHeight) {
        fail({.code = ErrorCode::tooDeep, .position = r.position, .expected = "at most 220 levels"});
        return -1;
    }
    if (relationCount >= relationRoom) {
        fail({.code = ErrorCode::tooLarge, .position = r.position});
        return -1;
    }
    relations[relationCount] = r;
    return static_cast<short>(relationCount++);
}

// table {JOIN table ..} {, table {JOIN table ..}}: JOIN binds more tightly. In parentheses there is no comma.
constexpr short Parser::from(bool commas) {
    Relation pending{.kind = RelationKind::join};  // a comma whose right side may go on with JOIN
    short current = table();
    while (!failed) {
        const int position = token().begin;
        if (commas && accept(Symbol::comma)) {
            if (pending.left >= 0) {
                pending.right = current;
                current = add(pending);
            }
            pending.left = current;
            pending.position = position;
            current = table();
            continue;
        }
        Relation r{.kind = RelationKind::join, .left = current, .position = position};
        bool cross = false;
        if (!joinWords(r, cross)) break;
        r.right = table();
        if (failed) break;
        if (!cross && !r.natural) {
            if (accept(Keyword::on)) r.condition = expression();
            else if (accept(Keyword::using_)) r.using_ = columnNames();
            else refuse("ON or USING");
        }
        current = add(r);
    }
    if (pending.left < 0) return current;
    pending.right = current;
    return add(pending);
}

// [NATURAL] [INNER | LEFT [OUTER] | RIGHT [OUTER] | FULL [OUTER]] JOIN, CROSS JOIN; false if there is none
constexpr bool Parser::joinWords(Relation& r, bool& cross) {
    r.natural = accept(Keyword::natural);
    cross = !r.natural && accept(Keyword::cross);
    const Keyword word = token().keyword;
    if (!cross && (word == Keyword::left || word == Keyword::right || word == Keyword::full)) {
        r.join = word == Keyword::left ? JoinKind::left : word == Keyword::right ? JoinKind::right : JoinKind::full;
        ++at;
        accept(Keyword::outer);
    } else if (!cross && !accept(Keyword::inner) && !r.natural && word != Keyword::join) {
        return false;
    }
    return expect(Keyword::join);
}

// name [FOR SYSTEM_TIME AS OF ..], (query), (join), UNNEST (..) [WITH ORDINALITY], LATERAL (query), [LATERAL] TABLE(f(..)), which may
// do without TABLE( )
constexpr short Parser::table() {
    Relation r{.position = token().begin};
    r.lateral = accept(Keyword::lateral);
    if (next(Symbol::open)) return inParentheses(r);
    if (next(Keyword::unnest) && next(Symbol::open, 1)) {
        r.kind = RelationKind::unnest;
        r.lateral = false;  // it always is
        at += 2;
        List list;
        if (queryOrList(list) >= 0) { notSupported("UNNEST of a query"); return -1; }
        r.arguments = list.first;
        if (failed || !expect(Symbol::close, ", or )")) return -1;
        r.ordinality = accept(Keyword::with);
        if (r.ordinality && !expectWord("ORDINALITY")) return -1;
    } else if (next(Keyword::table)) {
        ++at;
        if (!expect(Symbol::open, "(") || !tableFunction(r) || !expect(Symbol::close, ")")) return -1;
    } else if (isName() && next(Symbol::open, 1)) {
        if (!tableFunction(r)) return -1;
    } else if (r.lateral) {
        refuse("a subquery or a function");
    } else if (!isName()) {
        refuse("a table or a subquery");
    } else if (next(Symbol::dot, 1)) {
        notSupported("a table's name with dots");
    } else {
        r.name = r.alias = in.value(at++);
        if (accept(Keyword::for_)) {
            if (!expectWord("SYSTEM_TIME") || !expect(Keyword::as) || !expectWord("OF")) return -1;
            r.asOf = expression();
        }
    }
    return relationEnd(r);
}

// name(argument {, argument})
constexpr bool Parser::tableFunction(Relation& r) {
    if (!isWord()) return refuse("a table function");
    if (next(Symbol::dot, 1)) return notSupported("a function's name with dots");
    r.kind = RelationKind::function;
    r.name = in.value(at++);
    if (!expect(Symbol::open, "(") || !enter()) return false;
    List list;
    if (!next(Symbol::close)) {
        do append(list, tableArgument()); while (!failed && accept(Symbol::comma));
    }
    leave();
    r.arguments = list.first;
    return !failed && expect(Symbol::close, ", or )");
}

// [name =>] TABLE t [PARTITION BY ..], [name =>] (query) [PARTITION BY ..], [name =>] expression
constexpr short Parser::tableArgument() {
    const int position = token().begin;
    if (isWord() && next(Symbol::arrow, 1)) {
        Syntax s{.kind = SyntaxKind::named, .position = position, .text = in.value(at)};
        at += 2;
        if (isWord() && next(Symbol::arrow, 1)) { refuse("a value"); return -1; }
        if (!deeper(1)) return -1;
        s.first = tableArgument();
        --recursion;
        return failed ? static_cast<short>(-1) : add(s);
    }
    if (nextWord("MODEL") && isName(1)) { notSupported("MODEL"); return -1; }
    short argument = -1;
    if (accept(Keyword::table)) {
        if (!isName()) { refuse("a table's name"); return -1; }
        if (next(Symbol::dot, 1)) { notSupported("a table's name with dots"); return -1; }
        const std::string_view name = in.value(at);
        const short q = everythingFrom(Relation{.name = name, .alias = name, .position = token().begin});
        ++at;
        argument = add({.kind = SyntaxKind::table, .query = q, .position = position});
    } else if (beginsQuery()) {
        notSupported("a query as an argument");
    } else {
        argument = expression();
    }
    if (failed) return -1;
    if (nodes[argument].kind == SyntaxKind::subquery) nodes[argument].kind = SyntaxKind::table;
    if (nodes[argument].kind != SyntaxKind::table || !nextWord("PARTITION")) return argument;
    ++at;
    if (!expect(Keyword::by)) return -1;
    if (next(Symbol::open)) {
        nodes[argument].first = columnNames();
    } else if (isName()) {
        nodes[argument].first = add({.kind = SyntaxKind::name, .position = token().begin, .text = in.value(at)});
        ++at;
    } else {
        refuse("a column's name");
    }
    if (!failed && next(Keyword::order)) notSupported("ORDER BY of an argument");
    return failed ? static_cast<short>(-1) : argument;
}

// [MATCH_RECOGNIZE (..)] [[AS] alias [(columns)]]
constexpr short Parser::relationEnd(Relation r) {
    if (!failed && next(Keyword::matchRecognize) && !matchRecognize(r)) return -1;
    return !failed && tableAlias(r) ? add(r) : static_cast<short>(-1);
}

// (query) or (join). `((SELECT ..) UNION SELECT ..)` shows only behind its first operand that it is no join.
constexpr short Parser::inParentheses(Relation r) {
    if (!enter()) return -1;
    ++at;
    if (beginsQuery()) {
        r.query = query();
    } else if (isName() || next(Symbol::open) || next(Keyword::lateral) || next(Keyword::table)) {
        const short inner = from(false);
        if (failed) return -1;
        const Relation& of = relations[inner];
        if (of.kind != RelationKind::query || of.lateral || !of.alias.empty()) {
            leave();
            if (r.lateral) { refuse("a subquery or a function"); return -1; }
            if (!refuseClause() || !expect(Symbol::close, ")")) return -1;
            if (of.kind == RelationKind::join && (next(Keyword::as) || isName())) { notSupported("an alias of a join"); return -1; }
            return tableAlias(relations[inner]) ? inner : static_cast<short>(-1);
        }
        --relationCount;  // it was the last
        r.query = query(of.query);
    } else {
        refuse("SELECT or a table");
    }
    leave();
    r.kind = RelationKind::query;
    return !failed && closeQuery(r.query) ? relationEnd(r) : static_cast<short>(-1);
}

// [[AS] alias [(columns)]]
constexpr bool Parser::tableAlias(Relation& r) {
    if (next(Symbol::open, 1)) {
        if (next(Keyword::pivot)) return notSupported("PIVOT");
        if (next(Keyword::unpivot)) return notSupported("UNPIVOT");
    }
    const int before = at;
    if (accept(Keyword::as)) {
        if (!isName()) return refuse("a name");
        r.alias = in.value(at++);
    } else {
        implicitAlias(r.alias);
    }
    if (at > before && next(Symbol::open)) r.columns = columnNames();
    if (at > before && (next(Keyword::for_) || next(Keyword::matchRecognize))) return refuse("the alias behind it");
    return !failed && refuseClause();
}

// (a, b)
constexpr short Parser::columnNames() {
    if (!expect(Symbol::open, "(")) return -1;
    List list;
    do {
        if (!isName()) { refuse("a column's name"); return -1; }
        append(list, add(Syntax{.kind = SyntaxKind::name, .position = token().begin, .text = in.value(at)}));
        ++at;
    } while (!failed && accept(Symbol::comma));
    return expect(Symbol::close, ", or )") ? list.first : static_cast<short>(-1);
}

}  // namespace rivulet::sql::detail
