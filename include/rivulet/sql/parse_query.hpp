// SPDX-License-Identifier: BSL-1.0
// The grammar of queries. What Flink has and rivulet does not yet is recognised and refused by name.
#pragma once
#include <rivulet/sql/parser.hpp>

namespace rivulet::sql::detail {

constexpr short Parser::add(Query q) {
    if (failed) return -1;
    for (const short below : {q.left, q.right, q.from.query})
        if (below >= 0 && queries[below].height >= q.height) q.height = static_cast<short>(queries[below].height + 1);
    if (q.height > Syntax::mostHeight) {
        fail({.code = ErrorCode::tooDeep, .position = q.position, .expected = "at most 200 queries"});
        return -1;
    }
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
                                               "COMPILE", "REPLACE", "UPSERT", "STOP", "TABLE"};
        for (const std::string_view word : others)
            if (nextWord(word)) { notSupported(word); return -1; }
    }
    const short q = query();
    if (failed) return -1;
    if (accept(Symbol::semicolon) && token().kind != TokenKind::end && token().kind <= TokenKind::symbol) { notSupported("a second statement"); return -1; }
    if (token().kind != TokenKind::end) {
        if (!refuseClause()) return -1;
        const Query& last = queries[q];
        refuse(last.kind == QueryKind::unionAll ? "UNION ALL or the end" : !last.hasFrom ? "a comma, FROM or the end" : last.where >= 0 ? "an operator or the end" : "WHERE, LIMIT or the end");
        return -1;
    }
    return q;
}

// term {UNION ALL term} [LIMIT ..] [OFFSET ..] [FETCH ..]
constexpr short Parser::query() {
    bool inParentheses = false;
    short left = queryTerm(inParentheses);
    while (!failed) {
        const int position = token().begin;
        if (next(Keyword::intersect)) { notSupported("INTERSECT"); break; }
        if (next(Keyword::except)) { notSupported("EXCEPT"); break; }
        if (next(Keyword::minus)) { notSupported("MINUS"); break; }
        if (!accept(Keyword::union_)) break;
        if (!next(Keyword::all)) { notSupported("UNION", -1); error.expected = "UNION ALL"; break; }
        ++at;
        const short right = queryTerm(inParentheses);
        inParentheses = false;
        left = add(Query{.kind = QueryKind::unionAll, .left = left, .right = right, .position = position});
    }
    if (failed || !limits(left, inParentheses)) return -1;
    return left;
}

constexpr short Parser::queryTerm(bool& inParentheses) {
    inParentheses = next(Symbol::open);
    if (!inParentheses) return select();
    if (!enter()) return -1;
    ++at;
    const short q = query();
    leave();
    if (failed) return -1;
    if (!next(Symbol::close)) {
        if (refuseClause()) refuse(queries[q].hasFrom ? "WHERE, LIMIT or )" : "a comma, FROM or )");
        return -1;
    }
    ++at;
    return q;
}

constexpr short Parser::select() {
    Query q{.position = token().begin};
    if (next(Keyword::with)) { notSupported("WITH"); return -1; }
    if (next(Keyword::values)) { notSupported("VALUES"); return -1; }
    if (next(Keyword::table)) { notSupported("TABLE"); return -1; }
    if (!expect(Keyword::select)) return -1;
    if (next(Keyword::distinct)) { notSupported("SELECT DISTINCT"); return -1; }
    accept(Keyword::all);
    List items;
    bool hasStar = false;
    do selectItem(items, hasStar); while (!failed && accept(Symbol::comma));
    if (failed) return -1;
    q.items = items.first;
    q.hasFrom = accept(Keyword::from);
    if (!q.hasFrom) {
        if (hasStar || next(Keyword::where)) { refuse("FROM"); return -1; }
        return add(q);
    }
    if (!table(q.from)) return -1;
    if (accept(Keyword::where)) q.where = expression();
    if (failed || !refuseClause()) return -1;
    return add(q);
}

