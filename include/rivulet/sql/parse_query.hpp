// SPDX-License-Identifier: BSL-1.0
// The grammar of queries: SELECT, VALUES, set operations, WITH, ORDER BY and limits. What Flink has and rivulet does not
// yet is recognised and refused by name.
#pragma once
#include <rivulet/sql/parser.hpp>

namespace rivulet::sql::detail {

// The height of a query from what it holds; false if there is too much of it.
constexpr bool Parser::grow(Query& q) {
    if (failed) return false;
    for (const short list : {q.items, q.where, q.group, q.having, q.windows, q.qualify, q.order}) aboveList(q.height, list);
    for (const short below : {q.left, q.right})
        if (below >= 0) above(q.height, queries[below].height);
    if (q.from >= 0) above(q.height, relations[q.from].height);
    for (short r = q.with; r >= 0; r = relations[r].next) above(q.height, relations[r].height);
    return q.height <= Query::mostHeight || fail({.code = ErrorCode::tooDeep, .position = q.position, .expected = "at most 220 levels"});
}

constexpr short Parser::add(Query q) {
    if (!grow(q)) return -1;
    if (queryCount >= queryRoom) {
        fail({.code = ErrorCode::tooLarge, .position = q.position});
        return -1;
    }
    queries[queryCount] = q;
    return static_cast<short>(queryCount++);
}

// The whole text: one query and perhaps a semicolon.
constexpr short Parser::statement() {
    if (!isQuery() && token().kind == TokenKind::name) {
        constexpr std::string_view others[] = {"INSERT", "UPDATE", "DELETE", "MERGE", "CREATE", "DROP", "ALTER", "EXPLAIN", "DESCRIBE", "DESC", "SHOW",
                                               "USE", "SET", "RESET", "EXECUTE", "BEGIN", "ANALYZE", "LOAD", "UNLOAD", "CALL", "TRUNCATE", "ADD", "REMOVE",
                                               "COMPILE", "REPLACE", "UPSERT", "STOP"};
        for (const std::string_view word : others)
            if (nextWord(word)) { notSupported(word); return -1; }
    }
    const short q = query();
    if (failed) return -1;
    if (accept(Symbol::semicolon) && token().kind != TokenKind::end && token().kind <= TokenKind::symbol) { notSupported("a second statement"); return -1; }
    if (token().kind == TokenKind::end) return q;
    refuseAfter(q, false);
    return -1;
}

// [WITH ..] term {UNION | INTERSECT | EXCEPT [ALL | DISTINCT] term} [ORDER BY ..] [LIMIT ..] [OFFSET ..] [FETCH ..]
// INTERSECT binds more tightly than the others. `begun` is a first term that was read already, in parentheses.
constexpr short Parser::query(short begun) {
    if (!deeper(2)) return -1;
    const int position = token().begin;
    const short with = begun < 0 && next(Keyword::with) ? withTables() : static_cast<short>(-1);
    const bool inParentheses = begun >= 0 || next(Symbol::open);
    short term = failed ? static_cast<short>(-1) : begun < 0 ? queryTerm() : begun;
    Query pending{.position = -1};  // UNION or EXCEPT whose right side may go on with INTERSECT
    while (!failed) {
        const Keyword word = token().keyword;
        if (word == Keyword::minus) { refuse("EXCEPT"); error.nearest = nameOf(Keyword::except); break; }  // Flink has no MINUS
        if (word != Keyword::union_ && word != Keyword::intersect && word != Keyword::except) break;
        Query q{.kind = word == Keyword::union_ ? QueryKind::union_ : word == Keyword::intersect ? QueryKind::intersect : QueryKind::except, .position = token().begin};
        ++at;
        q.all = accept(Keyword::all);
        if (!q.all) accept(Keyword::distinct);
        if (q.kind == QueryKind::intersect) {
            q.left = term;
            q.right = queryTerm();
            term = add(q);
        } else {
            if (pending.left >= 0) {
                pending.right = term;
                term = add(pending);
            }
            pending = q;
            pending.left = term;
            term = queryTerm();
        }
    }
    if (pending.left >= 0) {
        pending.right = term;
        term = add(pending);
    }
    Query ending{.with = with, .position = position};
    const int firstNode = nodeCount;
    if (!failed && next(Keyword::order)) ending.order = orderItems();
    if (inParentheses ? !linkWindows(firstNode, -1) : linked(firstNode, term) < 0) return -1;
    if (failed || !limits(ending)) return -1;
    recursion -= 2;
    const bool ends = ending.order >= 0 || ending.limit >= 0 || ending.offset > 0;
    if (!ends && with < 0) return term;
    // ((.. LIMIT 5) LIMIT 3) is a query of a query
    const Query& inner = queries[term];
    if ((ends && (inner.order >= 0 || inner.limit >= 0 || inner.offset > 0)) || (with >= 0 && inner.with >= 0))
        term = everythingFrom(Relation{.kind = RelationKind::query, .query = term, .position = position});
    if (failed) return -1;
    Query& q = queries[term];
    if (with >= 0) q.with = with;
    if (ends) {
        q.order = ending.order;
        q.limit = ending.limit;
        q.offset = ending.offset;
    }
    return grow(q) ? term : static_cast<short>(-1);
}

// SELECT .., VALUES .., TABLE t, (query)
constexpr short Parser::queryTerm() {
    switch (token().keyword) {
        case Keyword::values: return values();
        case Keyword::table: {
            const int position = token().begin;
            ++at;
            if (!isName()) { refuse("a table's name"); return -1; }
            const std::string_view name = in.value(at++);
            return everythingFrom(Relation{.name = name, .alias = name, .position = position});
        }
        default: break;
    }
    if (!next(Symbol::open)) return select();
    if (!enter()) return -1;
    ++at;
    const short q = query();
    leave();
    return !failed && closeQuery(q) ? q : static_cast<short>(-1);
}

// SELECT * FROM r
constexpr short Parser::everythingFrom(Relation r) {
    const short star = add(Syntax{.kind = SyntaxKind::star, .position = r.position});
    return add(Query{.items = star, .from = add(r), .position = r.position});
}

// WITH name [(columns)] AS (query) {, ..}; the first of the list
constexpr short Parser::withTables() {
    short first = -1, last = -1;
    ++at;
    if (nextWord("RECURSIVE") && isName(1)) { notSupported("WITH RECURSIVE"); return -1; }
    do {
        Relation r{.kind = RelationKind::query, .position = token().begin};
        if (!isName()) { refuse("a name"); return -1; }
        r.name = in.value(at++);
        if (next(Symbol::open)) r.columns = columnNames();
        if (failed || !expect(Keyword::as) || !expect(Symbol::open, "(") || !enter()) return -1;
        r.query = query();
        leave();
        if (failed || !closeQuery(r.query)) return -1;
        const short one = add(r);
        if (failed) return -1;
        if (first < 0) first = one;
        else relations[last].next = one;
        last = one;
    } while (accept(Symbol::comma));
    return first;
}

// VALUES row {, row}: a row is (a, b), ROW(a, b) or one expression
constexpr short Parser::values() {
    Query q{.kind = QueryKind::values, .position = token().begin};
    ++at;
    List rows;
    do {
        const int position = token().begin;
        List row;
        const bool named = next(Keyword::row) && next(Symbol::open, 1);
        if (named || next(Symbol::open)) {
            at += named ? 2 : 1;
            const Token& first = token();
            const short query = queryOrList(row);
            if (failed) return -1;
            if (query >= 0) row.first = closeQuery(query) ? add(Syntax{.kind = SyntaxKind::subquery, .query = query, .position = position}) : static_cast<short>(-1);
            else expect(Symbol::close, ", or )");
            // as in Flink, (ROW(a, b)) is a row of two columns
            if (!failed && !named && query < 0 && row.first == row.last && first.keyword == Keyword::row) {
                const Syntax& s = nodes[row.first];
                if (s.kind == SyntaxKind::call && s.text == special::row && s.position == first.begin && s.first >= 0) {
                    append(rows, row.first);
                    continue;
                }
            }
        } else {
            append(row, expression());
        }
        append(rows, call(special::row, position, row.first));
    } while (!failed && accept(Symbol::comma));
    q.items = rows.first;
    return add(q);
}

// SELECT [DISTINCT | ALL] items [FROM .. [WHERE ..] [GROUP BY ..] [HAVING ..] [WINDOW ..] [QUALIFY ..]]
constexpr short Parser::select() {
    Query q{.position = token().begin};
    const int firstNode = nodeCount;
    if (!expect(Keyword::select)) return -1;
    q.distinct = accept(Keyword::distinct);
    if (!q.distinct) accept(Keyword::all);
    List items;
    bool hasStar = false;
    do selectItem(items, hasStar); while (!failed && accept(Symbol::comma));
    if (failed) return -1;
    q.items = items.first;
    if (!accept(Keyword::from)) {
        if (hasStar || next(Keyword::where) || next(Keyword::group) || next(Keyword::having) || next(Keyword::window) || next(Keyword::qualify)) { refuse("FROM"); return -1; }
        return linked(firstNode, add(q));
    }
    q.from = from(true);
    if (!failed && accept(Keyword::where)) q.where = expression();
    if (!failed && accept(Keyword::group)) {
        if (!expect(Keyword::by)) return -1;
        if (next(Keyword::distinct)) { notSupported("GROUP BY DISTINCT"); return -1; }
        accept(Keyword::all);
        q.hasGroup = true;
        q.group = grouping(false);
    }
    if (!failed && accept(Keyword::having)) q.having = expression();
    if (!failed && next(Keyword::window)) q.windows = windows();
    if (!failed && accept(Keyword::qualify)) {
        const int begin = token().begin;
        q.qualify = expression();
        if (failed || !readAliases(q.qualify, q.items, begin)) return -1;
    }
    if (failed || !refuseClause()) return -1;
    return linked(firstNode, add(q));
}

// A name in QUALIFY that is the alias of a selected expression stands for it, as in Flink: the nodes below have two parents then.
// What stands before QUALIFY is such an expression already: the operand of a comparison with ANY has several parents, too.
constexpr bool Parser::readAliases(short of, short items, int begin) {
    Syntax& s = nodes[of];
    if (s.kind == SyntaxKind::same || s.position < begin) return true;
    for (short i = s.kind == SyntaxKind::name && s.qualifier.empty() ? items : static_cast<short>(-1); i >= 0; i = nodes[i].next) {
        if (nodes[i].alias != s.text) continue;
        const Syntax name = s;
        s = nodes[i];
        s.next = name.next;
        s.alias = {};
        s.descending = name.descending;
        s.nulls = name.nulls;
        return true;
    }
    for (const short list : {s.first, s.filter, s.order})
        for (short a = list; a >= 0; a = nodes[a].next)
            if (!readAliases(a, items, begin)) return false;
    if (s.kind != SyntaxKind::window && s.over >= 0 && !readAliases(s.over, items, begin)) return false;
    return measure(s);
}

// * [EXCLUDE | EXCEPT (a, b)], t.* [..], expression [[AS] alias]
constexpr bool Parser::selectItem(List& items, bool& hasStar) {
    const int position = token().begin;
    int dots = 0;  // of the path before `.*`
    while (isName() && next(Symbol::dot, 2 * dots + 1) && isFieldName(2 * dots + 2)) ++dots;
    const bool qualified = isName() && next(Symbol::dot, 2 * dots + 1) && next(Symbol::star, 2 * dots + 2);
    if (qualified || next(Symbol::star)) {
        Syntax s{.kind = SyntaxKind::star, .position = position};
        if (qualified && dots == 0) s.qualifier = in.value(at);
        else if (qualified) {
            s.filter = path();
            for (int i = 1; i < dots; ++i, at += 2) s.filter = add({.kind = SyntaxKind::field, .first = s.filter, .position = token().begin, .text = in.value(at + 1)});
        }
        at += !qualified ? 1 : dots == 0 ? 3 : 2;
        hasStar = true;
        if (next(Symbol::open, 1) && (nextWord("REPLACE") || nextWord("RENAME"))) return notSupported(nextWord("RENAME") ? "* RENAME (..)" : "* REPLACE (..)");
        if (next(Symbol::open, 1) && (nextWord("EXCLUDE") || nextWord("EXCEPT"))) {
            ++at;
            s.first = columnNames();
        }
        append(items, add(s));
        return !failed;
    }
    const short e = expression();
    if (failed) return false;
    append(items, e);
    if (accept(Keyword::as)) {
        if (!isName()) return refuse("a name");
        nodes[e].alias = in.value(at++);
        return true;
    }
    return implicitAlias(nodes[e].alias);
}

constexpr bool Parser::implicitAlias(std::string_view& alias) {
    if (!isName()) return true;
    aliasAt = at;
    alias = in.value(at++);
    return true;
}

// a, (a, b), (), GROUPING SETS (..), ROLLUP (..), CUBE (..); `isSet`: as a set of GROUPING SETS. Beside others () says nothing.
constexpr short Parser::grouping(bool isSet) {
    if (!enter()) return -1;
    List list;
    do {
        const int position = token().begin;
        const int row = next(Keyword::row);  // ROW()
        if (next(Symbol::open, row) && next(Symbol::close, row + 1)) {
            at += row + 2;
            if (isSet) append(list, call(special::row, position, -1));
            continue;
        }
        const bool sets = nextWord("GROUPING") && nextWord("SETS", 1) && next(Symbol::open, 2), rollup = nextWord(special::rollup);
        if (!sets && !((rollup || nextWord(special::cube)) && next(Symbol::open, 1))) {
            append(list, expression());
            continue;
        }
        at += sets ? 3 : 2;
        List of;
        if (sets) of.first = grouping(true);
        else do append(of, expression()); while (!failed && accept(Symbol::comma));
        if (failed || !expect(Symbol::close, ", or )")) return -1;
        append(list, call(sets ? special::groupingSets : rollup ? special::rollup : special::cube, position, of.first));
    } while (!failed && accept(Symbol::comma));
    leave();
    return list.first;
}

// ORDER BY expression [ASC | DESC] [NULLS FIRST | LAST] {, ..}
constexpr short Parser::orderItems() {
    if (!expect(Keyword::order) || !expect(Keyword::by)) return -1;
    List list;
    do {
        const short e = expression();
        if (failed) return -1;
        append(list, e);
        nodes[e].descending = nextWord("DESC");
        if (nodes[e].descending || nextWord("ASC")) ++at;
        if (!nextWord("NULLS")) continue;
        ++at;
        if (!next(Keyword::first) && !nextWord("LAST")) { refuse("FIRST or LAST"); return -1; }
        nodes[e].nulls = next(Keyword::first) ? NullsOrder::first : NullsOrder::last;
        ++at;
    } while (accept(Symbol::comma));
    return list.first;
}

// False if what comes next is a clause that is not there yet.
constexpr bool Parser::refuseClause() {
    switch (token().keyword) {
        case Keyword::tablesample: return notSupported("TABLESAMPLE");
        default: return true;
    }
}

// Behind a query stands what does not belong there.
constexpr bool Parser::refuseAfter(short last, bool inParentheses) {
    if (failed || !refuseClause()) return false;
    const int alias = aliasAt >= 0 && aliasAt == at - 1;  // it may have been taken for one
    if (nextWord("EMIT", -alias) && token().kind != TokenKind::end) return notSupported("EMIT", -alias);
    const Query* q = &queries[last];
    while (q->right >= 0 && q->order < 0 && q->limit < 0 && q->offset == 0 && !(at > 0 && in.tokens[at - 1].symbol == Symbol::close)) q = &queries[q->right];
    if (q->limit >= 0 || q->offset > 0) return refuse(inParentheses ? ")" : "the end");
    if (q->order >= 0) return refuse(inParentheses ? "a comma, LIMIT or )" : "a comma, LIMIT or the end");
    if (q->right >= 0) return refuse(inParentheses ? "UNION, LIMIT or )" : "UNION, LIMIT or the end");
    if (q->kind == QueryKind::values) return refuse(inParentheses ? "a comma or )" : "a comma or the end");
    if (q->from < 0) return refuse(inParentheses ? "a comma, FROM or )" : "a comma, FROM or the end");
    if (q->qualify >= 0) return refuse(inParentheses ? "an operator or )" : "an operator or the end");
    if (q->having >= 0) return refuse(inParentheses ? "an operator or )" : "an operator or the end");
    if (q->hasGroup) return refuse(inParentheses ? "HAVING, LIMIT or )" : "HAVING, LIMIT or the end");
    if (q->where >= 0) return refuse(inParentheses ? "an operator or )" : "an operator or the end");
    return refuse(inParentheses ? "WHERE, LIMIT or )" : "WHERE, LIMIT or the end");
}
constexpr bool Parser::closeQuery(short q) { return !failed && (accept(Symbol::close) || refuseAfter(q, true)); }

constexpr bool Parser::number(long long& n, std::string_view expected) {
    if (token().kind != TokenKind::integer) return refuse(expected);
    n = 0;
    for (const char c : in.text(at)) {
        if (n > (9223372036854775807ll - (c - '0')) / 10)
            return fail({.code = ErrorCode::outOfRange, .position = token().begin, .subject = in.text(at), .expected = "at most 64 bits"});
        n = n * 10 + (c - '0');
    }
    ++at;
    return true;
}

// LIMIT n | ALL, OFFSET n [ROW | ROWS], FETCH FIRST | NEXT [n] ROW | ROWS ONLY, each once, in any order
constexpr bool Parser::limits(Query& q) {
    bool limited = false, skipped = false;
    for (;;) {
        if (next(Keyword::limit)) {
            if (limited) return refuse("one LIMIT");
            limited = true;
            ++at;
            if (!accept(Keyword::all) && !number(q.limit, "a number of rows")) return false;
            if (next(Symbol::comma)) return refuse("OFFSET");
        } else if (next(Keyword::offset)) {
            if (skipped) return refuse("one OFFSET");
            skipped = true;
            ++at;
            if (!number(q.offset, "a number of rows")) return false;
            if (!accept(Keyword::row)) accept(Keyword::rows);
        } else if (next(Keyword::fetch)) {
            if (limited) return refuse("one LIMIT");
            limited = true;
            ++at;
            if (!accept(Keyword::first) && !accept(Keyword::next)) return refuse("FIRST or NEXT");
            q.limit = 1;
            if (token().kind == TokenKind::integer && !number(q.limit, "a number of rows")) return false;
            if (!accept(Keyword::row) && !accept(Keyword::rows)) return refuse("ROW or ROWS");
            if (!expect(Keyword::only)) return false;
        } else {
            break;
        }
    }
    if (next(Keyword::order)) return refuse(limited || skipped ? "ORDER BY before LIMIT" : "one ORDER BY");
    if (!next(Keyword::union_) && !next(Keyword::intersect) && !next(Keyword::except)) return true;
    return refuse(limited || skipped ? "parentheses around LIMIT" : "parentheses and ORDER BY");
}

}  // namespace rivulet::sql::detail