// *, t.*, expression [[AS] alias]
constexpr bool Parser::selectItem(List& items, bool& hasStar) {
    const int position = token().begin;
    const bool qualified = isName() && next(Symbol::dot, 1) && next(Symbol::star, 2);
    if (qualified || next(Symbol::star)) {
        Syntax s{.kind = SyntaxKind::star, .position = position};
        if (qualified) s.qualifier = in.value(at);
        at += qualified ? 3 : 1;
        hasStar = true;
        if (next(Symbol::open, 1) && (nextWord("EXCLUDE") || nextWord("EXCEPT") || nextWord("REPLACE") || nextWord("RENAME"))) return notSupported("* EXCLUDE (..)");
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

// name [[AS] alias], (query) [[AS] alias]
constexpr bool Parser::table(TableReference& r) {
    r.position = token().begin;
    if (next(Symbol::open)) {
        if (!enter()) return false;
        ++at;
        if (isQuery()) {
            r.query = query();
        } else if (isName() || next(Symbol::open)) {  // a table may stand in parentheses
            if (!table(r)) return false;
        } else {
            return refuse("SELECT or a table");
        }
        leave();
        if (failed) return false;
        if (!next(Symbol::close)) return refuseClause() && refuse(")");
        ++at;
        return tableAlias(r);
    }
    if (next(Keyword::table)) return notSupported("TABLE (..)");
    if (next(Keyword::lateral)) return notSupported("LATERAL");
    if (next(Keyword::unnest) && next(Symbol::open, 1)) return notSupported("UNNEST");
    if (!isName()) return refuse("a table or a subquery");
    if (next(Symbol::open, 1)) return notSupported("a table function");
    if (next(Symbol::dot, 1)) return notSupported("a table's name with dots");
    r.name = r.alias = in.value(at++);
    return tableAlias(r);
}

constexpr bool Parser::tableAlias(TableReference& r) {
    if (next(Symbol::open, 1)) {
        if (next(Keyword::pivot)) return notSupported("PIVOT");
        if (next(Keyword::unpivot)) return notSupported("UNPIVOT");
    }
    if (next(Keyword::for_)) return notSupported("FOR SYSTEM_TIME AS OF");
    if (accept(Keyword::as)) {
        if (!isName()) return refuse("a name");
        r.alias = in.value(at++);
    } else if (!implicitAlias(r.alias)) {
        return false;
    }
    if (next(Symbol::open) && isName(-1)) return notSupported("a column list after an alias");
    if (next(Keyword::for_)) return notSupported("FOR SYSTEM_TIME AS OF");
    return true;
}

// False if what comes next is a clause that is not there yet.
constexpr bool Parser::refuseClause() {
    switch (token().keyword) {
        case Keyword::group: return notSupported("GROUP BY");
        case Keyword::having: return notSupported("HAVING");
        case Keyword::order: return notSupported("ORDER BY");
        case Keyword::window: return notSupported("WINDOW");
        case Keyword::qualify: return notSupported("QUALIFY");
        case Keyword::join: case Keyword::inner: return notSupported("JOIN");
        case Keyword::left: return notSupported("LEFT JOIN");
        case Keyword::right: return notSupported("RIGHT JOIN");
        case Keyword::full: return notSupported("FULL JOIN");
        case Keyword::cross: return notSupported("CROSS JOIN");
        case Keyword::natural: return notSupported("NATURAL JOIN");
        case Keyword::tablesample: return notSupported("TABLESAMPLE");
        case Keyword::matchRecognize: return notSupported("MATCH_RECOGNIZE");
        default: break;
    }
    if (next(Symbol::comma) && at > 0) return notSupported("JOIN by a comma in FROM");
    return true;
}

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
constexpr bool Parser::limits(short& q, bool inParentheses) {
    long long limit = -1, offset = -1;
    const int position = token().begin;
    bool any = false, all = false;
    if (next(Keyword::order)) return notSupported("ORDER BY");
    for (;; any = true) {
        if (next(Keyword::limit)) {
            if (limit >= 0 || all) return refuse("one LIMIT");
            ++at;
            if (accept(Keyword::all)) all = true;
            else if (!number(limit, "a number of rows")) return false;
            if (next(Symbol::comma)) return refuse("OFFSET");
        } else if (next(Keyword::offset)) {
            if (offset >= 0) return refuse("one OFFSET");
            ++at;
            if (!number(offset, "a number of rows")) return false;
            if (!accept(Keyword::row)) accept(Keyword::rows);
        } else if (next(Keyword::fetch)) {
            if (limit >= 0 || all) return refuse("one LIMIT");
            ++at;
            if (!accept(Keyword::first) && !accept(Keyword::next)) return refuse("FIRST or NEXT");
            limit = 1;
            if (token().kind == TokenKind::integer && !number(limit, "a number of rows")) return false;
            if (!accept(Keyword::row) && !accept(Keyword::rows)) return refuse("ROW or ROWS");
            if (!expect(Keyword::only)) return false;
        } else {
            break;
        }
    }
    if (!any) return true;
    if (next(Keyword::union_) || next(Keyword::intersect) || next(Keyword::except)) return refuse("parentheses around LIMIT");
    if (limit < 0 && offset <= 0) return true;
    if (inParentheses && (queries[q].limit >= 0 || queries[q].offset > 0)) {  // (.. LIMIT 5) LIMIT 3
        const short star = add(Syntax{.kind = SyntaxKind::star, .position = position});
        q = add(Query{.hasFrom = true, .items = star, .from = {.query = q, .position = position}, .position = position});
        if (failed) return false;
    }
    queries[q].limit = limit;
    queries[q].offset = offset > 0 ? offset : 0;
    return true;
}

}  // namespace rivulet::sql::detail
